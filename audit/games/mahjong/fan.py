"""What a winning hand is worth: the names of fan that it shows, and every number of fan that the law allows for it.

The value of each name is dated data of the packs, with its certainty; what stands here is which tiles and which way of
winning make the name. Where a point of the law is open, each reading's number is lawful (甲六, 乙六).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.shapes import shape_of
from audit.kernel import kernel

NAMES = (
    "chicken",
    "dragon_pung",
    "round_wind_pung",
    "seat_wind_pung",
    "robbing_kong",
    "kong_replacement",
    "all_pungs",
    "all_chows",
    "mixed_suit",
    "last_tile",
    "little_dragons",
    "little_winds",
    "mixed_terminals",
    "heavenly",
    "earthly",
    "double_kong",
    "pure_suit",
    "thirteen_orphans",
    "four_concealed_pungs",
    "big_dragons",
    "big_winds",
    "pure_terminals",
    "all_honours",
)
CERTAINTIES = ("A", "B", "C", "D")

(
    CHICKEN,
    DRAGON_PUNG,
    ROUND_WIND_PUNG,
    SEAT_WIND_PUNG,
    ROBBING_KONG,
    KONG_REPLACEMENT,
    ALL_PUNGS,
    ALL_CHOWS,
    MIXED_SUIT,
    LAST_TILE,
    LITTLE_DRAGONS,
    LITTLE_WINDS,
    MIXED_TERMINALS,
    HEAVENLY,
    EARTHLY,
    DOUBLE_KONG,
    PURE_SUIT,
    THIRTEEN_ORPHANS,
    FOUR_CONCEALED_PUNGS,
    BIG_DRAGONS,
    BIG_WINDS,
    PURE_TERMINALS,
    ALL_HONOURS,
) = range(len(NAMES))

# How a meld lies: its kind is that of the lowest tile.
CHOW, PUNG, EXPOSED_KONG, CONCEALED_KONG, PROMOTED_KONG = range(1, 6)

NO, YES, OPEN = range(3)  # OPEN: so by one listed reading, not by another
UNKNOWN_YET = -1

# The way of winning, as an array: kinds of the winds, then NO, YES, OPEN or UNKNOWN_YET.
SEAT_WIND, ROUND_WIND, ROBBED, REPLACEMENT, TWO_KONGS, LAST, FIRST_DEALT, FIRST_DISCARD, TAKEN = range(9)
WAYS = 9

# What a valuation says, as an array.
LAWFUL, PLAIN, SHOWN, ALLOWED, CERTAINTY = range(5)  # LAWFUL: a bit for each lawful number of fan, 0 where unknown
VALUED = 5

_OPEN_POINTS = (FOUR_CONCEALED_PUNGS, LAST_TILE, DOUBLE_KONG, EARTHLY, ALL_PUNGS)


class FanLaw(NamedTuple):
    """The law of one day: fan by name (-1 unknown), how sure each is (index of CERTAINTIES), cap, and how sure."""

    fan: NDArray[np.int64]
    certainty: NDArray[np.int64]
    cap: int
    cap_certainty: int
    adding_certainty: int


@kernel
def _pungs(counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, first: int, last: int) -> int:
    """How many kinds from first to last are pungs or kongs, concealed or laid open."""
    found = 0
    for kind in range(first, last):
        found += counts[kind] >= 3
    for meld in range(size):
        found += melds[meld, 0] != 1 and first <= melds[meld, 1] < last
    return found


@kernel
def _has_pung(counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, kind: int) -> int:
    return _pungs(counts, melds, size, kind, kind + 1) if kind >= 0 else 0


@kernel
def _has_pair(counts: NDArray[np.int8], first: int, last: int) -> bool:
    pairs = 0
    for kind in range(first, last):
        pairs += counts[kind] == 2
    return pairs > 0


@kernel
def _name_honours(
    counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, way: NDArray[np.int8], times: NDArray[np.int8]
) -> bool:
    """Names that honours make; false where they rest on a round wind that the log does not tell."""
    dragons = _pungs(counts, melds, size, 31, 34)
    winds = _pungs(counts, melds, size, 27, 31)
    wind_pair, dragon_pair = _has_pair(counts, 27, 31), _has_pair(counts, 31, 34)
    times[1] = dragons
    times[2] = _has_pung(counts, melds, size, way[1])
    times[3] = _has_pung(counts, melds, size, way[0])
    times[10] = dragons == 2 and dragon_pair
    times[19] = dragons == 3
    times[11] = winds == 3 and wind_pair
    times[20] = winds == 4
    return way[1] >= 0 or (winds == 0 and not wind_pair)


@kernel
def _name_suits(counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, times: NDArray[np.int8]) -> None:
    """Names that rest on which suits, ends and honours the tiles are of."""
    suits = 0
    honours, ends_alone = False, True
    for kind in range(34):
        if counts[kind] > 0:
            honours = honours or kind >= 27
            suits |= 0 if kind >= 27 else 1 << (kind // 9)
            ends_alone = ends_alone and (kind >= 27 or kind % 9 == 0 or kind % 9 == 8)
    for meld in range(size):
        kind = melds[meld, 1]
        honours = honours or kind >= 27
        suits |= 0 if kind >= 27 else 1 << (kind // 9)
        ends_alone = ends_alone and melds[meld, 0] != 1 and (kind >= 27 or kind % 9 == 0 or kind % 9 == 8)
    one_suit = suits in (1, 2, 4)
    times[8] = one_suit and honours
    times[16] = one_suit and not honours
    times[22] = suits == 0
    times[21] = ends_alone and not honours
    times[12] = ends_alone and honours and suits != 0


@kernel
def _name_way(way: NDArray[np.int8], times: NDArray[np.int8], open_point: NDArray[np.bool_]) -> bool:
    """Names that rest on the way of winning; false where one of them cannot be told."""
    times[4] = way[2] == 1
    times[5] = way[3] == 1
    times[15] = way[4] == 1
    times[9] = way[5] == 1
    times[13] = way[6] == 1
    times[14] = way[7] == 1
    open_point[2] = way[4] == 2
    open_point[1] = way[5] == 2
    open_point[3] = way[7] == 2
    told = True
    for point in range(2, 8):
        told = told and way[point] >= 0
    return told


@kernel
def _name_readings(
    counts: NDArray[np.int8],
    melds: NDArray[np.int8],
    size: int,
    shape: int,
    way: NDArray[np.int8],
    open_point: NDArray[np.bool_],
) -> int:
    """Which readings carry a name: 1 all pungs, 2 all chows, 4 four concealed pungs; marks what is open."""
    exposed, chows, kongs = 0, 0, 0
    for meld in range(size):
        exposed += melds[meld, 0] != 4
        chows += melds[meld, 0] == 1
        kongs += melds[meld, 0] == 4
    found = 0
    tiles = 0
    for kind in range(34):
        tiles += counts[kind]
    if shape & 2 and chows == 0 and size + (tiles - 2) // 3 > 0:
        found |= 1
        if exposed == 0 and size + (tiles - 2) // 3 == 4:
            if kongs > 0 or way[8] == 1:
                open_point[0] = True
            else:
                found |= 4
    plain_pair = not _has_pair(counts, 31, 34)
    for wind in (way[0], way[1]):
        plain_pair = plain_pair and (wind < 0 or counts[wind] != 2)
    if shape & 4 and chows == size and plain_pair:
        found |= 2
    return found


@kernel
def _sum_of(times: NDArray[np.int8], fan: NDArray[np.int64]) -> int:
    """Fan of all names together; -1 where the law of the day does not tell one of them."""
    total = 0
    for name in range(1, len(times)):
        if times[name] > 0:
            if fan[name] < 0:
                return -1
            total += times[name] * fan[name]
    return total


@kernel
def _best_reading(
    times: NDArray[np.int8],
    readings: int,
    counted: int,
    beside: bool,
    fan: NDArray[np.int64],
    best: NDArray[np.int8],
) -> int:
    """The dearest reading of the hand, with the open points of the mask counted; ``best`` gets its names."""
    dearest = -2
    trial = times.copy()
    for point, name in enumerate((18, 9, 15, 14)):
        if counted >> point & 1:
            trial[name] = 1
    for reading in range(3):
        if (reading == 1 and not readings & 1) or (reading == 2 and not readings & 2):
            continue
        trial[6] = reading == 1 and (not beside or counted >> 4 & 1)
        trial[7] = reading == 2
        trial[18] = reading == 1 and (readings & 4 != 0 or counted & 1 != 0)
        total = _sum_of(trial, fan)
        if total < 0:
            return -1
        if total > dearest:
            dearest = total
            best[:] = trial
    return dearest


@kernel
def _certainty_of(times: NDArray[np.int8], total: int, law: FanLaw) -> int:
    """How sure the least sure part of a sum is: its names, their adding, the cap."""
    worst, parts = 0, 0
    for name in range(1, len(times)):
        if times[name] > 0:
            worst = max(worst, int(law.certainty[name]))
            parts += times[name]
    if parts == 0:
        return int(law.certainty[0])
    if parts > 1:
        worst = max(worst, law.adding_certainty)
    if total > law.cap:
        worst = max(worst, law.cap_certainty)
    return worst


@kernel
def value_win(
    counts: NDArray[np.int8],
    melds: NDArray[np.int8],
    size: int,
    shape: int,
    way: NDArray[np.int8],
    law: FanLaw,
    valued: NDArray[np.int64],
) -> None:
    """Value a winning hand: concealed counts of 35 kinds, ``size`` melds (how they lie, kind), its shape and way."""
    valued[:] = 0
    times = np.zeros(23, np.int8)
    best = np.zeros(23, np.int8)
    open_point = np.zeros(5, np.bool_)
    told = _name_way(way, times, open_point)
    readings = 0
    if shape == 8:
        times[17] = 1
    else:
        told = _name_honours(counts, melds, size, way, times) and told
        _name_suits(counts, melds, size, times)
        readings = _name_readings(counts, melds, size, shape, way, open_point)
    if not told:
        return
    beside = times[12] > 0
    open_point[4] = beside and readings & 1
    mask = 0
    for point in range(5):
        mask |= open_point[point] << point
    shown, lawful, allowed = 0, 0, 0
    for counted in range(32):
        if counted & ~mask:
            continue
        total = _best_reading(times, readings, counted, beside, law.fan, best)
        if total < 0:
            return
        lawful |= 1 << min(total, law.cap, 60)
        if counted == 0:
            valued[1] = min(total, law.cap)
            valued[4] = _certainty_of(best, total, law)
            for name in range(23):
                shown |= (best[name] > 0) << name
        for name in range(23):
            allowed |= (best[name] > 0) << name
    allowed |= (1 << 6 if readings & 1 else 0) | (1 << 7 if readings & 2 else 0) | (1 if lawful & 1 else 0)
    allowed |= 1 << 12 if shape == 8 or times[22] or times[21] else 0
    valued[0] = lawful
    valued[2] = shown if shown else 1
    valued[3] = allowed | shown


@kernel
def value_wins(
    counts: NDArray[np.int8],
    melds: NDArray[np.int8],
    sizes: NDArray[np.int8],
    wanted: int,
    ways: NDArray[np.int8],
    law: FanLaw,
    flags: NDArray[np.uint8],
    valued: NDArray[np.int64],
) -> None:
    """Shape and value of each row; a row that is no win stays all zero."""
    for row in range(len(counts)):
        shape = shape_of(counts[row], wanted - sizes[row], flags, wanted == 4)
        if shape:
            value_win(counts[row], melds[row], sizes[row], shape, ways[row], law, valued[row])


def names_of(mask: int) -> tuple[str, ...]:
    """The names of a mask of fan, in the order of the vocabulary."""
    return tuple(name for place, name in enumerate(NAMES) if mask >> place & 1)


def plain_way(seat_wind: int, round_wind: int) -> NDArray[np.int8]:
    """The way of winning of a self-drawn tile with nothing special about it."""
    way = np.zeros(WAYS, np.int8)
    way[SEAT_WIND], way[ROUND_WIND] = seat_wind, round_wind
    return way
