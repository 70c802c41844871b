"""The tables of facts of both mahjong games: what a replay makes of a log and all that a rule may compare.

Said once for every column. Seats run counter-clockwise; the dealer is East. A seat *holds* the tiles that the log shows
it took and has not put down; unknown tiles (``?``) make a fact unknown unless what is known decides it. A fact that
rests on rows of the hand that are missing (``Batch.gap``), or that comes after an act that makes no sense, is unknown.
"""

from audit.games.mahjong import layout
from audit.games.mahjong.fan import CERTAINTIES
from audit.schema import Column, Kind, Table

# What each column is: its kind, whether it may be unknown, its sentence.
_Spec = tuple[str, str]
_SURPLUS = "Kind of which this row shows a copy more than the set holds, as its tile; nothing where there is none."

_HANDS: dict[str, _Spec] = {
    "players": ("whole", "Seats with money or dealt tiles."),
    "dealer": ("whole", "Seat of the dealer, by hand_start."),
    "round_wind": ("winds", "The round's wind, by hand_start."),
    "round_wind_due": ("winds", "The wind of the hand's place in the cycle; not judged below four players."),
    "number": ("whole", "Hand of the cycle, 1-16, by hand_start."),
    "before": (
        "before",
        "How the table's hand before ended, where this one follows on it and none may be lost between.",
    ),
    "moved": ("moved", "Whether the dealer of the hand before stayed, the deal passed on, or it went elsewhere."),
    "walls": ("whole", "Number of wall rows."),
    "portions_missing": ("whole", "Takings of the deal still due when play began; unknown after a fault of the deal."),
    "ended": ("ended", "What ended the play."),
    "tiles_left": ("whole", "Tiles left in the wall when the hand ended."),
    "stakes": ("stakes", "The table's stakes; 'other' where the law has none such."),
    "winner": ("whole", "Seat of the winner, 0 without one; unknown where several are called."),
    "rake_rows": ("whole", "Number of rake rows."),
    "rake_seat": ("whole", "Seat of the last rake row, 0 for none."),
    "rake_amount": ("money", "Sum of the rake rows."),
    "rake_in_scale": (
        "money",
        "The rake as it would be at the table's stakes, where all paid by one other share; else the rake itself.",
    ),
}
_DICE: dict[str, _Spec] = {
    "dice": ("whole", "Number of dice shown."),
    "lowest": ("whole", "Lowest face."),
    "highest": ("whole", "Highest face."),
    "thrower": ("whole", "Seat that threw them."),
    "dealer": ("whole", "Seat of the dealer."),
}
_BREAKS: dict[str, _Spec] = {
    "wall": ("whole", "Seat before whose wall the break was made."),
    "stack": ("whole", "Stack counted to, from the right."),
    "wall_due": ("whole", "Wall that the dice point to; not judged above the stacks of a wall."),
    "stack_due": ("whole", "Stack that the dice point to."),
}
_DEALS: dict[str, _Spec] = {
    "tiles": ("whole", "Tiles taken."),
    "tiles_due": ("whole", "Tiles due at this step; unknown after the deal's first fault."),
    "seat_due": ("whole", "Seat due at this step, 0 where the deal was done."),
    "copies": ("whole", "Most copies of a kind that this row made known, 0 where it made none known."),
    "foreign": ("whole!", "Tiles of this row that the game's set does not hold and that were not known before."),
    "surplus": ("tile", _SURPLUS),
}
_DRAWS: dict[str, _Spec] = {
    "seat_due": ("whole", "Seat whose turn it was, 0 for nobody's."),
    "end": ("ends", "End of the wall that the tile came from."),
    "end_due": ("ends", "End that it had to come from: the tail after a kong."),
    "tiles_left": ("whole", "Tiles in the wall before the draw; 0 once the hand was called exhausted."),
    "after_chow": ("truth", "The seat had just made a chow."),
    "copies": ("whole", "Most copies of a kind that this row made known, 0 where it made none known."),
    "foreign": ("whole!", "Tiles that the game's set does not hold."),
    "surplus": ("tile", _SURPLUS),
}
_DISCARDS: dict[str, _Spec] = {
    "seat_due": ("whole", "Seat whose turn it was, 0 for nobody's."),
    "first": ("truth", "It is the hand's first discard."),
    "held": ("truth", "The seat held the tile."),
    "size_after": ("whole", "Tiles left, each meld counting three; unknown once the seat's number was found wrong."),
    "broke": (
        "broke",
        "Whether it broke a concealed triplet, by a seat not ready before and after, by a ready one, or one made by "
        "the tile just drawn.",
    ),
    "fed": ("truth!", "A win was called on it."),
    "copies": ("whole", "Most copies of a kind that this row made known, 0 where it made none known."),
    "foreign": ("whole!", "Tiles that the game's set does not hold and that were not known before."),
    "surplus": ("tile", _SURPLUS),
}
_MELDS: dict[str, _Spec] = {
    "meld": ("melds!", "Chow, pung or kong."),
    "way": ("ways!", "How a kong was made; chows and pungs are claimed."),
    "tiles": ("whole", "Number of tiles."),
    "equal": ("truth", "All tiles are of one kind."),
    "sequence": ("truth", "The tiles are three in sequence of one suit."),
    "answers": ("truth", "It takes the last discard, which still lay open; true for a seat's own kong."),
    "drew_too": ("truth", "The seat had drawn from the wall after the discard that it takes."),
    "next_seat": ("whole", "Seat next to the right of the discarder."),
    "seat_due": ("whole", "Seat whose turn it was, for a seat's own kong; a claim gives the seat the turn."),
    "held": ("whole", "Of a chow: how many of its other tiles the seat held; else: tiles of the kind that it held."),
    "pung_laid": ("truth", "The seat had a pung of the kind laid open."),
    "laid_open": ("truth!", "It was laid open."),
    "not_held": ("whole", "Tiles that the seat laid without holding them."),
    "better_claim": ("truth", "Of a chow: another seat claimed pung or kong on the discard; unknown without claims."),
    "win_claim": ("truth", "Another seat claimed the win on the discard; unknown without claims."),
    "replaced": ("replaced", "Where a kong's replacement came from; robbed, or no tile left to draw (spent)."),
    "followed": (
        "truth",
        "A discard, a win or a further kong of the seat followed the replacement; true where none was to be drawn.",
    ),
    "cleared": ("truth", "Put right within the round, or followed by the seat's own call of a win (judged there)."),
    "copies": ("whole", "Most copies of a kind that this row made known, 0 where it made none known."),
    "foreign": ("whole!", "Tiles that the game's set does not hold and that were not known before."),
    "surplus": ("tile", _SURPLUS),
    "missing_tile": ("tile", "Of a claimed meld: the first tile that the hand cannot have held; nothing without one."),
}
_WINS: dict[str, _Spec] = {
    "called": ("called", "A win, or a false win."),
    "discarder": ("whole!", "Seat that fed the win, 0 where it was self-drawn."),
    "robbed": ("truth!", "The tile was robbed from a promoted kong."),
    "timely": ("truth", "It answers the last discard, a kong just promoted, or the winner's own tile in his turn."),
    "shape": ("truth", "The tiles are melds and a pair, or thirteen orphans where the game knows them."),
    "declared_fan": ("whole", "Fan declared."),
    "fan": ("whole", "Fan computed, nothing open counted, capped."),
    "fan_second": ("whole", "Another number that a listed reading allows; the same as fan where there is none."),
    "fan_third": ("whole", "A third such number; the same as fan where there is none."),
    "fan_certainty": ("certainty", "How sure the least sure part of the computed fan is."),
    "fan_off": ("whole", "How far the declared fan are from the nearest number that a listed reading allows."),
    "names_wrong": ("whole", "Declared names that no listed reading gives the hand."),
    "names_declared": ("whole", "Different names of fan declared, chicken left out."),
    "chicken_declared": ("truth", "The chicken hand is declared."),
    "heavenly_declared": ("truth", "The heavenly win is declared."),
    "heavenly": ("truth", "The dealer won on his dealt tiles, before any draw and discard."),
    "earthly_declared": ("truth", "The earthly win is declared."),
    "earthly": ("truth", "Another than the dealer won on the dealer's discard, the first of the hand."),
    "nearer_claim": (
        "whole",
        "Nearest seat on the discarder's right that claimed the win too, 0 where it is the winner.",
    ),
    "unmade_pung": ("truth", "The winner had declared a pung on this discard."),
    "unmade_pung_before": ("truth", "The winner had declared a pung earlier in the hand, and nobody took the tile."),
    "wrong_meld": ("truth", "The winner has a wrong chow or pung that was not put right."),
    "nine_exposed": ("grounds", "Nine tiles of the suit lay open, and the discard won a pure suit."),
    "twelfth_tile": ("grounds", "A fourth exposed meld of the suit was fed, and the next draw won a pure suit."),
    "feeder": ("whole", "Seat that fed the winner's fourth exposed meld, 0 for none."),
    "third_honour": ("grounds", "The discard was the dragon or wind that big dragons or big winds lacked."),
    "kept_last_honour": ("grounds", "The discarder kept an honour whose other three copies lay on the table."),
    "broke_triplet": (
        "grounds",
        "The discard broke a concealed triplet of a seat not ready (open: of a ready one, or one just drawn).",
    ),
    "passed_win": ("grounds", "With the discard, the discarder's own tiles were a win."),
    "fresh_honour": ("truth", "The discard was a dragon or seat wind of which none lay on the table."),
    "exempt": ("grounds", "The hand is all honours or pure terminals (open: mixed terminals or thirteen orphans)."),
    "grounds": ("truth", "Some ground makes the charged seat, else the discarder, liable by a listed reading."),
    "charged_seat": ("whole", "Seat charged with full liability, 0 for none."),
    "liability_missed": ("truth", "A seat was plainly liable and was not charged."),
    "share": ("money", "What a non-dealer pays a non-dealer for the declared fan at the table's stakes."),
    "paid_total": ("money", "Sum that the winner was paid (of a false win: that the others were)."),
    "due_total": ("money", "Sum due."),
    "paid_by_feeder": ("money", "Sum paid by the discarder; of a self-drawn win, by who fed the fourth exposed meld."),
    "charged_owes": ("money", "What the seat charged with full liability would owe without it, 0 for none."),
    "misfactored": ("whole", "Losers that paid nothing, or single for double or double for single."),
    "misfactored_seat": ("whole", "The first of them."),
    "misfactored_paid": ("money", "What that seat paid."),
    "misfactored_due": ("money", "What it owed."),
    "misstated": ("whole", "Losers that paid a sum that is no share of the declared fan."),
    "misstated_seat": (
        "whole",
        "The first of them; of a false win: the first seat that did not get its penalty, or that paid one of another.",
    ),
    "misstated_paid": ("money", "What that seat paid; of a false win: what it got, or paid for another."),
    "misstated_due": ("money", "What it owed, or had to get."),
    "strangers": ("whole", "Payments to another than the winner, or by the winner, or before the win."),
    "limit_binds": ("truth", "The sum due is more than the money that the winner had in hand."),
    "winner_money": ("money", "Money in hand of the winner."),
    "wrong_payees": ("whole", "Of a false win: seats that did not get their penalty, and payments by another seat."),
}
_LOOKS: dict[str, _Spec] = {
    "look": ("looks", "By accident or on purpose."),
    "konged_later": ("truth", "The seat made a kong later in the hand."),
}
_BACKS: dict[str, _Spec] = {"discards_before": ("whole", "Discards of the seat in the hand before it took one back.")}
_WALLS: dict[str, _Spec] = {"stacks": ("whole", "Stacks of the wall.")}

_WORDS: dict[str, tuple[str, ...]] = {
    "winds": layout.WINDS,
    "before": layout.BEFORE,
    "moved": layout.MOVED,
    "ended": layout.ENDED,
    "stakes": layout.STAKES,
    "ends": layout.ENDS,
    "broke": layout.BROKE,
    "melds": layout.MELDS,
    "ways": layout.WAYS,
    "replaced": layout.REPLACED,
    "called": layout.CALLED,
    "grounds": layout.GROUNDS,
    "looks": layout.LOOKS,
    "certainty": CERTAINTIES,
}
_KINDS = {"whole": Kind.WHOLE, "money": Kind.MONEY, "truth": Kind.TRUTH, "tile": Kind.PIECES}

_ARTICLES: dict[str, tuple[str, str]] = {
    "hands": ("(3)", "One hand and what the table remembers of the one before."),
    "dice": ("(1), (3)", "Dice thrown."),
    "breaks": ("(3)", "Where the wall was broken."),
    "deals": ("(3)", "A taking of the deal, or a whole hand dealt."),
    "draws": ("(3), (5)", "A tile drawn."),
    "discards": ("(3), (5)", "A tile discarded."),
    "melds": ("(4), (5)", "A chow, pung or kong."),
    "wins": ("(4)-(10)", "A win or false win called, with what it is worth and what was paid for it."),
    "looks": ("(9)", "A look at another's tiles."),
    "take_backs": ("(9)", "A discard taken back."),
    "walls": ("(3)", "A wall as built."),
}
# Where a fact of a win rests on a clause of its own: in the traditional game, and in the simplified one.
_OF_WINS: dict[str, tuple[str, str]] = {
    "called": ("(5)", "(5)"),
    "discarder": ("(5)", "(5)"),
    "robbed": ("(5)(5)", "(5)(4)"),
    "timely": ("(5)", "(5)"),
    "shape": ("(4)", "(4)"),
    "heavenly_declared": ("(5)(1)", "(5)(1)"),
    "heavenly": ("(5)(1)", "(5)(1)"),
    "earthly_declared": ("(5)(2)", "(5)(2)"),
    "earthly": ("(5)(2)", "(5)(2)"),
    "nearer_claim": ("(5)(6)", "(5)(5)"),
    "unmade_pung": ("(9)(2)", "(9)"),
    "unmade_pung_before": ("(9)(2)", "(9)"),
    "wrong_meld": ("(10)(7)", "(10)"),
    "nine_exposed": ("(10)(1)", "(10)"),
    "twelfth_tile": ("(10)(2)", "(10)"),
    "feeder": ("(10)(2)", "(10)"),
    "third_honour": ("(10)(3)", "(10)"),
    "kept_last_honour": ("(10)(4)", "(10)(1)"),
    "broke_triplet": ("(10)(5)", "(10)(2)"),
    "passed_win": ("(10)(6)", "(10)(2)"),
    "fresh_honour": ("(10)(10)", "(10)(4)"),
    "exempt": ("(10)(9)", "(10)"),
    "grounds": ("(10)", "(10)"),
    "charged_seat": ("(10)", "(10)"),
    "liability_missed": ("(10)", "(10)"),
    "limit_binds": ("(9)(4)", "(9)(3)"),
    "winner_money": ("(9)(4)", "(9)(3)"),
    "wrong_payees": ("(10)(8)", "(10)(3)"),
}
_OF_FAN = (
    "declared_fan",
    "fan",
    "fan_second",
    "fan_third",
    "fan_certainty",
    "fan_off",
    "names_wrong",
    "names_declared",
)
_OF_MONEY = (
    "share",
    "paid_total",
    "due_total",
    "paid_by_feeder",
    "charged_owes",
    "misfactored",
    "misfactored_seat",
    "misfactored_paid",
    "misfactored_due",
    "misstated",
    "misstated_seat",
    "misstated_paid",
    "misstated_due",
    "strangers",
)
_OF_WINS |= dict.fromkeys((*_OF_FAN, "chicken_declared"), ("(6)", "(6)"))
_OF_WINS |= dict.fromkeys(_OF_MONEY, ("(7)", "(7)"))

_SPECS = {
    "hands": _HANDS,
    "dice": _DICE,
    "breaks": _BREAKS,
    "deals": _DEALS,
    "draws": _DRAWS,
    "discards": _DISCARDS,
    "melds": _MELDS,
    "wins": _WINS,
    "looks": _LOOKS,
    "take_backs": _BACKS,
    "walls": _WALLS,
}


def _column(name: str, spec: _Spec, citation: str) -> Column:
    sort, doc = spec
    plain = sort.rstrip("!")
    kind = _KINDS.get(plain, Kind.WORD)
    return Column(
        name,
        kind,
        doc,
        unit="minor units" if kind is Kind.MONEY else "",
        nullable=not sort.endswith("!"),
        words=_WORDS.get(plain, ()),
        citation=citation,
    )


def _citation(part: str, table: str, column: str) -> str:
    place = _OF_WINS[column]["AB".index(part)] if table == "wins" else _ARTICLES[table][0]
    return f"{part}{place}"


def _tables(part: str) -> tuple[Table, ...]:
    """The tables of one game; ``part`` is the division of the regulation that rules it."""
    return tuple(
        Table(
            name,
            _ARTICLES[name][1],
            "a hand" if name == "hands" else "a row of the log",
            tuple(_column(column, spec, _citation(part, name, column)) for column, spec in specs.items()),
        )
        for name, specs in _SPECS.items()
    )


TRADITIONAL = _tables("A")
SIMPLIFIED = _tables("B")
