"""Pots, side pots, awards and the rake's bases at a hand's end (art. 4, 7-9, 11(a))."""

from audit.games.five_card_poker.columns import (
    AWARD_AMOUNT,
    AWARD_BEATEN,
    AWARD_CONTESTED,
    AWARD_POT,
    AWARD_STANDING,
    AWARD_TURNS_ON_READING,
    HAND_BASE_BESIDES,
    HAND_BASE_OF_WAGERS,
    HAND_BASE_OF_WAGERS_LESS_FIRST,
    HAND_BASE_WITH_ANTES,
    HAND_BASE_WITH_ANTES_LESS_FIRST,
    HAND_FIRST_RAKE_BEYOND_WAGERS,
    HAND_UNCALLED,
    HAND_UNCALLED_ROUND,
    POT_AMOUNT,
    POT_ENTITLED_SEATS,
    POT_EXPECTED_AMOUNT,
    POT_LISTED_SEATS,
    POT_POT,
    SHOW_NAMED,
    SPLIT_AWARDED,
    SPLIT_EQUAL_SHARE,
    SPLIT_LEAST_SHARE,
    SPLIT_MOST_SHARE,
    SPLIT_POT,
    SPLIT_WINNERS,
)
from audit.games.five_card_poker.layout import (
    ALIAS,
    ANTE,
    ANTES_BACK,
    ANTES_IN,
    AT_AWARDS,
    AT_HANDS,
    AT_POTS,
    AT_SPLITS,
    AWARD,
    AWARDED_WRONGLY,
    AWARDS_ALIKE,
    CHOICE_RAKE_ANTES,
    CHOICE_RAKE_FIRST,
    CHOICE_RAKE_UNCALLED,
    EARLIER,
    EXCESS_IS,
    EXCESS_OF,
    FIRST_AWARD,
    FIRST_POT,
    FIRST_RAKE,
    HAND,
    LABEL_LISTED,
    LAST_AWARD,
    LAST_POT,
    MONEY_KNOWN,
    NO_PLACE,
    OUT,
    PAGE,
    PAID,
    PART_OF,
    PASSED_OVER,
    PLAYS,
    POT,
    POT_COUNT,
    POT_ELIGIBLE,
    POT_EXCESS,
    POT_RAKE,
    POT_ROWS,
    POT_SIZE,
    POTS_BUILT,
    POTS_IN_PARTS,
    POTS_KNOWN,
    POTS_RUN,
    RETURNED,
    SEATS,
    SHARE,
    SHORT,
    SHOW_ROW,
    SOUND,
    STACKS_DOUBT,
    STAKED,
    STRENGTH,
    STRONG_OTHER,
    STRONG_TAKEN,
    TAKEN_WRONGLY,
    TOTAL,
    UNCALLED,
    UNCALLED_ROUND,
    UNKNOWN,
    UNKNOWN_SMALL,
    VOID_HAND,
    WAGERED,
    WAGERS_BACK,
    WHOLE,
    Facts,
    Hand,
    Log,
    Worth,
)
from audit.games.five_card_poker.misfits import has_cards
from audit.games.five_card_poker.pot_rows import (
    MOST_POTS,
    are_numbered,
    are_parts,
    highest_award,
    highest_pot,
    is_last_of_pot,
    paid_to,
    pot_number,
)
from audit.games.five_card_poker.seating import (
    carries,
    count_of,
    effective,
    effective_mask,
    lowest_of,
    seat_of,
    seats_in,
)
from audit.games.five_card_poker.showdown import is_misnamed, ranks_of_seat
from audit.games.five_card_poker.unlogged import shows_who_plays
from audit.kernel import inlined_kernel, inner_kernel

LAST_ROUND = 4
# Indices into facts.STANDING_WORDS.
_ELIGIBLE, _OUT, _NEVER_IN, _NOT_FUNDED, _PAID_NOTHING = range(5)
# Options of the readings of the rake: either, or one of the two.
EITHER, WITH_ANTES, WITHOUT_ANTES = range(3)
DEDUCTED, NOT_DEDUCTED = 1, 2
LAST_PLAYED, ROUND_FOUR = 1, 2


@inner_kernel
def _add_pot(hand: Hand, amount: int, eligible: int) -> None:
    count = hand[POT_COUNT]
    if count > 0 and (hand[POT_ELIGIBLE + count - 1] == eligible or eligible == 0 or count == MOST_POTS):
        hand[POT_SIZE + count - 1] += amount
        return
    hand[POT_SIZE + count] = amount
    hand[POT_ELIGIBLE + count] = eligible
    hand[POT_COUNT] += 1


@inner_kernel
def _layer(hand: Hand, below: int, level: int) -> int:
    """What all seats put between two levels."""
    amount = 0
    for seat in range(1, SEATS):
        amount += max(0, min(hand[TOTAL + seat], level) - below)
    return amount


@inlined_kernel
def build_pots(hand: Hand) -> None:
    """Divide the stakes by the levels of the short seats that are in: what is above one's level he cannot win."""
    inside, below, highest = seats_in(hand), 0, 0
    for seat in range(1, SEATS):
        highest = max(highest, hand[TOTAL + seat])
    while True:
        level = -1
        for seat in range(1, SEATS):
            total = hand[TOTAL + seat]
            if (inside & hand[SHORT]) >> seat & 1 and total > below and (level < 0 or total < level):
                level = total
        if level < 0:
            break
        eligible = inside
        for seat in range(1, SEATS):
            if hand[SHORT] >> seat & 1 and hand[TOTAL + seat] < level:
                eligible &= ~(1 << seat)
        _add_pot(hand, _layer(hand, below, level), eligible)
        below = level
    eligible, funding = int(inside & ~hand[SHORT]), 0
    for seat in range(1, SEATS):
        if hand[TOTAL + seat] > below:
            funding |= 1 << seat
    if highest > below:
        before = hand[POT_COUNT]
        _add_pot(hand, _layer(hand, below, highest), eligible if eligible or before else inside)
        hand[POT_EXCESS] = hand[POT_COUNT] > before > 0 and funding == eligible and count_of(eligible) == 1


@inner_kernel
def _merge_excess(log: Log, hand: Hand) -> None:
    """Count a wager that nobody called to the pot below, where the log has no pot of its own for it.

    Its owner then gets it back among the awards. Where he is paid less, the pot was built too great (art. 11(a)).
    """
    excess = hand[POT_SIZE + hand[POT_COUNT] - 1]
    owner = lowest_of(hand[POT_ELIGIBLE + hand[POT_COUNT] - 1])
    paid = paid_to(log, hand, owner) if hand[FIRST_AWARD] >= 0 else UNKNOWN
    if paid != UNKNOWN and paid < max(1, excess - hand[FIRST_RAKE] - hand[POT_RAKE]):
        return
    hand[EXCESS_IS], hand[EXCESS_OF] = excess, owner
    hand[POT_COUNT] -= 1
    hand[POT_SIZE + hand[POT_COUNT] - 1] += hand[POT_SIZE + hand[POT_COUNT]]
    hand[POT_EXCESS] = 0


@inner_kernel
def _fill_part(log: Log, hand: Hand, facts: Facts, row: int, number: int) -> None:
    """A pot that is a part of a greater one is as it is to be."""
    at, eligible = facts.at[AT_POTS] - 1, hand[POT_ELIGIBLE + hand[PART_OF + number]]
    facts.wide[POT_EXPECTED_AMOUNT, at] = log.amount[row]
    facts.wide[POT_ENTITLED_SEATS, at] = eligible
    listed = log.labels[LABEL_LISTED, log.label[row]]
    if listed >= 0:  # of running totals the last lists who may win it
        last = hand[POTS_RUN] and row == hand[LAST_POT]
        facts.wide[POT_LISTED_SEATS, at] = effective_mask(hand, listed) if last else eligible


@inlined_kernel
def judge_pots(log: Log, hand: Hand, facts: Facts, logged: int) -> None:
    """Fill the facts of pot rows; after the first wrong one the others are not judged."""
    known = hand[WHOLE] and hand[MONEY_KNOWN] and hand[POTS_KNOWN] and not hand[VOID_HAND] and are_numbered(log, hand)
    if known and hand[POT_EXCESS] and hand[POT_ROWS] > 0 and highest_pot(log, hand) < hand[POT_COUNT] - 1:
        _merge_excess(log, hand)
    hand[POTS_BUILT] = 1 if known and logged in (UNKNOWN, hand[STAKED]) else 0
    if hand[POT_ROWS] == 0:
        return
    # That a seat is paid that is not in is told of the award. Stakes without the antes are as logged by chance only.
    whole = logged == hand[STAKED] and carries(hand, ANTE)
    judged = known and whole and not effective_mask(hand, int(hand[PAID])) & ~seats_in(hand)
    hand[POTS_IN_PARTS] = judged and (hand[POTS_RUN] or (hand[POT_ROWS] > hand[POT_COUNT] and are_parts(log, hand)))
    for row in range(hand[FIRST_POT], hand[LAST_POT] + 1):
        if log.event[row] != POT:
            continue
        at = facts.at[AT_POTS]
        facts.at[AT_POTS] += 1
        if row == hand[PASSED_OVER]:
            continue
        facts.wide[POT_AMOUNT, at] = log.amount[row]
        number = pot_number(log.number[row], hand[POT_ROWS])
        if number < 0:
            continue
        facts.small[POT_POT, at] = number
        if not judged or not is_last_of_pot(log, hand, row):
            continue
        if hand[POTS_IN_PARTS]:
            _fill_part(log, hand, facts, row, number)
            continue
        built = number < hand[POT_COUNT]
        expected = hand[POT_SIZE + number] if built else 0
        facts.wide[POT_EXPECTED_AMOUNT, at] = expected
        listed = log.labels[LABEL_LISTED, log.label[row]]
        right = True
        if built:
            facts.wide[POT_ENTITLED_SEATS, at] = hand[POT_ELIGIBLE + number]
            if listed >= 0:
                right = effective_mask(hand, listed) == hand[POT_ELIGIBLE + number]
                facts.wide[POT_LISTED_SEATS, at] = hand[POT_ELIGIBLE + number] if right else listed
        if expected != log.amount[row] or not right:
            judged = False
            hand[POTS_BUILT] = 0


@inner_kernel
def _learn_strengths(hand: Hand, eligible: int, worth: Worth) -> None:
    """Note how strong the eligible hands are at the end, when their cards change no more; -1 where one is not known."""
    for seat in range(1, SEATS):
        if not eligible >> seat & 1 or hand[STRONG_TAKEN + seat] != NO_PLACE:
            continue
        hand[STRONG_TAKEN + seat] = hand[STRONG_OTHER + seat] = -1
        ranks, page = ranks_of_seat(hand, seat), hand[PAGE]
        if ranks >= 0 and page > 0:
            hand[STRONG_TAKEN + seat] = worth.hands[page, ranks, STRENGTH]
            hand[STRONG_OTHER + seat] = worth.hands[page, ranks, STRENGTH + 1]


@inner_kernel
def _winners(hand: Hand, eligible: int, strong: int) -> int:
    """Bits of the eligible seats with the best hand in one reading; -1 where a hand is not known."""
    best, mask = 0, 0
    for seat in range(1, SEATS):
        if not eligible >> seat & 1:
            continue
        strength = hand[strong + seat]
        if strength < 0:
            return -1
        if strength > best:
            best, mask = strength, 0
        if strength == best:
            mask |= 1 << seat
    return mask


@inner_kernel
def _beaten(hand: Hand, eligible: int, winner: int) -> int:
    """1 where a known eligible hand is better in both readings, 0 where none can be, else unknown."""
    taken, other, unsure = hand[STRONG_TAKEN + winner], hand[STRONG_OTHER + winner], False
    if taken < 0:
        return UNKNOWN_SMALL
    for seat in range(1, SEATS):
        if seat == winner or not eligible >> seat & 1:
            continue
        if hand[STRONG_TAKEN + seat] < 0:
            unsure = True
        elif hand[STRONG_TAKEN + seat] > taken and hand[STRONG_OTHER + seat] > other:
            return 1
    return UNKNOWN_SMALL if unsure else 0


@inner_kernel
def _standing(hand: Hand, seat: int, number: int) -> int:
    if hand[VOID_HAND] or seat == 0:
        return UNKNOWN_SMALL
    if not hand[POTS_KNOWN] and (hand[EARLIER + seat] or hand[ALIAS + seat]):
        return UNKNOWN_SMALL  # a player changed to that seat
    if not hand[PLAYS] >> seat & 1:
        return _NEVER_IN if hand[SOUND] and shows_who_plays(hand) else UNKNOWN_SMALL
    if hand[OUT] >> seat & 1:
        return _OUT if hand[SOUND] or not hand[WHOLE] else UNKNOWN_SMALL
    if not hand[POTS_BUILT] or number < 0 or number >= hand[POT_COUNT]:
        return UNKNOWN_SMALL
    return _ELIGIBLE if hand[POT_ELIGIBLE + number] >> seat & 1 else _NOT_FUNDED


@inner_kernel
def _unname(hand: Hand, facts: Facts, eligible: int) -> None:
    """A pot went to a worse hand: a wrong name of one that was compared is told by that."""
    for seat in range(1, SEATS):
        at = hand[SHOW_ROW + seat]
        if eligible >> seat & 1 and at >= 0 and is_misnamed(facts, at):
            facts.small[SHOW_NAMED, at] = UNKNOWN_SMALL


@inner_kernel
def _doubt_award(hand: Hand, amount: int) -> None:
    """A pot went to who was not to have it: that is told, and what he has now is not known."""
    hand[STACKS_DOUBT] = 1
    hand[AWARDED_WRONGLY] += 0 if amount == UNKNOWN else amount


@inner_kernel
def _tell_nothing_apart(log: Log, hand: Hand) -> bool:
    """Whether several seats were paid from pots of one number, and more than that pot holds."""
    seats, total, number = 0, hand[FIRST_RAKE] + hand[POT_RAKE], log.number[hand[FIRST_AWARD]]
    for row in range(hand[FIRST_AWARD], hand[LAST_AWARD] + 1):
        if log.event[row] != AWARD or row == hand[PASSED_OVER] or log.amount[row] == 0:
            continue
        if seats and log.number[row] != number:
            return False
        number = log.number[row]
        seats |= 1 << effective(hand, seat_of(log, row))
        total = UNKNOWN if UNKNOWN in (total, log.amount[row]) else total + log.amount[row]
    pot = pot_number(number, hand[POT_COUNT])
    beyond = total == UNKNOWN or not 0 <= pot < hand[POT_COUNT] or total > hand[POT_SIZE + pot]
    return bool(count_of(seats) > 1 and beyond)


@inner_kernel
def _pot_of_award(log: Log, hand: Hand, row: int) -> int:
    """The index of the pot that an award is paid from, -1 where it cannot be told."""
    if hand[AWARDS_ALIKE]:
        return -1
    number = pot_number(log.number[row], hand[POT_COUNT])
    return int(hand[PART_OF + number]) if number >= 0 and hand[POTS_IN_PARTS] else number


@inner_kernel
def _is_given_back(log: Log, hand: Hand, seat: int, number: int) -> bool:
    """Whether a seat got no more from a pot than the wager of its own in it that nobody called."""
    if not hand[EXCESS_IS] or seat != hand[EXCESS_OF] or number != hand[POT_COUNT] - 1:
        return False
    return bool(paid_to(log, hand, seat) <= hand[EXCESS_IS])


@inlined_kernel
def judge_awards(log: Log, hand: Hand, facts: Facts, worth: Worth) -> None:
    """Fill the facts of award rows, and of the splits of tied pots."""
    judged_pots = 0
    if hand[FIRST_AWARD] < 0:
        return
    if hand[POT_COUNT] > 1:
        parts_lack = hand[POTS_IN_PARTS] and highest_award(log, hand) != highest_pot(log, hand)
        hand[AWARDS_ALIKE] = parts_lack or _tell_nothing_apart(log, hand)
    for row in range(hand[FIRST_AWARD], hand[LAST_AWARD] + 1):
        if log.event[row] != AWARD:
            continue
        at = facts.at[AT_AWARDS]
        facts.at[AT_AWARDS] += 1
        if row == hand[PASSED_OVER] or has_cards(log, row):
            continue
        facts.wide[AWARD_AMOUNT, at] = log.amount[row]
        seat = effective(hand, seat_of(log, row))
        number = _pot_of_award(log, hand, row)
        if number >= 0:
            facts.small[AWARD_POT, at] = number
        standing = _PAID_NOTHING if log.amount[row] == 0 else _standing(hand, seat, number)
        facts.small[AWARD_STANDING, at] = standing
        if standing in (_OUT, _NEVER_IN, _NOT_FUNDED):
            _doubt_award(hand, log.amount[row])
        if number < 0 or number >= hand[POT_COUNT] or not hand[POTS_BUILT]:
            continue
        eligible = hand[POT_ELIGIBLE + number]
        contested = count_of(eligible) >= 2 and not _is_given_back(log, hand, seat, number)
        facts.small[AWARD_CONTESTED, at] = 1 if contested else 0
        if not contested or standing != _ELIGIBLE:
            continue
        _learn_strengths(hand, eligible, worth)
        facts.small[AWARD_BEATEN, at] = _beaten(hand, eligible, seat)
        if facts.small[AWARD_BEATEN, at] == 1:
            _doubt_award(hand, log.amount[row])
            _unname(hand, facts, eligible)
        winners = _winners(hand, eligible, int(STRONG_TAKEN))
        if winners < 0:
            continue
        turns = winners != _winners(hand, eligible, int(STRONG_OTHER))
        facts.small[AWARD_TURNS_ON_READING, at] = 1 if turns else 0
        if not turns and not judged_pots >> number & 1:
            judged_pots |= 1 << number
            _judge_split(log, hand, facts, row, number, winners)


@inner_kernel
def _award_of_share(log: Log, hand: Hand, first: int, number: int, share: int) -> int:
    """The first award of a pot to a seat that got so much of it; the pot's first one where that seat got nothing."""
    for row in range(first, hand[LAST_AWARD] + 1):
        same = log.event[row] == AWARD and _pot_of_award(log, hand, row) == number
        if same and hand[SHARE + effective(hand, seat_of(log, row))] == share:
            return int(row)
    return int(first)


@inner_kernel
def _judge_split(log: Log, hand: Hand, facts: Facts, first: int, number: int, winners: int) -> None:
    """Fill how a tied pot was divided, where all that was paid of it went to the best hands."""
    if count_of(winners) < 2:
        return
    hand[SHARE : SHARE + SEATS] = 0
    total = 0
    for row in range(hand[FIRST_AWARD], hand[LAST_AWARD] + 1):
        if log.event[row] != AWARD or row == hand[PASSED_OVER]:
            continue
        own = _pot_of_award(log, hand, row)
        if own < 0:
            return
        if own != number:
            continue
        seat = effective(hand, seat_of(log, row))
        if log.amount[row] == 0 or _is_given_back(log, hand, seat, number):
            continue
        if log.amount[row] == UNKNOWN or not winners >> seat & 1:
            return
        hand[SHARE + seat] += log.amount[row]
        total += log.amount[row]
    if hand[EXCESS_IS] and number == hand[POT_COUNT] - 1 and hand[SHARE + hand[EXCESS_OF]] > 0:
        hand[SHARE + hand[EXCESS_OF]] -= hand[EXCESS_IS]
        total -= hand[EXCESS_IS]
    least, most = total, 0
    for seat in range(1, SEATS):
        if winners >> seat & 1:
            least = min(least, hand[SHARE + seat])
            most = max(most, hand[SHARE + seat])
    at = facts.at[AT_SPLITS]
    facts.at[AT_SPLITS] += 1
    facts.small[SPLIT_POT, at] = number
    facts.small[SPLIT_WINNERS, at] = count_of(winners)
    facts.wide[SPLIT_AWARDED, at] = total
    facts.wide[SPLIT_EQUAL_SHARE, at] = total // count_of(winners)
    facts.wide[SPLIT_LEAST_SHARE, at] = least
    facts.wide[SPLIT_MOST_SHARE, at] = most
    facts.hand[AT_SPLITS, at] = hand[HAND]
    row = _award_of_share(log, hand, first, number, least)
    facts.row[AT_SPLITS, at] = row
    facts.seat[AT_SPLITS, at] = log.seat[row]


@inner_kernel
def fill_bases(hand: Hand, facts: Facts, worth: Worth) -> None:
    """Fill the lawful bases of the rake: each open reading apart, the same figure twice where a reading was closed."""
    choices, h = worth.choices, facts.at[AT_HANDS]
    antes = hand[ANTES_IN] - hand[ANTES_BACK]
    uncalled = max(hand[UNCALLED], hand[RETURNED])
    called = max(0, hand[WAGERED] - hand[WAGERS_BACK] - uncalled)
    earlier = uncalled if 0 < hand[UNCALLED_ROUND] < LAST_ROUND else 0
    if choices[CHOICE_RAKE_UNCALLED] == ROUND_FOUR:
        called += earlier
    with_antes = called if choices[CHOICE_RAKE_ANTES] == WITHOUT_ANTES else called + antes
    of_wagers = with_antes if choices[CHOICE_RAKE_ANTES] == WITH_ANTES else called
    first = 0 if choices[CHOICE_RAKE_FIRST] == NOT_DEDUCTED else hand[FIRST_RAKE]
    kept = first if choices[CHOICE_RAKE_FIRST] == DEDUCTED else 0
    facts.wide[HAND_BASE_WITH_ANTES, h] = max(0, with_antes - kept)
    facts.wide[HAND_BASE_OF_WAGERS, h] = max(0, of_wagers - kept)
    facts.wide[HAND_BASE_WITH_ANTES_LESS_FIRST, h] = max(0, with_antes - first)
    facts.wide[HAND_BASE_OF_WAGERS_LESS_FIRST, h] = max(0, of_wagers - first)
    facts.wide[HAND_FIRST_RAKE_BEYOND_WAGERS, h] = max(0, first - of_wagers)
    facts.wide[HAND_UNCALLED, h] = uncalled
    besides = earlier if choices[CHOICE_RAKE_UNCALLED] == EITHER else 0
    if hand[TAKEN_WRONGLY]:
        # That it is lacking is told of who took it: the house may rake the stakes as they were due.
        besides = UNKNOWN if besides else hand[TAKEN_WRONGLY]
    facts.wide[HAND_BASE_BESIDES, h] = besides
    facts.small[HAND_UNCALLED_ROUND, h] = hand[UNCALLED_ROUND]
