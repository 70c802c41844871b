"""What five cards and four up cards are worth: lookup tables over every combination, made from the dated law.

A combination has a place in a table (colexicographic: no gaps, no hashing), so a hand is one look-up.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Value
from audit.kernel import kernel

DECK = 40
RANKS = 10
HANDS = 658_008  # C(40, 5)
FOUR_UPS = 91_390  # C(40, 4)
ACE = 9

CATEGORIES = tuple(
    (
        "high_card one_pair two_pairs three_of_a_kind straight flush full_house four_of_a_kind straight_flush "
        "royal_flush"
    ).split()
)
(
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(len(CATEGORIES))  # fmt: skip

FOUR_UP_CATEGORIES = tuple(
    (
        "other two_pairs three_of_a_kind possible_straight possible_flush four_of_a_kind possible_straight_flush "
        "possible_royal_flush"
    ).split()
)
(
    OTHER, UP_TWO_PAIRS, UP_THREE, UP_STRAIGHT, UP_FLUSH, UP_FOUR, UP_STRAIGHT_FLUSH, UP_ROYAL,
) = range(len(FOUR_UP_CATEGORIES))  # fmt: skip

# Which four suited cards may become a royal or a straight flush: art. 10(d) names neither gaps nor 10-J-Q-K.
SEQUENCE, SEQUENCE_OF_ROYAL, GAPPED = range(3)
# How spades, hearts, clubs and diamonds break ties (art. 10(b)), by the code's suit (clubs, diamonds, hearts, spades).
SUIT_ORDER = np.array([1, 0, 2, 3], np.int64)

_PAIRS = np.array([n * (n - 1) // 2 for n in range(DECK)], np.int64)
_TRIPLES = np.array([n * (n - 1) * (n - 2) // 6 for n in range(DECK)], np.int64)
_FOURS = np.array([n * (n - 1) * (n - 2) * (n - 3) // 24 for n in range(DECK)], np.int64)
_FIVES = np.array([n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120 for n in range(DECK)], np.int64)


class HandRanks(NamedTuple):
    """Worth of every hand of five cards by its place, shape (658008,): a strength (1 is the least) and a category."""

    strength: NDArray[np.int16]
    category: NDArray[np.int8]


@kernel
def _sort(cards: NDArray[np.int64], count: int) -> None:
    """Put the first cards of a short array in rising order."""
    for i in range(1, count):
        card = cards[i]
        j = i - 1
        while j >= 0 and cards[j] > card:
            cards[j + 1] = cards[j]
            j -= 1
        cards[j + 1] = card


@kernel
def place_of_five(cards: NDArray[np.int64]) -> int:
    """Place of five different cards 0-39 in the tables of hands; -1 where they are not five different cards."""
    _sort(cards, 5)
    if cards[0] < 0 or cards[4] >= DECK:
        return -1
    for i in range(4):
        if cards[i] == cards[i + 1]:
            return -1
    return int(cards[0] + _PAIRS[cards[1]] + _TRIPLES[cards[2]] + _FOURS[cards[3]] + _FIVES[cards[4]])


@kernel
def place_of_four(cards: NDArray[np.int64]) -> int:
    """Place of four different cards 0-39 in the tables of up cards; -1 where they are not four different cards."""
    _sort(cards, 4)
    if cards[0] < 0 or cards[3] >= DECK:
        return -1
    for i in range(3):
        if cards[i] == cards[i + 1]:
            return -1
    return int(cards[0] + _PAIRS[cards[1]] + _TRIPLES[cards[2]] + _FOURS[cards[3]])


@kernel
def _by_count(cards: NDArray[np.int64], size: int, ranks: NDArray[np.int64], counts: NDArray[np.int64]) -> int:
    """Ranks of the cards, the more frequent first and then the higher; returns how many ranks there are."""
    of_rank = np.zeros(RANKS, np.int64)
    for i in range(size):
        of_rank[cards[i] % RANKS] += 1
    found = 0
    for count in range(4, 0, -1):
        for rank in range(RANKS - 1, -1, -1):
            if of_rank[rank] == count:
                ranks[found] = rank
                counts[found] = count
                found += 1
    return found


@kernel
def _one_suit(cards: NDArray[np.int64], size: int) -> bool:
    same = 1
    for i in range(1, size):
        same += cards[i] // RANKS == cards[0] // RANKS
    return bool(same == size)


@kernel
def _category(ranks: NDArray[np.int64], counts: NDArray[np.int64], found: int, suited: bool, low_suited: bool) -> int:
    """Category of art. 5; in A-5-6-7-8 the ace stands for the 4, suited only where the reading says so."""
    if found == 2:
        return FOUR_OF_A_KIND if counts[0] == 4 else FULL_HOUSE
    if found == 3:
        return THREE_OF_A_KIND if counts[0] == 3 else TWO_PAIRS
    if found == 4:
        return ONE_PAIR
    low = ranks[0] == ACE and ranks[1] == 3 and ranks[4] == 0
    sequence = ranks[0] - ranks[4] == 4 or (low and (low_suited or not suited))
    if suited and sequence:
        return ROYAL_FLUSH if ranks[4] == ACE - 4 else STRAIGHT_FLUSH
    if suited:
        return FLUSH
    return STRAIGHT if sequence else HIGH_CARD


@kernel
def _describe_hands(
    worth: NDArray[np.int64], counted: NDArray[np.int64], low_suited: bool, category: NDArray[np.int8]
) -> NDArray[np.int64]:
    """A sortable number for every hand: the category's place, then the ranks that art. 5 counts for it."""
    numbers = np.zeros(HANDS, np.int64)
    cards, ranks, counts = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    place = 0
    for e in range(4, DECK):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        found = _by_count(cards, 5, ranks, counts)
                        kind = _category(ranks, counts, found, _one_suit(cards, 5), low_suited)
                        if (kind in (STRAIGHT, STRAIGHT_FLUSH)) and ranks[0] == ACE and ranks[1] == 3:
                            ranks[0] = 3  # the ace is the 4: the 8 is the highest card
                        number = worth[kind]
                        for i in range(5):
                            number = number * RANKS + (ranks[i] if i < counted[kind] and i < found else 0)
                        numbers[place] = number
                        category[place] = kind
                        place += 1
    return numbers


@lru_cache(maxsize=8)
def hand_ranks(order: tuple[tuple[str, int], ...], low_suited: bool) -> HandRanks:
    """Every hand's strength under an order of categories, best first, each with how many of its ranks count.

    ``low_suited``: a suited A-5-6-7-8 is a straight flush; else a flush. ValueError where the order is not one of the
    ten categories, each once.
    """
    if sorted(name for name, _ in order) != sorted(CATEGORIES):
        raise ValueError("an order of hands names each of the ten categories of art. 5 once")
    worth, counted = np.zeros(len(CATEGORIES), np.int64), np.zeros(len(CATEGORIES), np.int64)
    for below, (name, ranks) in enumerate(reversed(order)):
        worth[CATEGORIES.index(name)] = below
        counted[CATEGORIES.index(name)] = ranks
    category = np.zeros(HANDS, np.int8)
    numbers = _describe_hands(worth, counted, low_suited, category)
    _, dense = np.unique(numbers, return_inverse=True)
    return HandRanks((dense + 1).astype(np.int16), category)


@kernel
def evaluate(cards: NDArray[np.int8], table: NDArray[np.int16], strength: NDArray[np.int16]) -> None:
    """Fill the strengths of N hands, cards of shape (N, 5) in any order; 0 where a row is not five different cards."""
    five = np.zeros(5, np.int64)
    for row in range(len(cards)):
        for i in range(5):
            five[i] = cards[row, i]
        place = place_of_five(five)
        strength[row] = table[place] if place >= 0 else 0


@kernel
def _suited_draw(ranks: NDArray[np.int64], reading: int, ace_low: bool) -> int:
    """What four suited cards of different ranks may become, by the reading of gaps and of the low ace."""
    high, low = ranks[0], ranks[3]
    if reading == SEQUENCE:
        royal = low == ACE - 3
    elif reading == SEQUENCE_OF_ROYAL:
        royal = low >= ACE - 4 and high - low == 3
    else:
        royal = low >= ACE - 4
    if royal:
        return UP_ROYAL
    if high - low == 3 or (reading == GAPPED and high - low == 4):
        return UP_STRAIGHT_FLUSH
    if ace_low and high == ACE and (ranks[1] == 2 or (reading == GAPPED and ranks[1] == 3)):
        return UP_STRAIGHT_FLUSH
    return UP_FLUSH


@kernel
def _four_up_category(
    ranks: NDArray[np.int64], counts: NDArray[np.int64], found: int, suited: bool, reading: int, ace_low: bool
) -> int:
    if found == 1:
        return UP_FOUR
    if found == 2:
        return UP_THREE if counts[0] == 3 else UP_TWO_PAIRS
    if found == 3:
        return OTHER
    if suited:
        return _suited_draw(ranks, reading, ace_low)
    in_sequence = ranks[0] - ranks[3] == 3 or (ace_low and ranks[0] == ACE and ranks[1] == 2)
    return UP_STRAIGHT if in_sequence else OTHER


@kernel
def _describe_four_ups(
    worth: NDArray[np.int64], reading: int, ace_low: bool, category: NDArray[np.int8]
) -> NDArray[np.int32]:
    """A sortable number for every four up cards; 0 where the fourth card decides (art. 10(d))."""
    numbers = np.zeros(FOUR_UPS, np.int32)
    cards, ranks, counts = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    place = 0
    for d in range(3, DECK):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    cards[0], cards[1], cards[2], cards[3] = a, b, c, d
                    found = _by_count(cards, 4, ranks, counts)
                    kind = _four_up_category(ranks, counts, found, _one_suit(cards, 4), reading, ace_low)
                    category[place] = kind
                    low = ranks[0] == ACE and found == 4 and ranks[1] <= 3
                    if low and kind in (UP_STRAIGHT, UP_STRAIGHT_FLUSH):
                        ranks[0] = 0  # the ace stands for the 4, below every other card
                        _sort_down(ranks)
                    number = worth[kind]
                    if number > 0:
                        counted = 4 if kind == UP_FLUSH else (2 if kind == UP_TWO_PAIRS else 1)
                        for i in range(4):
                            number = number * RANKS + (ranks[i] if i < counted else 0)
                        if kind == UP_ROYAL:
                            number = worth[kind] * RANKS**4
                    numbers[place] = number
                    place += 1
    return numbers


@kernel
def _sort_down(ranks: NDArray[np.int64]) -> None:
    for i in range(3):
        ranks[i] = ranks[i + 1]
    ranks[3] = 0


class FourUpRanks(NamedTuple):
    """Worth of every four up cards by their place, shape (91390,): 0 where the fourth up card decides."""

    worth: NDArray[np.int32]
    category: NDArray[np.int8]


@lru_cache(maxsize=32)
def four_up_ranks(order: tuple[str, ...], reading: int, ace_low: bool) -> FourUpRanks:
    """Every four up cards' worth under an order of categories, best first, in one reading of the open words.

    ``reading`` is one of SEQUENCE, SEQUENCE_OF_ROYAL, GAPPED; ``ace_low``: A-5-6-7 is in sequence. ValueError where the
    order is not one of the seven categories that stand before the fourth card.
    """
    if sorted(order) != sorted(FOUR_UP_CATEGORIES[1:]):
        raise ValueError("an order of four up cards names each of its seven categories once")
    worth = np.zeros(len(FOUR_UP_CATEGORIES), np.int64)
    for below, name in enumerate(reversed(order)):
        worth[FOUR_UP_CATEGORIES.index(name)] = below + 1
    category = np.zeros(FOUR_UPS, np.int8)
    return FourUpRanks(_describe_four_ups(worth, reading, ace_low, category), category)


def order_of_hands(value: Value) -> tuple[tuple[str, int], ...]:
    """The order of categories as the law's data give it: a list of tables with ``hand`` and ``ranks_that_count``."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError("the order of hands is a list")
    entries: list[tuple[str, int]] = []
    for entry in value:
        if not isinstance(entry, Mapping):
            raise ValueError("an entry of the order of hands is a table")
        name, ranks = entry.get("hand"), entry.get("ranks_that_count")
        if not isinstance(name, str) or not isinstance(ranks, int):
            raise ValueError("an entry of the order of hands has `hand` and `ranks_that_count`")
        entries.append((name, ranks))
    return tuple(entries)
