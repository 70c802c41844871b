"""The shapes that the kernels pass around: the batch, a hand's state, the law's tables, and the facts being filled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.schema import EVENTS, NULL, unknown

UNKNOWN = NULL
UNKNOWN_SMALL = unknown(np.int8)
SEATS = 9  # seats 1-8; 0 is none
DECKS = 16  # decks whose service a table remembers

_EVENTS = EVENTS["five_card_poker"]
HAND_START = _EVENTS.index("hand_start")
BUY_IN = _EVENTS.index("buy_in")
TOP_UP = _EVENTS.index("top_up")
STACK = _EVENTS.index("stack")
SHUFFLE = _EVENTS.index("shuffle")
CUT_DECK = _EVENTS.index("cut")
ANTE = _EVENTS.index("ante")
RAKE = _EVENTS.index("rake")
BURN = _EVENTS.index("burn")
DEAL = _EVENTS.index("deal")
EXPOSE = _EVENTS.index("expose")
VOID = _EVENTS.index("void")
REFUND = _EVENTS.index("refund")
BET = _EVENTS.index("bet")
CALL = _EVENTS.index("call")
RAISE = _EVENTS.index("raise")
CHECK = _EVENTS.index("check")
FOLD = _EVENTS.index("fold")
DISCLOSE = _EVENTS.index("disclose")
RETURN = _EVENTS.index("return")
SHOW = _EVENTS.index("show")
POT = _EVENTS.index("pot")
AWARD = _EVENTS.index("award")
SHARE_AGREEMENT = _EVENTS.index("share_agreement")
MISDEAL = _EVENTS.index("misdeal")
CORRECT = _EVENTS.index("correct")
LEAVE = _EVENTS.index("leave")
BOX = _EVENTS.index("box")
WITHDRAW = _EVENTS.index("withdraw")
HAND_END = _EVENTS.index("hand_end")

# What else a table has shown, beside kinds of event: a bet, a call, a raise labelled all_in, and a label on any row.
AN_ALL_IN, ANY_LABEL = 57, 60

# Events that say nothing without their seat: a row that lacks it is as good as missing.
NEEDS_SEAT = sum(
    1 << _EVENTS.index(event)
    for event in (
        "buy_in top_up stack ante deal expose refund bet call raise check fold disclose return show award leave "
        "withdraw"
    ).split()
)

# Bit n, whatever the type of n: the log's codes are bytes.
BIT = np.array([1 << bit for bit in range(62)], np.int64)


class Log(NamedTuple):
    """A batch's rows as the kernels read them: columns of ``Batch``, seats outside 1-8 as 0.

    ``labels`` is (4, L + 1): by label what ``labels.Labels`` says, in the order of the LABEL names.
    """

    event: NDArray[np.int8]
    seat: NDArray[np.int8]
    other_seat: NDArray[np.int8]
    actor: NDArray[np.int8]
    person: NDArray[np.int32]
    number: NDArray[np.int32]
    amount: NDArray[np.int64]
    label: NDArray[np.int32]
    ref: NDArray[np.int32]
    time: NDArray[np.int64]
    pieces_start: NDArray[np.int64]
    pieces: NDArray[np.int8]
    labels: NDArray[np.int16]


LABEL_WORD, LABEL_CATEGORY, LABEL_RANK, LABEL_LISTED = range(4)


class Hands(NamedTuple):
    """A batch's hands, as ``Batch`` has them; a ``gap`` beyond a hand's end says that it is only told up to there.

    ``page`` is the page of ``Worth`` that holds on the hand's day, 0 where nothing is known.
    """

    start: NDArray[np.int64]
    gap: NDArray[np.int64]
    lost_before: NDArray[np.bool_]
    table: NDArray[np.int32]
    day: NDArray[np.int32]
    page: NDArray[np.int64]
    carried: NDArray[np.int64]


class Worth(NamedTuple):
    """The law's tables by page, page 0 all zero.

    ``hands`` is (P, R, 4), of a hand by the number of its ranks (``ranking.ranks_of``) its strength and its category,
    each by the reading taken of the suited low ace and by the other, see STRENGTH and CATEGORY: few numbers occur, and
    what is read of them stays in the nearest caches. ``four_up`` is (P, 91390, V), V readings of the open words of
    art. 10(d) side by side; ``listed`` (P, R) is 1 where any of them is not 0, ``whole`` (R,) compares all four cards
    by their ranks. ``choices`` holds the switches of the readings, see the CHOICE names.
    """

    hands: NDArray[np.int16]
    four_up: NDArray[np.int32]
    listed: NDArray[np.int8]
    whole: NDArray[np.int16]
    choices: NDArray[np.int64]


# Columns of Worth.hands: by the reading taken, and one further on by the other.
STRENGTH, CATEGORY = 0, 2


# Choices: each reading of the pack as a number.
(
    CHOICE_TIES, CHOICE_THIRD_PAIR, CHOICE_FOURTH_PAIR, CHOICE_RAKE_ANTES, CHOICE_RAKE_FIRST, CHOICE_RAKE_UNCALLED,
) = range(6)  # fmt: skip
CHOICES = 6

# The state of the hand being replayed is one array of numbers. First what holds of the hand, and the row at hand.
(
    HAND, END, PAGE, TABLE, ROW, ROW_SEAT, ROW_ACTOR, ROW_PERSON, ROW_AMOUNT, ROW_WORD, ROW_TIME, ROW_OWNER,
    ROW_ASIDE,
    WHOLE, FIRST_CARD, DEALT_CARDS, BURNED_CARDS, HAND_ANTE_IS, STATED_ANTE, ANTES_AS_STATED, ANTES_OTHERWISE,
    STREET, BLOCK_OPEN, BLOCK_BASE, BLOCK_STREETS,
    BLOCK_CORRECTED, ORDER_KNOWN, ORDER_STREET, ORDER_LAST, LAST_START, IN_BRACKET, MISDEALT,
    CARDS_KNOWN, ROUND_OPEN, ROUND_DUE, ROUND, LEVEL, INCREMENT, BET_MADE, LAST_ACTOR, TURN_KNOWN, AMOUNTS_KNOWN,
    ACTS_OF_ROUND, ROUND_ABLE, OWING_KNOWN, OPENER, TURN_TIME, VOID_HAND, MONEY_KNOWN, ANTES_IN, CLOSED,
    WAGERED, ANTES_BACK, WAGERS_BACK, FIRST_RAKE, RAKE_LATE, POT_RAKE, RAKE_ROWS, AWARDED, UNCALLED, UNCALLED_ROUND,
    BURNED_FIRST, SHUFFLED, BOXED, CUTTERS, LATE_ANTES, OTHER_DECKS, SHOW_KNOWN, SHOW_LAST, LAST_PLAY, UNCORRECTED,
    DECK_NUMBER, DECK_COUNTED, DECK_FIRST_SEEN, FIRST_OF_DECK, POTS_KNOWN, ENDED_EARLY, POT_ROWS,
    RETURNED, HANDS_BEFORE, START_KNOWN, SEATS_KNOWN, POT_COUNT, POT_EXCESS, POTS_BUILT, COMPLETE,
    DISCLOSED, AGREED, AGREED_OR_NOT, FIRST_POT, LAST_POT, FIRST_AWARD, LAST_AWARD, STAKED,
    SOUND, CARRIES, SEATLESS, CONTINUOUS, ROW_HOME, OTHER_LEVEL, LEVEL_DOUBT, BETTOR, BETTOR_LEVEL, MEND_COUNT,
    ANTE_MEND, FIRST_TIME, FIRST_RAKED, BASES_KNOWN, EXTRA_CARD, UNCALLED_DUE, GOES_ON, UNEVEN, GONE,
    MISDEAL_LOGGED, WAGERS_DOUBT, WAGERS_TOLD, STACKS_DOUBT, PASSED_OVER, AWARDED_WRONGLY, BACK_WRONGLY,
    AWARDS_ALIKE, POTS_IN_PARTS, TAKEN_WRONGLY, EXCESS_IS, EXCESS_OF, POTS_RUN,
) = range(126)  # fmt: skip
# Then sets of seats, bit s for seat s, and sets of cards.
(
    PLAYS, OUT, SHORT, ACTED, CHECKED, PASSED, MUDDLED, SHOWS, SHOWN, EXPOSED, LEAVES, VOIDED, REFUNDED, GOT_CARD,
    FACE_FAULT, STARTED, ANTED, CUT, HAS_BEFORE, EARLIER_GOES_ON, MET, SEEN, BURNED,
    DOUBTFUL, SKIPPED, DEALT_SEATS, ANTE_SEATS, DEALT_ONCE, DEALT_TWICE, SUSPECT, PAID,
) = range(126, 157)  # fmt: skip
# Then runs of nine numbers, one a seat: that of seat s stands s places behind the name.
(
    STACK_IS, TOTAL, ROUND_PUT, MATCHED, PERSON, OCCUPANT, ALIAS, FIRST_ROW, LAST_ACT, ADOPT, BLOCK_GOT, BLOCK_TOTAL,
    STACK_BEFORE, STACK_START, EARLIER, SHARE, ADDED, STRONG_TAKEN, STRONG_OTHER, PLACE_OF_FOUR, UPS, UPS_KNOWN,
    UPS_PACKED, LAST_SEEN, COUNTED_AT, PUT_MEND, SHOW_ROW, LAST_WAGER, ADDED_LATE,
) = range(157, 157 + 29 * SEATS, SEATS)  # fmt: skip
# Then five cards a seat, four up cards and the hole card; pots, their amounts and the bits of the eligible; a tally.
CARDS = 157 + 29 * SEATS
A_SEATS_CARDS = 5
HOLE = 4
POT_SIZE = CARDS + A_SEATS_CARDS * SEATS
POT_ELIGIBLE = POT_SIZE + 10
TALLY_AMOUNT = POT_ELIGIBLE + 10
TALLY_COUNT = TALLY_AMOUNT + SEATS
# By the number of a logged pot the pot that it is a part of; where the tally was, which is over by then.
PART_OF = TALLY_AMOUNT
# Of a run of deals, by how many cards: the seats that it gives so many, and those that have them.
NEEDED = TALLY_COUNT + SEATS
GOTTEN = NEEDED + 6
# Amounts by which the logged stakes may be too high, each by one fault that was found.
MENDS = GOTTEN + 6
MOST_MENDS = 12
HAND_FIELDS = MENDS + MOST_MENDS
NO_PLACE = -2  # not looked up yet


def _fresh() -> NDArray[np.int64]:
    """The state before a hand's first row."""
    hand = np.zeros(HAND_FIELDS, np.int64)
    hand[[WHOLE, ORDER_KNOWN, CARDS_KNOWN, AMOUNTS_KNOWN, OWING_KNOWN, MONEY_KNOWN, SHOW_KNOWN, POTS_KNOWN]] = 1
    hand[[SOUND, BASES_KNOWN, CONTINUOUS, WAGERS_TOLD]] = 1
    hand[[HAND_ANTE_IS, STATED_ANTE, TURN_TIME, DECK_NUMBER, DECK_COUNTED]] = UNKNOWN
    hand[FIRST_OF_DECK] = UNKNOWN_SMALL
    hand[[LAST_PLAY, FIRST_POT, LAST_POT, FIRST_AWARD, LAST_AWARD, OTHER_LEVEL, PASSED_OVER]] = -1
    hand[CARDS : CARDS + A_SEATS_CARDS * SEATS] = -1
    for field in (PERSON, OCCUPANT, ADOPT, LAST_ACT, FIRST_ROW, LAST_SEEN, COUNTED_AT, SHOW_ROW):
        hand[field : field + SEATS] = -1
    for field in (STACK_IS, STACK_BEFORE, STACK_START):
        hand[field : field + SEATS] = UNKNOWN
    for field in (STRONG_TAKEN, STRONG_OTHER, PLACE_OF_FOUR):
        hand[field : field + SEATS] = NO_PLACE
    hand[UPS_PACKED : UPS_PACKED + SEATS] = 0x01010101  # four times the card that is not known
    return hand


FRESH = _fresh()
Hand = NDArray[np.int64]


class Carry(NamedTuple):
    """What tables carry from hand to hand, T tables: see ``carrying`` for the columns of ``values``.

    ``people`` is (T, 9) person codes by seat, ``decks`` (T, DECKS) deck codes, -1 for none.
    """

    values: NDArray[np.int64]
    people: NDArray[np.int32]
    decks: NDArray[np.int32]


# Columns of Carry.values; deck counts, stacks and what of them was added after the play are runs from their first
# column. CARRY_MISSING is the gaming day on which hands are missing, of which nobody knows who sat down in them.
CARRY_KINDS, CARRY_HANDS, CARRY_ANTE, CARRY_DECK_AT = range(4)
CARRY_DECK_COUNT = 4
CARRY_DECK_SEEN = CARRY_DECK_COUNT + DECKS
CARRY_DECK_NUMBER = CARRY_DECK_SEEN + DECKS
CARRY_STACK = CARRY_DECK_NUMBER + DECKS
CARRY_MISSING = CARRY_STACK + SEATS
CARRY_LATE = CARRY_MISSING + 1
CARRY_FIELDS = CARRY_LATE + SEATS


class Facts(NamedTuple):
    """The facts of a stretch of hands as they are filled, by the places of ``columns``: (SMALL, rows) and (WIDE, rows).

    ``row``, ``hand`` and ``seat`` are the keys of the rows of each table, (COUNTERS, rows); ``at`` counts the rows of
    each table, ``noted`` those whose keys stand. No stretch of more than one hand has more than ``room`` rows of the
    log or of any table.
    """

    small: NDArray[np.int8]
    wide: NDArray[np.int64]
    row: NDArray[np.int64]
    hand: NDArray[np.int32]
    seat: NDArray[np.int8]
    at: NDArray[np.int64]
    noted: NDArray[np.int64]
    room: int


# Which entry of Facts.at counts the rows of a table: its place in ``facts.TABLES``.
(
    AT_HANDS, AT_SEATS, AT_CUTS, AT_SHUFFLES, AT_CARDS, AT_DEALS, AT_STREETS, AT_ANTES, AT_BUY_INS, AT_ACTS, AT_ROUNDS,
    AT_WITHDRAWALS, AT_REFUNDS, AT_SHOWS, AT_POTS, AT_AWARDS, AT_SPLITS, AT_MISDEALS, AT_EXPOSURES, AT_VOIDS,
) = range(20)  # fmt: skip
COUNTERS = 20
