"""Counting rows by cell of the coverage: the rows of a cell mostly stand together, so that runs are counted whole."""

import itertools
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MOST_RUNS = 128


class Cells:
    """The cell of each of some rows, below ``count``."""

    def __init__(self, cell: NDArray[np.int32], count: int) -> None:
        self.cell = cell
        self.size = count

    @cached_property
    def _runs(self) -> list[tuple[int, int, int]] | None:
        """Begin, end and cell of each run of rows of one cell; None where there are many."""
        turns = np.flatnonzero(self.cell[1:] != self.cell[:-1]) + 1
        if len(turns) >= _MOST_RUNS:
            return None
        edges = [0, *turns.tolist(), len(self.cell)]
        return [(begin, end, int(self.cell[begin])) for begin, end in itertools.pairwise(edges) if end > begin]

    @cached_property
    def total(self) -> NDArray[np.int64]:
        """How many rows each cell has."""
        return np.bincount(self.cell, minlength=self.size).astype(np.int64)

    def count(self, mask: Any) -> NDArray[np.int64]:
        """How many rows of each cell a mask marks; one truth stands for all rows."""
        if np.ndim(mask) == 0:
            return self.total.copy() if mask else np.zeros(self.size, np.int64)
        counts = np.zeros(self.size, np.int64)
        if self._runs is None:
            return np.bincount(self.cell[mask], minlength=self.size).astype(np.int64)
        for begin, end, cell in self._runs:
            counts[cell] += np.count_nonzero(mask[begin:end])
        return counts
