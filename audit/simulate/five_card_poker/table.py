"""One table of five-card poker: who sits there with what, its decks, its habits, and the hand under way."""

import datetime
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from audit.simulate.five_card_poker.cards import Reading
from audit.simulate.rows import HandLog, Row

SEATS = 8
DECK_SERVES = 10  # hands, art. 2; what the law says of a day is held in the rules, not here
RATE = 400  # basis points, art. 9


@dataclass(frozen=True)
class Level:
    """The amounts that go with an ante, in minor units (art. 6, 8)."""

    buy_in: int
    least_stack: int
    first_rake: int
    chip: int  # bets are multiples of it


LEVELS = {2_000: Level(200_000, 50_000, 2_000, 1_000), 10_000: Level(500_000, 100_000, 10_000, 5_000)}


def right_of(seat: int, steps: int = 1) -> int:
    """The seat so many places to the right, that is counter-clockwise, of another."""
    return (seat - 1 + steps) % SEATS + 1


def around(seats: set[int] | list[int], first: int) -> list[int]:
    """Seats counter-clockwise, from ``first`` on where it is one of them."""
    return sorted(seats, key=lambda seat: (seat - first) % SEATS)


@dataclass(frozen=True)
class Habits:
    """What one table plays and what its terminal writes; every way is lawful."""

    ante: int = 2_000
    fewest: int = 3
    most: int = 6
    ante_in_start: bool = True
    buy_ins: bool = True
    stacks: bool = True  # counted before the antes and after the awards
    shuffle_always: bool = True
    burn_seen: bool = True
    cut_behind_burn: bool = False
    decks: int = 1  # in turn
    first_number: int = 1  # where the first deck stands when the log begins
    box: bool = True
    names: str = "english"  # english | chinese | called | none
    show_all: bool = False
    returns: bool = True  # an uncalled wager is given back, else it is won with the pot
    rake_by_pot: bool = False
    rake_antes: bool = True
    rake_less_first: bool = False
    round_up: bool = False
    remainder_to_one: bool = False
    changes_ante: int = 0  # after so many hands the house plays for the other ante
    rake_before_pots: bool = False
    reading: Reading = field(default_factory=Reading)


@dataclass(slots=True)
class Spot:
    """A decision to be taken: whose, in which round, and what he may do; amounts in minor units."""

    table: "TableOfPlay"
    hand: "Hand"
    round: int
    seat: int
    opened: bool
    to_call: int
    least: int  # the least that a raise must add
    may_raise: bool
    checked: bool
    able: list[int]  # seats in with chips, this one included


@dataclass(slots=True)
class Decision:
    """What a seat does: a word of the log, and the chips that it puts in."""

    kind: str
    amount: int = 0
    label: str | None = None
    wait: int = 0


Decide = Callable[[Spot], Decision | None]
Turn = Callable[["TableOfPlay", "Hand", int, list[int]], int | None]


@dataclass(frozen=True)
class Plan:
    """What shall happen in a hand; None leaves it to chance. All but what ``decide`` and ``turn`` do is lawful."""

    players: int | None = None
    calm: bool = False  # no accidents, nobody comes, leaves or runs out of time
    calling: bool = False  # small bets that everybody calls
    stack: Callable[[Random, int], int] | None = None  # what a seat that sits down has
    new_deck: bool | None = None
    served: int | None = None  # hands that the deck had served before
    cutters: int | None = None
    exposed: bool | None = None
    misdealt: bool = False  # the last seat's first card goes astray, and that is put right
    stacked: bool | None = None  # equal or rare hands
    decide: Decide | None = None
    turn: Turn | None = None  # the seat that speaks instead of those that may: table, hand, round, lawful seats
    cards: Callable[["Hand", Random], bool] | None = None  # deal again until it says yes; it may change hand.cards
    wanted: Callable[["TableOfPlay", "Hand"], bool] | None = None  # play again until the hand is so


@dataclass(slots=True)
class Player:
    """Somebody at a seat."""

    person: str
    stack: int
    counted: bool = False  # the log has shown what he has


@dataclass(slots=True)
class Deck:
    """A deck in use."""

    ref: str
    served: int = 0


@dataclass
class Hand:
    """One hand as it was played: the log and the state that a planted fault wants to know."""

    log: HandLog
    ante: int
    persons: dict[int, str] = field(default_factory=dict)  # by seat, in seat order
    start: dict[int, int] = field(default_factory=dict)  # stack before the ante
    stack: dict[int, int] = field(default_factory=dict)
    cards: dict[int, list[int]] = field(default_factory=dict)  # up, hole, up, up, up
    burned: int = 0
    street: int = 0  # cards that everybody has
    inside: list[int] = field(default_factory=list)
    short: set[int] = field(default_factory=set)
    opener: int = 0  # who had the first word in the last round
    played: bool = False  # somebody acted in the last round
    rounds: int = 0  # the last round in which somebody acted
    pot: int = 0
    leaving: set[int] = field(default_factory=set)
    ending: list[Row] = field(default_factory=list)  # the rows from the showdown on
    note: str = ""

    def up(self, seat: int) -> list[int]:
        """The seat's up cards so far."""
        cards = self.cards[seat]
        return [cards[0], *cards[2 : self.street]]

    def pay(self, seat: int, amount: int) -> None:
        """Move chips from a seat to the pot."""
        self.stack[seat] -= amount
        self.pot += amount
        if self.stack[seat] <= 0:
            self.short.add(seat)

    def leave_play(self, seat: int) -> None:
        """The seat is out of the hand."""
        self.inside.remove(seat)


@dataclass
class TableOfPlay:
    """A table with its players, decks and habits, and what it remembers from hand to hand."""

    rng: Random
    casino: str
    table_id: str
    day: datetime.date
    currency: str = "HKD"
    habits: Habits = field(default_factory=Habits)
    players: dict[int, Player] = field(default_factory=dict)
    decks: list[Deck] = field(default_factory=list)
    hands: int = 0
    names: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    deck_names: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def level(self) -> Level:
        """The amounts of the table's ante."""
        return LEVELS.get(self.habits.ante, LEVELS[2_000])

    def new_person(self) -> str:
        """Somebody whom the table has not seen."""
        return f"P{self.table_id}{next(self.names):02d}"

    def _bought(self, seat: int, plan: Plan) -> int:
        if plan.stack is not None:
            return plan.stack(self.rng, seat)
        least = self.level.buy_in
        return least * self.rng.choice((1, 1, 1, 2, 2, 3, 5)) + self.level.chip * self.rng.randrange(20)

    def seat_players(self, hand: Hand, plan: Plan) -> None:
        """Who plays: some come, some sit out, and who has too little tops up (art. 3, 6)."""
        rng, log, fresh = self.rng, hand.log, not self.players
        if not plan.calm and not fresh and rng.random() < 0.01:
            self._change_seat()
        while len(self.players) < (plan.players or self.habits.fewest) or (fresh and rng.random() < 0.7):
            self._sit_down(plan)
            if len(self.players) >= (plan.players or self.habits.most):
                break
        if not plan.calm and len(self.players) < self.habits.most and rng.random() < 0.06:
            self._sit_down(plan)
        seats = sorted(self.players)
        if not plan.calm and len(seats) > 2 and rng.random() < 0.06:
            seats.remove(rng.choice(seats))
        for seat in seats:
            player = self.players[seat]
            if not player.counted:
                if self.habits.buy_ins:
                    log.add("buy_in", seat=seat, actor="player", person=player.person, amount=player.stack)
                player.counted = True
            else:
                self._top_up(hand, seat, player, plan)
            hand.persons[seat] = player.person
            hand.start[seat] = hand.stack[seat] = player.stack
        hand.inside = seats

    def _sit_down(self, plan: Plan) -> None:
        free = [seat for seat in range(1, SEATS + 1) if seat not in self.players]
        seat = self.rng.choice(free)
        self.players[seat] = Player(self.new_person(), self._bought(seat, plan))

    def _change_seat(self) -> None:
        """Between hands a player may move."""
        free = [seat for seat in range(1, SEATS + 1) if seat not in self.players]
        self.players[self.rng.choice(free)] = self.players.pop(self.rng.choice(sorted(self.players)))

    def change_ante(self) -> None:
        """At some tables the house plays for the other ante from time to time."""
        every = self.habits.changes_ante
        if every and self.hands and self.hands % every == 0:
            self.habits = replace(self.habits, ante=sum(LEVELS) - self.habits.ante)

    def _top_up(self, hand: Hand, seat: int, player: Player, plan: Plan) -> None:
        """Below the least stack at least the least buy-in must be there again; above it anybody may add."""
        must = player.stack < self.level.least_stack
        if not must and (plan.calm or self.rng.random() > 0.01):
            return
        added = max(self.level.buy_in - player.stack, 0) + self.level.chip * self.rng.randrange(1 if not must else 0, 9)
        bought = self.habits.buy_ins and must and self.rng.random() < 0.2
        columns = {"seat": seat, "actor": "player", "person": player.person, "amount": added}
        hand.log.add("buy_in" if bought else "top_up", **columns)
        player.stack += added

    def take_deck(self, plan: Plan) -> Deck:
        """The deck of the hand: each in its turn, none for an eleventh hand (art. 2)."""
        place = self.hands % self.habits.decks
        if not self.hands:
            self.decks = [self._new_deck() for _ in range(self.habits.decks)]
            self.decks[0].served = self.habits.first_number - 1
        deck = self.decks[place]
        new = plan.new_deck if plan.new_deck is not None else self.rng.random() < 0.03
        if self.hands and (new or deck.served >= DECK_SERVES) and plan.served is None:
            deck = self.decks[place] = self._new_deck()
        if plan.served is not None:
            deck.served = plan.served
        deck.served += 1
        self.hands += 1
        return deck

    def _new_deck(self) -> Deck:
        return Deck(f"D{self.table_id}-{next(self.deck_names)}")

    def remember(self, hand: Hand) -> None:
        """Keep what everybody has, and let go who leaves."""
        for seat, stack in hand.stack.items():
            self.players[seat].stack = stack
        for seat in hand.leaving:
            del self.players[seat]
