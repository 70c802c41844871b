"""The four rounds of betting: whose turn it is, and what players do when it is theirs (art. 10, 11(a)-(b))."""

from dataclasses import dataclass, field
from random import Random

from audit.simulate.five_card_poker.cards import RANKS, claim, highest
from audit.simulate.five_card_poker.table import SEATS, Decision, Hand, Plan, Spot, TableOfPlay

TIME_LIMIT = 120  # seconds, art. 11(b)
WAGERS = ("bet", "call", "raise")
_PROPOSAL = 0.002  # of the acts is followed by a proposal to share the pot


@dataclass(slots=True)
class Round:
    """A round under way: the height of the bets and who has met it; amounts in minor units."""

    number: int
    level: int = 0
    least: int = 0  # the last bet or increment
    met: dict[int, int] = field(default_factory=dict)  # seat: the height that it has met
    acted: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)  # seats to which a short raise did not reopen the raising
    checked: set[int] = field(default_factory=set)
    opened: bool = False
    last: int = 0


def able_seats(hand: Hand) -> list[int]:
    """Seats in that have chips left."""
    return [seat for seat in hand.inside if seat not in hand.short]


def first_seats(table: TableOfPlay, hand: Hand, seats: list[int]) -> list[int]:
    """The seats among some that may speak first, by their up cards as the table reads the law."""
    return highest({seat: claim(hand.up(seat), table.habits.reading) for seat in seats})


def play_round(table: TableOfPlay, hand: Hand, number: int, plan: Plan) -> None:
    """One round; with fewer than two seats able to bet nobody is asked."""
    hand.played = False
    if len(able_seats(hand)) < 2:
        return
    hand.played, hand.rounds, hand.opener = True, number, 0
    betting = Round(number)
    while not betting.opened and len(hand.inside) > 1:
        left = [seat for seat in able_seats(hand) if seat not in betting.acted]
        if not left or (betting.acted and len(able_seats(hand)) < 2):
            break
        _speak(table, hand, betting, first_seats(table, hand, left), plan)
    while betting.opened and len(hand.inside) > 1:
        owing = [seat for seat in able_seats(hand) if betting.met.get(seat, 0) < betting.level]
        if not owing:
            break
        nearest = min(owing, key=lambda seat: (seat - betting.last - 1) % SEATS)
        _speak(table, hand, betting, [nearest], plan)


def _speak(table: TableOfPlay, hand: Hand, betting: Round, lawful: list[int], plan: Plan) -> None:
    """Let one of the seats whose turn it lawfully is speak."""
    seat = lawful[0] if len(lawful) == 1 else table.rng.choice(lawful)
    hand.opener = hand.opener or seat
    if plan.turn is not None:
        seat = plan.turn(table, hand, betting.number, lawful) or seat
    able = able_seats(hand)
    others = [other for other in able if other != seat]
    may_raise = bool(others) and seat not in betting.checked and seat not in betting.closed
    to_call = betting.level - betting.met.get(seat, 0)
    checked = seat in betting.checked
    spot = Spot(table, hand, betting.number, seat, betting.opened, to_call, betting.least, may_raise, checked, able)
    decision = plan.decide(spot) if plan.decide is not None else None
    if decision is None:
        decision = _calling(spot, table.rng) if plan.calling else _usual(spot, table.rng, plan)
    act(hand, betting, seat, decision)
    if seat in hand.leaving and table.rng.random() < 0.5:
        _withdraw(hand, seat)
    elif not plan.calm and seat not in hand.inside and table.rng.random() < 0.01:
        hand.log.add("disclose", seat=seat, actor="player", person=hand.persons[seat])  # who is out may talk
    if not plan.calm and len(hand.inside) > 1 and table.rng.random() < _PROPOSAL:
        _propose(table, hand)


def _propose(table: TableOfPlay, hand: Hand) -> None:
    """Somebody proposes to share the pot and is refused: no agreement, which alone is forbidden (art. 11(f))."""
    seat, other = table.rng.sample(hand.inside, 2)
    columns = {"seat": seat, "actor": "player", "person": hand.persons[seat], "other_seat": other}
    hand.log.add("share_agreement", **columns, label="refused")


def _withdraw(hand: Hand, seat: int) -> None:
    """Who quits and leaves the table may take back what he wagered (art. 6): here that of the rounds before."""
    rows = hand.log.rows
    street = max(at for at, row in enumerate(rows) if row["event"] == "deal")
    amount = sum(row["amount"] for row in rows[:street] if row.get("seat") == seat and row["event"] in WAGERS)
    if amount:
        columns = {"seat": seat, "actor": "player", "person": hand.persons[seat], "amount": amount}
        hand.log.add("withdraw", **columns, label="wager")
        hand.pay(seat, -amount)


def act(hand: Hand, betting: Round, seat: int, decision: Decision) -> None:
    """Write an act, and follow it."""
    kind, amount, label = decision.kind, decision.amount, decision.label
    columns = {"seat": seat, "actor": "player", "person": hand.persons[seat], "wait": decision.wait}
    if kind in WAGERS:
        if label is None and amount >= hand.stack[seat]:
            label = "all_in"
        columns["amount"] = amount
        _follow(hand, betting, seat, kind, amount)
    if label is not None:
        columns["label"] = label
    if kind == "leave" or label == "leave":
        hand.leaving.add(seat)
    if kind == "fold" and label == "leave":
        del columns["label"]
        hand.log.add("fold", **columns)
        hand.log.add("leave", seat=seat, actor="player", person=hand.persons[seat])
    else:
        hand.log.add(kind, **columns)
    if kind in ("fold", "leave"):
        hand.leave_play(seat)
        if kind == "leave" and hand.opener == seat and not betting.acted:
            hand.opener = 0  # who has left holds no right: the next to speak opens
    elif kind == "check":
        betting.checked.add(seat)
        betting.met[seat] = betting.level  # lawful only where that is nothing
    betting.acted.add(seat)
    betting.last = seat


def _follow(hand: Hand, betting: Round, seat: int, kind: str, amount: int) -> None:
    """The height of the round after a bet, call or raise; a short raise reopens nothing to those who have acted."""
    added = amount - (betting.level - betting.met.get(seat, 0))
    hand.pay(seat, amount)
    if kind != "call" and added > 0:
        full = added >= betting.least
        betting.closed = set() if full else betting.closed | betting.acted
        betting.least = max(betting.least, added)
        betting.level += added
    betting.met[seat] = betting.level
    betting.opened = True


def _wager(spot: Spot, rng: Random) -> int:
    """An amount to bet, or to add to a call, by the pot."""
    chip = spot.table.level.chip
    part = spot.hand.pot // rng.choice((1, 2, 2, 4)) if rng.random() < 0.95 else spot.hand.stack[spot.seat]
    return max(chip, part // chip * chip)


def _call(spot: Spot) -> Decision:
    return Decision("call", min(spot.to_call, spot.hand.stack[spot.seat]))


def _calling(spot: Spot, rng: Random) -> Decision:
    """The way of a table that only bets little and calls."""
    wait = int(rng.random() * 9)
    if spot.opened:
        return Decision("call", min(spot.to_call, spot.hand.stack[spot.seat]), wait=wait)
    if spot.round > 1 and rng.random() < 0.4:
        return Decision("check", wait=wait)
    return Decision("bet", min(spot.table.level.chip * 5, spot.hand.stack[spot.seat]), wait=wait)


def _strong(spot: Spot) -> bool:
    """Whether the seat has a pair or better so far, or a king or an ace in the hole."""
    cards = spot.hand.cards[spot.seat][: spot.hand.street]
    return len({card % RANKS for card in cards}) < len(cards) or cards[1] % RANKS > 7


def _usual(spot: Spot, rng: Random, plan: Plan) -> Decision:
    """What a player does of himself: a better hand folds less and bets more."""
    chance = rng.random()
    if not plan.calm:
        if chance < 0.004:
            return _leaving(spot, chance)
        if chance < 0.007 and (spot.opened or spot.round == 1):
            forced_at_once = spot.round == 1 and not spot.opened and chance < 0.005
            return Decision("fold", label="forced", wait=0 if forced_at_once else TIME_LIMIT + 1)
    decision = _answer(spot, rng) if spot.opened else _opening(spot, rng)
    decision.wait = int(rng.random() * 14) if chance < 0.97 else int(rng.random() * (TIME_LIMIT - 20))
    return decision


def _leaving(spot: Spot, chance: float) -> Decision:
    """He leaves the table in the hand, with a word or without; who is left alone with the pot stays."""
    if chance < 0.002:
        return Decision("fold", label="leave")
    return Decision("leave")


def _opening(spot: Spot, rng: Random) -> Decision:
    """Nobody has bet: in the first round bet or be out, later check, bet or fold (art. 10(b), 10(c)(i))."""
    chance, strong = rng.random(), _strong(spot)
    if chance < (0.03 if strong else 0.06) + (0.06 if spot.round == 1 else 0):
        return Decision("fold")
    others = [seat for seat in spot.able if seat != spot.seat]
    if others and (spot.round == 1 or chance < (0.65 if strong else 0.35)):
        return Decision("bet", min(_wager(spot, rng), spot.hand.stack[spot.seat]))
    return Decision("fold") if spot.round == 1 else Decision("check")


def _answer(spot: Spot, rng: Random) -> Decision:
    """Somebody has bet: fold, call or raise (art. 10(b)(1)-(4))."""
    chance, strong, stack = rng.random(), _strong(spot), spot.hand.stack[spot.seat]
    if chance < (0.14 if strong else 0.36):
        return Decision("fold")
    if not spot.may_raise or chance < (0.85 if strong else 0.93) or stack <= spot.to_call:
        return Decision("call", min(spot.to_call, stack))
    return Decision("raise", min(spot.to_call + max(spot.least, _wager(spot, rng)), stack))
