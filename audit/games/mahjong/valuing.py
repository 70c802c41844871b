"""Many hands at once: their winning shapes and what they are worth on a day of the law, over columns (甲四, 甲六)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.mahjong.fan import (
    CERTAINTY,
    LAWFUL,
    PLAIN,
    SHOWN,
    VALUED,
    FanLaw,
    plain_way,
    value_wins,
)
from audit.games.mahjong.law import DayLaw
from audit.games.mahjong.layout import F_ADDING_CERTAINTY, F_BARE_CERTAINTY, F_CAP, F_CAP_CERTAINTY
from audit.games.mahjong.shapes import KINDS, suit_tables

_MOST_MELDS = 4
_EAST = 27


class Values(NamedTuple):
    """What N hands are worth, one entry a hand; a hand that is no win has no lawful number.

    ``lawful`` has a bit for each number of fan that a listed reading allows, ``fan`` is the one with nothing open
    counted, ``names`` has a bit for each name of ``audit.games.mahjong.fan.NAMES`` that the hand shows, ``certainty``
    indexes ``CERTAINTIES``.
    """

    lawful: NDArray[np.int64]
    fan: NDArray[np.int64]
    names: NDArray[np.int64]
    certainty: NDArray[np.int64]


def fan_law(law: Law, day: int, *, simplified: bool = False) -> FanLaw:
    """The fan of the law in force on a day, counted from 1970-01-01."""
    rows = DayLaw(law, np.array([day], np.int32), simplified=simplified)
    places = (F_CAP, F_CAP_CERTAINTY, F_ADDING_CERTAINTY, F_BARE_CERTAINTY)
    cap, of_cap, of_adding, of_bare = (int(rows.figures[0, at]) for at in places)
    return FanLaw(rows.fan[0], rows.certainty[0], cap, of_cap, of_adding, of_bare)


def value_hands(
    concealed: NDArray[np.int8],
    law: FanLaw,
    *,
    melds: NDArray[np.int8] | None = None,
    sizes: NDArray[np.int8] | None = None,
    ways: NDArray[np.int8] | None = None,
    wanted: int = _MOST_MELDS,
) -> Values:
    """Shape and fan of N hands of ``wanted`` melds and a pair in one call, by the law of one day (135/91/M 甲四, 甲六).

    ``concealed`` are counts of the 34 kinds of ``audit.pieces.notation.TILES``, N x 34 (or N x 35 with a column of
    tiles that the set does not hold), the winning tile among them. ``melds`` N x 4 x 2 say how each open meld or kong
    lies and its lowest kind (``audit.games.mahjong.fan.CHOW`` and on), ``sizes`` how many of them a hand has; none
    where left out. ``ways`` N x 9 are as ``audit.games.mahjong.fan.plain_way``, which for East in the East round is
    what stands where they are left out. Thirteen orphans count where four melds are wanted. Never raises for tiles.
    """
    count = len(concealed)
    if concealed.shape[1] == KINDS:
        wide = np.zeros((count, KINDS + 1), np.int8)
        wide[:, :KINDS] = concealed
        concealed = wide
    if melds is None or sizes is None:
        melds, sizes = np.zeros((count, _MOST_MELDS, 2), np.int8), np.zeros(count, np.int8)
    if ways is None:
        ways = np.repeat(plain_way(_EAST, _EAST)[None], count, axis=0)
    valued = np.zeros((count, VALUED), np.int64)
    value_wins(concealed, melds, sizes, wanted, ways, law, suit_tables().flags, valued)
    return Values(valued[:, LAWFUL], valued[:, PLAIN], valued[:, SHOWN], valued[:, CERTAINTY])
