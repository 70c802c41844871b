"""Outcomes of rules over facts: counts, reasons, findings."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.logs import open_logs
from audit.rulebook import Evaluation, Outcome, Rulebook, evaluate, load_rulebook, select
from audit.schema import NULL

HEADER = (
    "casino,table_id,game,gaming_day,hand_id,seq,time,event,seat,actor,person,other_seat,pieces,number,amount,payout,fee,"
    "label,ref,currency\n"
)


def log_of(path: Path, *events: str, day: str = "2026-10-03") -> str:
    """A log of one hand whose middle rows are given from ``event`` on, as ``event,seat,amount,payout,fee,label``."""
    lines = ["hand_start,3,,,,", *events, "hand_end,,,,,"]
    rows = []
    for seq, line in enumerate(lines, 1):
        event, seat, amount, payout, fee, label = line.split(",")
        rows.append(
            f"C01,PG07,pai_gow,{day},H1,{seq},{day}T21:14:05+08:00,{event},{seat},,P17,,,,{amount},{payout},{fee},{label},,HKD"
        )
    file = path / "log.csv"
    file.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return str(file)


def judged(book: Rulebook, games: Any, log: str, **choice: Any) -> Evaluation:
    [batch] = open_logs([log]).batches()
    facts = games["pai_gow"].replay(batch, {}, book.law("pai_gow"))
    cell = np.zeros(batch.hand_count, np.int32)
    return evaluate(book, "pai_gow", facts, batch, cell, 1, select(book, **choice))


def counts(evaluation: Evaluation, rule: int = 0) -> dict[str, int]:
    column = evaluation.counts[rule, :, 0]
    return {outcome.name.lower(): int(column[outcome]) for outcome in Outcome if column[outcome]}


def reasons(evaluation: Evaluation) -> dict[tuple[str, str], list[int]]:
    return {key: counts.tolist() for key, counts in evaluation.reasons.items()}


def test_each_row_gets_one_outcome_and_the_finding_its_evidence(games: Any, pack: Any, tmp_path: Path) -> None:
    book = load_rulebook([pack()], games, prove=False)
    log = log_of(
        tmp_path,
        "settle,5,1000.00,1000.00,50.00,win",
        "settle,6,1000.00,1000.00,49.99,win",
        "settle,7,1000.00,,49.99,win",
        "settle,1,1000.00,-1000.00,0,lose",
    )
    evaluation = judged(book, games, log)
    assert counts(evaluation) == {"not_applicable": 1, "conforms": 1, "violates": 1, "indeterminate": 1}
    assert reasons(evaluation) == {("PG-4.2a", "unknown:payout"): [1]}
    [found] = evaluation.found
    assert found.rows.tolist() == [1]
    assert found.observed.tolist() == [4999]
    assert [values.tolist() for values in found.expected] == [[5000]]
    assert found.money_effect.tolist() == [-1]
    assert found.steps["commission"].tolist() == [1]
    assert found.facts["result"].tolist() == [1]


@pytest.mark.parametrize(
    ("day", "outcome", "reason"),
    [
        ("1985-05-17", "indeterminate", "parameter:commission"),
        ("1991-03-24", "indeterminate", "parameter:commission"),
        ("1991-03-25", "violates", None),
    ],
)
def test_no_value_is_borrowed_from_another_day(
    games: Any, pack: Any, tmp_path: Path, day: str, outcome: str, reason: str | None
) -> None:
    book = load_rulebook([pack()], games, prove=False)
    evaluation = judged(book, games, log_of(tmp_path, "settle,6,1000.00,1000.00,49.99,win", day=day))
    assert counts(evaluation) == {outcome: 1}
    assert reasons(evaluation) == ({("PG-4.2a", reason): [1]} if reason else {})


def test_a_kind_of_event_that_was_never_shown_leaves_the_hand_indeterminate(
    games: Any, pack: Any, tmp_path: Path
) -> None:
    book = load_rulebook([pack()], games, prove=False)
    evaluation = judged(book, games, log_of(tmp_path, "bet,5,1000.00,,,own"))
    assert counts(evaluation) == {"indeterminate": 1}
    assert reasons(evaluation) == {("PG-4.2a", "no-event:settle"): [1]}


@pytest.mark.parametrize(
    ("events", "outcomes", "because"),
    [
        (
            ("settle,6,1000.00,1000.00,49.99,win", "settle,7,1000.00,1000.00,50.00,win"),
            {"conforms": 1, "indeterminate": 1},
            {("PG-4.2a", "no-event:cobank"): [1]},
        ),
        (
            ("cobank,,500.00,,,", "settle,6,1000.00,1000.00,49.99,win"),
            {"indeterminate": 1},
            {("PG-4.2a", "no-event:bet_change"): [1]},
        ),
        (
            ("cobank,,500.00,,,", "bet_change,5,500.00,,,", "settle,6,1000.00,1000.00,49.99,win"),
            {"violates": 1},
            {},
        ),
    ],
)
def test_what_a_kind_of_event_never_shown_could_explain_is_no_fault(
    games: Any,
    pack: Any,
    tmp_path: Path,
    rule_text: str,
    events: tuple[str, ...],
    outcomes: dict[str, int],
    because: dict[tuple[str, str], list[int]],
) -> None:
    text = rule_text.replace('observed = "fee"', 'observed = "fee"\nexplained_by = ["cobank", "bet_change"]')
    book = load_rulebook([pack(**{"PG-4.2a-commission-not-at-rate.toml": text})], games, prove=False)
    evaluation = judged(book, games, log_of(tmp_path, *events))
    assert counts(evaluation) == outcomes
    assert reasons(evaluation) == because
    assert sum(len(found) for found in evaluation.found) == outcomes.get("violates", 0)


def test_a_rule_that_breaks_is_an_error_of_that_rule_alone(
    games: Any, pack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = load_rulebook([pack()], games, prove=False)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("audit.rulebook.threeway.round_rate", broken)
    evaluation = judged(book, games, log_of(tmp_path, "settle,6,1000.00,1000.00,49.99,win"))
    assert counts(evaluation) == {"error": 1}
    assert reasons(evaluation) == {("PG-4.2a", "error:ZeroDivisionError"): [1]}
    assert evaluation.found == []


def test_an_unknown_value_is_never_a_finding(games: Any, pack: Any, tmp_path: Path, rule_text: str) -> None:
    text = rule_text.replace("result == 'win' and fee > 0", "not (fee > 0) or given(fee)")
    book = load_rulebook([pack(**{"PG-4.2a-commission-not-at-rate.toml": text})], games, prove=False)
    evaluation = judged(book, games, log_of(tmp_path, "settle,6,1000.00,1000.00,,win"))
    assert counts(evaluation) == {"indeterminate": 1}
    assert reasons(evaluation) == {("PG-4.2a", "unknown:fee"): [1]}


def test_null_marks_what_a_finding_does_not_know(games: Any, pack: Any, tmp_path: Path, rule_text: str) -> None:
    requires = rule_text[rule_text.index('"""') : rule_text.rindex('"""') + 3]
    text = rule_text.replace('observed = "fee"', 'observed = "payout"').replace(requires, '"fee <= 0"')
    book = load_rulebook([pack(**{"PG-4.2a-commission-not-at-rate.toml": text})], games, prove=False)
    [found] = judged(book, games, log_of(tmp_path, "settle,6,1000.00,,1.00,win")).found
    assert found.observed.tolist() == [NULL]
    assert found.money_effect.tolist() == [NULL]
