"""Logs that come out of order: sorted out of core by DuckDB, hands with one id told apart."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.errors import Fault, LogError, Place
from audit.logs.canonical import word_array
from audit.logs.columns import ARRAYS, WORD_COLUMNS, Places, Rows, Words
from audit.logs.continuity import ROWS_OF_A_FILE

MEMORY_LIMIT = "1GB"
_SLICE = 16 << 20  # bytes

_KINDS: dict[Any, pa.DataType] = {
    np.int8: pa.int8(),
    np.int16: pa.int16(),
    np.int32: pa.int32(),
    np.int64: pa.int64(),
    np.uint64: pa.uint64(),
}
_SCHEMA = pa.schema(
    [("table" if name == "table" else name, _KINDS[kind]) for name, kind in ARRAYS.items()]
    + [(name, pa.string()) for name in WORD_COLUMNS]
)

# A hand is told from another by its table, game and day as well; of those that share an id in a casino the one that
# began first keeps it. The names of places decide the order, never the numbers that this reading gave them.
_HANDS = """
CREATE TABLE hands AS
SELECT *, row_number() OVER (PARTITION BY casino, hand_id ORDER BY first, table_id, game, day) AS turn,
       first_value(table_id) OVER (PARTITION BY casino, hand_id ORDER BY first, table_id, game, day) AS owner
FROM (
    SELECT log."table", log.game, log.day, log.hand_id, min(log.time) AS first, any_value(places.casino) AS casino,
           any_value(places.table_id) AS table_id
    FROM log JOIN places ON places."table" = log."table"
    GROUP BY log."table", log.game, log.day, log.hand_id
)
"""
_JOINED = """
SELECT log.*, hands.owner AS owner FROM log JOIN hands
ON hands."table" = log."table" AND hands.game = log.game AND hands.day = log.day AND hands.hand_id = log.hand_id
WHERE hands.turn {turn}
ORDER BY hands.casino, hands.table_id, hands.first, log.hand_id, log.game, log.day, log.seq, log.source, log.source_row
"""


_ASTRAY = """
SELECT DISTINCT "table" FROM (
    SELECT "table", low, lag(high) OVER (PARTITION BY "table" ORDER BY first, hand_id, game, day) AS before
    FROM (
        SELECT log."table", log.hand_id, log.game, log.day, min(log.time) AS first,
               min(place) AS low, max(place) AS high
        FROM log JOIN ranks ON ranks.source = log.source,
             LATERAL (SELECT ranks.first_place + least(greatest(log.source_row, 0), {last_row}) AS place)
        GROUP BY log."table", log.hand_id, log.game, log.day
    )
) WHERE before >= low
"""


class Ousted(NamedTuple):
    """Rows of hands whose id another hand had first; ``owner`` is the table of that hand, row by row."""

    rows: Rows
    owner: list[str]


def _record_batch(rows: Rows) -> pa.RecordBatch:
    columns = [pa.array(rows.arrays[name], _KINDS[kind]) for name, kind in ARRAYS.items()]
    columns += [word_array(words.code, words.values).cast(pa.string()) for words in _in_order(rows)]
    return pa.RecordBatch.from_arrays(columns, schema=_SCHEMA)


def _small(batch: pa.RecordBatch) -> list[pa.RecordBatch]:
    """A batch in slices of at most some megabytes each, as far as single rows allow: DuckDB takes a slice at a time."""
    parts = -(-batch.nbytes // _SLICE)
    size = max(1, -(-batch.num_rows // parts)) if parts else max(1, batch.num_rows)
    return [batch.slice(first, size) for first in range(0, batch.num_rows, size)]


def _watched(parts: Iterator[Rows], failures: list[BaseException]) -> Iterator[Rows]:
    """The same rows; what they fail with is kept as well."""
    try:
        yield from parts
    except BaseException as failure:
        failures.append(failure)
        raise


def _in_order(rows: Rows) -> list[Words]:
    return [rows.words[name] for name in WORD_COLUMNS]


def _rows(batch: pa.RecordBatch) -> Rows:
    words = {}
    for name in WORD_COLUMNS:
        column = batch.column(name).cast(pa.string()).dictionary_encode()
        words[name] = Words(column.indices.cast(pa.int32()).fill_null(-1).to_numpy(), column.dictionary)
    return Rows({name: batch.column(name).to_numpy().astype(kind) for name, kind in ARRAYS.items()}, words)


class OutOfCoreSort(AbstractContextManager["OutOfCoreSort"]):
    """Rows taken in as they come and given back by casino, table, time of hand, hand and seq, on disk meanwhile."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="handaudit-")
        self._base = duckdb.connect(f"{self._folder.name}/log.duckdb")
        self._base.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        quoted = self._folder.name.replace("'", "''")
        self._base.execute(f"SET temp_directory = '{quoted}'")
        self._base.execute("SET enable_progress_bar = false")

    def _execute(self, query: str) -> None:
        """LogError where the rows hold more text than can be sorted in the memory that is allowed for it."""
        try:
            self._base.execute(query)
        except duckdb.OutOfMemoryException:
            found = "the rows are out of order and hold too much text to be sorted"
            raise LogError(Fault(Place("LOG"), found, "send them in order, hand by hand")) from None

    def take(self, parts: Iterator[Rows]) -> None:
        """Take in all rows; hands are told apart when the last has come; raises what the rows end with, if not well."""
        failures: list[BaseException] = []
        batches = (batch for rows in _watched(parts, failures) if len(rows) for batch in _small(_record_batch(rows)))
        stream = pa.RecordBatchReader.from_batches(_SCHEMA, batches)
        self._base.register("stream", stream)
        try:
            self._execute("CREATE TABLE log AS SELECT * FROM stream")
        except Exception:
            if failures:  # DuckDB tells it in words of its own
                raise failures[0] from failures[0].__cause__
            raise
        self._base.unregister("stream")

    def part_hands(self, places: Places) -> None:
        """Find the hands, and of those that share an id the one that keeps it."""
        table = pa.table(
            {
                "table": pa.array(range(len(places.tables)), pa.int32()),
                "casino": pa.array([key.casino for key in places.tables], pa.string()),
                "table_id": pa.array([key.table_id for key in places.tables], pa.string()),
            }
        )
        self._base.register("given_places", table)
        self._base.execute("CREATE TABLE places AS SELECT * FROM given_places")
        self._execute(_HANDS)

    def present(self, hashes: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """The hands that are there, of those with some hashes: hash and table of each."""
        if not len(hashes):
            return hashes, np.zeros(0, np.int32)
        self._base.register("wanted", pa.table({"hash": pa.array(np.unique(hashes))}))
        query = 'SELECT DISTINCT log."hash", log."table" FROM log WHERE log."hash" IN (SELECT "hash" FROM wanted)'
        found = self._base.sql(query).to_arrow_table()
        self._base.unregister("wanted")
        return found["hash"].to_numpy(), found["table"].to_numpy().astype(np.int32)

    def astray(self, rank: NDArray[np.int64]) -> frozenset[int]:
        """The tables whose hands do not stand in the files, taken by their ranks, in the order of their times."""
        ranks = {
            "source": pa.array(np.arange(len(rank), dtype=np.int32)),
            "first_place": pa.array(rank * ROWS_OF_A_FILE),
        }
        self._base.register("ranks", pa.table(ranks))
        found = self._base.sql(_ASTRAY.format(last_row=ROWS_OF_A_FILE - 1)).fetchall()
        self._base.unregister("ranks")
        return frozenset(number for (number,) in found)

    def rows(self, size: int) -> Iterator[Rows]:
        """The rows of hands that keep their id, in order, about so many at a time."""
        for batch in self._base.sql(_JOINED.format(turn="= 1")).to_arrow_reader(size):
            yield _rows(batch)

    def ousted(self, size: int) -> Iterator[Ousted]:
        """The rows of hands whose id another had first."""
        for batch in self._base.sql(_JOINED.format(turn="> 1")).to_arrow_reader(size):
            yield Ousted(_rows(batch), batch.column("owner").to_pylist())

    def __exit__(self, *_: object) -> None:
        self._base.close()
        self._folder.cleanup()
