"""A pai gow hand in play: the log as columns of whole numbers, the record of one hand, and the facts under way."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.pai_gow.facts import TABLES
from audit.games.pai_gow.ranking import Ranking
from audit.kernel import uncounted_kernel
from audit.schema import EVENTS

U = -9223372036854775808  # unknown
GREATEST = 4 * 10**18  # sums beyond it are unknown, so that none can wrap

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

# Who did an act, in the order of the facts' words; the log's actors are one more, 0 for none.
PLAYER, BANKER, DEALER, HOUSE = range(4)
WIN, LOSE, PUSH, NO_PLAY = range(4)

SEATS = 8
_LEAD = 3  # hand, row and seat stand before the columns of a table


class Log(NamedTuple):
    """A batch's rows, N of each: ``word`` and the others from ``audit.games.pai_gow.labels`` by row, already looked up.

    ``amount``, ``payout``, ``fee`` and ``number`` hold ``U`` where the log has none; ``person`` is -1, seats are 0.
    """

    event: NDArray[np.int64]
    seat: NDArray[np.int64]
    other: NDArray[np.int64]
    actor: NDArray[np.int64]
    person: NDArray[np.int64]
    number: NDArray[np.int64]
    amount: NDArray[np.int64]
    payout: NDArray[np.int64]
    fee: NDArray[np.int64]
    word: NDArray[np.int64]
    label: NDArray[np.int64]
    ref: NDArray[np.int64]
    start: NDArray[np.int64]
    pieces: NDArray[np.int8]
    split: NDArray[np.int64]


class Names(NamedTuple):
    """What labels say of pairs and comparisons, by label index; the last entry stands for no label."""

    front: NDArray[np.int8]
    rear: NDArray[np.int8]
    result: NDArray[np.int8]
    row: NDArray[np.int16]
    other_row: NDArray[np.int16]
    points: NDArray[np.int8]


class Tables(NamedTuple):
    """Rank tables by page, with the points of every row of Table 2 and the row of every strength (0 for none)."""

    ranking: Ranking
    row_points: NDArray[np.int64]
    strength_row: NDArray[np.int64]


class Out(NamedTuple):
    """Facts under way: one matrix a table, hand, row and seat before its columns, and how many rows each has."""

    hands: NDArray[np.int64]
    shuffles: NDArray[np.int64]
    shakes: NDArray[np.int64]
    cuts: NDArray[np.int64]
    stakes: NDArray[np.int64]
    bets: NDArray[np.int64]
    wagers: NDArray[np.int64]
    piles: NDArray[np.int64]
    voids: NDArray[np.int64]
    seats: NDArray[np.int64]
    sets: NDArray[np.int64]
    pairs: NDArray[np.int64]
    layouts: NDArray[np.int64]
    comparisons: NDArray[np.int64]
    pair_comparisons: NDArray[np.int64]
    settlements: NDArray[np.int64]
    openings: NDArray[np.int64]
    handlings: NDArray[np.int64]
    disputes: NDArray[np.int64]
    compensations: NDArray[np.int64]
    filled: NDArray[np.int64]


(
    T_HANDS, T_SHUFFLES, T_SHAKES, T_CUTS, T_STAKES, T_BETS, T_WAGERS, T_PILES, T_VOIDS, T_SEATS, T_SETS, T_PAIRS,
    T_LAYOUTS, T_COMPARISONS, T_PAIR_COMPARISONS, T_SETTLEMENTS, T_OPENINGS, T_HANDLINGS, T_DISPUTES, T_COMPENSATIONS,
) = range(20)  # fmt: skip

# Places of ``Play.now``, the hand's own record.
(
    HAND, FIRST, LAST, GAP, WHOLE, PAGE, BANKING, BANK_PERSON, FIRST_DEAL, LAST_DEAL, LAST_SHAKE, THE_SHAKE, DOUBT,
    SHAKE_FOLLOWED, VOID_DEAL, PILES, DEALT, PLAYED, SHUFFLED, CONSENTS, DECLINED, DECLINE_LOST, REPLACEMENTS,
    REPLACED_LATE, SETTLED, CO_BANKERS, OPENING, OPENING_DOUBT, DECLARED, EXPOSED_LOST, BANKER_CUT, CUT_DOUBT,
    CUT_SEATS, CUT_COUNT, CUT_LOST, BANK_FIRST, BANK_PUT, BANK_NOW, HOUSE_NOW, HOUSE_SEEN, STAKES_LATE, TURN_HANDS,
    SHARE, BANK_TOTAL, BANK_OWN, NET, BETS, SETS, SETTLES, WAGERS, PILE_LIST, DEPARTED, SNAPPED, LAST_SET_ID,
    OWN_ROW, SEATS_SET, COMPENSATED,
) = range(57)  # fmt: skip

# Rows of ``Play.seat``, by seat 0-8.
(
    EXPOSED, EXPOSE_DOUBT, VOIDED, PRESENT, SEAT_SETTLED, PILE_COUNT, PILE_ROW, LAST_SET, LAST_ARRANGE, LAST_COMPARE,
    MERGED, PIGGYBACK, BET_ROWS, VOID_SETTLE, FIRST_SETTLE, CO_BANK, CO_BANK_SEEN, TURNED, SET_SEEN, LAYS, HIGHEST,
    BETTORS, HANDLERS, HANDLER_DOUBT, IN_ORDER, FRONT_ABOVE, PREVIOUS_SET,
) = range(27)  # fmt: skip

# Rows of ``Play.wager``: what one person has on one seat.
W_SEAT, W_PERSON, W_BET, W_AT_SHAKE, W_SETTLED, W_ROW, W_SETTLE_ROW, W_LAST_AMOUNT = range(8)


class Play(NamedTuple):
    """The record of one hand: scalars, values by seat, wagers, and the rows of its bets, sets, settlements and piles.

    ``laid[seat]`` are the four kinds of a seat as compared, front first, -1 where not known; ``copies`` counts the
    kinds dealt; ``due`` holds by settle row, in the order of ``settles``, what ``SettleColumns`` say.
    """

    now: NDArray[np.int64]
    seat: NDArray[np.int64]
    wager: NDArray[np.int64]
    bets: NDArray[np.int64]
    sets: NDArray[np.int64]
    settles: NDArray[np.int64]
    piles: NDArray[np.int64]
    handlers: NDArray[np.int64]
    laid: NDArray[np.int64]
    sorted: NDArray[np.int64]
    copies: NDArray[np.int64]
    due: NDArray[np.int64]
    order: NDArray[np.int64]


def new_play(longest: int) -> Play:
    """A blank record for hands of up to ``longest`` rows."""
    size = 2 * longest + 16  # a move of a bet may open two wagers
    return Play(
        now=np.zeros(57, np.int64),
        seat=np.zeros((27, SEATS + 1), np.int64),
        wager=np.zeros((8, size), np.int64),
        bets=np.zeros(size, np.int64),
        sets=np.zeros(size, np.int64),
        settles=np.zeros(size, np.int64),
        piles=np.zeros((3, size), np.int64),
        handlers=np.zeros((2, size), np.int64),
        laid=np.zeros((SEATS + 1, 4), np.int64),
        sorted=np.zeros((SEATS + 1, 4), np.int64),
        copies=np.zeros(22, np.int64),
        due=np.zeros((8, size), np.int64),
        order=np.zeros(size, np.int64),
    )


def new_out(counts: NDArray[np.int64]) -> Out:
    """Blank matrices with room for ``counts`` rows, one number a table."""
    matrices = [
        np.zeros((_LEAD + len(table.columns), int(count)), np.int64)
        for table, count in zip(TABLES, counts, strict=True)
    ]
    return Out._make([*matrices, np.zeros(len(TABLES), np.int64)])


@uncounted_kernel
def add(table: NDArray[np.int64], count: NDArray[np.int64], place: int, hand: int, row: int, seat: int) -> int:
    """A new row of a table of facts; its number."""
    number = count[place]
    count[place] += 1
    table[0, number], table[1, number], table[2, number] = hand, row, seat
    return int(number)


@uncounted_kernel
def right_of(seat: int, steps: int) -> int:
    """The seat so many places counter-clockwise of another."""
    return (seat - 1 + steps) % 8 + 1


@uncounted_kernel
def who(play: Play, log: Log, row: int) -> int:
    """Who did an act: its actor, else by its seat banker or player, else unknown."""
    if log.actor[row] > 0:
        return int(log.actor[row]) - 1
    if log.seat[row] == 0 or play.now[BANKING] == 0:
        return U
    return BANKER if log.seat[row] == play.now[BANKING] else PLAYER


@uncounted_kernel
def after_shake(play: Play, row: int) -> int:
    """Whether a row stands behind the valid shake."""
    now = play.now
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


@uncounted_kernel
def packed(log: Log, row: int) -> int:
    """The pieces of a row as one number; unknown where there are none or over eight."""
    first, end = log.start[row], log.start[row + 1]
    if end == first or end - first > 8:
        return U
    result = 0
    for place in range(end - first):
        result |= (int(log.pieces[first + place]) + 2) << (8 * place)
    return result


@uncounted_kernel
def pack_two(one: int, other: int) -> int:
    """Two kinds as one number; unknown where one is."""
    if one < 0 or other < 0:
        return U
    return (one + 2) | ((other + 2) << 8)
