"""Faults of money and conduct: shares, rake, the winner's limit, looks, penalties of false wins (arts. 7 to 10)."""

from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.liability import exempt
from audit.simulate.mahjong.plants import Fault, Plant, chance, others, paid, repay, untaken, won
from audit.simulate.mahjong.scenes import (
    Scene,
    any_target,
    called_falsely,
    fed_kong,
)
from audit.simulate.mahjong.script import Script

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
    Plant("a kong after a look by accident", _looked("accident", "a kong after a look by accident"), fed_kong),
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
    "MT-7.1": _SHARES,
    "MT-7.2": _AMOUNTS,
    "MT-8.1": _RAKE,
    "MT-9.3": _LOOK,
    "MT-9.4": _LIMIT,
    "MT-10.8": _PENALTY,
}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {
    "MS-7.1": _SHARES,
    "MS-7.2": _AMOUNTS,
    "MS-8.1": _RAKE,
    "MS-9.2": _LOOK,
    "MS-9.3": _LIMIT[:1],
    "MS-10.3": _PENALTY,
}  # fmt: skip
