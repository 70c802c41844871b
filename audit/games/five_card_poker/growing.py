"""What lies on the table as a hand goes on: its pots, who may win each, and the cards of the seats that are in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.carrying import load
from audit.games.five_card_poker.hand import replay_hands
from audit.games.five_card_poker.labels import ALL_IN
from audit.games.five_card_poker.layout import Carry, Hands
from audit.games.five_card_poker.replay import begun
from audit.games.game import States
from audit.logs.batch import Batch

_UP_CARDS = 4


@dataclass(frozen=True)
class GrowingPot:
    """A pot: its amount in minor units, and bit s for every seat s that may still win it."""

    amount: int
    seats: int


@dataclass(frozen=True)
class Seat:
    """A seat that is in: its up cards in the order dealt, its hole card (codes, -1 unknown), whether it is short."""

    seat: int
    up: tuple[int, ...]
    hole: int | None
    short: bool


@dataclass(frozen=True)
class TableAfter:
    """The table after a row: the main pot and the side pots, none where the log does not tell, and the seats in."""

    pots: tuple[GrowingPot, ...]
    seats: tuple[Seat, ...]


def table_after(batch: Batch, hand: int, rows: Iterable[int], states: States, law: Law) -> Mapping[int, TableAfter]:
    """The table after each of some rows of a hand, by the replay of the hand up to there.

    ``states`` are those of the batch's tables before its first hand; they are only read.
    """
    log, hands, stretch, filled, worth = begun(batch, law)
    carry, _ = load(batch, states)
    if hand:
        earlier = Hands._make((hands.start[: hand + 1], *(column[:hand] for column in hands[1:])))
        replay_hands(log, earlier, carry, of.FRESH.copy(), stretch, filled, worth)
    start, gap = int(batch.start[hand]), int(batch.gap[hand])
    for row in range(start, int(batch.start[hand + 1])):  # what the whole hand carries, its first rows carry too
        carry.values[hands.table[hand], of.CARRY_KINDS] |= 1 << int(batch.event[row])
        if batch.label[row] >= 0:
            carry.values[hands.table[hand], of.CARRY_KINDS] |= 1 << of.ANY_LABEL
        if of.BET <= batch.event[row] <= of.RAISE and log.labels[of.LABEL_WORD, log.label[row]] == ALL_IN:
            carry.values[hands.table[hand], of.CARRY_KINDS] |= 1 << of.AN_ALL_IN + int(batch.event[row]) - of.BET
    found = {}
    for row in rows:
        end = row + 1
        so_far = Hands(
            np.array([start, end], np.int64),
            np.array([gap if gap < end else end + 1], np.int64),
            hands.lost_before[hand : hand + 1].copy(),
            hands.table[hand : hand + 1].copy(),
            hands.day[hand : hand + 1].copy(),
            hands.page[hand : hand + 1].copy(),
            np.zeros(1, np.int64),
        )
        filled.at[:] = 0
        state = of.FRESH.copy()
        before = Carry(carry.values.copy(), carry.people.copy(), carry.decks.copy())
        replay_hands(log, so_far, before, state, stretch, filled, worth)
        found[row] = TableAfter(_pots(state), tuple(_seats(state)))
    return found


def _pots(state: NDArray[np.int64]) -> tuple[GrowingPot, ...]:
    if not (state[of.WHOLE] and state[of.MONEY_KNOWN] and state[of.POTS_KNOWN]):
        return ()
    return tuple(
        GrowingPot(int(state[of.POT_SIZE + place]), int(state[of.POT_ELIGIBLE + place]))
        for place in range(int(state[of.POT_COUNT]))
    )


def _seats(state: NDArray[np.int64]) -> Iterable[Seat]:
    inside = int(state[of.PLAYS] & ~state[of.OUT])
    for seat in range(1, of.SEATS):
        if inside >> seat & 1:
            cards = state[of.CARDS + of.A_SEATS_CARDS * seat :][: of.A_SEATS_CARDS].tolist()
            up = max(0, min(int(state[of.STREET]) - 1, _UP_CARDS)) or int(state[of.STREET] == 1)
            hole = cards[of.HOLE] if state[of.STREET] > 1 else None
            yield Seat(seat, tuple(cards[:up]), hole, bool(state[of.SHORT] >> seat & 1))
