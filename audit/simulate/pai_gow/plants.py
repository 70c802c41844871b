"""The form of a planted pai gow fault, and what several faults share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from audit.simulate.pai_gow.play import payouts
from audit.simulate.pai_gow.table import SEATS, Hand, Plan, Setting, TableOfPlay, right_of
from audit.simulate.rows import Row

Apply = Callable[[TableOfPlay, Hand, Random], str]
QUIET: dict[str, Any] = {"exposed": "nothing", "invalid_shake": "nothing"}
CALM = Plan(**QUIET, consent=False, house_cobank=False, player_cobank=False)
DECLINED = Plan(**QUIET, stay=False, decline=True)


@dataclass(frozen=True)
class Plant:
    """One way to break a rule: the hand that is wanted, what is done to it, and how a finding of it is called."""

    about: str
    apply: Apply
    plan: Plan = field(default_factory=lambda: Plan(**QUIET))
    habits: dict[str, Any] = field(default_factory=dict)
    warm: tuple[Plan, ...] = (
        CALM,
    )  # the lawful hands at the table before; they show the kinds of event that the rule needs
    also: tuple[str, ...] = ()
    kind: str = "violation"


def full(**wanted: Any) -> Plan:
    """A plan of a lawful hand that shows a co-bank, a bet changed and a bet moved, each in its time."""
    return Plan(**{**QUIET, "house_cobank": True, "bet_change": True, "bet_move": True, "consent": False, **wanted})


def quiet(**wanted: Any) -> Plan:
    """A plan without accidents in the deal and without invalid shakes, besides what is wanted."""
    return Plan(**{**QUIET, **wanted})


def bank_holds(table: TableOfPlay, hand: Hand) -> bool:
    """Whether the banking side can pay and take everything, so that no order of settling matters."""
    return all(abs(paid) in (0, amount) for paid, amount in _paid_and_bet(table, hand)) and _headroom(table, hand)


def _paid_and_bet(table: TableOfPlay, hand: Hand) -> list[tuple[int, int]]:
    amounts = [bet[1] for pile in range(SEATS) for bet in hand.bets.get(right_of(hand.first, pile), [])]
    return [(paid, amount) for (_, paid), amount in zip(payouts(table, hand), amounts, strict=True)]


def _headroom(table: TableOfPlay, hand: Hand) -> bool:
    """Whether twice all bets would still leave the bank standing, whatever a fault does to the results."""
    limit = hand.bank + sum(amount for _, _, amount in hand.cobanks)
    return sum(bet[1] for bets in hand.bets.values() for bet in bets) * 2 < limit


def some(hand: Hand, rng: Random, result: int | None = None) -> int:
    """A seat that bet and is not void, with a result where one is asked for; LookupError where there is none."""
    seats = [seat for seat in sorted(hand.bets) if seat not in hand.void]
    seats = [seat for seat in seats if result is None or hand.results[seat] == result]
    if not seats:
        raise LookupError("no such seat in this hand")
    return rng.choice(seats)


def with_result(result: int) -> Callable[[TableOfPlay, Hand], bool]:
    """Deals in which some seat has that result and the bank can cover everything."""
    return lambda table, hand: bank_holds(table, hand) and result in hand.results.values()


def plain_pairs(table: TableOfPlay, setting: Setting) -> bool:
    """Whether no tile of a setting could be counted in another way (art. 5(5))."""
    switched = table.ranking.switched
    return not switched[table.page, setting[0], setting[1]] and not switched[table.page, setting[2], setting[3]]


def empty_seat(hand: Hand) -> int:
    """A seat that neither bets nor banks: its pile lies unseen."""
    return next(seat for seat in range(1, SEATS + 1) if seat not in hand.bets and seat != hand.banker)


def valid_shake(hand: Hand) -> Row:
    """The row of the shake that counted."""
    return hand.log.one("shake", label="valid")


def settle_row(hand: Hand, seat: int) -> Row:
    """The first settlement of a seat."""
    return hand.log.one("settle", seat=seat)


def other_person(table: TableOfPlay, hand: Hand, seat: int) -> str:
    """A person who has bet on a seat and is not its setter, else a bystander."""
    for person, _, _ in hand.bets[seat]:
        if person != hand.setter(seat):
            return person
    return f"P{table.table_id}88"


def reorder_deal(hand: Hand, first: int) -> None:
    """Deal the same piles to the same seats, beginning at another seat."""
    deals = {row["seat"]: row for row in hand.log.find("deal")}
    behind = next(iter(deals.values()))
    anchor = hand.log.rows[hand.log.place(behind) - 1]
    for pile in range(SEATS):
        row = deals[right_of(first, pile)]
        hand.log.move_after(row, anchor)
        anchor = row
