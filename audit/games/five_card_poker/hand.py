"""The replay of hands: one walk over the rows of a batch, each row to the room that knows it."""

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import labels as word
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.account import wagers_add_up
from audit.games.five_card_poker.ahead import look_ahead
from audit.games.five_card_poker.betting import on_act, settle_betting, settle_dealing
from audit.games.five_card_poker.blocks import FIRST_STREETS
from audit.games.five_card_poker.carrying import begin_hand, serve_deck
from audit.games.five_card_poker.dealing import on_deal
from audit.games.five_card_poker.ending import finish_hand
from audit.games.five_card_poker.filling import Filled, hand_over
from audit.games.five_card_poker.layout import UNKNOWN, UNKNOWN_SMALL, Carry, Facts, Hand, Hands, Log, Worth
from audit.games.five_card_poker.misdeals import cards_stay_wrong, is_corrected, is_misdealt
from audit.games.five_card_poker.misfits import (
    has_cards,
    pass_over,
)
from audit.games.five_card_poker.opening import holds
from audit.games.five_card_poker.places import is_another, is_doubtful
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.seating import (
    PLAYER,
    add_chips,
    carries,
    count_of,
    counted_after,
    effective,
    give_back,
    lose_story,
    lose_track,
    lose_wagers,
    next_of,
    note_person,
    on_buy_in,
    on_stack,
    on_top_up,
    pay_in,
    seat_of,
    seats_in,
    sit,
    start_play,
)
from audit.games.five_card_poker.seen import note_cards, on_burn
from audit.games.five_card_poker.showdown import on_show
from audit.games.five_card_poker.turns import seats_owing
from audit.games.five_card_poker.unlogged import loses_labels
from audit.kernel import inlined_kernel, inner_kernel, uncounted_kernel
from audit.schema import NULL_32

# Kinds of event that put wagers in: a table that has not shown one may have had some that its log does not tell.
_WAGERS = 1 << of.BET | 1 << of.CALL | 1 << of.RAISE


@inner_kernel
def _next(facts: Facts, counter: int) -> int:
    """The next free row of a table."""
    at = facts.at[counter]
    facts.at[counter] += 1
    return int(at)


@inner_kernel
def _later(hand: Hand, seen: int) -> int:
    """A truth about the rows still to come: known once seen, or where the whole hand is there."""
    if seen:
        return 1
    return 0 if hand[of.COMPLETE] else UNKNOWN_SMALL


@inner_kernel
def _after_first_card(hand: Hand) -> int:
    """Whether the first card was dealt: unknown where a row that might have dealt it is missing."""
    if hand[of.FIRST_CARD]:
        return 1
    return 0 if hand[of.WHOLE] else UNKNOWN_SMALL


@inner_kernel
def _on_cut(log: Log, hand: Hand, facts: Facts) -> None:
    at, number, seat, kind = _next(facts, of.AT_CUTS), log.number[hand[of.ROW]], hand[of.ROW_SEAT], hand[of.ROW_WORD]
    if kind in (word.ONE_HAND, word.TWO_HANDS):
        facts.small[fact.CUT_HANDS_USED, at] = 1 if kind == word.TWO_HANDS else 0
    if number != NULL_32:
        facts.wide[fact.CUT_CARDS, at] = number
        facts.wide[fact.CUT_CARDS_LEFT, at] = DECK - number
    facts.small[fact.CUT_AFTER_FIRST_CARD, at] = _after_first_card(hand)
    if hand[of.ROW_ACTOR] in (0, PLAYER) and seat > 0 and not hand[of.FIRST_CARD] and not hand[of.CUT] >> seat & 1:
        hand[of.CUT] |= 1 << seat
        hand[of.CUTTERS] += 1


@inner_kernel
def _antes_of_seat(log: Log, hand: Hand) -> int:
    """What all rows of the hand give the row's seat as its ante; unknown where one of them lacks its amount."""
    total, row = 0, hand[of.ROW]
    while row > 0 and log.event[row] != of.HAND_START:
        row -= 1
    for other in range(row, hand[of.END]):
        if log.event[other] == of.ANTE and seat_of(log, other) == hand[of.ROW_SEAT]:
            if log.amount[other] == UNKNOWN:
                return int(UNKNOWN)
            total += log.amount[other]
    return int(total)


@inlined_kernel
def _on_ante(log: Log, hand: Hand, facts: Facts) -> None:
    at, amount = _next(facts, of.AT_ANTES), hand[of.ROW_AMOUNT]
    note_person(hand)
    seat = effective(hand, hand[of.ROW_SEAT])
    if hand[of.ROW_HOME] > 0 and not hand[of.ANTE_SEATS] >> hand[of.ROW_HOME] & 1:
        seat = hand[of.ROW_HOME]  # the player sits there, and no other ante is his
    again = hand[of.ANTED] >> seat & 1
    start_play(hand, seat)
    put, due = amount, 0 if again else hand[of.HAND_ANTE_IS]
    if due not in (amount, UNKNOWN) and (again or amount < due) and seat > 0:
        put = _antes_of_seat(log, hand)
        if put == hand[of.HAND_ANTE_IS]:
            due = amount  # a part of it
    facts.wide[fact.ANTE_AMOUNT, at] = amount if again else put
    facts.wide[fact.ANTE_HAND_ANTE, at] = hand[of.HAND_ANTE_IS]
    facts.small[fact.ANTE_AGAIN, at] = again
    facts.small[fact.ANTE_AFTER_FIRST_CARD, at] = _after_first_card(hand)
    if hand[of.FIRST_CARD] and not again:
        hand[of.LATE_ANTES] += 1
    if seat == 0:
        return
    hand[of.PLAYS] |= 1 << seat
    hand[of.ANTED] |= 1 << seat
    pay_in(hand, seat, amount)
    if amount != UNKNOWN:
        hand[of.ANTES_IN] += amount
        if due not in (amount, UNKNOWN):
            hand[of.ANTE_MEND] += amount - due
            hand[of.WAGERS_DOUBT] = 1  # which of the antes is wrong, that or the others, is not known
            hand[of.STACK_IS : of.STACK_IS + of.SEATS] = UNKNOWN
    if hand[of.STACK_IS + seat] == 0:
        hand[of.SHORT] |= 1 << seat


@inner_kernel
def _on_rake(hand: Hand) -> None:
    amount = hand[of.ROW_AMOUNT]
    # Its place tells what a rake is, where its label says that there was a second first one, or one of no pots yet.
    named = hand[of.ROW_WORD] == word.FIRST and not (hand[of.FIRST_CARD] and hand[of.FIRST_RAKED])
    of_pots = hand[of.ROW_WORD] == word.POT and (hand[of.FIRST_RAKED] or not hand[of.DEALT_SEATS])
    first = named or (hand[of.ROW_WORD] in (0, word.POT) and not hand[of.FIRST_CARD] and not of_pots)
    hand[of.FIRST_RAKED] |= first
    if not first:
        hand[of.RAKE_ROWS] += 1
    if amount == UNKNOWN:
        hand[of.MONEY_KNOWN] = 0
    elif first:
        hand[of.FIRST_RAKE] += amount
    else:
        hand[of.POT_RAKE] += amount
    if first and hand[of.FIRST_CARD]:
        hand[of.RAKE_LATE] = 1


@inner_kernel
def _on_chips(event: int, log: Log, carry: Carry, hand: Hand, facts: Facts) -> None:
    """A buy-in, a top-up, or a counted stack."""
    sit(carry, hand)
    if event == of.BUY_IN:
        on_buy_in(carry, hand)
        at = _next(facts, of.AT_BUY_INS)
        facts.wide[fact.BUY_IN_AMOUNT, at] = hand[of.ROW_AMOUNT]
        counted = counted_after(log, hand)  # what he brought from another table is in it
        after = hand[of.STACK_IS + hand[of.ROW_SEAT]] if counted == UNKNOWN else counted
        facts.wide[fact.BUY_IN_STACK_AFTER, at] = after
        facts.wide[fact.BUY_IN_ANTE, at] = hand[of.HAND_ANTE_IS]
    elif event == of.TOP_UP:
        on_top_up(hand)
    else:
        on_stack(hand)


@inner_kernel
def _plays_on(log: Log, hand: Hand, own: int) -> bool:
    """Whether a seat acts but to fold after the row at hand, or gets a card or shows more than once."""
    seen = 0
    for row in range(hand[of.ROW] + 1, hand[of.END]):
        event = log.event[row]
        part = event in (of.DEAL, of.SHOW) or of.BET <= event <= of.CHECK
        if part and effective(hand, seat_of(log, row)) == own:
            if event == of.DEAL and is_misdealt(log, row, hand[of.END]):
                continue
            seen += 1 if event in (of.DEAL, of.SHOW) else 2
    return seen > 1


@inner_kernel
def _on_return(event: int, log: Log, hand: Hand, facts: Facts) -> None:
    """Chips given back: an uncalled wager, an ante of a voided hand, or what a player takes back."""
    amount, own = hand[of.ROW_AMOUNT], hand[of.ROW_SEAT]
    known = 0 if amount == UNKNOWN else amount
    give_back(hand, effective(hand, own), amount)
    if event == of.RETURN:
        hand[of.RETURNED] += known
    elif event == of.REFUND:
        at = _next(facts, of.AT_REFUNDS)
        excused = (hand[of.EXPOSED] | hand[of.VOIDED]) >> own & 1 or hand[of.VOID_HAND] or hand[of.MISDEALT]
        # Whose card was exposed in the deal plays no more, whether or not that is logged.
        played = hand[of.STREET] > FIRST_STREETS or hand[of.ACTED] >> own & 1 or hand[of.LAST_SEEN + own] > hand[of.ROW]
        told = carries(hand, of.EXPOSE) or carries(hand, of.VOID) or played
        facts.small[fact.REFUND_EXCUSED, at] = _later(hand, excused) if excused or told else UNKNOWN_SMALL
        if facts.small[fact.REFUND_EXCUSED, at] == 0:
            hand[of.BACK_WRONGLY] += known
            hand[of.STACK_IS + effective(hand, own)] = UNKNOWN
        else:
            hand[of.ANTES_BACK] += known
    else:
        at, kind = _next(facts, of.AT_WITHDRAWALS), hand[of.ROW_WORD]
        if kind in (word.ANTE, word.WAGER):
            facts.small[fact.WITHDRAWAL_WHAT, at] = 1 if kind == word.WAGER else 0
        left = hand[of.LEAVES] >> own & 1 and not _plays_on(log, hand, own)
        unlogged = not left and not carries(hand, of.LEAVE) and hand[of.LAST_SEEN + own] < hand[of.ROW]
        facts.small[fact.WITHDRAWAL_LEFT, at] = UNKNOWN_SMALL if unlogged else _later(hand, left)
        if not left:
            hand[of.SUSPECT] |= 1 << own  # it may have left
        exposed = hand[of.EXPOSED] >> own & 1
        facts.small[fact.WITHDRAWAL_EXPOSED, at] = exposed
        if not left and not (exposed and kind == word.ANTE):
            hand[of.TAKEN_WRONGLY] += known
        hand[of.ANTES_BACK if kind == word.ANTE else of.WAGERS_BACK] += known


@inner_kernel
def _lies_elsewhere(log: Log, hand: Hand, seat: int) -> bool:
    """Whether the row's card lies before another seat than its own, or is yet to be dealt."""
    row = hand[of.ROW]
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if 0 <= code < DECK and hand[of.DEALT_ONCE] >> code & 1 and not holds(hand, seat, code):
            return True
        for other in range(1, of.SEATS):
            if other != seat and holds(hand, other, code) and code >= 0:
                return True
    return False


@inner_kernel
def _on_accident(event: int, log: Log, hand: Hand, facts: Facts) -> None:
    """An exposed card, a voided hand, a misdeal or its correction."""
    seat = hand[of.ROW_SEAT]
    if event == of.EXPOSE:
        at = _next(facts, of.AT_EXPOSURES)
        hand[of.ROW_OWNER] = seat
        hand[of.ROW_ASIDE] = 1 if seat == 0 or _lies_elsewhere(log, hand, seat) else 0
        note_cards(log, hand, facts)
        dealt = hand[of.ROW_ACTOR] != PLAYER and (hand[of.BLOCK_OPEN] or hand[of.ROW] < hand[of.LAST_PLAY])
        if seat > 0 and dealt and hand[of.LAST_ACT + seat] < hand[of.ROW]:
            hand[of.OUT] |= 1 << effective(hand, seat)  # it plays no more: voided, whether or not that is logged
        facts.small[fact.EXPOSURE_IN_THE_DEAL, at] = 1 if dealt else 0
        voided = hand[of.VOIDED] >> seat & 1 or hand[of.VOID_HAND]
        unlogged = not carries(hand, of.VOID) and hand[of.LAST_SEEN + seat] < hand[of.ROW]
        facts.small[fact.EXPOSURE_VOIDED, at] = UNKNOWN_SMALL if unlogged and not voided else _later(hand, voided)
        facts.small[fact.EXPOSURE_REFUNDED, at] = _later(hand, hand[of.REFUNDED] >> seat & 1)
        early = hand[of.ROW] < hand[of.LAST_PLAY] and count_of(seats_in(hand)) >= 2
        facts.small[fact.EXPOSURE_EARLY, at] = _later(hand, early)
    elif event == of.VOID:
        at = _next(facts, of.AT_VOIDS)
        caused = hand[of.ROW_WORD] != 0 or hand[of.EXPOSED] >> seat & 1 or (seat == 0 and hand[of.MISDEALT])
        facts.small[fact.VOID_CAUSE_LOGGED, at] = 1 if caused else 0
        # Where a seat plays on, and no void names one whose card was exposed, the row names the wrong seat.
        mistaken = hand[of.LAST_ACT + seat] > hand[of.ROW] and hand[of.EXPOSED] & ~hand[of.VOIDED]
        # So does one without a cause, told by that, where the seat is seen later.
        mistaken = mistaken or (not caused and hand[of.LAST_SEEN + seat] > hand[of.ROW])
        if seat > 0 and not mistaken and not hand[of.CLOSED]:
            hand[of.OUT] |= 1 << effective(hand, seat)
    elif event == of.MISDEAL:
        at = _next(facts, of.AT_MISDEALS)
        corrected = is_corrected(log, hand[of.ROW], hand[of.END])
        if corrected or carries(hand, of.CORRECT) or cards_stay_wrong(log, hand):
            facts.small[fact.MISDEAL_CORRECTED, at] = _later(hand, 1 if corrected else 0)
        hand[of.MISDEALT] = 1
        hand[of.IN_BRACKET] = 0 if hand[of.UNCORRECTED] else 1
    else:
        hand[of.IN_BRACKET] = 0


@inner_kernel
def _on_leave(hand: Hand, seat: int) -> None:
    """A player who leaves before the betting is over for him is out, whether or not he says that he folds."""
    if hand[of.CLOSED] or hand[of.LAST_SEEN + seat] > hand[of.ROW]:
        return
    to_speak = hand[of.ROW] < hand[of.LAST_PLAY]
    if not to_speak and not hand[of.SHORT] >> seat & 1 and count_of(seats_in(hand)) >= 2:
        if hand[of.ROUND_OPEN]:
            to_speak = hand[of.MATCHED + seat] < hand[of.LEVEL] or not hand[of.ACTED] >> seat & 1
            if not to_speak and not hand[of.AMOUNTS_KNOWN]:
                lose_story(hand)
        else:
            to_speak = hand[of.BLOCK_OPEN] + hand[of.ROUND_DUE] > 0
    if to_speak:
        if not hand[of.ROUND_OPEN] or not hand[of.BET_MADE]:
            hand[of.TURN_TIME] = UNKNOWN  # it may have been for him to speak until he left
        elif next_of(seats_owing(hand), hand[of.LAST_ACTOR]) == seat:
            hand[of.TURN_TIME] = hand[of.ROW_TIME]
        hand[of.OUT] |= 1 << seat


@inlined_kernel
def _on_deal(log: Log, carry: Carry, hand: Hand, facts: Facts, worth: Worth) -> None:
    """A deal ends the round before it; at the first, what belongs before it is known if no row was missing so far."""
    if not hand[of.BLOCK_OPEN]:
        settle_betting(log, hand, facts)
    if not hand[of.FIRST_CARD]:
        hand[of.START_KNOWN] = hand[of.WHOLE]
    sit(carry, hand)
    on_deal(log, hand, facts, worth)


@inlined_kernel
def _on_show(log: Log, hand: Hand, facts: Facts, worth: Worth) -> None:
    """The first show behind the last act ends the betting."""
    if hand[of.ROW] > hand[of.LAST_PLAY]:
        settle_dealing(log, hand, facts)
        settle_betting(log, hand, facts)
        hand[of.CLOSED] = 1
    on_show(log, hand, facts, worth)


@inner_kernel
def _on_award(hand: Hand) -> None:
    amount = hand[of.ROW_AMOUNT]
    hand[of.CLOSED] = 1 if hand[of.ROW] > hand[of.LAST_PLAY] else hand[of.CLOSED]
    add_chips(hand, effective(hand, hand[of.ROW_SEAT]), amount)
    if amount == UNKNOWN or hand[of.AWARDED] == UNKNOWN:
        hand[of.AWARDED] = UNKNOWN
    else:
        hand[of.AWARDED] += amount


@inlined_kernel
def _other_row(event: int, log: Log, carry: Carry, hand: Hand, facts: Facts) -> None:
    """A row that neither deals nor shows a card, and moves no wager."""
    seat = hand[of.ROW_SEAT]
    if hand[of.BLOCK_OPEN] and event in (of.EXPOSE, of.VOID, of.REFUND, of.CORRECT):
        hand[of.TURN_TIME] = hand[of.ROW_TIME]  # nobody has the word until the dealing is put right
    if of.BUY_IN <= event <= of.STACK:
        _on_chips(event, log, carry, hand, facts)
    elif event == of.SHUFFLE:
        at = _next(facts, of.AT_SHUFFLES)
        if hand[of.ROW_ACTOR] > 0:
            facts.small[fact.SHUFFLE_BY, at] = hand[of.ROW_ACTOR]
        hand[of.SHUFFLED] |= 1 - hand[of.FIRST_CARD]
    elif event == of.CUT_DECK:
        _on_cut(log, hand, facts)
    elif event == of.RAKE:
        _on_rake(hand)
    elif event == of.BURN:
        hand[of.BURNED_FIRST] |= 1 - hand[of.FIRST_CARD]
        on_burn(log, hand, facts)
    elif event in (of.RETURN, of.REFUND, of.WITHDRAW):
        _on_return(event, log, hand, facts)
    elif event in (of.EXPOSE, of.VOID, of.MISDEAL, of.CORRECT):
        _on_accident(event, log, hand, facts)
    elif event == of.LEAVE:
        _on_leave(hand, effective(hand, seat))
    elif event == of.DISCLOSE:
        own = effective(hand, seat)
        # Who is out has no decision left to disclose; who acts no more may be out though the log does not show it.
        told = hand[of.SOUND] and carries(hand, of.FOLD) and carries(hand, of.LEAVE)
        speaks = hand[of.LAST_ACT + own] > hand[of.ROW] or (told and hand[of.ROW] < hand[of.LAST_PLAY])
        hand[of.DISCLOSED] += 1 if seat > 0 and speaks and not hand[of.OUT] >> own & 1 else 0
    elif event == of.SHARE_AGREEMENT:
        # It takes two: a proposal that was refused is none, nor a row that names one seat twice.
        agreed = hand[of.ROW_WORD] != word.REFUSED and (seat == 0 or seat != log.other_seat[hand[of.ROW]])
        hand[of.AGREED] += 1 if agreed else 0
        if agreed and (not carries(hand, of.ANY_LABEL) or (not hand[of.ROW_WORD] and loses_labels(log, hand))):
            hand[of.AGREED_OR_NOT] = 1  # a log without labels does not tell which proposals were refused
    elif event == of.BOX:
        hand[of.BOXED] = 1


@inlined_kernel
def _row(log: Log, carry: Carry, hand: Hand, facts: Facts, worth: Worth) -> None:
    """One row to the room that knows it."""
    row = hand[of.ROW]
    event = log.event[row]
    hand[of.ROW_SEAT], hand[of.ROW_ACTOR], hand[of.ROW_PERSON] = seat_of(log, row), log.actor[row], log.person[row]
    hand[of.ROW_AMOUNT], hand[of.ROW_TIME] = log.amount[row], log.time[row]
    hand[of.ROW_OWNER] = hand[of.ROW_ASIDE] = hand[of.ROW_HOME] = 0
    if hand[of.ROW_SEAT] == 0 and of.NEEDS_SEAT >> event & 1:
        lose_track(hand)
    hand[of.ROW_WORD] = log.labels[of.LABEL_WORD, log.label[row]]
    another = False
    if event == of.DEAL:
        plain = log.actor[row] != PLAYER and log.amount[row] == UNKNOWN and log.number[row] == NULL_32
        odd = not plain or hand[of.ROW_SEAT] == 0
        another = odd and is_another(event, log, hand, worth)
        if not another:
            _on_deal(log, carry, hand, facts, worth)
    elif of.BET <= event <= of.FOLD:
        odd = has_cards(log, row) or row > hand[of.LAST_PLAY] or not hand[of.FIRST_CARD]
        another = odd and is_another(event, log, hand, worth)
        if not another:
            settle_dealing(log, hand, facts)
            sit(carry, hand)
            on_act(log, event, hand, facts, worth)
    elif is_doubtful(event, log, hand) and is_another(event, log, hand, worth):
        another = True
    elif event == of.ANTE:
        sit(carry, hand)
        _on_ante(log, hand, facts)
    elif event == of.SHOW:
        _on_show(log, hand, facts, worth)
    elif event == of.AWARD:
        if not has_cards(log, row):
            _on_award(hand)
    elif event == of.POT:
        if row > hand[of.LAST_PLAY]:
            hand[of.CLOSED] = 1
    else:
        _other_row(event, log, carry, hand, facts)
    if another:
        pass_over(event, log, hand, facts)


@uncounted_kernel
def replay_hands(log: Log, hands: Hands, carry: Carry, hand: Hand, facts: Facts, filled: Filled, worth: Worth) -> None:
    """Fill the facts of all hands of a batch, and per hand the kinds of event that its table has carried."""
    first = 0
    for h in range(len(hands.table)):
        table, start, end, gap = hands.table[h], hands.start[h], hands.start[h + 1], hands.gap[h]
        if end - hands.start[first] > facts.room or (h + 1 - first) * (of.SEATS - 1) > facts.room:
            hand_over(facts, filled)
            first = h
        for field in range(of.HAND_FIELDS):
            hand[field] = of.FRESH[field]
        hand[of.HAND], hand[of.END], hand[of.PAGE], hand[of.TABLE] = h, end, hands.page[h], table
        begin_hand(carry, hand, hands.day[h], hands.lost_before[h])
        carry.values[table, of.CARRY_KINDS] |= look_ahead(log, start, end, hand, facts)
        hands.carried[h] = hand[of.CARRIES] = carry.values[table, of.CARRY_KINDS]
        ended = end > start and log.event[end - 1] == of.HAND_END
        hand[of.COMPLETE] = 1 if gap > end or (gap == end and ended and not hand[of.SEATLESS]) else 0
        hand[of.GOES_ON] = gap > end
        back = hand[of.REFUNDED] and not hand[of.ANTE_SEATS] & ~hand[of.REFUNDED]
        if back and hand[of.FIRST_AWARD] < 0 and not carries(hand, of.VOID):
            hand[of.VOID_HAND] = 1  # everybody has his ante back
        hand[of.FIRST_TIME] = log.time[start] if end > start else UNKNOWN
        if ~hand[of.CARRIES] & _WAGERS and not hand[of.GOES_ON]:
            if wagers_add_up(log, hand, start):
                hand[of.CARRIES] |= _WAGERS
            else:
                lose_wagers(hand)
        deck, served = -1, NULL_32
        if end > start and log.event[start] == of.HAND_START:
            deck, served = log.ref[start], log.number[start]
        serve_deck(carry, hand, deck, served, hands.day[h])
        for row in range(start, end):
            hand[of.ROW] = row
            if row == gap:
                lose_track(hand)
            _row(log, carry, hand, facts, worth)
        hand[of.ROW] = end
        if not hand[of.COMPLETE]:
            lose_track(hand)
        settle_dealing(log, hand, facts)
        settle_betting(log, hand, facts)
        finish_hand(log, carry, hand, facts, start, worth)
    hand_over(facts, filled)
