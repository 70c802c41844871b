"""Where each fact stands in the replay's two arrays, as names for the kernels: facts in a byte, and facts in eight.

The names of each array stand in the order of ``facts.TABLES``; ``is_small`` says which array is a fact's.
"""

from audit.games.five_card_poker.facts import TABLES
from audit.schema import Column, Kind, Table

# Numbers that a byte holds whatever the log: seats, counts of seats, cards and rounds, ranks, numbers of pots.
_SMALL_NUMBERS = frozenset(
    (
        "hands.seats hands.cutting_players hands.uncalled_round seats.earlier_seat cards.foreign cards.repeated "
        "cards.burned deals.count deals.card deals.expected_seat deals.seats_left streets.seats_without_card "
        "acts.round acts.expected_seat rounds.able_seats rounds.owing_seats rounds.passed_over "
        "shows.expected_seat pots.pot awards.pot splits.pot splits.winners"
    ).split()
)

# fmt: off
(
    HAND_SEATS, HAND_DECK_FIRST_SEEN, HAND_FIRST_OF_DECK, HAND_SHUFFLED, HAND_CUTTING_PLAYERS,
    HAND_BURNED_FIRST, HAND_BOXED, HAND_FIRST_RAKE_LATE, HAND_UNCALLED_ROUND, SEAT_EARLIER_SEAT,
    SEAT_EARLIER_SEAT_GOES_ON, SEAT_IN_PLAY, SEAT_ANTED, SEAT_AT_SHOWDOWN, SEAT_SHOWED, CUT_HANDS_USED,
    CUT_AFTER_FIRST_CARD, SHUFFLE_BY, CARD_FOREIGN, CARD_REPEATED, CARD_BURNED, DEAL_COUNT, DEAL_CARD,
    DEAL_FACE, DEAL_EXPECTED_FACE, DEAL_IN_ORDER, DEAL_EXPECTED_SEAT, DEAL_SEAT_IN, DEAL_SEATS_LEFT,
    DEAL_CORRECTED, STREET_PART, STREET_SEATS_WITHOUT_CARD, ANTE_AGAIN, ANTE_AFTER_FIRST_CARD, ACT_KIND,
    ACT_ROUND, ACT_ALL_IN, ACT_SHORT, ACT_FIRST_OF_ROUND, ACT_BEFORE_BET, ACT_IN_TURN, ACT_EXPECTED_SEAT,
    ACT_CHECKED_BEFORE, ACT_COVERED, ACT_FORCED, ACT_ASKED_THOUGH_SHORT, ROUND_PART, ROUND_ABLE_SEATS,
    ROUND_OWING_SEATS, ROUND_PASSED_OVER, WITHDRAWAL_WHAT, WITHDRAWAL_LEFT, WITHDRAWAL_EXPOSED, REFUND_EXCUSED,
    SHOW_NAMED, SHOW_CATEGORY, SHOW_OTHER_CATEGORY, SHOW_NAMED_RANK, SHOW_RANK, SHOW_IN_ORDER,
    SHOW_EXPECTED_SEAT, SHOW_EARLY, POT_POT, AWARD_POT, AWARD_STANDING, AWARD_CONTESTED,
    AWARD_BEATEN, AWARD_TURNS_ON_READING, SPLIT_POT, SPLIT_WINNERS, MISDEAL_CORRECTED, EXPOSURE_IN_THE_DEAL,
    EXPOSURE_VOIDED, EXPOSURE_REFUNDED, EXPOSURE_EARLY, VOID_CAUSE_LOGGED,
) = range(76)
(
    HAND_ANTE, HAND_STATED_ANTE, HAND_DECK_NUMBER, HAND_DECK_COUNTED, HAND_OTHER_DECKS, HAND_LATE_ANTES,
    HAND_FIRST_RAKE, HAND_POT_RAKE, HAND_RAKE_ROWS, HAND_STAKED, HAND_GIVEN_BACK, HAND_POTS, HAND_AWARDED, HAND_RAKED,
    HAND_BASE_WITH_ANTES, HAND_BASE_OF_WAGERS, HAND_BASE_WITH_ANTES_LESS_FIRST, HAND_BASE_OF_WAGERS_LESS_FIRST,
    HAND_FIRST_RAKE_BEYOND_WAGERS,
    HAND_UNCALLED, HAND_BASE_BESIDES, HAND_DISCLOSURES, HAND_AGREEMENTS, SEAT_ANTE, SEAT_STACK_BEFORE,
    SEAT_STACK_AT_START, CUT_CARDS, CUT_CARDS_LEFT, ANTE_AMOUNT, ANTE_HAND_ANTE, BUY_IN_AMOUNT,
    BUY_IN_STACK_AFTER, BUY_IN_ANTE, ACT_AMOUNT, ACT_TO_CALL, ACT_INCREMENT, ACT_LEAST_RAISE, ACT_STACK_AFTER,
    ACT_DECISION_TIME, ACT_POT_AFTER, ACT_UP_CARDS, ACT_HOLE_CARD,
    ROUND_ACTS, POT_AMOUNT, POT_EXPECTED_AMOUNT, POT_LISTED_SEATS, POT_ENTITLED_SEATS, AWARD_AMOUNT,
    SPLIT_AWARDED, SPLIT_EQUAL_SHARE, SPLIT_LEAST_SHARE, SPLIT_MOST_SHARE,
) = range(52)
# fmt: on
SMALL, WIDE = 76, 52


def is_small(table: Table, column: Column) -> bool:
    """Whether a byte holds the fact."""
    return column.kind in (Kind.TRUTH, Kind.WORD) or f"{table.name}.{column.name}" in _SMALL_NUMBERS


def places() -> dict[str, tuple[bool, int]]:
    """Of every fact, by ``table.fact``, whether it is small and its place in its array."""
    result, small, wide = {}, 0, 0
    for table in TABLES:
        for column in table.columns:
            if is_small(table, column):
                result[f"{table.name}.{column.name}"] = (True, small)
                small += 1
            else:
                result[f"{table.name}.{column.name}"] = (False, wide)
                wide += 1
    return result
