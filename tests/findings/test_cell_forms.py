"""Cells of findings.parquet that no run writes."""

import json
from typing import Any

import pyarrow as pa
import pytest

from audit.findings.cell_forms import strange_cells
from audit.findings.envelope import SCHEMA

STEP = {"name": "commission", "from": "1991-03-25", "value": 500, "citation": "1/85/M art. 4(2)", "certainty": "A"}
GOOD: dict[str, Any] = {
    **dict.fromkeys(SCHEMA.names, ""),
    **dict.fromkeys(("gaming_day", "seq", "seat", "money_effect", "source_row", "currency", "observed")),
    "finding_id": "F-1",
    "result": "note",
    "severity": "minor",
    "facts": '{"fee": "49.99"}',
    "parameter_steps": json.dumps([STEP, STEP | {"from": None, "value": None, "citation": "", "certainty": ""}]),
}


def said(**cells: Any) -> list[str]:
    columns = {name: [GOOD[name], cells.get(name, GOOD[name])] for name in SCHEMA.names}
    columns["gaming_day"] = [0, cells.get("gaming_day", 0)]
    return list(strange_cells(pa.table(columns, schema=SCHEMA)))


def test_what_a_run_writes_is_not_strange() -> None:
    assert said() == []
    assert said(parameter_steps="[]", facts="{}", observed="x", currency="HKD") == []


@pytest.mark.parametrize(
    ("name", "cell", "words"),
    [
        ("facts", "[1]", "no JSON object"),
        ("facts", "null", "no JSON object"),
        ("facts", '{"a":', "no JSON object"),
        ("facts", "[" * 100_000, "no JSON object"),
        ("parameter_steps", "{}", "no list of steps"),
        ("parameter_steps", "[null]", "no list of steps"),
        ("parameter_steps", json.dumps([STEP | {"citation": None}]), "no list of steps"),
        ("parameter_steps", json.dumps([STEP | {"from": 7}]), "no list of steps"),
        ("parameter_steps", '[{"name": "x", "from": "", "citation": "", "certainty": ""}]', "no list of steps"),
        ("result", "x\x1b[31m", "is no result"),
        ("severity", "weird", "is no severity"),
        ("rule_id", None, "has no rule_id"),
        ("casino", None, "has no casino"),
        ("facts", None, "has no facts"),
        ("gaming_day", None, "has no gaming_day"),
    ],
)
def test_what_no_run_writes_is_named(name: str, cell: Any, words: str) -> None:
    (fault,) = said(**{name: cell})
    assert words in fault
    assert fault.isprintable()
