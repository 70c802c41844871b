"""The replay of mahjong: a batch of hands in, tables of facts out; one engine for both games."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.game import Facts as GameFacts
from audit.games.game import FactTable, States, TableState
from audit.games.mahjong import layout
from audit.games.mahjong.filling import STRETCH, room_for, stretch_for
from audit.games.mahjong.hand import replay_hands
from audit.games.mahjong.labels import label_codes, stakes_of
from audit.games.mahjong.law import DayLaw
from audit.games.mahjong.layout import H_NUMBER, H_STAKES, KIND, S_NUMBER, STATE_SIZE, Facts, Log, Rules, new_play
from audit.games.mahjong.shapes import HONOURS, KINDS, suit_tables
from audit.kernel import kernel
from audit.logs.batch import Batch
from audit.schema import NULL, NULL_32, Table

_GREEN = 32
_SEATS = 4


@kernel
def _count_kinds(event: NDArray[np.int8], counts: NDArray[np.int64]) -> None:
    """How often each kind of event occurs."""
    for row in range(len(event)):
        counts[event[row]] += 1


def _bases(event: NDArray[np.int8]) -> list[int]:
    """Where the facts of each table begin among those of all tables of rows, and their end."""
    counts = np.zeros(len(KIND), np.int64)
    _count_kinds(event, counts)
    sizes = (sum(int(counts[KIND[kind]]) for kind in table.events) for table in layout.TABLES)
    return list(accumulate(sizes, initial=0))


def tile_kinds(simplified: bool) -> NDArray[np.bool_]:
    """Which kinds the game's set holds: all 34, or the suits and the green dragon."""
    kinds = np.ones(KINDS, np.bool_)
    if simplified:
        kinds[HONOURS:] = False
        kinds[_GREEN] = True
    return kinds


def _lawful_refs(refs: Sequence[str], law: Law, day: int) -> NDArray[np.bool_]:
    """Which of a batch's stakes, and of no stakes at last, the law of a day may know: all where it is not told."""
    step = law.parameter("rake").at(day)
    if step is None or not isinstance(step.value, Mapping):
        return np.ones(len(refs) + 1, np.bool_)
    return np.array([*(ref in step.value for ref in refs), False], np.bool_)


def _hand_words(batch: Batch, facts: Facts, law: Law) -> NDArray[np.int64]:
    """Write what hand_start says of each hand (number, stakes), and return the two sums of its stakes.

    Stakes that the law of the day does not know have no sums: nothing is due at them.
    """
    sums, words = stakes_of(batch.refs)
    starts = np.flatnonzero(batch.event == KIND["hand_start"])
    hands = np.searchsorted(batch.start, starts, "right") - 1
    number = batch.number[starts].astype(np.int64)
    facts.hands[H_NUMBER, hands] = np.where(number == NULL_32, NULL, number)
    facts.hands[H_STAKES, hands] = words[batch.ref[starts]]
    stakes = np.full((batch.hand_count, 2), -1, np.int64)
    for day in np.unique(batch.day[hands]):
        of_day = np.flatnonzero(batch.day[hands] == day)
        refs = batch.ref[starts[of_day]]
        lawful = _lawful_refs(batch.refs, law, int(day))[refs]
        stakes[hands[of_day[lawful]]] = sums[refs[lawful]]
    return stakes


def _seats(column: NDArray[np.int8]) -> NDArray[np.int8]:
    """Seats 1 to 4, and 0 for any other number."""
    outside = column.view(np.uint8) > _SEATS
    return np.where(outside, np.int8(0), column) if outside.any() else column


def _states_of(batch: Batch, states: States) -> NDArray[np.int64]:
    matrix = np.zeros((len(batch.tables), STATE_SIZE), np.int64)
    matrix[:, S_NUMBER] = NULL
    for place, key in enumerate(batch.tables):
        if key in states:
            matrix[place] = states[key].values
    return matrix


class Mahjong:
    """One of the two games of mahjong as the engine knows it."""

    switches: frozenset[str] = frozenset()

    def __init__(self, name: str, tables: tuple[Table, ...], *, simplified: bool) -> None:
        self.name = name
        self.tables = tables
        self._simplified = simplified
        self._kinds = tile_kinds(simplified)
        self._last_law: tuple[Law, dict[int, tuple[int, ...]]] | None = None

    def _read_of(self, law: Law) -> dict[int, tuple[int, ...]]:
        """What was read of a law before, for the one that was asked for last."""
        last = self._last_law
        if last is None or last[0] is not law:
            last = self._last_law = law, {}
        return last[1]

    def replay(self, batch: Batch, states: States, law: Law) -> GameFacts:
        """Facts of a batch; reads and updates the states of its tables."""
        bases = _bases(batch.event)
        filled = room_for(bases[-1], bases[1], batch.hand_count)
        day_law = DayLaw(law, batch.day, simplified=self._simplified, read=self._read_of(law))
        rules = Rules(day_law.figures, day_law.fan, day_law.certainty, suit_tables().flags, self._simplified)
        log = Log(
            batch.event,
            _seats(batch.seat),
            _seats(batch.other_seat),
            batch.number,
            batch.amount,
            batch.label,
            batch.pieces_start,
            batch.pieces,
            label_codes(batch.labels),
        )
        stakes = _hand_words(batch, filled, law)
        table_states = _states_of(batch, states)
        carried = np.zeros(batch.hand_count, np.int64)
        gap = np.where(day_law.known[day_law.of_hand], batch.gap, batch.start[:-1])
        play = new_play(self._kinds)
        longest = int(np.diff(batch.start).max(initial=0))
        replay_hands(
            play,
            log,
            stretch_for(longest, filled.hands),
            filled,
            np.array(bases[:-1], np.int64),
            max(STRETCH, longest),
            rules,
            batch.start,
            gap,
            batch.table,
            batch.lost_before,
            day_law.of_hand,
            stakes,
            table_states,
            carried,
        )
        for place, key in enumerate(batch.tables):
            states[key] = TableState(table_states[place])
        return GameFacts({table.name: _table(table, batch, bases, filled) for table in self.tables}, carried)


def _table(table: Table, batch: Batch, bases: list[int], facts: Facts) -> FactTable:
    """One table of facts, as views of the matrices that the kernels filled."""
    if table.name == "hands":
        every = np.arange(batch.hand_count, dtype=np.int32)
        none, nobody = np.full(batch.hand_count, -1, np.int64), np.zeros(batch.hand_count, np.int8)
        return FactTable(table, every, none, nobody, dict(zip(layout.HANDS, facts.hands, strict=True)))
    place = next(at for at, each in enumerate(layout.TABLES) if each.name == table.name)
    of = slice(bases[place], bases[place + 1])
    names, row = layout.TABLES[place].columns, facts.row[of]
    matrix = facts.wins if table.name == "wins" else facts.rows[:, of]
    columns = dict(zip(names, matrix, strict=False))
    return FactTable(table, facts.hand[of], row, batch.seat.take(row), columns)
