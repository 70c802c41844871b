"""Betting: whose turn it is, what he owes, what he may do (art. 10, 11(a)-(b))."""

from audit.games.five_card_poker.columns import (
    ACT_ALL_IN,
    ACT_AMOUNT,
    ACT_ASKED_THOUGH_SHORT,
    ACT_BEFORE_BET,
    ACT_CHECKED_BEFORE,
    ACT_COVERED,
    ACT_DECISION_TIME,
    ACT_EXPECTED_SEAT,
    ACT_FIRST_OF_ROUND,
    ACT_FORCED,
    ACT_IN_TURN,
    ACT_INCREMENT,
    ACT_KIND,
    ACT_LEAST_RAISE,
    ACT_POT_AFTER,
    ACT_ROUND,
    ACT_SHORT,
    ACT_STACK_AFTER,
    ACT_TO_CALL,
    ACT_UP_CARDS,
    ROUND_ABLE_SEATS,
    ROUND_ACTS,
    ROUND_OWING_SEATS,
    ROUND_PART,
    ROUND_PASSED_OVER,
)
from audit.games.five_card_poker.labels import ALL_IN, FORCED, UNCOVERED
from audit.games.five_card_poker.layout import (
    ACTED,
    AMOUNTS_KNOWN,
    AT_ACTS,
    AT_ROUNDS,
    BET,
    BET_MADE,
    BLOCK_BASE,
    BLOCK_OPEN,
    BLOCK_STREETS,
    CALL,
    CARDS_KNOWN,
    CHECK,
    CHECKED,
    DEAL,
    FOLD,
    INCREMENT,
    KEY_ROUNDS,
    LAST_ACTOR,
    LEVEL,
    MATCHED,
    MONEY_KNOWN,
    OPENER,
    OUT,
    OWING_KNOWN,
    PASSED,
    PLAYS,
    POTS_KNOWN,
    ROUND,
    ROUND_ABLE,
    ROUND_DUE,
    ROUND_OPEN,
    ROUND_PUT,
    SEATS,
    SHORT,
    STACK_IS,
    STREET,
    TOTAL,
    TURN_KNOWN,
    TURN_TIME,
    UNCALLED,
    UNCALLED_ROUND,
    UNKNOWN,
    UP_1,
    VOID_HAND,
    WAGERED,
    WHOLE,
    Filled,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.layout import ROUND_ACTS as ACTS_OF_ROUND
from audit.games.five_card_poker.opening import first_word
from audit.games.five_card_poker.seating import (
    act_of_person,
    count_of,
    effective,
    next_of,
    pay_in,
    seats_able,
    seats_in,
    start_play,
)
from audit.kernel import kernel

# Indices into facts.ACT_WORDS.
_BET, _CALL, _RAISE, _CHECK, _FOLD = range(5)


@kernel
def _acts_later(log: Log, row: int, end: int, hand: Hand, seat: int, this_round: bool) -> bool:
    """Whether a seat acts after a row, in this round or at all."""
    for later in range(row + 1, end):
        event = log.event[later]
        if this_round and event == DEAL:
            return False
        if BET <= event <= FOLD and effective(hand, log.seat[later]) == seat:
            return True
    return False


@kernel
def _anybody_acts_later(log: Log, row: int, end: int) -> bool:
    found = 0
    for later in range(row, end):
        found += BET <= log.event[later] <= FOLD
    return found > 0


@kernel
def _new_round_row(h: int, hand: Hand, filled: Filled, betting: int, seat: int) -> int:
    at = filled.at[AT_ROUNDS]
    filled.at[AT_ROUNDS] += 1
    filled.rounds[ROUND_PART, at] = betting - 1
    filled.keys[KEY_ROUNDS, 0, at] = h
    filled.keys[KEY_ROUNDS, 1, at] = -1
    filled.keys[KEY_ROUNDS, 2, at] = seat
    return int(at)


@kernel
def skip_round(h: int, hand: Hand, filled: Filled, betting: int) -> None:
    """A round in which nobody acted."""
    if count_of(seats_in(hand)) < 2 or hand.has[VOID_HAND]:
        return
    at = _new_round_row(h, hand, filled, betting, 0)
    if hand.has[WHOLE] and hand.has[POTS_KNOWN] and hand.has[MONEY_KNOWN]:
        filled.rounds[ROUND_ABLE_SEATS, at] = count_of(seats_able(hand))
        filled.rounds[ROUND_ACTS, at] = 0
        filled.rounds[ROUND_OWING_SEATS, at] = 0
        filled.rounds[ROUND_PASSED_OVER, at] = 0


@kernel
def skip_rounds_of_block(h: int, hand: Hand, filled: Filled) -> None:
    """Rounds that a run of deals passed by: all but the one after its last card."""
    for card in range(1, hand.has[BLOCK_STREETS]):
        street = hand.has[BLOCK_BASE] + card
        if street >= 2:
            skip_round(h, hand, filled, street - 1)


@kernel
def start_round(hand: Hand) -> None:
    """The first act after a run of deals."""
    has = hand.has
    has[ROUND_OPEN], has[ROUND_DUE], has[ROUND] = 1, 0, has[STREET] - 1
    has[LEVEL], has[INCREMENT], has[BET_MADE], has[LAST_ACTOR], has[ACTS_OF_ROUND] = 0, 0, 0, 0, 0
    has[OPENER] = -1
    has[TURN_KNOWN] = has[WHOLE]
    has[AMOUNTS_KNOWN] = has[WHOLE]
    has[OWING_KNOWN] = has[WHOLE]
    has[ROUND_ABLE] = count_of(seats_able(hand))
    for field in (ROUND_PUT, MATCHED, ACTED, CHECKED, PASSED):
        hand.seat[field, :] = 0


@kernel
def _owes(hand: Hand) -> int:
    """Bits of the seats that could bet and have not met the round's bets."""
    mask = seats_able(hand)
    for seat in range(1, SEATS):
        if hand.seat[MATCHED, seat] >= hand.has[LEVEL]:
            mask &= ~(1 << seat)
    return mask


@kernel
def _note_uncalled(hand: Hand) -> None:
    """What the highest wager of the round has beyond the second: nobody called it (art. 9)."""
    has = hand.has
    top, second = 0, 0
    for seat in range(1, SEATS):
        put = hand.seat[ROUND_PUT, seat]
        if put > top:
            top, second = put, top
        elif put > second:
            second = put
    has[UNCALLED] = top - second
    has[UNCALLED_ROUND] = has[ROUND]


@kernel
def finish_round(log: Log, h: int, row: int, end: int, hand: Hand, filled: Filled) -> None:
    """A round is over: who still owed a call, and who was passed over though he had chips."""
    has = hand.has
    has[ROUND_OPEN] = 0
    _note_uncalled(hand)
    owing, passed, first = 0, 0, 0
    if count_of(seats_in(hand)) >= 2:
        owes = _owes(hand)
        for seat in range(1, SEATS):
            if hand.seat[PASSED, seat]:
                passed += 1
            elif owes & (1 << seat):
                _judge_owing(log, row, end, hand, seat)
                passed += hand.seat[PASSED, seat]
                owing += not hand.seat[PASSED, seat]
            else:
                continue
            if first == 0:
                first = seat
    known = has[WHOLE] and has[OWING_KNOWN] and not has[VOID_HAND]
    at = _new_round_row(h, hand, filled, has[ROUND], first if known else 0)
    if known:
        filled.rounds[ROUND_ABLE_SEATS, at] = has[ROUND_ABLE]
        filled.rounds[ROUND_ACTS, at] = has[ACTS_OF_ROUND]
        filled.rounds[ROUND_OWING_SEATS, at] = owing
        filled.rounds[ROUND_PASSED_OVER, at] = passed


@kernel
def _judge_owing(log: Log, row: int, end: int, hand: Hand, seat: int) -> None:
    """A seat that owes at the round's end: treated as short, where it never acts again though others do."""
    if not _anybody_acts_later(log, row, end) or _acts_later(log, row - 1, end, hand, seat, False):
        return
    _treat_as_short(hand, seat)


@kernel
def _treat_as_short(hand: Hand, seat: int) -> None:
    """The log treats a seat as short; with chips that is a fault (art. 11(a)), else it is not known."""
    hand.seat[SHORT, seat] = 1
    hand.has[POTS_KNOWN] = 0
    if hand.seat[STACK_IS, seat] == UNKNOWN:
        hand.has[OWING_KNOWN] = 0
    else:
        hand.seat[PASSED, seat] = 1


@kernel
def _expected_after_bet(log: Log, row: int, end: int, hand: Hand, seat: int) -> int:
    """The seat that must act now that somebody has bet; 0 for none.

    A seat that never acts again in the round is passed by: that it owed a call is judged when the round ends.
    """
    owes = _owes(hand)
    expected = next_of(owes, hand.has[LAST_ACTOR])
    while expected and expected != seat and not _acts_later(log, row, end, hand, expected, True):
        if not _acts_later(log, row, end, hand, expected, False):
            _treat_as_short(hand, expected)
        owes &= ~(1 << expected)
        expected = next_of(owes, hand.has[LAST_ACTOR])
    return expected


@kernel
def _expected_before_bet(log: Log, row: int, end: int, hand: Hand, seat: int, worth: Worth, page: int) -> int:
    """Bits of the seats that may have the word before anybody has bet; -1 unknown."""
    has = hand.has
    candidates = seats_able(hand)
    for other in range(1, SEATS):
        if hand.seat[ACTED, other]:
            candidates &= ~(1 << other)
    if not has[CARDS_KNOWN]:
        return -1
    mask = first_word(hand, candidates, has[ROUND], worth, page)
    while mask > 0 and not mask & (1 << seat):
        expected = next_of(mask, SEATS - 1)
        if mask & (mask - 1) or _acts_later(log, row, end, hand, expected, False):
            break
        _treat_as_short(hand, expected)
        candidates &= ~(1 << expected)
        mask = first_word(hand, candidates, has[ROUND], worth, page)
    return mask


@kernel
def _judge_turn(
    log: Log, row: int, end: int, hand: Hand, filled: Filled, at: int, seat: int, worth: Worth, page: int
) -> None:
    """Fill whether it was the seat's turn; after one fault the turn is unknown until somebody bets, or to the end."""
    has, acts = hand.has, filled.acts
    inside = hand.seat[PLAYS, seat] and not hand.seat[OUT, seat]
    if has[WHOLE]:
        acts[ACT_ASKED_THOUGH_SHORT, at] = inside and hand.seat[SHORT, seat]
    if not has[TURN_KNOWN]:
        return
    if inside and hand.seat[SHORT, seat]:
        return
    expected = 0
    if has[BET_MADE]:
        expected = _expected_after_bet(log, row, end, hand, seat)
        mask = 1 << expected if expected else 0
    else:
        mask = _expected_before_bet(log, row, end, hand, seat, worth, page)
        if mask >= 0:
            expected = next_of(mask, SEATS - 1)
    if mask < 0:
        has[TURN_KNOWN] = 0
        return
    in_turn = inside and (mask >> seat) & 1
    acts[ACT_IN_TURN, at] = in_turn
    acts[ACT_EXPECTED_SEAT, at] = expected
    if in_turn and has[ACTS_OF_ROUND] == 0:
        has[OPENER] = 1 << seat
    if in_turn and has[TURN_TIME] != UNKNOWN and log.time[row] >= has[TURN_TIME]:
        acts[ACT_DECISION_TIME, at] = log.time[row] - has[TURN_TIME]
    if not in_turn:
        has[TURN_KNOWN] = 0


@kernel
def _kind(event: int, hand: Hand, amount: int, to_call: int) -> int:
    """What an act is by its amount: a logged bet over a bet is a call or a raise, a raise over nothing a bet."""
    if event == CHECK:
        return _CHECK
    if event == FOLD:
        return _FOLD
    if event == CALL:
        return _CALL
    if not hand.has[BET_MADE]:
        return _BET
    if event == BET and hand.has[AMOUNTS_KNOWN] and amount != UNKNOWN and amount <= to_call:
        return _CALL
    return _RAISE


@kernel
def _judge_amount(hand: Hand, filled: Filled, at: int, kind: int, seat: int, amount: int, to_call: int) -> None:
    """Fill what the seat owed and what it added, and follow the round's bet; a wrong call counts as a call made."""
    has, acts = hand.has, filled.acts
    if kind in (_BET, _CALL, _RAISE) and has[AMOUNTS_KNOWN]:
        acts[ACT_TO_CALL, at] = to_call
        if amount != UNKNOWN:
            acts[ACT_INCREMENT, at] = amount - to_call
        acts[ACT_LEAST_RAISE, at] = has[INCREMENT]
    if kind in (_BET, _RAISE):
        if amount == UNKNOWN or not has[AMOUNTS_KNOWN]:
            has[AMOUNTS_KNOWN] = 0
            has[OWING_KNOWN] = 0
            has[TURN_KNOWN] = 0
        elif amount > to_call:
            has[INCREMENT] = amount - to_call
            has[LEVEL] += amount - to_call
        has[BET_MADE] = 1
    elif kind == _CALL and not has[BET_MADE] and amount != 0:
        # A call of nothing that was bet: the fault is in the amount; what follows answers to nobody's bet.
        has[BET_MADE] = 1
        has[AMOUNTS_KNOWN] = 0
        has[OWING_KNOWN] = 0
        has[TURN_KNOWN] = 0
    if kind != _FOLD:
        hand.seat[MATCHED, seat] = has[LEVEL]


@kernel
def _put_chips(log: Log, row: int, hand: Hand, filled: Filled, at: int, seat: int, event: int) -> None:
    """Move the chips of a bet, call or raise, and fill whether the seat is short after it."""
    has, acts = hand.has, filled.acts
    all_in = log.word[row] == ALL_IN
    acts[ACT_ALL_IN, at] = all_in
    if event in (CHECK, FOLD):
        acts[ACT_AMOUNT, at] = 0
        acts[ACT_SHORT, at] = 0
        acts[ACT_STACK_AFTER, at] = hand.seat[STACK_IS, seat]
        return
    amount = log.amount[row]
    acts[ACT_AMOUNT, at] = amount
    pay_in(hand, seat, amount)
    if amount != UNKNOWN:
        hand.seat[ROUND_PUT, seat] += amount
        has[WAGERED] += amount
    left = hand.seat[STACK_IS, seat]
    acts[ACT_STACK_AFTER, at] = left
    acts[ACT_SHORT, at] = all_in or left == 0
    if all_in or left == 0:
        hand.seat[SHORT, seat] = 1


@kernel
def _show_table(hand: Hand, filled: Filled, at: int, seat: int) -> None:
    """Fill what lies on the table after an act: the pot, and the seat's up cards packed a byte each (code + 2)."""
    total, packed = 0, 0
    for other in range(1, SEATS):
        total += hand.seat[TOTAL, other]
    shown = min(4, max(0, hand.has[STREET] - 1))
    for place in range(shown):
        packed |= (hand.seat[UP_1 + place, seat] + 2) << (8 * place)
    if hand.has[WHOLE] and hand.has[MONEY_KNOWN]:
        filled.acts[ACT_POT_AFTER, at] = total
    filled.acts[ACT_UP_CARDS, at] = packed


@kernel
def on_act(log: Log, h: int, row: int, end: int, hand: Hand, filled: Filled, worth: Worth, page: int) -> None:
    """A bet, call, raise, check or fold."""
    has, acts = hand.has, filled.acts
    at = filled.at[AT_ACTS]
    filled.at[AT_ACTS] += 1
    event = log.event[row]
    seat = act_of_person(log, row, hand, True)
    start_play(hand, seat, row)
    if not has[ROUND_OPEN] and has[STREET] >= 2 and has[ROUND_DUE] and not has[BLOCK_OPEN]:
        start_round(hand)
    acts[ACT_COVERED, at] = log.word[row] != UNCOVERED
    acts[ACT_FORCED, at] = event == FOLD and log.word[row] == FORCED
    open_now = has[ROUND_OPEN] != 0
    inside = seat > 0 and hand.seat[PLAYS, seat] and not hand.seat[OUT, seat]
    to_call = max(0, has[LEVEL] - hand.seat[MATCHED, seat])
    kind = _kind(event, hand, log.amount[row], to_call)
    acts[ACT_KIND, at] = kind
    if open_now and has[WHOLE]:
        acts[ACT_ROUND, at] = has[ROUND]
        acts[ACT_FIRST_OF_ROUND, at] = has[ACTS_OF_ROUND] == 0
        acts[ACT_BEFORE_BET, at] = has[BET_MADE] == 0
        acts[ACT_CHECKED_BEFORE, at] = hand.seat[CHECKED, seat]
        _judge_turn(log, row, end, hand, filled, at, seat, worth, page)
    asked = hand.seat[SHORT, seat] != 0
    _put_chips(log, row, hand, filled, at, seat, event)
    _show_table(hand, filled, at, seat)
    if open_now:
        has[ACTS_OF_ROUND] += 1
        has[TURN_TIME] = log.time[row]
    if not open_now or not inside:
        has[OWING_KNOWN] = has[OWING_KNOWN] and event in (CHECK, FOLD)
        return
    if not asked:
        opened = has[BET_MADE] == 0
        _judge_amount(hand, filled, at, kind, seat, log.amount[row], to_call)
        if opened and has[BET_MADE] and has[AMOUNTS_KNOWN]:
            # From a bet on the word goes round from the bettor, whoever should have opened.
            has[TURN_KNOWN] = has[WHOLE]
        has[LAST_ACTOR] = seat
    hand.seat[ACTED, seat] = 1
    if kind == _CHECK:
        hand.seat[CHECKED, seat] = 1
    elif kind == _FOLD:
        hand.seat[OUT, seat] = 1
