"""The dealing of cards: whose turn it is to get one, which card it is, how it should lie (art. 2, 10)."""

from audit.games.five_card_poker.blocks import FIRST_STREETS, MOST_CARDS, open_block
from audit.games.five_card_poker.columns import (
    CARD_REPEATED,
    DEAL_CARD,
    DEAL_CORRECTED,
    DEAL_COUNT,
    DEAL_EXPECTED_FACE,
    DEAL_EXPECTED_SEAT,
    DEAL_FACE,
    DEAL_IN_ORDER,
    DEAL_SEAT_IN,
    DEAL_SEATS_LEFT,
)
from audit.games.five_card_poker.labels import DOWN as DOWN_WORD
from audit.games.five_card_poker.labels import UP as UP_WORD
from audit.games.five_card_poker.layout import (
    ACTS_OF_ROUND,
    ADOPT,
    ANTE,
    ANTED,
    AT_CARDS,
    AT_DEALS,
    BET,
    BLOCK_BASE,
    BLOCK_CORRECTED,
    BLOCK_GOT,
    BLOCK_OPEN,
    BLOCK_STREETS,
    BLOCK_TOTAL,
    CARDS_KNOWN,
    CHECK,
    COMPLETE,
    DEALT_CARDS,
    DEALT_TWICE,
    ENDED_EARLY,
    EXPOSED,
    EXTRA_CARD,
    FACE_FAULT,
    FIRST_CARD,
    FOLD,
    GONE,
    GOT_CARD,
    GOTTEN,
    HOLE,
    IN_BRACKET,
    LAST_ACT,
    LAST_START,
    LEAVE,
    MUDDLED,
    NEEDED,
    OPENER,
    ORDER_KNOWN,
    ORDER_LAST,
    ORDER_STREET,
    OUT,
    PLAYS,
    ROUND,
    ROW,
    ROW_ASIDE,
    ROW_SEAT,
    ROW_TIME,
    ROW_WORD,
    SEATS,
    SHORT,
    SOUND,
    STACK_IS,
    SUSPECT,
    TURN_TIME,
    UNCORRECTED,
    UNEVEN,
    UNKNOWN,
    UNKNOWN_SMALL,
    WAGERS_TOLD,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.misdeals import is_row_again, is_taken_back, knows_misdeals
from audit.games.five_card_poker.opening import first_word, lay_card, seats_that_could_speak
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import (
    carries,
    count_of,
    effective,
    lose_story,
    lowest_of,
    next_of,
    seats_in,
    start_play,
)
from audit.games.five_card_poker.seen import is_sure, note_cards
from audit.kernel import inlined_kernel, inner_kernel


@inner_kernel
def _is_astray(hand: Hand, seat: int) -> bool:
    """Whether a single card of the first deal went to a place where nobody plays: no ante, no act, too few cards."""
    if hand[BLOCK_BASE] > 0 or not carries(hand, ANTE) or hand[LAST_ACT + seat] >= 0:
        return False
    return bool(hand[BLOCK_TOTAL + seat] < hand[BLOCK_STREETS])


@inner_kernel
def _pool(hand: Hand) -> int:
    """Bits of the seats that are still to get the street's card."""
    cards = hand[ORDER_STREET] - hand[BLOCK_BASE]
    mask = hand[NEEDED + cards] & ~hand[GOTTEN + cards] & ~hand[OUT]
    return int(mask & hand[PLAYS] if hand[BLOCK_BASE] > 0 else mask)


@inner_kernel
def _start_seats(hand: Hand, street: int, worth: Worth) -> int:
    """Bits of the seats from which a street may start: who had the first word, else the next highest; -1 unknown."""
    if street <= FIRST_STREETS:
        return 1 << (SEATS - 1)
    inside, before = seats_in(hand), street - FIRST_STREETS
    other = hand[LAST_START]
    unlogged = not carries(hand, CHECK) and (before > 1 or hand[ROUND] != before or hand[ACTS_OF_ROUND] == 0)
    if inside & ~_pool(hand) and not (carries(hand, FOLD) and carries(hand, LEAVE)):
        unlogged = True
    if hand[PLAYS] & hand[OUT] and not carries(hand, FOLD):
        unlogged = True  # who is out had the first word perhaps, and folded on it
    told = hand[CARDS_KNOWN] and carries(hand, BET) and (before == 1 or hand[WAGERS_TOLD])
    if unlogged or not told or hand[GONE] or hand[SUSPECT] & inside:
        return -1  # who had the first word, or when he was out, may not be logged
    if hand[ROUND] == before and hand[ACTS_OF_ROUND] > 0:
        other = hand[OPENER]
        if other >= 0 and not other & inside:
            other = first_word(hand, seats_that_could_speak(hand), before, worth)
        elif other >= 0 and not inside & hand[SHORT]:
            return int(other)
    if other < 0:
        return -1
    best = first_word(hand, inside, before, worth)
    return -1 if best < 0 else int(other | best)


@inner_kernel
def _expected(hand: Hand, worth: Worth) -> int:
    """Bits of the seats that may get the next card; -1 unknown, 0 where nobody may."""
    pool = _pool(hand)
    while pool == 0 and hand[ORDER_STREET] < hand[BLOCK_BASE] + hand[BLOCK_STREETS]:
        hand[ORDER_STREET] += 1
        hand[ORDER_LAST] = 0
        pool = _pool(hand)
    if pool == 0:
        return 0
    if hand[ORDER_LAST]:
        return 1 << next_of(pool, hand[ORDER_LAST])
    starts = _start_seats(hand, hand[ORDER_STREET], worth)
    if starts < 0:
        return -1
    if hand[ORDER_STREET] <= FIRST_STREETS:
        return 1 << next_of(pool, SEATS - 1)
    mask = 0
    for seat in range(1, SEATS):
        if starts >> seat & 1:
            mask |= 1 << (seat if pool >> seat & 1 else next_of(pool, seat))
    return mask


@inlined_kernel
def _judge_order(hand: Hand, facts: Facts, at: int, seat: int, street: int, worth: Worth) -> None:
    """Fill whether it was the seat's turn; after one fault the rest of the dealing is not judged."""
    if not hand[ORDER_KNOWN]:
        return
    expected = _expected(hand, worth)
    first = hand[ORDER_LAST] == 0
    if expected >= 0:
        in_order = expected >> seat & 1 and street == hand[ORDER_STREET]
        facts.small[DEAL_IN_ORDER, at] = in_order
        facts.small[DEAL_EXPECTED_SEAT, at] = lowest_of(expected)
        if not in_order:
            hand[ORDER_KNOWN] = 0
            if hand[UNEVEN]:
                lose_story(hand)
    if first and street > FIRST_STREETS:
        hand[LAST_START] = 1 << seat if hand[ORDER_KNOWN] and expected >= 0 else -1
    hand[ORDER_LAST] = seat


@inlined_kernel
def _judge_deal(hand: Hand, facts: Facts, at: int, seat: int, single: bool, worth: Worth) -> bool:
    """Fill whether the seat is to get a card and whether it is its turn; returns the former."""
    street = hand[BLOCK_BASE] + hand[BLOCK_GOT + seat] + 1
    judged, later = hand[SOUND] and not hand[UNCORRECTED] and not hand[ENDED_EARLY], hand[BLOCK_BASE] > 0
    inside = (not later or hand[PLAYS] >> seat & 1) and not hand[OUT] >> seat & 1 and not _is_astray(hand, seat)
    left = count_of(seats_in(hand) if later else (hand[PLAYS] | hand[NEEDED + 1]) & ~hand[OUT])
    if judged:
        facts.small[DEAL_SEAT_IN, at] = 1 if inside else 0
        facts.small[DEAL_SEATS_LEFT, at] = left
    if not inside:
        if judged:
            lose_story(hand)
        return False
    if judged and left < 2:
        hand[ENDED_EARLY] = 1
        lose_story(hand)
        return True
    if not judged:
        hand[ORDER_LAST] = seat
    elif not single:
        hand[ORDER_LAST], hand[ORDER_KNOWN] = seat, 0
    elif street > hand[BLOCK_BASE] + hand[BLOCK_STREETS]:
        if hand[ORDER_KNOWN] and hand[COMPLETE]:
            facts.small[DEAL_IN_ORDER, at] = 0
            facts.small[DEAL_EXPECTED_SEAT, at] = lowest_of(max(0, _expected(hand, worth)))
        hand[ORDER_KNOWN] = 0
        if hand[UNEVEN]:
            lose_story(hand)
    else:
        _judge_order(hand, facts, at, seat, street, worth)
    return True


@inlined_kernel
def _judge_face(hand: Hand, facts: Facts, at: int, seat: int, ended: int) -> None:
    """Fill which card it is and how it should lie; one that lies otherwise leaves the up cards unknown."""
    street = hand[BLOCK_BASE] + hand[BLOCK_GOT + seat] + 1
    face = UNKNOWN_SMALL
    if hand[ROW_WORD] in (UP_WORD, DOWN_WORD):
        face = 1 if hand[ROW_WORD] == DOWN_WORD else 0
    # Art. 11(d) speaks of a hole card that was turned by accident, however its row has it lie.
    expected, exposed = UNKNOWN_SMALL, hand[EXPOSED] if street == FIRST_STREETS else 0
    if street <= hand[BLOCK_BASE] + hand[BLOCK_STREETS]:
        facts.small[DEAL_CARD, at] = street
        if hand[SOUND] and not hand[UNCORRECTED] and not ended and not (hand[FACE_FAULT] | exposed) >> seat & 1:
            expected = 1 if street == FIRST_STREETS else 0
    facts.small[DEAL_EXPECTED_FACE, at] = expected
    if UNKNOWN_SMALL not in (face, expected) and face != expected:
        hand[FACE_FAULT] |= 1 << seat
        hand[CARDS_KNOWN] = 0


@inlined_kernel
def _take_card(hand: Hand, seat: int, code: int) -> None:
    """Put a card into the seat's next place."""
    cards = hand[BLOCK_GOT + seat] + 1
    street = hand[BLOCK_BASE] + cards
    hand[BLOCK_GOT + seat] = cards
    hand[DEALT_CARDS] += 1
    if cards <= MOST_CARDS:
        hand[GOTTEN + cards] |= 1 << seat
    if street > hand[BLOCK_BASE] + hand[BLOCK_STREETS]:
        hand[MUDDLED] |= 1 << seat
        hand[EXTRA_CARD] = 1
        return
    place = HOLE if street == FIRST_STREETS else max(0, street - FIRST_STREETS)
    lay_card(hand, seat, place, code if 0 <= code < DECK and is_sure(hand, code) else -1)


@inlined_kernel
def on_deal(log: Log, hand: Hand, facts: Facts, worth: Worth) -> None:
    """Cards dealt to a seat."""
    at, row = facts.at[AT_DEALS], hand[ROW]
    facts.at[AT_DEALS] += 1
    hand[FIRST_CARD] = 1
    hand[TURN_TIME] = hand[ROW_TIME]
    if not hand[BLOCK_OPEN]:
        open_block(log, hand)
    first, last = log.pieces_start[row], log.pieces_start[row + 1]
    seat = effective(hand, hand[ROW_SEAT])
    taken_back = is_taken_back(log, hand, row)
    set_aside = taken_back or (hand[IN_BRACKET] != 0 and hand[ADOPT + seat] != row)
    if not taken_back:
        facts.small[DEAL_CORRECTED, at] = 1 if hand[BLOCK_CORRECTED] or set_aside else 0
    if last > first and not hand[UNCORRECTED]:
        facts.small[DEAL_COUNT, at] = last - first
    if hand[ROW_WORD] in (UP_WORD, DOWN_WORD):
        facts.small[DEAL_FACE, at] = 1 if hand[ROW_WORD] == DOWN_WORD else 0
    again = is_row_again(log, row)
    hand[ROW_ASIDE] = 1 if set_aside or seat == 0 else 0
    note_cards(log, hand, facts)
    repeated = facts.small[CARD_REPEATED, facts.at[AT_CARDS] - 1] > 0
    if repeated and not hand[DEALT_TWICE]:
        hand[CARDS_KNOWN] = 0  # beside a misdeal: which of the two cards lies where it was dealt is not known
    if again and not knows_misdeals(hand) and repeated:
        facts.small[CARD_REPEATED, facts.at[AT_CARDS] - 1] = UNKNOWN_SMALL
    if set_aside or seat == 0 or again:
        return
    ended = hand[ENDED_EARLY]
    if not _judge_deal(hand, facts, at, seat, last - first <= 1, worth):
        hand[MUDDLED] |= 1 << seat
        return
    if not hand[ANTED] >> seat & 1:
        hand[STACK_IS + seat] = UNKNOWN  # its ante may still come, or is not logged
    if hand[BLOCK_BASE] == 0:
        hand[PLAYS] |= 1 << seat
    start_play(hand, seat)
    hand[GOT_CARD] |= 1 << seat
    _judge_face(hand, facts, at, seat, ended)
    for piece in range(first, max(last, first + 1)):
        _take_card(hand, seat, log.pieces[piece] if piece < last else -1)
