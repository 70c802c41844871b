"""Rates of amounts, rounded: exact in columns as in single numbers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from audit.rulebook.rounding import round_rate, round_sure

AMOUNTS = st.lists(st.integers(-(10**16), 10**16), min_size=1, max_size=8)


@given(st.booleans(), AMOUNTS, st.integers(-(10**6), 10**6), st.integers(1, 10**6))
def test_columns_come_to_what_whole_numbers_do(up: bool, amounts: list[int], rate: int, unit: int) -> None:
    sign = -1 if up else 1
    expected = [sign * (sign * amount * rate // (10_000 * unit) * unit) for amount in amounts]
    column = np.array(amounts, np.int64)
    assert round_sure(up, column, rate, unit, min(amounts), max(amounts)).tolist() == expected
    value, fits = round_rate(up, column, rate, unit)
    assert value.tolist() == expected
    assert fits.all()
    assert [round_rate(up, amount, rate, unit)[0] for amount in amounts] == expected


def test_what_cannot_be_told_is_left_to_the_slow_way() -> None:
    column = np.array([1, 10**16 + 1], np.int64)
    assert round_sure(False, column, 500, 100, 1, 10**16 + 1) is None
    assert round_sure(False, column[:1], 500, 0, 1, 1) is None
    assert round_rate(False, column, 500, 100)[1].tolist() == [True, False]
