"""Lawful pai gow hands: what the regulation asks of every one of them, told without the product's own rules."""

from collections import Counter
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from audit.pieces.notation import DOMINO_COPIES, DOMINOES
from audit.simulate import simulate


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[list[dict[str, object]]]:
    path = Path(tmp_path_factory.mktemp("play")) / "log.parquet"
    simulate(game="pai_gow", hands=400, seed=11, plant=[], per_rule=1, out=path)
    by_hand: dict[str, list[dict[str, object]]] = {}
    for row in pq.read_table(path).to_pylist():
        by_hand.setdefault(row["hand_id"], []).append(row)
    return list(by_hand.values())


def rows(hand: list[dict[str, object]], event: str) -> list[dict[str, object]]:
    return [row for row in hand if row["event"] == event]


def test_eight_piles_of_four_from_the_seat_that_the_dice_point_to(hands: list[list[dict[str, object]]]) -> None:
    for hand in hands:
        deals = rows(hand, "deal")
        dice = next(row for row in rows(hand, "shake") if row["label"] == "valid")["pieces"]
        first = (int(str(hand[0]["seat"])) - 1 + sum(map(int, str(dice).split())) - 1) % 8 + 1
        assert [row["seat"] for row in deals] == [(first - 1 + pile) % 8 + 1 for pile in range(8)]
        assert all(len(str(row["pieces"]).split()) == 4 for row in deals)


def test_no_tile_lies_twice_beyond_the_set(hands: list[list[dict[str, object]]]) -> None:
    copies = dict(zip(DOMINOES, DOMINO_COPIES, strict=True))
    for hand in hands:
        seen = Counter(tile for row in rows(hand, "deal") for tile in str(row["pieces"]).split() if tile != "?")
        assert all(count <= copies[tile] for tile, count in seen.items())


def test_money_goes_round(hands: list[list[dict[str, object]]]) -> None:
    """What the players win is what the banking side loses; commission is five per cent of a win to the cent."""
    with_banker = 0
    for hand in hands:
        settles = rows(hand, "settle")
        banker = [row for row in settles if row["seat"] == hand[0]["seat"]]
        if banker:
            with_banker += 1
            assert sum(Decimal(str(row["payout"])) for row in settles) == 0
        for row in settles:
            payout, fee = Decimal(str(row["payout"])), Decimal(str(row["fee"]))
            exact = max(payout, Decimal(0)) * 5 / 100
            assert abs(fee - exact) < Decimal("0.01")
    assert with_banker > 100


def test_everything_that_a_log_can_carry_is_there(hands: list[list[dict[str, object]]]) -> None:
    kinds = Counter(str(row["event"]) for hand in hands for row in hand)
    for kind in (
        "replace_set consent decline bank shuffle cobank bet bet_change declare cut shake deal expose void set open "
        "arrange take_back touch dispute compare settle"
    ).split():
        assert kinds[kind] > 0, kind
