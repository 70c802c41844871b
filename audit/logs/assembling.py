"""Rows to whole hands: open hands are carried over, closed ones gathered by game and given out in batches."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.errors import Fault, LogError, Place
from audit.logs.account import AccountError, Ledger
from audit.logs.batch import Batch
from audit.logs.batching import build_batch
from audit.logs.codes import quote
from audit.logs.columns import Places, Rows, join_rows
from audit.logs.continuity import Continuity, Heads, OutOfOrder, place_of
from audit.logs.cutting import BACK, ENDED, Cut, Hands, cut_hands, join_hands
from audit.logs.hand_index import Damage, DamageIndex, HandIndex
from audit.logs.lost_hands import Signs
from audit.logs.portion import ranges
from audit.schema import GAMES

_MOST_RUNS = 256  # up to so many runs of rows are copied run by run, more of them row by row
_MOST_OPEN_ROWS = 2_000_000  # more than this in open hands is no log in order; the sort works out of core
MOST_HAND_ROWS = 1_000_000  # a hand is held whole; none takes a thousandth of this


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
    continuity: Continuity = field(init=False)
    index: HandIndex = field(default_factory=HandIndex)
    _open: Rows | None = None
    _place: NDArray[np.int64] | None = None  # of the open rows, where it matters
    _passed: int = 0  # rows that have come so far
    _vanished: dict[int, set[int]] = field(default_factory=dict)
    _closed: dict[int, list[Hands]] = field(default_factory=dict)
    _gone: dict[int, tuple[int, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.continuity = Continuity(self.places)

    def feed(self, rows: Rows | None, damage: Damage | None = None, signs: Signs | None = None) -> Iterator[Batch]:
        """Take rows in and give out the batches that they complete; OutOfOrder where they do not fit the order."""
        if damage is not None and len(damage.hash):
            if not self.in_order and self.index.holds(np.unique(damage.hash)):
                raise OutOfOrder("a rejected row belongs to a hand that has gone by")
            self.damage.add(damage)
        if signs is not None:
            self.continuity.note(signs.moved(self._passed))
        if rows is None or not len(rows):
            return
        self._passed += len(rows)
        if self._open is not None and len(self._open):
            rows = join_rows([self._open.compact(beside=rows), rows])
        self._close(rows, everything=False)
        yield from self._give(self.batch_rows // 2)

    def finish(self) -> Iterator[Batch]:
        """Close the hands still open and give out what is left."""
        if self._open is not None and len(self._open):
            self._close(self._open, everything=True)
        self._open = None
        if not self.in_order and not self.index.is_sound():
            raise OutOfOrder("a hand id stands twice in a casino, or a rejected row belongs to a hand that has gone by")
        yield from self._give(0)

    def _give(self, least: int) -> Iterator[Batch]:
        for game in sorted(self._closed):
            parts = self._closed[game]
            if parts and sum(len(part.rows) for part in parts) > least:
                self._closed[game] = []
                lost = self._vanished.setdefault(game, set())
                batch = build_batch(GAMES[game], join_hands(parts), self.places, self.ledger, self.damage, lost)
                if batch is not None:
                    yield batch

    def _close(self, rows: Rows, *, everything: bool) -> None:
        """Part rows into hands that are closed and open ones.

        A hand is closed when a later one of its table has begun; where the rows of every table stand together also
        when it has come to its end and those of another table follow. If more of it comes after all, the index tells.
        """
        order = None
        cut = cut_hands(rows, order)
        if not _stand_together(rows["table"][cut.start[:-1]]):
            order = np.argsort(_narrow(rows["table"]), kind="stable")
            cut = cut_hands(rows, order)
        head = cut.start[:-1] if order is None else order[cut.start[:-1]]
        table = rows["table"][head]
        try:
            self._check_order(rows, head, table, cut)
        except OutOfOrder as error:
            if self.in_order:
                raise AccountError(f"the sort gave back rows out of order: {error}") from error
            raise
        last = np.append(table[1:] != table[:-1], True)
        closed = np.ones(len(head), np.bool_) if everything else ~last
        if order is None and not everything:
            closed[:-1] |= cut.state[:-1] & ENDED != 0
            self._remember(rows, head, table, cut, np.flatnonzero(closed & last))
        hashes = rows["hash"][head]
        if not self.in_order and not self.index.add(hashes[closed]):
            raise OutOfOrder("a hand id stands twice in a casino, or the rows of a hand do not stand together")
        place = self._places_of(rows)
        heads = Heads(table, hashes, rows["game"][head], rows["day"][head], cut.first, place[head])
        lost = self.continuity.breaks(heads, closed)
        self._part(rows, order, cut, closed, heads.game, lost, place)

    def _places_of(self, rows: Rows) -> NDArray[np.int64]:
        """The place of every row, one for all where places do not matter."""
        if not self.continuity.needs_places:
            return np.broadcast_to(np.int64(-1), len(rows))
        if self.continuity.rank is not None:
            return place_of(self.continuity.rank, rows["source"], rows["source_row"])
        old = 0 if self._open is None else len(self._open)
        before = np.full(old, -1, np.int64) if self._place is None else self._place
        return np.append(before, np.arange(self._passed - len(rows) + old, self._passed))

    def _part(
        self,
        rows: Rows,
        order: NDArray[np.int64] | None,
        cut: Cut,
        closed: NDArray[np.bool_],
        game: NDArray[np.int8],
        lost: NDArray[np.bool_],
        place: NDArray[np.int64],
    ) -> None:
        still = _rows_of(cut, np.flatnonzero(~closed), order)
        if len(still) > _MOST_OPEN_ROWS:
            self._refuse_endless(rows, cut, order)
            if not self.in_order:
                raise OutOfOrder("too many rows belong to hands without an end")
        self._open, self._place = rows.take(still), place[still]
        for number in np.unique(game[closed]).tolist():
            mine = np.flatnonzero(closed & (game == number))
            runs = np.split(mine, np.flatnonzero(np.diff(mine) != 1) + 1)
            parts = self._closed.setdefault(number, [])
            for hands in runs if order is None and len(runs) <= _MOST_RUNS else [mine]:
                if order is None and hands is not mine:
                    taken = rows.take(slice(int(cut.start[hands[0]]), int(cut.start[hands[-1] + 1])))
                else:
                    taken = rows.take(_rows_of(cut, hands, order))
                start = np.concatenate([[0], np.cumsum(np.diff(cut.start)[hands])]).astype(np.int64)
                parts.append(Hands(taken, start, bool((cut.state[hands] == ENDED).all()), lost[hands]))

    def _refuse_endless(self, rows: Rows, cut: Cut, order: NDArray[np.int64] | None) -> None:
        """LogError where a hand has more rows than can be held."""
        sizes = np.diff(cut.start)
        longest = int(sizes.argmax())
        if sizes[longest] <= MOST_HAND_ROWS:
            return
        row = int(cut.start[longest]) if order is None else int(order[cut.start[longest]])
        name = self.ledger.names[int(rows["source"][row])]
        found = (
            f"LOG-unfolds: hand {quote(rows.words['hand_id'].shown(row) or '')} has more than {MOST_HAND_ROWS:,} rows"
        )
        raise LogError(Fault(Place(name), found, "send every row of a hand once"))

    def _remember(
        self, rows: Rows, head: NDArray[np.int64], table: NDArray[np.int32], cut: Cut, gone: NDArray[np.int64]
    ) -> None:
        """Keep the time and id of the last hands of tables of which no row is kept: the next must come after them."""
        for number in set(table.tolist()) & self._gone.keys():
            del self._gone[number]
        for hand in gone.tolist():
            self._gone[int(table[hand])] = (int(cut.first[hand]), rows.words["hand_id"].text(int(head[hand])) or "")

    def _check_order(self, rows: Rows, head: NDArray[np.int64], table: NDArray[np.int32], cut: Cut) -> None:
        """Rows of a hand in order of seq, hands of a table in order of their first time, then of their ids."""
        if (cut.state & BACK).any():
            raise OutOfOrder("the rows of a hand do not stand in the order of seq")
        same = table[1:] == table[:-1]
        words = rows.words["hand_id"]
        steps = [
            (hand, int(cut.first[hand]), words.text(int(head[hand])) or "")
            for hand in np.flatnonzero(same & (cut.first[1:] <= cut.first[:-1])).tolist()
        ]
        begins: list[int] = np.flatnonzero(np.append(True, ~same)).tolist() if self._gone else []
        steps += [(hand - 1, *self._gone[number]) for hand in begins if (number := int(table[hand])) in self._gone]
        for before, time, ident in steps:
            if int(cut.first[before + 1]) < time:
                raise OutOfOrder("the hands of a table do not stand in the order of time")
            if int(cut.first[before + 1]) == time and ident > (words.text(int(head[before + 1])) or ""):
                raise OutOfOrder("two hands of a table begin at the same time, and not in the order of their ids")


def _stand_together(table: NDArray[np.int32]) -> bool:
    """Whether hands of a table, given by its number, stand one after the other."""
    return len(np.unique(table)) == np.count_nonzero(table[1:] != table[:-1]) + 1


def _narrow(table: NDArray[np.int32]) -> NDArray[Any]:
    """Numbers of tables in as few bits as they need: those of sixteen are sorted by their digits."""
    return table.astype(np.uint16) if int(table.max()) < 65536 else table


def _rows_of(cut: Cut, hands: NDArray[np.int64], order: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """The rows of some hands, hand by hand."""
    rows = ranges(cut.start[hands], cut.start[hands + 1])
    return rows if order is None else order[rows]
