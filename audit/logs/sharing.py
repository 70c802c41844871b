"""Logs shared out by tables: which rows of which files belong to whom, and what came of the shares put together.

The hands of a table are replayed in their order, each from the state that the one before has left, so that a table is
the least that can be shared out. What a row says of other tables than its own reaches beyond a share: logs with such
rows are read as one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow.parquet as pq
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
_MOST_OF_EVEN = 110  # hundredths of an even share, where a closer look may give better ones
_PLACE = ("casino", "table_id")
_PIECE = 1 << 20  # hands that are looked up at once

Share = Mapping[int, Sequence[Span]]  # spans of files by their numbers


class ReachesBeyondError(Exception):
    """Something in a share of the logs has to do with other shares: the logs must be read as one."""


Unit = Hashable  # what is shared out whole: a table, or tables that only a look at every row could tell apart
Runs = list[tuple[Unit, Span]]  # the rows of a file, in order: each span is of one unit


def shares(files: Mapping[int, ParquetLog], count: int) -> list[Share]:
    """Files, in the order of their reading, in at most so many shares; none where they cannot well be shared out.

    Where what the files tell of their row groups is enough, no row is looked at: it may be wrong, which comes out when
    the shares are put together. LogError where a file cannot be read.
    """
    if sum(log.footer.rows for log in files.values()) < LEAST_ROWS:
        return []
    told = _told(files)
    if told and (parts := _parted(told, files, count, _MOST_OF_EVEN // count)):
        return parts
    runs: dict[int, Runs] = {}
    for number, log in files.items():
        found = _runs(log)
        if found is None:
            return []
        runs[number] = found
    return _parted(runs, files, count, _MOST_IN_ONE)


class _Range(NamedTuple):
    """The tables of a row group, as far as the file tells them: the casino, the least table and the last."""

    casino: str
    least: str
    last: str


def _told(files: Mapping[int, ParquetLog]) -> dict[int, Runs] | None:
    """Row groups whose tables may be the same as units; None where a file does not tell the tables of its groups."""
    ranges: dict[tuple[int, int], _Range] = {}
    for number, log in files.items():
        for group in range(log.metadata.num_row_groups):
            found = _range(log.metadata.row_group(group))
            if found is None:
                return None
            ranges[number, group] = found
    unit: dict[tuple[int, int], int] = {}
    here: _Range | None = None
    units = 0
    for place, found in sorted(ranges.items(), key=lambda item: item[1]):
        if here is None or found.casino != here.casino or found.least > here.last:
            here, units = found, units + 1
        here = here._replace(last=max(here.last, found.last))
        unit[place] = units
    runs: dict[int, Runs] = {}
    for number, log in files.items():
        ends = list(accumulate(group.rows for group in log.footer.groups))
        spans = [Span(*span) for span in pairwise([0, *ends])]
        runs[number] = [(unit[number, group], span) for group, span in enumerate(spans)]
    return runs


def _range(group: pq.RowGroupMetaData) -> _Range | None:
    """What a file tells of the tables of a row group; None where it is not enough, or there may be none."""
    bounds: dict[str, tuple[str, str]] = {}
    for place in range(group.num_columns):
        column = group.column(place)
        if column.path_in_schema in _PLACE:
            told = column.statistics
            if told is None or not told.has_min_max or not told.has_null_count or told.null_count:
                return None
            bounds[column.path_in_schema] = str(told.min), str(told.max)
    (casino, same), (least, last) = (bounds[name] for name in _PLACE)
    return _Range(casino, least, last) if casino == same and casino and least else None


def _runs(log: ParquetLog) -> Runs | None:
    """The runs of rows of one table; None where they are many, or a row has no table."""
    first: list[int] = []
    table: list[Unit] = []
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
    return list(zip(table, (Span(*span) for span in pairwise([*first, at])), strict=True))


def _parted(files: Mapping[int, Runs], logs: Mapping[int, ParquetLog], count: int, most: int) -> list[Share]:
    """The shares, so that none has more than so many hundredths of all rows; none where there are not two or more."""
    owner = _owners(files.values(), count, most)
    if not owner:
        return []
    parts = [_share(files, owner, number) for number in range(max(owner.values()) + 1)]
    rows = sum(log.footer.rows for log in logs.values())
    unfolded = sum(_unfolded(logs[number], spans) for part in parts for number, spans in part.items())
    return parts if 100 * unfolded <= _MOST_UNFOLDED * rows else []


def _owners(files: Iterable[Runs], count: int, most: int) -> dict[Unit, int]:
    """The share of every unit, in the order in which they first come; none where one share would have too much."""
    rows: dict[Unit, int] = {}
    for file in files:
        for unit, span in file:
            rows[unit] = rows.get(unit, 0) + span.end - span.first
    size = np.array(list(rows.values()), np.int64)
    total = int(size.sum())
    if not total:
        return {}
    twice_the_middle = 2 * np.cumsum(size) - size
    used, number = np.unique(twice_the_middle * count // (2 * total), return_inverse=True)
    largest = int(np.bincount(number, weights=size).max())
    if len(used) == 1 or 100 * largest > most * total:
        return {}
    return dict(zip(rows, number.tolist(), strict=True))


def _share(files: Mapping[int, Runs], owner: Mapping[Unit, int], share: int) -> Share:
    """The spans of one share; those that meet are one."""
    part: dict[int, list[Span]] = {}
    for number, file in files.items():
        spans: list[Span] = []
        for unit, span in file:
            if owner[unit] != share or span.first == span.end:
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
