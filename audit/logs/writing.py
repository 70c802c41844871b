"""Canonical rows to files: CSV (plain, gzip, zstd) and Parquet, all carrying the same content."""

import gzip
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import zstandard

from audit.errors import Fault, Place, UsageError
from audit.logs.canonical import BATCH_SCHEMA, canonical_form
from audit.logs.parsing import MACAU_OFFSET

_ROWS_AT_ONCE = 65_536
_CSV_COLUMNS = tuple(name for name in BATCH_SCHEMA.names if name not in ("utc_offset", "source_row"))


def _two(number: np.ndarray[tuple[int], np.dtype[np.int64]]) -> pa.Array:
    """Whole numbers from 0 to 99 as texts of two digits."""
    return pa.array([f"{n:02d}" for n in range(100)]).take(pa.array(number))


def _times(time: pa.ChunkedArray, offset: pa.ChunkedArray) -> pa.Array:
    """ISO 8601 with the offset, milliseconds only where there are any."""
    minutes = offset.cast(pa.int64()).fill_null(MACAU_OFFSET).to_numpy()
    local = time.cast(pa.int64()).to_numpy() + minutes * 60_000
    whole, milli = np.divmod(local, 1000)
    date = pc.strftime(pa.array(whole).cast(pa.timestamp("s")), "%Y-%m-%dT%H:%M:%S")
    fraction = pa.array(["", *(f".{n:03d}" for n in range(1, 1000))]).take(pa.array(milli))
    sign = pa.array(["+", "-"]).take(pa.array((minutes < 0).astype(np.int8)))
    hour, minute = np.divmod(np.abs(minutes), 60)
    return pc.binary_join_element_wise(date, fraction, sign, _two(hour), ":", _two(minute), "")


def _texts(rows: pa.Table) -> pa.Table:
    """A slice of canonical rows as the texts of a CSV file."""
    columns = []
    for name in _CSV_COLUMNS:
        if name == "time":
            columns.append(_times(rows.column("time"), rows.column("utc_offset")))
        else:
            columns.append(rows.column(name).cast(pa.string()))
    return pa.table(columns, names=list(_CSV_COLUMNS))


def _quoted(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Texts as CSV fields: quoted only where a comma, a quote or a line end asks for it."""
    texts = pc.fill_null(texts, "")
    asks = pc.match_substring_regex(texts, '[,"\\r\\n]')
    if not pc.any(asks).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(asks, pc.binary_join_element_wise('"', doubled, '"', ""), texts)


def write_csv(rows: pa.Table, write: Callable[[bytes], object], *, header: bool = True) -> None:
    """Write canonical rows as CSV (RFC 4180, UTF-8, line feeds as line ends) through a function that takes bytes."""
    if header:
        write((",".join(_CSV_COLUMNS) + "\n").encode())
    for start in range(0, rows.num_rows, _ROWS_AT_ONCE):
        part = _texts(canonical_form(rows.slice(start, _ROWS_AT_ONCE)))
        lines = pc.binary_join_element_wise(*(_quoted(column) for column in part.columns), ",")
        lines = pc.binary_join_element_wise(lines, "\n", "").cast(pa.large_string()).combine_chunks()
        array = lines if isinstance(lines, pa.Array) else pa.concat_arrays(lines.chunks)
        write(memoryview(array.buffers()[2])[: int(np.frombuffer(array.buffers()[1], np.int64)[len(array)])].tobytes())


class LogWriter(AbstractContextManager["LogWriter"]):
    """A log file that takes canonical rows piece by piece; its form follows the name (see ``sources.SUFFIXES``).

    The same rows give the same bytes; a gzip head bears no clock and no name.
    """

    def __init__(self, path: Path) -> None:
        name = path.name.lower()
        self._parquet: pq.ParquetWriter | None = None
        self._file: IO[bytes] | None = None
        self._closing: list[IO[bytes]] = []
        self._header = True
        if name.endswith(".parquet"):
            self._parquet = pq.ParquetWriter(path, BATCH_SCHEMA, compression="zstd", store_decimal_as_integer=True)
            return
        if not name.endswith((".csv", ".csv.gz", ".csv.zst")):
            found = f"{path.name} names no kind of log"
            raise UsageError(str(Fault(Place(str(path)), found, "end it in .csv, .csv.gz, .csv.zst or .parquet")))
        raw = path.open("wb")
        self._closing = [raw]
        self._file = raw
        if name.endswith(".gz"):
            self._file = cast(IO[bytes], gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0))
        elif name.endswith(".zst"):
            self._file = cast(IO[bytes], zstandard.ZstdCompressor(level=3).stream_writer(raw, closefd=False))
        if self._file is not raw:
            self._closing.insert(0, self._file)

    def write(self, rows: pa.Table) -> None:
        """Add canonical rows (any subset of the columns, words plain or as dictionaries)."""
        if self._parquet is not None:
            self._parquet.write_table(canonical_form(rows), row_group_size=1_048_576)
        elif self._file is not None:
            write_csv(rows, self._file.write, header=self._header)
            self._header = False

    def __exit__(self, *_: object) -> None:
        if self._parquet is not None:
            self._parquet.close()
        elif self._header and self._file is not None:
            write_csv(BATCH_SCHEMA.empty_table(), self._file.write)
        for file in self._closing:
            file.close()


def write_log(rows: pa.Table, path: Path) -> None:
    """Write canonical rows to a log file whose form follows its name."""
    with LogWriter(path) as writer:
        writer.write(rows)


def csv_bytes(rows: pa.Table) -> bytes:
    """Canonical rows as the bytes of a CSV file."""
    out = io.BytesIO()
    write_csv(rows, out.write)
    return out.getvalue()
