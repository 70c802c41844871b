"""Rows to whole hands: open hands are carried over, closed ones gathered by game and given out in batches."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from audit.logs.account import AccountError, Ledger
from audit.logs.batch import Batch
from audit.logs.batching import build_batch
from audit.logs.columns import Places, Rows, join_rows
from audit.logs.hand_index import Damage, DamageIndex, HandIndex
from audit.schema import GAMES

_MOST_RUNS = 256  # up to so many runs of rows are copied run by run, more of them row by row
_MOST_OPEN_ROWS = 4_000_000  # more than this in open hands is no log in order; the sort works out of core


class OutOfOrder(Exception):  # noqa: N818 - not a fault: the reading goes on by another way
    """The input is not in order, or a hand id repeats: read it by ``LogSet.sorted_batches`` instead."""


@dataclass
class Assembler:
    """Cuts rows into whole hands and hands into batches; one for a whole reading.

    ``in_order`` says that the rows come sorted and hand ids apart; rows that do not are then a fault of the program.
    """

    ledger: Ledger
    places: Places
    batch_rows: int
    in_order: bool = False
    damage: DamageIndex = field(default_factory=DamageIndex)
    _index: HandIndex = field(default_factory=HandIndex)
    _open: Rows | None = None
    _closed: dict[int, list[Rows]] = field(default_factory=dict)

    def feed(self, rows: Rows, damage: Damage | None = None) -> Iterator[Batch]:
        """Take rows in and give out the batches that they complete; OutOfOrder where they do not fit the order."""
        if damage is not None and len(damage.hash):
            if not self.in_order and self._index.holds(np.unique(damage.hash)):
                raise OutOfOrder("a rejected row belongs to a hand that has gone by")
            self.damage.add(damage)
        if self._open is not None and len(self._open):
            rows = join_rows([self._open, rows])
        if not len(rows):
            return
        self._close(rows, everything=False)
        yield from self._give(self.batch_rows // 2)

    def finish(self) -> Iterator[Batch]:
        """Close the hands still open and give out what is left."""
        if self._open is not None and len(self._open):
            self._close(self._open, everything=True)
        self._open = None
        yield from self._give(0)

    def _give(self, least: int) -> Iterator[Batch]:
        for game in sorted(self._closed):
            parts = self._closed[game]
            if parts and sum(len(part) for part in parts) > least:
                self._closed[game] = []
                batch = build_batch(GAMES[game], join_rows(parts), self.places, self.ledger, self.damage)
                if batch is not None:
                    yield batch

    def _close(self, rows: Rows, *, everything: bool) -> None:
        """Part rows into hands that are closed (a later hand of the same table has begun) and open ones."""
        order = table_order(rows["table"])
        table, key, game, day = (
            rows[name] if order is None else rows[name][order] for name in ("table", "hash", "game", "day")
        )
        start = np.flatnonzero(
            np.concatenate(
                [
                    [True],
                    (table[1:] != table[:-1]) | (key[1:] != key[:-1]) | (game[1:] != game[:-1]) | (day[1:] != day[:-1]),
                ]
            )
        )
        table = table[start]
        try:
            self._check_order(rows, order, start, table)
        except OutOfOrder as error:
            if self.in_order:
                raise AccountError(f"the sort gave back rows out of order: {error}") from error
            raise
        last = np.append(table[1:] != table[:-1], True)
        closed = np.ones(len(start), np.bool_) if everything else ~last
        if not self.in_order and not self._index.add(key[start][closed]):
            raise OutOfOrder("a hand id stands twice in a casino, or the rows of a hand do not stand together")
        size = np.diff(np.append(start, len(rows)))
        self._part(rows, order, np.repeat(closed, size), np.repeat(game[start], size))

    def _part(
        self, rows: Rows, order: NDArray[np.int64] | None, closed: NDArray[np.bool_], game: NDArray[np.int8]
    ) -> None:
        still = np.flatnonzero(~closed)
        if len(still) > _MOST_OPEN_ROWS and not self.in_order:
            raise OutOfOrder("too many rows belong to hands without an end")
        self._open = rows.take(still if order is None else order[still]).compact()
        for number in np.unique(game[closed]).tolist():
            mine = np.flatnonzero(closed & (game == number))
            edge = np.flatnonzero(np.diff(mine) != 1) + 1
            parts = self._closed.setdefault(number, [])
            if order is None and len(edge) <= _MOST_RUNS:
                runs = np.split(mine, edge)
                parts += [rows.take(slice(int(run[0]), int(run[-1]) + 1)) for run in runs]
            else:
                parts.append(rows.take(mine if order is None else order[mine]))

    def _check_order(
        self, rows: Rows, order: NDArray[np.int64] | None, start: NDArray[np.int64], table: NDArray[np.int32]
    ) -> None:
        """Rows of a hand in order of seq, hands of a table in order of their first time, then of their ids."""
        seq, time = (rows[name] if order is None else rows[name][order] for name in ("seq", "time"))
        back = seq[1:] < seq[:-1]
        back[start[1:] - 1] = False
        if back.any():
            raise OutOfOrder("the rows of a hand do not stand in the order of seq")
        first = np.minimum.reduceat(time, start)
        same = table[1:] == table[:-1]
        if (same & (first[1:] < first[:-1])).any():
            raise OutOfOrder("the hands of a table do not stand in the order of time")
        words = rows.words["hand_id"]
        for hand in np.flatnonzero(same & (first[1:] == first[:-1])).tolist():
            one, two = (int(start[h]) if order is None else int(order[start[h]]) for h in (hand, hand + 1))
            if (words.text(one) or "") > (words.text(two) or ""):
                raise OutOfOrder("two hands of a table begin at the same time, and not in the order of their ids")


def table_order(table: NDArray[np.int32]) -> NDArray[np.int64] | None:
    """The stable order that puts rows of a table together, None where they stand so already."""
    if not len(table):
        return None
    runs = np.count_nonzero(table[1:] != table[:-1]) + 1
    tables = np.count_nonzero(np.bincount(table))
    if runs == tables:
        return None
    small = table.astype(np.uint16) if int(table.max()) < 65536 else table
    return np.argsort(small, kind="stable")
