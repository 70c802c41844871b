"""The end of a hand: facts of the hand and its seats, and what the table carries on (art. 2-10)."""

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import UNKNOWN, Carry, Filled, Hand, Log, Worth
from audit.games.five_card_poker.pots import build_pots, fill_bases, judge_awards, judge_pots, sum_of_pots
from audit.games.five_card_poker.seating import count_of, seats_in
from audit.kernel import kernel


@kernel
def _known(value: int, known: int) -> int:
    return int(value) if known else int(UNKNOWN)


@kernel
def _fill_start(hand: Hand, filled: Filled, h: int) -> None:
    """What belongs before the first card."""
    has, hands = hand.has, filled.hands
    hands[fact.HAND_ANTE, h] = has[of.HAND_ANTE_IS]
    hands[fact.HAND_DECK_NUMBER, h] = has[of.DECK_NUMBER]
    hands[fact.HAND_DECK_COUNTED, h] = has[of.DECK_COUNTED]
    hands[fact.HAND_DECK_FIRST_SEEN, h] = has[of.DECK_FIRST_SEEN]
    hands[fact.HAND_FIRST_OF_DECK, h] = has[of.FIRST_OF_DECK]
    hands[fact.HAND_OTHER_DECKS, h] = _known(has[of.OTHER_DECKS], has[of.WHOLE] or has[of.OTHER_DECKS] > 0)
    before = has[of.WHOLE] or has[of.START_KNOWN]
    hands[fact.HAND_SHUFFLED, h] = _known(has[of.SHUFFLED], before or has[of.SHUFFLED])
    hands[fact.HAND_CUTTING_PLAYERS, h] = _known(has[of.CUTTERS], before)
    hands[fact.HAND_BURNED_FIRST, h] = _known(has[of.BURNED_FIRST], before or has[of.BURNED_FIRST])
    hands[fact.HAND_BOXED, h] = _known(has[of.BOXED], has[of.WHOLE] or has[of.BOXED])
    hands[fact.HAND_LATE_ANTES, h] = _known(has[of.LATE_ANTES], has[of.WHOLE] or has[of.LATE_ANTES] > 0)
    hands[fact.HAND_DISCLOSURES, h] = _known(has[of.DISCLOSED], has[of.WHOLE] or has[of.DISCLOSED] > 0)
    hands[fact.HAND_AGREEMENTS, h] = _known(has[of.AGREED], has[of.WHOLE] or has[of.AGREED] > 0)
    seats = 0
    for seat in range(1, of.SEATS):
        seats += hand.seat[of.PLAYS, seat]
    hands[fact.HAND_SEATS, h] = _known(seats, has[of.WHOLE] or has[of.SEATS_KNOWN])


@kernel
def _fill_money(log: Log, hand: Hand, filled: Filled, h: int, pots: int, worth: Worth) -> None:
    """The hand's account, kept apart from every rule: stakes in, awards, rake, returns."""
    has, hands = hand.has, filled.hands
    hands[fact.HAND_RAKE_ROWS, h] = max(1, has[of.RAKE_ROWS])
    if not has[of.WHOLE] or not has[of.MONEY_KNOWN]:
        return
    hands[fact.HAND_FIRST_RAKE, h] = has[of.FIRST_RAKE]
    hands[fact.HAND_FIRST_RAKE_LATE, h] = has[of.RAKE_LATE]
    hands[fact.HAND_POT_RAKE, h] = has[of.POT_RAKE]
    hands[fact.HAND_STAKED, h] = has[of.ANTES_IN] + has[of.WAGERED]
    hands[fact.HAND_GIVEN_BACK, h] = has[of.ANTES_BACK] + has[of.WAGERS_BACK] + has[of.RETURNED]
    hands[fact.HAND_RAKED, h] = has[of.FIRST_RAKE] + has[of.POT_RAKE]
    if has[of.VOID_HAND]:
        return
    hands[fact.HAND_AWARDED, h] = has[of.AWARDED]
    hands[fact.HAND_POTS, h] = pots
    fill_bases(hand, filled, h, worth)


@kernel
def _fill_seat(log: Log, h: int, carry: Carry, hand: Hand, filled: Filled, seat: int, showdown: int) -> None:
    has, seats, state = hand.has, filled.seats, hand.seat
    at = filled.at[of.AT_SEATS]
    filled.at[of.AT_SEATS] += 1
    filled.keys[of.KEY_SEATS, 0, at] = h
    filled.keys[of.KEY_SEATS, 1, at] = state[of.FIRST_ROW, seat]
    filled.keys[of.KEY_SEATS, 2, at] = seat
    whole, earlier = has[of.WHOLE], state[of.EARLIER, seat]
    if earlier > 0 or (state[of.OCCUPANT, seat] >= 0 and whole):
        seats[fact.SEAT_EARLIER_SEAT, at] = earlier
        seats[fact.SEAT_EARLIER_SEAT_GOES_ON, at] = _known(
            state[of.EARLIER_GOES_ON, seat], whole or state[of.EARLIER_GOES_ON, seat]
        )
    seats[fact.SEAT_IN_PLAY, at] = state[of.GOT_CARD, seat]
    anted = state[of.ANTE_IS, seat]
    seats[fact.SEAT_ANTED, at] = _known(anted, whole or anted)
    last_ante = carry.values[log.table[h], of.CARRY_ANTE]
    if last_ante == has[of.HAND_ANTE_IS]:
        seats[fact.SEAT_ANTE, at] = has[of.HAND_ANTE_IS]
    seats[fact.SEAT_STACK_BEFORE, at] = state[of.STACK_BEFORE, seat]
    seats[fact.SEAT_STACK_AT_START, at] = state[of.STACK_START, seat]
    if whole and not has[of.VOID_HAND]:
        inside = state[of.PLAYS, seat] and not state[of.OUT, seat]
        at_showdown = showdown and inside
        seats[fact.SEAT_AT_SHOWDOWN, at] = at_showdown if has[of.STREET] >= 5 or not at_showdown else UNKNOWN
    seats[fact.SEAT_SHOWED, at] = state[of.SHOWN, seat]


@kernel
def _carry_on(log: Log, h: int, carry: Carry, hand: Hand) -> None:
    """Keep who sits where and what he has."""
    table = log.table[h]
    values, people = carry.values[table], carry.people[table]
    values[of.CARRY_HANDS] += 1
    values[of.CARRY_ANTE] = hand.has[of.HAND_ANTE_IS]
    for seat in range(1, of.SEATS):
        person = hand.seat[of.PERSON, seat]
        if person < 0:
            continue
        for slot in range(1, of.SEATS):
            if people[slot] == person:
                people[slot] = -1
                values[of.CARRY_STACK + slot] = UNKNOWN
    for seat in range(1, of.SEATS):
        person = hand.seat[of.PERSON, seat]
        if person < 0:
            continue
        people[seat] = -1 if hand.seat[of.LEAVES, seat] else person
        values[of.CARRY_STACK + seat] = hand.seat[of.STACK_IS, seat]


@kernel
def finish_hand(log: Log, h: int, carry: Carry, hand: Hand, filled: Filled, worth: Worth) -> None:
    """Fill what is known only at the hand's end."""
    start, end = log.start[h], log.start[h + 1]
    pots = sum_of_pots(log, start, end)
    build_pots(hand)
    judge_pots(log, start, end, hand, filled, pots)
    judge_awards(log, h, start, end, hand, filled, worth, log.page[h])
    _fill_start(hand, filled, h)
    _fill_money(log, hand, filled, h, pots, worth)
    showdown = count_of(seats_in(hand)) >= 2
    for seat in range(1, of.SEATS):
        if hand.seat[of.PLAYS, seat] or hand.seat[of.FIRST_ROW, seat] >= 0:
            _fill_seat(log, h, carry, hand, filled, seat, showdown)
    _carry_on(log, h, carry, hand)
