"""The cells of rejected rows of Parquet logs are told alike, asked for one by one or one after the other."""

import datetime
import decimal
import json
from functools import partial

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from audit.logs.parquet_cells import Cells

_WORDS = pa.array(["a", "b" * 3_000, "\u5929", None])
BATCH = pa.RecordBatch.from_pydict(
    {
        "label": pa.DictionaryArray.from_arrays(pa.array(np.arange(900, dtype=np.int32) % 4), _WORDS),
        "person": pa.array([None if n % 3 else f"P{n}" for n in range(900)]),
        "amount": pa.array([decimal.Decimal(n) / 4 for n in range(900)], pa.decimal128(18, 2)),
        "time": pa.array([10**12 + n if n != 700 else 2**62 for n in range(900)]).cast(pa.timestamp("ms", "UTC")),
        "seq": pa.array(range(900), pa.int32()),
    }
)


def expected(row: int) -> dict[str, object]:
    """A row as its JSON reads."""
    time = datetime.datetime(2001, 9, 9, 1, 46, 40, row * 1_000, datetime.UTC)
    word = ("a", "b" * 1_024 + "... (3,000 characters)", "\u5929", None)[row % 4]
    told = {"label": word, "person": None if row % 3 else f"P{row}", "amount": f"{row / 4:.2f}"}
    told |= {"time": str(time) if row != 700 else f"{2**62} ms after 1970-01-01"}
    return {name: value for name, value in told.items() if value is not None} | {"seq": row}


@given(st.lists(st.integers(0, 899), max_size=40).map(sorted), st.integers(0, 899))
def test_rows_are_told_alike_in_any_steps(rows: list[int], first: int) -> None:
    cells = Cells(lambda: BATCH)
    for row in [*rows, *range(first, min(900, first + 300))]:
        assert json.loads(cells.raw(row)[0]) == expected(row)
        assert cells.found("seq", row) == str(row)
        assert cells.found("fee", row) == ""


def test_bytes_that_are_no_text_are_told_as_they_are() -> None:
    offsets, data = pa.py_buffer(np.array([0, 1, 3], np.int32)), pa.py_buffer(b"a\xff\xfe")
    texts = pa.StringArray.from_buffers(2, offsets, data)
    for column in (texts, pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int32()), texts)):
        batch = pa.RecordBatch.from_arrays([column], ["label"])
        cells = Cells(partial(lambda whole: whole, batch))
        assert [cells.raw(row)[0] for row in range(2)] == [b'{"label": "a"}', b'{"label": "\xff\xfe"}']


def test_a_long_word_of_millions_of_rows_is_made_once() -> None:
    word = pa.DictionaryArray.from_arrays(pa.array(np.zeros(20_000, np.int32)), pa.array(["q" * (4 << 20)]))
    cells = Cells(lambda: pa.RecordBatch.from_arrays([word], ["label"]))
    assert sum(len(cells.raw(row)[0]) for row in range(20_000)) < 20_000 * 1_200
