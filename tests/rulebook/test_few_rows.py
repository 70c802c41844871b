"""However few rows a check speaks of, each gets the outcome that its own values give it."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from audit.games.game import Facts
from audit.rulebook import Evaluation, Outcome, Rulebook, Selection, evaluate, judging
from audit.rulebook.expression import Node
from audit.rulebook.parsing import Wanted
from audit.rulebook.rule import Check, GameBook, GameLaw, Register, Rule
from audit.schema import Kind
from tests.rulebook.test_parsing import PARAMETERS, ROW, TABLE, TRUTH, Oracle, facts_of, read, too_large


def node_of(text: str) -> Node:
    node, mistakes = read(text, Wanted(Kind.TRUTH))
    assume(node is not None and not mistakes)
    assert node is not None
    return node


def outcome_of(check: Check, row: dict[str, Any]) -> Outcome:
    """The outcome of one row, condition by condition, by the oracle of single values."""
    applies = Oracle(row).value(check.applies)
    if applies is not True:
        return Outcome.INDETERMINATE if applies is None else Outcome.NOT_APPLICABLE
    requires = Oracle(row).value(check.requires)
    if requires is not True:
        return Outcome.INDETERMINATE if requires is None else Outcome.VIOLATES
    note = Oracle(row).value(check.note_if)
    return Outcome.INDETERMINATE if note is None else Outcome.NOTE if note else Outcome.CONFORMS


def evaluated(checks: tuple[Check, ...], rows: list[dict[str, Any]], *, torn: bool = False) -> Evaluation:
    """What a rule of some checks says of rows, each a hand of its own; every other one ``torn``, if so, by a gap."""
    table = facts_of(rows)
    none: dict[str, str] = {}
    rule = Rule("R-1", "r", "pai_gow", "p", "active", "log", "minor", "c", none, none, none, none, checks=checks)
    book = Rulebook({"pai_gow": GameBook("pai_gow", (rule,), Register(), GameLaw(PARAMETERS, {}), {}, ())})
    hands = np.arange(len(rows) + 1)
    batch: Any = SimpleNamespace(
        day=np.array([row["day"] for row in rows], np.int32),
        start=hands,
        gap=hands[1:] - (hands[1:] % 2 if torn else 0),
        hand_count=len(rows),
    )
    facts = Facts({TABLE.name: table}, np.zeros(len(rows), np.int64))
    cell = np.zeros(len(rows), np.int32)
    return evaluate(book, "pai_gow", facts, batch, cell, 1, Selection(frozenset(["R-1"])))


def counted(checks: tuple[Check, ...], rows: list[dict[str, Any]]) -> tuple[dict[Outcome, int], int, int]:
    """What a rule of some checks comes to over rows, each a hand of its own: counts, findings, reasons."""
    found = evaluated(checks, rows)
    counts = {outcome: int(found.counts[0, outcome, 0]) for outcome in Outcome if found.counts[0, outcome, 0]}
    return counts, sum(len(entry) for entry in found.found), sum(int(counts.sum()) for counts in found.reasons.values())


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(TRUTH, TRUTH, TRUTH), min_size=1, max_size=3), st.lists(ROW, min_size=1, max_size=12))
@pytest.mark.parametrize("few", [0, 10**9])
def test_every_row_gets_the_outcome_of_its_own_values(
    few: int, texts: list[tuple[str, str, str]], rows: list[dict[str, Any]]
) -> None:
    checks = tuple(
        Check(TABLE.name, node_of(requires), applies=node_of(applies), note_if=node_of(note))
        for applies, requires, note in texts
    )
    for check in checks:
        for node in (check.applies, check.requires, check.note_if):
            assert node is not None
            assume(not any(too_large(node, row) for row in rows))
    expected = Counter(outcome_of(check, row) for check in checks for row in rows)
    before, judging._FEW = judging._FEW, few
    try:
        counts, findings, reasons = counted(checks, rows)
    finally:
        judging._FEW = before
    assert counts == dict(expected)
    assert findings == expected[Outcome.VIOLATES] + expected[Outcome.NOTE]
    assert reasons == expected[Outcome.INDETERMINATE]
