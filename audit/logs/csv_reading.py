"""CSV to chunks: broken records cut out whole, the clean rest read in columns."""

import csv
import re
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.csv as pv
from numpy.typing import NDArray

from audit.errors import Fault, LogError, Place
from audit.kernel import compiles
from audit.logs.account import AccountError, Ledger, Piece, Reject
from audit.logs.ahead import read_ahead
from audit.logs.codes import explain
from audit.logs.columns import Chunk, Numbers, Words
from audit.logs.csv_fields import Fields, read_fields
from audit.logs.csv_scanning import (
    BLANK,
    GOOD,
    RECORD_CODES,
    RECORD_LIMIT,
    WRONG_FIELDS,
    Block,
    scan_records,
)
from audit.logs.parsing import SEAT_NULL, read_day, read_money, read_seat, read_time, read_whole
from audit.logs.sources import Source, check_names
from audit.schema import LOG_COLUMNS, NULL, NULL_32

# In CSV the offset stands in the time, and the row number is what the reader counts.
COLUMNS = tuple(column.name for column in LOG_COLUMNS if column.name not in ("utc_offset", "source_row"))
_WORDS = tuple(column.name for column in LOG_COLUMNS if column.arrow == "string")
MONEY = ("amount", "payout", "fee")
_NUMBERS: dict[str, tuple[type, int]] = {
    **dict.fromkeys(MONEY, (np.int64, NULL)),
    **dict.fromkeys(("seq", "number"), (np.int32, NULL_32)),
    **dict.fromkeys(("seat", "other_seat"), (np.int8, SEAT_NULL)),
    "time": (np.int64, NULL),
}
_PLAIN = ("seq", "time", "number", "amount", "payout", "fee")
_TYPES = {name: pa.string() if name in _PLAIN else pa.dictionary(pa.int32(), pa.string()) for name in COLUMNS}
_MOST_BLOCK_BYTES = 16 << 20
_BYTES_A_ROW = 128
_PARSED_AT_ONCE = 2 * RECORD_LIMIT  # no record reaches over more than two such blocks
_LONGEST_HEADER = 65_536
_LINES_FOR_A_TIME = 64
_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_KINDS = (
    (b"PAR1", "a Parquet file", "name it *.parquet"),
    (b"\x1f\x8b", "compressed by gzip", "name it *.csv.gz"),
    (b"\x28\xb5\x2f\xfd", "compressed by Zstandard", "name it *.csv.zst"),
    (b"PK\x03\x04", "a workbook of a spreadsheet or a ZIP archive", "save its sheet as CSV UTF-8, or unpack it"),
    (b"\xd0\xcf\x11\xe0", "a workbook of an old spreadsheet", "save its sheet as CSV UTF-8"),
    (b"%PDF", "a PDF", "export the log as CSV"),
)
_COMMAS = (
    "part them by commas; a spreadsheet that follows Portuguese settings does so once the computer's list separator is "
    "a comma and its decimal sign a point, saving as 'CSV UTF-8 (comma delimited)'"
)


@dataclass(frozen=True)
class Header:
    """The header of a CSV file: its names, and where the first record after it begins."""

    names: tuple[str, ...]
    offset: int
    line: int
    left: bytes
    notes: tuple[tuple[str, str], ...]


def open_stream(source: Source) -> pa.NativeFile:
    """The text of a CSV file as a stream of bytes, decompressed as it is read."""
    try:
        file = pa.OSFile(source.path)
        if source.form.endswith(".gz"):
            return pa.CompressedInputStream(file, "gzip")
        if source.form.endswith(".zst"):
            return pa.CompressedInputStream(file, "zstd")
    except OSError as error:
        raise _refuse(source, f"LOG-unreadable: the file cannot be read ({error.__class__.__name__})") from error
    return file


def _refuse(source: Source, found: str, mend: str = "check the file's permissions", line: int = 0) -> LogError:
    return LogError(Fault(Place(source.name, line), found, mend))


def _broken_stream(source: Source, error: OSError) -> LogError:
    """The error for a compressed file that cannot be decompressed to its end."""
    if "Truncated" in str(error):
        found = "LOG-truncated: the compressed file ends before its content does"
    else:
        found = f"LOG-corrupt: the file cannot be decompressed ({str(error).splitlines()[0]})"
    mend = "send the file again; nothing of a damaged file is judged (one that is not compressed is named *.csv)"
    return _refuse(source, found, mend)


def read_header(source: Source, stream: pa.NativeFile) -> Header:
    """The header record of a stream; LogError where it is none, in another encoding, or lacks required columns."""
    head = b""
    try:
        while b"\n" not in head and len(head) <= RECORD_LIMIT and (more := stream.read(65_536)):
            head += more
    except OSError as error:
        raise _broken_stream(source, error) from error
    for mark, kind, mend in _OTHER_KINDS:
        if head.startswith(mark):
            raise _refuse(source, f"LOG-encoding: this is no text but {kind}", mend)
    for mark, name in _MARKS:
        if head.startswith(mark):
            raise _refuse(source, f"LOG-encoding: the file is {name}", "save it as UTF-8")
    skip = len(_UTF8_MARK) if head.startswith(_UTF8_MARK) else 0
    if not head[skip:].strip(b"\r\n"):
        raise _refuse(source, "LOG-empty: the file is empty", "a log has at least a header row")
    if head[:64].count(b"\0") >= 4:
        raise _refuse(source, "LOG-encoding: every other byte is NUL, as in UTF-16", "save it as UTF-8")
    block = next(iter(scan_records(_no_more, 0, 1, skip, 1, head[skip:])))
    record = block.data[: int(block.begin[1])]
    names = _header_names(source, record)
    notes = check_names(source, names)
    used = len(record)
    line = 1 + record.count(b"\n")
    return Header(names, skip + used, line, head[skip + used :], notes)


def _no_more(_: int) -> bytes:
    return b""


def _header_names(source: Source, record: bytes) -> tuple[str, ...]:
    line = record[:-2] if record.endswith(b"\r\n") else record.removesuffix(b"\n")
    if b"\r" in line:
        found = "LOG-line-ends: the lines end in a lone CR, as on an old Mac"
        raise _refuse(source, found, "end them in LF or CR LF", 1)
    if b"\0" in line:
        raise _refuse(source, "LOG-nul: the header holds a NUL byte", "export the file anew as UTF-8 text", 1)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"LOG-encoding: byte {error.start + 1} of the header is not UTF-8"
        raise _refuse(source, found, "save the file as UTF-8 (it may be Big5, GB18030 or Windows-1252)", 1) from error
    if len(text) > _LONGEST_HEADER:
        raise _refuse(source, "LOG-header: the first line is far too long for a header", "begin with a header row", 1)
    try:
        names = next(csv.reader([text]), [])
    except csv.Error as error:
        raise _refuse(
            source, f"LOG-header: the header does not read ({error})", "begin with a header row", 1
        ) from error
    if len(names) == 1:
        if re.fullmatch("sep=.", text, re.IGNORECASE):
            found = f"LOG-header: the first line tells a spreadsheet its separator ({text[4:]!r})"
            raise _refuse(source, found, "take the line away; the header is the first line", 1)
        for mark, word in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
            if mark in text:
                found = f"LOG-header: the header's fields are parted by {word}"
                raise _refuse(source, found, _COMMAS, 1)
    return tuple(names)


def first_csv_time(source: Source) -> int:
    """The first time that reads, UTC milliseconds, 0 where none near the head does; LogError for no header."""
    with closing(open_stream(source)) as stream:
        header = read_header(source, stream)
        head = header.left
        if head.count(b"\n") < _LINES_FOR_A_TIME:
            with suppress(OSError):  # a stream that breaks off is told where it is read
                head += stream.read(65_536)
    place = header.names.index("time")
    for line in head[:_LONGEST_HEADER].split(b"\n", _LINES_FOR_A_TIME)[:_LINES_FOR_A_TIME]:
        try:
            row = next(csv.reader([line.decode("utf-8", "replace")]), [])
        except csv.Error:
            continue
        if place < len(row) and (time := int(read_time(pa.array([row[place]]))[0].value[0])) > 0:
            return time
    return 0


def read_csv(
    source: Source, number: int, batch_rows: int, ledger: Ledger, threads: int
) -> Generator[Piece, None, None]:
    """The records of a CSV file, piece by piece; LogError where the stream breaks off."""
    with closing(open_stream(source)) as stream:
        header = read_header(source, stream)
        ledger.notes[number].update(header.notes)
        any_row = False
        blocks = _blocks(source, stream, header, batch_rows)
        for block in read_ahead(blocks) if threads > 1 else blocks:
            any_row = True
            good = np.flatnonzero(block.state == GOOD)
            if (block.state == BLANK).any():
                ledger.notes[number].add(("LOG-blank-line", ""))
            broken = [] if len(good) == len(block.state) else _broken(block, number, len(header.names))
            yield Piece(broken, _chunk(number, block, good, header.names) if len(good) else None)
        if not any_row:
            ledger.notes[number].add(("LOG-header-only", source.name))


def _blocks(source: Source, stream: pa.NativeFile, header: Header, batch_rows: int) -> Iterator[Block]:
    size = min(_MOST_BLOCK_BYTES, batch_rows * _BYTES_A_ROW)
    try:
        yield from scan_records(stream.read, len(header.names), size, header.offset, header.line, header.left)
    except OSError as error:
        raise _broken_stream(source, error) from error


def _broken(block: Block, number: int, wanted: int) -> list[Reject]:
    """The broken records of a block, whole."""
    rejects = []
    for record in np.flatnonzero((block.state != GOOD) & (block.state != BLANK)).tolist():
        state = int(block.state[record])
        reason = explain(
            RECORD_CODES[state], f"{block.fields[record]} here, {wanted} there" if state == WRONG_FIELDS else ""
        )
        line, place, raw = int(block.line[record]), block.place(record), block.raw(record)
        rejects.append(Reject(number, line, place, None, "", RECORD_CODES[state], reason, raw))
    return rejects


def _text_of(block: Block, good: NDArray[np.int64]) -> pa.Buffer:
    """The bytes of the good records of a block."""
    if len(good) == len(block.state):
        return pa.py_buffer(memoryview(block.data)[: int(block.begin[-1])])
    edge = np.flatnonzero(np.diff(good) != 1)
    first = good[np.concatenate([[0], edge + 1])]
    last = good[np.concatenate([edge, [len(good) - 1]])]
    whole = memoryview(block.data)
    pieces = [whole[block.begin[a] : block.begin[b + 1]] for a, b in zip(first.tolist(), last.tolist(), strict=True)]
    return pa.py_buffer(b"".join(pieces))


def _read_columns(text: pa.Buffer, names: tuple[str, ...], multiline: bool, rows: int) -> pa.RecordBatch:
    """Clean records as columns of texts, plain or as dictionaries."""
    unique = [name if name in _TYPES else f"column {place}" for place, name in enumerate(names)]
    table = pv.read_csv(
        pa.BufferReader(text),
        read_options=pv.ReadOptions(column_names=unique, block_size=_PARSED_AT_ONCE),
        parse_options=pv.ParseOptions(newlines_in_values=multiline),
        convert_options=pv.ConvertOptions(
            include_columns=[name for name in unique if name in _TYPES],
            column_types=_TYPES,
            strings_can_be_null=True,
            null_values=[""],
            check_utf8=False,
        ),
    )
    if table.num_rows != rows:
        raise AccountError(f"{rows} records went into the columns, {table.num_rows} came out")
    return table.unify_dictionaries().combine_chunks().to_batches()[0]


def _chunk(number: int, block: Block, good: NDArray[np.int64], names: tuple[str, ...]) -> Chunk:
    """The good records of a block as a chunk."""
    texts = _Texts(block, good, names)

    def raw(row: int) -> tuple[bytes, int]:
        record = int(good[row])
        return block.raw(record), block.place(record)

    used = int(block.begin[-1])
    plain = compiles() and len(good) == len(block.state) and block.data.find(b'"', 0, used) < 0
    fields = read_fields(block.data, block.begin, names, COLUMNS) if plain else None
    words, numbers = texts.columns() if fields is None else _completed(fields, len(good))
    return Chunk(number, block.line[good], words, numbers, raw, texts.found)


def _no_words(rows: int) -> Words:
    return Words(np.full(rows, -1, np.int32), pa.array([], pa.string()))


def _completed(fields: Fields, rows: int) -> tuple[dict[str, Words], dict[str, Numbers]]:
    """All columns of a chunk from the fields that a file has."""
    words = {name: fields.words.get(name) or _no_words(rows) for name in _WORDS}
    numbers = {
        name: fields.numbers.get(name) or Numbers(np.full(rows, null, kind)) for name, (kind, null) in _NUMBERS.items()
    }
    days = fields.words.get("gaming_day") or _no_words(rows)
    return words, numbers | {"gaming_day": read_day(days), "utc_offset": Numbers(fields.offset)}


class _Texts:
    """The good records of a block as columns of texts, read when they are asked for."""

    def __init__(self, block: Block, good: NDArray[np.int64], names: tuple[str, ...]) -> None:
        self._block, self._good, self._names = block, good, names

    @cached_property
    def _columns(self) -> pa.RecordBatch:
        text = _text_of(self._block, self._good)
        return _read_columns(text, self._names, self._block.multiline, len(self._good))

    def found(self, column: str, row: int) -> str:
        """What stands in a column of a row."""
        return str(self._columns.column(column)[row].as_py() or "") if column in self._columns.schema.names else ""

    def _plain(self, name: str) -> pa.Array:
        columns = self._columns
        return columns.column(name) if name in columns.schema.names else pa.nulls(len(self._good), pa.string())

    def _words(self, name: str) -> Words:
        if name not in self._columns.schema.names:
            return _no_words(len(self._good))
        column = self._columns.column(name)
        return Words(column.indices.fill_null(-1).to_numpy(), column.dictionary)

    def columns(self) -> tuple[dict[str, Words], dict[str, Numbers]]:
        """All columns of a chunk, with the faults of every field that does not read."""
        time, offset = read_time(self._plain("time"))
        numbers = {
            "gaming_day": read_day(self._words("gaming_day")),
            "seq": read_whole(self._plain("seq"), "LOG-seq"),
            "time": time,
            "utc_offset": Numbers(offset),
            "seat": read_seat(self._words("seat")),
            "other_seat": read_seat(self._words("other_seat")),
            "number": read_whole(self._plain("number"), "LOG-number"),
        }
        numbers |= {name: read_money(self._plain(name)) for name in MONEY}
        return {name: self._words(name) for name in _WORDS}, numbers


class RawRecords:
    """The exact bytes of records of a CSV file, asked for by their lines in ascending order: the file is read again."""

    def __init__(self, source: Source) -> None:
        self._stream = open_stream(source)
        header = read_header(source, self._stream)
        self._blocks = _blocks(source, self._stream, header, _MOST_BLOCK_BYTES // _BYTES_A_ROW)
        self._block: Block | None = next(self._blocks, None)

    def at(self, line: int) -> tuple[bytes, int] | None:
        """The bytes of the record that begins on a line, and their offset; None where none does."""
        while self._block is not None and self._block.line[-1] <= line:
            self._block = next(self._blocks, None)
        if self._block is None:
            return None
        record = int(np.searchsorted(self._block.line[:-1], line))
        if self._block.line[record] != line:
            return None
        return self._block.raw(record), self._block.place(record)

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
