"""Stored runs that somebody changed: every change is named, or the run is refused; nothing is believed or crashes."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from audit.errors import ResultsError, UsageError
from audit.explain.telling import explain_stored
from audit.findings.folder import MANIFEST, RUN_FILES
from audit.findings.verifying import verify_run
from audit.report.stored import open_runs
from audit.results import open_run

FILES = sorted(set(RUN_FILES) - {MANIFEST})
READERS: tuple[Callable[[Path], object], ...] = (verify_run, open_run, lambda folder: open_runs([folder]))


@pytest.fixture
def stored(run: Any, log: Any, hand: Any, tmp_path: Path) -> Path:
    """A run with violations at two tables."""
    run(log("a.csv", *(hand(f"H{n}", "49.99" if n % 2 else "50.00", table=f"T{n % 3}", minute=n) for n in range(8))))
    return tmp_path / "run"


def told(folder: Path) -> dict[str, Any]:
    """The manifest."""
    return json.loads((folder / MANIFEST).read_bytes())


def tell(folder: Path, manifest: Any) -> None:
    """Write the manifest anew."""
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")


def forge(folder: Path, name: str, data: bytes) -> None:
    """Change a file, and the manifest with it."""
    (folder / name).write_bytes(data)
    manifest = told(folder)
    manifest["files"][name] |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    tell(folder, manifest)


def refused(folder: Path, words: str) -> None:
    """That verify names the fault, and that the report does not speak of the run."""
    faults = "\n".join(verify_run(folder).faults)
    assert words in faults
    with pytest.raises(ResultsError, match="not as it was written"):
        open_runs([folder])


def test_a_hand_whose_id_was_given_before_is_no_damage(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    run(
        log(
            "a.csv", hand("H1", table="T1"), hand("H2", "49.99", table="T1", minute=2), hand("H1", table="T2", minute=4)
        )
    )
    (finding,) = [
        row for row in open_run(tmp_path / "run").findings().to_dict("records") if row["rule_id"][:3] == "LOG"
    ]
    assert (finding["rule_id"], finding["table_id"], finding["hand_id"]) == ("LOG-hand-reused", "T2", "H1")
    assert verify_run(tmp_path / "run").faults == ()
    with pytest.raises(
        UsageError, match=r"hand H1 were not judged: the id was given to another .*; rejects.csv has them"
    ):
        explain_stored(tmp_path / "run", finding["finding_id"], lang="en")


def test_a_hand_whose_clock_runs_back_has_its_evidence(run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    *rows, late, early = hand("H1", minute=2).split("\n")
    cells = [row.split(",") for row in (late, early)]
    cells[0][6], cells[1][6] = cells[1][6], cells[0][6]
    run(log("a.csv", hand("H0"), "\n".join([*rows, *map(",".join, cells)]), hand("H2", minute=4)))
    assert open_run(tmp_path / "run").findings()[["rule_id", "hand_id"]].to_numpy().tolist() == [
        ["LOG-time-backwards", "H1"]
    ]
    assert verify_run(tmp_path / "run").faults == ()
    assert set(open_run(tmp_path / "run").evidence()["hand_id"]) == {"H1"}


@pytest.mark.parametrize("name", FILES)
def test_a_link_in_the_place_of_a_file_is_named(stored: Path, tmp_path: Path, name: str) -> None:
    (stored / name).rename(tmp_path / "elsewhere")
    (stored / name).symlink_to(tmp_path / "elsewhere")
    refused(stored, f"{name}: a link")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_the_manifest_leaves_out_is_missed(stored: Path, name: str) -> None:
    manifest = told(stored)
    del manifest["files"][name]
    tell(stored, manifest)
    for gone in (False, True):
        if gone:
            (stored / name).unlink()
        for read in READERS:
            with pytest.raises(ResultsError, match=r"files\..* is missing"):
                read(stored)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "null",
        "",
        "{",
        "[" * 100_000,
        '{"format": NaN}',
        '{"format": 1, "format": 1}',
        '{"format": ' + "9" * 5000 + "}",
        '{"format": 1, "program": "handaudit", "files": []}',
        '{"format": true, "program": "handaudit"}',
        '{"format": 2, "program": "handaudit"}',
    ],
)
def test_a_manifest_that_is_none_is_refused(stored: Path, text: str) -> None:
    (stored / MANIFEST).write_text(text)
    for read in READERS:
        with pytest.raises(ResultsError, match=r"manifest\.json"):
            read(stored)


@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_what_is_no_file_is_no_manifest(stored: Path, tmp_path: Path, kind: str) -> None:
    (stored / MANIFEST).rename(tmp_path / "manifest")
    if kind == "pipe":
        os.mkfifo(stored / MANIFEST)
    elif kind == "link":
        (stored / MANIFEST).symlink_to(tmp_path / "manifest")
    else:
        (stored / MANIFEST).mkdir()
    for read in READERS:
        with pytest.raises(ResultsError):
            read(stored)


def test_of_many_faults_three_are_named_and_the_others_counted(stored: Path) -> None:
    manifest = told(stored)
    for name in ("replayed", "incomplete", "with_findings"):
        manifest["hands"][name] = -1
    for name in ("in", "rejected"):
        manifest["rows"][name] = -1
    tell(stored, manifest)
    with pytest.raises(ResultsError, match=r"(?:[^;]+;){2}[^;]+ and 2 more\)"):
        open_run(stored)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("as_of",), "yesterday"),
        (("as_of",), 5),
        (("inputs",), None),
        (("inputs", 0, "sha256"), "x"),
        (("rows", "in"), -1),
        (("rows", "in"), True),
        (("population",), {}),
        (("population", 0, "digest"), ""),
        (("files", "findings.csv", "bytes"), "x"),
        (("files", "findings.csv"), 3),
        (("findings", "by_rule", 0, "money_effect"), {"HKD": 1.5}),
    ],
)
def test_a_value_of_another_form_is_named(stored: Path, place: tuple[Any, ...], value: object) -> None:
    manifest = told(stored)
    at: Any = manifest
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    tell(stored, manifest)
    for read in READERS:
        with pytest.raises(ResultsError, match=str(place[0])):
            read(stored)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("rows", "replayed"), 7, "rows replayed"),
        (("rows", "rejected"), 7, "rejected"),
        (("hands", "replayed"), 7, "hands replayed"),
        (("hands", "with_findings"), 7, "hands with findings"),
        (("population",), [], "hands replayed"),
        (("period", "first_day"), "1999-01-01", "period"),
        (("packs",), [], "packs"),
        (("findings", "violation"), 0, "0 findings of kind violation"),
        (("findings", "by_severity", "critical"), 99, "by severity"),
        (("findings", "by_rule"), [], "by rule"),
        (("coverage", "conforms"), 0, "coverage conforms"),
        (("coverage", "rules_exercised"), 0, "rules_exercised"),
        (("money_effect",), {}, "money effect"),
        (("complete",), False, "complete"),
        (("files", "findings.csv", "rows"), 0, "rows of findings.csv"),
        (("files", "coverage.csv", "rows"), 0, "rows of coverage.csv"),
        (("files", "evidence.parquet", "rows"), 0, "rows of evidence.parquet"),
        (("files", "../x"), {"sha256": "0" * 64, "bytes": 0, "rows": 0}, "a file that no run has"),
        (("files", "rejects.csv", "bytes"), 1, "rejects.csv: edited"),
    ],
)
def test_a_number_that_the_files_do_not_bear_out_is_named(
    stored: Path, place: tuple[str, ...], value: object, words: str
) -> None:
    manifest = told(stored)
    at = manifest
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    tell(stored, manifest)
    refused(stored, words)


def test_a_csv_that_says_other_than_the_parquet_is_named(stored: Path) -> None:
    data = (stored / "findings.csv").read_bytes()
    forge(stored, "findings.csv", data.replace(b"49.99", b"49.98", 1))
    refused(stored, "findings.csv: says other than findings.parquet")


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("rule_sha256", "0" * 64, "is not as rules.json has it"),
        ("source_sha256", "0" * 64, "none of the inputs"),
        ("hand_id", "H999", "evidence.parquet: lacks"),
        ("severity", "minor", "by severity"),
        ("money_effect", None, "money effect"),
    ],
)
def test_findings_that_were_rewritten_are_named(stored: Path, column: str, value: Any, words: str) -> None:
    path = stored / "findings.parquet"
    table = pq.read_table(path)
    place = table.schema.get_field_index(column)
    changed = pa.array([value] * len(table), table.schema.field(place).type)
    pq.write_table(table.set_column(place, table.schema.field(place), changed), path)
    forge(stored, "findings.parquet", path.read_bytes())
    refused(stored, words)


@pytest.mark.parametrize("name", ["findings.parquet", "evidence.parquet"])
def test_tables_of_another_form_are_named(stored: Path, name: str) -> None:
    path = stored / name
    pq.write_table(pq.read_table(path).drop_columns(["seat"]), path)
    forge(stored, name, path.read_bytes())
    refused(stored, f"{name}: its columns")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_no_longer_reads_is_named(stored: Path, name: str) -> None:
    forge(stored, name, b"\x00nothing that reads\xff")
    refused(stored, f"{name}: " + ("says other" if name == "findings.csv" else "does not read"))


def test_files_of_another_run_are_named(stored: Path, run: Any, log: Any, hand: Any, tmp_path: Path) -> None:
    run(log("b.csv", hand("H1", "49.99")), out=tmp_path / "other")
    for name in FILES:
        kept = (stored / name).read_bytes()
        other = (tmp_path / "other" / name).read_bytes()
        if other != kept:
            (stored / name).write_bytes(other)
            refused(stored, name)
            (stored / name).write_bytes(kept)
    assert verify_run(stored).faults == ()


@pytest.mark.parametrize("name", ["findings.parquet", "evidence.parquet", "coverage.csv", "rejects.csv", "rules.json"])
def test_the_results_of_a_changed_file_are_not_given(stored: Path, name: str) -> None:
    stored_run = open_run(stored)
    ask: dict[str, Callable[[], object]] = {
        "findings.parquet": stored_run.findings,
        "evidence.parquet": stored_run.evidence,
        "coverage.csv": stored_run.coverage,
        "rejects.csv": stored_run.rejects,
        "rules.json": lambda: stored_run.rules,
    }
    (stored / name).write_bytes((stored / name).read_bytes() + b"\n")
    with pytest.raises(ResultsError, match="edited"):
        ask[name]()


def test_what_was_put_into_the_folder_is_named(stored: Path) -> None:
    (stored / "report-en.pdf").write_bytes(b"%PDF")
    assert verify_run(stored).faults == ()
    (stored / "report-pt.pdf").symlink_to("/etc/hostname")
    (stored / "report-x.html").mkdir()
    (stored / ".hidden").write_text("x")
    assert [fault.partition(":")[0] for fault in verify_run(stored).faults] == [
        ".hidden", "report-pt.pdf", "report-x.html",
    ]  # fmt: skip
