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
    ACT_HOLE_CARD,
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
    A_SEATS_CARDS,
    ACTED,
    ACTS_OF_ROUND,
    ALIAS,
    AMOUNTS_KNOWN,
    AT_ACTS,
    AT_ROUNDS,
    BET,
    BET_MADE,
    BLOCK_BASE,
    BLOCK_OPEN,
    BLOCK_STREETS,
    CALL,
    CARDS,
    CARDS_KNOWN,
    CHECK,
    CHECKED,
    DEAL,
    END,
    FOLD,
    HAND,
    HOLE,
    INCREMENT,
    KEY_ROUNDS,
    LAST_ACTOR,
    LEVEL,
    MATCHED,
    MET,
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
    ROW,
    ROW_AMOUNT,
    ROW_SEAT,
    ROW_TIME,
    ROW_WORD,
    SEATS,
    SHORT,
    SHOWS,
    STACK_IS,
    STAKED,
    STREET,
    TURN_KNOWN,
    TURN_TIME,
    UNCALLED,
    UNCALLED_ROUND,
    UNKNOWN,
    VOID_HAND,
    WAGERED,
    WHOLE,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.opening import first_word
from audit.games.five_card_poker.seating import (
    count_of,
    effective,
    lowest_of,
    next_of,
    note_person,
    pay_in,
    seats_able,
    seats_in,
    start_play,
)
from audit.kernel import inlined_kernel, inner_kernel

# Indices into facts.ACT_WORDS.
_BET, _CALL, _RAISE, _CHECK, _FOLD = range(5)


@inner_kernel
def _acts_later(log: Log, hand: Hand, row: int, end: int, seat: int) -> bool:
    """Whether a seat acts from a row on, before another."""
    for later in range(row, end):
        if BET <= log.event[later] <= FOLD and effective(hand, log.seat[later]) == seat:
            return True
    return False


@inner_kernel
def _end_of_round(log: Log, hand: Hand) -> int:
    """The row of the next deal, or the hand's end."""
    row, end = hand[ROW] + 1, hand[END]
    while row < end and log.event[row] != DEAL:
        row += 1
    return int(row)


@inner_kernel
def _anybody_acts_later(log: Log, hand: Hand) -> bool:
    row, end = hand[ROW], hand[END]
    while row < end and not BET <= log.event[row] <= FOLD:
        row += 1
    return bool(row < end)


@inner_kernel
def _new_round_row(hand: Hand, facts: Facts, betting: int) -> int:
    at = facts.at[AT_ROUNDS]
    facts.at[AT_ROUNDS] += 1
    facts.small[ROUND_PART, at] = betting - 1
    facts.wide[KEY_ROUNDS, at] = hand[HAND]
    facts.wide[KEY_ROUNDS + 1, at] = -1
    facts.wide[KEY_ROUNDS + 2, at] = 0
    return int(at)


@inner_kernel
def skip_round(hand: Hand, facts: Facts, betting: int) -> None:
    """A round in which nobody acted."""
    if count_of(seats_in(hand)) < 2 or hand[VOID_HAND]:
        return
    at = _new_round_row(hand, facts, betting)
    if hand[WHOLE] and hand[POTS_KNOWN] and hand[MONEY_KNOWN]:
        facts.small[ROUND_ABLE_SEATS, at] = count_of(seats_able(hand))
        facts.wide[ROUND_ACTS, at] = 0
        facts.small[ROUND_OWING_SEATS, at] = 0
        facts.small[ROUND_PASSED_OVER, at] = 0


@inner_kernel
def skip_rounds_of_block(hand: Hand, facts: Facts) -> None:
    """Rounds that a run of deals passed by: all but the one after its last card."""
    for card in range(1, hand[BLOCK_STREETS]):
        street = hand[BLOCK_BASE] + card
        if street >= 2:
            skip_round(hand, facts, street - 1)


@inner_kernel
def start_round(hand: Hand) -> None:
    """The first act after a run of deals."""
    hand[ROUND_OPEN], hand[ROUND_DUE], hand[ROUND] = 1, 0, hand[STREET] - 1
    hand[LEVEL], hand[INCREMENT], hand[BET_MADE], hand[LAST_ACTOR], hand[ACTS_OF_ROUND] = 0, 0, 0, 0, 0
    hand[OPENER] = -1
    hand[TURN_KNOWN] = hand[WHOLE]
    hand[AMOUNTS_KNOWN] = hand[WHOLE]
    hand[OWING_KNOWN] = hand[WHOLE]
    hand[ROUND_ABLE] = count_of(seats_able(hand))
    hand[ACTED] = hand[CHECKED] = hand[PASSED] = hand[MET] = 0
    hand[ROUND_PUT : ROUND_PUT + SEATS] = 0
    hand[MATCHED : MATCHED + SEATS] = 0


@inner_kernel
def _owes(hand: Hand) -> int:
    """Bits of the seats that could bet and have not met the round's bets."""
    return int(seats_able(hand) & ~hand[MET]) if hand[LEVEL] > 0 else 0


@inner_kernel
def _note_uncalled(hand: Hand) -> None:
    """What the highest wager of the round has beyond the second: nobody called it (art. 9)."""
    top, second = 0, 0
    for seat in range(1, SEATS):
        put = hand[ROUND_PUT + seat]
        if put > top:
            top, second = put, top
        elif put > second:
            second = put
    hand[UNCALLED] = top - second
    hand[UNCALLED_ROUND] = hand[ROUND]


@inlined_kernel
def finish_round(log: Log, hand: Hand, facts: Facts) -> None:
    """A round is over: who still owed a call, and who was passed over though he had chips."""
    hand[ROUND_OPEN] = 0
    _note_uncalled(hand)
    contested = count_of(seats_in(hand)) >= 2
    owing = passed = 0
    if contested:
        owing = _owes(hand) & ~hand[PASSED]
        for seat in range(1, SEATS):
            if owing >> seat & 1:
                _judge_owing(log, hand, seat)
        passed = hand[PASSED]
        owing &= ~passed
    known = hand[WHOLE] and hand[OWING_KNOWN] and not hand[VOID_HAND]
    at = _new_round_row(hand, facts, hand[ROUND])
    if known:
        facts.wide[KEY_ROUNDS + 2, at] = lowest_of(owing | passed)
        facts.small[ROUND_ABLE_SEATS, at] = hand[ROUND_ABLE]
        facts.wide[ROUND_ACTS, at] = hand[ACTS_OF_ROUND]
        facts.small[ROUND_OWING_SEATS, at] = count_of(owing)
        facts.small[ROUND_PASSED_OVER, at] = count_of(passed)


@inner_kernel
def _judge_owing(log: Log, hand: Hand, seat: int) -> None:
    """A seat that owes at the round's end: treated as short, where it never acts again though others do."""
    if not _anybody_acts_later(log, hand) or _acts_later(log, hand, hand[ROW], hand[END], seat):
        return
    _treat_as_short(hand, seat)


@inner_kernel
def _treat_as_short(hand: Hand, seat: int) -> None:
    """The log treats a seat as short; with chips that is a fault (art. 11(a)), else it is not known."""
    hand[SHORT] |= 1 << seat
    hand[POTS_KNOWN] = 0
    if hand[STACK_IS + seat] == UNKNOWN:
        hand[OWING_KNOWN] = 0
    else:
        hand[PASSED] |= 1 << seat


@inlined_kernel
def _expected_after_bet(log: Log, hand: Hand, seat: int) -> int:
    """The seat that must act now that somebody has bet; 0 for none.

    A seat that never acts again in the round is passed by: that it owed a call is judged when the round ends.
    """
    owes = _owes(hand)
    expected = next_of(owes, hand[LAST_ACTOR])
    while expected and expected != seat:
        if _acts_later(log, hand, hand[ROW] + 1, _end_of_round(log, hand), expected):
            break
        if not _acts_later(log, hand, hand[ROW] + 1, hand[END], expected):
            _treat_as_short(hand, expected)
        owes &= ~(1 << expected)
        expected = next_of(owes, hand[LAST_ACTOR])
    return expected


@inlined_kernel
def _expected_before_bet(log: Log, hand: Hand, seat: int, worth: Worth) -> int:
    """Bits of the seats that may have the word before anybody has bet; -1 unknown."""
    candidates = int(seats_able(hand) & ~hand[ACTED])
    if not hand[CARDS_KNOWN]:
        return -1
    mask = first_word(hand, candidates, hand[ROUND], worth)
    while mask > 0 and not mask & (1 << seat):
        silent = 0
        for other in range(1, SEATS):
            if mask >> other & 1 and not _acts_later(log, hand, hand[ROW] + 1, hand[END], other):
                silent = other
        if silent == 0:
            break
        _treat_as_short(hand, silent)
        candidates &= ~(1 << silent)
        mask = first_word(hand, candidates, hand[ROUND], worth)
    return mask


@inlined_kernel
def _judge_turn(log: Log, hand: Hand, facts: Facts, at: int, seat: int, worth: Worth) -> None:
    """Fill whether it was the seat's turn; after one fault the turn is unknown until somebody bets, or to the end."""
    inside = hand[PLAYS] >> seat & 1 and not hand[OUT] >> seat & 1
    if hand[WHOLE]:
        facts.small[ACT_ASKED_THOUGH_SHORT, at] = inside and hand[SHORT] >> seat & 1
    if not hand[TURN_KNOWN]:
        return
    if inside and hand[SHORT] >> seat & 1:
        return
    expected = 0
    if hand[BET_MADE]:
        expected = _expected_after_bet(log, hand, seat)
        mask = 1 << expected if expected else 0
    else:
        mask = _expected_before_bet(log, hand, seat, worth)
        if mask >= 0:
            expected = next_of(mask, SEATS - 1)
    if mask < 0:
        hand[TURN_KNOWN] = 0
        return
    in_turn = inside and (mask >> seat) & 1
    facts.small[ACT_IN_TURN, at] = in_turn
    facts.small[ACT_EXPECTED_SEAT, at] = expected
    if in_turn and hand[ACTS_OF_ROUND] == 0:
        hand[OPENER] = 1 << seat
    if in_turn and hand[TURN_TIME] != UNKNOWN and hand[ROW_TIME] >= hand[TURN_TIME]:
        facts.wide[ACT_DECISION_TIME, at] = hand[ROW_TIME] - hand[TURN_TIME]
    if not in_turn:
        hand[TURN_KNOWN] = 0


@inlined_kernel
def _kind(event: int, hand: Hand, amount: int, to_call: int) -> int:
    """What an act is by its amount: a logged bet over a bet is a call or a raise, a raise over nothing a bet."""
    if event == CHECK:
        return _CHECK
    if event == FOLD:
        return _FOLD
    if event == CALL:
        return _CALL
    if not hand[BET_MADE]:
        return _BET
    if event == BET and hand[AMOUNTS_KNOWN] and amount != UNKNOWN and amount <= to_call:
        return _CALL
    return _RAISE


@inlined_kernel
def _judge_amount(hand: Hand, facts: Facts, at: int, kind: int, seat: int, amount: int, to_call: int) -> None:
    """Fill what the seat owed and what it added, and follow the round's bet; a wrong call counts as a call made."""
    if kind in (_BET, _CALL, _RAISE) and hand[AMOUNTS_KNOWN]:
        facts.wide[ACT_TO_CALL, at] = to_call
        if amount != UNKNOWN:
            facts.wide[ACT_INCREMENT, at] = amount - to_call
        facts.wide[ACT_LEAST_RAISE, at] = hand[INCREMENT]
    if kind in (_BET, _RAISE):
        if amount == UNKNOWN or not hand[AMOUNTS_KNOWN]:
            hand[AMOUNTS_KNOWN] = 0
            hand[OWING_KNOWN] = 0
            hand[TURN_KNOWN] = 0
        elif amount > to_call:
            hand[INCREMENT] = amount - to_call
            hand[LEVEL] += amount - to_call
            hand[MET] = 0
        hand[BET_MADE] = 1
    elif kind == _CALL and not hand[BET_MADE] and amount != 0:
        # A call of nothing that was bet: the fault is in the amount; what follows answers to nobody's bet.
        hand[BET_MADE] = 1
        hand[AMOUNTS_KNOWN] = 0
        hand[OWING_KNOWN] = 0
        hand[TURN_KNOWN] = 0
    if kind != _FOLD:
        hand[MATCHED + seat] = hand[LEVEL]
        hand[MET] |= 1 << seat


@inlined_kernel
def _put_chips(hand: Hand, facts: Facts, at: int, seat: int, event: int) -> None:
    """Move the chips of a bet, call or raise, and fill whether the seat is short after it."""
    all_in = hand[ROW_WORD] == ALL_IN
    facts.small[ACT_ALL_IN, at] = all_in
    if event in (CHECK, FOLD):
        facts.wide[ACT_AMOUNT, at] = 0
        facts.small[ACT_SHORT, at] = 0
        facts.wide[ACT_STACK_AFTER, at] = hand[STACK_IS + seat]
        return
    amount = hand[ROW_AMOUNT]
    facts.wide[ACT_AMOUNT, at] = amount
    pay_in(hand, seat, amount)
    if amount != UNKNOWN:
        hand[ROUND_PUT + seat] += amount
        hand[WAGERED] += amount
    left = hand[STACK_IS + seat]
    facts.wide[ACT_STACK_AFTER, at] = left
    facts.small[ACT_SHORT, at] = all_in or left == 0
    if all_in or left == 0:
        hand[SHORT] |= 1 << seat


@inlined_kernel
def _show_table(hand: Hand, facts: Facts, at: int, seat: int) -> None:
    """Fill what lies on the table after an act: the stakes, and the seat's cards packed a byte each (code + 2)."""
    packed = 0
    for place in range(max(0, hand[STREET] - 1)):
        packed |= (hand[CARDS + A_SEATS_CARDS * seat + place] + 2) << (8 * place)
    if hand[WHOLE] and hand[MONEY_KNOWN]:
        facts.wide[ACT_POT_AFTER, at] = hand[STAKED]
    facts.wide[ACT_UP_CARDS, at] = packed
    if hand[STREET] > 1:
        facts.wide[ACT_HOLE_CARD, at] = hand[CARDS + A_SEATS_CARDS * seat + HOLE] + 2


@inlined_kernel
def on_act(log: Log, event: int, hand: Hand, facts: Facts, worth: Worth) -> None:
    """A bet, call, raise, check or fold."""
    at = facts.at[AT_ACTS]
    facts.at[AT_ACTS] += 1
    before, seat = note_person(hand), hand[ROW_SEAT]
    if before > 0 and not hand[PLAYS] >> seat & 1:
        # The new seat has no part in the hand: acts there count for the one that he left, or one fault became many.
        left = effective(hand, before)
        hand[ALIAS + seat] = left
        hand[SHOWS] |= (hand[SHOWS] >> seat & 1) << left
    seat = effective(hand, seat)
    start_play(hand, seat)
    if not hand[ROUND_OPEN] and hand[STREET] >= 2 and hand[ROUND_DUE] and not hand[BLOCK_OPEN]:
        start_round(hand)
    facts.small[ACT_COVERED, at] = hand[ROW_WORD] != UNCOVERED
    facts.small[ACT_FORCED, at] = event == FOLD and hand[ROW_WORD] == FORCED
    open_now = hand[ROUND_OPEN] != 0
    inside = seat > 0 and hand[PLAYS] >> seat & 1 and not hand[OUT] >> seat & 1
    to_call = max(0, hand[LEVEL] - hand[MATCHED + seat])
    kind = _kind(event, hand, hand[ROW_AMOUNT], to_call)
    facts.small[ACT_KIND, at] = kind
    if open_now and hand[WHOLE]:
        facts.small[ACT_ROUND, at] = hand[ROUND]
        facts.small[ACT_FIRST_OF_ROUND, at] = hand[ACTS_OF_ROUND] == 0
        facts.small[ACT_BEFORE_BET, at] = hand[BET_MADE] == 0
        facts.small[ACT_CHECKED_BEFORE, at] = hand[CHECKED] >> seat & 1
        _judge_turn(log, hand, facts, at, seat, worth)
    asked = hand[SHORT] >> seat & 1 != 0
    _put_chips(hand, facts, at, seat, event)
    _show_table(hand, facts, at, seat)
    if open_now:
        hand[ACTS_OF_ROUND] += 1
        hand[TURN_TIME] = hand[ROW_TIME]
    if not open_now or not inside:
        hand[OWING_KNOWN] = hand[OWING_KNOWN] and event in (CHECK, FOLD)
        return
    if not asked:
        opened = hand[BET_MADE] == 0
        _judge_amount(hand, facts, at, kind, seat, hand[ROW_AMOUNT], to_call)
        if opened and hand[BET_MADE] and hand[AMOUNTS_KNOWN]:
            # From a bet on the word goes round from the bettor, whoever should have opened.
            hand[TURN_KNOWN] = hand[WHOLE]
        hand[LAST_ACTOR] = seat
    hand[ACTED] |= 1 << seat
    if kind == _CHECK:
        hand[CHECKED] |= 1 << seat
    elif kind == _FOLD:
        hand[OUT] |= 1 << seat
