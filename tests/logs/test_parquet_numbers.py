"""Numbers of a Parquet file by the faster library: alike, or left to the other."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.logs import parquet_reading
from audit.logs.parquet_numbers import ParquetNumbers, read_alike
from tests.logs.canonical_hands import canonical_hands, log, read, table_of

LOG = table_of(log(12, 3))
NUMBERS = read_alike(LOG.schema, LOG.schema.names)


def numbers_of(path: Path, first: int, rows: int) -> pa.RecordBatch | None:
    """Some rows of the columns of numbers of a file."""
    return ParquetNumbers(str(path), pq.read_schema(path), NUMBERS, 1).read(first, rows)


@given(rows=st.integers(1, 30), group=st.integers(1, 30), first=st.integers(0, 60))
def test_any_rows_are_those_that_arrow_gives(
    tmp_path_factory: pytest.TempPathFactory, rows: int, group: int, first: int
) -> None:
    path = tmp_path_factory.mktemp("numbers") / "log.parquet"
    pq.write_table(LOG, path, row_group_size=group)
    told = numbers_of(path, first, rows)
    assert told is not None
    expected = pq.read_table(path, columns=NUMBERS).slice(first, rows)
    assert pa.table(told).to_pydict() == expected.to_pydict()


def test_more_rows_than_there_are_is_no_answer(tmp_path: Path) -> None:
    pq.write_table(LOG, tmp_path / "log.parquet")
    assert numbers_of(tmp_path / "log.parquet", LOG.num_rows - 1, 2) is None


@pytest.mark.parametrize("batch_rows", [7, 1_000])
@pytest.mark.parametrize("given_up_after", [0, 1, 3, 10_000])
def test_a_log_reads_the_same_wherever_the_faster_library_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch_rows: int, given_up_after: int
) -> None:
    pq.write_table(LOG, tmp_path / "log.parquet", row_group_size=25)
    path, whole = str(tmp_path / "log.parquet"), ParquetNumbers.read
    expected = canonical_hands(read([path], batch_rows)[0])
    asked: list[int] = []

    def read_some(self: ParquetNumbers, first: int, rows: int) -> pa.RecordBatch | None:
        asked.append(first)
        return whole(self, first, rows) if len(asked) <= given_up_after else None

    monkeypatch.setattr(parquet_reading, "LONG", 0)
    monkeypatch.setattr(ParquetNumbers, "read", read_some)
    batches, logs = read([path], batch_rows)
    assert canonical_hands(batches) == expected
    assert logs.account().total("rows_in") == logs.account().total("replayed") == LOG.num_rows
    assert asked


def test_types_that_are_not_the_logs_own_are_left_to_arrow() -> None:
    schema = pa.schema(
        [("seq", pa.int32()), ("amount", pa.decimal128(20, 3)), ("time", pa.timestamp("ms", "Asia/Macau"))]
    )
    assert read_alike(schema, schema.names) == ["seq"]
