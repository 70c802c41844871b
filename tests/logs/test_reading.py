"""Logs from files to batches and the account."""

import datetime
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from audit.logs import open_logs
from audit.logs.writing import write_log

UTC = datetime.UTC


def hand_rows(hand_id: str, start: datetime.datetime, table_id: str = "PG01") -> list[dict[str, object]]:
    """A whole little pai gow hand, one dict a row."""
    events = [
        ("hand_start", 3, None),
        ("bank", 3, None),
        ("bet", 5, None),
        ("deal", 5, "6-6 1-1 4-4 1-3"),
        ("hand_end", None, None),
    ]
    return [
        {
            "casino": "C01",
            "table_id": table_id,
            "game": "pai_gow",
            "gaming_day": datetime.date(2026, 10, 3),
            "hand_id": hand_id,
            "seq": seq,
            "time": start + datetime.timedelta(seconds=seq),
            "event": event,
            "seat": seat,
            "pieces": pieces,
            "currency": "HKD",
        }
        for seq, (event, seat, pieces) in enumerate(events, 1)
    ]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_written_log_reads_as_whole_hands_in_order(tmp_path: Path, suffix: str) -> None:
    begin = datetime.datetime(2026, 10, 3, 12, tzinfo=UTC)
    rows = [row for n in range(5) for row in hand_rows(f"H{n}", begin + datetime.timedelta(minutes=n))]
    path = tmp_path / f"log{suffix}"
    write_log(pa.Table.from_pylist(rows), path)
    logs = open_logs([str(path)], batch_rows=10)
    batches = list(logs.batches())
    assert [hand for batch in batches for hand in batch.hand_id.to_pylist()] == [f"H{n}" for n in range(5)]
    assert all(np.array_equal(batch.gap, batch.start[1:]) for batch in batches)
    assert logs.account().files[0].replayed == logs.account().files[0].rows_in == 25
    assert logs.rejects().num_rows == 0
