from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.games.mahjong import fan
from audit.games.mahjong.fan import FanLaw, plain_way, value_wins
from audit.games.mahjong.shapes import KINDS, suit_tables
from audit.pieces.notation import TILES

from .reading import names_of, readings_of

EAST, SOUTH = 27, 28
ONE_FAN = "dragon_pung round_wind_pung seat_wind_pung robbing_kong kong_replacement all_pungs all_chows mixed_suit "
ONE_FAN += "last_tile little_dragons little_winds mixed_terminals"


def law() -> FanLaw:
    values = [0 if name == "chicken" else 1 if name in ONE_FAN.split() else 2 for name in fan.NAMES]
    certainty = [0, *[2] * 22]
    return FanLaw(np.array(values, np.int64), np.array(certainty, np.int64), 2, 1, 3, 3)


def value(
    concealed: str,
    melds: tuple[tuple[int, str], ...] = (),
    *,
    seat: int = SOUTH,
    round_wind: int = EAST,
    **ways: int,
) -> tuple[set[int], tuple[str, ...], int]:
    counts = np.zeros((1, KINDS + 1), np.int8)
    for tile in concealed.split():
        counts[0, TILES.index(tile)] += 1
    laid = np.zeros((1, 4, 2), np.int8)
    for place, (lies, tile) in enumerate(melds):
        laid[0, place] = (lies, TILES.index(tile))
    way = plain_way(seat, round_wind)
    for name, how in ways.items():
        way[getattr(fan, name.upper())] = how
    valued = np.zeros((1, fan.VALUED), np.int64)
    value_wins(counts, laid, np.array([len(melds)], np.int8), 4, way[None], law(), suit_tables().flags, valued)
    lawful = {number for number in range(3) if valued[0, fan.LAWFUL] >> number & 1}
    return lawful, names_of(int(valued[0, fan.SHOWN])), int(valued[0, fan.CERTAINTY])


CASES = {
    "chicken": ("1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 9p", (), {}, {0}, {"chicken"}),
    "four chows with a dragon pair": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 5z 5z", (), {}, {0}, {"chicken"}),
    "four chows with the seat wind": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 2z 2z", (), {}, {0}, {"chicken"}),
    "four chows": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 9p 9p", (), {}, {1}, {"all_chows"}),
    "four chows with an idle wind": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 3z 3z", (), {}, {1}, {"all_chows"}),
    "white": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 5z 9p 9p", (), {}, {1}, {"dragon_pung"}),
    "both winds": (
        "1m 2m 3m 4p 5p 6p 7s 8s 9s 9p 9p",
        ((fan.PUNG, "1z"),),
        {"seat": EAST},
        {2},
        {"round_wind_pung", "seat_wind_pung"},
    ),
    "idle wind": ("1m 2m 3m 4p 5p 6p 7s 8s 9s 4z 4z 4z 9p 9p", (), {}, {0}, {"chicken"}),
    "all pungs": ("1m 1m 1m 4p 4p 4p 9p 9p", ((fan.PUNG, "7s"), (fan.EXPOSED_KONG, "2s")), {}, {1}, {"all_pungs"}),
    "mixed suit": ("1m 2m 3m 4m 5m 6m 7m 7m 7m 3z 3z 3z 9m 9m", (), {}, {1}, {"mixed_suit"}),
    "mixed suit of chows": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 2m 3m 4m 3z 3z",
        (),
        {},
        {2},
        {"mixed_suit", "all_chows"},
    ),
    "pure suit": ("1m 2m 3m 4m 5m 6m 7m 7m 7m 3m 4m 5m 9m 9m", (), {}, {2}, {"pure_suit"}),
    "little dragons": (
        "1m 2m 3m 4p 5p 6p 5z 5z 5z 6z 6z 6z 7z 7z",
        (),
        {},
        {2},
        {"dragon_pung", "little_dragons"},
    ),
    "big dragons": ("4p 5p 6p 5z 5z 5z 6z 6z 6z 7z 7z 7z 1m 1m", (), {}, {2}, {"dragon_pung", "big_dragons"}),
    "mixed terminals alone or with all pungs": (
        "1m 1m 1m 9p 9p 9p 3z 3z",
        ((fan.PUNG, "1s"), (fan.PUNG, "9s")),
        {},
        {1, 2},
        {"mixed_terminals"},
    ),
    "four concealed pungs": (
        "1m 1m 1m 4p 4p 4p 7s 7s 7s 2s 2s 2s 9p 9p",
        (),
        {},
        {2},
        {"all_pungs", "four_concealed_pungs"},
    ),
    "four concealed pungs by a discard": (
        "1m 1m 1m 4p 4p 4p 7s 7s 7s 2s 2s 2s 9p 9p",
        (),
        {"taken": 1},
        {1, 2},
        {"all_pungs"},
    ),
    "concealed kong among four": (
        "1m 1m 1m 4p 4p 4p 7s 7s 7s 9p 9p",
        ((fan.CONCEALED_KONG, "2s"),),
        {},
        {1, 2},
        {"all_pungs"},
    ),
    "orphans": ("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z", (), {}, {2}, {"thirteen_orphans"}),
    "last discard": (
        "1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 9p",
        (),
        {"last": fan.OPEN, "taken": 1},
        {0, 1},
        {"chicken"},
    ),
    "robbed": (
        "1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 9p",
        (),
        {"robbed": 1, "taken": 1},
        {1},
        {"robbing_kong"},
    ),
    "pungs or chows, the dearer": (
        "2m 2m 2m 3m 3m 3m 4m 4m 4m 5p 5p 5p 9s 9s",
        (),
        {"taken": 1},
        {1, 2},
        {"all_pungs"},
    ),
    "all honours": ("1z 1z 1z 3z 3z 3z 5z 5z", ((fan.PUNG, "6z"), (fan.PUNG, "4z")), {}, {2}, None),
}


@pytest.mark.parametrize("name", CASES)
def test_value(name: str) -> None:
    concealed, melds, ways, lawful, shown = CASES[name]
    found, names, _ = value(concealed, melds, **ways)
    assert found == lawful
    assert shown is None or set(names) == shown


def test_unknown_round_wind_matters_only_to_winds() -> None:
    assert value("1m 2m 3m 4p 5p 6p 7s 8s 9s 4z 4z 4z 9p 9p", round_wind=-1)[0] == set()
    assert value("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 9p 9p", round_wind=-1)[0] == {1}


def test_certainty_is_that_of_the_least_sure_part() -> None:
    assert value("1m 2m 3m 4p 5p 6p 7s 7s 7s 2s 3s 4s 9p 9p")[2] == 0
    assert value("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 9p 9p")[2] == 2
    assert value("1m 2m 3m 4m 5m 6m 7m 8m 9m 2m 3m 4m 3z 3z")[2] == 3
    assert value("1m 2m 3m 4p 5p 6p 7s 8s 9s 2s 3s 4s 5z 5z")[::2] == ({0}, 3)


@st.composite
def wins(draw: st.DrawFn) -> list[int]:
    """Concealed winning hands, close in kinds so that they have several readings."""
    counts = [0] * KINDS
    base = 9 * draw(st.integers(0, 2))
    for _ in range(4):
        sort = draw(st.integers(0, 3))
        if sort == 0:
            counts[draw(st.integers(27, 33))] += 3
        elif sort == 1:
            counts[base + draw(st.integers(0, 8))] += 3
        else:
            start = base + draw(st.integers(0, 6))
            for kind in range(start, start + 3):
                counts[kind] += 1
    counts[draw(st.integers(0, 33))] += 2
    return counts


def dearest(counts: list[int], taken: bool) -> set[int]:
    """Lawful fan of a concealed hand by valuing each reading's own melds, without the tables' shortcuts."""
    lawful = set()
    for concealed_by_discard, beside in product((False, True), repeat=2):
        best = 0
        for reading in readings_of(counts):
            kinds = [*reading.pungs, *reading.chows, reading.pair]
            suits = {kind // 9 if kind < 27 else 9 for kind in kinds if kind is not None}
            ends = not reading.chows and all(kind >= 27 or kind % 9 in (0, 8) for kind in kinds if kind is not None)
            dragons = sum(kind >= 31 for kind in reading.pungs)
            winds = sum(27 <= kind < 31 for kind in reading.pungs)
            pair = reading.pair or 0
            total = dragons + (EAST in reading.pungs) + (SOUTH in reading.pungs)
            total += (dragons == 2 and pair >= 31) + 2 * (dragons == 3)
            total += (winds == 3 and 27 <= pair < 31) + 2 * (winds == 4)
            total += (len(suits) == 2 and 9 in suits) + 2 * (len(suits) == 1)
            mixed_ends = ends and 9 in suits and len(suits) > 1
            total += mixed_ends + 2 * (ends and 9 not in suits)
            if not reading.chows:
                total += not mixed_ends or beside
                total += 2 * (not taken or concealed_by_discard)
            if not reading.pungs:
                total += pair not in (EAST, SOUTH, 31, 32, 33)
            best = max(best, min(2, total))
        lawful.add(best)
    return lawful


@given(wins(), st.booleans())
@settings(max_examples=500, deadline=None)
def test_best_reading_is_that_of_valuing_each(counts: list[int], taken: bool) -> None:
    if max(counts) > 4:
        return
    text = " ".join(TILES[kind] for kind in range(KINDS) for _ in range(counts[kind]))
    assert value(text, taken=int(taken))[0] == dearest(counts, taken)
