"""Writes canonical tables piece by piece as CSV (plain, .gz, .zst) or Parquet, as an operator's system would."""

import gzip
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet
import zstandard

from audit.errors import UsageError

_FORMS = (".csv", ".csv.gz", ".csv.zst", ".parquet")
_ONLY_IN_PARQUET = ("utc_offset", "source_row")


def form_of(path: Path) -> str:
    """Which of the four forms a file name asks for; UsageError for any other."""
    for form in sorted(_FORMS, key=len, reverse=True):
        if path.name.endswith(form) and len(path.name) > len(form):
            return form
    raise UsageError(f"cannot write {path.name}; the name must end in {', '.join(_FORMS)}")


def _clock(offset: int) -> str:
    sign = "-" if offset < 0 else "+"
    return f"{sign}{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"


def csv_table(table: pa.Table) -> pa.Table:
    """The same rows in the columns of the CSV form: the offset stands in the time, amounts have two digits."""
    offset = table["utc_offset"][0].as_py() if table.num_rows else 0
    local = pc.add(table["time"], pa.scalar(offset * 60_000, pa.duration("ms"))).cast(pa.timestamp("ms"))
    texts = pc.binary_join_element_wise(pc.strftime(local, "%Y-%m-%dT%H:%M:%S"), _clock(offset), "")
    at = table.schema.get_field_index("time")
    return table.set_column(at, "time", texts).drop_columns(list(_ONLY_IN_PARQUET))


class LogWriter:
    """A log file under way; use it in a ``with`` block and give it canonical tables of one clock offset."""

    def __init__(self, path: Path) -> None:
        self._path, self._form = path, form_of(path)
        self._stream: Any = None
        self._writer: Any = None

    def __enter__(self) -> Self:
        return self

    def write(self, table: pa.Table) -> None:
        """Put the rows of a canonical table behind those already written."""
        if self._form != ".parquet":
            table = csv_table(table)
        if self._writer is None:
            self._open(table.schema)
        self._writer.write_table(table)

    def _open(self, schema: pa.Schema) -> None:
        if self._form == ".parquet":
            self._writer = pyarrow.parquet.ParquetWriter(self._path, schema, compression="zstd")
            return
        self._stream = self._path.open("wb")
        if self._form == ".csv.gz":
            self._stream = gzip.GzipFile(filename="", mode="wb", fileobj=self._stream, mtime=0)
        elif self._form == ".csv.zst":
            self._stream = zstandard.ZstdCompressor().stream_writer(self._stream, closefd=True)
        options = pyarrow.csv.WriteOptions(quoting_style="none")
        self._writer = pyarrow.csv.CSVWriter(self._stream, schema, write_options=options)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._stream is not None:
            self._stream.close()
