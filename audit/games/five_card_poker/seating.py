"""Who sits where and what he has: persons, stacks from hand to hand, chips put in and given back."""

import numpy as np

from audit.games.five_card_poker.layout import (
    ADDED,
    ADDED_LATE,
    ALIAS,
    AMOUNTS_KNOWN,
    ANTE,
    BASES_KNOWN,
    BUY_IN,
    CARDS_KNOWN,
    CARRIES,
    CARRY_LATE,
    CARRY_MISSING,
    CARRY_STACK,
    CLOSED,
    COMPLETE,
    CONTINUOUS,
    COUNTED_AT,
    CUT_DECK,
    DEALT_SEATS,
    EARLIER,
    EARLIER_GOES_ON,
    END,
    FIRST_CARD,
    FIRST_ROW,
    HAS_BEFORE,
    LAST_ACT,
    MONEY_KNOWN,
    OCCUPANT,
    ORDER_KNOWN,
    OUT,
    OWING_KNOWN,
    PERSON,
    PLAYS,
    POTS_KNOWN,
    ROW,
    ROW_AMOUNT,
    ROW_HOME,
    ROW_PERSON,
    ROW_SEAT,
    SEATLESS,
    SEATS,
    SHORT,
    SHOW_KNOWN,
    SOUND,
    STACK,
    STACK_BEFORE,
    STACK_IS,
    STACK_START,
    STAKED,
    STARTED,
    SUSPECT,
    TABLE,
    TOP_UP,
    TOTAL,
    TURN_KNOWN,
    UNKNOWN,
    WAGERS_DOUBT,
    WAGERS_TOLD,
    WHOLE,
    Carry,
    Hand,
    Log,
)
from audit.kernel import inner_kernel

PLAYER = 1  # schema.ACTORS
_ANY_SEAT = 0b1111
_COUNT_OF = np.array([bin(mask).count("1") for mask in range(1 << SEATS)], np.int64)
_LOWEST_OF = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(1 << SEATS)], np.int64)


@inner_kernel
def seat_of(log: Log, row: int) -> int:
    """The seat of a row, 0 for none; a number of 64 bits that plainly has no sign."""
    return int(log.seat[row] & _ANY_SEAT)


@inner_kernel
def lose_track(hand: Hand) -> None:
    """From here on rows of the hand are missing: nothing that rests on all of them is known."""
    hand[WHOLE] = hand[ORDER_KNOWN] = hand[CARDS_KNOWN] = hand[TURN_KNOWN] = hand[AMOUNTS_KNOWN] = 0
    hand[OWING_KNOWN] = hand[MONEY_KNOWN] = hand[SHOW_KNOWN] = hand[POTS_KNOWN] = 0
    hand[SOUND] = hand[BASES_KNOWN] = 0
    hand[STACK_IS : STACK_IS + SEATS] = UNKNOWN


@inner_kernel
def lose_story(hand: Hand) -> None:
    """A fault was found after which the log's story no longer holds together: what would follow from it is unknown."""
    hand[SOUND] = hand[ORDER_KNOWN] = hand[CARDS_KNOWN] = hand[TURN_KNOWN] = hand[AMOUNTS_KNOWN] = 0
    hand[OWING_KNOWN] = hand[SHOW_KNOWN] = hand[POTS_KNOWN] = 0
    hand[WAGERS_DOUBT] = 1


@inner_kernel
def lose_wagers(hand: Hand) -> None:
    """Wagers are not logged, as those of a kind that the log lacks: what anybody put, owes or has is not known."""
    hand[WAGERS_TOLD] = hand[POTS_KNOWN] = hand[BASES_KNOWN] = 0


@inner_kernel
def suspect(hand: Hand, seat: int) -> None:
    """A fault was found in what a seat did: whether it is in, and what it put and has left, is not known."""
    hand[SUSPECT] |= 1 << seat
    hand[WAGERS_DOUBT] = 1


@inner_kernel
def carries(hand: Hand, event: int) -> bool:
    """Whether the table has shown a kind of event, or what ``ANY_LABEL`` and ``AN_ALL_IN`` say, up to this hand."""
    return bool(hand[CARRIES] >> event & 1)


@inner_kernel
def _home_of(hand: Hand, seat: int, person: int) -> int:
    """Another seat at which this hand has seen a person sit; 0 for none."""
    for other in range(1, SEATS):
        if other != seat and hand[PERSON + other] == person:
            return other
    return 0


@inner_kernel
def sit(carry: Carry, hand: Hand) -> None:
    """Learn who sits at the row's seat, and what he had when this table last saw him."""
    seat, person = hand[ROW_SEAT], hand[ROW_PERSON]
    if seat == 0 or person < 0 or hand[PERSON + seat] == person:
        return
    home = _home_of(hand, seat, person)
    if home > 0 and (hand[PERSON + seat] >= 0 or not hand[DEALT_SEATS] >> seat & 1):
        hand[ROW_HOME] = home
        return
    if hand[PERSON + seat] >= 0 and hand[STARTED] >> seat & 1:
        return
    table = hand[TABLE]
    known = hand[PERSON + seat] < 0 and hand[STACK_IS + seat] != UNKNOWN
    hand[PERSON + seat] = person
    for slot in range(1, SEATS):
        if carry.people[table, slot] == person:
            hand[HAS_BEFORE] |= 1 << seat
            stack = carry.values[table, CARRY_STACK + slot] if hand[CONTINUOUS] else UNKNOWN
            hand[STACK_BEFORE + seat] = stack if stack == UNKNOWN else stack - carry.values[table, CARRY_LATE + slot]
            if not known:
                # Where the log shows no top-ups, or no buy-ins of who has lost all, nobody knows what was added since.
                shown = carries(hand, TOP_UP) and (stack > 0 or carries(hand, BUY_IN))
                counted = hand[WHOLE] and stack != UNKNOWN and shown and not hand[STARTED] >> seat & 1
                hand[STACK_IS + seat] = stack + hand[ADDED + seat] if counted else UNKNOWN
            return
    hand[HAS_BEFORE] &= ~(1 << seat)
    hand[STACK_BEFORE + seat] = UNKNOWN
    if not known:
        hand[STACK_IS + seat] = UNKNOWN


@inner_kernel
def add_chips(hand: Hand, seat: int, amount: int) -> None:
    """Put chips into a seat's stack; unknown where either is, or where the stack would be less than nothing.

    Where rows are missing, others may have moved chips too: a stack is then known only as it was counted.
    """
    if hand[STACK_IS + seat] == UNKNOWN:
        return
    if amount == UNKNOWN or not hand[WHOLE] or hand[STACK_IS + seat] + amount < 0:
        hand[STACK_IS + seat] = UNKNOWN
    else:
        hand[STACK_IS + seat] += amount


@inner_kernel
def on_buy_in(carry: Carry, hand: Hand) -> None:
    """Chips bought by who sits down or sits; who was not seen before may have sat down in a hand that is missing."""
    seat = hand[ROW_SEAT]
    seen_all = carry.values[hand[TABLE], CARRY_MISSING] == UNKNOWN
    fresh = not hand[HAS_BEFORE] >> seat & 1 and hand[STACK_IS + seat] == UNKNOWN and seen_all
    if fresh and hand[WHOLE] and hand[ROW_PERSON] >= 0 and hand[PERSON + seat] == hand[ROW_PERSON]:
        hand[STACK_IS + seat] = hand[ROW_AMOUNT]
    else:
        on_top_up(hand)


@inner_kernel
def counted_after(log: Log, hand: Hand) -> int:
    """What a seat has by the count that follows its buy-in.

    Unknown where anything else of the seat comes before that count, or where a row that moved chips may be missing.
    """
    seat, person = hand[ROW_SEAT], hand[ROW_PERSON]
    told = hand[COMPLETE] and hand[WHOLE] and not hand[SEATLESS] and carries(hand, ANTE)
    if not told or hand[STARTED] >> seat & 1:
        return UNKNOWN
    for row in range(hand[ROW] + 1, hand[END]):
        if seat_of(log, row) == seat and log.event[row] != CUT_DECK:
            own = log.event[row] == STACK and log.person[row] in (-1, person)
            return int(log.amount[row]) if own else UNKNOWN
    return UNKNOWN


@inner_kernel
def on_top_up(hand: Hand) -> None:
    """Chips added to a stack: before the first card to the one that the hand is played with."""
    seat, amount = hand[ROW_SEAT], hand[ROW_AMOUNT]
    add_chips(hand, seat, amount)
    if amount != UNKNOWN:
        hand[ADDED + seat] += amount
        if hand[CLOSED]:
            hand[ADDED_LATE + seat] += amount
    if hand[STARTED] >> seat & 1 and not hand[FIRST_CARD] and hand[STACK_START + seat] != UNKNOWN:
        hand[STACK_START + seat] = UNKNOWN if amount == UNKNOWN else hand[STACK_START + seat] + amount


@inner_kernel
def on_stack(hand: Hand) -> None:
    """A counted stack, which overrules what was computed."""
    seat, amount = hand[ROW_SEAT], hand[ROW_AMOUNT]
    unread = hand[HAS_BEFORE] >> seat & 1 and hand[STACK_BEFORE + seat] == UNKNOWN
    if unread and not hand[STARTED] >> seat & 1 and amount != UNKNOWN:
        hand[STACK_BEFORE + seat] = amount - hand[ADDED + seat]
    hand[STACK_IS + seat] = amount
    hand[COUNTED_AT + seat] = hand[ROW]


@inner_kernel
def start_play(hand: Hand, seat: int) -> None:
    """The seat takes part from this row on; its stack before it is the one that it starts with."""
    if hand[FIRST_ROW + seat] < 0:
        hand[FIRST_ROW + seat] = hand[ROW]
    if not hand[STARTED] >> seat & 1:
        hand[STARTED] |= 1 << seat
        hand[STACK_START + seat] = hand[STACK_IS + seat]


@inner_kernel
def effective(hand: Hand, seat: int) -> int:
    """The seat for which somebody acts who changed seats during the hand."""
    other = hand[ALIAS + seat]
    return int(other) if other else int(seat)


@inner_kernel
def effective_mask(hand: Hand, mask: int) -> int:
    """The seats for which those of a mask act."""
    found = 0
    for seat in range(1, SEATS):
        if mask >> seat & 1:
            found |= 1 << effective(hand, seat)
    return found


@inner_kernel
def note_person(hand: Hand) -> int:
    """Learn who acts at the row's seat; the other seat where he acted before (art. 3), 0 for none."""
    before = 0
    seat, person = hand[ROW_SEAT], hand[ROW_PERSON]
    if person >= 0 and hand[OCCUPANT + seat] != person:
        for other in range(1, SEATS):
            if other != seat and hand[OCCUPANT + other] == person:
                if hand[EARLIER + seat] == 0:
                    hand[EARLIER + seat] = other
                    if hand[LAST_ACT + other] > hand[ROW]:
                        hand[EARLIER_GOES_ON] |= 1 << seat
                    if hand[FIRST_ROW + seat] < 0:
                        hand[FIRST_ROW + seat] = hand[ROW]
                before = other
                break
        if hand[OCCUPANT + seat] < 0:
            hand[OCCUPANT + seat] = person
    return before


@inner_kernel
def seats_in(hand: Hand) -> int:
    """Bits of the seats that take part and are not out."""
    return int(hand[PLAYS] & ~hand[OUT])


@inner_kernel
def seats_able(hand: Hand) -> int:
    """Bits of the seats that are in and have chips left to bet."""
    return int(hand[PLAYS] & ~hand[OUT] & ~hand[SHORT])


@inner_kernel
def count_of(mask: int) -> int:
    """How many seats a mask holds."""
    return int(_COUNT_OF[mask])


@inner_kernel
def lowest_of(mask: int) -> int:
    """The lowest seat of a mask, 0 where it is empty."""
    return int(_LOWEST_OF[mask])


@inner_kernel
def next_of(mask: int, seat: int) -> int:
    """The first seat of a mask counter-clockwise from a seat, that seat last; 0 where the mask is empty."""
    later = mask >> (seat + 1) << (seat + 1)
    return int(_LOWEST_OF[later if later else mask])


@inner_kernel
def pay_in(hand: Hand, seat: int, amount: int) -> None:
    """Move chips from a seat's stack to the table."""
    if amount == UNKNOWN:
        hand[MONEY_KNOWN] = 0
        hand[STACK_IS + seat] = UNKNOWN
        return
    hand[TOTAL + seat] += amount
    hand[STAKED] += amount if seat else 0
    add_chips(hand, seat, -amount)


@inner_kernel
def give_back(hand: Hand, seat: int, amount: int) -> None:
    """Move chips from the table to a seat's stack."""
    if amount == UNKNOWN:
        hand[MONEY_KNOWN] = 0
        hand[STACK_IS + seat] = UNKNOWN
        return
    hand[TOTAL + seat] -= amount
    if hand[TOTAL + seat] < 0:
        hand[POTS_KNOWN] = 0
    hand[STAKED] -= amount if seat else 0
    add_chips(hand, seat, amount)
