"""Money of a hand: payments to the winner, full liability, false wins, the rake (甲七-甲十; 乙七-乙十)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.layout import (
    A_AMOUNT,
    A_OTHER,
    A_SEAT,
    A_WHAT,
    BROKEN,
    DEALER,
    F_FALSE_DEALER,
    F_FALSE_TO_DEALER,
    F_FALSE_TO_OTHER,
    F_TWO_FAN_SHARES,
    FIRST_WIN,
    NONE_64,
    OCCUPIED,
    PENALTY_STRANGERS,
    RAKE,
    RAKE_SEAT,
    RAKES,
    SIMPLIFIED,
    STAKES_HIGH,
    STAKES_LOW,
    STRANGERS,
    W_BROKE,
    W_CALLED,
    W_CHARGED,
    W_DECLARED,
    W_DISCARDER,
    W_DUE,
    W_EXEMPT,
    W_FAN,
    W_FAN_2,
    W_FAN_3,
    W_FEEDER,
    W_GROUNDS,
    W_KEPT,
    W_LIMIT,
    W_MISFACTORED,
    W_MISSED,
    W_MISSTATED,
    W_MONEY,
    W_NINE,
    W_PAID,
    W_PAID_FEEDER,
    W_PASSED,
    W_SEAT,
    W_SHARE,
    W_STRANGERS,
    W_THIRD,
    W_TWELFTH,
    W_WRONG_MELD,
    W_WRONG_PAYEES,
    WIN_ROWS,
    Play,
)
from audit.kernel import inner_kernel

LIABILITY, FALSE_WIN = 1, 2  # what a pay row's label says; 0 or unknown: for a win


@inner_kernel
def pay(play: Play, wins: NDArray[np.int64]) -> None:
    """Money from one seat to another."""
    now, seat, payee = play.now, play.act[A_SEAT], play.act[A_OTHER]
    amount = play.act[A_AMOUNT]
    if amount == NONE_64:
        amount = 0
    if now[WIN_ROWS] == 0:
        now[STRANGERS] += 1
        return
    first = now[FIRST_WIN]
    caller = int(wins[W_SEAT, first])
    if wins[W_CALLED, first] == 1:
        if seat == caller and payee > 0:
            play.penalty[payee] += amount
        else:
            now[PENALTY_STRANGERS] += 1
        return
    if payee != caller or seat in (caller, 0):
        now[STRANGERS] += 1
        return
    play.paid[seat] += amount
    if play.act[A_WHAT] == LIABILITY:
        play.liability[seat] += 1


@inner_kernel
def rake(play: Play) -> None:
    """The house's take."""
    now, act = play.now, play.act
    now[RAKES] += 1
    now[RAKE_SEAT] = act[A_SEAT]
    if act[A_AMOUNT] != NONE_64 and now[RAKE] != NONE_64:
        now[RAKE] += act[A_AMOUNT]
    else:
        now[RAKE] = NONE_64


@inner_kernel
def share_of(play: Play, fan: int) -> int:
    """What one non-dealer pays another for that many fan at the table's stakes."""
    now = play.now
    if now[STAKES_LOW] < 0 or fan < 0 or fan > 2:
        return NONE_64
    if fan == 0:
        return int(now[STAKES_LOW])
    if fan == 1:
        return int(now[STAKES_HIGH])
    return int(now[STAKES_HIGH] * play.figures[F_TWO_FAN_SHARES])


@inner_kernel
def _fan_to_pay(column: NDArray[np.int64], fact: int) -> int:
    """The fan that payments are judged on: as declared; without a declaration, the one lawful number."""
    declared = column[W_DECLARED, fact]
    if declared != NONE_64:
        return int(declared)
    fan = column[W_FAN, fact]
    if fan == NONE_64 or column[W_FAN_2, fact] != fan or column[W_FAN_3, fact] != fan:
        return -1
    return int(fan)


@inner_kernel
def _is_loser(play: Play, seat: int, winner: int) -> bool:
    return seat != winner and play.now[OCCUPIED] >> seat & 1 == 1


@inner_kernel
def _charged_seat(play: Play, winner: int, due_total: int) -> int:
    """The seat that pays for all: by the label of its payment, else by having paid the whole alone."""
    payers, last = 0, 0
    for seat in range(1, 5):
        if play.liability[seat] > 0:
            return seat
        if play.paid[seat] > 0:
            payers += 1
            last = seat
    losers = 0
    for seat in range(1, 5):
        losers += _is_loser(play, seat, winner)
    return last if payers == 1 and losers > 1 and play.paid[last] == due_total else 0


@inner_kernel
def _grounds(column: NDArray[np.int64], fact: int, charged: int, simplified: bool) -> int:
    """Whether the law gives a ground on which the charged seat (else the discarder) is liable; NONE_64 where open."""
    unknown = False
    seat = charged if charged > 0 else column[W_DISCARDER, fact]
    if simplified:
        if seat != column[W_DISCARDER, fact] or seat == 0:
            return 0
        kept, passed, broke = column[W_KEPT, fact], column[W_PASSED, fact], column[W_BROKE, fact]
        if kept > 0 or (passed > 0 and broke > 0):
            return 1
        return NONE_64 if kept == NONE_64 or (passed != 0 and broke != 0) else 0
    if seat == column[W_DISCARDER, fact] and seat > 0:
        for ground in (W_NINE, W_THIRD, W_KEPT, W_BROKE, W_PASSED):
            if column[ground, fact] > 0:
                return 1
            unknown = unknown or column[ground, fact] == NONE_64
    elif seat > 0 and seat == column[W_FEEDER, fact]:
        if column[W_TWELFTH, fact] > 0:
            return 1
        unknown = column[W_TWELFTH, fact] == NONE_64
    return NONE_64 if unknown else 0


@inner_kernel
def _missed(column: NDArray[np.int64], fact: int, charged: int, simplified: bool) -> int:
    """Whether a seat was plainly liable and was not charged."""
    if simplified:
        due = column[W_KEPT, fact] == 3 or (column[W_PASSED, fact] == 3 and column[W_BROKE, fact] > 0)
        return int(due and charged != column[W_DISCARDER, fact])
    if column[W_EXEMPT, fact] != 0:
        return 0
    for ground in (W_NINE, W_THIRD, W_KEPT, W_BROKE, W_PASSED):
        if column[ground, fact] == 3:
            return int(charged != column[W_DISCARDER, fact])
    if column[W_TWELFTH, fact] == 3:
        return int(charged != column[W_FEEDER, fact])
    return 0


@inner_kernel
def _judge_shares(play: Play, column: NDArray[np.int64], fact: int, winner: int, share: int, charged: int) -> None:
    """Which payers paid by the other's share, and which paid what is no share at all."""
    dealer = play.now[DEALER]
    misfactored, misstated, losers, scaled = 0, 0, 0, True
    first_paid, first_due = 0, 0
    for seat in range(1, 5):
        if not _is_loser(play, seat, winner):
            continue
        factor = 2 if dealer in (winner, seat) else 1
        paid, due = play.paid[seat], share * factor
        losers += 1
        if losers == 1:
            first_paid, first_due = paid, due
        scaled = scaled and paid > 0 and paid * first_due == first_paid * due
        if charged > 0:
            misstated += seat != charged and paid > 0
        elif paid == 0 or (paid != due and paid == share * (3 - factor)):
            misfactored += 1
        elif paid != due:
            misstated += 1
    if charged == 0 and scaled and winner != dealer and misfactored > 0 and losers > 1:
        misstated, misfactored = misstated + misfactored, 0  # all alike: the share of another fan
    if charged > 0 and play.paid[charged] != column[W_DUE, fact]:
        misstated += 1
    column[W_MISFACTORED, fact] = misfactored
    column[W_MISSTATED, fact] = misstated


@inner_kernel
def judge_payments(play: Play, column: NDArray[np.int64]) -> None:
    """The payments of the hand's win, once all of its rows are read."""
    now = play.now
    fact = now[FIRST_WIN]
    if now[WIN_ROWS] != 1 or now[BROKEN] or column[W_WRONG_MELD, fact] != 0:
        return
    winner = int(column[W_SEAT, fact])
    column[W_STRANGERS, fact] = now[STRANGERS]
    total = 0
    for seat in range(1, 5):
        total += play.paid[seat]
    column[W_PAID, fact] = total
    money = play.money[winner]
    column[W_MONEY, fact] = money
    share = share_of(play, _fan_to_pay(column, fact))
    due = NONE_64
    if share != NONE_64 and now[DEALER] > 0:
        due = 0
        for seat in range(1, 5):
            if _is_loser(play, seat, winner):
                due += share * (2 if now[DEALER] in (winner, seat) else 1)
    charged = _charged_seat(play, winner, due)
    column[W_CHARGED, fact] = charged
    feeder = column[W_DISCARDER, fact] if column[W_DISCARDER, fact] > 0 else column[W_FEEDER, fact]
    column[W_PAID_FEEDER, fact] = play.paid[feeder] if feeder >= 0 else NONE_64
    column[W_GROUNDS, fact] = _grounds(column, fact, charged, now[SIMPLIFIED] == 1)
    column[W_MISSED, fact] = _missed(column, fact, charged, now[SIMPLIFIED] == 1)
    if due == NONE_64:
        return
    column[W_SHARE, fact], column[W_DUE, fact] = share, due
    if money != NONE_64:
        column[W_LIMIT, fact] = int(due > money)
    elif total >= due:
        column[W_LIMIT, fact] = 0
    _judge_shares(play, column, fact, winner, share, charged)


@inner_kernel
def _penalty_due(play: Play, caller: int, payee: int) -> int:
    dealer, figures = play.now[DEALER], play.figures
    if caller == dealer:
        return share_of(play, figures[F_FALSE_DEALER])
    return share_of(play, figures[F_FALSE_TO_DEALER if payee == dealer else F_FALSE_TO_OTHER])


@inner_kernel
def judge_penalty(play: Play, column: NDArray[np.int64]) -> None:
    """The penalty of a false win: how many of the others did not get theirs."""
    now = play.now
    fact = now[FIRST_WIN]
    if now[WIN_ROWS] != 1 or now[BROKEN]:
        return
    caller = int(column[W_SEAT, fact])
    wrong, total, due_total = 0, 0, 0
    for seat in range(1, 5):
        if not _is_loser(play, seat, caller):
            continue
        due = _penalty_due(play, caller, seat)
        if due == NONE_64 or now[DEALER] == 0:
            return
        got = play.penalty[seat]
        doubled = now[DEALER] in (caller, seat)
        wrong += got != due and not (doubled and got == 2 * due)
        total += got
        due_total += due
    column[W_WRONG_PAYEES, fact] = wrong + now[PENALTY_STRANGERS]
    column[W_PAID, fact], column[W_DUE, fact] = total, due_total
