"""Parquet to chunks: only the needed columns, words as dictionaries, types checked before any row is read."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from audit.errors import Fault, LogError, Place
from audit.logs.account import Ledger, Piece
from audit.logs.parquet_chunks import MONEY, WORDS, WordLists, chunk_of
from audit.logs.parquet_footer import names_encrypted_columns, undictionaried
from audit.logs.sources import Source, check_names
from audit.schema import LOG_COLUMNS


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
        with pq.ParquetFile(source.path) as file:
            schema, metadata = file.schema_arrow, file.metadata
        ledger.notes[number].update(check_schema(source, schema))
        wanted = [column.name for column in LOG_COLUMNS if column.name in schema.names]
        texts = [name for name in WORDS if name in wanted and not pa.types.is_null(schema.field(name).type)]
        plain = undictionaried(source, metadata, texts)
        words = [name for name in texts if name not in plain]
        lists = WordLists()
        with pq.ParquetFile(source.path, metadata=metadata, read_dictionary=words, pre_buffer=False) as file:
            done = 0
            for groups, rows in _strides(metadata, batch_rows):
                for batch in file.iter_batches(rows, row_groups=groups, columns=wanted, use_threads=threads > 1):
                    yield Piece((), chunk_of(number, batch, done, lists))
                    done += batch.num_rows
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # names of columns may be any bytes
        raise corrupt(source, error) from error


def _strides(metadata: pq.FileMetaData, batch_rows: int) -> Iterator[tuple[list[int], int]]:
    """Row groups to read together, small ones with others, and how many rows at a time, in even pieces."""
    groups: list[int] = []
    rows = 0
    for group in range(metadata.num_row_groups):
        size = metadata.row_group(group).num_rows
        if groups and 8 * size >= batch_rows:
            yield groups, max(1, rows)
            groups, rows = [], 0
        groups.append(group)
        rows += size
        if 8 * rows >= batch_rows or group == metadata.num_row_groups - 1:
            pieces = max(1, -(-rows // batch_rows))
            yield groups, max(1, -(-rows // pieces))
            groups, rows = [], 0


def corrupt(source: Source, error: Exception) -> LogError:
    """The error for a file that Parquet's own reader refuses."""
    first = (str(error).splitlines() or [""])[0].replace(source.path, source.name)
    found = f"LOG-corrupt: this is no readable Parquet file ({first})"
    return LogError(Fault(Place(source.name), found, "send the file again, or export it anew"))
