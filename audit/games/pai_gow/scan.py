"""The first look at a hand: what later rows must know of rows behind them."""

from audit.games.pai_gow import labels
from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import Log, Play
from audit.kernel import uncounted_kernel

_VALID, _VOID, _EXPOSED, _PIGGYBACK = labels.VALID, labels.VOID, labels.EXPOSED, labels.PIGGYBACK
_COCKED, _STACKED, _OUT = labels.COCKED, labels.STACKED, labels.OUT


@uncounted_kernel
def blank(play: Play, hand: int, first: int, gap: int, last: int, page: int) -> None:
    """Begin a hand's record."""
    now = play.now
    now[:] = 0
    play.seat[:] = 0
    play.copies[:] = 0
    now[p.HAND], now[p.FIRST], now[p.LAST], now[p.GAP], now[p.PAGE] = hand, first, last, gap, page
    now[p.WHOLE] = 1 if gap >= last else 0
    for place in (
        p.BANK_PERSON, p.FIRST_DEAL, p.LAST_DEAL, p.LAST_SHAKE, p.THE_SHAKE, p.DOUBT, p.SHAKE_FOLLOWED, p.OPENING,
        p.OPENING_DOUBT, p.LAST_SET_ID, p.OWN_ROW,
    ):  # fmt: skip
        now[place] = -1
    now[p.BANK_NOW] = now[p.BANK_PUT] = p.U
    for place in (
        p.PILE_ROW, p.LAST_SET, p.LAST_ARRANGE, p.LAST_COMPARE, p.VOID_SETTLE, p.FIRST_SETTLE, p.PREVIOUS_SET,
    ):  # fmt: skip
        play.seat[place, :] = -1


@uncounted_kernel
def _banker(play: Play, log: Log) -> None:
    now = play.now
    for row in range(now[p.FIRST], now[p.LAST]):
        event = log.event[row]
        if event == p.HAND_START and now[p.BANKING] == 0:
            now[p.BANKING] = log.seat[row]
            now[p.LAST_SET_ID] = log.ref[row]
        elif event == p.BANK:
            if now[p.BANKING] == 0:
                now[p.BANKING] = log.seat[row]
            if now[p.BANK_PERSON] < 0:
                now[p.BANK_PERSON] = log.person[row]


@uncounted_kernel
def _dice_and_deal(play: Play, log: Log, row: int, event: int) -> None:
    now, seat = play.now, log.seat[row]
    if event == p.SHAKE:
        now[p.LAST_SHAKE] = row
        word = log.word[row]
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
        play.seat[p.PILE_COUNT, seat] += 1
        play.seat[p.PILE_ROW, seat] = row
    elif event == p.SHUFFLE and now[p.FIRST_DEAL] < 0:
        now[p.SHUFFLED] = 1
    elif event == p.REPLACE_SET:
        now[p.REPLACEMENTS] += 1
        now[p.LAST_SET_ID] = log.ref[row]
        if now[p.FIRST_DEAL] >= 0:
            now[p.REPLACED_LATE] = 1


@uncounted_kernel
def _stakes_and_turn(play: Play, log: Log, row: int, event: int) -> None:
    now, seat = play.now, log.seat[row]
    if event == p.CONSENT:
        now[p.CONSENTS] += 1
    elif event == p.DECLINE:
        if seat == 0:
            now[p.DECLINE_LOST] = 1
        now[p.DECLINED] |= 1 << seat
    elif event == p.COBANK:
        if seat > 0 and log.actor[row] <= 1:
            now[p.CO_BANKERS] |= 1 << seat
    elif event in (p.BET, p.BET_CHANGE, p.BET_MOVE):
        if log.person[row] < 0:
            play.seat[p.MERGED, seat] = 1
            if event == p.BET_MOVE:
                play.seat[p.MERGED, log.other[row]] = 1
        if event == p.BET:
            play.seat[p.BET_ROWS, seat] += 1
            play.seat[p.PRESENT, seat] = 1
            if log.word[row] == _PIGGYBACK:
                play.seat[p.PIGGYBACK, seat] = 1
            play.bets[now[p.BETS]] = row
            now[p.BETS] += 1


@uncounted_kernel
def _expose(play: Play, log: Log, row: int) -> None:
    seat = log.seat[row]
    play.seat[p.PRESENT, seat] = 1
    first, end = log.start[row], log.start[row + 1]
    if end == first:
        play.seat[p.EXPOSE_DOUBT, seat] = 1
    if seat == 0:
        play.now[p.EXPOSED_LOST] = 1
    play.seat[p.EXPOSED, seat] += end - first


@uncounted_kernel
def _settings(play: Play, log: Log, row: int, event: int) -> None:
    now, seat = play.now, log.seat[row]
    if event == p.SET:
        now[p.PLAYED] = 1
        play.seat[p.PRESENT, seat] = 1
        play.seat[p.LAST_SET, seat] = row
        play.sets[now[p.SETS]] = row
        now[p.SETS] += 1
    elif event == p.ARRANGE:
        now[p.PLAYED] = 1
        play.seat[p.LAST_ARRANGE, seat] = row
    elif event == p.OPEN:
        now[p.PLAYED] = 1
        if seat == 0 and now[p.OPENING_DOUBT] < 0:
            now[p.OPENING_DOUBT] = row
        if seat > 0 and seat == now[p.BANKING] and now[p.OPENING] < 0:
            now[p.OPENING] = row
    elif event == p.COMPARE:
        now[p.PLAYED] = 1
        play.seat[p.LAST_COMPARE, seat] = row
    elif event == p.EXPOSE:
        _expose(play, log, row)
    elif event == p.COMPENSATE:
        now[p.COMPENSATED] = 1
    elif event == p.VOID:
        if seat == 0 or seat == now[p.BANKING]:
            now[p.VOID_DEAL] = 1
        else:
            play.seat[p.VOIDED, seat] = 1


@uncounted_kernel
def _settle(play: Play, log: Log, row: int) -> None:
    now, seat = play.now, log.seat[row]
    play.settles[now[p.SETTLES]] = row
    now[p.SETTLES] += 1
    play.seat[p.PRESENT, seat] = 1
    void = log.word[row] == _VOID
    if not void:
        now[p.PLAYED] = now[p.SETTLED] = 1
        if play.seat[p.FIRST_SETTLE, seat] < 0:
            play.seat[p.FIRST_SETTLE, seat] = row
    elif play.seat[p.VOID_SETTLE, seat] < 0:
        play.seat[p.VOID_SETTLE, seat] = row
    if not void or (log.payout[row] != 0 and log.payout[row] != p.U):
        play.seat[p.SEAT_SETTLED, seat] = 1
    if log.person[row] < 0:
        play.seat[p.MERGED, seat] = 1


@uncounted_kernel
def _opening_by_arranging(play: Play, log: Log) -> None:
    """Without a turning of the banker's tiles, their laying out is the first that shows them."""
    now = play.now
    for row in range(now[p.FIRST], now[p.LAST]):
        if log.event[row] == p.ARRANGE and log.seat[row] == now[p.BANKING]:
            now[p.OPENING] = row
            return


@uncounted_kernel
def _cap_exposed(play: Play, log: Log, seat: int) -> None:
    """A kind counts as exposed no more often than the seat's pile holds it, where the pile is known."""
    if play.seat[p.PILE_COUNT, seat] != 1:
        return
    pile = play.seat[p.PILE_ROW, seat]
    capped = 0
    for kind in range(21):
        held = seen = 0
        for at in range(log.start[pile], log.start[pile + 1]):
            if log.pieces[at] < 0:
                return
            held += 1 if log.pieces[at] == kind else 0
        for row in range(play.now[p.FIRST], play.now[p.LAST]):
            if log.event[row] == p.EXPOSE and log.seat[row] == seat:
                for at in range(log.start[row], log.start[row + 1]):
                    if log.pieces[at] < 0 or log.pieces[at] > 20:
                        return
                    seen += 1 if log.pieces[at] == kind else 0
        capped += min(held, seen)
        if seen > 0 and held == 0:
            return
    play.seat[p.EXPOSED, seat] = capped


@uncounted_kernel
def exposed(play: Play, seat: int) -> int:
    """Tiles of a seat turned in the deal, unknown where a row does not say which or rows are missing."""
    count = play.seat[p.EXPOSED, seat]
    doubt = play.seat[p.EXPOSE_DOUBT, seat] == 1 or play.now[p.EXPOSED_LOST] == 1 or play.now[p.WHOLE] == 0
    return p.U if doubt and count < 2 else int(count)


@uncounted_kernel
def scan(play: Play, log: Log, hand: int, first: int, gap: int, last: int, page: int) -> None:
    """Fill a hand's record with all that its rows say of one another."""
    blank(play, hand, first, gap, last, page)
    _banker(play, log)
    now = play.now
    for row in range(first, last):
        event = log.event[row]
        if event in (p.SHAKE, p.DEAL, p.SHUFFLE, p.REPLACE_SET):
            _dice_and_deal(play, log, row, event)
        elif event in (p.CONSENT, p.DECLINE, p.COBANK, p.BET, p.BET_CHANGE, p.BET_MOVE):
            _stakes_and_turn(play, log, row, event)
        elif event == p.SETTLE:
            _settle(play, log, row)
        else:
            _settings(play, log, row, event)
    if now[p.OPENING] < 0 and now[p.BANKING] > 0:
        _opening_by_arranging(play, log)
    for seat in range(1, 9):
        if play.seat[p.EXPOSED, seat] > 1:
            _cap_exposed(play, log, seat)
    banking = now[p.BANKING]
    if banking > 0 and play.seat[p.BET_ROWS, banking] == 0:
        play.seat[p.MERGED, banking] = 0
