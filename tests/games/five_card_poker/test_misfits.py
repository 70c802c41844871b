"""A row that is called another event than it is: told once, by what the hand then lacks, and nobody else is accused."""

from pathlib import Path

import pytest

from audit.schema import EVENTS

from .judging import GAME, Rows, base, violations, write
from .test_one_fault import paid_otherwise, replaced

SWEPT = ("ordinary", "side_pots", "tied", "uncalled", "seven_seats", "exposed")
KINDS = [kind for kind in EVENTS[GAME] if kind not in ("hand_start", "hand_end")]
FAINT = {"label": ("up", "down", "pot", "one_pair", "forced", "wager"), "actor": ("", "house")}


def test_a_row_that_is_called_another_event_gives_one_finding_at_most(tmp_path: Path) -> None:
    tables: dict[str, Rows] = {}
    said: dict[str, str] = {}
    for name in SWEPT:
        rows = base(name)
        for place, row in enumerate(rows):
            if row["event"] in ("hand_start", "hand_end", "void"):
                continue  # a void that is missing is a fault of whatever the exposed seat does then
            for number, kind in enumerate(KINDS):
                if kind != row["event"] and (place + number) % 2:
                    table = f"T{len(tables)}"
                    said[table] = f"{name}, row {place + 1}, {row['event']}: called {kind}"
                    tables[table] = [*rows[:place], row | {"event": kind}, *rows[place + 1 :]]
    found = violations(write(tmp_path / "log.csv", tables))
    assert len(found) > len(tables) // 2
    several = [f"{said[table]}: {dict(rules)}" for table, rules in found.items() if len(rules) > 1]
    assert not several, f"{len(several)} of {len(tables)}\n" + "\n".join(several)


def called(kind: str, seat: str, nth: int, event: str) -> Rows:
    return replaced(base("ordinary"), kind, seat, nth, event=event)


MISTAKEN = [
    ("FP-6.6", called("ante", "4", 1, "void")),
    ("FP-6.6", called("ante", "4", 1, "call")),
    ("FP-6.6", called("ante", "4", 1, "return")),
    ("FP-10.12", called("deal", "4", 4, "refund")),
    ("FP-10.12", called("deal", "4", 4, "award")),
    ("FP-10.12", called("deal", "4", 4, "check")),
    ("FP-10.12", called("deal", "4", 1, "show")),
    ("FP-10.12", called("deal", "4", 1, "expose")),
    ("FP-10.8", called("call", "1", 4, "refund")),
    ("FP-10.8", called("call", "1", 4, "disclose")),
    ("FP-10.8", called("call", "4", 2, "withdraw")),
    ("FP-10.11b", called("check", "1", 2, "share_agreement")),
    ("FP-10.13b", called("show", "1", 1, "cut")),
    ("FP-10.5", [row | {"event": "fold"} if row["seq"] == "3" else row for row in base("ordinary")]),
    ("FP-6.4", [row | {"event": "refund"} if row["seq"] == "3" else row for row in base("ordinary")]),
]


@pytest.mark.parametrize(("rule", "rows"), MISTAKEN)
def test_it_hides_no_wrong_rake(rule: str, rows: Rows, tmp_path: Path) -> None:
    wrong = paid_otherwise(rows, "183.20", "1876.80")
    found = violations(write(tmp_path / "log.csv", {"right": rows, "wrong": wrong}))
    assert dict(found["right"]) == {rule: 1}
    assert dict(found["wrong"]) == {rule: 1, "FP-9.1": 1}


def test_a_cell_that_is_odd_by_itself_takes_no_event_away(tmp_path: Path) -> None:
    rows = base("ordinary")
    tables: dict[str, Rows] = {}
    for place, row in enumerate(rows):
        for column, values in FAINT.items():
            if row["event"] in ("rake", "pot", "shuffle", "hand_start") or (row["event"], column) == ("fold", "label"):
                continue
            for value in values:
                if (row["event"], value) in (("deal", "up"), ("deal", "down"), ("show", "one_pair")):
                    continue
                tables[f"T{len(tables)} {row['event']} {value}"] = [
                    *rows[:place],
                    row | {column: value},
                    *rows[place + 1 :],
                ]
    assert len(tables) > 300
    assert {table: dict(rules) for table, rules in violations(write(tmp_path / "log.csv", tables)).items()} == {}


def test_a_kind_that_only_a_mistaken_row_has_is_not_what_the_log_carries(tmp_path: Path) -> None:
    night = [row for row in base("night") if row["event"] != "box"]
    first = night[0]["hand_id"]
    tables = {
        f"T{place}": [*night[:place], row | {"event": "box"}, *night[place + 1 :]]
        for place, row in enumerate(night)
        if row["hand_id"] == first and row["event"] in ("deal", "ante", "bet", "call", "show")
    }
    found = violations(write(tmp_path / "log.csv", tables))
    assert len(tables) > 10
    assert [dict(rules) for rules in found.values() if "FP-2.6" in rules or sum(rules.values()) > 1] == []
