"""What every seat holds, as far as the log tells: tiles that come, tiles that go, and whose turn it is.

Known tiles are counted by kind, the others by number alone. A tile whose kind is learnt when it leaves the hand is a
copy that was not known before; so five copies of a kind are found whether or not the log shows the draws.
"""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.layout import (
    A_CLAIMED,
    A_EVENT,
    A_SEAT,
    A_TILES,
    ANY_CLAIMED,
    BROKEN,
    CARRIED,
    COPIES_NEW,
    DEAL_SOUND,
    DISCARDED,
    DOUBTED,
    DRAWN_AFTER,
    END_OPEN,
    ENDED_BY,
    FOLLOW_DUE,
    FOLLOW_KONG,
    FOREIGN_NEW,
    HOLDER,
    KIND,
    LAST_SEAT,
    LAST_TILE,
    LEFT_BEFORE,
    LEFT_KNOWN,
    LIVE,
    M_FOLLOWED,
    M_REPLACED,
    NONE,
    NONE_CLAIMED,
    OCCUPIED,
    PLAY_OPEN,
    REPLACE_DUE,
    REPLACE_KONG,
    SIZED_BEFORE,
    SOUND_BEFORE,
    SURPLUS_NEW,
    TILES_BEFORE,
    TILES_SOUND,
    TOOK_BACK,
    TURN_SOUND,
    Play,
)
from audit.games.mahjong.shapes import FOREIGN_KIND
from audit.kernel import inner_kernel

_DRAW, _DISCARD, _CHOW, _PUNG = KIND["draw"], KIND["discard"], KIND["chow"], KIND["pung"]
COPIES = 4  # of a kind in the set; more than that are a fault


@inner_kernel
def next_seat(play: Play, seat: int) -> int:
    """The next occupied seat counter-clockwise; the next seat of four where the log tells none."""
    for step in range(1, 5):
        following = (seat - 1 + step) % 4 + 1
        if play.now[OCCUPIED] >> following & 1:
            return following
    return seat % 4 + 1


@inner_kernel
def begin_tiles(play: Play) -> None:
    """Forget what the row before brought: copies and strange tiles that it made known."""
    play.now[COPIES_NEW] = 0
    play.now[FOREIGN_NEW] = 0
    play.now[SURPLUS_NEW] = 0


@inner_kernel
def copies_now(play: Play) -> int:
    """The most copies of a kind that this row made known; NONE where the hand's tiles cannot be relied on."""
    now = play.now
    if not now[TILES_SOUND]:
        return NONE
    copies = now[COPIES_NEW]
    if copies > COPIES:  # which of them is the strange one is not told
        lose_hands(play)
    return int(copies)


@inner_kernel
def surplus_now(play: Play, copies: int) -> int:
    """The kind of a surplus copy that this row made known, as packed pieces hold it; 0 for none, NONE with the copies.

    ``copies`` is what ``copies_now`` gave for the row.
    """
    return NONE if copies == NONE else int(play.now[SURPLUS_NEW])


@inner_kernel
def learn(play: Play, kind: int) -> None:
    """A copy of a kind that the log did not show before."""
    if kind == FOREIGN_KIND:
        play.now[FOREIGN_NEW] += 1
    elif kind >= 0:
        play.copies[kind] += 1
        if play.copies[kind] > play.now[COPIES_NEW]:
            play.now[COPIES_NEW] = play.copies[kind]
            if play.copies[kind] > COPIES:
                play.now[SURPLUS_NEW] = kind + 2  # as packed pieces hold it


@inner_kernel
def gain(play: Play, seat: int, kind: int) -> None:
    """A tile comes to a hand from the wall."""
    if kind < 0:
        play.hidden[seat] += 1
    else:
        if play.held[seat, kind] < 100:
            play.held[seat, kind] += 1
            play.known[seat] += 1
        learn(play, kind)
        if kind == FOREIGN_KIND:
            unsettle(play, seat)


@inner_kernel
def lose_unknown(play: Play, seat: int) -> None:
    """A tile leaves a hand, and the log does not say which: those that were known are so no longer."""
    if play.known[seat] > 0:
        for kind in range(35):
            play.copies[kind] -= play.held[seat, kind]
            play.held[seat, kind] = 0
        play.hidden[seat] += play.known[seat]
        play.known[seat] = 0
    play.hidden[seat] = max(0, play.hidden[seat] - 1)


@inner_kernel
def lose(play: Play, seat: int, kind: int) -> int:
    """A tile leaves a hand: 1 where it was or may have been there, 0 where it was not."""
    if kind < 0:
        lose_unknown(play, seat)
        return 1
    if play.held[seat, kind] > 0:
        play.held[seat, kind] -= 1
        play.known[seat] -= 1
        return 1
    learn(play, kind)
    if kind == FOREIGN_KIND:  # it stands for a tile that the log does not tell
        lose_unknown(play, seat)
        unsettle(play, seat)
        return 1
    if play.hidden[seat] > 0:
        play.hidden[seat] -= 1
        return 1
    return 0


@inner_kernel
def unsettle(play: Play, seat: int) -> None:
    """What a seat holds can no longer be relied on."""
    play.sound[seat] = 0
    play.sized[seat] = 0
    play.now[TILES_SOUND] = 0


@inner_kernel
def miscount(play: Play, seat: int) -> None:
    """A hand of the wrong size: its tiles can no longer be relied on, nor how many are left in the wall."""
    unsettle(play, seat)
    play.now[LEFT_KNOWN] = 0


@inner_kernel
def mislead(play: Play, seat: int, due: int) -> None:
    """A seat acted in the place of another: what the two hold is open, and whose turn it is."""
    miscount(play, seat)
    if due > 0:
        miscount(play, due)
    open_turn(play)


@inner_kernel
def open_turn(play: Play) -> None:
    """Whose turn it is can no longer be told, nor which kong a tile of the tail would replace."""
    now = play.now
    now[TURN_SOUND] = 0
    now[REPLACE_DUE] = 0
    now[FOLLOW_DUE] = 0
    now[END_OPEN] = now[DRAWN_AFTER] = 1


@inner_kernel
def lose_hands(play: Play) -> None:
    """An act that makes no sense, or of nobody knows whom: any seat may have been the one that it took tiles from."""
    for seat in range(5):
        miscount(play, seat)
    open_turn(play)


@inner_kernel
def doubt(play: Play, seat: int, holder: int, whole: bool) -> None:
    """An act at odds with what its seat holds: that is open from now on; what the others hold until the seat plays on.

    Any other seat may have been the one that acted, unless that seat's next tile shows it to have the turn; of
    ``holder``, whose turn it was, an act may be missing. A ``whole`` meld is no row of a draw, and takes no tile.
    """
    now = play.now
    sound, sized, tiles, left = 0, 0, now[TILES_SOUND], now[LEFT_KNOWN] and whole
    for other in range(1, 5):
        if other not in (seat, holder):
            sound |= play.sound[other] << other
            sized |= play.sized[other] << other
    lose_hands(play)
    now[DOUBTED], now[SOUND_BEFORE], now[SIZED_BEFORE] = seat, sound, sized
    now[TILES_BEFORE], now[LEFT_BEFORE] = tiles, left


@inner_kernel
def settle_doubt(play: Play) -> None:
    """The row after an act that was at odds: one of the same seat confirms that the others had no part in it."""
    now = play.now
    if now[DOUBTED] == play.act[A_SEAT]:
        for other in range(1, 5):
            play.sound[other] |= now[SOUND_BEFORE] >> other & 1
            play.sized[other] |= now[SIZED_BEFORE] >> other & 1
        now[TILES_SOUND], now[LEFT_KNOWN] = now[TILES_BEFORE], now[LEFT_BEFORE]
        now[DRAWN_AFTER] = int(now[ENDED_BY] != 0)
    now[DOUBTED] = 0


@inner_kernel
def lacks(play: Play, kind: int) -> bool:
    """Whether the table has not shown that kind of event: its absence tells nothing."""
    return bool(play.now[CARRIED] >> kind & 1 == 0)


@inner_kernel
def open_play(play: Play) -> None:
    """An act that only an event of a kind that the table does not log explains: the hand's tiles and turns are open."""
    lose_hands(play)
    play.now[PLAY_OPEN] = 1


@inner_kernel
def lose_track(play: Play) -> None:
    """Rows are missing from here on: nothing that rests on what went before can be told any more."""
    now = play.now
    if now[BROKEN]:
        return
    now[BROKEN] = 1
    now[LIVE] = 0
    now[DEAL_SOUND] = 0
    lose_hands(play)


@inner_kernel
def settle_kong(play: Play, rows: NDArray[np.int32]) -> bool:
    """Another act after a kong: whether it makes the kong a fault, and is not to be judged by the turn.

    A seat must follow its replacement with a discard, a win or a kong; a draw, a chow and a pung do not count as such.
    """
    now, seat, event = play.now, play.act[A_SEAT], play.act[A_EVENT]
    acted = event not in (_DRAW, _CHOW, _PUNG)
    blamed = False
    if now[REPLACE_DUE]:
        rows[M_REPLACED, now[REPLACE_KONG]] = 0
        mislead(play, seat, now[REPLACE_DUE])
        blamed = True
    elif now[FOLLOW_DUE]:
        if now[FOLLOW_DUE] == seat and not acted:
            return False
        if now[FOLLOW_DUE] != seat and lacks(play, _DISCARD):
            open_play(play)
            return False
        rows[M_FOLLOWED, now[FOLLOW_KONG]] = now[FOLLOW_DUE] == seat
        if now[FOLLOW_DUE] != seat:
            mislead(play, seat, now[FOLLOW_DUE])
            blamed = True
        now[FOLLOW_DUE] = 0
    return blamed


@inner_kernel
def settle_take_back(play: Play) -> None:
    """Play goes on after a discard was taken back: where another seat acts on it, it lies as it lay before."""
    now, seat, kind = play.now, play.now[TOOK_BACK], play.now[LAST_TILE]
    now[TOOK_BACK] = 0
    if seat != play.act[A_SEAT]:
        play.held[seat, kind] -= 1
        play.known[seat] -= 1
        play.visible[kind] += 1
        now[LIVE], now[HOLDER] = 1, 0
        now[DISCARDED] += 1


@inner_kernel
def count_hand(play: Play, seat: int) -> bool:
    """Copy a seat's concealed tiles to ``counts``; false where the log does not tell all of them."""
    counts = play.counts
    for kind in range(35):
        counts[kind] = play.held[seat, kind]
    if play.hidden[seat] > 0 or not play.sound[seat]:
        return False
    known = True
    for meld in range(play.laid_count[seat]):
        known = known and play.laid[seat, meld, 1] >= 0
    return known


@inner_kernel
def answers_last(play: Play, seat: int) -> bool:
    """Whether the last discard still lies open to claims by that seat."""
    return bool(play.now[LIVE] == 1 and play.now[LAST_SEAT] != seat)


@inner_kernel
def tiles_not_held(play: Play, seat: int) -> tuple[int, int]:
    """How many tiles of a meld, the claimed one left out, the hand cannot have held, and the first of them.

    That one is as packed pieces hold it, 0 for none; NONE where a tile that the log does not know may be any of them.
    """
    tiles, rest, hidden, missing, named = play.tiles, play.counts, play.hidden[seat], 0, 0
    for kind in range(35):
        rest[kind] = play.held[seat, kind]
    skip = play.act[A_CLAIMED] not in (NONE_CLAIMED, ANY_CLAIMED)
    for place in range(play.act[A_TILES]):
        tile = tiles[place]
        if skip and tile == play.act[A_CLAIMED]:
            skip = False
        elif tile == FOREIGN_KIND:
            play.now[FOREIGN_NEW] += 1
        elif tile >= 0 and rest[tile] > 0:
            rest[tile] -= 1
        elif hidden > 0:
            hidden -= 1
        elif tile >= 0:
            missing += 1
            named = tile + 2 if named == 0 else named
    if not play.sound[seat] or (missing and play.hidden[seat] > 0):
        named = NONE
    return (0, NONE) if play.act[A_CLAIMED] == ANY_CLAIMED else (int(missing), int(named))
