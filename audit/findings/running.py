"""A run from its logs to its folder: what ``audit run`` does, as a function."""

import contextlib
import datetime
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from audit.apart import judge_apart
from audit.engine import Judge, Judgement, Progress
from audit.errors import UsageError
from audit.findings import coverage, manifest
from audit.findings.cells import write_csv
from audit.findings.collecting import EVIDENCE_SCHEMA, Collector
from audit.findings.envelope import SCHEMA, data_envelopes
from audit.findings.folder import MANIFEST, require_place, run_folder
from audit.findings.identity import hand_keys, rows_of
from audit.findings.memory import give_back, one_heap, rare_collections
from audit.findings.rules_file import packs, rules_in_force
from audit.findings.verifying import file_sha256
from audit.games.game import Game
from audit.games.registry import registered_games
from audit.logs import DataFinding, LogSet, open_logs
from audit.logs.account import REJECT_SCHEMA
from audit.logs.ahead import read_ahead
from audit.logs.codes import CODES
from audit.rulebook import Rulebook, Selection, built_in_directories, load_rulebook, select

T = TypeVar("T")

_MOST_WORKERS = 4
_SMALL = 4_000_000  # bytes of logs
_BATCH_ROWS = 262_144
_OUTER = 3  # objects in objects of which every key has a line


@dataclass(frozen=True)
class Request:
    """What a run is asked for; ``workers`` None takes the cores at hand, and changes no result."""

    logs: tuple[str, ...]
    out: Path
    rules: tuple[Path, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    enable: tuple[str, ...] = ()
    as_of: datetime.date | None = None
    workers: int | None = None


@dataclass(frozen=True)
class Stored:
    """A stored run: its manifest, whether the rows had to be sorted, and traces of errors of the engine."""

    manifest: dict[str, Any]
    sorted: bool
    traces: tuple[str, ...]


def run_audit(request: Request, *, progress: Progress | None = None, games: Mapping[str, Game] | None = None) -> Stored:
    """Judge logs and store the results in ``request.out``, whole or not at all.

    UsageError, PackError or LogError where the run cannot be done; nothing is written then.
    """
    with one_heap(), rare_collections() as keep:
        return _run(request, progress, games or registered_games(), keep)


def _run(request: Request, progress: Progress | None, games: Mapping[str, Game], keep: Callable[[], None]) -> Stored:
    place = require_place(request.out)
    for folder in request.rules:
        if not folder.is_dir():
            raise UsageError(f"--rules {folder}: no such folder")
    logs = open_logs(request.logs)
    logs.threads = workers = request.workers or _workers(sum(source.bytes for source in logs.sources))
    logs.batch_rows = _BATCH_ROWS
    book = load_rulebook([*built_in_directories(), *request.rules], games)
    selection = select(book, only=request.select, ignore=request.ignore, enable=request.enable)
    keep()
    with run_folder(place) as folder:
        collector = Collector(folder, book, logs.sources)
        try:
            judge = Judge(book, games, selection, collector, workers=workers, progress=progress)
            judgement = judge_apart(judge, collector, logs)
            writing = _Writing(folder, book, games, selection, logs, judgement, collector)
            written = writing.write(request)
        finally:
            collector.discard()
    return Stored(written, judgement.sorted, tuple(trace for _, trace in judgement.tally.traces))


def _workers(size: int) -> int:
    """As many workers as there are cores, up to four, but one for logs that are done before a second has warmed up."""
    return 1 if size < _SMALL else max(1, min(_MOST_WORKERS, len(os.sched_getaffinity(0))))


class _Writing:
    """The files of a run, one after the other, the manifest last."""

    def __init__(
        self,
        folder: Path,
        book: Rulebook,
        games: Mapping[str, Game],
        selection: Selection,
        logs: LogSet,
        judgement: Judgement,
        collector: Collector,
    ) -> None:
        self.folder, self.book, self.games, self.selection = folder, book, games, selection
        self.logs, self.judgement, self.collector = logs, judgement, collector
        self.faults = self._faults()
        self.sums = manifest.FindingSums()
        self.covered = coverage.Covered()
        self.rows: dict[str, int | None] = {}

    def _faults(self) -> list[DataFinding]:
        """The data findings of hands of games that are judged here."""
        return [
            fault for fault in self.logs.data_findings() if fault.game in self.games and fault.game in self.book.books
        ]

    def write(self, request: Request) -> dict[str, Any]:
        """Write everything; the manifest as it was written."""
        titles = {fault.code: CODES[fault.code].sentence for fault in self.faults}
        if self.faults:
            english = {code: title["en"] for code, title in titles.items()}
            self.collector.findings.add(data_envelopes(self.faults, self.collector.origins, english))
        give_back()  # what is sorted and written takes other memory than the batches did
        hands = self._findings()
        give_back()
        self._evidence(hands)
        self._coverage()
        self._rejects()
        self._json(
            "rules.json", rules_in_force(self.book, self.games, self.judgement.tally.games, self.selection, titles)
        )
        files = {
            name: {
                "sha256": file_sha256(self.folder / name),
                "bytes": (self.folder / name).stat().st_size,
                "rows": rows,
            }
            for name, rows in sorted(self.rows.items())
        }
        made = manifest.manifest_json(
            as_of=request.as_of,
            options={"select": request.select, "ignore": request.ignore, "enable": request.enable},
            packs=packs(self.book),
            inputs=manifest.inputs_json(self.logs.account(), self.judgement.left_out),
            tally=self.judgement.tally,
            sums=self.sums,
            covered=self.covered,
            files=files,
        )
        self._json(MANIFEST, made)
        return made

    def _findings(self) -> set[bytes]:
        """Write the findings in canonical order; hashes of the hands that they speak of."""
        hands: set[bytes] = set()
        path = self.folder / "findings.parquet"
        pieces = self._ahead(self.collector.findings_in_order())
        with _parquet(path, SCHEMA) as parquet, _csv_file(self.folder / "findings.csv") as stream:

            def batches() -> Iterator[pa.RecordBatch]:
                for piece in pieces:
                    table = piece.select(SCHEMA.names)
                    self.sums.add(table)
                    hands.update(hand_keys(table))
                    parquet.write_table(table)
                    yield from table.to_batches()

            count = write_csv(stream.write, SCHEMA.names, batches())
        self.rows["findings.parquet"] = self.rows["findings.csv"] = count
        return hands

    def _evidence(self, hands: set[bytes]) -> None:
        count = 0
        with _parquet(self.folder / "evidence.parquet", EVIDENCE_SCHEMA) as parquet:
            for piece in self._ahead(self.collector.evidence_in_order()):
                kept = rows_of(piece, hands)
                parquet.write_table(kept)
                count += kept.num_rows
        self.rows["evidence.parquet"] = count

    def _coverage(self) -> None:
        batches = coverage.coverage_batches(self.judgement.tally, self.book, self.selection, self.faults, self.covered)
        with _csv_file(self.folder / "coverage.csv") as stream:
            self.rows["coverage.csv"] = write_csv(stream.write, coverage.SCHEMA.names, self._ahead(batches))

    def _ahead(self, pieces: Iterator[T]) -> Iterator[T]:
        """The same pieces, each made while the one before is written, where there are cores for both."""
        return read_ahead(pieces) if self.logs.threads > 1 else pieces

    def _rejects(self) -> None:
        batches = (batch for piece in self.logs.reject_pieces() for batch in piece.to_batches())
        with _csv_file(self.folder / "rejects.csv") as stream:
            self.rows["rejects.csv"] = write_csv(stream.write, REJECT_SCHEMA.names, batches)

    def _json(self, name: str, data: dict[str, Any]) -> None:
        (self.folder / name).write_text(json_lines(data) + "\n", encoding="utf-8", newline="\n")
        if name != MANIFEST:
            self.rows[name] = None


def json_lines(data: Any, depth: int = 0) -> str:
    """JSON as people look through it: a key a line in the outer objects, an entry a line in lists of objects."""
    edge = "\n" + " " * depth
    if isinstance(data, dict) and data and depth < _OUTER:
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {json_lines(data[key], depth + 1)}" for key in sorted(data)]
        return f"{{{edge} {f',{edge} '.join(parts)}{edge}}}"
    if isinstance(data, list) and data and isinstance(data[0], dict):
        parts = [json.dumps(entry, ensure_ascii=False, sort_keys=True) for entry in data]
        return f"[{edge} {f',{edge} '.join(parts)}{edge}]"
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@contextlib.contextmanager
def _parquet(path: Path, schema: pa.Schema) -> Iterator[pq.ParquetWriter]:
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        yield writer


def _csv_file(path: Path) -> IO[bytes]:
    return path.open("wb")
