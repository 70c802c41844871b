"""Spoilt stored runs: report, findings, explain and verify read them right or refuse them by an error of our own."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.errors import HandauditError, ResultsError
from audit.explain.listing import Wanted, finding_lines
from audit.explain.telling import explain_stored
from audit.findings.cells import write_csv
from audit.findings.folder import MANIFEST
from audit.findings.verifying import verify_run
from audit.places import templates_folder
from audit.report.assembling import assemble
from audit.report.setting import set_html
from audit.report.stored import Selection, open_runs
from audit.report.words import load_words
from audit.results import reading

MILLION = "M" * 1_000_000
HOSTILE = ("", "<script>&{{7*7}}{x!r}{0.__class__}", "a\x00b\x1b[31m\u202e\ue000", "9" * 5000)
SHAPES: tuple[Any, ...] = (None, 10**30, "x", [None], {"a": None})


@pytest.fixture
def stored(run: Any, log: Any, hand: Any, tmp_path: Path) -> Path:
    run(log("a.csv", hand("H1"), hand("H2", "49.99", minute=5), hand("H3", "49.99", minute=9)))
    return tmp_path / "run"


def report(folder: Path) -> None:
    """The report up to its HTML, without the setting of pages."""
    words, templates = load_words("pt"), templates_folder()
    with reading(folder):
        made = assemble(open_runs([folder]), Selection(), words, templates, 20, [{}])
    assert set_html(made, words, templates, paper=True)


def findings(folder: Path) -> None:
    assert all(line.isprintable() for line in finding_lines(folder, Wanted(), "zh-Hant"))


def explain(folder: Path) -> None:
    found = pq.read_table(folder / "findings.parquet", columns=["finding_id"])["finding_id"][0].as_py()
    assert all(line.isprintable() for line in explain_stored(folder, found or "x", lang="en"))


DOORS: tuple[Callable[[Path], object], ...] = (report, findings, explain, verify_run)


def sign(folder: Path, *names: str) -> None:
    """Make the manifest speak of the files as they are."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    for name in names:
        data = (folder / name).read_bytes()
        manifest["files"][name] |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")


def spoil(folder: Path, name: str, column: str, cell: Any) -> None:
    """Change a cell of the first row of a table, and all that vouches for it."""
    table = pq.read_table(folder / f"{name}.parquet")
    place = table.column_names.index(column)
    cells = [cell, *table[column].to_pylist()[1:]]
    table = table.set_column(place, table.schema.field(column), pa.array(cells, table.schema.field(column).type))
    pq.write_table(table, folder / f"{name}.parquet")
    sign(folder, f"{name}.parquet")
    if name == "findings":
        with (folder / "findings.csv").open("wb") as stream:
            write_csv(stream.write, table.column_names, table.to_batches())
        sign(folder, "findings.csv")


def read_by_all(folder: Path) -> list[str]:
    """What each door says of a run, empty where it reads it; any error that is not ours fails the test."""
    said, codes = [], set()
    for door in DOORS:
        try:
            door(folder)
        except HandauditError as error:
            codes.add(error.exit_code)
            said.append(str(error))
        else:
            said.append("")
    assert codes <= {2, 4}
    return said


@pytest.mark.parametrize("name", ["findings.parquet", "evidence.parquet", "rules.json", "coverage.csv", MANIFEST])
@pytest.mark.parametrize("how", ["missing", "truncated", "empty", "turned", "longer"])
def test_a_spoilt_file_is_refused_or_not_needed(stored: Path, name: str, how: str) -> None:
    path = stored / name
    data = path.read_bytes()
    if how == "missing":
        path.unlink()
    else:
        half = len(data) // 2
        turned = data[:half] + bytes([data[half] ^ 0x15]) + data[half + 1 :]
        path.write_bytes({"truncated": data[:half], "empty": b"", "turned": turned, "longer": data + b" "}[how])
    found = read_by_all(stored) if name != "findings.parquet" else [""] * 3
    for door in (report, findings, explain) if name == "findings.parquet" and how != "missing" else ():
        with pytest.raises((HandauditError, pa.ArrowException)):  # explain asks the file itself for an id
            door(stored)
    assert name not in (MANIFEST, "evidence.parquet") or how == "longer" or found[0]


@pytest.mark.parametrize("name", ["findings.parquet", "evidence.parquet"])
def test_an_explanation_is_not_told_from_a_file_that_was_changed(stored: Path, name: str) -> None:
    found = pq.read_table(stored / "findings.parquet")["finding_id"][0].as_py()
    with (stored / name).open("ab") as stream:
        stream.write(b"\0")
    with pytest.raises(ResultsError, match=f"{name}: edited"):
        explain_stored(stored, found, lang="en")
    if name == "findings.parquet":
        with pytest.raises(ResultsError, match="edited"):
            list(finding_lines(stored, Wanted(), "en"))


@pytest.mark.parametrize("cell", [*HOSTILE, MILLION, None], ids=lambda cell: repr(cell)[:12])
@pytest.mark.parametrize("column", ["facts", "parameter_steps", "observed", "rule_id", "message", "game", "casino"])
def test_a_cell_of_a_finding_that_was_written_anew_breaks_nothing(stored: Path, column: str, cell: Any) -> None:
    spoil(stored, "findings", column, cell)
    said = read_by_all(stored)
    assert column not in ("facts", "parameter_steps") or "findings.parquet: " in said[0]


@pytest.mark.parametrize("cell", [*HOSTILE, MILLION, None], ids=lambda cell: repr(cell)[:12])
@pytest.mark.parametrize("column", ["event", "pieces", "hand_id"])
def test_a_cell_of_the_evidence_that_was_written_anew_breaks_nothing(stored: Path, column: str, cell: Any) -> None:
    spoil(stored, "evidence", column, cell)
    read_by_all(stored)


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
@pytest.mark.parametrize(
    "path",
    [
        (),
        ("games",),
        ("games", "pai_gow"),
        ("games", "pai_gow", "rules"),
        ("games", "pai_gow", "rules", 0, "checks"),
        ("games", "pai_gow", "rules", 0, "title"),
        ("games", "pai_gow", "parameters", 0, "steps"),
        ("games", "pai_gow", "words"),
        ("games", "pai_gow", "clauses"),
    ],
    ids=lambda path: ".".join(map(str, path)) or "all",
)
def test_rules_of_another_form_break_nothing(stored: Path, path: tuple[Any, ...], shape: Any) -> None:
    rules = json.loads((stored / "rules.json").read_bytes())
    inner = rules
    for name in path[:-1]:
        inner = inner[name]
    if path:
        inner[path[-1]] = shape
    (stored / "rules.json").write_text(json.dumps(rules if path else shape), encoding="utf-8")
    sign(stored, "rules.json")
    read_by_all(stored)
