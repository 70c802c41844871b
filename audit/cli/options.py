"""Arguments and options that several verbs share, and how their texts are read."""

import datetime
from pathlib import Path
from typing import Annotated

import typer

from audit.errors import UsageError

Logs = Annotated[
    list[str],
    typer.Argument(metavar="LOG...", help="Files, folders, or patterns as 'logs/*.csv'; CSV (.gz, .zst) or Parquet."),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIR", help="A folder of rule packs, added to the built-in ones; may be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output on stdout.")]

LANGUAGES = ("en", "zh-Hant", "pt")
Language = Annotated[str, typer.Option("--lang", metavar="en|zh-Hant|pt", help="The language of what is shown.")]


def words(texts: list[str] | None) -> tuple[str, ...]:
    """The words of options that take commas and may be repeated, each once, sorted."""
    return tuple(sorted({word.strip() for text in texts or [] for word in text.split(",") if word.strip()}))


def day(text: str | None, option: str) -> datetime.date | None:
    """A day as ISO 8601 writes it; UsageError for anything else."""
    if text is None:
        return None
    try:
        found = datetime.date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise UsageError(f"{option} {text}: not a day; write it as 2026-10-31")
    return found


def stored(folder: Path) -> Path:
    """A folder that a run may be stored in; UsageError where there is none of that name."""
    if folder.is_file():
        raise UsageError(f"{folder}: this is a file; name the folder that audit run ... --out has made")
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; audit run ... --out {folder} makes one")
    return folder


def one_of(text: str, choices: tuple[str, ...], option: str) -> str:
    """A word out of several; UsageError for any other."""
    if text not in choices:
        raise UsageError(f"{option} {text}: it is one of {', '.join(choices)}")
    return text
