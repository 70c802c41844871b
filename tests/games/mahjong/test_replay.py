import csv
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.findings.running import Request, run_audit
from audit.games.mahjong import facts, layout

from .judging import HEADER, RULES, book, findings, replayed

GAMES = ("mahjong", "mahjong_simplified")
ROOT = RULES.parents[1]
CLEAN = "ordinary evening kept earthly self_drawn false_win several_winners exhausted".split()
EVENTS = """money wall dice break deal draw claim discard chow pung kong win false_win pay rake exhausted take_back look
correct""".split()


def hands_of(game: str, names: list[str] | None = None) -> dict[str, list[dict[str, str]]]:
    """The hands of the pack's base logs, each under a name of its own."""
    hands: dict[str, list[dict[str, str]]] = {}
    for path in sorted((RULES / game / "bases").glob("*.csv")):
        if names is None or path.stem in names:
            with path.open(newline="") as file:
                for row in csv.DictReader(file):
                    hands.setdefault(f"{path.stem}-{row['hand_id']}", []).append(row)
    return hands


def write(path: Path, hands: Mapping[str, list[dict[str, str]]], tables: int = 0) -> Path:
    """One log of hands in time order: each base on its table, or dealt out to a few tables."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, extrasaction="ignore")
        writer.writeheader()
        for place, (name, rows) in enumerate(hands.items()):
            table = f"T{place % tables}" if tables else name.rsplit("-", 1)[0]
            for seq, row in enumerate(rows, 1):
                time = f"2026-10-03T{10 + place // 60:02}:{place % 60:02}:{min(59, seq // 4):02}+08:00"
                writer.writerow(row | {"hand_id": name, "table_id": table, "seq": str(seq), "time": time})
    return path


def broken_hands(game: str, seed: int, count: int) -> dict[str, list[dict[str, str]]]:
    """Hands in which rows are lost, doubled, exchanged and changed: everything that a log may hold."""
    rng = random.Random(seed)
    bases = [rows for rows in hands_of(game).values() if len(rows) < 120]
    hands = {}
    for number in range(count):
        rows = [dict(row) for row in rng.choice(bases)]
        for _ in range(rng.randint(1, 8)):
            at, other = rng.randrange(1, len(rows) - 1), rng.randrange(1, len(rows) - 1)
            deed = rng.randrange(7)
            if deed == 0 and len(rows) > 4:
                del rows[at]
            elif deed == 1:
                rows.insert(at, dict(rows[other]))
            elif deed == 2:
                rows[at], rows[other] = rows[other], rows[at]
            elif deed == 3:
                rows[at]["event"] = rng.choice(EVENTS)
            elif deed == 4:
                rows[at][rng.choice(["seat", "other_seat"])] = rng.choice(["", "1", "2", "3", "4"])
            elif deed == 5:
                tiles = rng.choices(["?", "1m", "9m", "5p", "6z", "8z", "0m", "3"], k=rng.randrange(7))
                rows[at]["pieces"] = " ".join(tiles)
            else:
                rows[at]["label"] = rng.choice(["", "tail", "exposed", "concealed", "promoted", "win", "liability"])
        hands[f"broken-{seed}-{number}"] = rows
    return hands


def flat(path: Path, game: str, rows: int) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Every column of every table, all batches together, by the name of the hand and not by the batch."""
    parts = replayed(path, game, rows)
    names = [np.array(batch.hand_id.to_pylist()) for batch, _ in parts]
    for table in parts[0][1].tables:
        tables = [part.tables[table] for _, part in parts]
        keys = np.concatenate([name[each.hand] for name, each in zip(names, tables, strict=True)])
        order = np.argsort(keys, kind="stable")
        for column in tables[0].columns:
            yield f"{table}.{column}", np.concatenate([each.columns[column] for each in tables])[order]
    carried = np.concatenate([part.carried for _, part in parts])
    yield "carried", carried[np.argsort(np.concatenate(names), kind="stable")]


@pytest.mark.parametrize("tables", [facts.TRADITIONAL, facts.SIMPLIFIED])
def test_columns_stand_in_the_order_of_the_kernels(tables: tuple[Any, ...]) -> None:
    columns = {"hands": layout.HANDS} | {table.name: table.columns for table in layout.TABLES}
    assert {table.name: [column.name for column in table.columns] for table in tables} == columns


@pytest.mark.parametrize("game", GAMES)
def test_any_cut_of_batches_gives_the_same_facts(game: str, tmp_path: Path) -> None:
    path = write(tmp_path / "log.csv", hands_of(game) | broken_hands(game, 1, 60), tables=3)
    whole = dict(flat(path, game, 262_144))
    for rows in (1, 500):
        for name, column in flat(path, game, rows):
            np.testing.assert_array_equal(column, whole[name], err_msg=f"{name} with batches of {rows} rows")


_PLAIN = """
import pickle, sys
import numpy as np
from tests.games.mahjong.judging import book, game_of
for game, batch, expected in pickle.load(open(sys.argv[1], "rb")):
    facts = game_of(game).replay(batch, {}, book().law(game))
    for name, table in facts.tables.items():
        for column, values in table.columns.items():
            np.testing.assert_array_equal(values, expected[name, column], err_msg=f"{game} {name}.{column}")
print("same")
"""


def test_kernels_do_the_same_uncompiled_and_stay_in_bounds(tmp_path: Path) -> None:
    """As plain Python an index out of bounds raises, and a sum that wraps warns: neither may happen."""
    cases = []
    for game in GAMES:
        path = write(tmp_path / f"{game}.csv", broken_hands(game, 2, 120), tables=1)
        batch, found = replayed(path, game)[0]
        columns = {(name, key): value for name, table in found.tables.items() for key, value in table.columns.items()}
        cases.append((game, replace(batch, rows=None), columns))
    (tmp_path / "cases").write_bytes(pickle.dumps(cases))
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", _PLAIN, str(tmp_path / "cases")],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "same", done.stderr[-2000:]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_hidden_tiles_make_facts_unknown_and_never_wrong(game: str, seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    hands = hands_of(game, CLEAN)
    clean = findings(write(tmp_path / "clean.csv", hands), game)
    assert {each for each in clean if not each[3]} == set()
    share = (0.02, 0.1, 0.3, 0.6, 0.9, 1.0)[seed]
    for rows in hands.values():
        for row in rows:
            if row["event"] in ("deal", "draw", "discard", "chow", "pung", "kong", "win"):
                row["pieces"] = " ".join("?" if rng.random() < share else tile for tile in row["pieces"].split())
    assert findings(write(tmp_path / "hidden.csv", hands), game) - clean == set()


def test_a_rejected_row_leaves_the_rest_of_its_hand_unjudged(tmp_path: Path) -> None:
    hands = hands_of("mahjong", ["evening"])
    first = next(iter(hands))
    lost = next(place for place, row in enumerate(hands[first]) if row["event"] == "draw")
    hands[first][lost]["pieces"] = "5x"
    assert findings(write(tmp_path / "log.csv", hands), "mahjong") == set()


def write_list(pack: Path) -> Path:
    """A house pack that supplies the hands of one fan: the heavenly win."""
    pack.mkdir()
    title = 'title = { en = "List", "zh-Hant" = "列表", pt = "Lista" }'
    (pack / "pack.toml").write_text(f'game = "mahjong_simplified"\nname = "our-list"\n{title}\n', encoding="utf-8")
    (pack / "parameters.toml").write_text(
        f'[[parameter]]\nname = "one_fan_hands"\nunit = "names of fan"\n{title}\n[[parameter.step]]\n'
        'from = 1991-07-29\nvalue = ["heavenly"]\ncitation = "135/91/M B(6)"\ncertainty = "C"\nday_is = "estimated"\n',
        encoding="utf-8",
    )
    return pack


def one_fan_hands() -> dict[str, list[dict[str, str]]]:
    """A heavenly win declared chicken, the same declared one fan, and an ordinary win declared one fan."""
    hands = {}
    for name, base, said in (
        ("silent", "heavenly", {}),
        ("declared", "heavenly", {"number": "1", "label": "heavenly"}),
        ("unlisted", "self_drawn", {"number": "1", "label": "all_chows"}),
    ):
        rows = next(iter(hands_of("mahjong_simplified", [base]).values()))
        hands[f"{name}-H1"] = [row | said if row["event"] == "win" else row for row in rows]
    return hands


def test_a_list_of_one_fan_hands_decides(tmp_path: Path) -> None:
    path, game = write(tmp_path / "log.csv", one_fan_hands()), "mahjong_simplified"
    assert findings(path, game, ["MS-6.1"]) == set()
    found = findings(path, game, ["MS-6.1"], law=book(write_list(tmp_path / "our-list")))
    assert {each[1] for each in found} == {"silent-H1", "unlisted-H1"}


def test_a_house_pack_makes_one_fan_judged_in_a_whole_run(tmp_path: Path) -> None:
    path, counts = write(tmp_path / "log.csv", one_fan_hands()), {}
    pack = write_list(tmp_path / "our-list")
    for name, rules in (("without", ()), ("with", (pack,))):
        run_audit(Request(logs=(str(path),), out=tmp_path / name, rules=rules, select=("MS-6.1",)))
        with (tmp_path / name / "coverage.csv").open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["rule_id"] == "MS-6.1"]
        counts[name] = [sum(int(row[column]) for row in rows) for column in ("violates", "indeterminate")]
    assert counts["without"][0] == 0 < counts["without"][1]
    assert counts["with"] == [2, 0]


@pytest.mark.parametrize(
    ("event", "place", "tiles"), [("deal", 13, "2p"), ("deal", 5, "2p 3m 6p 7p"), ("draw", 0, "2p")]
)
def test_a_surplus_copy_is_told_by_its_kind(event: str, place: int, tiles: str, tmp_path: Path) -> None:
    hands = {name: rows for name, rows in hands_of("mahjong", ["ordinary"]).items() if name == "ordinary-H1"}
    [rows] = hands.values()
    [row for row in rows if row["event"] == event][place]["pieces"] = tiles
    [(_, facts)] = replayed(write(tmp_path / "log.csv", hands), "mahjong")
    surplus = {
        (table, int(code))
        for table in ("deals", "draws", "discards", "melds")
        for code in facts.tables[table].columns["surplus"].tolist()
        if code > 0
    }
    assert surplus == {(f"{event}s", 10 + 2)}  # 2p is the eleventh kind, and a byte holds it with 2 added
