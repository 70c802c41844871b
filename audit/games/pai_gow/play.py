"""A pai gow hand in play: its rows as whole numbers, its record, and the facts under way, each one flat array.

The kernels call one another hundreds of times a hand, and each array that a call hands on costs several stores: so a
hand has few. Rows are counted from the hand's first.
"""

import numpy as np
from numpy.typing import NDArray

from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import EVENTS

U = -9223372036854775808  # unknown
_POSITIVE = 0xFFFFFFFF  # a number that surely has no sign needs no look whether it counts from an array's end
GREATEST = 4 * 10**18  # sums beyond it are unknown, so that none can wrap

Vector = NDArray[np.int64]
Matrix = NDArray[np.int64]
Pieces = NDArray[np.int8]
Codes = NDArray[np.int16]

KIND = {name: code for code, name in enumerate(EVENTS["pai_gow"])}
HAND_START, REPLACE_SET, CONSENT, DECLINE = (
    KIND["hand_start"],
    KIND["replace_set"],
    KIND["consent"],
    KIND["decline"],
)
BANK, SHUFFLE, COBANK, BET = KIND["bank"], KIND["shuffle"], KIND["cobank"], KIND["bet"]
BET_CHANGE, BET_MOVE, DECLARE, CUT = KIND["bet_change"], KIND["bet_move"], KIND["declare"], KIND["cut"]
SHAKE, DEAL, EXPOSE, VOID, SET = KIND["shake"], KIND["deal"], KIND["expose"], KIND["void"], KIND["set"]
OPEN, ARRANGE, TAKE_BACK, TOUCH = KIND["open"], KIND["arrange"], KIND["take_back"], KIND["touch"]
SPEAK, REMOVE_TILE, DISPUTE, COMPARE = KIND["speak"], KIND["remove_tile"], KIND["dispute"], KIND["compare"]
SETTLE, COMPENSATE = KIND["settle"], KIND["compensate"]

# Sets of kinds of event, a bit a kind: one look tells whether a row's is among them.
DICE_AND_DEAL = 1 << SHAKE | 1 << DEAL | 1 << SHUFFLE | 1 << REPLACE_SET
ON_BETS = 1 << BET | 1 << BET_CHANGE | 1 << BET_MOVE
STAKES_AND_TURN = ON_BETS | 1 << CONSENT | 1 << DECLINE | 1 << COBANK
HANDLINGS = 1 << TOUCH | 1 << SPEAK | 1 << TAKE_BACK | 1 << REMOVE_TILE
PLAY = 1 << SET | 1 << OPEN | 1 << ARRANGE | 1 << COMPARE | 1 << SETTLE
BY_HANDLERS = 1 << SET | 1 << TAKE_BACK | 1 << TOUCH

# Who did an act, in the order of the facts' words; the log's actors are one more, 0 for none.
PLAYER, BANKER, DEALER, HOUSE = range(4)
WIN, LOSE, PUSH, NO_PLAY = range(4)

SEATS = 8
ALL_SEATS = 0b111111110  # a mask of seats 1-8
TILES = 4  # of a pile and of a setting; the pack's parameter says what is due

(
    T_HANDS, T_SHUFFLES, T_SHAKES, T_CUTS, T_STAKES, T_BETS, T_WAGERS, T_PILES, T_VOIDS, T_SEATS, T_SETS, T_PAIRS,
    T_LAYOUTS, T_COMPARISONS, T_PAIR_COMPARISONS, T_SETTLEMENTS, T_OPENINGS, T_HANDLINGS, T_DISPUTES, T_COMPENSATIONS,
) = range(20)  # fmt: skip

# Columns of ``log``, a hand's rows: ``U`` where the log has no number or amount, person, label and ref -1, seats 0.
# ``WORD`` is the label as ``audit.games.pai_gow.labels`` codes it; the pieces of a row are ``SIZE`` from ``START`` on.
# ``RIGHT`` is filled for set rows: whether they split their seat's pile.
(
    EVENT, SEAT, OTHER, ACTOR, PERSON, NUMBER, AMOUNT, PAYOUT, FEE, WORD, LABEL, REF, START, SIZE, SPLIT, RIGHT,
) = range(16)  # fmt: skip
LOG_COLUMNS = 16

# Places of ``now``, the hand's own record.
(
    HAND, FIRST, LAST, GAP, WHOLE, PAGE, BANKING, BANK_PERSON, FIRST_DEAL, LAST_DEAL, LAST_SHAKE, THE_SHAKE, DOUBT,
    SHAKE_FOLLOWED, VOID_DEAL, PILES, DEALT, PLAYED, SHUFFLED, CONSENTS, DECLINED, DECLINE_LOST, REPLACEMENTS,
    REPLACED_LATE, SETTLED, CO_BANKERS, OPENING, OPENING_DOUBT, KINDS, EXPOSED_LOST, BANKER_CUT, CUT_DOUBT,
    CUT_SEATS, CUT_COUNT, CUT_LOST, BANK_FIRST, BANK_PUT, BANK_NOW, HOUSE_NOW, HOUSE_SEEN, STAKES_LATE, TURN_HANDS,
    SHARE, BANK_TOTAL, BANK_OWN, NET, BETS, SETS, SETTLES, WAGERS, PILE_LIST, DEPARTED, SNAPPED, LAST_SET_ID,
    OWN_ROW, FURTHEST, FIRST_IN_ORDER, OWN_PAYOUT, OWN_FEE, COMPARED_AGAIN,
    VOID_OTHER, UNCLEAN, BANKER_OTHERWISE, WRONG, CARRIED, BETS_SURE, SURPLUS, CONSENT_DOUBT, TOLD_KINDS,
) = range(69)  # fmt: skip

# In ``now``, too, each by seat 0-8: ``now[EXPOSED + seat]``.
(
    EXPOSED, EXPOSE_DOUBT, VOIDED, PRESENT, SEAT_SETTLED, PILE_COUNT, PILE_ROW, LAST_SET, LAST_ARRANGE, LAST_COMPARE,
    MERGED, PIGGYBACK, BET_ROWS, VOID_SETTLE, FIRST_SETTLE, CO_BANK, CO_BANK_SEEN, TURNED, SET_SEEN, LAYS, HIGHEST,
    BETTORS, HANDLERS, HANDLER_DOUBT, IN_ORDER, FRONT_ABOVE, PREVIOUS_SET, TAKEN_SORTED,
) = range(69, 321, 9)  # fmt: skip

# In ``now``, too: four kinds of a seat, front first, -1 where not known, as they lay and in right order
# (``now[LAID + 4 * seat]``), and how often each kind was dealt.
LAID, SORTED, COPIES = 321, 357, 393
BANK_AT_SHAKE = 414  # of the banker's rows before the shake the last, where ``BANK_PUT`` is the largest
# The seat dealt first, those due by the first and the last valid shake and by the total used; whether the first is none
# of them (1), or one pile alone stands out of the order due (2).
FIRST_SEAT, SEAT_DUE, SEAT_DUE_LAST, SEAT_BY_TOTAL, FIRST_OFF = range(415, 420)
_NOW = 420

# Rows of ``lists``: the hand's bets, settings and settlements; who handled the tiles of which seat; wagers, what one
# person has on one seat; what settle rows are due (``audit.games.pai_gow.settling``).
(
    BET_AT, SET_AT, SETTLE_AT, ORDER, HANDLER_SEAT, HANDLER, W_SEAT, W_PERSON, W_BET, W_AT_SHAKE, W_SETTLED, W_ROW,
    W_SETTLE_ROW, W_LAST_AMOUNT, D_RESULT, D_DUE, D_EVEN, D_BY_SEAT, D_FIRST, D_NETTED, D_IS_BANKING, D_PLACE,
    D_KEPT,
) = range(23)  # fmt: skip


def new_record() -> Vector:
    """The record of a hand before its first row, twice: one to write on and one to begin every hand from."""
    now = np.zeros((2, _NOW), np.int64)
    for place in (
        BANK_PERSON, FIRST_DEAL, LAST_DEAL, LAST_SHAKE, THE_SHAKE, DOUBT, SHAKE_FOLLOWED, OPENING, OPENING_DOUBT,
        LAST_SET_ID, OWN_ROW,
    ):  # fmt: skip
        now[:, place] = -1
    now[:, [BANK_NOW, BANK_PUT, BANK_AT_SHAKE]] = U
    for first in (PILE_ROW, LAST_SET, LAST_ARRANGE, LAST_COMPARE, VOID_SETTLE, FIRST_SETTLE, PREVIOUS_SET):
        now[:, first : first + SEATS + 1] = -1
    return now


LISTS = D_KEPT + 3


def new_lists(longest: int) -> Matrix:
    """Blank lists for hands of up to ``longest`` rows."""
    return np.zeros((LISTS, 2 * longest + 16), np.int64)  # a move of a bet may open two wagers


@inner_kernel
def add(now: Vector, out: Vector, table: int, row: int, seat: int) -> int:
    """A new row of a table of facts (``audit.games.pai_gow.filling``), row -1 for the hand; where it begins."""
    at = out[2 * table]
    out[2 * table] = at + out[2 * table + 1]
    out[at], out[at + 1], out[at + 2] = now[HAND], -1 if row < 0 else now[FIRST] + row, seat
    return int(at) & _POSITIVE


@inner_kernel
def right_of(seat: int, steps: int) -> int:
    """The seat so many places counter-clockwise of another."""
    return (seat - 1 + steps) % 8 + 1


@inner_kernel
def who(now: Vector, log: Matrix, row: int) -> int:
    """Who did an act: its actor, else by its seat banker or player, else unknown."""
    if log[row, ACTOR] > 0:
        return int(log[row, ACTOR]) - 1
    if log[row, SEAT] == 0 or now[BANKING] == 0:
        return U
    return BANKER if log[row, SEAT] == now[BANKING] else PLAYER


@inner_kernel
def by_banker_or_player(now: Vector, log: Matrix, row: int) -> int:
    """As ``who``, and unknown where the seat speaks against it: a banker's act at another seat, a player's at his.

    Another person than the one who put up the bank may be a player at the banker's seat.
    """
    by, seat, banking = who(now, log, row), log[row, SEAT], now[BANKING]
    if by == BANKER:
        return by if seat == 0 or banking in (0, seat) else U
    if by == PLAYER and seat > 0 and seat == banking:
        other = now[BANK_PERSON] >= 0 and log[row, PERSON] >= 0 and log[row, PERSON] != now[BANK_PERSON]
        return by if other else U
    return by


@inner_kernel
def after_shake(now: Vector, row: int) -> int:
    """Whether a row stands behind the valid shake."""
    if row >= now[GAP]:
        return U
    shake, doubt = now[THE_SHAKE], now[DOUBT]
    if shake >= 0:
        if doubt >= 0 and doubt < shake and doubt < row < shake:
            return U
        return 1 if row > shake else 0
    if doubt >= 0 and row > doubt:
        return U
    if now[FIRST_DEAL] >= 0 and (now[WHOLE] == 1 or now[FIRST_DEAL] < row):
        return U
    return 0


@inner_kernel
def packed(log: Matrix, pieces: Pieces, row: int) -> int:
    """The pieces of a row as one number; unknown where there are none or over eight."""
    first, size = log[row, START], log[row, SIZE]
    if size == 0 or size > 8:
        return U
    result = 0
    for place in range(size):
        result |= (int(pieces[first + place]) + 2) << (8 * place)
    return result


@inlined_kernel
def pack_two(one: int, other: int) -> int:
    """Two kinds as one number; unknown where one is."""
    if one < 0 or other < 0:
        return U
    return (one + 2) | ((other + 2) << 8)
