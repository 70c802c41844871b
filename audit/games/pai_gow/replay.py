"""The replay of pai gow: a batch of hands in, tables of facts out."""

import numpy as np
from numpy.typing import NDArray

from audit.dated import Dated, Law
from audit.games.game import Facts, FactTable, States, TableState
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
from audit.games.pai_gow.before_deal import cut, pile, shake, shuffle, stake
from audit.games.pai_gow.betting import bet, settle_wagers, snapshot, wagers
from audit.games.pai_gow.comparing import better_split, comparison, logged_winners, orders
from audit.games.pai_gow.facts import TABLES
from audit.games.pai_gow.labels import Memory, read_labels
from audit.games.pai_gow.play import Log, Names, Out, Play, Tables, U, new_out, new_play
from audit.games.pai_gow.ranking import CLASSES, KINDS, Ranking, rankings
from audit.games.pai_gow.scan import scan
from audit.games.pai_gow.settings import lay, layouts, pairs, set_row
from audit.games.pai_gow.settling import bank_and_net, dues, labelled, settlements
from audit.games.pai_gow.turns import S_KINDS, S_SET, STATE_SIZE, hand, remember, turn_of
from audit.kernel import uncounted_kernel
from audit.logs.batch import Batch
from audit.schema import NULL_32

# No hand of eight seats comes near this; of a longer one the rest is unknown, so that no log can hold the replay up
# and no sum of amounts can wrap.
_MOST_ROWS = 2_048
_OTHER_SET = -2  # a tile set of an earlier batch that no row of this one names
_ROWS_OF_TABLE_2 = 107


@uncounted_kernel
def _acts(play: Play, log: Log, out: Out) -> None:
    """All rows of a hand in order: the facts of each act by what stood before it."""
    now = play.now
    shaken, replaced, dealt = False, False, 0
    for row in range(now[p.FIRST], now[p.LAST]):
        event = log.event[row]
        if row == now[p.THE_SHAKE]:
            snapshot(play)
        if event in (p.BET, p.BET_CHANGE, p.BET_MOVE):
            bet(play, log, out, row, event)
        elif event == p.DEAL:
            pile(play, log, out, row, dealt, replaced)
            dealt |= 1 << log.seat[row] if log.seat[row] > 0 else 0
        elif event == p.CUT:
            cut(play, log, out, row, shaken)
        elif event in (p.BANK, p.COBANK):
            stake(play, log, out, row, event)
        elif event == p.SHAKE:
            shake(play, log, out, row)
            shaken = True
        elif event == p.SHUFFLE:
            shuffle(play, log, out, row)
        elif event == p.SET:
            play.seat[p.SET_SEEN, log.seat[row]] = 1
        elif event == p.OPEN or (event == p.ARRANGE and row == now[p.OPENING]):
            opening(play, log, out, row)
        elif event in (p.TOUCH, p.SPEAK, p.TAKE_BACK, p.REMOVE_TILE):
            handling(play, log, out, row, event)
        elif event == p.VOID or (event == p.SETTLE and is_void_settlement(play, log, row)):
            void(play, log, out, row, event)
        elif event == p.REPLACE_SET:
            replaced = replaced or 0 <= now[p.FIRST_DEAL] < row
        elif event == p.COMPENSATE:
            compensation(play, log, out, row)


@uncounted_kernel
def _result_of(play: Play, log: Log, names: Names, seat: int) -> int:
    """A seat's logged result as a word of ``sets``: none, win, lose, push."""
    now = play.now
    if seat == 0 or now[p.BANKING] == 0:
        return U
    if seat == now[p.BANKING] or now[p.VOID_DEAL] == 1 or play.seat[p.VOIDED, seat] == 1:
        return 0
    result = U
    if play.seat[p.LAST_COMPARE, seat] >= 0:
        result = logged_winners(log, names, play.seat[p.LAST_COMPARE, seat])[2]
    elif play.seat[p.FIRST_SETTLE, seat] >= 0:
        result = labelled(log, play.seat[p.FIRST_SETTLE, seat])
        result = U if result == -1 else result
    elif now[p.WHOLE] == 1:
        return 0
    return U if result == U or now[p.WHOLE] == 0 else result + 1


@uncounted_kernel
def _settings(play: Play, log: Log, out: Out, tables: Tables, names: Names) -> None:
    """Facts that need the whole hand: settings, layouts and comparisons."""
    now = play.now
    lay(play, log, tables)
    orders(play, log, names, tables)
    for place in range(now[p.SETS]):
        row = play.sets[place]
        result = _result_of(play, log, names, log.seat[row])
        n = set_row(play, log, out, row, result, compensated(play, log, row))
        better_split(play, log, out, tables, row, n)
        pairs(play, log, out, tables, names, row)
    first = -1
    for row in range(now[p.FIRST], now[p.LAST]):
        if log.event[row] == p.COMPARE and log.seat[row] != now[p.BANKING]:
            first = row if first < 0 else first
            comparison(play, log, out, tables, names, row, True)
        elif log.event[row] == p.SETTLE and row == play.seat[p.FIRST_SETTLE, log.seat[row]]:
            seat = log.seat[row]
            if seat not in (0, now[p.BANKING]) and play.seat[p.LAST_COMPARE, seat] < 0:
                comparison(play, log, out, tables, names, row, False)
    layouts(play, log, out, tables, first)


@uncounted_kernel
def _disputes(play: Play, log: Log, out: Out) -> None:
    for row in range(play.now[p.FIRST], play.now[p.LAST]):
        if log.event[row] == p.DISPUTE:
            dispute(play, log, out, row)


@uncounted_kernel
def _replay(
    play: Play,
    log: Log,
    names: Names,
    tables: Tables,
    out: Out,
    start: NDArray[np.int64],
    gap: NDArray[np.int64],
    table: NDArray[np.int32],
    day: NDArray[np.int32],
    page: NDArray[np.int64],
    states: NDArray[np.int64],
    carried: NDArray[np.int64],
) -> None:
    """Every hand of a batch in order."""
    for number in range(len(table)):
        state = states[table[number]]
        first, end = start[number], start[number + 1]
        for row in range(first, end):
            state[S_KINDS] |= 1 << log.event[row]
        carried[number] = state[S_KINDS]
        last = min(end, first + _MOST_ROWS)
        scan(play, log, number, first, min(gap[number], last - 1) if last < end else gap[number], last, page[number])
        turn = turn_of(play, state, day[number])
        play.now[p.TURN_HANDS] = turn[3] if turn[3] >= 0 else U
        play.now[p.SHARE] = turn[6]
        _acts(play, log, out)
        settle_wagers(play, log)
        wagers(play, out)
        bank_and_net(play, log)
        dues(play, log, names)
        settlements(play, log, out)
        _settings(play, log, out, tables, names)
        _disputes(play, log, out)
        seats(play, log, out)
        hand(play, log, out, state, turn)
        remember(play, log, state, day[number], turn)


def _room(event: NDArray[np.int8], hands: int) -> NDArray[np.int64]:
    """The most rows that each table of facts can have."""
    n = np.bincount(event, minlength=len(p.KIND)).astype(np.int64)
    k = {name: int(n[code]) for name, code in p.KIND.items()}
    bets = k["bet"] + k["bet_change"] + k["bet_move"]
    compared = k["compare"] + k["settle"]
    rooms = {
        "hands": hands,
        "shuffles": k["shuffle"],
        "shakes": k["shake"],
        "cuts": k["cut"],
        "stakes": k["bank"] + k["cobank"],
        "bets": bets,
        "wagers": bets + k["bet_move"] + k["settle"],
        "piles": k["deal"],
        "voids": k["void"] + k["settle"],
        "seats": k["bet"] + k["expose"] + k["set"] + k["settle"],
        "sets": k["set"],
        "pairs": 2 * k["set"],
        "layouts": k["set"] + k["arrange"],
        "comparisons": compared,
        "pair_comparisons": 2 * compared,
        "settlements": k["settle"],
        "openings": k["open"] + k["arrange"],
        "handlings": k["touch"] + k["speak"] + k["take_back"] + k["remove_tile"],
        "disputes": k["dispute"],
        "compensations": k["compensate"],
    }
    return np.array([rooms[table.name] for table in TABLES], np.int64)


def rank_tables(ranking: Ranking) -> Tables:
    """The rank tables with the points of each row of Table 2 (10 for a pair with a name) and each strength's row."""
    pages = len(ranking.strength)
    row_points = np.full((pages, _ROWS_OF_TABLE_2), -1, np.int64)
    strength_row = np.zeros((pages, int(ranking.strength.max()) + 2), np.int64)
    named = np.flatnonzero(np.array(CLASSES) != "points")
    for page in range(1, pages):
        row, strength = ranking.row[page, :KINDS, :KINDS], ranking.strength[page, :KINDS, :KINDS]
        has_row = row > 0
        strength_row[page, strength[has_row]] = row[has_row]
        points = np.where(
            np.isin(ranking.kind_class[page, :KINDS, :KINDS], named), 10, ranking.points[page, :KINDS, :KINDS]
        )
        row_points[page, row[has_row]] = points[has_row]
    return Tables(ranking, row_points, strength_row)


def _log(batch: Batch, word: NDArray[np.int8]) -> Log:
    def wide(column: NDArray[np.int8] | NDArray[np.int32]) -> NDArray[np.int64]:
        return column.astype(np.int64)

    return Log(
        event=wide(batch.event),
        seat=np.clip(batch.seat, 0, p.SEATS).astype(np.int64),
        other=np.clip(batch.other_seat, 0, p.SEATS).astype(np.int64),
        actor=wide(batch.actor),
        person=wide(batch.person),
        number=np.where(batch.number == NULL_32, U, batch.number.astype(np.int64)),
        amount=batch.amount,
        payout=batch.payout,
        fee=batch.fee,
        word=word[batch.label].astype(np.int64),
        label=wide(batch.label),
        ref=wide(batch.ref),
        start=batch.pieces_start,
        pieces=batch.pieces,
        split=batch.pieces_split.astype(np.int64),
    )


def _states(batch: Batch, states: States) -> NDArray[np.int64]:
    matrix = np.zeros((len(batch.tables), STATE_SIZE), np.int64)
    refs = {ref: place for place, ref in enumerate(batch.refs)}
    for place, key in enumerate(batch.tables):
        state = states.get(key)
        if state is not None:
            matrix[place] = state.values
            if "set" in state.words:
                matrix[place, S_SET] = refs.get(state.words["set"], _OTHER_SET)
    return matrix


def _keep(batch: Batch, states: States, matrix: NDArray[np.int64]) -> None:
    for place, key in enumerate(batch.tables):
        code = int(matrix[place, S_SET])
        before = states[key].words.get("set") if key in states else None
        words = {}
        if code >= 0:
            words["set"] = batch.refs[code]
        elif code == _OTHER_SET and before is not None:
            words["set"] = before
        states[key] = TableState(matrix[place].copy(), words)


class PaiGow:
    """Pai gow as the engine knows it."""

    name = "pai_gow"
    tables = TABLES

    def __init__(self) -> None:
        self._table_2: Dated | None = None
        self._labels: Memory = {}

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables."""
        ranking, page = rankings(law, batch.day)
        table_2 = law.parameter("table_2")
        if table_2 is not self._table_2:
            self._table_2, self._labels = table_2, {}
        words = read_labels(batch.labels, law, self._labels)
        names = Names(words.front, words.rear, words.result, words.row, words.other_row, words.points)
        longest = min(int(np.diff(batch.start).max()), _MOST_ROWS) if batch.hand_count else 0
        out = new_out(_room(batch.event, batch.hand_count))
        matrix = _states(batch, states)
        carried = np.zeros(batch.hand_count, np.int64)
        _replay(
            new_play(longest),
            _log(batch, words.word),
            names,
            rank_tables(ranking),
            out,
            batch.start,
            batch.gap,
            batch.table,
            batch.day,
            page,
            matrix,
            carried,
        )
        _keep(batch, states, matrix)
        return Facts({table.name: _table(out, place) for place, table in enumerate(TABLES)}, carried)


def _table(out: Out, place: int) -> FactTable:
    count = int(out.filled[place])
    rows = out[place][:, :count]
    columns = {column.name: rows[3 + at] for at, column in enumerate(TABLES[place].columns)}
    return FactTable(TABLES[place], rows[0].astype(np.int32), rows[1], rows[2].astype(np.int8), columns)
