"""Faults of betting: who speaks, what he may do, how much and how long he takes (arts. 10, 11(a)-(c))."""

from collections.abc import Callable
from random import Random

from audit.simulate.five_card_poker.cards import READINGS, claim, highest
from audit.simulate.five_card_poker.plants import (
    Apply,
    Plant,
    acts,
    anew,
    as_decided,
    decided,
    player_row,
    quiet,
    several_pots,
    some_row,
)
from audit.simulate.five_card_poker.table import Decide, Decision, Hand, Plan, Spot, TableOfPlay, Turn

_CHIP = 1_000


def _may_lead(hand: Hand, seats: list[int]) -> set[int]:
    """The seats that some reading lets speak first."""
    return {seat for reading in READINGS for seat in highest({seat: claim(hand.up(seat), reading) for seat in seats})}


def _wrong_opener(betting: int) -> Turn:
    """Somebody opens the round whom no reading lets."""

    def turn(table: TableOfPlay, hand: Hand, number: int, lawful: list[int]) -> int | None:
        if number != betting or hand.note:
            return None
        others = sorted(set(hand.inside) - hand.short - _may_lead(hand, hand.inside))
        if not others:
            return None
        hand.note = f"round {betting} opened by the wrong seat"
        return table.rng.choice(others)

    return turn


def _opened_wrongly(betting: int) -> Plant:
    return Plant(f"round {betting} opened by the wrong seat", as_decided, quiet(turn=_wrong_opener(betting)))


def _opens_wrongly(betting: int, kind: str) -> Plant:
    """As before, and the wrong seat bets or checks."""
    what = {"bet": Decision("bet", 5 * _CHIP), "check": Decision("check")}[kind]

    def decide(spot: Spot) -> Decision | None:
        first = spot.round == betting and not spot.opened and spot.hand.note and not acts(spot.hand, betting)
        return Decision(what.kind, what.amount) if first else None

    plan = quiet(turn=_wrong_opener(betting), decide=decide)
    return Plant(f"round {betting} opened by the wrong seat with a {kind}", as_decided, plan)


def _right_passed_wrongly(table: TableOfPlay, hand: Hand, number: int, lawful: list[int]) -> int | None:
    """In round one the opener is out, and the right does not pass to the next highest."""
    folded = hand.log.find("fold")
    if number > 1 or hand.note or not folded or hand.log.find("bet"):
        return None
    hand.note = "the right to open did not pass to the next highest"
    return next(seat for seat in hand.inside if seat not in lawful)


def _opener_folds(spot: Spot) -> Decision | None:
    return Decision("fold") if spot.round == 1 and not acts(spot.hand, 1) else None


def _skips_a_seat(betting: int) -> Turn:
    """After a bet somebody speaks before the seat whose turn it is."""

    def turn(table: TableOfPlay, hand: Hand, number: int, lawful: list[int]) -> int | None:
        bets = acts(hand, number, "bet")
        if number != betting or hand.note or len(lawful) != 1 or not bets or acts(hand, number)[-1] is not bets[-1]:
            return None
        others = [seat for seat in hand.inside if seat not in (lawful[0], bets[-1]["seat"])]
        if not others:
            return None
        hand.note = f"out of turn after a bet in round {betting}"
        return table.rng.choice(others)

    return turn


def _skips_a_check(table: TableOfPlay, hand: Hand, number: int, lawful: list[int]) -> int | None:
    """After a check the word does not pass to the next highest."""
    spoken = acts(hand, number)
    if number < 2 or hand.note or len(spoken) != 1 or spoken[0]["event"] != "check":
        return None
    left = [seat for seat in hand.inside if seat != spoken[0]["seat"]]
    others = sorted(set(left) - _may_lead(hand, left))
    if not others:
        return None
    hand.note = f"out of turn before a bet in round {number}"
    return others[0]


def _first_checks(spot: Spot) -> Decision | None:
    """The first to speak in later rounds checks, so that others speak before a bet."""
    return Decision("check") if spot.round > 1 and not spot.opened and not acts(spot.hand, spot.round) else None


def _folded_checks(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat in hand.persons if seat not in hand.inside)
    row = next(row for number in (2, 3, 4) for row in acts(hand, number, "check"))
    hand.log.put_after(row, "check", **player_row(hand, seat))
    return f"seat {seat} spoke though it had folded"


def _answer(note: str, betting: int, what: Callable[[Spot], Decision]) -> Decide:
    """A decision in answer to a bet of a round, by who may raise as well as call."""
    return decided(note, lambda spot: spot.round == betting and spot.may_raise and spot.to_call > 0, what)


def _call_by(betting: int, change: int) -> Plant:
    decide = _answer("a call of another amount", betting, lambda spot: Decision("call", spot.to_call + change))
    return Plant(f"a call {change} minor units off in round {betting}", as_decided, quiet(decide=decide))


def _call_of_nothing(spot: Spot) -> Decision | None:
    when = spot.round == 2 and not spot.opened and not spot.hand.note
    if when:
        spot.hand.note = "a call though nothing was bet"
    return Decision("call", 4 * _CHIP) if when else None


def _raise_by(betting: int, added: int) -> Plant:
    note = f"a raise of {added} over a bet of more in round {betting}"
    decide = _answer(note, betting, lambda spot: Decision("raise", spot.to_call + added))
    return Plant(note, as_decided, quiet(decide=decide))


def _small_reraise(spot: Spot) -> Decision | None:
    """First a raise of four times the bet, then one over it of three chips more than the bet: too little."""
    if spot.round != 1 or not spot.opened or spot.hand.note:
        return None
    if spot.least == 5 * _CHIP:
        return Decision("raise", spot.to_call + 20 * _CHIP)
    spot.hand.note = "a re-raise of less than the raise"
    return Decision("raise", spot.to_call + 8 * _CHIP)


def _call_dropped(betting: int) -> Apply:
    """The last call of a round is not there."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        calls, later = acts(hand, betting, "call"), acts(hand, betting + 1)
        if (
            len(calls) < 2
            or acts(hand, betting)[-1] is not calls[-1]
            or (betting < 4 and calls[-1]["seat"] not in {row["seat"] for row in later})
        ):
            raise LookupError("no call to leave out")
        hand.log.drop([calls[-1]])
        anew(table, hand)
        return f"round {betting} ended while a seat owed a call"

    return apply


def _round_dropped(betting: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        rows = acts(hand, betting)
        hand.log.drop(rows)
        anew(table, hand)
        return f"nobody was given the word in round {betting}"

    return apply


def _all_check(betting: int) -> Plan:
    return quiet(decide=lambda spot: Decision("check") if spot.round == betting else None)


def _checks_and_raises(betting: int) -> Plant:
    """The first to speak checks, the next bets, and he who checked raises."""

    def decide(spot: Spot) -> Decision | None:
        if spot.round != betting or spot.hand.note:
            return None
        if not spot.opened:
            return Decision("check") if not acts(spot.hand, betting) else Decision("bet", 5 * _CHIP)
        if not spot.checked:
            return None
        spot.hand.note = f"raised after a check in round {betting}"
        return Decision("raise", spot.to_call + spot.least)

    return Plant(f"a raise after a check in round {betting}", as_decided, quiet(decide=decide))


def _check_over_bet(betting: int) -> Plant:
    decide = _answer(f"a check over a bet in round {betting}", betting, lambda spot: Decision("check"))
    return Plant(f"a check over a bet in round {betting}", as_decided, quiet(decide=decide))


def _said_all_in(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    some_row(acts(hand, 4, "bet", "call"), rng)["label"] = "all_in"
    return "called short with chips left"


def _short_asked(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat in hand.short if seat in hand.inside)
    rows = hand.log.rows
    last = max(at for at, row in enumerate(rows) if row.get("label") == "all_in" and row["seat"] == seat)
    after = rows[last:]
    dealt = next(at for at, row in enumerate(after) if row["event"] == "deal")
    row = next(row for row in after[dealt:] if row["event"] in ("bet", "check"))
    hand.log.put_before(row, "check", **player_row(hand, seat))
    return f"seat {seat} was asked though it was short"


def _passed_over(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    bettors = {row["seat"] for number in (3, 4) for row in acts(hand, number, "bet", "raise")}
    if len(hand.inside) < 3 or not acts(hand, 4):
        raise LookupError("too few go on without it")
    bettors.add(acts(hand, 4)[-1]["seat"])  # somebody speaks behind the seat in the last round
    openers = {acts(hand, number)[0]["seat"] for number in (2, 3, 4) if acts(hand, number)}
    seat = next(seat for seat in hand.inside if seat not in bettors | openers)
    hand.log.drop([row for number in (3, 4) for row in acts(hand, number) if row["seat"] == seat])
    anew(table, hand)
    return f"seat {seat} had chips and was passed over"


def _slow(betting: int, kind: str) -> Plant:
    amounts = {"call": lambda spot: spot.to_call, "raise": lambda spot: spot.to_call + spot.least}
    note = f"a {kind} after more than two minutes"
    decide = _answer(note, betting, lambda spot: Decision(kind, amounts[kind](spot), wait=122))
    return Plant(note, as_decided, quiet(decide=decide))


def _forced_early(betting: int) -> Plant:
    note = f"forced to fold in round {betting} before the time was over"
    decide = _answer(note, betting, lambda spot: Decision("fold", label="forced", wait=30))
    return Plant(note, as_decided, quiet(decide=decide))


def _disclosed(betting: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        first, last = acts(hand, betting)[0], acts(hand, betting)[-1]
        if last["seat"] == first["seat"]:
            raise LookupError("nobody speaks after the first")
        hand.log.put_before(first, "disclose", **player_row(hand, last["seat"]))
        return f"seat {last['seat']} disclosed its decision"

    return apply


_FOLDED_AND_CHECKED = quiet(
    decide=lambda spot: (
        Decision("fold")
        if spot.round == 1 and spot.opened and not spot.hand.log.find("fold")
        else (Decision("check") if spot.round > 1 else None)
    )
)
_SHORT_THEN_BETTING = several_pots(
    wanted=lambda table, hand: any(hand.short & set(hand.inside)) and len(acts(hand, 4)) > 1
)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "FP-10.4a": (_opened_wrongly(1),),
    "FP-10.4b": (
        Plant(
            "the opener checks",
            as_decided,
            quiet(
                decide=decided(
                    "the opener checked",
                    lambda spot: spot.round == 1 and not spot.opened,
                    lambda spot: Decision("check"),
                )
            ),
        ),
        Plant("the right passes wrongly", as_decided, quiet(turn=_right_passed_wrongly, decide=_opener_folds)),
    ),
    "FP-10.5": (
        Plant("out of turn after the first bet", as_decided, quiet(turn=_skips_a_seat(1))),
        Plant("out of turn before a bet", as_decided, quiet(turn=_skips_a_check, decide=_first_checks)),
        Plant("a folded seat speaks", _folded_checks, _FOLDED_AND_CHECKED),
        Plant("out of turn after a later bet", as_decided, quiet(turn=_skips_a_seat(3))),
    ),
    "FP-10.6": (
        _call_by(1, -_CHIP),
        _call_by(1, _CHIP),
        Plant("a call of nothing", as_decided, quiet(decide=_call_of_nothing)),
        _call_by(2, -1),
    ),
    "FP-10.7": (
        _raise_by(1, 4 * _CHIP),
        Plant("a re-raise below the raise", as_decided, quiet(decide=_small_reraise)),
        _raise_by(4, _CHIP),
    ),
    "FP-10.8": (
        Plant("the last call is missing", _call_dropped(4)),
        Plant("a call of the second round is missing", _call_dropped(2)),
        Plant("a round without a word", _round_dropped(3), _all_check(3)),
        Plant("a last round without a word", _round_dropped(4), _all_check(4)),
    ),
    "FP-10.9": (_checks_and_raises(2), _checks_and_raises(3), _checks_and_raises(4)),
    "FP-10.10": (_check_over_bet(1), _check_over_bet(2), _check_over_bet(4)),
    "FP-10.11a": (_opens_wrongly(2, "bet"), _opens_wrongly(2, "check")),
    "FP-10.11b": (_opens_wrongly(3, "bet"), _opens_wrongly(3, "check")),
    "FP-10.11c": (_opens_wrongly(4, "bet"), _opens_wrongly(4, "check")),
    "FP-11.1c": (
        Plant("all in with chips left", _said_all_in),
        Plant("a short seat asked to speak", _short_asked, _SHORT_THEN_BETTING),
        Plant("a seat with chips passed over", _passed_over),
    ),
    "FP-11.2": (_slow(1, "call"), _forced_early(1), _slow(3, "raise"), _forced_early(2)),
    "FP-11.3": (
        Plant("a decision disclosed", _disclosed(1)),
        Plant("a decision disclosed in a later round", _disclosed(3)),
    ),
}
