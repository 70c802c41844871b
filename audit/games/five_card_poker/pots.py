"""Pots, side pots, awards and the rake's bases at a hand's end (art. 4, 7-9, 11(a))."""

from audit.games.five_card_poker.columns import (
    AWARD_AMOUNT,
    AWARD_BEATEN,
    AWARD_CONTESTED,
    AWARD_POT,
    AWARD_STANDING,
    AWARD_TURNS_ON_READING,
    HAND_BASE_OF_WAGERS,
    HAND_BASE_OF_WAGERS_LESS_FIRST,
    HAND_BASE_WITH_ANTES,
    HAND_BASE_WITH_ANTES_LESS_FIRST,
    HAND_UNCALLED,
    HAND_UNCALLED_EARLIER,
    HAND_UNCALLED_ROUND,
    POT_AMOUNT,
    POT_ELIGIBLE_RIGHT,
    POT_EXPECTED_AMOUNT,
    POT_POT,
    SPLIT_AWARDED,
    SPLIT_LEAST_SHARE,
    SPLIT_MOST_SHARE,
    SPLIT_POT,
    SPLIT_WINNERS,
)
from audit.games.five_card_poker.layout import (
    ANTES_BACK,
    ANTES_IN,
    AT_AWARDS,
    AT_POTS,
    AT_SPLITS,
    AWARD,
    CHOICE_RAKE_ANTES,
    CHOICE_RAKE_FIRST,
    CHOICE_RAKE_UNCALLED,
    FIRST_RAKE,
    KEY_SPLITS,
    MONEY_KNOWN,
    OUT,
    PLAYS,
    POT,
    POT_COUNT,
    POT_EXCESS,
    POT_LEVEL,
    POT_ROWS,
    POTS_BUILT,
    POTS_KNOWN,
    RETURNED,
    SEATS,
    SHORT,
    TOTAL,
    UNCALLED,
    UNCALLED_ROUND,
    UNKNOWN,
    VOID_HAND,
    WAGERED,
    WAGERS_BACK,
    WHOLE,
    Filled,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.seating import count_of, effective, effective_mask, seats_in
from audit.games.five_card_poker.showdown import place_of_seat
from audit.kernel import kernel
from audit.schema import NULL_32

AMOUNT, ELIGIBLE = 0, 1
MOST_POTS = 9
LAST_ROUND = 4
# Indices into facts.STANDING_WORDS.
_ELIGIBLE, _OUT, _NEVER_IN, _NOT_FUNDED = range(4)
# Options of the readings of the rake: either, or one of the two.
EITHER, WITH_ANTES, WITHOUT_ANTES = range(3)
DEDUCTED, NOT_DEDUCTED = 1, 2
LAST_PLAYED, ROUND_FOUR = 1, 2


@kernel
def _add_pot(hand: Hand, amount: int, eligible: int) -> None:
    count = hand.has[POT_COUNT]
    if count > 0 and (hand.pots[ELIGIBLE, count - 1] == eligible or eligible == 0 or count == MOST_POTS):
        hand.pots[AMOUNT, count - 1] += amount
        return
    hand.pots[AMOUNT, count] = amount
    hand.pots[ELIGIBLE, count] = eligible
    hand.has[POT_COUNT] += 1


@kernel
def _layer(hand: Hand, below: int, level: int) -> int:
    """What all seats put between two levels."""
    amount = 0
    for seat in range(1, SEATS):
        amount += max(0, min(hand.seat[TOTAL, seat], level) - below)
    return amount


@kernel
def build_pots(hand: Hand) -> None:
    """Divide the stakes by the levels of the short seats that are in: what is above one's level he cannot win."""
    has = hand.has
    inside, below, highest = seats_in(hand), 0, 0
    for seat in range(1, SEATS):
        highest = max(highest, hand.seat[TOTAL, seat])
    while True:
        level = -1
        for seat in range(1, SEATS):
            total = hand.seat[TOTAL, seat]
            if inside & (1 << seat) and hand.seat[SHORT, seat] and total > below and (level < 0 or total < level):
                level = total
        if level < 0:
            break
        eligible = inside
        for seat in range(1, SEATS):
            if hand.seat[SHORT, seat] and hand.seat[TOTAL, seat] < level:
                eligible &= ~(1 << seat)
        _add_pot(hand, _layer(hand, below, level), eligible)
        below = level
    eligible, funding = inside, 0
    for seat in range(1, SEATS):
        if hand.seat[SHORT, seat]:
            eligible &= ~(1 << seat)
        if hand.seat[TOTAL, seat] > below:
            funding |= 1 << seat
    if highest > below:
        before = has[POT_COUNT]
        _add_pot(hand, _layer(hand, below, highest), eligible if eligible or before else inside)
        has[POT_EXCESS] = has[POT_COUNT] > before > 0 and funding == eligible and count_of(eligible) == 1


@kernel
def _is_last_of_pot(log: Log, row: int, end: int) -> bool:
    again = 0
    for later in range(row + 1, end):
        again += log.event[later] == POT and log.number[later] == log.number[row]
    return again == 0


@kernel
def sum_of_pots(log: Log, start: int, end: int) -> int:
    """The logged pots together, each by its last row; unknown where there is none or one lacks its amount."""
    total, rows = 0, 0
    for row in range(start, end):
        if log.event[row] != POT or not _is_last_of_pot(log, row, end):
            continue
        if log.amount[row] == UNKNOWN:
            return int(UNKNOWN)
        total += log.amount[row]
        rows += 1
    return total if rows > 0 else int(UNKNOWN)


@kernel
def _highest_pot(log: Log, start: int, end: int) -> int:
    highest = 0
    for row in range(start, end):
        if log.event[row] == POT and log.number[row] != NULL_32:
            highest = max(highest, log.number[row])
    return highest


@kernel
def _merge_excess(hand: Hand) -> None:
    """Count a wager that nobody called to the pot below, where the log has no pot of its own for it."""
    has = hand.has
    has[POT_COUNT] -= 1
    hand.pots[AMOUNT, has[POT_COUNT] - 1] += hand.pots[AMOUNT, has[POT_COUNT]]
    has[POT_EXCESS] = 0


@kernel
def judge_pots(log: Log, start: int, end: int, hand: Hand, filled: Filled, logged: int) -> None:
    """Fill the facts of pot rows; after the first wrong one the others are not judged."""
    has, pots = hand.has, filled.pots
    staked = 0
    for seat in range(1, SEATS):
        staked += hand.seat[TOTAL, seat]
    known = has[WHOLE] and has[MONEY_KNOWN] and has[POTS_KNOWN] and not has[VOID_HAND]
    if known and has[POT_EXCESS] and has[POT_ROWS] > 0 and _highest_pot(log, start, end) < has[POT_COUNT] - 1:
        _merge_excess(hand)
    has[POTS_BUILT] = known and logged in (UNKNOWN, staked)
    judged = known and logged == staked
    for row in range(start, end):
        if log.event[row] != POT:
            continue
        at = filled.at[AT_POTS]
        filled.at[AT_POTS] += 1
        pots[POT_AMOUNT, at] = log.amount[row]
        number = pot_number(log.number[row], has[POT_ROWS])
        if number < 0:
            continue
        pots[POT_POT, at] = number
        if not judged or not _is_last_of_pot(log, row, end):
            continue
        right = number < has[POT_COUNT]
        expected = hand.pots[AMOUNT, number] if right else 0
        pots[POT_EXPECTED_AMOUNT, at] = expected
        listed = log.listed[row]
        if right and listed >= 0:
            pots[POT_ELIGIBLE_RIGHT, at] = effective_mask(hand, listed) == hand.pots[ELIGIBLE, number]
        if expected != log.amount[row] or pots[POT_ELIGIBLE_RIGHT, at] == 0:
            judged = False
            has[POTS_BUILT] = 0


@kernel
def pot_number(number: int, rows: int) -> int:
    """The index of a pot; 0 where the log has one pot and does not number it, -1 where it cannot be told."""
    if number == NULL_32:
        return 0 if rows <= 1 else -1
    return int(number) if 0 <= number <= MOST_POTS else -1


@kernel
def _winners(hand: Hand, eligible: int, worth: Worth, page: int, other: bool) -> int:
    """Bits of the eligible seats with the best hand in one reading; -1 where a hand is not known."""
    best, mask = 0, 0
    for seat in range(1, SEATS):
        if not eligible & (1 << seat):
            continue
        place = place_of_seat(hand, seat)
        if place < 0 or page == 0:
            return -1
        strength = worth.other_strength[page, place] if other else worth.strength[page, place]
        if strength > best:
            best, mask = strength, 0
        if strength == best:
            mask |= 1 << seat
    return mask


@kernel
def _beaten(hand: Hand, eligible: int, winner: int, worth: Worth, page: int) -> int:
    """1 where a known eligible hand is better in both readings, 0 where none can be, else unknown."""
    own = place_of_seat(hand, winner)
    if own < 0 or page == 0:
        return int(UNKNOWN)
    unsure = False
    for seat in range(1, SEATS):
        if seat == winner or not eligible & (1 << seat):
            continue
        place = place_of_seat(hand, seat)
        if place < 0:
            unsure = True
        elif (
            worth.strength[page, place] > worth.strength[page, own]
            and worth.other_strength[page, place] > worth.other_strength[page, own]
        ):
            return 1
    return int(UNKNOWN) if unsure else 0


@kernel
def _standing(hand: Hand, seat: int, number: int) -> int:
    has = hand.has
    if has[VOID_HAND] or seat == 0:
        return int(UNKNOWN)
    if not hand.seat[PLAYS, seat]:
        return _NEVER_IN if has[WHOLE] else int(UNKNOWN)
    if hand.seat[OUT, seat]:
        return _OUT
    if not has[POTS_BUILT] or number < 0 or number >= has[POT_COUNT]:
        return int(UNKNOWN)
    return _ELIGIBLE if hand.pots[ELIGIBLE, number] & (1 << seat) else _NOT_FUNDED


@kernel
def judge_awards(log: Log, h: int, start: int, end: int, hand: Hand, filled: Filled, worth: Worth, page: int) -> None:
    """Fill the facts of award rows, and of the splits of tied pots."""
    has, awards = hand.has, filled.awards
    judged_pots = 0
    for row in range(start, end):
        if log.event[row] != AWARD:
            continue
        at = filled.at[AT_AWARDS]
        filled.at[AT_AWARDS] += 1
        awards[AWARD_AMOUNT, at] = log.amount[row]
        seat = effective(hand, log.seat[row])
        number = pot_number(log.number[row], has[POT_COUNT])
        if number >= 0:
            awards[AWARD_POT, at] = number
        standing = _standing(hand, seat, number)
        awards[AWARD_STANDING, at] = standing
        if number < 0 or number >= has[POT_COUNT] or not has[POTS_BUILT]:
            continue
        eligible = hand.pots[ELIGIBLE, number]
        contested = count_of(eligible) >= 2
        awards[AWARD_CONTESTED, at] = contested
        if not contested or standing != _ELIGIBLE:
            continue
        awards[AWARD_BEATEN, at] = _beaten(hand, eligible, seat, worth, page)
        winners = _winners(hand, eligible, worth, page, False)
        if winners < 0:
            continue
        turns = winners != _winners(hand, eligible, worth, page, True)
        awards[AWARD_TURNS_ON_READING, at] = turns
        if not turns and not judged_pots & (1 << number):
            judged_pots |= 1 << number
            _judge_split(log, h, row, end, hand, filled, number, winners)


@kernel
def _judge_split(log: Log, h: int, first: int, end: int, hand: Hand, filled: Filled, number: int, winners: int) -> None:
    """Fill how a tied pot was divided, where all that was paid of it went to the best hands."""
    if count_of(winners) < 2:
        return
    hand.seat[POT_LEVEL, :] = 0
    total = 0
    for row in range(first, end):
        if log.event[row] != AWARD or pot_number(log.number[row], hand.has[POT_COUNT]) != number:
            continue
        seat = effective(hand, log.seat[row])
        if log.amount[row] == UNKNOWN or not winners & (1 << seat):
            return
        hand.seat[POT_LEVEL, seat] += log.amount[row]
        total += log.amount[row]
    least, most = total, 0
    for seat in range(1, SEATS):
        if winners & (1 << seat):
            least = min(least, hand.seat[POT_LEVEL, seat])
            most = max(most, hand.seat[POT_LEVEL, seat])
    at = filled.at[AT_SPLITS]
    filled.at[AT_SPLITS] += 1
    filled.splits[SPLIT_POT, at] = number
    filled.splits[SPLIT_WINNERS, at] = count_of(winners)
    filled.splits[SPLIT_AWARDED, at] = total
    filled.splits[SPLIT_LEAST_SHARE, at] = least
    filled.splits[SPLIT_MOST_SHARE, at] = most
    filled.keys[KEY_SPLITS, 0, at] = h
    filled.keys[KEY_SPLITS, 1, at] = first
    filled.keys[KEY_SPLITS, 2, at] = log.seat[first]


@kernel
def fill_bases(hand: Hand, filled: Filled, h: int, worth: Worth) -> None:
    """Fill the lawful bases of the rake: each open reading apart, the same figure twice where a reading was closed."""
    has, hands, choices = hand.has, filled.hands, worth.choices
    antes = has[ANTES_IN] - has[ANTES_BACK]
    uncalled = max(has[UNCALLED], has[RETURNED])
    called = max(0, has[WAGERED] - has[WAGERS_BACK] - uncalled)
    earlier = uncalled if 0 < has[UNCALLED_ROUND] < LAST_ROUND else 0
    if choices[CHOICE_RAKE_UNCALLED] == ROUND_FOUR:
        called += earlier
    with_antes = called if choices[CHOICE_RAKE_ANTES] == WITHOUT_ANTES else called + antes
    of_wagers = with_antes if choices[CHOICE_RAKE_ANTES] == WITH_ANTES else called
    first = 0 if choices[CHOICE_RAKE_FIRST] == NOT_DEDUCTED else has[FIRST_RAKE]
    kept = first if choices[CHOICE_RAKE_FIRST] == DEDUCTED else 0
    hands[HAND_BASE_WITH_ANTES, h] = max(0, with_antes - kept)
    hands[HAND_BASE_OF_WAGERS, h] = max(0, of_wagers - kept)
    hands[HAND_BASE_WITH_ANTES_LESS_FIRST, h] = max(0, with_antes - first)
    hands[HAND_BASE_OF_WAGERS_LESS_FIRST, h] = max(0, of_wagers - first)
    hands[HAND_UNCALLED, h] = uncalled
    hands[HAND_UNCALLED_EARLIER, h] = earlier if choices[CHOICE_RAKE_UNCALLED] == EITHER else 0
    hands[HAND_UNCALLED_ROUND, h] = has[UNCALLED_ROUND]
