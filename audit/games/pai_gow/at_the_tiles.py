"""Facts of acts at the tiles: turning, touching, speaking; voids, seats, disputes, compensations."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.betting import lies
from audit.games.pai_gow.play import Log, Out, Play, U, add
from audit.games.pai_gow.scan import exposed
from audit.games.pai_gow.settings import opened_before
from audit.kernel import uncounted_kernel

_EXPOSED, _BANKER, _HOUSE = labels.EXPOSED, labels.BANKER, labels.HOUSE


@uncounted_kernel
def _of_banker(play: Play, seat: int) -> int:
    banking = play.now[p.BANKING]
    if banking == 0 or seat == 0:
        return U
    return 1 if seat == banking else 0


@uncounted_kernel
def opening(play: Play, log: Log, out: Out, row: int) -> None:
    """A row of ``openings``."""
    now, t, seat = play.now, out.openings, log.seat[row]
    n = add(t, out.filled, p.T_OPENINGS, now[p.HAND], row, seat)
    torn = row >= now[p.GAP]
    t[3, n] = log.actor[row] - 1 if log.actor[row] > 0 else U
    t[4, n] = _of_banker(play, seat)
    t[5, n] = play.seat[p.SET_SEEN, seat] if seat > 0 and (not torn or play.seat[p.SET_SEEN, seat] == 1) else U
    t[6, n] = U if torn or seat == 0 else 1 - play.seat[p.TURNED, seat]
    play.seat[p.TURNED, seat] = 1
    t[7, n] = _unset(play, torn)


@uncounted_kernel
def _unset(play: Play, torn: bool) -> int:
    """Player seats in play that have no set row yet."""
    banking, count = play.now[p.BANKING], 0
    if torn or banking == 0 or play.seat[p.SET_SEEN, 0] == 1:
        return U
    for seat in range(1, 9):
        out_of_play = play.seat[p.VOIDED, seat] == 1 or (
            play.seat[p.VOID_SETTLE, seat] >= 0 and play.seat[p.SEAT_SETTLED, seat] == 0
        )
        if seat == banking or play.seat[p.SET_SEEN, seat] == 1 or out_of_play:
            continue
        if lies(play, seat):
            tiles = exposed(play, seat)
            if tiles == U:
                return U
            count += 1 if tiles < 2 else 0
    return count


@uncounted_kernel
def player_of(play: Play, log: Log, row: int) -> int:
    """Where one who did an act at the tiles plays: 0 at the seat, 1 at another, 2 nowhere."""
    seat, other, person = log.seat[row], log.other[row], log.person[row]
    if seat == 0:
        return U
    if other > 0:
        return 0 if other == seat else 1
    if person < 0:
        return U
    elsewhere, unnamed = False, play.now[p.WHOLE] == 0
    for at in range(play.now[p.BETS]):
        bet = play.bets[at]
        if log.person[bet] < 0:
            unnamed = True
        elif log.person[bet] == person:
            if log.seat[bet] == seat:
                return 0
            elsewhere = True
    if unnamed:
        return U
    return 1 if elsewhere else 2


@uncounted_kernel
def handling(play: Play, log: Log, out: Out, row: int, event: int) -> None:
    """A row of ``handlings``."""
    now, t, seat = play.now, out.handlings, log.seat[row]
    n = add(t, out.filled, p.T_HANDLINGS, now[p.HAND], row, seat)
    t[3, n] = 0 if event == p.TOUCH else (1 if event == p.SPEAK else (2 if event == p.TAKE_BACK else 3))
    t[4, n] = log.actor[row] - 1 if log.actor[row] > 0 else U
    t[5, n] = player_of(play, log, row)
    t[6, n] = _of_banker(play, seat)
    t[7, n] = opened_before(play, row)


@uncounted_kernel
def _handler(play: Play, log: Log, row: int, event: int) -> bool:
    """Whether one handles a seat's tiles: sets, takes back, or touches them as one of the seat or of none."""
    if log.actor[row] >= 3:
        return False
    if event in (p.SET, p.TAKE_BACK):
        return True
    return event == p.TOUCH and player_of(play, log, row) != 1


@uncounted_kernel
def count_handlers(play: Play, log: Log) -> None:
    """Different persons at each seat's tiles, and whether one who would matter has no name."""
    now, size = play.now, 0
    for row in range(now[p.FIRST], now[p.LAST]):
        event = log.event[row]
        if event not in (p.SET, p.TAKE_BACK, p.TOUCH) or not _handler(play, log, row, event):
            continue
        seat, person = log.seat[row], log.person[row]
        if person < 0 or (event == p.TOUCH and player_of(play, log, row) == U):
            play.seat[p.HANDLER_DOUBT, seat] = 1
            continue
        known = False
        for at in range(size):
            known = known or (play.handlers[0, at] == seat and play.handlers[1, at] == person)
        if not known:
            play.handlers[0, size], play.handlers[1, size] = seat, person
            size += 1
            play.seat[p.HANDLERS, seat] += 1


@uncounted_kernel
def seats(play: Play, log: Log, out: Out) -> None:
    """The rows of ``seats``."""
    now, t = play.now, out.seats
    count_handlers(play, log)
    for seat in range(1, 9):
        if play.seat[p.PRESENT, seat] == 0 or seat == now[p.BANKING]:
            continue
        n = add(t, out.filled, p.T_SEATS, now[p.HAND], -1, seat)
        settled, handlers = play.seat[p.SEAT_SETTLED, seat], play.seat[p.HANDLERS, seat]
        doubt = play.seat[p.HANDLER_DOUBT, seat] == 1 or play.seat[p.HANDLER_DOUBT, 0] == 1 or now[p.WHOLE] == 0
        t[3, n] = exposed(play, seat)
        t[4, n] = settled if settled == 1 or now[p.WHOLE] == 1 else U
        t[5, n] = U if doubt and handlers < 2 else handlers


@uncounted_kernel
def _single_elsewhere(play: Play, seat: int) -> int:
    count = 0
    for other in range(1, 9):
        if other != seat:
            tiles = exposed(play, other)
            if tiles == U:
                return U
            count += 1 if tiles == 1 else 0
    return count


@uncounted_kernel
def void(play: Play, log: Log, out: Out, row: int, event: int) -> None:
    """A row of ``voids``."""
    now, t, seat = play.now, out.voids, log.seat[row]
    n = add(t, out.filled, p.T_VOIDS, now[p.HAND], row, seat)
    whole = seat == 0 or seat == now[p.BANKING]
    own = now[p.BANKING] if whole else seat
    word = log.word[row] if event == p.VOID else 0
    t[3, n] = 1 if whole else 0
    t[4, n] = 0 if word == 0 else (1 if word == _EXPOSED else 2)
    t[5, n] = exposed(play, own) if own > 0 else U
    t[6, n] = _single_elsewhere(play, own)


@uncounted_kernel
def is_void_settlement(play: Play, log: Log, row: int) -> bool:
    """Whether a settle row labelled void is the first word of its seat's void."""
    seat = log.seat[row]
    if play.now[p.VOID_DEAL] == 1 or play.seat[p.VOIDED, seat] == 1 or seat in (0, play.now[p.BANKING]):
        return False
    return bool(play.seat[p.VOID_SETTLE, seat] == row)


@uncounted_kernel
def dispute(play: Play, log: Log, out: Out, row: int) -> None:
    """A row of ``disputes``; stakes as they stand at the hand's end."""
    now, t, seat, word = play.now, out.disputes, log.seat[row], log.word[row]
    n = add(t, out.filled, p.T_DISPUTES, now[p.HAND], row, seat)
    bank, house = now[p.BANK_NOW], now[p.HOUSE_NOW]
    known = now[p.WHOLE] == 1 and U not in (bank, house)
    t[3, n] = 1 if seat == 0 else _of_banker(play, seat)
    t[4, n] = 0 if word == _BANKER else (1 if word == _HOUSE else U)
    t[5, n] = (0 if bank > house else (1 if house > bank else 2)) if known else U
    t[6, n] = house if now[p.WHOLE] == 1 else U


@uncounted_kernel
def compensation(play: Play, log: Log, out: Out, row: int) -> None:
    """A row of ``compensations``."""
    t, actor = out.compensations, log.actor[row]
    n = add(t, out.filled, p.T_COMPENSATIONS, play.now[p.HAND], row, log.seat[row])
    t[3, n] = actor - 1 if actor > 0 else (p.PLAYER if log.person[row] >= 0 else U)
    t[4, n] = log.amount[row]


@uncounted_kernel
def compensated(play: Play, log: Log, set_row: int) -> int:
    """Whether a player's compensation for a set row's seat, or by its person, stands in the hand."""
    last = play.now[p.LAST] if play.now[p.COMPENSATED] == 1 else play.now[p.FIRST]
    for row in range(play.now[p.FIRST], last):
        if log.event[row] == p.COMPENSATE and log.actor[row] < 3:
            same = log.person[row] >= 0 and log.person[row] == log.person[set_row]
            if same or (log.seat[row] > 0 and log.seat[row] == log.seat[set_row]):
                return 1
    return 0 if play.now[p.WHOLE] == 1 else U
