"""Who has the right to speak first, by the up cards: a different order in each round (art. 10(b)-(d))."""

import numpy as np

from audit.games.five_card_poker.layout import (
    CHOICE_FOURTH_PAIR,
    CHOICE_THIRD_PAIR,
    CHOICE_TIES,
    SEATS,
    UP_1,
    UP_2,
    UP_3,
    UP_4,
    Hand,
    Worth,
)
from audit.games.five_card_poker.ranking import DECK, RANKS, SUIT_ORDER, place_of_four
from audit.kernel import kernel

EITHER = 0
BY_SUIT = 1  # CHOICE_TIES: suits break ties in later rounds too
EARLY_PAIR, LATE_CARD = 1, 2  # CHOICE_THIRD_PAIR and CHOICE_FOURTH_PAIR

# What a key is made of, so that any pair beats any card and any three any pair.
_PAIR, _NEW_PAIR, _THREE, _FOUR_UP = 100, 200, 300, 1000


@kernel
def _suit_of(hand: Hand, seat: int, rank: int, cards: int) -> int:
    """The highest suit among a seat's first up cards of a rank."""
    best = 0
    for field in range(UP_1, UP_1 + cards):
        code = hand.seat[field, seat]
        if code % RANKS == rank:
            best = max(best, SUIT_ORDER[code // RANKS])
    return int(best)


@kernel
def _second(hand: Hand, seat: int) -> int:
    first, second = hand.seat[UP_1, seat] % RANKS, hand.seat[UP_2, seat] % RANKS
    return int(_PAIR + second if first == second else second)


@kernel
def _third(hand: Hand, seat: int, early_pair: bool) -> int:
    first, second, third = hand.seat[UP_1, seat] % RANKS, hand.seat[UP_2, seat] % RANKS, hand.seat[UP_3, seat] % RANKS
    if first == second == third:
        return int(_THREE + third)
    if third in (first, second):
        return int(_NEW_PAIR + third)
    if early_pair and first == second:
        return int(_PAIR + first)
    return int(third)


@kernel
def _fourth(hand: Hand, seat: int, worth: Worth, page: int, variant: int, early_pair: bool) -> int:
    for i in range(4):
        hand.cards[i] = hand.seat[UP_1 + i, seat]
    place = place_of_four(hand.cards)
    if place < 0:
        return -1
    value = worth.four_up[page, variant, place]
    if value > 0:
        return int(_FOUR_UP + value)
    fourth = hand.seat[UP_4, seat] % RANKS
    for i in range(3):
        if hand.seat[UP_1 + i, seat] % RANKS == fourth:
            return int(_NEW_PAIR + fourth)
    if early_pair:
        for i in range(2):
            for j in range(i + 1, 3):
                if hand.seat[UP_1 + i, seat] % RANKS == hand.seat[UP_1 + j, seat] % RANKS:
                    return int(_PAIR + hand.seat[UP_1 + i, seat] % RANKS)
    return int(fourth)


@kernel
def _known(hand: Hand, seat: int, cards: int) -> bool:
    known = 0
    for field in range(UP_1, UP_1 + cards):
        known += 0 <= hand.seat[field, seat] < DECK
    return bool(known == cards)


@kernel
def _key(hand: Hand, seat: int, betting: int, worth: Worth, page: int, variant: int, early_pair: bool) -> int:
    """A seat's claim to the first word; the higher has it, equal ones tie."""
    if betting == 1:
        card = hand.seat[UP_1, seat]
        return int((card % RANKS) * 4 + SUIT_ORDER[card // RANKS])
    if betting == 2:
        key = _second(hand, seat)
    elif betting == 3:
        key = _third(hand, seat, early_pair)
    else:
        key = _fourth(hand, seat, worth, page, variant, early_pair)
    if worth.choices[CHOICE_TIES] == BY_SUIT and key >= 0:
        key = key * 4 + (_suit_of(hand, seat, key % 100, betting) if key < _FOUR_UP else 0)
    return key


@kernel
def _best(hand: Hand, candidates: int, betting: int, worth: Worth, page: int, variant: int, early_pair: bool) -> int:
    """Bits of the candidates with the highest claim in one reading; -1 where it cannot be told."""
    top, mask = -1, 0
    for seat in range(1, SEATS):
        if not candidates & (1 << seat):
            continue
        key = _key(hand, seat, betting, worth, page, variant, early_pair)
        if key < 0:
            return -1
        if key > top:
            top, mask = key, 0
        if key == top:
            mask |= 1 << seat
    return mask


@kernel
def first_word(hand: Hand, candidates: int, betting: int, worth: Worth, page: int) -> int:
    """Bits of the seats that may lawfully have the first word in a round, under any reading taken.

    ``candidates`` are bits of the seats to choose from; -1 where an up card that matters is not known.
    """
    if candidates == 0:
        return 0
    for seat in range(1, SEATS):
        if candidates & (1 << seat) and not _known(hand, seat, betting):
            return -1
    pair = worth.choices[CHOICE_THIRD_PAIR] if betting == 3 else worth.choices[CHOICE_FOURTH_PAIR]
    variants = worth.four_up.shape[1] if betting == 4 else 1
    if betting == 4 and page == 0:
        return -1
    mask = 0
    for variant in range(variants):
        for early in range(2):
            if betting < 3 and early == 1:
                continue
            if betting >= 3 and ((early == 1 and pair == LATE_CARD) or (early == 0 and pair == EARLY_PAIR)):
                continue
            best = _best(hand, candidates, betting, worth, page, variant, early == 1)
            if best < 0:
                return -1
            mask |= best
    return mask


@kernel
def _whole_claim(hand: Hand, seat: int) -> int:
    """Four up cards by their ranks alone: pairs before cards, the higher first."""
    value = 0
    for count in range(4, 0, -1):
        for rank in range(RANKS - 1, -1, -1):
            have = 0
            for field in range(UP_1, UP_1 + 4):
                have += hand.seat[field, seat] % RANKS == rank
            if have == count:
                for _ in range(count):
                    value = value * RANKS + rank
    return value


@kernel
def _has_pair(hand: Hand, seat: int) -> bool:
    for i in range(3):
        for j in range(i + 1, 4):
            if hand.seat[UP_1 + i, seat] % RANKS == hand.seat[UP_1 + j, seat] % RANKS:
                return True
    return False


@kernel
def highest_four_up(hand: Hand, candidates: int, worth: Worth, page: int) -> int:
    """Bits of the seats that may be called the holder of the highest four up cards (art. 10(e)); -1 unknown.

    Besides the order of art. 10(d) a whole comparison of the four cards counts, where no listed combination decides.
    """
    mask = first_word(hand, candidates, 4, worth, page)
    if mask < 0:
        return -1
    for variant in range(worth.four_up.shape[1]):
        top, best = np.int64(-1), 0
        for seat in range(1, SEATS):
            if not candidates & (1 << seat):
                continue
            for i in range(4):
                hand.cards[i] = hand.seat[UP_1 + i, seat]
            place = place_of_four(hand.cards)
            value = np.int64(worth.four_up[page, variant, place]) if place >= 0 else np.int64(0)
            key = (value * 2 + (1 if value == 0 and _has_pair(hand, seat) else 0)) * 10_000
            if value == 0:
                key += _whole_claim(hand, seat)
            if key > top:
                top, best = key, 0
            if key == top:
                best |= 1 << seat
        mask |= best
    return mask
