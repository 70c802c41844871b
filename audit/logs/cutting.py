"""Rows cut into hands in one pass, which also tells the hands that nothing is wrong with from the others."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.columns import Rows, join_rows
from audit.schema import EVENTS, GAMES

FAULTY = 1  # something of the hand needs a closer look: ``batching`` and ``hand_faults`` tell what
BACK = 2  # a row of the hand stands before one of lesser seq
ENDED = 4  # the last row of the hand is its end
_COLUMNS = ("table", "hash", "game", "day", "seq", "time", "event", "currency")
_BEGIN = np.array([EVENTS[game].index("hand_start") for game in GAMES], np.int8)
_END = np.array([EVENTS[game].index("hand_end") for game in GAMES], np.int8)


@kernel
def _cut(
    table: NDArray[np.int32],
    key: NDArray[np.uint64],
    game: NDArray[np.int8],
    day: NDArray[np.int32],
    seq: NDArray[np.int32],
    time: NDArray[np.int64],
    event: NDArray[np.int8],
    currency: NDArray[np.int16],
    begins: NDArray[np.int8],
    ends: NDArray[np.int8],
    start: NDArray[np.int64],
    first: NDArray[np.int64],
    state: NDArray[np.uint8],
) -> int:
    """Fill in the first row, the first time and the state of every hand; how many hands there are."""
    hands = 0
    last = len(table) - 1
    for row in range(last + 1):
        fault = 0
        ended = event[row] == ends[game[row]]
        if (
            row == 0
            or table[row] != table[row - 1]
            or key[row] != key[row - 1]
            or game[row] != game[row - 1]
            or day[row] != day[row - 1]
        ):
            start[hands] = row
            first[hands] = time[row]
            state[hands] = 0
            hands += 1
            if seq[row] != 1 or event[row] != begins[game[row]] or currency[row] < 0:
                fault = 1
        else:
            if np.int64(seq[row]) != np.int64(seq[row - 1]) + 1:
                fault = 3 if seq[row] < seq[row - 1] else 1
            if (
                event[row] == begins[game[row]]
                or event[row - 1] == ends[game[row]]
                or currency[row] != currency[row - 1]
            ):
                fault |= 1
            if time[row] < time[row - 1]:
                fault |= 1
                first[hands - 1] = min(first[hands - 1], time[row])
        state[hands - 1] = (state[hands - 1] & 3) | fault | (4 if ended else 0)
    start[hands] = last + 1
    return hands


class Cut(NamedTuple):
    """Where the hands of some rows begin (an entry a hand and one more), their first times and states."""

    start: NDArray[np.int64]
    first: NDArray[np.int64]
    state: NDArray[np.uint8]


def cut_hands(rows: Rows, order: NDArray[np.int64] | None) -> Cut:
    """Cut rows, taken in some order, wherever the table, the hand, the game or the day is another."""
    size = len(rows)
    columns: list[NDArray[Any]] = [rows[name] if order is None else rows[name][order] for name in _COLUMNS]
    start, first, state = np.empty(size + 1, np.int64), np.empty(size, np.int64), np.empty(size, np.uint8)
    table, key, game, day, seq, time, event, currency = (np.require(c, requirements=("C", "W")) for c in columns)
    hands = _cut(table, key, game, day, seq, time, event, currency, _BEGIN, _END, start, first, state)
    return Cut(start[: hands + 1].copy(), first[:hands].copy(), state[:hands].copy())


class Hands(NamedTuple):
    """Rows of whole hands, hand by hand: ``start`` has an entry a hand and one more.

    ``sound`` says that nothing is wrong with the rows of any of them, ``lost_before`` of each whether a hand of its
    table may be lost between the one before and it.
    """

    rows: Rows
    start: NDArray[np.int64]
    sound: bool
    lost_before: NDArray[np.bool_]


def join_hands(parts: list[Hands]) -> Hands:
    """Hands one after the other."""
    if len(parts) == 1:
        return parts[0]
    sizes = np.concatenate([np.diff(part.start) for part in parts])
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    lost = np.concatenate([part.lost_before for part in parts])
    return Hands(join_rows([part.rows for part in parts]), start, all(part.sound for part in parts), lost)
