"""Lawful poker hands: what the regulation asks of every one of them, told without the product's own rules."""

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from audit.pieces.notation import CARDS
from audit.simulate import simulate

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[Rows]:
    path = Path(tmp_path_factory.mktemp("play")) / "log.parquet"
    simulate(game="five_card_poker", hands=1_500, seed=12, plant=[], per_rule=1, out=path)
    by_hand: dict[str, Rows] = {}
    for row in pq.read_table(path).to_pylist():
        by_hand.setdefault(row["hand_id"], []).append(row)
    return list(by_hand.values())


def rows(hand: Rows, *events: str) -> Rows:
    return [row for row in hand if row["event"] in events]


def total(some: Rows) -> Decimal:
    return sum((row["amount"] for row in some), Decimal(0))


def test_no_card_is_dealt_twice_to_those_who_keep_it(hands: list[Rows]) -> None:
    for hand in hands:
        if rows(hand, "misdeal"):
            continue
        cards = [row["pieces"] for row in rows(hand, "burn", "deal") if row["pieces"] != "?"]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(CARDS)


def test_money_goes_round(hands: list[Rows]) -> None:
    """What is put in and not given back lies in the pots, and goes to winners and house."""
    for hand in hands:
        if any(row["seat"] is None for row in rows(hand, "void")):
            continue  # the deal was broken off: the house gave all antes back
        staked = total(rows(hand, "ante", "bet", "call", "raise"))
        back = total(rows(hand, "return", "refund", "withdraw"))
        assert total(rows(hand, "pot")) == staked - back
        assert total(rows(hand, "award", "rake")) == staked - back


def test_nobody_plays_with_chips_that_he_lacks(hands: list[Rows]) -> None:
    for hand in hands:
        stacks = {
            row["seat"]: row["amount"] for row in rows(hand, "stack") if row["seq"] < rows(hand, "ante")[0]["seq"]
        }
        put: Counter[int] = Counter()
        for row in rows(hand, "ante", "bet", "call", "raise"):
            put[row["seat"]] += row["amount"]
            if stacks:
                assert put[row["seat"]] <= stacks[row["seat"]]
                assert (row["label"] == "all_in") == (put[row["seat"]] == stacks[row["seat"]])


def test_every_number_of_seats_and_every_length_of_a_hand(hands: list[Rows]) -> None:
    assert {len(rows(hand, "ante")) for hand in hands} == {2, 3, 4, 5, 6, 7}
    assert {len({row["seat"] for row in rows(hand, "show")}) for hand in hands} >= {0, 2, 3, 4}
    assert {max(Counter(row["seat"] for row in rows(hand, "deal")).values()) for hand in hands} >= {2, 3, 4, 5}


def test_side_pots_in_a_tenth_of_the_hands(hands: list[Rows]) -> None:
    pots = Counter(len(rows(hand, "pot")) for hand in hands)
    assert sum(count for number, count in pots.items() if number > 1) >= len(hands) / 10
    assert sum(count for number, count in pots.items() if number > 2) > 5


def test_ties_share_to_the_cent(hands: list[Rows]) -> None:
    odd = shared = 0
    for hand in hands:
        for number in {row["number"] for row in rows(hand, "award")}:
            shares = [row["amount"] for row in rows(hand, "award") if row["number"] == number]
            shared += len(shares) > 1
            odd += len(set(shares)) > 1
            assert max(shares) - min(shares) <= Decimal("0.02")
    assert shared > 3
    assert odd > 0


def test_everything_that_a_log_can_carry_is_there(hands: list[Rows]) -> None:
    kinds = Counter(row["event"] for hand in hands for row in hand)
    for kind in (
        "hand_start buy_in top_up stack shuffle cut ante rake burn deal expose void refund bet call raise check fold "
        "disclose return show pot award share_agreement misdeal correct leave box withdraw hand_end"
    ).split():
        assert kinds[kind] > 0, kind
    labels = {(row["event"], row["label"]) for hand in hands for row in hand}
    assert {("fold", "forced"), ("call", "all_in"), ("raise", "all_in"), ("withdraw", "wager")} <= labels
