"""Faults before the first card: the deck, seats and persons, chips, antes and the first rake (arts. 1-3, 6, 8)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from audit.pieces.notation import CARDS
from audit.simulate.five_card_poker.plants import (
    CALM,
    CUTTING,
    Apply,
    Plant,
    acts,
    anew,
    as_decided,
    changed,
    deals,
    decided,
    noted,
    player_row,
    quiet,
    seen_later,
    some_row,
)
from audit.simulate.five_card_poker.table import SEATS, Decision, Hand, Plan, Spot, TableOfPlay


def _foreign(event: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        row = some_row(hand.log.find(event), rng)
        row["pieces"] = f"{rng.choice('234')}{rng.choice('cdhs')}"
        return f"a {row['pieces']} in the {event}"

    return apply


def _dealt_twice(hand: Hand, rng: Random) -> bool:
    first, second = rng.sample(hand.inside, 2)
    hand.cards[second][4] = hand.cards[first][0]
    return True


def _another_shown(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row(hand.log.find("show"), rng)
    other = next(seat for seat in hand.inside if seat != row["seat"])
    row["pieces"] = CARDS[hand.cards[other][2]]
    return "a card shown that lay before another seat"


def _number(number: int, note: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.one("hand_start")["number"] = number
        return note

    return apply


def _cut(**columns: object) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        some_row(hand.log.find("cut"), rng).update(columns)
        return f"a cut with {columns}"

    return apply


def _cut_late(card: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.move_after(some_row(hand.log.find("cut"), rng), deals(hand, card)[0])
        return f"a cut after card {card}"

    return apply


def _not_burned(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("burn"))
    return "no card was burned"


def _burned_late(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.move_after(hand.log.one("burn"), some_row(deals(hand, 1), rng))
    return "burned after the first card"


def _burned_in_play(place: int) -> Plan:
    def cards(hand: Hand, rng: Random) -> bool:
        hand.burned = hand.cards[rng.choice(hand.inside)][place]
        return True

    return quiet(cards=cards)


def _not_shuffled(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("shuffle"))
    return "a new deck was not shuffled"


def _shuffled_by(actor: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.one("shuffle")["actor"] = actor
        return f"the {actor} shuffled"

    return apply


def _other_deck(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    some_row(deals(hand, rng.choice((3, 4, 5))), rng)["ref"] = f"D{table.table_id}-99"
    return "a card came from another deck"


def _not_boxed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("box"))
    return "the cards were not put in the box"


def _eight(spot: Spot) -> Decision | None:
    """All but two give up at once, so that the deck serves; the last seat, which would lack a card, always."""
    if spot.round > 1:
        return None
    if spot.seat == SEATS or (spot.opened and len(spot.hand.inside) > 2 and spot.to_call):
        return Decision("fold")
    return None


def _two_seats(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    first, second = rng.sample(list(hand.persons), 2)
    for row in hand.log.rows:
        if row.get("seat") == second and row.get("person"):
            row["person"] = hand.persons[first]
    return f"one player on seats {first} and {second}"


def _acts_for_another(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = acts(hand, 2)[0]
    other = next(later["seat"] for later in acts(hand, 3) if later["seat"] != row["seat"])
    row["person"] = hand.persons[other]
    return f"the player of seat {other} acted at seat {row['seat']} too"


def _moved(betting: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        seat = rng.choice(hand.inside)
        new = rng.choice([free for free in range(1, SEATS + 1) if free not in hand.persons])
        own = [row for row in acts(hand, betting) if row["seat"] == seat]
        for row in hand.log.rows[hand.log.place(own[0]) :]:
            if row.get("seat") == seat:
                row["seat"] = new
            if row["event"] == "pot":
                row["label"] = " ".join(str(new) if name == str(seat) else name for name in row["label"].split())
        return f"the player of seat {seat} went on at seat {new}"

    return apply


def _other_ante(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        some_row(hand.log.find("ante"), rng)["amount"] = amount
        anew(table, hand)
        return "one ante differs"

    return apply


def _poor_start(amount: int) -> Plan:
    """One of those who sit down buys too little."""
    return quiet(
        stack=lambda rng, seat: rng.choice((amount, 1_500_000)),
        wanted=lambda table, hand: len(hand.log.find("buy_in", amount=amount)) == 1,
    )


def _rebuy(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        topped = {row["seat"] for row in hand.log.find("top_up")}
        seat = next(seat for seat, stack in hand.start.items() if stack < 150_000 and seat not in topped)
        row = hand.log.one("stack", seat=seat)
        hand.log.put_before(row, "buy_in", **player_row(hand, seat, amount=amount))
        row["amount"] += amount
        hand.start[seat] += amount
        anew(table, hand)
        return "a buy-in that does not bring the least"

    return apply


def _below(least: int) -> Plan:
    """A hand after which somebody has chips left, but fewer than he needs."""
    return quiet(stack=lambda rng, seat: rng.choice((60_000, 160_000, 400_000)), wanted=_someone_below(least))


def _someone_below(least: int) -> Callable[[TableOfPlay, Hand], bool]:
    return lambda table, hand: any(0 < stack < least for stack in hand.stack.values())


def _fold_if_poor(spot: Spot) -> Decision | None:
    poor = spot.hand.log.find("top_up", seat=spot.seat)
    return Decision("fold") if poor and spot.round == 1 else None


def _topped_up(share: int) -> Apply:
    """Leave of a top-up only so many hundredths of it."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        for row in hand.log.find("top_up"):
            kept = row["amount"] * share // 100
            hand.log.one("stack", seat=row["seat"])["amount"] -= row["amount"] - kept
            hand.start[row["seat"]] -= row["amount"] - kept
            row["amount"] = kept
        rows = hand.log.find("top_up")
        if not rows:
            raise LookupError("nobody topped up")
        if not share:
            hand.log.drop(rows)
        anew(table, hand)
        return "played on without topping up to the least buy-in"

    return apply


def _ante_back(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row([row for row in acts(hand, rng.choice((1, 2))) if seen_later(hand, row, row["seat"])], rng)
    columns = player_row(hand, row["seat"], amount=hand.ante, label="ante")
    hand.log.put_after(row, "withdraw", **columns)
    anew(table, hand)
    return "an ante taken back"


def _ante_again(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row(acts(hand, rng.choice((1, 2))), rng)
    hand.log.put_after(row, "ante", **player_row(hand, row["seat"], amount=hand.ante))
    anew(table, hand)
    return "an ante raised after the first card"


def _refunded(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = some_row(acts(hand, 1), rng)
    hand.log.put_after(row, "refund", seat=row["seat"], actor="house", amount=hand.ante)
    anew(table, hand)
    return "an ante refunded though no card was exposed"


_LEAVING = decided(
    "who left the table took his ante back",
    lambda spot: spot.round == 2 and not spot.opened and len(spot.hand.inside) > 2,
    lambda spot: Decision("fold", label="leave"),
)


def _leaver_takes_ante(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    note = as_decided(table, hand, rng)
    row = hand.log.one("leave")
    hand.log.drop(hand.log.find("withdraw"))
    hand.log.put_after(row, "withdraw", **player_row(hand, row["seat"], amount=hand.ante, label="ante"))
    anew(table, hand)
    return note


def _wager_back(share: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        after = some_row(acts(hand, 2), rng)
        staying = [row for row in acts(hand, 1, "bet", "call") if seen_later(hand, after, row["seat"])]
        row = some_row(staying, rng)
        columns = player_row(hand, row["seat"], amount=row["amount"] * share // 100, label="wager")
        hand.log.put_after(after, "withdraw", **columns)
        anew(table, hand)
        return f"{share} per cent of a wager taken back"

    return apply


def _no_ante(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop([some_row(hand.log.find("ante"), rng)])
    anew(table, hand)
    return "a seat was dealt in without an ante"


def _no_first_rake(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.drop(hand.log.find("rake", label="first"))
    anew(table, hand)
    return "the first rake was not taken"


def _first_rake(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        changed(hand.log.one("rake", label="first"), amount=amount)
        anew(table, hand)
        return "a wrong first rake"

    return apply


def _first_rake_late(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.move_after(hand.log.one("rake", label="first"), some_row(deals(hand, 1), rng))
    return "the first rake after the first card"


def _ante_late(card: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        ante = some_row(hand.log.find("ante"), rng)
        hand.log.move_after(ante, deals(hand, card)[-1 if card == 1 else 0])
        return f"an ante came after a card {card}"

    return apply


_FIFTY = {"ante": 5_000}
_HUNDRED = {"ante": 10_000}
_RICH = replace(CALM, stack=lambda rng, seat: 1_500_000)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "FP-1": (
        Plant("a card that the deck does not hold", _foreign("deal")),
        Plant("a card dealt twice", noted("a card came twice"), quiet(cards=_dealt_twice)),
        Plant("a foreign card burned", _foreign("burn")),
        Plant("a card shown that lies elsewhere", _another_shown),
    ),
    "FP-2.1": (
        Plant("an eleventh hand by the log's count", noted("the deck's eleventh hand"), quiet(served=10)),
        Plant(
            "an eleventh hand by the deck's id", _number(10, "ten logged twice"), quiet(served=10), warm=(CUTTING,) * 10
        ),
        Plant("the deck's count jumps", _number(5, "five logged for the second hand"), kind="note"),
        Plant(
            "a deck whose first hand was not seen", noted("begun at four"), quiet(served=12), habits={"first_number": 4}
        ),
    ),
    "FP-2.2a": (
        Plant("a cut with two hands", _cut(label="two_hands"), CUTTING),
        Plant("the only cut with two hands", _cut(label="two_hands"), quiet(cutters=1)),
    ),
    "FP-2.2b": (
        Plant("a cut of five cards", _cut(number=5), CUTTING),
        Plant("a cut of one card", _cut(number=1), quiet(cutters=1)),
        Plant("a cut that leaves five cards", _cut(number=35), quiet(cutters=1), kind="note"),
    ),
    "FP-2.2c": (
        Plant("three players cut", noted("three players cut"), quiet(cutters=3)),
        Plant("four players cut", noted("four players cut"), quiet(cutters=4)),
    ),
    "FP-2.2d": (
        Plant("a cut after the first card", _cut_late(1), CUTTING),
        Plant("a cut in the second dealing", _cut_late(2), quiet(cutters=1)),
        Plant("a cut before the third card is round", _cut_late(3), CUTTING),
    ),
    "FP-2.3": (
        Plant("no card burned", _not_burned),
        Plant("burned after the first card", _burned_late),
        Plant("the burned card dealt last", noted("the burned card came up"), _burned_in_play(4)),
        Plant("the burned card dealt as a hole card", noted("the burned card lay in the hole"), _burned_in_play(1)),
    ),
    "FP-2.5": (
        Plant("a new deck not shuffled", _not_shuffled, quiet(new_deck=True)),
        Plant("a player shuffles", _shuffled_by("player")),
        Plant("another deck within the hand", _other_deck),
        Plant("the house shuffles", _shuffled_by("house"), quiet(new_deck=True)),
    ),
    "FP-2.6": (
        Plant("cards not put in the box", _not_boxed),
        Plant("cards of a deck's last hand not put in the box", _not_boxed, habits={"first_number": 9}),
    ),
    "FP-3.1": (
        Plant(
            "one seat alone",
            noted("one player played alone"),
            quiet(players=1, cutters=1),
            {"rake_antes": False},
            warm=(),
        ),
        Plant(
            "eight seats",
            noted("eight seats: the two texts differ"),
            quiet(players=8, decide=_eight),
            kind="note",
            warm=(),
        ),
    ),
    "FP-3.2": (
        Plant("one player on two seats", _two_seats, warm=()),
        Plant("a player acts for another seat", _acts_for_another),
    ),
    "FP-3.3": (
        Plant("a player changes seats in the second round", _moved(2)),
        Plant("a player changes seats in the last round", _moved(4)),
    ),
    "FP-6.1": (
        Plant("an ante of fifty", noted("all put fifty"), habits=_FIFTY, warm=()),
        Plant("an ante too small", _other_ante(1_000)),
        Plant("an ante too large", _other_ante(10_000)),
        Plant("a small ante at a table of a hundred", _other_ante(2_000), habits=_HUNDRED),
    ),
    "FP-6.2": (
        Plant("a buy-in just below 2,000", noted("1,999.99 bought"), _poor_start(199_999), warm=()),
        Plant("a buy-in below 5,000 at a hundred", noted("4,900 bought"), _poor_start(490_000), _HUNDRED, ()),
        Plant(
            "a rebuy that stays below the least",
            _rebuy(30_000),
            habits={"buy_ins": False},
            warm=(_below(150_000),),
        ),
    ),
    "FP-6.3": (
        Plant("no top-up", _topped_up(0), quiet(decide=_fold_if_poor), {"buy_ins": False}, (_below(50_000),)),
        Plant(
            "a top-up below the least buy-in",
            _topped_up(60),
            quiet(decide=_fold_if_poor),
            {"buy_ins": False},
            (_below(50_000),),
        ),
        Plant(
            "no top-up at a hundred",
            _topped_up(0),
            quiet(decide=_fold_if_poor),
            {"buy_ins": False, **_HUNDRED},
            (_below(100_000),),
        ),
    ),
    "FP-6.4": (
        Plant("an ante taken back", _ante_back),
        Plant("an ante raised in the hand", _ante_again),
        Plant("an ante refunded without cause", _refunded),
        Plant("a leaver takes his ante back", _leaver_takes_ante, quiet(decide=_LEAVING), kind="note"),
    ),
    "FP-6.5": (
        Plant("a wager taken back", _wager_back(100)),
        Plant("half a wager taken back", _wager_back(50)),
    ),
    "FP-6.6": (
        Plant("a seat without ante", _no_ante),
        Plant("a seat without ante at a hundred", _no_ante, _RICH, _HUNDRED),
    ),
    "FP-8.1": (
        Plant("no first rake", _no_first_rake),
        Plant("a first rake of thirty", _first_rake(3_000)),
        Plant("the first rake after the first card", _first_rake_late),
        Plant("a first rake of twenty at a hundred", _first_rake(2_000), _RICH, _HUNDRED),
    ),
    "FP-10.1": (
        Plant("a card before all antes", _ante_late(1)),
        Plant("an ante behind the second cards", _ante_late(2)),
    ),
}
