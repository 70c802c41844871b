"""Whose turn it is to act, before and after a bet, and who is passed over (art. 10, 11(a)-(b))."""

from audit.games.five_card_poker.columns import (
    ACT_ASKED_THOUGH_SHORT,
    ACT_DECISION_TIME,
    ACT_EXPECTED_SEAT,
    ACT_IN_TURN,
)
from audit.games.five_card_poker.layout import (
    ACTED,
    ACTS_OF_ROUND,
    BET,
    BET_MADE,
    BLOCK_BASE,
    BLOCK_OPEN,
    BLOCK_STREETS,
    CARDS_KNOWN,
    CHECK,
    DEAL,
    END,
    FIRST_TIME,
    FOLD,
    LAST_ACTOR,
    LAST_SEEN,
    LEVEL,
    LEVEL_DOUBT,
    MET,
    MUDDLED,
    OPENER,
    OUT,
    OWING_KNOWN,
    PASSED,
    PLAYS,
    POTS_KNOWN,
    ROUND,
    ROUND_DUE,
    ROUND_OPEN,
    ROW,
    ROW_SEAT,
    ROW_TIME,
    SEATS,
    SHORT,
    SKIPPED,
    SOUND,
    STACK_IS,
    STREET,
    TURN_KNOWN,
    TURN_TIME,
    UNKNOWN,
    WAGERS_DOUBT,
    WAGERS_TOLD,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.opening import first_word
from audit.games.five_card_poker.seating import carries, effective, lose_story, next_of, seat_of, seats_able
from audit.games.five_card_poker.unlogged import may_be_gone, may_have_folded
from audit.kernel import inlined_kernel, inner_kernel


@inner_kernel
def acts_later(log: Log, hand: Hand, row: int, end: int, seat: int) -> bool:
    """Whether a seat acts from a row on, before another."""
    for later in range(row, end):
        if BET <= log.event[later] <= FOLD and effective(hand, seat_of(log, later)) == seat:
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
def anybody_acts_later(log: Log, hand: Hand) -> bool:
    row, end = hand[ROW], hand[END]
    while row < end and not BET <= log.event[row] <= FOLD:
        row += 1
    return bool(row < end)


@inner_kernel
def seats_owing(hand: Hand) -> int:
    """Bits of the seats that could bet and have not met the round's bets."""
    return int(seats_able(hand) & ~hand[MET]) if hand[LEVEL] > 0 else 0


@inner_kernel
def treat_as_short(hand: Hand, seat: int) -> None:
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
    owes = seats_owing(hand)
    expected = next_of(owes, hand[LAST_ACTOR])
    while expected and expected != seat:
        if acts_later(log, hand, hand[ROW] + 1, _end_of_round(log, hand), expected):
            break
        if not acts_later(log, hand, hand[ROW] + 1, hand[END], expected) and hand[LAST_SEEN + expected] > hand[ROW]:
            treat_as_short(hand, expected)
        hand[SKIPPED] |= 1 << expected
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
    # A round before it may have taken somebody's last chips.
    told = carries(hand, BET) if hand[ROUND] == 1 else carries(hand, CHECK) and hand[WAGERS_TOLD]
    while mask > 0 and not mask & (1 << seat):
        silent = 0
        for other in range(1, SEATS):
            if mask >> other & 1 and not acts_later(log, hand, hand[ROW] + 1, hand[END], other):
                silent = other
        if silent == 0:
            break
        if not told:
            return -1  # it may have spoken
        if hand[LAST_SEEN + silent] > hand[ROW]:
            treat_as_short(hand, silent)
        hand[SKIPPED] |= 1 << silent
        candidates &= ~(1 << silent)
        mask = first_word(hand, candidates, hand[ROUND], worth)
    if not mask >> seat & 1 and not told and seats_able(hand) >> seat & 1:
        return -1  # those before may have spoken
    return mask


@inlined_kernel
def judge_turn(log: Log, hand: Hand, facts: Facts, at: int, seat: int, worth: Worth) -> None:
    """Fill whether it was the seat's turn; after one fault the turn is unknown until somebody bets, or to the end."""
    inside = hand[PLAYS] >> seat & 1 and not hand[OUT] >> seat & 1
    hand[SKIPPED] = 0
    if hand[SOUND] and not hand[WAGERS_DOUBT]:
        facts.small[ACT_ASKED_THOUGH_SHORT, at] = inside and hand[SHORT] >> seat & 1
    if not inside and hand[SOUND] and not hand[TURN_KNOWN]:
        facts.small[ACT_IN_TURN, at] = 0  # whose turn it is, it is not that of a seat that is out
        facts.small[ACT_EXPECTED_SEAT, at] = next_of(seats_owing(hand), hand[LAST_ACTOR])
        lose_story(hand)
    if not hand[TURN_KNOWN]:
        return
    if inside and hand[SHORT] >> seat & 1:
        return
    expected = 0
    if hand[BET_MADE]:
        expected = _expected_after_bet(log, hand, seat)
        mask = -1 if expected < 0 else (1 << expected if expected else 0)
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
    # Where every row so far has one time, the log's clock tells nothing.
    timed = hand[TURN_TIME] != UNKNOWN and hand[TURN_TIME] <= hand[ROW_TIME] != hand[FIRST_TIME]
    # Others may have spoken in between, where the log does not show all of it.
    shown = hand[BET_MADE] or (hand[ACTS_OF_ROUND] == 0 and mask == 1 << seat) or carries(hand, CHECK)
    timed = timed and shown and hand[WAGERS_TOLD] and not may_have_folded(hand)
    if in_turn and timed and not hand[SKIPPED]:
        facts.wide[ACT_DECISION_TIME, at] = hand[ROW_TIME] - hand[TURN_TIME]
    if not in_turn:
        hand[TURN_KNOWN] = hand[OWING_KNOWN] = 0
        hand[WAGERS_DOUBT] = hand[LEVEL_DOUBT] = 1
        if not hand[BET_MADE]:
            hand[CARDS_KNOWN] = 0  # the up cards, or who spoke, are not as logged
            hand[MUDDLED] |= mask | 1 << seat
        if not inside:
            lose_story(hand)


@inner_kernel
def stands_for_act(log: Log, hand: Hand, play: int, worth: Worth) -> bool:
    """Whether the row at hand is as good as the act of its seat, which has the word and does not speak.

    ``play`` is the next row with a deal or an act.
    """
    seat, able = effective(hand, hand[ROW_SEAT]), seats_able(hand)
    if not hand[SOUND] or not able >> seat & 1 or seat == 0:
        return False
    acts = play < hand[END] and log.event[play] != DEAL
    if acts and effective(hand, seat_of(log, play)) == seat:
        return False
    if hand[LAST_SEEN + seat] <= hand[ROW] and may_be_gone(hand, seat):
        return False
    if hand[ROUND_OPEN] and hand[BET_MADE]:
        return next_of(seats_owing(hand), hand[LAST_ACTOR]) == seat
    if not acts:
        return False  # that nobody but it was left to check is not told
    street = hand[BLOCK_BASE] + hand[BLOCK_STREETS] if hand[BLOCK_OPEN] else hand[STREET]
    if not hand[CARDS_KNOWN] or not hand[ROUND_OPEN] | hand[ROUND_DUE] | hand[BLOCK_OPEN] or street < 2:
        return False
    candidates = able & ~hand[ACTED] if hand[ROUND_OPEN] else able
    mask = first_word(hand, int(candidates), street - 1, worth)
    if mask <= 0 or not mask >> seat & 1:
        return False
    # Where another had the word as well, this one may still have come.
    return bool(mask == 1 << seat or not acts_later(log, hand, hand[ROW] + 1, _end_of_round(log, hand), seat))


@inner_kernel
def has_the_word(hand: Hand, home: int, seat: int, worth: Worth) -> bool:
    """Whether it is for a player's own seat to act, and not for the one that his row names."""
    if not hand[ROUND_OPEN] or not hand[SOUND]:
        return False
    if hand[BET_MADE]:
        return next_of(seats_owing(hand), hand[LAST_ACTOR]) == home
    if not hand[CARDS_KNOWN]:
        return False
    mask = first_word(hand, int(seats_able(hand) & ~hand[ACTED]), hand[ROUND], worth)
    return mask > 0 and mask >> home & 1 != 0 and mask >> seat & 1 == 0
