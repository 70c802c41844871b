"""The course of a poker hand: a heading for every street, the cards before each betting, the pots as they grow."""

from collections.abc import Mapping, Sequence

import numpy as np

from audit.explain.citing import cited
from audit.explain.lines import DEEP, Course, Telling
from audit.explain.numbers import amount_text
from audit.explain.terminal import WIDTH, width, wrapped
from audit.explain.vocabulary import named, seat_named
from audit.games.five_card_poker.growing import GrowingPot, Seat, TableAfter, table_after
from audit.games.game import Facts, States
from audit.logs import Batch
from audit.pieces.notation import piece_text
from audit.rulebook.values import money_text, seats_text
from audit.schema import EVENTS, unknown

_GAME = "five_card_poker"
_ACTS = ("bet", "call", "raise", "check", "fold")
_MOVES_CHIPS = (*_ACTS, "ante", "return", "refund", "withdraw", "void", "leave")
_PAYS = ("pot", "rake", "award")
_POTS_ARTICLE, _CARDS_ARTICLE = "art. 11(a)", "art. 10"


def course_of(telling: Telling, batch: Batch, hand: int, facts: Facts, states: States) -> Course | None:
    """The course of a hand of five-card poker; None for another game, whose rows speak for themselves.

    ``states`` are those of the batch's tables before its first hand.
    """
    return _Streets(telling, batch, hand, facts, states) if batch.game == _GAME else None


def headings(batch: Batch, hand: int, facts: Facts) -> dict[int, str]:
    """The rows with which a street begins, and the word of its heading; a street that cannot be told has none."""
    found: dict[int, str] = {}
    for table, fact, word in (("deals", "card", "card"), ("acts", "round", "round")):
        rows, numbers = facts.tables[table].row, facts.tables[table].columns[fact]
        own = (facts.tables[table].hand == hand) & (numbers != unknown(numbers.dtype))
        for number in np.unique(numbers[own]).tolist():
            found[int(rows[own][numbers[own] == number].min())] = f"{word}_{number}"
    events = _events(batch, hand)
    last = max((row for row, event in events.items() if event in ("deal", *_ACTS)), default=-1)
    for word, kinds in (("showdown", ("show",)), ("paid", _PAYS)):
        row = next((row for row, event in events.items() if row > last >= 0 and event in kinds), None)
        if row is not None:
            found[row] = word
    return found


def _events(batch: Batch, hand: int) -> dict[int, str]:
    names = EVENTS[_GAME]
    return {row: names[batch.event[row]] for row in range(int(batch.start[hand]), int(batch.start[hand + 1]))}


class _Streets:
    """The lines between the rows of one hand."""

    def __init__(self, telling: Telling, batch: Batch, hand: int, facts: Facts, states: States) -> None:
        self.telling, self.words = telling, telling.words
        self.currency = batch.currency[hand].as_py() or ""
        self.headings = headings(batch, hand, facts)
        events = _events(batch, hand)
        moves = [row for row, event in events.items() if event in _MOVES_CHIPS]
        starts = [row - 1 for row, word in self.headings.items() if word.startswith("round")]
        law = telling.book.law(batch.game)
        self.tables = table_after(batch, hand, sorted({*moves, *starts}), states, law)
        self.grown = _changes({row: self.tables[row] for row in moves}, events)

    def before(self, row: int) -> Sequence[str]:
        """The heading of the street that begins with a row; before a betting round also the cards of who is in."""
        word = self.headings.get(row)
        if word is None:
            return []
        name = self.words[word]
        lines = ["", f"── {name} {'─' * (WIDTH - width(name) - 4)}"]
        if word.startswith("round"):
            for seat in self.tables[row - 1].seats:
                lines += self._cards(seat)
        return lines

    def after(self, row: int) -> Sequence[str]:
        """The pots after a row that changed one of them."""
        lines: list[str] = []
        for number, pot in enumerate(self.grown.get(row, ())):
            lines += self._pot(number, pot)
        return lines

    def _cards(self, seat: Seat) -> list[str]:
        up = " ".join(piece_text(_GAME, code) for code in seat.up)
        lang = self.telling.lang
        text = named(seat_named(_GAME, seat.seat, lang), f"{self.words['up']} {up}", lang)
        if seat.hole is not None:
            text += f"  {self.words['hole']} {piece_text(_GAME, seat.hole)}"
        if seat.short:
            text += f"  ({self.words['short']})"
        return wrapped(f"{DEEP}{text}  [{cited(_CARDS_ARTICLE, lang)}]", DEEP + "  ")

    def _pot(self, number: int, pot: GrowingPot) -> list[str]:
        name = self.words["side_pot"].format(number=number) if number else self.words["main_pot"]
        amount = f"{amount_text(money_text(pot.amount), self.telling.lang)} {self.currency}".rstrip()
        text = f"{named(name, amount, self.telling.lang)}  {self.words['entitled']} {seats_text(pot.seats)}"
        return wrapped(f"{DEEP}{text}  [{cited(_POTS_ARTICLE, self.telling.lang)}]", DEEP + "  ")


def _changes(tables: Mapping[int, TableAfter], events: Mapping[int, str]) -> dict[int, tuple[GrowingPot, ...]]:
    """The pots after the rows that changed them; of antes in a row, after the last."""
    found: dict[int, tuple[GrowingPot, ...]] = {}
    last: tuple[GrowingPot, ...] = ()
    for row, table in tables.items():
        more_to_come = events[row] == "ante" and events.get(row + 1) == "ante"
        if table.pots != last and not more_to_come:
            found[row] = last = table.pots
    return found
