"""Dealing, drawing and discarding: the rows of a hand that move one seat's tiles (甲三, 甲五; 乙三, 乙五)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.holding import (
    begin_tiles,
    concealed,
    copies_now,
    count_hand,
    due_seat,
    gain,
    kind_of,
    learn,
    lose,
    next_seat,
    settle_kong,
    take_from_wall,
    unsettle,
)
from audit.games.mahjong.layout import (
    AT_DEALS,
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
    DEAL_FORM,
    DEAL_PART,
    DEAL_SOUND,
    DEAL_STEP,
    DEALER,
    DEALT_ANY,
    DISCARDED,
    DRAWN,
    DRAWN_SINCE,
    ENDED_BY,
    F_DEALER_LAST,
    F_OTHER_LAST,
    F_PORTION,
    F_ROUNDS,
    FOLLOW_DUE,
    FOLLOW_KONG,
    FOREIGN_NEW,
    HOLDER,
    HOLDER_BY_CHOW,
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
    NONE_64,
    OCCUPIED,
    ON_REPLACEMENT,
    PLAYERS,
    REPLACE_DUE,
    REPLACE_KONG,
    RIVER_HIDDEN,
    ROB_SEAT,
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
    Facts,
    Log,
    Play,
    Rules,
)
from audit.games.mahjong.shapes import is_ready
from audit.kernel import kernel


@kernel
def deal_due(play: Play, figures: NDArray[np.int64], dealer_due: int, other_due: int) -> tuple[int, int]:
    """The seat and the tiles of the deal's next step; no seat where the deal is done."""
    now = play.now
    players = max(1, now[PLAYERS])
    step = now[DEAL_STEP]
    seat = now[DEALER]
    for _ in range(step % players):
        seat = next_seat(play, seat)
    if now[DEAL_FORM] == 1:
        if step >= players:
            return 0, 0
        return seat, dealer_due if seat == now[DEALER] else other_due
    rounds = figures[F_ROUNDS]
    if step < rounds * players:
        return seat, figures[F_PORTION]
    last = figures[F_DEALER_LAST] if seat == now[DEALER] else figures[F_OTHER_LAST]
    if step >= (rounds + 1) * players or last == 0:
        return 0, 0
    return seat, last - now[DEAL_PART]


@kernel
def hand_size(figures: NDArray[np.int64], dealer: bool) -> int:
    """Tiles of a whole hand as dealt."""
    return int(figures[F_PORTION] * figures[F_ROUNDS] + figures[F_DEALER_LAST if dealer else F_OTHER_LAST])


@kernel
def deal(play: Play, log: Log, facts: Facts, rules: Rules, figures: NDArray[np.int64], row: int) -> None:
    """One taking of the deal, or one whole hand."""
    now, seat = play.now, int(log.seat[row])
    tiles = log.pieces_start[row + 1] - log.pieces_start[row]
    fact = play.at[AT_DEALS]
    play.at[AT_DEALS] += 1
    now[DEALT_ANY] = 1
    begin_tiles(play)
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        gain(play, seat, kind_of(log.pieces[piece], rules))
    play.dealt[seat] += tiles
    take_from_wall(play, tiles)
    dealer_due, other_due = hand_size(figures, True), hand_size(figures, False)
    if now[DEAL_FORM] == 0:
        now[DEAL_FORM] = 1 if tiles >= min(dealer_due, other_due) else 2
    seat_due, tiles_due = deal_due(play, figures, dealer_due, other_due)
    jump = now[DEAL_FORM] == 2 and now[DEAL_STEP] >= figures[F_ROUNDS] * now[PLAYERS]
    if jump and seat == seat_due and 0 < tiles < tiles_due:
        now[DEAL_PART] += tiles
        tiles_due = tiles
    else:
        now[DEAL_STEP] += 1
        now[DEAL_PART] = 0
    facts.deals[0, fact] = tiles
    facts.deals[1, fact] = tiles_due if now[DEAL_SOUND] else NONE
    facts.deals[2, fact] = seat_due if now[DEAL_SOUND] and seat > 0 else NONE
    facts.deals[3, fact] = copies_now(play)
    facts.deals[4, fact] = now[FOREIGN_NEW]
    if seat != seat_due or tiles != tiles_due:
        now[DEAL_SOUND] = 0


@kernel
def end_deal(play: Play, facts: Facts, figures: NDArray[np.int64], hand: int) -> None:
    """Play begins: how many steps of the deal are missing, and whose hands can be relied on."""
    now = play.now
    now[HOLDER] = now[DEALER]
    now[TURN_SOUND] = now[DEALER] > 0 and not now[BROKEN]
    dealer_due, other_due = hand_size(figures, True), hand_size(figures, False)
    missing = 0
    if not now[DEALT_ANY]:
        missing = now[PLAYERS]
        now[LEFT_KNOWN] = 0
    else:
        step = now[DEAL_STEP]
        while deal_due(play, figures, dealer_due, other_due)[0] != 0:
            missing += 1
            now[DEAL_STEP] += 1
        now[DEAL_STEP] = step
    facts.hands[8, hand] = missing if now[DEAL_SOUND] and not now[BROKEN] else NONE_64
    for seat in range(1, 5):
        due = dealer_due if seat == now[DEALER] else other_due
        if not now[DEALT_ANY]:
            play.hidden[seat] = due
            play.sized[seat] = 0
        elif play.dealt[seat] != due and now[OCCUPIED] >> seat & 1:
            unsettle(play, seat)
    if not now[DEAL_SOUND]:
        now[LEFT_KNOWN] = 0


@kernel
def draw(play: Play, log: Log, facts: Facts, rules: Rules, row: int) -> None:
    """A tile from the wall or, after a kong, from its tail."""
    now, seat = play.now, int(log.seat[row])
    fact = play.at[AT_DRAWS]
    play.at[AT_DRAWS] += 1
    replaces = now[REPLACE_DUE] == seat and seat > 0
    end = log.what[row]
    blamed = False
    _count_unmade(play)
    if replaces:
        facts.melds[M_REPLACED, now[REPLACE_KONG]] = end + 1 if end >= 0 else NONE
        now[FOLLOW_DUE], now[FOLLOW_KONG] = seat, now[REPLACE_KONG]
        now[REPLACE_DUE] = 0
    else:
        blamed = settle_kong(play, facts, seat, False)
    due = due_seat(play) if now[HOLDER] else (now[NEXT] if now[TURN_SOUND] else NONE)
    if now[ENDED_BY] == 3:  # a tile after the exhausted wall is judged as such
        due = NONE
    due = NONE if blamed or seat == 0 else due
    facts.draws[D_DUE, fact] = due
    facts.draws[D_END, fact] = end if end >= 0 else NONE
    facts.draws[D_END_DUE, fact] = NONE if now[BROKEN] else int(replaces)
    left = 0 if now[ENDED_BY] == 3 else now[LEFT]
    facts.draws[D_LEFT, fact] = left if now[LEFT_KNOWN] else NONE
    after_chow = now[HOLDER] == seat and now[HOLDER_BY_CHOW] == 1 and not replaces
    facts.draws[D_AFTER_CHOW, fact] = after_chow if now[TURN_SOUND] else NONE
    begin_tiles(play)
    tile = -1
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        tile = kind_of(log.pieces[piece], rules)
        gain(play, seat, tile)
    if log.pieces_start[row] == log.pieces_start[row + 1]:
        gain(play, seat, -1)
    take_from_wall(play, 1)
    facts.draws[D_COPIES, fact] = copies_now(play)
    facts.draws[D_FOREIGN, fact] = now[FOREIGN_NEW]
    wrong_turn = due not in (NONE, seat)
    if wrong_turn:
        play.sized[now[HOLDER]] = 0
    if wrong_turn or blamed or seat == 0:
        now[TURN_SOUND] = 0
    if wrong_turn or after_chow:
        play.sized[seat] = 0
    _hold_drawn(play, seat, tile, replaces)


@kernel
def _count_unmade(play: Play) -> None:
    """Play goes on with the discard untaken: pungs that were claimed on it were not made."""
    for seat in range(1, 5):
        if play.claims[seat] & 2:
            play.unmade[seat] += 1
    play.claims[:] = 0


@kernel
def _hold_drawn(play: Play, seat: int, tile: int, replaces: bool) -> None:
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
    play.gain[seat] = tile
    play.fed_draws[seat] += 1


@kernel
def _broke(play: Play, seat: int, kind: int, rules: Rules, melds: int) -> int:
    """Whether a discard just made broke a concealed triplet: 1 by a seat not ready, 2 by one that was, 0 not at all."""
    if kind < 0 or kind >= 34 or not play.sound[seat]:
        return NONE
    left = play.held[seat, kind]
    if left > 2 or left + play.hidden[seat] < 2:
        return 0
    counts = np.zeros(35, np.int8)
    whole = count_hand(play, seat, counts)
    if counts[kind] != 2 and (whole or play.hidden[seat] + counts[kind] < 2 or counts[kind] > 2):
        return 0
    if not whole or not play.sized[seat]:
        return NONE
    wanted = melds - play.laid_count[seat]
    if is_ready(counts, wanted, rules.flags, melds == 4, rules.kinds):
        return 2
    counts[kind] += 1
    drawn = play.gain[seat]
    if drawn >= 0 and counts[drawn] > 0:
        counts[drawn] -= 1
        return 2 if is_ready(counts, wanted, rules.flags, melds == 4, rules.kinds) else 1
    if drawn == -2:  # the turn came by a meld: fourteen tiles of which three lie open
        last = play.laid_count[seat] - 1
        return NONE if last < 0 else _broke_after_meld(play, seat, rules, melds, counts, last)
    return 1


@kernel
def _broke_after_meld(play: Play, seat: int, rules: Rules, melds: int, counts: NDArray[np.int8], last: int) -> int:
    """The same for a seat whose turn came by a chow or a pung: its tiles before it were those and two of the meld."""
    lies, kind = play.laid[seat, last, 0], play.laid[seat, last, 1]
    taken = play.now[LAST_TILE]
    if kind < 0 or taken < 0 or lies > 2:
        return NONE
    for place in range(3):
        tile = kind + place if lies == 1 else kind
        counts[min(tile, 34)] += 1
    counts[taken] = max(0, counts[taken] - 1)
    wanted = melds - play.laid_count[seat] + 1
    return 2 if is_ready(counts, wanted, rules.flags, melds == 4, rules.kinds) else 1


@kernel
def discard(play: Play, log: Log, facts: Facts, rules: Rules, row: int, melds: int) -> None:
    """A tile put on the table."""
    now, seat = play.now, int(log.seat[row])
    fact = play.at[AT_DISCARDS]
    play.at[AT_DISCARDS] += 1
    kind = -1
    if log.pieces_start[row + 1] == log.pieces_start[row] + 1:
        kind = kind_of(log.pieces[log.pieces_start[row]], rules)
    blamed = settle_kong(play, facts, seat, True)
    due = (now[HOLDER] if now[HOLDER] else now[NEXT]) if now[TURN_SOUND] else NONE
    due = NONE if blamed or seat == 0 else due
    begin_tiles(play)
    there = lose(play, seat, kind)
    facts.discards[X_DUE, fact] = due
    facts.discards[X_FIRST, fact] = NONE if now[BROKEN] else int(now[DISCARDED] == 0)
    facts.discards[X_HELD, fact] = there if play.sound[seat] else NONE
    size = concealed(play, seat) + 3 * play.laid_count[seat] - (1 - there)
    wrong_turn = due not in (NONE, seat)
    facts.discards[X_SIZE, fact] = size if play.sized[seat] and not wrong_turn else NONE
    facts.discards[X_COPIES, fact] = copies_now(play)
    facts.discards[X_FOREIGN, fact] = now[FOREIGN_NEW]
    wrong_size = play.sized[seat] and size != 3 * melds + 1
    holder = now[HOLDER]
    now[LAST_BROKE] = _broke(play, seat, kind, rules, melds)
    facts.discards[X_BROKE, fact] = now[LAST_BROKE]
    facts.discards[X_FED, fact] = 0
    if wrong_turn:
        play.sized[seat] = 0
        play.sized[holder] = 0
    if wrong_size:
        play.sized[seat] = 0
    if holder == seat and not wrong_turn and not wrong_size and not now[BROKEN]:
        now[TURN_SOUND] = 1
    elif wrong_turn or wrong_size or blamed:
        now[TURN_SOUND] = 0
    if not there:
        unsettle(play, seat)
    now[LAST_DISCARD_FACT] = fact
    _lay_discard(play, seat, kind)


@kernel
def _lay_discard(play: Play, seat: int, kind: int) -> None:
    """The discard lies on the table, open to claims."""
    now = play.now
    now[LAST_TILE], now[LAST_SEAT] = kind, seat
    now[LIVE] = int(not now[BROKEN] and not now[ENDED_BY])
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
    play.claims[:] = 0
    play.discards[seat] += 1
    play.wrong_discards[seat] += 1


@kernel
def take_back(play: Play, kind: int, seat: int) -> None:
    """A discard returns to the hand that it came from."""
    now = play.now
    if now[LIVE] and now[LAST_SEAT] == seat and now[LAST_TILE] == kind and kind >= 0:
        play.held[seat, kind] += 1
        play.visible[kind] -= 1
        now[LIVE], now[HOLDER] = 0, seat
        now[DISCARDED] -= 1
        play.claims[:] = 0
    else:
        learn(play, -1)
        for each in range(1, 5):
            unsettle(play, each)
        now[TURN_SOUND] = 0
