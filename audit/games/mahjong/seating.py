"""Which seats play a hand: by who has money, who was dealt tiles, and who takes a part (甲三, 乙三)."""

from audit.games.mahjong.layout import (
    DEALER_SIZE,
    KIND,
    OCCUPIED,
    OTHER_SIZE,
    PLAYERS,
    SEATS_OPEN,
    SIMPLIFIED,
    Log,
    Play,
)
from audit.kernel import inner_kernel

_MONEY, _DEAL, _DRAW, _DISCARD, _PAY = (KIND[k] for k in "money deal draw discard pay".split())


@inner_kernel
def occupy(play: Play, log: Log, first: int, last: int) -> None:
    """The seats that play: those with money or with tiles dealt.

    Where a log has both kinds of rows, a seat with one of them alone plays if it takes a part in the hand; else a row
    of another seat strayed to it, unless all of its tiles were dealt and no seat with money was left without. The deal
    is looked through up to the second draw or discard, for the first may be a row of the deal or stand before one.
    """
    now, dealt = play.now, play.dealt
    least, most = min(now[DEALER_SIZE], now[OTHER_SIZE]), max(now[DEALER_SIZE], now[OTHER_SIZE])
    moneyed, served, unread, whole, strayed, over, acts = 0, 0, 0, 0, False, False, 0
    for row in range(first, last):
        event, seat = int(log.event[row]), log.seat[row]
        if event in (_DISCARD, _DRAW):
            acts += 1
            if acts == 2:
                break
        elif event == _MONEY and 1 <= seat <= 4:
            moneyed |= 1 << seat
        elif event == _MONEY:
            strayed = True
        elif event == _DEAL and 1 <= seat <= 4:
            size = log.pieces_start[row + 1] - log.pieces_start[row]
            dealt[seat] += size
            served |= 1 << seat
            unread |= (size == 0) << seat
        elif event == _DEAL:
            strayed = True
    for seat in range(1, 5):
        whole |= (dealt[seat] >= least) << seat
        over = over or dealt[seat] > most
    plays = moneyed & served if moneyed and served else moneyed | served
    plays |= moneyed if strayed or over else 0
    now[SEATS_OPEN] = strayed or plays == 0
    for seat in range(1, 5):
        if now[SEATS_OPEN] and _takes_part(log, seat, first, last):
            plays |= 1 << seat
        known = whole >> seat & 1 and not moneyed & ~served
        part = now[SIMPLIFIED] and moneyed == 0 and served >> seat & 1 and dealt[seat] < least
        if part and not (strayed or unread >> seat & 1) and not _takes_part(log, seat, first, last):
            plays &= ~(1 << seat)
        if (moneyed ^ served) >> seat & 1 and (known or _takes_part(log, seat, first, last)):
            plays |= 1 << seat
    if moneyed & ~plays and served & ~plays:  # money here, tiles there, and no act of either
        plays |= whole if whole & ~plays else moneyed
    now[OCCUPIED] = plays
    for seat in range(1, 5):
        now[PLAYERS] += plays >> seat & 1
    dealt[:] = 0


@inner_kernel
def _takes_part(log: Log, seat: int, first: int, last: int) -> bool:
    """Whether a seat draws, discards, pays or is paid in the hand."""
    for row in range(first, last):
        event = log.event[row]
        if event in (_DRAW, _DISCARD, _PAY) and (log.seat[row] == seat or (event == _PAY and log.other[row] == seat)):
            return True
    return False
