"""Facts of pai gow about piles, settings, pairs, comparisons and acts at the tiles; facts.py says the terms."""

from audit.games.pai_gow.fact_columns import PARTS, RESULTS, SIDES, WHO, money, pieces, truth, whole, word
from audit.schema import Table

PILES = Table(
    "piles",
    "One pile given to a seat.",
    "a deal row",
    (
        whole("seat", "The row's seat."),
        pieces("dealt", "The pile's tiles as logged; unknown where there are none or more than eight."),
        whole(
            "tiles",
            "Number of tiles in the row, unknown ones counted; unknown where it has none, and where the seat has more "
            "piles than one (hands.piles counts them).",
            citation="art. 1(4)",
        ),
        whole(
            "excess",
            "Tiles of the pile that the set cannot hold: pieces that are none of the 21 kinds, and copies beyond "
            "those of the set, counted over the hand's piles in order of rows, of each kind at the first pile that has "
            "too many; so many fewer as piles of the hand have "
            "more than four tiles (art. 1(4)). "
            "Unknown where it would be 0 and the pile has an unknown tile, or where it would be 0 and rows before "
            "it are missing.",
            citation="art. 1(1)",
        ),
        truth(
            "new_set",
            "A replace_set row stands behind the hand's first deal row and before this one.",
            citation="art. 9",
        ),
        whole(
            "seat_due",
            "The seat that this pile is due to. Where the hand has eight piles at eight seats: first_seat and on "
            "counter-clockwise. Else the row's own seat, unless that lies, "
            "counted from first_seat, before one that was dealt already: then the seat after the furthest dealt. "
            "A second pile of a seat is due to it. Unknown behind the first pile that went elsewhere.",
            citation="art. 1(3)",
        ),
    ),
)


VOIDS = Table(
    "voids",
    "One seat or deal declared void.",
    "a void row; or, where neither the deal nor the seat has one, the first settle row labelled void of a seat on "
    "which a bet lies",
    (
        truth("whole", "The deal is void: the row has no seat, or the banker's.", unknown=False),
        word(
            "cause",
            "What the label says: nothing, exposed tiles, or something else; nothing for a settle row.",
            ("none", "exposed", "other"),
            unknown=False,
        ),
        whole(
            "exposed",
            "Tiles of the voided seat (of the banker where the deal is void) turned in the deal; unknown where the row "
            "has no seat and the hand was played on.",
            unit="tiles",
            citation="art. 2(2), 2(3)",
        ),
        whole(
            "single_elsewhere",
            "Other seats that had exactly one tile turned in the deal.",
            unit="seats",
            citation="art. 2(2)",
        ),
    ),
)


SEATS = Table(
    "seats",
    "One player seat that has a bet row, an expose, set or settle row in the hand; speaks of no single row.",
    "a hand and player seat",
    (
        whole(
            "exposed",
            "Tiles of the seat turned in the deal: pieces of its expose rows, a kind no more often than its pile "
            "holds it; unknown where such a row has no pieces, or a row shows a tile that is none of its seat's pile.",
            unit="tiles",
            citation="art. 2(3)",
        ),
        truth(
            "settled",
            "The seat has a settle row not labelled void, or one so labelled with a payout other than 0; unknown where "
            "one is settled there who has a bet elsewhere that is not, and none here (art. 4(8)).",
            citation="art. 2(3)",
        ),
        whole(
            "handlers",
            "Different persons who set (other tiles than the seat's own left out, art. 5(1)), took back or, as one of "
            "the seat or of none, touched the seat's tiles, dealer, house and (of touches at other seats) banker left "
            "out; unknown where a person that would matter is missing (two known ones are two).",
            citation="art. 7(4)",
        ),
    ),
)


SETS = Table(
    "sets",
    "One setting of a seat's tiles.",
    "a set row",
    (
        truth("banking", "The row's seat is the banker's."),
        pieces(
            "tiles",
            "The tiles as set, front pair before rear; unknown where there are none or more than eight.",
        ),
        pieces("pile", "The tiles dealt to the seat; unknown without exactly one pile."),
        truth(
            "split_right",
            "Two tiles in front and two behind, together the seat's pile. False where the shape is wrong or a known"
            " tile is not in the pile; unknown where no tiles or no bar are logged, the "
            "seat has not exactly one pile, unknown tiles leave it open, or the pile holds a tile of which the hand's "
            "piles have more than the set, so that it may be the wrong one (art. 1(1)).",
            citation="art. 5(1)",
        ),
        truth(
            "others_bet",
            "More than one person's bet that lay there at the shake, or a bet labelled piggyback that is not the "
            "setter's own and only one, lies on the seat. Unknown where a bet of the hand has no seat or is settled "
            "other than it lies, and where "
            "nothing is settled and other seats were played than bets lie on.",
            citation="art. 7(1)",
        ),
        money(
            "setter_bet",
            "What the row's person has on the seat; 0 for nothing; unknown without a person, where split_right is "
            "false, where it is less than highest_bet and he sets another player seat too (art. 7(5)), and as "
            "others_bet.",
            citation="art. 7(1)",
        ),
        money(
            "highest_bet",
            "The most that one person has on the seat; 0 for nothing; unknown as others_bet, and where a bet came to "
            "the seat, left it or was changed after the shake.",
            citation="art. 7(1)",
        ),
        whole(
            "seats_before",
            "At a person's first set row on a player seat: other player seats that the same person set before in "
            "this hand; else 0. Settings of other tiles than the seat's own are left out (art. 5(1)).",
            citation="art. 7(5)",
        ),
        truth(
            "after_opening",
            "A tile of the banker's was turned before: his open row, or where the hand has none his arrange row, "
            "stands before.",
            citation="art. 8(2)",
        ),
        truth("again", "A set row of the same seat stands before it in the hand.", citation="art. 8(2)"),
        truth(
            "different",
            "Its two pairs are not the two pairs of the seat's set row before, whichever is in front; false for the"
            " first set row.",
            citation="art. 8(2)",
        ),
        truth("counted", "It is the last set row of its seat.", unknown=True),
        word(
            "result",
            "The seat's logged result: of its compare row, else of its settle row's label; none for the banker's "
            "seat, a void and a seat without either.",
            ("none", *RESULTS),
        ),
        word(
            "better_result",
            "The best that another split of the same four tiles would have brought against the banker's pairs as "
            "compared, where that is more than result (of win over push over "
            "lose) by every reading of a Gee Joon tile; none where there is no better or result is none; unknown where "
            "split_right is false.",
            ("none", "push", "win"),
            citation="art. 7(2)",
        ),
        truth(
            "compensated",
            "A compensate row stands in the hand that is not the dealer's or the house's and has this row's seat or "
            "person.",
            citation="art. 7(2)",
        ),
        pieces("better_split", "That split, front pair before rear; unknown where better_result is none."),
        whole(
            "exchanged_with",
            "The seat whose pile this setting splits, and whose own setting splits this seat's pile: the tiles of two "
            "seats were exchanged. 0 where there is none, and where split_right is not false.",
            unknown=False,
            citation="art. 5(1)",
        ),
        truth(
            "told_by_setting",
            "split_right is false, and a setting before this one shows it already: one of the same four tiles at this "
            "seat, or that of the seat with which the tiles were exchanged.",
            unknown=False,
        ),
    ),
)


PAIRS = Table(
    "pairs",
    "One pair of a setting, and what the log calls it.",
    "a set row and part, where two tiles stand before the bar and two behind",
    (
        word("part", "Which pair.", PARTS, unknown=False),
        pieces("tiles", "The two tiles."),
        truth("banking", "The row's seat is the banker's."),
        word(
            "logged",
            "How the label names the pair: not at all, by a digit of points, or by a row or name of Table 2; "
            "unknown where its text is none of these.",
            ("none", "points", "name"),
            citation="art. 5(3), 5(4)",
        ),
        whole(
            "logged_points",
            "The logged digit, or the points of the logged row of Table 2; 10 for a row of a pair with a name of "
            "its own (rows 1-20); unknown where logged is none.",
            unit="points",
        ),
        whole(
            "logged_row",
            "The logged row of Table 2; a name that two rows have is read as the one that fits (table_row, else "
            "table_row_other), else the first; 0 where logged is points; unknown where it is none.",
            unit="row of Table 2",
        ),
        whole(
            "points",
            "Sum of the pips, less the greatest of 10 and 20 that it reaches; with a single Gee Joon tile, by the "
            "value that makes the pair higher.",
            unit="points",
            citation="art. 5(4), 5(5)",
        ),
        whole(
            "points_other",
            "The same by the Gee Joon tile's other value, the one that makes the pair lower; equal to points "
            "where the pair has no single Gee Joon tile.",
            unit="points",
        ),
        whole(
            "table_row",
            "Row of Table 2 by the value that makes the pair higher; unknown where Table 2 has none.",
            unit="row of Table 2",
            citation="Table 2",
        ),
        whole(
            "table_row_other",
            "Row of Table 2 by the other value; equal to table_row where the pair has no single Gee Joon tile; "
            "where Table 2 has none, table_row.",
            unit="row of Table 2",
            citation="Table 2",
        ),
        word(
            "lower",
            "Which value of a single Gee Joon tile makes the pair lower: the tile's own, or the one it can be "
            "switched to; none where the pair has no single Gee Joon tile.",
            ("none", "own", "switched"),
            citation="art. 5(5)",
        ),
        truth(
            "told_by_front",
            "Of a rear pair: neither name of the label is that of its pair, and both are those of the same four "
            "tiles the other way round or paired otherwise: one fault, found at the front pair.",
            unknown=False,
        ),
    ),
)


LAYOUTS = Table(
    "layouts",
    "How a seat's pairs lay when they were compared: by its last arrange row, else by its last set row. The row is "
    "that arrange row, else the seat's compare row (of the banker: the hand's first), else "
    "none, so that nobody who set tiles is named for the dealer's act.",
    "a hand and seat with a set or arrange row",
    (
        word("source", "What tells it.", ("arrange", "set"), unknown=False),
        truth(
            "front_above",
            "The front pair ranks above the rear by every reading and every value of a Gee Joon tile.",
            citation="art. 5(2)",
        ),
        truth(
            "compared_in_order",
            "The winners that the seat's compare row logs (for the banker: every compare row) are those of the "
            "lower pair in front. False where they are those of the pairs as they lay and not of that; unknown "
            "where "
            "they are neither, or nothing is compared; true where front_above is false.",
            citation="art. 5(2)",
        ),
        whole("front_row", "Row of Table 2 of the front pair.", unit="row of Table 2", citation="Table 2"),
        whole("rear_row", "Row of Table 2 of the rear pair.", unit="row of Table 2", citation="Table 2"),
        pieces("laid", "Where pairs_as_set is false, the tiles of the arrange row, front before rear; else unknown."),
        pieces("as_set", "Where pairs_as_set is false, those of the seat's last set row; else unknown."),
        truth(
            "pairs_as_set",
            "The pairs of the arrange row are those of a set row of the seat, whichever is in front. Unknown without "
            "both, where either does not show two pairs of known tiles, where a setting is no split of its pile or "
            "bears the names of another split, and at the banker's seat where a dispute stands in the hand or the "
            "table has not shown one yet (art. 3(4)).",
            citation="art. 5(2)",
        ),
    ),
)


COMPARISONS = Table(
    "comparisons",
    "The comparison of a player seat with the banker.",
    "a compare row; or, where a player seat has none, its first settle row not labelled void, with what was logged "
    "unknown. Of several compare rows of a seat the last that its tiles bear out counts for other facts, else the last",
    (
        word("front_winner", "Who won the front pairs by the log.", SIDES),
        word("rear_winner", "Who won the rear pairs by the log.", SIDES),
        word("result", "The result for the player by the same row.", RESULTS),
        word(
            "result_due",
            "What follows from the two logged winners: win where both are the player, lose where both are the "
            "banker, else push.",
            RESULTS,
            citation="art. 6(3), 6(4)",
        ),
    ),
)


PAIR_COMPARISONS = Table(
    "pair_comparisons",
    "One of the two comparisons of a player seat with the banker, judged from the tiles as they lay (see layouts; "
    "of a set in wrong order where compared_in_order is true: the lower pair in front).",
    "a row of comparisons and part",
    (
        word("part", "Which pair.", PARTS, unknown=False),
        pieces("player_tiles", "The player's pair."),
        pieces("banker_tiles", "The banker's pair."),
        word("logged_winner", "Who won by the log.", SIDES),
        word(
            "winner",
            "Who wins by class of Table 2, points and the higher tile, the banker where all is equal, a single Gee "
            "Joon tile taken at the value that makes its pair higher; of two front pairs of zero "
            "points (zero_fronts) the banker.",
            SIDES,
            citation="art. 6(1), 6(2)",
        ),
        word(
            "winner_other",
            "The other side where it wins by some lawful value of a Gee Joon tile (a player's own choice; the "
            "banker may or may not switch); else winner.",
            SIDES,
            citation="art. 5(5)",
        ),
        truth(
            "zero_fronts",
            "Front pairs, both without a name and both of zero points by the value that makes each higher.",
            citation="art. 6(2)",
        ),
        truth(
            "told_before",
            "Of a rear pair: the row gives the front pair to the wrong side already. Of any pair: several seats are "
            "compared wrongly by the banker's pairs, all rightly by another split of his tiles, and a pair before this "
            "one is such a one. One fault, found there.",
            unknown=False,
        ),
    ),
)


OPENINGS = Table(
    "openings",
    "One turning of a seat's tiles.",
    "an open row; where the hand has no open row at the banker's seat, also his first arrange row",
    (
        word("by", "Who turned them: the row's actor, unknown where it is empty.", WHO, citation="art. 8(3)"),
        truth("banker_tiles", "The tiles are the banker's."),
        truth("seat_set", "A set row of the seat stands before."),
        truth("first", "No turning of the same seat stands before it in the hand."),
        whole(
            "unset_seats",
            "Player seats on which a bet lies, that have no void row (nor are settled as void alone), fewer than two "
            "tiles exposed, and no set row before this one. Left out are a seat that is neither set, compared nor "
            "settled in a hand that settles others (art. 4(8) speaks of it), and one whose tiles were set before at a "
            "seat whose own they are not (art. 5(1)). Unknown with such a seat in a hand that settles nothing.",
            unit="seats",
            citation="art. 8(1)",
        ),
    ),
)


HANDLINGS = Table(
    "handlings",
    "One act at a seat's tiles that is no setting.",
    "a touch, speak, take_back or remove_tile row",
    (
        word("act", "The kind of event.", ("touch", "speak", "take_back", "remove_tile"), unknown=False),
        word("by", "Who did it: the actor; unknown where it is empty.", WHO),
        word(
            "player_of",
            "Where the one who did it plays: at this seat, at another, or nowhere. By other_seat; where that is "
            "empty, by the bets of the row's person in this hand; unknown without either.",
            ("this", "another", "none"),
            citation="art. 7(5)",
        ),
        truth("banker_tiles", "The tiles are the banker's."),
        truth("after_opening", "As in sets.", citation="art. 8(2)"),
    ),
)
