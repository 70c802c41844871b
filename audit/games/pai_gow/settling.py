"""Facts of settlements: what each row is due by the logged results, by every listed order where the bank is short."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.betting import is_banking, total
from audit.games.pai_gow.comparing import logged_winners
from audit.games.pai_gow.play import Log, Names, Out, Play, U, add
from audit.kernel import uncounted_kernel

_WIN, _LOSE, _PUSH, _VOID = labels.WIN, labels.LOSE, labels.PUSH, labels.VOID
_EXACT = 3_000_000_000  # products of two amounts below this fit 64 bits

# Rows of ``Play.due``, by place among the settle rows.
_RESULT, _DUE, _EVEN, _BY_SEAT, _FIRST, _NETTED, _IS_BANKING, _PLACE = range(8)


@uncounted_kernel
def labelled(log: Log, row: int) -> int:
    """Result by a settle row's label; -1 for an empty one."""
    word = log.word[row]
    if word == 0:
        return -1
    return (
        p.WIN
        if word == _WIN
        else (p.LOSE if word == _LOSE else (p.PUSH if word == _PUSH else (p.NO_PLAY if word == _VOID else U)))
    )


@uncounted_kernel
def _results(play: Play, log: Log, names: Names, place: int) -> None:
    """Result and due result of a settle row, and even money by it."""
    now, due, row = play.now, play.due, play.settles[place]
    seat, label = log.seat[row], labelled(log, row)
    banking = is_banking(play, log, row)
    compared = play.seat[p.LAST_COMPARE, seat]
    result_due = U if label == -1 else label
    if not banking:
        if now[p.VOID_DEAL] == 1 or play.seat[p.VOIDED, seat] == 1:
            result_due = p.NO_PLAY
        elif now[p.WHOLE] == 0:
            result_due = U
        elif compared >= 0 and seat > 0:
            result_due = logged_winners(log, names, compared)[2]
    amount = log.amount[row]
    even = 0
    if banking:
        even = log.payout[row]
    elif result_due == U:
        even = U
    elif result_due == p.WIN:
        even = amount
    elif result_due == p.LOSE:
        even = U if amount == U else -amount
    due[_RESULT, place] = result_due if label == -1 else label
    due[_DUE, place], due[_EVEN, place], due[_IS_BANKING, place] = result_due, even, 1 if banking else 0


@uncounted_kernel
def _in_order(play: Play, log: Log) -> bool:
    """Sort bets' settle rows counter-clockwise from the seat dealt first; False where that is not known."""
    now, due, order = play.now, play.due, play.order
    if now[p.FIRST_DEAL] < 0 or log.seat[now[p.FIRST_DEAL]] == 0:
        return False
    first = log.seat[now[p.FIRST_DEAL]]
    count = 0
    for place in range(now[p.SETTLES]):
        if due[_IS_BANKING, place] == 1:
            continue
        due[_PLACE, place] = (log.seat[play.settles[place]] - first) % 8
        at = count
        while at > 0 and due[_PLACE, order[at - 1]] > due[_PLACE, place]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = place
        count += 1
    return True


@uncounted_kernel
def _pay(play: Play, count: int, into: int, bank: int, sign: int, side: int, limit: int) -> int:
    """Settle the bets of one sign (0 both) in order within a running limit; the banking side's net after it."""
    due, order = play.due, play.order
    for at in range(count):
        place = order[at]
        even = due[_EVEN, place]
        if sign != 0 and (even > 0) != (sign > 0):
            continue
        paid = min(even, bank + side) if even > 0 else max(even, side - limit)
        due[into, place] = paid
        side -= paid
    return side


@uncounted_kernel
def _short(play: Play, log: Log, bank: int, wins: int) -> None:
    """Fill what every row is due by each listed order; unknown where the seat dealt first is."""
    count = 0
    for place in range(play.now[p.SETTLES]):
        count += 1 - play.due[_IS_BANKING, place]
    if not _in_order(play, log):
        return
    _pay(play, count, _BY_SEAT, bank, 0, 0, bank)
    side = _pay(play, count, _FIRST, bank, -1, 0, bank)
    _pay(play, count, _FIRST, bank, 1, side, bank)
    side = _pay(play, count, _NETTED, bank, -1, 0, bank + wins)
    _pay(play, count, _NETTED, bank, 1, side, bank)


@uncounted_kernel
def dues(play: Play, log: Log, names: Names) -> None:
    """What every settle row of the hand is due, and whether the bank is too small (hands.bank_short)."""
    now, due = play.now, play.due
    wins = losses = wins_most = losses_most = 0
    sure = True
    for place in range(now[p.SETTLES]):
        _results(play, log, names, place)
        even = due[_EVEN, place]
        for into in (_BY_SEAT, _FIRST, _NETTED):
            due[into, place] = even if due[_IS_BANKING, place] == 1 else U
        if due[_IS_BANKING, place] == 1:
            continue
        amount = log.amount[play.settles[place]]
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
    if bank == U:
        return
    if wins_most != U and wins_most <= bank and losses_most <= bank:
        for place in range(now[p.SETTLES]):
            for into in (_BY_SEAT, _FIRST, _NETTED):
                due[into, place] = due[_EVEN, place]
    elif sure:
        _short(play, log, bank, wins)


@uncounted_kernel
def settlements(play: Play, log: Log, out: Out) -> None:
    """The rows of ``settlements``."""
    now, due, t = play.now, play.due, out.settlements
    net, bank = now[p.NET], now[p.BANK_TOTAL]
    beyond = U if U in (net, bank) else (1 if abs(net) > bank else 0)
    for place in range(now[p.SETTLES]):
        row = play.settles[place]
        n = add(t, out.filled, p.T_SETTLEMENTS, now[p.HAND], row, log.seat[row])
        own = due[_IS_BANKING, place] == 1
        t[3, n] = U if now[p.BANKING] == 0 else (1 if own else 0)
        t[4, n], t[5, n] = due[_RESULT, place], due[_DUE, place]
        t[6, n], t[7, n], t[8, n] = log.amount[row], log.payout[row], log.fee[row]
        t[9, n], t[10, n] = due[_EVEN, place], due[_BY_SEAT, place]
        t[11, n], t[12, n] = due[_FIRST, place], due[_NETTED, place]
        t[13, n] = now[p.BANK_OWN] if own else 0
        t[14, n] = beyond


@uncounted_kernel
def bank_and_net(play: Play, log: Log) -> None:
    """The stakes of the banking side as they stand, and what it won by the settle rows of bets."""
    now = play.now
    known = now[p.WHOLE] == 1 and now[p.STAKES_LATE] == 0 and now[p.BANK_FIRST] == 1
    now[p.BANK_OWN] = now[p.BANK_NOW] if known else U
    bank = total(now[p.BANK_OWN], now[p.HOUSE_NOW])
    for seat in range(9):
        bank = total(bank, play.seat[p.CO_BANK, seat])
    now[p.BANK_TOTAL] = bank
    net = 0 if now[p.WHOLE] == 1 else U
    for place in range(now[p.SETTLES]):
        row = play.settles[place]
        if not is_banking(play, log, row):
            net = U if log.payout[row] == U else total(net, -log.payout[row])
    now[p.NET] = net


@uncounted_kernel
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


@uncounted_kernel
def adds_up(play: Play, log: Log) -> int:
    """Whether the banking side's own row is its net, or the banker's share of it."""
    now = play.now
    if now[p.OWN_ROW] < 0:
        return 1
    payout, net = log.payout[now[p.OWN_ROW]], now[p.NET]
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


@uncounted_kernel
def bank_short(play: Play) -> int:
    """Whether even money by the logged results would take or bring more than the bank."""
    now, due = play.now, play.due
    net = 0
    for place in range(now[p.SETTLES]):
        if due[_IS_BANKING, place] == 1:
            continue
        if due[_EVEN, place] == U:
            return U
        net -= due[_EVEN, place]
    if now[p.WHOLE] == 0 or now[p.BANK_TOTAL] == U:
        return U
    return 1 if abs(net) > now[p.BANK_TOTAL] else 0


@uncounted_kernel
def orders_of_settling(play: Play, log: Log) -> tuple[int, int]:
    """Whether wins and losses were settled seat by seat, and whether losers first and then winners in that order."""
    now, due = play.now, play.due
    first_deal = now[p.FIRST_DEAL]
    if now[p.WHOLE] == 0 or first_deal < 0 or log.seat[first_deal] == 0:
        return U, U
    by_seat = losers_first = 1
    reached = winner_reached = -1
    for place in range(now[p.SETTLES]):
        if due[_IS_BANKING, place] == 1:
            continue
        result = due[_RESULT, place]
        if result == U or log.seat[play.settles[place]] == 0:
            return U, U
        if result not in (p.WIN, p.LOSE):
            continue
        at = (log.seat[play.settles[place]] - log.seat[first_deal]) % 8
        by_seat = 0 if at < reached else by_seat
        reached = max(reached, at)
        if result == p.WIN:
            losers_first = 0 if at < winner_reached else losers_first
            winner_reached = max(winner_reached, at)
        elif winner_reached >= 0:
            losers_first = 0
    return by_seat, losers_first
