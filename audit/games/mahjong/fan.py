"""What a winning hand is worth: the names of fan that it shows, and every number of fan that the law allows for it.

The value of each name is dated data of the packs, with its certainty; what stands here is which tiles and which way of
winning make the name. Where a point of the law is open, each reading's number is lawful (甲六, 乙六).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.shapes import shape_of
from audit.kernel import inner_kernel, kernel

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


class FanLaw(NamedTuple):
    """The law of one day: fan by name (-1 unknown), how sure each is (index of CERTAINTIES), cap, and how sure.

    How sure it is, too, that names add up, and that a hand without pungs and without names is a chicken hand.
    """

    fan: NDArray[np.int64]
    certainty: NDArray[np.int64]
    cap: int
    cap_certainty: int
    adding_certainty: int
    bare_certainty: int


_OPEN_FOUR, _OPEN_LAST, _OPEN_KONGS, _OPEN_EARTHLY, _OPEN_PUNGS = 1, 2, 4, 8, 16
_READ_PUNGS, _READ_CHOWS, _READ_FOUR, _READ_BARE = 1, 2, 4, 8  # BARE: all chows, and the pair keeps the name away


@inner_kernel
def _way_names(way: NDArray[np.int8]) -> tuple[int, int]:
    """Names that rest on the way of winning, and which points of it are open; -1 where one of them cannot be told."""
    names = 0
    for point in range(2, 8):
        if way[point] < 0:
            return -1, 0
    names |= (way[2] == 1) << ROBBING_KONG
    names |= (way[3] == 1) << KONG_REPLACEMENT
    names |= (way[4] == 1) << DOUBLE_KONG
    names |= (way[5] == 1) << LAST_TILE
    names |= (way[6] == 1) << HEAVENLY
    names |= (way[7] == 1) << EARTHLY
    points = (way[4] == 2) * _OPEN_KONGS + (way[5] == 2) * _OPEN_LAST + (way[7] == 2) * _OPEN_EARTHLY
    return names, points


@inner_kernel
def _honour_names(
    counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, way: NDArray[np.int8]
) -> tuple[int, int, int, int]:
    """Names that honours make, and how often a dragon, the round's wind and the seat's wind are a pung or kong.

    No names (-1) where they rest on a wind that the log does not tell.
    """
    dragons, winds, rounds, seats, dragon_pairs, wind_pairs = 0, 0, 0, 0, 0, 0
    for kind in range(27, 34):
        pungs = int(counts[kind] >= 3)
        for meld in range(size):
            pungs += melds[meld, 0] != 1 and melds[meld, 1] == kind
        if kind >= 31:
            dragons += pungs
            dragon_pairs += counts[kind] == 2
        else:
            winds += pungs
            wind_pairs += counts[kind] == 2
            rounds += pungs if kind == way[1] else 0
            seats += pungs if kind == way[0] else 0
    if (way[0] < 0 or way[1] < 0) and (winds > 0 or wind_pairs > 0):
        return -1, 0, 0, 0
    names = (dragons == 2 and dragon_pairs > 0) << LITTLE_DRAGONS | (dragons == 3) << BIG_DRAGONS
    names |= (winds == 3 and wind_pairs > 0) << LITTLE_WINDS | (winds == 4) << BIG_WINDS
    names |= (dragons > 0) << DRAGON_PUNG | (rounds > 0) << ROUND_WIND_PUNG | (seats > 0) << SEAT_WIND_PUNG
    return names, dragons, rounds, seats


@inner_kernel
def _suit_names(counts: NDArray[np.int8], melds: NDArray[np.int8], size: int) -> int:
    """Names that rest on which suits, ends and honours the tiles are of."""
    suits, inner, honours = 0, 0, 0
    for suit in range(3):
        outer = counts[9 * suit] + counts[9 * suit + 8]
        between = 0
        for kind in range(9 * suit + 1, 9 * suit + 8):
            between += counts[kind]
        suits |= (outer + between > 0) << suit
        inner += between
    for kind in range(27, 34):
        honours += counts[kind]
    for meld in range(size):
        kind = melds[meld, 1]
        honours += kind >= 27
        suits |= 0 if kind >= 27 else 1 << (kind // 9)
        inner += melds[meld, 0] == 1 or (kind < 27 and kind % 9 != 0 and kind % 9 != 8)
    one_suit = suits in (1, 2, 4)
    names = (one_suit and honours > 0) << MIXED_SUIT | (one_suit and honours == 0) << PURE_SUIT
    names |= (suits == 0) << ALL_HONOURS | (inner == 0 and honours == 0) << PURE_TERMINALS
    return names | (inner == 0 and honours > 0 and suits != 0) << MIXED_TERMINALS


@inner_kernel
def _readings(
    counts: NDArray[np.int8], melds: NDArray[np.int8], size: int, shape: int, way: NDArray[np.int8]
) -> tuple[int, int]:
    """Which readings carry a name (all pungs, all chows, four concealed pungs), and what of it is open."""
    exposed, chows, kongs, tiles = 0, 0, 0, 0
    for meld in range(size):
        exposed += melds[meld, 0] != 4
        chows += melds[meld, 0] == 1
        kongs += melds[meld, 0] == 4
    for kind in range(34):
        tiles += counts[kind]
    whole = size + (tiles - 2) // 3
    found, points, dragon_pairs = 0, 0, 0
    for kind in range(31, 34):
        dragon_pairs += counts[kind] == 2
    if shape & 2 and chows == 0 and whole > 0:
        found |= _READ_PUNGS
        if exposed == 0 and whole == 4:
            if kongs > 0 or way[8] == 1:
                points = _OPEN_FOUR
            else:
                found |= _READ_FOUR
    if shape & 4 and chows == size:
        idle = (way[0] < 0 or counts[way[0]] != 2) and (way[1] < 0 or counts[way[1]] != 2)
        found |= _READ_CHOWS if idle and dragon_pairs == 0 else _READ_BARE if whole == 4 else 0
    return found, points


@inner_kernel
def _sum_of(names: int, fan: NDArray[np.int64]) -> int:
    """Fan of names that count once; less than nothing where the law of the day does not tell one of them."""
    total = 0
    for name in range(4, 23):
        if names >> name & 1:
            total = total + fan[name] if fan[name] >= 0 else -10_000
    return total


@inner_kernel
def _best_reading(
    total: int, names: int, readings: int, counted: int, beside: bool, fan: NDArray[np.int64]
) -> tuple[int, int]:
    """Fan and names of the dearest reading, with the open points of the mask counted."""
    dearest, best = total, names
    if readings & _READ_PUNGS:
        more = 0
        if not beside or counted & _OPEN_PUNGS:
            more |= 1 << ALL_PUNGS
        if readings & _READ_FOUR or counted & _OPEN_FOUR:
            more |= 1 << FOUR_CONCEALED_PUNGS
        pungs = total + _sum_of(more, fan)
        if pungs > dearest:
            dearest, best = pungs, names | more
    if readings & _READ_CHOWS and total + fan[ALL_CHOWS] > dearest:
        dearest, best = total + fan[ALL_CHOWS], names | 1 << ALL_CHOWS
    return dearest, best


@inner_kernel
def _certainty_of(names: int, times: int, total: int, readings: int, law: FanLaw) -> int:
    """How sure the least sure part of a sum is: its names, ``times`` in all with the pungs', their adding, the cap."""
    worst, parts = 0, times
    for name in range(1, 23):
        if names >> name & 1:
            worst = max(worst, int(law.certainty[name]))
            parts += name > SEAT_WIND_PUNG
    if parts == 0:
        return int(law.bare_certainty if readings & _READ_BARE else law.certainty[0])
    if parts > 1:
        worst = max(worst, law.adding_certainty)
    if total > law.cap:
        worst = max(worst, law.cap_certainty)
    return worst


@inner_kernel
def _all_told(names: int, fan: NDArray[np.int64]) -> bool:
    """Whether the law of the day gives each of the names its fan."""
    told = True
    for name in range(1, 23):
        told = told and (fan[name] >= 0 or not names >> name & 1)
    return told


@inner_kernel
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
    names, points = _way_names(way)
    if names < 0:
        return
    readings, total, times = 0, 0, 0
    if shape == 8:
        names |= 1 << THIRTEEN_ORPHANS
    else:
        honours, dragons, rounds, seats = _honour_names(counts, melds, size, way)
        if honours < 0:
            return
        names |= honours | _suit_names(counts, melds, size)
        readings, open_four = _readings(counts, melds, size, shape, way)
        points |= open_four
        total = dragons * law.fan[DRAGON_PUNG] + rounds * law.fan[ROUND_WIND_PUNG] + seats * law.fan[SEAT_WIND_PUNG]
        times = dragons + rounds + seats
    _weigh(names, points, readings, times, total, law, valued)
    if valued[LAWFUL]:
        ends = names >> ALL_HONOURS & 1 or names >> PURE_TERMINALS & 1 or shape == 8
        valued[ALLOWED] |= (1 << MIXED_TERMINALS) if ends else 0


@inner_kernel
def _weigh(
    names: int, points: int, readings: int, times: int, total: int, law: FanLaw, valued: NDArray[np.int64]
) -> None:
    """Every lawful sum: the names shown, and each set of the open points counted or not."""
    fan = law.fan
    beside = names >> MIXED_TERMINALS & 1 == 1
    points |= _OPEN_PUNGS if beside and readings & _READ_PUNGS else 0
    used = names | (points & _OPEN_LAST != 0) << LAST_TILE | (points & _OPEN_KONGS != 0) << DOUBLE_KONG
    used |= (points & _OPEN_EARTHLY != 0) << EARTHLY
    if readings & _READ_PUNGS:
        used |= (not beside or points & _OPEN_PUNGS != 0) << ALL_PUNGS
        used |= (readings & _READ_FOUR != 0 or points & _OPEN_FOUR != 0) << FOUR_CONCEALED_PUNGS
    if readings & _READ_CHOWS:
        used |= 1 << ALL_CHOWS
    if law.cap < 0 or not _all_told(used, fan):
        return
    total += _sum_of(names, fan)
    lawful, allowed = 0, 0
    for counted in range(32):
        if counted & ~points:
            continue
        also = (counted & _OPEN_LAST != 0) << LAST_TILE | (counted & _OPEN_KONGS != 0) << DOUBLE_KONG
        also |= (counted & _OPEN_EARTHLY != 0) << EARTHLY
        fan_now, best = _best_reading(total + _sum_of(also, fan), names | also, readings, counted, beside, fan)
        lawful |= 1 << min(fan_now, law.cap, 60)
        allowed |= best
        if counted == 0:
            valued[PLAIN] = min(fan_now, law.cap)
            valued[CERTAINTY] = _certainty_of(best, times, fan_now, readings, law)
            valued[SHOWN] = best if best else 1
        if points == 0:
            break
    allowed |= (readings & _READ_PUNGS != 0) << ALL_PUNGS | (readings & _READ_CHOWS != 0) << ALL_CHOWS
    valued[LAWFUL] = lawful
    valued[ALLOWED] = allowed | lawful & 1


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


def plain_way(seat_wind: int, round_wind: int) -> NDArray[np.int8]:
    """The way of winning of a self-drawn tile with nothing special about it."""
    way = np.zeros(WAYS, np.int8)
    way[SEAT_WIND], way[ROUND_WIND] = seat_wind, round_wind
    return way
