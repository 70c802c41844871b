"""What a run keeps of the hands that pass: envelopes of findings, and the rows of the hands that they speak of."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.engine import Judged
from audit.findings.envelope import HEAP_SCHEMA, ORDER, Origin, envelopes
from audit.findings.identity import finding_id
from audit.logs import Batch
from audit.logs.canonical import CANONICAL_SCHEMA
from audit.logs.sources import Source
from audit.logs.spill import Change, Spill
from audit.rulebook import Rulebook

EVIDENCE_SCHEMA = pa.schema([*CANONICAL_SCHEMA, ("source_file", pa.string()), ("source_sha256", pa.string())])
_HAND_COLUMNS = 4  # of the order of evidence: they name a hand
EVIDENCE_ORDER = ("casino", "table_id", "gaming_day", "hand_id", "seq", "source_row", "source_sha256", "event")

_FINDINGS_AT_ONCE = 4_096  # each holds texts of some kilobytes
_FINDINGS, _EVIDENCE = ".findings.heap", ".evidence.heap"


class Collector:
    """The engine's sink: two heaps on disk in the run's folder, one of findings, one of evidence.

    Hands of which something is missing, or whose clock runs back, are kept too: the reader says of them, at the end,
    what is amiss.
    """

    def __init__(self, folder: Path, book: Rulebook, sources: Sequence[Source]) -> None:
        self.findings = Spill(folder / _FINDINGS, HEAP_SCHEMA)
        self.evidence = Spill(folder / _EVIDENCE, EVIDENCE_SCHEMA)
        self.folder = folder
        self._book, self._sources = book, sources
        # On the heaps a file goes by its number: its hash is still being made while it is read.
        self.origins = [Origin(source.name, str(number)) for number, source in enumerate(sources)]

    def take(self, judged: Judged) -> None:
        """Keep the findings of judged hands and the rows of those hands."""
        rows = envelopes(judged, self._book, self.origins)
        batch = judged.batch
        hands = (batch.gap < batch.start[1:]) | _clock_runs_back(batch)
        for found in judged.evaluation.found:
            hands[found.table.hand[found.rows]] = True
        if rows is not None:
            self.findings.add(rows)
        some = np.flatnonzero(hands)
        if len(some):
            self.evidence.add(self._evidence(judged, some))

    def _evidence(self, judged: Judged, hands: NDArray[np.int64]) -> pa.Table:
        kept, source = judged.rows_of(hands)
        names = pa.array([origin.name for origin in self.origins], pa.string())
        hashes = pa.array([origin.sha256 for origin in self.origins], pa.string())
        code = pa.array(source)
        kept = kept.cast(CANONICAL_SCHEMA)
        columns = [*kept.columns, names.take(code), hashes.take(code)]
        return pa.table(columns, schema=EVIDENCE_SCHEMA)

    def forget(self) -> None:
        """Throw away everything: the log begins anew, in order."""
        self.findings.forget()
        self.evidence.forget()

    def apart(self, folder: Path) -> "Collector":
        """A collector for another process."""
        return Collector(folder, self._book, self._sources)

    def close(self) -> None:
        """Have the heaps hold everything; nothing is taken any more."""
        self.findings.close()
        self.evidence.close()

    def gather(self, folder: Path) -> None:
        """Take what a collector for another process has kept."""
        for heap, name in ((self.findings, _FINDINGS), (self.evidence, _EVIDENCE)):
            heap.adopt(folder / name)

    def findings_in_order(self) -> Iterator[pa.Table]:
        """The findings in canonical order; of two identities with the same digits the later is told apart."""
        digits = [int(name[2:], 16) for batch in self.findings.unordered() for name in batch["finding_id"].to_pylist()]
        numbers, counts = np.unique(np.array(digits, np.int64), return_counts=True)
        twice = {f"F-{number:012x}" for number in numbers[counts > 1].tolist()}
        seen: Counter[str] = Counter()
        for piece in self.findings.ordered(ORDER, self._hashed(), _FINDINGS_AT_ONCE):
            yield _told_apart(piece, twice, seen) if twice else piece

    def evidence_in_order(self) -> Iterator[pa.Table]:
        """The rows of the hands that were kept, in canonical order."""
        return self.evidence.ordered(EVIDENCE_ORDER, self._hashed(), together=_HAND_COLUMNS)

    def _hashed(self) -> Change:
        """What puts the hashes of the files in the place of their numbers."""
        numbers = pa.array([origin.sha256 for origin in self.origins], pa.string())
        hashes = pa.array([source.sha256 for source in self._sources], pa.string())

        def change(batch: pa.RecordBatch) -> pa.RecordBatch:
            at = batch.schema.get_field_index("source_sha256")
            column = hashes.take(pc.index_in(batch.column(at), numbers)).fill_null("")
            return batch.set_column(at, batch.schema.field(at), column)

        return change

    def discard(self) -> None:
        """Remove the heaps."""
        self.findings.discard()
        self.evidence.discard()


def _clock_runs_back(batch: Batch) -> NDArray[np.bool_]:
    """Which hands of a batch have a row before the time of the row before it."""
    back = np.flatnonzero(batch.time[1:] < batch.time[:-1]) + 1
    hand = np.searchsorted(batch.start, back, side="right") - 1
    runs_back = np.zeros(batch.hand_count, np.bool_)
    runs_back[hand[batch.start[hand] < back]] = True
    return runs_back


def _told_apart(piece: pa.Table, twice: set[str], seen: Counter[str]) -> pa.Table:
    ids = piece["finding_id"].to_pylist()
    for place, name in enumerate(ids):
        if name in twice:
            row = piece.slice(place, 1).to_pylist()[0]
            again, seen[name] = seen[name], seen[name] + 1
            parts = (row["rule_id"], row["casino"], row["table_id"], row["hand_id"], row["seat"] or 0, row["act"])
            ids[place] = finding_id(*parts, again=again)
    return piece.set_column(0, HEAP_SCHEMA.field(0), pa.array(ids, pa.string()))
