"""Judging poker logs with the pack of this checkout, for the tests of this folder."""

import csv
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import numpy as np

from audit.games.game import States
from audit.games.registry import registered_games
from audit.logs import open_logs
from audit.rulebook import Rulebook, Selection, evaluate, load_rulebook

GAME = "five_card_poker"
PACK = Path(__file__).resolve().parents[3] / "rules" / "macau" / GAME
Rows = list[dict[str, str]]


@cache
def book() -> Rulebook:
    return load_rulebook([PACK], {GAME: registered_games()[GAME]}, prove=False)


def violations(path: Path) -> dict[str, Counter[str]]:
    """By table what is found in violation, by rule."""
    law, game = book(), registered_games()[GAME]
    every = Selection(frozenset(rule.id for rule in law.rules(GAME) if rule.status == "active"))
    states: States = {}
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for batch in open_logs([str(path)]).batches():
        facts = game.replay(batch, states, law.law(GAME))
        judged = evaluate(law, GAME, facts, batch, np.zeros(batch.hand_count, np.int32), 1, every)
        for one in judged.found:
            for row in one.rows[~one.note].tolist():
                found[batch.tables[batch.table[int(one.table.hand[row])]].table_id][one.rule.id] += 1
    return found


def base(name: str) -> Rows:
    """The rows of a base log of the pack."""
    with (PACK / "bases" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path: Path, tables: dict[str, Rows]) -> Path:
    """Write logs as tables of one log, their rows numbered anew a second apart."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(next(iter(tables.values()))[0]))
        writer.writeheader()
        for table, rows in tables.items():
            seq: Counter[str] = Counter()
            for second, row in enumerate(rows):
                seq[row["hand_id"]] += 1
                time = f"2026-10-03T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+08:00"
                own = {"table_id": table, "hand_id": f"{table}-{row['hand_id']}", "time": time}
                writer.writerow(row | own | {"seq": str(seq[row["hand_id"]])})
    return path
