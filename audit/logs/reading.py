"""From paths to batches: the reading of a set of logs as a whole."""

import copy
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from audit.errors import LogError
from audit.logs.account import REJECT_SCHEMA, Account, DataFinding, FileAccount, Ledger, Reject
from audit.logs.ahead import read_ahead
from audit.logs.assembling import Assembler
from audit.logs.batch import Batch
from audit.logs.batching import data_finding
from audit.logs.canonical import row_texts
from audit.logs.codes import explain
from audit.logs.columns import Rows
from audit.logs.continuity import Gathered
from audit.logs.csv_reading import RawRecords, first_csv_time, read_csv
from audit.logs.lost_hands import signs_of
from audit.logs.parquet_reading import ParquetLog, Span, open_parquet, read_parquet
from audit.logs.sharing import ReachesBeyondError, Share, ShareRead, require_apart, shares
from audit.logs.sources import Source, open_sources
from audit.logs.validating import Validated, Validator, new_seed
from audit.schema import GAMES

_MOST_KEPT = 1_000  # row groups of which the footers are kept from the first look on; others are read again


class _Course(NamedTuple):
    """What one pass over the files works with."""

    ledger: Ledger
    validator: Validator
    assembler: Assembler


class LogSet:
    """The logs of one reading: batches of whole hands, and the account of every row.

    With one of ``threads`` a file is read in the thread that asks for its batches, with more it is read ahead.
    Read ``batches`` to the end; where that raises OutOfOrder, throw away what has come and read ``sorted_batches``.
    Either leaves the account, the rejected rows and the data findings of its own pass.
    """

    def __init__(self, sources: Sequence[Source], batch_rows: int, threads: int = 1) -> None:
        self.sources = tuple(sources)
        self.batch_rows = batch_rows
        self.threads = threads
        self._ledger = Ledger([source.name for source in sources])
        self._sorted = False
        self._share: Share | None = None
        self._course: _Course | None = None
        self._seed = new_seed()
        self._opened: dict[int, ParquetLog] = {}
        times = [self._first_time(number) for number in range(len(self.sources))]
        self._order = sorted(range(len(times)), key=lambda number: (times[number], number))
        self._unordered = {number for number, time in enumerate(times) if time == 0}

    def _first_time(self, number: int) -> int:
        source = self.sources[number]
        return self._parquet(number).first_time if source.is_parquet else first_csv_time(source)

    def _parquet(self, number: int) -> ParquetLog:
        """A Parquet file, opened."""
        if number in self._opened:
            return self._opened[number]
        log = open_parquet(self.sources[number])
        kept = sum(len(other.footer.groups) for other in self._opened.values())
        if kept + len(log.footer.groups) <= _MOST_KEPT:
            self._opened[number] = log
        return log

    def batches(self) -> Generator[Batch, None, None]:
        """Batches in one pass over the files; OutOfOrder, in mid-course, where only a sort can give them.

        LogError where a file turns out to be damaged in its middle.
        """
        course = self._begin(in_order=False)
        for number in self._order:
            for piece in self._good_rows(number, course):
                yield from course.assembler.feed(*piece)
        yield from course.assembler.finish()
        self._close(course.ledger)

    def sorted_batches(self) -> Generator[Batch, None, None]:
        """Batches by casino, table, first time of the hand, hand id and seq, sorted on disk.

        Of hands that share an id in a casino the one that began first keeps it (then by table, game and day); the rows
        of the others are rejected. Same findings as ``batches`` where both can be read.
        """
        from audit.logs.sorting import OutOfCoreSort  # noqa: PLC0415 - a log in order needs no DuckDB

        course = self._begin(in_order=True)
        with OutOfCoreSort() as sort:
            signs = Gathered()
            sort.take(self._all_good_rows(course, signs))
            sort.part_hands(course.validator.places)
            signs.explain(*sort.present(signs.all().hash))
            for ousted in sort.ousted(self.batch_rows):
                self._oust(course, ousted.rows, ousted.owner)
                signs.add(signs_of(ousted.rows))
            rank = np.argsort(np.array(self._order, np.int64))
            lost = signs.all()
            astray = frozenset() if lost.timed.all() else sort.astray(rank)
            course.assembler.continuity.know(lost, rank, astray)
            for rows in sort.rows(self.batch_rows):
                yield from course.assembler.feed(rows)
            yield from course.assembler.finish()
        self._close(course.ledger)

    def _begin(self, *, in_order: bool) -> _Course:
        ledger = self._ledger = Ledger([source.name for source in self.sources])
        self._sorted = in_order
        validator = Validator(ledger, seed=self._seed)
        course = _Course(ledger, validator, Assembler(ledger, validator.places, self.batch_rows, in_order))
        self._course = None if self._share is None else course
        return course

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Have the thread that hashes the files wait, holding nothing: a copy of the process can be made then."""
        with ExitStack() as stack:
            for hashes in {id(source.hashes): source.hashes for source in self.sources}.values():
                stack.enter_context(hashes.standing_still())
            yield

    def _good_rows(self, number: int, course: _Course) -> Iterator[Validated]:
        """The good rows of a file, and what the others tell of the hands that they belong to."""
        try:
            yield from self._rows_of(number, course)
        except LogError:  # a file that is written to reads like a damaged one
            self.sources[number].require_unchanged()
            raise

    def _rows_of(self, number: int, course: _Course) -> Iterator[Validated]:
        source, ledger = self.sources[number], course.ledger
        if source.repeats >= 0 or (self._share is not None and number not in self._share):
            return
        if source.is_parquet:
            spans = None if self._share is None else self._share[number]
            parts = read_parquet(self._parquet(number), number, self.batch_rows, ledger, self.threads, spans)
        else:
            parts = read_csv(source, number, self.batch_rows, ledger, self.threads)
        with closing(read_ahead(parts) if self.threads > 1 else parts) as pieces:
            for piece in pieces:
                ledger.rows_in[number] += len(piece.broken)
                for reject in piece.broken:
                    ledger.reject(reject)
                found = None if piece.chunk is None else course.validator.rows(piece.chunk)
                if piece.broken:
                    found = course.validator.with_broken(found, piece.broken)
                if found is not None:
                    if self._share is not None and (found.signs.scope < 0).any():
                        raise ReachesBeyondError("a row does not tell which table it belongs to")
                    untold = number in self._unordered and len(found.signs.hash)
                    yield found._replace(signs=found.signs.without_place()) if untold else found

    def _all_good_rows(self, course: _Course, signs: Gathered) -> Iterator[Rows]:
        for number in self._order:
            for rows, damage, lost in self._good_rows(number, course):
                course.assembler.damage.add(damage)
                signs.add(lost)
                if rows is not None:
                    yield rows

    def _oust(self, course: _Course, rows: Rows, owners: list[str]) -> None:
        """Reject rows of hands whose id belongs to another hand, and tell each such hand once."""
        ledger, places = course.ledger, course.validator.places
        texts = row_texts(rows, np.arange(len(rows)), places)
        for row, (owner, raw) in enumerate(zip(owners, texts, strict=True)):
            reason = explain("LOG-hand-reused", f"at table {owner}")
            source, source_row = int(rows["source"][row]), int(rows["source_row"][row])
            hand_id = rows.words["hand_id"].shown(row)
            ledger.reject(Reject(source, source_row, -1, hand_id, "hand_id", "LOG-hand-reused", reason, raw))
            finding = data_finding("LOG-hand-reused", GAMES[int(rows["game"][row])], rows, row, places, reason)
            key = finding[:6]
            if not ledger.findings or ledger.findings[-1][:6] != key:
                ledger.findings.append(finding)

    def _close(self, ledger: Ledger) -> None:
        """Account for files that repeat another, check that every row is in one bucket."""
        for number, source in enumerate(self.sources):
            if source.repeats >= 0 and self._share is None:
                ledger.rows_in[number] = ledger.duplicate[number] = ledger.rows_in[source.repeats]
                ledger.reasons[number]["LOG-file-repeated"] = int(ledger.rows_in[number])
                ledger.notes[number].add(("LOG-file-repeated", self.sources[source.repeats].name))
        ledger.check()

    def shared_out(self, count: int) -> list["LogSet"]:
        """The same logs in at most so many shares, to be read at the same time; none where they must be read as one.

        Of a share only ``batches`` can be read, which then also raises ReachesBeyondError, and only once.
        """
        files = [number for number in self._order if self.sources[number].repeats < 0]
        if not all(self.sources[number].is_parquet for number in files):
            return []
        try:
            found = shares({number: self._parquet(number) for number in files}, count)
        except LogError:  # the reading tells it, in its turn
            return []
        return [self._with_share(share) for share in found]

    def beginning(self, rows: int) -> "LogSet":
        """A share of so many of the first rows, if the first file is Parquet and has them."""
        first = next(number for number in self._order if self.sources[number].repeats < 0)
        return self._with_share({first: [Span(0, min(rows, self._parquet(first).footer.rows))]})

    def _with_share(self, share: Share) -> "LogSet":
        part = copy.copy(self)
        part._share, part.threads = share, 1
        return part

    def hand_over(self, folder: Path) -> ShareRead:
        """What came of the reading of this share, after its batches; its files go into an empty folder."""
        if self._course is None:
            raise ValueError("the batches have not been read")
        ledger, validator, assembler = self._course
        assembler.index.write(folder / "hands.npy")
        accounts = ledger.hand_over(folder / "rejects")
        return ShareRead(accounts, frozenset(validator.places.tables), folder / "hands.npy", assembler.damage.hashes())

    def take_over(self, parts: Sequence[ShareRead]) -> None:
        """Put together what came of shares; ReachesBeyondError or OutOfOrder where the logs must be read anew."""
        require_apart(parts)
        ledger = self._begin(in_order=False).ledger
        for part in parts:
            ledger.take_over(part.accounts)
        self._close(ledger)

    def account(self) -> Account:
        """Where the rows of every file went, after the batches have been read; LogError where a file has changed."""
        ledger = self._ledger
        for source in self.sources:
            _ = source.sha256  # it has been read to its end then, for the hash too
            source.require_unchanged()
        files = [
            FileAccount(
                source.name,
                source.sha256,
                source.bytes,
                int(ledger.rows_in[number]),
                int(ledger.replayed[number]),
                int(ledger.rejected[number]),
                int(ledger.duplicate[number]),
                int(ledger.out_of_scope[number]),
                dict(sorted(ledger.reasons[number].items())),
                tuple(sorted(ledger.notes[number])),
            )
            for number, source in enumerate(self.sources)
        ]
        return Account(tuple(files), self._sorted)

    def reject_pieces(self) -> Iterator[pa.Table]:
        """The rejected rows, whole, in canonical order, piece by piece: flat however many they are.

        A CSV file of which rows were rejected after their text had gone is read once more for them.
        """
        files: dict[int, RawRecords] = {}

        def fetch(number: int, row: int) -> tuple[bytes, int] | None:
            if self.sources[number].is_parquet:
                return None
            if number not in files:
                files[number] = RawRecords(self.sources[number])
            return files[number].at(row)

        try:
            yield from self._ledger.reject_pieces(fetch)
        finally:
            for file in files.values():
                file.close()

    def rejects(self) -> pa.Table:
        """The rejected rows, whole, in canonical order."""
        return pa.concat_tables([REJECT_SCHEMA.empty_table(), *self.reject_pieces()])

    def data_findings(self) -> list[DataFinding]:
        """Faults of the data of whole hands, in canonical order."""
        return self._ledger.finding_list()


def open_logs(paths: Sequence[str], *, batch_rows: int = 131_072, threads: int = 1) -> LogSet:
    """Find, hash and look into the logs at paths, folders and globs.

    UsageError where a path matches nothing; LogError where a file cannot be read, is no log, or lacks columns.
    """
    return LogSet(open_sources(paths), max(1, batch_rows), threads)
