"""Counting rows by cell of the coverage: the rows of a cell mostly stand together, so that runs are counted whole."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.rulebook.threeway import Mask

_FEW_RUNS = 32  # so many are counted one by one
_ROWS_A_RUN = 16  # below that, counting row by row is as fast
_LONG = 1 << 15  # of so many rows each run is counted by itself


class _Runs(NamedTuple):
    """Where each run of rows of one cell begins, none of them empty, and its cell."""

    begins: NDArray[np.int64]
    cells: NDArray[np.int32]


class Cells:
    """The cell of each of some rows, below ``size``; ``hand`` gives the rows where ``cell`` stands for hands."""

    def __init__(self, cell: NDArray[np.int32], size: int, hand: NDArray[np.int32] | None = None) -> None:
        self.size = size
        self.rows = len(cell) if hand is None else len(hand)
        self._of = cell
        self._hand = hand
        self._nothing = np.zeros(size, np.int64)

    def over(self, hand: NDArray[np.int32]) -> "Cells":
        """The cells of other rows, by the hand (here, the row) of each."""
        cells = Cells(self._of, self.size, hand)
        if len(self._runs.begins) <= _FEW_RUNS and bool((hand[1:] >= hand[:-1]).all()):
            begins = hand.searchsorted(self._runs.begins.astype(hand.dtype))  # its own rows lie in runs as these do
            some = _lengths(begins, len(hand)) > 0
            cells._runs = _Runs(begins[some], self._runs.cells[some])
            cells._each_once = self._each_once
        return cells

    @cached_property
    def cell(self) -> NDArray[np.int32]:
        """The cell of every row."""
        return self._of if self._hand is None else self._of[self._hand]

    @cached_property
    def _runs(self) -> "_Runs":
        begins = np.flatnonzero(np.concatenate(([True], self.cell[1:] != self.cell[:-1])))[: self.rows]
        return _Runs(begins, self.cell[begins])

    @cached_property
    def _slices(self) -> Sequence[tuple[int, slice]]:
        begins = self._runs.begins.tolist()
        runs = map(slice, begins, [*begins[1:], self.rows])
        return list(zip(self._runs.cells.tolist(), runs, strict=True))

    @cached_property
    def _each_once(self) -> bool:
        """Whether no cell has two runs."""
        return len(np.unique(self._runs.cells)) == len(self._runs.cells)

    @cached_property
    def total(self) -> NDArray[np.int64]:
        """How many rows each cell has; not to be written to."""
        return self._summed(_lengths(self._runs.begins, self.rows))

    def marked(self, mask: Mask) -> int:
        """How many rows a mask marks; one truth stands for all rows."""
        if isinstance(mask, np.bool_):
            return self.rows if mask else 0
        return int(np.count_nonzero(mask))

    def count(self, mask: Mask) -> NDArray[np.int64]:
        """How many rows of each cell a mask marks; not to be written to."""
        marked = self.marked(mask)
        if marked == 0:
            return self._nothing
        if marked == self.rows or isinstance(mask, np.bool_):
            return self.total
        runs = len(self._runs.begins)
        if runs <= _FEW_RUNS and self.rows > _LONG:
            return self._by_run(mask)
        if runs > _FEW_RUNS and (marked * _ROWS_A_RUN < self.rows or runs * _ROWS_A_RUN > self.rows):
            return np.bincount(self.cell[mask], minlength=self.size).astype(np.int64)
        return self._summed(np.add.reduceat(mask.view(np.uint8), self._runs.begins, dtype=np.int32))

    def _by_run(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        counts = [0] * self.size
        for cell, run in self._slices:
            counts[cell] += int(np.count_nonzero(mask[run]))
        return np.array(counts, np.int64)

    def _summed(self, of_runs: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The sums by cell of what each run counts."""
        counts = np.zeros(self.size, np.int64)
        if self._each_once:
            counts[self._runs.cells] = of_runs
        else:
            np.add.at(counts, self._runs.cells, of_runs)
        return counts


def _lengths(begins: NDArray[np.int64], end: int) -> NDArray[np.int64]:
    """How many rows each run has, up to the next and the last to the end."""
    lengths = np.empty_like(begins)
    np.subtract(begins[1:], begins[:-1], out=lengths[:-1])
    lengths[-1:] = end - begins[-1:]
    return lengths
