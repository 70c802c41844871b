"""Faults of a win: its tiles, its moment, its fan, who gets it, who pays, rake and conduct (135/91/M arts. 4 to 10)."""

from audit.simulate.mahjong.ending import pay, win
from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.liability import exempt, grounds
from audit.simulate.mahjong.plants import Fault, Plant, chance, done, others, paid, repay, untaken, won
from audit.simulate.mahjong.scenes import (
    Scene,
    any_target,
    called_falsely,
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
    own, _, _ = script.needs(target)
    wrong = target.last + 2 if target.last % 9 < 6 else target.last - 2
    script.start({seat: own}, [wrong])
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
        own, wanted, _ = script.needs(target)
        script.start({winner: own}, wanted)
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
    own, wanted, _ = script.needs(target)
    script.start({winner: own}, wanted)
    script.win_by_draw(winner, target.last)


def _first_of_another(script: Script) -> None:
    """A win on the first discard of the seat after the dealer."""
    hand = script.hand
    giver = hand.table.right_of(hand.dealer)
    target = plain_target(script)
    winner = script.rng.choice(others(hand, giver, hand.dealer))
    own, wanted, _ = script.needs(target)
    script.start({winner: own}, wanted)
    script.win_by_discard(winner, giver, target.last)


def _dealer_after_kong(script: Script) -> None:
    """The dealer wins on the replacement of a kong before any discard."""
    hand = script.hand
    kind = 32
    pair = 3
    target = Target(((PUNG, kind),), pair, pair)
    if not hand.rules.simplified:
        target = Target(((PUNG, kind), *plain_target(script).concealed[1:]), pair, pair)
    own, _, _ = script.needs(target)
    script.start({hand.dealer: [*own, kind]}, [pair])
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
    own, wanted, _ = script.needs(target)
    script.start({winner: own, other: [target.last] * 2}, [*wanted, target.last])
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


# Payments and rake (甲七, 甲八, 甲九(4)).


def _non_dealer_wins(hand: Hand) -> Outcome:
    outcome = won(hand)
    if outcome.winner == hand.dealer or len(hand.seats) < 3:
        raise LookupError("the dealer won")
    return outcome


def _dealer_pays_single(hand: Hand) -> str:
    _non_dealer_wins(hand)
    hand.log.one("pay", seat=hand.dealer)["amount"] //= 2
    return "the dealer paid a single share"


def _another_pays_double(hand: Hand) -> str:
    outcome = _non_dealer_wins(hand)
    row = hand.log.one("pay", seat=others(hand, outcome.winner, hand.dealer)[0])
    row["amount"] *= 2
    if paid(hand) > hand.log.one("money", seat=outcome.winner)["amount"]:
        raise LookupError("the winner's money would limit it")
    return "a non-dealer paid double"


def _one_does_not_pay(hand: Hand) -> str:
    won(hand)
    hand.log.drop([chance(hand, hand.log.find("pay"))])
    return "a loser did not pay"


def _paid_astray(hand: Hand) -> str:
    outcome = won(hand)
    row = hand.log.put_after(hand.log.find("pay")[-1], "pay", label="win", amount=5_000)
    row["seat"], row["other_seat"] = hand.rng.sample(others(hand, outcome.winner), 2)
    return "a loser paid another loser too"


def _charged_for_nothing(hand: Hand) -> str:
    outcome = won(hand)
    if not outcome.discarder or (hand.was_visible == 0 and outcome.tile >= 27):
        raise LookupError("nobody fed the win, or with a fresh honour")
    if exempt(outcome.value):
        raise LookupError("the hand frees everybody")
    repay(hand, charged=outcome.discarder)
    return "the discarder was charged with all on no ground"


def _paid_for_more(hand: Hand) -> str:
    outcome = won(hand)
    fan = outcome.fan
    if fan == hand.rules.cap and outcome.winner == hand.dealer:
        raise LookupError("all of them would pay single for double")
    repay(hand, fan=fan + 1 if fan < hand.rules.cap else fan - 1)
    return "all paid for another number of fan than was declared"


def _paid_short(hand: Hand) -> str:
    won(hand)
    chance(hand, hand.log.find("pay"))["amount"] -= hand.rng.choice((100, 1))
    return "a loser paid a little short"


def _paid_a_little_more(hand: Hand) -> str:
    outcome = won(hand)
    chance(hand, hand.log.find("pay"))["amount"] += 1
    if paid(hand) > hand.log.one("money", seat=outcome.winner)["amount"]:
        raise LookupError("the winner's money would limit it")
    return "a loser paid a cent too much"


def _rake(change: float) -> Fault:
    def fault(hand: Hand) -> str:
        row = hand.log.one("rake")
        row["amount"] = int(row["amount"] * change)
        return "the rake was not that of the table's stakes"

    return fault


def _raked_twice(hand: Hand) -> str:
    row = hand.log.one("rake")
    half = row["amount"] // 2
    row["amount"] -= half
    hand.log.put_after(row, "rake", seat=row["seat"], amount=half)
    return "the rake was taken in two parts"


def _rake_of_a_loser(hand: Hand) -> str:
    row = hand.log.one("rake")
    row["seat"] = hand.rng.choice(others(hand, row["seat"]))
    return "the rake was taken from a loser"


def _no_rake(hand: Hand) -> str:
    hand.log.drop([hand.log.one("rake")])
    return "no rake was taken"


def _raked_without_winner(hand: Hand) -> str:
    row = hand.log.one("false_win")
    amount = hand.rules.rake[hand.table.stakes]
    hand.log.put_before(hand.log.one("hand_end"), "rake", seat=row["seat"], amount=amount)
    return "rake was taken in a hand without a winner"


def _strange_stakes(hand: Hand) -> str:
    won(hand)
    start = hand.log.one("hand_start")
    low, high = (int(part) * 7 for part in start["ref"].split("/"))
    start["ref"] = f"{low}/{high}"
    for row in (*hand.log.find("money"), *hand.log.find("pay")):
        row["amount"] *= 7
    return "the stakes are not among those of the rules"


def _above_his_money(hand: Hand) -> str:
    outcome = hand.outcome
    if outcome is None:
        raise LookupError("nobody won")
    total = paid(hand)
    hand.log.one("money", seat=outcome.winner)["amount"] = total - hand.rng.choice((1, 100, total // 2))
    return "the winner was paid more than he had in hand"


# Conduct (甲九(3)).


def _looked(label: str, note: str) -> Fault:
    def fault(hand: Hand) -> str:
        seat = hand.rng.choice(hand.seats)
        after = chance(hand, untaken(hand))
        if label == "accident":
            row = hand.log.one("kong")
            seat = row["seat"]
            before = [each for each in untaken(hand) if hand.log.place(each) < hand.log.place(row)]
            after = chance(hand, before)
        other = hand.rng.choice(others(hand, seat))
        hand.log.put_after(after, "look", seat=seat, other_seat=other, label=label)
        return note

    return fault


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
    hand.claim(seat, "pung")
    hand.log.add("pung", seat=seat, other_seat=giver, pieces=written([kind, kind, kind + 2]))
    for tile in (kind, kind + 2):
        hand.held[seat][tile] -= 1
        script.keep[seat][tile] -= 1
    hand.melds[seat].append((PUNG, kind))
    hand.turn, script.holding, hand.drawn[seat] = seat, True, -1
    script.throw()
    script.until(seat)
    script.draw()
    call(hand, seat)


def _falsely(of_dealer: bool) -> Scene:
    def scene(script: Script) -> None:
        called_falsely(script, of_dealer=of_dealer)

    return scene


def _penalty_unpaid(hand: Hand) -> str:
    hand.log.drop(hand.log.find("pay"))
    return "a false win was not paid for"


def _penalty_short(hand: Hand) -> str:
    chance(hand, hand.log.find("pay"))["amount"] -= 1_000
    return "a false win was paid short to one"


def _penalty_to_some(hand: Hand) -> str:
    hand.log.drop([chance(hand, hand.log.find("pay"))])
    return "a false win was not paid to one"


def _penalty_too_much(hand: Hand) -> str:
    chance(hand, hand.log.find("pay"))["amount"] *= 3
    return "a false win was paid three times over to one"


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
_SHARES = (
    Plant("the dealer pays a single share", _dealer_pays_single),
    Plant("a non-dealer pays double", _another_pays_double),
    Plant("a loser does not pay", _one_does_not_pay),
    Plant("the discarder is charged on no ground", _charged_for_nothing),
    Plant("a payment goes astray", _paid_astray),
)
_AMOUNTS = (
    Plant("all pay for another number of fan", _paid_for_more),
    Plant("a loser pays short", _paid_short),
    Plant("a loser pays a cent too much", _paid_a_little_more),
)
_RAKE = (
    Plant("the rake is too low", _rake(0.5)),
    Plant("the stakes are not in the table", _strange_stakes),
    Plant("rake without a winner", _raked_without_winner, _falsely(False)),
    Plant("the rake is taken from a loser", _rake_of_a_loser),
    Plant("the rake is taken in two parts", _raked_twice),
    Plant("no rake is taken", _no_rake),
    Plant("the rake is too high", _rake(2)),
)
_LOOK = (
    Plant("a kong after a look by accident", _looked("accident", "a kong after a look by accident")),
    Plant("a look on purpose", _looked("purpose", "a look on purpose")),
)
_LIMIT = (
    Plant("the winner is paid above his money", _above_his_money),
    Plant("a liable seat pays above the winner's money", _above_his_money, any_target),
)
_PENALTY = (
    Plant("a false win is not paid for", _penalty_unpaid, _falsely(False)),
    Plant("a false win of the dealer is paid short", _penalty_short, _falsely(True)),
    Plant("a false win is not paid to one", _penalty_to_some, _falsely(False)),
    Plant("a false win is paid too high", _penalty_too_much, _falsely(True)),
)

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
    "MT-7.1": _SHARES,
    "MT-7.2": _AMOUNTS,
    "MT-8.1": _RAKE,
    "MT-9.2": (
        Plant("a pung called of the winning discard", _pung_claimed_too, _plainly),
        Plant("a pung called earlier and not made", _pung_claimed_before, kind="note"),
    ),
    "MT-9.3": _LOOK,
    "MT-9.4": _LIMIT,
    "MT-10.7": (
        done("a win by draw with a wrong chow", _wrong_chow_won),
        done("a win by draw with a wrong pung", _wrong_pung_won),
        done("a win by discard with a wrong chow", _wrong_chow_fed),
    ),
    "MT-10.8": _PENALTY,
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
    "MS-7.1": _SHARES,
    "MS-7.2": _AMOUNTS,
    "MS-8.1": _RAKE,
    "MS-9.2": _LOOK,
    "MS-9.3": _LIMIT[:1],
    "MS-10.3": _PENALTY,
}  # fmt: skip
