"""The simulator's own judgement of cards: what arts. 5 and 10 say of hands, and agreement with the replay's tables."""

import itertools
from random import Random

import numpy as np
import pytest

from audit.games.five_card_poker.ranking import CATEGORIES as TABLED
from audit.games.five_card_poker.ranking import evaluate, hand_ranks, place_of_five
from audit.pieces.notation import CARDS
from audit.simulate.five_card_poker.cards import CATEGORIES, READINGS, Reading, called, claim, turns_on_low_ace, worth

# Which ranks art. 5 counts, best category first.
ORDER = tuple(zip(reversed(TABLED), (0, 1, 1, 1, 5, 1, 1, 3, 4, 5), strict=True))


def cards(text: str) -> list[int]:
    return [CARDS.index(name) for name in text.split()]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ts Js Qs Ks As", "9h Th Jh Qh Kh"),  # a royal flush over any other straight flush
        ("5s 6s 7s 8s As", "5c 5d 5h 5s Ac"),  # the suited A-5-6-7-8 is a straight flush
        ("5s 6s 7s 8s 9s", "5h 6h 7h 8h Ah"),  # and the lowest
        ("5c 6d 7h 8s 9s", "5c 6d 7h 8s As"),
        ("6c 6d 6h 7c 7d", "5c 5d 5h Ac Ad"),
        ("5c 5d 5h Ac Ad", "5c 7c 8c 9c Kc"),  # a full house over a flush, a flush over a straight
        ("5c 7c 8c 9c Kc", "Tc Jd Qh Ks As"),
        ("5c 5d 6h 6s 9c", "5h 5s 6c 6d 8c"),
        ("Ac Ad 7h 8s 9s", "Kc Kd Qh Js Ts"),
        ("Ac 9d 8h 7s 5s", "Ad 9c 8d 6s 5c"),
    ],
)
def test_the_better_hand(better: str, worse: str) -> None:
    assert worth(cards(better)) > worth(cards(worse))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5c 5d 5h 5s Ac", "5c 5d 5h 5s 6c"),  # the fifth card of four does not count
        ("7c 7d 7h Ac Ks", "7c 7d 7h 5c 6s"),
        ("Ts Js Qs Ks As", "Th Jh Qh Kh Ah"),
        ("5c 6d 7h 8s 9s", "5d 6c 7s 8h 9d"),
    ],
)
def test_hands_that_tie(one: str, other: str) -> None:
    assert worth(cards(one)) == worth(cards(other))


def test_it_agrees_with_the_tables_of_the_replay() -> None:
    rng = Random(7)
    hands = np.array([rng.sample(range(40), 5) for _ in range(6_000)], np.int64)
    for low_suited in (True, False):
        table = hand_ranks(ORDER, low_suited)
        strength = np.zeros(len(hands), np.int16)
        evaluate(hands.astype(np.int8), table.strength, strength)
        own = [worth(hand, low_suited) for hand in hands.tolist()]
        place = {value: at for at, value in enumerate(sorted(set(own)))}
        order = np.argsort(strength, kind="stable")
        assert (np.diff([place[own[at]] for at in order]) >= 0).all()
        for at in range(0, len(hands), 7):
            category = table.category[place_of_five(hands[at].copy())]
            assert CATEGORIES[own[at][0]] == TABLED[category]


def test_the_low_ace_turns_a_hand_only_against_what_lies_between() -> None:
    low = cards("5s 6s 7s 8s As")
    assert turns_on_low_ace([low, cards("9c 9d 9h 9s 5c")])
    assert not turns_on_low_ace([low, cards("9c 9d 8h 7s 5c"), cards("Tc Jd Qh Ks Kc")])
    assert not turns_on_low_ace([cards("5c 6d 7h 8s Ah"), cards("9c 9d 9h 9s 5c")])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("5s", "5h"),
        ("Kd Kc", "Ac 9c"),
        ("5c Ac", "Ad Kd"),  # the second up card speaks, not the first
        ("9c 5d 9h", "Ac Kd Qc"),
        ("Jc Qc Kc Ac", "8d 9d Td Jd"),
        ("5c 5d 5h 5s", "6c 8c Tc Ac"),
        ("6c 8c Tc Ac", "8d 9h Tc Js"),
        ("8d 9h Tc Js", "7c 7d 7h As"),
        ("7c 7d 7h As", "Ac Ad Kc Kd"),
        ("Ac Ad Kc Kd", "Qc 5d 6h Qd"),
        ("5c Qd 6h 5d", "Jc Jd 9h Ad"),
    ],
)
def test_the_first_word(higher: str, lower: str) -> None:
    assert claim(cards(higher), Reading()) > claim(cards(lower), Reading())


def test_gaps_and_the_low_ace_are_readings() -> None:
    gapped, straight = cards("6h 7h 9h Th"), cards("5c 6d 7h As")
    assert {claim(gapped, reading)[0] for reading in READINGS} == {4, 6}
    assert {claim(straight, reading)[0] for reading in READINGS} == {0, 3}


@pytest.mark.parametrize(
    ("hand", "name"), [("6s 7s 8s 9s Ts", "順10"), ("Tc Td 6h 6s 5c", "對10"), ("5c 6d 7h 8s As", "順8")]
)
def test_names_with_ranks(hand: str, name: str) -> None:
    assert called(cards(hand)) == name


def test_every_category_is_reached() -> None:
    deck = cards("Ts Js Qs Ks As 9s Th Td Tc 5s 6s 7s 8s 9c 9d Jd")
    assert {worth(hand)[0] for hand in itertools.combinations(deck, 5)} == set(range(len(CATEGORIES)))
