"""One hand under way: every seat's tiles, the wall, and the acts that move them, written as the log has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.simulate.mahjong.shapes import is_win
from audit.simulate.mahjong.table import SEATS, WINDS, TableOfPlay, written
from audit.simulate.mahjong.value import CHOW, CONCEALED, EXPOSED, PROMOTED, PUNG, Meld, Value, Way
from audit.simulate.rows import HandLog, Row


@dataclass
class Outcome:
    """How a hand was won: who, from whom, worth what, who pays for all, and what was paid."""

    winner: int
    discarder: int  # 0 where self-drawn
    tile: int
    robbed: bool
    value: Value
    fan: int  # as declared
    charged: int = 0
    due: int = 0


class Hand:
    """One hand of either game. Seats index lists from 1; tiles are kinds; ``log`` holds the rows as they are made."""

    def __init__(self, table: TableOfPlay, hand_id: str) -> None:
        self.table, self.rng, self.habits, self.rules = table, table.rng, table.habits, table.rules
        self.log = HandLog(table.casino, table.table_id, table.rules.game, table.day, hand_id, table.currency)
        self.dealer = table.dealer
        self.seats = tuple(table.right_of(self.dealer, step) for step in range(len(table.occupied)))
        self.round_wind = 27 + (table.number - 1) // 4
        self.held = [bytearray(34) for _ in range(5)]
        self.melds: list[list[Meld]] = [[] for _ in range(5)]
        self.visible = bytearray(34)
        self.wall: list[int] = []
        self.reserve: list[int] = []  # tiles of the wall that come only when asked for
        self.last_dealt = [-1] * 5
        self.drawn = [-1] * 5  # the tile that gave a seat its turn
        self.before: list[bytes] = [b""] * 5  # concealed tiles before the draw or meld that gave the turn
        self.turn = self.dealer
        self.last_tile, self.last_seat, self.last_before = -1, 0, b""
        self.was_visible = 0  # copies of the last discard on the table before it
        self.draws = self.discards = self.melded = 0
        self.kongs, self.kongs_in_turn, self.on_replacement = [0] * 5, 0, False
        self.fed, self.fed_draws = [0] * 5, [0] * 5
        self.outcome: Outcome | None = None
        self.over = False

    # The wall.

    def tiles_left(self) -> int:
        """Tiles in the wall."""
        return len(self.wall) + len(self.reserve)

    def build(self, reserved: Sequence[int] = ()) -> None:
        """Shuffle the set; ``reserved`` tiles come only when asked for. LookupError where there are not so many."""
        tiles = [kind for kind in self.rules.kinds for _ in range(4)]
        for kind in reserved:
            if kind not in tiles:
                raise LookupError("no such tile left")
            tiles.remove(kind)
        self.rng.shuffle(tiles)
        self.wall, self.reserve = tiles, list(reserved)

    def take(self, kind: int | None = None) -> int:
        """A tile from the wall: that kind where it is asked for, else whatever comes. LookupError where it is gone."""
        if kind is None:
            return self.wall.pop() if self.wall else self.reserve.pop()
        source = self.reserve if kind in self.reserve else self.wall
        if kind not in source:
            raise LookupError("no such tile left in the wall")
        source.remove(kind)
        return kind

    # Before the play.

    def _who(self, seat: int) -> dict[str, Any]:
        return {"person": self.table.person(seat), "actor": "player"} if self.habits.persons else {}

    def set_up(self) -> None:
        """The hand's first rows: dealer, stakes, wind, money, walls, dice and break (甲三)."""
        log, table, rules = self.log, self.table, self.rules
        wind = WINDS[self.round_wind - 27]
        place = {"number": table.number, "label": wind} if self.habits.place else {}
        log.add("hand_start", seat=self.dealer, ref=table.stakes, **place)
        if self.habits.money:
            for seat in sorted(table.occupied):
                log.add("money", seat=seat, amount=table.money[seat])
        if not self.habits.setup:
            return
        for seat in SEATS:
            log.add("wall", seat=seat, number=rules.stacks)
        dice = [self.rng.randrange(1, 7) for _ in range(rules.dice)]
        thrower = {"seat": self.dealer} if self.habits.thrower else {}
        log.add("dice", pieces=" ".join(map(str, dice)), **thrower)
        total = sum(dice)
        log.add("break", seat=(self.dealer - 1 + total - 1) % 4 + 1, number=min(total, rules.stacks))

    def deal(self, given: Mapping[int, Sequence[int]] | None = None) -> None:
        """Give every seat its tiles, those of ``given`` among them, and write the takings in their order (甲三)."""
        rules, dealt = self.rules, dict[int, list[int]]()
        given = given or {}
        for seat in self.seats:
            own = list(given.get(seat, ()))
            for kind in own:
                self.take(kind)
            dealt[seat] = own
        for seat in self.seats:
            own, fixed = dealt[seat], len(dealt[seat])
            own.extend(self.take() for _ in range(rules.size(seat == self.dealer) - fixed))
            if fixed:
                self.rng.shuffle(own)
            for kind in own:
                self.held[seat][kind] += 1
            self.last_dealt[seat] = own[-1]
        self._write_deal(dealt)
        self.drawn[self.dealer] = self.last_dealt[self.dealer]

    def _seen(self, kinds: list[int], seat: int = 0) -> str:
        """Tiles as the table's terminal has them: those of a hidden seat and those that it did not read are unknown."""
        text = written(kinds, seat in self.habits.hidden)
        if not self.habits.unread:
            return text
        return " ".join("?" if self.rng.random() < self.habits.unread else tile for tile in text.split())

    def _write_deal(self, dealt: Mapping[int, list[int]]) -> None:
        rules = self.rules
        if not self.habits.portions:
            for seat in self.seats:
                self.log.add("deal", seat=seat, pieces=self._seen(dealt[seat], seat))
            return
        for taking in range(rules.rounds):
            first = taking * rules.portion
            for seat in self.seats:
                pieces = self._seen(dealt[seat][first : first + rules.portion], seat)
                self.log.add("deal", seat=seat, pieces=pieces)
        for seat in self.seats:
            rest = dealt[seat][rules.portion * rules.rounds :]
            for taken in [[kind] for kind in rest] if self.habits.split_jump else [rest] * bool(rest):
                self.log.add("deal", seat=seat, pieces=self._seen(taken, seat))

    # The play.

    def draw(self, kind: int | None = None, *, tail: bool = False) -> int:
        """The seat whose turn it is takes a tile, from the tail after a kong (甲三, 甲五(5))."""
        seat = self.turn
        tile = self.take(kind)
        self.before[seat] = bytes(self.held[seat])
        self.held[seat][tile] += 1
        self.drawn[seat] = tile
        self.draws += 1
        self.fed_draws[seat] += 1
        self.on_replacement = tail
        if not tail:
            self.kongs_in_turn = 0
        pieces = self._seen([tile], seat)
        self.log.add("draw", seat=seat, pieces=pieces, label="tail" if tail else "wall", **self._who(seat))
        return tile

    def discard(self, kind: int) -> Row:
        """The seat whose turn it is puts a tile on the table; the turn passes to its right."""
        seat = self.turn
        if not self.held[seat][kind]:
            raise LookupError("the seat does not hold that tile")
        self.held[seat][kind] -= 1
        self.was_visible = self.visible[kind]
        self.visible[kind] += 1
        self.last_tile, self.last_seat, self.last_before = kind, seat, self.before[seat]
        self.discards += 1
        self.kongs_in_turn, self.on_replacement = 0, False
        self.turn = self.table.right_of(seat)
        return self.log.add("discard", seat=seat, pieces=self._seen([kind]), wait=2, **self._who(seat))

    def claim(self, seat: int, what: str) -> None:
        """A seat says that it wants the discard."""
        if self.habits.claims:
            self.log.add("claim", seat=seat, label=what, **self._who(seat))

    def _lay(self, seat: int, lies: str, kind: int, tiles: list[int], taken: int | None) -> None:
        """Move a meld's tiles from the hand to the table, the claimed one left out."""
        self.before[seat] = bytes(self.held[seat])
        for tile in tiles:
            if tile == taken:
                taken = None
                continue
            if not self.held[seat][tile]:
                raise LookupError("the seat does not hold the tiles of the meld")
            self.held[seat][tile] -= 1
            self.visible[tile] += 1
        self.melds[seat].append((lies, kind))
        if len(self.melds[seat]) == 4 and lies != CONCEALED:
            self.fed[seat], self.fed_draws[seat] = self.last_seat, 0
        self.turn = seat
        self.melded += 1
        self.drawn[seat] = -1

    def chow(self, seat: int, low: int) -> Row:
        """The seat to the discarder's right takes the discard into a sequence (甲五(3))."""
        tiles = [low, low + 1, low + 2]
        self._lay(seat, CHOW, low, tiles, self.last_tile)
        return self._meld_row("chow", seat, tiles)

    def pung(self, seat: int) -> Row:
        """A seat takes the discard to its pair (甲五(4))."""
        self._lay(seat, PUNG, self.last_tile, [self.last_tile] * 3, self.last_tile)
        return self._meld_row("pung", seat, [self.last_tile] * 3)

    def _meld_row(self, event: str, seat: int, tiles: list[int], label: str | None = None) -> Row:
        columns = {"seat": seat, "other_seat": self.last_seat, "pieces": written(tiles)}
        if label and self.habits.kong_labels:
            columns["label"] = label
        return self.log.add(event, **columns, **self._who(seat))

    def kong_of_discard(self, seat: int) -> Row:
        """A seat takes the discard to its three equal tiles (甲五(5))."""
        kind = self.last_tile
        self._lay(seat, EXPOSED, kind, [kind] * 4, kind)
        self._count_kong(seat)
        return self._meld_row("kong", seat, [kind] * 4, EXPOSED)

    def kong_concealed(self, kind: int) -> Row:
        """The seat whose turn it is lays four equal tiles of its hand."""
        seat = self.turn
        self._lay(seat, CONCEALED, kind, [kind] * 4, None)
        self._count_kong(seat)
        pieces = written([kind] * 4, seat in self.habits.hidden)
        label = {"label": CONCEALED} if self.habits.kong_labels else {}
        return self.log.add("kong", seat=seat, pieces=pieces, **label, **self._who(seat))

    def kong_promoted(self, kind: int) -> Row:
        """The seat whose turn it is adds the fourth tile to its open pung."""
        seat = self.turn
        self.melds[seat][self.melds[seat].index((PUNG, kind))] = (PROMOTED, kind)
        self.held[seat][kind] -= 1
        self.visible[kind] += 1
        self.melded += 1
        self._count_kong(seat)
        label = {"label": PROMOTED} if self.habits.kong_labels else {}
        return self.log.add("kong", seat=seat, pieces=written([kind] * 4), **label, **self._who(seat))

    def _count_kong(self, seat: int) -> None:
        self.kongs[seat] += 1
        self.kongs_in_turn += 1

    # What could be done.

    def wins_with(self, seat: int, kind: int) -> bool:
        """Whether a seat would win with a tile more."""
        held = self.held[seat]
        held[kind] += 1
        won = is_win(held, orphans=not self.rules.simplified)
        held[kind] -= 1
        return won

    def complete(self, seat: int) -> bool:
        """Whether the tiles of the seat whose turn it is win."""
        return is_win(self.held[seat], orphans=not self.rules.simplified)

    def winners(self, robbed: int | None = None) -> list[int]:
        """The seats that win with the last discard, or with a tile robbed from a kong just promoted, nearest first."""
        giver, kind = (self.turn, robbed) if robbed is not None else (self.last_seat, self.last_tile)
        rights = (self.table.right_of(giver, step) for step in range(1, len(self.seats)))
        return [seat for seat in rights if self.wins_with(seat, kind)]

    def seat_wind(self, seat: int) -> int:
        """Kind of a seat's wind; the dealer is East, all four places count."""
        return 27 + (seat - self.dealer) % 4

    def way(self, seat: int, taken: bool, robbed: bool) -> Way:
        """How a win of that seat at this moment comes about."""
        first = taken and not robbed and seat != self.dealer and self.last_seat == self.dealer and self.discards == 1
        return Way(
            seat_wind=self.seat_wind(seat),
            round_wind=self.round_wind,
            taken=taken,
            robbed=robbed,
            replacement=not taken and self.on_replacement,
            kongs=self.kongs[seat],
            kongs_in_turn=self.kongs_in_turn,
            left=self.tiles_left(),
            first_dealt=not taken and seat == self.dealer and not self.discards and not self.draws,
            first_discard=first,
            melded_before=self.melded > 0,
        )
