"""Columns of a row group read straight from their pages, as far as they are written in the usual way.

Arrow's reader and others build columns of their own, which then have to be gone over again for codes and bounds. Here
the pages are unfolded and read to what a chunk is made of. Whatever is out of the ordinary (another encoding or
compression, a value that its type does not hold, a byte too many) is refused, and left to Arrow's reader.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from numpy.typing import NDArray

from audit.logs.parquet_footer import Footer
from audit.logs.parquet_pages import Column
from audit.logs.parquet_values import SPARE, read_pages, read_texts

_NONE, _SNAPPY, _ZSTD = 0, 1, 6
_CODECS = (_NONE, _SNAPPY, _ZSTD)
_DATA, _DICTIONARY = 0, 2  # kinds of pages
_PLAIN, _PLAIN_DICTIONARY, _RUNS, _DICTIONARY_INDEX = 0, 2, 3, 8
_LONGEST_PAGE = 1 << 20  # values: one that reaches into several pieces is read for each of them
_MOST_UNFOLDED = 16 << 20  # bytes of a column that are held at a time
_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max

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

    ``stored`` is how a plain number stands in a page, ``kind`` the type of the values that are read. Texts have no
    ``stored``: their values are codes.
    """

    type: pa.DataType
    optional: bool
    stored: "np.dtype[Any] | None"
    kind: Any


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
            forms[told.path] = Form(kind, optional, None, np.int32)
        elif kind in NUMBERS:
            stored, read = NUMBERS[kind]
            tenfold = pa.types.is_decimal(kind) and told.physical_type == "FIXED_LEN_BYTE_ARRAY" and told.length == 8
            ticks = not pa.types.is_timestamp(kind) or leaf.ticks == _TICKS[kind.unit]
            if ticks and (tenfold or told.physical_type == stored):
                forms[told.path] = Form(kind, optional, _BYTES[told.physical_type], read)
    return forms


def _is_text(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_usual(column: Column, form: Form) -> bool:
    """Whether a column of a row group is written in the way that is read here."""
    pages = column.pages
    if column.codec not in _CODECS or not len(pages):
        return False
    kinds, encodings = pages[:, 4], pages[:, 5]
    data, dictionary = kinds == _DATA, kinds == _DICTIONARY
    coded = (encodings == _PLAIN_DICTIONARY) | (encodings == _DICTIONARY_INDEX)
    plain = encodings == _PLAIN
    return bool(
        (data | dictionary).all()
        and np.count_nonzero(dictionary) <= 1
        and (plain | (encodings == _PLAIN_DICTIONARY))[dictionary].all()
        and (coded if form.stored is None else coded | plain)[data].all()
        and (dictionary[0] or not coded[data].any())
        and ((pages[:, 6] == _RUNS) & (pages[:, 7] >= 0))[data].all()
        and pages[:, 3].max() <= _LONGEST_PAGE
    )


class _Listed(NamedTuple):
    """The dictionary of a column of a row group: entries, in room for a power of two, how many, and the texts."""

    table: NDArray[np.int64]
    entries: int
    texts: pa.Array | None


class _PagesOf:
    """The pages of a column of a row group, read some rows at a time."""

    def __init__(self, file: int, column: Column, form: Form, unfold: "_Unfolder") -> None:
        self._file, self._codec, self._form, self._unfold = file, column.codec, form, unfold
        first = column.pages[: int(column.pages[0, 4] == _DICTIONARY)]
        self._pages = column.pages[len(first) :]
        self._ends = np.cumsum(self._pages[:, 3])
        self._longest = int(self._pages[:, 3].max(initial=0))
        self._listed = self._dictionary(first)

    def _bodies(self, pages: NDArray[np.int64]) -> Iterator[bytes]:
        """The unfolded bytes of pages that stand one after the other."""
        if not len(pages):
            return
        if int(pages[:, 2].sum()) > _MOST_UNFOLDED:
            raise RefusedError
        begin, end = int(pages[0, 0]), int(pages[-1, 0] + pages[-1, 1])
        if end - begin > _MOST_UNFOLDED:
            raise RefusedError
        data = memoryview(os.pread(self._file, end - begin, begin))
        if len(data) != end - begin:
            raise RefusedError
        for place, folded, unfolded in pages[:, :3].tolist():
            yield self._unfold(self._codec, data[place - begin : place - begin + folded], unfolded)

    def _dictionary(self, page: NDArray[np.int64]) -> _Listed:
        body = next(self._bodies(page), b"")
        count = int(page[0, 3]) if len(page) else 0
        table = np.zeros(max(2, 1 << max(0, count - 1).bit_length()), np.int64)
        stored = self._form.stored
        if stored is None:
            table[:count] = np.arange(count)
            return _Listed(table, count, _texts(body, count))
        if len(body) != count * stored.itemsize:
            raise RefusedError
        table[:count] = np.frombuffer(body, stored)
        return _Listed(table, count, None)

    def read(self, first: int, rows: int, room: NDArray[Any]) -> Values:
        """So many rows from one on; RefusedError where something is not as it should be."""
        form, listed = self._form, self._listed
        begin = int(np.searchsorted(self._ends, first, side="right"))
        end = int(np.searchsorted(self._ends, first + rows, side="left")) + 1
        pages = self._pages[begin:end]
        before = int(self._ends[begin - 1]) if begin else 0
        bodies = list(self._bodies(pages))
        table = np.zeros((len(pages), 4), np.int64)
        table[:, 1] = np.cumsum([len(body) for body in bodies])
        table[1:, 0] = table[:-1, 1]
        table[:, 2], table[:, 3] = pages[:, 3], pages[:, 5] != _PLAIN
        data = np.frombuffer(b"".join([*bodies, bytes(SPARE)]), np.uint8)
        none = -1 if form.stored is None else int(np.iinfo(form.kind).min)
        out = np.empty(rows, form.kind)
        told = np.array([0, _MOST, _LEAST])
        size = 8 if form.stored is None else form.stored.itemsize
        shape = size, form.stored is not None and form.stored.byteorder == ">"
        if not read_pages(
            data, table, first - before, form.optional, shape, listed.table, listed.entries, none, room, out, told
        ):
            raise RefusedError
        given, low, high = told.tolist()
        if form.stored is not None:
            if listed.entries and table[:, 3].any():
                entries = listed.table[: listed.entries]
                low, high = min(low, int(entries.min())), max(high, int(entries.max()))
            if given and not none < low <= high <= np.iinfo(form.kind).max:
                raise RefusedError
        return Values(form.type, out, none, given == int(table[:, 2].sum()), not given, low, high, listed.texts)

    @property
    def longest(self) -> int:
        """The most values of a page."""
        return self._longest


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

    def begin(self, columns: Sequence[Column]) -> list[str]:
        """Take up a row group: the names of those of its columns that can be read here."""
        self._columns = {}
        for column in columns:
            form = self._forms.get(column.name)
            if form is not None and _is_usual(column, form):
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
