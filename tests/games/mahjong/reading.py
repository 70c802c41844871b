"""What the tests of this folder ask of many hands at once: their shapes, every reading, the names of their fan."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import NAMES
from audit.games.mahjong.shapes import HONOURS, KINDS, Reading, shape_of, suit_tables
from audit.kernel import kernel

_POWERS = tuple(5**place for place in range(9))


@kernel
def shapes_of(
    counts: NDArray[np.int8], melds: int, flags: NDArray[np.uint8], orphans: bool, shapes: NDArray[np.int8]
) -> None:
    """``shape_of`` for each row of a matrix of counts."""
    for row in range(len(counts)):
        shapes[row] = shape_of(counts[row], melds, flags, orphans)


def shape_columns(counts: NDArray[np.int8], melds: int = 4, *, orphans: bool = True) -> NDArray[np.int8]:
    """The shape of each row of N x 34 counts of concealed tiles, as bits of COMPLETE and the rest, 0 for none."""
    wide = np.zeros((len(counts), KINDS + 1), np.int8)
    wide[:, :KINDS] = counts
    shapes = np.zeros(len(counts), np.int8)
    shapes_of(wide, melds, suit_tables().flags, orphans, shapes)
    return shapes


def readings_of(counts: Sequence[int], melds: int = 4) -> tuple[Reading, ...]:
    """Every reading of concealed tiles as that many melds and a pair; thirteen orphans have none of their own."""
    if sum(counts) != 3 * melds + 2 or any(not 0 <= count <= 4 for count in counts):
        return ()
    honours = counts[HONOURS:KINDS]
    if any(count not in (0, 2, 3) for count in honours):
        return ()
    pungs = tuple(HONOURS + place for place, count in enumerate(honours) if count == 3)
    pairs = [HONOURS + place for place, count in enumerate(honours) if count == 2]
    found = []
    table = suit_tables().readings
    codes = [sum(counts[first + place] * _POWERS[place] for place in range(9)) for first in (0, 9, 18)]
    for suits in product(*(table.get(code, ()) for code in codes)):
        pair = [*pairs, *(9 * suit + each.pair for suit, each in enumerate(suits) if each.pair is not None)]
        if len(pair) == 1:
            suited = tuple(9 * suit + kind for suit, each in enumerate(suits) for kind in each.pungs)
            chows = tuple(9 * suit + kind for suit, each in enumerate(suits) for kind in each.chows)
            found.append(Reading((*suited, *pungs), chows, pair[0]))
    return tuple(found)


def names_of(mask: int) -> tuple[str, ...]:
    """The names of a mask of fan, in the order of the vocabulary."""
    return tuple(name for place, name in enumerate(NAMES) if mask >> place & 1)
