"""What was counted on the way through the logs, by game, and by table and gaming day."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.logs import TableKey

Place = tuple[TableKey, int]  # a table and a gaming day

# Times are of the first and the last beginning of a hand, UTC milliseconds. Digests are sums of hashes of the hands'
# ids, modulo 2**64: equal for the same hands in whatever order and form.
CENSUS = np.dtype([("hands", "i8"), ("rows", "i8"), ("digest", "u8"), ("first", "i8"), ("last", "i8")])

_BLOCK = 256  # rows that grow together, and are as wide as the widest of them
_WIDTHS: tuple[type, ...] = (np.uint8, np.uint16, np.uint32, np.int64)
_MOST_TRACES = 5


class _Block(NamedTuple):
    """Some rows of a sheet: the columns that hold anything, in order, and the counts in these."""

    columns: NDArray[np.int64]
    counts: NDArray[Any]

    def holding(self, columns: NDArray[np.int64]) -> "_Block":
        """The same with room in other columns too."""
        all_ = np.union1d(self.columns, columns)
        if len(all_) == len(self.columns):
            return self
        counts = np.zeros((_BLOCK, len(all_)), self.counts.dtype)
        counts[:, np.searchsorted(all_, self.columns)] = self.counts
        return _Block(all_, counts)

    def plus(self, rows: NDArray[np.int64], columns: NDArray[np.int64], counts: NDArray[np.int64]) -> "_Block":
        """The same and some counts; this one is not to be used any more."""
        wide = self.holding(columns)
        places = np.ix_(rows, np.searchsorted(wide.columns, columns))
        sums = wide.counts[places] + counts
        grown = wide.counts.astype(_narrowest(sums, wide.counts.dtype), copy=False)
        grown[places] = sums
        return _Block(wide.columns, grown)


class Counts:
    """A growing sheet of counts, in blocks of rows that keep no empty column, in numbers as narrow as they can be.

    A month has tables and days by the ten thousand; most of what can be counted never comes, and most counts are small.
    """

    def __init__(self) -> None:
        self._blocks: list[_Block] = []

    def add(self, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        """Add counts to rows, none of which is named twice; the columns behind those given stay as they are."""
        columns = np.flatnonzero(counts.any(axis=0))
        self._add(rows, columns, counts[:, columns])

    def _add(self, rows: NDArray[np.int64], columns: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        block_of = rows // _BLOCK
        for number in np.unique(block_of).tolist():
            while len(self._blocks) <= number:
                self._blocks.append(_Block(np.zeros(0, np.int64), np.zeros((_BLOCK, 0), np.uint8)))
            here = block_of == number
            self._blocks[number] = self._blocks[number].plus(rows[here] % _BLOCK, columns, counts[here])

    def table(self, rows: NDArray[np.int64], columns: int) -> NDArray[np.int64]:
        """The counts of some rows; none were counted in a row or column that was never added to."""
        table = np.zeros((len(rows), columns), np.int64)
        for number, block in enumerate(self._blocks):
            here = np.flatnonzero(rows // _BLOCK == number)
            table[np.ix_(here, block.columns)] = block.counts[rows[here] % _BLOCK]
        return table

    def merge(self, other: "Counts", rows: NDArray[np.int64]) -> None:
        """Add another's counts, whose rows in their order are these of this sheet."""
        for number, block in enumerate(other._blocks):
            theirs = rows[number * _BLOCK : (number + 1) * _BLOCK]
            self._add(theirs, block.columns, block.counts[: len(theirs)].astype(np.int64))


@dataclass
class GameTally:
    """What was counted of one game; ``places`` gives a table and gaming day its row in the census and the sheets.

    ``outcomes`` has, one after the other, the outcomes of every rule in the order of ``Rulebook.rules(game)``.
    ``reasons`` has why facts could not be judged; ``numbers`` gives a rule's id and a reason their column in it.
    """

    places: dict[Place, int] = field(default_factory=dict)
    census: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, CENSUS))
    outcomes: Counts = field(default_factory=Counts)
    reasons: Counts = field(default_factory=Counts)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def rows(self, places: Iterable[Place]) -> NDArray[np.int64]:
        """The rows of some tables and gaming days, new ones at the end."""
        known = self.places
        return np.array([known.setdefault(place, len(known)) for place in places], np.int64)

    def count_hands(self, rows: NDArray[np.int64], counted: NDArray[np.void]) -> None:
        """Count hands, as ``CENSUS`` has them, in rows none of which is named twice."""
        known = len(self.census)
        if known < len(self.places):
            grown = np.zeros(max(len(self.places), known + (known >> 2)), CENSUS)
            grown["first"], grown["last"] = np.iinfo(np.int64).max, np.iinfo(np.int64).min
            grown[:known] = self.census
            self.census = grown
        census = self.census
        for name in ("hands", "rows", "digest"):
            census[name][rows] += counted[name]
        census["first"][rows] = np.minimum(census["first"][rows], counted["first"])
        census["last"][rows] = np.maximum(census["last"][rows], counted["last"])

    def count_reasons(
        self, pairs: Iterable[tuple[str, str]], rows: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        """Count facts that could not be judged, by row (down) and by rule's id and reason (across)."""
        numbers = self.numbers
        columns = np.array([numbers.setdefault(pair, len(numbers)) for pair in pairs], np.int64)
        sheet = np.zeros((len(rows), len(numbers)), np.int64)
        sheet[:, columns] = counts
        self.reasons.add(rows, sheet)

    def merge(self, other: "GameTally") -> None:
        """Count what another worker counted."""
        rows = self.rows(other.places)
        self.count_hands(rows, other.census[: len(rows)])
        self.outcomes.merge(other.outcomes, rows)
        table = other.reasons.table(np.arange(len(rows)), len(other.numbers))
        self.count_reasons(other.numbers, rows, table)


@dataclass
class Tally:
    """What was counted: by game, hands that miss something, and traces of errors."""

    games: dict[str, GameTally] = field(default_factory=dict)
    incomplete: int = 0
    traces: list[tuple[int, str]] = field(default_factory=list)  # by the batch's number, at most five

    def of(self, game: str) -> GameTally:
        """What was counted of a game."""
        return self.games.setdefault(game, GameTally())

    def hands(self) -> int:
        """How many hands were counted in all."""
        return sum(int(game.census["hands"].sum()) for game in self.games.values())

    def keep_trace(self, number: int, trace: str) -> None:
        """Keep the trace of an error in a batch, as long as there are not enough of earlier ones."""
        self.traces = sorted([*self.traces, (number, trace)])[:_MOST_TRACES]

    def merge(self, other: "Tally") -> None:
        """Count what another worker counted."""
        for game, its in other.games.items():
            self.of(game).merge(its)
        self.incomplete += other.incomplete
        self.traces = sorted(self.traces + other.traces)[:_MOST_TRACES]


def _narrowest(sums: NDArray[np.int64], at_least: np.dtype[Any]) -> np.dtype[Any]:
    """The narrowest type that holds some sums, and no narrower than another; beyond 32 bits there is one left."""
    most = int(sums.max(initial=0))
    fits = next(width for width in _WIDTHS if most <= np.iinfo(width).max)
    return np.promote_types(fits, at_least)
