"""One hand from its first row to its last, and what the table remembers of it for the next (甲三, 乙三)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.holding import lose_track, settle_kong
from audit.games.mahjong.layout import (
    AT_BACKS,
    AT_BREAKS,
    AT_DICE,
    AT_LOOKS,
    AT_WALLS,
    AT_WINS,
    BROKEN,
    CARRIED,
    DAY_LAW,
    DEAL_SOUND,
    DEALER,
    DICE_TOTAL,
    ENDED_BY,
    F_MELDS,
    F_TILES,
    F_WALL_STACKS,
    FIRST_LOOK,
    FIRST_WIN,
    FOLLOW_DUE,
    FOLLOW_KONG,
    H_BEFORE,
    H_DEALER,
    H_ENDED,
    H_LEFT,
    H_MOVED,
    H_NUMBER,
    H_PLAYERS,
    H_PORTIONS,
    H_RAKE,
    H_RAKE_SEAT,
    H_RAKES,
    H_WALLS,
    H_WIND,
    H_WIND_DUE,
    H_WINNER,
    KIND,
    LAST_TILE,
    LEFT,
    LEFT_KNOWN,
    M_CLEARED,
    M_FOLLOWED,
    M_REPLACED,
    NONE,
    NONE_64,
    OCCUPIED,
    PLAY_BEGUN,
    PLAYERS,
    RAKE,
    RAKE_SEAT,
    RAKES,
    REPLACE_DUE,
    REPLACE_KONG,
    ROB_TILE,
    S_BEFORE,
    S_DEALER,
    S_KINDS,
    S_NUMBER,
    S_OCCUPIED,
    STAKES_HIGH,
    STAKES_LOW,
    TILES_SOUND,
    W_CALLED,
    WALLS,
    WIN_ROWS,
    WIND,
    Facts,
    Log,
    Play,
    Rules,
)
from audit.games.mahjong.melding import claimed_meld, correct, kong
from audit.games.mahjong.paying import judge_payments, judge_penalty, pay, rake
from audit.games.mahjong.turns import deal, discard, draw, end_deal, take_back
from audit.games.mahjong.winning import win
from audit.kernel import kernel

_START, _MONEY, _WALL, _DICE, _BREAK, _DEAL = (KIND[k] for k in "hand_start money wall dice break deal".split())
_DRAW, _CLAIM, _DISCARD, _CHOW, _PUNG, _KONG = (KIND[k] for k in "draw claim discard chow pung kong".split())
_WIN, _FALSE, _PAY, _RAKE, _EXHAUSTED = (KIND[k] for k in "win false_win pay rake exhausted".split())
_BACK, _LOOK, _CORRECT = (KIND[k] for k in "take_back look correct".split())


@kernel
def clear(play: Play) -> None:
    """Make the state that of a hand not begun."""
    play.now[:] = 0
    play.held[:] = 0
    play.laid[:] = 0
    play.visible[:] = 0
    play.copies[:] = 0
    play.hidden[:] = 0
    play.laid_count[:] = 0
    play.claims[:] = 0
    play.dealt[:] = 0
    play.discards[:] = 0
    play.kongs[:] = 0
    play.fed[:] = 0
    play.fed_draws[:] = 0
    play.wrong_discards[:] = 0
    play.unmade[:] = 0
    play.paid[:] = 0
    play.liability[:] = 0
    play.penalty[:] = 0
    play.sound[:] = 1
    play.sized[:] = 1
    play.money[:] = NONE_64
    play.gain[:] = -3
    play.wrong[:] = -1


@kernel
def _occupy(play: Play, log: Log, first: int, last: int) -> None:
    """The seats that play: those with money or with tiles dealt."""
    now = play.now
    for row in range(first, last):
        event = int(log.event[row])
        if event in (_DISCARD, _DRAW):
            break
        if event in (_MONEY, _DEAL) and 1 <= log.seat[row] <= 4:
            now[OCCUPIED] |= 1 << log.seat[row]
    for seat in range(1, 5):
        now[PLAYERS] += now[OCCUPIED] >> seat & 1


@kernel
def start(play: Play, log: Log, rules: Rules, first: int, last: int, law: int, carried: int) -> None:
    """Set the state up for a hand."""
    clear(play)
    now = play.now
    now[DAY_LAW], now[CARRIED] = law, carried
    _occupy(play, log, first, last)
    now[LAST_TILE], now[ROB_TILE], now[WIND] = -2, -2, -1
    now[TILES_SOUND], now[DEAL_SOUND] = 1, int(now[PLAYERS] > 0)
    now[LEFT], now[LEFT_KNOWN] = rules.figures[law, F_TILES], 1
    now[DICE_TOTAL] = -1
    now[FIRST_LOOK] = play.at[AT_LOOKS]
    if now[PLAYERS] == 0:
        now[OCCUPIED] = 30
        now[PLAYERS] = 4


@kernel
def _dice(play: Play, log: Log, facts: Facts, row: int) -> None:
    fact = play.at[AT_DICE]
    play.at[AT_DICE] += 1
    low, high, total, known = 99, 0, 0, True
    first, last = log.pieces_start[row], log.pieces_start[row + 1]
    for piece in range(first, last):
        face = int(log.pieces[piece]) - 64
        known = known and log.pieces[piece] != -1
        low, high, total = min(low, face), max(high, face), total + face
    column = facts.dice
    column[0, fact] = last - first
    column[1, fact] = low if known else NONE
    column[2, fact] = high if known else NONE
    column[3, fact] = log.seat[row] if log.seat[row] > 0 else NONE
    column[4, fact] = play.now[DEALER] if play.now[DEALER] > 0 else NONE
    play.now[DICE_TOTAL] = total if known and last > first and low >= 1 and high <= 6 else -1


@kernel
def _break(play: Play, log: Log, facts: Facts, figures: NDArray[np.int64], row: int) -> None:
    fact, now, column = play.at[AT_BREAKS], play.now, facts.breaks
    play.at[AT_BREAKS] += 1
    total = now[DICE_TOTAL]
    column[0, fact] = log.seat[row] if log.seat[row] > 0 else NONE
    column[1, fact] = log.number[row] if log.number[row] > NONE else NONE
    told = 0 < total <= figures[F_WALL_STACKS] and now[DEALER] > 0 and not now[BROKEN]
    column[2, fact] = (now[DEALER] - 1 + total - 1) % 4 + 1 if told else NONE
    column[3, fact] = total if told else NONE


@kernel
def _exhausted(play: Play, facts: Facts) -> None:
    now = play.now
    if now[REPLACE_DUE] and (not now[LEFT_KNOWN] or now[LEFT] <= 0):
        facts.melds[M_REPLACED, now[REPLACE_KONG]] = 4 if now[LEFT_KNOWN] else NONE
        facts.melds[M_FOLLOWED, now[REPLACE_KONG]] = NONE
        now[REPLACE_DUE] = 0
    if now[FOLLOW_DUE] and (not now[LEFT_KNOWN] or now[LEFT] <= 0):
        facts.melds[M_FOLLOWED, now[FOLLOW_KONG]] = NONE
        now[FOLLOW_DUE] = 0
    if now[ENDED_BY] == 0:
        now[ENDED_BY] = 3


@kernel
def _set_up(play: Play, log: Log, facts: Facts, row: int) -> None:
    """Rows around the play: the start, money, walls, looks."""
    now, event, seat = play.now, int(log.event[row]), int(log.seat[row])
    if event == _START:
        now[DEALER] = seat
        now[WIND] = log.what[row] if log.what[row] >= 0 else -1
    elif event == _MONEY:
        play.money[seat] = log.amount[row]
    elif event == _WALL:
        facts.walls[0, play.at[AT_WALLS]] = log.number[row]
        play.at[AT_WALLS] += 1
        now[WALLS] += 1
    elif event == _LOOK:
        look = play.at[AT_LOOKS]
        play.at[AT_LOOKS] += 1
        facts.looks[0, look] = log.what[row] if log.what[row] >= 0 else NONE
        facts.looks[1, look] = 0
        facts.looks[2, look] = seat
    elif event == _CLAIM and log.what[row] >= 0:
        play.claims[seat] |= 1 << log.what[row]


@kernel
def _play_row(play: Play, log: Log, facts: Facts, rules: Rules, row: int, melds: int) -> None:
    """Rows of the play itself."""
    event, seat = int(log.event[row]), int(log.seat[row])
    if event == _DRAW:
        draw(play, log, facts, rules, row)
    elif event == _DISCARD:
        discard(play, log, facts, rules, row, melds)
    elif event in (_CHOW, _PUNG):
        claimed_meld(play, log, facts, rules, row)
    elif event == _KONG:
        kong(play, log, facts, rules, row)
    elif event == _WIN:
        win(play, log, facts, rules, row, 0)
    elif event == _FALSE:
        win(play, log, facts, rules, row, 1)
    elif event == _EXHAUSTED:
        _exhausted(play, facts)
    elif event == _BACK:
        back = play.at[AT_BACKS]
        play.at[AT_BACKS] += 1
        facts.backs[0, back] = play.discards[seat] if not play.now[BROKEN] else NONE
        begin, end = log.pieces_start[row], log.pieces_start[row + 1]
        take_back(play, log.pieces[begin] if end > begin else -1, seat)
    elif event == _CORRECT:
        correct(play, facts, seat)


@kernel
def _begins_play(event: int) -> bool:
    return event in (_DRAW, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _FALSE, _EXHAUSTED)


@kernel
def replay_hand(play: Play, log: Log, facts: Facts, rules: Rules, hand: int, first: int, gap: int, last: int) -> None:
    """All rows of a hand; rows from ``gap`` on may lack what went before."""
    now = play.now
    figures = rules.figures[now[DAY_LAW]]
    melds = figures[F_MELDS]
    for row in range(first, last):
        if row >= gap:
            lose_track(play)
        event = int(log.event[row])
        if not now[PLAY_BEGUN] and _begins_play(event):
            now[PLAY_BEGUN] = 1
            end_deal(play, facts, figures, hand)
        if event == _DEAL:
            deal(play, log, facts, rules, figures, row)
        elif event == _DICE:
            _dice(play, log, facts, row)
        elif event == _BREAK:
            _break(play, log, facts, figures, row)
        elif event == _PAY:
            pay(play, log, facts, row)
        elif event == _RAKE:
            rake(play, log, row)
        elif event not in (_START, _MONEY, _WALL, _LOOK, _CLAIM):
            _play_row(play, log, facts, rules, row, melds)
        else:
            _set_up(play, log, facts, row)
    if gap < last:
        lose_track(play)
    elif not now[PLAY_BEGUN]:
        end_deal(play, facts, figures, hand)


@kernel
def _close_open_ends(play: Play, facts: Facts) -> None:
    """What no row came to say: kongs left without a tile or an act, looks, wrong melds that a win followed."""
    now = play.now
    if now[BROKEN]:
        for look in range(now[FIRST_LOOK], play.at[AT_LOOKS]):
            if facts.looks[1, look] == 0:
                facts.looks[1, look] = NONE
    else:
        settle_kong(play, facts, 0, True)
    for fact in range(now[FIRST_WIN], play.at[AT_WINS] if now[WIN_ROWS] else 0):
        wrong = play.wrong[facts.win_seats[fact]]
        if wrong >= 0:
            facts.melds[M_CLEARED, wrong] = 1
    for seat in range(1, 5):
        if now[BROKEN] and play.wrong[seat] >= 0 and facts.melds[M_CLEARED, play.wrong[seat]] == 0:
            facts.melds[M_CLEARED, play.wrong[seat]] = NONE


@kernel
def finish(play: Play, facts: Facts, rules: Rules, hand: int, wind_due: bool) -> None:
    """Facts that only the whole hand tells."""
    now, column = play.now, facts.hands
    _close_open_ends(play, facts)
    broken = now[BROKEN] == 1
    if now[WIN_ROWS] > 0:
        if facts.wins[W_CALLED, now[FIRST_WIN]] == 1:
            judge_penalty(play, facts, rules)
        else:
            judge_payments(play, facts, rules)
    column[H_PLAYERS, hand] = now[PLAYERS]
    column[H_DEALER, hand] = now[DEALER] if now[DEALER] > 0 else NONE_64
    column[H_WIND, hand] = now[WIND] if now[WIND] >= 0 else NONE_64
    number = column[H_NUMBER, hand]
    judged = wind_due and 1 <= number <= 16
    column[H_WIND_DUE, hand] = (number - 1) // 4 if judged else NONE_64
    column[H_WALLS, hand] = now[WALLS] if not broken and now[CARRIED] >> _WALL & 1 else NONE_64
    column[H_ENDED, hand] = NONE_64 if broken else now[ENDED_BY]
    column[H_LEFT, hand] = now[LEFT] if now[LEFT_KNOWN] and not broken else NONE_64
    column[H_WINNER, hand] = NONE_64
    if not broken and now[WIN_ROWS] <= 1:
        called = now[ENDED_BY] == 1
        column[H_WINNER, hand] = facts.win_seats[now[FIRST_WIN]] if called else 0
    column[H_RAKES, hand] = NONE_64 if broken else now[RAKES]
    column[H_RAKE_SEAT, hand] = NONE_64 if broken else now[RAKE_SEAT]
    column[H_RAKE, hand] = NONE_64 if broken else now[RAKE]


@kernel
def remember(play: Play, facts: Facts, state: NDArray[np.int64], hand: int, simplified: bool) -> None:
    """Judge the dealer by the table's hand before, and keep this one for the next."""
    now, column = play.now, facts.hands
    dealer, number = now[DEALER], column[H_NUMBER, hand]
    column[H_BEFORE, hand] = column[H_MOVED, hand] = NONE_64
    if state[S_BEFORE] > 0 and dealer > 0 and state[S_DEALER] > 0:
        before = state[S_NUMBER]
        follows = NONE_64 in (number, before) or number in (before, before % 16 + 1)
        anew = number == 1 and before not in (1, 16) and before != NONE_64
        same_seats = now[OCCUPIED] == state[S_OCCUPIED]
        if follows and not anew and same_seats:
            column[H_BEFORE, hand] = state[S_BEFORE] - 1
            following = state[S_DEALER]
            for step in range(1, 5):
                following = (state[S_DEALER] - 1 + step) % 4 + 1
                if now[OCCUPIED] >> following & 1:
                    break
            kept = dealer == state[S_DEALER]
            column[H_MOVED, hand] = 0 if kept else 1 if dealer == following else 2
    state[S_DEALER], state[S_NUMBER], state[S_OCCUPIED] = dealer, number, now[OCCUPIED]
    state[S_BEFORE] = 0
    if not now[BROKEN] and now[WIN_ROWS] <= 1:
        if now[ENDED_BY] == 1:
            state[S_BEFORE] = 1 if facts.win_seats[now[FIRST_WIN]] == dealer else 2
        elif now[ENDED_BY] > 1:
            state[S_BEFORE] = 4 if now[ENDED_BY] == 2 else 3


@kernel
def replay_hands(
    play: Play,
    log: Log,
    facts: Facts,
    rules: Rules,
    start_row: NDArray[np.int64],
    gap: NDArray[np.int64],
    table: NDArray[np.int32],
    law: NDArray[np.int64],
    stakes: NDArray[np.int64],
    states: NDArray[np.int64],
    carried: NDArray[np.int64],
) -> None:
    """Every hand of a batch in order; ``stakes`` are the two sums of each hand's table, -1 where not told."""
    play.at[:] = 0
    for hand in range(len(table)):
        state = states[table[hand]]
        first, last = start_row[hand], start_row[hand + 1]
        for row in range(first, last):
            state[S_KINDS] |= 1 << log.event[row]
        carried[hand] = state[S_KINDS]
        start(play, log, rules, first, last, law[hand], state[S_KINDS])
        play.now[STAKES_LOW], play.now[STAKES_HIGH] = stakes[hand, 0], stakes[hand, 1]
        facts.hands[H_PORTIONS, hand] = NONE_64
        replay_hand(play, log, facts, rules, hand, first, gap[hand], last)
        four = not rules.simplified or play.now[PLAYERS] == 4
        finish(play, facts, rules, hand, four)
        remember(play, facts, state, hand, rules.simplified)
