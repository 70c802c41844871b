"""Faults of the settlement: short banks, payouts, commission, the banking side's own row (96/85/M arts. 3, 4, 6)."""

from collections.abc import Callable
from random import Random

from audit.simulate.pai_gow.plants import Apply, Plant, bank_holds, full, quiet, settle_row, with_result
from audit.simulate.pai_gow.play import commission, payouts
from audit.simulate.pai_gow.table import Hand, TableOfPlay


def _paid_backwards(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    rows = [row for row in hand.log.find("settle") if row["seat"] != hand.banker]
    left = hand.bank + sum(amount for _, _, amount in hand.cobanks) - sum(min(row["payout"], 0) for row in rows)
    for row in reversed(rows):
        if row["label"] == "win":
            row["payout"] = min(row["amount"], left)
            left -= row["payout"]
            row["fee"] = commission(table, row["payout"])
    for row in rows[:-1]:
        hand.log.move_after(row, rows[-1])
    return "the bank was too small and the last seat was paid first"


def _short_bank(table: TableOfPlay, hand: Hand) -> bool:
    """Two winners or more, none that lost, and the bank covers one of them but not all."""
    if set(hand.results.values()) != {1}:
        return False
    paid, amounts = [paid for _, paid in payouts(table, hand)], [bet[1] for bets in hand.bets.values() for bet in bets]
    limit = hand.bank + sum(amount for _, _, amount in hand.cobanks)
    return len(amounts) > 1 and sum(paid) < sum(amounts) and max(amounts) < limit and len(set(amounts)) == len(amounts)


def _paid_beyond_the_bank(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    net = 0
    for row in hand.log.find("settle"):
        if row["seat"] != hand.banker:
            row["payout"] = {"win": 1, "push": 0, "lose": -1}[row["label"]] * row["amount"]
            row["fee"] = commission(table, row["payout"])
            net -= row["payout"]
    hand.log.drop(hand.log.find("settle", seat=hand.banker))
    return "the banking side lost more than it had put up"


def _fee(result: str, change: Callable[[int], int], note: str) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        row = rng.choice([row for row in hand.log.find("settle", label=result) if row["seat"] != hand.banker])
        row["fee"] = change(row["fee"])
        return note

    return apply


def _wrong_payout(wanted: str, change: int) -> Apply:
    def apply(table: TableOfPlay, hand: Hand, rng: Random) -> str:
        row = rng.choice([row for row in hand.log.find("settle", label=wanted) if row["seat"] != hand.banker])
        row["payout"] += change
        row["fee"] = commission(table, row["payout"])
        return f"a {wanted} was settled {change} minor units off"

    return apply


def _banker_off_balance(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = settle_row(hand, hand.banker)
    row["payout"] += 100
    row["fee"] = commission(table, row["payout"])
    return "the banking side's own row is off by one hundred minor units"


def _banker_twice(table: TableOfPlay, hand: Hand, rng: Random) -> str:
    row = settle_row(hand, hand.banker)
    hand.log.put_after(
        row, "settle", **{name: row[name] for name in ("seat", "person", "amount", "label", "payout", "fee")}
    )
    return "the banking side's own row stands twice"


_ALONE = quiet(deal=bank_holds, house_cobank=False, player_cobank=False)
_UNEVEN = quiet(
    deal=lambda table, hand: bank_holds(table, hand) and sum(paid for _, paid in payouts(table, hand)) != 0,
    house_cobank=False,
    player_cobank=False,
)

PLANTS: dict[str, tuple[Plant, ...]] = {
    "PG-3.2": (
        Plant(
            "a short bank pays in no known order",
            _paid_backwards,
            quiet(seats=3, small_bank=True, stay=False, house_cobank=False, player_cobank=False, deal=_short_bank),
            {"banker_settle": False},
            warm=(full(),),
        ),
    ),
    "PG-4.2a": (
        Plant("a cent too much", _fee("win", lambda fee: fee + 2, "commission too high"), quiet(deal=with_result(1))),
        Plant("too little", _fee("win", lambda fee: fee - 2, "commission too low"), quiet(deal=with_result(1))),
    ),
    "PG-4.2b": (
        Plant("on a loss", _fee("lose", lambda fee: 500, "commission on a loss"), quiet(deal=with_result(-1))),
        Plant("on a push", _fee("push", lambda fee: 500, "commission on a push"), quiet(deal=with_result(0))),
    ),
    "PG-4.2c": (
        Plant("none on a win", _fee("win", lambda fee: 0, "no commission on a win"), quiet(deal=with_result(1))),
    ),
    "PG-4.5": (
        Plant(
            "paid beyond the bank",
            _paid_beyond_the_bank,
            quiet(seats=3, small_bank=True, stay=False, house_cobank=False, player_cobank=False, deal=_short_bank),
            {"banker_settle": False},
            warm=(full(),),
        ),
    ),
    "PG-6.5": (
        Plant("a win underpaid", _wrong_payout("win", -5_000), quiet(deal=with_result(1))),
        Plant("a loss overcharged", _wrong_payout("lose", -5_000), quiet(deal=with_result(-1))),
    ),
    "PG-6.5b": (
        Plant("the banker's own row is off", _banker_off_balance, _ALONE, kind="note", warm=(full(),)),
        Plant("the banker's own row stands twice", _banker_twice, _UNEVEN, kind="note", warm=(full(),)),
    ),
}  # fmt: skip
