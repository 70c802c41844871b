"""The results of a stored run, for people who work with pandas.

    from audit.results import open_run
    run = open_run("night")
    run.findings().groupby("rule_id").size()

Nothing here depends on how the run was made; the files say everything.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from audit.errors import ResultsError
from audit.findings.folder import MANIFEST
from audit.findings.manifest_form import read_manifest
from audit.findings.verifying import faults_of_files

if TYPE_CHECKING:
    import pandas as pd


_MOST_SAID = 200  # characters of what an error of the reading says
_NOT_AS_WRITTEN = (  # an error of our own is none of these
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class Run:
    """A stored run: its folder and its manifest; the tables are read when they are asked for."""

    directory: Path
    manifest: dict[str, Any]

    def as_written(self, name: str) -> Path:
        """The path of a file of the run; ResultsError where it is not the one that the manifest names."""
        for fault in faults_of_files(self.directory, {name: self.manifest["files"][name]}):
            raise ResultsError(f"{self.directory / fault}")
        return self.directory / name

    @cached_property
    def rules(self) -> dict[str, Any]:
        """The rules, parameters, readings and instruments that were in force, as ``rules.json`` holds them."""
        return _json(self.as_written("rules.json"))

    def findings(self) -> "pd.DataFrame":
        """One row a finding: days as ``datetime.date``, money as ``Decimal``, whole numbers nullable."""
        return _parquet(self.as_written("findings.parquet"))

    def evidence(self) -> "pd.DataFrame":
        """All canonical rows of every hand that has a finding, in the log's own columns."""
        return _parquet(self.as_written("evidence.parquet"))

    def coverage(self) -> "pd.DataFrame":
        """Outcomes counted by rule, casino, table and gaming day; ``reasons`` as a dict of counts."""
        table = _csv(path := self.as_written("coverage.csv"))
        try:
            for name in table.columns[4:11]:
                table[name] = table[name].astype("int64")
            table["reasons"] = table["reasons"].map(json.loads)
        except (ValueError, KeyError, OverflowError, RecursionError) as error:
            raise ResultsError(f"{path}: not as a run writes it ({type(error).__name__}: {error})") from None
        return table

    def rejects(self) -> "pd.DataFrame":
        """The rejected rows with file, row, column, code, reason and raw bytes."""
        table = _csv(path := self.as_written("rejects.csv"))
        try:
            for name in ("source_row", "byte_offset"):
                table[name] = table[name].replace("", None).astype("Int64")
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            raise ResultsError(f"{path}: not as a run writes it ({type(error).__name__}: {error})") from None
        return table


@contextmanager
def reading(*directories: Path) -> Iterator[None]:
    """Turn what reading the cells of stored runs trips over into a ResultsError.

    A run that somebody wrote anew, manifest and all, agrees with itself and may yet hold what no run writes.
    """
    try:
        yield
    except _NOT_AS_WRITTEN as error:
        where = ", ".join(str(directory) for directory in directories)
        said = str(error)[:_MOST_SAID]
        raise ResultsError(f"{where}: holds what a run does not write ({type(error).__name__}: {said})") from error


def open_run(directory: str | PathLike[str]) -> Run:
    """The run stored in a folder; ResultsError where there is none, or one that this version cannot read."""
    folder = Path(directory)
    if not (folder / MANIFEST).is_file():
        raise ResultsError(f"{folder}: no run is stored there (no {MANIFEST}); audit run ... --out {folder} makes one")
    manifest, _ = read_manifest(folder)
    return Run(folder, manifest)


def _json(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise ResultsError(f"{path}: missing; the run is incomplete") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None
    return found


def _parquet(path: Path) -> "pd.DataFrame":
    import pandas as pd  # noqa: PLC0415  slow to import, and the command line seldom needs it
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    whole = {
        pa.int8(): pd.Int8Dtype(),
        pa.int16(): pd.Int16Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
    }
    try:
        table = pq.read_table(path, partitioning=None)
        table.validate(full=True)  # texts that are none come to light nowhere else
        frame: pd.DataFrame = table.to_pandas(types_mapper=whole.get)
    except (OSError, ValueError, OverflowError, pa.ArrowException) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None
    return frame


def _csv(path: Path) -> "pd.DataFrame":
    import pandas as pd  # noqa: PLC0415

    try:
        return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ResultsError(f"{path}: cannot be read ({error})") from None
