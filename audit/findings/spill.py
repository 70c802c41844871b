"""Rows that wait on disk while a run lasts, and come back in canonical order without ever being in memory at once."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

IN_MEMORY = 100_000  # rows; more are sorted out of core
PIECE = 16_384  # rows that are handed on at a time


class Spill:
    """An unordered heap of rows of one schema in a file; workers may add to it at the same time."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.schema = schema
        self.count = 0
        self._path = path
        self._lock = threading.Lock()
        self._open()

    def _open(self) -> None:
        self._stream = pa.OSFile(str(self._path), "wb")
        self._writer = pa.ipc.new_stream(self._stream, self.schema)
        self.count = 0

    def add(self, rows: pa.RecordBatch | pa.Table) -> None:
        """Put rows on the heap."""
        if not rows.num_rows:
            return
        with self._lock:
            self._writer.write(rows)
            self.count += rows.num_rows

    def forget(self) -> None:
        """Throw away what lies there and begin anew."""
        with self._lock:
            self._close()
            self._open()

    def _close(self) -> None:
        if not self._stream.closed:
            self._writer.close()
            self._stream.close()

    def discard(self) -> None:
        """Close the heap and remove its file."""
        self._close()
        self._path.unlink(missing_ok=True)

    def unordered(self) -> Iterator[pa.RecordBatch]:
        """What lies there, in no order; nothing can be added any more."""
        self._close()
        with pa.memory_map(str(self._path)) as source, pa.ipc.open_stream(source) as reader:
            yield from reader

    def ordered(self, by: Sequence[str]) -> Iterator[pa.Table]:
        """All rows in order of some columns (texts by their bytes, null last), in pieces of ``PIECE`` rows."""
        self._close()
        if self.count <= IN_MEMORY:
            with pa.memory_map(str(self._path)) as source, pa.ipc.open_stream(source) as reader:
                table = reader.read_all().combine_chunks()
            table = table.sort_by([(name, "ascending") for name in by])
            yield from _pieces(iter([table]))
        else:
            yield from _pieces(self._out_of_core(by))

    def _out_of_core(self, by: Sequence[str]) -> Iterator[pa.Table]:
        import duckdb  # noqa: PLC0415  small runs never need it

        keys = ", ".join(f'"{name}" ASC NULLS LAST' for name in by)
        with pa.memory_map(str(self._path)) as source, pa.ipc.open_stream(source) as heap, duckdb.connect() as database:
            database.execute("SET memory_limit = '400MB'")
            database.execute(f"SET temp_directory = '{str(self._path).replace(chr(39), chr(39) * 2)}.sort'")
            database.register("heap", heap)
            found = database.sql(f"SELECT * FROM heap ORDER BY {keys}")  # noqa: S608  names of our own columns
            for batch in found.to_arrow_reader(PIECE):
                yield pa.Table.from_batches([batch]).cast(self.schema)


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
