"""One wrong cell of a lawful hand gives one finding at most, and what a log does not carry gives none."""

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from audit.rulebook import Selection, evaluate
from audit.schema import EVENTS
from audit.simulate import simulation
from audit.simulate.mahjong.hand import Hand as PlayedHand
from audit.simulate.mahjong.play import play_freely
from audit.simulate.mahjong.scenes import SIMPLIFIED, TRADITIONAL
from audit.simulate.mahjong.steering import hesitate, look_by_accident, steered

from .judging import HEADER, RULES, book, replayed

Hand = list[dict[str, str]]
GAMES = ("mahjong", "mahjong_simplified")
SWEPT = ("ordinary", "self_drawn", "earthly", "several_winners", "false_win", "robbed", "nine_exposed", "heavenly")
SPARSE = (*SWEPT, "evening", "kept", "exhausted", "twelfth_tile", "last_green", "passed_triplet", "two_players")
LABELS = {
    "draw": ("wall", "tail"),
    "claim": ("chow", "pung", "kong", "win"),
    "kong": ("exposed", "concealed", "promoted"),
    "pay": ("win", "liability", "false_win"),
    "hand_start": ("E", "S", "W", "N"),
}
# A look that says neither accident nor purpose is a finding of its own where its seat kongs later.
OTHER_EVENTS = [kind for kind in EVENTS["mahjong"] if kind not in ("hand_start", "hand_end", "look")]
COLUMNS = ("seat", "other_seat", "pieces", "number", "amount", "label", "ref")


def bases(game: str, names: tuple[str, ...]) -> dict[str, list[Hand]]:
    """The hands of base logs of the pack, by the name of their table."""
    found: dict[str, list[Hand]] = {}
    for name in names:
        path = RULES / game / "bases" / f"{name}.csv"
        if path.exists():
            hands: dict[str, Hand] = defaultdict(list)
            with path.open(newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    hands[row["hand_id"]].append(row)
            found[name] = list(hands.values())
    return found


def violations(path: Path, game: str, tables: dict[str, list[Hand]]) -> dict[str, Counter[str]]:
    """The violations of each table by rule."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, HEADER, extrasaction="ignore", restval="")
        writer.writeheader()
        for table, hands in tables.items():
            second = 0
            for place, rows in enumerate(hands):
                for seq, row in enumerate(rows, 1):
                    second += 1
                    time = f"2026-10-03T{10 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+08:00"
                    own = {"table_id": table, "hand_id": f"{table}-{place}", "seq": str(seq), "time": time}
                    writer.writerow(row | own)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    law = book()
    every = Selection(frozenset(rule.id for rule in law.rules(game)))
    for batch, facts in replayed(path, game):
        cell = np.zeros(batch.hand_count, np.int32)
        for each in evaluate(law, game, facts, batch, cell, 1, every).found:
            for row in each.rows[~each.note].tolist():
                hand = batch.hand_id[int(each.table.hand[row])].as_py()
                found[hand.rsplit("-", 1)[0]][each.rule.id] += 1
    return found


def cells(row: dict[str, str], tiles: list[str], rng: random.Random) -> Iterator[dict[str, str]]:
    """Every other value of the cells of a row that is worth a try."""
    for column in ("seat", "other_seat"):
        if row[column]:
            yield from ({column: seat} for seat in ("1", "2", "3", "4", "") if seat != row[column])
    if row["number"]:
        yield from ({"number": text} for text in (str(int(row["number"]) + 1), str(int(row["number"]) - 1), ""))
    if row["amount"]:
        cents = round(float(row["amount"]) * 100)
        changed = (cents + 1, cents - 1, 2 * cents, cents // 2, 0)
        yield from ({"amount": f"{sum_ // 100}.{sum_ % 100:02}"} for sum_ in changed)
    if row["event"] in LABELS:
        yield from ({"label": label} for label in (*LABELS[row["event"]], "") if label != row["label"])
    if row["event"] not in ("hand_start", "hand_end"):
        yield from ({"event": event} for event in rng.sample(OTHER_EVENTS, 6) if event != row["event"])
    if row["ref"]:
        yield from ({"ref": ref} for ref in ("200/400", "7/14", "") if ref != row["ref"])
    pieces = row["pieces"].split()
    if pieces and row["event"] != "dice":
        for place in range(len(pieces)):
            for tile in ("?", "8z", rng.choice(tiles)):
                yield {"pieces": " ".join([*pieces[:place], tile, *pieces[place + 1 :]])}
        yield {"pieces": " ".join([*pieces, rng.choice(tiles)])}
    if pieces:
        yield {"pieces": " ".join(pieces[1:])}


def changed_hands(hand: Hand, tiles: list[str], rng: random.Random) -> Iterator[tuple[str, Hand]]:
    """The hand with one row missing, doubled or exchanged with the next, or with one cell changed."""
    looked = any(row["event"] == "look" for row in hand)
    for place, row in enumerate(hand):
        said = f"row {place + 1}, {row['event']}"
        if 0 < place < len(hand) - 1:
            yield f"{said}: missing", hand[:place] + hand[place + 1 :]
            yield f"{said}: twice", [*hand[: place + 1], *hand[place:]]
        if 0 < place < len(hand) - 2 and hand[place + 1] != row:
            yield f"{said}: after the next", [*hand[:place], hand[place + 1], row, *hand[place + 2 :]]
        for change in cells(row, tiles, rng):
            if change.get("event") == "kong" and looked:  # forbidden to the seat that looked
                continue
            yield f"{said}: {change}", [*hand[:place], row | change, *hand[place + 1 :]]


@pytest.mark.parametrize("game", GAMES)
def test_one_change_gives_one_finding_at_most(game: str, tmp_path: Path) -> None:
    rng = random.Random(7)
    tiles = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + ["6z"]
    tables: dict[str, list[Hand]] = {}
    said: dict[str, str] = {}
    for name, hands in bases(game, SWEPT).items():
        for about, hand in changed_hands(hands[0], tiles, rng):
            table = f"T{len(tables)}"
            tables[table], said[table] = [hand], f"{name}, {about}"
    found = violations(tmp_path / "log.csv", game, tables)
    assert len(found) > len(tables) // 4
    several = [f"{said[table]}: {dict(rules)}" for table, rules in found.items() if sum(rules.values()) > 1]
    assert not several, f"{len(several)} of {len(tables)}\n" + "\n".join(several[:40])


LONG = ("last_draw", "last_discard", "last_kong")  # scenes that play the wall to its end


def as_logged(hand: PlayedHand) -> Hand:
    """The rows of a simulated hand as a CSV log has them."""
    hand.log.add("hand_end")
    rows = []
    for row in hand.log.rows:
        cells = dict.fromkeys(HEADER, "") | {name: str(value) for name, value in row.items() if name != "wait"}
        if cells["amount"]:
            cells["amount"] = f"{row['amount'] // 100}.{row['amount'] % 100:02}"
        own = {"casino": "C", "game": hand.rules.game, "gaming_day": "2026-10-03", "currency": "HKD"}
        rows.append(cells | own)
    return rows


def simulated(game: str) -> dict[str, list[Hand]]:
    """For every scene that is not long two hands of a table, one played freely, one steered; tables of all habits."""
    made, found = simulation(game), {}
    for number, scene in enumerate(TRADITIONAL if game == "mahjong" else SIMPLIFIED):
        if scene.__name__ in LONG:
            continue
        table = made.table(random.Random(number), "T", number)._table  # type: ignore[attr-defined]
        table.begin()
        first = PlayedHand(table, "H1")
        play_freely(first)
        table.begin()
        second = steered(table, "H2", scene, 60)
        if second is not None:  # a table of two has no third seat to wait for the same tile
            (hesitate if number % 3 else look_by_accident)(second)
            found[scene.__name__] = [as_logged(first), as_logged(second)]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_one_change_of_a_simulated_hand_gives_one_finding_at_most(game: str, tmp_path: Path) -> None:
    rng = random.Random(11)
    tiles = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + ["6z"]
    tables: dict[str, list[Hand]] = {}
    said: dict[str, str] = {}
    for name, (first, second) in simulated(game).items():
        changes = [("as played", second), *changed_hands(second, tiles, rng)]
        for about, hand in [changes[0], *rng.sample(changes, 150)]:
            table = f"T{len(tables)}"
            tables[table], said[table] = [first, hand], f"{name}, {about}"
    found = violations(tmp_path / "log.csv", game, tables)
    assert len(found) > len(tables) // 4
    assert not [said[table] for table in found if said[table].endswith("as played")]
    several = [f"{said[table]}: {dict(rules)}" for table, rules in found.items() if sum(rules.values()) > 1]
    assert not several, f"{len(several)} of {len(tables)}\n" + "\n".join(several[:40])


def _without(kind: str) -> Callable[[dict[str, str]], dict[str, str] | None]:
    return lambda row: None if row["event"] == kind else row


def _empty(column: str, kind: str) -> Callable[[dict[str, str]], dict[str, str] | None]:
    return lambda row: row | {column: ""} if row["event"] == kind or not kind else row


@pytest.mark.parametrize("game", GAMES)
def test_what_a_log_does_not_carry_accuses_nobody(game: str, tmp_path: Path) -> None:
    logs = bases(game, SPARSE)
    kinds = sorted({row["event"] for hands in logs.values() for hand in hands for row in hand})
    ways = {f"without {kind}": _without(kind) for kind in kinds if kind not in ("hand_start", "hand_end")}
    ways |= {f"no {column} on {kind or 'any row'}": _empty(column, kind) for column in COLUMNS for kind in (*kinds, "")}
    tables = {}
    for about, change in ways.items():
        for name, hands in logs.items():
            tables[f"{name}, {about}"] = [[row for old in hand if (row := change(old))] for hand in hands]
    found = violations(tmp_path / "log.csv", game, tables)
    assert len(tables) > 500
    assert not found, "\n".join(f"{table}: {dict(rules)}" for table, rules in list(found.items())[:40])
