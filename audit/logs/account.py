"""What became of every row: the account of each file, the rejected rows whole, and the faults of the data by hand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.errors import HandauditError
from audit.logs.columns import Chunk
from audit.logs.escaping import escape_cell, escape_raw
from audit.logs.spill import Spill, rows_at, write_rows
from audit.schema import GAMES

REJECT_SCHEMA = pa.schema(
    [
        ("source_file", pa.string()),
        ("source_row", pa.int64()),
        ("byte_offset", pa.int64()),
        ("hand_id", pa.string()),
        ("column", pa.string()),
        ("code", pa.string()),
        ("reason", pa.string()),
        ("raw", pa.string()),
    ]
)


# On the heap a rejected row is known by its file's number, and has no offset where its bytes are still in the file.
_HEAP_SCHEMA = pa.schema([pa.field("source", pa.int32()), *list(REJECT_SCHEMA)[1:]])
_HEAP_ORDER = ("source", "source_row", "byte_offset", "hand_id", "column", "code")
_BUCKETS = ("rows_in", "replayed", "rejected", "duplicate", "out_of_scope")
_WAITING = 4_096  # rejected rows held in memory before they go to the heap
_WAITING_BYTES = 16 << 20  # the same, of what the rows say
_PIECE_BYTES = 32 << 20

Fetch = Callable[[int, int], tuple[bytes, int] | None]


class AccountError(HandauditError):
    """Rows in and rows accounted for differ: a fault of the program, never of the log."""


@dataclass(frozen=True)
class FileAccount:
    """Where the rows of one file went; ``rows_in`` is the sum of the four buckets.

    ``reasons`` counts rows by code (rejected, duplicate), and by ``LOG-game:<word>`` those of games out of scope;
    ``notes`` are remarks on the file as a whole, each a code and what it is about.
    """

    name: str
    sha256: str
    bytes: int
    rows_in: int
    replayed: int
    rejected: int
    duplicate: int
    out_of_scope: int
    reasons: dict[str, int]
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Account:
    """Where all rows went, file by file; ``Batch.source`` is an index into ``files``."""

    files: tuple[FileAccount, ...]
    sorted_out_of_core: bool = False

    def total(self, bucket: str) -> int:
        """The sum of a bucket (``rows_in``, ``replayed``, ``rejected``, ``duplicate``, ``out_of_scope``)."""
        return sum(int(getattr(file, bucket)) for file in self.files)


class Piece(NamedTuple):
    """A piece of a file as its reader gives it: rows that could not even be parted into fields, and the others."""

    broken: Sequence["Reject"]
    chunk: Chunk | None


class DataFinding(NamedTuple):
    """A fault of the data of one hand, or of the hands that one id was given to."""

    code: str
    casino: str
    table_id: str
    gaming_day: int  # days since 1970-01-01
    game: str
    hand_id: str
    seq: int
    reason: str
    source: int
    source_row: int


class Reject(NamedTuple):
    """A rejected row; ``byte_offset`` is -1 where its bytes are no more at hand: ``raw`` then says what it said."""

    source: int
    source_row: int
    byte_offset: int
    hand_id: str | None
    column: str
    code: str
    reason: str
    raw: bytes


class Accounts(NamedTuple):
    """What a ledger has noted, fit to be handed to another process; ``rejects`` is a file of rejected rows, if any."""

    buckets: dict[str, NDArray[np.int64]]
    reasons: list[Counter[str]]
    notes: list[set[tuple[str, str]]]
    findings: list[DataFinding]
    rejects: Path | None


@dataclass
class Ledger:
    """The running account of one reading."""

    names: Sequence[str]
    rows_in: NDArray[np.int64] = field(init=False)
    replayed: NDArray[np.int64] = field(init=False)
    rejected: NDArray[np.int64] = field(init=False)
    duplicate: NDArray[np.int64] = field(init=False)
    out_of_scope: NDArray[np.int64] = field(init=False)
    reasons: list[Counter[str]] = field(init=False)
    notes: list[set[tuple[str, str]]] = field(init=False)
    findings: list[DataFinding] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = len(self.names)
        self.rows_in = np.zeros(count, np.int64)
        self.replayed = np.zeros(count, np.int64)
        self.rejected = np.zeros(count, np.int64)
        self.duplicate = np.zeros(count, np.int64)
        self.out_of_scope = np.zeros(count, np.int64)
        self.reasons = [Counter() for _ in self.names]
        self.notes = [set() for _ in self.names]
        self._waiting: list[Reject] = []
        self._waiting_bytes = 0
        self._heap: Spill | None = None

    def reject(self, reject: Reject) -> None:
        """Note a rejected row."""
        self._waiting.append(reject)
        self._waiting_bytes += len(reject.raw)
        if len(self._waiting) == _WAITING or self._waiting_bytes > _WAITING_BYTES:
            self._put_away()
        self.rejected[reject.source] += 1
        self.reasons[reject.source][reject.code] += 1

    def repeat(self, source: NDArray[np.int32], code: str) -> None:
        """Note rows that repeat others word for word."""
        counts = np.bincount(source, minlength=len(self.names))
        self.duplicate += counts
        for file in np.flatnonzero(counts).tolist():
            self.reasons[file][code] += int(counts[file])

    def hand_over(self, path: Path) -> Accounts:
        """Everything that has been noted, the rejected rows in a file at a path; nothing more can be rejected."""
        buckets: dict[str, NDArray[np.int64]] = {name: getattr(self, name) for name in _BUCKETS}
        if not self.rejected.any():
            return Accounts(buckets, self.reasons, self.notes, self.findings, None)
        write_rows(path, _HEAP_SCHEMA, self._waiting_heap().unordered())
        return Accounts(buckets, self.reasons, self.notes, self.findings, path)

    def take_over(self, other: Accounts) -> None:
        """Note what another ledger over the same files has noted of other rows."""
        for name, counts in other.buckets.items():
            getattr(self, name)[:] += counts
        for own, more in zip(self.reasons, other.reasons, strict=True):
            own.update(more)
        for noted, also in zip(self.notes, other.notes, strict=True):
            noted.update(also)
        self.findings += other.findings
        if other.rejects:
            heap = self._waiting_heap()
            for batch in rows_at(other.rejects):
                heap.add(batch)

    def check(self) -> None:
        """Raise AccountError unless every row of every file has gone to exactly one bucket."""
        accounted = self.replayed + self.rejected + self.duplicate + self.out_of_scope
        for file in np.flatnonzero(accounted != self.rows_in).tolist():
            raise AccountError(
                f"{self.names[file]}: {self.rows_in[file]} rows in, {accounted[file]} accounted for "
                f"(replayed {self.replayed[file]}, rejected {self.rejected[file]}, duplicate {self.duplicate[file]}, "
                f"out of scope {self.out_of_scope[file]})"
            )

    def _waiting_heap(self) -> Spill:
        """The heap of the rejected rows, with all there are."""
        return self._put_away() if self._waiting or self._heap is None else self._heap

    def _put_away(self) -> Spill:
        """Put the rejected rows that wait on the heap, which is made with the first of them."""
        if self._heap is None:
            self._heap = Spill(None, _HEAP_SCHEMA)
        rows = self._waiting
        columns = {
            "source": [r.source for r in rows],
            "source_row": [r.source_row for r in rows],
            "byte_offset": [None if r.byte_offset < 0 else r.byte_offset for r in rows],
            "hand_id": [None if r.hand_id is None else escape_cell(r.hand_id) for r in rows],
            "column": [r.column for r in rows],
            "code": [r.code for r in rows],
            "reason": [r.reason for r in rows],
            "raw": [escape_raw(r.raw) for r in rows],
        }
        self._heap.add(pa.RecordBatch.from_pydict(columns, _HEAP_SCHEMA))
        self._waiting, self._waiting_bytes = [], 0
        return self._heap

    def reject_pieces(self, fetch: Fetch) -> Iterator[pa.Table]:
        """The rejected rows in the order of their files' names, then of their places in the file, piece by piece.

        ``fetch`` gives the bytes and the offset of a row by its file's number and its place, None where the file has no
        text; it is asked only for rows that have no offset, in this order. Nothing more can be rejected.
        """
        if not self.rejected.any():
            return
        names = pa.array([escape_cell(name) for name in self.names], pa.string())
        heap = self._waiting_heap()
        for piece in heap.ordered(_HEAP_ORDER, piece=heap.rows_within(_PIECE_BYTES)):
            if piece["byte_offset"].null_count:
                piece = _fetched(piece, fetch)  # noqa: PLW2901
            columns = [names.take(piece["source"].combine_chunks()), *piece.columns[1:]]
            yield pa.table(columns, schema=REJECT_SCHEMA)

    def finding_list(self) -> list[DataFinding]:
        """The data findings in canonical order: casino, table, day, game, hand, seq, code."""
        return sorted(
            self.findings,
            key=lambda f: (f.casino, f.table_id, f.gaming_day, GAMES.index(f.game), f.hand_id, f.seq, f.code, f.reason),
        )


def _fetched(piece: pa.Table, fetch: Fetch) -> pa.Table:
    """A piece of the heap with the exact bytes of its rows, as far as their files have them."""
    offsets, raw = piece["byte_offset"].to_pylist(), piece["raw"].to_pylist()
    places = zip(piece["source"].to_pylist(), piece["source_row"].to_pylist(), strict=True)
    for row, (source, source_row) in enumerate(places):
        if offsets[row] is None and (found := fetch(source, source_row)) is not None:
            raw[row], offsets[row] = escape_raw(found[0]), found[1]
    for name, column in (("byte_offset", offsets), ("raw", raw)):
        field = piece.schema.field(name)
        piece = piece.set_column(piece.schema.get_field_index(name), field, pa.array(column, field.type))
    return piece
