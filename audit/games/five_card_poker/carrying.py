"""What a table carries from hand to hand: decks and their service, who sits where and what he has."""

import numpy as np
from numpy.typing import NDArray

from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import Carry
from audit.games.game import States, TableState
from audit.logs.batch import Batch


class _Texts:
    """Texts as codes: those of a batch by their index, others by numbers beyond it."""

    def __init__(self, known: tuple[str, ...]) -> None:
        self._texts = list(known)
        self._codes = {text: code for code, text in enumerate(known)}

    def code(self, text: str) -> int:
        """The code of a text, a new one where the batch does not hold it."""
        if text not in self._codes:
            self._codes[text] = len(self._texts)
            self._texts.append(text)
        return self._codes[text]

    def text(self, code: int) -> str:
        """The text of a code."""
        return self._texts[code]


def _texts_of(batch: Batch, states: States) -> tuple[_Texts, _Texts]:
    """Persons and decks of a batch and of the states of its tables, in one numbering for loading and keeping."""
    people, decks = _Texts(batch.persons), _Texts(batch.refs)
    for key in batch.tables:
        if key in states:
            for name, text in states[key].words.items():
                (people if name.startswith("person") else decks).code(text)
    return people, decks


def load(batch: Batch, states: States) -> Carry:
    """The states of a batch's tables as arrays in the batch's numbering of persons and decks."""
    people, decks = _texts_of(batch, states)
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
    return carry


def keep(batch: Batch, states: States, carry: Carry) -> None:
    """Store the arrays as states again, with the texts that the next batch numbers anew."""
    people, decks = _texts_of(batch, states)
    for place, key in enumerate(batch.tables):
        words = {f"person {seat}": people.text(int(code)) for seat, code in enumerate(carry.people[place]) if code >= 0}
        words |= {f"deck {at}": decks.text(int(code)) for at, code in enumerate(carry.decks[place]) if code >= 0}
        states[key] = TableState(carry.values[place].copy(), words)
