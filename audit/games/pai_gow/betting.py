"""Facts of bets: what each person has on each seat, as put down, changed, moved, and settled."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import GREATEST, Log, Out, Play, U, add, after_shake
from audit.kernel import uncounted_kernel

_OWN, _PIGGYBACK, _BY_WORD = labels.OWN, labels.PIGGYBACK, labels.BY_WORD


@uncounted_kernel
def wager_of(play: Play, seat: int, person: int, row: int) -> int:
    """The wager of a person on a seat, or a new one; one for all where a row of the seat lacks the person."""
    now, wager = play.now, play.wager
    key = -1 if play.seat[p.MERGED, seat] == 1 else person
    for at in range(now[p.WAGERS]):
        if wager[p.W_SEAT, at] == seat and wager[p.W_PERSON, at] == key:
            return at
    at = int(now[p.WAGERS])
    now[p.WAGERS] += 1
    wager[p.W_SEAT, at], wager[p.W_PERSON, at], wager[p.W_ROW, at] = seat, key, row
    wager[p.W_BET, at] = wager[p.W_AT_SHAKE, at] = wager[p.W_SETTLED, at] = wager[p.W_LAST_AMOUNT, at] = 0
    wager[p.W_SETTLE_ROW, at] = -1
    return at


@uncounted_kernel
def total(one: int, other: int) -> int:
    """The sum of two amounts, unknown where one is or where it is beyond all reason."""
    if U in (one, other):
        return U
    result = one + other
    return result if -GREATEST < result < GREATEST else U


@uncounted_kernel
def snapshot(play: Play) -> None:
    """Keep what lies at the valid shake."""
    for at in range(play.now[p.WAGERS]):
        play.wager[p.W_AT_SHAKE, at] = play.wager[p.W_BET, at]
    play.now[p.SNAPPED] = 1


@uncounted_kernel
def _elsewhere(play: Play, log: Log, row: int) -> int:
    """Whether the row's person has a bet row at another seat."""
    if log.person[row] < 0:
        return U
    unnamed = False
    for at in range(play.now[p.BETS]):
        bet = play.bets[at]
        if log.seat[bet] != log.seat[row]:
            if log.person[bet] == log.person[row]:
                return 1
            unnamed = unnamed or log.person[bet] < 0
    return U if unnamed or play.now[p.WHOLE] == 0 else 0


@uncounted_kernel
def bet(play: Play, log: Log, out: Out, row: int, event: int) -> None:
    """A row of ``bets``, and the bets as they lie after it."""
    now, t, seat, amount, wager = play.now, out.bets, log.seat[row], log.amount[row], play.wager
    n = add(t, out.filled, p.T_BETS, now[p.HAND], row, seat)
    at = wager_of(play, seat, log.person[row], row)
    before = wager[p.W_BET, at]
    act, kind = 0, 0
    if event == p.BET:
        word = log.word[row]
        kind = 1 if word == _OWN else (2 if word == _PIGGYBACK else (3 if word == _BY_WORD else U))
        wager[p.W_BET, at] = total(before, amount)
        wager[p.W_ROW, at] = row
    elif event == p.BET_CHANGE:
        act = 1
        wager[p.W_BET, at] = amount
    else:
        act, amount = 2, before
        wager[p.W_BET, at] = 0
        there = wager_of(play, log.other[row], log.person[row], row)
        wager[p.W_BET, there] = total(wager[p.W_BET, there], before)
    t[3, n], t[4, n], t[5, n] = act, kind, amount
    t[6, n] = U if row >= now[p.GAP] else before
    t[7, n] = after_shake(play, row)
    co_banks = now[p.CO_BANKERS] & (1 << seat) != 0
    t[8, n] = 1 if co_banks else (U if now[p.WHOLE] == 0 else 0)
    t[9, n] = _elsewhere(play, log, row)


@uncounted_kernel
def lies(play: Play, seat: int) -> bool:
    """Whether a bet lies on a seat."""
    found = False
    for at in range(play.now[p.WAGERS]):
        found = found or (play.wager[p.W_SEAT, at] == seat and play.wager[p.W_BET, at] != 0)
    return found


@uncounted_kernel
def settle_wagers(play: Play, log: Log) -> None:
    """Credit every settle row of a bet to its wager; the banking side's own row, where there is one, is kept apart."""
    now, wager = play.now, play.wager
    if now[p.SNAPPED] == 0:
        snapshot(play)
    for place in range(now[p.SETTLES]):
        row = play.settles[place]
        seat = log.seat[row]
        if is_banking(play, log, row):
            now[p.OWN_ROW] = row
            continue
        at = wager_of(play, seat, log.person[row], row)
        wager[p.W_SETTLED, at] = total(wager[p.W_SETTLED, at], log.amount[row])
        if wager[p.W_SETTLE_ROW, at] < 0:
            wager[p.W_SETTLE_ROW, at] = row
        wager[p.W_LAST_AMOUNT, at] = log.amount[row]


@uncounted_kernel
def is_banking(play: Play, log: Log, row: int) -> bool:
    """Whether a settle row is the banking side's own: the banker's seat, and no bet of its person there."""
    seat = log.seat[row]
    if seat == 0 or seat != play.now[p.BANKING]:
        return False
    for at in range(play.now[p.BETS]):
        bet_row = play.bets[at]
        if log.seat[bet_row] == seat and (log.person[bet_row] == log.person[row] or play.seat[p.MERGED, seat] == 1):
            return False
    return True


@uncounted_kernel
def _settled_elsewhere(play: Play, at: int) -> int:
    wager = play.wager
    if wager[p.W_SETTLE_ROW, at] >= 0 or wager[p.W_BET, at] == 0:
        return 0
    for other in range(play.now[p.WAGERS]):
        if (
            wager[p.W_SETTLE_ROW, other] >= 0
            and wager[p.W_BET, other] == 0
            and wager[p.W_AT_SHAKE, other] == 0
            and wager[p.W_PERSON, other] == wager[p.W_PERSON, at]
            and wager[p.W_SETTLED, other] == wager[p.W_BET, at]
        ):
            return 1
    return 0


@uncounted_kernel
def wagers(play: Play, out: Out) -> None:
    """The rows of ``wagers``, and per seat the highest bet and whether others bet along."""
    now, wager, t, seats = play.now, play.wager, out.wagers, play.seat
    for seat in range(9):
        for at in range(now[p.WAGERS]):
            if wager[p.W_SEAT, at] != seat:
                continue
            bet_now = wager[p.W_BET, at]
            if bet_now != 0:
                seats[p.BETTORS, seat] += 1
                seats[p.LAYS, seat] = 1
                highest = seats[p.HIGHEST, seat]
                seats[p.HIGHEST, seat] = U if U in (bet_now, highest) else max(highest, bet_now)
            row = wager[p.W_SETTLE_ROW, at] if wager[p.W_SETTLE_ROW, at] >= 0 else wager[p.W_ROW, at]
            n = add(t, out.filled, p.T_WAGERS, now[p.HAND], row, seat)
            whole = now[p.WHOLE] == 1
            void = now[p.VOID_DEAL] == 1 or seats[p.VOIDED, seat] == 1
            t[3, n] = bet_now if whole else U
            t[4, n] = wager[p.W_AT_SHAKE, at] if whole else U
            t[5, n] = wager[p.W_SETTLED, at] if whole else U
            t[6, n] = _settled_elsewhere(play, at) if whole else U
            t[7, n] = 0 if void else (U if not whole else (1 if now[p.FIRST_DEAL] >= 0 else 0))
