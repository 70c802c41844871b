"""Columns with nulls as flat arrays: whatever their length and wherever they begin."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from audit.logs.flattening import filled, looked_up


@pytest.mark.parametrize("kind", [pa.int8(), pa.int16(), pa.int32(), pa.int64()])
@given(st.lists(st.one_of(st.none(), st.integers(-128, 127)), max_size=60), st.integers(0, 20))
def test_nulls_are_filled_as_arrow_fills_them(kind: pa.DataType, values: list[int | None], skipped: int) -> None:
    column = pa.array(values, kind).slice(min(skipped, len(values)))
    assert filled(column, -7).tolist() == column.fill_null(-7).to_pylist()


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64, np.uint64])
@given(st.lists(st.integers(0, 100), max_size=5), st.data())
def test_codes_give_their_entries_and_no_code_the_last(kind: type, entries: list[int], data: st.DataObject) -> None:
    table: NDArray[Any] = np.array([*entries, 99], kind)
    codes = data.draw(st.lists(st.integers(-1, len(entries) - 1), max_size=40))
    assert looked_up(table, np.array(codes, np.int32)).tolist() == [table[code] for code in codes]
