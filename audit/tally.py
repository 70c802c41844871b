"""What was counted on the way through the logs, by game, table and gaming day."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from audit.logs import TableKey

Cell = tuple[str, TableKey, int]  # game, table, gaming day

_MOST_TRACES = 5


@dataclass
class Tally:
    """What was counted: outcomes by rule, and hands and rows, each by game, table and gaming day.

    ``digests`` are sums of hashes of the hands' ids, modulo 2**64: equal for the same hands in whatever order and form.
    ``spans`` are the times of the first and the last beginning of a hand, UTC milliseconds.
    ``outcomes[cell]`` has a row a rule, in the order of ``Rulebook.rules(game)``, and a column an ``Outcome``.
    """

    outcomes: dict[Cell, NDArray[np.int64]] = field(default_factory=dict)
    reasons: Counter[tuple[Cell, str, str]] = field(default_factory=Counter)
    hands: Counter[Cell] = field(default_factory=Counter)
    rows: Counter[Cell] = field(default_factory=Counter)
    digests: Counter[Cell] = field(default_factory=Counter)
    spans: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    incomplete: int = 0
    traces: list[tuple[int, str]] = field(default_factory=list)  # by the batch's number, at most five

    def add(self, cell: Cell, counts: NDArray[np.int64]) -> None:
        """Count outcomes of one cell."""
        if cell in self.outcomes:
            self.outcomes[cell] += counts
        else:
            self.outcomes[cell] = counts.copy()

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
        self.reasons.update(other.reasons)
        self.hands.update(other.hands)
        self.rows.update(other.rows)
        self.digests.update(other.digests)
        for cell, span in other.spans.items():
            self.stretch(cell, *span)
        self.incomplete += other.incomplete
        self.traces = sorted(self.traces + other.traces)[:_MOST_TRACES]
