"""How much a verb is to read, told to ``audit.kernel`` before anything is compiled for it, and what it does not."""

import glob
import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, cast

import typer

from audit.errors import visible

_NAMED = 5
_TIMES = 12  # so many bytes of CSV stand in one of a Parquet log, where it does not tell its rows
_A_ROW = 128  # bytes of CSV
_BLOCK = 1 << 20


def _files(text: str) -> Iterator[Path]:
    path = Path(text)
    if path.is_dir():
        yield from path.rglob("*")
    elif path.exists():
        yield path
    else:
        yield from (Path(match) for match in glob.glob(text, recursive=True))  # noqa: PTH207


def _as_csv(path: Path, most: int) -> int:
    """The bytes of CSV that a log holds: a packed one is unfolded up to ``most``, for a small file may hold any number.

    A file that does not read counts by its size: the reading will say what is wrong with it.
    """
    size, name = path.stat().st_size, path.name.lower()
    if size > most:
        return size
    if name.endswith(".parquet"):
        return max(_rows(path) * _A_ROW, size * _TIMES)
    if not name.endswith((".gz", ".zst")):
        return size
    try:
        with path.open("rb") as file:
            return _unfolded(file, name, most)
    except (OSError, EOFError, ValueError, MemoryError, _packing_error()):
        return size


def _rows(path: Path) -> int:
    """The rows that a Parquet log tells, 0 where it does not read."""
    import pyarrow.parquet as pq

    try:
        return int(pq.read_metadata(path).num_rows)
    except (OSError, ValueError, MemoryError):
        return 0


def _packing_error() -> type[Exception]:
    import zstandard

    return zstandard.ZstdError


def _unfolded(file: IO[bytes], name: str, most: int) -> int:
    import zstandard

    stream: IO[bytes] = cast(
        IO[bytes],
        gzip.GzipFile(fileobj=file)
        if name.endswith(".gz")
        else zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True),
    )
    total = 0
    while total <= most and (block := stream.read(_BLOCK)):
        total += len(block)
    return total


def expect_logs(logs: Sequence[str]) -> None:
    """State the size of logs as CSV; those that cannot be looked at count as large."""
    from audit.kernel import SMALL_UNCOMPILED, expect

    total = 0
    for text in logs:
        try:
            for path in _files(text):
                total += _as_csv(path, SMALL_UNCOMPILED)
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
