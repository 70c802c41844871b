"""Facts of settlements: what each row is due by the logged results, by every listed order where the bank is short."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.betting import all_settled, may_be_banking, settled_astray, total
from audit.games.pai_gow.comparing import logged_winners, pairs_result, settled_by_tiles
from audit.games.pai_gow.play import Codes, Matrix, U, Vector, add
from audit.kernel import inlined_kernel, inner_kernel

_WIN, _LOSE, _PUSH, _VOID = labels.WIN, labels.LOSE, labels.PUSH, labels.VOID
_EXACT = 3_000_000_000  # products of two amounts below this fit 64 bits

# Rows of ``lists``, by place among the settle rows.
_RESULT, _DUE, _EVEN, _BY_SEAT = p.D_RESULT, p.D_DUE, p.D_EVEN, p.D_BY_SEAT
_FIRST, _NETTED, _IS_BANKING, _PLACE = p.D_FIRST, p.D_NETTED, p.D_IS_BANKING, p.D_PLACE


@inner_kernel
def labelled(log: Matrix, row: int) -> int:
    """Result by a settle row's label; -1 for an empty one."""
    word = log[row, p.WORD]
    if word == 0:
        return -1
    return (
        p.WIN
        if word == _WIN
        else (p.LOSE if word == _LOSE else (p.PUSH if word == _PUSH else (p.NO_PLAY if word == _VOID else U)))
    )


@inlined_kernel
def _results(now: Vector, lists: Matrix, log: Matrix, names: Codes, worth: Codes, place: int) -> None:
    """Result and due result of a settle row, and even money by it."""
    row = lists[p.SETTLE_AT, place]
    seat, label = log[row, p.SEAT], labelled(log, row)
    banking = lists[_IS_BANKING, place] == 1
    compared = now[p.LAST_COMPARE + seat]
    result_due = U if label == -1 else label
    if not banking:
        if now[p.VOIDED + seat] == 1 and settled_astray(now, lists, seat):
            result_due = U  # a bet that lies at another seat: art. 4(8)'s matter
        elif now[p.VOID_DEAL] == 1 and now[p.VOID_OTHER] == 0 and now[p.PLAYED] == 1:
            result_due = U  # a deal voided for exposed tiles, or for none, and played on: art. 2(3) judges that
        elif now[p.VOID_DEAL] == 1 or now[p.VOIDED + seat] == 1:
            result_due = p.NO_PLAY
        elif now[p.WHOLE] == 0:
            result_due = U
        elif compared >= 0 and seat > 0:
            front, rear, result_due = logged_winners(log, names, compared)
            if U not in (front, rear, label) and label == pairs_result(front, rear):
                result_due = label  # a result that is not that of its pairs is art. 6(3)'s and 6(4)'s matter
            elif label != result_due and settled_by_tiles(now, log, names, worth, compared, label):
                result_due = label  # settled as the tiles want it: the comparison alone is wrong (art. 6(1), 6(2))
            elif label != result_due != pairs_result(front, rear) != U:
                result_due = U  # settled by neither result of a row that contradicts itself
    amount = log[row, p.AMOUNT]
    even = 0
    if seat == 0 or may_be_banking(now, lists, log, place):
        result_due = U
    if banking:
        even = log[row, p.PAYOUT]
    elif result_due == U:
        even = U
    elif result_due == p.WIN:
        even = amount
    elif result_due == p.LOSE:
        even = U if amount == U else -amount
    lists[_RESULT, place] = result_due if label == -1 else label
    lists[_DUE, place], lists[_EVEN, place] = result_due, even


@inner_kernel
def _astray(now: Vector, lists: Matrix) -> bool:
    """Whether something is settled other than what lies there: its place in an order, or its amount, is not known."""
    for at in range(now[p.WAGERS]):
        settled = lists[p.W_SETTLED, at]
        if lists[p.W_SETTLE_ROW, at] >= 0 and settled != lists[p.W_BET, at] and settled != lists[p.W_AT_SHAKE, at]:
            return True
    return False


@inlined_kernel
def _first_is_told(now: Vector) -> bool:
    """Whether the deal tells which seat was due first: not where a pile is missing or astray, or dice say another."""
    if now[p.DEALT] != p.ALL_SEATS or now[p.FIRST_OFF] != 0:
        return False
    return bool(now[p.PILES] != p.SEATS or now[p.DEPARTED] == 0)


@inlined_kernel
def _in_order(now: Vector, lists: Matrix, log: Matrix) -> bool:
    """Sort bets' settle rows counter-clockwise from the seat dealt first; False where that is not known.

    Or where a bet is not settled as it lies, so that what the next ones are due is not known.
    """
    if now[p.FIRST_DEAL] < 0 or log[now[p.FIRST_DEAL], p.SEAT] == 0 or not all_settled(now, lists):
        return False
    if not _first_is_told(now):
        return False
    first = log[now[p.FIRST_DEAL], p.SEAT]
    count = 0
    for place in range(now[p.SETTLES]):
        if lists[_IS_BANKING, place] == 1:
            continue
        lists[_PLACE, place] = (log[lists[p.SETTLE_AT, place], p.SEAT] - first) % 8
        at = count
        while at > 0 and lists[_PLACE, lists[p.ORDER, at - 1]] > lists[_PLACE, place]:
            lists[p.ORDER, at] = lists[p.ORDER, at - 1]
            at -= 1
        lists[p.ORDER, at] = place
        count += 1
    return True


@inner_kernel
def _pay(lists: Matrix, count: int, into: int, bank: int, sign: int, side: int, limit: int) -> int:
    """Settle the bets of one sign (0 both) in order within a running limit; the banking side's net after it."""
    for at in range(count):
        place = lists[p.ORDER, at]
        even = lists[_EVEN, place]
        if sign != 0 and (even > 0) != (sign > 0):
            continue
        paid = min(even, bank + side) if even > 0 else max(even, side - limit)
        lists[into, place] = paid
        side -= paid
    return side


@inlined_kernel
def _short(now: Vector, lists: Matrix, log: Matrix, bank: int, wins: int) -> None:
    """Fill what every row is due by each listed order; unknown where the seat dealt first is."""
    count = 0
    for place in range(now[p.SETTLES]):
        count += 1 - lists[_IS_BANKING, place]
    if not _in_order(now, lists, log):
        return
    _pay(lists, count, _BY_SEAT, bank, 0, 0, bank)
    side = _pay(lists, count, _FIRST, bank, -1, 0, bank)
    _pay(lists, count, _FIRST, bank, 1, side, bank)
    side = _pay(lists, count, _NETTED, bank, -1, 0, bank + wins)
    _pay(lists, count, _NETTED, bank, 1, side, bank)
    for into in (_BY_SEAT, _FIRST, _NETTED):
        _within_seats(lists, log, count, into)


@inner_kernel
def _within_seats(lists: Matrix, log: Matrix, count: int, into: int) -> None:
    """Within a seat no order is said: where its payouts together are what it is due, each of them is."""
    begin = 0
    while begin < count:
        end, due, paid = begin, 0, 0
        while end < count and lists[_PLACE, lists[p.ORDER, end]] == lists[_PLACE, lists[p.ORDER, begin]]:
            place = lists[p.ORDER, end]
            due = total(due, lists[into, place])
            paid = total(paid, log[lists[p.SETTLE_AT, place], p.PAYOUT])
            end += 1
        if end > begin + 1 and due == paid != U:
            for at in range(begin, end):
                place = lists[p.ORDER, at]
                lists[into, place] = log[lists[p.SETTLE_AT, place], p.PAYOUT]
        begin = end


@inlined_kernel
def _bank_may_be_larger(now: Vector, lists: Matrix) -> None:
    """Where no co-bank was ever logged at the table, what a larger bank would change is unknown."""
    for place in range(now[p.SETTLES]):
        even = lists[_EVEN, place]
        if not even == lists[_BY_SEAT, place] == lists[_FIRST, place] == lists[_NETTED, place]:
            lists[_BY_SEAT, place] = lists[_FIRST, place] = lists[_NETTED, place] = U


@inlined_kernel
def _settled_otherwise(now: Vector, lists: Matrix) -> int:
    """The bets that are settled other than they lie: with them the bank may be too small."""
    found = 0
    for at in range(now[p.WAGERS]):
        lay, settled = lists[p.W_BET, at], lists[p.W_SETTLED, at]
        if now[p.VOID_DEAL] == 1 or now[p.VOIDED + lists[p.W_SEAT, at]] == 1:
            continue
        if settled != lay and settled != lists[p.W_AT_SHAKE, at]:
            found = total(found, max(lay, 0)) if lay != U else U
    return found


@inlined_kernel
def dues(now: Vector, lists: Matrix, log: Matrix, names: Codes, worth: Codes) -> None:
    """What every settle row of the hand is due, and whether the bank is too small (hands.bank_short)."""
    wins = losses = 0
    wins_most = losses_most = _settled_otherwise(now, lists)
    sure = True
    for place in range(now[p.SETTLES]):
        _results(now, lists, log, names, worth, place)
        even = lists[_EVEN, place]
        for into in (_BY_SEAT, _FIRST, _NETTED):
            lists[into, place] = even if lists[_IS_BANKING, place] == 1 else U
        if lists[_IS_BANKING, place] == 1:
            continue
        amount = log[lists[p.SETTLE_AT, place], p.AMOUNT]
        if even == U:
            sure = False
            if amount == U:
                wins_most = losses_most = U
            elif wins_most != U:
                wins_most, losses_most = wins_most + abs(amount), losses_most + abs(amount)
            continue
        wins, losses = wins + max(even, 0), losses + max(-even, 0)
        if wins_most != U:
            wins_most, losses_most = wins_most + max(even, 0), losses_most + max(-even, 0)
    bank = now[p.BANK_TOTAL]
    if bank == U or now[p.BANKING] == 0:
        return
    if wins_most != U and wins_most <= bank and losses_most <= bank:
        for place in range(now[p.SETTLES]):
            for into in (_BY_SEAT, _FIRST, _NETTED):
                lists[into, place] = lists[_EVEN, place]
    elif sure:
        _short(now, lists, log, bank, wins)
        if not now[p.CARRIED] & (1 << p.COBANK):
            _bank_may_be_larger(now, lists)
    if sure and now[p.NET] not in (U, 0) and _wrong(now, lists, log)[0] > 1:
        _by_a_smaller_bank(now, lists, log, wins)


@inner_kernel
def _wrong(now: Vector, lists: Matrix, log: Matrix) -> tuple[int, int, int]:
    """How many bets are paid by no order as they are due, the first of them, and how many orders fit all."""
    wrong, first, fits = 0, -1, 0b111
    for place in range(now[p.SETTLES]):
        paid = log[lists[p.SETTLE_AT, place], p.PAYOUT]
        if lists[_IS_BANKING, place] == 1:
            continue
        fit = 0
        for at in range(3):
            due = lists[_BY_SEAT + at, place]
            fit |= 1 << at if due in (paid, U) else 0
        wrong += 1 if fit == 0 else 0
        first = place if fit == 0 and first < 0 else first
        fits &= fit
    return wrong, first, fits


@inner_kernel
def _by_a_smaller_bank(now: Vector, lists: Matrix, log: Matrix, wins: int) -> None:
    """Where all payouts are those of a smaller bank than is logged, one fault: judge the first alone.

    The bank was then logged too large, or all bets were settled by too small a one.
    """
    first = _wrong(now, lists, log)[1]
    for place in range(now[p.SETTLES]):
        for at in range(3):
            lists[p.D_KEPT + at, place] = lists[_BY_SEAT + at, place]
    _short(now, lists, log, abs(now[p.NET]), wins)
    one_fault = _wrong(now, lists, log)[2] != 0 and _in_order(now, lists, log)
    for place in range(now[p.SETTLES]):
        paid = log[lists[p.SETTLE_AT, place], p.PAYOUT]
        for at in range(3):
            kept = lists[p.D_KEPT + at, place]
            fitting = paid in (lists[p.D_KEPT, place], lists[p.D_KEPT + 1, place], lists[p.D_KEPT + 2, place])
            lists[_BY_SEAT + at, place] = U if one_fault and not fitting and place != first else kept


@inlined_kernel
def _won_due(lists: Matrix, payout: int, place: int) -> int:
    """What commission may be taken from: the payout, or what was due where it surely is none of the listed ones."""
    even = int(lists[_EVEN, place])
    listed = (lists[_BY_SEAT, place], lists[_FIRST, place], lists[_NETTED, place])
    if even == U or U in listed or payout in listed:
        return payout
    return even if listed[0] == listed[1] == listed[2] == even else U


@inlined_kernel
def _own_won_due(now: Vector, payout: int) -> int:
    """The same of the banking side's own row: its net, or the banker's share of it, where the row does not add up."""
    if adds_up(now) != 0:
        return payout
    if now[p.BANK_OWN] == now[p.BANK_TOTAL]:
        return int(now[p.NET])
    return share(now[p.NET], now[p.BANK_OWN], now[p.BANK_TOTAL], False)


@inlined_kernel
def settlements(now: Vector, lists: Matrix, log: Matrix, out: Vector) -> None:
    """The rows of ``settlements``."""
    net, bank = now[p.NET], now[p.BANK_TOTAL]
    beyond = U if U in (net, bank) else (1 if abs(net) > bank else 0)
    for place in range(now[p.SETTLES]):
        row = lists[p.SETTLE_AT, place]
        n = add(now, out, p.T_SETTLEMENTS, row, log[row, p.SEAT])
        own = lists[_IS_BANKING, place] == 1
        out[n + 3] = U if 0 in (now[p.BANKING], log[row, p.SEAT]) else (1 if own else 0)
        out[n + 4], out[n + 5] = lists[_RESULT, place], lists[_DUE, place]
        out[n + 6], out[n + 7], out[n + 8] = log[row, p.AMOUNT], log[row, p.PAYOUT], log[row, p.FEE]
        out[n + 9], out[n + 10] = lists[_EVEN, place], lists[_BY_SEAT, place]
        out[n + 11], out[n + 12] = lists[_FIRST, place], lists[_NETTED, place]
        out[n + 13] = now[p.BANK_OWN] if own else 0
        out[n + 14] = beyond
        paid = int(log[row, p.PAYOUT])
        out[n + 15] = _own_won_due(now, paid) if own else _won_due(lists, paid, place)
        listed = (lists[_BY_SEAT, place], lists[_FIRST, place], lists[_NETTED, place])
        if U not in listed and paid != U and paid not in listed:
            now[p.UNCLEAN] = 1


@inlined_kernel
def bank_and_net(now: Vector, lists: Matrix, log: Matrix) -> None:
    """The stakes of the banking side as they stand, and what it won by the settle rows of bets."""
    known = now[p.WHOLE] == 1 and now[p.STAKES_LATE] == 0 and now[p.BANK_FIRST] == 1
    now[p.BANK_OWN] = now[p.BANK_NOW] if known else U
    bank = total(now[p.BANK_OWN], now[p.HOUSE_NOW])
    for seat in range(9):
        bank = total(bank, now[p.CO_BANK + seat])
    now[p.BANK_TOTAL] = bank
    net = 0 if now[p.WHOLE] == 1 and now[p.BANKING] > 0 else U
    paid_to_void = False
    for place in range(now[p.SETTLES]):
        row = lists[p.SETTLE_AT, place]
        if lists[_IS_BANKING, place] == 0:
            paid_to_void = paid_to_void or (now[p.VOIDED + log[row, p.SEAT]] == 1 and log[row, p.PAYOUT] != 0)
            unknown = log[row, p.PAYOUT] == U or log[row, p.SEAT] == 0 or may_be_banking(now, lists, log, place)
            net = U if unknown else total(net, -log[row, p.PAYOUT])
    if U not in (net, bank) and abs(net) > bank and (paid_to_void or not all_settled(now, lists)):
        net = U  # settled other than it lies (art. 4(8)) or where it is void (art. 2(3)): what was due is not known
    now[p.NET] = net


@inner_kernel
def share(net: int, part: int, whole: int, up: bool) -> int:
    """A part's share of a net amount, rounded towards or away from zero; unknown where it cannot be told exactly."""
    if U in (net, part, whole) or whole <= 0 or part < 0:
        return U
    size = abs(net)
    rest = size % whole
    if rest >= _EXACT or part >= _EXACT or size // whole > 1_000:
        return U
    product = rest * part
    result = size // whole * part + product // whole + (1 if up and product % whole > 0 else 0)
    return result if net > 0 else -result


@inlined_kernel
def in_part(now: Vector) -> int:
    """Whether the banking side's own row is its net, or less of it."""
    if now[p.OWN_ROW] < 0:
        return 0
    payout, net = now[p.OWN_PAYOUT], now[p.NET]
    if U in (payout, net):
        return U
    return 1 if min(net, 0) <= payout <= max(net, 0) else 0


@inlined_kernel
def adds_up(now: Vector) -> int:
    """Whether the banking side's own row is its net, or the banker's share of it."""
    if now[p.OWN_ROW] < 0:
        return 1
    payout, net = now[p.OWN_PAYOUT], now[p.NET]
    if U in (payout, net):
        return U
    if payout == net:
        return 1
    if now[p.BANK_OWN] == now[p.BANK_TOTAL] and now[p.BANK_OWN] != U:
        return 0
    least, most = (
        share(net, now[p.BANK_OWN], now[p.BANK_TOTAL], False),
        share(net, now[p.BANK_OWN], now[p.BANK_TOTAL], True),
    )
    if U in (least, most):
        return U
    return 1 if payout in (least, most) else 0


@inlined_kernel
def bank_short(now: Vector, lists: Matrix) -> int:
    """Whether even money by the logged results would take or bring more than the bank."""
    net = 0
    for place in range(now[p.SETTLES]):
        if lists[_IS_BANKING, place] == 1:
            continue
        if lists[_EVEN, place] == U:
            return U
        net -= lists[_EVEN, place]
    if now[p.WHOLE] == 0 or now[p.BANKING] == 0 or now[p.BANK_TOTAL] == U:
        return U
    return 1 if abs(net) > now[p.BANK_TOTAL] else 0


@inlined_kernel
def orders_of_settling(now: Vector, lists: Matrix, log: Matrix) -> tuple[int, int]:
    """Whether wins and losses were settled seat by seat, and whether losers first and then winners in that order."""
    first_deal = now[p.FIRST_DEAL]
    if now[p.WHOLE] == 0 or first_deal < 0 or log[first_deal, p.SEAT] == 0:
        return U, U
    if _astray(now, lists) or not _first_is_told(now):
        return U, U
    by_seat = losers_first = 1
    reached = winner_reached = -1
    for place in range(now[p.SETTLES]):
        if lists[_IS_BANKING, place] == 1:
            continue
        result = lists[_RESULT, place]
        if result == U or log[lists[p.SETTLE_AT, place], p.SEAT] == 0:
            return U, U
        if result not in (p.WIN, p.LOSE):
            continue
        at = (log[lists[p.SETTLE_AT, place], p.SEAT] - log[first_deal, p.SEAT]) % 8
        by_seat = 0 if at < reached else by_seat
        reached = max(reached, at)
        if result == p.WIN:
            losers_first = 0 if at < winner_reached else losers_first
            winner_reached = max(winner_reached, at)
        elif winner_reached >= 0:
            losers_first = 0
    return by_seat, losers_first
