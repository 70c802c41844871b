"""Judging a canonical CSV log with the packs of this checkout, for the tests of this folder."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np

from audit.games.game import Facts, Game, TableState
from audit.games.registry import registered_games
from audit.logs import open_logs
from audit.logs.batch import Batch, TableKey
from audit.rulebook import Rulebook, Selection, evaluate, load_rulebook

RULES = Path(__file__).resolve().parents[3] / "rules" / "macau"
HEADER = (
    "casino,table_id,game,gaming_day,hand_id,seq,time,event,seat,other_seat,pieces,number,amount,label,ref,currency"
).split(",")


@cache
def book(*extra: Path) -> Rulebook:
    folders = [RULES / "mahjong", RULES / "mahjong_simplified", *extra]
    games = {name: game_of(name) for name in ("mahjong", "mahjong_simplified")}
    return load_rulebook(folders, games, prove=False)


def game_of(name: str) -> Game:
    return registered_games()[name]


def replayed(path: Path, name: str, rows: int = 262_144, law: Rulebook | None = None) -> list[tuple[Batch, Facts]]:
    states: dict[TableKey, TableState] = {}
    logs = open_logs([str(path)], batch_rows=rows)
    game, known = game_of(name), (law or book()).law(name)
    return [(batch, game.replay(batch, states, known)) for batch in logs.batches()]


def findings(
    path: Path, name: str, only: Iterable[str] = (), law: Rulebook | None = None
) -> set[tuple[str, str, int, bool]]:
    """Rule, hand, seat and whether it is a note, of everything found."""
    law = law or book()
    ids = frozenset(only) or frozenset(rule.id for rule in law.rules(name))
    found = set()
    for batch, facts in replayed(path, name, law=law):
        cell = np.arange(batch.hand_count, dtype=np.int32)
        for each in evaluate(law, name, facts, batch, cell, batch.hand_count, Selection(ids)).found:
            for row, note in zip(each.rows.tolist(), each.note.tolist(), strict=True):
                hand = batch.hand_id[int(each.table.hand[row])].as_py()
                found.add((each.rule.id, hand, int(each.table.seat[row]), bool(note)))
    return found
