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
        unknown = unsure or seat == 0 or lists[p.W_ROW, at] == row
        act, amount = 2, U if unknown else before
        lists[p.W_BET, at] = U if unsure or seat == 0 else 0
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


@inner_kernel
def _lies_at(now: Vector, lists: Matrix, seat: int, person: int) -> bool:
    """Whether a bet of a person lies on a seat, or lay there at the shake; anybody's where persons tell nothing."""
    for at in range(now[p.WAGERS]):
        mine = now[p.MERGED + seat] == 1 or lists[p.W_PERSON, at] == person
        if mine and lists[p.W_SEAT, at] == seat and (lists[p.W_BET, at] != 0 or lists[p.W_AT_SHAKE, at] != 0):
            return True
    return False


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
    """Whether a settle row is the banking side's own: the banker's seat, and no bet of its person there.

    One who bets at other seats and did not put up the bank has none: his bet was settled at the wrong seat.
    """
    seat, person = log[row, p.SEAT], log[row, p.PERSON]
    if seat == 0 or seat != now[p.BANKING] or _lies_at(now, lists, seat, person):
        return False
    if person < 0 or now[p.BANK_PERSON] < 0 or person == now[p.BANK_PERSON]:
        return True
    bets = False
    for at in range(now[p.WAGERS]):
        bets = bets or (lists[p.W_PERSON, at] == person and lists[p.W_BET, at] != 0)
    return not bets


@inner_kernel
def may_be_banking(now: Vector, lists: Matrix, log: Matrix, place: int) -> bool:
    """Whether a settle row at the banker's seat is a bet's or the banking side's own, persons telling nothing there."""
    seat = log[lists[p.SETTLE_AT, place], p.SEAT]
    return bool(seat > 0 and seat == now[p.BANKING] and now[p.MERGED + seat] == 1 and lists[p.D_IS_BANKING, place] == 0)


@inlined_kernel
def _by_another(now: Vector, lists: Matrix, seat: int) -> bool:
    """Whether what was not settled at a seat was settled there under other persons' names: art. 4(8) asks the seat."""
    left = strange = 0
    for at in range(now[p.WAGERS]):
        if lists[p.W_SEAT, at] != seat:
            continue
        lay, settled = lists[p.W_BET, at], lists[p.W_SETTLED, at]
        if lists[p.W_SETTLE_ROW, at] < 0:
            left = total(left, lay)
        elif settled not in (lay, lists[p.W_AT_SHAKE, at]):
            strange = U if U in (lay, settled) else total(strange, settled - lay)
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
        if not _is_void(now, lists[p.W_SEAT, other]) and _settled_at(lists, at, other):
            if lists[p.W_BET, other] != U:
                return 1
            unsure = True
    return U if unsure else 0


@inlined_kernel
def _is_void(now: Vector, seat: int) -> bool:
    return bool(now[p.VOID_DEAL] == 1 or now[p.VOIDED + seat] == 1)


@inner_kernel
def _moved_and_changed(now: Vector, lists: Matrix, at: int) -> bool:
    """Whether only a move and a change of a bet together would explain a wager, at a table that has shown neither.

    A bet of its person lies unsettled at one seat, and at another where nothing of his lies something is settled.
    """
    if now[p.CARRIED] & (1 << p.BET_CHANGE | 1 << p.BET_MOVE):
        return False
    unsettled = lists[p.W_SETTLE_ROW, at] < 0
    for other in range(now[p.WAGERS]):
        if lists[p.W_PERSON, other] != lists[p.W_PERSON, at] or (lists[p.W_SETTLE_ROW, other] < 0) == unsettled:
            continue
        one, two = (at, other) if unsettled else (other, at)
        if lists[p.W_BET, one] != 0 and lists[p.W_BET, two] == 0:
            return True
    return False


@inlined_kernel
def _explanation(now: Vector, lists: Matrix, at: int) -> int:
    """Which act, were it not logged, would explain what was settled: 0 none, 1 a change of the bet, 2 its moving."""
    seat, lay, settled = lists[p.W_SEAT, at], lists[p.W_BET, at], lists[p.W_SETTLED, at]
    if settled in (lay, lists[p.W_AT_SHAKE, at]):
        return 0
    for other in range(now[p.WAGERS]):
        if _settled_at(lists, other, at):
            return 2
        if _is_void(now, lists[p.W_SEAT, other]) and _settled_at(lists, at, other):
            return 2
    if _moved_and_changed(now, lists, at):
        return U
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
def all_settled(now: Vector, lists: Matrix) -> bool:
    """Whether every bet in play is settled as it lies, and nothing else is."""
    for at in range(now[p.WAGERS]):
        if _is_void(now, lists[p.W_SEAT, at]):
            continue
        if lists[p.W_SETTLED, at] != lists[p.W_BET, at] and lists[p.W_SETTLED, at] != lists[p.W_AT_SHAKE, at]:
            return False
    return True


@inner_kernel
def settled_astray(now: Vector, lists: Matrix, seat: int) -> bool:
    """Whether something is settled at a seat to one who has no bet there and one elsewhere: art. 4(8)'s matter."""
    for at in range(now[p.WAGERS]):
        lies_here = lists[p.W_BET, at] != 0 or lists[p.W_AT_SHAKE, at] != 0
        if lists[p.W_SEAT, at] != seat or lies_here or lists[p.W_SETTLED, at] in (0, U):
            continue
        for other in range(now[p.WAGERS]):
            unsettled = lists[p.W_BET, other] != 0 and lists[p.W_SETTLE_ROW, other] < 0
            if unsettled and lists[p.W_PERSON, other] == lists[p.W_PERSON, at]:
                return True
    return False


@inlined_kernel
def seat_played(now: Vector, seat: int) -> bool:
    """Whether a seat is set, compared or settled in the hand."""
    return bool(max(now[p.LAST_SET + seat], now[p.LAST_COMPARE + seat], now[p.FIRST_SETTLE + seat]) >= 0)


@inlined_kernel
def _may_be_void(now: Vector, seat: int) -> bool:
    """Whether a void that the log leaves out would explain why a seat was not played: the table has shown none yet."""
    if now[p.CARRIED] & (1 << p.VOID | 1 << p.EXPOSE):
        return False
    return now[p.PLAYED] == 0 or not (seat_played(now, seat) or now[p.VOID_SETTLE + seat] >= 0)


@inlined_kernel
def bets_borne_out(now: Vector, mask: int) -> bool:
    """Whether the seats that bet are those that were played.

    Of a hand without play, whether a move of a bet would be logged, or the table's log shows no play at all.
    """
    if now[p.PLAYED] == 0:
        return bool(now[p.CARRIED] & (1 << p.BET_MOVE) or not now[p.CARRIED] & p.PLAY)
    for seat in range(1, 9):
        if seat == now[p.BANKING] or now[p.VOIDED + seat] == 1:
            continue
        played = seat_played(now, seat) or now[p.VOID_SETTLE + seat] >= 0
        if played != (mask & (1 << seat) != 0):
            return False
    return True


@inlined_kernel
def _sure(now: Vector, lists: Matrix) -> bool:
    """Whether the bets surely lie as they are logged: settled so, or on the seats that were played."""
    if now[p.SETTLES] > 0:
        return all_settled(now, lists)
    mask = 0
    for at in range(now[p.WAGERS]):
        mask |= 1 << lists[p.W_SEAT, at] if lists[p.W_BET, at] != 0 else 0
    return bets_borne_out(now, mask)


@inlined_kernel
def wagers(now: Vector, lists: Matrix, out: Vector) -> None:
    """The rows of ``wagers``, and per seat the highest bet and whether others bet along."""
    known = now[p.WHOLE] == 1 and not _without_seat(now, lists)
    now[p.BETS_SURE] = 1 if known and _sure(now, lists) else 0
    for seat in range(9):
        for at in range(now[p.WAGERS]):
            if lists[p.W_SEAT, at] != seat:
                continue
            bet_now = lists[p.W_BET, at]
            lay = lists[p.W_AT_SHAKE, at]
            if bet_now != 0:
                now[p.BETTORS + seat] += 1 if lay != 0 else 0
                now[p.LAYS + seat] = 1
            if bet_now != 0 or lay != 0:  # what came, went or changed after the shake gives nobody the tiles
                highest = now[p.HIGHEST + seat]
                now[p.HIGHEST + seat] = U if U in (bet_now, highest) or bet_now != lay else max(highest, bet_now)
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
            doubt = not whole or (not void and _may_be_void(now, seat))
            doubt = doubt or (seat == now[p.BANKING] and now[p.MERGED + seat] == 1)
            out[n + 8] = (_explanation(now, lists, at) if judged else 0) if not doubt else U
            out[n + 7] = 0 if void else (U if doubt else (1 if now[p.FIRST_DEAL] >= 0 else 0))
