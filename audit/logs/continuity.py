"""Which hands of a table follow the one before, and which may have lost hands between, told as the hands go by."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs.columns import Places
from audit.logs.lost_hands import ANYWHERE, Following, SignIndex, Signs, join_signs, no_signs
from audit.schema import NULL, NULL_32

ROWS_OF_A_FILE = 1 << 42  # that have places of their own


class OutOfOrder(Exception):  # noqa: N818 - not a fault: the reading goes on by another way
    """The input is not in order, or a hand id repeats: read it by ``LogSet.sorted_batches`` instead."""


class Heads(NamedTuple):
    """Hands, those of a table together and in their order, by what their rows begin with; ``place`` may be empty."""

    table: NDArray[np.int32]
    hash: NDArray[np.uint64]
    game: NDArray[np.int8]
    day: NDArray[np.int32]
    time: NDArray[np.int64]
    place: NDArray[np.int64]


def place_of(rank: NDArray[np.int64], source: NDArray[np.int32], row: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of rows by the ranks of their files and their numbers there."""
    return rank[source] * ROWS_OF_A_FILE + np.clip(row, 0, ROWS_OF_A_FILE - 1)


class Continuity:
    """The last hand of every table that has gone by, and the signs of lost hands.

    A hand of another game breaks the hands of a table apart as a lost one does.
    """

    def __init__(self, places: Places) -> None:
        self._signs = SignIndex(places)
        self._fresh: list[Signs] = []
        self._places = places
        self._rank: NDArray[np.int64] | None = None
        self._astray: frozenset[int] = frozenset()
        self._last: dict[str, NDArray[Any]] = {
            "game": np.zeros(0, np.int8),
            "day": np.zeros(0, np.int32),
            "time": np.zeros(0, np.int64),
            "place": np.zeros(0, np.int64),
        }

    @property
    def rank(self) -> NDArray[np.int64] | None:
        """The ranks of the files where the rows come sorted; places are then those of ``place_of``."""
        return self._rank

    @property
    def needs_places(self) -> bool:
        """Whether it matters where the rows of a hand stand."""
        return self._signs.untimed or any(not signs.timed.all() for signs in self._fresh)

    def note(self, signs: Signs) -> None:
        """Take signs in that stand among the hands that come next."""
        if len(signs.hash):
            self._fresh.append(signs)

    def know(self, signs: Signs, rank: NDArray[np.int64], astray: frozenset[int]) -> None:
        """Take in all signs there are before the first hand; ``astray`` are tables whose places tell no order."""
        self._rank, self._astray = rank, astray
        place = np.where(signs.place == NULL, NULL, place_of(rank, signs.source, signs.source_row))
        self._signs.add(signs._replace(place=place))

    def breaks(self, heads: Heads, closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Before which hands one of their table may be lost; those that are closed have then gone by.

        OutOfOrder where that would have changed for a hand that went by before.
        """
        self._grow()
        begins = np.append(True, heads.table[1:] != heads.table[:-1])
        game = self._before("game", heads, begins)
        lost: NDArray[np.bool_] = (game != heads.game) & (game >= 0)
        if self._fresh or self._signs:
            self._explain(heads)
            if self._signs:
                self._look(heads, begins, lost)
        gone = closed & np.append(begins[1:] | ~closed[1:], True)
        for name, last in self._last.items():
            column: NDArray[Any] = getattr(heads, name)
            if len(column):
                last[heads.table[gone]] = column[gone]
        return lost

    def _grow(self) -> None:
        more = len(self._places.tables) - len(self._last["game"])
        if more > 0:
            none = {"game": -1, "day": NULL_32, "time": NULL, "place": -1}
            for name, last in self._last.items():
                self._last[name] = np.append(last, np.full(more, none[name], last.dtype))

    def _before(self, name: str, heads: Heads, begins: NDArray[np.bool_]) -> NDArray[Any]:
        """A column of the hand before each hand."""
        column: NDArray[Any] = getattr(heads, name)
        before = np.empty_like(column)
        before[1:] = column[:-1]
        before[begins] = self._last[name][heads.table[begins]]
        return before

    def _explain(self, heads: Heads) -> None:
        """Leave aside the signs of hands that are there, and keep the new ones."""
        if self._rank is None and self._is_late(self._signs.explain(heads.table, heads.hash)):
            raise OutOfOrder("rows of a hand stand behind hands that came after it")
        if self._fresh:
            fresh = SignIndex(self._places)
            fresh.add(join_signs(self._fresh))
            fresh.explain(heads.table, heads.hash)
            left = fresh.all()
            if self._is_late(left.take(left.timed | (left.place == NULL))):
                raise OutOfOrder("a rejected row stands behind hands that came after it")
            self._signs.add(left)
            self._fresh = []

    def _is_late(self, signs: Signs) -> bool:
        """Whether signs speak of the time, or the place, before a hand that has gone by."""
        if not len(signs.hash):
            return False
        time, place = self._latest("time", signs.scope), self._latest("place", signs.scope)
        late = np.where(signs.timed, signs.first <= time, (signs.place <= place) & (time != NULL))
        return bool(late.any())

    def _latest(self, name: str, scope: NDArray[np.int32]) -> NDArray[np.int64]:
        """The greatest time or place of a hand that has gone by in each of some scopes."""
        last = self._last[name]
        least = np.iinfo(last.dtype).min
        of_casino: dict[int, int] = {ANYWHERE: int(last.max(initial=least))}
        if (scope < ANYWHERE).any():
            for table, value in enumerate(last.tolist()):
                casino = -2 - self._places.casino_of(table)
                if casino != ANYWHERE:
                    of_casino[casino] = max(value, of_casino.get(casino, least))
        scopes, which = np.unique(scope, return_inverse=True)
        found = [int(last[one]) if one >= 0 else of_casino.get(one, least) for one in scopes.tolist()]
        return np.array(found, np.int64)[which]

    def _look(self, heads: Heads, begins: NDArray[np.bool_], lost: NDArray[np.bool_]) -> None:
        """Mark the hands before which a sign says that one may be lost, table by table."""
        before = {name: self._before(name, heads, begins) for name in ("time", "day", "place")}
        edges = np.append(np.flatnonzero(begins), len(begins))
        for first, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            table, run = int(heads.table[first]), slice(first, end)
            hands = Following(
                heads.time[run],
                before["time"][run],
                heads.day[run],
                before["day"][run],
                heads.place[run],
                before["place"][run],
            )
            lost[run] |= self._signs.before(table, hands, table not in self._astray)


class Gathered:
    """The signs of all rows of a reading that is to be sorted, until it is known which hands are there."""

    def __init__(self) -> None:
        self._parts: list[Signs] = []

    def add(self, signs: Signs) -> None:
        """Keep more signs."""
        if len(signs.hash):
            self._parts.append(signs)

    def all(self) -> Signs:
        """All signs so far."""
        return join_signs([no_signs(), *self._parts])

    def explain(self, hashes: NDArray[np.uint64], table: NDArray[np.int32]) -> None:
        """Leave aside the signs of hands that are there, given by hash and table, each pair once."""
        signs = self.all()
        there = np.isin(signs.hash, hashes) & (signs.hash != 0)
        at_table = np.zeros(len(there), np.bool_)
        order = np.argsort(hashes, kind="stable")
        hashes, table = hashes[order], table[order]
        first = np.searchsorted(hashes, signs.hash, side="left")
        end = np.searchsorted(hashes, signs.hash, side="right")
        for sign in np.flatnonzero(there & (signs.scope >= 0)).tolist():
            at_table[sign] = (table[first[sign] : end[sign]] == signs.scope[sign]).any()
        self._parts = [signs.take(~np.where(signs.scope >= 0, at_table, there))]
