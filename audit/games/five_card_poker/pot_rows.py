"""The rows of a hand that log its pots: which pot each is, and what they come to."""

from audit.games.five_card_poker.layout import (
    ANTE,
    AWARD,
    BET,
    DEAL,
    FIRST_AWARD,
    FIRST_POT,
    LABEL_LISTED,
    LAST_AWARD,
    LAST_PLAY,
    LAST_POT,
    PART_OF,
    PASSED_OVER,
    POT,
    POT_COUNT,
    POT_ELIGIBLE,
    POT_ROWS,
    POT_SIZE,
    RAISE,
    REFUND,
    RETURN,
    SEATS,
    SHARE,
    SHOW,
    STAKED,
    UNKNOWN,
    WITHDRAW,
    Hand,
    Log,
)
from audit.games.five_card_poker.seating import effective, effective_mask, seat_of, seats_in
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import NULL_32

MOST_POTS = 9


@inner_kernel
def is_last_of_pot(log: Log, hand: Hand, row: int) -> bool:
    """Whether no later row logs the pot of a row again."""
    for later in range(row + 1, hand[LAST_POT] + 1):
        if log.event[later] == POT and log.number[later] == log.number[row] and later != hand[PASSED_OVER]:
            return False
    return True


@inner_kernel
def are_numbered(log: Log, hand: Hand) -> bool:
    """Whether it can be told which pot each row is: a single one needs no number."""
    if hand[POT_ROWS] < 2:
        return True
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] == POT and log.number[row] == NULL_32 and row != hand[PASSED_OVER]:
            return False
    return True


@inlined_kernel
def sum_of_pots(log: Log, hand: Hand) -> int:
    """The logged pots together, each by its last row; unknown where there is none or one lacks its amount."""
    total = 0
    if hand[POT_ROWS] == 0 or not are_numbered(log, hand):
        return int(UNKNOWN)
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] == POT and row != hand[PASSED_OVER] and is_last_of_pot(log, hand, row):
            if log.amount[row] == UNKNOWN:
                return int(UNKNOWN)
            total += log.amount[row]
    return total


@inner_kernel
def rows_add_up(log: Log, hand: Hand) -> bool:
    """Whether all rows of pots together come to the stakes: then each is a pot, whatever number they share."""
    total = 0
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] == POT and row != hand[PASSED_OVER]:
            if log.amount[row] == UNKNOWN:
                return False
            total += log.amount[row]
    return bool(total == hand[STAKED])


@inner_kernel
def are_running(log: Log, hand: Hand, start: int) -> bool:
    """Whether each row of pots tells all that was staked so far, at the end of some round, the last of them all of it.

    So only where one pot was to be built. Counts in ``SHARE`` the stakes at the rounds' ends.
    """
    if hand[POT_COUNT] != 1:
        return False
    staked, ends, at, told = 0, 0, 0, 0
    for number in range(MOST_POTS + 1):
        hand[PART_OF + number] = 0
    for row in range(start, hand[LAST_POT] + 1):
        event, amount = log.event[row], log.amount[row]
        if event in (DEAL, SHOW, POT) and staked > 0 and (ends == 0 or hand[SHARE + ends - 1] != staked):
            if ends == SEATS:
                return False
            hand[SHARE + ends] = staked
            ends += 1
        if event == ANTE or BET <= event <= RAISE:
            staked += amount
        elif event in (RETURN, REFUND, WITHDRAW):
            staked -= amount
        elif event == POT and row != hand[PASSED_OVER]:
            while at < ends and hand[SHARE + at] != amount:
                at += 1
            if at == ends or not 0 <= log.number[row] <= MOST_POTS:
                return False
            told = amount
    return bool(told == hand[STAKED])


@inner_kernel
def paid_to(log: Log, hand: Hand, seat: int) -> int:
    """All awards of a seat together; unknown where one lacks its amount."""
    total = 0
    for row in range(hand[FIRST_AWARD], hand[LAST_AWARD] + 1):
        if log.event[row] == AWARD and row != hand[PASSED_OVER] and effective(hand, seat_of(log, row)) == seat:
            if log.amount[row] == UNKNOWN:
                return int(UNKNOWN)
            total += log.amount[row]
    return int(total)


@inner_kernel
def highest_pot(log: Log, hand: Hand) -> int:
    """The highest number of a logged pot, 0 where none has one."""
    highest = 0
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] == POT and log.number[row] != NULL_32 and row != hand[PASSED_OVER]:
            highest = max(highest, log.number[row])
    return highest


@inner_kernel
def highest_award(log: Log, hand: Hand) -> int:
    """The highest number of a pot that an award names."""
    highest = -1
    for row in range(hand[FIRST_AWARD], hand[LAST_AWARD] + 1):
        if log.event[row] == AWARD and row != hand[PASSED_OVER]:
            highest = max(highest, log.number[row])
    return highest


@inner_kernel
def pot_number(number: int, rows: int) -> int:
    """The index of a pot; 0 where the log has one pot and does not number it, -1 where it cannot be told."""
    if number == NULL_32:
        return 0 if rows <= 1 else -1
    return int(number) if 0 <= number <= MOST_POTS else -1


@inner_kernel
def are_parts(log: Log, hand: Hand) -> bool:
    """Whether the logged pots are parts of those that the wagers make, as where each round's wagers are logged apart.

    Pots with the same seats are one pot that grew. Notes in ``PART_OF`` by number which; a seat that was out in the end
    may be listed while the hand was played.
    """
    pot, total, inside = 0, 0, seats_in(hand)
    for number in range(MOST_POTS + 1):
        hand[PART_OF + number] = -1
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] != POT or row == hand[PASSED_OVER] or not is_last_of_pot(log, hand, row):
            continue
        number, amount = pot_number(log.number[row], hand[POT_ROWS]), log.amount[row]
        if number < 0 or amount == UNKNOWN:
            return False
        if pot > 0 and total == 0 and (amount == 0 or pot == hand[POT_COUNT]):
            pot -= 1  # nothing was added in that round
            total = hand[POT_SIZE + pot]
        total += amount
        listed = log.labels[LABEL_LISTED, log.label[row]]
        if listed >= 0:
            seats = effective_mask(hand, listed)
            if row < hand[LAST_PLAY]:
                seats &= inside
            if seats != hand[POT_ELIGIBLE + pot]:
                return False
        hand[PART_OF + number] = pot
        if total > hand[POT_SIZE + pot]:
            return False
        if total == hand[POT_SIZE + pot]:
            pot, total = pot + 1, 0
    return bool(pot == hand[POT_COUNT])
