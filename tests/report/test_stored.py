"""Reading stored runs: whole, unaltered, none counted twice."""

import json

import pytest

from audit.errors import ResultsError, UsageError
from audit.report.assembling import select
from audit.report.stored import Selection, open_runs, read_coverage, read_findings, read_hands, read_rejects


def test_a_run_that_is_not_whole_or_was_altered_is_refused(new_run, tmp_path):
    run = new_run(("pai_gow",), 4).write(tmp_path / "run")
    assert open_runs([run])[0].directory == run
    with pytest.raises(ResultsError, match=r"manifest\.json is missing"):
        open_runs([tmp_path])
    csv = run / "findings.csv"
    csv.write_bytes(csv.read_bytes().replace(b"49.99", b"50.00"))
    with pytest.raises(ResultsError, match=r"run is not as it was written.*findings\.csv: edited"):
        open_runs([run])
    csv.unlink()
    with pytest.raises(ResultsError, match=r"findings\.csv: missing"):
        open_runs([run])


def test_a_run_of_another_format_is_refused(new_run, tmp_path):
    run = new_run(("pai_gow",), 2).write(tmp_path / "run")
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    (run / "manifest.json").write_text(json.dumps({**manifest, "format": 2}), "utf-8")
    with pytest.raises(ResultsError, match="format 2"):
        open_runs([run])


def test_the_same_hands_are_never_counted_twice(new_run, tmp_path):
    one = new_run(("pai_gow",), 6).write(tmp_path / "one")
    same = new_run(("pai_gow",), 6).write(tmp_path / "same")
    with pytest.raises(UsageError, match="made of the same file"):
        open_runs([one, same])
    other = new_run(("pai_gow",), 6)
    other.source["sha256"] = "f" * 64
    other.write(tmp_path / "other")
    with pytest.raises(UsageError, match="may count twice; audit their logs in one run"):
        open_runs([one, tmp_path / "other"])
    runs = [*open_runs([one]), *open_runs([tmp_path / "other"])]
    with pytest.raises(UsageError, match="stands in two of the runs"):
        read_findings(runs, Selection())
    with pytest.raises(UsageError, match="at least one"):
        open_runs([])


def test_effects_are_minor_units_and_unknown_stays_unknown(new_run, tmp_path):
    writer = new_run(("pai_gow",), 8, findings=1)
    writer.findings[0]["money_effect"] = None
    findings = read_findings(open_runs([writer.write(tmp_path / "run")]), Selection())
    assert findings["effect"].isna().sum() == 1
    assert set(findings["effect"].dropna()) == {-1}


def test_the_hands_of_findings_come_whole_and_in_order(new_run, tmp_path):
    writer = new_run(("mahjong",), 5, findings=1)
    runs = open_runs([writer.write(tmp_path / "run")])
    hands = read_hands(runs[0], [("C01", "H000003"), ("C02", "H000003")])
    rows = hands["C01", "H000003"]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1]["event"] == "hand_end"
    assert hands["C02", "H000003"] == []


def test_a_selection_takes_a_month_and_a_casino(new_run, tmp_path):
    writer = new_run(("pai_gow",), 20, findings=1, days=40)
    runs = open_runs([writer.write(tmp_path / "run")])
    october = select("2026-10", None)
    assert {day.month for day in read_findings(runs, october)["gaming_day"]} == {10}
    assert set(read_coverage(runs, october)["gaming_day"].str[:7]) == {"2026-10", ""}
    assert read_findings(runs, select("2026-09", None)).empty
    assert read_findings(runs, select(None, "C02")).empty
    last = select("2024-02", None).last
    assert last is not None
    assert last.day == 29
    with pytest.raises(UsageError, match="YYYY-MM"):
        select("2026-13", None)


def test_rejected_rows_come_in_batches_with_line_breaks_inside(new_run, tmp_path):
    writer = new_run(("pai_gow",), 2)
    writer.reject(raw='a\nb,"c"', reason="two\nlines")
    runs = open_runs([writer.write(tmp_path / "run")])
    frames = list(read_rejects(runs[0], ("code", "reason")))
    assert frames[0]["reason"].tolist() == ["two\nlines"]
