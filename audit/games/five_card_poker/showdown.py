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
from audit.games.five_card_poker.labels import NO_CATEGORY, STRAIGHT_OF_RANK
from audit.games.five_card_poker.layout import (
    A_SEATS_CARDS,
    AT_SHOWS,
    CARDS,
    CARDS_KNOWN,
    CATEGORY,
    COMPLETE,
    FOLD,
    HOLE,
    LABEL_CATEGORY,
    LABEL_RANK,
    LAST_PLAY,
    LEAVE,
    MUDDLED,
    PAGE,
    ROW,
    ROW_ASIDE,
    ROW_OWNER,
    ROW_SEAT,
    SEATS,
    SHOW_KNOWN,
    SHOW_LAST,
    SHOW_ROW,
    SHOWN,
    SHOWS,
    SOUND,
    UNKNOWN_SMALL,
    WAGERS_TOLD,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.opening import cards_of, highest_four_up, holds, lay_card
from audit.games.five_card_poker.ranking import (
    ACE,
    DECK,
    ONE_PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    ranks_of,
)
from audit.games.five_card_poker.seating import carries, count_of, effective, lowest_of, next_of, seats_in
from audit.games.five_card_poker.seen import note_cards
from audit.kernel import inlined_kernel, inner_kernel

_FIVE = 1  # the five, rank code 0, in facts.RANK_WORDS, where 0 is none


@inner_kernel
def ranks_of_seat(hand: Hand, seat: int) -> int:
    """Number of the ranks of a seat's five cards; -1 where they are not all known."""
    if hand[MUDDLED] >> seat & 1:
        return -1
    return ranks_of(cards_of(hand, seat), int(A_SEATS_CARDS))


@inner_kernel
def _learn_cards(log: Log, hand: Hand, seat: int) -> None:
    """Take what a seat shows for its cards that were not known; a contradiction leaves its hand unknown."""
    first, row = CARDS + A_SEATS_CARDS * seat, hand[ROW]
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if not 0 <= code < DECK or holds(hand, seat, code):
            continue
        free = -1
        for at in range(first, first + A_SEATS_CARDS):
            if hand[at] < 0:
                free = at
        if free < 0:
            hand[MUDDLED] |= 1 << seat
        else:
            lay_card(hand, seat, free - first, code)
            if free < first + HOLE:
                hand[CARDS_KNOWN] = 0  # which of the up cards it is, or whether it is the hole card, is not known


@inner_kernel
def _call_rank(hand: Hand, seat: int, category: int) -> int:
    """The rank by which a hand is called: of its sequence, else of its highest pair, else of its highest card."""
    counts, first = 0, CARDS + A_SEATS_CARDS * seat
    for at in range(first, first + A_SEATS_CARDS):
        counts += 1 << (4 * (hand[at] % RANKS))
    best, top = 1, -1
    for rank in range(RANKS):
        have = counts >> (4 * rank) & 7
        if have >= best:
            best, top = have, rank
    if category in (STRAIGHT, STRAIGHT_FLUSH) and top == ACE and counts & 1:
        top = 3  # A-5-6-7-8 is called by its eight
    return top + _FIVE


@inner_kernel
def is_misnamed(facts: Facts, at: int) -> bool:
    """Whether a show is called what its cards are not, by either reading."""
    named, category = facts.small[SHOW_NAMED, at], facts.small[SHOW_CATEGORY, at]
    if UNKNOWN_SMALL in (named, category):
        return False
    return bool(named not in (category, facts.small[SHOW_OTHER_CATEGORY, at]))


@inlined_kernel
def _name(log: Log, hand: Hand, facts: Facts, at: int, seat: int, worth: Worth) -> None:
    """Fill the category logged and the one that the cards make."""
    category, label, page = -1, log.label[hand[ROW]], hand[PAGE]
    ranks = ranks_of_seat(hand, seat)
    if ranks >= 0 and page > 0:
        category = int(worth.hands[page, ranks, CATEGORY])
        facts.small[SHOW_CATEGORY, at] = category
        facts.small[SHOW_OTHER_CATEGORY, at] = worth.hands[page, ranks, CATEGORY + 1]
        facts.small[SHOW_RANK, at] = _call_rank(hand, seat, category)
    named = log.labels[LABEL_CATEGORY, label]
    if named == NO_CATEGORY:
        return
    facts.small[SHOW_NAMED_RANK, at] = log.labels[LABEL_RANK, label]
    if named == STRAIGHT_OF_RANK:
        named = STRAIGHT if category == STRAIGHT else STRAIGHT_FLUSH
    elif named > STRAIGHT_OF_RANK:
        named = ONE_PAIR if category == ONE_PAIR else TWO_PAIRS
    facts.small[SHOW_NAMED, at] = named
    hand[SHOW_ROW + seat] = at
    if is_misnamed(facts, at):
        hand[CARDS_KNOWN] = 0  # the cards are not as logged, or not as they were read


@inlined_kernel
def _judge_order(hand: Hand, facts: Facts, at: int, seat: int, worth: Worth) -> None:
    """Fill whether it was the seat's turn to show; after one fault the others are not judged."""
    inside = seats_in(hand)
    pool = inside & hand[SHOWS] & ~hand[SHOWN]
    expected, holders, last = 0, 0, hand[SHOW_LAST]
    hand[SHOW_LAST] = seat
    if last:
        expected = 1 << next_of(pool, last)
    else:
        if not hand[CARDS_KNOWN] or hand[PAGE] == 0:
            return
        holders = highest_four_up(hand, inside, worth)
        if holders < 0:
            return
        for holder in range(1, SEATS):
            if holders >> holder & 1:
                expected |= 1 << next_of(pool, holder)
    facts.small[SHOW_IN_ORDER, at] = expected >> seat & 1
    if expected > 1:
        facts.small[SHOW_EXPECTED_SEAT, at] = lowest_of(expected)
    if not expected >> seat & 1:
        hand[SHOW_KNOWN] = 0
        if not last:
            # Who holds the highest up cards is not as logged: he, or who would then.
            hand[MUDDLED] |= holders
            for other in range(1, SEATS):
                if inside >> other & 1 and next_of(pool, other) == seat:
                    hand[MUDDLED] |= 1 << other


@inner_kernel
def _note_owner(log: Log, hand: Hand, seat: int) -> None:
    """A card of another seat is shown: that seat's hole card is open, and the order of the showdown not known."""
    row = hand[ROW]
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if code < 0 or holds(hand, seat, code):
            continue
        for other in range(1, SEATS):
            if other != seat and holds(hand, other, code):
                hand[SHOWN] |= 1 << other
                hand[SHOW_KNOWN] = 0


@inlined_kernel
def on_show(log: Log, hand: Hand, facts: Facts, worth: Worth) -> None:
    """A seat shows its hole card, or all five."""
    at = facts.at[AT_SHOWS]
    facts.at[AT_SHOWS] += 1
    seat = effective(hand, hand[ROW_SEAT])
    hand[ROW_OWNER] = seat
    hand[ROW_ASIDE] = 1 if seat == 0 else 0
    note_cards(log, hand, facts)
    if seat == 0:
        return
    _note_owner(log, hand, seat)
    _learn_cards(log, hand, seat)
    _name(log, hand, facts, at, seat, worth)
    inside = seats_in(hand)
    if inside & ~hand[SHOWS] and not (hand[WAGERS_TOLD] and carries(hand, FOLD) and carries(hand, LEAVE)):
        hand[SHOW_KNOWN] = 0  # who does not show may be out
    contested = count_of(inside) >= 2
    early = hand[ROW] < hand[LAST_PLAY] and contested
    facts.small[SHOW_EARLY, at] = 1 if early else (0 if hand[COMPLETE] else UNKNOWN_SMALL)
    judged = hand[SHOW_KNOWN] and hand[SOUND] and contested and not early
    if judged and (inside & ~hand[SHOWN]) >> seat & 1:
        _judge_order(hand, facts, at, seat, worth)
    hand[SHOWN] |= 1 << seat
