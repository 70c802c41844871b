"""One fault, one finding: a weaker rule yields on the same hand and seat, over several levels, whatever is selected."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.logs import open_logs
from audit.rulebook import Evaluation, Outcome, Rulebook, evaluate, load_rulebook, select

HEADER = (
    "casino,table_id,game,gaming_day,hand_id,seq,time,event,seat,actor,person,other_seat,pieces,number,amount,payout,fee,"
    "label,ref,currency\n"
)
ROWS = """\
C01,T,pai_gow,2026-10-03,A,1,2026-10-03T21:14:05+08:00,hand_start,3,,,,,,,,,,,HKD
C01,T,pai_gow,2026-10-03,A,2,2026-10-03T21:14:09+08:00,settle,5,,P1,,,,10.00,10.00,5.00,win,,HKD
C01,T,pai_gow,2026-10-03,A,3,2026-10-03T21:14:10+08:00,settle,6,,P2,,,,10.00,10.00,7.00,win,,HKD
C01,T,pai_gow,2026-10-03,A,4,2026-10-03T21:14:11+08:00,hand_end,,,,,,,,,,,,HKD
"""
SETTLEMENT = """over = "settlements"
requires = "{requires}"
"""
HAND = """over = "hands"
requires = "{requires}"
"""


def rule(number: int, check: str, yields_to: str = "") -> tuple[str, str]:
    name = f"PG-{number}-fault-{number}.toml"
    three = "{ en = 'x', \"zh-Hant\" = 'x', pt = 'x' }"
    return name, (
        f'id = "PG-{number}"\nname = "fault-{number}"\nstatus = "active"\nkind = "log"\nseverity = "major"\n'
        f'citation = "1/85/M art. 4(2)"\nyields_to = [{yields_to}]\nwhy = {three}\ntitle = {three}\nmessage = {three}\n'
        f"\n[[check]]\n{check}"
    )


@pytest.fixture
def book_of(games: Any, pack: Any, regulation_text: str) -> Any:
    def make(*rules: tuple[str, str]) -> Rulebook:
        ids = ", ".join(f'"PG-{name.split("-")[1]}"' for name, _ in rules)
        named = regulation_text.replace('"PG-4.2a"', ids)
        left_out = dict.fromkeys(["PG-4.2a-commission-not-at-rate.toml", "PG-4.2a-commission-not-at-rate.hands.toml"])
        return load_rulebook([pack(**{"regulation.toml": named}, **left_out, **dict(rules))], games, prove=False)

    return make


def judged(book: Rulebook, games: Any, tmp_path: Path, **choice: Any) -> Evaluation:
    log = tmp_path / "log.csv"
    log.write_text(HEADER + ROWS, encoding="utf-8")
    [batch] = open_logs([str(log)]).batches()
    facts = games["pai_gow"].replay(batch, {}, book.law("pai_gow"))
    return evaluate(book, "pai_gow", facts, batch, np.zeros(1, np.int32), 1, select(book, **choice))


def findings(evaluation: Evaluation) -> dict[str, list[int]]:
    return {found.rule.id: found.table.seat[found.rows].tolist() for found in evaluation.found}


def test_a_rule_yields_on_the_same_seat_alone(book_of: Any, games: Any, tmp_path: Path) -> None:
    book = book_of(
        rule(1, SETTLEMENT.format(requires="fee < 700")), rule(2, SETTLEMENT.format(requires="fee < 100"), '"PG-1"')
    )
    evaluation = judged(book, games, tmp_path)
    assert findings(evaluation) == {"PG-1": [6], "PG-2": [5]}
    assert evaluation.counts[1, Outcome.YIELDED, 0] == 1
    assert evaluation.counts[1, Outcome.VIOLATES, 0] == 1


def test_a_finding_on_the_whole_hand_takes_all_its_seats_and_yields_to_any(
    book_of: Any, games: Any, tmp_path: Path
) -> None:
    whole, seats = HAND.format(requires="bets > 0"), SETTLEMENT.format(requires="fee < 700")
    over_seats = judged(book_of(rule(1, whole), rule(2, seats, '"PG-1"')), games, tmp_path)
    assert findings(over_seats) == {"PG-1": [0]}
    to_a_seat = judged(book_of(rule(1, seats), rule(2, whole, '"PG-1"')), games, tmp_path)
    assert findings(to_a_seat) == {"PG-1": [6]}


def test_yielding_reaches_over_a_rule_that_has_yielded_itself(book_of: Any, games: Any, tmp_path: Path) -> None:
    check = SETTLEMENT.format(requires="fee < 700")
    book = book_of(rule(1, check), rule(2, check, '"PG-1"'), rule(3, check, '"PG-2"'))
    evaluation = judged(book, games, tmp_path)
    assert findings(evaluation) == {"PG-1": [6]}
    assert evaluation.counts[:, Outcome.YIELDED, 0].tolist() == [0, 1, 1]


@pytest.mark.parametrize("choice", [{"only": ["PG-2"]}, {"ignore": ["PG-1"]}])
def test_a_selection_never_changes_what_a_rule_finds(book_of: Any, games: Any, tmp_path: Path, choice: Any) -> None:
    check = SETTLEMENT.format(requires="fee < 700")
    evaluation = judged(book_of(rule(1, check), rule(2, check, '"PG-1"')), games, tmp_path, **choice)
    assert findings(evaluation) == {}
    assert evaluation.counts[0].sum() == 0
    assert evaluation.counts[1, Outcome.YIELDED, 0] == 1


def test_a_note_is_found_where_the_law_is_kept_and_the_remark_holds(book_of: Any, games: Any, tmp_path: Path) -> None:
    check = SETTLEMENT.format(requires="fee < 700") + 'note_if = "fee >= 500"\n'
    evaluation = judged(book_of(rule(1, check)), games, tmp_path)
    [found] = evaluation.found
    assert found.note.tolist() == [True, False]
    assert evaluation.counts[0, [Outcome.VIOLATES, Outcome.NOTE], 0].tolist() == [1, 1]
