"""Betting: whose turn it is, what he owes, what he may do (art. 10, 11(a)-(b))."""

from audit.games.five_card_poker.amounts import A_CHECK, A_FOLD, judge_amount, kind_of_act, note_mend, put_chips
from audit.games.five_card_poker.blocks import close_block
from audit.games.five_card_poker.columns import (
    ACT_BEFORE_BET,
    ACT_CHECKED_BEFORE,
    ACT_COVERED,
    ACT_EXPECTED_SEAT,
    ACT_FIRST_OF_ROUND,
    ACT_FORCED,
    ACT_HOLE_CARD,
    ACT_IN_TURN,
    ACT_KIND,
    ACT_POT_AFTER,
    ACT_ROUND,
    ACT_UP_CARDS,
    ROUND_ABLE_SEATS,
    ROUND_ACTS,
    ROUND_OWING_SEATS,
    ROUND_PART,
    ROUND_PASSED_OVER,
)
from audit.games.five_card_poker.labels import FORCED, UNCOVERED
from audit.games.five_card_poker.layout import (
    A_SEATS_CARDS,
    ACTED,
    ACTS_OF_ROUND,
    ALIAS,
    AMOUNTS_KNOWN,
    AT_ACTS,
    AT_ROUNDS,
    BASES_KNOWN,
    BET_MADE,
    BETTOR,
    BETTOR_LEVEL,
    BLOCK_BASE,
    BLOCK_OPEN,
    BLOCK_STREETS,
    CARDS,
    CARDS_KNOWN,
    CHECK,
    CHECKED,
    CLOSED,
    DEAL,
    DOUBTFUL,
    END,
    FIRST_CARD,
    FOLD,
    GOES_ON,
    HAND,
    HOLE,
    INCREMENT,
    LAST_ACTOR,
    LAST_SEEN,
    LEVEL,
    LEVEL_DOUBT,
    MATCHED,
    MET,
    MONEY_KNOWN,
    OPENER,
    OTHER_LEVEL,
    OUT,
    OWING_KNOWN,
    PASSED,
    PLAYS,
    POTS_KNOWN,
    PUT_MEND,
    RAISE,
    ROUND,
    ROUND_ABLE,
    ROUND_DUE,
    ROUND_OPEN,
    ROUND_PUT,
    ROW,
    ROW_AMOUNT,
    ROW_HOME,
    ROW_SEAT,
    ROW_TIME,
    ROW_WORD,
    SEATS,
    SEATS_KNOWN,
    SHORT,
    SHOWS,
    SOUND,
    STACK_IS,
    STACK_START,
    STAKED,
    STREET,
    TOTAL,
    TURN_KNOWN,
    TURN_TIME,
    UNCALLED,
    UNCALLED_DUE,
    UNCALLED_ROUND,
    UNKNOWN,
    UPS_PACKED,
    VOID_HAND,
    WAGERED,
    WAGERS_DOUBT,
    WAGERS_TOLD,
    WHOLE,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.seating import (
    carries,
    count_of,
    effective,
    lose_story,
    lowest_of,
    note_person,
    seats_able,
    seats_in,
    start_play,
    suspect,
)
from audit.games.five_card_poker.turns import (
    acts_later,
    anybody_acts_later,
    has_the_word,
    judge_turn,
    seats_owing,
    treat_as_short,
)
from audit.games.five_card_poker.unlogged import let_go, may_be_gone, may_be_out_of_chips
from audit.kernel import inlined_kernel, inner_kernel


@inner_kernel
def _new_round_row(hand: Hand, facts: Facts, betting: int) -> int:
    at = facts.at[AT_ROUNDS]
    facts.at[AT_ROUNDS] += 1
    facts.small[ROUND_PART, at] = betting - 1
    facts.hand[AT_ROUNDS, at] = hand[HAND]
    facts.row[AT_ROUNDS, at] = -1
    facts.seat[AT_ROUNDS, at] = 0
    return int(at)


@inner_kernel
def skip_round(log: Log, hand: Hand, facts: Facts, betting: int) -> None:
    """A round in which nobody acted."""
    gone = 0
    for seat in range(1, SEATS):
        if seats_in(hand) >> seat & 1 and may_be_gone(hand, seat):
            gone |= 1 << seat
    if gone:
        let_go(hand, gone)
    if count_of(seats_in(hand)) < 2 or hand[VOID_HAND]:
        return
    at = _new_round_row(hand, facts, betting)
    # A log without checks does not show that nobody was asked.
    told = betting == 1 or carries(hand, CHECK)
    shown = count_of(seats_able(hand)) < 2 or (told and _sure_to_be_able(log, hand) >= 2)
    if hand[SOUND] and hand[POTS_KNOWN] and hand[MONEY_KNOWN] and shown:
        facts.small[ROUND_ABLE_SEATS, at] = count_of(seats_able(hand))
        facts.wide[ROUND_ACTS, at] = 0
        facts.small[ROUND_OWING_SEATS, at] = 0
        facts.small[ROUND_PASSED_OVER, at] = 0
        if count_of(seats_able(hand)) >= 2:
            lose_story(hand)


@inner_kernel
def _sure_to_be_able(log: Log, hand: Hand) -> int:
    """How many seats could bet for certain: those that may have put in their last chips are left out."""
    sure = 0
    for seat in range(1, SEATS):
        if seats_able(hand) >> seat & 1 and not may_be_out_of_chips(log, hand, seat):
            sure += 1
    return sure


@inner_kernel
def skip_rounds_of_block(log: Log, hand: Hand, facts: Facts) -> None:
    """Rounds that a run of deals passed by: all but the one after its last card."""
    for card in range(1, hand[BLOCK_STREETS]):
        street = hand[BLOCK_BASE] + card
        if street >= 2:
            skip_round(log, hand, facts, street - 1)


@inner_kernel
def start_round(hand: Hand) -> None:
    """The first act after a run of deals."""
    hand[ROUND_OPEN], hand[ROUND_DUE], hand[ROUND] = 1, 0, hand[STREET] - 1
    hand[LEVEL], hand[INCREMENT], hand[BET_MADE], hand[LAST_ACTOR], hand[ACTS_OF_ROUND] = 0, 0, 0, 0, 0
    hand[OPENER] = hand[OTHER_LEVEL] = -1
    hand[TURN_KNOWN] = hand[AMOUNTS_KNOWN] = hand[OWING_KNOWN] = hand[SOUND]
    if not hand[WAGERS_TOLD]:
        hand[AMOUNTS_KNOWN] = hand[OWING_KNOWN] = 0
        hand[STACK_IS : STACK_IS + SEATS] = UNKNOWN
    hand[LEVEL_DOUBT] = hand[BETTOR] = hand[BETTOR_LEVEL] = hand[DOUBTFUL] = 0
    hand[ROUND_ABLE] = seats_able(hand)
    hand[ACTED] = hand[CHECKED] = hand[PASSED] = hand[MET] = 0
    for seat in range(SEATS):
        hand[ROUND_PUT + seat] = hand[PUT_MEND + seat] = hand[MATCHED + seat] = 0


@inner_kernel
def _uncalled(hand: Hand, mended: int) -> int:
    """What the highest wager of the round has beyond the second, as logged or with what was due for what was wrong."""
    top, second = 0, 0
    for seat in range(1, SEATS):
        put = hand[ROUND_PUT + seat] + mended * hand[PUT_MEND + seat]
        if put > top:
            top, second = put, top
        elif put > second:
            second = put
    return int(top - second)


@inner_kernel
def is_uncalled(hand: Hand, seat: int, amount: int) -> bool:
    """Whether an amount is what nobody called of the wager with which a seat ended the round that is open."""
    return bool(hand[ROUND_OPEN] and seat == hand[BETTOR] and amount == _uncalled(hand, 0) and amount > 0)


@inner_kernel
def _note_uncalled(hand: Hand) -> None:
    """What nobody called of the round's highest wager (art. 9)."""
    hand[UNCALLED], hand[UNCALLED_DUE] = _uncalled(hand, 0), _uncalled(hand, 1)
    hand[UNCALLED_ROUND] = hand[ROUND]


@inlined_kernel
def finish_round(log: Log, hand: Hand, facts: Facts) -> None:
    """A round is over: who still owed a call, and who was passed over though he had chips."""
    hand[ROUND_OPEN] = 0
    _note_uncalled(hand)
    owing = passed = gone = 0
    if count_of(seats_in(hand)) >= 2 and not hand[GOES_ON]:
        owing = seats_owing(hand) & ~hand[PASSED]
        for seat in range(1, SEATS):
            if owing >> seat & 1 and may_be_gone(hand, seat):
                gone |= 1 << seat
            elif owing >> seat & 1 and may_be_out_of_chips(log, hand, seat):
                treat_as_short(hand, seat)
            elif owing >> seat & 1:
                _judge_owing(log, hand, seat)
        passed = hand[PASSED]
        owing &= ~(passed | gone)
    known = hand[SOUND] and hand[OWING_KNOWN] and not hand[VOID_HAND]
    if gone:
        let_go(hand, gone)
        known = known and owing | passed != 0
    at = _new_round_row(hand, facts, hand[ROUND])
    if known:
        facts.seat[AT_ROUNDS, at] = lowest_of(owing | passed)
        facts.small[ROUND_ABLE_SEATS, at] = count_of(hand[ROUND_ABLE])
        facts.wide[ROUND_ACTS, at] = hand[ACTS_OF_ROUND]
        facts.small[ROUND_OWING_SEATS, at] = count_of(owing)
        facts.small[ROUND_PASSED_OVER, at] = count_of(passed)
    if passed and known:
        _mend_owing(hand, passed)
        hand[WAGERS_DOUBT] = 1
    if owing and known:
        _mend_owing(hand, owing)
        lose_story(hand)


@inner_kernel
def _mend_owing(hand: Hand, owing: int) -> None:
    """The calls that were owed are not among the stakes."""
    owed = 0
    for seat in range(1, SEATS):
        if owing >> seat & 1:
            call = hand[LEVEL] - hand[MATCHED + seat]
            lacking = hand[LEVEL] - hand[ROUND_PUT + seat]
            if hand[STACK_IS + seat] != UNKNOWN:
                call, lacking = min(call, hand[STACK_IS + seat]), min(lacking, hand[STACK_IS + seat])
            owed += call
            hand[PUT_MEND + seat] = lacking
            hand[STACK_IS + seat] = UNKNOWN
    note_mend(hand, -owed)
    _note_uncalled(hand)


@inner_kernel
def _judge_owing(log: Log, hand: Hand, seat: int) -> None:
    """A seat that owes at the round's end: treated as short, where it stays in and never acts though others do."""
    if not anybody_acts_later(log, hand) or acts_later(log, hand, hand[ROW], hand[END], seat):
        return
    if hand[LAST_SEEN + seat] >= hand[ROW]:
        treat_as_short(hand, seat)


@inlined_kernel
def _show_table(hand: Hand, facts: Facts, at: int, seat: int) -> None:
    """Fill what lies on the table after an act: the stakes, and the seat's cards packed a byte each (code + 2)."""
    if hand[WHOLE] and hand[MONEY_KNOWN] and hand[WAGERS_TOLD]:
        facts.wide[ACT_POT_AFTER, at] = hand[STAKED]
    facts.wide[ACT_UP_CARDS, at] = hand[UPS_PACKED + seat] & ((1 << 8 * max(0, hand[STREET] - 1)) - 1)
    if hand[STREET] > 1:
        facts.wide[ACT_HOLE_CARD, at] = hand[CARDS + A_SEATS_CARDS * seat + HOLE] + 2


@inlined_kernel
def _acting_seat(hand: Hand, worth: Worth) -> int:
    """The seat for which the row acts: not its own where a player changed seats, or where the row names a wrong one."""
    before, seat, home = note_person(hand), hand[ROW_SEAT], hand[ROW_HOME]
    if home > 0 and has_the_word(hand, home, seat, worth):
        before = home
        if hand[PLAYS] >> seat & 1:
            return effective(hand, home)
    if before > 0 and seat > 0 and not hand[PLAYS] >> seat & 1:
        # The new seat has no part in the hand: acts there count for the one that he left, or one fault became many.
        left = effective(hand, before)
        hand[ALIAS + seat] = left
        hand[SHOWS] |= (hand[SHOWS] >> seat & 1) << left
        hand[LAST_SEEN + left] = max(hand[LAST_SEEN + left], hand[LAST_SEEN + seat])
    return effective(hand, seat)


@inlined_kernel
def on_act(log: Log, event: int, hand: Hand, facts: Facts, worth: Worth) -> None:
    """A bet, call, raise, check or fold."""
    at = facts.at[AT_ACTS]
    facts.at[AT_ACTS] += 1
    if not hand[ROUND_OPEN] and hand[STREET] >= 2 and hand[ROUND_DUE] and not hand[BLOCK_OPEN]:
        start_round(hand)
    seat = _acting_seat(hand, worth)
    start_play(hand, seat)
    facts.small[ACT_COVERED, at] = hand[ROW_WORD] != UNCOVERED
    facts.small[ACT_FORCED, at] = event == FOLD and hand[ROW_WORD] == FORCED
    open_now = hand[ROUND_OPEN] != 0 and not hand[CLOSED]
    inside = seat > 0 and hand[PLAYS] >> seat & 1 and not hand[OUT] >> seat & 1
    to_call = max(0, hand[LEVEL] - hand[MATCHED + seat])
    kind = kind_of_act(event, hand, hand[ROW_AMOUNT], to_call)
    facts.small[ACT_KIND, at] = kind
    if open_now and hand[SOUND]:
        facts.small[ACT_ROUND, at] = hand[ROUND]
        facts.small[ACT_FIRST_OF_ROUND, at] = hand[ACTS_OF_ROUND] == 0
        if not (kind == A_CHECK and hand[BET_MADE] and hand[LEVEL_DOUBT]):
            facts.small[ACT_BEFORE_BET, at] = hand[BET_MADE] == 0
        facts.small[ACT_CHECKED_BEFORE, at] = hand[CHECKED] >> seat & 1
        judge_turn(log, hand, facts, at, seat, worth)
    asked = hand[SHORT] >> seat & 1 != 0
    put_chips(hand, facts, at, seat, event)
    _show_table(hand, facts, at, seat)
    if open_now:
        hand[ACTS_OF_ROUND] += 1
        hand[TURN_TIME] = hand[ROW_TIME]
    if not open_now:
        _act_outside(hand, facts, at, seat, event)
    elif not inside:
        hand[OWING_KNOWN] = hand[OWING_KNOWN] and event in (CHECK, FOLD)
    else:
        _follow(log, hand, facts, at, kind, seat, to_call, asked)


@inner_kernel
def _act_outside(hand: Hand, facts: Facts, at: int, seat: int, event: int) -> None:
    """An act in no round that the log shows: before the cards or after the end, or where it shows no dealing."""
    if seat > 0 and hand[SOUND] and (hand[CLOSED] or not hand[FIRST_CARD]) and carries(hand, DEAL):
        facts.small[ACT_ROUND, at] = facts.small[ACT_EXPECTED_SEAT, at] = facts.small[ACT_IN_TURN, at] = 0
        facts.small[ACT_FIRST_OF_ROUND, at] = facts.small[ACT_BEFORE_BET, at] = 0
        if hand[ROW_AMOUNT] not in (UNKNOWN, 0) and event <= RAISE:
            note_mend(hand, -hand[ROW_AMOUNT])
            for sum_of in (TOTAL + seat, ROUND_PUT + seat, WAGERED, STAKED):
                hand[sum_of] -= hand[ROW_AMOUNT]
        hand[STACK_IS + seat] = UNKNOWN
        if not hand[FIRST_CARD]:
            hand[STACK_START + seat] = UNKNOWN
        return
    hand[OWING_KNOWN] = hand[OWING_KNOWN] and event in (CHECK, FOLD)
    hand[POTS_KNOWN] = hand[BASES_KNOWN] = 0
    if event == FOLD and not hand[CLOSED] and hand[LAST_SEEN + seat] <= hand[ROW]:
        hand[OUT] |= 1 << seat


@inlined_kernel
def _follow(log: Log, hand: Hand, facts: Facts, at: int, kind: int, seat: int, to_call: int, asked: bool) -> None:
    """Take an act into the round: the height of the bets, who has spoken, who is out."""
    if asked:
        hand[WAGERS_DOUBT] = 1
        hand[TURN_KNOWN] = hand[OWING_KNOWN] = 0
        # The log has it that the seat has chips: that is told once.
        hand[SHORT] &= ~(1 << seat)
        hand[STACK_IS + seat] = UNKNOWN
        hand[POTS_KNOWN] = hand[CARDS_KNOWN] = 0
        hand[LEVEL_DOUBT] = 1
        hand[MATCHED + seat] = hand[LEVEL]
        hand[MET] |= 1 << seat
    else:
        opened = hand[BET_MADE] == 0
        judge_amount(log, hand, facts, at, kind, seat, hand[ROW_AMOUNT], to_call)
        if opened and hand[BET_MADE] and facts.small[ACT_IN_TURN, at] == 0:
            hand[LEVEL_DOUBT] = 1  # the rows may stand in the wrong order
        elif opened and hand[BET_MADE] and hand[AMOUNTS_KNOWN] and hand[LEVEL] > 0:
            # From a bet on the word goes round from the bettor.
            hand[TURN_KNOWN] = hand[SOUND]
        hand[LAST_ACTOR] = seat
    hand[ACTED] |= 1 << seat
    if kind == A_CHECK:
        if hand[ROUND] == 1 and not hand[BET_MADE]:
            hand[TURN_KNOWN], hand[LEVEL_DOUBT] = 0, 1  # nobody checks here: whose word is next is not known
            suspect(hand, seat)
        else:
            hand[CHECKED] |= 1 << seat
    elif kind == A_FOLD and facts.small[ACT_IN_TURN, at] == 0 and hand[LAST_SEEN + seat] > hand[ROW]:
        suspect(hand, seat)  # it goes on: that it was not its turn is told
    elif kind == A_FOLD:
        hand[OUT] |= 1 << seat


@inner_kernel
def settle_dealing(log: Log, hand: Hand, facts: Facts) -> None:
    """What was open before an act or the hand's end is over: the run of deals, and rounds that nobody played."""
    if hand[BLOCK_OPEN]:
        close_block(hand, facts)
        skip_rounds_of_block(log, hand, facts)
        hand[SEATS_KNOWN] = hand[WHOLE]


@inner_kernel
def settle_betting(log: Log, hand: Hand, facts: Facts) -> None:
    """The round that was open is over; one that was due and never began was passed by."""
    if hand[ROUND_OPEN]:
        finish_round(log, hand, facts)
    elif hand[ROUND_DUE]:
        skip_round(log, hand, facts, hand[STREET] - 1)
    hand[ROUND_DUE] = 0
