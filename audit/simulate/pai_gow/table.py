"""One pai gow table at play: hands as the regulation (96/85/M) wants them, with everything that a log can carry."""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from audit.games.pai_gow.ranking import SPLITS, Ranking, pair_winner
from audit.pieces.notation import DOMINO_COPIES, DOMINOES
from audit.simulate.rows import HandLog

SEATS = 8
SET_OF_TILES = tuple(kind for kind, copies in enumerate(DOMINO_COPIES) for _ in range(copies))
RESULTS = {1: "win", 0: "push", -1: "lose"}
RATE = 500  # basis points, art. 4(2); what the law says of a day is held in the rules, not here

Setting = tuple[int, int, int, int]  # kinds, front pair first


def right_of(seat: int, steps: int = 1) -> int:
    """The seat so many places to the right, that is counter-clockwise, of another."""
    return (seat - 1 + steps) % SEATS + 1


def notation(setting: Setting) -> str:
    """A setting as the log writes it: front, bar, rear."""
    a, b, c, d = (DOMINOES[kind] for kind in setting)
    return f"{a} {b} | {c} {d}"


@dataclass(frozen=True)
class Habits:
    """What one table's terminal writes of a hand, and how it names pairs."""

    shuffle: bool = True
    declare: bool = True
    open: bool = True
    arrange: bool = True
    compare: bool = True
    banker_settle: bool = True
    touch: bool = True
    names: str = "row"  # row | points | name | none
    round_up: bool = False  # commission to the cent, up or down: both are lawful
    losers_first: bool = False  # the order of settling where the bank is too small: both are listed readings


@dataclass(frozen=True)
class Plan:
    """What shall happen in a hand; None leaves it to chance. All but ``fault`` is lawful."""

    piggyback: bool | None = None
    house_cobank: bool | None = None
    player_cobank: bool | None = None
    invalid_shake: str | None = None
    exposed: str | None = None  # one | seat | banker | nothing
    dispute: bool | None = None
    small_bank: bool | None = None
    decline: bool | None = None
    bet_change: bool | None = None
    bet_move: bool | None = None  # the first bet is put on an empty seat and moved to its own
    stay: bool | None = None  # the banker keeps the bank for another hand of his turn
    consent: bool | None = None
    replace: bool | None = None  # the set of tiles is replaced before the hand
    seats: int | None = None
    cutters: int | None = None
    deal: Callable[["TableOfPlay", "Hand"], bool] | None = None  # deal again until the tiles satisfy this
    fault: str | None = None  # not lawful: bank-skips | decline-skips | decline-to-stranger | bank-lowered


@dataclass
class Hand:
    """One hand as it was played: the log and the state that a planted fault wants to know."""

    log: HandLog
    banker: int
    bank: int = 0
    bets: dict[int, list[tuple[str, int, str]]] = field(default_factory=dict)  # seat: person, amount, label
    cobanks: list[tuple[str, int, int]] = field(default_factory=list)  # actor, seat, amount
    first: int = 0
    tiles: dict[int, list[int]] = field(default_factory=dict)
    settings: dict[int, Setting] = field(default_factory=dict)
    winners: dict[int, tuple[int, int]] = field(default_factory=dict)  # seat: front, rear (1 player, 2 banker)
    results: dict[int, int] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)
    void_deal: bool = False
    turn_hand: int = 1

    def setter(self, seat: int) -> str:
        """The person with the highest bet of a seat, who sets its tiles (art. 7(1))."""
        return max(self.bets[seat], key=lambda bet: bet[1])[0]


@dataclass
class TableOfPlay:
    """A table with its turn at the bank, its players, its habits, and the memory of its last hand."""

    rng: Random
    ranking: Ranking
    names: Mapping[int, str]  # row of Table 2: its name
    casino: str
    table_id: str
    day: datetime.date
    currency: str = "HKD"
    habits: Habits = field(default_factory=Habits)
    banker: int = 0
    turn_hand: int = 0
    last_bank: int = 0
    side_win: int = 0  # the banking side's net win of the last hand
    side_stake: int = 0
    last_bettors: set[int] = field(default_factory=set)
    last_void: bool = False
    set_number: int = 1
    page: int = 1

    def strength(self, a: int, b: int) -> int:
        """Strength of a pair of kinds, higher is better."""
        return int(self.ranking.strength[self.page, a, b])

    def take_the_bank(self, hand: Hand, plan: Plan) -> None:
        """Begin the hand: whose turn it is to bank, and with how much (art. 4(1), 4(3), 4(4), 4(9))."""
        rng, log = self.rng, hand.log
        start = log.add("hand_start", ref=f"S{self.set_number}")
        if rng.random() < 0.01 if plan.replace is None else plan.replace:
            self.set_number += 1
            start["ref"] = f"S{self.set_number}"
            log.add("replace_set", ref=start["ref"], actor="house")
        stays = self.banker and (self.turn_hand < 2 or self.last_void)
        if stays and plan.stay is not None:
            stays = plan.stay
        elif stays and not self.last_void:
            stays = rng.random() < 0.8
        consents = bool(self.banker) and self.turn_hand == 2 and not self.last_void
        consents = consents and (rng.random() < 0.1 if plan.consent is None else plan.consent)
        if self.turn_hand == 3 and plan.stay is not False:
            stays = True
        if stays or consents:
            if consents:
                log.add("consent", label="unanimous")
            self.turn_hand += 0 if self.last_void else 1
        else:
            self._pass_the_bank(log, plan)
            self.turn_hand = 1
        start["seat"] = hand.banker = self.banker
        hand.turn_hand = self.turn_hand
        hand.bank = self._bank_amount(plan)
        log.add("bank", seat=self.banker, actor="banker", person=self.person(self.banker), amount=hand.bank)

    def _pass_the_bank(self, log: HandLog, plan: Plan) -> None:
        if not self.banker:
            self.banker = self.rng.randrange(1, SEATS + 1)
            return
        bettors = [seat for step in range(1, SEATS) if (seat := right_of(self.banker, step)) in self.last_bettors]
        declines = len(bettors) > 1 and (self.rng.random() < 0.15 if plan.decline is None else plan.decline)
        if not bettors:
            self.banker = right_of(self.banker)
            return
        before = self.banker
        if declines:
            log.add("decline", seat=bettors[0], actor="player", person=self.person(bettors[0]))
        self.banker = bettors[1] if declines else bettors[0]
        if plan.fault in {"decline-skips", "bank-skips"}:
            self.banker = bettors[2]
        elif plan.fault == "decline-to-stranger":
            farther = [right_of(before, step) for step in range((bettors[0] - before) % SEATS + 1, SEATS)]
            self.banker = next(seat for seat in farther if seat not in self.last_bettors)

    def _bank_amount(self, plan: Plan) -> int:
        """In a turn's second hand at least the first bank and its share of the win, less commission (art. 4(9))."""
        fresh = self.rng.randrange(20, 200) * 100_000
        if plan.small_bank:
            fresh = self.rng.randrange(20, 120) * 10_000
        if self.turn_hand < 2:
            return fresh
        share = self.side_win * self.last_bank // self.side_stake if self.side_win > 0 and self.side_stake else 0
        least = self.last_bank + share
        if plan.fault == "bank-lowered":
            return least - 100
        return least + self.rng.choice((0, 0, 100_000))

    def person(self, seat: int) -> str:
        """The person who plays a seat of this table."""
        return f"P{self.table_id}{seat:02d}"

    def bet(self, hand: Hand, plan: Plan) -> None:
        """Shuffle, co-bank and bet, all before the shake (art. 1(1), 3, 4(6), 7(1))."""
        rng, log = self.rng, hand.log
        count = plan.seats or rng.choice((3, 4, 5, 6, 7, 7))
        others = [seat for seat in range(1, SEATS + 1) if seat != hand.banker]
        seats = sorted(rng.sample(others, count))
        if self.habits.shuffle:
            log.add("shuffle", actor="dealer", label="down", wait=20)
        if rng.random() < 0.2 if plan.house_cobank is None else plan.house_cobank:
            self._cobank(hand, "house", 0)
        for seat in seats:
            amount = rng.randrange(1, 60) * 10_000 + rng.choice((0, 0, 0, 1, 1_230))
            changed = rng.random() < 0.03 if plan.bet_change is None else plan.bet_change
            person = self.person(seat)
            self._put(hand, seat, amount, moved=bool(plan.bet_move) and seat == seats[0])
            if changed:
                amount += 5_000
                log.add("bet_change", seat=seat, actor="player", person=person, amount=amount)
            hand.bets[seat] = [(person, amount, "own")]
        if rng.random() < 0.1 if plan.player_cobank is None else plan.player_cobank:
            self._cobank(hand, "player", rng.choice(seats))
        cobanker = {seat for actor, seat, _ in hand.cobanks if actor == "player"}
        if rng.random() < 0.2 if plan.piggyback is None else plan.piggyback:
            seat = rng.choice([seat for seat in seats if seat not in cobanker])
            amount = rng.randrange(1, 80) * 10_000 + 2_500
            person = f"P{self.table_id}9{rng.randrange(10)}"
            log.add("bet", seat=seat, actor="player", person=person, amount=amount, label="piggyback")
            hand.bets[seat].append((person, amount, "piggyback"))

    def _put(self, hand: Hand, seat: int, amount: int, *, moved: bool) -> None:
        """Put a bet on a seat, at once or by way of the seat to its right."""
        bettor = {"actor": "player", "person": self.person(seat)}
        hand.log.add("bet", seat=right_of(seat) if moved else seat, amount=amount, label="own", **bettor)
        if moved:
            hand.log.add("bet_move", seat=right_of(seat), other_seat=seat, **bettor)

    def _cobank(self, hand: Hand, actor: str, seat: int) -> None:
        amount = self.rng.randrange(5, 50) * 100_000
        columns = {"seat": seat, "person": self.person(seat)} if seat else {}
        hand.log.add("cobank", actor=actor, amount=amount, **columns)
        hand.cobanks.append((actor, seat, amount))

    def cut_and_shake(self, hand: Hand, plan: Plan) -> None:
        """Cut by hand, declare the dealing, shake until it counts (art. 2(1), 4(4), 1(2), 1(5))."""
        rng, log = self.rng, hand.log
        cutters = rng.choice((0, 1, 2)) if plan.cutters is None else plan.cutters
        for seat in rng.sample(sorted(hand.bets), min(cutters, len(hand.bets))):
            log.add("cut", seat=seat, actor="player", person=self.person(seat), label="one_hand")
        log.add("cut", seat=hand.banker, actor="banker", person=self.person(hand.banker), label="one_hand")
        if self.habits.declare:
            log.add("declare", seat=hand.banker, actor="banker", person=self.person(hand.banker), label="8x4")
        invalid = plan.invalid_shake or (rng.choice(("cocked", "stacked", "out")) if rng.random() < 0.05 else None)
        banker = {"seat": hand.banker, "actor": "banker", "person": self.person(hand.banker)}
        if invalid and invalid != "nothing":
            log.add("shake", label=invalid, **banker)
        dice = [rng.randrange(1, 7) for _ in range(4)]
        log.add("shake", label="valid", pieces=" ".join(map(str, dice)), number=sum(dice), **banker)
        hand.first = right_of(hand.banker, sum(dice) - 1)

    def deal(self, hand: Hand) -> None:
        """Give eight piles of four, counter-clockwise from the seat that the dice point to (art. 1(2), 1(4))."""
        tiles = list(SET_OF_TILES)
        self.rng.shuffle(tiles)
        hand.tiles = {right_of(hand.first, pile): tiles[4 * pile : 4 * pile + 4] for pile in range(SEATS)}

    def set_all(self, hand: Hand) -> None:
        """Every seat in play splits its tiles, the lower pair in front (art. 5); mostly well, at times anyhow."""
        hand.settings, hand.winners, hand.results = {}, {}, {}
        for seat in (*hand.bets, hand.banker):
            hand.settings[seat] = self._setting(hand.tiles[seat])
        for seat in hand.bets:
            hand.winners[seat] = self.compared(hand.settings[seat], hand.settings[hand.banker])
            hand.results[seat] = self.result(hand.winners[seat])

    def splits(self, tiles: list[int]) -> list[Setting]:
        """The three ways to split four tiles into a front and a rear pair, the lower pair in front."""
        ways = []
        for a, b, c, d in SPLITS.tolist():
            pairs = sorted(((tiles[a], tiles[b]), (tiles[c], tiles[d])), key=lambda pair: self.strength(*pair))
            ways.append((*pairs[0], *pairs[1]))
        return ways

    def _setting(self, tiles: list[int]) -> Setting:
        ways = self.splits(tiles)
        if self.rng.random() < 0.1:
            return self.rng.choice(ways)
        return max(ways, key=lambda way: self.strength(*way[:2]) * 3 + self.strength(*way[2:]))

    def compared(self, player: Setting, banker: Setting) -> tuple[int, int]:
        """Who wins front and rear: 1 the player, 2 the banker (art. 6(1), 6(2))."""
        zero = self.ranking.zero
        fronts_zero = bool(zero[self.page, player[0], player[1]] and zero[self.page, banker[0], banker[1]])
        front = pair_winner(self.strength(*player[:2]), self.strength(*banker[:2]), fronts_zero)
        return front, pair_winner(self.strength(*player[2:]), self.strength(*banker[2:]), False)

    @staticmethod
    def result(winners: tuple[int, int]) -> int:
        """1 won, 0 pushed, -1 lost, from who won front and rear (art. 6(3), 6(4))."""
        return {2: 1, 3: 0, 4: -1}[sum(winners)]

    def remember(self, hand: Hand) -> None:
        """Keep what the next hand needs: bank, banking side's stake and win, bettors."""
        self.last_bank, self.last_void = hand.bank, hand.void_deal
        self.side_stake = hand.bank + sum(amount for _, _, amount in hand.cobanks)
        self.last_bettors = set(hand.bets)
        if hand.void_deal:
            self.side_win = 0
