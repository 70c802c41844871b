"""Where the facts of a batch are filled: a stretch of hands at a time, then column by column into the batch's own.

A hand touches some hundred columns. Those of a stretch stay in the nearest caches, while those of a batch do not, and
to wait for each was most of the work.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.columns import SMALL, WIDE, places
from audit.games.five_card_poker.facts import TABLES
from audit.games.five_card_poker.layout import Facts
from audit.games.game import FactTable
from audit.kernel import inlined_kernel
from audit.logs.batch import Batch
from audit.schema import EVENTS, Table

_EVENTS = EVENTS["five_card_poker"]
# Tables whose rows are the rows of some kinds of event, in their order.
_OF_EVENTS = {
    "cuts": ("cut",),
    "shuffles": ("shuffle",),
    "cards": ("burn", "deal", "expose", "show"),
    "deals": ("deal",),
    "antes": ("ante",),
    "buy_ins": ("buy_in",),
    "acts": ("bet", "call", "raise", "check", "fold"),
    "withdrawals": ("withdraw",),
    "refunds": ("refund",),
    "shows": ("show",),
    "pots": ("pot",),
    "awards": ("award",),
    "misdeals": ("misdeal",),
    "exposures": ("expose",),
    "voids": ("void",),
}
# Tables whose rows are no rows of the log: how many a hand may have.
_MOST = {"hands": 1, "seats": of.SEATS - 1, "streets": 5, "rounds": 4}
# Rows of the log whose facts are filled in one stretch, where no hand is longer.
_STRETCH = 2048
_PLACES = places()
_COUNTERS = {table.name: counter for counter, table in enumerate(TABLES)}


def _counters(small: bool, size: int) -> NDArray[np.int64]:
    """Of every place of an array of facts, which table it belongs to."""
    counters = np.zeros(size, np.int64)
    for name, (is_small, place) in _PLACES.items():
        if is_small == small:
            counters[place] = _COUNTERS[name.partition(".")[0]]
    return counters


_SMALL_COUNTER, _WIDE_COUNTER = _counters(True, SMALL), _counters(False, WIDE)


def _tables_of_events() -> NDArray[np.int64]:
    """[kind of event]: the counters of the two tables that its rows belong to, 0 for none."""
    tables = np.zeros((len(_EVENTS), 2), np.int64)
    for name, events in _OF_EVENTS.items():
        for event in events:
            kind = _EVENTS.index(event)
            tables[kind, 1 if tables[kind, 0] else 0] = _COUNTERS[name]
    return tables


_TABLES_OF = _tables_of_events()


class Filled(NamedTuple):
    """The facts of a batch, each column behind the other.

    ``small_from`` and ``wide_from`` say where the column of a place begins, ``rows_from`` where the keys of a table's
    rows do; ``at`` counts the rows of each table.
    """

    small: NDArray[np.int8]
    wide: NDArray[np.int64]
    row: NDArray[np.int64]
    hand: NDArray[np.int32]
    seat: NDArray[np.int8]
    small_from: NDArray[np.int64]
    wide_from: NDArray[np.int64]
    rows_from: NDArray[np.int64]
    at: NDArray[np.int64]


def _room(batch: Batch) -> NDArray[np.int64]:
    """How many rows each table may have."""
    counts = np.bincount(batch.event, minlength=len(_EVENTS)).tolist()
    room = np.zeros(of.COUNTERS, np.int64)
    for name, events in _OF_EVENTS.items():
        room[_COUNTERS[name]] = sum(counts[_EVENTS.index(event)] for event in events)
    for name, most in _MOST.items():
        room[_COUNTERS[name]] = most * batch.hand_count
    room[of.AT_SPLITS] = room[of.AT_AWARDS]
    return room


def _ends(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def room_for(batch: Batch) -> Filled:
    """Arrays for all facts of a batch."""
    room = _room(batch)
    small, wide, rows = _ends(room[_SMALL_COUNTER]), _ends(room[_WIDE_COUNTER]), _ends(room)
    return Filled(
        np.empty(small[-1], np.int8),
        np.empty(wide[-1], np.int64),
        np.empty(rows[-1], np.int64),
        np.empty(rows[-1], np.int32),
        np.empty(rows[-1], np.int8),
        small,
        wide,
        rows,
        np.zeros(of.COUNTERS, np.int64),
    )


def stretch_for(batch: Batch) -> Facts:
    """Arrays for the facts of a stretch of a batch's hands, unknown until they are filled.

    Rows of the arrays begin at odd multiples of a cache line, or the columns of a table would push one another out.
    """
    room = max(_STRETCH, int(np.diff(batch.start).max(initial=0)))
    small, wide = (room // 64 + 1 | 1) * 64, (room // 8 + 1 | 1) * 8
    return Facts(
        np.full((SMALL, small), of.UNKNOWN_SMALL, np.int8),
        np.full((WIDE, wide), of.UNKNOWN, np.int64),
        np.empty((of.COUNTERS, wide), np.int64),
        np.empty((of.COUNTERS, wide), np.int32),
        np.empty((of.COUNTERS, small), np.int8),
        np.zeros(of.COUNTERS, np.int64),
        np.zeros(of.COUNTERS, np.int64),
        room,
    )


@inlined_kernel
def note_row(facts: Facts, event: int, row: int, hand: int, seat: int) -> None:
    """Note of which row, hand and seat the facts of a row of the log will be, in each table that it belongs to."""
    for place in range(2):
        counter = _TABLES_OF[event, place]
        if counter == 0:
            return
        at = facts.noted[counter]
        facts.noted[counter] += 1
        facts.row[counter, at], facts.hand[counter, at], facts.seat[counter, at] = row, hand, seat


@inlined_kernel
def hand_over(facts: Facts, filled: Filled) -> None:
    """Append the facts of a stretch to those of the batch, and make its arrays unknown again."""
    for place in range(SMALL):
        counter = _SMALL_COUNTER[place]
        size, to = facts.at[counter], filled.small_from[place] + filled.at[counter]
        for at in range(size):
            filled.small[to + at] = facts.small[place, at]
        for at in range(size):
            facts.small[place, at] = of.UNKNOWN_SMALL
    for place in range(WIDE):
        counter = _WIDE_COUNTER[place]
        size, to = facts.at[counter], filled.wide_from[place] + filled.at[counter]
        for at in range(size):
            filled.wide[to + at] = facts.wide[place, at]
        for at in range(size):
            facts.wide[place, at] = of.UNKNOWN
    for counter in range(of.COUNTERS):
        size, to = facts.at[counter], filled.rows_from[counter] + filled.at[counter]
        for at in range(size):
            filled.row[to + at] = facts.row[counter, at]
            filled.hand[to + at] = facts.hand[counter, at]
            filled.seat[to + at] = facts.seat[counter, at]
        filled.at[counter] += size
        facts.at[counter] = facts.noted[counter] = 0


def _table(table: Table, counter: int, filled: Filled) -> FactTable:
    """One table of facts with the keys of its rows."""
    count, first = int(filled.at[counter]), int(filled.rows_from[counter])
    keys = slice(first, first + count)
    columns = {}
    for column in table.columns:
        small, place = _PLACES[f"{table.name}.{column.name}"]
        begin = int((filled.small_from if small else filled.wide_from)[place])
        columns[column.name] = (filled.small if small else filled.wide)[begin : begin + count]
    return FactTable(table, filled.hand[keys], filled.row[keys], filled.seat[keys], columns)


def tables_of(filled: Filled) -> Mapping[str, FactTable]:
    """The tables of facts as views of the arrays that were filled."""
    return {table.name: _table(table, counter, filled) for counter, table in enumerate(TABLES)}
