"""Faults of the data of whole hands: a gap in seq, no start or end, two currencies, a clock that runs back."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs.columns import Rows
from audit.schema import EVENTS


class HandFault(NamedTuple):
    """One kind of fault in the hands of a batch, at most once a hand.

    ``shown`` are the rows that show it, in order; ``opens_gap`` says that from there on the hand may lack something;
    ``yields_to_rejects`` that it is no news where a row of the hand has been rejected.
    """

    code: str
    shown: NDArray[np.int64]
    opens_gap: bool = True
    yields_to_rejects: bool = False


def hand_of(rows: NDArray[np.int64], start: NDArray[np.int64]) -> NDArray[np.int64]:
    """The hands that rows lie in."""
    return np.searchsorted(start, rows, side="right") - 1


def _first_of_hand(mask: NDArray[np.bool_], start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of the marked rows, the first of every hand."""
    rows = np.flatnonzero(mask)
    hand = hand_of(rows, start)
    new = np.ones(len(rows), np.bool_)
    new[1:] = hand[1:] != hand[:-1]
    return rows[new]


def hand_faults(game: str, rows: Rows, start: NDArray[np.int64]) -> Iterator[HandFault]:
    """The faults of hands of one game; ``start`` has an entry a hand and one more, seq rises within a hand."""
    for fault in (*_order_faults(game, rows, start), *_money_and_clock(rows, start)):
        if len(fault.shown):
            yield fault


def _order_faults(game: str, rows: Rows, start: NDArray[np.int64]) -> Iterator[HandFault]:
    """Hands that lack rows, or have rows outside their start and end."""
    seq, event, first = rows["seq"], rows["event"], start[:-1]
    broken = np.zeros(len(rows), np.bool_)
    broken[1:] = seq[1:] != seq[:-1] + 1
    broken[first] = seq[first] != 1
    yield HandFault("LOG-seq-gap", _first_of_hand(broken, start), yields_to_rejects=True)
    begins, ends = event == EVENTS[game].index("hand_start"), event == EVENTS[game].index("hand_end")
    headless = first[~begins[first] & (seq[first] == 1)]
    yield HandFault("LOG-hand-without-start", headless, yields_to_rejects=True)
    begins[first] = False
    yield HandFault("LOG-hand-started-twice", _first_of_hand(begins, start))
    after = np.zeros(len(rows), np.bool_)
    after[1:] = ends[:-1]
    after[first] = False
    yield HandFault("LOG-rows-after-end", _first_of_hand(after, start))
    ended = np.logical_or.reduceat(ends, first)
    yield HandFault("LOG-hand-without-end", start[1:][~ended] - 1, yields_to_rejects=True)


def _money_and_clock(rows: Rows, start: NDArray[np.int64]) -> Iterator[HandFault]:
    """Hands in two currencies, and hands whose clock runs against their seq."""
    currency, time = rows["currency"], rows["time"]
    own = np.repeat(hand_currency(rows, start), np.diff(start))
    yield HandFault("LOG-two-currencies", _first_of_hand((currency >= 0) & (currency != own), start))
    back = np.zeros(len(rows), np.bool_)
    back[1:] = time[1:] < time[:-1]
    back[start[:-1]] = False
    yield HandFault("LOG-time-backwards", _first_of_hand(back, start), opens_gap=False)


def hand_currency(rows: Rows, start: NDArray[np.int64]) -> NDArray[np.int16]:
    """The currency of every hand: that of its first row that has one, -1 where none has."""
    currency: NDArray[np.int16] = rows["currency"]
    own = currency[start[:-1]].copy()
    for hand in np.flatnonzero(own < 0).tolist():
        given = currency[start[hand] : start[hand + 1]]
        named = np.flatnonzero(given >= 0)
        if len(named):
            own[hand] = given[named[0]]
    return own
