"""Stored runs as the report reads them: checked against their manifest, column by column, never whole."""

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet

from audit.errors import ResultsError, UsageError, count
from audit.findings.manifest_form import read_manifest
from audit.findings.recounting import faults_of_counts
from audit.findings.verifying import faults_of_files
from audit.logs.codes import quote

# The columns that every finding is counted by; the rest is read for the findings that are shown.
COUNTED = (
    "finding_id", "rule_id", "result", "severity", "casino", "table_id", "gaming_day", "game", "hand_id", "seq", "seat",
    "money_effect", "currency", "parameter_steps",
)  # fmt: skip
COVERAGE_COUNTS = ("not_applicable", "conforms", "violates", "notes", "yielded", "indeterminate", "error")


@dataclass(frozen=True)
class Selection:
    """What of the runs the report speaks of: all, or one month or gaming day, one casino, one table."""

    first: datetime.date | None = None
    last: datetime.date | None = None
    casino: str | None = None
    table: str | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return self.first is None and self.casino is None and self.table is None

    @property
    def day(self) -> datetime.date | None:
        """The one gaming day that is spoken of, None where it is a month or every day."""
        return self.first if self.first == self.last else None

    def holds(self, casino: str, table: str, day: datetime.date) -> bool:
        """Whether a table's gaming day is spoken of."""
        if self.casino not in (None, casino) or self.table not in (None, table):
            return False
        return self.first is None or self.last is None or self.first <= day <= self.last


@dataclass(frozen=True)
class StoredRun:
    """One stored run: where it lies, its manifest with the hash of that, and the rules in force."""

    directory: Path
    manifest: Mapping[str, Any]
    manifest_sha256: str
    rules: Mapping[str, Any]

    @property
    def as_of(self) -> datetime.date | None:
        """The run's own date, its latest gaming day or the one that was ordered; None of a run without hands."""
        text = self.manifest.get("as_of")
        return datetime.date.fromisoformat(text) if text else None


def _open(directory: Path) -> StoredRun:
    manifest, sha256 = read_manifest(directory)
    faults = [*faults_of_files(directory, manifest["files"])] or [*faults_of_counts(directory, manifest)]
    if faults:
        raise ResultsError(
            f"{directory.name} is not as it was written; audit verify shows all that differs: {faults[0]}"
        )
    return StoredRun(directory, manifest, sha256, json.loads((directory / "rules.json").read_bytes()))


def open_runs(directories: Sequence[Path]) -> list[StoredRun]:
    """The runs in order of their dates, each checked against its manifest.

    ResultsError where one is incomplete, altered or of another format; UsageError where two were made of the same file
    or hold the same hands of a table and day, whatever files they came in: every hand would be counted twice.
    """
    if not directories:
        raise UsageError("the report needs at least one stored run")
    opened = [_open(directory) for directory in directories]
    runs = sorted(opened, key=lambda run: (str(run.as_of or ""), run.manifest_sha256))
    seen: set[str] = set()
    for run in runs:
        for entry in run.manifest["inputs"]:
            if entry["sha256"] in seen and entry["rows_in"]:
                raise UsageError(
                    f"two of the runs were made of the same file {entry['name']}; its hands would count twice"
                )
        seen.update(entry["sha256"] for entry in run.manifest["inputs"])
    _refuse_same_hands(runs)
    return runs


def _refuse_same_hands(runs: Sequence[StoredRun]) -> None:
    """UsageError where two runs hold hands that began within one another's time at one table.

    A table deals one hand after the other: what two runs share of a table and day, were it one hand, shows in that.
    """
    held: dict[tuple[str, ...], list[tuple[StoredRun, Mapping[str, Any]]]] = {}
    for run in runs:
        for entry in run.manifest["population"]:
            place = (entry["casino"], entry["table_id"], entry["game"], entry["gaming_day"])
            for other, one in held.setdefault(place, []):
                if (
                    other is not run
                    and one["first_hand"] <= entry["last_hand"]
                    and entry["first_hand"] <= one["last_hand"]
                ):
                    raise _twice(other, one, run, entry)
            held[place].append((run, entry))


def _twice(one: StoredRun, first: Mapping[str, Any], other: StoredRun, second: Mapping[str, Any]) -> UsageError:
    both = f"{one.directory.name} and {other.directory.name}"
    where = f"table {quote(first['table_id'])} in {quote(first['casino'])} on {first['gaming_day']}"
    if (first["hands"], first["digest"]) == (second["hands"], second["digest"]):
        found = f"hold the same {count(first['hands'], 'hand')} of {where}, which would count twice"
        return UsageError(f"{both} {found}; name one of the two")
    found = f"both hold hands of {where} between {max(first['first_hand'], second['first_hand'])} and "
    found += f"{min(first['last_hand'], second['last_hand'])}, which may count twice"
    return UsageError(f"{both} {found}; audit their logs in one run, which counts every hand once")


def _minor_units(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.cast(pc.multiply(column, pa.scalar(Decimal(100), pa.decimal128(3, 0))), pa.int64())


def _condition(selection: Selection) -> pc.Expression | None:
    parts = []
    if selection.casino is not None:
        parts.append(pc.field("casino") == selection.casino)
    if selection.table is not None:
        parts.append(pc.field("table_id") == selection.table)
    if selection.first is not None:
        parts += [pc.field("gaming_day") >= selection.first, pc.field("gaming_day") <= selection.last]
    condition = None
    for part in parts:
        condition = part if condition is None else condition & part
    return condition


def read_findings(runs: Sequence[StoredRun], selection: Selection) -> pd.DataFrame:
    """Every finding of the selection by the columns that count, with ``run`` and ``effect`` (minor units, nullable)."""
    frames = []
    for number, run in enumerate(runs):
        source = pa.dataset.dataset(run.directory / "findings.parquet")
        table = source.to_table(columns=list(COUNTED), filter=_condition(selection))
        table = table.set_column(
            table.column_names.index("money_effect"), "effect", _minor_units(table.column("money_effect"))
        )
        frame = table.to_pandas(
            types_mapper={pa.int64(): pd.Int64Dtype(), pa.int32(): pd.Int32Dtype(), pa.int8(): pd.Int8Dtype()}.get
        )
        frame["run"] = number
        frames.append(frame)
    findings: pd.DataFrame = pd.concat(frames, ignore_index=True)
    repeated = findings["finding_id"].duplicated()
    if repeated.any():
        name = findings.loc[repeated, "finding_id"].iloc[0]
        raise UsageError(f"finding {name} stands in two of the runs; the same hands would count twice")
    return findings


def read_details(runs: Sequence[StoredRun], chosen: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """All columns of the chosen findings, by finding_id."""
    details: dict[str, dict[str, Any]] = {}
    for number, group in chosen.groupby("run"):
        source = pa.dataset.dataset(runs[int(str(number))].directory / "findings.parquet")
        wanted = pa.array(group["finding_id"].tolist(), pa.string())
        table = source.to_table(filter=pc.field("finding_id").isin(wanted))
        details.update({row["finding_id"]: row for row in table.to_pylist()})
    return details


def read_hands(run: StoredRun, hands: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The canonical rows of hands by (casino, hand_id), in the order of the hand."""
    wanted = set(hands)
    found: dict[tuple[str, str], list[dict[str, Any]]] = {hand: [] for hand in wanted}
    if not wanted:
        return found
    source = pa.dataset.dataset(run.directory / "evidence.parquet")
    ids = pa.array(sorted({hand for _, hand in wanted}), pa.string())
    for batch in source.to_batches(filter=pc.field("hand_id").isin(ids)):
        for row in batch.to_pylist():
            key = (row["casino"], row["hand_id"])
            if key in wanted:
                found[key].append(row)
    for rows in found.values():
        rows.sort(key=lambda row: (row["seq"], row["source_row"] or 0))
    return found


def read_moments(run: StoredRun, findings: Iterable[tuple[str, str, int | None]]) -> dict[tuple[str, str], list[Any]]:
    """Of the hands of findings (casino, hand, seq) the first row and those that findings stand on, with their times."""
    wanted = list(findings)
    found: dict[tuple[str, str], list[Any]] = {(casino, hand): [] for casino, hand, _ in wanted}
    if not wanted:
        return found
    source = pa.dataset.dataset(run.directory / "evidence.parquet")
    hands = pa.array(sorted({hand for _, hand, _ in wanted}), pa.string())
    numbers = pa.array(sorted({1, *(int(seq) for _, _, seq in wanted if seq is not None)}), pa.int32())
    rows = source.to_table(
        columns=["casino", "hand_id", "seq", "time", "utc_offset"],
        filter=pc.field("hand_id").isin(hands) & pc.field("seq").isin(numbers),
    )
    for row in rows.sort_by("seq").to_pylist():
        if (row["casino"], row["hand_id"]) in found:
            found[row["casino"], row["hand_id"]].append(row)
    return found


def read_coverage(runs: Sequence[StoredRun], selection: Selection) -> pd.DataFrame:
    """The coverage lines of the selection with their run; lines of rules that need a human stay."""
    frames = []
    for number, run in enumerate(runs):
        frame = pd.read_csv(run.directory / "coverage.csv", dtype=str, keep_default_na=False)
        frame = frame.astype(dict.fromkeys(COVERAGE_COUNTS, "int64"))
        frame["run"] = number
        frames.append(frame)
    coverage = pd.concat(frames, ignore_index=True)
    if selection.everything:
        return coverage
    everywhere = coverage["gaming_day"] == ""
    keep = pd.Series(data=True, index=coverage.index)
    if selection.casino is not None:
        keep &= coverage["casino"] == selection.casino
    if selection.table is not None:
        keep &= coverage["table_id"] == selection.table
    if selection.first is not None:
        keep &= (coverage["gaming_day"] >= str(selection.first)) & (coverage["gaming_day"] <= str(selection.last))
    return coverage[keep | everywhere].reset_index(drop=True)


def read_rejects(run: StoredRun, columns: Sequence[str]) -> Iterable[pd.DataFrame]:
    """The rejected rows of a run in batches of text, a few columns at a time."""
    path = run.directory / "rejects.csv"
    if path.stat().st_size == 0:
        return
    convert = pyarrow.csv.ConvertOptions(
        include_columns=list(columns), column_types=dict.fromkeys(columns, pa.string())
    )
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    read = pyarrow.csv.ReadOptions(block_size=1 << 26)
    with pyarrow.csv.open_csv(path, read, parse, convert) as reader:
        for batch in reader:
            yield batch.to_pandas().fillna("")
