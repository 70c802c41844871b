"""Winning shapes: every reading of a hand as melds and a pair, by tables of one suit (甲四, 乙四).

A hand is counts of the 34 kinds of ``audit.pieces.notation.TILES`` (index ``FOREIGN_KIND`` counts pieces that the set
does not hold). A suit is nine counts written in base five; the tables know each of the 5 ** 9 suits.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.kernel import inner_kernel, uncounted_kernel

KINDS = 34
FOREIGN_KIND = 34  # where a kernel counts pieces that the set does not hold
HONOURS = 27  # E S W N, then white, green, red
DRAGONS = 31
SUIT_CODES = 5**9

COMPLETE = 1  # melds and a pair, each tile in its place
PUNGS_ONLY = 2  # some reading is pungs and the pair alone
CHOWS_ONLY = 4  # some reading is chows and the pair alone
ORPHANS = 8  # thirteen orphans

_SUIT_PUNGS = 32
_SUIT_CHOWS = 64
_POWERS = tuple(5**place for place in range(9))


class Reading(NamedTuple):
    """One way to read tiles as melds and a pair: the kinds of the pungs, the lowest kinds of the chows, the pair."""

    pungs: tuple[int, ...]
    chows: tuple[int, ...]
    pair: int | None


class SuitTables(NamedTuple):
    """What the one-suit tables hold: ``flags[code]`` packs the number of readings and which are of one sort."""

    flags: NDArray[np.uint8]
    readings: dict[int, tuple[Reading, ...]]


def _suit_readings() -> Iterator[tuple[int, Reading]]:
    """Every reading of up to four melds with and without a pair, and the code of its suit."""
    pungs = [(0,) * place + (3,) + (0,) * (8 - place) for place in range(9)]
    chows = [(0,) * place + (1, 1, 1) + (0,) * (6 - place) for place in range(7)]
    melds = [np.array(meld, np.int8) for meld in (*pungs, *chows)]
    for size in range(5):
        for chosen in combinations_with_replacement(range(16), size):
            counts = np.zeros(9, np.int8)
            for meld in chosen:
                counts += melds[meld]
            if counts.max() > 4:
                continue
            kinds = tuple(meld for meld in chosen if meld < 9), tuple(meld - 9 for meld in chosen if meld >= 9)
            code = sum(int(count) * power for count, power in zip(counts, _POWERS, strict=True))
            yield code, Reading(*kinds, None)
            for pair in range(9):
                if counts[pair] <= 2:
                    yield code + 2 * _POWERS[pair], Reading(*kinds, pair)


@cache
def suit_tables() -> SuitTables:
    """The tables of one suit, computed once a process."""
    readings: dict[int, list[Reading]] = {}
    for code, reading in _suit_readings():
        readings.setdefault(code, []).append(reading)
    flags = np.zeros(SUIT_CODES, np.uint8)
    for code, found in readings.items():
        flags[code] = (
            len(found)
            | (_SUIT_PUNGS if any(not reading.chows for reading in found) else 0)
            | (_SUIT_CHOWS if any(not reading.pungs for reading in found) else 0)
        )
    return SuitTables(flags, {code: tuple(found) for code, found in readings.items()})


@inner_kernel
def _has_no_inner(counts: NDArray[np.int8]) -> bool:
    """Whether no tile is a two to eight."""
    inner = 0
    for suit in range(3):
        for kind in range(9 * suit + 1, 9 * suit + 8):
            inner += int(counts[kind])
    return inner == 0


@inner_kernel
def _is_orphans(counts: NDArray[np.int8]) -> bool:
    pairs = 0
    for kind in range(34):
        orphan = kind >= 27 or kind % 9 == 0 or kind % 9 == 8
        count = counts[kind]
        if orphan != (count > 0) or count > 2:
            return False
        pairs += count == 2
    return pairs == 1


@inner_kernel
def _suit_part(counts: NDArray[np.int8], suit: int, flags: NDArray[np.uint8]) -> int:
    """What a suit makes by itself, 0 for nothing that leaves no tile over; bit 0 is set where it holds a pair."""
    code, size = 0, 0
    for kind in range(9 * suit + 8, 9 * suit - 1, -1):
        count = int(counts[kind])
        if count > 4 or count < 0:
            return 0
        code = code * 5 + count
        size += count
    flag = flags[code]
    return (flag & 96) | 2 | size % 3 // 2 if flag else 0


@inner_kernel
def _honour_part(counts: NDArray[np.int8]) -> int:
    """The same for the honours, of which each is a part of its own; two pairs are nothing."""
    pairs, pungs, loose = 0, 0, 0
    for kind in range(27, 34):
        count = counts[kind]
        pairs += count == 2
        pungs += count == 3
        loose += count == 1 or count > 3
    if loose > 0 or pairs > 1:
        return 0
    return 32 | (0 if pungs > 0 else 64) | 2 | pairs


@uncounted_kernel
def shape_of(counts: NDArray[np.int8], melds: int, flags: NDArray[np.uint8], orphans: bool) -> int:
    """What concealed tiles make, that many melds still wanted and a pair: bits of COMPLETE and the rest, 0 for none.

    ``counts`` are of 35 kinds, those of the winning tile included; kongs and open melds are not among them.
    ``orphans``: whether the game knows thirteen orphans.
    """
    tiles = 0
    for kind in range(34):
        tiles += int(counts[kind])
    if tiles != 3 * melds + 2 or counts[34] != 0:
        return 0
    part = _honour_part(counts)
    pairs, sorts, whole = part & 1, part, part > 0
    for suit in range(3):
        if whole:
            part = _suit_part(counts, suit, flags)
            whole = part > 0
            pairs += part & 1
            sorts &= part
    if whole and pairs == 1:
        return 1 | sorts >> 4 & 6
    return 8 if orphans and melds == 4 and _has_no_inner(counts) and _is_orphans(counts) else 0


@uncounted_kernel
def is_ready(
    counts: NDArray[np.int8], melds: int, flags: NDArray[np.uint8], orphans: bool, kinds: NDArray[np.int8]
) -> bool:
    """Whether one tile more of some kind of the set would win; a kind held four times is not waited for.

    ``kinds`` of 34 or more are 1 where the set holds the kind. What suit or honours do not make a whole by themselves
    is where the tile must come.
    """
    honours = _honour_part(counts)
    broken, where = int(honours == 0), 3
    for suit in range(3):
        if _suit_part(counts, suit, flags) == 0:
            broken += 1
            where = suit
    if broken > 1 and not (orphans and melds == 4 and _has_no_inner(counts)):
        return False
    first, last = 0, 34
    if broken == 1:
        first, last = 9 * where, min(34, 9 * where + 9)
    for kind in range(first, last):
        if kinds[kind] and counts[kind] < 4:
            counts[kind] += 1
            won = shape_of(counts, melds, flags, orphans)
            counts[kind] -= 1
            if won:
                return True
    return False
