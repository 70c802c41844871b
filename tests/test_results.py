"""The results API: what people read with pandas."""

import datetime
import hashlib
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from audit.errors import ResultsError
from audit.results import open_run


@pytest.fixture
def stored(run: Any, log: Any, hand: Any, tmp_path: Path) -> Path:
    run(log("a.csv", hand("H1"), hand("H2", "49.99", minute=5)))
    return tmp_path / "run"


def test_findings_have_days_money_and_whole_numbers(stored: Path) -> None:
    row = open_run(stored).findings().iloc[0]
    assert row["gaming_day"] == datetime.date(2026, 10, 3)
    assert row["money_effect"] == Decimal("-0.01")
    assert row["seat"] == 5
    assert row["seq"] == 4


def test_everything_of_a_run_is_at_hand(stored: Path) -> None:
    run = open_run(stored)
    assert run.manifest["findings"]["violation"] == 1
    assert run.coverage()["conforms"].tolist() == [1]
    assert run.coverage()["reasons"].tolist() == [{}]
    assert len(run.evidence()) == 5
    assert run.rejects().empty
    rules = run.rules["games"]["pai_gow"]
    assert [rule["id"] for rule in rules["rules"]] == ["PG-4.2a"]
    assert rules["parameters"][0]["steps"][0]["value"] is None
    assert set(rules["facts"]) == {"settlements", "hands"}


def test_what_is_no_run_is_refused(stored: Path, tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="no run"):
        open_run(tmp_path / "nothing")
    manifest = json.loads((stored / "manifest.json").read_text())
    (stored / "manifest.json").write_text(json.dumps(manifest | {"format": 99}))
    with pytest.raises(ResultsError, match="99"):
        open_run(stored)
    (stored / "manifest.json").write_text(json.dumps(manifest | {"program": "other"}))
    with pytest.raises(ResultsError, match="not the manifest"):
        open_run(stored)


@pytest.mark.parametrize(
    ("name", "text", "ask"),
    [
        ("rules.json", b"[" * 100_000, lambda run: run.rules),
        (
            "coverage.csv",
            b"rule_id,casino,table_id,gaming_day,not_applicable\nPG-4.2a,C,T,D,x\n",
            lambda r: r.coverage(),
        ),
        ("coverage.csv", b"a,b\n1,2\n", lambda run: run.coverage()),
        ("rejects.csv", b"a,b\n1,2\n", lambda run: run.rejects()),
        ("rejects.csv", b"source_row,byte_offset\n1,x\n", lambda run: run.rejects()),
        ("findings.parquet", b"PAR1PAR1", lambda run: run.findings()),
    ],
)
def test_a_file_that_no_run_writes_is_refused_in_words(stored: Path, name: str, text: bytes, ask: Any) -> None:
    manifest = json.loads((stored / "manifest.json").read_text())
    manifest["files"][name] |= {"sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text)}
    (stored / "manifest.json").write_text(json.dumps(manifest))
    (stored / name).write_bytes(text)
    with pytest.raises(ResultsError, match=name):
        ask(open_run(stored))
