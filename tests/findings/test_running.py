"""A run as a whole: its files, its counts, the same bytes whatever the way."""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.errors import UsageError
from audit.findings import collecting
from audit.findings.folder import RUN_FILES
from audit.findings.running import json_lines
from audit.findings.verifying import verify_run
from audit.logs import spill
from audit.results import open_run

WRONG = "49.99"


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def findings_of(folder: Path) -> list[dict[str, Any]]:
    """Identity, facts and result of every finding, without its place in a file."""
    rows = pq.read_table(folder / "findings.parquet").to_pylist()
    return [{k: v for k, v in row.items() if not k.startswith("source_")} for row in rows]


@pytest.fixture
def night(log: Any, hand: Any) -> Path:
    return log(
        "night.csv",
        *(
            hand(f"H{number:02d}", WRONG if number % 3 == 0 else "50.00", table=f"T{number % 4}", minute=number)
            for number in range(24)
        ),
    )


def test_a_run_writes_its_files_and_no_others(run: Any, night: Path, tmp_path: Path) -> None:
    stored = run(night)
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == sorted(RUN_FILES)
    assert stored.manifest["rows"] == {"in": 120, "replayed": 120, "rejected": 0, "duplicate": 0, "out_of_scope": 0}
    assert stored.manifest["findings"]["by_rule"] == [
        {
            "rule_id": "PG-4.2a",
            "rule_name": "commission-not-at-rate",
            "violations": 8,
            "notes": 0,
            "money_effect": {"HKD": "-0.08"},
            "money_unknown": 0,
        }
    ]
    assert stored.manifest["coverage"]["conforms"] == 16
    assert stored.manifest["hands"] == {"replayed": 24, "incomplete": 0, "with_findings": 8}
    assert stored.manifest["as_of"] == "2026-10-03"
    assert stored.manifest["complete"] is True


def test_a_finding_says_all_that_a_stranger_needs(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    run(log("a.csv", hand("H1"), hand("H2", WRONG, minute=5)))
    found = findings_of(tmp_path / "run")
    assert len(found) == 1
    one = found[0]
    assert one["finding_id"].startswith("F-")
    assert len(one["finding_id"]) == 14
    assert (one["hand_id"], one["seq"], one["seat"], one["person"]) == ("H2", 4, 5, "P17")
    assert (one["observed"], one["expected"], str(one["money_effect"])) == ("49.99", "50.00", "-0.01")
    assert one["message"] == "Seat 5 paid 49.99 on 1000.00, not 50.00."
    assert json.loads(one["facts"]) == {"payout": "1000.00", "fee": "49.99", "result": "win"}
    steps = json.loads(one["parameter_steps"])
    assert steps[0] == {
        "name": "commission",
        "from": "1991-03-25",
        "value": 500,
        "citation": "1/85/M art. 4(2)",
        "certainty": "A",
    }
    assert pq.read_table(tmp_path / "run" / "evidence.parquet")["hand_id"].to_pylist() == ["H2"] * 5


def test_coverage_adds_up_to_the_findings(run: Any, night: Path, tmp_path: Path) -> None:
    run(night)
    stored = open_run(tmp_path / "run")
    coverage, findings = stored.coverage(), stored.findings()
    assert int(coverage["violates"].sum()) == len(findings) == 8
    assert set(coverage["table_id"]) == {"T0", "T1", "T2", "T3"}
    assert set(coverage["status"]) == {"exercised"}
    assert verify_run(tmp_path / "run").faults == ()


def test_the_same_input_gives_the_same_bytes(run: Any, night: Path, tmp_path: Path) -> None:
    run(night, out=tmp_path / "one", workers=1)
    run(night, out=tmp_path / "two", workers=3)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


def test_splits_orders_and_forms_change_no_finding(run: Any, log: Any, hand: Any, night: Path, tmp_path: Path) -> None:
    run(night, out=tmp_path / "whole")
    wanted = findings_of(tmp_path / "whole")
    lines = night.read_text().splitlines()
    rng = np.random.default_rng(7)
    for number in range(4):
        cut = 1 + 5 * int(rng.integers(1, 23))
        parts = [tmp_path / f"{number}-b.csv", tmp_path / f"{number}-a.csv"]
        parts[0].write_text("\n".join(lines[:cut]) + "\n")
        parts[1].write_text("\n".join([lines[0], *lines[cut:]]) + "\n")
        run(*parts, out=tmp_path / f"split-{number}")
        assert findings_of(tmp_path / f"split-{number}") == wanted
    rows = lines[1:]
    rng.shuffle(rows)
    mixed = tmp_path / "mixed.csv"
    mixed.write_text("\n".join([lines[0], *rows]) + "\n")
    assert run(mixed, out=tmp_path / "mixed").sorted
    assert findings_of(tmp_path / "mixed") == wanted


def test_csv_and_parquet_give_the_same_findings(run: Any, night: Path, tmp_path: Path) -> None:
    from audit.logs import open_logs

    run(night, out=tmp_path / "csv")
    table = next(open_logs([str(night)]).batches()).rows.slice()
    pq.write_table(table, tmp_path / "night.parquet")
    run(tmp_path / "night.parquet", out=tmp_path / "parquet")
    assert findings_of(tmp_path / "parquet") == findings_of(tmp_path / "csv")


def test_the_same_hands_in_two_forms_are_not_reported_twice(
    run: Any, log: Any, hand: Any, night: Path, tmp_path: Path
) -> None:
    from audit.logs import open_logs
    from audit.report.stored import open_runs

    run(night, out=tmp_path / "csv")
    pq.write_table(next(open_logs([str(night)]).batches()).rows.slice(), tmp_path / "night.parquet")
    run(tmp_path / "night.parquet", out=tmp_path / "parquet")
    with pytest.raises(UsageError, match=r"hold the same \d+ hands of table"):
        open_runs([tmp_path / "csv", tmp_path / "parquet"])
    run(log("other.csv", hand("H99", WRONG)), out=tmp_path / "other")
    assert len(open_runs([tmp_path / "csv", tmp_path / "other"])) == 2


def test_runs_that_share_some_hands_are_not_reported_together(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    from audit.report.stored import open_runs

    hands = [hand(f"H{number:02d}", table="T1", minute=number) for number in range(9)]
    for name, part in {"early": hands[:6], "late": hands[5:], "later": hands[6:], "around": hands[2:4]}.items():
        run(log(f"{name}.csv", *part), out=tmp_path / name)
    for other in ("late", "around"):
        with pytest.raises(UsageError, match=r"both hold hands of table 'T1'.* may count twice"):
            open_runs([tmp_path / "early", tmp_path / other])
    assert len(open_runs([tmp_path / "early", tmp_path / "later"])) == 2
    run(log("elsewhere.csv", hand("H01", table="T2", minute=1)), out=tmp_path / "elsewhere")
    assert len(open_runs([tmp_path / "early", tmp_path / "elsewhere"])) == 2


def test_large_runs_are_sorted_out_of_core_to_the_same_bytes(
    run: Any, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(night, out=tmp_path / "small")
    monkeypatch.setattr(spill, "IN_MEMORY", 0)
    run(night, out=tmp_path / "large")
    assert files_of(tmp_path / "small") == files_of(tmp_path / "large")


def test_two_faults_of_one_rule_in_one_hand_have_two_ids(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    rows = hand("H1", WRONG).splitlines()
    again = rows[3].split(",")
    again[5] = "5"
    end = rows[4].split(",")
    end[5] = "6"
    run(log("a.csv", *rows[:4], ",".join(again), ",".join(end)))
    found = findings_of(tmp_path / "run")
    assert len(found) == 2
    assert len({one["finding_id"] for one in found}) == 2


def test_ids_whose_digits_collide_are_told_apart(
    run: Any, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.findings import envelope, identity

    def short(rule: str, casino: str, table: str, hand: str, seat: int, act: str, again: int = 0) -> str:
        return identity.finding_id(rule, casino, table, hand, seat, act, again) if again else "F-" + "0" * 12

    monkeypatch.setattr(envelope, "finding_id", short)
    monkeypatch.setattr(collecting, "finding_id", short)
    run(night)
    ids = [one["finding_id"] for one in findings_of(tmp_path / "run")]
    assert len(set(ids)) == len(ids) == 8


HOSTILE = ["=1+1", "+A1", "-2+3", "@x", "\tx", "a\x1fb", '"', "'; DROP", "H\x00", "牌九", "a" * 300, "../../x", "%s{0}"]


def test_hostile_names_stay_text(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    hands = [hand(name, WRONG, minute=place) for place, name in enumerate(HOSTILE)]
    stored = run(log("a.csv", *hands))
    rejected = stored.manifest["rows"]["rejected"]
    with (tmp_path / "run" / "findings.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["result"] == "violation"]
    assert len(rows) == stored.manifest["findings"]["violation"] == len(HOSTILE) - rejected // 5
    for row in rows:
        assert row["hand_id"][0] not in "=+-@\t\r"
        assert row["money_effect"] == "-0.01"
    assert len({row["finding_id"] for row in rows}) == len(rows)


def test_an_engine_error_is_neither_a_pass_nor_a_violation(
    run: Any, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from audit.rulebook import judging

    run(night, out=tmp_path / "well")

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("a rule that raises")

    monkeypatch.setattr(judging._Judging, "_check", broken)
    stored = run(night, out=tmp_path / "broken")
    assert stored.manifest["complete"] is False
    assert verify_run(tmp_path / "broken").faults == ()
    assert stored.manifest["coverage"]["error"] == 24
    assert stored.manifest["coverage"]["conforms"] == stored.manifest["findings"]["violation"] == 0
    reasons = open_run(tmp_path / "broken").coverage()["reasons"]
    assert all(set(entry) == {"error:ZeroDivisionError"} for entry in reasons)


def test_a_hand_that_breaks_the_replay_harms_no_other(rules: Path, run: Any, night: Path, tmp_path: Path) -> None:
    import tiny_pack

    class Stumbling(tiny_pack.TinyGame):  # type: ignore[misc, name-defined]
        def replay(self, batch: Any, states: Any, law: Any) -> Any:
            if "H07" in batch.hand_id.to_pylist():
                raise IndexError("hand 7")
            return super().replay(batch, states, law)

    run(night, out=tmp_path / "well")
    stored = run(night, out=tmp_path / "stumbled", games={"pai_gow": Stumbling()})
    assert stored.manifest["coverage"]["error"] == 1
    assert stored.manifest["coverage"]["conforms"] == 15
    assert findings_of(tmp_path / "stumbled") == findings_of(tmp_path / "well")
    assert "IndexError" in stored.traces[0]
    assert verify_run(tmp_path / "stumbled").faults == ()


def test_a_finished_run_is_replaced_and_nothing_else_is(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run(log("a.csv", hand("H1", WRONG)))
    (out / "report-en.pdf").write_bytes(b"old")
    run(log("b.csv", hand("H1")))
    assert sorted(path.name for path in out.iterdir()) == sorted(RUN_FILES)
    (out / "mine.txt").write_text("keep")
    with pytest.raises(UsageError, match=r"mine\.txt"):
        run(log("b.csv", hand("H1")))
    other = tmp_path / "other"
    other.mkdir()
    (other / "x").write_text("x")
    with pytest.raises(UsageError, match="no run"):
        run(log("b.csv", hand("H1")), out=other)
    assert (other / "x").read_text() == "x"


_KILLED = """
import sys, time
sys.path.insert(0, {root!r})
from pathlib import Path
from audit.findings.folder import run_folder
with run_folder(Path({place!r})) as part:
    (part / "findings.csv").write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


def test_a_killed_run_leaves_no_half_run(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    place = tmp_path / "run"
    root = str(Path(__file__).resolve().parents[2])
    code = _KILLED.format(root=root, place=str(place))
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert not place.exists()
    assert list(tmp_path.glob(".run.*.part"))
    run(log("a.csv", hand("H1", WRONG)))
    assert not list(tmp_path.glob(".run.*"))
    assert verify_run(place).faults == ()


def test_rejected_rows_are_kept_whole(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    bad = hand("H2").replace("1000.00,,,own", "ten,,,own", 1)
    stored = run(log("a.csv", hand("H1", WRONG), bad))
    rows = stored.manifest["rows"]
    assert rows["in"] == sum(rows[name] for name in ("replayed", "rejected", "duplicate", "out_of_scope")) == 10
    assert rows["rejected"] >= 1
    rejects = open_run(tmp_path / "run").rejects()
    assert len(rejects) == rows["rejected"]
    assert "ten" in rejects["raw"].iloc[0]


@pytest.mark.parametrize(
    ("name", "words"), [("\udcff", "is not UTF-8"), ("n" * 241, "too long"), ("é" * 121, "too long")]
)
def test_a_folder_whose_name_cannot_be_used_is_refused(
    run: Any, log: Any, hand: Any, tmp_path: Path, name: str, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        run(log("a.csv", hand("H1")), out=tmp_path / name)
    run(log("a.csv", hand("H1")), out=tmp_path / ("n" * 240))


def test_rows_of_games_without_rules_are_out_of_scope(run: Any, log: Any, hand: Any) -> None:
    poker = hand("P1", table="P").replace("pai_gow", "five_card_poker").splitlines()
    stored = run(log("a.csv", hand("H1"), poker[0], poker[4].replace(",5,2026", ",2,2026")))
    assert stored.manifest["rows"]["out_of_scope"] == 2
    assert stored.manifest["rows"]["replayed"] == 5


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@given(JSON)
def test_json_by_lines_is_the_same_json(data: Any) -> None:
    assert json.loads(json_lines(data)) == data


def test_json_by_lines_is_looked_through_line_by_line() -> None:
    data = {"b": [{"y": 1, "x": [2, 3]}, {}], "a": {"é": {"c": {"d": {"e": 1}}}}, "n": []}
    assert json_lines(data).splitlines() == [
        "{",
        ' "a": {',
        '  "é": {',
        '   "c": {"d": {"e": 1}}',
        "  }",
        " },",
        ' "b": [',
        '  {"x": [2, 3], "y": 1},',
        "  {}",
        " ],",
        ' "n": []',
        "}",
    ]
