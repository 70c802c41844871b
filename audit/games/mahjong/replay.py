"""The replay of mahjong: a batch of hands in, tables of facts out; one engine for both games."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.game import Facts as GameFacts
from audit.games.game import FactTable, States, TableState
from audit.games.mahjong import layout
from audit.games.mahjong.hand import replay_hands
from audit.games.mahjong.labels import label_codes, stakes_of
from audit.games.mahjong.law import DayLaw
from audit.games.mahjong.layout import H_NUMBER, H_STAKES, KIND, S_NUMBER, STATE_SIZE, Facts, Log, Rules, new_play
from audit.games.mahjong.shapes import HONOURS, KINDS, suit_tables
from audit.logs.batch import Batch
from audit.schema import NULL, NULL_32, Table

_GREEN = 32
_ROWS = {
    "dice": ("dice",),
    "breaks": ("break",),
    "deals": ("deal",),
    "draws": ("draw",),
    "discards": ("discard",),
    "melds": ("chow", "pung", "kong"),
    "wins": ("win", "false_win"),
    "looks": ("look",),
    "take_backs": ("take_back",),
    "walls": ("wall",),
}
_COLUMNS = {
    "dice": layout.DICE,
    "breaks": layout.BREAKS,
    "deals": layout.DEALS,
    "draws": layout.DRAWS,
    "discards": layout.DISCARDS,
    "melds": layout.MELD_FACTS,
    "wins": layout.WIN_FACTS,
    "looks": layout.LOOK_FACTS,
    "take_backs": layout.TAKE_BACKS,
    "walls": layout.WALL_FACTS,
}


def _rows_of(event: NDArray[np.int8]) -> dict[str, NDArray[np.int64]]:
    """The rows of the batch that each table of facts speaks of."""
    place = np.zeros(len(KIND), np.int8)
    names = list(_ROWS)
    for code, name in enumerate(names, 1):
        for kind in _ROWS[name]:
            place[KIND[kind]] = code
    codes = place[event]
    return {name: np.flatnonzero(codes == code) for code, name in enumerate(names, 1)}


def _blank(batch: Batch, rows: Mapping[str, NDArray[np.int64]]) -> Facts:
    """Matrices of facts of the right size; what no kernel fills stays unknown."""

    def matrix(name: str, extra: int = 0) -> NDArray[np.int32]:
        return np.full((len(_COLUMNS[name]) + extra, len(rows[name])), NULL_32, np.int32)

    return Facts(
        np.full((len(layout.HANDS), batch.hand_count), NULL, np.int64),
        matrix("dice"),
        matrix("breaks"),
        matrix("deals"),
        matrix("draws"),
        matrix("discards"),
        matrix("melds"),
        np.full((len(layout.WIN_FACTS), len(rows["wins"])), NULL, np.int64),
        np.zeros(len(rows["wins"]), np.int64),
        matrix("looks", 1),
        matrix("take_backs"),
        matrix("walls"),
    )


def tile_kinds(simplified: bool) -> NDArray[np.bool_]:
    """Which kinds the game's set holds: all 34, or the suits and the green dragon."""
    kinds = np.ones(KINDS, np.bool_)
    if simplified:
        kinds[HONOURS:] = False
        kinds[_GREEN] = True
    return kinds


def _hand_words(batch: Batch, facts: Facts) -> NDArray[np.int64]:
    """Write what hand_start says of each hand (number, stakes), and return the two sums of its stakes."""
    sums, words = stakes_of(batch.refs)
    starts = np.flatnonzero(batch.event == KIND["hand_start"])
    hands = np.searchsorted(batch.start, starts, "right") - 1
    number = batch.number[starts].astype(np.int64)
    facts.hands[H_NUMBER, hands] = np.where(number == NULL_32, NULL, number)
    facts.hands[H_STAKES, hands] = words[batch.ref[starts]]
    stakes = np.full((batch.hand_count, 2), -1, np.int64)
    stakes[hands] = sums[batch.ref[starts]]
    return stakes


def _states_of(batch: Batch, states: States) -> NDArray[np.int64]:
    matrix = np.zeros((len(batch.tables), STATE_SIZE), np.int64)
    matrix[:, S_NUMBER] = NULL
    for place, key in enumerate(batch.tables):
        if key in states:
            matrix[place] = states[key].values
    return matrix


class Mahjong:
    """One of the two games of mahjong as the engine knows it."""

    def __init__(self, name: str, tables: tuple[Table, ...], *, simplified: bool) -> None:
        self.name = name
        self.tables = tables
        self._simplified = simplified
        self._kinds = tile_kinds(simplified)

    def replay(self, batch: Batch, states: States, law: Law) -> GameFacts:
        """Facts of a batch; reads and updates the states of its tables."""
        rows = _rows_of(batch.event)
        facts = _blank(batch, rows)
        day_law = DayLaw(law, batch.day, simplified=self._simplified)
        rules = Rules(
            day_law.figures, day_law.fan, day_law.certainty, self._kinds, suit_tables().flags, self._simplified
        )
        log = Log(
            batch.event.astype(np.int64),
            np.clip(batch.seat, 0, 4).astype(np.int64),
            np.clip(batch.other_seat, 0, 4).astype(np.int64),
            batch.number,
            batch.amount,
            label_codes(batch.event, batch.label, batch.labels),
            batch.pieces_start,
            batch.pieces,
        )
        stakes = _hand_words(batch, facts)
        table_states = _states_of(batch, states)
        carried = np.zeros(batch.hand_count, np.int64)
        gap = np.where(day_law.known[day_law.of_hand], batch.gap, batch.start[:-1])
        replay_hands(
            new_play(),
            log,
            facts,
            rules,
            batch.start,
            gap,
            batch.table,
            day_law.of_hand,
            stakes,
            table_states,
            carried,
        )
        for place, key in enumerate(batch.tables):
            states[key] = TableState(table_states[place])
        return GameFacts(self._tables(batch, rows, facts), carried)

    def _tables(self, batch: Batch, rows: Mapping[str, NDArray[np.int64]], facts: Facts) -> dict[str, FactTable]:
        matrices: dict[str, NDArray[np.int32] | NDArray[np.int64]] = {
            "dice": facts.dice,
            "breaks": facts.breaks,
            "deals": facts.deals,
            "draws": facts.draws,
            "discards": facts.discards,
            "melds": facts.melds,
            "wins": facts.wins,
            "looks": facts.looks,
            "take_backs": facts.backs,
            "walls": facts.walls,
        }
        hands = np.repeat(np.arange(batch.hand_count, dtype=np.int32), np.diff(batch.start))
        found = {}
        for table in self.tables:
            if table.name == "hands":
                every = np.arange(batch.hand_count, dtype=np.int32)
                none, nobody = np.full(batch.hand_count, -1, np.int64), np.zeros(batch.hand_count, np.int8)
                columns = dict(zip(layout.HANDS, facts.hands, strict=True))
                found["hands"] = FactTable(table, every, none, nobody, columns)
                continue
            of = rows[table.name]
            columns = dict(zip(_COLUMNS[table.name], matrices[table.name], strict=False))
            found[table.name] = FactTable(table, hands[of], of, batch.seat[of], columns)
        return found
