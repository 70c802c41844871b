"""The dealing of cards: whose turn it is to get one, which card it is, what was seen before (art. 1, 2, 10, 11(e))."""

from audit.games.five_card_poker.columns import (
    CARD_BURNED,
    CARD_FOREIGN,
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
    STREET_PART,
    STREET_SEATS_WITHOUT_CARD,
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
    AT_STREETS,
    AWARD,
    BET,
    BIT,
    BLOCK_BASE,
    BLOCK_CORRECTED,
    BLOCK_GOT,
    BLOCK_OPEN,
    BLOCK_STREETS,
    BLOCK_TOTAL,
    BURNED,
    BURNED_CARDS,
    CARDS_KNOWN,
    CHECK,
    COMPLETE,
    CORRECT,
    DEAL,
    DEALT_CARDS,
    DEALT_ONCE,
    DEALT_TWICE,
    END,
    ENDED_EARLY,
    EXTRA_CARD,
    FACE_FAULT,
    FIRST_CARD,
    FOLD,
    GOES_ON,
    GONE,
    GOT_CARD,
    GOTTEN,
    HAND,
    HAND_END,
    HOLE,
    IN_BRACKET,
    LAST_ACT,
    LAST_START,
    LEAVE,
    MISDEAL,
    MISDEAL_LOGGED,
    MUDDLED,
    NEEDED,
    OPENER,
    ORDER_KNOWN,
    ORDER_LAST,
    ORDER_STREET,
    OUT,
    PLAYS,
    POT,
    ROUND,
    ROUND_DUE,
    ROW,
    ROW_ASIDE,
    ROW_OWNER,
    ROW_SEAT,
    ROW_TIME,
    ROW_WORD,
    SEATS,
    SEEN,
    SHORT,
    SOUND,
    STACK_IS,
    STREET,
    SUSPECT,
    TURN_TIME,
    UNCORRECTED,
    UNEVEN,
    UNKNOWN,
    UNKNOWN_SMALL,
    WHOLE,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.misdeals import is_row_again, is_taken_back, knows_misdeals
from audit.games.five_card_poker.opening import cards_of, first_word, lay_card
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import (
    carries,
    count_of,
    effective,
    lose_story,
    lowest_of,
    next_of,
    seat_of,
    seats_in,
    start_play,
)
from audit.games.five_card_poker.unlogged import cards_in_doubt, let_go, may_be_gone, put_elsewhere
from audit.kernel import inlined_kernel, inner_kernel

MOST_CARDS = 5
FIRST_STREETS = 2  # the up card and the hole card that everybody gets before the first round


@inner_kernel
def note_cards(log: Log, hand: Hand, facts: Facts) -> None:
    """Fill the facts of the row's cards: those of its owner, where it has one, may have been seen before."""
    at, row, own, mark = facts.at[AT_CARDS], hand[ROW], hand[ROW_OWNER], not hand[ROW_ASIDE]
    facts.at[AT_CARDS] += 1
    foreign, repeated, burned = 0, 0, 0
    told = _told_of(hand, own) if own > 0 else 0
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if code >= DECK:
            foreign += 1
        elif code >= 0 and not told >> code & 1:
            if hand[BURNED] & BIT[code]:
                burned += 1
            elif hand[SEEN] & BIT[code]:
                repeated += 1
            elif mark:
                hand[SEEN] |= BIT[code]
    known = hand[WHOLE] or not mark
    if not hand[WHOLE] and hand[BLOCK_CORRECTED]:  # which deal of a misdeal stands cannot be told
        repeated, known = 0, False
    muddled = own > 0 and hand[MUDDLED] >> own & 1
    astray = hand[BLOCK_CORRECTED] and not hand[MISDEAL_LOGGED]  # who got what is not known
    if muddled or astray or hand[UNCORRECTED] or (hand[MISDEAL_LOGGED] and cards_in_doubt(hand)):
        repeated, known = 0, False
    facts.small[CARD_FOREIGN, at] = foreign
    facts.small[CARD_REPEATED, at] = (repeated if mark else 0) if known or repeated > 0 else UNKNOWN_SMALL
    facts.small[CARD_BURNED, at] = (burned if mark else 0) if known or burned > 0 else UNKNOWN_SMALL


@inner_kernel
def _told_of(hand: Hand, own: int) -> int:
    """The cards that a seat may show: its own, and those of which it was told what is wrong when they were dealt."""
    return int(cards_of(hand, own) | hand[DEALT_TWICE] | (hand[DEALT_ONCE] & hand[BURNED]))


@inner_kernel
def holds(hand: Hand, seat: int, code: int) -> bool:
    """Whether a card lies before a seat."""
    return bool(0 <= code < DECK and cards_of(hand, seat) >> code & 1)


@inner_kernel
def on_burn(log: Log, hand: Hand, facts: Facts) -> None:
    """A card laid away unseen."""
    row = hand[ROW]
    note_cards(log, hand, facts)
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if 0 <= code < DECK:
            hand[BURNED] |= BIT[code]
    hand[BURNED_CARDS] += 1


@inner_kernel
def _need(hand: Hand, seat: int, cards: int) -> None:
    """A seat gets so many more cards in this run of deals."""
    total = hand[BLOCK_TOTAL + seat]
    hand[BLOCK_TOTAL + seat] = total + cards
    if seat:
        for card in range(total + 1, min(MOST_CARDS, total + cards) + 1):
            hand[NEEDED + card] |= 1 << seat


@inner_kernel
def _count_block(log: Log, hand: Hand) -> None:
    """Count the cards of each seat until the next act; a second time, the last row of each in a corrected misdeal."""
    bracket, bracketed = hand[IN_BRACKET] != 0, hand[BLOCK_CORRECTED] != 0
    for later in range(hand[ROW], hand[END]):
        event = log.event[later]
        if event == DEAL:
            if bracket != bracketed or is_row_again(log, later) or is_taken_back(log, hand, later):
                continue
            seat = effective(hand, seat_of(log, later))
            if bracketed:
                hand[ADOPT + seat] = later
            else:
                _need(hand, seat, max(1, log.pieces_start[later + 1] - log.pieces_start[later]))
        elif BET <= event <= FOLD or event in (POT, AWARD, HAND_END):
            return
        elif event == MISDEAL:
            bracket = not hand[UNCORRECTED]
        elif event == CORRECT:
            bracket = False
            hand[BLOCK_CORRECTED] = 1


@inlined_kernel
def _open_block(log: Log, hand: Hand) -> None:
    """A run of deals begins: how many cards it gives to everybody, and to whom."""
    hand[BLOCK_OPEN], hand[BLOCK_BASE], hand[BLOCK_CORRECTED] = 1, hand[STREET], 0
    for seat in range(SEATS):
        hand[BLOCK_GOT + seat] = hand[BLOCK_TOTAL + seat] = 0
        hand[ADOPT + seat] = -1
    for cards in range(MOST_CARDS + 1):
        hand[NEEDED + cards] = hand[GOTTEN + cards] = 0
    _count_block(log, hand)
    left, streets = MOST_CARDS - hand[STREET], 1
    while streets < left and count_of(hand[NEEDED + streets + 1]) >= 2:
        streets += 1
    if hand[STREET] == 0 and streets == 1 and hand[NEEDED + 2] > 0:
        streets = 2
    hand[BLOCK_STREETS] = min(streets, left)
    if hand[BLOCK_CORRECTED]:
        _count_block(log, hand)
        for seat in range(1, SEATS):
            cards = hand[BLOCK_TOTAL + seat] + 1
            if cards <= hand[BLOCK_STREETS] and hand[ADOPT + seat] >= 0:
                hand[MUDDLED] |= cards_in_doubt(hand) << seat
                hand[BLOCK_TOTAL + seat] = cards
                hand[NEEDED + cards] |= 1 << seat
            else:
                hand[ADOPT + seat] = -1
    hand[ORDER_KNOWN] = hand[SOUND] and not hand[UNCORRECTED]
    hand[EXTRA_CARD] = 0
    _look_for_gaps(hand)
    hand[ORDER_STREET], hand[ORDER_LAST] = hand[STREET] + 1, 0


@inner_kernel
def _look_for_gaps(hand: Hand) -> None:
    """A seat that gets fewer cards than a first run of deals gives: which of its cards is lacking is not known."""
    fewer, more = 0, 0
    for seat in range(1, SEATS):
        cards = hand[BLOCK_TOTAL + seat]
        fewer |= (0 < cards < hand[BLOCK_STREETS]) << seat
        more |= (cards > hand[BLOCK_STREETS]) << seat
    hand[UNEVEN] = fewer > 0 and more > 0
    if fewer and (hand[UNCORRECTED] or (hand[BLOCK_CORRECTED] and not hand[MISDEAL_LOGGED])):
        hand[EXTRA_CARD] = 1  # which deals stand, and so how many cards each got, is not known
    if fewer and not more:
        hand[FACE_FAULT] |= fewer
        hand[ORDER_KNOWN] = hand[CARDS_KNOWN] = 0


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
    if not hand[CARDS_KNOWN]:
        return -1
    inside, before = seats_in(hand), street - FIRST_STREETS
    other = hand[LAST_START]
    unlogged = not carries(hand, CHECK) and (before > 1 or hand[ROUND] != before or hand[ACTS_OF_ROUND] == 0)
    if inside & ~_pool(hand) and not (carries(hand, FOLD) and carries(hand, LEAVE)):
        unlogged = True
    if hand[PLAYS] & hand[OUT] and not carries(hand, FOLD):
        unlogged = True  # who is out had the first word perhaps, and folded on it
    if unlogged or hand[GONE] or hand[SUSPECT] & inside or not carries(hand, BET):
        return -1  # who had the first word, or when he was out, may not be logged
    if hand[ROUND] == before and hand[ACTS_OF_ROUND] > 0:
        other = hand[OPENER]
        if other >= 0 and not other & inside:
            other = 0
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
    expected = UNKNOWN_SMALL
    if street <= hand[BLOCK_BASE] + hand[BLOCK_STREETS]:
        facts.small[DEAL_CARD, at] = street
        if hand[SOUND] and not hand[UNCORRECTED] and not ended and not hand[FACE_FAULT] >> seat & 1:
            expected = 1 if street == FIRST_STREETS else 0
    facts.small[DEAL_EXPECTED_FACE, at] = expected
    if UNKNOWN_SMALL not in (face, expected) and face != expected:
        hand[FACE_FAULT] |= 1 << seat
        hand[CARDS_KNOWN] = 0


@inner_kernel
def is_sure(hand: Hand, code: int) -> bool:
    """Whether a card lies only where it was dealt: one that was burned, or is dealt twice, is not known to."""
    return not (hand[DEALT_TWICE] | hand[BURNED]) & BIT[code]


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
        _open_block(log, hand)
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
    if again and not knows_misdeals(hand) and facts.small[CARD_REPEATED, facts.at[AT_CARDS] - 1] > 0:
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


@inlined_kernel
def close_block(hand: Hand, facts: Facts) -> None:
    """A run of deals is over: note who got no card (art. 10)."""
    hand[BLOCK_OPEN] = 0
    lost = False
    for card in range(1, hand[BLOCK_STREETS] + 1):
        at = facts.at[AT_STREETS]
        facts.at[AT_STREETS] += 1
        missed = seats_in(hand) & ~hand[NEEDED + card]
        gone = 0
        for seat in range(1, SEATS):
            if missed >> seat & 1 and (may_be_gone(hand, seat) or put_elsewhere(hand, seat)):
                gone |= 1 << seat
        if gone:
            let_go(hand, gone)
            missed &= ~gone
        hand[MUDDLED] |= missed
        # With eight seats the deck runs out: thirty-nine cards beside the burned one.
        ran_out = missed > 0 and hand[DEALT_CARDS] + hand[BURNED_CARDS] >= DECK - 1
        told = (
            hand[SOUND]
            and not hand[GOES_ON]
            and not hand[UNCORRECTED]
            and not hand[ENDED_EARLY]
            and not hand[EXTRA_CARD]
        )
        unsure = not told or lost or ran_out or (gone > 0 and missed == 0)
        facts.small[STREET_PART, at] = hand[BLOCK_BASE] + card - 1
        facts.small[STREET_SEATS_WITHOUT_CARD, at] = UNKNOWN_SMALL if unsure else count_of(missed)
        facts.hand[AT_STREETS, at] = hand[HAND]
        facts.row[AT_STREETS, at] = -1
        facts.seat[AT_STREETS, at] = 0 if unsure else lowest_of(missed)
        lost = lost or (missed > 0 and not unsure)
    if lost or hand[EXTRA_CARD]:
        lose_story(hand)
    hand[STREET] = hand[BLOCK_BASE] + hand[BLOCK_STREETS]
    if hand[BLOCK_STREETS] > 0:
        hand[ROUND_DUE] = 1 if hand[STREET] >= FIRST_STREETS else 0
