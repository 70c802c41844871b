"""Dice and the break of the wall: who threw, what they show, and where they point to (甲一, 甲三; 乙一, 乙三)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.layout import (
    A_NUMBER,
    A_SEAT,
    A_TILES,
    AT_BREAKS,
    AT_DICE,
    BROKEN,
    DEALER,
    DEALT_ANY,
    DICE_TOTAL,
    F_DICE,
    F_WALL_STACKS,
    FIRST_BREAK,
    FIRST_DICE,
    NONE,
    PLAY_BEGUN,
    WALL_ODD,
    Play,
)
from audit.games.mahjong.straying import stray
from audit.kernel import inner_kernel


@inner_kernel
def _wrong_thrower(rows: NDArray[np.int32], fact: int) -> bool:
    thrower, dealer = rows[3, fact], rows[4, fact]
    return bool(thrower != NONE and dealer != NONE and thrower != dealer)  # noqa: PLR1714


@inner_kernel
def dice(play: Play, rows: NDArray[np.int32]) -> None:
    """Dice thrown: the first throw before the deal points to the break."""
    act, fact, size = play.act, play.at[AT_DICE], play.act[A_TILES]
    play.at[AT_DICE] += 1
    low, high, total, known = 99, 0, 0, True
    for place in range(size):
        face = max(0, int(play.tiles[place]) - 64)  # 0: a piece that is no die
        known = known and play.tiles[place] != -1
        low, high, total = min(low, face), max(high, face), total + face
    rows[0, fact] = size if size > 0 else NONE
    rows[1, fact] = low if known and size > 0 else NONE
    rows[2, fact] = high if known and size > 0 else NONE
    rows[3, fact] = act[A_SEAT] if act[A_SEAT] > 0 else NONE
    rows[4, fact] = play.now[DEALER] if play.now[DEALER] > 0 else NONE
    sound = known and size == play.figures[F_DICE] and low >= 1 and high <= 6
    first = play.now[FIRST_DICE]
    if fact > first or play.now[DEALT_ANY] or play.now[PLAY_BEGUN] or low == 0:
        odd = size > 0 and not sound and (known or size != play.figures[F_DICE])
        if odd and (play.now[DEALT_ANY] or play.now[PLAY_BEGUN]):
            rows[3, fact] = NONE  # one finding is enough
        if odd or _wrong_thrower(rows, fact):
            stray(play)
        elif fact > first and _wrong_thrower(rows, first):  # the one before may stand for a wall
            play.now[WALL_ODD] = 1
    if fact == first:
        play.now[DICE_TOTAL] = total if sound else -1


@inner_kernel
def break_wall(play: Play, rows: NDArray[np.int32]) -> None:
    """Where the wall was broken, beside where the dice point."""
    now, act, fact = play.now, play.act, play.at[AT_BREAKS]
    play.at[AT_BREAKS] += 1
    total = now[DICE_TOTAL]
    rows[0, fact] = act[A_SEAT] if act[A_SEAT] > 0 else NONE
    rows[1, fact] = act[A_NUMBER]
    told = 0 < total <= play.figures[F_WALL_STACKS] and now[DEALER] > 0 and not now[BROKEN]
    rows[2, fact] = (now[DEALER] - 1 + total - 1) % 4 + 1 if told else NONE
    rows[3, fact] = total if told else NONE
    elsewhere = act[A_SEAT] > 0 and act[A_SEAT] != rows[2, fact]
    if fact > now[FIRST_BREAK] and told and (elsewhere or act[A_NUMBER] not in (NONE, total)):
        stray(play)
