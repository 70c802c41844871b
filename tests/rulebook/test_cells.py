"""Rows are counted by cell, however the cells lie."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.rulebook.cells import Cells


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 60), st.integers(0, 3)), max_size=12))
def test_runs_are_counted_as_rows_are(runs: list[tuple[int, int, int]]) -> None:
    cell = np.array([cell for cell, length, _ in runs for _ in range(length)], np.int32)
    mask = np.array([row % 4 < part for _, length, part in runs for row in range(length)], np.bool_)
    expected = [int(np.count_nonzero(mask[cell == number])) for number in range(5)]
    assert Cells(cell, 5).count(mask).tolist() == expected


@pytest.mark.parametrize(("truth", "counts"), [(np.bool_(True), [2, 0, 1]), (np.bool_(False), [0, 0, 0])])
def test_one_truth_stands_for_all_rows(truth: Any, counts: list[int]) -> None:
    assert Cells(np.array([0, 2, 0], np.int32), 3).count(truth).tolist() == counts
