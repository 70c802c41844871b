"""Faults before the play: tiles, dice, walls, break, deal, dealer and round wind (135/91/M arts. 1 to 3)."""

from collections import Counter

from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.plants import Fault, Plant, chance, kinds, others, won
from audit.simulate.mahjong.shapes import EAST
from audit.simulate.mahjong.table import SEATS, WINDS, TableOfPlay, written
from audit.simulate.rows import Row


def _foreign(hand: Hand) -> str:
    return "1z" if hand.rules.simplified else "8z"


def _kept_tiles(hand: Hand, event: str) -> list[tuple[Row, int]]:
    """Tiles dealt or drawn to losers that they still hold at the end, alone of their kind."""
    winner = won(hand).winner
    found = []
    for row in hand.log.find(event):
        if row["seat"] != winner:
            found += [(row, kind) for kind in kinds(row) if hand.held[row["seat"]][kind] == 1]
    return found


def _put_in(row: Row, kind: int, new: str) -> None:
    pieces = row["pieces"].split()
    pieces[kinds(row).index(kind)] = new
    row["pieces"] = " ".join(pieces)


def _only_once(hand: Hand, event: str) -> tuple[Row, int]:
    """Such a tile of which no other copy came to the seat."""
    came = Counter(
        (row["seat"], kind) for row in (*hand.log.find("deal"), *hand.log.find("draw")) for kind in kinds(row)
    )
    found = [(row, kind) for row, kind in _kept_tiles(hand, event) if came[row["seat"], kind] == 1 and kind < 27]
    if not found:
        raise LookupError("no tile was kept")
    return hand.rng.choice(found)


def _foreign_dealt(hand: Hand) -> str:
    row, kind = _only_once(hand, "deal")
    _put_in(row, kind, _foreign(hand))
    return "a tile that the set does not hold was dealt"


def _fifth_dealt(hand: Hand) -> str:
    known = Counter(kind for row in (*hand.log.find("deal"), *hand.log.find("draw")) for kind in kinds(row))
    row, kind = _only_once(hand, "deal")
    four = [
        other for other, copies in known.items() if copies == 4 and other < 27 and not hand.held[row["seat"]][other]
    ]
    if not four:
        raise LookupError("no kind is known four times")
    fifth = hand.rng.choice(four)
    _put_in(row, kind, written([fifth]))
    return f"a fifth {written([fifth])} was dealt"


def _foreign_drawn(hand: Hand) -> str:
    row, kind = _only_once(hand, "draw")
    _put_in(row, kind, _foreign(hand))
    return "a tile that the set does not hold was drawn"


def _die_of_seven(hand: Hand) -> str:
    dice = hand.log.one("dice")
    dice["pieces"] = "7 " + dice["pieces"].split(" ", 1)[1]
    return "a die showed seven"


def _die_too_many(hand: Hand) -> str:
    dice, broken = hand.log.one("dice"), hand.log.one("break")
    faces = [1] * (hand.rules.dice + 1)
    dice["pieces"] = " ".join(map(str, faces))
    broken["number"] = sum(faces)
    broken["seat"] = (hand.dealer - 1 + sum(faces) - 1) % 4 + 1
    return "a die too many was thrown"


def _too_few(table: TableOfPlay) -> None:
    """Three where four must play, one where two must."""
    table.begin()
    left_out = table.right_of(table.dealer)
    table.occupied = tuple(seat for seat in table.occupied if seat != left_out)
    if table.rules.simplified:
        table.occupied = (table.dealer,)


def _odd_wall(hand: Hand) -> str:
    chance(hand, hand.log.find("wall"))["number"] += hand.rng.choice((-1, 1))
    return "a wall had a stack too few or too many"


def _three_walls(hand: Hand) -> str:
    hand.log.drop([chance(hand, hand.log.find("wall"))])
    return "three walls were built"


def _judged_break(hand: Hand) -> Row:
    total = sum(map(int, hand.log.one("dice")["pieces"].split()))
    if total > hand.rules.stacks:
        raise LookupError("the dice point beyond the wall")
    return hand.log.one("break")


def _wrong_stack(hand: Hand) -> str:
    broken = _judged_break(hand)
    broken["number"] = broken["number"] + 1 if broken["number"] < hand.rules.stacks else 1
    return "the wall was broken a stack too far"


def _wrong_wall(hand: Hand) -> str:
    broken = _judged_break(hand)
    broken["seat"] = hand.rng.choice([seat for seat in SEATS if seat != broken["seat"]])
    return "another wall was broken"


def _another_throws(hand: Hand) -> str:
    hand.log.one("dice")["seat"] = hand.rng.choice(others(hand, hand.dealer))
    return "another than the dealer threw the dice"


def _deal_swapped(hand: Hand) -> str:
    deals = hand.log.find("deal")
    second, third = deals[1], deals[2]
    if len(hand.seats) < 3:
        raise LookupError("too few players to swap")
    hand.log.move_after(second, third)
    return "two seats changed places in the deal"


def _short_taking(hand: Hand) -> str:
    row = hand.log.find("deal")[hand.rng.randrange(len(hand.seats))]
    row["pieces"] = " ".join(row["pieces"].split()[:-1])
    return "a taking was a tile short"


def _taking_missing(hand: Hand) -> str:
    hand.log.drop(hand.log.find("deal")[-1:])
    return "the last taking of the deal is missing"


def _one_tile_more(hand: Hand) -> str:
    deals = hand.log.find("deal")
    last = [row for row in deals if row["seat"] == hand.dealer][-1]
    last["pieces"] += " ?"
    return "the dealer took a tile too many"


def _wrong_wind(hand: Hand) -> str:
    row = hand.log.one("hand_start")
    row["label"] = WINDS[(WINDS.index(row["label"]) + hand.rng.randrange(1, 4)) % 4]
    if any(kind >= EAST for kind in _won_kinds(hand)):
        raise LookupError("the wind may bear on the fan")
    return "the round wind is not that of the hand's place in the cycle"


def _won_kinds(hand: Hand) -> set[int]:
    """The kinds of the winner's tiles, chows by their lowest."""
    outcome = won(hand)
    laid = {kind for _, kind in hand.melds[outcome.winner]}
    return laid | {kind for kind in range(34) if hand.held[outcome.winner][kind]} | {outcome.tile}


def _keep(table: TableOfPlay) -> None:
    table.ended = "dealer"
    table.begin()


def _skip(table: TableOfPlay) -> None:
    table.ended = "dealer"
    table.pass_the_deal()
    table.dealer = table.right_of(table.dealer)
    table.begin()


def _pass(table: TableOfPlay) -> None:
    table.ended = "dealer"
    table.pass_the_deal()
    table.begin()


def _as_begun(note: str) -> Fault:
    return lambda hand: note


_EQUIPMENT = (
    Plant("a strange tile is dealt", _foreign_dealt),
    Plant("a fifth copy of a kind is dealt", _fifth_dealt),
    Plant("a die too many", _die_too_many),
    Plant("too few players", _as_begun("too few players played"), begin=_too_few),
    Plant("a strange tile is drawn", _foreign_drawn),
    Plant("a die of seven", _die_of_seven),
)
_WALLS = (
    Plant("a wall of a stack too few or too many", _odd_wall),
    Plant("three walls", _three_walls),
    Plant("the wall is broken at the wrong stack", _wrong_stack),
    Plant("the wrong wall is broken", _wrong_wall),
)
_DEAL = (
    Plant("two seats change places in the deal", _deal_swapped),
    Plant("a taking is a tile short", _short_taking),
    Plant("the last taking of the deal is missing", _taking_missing),
    Plant("the dealer takes a tile too many", _one_tile_more),
)
_DEALER = (
    Plant("the round wind is wrong", _wrong_wind),
    Plant(
        "the dealer stays though another won",
        _as_begun("the dealer stayed though another won"),
        begin=_keep,
        after="other",
    ),
    Plant("the deal passes over a seat", _as_begun("the deal passed over a seat"), begin=_skip, after="other"),
    Plant(
        "the deal passes though the dealer won",
        _as_begun("the deal passed though the dealer won"),
        begin=_pass,
        after="dealer",
        kind="note",
    ),
)
_DICE = (Plant("another than the dealer throws the dice", _another_throws),)

TRADITIONAL: dict[str, tuple[Plant, ...]] = {
    "MT-1": _EQUIPMENT,
    "MT-3.1": _WALLS,
    "MT-3.1b": _DICE,
    "MT-3.2": _DEAL,
    "MT-3.4": _DEALER,
}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {
    "MS-1": _EQUIPMENT,
    "MS-3.1": _WALLS,
    "MS-3.1b": _DICE,
    "MS-3.2": _DEAL,
    "MS-3.4": _DEALER,
}  # fmt: skip
