"""The sums of a stored run taken anew from its files, and held against what its manifest says."""

import csv
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from audit.errors import count
from audit.findings import coverage
from audit.findings.cell_forms import strange_cells
from audit.findings.cells import write_csv
from audit.findings.collecting import EVIDENCE_SCHEMA
from audit.findings.envelope import NOTE, ROWS_REJECTED, SCHEMA, VIOLATION
from audit.findings.folder import MANIFEST
from audit.findings.identity import hand_keys
from audit.findings.manifest import BUCKETS, FindingSums
from audit.logs.account import REJECT_SCHEMA
from audit.logs.codes import quote

_UNREADABLE = (
    OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, csv.Error, pa.ArrowException,
)  # fmt: skip
_KINDS = ((VIOLATION, "violates"), (NOTE, "notes"))


def faults_of_counts(folder: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """What does not add up, whoever wrote it: rows in, findings, coverage, evidence, and the files' own numbers."""
    yield from _row_faults(manifest)
    yield from _population_faults(manifest)
    at = "rules.json"
    try:
        rules = json.loads((folder / at).read_bytes())
        if rules["packs"] != manifest["packs"]:
            yield f"{at}: its packs are not the manifest's"
        known = {(rule["id"], rule["sha256"]) for game in rules["games"].values() for rule in game["rules"]}
        known |= {(code["id"], "") for code in rules["log_rules"]}
        at = "findings.parquet"
        findings = _Findings(folder, manifest)
        yield from findings.faults()
        yield from findings.foreign(known)
        at = "evidence.parquet"
        yield from _evidence_faults(folder, findings)
        at = "coverage.csv"
        yield from _coverage_faults(folder, manifest, findings.counted)
        at = "rejects.csv"
        yield from _lines_faults(folder, manifest, at, REJECT_SCHEMA.names)
    except _UNREADABLE as error:
        yield f"{at}: does not read ({type(error).__name__}: {error})"


def _row_faults(manifest: dict[str, Any]) -> Iterator[str]:
    rows, inputs = manifest["rows"], manifest["inputs"]
    for entry in inputs:
        buckets = sum(entry[name] for name in BUCKETS)
        if buckets != entry["rows_in"]:
            yield f"{MANIFEST}: {quote(entry['name'])}: {count(entry['rows_in'], 'row')} in, {buckets:,} accounted for"
    if rows["in"] != sum(entry["rows_in"] for entry in inputs):
        yield f"{MANIFEST}: rows in are not the sum over the inputs"
    for name in BUCKETS:
        if rows[name] != sum(entry[name] for entry in inputs):
            yield f"{MANIFEST}: rows {name} are not the sum over the inputs"
    if manifest["files"]["rejects.csv"]["rows"] != rows["rejected"]:
        yield f"{MANIFEST}: {count(rows['rejected'], 'row')} rejected, rejects.csv holds another number"


def _population_faults(manifest: dict[str, Any]) -> Iterator[str]:
    places = manifest["population"]
    hands = sum(place["hands"] for place in places)
    if hands != manifest["hands"]["replayed"]:
        yield f"{MANIFEST}: {count(manifest['hands']['replayed'], 'hand')} replayed, its tables and days hold {hands:,}"
    rows = sum(place["rows"] for place in places)
    if rows != manifest["rows"]["replayed"]:
        yield f"{MANIFEST}: {count(manifest['rows']['replayed'], 'row')} replayed, its tables and days hold {rows:,}"
    days = sorted(place["gaming_day"] for place in places) or [None]
    if manifest["period"] != {"first_day": days[0], "last_day": days[-1]}:
        yield f"{MANIFEST}: its period is not that of its tables and days"
    if manifest["complete"] != (not manifest["coverage"]["error"]):
        yield f"{MANIFEST}: complete says other than its count of errors"


class _Findings:
    """findings.parquet read once: its sums, what it speaks of, and what findings.csv must be."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.manifest = manifest
        self.sums = FindingSums()
        self.counted: Counter[tuple[str, str]] = Counter()
        self.rules: set[tuple[str, str]] = set()
        self.sources: set[tuple[str, str]] = set()
        self.hands: set[bytes] = set()
        self.shown: set[bytes] = set()  # the hands of which evidence must be there
        self.strange = ""
        text = hashlib.sha256()
        with pq.ParquetFile(folder / "findings.parquet") as source:
            self.schema = source.schema_arrow
            if self.schema.equals(SCHEMA):
                self.rows = write_csv(text.update, SCHEMA.names, self._batches(source))
        self.csv_sha256 = text.hexdigest()

    def _batches(self, source: pq.ParquetFile) -> Iterator[pa.RecordBatch]:
        for batch in source.iter_batches():
            table = pa.Table.from_batches([batch])
            self.sums.add(table)
            self.hands.update(hand_keys(table))
            self.shown.update(hand_keys(table.filter(pc.not_equal(table["rule_id"], ROWS_REJECTED))))
            columns = {name: table[name].to_pylist() for name in ("rule_id", "result", "rule_sha256")}
            self.counted.update(zip(columns["rule_id"], columns["result"], strict=True))
            self.rules.update(zip(columns["rule_id"], columns["rule_sha256"], strict=True))
            self.sources.update(zip(table["source_file"].to_pylist(), table["source_sha256"].to_pylist(), strict=True))
            self.strange = self.strange or next(strange_cells(table), "")
            yield batch

    def faults(self) -> Iterator[str]:
        """Where the manifest or findings.csv says other than findings.parquet."""
        if not self.schema.equals(SCHEMA):
            yield "findings.parquet: its columns are not those that a run writes"
            return
        if self.strange:
            yield f"findings.parquet: {self.strange}"
        said, found = self.manifest["findings"], self.sums.as_json()
        for kind in (VIOLATION, NOTE):
            if said[kind] != found[kind]:
                named = f"{count(said[kind], 'finding')} of kind {kind}"
                yield f"{MANIFEST}: {named}, findings.parquet holds {found[kind]:,}"
        for name, words in (("by_severity", "by severity"), ("by_rule", "by rule")):
            if said[name] != found[name]:
                yield f"{MANIFEST}: its findings {words} are not those of findings.parquet"
        if self.manifest["money_effect"] != self.sums.total_money():
            yield f"{MANIFEST}: its money effect is not the sum over findings.parquet"
        if self.manifest["hands"]["with_findings"] != self.sums.hands:
            yield f"{MANIFEST}: hands with findings are not those of findings.parquet"
        files = self.manifest["files"]
        for name in ("findings.parquet", "findings.csv"):
            if files[name]["rows"] != self.rows:
                yield f"{MANIFEST}: {count(files[name]['rows'], 'row')} of {name}, findings.parquet holds {self.rows:,}"
        if files["findings.csv"]["sha256"] != self.csv_sha256:
            yield "findings.csv: says other than findings.parquet"

    def foreign(self, known: set[tuple[str, str]]) -> Iterator[str]:
        """Findings of rules that are not known by id and hash, and of files that were no inputs."""
        for rule, _ in sorted(self.rules - known):
            yield f"findings.parquet: rule {quote(rule)} is not as rules.json has it"
        inputs = {(entry["name"], entry["sha256"]) for entry in self.manifest["inputs"]} | {("", "")}
        for name, _ in sorted(self.sources - inputs):
            yield f"findings.parquet: {quote(name)} is none of the inputs"


def _evidence_faults(folder: Path, findings: _Findings) -> Iterator[str]:
    """Evidence with a hand too few or too many, or another number of rows."""
    held: set[bytes] = set()
    with pq.ParquetFile(folder / "evidence.parquet") as source:
        if not source.schema_arrow.equals(EVIDENCE_SCHEMA):
            yield "evidence.parquet: its columns are not those that a run writes"
            return
        rows = source.metadata.num_rows
        for batch in source.iter_batches(columns=["casino", "table_id", "hand_id"]):
            held.update(hand_keys(pa.Table.from_batches([batch])))
    said = findings.manifest["files"]["evidence.parquet"]["rows"]
    if said != rows:
        yield f"{MANIFEST}: {count(said, 'row')} of evidence.parquet, it holds {rows:,}"
    for hands, words in (
        (len(findings.shown - held), "lacks"),
        (len(held - findings.hands), "holds without a finding"),
    ):
        if hands:
            yield f"evidence.parquet: {words} {count(hands, 'hand')}"


def _lines(folder: Path, name: str, columns: list[str]) -> Iterator[dict[str, str]]:
    """The lines of a stored CSV by their columns; ValueError where it has others."""
    csv.field_size_limit(sys.maxsize)  # a rejected row may be long
    with (folder / name).open(encoding="utf-8", newline="") as stream:
        lines = csv.reader(stream, strict=True)
        if next(lines, []) != columns:
            raise ValueError(f"the columns of {name} are not those that a run writes")
        for line in lines:
            yield dict(zip(columns, line, strict=True))


def _lines_faults(folder: Path, manifest: dict[str, Any], name: str, columns: list[str]) -> Iterator[str]:
    said, found = manifest["files"][name]["rows"], sum(1 for _ in _lines(folder, name, columns))
    if said != found:
        yield f"{MANIFEST}: {count(said, 'row')} of {name}, it holds {found:,}"


def _coverage_faults(folder: Path, manifest: dict[str, Any], found: Counter[tuple[str, str]]) -> Iterator[str]:
    covered: Counter[tuple[str, str]] = Counter()
    sums: dict[str, list[int]] = {}
    human = rows = 0
    for row in _lines(folder, "coverage.csv", coverage.SCHEMA.names):
        rows += 1
        counts = [int(row[name]) for name in coverage.COUNTS]
        for kind, column in _KINDS:
            covered[row["rule_id"], kind] += int(row[column])
        if row["status"] == "needs_human":
            human += 1
        elif not row["rule_id"].startswith("LOG-"):
            before = sums.setdefault(row["rule_id"], [0] * len(counts))
            sums[row["rule_id"]] = [a + b for a, b in zip(before, counts, strict=True)]
    for rule, kind in sorted(set(found) | set(covered)):
        if found[rule, kind] != covered[rule, kind]:
            yield (
                f"coverage.csv: {covered[rule, kind]} of kind {kind} counted for {quote(rule)}, "
                f"findings.parquet holds {found[rule, kind]}"
            )
    whole = coverage.Covered(sums, human)
    told = {"rules_evaluated": len(sums), "rules_exercised": whole.exercised(), "rules_human": human}
    told |= {name: whole.total(name) for name in coverage.COUNTS}
    for name, whole_sum in told.items():
        if manifest["coverage"][name] != whole_sum:
            yield f"{MANIFEST}: coverage {name} is {manifest['coverage'][name]}, coverage.csv comes to {whole_sum}"
    said = manifest["files"]["coverage.csv"]["rows"]
    if said != rows:
        yield f"{MANIFEST}: {count(said, 'row')} of coverage.csv, it holds {rows:,}"
