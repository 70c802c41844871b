"""Who is fully liable for a win: what could have been, told from what every seat held (甲十, 乙十)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import (
    ALL_HONOURS,
    BIG_DRAGONS,
    BIG_WINDS,
    MIXED_TERMINALS,
    PURE_SUIT,
    PURE_TERMINALS,
    SHOWN,
    THIRTEEN_ORPHANS,
)
from audit.games.mahjong.layout import (
    A_SEAT,
    BROKEN,
    DEALER,
    F_MELDS,
    LAST_BROKE,
    NONE,
    NONE_64,
    ON_REPLACEMENT,
    RIVER_HIDDEN,
    SIMPLIFIED,
    TILES_SOUND,
    VISIBLE_BEFORE,
    W_BROKE,
    W_CALLED,
    W_CHARGED,
    W_EXEMPT,
    W_FEEDER,
    W_FRESH,
    W_KEPT,
    W_NINE,
    W_PASSED,
    W_SHAPE,
    W_THIRD,
    W_TIMELY,
    W_TWELFTH,
    Play,
)
from audit.games.mahjong.shapes import shape_of
from audit.kernel import inner_kernel

_PURE = 1 << PURE_SUIT
_BIG_DRAGONS, _BIG_WINDS = 1 << BIG_DRAGONS, 1 << BIG_WINDS
SUITED, WINDS, DRAGONS = range(3)
_EXEMPT = 1 << PURE_TERMINALS | 1 << ALL_HONOURS
_MIXED_ENDS = 1 << MIXED_TERMINALS | 1 << THIRTEEN_ORPHANS


@inner_kernel
def _count_laid(play: Play, seat: int) -> None:
    """Exposed melds and concealed kongs of suits, winds and dragons."""
    laid = play.laid_sorts
    laid[:] = 0
    for meld in range(play.laid_count[seat]):
        kind = play.laid[seat, meld, 1]
        if 0 <= kind < 34:
            laid[SUITED if kind < 27 else WINDS if kind < 31 else DRAGONS, int(play.laid[seat, meld, 0] == 4)] += 1


@inner_kernel
def _nine_exposed(play: Play, other: int, shown: int, robbed: bool) -> int:
    """甲十(1): nine tiles or more of the suit lay open when the discard won a pure suit."""
    exposed, concealed = play.laid_sorts[SUITED, 0], play.laid_sorts[SUITED, 1]
    if other == 0 or (exposed + concealed < 3 and play.sound[play.act[A_SEAT]]):
        return 0
    if shown == 0:
        return NONE_64
    if not shown & _PURE:
        return 0
    return 3 if exposed >= 3 and not robbed else 1


@inner_kernel
def _twelfth_tile(play: Play, seat: int, other: int, shown: int) -> int:
    """甲十(2): a fourth exposed meld of the suit was fed, and the winner drew his tile at his next draw."""
    exposed, concealed = play.laid_sorts[SUITED, 0], play.laid_sorts[SUITED, 1]
    if other != 0 or (play.sound[seat] and (exposed + concealed < 4 or play.fed[seat] == 0)):
        return 0
    if shown == 0:
        return NONE_64
    if not shown & _PURE or play.fed_draws[seat] != 1:
        return 0
    return 3 if concealed == 0 and not play.now[ON_REPLACEMENT] else 1


@inner_kernel
def _third_honour(play: Play, other: int, tile: int, shown: int, robbed: bool, fresh: int) -> int:
    """甲十(3): two dragons or three winds lay pung out, and the discard was the one that was missing."""
    if other == 0:
        return 0
    dragons, dragon_kongs = play.laid_sorts[DRAGONS, 0], play.laid_sorts[DRAGONS, 1]
    winds, wind_kongs = play.laid_sorts[WINDS, 0], play.laid_sorts[WINDS, 1]
    if dragons + dragon_kongs < 2 and winds + wind_kongs < 3 and play.sound[play.act[A_SEAT]]:
        return 0
    if shown == 0:
        return NONE_64
    for first, last, exposed, kongs, needed, name in (
        (31, 34, dragons, dragon_kongs, 2, _BIG_DRAGONS),
        (27, 31, winds, wind_kongs, 3, _BIG_WINDS),
    ):
        if shown & name and exposed + kongs >= needed:
            if first <= tile < last and exposed == needed and kongs == 0 and not robbed:
                return 2 if fresh == 1 else 3 if fresh == 0 else NONE_64
            return 1
    return 0


@inner_kernel
def _kept_last_honour(play: Play, other: int, tile: int) -> int:
    """甲十(4), 乙十(1): the discarder kept an honour whose other three copies lay on the table."""
    now = play.now
    result, unknown = 0, play.sound[other] == 0 or not now[TILES_SOUND]
    for kind in range(27, 34):
        counted = kind == 32 if now[SIMPLIFIED] else kind >= 31 or kind == 27 + (other - now[DEALER]) % 4
        if now[DEALER] == 0 and not now[SIMPLIFIED] and kind < 31:  # whose wind it is is not told
            unknown = unknown or (play.visible[kind] == 3 and play.held[other, kind] > 0)
            continue
        if not counted or kind == tile:
            continue
        visible, held = play.visible[kind], play.held[other, kind]
        if held >= 1 and visible == 3:
            own = False
            for meld in range(play.laid_count[other]):
                own = own or play.laid[other, meld, 1] == kind
            result = max(result, 1 if own else 3)
        elif visible < 4 and visible + now[RIVER_HIDDEN] >= 3:
            unknown = unknown or (held >= 1 and visible < 3) or (held == 0 and play.hidden[other] > 0)
    if result == 3 and play.sound[other] and now[TILES_SOUND]:
        return 3
    return NONE_64 if unknown else result


@inner_kernel
def _passed_win(play: Play, flags: NDArray[np.uint8], other: int, tile: int) -> int:
    """甲十(6): with the discard the tiles of the discarder were a win."""
    wanted = play.figures[F_MELDS] - play.laid_count[other]
    if not play.sound[other] or play.hidden[other] > 0 or not play.sized[other] or wanted < 0:
        return NONE_64
    counts = play.counts
    for kind in range(35):
        counts[kind] = play.held[other, kind]
    counts[tile] += 1
    return 3 if shape_of(counts, wanted, flags, not play.now[SIMPLIFIED]) else 0


@inner_kernel
def _fresh(play: Play, seat: int, other: int, tile: int) -> int:
    """甲十(10), 乙十(4): the discard was a dragon or a seat's wind of which none lay on the table."""
    now = play.now
    if now[DEALER] == 0 and 27 <= tile < 31:
        return NONE_64
    winds = tile in (27 + (seat - now[DEALER]) % 4, 27 + (other - now[DEALER]) % 4)
    honour = tile == 32 if now[SIMPLIFIED] else tile >= 31 or winds
    if not honour or now[VISIBLE_BEFORE] > 0:
        return 0
    return NONE_64 if now[RIVER_HIDDEN] > 0 or not now[TILES_SOUND] else 1


@inner_kernel
def judge_grounds(
    play: Play,
    column: NDArray[np.int64],
    flags: NDArray[np.uint8],
    fact: int,
    other: int,
    tile: int,
    shape: int,
    robbed: bool,
) -> None:
    """Every ground on which a seat may be liable for this win, each by itself."""
    now, seat = play.now, play.act[A_SEAT]
    if now[BROKEN] or seat == 0:
        return
    if column[W_CALLED, fact] == 1:  # nobody is liable for a false win
        for place in (W_NINE, W_TWELFTH, W_FEEDER, W_THIRD, W_KEPT, W_BROKE, W_PASSED, W_FRESH, W_EXEMPT, W_CHARGED):
            column[place, fact] = 0
        return
    if column[W_TIMELY, fact] == 0 or column[W_SHAPE, fact] == 0:  # a win that is none is judged as such
        return
    shown = play.valued[SHOWN] if shape else 0
    column[W_FEEDER, fact] = play.fed[seat]
    fresh = 0
    if other > 0 and not robbed:
        fresh = _fresh(play, seat, other, tile) if tile >= 0 else NONE_64
    column[W_FRESH, fact] = fresh
    _count_laid(play, seat)
    column[W_NINE, fact] = _nine_exposed(play, other, shown, robbed)
    column[W_TWELFTH, fact] = _twelfth_tile(play, seat, other, shown)
    column[W_THIRD, fact] = _third_honour(play, other, tile, shown, robbed, fresh)
    column[W_KEPT, fact] = column[W_BROKE, fact] = column[W_PASSED, fact] = 0
    if other > 0 and not robbed:
        column[W_KEPT, fact] = _kept_last_honour(play, other, tile)
        broke = now[LAST_BROKE]
        column[W_BROKE, fact] = NONE_64 if broke == NONE else 3 if broke == 1 else 1 if broke > 1 else 0
        column[W_PASSED, fact] = _passed_win(play, flags, other, tile) if tile >= 0 else NONE_64
    exempt = NONE_64
    if shown:
        exempt = 3 if shown & _EXEMPT else 1 if shown & _MIXED_ENDS else 0
    column[W_EXEMPT, fact] = exempt
