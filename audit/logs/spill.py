"""Rows that wait on disk while a run lasts, and come back in canonical order without ever being in memory at once."""

import itertools
import mmap
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

IN_MEMORY = 100_000  # rows that are sorted in memory in any case
_SMALL_HEAP = 128 << 20  # bytes: of such a heap ten times as many rows are
PIECE = 16_384  # rows that are handed on at a time
_SORT_MEMORY = "150MB"
_BATCH, _ROW = "place of the batch", "place in the batch"

Change = Callable[[pa.RecordBatch], pa.RecordBatch]


def _as_it_is(batch: pa.RecordBatch) -> pa.RecordBatch:
    return batch


def write_rows(path: Path, schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> None:
    """Write rows to a file in the form of a heap."""
    with path.open("wb") as file, pa.ipc.new_stream(file, schema) as writer:
        for batch in batches:
            writer.write(batch)


def rows_at(path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file in the form of a heap."""
    with path.open("rb") as file:
        yield from pa.ipc.open_stream(file)


class Spill:
    """An unordered heap of rows of one schema in a file; workers may add to it at the same time.

    Without a path the file has no name, and goes with the process.
    """

    def __init__(self, path: Path | None, schema: pa.Schema) -> None:
        self.schema = schema
        self.count = 0
        self._path = path
        self._lock = threading.Lock()
        self._others: list[IO[bytes]] = []
        self._open()

    def _open(self) -> None:
        self._file: IO[bytes] = self._path.open("w+b") if self._path else tempfile.TemporaryFile()  # noqa: SIM115
        self._writer: pa.ipc.RecordBatchStreamWriter | None = pa.ipc.new_stream(self._file, self.schema)
        self.count = 0

    def add(self, rows: pa.RecordBatch | pa.Table) -> None:
        """Put rows on the heap."""
        if not rows.num_rows:
            return
        with self._lock:
            if self._writer is None:
                raise ValueError("the heap has been read; nothing can be added any more")
            self._writer.write(rows)
            self.count += rows.num_rows

    def adopt(self, path: Path) -> None:
        """Take the file of another heap as a part of this one; it may lose its name and its folder then."""
        with self._lock:
            self._others.append(path.open("rb"))
            self.count += sum(batch.num_rows for batch in _batches(_mapped(self._others[-1])))

    def forget(self) -> None:
        """Throw away what lies there and begin anew."""
        with self._lock:
            self._end()
            self._close()
            self._open()

    def _close(self) -> None:
        for file in (self._file, *self._others):
            file.close()
        self._others = []

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._file.flush()

    def discard(self) -> None:
        """Close the heap and remove its file."""
        self._end()
        self._close()
        if self._path:
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Have the file hold all that lies there; nothing can be added any more."""
        self._end()

    def unordered(self) -> Iterator[pa.RecordBatch]:
        """What lies there, in no order; nothing can be added any more."""
        for mapped in self._parts():
            yield from _batches(mapped)

    def _parts(self) -> list[mmap.mmap]:
        """The files of the heap; nothing can be added any more."""
        self._end()
        return [_mapped(file) for file in (self._file, *self._others)]

    def rows_within(self, size: int) -> int:
        """How many rows of the heap, of their mean length, so many bytes hold: from one to ``PIECE``."""
        whole = sum(len(mapped) for mapped in self._parts())
        return max(1, min(PIECE, size * self.count // max(1, whole)))

    def ordered(self, by: Sequence[str], change: Change = _as_it_is, piece: int | None = None) -> Iterator[pa.Table]:
        """All rows in order of some columns (texts by their bytes, null last), in pieces of so many rows.

        Only those columns are sorted, out of core where there are many rows; the rows themselves stay in the file until
        their piece is due. Batches are changed before they are sorted and handed on, all to one schema.
        """
        parts = self._parts()
        batches = [batch for mapped in parts for batch in _batches(mapped)]
        if not batches:
            return
        names = [*by, _BATCH, _ROW]
        small = sum(map(len, parts)) <= _SMALL_HEAP
        sort = _sorted_in_memory if self.count <= (10 if small else 1) * IN_MEMORY else _sorted_out_of_core
        for places in _pieces(sort(_keys(parts, batches, by, change), names), piece or PIECE):
            rows = _gathered(batches, places[_BATCH].to_numpy(), places[_ROW].to_numpy())
            yield pa.Table.from_batches([change(rows)])
            _give_back(parts)


def _mapped(file: IO[bytes]) -> mmap.mmap:
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _batches(mapped: mmap.mmap) -> Iterator[pa.RecordBatch]:
    yield from pa.ipc.open_stream(pa.py_buffer(mapped))


def _give_back(parts: Sequence[mmap.mmap]) -> None:
    """Let go of memory that files lie in: what has been handed on need not stay, what is needed is read again."""
    for mapped in parts:
        mapped.madvise(mmap.MADV_DONTNEED)


def _keys(
    parts: Sequence[mmap.mmap], batches: Sequence[pa.RecordBatch], by: Sequence[str], change: Change
) -> Iterator[pa.RecordBatch]:
    for number, batch in enumerate(batches):
        yield _keyed(change(batch).select(list(by)), number)
        _give_back(parts)


def _keyed(keys: pa.RecordBatch, number: int) -> pa.RecordBatch:
    """The keys of a batch of the heap, each with its place there."""
    size = keys.num_rows
    places = [pa.array(np.full(size, number, np.int32)), pa.array(np.arange(size, dtype=np.int32))]
    return pa.RecordBatch.from_arrays([*keys.columns, *places], [*keys.schema.names, _BATCH, _ROW])


def _sorted_in_memory(keys: Iterator[pa.RecordBatch], names: Sequence[str]) -> Iterator[pa.Table]:
    table = pa.Table.from_batches(list(keys)).combine_chunks()
    yield table.sort_by([(name, "ascending") for name in names]).select([_BATCH, _ROW])


def _sorted_out_of_core(keys: Iterator[pa.RecordBatch], names: Sequence[str]) -> Iterator[pa.Table]:
    import duckdb  # noqa: PLC0415  small runs never need it

    order = ", ".join(f'"{name}" ASC NULLS LAST' for name in names)
    first = next(keys)
    stream = pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], keys))
    with tempfile.TemporaryDirectory(prefix="handaudit-") as folder, duckdb.connect() as database:
        database.execute("SET threads = 1")  # each would have a sort of its own in memory
        database.execute(f"SET memory_limit = '{_SORT_MEMORY}'")
        quoted = folder.replace("'", "''")
        database.execute(f"SET temp_directory = '{quoted}'")
        database.register("keys", stream)
        found = database.sql(f'SELECT "{_BATCH}", "{_ROW}" FROM keys ORDER BY {order}')  # noqa: S608  our own names
        for batch in found.to_arrow_reader(PIECE):
            yield pa.Table.from_batches([batch])


def _gathered(batches: Sequence[pa.RecordBatch], batch: NDArray[np.int32], row: NDArray[np.int32]) -> pa.RecordBatch:
    """The rows at some places, in their order."""
    order = np.argsort(batch, kind="stable")
    edge = np.flatnonzero(np.diff(batch[order])) + 1
    parts = [batches[batch[places[0]]].take(pa.array(row[places])) for places in np.split(order, edge)]
    together = pa.Table.from_batches(parts).combine_chunks().to_batches()[0]
    if (order[1:] > order[:-1]).all():
        return together
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return together.take(pa.array(back))


def _pieces(tables: Iterator[pa.Table], piece: int) -> Iterator[pa.Table]:
    """The same rows in pieces of so many, whatever pieces they came in: so that files do not depend on the way."""
    waiting: list[pa.Table] = []
    size = 0
    for table in tables:
        waiting.append(table)
        size += table.num_rows
        while size >= piece:
            whole = pa.concat_tables(waiting)
            yield whole.slice(0, piece).combine_chunks()
            waiting = [whole.slice(piece)]
            size -= piece
    if size:
        yield pa.concat_tables(waiting).combine_chunks()
