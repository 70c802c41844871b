"""What may have happened and the log not tell it: kinds of event that its table has not shown, rows without a seat."""

from audit.games.five_card_poker.layout import (
    ACTED,
    AN_ALL_IN,
    ANTE,
    ANTED,
    BET,
    CARRIES,
    CHECK,
    DEAL,
    END,
    EXPOSED,
    FOLD,
    GOES_ON,
    GONE,
    GOT_CARD,
    HAND_START,
    LABEL_LISTED,
    LAST_ACT,
    LAST_PLAY,
    LAST_SEEN,
    LAST_WAGER,
    LEAVE,
    OUT,
    POT,
    POTS_KNOWN,
    RAKE,
    ROW,
    SEATLESS,
    SEATS,
    SHOW_KNOWN,
    SHOWS,
    STACK_IS,
    STREET,
    SUSPECT,
    UNKNOWN,
    VOID,
    WHOLE,
    Hand,
    Log,
)
from audit.games.five_card_poker.seating import carries, effective, seat_of, seats_in
from audit.kernel import inner_kernel


@inner_kernel
def shows_who_plays(hand: Hand) -> bool:
    """Whether the log shows who takes part, by antes or by cards."""
    return carries(hand, ANTE) or carries(hand, DEAL)


@inner_kernel
def may_be_gone(hand: Hand, seat: int) -> bool:
    """Whether a seat that the rest of the hand does not know may be out.

    So may one in whose acts a fault was found, and anybody by an event of a kind that the log lacks.
    """
    if hand[LAST_SEEN + seat] >= min(hand[ROW], hand[LAST_PLAY] + 1) or hand[GOES_ON]:
        return False
    if hand[SUSPECT] >> seat & 1 or not carries(hand, FOLD) or not carries(hand, LEAVE):
        return True
    # A hand is voided before it is played, or for a card exposed.
    return bool((hand[STREET] <= 2 or hand[EXPOSED] >> seat & 1) and not carries(hand, VOID))


@inner_kernel
def may_have_folded(hand: Hand) -> bool:
    """Whether somebody may have folded and the log not show it: who is in, and is not seen any more."""
    if carries(hand, FOLD):
        return False
    for seat in range(1, SEATS):
        if seats_in(hand) >> seat & 1 and hand[LAST_SEEN + seat] < hand[ROW]:
            return True
    return bool(hand[GONE])


@inner_kernel
def let_go(hand: Hand, seats: int) -> None:
    """Take seats for out that may have left the hand by an event of a kind that the log lacks."""
    hand[OUT] |= seats
    hand[GONE] |= seats
    hand[POTS_KNOWN] = hand[SHOW_KNOWN] = 0


@inner_kernel
def cards_in_doubt(hand: Hand) -> bool:
    """Whether it is not known of each card to whom it went, and in which round."""
    return bool(hand[SEATLESS] or not (carries(hand, BET) and carries(hand, CHECK) and carries(hand, FOLD)))


@inner_kernel
def put_elsewhere(hand: Hand, seat: int) -> bool:
    """Whether a seat that only put an ante put that of another one, which plays without."""
    idle = hand[LAST_ACT + seat] <= hand[ROW] and not hand[GOT_CARD] >> seat & 1 and not hand[ACTED] >> seat & 1
    return bool(idle and hand[WHOLE] and hand[ANTED] >> seat & 1 and hand[GOT_CARD] & ~hand[ANTED])


@inner_kernel
def loses_labels(log: Log, hand: Hand) -> bool:
    """Whether some of the hand's cards and rakes are labelled and others not: labels lack elsewhere too."""
    row, labelled, bare = hand[ROW], False, False
    while row > 0 and log.event[row] != HAND_START:
        row -= 1
    for dealt in range(row, hand[END]):
        if log.event[dealt] in (DEAL, RAKE):
            labelled |= log.label[dealt] >= 0
            bare |= log.label[dealt] < 0
    return bool(labelled and bare)


@inner_kernel
def may_be_out_of_chips(log: Log, hand: Hand, seat: int) -> bool:
    """Whether a seat may have put in its last chips and the log not tell it (art. 11(a)).

    So may one whose stack is not known and that never acts again: at a table that has not labelled such a wager
    all_in before, or where the rest of the hand goes on as if it had no chips.
    """
    if hand[STACK_IS + seat] != UNKNOWN or hand[LAST_ACT + seat] > hand[ROW]:
        return False
    kind = hand[LAST_WAGER + seat]
    labels = 1 << AN_ALL_IN + kind - BET if kind else 1 << AN_ALL_IN | 1 << AN_ALL_IN + 1 | 1 << AN_ALL_IN + 2
    return bool(not hand[CARRIES] & labels or _goes_without(log, hand, seat) or loses_labels(log, hand))


@inner_kernel
def _goes_without(log: Log, hand: Hand, seat: int) -> bool:
    """Whether a seat got cards after its last act, or is shown beside a pot that it cannot win."""
    last = hand[LAST_ACT + seat]
    for row in range(last + 1 if last >= 0 else hand[ROW], hand[END]):
        if log.event[row] == DEAL and effective(hand, seat_of(log, row)) == seat:
            return True
        listed = log.labels[LABEL_LISTED, log.label[row]]
        if log.event[row] == POT and listed >= 0 and hand[SHOWS] >> seat & 1 and not listed >> seat & 1:
            return True
    return False
