"""Facts of acts at the tiles: turning, touching, speaking; voids, seats, disputes, compensations."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.betting import lies, seat_played, settled_astray
from audit.games.pai_gow.play import Matrix, Pieces, U, Vector, add
from audit.games.pai_gow.scan import exposed
from audit.games.pai_gow.settings import opened_before, sets_elsewhere, split_right
from audit.kernel import inlined_kernel, inner_kernel

_EXPOSED, _BANKER, _HOUSE = labels.EXPOSED, labels.BANKER, labels.HOUSE


@inner_kernel
def _of_banker(now: Vector, seat: int) -> int:
    banking = now[p.BANKING]
    if banking == 0 or seat == 0:
        return U
    return 1 if seat == banking else 0


@inlined_kernel
def opening(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, out: Vector, row: int) -> None:
    """A row of ``openings``."""
    seat = log[row, p.SEAT]
    n = add(now, out, p.T_OPENINGS, row, seat)
    torn = row >= now[p.GAP]
    out[n + 3] = log[row, p.ACTOR] - 1 if log[row, p.ACTOR] > 0 else U
    out[n + 4] = _of_banker(now, seat)
    out[n + 5] = now[p.SET_SEEN + seat] if seat > 0 and (not torn or now[p.SET_SEEN + seat] == 1) else U
    out[n + 6] = U if torn or seat == 0 else 1 - now[p.TURNED + seat]
    now[p.TURNED + seat] = 1
    out[n + 7] = _unset(now, lists, log, pieces, row, torn)


@inlined_kernel
def _never_played(now: Vector, seat: int) -> bool:
    """Whether a seat is left out of the hand: where that settles others, a bet on it is art. 4(8)'s matter."""
    return bool(now[p.WHOLE] == 1 and not seat_played(now, seat) and now[p.VOID_SETTLE + seat] < 0)


@inlined_kernel
def _set_at_another(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, seat: int, row: int) -> bool:
    """Whether a seat's tiles were set before a row at a seat whose own they are not: art. 5(1)'s matter."""
    for place in range(now[p.SETS]):
        other = lists[p.SET_AT, place]
        there = log[other, p.SEAT]
        if other >= row or there == seat or split_right(now, log, pieces, other, there) != 0:
            continue
        if split_right(now, log, pieces, other, seat) == 1:
            return True
    return False


@inlined_kernel
def _unset(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, row: int, torn: bool) -> int:
    """Player seats in play that have no set row yet."""
    banking, count = now[p.BANKING], 0
    if torn or banking == 0 or now[p.SET_SEEN + 0] == 1:
        return U
    for seat in range(1, 9):
        out_of_play = now[p.VOIDED + seat] == 1 or (now[p.VOID_SETTLE + seat] >= 0 and now[p.SEAT_SETTLED + seat] == 0)
        if seat == banking or now[p.SET_SEEN + seat] == 1 or out_of_play:
            continue
        if _never_played(now, seat):
            if now[p.SETTLES] == 0 and lies(now, lists, seat):
                return U  # nothing tells whether the bet stayed there
            continue
        if lies(now, lists, seat) and not _set_at_another(now, lists, log, pieces, seat, row):
            tiles = exposed(now, seat)
            if tiles == U:
                return U
            count += 1 if tiles < 2 else 0
    return count


@inner_kernel
def player_of(now: Vector, lists: Matrix, log: Matrix, row: int) -> int:
    """Where one who did an act at the tiles plays: 0 at the seat, 1 at another, 2 nowhere."""
    seat, other, person = log[row, p.SEAT], log[row, p.OTHER], log[row, p.PERSON]
    if seat == 0:
        return U
    if other > 0:
        return 0 if other == seat else 1
    if person < 0:
        return U
    elsewhere, unnamed = False, now[p.WHOLE] == 0
    for at in range(now[p.WAGERS]):  # a bet may have been moved to the seat, or nobody knows where to
        if lists[p.W_PERSON, at] == person and lists[p.W_BET, at] != 0:
            if lists[p.W_SEAT, at] == seat:
                return 0
            unnamed = unnamed or lists[p.W_SEAT, at] == 0
    for at in range(now[p.BETS]):
        bet = lists[p.BET_AT, at]
        if log[bet, p.PERSON] < 0:
            unnamed = True
        elif log[bet, p.PERSON] == person:
            if log[bet, p.SEAT] == seat:
                return 0
            elsewhere = True
    if unnamed:
        return U
    return 1 if elsewhere else 2


@inlined_kernel
def handling(now: Vector, lists: Matrix, log: Matrix, out: Vector, row: int, event: int) -> None:
    """A row of ``handlings``."""
    seat = log[row, p.SEAT]
    n = add(now, out, p.T_HANDLINGS, row, seat)
    out[n + 3] = 0 if event == p.TOUCH else (1 if event == p.SPEAK else (2 if event == p.TAKE_BACK else 3))
    out[n + 4] = log[row, p.ACTOR] - 1 if log[row, p.ACTOR] > 0 else U
    out[n + 5] = player_of(now, lists, log, row)
    out[n + 6] = _of_banker(now, seat)
    out[n + 7] = opened_before(now, row)


@inlined_kernel
def _handler(now: Vector, lists: Matrix, log: Matrix, row: int, event: int) -> bool:
    """Whether one handles a seat's tiles: sets, takes back, or touches them as one of the seat or of none."""
    if log[row, p.ACTOR] >= 3:
        return False
    if event == p.SET:
        if sets_elsewhere(now, lists, log, row):
            return False
        return bool(log[row, p.RIGHT] != 0)  # other tiles are art. 5(1)'s matter
    if event == p.TAKE_BACK:
        return True
    if log[row, p.ACTOR] - 1 == p.BANKER and log[row, p.SEAT] not in (0, now[p.BANKING]):
        return False  # the banker is excepted
    return event == p.TOUCH and player_of(now, lists, log, row) != 1


@inlined_kernel
def count_handlers(now: Vector, lists: Matrix, log: Matrix) -> None:
    """Different persons at each seat's tiles, and whether one who would matter has no name."""
    size = 0
    for row in range(now[p.LAST]):
        event = log[row, p.EVENT]
        if not p.BY_HANDLERS & (1 << event) or not _handler(now, lists, log, row, event):
            continue
        seat, person = log[row, p.SEAT], log[row, p.PERSON]
        if person < 0 or (event == p.TOUCH and player_of(now, lists, log, row) == U):
            now[p.HANDLER_DOUBT + seat] = 1
            continue
        known = False
        for at in range(size):
            known = known or (lists[p.HANDLER_SEAT, at] == seat and lists[p.HANDLER, at] == person)
        if not known:
            lists[p.HANDLER_SEAT, size], lists[p.HANDLER, size] = seat, person
            size += 1
            now[p.HANDLERS + seat] += 1


@inlined_kernel
def seats(now: Vector, lists: Matrix, log: Matrix, out: Vector) -> None:
    """The rows of ``seats``."""
    count_handlers(now, lists, log)
    for seat in range(1, 9):
        if now[p.PRESENT + seat] == 0 or seat == now[p.BANKING]:
            continue
        n = add(now, out, p.T_SEATS, -1, seat)
        settled, handlers = now[p.SEAT_SETTLED + seat], now[p.HANDLERS + seat]
        doubt = now[p.HANDLER_DOUBT + seat] == 1 or now[p.HANDLER_DOUBT + 0] == 1 or now[p.WHOLE] == 0
        if settled == 2:
            settled = 0 if now[p.VOIDED + seat] == 1 or now[p.VOID_DEAL] == 1 else U
        out[n + 3] = exposed(now, seat) if now[p.BANKING] > 0 else U
        if settled == 1 and settled_astray(now, lists, seat):
            settled = U
        out[n + 4] = settled if settled == 1 or now[p.WHOLE] == 1 else U
        out[n + 5] = U if (doubt and handlers < 2) or (now[p.BANKING] == 0 and handlers > 1) else handlers


@inlined_kernel
def _single_elsewhere(now: Vector, seat: int) -> int:
    count = 0
    for other in range(1, 9):
        if other != seat:
            tiles = exposed(now, other)
            if tiles == U:
                return U
            count += 1 if tiles == 1 else 0
    return count


@inlined_kernel
def void(now: Vector, log: Matrix, out: Vector, row: int, event: int) -> None:
    """A row of ``voids``."""
    seat = log[row, p.SEAT]
    n = add(now, out, p.T_VOIDS, row, seat)
    whole = seat == 0 or seat == now[p.BANKING]
    own = now[p.BANKING] if whole else seat
    word = log[row, p.WORD] if event == p.VOID else 0
    out[n + 3] = 1 if whole else 0
    out[n + 4] = 0 if word == 0 else (1 if word == _EXPOSED else 2)
    # A void without a seat in a hand that was played on may be that of a seat.
    of_some_seat = seat == 0 and now[p.PLAYED] == 1
    out[n + 5] = exposed(now, own) if own > 0 and now[p.BANKING] > 0 and not of_some_seat else U
    out[n + 6] = _single_elsewhere(now, own)


@inlined_kernel
def is_void_settlement(now: Vector, lists: Matrix, log: Matrix, row: int) -> bool:
    """Whether a settle row labelled void is the first word of the void of a seat on which a bet lies."""
    seat = log[row, p.SEAT]
    if now[p.VOID_DEAL] == 1 or now[p.VOIDED + seat] == 1 or seat in (0, now[p.BANKING]):
        return False
    return bool(now[p.VOID_SETTLE + seat] == row and log[row, p.PAYOUT] in (0, U) and lies(now, lists, seat))


@inlined_kernel
def dispute(now: Vector, log: Matrix, out: Vector, row: int) -> None:
    """A row of ``disputes``; stakes as they stand at the hand's end."""
    seat, word = log[row, p.SEAT], log[row, p.WORD]
    n = add(now, out, p.T_DISPUTES, row, seat)
    bank, house = now[p.BANK_NOW], now[p.HOUSE_NOW]
    # Which of two amounts counts, the one at the shake or the one put there after it, is art. 3(1)'s and 4(7)'s matter.
    known = now[p.WHOLE] == 1 and U not in (bank, house) and now[p.STAKES_LATE] != 2
    out[n + 3] = 1 if seat == 0 else _of_banker(now, seat)
    out[n + 4] = 0 if word == _BANKER else (1 if word == _HOUSE else U)
    out[n + 5] = (0 if bank > house else (1 if house > bank else 2)) if known else U
    out[n + 6] = house if now[p.WHOLE] == 1 else U


@inlined_kernel
def compensation(now: Vector, log: Matrix, out: Vector, row: int) -> None:
    """A row of ``compensations``."""
    actor = log[row, p.ACTOR]
    n = add(now, out, p.T_COMPENSATIONS, row, log[row, p.SEAT])
    out[n + 3] = actor - 1 if actor > 0 else (p.PLAYER if log[row, p.PERSON] >= 0 else U)
    out[n + 4] = log[row, p.AMOUNT]


@inlined_kernel
def compensated(now: Vector, log: Matrix, set_row: int) -> int:
    """Whether a player's compensation for a set row's seat, or by its person, stands in the hand."""
    last = now[p.LAST] if now[p.KINDS] & (1 << p.COMPENSATE) else 0
    for row in range(last):
        if log[row, p.EVENT] == p.COMPENSATE and log[row, p.ACTOR] < 3:
            same = log[row, p.PERSON] >= 0 and log[row, p.PERSON] == log[set_row, p.PERSON]
            if same or (log[row, p.SEAT] > 0 and log[row, p.SEAT] == log[set_row, p.SEAT]):
                return 1
    return 0 if now[p.WHOLE] == 1 else U
