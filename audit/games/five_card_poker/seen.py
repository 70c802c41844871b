"""The cards that a hand has shown: foreign ones, those seen before elsewhere, those burned (art. 1, 2)."""

from audit.games.five_card_poker.columns import (
    CARD_BURNED,
    CARD_FOREIGN,
    CARD_REPEATED,
)
from audit.games.five_card_poker.layout import (
    AT_CARDS,
    BIT,
    BLOCK_CORRECTED,
    BURNED,
    BURNED_CARDS,
    DEALT_ONCE,
    DEALT_TWICE,
    MISDEAL_LOGGED,
    MUDDLED,
    ROW,
    ROW_ASIDE,
    ROW_OWNER,
    SEEN,
    UNCORRECTED,
    UNKNOWN_SMALL,
    WHOLE,
    Facts,
    Hand,
    Log,
)
from audit.games.five_card_poker.opening import cards_of
from audit.games.five_card_poker.ranking import DECK
from audit.games.five_card_poker.unlogged import cards_in_doubt
from audit.kernel import inner_kernel


@inner_kernel
def note_cards(log: Log, hand: Hand, facts: Facts) -> None:
    """Fill the facts of the row's cards: those of its owner, where it has one, may have been seen before."""
    at, row, own, mark = facts.at[AT_CARDS], hand[ROW], hand[ROW_OWNER], not hand[ROW_ASIDE]
    facts.at[AT_CARDS] += 1
    foreign, repeated, burned = 0, 0, 0
    told = _told_of(hand, own) if own > 0 else 0
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if code >= DECK:
            foreign += 1
        elif code >= 0 and not told >> code & 1:
            if hand[BURNED] & BIT[code]:
                burned += 1
            elif hand[SEEN] & BIT[code]:
                repeated += 1
            elif mark:
                hand[SEEN] |= BIT[code]
    known = hand[WHOLE] or not mark
    if not hand[WHOLE] and hand[BLOCK_CORRECTED]:  # which deal of a misdeal stands cannot be told
        repeated, known = 0, False
    muddled = own > 0 and hand[MUDDLED] >> own & 1
    astray = hand[BLOCK_CORRECTED] and not hand[MISDEAL_LOGGED]  # who got what is not known
    if muddled or astray or hand[UNCORRECTED] or (hand[MISDEAL_LOGGED] and cards_in_doubt(hand)):
        repeated, known = 0, False
    facts.small[CARD_FOREIGN, at] = foreign
    facts.small[CARD_REPEATED, at] = (repeated if mark else 0) if known or repeated > 0 else UNKNOWN_SMALL
    facts.small[CARD_BURNED, at] = (burned if mark else 0) if known or burned > 0 else UNKNOWN_SMALL


@inner_kernel
def _told_of(hand: Hand, own: int) -> int:
    """The cards that a seat may show: its own, and those of which it was told what is wrong when they were dealt."""
    return int(cards_of(hand, own) | hand[DEALT_TWICE] | (hand[DEALT_ONCE] & hand[BURNED]))


@inner_kernel
def on_burn(log: Log, hand: Hand, facts: Facts) -> None:
    """A card laid away unseen."""
    row = hand[ROW]
    note_cards(log, hand, facts)
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        code = log.pieces[piece]
        if 0 <= code < DECK:
            hand[BURNED] |= BIT[code]
    hand[BURNED_CARDS] += 1


@inner_kernel
def is_sure(hand: Hand, code: int) -> bool:
    """Whether a card lies only where it was dealt: one that was burned, or is dealt twice, is not known to."""
    return not (hand[DEALT_TWICE] | hand[BURNED]) & BIT[code]
