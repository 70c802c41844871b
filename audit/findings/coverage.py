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
JUDGED = ("conforms", "violates", "notes", "yielded")
SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("rule_id", "casino", "table_id", "gaming_day")]
    + [(name, pa.int64()) for name in COUNTS]
    + [("status", pa.string()), ("reasons", pa.string())]
)
_PIECE = 16_384
_OUTCOMES = (
    Outcome.NOT_APPLICABLE, Outcome.CONFORMS, Outcome.VIOLATES, Outcome.NOTE, Outcome.YIELDED, Outcome.INDETERMINATE,
    Outcome.ERROR,
)  # fmt: skip


@dataclass
class Covered:
    """The sums over all rows of the coverage, and by rule its status over the whole run."""

    sums: Counter[str] = field(default_factory=Counter)
    by_rule: dict[str, Counter[str]] = field(default_factory=dict)
    human: int = 0

    def exercised(self) -> int:
        """How many rules judged anything."""
        return sum(1 for counts in self.by_rule.values() if status_of(counts) == "exercised")


def status_of(counts: Counter[str]) -> str:
    """What a rule's counts come to; a rule that applied to nothing is not exercised, never passed."""
    if counts["error"]:
        return "error"
    if any(counts[name] for name in JUDGED):
        return "exercised"
    return "indeterminate" if counts["indeterminate"] else "not_exercised"


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
    games = {cell[0] for cell in tally.outcomes}
    for rule in sorted((rule for game in games for rule in book.rules(game)), key=lambda rule: rule.id):
        if rule.kind == "human" and rule.status != "retired":
            covered.human += 1
            yield (rule.id, "", "", "", *(0 for _ in COUNTS), "needs_human", "{}")
    reasons: dict[tuple[Cell, str], dict[str, int]] = {}
    for (cell, rule_id, reason), count in sorted(tally.reasons.items()):
        reasons.setdefault((cell, rule_id), {})[reason] = count
    notes: dict[tuple[str, str, int], Counter[str]] = {}
    for fault in faults:
        notes.setdefault((fault.casino, fault.table_id, fault.gaming_day), Counter())[fault.code] += 1
    places = sorted({(*cell[1], cell[2]) for cell in tally.outcomes} | set(notes))
    by_place: dict[tuple[str, str, int], list[Cell]] = {}
    for cell in sorted(tally.outcomes):
        by_place.setdefault((*cell[1], cell[2]), []).append(cell)
    for place in places:
        lines = [(code, Counter({"notes": count}), "{}", False) for code, count in notes.get(place, Counter()).items()]
        for cell in by_place.get(place, []):
            for number, rule in enumerate(book.rules(cell[0])):
                if selection.takes(rule):
                    counts = tally.outcomes[cell][number]
                    named = Counter(
                        {name: int(counts[outcome]) for name, outcome in zip(COUNTS, _OUTCOMES, strict=True)}
                    )
                    lines.append((rule.id, named, to_json(reasons.get((cell, rule.id), {})), True))
        for rule_id, named, why, is_rule in sorted(lines, key=lambda line: line[0]):
            if is_rule:
                covered.sums.update(named)
                covered.by_rule.setdefault(rule_id, Counter()).update(named)
            yield (
                rule_id,
                place[0],
                place[1],
                day_text(place[2]),
                *(named[name] for name in COUNTS),
                status_of(named),
                why,
            )
