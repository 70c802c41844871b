"""Parquet to chunks: only the needed columns, words as dictionaries, types checked before any row is read."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from audit.errors import Fault, LogError, Place
from audit.logs.account import Ledger, Piece
from audit.logs.columns import Chunk
from audit.logs.parquet_chunks import MONEY, WORDS, WordLists, chunk_of
from audit.logs.parquet_columns import Form, GroupReader, RefusedError, Values, forms_of
from audit.logs.parquet_footer import EncryptedError, Footer, read_footer, told_time
from audit.logs.parquet_pages import Column, Measure, PageReader, UnboundedError, UnfoldingError
from audit.logs.sources import Source, check_names
from audit.schema import LOG_COLUMNS

LONG = 100_000  # rows of a file that is worth the loading of more kernels
_MOST_FOLDED = 64 << 20  # bytes of row groups in the file that are taken in at once; of larger ones piece by piece
_BUFFER = 1 << 20  # bytes of a column
_ROWS_OF_WORDS = 1 << 20  # that are read at once where a few columns are


class Span(NamedTuple):
    """Rows of a file that stand together, counted from 0: the first, and the one behind the last."""

    first: int
    end: int


_EVERYTHING = Span(0, 1 << 62)  # more rows than the footer speaks of are not passed over


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


class ParquetLog(NamedTuple):
    """What the footer of a file tells, the columns that are read, among them those of texts, and notes on all.

    ``forms`` are of columns that may be read from their pages.
    """

    source: Source
    footer: Footer
    schema: pa.Schema
    metadata: pq.FileMetaData
    columns: list[str]
    texts: list[str]
    notes: tuple[tuple[str, str], ...]
    forms: dict[str, Form]

    @property
    def first_time(self) -> int:
        """The first time of the first row group, UTC milliseconds, 0 where it is not told."""
        return told_time(self.footer, b"time")


def open_parquet(source: Source) -> ParquetLog:
    """Look into the footer of a file; LogError where it is corrupt, or no log."""
    try:
        footer = read_footer(Path(source.path))
        with pq.ParquetFile(source.path) as file:
            schema, metadata = file.schema_arrow, file.metadata
            notes = check_schema(source, schema)
            columns = [column.name for column in LOG_COLUMNS if column.name in schema.names]
            forms = forms_of(file, footer, columns) if footer.rows >= LONG else {}
    except (pa.ArrowException, OSError, ValueError) as error:  # names of columns may be any bytes
        raise corrupt(source, error) from error
    texts = [name for name in WORDS if name in columns and not pa.types.is_null(schema.field(name).type)]
    return ParquetLog(source, footer, schema, metadata, columns, texts, notes, forms)


def read_parquet(
    log: ParquetLog, number: int, batch_rows: int, ledger: Ledger, threads: int, spans: Sequence[Span] | None = None
) -> Generator[Piece, None, None]:
    """The rows of a Parquet file in chunks, or those of some spans of it, which rise and do not overlap.

    LogError where the file is corrupt, or unfolds to more than is allowed.
    """
    ledger.notes[number].update(log.notes)
    reading = _Reading(log, number, batch_rows, threads, spans)
    try:
        for chunk in reading.chunks():
            yield Piece((), chunk)
        reading.check()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise corrupt(log.source, error) from error


def read_words(log: ParquetLog, columns: Sequence[str], span: Span) -> Iterator[pa.RecordBatch]:
    """Some columns of texts of a span of a file; LogError as of ``read_parquet``."""
    reading = _Reading(_only(log, columns), 0, _ROWS_OF_WORDS, 1, [span])
    try:
        yield from reading.words()
        reading.check()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise corrupt(log.source, error) from error


def listed_words(log: ParquetLog, columns: Sequence[str]) -> Iterator[tuple[Span, pa.RecordBatch | None]]:
    """Of every row group that has rows some columns of texts of one row, over the lists of words of the group.

    None where a column has no list, or empty cells; LogError as of ``read_parquet``.
    """
    only = _only(log, columns)
    try:
        yield from _Reading(only, 0, 1, 1).first_rows()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise corrupt(log.source, error) from error


def _only(log: ParquetLog, columns: Sequence[str]) -> ParquetLog:
    """The same file, of which only some columns are read."""
    return log._replace(columns=list(columns), texts=[name for name in columns if name in log.texts])


class _Reading:
    """One reading of a file, as far as it has gone: ``_done`` is the first row that may still be to come."""

    def __init__(
        self, log: ParquetLog, number: int, batch_rows: int, threads: int, spans: Sequence[Span] | None = None
    ) -> None:
        self._log, self._number = log, number
        self._batch_rows, self._threads = batch_rows, threads
        self._spans = [_EVERYTHING] if spans is None else spans
        self._asked = log.footer.rows if spans is None else sum(span.end - span.first for span in spans)
        self._lists, self._done, self._given = WordLists(), 0, 0

    def _strides(self) -> Generator[tuple["_Stride", "_Opened", int], None, None]:
        """The strides that have rows to come, with the file as Arrow's reader has it open and as it is open here."""
        log = self._log
        with Path(log.source.path).open("rb") as file, closing(_Opened(log.source, log.metadata)) as opened:
            pages = PageReader(file.fileno(), log.footer, log.columns, log.texts)
            for stride in _strides(log.footer, pages, self._batch_rows, self._wanted):
                yield stride, opened, file.fileno()

    def _arrows(self, stride: "_Stride", opened: "_Opened", columns: list[str]) -> Iterator[pa.RecordBatch]:
        """Some columns of a stride by Arrow's reader, piece by piece."""
        file = opened.at([name for name in self._log.texts if name not in stride.plain], stride.buffer)
        threads = self._threads > 1
        return iter(file.iter_batches(stride.piece, row_groups=stride.groups, columns=columns, use_threads=threads))

    def _batches(self, stride: "_Stride", opened: "_Opened") -> Iterator[tuple[int, pa.RecordBatch]]:
        """What of a stride is asked for and not done, each with the number of rows of the file that stand before it."""
        at = stride.first
        for batch in self._arrows(stride, opened, self._log.columns):
            for first, end in self._wanted(at, at + batch.num_rows):
                yield first, batch.slice(first - at, end - first)
            at += batch.num_rows

    def _wanted(self, first: int, end: int) -> list[Span]:
        """What of some rows is asked for and not done yet."""
        parts = (Span(max(first, self._done, span.first), min(end, span.end)) for span in self._spans)
        return [part for part in parts if part.first < part.end]

    def check(self) -> None:
        """ValueError unless every row that is asked for, of those that the footer speaks of, has come out."""
        if self._given != self._asked:
            raise ValueError(f"its footer speaks of {self._asked:,} rows, {self._given:,} came out")

    def _tick(self, first: int, rows: int) -> None:
        self._done, self._given = first + rows, self._given + rows

    def _chunk(self, first: int, rows: int, batch: pa.RecordBatch | None, read: Mapping[str, Values]) -> Chunk:
        self._tick(first, rows)
        return chunk_of(self._number, batch, read, self._log.columns, first, self._lists)

    def first_rows(self) -> Iterator[tuple[Span, pa.RecordBatch | None]]:
        """The first row of every row group, and how far the group goes; None where its lists are not all there is."""
        for stride, opened, _ in self._strides():
            (number,) = stride.groups  # of one row at a time each is a stride of its own
            group = self._log.metadata.row_group(number)
            columns = (group.column(place) for place in range(group.num_columns))
            asked = [column for column in columns if column.path_in_schema in self._log.columns]
            listed = all(_is_listed(column) for column in asked)
            batch = next(self._arrows(stride, opened, self._log.columns)) if listed else None
            yield Span(stride.first, stride.first + stride.rows), batch

    def words(self) -> Iterator[pa.RecordBatch]:
        """The rows as Arrow's reader gives them."""
        for stride, opened, _ in self._strides():
            for first, batch in self._batches(stride, opened):
                self._tick(first, batch.num_rows)
                yield batch

    def chunks(self) -> Generator[Chunk, None, None]:
        """The rows, from the pages of the file as far as they are written in the usual way."""
        groups: GroupReader | None = None
        for stride, opened, file in self._strides():
            groups = groups or GroupReader(file, self._log.forms)
            yield from self._from_pages(stride, groups, opened)
            if self._wanted(stride.first, stride.first + stride.rows):
                for first, batch in self._batches(stride, opened):
                    yield self._chunk(first, batch.num_rows, batch, {})

    def _from_pages(self, stride: "_Stride", groups: GroupReader, opened: "_Opened") -> Iterator[Chunk]:
        """A stride up to where its pages are refused; columns not written in the usual way by Arrow's reader."""
        mine = groups.begin(stride.columns, stride.piece)
        if not mine:
            return
        others = [name for name in self._log.columns if name not in mine]
        arrows = self._arrows(stride, opened, others) if others else None
        last = stride.first + stride.rows
        for at in range(stride.first, last, stride.piece):
            beside = next(arrows, None) if arrows else None
            if arrows and (beside is None or beside.num_rows != min(stride.piece, last - at)):
                return
            wanted = self._wanted(at, min(at + stride.piece, last))
            if not wanted:
                continue
            begin = wanted[0].first
            try:  # all spans at once: a page that many of them lie in is read once
                read = groups.read(begin - stride.first, wanted[-1].end - begin)
            except RefusedError:
                return
            for first, end in wanted:
                batch = None if beside is None else beside.slice(first - at, end - first)
                part = {name: values.part(first - begin, end - begin) for name, values in read.items()}
                yield self._chunk(first, end - first, batch, part)


def _is_listed(column: pq.ColumnChunkMetaData) -> bool:
    """Whether every value of a column of a row group seems to be in a list of its words."""
    told = column.statistics
    return bool(column.has_dictionary_page and not (told and told.null_count))


class _Opened:
    """A file as Parquet's reader has it open, opened anew where it is to be read in another way."""

    def __init__(self, source: Source, metadata: pq.FileMetaData) -> None:
        self._source, self._metadata = source, metadata
        self._file: pq.ParquetFile | None = None
        self._how: tuple[list[str], int] = [], -1

    def at(self, words: list[str], buffer: int) -> pq.ParquetFile:
        """The file, with some columns read as dictionaries and so many bytes of a column taken in at once (0: all)."""
        if self._file is None or self._how != (words, buffer):
            self.close()
            self._how = words, buffer
            options = {"read_dictionary": words, "buffer_size": buffer, "pre_buffer": False}
            self._file = pq.ParquetFile(self._source.path, metadata=self._metadata, **options)
        return self._file

    def close(self) -> None:
        """Close the file where it is open."""
        if self._file is not None:
            self._file.close()


class _Stride(NamedTuple):
    """Row groups to read together, the first of their rows in the file, their rows, and how many to take at a time.

    ``plain`` are columns of texts that are not read as dictionaries, ``buffer`` is how many bytes of a column are taken
    from the file at once, 0 for all of a row group. ``columns`` are those of a row group that is read alone.
    """

    groups: list[int]
    first: int
    rows: int
    piece: int
    plain: frozenset[str]
    buffer: int
    columns: tuple[Column, ...]


def _strides(
    footer: Footer, pages: PageReader, batch_rows: int, wanted: Callable[[int, int], list[Span]]
) -> Iterator[_Stride]:
    """Row groups of which rows are wanted in strides, small ones with others, in pieces as long as memory allows."""
    groups: list[int] = []
    at = rows = 0
    measure: Measure | None = None
    for number, group in enumerate(footer.groups):
        first, at = at, at + group.rows
        ask = bool(wanted(first, at))
        own = pages.measure(number) if ask else None
        both = None if own is None or measure is None or 8 * group.rows >= batch_rows else measure.beside(own)
        if measure is not None and both is None and (ask or group.rows):
            yield _stride(groups, first - rows, rows, measure, batch_rows)
            groups, rows, measure = [], 0, None
        if own is not None:
            groups, rows, measure = [*groups, number], rows + group.rows, both or own
            if 8 * rows >= batch_rows:
                yield _stride(groups, at - rows, rows, measure, batch_rows)
                groups, rows, measure = [], 0, None
    if measure is not None:
        yield _stride(groups, at - rows, rows, measure, batch_rows)


def _stride(groups: list[int], first: int, rows: int, measure: Measure, batch_rows: int) -> _Stride:
    pieces = -(-rows // batch_rows)
    at_once = measure.rows_at_once(-(-rows // pieces))
    buffer = _BUFFER if measure.folded > _MOST_FOLDED else 0
    return _Stride(groups, first, rows, at_once, measure.plain, buffer, measure.columns)


def corrupt(source: Source, error: Exception) -> LogError:
    """The error for a file that Parquet's own reader refuses, or that must not come before it."""
    first = (str(error).splitlines() or [""])[0].replace(source.path, source.name)
    mend = "send the file again, or export it anew"
    if isinstance(error, EncryptedError):
        found, mend = "LOG-corrupt: the file or columns of it are encrypted", "send it in plain"
    elif isinstance(error, UnfoldingError):
        found, mend = (
            f"{'LOG-column-type' if isinstance(error, UnboundedError) else 'LOG-unfolds'}: {first}",
            error.mend,
        )
    else:
        found = f"LOG-corrupt: this is no readable Parquet file ({first})"
    return LogError(Fault(Place(source.name), found, mend))
