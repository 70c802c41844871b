"""Planted violations: what a plant is, and the truth that is written beside a log that holds them."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from audit.simulate.rows import HandLog


@dataclass(frozen=True)
class Truth:
    """What was planted in a hand: the rule, the rules that fall together with it, and whether it is a violation."""

    hand_id: str
    rule_id: str
    also: tuple[str, ...]
    note: str
    kind: str  # violation | note


@dataclass(frozen=True)
class PlantedTable:
    """A table of its own for one plant: lawful hands, and the planted one last."""

    hands: tuple[HandLog, ...]
    truth: Truth


class Ids(Protocol):
    """Gives every hand its id."""

    def __call__(self) -> str:
        """The next id."""
        ...


class PlayedTable(Protocol):
    """A table that plays lawful hands one after the other."""

    def next_hand(self, hand_id: str) -> HandLog:
        """The table's next hand, not yet finished."""
        ...


class Simulation(Protocol):
    """How one game is played and broken: what ``simulate`` needs to know of a game."""

    game: str
    prefix: str  # of table ids
    plants: Mapping[str, str]  # rule id: what is planted, in a sentence

    def table(self, rng: Random, table_id: str, number: int) -> PlayedTable:
        """A table with habits of its own, chosen by its number."""
        ...

    def plant(self, rule_id: str, rng: Random, table_id: str, number: int, ids: Ids) -> PlantedTable:
        """The ``number``-th plant of a rule, on a table of its own."""
        ...


def write_truth(path: Path, truths: Sequence[Truth]) -> None:
    """Write the truth file: hand_id, rule_id, also (joined by +), note, kind."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("hand_id", "rule_id", "also", "note", "kind"))
        for truth in truths:
            writer.writerow((truth.hand_id, truth.rule_id, "+".join(truth.also), truth.note, truth.kind))
