"""Rows that wait on disk while a run lasts, and come back in canonical order without ever being in memory at once."""

import contextlib
import mmap
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO

import pyarrow as pa

IN_MEMORY = 100_000  # rows; more are sorted out of core
PIECE = 16_384  # rows that are handed on at a time

Change = Callable[[pa.RecordBatch], pa.RecordBatch]


def _as_it_is(batch: pa.RecordBatch) -> pa.RecordBatch:
    return batch


class Spill:
    """An unordered heap of rows of one schema in a file; workers may add to it at the same time.

    Without a path the file has no name, and goes with the process.
    """

    def __init__(self, path: Path | None, schema: pa.Schema) -> None:
        self.schema = schema
        self.count = 0
        self._path = path
        self._lock = threading.Lock()
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

    def forget(self) -> None:
        """Throw away what lies there and begin anew."""
        with self._lock:
            self._end()
            self._file.close()
            self._open()

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._file.flush()

    def discard(self) -> None:
        """Close the heap and remove its file."""
        self._end()
        self._file.close()
        if self._path:
            self._path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _reader(self) -> Iterator[pa.ipc.RecordBatchStreamReader]:
        self._end()
        mapped = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        with pa.ipc.open_stream(pa.py_buffer(mapped)) as reader:
            yield reader

    def unordered(self) -> Iterator[pa.RecordBatch]:
        """What lies there, in no order; nothing can be added any more."""
        with self._reader() as reader:
            yield from reader

    def ordered(self, by: Sequence[str], change: Change = _as_it_is) -> Iterator[pa.Table]:
        """All rows in order of some columns (texts by their bytes, null last), in pieces of ``PIECE`` rows.

        Each batch is changed on its way from the heap to the sort, all to one schema.
        """
        if self.count <= IN_MEMORY:
            with self._reader() as reader:
                table = pa.Table.from_batches([change(batch) for batch in reader], self._changed(change))
            table = table.combine_chunks().sort_by([(name, "ascending") for name in by])
            yield from _pieces(iter([table]))
        else:
            yield from _pieces(self._out_of_core(by, change))

    def _changed(self, change: Change) -> pa.Schema:
        return change(pa.RecordBatch.from_pylist([], self.schema)).schema

    def _out_of_core(self, by: Sequence[str], change: Change) -> Iterator[pa.Table]:
        import duckdb  # noqa: PLC0415  small runs never need it

        keys = ", ".join(f'"{name}" ASC NULLS LAST' for name in by)
        schema = self._changed(change)
        near = self._path.parent if self._path else None
        with (
            tempfile.TemporaryDirectory(prefix=".sort-", dir=near) as folder,
            self._reader() as reader,
            duckdb.connect() as database,
        ):
            database.execute("SET memory_limit = '400MB'")
            database.execute(f"SET temp_directory = '{folder.replace(chr(39), chr(39) * 2)}'")
            database.register("heap", pa.RecordBatchReader.from_batches(schema, (change(batch) for batch in reader)))
            found = database.sql(f"SELECT * FROM heap ORDER BY {keys}")  # noqa: S608  names of our own columns
            for batch in found.to_arrow_reader(PIECE):
                yield pa.Table.from_batches([batch]).cast(schema)


def _pieces(tables: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """The same rows in pieces of ``PIECE``, whatever pieces they came in: so that files do not depend on the way."""
    waiting: list[pa.Table] = []
    size = 0
    for table in tables:
        waiting.append(table)
        size += table.num_rows
        while size >= PIECE:
            whole = pa.concat_tables(waiting)
            yield whole.slice(0, PIECE).combine_chunks()
            waiting = [whole.slice(PIECE)]
            size -= PIECE
    if size:
        yield pa.concat_tables(waiting).combine_chunks()
