"""How a hand ends: a win with its fan and payments, a false win with its penalty, an exhausted wall (甲六-甲十)."""

from typing import Any

from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.liability import EITHER, exempt, grounds
from audit.simulate.mahjong.table import written
from audit.simulate.mahjong.value import Value, value

_ONE_FAN = {"heavenly", "earthly", "kong_replacement", "pure_suit", "dragon_pung", "last_tile"}


def _declared(hand: Hand, valued: Value) -> tuple[int, tuple[str, ...]]:
    """The fan and names that the winner declares; the simplified game's one fan is what the house's own list says."""
    if not hand.rules.simplified:
        return valued.fan, valued.names
    special = [name for name in valued.names if name in _ONE_FAN]
    if special and hand.table.habits.generous:
        return 1, (special[0],)
    return 0, ("chicken",)


def valued(hand: Hand, seat: int, giver: int, tile: int, robbed: bool) -> Value:
    """What a win of that seat at this moment is worth."""
    held = bytearray(hand.held[seat])
    if giver:
        held[tile] += 1
    rules = hand.rules
    way = hand.way(seat, giver > 0, robbed)
    return value(held, hand.melds[seat], way, rules.fan, rules.cap, hand.habits.generous)


def win(hand: Hand, seat: int, giver: int = 0, *, robbed: bool = False) -> Outcome:
    """A seat wins, by its own draw or from ``giver``; all that follows is paid and raked (甲四-甲八, 甲十)."""
    tile = hand.drawn[seat] if not giver else hand.drawn[giver] if robbed else hand.last_tile
    worth = valued(hand, seat, giver, tile, robbed)
    fan, names = _declared(hand, worth)
    outcome = Outcome(seat, giver, tile, robbed, worth, fan)
    hand.outcome, hand.over = outcome, True
    columns: dict[str, Any] = {"seat": seat}
    if hand.habits.tile_of_win:
        columns["pieces"] = written([tile])
    if giver:
        columns["other_seat"] = giver
    if hand.habits.fan:
        columns["number"] = fan
    if hand.habits.names:
        columns["label"] = "+".join(names)
    hand.log.add("win", wait=4, **columns)
    outcome.charged = charged_seat(hand, outcome)
    pay(hand, outcome)
    hand.log.add("rake", seat=seat, amount=hand.rules.rake[hand.table.stakes])
    hand.table.money[seat] -= hand.rules.rake[hand.table.stakes]
    hand.table.ended = "dealer" if seat == hand.dealer else "other"
    return outcome


def charged_seat(hand: Hand, outcome: Outcome) -> int:
    """Who pays for all: whoever the law makes liable, and where it leaves that open, whoever a listed reading does."""
    reasons = grounds(hand, outcome.winner, outcome.discarder, outcome.tile, outcome.robbed, outcome.value)
    if not reasons or exempt(outcome.value):
        return 0
    if set(reasons.values()) == {EITHER} and hand.rng.random() < 0.5:
        return 0
    return outcome.discarder or hand.fed[outcome.winner]


def factor(hand: Hand, payer: int, winner: int) -> int:
    """The dealer pays double and is paid double (甲七)."""
    return 2 if hand.dealer in (payer, winner) else 1


def dues(hand: Hand, outcome: Outcome) -> dict[int, int]:
    """What each loser owes for the declared fan, whoever pays it."""
    share = hand.rules.share(hand.table.stakes, outcome.fan)
    return {seat: share * factor(hand, seat, outcome.winner) for seat in hand.seats if seat != outcome.winner}


def pay(hand: Hand, outcome: Outcome) -> None:
    """The losers pay, or one for all; nobody wins more than the money that he had in hand (甲七, 甲九(4), 甲十)."""
    money, winner = hand.table.money, outcome.winner
    owed = dues(hand, outcome)
    outcome.due = sum(owed.values())
    left = money[winner] if hand.habits.money else outcome.due
    rows = [(seat, seat, amount) for seat, amount in owed.items()]
    if outcome.charged:
        rows = [(outcome.charged, seat, amount) for seat, amount in owed.items()]
        if hand.habits.one_payment:
            rows = [(outcome.charged, outcome.charged, outcome.due)]
    label = "liability" if outcome.charged else "win"
    for payer, _, amount in rows:
        paid = min(amount, left)
        left -= paid
        for part in _parts(hand, paid):
            hand.log.add("pay", seat=payer, other_seat=winner, amount=part, label=label)
        money[payer] -= paid
        money[winner] += paid


def _parts(hand: Hand, amount: int) -> list[int]:
    """A payment as the rows that it takes: one, or two in some houses; none for nothing."""
    first = amount // 3 if hand.habits.split_payments else 0
    return [part for part in (first, amount - first) if part]


def penalty(hand: Hand, seat: int) -> dict[int, int]:
    """What each of the others gets for a false win of that seat (甲十(8), 乙十(3))."""
    rules, stakes = hand.rules, hand.table.stakes
    owed = {}
    for other in hand.seats:
        if other != seat:
            to_others = rules.false_to_dealer if other == hand.dealer else rules.false_to_others
            share = rules.share(stakes, rules.false_of_dealer if seat == hand.dealer else to_others)
            doubled = hand.habits.doubled_penalty and hand.dealer in (seat, other)
            owed[other] = share * (2 if doubled else 1)
    return owed


def false_win(hand: Hand, seat: int, giver: int = 0) -> None:
    """A seat calls a win that is none, and pays for it; the hand ends without rake."""
    tile = hand.last_tile if giver else hand.drawn[seat]
    columns = {"seat": seat, "pieces": written([tile])}
    if giver:
        columns["other_seat"] = giver
    hand.log.add("false_win", wait=4, **columns)
    for other, amount in penalty(hand, seat).items():
        hand.log.add("pay", seat=seat, other_seat=other, amount=amount, label="false_win")
        hand.table.money[seat] -= amount
        hand.table.money[other] += amount
    hand.over = True
    hand.table.ended = "false"


def exhausted(hand: Hand) -> None:
    """No tile is left: nobody wins."""
    hand.log.add("exhausted")
    hand.over = True
    hand.table.ended = "drawn"
