"""Facts of pai gow about dice, cuts, stakes, bets and settlements; facts.py says the terms."""

from audit.games.pai_gow.fact_columns import RESULTS, WHO, money, pieces, truth, whole, word
from audit.schema import Table

SHUFFLES = Table(
    "shuffles",
    "One shuffling of the tiles.",
    "a shuffle row",
    (
        word("by", "Who shuffled.", WHO, citation="art. 1(1)"),
        word(
            "faces",
            "How the tiles lay: the row's label; unknown where it is neither word.",
            ("down", "up"),
            citation="art. 1(1)",
        ),
    ),
)


SHAKES = Table(
    "shakes",
    "One shake of the dice.",
    "a shake row",
    (
        word(
            "verdict",
            "The row's label; unknown where it is none of these words.",
            ("valid", "cocked", "stacked", "out"),
            citation="art. 1(5)",
        ),
        word(
            "by",
            "Who shook: banker only where actor, seat and person (against the bank row's) do not speak against it, "
            "player where one of them names another seat or person; "
            "else the actor. Unknown where another person's name alone speaks against it, and all other acts of the "
            "banker bear that name.",
            WHO,
            citation="art. 4(1)",
        ),
        pieces("dice", "The dice as logged; unknown where there are none or more than eight."),
        whole("dice_shown", "Number of pieces in the row; unknown where it has none.", citation="art. 1(2)"),
        whole(
            "dice_read",
            "How many of them are dice of 1-6; unknown where one is not known.",
            citation="art. 1(2)",
        ),
        whole(
            "dice_sum",
            "Plain sum of the dice; unknown unless exactly four dice of 1-6 are shown.",
            citation="art. 1(3)",
        ),
        whole("total", "The row's number: the total that was used.", citation="art. 1(3)"),
        truth("after_valid", "A shake labelled valid stands before this one in the hand."),
        truth("shaken_again", "Another shake stands behind this one in the hand.", citation="art. 1(5)"),
        truth("dealt_after", "A deal row stands behind this one in the hand.", citation="art. 1(5)"),
    ),
)


CUTS = Table(
    "cuts",
    "One cut of the stacks.",
    "a cut row",
    (
        word(
            "by",
            "Who cut; unknown where actor and seat contradict each other: the banker at another seat, a player (unless "
            "another person than the one who put up the bank) at the banker's.",
            WHO,
            citation="art. 2(1)",
        ),
        word(
            "hands",
            "The row's label; unknown where it is neither word.",
            ("one_hand", "two_hands"),
            citation="art. 2(1)",
        ),
        word(
            "stage",
            "Where the row stands by the hand's own rows: before any shake, between a shake that does not count and"
            " the valid one, or after the valid shake. An earlier shake "
            "whose label is none of the known words makes it unknown.",
            ("before", "between", "after"),
            citation="art. 2(1)",
        ),
        truth(
            "after_shake",
            "The row stands behind the shake; unknown where tiles were dealt and the hand has no valid shake.",
            citation="art. 2(1)",
        ),
        truth("after_banker", "A cut by the banker stands before this one in the hand.", citation="art. 2(1)"),
        truth(
            "first_of_seat",
            "By a player, and no cut of his seat stands before; unknown where a player's cut has no seat.",
        ),
        whole(
            "player_seats",
            "Different player seats that have cut up to this row, this one included, cuts after the shake left out;"
            " unknown from a player's cut without a seat on.",
            citation="art. 2(1)",
        ),
    ),
)


STAKES = Table(
    "stakes",
    "One amount put down on the banking side: the bank, the house's co-bank or a player's.",
    "a bank or cobank row",
    (
        word(
            "party",
            "banker for a bank row; for a cobank row house or player, by the actor, where it is empty player if the"
            " row has a seat and unknown if not.",
            ("banker", "house", "player"),
        ),
        truth("first", "No row of the same party (for players: of the same seat) stands before it in the hand."),
        money("amount", "The row's amount."),
        money("amount_before", "The amount of that party's row before; 0 for the first."),
        truth(
            "after_shake",
            "The row stands behind the shake; unknown where tiles were dealt and the hand has no valid shake.",
            citation="art. 3(1), 3(3), 4(4), 4(7)",
        ),
        whole("turn_hands", "As in hands."),
        money("share_before", "As in hands."),
    ),
)


BETS = Table(
    "bets",
    "One act with a bet: put down, changed, or moved to another seat.",
    "a bet, bet_change or bet_move row",
    (
        word("act", "The kind of event.", ("bet", "bet_change", "bet_move"), unknown=False),
        word(
            "kind",
            "Of a bet row its label; unknown where it is none of these words; none for the other acts.",
            ("none", "own", "piggyback", "by_word"),
            citation="art. 4(6), 7(1)",
        ),
        money(
            "amount", "The row's amount; of a bet_move what the person had on the seat, unknown where wagers.bet is."
        ),
        money(
            "amount_before",
            "What the same person had on that seat before the row, 0 for none (without a person: all that lay there).",
        ),
        truth(
            "after_shake",
            "The row stands behind the shake; unknown where tiles were dealt and the hand has no valid shake.",
            citation="art. 4(6), 4(7)",
        ),
        truth(
            "on_cobanker",
            "A cobank row by a player stands in the hand for the seat of this row.",
            citation="art. 3(3)",
        ),
        truth(
            "bettor_elsewhere",
            "The row's person has a bet row at another seat in this hand; unknown without a person.",
            citation="art. 3(3)",
        ),
    ),
)


WAGERS = Table(
    "wagers",
    "What one person has on one player seat, against what was settled there; a seat of which a bet or settle row "
    "lacks the person is taken as one wager. The row is the wager's "
    "first settle row, else its last bet row. Rows at the banker's seat by one who has no bet there are left out.",
    "a hand, seat and person",
    (
        money(
            "bet",
            "The bet that lies there at the end, all rows of the person on the seat together; 0 for none; unknown "
            "where a change names a person who put nothing there, or which of several bets without persons is meant.",
            citation="art. 4(8)",
        ),
        money(
            "bet_at_shake",
            "The same at the shake (differs only where somebody bet, changed or moved after it); equal to bet where"
            " there is no valid shake.",
            citation="art. 4(7)",
        ),
        money("settled", "Sum of the amounts of the wager's settle rows; 0 without one.", citation="art. 4(8)"),
        truth(
            "settled_elsewhere",
            "Not settled here, but settled to the same person at another seat, beside what he has there: one fault, "
            "found there; unknown where what he has there is.",
        ),
        truth(
            "in_play",
            "Tiles were dealt, and neither the deal nor the seat has a void row. Unknown where the seat was not played "
            "and the table has shown no void and no exposed tile yet, and at the banker's seat where persons do "
            "not tell bets from the banking side's own row.",
            citation="art. 2(3)",
        ),
        word(
            "explanation",
            "Which act, were it not logged, would explain why something else was settled than the bet: bet_move where "
            "the person's bet at another seat was settled here instead; bet_change where another amount was settled, "
            "or nothing at a seat that was neither set nor compared; none where the bet was settled, here or "
            "elsewhere, or is not in play, where nothing lies here, and where a seat was played and not settled. "
            "bet_move, too, where the bet was settled at a seat that is void. Unknown where only both together would "
            "explain it and the table has shown neither yet, and where in_play is unknown.",
            ("none", "bet_change", "bet_move"),
            citation="art. 4(7), 4(8)",
        ),
    ),
)


SETTLEMENTS = Table(
    "settlements",
    "One settlement of a bet, or of the banking side.",
    "a settle row",
    (
        truth(
            "banking",
            "The row is the banking side's own: the banker's seat, and no bet of the row's person lies there.",
        ),
        word(
            "result",
            "The row's label, where it is empty result_due; unknown for any other text.",
            (*RESULTS, "void"),
            citation="art. 6",
        ),
        word(
            "result_due",
            "void where the deal or the seat has a void row (unknown where the deal was voided for exposed tiles, or "
            "for no cause, and played on: art. 2(3)); else the result that the seat's compare row logs; "
            "where it logs none, or is itself not borne out by its pairs or its tiles while the row's label is "
            "(art. 6(1) to 6(4)), the row's label; of the banking side the row's label.",
            (*RESULTS, "void"),
            citation="art. 6",
        ),
        money("amount", "The row's amount."),
        money("payout", "The row's payout."),
        money("fee", "The row's fee.", citation="art. 4(2)"),
        money(
            "payout_even",
            "Even money by result_due: amount on a win, minus amount on a loss, 0 on a push or void; of the banking"
            " side its payout.",
            citation="art. 6(3), 6(4)",
        ),
        money(
            "payout_by_seat",
            "What the row is due where bets are settled seat by seat counter-clockwise from first_seat (within a "
            "seat in order of rows; where all payouts of a seat together are right, each is) and the banking side's "
            "running win or loss never exceeds bank_total. "
            "Equal to payout_even where neither all wins nor all losses together exceed bank_total; else unknown where "
            "a bet of the hand is settled other than it lies, or where it, or one of the next two, is not payout_even "
            "and the table has not shown a cobank row yet, so that the bank may be larger than the log tells.",
            citation="art. 3(2), 4(5)",
        ),
        money(
            "payout_losers_first",
            "The same where all losses are settled before all wins, each in that order, and the running win or loss"
            " never exceeds bank_total.",
            citation="art. 3(2), 4(5)",
        ),
        money(
            "payout_losers_netted",
            "The same, but losses are taken as far as bank_total and all wins together reach, so that only the net "
            "of the hand is bounded.",
            citation="art. 3(2), 4(5)",
        ),
        money(
            "bank_own",
            "Of the banking side's row the banker's own bank (bank_total less the co-banks); 0 for other rows.",
            citation="art. 4(5)",
        ),
        truth("side_beyond", "The banking side's net in the hand is more than bank_total.", citation="art. 4(5)"),
        money(
            "won_due",
            "What commission may be taken from besides payout: payout_even where payout is by no listed order what is "
            "due, so that a wrong payout is not also a wrong commission (unknown where the bank is short); of the "
            "banking side its net, or the banker's share of it, where its row does not add up; else payout.",
            citation="art. 4(2), 6(3)",
        ),
    ),
)


DISPUTES = Table(
    "disputes",
    "One dispute about how the banker's tiles are set.",
    "a dispute row",
    (
        truth("banker_tiles", "The row has no seat, or the banker's."),
        word(
            "decided_by",
            "Who decided: the row's label; unknown where it is neither.",
            ("banker", "house", "equal"),
            citation="art. 3(4)",
        ),
        word(
            "larger_stake",
            "Whose stake is larger by their last rows: the bank or the house's co-bank. Unknown where a stake "
            "was changed, or a co-bank put down, after the shake.",
            ("banker", "house", "equal"),
            citation="art. 3(4)",
        ),
        money("house_cobank", "The house's co-bank; 0 without one.", citation="art. 3(4)"),
    ),
)


COMPENSATIONS = Table(
    "compensations",
    "One compensation paid for a poor setting.",
    "a compensate row",
    (
        word(
            "by",
            "Who paid: the row's actor; where it is empty player if the row has a person, else unknown.",
            WHO,
            citation="art. 7(2)",
        ),
        money("amount", "What was paid."),
    ),
)
