"""Runs of deals between acts: how many cards one gives to whom, and who got none (art. 10)."""

from audit.games.five_card_poker.columns import (
    STREET_PART,
    STREET_SEATS_WITHOUT_CARD,
)
from audit.games.five_card_poker.layout import (
    ADOPT,
    ANTE,
    ANTE_SEATS,
    AT_STREETS,
    AWARD,
    BET,
    BLOCK_BASE,
    BLOCK_CORRECTED,
    BLOCK_GOT,
    BLOCK_OPEN,
    BLOCK_STREETS,
    BLOCK_TOTAL,
    BURNED_CARDS,
    CARDS_KNOWN,
    CORRECT,
    DEAL,
    DEALT_CARDS,
    END,
    ENDED_EARLY,
    EXTRA_CARD,
    FACE_FAULT,
    FOLD,
    GOES_ON,
    GOTTEN,
    HAND,
    HAND_END,
    IN_BRACKET,
    MISDEAL,
    MISDEAL_LOGGED,
    MUDDLED,
    NEEDED,
    ORDER_KNOWN,
    ORDER_LAST,
    ORDER_STREET,
    POT,
    ROUND_DUE,
    ROW,
    SEATS,
    SOUND,
    STREET,
    UNCORRECTED,
    UNEVEN,
    UNKNOWN_SMALL,
    Facts,
    Hand,
    Log,
)
from audit.games.five_card_poker.misdeals import is_row_again, is_taken_back
from audit.games.five_card_poker.misfits import is_misfit
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import (
    carries,
    count_of,
    effective,
    lose_story,
    lowest_of,
    seat_of,
    seats_in,
)
from audit.games.five_card_poker.turns import anybody_acts_later
from audit.games.five_card_poker.unlogged import cards_in_doubt, let_go, may_be_gone, put_elsewhere
from audit.kernel import inlined_kernel, inner_kernel

MOST_CARDS = 5
FIRST_STREETS = 2  # the up card and the hole card that everybody gets before the first round


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
            if not is_misfit(log, later):
                return
        elif event == MISDEAL:
            bracket = not hand[UNCORRECTED]
        elif event == CORRECT:
            if log.event[later - 1] == MISDEAL:
                hand[MISDEAL_LOGGED] = 0  # no card stands between the two: which ones were faulty is not told
            bracket = False
            hand[BLOCK_CORRECTED] = 1


@inner_kernel
def _seats_due(hand: Hand) -> int:
    """Bits of the seats that may get cards in a run of deals: those in play, at first those that put antes."""
    if hand[BLOCK_BASE] > 0:
        return seats_in(hand)
    return int(hand[ANTE_SEATS]) if carries(hand, ANTE) else -1


@inner_kernel
def _lacks_a_card(log: Log, hand: Hand, getting: int, left: int) -> bool:
    """Whether of the last two seats only one gets all its cards, in a run of deals after which nobody acts."""
    if hand[BLOCK_BASE] == 0 or count_of(getting) != 1 or count_of(seats_in(hand)) != 2:
        return False
    if getting & ~seats_in(hand) or hand[BLOCK_TOTAL + lowest_of(getting)] != left:
        return False
    return not anybody_acts_later(log, hand)


@inlined_kernel
def open_block(log: Log, hand: Hand) -> None:
    """A run of deals begins: how many cards it gives to everybody, and to whom."""
    hand[BLOCK_OPEN], hand[BLOCK_BASE], hand[BLOCK_CORRECTED] = 1, hand[STREET], 0
    for seat in range(SEATS):
        hand[BLOCK_GOT + seat] = hand[BLOCK_TOTAL + seat] = 0
        hand[ADOPT + seat] = -1
    for cards in range(MOST_CARDS + 1):
        hand[NEEDED + cards] = hand[GOTTEN + cards] = 0
    _count_block(log, hand)
    left, streets = MOST_CARDS - hand[STREET], 1
    while streets < left and (
        count_of(hand[NEEDED + streets + 1]) >= 2 or _lacks_a_card(log, hand, hand[NEEDED + streets + 1], left)
    ):
        streets += 1
    if hand[STREET] == 0 and streets == 1 and hand[NEEDED + 2] > 0:
        streets = 2
    hand[BLOCK_STREETS] = min(streets, left)
    if hand[BLOCK_CORRECTED]:
        _count_block(log, hand)
        due = _seats_due(hand)
        for seat in range(1, SEATS):
            cards = hand[BLOCK_TOTAL + seat] + 1
            if cards <= hand[BLOCK_STREETS] and hand[ADOPT + seat] >= 0 and due >> seat & 1:
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
