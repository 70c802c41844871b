"""The look ahead over a hand: what happens to each seat later in it, which some facts need before it happens."""

import numpy as np

from audit.games.five_card_poker.filling import note_row
from audit.games.five_card_poker.labels import ALL_IN
from audit.games.five_card_poker.labels import ANTE as ANTE_WORD
from audit.games.five_card_poker.layout import (
    AN_ALL_IN,
    ANTE,
    ANTE_SEATS,
    ANTES_AS_STATED,
    ANTES_OTHERWISE,
    ANY_LABEL,
    AWARD,
    BET,
    BIT,
    BOX,
    CORRECT,
    DEAL,
    DEALT_ONCE,
    DEALT_SEATS,
    DEALT_TWICE,
    EXPOSE,
    EXPOSED,
    FIRST_AWARD,
    FIRST_POT,
    FOLD,
    HAND,
    HAND_ANTE_IS,
    HAND_START,
    LABEL_WORD,
    LAST_ACT,
    LAST_AWARD,
    LAST_PLAY,
    LAST_POT,
    LAST_SEEN,
    LEAVE,
    LEAVES,
    MISDEAL,
    MISDEAL_LOGGED,
    NEEDS_SEAT,
    OTHER_DECKS,
    PAID,
    POT,
    POT_ROWS,
    RAISE,
    REFUND,
    REFUNDED,
    SEATLESS,
    SEATS,
    SHOW,
    SHOWS,
    STATED_ANTE,
    TALLY_AMOUNT,
    TALLY_COUNT,
    UNCORRECTED,
    UNKNOWN,
    VOID,
    VOID_HAND,
    VOIDED,
    WITHDRAW,
    Facts,
    Hand,
    Log,
)
from audit.games.five_card_poker.misdeals import forget_after_leaving, forget_misdealt, is_corrected
from audit.games.five_card_poker.misfits import is_misfit, is_shown_again
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import PLAYER, seat_of
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import NULL_32

# Kinds of event of which most hands have none, a bit each, and the start of a hand.
_RARE = 1 << HAND_START | 1 << LEAVE | 1 << VOID | 1 << REFUND | 1 << WITHDRAW | 1 << EXPOSE | 1 << MISDEAL
_RARE |= 1 << BOX


@inlined_kernel
def look_ahead(log: Log, start: int, end: int, hand: Hand, facts: Facts) -> int:
    """Note what happens to each seat later in the hand, which some facts need before it happens.

    Returns the kinds of event that the hand has, a bit each, and what else it shows.
    """
    kinds, deck = np.int64(0), -1
    if end > start and log.event[start] == HAND_START:
        deck = log.ref[start]
    for row in range(start, end):
        event, seat = int(log.event[row]), seat_of(log, row)
        kinds |= BIT[event]
        if log.label[row] >= 0:
            kinds |= BIT[ANY_LABEL]
        note_row(facts, event, row, hand[HAND], seat)
        if deck >= 0 and log.ref[row] != deck and log.ref[row] >= 0:
            hand[OTHER_DECKS] += 1
        if seat == 0 and NEEDS_SEAT >> event & 1:
            hand[SEATLESS] = 1
        if BET <= event <= FOLD:
            hand[LAST_ACT + seat] = hand[LAST_PLAY] = hand[LAST_SEEN + seat] = row
            if event <= RAISE and log.labels[LABEL_WORD, log.label[row]] == ALL_IN:
                kinds |= BIT[AN_ALL_IN + event - BET]
        elif event == DEAL:
            hand[LAST_PLAY] = hand[LAST_SEEN + seat] = row
            hand[DEALT_SEATS] |= BIT[seat]
            if log.actor[row] == PLAYER and is_shown_again(log, row):
                continue
            for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
                code = log.pieces[piece]
                if 0 <= code < DECK:
                    hand[DEALT_TWICE] |= hand[DEALT_ONCE] & BIT[code]
                    hand[DEALT_ONCE] |= BIT[code]
        elif event == ANTE:
            hand[LAST_ACT + seat] = row
            hand[ANTE_SEATS] |= BIT[seat]
            if log.amount[row] == hand[STATED_ANTE]:
                hand[ANTES_AS_STATED] += 1
            else:
                hand[ANTES_OTHERWISE] += 1
        elif event == SHOW:
            hand[SHOWS] |= BIT[seat]
            hand[LAST_SEEN + seat] = row
        elif event == POT:
            hand[POT_ROWS] += 1
            hand[LAST_POT] = row
            if hand[FIRST_POT] < 0:
                hand[FIRST_POT] = row
        elif event == AWARD:
            hand[LAST_AWARD] = row
            if log.amount[row] != 0:
                hand[LAST_SEEN + seat] = row
                hand[PAID] |= BIT[seat]
            if hand[FIRST_AWARD] < 0:
                hand[FIRST_AWARD] = row
        elif _RARE >> event & 1:
            kinds &= ~_look_at_rare(log, row, end, hand)
    while hand[LAST_PLAY] >= start and _is_no_play(log, hand, hand[LAST_PLAY]):
        hand[LAST_PLAY] = _play_before(log, start, hand[LAST_PLAY])
    hand[MISDEAL_LOGGED] = kinds >> MISDEAL & 1
    if kinds & (BIT[MISDEAL] | BIT[CORRECT]):
        hand[DEALT_TWICE] = 0
    if kinds & BIT[MISDEAL]:
        forget_misdealt(log, start, end, hand)
    if kinds & BIT[LEAVE]:
        forget_after_leaving(log, start, end, hand)
    hand[HAND_ANTE_IS] = hand[STATED_ANTE]
    if hand[ANTES_OTHERWISE] > hand[ANTES_AS_STATED]:
        _most_put_ante(log, start, end, hand)
    return int(kinds)


@inner_kernel
def _is_no_play(log: Log, hand: Hand, row: int) -> bool:
    """Whether a deal or an act is none of the hand's play: what it says did not happen, or the hand was over."""
    if seat_of(log, row) == 0 or 0 <= hand[LAST_AWARD] < row or is_misfit(log, row):
        return True
    if log.event[row] == DEAL and is_shown_again(log, row):
        return True
    return bool(0 <= hand[FIRST_POT] < row and log.number[row] != NULL_32)


@inner_kernel
def _play_before(log: Log, start: int, row: int) -> int:
    """The row of the deal or the act before one, -1 for none."""
    row -= 1
    while row >= start and log.event[row] != DEAL and not BET <= log.event[row] <= FOLD:
        row -= 1
    return int(row) if row >= start else -1


@inner_kernel
def _look_at_rare(log: Log, row: int, end: int, hand: Hand) -> int:
    """Note an event that most hands have not; returns the bit of one that did not happen."""
    event, seat = log.event[row], seat_of(log, row)
    if event == HAND_START:
        if not hand[ANTES_OTHERWISE] | hand[ANTES_AS_STATED]:
            hand[STATED_ANTE] = log.amount[row]
    elif is_misfit(log, row):
        return int(BIT[event])
    elif event == LEAVE:
        hand[LEAVES] |= BIT[seat]
    elif event == VOID:
        if seat == 0:
            hand[VOID_HAND] = 1
        else:
            hand[VOIDED] |= BIT[seat]
    elif event == REFUND or (event == WITHDRAW and log.labels[LABEL_WORD, log.label[row]] == ANTE_WORD):
        hand[REFUNDED] |= BIT[seat]
    elif event == EXPOSE and log.actor[row] != PLAYER:
        hand[EXPOSED] |= BIT[seat]
    elif event == MISDEAL and not is_corrected(log, row, end):
        hand[UNCORRECTED] = 1
    return 0


@inner_kernel
def _ante_of_seat(log: Log, row: int, start: int, end: int, stated: int) -> int:
    """What a seat put as its ante before the cards, in one row or in parts; unknown but at the first of them.

    Several rows of one amount are that ante told again, where together they are not the stated one; where none is
    stated it is not known which of the two they are.
    """
    total, rows, alike = 0, 0, True
    for at in range(start, end):
        if log.event[at] == DEAL and at > row:
            break
        if log.event[at] != ANTE or seat_of(log, at) != seat_of(log, row):
            continue
        if log.amount[at] == UNKNOWN or (at < row and log.seat[row]):
            return int(UNKNOWN)
        total, rows = total + log.amount[at], rows + 1
        alike = alike and log.amount[at] == log.amount[row]
    if rows == 1 or seat_of(log, row) == 0:
        return int(log.amount[row])
    if alike and total != stated:
        return int(UNKNOWN if stated == UNKNOWN else log.amount[row])
    return total


@inner_kernel
def _most_put_ante(log: Log, start: int, end: int, hand: Hand) -> None:
    """The ante that most seats put; as the hand's start says, where as many put that."""
    stated, most = hand[STATED_ANTE], 0
    for row in range(start, end):
        if log.event[row] != ANTE:
            continue
        amount = _ante_of_seat(log, row, start, end, stated)
        if amount == UNKNOWN:
            continue
        most += amount == stated
        for place in range(SEATS):
            if hand[TALLY_COUNT + place] == 0 or hand[TALLY_AMOUNT + place] == amount:
                hand[TALLY_AMOUNT + place] = amount
                hand[TALLY_COUNT + place] += 1
                break
    for place in range(SEATS):
        if hand[TALLY_COUNT + place] > most:
            most = hand[TALLY_COUNT + place]
            hand[HAND_ANTE_IS] = hand[TALLY_AMOUNT + place]
