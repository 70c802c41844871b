"""Faults in the dealing and at the showdown: order, faces, accidents, names (arts. 2, 5, 10, 11)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from audit.pieces.notation import CARDS
from audit.simulate.five_card_poker.cards import CATEGORIES, CHINESE, DECK, RANKS, READINGS, called, claim, highest
from audit.simulate.five_card_poker.ending import winners
from audit.simulate.five_card_poker.plants import (
    CALM,
    Apply,
    Plant,
    acts,
    anew,
    as_decided,
    deals,
    decided,
    noted,
    player_row,
    quiet,
    several_pots,
    some_row,
    unused_card,
)
from audit.simulate.five_card_poker.table import Decision, Hand, TableOfPlay
from audit.simulate.rows import Row


def _two_at_once(first: bool) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        seat = hand.inside[0 if first else -1]
        one, two = hand.log.find("deal", seat=seat)[:2]
        one["pieces"] += f" {two['pieces']}"
        hand.log.drop([two])
        return f"seat {seat} got two cards at once"

    return apply


def _arranged(card: int, order: Callable[[list[Row]], list[Row]], note: str) -> Apply:
    """Deal a card in another order."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        rows = deals(hand, card)
        if len(rows) < 3:
            raise LookupError("too few seats")
        place = hand.log.place(rows[0])
        hand.log.rows[place : place + len(rows)] = order(rows)
        return note

    return apply


def _swapped(rows: list[Row]) -> list[Row]:
    return [*rows[:-2], rows[-1], rows[-2]]


def _begun_elsewhere(rows: list[Row]) -> list[Row]:
    return [*rows[1:], rows[0]]


def _clockwise(rows: list[Row]) -> list[Row]:
    return [rows[0], *rows[:0:-1]]


def _face(card: int, label: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        some_row(deals(hand, card), rng)["label"] = label
        return f"card {card} dealt {label}"

    return apply


_ONE_FOLDS = decided("a seat folds", lambda spot: spot.round == 1 and spot.opened, lambda spot: Decision("fold"))


def _to_who_is_out(card: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        seat = next(seat for seat in hand.persons if seat not in hand.inside)
        row = deals(hand, card)[-1]
        columns = {"seat": seat, "actor": "dealer", "pieces": CARDS[unused_card(hand)], "label": "up"}
        hand.log.put_after(row, "deal", **columns)
        return "a card for a seat that is out"

    return apply


def _none_left(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = acts(hand, 1)[-1]
    columns = {"seat": hand.inside[0], "actor": "dealer", "pieces": CARDS[unused_card(hand)], "label": "up"}
    hand.log.put_after(row, "deal", **columns)
    return "a further card for the only seat left"


def _no_card(card: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.drop([some_row(deals(hand, card)[1:], rng)])
        return f"a seat in got no card {card}"

    return apply


def _short_without_card(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row([row for row in deals(hand, 5) if row["seat"] in hand.short], rng)
    hand.log.drop([row])
    return f"short seat {row['seat']} got no fifth card"


def _clear_holder(hand: Hand, rng: Random) -> bool:
    """One seat shows three of a kind, which leads by every reading."""
    seat, rank = rng.choice(hand.inside), rng.randrange(RANKS)
    three = [rank, rank + RANKS, rank + 2 * RANKS]
    left = [card for card in range(DECK) if card % RANKS != rank]
    rng.shuffle(left)
    hand.burned = left.pop()
    hand.cards = {other: [left.pop() for _ in range(5)] for other in hand.inside}
    hand.cards[seat] = [three[0], left.pop(), three[1], three[2], left.pop()]
    return all(
        highest({other: claim([cards[0], *cards[2:]], reading) for other, cards in hand.cards.items()}) == [seat]
        for reading in READINGS
    )


def _shown(order: Callable[[list[Row]], list[Row]], note: str) -> Apply:
    """Turn the hole cards in another order."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        rows = hand.log.find("show")
        if len(rows) < 3:
            raise LookupError("too few seats at the showdown")
        place = hand.log.place(rows[0])
        hand.log.rows[place : place + len(rows)] = order(rows)
        return note

    return apply


def _not_shown(wins: bool) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        best = winners(hand, hand.inside)
        seat = next(seat for seat in hand.inside if (seat in best) == wins)
        hand.log.drop([hand.log.one("show", seat=seat)])
        return f"seat {seat} never showed"

    return apply


def _misnamed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row(hand.log.find("show"), rng)
    names = CATEGORIES if row["label"] in CATEGORIES else CHINESE
    right = row["label"]
    row["label"] = names[(names.index(right) + rng.randrange(1, 7)) % 10]
    return f"{right} called {row['label']}"


def _wrong_rank(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row([row for row in hand.log.find("show") if row["label"][0] == "對"], rng)
    right = called(hand.cards[row["seat"]])
    row["label"] = "對5" if right != "對5" else "對6"
    return f"{right} called {row['label']}"


def _uncovered(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    note = as_decided(table, hand, rng)
    some_row(hand.log.find("fold"), rng)["label"] = "uncovered"
    return note


def _shown_early(folded: bool) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        seats = [seat for seat in hand.persons if (seat in hand.inside) != folded]
        seat = next(iter(seats))
        row = acts(hand, 2)[-1]
        if not acts(hand, 3):
            raise LookupError("nothing of the hand is still to come")
        hand.log.put_after(row, "show", **player_row(hand, seat, pieces=CARDS[hand.cards[seat][1]]))
        return f"seat {seat} showed its hole card before the showdown"

    return apply


def _exposed_and_on(refunded: bool) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        row = some_row(deals(hand, 2), rng)
        columns = {"seat": row["seat"], "actor": "dealer", "pieces": row["pieces"]}
        shown = hand.log.put_after(row, "expose", **columns)
        if refunded:
            hand.log.put_after(shown, "refund", seat=row["seat"], actor="house", amount=hand.ante)
            anew(table, hand)
        return "an exposed hole card, and the hand went on"

    return apply


def _not_refunded(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("refund"))
    anew(table, hand)
    return "voided, and the ante stayed in the pot"


def _no_cause(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("expose"))
    hand.log.one("void")["label"] = None
    return "a hand voided without a cause"


def _misdealt(then: Apply, card: int) -> Apply:
    """A misdeal that is logged, and not put right."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        note = then(table, hand, rng)
        row = deals(hand, card)[0]
        hand.log.put_before(row, "misdeal", seat=row["seat"], actor="dealer")
        return f"{note}; logged as a misdeal and not corrected"

    return apply


_EXPOSED = replace(CALM, exposed=True)
_FOLDED = quiet(decide=_ONE_FOLDS)
_ALL_FOLD = quiet(decide=lambda spot: Decision("fold") if spot.opened else None)
_HOLDER = quiet(cards=_clear_holder)
_FIVE = replace(CALM, players=5)


def _named(names: str) -> dict[str, str]:
    return {"names": names}


def _paired(hand: Hand, rng: Random) -> bool:
    """Somebody holds one pair or two, which the house calls by its rank."""
    return any(called(cards)[0] == "對" for cards in hand.cards.values())


PLANTS: dict[str, tuple[Plant, ...]] = {
    "FP-2.4": (
        Plant("two cards at once to the first seat", _two_at_once(True)),
        Plant("two cards at once to the last seat", _two_at_once(False), _FIVE),
    ),
    "FP-10.2": (
        Plant("the first card swapped between two seats", _arranged(1, _swapped, "two first cards swapped")),
        Plant("the third card begun elsewhere", _arranged(3, _begun_elsewhere, "the third card began elsewhere")),
        Plant("the fifth card clockwise", _arranged(5, _clockwise, "the fifth card went clockwise")),
        Plant("the hole card begun elsewhere", _arranged(2, _begun_elsewhere, "the hole card began elsewhere")),
    ),
    "FP-10.3": (
        Plant("a first card face down", _face(1, "down")),
        Plant("a hole card face up", _face(2, "up")),
        Plant("a fourth card face down", _face(4, "down")),
        Plant("a fifth card face down", _face(5, "down")),
    ),
    "FP-10.12": (
        Plant("a card for a seat that is out", _to_who_is_out(3), _FOLDED),
        Plant("a card for the only seat left", _none_left, _ALL_FOLD),
        Plant("no fifth card for a seat in", _no_card(5)),
        Plant("no third card for a seat in", _no_card(3)),
        Plant("no fifth card for a short seat", _short_without_card, several_pots()),
    ),
    "FP-10.13": (
        Plant("the showdown begun elsewhere", _shown(_begun_elsewhere, "the showdown began elsewhere"), _HOLDER),
        Plant("the showdown clockwise", _shown(_clockwise, "the showdown went clockwise"), _HOLDER),
        Plant("two seats swapped at the showdown", _shown(_swapped, "two seats swapped"), _HOLDER),
    ),
    "FP-10.13b": (
        Plant("a loser never shows", _not_shown(False)),
        Plant("the winner never shows", _not_shown(True)),
    ),
    "FP-5.1": (
        Plant("a hand misnamed", _misnamed),
        Plant("a hand misnamed in Chinese", _misnamed, habits=_named("chinese")),
        Plant("a pair called by a wrong rank", _wrong_rank, quiet(cards=_paired), _named("called")),
    ),
    "FP-10.14": (
        Plant("a fold that covers nothing", _uncovered, _FOLDED),
        Plant("a hole card shown early", _shown_early(False), kind="note"),
        Plant("a folded hole card shown", _shown_early(True), _FOLDED, kind="note"),
    ),
    "FP-11.4": (
        Plant("an exposed hole card played on", _exposed_and_on(False)),
        Plant("refunded and played on", _exposed_and_on(True)),
        Plant(
            "voided and not refunded",
            _not_refunded,
            _EXPOSED,
            kind="note",
            warm=(_EXPOSED,),  # the log carries refunds
        ),
        Plant("voided without cause", _no_cause, _EXPOSED, kind="note"),
    ),
    "FP-11.5": (
        Plant("an order not corrected", _misdealt(_arranged(1, _swapped, "two first cards swapped"), 1)),
        Plant("a face not corrected", _misdealt(_face(4, "down"), 4)),
        Plant("two at once not corrected", _misdealt(_two_at_once(True), 1)),
        Plant(
            "a misdeal of which nothing is seen",
            _misdealt(noted("a misdeal"), 5),
            warm=(quiet(misdealt=True),),  # the log carries corrections
        ),
    ),
}
