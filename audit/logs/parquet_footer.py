"""The footer of a Parquet file, read and checked before Parquet's own reader sees it.

That reader ends the whole process where it is asked about a column whose footer contradicts itself, or which is
encrypted; it passes over rows of which the footer is silent. So the footer is read here first, whole, and whatever in
it that has to do with columns must agree with the rest and with the file.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from audit.logs.thrift_compact import BINARY, LONG, STRUCT, WHOLE, CompactReader, Form, Many

FOOTER_LIMIT = 16 << 20  # bytes; some five thousand row groups
BYTE_ARRAY = 6  # the physical type of texts
_PHYSICAL_TYPES = 8
_MARK = b"PAR1"
_TAIL = 8  # the footer's length and the mark
_INT64 = 2
_BYTES_OF_A_TIME = 8

_STATISTICS: Form = {2: BINARY, 6: BINARY}  # min and min_value
_META: Form = {1: WHOLE, 3: Many(BINARY), 4: WHOLE, 5: LONG, 7: LONG, 9: LONG, 11: LONG, 12: _STATISTICS}
_CHUNK: Form = {1: BINARY, 3: _META, 8: {}, 9: BINARY}
_GROUP: Form = {1: Many(STRUCT, _CHUNK), 3: LONG}
_ELEMENT: Form = {
    1: WHOLE, 3: WHOLE, 4: BINARY, 5: WHOLE, 6: WHOLE,
    10: {8: {2: {1: {}, 2: {}, 3: {}}}},  # of the logical types only the unit of a timestamp
}  # fmt: skip
_FILE: Form = {2: Many(STRUCT, _ELEMENT), 3: LONG, 4: Many(STRUCT, _GROUP), 8: {}}


class EncryptedError(ValueError):
    """The file, or a column of it, is encrypted."""


class Leaf(NamedTuple):
    """A column of values: the names that lead to it, its physical type, and the ticks of its times in a second."""

    path: tuple[bytes, ...]
    kind: int
    ticks: int  # 0 where it is no timestamp


class Piece(NamedTuple):
    """What a row group holds of a column: its place and size in the file, its values, what is told as the least.

    ``codec`` is the number of the way in which it is folded, -1 where none is told.
    """

    first: int
    size: int
    values: int
    least: bytes
    codec: int


@dataclass(frozen=True, slots=True)
class Group:
    """A row group: its rows, and a piece of every leaf."""

    rows: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Footer:
    """What a footer says: the columns, and of every row group where its pieces lie."""

    leaves: tuple[Leaf, ...]
    groups: tuple[Group, ...]

    @property
    def rows(self) -> int:
        """The rows of all row groups."""
        return sum(group.rows for group in self.groups)


def read_footer(path: Path) -> Footer:
    """The footer of a Parquet file; ValueError in words where it does not read or does not agree with the file."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        if size < len(_MARK) + _TAIL:
            raise ValueError("the file is too short")
        file.seek(0)
        head = file.read(len(_MARK))
        file.seek(size - _TAIL)
        tail = file.read(_TAIL)
        if tail[4:] == b"PARE" or head == b"PARE":
            raise EncryptedError
        if head != _MARK or tail[4:] != _MARK:
            raise ValueError("it does not begin and end as one")
        length = int.from_bytes(tail[:4], "little")
        first = size - _TAIL - length
        if first < len(_MARK):
            raise ValueError("its footer is longer than the file")
        if length > FOOTER_LIMIT:
            raise ValueError(f"its footer has {length:,} bytes; {FOOTER_LIMIT:,} are allowed")
        file.seek(first)
        return _checked(CompactReader(file.read(length)).struct(_FILE), first)


def _wanted(found: dict[int, Any], field: int, what: str) -> Any:
    if field not in found:
        raise ValueError(f"its footer lacks {what}")
    return found[field]


def _count(found: dict[int, Any], field: int, what: str) -> int:
    number: int = _wanted(found, field, what)
    if number < 0:
        raise ValueError(f"its footer has {number} as {what}")
    return number


def _checked(found: dict[int, Any], end: int) -> Footer:
    """The footer of a file whose pages end at a place."""
    if 8 in found:
        raise EncryptedError
    leaves = _leaves(_wanted(found, 2, "the columns"))
    groups = []
    for number, group in enumerate(_wanted(found, 4, "the row groups")):
        try:
            groups.append(_group(group, leaves, end))
        except EncryptedError:
            raise
        except ValueError as error:
            raise ValueError(f"row group {number + 1}: {error}") from None
    footer = Footer(leaves, tuple(groups))
    rows = _count(found, 3, "the number of rows")
    if rows != footer.rows:
        raise ValueError(f"its footer speaks of {rows:,} rows, its row groups hold {footer.rows:,}")
    spans = sorted((piece.first, piece.first + piece.size) for group in groups if group.rows for piece in group.pieces)
    if any(after[0] < before[1] for before, after in pairwise(spans)):
        raise ValueError("two of its columns lie in the same bytes")
    return footer


def _leaves(elements: list[dict[int, Any]]) -> tuple[Leaf, ...]:
    """The leaves of the tree of columns, which lists every element before its children."""
    leaves: list[Leaf] = []
    open_ones: list[tuple[bytes, int]] = []  # names on the way down, and how many children are to come
    if not elements:
        raise ValueError("its footer lists no columns")
    for place, element in enumerate(elements):
        if place and not open_ones:
            raise ValueError("its footer lists columns that belong to nothing")
        name = _wanted(element, 4, "the name of a column")
        children = _count(element, 5, "a number of columns") if 5 in element else 0
        if place:
            parent, left = open_ones.pop()
            open_ones.append((parent, left - 1))
        if not place or children:
            open_ones.append((name, children))
        else:
            kind = _wanted(element, 1, "the type of a column")
            if not 0 <= kind < _PHYSICAL_TYPES:
                raise ValueError(f"its footer has a column of type {kind}")
            leaves.append(Leaf((*(step for step, _ in open_ones[1:]), name), kind, _ticks(element)))
        while open_ones and not open_ones[-1][1]:
            open_ones.pop()
    if open_ones:
        raise ValueError("its footer lists fewer columns than it speaks of")
    return tuple(leaves)


def _ticks(element: dict[int, Any]) -> int:
    """The ticks in a second of a column of timestamps, 0 for another column."""
    if element.get(1) != _INT64:
        return 0
    unit = element.get(10, {}).get(8, {}).get(2, {})
    told = {1: 1_000, 2: 1_000_000, 3: 1_000_000_000}
    return next((told[field] for field in unit), {9: 1_000, 10: 1_000_000}.get(element.get(6, -1), 0))


def _group(found: dict[int, Any], leaves: tuple[Leaf, ...], end: int) -> Group:
    rows = _count(found, 3, "the number of its rows")
    chunks = _wanted(found, 1, "its columns")
    if len(chunks) != len(leaves):
        raise ValueError(f"it has {len(chunks)} columns, the file {len(leaves)}")
    return Group(rows, tuple(_piece(chunk, leaf, rows, end) for chunk, leaf in zip(chunks, leaves, strict=True)))


def _piece(chunk: dict[int, Any], leaf: Leaf, rows: int, end: int) -> Piece:
    """The piece of a leaf in a row group of so many rows."""
    if 8 in chunk or 9 in chunk:
        raise EncryptedError
    name = b".".join(leaf.path).decode("utf-8", "backslashreplace")
    if 1 in chunk:
        raise ValueError(f"column {name} lies in another file")
    meta = _wanted(chunk, 3, f"what there is to know of column {name}")
    if _wanted(meta, 3, "the name of a column") != list(leaf.path):
        raise ValueError(f"another column stands in the place of {name}")
    if _wanted(meta, 1, "the type of a column") != leaf.kind:
        raise ValueError(f"column {name} is of another type than in the file's list of columns")
    values = _count(meta, 5, f"the number of values of column {name}")
    size = _count(meta, 7, f"the size of column {name}")
    if len(leaf.path) == 1 and values != rows:
        raise ValueError(f"column {name} has {values:,} values for {rows:,} rows")
    told = first = _count(meta, 9, f"the place of column {name}")
    if 0 < meta.get(11, 0) < first:
        first = meta[11]
    if rows and (first < len(_MARK) or told > end or first + size > end):
        raise ValueError(f"column {name} lies outside of the file")
    least = meta.get(12, {})
    return Piece(first, size, values, least.get(6, least.get(2, b"")), meta.get(4, -1))


def told_time(footer: Footer, name: bytes) -> int:
    """The least time of a column of timestamps in the first row group, UTC milliseconds, 0 where none is told.

    Nothing vouches for what is told.
    """
    for group in footer.groups[:1]:
        for leaf, piece in zip(footer.leaves, group.pieces, strict=True):
            if leaf.path == (name,) and leaf.ticks and len(piece.least) == _BYTES_OF_A_TIME:
                return int.from_bytes(piece.least, "little", signed=True) * 1_000 // leaf.ticks
    return 0
