"""The hand's account: what was staked, given back, raked and won, and whether it adds up (art. 7-9).

Where it does not, and a fault that is found anyway accounts for all of the difference, the stakes are those that were
due: one fault is told once. Where a kind of event that the log does not carry may account for it, nothing is known.
"""

from audit.games.five_card_poker import columns as fact
from audit.games.five_card_poker import layout as of
from audit.games.five_card_poker.layout import UNKNOWN, Facts, Hand, Worth
from audit.games.five_card_poker.pots import fill_bases
from audit.games.five_card_poker.seating import carries, count_of, seats_in
from audit.kernel import inlined_kernel, inner_kernel


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
                hand[of.UNCALLED] = hand[of.UNCALLED_DUE]
                hand[of.ANTES_IN] -= own
                return True
    return False


@inner_kernel
def _taken(hand: Hand, net: int, paid: int, pots: int) -> bool:
    """Take what was paid out for the stakes, where a fault in the wagers was found and the pots do not differ from it.

    What was called of it is known where the rest was returned, or where nobody was short at the showdown.
    """
    if not hand[of.WAGERS_DOUBT] or (UNKNOWN not in (paid, pots) and paid != pots):
        return False
    hand[of.WAGERED] += (pots if paid == UNKNOWN else paid) - net
    if hand[of.RETURNED] or (not hand[of.SHORT] and hand[of.SHOWN] and count_of(seats_in(hand)) >= 2):
        hand[of.UNCALLED] = hand[of.RETURNED]
    else:
        hand[of.BASES_KNOWN] = 0
    return True


@inner_kernel
def _may_be_unlogged(hand: Hand, over: int) -> bool:
    """Whether events of a kind that the log lacks may account for stakes over or under what was paid out."""
    if not hand[of.WAGERS_TOLD]:
        return True
    if over < 0:
        wagers = carries(hand, of.ANTE) and carries(hand, of.BET) and carries(hand, of.CALL)
        return not wagers or bool(hand[of.PASSED_BY] and not carries(hand, of.RAISE))
    if over == 0:
        return False
    if over == hand[of.UNCALLED] and not carries(hand, of.RETURN):
        return True
    left = 0
    for seat in range(1, of.SEATS):
        if (hand[of.LEAVES] & hand[of.OUT]) >> seat & 1:
            left += hand[of.TOTAL + seat]
    if over <= left and not carries(hand, of.WITHDRAW):
        return True
    void = hand[of.VOIDED] | hand[of.EXPOSED] or hand[of.VOID_HAND]
    if hand[of.GONE] and not carries(hand, of.VOID):
        void = 1
    return bool(void and not carries(hand, of.REFUND))


@inlined_kernel
def fill_account(hand: Hand, facts: Facts, pots: int, worth: Worth) -> None:
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
    back = hand[of.ANTES_BACK] + hand[of.WAGERS_BACK] + hand[of.RETURNED]
    if not hand[of.VOID_HAND]:
        paid = UNKNOWN
        if hand[of.AWARDED] != UNKNOWN and carries(hand, of.AWARD) and carries(hand, of.RAKE):
            paid = hand[of.AWARDED] + raked
        net = hand[of.ANTES_IN] + hand[of.WAGERED] - back
        if not _fits(net, paid, pots):
            hand[of.STACKS_DOUBT] = 1
            settled = _mended(hand, net, paid, pots) or _taken(hand, net, paid, pots)
            if not settled and _may_be_unlogged(hand, net - (pots if paid == UNKNOWN else paid)):
                return
            if pots not in (UNKNOWN, net) and paid in (UNKNOWN, pots):
                hand[of.BASES_KNOWN] = 0  # the wagers are not as logged
        facts.wide[fact.HAND_AWARDED, h] = hand[of.AWARDED]
        facts.wide[fact.HAND_POTS, h] = pots
        if hand[of.BASES_KNOWN]:
            fill_bases(hand, facts, worth)
    facts.wide[fact.HAND_STAKED, h] = hand[of.ANTES_IN] + hand[of.WAGERED]
    facts.wide[fact.HAND_GIVEN_BACK, h] = back
