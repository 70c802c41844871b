"""The replay of five-card poker: a batch of hands in, tables of facts out."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.carrying import keep, load
from audit.games.five_card_poker.columns import SMALL, places
from audit.games.five_card_poker.facts import TABLES
from audit.games.five_card_poker.hand import replay_hands
from audit.games.five_card_poker.labels import read_labels
from audit.games.five_card_poker.layout import Facts as Filled
from audit.games.five_card_poker.layout import Hands, Log, Worth
from audit.games.five_card_poker.worth import worth_of
from audit.games.game import Facts, FactTable, States
from audit.logs.batch import Batch
from audit.schema import EVENTS, Table

_EVENTS = EVENTS["five_card_poker"]
# Tables whose rows are the rows of some kinds of event, in their order.
_OF_EVENTS = {
    "cuts": ("cut",),
    "shuffles": ("shuffle",),
    "cards": ("burn", "deal", "expose", "show"),
    "deals": ("deal",),
    "antes": ("ante",),
    "buy_ins": ("buy_in",),
    "acts": ("bet", "call", "raise", "check", "fold"),
    "withdrawals": ("withdraw",),
    "refunds": ("refund",),
    "shows": ("show",),
    "pots": ("pot",),
    "awards": ("award",),
    "misdeals": ("misdeal",),
    "exposures": ("expose",),
    "voids": ("void",),
}
# Tables whose rows are no rows of the log: how many a hand may have, where they are counted, where their keys stand.
_KEYED = {
    "seats": (of.SEATS - 1, of.AT_SEATS, of.KEY_SEATS),
    "streets": (5, of.AT_STREETS, of.KEY_STREETS),
    "rounds": (4, of.AT_ROUNDS, of.KEY_ROUNDS),
}
_PLACES = places()


def _own(column: NDArray[Any]) -> NDArray[Any]:
    """The column as one that the kernel may own: one compiled kernel serves columns of every reader."""
    return np.require(column, requirements=("C", "W"))


def _log(batch: Batch) -> Log:
    def seat(column: NDArray[np.int8]) -> NDArray[np.int8]:
        return np.where((column >= 1) & (column < of.SEATS), column, np.int8(0))

    return Log(
        event=_own(batch.event),
        seat=seat(batch.seat).astype(np.int64),
        other_seat=seat(batch.other_seat),
        actor=_own(batch.actor),
        person=_own(batch.person),
        number=_own(batch.number),
        amount=_own(batch.amount),
        label=_own(batch.label),
        ref=_own(batch.ref),
        time=_own(batch.time),
        pieces_start=_own(batch.pieces_start),
        pieces=_own(batch.pieces),
        labels=np.array(read_labels(batch.labels), np.int16),
    )


def _hands(batch: Batch, page: NDArray[np.int64]) -> Hands:
    carried = np.zeros(batch.hand_count, np.int64)
    return Hands(_own(batch.start), _own(batch.gap), _own(batch.table), page, carried)


def _rows_of(batch: Batch) -> dict[str, NDArray[np.int64]]:
    """The rows of the batch that each table of events speaks of."""
    rows = {}
    for name, events in _OF_EVENTS.items():
        first, *others = (_EVENTS.index(event) for event in events)
        wanted = batch.event == first
        for event in others:
            wanted |= batch.event == event
        rows[name] = np.flatnonzero(wanted)
    return rows


def _room(batch: Batch, rows: Mapping[str, NDArray[np.int64]]) -> dict[str, int]:
    """How many rows each table may have."""
    room = {"hands": batch.hand_count, "splits": len(rows["awards"])}
    room |= {name: batch.hand_count * most for name, (most, _, _) in _KEYED.items()}
    return room | {name: len(rows[name]) for name in rows}


def _filled(room: Mapping[str, int]) -> Filled:
    """Arrays for all facts, unknown until they are filled; what lies beyond a table's room is never touched."""
    most = max(room.values())
    facts = Filled(
        np.empty((SMALL, most), np.int8), np.empty((of.WIDE_ROWS, most), np.int64), np.zeros(of.COUNTERS, np.int64)
    )
    for name, (small, place) in _PLACES.items():
        size = room[name.partition(".")[0]]
        if small:
            facts.small[place, :size] = of.UNKNOWN_SMALL
        else:
            facts.wide[place, :size] = of.UNKNOWN
    return facts


def _table(
    table: Table, batch: Batch, facts: Filled, rows: Mapping[str, NDArray[np.int64]], hand_of: NDArray[np.int32]
) -> FactTable:
    """One table of facts with the keys of its rows."""
    if table.name == "hands":
        count = batch.hand_count
        hand = np.arange(count, dtype=np.int32)
        row, seat = np.full(count, -1, np.int64), np.zeros(count, np.int8)
    elif table.name in _KEYED or table.name == "splits":
        _, counter, key = _KEYED.get(table.name, (0, of.AT_SPLITS, of.KEY_SPLITS))
        count = int(facts.at[counter])
        keys = facts.wide[key : key + 3, :count]
        hand, row, seat = keys[0].astype(np.int32), keys[1], keys[2].astype(np.int8)
    else:
        row = rows[table.name]
        count = len(row)
        hand, seat = hand_of[row], batch.seat[row]
    columns: dict[str, NDArray[Any]] = {}
    for column in table.columns:
        small, place = _PLACES[f"{table.name}.{column.name}"]
        columns[column.name] = (facts.small if small else facts.wide)[place, :count]
    return FactTable(table, hand, row, seat, columns)


def begun(
    batch: Batch, law: Law, rows: Mapping[str, NDArray[np.int64]] | None = None
) -> tuple[Log, Hands, Filled, Worth]:
    """What the replay of a batch starts from: its columns, its hands, facts yet unknown, and the law of its days."""
    worth, page = worth_of(law, batch.day)
    return _log(batch), _hands(batch, page), _filled(_room(batch, rows or _rows_of(batch))), worth


class FiveCardPoker:
    """Five-card poker as the engine knows it."""

    name = "five_card_poker"
    tables = TABLES

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables."""
        rows = _rows_of(batch)
        log, hands, facts, worth = begun(batch, law, rows)
        carry = load(batch, states)
        replay_hands(log, hands, carry, of.FRESH.copy(), facts, worth)
        keep(batch, states, carry)
        hand_of = np.repeat(np.arange(batch.hand_count, dtype=np.int32), np.diff(batch.start))
        return Facts({table.name: _table(table, batch, facts, rows, hand_of) for table in TABLES}, hands.carried)
