"""What a look into logs tells: the same JSON whether its rejected rows are few or many, and never all of them held."""

import json
from pathlib import Path

import pytest

from audit.logs import checking
from audit.logs.checking import check_logs
from audit.logs.writing import csv_bytes
from tests.logs.canonical_hands import log, table_of


def faulty(path: Path, rows: int) -> str:
    """A log with so many rows that have too many fields, and one hand that is whole."""
    text = csv_bytes(table_of(log(1)))
    path.write_bytes(text + b"".join(b"x,%d," % n + b'"],\n' if n % 2 else b"y,%d\n" % n for n in range(rows)))
    return str(path)


@pytest.mark.parametrize("rows", [0, 1, 3, 4, 5, 11])
@pytest.mark.parametrize("at_once", [1, 4, 1_024])
def test_rejected_rows_are_told_in_parts_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int, at_once: int
) -> None:
    monkeypatch.setattr(checking, "_TOLD_AT_ONCE", at_once)
    report = check_logs([faulty(tmp_path / "log.csv", rows)])
    parts = list(report.json_text(3))
    whole = json.loads("".join(parts))
    assert "".join(parts) == json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1)
    assert len(parts) == 2 + -(-rows // at_once)
    assert whole["rejects"] == list(report.rejects())
    assert [reject["source_row"] for reject in whole["rejects"]] == list(range(10, 10 + rows))
    assert (whole["exit_code"], whole["files"][0]["rejected"], whole["files"][0]["replayed"]) == (3, rows, 8)


def test_the_first_rejected_rows_are_told_in_lines(tmp_path: Path) -> None:
    lines = check_logs([faulty(tmp_path / "log.csv", 30)]).lines()
    told = [line for line in lines if line.startswith("  log.csv:")]
    assert f"rejected rows, {len(told)} of 30:" in lines
    assert {code: sum(f" {code} " in line for line in told) for code in ("LOG-quote", "LOG-fields")} == {
        "LOG-quote": 5,
        "LOG-fields": 5,
    }


def test_a_fault_of_every_row_does_not_hide_a_rarer_one(tmp_path: Path) -> None:
    text = csv_bytes(table_of(log(3))).replace(b",player,", b",punter,")
    head, *rows = text.splitlines(keepends=True)
    rows[-1] = rows[-1].replace(b",hand_end,", b",Hand End,")
    (tmp_path / "log.csv").write_bytes(head + b"".join(rows))
    lines = check_logs([str(tmp_path / "log.csv")]).lines()
    assert 1 <= sum("LOG-actor actor" in line for line in lines) <= 5
    assert [line for line in lines if "'Hand End' is no event of the game" in line and "write 'hand_end'" in line]


def test_one_of_a_thing_is_told_as_one(tmp_path: Path) -> None:
    lines = check_logs([faulty(tmp_path / "log.csv", 1)]).lines()
    assert lines[0] == "log.csv: 9 rows in, 8 replayed, 1 rejected, 0 duplicate, 0 out of scope"
    path = tmp_path / "one.csv"
    path.write_bytes(b"".join(csv_bytes(table_of(log(1))).splitlines(keepends=True)[:2]))
    lines = check_logs([str(path)]).lines()
    assert lines[0].startswith("one.csv: 1 row in, ")
    assert not [line for line in lines if "1 rows" in line or "1 hands" in line]
