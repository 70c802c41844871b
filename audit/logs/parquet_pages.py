"""Pages of a Parquet file to flat arrays: the encodings that nearly every writer uses, without nulls between.

Whatever else a file holds, and whatever is not as it should be, is left to Parquet's own reader: a column that does not
read here is no fault.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from numpy.typing import NDArray

from audit.logs.flattening import look_up
from audit.logs.page_decoding import (
    BODY,
    COUNT,
    DATA_PAGE,
    DICTIONARY_PAGE,
    ENCODING,
    KIND,
    LEVELS,
    MOST_DEPTH,
    PACKED,
    SIZE,
    part_texts,
    read_codes,
    read_headers,
    read_levels,
)
from audit.logs.parsing import MACAU_OFFSET, SEAT_NULL
from audit.schema import NULL, NULL_32

PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY = 0, 2, 3, 8
_MOST_PAGES = 4_096  # of a column in a row group
_SHORT = 64  # bytes of a page that is held against the one before it
_ZSTD_MARK = b"\x28\xb5\x2f\xfd"
_MOST_SIZE = 1 << 23  # bytes of a page
_NO_TEXTS = pa.array([], pa.string())


class Column(NamedTuple):
    """A column of a row group, flat: numbers, or codes into texts (-1: null).

    ``low`` and ``high`` bound the numbers that are given; ``nulls`` counts the rows where none is.
    """

    values: NDArray[Any]
    nulls: int
    low: int
    high: int
    texts: pa.Array | None


class Unfamiliar(Exception):  # noqa: N818 - no fault: Parquet's own reader reads it
    """Something that is not read here."""


class _Form(NamedTuple):
    """How a column of numbers stands in the file, and how it is given; ``void`` says that none may be a number too."""

    arrow: pa.DataType
    stored: str
    kind: Any
    none: int
    void: bool = False


_MONEY = _Form(pa.decimal128(18, 2), ">i8", np.int64, NULL)
_FORMS = {
    "gaming_day": _Form(pa.date32(), "<i4", np.int32, NULL_32),
    "seq": _Form(pa.int32(), "<i4", np.int32, NULL_32),
    "time": _Form(pa.timestamp("ms", "UTC"), "<i8", np.int64, NULL),
    "utc_offset": _Form(pa.int16(), "<i4", np.int16, MACAU_OFFSET, void=True),
    "seat": _Form(pa.int8(), "<i4", np.int8, SEAT_NULL),
    "other_seat": _Form(pa.int8(), "<i4", np.int8, SEAT_NULL),
    "number": _Form(pa.int32(), "<i4", np.int32, NULL_32),
    "amount": _MONEY,
    "payout": _MONEY,
    "fee": _MONEY,
    "source_row": _Form(pa.int64(), "<i8", np.int64, NULL),
}
_WORD = _Form(pa.string(), "", np.int32, -1)
_STORED = {"": ("BYTE_ARRAY", 0), "<i4": ("INT32", 0), "<i8": ("INT64", 0), ">i8": ("FIXED_LEN_BYTE_ARRAY", 8)}


class PageReader:
    """The columns of a Parquet file that are written as nearly every writer does, row group by row group."""

    def __init__(self, path: str, metadata: pq.FileMetaData, schema: pa.Schema) -> None:
        self._file = open(path, "rb")  # noqa: PTH123, SIM115 - closed by ``close``
        self._metadata = metadata
        self._places = {
            metadata.schema.column(place).path: place
            for place in range(len(metadata.schema))
            if metadata.schema.column(place).max_repetition_level == 0
        }
        self._schema = schema
        self._zstd = zstandard.ZstdDecompressor()
        self._headers = np.empty((_MOST_PAGES, 7), np.int64)
        self._last = np.empty(MOST_DEPTH + 1, np.int64)
        self._scratch = np.empty((3, 0), np.int32)
        self._texts: dict[str, tuple[bytes, pa.Array]] = {}

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def column(self, group: int, name: str) -> Column | None:
        """A column of a row group, None where it is written in a way, or has a fault, that is not known here."""
        try:
            return self._column(group, name)
        except (Unfamiliar, zstandard.ZstdError, pa.ArrowException, OSError, MemoryError):
            return None

    def _column(self, group: int, name: str) -> Column:
        place = self._places.get(name, -1)
        form = _FORMS.get(name, _WORD)
        if place < 0 or self._schema.field(name).type != form.arrow:
            raise Unfamiliar
        told = self._metadata.schema.column(place)
        if (told.physical_type, max(0, told.length)) != _STORED[form.stored] or told.max_definition_level != 1:
            raise Unfamiliar
        column = _Growing(name, form, self._metadata.row_group(group).num_rows)
        for head, plain in self._pages(group, place, column.rows):
            if head[KIND] == DICTIONARY_PAGE:
                self._dictionary(column, head, plain)
            elif head[LEVELS] != RLE or plain == b"":
                raise Unfamiliar
            elif head[ENCODING] in (PLAIN_DICTIONARY, RLE_DICTIONARY):
                column.waiting.append((plain or b"", head[COUNT]))
            elif head[ENCODING] == PLAIN and form is not _WORD:
                self._codes(column)
                self._numbers(column, head[COUNT], plain)
            else:
                raise Unfamiliar
        self._codes(column)
        return column.whole()

    def _pages(self, group: int, place: int, rows: int) -> Iterator[tuple[list[int], bytes | None]]:
        """The headers of the pages of a column and what is in them, None where it is what was in the page before."""
        chunk = self._metadata.row_group(group).column(place)
        begin, size = chunk.data_page_offset, chunk.total_compressed_size
        if chunk.has_dictionary_page and 0 < (chunk.dictionary_page_offset or 0) < begin:
            begin = chunk.dictionary_page_offset
        if begin < 0 or size < 0 or chunk.num_values != rows or chunk.file_path:
            raise Unfamiliar
        self._file.seek(begin)
        data = self._file.read(size)
        count = read_headers(np.frombuffer(data, np.uint8), rows, self._last, self._headers)
        if len(data) != size or count < 0:
            raise Unfamiliar
        last: tuple[bytes, int, int] | None = None
        for head in self._headers[:count].tolist():
            packed = data[head[BODY] : head[BODY] + head[PACKED]]
            this = (packed, head[COUNT], head[ENCODING]) if len(packed) <= _SHORT and head[KIND] == DATA_PAGE else None
            yield (
                head,
                None if this is not None and this == last else self._plain(packed, head[SIZE]),
            )
            last = this

    def _plain(self, packed: bytes, size: int) -> bytes:
        """What is in a page that is packed by Zstandard."""
        # The footer is not asked for the codec: pyarrow ends the process where a file names one that there is not. The
        # mark tells it as surely: Snappy and LZ4 would copy from it what stands before the beginning, gzip refuses it,
        # Brotli would read a page of thirteen million bytes, and unpacked it would be levels of four thousand million.
        if packed[:4] != _ZSTD_MARK or size > _MOST_SIZE or zstandard.frame_content_size(packed) != size:
            raise Unfamiliar
        plain = self._zstd.decompress(packed)
        if len(plain) != size:
            raise Unfamiliar
        return plain

    def _dictionary(self, column: "_Growing", head: list[int], plain: bytes | None) -> None:
        count = head[COUNT]
        if plain is None or head[ENCODING] not in (PLAIN, PLAIN_DICTIONARY):
            raise Unfamiliar
        if column.form is not _WORD:
            column.list_numbers(_stored(column.form, plain, 0, count))
            return
        known = self._texts.get(column.name)
        if known is None or known[0] != plain or len(known[1]) != count:
            known = self._texts[column.name] = plain, _read_texts(plain, count)
        column.texts, column.listed = known[1], count

    def _room(self, count: int) -> NDArray[np.int32]:
        """Three rows of scratch, longer than so many."""
        if self._scratch.shape[1] <= count:
            self._scratch = np.empty((3, count + 1), np.int32)
        return self._scratch

    def _codes(self, column: "_Growing") -> None:
        """Read the pages that wait, of codes into the dictionary."""
        if not column.waiting:
            return
        pages, counts = zip(*column.waiting, strict=True)
        column.waiting = []
        count = sum(counts)
        scratch, out = self._room(count), column.next(count)
        codes = out if column.form is _WORD else scratch[2, :count]
        data = np.frombuffer(b"".join(pages), np.uint8)
        ends = np.cumsum([len(page) for page in pages], dtype=np.int64)
        nulls = read_codes(data, ends, np.array(counts, np.int64), scratch, column.listed, codes)
        if nulls < 0:
            raise Unfamiliar
        column.nulls += nulls
        if column.form is not _WORD:
            look_up(column.table, codes, out)

    def _numbers(self, column: "_Growing", count: int, plain: bytes | None) -> None:
        """Read a page of numbers as they are."""
        if plain is None:
            raise Unfamiliar
        levels = self._room(count)[0]
        given, at = read_levels(np.frombuffer(plain, np.uint8), levels, count)
        if at < 0:
            raise Unfamiliar
        numbers = _stored(column.form, plain, at, given)
        column.bound(numbers)
        column.nulls += count - given
        out = column.next(count)
        if given < count:
            out[:] = column.form.none
        out[slice(None) if given == count else levels[:count] == 1] = numbers


class _Growing:
    """A column of a row group as its pages come."""

    def __init__(self, name: str, form: _Form, rows: int) -> None:
        self.name, self.form, self.rows = name, form, rows
        self.texts: pa.Array | None = None
        self.table = np.full(1, form.none, form.kind)
        self.listed = -1
        self._values = np.empty(rows, form.kind)
        self.waiting: list[tuple[bytes, int]] = []
        self.nulls = self._done = 0
        self._low, self._high = np.iinfo(np.int64).max, np.iinfo(np.int64).min

    def list_numbers(self, numbers: NDArray[Any]) -> None:
        """Take in the dictionary."""
        self.bound(numbers)
        self.listed = len(numbers)
        self.table = np.empty(self.listed + 1, self.form.kind)
        self.table[0] = self.form.none
        self.table[1:] = numbers

    def bound(self, numbers: NDArray[Any]) -> None:
        """Take note of numbers that rows may have, all of which their type must hold beside what stands for none."""
        if len(numbers):
            low, high = int(numbers.min()), int(numbers.max())
            kind = np.iinfo(self.form.kind)
            if low < kind.min or high > kind.max or (low <= self.form.none <= high and not self.form.void):
                raise Unfamiliar
            self._low, self._high = min(self._low, low), max(self._high, high)

    def next(self, count: int) -> NDArray[Any]:
        """The place of the next rows."""
        self._done += count
        return self._values[self._done - count : self._done]

    def whole(self) -> Column:
        """The column when all its pages have come."""
        texts = _NO_TEXTS if self.form is _WORD and self.texts is None else self.texts
        return Column(self._values, self.nulls, self._low, self._high, texts)


def _stored(form: _Form, plain: bytes, at: int, count: int) -> NDArray[Any]:
    """Numbers as they stand in a page."""
    if at + count * np.dtype(form.stored).itemsize > len(plain):
        raise Unfamiliar
    return np.frombuffer(plain, form.stored, count, at)


def _read_texts(plain: bytes, count: int) -> pa.Array:
    """The texts of a dictionary."""
    offsets, data = np.empty(count + 1, np.int32), np.empty(len(plain), np.uint8)
    if count > len(plain) // 4 or part_texts(np.frombuffer(plain, np.uint8), offsets, data) < 0:
        raise Unfamiliar
    return pa.Array.from_buffers(pa.string(), count, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
