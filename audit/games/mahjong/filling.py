"""Where the facts of rows are filled: a stretch of hands at a time, then column by column into those of the batch.

The columns of a stretch stay in the nearest caches, while those of a batch do not.
"""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.layout import AT_MELDS, AT_WINS, HANDS, TABLES, WIN_FACTS, Facts, Play
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import NULL, NULL_32

# Rows of the log whose facts are filled in one stretch, where no hand is longer.
STRETCH = 2048
_COLUMNS = np.array([len(table.columns) for table in TABLES], np.int64)
_WIDEST = int(_COLUMNS[AT_WINS + 1 :].max())
_WIN_COLUMNS = len(WIN_FACTS) + 1
_LINE = 16  # numbers of 32 bits in a cache line


def room_for(count: int, wins: int, hands: int) -> Facts:
    """Arrays for the facts of a batch; those of the hands are unknown until they are filled."""
    return Facts(
        np.empty((_WIDEST, count), np.int32),  # of most tables only the first few columns are ever touched
        np.empty((_WIN_COLUMNS, wins), np.int64),
        np.full((len(HANDS), hands), NULL, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int32),
    )


def stretch_for(longest: int, hands: NDArray[np.int64]) -> Facts:
    """Arrays for the facts of a stretch of hands, of which no hand is longer. What may stay unknown of a meld is so.

    Each table has the same room, table behind table. The arrays are an odd number of cache lines wide, or the columns
    of a table would push one another out.
    """
    room = max(STRETCH, longest)
    width = (len(TABLES) * room // _LINE + 1 | 1) * _LINE
    rows = np.empty((_WIDEST, width), np.int32)
    rows[:, AT_MELDS * room : (AT_MELDS + 1) * room] = NULL_32
    wins = np.empty((_WIN_COLUMNS, (room // 8 + 1 | 1) * 8), np.int64)
    return Facts(rows, wins, hands, np.empty(width, np.int64), np.empty(width, np.int32))


@inner_kernel
def begin_stretch(play: Play, room: int) -> None:
    """Each table's next fact is the first of its room."""
    for table in range(len(_COLUMNS)):
        play.at[table] = table * room


@inlined_kernel
def hand_over(play: Play, facts: Facts, filled: Facts, ends: NDArray[np.int64], room: int) -> None:
    """Append the facts of a stretch to those of the batch at ``ends``, and make those of melds unknown again."""
    for table in range(len(_COLUMNS)):
        first, to = table * room, ends[table]
        size = play.at[table] - first
        ends[table] = to + size
        _copy(facts, filled, table, np.uint64(first), np.uint64(to), np.uint64(size))
    begin_stretch(play, room)


@inlined_kernel
def _copy(facts: Facts, filled: Facts, table: int, first: np.uint64, to: np.uint64, size: np.uint64) -> None:
    """Copy the facts of one table, by unsigned places: whether a signed one counts from the end is asked each time."""
    if table == AT_WINS:
        for column in range(_WIN_COLUMNS):
            for fact in range(size):
                filled.wins[column, to + fact] = facts.wins[column, first + fact]
    else:
        for column in range(_COLUMNS[table]):
            for fact in range(size):
                filled.rows[column, to + fact] = facts.rows[column, first + fact]
            if table == AT_MELDS:
                for fact in range(size):
                    facts.rows[column, first + fact] = NULL_32
    for fact in range(size):
        filled.row[to + fact] = facts.row[first + fact]
    for fact in range(size):
        filled.hand[to + fact] = facts.hand[first + fact]
