"""What five cards and four up cards are worth: lookup tables over every combination, made from the dated law.

A combination has a place in a table (colexicographic: no gaps, no hashing), so a hand is one look-up.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Value
from audit.kernel import inner_kernel, kernel

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

_FOUR, _FIVE = 4, 5
_SUITS = DECK // RANKS
_OF_A_SUIT = (1 << RANKS) - 1


def _places_by_suit() -> NDArray[np.int32]:
    """[s, k, cards]: what cards of suit s, a bit a rank, add to a place where k cards stand in the suits below.

    The k-th card of a combination, counted from 0, adds the ways to choose k + 1 of the cards below it, so that the sum
    counts the combinations below that one.
    """
    places = np.zeros((_SUITS, _FIVE + 1, 1 << RANKS), np.int32)
    for suit in range(_SUITS):
        for below in range(_FIVE + 1):
            for cards in range(1, 1 << RANKS):
                top = cards.bit_length() - 1
                order = below + cards.bit_count()
                rest = places[suit, below, cards ^ 1 << top]
                places[suit, below, cards] = rest + comb(suit * RANKS + top, order) if order <= _FIVE else 0
    return places


_PLACES = _places_by_suit()
_COUNTS = np.array([cards.bit_count() for cards in range(1 << RANKS)], np.int64)
# A weight a rank, such that no two sets of up to five cards of different ranks have the same sum.
_WEIGHTS = np.array([0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522], np.int64)
_SUMS = np.array([sum(_WEIGHTS[rank] for rank in range(RANKS) if cards >> rank & 1) for cards in range(1 << RANKS)])
_SUITED = int(4 * _WEIGHTS[-1] + _WEIGHTS[-2]) + 1  # beyond any sum
RANK_NUMBERS = 2 * _SUITED


class HandRanks(NamedTuple):
    """Worth of every hand of five cards by its place, shape (658008,): a strength (1 is the least) and a category."""

    strength: NDArray[np.int16]
    category: NDArray[np.int8]


@inner_kernel
def place_of(cards: int, count: int) -> int:
    """Place of a set of cards, a bit a card, in the tables; -1 where it does not hold so many, five at most."""
    place, below = 0, 0
    for suit in range(_SUITS):
        of_suit = cards >> RANKS * suit & _OF_A_SUIT
        place += _PLACES[suit, below, of_suit]
        below += _COUNTS[of_suit]
    return int(place) if below == count else -1


@inner_kernel
def ranks_of(cards: int, count: int) -> int:
    """Number of the ranks of a set of so many cards, a bit a card, and of whether one suit has all of them.

    -1 where it does not hold so many.
    """
    number, held, most = 0, 0, 0
    for suit in range(_SUITS):
        of_suit = cards >> RANKS * suit & _OF_A_SUIT
        number += _SUMS[of_suit]
        held += _COUNTS[of_suit]
        most = max(most, _COUNTS[of_suit])
    if held != count:
        return -1
    return int(number + (_SUITED if most == count else 0))


@inner_kernel
def _set_of(cards: NDArray[np.int64]) -> int:
    """The set of some cards, a bit a card; empty where one is none of 0-39."""
    found = 0
    for card in cards:
        if card < 0 or card >= DECK:
            return 0
        found |= 1 << card
    return found


@kernel
def place_of_five(cards: NDArray[np.int64]) -> int:
    """Place of five different cards 0-39 in the tables of hands; -1 where they are not five different cards."""
    return place_of(_set_of(cards), int(_FIVE))


@kernel
def place_of_four(cards: NDArray[np.int64]) -> int:
    """Place of four different cards 0-39 in the tables of up cards; -1 where they are not four different cards."""
    return place_of(_set_of(cards), int(_FOUR))


class _Combinations(NamedTuple):
    """All N combinations of k cards in the order of their places.

    ``ranks`` (k, N) are those that stand in one, the more frequent first and then the higher, ``counts`` (k, N) how
    often each does, ``found`` how many there are; ``suited``: all cards are of one suit.
    """

    ranks: NDArray[np.int8]
    counts: NDArray[np.int8]
    found: NDArray[np.int8]
    suited: NDArray[np.bool_]


def _cards(size: int) -> NDArray[np.int8]:
    """The cards of every combination of a size in colexicographic order, shape (size, N), rising."""
    if size == 1:
        return np.arange(DECK, dtype=np.int8)[None, :]
    below = _cards(size - 1)
    parts = []
    for card in range(size - 1, DECK):
        lower = below[:, : comb(card, size - 1)]
        parts.append(np.concatenate([lower, np.full((1, lower.shape[1]), card, np.int8)]))
    return np.concatenate(parts, axis=1)


@lru_cache(maxsize=2)
def _combinations(size: int) -> _Combinations:
    cards = _cards(size)
    rank, suit = cards % RANKS, cards // RANKS
    times = np.stack([np.count_nonzero(rank == one, axis=0) for one in range(RANKS)], axis=1).astype(np.int8)
    # One number for how often a rank stands and how high it is, so that one sort brings both into order.
    order = np.sort(np.where(times > 0, times * 16 + np.arange(RANKS, dtype=np.int8), np.int8(0)), axis=1)
    order = np.ascontiguousarray(order[:, ::-1][:, :size].T)
    found = np.count_nonzero(times, axis=1).astype(np.int8)
    return _Combinations(order & 15, order >> 4, found, (suit == suit[0]).all(axis=0))


def _numbered(
    worth: NDArray[np.int64], ranks: NDArray[np.int64], counted: NDArray[np.int64], found: NDArray[np.int8]
) -> NDArray[np.int64]:
    """One number a combination: the worth of its category, then those of its ranks that count."""
    number = worth
    for place, rank in enumerate(ranks):
        number = number * RANKS + np.where((place < counted) & (place < found), rank, 0)
    return number


def _categories(all_hands: _Combinations, low_suited: bool) -> NDArray[np.int8]:
    """Category of art. 5; in A-5-6-7-8 the ace stands for the 4, suited only where the reading says so."""
    ranks, most, found, suited = all_hands.ranks, all_hands.counts[0], all_hands.found, all_hands.suited
    low = (ranks[0] == ACE) & (ranks[1] == 3) & (ranks[4] == 0)
    sequence = (ranks[0] - ranks[4] == 4) | (low if low_suited else low & ~suited)
    kinds = [
        (found == 2, np.where(most == 4, FOUR_OF_A_KIND, FULL_HOUSE)),
        (found == 3, np.where(most == 3, THREE_OF_A_KIND, TWO_PAIRS)),
        (found == 4, np.full(HANDS, ONE_PAIR)),
        (suited & sequence, np.where(ranks[4] == ACE - 4, ROYAL_FLUSH, STRAIGHT_FLUSH)),
        (suited, np.full(HANDS, FLUSH)),
        (sequence, np.full(HANDS, STRAIGHT)),
    ]
    return np.select([where for where, _ in kinds], [kind for _, kind in kinds], HIGH_CARD).astype(np.int8)


def _describe_hands(
    worth: NDArray[np.int64], counted: NDArray[np.int64], category: NDArray[np.int8]
) -> NDArray[np.int64]:
    """A sortable number for every hand: the category's place, then the ranks that art. 5 counts for it."""
    all_hands = _combinations(5)
    ranks = all_hands.ranks.astype(np.int64)
    in_sequence = (category == STRAIGHT) | (category == STRAIGHT_FLUSH)
    ranks[0][in_sequence & (ranks[0] == ACE) & (ranks[1] == 3)] = 3  # the ace is the 4: the 8 is the highest card
    return _numbered(worth[category], ranks, counted[category], all_hands.found)


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
    category = _categories(_combinations(5), low_suited)
    numbers = _describe_hands(worth, counted, category)
    _, dense = np.unique(numbers, return_inverse=True)
    return HandRanks((dense + 1).astype(np.int16), category)


@kernel
def evaluate(cards: NDArray[np.int8], table: NDArray[np.int16], strength: NDArray[np.int16]) -> None:
    """Fill the strengths of N hands, cards of shape (N, 5) in any order; 0 where a row is not five different cards."""
    five = np.zeros(_FIVE, np.int64)
    for row in range(len(cards)):
        for i in range(_FIVE):
            five[i] = cards[row, i]
        place = place_of(_set_of(five), int(_FIVE))
        strength[row] = table[place] if place >= 0 else 0


def _suited_draws(ranks: NDArray[np.int8], reading: int, ace_low: bool) -> NDArray[np.int64]:
    """What four suited cards of different ranks may become, by the reading of gaps and of the low ace."""
    high, low = ranks[0], ranks[3]
    if reading == SEQUENCE:
        royal = low == ACE - 3
    elif reading == SEQUENCE_OF_ROYAL:
        royal = (low >= ACE - 4) & (high - low == 3)
    else:
        royal = low >= ACE - 4
    straight = (high - low == 3) | ((high - low == 4) if reading == GAPPED else False)
    if ace_low:
        straight |= (high == ACE) & ((ranks[1] == 2) | ((ranks[1] == 3) if reading == GAPPED else False))
    return np.where(royal, UP_ROYAL, np.where(straight, UP_STRAIGHT_FLUSH, UP_FLUSH))


def _four_up_categories(fours: _Combinations, reading: int, ace_low: bool) -> NDArray[np.int8]:
    ranks, found = fours.ranks, fours.found
    in_sequence = ranks[0] - ranks[3] == 3
    if ace_low:
        in_sequence |= (ranks[0] == ACE) & (ranks[1] == 2)
    kinds = [
        (found == 1, np.full(FOUR_UPS, UP_FOUR)),
        (found == 2, np.where(fours.counts[0] == 3, UP_THREE, UP_TWO_PAIRS)),
        (found == 3, np.full(FOUR_UPS, OTHER)),
        (fours.suited, _suited_draws(ranks, reading, ace_low)),
        (in_sequence, np.full(FOUR_UPS, UP_STRAIGHT)),
    ]
    return np.select([where for where, _ in kinds], [kind for _, kind in kinds], OTHER).astype(np.int8)


def _describe_four_ups(worth: NDArray[np.int64], category: NDArray[np.int8]) -> NDArray[np.int32]:
    """A sortable number for every four up cards; 0 where the fourth card decides (art. 10(d))."""
    fours = _combinations(4)
    ranks = fours.ranks.astype(np.int64)
    low = (ranks[0] == ACE) & (fours.found == 4) & (ranks[1] <= 3)
    low &= (category == UP_STRAIGHT) | (category == UP_STRAIGHT_FLUSH)
    # The ace stands for the 4, below every other card.
    ranks[:, low] = np.concatenate([ranks[1:, low], np.zeros((1, np.count_nonzero(low)), np.int64)])
    counted = np.ones(len(FOUR_UP_CATEGORIES), np.int64)
    counted[UP_FLUSH], counted[UP_TWO_PAIRS], counted[UP_ROYAL], counted[OTHER] = 4, 2, 0, 0
    numbers = _numbered(worth[category], ranks, counted[category], fours.found)
    return np.where(worth[category] > 0, numbers, 0).astype(np.int32)


@lru_cache(maxsize=2)
def rank_numbers(size: int) -> NDArray[np.int64]:
    """``ranks_of`` for all combinations of a size, by their place."""
    cards = _combinations(size)
    sums: NDArray[np.int64] = (_WEIGHTS[cards.ranks] * cards.counts).sum(axis=0)
    return sums + np.where(cards.suited, _SUITED, 0)


@lru_cache(maxsize=1)
def whole_four_ups() -> NDArray[np.int16]:
    """Four up cards by all their ranks, by number: pairs before cards, the higher first; any pair before none."""
    fours = _combinations(4)
    number, left = np.zeros(FOUR_UPS, np.int64), fours.counts.astype(np.int64)
    place = np.zeros(FOUR_UPS, np.int64)
    for _ in range(4):
        number = number * RANKS + fours.ranks[place, np.arange(FOUR_UPS)]
        left[place, np.arange(FOUR_UPS)] -= 1
        place += left[place, np.arange(FOUR_UPS)] == 0
    whole = np.zeros(RANK_NUMBERS, np.int16)
    whole[rank_numbers(4)] = number + np.where(fours.found < 4, RANKS**4, 0)
    return whole


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
    category = _four_up_categories(_combinations(4), reading, ace_low)
    return FourUpRanks(_describe_four_ups(worth, category), category)


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
