"""Parquet to chunks: only the needed columns, words as dictionaries, types checked before any row is read."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from audit.errors import Fault, LogError, Place
from audit.logs.account import Ledger, Piece
from audit.logs.columns import Chunk
from audit.logs.parquet_chunks import MONEY, WORDS, WordLists, chunk_of
from audit.logs.parquet_footer import names_encrypted_columns, undictionaried
from audit.logs.parquet_numbers import ParquetNumbers, read_alike
from audit.logs.sources import Source, check_names
from audit.schema import LOG_COLUMNS

LONG = 100_000  # rows of a file that is worth the loading of a second library


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _fits(name: str, kind: pa.DataType) -> bool:
    """Whether a Parquet column of that type can be read exactly as the log's column; a column of nulls always can."""
    if pa.types.is_null(kind):
        return True
    if name in WORDS:
        return _is_text(kind)
    if name == "gaming_day":
        return bool(pa.types.is_date(kind))
    if name == "time":
        return bool(pa.types.is_timestamp(kind) and kind.tz is not None)
    if name in MONEY:
        return bool(pa.types.is_decimal(kind) or pa.types.is_integer(kind))
    return bool(pa.types.is_integer(kind))


def check_schema(source: Source, schema: pa.Schema) -> tuple[tuple[str, str], ...]:
    """Notes on the columns of a file; LogError where a needed one is missing, repeated or of a wrong type."""

    def refuse(found: str, mend: str) -> LogError:
        return LogError(Fault(Place(source.name), found, mend))

    names = list(schema.names)
    notes = check_names(source, names)
    known = {column.name: column for column in LOG_COLUMNS}
    for name in names:
        if name in known and not _fits(name, schema.field(name).type):
            raise refuse(
                f"LOG-column-type: column {name} is {schema.field(name).type}",
                f"write it as {known[name].arrow}" + (" (exact, never a float)" if name in MONEY else ""),
            )
    return notes


def first_parquet_time(source: Source) -> int:
    """The first time of the first row group, UTC milliseconds, 0 where it is not told; LogError where it is no log."""
    try:
        if names_encrypted_columns(Path(source.path)):
            raise LogError(
                Fault(Place(source.name), "LOG-corrupt: columns of the file are encrypted", "send it in plain")
            )
        with pq.ParquetFile(source.path) as file:
            check_schema(source, file.schema_arrow)
            if not file.metadata.num_row_groups:
                return 0
            group = file.metadata.row_group(0)
            for column in (group.column(place) for place in range(group.num_columns)):
                if column.path_in_schema == "time" and column.statistics is not None and column.statistics.has_min_max:
                    return _told_time(column.statistics)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise corrupt(source, error) from error
    return 0


def _told_time(statistics: pq.Statistics) -> int:
    """The least time that a footer tells, 0 where it is none: it only orders files, and may say anything."""
    try:
        return int(pa.scalar(statistics.min, pa.timestamp("ns", "UTC")).value) // 1_000_000
    except (pa.ArrowException, ValueError, OverflowError, TypeError):
        return 0


def read_parquet(
    source: Source, number: int, batch_rows: int, ledger: Ledger, threads: int
) -> Generator[Piece, None, None]:
    """The rows of a Parquet file in chunks; LogError where the file is corrupt."""
    try:
        file = _open(source)
        ledger.notes[number].update(check_schema(source, file.schema))
        plain = undictionaried(source, file.metadata, file.texts)
        reading = _Reading(source, number, file, plain, batch_rows, threads)
        if file.metadata.num_rows >= LONG:
            for chunk in reading.chunks_of_both():
                yield Piece((), chunk)
        for chunk in reading.chunks():
            yield Piece((), chunk)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # names of columns may be any bytes
        raise corrupt(source, error) from error


class _File(NamedTuple):
    """What the footer of a file tells, and the columns that are read, among them those of texts."""

    schema: pa.Schema
    metadata: pq.FileMetaData
    columns: list[str]
    texts: list[str]


def _open(source: Source) -> _File:
    with pq.ParquetFile(source.path) as file:
        schema, metadata = file.schema_arrow, file.metadata
    columns = [column.name for column in LOG_COLUMNS if column.name in schema.names]
    texts = [name for name in WORDS if name in columns and not pa.types.is_null(schema.field(name).type)]
    return _File(schema, metadata, columns, texts)


class _Reading:
    """One reading of a file, as far as it has gone."""

    def __init__(
        self, source: Source, number: int, file: _File, plain: set[str], batch_rows: int, threads: int
    ) -> None:
        self._source, self._number, self._file = source, number, file
        self._words = [name for name in file.texts if name not in plain]
        self._batch_rows, self._threads = batch_rows, threads
        self._lists, self._done = WordLists(), 0

    def _batches(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """The rows of some columns from the first that is not done on, by Arrow's reader."""
        at = 0
        metadata = self._file.metadata
        with pq.ParquetFile(
            self._source.path, metadata=metadata, read_dictionary=self._words, pre_buffer=False
        ) as file:
            for stride in _strides(metadata, self._batch_rows):
                if at + stride.rows <= self._done:
                    at += stride.rows
                    continue
                for batch in file.iter_batches(
                    stride.piece, row_groups=stride.groups, columns=columns, use_threads=self._threads > 1
                ):
                    fresh = batch.slice(max(0, self._done - at))
                    at += batch.num_rows
                    if fresh.num_rows:
                        yield fresh

    def _chunk(self, batch: pa.RecordBatch) -> Chunk:
        chunk = chunk_of(self._number, batch, self._done, self._lists)
        self._done += len(chunk)
        return chunk

    def chunks(self) -> Generator[Chunk, None, None]:
        """What is left of the file, by Arrow's reader."""
        if self._done < self._file.metadata.num_rows:
            yield from (self._chunk(batch) for batch in self._batches(self._file.columns))

    def chunks_of_both(self) -> Generator[Chunk, None, None]:
        """The file up to where the numbers are refused by the faster library; words by Arrow's reader."""
        file = self._file
        names = read_alike(file.schema, [name for name in file.columns if name not in file.texts])
        others = [name for name in file.columns if name not in names]
        if not names or not others:
            return
        numbers = ParquetNumbers(self._source.path, file.schema, names, self._threads)
        for batch in self._batches(others):
            beside = numbers.read(self._done, batch.num_rows)
            if beside is None:
                return
            yield self._chunk(_side_by_side(batch, beside))


def _side_by_side(one: pa.RecordBatch, two: pa.RecordBatch) -> pa.RecordBatch:
    """The columns of the same rows in one record batch."""
    return pa.RecordBatch.from_arrays([*one.columns, *two.columns], schema=pa.schema([*one.schema, *two.schema]))


class _Stride(NamedTuple):
    """Row groups to read together, how many rows they have, and how many of them to take at a time."""

    groups: list[int]
    rows: int
    piece: int


def _strides(metadata: pq.FileMetaData, batch_rows: int) -> Iterator[_Stride]:
    """All row groups, small ones with others, to be read in even pieces."""
    groups: list[int] = []
    rows = 0
    for group in range(metadata.num_row_groups):
        size = metadata.row_group(group).num_rows
        if groups and 8 * size >= batch_rows:
            yield _Stride(groups, rows, max(1, rows))
            groups, rows = [], 0
        groups.append(group)
        rows += size
        if 8 * rows >= batch_rows or group == metadata.num_row_groups - 1:
            pieces = max(1, -(-rows // batch_rows))
            yield _Stride(groups, rows, max(1, -(-rows // pieces)))
            groups, rows = [], 0


def corrupt(source: Source, error: Exception) -> LogError:
    """The error for a file that Parquet's own reader refuses."""
    first = (str(error).splitlines() or [""])[0].replace(source.path, source.name)
    found = f"LOG-corrupt: this is no readable Parquet file ({first})"
    return LogError(Fault(Place(source.name), found, "send the file again, or export it anew"))
