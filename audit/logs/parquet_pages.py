"""The pages of a Parquet file, looked at by their headers before they are unfolded: how much each would take.

A page of a few kilobytes may unfold to gigabytes. What its header claims is binding: Parquet's reader refuses a page
that unfolds to more or less. So the headers are read first, whatever is claimed beyond the bounds is refused, and from
the rest follows how many rows may be read at a time.
"""

import os
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.parquet_footer import BYTE_ARRAY, Footer, Leaf, Piece
from audit.logs.parquet_values import varint

DATA_PAGE_LIMIT = 64 << 20  # bytes, unfolded
DICTIONARY_LIMIT = 8 << 20
GROUP_LIMIT = 256 << 20  # the largest pages and the dictionaries of all columns of a row group that are read
TEXT_AT_ONCE = 64 << 20  # bytes of texts in the rows that are read at a time
_LEAST_ROWS = 256  # at a time: fewer would take a log's length to read
_WINDOW = 64 << 10
_LONGEST_HEADER = 1 << 20
_SMALLER, _PLAINER = "write it in smaller pages (data_page_size)", "write it plain or with a dictionary"
_LEGACY_PADDING = 100  # a writer of 2013 left the head of the dictionary out of a column's size

_PLAIN, _PLAIN_DICTIONARY, _DELTA_LENGTH, _DELTA, _DICTIONARY_INDEX = 0, 2, 6, 7, 8
_BREAKS_OFF, _MALFORMED, _SURPLUS, _SECOND_DICTIONARY = -1, -2, -3, -4
_FAULTS = {
    _BREAKS_OFF: "the head of a page breaks off",
    _MALFORMED: "the head of a page does not read",
    _SURPLUS: "its pages hold other than the number of values that the footer tells",
    _SECOND_DICTIONARY: "a dictionary stands behind other pages",
}

# What is known of the pages of a column so far: the values, the bytes of the largest data page, of the dictionary, of
# all data pages, those of a value on the densest of them, their encodings as bits, and how many pages there are.
_KNOWN = 7
# Numbers of a page's header: kind, bytes unfolded and folded, values, encoding, which header tells them, and the
# encodings of levels and of repetitions.
_HEADER = 8
_NESTED = 16
_MOST_LISTED = 1_024  # pages of a column


@kernel
def _list_head(data: NDArray[np.uint8], at: int, stop: int) -> tuple[int, int, int]:
    """The kind of a list's items, how many there are, and the place after the head or a fault."""
    if at >= stop:
        return 0, 0, -1
    kind = int(data[at]) & 15
    count = int(data[at]) >> 4
    at += 1
    if count == 15:
        count, at = varint(data, at, stop)
    return kind, count, at if kind or at < 0 else -2


@kernel
def _passed(data: NDArray[np.uint8], at: int, stop: int, kind: int) -> int:
    """The place after a truth, byte, double or text, or a fault."""
    size = 1
    if kind == 7:
        size = 8
    elif kind == 8:
        size, at = varint(data, at, stop)
        if at < 0:
            return at
    elif kind > 3 or kind == 0:  # a kind of 0 ends a structure, and has no number
        return -2
    return at + size if size <= stop - at else -1


@kernel
def _place(deep: int, in_struct: bool, inside: int, field: int) -> int:
    """Where a number of a page's header is kept: by its field, or that of the header for its kind; -1 for nowhere."""
    if deep == 1 and 1 <= field <= 3:
        return field - 1
    if deep == 2 and in_struct:
        if field == 1 and inside in (5, 7, 8):
            return 3
        if (field == 2 and inside in (5, 7)) or (field == 4 and inside == 8):
            return 4
        if field in (3, 4) and inside == 5:
            return field + 3
    return -1


@kernel
def _header(
    data: NDArray[np.uint8],
    at: int,
    stop: int,
    out: NDArray[np.int64],
    kinds: NDArray[np.int64],
    left: NDArray[np.int64],
) -> int:
    """Read a page's header into ``out``: the place after it, or a fault below 0; the last two arrays are room to work.

    What is open is kept on a stack: its kind (0 a structure, else the kind of a list's items) and the items that are
    left of a list or the last field of a structure.
    """
    out[:] = -1
    kinds[0] = left[0] = 0
    deep = 1
    inside = 0  # the field of the header that holds what is open on the second place
    while deep:
        top = deep - 1
        field = 0
        if kinds[top] == 0:
            if at >= stop:
                return -1
            head = int(data[at])
            at += 1
            if head == 0:
                deep -= 1
                continue
            kind = head & 15
            if head >> 4:
                left[top] += head >> 4
            else:
                number, at = varint(data, at, stop)
                if at < 0:
                    return at
                left[top] = (number >> 1) ^ -(number & 1)
            field = left[top]
            if field < -32768 or field > 32767:  # other readers count in 16 bits, and take another field for it
                return -2
            if kind in (1, 2):
                continue
        elif left[top] == 0:
            deep -= 1
            continue
        else:
            left[top] -= 1
            kind = kinds[top]
        if kind in (4, 5, 6):
            number, at = varint(data, at, stop)
            if at < 0:
                return at
            value = (number >> 1) ^ -(number & 1)
            place = _place(deep, kinds[top] == 0, inside, field)
            if place >= 0:
                if kind != 5 or out[place] != -1 or value < 0 or value > 2147483647:
                    return -2
                out[place] = value
                out[5] = inside if place == 3 else out[5]
        elif kind in (9, 10, 12):
            if deep == len(kinds):
                return -2
            inside = field if deep == 1 else inside
            kinds[deep] = left[deep] = 0
            if kind != 12:
                kinds[deep], left[deep], at = _list_head(data, at, stop)
            deep += 1
        else:
            at = _passed(data, at, stop, kind)
        if at < 0:
            return at
    return at


@kernel
def _pages(
    data: NDArray[np.uint8],
    size: int,
    room: int,
    wanted: int,
    first: int,
    known: NDArray[np.int64],
    listed: NDArray[np.int64],
    out: NDArray[np.int64],
    kinds: NDArray[np.int64],
    left: NDArray[np.int64],
) -> tuple[int, int]:
    """Pass the pages of a column whose headers stand in a window of ``size`` bytes: where the next begins, or a fault.

    ``room`` is how many bytes from the window's begin on the column may take, ``wanted`` how many values it has,
    ``first`` the window's place in the file. The pages are listed as far as there is room in the list.
    """
    at = 0
    while at < size and known[0] < wanted:
        end = _header(data, at, size, out, kinds, left)
        if end < 0:
            return at, end
        kind, unfolded, folded, count, encoding = out[0], out[1], out[2], out[3], out[4]
        if kind < 0 or unfolded < 0 or folded < 0 or folded > room - end:
            return at, -2
        if kind in (0, 2, 3) and (count < 0 or encoding < 0 or encoding > 9 or out[5] != (5, 0, 7, 8)[kind]):
            return at, -2
        if kind in (0, 3):
            if count > wanted - known[0]:
                return at, -3
            known[0] += count
            known[1] = max(known[1], unfolded)
            known[3] += unfolded
            if count:
                known[4] = max(known[4], unfolded // count + 1)
            known[5] |= 1 << encoding
        elif kind == 2:
            if known[6]:
                return at, -4
            if count > unfolded:
                return at, -2
            known[2] = unfolded
        if known[6] < len(listed):
            page = listed[known[6]]
            page[0], page[1], page[2], page[3] = first + end, folded, unfolded, count
            page[4], page[5], page[6], page[7] = kind, encoding, out[6], out[7]
        known[6] += 1
        at = end + folded
    return at, 0


@dataclass(frozen=True, slots=True)
class Column:
    """What the pages of a column of a row group take, in bytes unfolded; the encodings of its data pages as bits.

    ``dense`` is the most bytes that the values of one of its data pages take on the mean, ``kept`` says that its
    dictionary is read as one. ``pages`` has of every page its place in the file, bytes folded and unfolded, values,
    kind, encoding, and the encodings of its levels and repetitions (-1 where none is told); it has none where they are
    too many to list, or reach beyond the column's end.
    """

    name: str
    is_bytes: bool
    kept: bool
    values: int
    largest: int
    dictionary: int
    whole: int
    dense: int
    encodings: int
    codec: int
    pages: NDArray[np.int64]

    def uses(self, *encodings: int) -> bool:
        """Whether some of its data pages are in one of the encodings."""
        return any(self.encodings >> encoding & 1 for encoding in encodings)

    @property
    def _repeated(self) -> int:
        """What every row may take: the longest word of a dictionary, of which only the whole is known."""
        listed = not self.kept and self.uses(_PLAIN_DICTIONARY, _DICTIONARY_INDEX)
        return self.dictionary if listed else 0

    @property
    def a_row(self) -> int:
        """The most bytes of text that a row takes on the mean where it is read."""
        return max(self.dense, self._repeated) if self.is_bytes else 0

    @property
    def text(self) -> int:
        """The most bytes of text that all rows take."""
        return max(self.whole, self._repeated * self.values) if self.is_bytes else 0


class UnfoldingError(ValueError):
    """What would take more than may be held in memory; ``mend`` says how to write it instead."""

    def __init__(self, found: str, mend: str) -> None:
        super().__init__(found)
        self.mend = mend


class UnboundedError(UnfoldingError):
    """Texts in an encoding that says gigabytes in a few bytes, whatever a page's header claims."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a row group takes to read, in bytes: held at any time, in the file, of texts, of texts a row.

    ``plain`` are the columns of texts that cannot be read as dictionaries; ``columns`` are those of one row group.
    """

    held: int
    folded: int
    text: int
    a_row: int
    plain: frozenset[str]
    columns: tuple[Column, ...] = ()

    def beside(self, other: "Measure") -> "Measure | None":
        """What the two take together; None where they are better read one after the other."""
        if self.plain != other.plain or self.held + other.held > GROUP_LIMIT:
            return None
        text, a_row = self.text + other.text, max(self.a_row, other.a_row)
        return Measure(self.held + other.held, self.folded + other.folded, text, a_row, self.plain)

    def rows_at_once(self, most: int) -> int:
        """How many rows to read at a time, so that their texts stay within the bound."""
        return most if self.text <= TEXT_AT_ONCE else max(1, min(most, TEXT_AT_ONCE // self.a_row))


class PageReader:
    """Looks at the pages of some columns of an open file by their headers; ``texts`` are read as dictionaries."""

    def __init__(self, file: int, footer: Footer, names: Collection[str], texts: Collection[str]) -> None:
        self._file, self._footer, self._texts = file, footer, texts
        paths = [b".".join(leaf.path).decode("utf-8", "backslashreplace") for leaf in footer.leaves]
        # Parquet's reader takes a name for all that begins with it and a dot.
        self._places = [(place, path) for place, path in enumerate(paths) if path.split(".")[0] in names]
        self._window = bytearray(_WINDOW)
        self._listed = np.zeros((_MOST_LISTED, _HEADER), np.int64)
        self._room = tuple(np.zeros(size, np.int64) for size in (_HEADER, _NESTED, _NESTED))

    def measure(self, number: int) -> Measure:
        """What a row group takes; ValueError where its pages do not read, UnfoldingError where they take too much."""
        group = self._footer.groups[number]
        where = f"row group {number + 1}"
        columns = []
        for place, name in self._places if group.rows else ():
            try:
                column = self._column(name, self._footer.leaves[place], group.pieces[place])
            except ValueError as error:
                raise ValueError(f"{where}, column {name}: {error}") from None
            _check(where, column)
            columns.append(column)
        held = sum(column.largest + column.dictionary for column in columns)
        if held > GROUP_LIMIT:
            most = max(columns, key=lambda column: column.largest)
            found = f"{where}, column {most.name} and others: their pages unfold to {held:,} bytes together"
            raise UnfoldingError(f"{found}; {GROUP_LIMIT:,} are allowed", _SMALLER)
        text, a_row = sum(column.text for column in columns), sum(column.a_row for column in columns)
        if text > TEXT_AT_ONCE and TEXT_AT_ONCE // a_row < _LEAST_ROWS:
            most = max(columns, key=lambda column: column.a_row)
            found = f"{where}, column {most.name} and others: a row unfolds to up to {a_row:,} bytes of text"
            raise UnfoldingError(f"{found}; {TEXT_AT_ONCE // _LEAST_ROWS:,} are allowed", _PLAINER)
        folded = sum(group.pieces[place].size for place, _ in self._places)
        plain = frozenset(column.name for column in columns if column.name in self._texts and not column.kept)
        return Measure(held, folded, text, a_row, plain, tuple(columns))

    def _column(self, name: str, leaf: Leaf, piece: Piece) -> Column:
        known = np.zeros(_KNOWN, np.int64)
        at, end = piece.first, piece.first + piece.size
        while known[0] < piece.values:
            at += self._pass(at, end, piece.values, known)
        if at < end and piece.values:
            raise ValueError(f"{end - at:,} bytes stand behind its last page")
        _, largest, dictionary, whole, dense, encodings, count = known.tolist()
        kept = name in self._texts and not encodings >> _DELTA_LENGTH & 1
        pages = self._listed[: count if count <= _MOST_LISTED and at == end else 0].copy()
        sizes = largest, dictionary, whole, dense, encodings
        return Column(name, leaf.kind == BYTE_ARRAY, kept, piece.values, *sizes, piece.codec, pages)

    def _pass(self, at: int, end: int, values: int, known: NDArray[np.int64]) -> int:
        """Pass pages from a place in the file on: how many bytes."""
        if at >= end:
            raise ValueError(_FAULTS[_SURPLUS])
        room = end + _LEGACY_PADDING - at
        while True:
            size = os.preadv(self._file, [memoryview(self._window)[:room]], at)
            data = np.frombuffer(self._window, np.uint8)
            step, fault = _pages(data, size, room, values, at, known, self._listed, *self._room)
            if step or not fault:
                return int(step)
            if fault != _BREAKS_OFF or size < len(self._window) or len(self._window) >= _LONGEST_HEADER:
                raise ValueError(_FAULTS[fault])
            self._window = bytearray(_LONGEST_HEADER)


def _check(where: str, column: Column) -> None:
    """UnfoldingError where a column takes too much by itself."""
    for size, limit, what, mend in (
        (column.dictionary, DICTIONARY_LIMIT, "its dictionary unfolds", "write it without a dictionary"),
        (column.largest, DATA_PAGE_LIMIT, "a page unfolds", _SMALLER),
    ):
        if size > limit:
            raise UnfoldingError(
                f"{where}, column {column.name}: {what} to {size:,} bytes; {limit:,} are allowed", mend
            )
    if column.is_bytes and column.uses(_DELTA):
        found = f"{where}, column {column.name} is written in the encoding DELTA_BYTE_ARRAY"
        raise UnboundedError(found, _PLAINER)
