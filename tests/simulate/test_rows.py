"""Rows of a simulated hand: order, identity, numbering and exact money."""

import datetime
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.simulate.rows import HandLog, canonical_table


def hand() -> HandLog:
    return HandLog("C01", "PG01", "pai_gow", datetime.date(2026, 10, 1), "H1", "HKD")


def test_rows_that_look_alike_are_still_two() -> None:
    log = hand()
    first, second = log.add("cut", seat=1), log.add("cut", seat=1)
    assert (log.place(first), log.place(second)) == (0, 1)
    log.drop([first])
    assert log.rows == [second]


def test_moving_puts_a_row_right_behind_another() -> None:
    log = hand()
    a, b, c = (log.add("bet", seat=seat) for seat in (1, 2, 3))
    log.move_after(a, c)
    assert log.rows == [b, c, a]
    log.put_before(b, "shuffle")
    assert [row["event"] for row in log.rows] == ["shuffle", "bet", "bet", "bet"]


def test_a_missing_row_is_named() -> None:
    with pytest.raises(LookupError, match=r"no open row with .*H1"):
        hand().one("open", seat=3)


def test_finishing_numbers_rows_and_lets_time_pass() -> None:
    log = hand()
    for _ in range(5):
        log.add("bet", wait=2)
    end = log.finish(1_000, Random(1))
    assert [row["seq"] for row in log.rows] == [1, 2, 3, 4, 5]
    times = [row["time"] for row in log.rows]
    assert times == sorted(times)
    assert times[-1] == end


@given(st.lists(st.one_of(st.none(), st.integers(-(10**15), 10**15)), min_size=1, max_size=20))
def test_money_is_exact_in_either_sign(amounts: list[int | None]) -> None:
    log = hand()
    for amount in amounts:
        log.add("settle", payout=amount)
    log.finish(0, Random(1))
    read = canonical_table([log])["payout"].to_pylist()
    assert read == [None if amount is None else Decimal(amount).scaleb(-2) for amount in amounts]
