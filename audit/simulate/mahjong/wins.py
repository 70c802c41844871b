"""Faults of a win: its tiles, its moment, its fan, who gets it, who pays, rake and conduct (135/91/M arts. 4 to 10)."""

from audit.simulate.mahjong.ending import pay, win
from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.liability import grounds
from audit.simulate.mahjong.plants import Fault, Plant, chance, done, others, repay, untaken, won
from audit.simulate.mahjong.scenes import (
    Scene,
    any_target,
    lay_wrongly,
    pick,
    plain_target,
    several,
    steer,
    wrong_chow,
)
from audit.simulate.mahjong.script import Script, Target
from audit.simulate.mahjong.table import written
from audit.simulate.mahjong.targets import Maker, all_chows, all_pungs, simple
from audit.simulate.mahjong.value import PUNG, Value

_PLAIN = Value(0, ("chicken",), frozenset({0}), frozenset())


def call(hand: Hand, seat: int, giver: int = 0) -> None:
    """Pay and rake as a chicken hand what is no win at all."""
    tile = hand.last_tile if giver else hand.drawn[seat]
    outcome = hand.outcome = Outcome(seat, giver, tile, False, _PLAIN, 0)
    if grounds(hand, seat, giver, tile, False, _PLAIN):
        raise LookupError("somebody would be liable")
    columns = {"other_seat": giver} if giver else {}
    hand.log.add("win", seat=seat, pieces=written([tile]), number=0, label="chicken", wait=4, **columns)
    pay(hand, outcome)
    hand.log.add("rake", seat=seat, amount=hand.rules.rake[hand.table.stakes])
    hand.over = True


# Tiles that are no win (甲四, 乙四).


def _drawn_no_win(script: Script) -> None:
    seat = script.rng.choice(script.hand.seats)
    script.start({})
    script.until(seat)
    script.quiet_turn()
    script.until(seat)
    script.draw()
    call(script.hand, seat)


def _fed_no_win(script: Script) -> None:
    hand = script.hand
    seat, giver = pick(script, 2)
    script.start({})
    script.until(giver)
    script.quiet_turn()
    hand.claim(seat, "win")
    call(hand, seat, giver)


def _seven_pairs(script: Script) -> None:
    """Pairs alone: seven, or two and a single tile in the simplified game."""
    hand = script.hand
    pairs = script.rng.sample(hand.rules.kinds, (hand.rules.size(False) + 1) // 2)
    *whole, last = pairs
    seat = script.rng.choice(hand.seats)
    script.start({seat: [*whole, *whole, last]}, [last])
    script.until(seat)
    script.draw(last)
    if hand.complete(seat):
        raise LookupError("the pairs are a win")
    call(hand, seat)


def _broken_sequence(script: Script) -> None:
    """A hand of melds but for one with a gap in it."""
    hand = script.hand
    seat, giver = pick(script, 2)
    target = plain_target(script)
    wrong = target.last + 2 if target.last % 9 < 6 else target.last - 2
    script.start({seat: script.tiles_of_target(target)}, [wrong])
    script.feed(giver, wrong)
    if hand.wins_with(seat, wrong):
        raise LookupError("the tile wins")
    hand.claim(seat, "win")
    call(hand, seat, giver)


# The moment of a win (甲五(1), 甲五(2)).


def _redeclare(hand: Hand, fan: int, label: str) -> None:
    row = hand.log.one("win")
    row["number"], row["label"] = fan, label
    repay(hand, fan=fan)


def _called(name: str, note: str) -> Fault:
    """Declare a heavenly or earthly win, at the most that the game knows, and pay it so."""

    def fault(hand: Hand) -> str:
        won(hand)
        _redeclare(hand, hand.rules.cap, name)
        return note

    return fault


def _after_turns(of_dealer: bool, *, draw: bool = True) -> Scene:
    """A plain win of the dealer or of another, well after the first discard."""

    def scene(script: Script) -> None:
        hand = script.hand
        winner = hand.dealer if of_dealer else script.rng.choice(others(hand, hand.dealer))
        target = plain_target(script)
        script.assemble(winner, target)
        script.until(winner)
        script.quiet_turn()
        if draw:
            script.win_by_draw(winner, target.last)
        else:
            giver = hand.dealer if not of_dealer else script.rng.choice(others(hand, winner))
            script.win_by_discard(winner, giver, target.last)

    return scene


def _first_draw(script: Script) -> None:
    """Another than the dealer wins on the first tile of the wall."""
    hand = script.hand
    winner = hand.table.right_of(hand.dealer)
    target = plain_target(script)
    script.assemble(winner, target)
    script.win_by_draw(winner, target.last)


def _first_of_another(script: Script) -> None:
    """A win on the first discard of the seat after the dealer."""
    hand = script.hand
    giver = hand.table.right_of(hand.dealer)
    target = plain_target(script)
    winner = script.rng.choice(others(hand, giver, hand.dealer))
    script.assemble(winner, target)
    script.win_by_discard(winner, giver, target.last)


def _dealer_after_kong(script: Script) -> None:
    """The dealer wins on the replacement of a kong before any discard."""
    hand = script.hand
    kind = 32
    pair = 3
    target = Target(((PUNG, kind),), pair, pair)
    if not hand.rules.simplified:
        target = Target(((PUNG, kind), *plain_target(script).concealed[1:]), pair, pair)
    script.start({hand.dealer: [*script.tiles_of_target(target), kind]}, [pair])
    hand.kong_concealed(kind)
    script.draw(pair, tail=True)
    if not hand.complete(hand.dealer):
        raise LookupError("the script does not win")
    win(hand, hand.dealer)


# Who gets it (甲五(6), 甲九(2)).


def _farther_wins(script: Script) -> None:
    hand = script.hand
    several(script)
    winners = [row["seat"] for row in hand.log.find("claim", label="win")]
    outcome = hand.outcome
    if outcome is None or outcome.charged:
        raise LookupError("somebody is liable")
    at = hand.log.place(hand.log.one("win"))
    hand.log.rows = hand.log.rows[:at]
    for seat in hand.seats:
        hand.table.money[seat] = hand.log.one("money", seat=seat)["amount"]
    win(hand, winners[-1], outcome.discarder)


def _pung_before_win(script: Script) -> None:
    """A seat pungs a tile that another claims for a win; play goes on."""
    hand = script.hand
    winner, other, giver = pick(script, 3)
    target = plain_target(script)
    script.assemble(winner, target, {other: [target.last] * 2}, [target.last])
    script.feed(giver, target.last)
    if hand.winners() != [winner]:
        raise LookupError("another would win too")
    hand.claim(winner, "win")
    hand.claim(other, "pung")
    hand.pung(other)
    script.keep[other].clear()
    script.holding = True
    script.throw()
    script.win_by_draw(winner, target.last)


def _pung_claimed_too(hand: Hand) -> str:
    won(hand)
    row = hand.log.one("win")
    if not row.get("other_seat"):
        raise LookupError("the win is self-drawn")
    hand.log.put_before(row, "claim", seat=row["seat"], label="pung")
    return "the winner had called a pung of the discard and not made it"


def _pung_claimed_before(hand: Hand) -> str:
    seat = won(hand).winner
    early = [row for row in untaken(hand) if row["seat"] != seat]
    hand.log.put_after(chance(hand, early), "claim", seat=seat, label="pung")
    return "the winner had called a pung earlier and not made it"


# Fan (甲六, 乙六).


def _fan_off(wanted: int, declared: int, label: str) -> Fault:
    def fault(hand: Hand) -> str:
        outcome = won(hand)
        if outcome.value.lawful != frozenset({wanted}):
            raise LookupError("another number of fan")
        _redeclare(hand, declared, label)
        return f"{declared} fan declared for a hand of {wanted}"

    return fault


def _wrong_name(hand: Hand) -> str:
    outcome = won(hand)
    if outcome.fan != 1 or "all_honours" in outcome.value.names:
        raise LookupError("not one fan")
    hand.log.one("win")["label"] = "robbing_kong"
    return "a name that the hand has not"


def _fan_above_the_cap(hand: Hand) -> str:
    won(hand)
    row = hand.log.one("win")
    row["number"], row["label"] = 2, "pure_suit"
    repay(hand, fan=2)
    return "two fan declared where one is the most"


def _chicken_of_one(hand: Hand) -> str:
    won(hand)
    row = hand.log.one("win")
    row["number"], row["label"] = 1, "chicken"
    repay(hand, fan=1)
    return "a chicken hand declared at one fan"


# False wins (甲十(7), 甲十(8), 乙十(3)).


def _wrong_chow_won(script: Script) -> None:
    hand = script.hand
    seat = wrong_chow(script)
    script.throw()
    script.until(seat)
    script.draw()
    call(hand, seat)


def _wrong_chow_fed(script: Script) -> None:
    hand = script.hand
    seat = wrong_chow(script)
    script.throw()
    giver = script.before(seat)
    script.until(giver)
    script.quiet_turn()
    hand.claim(seat, "win")
    call(hand, seat, giver)


def _wrong_pung_won(script: Script) -> None:
    """A pung of tiles that are not all equal, not put right, then a win."""
    hand = script.hand
    seat, giver = pick(script, 2)
    kind = 9 * script.rng.randrange(3) + script.rng.randrange(1, 6)
    script.start({seat: [kind, kind + 2]}, [kind])
    script.feed(giver, kind)
    if hand.winners() or hand.held[seat][kind] > 1:
        raise LookupError("somebody would win with it, or the pung is right")
    lay_wrongly(script, seat, "pung", [kind, kind, kind + 2])
    script.throw()
    script.until(seat)
    script.draw()
    call(hand, seat)


def _of(maker: Maker) -> Scene:
    return lambda script: steer(script, maker(script.rng))


def _plainly(script: Script) -> Outcome:
    return steer(script, plain_target(script))


_NO_WIN = (
    done("a win on a drawn tile that makes none", _drawn_no_win),
    done("a win on a discard that makes none", _fed_no_win),
    done("a win of pairs alone", _seven_pairs),
    done("a win with a gap in a sequence", _broken_sequence),
)
_HEAVENLY = (
    Plant(
        "heavenly after the first turn",
        _called("heavenly", "heavenly declared after the first turn"),
        _after_turns(True),
    ),
    Plant("heavenly of another than the dealer", _called("heavenly", "heavenly declared by another"), _first_draw),
    Plant("heavenly after a kong", _called("heavenly", "heavenly declared on a replacement"), _dealer_after_kong),
    Plant(
        "heavenly on a discard", _called("heavenly", "heavenly declared on a discard"), _after_turns(False, draw=False)
    ),
)
_EARTHLY = (
    Plant(
        "earthly on a later discard of the dealer",
        _called("earthly", "earthly declared on a later discard"),
        _after_turns(False, draw=False),
    ),
    Plant(
        "earthly on the discard of another",
        _called("earthly", "earthly declared on another's discard"),
        _first_of_another,
    ),
    Plant("earthly by a draw", _called("earthly", "earthly declared on a drawn tile"), _first_draw),
    Plant(
        "earthly of the dealer", _called("earthly", "earthly declared by the dealer"), _after_turns(True, draw=False)
    ),
)
_FARTHER = done("the win is given to the farther of two", _farther_wins)
TRADITIONAL: dict[str, tuple[Plant, ...]] = {
    "MT-4.1": _NO_WIN,
    "MT-5.1": _HEAVENLY,
    "MT-5.2": _EARTHLY,
    "MT-5.6": (_FARTHER, done("a pung before a win", _pung_before_win, kind="note")),
    "MT-6.1": (
        Plant("a chicken hand declared at one fan", _fan_off(0, 1, "dragon_pung"), _of(simple)),
        Plant("a hand of one fan declared a chicken", _fan_off(1, 0, "chicken"), _of(all_chows)),
        Plant("a hand of two fan declared at one", _fan_off(2, 1, "all_pungs"), any_target),
        Plant("a name that the hand has not", _wrong_name, _of(all_chows), kind="note"),
        Plant("a hand of one fan declared at two", _fan_off(1, 2, "pure_suit"), _of(all_pungs)),
    ),
    "MT-9.2": (
        Plant("a pung called of the winning discard", _pung_claimed_too, _plainly),
        Plant("a pung called earlier and not made", _pung_claimed_before, kind="note"),
    ),
    "MT-10.7": (
        done("a win by draw with a wrong chow", _wrong_chow_won),
        done("a win by draw with a wrong pung", _wrong_pung_won),
        done("a win by discard with a wrong chow", _wrong_chow_fed),
    ),
}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {
    "MS-4.1": _NO_WIN,
    "MS-5.1": _HEAVENLY,
    "MS-5.2": _EARTHLY,
    "MS-5.5": (_FARTHER,),
    "MS-6.1": (
        Plant("two fan declared", _fan_above_the_cap),
        Plant("a chicken hand declared at one fan", _chicken_of_one),
    ),
}  # fmt: skip
