"""Real games of other rule families: legal play is never flagged; rules that differ are left out, not loosened."""

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .judging import HEADER, findings

REAL = Path(__file__).resolve().parents[3] / ".." / "shared" / "real" / "mahjong"
pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the real games are not at hand")

TILES = {"E": "1z", "S": "2z", "W": "3z", "N": "4z", "P": "5z", "F": "6z", "C": "7z"}
PLAY = "MT-1 MT-3.2 MT-3.3 MT-4.2 MT-5.3a MT-5.3b MT-5.4 MT-5.5a MT-5.5b MT-5.7".split()
Event = dict[str, Any]


def games(name: str) -> Iterator[list[Event]]:
    opened = gzip.open if name.endswith(".gz") else open
    hand: list[Event] = []
    with opened(REAL / name, "rt") as file:
        for line in file:
            event = json.loads(line)
            if event["event"] == "hand_start" and hand:
                yield hand
                hand = []
            hand.append(event)
    yield hand


def pieces(tiles: list[str]) -> str:
    return " ".join(TILES.get(tile, tile) for tile in tiles)


def rows_of(hand: list[Event]) -> Iterator[dict[str, object]]:
    """One hand in canonical rows: the dealer's first draw is part of the deal; riichi and payments are left out."""
    dealer = hand[0]["dealer"]
    deals = {event["seat"]: list(event["tiles"]) for event in hand if event["event"] == "deal"}
    first = next((event for event in hand if event["event"] == "draw"), None)
    folded = len(deals[dealer]) == 13 and first is not None and first["seat"] == dealer
    if folded and first is not None:
        deals[dealer] += first["tiles"]
    yield {"event": "hand_start", "seat": dealer + 1, "label": hand[0]["round_wind"]}
    for turn in range(4):
        seat = (dealer + turn) % 4
        yield {"event": "deal", "seat": seat + 1, "pieces": pieces(deals[seat])}
    for event in hand:
        kind, seat = event["event"], event["seat"]
        if kind in ("hand_start", "deal", "riichi", "riichi_paid", "note") or (folded and event is first):
            continue
        if kind == "hand_end":
            yield {"event": "hand_end"}
        elif kind == "draw_game":
            if event.get("reason") in ("exhaustive", "流局"):
                yield {"event": "exhausted"}
        elif kind == "draw":
            yield {
                "event": "draw",
                "seat": seat + 1,
                "pieces": pieces(event["tiles"]),
                "label": "tail" if event["replacement"] else "wall",
            }
        elif kind == "win":
            giver = "" if event["from"] is None else event["from"] + 1
            yield {"event": "win", "seat": seat + 1, "other_seat": giver, "pieces": pieces([event["win_tile"]])}
        else:
            name = {"kong_open": "kong", "kong_added": "kong", "kong_concealed": "kong"}.get(kind, kind)
            label = {"kong_open": "exposed", "kong_added": "promoted", "kong_concealed": "concealed"}.get(kind, "")
            giver = event["from"] + 1 if kind in ("chow", "pung", "kong_open") else ""
            yield {
                "event": name,
                "seat": seat + 1,
                "other_seat": giver,
                "pieces": pieces(event["tiles"]),
                "label": label,
            }


def write_log(path: Path, name: str) -> dict[str, list[Event]]:
    """All hands of a file, each on a table of its own; the hands by id."""
    hands = {f"H{number}": hand for number, hand in enumerate(games(name))}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADER, restval="")
        writer.writeheader()
        for hand_id, hand in hands.items():
            for seq, row in enumerate(rows_of(hand), 1):
                fixed = {
                    "casino": "REAL",
                    "table_id": hand_id,
                    "game": "mahjong",
                    "gaming_day": "2026-10-03",
                    "hand_id": hand_id,
                    "seq": seq,
                    "time": f"2026-10-03T20:{seq // 60:02}:{seq % 60:02}+08:00",
                    "currency": "HKD",
                }
                writer.writerow(fixed | row)
    return hands


@pytest.mark.parametrize("name", ["mcr_pmn.jsonl", "tenhou6.jsonl", "tenhou_10_games.jsonl.gz"])
def test_legal_play_is_never_flagged(name: str, tmp_path: Path) -> None:
    hands = write_log(tmp_path / "log.csv", name)
    found = findings(tmp_path / "log.csv", "mahjong", PLAY)
    violations = sorted(each for each in found if not each[3])
    assert violations == [], [(each, hands[each[1]][0]["hand"]) for each in violations]


@pytest.mark.parametrize("name", ["mcr_pmn.jsonl", "tenhou6.jsonl", "tenhou_10_games.jsonl.gz"])
def test_wins_are_wins_but_those_of_other_shapes(name: str, tmp_path: Path) -> None:
    hands = write_log(tmp_path / "log.csv", name)
    found = {each[1] for each in findings(tmp_path / "log.csv", "mahjong", ["MT-4.1"])}
    other = {
        hand_id
        for hand_id, hand in hands.items()
        if any(event["event"] == "win" and event["shape"] not in ("standard", "thirteen_orphans") for event in hand)
    }
    assert found == other
