"""A row that calls a win: what the hand is and is worth, and in which way it was won (甲四, 甲五, 甲六; 乙四-乙六)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import (
    ALLOWED,
    CERTAINTY,
    FIRST_DEALT,
    FIRST_DISCARD,
    LAST,
    LAWFUL,
    PLAIN,
    REPLACEMENT,
    ROBBED,
    ROUND_WIND,
    SEAT_WIND,
    TAKEN,
    TWO_KONGS,
    FanLaw,
    value_win,
)
from audit.games.mahjong.holding import count_hand, lacks, lose_hands, open_play, settle_kong, settle_take_back
from audit.games.mahjong.layout import (
    A_EVENT,
    A_NUMBER,
    A_OTHER,
    A_SEAT,
    A_TILES,
    A_WHAT,
    AT_WINS,
    BROKEN,
    CLAIM_PUNG,
    CLAIM_WIN,
    DEALER,
    DISCARDED,
    DRAWN,
    END_OPEN,
    END_STRAY,
    ENDED_BY,
    F_ADDING_CERTAINTY,
    F_BARE_CERTAINTY,
    F_CAP,
    F_CAP_CERTAINTY,
    F_MELDS,
    FIRST_WIN,
    HOLDER,
    KIND,
    LAST_DISCARD_FACT,
    LAST_SEAT,
    LAST_TILE,
    LEFT,
    LEFT_KNOWN,
    LIVE,
    M_FOLLOWED,
    M_REPLACED,
    MELDED,
    NEXT,
    NONE_64,
    ON_REPLACEMENT,
    PAY_OPEN,
    PLAY_OPEN,
    RAKE_OPEN,
    REPLACE_DUE,
    REPLACE_KONG,
    ROB_SEAT,
    ROB_TILE,
    SIMPLIFIED,
    STRAYED,
    TOOK_BACK,
    TURN_KONGS,
    TURN_SOUND,
    W_CALLED,
    W_CERTAINTY,
    W_CHICKEN,
    W_DECLARED,
    W_DISCARDER,
    W_EARTHLY,
    W_EARTHLY_SAID,
    W_FAN,
    W_FAN_2,
    W_FAN_3,
    W_FAN_OFF,
    W_HEAVENLY,
    W_HEAVENLY_SAID,
    W_NAMES,
    W_NAMES_WRONG,
    W_NEARER,
    W_ROBBED,
    W_SEAT,
    W_SHAPE,
    W_TIMELY,
    W_UNMADE,
    W_UNMADE_BEFORE,
    W_WRONG_MELD,
    WIN_ROWS,
    WIND,
    X_FED,
    Facts,
    Play,
)
from audit.games.mahjong.liability import judge_grounds
from audit.games.mahjong.shapes import shape_of
from audit.kernel import inner_kernel

_CLAIM, _FALSE_WIN = KIND["claim"], KIND["false_win"]
_DRAW, _DISCARD, _KONG = KIND["draw"], KIND["discard"], KIND["kong"]


@inner_kernel
def seat_wind(play: Play, seat: int) -> int:
    """Kind of the wind of a seat: the dealer is East, the others follow counter-clockwise."""
    dealer = play.now[DEALER]
    return 27 + (seat - dealer) % 4 if dealer > 0 else -1


@inner_kernel
def _way_of_winning(play: Play, seat: int, other: int) -> None:
    """Fill in how the tile came: by a draw, a discard or a robbed kong, first or last, on a replacement."""
    now, way = play.now, play.way
    taken = other > 0
    robbed = taken and now[ROB_SEAT] == other
    way[:] = 0
    way[SEAT_WIND] = seat_wind(play, seat)
    way[ROUND_WIND] = 27 + now[WIND] if now[WIND] >= 0 else -1
    way[TAKEN] = int(taken)
    way[ROBBED] = int(robbed)
    replaced = not taken and now[ON_REPLACEMENT] == 1
    way[REPLACEMENT] = int(replaced)
    if replaced and play.kongs[seat] >= 2:
        way[TWO_KONGS] = 1 if now[TURN_KONGS] >= 2 else 2
    if not now[LEFT_KNOWN]:
        way[LAST] = -1
    elif now[LEFT] <= 0:
        way[LAST] = 2 if taken or replaced else 1
    dealer = now[DEALER]
    way[FIRST_DEALT] = int(not taken and seat == dealer and now[DISCARDED] == 0 and now[DRAWN] == 0)
    if taken and not robbed and seat != dealer and other == dealer and now[DISCARDED] == 1 and now[LAST_SEAT] == dealer:
        way[FIRST_DISCARD] = 1 if now[MELDED] == 0 else 2
    if now[BROKEN] or not now[TURN_SOUND]:
        way[ROBBED:TAKEN] = -1
    if dealer == 0:
        way[FIRST_DEALT:TAKEN] = -1


@inner_kernel
def _fed_by(play: Play) -> int:
    """The seat that fed the win; where the row names none, whose tile lies open to a seat that has not the turn."""
    now, act, seat = play.now, play.act, play.act[A_SEAT]
    if act[A_OTHER] > 0 or seat == 0 or now[HOLDER] == seat or now[PLAY_OPEN] or lacks(play, _DRAW):
        return int(act[A_OTHER])
    logged = play.tiles[0] if act[A_TILES] > 0 else -1
    if now[ROB_SEAT] not in (0, seat):
        return int(now[ROB_SEAT]) if logged == -1 or now[ROB_TILE] in (-1, logged) else 0
    open_tile = now[LIVE] == 1 and now[LAST_SEAT] != seat and now[HOLDER] == 0
    return int(now[LAST_SEAT]) if open_tile and (logged == -1 or now[LAST_TILE] in (-1, logged)) else 0


@inner_kernel
def _timely(play: Play, seat: int, other: int) -> int:
    """Whether a win answers the last discard, a kong just promoted, or the winner's own tile; NONE where open."""
    now = play.now
    if now[BROKEN] or seat == 0:
        return NONE_64
    if other > 0:
        answers = now[ROB_SEAT] == other or (now[LIVE] == 1 and now[LAST_SEAT] == other)
        if other != seat and answers:
            return 1
        return 0 if now[TURN_SOUND] else NONE_64
    if not now[TURN_SOUND] or now[REPLACE_DUE]:
        return NONE_64
    return int(now[HOLDER] == seat)


@inner_kernel
def _tile_of(play: Play, seat: int, other: int) -> int:
    """The kind of the winning tile; -1 unknown, -2 none that could be taken."""
    now = play.now
    if other == 0:
        return max(-1, int(play.gain[seat]))
    if now[ROB_SEAT] == other:
        return int(now[ROB_TILE])
    return int(now[LAST_TILE]) if now[LIVE] == 1 and now[LAST_SEAT] == other else -2


@inner_kernel
def _nearer(play: Play, winner: int, other: int) -> int:
    """The seat nearest on the discarder's right that also claims the win, 0 where it is the winner himself."""
    for step in range(1, 4):
        seat = (other - 1 + step) % 4 + 1
        if seat == winner:
            return 0
        if play.claims[seat] & CLAIM_WIN:
            return seat
    return 0


@inner_kernel
def _judge_claims(play: Play, column: NDArray[np.int64], fact: int, seat: int, other: int) -> None:
    """Who else claimed the winning discard, and pungs that the winner declared and did not make."""
    now = play.now
    carried = not (lacks(play, _CLAIM) or lacks(play, _DISCARD) or now[BROKEN])
    column[W_NEARER, fact] = 0
    column[W_UNMADE, fact] = NONE_64
    column[W_UNMADE_BEFORE, fact] = NONE_64
    if carried and seat > 0:
        column[W_UNMADE, fact] = int(other > 0 and play.claims[seat] & CLAIM_PUNG != 0)
        column[W_UNMADE_BEFORE, fact] = int(play.unmade[seat] > 0)
    if seat == 0 or column[W_TIMELY, fact] == 0 or column[W_SHAPE, fact] == 0:  # no win: judged as such
        column[W_NEARER, fact] = column[W_UNMADE, fact] = column[W_UNMADE_BEFORE, fact] = NONE_64
    if other == 0 or column[W_NEARER, fact] == NONE_64:
        return
    play.claims[seat] |= CLAIM_WIN
    for row in range(now[FIRST_WIN], fact + 1):
        winner, giver = seat, other
        if row < fact:
            winner, giver = int(column[W_SEAT, row]), int(column[W_DISCARDER, row])
        if giver == other and column[W_TIMELY, row] != 0 and column[W_SHAPE, row] != 0:
            nearer = _nearer(play, winner, giver)
            column[W_NEARER, row] = nearer if nearer > 0 or carried else NONE_64


@inner_kernel
def _declare(play: Play, column: NDArray[np.int64], fact: int, lawful: bool) -> None:
    """What was declared, beside every number of fan that the law allows."""
    number, said, valued = play.act[A_NUMBER], play.act[A_WHAT], play.valued
    column[W_DECLARED, fact] = number if number > -(2**31) else NONE_64
    known = said >= 0
    names = 0
    for name in range(1, 23):
        names += said >> name & 1 if known else 0
    column[W_NAMES, fact] = names if known else NONE_64
    column[W_CHICKEN, fact] = said & 1 if known else NONE_64
    column[W_HEAVENLY_SAID, fact] = said >> 13 & 1 if known else NONE_64
    column[W_EARTHLY_SAID, fact] = said >> 14 & 1 if known else NONE_64
    for place in range(W_FAN, W_NAMES_WRONG + 1):
        column[place, fact] = NONE_64
    if not lawful or valued[LAWFUL] == 0:
        return
    column[W_CERTAINTY, fact] = valued[CERTAINTY]
    plain = valued[PLAIN]
    column[W_FAN, fact] = column[W_FAN_2, fact] = column[W_FAN_3, fact] = plain
    place = W_FAN_2
    for lawful_fan in range(61):
        if valued[LAWFUL] >> lawful_fan & 1 and lawful_fan != plain and place <= W_FAN_3:
            column[place, fact] = lawful_fan
            place += 1
    if column[W_DECLARED, fact] != NONE_64:
        off = abs(column[W_DECLARED, fact] - plain)
        for place in range(W_FAN_2, W_FAN_3 + 1):
            off = min(off, abs(column[W_DECLARED, fact] - column[place, fact]))
        column[W_FAN_OFF, fact] = off
    wrong = 0
    for name in range(23):
        wrong += (said >> name & 1) and not valued[ALLOWED] >> name & 1
    column[W_NAMES_WRONG, fact] = wrong if known else NONE_64


@inner_kernel
def win(play: Play, facts: Facts, flags: NDArray[np.uint8]) -> None:
    """A win, or a false win; the first of a hand ends it."""
    if play.act[A_SEAT] == 0:
        lose_hands(play)
    if play.now[TOOK_BACK]:
        settle_take_back(play)
    now, seat, other = play.now, play.act[A_SEAT], _fed_by(play)
    fact = play.at[AT_WINS]
    play.at[AT_WINS] += 1
    column, figures, called = facts.wins, play.figures, int(play.act[A_EVENT] == _FALSE_WIN)
    column[:, fact] = NONE_64
    column[W_SEAT, fact] = seat
    column[W_CALLED, fact], column[W_DISCARDER, fact] = called, other
    if now[WIN_ROWS] == 0:
        now[FIRST_WIN] = fact
    now[WIN_ROWS] += 1
    robbed = other > 0 and now[ROB_SEAT] == other
    column[W_ROBBED, fact] = int(robbed)
    if robbed and now[REPLACE_DUE] == other:
        facts.rows[M_REPLACED, now[REPLACE_KONG]] = 3
        facts.rows[M_FOLLOWED, now[REPLACE_KONG]] = 1
        now[REPLACE_DUE] = 0
    elif 0 < other == now[REPLACE_DUE]:  # a kong that nobody can rob: what is judged is the win
        now[REPLACE_DUE] = 0
    elif settle_kong(
        play, facts.rows
    ):  # a win of another than the seat whose kong was due to be replaced, or played on
        now[PAY_OPEN] = now[RAKE_OPEN] = 1
    if now[ENDED_BY] and now[PLAY_OPEN] and other == 0:
        lose_hands(play)
    timely = _timely(play, seat, other)
    unseen = lacks(play, _DRAW) or lacks(play, _DISCARD)  # no draws or no discards in the table's log
    konger = other if other > 0 or called else now[HOLDER]  # whose kong may be robbed; the row may leave it out
    unseen_kong = konger not in (0, seat) and now[HOLDER] == konger and lacks(play, _KONG) and not now[SIMPLIFIED]
    if timely == 0 and (unseen or unseen_kong):
        open_play(play)
        timely = NONE_64
    column[W_TIMELY, fact] = timely
    wrong_meld = play.wrong[seat] >= 0
    stray = timely == 0 and now[ENDED_BY] != 0
    if stray:  # a row of the settlement, it may be
        now[END_STRAY] = 1
    column[W_WRONG_MELD, fact] = NONE_64 if now[BROKEN] or stray else int(wrong_meld)
    _way_of_winning(play, seat, other)
    tile = _tile_of(play, seat, other)
    counts, way, valued = play.counts, play.way, play.valued
    whole = seat > 0 and count_hand(play, seat) and timely != 0 and tile != -2 and (other == 0 or tile >= 0)
    logged = play.tiles[0] if play.act[A_TILES] > 0 else -1
    if other > 0 and tile >= 0:
        counts[tile] += 1
    wanted = figures[F_MELDS] - play.laid_count[seat]
    orphans = not now[SIMPLIFIED]
    shape = shape_of(counts, wanted, flags, orphans) if whole and wanted >= 0 else 0
    mismatch = logged >= 0 and tile >= 0 and logged != tile
    if whole and not wrong_meld and not (mismatch and shape):
        column[W_SHAPE, fact] = 1 if shape else NONE_64 if unseen else 0
    valued[:] = 0
    if shape and not wrong_meld and not mismatch:
        fan_law = FanLaw(
            play.fan,
            play.certainty,
            figures[F_CAP],
            figures[F_CAP_CERTAINTY],
            figures[F_ADDING_CERTAINTY],
            figures[F_BARE_CERTAINTY],
        )
        value_win(counts, play.laid[seat], play.laid_count[seat], shape, way, fan_law, valued)
    _declare(play, column, fact, not wrong_meld)
    told = timely == 1 and way[FIRST_DEALT] >= 0 and not now[STRAYED]
    column[W_HEAVENLY, fact] = int(way[FIRST_DEALT]) if told else NONE_64
    column[W_EARTHLY, fact] = int(way[FIRST_DISCARD] != 0) if told else NONE_64
    _judge_claims(play, column, fact, seat, other)
    judge_grounds(play, column, flags, fact, other, tile, shape, robbed)
    if other > 0 and not robbed and now[LIVE] and now[LAST_SEAT] == other:
        facts.rows[X_FED, now[LAST_DISCARD_FACT]] = 1
    if not (called and now[ENDED_BY] == 1):
        now[ENDED_BY] = 1 + called
    now[HOLDER], now[NEXT], now[END_OPEN] = 0, 0, 1
    if timely == 0 or (column[W_SHAPE, fact] == 0 and not called):  # what follows rests on nothing
        now[TURN_SOUND], now[PLAY_OPEN] = 0, 1
