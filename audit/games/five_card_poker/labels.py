"""The words of the ``label`` column as codes: each unique text of a batch is read once, rows then index the codes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.five_card_poker.facts import RANK_WORDS
from audit.games.five_card_poker.ranking import CATEGORIES

WORDS = tuple("one_hand two_hands first pot up down all_in forced uncovered ante wager refused".split())
(
    ONE_HAND, TWO_HANDS, FIRST, POT, UP, DOWN, ALL_IN, FORCED, UNCOVERED, ANTE, WAGER, REFUSED,
) = range(1, len(WORDS) + 1)  # fmt: skip
OTHER_WORD = len(WORDS) + 1
_CODE = {word: code for code, word in enumerate(WORDS, 1)}

# Names of art. 5 in both spellings of Chinese, by one spelling.
_ONE_SPELLING = str.maketrans("黄袍顺条卢对两", "黃袍順條盧對兩")
_NAMES = {
    "黃袍麒": "royal_flush",
    "同花順": "straight_flush",
    "四條": "four_of_a_kind",
    "夫盧": "full_house",
    "同花": "flush",
    "順": "straight",
    "三條": "three_of_a_kind",
    "兩對": "two_pairs",
    "一對": "one_pair",
    "大牌": "high_card",
}
_RANKS = {word: rank for rank, word in enumerate(RANK_WORDS) if rank} | {"T": RANK_WORDS.index("10")}

NO_CATEGORY = -1
STRAIGHT_OF_RANK, PAIRS_OF_RANK = len(CATEGORIES), len(CATEGORIES) + 1
NO_SEATS = -1


class Labels(NamedTuple):
    """The labels of a batch, shape (L + 1,): the last entry stands for none (-1).

    ``word`` is 1 + the index into ``WORDS``, 0 for an empty label, ``OTHER_WORD`` for any other text. ``category`` is
    the one that a ``show`` names: an index into ``CATEGORIES``, ``STRAIGHT_OF_RANK`` for "順10" (art. 5(2) calls
    a straight flush so), ``PAIRS_OF_RANK`` for "對10" (art. 5(8)), -1 for none; ``rank`` is the rank in such a name
    as an index into ``facts.RANK_WORDS``, 0 for none. ``seats`` has bit s for every seat that a ``pot`` lists, -1 where
    the text is no list of seats.
    """

    word: NDArray[np.int8]
    category: NDArray[np.int8]
    rank: NDArray[np.int8]
    seats: NDArray[np.int16]


def _named(text: str) -> tuple[int, int]:
    """Category and rank of a logged name."""
    name = text.strip().translate(_ONE_SPELLING)
    if name in CATEGORIES:
        return CATEGORIES.index(name), 0
    if name in _NAMES:
        return CATEGORIES.index(_NAMES[name]), 0
    for sign, code in (("順", STRAIGHT_OF_RANK), ("對", PAIRS_OF_RANK)):
        if name.startswith(sign) and name[1:].upper() in _RANKS:
            return code, _RANKS[name[1:].upper()]
    return NO_CATEGORY, 0


def _seats(text: str) -> int:
    """Bits of the seats in a list such as ``1 3 5``; also parted by commas."""
    parts = text.replace(",", " ").split()
    if not parts or any(len(part) != 1 or part not in "12345678" for part in parts):
        return NO_SEATS
    return sum(1 << seat for seat in {int(part) for part in parts})


@lru_cache(maxsize=4096)
def _read(label: str) -> tuple[int, int, int, int]:
    """What ``Labels`` says of a label, in its order."""
    text = label.strip()
    category, rank = _named(text)
    return _CODE.get(text, OTHER_WORD if text else 0), category, rank, _seats(text)


def read_labels(labels: Sequence[str]) -> Labels:
    """Codes of a batch's labels, each text read once in every way that an event may read it."""
    read = [_read(label) for label in labels]
    word, category, rank, seats = zip(*read, (0, NO_CATEGORY, 0, NO_SEATS), strict=True)
    return Labels(
        np.array(word, np.int8), np.array(category, np.int8), np.array(rank, np.int8), np.array(seats, np.int16)
    )
