"""Rows that are not replayed, as signs that a hand of a table may be lost: where and when, as far as they tell it.

A hand of which no row is replayed leaves no other trace, and the next hand of its table would pass for the one that
followed the hand before. A sign without its table speaks of every table of its casino, one without its casino of all.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs.columns import Places, Rows
from audit.schema import NULL, NULL_32

_Numbers = NDArray[np.int64] | NDArray[np.int32]
ANYWHERE = -1  # the scope of a sign without its casino; tables are their own scopes, casino n is -2 - n


class Signs(NamedTuple):
    """Signs of lost hands, N of each: ``scope`` says where, ``first`` and ``last`` when (``NULL``: not told).

    ``hash`` is that of the hand (0: not told); ``day`` the gaming day (``NULL_32``: not told); ``place`` how many good
    rows stand before it, the only trace of a row that tells no time (``NULL``: not even that); ``source`` and
    ``source_row`` where it stands.
    """

    hash: NDArray[np.uint64]
    scope: NDArray[np.int32]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    day: NDArray[np.int32]
    place: NDArray[np.int64]
    source: NDArray[np.int32]
    source_row: NDArray[np.int64]

    def take(self, index: NDArray[np.bool_] | NDArray[np.int64]) -> "Signs":
        """The signs at an index."""
        return Signs._make(column[index] for column in self)

    def moved(self, rows: int) -> "Signs":
        """The same, with so many more good rows before each."""
        return self._replace(place=np.where(self.place == NULL, NULL, self.place + rows))

    def without_place(self) -> "Signs":
        """The same, of a file whose place among others is not known."""
        return condensed(self._replace(place=np.full(len(self.place), NULL, np.int64)))

    @property
    def timed(self) -> NDArray[np.bool_]:
        """Which signs tell their time."""
        return np.not_equal(self.first, NULL)


def no_signs() -> Signs:
    """None at all."""
    return nameless(np.zeros(0, np.int64), 0, np.zeros(0, np.int64))


def nameless(place: NDArray[np.int64], source: int, source_row: NDArray[np.int64]) -> Signs:
    """Signs that tell nothing but their places."""
    size = len(place)
    return Signs(
        np.zeros(size, np.uint64),
        np.full(size, ANYWHERE, np.int32),
        np.full(size, NULL, np.int64),
        np.full(size, NULL, np.int64),
        np.full(size, NULL_32, np.int32),
        place.astype(np.int64),
        np.full(size, source, np.int32),
        source_row,
    )


def join_signs(parts: Iterable[Signs]) -> Signs:
    """Signs one after the other."""
    return Signs._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def condensed(signs: Signs) -> Signs:
    """The same, said once: of a hand that tells itself and its times one sign from its first time to its last."""
    if len(signs.hash) < 2:
        return signs
    whole = signs.timed & (signs.hash != 0)
    point = np.where(whole, 0, np.where(signs.timed, signs.first, signs.place))
    day = np.where(signs.timed, 0, signs.day)
    keys = (signs.hash, signs.scope, signs.timed, day, point)
    order = np.lexsort((signs.first, *reversed(keys)))
    new = np.ones(len(order), np.bool_)
    new[1:] = np.logical_or.reduce([key[order][1:] != key[order][:-1] for key in keys])
    first = np.flatnonzero(new)
    return signs.take(order[first])._replace(last=np.maximum.reduceat(signs.last[order], first))


def signs_of(rows: Rows) -> Signs:
    """Signs of good rows that are not replayed; the hand's id is another's, and tells nothing."""
    signs = Signs(
        rows["hash"],
        rows["table"],
        rows["time"],
        rows["time"],
        rows["day"],
        np.zeros(len(rows), np.int64),
        rows["source"],
        rows["source_row"],
    )
    signs = condensed(signs)
    return signs._replace(hash=np.zeros_like(signs.hash))


class Following(NamedTuple):
    """Hands of one table in order, and of each the hand before it (the least value where there was none).

    ``place`` is that of the hand's first row, ``day`` its gaming day, ``time`` its first time.
    """

    time: NDArray[np.int64]
    time_before: NDArray[np.int64]
    day: NDArray[np.int32]
    day_before: NDArray[np.int32]
    place: NDArray[np.int64]
    place_before: NDArray[np.int64]


@dataclass
class SignIndex:
    """The signs so far that no hand has explained, by scope; ``untimed`` says that one has told no time."""

    places: Places
    untimed: bool = False
    _of: dict[int, list[Signs]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self._of)

    def add(self, signs: Signs) -> None:
        """Keep more signs."""
        self.untimed = self.untimed or not signs.timed.all()
        order = np.argsort(signs.scope, kind="stable")
        edges = np.flatnonzero(np.diff(signs.scope[order])) + 1
        for index in np.split(order, edges) if len(order) else ():
            self._of.setdefault(int(signs.scope[index[0]]), []).append(signs.take(index))

    def all(self) -> Signs:
        """All signs that are left."""
        return join_signs([no_signs(), *(self._joined(scope) for scope in self._of)])

    def _joined(self, scope: int) -> Signs:
        runs = self._of[scope]
        if len(runs) > 1:
            self._of[scope] = runs = [condensed(join_signs(runs))]
        return runs[0]

    def explain(self, table: NDArray[np.int32], hashes: NDArray[np.uint64]) -> Signs:
        """Take away the signs of hands that are not lost, given by table and hash; those that were."""
        numbers = np.unique(table).tolist()
        casinos = {-2 - self.places.casino_of(number) for number in numbers} - {ANYWHERE}  # of which nobody has a name
        gone = [self._explained(casino, hashes) for casino in sorted(casinos & self._of.keys())]
        gone += [self._explained(number, hashes[table == number]) for number in numbers if number in self._of]
        return join_signs([no_signs(), *gone])

    def _explained(self, scope: int, hashes: NDArray[np.uint64]) -> Signs:
        signs = self._joined(scope)
        gone = np.isin(signs.hash, hashes) & (signs.hash != 0)
        if gone.all():
            del self._of[scope]
        elif gone.any():
            self._of[scope] = [signs.take(~gone)]
        return signs.take(gone)

    def of(self, table: int) -> Signs | None:
        """The signs that may speak of a table."""
        scopes = {table, -2 - self.places.casino_of(table), ANYWHERE} & self._of.keys()
        return join_signs([self._joined(scope) for scope in sorted(scopes)]) if scopes else None

    def before(self, table: int, hands: Following, in_place: bool) -> NDArray[np.bool_]:
        """Before which hands of a table one may be lost.

        By the time that a sign tells; else by its place, or, where the places of the table's hands do not go with
        their times (``in_place`` false), by its gaming day; where it tells none it may be before any of them.
        """
        signs = self.of(table)
        if signs is None:
            return np.zeros(len(hands.time), np.bool_)
        timed = signs.take(signs.timed)
        lost = _meet(timed.first, timed.last, hands.time_before, hands.time)
        placed = ~signs.timed & (signs.place != NULL) & in_place
        # A row is behind a sign that has as many rows before it as the row itself.
        lost |= _meet(signs.place[placed], signs.place[placed], hands.place_before + 1, hands.place)
        days = signs.day[~signs.timed & ~placed]
        dated = days[days != NULL_32]
        return lost | _meet(dated, dated, hands.day_before, hands.day) | (len(dated) < len(days))


def _meet(first: _Numbers, last: _Numbers, low: _Numbers, high: _Numbers) -> NDArray[np.bool_]:
    """Which of the spans from low to high meet any of those from first to last, ends included."""
    begun = np.searchsorted(np.sort(first), high, side="right")
    ended = np.searchsorted(np.sort(last), low, side="left")
    return begun > ended
