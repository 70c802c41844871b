"""Who has the right to speak first, by the up cards: a different order in each round (art. 10(b)-(d))."""

import numpy as np

from audit.games.five_card_poker.layout import (
    A_SEATS_CARDS,
    ACTED,
    CARDS,
    CHOICE_FOURTH_PAIR,
    CHOICE_THIRD_PAIR,
    CHOICE_TIES,
    HOLE,
    NO_PLACE,
    PAGE,
    PLACE_OF_FOUR,
    ROUND_ABLE,
    SEATS,
    SHORT,
    UPS,
    UPS_KNOWN,
    UPS_PACKED,
    Hand,
    Worth,
)
from audit.games.five_card_poker.ranking import DECK, RANKS, SUIT_ORDER, place_of, ranks_of
from audit.games.five_card_poker.seating import lowest_of, seats_in
from audit.kernel import inner_kernel

EITHER = 0
BY_SUIT = 1  # CHOICE_TIES: suits break ties in later rounds too
EARLY_PAIR, LATE_CARD = 1, 2  # CHOICE_THIRD_PAIR and CHOICE_FOURTH_PAIR

# What a key is made of, so that any pair beats any card and any three any pair.
_PAIR, _NEW_PAIR, _THREE, _FOUR_UP = 100, 200, 300, 1000
_LAST_ROUND = 4
_RANK_OF = np.arange(DECK, dtype=np.int64) % RANKS
_SUIT_ORDER_OF = SUIT_ORDER[np.arange(DECK) // RANKS]


@inner_kernel
def lay_card(hand: Hand, seat: int, place: int, code: int) -> None:
    """Put a card into a place before a seat, -1 for one that is not known."""
    at = CARDS + A_SEATS_CARDS * seat + place
    before = hand[at]
    hand[at] = code
    if place == HOLE:
        return
    hand[PLACE_OF_FOUR + seat] = NO_PLACE
    hand[UPS_PACKED + seat] += (code - before) << 8 * place
    if before < 0 and code >= 0:
        hand[UPS + seat] |= 1 << code
        hand[UPS_KNOWN + seat] |= 1 << place
    elif before >= 0:
        _count_ups(hand, seat)


@inner_kernel
def _count_ups(hand: Hand, seat: int) -> None:
    """Learn anew which up cards lie before a seat, one of which was laid over another."""
    hand[UPS + seat] = hand[UPS_KNOWN + seat] = 0
    for place in range(HOLE):
        code = hand[CARDS + A_SEATS_CARDS * seat + place]
        if code >= 0:
            hand[UPS + seat] |= 1 << code
            hand[UPS_KNOWN + seat] |= 1 << place


@inner_kernel
def cards_of(hand: Hand, seat: int) -> int:
    """The cards that lie before a seat, a bit a card."""
    hole = hand[CARDS + A_SEATS_CARDS * seat + HOLE]
    return int(hand[UPS + seat] | (1 << hole if hole >= 0 else 0))


@inner_kernel
def holds(hand: Hand, seat: int, code: int) -> bool:
    """Whether a card lies before a seat."""
    return bool(0 <= code < DECK and cards_of(hand, seat) >> code & 1)


@inner_kernel
def _suit_of(hand: Hand, seat: int, rank: int, cards: int) -> int:
    """The highest suit among a seat's first up cards of a rank."""
    best, first = 0, CARDS + A_SEATS_CARDS * seat
    for place in range(first, first + cards):
        code = hand[place]
        if _RANK_OF[code] == rank:
            best = max(best, _SUIT_ORDER_OF[code])
    return int(best)


@inner_kernel
def _claim(hand: Hand, seat: int, betting: int, early_pair: bool) -> int:
    """A seat's claim to the first word of a round by pairs and cards: the higher has it, equal ones tie."""
    at = CARDS + A_SEATS_CARDS * seat
    if betting == 1:
        return int(_RANK_OF[hand[at]] * 4 + _SUIT_ORDER_OF[hand[at]])
    first, second = _RANK_OF[hand[at]], _RANK_OF[hand[at + 1]]
    if betting == 2:
        return int(_PAIR + second if first == second else second)
    third = _RANK_OF[hand[at + 2]]
    if betting == _LAST_ROUND:
        fourth = _RANK_OF[hand[at + 3]]
        if fourth in (first, second, third):
            return int(_NEW_PAIR + fourth)
        if early_pair and first in (second, third):
            return int(_PAIR + first)
        if early_pair and second == third:
            return int(_PAIR + second)
        return int(fourth)
    if first == second == third:
        return int(_THREE + third)
    if third in (first, second):
        return int(_NEW_PAIR + third)
    return int(_PAIR + first if early_pair and first == second else third)


@inner_kernel
def _four_of(hand: Hand, seat: int) -> int:
    """Place of a seat's four up cards, which are known and different, in the tables."""
    place = hand[PLACE_OF_FOUR + seat]
    if place == NO_PLACE:
        place = place_of(hand[UPS + seat], int(_LAST_ROUND))
        hand[PLACE_OF_FOUR + seat] = place
    return int(place)


@inner_kernel
def _readings_that_differ(hand: Hand, candidates: int, betting: int, worth: Worth) -> int:
    """How many readings of four up cards must be asked, 0 where none has a listed combination; -1 not known."""
    listed, rest, wanted = 0, candidates, (1 << betting) - 1
    while rest:
        seat = lowest_of(rest)
        rest &= rest - 1
        if wanted & ~hand[UPS_KNOWN + seat]:
            return -1
        if betting == _LAST_ROUND:
            ranks = ranks_of(hand[UPS + seat], int(_LAST_ROUND))
            if ranks < 0 or hand[PAGE] == 0:
                return -1
            listed |= worth.listed[hand[PAGE], ranks]
    return worth.four_up.shape[2] if listed else 0


@inner_kernel
def _best(hand: Hand, candidates: int, betting: int, worth: Worth, variant: int, early_pair: bool) -> int:
    """Bits of the candidates with the highest claim in one reading; ``variant`` -1 where none is listed."""
    top, mask, rest = -1, 0, candidates
    while rest:
        seat = lowest_of(rest)
        rest &= rest - 1
        value = worth.four_up[hand[PAGE], _four_of(hand, seat), variant] if variant >= 0 else 0
        key = _FOUR_UP + value if value > 0 else _claim(hand, seat, betting, early_pair)
        if betting > 1 and worth.choices[CHOICE_TIES] == BY_SUIT:
            key = key * 4 + (_suit_of(hand, seat, key % 100, betting) if key < _FOUR_UP else 0)
        if key > top:
            top, mask = key, 0
        if key == top:
            mask |= 1 << seat
    return mask


@inner_kernel
def first_word(hand: Hand, candidates: int, betting: int, worth: Worth) -> int:
    """Bits of the seats that may lawfully have the first word in a round, under any reading taken.

    ``candidates`` are bits of the seats to choose from; -1 where an up card that matters is not known.
    """
    if candidates == 0:
        return 0
    readings = _readings_that_differ(hand, candidates, betting, worth)
    if readings < 0:
        return -1
    pair = worth.choices[CHOICE_FOURTH_PAIR if betting == _LAST_ROUND else CHOICE_THIRD_PAIR]
    first = 1 if betting > 2 and pair == EARLY_PAIR else 0
    last = 0 if betting <= 2 or pair == LATE_CARD else 1
    mask = 0
    for early in range(first, last + 1):
        for variant in range(-1 if readings == 0 else 0, readings):
            mask |= _best(hand, candidates, betting, worth, variant, early == 1)
    return mask


@inner_kernel
def seats_that_could_speak(hand: Hand) -> int:
    """Bits of the seats that are in and had chips when the last round began; not one passed over as short."""
    return int(seats_in(hand) & hand[ROUND_ABLE] & (hand[ACTED] | ~hand[SHORT]))


@inner_kernel
def highest_four_up(hand: Hand, candidates: int, worth: Worth) -> int:
    """Bits of the seats that may be called the holder of the highest four up cards (art. 10(e)); -1 unknown.

    Besides the order of art. 10(d) a whole comparison of the four cards counts, where no listed combination decides.
    """
    mask = first_word(hand, candidates, int(_LAST_ROUND), worth)
    if mask < 0:
        return -1
    readings = _readings_that_differ(hand, candidates, int(_LAST_ROUND), worth)
    for variant in range(max(1, readings)):
        top, best = -1, 0
        for seat in range(1, SEATS):
            if not candidates >> seat & 1:
                continue
            value = worth.four_up[hand[PAGE], _four_of(hand, seat), variant] if readings else 0
            whole = worth.whole[ranks_of(hand[UPS + seat], int(_LAST_ROUND))]
            key = value * 2 * RANKS**4 if value > 0 else whole
            if key > top:
                top, best = key, 0
            if key == top:
                best |= 1 << seat
        mask |= best
    return mask
