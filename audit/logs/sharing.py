"""Logs shared out by tables: which rows of which files belong to whom, and what came of the shares put together.

The hands of a table are replayed in their order, each from the state that the one before has left, so that a table is
the least that can be shared out. What a row says of other tables than its own reaches beyond a share: logs with such
rows are read as one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs.account import Accounts
from audit.logs.batch import TableKey
from audit.logs.continuity import OutOfOrder
from audit.logs.hand_index import share_any
from audit.logs.parquet_chunks import WordLists
from audit.logs.parquet_reading import ParquetLog, Span, listed_words, read_words

LEAST_ROWS = 200_000  # of all files; fewer are judged before another process has come to its work
_MOST_RUNS = 4_096  # of rows of one table in a file; more are no log in order
_MOST_UNFOLDED = 125  # hundredths of all rows, as several shares may have to unfold the same row group
_MOST_IN_ONE = 80  # hundredths of all rows
_PLACE = ("casino", "table_id")
_IN_MEMORY = 1 << 20  # bytes of hashes; those of a longer file stay there

Share = Mapping[int, Sequence[Span]]  # spans of files by their numbers


class ReachesBeyondError(Exception):
    """Something in a share of the logs has to do with other shares: the logs must be read as one."""


Runs = list[tuple[TableKey, Span]]  # the rows of a file, in order: each span is of one table


class _Group(NamedTuple):
    """A row group: its file, its rows there, and the tables that it seems to have rows of."""

    number: int
    span: Span
    tables: frozenset[TableKey]


def shares(files: Mapping[int, ParquetLog], count: int) -> list[Share]:
    """Files, in the order of their reading, in at most so many shares; none where they cannot well be shared out.

    The tables of a row group are taken from its lists of words, and its rows are looked at only where those tables
    come into several shares. A list may not be all there is: that comes out when the shares are put together.
    LogError where a file cannot be read.
    """
    rows = sum(log.footer.rows for log in files.values())
    if rows < LEAST_ROWS:
        return []
    groups = [group for number, log in files.items() for group in _groups(number, log)]
    if not all(group.tables for group in groups):
        return []
    owner = _owners(groups, count)
    if not owner:
        return []
    runs: list[tuple[int, int, Span]] = []  # of one share each: its number, the file's, the rows there
    for group in groups:
        of = {owner[table] for table in group.tables}
        if len(of) == 1:
            runs.append((of.pop(), group.number, group.span))
            continue
        exact = _runs(files[group.number], group.span)
        if exact is None or not all(table in owner for table, _ in exact):
            return []
        runs += [(owner[table], group.number, span) for table, span in exact]
    parts = _joined(runs)
    sizes = [sum(span.end - span.first for spans in part.values() for span in spans) for part in parts]
    unfolded = sum(_unfolded(files[number], spans) for part in parts for number, spans in part.items())
    even = len(parts) > 1 and 100 * max(sizes) <= _MOST_IN_ONE * rows
    return parts if even and 100 * unfolded <= _MOST_UNFOLDED * rows else []


def _groups(number: int, log: ParquetLog) -> Iterator[_Group]:
    """The row groups that have rows, with the tables that their lists of words name; no table where one is no word."""
    lists = WordLists()
    for span, batch in listed_words(log, _PLACE):
        if batch is not None:
            casino, table = (lists.words(name, batch.column(name)).values.to_pylist() for name in _PLACE)
            if len(casino) == 1 and casino[0] and all(table):
                yield _Group(number, span, frozenset(TableKey(casino[0], name) for name in table))
                continue
        yield _Group(number, span, frozenset(key for key, _ in _runs(log, span) or ()))


def _runs(log: ParquetLog, span: Span) -> Runs | None:
    """The runs of rows of one table among some rows; None where they are many, or a row has no table."""
    first: list[int] = []
    table: list[TableKey] = []
    lists, at = WordLists(), span.first
    for batch in read_words(log, _PLACE, span):
        casino, own = (lists.words(name, batch.column(name)) for name in _PLACE)
        if casino.code.min(initial=0) < 0 or own.code.min(initial=0) < 0:
            return None
        change = np.flatnonzero((casino.code[1:] != casino.code[:-1]) | (own.code[1:] != own.code[:-1])) + 1
        if len(first) + len(change) > _MOST_RUNS:
            return None
        for row in (0, *change.tolist()):
            key = TableKey(casino.text(row) or "", own.text(row) or "")
            if not table or key != table[-1]:
                first.append(at + row)
                table.append(key)
        at += batch.num_rows
    return list(zip(table, (Span(*span) for span in pairwise([*first, at])), strict=True))


def _owners(groups: Iterable[_Group], count: int) -> dict[TableKey, int]:
    """The share of every table, in the order in which they first come, as if those of a group had like parts of it."""
    rows: dict[TableKey, int] = {}
    for group in groups:
        each = -(-(group.span.end - group.span.first) // len(group.tables))
        for table in sorted(group.tables):
            rows[table] = rows.get(table, 0) + each
    size = np.array(list(rows.values()), np.int64)
    twice_the_middle = 2 * np.cumsum(size) - size
    _, number = np.unique(twice_the_middle * count // (2 * max(1, int(size.sum()))), return_inverse=True)
    return dict(zip(rows, number.tolist(), strict=True))


def _joined(runs: Iterable[tuple[int, int, Span]]) -> list[Share]:
    """The shares of runs, each given by its share, its file and its rows there; spans that meet are one."""
    parts: dict[int, dict[int, list[Span]]] = {}
    for share, number, span in runs:
        spans = parts.setdefault(share, {}).setdefault(number, [])
        if spans and spans[-1].end == span.first:
            spans[-1] = Span(spans[-1].first, span.end)
        else:
            spans.append(span)
    return [parts[share] for share in sorted(parts)]


def _unfolded(log: ParquetLog, spans: Sequence[Span]) -> int:
    """How many rows are in the row groups that have a row of some spans."""
    rows = at = 0
    for group in log.footer.groups:
        if any(span.first < at + group.rows and at < span.end for span in spans):
            rows += group.rows
        at += group.rows
    return rows


class ShareRead(NamedTuple):
    """What came of the reading of a share, fit to be handed from process to process.

    ``hands`` is a file of the hashes of its hands, in order; ``damaged`` are hashes of hands that have lost a row.
    """

    accounts: Accounts
    tables: frozenset[TableKey]
    hands: Path
    damaged: NDArray[np.uint64]


def require_apart(parts: Sequence[ShareRead]) -> None:
    """ReachesBeyondError where shares have to do with each other, OutOfOrder where a hand id stands in two of them."""
    hands = [_hands(part.hands) for part in parts]
    for (one, first), (two, second) in combinations(zip(parts, hands, strict=True), 2):
        if one.tables & two.tables:
            raise ReachesBeyondError("rows of a table are in two shares")
        if share_any(first, two.damaged) or share_any(second, one.damaged):
            raise ReachesBeyondError("a rejected row belongs to a hand of another share")
        if share_any(first, second):
            raise OutOfOrder("a hand id stands twice in a casino")


def _hands(path: Path) -> NDArray[np.uint64]:
    """The hashes in a file; those of a long one stay there."""
    found: NDArray[np.uint64] = np.load(path, mmap_mode="r" if path.stat().st_size > _IN_MEMORY else None)
    return found
