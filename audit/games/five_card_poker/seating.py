"""Who sits where and what he has: the look ahead over a hand, persons, stacks from hand to hand, a deck's service."""

import numpy as np

from audit.games.five_card_poker.labels import ANTE as ANTE_WORD
from audit.games.five_card_poker.layout import (
    ADDED,
    ADOPT,
    ALIAS,
    AMOUNTS_KNOWN,
    ANTE,
    BET,
    CARDS_KNOWN,
    CARRY_DECK_AT,
    CARRY_DECK_COUNT,
    CARRY_DECK_SEEN,
    CARRY_HANDS,
    CARRY_STACK,
    CORRECT,
    DEAL,
    DECK_COUNTED,
    DECK_FIRST_SEEN,
    DECK_NUMBER,
    DECKS,
    EARLIER,
    EARLIER_GOES_ON,
    EXPOSE,
    EXPOSED,
    FIRST_OF_DECK,
    FIRST_ROW,
    FOLD,
    HAND_ANTE_IS,
    HAND_START,
    HANDS_BEFORE,
    HAS_BEFORE,
    HOLE,
    LAST_ACT,
    LAST_PLAY,
    LEAVE,
    LEAVES,
    MISDEAL,
    MONEY_KNOWN,
    OCCUPANT,
    ORDER_KNOWN,
    OUT,
    OWING_KNOWN,
    PERSON,
    PLAYS,
    POT,
    POT_ROWS,
    POTS_KNOWN,
    REFUND,
    REFUNDED,
    SEATS,
    SHORT,
    SHOW,
    SHOW_KNOWN,
    SHOWS,
    STACK_BEFORE,
    STACK_IS,
    STACK_START,
    STARTED,
    TOTAL,
    TURN_KNOWN,
    TURN_TIME,
    UNCORRECTED,
    UNKNOWN,
    UP_1,
    VOID,
    VOID_HAND,
    VOIDED,
    WHOLE,
    WITHDRAW,
    Carry,
    Hand,
    Log,
)
from audit.kernel import kernel
from audit.schema import NULL_32

PLAYER = 1  # schema.ACTORS


@kernel
def begin_hand(hand: Hand) -> None:
    """Empty the state before a hand's first row."""
    hand.seat[:] = 0
    hand.has[:] = 0
    hand.seen[:] = 0
    hand.pots[:] = 0
    for field in (PERSON, OCCUPANT, ADOPT, LAST_ACT, FIRST_ROW):
        hand.seat[field, :] = -1
    hand.seat[UP_1 : HOLE + 1, :] = -1
    for field in (STACK_IS, STACK_BEFORE, STACK_START):
        hand.seat[field, :] = UNKNOWN
    for flag in (WHOLE, ORDER_KNOWN, CARDS_KNOWN, AMOUNTS_KNOWN, OWING_KNOWN, MONEY_KNOWN, SHOW_KNOWN, POTS_KNOWN):
        hand.has[flag] = 1
    hand.has[HAND_ANTE_IS] = UNKNOWN
    hand.has[TURN_TIME] = UNKNOWN
    hand.has[LAST_PLAY] = -1
    for field in (DECK_NUMBER, DECK_COUNTED, FIRST_OF_DECK):
        hand.has[field] = UNKNOWN


@kernel
def lose_track(hand: Hand) -> None:
    """From here on rows of the hand are missing: nothing that rests on all of them is known."""
    for flag in (
        WHOLE,
        ORDER_KNOWN,
        CARDS_KNOWN,
        TURN_KNOWN,
        AMOUNTS_KNOWN,
        OWING_KNOWN,
        MONEY_KNOWN,
        SHOW_KNOWN,
        POTS_KNOWN,
    ):
        hand.has[flag] = 0
    hand.seat[STACK_IS, :] = UNKNOWN


@kernel
def is_corrected(log: Log, row: int, end: int) -> bool:
    """Whether a later row puts the misdeal of a row right: of the same seat, or where one of the two names none."""
    for later in range(row + 1, end):
        if log.event[later] == CORRECT:
            seat, other = log.seat[row], log.seat[later]
            if seat * other == 0 or seat == other:
                return True
    return False


@kernel
def look_ahead(log: Log, start: int, end: int, hand: Hand) -> None:
    """Note what happens to each seat later in the hand, which some facts need before it happens."""
    amounts, counts = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for row in range(start, end):
        event, seat = log.event[row], log.seat[row]
        if BET <= event <= FOLD or event == ANTE:
            hand.seat[LAST_ACT, seat] = row
        if BET <= event <= FOLD or event == DEAL:
            hand.has[LAST_PLAY] = row
        if event == ANTE:
            _tally(amounts, counts, log.amount[row])
        elif event == HAND_START:
            hand.has[HAND_ANTE_IS] = log.amount[row]
        elif event == SHOW:
            hand.seat[SHOWS, seat] = 1
        elif event == LEAVE:
            hand.seat[LEAVES, seat] = 1
        elif event == VOID:
            if seat == 0:
                hand.has[VOID_HAND] = 1
            else:
                hand.seat[VOIDED, seat] = 1
        elif event == REFUND or (event == WITHDRAW and log.word[row] == ANTE_WORD):
            hand.seat[REFUNDED, seat] = 1
        elif event == EXPOSE and log.actor[row] != PLAYER:
            hand.seat[EXPOSED, seat] = 1
        elif event == POT:
            hand.has[POT_ROWS] += 1
        elif event == MISDEAL and not is_corrected(log, row, end):
            hand.has[UNCORRECTED] = 1
    if hand.has[HAND_ANTE_IS] == UNKNOWN and counts[0] > 0:
        hand.has[HAND_ANTE_IS] = amounts[np.argmax(counts)]


@kernel
def _tally(amounts: np.ndarray, counts: np.ndarray, amount: int) -> None:
    if amount == UNKNOWN:
        return
    for i in range(SEATS):
        if counts[i] == 0 or amounts[i] == amount:
            amounts[i] = amount
            counts[i] += 1
            return


@kernel
def sit(log: Log, h: int, row: int, carry: Carry, hand: Hand) -> None:
    """Learn who sits at a row's seat, and what he had when this table last saw him."""
    seat, person = log.seat[row], log.person[row]
    if seat == 0 or person < 0 or hand.seat[PERSON, seat] == person:
        return
    if hand.seat[PERSON, seat] >= 0 and hand.seat[STARTED, seat]:
        return
    table = log.table[h]
    known = hand.seat[PERSON, seat] < 0 and hand.seat[STACK_IS, seat] != UNKNOWN
    hand.seat[PERSON, seat] = person
    for slot in range(1, SEATS):
        if carry.people[table, slot] == person:
            hand.seat[HAS_BEFORE, seat] = 1
            hand.seat[STACK_BEFORE, seat] = carry.values[table, CARRY_STACK + slot]
            if not known and hand.has[WHOLE]:
                hand.seat[STACK_IS, seat] = carry.values[table, CARRY_STACK + slot]
            return
    hand.seat[HAS_BEFORE, seat] = 0
    hand.seat[STACK_BEFORE, seat] = UNKNOWN
    if not known:
        hand.seat[STACK_IS, seat] = UNKNOWN


@kernel
def add_chips(hand: Hand, seat: int, amount: int) -> None:
    """Put chips into a seat's stack; unknown where either is, or where the stack would be less than nothing."""
    if hand.seat[STACK_IS, seat] == UNKNOWN:
        return
    if amount == UNKNOWN or hand.seat[STACK_IS, seat] + amount < 0:
        hand.seat[STACK_IS, seat] = UNKNOWN
    else:
        hand.seat[STACK_IS, seat] += amount


@kernel
def on_buy_in(log: Log, row: int, hand: Hand) -> None:
    """Chips bought by who sits down or sits."""
    seat = log.seat[row]
    fresh = hand.seat[HAS_BEFORE, seat] == 0 and hand.seat[STACK_IS, seat] == UNKNOWN
    if fresh and hand.has[WHOLE] and log.person[row] >= 0 and hand.seat[PERSON, seat] == log.person[row]:
        hand.seat[STACK_IS, seat] = log.amount[row]
    else:
        on_top_up(log, row, hand)


@kernel
def on_top_up(log: Log, row: int, hand: Hand) -> None:
    """Chips added to a stack."""
    seat, amount = log.seat[row], log.amount[row]
    add_chips(hand, seat, amount)
    if amount != UNKNOWN:
        hand.seat[ADDED, seat] += amount


@kernel
def on_stack(log: Log, row: int, hand: Hand) -> None:
    """A counted stack, which overrules what was computed."""
    seat, amount = log.seat[row], log.amount[row]
    unread = hand.seat[HAS_BEFORE, seat] and hand.seat[STACK_BEFORE, seat] == UNKNOWN
    if unread and not hand.seat[STARTED, seat] and amount != UNKNOWN:
        hand.seat[STACK_BEFORE, seat] = amount - hand.seat[ADDED, seat]
    hand.seat[STACK_IS, seat] = amount


@kernel
def start_play(hand: Hand, seat: int, row: int) -> None:
    """The seat takes part from this row on; its stack before it is the one that it starts with."""
    if hand.seat[FIRST_ROW, seat] < 0:
        hand.seat[FIRST_ROW, seat] = row
    if not hand.seat[STARTED, seat]:
        hand.seat[STARTED, seat] = 1
        hand.seat[STACK_START, seat] = hand.seat[STACK_IS, seat]


@kernel
def effective(hand: Hand, seat: int) -> int:
    """The seat for which somebody acts who changed seats during the hand."""
    return int(hand.seat[ALIAS, seat]) if hand.seat[ALIAS, seat] else int(seat)


@kernel
def effective_mask(hand: Hand, mask: int) -> int:
    """The seats for which those of a mask act."""
    found = 0
    for seat in range(1, SEATS):
        if mask & (1 << seat):
            found |= 1 << effective(hand, seat)
    return found


@kernel
def act_of_person(log: Log, row: int, hand: Hand, may_change: bool) -> int:
    """Who acts at a row's seat; the seat for which the act counts.

    Somebody who acted at another seat before is noted (art. 3). Where the new seat has no part in the hand, his acts
    there count for the seat that he left, so that one fault does not become many.
    """
    seat, person = log.seat[row], log.person[row]
    if person >= 0 and hand.seat[OCCUPANT, seat] != person:
        for other in range(1, SEATS):
            if other != seat and hand.seat[OCCUPANT, other] == person:
                if hand.seat[EARLIER, seat] == 0:
                    hand.seat[EARLIER, seat] = other
                    hand.seat[EARLIER_GOES_ON, seat] = hand.seat[LAST_ACT, other] > row
                    if hand.seat[FIRST_ROW, seat] < 0:
                        hand.seat[FIRST_ROW, seat] = row
                if may_change and not hand.seat[PLAYS, seat]:
                    left = effective(hand, other)
                    hand.seat[ALIAS, seat] = left
                    hand.seat[SHOWS, left] = hand.seat[SHOWS, left] or hand.seat[SHOWS, seat]
                break
        if hand.seat[OCCUPANT, seat] < 0:
            hand.seat[OCCUPANT, seat] = person
    return effective(hand, seat)


@kernel
def seats_in(hand: Hand) -> int:
    """Bits of the seats that take part and are not out."""
    mask = 0
    for seat in range(1, SEATS):
        if hand.seat[PLAYS, seat] and not hand.seat[OUT, seat]:
            mask |= 1 << seat
    return mask


@kernel
def seats_able(hand: Hand) -> int:
    """Bits of the seats that are in and have chips left to bet."""
    mask = seats_in(hand)
    for seat in range(1, SEATS):
        if hand.seat[SHORT, seat]:
            mask &= ~(1 << seat)
    return mask


@kernel
def count_of(mask: int) -> int:
    """How many seats a mask holds."""
    count = 0
    for seat in range(1, SEATS):
        count += (mask >> seat) & 1
    return count


@kernel
def next_of(mask: int, seat: int) -> int:
    """The first seat of a mask counter-clockwise from a seat, that seat last; 0 where the mask is empty."""
    for step in range(1, SEATS):
        at = (seat - 1 + step) % (SEATS - 1) + 1
        if mask & (1 << at):
            return at
    return 0


@kernel
def pay_in(hand: Hand, seat: int, amount: int) -> None:
    """Move chips from a seat's stack to the table."""
    if amount == UNKNOWN:
        hand.has[MONEY_KNOWN] = 0
        hand.seat[STACK_IS, seat] = UNKNOWN
        return
    hand.seat[TOTAL, seat] += amount
    add_chips(hand, seat, -amount)


@kernel
def give_back(hand: Hand, seat: int, amount: int) -> None:
    """Move chips from the table to a seat's stack."""
    if amount == UNKNOWN:
        hand.has[MONEY_KNOWN] = 0
        hand.seat[STACK_IS, seat] = UNKNOWN
        return
    hand.seat[TOTAL, seat] -= amount
    add_chips(hand, seat, amount)


@kernel
def serve_deck(log: Log, h: int, row: int, carry: Carry, hand: Hand) -> None:
    """Count the hand to its deck, and learn whether it is the deck's first (art. 2); ``row`` is -1 without a start."""
    table = log.table[h]
    values = carry.values[table]
    ref = log.ref[row] if row >= 0 else -1
    if ref < 0:
        # A hand of an unknown deck: every count from here on is only the least that the deck served.
        for deck in range(DECKS):
            values[CARRY_DECK_SEEN + deck] = 0
        return
    number = np.int64(log.number[row])
    at = -1
    for deck in range(DECKS):
        if carry.decks[table, deck] == ref:
            at = deck
    known = at >= 0
    if not known:
        at = values[CARRY_DECK_AT] % DECKS
        values[CARRY_DECK_AT] += 1
        carry.decks[table, at] = ref
        values[CARRY_DECK_COUNT + at] = 0
        values[CARRY_DECK_SEEN + at] = number == 1
    values[CARRY_DECK_COUNT + at] += 1
    hand.has[DECK_COUNTED] = values[CARRY_DECK_COUNT + at]
    hand.has[DECK_FIRST_SEEN] = values[CARRY_DECK_SEEN + at]
    if number != NULL_32:
        hand.has[DECK_NUMBER] = number
        hand.has[FIRST_OF_DECK] = number == 1 and not known
        if number == 1 and known:
            hand.has[FIRST_OF_DECK] = UNKNOWN
    elif known:
        hand.has[FIRST_OF_DECK] = 0
    elif hand.has[HANDS_BEFORE] > 0:
        hand.has[FIRST_OF_DECK] = 1


@kernel
def hands_before(log: Log, h: int, carry: Carry, hand: Hand) -> None:
    """How many hands of the table came before."""
    hand.has[HANDS_BEFORE] = carry.values[log.table[h], CARRY_HANDS]
