"""Rows that are not what their event says: what such a row tells is not known, and its event did not happen.

So is a row with cells that are another event's, and one in place of what its seat had to do there: it had to put its
ante, or it had the word and did not speak. What the hand then lacks is told, and told once.
"""

from audit.games.five_card_poker.columns import (
    ACT_ALL_IN,
    ACT_COVERED,
    ACT_FORCED,
    ACT_KIND,
    ANTE_AGAIN,
    CARD_FOREIGN,
    DEAL_CORRECTED,
    EXPOSURE_IN_THE_DEAL,
    VOID_CAUSE_LOGGED,
    WITHDRAWAL_EXPOSED,
)
from audit.games.five_card_poker.labels import DOWN, NO_CATEGORY, ONE_HAND, TWO_HANDS, UP
from audit.games.five_card_poker.layout import (
    ANTE,
    ANTE_SEATS,
    AT_ACTS,
    AT_ANTES,
    AT_BUY_INS,
    AT_CARDS,
    AT_CUTS,
    AT_DEALS,
    AT_EXPOSURES,
    AT_MISDEALS,
    AT_REFUNDS,
    AT_SHOWS,
    AT_SHUFFLES,
    AT_VOIDS,
    AT_WITHDRAWALS,
    AWARD,
    BET,
    BOX,
    BOXED,
    BURN,
    BUY_IN,
    CLOSED,
    CORRECT,
    CUT_DECK,
    DEAL,
    DEALT_SEATS,
    END,
    EXPOSE,
    EXPOSED,
    FIRST_CARD,
    FOLD,
    HAND_ANTE_IS,
    HAND_START,
    LABEL_CATEGORY,
    LABEL_WORD,
    LAST_PLAY,
    LEAVE,
    LEAVES,
    MISDEAL,
    MISDEAL_LOGGED,
    PASSED_OVER,
    POT,
    POT_ROWS,
    RAKE,
    REFUND,
    REFUNDED,
    ROW,
    ROW_AMOUNT,
    ROW_SEAT,
    SEATS,
    SHARE,
    SHARE_AGREEMENT,
    SHOW,
    SHOWS,
    SHUFFLE,
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
from audit.games.five_card_poker.misdeals import deals_around
from audit.games.five_card_poker.seating import PLAYER, carries, seat_of
from audit.kernel import inner_kernel
from audit.schema import NULL_32

_WITH_CARDS = 1 << BURN | 1 << DEAL | 1 << EXPOSE | 1 << SHOW
_WITHOUT_MONEY = _WITH_CARDS | 1 << SHUFFLE | 1 << CUT_DECK | 1 << MISDEAL | 1 << CORRECT | 1 << BOX | 1 << VOID
_WITHOUT_MONEY |= 1 << SHARE_AGREEMENT
# Kinds whose rows may well have a number beside an amount, and acts, of which that is told otherwise.
_NUMBERED = 1 << HAND_START | 1 << POT | 1 << AWARD | 1 << RAKE | 31 << BET


@inner_kernel
def has_cards(log: Log, row: int) -> bool:
    """Whether a row names cards."""
    return bool(log.pieces_start[row + 1] > log.pieces_start[row])


@inner_kernel
def is_misfit(log: Log, row: int) -> bool:
    """Whether a row's cells are those of another event than it names."""
    event, label, counted = log.event[row], log.label[row], log.number[row] != NULL_32
    money, by_player = log.amount[row] not in (UNKNOWN, 0), log.actor[row] == PLAYER
    if has_cards(log, row) and not (_WITH_CARDS | 1 << MISDEAL) >> event & 1:
        return True
    if event in (DEAL, BURN, EXPOSE) and by_player and log.labels[LABEL_CATEGORY, label] != NO_CATEGORY:
        return True  # a player shows his hand
    if event == DEAL:
        nothing = log.seat[row] == 0 and not has_cards(log, row)
        return bool(nothing or money or (counted and log.labels[LABEL_WORD, label] in (ONE_HAND, TWO_HANDS)))
    if event in (BOX, RAKE) and by_player and log.seat[row] > 0:
        return True
    if money and counted and not _NUMBERED >> event & 1:
        return True  # an award is paid, of a pot
    return bool(money and log.seat[row] == 0 and _WITHOUT_MONEY >> event & 1)


@inner_kernel
def is_shown_again(log: Log, row: int) -> bool:
    """Whether a deal names a card that was dealt to its seat before, and a player did it: he showed it."""
    if log.actor[row] != PLAYER or not has_cards(log, row):
        return False
    card, before = log.pieces[log.pieces_start[row]], row - 1
    while before > 0 and log.event[before] != HAND_START:
        if log.event[before] == DEAL and log.seat[before] == log.seat[row]:
            for piece in range(log.pieces_start[before], log.pieces_start[before + 1]):
                if log.pieces[piece] == card and card >= 0:
                    return True
        before -= 1
    return False


@inner_kernel
def stands_for_box(log: Log, hand: Hand) -> bool:
    """Whether the row at hand is as good as the boxing of the cards, which the hand lacks: empty, and after its end."""
    row = hand[ROW]
    if not hand[CLOSED] or hand[BOXED] or not carries(hand, BOX) or hand[ROW_SEAT] or log.label[row] >= 0:
        return False
    while row < hand[END] and log.event[row] != BOX:
        row += 1
    return bool(row == hand[END])


@inner_kernel
def stands_for_card(log: Log, hand: Hand) -> bool:
    """Whether the row at hand names a card, and its seat gets too few where others are dealt theirs, or shows none."""
    row, seat = hand[ROW], hand[ROW_SEAT]
    if not has_cards(log, row) or seat == 0:
        return False
    faces = log.labels[LABEL_WORD, log.label[row]] in (UP, DOWN)
    if faces or row < hand[LAST_PLAY]:
        return bool(faces and _lacks_card(log, hand, row))
    return not hand[SHOWS] >> seat & 1


@inner_kernel
def _lacks_card(log: Log, hand: Hand, row: int) -> bool:
    """Whether the run of deals around a row gives its seat less than another."""
    seat, most = seat_of(log, row), 0
    if seat == 0:
        return False
    deals_around(log, hand, row)
    for other in range(1, seat):
        most = max(most, hand[SHARE + other])
    for other in range(seat + 1, SEATS):
        most = max(most, hand[SHARE + other])
    return bool(hand[SHARE + seat] < most)


@inner_kernel
def stands_for_ante(hand: Hand) -> bool:
    """Whether the row at hand is as good as the ante of a seat that plays and puts none."""
    seat = hand[ROW_SEAT]
    return bool(
        not hand[FIRST_CARD]
        and hand[ROW_AMOUNT] == hand[HAND_ANTE_IS] != UNKNOWN
        and carries(hand, ANTE)
        and hand[DEALT_SEATS] & ~hand[ANTE_SEATS] & ~1 & 1 << seat
    )


@inner_kernel
def next_play(log: Log, hand: Hand) -> int:
    """The next row with a deal or an act, the hand's end where there is none."""
    row, end = hand[ROW] + 1, hand[END]
    while row < end and log.event[row] != DEAL and not BET <= log.event[row] <= FOLD:
        row += 1
    return int(row)


@inner_kernel
def _pass_by(facts: Facts, counter: int) -> int:
    at = facts.at[counter]
    facts.at[counter] += 1
    return int(at)


@inner_kernel
def _take_back(event: int, log: Log, hand: Hand) -> None:
    """What the look ahead took the row at hand for did not happen."""
    seat = hand[ROW_SEAT]
    if event == VOID and seat == 0:
        hand[VOID_HAND] = 0
    elif event == VOID:
        hand[VOIDED] &= ~(1 << seat)
    elif event == EXPOSE:
        hand[EXPOSED] &= ~(1 << seat)
    elif event == REFUND:
        hand[REFUNDED] &= ~(1 << seat)
    elif event == LEAVE:
        for later in range(hand[ROW] + 1, hand[END]):
            if log.event[later] == LEAVE and log.seat[later] == seat:
                return  # he leaves then
        hand[LEAVES] &= ~(1 << seat)
    elif event == MISDEAL:
        hand[UNCORRECTED] = hand[MISDEAL_LOGGED] = 0
    elif event in (POT, AWARD):
        hand[PASSED_OVER] = hand[ROW]
        hand[POT_ROWS] -= event == POT


@inner_kernel
def pass_over(event: int, log: Log, hand: Hand, facts: Facts) -> None:
    """Leave the facts of a row unknown; those that are always known as where nothing happened."""
    _take_back(event, log, hand)
    if _WITH_CARDS >> event & 1:
        facts.small[CARD_FOREIGN, _pass_by(facts, AT_CARDS)] = 0
    if event == DEAL:
        facts.small[DEAL_CORRECTED, _pass_by(facts, AT_DEALS)] = 1
    elif BET <= event <= FOLD:
        at = _pass_by(facts, AT_ACTS)
        facts.small[ACT_KIND, at] = event - BET
        facts.small[ACT_ALL_IN, at] = facts.small[ACT_FORCED, at] = 0
        facts.small[ACT_COVERED, at] = 1
    elif event == ANTE:
        facts.small[ANTE_AGAIN, _pass_by(facts, AT_ANTES)] = 0
    elif event == EXPOSE:
        facts.small[EXPOSURE_IN_THE_DEAL, _pass_by(facts, AT_EXPOSURES)] = 0
    elif event == VOID:
        facts.small[VOID_CAUSE_LOGGED, _pass_by(facts, AT_VOIDS)] = 1
    elif event == WITHDRAW:
        facts.small[WITHDRAWAL_EXPOSED, _pass_by(facts, AT_WITHDRAWALS)] = 0
    elif event == SHOW:
        _pass_by(facts, AT_SHOWS)
    elif event == REFUND:
        _pass_by(facts, AT_REFUNDS)
    elif event == MISDEAL:
        _pass_by(facts, AT_MISDEALS)
    elif event == CUT_DECK:
        _pass_by(facts, AT_CUTS)
    elif event == SHUFFLE:
        _pass_by(facts, AT_SHUFFLES)
    elif event == BUY_IN:
        _pass_by(facts, AT_BUY_INS)
