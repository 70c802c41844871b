"""Where the kernels keep things: the columns of every table of facts in order, the places of a hand's state, codes."""

from types import SimpleNamespace
from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import NAMES, VALUED
from audit.games.mahjong.fan import WAYS as WAYS_OF_A_WIN
from audit.games.mahjong.shapes import FOREIGN_KIND
from audit.kernel import compiles
from audit.schema import EVENTS

KIND = {name: code for code, name in enumerate(EVENTS["mahjong"])}

# Words of fact columns; a code is a place in the tuple.
WINDS = ("E", "S", "W", "N")
BEFORE = ("dealer_won", "other_won", "drawn", "false_win")
MOVED = ("kept", "passed", "elsewhere")
ENDED = ("none", "win", "false_win", "exhausted")
ENDS = ("wall", "tail")
MELDS = ("chow", "pung", "kong")
WAYS = ("claimed", "exposed", "concealed", "promoted")
REPLACED = ("none", "wall", "tail", "robbed", "spent")
BROKE = ("no", "unready", "ready", "just_drawn")
GROUNDS = ("no", "open", "either", "yes")
CALLED = ("win", "false_win")
LOOKS = ("accident", "purpose")
STAKES = tuple(
    "other 25/50 50/100 100/200 200/400 300/600 500/1000 1000/2000 2000/4000 3000/6000 5000/10000 10000/20000 "
    "20000/40000 30000/60000".split()
)

NO_GROUND, OPEN_GROUND, EITHER_GROUND, GROUND = range(4)
ENDED_NONE, ENDED_WIN, ENDED_FALSE, ENDED_EXHAUSTED = range(4)

# Columns of facts, in the order of the matrices that the kernels fill.
HANDS = (
    "players dealer round_wind round_wind_due number before moved walls portions_missing ended tiles_left stakes "
    "winner rake_rows rake_seat rake_amount rake_in_scale"
).split()
DICE = "dice lowest highest thrower dealer".split()
BREAKS = "wall stack wall_due stack_due".split()
LOOK_FACTS = "look konged_later".split()
TAKE_BACKS = "discards_before".split()
WALL_FACTS = "stacks".split()
DEALS = "tiles tiles_due seat_due copies foreign surplus".split()
DRAWS = "seat_due end end_due tiles_left after_chow copies foreign surplus".split()
DISCARDS = "seat_due first held size_after broke fed copies foreign surplus".split()
MELD_FACTS = (
    "meld way tiles equal sequence answers drew_too next_seat seat_due held pung_laid laid_open not_held better_claim "
    "win_claim replaced followed cleared copies foreign surplus missing_tile"
).split()
WIN_FACTS = (
    "called discarder robbed timely shape declared_fan fan fan_second fan_third fan_certainty fan_off "
    "names_wrong names_declared chicken_declared heavenly_declared heavenly earthly_declared earthly "
    "nearer_claim unmade_pung unmade_pung_before wrong_meld nine_exposed twelfth_tile feeder "
    "third_honour kept_last_honour broke_triplet passed_win fresh_honour exempt grounds charged_seat "
    "liability_missed share paid_total due_total paid_by_feeder charged_owes misfactored misfactored_seat "
    "misfactored_paid misfactored_due misstated misstated_seat misstated_paid misstated_due strangers "
    "limit_binds winner_money wrong_payees"
).split()

(
    H_PLAYERS,
    H_DEALER,
    H_WIND,
    H_WIND_DUE,
    H_NUMBER,
    H_BEFORE,
    H_MOVED,
    H_WALLS,
    H_PORTIONS,
    H_ENDED,
    H_LEFT,
    H_STAKES,
    H_WINNER,
    H_RAKES,
    H_RAKE_SEAT,
    H_RAKE,
    H_RAKE_SCALED,
) = range(len(HANDS))
D_DUE, D_END, D_END_DUE, D_LEFT, D_AFTER_CHOW, D_COPIES, D_FOREIGN, D_SURPLUS = range(len(DRAWS))
X_DUE, X_FIRST, X_HELD, X_SIZE, X_BROKE, X_FED, X_COPIES, X_FOREIGN, X_SURPLUS = range(len(DISCARDS))
(
    M_MELD,
    M_WAY,
    M_TILES,
    M_EQUAL,
    M_SEQUENCE,
    M_ANSWERS,
    M_DREW,
    M_NEXT,
    M_DUE,
    M_HELD,
    M_PUNG,
    M_OPEN,
    M_NOT_HELD,
    M_BETTER,
    M_WIN_CLAIM,
    M_REPLACED,
    M_FOLLOWED,
    M_CLEARED,
    M_COPIES,
    M_FOREIGN,
    M_SURPLUS,
    M_MISSING,
) = range(len(MELD_FACTS))
(
    W_CALLED,
    W_DISCARDER,
    W_ROBBED,
    W_TIMELY,
    W_SHAPE,
    W_DECLARED,
    W_FAN,
    W_FAN_2,
    W_FAN_3,
    W_CERTAINTY,
    W_FAN_OFF,
    W_NAMES_WRONG,
    W_NAMES,
    W_CHICKEN,
    W_HEAVENLY_SAID,
    W_HEAVENLY,
    W_EARTHLY_SAID,
    W_EARTHLY,
    W_NEARER,
    W_UNMADE,
    W_UNMADE_BEFORE,
    W_WRONG_MELD,
    W_NINE,
    W_TWELFTH,
    W_FEEDER,
    W_THIRD,
    W_KEPT,
    W_BROKE,
    W_PASSED,
    W_FRESH,
    W_EXEMPT,
    W_GROUNDS,
    W_CHARGED,
    W_MISSED,
    W_SHARE,
    W_PAID,
    W_DUE,
    W_PAID_FEEDER,
    W_OWES,
    W_MISFACTORED,
    W_MISFACTORED_SEAT,
    W_MISFACTORED_PAID,
    W_MISFACTORED_DUE,
    W_MISSTATED,
    W_MISSTATED_SEAT,
    W_MISSTATED_PAID,
    W_MISSTATED_DUE,
    W_STRANGERS,
    W_LIMIT,
    W_MONEY,
    W_WRONG_PAYEES,
    W_SEAT,  # of who calls the win; no fact of its own
) = range(len(WIN_FACTS) + 1)

# Places of the state of the hand that is being replayed (``Play.now``).
(
    DEALER,
    WIND,
    PLAYERS,
    OCCUPIED,
    HOLDER,
    HOLDER_BY_CHOW,
    NEXT,
    LAST_TILE,
    LAST_SEAT,
    LIVE,
    DRAWN_SINCE,
    DISCARDED,
    DRAWN,
    MELDED,
    TURN_SOUND,
    TILES_SOUND,
    BROKEN,
    REPLACE_DUE,
    REPLACE_KONG,
    FOLLOW_DUE,
    FOLLOW_KONG,
    ROB_TILE,
    ROB_SEAT,
    TURN_KONGS,
    ON_REPLACEMENT,
    LEFT,
    LEFT_KNOWN,
    ENDED_BY,
    DEAL_STEP,
    DEAL_FORM,
    DEAL_PART,
    DEAL_SOUND,
    DEALT_ANY,
    DICE_TOTAL,
    VISIBLE_BEFORE,
    RIVER_HIDDEN,
    LAST_BROKE,
    LAST_DISCARD_FACT,
    FIRST_WIN,
    WIN_ROWS,
    FIRST_LOOK,
    WALLS,
    RAKES,
    RAKE_SEAT,
    RAKE,
    PAY_OPEN,
    RAKE_OPEN,
    END_OPEN,
    FIRST_DICE,
    FIRST_BREAK,
    COPIES_NEW,
    FOREIGN_NEW,
    SURPLUS_NEW,
    CARRIED,
    STAKES_LOW,
    STAKES_HIGH,
    PLAY_BEGUN,
    SIMPLIFIED,
    DEALER_SIZE,
    OTHER_SIZE,
    WIND_SAID,
    PLAY_OPEN,
    SEATS_OPEN,
    TOOK_BACK,
    WALL_ODD,
    DEAL_STRAY,
    STRAYED,
    END_STRAY,
    DRAWN_AFTER,
    DOUBTED,
    SOUND_BEFORE,
    SIZED_BEFORE,
    TILES_BEFORE,
    LEFT_BEFORE,
) = range(74)
NOW_SIZE = 74

# Figures of the law of one day, an array.
(
    F_TILES,
    F_WALL_STACKS,
    F_PORTION,
    F_ROUNDS,
    F_DEALER_LAST,
    F_OTHER_LAST,
    F_MELDS,
    F_TWO_FAN_SHARES,
    F_FALSE_DEALER,
    F_FALSE_TO_DEALER,
    F_FALSE_TO_OTHER,
    F_CAP,
    F_DICE,
    F_CAP_CERTAINTY,
    F_ADDING_CERTAINTY,
    F_BARE_CERTAINTY,
) = range(16)
FIGURES = 16

# Places of what a table remembers (``TableState.values``); 0 is the mask of kinds of event.
S_KINDS, S_DEALER, S_NUMBER, S_BEFORE, S_OCCUPIED, S_DAY = range(6)
STATE_SIZE = 6

NONE = -(2**31)  # unknown in the matrices of 32 bits
NONE_64 = -(2**63)

CLAIM_CHOW, CLAIM_PUNG, CLAIM_KONG, CLAIM_WIN = 1, 2, 4, 8


class Log(NamedTuple):
    """The columns of a batch that the replay reads; ``words[kind of event, label + 1]`` is what a row's label says.

    ``words`` holds codes of the vocabulary of each kind of event, -1 where a row has no label or none that is known.
    """

    event: NDArray[np.int8]
    seat: NDArray[np.int8]
    other: NDArray[np.int8]
    number: NDArray[np.int32]
    amount: NDArray[np.int64]
    label: NDArray[np.int32]
    pieces_start: NDArray[np.int64]
    pieces: NDArray[np.int8]
    words: NDArray[np.int32]


class Facts(NamedTuple):
    """The facts of a batch or of a stretch of its hands, one column of facts after the other: ``rows[D_DUE, i]``.

    All tables that speak of single rows share their indices: ``TABLES`` stand one behind the other, and ``Play.at``
    tells where each goes on. Win facts have a matrix of their own, for they hold money; they stand first.
    """

    rows: NDArray[np.int32]
    wins: NDArray[np.int64]
    hands: NDArray[np.int64]
    row: NDArray[np.int64]  # of the batch, by fact
    hand: NDArray[np.int32]


class Play(Protocol):
    """The state of one hand, a record of ``PLAY``; seats index from 1."""

    now: NDArray[np.int64]
    act: NDArray[np.int64]  # the row at hand
    tiles: NDArray[np.int64]  # its tiles by kind, -1 unknown, 34 not of the set; of dice the codes of the log
    held: NDArray[np.int8]  # known concealed tiles, by seat and kind
    known: NDArray[np.int64]  # how many they are, by seat
    hidden: NDArray[np.int64]  # concealed tiles that the log does not know, by seat
    sound: NDArray[np.int64]  # whether the tiles of a seat can be relied on
    sized: NDArray[np.int64]  # whether their number can
    laid: NDArray[np.int8]  # melds by seat: how they lie, kind
    laid_count: NDArray[np.int64]
    visible: NDArray[np.int64]  # by kind, on the table
    copies: NDArray[np.int64]  # by kind, known to be in the game
    claims: NDArray[np.int64]
    dealt: NDArray[np.int64]
    gain: NDArray[np.int64]  # last tile that came to a seat by draw: kind; -1 unknown, -2 by a meld
    discards: NDArray[np.int64]
    kongs: NDArray[np.int64]
    fed: NDArray[np.int64]  # who fed a seat's fourth exposed meld
    fed_draws: NDArray[np.int64]
    wrong: NDArray[np.int64]  # fact row of a wrong meld not put right, -1 for none
    wrong_discards: NDArray[np.int64]
    unmade: NDArray[np.int64]  # discards on which a pung was claimed and not made, by seat
    money: NDArray[np.int64]
    paid: NDArray[np.int64]  # by payer and payee
    paid_rows: NDArray[np.int64]  # how many rows that were
    liable_rows: NDArray[np.int64]  # and how many of them said that the payer pays for all
    misfits: NDArray[np.int64]  # scratch: payments not as they must be: how many, the first one's seat, sum, sum due
    at: NDArray[np.int64]  # the next fact of each table
    table: NDArray[np.int8]  # of facts, by kind of event; -1 for none
    kinds: NDArray[np.int8]  # which kinds the game's set holds
    kind_of: NDArray[np.int8]  # by the eight bits of a tile's code: its kind, -1 unknown, 34 not of the set
    figures: NDArray[np.int64]  # of the law of the hand's day
    fan: NDArray[np.int64]
    certainty: NDArray[np.int64]
    counts: NDArray[np.int8]  # scratch: tiles by kind
    way: NDArray[np.int8]  # scratch: how a win was won
    valued: NDArray[np.int64]  # scratch: what it is worth
    laid_sorts: NDArray[np.int64]  # scratch: melds by suited, winds, dragons, then exposed and concealed


AT_WINS, AT_DICE, AT_BREAKS, AT_DEALS, AT_DRAWS, AT_DISCARDS, AT_MELDS, AT_LOOKS, AT_BACKS, AT_WALLS = range(10)

# Places of ``Play.act``; A_CLAIMED is the kind of the tile that a meld claims, A_SHOWN whether the row shows tiles.
A_EVENT, A_SEAT, A_OTHER, A_NUMBER, A_AMOUNT, A_WHAT, A_TILES, A_CLAIMED, A_SHOWN = range(9)
ANY_CLAIMED, NONE_CLAIMED = -2, -3  # of a meld that may claim any of its tiles, or claims none


class TableLayout(NamedTuple):
    """A table of facts of single rows: its name, the kinds of event that it speaks of, its columns in order."""

    name: str
    events: tuple[str, ...]
    columns: list[str]


TABLES = (
    TableLayout("wins", ("win", "false_win"), WIN_FACTS),
    TableLayout("dice", ("dice",), DICE),
    TableLayout("breaks", ("break",), BREAKS),
    TableLayout("deals", ("deal",), DEALS),
    TableLayout("draws", ("draw",), DRAWS),
    TableLayout("discards", ("discard",), DISCARDS),
    TableLayout("melds", ("chow", "pung", "kong"), MELD_FACTS),
    TableLayout("looks", ("look",), LOOK_FACTS),
    TableLayout("take_backs", ("take_back",), TAKE_BACKS),
    TableLayout("walls", ("wall",), WALL_FACTS),
)

MOST_TILES = 40  # of a row; the notation of pieces takes no more

_BY_SEAT = (
    "known hidden sound sized laid_count claims dealt gain discards kongs fed fed_draws wrong wrong_discards "
    "unmade money"
).split()


class Rules(NamedTuple):
    """What the kernels need of the game and of the law: ``figures``, ``fan``, ``certainty`` have a row for each law."""

    figures: NDArray[np.int64]
    fan: NDArray[np.int64]
    certainty: NDArray[np.int64]
    flags: NDArray[np.uint8]
    simplified: bool


# The numbers of 64 bits first: one that lies across two cache lines is slow to read.
PLAY = np.dtype(
    [
        ("now", np.int64, (NOW_SIZE,)),
        ("act", np.int64, (9,)),
        ("tiles", np.int64, (MOST_TILES,)),
        ("visible", np.int64, (35,)),
        ("copies", np.int64, (35,)),
        ("at", np.int64, (10,)),
        ("figures", np.int64, (FIGURES,)),
        ("fan", np.int64, (len(NAMES),)),
        ("certainty", np.int64, (len(NAMES),)),
        ("valued", np.int64, (VALUED,)),
        ("laid_sorts", np.int64, (3, 2)),
        ("misfits", np.int64, (2, 4)),
        *((name, np.int64, (5, 5)) for name in ("paid", "paid_rows", "liable_rows")),
        *((name, np.int64, (5,)) for name in _BY_SEAT),
        ("held", np.int8, (5, 35)),
        ("laid", np.int8, (5, 4, 2)),
        ("table", np.int8, (len(KIND),)),
        ("kinds", np.int8, (35,)),
        ("kind_of", np.int8, (256,)),
        ("counts", np.int8, (35,)),
        ("way", np.int8, (WAYS_OF_A_WIN,)),
    ]
)


_TABLE_OF = {kind: place for place, table in enumerate(TABLES) for kind in table.events}
_TABLE_OF_KIND = [_TABLE_OF.get(kind, -1) for kind in KIND]


def new_play(kinds: NDArray[np.bool_]) -> Play:
    """A state to reuse from hand to hand.

    Compiled kernels hand each other a record, a single pointer; for plain Python, which takes long to look up the
    fields of one, it is an object of arrays, of 64 bits as compiled kernels compute.
    """
    play: Play
    if compiles():
        play = np.zeros(1, PLAY).view(np.recarray)[0]
    else:
        fields = {name: np.zeros(dtype.shape, np.int64) for name, (dtype, *_) in (PLAY.fields or {}).items()}
        play = cast(Play, SimpleNamespace(**fields))
    play.kinds[: len(kinds)] = kinds
    play.kind_of[:] = FOREIGN_KIND
    play.kind_of[: len(kinds)] = np.where(kinds, np.arange(len(kinds)), FOREIGN_KIND)
    play.kind_of[-1] = -1
    play.table[:] = _TABLE_OF_KIND
    return play
