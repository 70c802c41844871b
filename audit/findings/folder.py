"""The folder of a run: filled beside its place under another name, and put there whole or not at all."""

import contextlib
import ctypes
import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from audit.errors import UsageError

PROGRAM = "handaudit"
MANIFEST = "manifest.json"
RUN_FILES = (
    "findings.parquet", "findings.csv", "coverage.csv", "evidence.parquet", "rules.json", "rejects.csv", MANIFEST,
)  # fmt: skip
_LONGEST_NAME = 240  # bytes; while it is filled it has a name with fifteen more
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of renameat2(2)


def is_report(name: str) -> bool:
    """Whether a file of that name is a report that was rendered into a run's folder."""
    return name.startswith("report-") and name.endswith((".pdf", ".html"))


def is_run(folder: Path) -> bool:
    """Whether a folder holds a finished run of this program."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and manifest.get("program") == PROGRAM


def require_place(out: Path) -> Path:
    """The real place of ``--out``; UsageError where something stands there that a run must not replace."""
    try:
        str(out).encode()
    except UnicodeEncodeError:
        shown = os.fsencode(out).decode("utf-8", "backslashreplace")
        raise UsageError(f"--out {shown}: the name is not UTF-8; name another folder") from None
    place = out.resolve()
    if len(os.fsencode(place.name)) > _LONGEST_NAME:
        raise UsageError(f"--out {out}: the name is too long; at most {_LONGEST_NAME} bytes are allowed")
    if not place.exists():
        return place
    if not place.is_dir():
        raise UsageError(f"--out {out}: a file stands there; name a folder")
    names = sorted(entry.name for entry in place.iterdir())
    if names and not is_run(place):
        raise UsageError(f"--out {out}: the folder holds other files ({names[0]} ...) and is no run; name a new folder")
    foreign = [name for name in names if name not in RUN_FILES and not is_report(name)]
    if foreign:
        raise UsageError(f"--out {out}: {foreign[0]} lies in that run's folder and would be lost; move it away first")
    return place


@contextlib.contextmanager
def run_folder(place: Path) -> Iterator[Path]:
    """An empty folder beside a place; put in that place when the block ends well, removed when it does not.

    A locked file beside it lives as long as the process that fills it, so that what a killed run left behind is known
    for what it is: the next run into the same place clears it away.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    _clear_abandoned(place)
    part = place.parent / f".{place.name}.{secrets.token_hex(4)}.part"
    held = part.with_suffix(".lock")
    with held.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            part.mkdir()
            yield part
            _settle(part)
            _put(part, place)
        finally:
            shutil.rmtree(part, ignore_errors=True)
            held.unlink(missing_ok=True)


def _clear_abandoned(place: Path) -> None:
    for held in place.parent.glob(f".{_escaped(place.name)}.*.lock"):
        try:
            with held.open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(held.with_suffix(".part"), ignore_errors=True)
                held.unlink()
        except OSError:  # somebody is filling it at this moment, or it is not ours to touch
            continue


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _settle(part: Path) -> None:
    """Have the disk hold every file before the folder gets its name."""
    for path in [*part.iterdir(), part]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _put(part: Path, place: Path) -> None:
    if not place.exists() or not any(place.iterdir()):
        part.rename(place)  # an empty folder is replaced in one step too
    elif _exchange(part, place):
        shutil.rmtree(part, ignore_errors=True)
    else:  # a file system that cannot exchange two names: the old run keeps standing under the other name meanwhile
        old = place.parent / f".{place.name}.{secrets.token_hex(4)}.old"
        place.rename(old)
        part.rename(place)
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    try:
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    return bool(exchange(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
