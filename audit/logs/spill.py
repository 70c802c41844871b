"""Rows that wait on disk while a run lasts, and come back in canonical order without ever being in memory at once."""

import heapq
import itertools
import mmap
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.logs.runs import runs_in_order

IN_MEMORY = 1_000_000  # rows that are sorted in memory
_SMALL_HEAP = 128 << 20  # bytes; the rows of a larger heap are not
PIECE = 16_384  # rows that are handed on at a time
_SORT_MEMORY = "100MB"
_RUN = 32 << 20  # bytes of long keys that are sorted at once
_RUN_PIECE = 64 << 10  # and of which so many are in memory at a time while runs are merged
_BATCH, _ROW = "place of the batch", "place in the batch"

Change = Callable[[pa.RecordBatch], pa.RecordBatch]
Keys = Callable[[], Iterator[pa.RecordBatch]]  # what is sorted by, from the first batch on


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

    def ordered(
        self, by: Sequence[str], change: Change = _as_it_is, piece: int | None = None, together: int = 0
    ) -> Iterator[pa.Table]:
        """All rows in order of some columns (texts by their bytes, null last), in pieces of so many rows.

        Only those columns are sorted, out of core where there are many rows; the rows themselves stay in the file until
        their piece is due. Batches are changed before they are sorted and handed on, all to one schema. Rows that have
        the same in the first columns, so many ``together``, mostly lie together in order of the next: they are sorted
        as one where it turns out so, and by all columns where not. ``change`` leaves these columns as they are.
        """
        parts = self._parts()
        batches = [batch for mapped in parts for batch in _batches(mapped)]
        if not batches:
            return
        names = [*by, _BATCH, _ROW]
        small = self.count <= IN_MEMORY and sum(map(len, parts)) <= _SMALL_HEAP
        sort = _sorted_in_memory if small else _sorted_out_of_core

        def keys() -> Iterator[pa.RecordBatch]:
            return _keys(parts, batches, by, change)

        found = _sorted_in_runs(parts, batches, by, together) if together else None
        for places in _pieces(found or sort(keys, names), piece or PIECE):
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


def _sorted_in_runs(
    parts: Sequence[mmap.mmap], batches: Sequence[pa.RecordBatch], by: Sequence[str], together: int
) -> Iterator[pa.Table] | None:
    """The places of rows by the order of the runs that they lie in; None where that is not their own order."""

    def told() -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch
            _give_back(parts)

    runs = runs_in_order(told(), by[:together], by[together])
    if runs is None:
        return None
    return (pa.table({_BATCH: batch, _ROW: row}) for batch, row in runs.places())


def _sorted_in_memory(keys: Keys, names: Sequence[str]) -> Iterator[pa.Table]:
    yield _sorted(list(keys()), names).select([_BATCH, _ROW])


def _sorted(keys: Sequence[pa.RecordBatch], names: Sequence[str]) -> pa.Table:
    return pa.Table.from_batches(keys).combine_chunks().sort_by([(name, "ascending") for name in names])


def _sorted_out_of_core(keys: Keys, names: Sequence[str]) -> Iterator[pa.Table]:
    import duckdb  # noqa: PLC0415  small runs never need it

    with tempfile.TemporaryDirectory(prefix="handaudit-") as folder:
        try:
            yield from _sorted_by_database(keys, names, folder)
        except duckdb.OutOfMemoryException:  # before the first row: it lets go of no long text while it sorts
            yield from _merged(keys, names, Path(folder))


def _sorted_by_database(keys: Keys, names: Sequence[str], folder: str) -> Iterator[pa.Table]:
    import duckdb  # noqa: PLC0415

    order = ", ".join(f'"{name}" ASC NULLS LAST' for name in names)
    batches = keys()
    first = next(batches)
    stream = pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    with duckdb.connect() as database:
        database.execute("SET threads = 1")  # each would have a sort of its own in memory
        database.execute(f"SET memory_limit = '{_SORT_MEMORY}'")
        quoted = folder.replace("'", "''")
        database.execute(f"SET temp_directory = '{quoted}'")
        database.register("keys", stream)
        found = database.sql(f'SELECT "{_BATCH}", "{_ROW}" FROM keys ORDER BY {order}')  # noqa: S608  our own names
        for batch in found.to_arrow_reader(PIECE):
            yield pa.Table.from_batches([batch])


def _merged(keys: Keys, names: Sequence[str], folder: Path) -> Iterator[pa.Table]:
    """The places of rows with long keys in order: runs of them are sorted in memory, and merged row by row."""
    runs: list[Path] = []
    waiting: list[pa.RecordBatch] = []
    for batch in itertools.chain(keys(), [None]):
        if waiting and (batch is None or sum(one.nbytes for one in waiting) + batch.nbytes > _RUN):
            run = _sorted(waiting, names)
            at_once = max(1, _RUN_PIECE * run.num_rows // max(1, run.nbytes))
            runs.append(folder / f"{len(runs)}.run")
            write_rows(runs[-1], run.schema, iter(run.to_batches(at_once)))
            waiting = []
        if batch is not None:
            waiting.append(batch)
    merged = heapq.merge(*map(_rows_of_run, runs))
    while places := list(itertools.islice(merged, PIECE)):
        batch_of, row_of = ([place[column] for place in places] for column in (-2, -1))
        yield pa.table({_BATCH: pa.array(batch_of, pa.int32()), _ROW: pa.array(row_of, pa.int32())})


def _rows_of_run(run: Path) -> Iterator[tuple[Any, ...]]:
    """The rows of a run so that they compare as they are sorted: code points order texts as their bytes do."""
    for batch in rows_at(run):
        columns = [column.to_pylist() for column in batch.columns]
        places = zip(*columns[-2:], strict=True)
        values = zip(*([(value is None, value) for value in column] for column in columns[:-2]), strict=True)
        yield from ((*value, *place) for value, place in zip(values, places, strict=True))


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
