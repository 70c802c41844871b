import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.games.five_card_poker import ranking
from audit.pieces.notation import CARDS

NUMBERS = Path(__file__).resolve().parents[3] / ".." / "shared" / "numbers"
ORDER = (
    ("royal_flush", 0),
    ("straight_flush", 1),
    ("four_of_a_kind", 1),
    ("full_house", 1),
    ("flush", 5),
    ("straight", 1),
    ("three_of_a_kind", 1),
    ("two_pairs", 3),
    ("one_pair", 4),
    ("high_card", 5),
)
FOUR_UP_ORDER = (
    "possible_royal_flush",
    "possible_straight_flush",
    "four_of_a_kind",
    "possible_flush",
    "possible_straight",
    "three_of_a_kind",
    "two_pairs",
)
NAMES = {
    "royal": "royal_flush",
    "straight flush": "straight_flush",
    "four": "four_of_a_kind",
    "full house": "full_house",
    "flush": "flush",
    "straight": "straight",
    "trips": "three_of_a_kind",
    "two pair": "two_pairs",
    "pair": "one_pair",
    "high card": "high_card",
}


def strength(text: str, low_suited: bool = True) -> int:
    cards = np.array([[CARDS.index(card) for card in text.split()]], np.int8)
    out = np.zeros(1, np.int16)
    ranking.evaluate(cards, ranking.hand_ranks(ORDER, low_suited).strength, out)
    return int(out[0])


def category(text: str, low_suited: bool = True) -> str:
    place = ranking.place_of_five(np.array([CARDS.index(card) for card in text.split()], np.int64))
    return ranking.CATEGORIES[ranking.hand_ranks(ORDER, low_suited).category[place]]


def rows(name: str) -> list[dict[str, str]]:
    path = NUMBERS / name
    if not path.exists():
        pytest.skip(f"{name} does not stand beside this checkout")
    with path.open() as file:
        return list(csv.DictReader(file))


def test_every_hand_falls_into_the_counted_categories():
    table = ranking.hand_ranks(ORDER, True)
    found = {name: int((table.category == code).sum()) for code, name in enumerate(ranking.CATEGORIES)}
    expected = {NAMES[row["category"]]: int(row["hands"]) for row in rows("poker40_category_counts.csv")[:-1]}
    assert found == expected
    assert sum(found.values()) == ranking.HANDS == len(table.strength)


def test_the_1734_rank_classes_stand_in_the_published_order():
    table = ranking.hand_ranks(ORDER, True)
    classes = int(table.strength.max())
    sizes = np.bincount(table.strength, minlength=classes + 1)
    kinds = np.zeros(classes + 1, np.int8)
    kinds[table.strength] = table.category
    listed = rows("poker40_rank_classes.csv")
    assert classes == len(listed) == 1734
    for row in listed:
        at = classes + 1 - int(row["order_from_best"])
        assert (ranking.CATEGORIES[kinds[at]], int(sizes[at])) == (NAMES[row["category"]], int(row["hands"]))


def test_the_ranks_of_a_class_are_those_of_its_hands():
    table = ranking.hand_ranks(ORDER, True)
    for row in rows("poker40_rank_classes.csv"):
        ranks = row["ranks"].split()
        if row["category"] not in ("flush", "high card"):
            continue
        suits = "sssss" if row["category"] == "flush" else "shssd"
        hand = " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
        assert strength(hand) == int(table.strength.max()) + 1 - int(row["order_from_best"])


def test_places_count_every_combination_once_in_order():
    cards = np.array([0, 1, 2, 3, 4], np.int64)
    assert ranking.place_of_five(cards) == 0
    assert ranking.place_of_five(np.array([39, 38, 37, 36, 35], np.int64)) == ranking.HANDS - 1
    assert ranking.place_of_four(np.array([36, 39, 38, 37], np.int64)) == ranking.FOUR_UPS - 1


@given(st.lists(st.integers(-3, 125), min_size=5, max_size=5))
def test_cards_outside_the_deck_or_twice_have_no_place(codes: list[int]):
    proper = len(set(codes)) == 5 and all(0 <= code < 40 for code in codes)
    place = ranking.place_of_five(np.array(codes, np.int64))
    assert (0 <= place < ranking.HANDS) if proper else place == -1


@given(st.permutations(range(40)), st.permutations(range(5)))
def test_the_order_of_cards_makes_no_difference(deck: list[int], order: list[int]):
    hand = deck[:5]
    shuffled = [hand[i] for i in order]
    assert ranking.place_of_five(np.array(hand, np.int64)) == ranking.place_of_five(np.array(shuffled, np.int64))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Kh Qh Jh Th 9h"),
        ("9s 8s 7s 6s 5s", "Ah 5h 6h 7h 8h"),
        ("Ac 5c 6c 7c 8c", "As Ah Ad Ac Ks"),
        ("5s 5h 5d 6c 6s", "As Ks Qs Js 9s"),
        ("6s 7h 8d 9c Ts", "5s 6h 7d 8c 9s"),
        ("5s 6h 7d 8c 9s", "As 5h 6d 7c 8s"),
        ("Ts Th 6d 6c 7s", "Td Tc 6s 6h 5s"),
        ("Ts Th 9d 7c 6s", "Td Tc 9s 7h 5s"),
    ],
)
def test_what_beats_what(better: str, worse: str):
    assert strength(better) > strength(worse)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
        ("8s 8h 8d 8c As", "8s 8h 8d 8c 5s"),
        ("8s 8h 8d As Ah", "8s 8h 8d 5s 5h"),
        ("Ks Kh Kd As Qh", "Ks Kh Kd 6s 5h"),
        ("As 5h 6d 7c 8s", "Ah 5d 6c 7s 8h"),
    ],
)
def test_what_ties_because_the_other_cards_do_not_count(one: str, other: str):
    assert strength(one) == strength(other)


def test_the_suited_low_ace_by_each_reading():
    assert category("Ac 5c 6c 7c 8c") == "straight_flush"
    assert category("Ac 5c 6c 7c 8c", low_suited=False) == "flush"
    assert category("Ac 5c 6c 7c 8d", low_suited=False) == "straight"
    assert category("Ac Kc 5c 6c 7c") == "flush"


def test_an_order_that_forgets_a_category_is_refused():
    with pytest.raises(ValueError, match="ten categories"):
        ranking.hand_ranks(ORDER[1:], True)
    with pytest.raises(ValueError, match="seven categories"):
        ranking.four_up_ranks(FOUR_UP_ORDER[1:], ranking.SEQUENCE, False)


def four_up(text: str, reading: int, ace_low: bool) -> tuple[str, int]:
    place = ranking.place_of_four(np.array([CARDS.index(card) for card in text.split()], np.int64))
    table = ranking.four_up_ranks(FOUR_UP_ORDER, reading, ace_low)
    return ranking.FOUR_UP_CATEGORIES[table.category[place]], int(table.worth[place])


def test_four_up_cards_under_the_reading_of_the_published_counts():
    table = ranking.four_up_ranks(FOUR_UP_ORDER, ranking.SEQUENCE, False)
    found = {name: int((table.category == code).sum()) for code, name in enumerate(ranking.FOUR_UP_CATEGORIES)}
    published = {row["category_of_4_upcards"]: int(row["hands"]) for row in rows("poker40_four_up_counts.csv")}
    pairs = {"trips": "three_of_a_kind", "two pair": "two_pairs", "four": "four_of_a_kind"}
    pairs |= {"possible royal": "possible_royal_flush"}
    for name, count in published.items():
        if name not in ("pair", "other high", "total"):
            assert found[pairs.get(name, name.replace(" ", "_"))] == count
    assert found["other"] == published["pair"] + published["other high"]
    assert (table.worth[table.category == ranking.OTHER] == 0).all()


def test_the_open_readings_of_four_up_cards():
    sequence, royal, gapped = ranking.SEQUENCE, ranking.SEQUENCE_OF_ROYAL, ranking.GAPPED
    assert four_up("Js Qs Ks As", sequence, False)[0] == "possible_royal_flush"
    assert four_up("Ts Js Qs Ks", sequence, False)[0] == "possible_straight_flush"
    assert four_up("Ts Js Qs Ks", royal, False)[0] == "possible_royal_flush"
    assert four_up("Ts Js Ks As", royal, False)[0] == "possible_flush"
    assert four_up("Ts Js Ks As", gapped, False)[0] == "possible_royal_flush"
    assert four_up("6s 7s 9s Ts", sequence, False)[0] == "possible_flush"
    assert four_up("6s 7s 9s Ts", gapped, False)[0] == "possible_straight_flush"
    assert four_up("6s 7h 9s Ts", gapped, False)[0] == "other"
    assert four_up("As 5h 6s 7s", sequence, False)[0] == "other"
    assert four_up("As 5h 6s 7s", sequence, True)[0] == "possible_straight"
    assert four_up("As 5s 6s 7s", sequence, False)[0] == "possible_flush"
    assert four_up("As 5s 6s 7s", sequence, True)[0] == "possible_straight_flush"
    assert four_up("As 5s 6s 8s", gapped, True)[0] == "possible_straight_flush"
    assert four_up("As 5s 6s 8s", gapped, False)[0] == "possible_flush"


def test_a_low_ace_stands_below_every_other_sequence():
    low = four_up("As 5h 6s 7s", ranking.SEQUENCE, True)[1]
    assert 0 < low < four_up("5h 6s 7s 8d", ranking.SEQUENCE, True)[1]


def test_royal_draws_tie_whatever_their_cards():
    assert four_up("Js Qs Ks As", ranking.GAPPED, False)[1] == four_up("Th Jh Qh Kh", ranking.GAPPED, False)[1]
