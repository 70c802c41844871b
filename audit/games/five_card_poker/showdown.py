"""The showdown: who shows when, and what his five cards are (art. 5, 10(e))."""

from audit.games.five_card_poker.columns import (
    SHOW_CATEGORY,
    SHOW_EARLY,
    SHOW_EXPECTED_SEAT,
    SHOW_IN_ORDER,
    SHOW_NAMED,
    SHOW_NAMED_RANK,
    SHOW_OTHER_CATEGORY,
    SHOW_RANK,
)
from audit.games.five_card_poker.dealing import note_cards
from audit.games.five_card_poker.labels import NO_CATEGORY, STRAIGHT_OF_RANK
from audit.games.five_card_poker.layout import (
    AT_SHOWS,
    CARDS_KNOWN,
    COMPLETE,
    HOLE,
    LAST_PLAY,
    MUDDLED,
    SEATS,
    SHOW_KNOWN,
    SHOW_LAST,
    SHOWN,
    SHOWS,
    UNKNOWN,
    UP_1,
    WHOLE,
    Filled,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.opening import highest_four_up
from audit.games.five_card_poker.ranking import (
    ACE,
    DECK,
    ONE_PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    place_of_five,
)
from audit.games.five_card_poker.seating import count_of, effective, next_of, seats_in
from audit.kernel import kernel

_LOWEST_CARD = 5  # rank code 0 is the five


@kernel
def place_of_seat(hand: Hand, seat: int) -> int:
    """Place of a seat's five cards in the tables of hands; -1 where they are not all known."""
    if hand.seat[MUDDLED, seat]:
        return -1
    for i in range(5):
        hand.cards[i] = hand.seat[UP_1 + i, seat]
    return place_of_five(hand.cards)


@kernel
def _learn_cards(log: Log, row: int, hand: Hand, seat: int) -> None:
    """Take what a seat shows for its cards that were not known; a contradiction leaves its hand unknown."""
    first, last = log.pieces_start[row], log.pieces_start[row + 1]
    for piece in range(first, last):
        code = log.pieces[piece]
        if not 0 <= code < DECK:
            continue
        held, free = False, -1
        for field in range(HOLE, UP_1 - 1, -1):
            if hand.seat[field, seat] == code:
                held = True
            elif hand.seat[field, seat] < 0 and (free < 0 or field == HOLE):
                free = field
        if held:
            continue
        if free < 0:
            hand.seat[MUDDLED, seat] = 1
        else:
            hand.seat[free, seat] = code


@kernel
def _call_rank(hand: Hand, category: int) -> int:
    """The rank by which a hand is called: of its sequence, else of its highest pair, else of its highest card.

    ``hand.cards`` holds the five cards in rising order of their codes.
    """
    best, top, low_ace = 0, -1, False
    for rank in range(RANKS):
        have = 0
        for i in range(5):
            have += hand.cards[i] % RANKS == rank
        if have > 0 and have >= best:
            best, top = have, rank
        if have > 0 and rank == 0:
            low_ace = True
    if category in (STRAIGHT, STRAIGHT_FLUSH) and top == ACE and low_ace:
        top = 3  # A-5-6-7-8 is called by its eight
    return top + _LOWEST_CARD


@kernel
def _name(log: Log, row: int, hand: Hand, filled: Filled, at: int, seat: int, worth: Worth, page: int) -> None:
    """Fill the category logged and the one that the cards make."""
    shows = filled.shows
    category = -1
    place = place_of_seat(hand, seat)
    if place >= 0 and page > 0:
        category = worth.category[page, place]
        shows[SHOW_CATEGORY, at] = category
        shows[SHOW_OTHER_CATEGORY, at] = worth.other_category[page, place]
        shows[SHOW_RANK, at] = _call_rank(hand, category)
    named = log.category[row]
    if named == NO_CATEGORY:
        return
    shows[SHOW_NAMED_RANK, at] = log.rank[row]
    if named < STRAIGHT_OF_RANK:
        shows[SHOW_NAMED, at] = named
    elif named == STRAIGHT_OF_RANK:
        shows[SHOW_NAMED, at] = STRAIGHT if category == STRAIGHT else STRAIGHT_FLUSH
    else:
        shows[SHOW_NAMED, at] = ONE_PAIR if category == ONE_PAIR else TWO_PAIRS


@kernel
def _judge_order(hand: Hand, filled: Filled, at: int, seat: int, worth: Worth, page: int) -> None:
    has, shows = hand.has, filled.shows
    inside = seats_in(hand)
    pool = 0
    for other in range(1, SEATS):
        if inside & (1 << other) and hand.seat[SHOWS, other] and not hand.seat[SHOWN, other]:
            pool |= 1 << other
    expected = 0
    if has[SHOW_LAST]:
        expected = 1 << next_of(pool, has[SHOW_LAST])
    else:
        holders = highest_four_up(hand, inside, worth, page) if has[CARDS_KNOWN] and page > 0 else -1
        has[SHOW_LAST] = seat
        if holders < 0:
            return
        for holder in range(1, SEATS):
            if holders & (1 << holder):
                expected |= 1 << next_of(pool, holder)
    has[SHOW_LAST] = seat
    in_order = (expected >> seat) & 1
    shows[SHOW_IN_ORDER, at] = in_order
    for other in range(1, SEATS):
        if expected & (1 << other):
            shows[SHOW_EXPECTED_SEAT, at] = other
            break
    if not in_order:
        has[SHOW_KNOWN] = 0


@kernel
def on_show(log: Log, row: int, hand: Hand, filled: Filled, worth: Worth, page: int) -> None:
    """A seat shows its hole card, or all five."""
    has = hand.has
    at = filled.at[AT_SHOWS]
    filled.at[AT_SHOWS] += 1
    seat = effective(hand, log.seat[row])
    note_cards(log, row, hand, filled, seat, True)
    if seat == 0:
        return
    _learn_cards(log, row, hand, seat)
    _name(log, row, hand, filled, at, seat, worth, page)
    inside = seats_in(hand)
    early = row < has[LAST_PLAY] and count_of(inside) >= 2
    filled.shows[SHOW_EARLY, at] = early if early or has[COMPLETE] else UNKNOWN
    judged = has[SHOW_KNOWN] and has[WHOLE] and not early and not hand.seat[SHOWN, seat]
    if judged and inside & (1 << seat) and count_of(inside) >= 2:
        _judge_order(hand, filled, at, seat, worth, page)
    hand.seat[SHOWN, seat] = 1
