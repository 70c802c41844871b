"""Is a stored run what was written? Hashes, sizes and counts against the manifest, each fault by its name.

What this proves: that the files agree with the manifest, and all of them with each other. Whoever can rewrite the files
can rewrite the manifest too; so its own hash is given, to be kept elsewhere and compared.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from audit.errors import count
from audit.findings.folder import MANIFEST, is_report
from audit.findings.manifest_form import FORM, read_manifest


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
    """Hold the files of a run against its manifest and each other; ResultsError where the manifest is none."""
    manifest, sha256 = read_manifest(folder)
    files: dict[str, dict[str, Any]] = manifest["files"]
    faults = [*faults_of_files(folder, files), *_foreign(folder, files)]
    if not faults:
        from audit.findings.recounting import faults_of_counts  # noqa: PLC0415  not needed to find a file edited

        faults = list(faults_of_counts(folder, manifest))
    return Verified(sha256, len(files), files["findings.parquet"]["rows"] or 0, tuple(faults))


def faults_of_files(folder: Path, files: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Each file of a run that is not the one that its manifest names."""
    for name, said in sorted(files.items()):
        path = folder / name
        if name not in FORM["files"]:
            yield f"{name}: the manifest names a file that no run has"
        elif path.is_symlink():
            yield f"{name}: a link, not the file that was written"
        elif not path.is_file():
            yield f"{name}: missing"
        elif path.stat().st_size < said["bytes"]:
            yield f"{name}: truncated, {path.stat().st_size:,} of {count(said['bytes'], 'byte')}"
        elif path.stat().st_size > said["bytes"]:
            yield f"{name}: edited, {count(path.stat().st_size, 'byte')} where the manifest has {said['bytes']:,}"
        elif file_sha256(path) != said["sha256"]:
            yield f"{name}: edited, its SHA-256 is not the manifest's"


def _foreign(folder: Path, files: dict[str, dict[str, Any]]) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        known = path.name in files or path.name == MANIFEST
        if not known and not (is_report(path.name) and path.is_file() and not path.is_symlink()):
            yield f"{path.name}: added, the manifest does not know it"
