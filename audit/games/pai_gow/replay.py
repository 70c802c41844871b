"""The replay of pai gow: a batch of hands in, tables of facts out."""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.game import Facts, States, TableState
from audit.games.pai_gow import play as p
from audit.games.pai_gow.at_the_tiles import (
    compensated,
    compensation,
    dispute,
    handling,
    is_void_settlement,
    opening,
    seats,
    void,
)
from audit.games.pai_gow.before_deal import cut, first_seats, pile, shake, shuffle, stake
from audit.games.pai_gow.betting import bet, settle_wagers, snapshot, wagers
from audit.games.pai_gow.comparing import (
    better_split,
    comparison,
    count_comparisons,
    logged_winners,
    one_fault_of_banker,
    orders,
)
from audit.games.pai_gow.facts import TABLES
from audit.games.pai_gow.filling import Filling, fact_tables, move, new_filling, room
from audit.games.pai_gow.labels import LabelReader
from audit.games.pai_gow.play import Codes, Matrix, Pieces, U, Vector, new_lists, new_record
from audit.games.pai_gow.ranking import SWITCHED_TILE_RANK
from audit.games.pai_gow.scan import Rows, begin, scan
from audit.games.pai_gow.settings import lay, layouts, pairs, set_row, split_right
from audit.games.pai_gow.settling import bank_and_net, dues, labelled, settlements
from audit.games.pai_gow.turns import S_KINDS, S_SET, S_SET_BEFORE, STATE_SIZE, counts, forget, hand, remember, turn_of
from audit.games.pai_gow.worth import Worth
from audit.kernel import inlined_kernel, inner_kernel, uncounted_kernel
from audit.logs.batch import Batch

_Number = TypeVar("_Number", bound=np.generic)

# No hand of eight seats comes near this; of a longer one the rest is unknown, so that no log can hold the replay up
# and no sum of amounts can wrap.
_MOST_ROWS = 2_048
# What a table remembers as words: the name, its place, and its code where no row of the batch names that set.
_SETS = (("set", S_SET, -2), ("set before", S_SET_BEFORE, -3))


class _Scratch(NamedTuple):
    """What every hand is written on: its record and one to begin from, its lists, its rows."""

    now: Vector
    fresh: Vector
    lists: Matrix
    log: Matrix


class _Known(NamedTuple):
    """What labels say and pairs are worth (``audit.games.pai_gow.labels``, ``.worth``)."""

    names: Codes
    worth: Codes
    row_points: Codes


class _Hands(NamedTuple):
    """Where the H hands of a batch begin and end, and at which table, on which day, by which page of the ranking."""

    start: NDArray[np.int64]
    gap: NDArray[np.int64]
    table: NDArray[np.int32]
    day: NDArray[np.int32]
    lost_before: NDArray[np.bool_]
    page: NDArray[np.int64]


@inlined_kernel
def _acts(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, out: Vector) -> None:
    """All rows of a hand in order: the facts of each act by what stood before it."""
    shaken, replaced, dealt = False, False, 0
    for row in range(now[p.LAST]):
        event = log[row, p.EVENT]
        if row == now[p.THE_SHAKE]:
            snapshot(now, lists)
        if p.ON_BETS & (1 << event):
            bet(now, lists, log, out, row, event)
        elif event == p.DEAL:
            pile(now, log, pieces, out, row, dealt, replaced)
            dealt |= 1 << log[row, p.SEAT] if log[row, p.SEAT] > 0 else 0
        elif event == p.CUT:
            cut(now, log, out, row, shaken)
        elif event in (p.BANK, p.COBANK):
            stake(now, log, out, row, event)
        elif event == p.SHAKE:
            shake(now, log, pieces, out, row)
            shaken = True
        elif event == p.SHUFFLE:
            shuffle(now, log, out, row)
        elif event == p.SET:
            now[p.SET_SEEN + log[row, p.SEAT]] = 1
        elif event == p.OPEN or (event == p.ARRANGE and row == now[p.OPENING]):
            opening(now, lists, log, pieces, out, row)
        elif p.HANDLINGS & (1 << event):
            handling(now, lists, log, out, row, event)
        elif event == p.VOID or (event == p.SETTLE and is_void_settlement(now, lists, log, row)):
            void(now, log, out, row, event)
        elif event == p.REPLACE_SET:
            replaced = replaced or 0 <= now[p.FIRST_DEAL] < row
        elif event == p.COMPENSATE:
            compensation(now, log, out, row)


@inlined_kernel
def _result_of(now: Vector, log: Matrix, names: Codes, seat: int) -> int:
    """A seat's logged result as a word of ``sets``: none, win, lose, push."""
    if seat == 0 or now[p.BANKING] == 0:
        return U
    if seat == now[p.BANKING] or now[p.VOID_DEAL] == 1 or now[p.VOIDED + seat] == 1:
        return 0
    result = U
    if now[p.LAST_COMPARE + seat] >= 0:
        result = logged_winners(log, names, now[p.LAST_COMPARE + seat])[2]
    elif now[p.FIRST_SETTLE + seat] >= 0:
        result = labelled(log, now[p.FIRST_SETTLE + seat])
        result = U if result == -1 else result
    elif now[p.WHOLE] == 1:
        return 0
    return U if result == U or now[p.WHOLE] == 0 else result + 1


@inner_kernel
def _settings(
    now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, out: Vector, names: Codes, worth: Codes, row_points: Codes
) -> None:
    """Facts that need the whole hand: settings, layouts and comparisons."""
    for place in range(now[p.SETS]):
        row = lists[p.SET_AT, place]
        result = _result_of(now, log, names, log[row, p.SEAT])
        n = set_row(now, lists, log, pieces, out, row, result, compensated(now, log, row))
        better_split(now, log, pieces, out, worth, row, n)
        pairs(now, log, pieces, out, names, worth, row_points, row)
    first, begin = -1, out[2 * p.T_PAIR_COMPARISONS]
    for row in range(now[p.LAST]):
        if log[row, p.EVENT] == p.COMPARE and log[row, p.SEAT] != now[p.BANKING]:
            first = row if first < 0 else first
            comparison(now, log, out, names, worth, row, True)
        elif log[row, p.EVENT] == p.SETTLE and row == now[p.FIRST_SETTLE + log[row, p.SEAT]]:
            seat = log[row, p.SEAT]
            if seat not in (0, now[p.BANKING]) and now[p.LAST_COMPARE + seat] < 0:
                comparison(now, log, out, names, worth, row, False)
    if now[p.WRONG] > 1:
        one_fault_of_banker(now, log, out, names, worth, begin)
    layouts(now, lists, log, pieces, out, names, worth, first)


@inlined_kernel
def _disputes(now: Vector, log: Matrix, out: Vector) -> None:
    if now[p.KINDS] & (1 << p.DISPUTE):
        for row in range(now[p.LAST]):
            if log[row, p.EVENT] == p.DISPUTE:
                dispute(now, log, out, row)


@uncounted_kernel
def _replay(
    scratch: _Scratch,
    rows: Rows,
    pieces: Pieces,
    known: _Known,
    filling: Filling,
    hands: _Hands,
    states: NDArray[np.int64],
    carried: NDArray[np.int64],
) -> None:
    """Every hand of a batch in order."""
    now, lists, log, out = scratch.now, scratch.lists, scratch.log, filling.out
    for number in range(len(hands.table)):
        state = states[hands.table[number]]
        first, end = hands.start[number], hands.start[number + 1]
        last = min(end, first + _MOST_ROWS)
        begin(now, scratch.fresh, log, rows, known.names, first, last)
        gap = min(hands.gap[number], last - 1) if last < end else hands.gap[number]
        now[p.HAND], now[p.PAGE] = number, hands.page[number]
        now[p.GAP], now[p.WHOLE] = gap - first, 1 if gap >= last else 0
        state[S_KINDS] |= now[p.KINDS]
        for row in range(last, end):
            state[S_KINDS] |= 1 << int(rows.event[row])
        carried[number] = now[p.CARRIED] = state[S_KINDS]
        scan(now, lists, log, pieces)
        if hands.lost_before[number]:
            forget(state, hands.day[number])
        turn = turn_of(now, state, hands.day[number])
        now[p.TURN_HANDS] = turn[3] if turn[3] >= 0 else U
        now[p.SHARE] = turn[6] if turn[6] == U or now[p.WHOLE] == 0 or counts(now) else 0
        _acts(now, lists, log, pieces, out)
        first_seats(now, log, pieces)
        settle_wagers(now, lists, log)
        wagers(now, lists, out)
        bank_and_net(now, lists, log)
        for place in range(now[p.SETS]):
            at = lists[p.SET_AT, place]
            log[at, p.RIGHT] = split_right(now, log, pieces, at, log[at, p.SEAT])
        lay(now, log, pieces, known.names, known.worth)
        if now[p.COMPARED_AGAIN] == 1:
            count_comparisons(now, log, known.names, known.worth)
        orders(now, log, known.names, known.worth)
        dues(now, lists, log, known.names, known.worth)
        settlements(now, lists, log, out)
        _settings(now, lists, log, pieces, out, known.names, known.worth, known.row_points)
        _disputes(now, log, out)
        seats(now, lists, log, out)
        hand(now, lists, log, pieces, out, state, turn)
        remember(now, lists, log, state, hands.day[number], turn)
        move(filling, False)
    move(filling, True)


def _plain(array: NDArray[_Number]) -> NDArray[_Number]:
    """The array as one that may be written and has no gaps, so that the kernels are compiled for one kind only."""
    return np.require(array, requirements=["C", "W"])


def _rows(batch: Batch) -> Rows:
    return Rows(
        event=_plain(batch.event),
        seat=_plain(batch.seat),
        other=_plain(batch.other_seat),
        actor=_plain(batch.actor),
        person=_plain(batch.person),
        number=_plain(batch.number),
        amount=_plain(batch.amount),
        payout=_plain(batch.payout),
        fee=_plain(batch.fee),
        label=_plain(batch.label),
        ref=_plain(batch.ref),
        start=_plain(batch.pieces_start),
        split=_plain(batch.pieces_split),
    )


def _hands(batch: Batch, page: NDArray[np.int64]) -> _Hands:
    columns = (batch.start, batch.gap, batch.table, batch.day, batch.lost_before)
    return _Hands._make((*(np.require(column, requirements=["C", "W"]) for column in columns), page))


def _states(batch: Batch, states: States) -> NDArray[np.int64]:
    matrix = np.zeros((len(batch.tables), STATE_SIZE), np.int64)
    refs = {ref: place for place, ref in enumerate(batch.refs)}
    for place, key in enumerate(batch.tables):
        state = states.get(key)
        if state is not None:
            matrix[place] = state.values
            for name, at, elsewhere in _SETS:
                if name in state.words:
                    matrix[place, at] = refs.get(state.words[name], elsewhere)
    return matrix


def _keep(batch: Batch, states: States, matrix: NDArray[np.int64]) -> None:
    for place, key in enumerate(batch.tables):
        before = states[key].words if key in states else {}
        known = {elsewhere: before[name] for name, _, elsewhere in _SETS if name in before}
        words = {}
        for name, at, _ in _SETS:
            code = int(matrix[place, at])
            if code >= 0 or code in known:
                words[name] = batch.refs[code] if code >= 0 else known[code]
        states[key] = TableState(matrix[place].copy(), words)


class PaiGow:
    """Pai gow as the engine knows it."""

    name = "pai_gow"
    tables = TABLES
    switches = frozenset([SWITCHED_TILE_RANK])

    def __init__(self) -> None:
        self._labels: LabelReader | None = None
        self._worth = Worth()

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables."""
        worth, row_points, page = self._worth.of(law, batch.day)
        table_2 = law.parameter("table_2")
        if self._labels is None or self._labels.table_2 is not table_2:
            self._labels = LabelReader(table_2)
        longest = min(int(np.diff(batch.start).max()), _MOST_ROWS) if batch.hand_count else 0
        now, fresh = new_record()
        filling = new_filling(room(batch.event, batch.hand_count), longest)
        matrix = _states(batch, states)
        carried = np.zeros(batch.hand_count, np.int64)
        _replay(
            _Scratch(now, fresh, new_lists(longest), np.zeros((longest + 1, p.LOG_COLUMNS), np.int64)),
            _rows(batch),
            _plain(batch.pieces),
            _Known(self._labels.codes(batch.labels), worth, row_points),
            filling,
            _hands(batch, page),
            matrix,
            carried,
        )
        _keep(batch, states, matrix)
        return Facts(fact_tables(filling), carried)
