"""The shapes that the kernels pass around: the batch, a hand's state, the law's tables, and the facts being filled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.schema import EVENTS, NULL

UNKNOWN = NULL
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


class Log(NamedTuple):
    """A batch as the kernels read it: columns of ``Batch`` with labels already read, seats outside 1-8 as 0.

    ``page`` is per hand the page of ``Law`` that holds on its day, 0 where nothing is known.
    """

    start: NDArray[np.int64]
    gap: NDArray[np.int64]
    table: NDArray[np.int32]
    page: NDArray[np.int64]
    event: NDArray[np.int8]
    seat: NDArray[np.int8]
    other_seat: NDArray[np.int8]
    actor: NDArray[np.int8]
    person: NDArray[np.int32]
    number: NDArray[np.int32]
    amount: NDArray[np.int64]
    word: NDArray[np.int8]
    category: NDArray[np.int8]
    rank: NDArray[np.int8]
    listed: NDArray[np.int16]
    ref: NDArray[np.int32]
    time: NDArray[np.int64]
    pieces_start: NDArray[np.int64]
    pieces: NDArray[np.int8]


class Worth(NamedTuple):
    """The law's tables by page: strengths and categories of hands by both readings of the suited low ace, up cards.

    ``strength`` and ``other_strength`` are (P, 658008), ``category`` and ``other_category`` likewise, page 0 all zero;
    ``four_up`` is (P, V, 91390), V readings of the open words of art. 10(d) side by side. ``choices`` holds the
    switches of the readings, see the CHOICE names.
    """

    strength: NDArray[np.int16]
    other_strength: NDArray[np.int16]
    category: NDArray[np.int8]
    other_category: NDArray[np.int8]
    four_up: NDArray[np.int32]
    choices: NDArray[np.int64]


# Choices: each reading of the pack as a number.
(
    CHOICE_TIES, CHOICE_THIRD_PAIR, CHOICE_FOURTH_PAIR, CHOICE_RAKE_ANTES, CHOICE_RAKE_FIRST, CHOICE_RAKE_UNCALLED,
) = range(6)  # fmt: skip
CHOICES = 6

# A hand's state, one number each.
(
    WHOLE, FIRST_CARD, DEALT_CARDS, BURNED_CARDS, HAND_ANTE_IS, STREET, BLOCK_OPEN, BLOCK_BASE, BLOCK_STREETS,
    BLOCK_CORRECTED, ORDER_KNOWN, ORDER_STREET, ORDER_LAST, START_MASK, LAST_START, IN_BRACKET, MISDEALT,
    CARDS_KNOWN, ROUND_OPEN, ROUND_DUE, ROUND, LEVEL, INCREMENT, BET_MADE, LAST_ACTOR, TURN_KNOWN, AMOUNTS_KNOWN,
    ROUND_ACTS, ROUND_ABLE, OWING_KNOWN, PASSED_OVER, OPENER, TURN_TIME, CLOSED, VOID_HAND, MONEY_KNOWN, ANTES_IN,
    WAGERED, ANTES_BACK, WAGERS_BACK, FIRST_RAKE, RAKE_LATE, POT_RAKE, RAKE_ROWS, AWARDED, UNCALLED, UNCALLED_ROUND,
    BURNED_FIRST, SHUFFLED, BOXED, CUTTERS, LATE_ANTES, OTHER_DECKS, SHOW_KNOWN, SHOW_LAST, LAST_PLAY, UNCORRECTED,
    DECK_NUMBER, DECK_COUNTED, DECK_FIRST_SEEN, FIRST_OF_DECK, POTS_KNOWN, PASSED_SEAT, ENDED_EARLY, POT_ROWS,
    RETURNED, HANDS_BEFORE, END_SEEN, START_KNOWN, SEATS_KNOWN, POT_COUNT, POT_EXCESS, POTS_BUILT, COMPLETE,
    DISCLOSED, AGREED,
) = range(76)  # fmt: skip
HAND_FIELDS = 76

# A seat's state in the hand, one row each of (SEAT_FIELDS, 9).
(
    PLAYS, OUT, SHORT, STACK_IS, TOTAL, ANTE_IS, ROUND_PUT, MATCHED, ACTED, CHECKED, UP_1, UP_2, UP_3, UP_4, HOLE,
    MUDDLED, PERSON, OCCUPANT, ALIAS, FIRST_ROW, LAST_ACT, SHOWS, SHOWN, EXPOSED, LEAVES, VOIDED, REFUNDED, ADOPT,
    BLOCK_GOT, BLOCK_TOTAL, STACK_BEFORE, STACK_START, EARLIER, EARLIER_GOES_ON, HAS_BEFORE, GOT_CARD, FACE_FAULT,
    POT_LEVEL, CUT, ADDED, STARTED, PASSED,
) = range(42)  # fmt: skip
SEAT_FIELDS = 42


class Hand(NamedTuple):
    """The state of the hand being replayed: ``seat`` is (SEAT_FIELDS, 9), ``has`` (HAND_FIELDS,), the rest scratch.

    ``seen`` is per card 0 unseen, 1 dealt or shown, 2 burned; ``pots`` is (2, 10): amounts and bits of the eligible.
    """

    seat: NDArray[np.int64]
    has: NDArray[np.int64]
    seen: NDArray[np.int64]
    pots: NDArray[np.int64]
    cards: NDArray[np.int64]


class Carry(NamedTuple):
    """What tables carry from hand to hand, T tables: see ``carrying`` for the columns of ``values``.

    ``people`` is (T, 9) person codes by seat, ``decks`` (T, DECKS) deck codes, -1 for none.
    """

    values: NDArray[np.int64]
    people: NDArray[np.int32]
    decks: NDArray[np.int32]


# Columns of Carry.values; deck counts and stacks are runs from their first column.
CARRY_KINDS, CARRY_HANDS, CARRY_ANTE, CARRY_DECK_AT = range(4)
CARRY_DECK_COUNT = 4
CARRY_DECK_SEEN = CARRY_DECK_COUNT + DECKS
CARRY_STACK = CARRY_DECK_SEEN + DECKS
CARRY_FIELDS = CARRY_STACK + SEATS


class Filled(NamedTuple):
    """The facts as they are filled: one (columns, rows) array a table, in the order of ``facts.TABLES``."""

    hands: NDArray[np.int64]
    seats: NDArray[np.int64]
    cuts: NDArray[np.int64]
    shuffles: NDArray[np.int64]
    cards: NDArray[np.int64]
    deals: NDArray[np.int64]
    streets: NDArray[np.int64]
    antes: NDArray[np.int64]
    buy_ins: NDArray[np.int64]
    acts: NDArray[np.int64]
    rounds: NDArray[np.int64]
    withdrawals: NDArray[np.int64]
    refunds: NDArray[np.int64]
    shows: NDArray[np.int64]
    pots: NDArray[np.int64]
    awards: NDArray[np.int64]
    splits: NDArray[np.int64]
    misdeals: NDArray[np.int64]
    exposures: NDArray[np.int64]
    voids: NDArray[np.int64]
    keys: NDArray[np.int64]
    at: NDArray[np.int64]


# Which entry of Filled.at counts the rows of a table; the four of KEYED carry their own keys (3, table, rows).
(
    AT_SEATS, AT_CUTS, AT_SHUFFLES, AT_CARDS, AT_DEALS, AT_STREETS, AT_ANTES, AT_BUY_INS, AT_ACTS, AT_ROUNDS,
    AT_WITHDRAWALS, AT_REFUNDS, AT_SHOWS, AT_POTS, AT_AWARDS, AT_SPLITS, AT_MISDEALS, AT_EXPOSURES, AT_VOIDS,
) = range(19)  # fmt: skip
COUNTERS = 19
KEY_SEATS, KEY_STREETS, KEY_ROUNDS, KEY_SPLITS = range(4)
KEYED = 4
