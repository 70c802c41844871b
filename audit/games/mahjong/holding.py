"""What every seat holds, as far as the log tells: tiles that come, tiles that go, and whose turn it is.

Known tiles are counted by kind, the others by number alone. A tile whose kind is learnt when it leaves the hand is a
copy that was not known before; so five copies of a kind are found whether or not the log shows the draws.
"""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.layout import (
    BROKEN,
    COPIES_NEW,
    DEAL_SOUND,
    FOLLOW_DUE,
    FOLLOW_KONG,
    FOREIGN_NEW,
    HOLDER,
    LAST_SEAT,
    LEFT,
    LEFT_KNOWN,
    LIVE,
    M_FOLLOWED,
    M_REPLACED,
    NONE,
    OCCUPIED,
    REPLACE_DUE,
    REPLACE_KONG,
    TILES_SOUND,
    TURN_SOUND,
    Facts,
    Play,
    Rules,
)
from audit.kernel import kernel


@kernel
def kind_of(code: int, rules: Rules) -> int:
    """A tile's kind; -1 where the log does not know it, 34 where the game's set does not hold it."""
    if code == -1:
        return -1
    if 0 <= code < 34 and rules.kinds[code]:
        return code
    return 34


@kernel
def next_seat(play: Play, seat: int) -> int:
    """The next occupied seat counter-clockwise; the next seat of four where the log tells none."""
    for step in range(1, 5):
        following = (seat - 1 + step) % 4 + 1
        if play.now[OCCUPIED] >> following & 1:
            return following
    return seat % 4 + 1


@kernel
def begin_tiles(play: Play) -> None:
    """Forget what the row before brought: copies and strange tiles that it made known."""
    play.now[COPIES_NEW] = 0
    play.now[FOREIGN_NEW] = 0


@kernel
def copies_now(play: Play) -> int:
    """The most copies of a kind that this row made known; NONE where the hand's tiles cannot be relied on."""
    return play.now[COPIES_NEW] if play.now[TILES_SOUND] else NONE


@kernel
def learn(play: Play, kind: int) -> None:
    """A copy of a kind that the log did not show before."""
    if kind == 34:
        play.now[FOREIGN_NEW] += 1
    elif kind >= 0:
        play.copies[kind] += 1
        play.now[COPIES_NEW] = max(play.now[COPIES_NEW], play.copies[kind])


@kernel
def gain(play: Play, seat: int, kind: int) -> None:
    """A tile comes to a hand from the wall."""
    if kind < 0:
        play.hidden[seat] += 1
    else:
        play.held[seat, kind] = min(100, play.held[seat, kind] + 1)
        learn(play, kind)


@kernel
def forget(play: Play, seat: int) -> None:
    """The known tiles of a hand become unknown ones: one of them left, and the log does not say which."""
    for kind in range(35):
        play.hidden[seat] += play.held[seat, kind]
        play.copies[kind] -= play.held[seat, kind]
        play.held[seat, kind] = 0


@kernel
def lose(play: Play, seat: int, kind: int) -> int:
    """A tile leaves a hand: 1 where it was or may have been there, 0 where it was not."""
    if kind < 0:
        forget(play, seat)
        play.hidden[seat] = max(0, play.hidden[seat] - 1)
        return 1
    if play.held[seat, kind] > 0:
        play.held[seat, kind] -= 1
        return 1
    learn(play, kind)
    if play.hidden[seat] > 0:
        play.hidden[seat] -= 1
        return 1
    return 0


@kernel
def concealed(play: Play, seat: int) -> int:
    """How many tiles a seat holds concealed."""
    tiles = play.hidden[seat]
    for kind in range(35):
        tiles += play.held[seat, kind]
    return int(tiles)


@kernel
def unsettle(play: Play, seat: int) -> None:
    """What a seat holds can no longer be relied on."""
    play.sound[seat] = 0
    play.sized[seat] = 0
    play.now[TILES_SOUND] = 0


@kernel
def lose_track(play: Play) -> None:
    """Rows are missing from here on: nothing that rests on what went before can be told any more."""
    now = play.now
    if now[BROKEN]:
        return
    now[BROKEN] = 1
    now[TURN_SOUND] = 0
    now[LEFT_KNOWN] = 0
    now[LIVE] = 0
    now[DEAL_SOUND] = 0
    for seat in range(1, 5):
        unsettle(play, seat)
    now[REPLACE_DUE] = 0
    now[FOLLOW_DUE] = 0


@kernel
def due_seat(play: Play) -> int:
    """Whose turn it is by the log so far; NONE where that cannot be told."""
    return play.now[HOLDER] if play.now[TURN_SOUND] else NONE


@kernel
def settle_kong(play: Play, facts: Facts, seat: int, acted: bool) -> bool:
    """Another act after a kong: whether it must be blamed on the kong instead of on the turn.

    ``acted``: whether the act is one that a seat must follow its replacement with (discard, win, kong).
    """
    now = play.now
    blamed = False
    if now[REPLACE_DUE]:
        facts.melds[M_REPLACED, now[REPLACE_KONG]] = 0
        play.sized[now[REPLACE_DUE]] = 0
        blamed = now[REPLACE_DUE] != seat
        now[REPLACE_DUE] = 0
    if now[FOLLOW_DUE]:
        blamed = blamed or now[FOLLOW_DUE] != seat
        if now[FOLLOW_DUE] == seat and not acted:
            return blamed
        facts.melds[M_FOLLOWED, now[FOLLOW_KONG]] = now[FOLLOW_DUE] == seat
        if now[FOLLOW_DUE] != seat:
            play.sized[now[FOLLOW_DUE]] = 0
        now[FOLLOW_DUE] = 0
    return blamed


@kernel
def take_from_wall(play: Play, tiles: int) -> None:
    """Tiles leave the wall."""
    play.now[LEFT] = max(-100, play.now[LEFT] - tiles)


@kernel
def count_hand(play: Play, seat: int, counts: NDArray[np.int8]) -> bool:
    """Copy a seat's concealed tiles; false where the log does not tell all of them."""
    for kind in range(35):
        counts[kind] = play.held[seat, kind]
    if play.hidden[seat] > 0 or not play.sound[seat]:
        return False
    known = True
    for meld in range(play.laid_count[seat]):
        known = known and play.laid[seat, meld, 1] >= 0
    return known


@kernel
def answers_last(play: Play, seat: int) -> bool:
    """Whether the last discard still lies open to claims by that seat."""
    return bool(play.now[LIVE] == 1 and play.now[LAST_SEAT] != seat)
