"""The sample logs end as the files beside them say, CSV and Parquet alike."""

import csv
from pathlib import Path

import pytest

from audit.results import open_run
from tests.end_to_end.auditing import audit

SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs"
FAULTY = sorted([*SAMPLES.glob("*_faulty.csv"), *SAMPLES.glob("*_faulty.parquet")])
CLEAN = sorted(SAMPLES.glob("*_clean.*"))
DAMAGED = sorted(SAMPLES.glob("*_damaged.csv"))


def outcomes(log: Path) -> list[dict[str, str]]:
    path = log.with_name(log.name.split(".")[0] + ".outcomes.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("log", FAULTY, ids=lambda path: path.name)
def test_what_was_planted_is_found(log: Path, tmp_path: Path) -> None:
    audit(log, tmp_path / "run")
    rows = open_run(tmp_path / "run").findings()
    found = {(row.hand_id, row.rule_id, row.result) for row in rows.itertuples()}
    planted = {(row["hand_id"], row["rule_id"], row["kind"]) for row in outcomes(log)}
    assert len(planted) > 20
    assert planted <= found
    violations = {(hand, rule) for hand, rule, result in found if result == "violation"}
    explained = {(row["hand_id"], rule) for row in outcomes(log) for rule in [row["rule_id"], *row["also"].split("+")]}
    assert violations <= explained


@pytest.mark.parametrize("log", CLEAN, ids=lambda path: path.name)
def test_a_clean_log_gives_no_violation(log: Path, tmp_path: Path) -> None:
    stored = audit(log, tmp_path / "run")
    assert stored.manifest["findings"]["violation"] == 0
    assert stored.manifest["rows"]["rejected"] == 0
    assert stored.manifest["coverage"]["rules_exercised"] > 20


@pytest.mark.parametrize("log", DAMAGED, ids=lambda path: path.name)
def test_every_damaged_row_is_told_where_it_lies(log: Path, tmp_path: Path) -> None:
    stored = audit(log, tmp_path / "run")
    expected = {(int(row["source_row"]), row["code"]) for row in outcomes(log)}
    rejects = open_run(tmp_path / "run").rejects()
    found = set(zip(rejects["source_row"].astype(int), rejects["code"], strict=True))
    rows = stored.manifest["rows"]
    elsewhere = {pair for pair in expected if pair[1] in ("LOG-row-repeated", "LOG-game")}
    assert found == expected - elsewhere
    assert rows["in"] == rows["replayed"] + rows["rejected"] + rows["duplicate"] + rows["out_of_scope"]
    assert (rows["rejected"], rows["duplicate"] + rows["out_of_scope"]) == (len(found), len(elsewhere))
