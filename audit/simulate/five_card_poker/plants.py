"""The form of a planted poker fault, and what several faults share."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from audit.simulate.five_card_poker.ending import end_hand
from audit.simulate.five_card_poker.table import Decide, Decision, Hand, Plan, Spot, TableOfPlay
from audit.simulate.rows import Row

Apply = Callable[[TableOfPlay, Hand, Random], str]
_QUIET: dict[str, Any] = {"calm": True, "exposed": False, "stacked": False, "new_deck": False}
_TAKING_PART = ("bet", "call", "raise", "check", "fold", "deal", "show", "award")
FOUR = 4
# Four players who bet little and call: every hand comes to the showdown, nobody is short, there is one pot.
CALM = Plan(**_QUIET, calling=True, players=FOUR)


def _is_checked(table: TableOfPlay, hand: Hand) -> bool:
    return bool(hand.log.find("check"))


# The hand before shows that the log carries cuts and checks: what it does not carry accuses nobody.
CUTTING = replace(CALM, cutters=2, wanted=_is_checked)


@dataclass(frozen=True)
class Plant:
    """One way to break a rule: the hand that is wanted, what is done to it, and how a finding of it is called."""

    about: str
    apply: Apply
    plan: Plan = CALM
    habits: dict[str, Any] = field(default_factory=dict)
    warm: tuple[Plan, ...] = (CUTTING,)  # the lawful hands at the table before; they show the kinds of event needed
    also: tuple[str, ...] = ()
    kind: str = "violation"


def quiet(**wanted: Any) -> Plan:
    """The plan of a calm table, besides what is wanted."""
    return replace(CALM, **wanted)


def several_pots(**wanted: Any) -> Plan:
    """A calm table where one seat has little and others much, played until there are side pots."""
    return Plan(**{**_QUIET, "players": FOUR, "stack": _uneven, "wanted": _has_side_pot, **wanted})


def _uneven(rng: Random, seat: int) -> int:
    return rng.choice((200_000, 210_000, 600_000, 900_000)) + 1_000 * rng.randrange(9)


def _has_side_pot(table: TableOfPlay, hand: Hand) -> bool:
    return any(row["number"] == 1 and " " in row["label"] for row in hand.log.find("pot"))


def decided(note: str, when: Callable[[Spot], bool], what: Callable[[Spot], Decision]) -> Decide:
    """A decision that is taken once in the hand, the first time that a spot is right; the hand keeps its note."""

    def decide(spot: Spot) -> Decision | None:
        if spot.hand.note or not when(spot):
            return None
        spot.hand.note = note
        return what(spot)

    return decide


def as_decided(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    """The fault lies in a decision or a turn of the hand; LookupError where its spot never came."""
    if not hand.note:
        raise LookupError("the spot did not come")
    return hand.note


def noted(note: str) -> Apply:
    """The fault lies in the plan or in the table's habits."""
    return lambda table, hand, rng: note


def anew(table: TableOfPlay, hand: Hand) -> None:
    """Write the hand's ending again after a fault has changed what it follows from."""
    end_hand(table, hand)


def changed(row: Row, **columns: Any) -> None:
    """Give some columns of a row other values."""
    row.update(columns)


def acts(hand: Hand, betting: int, *kinds: str) -> list[Row]:
    """The acts of a round, of some kinds; all where none is named."""
    found: list[Row] = []
    number, dealing = 0, True
    for row in hand.log.rows:
        if row["event"] == "deal":
            dealing = True
        elif row["event"] in ("bet", "call", "raise", "check", "fold"):
            number, dealing = (number + 1, False) if dealing else (number, dealing)
            if number == betting and (not kinds or row["event"] in kinds):
                found.append(row)
    return found


def deals(hand: Hand, card: int) -> list[Row]:
    """The rows that dealt everybody's first, second ... card."""
    seen: dict[int, int] = {}
    found = []
    for row in hand.log.find("deal"):
        seen[row["seat"]] = seen.get(row["seat"], 0) + 1
        if seen[row["seat"]] == card:
            found.append(row)
    return found


def some_row(rows: list[Row], rng: Random) -> Row:
    """One of some rows; LookupError where there is none."""
    if not rows:
        raise LookupError("no such row in this hand")
    return rng.choice(rows)


def seen_later(hand: Hand, row: Row, seat: int) -> bool:
    """Whether a seat has a part in the hand after a row, and so has not left the table by then."""
    later = hand.log.rows[hand.log.place(row) + 1 :]
    return any(other.get("seat") == seat and other["event"] in _TAKING_PART for other in later)


def move_money(hand: Hand, row: Row, change: int) -> None:
    """Pay more or less by an award row, and keep the counted stack in step."""
    row["amount"] += change
    hand.log.find("stack", seat=row["seat"])[-1]["amount"] += change


def set_rake(hand: Hand, amount: int) -> None:
    """Take another rake from the pot, at the winner's cost."""
    row = hand.log.one("rake", label="pot")
    move_money(hand, hand.log.one("award"), row["amount"] - amount)
    row["amount"] = amount


def unused_card(hand: Hand) -> int:
    """A card that nobody has seen."""
    gone = {card for cards in hand.cards.values() for card in cards} | {hand.burned}
    return next(card for card in range(40) if card not in gone)


def player_row(hand: Hand, seat: int, **columns: Any) -> dict[str, Any]:
    """The columns of a row of a player."""
    return {"seat": seat, "actor": "player", "person": hand.persons[seat], **columns}
