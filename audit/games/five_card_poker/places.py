"""Whether a row stands where its kind of event belongs, or in place of another event of its seat."""

from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.betting import is_uncalled
from audit.games.five_card_poker.layout import UNKNOWN, Hand, Log, Worth
from audit.games.five_card_poker.misfits import (
    has_cards,
    is_misfit,
    is_shown_again,
    next_play,
    stands_for_ante,
    stands_for_box,
    stands_for_card,
)
from audit.games.five_card_poker.turns import stands_for_act
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import NULL_32

# Kinds after which a seat plays no more, those that belong before the first card, all that no betting has, those that
# most hands have not, and those that belong behind the last act.
_ENDS_PLAY = 1 << of.VOID | 1 << of.EXPOSE | 1 << of.WITHDRAW | 1 << of.LEAVE
_AT_START = 1 << of.SHUFFLE | 1 << of.CUT_DECK | 1 << of.ANTE | 1 << of.BURN
_NOT_IN_PLAY = _ENDS_PLAY ^ 1 << of.LEAVE | 1 << of.REFUND | 1 << of.DISCLOSE | 1 << of.SHARE_AGREEMENT
_SELDOM = _NOT_IN_PLAY | 1 << of.LEAVE | 1 << of.MISDEAL | 1 << of.CORRECT | 1 << of.BUY_IN | 1 << of.TOP_UP
_NOT_IN_PLAY |= _AT_START
_OF_THE_END = 1 << of.RETURN | 1 << of.SHOW | 1 << of.POT | 1 << of.AWARD | 1 << of.RAKE


@inner_kernel
def _is_early(event: int, log: Log, hand: Hand) -> bool:
    """Whether a row behind the last act may stand in place of one, as it is none of those that end a hand."""
    if event in (of.POT, of.RAKE):
        return bool(hand[of.ROW_SEAT] > 0)
    if event == of.SHOW:
        return not has_cards(log, hand[of.ROW])
    return event == of.RETURN or (event == of.AWARD and hand[of.FIRST_POT] > hand[of.ROW])


@inner_kernel
def is_another(event: int, log: Log, hand: Hand, worth: Worth) -> bool:
    """Whether what the row says did not happen, or its place is that of another event of its seat."""
    row, seat = hand[of.ROW], hand[of.ROW_SEAT]
    if is_misfit(log, row):
        return True
    if event == of.DEAL:
        return is_shown_again(log, row)
    if event == of.MISDEAL and seat == 0 and has_cards(log, row) and not hand[of.FIRST_CARD]:
        return True
    if of.BET <= event <= of.FOLD and hand[of.FIRST_CARD]:
        return bool(hand[of.CLOSED] and log.number[row] != NULL_32)
    if event in (of.SHOW, of.EXPOSE, of.BURN) and stands_for_card(log, hand):
        return event != of.SHOW or row < hand[of.LAST_PLAY]
    if not hand[of.FIRST_CARD] or seat == 0:
        return event == of.ANTE or stands_for_ante(hand) or stands_for_box(log, hand)
    if row > hand[of.LAST_PLAY] and not _NOT_IN_PLAY >> event & 1 and not _is_early(event, log, hand):
        return False
    if event != of.RETURN and row > hand[of.LAST_PLAY] and is_uncalled(hand, seat, hand[of.ROW_AMOUNT]):
        return True
    if _ENDS_PLAY >> event & 1 and hand[of.LAST_SEEN + seat] <= row:
        return False
    return stands_for_act(log, hand, next_play(log, hand), worth)


@inlined_kernel
def is_doubtful(event: int, log: Log, hand: Hand) -> bool:
    """Whether a row that neither deals nor acts stands where one of its kind is not to be expected, or is seldom."""
    row = hand[of.ROW]
    if _OF_THE_END >> event & 1:
        return bool(row < hand[of.LAST_PLAY] or (hand[of.ROUND_OPEN] and _is_early(event, log, hand)))
    if _AT_START >> event & 1:
        return bool(hand[of.FIRST_CARD] or (log.amount[row] != UNKNOWN and event != of.ANTE))
    return bool(_SELDOM >> event & 1)
