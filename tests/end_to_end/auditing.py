"""One audit of one log, as the tests of the whole way want it."""

from pathlib import Path

from audit.findings.running import Request, Stored, run_audit


def audit(log: Path, out: Path, **options: object) -> Stored:
    """Run the whole audit on a log into a folder."""
    return run_audit(Request(logs=(str(log),), out=out, **options))  # type: ignore[arg-type]
