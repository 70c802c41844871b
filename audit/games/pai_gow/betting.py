"""Facts of bets: what each person has on each seat, as put down, changed, moved, and settled."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import GREATEST, Matrix, U, Vector, add, after_shake
from audit.kernel import inlined_kernel, inner_kernel

_OWN, _PIGGYBACK, _BY_WORD = labels.OWN, labels.PIGGYBACK, labels.BY_WORD


@inner_kernel
def wager_of(now: Vector, lists: Matrix, seat: int, person: int, row: int) -> int:
    """The wager of a person on a seat, or a new one; one for all where a row of the seat lacks the person."""
    key = -1 if now[p.MERGED + seat] == 1 else person
    for at in range(now[p.WAGERS]):
        if lists[p.W_SEAT, at] == seat and lists[p.W_PERSON, at] == key:
            return at
    at = int(now[p.WAGERS])
    now[p.WAGERS] += 1
    lists[p.W_SEAT, at], lists[p.W_PERSON, at], lists[p.W_ROW, at] = seat, key, row
    lists[p.W_BET, at] = lists[p.W_AT_SHAKE, at] = lists[p.W_SETTLED, at] = lists[p.W_LAST_AMOUNT, at] = 0
    lists[p.W_SETTLE_ROW, at] = -1
    return at


@inner_kernel
def total(one: int, other: int) -> int:
    """The sum of two amounts, unknown where one is or where it is beyond all reason."""
    if U in (one, other):
        return U
    result = one + other
    return result if -GREATEST < result < GREATEST else U


@inner_kernel
def snapshot(now: Vector, lists: Matrix) -> None:
    """Keep what lies at the valid shake."""
    for at in range(now[p.WAGERS]):
        lists[p.W_AT_SHAKE, at] = lists[p.W_BET, at]
    now[p.SNAPPED] = 1


@inlined_kernel
def _elsewhere(now: Vector, lists: Matrix, log: Matrix, row: int) -> int:
    """Whether the row's person has a bet row at another seat."""
    if log[row, p.PERSON] < 0:
        return U
    unnamed = False
    for at in range(now[p.BETS]):
        bet = lists[p.BET_AT, at]
        if log[bet, p.SEAT] != log[row, p.SEAT]:
            if log[bet, p.PERSON] == log[row, p.PERSON]:
                return 1
            unnamed = unnamed or log[bet, p.PERSON] < 0
    return U if unnamed or now[p.WHOLE] == 0 else 0


@inlined_kernel
def bet(now: Vector, lists: Matrix, log: Matrix, out: Vector, row: int, event: int) -> None:
    """A row of ``bets``, and the bets as they lie after it."""
    seat, amount = log[row, p.SEAT], log[row, p.AMOUNT]
    n = add(now, out, p.T_BETS, row, seat)
    at = wager_of(now, lists, seat, log[row, p.PERSON], row)
    before = lists[p.W_BET, at]
    # Of several bets that bear no names any may be meant; and what nobody put down cannot be changed.
    unsure = now[p.MERGED + seat] == 1 and now[p.BET_ROWS + seat] > 1
    act, kind = 0, 0
    if event == p.BET:
        word = log[row, p.WORD]
        kind = 1 if word == _OWN else (2 if word == _PIGGYBACK else (3 if word == _BY_WORD else U))
        lists[p.W_BET, at] = total(before, amount)
        lists[p.W_ROW, at] = row
    elif event == p.BET_CHANGE:
        act = 1
        lists[p.W_BET, at] = U if unsure or lists[p.W_ROW, at] == row else amount
    else:
        act, amount = 2, U if unsure else before
        lists[p.W_BET, at] = U if unsure else 0
        there = wager_of(now, lists, log[row, p.OTHER], log[row, p.PERSON], row)
        lists[p.W_BET, there] = total(lists[p.W_BET, there], amount)
    out[n + 3], out[n + 4], out[n + 5] = act, kind, amount
    out[n + 6] = U if row >= now[p.GAP] else before
    out[n + 7] = after_shake(now, row)
    co_banks = now[p.CO_BANKERS] & (1 << seat) != 0
    out[n + 8] = 1 if co_banks else (U if now[p.WHOLE] == 0 else 0)
    out[n + 9] = _elsewhere(now, lists, log, row)


@inlined_kernel
def lies(now: Vector, lists: Matrix, seat: int) -> bool:
    """Whether a bet lies on a seat."""
    found = False
    for at in range(now[p.WAGERS]):
        found = found or (lists[p.W_SEAT, at] == seat and lists[p.W_BET, at] != 0)
    return found


@inlined_kernel
def settle_wagers(now: Vector, lists: Matrix, log: Matrix) -> None:
    """Credit every settle row of a bet to its wager; the banking side's own row, where there is one, is kept apart."""
    if now[p.SNAPPED] == 0:
        snapshot(now, lists)
    for place in range(now[p.SETTLES]):
        row = lists[p.SETTLE_AT, place]
        seat = log[row, p.SEAT]
        banking = is_banking(now, lists, log, row)
        lists[p.D_IS_BANKING, place] = 1 if banking else 0
        if banking:
            first = now[p.OWN_ROW] < 0
            now[p.OWN_PAYOUT] = log[row, p.PAYOUT] if first else total(now[p.OWN_PAYOUT], log[row, p.PAYOUT])
            now[p.OWN_FEE] += 0 if log[row, p.FEE] == U else log[row, p.FEE]
            now[p.OWN_ROW] = row
            continue
        at = wager_of(now, lists, seat, log[row, p.PERSON], row)
        lists[p.W_SETTLED, at] = total(lists[p.W_SETTLED, at], log[row, p.AMOUNT])
        if lists[p.W_SETTLE_ROW, at] < 0:
            lists[p.W_SETTLE_ROW, at] = row
        lists[p.W_LAST_AMOUNT, at] = log[row, p.AMOUNT]


@inlined_kernel
def is_banking(now: Vector, lists: Matrix, log: Matrix, row: int) -> bool:
    """Whether a settle row is the banking side's own: the banker's seat, and no bet of its person there."""
    seat = log[row, p.SEAT]
    if seat == 0 or seat != now[p.BANKING]:
        return False
    for at in range(now[p.BETS]):
        bet_row = lists[p.BET_AT, at]
        if log[bet_row, p.SEAT] == seat and (log[bet_row, p.PERSON] == log[row, p.PERSON] or now[p.MERGED + seat] == 1):
            return False
    return True


@inlined_kernel
def _by_another(now: Vector, lists: Matrix, seat: int) -> bool:
    """Whether what was not settled at a seat was settled there under other persons' names: art. 4(8) asks the seat."""
    left = strange = 0
    for at in range(now[p.WAGERS]):
        if lists[p.W_SEAT, at] != seat:
            continue
        if lists[p.W_SETTLE_ROW, at] < 0:
            left = total(left, lists[p.W_BET, at])
        elif lists[p.W_BET, at] == 0 and lists[p.W_AT_SHAKE, at] == 0:
            strange = total(strange, lists[p.W_SETTLED, at])
    return bool(left == strange and left not in (0, U))


@inner_kernel
def _settled_at(lists: Matrix, at: int, other: int) -> bool:
    """Whether a bet that is not settled where it lies was settled at another seat, beside what its person has there."""
    if lists[p.W_SETTLE_ROW, at] >= 0 or lists[p.W_SETTLE_ROW, other] < 0 or lists[p.W_BET, at] in (0, U):
        return False
    there = lists[p.W_BET, other]
    if lists[p.W_PERSON, other] != lists[p.W_PERSON, at] or there != lists[p.W_AT_SHAKE, other]:
        return False
    if there == U:  # how much lies there is not known, so that it may be this
        return True
    return bool(lists[p.W_SETTLED, other] == total(there, lists[p.W_BET, at]))


@inlined_kernel
def _settled_elsewhere(now: Vector, lists: Matrix, at: int) -> int:
    if _by_another(now, lists, int(lists[p.W_SEAT, at])):
        return 1
    unsure = False
    for other in range(now[p.WAGERS]):
        if _settled_at(lists, at, other):
            if lists[p.W_BET, other] != U:
                return 1
            unsure = True
    return U if unsure else 0


@inlined_kernel
def _explanation(now: Vector, lists: Matrix, at: int) -> int:
    """Which act, were it not logged, would explain what was settled: 0 none, 1 a change of the bet, 2 its moving."""
    seat, lay, settled = lists[p.W_SEAT, at], lists[p.W_BET, at], lists[p.W_SETTLED, at]
    if settled in (lay, lists[p.W_AT_SHAKE, at]):
        return 0
    for other in range(now[p.WAGERS]):
        if _settled_at(lists, other, at):
            return 2
    played = max(now[p.LAST_SET + seat], now[p.LAST_COMPARE + seat]) >= 0
    return 0 if lay == 0 or (settled == 0 and played) else 1


@inlined_kernel
def _without_seat(now: Vector, lists: Matrix) -> bool:
    """Whether a bet, its change or its settlement lacks the seat."""
    found = False
    for at in range(now[p.WAGERS]):
        found = found or lists[p.W_SEAT, at] == 0
    return found


@inlined_kernel
def wagers(now: Vector, lists: Matrix, out: Vector) -> None:
    """The rows of ``wagers``, and per seat the highest bet and whether others bet along."""
    known = now[p.WHOLE] == 1 and not _without_seat(now, lists)
    for seat in range(9):
        for at in range(now[p.WAGERS]):
            if lists[p.W_SEAT, at] != seat:
                continue
            bet_now = lists[p.W_BET, at]
            if bet_now != 0:
                now[p.BETTORS + seat] += 1
                now[p.LAYS + seat] = 1
                highest = now[p.HIGHEST + seat]
                now[p.HIGHEST + seat] = U if U in (bet_now, highest) else max(highest, bet_now)
            row = lists[p.W_SETTLE_ROW, at] if lists[p.W_SETTLE_ROW, at] >= 0 else lists[p.W_ROW, at]
            n = add(now, out, p.T_WAGERS, row, seat)
            # Where nobody is known to bank, a settlement without a bet may be the banking side's own.
            whole = known and (now[p.BANKING] > 0 or bet_now != 0)
            void = now[p.VOID_DEAL] == 1 or now[p.VOIDED + seat] == 1
            if not void and lists[p.W_SETTLED, at] not in (U, bet_now, lists[p.W_AT_SHAKE, at]):
                now[p.UNCLEAN] = 1
            out[n + 3] = bet_now if whole else U
            out[n + 4] = lists[p.W_AT_SHAKE, at] if whole else U
            out[n + 5] = lists[p.W_SETTLED, at] if whole else U
            elsewhere = _settled_elsewhere(now, lists, at)
            out[n + 6] = elsewhere if whole else U
            judged = not void and now[p.FIRST_DEAL] >= 0 and elsewhere == 0
            out[n + 8] = (_explanation(now, lists, at) if judged else 0) if whole else U
            out[n + 7] = 0 if void else (U if not whole else (1 if now[p.FIRST_DEAL] >= 0 else 0))
