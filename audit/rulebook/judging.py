"""All rules of a game over the facts of a batch, in one go: outcomes counted by cell, findings as rows of facts."""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.game import Facts, FactTable
from audit.logs.batch import Batch
from audit.rulebook import expression as ex
from audit.rulebook.blame import Suspects, arrest, blame, suspects
from audit.rulebook.cells import Cells
from audit.rulebook.columns import Calendar, Columns
from audit.rulebook.evaluation import Evaluator, count_uses
from audit.rulebook.rule import Check, Rule, Rulebook
from audit.rulebook.selection import Selection
from audit.rulebook.threeway import ALWAYS, NEVER, NO, YES, Mask, Numbers, conj, disj, less
from audit.rulebook.yielding import Sighting, order_of, yielded
from audit.schema import EVENTS, NULL, Kind

_FEW = 8  # a check that speaks of fewer than one row in so many is evaluated on those alone


class Outcome(enum.IntEnum):
    """What a rule says of a row of facts, or of a whole hand that lacks the events that it needs."""

    NOT_APPLICABLE = 0
    CONFORMS = 1
    VIOLATES = 2
    NOTE = 3
    YIELDED = 4
    INDETERMINATE = 5
    ERROR = 6


@dataclass(frozen=True)
class Found:
    """The findings of one check of one rule in a batch, as columns of equal length.

    ``rows`` are rows of the table of facts. ``observed``, ``expected`` and ``facts`` hold raw values by their kinds
    (minor units, codes of words and persons, packed pieces, 0 or 1), ``schema.NULL`` where unknown; ``money_effect`` is
    minor units. ``steps`` gives by parameter the index of the step in force, -1 before the first.
    """

    rule: Rule
    check: Check
    table: FactTable
    rows: NDArray[np.int64]
    note: NDArray[np.bool_]
    observed: NDArray[np.int64]
    expected: tuple[NDArray[np.int64], ...]
    money_effect: NDArray[np.int64]
    facts: Mapping[str, NDArray[np.int64]]
    steps: Mapping[str, NDArray[np.int64]]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Evaluation:
    """What the rules of a game say of a batch.

    ``counts[rule, outcome, cell]`` counts rows of facts, in the order of ``Rulebook.rules``; ``reasons`` counts the
    indeterminate ones and errors of every cell by (rule id, reason).
    """

    counts: NDArray[np.int64]
    reasons: Mapping[tuple[str, str], NDArray[np.int64]]
    found: list[Found]


@dataclass(frozen=True)
class Plan:
    """The checks to evaluate for one selection of one game; how often their nodes are used, and the suspects of each.

    Rules that a selected one yields to are evaluated with it, so that a selection never changes what is found.
    """

    order: tuple[int, ...]
    reported: frozenset[str]
    uses: Mapping[str, Mapping[int, int]]
    suspects: Mapping[int, Suspects | None]


def evaluate(
    book: Rulebook, game: str, facts: Facts, batch: Batch, cell: NDArray[np.int32], cells: int, selection: Selection
) -> Evaluation:
    """Judge a batch by the selected rules of its game; ``cell`` numbers each hand's cell of the coverage.

    A rule that fails with an exception is counted as an engine error on all its rows and harms no other.
    """
    return _Judging(book, game, facts, batch, cell, cells, selection).run()


def _plan(book: Rulebook, game: str, selection: Selection) -> Plan:
    key = (game, selection.ids)
    if key not in book._plans:
        book._plans[key] = _made_plan(book.rules(game), selection)
    plan: Plan = book._plans[key]
    return plan


def _made_plan(rules: tuple[Rule, ...], selection: Selection) -> Plan:
    by_id = {rule.id: rule for rule in rules}
    wanted = [rule.id for rule in rules if selection.takes(rule)]
    evaluated = set(wanted)
    while wanted:
        for other in by_id[wanted.pop()].yields_to:
            if other not in evaluated and by_id[other].runs and by_id[other].status == "active":
                evaluated.add(other)
                wanted.append(other)
    order = tuple(index for index in order_of(rules) if rules[index].id in evaluated)
    roots: dict[str, list[ex.Node]] = {}
    for index in order:
        for check in rules[index].checks:
            roots.setdefault(check.over, []).extend(node for _, node in check.conditions())
    uses = {table: count_uses(nodes) for table, nodes in roots.items()}
    reported = frozenset(rule.id for rule in rules if selection.takes(rule))
    return Plan(order, reported, uses, {id(node): suspects(node) for nodes in roots.values() for node in nodes})


class _Judging:
    def __init__(
        self,
        book: Rulebook,
        game: str,
        facts: Facts,
        batch: Batch,
        cell: NDArray[np.int32],
        cells: int,
        selection: Selection,
    ) -> None:
        self.rules = book.rules(game)
        self.plan = _plan(book, game, selection)
        self.calendar = Calendar(batch.day, book.law(game).parameters)
        self.game = game
        self.facts = facts
        self.batch = batch
        self.cell = cell
        self.cells = cells
        self.hands = Cells(cell, cells)
        self.incomplete = batch.gap < batch.start[1:]
        self.any_incomplete = bool(self.incomplete.any())
        self.counts = np.zeros((len(self.rules), len(Outcome), cells), np.int64)
        self.reasons: dict[tuple[str, str], NDArray[np.int64]] = {}
        self.sightings: dict[str, list[Sighting]] = {}
        self.found: list[Found] = []
        self._evaluators: dict[str, Evaluator] = {}
        self._tables: dict[str, Cells] = {}
        self._lacking: dict[tuple[str, ...], NDArray[np.bool_] | None] = {}

    def run(self) -> Evaluation:
        """Evaluate rule by rule, those that others yield to first."""
        for index in self.plan.order:
            rule = self.rules[index]
            try:
                self._rule(index, rule)
            except Exception as error:  # whatever a rule fails with is counted against it, and the others go on
                self._failed(index, rule, error)
        for index, rule in enumerate(self.rules):
            if rule.id not in self.plan.reported:
                self.counts[index] = 0
        reasons = {key: counts for key, counts in self.reasons.items() if key[0] in self.plan.reported}
        found = [entry for entry in self.found if entry.rule.id in self.plan.reported]
        return Evaluation(self.counts, reasons, found)

    def _failed(self, index: int, rule: Rule, error: Exception) -> None:
        """Count a failed rule as an error on every row that it speaks of, on every hand where a table is missing."""
        self.counts[index] = 0
        self.found = [entry for entry in self.found if entry.rule.id != rule.id]
        self.sightings.pop(rule.id, None)
        for key in [key for key in self.reasons if key[0] == rule.id]:
            del self.reasons[key]
        whole = all(check.over in self.facts.tables for check in rule.checks)
        totals = [self._cells_of(check.over).total for check in rule.checks] if whole else [self.hands.total]
        for total in totals:
            self.counts[index, Outcome.ERROR] += total
        if not self.counts[index].any():
            self.counts[index, Outcome.ERROR] = self.hands.total
        self._reason(rule, self.counts[index, Outcome.ERROR].copy(), f"error:{type(error).__name__}")

    # -- one rule ---------------------------------------------------------------------------------------------------

    def _rule(self, index: int, rule: Rule) -> None:
        lacking = self._hands_lacking(rule)
        if lacking is not None:
            self._count(index, Outcome.INDETERMINATE, self.hands.count(lacking))
            self._lacking_reasons(rule, lacking)
        entries = [entry for check in rule.checks if (entry := self._check(index, rule, check, lacking)) is not None]
        for entry in entries:
            self.sightings.setdefault(rule.id, []).append(_sighting(entry))
        self.found.extend(entries)

    def _hands_lacking(self, rule: Rule) -> NDArray[np.bool_] | None:
        """The hands whose table has not shown a kind of event that the rule needs, None where there are none."""
        return self._without(rule.needs)

    def _without(self, kinds: tuple[str, ...]) -> NDArray[np.bool_] | None:
        if kinds not in self._lacking:
            need = 0
            for kind in kinds:
                need |= 1 << EVENTS[self.game].index(kind)
            lacking = (self.facts.carried & need) != need
            self._lacking[kinds] = lacking if lacking.any() else None
        return self._lacking[kinds]

    def _lacking_reasons(self, rule: Rule, lacking: NDArray[np.bool_]) -> None:
        for kind, hands in self._first_lacking(rule.needs, lacking, self.facts.carried):
            self._reason(rule, self.hands.count(hands), f"no-event:{kind}")

    def _first_lacking(
        self, kinds: tuple[str, ...], lacking: NDArray[np.bool_], carried: NDArray[np.int64]
    ) -> Iterator[tuple[str, NDArray[np.bool_]]]:
        """By kind the entries that lack it and none before it."""
        left = lacking.copy()
        for kind in kinds:
            entries = left & ((carried & (1 << EVENTS[self.game].index(kind))) == 0)
            left &= ~entries
            yield kind, entries

    def _unexplained(self, index: int, rule: Rule, check: Check, verdicts: "_Verdicts") -> "_Verdicts":
        """What is found but for the rows that an event could explain of a kind that their table has not shown.

        Those are counted as indeterminate.
        """
        lacking = self._without(check.explained_by) if check.explained_by else None
        if lacking is None:
            return verdicts
        hand = self.facts.tables[check.over].hand
        explained = lacking[hand]
        rows = np.flatnonzero(explained & _full(disj(verdicts.fails, verdicts.noted), len(hand)))
        cells, carried = Cells(self.cell, self.cells, hand[rows]), self.facts.carried[hand[rows]]
        for kind, entries in self._first_lacking(check.explained_by, np.ones(len(rows), np.bool_), carried):
            self._count(index, Outcome.INDETERMINATE, cells.count(entries))
            self._reason(rule, cells.count(entries), f"no-event:{kind}")
        return verdicts._replace(fails=less(verdicts.fails, explained), noted=less(verdicts.noted, explained))

    def _check(self, index: int, rule: Rule, check: Check, lacking: NDArray[np.bool_] | None) -> Found | None:
        """Count what a check says of every row, and describe what it finds."""
        evaluator, cells = self._evaluator(check.over), self._cells_of(check.over)
        spoken: Mask = YES if lacking is None else ~lacking[evaluator.columns.hand]
        applies = ALWAYS if check.applies is None else evaluator.truths(check.applies)
        considered, unknown = conj(spoken, applies.holds), conj(spoken, applies.unknown())
        in_force, lost = cells.count(considered), cells.count(unknown)
        if considered is not YES:
            self._count(index, Outcome.NOT_APPLICABLE, cells.count(spoken) - in_force - lost)
        verdicts = self._verdicts(evaluator, check, considered, cells.marked(considered))
        self._lose(index, rule, check.over, check.applies, unknown)
        if verdicts is None:
            self._count(index, Outcome.CONFORMS, in_force)
            return None
        unclear, open_, violates, notes = (cells.count(rows) for rows in verdicts)
        self._count(index, Outcome.CONFORMS, in_force - unclear - open_ - violates - notes)
        self._lose(index, rule, check.over, check.requires, verdicts.unknown)
        self._lose(index, rule, check.over, check.note_if, verdicts.open)
        if violates.any() or notes.any():
            verdicts = self._unexplained(index, rule, check, verdicts)
            return self._findings(index, rule, check, verdicts)
        return None

    def _verdicts(self, evaluator: Evaluator, check: Check, considered: Mask, count: int) -> "_Verdicts | None":
        """What a check says of the rows that it speaks of; None where it holds on all of them.

        Where those are few, the expressions are evaluated on them alone.
        """
        size, rows = evaluator.size, None
        conditions = [check.requires] if check.note_if is None else [check.requires, check.note_if]
        if count == 0:
            evaluator.release(*conditions)
            return None
        if count * _FEW <= size and considered is not YES:
            evaluator.release(*conditions)
            rows = np.flatnonzero(considered)
            evaluator, considered = evaluator.only(rows), YES
        requires, *notes = [evaluator.truths(node) for node in conditions]
        passed = conj(considered, requires.holds)
        note_if = notes[0] if notes else NEVER
        all_pass = passed is YES or np.count_nonzero(passed) == count
        if all_pass and note_if.holds is NO and note_if.fails is None:
            return None
        unknown, open_ = conj(considered, requires.unknown()), conj(passed, note_if.unknown())
        masks = (unknown, open_, conj(considered, requires.failing()), conj(passed, note_if.holds))
        return _Verdicts(*(mask if rows is None else _spread(mask, rows, size) for mask in masks))

    def _lose(self, index: int, rule: Rule, table: str, node: ex.Node | None, unknown: Mask) -> None:
        """Count the rows that cannot be judged because a condition is unknown, with their reasons."""
        counts = self._cells_of(table).count(unknown)
        if node is None or not counts.any():
            return
        self._count(index, Outcome.INDETERMINATE, counts)
        evaluator = self._evaluator(table)
        reasons = arrest(evaluator, self.plan.suspects[id(node)], unknown)
        cells, hand = self._cells_of(table), evaluator.columns.hand
        if reasons is None:
            rows = np.flatnonzero(_full(unknown, evaluator.size))
            reasons, hand = blame(evaluator.only(rows), node), hand[rows]
            cells = Cells(self.cell, self.cells, hand)
        elif len(reasons) == 1 and not self.any_incomplete:
            self._reason(rule, counts, reasons[0][0])
            return
        torn: Mask = self.incomplete[hand] if self.any_incomplete else NO
        for reason, where in reasons:
            if reason.startswith("unknown:"):
                self._reason(rule, cells.count(conj(where, torn)), "incomplete-hand")
                where = less(where, torn)  # noqa: PLW2901
            self._reason(rule, cells.count(where), reason)

    def _findings(self, index: int, rule: Rule, check: Check, verdicts: "_Verdicts") -> Found | None:
        """The rows that are found; those whose hand and seat a stronger rule has found are counted as yielded."""
        table = self.facts.tables[check.over]
        bad = _full(verdicts.fails, len(table))
        rows = np.flatnonzero(_full(disj(bad, verdicts.noted), len(table)))
        note = ~bad[rows]
        gone = yielded(rule, self.rules, self.sightings, Sighting(table.hand[rows], table.seat[rows], note))
        counts = Cells(self.cell, self.cells, table.hand[rows])
        self._count(index, Outcome.VIOLATES, counts.count(~note & ~gone))
        self._count(index, Outcome.NOTE, counts.count(note & ~gone))
        self._count(index, Outcome.YIELDED, counts.count(gone))
        rows, note = rows[~gone], note[~gone]
        return self._described(rule, check, rows, note) if len(rows) else None

    def _described(self, rule: Rule, check: Check, rows: NDArray[np.int64], note: NDArray[np.bool_]) -> Found:
        whole = self._evaluator(check.over)
        evaluator = whole.only(rows)
        words = check.observed.words if isinstance(check.observed, ex.Fact) else ()
        described = [node for _, node in (*check.conditions(), *check.values())]
        used = {name: fact for node in described for name, fact in ex.facts_read(node).items()}
        steps = {
            name: np.broadcast_to(np.asarray(evaluator.dated(name).step, np.int64), (len(rows),)).copy()
            for name in check.parameters
        }
        nothing = np.full(len(rows), NULL, np.int64)
        return Found(
            rule,
            check,
            self.facts.tables[check.over],
            rows,
            note,
            nothing if check.observed is None else _filled(evaluator, check.observed, words),
            tuple(_filled(evaluator, node, words) for node in check.expected),
            nothing.copy() if check.money_effect is None else _filled(evaluator, check.money_effect, ()),
            {name: _filled(evaluator, fact, ()) for name, fact in used.items()},
            steps,
        )

    # -- tables and counts --------------------------------------------------------------------------------------------

    def _evaluator(self, table: str) -> Evaluator:
        if table not in self._evaluators:
            columns = Columns(self.facts.tables[table])
            self._evaluators[table] = Evaluator(columns, self.calendar, self.plan.uses.get(table, {}))
        return self._evaluators[table]

    def _cells_of(self, table: str) -> Cells:
        if table not in self._tables:
            self._tables[table] = self.hands.over(self.facts.tables[table].hand)
        return self._tables[table]

    def _count(self, index: int, outcome: Outcome, counts: NDArray[np.int64]) -> None:
        self.counts[index, outcome] += counts

    def _reason(self, rule: Rule, counts: NDArray[np.int64], reason: str) -> None:
        key = rule.id, reason
        if key in self.reasons:
            self.reasons[key] = self.reasons[key] + counts
        elif counts.any():
            self.reasons[key] = counts


class _Verdicts(NamedTuple):
    """The rows that a check speaks of and cannot judge, passes with a note or without, forbids, and notes."""

    unknown: Mask
    open: Mask
    fails: Mask
    noted: Mask


def _full(mask: Mask, size: int) -> NDArray[np.bool_]:
    return np.full(size, mask) if isinstance(mask, np.bool_) else mask


def _spread(mask: Mask, rows: NDArray[np.int64], size: int) -> Mask:
    """A mask of some rows as one of all, that marks none of the others."""
    if mask is NO:
        return NO
    whole = np.zeros(size, np.bool_)
    whole[rows] = mask
    return whole


def _filled(evaluator: Evaluator, node: ex.Node, words: tuple[str, ...]) -> NDArray[np.int64]:
    """The values of a node on every row, ``schema.NULL`` where unknown; words as codes into ``words``, or their own."""
    coded = ex.kind_of(node) is Kind.WORD and words
    numbers: Numbers = evaluator.coded(node, words) if coded else evaluator.numbers(node)
    values = np.broadcast_to(np.asarray(numbers.value, np.int64), (evaluator.size,))
    if numbers.known is None:
        return values.copy()
    return np.where(numbers.known, values, NULL)


def _sighting(found: Found) -> Sighting:
    return Sighting(found.table.hand[found.rows], found.table.seat[found.rows], found.note)
