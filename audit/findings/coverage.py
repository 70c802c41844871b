"""Coverage: what was counted for every rule at every table and gaming day, rules for a human once each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

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
    return str(_statuses(np.array([counts], np.int64))[0])


def _statuses(counts: NDArray[np.int64]) -> NDArray[Any]:
    """The status of every row of counts."""
    _, conforms, violates, notes, yielded, indeterminate, error = counts.T
    judged = (conforms > 0) | (violates > 0) | (notes > 0) | (yielded > 0)
    return np.select(
        [error > 0, judged, indeterminate > 0], ["error", "exercised", "indeterminate"], default="not_exercised"
    )


def coverage_batches(
    tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding], covered: Covered
) -> Iterator[pa.RecordBatch]:
    """The rows of coverage.csv in canonical order, in pieces; ``covered`` is summed up on the way."""
    waiting = [_human_rows(tally, book, covered)]
    size = waiting[0].num_rows
    for place in _places(tally, book, selection, faults, covered):
        waiting.append(place)
        size += place.num_rows
        if size >= _PIECE:
            yield _joined(waiting)
            waiting, size = [], 0
    yield _joined(waiting)


def _joined(waiting: list[pa.RecordBatch]) -> pa.RecordBatch:
    table = pa.Table.from_batches(waiting, SCHEMA).combine_chunks()
    return (table.to_batches() or [pa.RecordBatch.from_pylist([], SCHEMA)])[0]


def _places(
    tally: Tally, book: Rulebook, selection: Selection, faults: Sequence[DataFinding], covered: Covered
) -> Iterator[pa.RecordBatch]:
    """The rows of every table and gaming day, those of a place in order of their rules."""
    reasons: dict[Cell, dict[str, dict[str, int]]] = {}
    for (cell, rule_id, reason), count in tally.reasons.items():
        reasons.setdefault(cell, {}).setdefault(rule_id, {})[reason] = count
    notes: dict[_Place, Counter[str]] = {}
    for fault in faults:
        notes.setdefault((fault.casino, fault.table_id, fault.gaming_day), Counter())[fault.code] += 1
    by_place: dict[_Place, list[Cell]] = {place: [] for place in notes}
    for cell in sorted(tally.outcomes):
        by_place.setdefault((*cell[1], cell[2]), []).append(cell)
    games = {cell[0] for cell in tally.outcomes}
    chosen = {game: _chosen(book, game, selection) for game in games}
    sums = {game: np.zeros((len(chosen[game][0]), len(COUNTS)), np.int64) for game in games}
    for place in sorted(by_place):
        codes = notes.get(place, Counter())
        ids, parts, said = list(codes), [_note_counts(codes)], ["{}"] * len(codes)
        for cell in by_place[place]:
            rules, order = chosen[cell[0]]
            counts = tally.outcomes[cell][order][:, _OUTCOMES]
            sums[cell[0]] += counts
            why = reasons.get(cell, {})
            ids += rules
            parts.append(counts)
            said += [to_json(dict(sorted(why[rule].items()))) if rule in why else "{}" for rule in rules]
        yield _place_rows(place, ids, np.concatenate(parts), said)
    for game, total in sums.items():
        covered.by_rule.update(zip(chosen[game][0], total.tolist(), strict=True))


def _chosen(book: Rulebook, game: str, selection: Selection) -> tuple[list[str], NDArray[np.int64]]:
    """The ids of a game's selected rules in their order, and their places in the rulebook."""
    pairs = sorted((rule.id, number) for number, rule in enumerate(book.rules(game)) if selection.takes(rule))
    return [rule for rule, _ in pairs], np.array([number for _, number in pairs], np.int64)


def _note_counts(codes: Counter[str]) -> NDArray[np.int64]:
    counts = np.zeros((len(codes), len(COUNTS)), np.int64)
    counts[:, COUNTS.index("notes")] = list(codes.values())
    return counts


def _place_rows(place: _Place, ids: list[str], counts: NDArray[np.int64], said: list[str]) -> pa.RecordBatch:
    order = sorted(range(len(ids)), key=ids.__getitem__)
    counts = counts[order]
    fixed = [[text] * len(ids) for text in (place[0], place[1], day_text(place[2]))]
    columns = [[ids[row] for row in order], *fixed, *counts.T, _statuses(counts), [said[row] for row in order]]
    return pa.record_batch(
        [pa.array(column, kind.type) for column, kind in zip(columns, SCHEMA, strict=True)], schema=SCHEMA
    )


def _human_rows(tally: Tally, book: Rulebook, covered: Covered) -> pa.RecordBatch:
    """The rules that no log can decide, once each, of the games that were played."""
    games = {cell[0] for cell in tally.outcomes}
    rules = sorted((rule for game in games for rule in book.rules(game)), key=lambda rule: rule.id)
    human = [rule for rule in rules if rule.kind == "human" and rule.status != "retired"]
    covered.human += len(human)
    rows = [dict.fromkeys(SCHEMA.names[1:4], "") | dict.fromkeys(COUNTS, 0) for _ in human]
    for row, rule in zip(rows, human, strict=True):
        row |= {"rule_id": rule.id, "status": "needs_human", "reasons": "{}"}
    return pa.RecordBatch.from_pylist(rows, SCHEMA)
