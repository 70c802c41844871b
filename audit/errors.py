"""The error tree: everything that we raise on purpose, and the exit code that each branch ends with.

    HandauditError
    ├── UsageError (2)          the command line asks for what cannot be done
    ├── PackError (2)           a rule pack is malformed, hostile, or fails its own fixtures
    ├── LogError (3)            an input file cannot be read as a hand log at all
    ├── ResultsError (4)        a stored run is incomplete, altered, or of another version
    └── RenderError (4)         the report cannot be drawn as promised

Violations of the law are never exceptions: they are data (see ``audit.findings``).
"""

from dataclasses import dataclass


class HandauditError(Exception):
    """The root of all errors that the program raises on purpose."""

    exit_code = 4


class UsageError(HandauditError):
    """The command line asks for something that cannot be done."""

    exit_code = 2


def visible(text: str) -> str:
    r"""A text on one line that drives no terminal: what cannot be seen shows as ``\x1b``, ``\n``, ``\u202e``."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def count(number: int, thing: str, things: str = "") -> str:
    """So many of a thing in English: ``1 row``, ``2,000 rows``; ``things`` where its plural has more than an s."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


@dataclass(frozen=True)
class Place:
    """Where in a file something was found; line and column count from 1, 0 where they are not known."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [visible(self.path)]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True)
class Fault:
    """One mistake in a file: its place, what was found there, and what would be right."""

    place: Place
    found: str
    mend: str

    def __str__(self) -> str:
        return f"{self.place}: {visible(self.found)}; {visible(self.mend)}"


class PackError(HandauditError):
    """A rule pack that does not load; carries every fault that was found, not only the first."""

    exit_code = 2

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class LogError(HandauditError):
    """An input that cannot be read as a hand log at all (no header, wrong encoding, not Parquet)."""

    exit_code = 3

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class ResultsError(HandauditError):
    """A stored run that is incomplete, altered, or written by a version that this one cannot read."""

    exit_code = 4


class RenderError(HandauditError):
    """A report that cannot be drawn as promised, for instance for want of a glyph or a system library."""

    exit_code = 4
