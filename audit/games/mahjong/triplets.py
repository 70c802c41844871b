"""Discards that break a concealed triplet: by whom, ready or not (甲十(5), 乙十(2))."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.holding import count_hand
from audit.games.mahjong.layout import F_MELDS, LAST_TILE, NONE, Play
from audit.games.mahjong.shapes import is_ready
from audit.kernel import inner_kernel


@inner_kernel
def broke_triplet(play: Play, seat: int, kind: int, flags: NDArray[np.uint8]) -> int:
    """Whether a discard just made broke a concealed triplet: 1 by a seat not ready, 2 by one that was, 0 not at all.

    3 where the triplet was a pair until the tile thrown was drawn.
    """
    if kind < 0 or kind >= 34 or not play.sound[seat]:
        return NONE
    left = play.held[seat, kind]
    if left > 2 or left + play.hidden[seat] < 2:
        return 0
    counts, melds = play.counts, play.figures[F_MELDS]
    if play.hidden[seat] > 0 or not count_hand(play, seat) or not play.sized[seat]:
        return NONE
    if play.gain[seat] == kind:
        return 3
    wanted = melds - play.laid_count[seat]
    if is_ready(counts, wanted, flags, melds == 4, play.kinds):
        return 2
    counts[kind] += 1
    drawn = play.gain[seat]
    if drawn >= 0 and counts[drawn] > 0:
        counts[drawn] -= 1
        return 2 if is_ready(counts, wanted, flags, melds == 4, play.kinds) else 1
    if drawn == -2:  # the turn came by a meld: fourteen tiles of which three lie open
        last = play.laid_count[seat] - 1
        return NONE if last < 0 else _broke_after_meld(play, seat, flags, last)
    return 1


@inner_kernel
def _broke_after_meld(play: Play, seat: int, flags: NDArray[np.uint8], last: int) -> int:
    """The same for a seat whose turn came by a chow or a pung: its tiles before it were those and two of the meld."""
    counts, melds = play.counts, play.figures[F_MELDS]
    lies, kind = play.laid[seat, last, 0], play.laid[seat, last, 1]
    taken = play.now[LAST_TILE]
    if kind < 0 or taken < 0 or lies > 2:
        return NONE
    for place in range(3):
        tile = kind + place if lies == 1 else kind
        counts[min(tile, 34)] += 1
    counts[taken] = max(0, counts[taken] - 1)
    wanted = melds - play.laid_count[seat] + 1
    return 2 if is_ready(counts, wanted, flags, melds == 4, play.kinds) else 1
