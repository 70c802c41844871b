"""What a table carries from hand to hand: decks and their service, who sits where and what he has."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import Carry, Hand
from audit.games.game import States, TableState
from audit.kernel import inlined_kernel
from audit.logs.batch import Batch
from audit.schema import NULL_32

# One text of each for the states of all tables.
_PERSONS = tuple(f"person {seat}" for seat in range(of.SEATS))
_DECKS = tuple(f"deck {at}" for at in range(of.DECKS))


class _Texts:
    """Texts as codes: those of a batch by their index, others by numbers beyond it."""

    def __init__(self, known: tuple[str, ...]) -> None:
        self._known = known
        self._more: list[str] = []

    @cached_property
    def _codes(self) -> dict[str, int]:
        return dict(zip(self._known, range(len(self._known)), strict=True))

    def code(self, text: str) -> int:
        """The code of a text, a new one where the batch does not hold it."""
        if text not in self._codes:
            self._codes[text] = len(self._known) + len(self._more)
            self._more.append(text)
        return self._codes[text]

    def text(self, code: int) -> str:
        """The text of a code."""
        return self._known[code] if code < len(self._known) else self._more[code - len(self._known)]


class Texts(NamedTuple):
    """Persons and decks of a batch and of the states of its tables, in one numbering for loading and keeping."""

    people: _Texts
    decks: _Texts


def load(batch: Batch, states: States) -> tuple[Carry, Texts]:
    """The states of a batch's tables as arrays in the batch's numbering of persons and decks."""
    people, decks = texts = Texts(_Texts(batch.persons), _Texts(batch.refs))
    values = np.zeros((len(batch.tables), of.CARRY_FIELDS), np.int64)
    values[:, of.CARRY_ANTE] = of.UNKNOWN
    values[:, of.CARRY_STACK :] = of.UNKNOWN
    carry = Carry(
        values,
        np.full((len(batch.tables), of.SEATS), -1, np.int32),
        np.full((len(batch.tables), of.DECKS), -1, np.int32),
    )
    for place, key in enumerate(batch.tables):
        if key not in states:
            continue
        values[place] = states[key].values
        for name, text in states[key].words.items():
            kind, number = name.split()
            codes: NDArray[np.int32] = (carry.people if kind == "person" else carry.decks)[place]
            codes[int(number)] = people.code(text) if kind == "person" else decks.code(text)
    return carry, texts


def keep(batch: Batch, states: States, carry: Carry, texts: Texts) -> None:
    """Store the arrays as states again, with the texts that the next batch numbers anew."""
    people, decks = texts
    for place, key in enumerate(batch.tables):
        seated = zip(_PERSONS, carry.people[place].tolist(), strict=True)
        served = zip(_DECKS, carry.decks[place].tolist(), strict=True)
        words = {name: people.text(code) for name, code in seated if code >= 0}
        words |= {name: decks.text(code) for name, code in served if code >= 0}
        states[key] = TableState(carry.values[place].copy(), words)


@inlined_kernel
def lose_hands(carry: Carry, hand: Hand, day: int) -> None:
    """Hands before this one are not in the logs: who sat down or left in them, and what anybody has, is unknown."""
    values, table = carry.values, hand[of.TABLE]
    hand[of.CONTINUOUS] = 0
    values[table, of.CARRY_STACK : of.CARRY_STACK + of.SEATS] = of.UNKNOWN
    values[table, of.CARRY_MISSING] = day


@inlined_kernel
def begin_hand(carry: Carry, hand: Hand, day: int, lost_before: bool) -> None:
    """Learn how many hands the table has shown, and forget what a hand lost before this one may have changed."""
    values, table = carry.values, hand[of.TABLE]
    hand[of.HANDS_BEFORE] = values[table, of.CARRY_HANDS]
    if values[table, of.CARRY_MISSING] != day:
        values[table, of.CARRY_MISSING] = of.UNKNOWN
    if lost_before:
        lose_hands(carry, hand, day)
        values[table, of.CARRY_ANTE] = of.UNKNOWN
        # Every count from here on is only the least that the deck served.
        values[table, of.CARRY_DECK_SEEN : of.CARRY_DECK_SEEN + of.DECKS] = 0


@inlined_kernel
def serve_deck(carry: Carry, hand: Hand, ref: int, number: int, day: int) -> None:
    """Count the hand to its deck, and learn whether it is the deck's first (art. 2); ``ref`` is -1 without a start."""
    table = hand[of.TABLE]
    values = carry.values
    if ref < 0:
        # A hand of an unknown deck: every count from here on is only the least that the deck served.
        values[table, of.CARRY_DECK_SEEN : of.CARRY_DECK_SEEN + of.DECKS] = 0
        if number != NULL_32:
            hand[of.DECK_NUMBER], hand[of.FIRST_OF_DECK] = number, number == 1
        return
    at = -1
    for deck in range(of.DECKS):
        if carry.decks[table, deck] == ref:
            at = deck
    known = at >= 0
    last = values[table, of.CARRY_DECK_NUMBER + at] if known else 0
    if hand[of.HANDS_BEFORE] > 0 and number != NULL_32 and (last > 0 or not known) and number != last + 1:
        lose_hands(carry, hand, day)
    if not known:
        at = values[table, of.CARRY_DECK_AT] % of.DECKS
        values[table, of.CARRY_DECK_AT] += 1
        carry.decks[table, at] = ref
        values[table, of.CARRY_DECK_COUNT + at] = 0
        values[table, of.CARRY_DECK_SEEN + at] = number == 1
        values[table, of.CARRY_DECK_NUMBER + at] = 0
    values[table, of.CARRY_DECK_COUNT + at] += 1
    hand[of.DECK_COUNTED] = values[table, of.CARRY_DECK_COUNT + at]
    hand[of.DECK_FIRST_SEEN] = values[table, of.CARRY_DECK_SEEN + at]
    if number != NULL_32:
        hand[of.DECK_NUMBER] = number
        values[table, of.CARRY_DECK_NUMBER + at] = number
        hand[of.FIRST_OF_DECK] = number == 1 and not known
        if number == 1 and known:
            hand[of.FIRST_OF_DECK] = of.UNKNOWN_SMALL
    elif known:
        hand[of.FIRST_OF_DECK] = 0
    elif hand[of.HANDS_BEFORE] > 0 and hand[of.CONTINUOUS]:
        hand[of.FIRST_OF_DECK] = 1
