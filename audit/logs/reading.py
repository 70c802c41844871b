"""From paths to batches: the reading of a set of logs as a whole."""

from collections.abc import Iterator, Sequence

import pyarrow as pa

from audit.logs.account import Account, DataFinding, FileAccount, Ledger
from audit.logs.assembling import Assembler
from audit.logs.batch import Batch
from audit.logs.columns import Chunk
from audit.logs.csv_reading import read_csv
from audit.logs.parquet_reading import read_parquet
from audit.logs.sources import Source, open_sources
from audit.logs.validating import Validator


class LogSet:
    """The logs of one reading: batches of whole hands, and the account of every row."""

    def __init__(self, sources: Sequence[Source], batch_rows: int) -> None:
        self.sources = tuple(sources)
        self.batch_rows = batch_rows
        self._ledger = Ledger([source.name for source in sources])
        self._sorted = False

    def batches(self) -> Iterator[Batch]:
        """Batches in one pass over the files; OutOfOrder, in mid-course, where only a sort can give them."""
        ledger = self._ledger = Ledger([source.name for source in self.sources])
        validator = Validator(ledger)
        assembler = Assembler(ledger, validator.places, self.batch_rows)
        for number in range(len(self.sources)):
            for chunk in self._chunks(number):
                rows, damage = validator.rows(chunk)
                yield from assembler.feed(rows, damage)
        yield from assembler.finish()
        self._close(ledger)

    def _chunks(self, number: int) -> Iterator[Chunk]:
        source = self.sources[number]
        if source.repeats >= 0:
            return iter(())
        read = read_parquet if source.is_parquet else read_csv
        return read(source, number, self.batch_rows)

    def _close(self, ledger: Ledger) -> None:
        """Account for files that repeat another word for word, and check that every row went to one bucket."""
        for number, source in enumerate(self.sources):
            if source.repeats >= 0:
                ledger.rows_in[number] = ledger.duplicate[number] = ledger.rows_in[source.repeats]
                ledger.reasons[number]["LOG-file-repeated"] = int(ledger.rows_in[number])
                ledger.notes[number].add(("LOG-file-repeated", self.sources[source.repeats].name))
        ledger.check()

    def account(self) -> Account:
        """Where the rows of every file went, after the batches have been read."""
        ledger = self._ledger
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

    def rejects(self) -> pa.Table:
        """The rejected rows, whole, in canonical order."""
        return self._ledger.reject_table()

    def data_findings(self) -> list[DataFinding]:
        """Faults of the data of whole hands, in canonical order."""
        return self._ledger.finding_list()


def open_logs(paths: Sequence[str], *, batch_rows: int = 262_144) -> LogSet:
    """Find and hash the logs at paths, folders and globs; UsageError or LogError where there is none to read."""
    return LogSet(open_sources(paths), batch_rows)
