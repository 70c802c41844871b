"""Columns of facts and of the days of the law, of all rows of a table or of some, with the bounds of what is known.

A column whose known values are all the same stands as one number: what is asked of it is then answered once, not row by
row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Value
from audit.games.game import FactTable
from audit.rulebook.threeway import UNKNOWN, YES, Array, Mask, Numbers
from audit.schema import unknown

_least = cache(unknown)


class Columns:
    """The facts of a table; of ``rows`` alone where they are given."""

    def __init__(self, facts: FactTable, rows: NDArray[np.int64] | None = None) -> None:
        self._facts = facts
        self._rows = rows
        self.size = len(facts) if rows is None else len(rows)
        self._hand: NDArray[np.int32] | None = None
        self._raw: dict[str, Numbers] = {}
        self._filled: dict[str, Numbers] = {}

    def only(self, rows: NDArray[np.int64]) -> "Columns":
        """Some of the rows."""
        return Columns(self._facts, rows if self._rows is None else self._rows[rows])

    @property
    def hand(self) -> NDArray[np.int32]:
        """The hand of every row."""
        if self._hand is None:
            self._hand = self._facts.hand if self._rows is None else self._facts.hand[self._rows]
        return self._hand

    def raw(self, name: str) -> Numbers:
        """The values of a fact; where it is not known they stand as the column has them."""
        found = self._raw.get(name)
        if found is None:
            found = self._raw[name] = _bounded(self._column(name))
        return found

    def filled(self, name: str) -> Numbers:
        """The values of a fact; where it is not known, the least of those that are."""
        found = self._filled.get(name)
        if found is None:
            raw = self.raw(name)
            if isinstance(raw.known, np.ndarray) and isinstance(raw.value, np.ndarray):
                value = np.where(raw.known, raw.value, raw.value.dtype.type(raw.low))
                raw = Numbers(value, raw.known, raw.low, raw.high)
            found = self._filled[name] = raw
        return found

    def _column(self, name: str) -> Array:
        implicit = name == "seat" and name not in self._facts.table
        column = self._facts.seat if implicit else self._facts.columns[name]
        return column if self._rows is None else column[self._rows]


def _bounded(column: Array) -> Numbers:
    """A column with where it is known and its least and greatest known value."""
    if not len(column):
        return Numbers(0, None, 0, 0)
    if column.dtype == np.bool_:
        column = column.view(np.int8)  # known everywhere
    least = _least(column.dtype)
    low, high = int(np.minimum.reduce(column)), int(np.maximum.reduce(column))
    if low > least:
        return Numbers(low if low == high else column, None, low, high)
    if high == least:
        return UNKNOWN
    # One less than the least value wraps to the greatest, so that the least of the rest is the least known one.
    low = int(np.minimum.reduce(column - column.dtype.type(1))) + 1
    return Numbers(low if low == high else column, column != least, low, high)


@dataclass(frozen=True)
class DatedColumn:
    """A parameter over rows: which of its steps each row's day falls in, one number where they all share it."""

    dated: Dated
    step: int | NDArray[np.int64]

    def steps(self) -> list[tuple[int, Mask]]:
        """Every step that occurs, -1 before the first, with the rows of it."""
        if isinstance(self.step, int):
            return [(self.step, YES)]
        return [(int(step), self.step == step) for step in np.unique(self.step)]

    def value(self, step: int) -> Value | None:
        """What the law says in a step; None where it is unknown, and before the first."""
        return self.dated.steps[step].value if step >= 0 else None


class Calendar:
    """The law of the days of a batch: ``days`` of its hands, and the dated values that hold on them."""

    def __init__(self, days: NDArray[np.int32], parameters: Mapping[str, Dated]) -> None:
        self.parameters = parameters
        self._days = days
        self._ends = (int(days.min()), int(days.max())) if len(days) else (0, 0)
        self._steps: dict[str, int | NDArray[np.int64]] = {}

    def over(self, name: str, columns: Columns) -> DatedColumn:
        """The steps in which the hands of some rows fall."""
        step = self._steps.get(name)
        if step is None:
            step = self._steps[name] = self._of_hands(name)
        if not isinstance(step, int):
            step = step[columns.hand]
        return DatedColumn(self.parameters[name], step)

    def _of_hands(self, name: str) -> int | NDArray[np.int64]:
        starts = np.array([step.from_day for step in self.parameters[name].steps], np.int64)
        first, last = (int(np.searchsorted(starts, day, "right")) - 1 for day in self._ends)
        return first if first == last else np.searchsorted(starts, self._days, "right").astype(np.int64) - 1
