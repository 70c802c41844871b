"""The replay of pai gow: the same facts however a log is cut, and nothing that a log holds can stop or mislead it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.games.game import TableState
from audit.games.pai_gow import GAME
from audit.logs import Batch, TableKey, open_logs
from audit.places import rules_folder
from audit.rulebook.loading import read_packs
from audit.rulebook.rule import GameLaw
from audit.schema import unknown

BASES = sorted((rules_folder() / "macau" / "pai_gow" / "bases").glob("*.csv"))


@cache
def law() -> GameLaw:
    book, _ = read_packs([rules_folder() / "macau" / "pai_gow"], {"pai_gow": GAME})
    return book.law("pai_gow")


def known(value: np.integer) -> int | None:
    return None if value == unknown(value.dtype) else int(value)


def told(batches: list[Batch]) -> dict[str, list[tuple[Any, ...]]]:
    """Every fact of batches in order, with hand ids for hand numbers, sequence numbers for rows, texts for codes."""
    states: dict[TableKey, TableState] = {}
    facts: dict[str, list[tuple[Any, ...]]] = {}
    for batch in batches:
        came = GAME.replay(batch, states, law())
        ids = batch.hand_id.to_pylist()
        for name, table in came.tables.items():
            for at in range(len(table)):
                row = int(table.row[at])
                values = tuple(known(column[at]) for column in table.columns.values())
                seq = int(batch.seq[row]) if row >= 0 else 0
                facts.setdefault(name, []).append((ids[table.hand[at]], seq, int(table.seat[at]), values))
    return facts


def log_of(path: Path, folder: Path, name: str, edit=lambda line: line) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    target = folder / name
    target.write_text("\n".join([lines[0], *[edit(line) for line in lines[1:]]]) + "\n", encoding="utf-8")
    return str(target)


@pytest.mark.parametrize("base", BASES, ids=lambda path: path.stem)
def test_same_facts_however_a_log_is_cut(base: Path) -> None:
    whole = told(list(open_logs([str(base)]).batches()))
    cut = told(list(open_logs([str(base)], batch_rows=1).batches()))
    assert whole == cut
    assert whole["hands"]


def test_another_table_changes_no_fact(tmp_path: Path) -> None:
    other = log_of(
        BASES[0], tmp_path, "other.csv", lambda line: re.sub(r",H(\d)", r",X\1", line.replace("PG07", "PG08"))
    )
    alone = told(list(open_logs([str(BASES[0])]).batches()))
    both = told(list(open_logs([str(BASES[0]), other]).batches()))
    for name, rows in alone.items():
        assert [row for row in both[name] if not row[0].startswith("X")] == rows


def test_facts_of_a_torn_hand_are_unknown(tmp_path: Path) -> None:
    base = next(path for path in BASES if path.stem == "ordinary")
    torn = log_of(base, tmp_path, "torn.csv", lambda line: line.replace("-2000.00", "two thousand"))
    batches = list(open_logs([torn]).batches())
    assert any((batch.gap < batch.start[1:]).any() for batch in batches)
    hands = told(batches)["hands"]
    names = [column.name for column in GAME.tables[0].columns]
    facts = dict(zip(names, hands[0][3], strict=True))
    assert facts["banking_net"] is None
    assert facts["bank_total"] is None
    assert facts["piles"] is None
    assert facts["played"] == 1
    assert facts["first_seat"] == 6


def test_a_hand_beyond_all_length_is_unknown_and_quick(tmp_path: Path) -> None:
    base = next(path for path in BASES if path.stem == "ordinary")
    lines = base.read_text(encoding="utf-8").splitlines()
    bet = next(line for line in lines if ",bet,5," in line).split(",")
    rows = [[*bet[:5], str(seq), *bet[6:]] for seq in range(2, 9_002)]
    text = "\n".join(
        [
            lines[0],
            lines[1],
            *(",".join(row) for row in rows),
            ",".join([*lines[-1].split(",")[:5], "9002", *lines[-1].split(",")[6:]]),
        ]
    )
    path = tmp_path / "long.csv"
    path.write_text(text + "\n", encoding="utf-8")
    facts = told(list(open_logs([str(path)]).batches()))
    names = [column.name for column in GAME.tables[0].columns]
    assert dict(zip(names, facts["hands"][0][3], strict=True))["piles"] is None
    assert len(facts["bets"]) < 3_000


def test_columns_hold_whole_numbers_with_one_unknown() -> None:
    batch = next(iter(open_logs([str(BASES[0])]).batches()))
    for table in GAME.replay(batch, {}, law()).tables.values():
        for column in table.table.columns:
            values = table.columns[column.name]
            assert np.issubdtype(values.dtype, np.integer)
            if column.words:
                known = values[values != unknown(values.dtype)]
                assert ((known >= 0) & (known < len(column.words))).all(), column.name
            if not column.nullable:
                assert (values != unknown(values.dtype)).all(), column.name
