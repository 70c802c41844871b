"""Lawful mahjong hands: what the regulation asks of every one of them, told without the product's own rules."""

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from audit.pieces.notation import TILES
from audit.simulate import simulate

Row = dict[str, Any]
_SETS = {"mahjong": set(TILES), "mahjong_simplified": {*TILES[:27], "6z"}}
_SIZES = {"mahjong": (14, 13), "mahjong_simplified": (5, 4)}


@pytest.fixture(scope="module", params=["mahjong", "mahjong_simplified"])
def hands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[list[Row]]]:
    game: str = request.param
    path = Path(tmp_path_factory.mktemp("play")) / "log.parquet"
    simulate(game=game, hands=700, seed=11, plant=[], per_rule=1, out=path)
    by_hand: dict[str, list[Row]] = {}
    for row in pq.read_table(path).to_pylist():
        by_hand.setdefault(row["hand_id"], []).append(row)
    return game, list(by_hand.values())


def rows(hand: list[Row], *events: str) -> list[Row]:
    return [row for row in hand if row["event"] in events]


def tiles(row: Row) -> list[str]:
    return str(row["pieces"]).split()


def test_hands_of_the_right_size_from_the_dealer_on(hands: tuple[str, list[list[Row]]]) -> None:
    game, played = hands
    for hand in played:
        deals = rows(hand, "deal")
        dealt = Counter(dict.fromkeys({row["seat"] for row in deals}, 0))
        for row in deals:
            dealt[row["seat"]] += len(tiles(row))
        assert deals[0]["seat"] == hand[0]["seat"]
        assert dealt.pop(hand[0]["seat"]) == _SIZES[game][0]
        assert set(dealt.values()) == {_SIZES[game][1]}


def test_no_kind_lies_a_fifth_time(hands: tuple[str, list[list[Row]]]) -> None:
    game, played = hands
    for hand in played:
        seen = Counter(tile for row in rows(hand, "deal", "draw") for tile in tiles(row) if tile != "?")
        assert max(seen.values(), default=0) <= 4
        assert set(seen) <= _SETS[game]


def test_every_tile_that_leaves_a_known_hand_was_in_it(hands: tuple[str, list[list[Row]]]) -> None:
    """Chows and pungs take one tile from the table, kongs of a discard too; all else comes from the seat's own."""
    followed = 0
    for hand in hands[1]:
        if any("?" in tiles(row) for row in rows(hand, "deal", "draw", "discard")) or rows(hand, "correct"):
            continue
        followed += 1
        held: dict[object, Counter[str]] = {}
        last = ""
        for row in hand:
            own = held.setdefault(row["seat"], Counter())
            if row["event"] in ("deal", "draw"):
                own.update(tiles(row))
            elif row["event"] in ("discard", "chow", "pung", "kong"):
                gone = Counter(tiles(row))
                if row["other_seat"]:
                    gone[last] -= 1
                elif row["event"] == "kong" and own[tiles(row)[0]] < 4:
                    gone = Counter(tiles(row)[:1])
                assert not gone - own, row
                own.subtract(gone)
            if row["event"] == "discard":
                last = tiles(row)[0]
    assert followed > 200


def test_the_winner_gets_what_the_others_pay_and_the_house_takes_one_rake(hands: tuple[str, list[list[Row]]]) -> None:
    shares = Counter[str]()
    for hand in hands[1]:
        wins, pays, rakes = rows(hand, "win"), rows(hand, "pay"), rows(hand, "rake")
        assert len(rakes) == len(wins) <= 1
        if not wins:
            assert {row["label"] for row in pays} <= {"false_win"}
            continue
        assert {row["other_seat"] for row in pays} == {wins[0]["seat"]} == {rakes[0]["seat"]}
        low = Decimal(str(hand[0]["ref"]).split("/")[0])
        if wins[0]["number"] == 0 and {row["label"] for row in pays} == {"win"} and len(pays) == 3:
            money = [row["amount"] for row in rows(hand, "money") if row["seat"] == wins[0]["seat"]]
            due = sum(low * (2 if hand[0]["seat"] in (row["seat"], wins[0]["seat"]) else 1) for row in pays)
            shares["bound" if money and money[0] < due else "free"] += 1
            assert sum(Decimal(str(row["amount"])) for row in pays) == min([due, *money])
    assert shares["free"] > 100


def test_turns_of_the_cycle_move_by_one(hands: tuple[str, list[list[Row]]]) -> None:
    before: dict[object, Row] = {}
    passed = 0
    for hand in hands[1]:
        start = hand[0]
        last = before.get(start["table_id"])
        if last is not None:
            kept = last["seat"] == start["seat"]
            passed += not kept
            assert start["number"] == (last["number"] if kept else int(str(last["number"])) % 16 + 1)
        assert start["label"] == "ESWN"[(int(str(start["number"])) - 1) // 4]
        before[start["table_id"]] = start
    assert passed > 100
