"""What a game is to the rest of the house: tables of facts, and a replay that fills them."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.logs.batch import Batch, TableKey
from audit.schema import Table


@dataclass
class TableState:
    """What outlives a hand at one table, as an explicit value that can be stored and read again.

    ``values`` is laid out by the game that owns it (always the kinds of event seen so far in ``values[0]``, as a bit
    mask over ``schema.EVENTS``); ``words`` holds the texts, such as persons and deck ids, that batches number anew.
    """

    values: NDArray[np.int64]
    words: dict[str, str] = field(default_factory=dict)


States = MutableMapping[TableKey, TableState]


@dataclass(frozen=True)
class FactTable:
    """One table of facts of a batch, as columns of equal length.

    ``hand`` indexes the batch's hands; ``row`` is the row of the batch that the fact speaks of, -1 for the whole hand;
    ``seat`` is 0 for none. An unknown fact holds the least value of its array's type (``schema.unknown``).
    """

    table: Table
    hand: NDArray[np.int32]
    row: NDArray[np.int64]
    seat: NDArray[np.int8]
    columns: Mapping[str, NDArray[Any]]

    def __len__(self) -> int:
        return len(self.hand)


@dataclass(frozen=True)
class Facts:
    """What a replay makes of a batch: tables of facts by name, and per hand the kinds of event its table has carried.

    ``carried[h]`` is a bit mask over ``schema.EVENTS[game]``: the kinds that the table has shown from the first of its
    hands up to and including hand h. A rule that needs a kind without its bit is indeterminate for that hand.
    """

    tables: Mapping[str, FactTable]
    carried: NDArray[np.int64]


class Game(Protocol):
    """A game as the engine knows it."""

    @property
    def name(self) -> str:
        """What a log calls it."""
        ...

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of facts that its replay fills."""
        ...

    @property
    def switches(self) -> frozenset[str]:
        """The readings of the law that its replay asks for; the others it knows as their pack takes them."""
        ...

    def replay(self, batch: Batch, states: States, law: Law) -> Facts:
        """Facts of a batch; reads and updates the states of its tables.

        Never raises for what a log holds: what cannot be told is unknown.
        """
        ...
