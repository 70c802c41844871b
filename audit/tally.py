"""What was counted on the way through the logs, by game, table and gaming day."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.logs import TableKey

Cell = tuple[str, TableKey, int]  # game, table, gaming day

_MOST_TRACES = 5


@dataclass
class Reasons:
    """How many rows of facts could not be judged for which reason, in every cell.

    ``numbers`` gives a rule's id and a reason their place in the arrays of ``counts``, which may end before the last.
    """

    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    counts: dict[Cell, NDArray[np.int64]] = field(default_factory=dict)

    def add(self, pairs: Iterable[tuple[str, str]], cells: Iterable[Cell], counts: NDArray[np.int64]) -> None:
        """Count rows by rule's id and reason (down) and cell (across)."""
        places = self._places(pairs)
        for cell, column in zip(cells, counts.T, strict=True):
            self._of(cell)[places] += column

    def merge(self, other: "Reasons") -> None:
        """Count what another worker counted."""
        places = self._places(other.numbers)
        for cell, counts in other.counts.items():
            self._of(cell)[places[: len(counts)]] += counts

    def table(self, cells: Sequence[Cell]) -> NDArray[np.int64]:
        """The counts of some cells, a row a cell, a column a number."""
        table = np.zeros((len(cells), len(self.numbers)), np.int64)
        for row, cell in zip(table, cells, strict=True):
            if cell in self.counts:
                counts = self.counts[cell]
                row[: len(counts)] = counts
        return table

    def _places(self, pairs: Iterable[tuple[str, str]]) -> NDArray[np.int64]:
        return np.array([self.numbers.setdefault(pair, len(self.numbers)) for pair in pairs], np.int64)

    def _of(self, cell: Cell) -> NDArray[np.int64]:
        """The counts of a cell, with room for every number."""
        counts = self.counts.get(cell)
        if counts is None or len(counts) < len(self.numbers):
            wide = np.zeros(len(self.numbers), np.int64)
            if counts is not None:
                wide[: len(counts)] = counts
            self.counts[cell] = counts = wide
        return counts


@dataclass
class Tally:
    """What was counted: outcomes by rule, and hands and rows, each by game, table and gaming day.

    ``digests`` are sums of hashes of the hands' ids, modulo 2**64: equal for the same hands in whatever order and form.
    ``spans`` are the times of the first and the last beginning of a hand, UTC milliseconds.
    ``outcomes[cell]`` has a row a rule, in the order of ``Rulebook.rules(game)``, and a column an ``Outcome``; its
    numbers are as narrow as they can be, for a month has cells by the ten thousand.
    """

    outcomes: dict[Cell, NDArray[Any]] = field(default_factory=dict)
    reasons: Reasons = field(default_factory=Reasons)
    hands: Counter[Cell] = field(default_factory=Counter)
    rows: Counter[Cell] = field(default_factory=Counter)
    digests: Counter[Cell] = field(default_factory=Counter)
    spans: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    incomplete: int = 0
    traces: list[tuple[int, str]] = field(default_factory=list)  # by the batch's number, at most five

    def add(self, cell: Cell, counts: NDArray[Any]) -> None:
        """Count outcomes of one cell."""
        before = self.outcomes.get(cell)
        whole = counts.astype(np.int64)
        self.outcomes[cell] = _narrow(whole if before is None else before + whole)

    def stretch(self, cell: Cell, first: int, last: int) -> None:
        """Count hands that began between two times."""
        before = self.spans.get(cell, (first, last))
        self.spans[cell] = (min(before[0], first), max(before[1], last))

    def keep_trace(self, number: int, trace: str) -> None:
        """Keep the trace of an error in a batch, as long as there are not enough of earlier ones."""
        self.traces = sorted([*self.traces, (number, trace)])[:_MOST_TRACES]

    def merge(self, other: "Tally") -> None:
        """Count what another worker counted."""
        for cell, counts in other.outcomes.items():
            self.add(cell, counts)
        self.reasons.merge(other.reasons)
        self.hands.update(other.hands)
        self.rows.update(other.rows)
        self.digests.update(other.digests)
        for cell, span in other.spans.items():
            self.stretch(cell, *span)
        self.incomplete += other.incomplete
        self.traces = sorted(self.traces + other.traces)[:_MOST_TRACES]


def _narrow(counts: NDArray[Any]) -> NDArray[Any]:
    """A copy of counts in the narrowest unsigned numbers, or as they are beyond 32 bits."""
    most = int(counts.max(initial=0))
    return counts.astype(np.uint16 if most < 1 << 16 else np.uint32 if most < 1 << 32 else np.int64)
