"""Logs shared out by tables: which rows of which files belong to whom, and what came of the shares put together.

The hands of a table are replayed in their order, each from the state that the one before has left, so that a table is
the least that can be shared out. What a row says of other tables than its own reaches beyond a share: logs with such
rows are read as one.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs.account import Accounts
from audit.logs.batch import TableKey
from audit.logs.continuity import OutOfOrder
from audit.logs.parquet_chunks import WordLists
from audit.logs.parquet_reading import ParquetLog, Span, read_words

LEAST_ROWS = 200_000  # of all files; fewer are judged before another process has come to its work
_MOST_RUNS = 4_096  # of rows of one table in a file; more are no log in order
_MOST_UNFOLDED = 125  # hundredths of all rows, as several shares may have to unfold the same row group
_MOST_IN_ONE = 80  # hundredths of all rows
_PLACE = ("casino", "table_id")
_PIECE = 1 << 20  # hands that are looked up at once

Share = Mapping[int, Sequence[Span]]  # spans of files by their numbers


class ReachesBeyondError(Exception):
    """Something in a share of the logs has to do with other shares: the logs must be read as one."""


class _Runs(NamedTuple):
    """Rows of a file that stand together and are of one table: the first of each run, and whose they are."""

    first: list[int]
    table: list[TableKey]
    rows: int

    def spans(self) -> Iterable[tuple[TableKey, Span]]:
        """Every run and its table."""
        ends = [*self.first[1:], self.rows]
        return zip(self.table, (Span(*span) for span in zip(self.first, ends, strict=True)), strict=True)


def shares(files: Mapping[int, ParquetLog], count: int) -> list[Share]:
    """Files, in the order of their reading, in at most so many shares; none where they cannot well be shared out.

    LogError where a file cannot be read.
    """
    runs: dict[int, _Runs] = {}
    for number, log in files.items():
        found = _runs(log)
        if found is None:
            return []
        runs[number] = found
    owner = _owners(runs.values(), count)
    if not owner:
        return []
    parts = [_share(runs, owner, number) for number in range(max(owner.values()) + 1)]
    rows = sum(file.rows for file in runs.values())
    unfolded = sum(_unfolded(files[number], spans) for part in parts for number, spans in part.items())
    return parts if 100 * unfolded <= _MOST_UNFOLDED * rows else []


def _runs(log: ParquetLog) -> _Runs | None:
    """The runs of a file; None where they are many, or a row has no table."""
    first: list[int] = []
    table: list[TableKey] = []
    lists, at = WordLists(), 0
    for batch in read_words(log, _PLACE):
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
    return _Runs(first, table, at)


def _owners(files: Iterable[_Runs], count: int) -> dict[TableKey, int]:
    """The share of every table, in the order in which the tables first come; none where one share has nearly all."""
    rows: dict[TableKey, int] = {}
    for file in files:
        for table, span in file.spans():
            rows[table] = rows.get(table, 0) + span.end - span.first
    size = np.array(list(rows.values()), np.int64)
    total = int(size.sum())
    if total < LEAST_ROWS:
        return {}
    twice_the_middle = 2 * np.cumsum(size) - size
    used, number = np.unique(twice_the_middle * count // (2 * total), return_inverse=True)
    largest = int(np.bincount(number, weights=size).max())
    if len(used) == 1 or 100 * largest > _MOST_IN_ONE * total:
        return {}
    return dict(zip(rows, number.tolist(), strict=True))


def _share(runs: Mapping[int, _Runs], owner: Mapping[TableKey, int], share: int) -> Share:
    """The spans of one share; those that meet are one."""
    part: dict[int, list[Span]] = {}
    for number, file in runs.items():
        spans: list[Span] = []
        for table, span in file.spans():
            if owner[table] != share:
                continue
            if spans and spans[-1].end == span.first:
                spans[-1] = Span(spans[-1].first, span.end)
            else:
                spans.append(span)
        if spans:
            part[number] = spans
    return part


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
        if _share_any(first, two.damaged) or _share_any(second, one.damaged):
            raise ReachesBeyondError("a rejected row belongs to a hand of another share")
        if _share_any(first, second):
            raise OutOfOrder("a hand id stands twice in a casino")


def _hands(path: Path) -> NDArray[np.uint64]:
    """The hashes in a file; those of a long one stay there."""
    found: NDArray[np.uint64] = np.load(path, mmap_mode="r" if path.stat().st_size > _PIECE else None)
    return found


def _share_any(ordered: NDArray[np.uint64], others: NDArray[np.uint64]) -> bool:
    """Whether any of some hashes is among those that stand in order."""
    if not len(ordered):
        return False
    for first in range(0, len(others), _PIECE):
        piece = others[first : first + _PIECE]
        at = np.minimum(np.searchsorted(ordered, piece), len(ordered) - 1)
        if (ordered[at] == piece).any():
            return True
    return False
