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
    F_CAP,
    F_FALSE_DEALER,
    F_FALSE_TO_DEALER,
    F_FALSE_TO_OTHER,
    F_TWO_FAN_SHARES,
    FIRST_WIN,
    NONE_64,
    OCCUPIED,
    PAY_OPEN,
    RAKE,
    RAKE_OPEN,
    RAKE_SEAT,
    RAKES,
    SEATS_OPEN,
    SIMPLIFIED,
    STAKES_HIGH,
    STAKES_LOW,
    W_BROKE,
    W_CALLED,
    W_CHARGED,
    W_CHICKEN,
    W_DECLARED,
    W_DISCARDER,
    W_DUE,
    W_EXEMPT,
    W_FAN,
    W_FAN_2,
    W_FAN_3,
    W_FAN_OFF,
    W_FEEDER,
    W_GROUNDS,
    W_KEPT,
    W_LIMIT,
    W_MISFACTORED,
    W_MISSED,
    W_MISSTATED,
    W_MONEY,
    W_NEARER,
    W_NINE,
    W_OWES,
    W_PAID,
    W_PAID_FEEDER,
    W_PASSED,
    W_SEAT,
    W_SHAPE,
    W_SHARE,
    W_STRANGERS,
    W_THIRD,
    W_TIMELY,
    W_TWELFTH,
    W_WRONG_MELD,
    W_WRONG_PAYEES,
    WIN_ROWS,
    Play,
)
from audit.kernel import inner_kernel

FACTORED, STATED = 0, 1  # rows of ``Play.misfits``
LIABILITY, FALSE_WIN = 1, 2  # what a pay row's label says; 0 or unknown: for a win
_COMPARED = 2**31  # sums from here on are in no proportion: the products of others stay within 64 bits


@inner_kernel
def pay(play: Play) -> None:
    """Money from one seat to another, before the win or after it."""
    act, seat, payee = play.act, play.act[A_SEAT], play.act[A_OTHER]
    if act[A_AMOUNT] == NONE_64 or seat == 0 or payee == 0:
        play.now[PAY_OPEN] = 1
        return
    play.paid[seat, payee] += act[A_AMOUNT]
    play.paid_rows[seat, payee] += 1
    if act[A_WHAT] == LIABILITY:
        play.liable_rows[seat, payee] += 1


@inner_kernel
def rake(play: Play) -> None:
    """The house's take."""
    now, act = play.now, play.act
    now[RAKES] += 1
    now[RAKE_SEAT] = act[A_SEAT]
    if act[A_OTHER] > 0:  # from one seat to another: a payment, it may be
        now[PAY_OPEN] = 1
    if act[A_SEAT] == 0:
        now[RAKE_OPEN] = 1
    if act[A_AMOUNT] != NONE_64 and now[RAKE] != NONE_64:
        now[RAKE] += act[A_AMOUNT]
    else:
        now[RAKE] = NONE_64


@inner_kernel
def only_payee(play: Play) -> int:
    """The one seat that all payments of the hand go to; 0 where there is none such."""
    found = 0
    for payee in range(1, 5):
        rows = 0
        for seat in range(1, 5):
            rows += play.paid_rows[seat, payee]
        if rows > 0:
            if found > 0:
                return 0
            found = payee
    return found


@inner_kernel
def paid_as_false(play: Play, caller: int) -> bool:
    """Whether all payments are those of a false win: the caller alone pays."""
    rows, own = 0, 0
    for payee in range(1, 5):
        own += play.paid_rows[caller, payee] if payee != caller else 0
        for seat in range(1, 5):
            rows += play.paid_rows[seat, payee]
    return 0 < rows == own


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
def _may_pay_for(column: NDArray[np.int64], fact: int, fan: int, cap: int) -> bool:
    """Whether payments may be judged on a number of fan: as declared; where that is wrong, on any lawful one too.

    Without a declaration, on the one lawful number.
    """
    declared, plain = column[W_DECLARED, fact], column[W_FAN, fact]
    if declared == fan:
        return True
    if declared == NONE_64:
        return bool(fan == plain == column[W_FAN_2, fact] == column[W_FAN_3, fact])
    if plain == NONE_64:
        return bool(fan <= cap and (declared > cap or (declared > 0 and column[W_CHICKEN, fact] == 1)))
    wrong = column[W_FAN_OFF, fact] > 0
    return bool(wrong and fan in (plain, column[W_FAN_2, fact], column[W_FAN_3, fact]))


@inner_kernel
def _is_loser(play: Play, seat: int, winner: int) -> bool:
    return seat != winner and play.now[OCCUPIED] >> seat & 1 == 1


@inner_kernel
def _losers(play: Play, winner: int) -> int:
    losers = 0
    for seat in range(1, 5):
        losers += _is_loser(play, seat, winner)
    return losers


@inner_kernel
def _feeder(column: NDArray[np.int64], fact: int) -> int:
    """Who fed the win; of a self-drawn one, who fed the winner's fourth exposed meld."""
    discarder = column[W_DISCARDER, fact]
    return int(discarder if discarder > 0 else column[W_FEEDER, fact])


@inner_kernel
def _charged_seat(play: Play, winner: int, feeder: int, due_total: int) -> int:
    """The seat that pays for all: by the label of its payments, else by having paid the whole alone.

    Where several paid so, whoever fed the win. Where others paid under another label, a payment's label alone charges
    nobody.
    """
    payers, last, labelled, plain, total = 0, 0, 0, 0, 0
    for seat in range(1, 5):
        if seat == winner:
            continue
        paid, liable = play.paid[seat, winner], play.liable_rows[seat, winner]
        total += paid
        plain += play.paid_rows[seat, winner] - liable
        dearer = labelled == 0 or (labelled != feeder and paid > play.paid[labelled, winner])
        if liable > 0 and (dearer or seat == feeder):
            labelled = seat
        if paid > 0:
            payers += 1
            last = seat
    if labelled > 0:
        paid = play.paid[labelled, winner]
        return labelled if plain == 0 or paid in (total, due_total) else 0
    if _losers(play, winner) == 1:  # who pays alone in any case: only a label tells the one from the other
        return NONE_64
    if payers != 1:
        return 0
    paid, money = play.paid[last, winner], play.money[winner]
    if paid != due_total and NONE_64 in (
        money,
        due_total,
    ):  # the whole, as far as the winner's money goes, or a share of it
        return NONE_64
    return last if paid in (due_total, money) else 0


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
def _note(play: Play, place: int, seat: int, paid: int, due: int) -> None:
    """Count a payment that is not as it must be, and keep the first of its sort: its seat, what was paid and is due."""
    misfits = play.misfits
    misfits[place, 0] += 1
    if misfits[place, 0] == 1:
        misfits[place, 1], misfits[place, 2], misfits[place, 3] = seat, paid, due


@inner_kernel
def _count_misfits(play: Play, winner: int, share: int, charged: int) -> int:
    """The payers that paid nothing or by the other's share, and those that paid what is no share at all; how many."""
    dealer, misfits = play.now[DEALER], play.misfits
    misfits[:] = 0
    losers, scaled, total, due_total, first_paid, first_due = 0, True, 0, 0, 0, 0
    for seat in range(1, 5):
        if not _is_loser(play, seat, winner):
            continue
        factor = 2 if dealer in (winner, seat) else 1
        paid, due = play.paid[seat, winner], share * factor
        losers += 1
        total, due_total = total + paid, due_total + due
        if losers == 1:
            first_paid, first_due = paid, due
        scaled = scaled and 0 < paid < _COMPARED and due < _COMPARED and paid * first_due == first_paid * due
        if charged > 0:
            if seat != charged and paid > 0:
                _note(play, STATED, seat, paid, 0)
        elif paid == 0 or (paid != due and paid == share * (3 - factor)):
            _note(play, FACTORED, seat, paid, due)
        elif paid != due:
            _note(play, STATED, seat, paid, due)
    if charged > 0:
        if play.paid[charged, winner] != due_total:
            _note(play, STATED, charged, play.paid[charged, winner], due_total)
    elif scaled and winner != dealer and misfits[FACTORED, 0] > 0 and losers > 1:
        for place in range(1, 4):  # all alike: the share of another fan
            misfits[STATED, place] = misfits[FACTORED, place]
        misfits[STATED, 0] = losers
        misfits[FACTORED, 0] = 0
    elif misfits[FACTORED, 0] > 0 and total == due_total:
        misfits[STATED, 0] = 0  # the wrong seat paid, and the winner got what is due
    return int(misfits[FACTORED, 0] + misfits[STATED, 0])


@inner_kernel
def _all_paid(play: Play) -> int:
    total = 0
    for seat in range(1, 5):
        for payee in range(1, 5):
            total += play.paid[seat, payee]
    return int(total)


@inner_kernel
def _due_total(play: Play, winner: int, share: int) -> int:
    due = 0
    for seat in range(1, 5):
        if _is_loser(play, seat, winner):
            due += share * (2 if play.now[DEALER] in (winner, seat) else 1)
    return due


@inner_kernel
def _judge_strangers(play: Play, column: NDArray[np.int64], fact: int, winner: int) -> bool:
    """Payments to another than the winner; false where that leaves nothing more to judge."""
    strangers, rows, total = 0, 0, 0
    for seat in range(1, 5):
        for payee in range(1, 5):
            if payee != winner or seat == winner:
                strangers += play.paid_rows[seat, payee]
            else:
                rows += play.paid_rows[seat, payee]
                total += play.paid[seat, payee]
    column[W_PAID, fact] = total
    if strangers == 0 or rows > 0:
        column[W_STRANGERS, fact] = strangers
        return True
    if only_payee(play) != column[W_NEARER, fact]:  # else the seat that should have won was paid
        column[W_STRANGERS, fact] = strangers
        share = share_of(play, int(column[W_DECLARED, fact]))
        if share != NONE_64 and play.now[DEALER] > 0:
            column[W_DUE, fact] = _due_total(play, winner, share)
    return False


@inner_kernel
def judge_payments(play: Play, column: NDArray[np.int64]) -> None:
    """The payments of the hand's win, once all of its rows are read; those of a win that is none are not judged."""
    now = play.now
    fact = now[FIRST_WIN]
    winner = int(column[W_SEAT, fact])
    if now[WIN_ROWS] != 1 or now[BROKEN] or column[W_WRONG_MELD, fact] != 0 or winner == 0 or now[PAY_OPEN]:
        return
    column[W_MONEY, fact] = play.money[winner]
    none = column[W_TIMELY, fact] == 0 or column[W_SHAPE, fact] == 0
    goes_on = _judge_strangers(play, column, fact, winner)
    if none:
        column[W_STRANGERS, fact] = NONE_64
    if none or not goes_on or (now[SEATS_OPEN] and now[SIMPLIFIED]):
        return
    best, feeder = -1, _feeder(column, fact)
    for fan in range(3):
        share = share_of(play, fan) if _may_pay_for(column, fact, fan, play.figures[F_CAP]) else NONE_64
        if share == NONE_64 or now[DEALER] == 0:
            continue
        due = _due_total(play, winner, share)
        charged = _charged_seat(play, winner, feeder, due)
        misfits = _count_misfits(play, winner, share, charged)
        if column[W_STRANGERS, fact] > 0 and _all_paid(play) == due:  # all was paid, some of it to the wrong seat
            misfits = 0
            play.misfits[:] = 0
        if best < 0 or misfits < best:
            best = misfits
            for place in range(4):
                column[W_MISFACTORED + place, fact] = play.misfits[FACTORED, place]
                column[W_MISSTATED + place, fact] = play.misfits[STATED, place]
            column[W_SHARE, fact], column[W_DUE, fact], column[W_CHARGED, fact] = share, due, charged
    if best < 0:
        column[W_CHARGED, fact] = _charged_seat(play, winner, feeder, NONE_64)
    _judge_limit(play, column, fact)
    _judge_liability(play, column, fact)


@inner_kernel
def _judge_liability(play: Play, column: NDArray[np.int64], fact: int) -> None:
    """Whether the seat that is charged is liable, and whether one that is was not charged."""
    simplified, winner = play.now[SIMPLIFIED] == 1, int(column[W_SEAT, fact])
    charged = column[W_CHARGED, fact]
    feeder = _feeder(column, fact)
    column[W_PAID_FEEDER, fact] = play.paid[feeder, winner] if feeder >= 0 else NONE_64
    alone = charged > 0 and column[W_LIMIT, fact] == 1 and play.liable_rows[charged, winner] == 0
    if alone and (column[W_EXEMPT, fact] == 3 or _grounds(column, fact, charged, simplified) == 0):
        charged = column[W_CHARGED, fact] = 0  # all of the winner's money may come from the first who pays
    if charged == NONE_64 and _losers(play, winner) == 1:  # he pays alone in any case: charged where he is liable
        charged = feeder if feeder > 0 and play.paid[feeder, winner] > 0 and _missed(column, fact, 0, simplified) else 0
        column[W_CHARGED, fact] = charged
    if charged != NONE_64:
        if charged == 0 or column[W_SHARE, fact] != NONE_64:
            double = play.now[DEALER] in (winner, charged)
            column[W_OWES, fact] = column[W_SHARE, fact] * (1 + double) if charged > 0 else 0
        column[W_GROUNDS, fact] = _grounds(column, fact, charged, simplified)
        column[W_MISSED, fact] = _missed(column, fact, charged, simplified)
    else:
        column[W_MISSED, fact] = NONE_64 if _missed(column, fact, -1, simplified) else 0


@inner_kernel
def _judge_limit(play: Play, column: NDArray[np.int64], fact: int) -> None:
    """Whether the winner's money in hand limits what is due (甲九(4), 乙九(3))."""
    due, money = column[W_DUE, fact], column[W_MONEY, fact]
    if due == NONE_64:
        return
    if money != NONE_64:
        column[W_LIMIT, fact] = int(due > money)
    elif column[W_PAID, fact] >= due:
        column[W_LIMIT, fact] = 0


@inner_kernel
def in_scale(play: Play, column: NDArray[np.int64], amount: int) -> int:
    """A sum at the table's stakes, where all losers paid by one other share and it was taken by the same one."""
    fact = play.now[FIRST_WIN]
    share, due, paid = column[W_SHARE, fact], column[W_DUE, fact], column[W_PAID, fact]
    if share == NONE_64 or not 0 < due < _COMPARED or not 0 < paid < _COMPARED or not 0 < amount < _COMPARED:
        return int(amount)
    winner = int(column[W_SEAT, fact])
    if column[W_CHARGED, fact] <= 0:
        for seat in range(1, 5):
            factor = 2 if play.now[DEALER] in (winner, seat) else 1
            if _is_loser(play, seat, winner) and play.paid[seat, winner] * due != paid * share * factor:
                return int(amount)
    return int(amount * due // paid) if amount * due % paid == 0 else int(amount)


@inner_kernel
def is_short(play: Play, column: NDArray[np.int64]) -> bool:
    """Whether less was paid for the hand's win or false win than was due."""
    fact = play.now[FIRST_WIN]
    return bool(play.now[WIN_ROWS] == 1 and NONE_64 < column[W_PAID, fact] < column[W_DUE, fact])


@inner_kernel
def open_payments(play: Play, column: NDArray[np.int64]) -> None:
    """Payments of a win that fall short are not judged, nor those of a false win."""
    fact = play.now[FIRST_WIN]
    if is_short(play, column) or column[W_CALLED, fact] == 1:
        for place in range(W_GROUNDS, W_WRONG_PAYEES + 1):
            column[place, fact] = NONE_64


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
    caller = int(column[W_SEAT, fact])
    if now[WIN_ROWS] != 1 or now[BROKEN] or now[PAY_OPEN] or caller == 0 or now[DEALER] == 0:
        return
    if column[W_TIMELY, fact] == 0 or (now[SEATS_OPEN] and now[SIMPLIFIED]):  # who calls, and whom he owes, is open
        return
    play.misfits[:] = 0
    total, due_total = 0, 0
    for seat in range(1, 5):
        if not _is_loser(play, seat, caller):
            continue
        due = _penalty_due(play, caller, seat)
        if due == NONE_64:
            return
        got = play.paid[caller, seat]
        doubled = now[DEALER] in (caller, seat)
        if got != due and not (doubled and got == 2 * due):
            _note(play, STATED, seat, got, due)
        total += got
        due_total += due
    for seat in range(1, 5):
        for payee in range(1, 5):
            if seat != caller and play.paid_rows[seat, payee] > 0:
                _note(play, STATED, seat, play.paid[seat, payee], 0)
    for place in range(1, 4):
        column[W_MISSTATED + place, fact] = play.misfits[STATED, place]
    column[W_WRONG_PAYEES, fact] = play.misfits[STATED, 0]
    column[W_PAID, fact], column[W_DUE, fact] = total, due_total
