"""One hand from its first row to its last, and what the table remembers of it for the next (甲三, 乙三)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.holding import kind_of, lose_track, settle_kong
from audit.games.mahjong.layout import (
    A_AMOUNT,
    A_EVENT,
    A_NUMBER,
    A_OTHER,
    A_SEAT,
    A_TILES,
    A_WHAT,
    AT_BREAKS,
    AT_DICE,
    AT_LOOKS,
    AT_WALLS,
    AT_WINS,
    BROKEN,
    CARRIED,
    DEAL_SOUND,
    DEALER,
    DEALER_SIZE,
    DICE_TOTAL,
    ENDED_BY,
    F_DEALER_LAST,
    F_DICE,
    F_OTHER_LAST,
    F_PORTION,
    F_ROUNDS,
    F_TILES,
    F_WALL_STACKS,
    FIGURES,
    FIRST_BREAK,
    FIRST_DICE,
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
    H_RAKE_SCALED,
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
    MOST_TILES,
    NONE,
    NONE_64,
    OCCUPIED,
    OTHER_SIZE,
    PLAY_BEGUN,
    PLAYERS,
    RAKE,
    RAKE_OPEN,
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
    SIMPLIFIED,
    STAKES_HIGH,
    STAKES_LOW,
    TILES_SOUND,
    W_CALLED,
    W_SEAT,
    W_SHAPE,
    W_TIMELY,
    WALLS,
    WIN_ROWS,
    WIND,
    WIND_SAID,
    Facts,
    Log,
    Play,
    Rules,
)
from audit.games.mahjong.melding import claimed_meld, correct, kong
from audit.games.mahjong.paying import (
    in_scale,
    judge_payments,
    judge_penalty,
    only_payee,
    paid_as_false,
    pay,
    rake,
)
from audit.games.mahjong.turns import deal, discard, draw, end_deal, take_back
from audit.games.mahjong.winning import win
from audit.kernel import inner_kernel, uncounted_kernel

_START, _MONEY, _WALL, _DICE, _BREAK, _DEAL = (KIND[k] for k in "hand_start money wall dice break deal".split())
_DRAW, _CLAIM, _DISCARD, _CHOW, _PUNG, _KONG = (KIND[k] for k in "draw claim discard chow pung kong".split())
_WIN, _FALSE, _PAY, _RAKE, _EXHAUSTED = (KIND[k] for k in "win false_win pay rake exhausted".split())
_BACK, _LOOK, _CORRECT = (KIND[k] for k in "take_back look correct".split())


@inner_kernel
def clear(play: Play) -> None:
    """Make the state that of a hand not begun."""
    play.now[:] = 0
    play.held[:] = 0
    play.laid[:] = 0
    play.visible[:] = 0
    play.copies[:] = 0
    play.known[:] = 0
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
    play.paid_rows[:] = 0
    play.liable_rows[:] = 0
    play.sound[:] = 1
    play.sized[:] = 1
    play.money[:] = NONE_64
    play.gain[:] = -3
    play.wrong[:] = -1


@inner_kernel
def _occupy(play: Play, log: Log, first: int, last: int) -> None:
    """The seats that play: those with money or with tiles dealt.

    Where a log has both kinds of rows, a seat with one of them alone plays if it takes a part in the hand; else a row
    of another seat strayed to it, unless all of its tiles were dealt and no seat with money was left without.
    """
    now, dealt = play.now, play.dealt
    least, most = min(now[DEALER_SIZE], now[OTHER_SIZE]), max(now[DEALER_SIZE], now[OTHER_SIZE])
    moneyed, served, whole, strayed = 0, 0, 0, False
    for row in range(first, last):
        event, seat = int(log.event[row]), log.seat[row]
        if event in (_DISCARD, _DRAW):
            break
        if event == _MONEY and 1 <= seat <= 4:
            moneyed |= 1 << seat
        elif event == _DEAL and 1 <= seat <= 4:
            dealt[seat] += log.pieces_start[row + 1] - log.pieces_start[row]
            served |= 1 << seat
        elif event == _DEAL:
            strayed = True
    for seat in range(1, 5):
        whole |= (dealt[seat] >= least) << seat
        strayed = strayed or dealt[seat] > most
    plays = moneyed & served if moneyed and served else moneyed | served
    plays |= moneyed if strayed else 0
    for seat in range(1, 5):
        known = whole >> seat & 1 and not moneyed & ~served
        if (moneyed ^ served) >> seat & 1 and (known or _takes_part(log, seat, first, last)):
            plays |= 1 << seat
    if moneyed & ~plays and served & ~plays:  # money here, tiles there, and no act of either
        plays |= whole if whole & ~plays else moneyed
    now[OCCUPIED] = plays
    for seat in range(1, 5):
        now[PLAYERS] += plays >> seat & 1
    dealt[:] = 0


@inner_kernel
def _takes_part(log: Log, seat: int, first: int, last: int) -> bool:
    """Whether a seat draws, discards, pays or is paid in the hand."""
    for row in range(first, last):
        event = log.event[row]
        if event in (_DRAW, _DISCARD, _PAY) and (log.seat[row] == seat or (event == _PAY and log.other[row] == seat)):
            return True
    return False


@inner_kernel
def start(play: Play, log: Log, rules: Rules, first: int, last: int, law: int) -> None:
    """Set the state up for a hand."""
    clear(play)
    now = play.now
    now[SIMPLIFIED] = rules.simplified
    for place in range(FIGURES):
        play.figures[place] = rules.figures[law, place]
    for name in range(len(play.fan)):
        play.fan[name] = rules.fan[law, name]
        play.certainty[name] = rules.certainty[law, name]
    figures = play.figures
    now[DEALER_SIZE] = figures[F_PORTION] * figures[F_ROUNDS] + figures[F_DEALER_LAST]
    now[OTHER_SIZE] = figures[F_PORTION] * figures[F_ROUNDS] + figures[F_OTHER_LAST]
    _occupy(play, log, first, last)
    now[LAST_TILE], now[ROB_TILE], now[WIND], now[WIND_SAID] = -2, -2, -1, -1
    now[TILES_SOUND], now[DEAL_SOUND] = 1, int(now[PLAYERS] > 0)
    now[LEFT], now[LEFT_KNOWN] = figures[F_TILES], 1
    now[DICE_TOTAL] = -1
    now[FIRST_LOOK], now[FIRST_DICE], now[FIRST_BREAK] = play.at[AT_LOOKS], play.at[AT_DICE], play.at[AT_BREAKS]
    if now[PLAYERS] == 0:
        now[OCCUPIED] = 30
        now[PLAYERS] = 4


@inner_kernel
def _dice(play: Play, rows: NDArray[np.int32]) -> None:
    act, fact, size = play.act, play.at[AT_DICE], play.act[A_TILES]
    play.at[AT_DICE] += 1
    low, high, total, known = 99, 0, 0, True
    for place in range(size):
        face = int(play.tiles[place]) - 64
        known = known and play.tiles[place] != -1
        low, high, total = min(low, face), max(high, face), total + face
    rows[0, fact] = size
    rows[1, fact] = low if known else NONE
    rows[2, fact] = high if known else NONE
    rows[3, fact] = act[A_SEAT] if act[A_SEAT] > 0 else NONE
    rows[4, fact] = play.now[DEALER] if play.now[DEALER] > 0 else NONE
    sound = known and size == play.figures[F_DICE] and low >= 1 and high <= 6
    play.now[DICE_TOTAL] = total if sound else -1


@inner_kernel
def _break(play: Play, rows: NDArray[np.int32]) -> None:
    now, act, fact = play.now, play.act, play.at[AT_BREAKS]
    play.at[AT_BREAKS] += 1
    total = now[DICE_TOTAL]
    rows[0, fact] = act[A_SEAT] if act[A_SEAT] > 0 else NONE
    rows[1, fact] = act[A_NUMBER]
    told = 0 < total <= play.figures[F_WALL_STACKS] and now[DEALER] > 0 and not now[BROKEN]
    rows[2, fact] = (now[DEALER] - 1 + total - 1) % 4 + 1 if told else NONE
    rows[3, fact] = total if told else NONE


@inner_kernel
def _exhausted(play: Play, rows: NDArray[np.int32]) -> None:
    now = play.now
    if now[REPLACE_DUE] and (not now[LEFT_KNOWN] or now[LEFT] <= 0):
        rows[M_REPLACED, now[REPLACE_KONG]] = 4 if now[LEFT_KNOWN] else NONE
        rows[M_FOLLOWED, now[REPLACE_KONG]] = 1
        now[REPLACE_DUE] = 0
    if now[FOLLOW_DUE] and (not now[LEFT_KNOWN] or now[LEFT] <= 0):
        rows[M_FOLLOWED, now[FOLLOW_KONG]] = NONE
        now[FOLLOW_DUE] = 0
    if now[ENDED_BY] == 0:
        now[ENDED_BY] = 3


@inner_kernel
def _judged_cycle(play: Play, number: int) -> bool:
    """Whether the hand's place in the cycle tells the wind of the round."""
    return 1 <= number <= 16 and (not play.now[SIMPLIFIED] or play.now[PLAYERS] == 4)


@inner_kernel
def _set_up(play: Play, rows: NDArray[np.int32], event: int) -> None:
    """Rows around the play: the start, money, walls, claims, looks."""
    now, act, seat, what = play.now, play.act, play.act[A_SEAT], play.act[A_WHAT]
    if event == _CLAIM:
        if what >= 0:
            play.claims[seat] |= 1 << what
    elif event == _MONEY:
        play.money[seat] = act[A_AMOUNT]
    elif event == _WALL:
        rows[0, play.at[AT_WALLS]] = act[A_NUMBER]
        play.at[AT_WALLS] += 1
        now[WALLS] += 1
    elif event == _START:
        now[DEALER] = seat
        now[WIND] = now[WIND_SAID] = what if what >= 0 else -1
        if _judged_cycle(play, act[A_NUMBER]) and what != (act[A_NUMBER] - 1) // 4:
            now[WIND] = -1  # judged as such; no fan rests on it
    elif event == _LOOK:
        look = play.at[AT_LOOKS]
        play.at[AT_LOOKS] += 1
        rows[0, look] = what if what >= 0 else NONE
        rows[1, look] = 0 if seat > 0 else NONE
        rows[2, look] = seat if seat > 0 else -1


@inner_kernel
def _read_row(play: Play, log: Log, facts: Facts, hand: int, row: int) -> int:
    """Take a row into the state, and note of which row and hand its fact will be; its kind of event."""
    act, event = play.act, int(log.event[row])
    act[A_EVENT] = event
    act[A_SEAT] = min(max(0, log.seat[row]), 4)
    act[A_OTHER] = min(max(0, log.other[row]), 4)
    act[A_NUMBER], act[A_AMOUNT] = log.number[row], log.amount[row]
    act[A_WHAT] = log.words[event, log.label[row] + 1]
    first = log.pieces_start[row]
    size = min(MOST_TILES, log.pieces_start[row + 1] - first)
    act[A_TILES] = size
    as_logged = event in (_DICE, _BACK)
    for place in range(size):
        code = log.pieces[first + place]
        play.tiles[place] = code if as_logged else kind_of(play, code)
    table = play.table[event]
    if table >= 0:
        facts.row[play.at[table]] = row
        facts.hand[play.at[table]] = hand
    return event


@inner_kernel
def _begin_play(play: Play, hands: NDArray[np.int64], hand: int, event: int) -> None:
    if event in (_DRAW, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _FALSE, _EXHAUSTED):
        play.now[PLAY_BEGUN] = 1
        end_deal(play, hands, hand)


@inner_kernel
def _close_open_ends(play: Play, facts: Facts) -> None:
    """What no row came to say: kongs left without a tile or an act, looks, wrong melds that a win followed."""
    now = play.now
    if now[BROKEN]:
        for look in range(now[FIRST_LOOK], play.at[AT_LOOKS]):
            if facts.rows[1, look] == 0:
                facts.rows[1, look] = NONE
    else:
        play.act[A_SEAT] = play.act[A_EVENT] = 0
        settle_kong(play, facts.rows)
    for fact in range(now[FIRST_WIN], play.at[AT_WINS] if now[WIN_ROWS] else 0):
        wrong = play.wrong[facts.wins[W_SEAT, fact]]
        if wrong >= 0:
            facts.rows[M_CLEARED, wrong] = 1
    for seat in range(1, 5):
        if now[BROKEN] and play.wrong[seat] >= 0 and facts.rows[M_CLEARED, play.wrong[seat]] == 0:
            facts.rows[M_CLEARED, play.wrong[seat]] = NONE


@inner_kernel
def _finish_money(play: Play, facts: Facts, hand: int) -> None:
    """The winner and the rake; where win, payments and rake are at odds, one of them alone is to blame."""
    now, column, wins, fact = play.now, facts.hands, facts.wins, play.now[FIRST_WIN]
    for place in (H_WINNER, H_RAKES, H_RAKE_SEAT, H_RAKE, H_RAKE_SCALED):
        column[place, hand] = NONE_64
    if now[BROKEN]:
        return
    column[H_RAKES, hand] = now[RAKES]
    column[H_RAKE, hand] = column[H_RAKE_SCALED, hand] = now[RAKE]
    column[H_RAKE_SEAT, hand] = NONE_64 if now[RAKE_OPEN] else now[RAKE_SEAT]
    if now[WIN_ROWS] == 0:
        column[H_WINNER, hand] = 0
    if now[WIN_ROWS] != 1:
        return
    winner = int(wins[W_SEAT, fact])
    payee = only_payee(play)
    if now[ENDED_BY] == 2:
        column[H_WINNER, hand] = 0
        if payee == winner and winner > 0:  # paid as a win
            column[H_RAKES, hand] = NONE_64
        return
    if winner > 0 and wins[W_TIMELY, fact] != 0 and wins[W_SHAPE, fact] != 0:
        column[H_WINNER, hand] = winner
    if payee != winner and payee > 0 and payee == now[RAKE_SEAT]:
        column[H_RAKE_SEAT, hand] = NONE_64
    if paid_as_false(play, winner):
        column[H_RAKES, hand] = NONE_64
    column[H_RAKE_SCALED, hand] = in_scale(play, wins, now[RAKE])


@inner_kernel
def finish(play: Play, facts: Facts, hand: int) -> None:
    """Facts that only the whole hand tells."""
    now, column = play.now, facts.hands
    _close_open_ends(play, facts)
    broken = now[BROKEN] == 1
    if now[WIN_ROWS] > 0:
        if facts.wins[W_CALLED, now[FIRST_WIN]] == 1:
            judge_penalty(play, facts.wins)
        else:
            judge_payments(play, facts.wins)
    column[H_PLAYERS, hand] = now[PLAYERS]
    column[H_DEALER, hand] = now[DEALER] if now[DEALER] > 0 else NONE_64
    column[H_WIND, hand] = now[WIND_SAID] if now[WIND_SAID] >= 0 else NONE_64
    number = column[H_NUMBER, hand]
    column[H_WIND_DUE, hand] = (number - 1) // 4 if _judged_cycle(play, number) else NONE_64
    column[H_WALLS, hand] = now[WALLS] if not broken and now[CARRIED] >> _WALL & 1 else NONE_64
    column[H_ENDED, hand] = NONE_64 if broken else now[ENDED_BY]
    column[H_LEFT, hand] = now[LEFT] if now[LEFT_KNOWN] and not broken else NONE_64
    _finish_money(play, facts, hand)


@inner_kernel
def remember(play: Play, facts: Facts, state: NDArray[np.int64], hand: int) -> None:
    """Judge the dealer by the table's hand before, and keep this one for the next."""
    now, column = play.now, facts.hands
    dealer, number = now[DEALER], column[H_NUMBER, hand]
    column[H_BEFORE, hand] = column[H_MOVED, hand] = NONE_64
    if state[S_BEFORE] > 0 and dealer > 0 and state[S_DEALER] > 0:
        before = state[S_NUMBER]
        follows = NONE_64 not in (number, before) and number in (before, before % 16 + 1)
        anew = number == 1 and before not in (1, 16)
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
            winner, payee = column[H_WINNER, hand], only_payee(play)
            if winner != NONE_64 and payee in (0, winner):
                state[S_BEFORE] = 1 if winner == dealer else 2
        elif now[ENDED_BY] > 1:
            state[S_BEFORE] = 4 if now[ENDED_BY] == 2 else 3


@uncounted_kernel
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
    """Every hand of a batch in order; rows from a hand's ``gap`` on may lack what went before.

    ``stakes`` are the two sums of each hand's table, -1 where not told.
    """
    now, rows, flags = play.now, facts.rows, rules.flags
    for hand in range(len(table)):
        state = states[table[hand]]
        first, last = start_row[hand], start_row[hand + 1]
        start(play, log, rules, first, last, law[hand])
        for row in range(first, last):
            state[S_KINDS] |= 1 << log.event[row]
        carried[hand] = now[CARRIED] = state[S_KINDS]
        now[STAKES_LOW], now[STAKES_HIGH] = stakes[hand, 0], stakes[hand, 1]
        facts.hands[H_PORTIONS, hand] = NONE_64
        for row in range(first, last):
            if row >= gap[hand]:
                lose_track(play)
            event = _read_row(play, log, facts, hand, row)
            if not now[PLAY_BEGUN]:
                _begin_play(play, facts.hands, hand, event)
            if event == _DISCARD:
                discard(play, rows, flags)
            elif event == _DRAW:
                draw(play, rows)
            elif event == _DEAL:
                deal(play, rows)
            elif event == _PAY:
                pay(play)
            elif event in (_CHOW, _PUNG):
                claimed_meld(play, rows)
            elif event == _KONG:
                kong(play, rows)
            elif event in (_WIN, _FALSE):
                win(play, facts, flags)
            elif event == _RAKE:
                rake(play)
            elif event == _DICE:
                _dice(play, rows)
            elif event == _BREAK:
                _break(play, rows)
            elif event == _EXHAUSTED:
                _exhausted(play, rows)
            elif event == _BACK:
                take_back(play, rows)
            elif event == _CORRECT:
                correct(play, rows, play.act[A_SEAT])
            else:
                _set_up(play, rows, event)
        if gap[hand] < last:
            lose_track(play)
        elif not now[PLAY_BEGUN]:
            end_deal(play, facts.hands, hand)
        finish(play, facts, hand)
        remember(play, facts, state, hand)
