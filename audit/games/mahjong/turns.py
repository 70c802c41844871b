"""Drawing and discarding: the rows of the play that move one seat's tiles (甲三, 甲五; 乙三, 乙五)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.dealing import doubt_dealer
from audit.games.mahjong.holding import (
    COPIES,
    begin_tiles,
    copies_now,
    gain,
    lacks,
    lose,
    lose_hands,
    miscount,
    mislead,
    next_seat,
    open_play,
    settle_doubt,
    settle_kong,
    settle_take_back,
    surplus_now,
    unsettle,
)
from audit.games.mahjong.layout import (
    A_SEAT,
    A_TILES,
    A_WHAT,
    AT_BACKS,
    AT_DISCARDS,
    AT_DRAWS,
    BROKEN,
    D_AFTER_CHOW,
    D_COPIES,
    D_DUE,
    D_END,
    D_END_DUE,
    D_FOREIGN,
    D_LEFT,
    D_SURPLUS,
    DEALT_ANY,
    DISCARDED,
    DOUBTED,
    DRAWN,
    DRAWN_AFTER,
    DRAWN_SINCE,
    END_OPEN,
    ENDED_BY,
    F_MELDS,
    FOLLOW_DUE,
    FOLLOW_KONG,
    FOREIGN_NEW,
    HOLDER,
    HOLDER_BY_CHOW,
    KIND,
    LAST_BROKE,
    LAST_DISCARD_FACT,
    LAST_SEAT,
    LAST_TILE,
    LEFT,
    LEFT_KNOWN,
    LIVE,
    M_REPLACED,
    NEXT,
    NONE,
    ON_REPLACEMENT,
    PLAY_OPEN,
    REPLACE_DUE,
    REPLACE_KONG,
    RIVER_HIDDEN,
    ROB_SEAT,
    SIMPLIFIED,
    STRAYED,
    TILES_SOUND,
    TOOK_BACK,
    TURN_KONGS,
    TURN_SOUND,
    VISIBLE_BEFORE,
    X_BROKE,
    X_COPIES,
    X_DUE,
    X_FED,
    X_FIRST,
    X_FOREIGN,
    X_HELD,
    X_SIZE,
    X_SURPLUS,
    Play,
)
from audit.games.mahjong.shapes import FOREIGN_KIND
from audit.games.mahjong.triplets import broke_triplet
from audit.kernel import inlined_kernel, inner_kernel

_DRAW, _DISCARD, _KONG = KIND["draw"], KIND["discard"], KIND["kong"]
_CHOW, _PUNG = KIND["chow"], KIND["pung"]


@inlined_kernel
def draw(play: Play, rows: NDArray[np.int32]) -> None:
    """A tile from the wall or, after a kong, from its tail."""
    now, seat = play.now, play.act[A_SEAT]
    fact = play.at[AT_DRAWS]
    play.at[AT_DRAWS] += 1
    confirms = now[DOUBTED] == seat and seat > 0
    if now[DOUBTED]:
        settle_doubt(play)
    replaces = now[REPLACE_DUE] == seat and seat > 0
    end = play.act[A_WHAT]
    blamed = False
    if seat == 0:
        lose_hands(play)
    elif now[HOLDER] not in (0, seat):
        if now[TOOK_BACK]:
            settle_take_back(play)
        elif lacks(play, _DISCARD):
            open_play(play)
    _count_unmade(play)
    if replaces:
        rows[M_REPLACED, now[REPLACE_KONG]] = end + 1 if end >= 0 else NONE
        now[FOLLOW_DUE], now[FOLLOW_KONG] = seat, now[REPLACE_KONG]
        now[REPLACE_DUE] = 0
    else:
        blamed = settle_kong(play, rows)
    due = (now[HOLDER] if now[HOLDER] else now[NEXT]) if now[TURN_SOUND] else NONE
    if now[ENDED_BY] == 3:  # a tile after the exhausted wall is judged as such
        due = NONE
    due = NONE if blamed or seat == 0 else due
    unseen_kong = end != 0 and lacks(play, _KONG) and not now[ENDED_BY]
    if unseen_kong and (due != seat or now[HOLDER] == seat):
        open_play(play)
        due = NONE
    wrong_turn = due not in (NONE, seat)
    if wrong_turn:
        mislead(play, seat, due)
    rows[D_DUE, fact] = due
    rows[D_END, fact] = end if end >= 0 else NONE
    rows[D_END_DUE, fact] = NONE if now[BROKEN] or now[END_OPEN] or blamed or unseen_kong else int(replaces)
    if end == 1 and not replaces and not confirms:
        if now[HOLDER] == seat:  # the second tile of a turn: judged by its end
            miscount(play, seat)
        elif rows[D_END_DUE, fact] == 0:  # a kong before it may be missing
            play.sound[seat] = now[TILES_SOUND] = 0
    rows[D_LEFT, fact] = now[LEFT] if now[LEFT_KNOWN] else NONE
    if now[ENDED_BY]:  # from here on anything may be
        if now[ENDED_BY] == 3 and not now[BROKEN]:
            rows[D_LEFT, fact] = NONE if now[DRAWN_AFTER] else 0
            now[DRAWN_AFTER] = 1
        open_play(play)
    after_chow = now[HOLDER] == seat and now[HOLDER_BY_CHOW] == 1 and not replaces
    rows[D_AFTER_CHOW, fact] = after_chow if now[TURN_SOUND] else NONE
    if after_chow:
        miscount(play, seat)
    begin_tiles(play)
    play.gain[seat] = -1
    for place in range(play.act[A_TILES]):
        play.gain[seat] = play.tiles[place]
        gain(play, seat, play.tiles[place])
    if play.act[A_TILES] == 0:
        play.hidden[seat] += 1
    now[LEFT] = max(-100, now[LEFT] - 1)
    rows[D_COPIES, fact] = copies_now(play)
    rows[D_FOREIGN, fact] = now[FOREIGN_NEW]
    rows[D_SURPLUS, fact] = surplus_now(play, rows[D_COPIES, fact])
    if blamed or after_chow:
        now[TURN_SOUND] = 0
    _hold_drawn(play, seat, replaces)


@inner_kernel
def forget_claims(play: Play) -> None:
    """No claim is open any more."""
    for seat in range(5):
        play.claims[seat] = 0


@inlined_kernel
def _count_unmade(play: Play) -> None:
    """Play goes on with the discard untaken: pungs that were claimed on it were not made."""
    for seat in range(1, 5):
        if play.claims[seat] & 2:
            play.unmade[seat] += 1
    forget_claims(play)


@inlined_kernel
def _hold_drawn(play: Play, seat: int, replaces: bool) -> None:
    """The seat that drew now has the turn."""
    now = play.now
    now[HOLDER] = seat
    now[HOLDER_BY_CHOW] = 0
    now[LIVE] = 0
    now[DRAWN_SINCE] += 1
    now[DRAWN] += 1
    now[ROB_SEAT] = 0
    now[ON_REPLACEMENT] = replaces
    if not replaces:
        now[TURN_KONGS] = 0
    play.fed_draws[seat] += 1


@inner_kernel
def _unseen_tile(play: Play) -> bool:
    """Whether a seat without a tile to throw may have drawn or claimed one by an event that the table does not log."""
    if lacks(play, _DRAW):
        return True
    follows = play.act[A_SEAT] == play.now[NEXT]
    return not play.now[SIMPLIFIED] and (lacks(play, _PUNG) or (follows and lacks(play, _CHOW)))


@inlined_kernel
def discard(play: Play, rows: NDArray[np.int32], flags: NDArray[np.uint8]) -> None:
    """A tile put on the table."""
    now, seat = play.now, play.act[A_SEAT]
    fact = play.at[AT_DISCARDS]
    play.at[AT_DISCARDS] += 1
    kind, thrown = -1, 1
    if now[DOUBTED]:
        settle_doubt(play)
    if play.act[A_TILES] == 1:
        kind = play.tiles[0]
    elif play.act[A_TILES] > 1:
        thrown = play.act[A_TILES]
        now[STRAYED] = 1
    if seat == 0:
        lose_hands(play)
    elif now[HOLDER] != seat:
        if now[TOOK_BACK]:
            settle_take_back(play)
        if now[HOLDER] == 0 and now[DISCARDED] > 0 and not now[ENDED_BY] and _unseen_tile(play):
            open_play(play)
    blamed = settle_kong(play, rows)
    due = (now[HOLDER] if now[HOLDER] else now[NEXT]) if now[TURN_SOUND] else NONE
    due = NONE if blamed or seat == 0 else due
    holder, wrong_turn = now[HOLDER], due not in (NONE, seat)
    if wrong_turn:
        mislead(play, seat, due)
        if now[DISCARDED] == 0 and not now[DEALT_ANY]:
            doubt_dealer(play, rows)
    ended = now[ENDED_BY]
    if ended and ended != 3:
        open_play(play)
    size = play.hidden[seat] + play.known[seat] + 3 * play.laid_count[seat] - thrown
    wrong_size = play.sized[seat] and size != 3 * play.figures[F_MELDS] + 1
    rows[X_SIZE, fact] = size if play.sized[seat] else NONE
    if wrong_size:
        miscount(play, seat)
    if ended == 3:
        judged = now[DRAWN_AFTER] or wrong_turn or wrong_size
        open_play(play)
        now[DRAWN_AFTER] = judged
    begin_tiles(play)
    there = lose(play, seat, kind)
    rows[X_DUE, fact] = due
    rows[X_FIRST, fact] = NONE if now[BROKEN] else int(now[DISCARDED] == 0)
    rows[X_HELD, fact] = there if play.sound[seat] else NONE
    if not there:
        unsettle(play, seat)
    copies = copies_now(play)
    rows[X_COPIES, fact] = copies
    rows[X_FOREIGN, fact] = now[FOREIGN_NEW]
    rows[X_SURPLUS, fact] = surplus_now(play, rows[X_COPIES, fact])
    now[LAST_BROKE] = broke_triplet(play, seat, kind, flags)
    rows[X_BROKE, fact] = now[LAST_BROKE]
    rows[X_FED, fact] = 0
    faulty = blamed or wrong_turn or wrong_size or copies > COPIES
    if holder == seat and seat > 0 and not faulty and not now[BROKEN]:
        now[TURN_SOUND] = 1 - now[PLAY_OPEN]
    elif faulty:
        now[TURN_SOUND] = 0
    now[END_OPEN] = int(now[PLAY_OPEN] or faulty)
    now[LAST_DISCARD_FACT] = fact
    _lay_discard(play, seat, kind if there and kind != FOREIGN_KIND else -1)


@inlined_kernel
def _lay_discard(play: Play, seat: int, kind: int) -> None:
    """The discard lies on the table, open to claims."""
    now = play.now
    now[LAST_TILE], now[LAST_SEAT] = kind, seat
    live = not now[BROKEN] and not now[ENDED_BY]
    now[LIVE], now[TOOK_BACK] = int(live), 0
    if not live:  # play goes on after its end: what is judged is the row that ended it
        now[TURN_SOUND] = 0
    now[HOLDER], now[HOLDER_BY_CHOW] = 0, 0
    now[NEXT] = next_seat(play, seat)
    now[DISCARDED] += 1
    now[DRAWN_SINCE] = 0
    now[ON_REPLACEMENT], now[TURN_KONGS] = 0, 0
    now[ROB_SEAT] = 0
    now[VISIBLE_BEFORE] = 0
    if kind < 0:
        now[RIVER_HIDDEN] += 1
    else:
        now[VISIBLE_BEFORE] = play.visible[kind]
        play.visible[kind] += 1
    forget_claims(play)
    play.discards[seat] += 1
    play.wrong_discards[seat] += 1


@inner_kernel
def take_back(play: Play, rows: NDArray[np.int32]) -> None:
    """A discard returns to the hand that it came from."""
    now, back, seat = play.now, play.at[AT_BACKS], play.act[A_SEAT]
    play.at[AT_BACKS] += 1
    rows[0, back] = play.discards[seat] if seat > 0 and not now[BROKEN] else NONE
    if play.discards[seat] == 0 and seat > 0 and not now[BROKEN]:  # nothing of the seat lies there to be taken back
        return
    kind = play.tiles[0] if play.act[A_TILES] > 0 else -1
    if now[LIVE] and now[LAST_SEAT] == seat and now[LAST_TILE] == kind and kind >= 0:
        play.held[seat, kind] += 1
        play.known[seat] += 1
        play.visible[kind] -= 1
        now[LIVE], now[HOLDER], now[TOOK_BACK] = 0, seat, seat
        now[DISCARDED] -= 1
        forget_claims(play)
    else:
        lose_hands(play)
