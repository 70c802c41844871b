"""Faults with pots, rake and awards, and the agreement to share (arts. 4, 5, 7, 9, 11(a), 11(f))."""

from random import Random

from audit.simulate.five_card_poker.cards import DECK, RANKS, worth
from audit.simulate.five_card_poker.ending import account, rounded, winners
from audit.simulate.five_card_poker.plants import (
    Apply,
    Plant,
    acts,
    move_money,
    noted,
    player_row,
    quiet,
    set_rake,
    several_pots,
    some_row,
)
from audit.simulate.five_card_poker.table import SEATS, Decision, Hand, Plan, Spot, TableOfPlay
from audit.simulate.rows import Row


def _seats(row: Row) -> list[int]:
    return [int(seat) for seat in row["label"].split()]


def _give_award(hand: Hand, row: Row, seat: int) -> None:
    """Pay an award to another seat, and count his chips so."""
    amount = row["amount"]
    move_money(hand, row, -amount)
    row["seat"], row["person"] = seat, hand.persons.get(seat)
    if seat in hand.persons:
        move_money(hand, row, amount)
    else:
        row["amount"] = amount


def _one_folds(spot: Spot) -> Decision | None:
    once = spot.round == 1 and spot.opened and not spot.hand.log.find("fold")
    return Decision("fold") if once else None


def _to_who_folded(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = next(seat for seat in hand.persons if seat not in hand.inside)
    _give_award(hand, hand.log.one("award"), seat)
    return f"the pot went to seat {seat}, which had folded"


def _to_who_never_played(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    seat = rng.choice([seat for seat in range(1, SEATS + 1) if seat not in hand.persons])
    _give_award(hand, hand.log.one("award"), seat)
    return f"the pot went to seat {seat}, where nobody played"


def _twins(count: int) -> Plan:
    """So many seats hold equal hands, better than the others'."""

    def cards(hand: Hand, rng: Random) -> bool:
        ranks = rng.sample(range(RANKS), 5)
        own = [rank + RANKS * rng.randrange(4) for rank in ranks]
        left = [card for card in range(DECK) if card % RANKS not in ranks]
        left += [card for card in range(DECK) if card % RANKS in ranks and card not in _turned(own, count)]
        rng.shuffle(left)
        hand.burned = left.pop()
        seats = rng.sample(hand.inside, count)
        turned = {seat: [(card + RANKS * turn) % DECK for card in own] for turn, seat in enumerate(seats)}
        hand.cards = {seat: turned.get(seat) or [left.pop() for _ in range(5)] for seat in hand.inside}
        return len(winners(hand, hand.inside)) == count

    return quiet(cards=cards)


def _turned(own: list[int], count: int) -> set[int]:
    return {(card + RANKS * turn) % DECK for card in own for turn in range(count)}


def _uneven(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        first, second = hand.log.find("award")[:2]
        move_money(hand, first, amount)
        move_money(hand, second, -amount)
        return f"a tied pot split {amount} minor units off"

    return apply


def _all_to_one(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    first, second = hand.log.find("award")[:2]
    move_money(hand, first, second["amount"])
    move_money(hand, second, -second["amount"])
    hand.log.drop([second])
    return "a tied pot went to one of two"


def _to_the_worse(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    award = hand.log.one("award")
    seat = min(hand.inside, key=lambda other: worth(hand.cards[other]))
    if seat == award["seat"]:
        raise LookupError("all tie")
    _give_award(hand, award, seat)
    return "the pot went to the lowest hand"


def _shared_with_the_worse(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    award = hand.log.one("award")
    seat = next(seat for seat in hand.inside if seat not in winners(hand, hand.inside))
    half = award["amount"] // 2
    move_money(hand, award, -half)
    columns = {"actor": "house", "person": hand.persons[seat], "number": 0, "amount": 0}
    other = hand.log.put_after(award, "award", seat=seat, **columns)
    move_money(hand, other, half)
    return "a beaten hand got half the pot"


def _low_ace(hand: Hand, rng: Random) -> bool:
    """A suited A-5-6-7-8 against a full house: which is better turns on a reading of art. 5."""
    first, second = rng.sample(hand.inside, 2)
    low = [RANKS * rng.randrange(4) + rank for rank in (9, 0, 1, 2, 3)]
    full = [4, 4 + RANKS, 4 + 2 * RANKS, 5, 5 + RANKS]
    left = [card for card in range(DECK) if card not in {*low, *full} and card % RANKS not in (4, 5)]
    rng.shuffle(left)
    hand.burned = left.pop()
    given = {first: low, second: full}
    hand.cards = {seat: given.get(seat) or [left.pop() for _ in range(5)] for seat in hand.inside}
    return winners(hand, hand.inside) == [first]


def _pot_off(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        hand.log.one("pot")["amount"] += amount
        return f"a pot {amount} minor units off"

    return apply


def _award_off(amount: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        move_money(hand, some_row(hand.log.find("award"), rng), amount)
        return f"an award {amount} minor units off"

    return apply


def _lawful_rakes(hand: Hand, uncalled: int = 0) -> set[int]:
    """What any base and any rounding gives, and with it an uncalled wager where one is named."""
    pots = sum(row["amount"] for row in hand.log.find("pot")) + uncalled
    first = sum(row["amount"] for row in hand.log.find("rake", label="first"))
    antes = account(hand).antes
    bases = [max(pots - without, 0) for without in (0, antes, first, antes + first)]
    return {rounded(base, up) for base in bases for up in (False, True)}


def _rake(part: int, added: int, note: str) -> Apply:
    """A rake of so many basis points of the pot and so much more."""

    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        amount = hand.log.one("pot")["amount"] * part // 10_000 + added
        if amount in _lawful_rakes(hand):
            raise LookupError("some base gives just that")
        set_rake(hand, amount)
        return note

    return apply


def _last_bet(betting: int, raised: bool) -> Plan:
    """In a round somebody bets large, or raises large, and all others fold."""

    def decide(spot: Spot) -> Decision | None:
        if spot.round != betting:
            return None
        large = spot.table.level.chip * 60
        if spot.opened and (not raised or spot.least >= large):
            return Decision("fold")
        if raised and spot.opened:
            return Decision("raise", spot.to_call + large)
        return Decision("bet", spot.table.level.chip * 5 if raised else large)

    return quiet(decide=decide)


def _rake_on_uncalled(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    given = sum(row["amount"] for row in hand.log.find("return"))
    _, uncalled = account(hand).uncalled() if not given else (0, given)
    pot = hand.log.one("pot")["amount"]
    amount = rounded(pot + given, False)
    if not uncalled or amount in _lawful_rakes(hand, 0 if given else -uncalled):
        raise LookupError("no uncalled wager that shows")
    set_rake(hand, amount)
    return "rake taken on a wager that nobody called"


def _side_pot_to_short(pot: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        eligible = _seats(hand.log.one("pot", number=pot))
        seat = next(seat for seat in hand.inside if seat not in eligible)
        _give_award(hand, hand.log.one("award", number=pot), seat)
        return f"side pot {pot} went to seat {seat}, which had not funded it"

    return apply


def _moved_between_pots(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    hand.log.one("pot", number=0)["amount"] += 1_000
    hand.log.one("pot", number=1)["amount"] -= 1_000
    return "ten moved from the side pot to the main pot"


def _short_listed(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("pot", number=1)
    row["label"] = hand.log.one("pot", number=0)["label"]
    return "a short seat listed for the side pot"


def _side_pot_to_worse(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = hand.log.one("pot", number=1)
    best = winners(hand, _seats(row))
    seat = next(seat for seat in _seats(row) if seat not in best)
    _give_award(hand, hand.log.one("award", number=1), seat)
    return "the side pot went to a worse hand"


def _one_pot(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    pots, awards = hand.log.find("pot"), hand.log.find("award")
    pots[0]["amount"] = sum(row["amount"] for row in pots)
    hand.log.drop(pots[1:])
    for row in awards:
        row["number"] = 0
    return "no side pot was made"


def _agreed(late: bool) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        first, second = rng.sample(hand.inside, 2)
        columns = player_row(hand, first, other_seat=second)
        if late:
            hand.log.put_before(hand.log.one("show"), "share_agreement", **columns)
        else:
            hand.log.put_after(acts(hand, 1)[-1], "share_agreement", **columns)
        return f"seats {first} and {second} agreed to share"

    return apply


_FOLDED = quiet(decide=_one_folds)
_KEPT = {"returns": False}
_THREE_POTS = several_pots(
    players=5,
    wanted=lambda table, hand: any(row["number"] == 2 and " " in row["label"] for row in hand.log.find("pot")),
)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "FP-4.1": (
        Plant("the pot to a seat that folded", _to_who_folded, _FOLDED),
        Plant("the pot to a seat without a player", _to_who_never_played),
    ),
    "FP-4.2": (
        Plant("a tied pot split unequally", _uneven(100), _twins(2)),
        Plant("a tied pot to one of two", _all_to_one, _twins(2)),
        Plant("a pot of three split unequally", _uneven(50), _twins(3)),
        Plant("a tied pot three cents off", _uneven(3), _twins(2)),
    ),
    "FP-5.2": (
        Plant("the pot to the lowest hand", _to_the_worse),
        Plant("the pot shared with a beaten hand", _shared_with_the_worse),
        Plant("a pot that turns on the low ace", noted("a suited A-5-6-7-8 won"), quiet(cards=_low_ace), kind="note"),
    ),
    "FP-7.1": (
        Plant("a pot too large", _pot_off(1_000)),
        Plant("an award too small", _award_off(-1)),
        Plant("an award too large", _award_off(500)),
        Plant("a pot too small", _pot_off(-1)),
    ),
    "FP-9.1": (
        Plant("five per cent", _rake(500, 0, "five per cent")),
        Plant("three per cent", _rake(300, 0, "three per cent")),
        Plant("a cent too much", _rake(400, 1, "a cent above four per cent")),
        Plant("no rake", _rake(0, 0, "no rake on the pot")),
    ),
    "FP-9.2": (
        Plant("rake on an uncalled bet of the last round", _rake_on_uncalled, _last_bet(4, False)),
        Plant("rake on an uncalled raise that stayed in the pot", _rake_on_uncalled, _last_bet(4, True), _KEPT),
        Plant("rake on an uncalled bet of round two", _rake_on_uncalled, _last_bet(2, False), kind="note"),
        Plant("rake on an uncalled raise of round three", _rake_on_uncalled, _last_bet(3, True), _KEPT, kind="note"),
    ),
    "FP-11.1a": (
        Plant("a side pot to a short seat", _side_pot_to_short(1), several_pots()),
        Plant("the second side pot to a short seat", _side_pot_to_short(2), _THREE_POTS),
    ),
    "FP-11.1b": (
        Plant("money moved between pots", _moved_between_pots, several_pots()),
        Plant("a short seat listed", _short_listed, several_pots()),
        Plant("a side pot to a worse hand", _side_pot_to_worse, several_pots()),
        Plant("no side pot", _one_pot, several_pots()),
    ),
    "FP-11.6": (
        Plant("two agree to share after the first round", _agreed(False)),
        Plant("two agree to share before the showdown", _agreed(True)),
    ),
}
