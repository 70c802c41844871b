"""How much a verb is to read, told to ``audit.kernel`` before anything is compiled for it, and what it does not."""

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from audit.errors import visible

_PACKED = (".gz", ".zst", ".parquet")
_NAMED = 5
_TIMES = 12  # so many bytes of CSV stand in one of a packed log


def _files(text: str) -> Iterator[Path]:
    path = Path(text)
    if path.is_dir():
        yield from path.rglob("*")
    elif path.exists():
        yield path
    else:
        yield from (Path(match) for match in glob.glob(text, recursive=True))  # noqa: PTH207


def expect_logs(logs: Sequence[str]) -> None:
    """State the size of logs as CSV, from the sizes of their files; those that cannot be looked at count as large."""
    from audit.kernel import SMALL_UNCOMPILED, expect

    total = 0
    for text in logs:
        try:
            for path in _files(text):
                total += path.stat().st_size * (_TIMES if path.name.lower().endswith(_PACKED) else 1)
                if total > SMALL_UNCOMPILED:
                    break
        except OSError:
            total += SMALL_UNCOMPILED + 1
    expect(total)


def expect_little() -> None:
    """State that a verb reads no log, or a few hands: a stored run's evidence, the fixtures of a pack."""
    from audit.kernel import expect

    expect(0)


def tell_passed_over(logs: Sequence[str]) -> None:
    """Name on the error stream what lies in the folders and is no log by its name: nothing is left out unsaid."""
    from audit.logs.sources import KINDS, passed_over

    names = passed_over(logs)
    if names:
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        said = ", ".join(visible(name) for name in names[:_NAMED])
        typer.echo(f"audit: not read, being none of {KINDS}: {said}{more}", err=True)
