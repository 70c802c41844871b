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
    LAST_TILE,
    LEFT,
    LEFT_KNOWN,
    NONE_64,
    NOW_SIZE,
    OCCUPIED,
    OTHER_SIZE,
    PLAYERS,
    ROB_TILE,
    SEATS_OPEN,
    SIMPLIFIED,
    TILES_SOUND,
    WIND,
    WIND_SAID,
    Log,
    Play,
    Rules,
)
from audit.games.mahjong.seating import occupy
from audit.games.mahjong.shapes import KINDS
from audit.kernel import inner_kernel


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
    occupy(play, log, first, last)
    now[LAST_TILE], now[ROB_TILE], now[WIND], now[WIND_SAID] = -2, -2, -1, -1
    now[TILES_SOUND], now[DEAL_SOUND] = 1, int(now[PLAYERS] > 0 and not now[SEATS_OPEN])
    now[LEFT], now[LEFT_KNOWN] = figures[F_TILES], 1
    now[DICE_TOTAL] = -1
    now[FIRST_LOOK], now[FIRST_DICE], now[FIRST_BREAK] = play.at[AT_LOOKS], play.at[AT_DICE], play.at[AT_BREAKS]
    if now[PLAYERS] == 0 or (now[SEATS_OPEN] and not now[SIMPLIFIED]):
        now[OCCUPIED] = 30
        now[PLAYERS] = 4
