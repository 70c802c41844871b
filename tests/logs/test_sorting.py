"""Sorting out of core: what goes wrong in the reading behind it is told as what it is."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from audit.errors import Fault, LogError, Place
from audit.logs import open_logs
from audit.logs.columns import Rows
from audit.logs.sorting import OutOfCoreSort
from tests.logs.canonical_hands import log, table_of


@pytest.mark.parametrize(
    "failure", [LogError(Fault(Place("log"), "broken", "mend it")), KeyboardInterrupt(), OSError(28)]
)
def test_a_failure_of_the_rows_is_raised_as_it_is(failure: BaseException) -> None:
    def rows() -> Iterator[Rows]:
        raise failure
        yield

    with OutOfCoreSort() as sort, pytest.raises(type(failure)) as raised:
        sort.take(rows())
    assert raised.value is failure


def test_a_log_out_of_order_that_is_damaged_further_on_is_refused_with_its_place(tmp_path: Path) -> None:
    rows = log(12, 3)
    path = tmp_path / "log.parquet"
    pq.write_table(table_of(rows[::-1]), path, row_group_size=24)
    offset = pq.ParquetFile(path).metadata.row_group(3).column(3).data_page_offset
    data = bytearray(path.read_bytes())
    data[offset : offset + 12] = b"\xff" * 12
    path.write_bytes(data)
    with pytest.raises(LogError, match=r"log\.parquet: LOG-corrupt: this is no readable Parquet file"):
        list(open_logs([str(path)]).sorted_batches())


def test_a_folder_for_temporary_files_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "inspector's; SELECT 1"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    path = tmp_path / "log.parquet"
    pq.write_table(table_of(log(12, 3)[::-1]), path)
    assert sum(batch.hand_count for batch in open_logs([str(path)]).sorted_batches()) == 12
    assert list(folder.iterdir()) == []
