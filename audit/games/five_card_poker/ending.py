"""The end of a hand: facts of the hand and its seats, and what the table carries on (art. 2-10)."""

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.account import fill_account
from audit.games.five_card_poker.layout import UNKNOWN, UNKNOWN_SMALL, Carry, Facts, Hand, Log, Worth
from audit.games.five_card_poker.pot_rows import are_running, rows_add_up, sum_of_pots
from audit.games.five_card_poker.pots import LAST_ROUND, build_pots, judge_awards, judge_pots
from audit.games.five_card_poker.seating import carries, count_of, seats_in
from audit.games.five_card_poker.unlogged import let_go, shows_who_plays
from audit.kernel import inlined_kernel, inner_kernel

LAST_STREET = 5


@inner_kernel
def _known(value: int, known: int) -> int:
    return int(value) if known else UNKNOWN


@inner_kernel
def _sure(value: int, known: int) -> int:
    return int(value) if known else UNKNOWN_SMALL


@inlined_kernel
def _fill_start(hand: Hand, facts: Facts) -> None:
    """What belongs before the first card."""
    h = facts.at[of.AT_HANDS]
    facts.wide[fact.HAND_ANTE, h] = hand[of.HAND_ANTE_IS]
    facts.wide[fact.HAND_STATED_ANTE, h] = hand[of.HAND_ANTE_IS if hand[of.STATED_ANTE] == UNKNOWN else of.STATED_ANTE]
    facts.wide[fact.HAND_DECK_NUMBER, h] = hand[of.DECK_NUMBER]
    facts.wide[fact.HAND_DECK_COUNTED, h] = hand[of.DECK_COUNTED]
    facts.small[fact.HAND_DECK_FIRST_SEEN, h] = hand[of.DECK_FIRST_SEEN]
    facts.small[fact.HAND_FIRST_OF_DECK, h] = hand[of.FIRST_OF_DECK]
    facts.wide[fact.HAND_OTHER_DECKS, h] = _known(hand[of.OTHER_DECKS], hand[of.WHOLE] or hand[of.OTHER_DECKS] > 0)
    before = hand[of.WHOLE] or hand[of.START_KNOWN]
    facts.small[fact.HAND_SHUFFLED, h] = _sure(hand[of.SHUFFLED], before or hand[of.SHUFFLED])
    facts.small[fact.HAND_CUTTING_PLAYERS, h] = _sure(hand[of.CUTTERS], before)
    facts.small[fact.HAND_BURNED_FIRST, h] = _sure(hand[of.BURNED_FIRST], before or hand[of.BURNED_FIRST])
    facts.small[fact.HAND_BOXED, h] = _sure(hand[of.BOXED], hand[of.WHOLE] or hand[of.BOXED])
    facts.wide[fact.HAND_LATE_ANTES, h] = _known(hand[of.LATE_ANTES], hand[of.WHOLE] or hand[of.LATE_ANTES] > 0)
    facts.wide[fact.HAND_DISCLOSURES, h] = _known(hand[of.DISCLOSED], hand[of.WHOLE] or hand[of.DISCLOSED] > 0)
    told = (hand[of.WHOLE] or hand[of.AGREED] > 0) and not hand[of.AGREED_OR_NOT]
    facts.wide[fact.HAND_AGREEMENTS, h] = _known(hand[of.AGREED], told)
    facts.small[fact.HAND_SEATS, h] = _sure(
        count_of(hand[of.PLAYS]), (hand[of.WHOLE] or hand[of.SEATS_KNOWN]) and shows_who_plays(hand)
    )


@inlined_kernel
def _close_hand(hand: Hand, facts: Facts) -> None:
    """The keys of the hand's own row, which is full."""
    h = facts.at[of.AT_HANDS]
    facts.at[of.AT_HANDS] += 1
    facts.hand[of.AT_HANDS, h], facts.row[of.AT_HANDS, h], facts.seat[of.AT_HANDS, h] = hand[of.HAND], -1, 0


@inner_kernel
def _moved(hand: Hand) -> int:
    """Bits of the seats between which a player changed: whose chips lie there is not known."""
    seats = 0
    for seat in range(1, of.SEATS):
        if hand[of.EARLIER + seat]:
            seats |= 1 << seat | 1 << hand[of.EARLIER + seat]
    hand[of.STACKS_DOUBT] |= seats != 0
    return seats


@inlined_kernel
def _fill_seat(carry: Carry, hand: Hand, facts: Facts, seat: int, showdown: bool, moved: int) -> None:
    """The row of a seat that had a part in the hand."""
    at, whole = facts.at[of.AT_SEATS], hand[of.WHOLE]
    facts.at[of.AT_SEATS] += 1
    facts.hand[of.AT_SEATS, at] = hand[of.HAND]
    facts.row[of.AT_SEATS, at] = hand[of.FIRST_ROW + seat]
    facts.seat[of.AT_SEATS, at] = seat
    earlier, goes_on = hand[of.EARLIER + seat], hand[of.EARLIER_GOES_ON] >> seat & 1
    told = earlier > 0 or (hand[of.OCCUPANT + seat] >= 0 and whole)
    facts.small[fact.SEAT_EARLIER_SEAT, at] = earlier if told else UNKNOWN_SMALL
    facts.small[fact.SEAT_EARLIER_SEAT_GOES_ON, at] = goes_on if told and (whole or goes_on) else UNKNOWN_SMALL
    facts.small[fact.SEAT_IN_PLAY, at] = hand[of.GOT_CARD] >> seat & 1
    anted = hand[of.ANTED] >> seat & 1
    facts.small[fact.SEAT_ANTED, at] = anted if whole or anted else UNKNOWN_SMALL
    same = carry.values[hand[of.TABLE], of.CARRY_ANTE] == hand[of.HAND_ANTE_IS]
    facts.wide[fact.SEAT_ANTE, at] = hand[of.HAND_ANTE_IS] if same else UNKNOWN
    if not moved >> seat & 1:
        facts.wide[fact.SEAT_STACK_BEFORE, at] = hand[of.STACK_BEFORE + seat]
        facts.wide[fact.SEAT_STACK_AT_START, at] = hand[of.STACK_START + seat]
    showing = UNKNOWN_SMALL
    if hand[of.SOUND] and not hand[of.VOID_HAND]:
        if not showdown or not seats_in(hand) >> seat & 1:
            showing = 0
        elif hand[of.STREET] >= LAST_STREET and (hand[of.SHOWN] or not hand[of.PAID] >> seat & 1):
            showing = 1
    facts.small[fact.SEAT_AT_SHOWDOWN, at] = showing
    facts.small[fact.SEAT_SHOWED, at] = hand[of.SHOWN] >> seat & 1


@inlined_kernel
def _carry_on(carry: Carry, hand: Hand) -> None:
    """Keep who sits where and what he has."""
    table, values, people = hand[of.TABLE], carry.values, carry.people
    values[table, of.CARRY_HANDS] += 1
    values[table, of.CARRY_ANTE] = hand[of.HAND_ANTE_IS]
    for seat in range(1, of.SEATS):
        person = hand[of.PERSON + seat]
        if person < 0:
            continue
        for slot in range(1, of.SEATS):
            if people[table, slot] == person:
                people[table, slot] = -1
                values[table, of.CARRY_STACK + slot] = UNKNOWN
    for seat in range(1, of.SEATS):
        person = hand[of.PERSON + seat]
        if person >= 0:
            people[table, seat] = -1 if hand[of.LEAVES] >> seat & 1 else person
            values[table, of.CARRY_STACK + seat] = UNKNOWN if _is_unsettled(hand, seat) else hand[of.STACK_IS + seat]
            values[table, of.CARRY_LATE + seat] = hand[of.ADDED_LATE + seat]
        elif hand[of.PLAYS] >> seat & 1:
            values[table, of.CARRY_STACK + seat] = UNKNOWN  # somebody played there, whoever it was


@inner_kernel
def _is_unsettled(hand: Hand, seat: int) -> bool:
    """Whether the log does not show what the seat has at the hand's end, by its rows or by a count after them.

    After a fault it is not known what moved: it is told in its own hand, and in none after it.
    """
    if hand[of.COUNTED_AT + seat] > hand[of.LAST_PLAY]:
        return False
    if hand[of.WAGERS_DOUBT] or hand[of.STACKS_DOUBT] or not (hand[of.SOUND] and hand[of.WAGERS_TOLD]):
        return True
    if not hand[of.AWARDED] and not hand[of.VOID_HAND]:
        return True
    returned = hand[of.UNCALLED] == 0 or carries(hand, of.RETURN)
    voided = hand[of.VOIDED] >> seat & 1 or hand[of.VOID_HAND]
    refunded = not voided or carries(hand, of.REFUND)
    return not returned or not refunded


@inner_kernel
def _let_silent_go(hand: Hand) -> None:
    """Who neither speaks in the last round nor shows may be out, where the log lacks folds or leaves.

    So may one whose acts were at fault, though he speaks.
    """
    shown = carries(hand, of.FOLD) and carries(hand, of.LEAVE)
    if (shown and not hand[of.SUSPECT]) or hand[of.GOES_ON]:
        return
    silent, spoke = 0, hand[of.SHORT] | (hand[of.ACTED] if hand[of.ROUND] == LAST_ROUND else 0)
    if not hand[of.WAGERS_TOLD]:
        spoke = 0  # he may have left the hand on a raise that is not told
    for seat in range(1, of.SEATS):
        suspected = hand[of.SUSPECT] >> seat & 1
        seen = hand[of.LAST_SEEN + seat] > hand[of.LAST_PLAY] or (spoke >> seat & 1 and not suspected)
        silent_one = not seen and not hand[of.SHOWN] >> seat & 1 and (suspected or not shown)
        if silent_one and seats_in(hand) >> seat & 1:
            silent |= 1 << seat
    if silent:
        let_go(hand, silent)


@inlined_kernel
def finish_hand(log: Log, carry: Carry, hand: Hand, facts: Facts, start: int, worth: Worth) -> None:
    """Fill what is known only at the hand's end."""
    _let_silent_go(hand)
    showdown, moved = count_of(seats_in(hand)) >= 2, _moved(hand)
    anteless = hand[of.GOT_CARD] & ~hand[of.ANTED] and carries(hand, of.ANTE)
    if not hand[of.GOES_ON] and (moved or anteless or (showdown and not hand[of.SHOWN])):
        hand[of.POTS_KNOWN] = 0  # who is in is not as logged
    build_pots(hand)
    pots = sum_of_pots(log, hand)
    if hand[of.POT_ROWS] > 1 and pots not in (UNKNOWN, hand[of.STAKED]):
        if rows_add_up(log, hand):
            pots = UNKNOWN  # numbers that tell nothing apart are as none
        elif are_running(log, hand, start):
            pots, hand[of.POTS_RUN] = hand[of.STAKED], 1
    judge_pots(log, hand, facts, pots)
    judge_awards(log, hand, facts, worth)
    _fill_start(hand, facts)
    fill_account(log, hand, facts, start, pots, worth)
    _close_hand(hand, facts)
    for seat in range(1, of.SEATS):
        if hand[of.PLAYS] >> seat & 1 or hand[of.FIRST_ROW + seat] >= 0:
            _fill_seat(carry, hand, facts, seat, showdown, moved)
    _carry_on(carry, hand)
