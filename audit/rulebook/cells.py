"""Counting rows by cell of the coverage: the rows of a cell mostly stand together, so that runs are counted whole."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ROWS_A_RUN = 16  # below that, counting row by row is as fast


class Cells:
    """The cell of each of some rows, below ``count``."""

    def __init__(self, cell: NDArray[np.int32], count: int) -> None:
        self.cell = cell
        self.size = count

    @cached_property
    def _begins(self) -> NDArray[np.int64]:
        """Where each run of rows of one cell begins."""
        return np.flatnonzero(np.concatenate(([True], self.cell[1:] != self.cell[:-1])))

    @cached_property
    def total(self) -> NDArray[np.int64]:
        """How many rows each cell has."""
        return np.bincount(self.cell, minlength=self.size).astype(np.int64)

    def count(self, mask: Any) -> NDArray[np.int64]:
        """How many rows of each cell a mask marks; one truth stands for all rows."""
        if np.ndim(mask) == 0:
            return self.total.copy() if mask else np.zeros(self.size, np.int64)
        marked = np.count_nonzero(mask)
        if marked == 0:
            return np.zeros(self.size, np.int64)
        if marked == len(self.cell):
            return self.total.copy()
        if marked * _ROWS_A_RUN < len(self.cell) or len(self._begins) * _ROWS_A_RUN > len(self.cell):
            return np.bincount(self.cell[mask], minlength=self.size).astype(np.int64)
        counts = np.zeros(self.size, np.int64)
        runs = np.add.reduceat(mask.view(np.uint8), self._begins, dtype=np.int32)
        np.add.at(counts, self.cell[self._begins], runs)
        return counts
