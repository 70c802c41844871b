"""Is a stored run what was written? Hashes, sizes and counts against the manifest, each fault by its name.

What this proves: that the files agree with the manifest. Whoever can rewrite the files can rewrite the manifest too;
so its own hash is given, to be kept elsewhere and compared.
"""

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from audit.errors import ResultsError
from audit.findings.folder import MANIFEST, is_report


@dataclass(frozen=True)
class Verified:
    """What was found: the faults, none where all agrees, and the hash of the manifest."""

    manifest_sha256: str
    files: int
    findings: int
    faults: tuple[str, ...]


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify_run(folder: Path) -> Verified:
    """Hold the files of a run against its manifest; ResultsError where there is no manifest to hold them against."""
    path = folder / MANIFEST
    try:
        raw = path.read_bytes()
        manifest = json.loads(raw)
        files: dict[str, dict[str, Any]] = dict(manifest["files"])
    except FileNotFoundError:
        raise ResultsError(f"{path}: missing; without it a folder is no run") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ResultsError(f"{path}: damaged, nothing can be verified ({error})") from None
    faults = [*_faults_of_files(folder, files), *_foreign(folder, files)]
    if not faults:
        faults = list(_faults_of_counts(folder, manifest))
    found = manifest.get("files", {}).get("findings.parquet", {}).get("rows", 0)
    return Verified(hashlib.sha256(raw).hexdigest(), len(files), found, tuple(faults))


def _faults_of_files(folder: Path, files: dict[str, dict[str, Any]]) -> Iterator[str]:
    for name, said in sorted(files.items()):
        path = folder / name
        if Path(name).name != name:
            yield f"{name}: the manifest names a file outside of the run"
        elif not path.is_file():
            yield f"{name}: missing"
        elif path.stat().st_size < said["bytes"]:
            yield f"{name}: truncated, {path.stat().st_size} of {said['bytes']} bytes"
        elif file_sha256(path) != said["sha256"]:
            yield f"{name}: edited, its SHA-256 is not the manifest's"


def _foreign(folder: Path, files: dict[str, dict[str, Any]]) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if path.name not in files and path.name != MANIFEST and not is_report(path.name):
            yield f"{path.name}: added, the manifest does not know it"


def _faults_of_counts(folder: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """What must add up whatever wrote it: rows in = rows accounted for, findings = what coverage counts."""
    try:
        for entry in manifest["inputs"]:
            buckets = sum(entry[name] for name in ("replayed", "rejected", "duplicate", "out_of_scope"))
            if buckets != entry["rows_in"]:
                yield f"{MANIFEST}: {entry['name']}: {entry['rows_in']} rows in, {buckets} accounted for"
        rows = manifest["rows"]
        if rows["in"] != sum(entry["rows_in"] for entry in manifest["inputs"]):
            yield f"{MANIFEST}: rows in are not the sum over the inputs"
        found, said = _found(folder), manifest["findings"]
        for kind in ("violation", "note"):
            count = sum(number for (_, result), number in found.items() if result == kind)
            if count != said[kind]:
                yield f"{MANIFEST}: {said[kind]} findings of kind {kind}, findings.parquet holds {count}"
        yield from _coverage_faults(folder, found)
    except (KeyError, TypeError, ValueError) as error:
        yield f"{MANIFEST}: damaged ({type(error).__name__}: {error})"


def _found(folder: Path) -> Counter[tuple[str, str]]:
    import pyarrow.parquet as pq  # noqa: PLC0415  not needed to find a file edited

    counts: Counter[tuple[str, str]] = Counter()
    with pq.ParquetFile(folder / "findings.parquet") as source:
        for batch in source.iter_batches(columns=["rule_id", "result"]):
            counts.update(zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True))
    return counts


def _coverage_faults(folder: Path, found: Counter[tuple[str, str]]) -> Iterator[str]:
    covered: Counter[tuple[str, str]] = Counter()
    with (folder / "coverage.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            covered[row["rule_id"], "violation"] += int(row["violates"])
            covered[row["rule_id"], "note"] += int(row["notes"])
    for rule, kind in sorted(set(found) | set(covered)):
        if found[rule, kind] != covered[rule, kind]:
            yield (
                f"coverage.csv: {covered[rule, kind]} of kind {kind} counted for {rule}, "
                f"findings.parquet holds {found[rule, kind]}"
            )
