"""Rows are counted by cell, however the cells lie."""

from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.rulebook import cells
from audit.rulebook.cells import Cells


@pytest.mark.parametrize(("few", "long"), [(0, 0), (32, 0), (32, 1 << 15)])
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 60), st.integers(0, 3)), max_size=12))
def test_runs_are_counted_as_rows_are(few: int, long: int, runs: list[tuple[int, int, int]]) -> None:
    cell = np.array([cell for cell, length, _ in runs for _ in range(length)], np.int32)
    mask = np.array([row % 4 < part for _, length, part in runs for row in range(length)], np.bool_)
    expected = [int(np.count_nonzero(mask[cell == number])) for number in range(5)]
    with mock.patch.object(cells, "_FEW_RUNS", few), mock.patch.object(cells, "_LONG", long):
        assert Cells(cell, 5).count(mask).tolist() == expected


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.data())
def test_rows_are_counted_by_the_cells_of_their_hands(of_hands: list[int], data: st.DataObject) -> None:
    hands = data.draw(st.lists(st.integers(0, len(of_hands) - 1), max_size=40))
    hand = np.array(sorted(hands) if data.draw(st.booleans()) else hands, np.int32)
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(hand), max_size=len(hand))), np.bool_)
    cell = np.array(of_hands, np.int32)
    counted = Cells(cell, 4).over(hand)
    assert counted.count(mask).tolist() == np.bincount(cell[hand][mask], minlength=4).tolist()
    assert counted.total.tolist() == np.bincount(cell[hand], minlength=4).tolist()


@pytest.mark.parametrize(("truth", "counts"), [(np.bool_(True), [2, 0, 1]), (np.bool_(False), [0, 0, 0])])
def test_one_truth_stands_for_all_rows(truth: Any, counts: list[int]) -> None:
    assert Cells(np.array([0, 2, 0], np.int32), 3).count(truth).tolist() == counts
