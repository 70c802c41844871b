"""The tables of facts of five-card poker: what a replay makes of a log and rules may speak of."""

from audit.schema import Column, Kind, Table

W, M, T, WORD = Kind.WHOLE, Kind.MONEY, Kind.TRUTH, Kind.WORD

ROUND_NAMES = ("first", "second", "third", "fourth")
CATEGORY_WORDS = (
    "high_card",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
ACT_WORDS = ("bet", "call", "raise", "check", "fold")
RANK_WORDS = ("none", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
STANDING_WORDS = ("eligible", "out", "never_in", "not_funded", "paid_nothing")
POT_WORDS = ("main_pot", *(f"side_pot_{number}" for number in range(1, 10)))
ACTOR_WORDS = ("nobody", "player", "banker", "dealer", "house")


def _fact(
    name: str,
    kind: Kind,
    doc: str,
    citation: str = "",
    *,
    unit: str = "",
    null: bool = True,
    words: tuple[str, ...] = (),
) -> Column:
    return Column(name, kind, doc, unit or ("minor units" if kind is M else ""), null, words, citation)


HANDS = Table(
    "hands",
    "What holds of a hand as a whole.",
    "one row a hand",
    (
        _fact("seats", W, "Seats that take part: an ante or a card.", "art. 3"),
        _fact("ante", M, "The ante that most seats put, or as the hand's start says where none is logged.", "art. 6"),
        _fact("stated_ante", M, "The hand's ante as its start says; that put, where it does not.", "art. 6"),
        _fact("deck_number", W, "Hands that the deck has served by the log's own count, this one included.", "art. 2"),
        _fact("deck_counted", W, "Hands that this deck's id has served at this table in the logs, this one included."),
        _fact(
            "deck_first_seen",
            T,
            "The logs hold the deck's first hand, and none since that may have been its and is not known.",
            null=False,
        ),
        _fact("other_decks", W, "Rows of the hand that name another deck than its start.", "art. 2", unit="rows"),
        _fact("first_of_deck", T, "It is the deck's first hand.", "art. 2"),
        _fact("shuffled", T, "The deck was shuffled before the first card.", "art. 2"),
        _fact("cutting_players", W, "Players who cut before the first card.", "art. 2"),
        _fact("burned_first", T, "A card was burned before the first card was dealt.", "art. 2"),
        _fact("boxed", T, "The cards were put in the metal box.", "art. 2"),
        _fact("late_antes", W, "Seats whose ante came after the first card.", "art. 10(a)"),
        _fact("first_rake", M, "The first rake, 0 where none was taken.", "art. 8"),
        _fact("first_rake_late", T, "Some of the first rake was taken after the first card.", "art. 8"),
        _fact("pot_rake", M, "Rake taken from the pots, the first rake apart.", "art. 9"),
        _fact("rake_rows", W, "Rows in which the pots' rake was taken, at least 1.", unit="rows"),
        _fact("staked", M, "All antes and wagers."),
        _fact("given_back", M, "All that was returned, refunded or withdrawn."),
        _fact("pots", M, "The logged pots together.", "art. 7"),
        _fact("awarded", M, "All awards together.", "art. 7"),
        _fact("raked", M, "The first rake and the pots' rake together.", "art. 8, 9"),
        _fact("base_with_antes", M, "Antes and called wagers: a base of the rake.", "art. 9"),
        _fact("base_of_wagers", M, "Called wagers without antes: a base of the rake.", "art. 9"),
        _fact("base_with_antes_less_first", M, "Antes and called wagers less the first rake.", "art. 9"),
        _fact("base_of_wagers_less_first", M, "Called wagers less the first rake.", "art. 9"),
        _fact(
            "first_rake_beyond_wagers",
            M,
            "What of the first rake the called wagers do not cover, where it is deducted from them.",
            "art. 9",
        ),
        _fact("uncalled", M, "Wagers of the last round played that nobody called, returned or not.", "art. 9"),
        _fact(
            "base_besides",
            M,
            "What a base may hold besides: that, where its round was not the fourth and the reading lets it count, or "
            "what was taken back without right.",
            "art. 9",
        ),
        _fact("disclosures", W, "Decisions disclosed before the turn.", "art. 11(c)"),
        _fact("agreements", W, "Agreements to share the pot; a proposal labelled `refused` is none.", "art. 11(f)"),
        _fact("uncalled_round", W, "The last round in which anybody acted, 0 for none."),
    ),
)

SEATS = Table(
    "seats",
    "A seat's part in a hand.",
    "one row for every seat that put an ante, got a card, or acted",
    (
        _fact("earlier_seat", W, "The seat where the same person acted before in this hand, 0 for none.", "art. 3"),
        _fact("earlier_seat_goes_on", T, "That earlier seat acts again later.", "art. 3"),
        _fact("in_play", T, "The seat got a card.", null=False),
        _fact("anted", T, "The seat put an ante.", "art. 6"),
        _fact(
            "ante",
            M,
            "The hand's ante; unknown where it differs from the hand before, or one may be lost between.",
            "art. 6",
        ),
        _fact(
            "stack_before",
            M,
            "The player's stack at the end of the hand before; unknown where one may be lost between.",
            "art. 6",
        ),
        _fact("stack_at_start", M, "The player's stack before his ante.", "art. 6"),
        _fact("at_showdown", T, "The seat was in when the hole cards were to be turned.", "art. 10(e)"),
        _fact("showed", T, "The seat showed its hole card.", "art. 10(e)", null=False),
    ),
)

CUTS = Table(
    "cuts",
    "A cut of the deck.",
    "one row a cut event",
    (
        _fact("hands_used", WORD, "How many hands cut.", "art. 2", words=("one_hand", "two_hands")),
        _fact("cards", W, "Cards cut off.", "art. 2", unit="cards"),
        _fact("cards_left", W, "Cards left below the cut.", unit="cards"),
        _fact("after_first_card", T, "A card had been dealt before.", "art. 2"),
    ),
)

SHUFFLES = Table(
    "shuffles",
    "A shuffle of the deck.",
    "one row a shuffle event",
    (_fact("by", WORD, "Who shuffled.", "art. 2", words=ACTOR_WORDS),),
)

CARDS = Table(
    "cards",
    "The cards of an event that shows or deals some.",
    "one row for every burn, deal, expose and show event",
    (
        _fact("foreign", W, "Cards that the deck of forty does not hold.", "art. 1", unit="cards", null=False),
        _fact("repeated", W, "Cards that were seen before elsewhere in the hand.", "art. 1", unit="cards"),
        _fact("burned", W, "Cards that had been burned.", "art. 2", unit="cards"),
    ),
)

DEALS = Table(
    "deals",
    "Cards dealt to a seat.",
    "one row a deal event",
    (
        _fact("count", W, "Cards dealt at once.", "art. 2", unit="cards"),
        _fact("card", W, "Which card of the seat it is, 1 to 5.", "art. 10"),
        _fact("face", WORD, "How it was dealt.", "art. 10(a)", words=("up", "down")),
        _fact("expected_face", WORD, "How the article wants it.", "art. 10(a)", words=("up", "down")),
        _fact("in_order", T, "The seat's turn to get a card.", "art. 10"),
        _fact("expected_seat", W, "The seat whose turn it was, 0 for none.", "art. 10"),
        _fact("seat_in", T, "The seat takes part and is not out.", "art. 10"),
        _fact("seats_left", W, "Seats that are in.", "art. 10"),
        _fact("corrected", T, "A misdeal of this dealing was corrected.", "art. 11(e)", null=False),
    ),
)

STREETS = Table(
    "streets",
    "The dealing of one card to everybody.",
    "one row for each of the five cards that was dealt to anybody",
    (
        _fact(
            "part",
            WORD,
            "Which card.",
            null=False,
            words=("first_card", "second_card", "third_card", "fourth_card", "fifth_card"),
        ),
        _fact("seats_without_card", W, "Seats still in that got no card.", "art. 10"),
    ),
)

ANTES = Table(
    "antes",
    "An ante.",
    "one row an ante event",
    (
        _fact("amount", M, "The ante put, at the first of several parts all of them together.", "art. 6"),
        _fact("hand_ante", M, "The hand's ante.", "art. 6"),
        _fact("again", T, "The seat had put an ante before.", "art. 6", null=False),
        _fact("after_first_card", T, "A card had been dealt before.", "art. 6"),
    ),
)

BUY_INS = Table(
    "buy_ins",
    "A buy-in.",
    "one row a buy_in event",
    (
        _fact("amount", M, "The chips bought.", "art. 6"),
        _fact("stack_after", M, "The player's chips afterwards.", "art. 6"),
        _fact("ante", M, "The hand's ante.", "art. 6"),
    ),
)

ACTS = Table(
    "acts",
    "What a player did when it was for him to speak.",
    "one row for every bet, call, raise, check and fold event",
    (
        _fact(
            "kind",
            WORD,
            "What the act is by its amount: a bet over a bet is a call or a raise.",
            null=False,
            words=ACT_WORDS,
        ),
        _fact("round", W, "The betting round, 1 to 4.", "art. 10"),
        _fact("amount", M, "Chips put in by the act, 0 for none."),
        _fact("to_call", M, "What the seat owed.", "art. 10(b)"),
        _fact("increment", M, "What the act adds beyond the call.", "art. 10(b)(3)"),
        _fact("least_raise", M, "The last bet or increment of the round.", "art. 10(b)(3)"),
        _fact("all_in", T, "Logged as all in.", "art. 11(a)", null=False),
        _fact("short", T, "All in by the log or by the stack.", "art. 11(a)"),
        _fact("stack_after", M, "Chips left behind.", "art. 11(a)"),
        _fact("first_of_round", T, "The first act of the round.", "art. 10"),
        _fact("before_bet", T, "Nobody had bet in the round.", "art. 10"),
        _fact("in_turn", T, "It was for this seat to act.", "art. 10"),
        _fact("expected_seat", W, "The seat that had to act, 0 for none.", "art. 10"),
        _fact("checked_before", T, "The seat had checked in this round.", "art. 10(c)"),
        _fact("covered", T, "A fold covered the up cards.", "art. 10(b)(1)", null=False),
        _fact("forced", T, "A fold forced by the dealer.", "art. 11(b)", null=False),
        _fact("decision_time", W, "Time from the event that gave the turn.", "art. 11(b)", unit="milliseconds"),
        _fact("pot_after", M, "Everything staked so far, less what was given back.", "art. 7"),
        _fact("up_cards", Kind.PIECES, "The seat's up cards.", "art. 10"),
        _fact("hole_card", Kind.PIECES, "The seat's hole card.", "art. 10(a)"),
        _fact("asked_though_short", T, "The seat had no chips left to act with.", "art. 11(a)"),
    ),
)

ROUNDS = Table(
    "rounds",
    "A betting round.",
    "one row for every round with two seats in",
    (
        _fact("part", WORD, "Which round.", null=False, words=ROUND_NAMES),
        _fact("able_seats", W, "Seats in with chips when the round began.", "art. 10"),
        _fact("acts", W, "Acts of the round.", "art. 10"),
        _fact("owing_seats", W, "Seats that owed a call when the round ended.", "art. 10"),
        _fact("passed_over", W, "Seats with chips that were treated as short.", "art. 11(a)"),
    ),
)

WITHDRAWALS = Table(
    "withdrawals",
    "Chips taken back by a player.",
    "one row a withdraw event",
    (
        _fact("what", WORD, "What was taken back.", "art. 6", words=("ante", "wager")),
        _fact("left", T, "The player quit the hand and left the table.", "art. 6"),
        _fact("exposed", T, "The seat's hole card had been exposed in the deal.", "art. 11(d)", null=False),
    ),
)

REFUNDS = Table(
    "refunds",
    "An ante given back.",
    "one row a refund event",
    (_fact("excused", T, "A card of the seat was exposed, or its hand or the deal was voided.", "art. 11(d)"),),
)

SHOWS = Table(
    "shows",
    "Hole cards shown.",
    "one row a show event",
    (
        _fact("named", WORD, "The category logged.", "art. 5", words=CATEGORY_WORDS),
        _fact("category", WORD, "The category of the seat's five cards.", "art. 5", words=CATEGORY_WORDS),
        _fact(
            "other_category", WORD, "The category by the other reading of A-5-6-7-8.", "art. 5", words=CATEGORY_WORDS
        ),
        _fact("named_rank", WORD, "The rank in the logged name.", "art. 5", words=RANK_WORDS),
        _fact("rank", WORD, "The rank by which such a hand is called.", "art. 5", words=RANK_WORDS),
        _fact("in_order", T, "The seat's turn to show.", "art. 10(e)"),
        _fact("expected_seat", W, "The seat whose turn it was, 0 for none.", "art. 10(e)"),
        _fact("early", T, "Cards or acts of the hand were still to come.", "art. 10(e)"),
    ),
)

POTS = Table(
    "pots",
    "A logged pot.",
    "one row a pot event",
    (
        _fact("pot", WORD, "The main pot, or which side pot, by the number in the log.", words=POT_WORDS),
        _fact("amount", M, "Its amount as logged."),
        _fact("expected_amount", M, "Its amount by the wagers.", "art. 11(a)"),
        _fact("listed_seats", Kind.SEATS, "The seats that the log lists for it.", "art. 11(a)"),
        _fact("entitled_seats", Kind.SEATS, "The seats that funded it and are in.", "art. 11(a)"),
    ),
)

AWARDS = Table(
    "awards",
    "A pot paid to a seat.",
    "one row an award event",
    (
        _fact("pot", WORD, "The main pot, or which side pot, by the number in the log.", words=POT_WORDS),
        _fact("amount", M, "The amount paid."),
        _fact("standing", WORD, "What the seat is to this pot.", "art. 4, 11(a)", words=STANDING_WORDS),
        _fact("contested", T, "Two or more seats are eligible.", "art. 4"),
        _fact("beaten", T, "Another eligible hand is better, by every reading.", "art. 5"),
        _fact("turns_on_reading", T, "Who wins turns on the suited A-5-6-7-8.", "art. 5"),
    ),
)

SPLITS = Table(
    "splits",
    "A contested pot whose awards all went to best hands.",
    "one row a pot, at the first award of its least share",
    (
        _fact("pot", WORD, "The main pot, or which side pot, by the number in the log.", words=POT_WORDS),
        _fact("winners", W, "Eligible seats with the best hand.", "art. 4"),
        _fact("awarded", M, "What was paid from the pot."),
        _fact("equal_share", M, "That amount divided by the winners, rounded down to the minor unit.", "art. 4"),
        _fact("least_share", M, "The least that a winner got, 0 where one got nothing.", "art. 4"),
        _fact("most_share", M, "The most that a winner got.", "art. 4"),
    ),
)

MISDEALS = Table(
    "misdeals",
    "A misdeal.",
    "one row a misdeal event",
    (_fact("corrected", T, "It was put right.", "art. 11(e)"),),
)

EXPOSURES = Table(
    "exposures",
    "A hole card exposed.",
    "one row an expose event",
    (
        _fact("in_the_deal", T, "It was exposed in the deal, not by the player.", "art. 11(d)", null=False),
        _fact("voided", T, "The seat's hand was voided.", "art. 11(d)"),
        _fact("refunded", T, "The seat's ante was given back.", "art. 11(d)"),
        _fact("early", T, "Cards or acts of the hand were still to come.", "art. 10(e)"),
    ),
)

VOIDS = Table(
    "voids",
    "A hand voided.",
    "one row a void event",
    (_fact("cause_logged", T, "An exposed card or another cause is logged.", "art. 11(d)", null=False),),
)

TABLES = (
    HANDS,
    SEATS,
    CUTS,
    SHUFFLES,
    CARDS,
    DEALS,
    STREETS,
    ANTES,
    BUY_INS,
    ACTS,
    ROUNDS,
    WITHDRAWALS,
    REFUNDS,
    SHOWS,
    POTS,
    AWARDS,
    SPLITS,
    MISDEALS,
    EXPOSURES,
    VOIDS,
)
