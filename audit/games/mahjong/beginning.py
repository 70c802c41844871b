"""The state of a hand before its first row: who plays, by what figures (甲三, 乙三)."""

from audit.games.mahjong.layout import (
    AT_BREAKS,
    AT_DICE,
    AT_LOOKS,
    DEAL_SOUND,
    DEALER_SIZE,
    DICE_TOTAL,
    F_DEALER_LAST,
    F_OTHER_LAST,
    F_PORTION,
    F_ROUNDS,
    F_TILES,
    FIGURES,
    FIRST_BREAK,
    FIRST_DICE,
    FIRST_LOOK,
    KIND,
    LAST_TILE,
    LEFT,
    LEFT_KNOWN,
    NONE_64,
    NOW_SIZE,
    OCCUPIED,
    OTHER_SIZE,
    PLAYERS,
    ROB_TILE,
    SIMPLIFIED,
    TILES_SOUND,
    WIND,
    WIND_SAID,
    Log,
    Play,
    Rules,
)
from audit.games.mahjong.shapes import KINDS
from audit.kernel import inner_kernel

_DEAL, _DISCARD, _DRAW, _MONEY, _PAY = (KIND[k] for k in "deal discard draw money pay".split())


@inner_kernel
def clear(play: Play) -> None:
    """Make the state that of a hand not begun."""
    for place in range(NOW_SIZE):
        play.now[place] = 0
    for kind in range(KINDS + 1):
        play.visible[kind] = play.copies[kind] = 0
    for seat in range(5):
        for kind in range(KINDS + 1):
            play.held[seat, kind] = 0
        for meld in range(4):
            play.laid[seat, meld, 0] = play.laid[seat, meld, 1] = 0
        play.known[seat] = play.hidden[seat] = play.laid_count[seat] = play.claims[seat] = play.dealt[seat] = 0
        play.discards[seat] = play.kongs[seat] = play.fed[seat] = play.fed_draws[seat] = 0
        play.wrong_discards[seat] = play.unmade[seat] = 0
        for payee in range(5):
            play.paid[seat, payee] = play.paid_rows[seat, payee] = play.liable_rows[seat, payee] = 0
        play.sound[seat] = play.sized[seat] = 1
        play.money[seat] = NONE_64
        play.gain[seat] = -3
        play.wrong[seat] = -1


@inner_kernel
def _occupy(play: Play, log: Log, first: int, last: int) -> None:
    """The seats that play: those with money or with tiles dealt.

    Where a log has both kinds of rows, a seat with one of them alone plays if it takes a part in the hand; else a row
    of another seat strayed to it, unless all of its tiles were dealt and no seat with money was left without.
    """
    now, dealt = play.now, play.dealt
    least, most = min(now[DEALER_SIZE], now[OTHER_SIZE]), max(now[DEALER_SIZE], now[OTHER_SIZE])
    moneyed, served, whole, strayed = 0, 0, 0, False
    for row in range(first, last):
        event, seat = int(log.event[row]), log.seat[row]
        if event in (_DISCARD, _DRAW):
            break
        if event == _MONEY and 1 <= seat <= 4:
            moneyed |= 1 << seat
        elif event == _DEAL and 1 <= seat <= 4:
            dealt[seat] += log.pieces_start[row + 1] - log.pieces_start[row]
            served |= 1 << seat
        elif event == _DEAL:
            strayed = True
    for seat in range(1, 5):
        whole |= (dealt[seat] >= least) << seat
        strayed = strayed or dealt[seat] > most
    plays = moneyed & served if moneyed and served else moneyed | served
    plays |= moneyed if strayed else 0
    for seat in range(1, 5):
        known = whole >> seat & 1 and not moneyed & ~served
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


@inner_kernel
def start(play: Play, log: Log, rules: Rules, first: int, last: int, law: int) -> None:
    """Set the state up for a hand."""
    clear(play)
    now = play.now
    now[SIMPLIFIED] = rules.simplified
    for place in range(FIGURES):
        play.figures[place] = rules.figures[law, place]
    for name in range(len(play.fan)):
        play.fan[name] = rules.fan[law, name]
        play.certainty[name] = rules.certainty[law, name]
    figures = play.figures
    now[DEALER_SIZE] = figures[F_PORTION] * figures[F_ROUNDS] + figures[F_DEALER_LAST]
    now[OTHER_SIZE] = figures[F_PORTION] * figures[F_ROUNDS] + figures[F_OTHER_LAST]
    _occupy(play, log, first, last)
    now[LAST_TILE], now[ROB_TILE], now[WIND], now[WIND_SAID] = -2, -2, -1, -1
    now[TILES_SOUND], now[DEAL_SOUND] = 1, int(now[PLAYERS] > 0)
    now[LEFT], now[LEFT_KNOWN] = figures[F_TILES], 1
    now[DICE_TOTAL] = -1
    now[FIRST_LOOK], now[FIRST_DICE], now[FIRST_BREAK] = play.at[AT_LOOKS], play.at[AT_DICE], play.at[AT_BREAKS]
    if now[PLAYERS] == 0:
        now[OCCUPIED] = 30
        now[PLAYERS] = 4
