"""A batch: whole hands of one game as columns of codes, the only form in which a log reaches a replay."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


class TableKey(NamedTuple):
    """A gaming table: the casino's id and the table's id in it."""

    casino: str
    table_id: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Whole hands of one game; the hands of a table stand in time order, the rows of a hand in seq order.

    Per hand (H of them): ``start`` has H + 1 entries, rows ``start[h]:start[h + 1]`` are hand h. ``gap`` is the
    first row of the batch from which on something of the hand is missing (a rejected row, a gap in seq, no end):
    rows before it are all that happened up to there, rows from it on may lack their context; it is
    ``start[h + 1]`` where the hand is whole. ``lost_before`` is true where between the hand before at that table and
    this one another may have been played of which no row could be read. ``table`` indexes ``tables``; ``day`` counts
    days since 1970-01-01.

    Per row (N of them): ``event`` is an index into ``schema.EVENTS[game]``, ``actor`` into ``schema.ACTORS``,
    ``seat`` and ``other_seat`` are 0 where the log has none. ``person``, ``label`` and ``ref`` index their lists, -1
    where empty. ``time`` is UTC milliseconds, ``offset`` minutes. ``number`` is ``schema.NULL_32`` where empty;
    ``amount``, ``payout``, ``fee`` are minor units, ``schema.NULL`` where empty. ``pieces`` are codes of
    ``audit.pieces.notation``; those of row r are ``pieces[pieces_start[r]:pieces_start[r + 1]]``, ``pieces_split[r]``
    counts those before the bar (-1: no bar). ``rows`` are the canonical rows, made as they are taken.
    """

    game: str
    tables: tuple[TableKey, ...]
    start: NDArray[np.int64]
    gap: NDArray[np.int64]
    lost_before: NDArray[np.bool_]
    table: NDArray[np.int32]
    day: NDArray[np.int32]
    hand_id: pa.Array
    currency: pa.Array
    seq: NDArray[np.int32]
    time: NDArray[np.int64]
    offset: NDArray[np.int16]
    event: NDArray[np.int8]
    seat: NDArray[np.int8]
    actor: NDArray[np.int8]
    person: NDArray[np.int32]
    other_seat: NDArray[np.int8]
    number: NDArray[np.int32]
    amount: NDArray[np.int64]
    payout: NDArray[np.int64]
    fee: NDArray[np.int64]
    label: NDArray[np.int32]
    ref: NDArray[np.int32]
    pieces_start: NDArray[np.int64]
    pieces: NDArray[np.int8]
    pieces_split: NDArray[np.int8]
    source: NDArray[np.int32]
    source_row: NDArray[np.int64]
    persons: tuple[str, ...]
    labels: tuple[str, ...]
    refs: tuple[str, ...]
    rows: pa.Table

    @property
    def hand_count(self) -> int:
        """How many hands the batch holds."""
        return len(self.table)

    @property
    def row_count(self) -> int:
        """How many rows the batch holds."""
        return len(self.event)
