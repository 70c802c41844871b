"""Plain records read straight from their bytes say what they say when they are read as columns of texts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.logs import csv_reading
from audit.logs.csv_fields import read_fields
from audit.logs.csv_reading import COLUMNS, _chunk
from audit.logs.csv_scanning import scan_records

WORDS = st.sampled_from(["", "H1", "H2", "C01", "牌九", "a b", "H1 ", "x" * 40, "é", "0", "-"])
CELLS: dict[str, Any] = {
    "amount": st.sampled_from(["", "1", "-1.5", "1000.25", "0", "9.999", "1e3", "+1", "10000000000000000000", "1."]),
    "seq": st.sampled_from(["", "1", "22", "2147483647", "2147483648", "-3", "1.0", "x"]),
    "seat": st.sampled_from(["", "1", "8", "9", "05", "10", "-1", "x"]),
    "time": st.sampled_from(
        ["", "2026-10-03T21:14:05+08:00", "2026-10-03T21:14:05.250Z", "2026-10-03T21:14:05", "2026-02-30T00:00:00Z"]
    ),
    "gaming_day": st.sampled_from(["", "2026-10-03", "2026-10-04", "2026-13-01"]),
}
SOUND: dict[str, Any] = {
    "amount": st.sampled_from(["", "1", "-1.5", "1000.25"]),
    "seq": st.sampled_from(["1", "22", "2147483647"]),
    "seat": st.sampled_from(["", "1", "8"]),
    "time": st.sampled_from(["2026-10-03T21:14:05+08:00", "2026-10-03T21:14:05.250Z"]),
    "gaming_day": st.sampled_from(["2026-10-03", "2026-10-04"]),
}
OF_ITS_KIND = {"payout": "amount", "fee": "amount", "number": "seq", "other_seat": "seat"}


def cell(name: str, cells: dict[str, Any]) -> Any:
    return cells.get(OF_ITS_KIND.get(name, name), WORDS)


def block_of(names: list[str], rows: list[list[str]], line_end: str) -> Any:
    text = "".join(",".join(row) + line_end for row in rows).encode()
    return next(iter(scan_records(lambda _: b"", len(names), 1, 0, 2, text)))


def said(words: dict[str, Any], numbers: dict[str, Any]) -> dict[str, list[Any]]:
    texts = {name: [column.text(row) for row in range(len(column))] for name, column in words.items()}
    return texts | {
        f"number {name}": [
            None if column.fault is not None and column.fault[row] else int(value)
            for row, value in enumerate(column.value.tolist())
        ]
        for name, column in numbers.items()
    }


@pytest.mark.parametrize("cells", [CELLS, SOUND], ids=["any", "sound"])
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fields_say_what_texts_say(monkeypatch: pytest.MonkeyPatch, cells: dict[str, Any], data: st.DataObject) -> None:
    names = data.draw(st.permutations([*COLUMNS, "remark"]))
    rows = data.draw(st.lists(st.tuples(*(cell(name, cells) for name in names)).map(list), min_size=1, max_size=6))
    block = block_of(names, rows, data.draw(st.sampled_from(["\n", "\r\n"])))
    good = np.arange(len(rows))
    monkeypatch.setattr(csv_reading, "compiles", lambda: False)
    slow = _chunk(0, block, good, tuple(names))
    monkeypatch.setattr(csv_reading, "compiles", lambda: True)
    quick = _chunk(0, block, good, tuple(names))
    assert said(dict(quick.words), dict(quick.numbers)) == said(dict(slow.words), dict(slow.numbers))
    assert [quick.raw(row) for row in range(len(rows))] == [slow.raw(row) for row in range(len(rows))]
    assert [quick.found(name, 0) for name in names] == [slow.found(name, 0) for name in names]
    if cells is SOUND:
        assert read_fields(block.data, block.begin, names, COLUMNS) is not None


def test_words_that_share_a_place_in_the_table_are_told_apart() -> None:
    names = ["hand_id", "time"]
    rows = [[f"H{number % 3000:040}", ""] for number in range(6000)]
    block = block_of(names, rows, "\n")
    fields = read_fields(block.data, block.begin, names, COLUMNS, np.uint64(0))
    assert fields is not None
    column = fields.words["hand_id"]
    assert len(column.values) == 3000
    assert [column.text(row) for row in range(6000)] == [row[0] for row in rows]
