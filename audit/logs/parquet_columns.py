"""Columns of a row group read straight from their pages, as far as they are written in the usual way.

Arrow's reader and others build columns of their own, which then have to be gone over again for codes and bounds. Here
the pages are unfolded and read to what a chunk is made of. Whatever is out of the ordinary (another encoding or
compression, a value that its type does not hold, a byte too many) is refused, and left to Arrow's reader.
"""

import os
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from numpy.typing import NDArray

from audit.logs.parquet_footer import Footer
from audit.logs.parquet_pages import Column
from audit.logs.parquet_values import LENGTH, SPARE, read_pages, read_texts

_NONE, _SNAPPY, _ZSTD = 0, 1, 6
_CODECS = (_NONE, _SNAPPY, _ZSTD)
_DATA, _DICTIONARY = 0, 2  # kinds of pages
_PLAIN, _PLAIN_DICTIONARY, _RUNS, _DICTIONARY_INDEX = 0, 2, 3, 8
# Where a page is told of: its place in the file, bytes folded and unfolded, values, kind, and encodings.
_PLACE, _FOLDED, _UNFOLDED, _VALUES, _KIND, _ENCODING, _LEVELS, _REPETITIONS = range(8)
_LONGEST_PAGE = 1 << 20  # values
_MOST_PIECES = 64  # that a page may reach into: it is read anew for each of them
_MOST_UNFOLDED = 16 << 20  # bytes of a column that are held at a time
_BEHIND = bytes(SPARE)
_LEAST, _MOST = int(np.iinfo(np.int64).min), int(np.iinfo(np.int64).max)

# How the whole numbers of a column are stored: the physical type, and the type of the values that are read.
NUMBERS: dict[pa.DataType, tuple[str, Any]] = {
    pa.int8(): ("INT32", np.int8),
    pa.int16(): ("INT32", np.int16),
    pa.int32(): ("INT32", np.int32),
    pa.int64(): ("INT64", np.int64),
    pa.date32(): ("INT32", np.int32),
    pa.timestamp("ms", "UTC"): ("INT64", np.int64),
    pa.timestamp("us", "UTC"): ("INT64", np.int64),
    pa.decimal128(18, 2): ("INT64", np.int64),
}
_TICKS = {"ms": 1_000, "us": 1_000_000}
_BYTES: "dict[str, np.dtype[Any]]" = {
    "INT32": np.dtype("<i4"),
    "INT64": np.dtype("<i8"),
    "FIXED_LEN_BYTE_ARRAY": np.dtype(">i8"),
}


class RefusedError(ValueError):
    """What is left to Arrow's reader; it never leaves this package."""


class Form(NamedTuple):
    """How a column is stored: its type, whether rows may be without a value, and the types of its numbers.

    ``stored`` is how a plain number stands in a page, ``kind`` the type of the values that are read, ``none`` and
    ``most`` what stands for none and the greatest. Texts have no ``stored``: their values are codes.
    """

    type: pa.DataType
    optional: bool
    stored: "np.dtype[Any] | None"
    kind: Any
    none: int
    most: int
    shape: tuple[int, bool]


def _form(kind: pa.DataType, stored: "np.dtype[Any] | None", read: Any, *, optional: bool) -> Form:
    least = -1 if stored is None else int(np.iinfo(read).min)
    shape = (8, False) if stored is None else (stored.itemsize, stored.byteorder == ">")
    return Form(kind, optional, stored, read, least, int(np.iinfo(read).max), shape)


class Values(NamedTuple):
    """Rows of a column: numbers, or codes into ``texts``; ``none`` where a row has no value.

    ``filled`` and ``empty`` say that every row has a value, or none has. ``low`` and ``high`` bound the numbers, as
    stored; where there are none ``low`` is the greater.
    """

    type: pa.DataType
    value: NDArray[Any]
    none: int
    filled: bool
    empty: bool
    low: int
    high: int
    texts: pa.Array | None

    def part(self, first: int, end: int) -> "Values":
        """Some of the rows; what is said of all holds of them too."""
        return self._replace(value=self.value[first:end])


def forms_of(file: pq.ParquetFile, footer: Footer, names: Sequence[str]) -> dict[str, Form]:
    """How those of some columns are stored that can be read here."""
    forms = {}
    for place, leaf in enumerate(footer.leaves):
        told = file.schema.column(place)
        if told.path not in names or told.max_repetition_level or told.max_definition_level > 1:
            continue
        kind = file.schema_arrow.field(told.path).type
        optional = told.max_definition_level == 1
        if told.physical_type == "BYTE_ARRAY" and _is_text(kind):
            forms[told.path] = _form(kind, None, np.int32, optional=optional)
        elif kind in NUMBERS:
            stored, read = NUMBERS[kind]
            tenfold = pa.types.is_decimal(kind) and told.physical_type == "FIXED_LEN_BYTE_ARRAY" and told.length == 8
            ticks = not pa.types.is_timestamp(kind) or leaf.ticks == _TICKS[kind.unit]
            if ticks and (tenfold or told.physical_type == stored):
                forms[told.path] = _form(kind, _BYTES[told.physical_type], read, optional=optional)
    return forms


def _is_text(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_usual(column: Column, form: Form, longest: int) -> bool:
    """Whether a column of a row group is written in the way that is read here, no page having more values."""
    pages = column.pages.tolist()
    listed = bool(pages) and pages[0][_KIND] == _DICTIONARY
    if listed and pages[0][_ENCODING] not in (_PLAIN, _PLAIN_DICTIONARY):
        return False
    usual = {_PLAIN_DICTIONARY, _DICTIONARY_INDEX} if listed else set()
    if form.stored is not None:
        usual.add(_PLAIN)
    return (
        bool(pages)
        and column.codec in _CODECS
        and all(
            page[_KIND] == _DATA
            and page[_ENCODING] in usual
            and page[_LEVELS] == _RUNS
            and page[_REPETITIONS] >= 0
            and page[_VALUES] <= longest
            for page in pages[int(listed) :]
        )
    )


class _Listed(NamedTuple):
    """The dictionary of a column of a row group: entries, in room for a power of two, how many, bounds, the texts."""

    table: NDArray[np.int64]
    entries: int
    low: int
    high: int
    texts: pa.Array | None


class _PagesOf:
    """The pages of a column of a row group, read some rows at a time."""

    def __init__(self, file: int, column: Column, form: Form, unfold: "_Unfolder") -> None:
        self._file, self._codec, self._form, self._unfold = file, column.codec, form, unfold
        pages: list[list[int]] = column.pages.tolist()
        first = pages[: int(pages[0][_KIND] == _DICTIONARY)]
        self._pages = pages[len(first) :]
        self._ends = list(accumulate(page[_VALUES] for page in self._pages))
        self.longest = max((page[_VALUES] for page in self._pages), default=0)
        self._listed = self._dictionary(first)

    def _bodies(self, pages: list[list[int]]) -> list[bytes]:
        """The unfolded bytes of pages that stand one after the other."""
        if not pages:
            return []
        begin, end = pages[0][_PLACE], pages[-1][_PLACE] + pages[-1][_FOLDED]
        if end - begin > _MOST_UNFOLDED or sum(page[_UNFOLDED] for page in pages) > _MOST_UNFOLDED:
            raise RefusedError
        data = memoryview(os.pread(self._file, end - begin, begin))
        if len(data) != end - begin:
            raise RefusedError
        unfold, codec = self._unfold, self._codec
        return [
            unfold(codec, data[place - begin : place - begin + folded], unfolded)
            for place, folded, unfolded, *_ in pages
        ]

    def _dictionary(self, page: list[list[int]]) -> _Listed:
        body = self._bodies(page)[0] if page else b""
        count = page[0][_VALUES] if page else 0
        stored = self._form.stored
        if len(body) < count * (LENGTH if stored is None else stored.itemsize):
            raise RefusedError
        table = np.zeros(max(2, 1 << max(0, count - 1).bit_length()), np.int64)
        if stored is None:
            table[:count] = np.arange(count)
            return _Listed(table, count, 0, count, _texts(body, count))
        if len(body) > count * stored.itemsize:
            raise RefusedError
        entries = table[:count]
        entries[:] = np.frombuffer(body, stored)
        return _Listed(table, count, int(entries.min(initial=_MOST)), int(entries.max(initial=_LEAST)), None)

    def read(self, first: int, rows: int, room: NDArray[Any]) -> Values:
        """So many rows from one on; RefusedError where something is not as it should be."""
        form, listed = self._form, self._listed
        begin = bisect_right(self._ends, first)
        pages = self._pages[begin : bisect_left(self._ends, first + rows) + 1]
        before = self._ends[begin - 1] if begin else 0
        bodies = self._bodies(pages)
        told = np.array([0, _MOST, _LEAST])
        out = np.empty(rows, form.kind)
        if not read_pages(
            np.frombuffer(b"".join([*bodies, _BEHIND]), np.uint8),
            _places(pages, bodies),
            first - before,
            form.optional,
            form.shape,
            listed.table,
            listed.entries,
            form.none,
            room,
            out,
            told,
        ):
            raise RefusedError
        given, low, high = told.tolist()
        if form.stored is not None:
            if any(page[_ENCODING] != _PLAIN for page in pages):
                low, high = min(low, listed.low), max(high, listed.high)
            if given and not form.none < low <= high <= form.most:
                raise RefusedError
        filled = given == sum(page[_VALUES] for page in pages)
        return Values(form.type, out, form.none, filled, not given, low, high, listed.texts)


def _places(pages: list[list[int]], bodies: list[bytes]) -> NDArray[np.int64]:
    """Where each page stands among the unfolded bytes, its rows, and whether it is of codes."""
    places, at = [], 0
    for page, body in zip(pages, bodies, strict=True):
        places.append((at, at + len(body), page[_VALUES], page[_ENCODING] != _PLAIN))
        at += len(body)
    return np.array(places, np.int64).reshape(-1, 4)


def _texts(body: bytes, count: int) -> pa.Array:
    """The texts of a dictionary."""
    starts = np.zeros(count + 1, np.int32)
    out = np.empty(max(0, len(body) - 4 * count), np.uint8)
    if not read_texts(np.frombuffer(body + bytes(SPARE), np.uint8), len(body), starts, out):
        raise RefusedError
    return pa.StringArray.from_buffers(count, pa.py_buffer(starts), pa.py_buffer(out))


class _Unfolder:
    """Unfolds pages; RefusedError where one does not unfold to exactly so many bytes."""

    def __init__(self) -> None:
        self._zstd = zstandard.ZstdDecompressor()
        self._arrows = {codec: pa.Codec(name) for codec, name in ((_SNAPPY, "snappy"), (_ZSTD, "zstd"))}

    def __call__(self, codec: int, data: memoryview, size: int) -> bytes:
        try:
            told = zstandard.frame_content_size(data) if codec == _ZSTD else -1
            if told >= 0:  # what is told is taken as memory
                body = self._zstd.decompress(data, allow_extra_data=False) if told == size else b""
            elif codec == _ZSTD or (codec == _SNAPPY and _snappy_size(data) == size):
                body = self._arrows[codec].decompress(data, size, asbytes=True)
            elif codec == _NONE:
                body = bytes(data)
            else:
                raise RefusedError
        except (zstandard.ZstdError, pa.ArrowException, OSError) as error:
            raise RefusedError from error
        if len(body) != size:
            raise RefusedError
        return body


def _snappy_size(data: memoryview) -> int:
    """The size that a text folded by Snappy tells at its begin; -1 where it tells none."""
    size = 0
    for place, byte in enumerate(data[:5]):
        size |= (byte & 127) << 7 * place
        if byte < 128:
            return size
    return -1


class GroupReader:
    """Reads row groups of one file, open under a number, as far as their columns are written in the usual way."""

    def __init__(self, file: int, forms: Mapping[str, Form]) -> None:
        self._file, self._forms = file, forms
        self._unfold = _Unfolder()
        self._rooms: dict[Any, NDArray[Any]] = {}
        self._columns: dict[str, _PagesOf] = {}

    def begin(self, columns: Sequence[Column], piece: int) -> list[str]:
        """Take up a row group, to be read so many rows at a time: the names of those columns that can be read here."""
        self._columns = {}
        longest = min(_LONGEST_PAGE, _MOST_PIECES * piece)
        for column in columns:
            form = self._forms.get(column.name)
            if form is not None and _is_usual(column, form, longest):
                try:
                    self._columns[column.name] = _PagesOf(self._file, column, form, self._unfold)
                except RefusedError:
                    continue
        return list(self._columns)

    def read(self, first: int, rows: int) -> dict[str, Values]:
        """So many rows of the row group from one on; RefusedError where something is not as it should be."""
        return {name: pages.read(first, rows, self._room(name, pages.longest)) for name, pages in self._columns.items()}

    def _room(self, name: str, rows: int) -> NDArray[Any]:
        """Room for the rows of a page twice, kept for the next ones."""
        kind = self._forms[name].kind
        room = self._rooms.get(kind)
        if room is None or room.shape[1] <= rows:
            room = self._rooms[kind] = np.zeros((2, rows + 1), kind)
        return room
