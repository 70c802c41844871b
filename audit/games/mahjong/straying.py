"""Rows that stand where a row of their kind has no place: before the deal is done, or after the end of the play."""

from audit.games.mahjong.dealing import takings_missing
from audit.games.mahjong.holding import lose_hands
from audit.games.mahjong.layout import (
    A_SEAT,
    AT_DISCARDS,
    AT_DRAWS,
    AT_MELDS,
    AT_WINS,
    D_FOREIGN,
    DEAL_SOUND,
    DEAL_STRAY,
    DEALT_ANY,
    DISCARDS,
    DRAWS,
    END_STRAY,
    ENDED_BY,
    FIRST_WIN,
    KIND,
    M_FOREIGN,
    M_MELD,
    M_OPEN,
    M_WAY,
    NONE,
    NONE_64,
    PLAY_BEGUN,
    STRAYED,
    W_CALLED,
    W_DISCARDER,
    W_NEARER,
    W_ROBBED,
    W_SEAT,
    W_SHAPE,
    W_UNMADE,
    W_UNMADE_BEFORE,
    WALL_ODD,
    WALLS,
    X_FED,
    X_FOREIGN,
    Facts,
    Log,
    Play,
)
from audit.kernel import inner_kernel

_CHOW, _KONG, _RAKE = (KIND[kind] for kind in "chow kong rake".split())
_WIN, _FALSE_WIN, _EXHAUSTED = (KIND[kind] for kind in "win false_win exhausted".split())
_COLUMNS_OF_DRAWS, _COLUMNS_OF_DISCARDS = len(DRAWS), len(DISCARDS)


def _mask(kinds: str) -> int:
    return sum(1 << KIND[kind] for kind in kinds.split())


_ENDS = _mask("win false_win exhausted")
_NOT_AFTER_THE_END = _mask("deal draw discard chow pung kong take_back")


@inner_kernel
def occurs(log: Log, kind: int, first: int, last: int) -> bool:
    """Whether a row of that kind stands among these."""
    found = False
    for row in range(first, last):
        found = found or log.event[row] == kind
    return found


@inner_kernel
def strays_after_end(log: Log, first: int, last: int) -> bool:
    """Whether a row that belongs before the end of the play stands after it: it may be one of the settlement."""
    ended, strays = False, False
    for row in range(first, last):
        kind = 1 << log.event[row]
        strays = strays or (ended and kind & _NOT_AFTER_THE_END != 0)
        ended = ended or kind & _ENDS != 0
    return strays


@inner_kernel
def open_claims(play: Play, log: Log, facts: Facts, first: int, last: int) -> None:
    """Play goes on after a win of tiles that the log does not tell: the win is open, and who claimed what for it."""
    wins = facts.wins
    for fact in range(play.now[FIRST_WIN], play.at[AT_WINS]):
        claimed = wins[W_NEARER, fact] > 0 or wins[W_UNMADE, fact] > 0 or wins[W_UNMADE_BEFORE, fact] > 0
        if claimed and wins[W_SHAPE, fact] == NONE_64 and strays_after_end(log, first, last):
            wins[W_NEARER, fact] = wins[W_UNMADE, fact] = wins[W_UNMADE_BEFORE, fact] = NONE_64


@inner_kernel
def rake_for_each_win(log: Log, first: int, last: int) -> bool:
    """Whether a rake was taken once from each of several seats that all called the win: a rake for each win."""
    callers = 0
    for seat in range(1, 5):
        calls, rakes = 0, 0
        for row in range(first, last):
            if log.seat[row] == seat:
                calls += log.event[row] == _WIN
                rakes += log.event[row] == _RAKE
        if rakes > min(calls, 1):
            return False
        callers += rakes
    return callers > 1


@inner_kernel
def set_aside(play: Play, facts: Facts, event: int) -> None:
    """An act of the play before the deal is done: nothing is told of it, nor of the deal behind it, nor of the walls.

    Between two takings (``DEAL_STRAY`` 2) it may have been played after them; before the first (1) it is no act at all.
    """
    now, table = play.now, play.table[event]
    now[DEAL_STRAY] = 2 if now[DEALT_ANY] else max(1, now[DEAL_STRAY])
    now[DEAL_SOUND] = 0
    now[WALL_ODD] = 1
    if table < 0:
        return
    fact = play.at[table]
    play.at[table] += 1
    if table == AT_WINS:
        facts.wins[:, fact] = NONE_64
        facts.wins[W_SEAT, fact] = play.act[A_SEAT]
        facts.wins[W_CALLED, fact] = int(event == _FALSE_WIN)
        facts.wins[W_DISCARDER, fact] = facts.wins[W_ROBBED, fact] = 0
    elif table == AT_DRAWS:
        for column in range(_COLUMNS_OF_DRAWS):
            facts.rows[column, fact] = NONE
        facts.rows[D_FOREIGN, fact] = 0
    elif table == AT_DISCARDS:
        for column in range(_COLUMNS_OF_DISCARDS):
            facts.rows[column, fact] = NONE
        facts.rows[X_FED, fact] = facts.rows[X_FOREIGN, fact] = 0
    elif table == AT_MELDS:  # the rest of them is unknown
        facts.rows[M_MELD, fact] = 2 if event == _KONG else int(event != _CHOW)
        facts.rows[M_WAY, fact] = int(event == _KONG)
        facts.rows[M_OPEN, fact], facts.rows[M_FOREIGN, fact] = 1, 0


@inner_kernel
def judge_early_rake(play: Play, log: Log, row: int, last: int) -> None:
    """A rake before the play has ended: where it is one too many, it has no place there."""
    if play.now[ENDED_BY]:
        return
    surplus = occurs(log, _FALSE_WIN, row + 1, last) or occurs(log, _EXHAUSTED, row + 1, last)
    if occurs(log, _WIN, row + 1, last):
        surplus = occurs(log, _RAKE, row + 1, last)
    if surplus:
        stray(play)


@inner_kernel
def stray(play: Play) -> None:
    """A row that is one too many, and judged as such: it may stand for any other row that is missing there.

    After the deal and before the play that is the dealer's first discard (``DEAL_STRAY`` 3).
    """
    now = play.now
    if now[ENDED_BY]:
        now[END_STRAY] = 1
    elif now[PLAY_BEGUN]:
        now[STRAYED] = 1
        lose_hands(play)
    elif now[DEALT_ANY] and takings_missing(play) == 0:
        now[DEAL_STRAY] = 3
    else:
        now[DEAL_SOUND] = 0
        now[WALL_ODD] = now[WALLS] <= 4
