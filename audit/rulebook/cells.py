"""Counting rows by cell of the coverage: the rows of a cell mostly stand together, so that runs are counted whole."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from audit.rulebook.threeway import Mask

_FEW_RUNS = 32  # so many are counted one by one
_ROWS_A_RUN = 16  # below that, counting row by row is as fast


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
        if len(self._begins) <= _FEW_RUNS and bool((hand[1:] >= hand[:-1]).all()):
            cells._begins = hand.searchsorted(self._begins.astype(hand.dtype))  # its own rows lie in runs as these do
            cells._cell_of_run = self._cell_of_run
        return cells

    @cached_property
    def cell(self) -> NDArray[np.int32]:
        """The cell of every row."""
        return self._of if self._hand is None else self._of[self._hand]

    @cached_property
    def _begins(self) -> NDArray[np.int64]:
        """Where each run of rows of one cell begins."""
        return np.flatnonzero(np.concatenate(([True], self.cell[1:] != self.cell[:-1])))[: self.rows]

    @cached_property
    def _cell_of_run(self) -> NDArray[np.int32]:
        return self.cell[self._begins]

    @cached_property
    def _runs(self) -> Sequence[tuple[int, slice]]:
        begins = self._begins.tolist()
        ends = [*begins[1:], self.rows]
        return [
            (cell, slice(begin, end))
            for cell, begin, end in zip(self._cell_of_run.tolist(), begins, ends, strict=True)
            if begin < end
        ]

    @cached_property
    def total(self) -> NDArray[np.int64]:
        """How many rows each cell has; not to be written to."""
        if len(self._begins) > _FEW_RUNS:
            return np.bincount(self.cell, minlength=self.size).astype(np.int64)
        counts = [0] * self.size
        for cell, run in self._runs:
            counts[cell] += run.stop - run.start
        return np.array(counts, np.int64)

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
        if len(self._begins) <= _FEW_RUNS:
            return self._by_run(mask)
        if marked * _ROWS_A_RUN < self.rows or len(self._begins) * _ROWS_A_RUN > self.rows:
            return np.bincount(self.cell[mask], minlength=self.size).astype(np.int64)
        counts = np.zeros(self.size, np.int64)
        np.add.at(counts, self._cell_of_run, np.add.reduceat(mask.view(np.uint8), self._begins, dtype=np.int32))
        return counts

    def _by_run(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        counts = [0] * self.size
        for cell, run in self._runs:
            counts[cell] += int(np.count_nonzero(mask[run]))
        return np.array(counts, np.int64)
