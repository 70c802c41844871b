"""Misdeals and their correction (art. 11(e)): what the cards tell of them where the log does not."""

from audit.games.five_card_poker.labels import DOWN as DOWN_WORD
from audit.games.five_card_poker.labels import UP as UP_WORD
from audit.games.five_card_poker.layout import (
    ANTE,
    AWARD,
    BET,
    BIT,
    BLOCK_BASE,
    BLOCK_OPEN,
    CORRECT,
    DEAL,
    DEALT_TWICE,
    END,
    FOLD,
    HAND_END,
    HAND_START,
    LABEL_WORD,
    LAST_SEEN,
    LEAVE,
    LEAVES,
    MISDEAL,
    PAID,
    POT,
    ROW,
    SEATS,
    SHARE,
    SHOW,
    STREET,
    Hand,
    Log,
)
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import carries, seat_of
from audit.kernel import inner_kernel

_HOLE_CARD = 2


@inner_kernel
def _ends_dealing(event: int) -> bool:
    return bool(BET <= event <= FOLD or event in (ANTE, SHOW, POT, AWARD, HAND_START, HAND_END))


@inner_kernel
def _is_act(log: Log, row: int) -> bool:
    return bool(BET <= log.event[row] <= FOLD)


@inner_kernel
def _first_of_dealing(log: Log, row: int) -> int:
    """The first row of the run of deals that a row belongs to."""
    while row > 0 and not _ends_dealing(log.event[row - 1]):
        row -= 1
    return int(row)


@inner_kernel
def _single_card(log: Log, row: int) -> int:
    """The card of a deal of one card; -1 for several, or one that is not known."""
    first = log.pieces_start[row]
    if log.event[row] != DEAL or log.pieces_start[row + 1] - first != 1:
        return -1
    return int(log.pieces[first])


@inner_kernel
def is_row_again(log: Log, row: int) -> bool:
    """Whether a deal is the row before it once more: the same card to the same seat."""
    first, before = log.pieces_start[row], log.pieces_start[row - 1]
    if log.event[row - 1] != DEAL or log.seat[row - 1] != log.seat[row] or log.pieces_start[row + 1] - first != 1:
        return False
    return bool(first - before == 1 and log.pieces[first] == log.pieces[before] and log.pieces[first] >= 0)


@inner_kernel
def is_corrected(log: Log, row: int, end: int) -> bool:
    """Whether a later row puts the misdeal of a row right: of the same seat, or where one of the two names none."""
    for later in range(row + 1, end):
        if log.event[later] == CORRECT:
            seat, other = seat_of(log, row), seat_of(log, later)
            if seat == 0 or other in (0, seat):
                return True
    return False


@inner_kernel
def is_misdealt(log: Log, row: int, end: int) -> bool:
    """Whether a deal is one that a misdeal speaks of: it stands behind that row, or before one that ends at once.

    That its seat got a card does not show that it was in: the card was none of its own.
    """
    seat, at = seat_of(log, row), row - 1
    while at >= 0 and log.event[at] != CORRECT and not _ends_dealing(log.event[at]):
        if log.event[at] == MISDEAL and (seat_of(log, at) in (0, seat) or is_corrected(log, at, end)):
            return True
        at -= 1
    at = row + 1
    while at + 1 < end and not _ends_dealing(log.event[at]):
        if log.event[at] == MISDEAL and (log.event[at + 1] == CORRECT or not is_corrected(log, at, end)):
            return bool(seat_of(log, at) == seat or (seat_of(log, at) == 0 and at == row + 1))
        at += 1
    return False


@inner_kernel
def forget_misdealt(log: Log, start: int, end: int, hand: Hand) -> None:
    """Take the last row that shows a seat in play for one before it, where that is a card dealt by mistake."""
    for seat in range(1, SEATS):
        row = hand[LAST_SEEN + seat]
        while row >= start and log.event[row] == DEAL and is_misdealt(log, row, end):
            row -= 1
            while row >= start and (seat_of(log, row) != seat or not (log.event[row] == DEAL or _is_act(log, row))):
                row -= 1
        hand[LAST_SEEN + seat] = row if row >= start else -1


@inner_kernel
def forget_after_leaving(log: Log, start: int, end: int, hand: Hand) -> None:
    """Take the last row that shows a seat in play for one before it left, where a single row behind that is no act.

    Who stays gets more than one card, or shows or wins with as many cards as others have; that row stands there by
    mistake, and is told.
    """
    hand[SHARE : SHARE + SEATS] = 0
    for row in range(start, end):
        if log.event[row] == DEAL:
            hand[SHARE + seat_of(log, row)] += 1
    most = 0
    for seat in range(1, SEATS):
        most = max(most, hand[SHARE + seat])
    for seat in range(1, SEATS):
        if not hand[LEAVES] >> seat & 1:
            continue
        seen, row = 0, end - 1
        while row >= start and (log.event[row] != LEAVE or seat_of(log, row) != seat):
            if seat_of(log, row) == seat and (_is_act(log, row) or _shows_in_play(log, hand, row)):
                stays = _is_act(log, row) or (log.event[row] != DEAL and hand[SHARE + seat] == most)
                seen += 2 if stays else 1
            row -= 1
        if seen != 1:
            continue
        while row >= start and (seat_of(log, row) != seat or not (log.event[row] == DEAL or _is_act(log, row))):
            row -= 1
        hand[LAST_SEEN + seat] = row if row >= start else -1


@inner_kernel
def _shows_in_play(log: Log, hand: Hand, row: int) -> bool:
    """Whether a row deals or shows a seat's card, or pays it beside others."""
    if log.event[row] == AWARD:
        return bool(log.amount[row] != 0 and hand[PAID] & ~(1 << seat_of(log, row)))
    return bool(log.event[row] in (DEAL, SHOW) and not is_misdealt(log, row, hand[END]))


@inner_kernel
def deals_around(log: Log, hand: Hand, row: int) -> None:
    """Count in ``SHARE`` how many deals the run around a row has for each seat."""
    at = _first_of_dealing(log, row)
    hand[SHARE : SHARE + SEATS] = 0
    while at < hand[END] and (at == row or not _ends_dealing(log.event[at])):
        if log.event[at] == DEAL:
            hand[SHARE + seat_of(log, at)] += 1
        at += 1


@inner_kernel
def knows_misdeals(hand: Hand) -> bool:
    """Whether the table has a word for cards that go astray."""
    return carries(hand, MISDEAL) or carries(hand, CORRECT)


@inner_kernel
def _is_dealt_on(log: Log, hand: Hand, row: int) -> bool:
    """Whether the row after a deal of one card deals the same card to another seat."""
    if row + 1 >= hand[END] or seat_of(log, row) == seat_of(log, row + 1):
        return False
    card = _single_card(log, row)
    return bool(card >= 0 and card == _single_card(log, row + 1))


@inner_kernel
def is_taken_back(log: Log, hand: Hand, row: int) -> bool:
    """Whether a dealt card may have gone astray and been dealt again at once, the log knowing no word for either.

    So it is where the next row deals it, and the seat that had it first got one more card than who has it then.
    """
    if not hand[DEALT_TWICE] or knows_misdeals(hand):
        return False
    if not _is_dealt_on(log, hand, row):
        return False
    seat, other = seat_of(log, row), seat_of(log, row + 1)
    more, at = 0, _first_of_dealing(log, row)
    while at < hand[END] and not _ends_dealing(log.event[at]):
        # What another card that went astray added to either of them does not count.
        if log.event[at] == DEAL and (at == row or not _is_dealt_on(log, hand, at)):
            more += (seat_of(log, at) == seat) - (seat_of(log, at) == other)
        at += 1
    return bool(more == 1)


@inner_kernel
def cards_stay_wrong(log: Log, hand: Hand) -> bool:
    """Whether the run of deals around the row at hand is wrong as it stands, and no card of it was dealt again.

    Wrong is what needs no other row to tell: two cards at once, a face, a seat before its turn in the round, a seat
    with fewer cards than another.
    """
    base = hand[BLOCK_BASE] if hand[BLOCK_OPEN] else hand[STREET]
    at, cards, street, start, last, wrong = _first_of_dealing(log, hand[ROW]), 0, 1, 1, 0, False
    hand[SHARE : SHARE + SEATS] = 0
    while at < hand[END] and not _ends_dealing(log.event[at]):
        if log.event[at] == DEAL:
            seat, card, word = seat_of(log, at), _single_card(log, at), log.labels[LABEL_WORD, log.label[at]]
            if seat == 0:
                return False
            if 0 <= card < DECK:
                if cards & BIT[card]:
                    return False
                cards |= BIT[card]
            wrong |= log.pieces_start[at + 1] - log.pieces_start[at] > 1
            hand[SHARE + seat] += 1
            if hand[SHARE + seat] == street + 1:
                street, start, last = street + 1, 1 if base == 0 else seat, 0
            elif base > 0 and last == 0:
                start = seat
            turn = (seat - start) % (SEATS - 1) + 1
            wrong |= hand[SHARE + seat] != street or turn <= last
            wrong |= word == (UP_WORD if base + street == _HOLE_CARD else DOWN_WORD)
            last = turn
        at += 1
    for seat in range(1, SEATS):
        wrong |= 0 < hand[SHARE + seat] < street
    return bool(wrong)
