"""The deal: tiles taken in turn, or whole hands, and what each seat has when play begins (甲三, 乙三)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.holding import (
    COPIES,
    begin_tiles,
    copies_now,
    gain,
    lose_hands,
    miscount,
    next_seat,
    open_turn,
    surplus_now,
    unsettle,
)
from audit.games.mahjong.layout import (
    A_SEAT,
    A_TILES,
    AT_BREAKS,
    AT_DEALS,
    AT_DICE,
    BROKEN,
    DEAL_FORM,
    DEAL_PART,
    DEAL_SOUND,
    DEAL_STEP,
    DEAL_STRAY,
    DEALER,
    DEALER_SIZE,
    DEALT_ANY,
    F_DEALER_LAST,
    F_OTHER_LAST,
    F_PORTION,
    F_ROUNDS,
    FIRST_BREAK,
    FIRST_DICE,
    FOREIGN_NEW,
    H_PORTIONS,
    HOLDER,
    LEFT,
    LEFT_KNOWN,
    NONE,
    NONE_64,
    OCCUPIED,
    OTHER_SIZE,
    PLAY_BEGUN,
    PLAYERS,
    SEATS_OPEN,
    STRAYED,
    TILES_SOUND,
    TURN_SOUND,
    Play,
)
from audit.kernel import inlined_kernel, inner_kernel


@inner_kernel
def deal_due(play: Play) -> tuple[int, int]:
    """The seat and the tiles of the deal's next step; no seat where the deal is done."""
    now, figures = play.now, play.figures
    players = max(1, now[PLAYERS])
    step = now[DEAL_STEP]
    seat = now[DEALER]
    for _ in range(step % players):
        seat = next_seat(play, seat)
    if now[DEAL_FORM] == 1:
        if step >= players:
            return 0, 0
        return seat, now[DEALER_SIZE] if seat == now[DEALER] else now[OTHER_SIZE]
    rounds = figures[F_ROUNDS]
    if step < rounds * players:
        return seat, figures[F_PORTION]
    last = figures[F_DEALER_LAST] if seat == now[DEALER] else figures[F_OTHER_LAST]
    if step >= (rounds + 1) * players or last == 0:
        return 0, 0
    return seat, last - now[DEAL_PART]


@inner_kernel
def doubt_dealer(play: Play, rows: NDArray[np.int32]) -> None:
    """Another than the dealer begins: who deals can no longer be told, nor what was judged by it before the play."""
    now = play.now
    now[DEALER] = 0
    for fact in range(now[FIRST_DICE], play.at[AT_DICE]):
        rows[4, fact] = NONE
    for fact in range(now[FIRST_BREAK], play.at[AT_BREAKS]):
        rows[2, fact] = rows[3, fact] = NONE


@inlined_kernel
def deal(play: Play, rows: NDArray[np.int32]) -> None:
    """One taking of the deal, or one whole hand."""
    now, seat, tiles = play.now, play.act[A_SEAT], play.act[A_TILES]
    fact = play.at[AT_DEALS]
    play.at[AT_DEALS] += 1
    first = not now[DEALT_ANY]
    now[DEALT_ANY] = 1
    if now[DEALER] == 0:
        now[DEAL_SOUND] = 0
    begin_tiles(play)
    for place in range(tiles):
        gain(play, seat, play.tiles[place])
    play.dealt[seat] += tiles
    now[LEFT] = max(-100, now[LEFT] - tiles)
    if now[DEAL_FORM] == 0:
        now[DEAL_FORM] = 1 if tiles >= min(now[DEALER_SIZE], now[OTHER_SIZE]) else 2
    seat_due, tiles_due = deal_due(play)
    if seat_due == 0:
        now[DEAL_STRAY] = now[DEAL_STRAY] or 3
    elif tiles == 0:  # how many were taken is not told
        now[DEAL_SOUND] = now[TILES_SOUND] = 0
    jump = now[DEAL_FORM] == 2 and now[DEAL_STEP] >= play.figures[F_ROUNDS] * now[PLAYERS]
    if jump and seat == seat_due and 0 < tiles < tiles_due:
        now[DEAL_PART] += tiles
        tiles_due = tiles
    else:
        now[DEAL_STEP] += 1
        now[DEAL_PART] = 0
    rows[0, fact] = tiles if tiles > 0 else NONE
    rows[1, fact] = tiles_due if now[DEAL_SOUND] else NONE
    rows[2, fact] = seat_due if now[DEAL_SOUND] and seat > 0 else NONE
    if seat != seat_due or tiles != tiles_due:
        now[DEAL_SOUND] = now[TILES_SOUND] = 0
        if first and seat not in (0, seat_due) and seat_due > 0:
            doubt_dealer(play, rows)
        if now[FOREIGN_NEW] == tiles and rows[2, fact] != NONE:  # judged by its place
            now[FOREIGN_NEW] = 0
    elif now[FOREIGN_NEW] == tiles:  # no row of the deal, it may be
        now[DEAL_SOUND] = 0
    rows[3, fact] = copies_now(play)
    rows[4, fact] = now[FOREIGN_NEW]
    rows[5, fact] = surplus_now(play, rows[3, fact])
    if now[PLAY_BEGUN]:  # it may stand for any other row
        miscount(play, seat)
        open_turn(play)
        now[STRAYED] = 1
    if rows[3, fact] > COPIES:  # a tile too many may be a row too many
        now[DEAL_SOUND] = 0


@inner_kernel
def takings_missing(play: Play) -> int:
    """How many steps of the deal are still due."""
    now = play.now
    if not now[DEALT_ANY]:
        return int(now[PLAYERS])
    step, missing = now[DEAL_STEP], 0
    while deal_due(play)[0] != 0:
        missing += 1
        now[DEAL_STEP] += 1
    now[DEAL_STEP] = step
    return missing


@inner_kernel
def end_deal(play: Play, hands: NDArray[np.int64], hand: int, missing: int) -> None:
    """Play begins, so many steps of the deal being missing: whose hands can be relied on."""
    now = play.now
    now[HOLDER] = now[DEALER]
    now[TURN_SOUND] = now[DEALER] > 0 and not now[BROKEN]
    if not now[DEALT_ANY]:
        now[LEFT_KNOWN] = 0
    told = now[DEAL_SOUND] and now[DEALER] > 0 and not now[BROKEN]
    if now[DEAL_STRAY] in (0, 3):
        hands[H_PORTIONS, hand] = missing if told else NONE_64
    if now[DEAL_STRAY] == 2:
        lose_hands(play)
    elif now[DEAL_STRAY] == 3:
        miscount(play, now[DEALER])
        open_turn(play)
    for seat in range(1, 5):
        due = now[DEALER_SIZE] if seat == now[DEALER] else now[OTHER_SIZE]
        if not now[DEALT_ANY]:
            play.hidden[seat] = due
            play.sized[seat] = 0
        elif play.dealt[seat] == 0 and not (now[OCCUPIED] >> seat & 1 or now[SEATS_OPEN]):
            pass  # nobody sits there
        elif play.dealt[seat] != due or now[DEALER] == 0 or play.dealt[0] > 0:
            unsettle(play, seat)
    if not now[DEAL_SOUND] or missing:
        now[LEFT_KNOWN] = 0
