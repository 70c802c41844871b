"""What cards are worth, told in plain Python from arts. 5 and 10 of 104/85/M, apart from the tables of the replay.

A card is its place in ``CARDS``: its rank (0 the five, 9 the ace) is the place modulo ten, its suit the place by tens.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from audit.pieces.notation import CARDS

RANKS = 10
ACE = 9
DECK = len(CARDS)
CATEGORIES = (
    "high_card",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
(
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIRS,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
) = range(len(CATEGORIES))
CHINESE = ("大牌", "一對", "兩對", "三條", "順", "同花", "夫盧", "四條", "同花順", "黃袍麒")
_CALLED = "5 6 7 8 9 10 J Q K A".split()
# Spades before hearts, clubs and diamonds (art. 10(b)); the suits of ``CARDS`` are clubs, diamonds, hearts, spades.
_SUIT_ORDER = (1, 0, 2, 3)
_LOW_STRAIGHT = [ACE, 3, 2, 1, 0]
_EIGHT = 3

Worth = tuple[int, ...]  # the category first, then the ranks that count for it


@dataclass(frozen=True)
class Reading:
    """How a house reads the open words about up cards (art. 10(c), 10(d)); any of these ways is lawful."""

    suited: Literal["sequence", "sequence-with-royal", "gapped"] = "sequence"
    low_ace: bool = False  # A-5-6-7 is in sequence
    early_pair: bool = False  # a pair of the first two up cards opens the third round


READINGS = tuple(
    Reading(suited, low_ace, early_pair)
    for suited in ("sequence", "sequence-with-royal", "gapped")
    for low_ace in (False, True)
    for early_pair in (False, True)
)


def worth(cards: Sequence[int], low_suited: bool = True) -> Worth:
    """Five cards by art. 5: higher is better, equal is a tie; ``low_suited``: suited A-5-6-7-8 is a straight flush."""
    ranks = sorted([card % RANKS for card in cards], reverse=True)
    if len(set(ranks)) == 5:
        suit = cards[0] // RANKS
        suited = all(card // RANKS == suit for card in cards)
        low = ranks == _LOW_STRAIGHT
        if ranks[0] - ranks[4] == 4 or (low and (low_suited or not suited)):
            if not suited:
                return (STRAIGHT, _EIGHT if low else ranks[0])
            return (ROYAL_FLUSH,) if ranks[4] == ACE - 4 else (STRAIGHT_FLUSH, _EIGHT if low else ranks[0])
        return (FLUSH if suited else HIGH_CARD, *ranks)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    most, rank = groups[0]
    if most == 4:
        return (FOUR, rank)
    if most == 3:
        return (FULL_HOUSE if len(groups) == 2 else THREE, rank)
    return (TWO_PAIRS if len(groups) == 3 else ONE_PAIR, *(rank for _, rank in groups))


def called(cards: Sequence[int]) -> str:
    """A hand's name with its rank, as art. 5 calls a straight flush or two pairs of tens: 順10, 對10."""
    value = worth(cards)
    if value[0] in (STRAIGHT, STRAIGHT_FLUSH):
        return f"順{_CALLED[value[1]]}"
    if value[0] in (ONE_PAIR, TWO_PAIRS):
        return f"對{_CALLED[value[1]]}"
    return CHINESE[value[0]]


def turns_on_low_ace(hands: Collection[Sequence[int]]) -> bool:
    """Whether some hand ranks otherwise against another where the suited A-5-6-7-8 is a flush."""
    low = [cards for cards in hands if worth(cards) != worth(cards, low_suited=False)]
    return any(
        (worth(cards) > worth(other)) != (worth(cards, low_suited=False) > worth(other, low_suited=False))
        for cards in low
        for other in hands
        if other is not cards
    )


def _suited_draw(ranks: list[int], reading: Reading) -> Worth:
    """Four suited cards of different ranks, the highest first: what they may become (art. 10(d))."""
    high, low = ranks[0], ranks[3]
    gapped = reading.suited == "gapped"
    if low == ACE - 3 or (low >= ACE - 4 and (gapped or (reading.suited != "sequence" and high - low == 3))):
        return (7,)
    if high - low == 3 or (gapped and high - low == 4):
        return (6, high)
    if reading.low_ace and high == ACE and (ranks[1] == 2 or (gapped and ranks[1] == 3)):
        return (6, ranks[1])
    return (4, *ranks)


def _four_up(up: Sequence[int], reading: Reading) -> Worth:
    """The order of four up cards (art. 10(d)); the fourth one decides where nothing on the list is there."""
    ranks = sorted([card % RANKS for card in up], reverse=True)
    distinct = set(ranks)
    if len(distinct) == 4:
        if len({card // RANKS for card in up}) == 1:
            return _suited_draw(ranks, reading)
        if ranks[0] - ranks[3] == 3:
            return (3, ranks[0])
        if reading.low_ace and ranks[0] == ACE and ranks[1] == 2:
            return (3, ranks[1])
        return (0, 0, up[3] % RANKS)
    pairs = sorted((rank for rank in distinct if ranks.count(rank) > 1), reverse=True)
    most = ranks.count(pairs[0])
    if most > 2:
        return (5 if most == 4 else 2, pairs[0])
    if len(pairs) == 2:
        return (1, *pairs)
    return (0, int(pairs[0] == up[3] % RANKS), up[3] % RANKS)


def claim(up: Sequence[int], reading: Reading) -> Worth:
    """What a seat's one to four up cards give it towards the first word of a round; equal claims tie."""
    last = up[-1] % RANKS
    if len(up) == 1:
        return (last, _SUIT_ORDER[up[0] // RANKS])
    if len(up) == 2:
        return (int(up[0] % RANKS == last), last)
    if len(up) == 4:
        return _four_up(up, reading)
    first, second = up[0] % RANKS, up[1] % RANKS
    if first == second == last:
        return (3, last)
    if last in (first, second):
        return (2, last)
    if reading.early_pair and first == second:
        return (1, first)
    return (0, last)


def highest(claims: Mapping[int, Worth]) -> list[int]:
    """The seats with the best claim, several where they tie."""
    best = max(claims.values())
    return [seat for seat, value in claims.items() if value == best]
