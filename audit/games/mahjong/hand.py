"""One hand from its first row to its last, and what the table remembers of it for the next (甲三, 乙三)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.beginning import start
from audit.games.mahjong.breaking import break_wall, dice
from audit.games.mahjong.dealing import deal, end_deal, takings_missing
from audit.games.mahjong.filling import begin_stretch, hand_over
from audit.games.mahjong.holding import lacks, lose_hands, lose_track, open_play, settle_kong
from audit.games.mahjong.layout import (
    A_AMOUNT,
    A_EVENT,
    A_NUMBER,
    A_OTHER,
    A_SEAT,
    A_SHOWN,
    A_TILES,
    A_WHAT,
    AT_LOOKS,
    AT_WALLS,
    AT_WINS,
    BROKEN,
    CARRIED,
    DEAL_SOUND,
    DEALER,
    DEALER_SIZE,
    DRAWN_AFTER,
    END_OPEN,
    END_STRAY,
    ENDED_BY,
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
    H_RAKE_SCALED,
    H_RAKE_SEAT,
    H_RAKES,
    H_WALLS,
    H_WIND,
    H_WIND_DUE,
    H_WINNER,
    HOLDER,
    KIND,
    LEFT,
    LEFT_KNOWN,
    M_CLEARED,
    M_FOLLOWED,
    M_REPLACED,
    MOST_TILES,
    NONE,
    NONE_64,
    OCCUPIED,
    PLAY_BEGUN,
    PLAY_OPEN,
    PLAYERS,
    RAKE,
    RAKE_OPEN,
    RAKE_SEAT,
    RAKES,
    REPLACE_DUE,
    REPLACE_KONG,
    S_BEFORE,
    S_DEALER,
    S_KINDS,
    S_NUMBER,
    S_OCCUPIED,
    SEATS_OPEN,
    SIMPLIFIED,
    STAKES_HIGH,
    STAKES_LOW,
    STRAYED,
    W_CALLED,
    W_SEAT,
    W_SHAPE,
    W_TIMELY,
    WALL_ODD,
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
    is_short,
    judge_payments,
    judge_penalty,
    only_payee,
    open_payments,
    paid_as_false,
    pay,
    rake,
)
from audit.games.mahjong.straying import (
    judge_early_rake,
    occurs,
    open_claims,
    rake_for_each_win,
    set_aside,
    stray,
    strays_after_end,
)
from audit.games.mahjong.turns import discard, draw, take_back
from audit.games.mahjong.winning import win
from audit.kernel import inlined_kernel, inner_kernel, uncounted_kernel

_START, _MONEY, _WALL, _DICE, _BREAK, _DEAL = (KIND[k] for k in "hand_start money wall dice break deal".split())
_DRAW, _CLAIM, _DISCARD, _CHOW, _PUNG, _KONG = (KIND[k] for k in "draw claim discard chow pung kong".split())
_WIN, _FALSE, _PAY, _RAKE, _EXHAUSTED = (KIND[k] for k in "win false_win pay rake exhausted".split())
_EVERY_BIT = 0xFF
_ANY_SEAT = 0b111  # seats are 0 to 4: a number that plainly has no sign
_BACK, _LOOK, _CORRECT = (KIND[k] for k in "take_back look correct".split())


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
    now[END_OPEN] = 1
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
        if now[ENDED_BY] == 0:  # afterwards it is no longer what the seat had in hand
            play.money[seat] = act[A_AMOUNT]
    elif event == _WALL:
        rows[0, play.at[AT_WALLS]] = act[A_NUMBER]
        play.at[AT_WALLS] += 1
        now[WALLS] += 1
        if now[WALLS] > 4:
            rows[0, play.at[AT_WALLS] - 1] = NONE  # judged by their number
            stray(play)
        elif act[A_NUMBER] != play.figures[F_WALL_STACKS]:
            now[WALL_ODD] = 1
    elif event == _START:
        now[DEALER] = seat
        now[WIND] = now[WIND_SAID] = what if what >= 0 else -1
        if _judged_cycle(play, act[A_NUMBER]) and what != (act[A_NUMBER] - 1) // 4:
            now[WIND] = -1  # judged as such; no fan rests on it
    elif event == _LOOK:
        look = play.at[AT_LOOKS]
        play.at[AT_LOOKS] += 1
        rows[0, look] = what if what >= 0 else NONE
        told = seat > 0 and (what >= 0 or (not act[A_SHOWN] and act[A_NUMBER] == NONE and act[A_AMOUNT] == NONE_64))
        rows[1, look] = 0 if told else NONE  # without its word, and with what no look has, it may be another act
        rows[2, look] = seat if told else -1


@inlined_kernel
def _read_tiles(play: Play, log: Log, event: int, first: int, size: int) -> None:
    """Take the tiles of a row into the state."""
    play.act[A_TILES], play.act[A_SHOWN] = size, 1
    as_logged = event in (_DICE, _BACK)
    for place in range(size):
        code = int(log.pieces[np.uint64(first + place)])
        play.tiles[place] = code if as_logged else play.kind_of[code & _EVERY_BIT]


@inlined_kernel
def _read_row(play: Play, log: Log, facts: Facts, hand: int, row: int) -> int:
    """Take a row into the state, and note of which row and hand its fact will be; its kind of event."""
    at = np.uint64(row)
    act, event = play.act, int(log.event[at])
    act[A_EVENT] = event
    act[A_SEAT] = log.seat[at] & _ANY_SEAT
    if event not in (_DRAW, _DISCARD):  # most rows are; they have no use for these
        act[A_OTHER], act[A_NUMBER], act[A_AMOUNT] = log.other[at] & _ANY_SEAT, log.number[at], log.amount[at]
    act[A_WHAT] = log.words[np.uint64(event), np.uint64(log.label[at] + 1)]
    first, last = log.pieces_start[at], log.pieces_start[np.uint64(row + 1)]
    act[A_TILES] = act[A_SHOWN] = 0
    if last > first:
        _read_tiles(play, log, event, first, min(MOST_TILES, last - first))
    elif event in (_CHOW, _PUNG, _KONG):  # as many as it must have, and none of them known
        act[A_TILES] = 4 if event == _KONG else 3
        for place in range(4):
            play.tiles[place] = -1
    table = play.table[event]
    if table >= 0:
        fact = np.uint64(play.at[table])
        facts.row[fact], facts.hand[fact] = row, hand
    return event


@inner_kernel
def _begin_play(play: Play, log: Log, facts: Facts, hand: int, row: int, last: int) -> bool:
    """The first act of the play; false for other rows, and for an act that the deal goes on behind."""
    event = log.event[row]
    if event not in (_DRAW, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _FALSE, _EXHAUSTED):
        return True
    now, hands = play.now, facts.hands
    missing = takings_missing(play)
    judged = now[SIMPLIFIED] and event in (_CHOW, _PUNG)  # by what it is
    if missing and not lacks(play, _DEAL) and occurs(log, _DEAL, row + 1, last):
        if now[DEAL_SOUND] and now[DEALER] > 0 and not now[BROKEN] and not judged:
            hands[H_PORTIONS, hand] = missing
        set_aside(play, facts, event)
        return False
    now[PLAY_BEGUN] = 1
    end_deal(play, hands, hand, missing)
    first = event == _DISCARD and play.act[A_SEAT] == now[DEALER] and play.dealt[now[DEALER]] == now[DEALER_SIZE]
    if hands[H_PORTIONS, hand] > 0 and not lacks(play, _DEAL) and not first:  # a taking of the deal, it may be
        now[DEAL_SOUND], now[DRAWN_AFTER], now[HOLDER] = 0, 1, 0
        lose_hands(play)
        no_meld = event in (_CHOW, _PUNG, _KONG) and play.act[A_SHOWN] and play.act[A_TILES] != 3 + (event == _KONG)
        if event == _DISCARD:
            play.discards[play.act[A_SEAT]] -= 1
        if judged or (no_meld and not now[SIMPLIFIED]):
            hands[H_PORTIONS, hand] = NONE_64
    if event in (_CHOW, _PUNG, _KONG) and lacks(play, _DRAW) and lacks(play, _DISCARD):
        open_play(play)
    return True


@inner_kernel
def _close_open_ends(play: Play, facts: Facts) -> None:
    """What no row came to say: kongs left without a tile or an act, looks, wrong melds that a win followed."""
    now = play.now
    if now[BROKEN]:
        for look in range(now[FIRST_LOOK], play.at[AT_LOOKS]):
            if facts.rows[1, look] == 0:
                facts.rows[1, look] = NONE
    elif now[ENDED_BY] == 3 and (now[RAKES] or only_payee(play)):  # paid as a win: what ended the hand is open
        if now[REPLACE_DUE]:
            facts.rows[M_REPLACED, now[REPLACE_KONG]] = facts.rows[M_FOLLOWED, now[REPLACE_KONG]] = NONE
        elif now[FOLLOW_DUE]:
            facts.rows[M_FOLLOWED, now[FOLLOW_KONG]] = NONE
    elif now[ENDED_BY] or not (lacks(play, _WIN) or lacks(play, _EXHAUSTED)):
        play.act[A_SEAT] = play.act[A_EVENT] = 0
        settle_kong(play, facts.rows)
    for fact in range(now[FIRST_WIN], play.at[AT_WINS] if now[WIN_ROWS] else 0):
        wrong = play.wrong[facts.wins[W_SEAT, fact]]
        if wrong >= 0:
            facts.rows[M_CLEARED, wrong] = 1
    untimely = now[WIN_ROWS] > 0 and facts.wins[W_TIMELY, now[FIRST_WIN]] == 0  # who called the win is open
    for seat in range(1, 5 if now[BROKEN] or untimely or now[STRAYED] else 1):
        if play.wrong[seat] >= 0 and facts.rows[M_CLEARED, play.wrong[seat]] == 0:
            facts.rows[M_CLEARED, play.wrong[seat]] = NONE


@inner_kernel
def _finish_money(play: Play, log: Log, facts: Facts, hand: int, first: int, last: int) -> None:
    """The winner and the rake; where win, payments and rake are at odds, one of them alone is to blame."""
    now, column, wins, fact = play.now, facts.hands, facts.wins, play.now[FIRST_WIN]
    for place in (H_WINNER, H_RAKES, H_RAKE_SEAT, H_RAKE, H_RAKE_SCALED):
        column[place, hand] = NONE_64
    if now[BROKEN]:
        return
    strayed = now[END_STRAY] or (now[WIN_ROWS] > 1 and now[PLAY_OPEN])  # it may be the row of the rake that did
    several = now[RAKES] > 1 and now[WIN_ROWS] > 1 and rake_for_each_win(log, first, last)  # judged by the wins
    column[H_RAKES, hand] = NONE_64 if several or (now[RAKES] == 0 and strayed) else now[RAKES]
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
    if wins[W_TIMELY, fact] == 0 or wins[W_SHAPE, fact] == 0:  # no win: judged as such
        column[H_RAKES, hand] = now[RAKES] if now[RAKES] > 0 else NONE_64
    elif winner > 0:
        column[H_WINNER, hand] = winner
    if payee != winner and payee > 0 and payee == now[RAKE_SEAT]:
        column[H_RAKE_SEAT, hand] = NONE_64
    if paid_as_false(play, winner):
        column[H_RAKES, hand] = NONE_64
    column[H_RAKE_SCALED, hand] = in_scale(play, wins, now[RAKE])


@inner_kernel
def finish(play: Play, log: Log, facts: Facts, hand: int, first: int, last: int) -> None:
    """Facts that only the whole hand tells."""
    now, column = play.now, facts.hands
    _close_open_ends(play, facts)
    broken = now[BROKEN] == 1
    if now[WIN_ROWS] > 0:
        open_claims(play, log, facts, first, last)
        if facts.wins[W_CALLED, now[FIRST_WIN]] == 1:
            judge_penalty(play, facts.wins)
        else:
            judge_payments(play, facts.wins)
    if now[ENDED_BY] in (1, 2) and (now[RAKES] == 0 or is_short(play, facts.wins)):
        now[END_STRAY] = now[END_STRAY] or strays_after_end(log, first, last)
        if now[END_STRAY]:  # what is missing of the settlement may be the row that strayed
            open_payments(play, facts.wins)
    column[H_PLAYERS, hand] = NONE_64 if broken or now[SEATS_OPEN] else now[PLAYERS]
    column[H_DEALER, hand] = now[DEALER] if now[DEALER] > 0 else NONE_64
    column[H_WIND, hand] = now[WIND_SAID] if now[WIND_SAID] >= 0 else NONE_64
    number = column[H_NUMBER, hand]
    column[H_WIND_DUE, hand] = (number - 1) // 4 if _judged_cycle(play, number) else NONE_64
    told = not broken and now[CARRIED] >> _WALL & 1 and (now[WALLS] == 4 or not now[WALL_ODD])
    column[H_WALLS, hand] = now[WALLS] if told else NONE_64
    unseen = now[ENDED_BY] == 0 and lacks(play, _WIN)
    column[H_ENDED, hand] = NONE_64 if broken or unseen else now[ENDED_BY]
    column[H_LEFT, hand] = now[LEFT] if now[LEFT_KNOWN] and not broken else NONE_64
    _finish_money(play, log, facts, hand, first, last)


@inner_kernel
def remember(play: Play, facts: Facts, state: NDArray[np.int64], hand: int, lost_before: bool) -> None:
    """Judge the dealer by the table's hand before, unless one between is lost, and keep this one for the next."""
    now, column = play.now, facts.hands
    dealer, number = now[DEALER], column[H_NUMBER, hand]
    column[H_BEFORE, hand] = column[H_MOVED, hand] = NONE_64
    if state[S_BEFORE] > 0 and not lost_before and dealer > 0 and state[S_DEALER] > 0:
        before = state[S_NUMBER]
        follows = NONE_64 not in (number, before) and number in (before, before % 16 + 1)
        anew = number == 1 and before not in (1, 16)
        same_seats = now[OCCUPIED] == state[S_OCCUPIED] and not (now[SEATS_OPEN] and now[SIMPLIFIED])
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
            unsettled = now[END_STRAY] and now[RAKES] == 0 and payee == 0
            if winner != NONE_64 and payee in (0, winner) and not (paid_as_false(play, winner) or unsettled):
                state[S_BEFORE] = 1 if winner == dealer else 2
        elif now[ENDED_BY] > 1:
            state[S_BEFORE] = 4 if now[ENDED_BY] == 2 else 3


@uncounted_kernel
def replay_hands(
    play: Play,
    log: Log,
    facts: Facts,
    filled: Facts,
    ends: NDArray[np.int64],
    room: int,
    rules: Rules,
    start_row: NDArray[np.int64],
    gap: NDArray[np.int64],
    table: NDArray[np.int32],
    lost_before: NDArray[np.bool_],
    law: NDArray[np.int64],
    stakes: NDArray[np.int64],
    states: NDArray[np.int64],
    carried: NDArray[np.int64],
) -> None:
    """Every hand of a batch in order; rows from a hand's ``gap`` on may lack what went before.

    ``facts`` are those of a stretch of hands of up to ``room`` rows, handed over to ``filled`` when it is full.
    ``stakes`` are the two sums of each hand's table, -1 where not told.
    """
    now, rows, flags = play.now, facts.rows, rules.flags
    begin_stretch(play, room)
    begun = 0
    for hand in range(len(table)):
        state = states[table[hand]]
        first, last = start_row[hand], start_row[hand + 1]
        if last - begun > room:
            hand_over(play, facts, filled, ends, room)
            begun = first
        start(play, log, rules, first, last, law[hand])
        kinds = state[S_KINDS]
        for row in range(first, last):
            kinds |= 1 << log.event[row]
        state[S_KINDS] = carried[hand] = now[CARRIED] = kinds
        now[STAKES_LOW], now[STAKES_HIGH] = stakes[hand, 0], stakes[hand, 1]
        facts.hands[H_PORTIONS, hand] = NONE_64
        for row in range(first, last):
            if row >= gap[hand]:
                lose_track(play)
            event = _read_row(play, log, facts, hand, row)
            if not now[PLAY_BEGUN] and not _begin_play(play, log, facts, hand, row, last):
                continue
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
                judge_early_rake(play, log, row, last)
                rake(play)
            elif event == _DICE:
                dice(play, rows)
            elif event == _BREAK:
                break_wall(play, rows)
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
            end_deal(play, facts.hands, hand, takings_missing(play))
        finish(play, log, facts, hand, first, last)
        remember(play, facts, state, hand, lost_before[hand])
    hand_over(play, facts, filled, ends, room)
