"""The replay of hands: one walk over the rows of a batch, each row to the room that knows it."""

import numpy as np
from numpy.typing import NDArray

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import labels as word
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.betting import finish_round, on_act, skip_round, skip_rounds_of_block
from audit.games.five_card_poker.dealing import close_block, note_cards, on_burn, on_deal
from audit.games.five_card_poker.ending import finish_hand
from audit.games.five_card_poker.layout import UNKNOWN, Carry, Filled, Hand, Log, Worth
from audit.games.five_card_poker.seating import (
    PLAYER,
    act_of_person,
    add_chips,
    begin_hand,
    count_of,
    effective,
    give_back,
    hands_before,
    is_corrected,
    look_ahead,
    lose_track,
    on_buy_in,
    on_stack,
    on_top_up,
    pay_in,
    seats_in,
    serve_deck,
    sit,
    start_play,
)
from audit.games.five_card_poker.showdown import on_show
from audit.kernel import kernel
from audit.schema import NULL_32

_DECK = 40


@kernel
def _next(filled: Filled, counter: int) -> int:
    """The next free row of a table."""
    at = filled.at[counter]
    filled.at[counter] += 1
    return int(at)


@kernel
def _yes(hand: Hand, seen: int) -> int:
    """A truth that missing rows could only make true: known once seen, or while nothing is missing."""
    if seen:
        return 1
    return 0 if hand.has[of.WHOLE] else int(UNKNOWN)


@kernel
def _later(hand: Hand, seen: int) -> int:
    """A truth about the rows still to come: known once seen, or where the whole hand is there."""
    if seen:
        return 1
    return 0 if hand.has[of.COMPLETE] else int(UNKNOWN)


@kernel
def settle_dealing(log: Log, h: int, row: int, end: int, hand: Hand, filled: Filled) -> None:
    """What was open before an act or the hand's end is over: the run of deals, and rounds that nobody played."""
    has = hand.has
    if has[of.BLOCK_OPEN]:
        close_block(h, hand, filled)
        skip_rounds_of_block(h, hand, filled)
        has[of.SEATS_KNOWN] = has[of.WHOLE]


@kernel
def settle_betting(log: Log, h: int, row: int, end: int, hand: Hand, filled: Filled) -> None:
    """The round that was open is over; one that was due and never began was passed by."""
    has = hand.has
    if has[of.ROUND_OPEN]:
        finish_round(log, h, row, end, hand, filled)
    elif has[of.ROUND_DUE]:
        skip_round(h, hand, filled, has[of.STREET] - 1)
    has[of.ROUND_DUE] = 0


@kernel
def _on_cut(log: Log, row: int, hand: Hand, filled: Filled) -> None:
    at, cuts, has = _next(filled, of.AT_CUTS), filled.cuts, hand.has
    if log.word[row] in (word.ONE_HAND, word.TWO_HANDS):
        cuts[fact.CUT_HANDS_USED, at] = log.word[row] == word.TWO_HANDS
    if log.number[row] != NULL_32:
        cuts[fact.CUT_CARDS, at] = log.number[row]
        cuts[fact.CUT_CARDS_LEFT, at] = _DECK - log.number[row]
    cuts[fact.CUT_AFTER_FIRST_CARD, at] = _yes(hand, has[of.FIRST_CARD])
    seat = log.seat[row]
    if log.actor[row] in (0, PLAYER) and seat > 0 and not has[of.FIRST_CARD] and not hand.seat[of.CUT, seat]:
        hand.seat[of.CUT, seat] = 1
        has[of.CUTTERS] += 1


@kernel
def _on_ante(log: Log, row: int, hand: Hand, filled: Filled) -> None:
    at, antes, has = _next(filled, of.AT_ANTES), filled.antes, hand.has
    amount = log.amount[row]
    seat = act_of_person(log, row, hand, False)
    again = hand.seat[of.ANTE_IS, seat] != 0
    start_play(hand, seat, row)
    antes[fact.ANTE_AMOUNT, at] = amount
    antes[fact.ANTE_HAND_ANTE, at] = has[of.HAND_ANTE_IS]
    antes[fact.ANTE_AGAIN, at] = again
    antes[fact.ANTE_AFTER_FIRST_CARD, at] = _yes(hand, has[of.FIRST_CARD])
    if has[of.FIRST_CARD] and not again:
        has[of.LATE_ANTES] += 1
    if seat == 0:
        return
    hand.seat[of.PLAYS, seat] = 1
    hand.seat[of.ANTE_IS, seat] = 1
    pay_in(hand, seat, amount)
    if amount != UNKNOWN:
        has[of.ANTES_IN] += amount
    if hand.seat[of.STACK_IS, seat] == 0:
        hand.seat[of.SHORT, seat] = 1


@kernel
def _on_rake(log: Log, row: int, hand: Hand) -> None:
    has, amount = hand.has, log.amount[row]
    first = log.word[row] == word.FIRST or (log.word[row] == 0 and not has[of.FIRST_CARD])
    if not first:
        has[of.RAKE_ROWS] += 1
    if amount == UNKNOWN:
        has[of.MONEY_KNOWN] = 0
    elif first:
        has[of.FIRST_RAKE] += amount
    else:
        has[of.POT_RAKE] += amount
    if first and has[of.FIRST_CARD]:
        has[of.RAKE_LATE] = 1


@kernel
def _on_chips(log: Log, h: int, row: int, carry: Carry, hand: Hand, filled: Filled) -> None:
    """A buy-in, a top-up, or a counted stack."""
    sit(log, h, row, carry, hand)
    if log.event[row] == of.BUY_IN:
        on_buy_in(log, row, hand)
        at = _next(filled, of.AT_BUY_INS)
        filled.buy_ins[fact.BUY_IN_AMOUNT, at] = log.amount[row]
        filled.buy_ins[fact.BUY_IN_STACK_AFTER, at] = hand.seat[of.STACK_IS, log.seat[row]]
        filled.buy_ins[fact.BUY_IN_ANTE, at] = hand.has[of.HAND_ANTE_IS]
    elif log.event[row] == of.TOP_UP:
        on_top_up(log, row, hand)
    else:
        on_stack(log, row, hand)


@kernel
def _on_return(log: Log, row: int, hand: Hand, filled: Filled) -> None:
    """Chips given back: an uncalled wager, an ante of a voided hand, or what a player takes back."""
    has, event, amount = hand.has, log.event[row], log.amount[row]
    own = log.seat[row]
    seat = effective(hand, own)
    known = 0 if amount == UNKNOWN else amount
    give_back(hand, seat, amount)
    if event == of.RETURN:
        has[of.RETURNED] += known
    elif event == of.REFUND:
        at = _next(filled, of.AT_REFUNDS)
        excused = hand.seat[of.EXPOSED, own] or hand.seat[of.VOIDED, own] or has[of.VOID_HAND] or has[of.MISDEALT]
        filled.refunds[fact.REFUND_EXCUSED, at] = _later(hand, excused)
        has[of.ANTES_BACK] += known
    else:
        at = _next(filled, of.AT_WITHDRAWALS)
        if log.word[row] in (word.ANTE, word.WAGER):
            filled.withdrawals[fact.WITHDRAWAL_WHAT, at] = log.word[row] == word.WAGER
        filled.withdrawals[fact.WITHDRAWAL_LEFT, at] = _later(hand, hand.seat[of.LEAVES, own])
        filled.withdrawals[fact.WITHDRAWAL_EXPOSED, at] = hand.seat[of.EXPOSED, own]
        if log.word[row] == word.ANTE:
            has[of.ANTES_BACK] += known
        else:
            has[of.WAGERS_BACK] += known


@kernel
def _on_accident(log: Log, row: int, end: int, hand: Hand, filled: Filled) -> None:
    """An exposed card, a voided hand, a misdeal or its correction."""
    has, event, seat = hand.has, log.event[row], log.seat[row]
    if event == of.EXPOSE:
        at = _next(filled, of.AT_EXPOSURES)
        note_cards(log, row, hand, filled, seat, True)
        filled.exposures[fact.EXPOSURE_IN_THE_DEAL, at] = log.actor[row] != PLAYER
        filled.exposures[fact.EXPOSURE_VOIDED, at] = _later(hand, hand.seat[of.VOIDED, seat] or has[of.VOID_HAND])
        filled.exposures[fact.EXPOSURE_REFUNDED, at] = _later(hand, hand.seat[of.REFUNDED, seat])
    elif event == of.VOID:
        at = _next(filled, of.AT_VOIDS)
        caused = log.word[row] != 0 or hand.seat[of.EXPOSED, seat] or (seat == 0 and has[of.MISDEALT])
        filled.voids[fact.VOID_CAUSE_LOGGED, at] = 1 if caused else 0
        if seat > 0:
            hand.seat[of.OUT, effective(hand, seat)] = 1
    elif event == of.MISDEAL:
        at = _next(filled, of.AT_MISDEALS)
        filled.misdeals[fact.MISDEAL_CORRECTED, at] = _later(hand, is_corrected(log, row, end))
        has[of.MISDEALT] = 1
        has[of.IN_BRACKET] = not has[of.UNCORRECTED]
    else:
        has[of.IN_BRACKET] = 0


@kernel
def _still_to_speak(hand: Hand, seat: int) -> bool:
    """Whether a seat has the word, or will have it, in the round that is open or due."""
    has = hand.has
    if hand.seat[of.SHORT, seat] or count_of(seats_in(hand)) < 2:
        return False
    if has[of.ROUND_OPEN]:
        return bool(hand.seat[of.MATCHED, seat] < has[of.LEVEL] or not hand.seat[of.ACTED, seat])
    return bool(has[of.BLOCK_OPEN] or has[of.ROUND_DUE])


@kernel
def _on_leave(log: Log, row: int, hand: Hand) -> None:
    """A player who leaves before the betting is over for him is out, whether or not he says that he folds."""
    if hand.has[of.CLOSED]:
        return
    seat = effective(hand, log.seat[row])
    if row < hand.has[of.LAST_PLAY] or _still_to_speak(hand, seat):
        hand.seat[of.OUT, seat] = 1


@kernel
def _at_first_card(hand: Hand) -> None:
    """Everything that belongs before the first card is known, if no row was missing until now."""
    if not hand.has[of.FIRST_CARD]:
        hand.has[of.START_KNOWN] = hand.has[of.WHOLE]


@kernel
def _play_row(log: Log, h: int, row: int, end: int, carry: Carry, hand: Hand, filled: Filled, worth: Worth) -> None:
    """One row that moves cards or wagers."""
    event, has, page = log.event[row], hand.has, log.page[h]
    if event == of.DEAL:
        if not has[of.BLOCK_OPEN]:
            settle_betting(log, h, row, end, hand, filled)
        _at_first_card(hand)
        sit(log, h, row, carry, hand)
        on_deal(log, row, end, hand, filled, worth, page)
    elif of.BET <= event <= of.FOLD:
        settle_dealing(log, h, row, end, hand, filled)
        sit(log, h, row, carry, hand)
        on_act(log, h, row, end, hand, filled, worth, page)
    elif event == of.SHOW:
        if row > has[of.LAST_PLAY]:
            settle_dealing(log, h, row, end, hand, filled)
            settle_betting(log, h, row, end, hand, filled)
            has[of.CLOSED] = 1
        on_show(log, row, hand, filled, worth, page)
    elif event == of.POT:
        has[of.CLOSED] = has[of.CLOSED] or row > has[of.LAST_PLAY]
    else:
        has[of.CLOSED] = 1
        seat = effective(hand, log.seat[row])
        add_chips(hand, seat, log.amount[row])
        if log.amount[row] == UNKNOWN or has[of.AWARDED] == UNKNOWN:
            has[of.AWARDED] = UNKNOWN
        else:
            has[of.AWARDED] += log.amount[row]


@kernel
def _other_row(log: Log, h: int, row: int, end: int, carry: Carry, hand: Hand, filled: Filled) -> None:
    """One row of any other kind."""
    event, has = log.event[row], hand.has
    if event in (of.BUY_IN, of.TOP_UP, of.STACK):
        _on_chips(log, h, row, carry, hand, filled)
    elif event == of.ANTE:
        sit(log, h, row, carry, hand)
        _on_ante(log, row, hand, filled)
    elif event == of.SHUFFLE:
        at = _next(filled, of.AT_SHUFFLES)
        if log.actor[row] > 0:
            filled.shuffles[fact.SHUFFLE_BY, at] = log.actor[row]
        has[of.SHUFFLED] = has[of.SHUFFLED] or not has[of.FIRST_CARD]
    elif event == of.CUT_DECK:
        _on_cut(log, row, hand, filled)
    elif event == of.RAKE:
        _on_rake(log, row, hand)
    elif event == of.BURN:
        has[of.BURNED_FIRST] = has[of.BURNED_FIRST] or not has[of.FIRST_CARD]
        on_burn(log, row, hand, filled)
    elif event in (of.RETURN, of.REFUND, of.WITHDRAW):
        _on_return(log, row, hand, filled)
    elif event in (of.EXPOSE, of.VOID, of.MISDEAL, of.CORRECT):
        _on_accident(log, row, end, hand, filled)
    elif event == of.LEAVE:
        _on_leave(log, row, hand)
    elif event == of.DISCLOSE:
        # Who is out has no decision left to disclose.
        has[of.DISCLOSED] += not hand.seat[of.OUT, effective(hand, log.seat[row])]
    elif event == of.SHARE_AGREEMENT:
        # It takes two: a row that names one seat twice is none.
        has[of.AGREED] += log.seat[row] == 0 or log.seat[row] != log.other_seat[row]
    elif event == of.BOX:
        has[of.BOXED] = 1


@kernel
def _replay_hand(log: Log, h: int, carry: Carry, hand: Hand, filled: Filled, worth: Worth) -> None:
    start, end = log.start[h], log.start[h + 1]
    has = hand.has
    begin_hand(hand)
    hands_before(log, h, carry, hand)
    has[of.COMPLETE] = log.gap[h] >= end
    look_ahead(log, start, end, hand)
    starts = end > start and log.event[start] == of.HAND_START
    serve_deck(log, h, start if starts else -1, carry, hand)
    deck = log.ref[start] if starts else -1
    for row in range(start, end):
        event = log.event[row]
        carry.values[log.table[h], of.CARRY_KINDS] |= 1 << event
        if row == log.gap[h]:
            lose_track(hand)
        if deck >= 0 and log.ref[row] >= 0 and log.ref[row] != deck:
            has[of.OTHER_DECKS] += 1
        if of.BET <= event <= of.FOLD or event in (of.DEAL, of.SHOW, of.POT, of.AWARD):
            _play_row(log, h, row, end, carry, hand, filled, worth)
        else:
            _other_row(log, h, row, end, carry, hand, filled)
    if log.gap[h] < end:
        lose_track(hand)
    settle_dealing(log, h, end, end, hand, filled)
    settle_betting(log, h, end, end, hand, filled)
    finish_hand(log, h, carry, hand, filled, worth)


@kernel
def replay_hands(log: Log, carry: Carry, hand: Hand, filled: Filled, worth: Worth, carried: NDArray[np.int64]) -> None:
    """Fill the facts of all hands of a batch, and per hand the kinds of event that its table has carried."""
    for h in range(len(log.table)):
        _replay_hand(log, h, carry, hand, filled, worth)
        carried[h] = carry.values[log.table[h], of.CARRY_KINDS]
