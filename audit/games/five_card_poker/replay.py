"""The replay of five-card poker: a batch of hands in, tables of facts out."""

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.carrying import keep, load
from audit.games.five_card_poker.facts import TABLES
from audit.games.five_card_poker.hand import replay_hands
from audit.games.five_card_poker.labels import Labels, read_labels
from audit.games.five_card_poker.layout import Filled, Hand, Log
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
_KEYED = {"seats": of.KEY_SEATS, "streets": of.KEY_STREETS, "rounds": of.KEY_ROUNDS, "splits": of.KEY_SPLITS}
_COUNTER = {"seats": of.AT_SEATS, "streets": of.AT_STREETS, "rounds": of.AT_ROUNDS, "splits": of.AT_SPLITS}
_CARDS_OF_A_SEAT, _ROUNDS = 5, 4


def _log(batch: Batch, labels: Labels, page: NDArray[np.int64]) -> Log:
    def seat(column: NDArray[np.int8]) -> NDArray[np.int8]:
        return np.where((column >= 1) & (column < of.SEATS), column, 0).astype(np.int8)

    return Log(
        start=batch.start,
        gap=batch.gap,
        table=batch.table,
        page=page,
        event=batch.event,
        seat=seat(batch.seat),
        other_seat=seat(batch.other_seat),
        actor=batch.actor,
        person=batch.person,
        number=batch.number,
        amount=batch.amount,
        word=labels.word[batch.label],
        category=labels.category[batch.label],
        rank=labels.rank[batch.label],
        listed=labels.seats[batch.label],
        ref=batch.ref,
        time=batch.time,
        pieces_start=batch.pieces_start,
        pieces=batch.pieces,
    )


def _rows_of(batch: Batch) -> dict[str, NDArray[np.int64]]:
    """The rows of the batch that each table of events speaks of."""
    rows = {}
    for name, events in _OF_EVENTS.items():
        wanted = np.zeros(len(_EVENTS), np.bool_)
        wanted[[_EVENTS.index(event) for event in events]] = True
        rows[name] = np.flatnonzero(wanted[batch.event])
    return rows


def _filled(batch: Batch, rows: dict[str, NDArray[np.int64]]) -> Filled:
    """Arrays for all facts, unknown until they are filled."""
    hands = batch.hand_count
    room = {"hands": hands, "seats": hands * (of.SEATS - 1), "streets": hands * _CARDS_OF_A_SEAT}
    room |= {"rounds": hands * _ROUNDS, "splits": len(rows["awards"])}
    room |= {name: len(rows[name]) for name in rows}

    def array(table: Table) -> NDArray[np.int64]:
        return np.full((len(table.columns), room[table.name]), of.UNKNOWN, np.int64)

    arrays = {table.name: array(table) for table in TABLES}
    keys = np.zeros((of.KEYED, 3, max(room[name] for name in _KEYED)), np.int64)
    return Filled(**arrays, keys=keys, at=np.zeros(of.COUNTERS, np.int64))


def _hand() -> Hand:
    return Hand(
        seat=np.zeros((of.SEAT_FIELDS, of.SEATS), np.int64),
        has=np.zeros(of.HAND_FIELDS, np.int64),
        seen=np.zeros(40, np.int64),
        pots=np.zeros((2, 10), np.int64),
        cards=np.zeros(5, np.int64),
    )


def _table(
    table: Table, batch: Batch, filled: Filled, rows: dict[str, NDArray[np.int64]], hand_of: NDArray[np.int32]
) -> FactTable:
    """One table of facts with the keys of its rows."""
    if table.name == "hands":
        count = batch.hand_count
        hand = np.arange(count, dtype=np.int32)
        row, seat, values = np.full(count, -1, np.int64), np.zeros(count, np.int8), filled.hands
    elif table.name in _KEYED:
        count = int(filled.at[_COUNTER[table.name]])
        keys = filled.keys[_KEYED[table.name], :, :count]
        hand, row, seat = keys[0].astype(np.int32), keys[1].copy(), keys[2].astype(np.int8)
        values = getattr(filled, table.name)[:, :count]
    else:
        row = rows[table.name]
        hand, seat = hand_of[row], batch.seat[row]
        values = getattr(filled, table.name)
    columns = {column.name: values[place] for place, column in enumerate(table.columns)}
    return FactTable(table, hand, row, seat, columns)


class FiveCardPoker:
    """Five-card poker as the engine knows it."""

    name = "five_card_poker"
    tables = TABLES

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables."""
        worth, page = worth_of(law, batch.day)
        rows = _rows_of(batch)
        filled = _filled(batch, rows)
        carry = load(batch, states)
        carried = np.zeros(batch.hand_count, np.int64)
        replay_hands(_log(batch, read_labels(batch.labels), page), carry, _hand(), filled, worth, carried)
        keep(batch, states, carry)
        hand_of = np.repeat(np.arange(batch.hand_count, dtype=np.int32), np.diff(batch.start))
        return Facts({table.name: _table(table, batch, filled, rows, hand_of) for table in TABLES}, carried)
