"""Runs of rows of one hand that lie together: where they begin, and the order of the runs as wholes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

_MOST = 32 << 20  # bytes of the keys of runs that are sorted in memory
_AT_ONCE = 1024  # runs whose rows are told at a time


class Runs(NamedTuple):
    """Runs in their order: the number of the batch of each, its first row there, and how many rows it has."""

    batch: NDArray[np.int32]
    first: NDArray[np.int32]
    length: NDArray[np.int32]

    def places(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """The batch and the row of every row of the runs, in their order, in pieces."""
        for start in range(0, len(self.batch), _AT_ONCE):
            batch, first, length = (column[start : start + _AT_ONCE] for column in self)
            skipped = np.cumsum(length) - length
            within = np.arange(int(length.sum()), dtype=np.int32) - np.repeat(skipped, length).astype(np.int32)
            yield np.repeat(batch, length), np.repeat(first, length) + within


def run_begins(rows: pa.RecordBatch | pa.Table, names: Sequence[str]) -> NDArray[np.int64]:
    """The first row of every run of rows that have the same in some columns; what is missing is like nothing."""
    change = np.zeros(rows.num_rows, np.bool_)
    change[:1] = True
    for name in names:
        column = rows[name]
        if isinstance(column, pa.ChunkedArray):
            column = column.combine_chunks()
        other = pc.not_equal(column.slice(1), column.slice(0, max(0, len(column) - 1))).fill_null(True)
        change[1:] |= other.to_numpy(zero_copy_only=False)
    return np.flatnonzero(change)


def runs_in_order(batches: Iterable[pa.RecordBatch], by: Sequence[str], within: str) -> Runs | None:
    """The runs of rows that have the same in the columns ``by``, in order of these, where that orders the rows too.

    None where it does not (a run that is not in strict order of the column ``within``, or the same values in two runs),
    and where the runs are too many to be sorted in memory.
    """
    keys: list[pa.RecordBatch] = []
    size = 0
    for number, batch in enumerate(batches):
        begins = run_begins(batch, by)
        if not _rises(batch[within], begins) or any(batch[name].null_count for name in by):
            return None
        places = np.full(len(begins), number), begins, np.diff(begins, append=batch.num_rows)
        key = batch.select(list(by)).take(pa.array(begins))
        columns = [*key.columns, *(pa.array(place.astype(np.int32)) for place in places)]
        keys.append(pa.RecordBatch.from_arrays(columns, [*by, *Runs._fields]))
        size += keys[-1].nbytes
        if size > _MOST:
            return None
    runs = pa.Table.from_batches(keys).combine_chunks().sort_by([(name, "ascending") for name in by])
    if len(run_begins(runs, by)) < runs.num_rows:
        return None
    return Runs(*(runs[name].to_numpy() for name in Runs._fields))


def _rises(column: pa.Array, begins: NDArray[np.int64]) -> bool:
    """Whether numbers grow from row to row, except where a run begins."""
    if column.null_count:
        return False
    rises = np.diff(column.to_numpy()) > 0
    rises[begins[1:] - 1] = True
    return bool(rises.all())
