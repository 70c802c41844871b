"""The first look at a hand: what later rows must know of rows behind them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import Codes, Matrix, Pieces, Vector
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import NULL_32

_VALID, _VOID, _EXPOSED, _PIGGYBACK = labels.VALID, labels.VOID, labels.EXPOSED, labels.PIGGYBACK
_COCKED, _STACKED, _OUT = labels.COCKED, labels.STACKED, labels.OUT
_UNANIMOUS = labels.UNANIMOUS


class Rows(NamedTuple):
    """A batch's rows as they come (``audit.logs.batch``), N of each; ``start`` is that of the pieces, N + 1."""

    event: NDArray[np.int8]
    seat: NDArray[np.int8]
    other: NDArray[np.int8]
    actor: NDArray[np.int8]
    person: NDArray[np.int32]
    number: NDArray[np.int32]
    amount: NDArray[np.int64]
    payout: NDArray[np.int64]
    fee: NDArray[np.int64]
    label: NDArray[np.int32]
    ref: NDArray[np.int32]
    start: NDArray[np.int64]
    split: NDArray[np.int8]


@inlined_kernel
def begin(now: Vector, fresh: Vector, log: Matrix, rows: Rows, names: Codes, first: int, last: int) -> None:
    """Begin a hand's record, and take its rows into the log.

    Where ``hand_start`` and ``bank`` name two bankers nobody is known to bank, so that none is judged as another.
    """
    started, twice = False, False
    for place in range(len(fresh)):
        now[place] = fresh[place]
    now[p.FIRST], now[p.LAST] = first, last - first
    for at in range(np.uint64(last - first)):  # an index without a sign needs no look whether it counts from the end
        row = np.uint64(first) + np.uint64(at)
        event, label, number = int(rows.event[row]), rows.label[row], rows.number[row]
        label = label if label >= 0 else len(names) - 1
        seat = min(max(int(rows.seat[row]), 0), p.SEATS)
        log[at, p.EVENT], log[at, p.SEAT] = event, seat
        log[at, p.OTHER] = min(max(int(rows.other[row]), 0), p.SEATS)
        log[at, p.ACTOR], log[at, p.PERSON] = rows.actor[row], rows.person[row]
        log[at, p.NUMBER] = number if number != NULL_32 else p.U
        log[at, p.AMOUNT], log[at, p.PAYOUT], log[at, p.FEE] = rows.amount[row], rows.payout[row], rows.fee[row]
        log[at, p.WORD], log[at, p.LABEL], log[at, p.REF] = names[label, labels.WORD], label, rows.ref[row]
        begins = rows.start[row]
        log[at, p.START], log[at, p.SIZE] = begins, rows.start[row + np.uint64(1)] - begins
        log[at, p.SPLIT] = rows.split[row]
        now[p.KINDS] |= 1 << event
        if event == p.HAND_START and not started:
            started = True
            now[p.LAST_SET_ID] = rows.ref[row]
        elif event == p.BANK:
            if now[p.BANK_PERSON] < 0:
                now[p.BANK_PERSON] = rows.person[row]
        else:
            continue
        twice = twice or (seat > 0 and now[p.BANKING] > 0 and seat != now[p.BANKING])
        now[p.BANKING] = now[p.BANKING] if now[p.BANKING] > 0 else seat
    if twice:
        now[p.BANKING] = 0


@inlined_kernel
def _dice_and_deal(now: Vector, log: Matrix, row: int, event: int) -> None:
    seat = log[row, p.SEAT]
    if event == p.SHAKE:
        now[p.LAST_SHAKE] = row
        word = log[row, p.WORD]
        if word == _VALID:
            if now[p.THE_SHAKE] < 0:
                now[p.THE_SHAKE] = row
            if now[p.FIRST_DEAL] < 0:
                now[p.SHAKE_FOLLOWED] = row
        elif word not in (_COCKED, _STACKED, _OUT) and now[p.DOUBT] < 0 and now[p.THE_SHAKE] < 0:
            now[p.DOUBT] = row
    elif event == p.DEAL:
        if now[p.FIRST_DEAL] < 0:
            now[p.FIRST_DEAL] = row
        now[p.LAST_DEAL] = row
        now[p.PILES] += 1
        if seat > 0:
            now[p.DEALT] |= 1 << seat
        now[p.SURPLUS] += max(log[row, p.SIZE] - p.TILES, 0)
        now[p.PILE_COUNT + seat] += 1
        now[p.PILE_ROW + seat] = row
    elif event == p.SHUFFLE and now[p.PILES] < 2:
        now[p.SHUFFLED] = 1 if now[p.FIRST_DEAL] < 0 or now[p.SHUFFLED] == 1 else 2
    elif event == p.REPLACE_SET:
        now[p.REPLACEMENTS] += 1
        now[p.LAST_SET_ID] = log[row, p.REF]
        if now[p.FIRST_DEAL] >= 0:
            now[p.REPLACED_LATE] = 1


@inlined_kernel
def _stakes_and_turn(now: Vector, lists: Matrix, log: Matrix, row: int, event: int) -> None:
    seat = log[row, p.SEAT]
    if event == p.CONSENT:
        now[p.CONSENTS] += 1
        if log[row, p.WORD] != _UNANIMOUS:
            now[p.CONSENT_DOUBT] = 1
    elif event == p.DECLINE:
        if seat == 0:
            now[p.DECLINE_LOST] = 1
        now[p.DECLINED] |= 1 << seat
    elif event == p.COBANK:
        if seat > 0 and log[row, p.ACTOR] <= 1:
            now[p.CO_BANKERS] |= 1 << seat
    elif p.ON_BETS & (1 << event):
        if log[row, p.PERSON] < 0:
            now[p.MERGED + seat] = 1
            if event == p.BET_MOVE:
                now[p.MERGED + log[row, p.OTHER]] = 1
        if event == p.BET:
            now[p.BET_ROWS + seat] += 1
            now[p.PRESENT + seat] = 1
            if log[row, p.WORD] == _PIGGYBACK:
                now[p.PIGGYBACK + seat] = 1
            lists[p.BET_AT, now[p.BETS]] = row
            now[p.BETS] += 1


@inlined_kernel
def _of_another_pile(now: Vector, log: Matrix, pieces: Pieces, row: int) -> bool:
    """Whether a tile of an expose row is none of its seat's pile, where that is known."""
    seat = log[row, p.SEAT]
    if seat == 0 or now[p.PILE_COUNT + seat] != 1:
        return False
    pile = now[p.PILE_ROW + seat]
    for at in range(log[row, p.START], log[row, p.START] + log[row, p.SIZE]):
        turned, held = int(pieces[at]), False
        for other in range(log[pile, p.START], log[pile, p.START] + log[pile, p.SIZE]):
            if pieces[other] < 0:
                return False
            held = held or pieces[other] == turned
        if turned >= 0 and not held:
            return True
    return False


@inlined_kernel
def _exposed_elsewhere(now: Vector, log: Matrix, pieces: Pieces) -> None:
    """Take back what was counted as exposed at a seat whose tiles it is not: whose it is cannot be told."""
    for row in range(now[p.LAST]):
        if log[row, p.EVENT] == p.EXPOSE and _of_another_pile(now, log, pieces, row):
            now[p.EXPOSED_LOST] = 1
            now[p.EXPOSED + log[row, p.SEAT]] -= log[row, p.SIZE]


@inlined_kernel
def _expose(now: Vector, log: Matrix, row: int) -> None:
    seat = log[row, p.SEAT]
    now[p.PRESENT + seat] = 1
    first, end = log[row, p.START], log[row, p.START] + log[row, p.SIZE]
    if end == first:
        now[p.EXPOSE_DOUBT + seat] = 1
    if seat == 0:
        now[p.EXPOSED_LOST] = 1
    now[p.EXPOSED + seat] += end - first


@inner_kernel
def _settings(now: Vector, lists: Matrix, log: Matrix, row: int, event: int) -> None:
    seat = log[row, p.SEAT]
    if event == p.SET:
        now[p.PLAYED] = 1
        now[p.PRESENT + seat] = 1
        now[p.LAST_SET + seat] = row
        lists[p.SET_AT, now[p.SETS]] = row
        now[p.SETS] += 1
    elif event == p.ARRANGE:
        now[p.PLAYED] = 1
        now[p.LAST_ARRANGE + seat] = row
    elif event == p.OPEN:
        now[p.PLAYED] = 1
        if seat == 0 and now[p.OPENING_DOUBT] < 0:
            now[p.OPENING_DOUBT] = row
        if seat > 0 and seat == now[p.BANKING] and now[p.OPENING] < 0:
            now[p.OPENING] = row
    elif event == p.COMPARE:
        now[p.PLAYED] = 1
        if now[p.LAST_COMPARE + seat] >= 0:
            now[p.COMPARED_AGAIN] = 1
        now[p.LAST_COMPARE + seat] = row
    elif event == p.EXPOSE:
        _expose(now, log, row)
    elif event == p.VOID:
        if seat == 0 or seat == now[p.BANKING]:
            now[p.VOID_DEAL] = 1
            if log[row, p.WORD] not in (0, _EXPOSED):
                now[p.VOID_OTHER] = 1
        else:
            now[p.VOIDED + seat] = 1


@inlined_kernel
def _settle(now: Vector, lists: Matrix, log: Matrix, row: int) -> None:
    seat = log[row, p.SEAT]
    lists[p.SETTLE_AT, now[p.SETTLES]] = row
    now[p.SETTLES] += 1
    now[p.PRESENT + seat] = 1
    void = log[row, p.WORD] == _VOID
    # Without a label a payout of nothing may be a push or a void: 2 stands for either.
    unsaid = log[row, p.WORD] == 0 and log[row, p.PAYOUT] in (0, p.U)
    if not void:
        now[p.PLAYED] = 1
        now[p.SETTLED] = now[p.SETTLED] if unsaid and now[p.SETTLED] > 0 else (2 if unsaid else 1)
        if now[p.FIRST_SETTLE + seat] < 0:
            now[p.FIRST_SETTLE + seat] = row
    elif now[p.VOID_SETTLE + seat] < 0:
        now[p.VOID_SETTLE + seat] = row
    if unsaid:
        now[p.SEAT_SETTLED + seat] = now[p.SEAT_SETTLED + seat] if now[p.SEAT_SETTLED + seat] > 0 else 2
    elif not void or (log[row, p.PAYOUT] != 0 and log[row, p.PAYOUT] != p.U):
        now[p.SEAT_SETTLED + seat] = 1
    if log[row, p.PERSON] < 0:
        now[p.MERGED + seat] = 1


@inlined_kernel
def _opening_by_arranging(now: Vector, log: Matrix) -> None:
    """Without a turning of the banker's tiles, their laying out is the first that shows them."""
    for row in range(now[p.LAST]):
        if log[row, p.EVENT] == p.ARRANGE and log[row, p.SEAT] == now[p.BANKING]:
            now[p.OPENING] = row
            return


@inlined_kernel
def _cap_exposed(now: Vector, log: Matrix, pieces: Pieces, seat: int) -> None:
    """A kind counts as exposed no more often than the seat's pile holds it, where the pile is known."""
    if now[p.PILE_COUNT + seat] != 1:
        return
    pile = now[p.PILE_ROW + seat]
    capped = 0
    for kind in range(21):
        held = seen = 0
        for at in range(log[pile, p.START], log[pile, p.START] + log[pile, p.SIZE]):
            if pieces[at] < 0:
                return
            held += 1 if pieces[at] == kind else 0
        for row in range(now[p.LAST]):
            if log[row, p.EVENT] == p.EXPOSE and log[row, p.SEAT] == seat:
                for at in range(log[row, p.START], log[row, p.START] + log[row, p.SIZE]):
                    if pieces[at] < 0 or pieces[at] > 20:
                        return
                    seen += 1 if pieces[at] == kind else 0
        capped += min(held, seen)
        if seen > 0 and held == 0:
            return
    now[p.EXPOSED + seat] = capped


@inner_kernel
def exposed(now: Vector, seat: int) -> int:
    """Tiles of a seat turned in the deal, unknown where a row does not say which or rows are missing."""
    count = now[p.EXPOSED + seat]
    doubt = now[p.EXPOSE_DOUBT + seat] == 1 or now[p.EXPOSED_LOST] == 1 or now[p.WHOLE] == 0
    return p.U if doubt and count < 2 else int(count)


@inlined_kernel
def _void_by_tiles(now: Vector) -> None:
    """Two tiles turned void a seat or the deal by law; where nothing was played on, a log may leave the row out."""
    banking = now[p.BANKING]
    if now[p.WHOLE] == 0 or banking == 0:
        return
    for seat in range(1, 9):
        if exposed(now, seat) < 2:
            continue
        if seat == banking and now[p.PLAYED] == 0:
            now[p.VOID_DEAL] = 1
        played = now[p.SEAT_SETTLED + seat] == 1 or max(now[p.LAST_COMPARE + seat], now[p.LAST_SET + seat]) >= 0
        if seat != banking and not played:
            now[p.VOIDED + seat] = 1


@inlined_kernel
def _strangers(now: Vector, lists: Matrix, log: Matrix) -> None:
    """One wager for a seat that somebody settles who bets nowhere, as a dealer does: persons tell nothing there."""
    for place in range(now[p.SETTLES]):
        row = lists[p.SETTLE_AT, place]
        seat, person = log[row, p.SEAT], log[row, p.PERSON]
        if person < 0 or seat in (0, now[p.BANKING]) or now[p.MERGED + seat] == 1:
            continue
        known = False
        for at in range(now[p.BETS]):
            known = known or log[lists[p.BET_AT, at], p.PERSON] == person
        if not known:
            now[p.MERGED + seat] = 1


@inlined_kernel
def scan(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces) -> None:
    """Fill a hand's record with all that its rows say of one another."""
    for row in range(now[p.LAST]):
        event = log[row, p.EVENT]
        if p.DICE_AND_DEAL & (1 << event):
            _dice_and_deal(now, log, row, event)
        elif p.STAKES_AND_TURN & (1 << event):
            _stakes_and_turn(now, lists, log, row, event)
        elif event == p.SETTLE:
            _settle(now, lists, log, row)
        else:
            _settings(now, lists, log, row, event)
    if now[p.OPENING] < 0 and now[p.BANKING] > 0:
        _opening_by_arranging(now, log)
    if now[p.KINDS] & (1 << p.EXPOSE):
        _exposed_elsewhere(now, log, pieces)
    for seat in range(1, 9):
        if now[p.EXPOSED + seat] > 1:
            _cap_exposed(now, log, pieces, seat)
    _void_by_tiles(now)
    _strangers(now, lists, log)
    banking = now[p.BANKING]
    if banking > 0 and now[p.BET_ROWS + banking] == 0:
        now[p.MERGED + banking] = 0
