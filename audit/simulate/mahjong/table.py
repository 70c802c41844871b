"""A mahjong table: the game's figures on the day, what its terminal writes, and what it remembers from hand to hand."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from audit.dated import Law, day_number
from audit.pieces.notation import TILES
from audit.simulate.mahjong.shapes import GREEN

SEATS = (1, 2, 3, 4)
WINDS = "ESWN"
CYCLE = 16
_POOR = 0.2  # how often a player who runs low does not buy in anew


@dataclass(frozen=True)
class GameRules:
    """The figures of one of the two games as the law of the first day gives them."""

    game: str
    simplified: bool
    kinds: tuple[int, ...]
    dice: int
    stacks: int
    portion: int
    rounds: int
    dealer_last: int
    other_last: int
    melds: int
    cap: int
    fan: Mapping[str, int]
    two_fan_shares: int
    false_of_dealer: int
    false_to_dealer: int
    false_to_others: int
    rake: Mapping[str, int]  # stakes: minor units

    def size(self, dealer: bool) -> int:
        """Tiles of a hand as dealt."""
        return self.portion * self.rounds + (self.dealer_last if dealer else self.other_last)

    def share(self, stakes: str, fan: int) -> int:
        """What one non-dealer pays another, in minor units (甲七)."""
        low, high = (int(part) * 100 for part in stakes.split("/"))
        return (low, high, high * self.two_fan_shares)[fan]


def game_rules(law: Law, day: datetime.date, game: str, names: tuple[str, ...]) -> GameRules:
    """Read the figures of a game from its dated law; ``names`` are the names of fan."""
    number = day_number(day)

    def whole(name: str) -> int:
        step = law.parameter(name).at(number)
        if step is None or not isinstance(step.value, int):
            raise LookupError(f"{game}: the law of {day} does not tell {name}")
        return step.value

    step = law.parameter("rake").at(number)
    rake = dict(step.value) if step is not None and isinstance(step.value, Mapping) else {}
    simplified = game == "mahjong_simplified"
    return GameRules(
        game=game,
        simplified=simplified,
        kinds=(*range(27), GREEN) if simplified else tuple(range(34)),
        dice=whole("dice_thrown"),
        stacks=whole("stacks_per_wall"),
        portion=whole("portion_tiles"),
        rounds=whole("portion_rounds"),
        dealer_last=whole("dealer_last_tiles"),
        other_last=whole("other_last_tiles"),
        melds=whole("melds_to_win"),
        cap=whole("fan_cap"),
        fan=dict.fromkeys(names, 0) if simplified else {name: whole(f"fan_{name}") for name in names},
        two_fan_shares=whole("two_fan_shares"),
        false_of_dealer=whole("false_win_fan_of_dealer"),
        false_to_dealer=whole("false_win_fan_to_dealer"),
        false_to_others=whole("false_win_fan_to_others"),
        rake={str(stakes): int(str(amount)) for stakes, amount in rake.items()},
    )


@dataclass(frozen=True)
class Habits:
    """What one table's terminal writes of a hand."""

    setup: bool = True  # walls, dice and break
    thrower: bool = True  # dice carry the seat that threw them
    portions: bool = True  # the deal as it was taken, else a row for each whole hand
    split_jump: bool = False  # the dealer's last two tiles in two rows, as he takes the first and the third
    claims: bool = True
    money: bool = True
    fan: bool = True  # win rows declare fan
    names: bool = True  # and name them
    kong_labels: bool = True
    persons: bool = False
    place: bool = True  # hand_start carries the round wind and the place in the cycle
    hidden: tuple[int, ...] = ()  # seats whose concealed tiles the log does not know
    unread: float = 0.0  # share of tiles dealt, drawn and thrown that the table's camera does not read
    generous: bool = False  # counts a name of fan where the law leaves it open
    one_payment: bool = False  # who is liable for all pays in one row
    split_payments: bool = False  # what one pays comes in two rows, as when change has to be made
    tile_of_win: bool = True  # win rows name the winning tile
    doubled_penalty: bool = False  # the dealer pays and is paid double for a false win too: a listed reading


@dataclass
class TableOfPlay:
    """A table with its players, their money, its habits, and the memory of its last hand."""

    rng: Random
    rules: GameRules
    casino: str
    table_id: str
    day: datetime.date
    stakes: str
    occupied: tuple[int, ...] = SEATS
    currency: str = "HKD"
    habits: Habits = field(default_factory=Habits)
    dealer: int = 0
    number: int = 1
    ended: str = ""  # how the last hand ended: dealer | other | drawn | false
    money: dict[int, int] = field(default_factory=dict)

    def right_of(self, seat: int, steps: int = 1) -> int:
        """The occupied seat so many places to the right, that is counter-clockwise."""
        place = self.occupied.index(seat)
        return self.occupied[(place + steps) % len(self.occupied)]

    def begin(self) -> None:
        """Keep the dealer or pass the deal on, and let players who ran low buy in (甲三)."""
        if not self.dealer:
            self.dealer = self.rng.choice(self.occupied)
        elif self.ended == "other" or (self.ended in ("drawn", "false") and self.rng.random() < 0.5):
            self.pass_the_deal()
        high = int(self.stakes.split("/")[1]) * 100
        for seat in self.occupied:
            if self.money.get(seat, 0) < high * 16:
                poor = self.habits.money and self.money.get(seat, 0) > 0 and self.rng.random() < _POOR
                if not poor:
                    self.money[seat] = high * self.rng.randrange(20, 80)

    def pass_the_deal(self) -> None:
        """The next occupied seat deals the next hand of the cycle."""
        self.dealer = self.right_of(self.dealer)
        self.number = self.number % CYCLE + 1

    def person(self, seat: int) -> str:
        """Who sits there."""
        return f"P{self.table_id}{seat}"


def written(kinds: list[int], hidden: bool = False) -> str:
    """Tiles as the log writes them."""
    return " ".join("?" if hidden else TILES[kind] for kind in kinds)
