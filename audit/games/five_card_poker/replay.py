"""The replay of five-card poker: a batch of hands in, tables of facts out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.carrying import keep, load
from audit.games.five_card_poker.facts import TABLES
from audit.games.five_card_poker.filling import Filled, room_for, stretch_for, tables_of
from audit.games.five_card_poker.hand import replay_hands
from audit.games.five_card_poker.labels import read_labels
from audit.games.five_card_poker.layout import Facts as Stretch
from audit.games.five_card_poker.layout import Hands, Log, Worth
from audit.games.five_card_poker.worth import READINGS, worth_of
from audit.games.game import Facts, States
from audit.logs.batch import Batch


def _own(column: NDArray[Any]) -> NDArray[Any]:
    """The column as one that the kernel may own: one compiled kernel serves columns of every reader."""
    return np.require(column, requirements=("C", "W"))


def _log(batch: Batch) -> Log:
    def seat(column: NDArray[np.int8]) -> NDArray[np.int8]:
        outside = (column < 0) | (column >= of.SEATS)
        return np.where(outside, np.int8(0), column) if outside.any() else _own(column)

    return Log(
        event=_own(batch.event),
        seat=seat(batch.seat),
        other_seat=seat(batch.other_seat),
        actor=_own(batch.actor),
        person=_own(batch.person),
        number=_own(batch.number),
        amount=_own(batch.amount),
        label=_own(batch.label),
        ref=_own(batch.ref),
        time=_own(batch.time),
        pieces_start=_own(batch.pieces_start),
        pieces=_own(batch.pieces),
        labels=np.array(read_labels(batch.labels), np.int16),
    )


def _hands(batch: Batch, page: NDArray[np.int64]) -> Hands:
    carried = np.zeros(batch.hand_count, np.int64)
    own = (_own(column) for column in (batch.start, batch.gap, batch.lost_before, batch.table, batch.day))
    return Hands._make((*own, page, carried))


def begun(batch: Batch, law: Law) -> tuple[Log, Hands, Stretch, Filled, Worth]:
    """What the replay of a batch starts from: its columns, its hands, facts yet unknown, and the law of its days."""
    worth, page = worth_of(law, batch.day)
    return _log(batch), _hands(batch, page), stretch_for(batch), room_for(batch), worth


class FiveCardPoker:
    """Five-card poker as the engine knows it."""

    name = "five_card_poker"
    tables = TABLES
    switches = READINGS

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables."""
        log, hands, stretch, filled, worth = begun(batch, law)
        carry, texts = load(batch, states)
        replay_hands(log, hands, carry, of.FRESH.copy(), stretch, filled, worth)
        keep(batch, states, carry, texts)
        return Facts(tables_of(filled), hands.carried)
