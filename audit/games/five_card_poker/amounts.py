"""What a wager is by its amount, and what of it fits: calls, raises, chips left (art. 10(b), 11(a)).

A wager that does not fit is found once; what others then put by it is not known to be wrong. By how much such a wager
may have led the logged stakes away from those that were due is kept for the hand's account.
"""

from audit.games.five_card_poker.columns import (
    ACT_ALL_IN,
    ACT_AMOUNT,
    ACT_IN_TURN,
    ACT_INCREMENT,
    ACT_LEAST_RAISE,
    ACT_SHORT,
    ACT_STACK_AFTER,
    ACT_TO_CALL,
)
from audit.games.five_card_poker.labels import ALL_IN
from audit.games.five_card_poker.layout import (
    AMOUNTS_KNOWN,
    ANTED,
    BASES_KNOWN,
    BET,
    BET_MADE,
    BETTOR,
    BETTOR_LEVEL,
    CALL,
    CARDS_KNOWN,
    CHECK,
    DOUBTFUL,
    FOLD,
    INCREMENT,
    LAST_ACT,
    LAST_SEEN,
    LAST_WAGER,
    LEVEL,
    LEVEL_DOUBT,
    MATCHED,
    MEND_COUNT,
    MENDS,
    MET,
    MOST_MENDS,
    OTHER_LEVEL,
    OWING_KNOWN,
    POTS_KNOWN,
    PUT_MEND,
    ROUND_PUT,
    ROW,
    ROW_AMOUNT,
    ROW_WORD,
    SEATS,
    SHORT,
    SKIPPED,
    STACK_IS,
    TURN_KNOWN,
    UNKNOWN,
    UNKNOWN_SMALL,
    WAGERED,
    WAGERS_DOUBT,
    WAGERS_TOLD,
    Facts,
    Hand,
    Log,
)
from audit.games.five_card_poker.seating import carries, lose_story, pay_in, suspect
from audit.games.five_card_poker.turns import treat_as_short
from audit.games.five_card_poker.unlogged import may_be_out_of_chips
from audit.kernel import inlined_kernel, inner_kernel

# Indices into facts.ACT_WORDS.
A_BET, A_CALL, A_RAISE, A_CHECK, A_FOLD = range(5)


@inner_kernel
def note_mend(hand: Hand, amount: int) -> None:
    """Keep an amount by which the logged stakes may be too high, because of a fault that was found."""
    if amount != 0 and hand[MEND_COUNT] < MOST_MENDS:
        hand[MENDS + hand[MEND_COUNT]] = amount
        hand[MEND_COUNT] += 1


@inlined_kernel
def kind_of_act(event: int, hand: Hand, amount: int, to_call: int) -> int:
    """What an act is by its amount: a logged bet over a bet is a call or a raise, one of nothing before it a check."""
    if event == FOLD:
        return A_FOLD
    if event == CHECK or (amount == 0 and not hand[BET_MADE]):
        return A_CHECK
    if event == CALL:
        return A_CALL
    if not hand[BET_MADE]:
        return A_BET
    told = hand[AMOUNTS_KNOWN] and amount != UNKNOWN
    # A bet over a bet of which it is not known which of the two it is raises nothing that a rule could speak of.
    return A_CALL if event == BET and not (told and amount > to_call) else A_RAISE


@inlined_kernel
def put_chips(hand: Hand, facts: Facts, at: int, seat: int, event: int) -> None:
    """Move the chips of a bet, call or raise, and fill whether the seat is short after it."""
    all_in, amount = hand[ROW_WORD] == ALL_IN, hand[ROW_AMOUNT]
    facts.small[ACT_ALL_IN, at] = all_in and event not in (CHECK, FOLD)
    if event in (CHECK, FOLD):
        facts.wide[ACT_AMOUNT, at] = 0
        facts.small[ACT_SHORT, at] = 0
        facts.wide[ACT_STACK_AFTER, at] = hand[STACK_IS + seat]
        if amount not in (UNKNOWN, 0):
            note_mend(hand, -amount)  # who puts chips in neither checks nor folds
            hand[WAGERS_DOUBT] = 1
            hand[STACK_IS + seat] = UNKNOWN
        return
    facts.wide[ACT_AMOUNT, at] = amount
    hand[LAST_WAGER + seat] = event
    pay_in(hand, seat, amount)
    if amount != UNKNOWN:
        hand[ROUND_PUT + seat] += amount
        hand[WAGERED] += amount
    if not hand[WAGERS_TOLD] or not hand[ANTED] >> seat & 1:
        hand[STACK_IS + seat] = UNKNOWN  # what it put in before may not be logged
    left = hand[STACK_IS + seat]
    if not hand[WAGERS_DOUBT]:
        facts.wide[ACT_STACK_AFTER, at] = left
    facts.small[ACT_SHORT, at] = all_in or left == 0
    if all_in and left != UNKNOWN and left > 0:
        hand[LEVEL_DOUBT] = hand[WAGERS_DOUBT] = 1
        note_mend(hand, -left)
        hand[PUT_MEND + seat] += left
        if hand[LAST_ACT + seat] > hand[ROW]:
            return  # it has chips, and goes on to use them
    if all_in or left == 0:
        hand[SHORT] |= 1 << seat


@inner_kernel
def _forget(hand: Hand, facts: Facts, at: int) -> None:
    """What the seat owed and added is not known."""
    facts.wide[ACT_TO_CALL, at] = facts.wide[ACT_INCREMENT, at] = facts.wide[ACT_LEAST_RAISE, at] = UNKNOWN


@inner_kernel
def _lose_amounts(hand: Hand) -> None:
    hand[AMOUNTS_KNOWN] = hand[OWING_KNOWN] = hand[TURN_KNOWN] = 0
    hand[LEVEL_DOUBT] = 1


@inner_kernel
def _call_of_nothing(hand: Hand, facts: Facts, at: int, amount: int) -> None:
    """A call where nothing was bet: what follows answers to nobody's bet."""
    if not hand[WAGERS_TOLD] and not carries(hand, BET):
        hand[BET_MADE] = 1
        _lose_amounts(hand)
        return
    if amount == 0 or not (hand[AMOUNTS_KNOWN] or not hand[WAGERS_TOLD]):
        return
    if facts.small[ACT_IN_TURN, at] != 1:
        _forget(hand, facts, at)
    if amount != UNKNOWN:
        note_mend(hand, amount)
        note_mend(hand, -amount)
    hand[BET_MADE], hand[BASES_KNOWN] = 1, 0
    _lose_amounts(hand)
    lose_story(hand)


@inner_kernel
def _taken_for_short(log: Log, hand: Hand, facts: Facts, at: int, seat: int) -> bool:
    """Take a seat for short that may have put in its last chips, the log not telling it; whether that was so."""
    if not may_be_out_of_chips(log, hand, seat):
        return False
    _forget(hand, facts, at)
    facts.small[ACT_SHORT, at] = UNKNOWN_SMALL
    treat_as_short(hand, seat)
    return True


@inner_kernel
def _call(log: Log, hand: Hand, facts: Facts, at: int, seat: int, amount: int, to_call: int) -> None:
    """A call of another amount than was owed: the caller may be wrong, or he whom he answers."""
    if not hand[AMOUNTS_KNOWN] or amount in (UNKNOWN, to_call):
        return
    if amount < to_call and (hand[SHORT] >> seat & 1 or _taken_for_short(log, hand, facts, at, seat)):
        return
    if amount < to_call and hand[STACK_IS + seat] == UNKNOWN:
        hand[POTS_KNOWN] = 0  # its pots are those of a seat without chips, if it was one
    suspect(hand, seat)
    suspect(hand, hand[BETTOR])
    hand[TURN_KNOWN] = hand[OWING_KNOWN] = 0
    level = hand[LEVEL] - to_call + amount
    if facts.small[ACT_IN_TURN, at] == 0:
        _forget(hand, facts, at)  # that it was not its turn is told
        note_mend(hand, amount - to_call)
        hand[PUT_MEND + seat] = hand[LEVEL] - hand[ROUND_PUT + seat]
        hand[DOUBTFUL] |= 1 << seat
        hand[STACK_IS + seat] = UNKNOWN
        return
    for other in range(1, SEATS):
        if hand[SKIPPED] >> other & 1:
            note_mend(hand, hand[MATCHED + other] - level)
    if hand[LEVEL_DOUBT] or level == hand[OTHER_LEVEL] or hand[DOUBTFUL] >> seat & 1:
        _forget(hand, facts, at)
    if amount > to_call:
        # It may have been a raise, or have followed one.
        hand[AMOUNTS_KNOWN] = 0
    bettor = hand[BETTOR]
    note_mend(hand, amount - to_call)
    note_mend(hand, hand[BETTOR_LEVEL] - level)
    hand[OTHER_LEVEL] = level
    hand[DOUBTFUL] |= 1 << seat | 1 << bettor
    hand[STACK_IS + seat] = hand[STACK_IS + bettor] = UNKNOWN
    hand[PUT_MEND + seat] = hand[LEVEL] - hand[ROUND_PUT + seat]


@inner_kernel
def _raise(log: Log, hand: Hand, facts: Facts, at: int, kind: int, seat: int, amount: int, to_call: int) -> None:
    """A bet or a raise: the new height of the round's bets."""
    opened = hand[BET_MADE] == 0
    hand[BET_MADE] = 1
    if amount == UNKNOWN or not hand[AMOUNTS_KNOWN]:
        _forget(hand, facts, at)
        _lose_amounts(hand)
        return
    if amount == 0:
        hand[TURN_KNOWN] = hand[OWING_KNOWN] = 0
    increment = amount - to_call
    doubtful = hand[LEVEL_DOUBT] or hand[OTHER_LEVEL] >= 0 or hand[DOUBTFUL] >> seat & 1
    small = kind == A_RAISE and increment < hand[INCREMENT] and not hand[SHORT] >> seat & 1
    if small and not _taken_for_short(log, hand, facts, at, seat):
        if doubtful:
            _forget(hand, facts, at)
        suspect(hand, seat)
        hand[LEVEL_DOUBT] = 1
        hand[TURN_KNOWN] = hand[OWING_KNOWN] = 0
    if not opened and facts.small[ACT_IN_TURN, at] == 0:
        note_mend(hand, amount)
        hand[PUT_MEND + seat] -= amount
        hand[LEVEL_DOUBT] = 1
    hand[BETTOR], hand[BETTOR_LEVEL] = seat, hand[LEVEL] + increment
    if increment > 0:
        hand[INCREMENT] = increment
        hand[LEVEL] += increment
        hand[MET] = 0
        hand[OTHER_LEVEL] = -1


@inlined_kernel
def judge_amount(log: Log, hand: Hand, facts: Facts, at: int, kind: int, seat: int, amount: int, to_call: int) -> None:
    """Fill what the seat owed and what it added, and follow the round's bet; a wrong call counts as a call made."""
    if kind in (A_BET, A_CALL, A_RAISE) and hand[AMOUNTS_KNOWN]:
        facts.wide[ACT_TO_CALL, at] = to_call
        if amount != UNKNOWN:
            facts.wide[ACT_INCREMENT, at] = amount - to_call
        facts.wide[ACT_LEAST_RAISE, at] = hand[INCREMENT]
    if kind in (A_BET, A_RAISE):
        _raise(log, hand, facts, at, kind, seat, amount, to_call)
    elif kind == A_CALL and not hand[BET_MADE]:
        _call_of_nothing(hand, facts, at, amount)
    elif kind == A_CALL:
        _call(log, hand, facts, at, seat, amount, to_call)
    elif kind == A_CHECK and to_call > 0:
        note_mend(hand, -to_call)
        hand[PUT_MEND + seat] = hand[LEVEL] - hand[ROUND_PUT + seat]
        hand[STACK_IS + seat] = UNKNOWN
        suspect(hand, seat)
        lose_story(hand)  # whether it stays in is not known
    elif kind == A_FOLD and hand[LAST_SEEN + seat] > hand[ROW]:
        note_mend(hand, -to_call)  # it goes on as if it had called
        hand[PUT_MEND + seat] = hand[LEVEL] - hand[ROUND_PUT + seat]
        if hand[BET_MADE]:
            hand[TURN_KNOWN] = hand[OWING_KNOWN] = hand[AMOUNTS_KNOWN] = hand[CARDS_KNOWN] = 0
        hand[WAGERS_DOUBT] = 1
    if kind != A_FOLD:
        hand[MATCHED + seat] = hand[LEVEL]
        hand[MET] |= 1 << seat
