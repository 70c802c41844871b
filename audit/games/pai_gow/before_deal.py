"""Facts of the acts before the tiles are set: shuffle, dice, cuts, stakes, piles."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import (
    Matrix,
    Pieces,
    U,
    Vector,
    add,
    after_shake,
    by_banker_or_player,
    packed,
    right_of,
    who,
)
from audit.kernel import inlined_kernel, inner_kernel
from audit.pieces.notation import DIE, DOMINO_COPIES

_VALID, _COCKED, _STACKED, _OUT = labels.VALID, labels.COCKED, labels.STACKED, labels.OUT
_ONE_HAND, _TWO_HANDS, _DOWN, _UP = labels.ONE_HAND, labels.TWO_HANDS, labels.DOWN, labels.UP
_COPIES = DOMINO_COPIES


@inlined_kernel
def shuffle(now: Vector, log: Matrix, out: Vector, row: int) -> None:
    """A row of ``shuffles``."""
    n = add(now, out, p.T_SHUFFLES, row, log[row, p.SEAT])
    word = log[row, p.WORD]
    out[n + 3] = who(now, log, row)
    out[n + 4] = 0 if word == _DOWN else (1 if word == _UP else U)


@inlined_kernel
def _shaker(now: Vector, log: Matrix, row: int) -> int:
    by = who(now, log, row)
    if by != p.BANKER:
        return by
    if log[row, p.SEAT] != 0 and now[p.BANKING] != 0 and log[row, p.SEAT] != now[p.BANKING]:
        return p.PLAYER
    if log[row, p.PERSON] >= 0 and now[p.BANK_PERSON] >= 0 and log[row, p.PERSON] != now[p.BANK_PERSON]:
        return U if _acts_as_banker(now, log, log[row, p.PERSON]) else p.PLAYER
    return by


@inner_kernel
def _acts_as_banker(now: Vector, log: Matrix, person: int) -> bool:
    """Whether the banker's other acts are all logged under that person, and none but the bank under the bank's."""
    found = False
    for row in range(now[p.LAST]):
        of_banker = log[row, p.SEAT] == now[p.BANKING] and log[row, p.ACTOR] - 1 == p.BANKER
        if log[row, p.EVENT] in (p.BANK, p.SHAKE) or not of_banker or log[row, p.PERSON] < 0:
            continue
        if log[row, p.PERSON] != person:
            return False
        found = True
    return found


@inner_kernel
def dice_sum(log: Matrix, pieces: Pieces, row: int) -> int:
    """Plain sum of a shake's dice, unknown unless they are four of 1-6."""
    first, end = log[row, p.START], log[row, p.START] + log[row, p.SIZE]
    if end - first != 4:
        return U
    total = 0
    for at in range(first, end):
        pips = int(pieces[at]) - DIE
        if pips < 1 or pips > 6:
            return U
        total += pips
    return total


@inlined_kernel
def shake(now: Vector, log: Matrix, pieces: Pieces, out: Vector, row: int) -> None:
    """A row of ``shakes``."""
    n = add(now, out, p.T_SHAKES, row, log[row, p.SEAT])
    word = log[row, p.WORD]
    first, end = log[row, p.START], log[row, p.START] + log[row, p.SIZE]
    read = unread = 0
    for at in range(first, end):
        pips = int(pieces[at]) - DIE
        read += 1 if 1 <= pips <= 6 else 0
        unread += 1 if pieces[at] == -1 else 0
    out[n + 3] = (
        0 if word == _VALID else (1 if word == _COCKED else (2 if word == _STACKED else (3 if word == _OUT else U)))
    )
    out[n + 4] = _shaker(now, log, row)
    out[n + 5] = packed(log, pieces, row)
    out[n + 6] = end - first if end > first else U
    out[n + 7] = U if unread > 0 or end == first else read
    out[n + 8] = dice_sum(log, pieces, row)
    out[n + 9] = log[row, p.NUMBER]
    torn = row >= now[p.GAP]
    valid_before = 0 <= now[p.THE_SHAKE] < row
    doubt_before = 0 <= now[p.DOUBT] < row
    out[n + 10] = 1 if valid_before else (U if torn or doubt_before else 0)
    out[n + 11] = 1 if now[p.LAST_SHAKE] > row else (U if now[p.WHOLE] == 0 else 0)
    out[n + 12] = 1 if now[p.LAST_DEAL] > row else (U if now[p.WHOLE] == 0 else 0)


@inlined_kernel
def _stage(now: Vector, row: int) -> int:
    """Before the valid shake 0, after it 2; unknown behind ``DOUBT``, a shake of no known label."""
    if row >= now[p.GAP]:
        return U
    if 0 <= now[p.THE_SHAKE] < row:
        return 2
    return U if 0 <= now[p.DOUBT] < row else 0


@inlined_kernel
def cut(now: Vector, log: Matrix, out: Vector, row: int, shaken: bool) -> None:
    """A row of ``cuts``; ``shaken`` tells whether some shake stands before it."""
    seat, by, word = log[row, p.SEAT], by_banker_or_player(now, log, row), log[row, p.WORD]
    n = add(now, out, p.T_CUTS, row, seat)
    torn = row >= now[p.GAP]
    stage = _stage(now, row)
    out[n + 3] = by
    out[n + 4] = 0 if word == _ONE_HAND else (1 if word == _TWO_HANDS else U)
    out[n + 5] = 1 if stage == 0 and shaken else stage
    out[n + 6] = after_shake(now, row)
    out[n + 7] = 1 if now[p.BANKER_CUT] == 1 else (U if torn or now[p.CUT_DOUBT] == 1 else 0)
    first = 0
    if by == U or (by == p.PLAYER and seat == 0):
        first = U
        if stage != 2:
            now[p.CUT_LOST] = 1
    elif by == p.PLAYER:
        first = 0 if now[p.CUT_SEATS] & (1 << seat) else 1
        if stage != 2 and first == 1:
            now[p.CUT_SEATS] |= 1 << seat
            now[p.CUT_COUNT] += 1
    if torn and first != 0:
        first = U
    out[n + 8] = first
    out[n + 9] = U if torn or now[p.CUT_LOST] == 1 else now[p.CUT_COUNT]
    if by == p.BANKER:
        now[p.BANKER_CUT] = 1
    elif by == U:
        now[p.CUT_DOUBT] = 1


@inlined_kernel
def stake(now: Vector, log: Matrix, out: Vector, row: int, event: int) -> None:
    """A row of ``stakes``, and the stakes as they stand after it."""
    seat, amount = log[row, p.SEAT], log[row, p.AMOUNT]
    n = add(now, out, p.T_STAKES, row, seat)
    late = after_shake(now, row)
    actor = log[row, p.ACTOR]
    party, first, before = U, U, U
    if event == p.BANK:
        party, first = 0, 1 if now[p.BANK_FIRST] == 0 else 0
        before = 0 if first == 1 else now[p.BANK_NOW]
        now[p.BANK_FIRST], now[p.BANK_NOW] = 1, amount
        now[p.BANK_AT_SHAKE] = amount if late == 0 else (now[p.BANK_AT_SHAKE] if late == 1 else U)
        if late == 0:
            if amount == U or now[p.BANK_PUT] == U:
                now[p.BANK_PUT] = amount if first == 1 else U
            else:
                now[p.BANK_PUT] = max(now[p.BANK_PUT], amount)
    elif actor >= 3:
        party, first = 1, 1 if now[p.HOUSE_SEEN] == 0 else 0
        before = now[p.HOUSE_NOW]
        now[p.HOUSE_SEEN], now[p.HOUSE_NOW] = 1, amount
    elif actor == 1 or (actor == 0 and seat > 0):
        party, first = 2, 1 if now[p.CO_BANK_SEEN + seat] == 0 else 0
        before = now[p.CO_BANK + seat]
        now[p.CO_BANK_SEEN + seat], now[p.CO_BANK + seat] = 1, amount
    else:
        now[p.STAKES_LATE] = max(now[p.STAKES_LATE], 1)
    if late != 0 and (before != amount or amount == U):
        surely = late == 1 and not (event == p.BANK and first == 1)
        now[p.STAKES_LATE] = 2 if surely else max(now[p.STAKES_LATE], 1)
    if row >= now[p.GAP]:
        first = before = U
    out[n + 3], out[n + 4], out[n + 5], out[n + 6] = party, first, amount, before
    out[n + 7], out[n + 8], out[n + 9] = late, now[p.TURN_HANDS], now[p.SHARE]


@inlined_kernel
def _excess(now: Vector, log: Matrix, pieces: Pieces, row: int, again: bool) -> int:
    """Tiles of a pile beyond what the set holds."""
    if again:
        return U  # a seat dealt twice is art. 1(4)'s matter; its tiles are counted once
    excess = unknown = told = 0
    for at in range(log[row, p.START], log[row, p.START] + log[row, p.SIZE]):
        kind = int(pieces[at])
        if kind == -1:
            unknown += 1
        elif 0 <= kind <= 20:
            now[p.COPIES + kind] += 1
            if now[p.COPIES + kind] > _COPIES[kind] and not now[p.TOLD_KINDS] & (1 << kind):
                excess, told = excess + 1, told | 1 << kind
        else:
            excess += 1
    now[p.TOLD_KINDS] |= told
    if excess > 0 and now[p.SURPLUS] > 0:  # a pile of too many tiles is art. 1(4)'s matter, whatever the surplus is
        forgiven = min(excess, now[p.SURPLUS])
        now[p.SURPLUS] -= forgiven
        excess -= forgiven
    if excess == 0 and (unknown > 0 or row >= now[p.GAP]):
        return U
    return excess


@inlined_kernel
def pile(now: Vector, log: Matrix, pieces: Pieces, out: Vector, row: int, dealt_before: int, replaced: bool) -> None:
    """A row of ``piles``: ``dealt_before`` is a mask of seats, ``replaced`` a set replaced since the first tile."""
    seat = log[row, p.SEAT]
    n = add(now, out, p.T_PILES, row, seat)
    size = log[row, p.SIZE]
    torn = row >= now[p.GAP]
    out[n + 3] = seat if seat > 0 else U
    out[n + 4] = packed(log, pieces, row)
    out[n + 5] = size if size > 0 and now[p.PILE_COUNT + seat] == 1 else U
    out[n + 6] = _excess(now, log, pieces, row, seat > 0 and dealt_before & (1 << seat) != 0)
    out[n + 7] = 1 if replaced else (U if torn else 0)
    out[n + 8] = _seat_due(now, log, row, seat)


@inlined_kernel
def _seat_due(now: Vector, log: Matrix, row: int, seat: int) -> int:
    """Where a pile is due; ``PILE_LIST`` counts the piles, ``DEPARTED`` marks the first that went elsewhere."""
    place = now[p.PILE_LIST]
    now[p.PILE_LIST] += 1
    first = log[now[p.FIRST_DEAL], p.SEAT]
    if now[p.DEPARTED] == 1 or seat == 0 or first == 0 or row >= now[p.GAP]:
        now[p.DEPARTED] = 1
        return U
    if now[p.WHOLE] == 1 and now[p.PILES] == 8 and now[p.DEALT] == p.ALL_SEATS:
        due = right_of(first, place)
        now[p.DEPARTED] = 1 if due != seat else 0
        return due
    if now[p.PILE_COUNT + seat] > 1:
        return int(seat)  # which of its piles stands in the wrong place cannot be told
    if now[p.FIRST_IN_ORDER] == 0:
        now[p.FIRST_IN_ORDER] = seat
    reached = (seat - now[p.FIRST_IN_ORDER]) % 8
    if reached < now[p.FURTHEST]:
        now[p.DEPARTED] = 1
        return right_of(now[p.FIRST_IN_ORDER], now[p.FURTHEST] + 1)
    now[p.FURTHEST] = reached
    return int(seat)


@inlined_kernel
def _second_seat(now: Vector, log: Matrix) -> int:
    for row in range(now[p.FIRST_DEAL] + 1, now[p.LAST]):
        if log[row, p.EVENT] == p.DEAL:
            return int(log[row, p.SEAT])
    return 0


@inlined_kernel
def _one_pile_astray(now: Vector, log: Matrix, due: int) -> bool:
    """Whether the piles lie in the order due but for one, that dealt first or that due first: art. 1(3)'s matter."""
    if now[p.DEPARTED] == 0 or now[p.PILES] != p.SEATS or now[p.DEALT] != p.ALL_SEATS:
        return False
    for astray in (log[now[p.FIRST_DEAL], p.SEAT], due):
        expected, fits = due, True
        for row in range(now[p.FIRST_DEAL], now[p.LAST]):
            seat = log[row, p.SEAT]
            if log[row, p.EVENT] != p.DEAL or seat == astray:
                continue
            expected = right_of(expected, 1) if expected == astray else expected
            fits = fits and seat == expected
            expected = right_of(expected, 1)
        if fits:
            return True
    return False


@inlined_kernel
def first_seats(now: Vector, log: Matrix, pieces: Pieces) -> None:
    """First seat dealt, due by the first and by the last valid shake before the deal, and by the total used."""
    deal, banker = now[p.FIRST_DEAL], now[p.BANKING]
    first = due = due_last = by_total = U
    if 0 <= deal < now[p.GAP] and log[deal, p.SEAT] > 0:
        first = int(log[deal, p.SEAT])
    if banker > 0 and 0 <= deal < now[p.GAP]:
        shake, last = now[p.THE_SHAKE], now[p.SHAKE_FOLLOWED]
        doubt = 0 <= now[p.DOUBT] < deal
        if 0 <= shake < deal and not doubt:
            points = dice_sum(log, pieces, shake)
            due = U if points == U else right_of(banker, points - 1)
        if last >= 0 and not doubt:
            points = dice_sum(log, pieces, last)
            due_last = U if points == U else right_of(banker, points - 1)
            total = log[last, p.NUMBER]
            by_total = due_last if total == U else right_of(banker, total - 1)
        if U not in (first, due_last) and first not in (due, due_last, by_total):
            now[p.FIRST_OFF] = 1
            if not now[p.DEALT] & (1 << due_last):
                first = U  # the seat that was due has no pile: its pile is missing, and art. 1(4) says so
            elif _one_pile_astray(now, log, due_last):
                first, now[p.FIRST_OFF] = U, 2
        elif first != U and now[p.THE_SHAKE] > deal:  # dealt before the shake: it tells of the piles behind it
            now[p.FIRST_OFF] = 2 if _one_pile_astray(now, log, _second_seat(now, log)) else 1
    now[p.FIRST_SEAT], now[p.SEAT_DUE], now[p.SEAT_DUE_LAST], now[p.SEAT_BY_TOTAL] = first, due, due_last, by_total
