"""The tables of facts of pai gow: what a replay makes of a log and all that a rule may compare.

Said once for every column. *The shake* is the first shake of the hand labelled ``valid``; *after the shake* is a row
behind it. *Player seats* are all seats but the banker's. A *bet lies* on a seat once a ``bet`` row put it there, as
changed and moved since, until the hand's last row. *Counter-clockwise* is by rising seat number, 8 before 1. A fact
that rests on rows of the hand which are missing (``Batch.gap``), on an unknown piece, or on a person or an amount
that the log leaves empty is unknown unless what is there decides it. Who did an act is the row's actor; where that is
empty, its seat decides between banker and player, and without a seat it is unknown.
"""

from audit.games.pai_gow.fact_columns import money, truth, whole
from audit.games.pai_gow.facts_money import (
    BETS,
    COMPENSATIONS,
    CUTS,
    DISPUTES,
    SETTLEMENTS,
    SHAKES,
    SHUFFLES,
    STAKES,
    WAGERS,
)
from audit.games.pai_gow.facts_tiles import (
    COMPARISONS,
    HANDLINGS,
    LAYOUTS,
    OPENINGS,
    PAIR_COMPARISONS,
    PAIRS,
    PILES,
    SEATS,
    SETS,
    VOIDS,
)
from audit.schema import Table

HANDS = Table(
    "hands",
    "One hand and what the table remembers of the hands before it: nothing where one may be lost between.",
    "a hand",
    (
        whole("banker", "Seat of the banker: of hand_start, else of the first bank row."),
        whole("piles", "Number of deal rows.", citation="art. 1(4)"),
        whole("seats_dealt", "Number of different seats that have a deal row.", citation="art. 1(4)"),
        truth(
            "played",
            "A set, open, arrange or compare row, or a settle row not labelled void, stands in the hand.",
        ),
        truth(
            "shuffled",
            "A shuffle row stands before the first deal row (where that pile alone stands out of order, before the "
            "second).",
            citation="art. 1(1)",
        ),
        whole(
            "first_seat",
            "Seat of the first deal row; unknown without one, where the seat that was due has no pile (art. 1(4)), and "
            "where of eight piles only that of this seat or that of the seat that was due stands out of the order due "
            "(art. 1(3)).",
            citation="art. 1(2)",
        ),
        whole(
            "first_seat_due",
            "Seat that the plain sum of the shake's dice points to, the banker counted as 1, counter-clockwise over"
            " all eight seats; unknown unless "
            "the shake shows four dice of 1-6.",
            citation="art. 1(2)",
        ),
        whole(
            "first_seat_due_last",
            "The same by the last shake labelled valid before the first deal row.",
            citation="art. 1(2)",
        ),
        whole(
            "first_seat_by_total",
            "The seat that the logged total (number) of that last valid shake points to; where it has no number, "
            "first_seat_due_last.",
            citation="art. 1(2)",
        ),
        truth(
            "declared",
            "A declare row by the banker stands before the shake; unknown where the hand has no valid shake, or where "
            "actor and seat of such a row contradict each other.",
            citation="art. 4(4)",
        ),
        whole(
            "turn_hands_least",
            "Hands that the banker's seat has surely banked without a break up to this one, this one included, on "
            "this gaming day; void deals, "
            "hands broken off before a tile was dealt (where the table's log shows deals or play) "
            "and hands whose rows are missing in part do not count, nor those of which turn_hands is unknown because "
            "nothing was played. 0 where the banker is unknown.",
            unknown=False,
            citation="art. 4(1)",
        ),
        whole(
            "turn_hands",
            "Hands of the banker's present turn up to this one, this one included, void deals and hands broken off "
            "before a tile was dealt not counted; unknown "
            "where the turn's first hand was not "
            "seen (the table's first hand in the log counts as first; so does a day's first hand unless the same "
            "seat banked the last hand of the day before), a hand of "
            "the turn is incomplete or may be lost, or nothing was played in one at a table that shows play, but no "
            "void and no exposed tile yet.",
            citation="art. 4(1)",
        ),
        whole(
            "consents",
            "Consent rows of the turn up to this hand, this one included; unknown where a hand of the turn is "
            "incomplete or may be lost, or has a consent row that is not labelled unanimous.",
            citation="art. 4(1)",
        ),
        truth(
            "bank_moved",
            "Another seat banks than in the table's hand before on the same gaming day; false in the first hand of "
            "a table or day.",
            citation="art. 4(3)",
        ),
        whole(
            "seat_adjacent",
            "The seat next to the right (counter-clockwise) of the banker of the hand before; 0 in the first hand"
            " of a table or day.",
        ),
        whole(
            "next_bettor",
            "The nearest seat counter-clockwise from the banker of the hand before on which a bet lay in that hand;"
            " 0 where there is none; unknown where not just the seats with a bet were set, compared, settled or void "
            "in that hand, or nothing was played in it at a table that shows play and has not shown a bet_move; "
            "unknown, too, where that hand does not count in turn_hands and other seats bet in the one before it.",
            citation="art. 4(3)",
        ),
        whole(
            "next_willing",
            "The same, leaving out the seats that have a decline row in this hand; 0 where there is none.",
            citation="art. 4(3)",
        ),
        whole(
            "declines_between",
            "Number of seats with a decline row in this hand that lie counter-clockwise strictly between the banker"
            " of the hand before and this one's; 0 where "
            "bank_moved is false.",
            citation="art. 4(3)",
        ),
        truth(
            "banker_bet_before",
            "A bet lay on the banker's seat in the table's hand before.",
            citation="art. 4(3)",
        ),
        money(
            "bank_put",
            "The largest amount among the banker's bank rows before the shake (of all where there is no valid "
            "shake); unknown without one, or where one of them has no amount.",
            citation="art. 4(4)",
        ),
        money(
            "bank_before",
            "The bank, as it lay at the shake, of the turn's last hand before this one that counts in turn_hands; 0 in "
            "the turn's first.",
            citation="art. 4(9)",
        ),
        money(
            "share_before",
            "The banker's share of the banking side's net win in that hand, pro rata of his bank in bank_total, "
            "rounded down; where his own settle row shows less, that; 0 where "
            "the side did not win, the hand is the turn's first, or itself does not count in turn_hands. Unknown where "
            "a bet of that hand was settled other than it lay, or paid other than was due.",
            citation="art. 4(9)",
        ),
        money(
            "fee_before",
            "The fee of the banker's own settle row in that hand, of several together, 0 where none is logged.",
            citation="art. 4(2)",
        ),
        whole(
            "cobanked_before",
            "1 where others staked with the banker in that hand, so that his share may be rounded; else 0, also in the "
            "turn's first hand.",
            citation="art. 3(1), 3(2)",
        ),
        money(
            "bank_total",
            "Bank and all co-banks together, each party's last row; unknown where one has no amount or was changed "
            "after the shake, or the hand has no bank row.",
            citation="art. 4(5)",
        ),
        money(
            "banking_net",
            "What the banking side won (negative: lost) by the settle rows of bets: minus the sum of their payouts;"
            " 0 without one. Unknown where it would be beyond bank_total and a bet is settled other than it lies.",
            citation="art. 4(5)",
        ),
        truth(
            "bank_short",
            "Even money by the logged results would give the banking side a net win or loss above bank_total.",
            citation="art. 3(2), 4(5)",
        ),
        truth(
            "order_by_seat",
            "The settle rows of wins and losses at player seats run seat by seat counter-clockwise from first_seat; "
            "unknown where one stands at a seat where nothing of it lies, or not every seat was dealt, or the second "
            "pile went elsewhere than next to the first.",
            citation="art. 3(2)",
        ),
        truth(
            "order_losers_first",
            "All losses stand before all wins, and the wins run counter-clockwise from first_seat; unknown as "
            "order_by_seat.",
            citation="art. 3(2)",
        ),
        truth("banking_settled", "The banker's own settle row stands in the hand."),
        money("banking_payout", "Payout of the banker's own settle row, of several together; 0 where there is none."),
        truth(
            "banking_in_part",
            "The banker's own settle row stands in the hand, and its payout is banking_net or less of the same sign, "
            "as the share of a banker with whom others stake.",
            citation="art. 3(1), 3(2)",
        ),
        truth(
            "banking_adds_up",
            "banking_payout is banking_net, or the banker's pro rata share of it rounded up or down; true where "
            "there is no such row.",
        ),
        money("house_cobank", "The house's co-bank, its last row; 0 without one.", citation="art. 3(1)"),
        whole(
            "banker_exposed",
            "Tiles at the banker's seat turned in the deal.",
            unit="tiles",
            citation="art. 2(3)",
        ),
        truth("settled", "A settle row not labelled void stands in the hand."),
        whole("replacements", "Number of replace_set rows.", citation="art. 9"),
        truth("replaced_after_deal", "A replace_set row stands behind the first deal row.", citation="art. 9, 1(1)"),
        truth(
            "set_changed",
            "hand_start names another tile set than was in use at the end of the table's hand before; false in the "
            "table's first hand, and where a table comes back to its set after one hand under another without a word.",
            citation="art. 9",
        ),
    ),
)


TABLES = (
    HANDS,
    SHUFFLES,
    SHAKES,
    CUTS,
    STAKES,
    BETS,
    WAGERS,
    PILES,
    VOIDS,
    SEATS,
    SETS,
    PAIRS,
    LAYOUTS,
    COMPARISONS,
    PAIR_COMPARISONS,
    SETTLEMENTS,
    OPENINGS,
    HANDLINGS,
    DISPUTES,
    COMPENSATIONS,
)
