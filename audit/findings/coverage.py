"""Coverage: what was counted for every rule at every table and gaming day, rules for a human once each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from audit.engine import Cell, Tally
from audit.findings.envelope import to_json
from audit.findings.readable import day_text
from audit.logs import DataFinding
from audit.rulebook import Outcome, Rulebook, Selection

COUNTS = ("not_applicable", "conforms", "violates", "notes", "yielded", "indeterminate", "error")
SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("rule_id", "casino", "table_id", "gaming_day")]
    + [(name, pa.int64()) for name in COUNTS]
    + [("status", pa.string()), ("reasons", pa.string())]
)
_PIECE = 16_384
_OUTCOMES = [
    Outcome.NOT_APPLICABLE, Outcome.CONFORMS, Outcome.VIOLATES, Outcome.NOTE, Outcome.YIELDED, Outcome.INDETERMINATE,
    Outcome.ERROR,
]  # fmt: skip


_NOTHING = [0] * len(COUNTS)
_Place = tuple[str, str, int]  # casino, table, gaming day


@dataclass
class Covered:
    """By rule its counts over the whole run, in the order of ``COUNTS``, and how many rules need a human."""

    by_rule: dict[str, list[int]] = field(default_factory=dict)
    human: int = 0

    def total(self, name: str) -> int:
        """The sum of one count over all rules."""
        place = COUNTS.index(name)
        return sum(counts[place] for counts in self.by_rule.values())

    def exercised(self) -> int:
        """How many rules judged anything."""
        return sum(1 for counts in self.by_rule.values() if status_of(counts) == "exercised")


def status_of(counts: Sequence[int]) -> str:
    """What a rule's counts come to; a rule that applied to nothing is not exercised, never passed."""
    _, conforms, violates, notes, yielded, indeterminate, error = counts
    if error:
        return "error"
    if conforms or violates or notes or yielded:
        return "exercised"
    return "indeterminate" if indeterminate else "not_exercised"


def coverage_batches(
    tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding], covered: Covered
) -> Iterator[pa.RecordBatch]:
    """The rows of coverage.csv in canonical order, in pieces; ``covered`` is summed up on the way."""
    rows: list[tuple[object, ...]] = []
    for row in _rows(tally, book, selection, faults, covered):
        rows.append(row)
        if len(rows) == _PIECE:
            yield _batch(rows)
            rows = []
    yield _batch(rows)


def _batch(rows: list[tuple[object, ...]]) -> pa.RecordBatch:
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(SCHEMA)
    return pa.record_batch(
        [pa.array(column, kind.type) for column, kind in zip(columns, SCHEMA, strict=True)], schema=SCHEMA
    )


def _rows(
    tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding], covered: Covered
) -> Iterator[tuple[object, ...]]:
    yield from _human_rows(tally, book, covered)
    reasons: dict[tuple[Cell, str], dict[str, int]] = {}
    for (cell, rule_id, reason), count in sorted(tally.reasons.items()):
        reasons.setdefault((cell, rule_id), {})[reason] = count
    notes: dict[_Place, Counter[str]] = {}
    for fault in faults:
        notes.setdefault((fault.casino, fault.table_id, fault.gaming_day), Counter())[fault.code] += 1
    by_place: dict[_Place, list[Cell]] = {place: [] for place in notes}
    for cell in sorted(tally.outcomes):
        by_place.setdefault((*cell[1], cell[2]), []).append(cell)
    chosen = {
        game: [(number, rule.id) for number, rule in enumerate(book.rules(game)) if selection.takes(rule)]
        for game in {cell[0] for cell in tally.outcomes}
    }
    sums: dict[str, list[int]] = {}
    for place in sorted(by_place):
        lines = [(code, [0, 0, 0, count, 0, 0, 0], "{}") for code, count in notes.get(place, Counter()).items()]
        for cell in by_place[place]:
            table = tally.outcomes[cell][:, _OUTCOMES].tolist()
            for number, rule_id in chosen[cell[0]]:
                counts, why = table[number], reasons.get((cell, rule_id))
                sums[rule_id] = [one + other for one, other in zip(sums.get(rule_id, _NOTHING), counts, strict=True)]
                lines.append((rule_id, counts, to_json(why) if why else "{}"))
        day = day_text(place[2])
        for rule_id, counts, said in sorted(lines):
            yield (rule_id, place[0], place[1], day, *counts, status_of(counts), said)
    covered.by_rule.update(sums)


def _human_rows(tally: Tally, book: Rulebook, covered: Covered) -> Iterator[tuple[object, ...]]:
    """The rules that no log can decide, once each, of the games that were played."""
    games = {cell[0] for cell in tally.outcomes}
    for rule in sorted((rule for game in games for rule in book.rules(game)), key=lambda rule: rule.id):
        if rule.kind == "human" and rule.status != "retired":
            covered.human += 1
            yield (rule.id, "", "", "", *_NOTHING, "needs_human", "{}")
