"""Fixtures through the production path: the reader, the replay and the rules, and what came of each hand."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Step, Value
from audit.errors import Fault, UsageError
from audit.games.game import Facts, Game, TableState
from audit.logs import Batch, TableKey, open_logs
from audit.rulebook.fixture_file import Fixture
from audit.rulebook.fixture_log import Row, changed_rows, hand_name, log_text
from audit.rulebook.judging import Evaluation, Found, Outcome, evaluate
from audit.rulebook.rule import GameLaw, Rulebook
from audit.rulebook.selection import Selection
from audit.rulebook.values import described_kind, plain_text
from audit.schema import Kind


@dataclass(frozen=True)
class Came:
    """One finding that came of a fixture: plain texts of what it says."""

    rule: str
    hand: int
    seat: int
    note: bool
    observed: str
    expected: tuple[str, ...]
    money_effect: str

    def __str__(self) -> str:
        what = "note" if self.note else "violation"
        seat = f" seat {self.seat}" if self.seat else ""
        return f"{what} {self.rule} hand {self.hand}{seat}"


@dataclass
class Outcomes:
    """What came of one fixture: findings, faults of the data, and by (rule, hand) how often each outcome."""

    came: list[Came] = field(default_factory=list)
    data: set[str] = field(default_factory=set)
    counts: dict[tuple[str, int], NDArray[np.int64]] = field(default_factory=dict)
    reasons: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    days: tuple[int, ...] = ()


@dataclass(frozen=True)
class Replayed:
    """A batch of fixtures with its facts; ``place`` gives of each hand the fixture's number and its ordinal there.

    ``supplied`` are the parameters that these fixtures supply.
    """

    batch: Batch
    facts: Facts
    place: list[tuple[int, int]]
    supplied: Mapping[str, Value]


def _with_supplied(book: Rulebook, game: str, supplied: Mapping[str, Value]) -> Rulebook:
    """The book with parameters as a user's pack supplies them, in force on every day."""
    if not supplied:
        return book
    law = book.law(game)
    given = {
        name: Dated(name, law.parameters[name].unit, (Step(0, value, "supplied", "B"),), law.parameters[name].title)
        for name, value in supplied.items()
    }
    changed = replace(book.books[game], law=GameLaw({**law.parameters, **given}, law.readings))
    return Rulebook({**book.books, game: changed})


class FixtureRun:
    """All fixtures of a pack, read and replayed once; rules may then be evaluated on them as often as needed."""

    def __init__(self, book: Rulebook, game: Game, fixtures: Sequence[Fixture], bases: Mapping[str, str]) -> None:
        self.book = book
        self.game = game
        self.fixtures = list(fixtures)
        self.faults: list[Fault] = []
        self.days: dict[int, tuple[int, ...]] = {}
        self._data: dict[int, set[str]] = {}
        rows = self._rows(bases)
        groups: dict[str, list[tuple[int, list[Row]]]] = {}
        for number, fixture_rows in rows:
            groups.setdefault(repr(self.fixtures[number].supplied), []).append((number, fixture_rows))
        self.replayed = [part for group in groups.values() for part in self._replay(group)]

    def _rows(self, bases: Mapping[str, str]) -> list[tuple[int, list[Row]]]:
        rows = []
        for number, fixture in enumerate(self.fixtures):
            unknown = sorted(set(fixture.supplied) - set(self.book.law(self.game.name).parameters))
            if unknown:
                mend = "supply parameters that the packs define"
                self.faults.append(Fault(fixture.place, f"no parameter '{unknown[0]}'", mend))
                continue
            base = fixture.rows or bases.get(fixture.base)
            if base is None:
                known = ", ".join(sorted(bases)) or "none"
                mend = f"put {fixture.base}.csv into the pack's bases; there are: {known}"
                self.faults.append(Fault(fixture.place, f"no base log '{fixture.base}'", mend))
                continue
            try:
                changed = changed_rows(fixture, base)
            except ValueError as error:
                changed = Fault(fixture.place, f"a day or a time that cannot be moved ({error})", "mend the base log")
            if isinstance(changed, Fault):
                self.faults.append(changed)
            else:
                rows.append((number, changed))
        return rows

    def _replay(self, rows: list[tuple[int, list[Row]]]) -> list[Replayed]:
        """Fixtures that supply the same parameters, as one log."""
        supplied = self.fixtures[rows[0][0]].supplied
        law = _with_supplied(self.book, self.game.name, supplied).law(self.game.name)
        places = {}
        for number, fixture_rows in rows:
            for ordinal, _ in enumerate(dict.fromkeys(row["hand_id"] for row in fixture_rows), 1):
                places[hand_name(number, ordinal)] = (number, ordinal)
        states: dict[TableKey, TableState] = {}
        replayed = []
        with tempfile.TemporaryDirectory(prefix="handaudit-") as folder:
            path = Path(folder) / "fixtures.csv"
            path.write_text(log_text(rows), encoding="utf-8")
            logs = open_logs([str(path)])
            for batch in logs.batches():
                if batch.game != self.game.name:
                    raise UsageError(f"a fixture of {self.game.name} holds hands of {batch.game}")
                facts = self.game.replay(batch, states, law)
                place = [places[hand] for hand in batch.hand_id.to_pylist()]
                for (number, _), day in zip(place, batch.day.tolist(), strict=True):
                    self.days[number] = (*self.days.get(number, ()), day)
                replayed.append(Replayed(batch, facts, place, supplied))
            self._note_data(logs.data_findings(), logs.rejects(), places)
        return replayed

    def _note_data(self, findings: Sequence[object], rejects: object, places: Mapping[str, tuple[int, int]]) -> None:
        found = [(getattr(finding, "hand_id", ""), getattr(finding, "code", "")) for finding in findings]
        table = rejects.to_pydict() if hasattr(rejects, "to_pydict") else {}
        found += list(zip(table.get("hand_id", ()), table.get("code", ()), strict=True))
        for hand, code in found:
            if hand in places:
                self._data.setdefault(places[hand][0], set()).add(code)

    def outcomes(self, selection: Selection, book: Rulebook | None = None) -> dict[int, Outcomes]:
        """What the selected rules (of another book, where one is given) say of every fixture, by its number."""
        book = book or self.book
        result: dict[int, Outcomes] = {}
        for part in self.replayed:
            hands = part.batch.hand_count
            cell = np.arange(hands, dtype=np.int32)
            under = _with_supplied(book, self.game.name, part.supplied)
            evaluation = evaluate(under, self.game.name, part.facts, part.batch, cell, hands, selection)
            for number, _ in part.place:
                if number not in result:
                    result[number] = Outcomes(data=self._data.get(number, set()), days=self.days[number])
            self._collect(book, part, evaluation, selection, result)
        return result

    def _collect(
        self, book: Rulebook, part: Replayed, evaluation: Evaluation, selection: Selection, result: dict[int, Outcomes]
    ) -> None:
        for index, rule in enumerate(book.rules(self.game.name)):
            if selection.takes(rule):
                for hand, (number, ordinal) in enumerate(part.place):
                    result[number].counts[rule.id, ordinal] = evaluation.counts[index, :, hand]
        for (rule_id, reason), counts in evaluation.reasons.items():
            for hand in np.flatnonzero(counts).tolist():
                number, ordinal = part.place[hand]
                result[number].reasons.setdefault((rule_id, ordinal), []).append(reason)
        for found in evaluation.found:
            for index in range(len(found)):
                number, ordinal = part.place[int(found.table.hand[found.rows[index]])]
                result[number].came.append(self._came(part, found, index, ordinal))

    def _came(self, part: Replayed, found: Found, index: int, ordinal: int) -> Came:
        check, persons, game = found.check, part.batch.persons, self.game.name
        observed, expected = "", []
        if check.observed is not None:
            kind, words = described_kind(check.observed)
            observed = plain_text(kind, int(found.observed[index]), words=words, persons=persons, game=game)
        for node, values in zip(check.expected, found.expected, strict=True):
            kind, words = described_kind(node, check.observed)
            expected.append(plain_text(kind, int(values[index]), words=words, persons=persons, game=game))
        effect = plain_text(Kind.MONEY, int(found.money_effect[index]))
        seat = int(found.table.seat[found.rows[index]])
        return Came(found.rule.id, ordinal, seat, bool(found.note[index]), observed, tuple(expected), effect)


def problems(fixture: Fixture, outcomes: Outcomes) -> list[str]:
    """In words, everything in which a fixture came out otherwise than it says; empty where it came out so."""
    own = [came for came in outcomes.came if came.rule == fixture.rule and fixture.hand in (None, came.hand)]
    others = {came.rule for came in outcomes.came if came.rule != fixture.rule}
    strays = [came for came in outcomes.came if came.rule == fixture.rule and came not in own]
    wrong = _unexpected(fixture, own, outcomes)
    wrong += [f"{came} came in another hand than {fixture.hand}" for came in strays]
    allowed = set(fixture.also)
    came = {came.rule: str(came) for came in outcomes.came}
    wrong += [f"{came[rule]} came and is not named in 'also'" for rule in sorted(others - allowed)]
    wrong += [f"the data fault {code} came and is not named in 'also'" for code in sorted(outcomes.data - allowed)]
    wrong += [f"{rule} is named in 'also' and did not come" for rule in sorted(allowed - others - outcomes.data)]
    return wrong


def _unexpected(fixture: Fixture, own: list[Came], outcomes: Outcomes) -> list[str]:
    counts = np.zeros(len(Outcome), np.int64)
    for (rule, hand), column in outcomes.counts.items():
        if rule == fixture.rule and fixture.hand in (None, hand):
            counts += column
    story = _story(fixture, own, counts, outcomes)
    if fixture.expect in ("violates", "note"):
        if len(own) != 1 or own[0].note is not (fixture.expect == "note"):
            return [f"expected exactly one {'note' if fixture.expect == 'note' else 'violation'}, {story}"]
        return _details(fixture, own[0])
    needed = {
        "conforms": Outcome.CONFORMS,
        "indeterminate": Outcome.INDETERMINATE,
        "yielded": Outcome.YIELDED,
    }.get(fixture.expect)
    decided = counts[[Outcome.CONFORMS, Outcome.INDETERMINATE, Outcome.ERROR, Outcome.YIELDED]].sum()
    fits = decided == 0 if needed is None else counts[needed] > 0
    if own or not fits or counts[Outcome.ERROR]:
        return [f"expected it to be {fixture.expect}, {story}"]
    return []


def _story(fixture: Fixture, own: list[Came], counts: NDArray[np.int64], outcomes: Outcomes) -> str:
    """What came of the fixture's own rule, with the reasons of what could not be decided."""
    told = ", ".join(f"{count} {Outcome(index).name.lower()}" for index, count in enumerate(counts.tolist()) if count)
    reasons = sorted(
        {reason for (rule, _), all_ in outcomes.reasons.items() if rule == fixture.rule for reason in all_}
    )
    findings = "; ".join(str(came) for came in own)
    parts = [f"came {told or 'nothing: no row of facts'}"]
    if findings:
        parts.append(findings)
    if reasons:
        parts.append("because of " + ", ".join(reasons))
    return "; ".join(parts)


def _details(fixture: Fixture, came: Came) -> list[str]:
    wrong = []
    for key in ("seat", "observed", "expected", "money_effect"):
        wanted, found = getattr(fixture, key), getattr(came, key)
        if wanted is not None and wanted != found:
            wrong.append(f"expected {key} {wanted!r}, came {found!r}")
    return wrong
