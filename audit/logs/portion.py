"""Some hands of a batch as a batch of their own."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from audit.logs.batch import Batch


def rows_of_hands(batch: Batch, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of some hands, hand by hand."""
    return ranges(batch.start[hands], batch.start[hands + 1])


def ranges(first: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """All whole numbers of some half-open ranges, one range after the other."""
    length = end - first
    before = np.cumsum(length) - length
    return np.repeat(first - before, length) + np.arange(int(length.sum()), dtype=np.int64)


def _starts(length: NDArray[np.int64]) -> NDArray[np.int64]:
    starts = np.zeros(len(length) + 1, np.int64)
    np.cumsum(length, out=starts[1:])
    return starts


def portion(batch: Batch, hands: NDArray[np.int64]) -> Batch:
    """A batch of some hands (ascending indices), with the same lists of tables and words.

    Hands that stand together are a view of the batch's arrays, others are copied. The canonical ``rows``, which only
    evidence needs, stay with the whole batch: the portion's own are empty.
    """
    if len(hands) == batch.hand_count:
        return batch
    together = len(hands) > 0 and int(hands[-1] - hands[0]) == len(hands) - 1
    first, end = batch.start[hands], batch.start[hands + 1]
    start = _starts(end - first)
    if together:
        rows: slice | NDArray[np.int64] = slice(int(first[0]), int(end[-1]))
        which: slice | NDArray[np.int64] = slice(int(hands[0]), int(hands[-1]) + 1)
        low, high = batch.pieces_start[first[0]], batch.pieces_start[end[-1]]
        pieces_start = batch.pieces_start[first[0] : end[-1] + 1] - low
        pieces = batch.pieces[low:high]
    else:
        rows = rows_of_hands(batch, hands)
        which = hands
        lowest, highest = batch.pieces_start[rows], batch.pieces_start[rows + 1]
        pieces_start = _starts(highest - lowest)
        pieces = batch.pieces[ranges(lowest, highest)]
    of_hands = batch.hand_id[which] if together else batch.hand_id.take(which)
    return replace(
        batch,
        start=start,
        gap=batch.gap[which] - first + start[:-1],
        lost_before=batch.lost_before[which],
        table=batch.table[which],
        day=batch.day[which],
        hand_id=of_hands,
        currency=batch.currency[which] if together else batch.currency.take(which),
        pieces_start=pieces_start,
        pieces=pieces,
        rows=batch.rows.slice(0, 0),
        **{name: getattr(batch, name)[rows] for name in _PER_ROW},
    )


_PER_ROW = (
    "seq", "time", "offset", "event", "seat", "actor", "person", "other_seat", "number", "amount", "payout", "fee",
    "label", "ref", "pieces_split", "source", "source_row",
)  # fmt: skip
