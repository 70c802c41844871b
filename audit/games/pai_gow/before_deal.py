"""Facts of the acts before the tiles are set: shuffle, dice, cuts, stakes, piles."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import Log, Out, Play, U, add, after_shake, packed, right_of, who
from audit.kernel import uncounted_kernel
from audit.pieces.notation import DIE, DOMINO_COPIES

_VALID, _COCKED, _STACKED, _OUT = labels.VALID, labels.COCKED, labels.STACKED, labels.OUT
_ONE_HAND, _TWO_HANDS, _DOWN, _UP = labels.ONE_HAND, labels.TWO_HANDS, labels.DOWN, labels.UP
_COPIES = DOMINO_COPIES


@uncounted_kernel
def shuffle(play: Play, log: Log, out: Out, row: int) -> None:
    """A row of ``shuffles``."""
    n = add(out.shuffles, out.filled, p.T_SHUFFLES, play.now[p.HAND], row, log.seat[row])
    word = log.word[row]
    out.shuffles[3, n] = who(play, log, row)
    out.shuffles[4, n] = 0 if word == _DOWN else (1 if word == _UP else U)


@uncounted_kernel
def _shaker(play: Play, log: Log, row: int) -> int:
    by, now = who(play, log, row), play.now
    if by != p.BANKER:
        return by
    if log.seat[row] != 0 and now[p.BANKING] != 0 and log.seat[row] != now[p.BANKING]:
        return p.PLAYER
    if log.person[row] >= 0 and now[p.BANK_PERSON] >= 0 and log.person[row] != now[p.BANK_PERSON]:
        return p.PLAYER
    return by


@uncounted_kernel
def dice_sum(log: Log, row: int) -> int:
    """Plain sum of a shake's dice, unknown unless they are four of 1-6."""
    first, end = log.start[row], log.start[row + 1]
    if end - first != 4:
        return U
    total = 0
    for at in range(first, end):
        pips = int(log.pieces[at]) - DIE
        if pips < 1 or pips > 6:
            return U
        total += pips
    return total


@uncounted_kernel
def shake(play: Play, log: Log, out: Out, row: int) -> None:
    """A row of ``shakes``."""
    now, t = play.now, out.shakes
    n = add(t, out.filled, p.T_SHAKES, now[p.HAND], row, log.seat[row])
    word = log.word[row]
    first, end = log.start[row], log.start[row + 1]
    read = unread = 0
    for at in range(first, end):
        pips = int(log.pieces[at]) - DIE
        read += 1 if 1 <= pips <= 6 else 0
        unread += 1 if log.pieces[at] == -1 else 0
    t[3, n] = (
        0 if word == _VALID else (1 if word == _COCKED else (2 if word == _STACKED else (3 if word == _OUT else U)))
    )
    t[4, n] = _shaker(play, log, row)
    t[5, n] = packed(log, row)
    t[6, n] = end - first if end > first else U
    t[7, n] = U if unread > 0 or end == first else read
    t[8, n] = dice_sum(log, row)
    t[9, n] = log.number[row]
    torn = row >= now[p.GAP]
    valid_before = 0 <= now[p.THE_SHAKE] < row
    doubt_before = 0 <= now[p.DOUBT] < row
    t[10, n] = 1 if valid_before else (U if torn or doubt_before else 0)
    t[11, n] = 1 if now[p.LAST_SHAKE] > row else (U if now[p.WHOLE] == 0 else 0)
    t[12, n] = 1 if now[p.LAST_DEAL] > row else (U if now[p.WHOLE] == 0 else 0)


@uncounted_kernel
def _stage(play: Play, row: int) -> int:
    """Before the valid shake 0, after it 2; unknown behind ``DOUBT``, a shake of no known label."""
    now = play.now
    if row >= now[p.GAP]:
        return U
    if 0 <= now[p.THE_SHAKE] < row:
        return 2
    return U if 0 <= now[p.DOUBT] < row else 0


@uncounted_kernel
def cut(play: Play, log: Log, out: Out, row: int, shaken: bool) -> None:
    """A row of ``cuts``; ``shaken`` tells whether some shake stands before it."""
    now, t = play.now, out.cuts
    seat, by, word = log.seat[row], who(play, log, row), log.word[row]
    n = add(t, out.filled, p.T_CUTS, now[p.HAND], row, seat)
    torn = row >= now[p.GAP]
    stage = _stage(play, row)
    t[3, n] = by
    t[4, n] = 0 if word == _ONE_HAND else (1 if word == _TWO_HANDS else U)
    t[5, n] = 1 if stage == 0 and shaken else stage
    t[6, n] = after_shake(play, row)
    t[7, n] = 1 if now[p.BANKER_CUT] == 1 else (U if torn or now[p.CUT_DOUBT] == 1 else 0)
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
    t[8, n] = first
    t[9, n] = U if torn or now[p.CUT_LOST] == 1 else now[p.CUT_COUNT]
    if by == p.BANKER:
        now[p.BANKER_CUT] = 1
    elif by == U:
        now[p.CUT_DOUBT] = 1


@uncounted_kernel
def stake(play: Play, log: Log, out: Out, row: int, event: int) -> None:
    """A row of ``stakes``, and the stakes as they stand after it."""
    now, t, seat, amount = play.now, out.stakes, log.seat[row], log.amount[row]
    n = add(t, out.filled, p.T_STAKES, now[p.HAND], row, seat)
    late = after_shake(play, row)
    actor = log.actor[row]
    party, first, before = U, U, U
    if event == p.BANK:
        party, first = 0, 1 if now[p.BANK_FIRST] == 0 else 0
        before = 0 if first == 1 else now[p.BANK_NOW]
        now[p.BANK_FIRST], now[p.BANK_NOW] = 1, amount
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
        party, first = 2, 1 if play.seat[p.CO_BANK_SEEN, seat] == 0 else 0
        before = play.seat[p.CO_BANK, seat]
        play.seat[p.CO_BANK_SEEN, seat], play.seat[p.CO_BANK, seat] = 1, amount
    else:
        now[p.STAKES_LATE] = 1
    if late != 0 and (before != amount or amount == U):
        now[p.STAKES_LATE] = 1
    if row >= now[p.GAP]:
        first = before = U
    t[3, n], t[4, n], t[5, n], t[6, n] = party, first, amount, before
    t[7, n], t[8, n], t[9, n] = late, now[p.TURN_HANDS], now[p.SHARE]


@uncounted_kernel
def _excess(play: Play, log: Log, row: int) -> int:
    excess = unknown = 0
    for at in range(log.start[row], log.start[row + 1]):
        kind = int(log.pieces[at])
        if kind == -1:
            unknown += 1
        elif 0 <= kind <= 20:
            play.copies[kind] += 1
            excess += 1 if play.copies[kind] > _COPIES[kind] else 0
        else:
            excess += 1
    if excess == 0 and (unknown > 0 or row >= play.now[p.GAP]):
        return U
    return excess


@uncounted_kernel
def pile(play: Play, log: Log, out: Out, row: int, dealt_before: int, replaced: bool) -> None:
    """A row of ``piles``: ``dealt_before`` is a mask of seats, ``replaced`` a set replaced since the first tile."""
    now, t, seat = play.now, out.piles, log.seat[row]
    n = add(t, out.filled, p.T_PILES, now[p.HAND], row, seat)
    size = log.start[row + 1] - log.start[row]
    torn = row >= now[p.GAP]
    t[3, n] = seat if seat > 0 else U
    t[4, n] = packed(log, row)
    t[5, n] = size if size > 0 else U
    t[6, n] = _excess(play, log, row)
    t[7, n] = 1 if replaced else (U if torn else 0)
    t[8, n] = _seat_due(play, log, row, seat, dealt_before)


@uncounted_kernel
def _seat_due(play: Play, log: Log, row: int, seat: int, dealt_before: int) -> int:
    """Where a pile is due; ``PILE_LIST`` counts the piles, ``DEPARTED`` marks the first that went elsewhere."""
    now = play.now
    place = now[p.PILE_LIST]
    now[p.PILE_LIST] += 1
    first = log.seat[now[p.FIRST_DEAL]]
    if now[p.DEPARTED] == 1 or seat == 0 or first == 0 or row >= now[p.GAP]:
        now[p.DEPARTED] = 1
        return U
    if now[p.WHOLE] == 1 and now[p.PILES] == 8 and now[p.DEALT] == 0b111111110:
        due = right_of(first, place)
        now[p.DEPARTED] = 1 if due != seat else 0
        return due
    if dealt_before & (1 << seat):
        return int(seat)
    reached = (seat - first) % 8
    furthest = play.piles[0, 0] if place > 0 else -1
    if reached < furthest:
        now[p.DEPARTED] = 1
        return right_of(first, furthest + 1)
    play.piles[0, 0] = reached
    return int(seat)
