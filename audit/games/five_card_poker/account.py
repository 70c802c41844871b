"""The hand's account: what was staked, given back, raked and won, and whether it adds up (art. 7-9).

Where it does not, and a fault that is found anyway accounts for all of the difference, the stakes are those that were
due: one fault is told once. Where a kind of event that the log does not carry may account for it, nothing is known.
"""

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import UNKNOWN, Facts, Hand, Log, Worth
from audit.games.five_card_poker.pot_rows import sum_of_pots
from audit.games.five_card_poker.pots import fill_bases
from audit.games.five_card_poker.seating import carries, count_of, effective, seat_of, seats_in
from audit.kernel import inlined_kernel, inner_kernel

_STAKES = (of.ANTE, of.BET, of.CALL, of.RAISE, of.RETURN, of.REFUND, of.WITHDRAW)


@inner_kernel
def wagers_add_up(log: Log, hand: Hand, start: int) -> bool:
    """Whether a hand's rows, as they are, put as much in as its pots hold, or as was paid out: no wager is missing.

    Where only raises may be, less than a bet can lack otherwise: who raises puts in the bet before him and more, and
    gets no more than the rest of it back. One that was called shows by a seat that put more than the bet into a round.
    """
    staked, paid, least, bet, last, wagers, raised = 0, 0, 0, 0, 0, 0, False
    for row in range(start, hand[of.END]):
        event, amount = log.event[row], log.amount[row]
        if event in (of.AWARD, of.RAKE):
            paid = UNKNOWN if UNKNOWN in (paid, amount) else paid + amount
        elif event in _STAKES and amount == UNKNOWN:
            return False
        elif event == of.DEAL:
            bet = last = 0
        elif of.BET <= event <= of.RAISE:
            if not last:
                hand[of.SHARE : of.SHARE + of.SEATS] = 0
            last = seat_of(log, row)
            wagers += 1
            staked += amount
            if event == of.BET:
                bet, least = amount, (min(least, amount) if least else amount)
            hand[of.SHARE + last] += amount
            raised |= hand[of.SHARE + last] > bet
        elif event == of.ANTE:
            staked += amount
        elif event in (of.RETURN, of.REFUND, of.WITHDRAW):
            staked -= amount
    pots = sum_of_pots(log, hand)
    if not (carries(hand, of.AWARD) and carries(hand, of.RAKE)):
        paid = UNKNOWN
    if pots == UNKNOWN:
        pots = paid
    if pots in (UNKNOWN, 0):
        return False
    fits, lacks = staked in (pots, paid), pots - staked
    # What was given back may lack as well, and nothing from the sum.
    back = hand[of.LEAVES] and not carries(hand, of.WITHDRAW)
    back |= (hand[of.VOIDED] | hand[of.EXPOSED]) and not carries(hand, of.REFUND)
    returned = not carries(hand, of.RETURN)
    if not (carries(hand, of.BET) and carries(hand, of.CALL)):
        # A single bet that everybody folds to has no call.
        return bool(fits and not back and (not returned or (wagers == 1 and least and count_of(hand[of.SHOWS]) < 2)))
    if not back and not (returned and _uncalled_put(hand)):
        return bool(fits or (lacks < least and (-lacks < least or not returned)))
    # A raise that nobody called won the pots from who bet.
    return bool(fits and not raised and (not last or hand[of.PAID] >> last & 1 or count_of(hand[of.SHOWS]) >= 2))


@inner_kernel
def _uncalled_put(hand: Hand) -> bool:
    """Whether one seat put more than every other into the last round that had wagers."""
    top, alone = 0, False
    for seat in range(1, of.SEATS):
        put = hand[of.SHARE + seat]
        if put >= top:
            top, alone = put, put > top
    return bool(alone)


@inner_kernel
def _fits(net: int, paid: int, pots: int) -> bool:
    """Whether what was paid out and the pots, as far as they are logged, come to the stakes."""
    return paid in (UNKNOWN, net) and pots in (UNKNOWN, net)


@inner_kernel
def _missing_antes(hand: Hand) -> int:
    """The antes of seats in play that put none, less than nothing; 0 where the log carries no antes."""
    if hand[of.HAND_ANTE_IS] == UNKNOWN or not carries(hand, of.ANTE):
        return 0
    missing = 0
    for seat in range(1, of.SEATS):
        if hand[of.GOT_CARD] >> seat & 1 and not hand[of.ANTED] >> seat & 1:
            missing -= hand[of.HAND_ANTE_IS]
    return missing


@inner_kernel
def _mended(hand: Hand, net: int, paid: int, pots: int) -> bool:
    """Take the stakes that were due for those logged, where the faults found account for the difference."""
    antes = hand[of.ANTE_MEND] + _missing_antes(hand)
    if antes != 0 and _fits(net - antes, paid, pots):
        hand[of.ANTES_IN] -= antes
        return True
    for place in range(hand[of.MEND_COUNT]):
        wager = hand[of.MENDS + place]
        for own in (0, antes):
            if _fits(net - wager - own, paid, pots):
                hand[of.WAGERED] -= wager
                hand[of.ANTES_IN] -= own
                return True
    return False


@inner_kernel
def _taken(hand: Hand, net: int, paid: int, pots: int) -> bool:
    """Take what was paid out for the stakes, where a fault in the wagers was found and the pots say the same."""
    if not hand[of.WAGERS_DOUBT] or (UNKNOWN not in (paid, pots) and paid != pots):
        return False
    hand[of.WAGERED] += (pots if paid == UNKNOWN else paid) - net
    hand[of.SOUND] = 0
    return True


@inner_kernel
def _doubt_uncalled(hand: Hand, mended: bool) -> None:
    """Where the story does not hold together, what nobody called is known by its return, or where all were shown.

    So it is where the fault found accounts for the stakes, and what was put is the same as what was due.
    """
    if hand[of.RETURNED] or (not hand[of.SHORT] and hand[of.SHOWN] and count_of(seats_in(hand)) >= 2):
        hand[of.UNCALLED] = hand[of.RETURNED]
        hand[of.BASES_KNOWN] = 1
    elif not mended or hand[of.UNCALLED] != hand[of.UNCALLED_DUE] or (hand[of.SHORT] and count_of(seats_in(hand)) >= 2):
        hand[of.BASES_KNOWN] = 0


@inner_kernel
def _may_be_withdrawn(log: Log, hand: Hand, start: int, over: int) -> bool:
    """Whether those who left may have taken so much back: any of them what he had wagered by some row, or part of it.

    Where the log shows no leaving, so may whoever is not seen after the last act, but not a part.
    """
    left, ante = 0, hand[of.HAND_ANTE_IS]
    hand[of.SHARE : of.SHARE + of.SEATS] = 0
    for row in range(start, hand[of.END]):
        event, seat = log.event[row], effective(hand, seat_of(log, row))
        if (
            not of.BET <= event <= of.RAISE
            or log.amount[row] == UNKNOWN
            or hand[of.LAST_SEEN + seat] > hand[of.LAST_PLAY]
        ):
            continue
        hand[of.SHARE + seat] += log.amount[row]
        if hand[of.LEAVES] >> seat & 1:
            left += log.amount[row]
        elif not carries(hand, of.LEAVE) and over in (hand[of.SHARE + seat], hand[of.SHARE + seat] + ante):
            return True
    for seat in range(1, of.SEATS):
        if hand[of.LEAVES] >> seat & 1 and hand[of.LAST_SEEN + seat] <= hand[of.LAST_PLAY]:
            left += ante
    return bool(over <= left or (over == ante and not carries(hand, of.LEAVE)))


@inner_kernel
def _idle_seats(hand: Hand) -> int:
    """How many seats got cards, had no word in the only round, and won nothing: as one does whose hand is voided."""
    idle = hand[of.GOT_CARD] & ~(hand[of.PAID] | hand[of.SHOWS] | hand[of.ACTED])
    return count_of(idle) if hand[of.ROUND] <= 1 else 0


@inner_kernel
def _may_be_unlogged(log: Log, hand: Hand, start: int, over: int) -> bool:
    """Whether events of a kind that the log lacks may account for stakes over or under what was paid out."""
    if over < 0:
        return not carries(hand, of.ANTE)
    if over == 0:
        return False
    returned = over - hand[of.UNCALLED]
    if not carries(hand, of.RETURN) and (returned == 0 or not carries(hand, of.DEAL)):
        return True  # without deals no round is known, nor its end
    if not carries(hand, of.WITHDRAW):
        if _may_be_withdrawn(log, hand, start, over):
            return True
        if not carries(hand, of.RETURN) and returned > 0 and _may_be_withdrawn(log, hand, start, returned):
            return True
    void = hand[of.VOIDED] | hand[of.EXPOSED] or hand[of.VOID_HAND]
    if not carries(hand, of.VOID) and (hand[of.GONE] or over == _idle_seats(hand) * hand[of.HAND_ANTE_IS]):
        void = 1
    return bool(void and not carries(hand, of.REFUND))


@inlined_kernel
def fill_account(log: Log, hand: Hand, facts: Facts, start: int, pots: int, worth: Worth) -> None:
    """Fill the money of a hand, kept apart from every rule: stakes in, awards, rake, returns."""
    h = facts.at[of.AT_HANDS]
    facts.wide[fact.HAND_RAKE_ROWS, h] = max(1, hand[of.RAKE_ROWS])
    if not hand[of.WHOLE] or not hand[of.MONEY_KNOWN]:
        return
    facts.wide[fact.HAND_FIRST_RAKE, h] = hand[of.FIRST_RAKE]
    facts.small[fact.HAND_FIRST_RAKE_LATE, h] = hand[of.RAKE_LATE]
    facts.wide[fact.HAND_POT_RAKE, h] = hand[of.POT_RAKE]
    raked = hand[of.FIRST_RAKE] + hand[of.POT_RAKE]
    facts.wide[fact.HAND_RAKED, h] = raked
    if not hand[of.WAGERS_TOLD]:
        return
    back = hand[of.ANTES_BACK] + hand[of.WAGERS_BACK] + hand[of.RETURNED]
    if not hand[of.VOID_HAND]:
        paid = UNKNOWN
        if hand[of.AWARDED] != UNKNOWN and carries(hand, of.AWARD) and carries(hand, of.RAKE):
            paid = hand[of.AWARDED] + raked
        net = hand[of.ANTES_IN] + hand[of.WAGERED] - back
        mended = False
        wrongly = hand[of.AWARDED_WRONGLY]
        if paid != UNKNOWN and wrongly and not _fits(net, paid, pots) and _fits(net, paid - wrongly, pots):
            # What the pots hold was paid, and more to who was not to have it: that is told.
            hand[of.AWARDED] -= wrongly
            paid -= wrongly
        if hand[of.BACK_WRONGLY] and not _fits(net, paid, pots):
            # What was wrongly refunded is not in the pots; else it was not taken from them.
            hand[of.ANTES_BACK] += hand[of.BACK_WRONGLY]
            hand[of.TAKEN_WRONGLY] += hand[of.BACK_WRONGLY]
            back += hand[of.BACK_WRONGLY]
            net -= hand[of.BACK_WRONGLY]
        if not _fits(net, paid, pots):
            hand[of.STACKS_DOUBT] = 1
            mended = _mended(hand, net, paid, pots)
            settled = mended or _taken(hand, net, paid, pots)
            if not settled and _may_be_unlogged(log, hand, start, net - (pots if paid == UNKNOWN else paid)):
                return
            if not settled and pots not in (UNKNOWN, net) and paid in (UNKNOWN, pots):
                hand[of.BASES_KNOWN] = 0  # the wagers are not as logged
        facts.wide[fact.HAND_AWARDED, h] = hand[of.AWARDED]
        facts.wide[fact.HAND_POTS, h] = pots
        if hand[of.WAGERS_DOUBT] and (mended or not hand[of.SOUND]):
            _doubt_uncalled(hand, mended)
        if hand[of.BASES_KNOWN]:
            fill_bases(hand, facts, worth)
    facts.wide[fact.HAND_STAKED, h] = hand[of.ANTES_IN] + hand[of.WAGERED]
    facts.wide[fact.HAND_GIVEN_BACK, h] = back
