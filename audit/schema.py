"""The canonical log and the form of facts: every column with its type, unit and one sentence.

Documentation, checks and readers are generated from what stands here or tested against it.
"""

import enum
from dataclasses import dataclass, field
from typing import Any

import numpy as np


class Kind(enum.Enum):
    """The types that facts and rules know."""

    WHOLE = "whole"  # a whole number
    MONEY = "money"  # whole minor units of the hand's currency
    TRUTH = "truth"  # 0 or 1
    WORD = "word"  # a code into the column's words
    PERSON = "person"  # a code into the batch's persons, for sameness only
    SEATS = "seats"  # a set of seats, bit s for seat s, for display and sameness only
    PIECES = "pieces"  # up to eight pieces packed in 64 bits, for display and sameness only


@dataclass(frozen=True)
class Column:
    """One column of a table of facts; an unknown fact holds the least value of its array's own type."""

    name: str
    kind: Kind
    doc: str
    unit: str = ""
    nullable: bool = False
    words: tuple[str, ...] = ()
    citation: str = ""  # the article that gives the fact, empty where it is the log's own or arithmetic


@dataclass(frozen=True)
class Table:
    """A table of facts: its name, what one row of it is, and its columns."""

    name: str
    doc: str
    grain: str
    columns: tuple[Column, ...]
    _by_name: dict[str, Column] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_name.update({column.name: column for column in self.columns})

    def column(self, name: str) -> Column:
        """The column of that name; KeyError where there is none."""
        return self._by_name[name]

    def __contains__(self, name: str) -> bool:
        return name in self._by_name


def unknown(dtype: Any) -> int:
    """The value that stands for unknown in an array of facts of that type: the least that the type holds."""
    return int(np.iinfo(dtype).min)


NULL = int(np.iinfo(np.int64).min)  # no amount, no number, no time
NULL_32 = int(np.iinfo(np.int32).min)
AMOUNT_LIMIT = 10**13  # minor units; the sum of ninety of them, times ten thousand basis points, still fits 64 bits

GAMES = ("pai_gow", "five_card_poker", "mahjong", "mahjong_simplified")
ACTORS = ("", "player", "banker", "dealer", "house")


@dataclass(frozen=True)
class LogColumn:
    """One column of the canonical log: its Parquet type, whether it may be empty, and its meaning."""

    name: str
    arrow: str
    nullable: bool
    doc: str


LOG_COLUMNS = (
    LogColumn("casino", "string", False, "The casino's id."),
    LogColumn("table_id", "string", False, "The table's id, unique in the casino."),
    LogColumn("game", "string", False, "Which game: " + ", ".join(GAMES) + "."),
    LogColumn("gaming_day", "date32", False, "The casino's gaming day."),
    LogColumn("hand_id", "string", False, "The hand's id, unique in the casino."),
    LogColumn("seq", "int32", False, "Order in the hand: 1, 2, 3 ... without gaps."),
    LogColumn("time", "timestamp[ms, UTC]", False, "ISO 8601 with offset in CSV."),
    LogColumn("utc_offset", "int16", True, "Minutes, in Parquet only; nothing means +480."),
    LogColumn("event", "string", False, "What happened; see the events of each game."),
    LogColumn("seat", "int8", True, "The seat that the event is about, counted counter-clockwise from 1."),
    LogColumn("actor", "string", True, "Who did it: player, banker, dealer or house."),
    LogColumn("person", "string", True, "Pseudonymous id of the person who did it."),
    LogColumn("other_seat", "int8", True, "The second seat of the event."),
    LogColumn("pieces", "string", True, "Tiles, cards or dice, space-separated; groups parted by ' | '."),
    LogColumn("number", "int32", True, "A count or index, by event."),
    LogColumn("amount", "decimal(18, 2)", True, "Money, in the hand's currency."),
    LogColumn("payout", "decimal(18, 2)", True, "Won by the seat (negative: lost), before the fee."),
    LogColumn("fee", "decimal(18, 2)", True, "Commission or rake taken with this event."),
    LogColumn("label", "string", True, "A word of the event's own vocabulary, or a name as the casino logged it."),
    LogColumn("ref", "string", True, "Id of the tile set or deck; the stakes of a mahjong table."),
    LogColumn("currency", "string", True, "ISO 4217, one per hand."),
    LogColumn("source_row", "int64", True, "Row number in the operator's file; filled by the reader in CSV."),
)

_MAHJONG = (
    "hand_start money wall dice break deal draw claim discard chow pung kong win false_win pay rake exhausted "
    "take_back look correct hand_end"
)

# A kind of event is a bit of a 64-bit mask in the kernels: at most 62 a game.
EVENTS: dict[str, tuple[str, ...]] = {
    "pai_gow": tuple(
        (
            "hand_start replace_set consent decline bank shuffle cobank bet bet_change bet_move declare cut shake deal "
            "expose void set open arrange take_back touch speak remove_tile dispute compare settle compensate hand_end"
        ).split()
    ),
    "five_card_poker": tuple(
        (
            "hand_start buy_in top_up stack shuffle cut ante rake burn deal expose void refund bet call raise check "
            "fold disclose return show pot award share_agreement misdeal correct leave box withdraw hand_end"
        ).split()
    ),
    "mahjong": tuple(_MAHJONG.split()),
    "mahjong_simplified": tuple(_MAHJONG.split()),
}

SEATS = {"pai_gow": 8, "five_card_poker": 8, "mahjong": 4, "mahjong_simplified": 4}
