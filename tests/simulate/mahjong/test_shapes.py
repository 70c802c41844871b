"""Winning shapes, ready hands, and what a player parts with first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.simulate.mahjong.shapes import (
    GROUPS,
    cheapest,
    is_orphans,
    is_ready,
    is_win,
    readings,
    whole_readings,
    worth,
)
from tests.simulate.mahjong.tiles import held

ALL = tuple(range(34))


@pytest.mark.parametrize(
    ("tiles", "wins"),
    [
        ("123m 456p 789s 111z 22z", True),
        ("111222333m 444p 55z", True),
        ("11223344556677m", True),
        ("1123m 456p 789s 111z 2z", False),
        ("1122m 3344p 5566s 77z", False),
        ("19m 19p 19s 12345677z", True),
        ("19m 19p 19s 1234567z 2m", False),
        ("123z 456p 789s 111m 22m", False),
        ("11s", True),
        ("12s", False),
        ("111s 22p", True),
    ],
)
def test_melds_and_a_pair(tiles: str, wins: bool) -> None:
    assert is_win(held(tiles), orphans=True) is wins


def test_thirteen_orphans_only_where_the_game_knows_them() -> None:
    assert is_orphans(held("19m 19p 19s 12345677z"))
    assert not is_win(held("19m 19p 19s 12345677z"), orphans=False)


def test_every_reading_is_found() -> None:
    assert sorted(whole_readings(held("111222333m 44p"))) == [([], [0, 0, 0], 12), ([0, 1, 2], [], 12)]
    assert readings(bytes((2, 0, 0, 0, 0, 0, 0, 0, 0))) == (((), (), 0),)
    assert readings(bytes((1, 1, 0, 0, 0, 0, 0, 0, 0))) == ()


def test_ready_for_a_tile_that_is_not_held_four_times() -> None:
    assert is_ready(held("123m 456p 789s 111z 2z"), ALL, orphans=True)
    assert not is_ready(held("1111m"), ALL, orphans=True)
    assert not is_ready(held("13579m 13579p 123z"), ALL, orphans=True)


@given(st.lists(st.integers(0, 3), min_size=9, max_size=9).filter(lambda counts: 0 < sum(counts) <= 14))
def test_the_cheapest_discard_is_one_of_the_group_and_breaks_no_triplet_while_it_need_not(counts: list[int]) -> None:
    loss, place = cheapest(bytes(counts), False)
    assert counts[place] > 0
    assert counts[place] != 3 or all(count in (0, 3) for count in counts)
    left = bytearray(counts)
    left[place] -= 1
    assert worth(bytes(counts), False) - worth(bytes(left), False) == loss - (1_000 if counts[place] == 3 else 0)


def test_a_meld_is_worth_more_than_its_beginning() -> None:
    suit, begun, single = (bytes(held(text)[slice(*GROUPS[0])]) for text in ("123m", "12m", "5m"))
    assert worth(suit, False) > worth(begun, False) > worth(single, False)
    assert worth(suit, True) < worth(suit, False)
