"""How a hand ends: wagers given back, hole cards turned, pots, rake and awards (arts. 4, 7-9, 10(e), 11(a))."""

from dataclasses import dataclass, field
from typing import Any

from audit.pieces.notation import CARDS
from audit.simulate.five_card_poker.betting import first_seats
from audit.simulate.five_card_poker.cards import CATEGORIES, CHINESE, called, worth
from audit.simulate.five_card_poker.table import RATE, Hand, TableOfPlay, around, right_of

_PUT = ("ante", "bet", "call", "raise")
_BACK = ("return", "refund", "withdraw")


@dataclass(slots=True)
class Account:
    """What the rows of a hand say of its money, in minor units."""

    put: dict[int, int]  # by seat, less what it got back
    antes: int = 0
    last_round: dict[int, int] = field(default_factory=dict)  # wagers of the last round with any act

    def uncalled(self) -> tuple[int, int]:
        """Whose wager of the last round nobody met, and how much of it; seat 0 for nobody."""
        if not self.last_round:
            return 0, 0
        ranked = sorted(self.last_round.items(), key=lambda item: item[1], reverse=True)
        seat, top = ranked[0]
        second = ranked[1][1] if len(ranked) > 1 else 0
        return (seat, top - second) if top > second else (0, 0)


def account(hand: Hand) -> Account:
    """Add up what was put in and given back, row by row."""
    book, dealing = Account(dict.fromkeys(hand.start, 0)), True
    for row in hand.log.rows:
        event = row["event"]
        if event in _PUT:
            seat, amount = row["seat"], row["amount"]
            book.put[seat] += amount
            if event == "ante":
                book.antes += amount
                continue
        elif event in _BACK:
            book.put[row["seat"]] -= row["amount"]
            if event == "refund" or row.get("label") == "ante":
                book.antes -= row["amount"]
            continue
        elif event == "deal":
            dealing = True
            continue
        elif event not in ("check", "fold"):
            continue
        if dealing:
            book.last_round, dealing = {}, False
        if event in _PUT:
            book.last_round[row["seat"]] = book.last_round.get(row["seat"], 0) + row["amount"]
    return book


@dataclass(slots=True)
class Pot:
    """A pot and the seats that can win it; ``uncalled`` is the part of it that nobody met."""

    amount: int
    seats: list[int]
    uncalled: int = 0

    @property
    def whole(self) -> int:
        """All that lies in it."""
        return self.amount + self.uncalled


def divide(put: dict[int, int], inside: list[int], short: set[int]) -> list[Pot]:
    """The main pot and the side pots: each ends at what a short seat put, and he can win none beyond (art. 11(a))."""
    pots: list[Pot] = []
    below, top = 0, max(put.values())
    for level in sorted({put[seat] for seat in inside if seat in short} | {top}):
        amount = sum(max(0, min(total, level) - below) for total in put.values())
        seats = [seat for seat in inside if seat not in short or put[seat] >= level]
        if amount and pots and (not seats or seats == pots[-1].seats):
            pots[-1].amount += amount
        elif amount:
            pots.append(Pot(amount, seats))
        below = level
    return pots


def rounded(amount: int, up: bool) -> int:
    """The rake of an amount, to the cent."""
    return -(-amount * RATE // 10_000) if up else amount * RATE // 10_000


def rakes(table: TableOfPlay, pots: list[Pot], antes: int, first_rake: int) -> list[int]:
    """The rake of each pot, by the base that the house takes; an uncalled wager bears none (art. 9)."""
    habits = table.habits
    bases = [pot.amount for pot in pots]
    bases[0] -= (0 if habits.rake_antes else antes) + (first_rake if habits.rake_less_first else 0)
    if habits.rake_by_pot:
        return [rounded(max(base, 0), habits.round_up) for base in bases]
    whole = rounded(max(sum(bases), 0), habits.round_up)
    shares = [max(base, 0) * RATE // 10_000 for base in bases]
    shares[0] += whole - sum(shares)
    return shares


def _name(table: TableOfPlay, cards: list[int]) -> str | None:
    names = table.habits.names
    if names == "none":
        return None
    if names == "called":
        return called(cards)
    return (CHINESE if names == "chinese" else CATEGORIES)[worth(cards)[0]]


def _show(table: TableOfPlay, hand: Hand) -> None:
    """From the right of the highest four up cards, counter-clockwise, everybody turns his hole card."""
    holder = table.rng.choice(first_seats(table, hand, hand.inside))
    for seat in around(hand.inside, right_of(holder)):
        cards = hand.cards[seat]
        shown = cards if table.habits.show_all else cards[1:2]
        row = _end(hand, "show", seat=seat, actor="player", person=hand.persons[seat])
        row["pieces"] = " ".join([CARDS[card] for card in shown])
        row["label"] = _name(table, cards)


def _end(hand: Hand, event: str, **columns: Any) -> dict[str, Any]:
    row = hand.log.add(event, **columns)
    hand.ending.append(row)
    return row


def winners(hand: Hand, seats: list[int]) -> list[int]:
    """The seats with the best of some hands; one seat alone wins whatever it holds."""
    if len(seats) == 1:
        return seats
    values = {seat: worth(hand.cards[seat]) for seat in seats}
    best = max(values.values())
    return [seat for seat in seats if values[seat] == best]


def _shares(table: TableOfPlay, amount: int, count: int) -> list[int]:
    """A pot divided equally; what is left of the smallest unit goes round, or to one (art. 4)."""
    share, rest = divmod(amount, count)
    if table.habits.remainder_to_one:
        return [share + rest] + [share] * (count - 1)
    return [share + 1] * rest + [share] * (count - rest)


def pots_of(table: TableOfPlay, hand: Hand, book: Account) -> list[Pot]:
    """The pots as the table makes them: a wager that nobody met is given back, or lies in a pot of its own."""
    bettor, uncalled = book.uncalled()
    if bettor not in hand.inside or not uncalled:
        return divide(book.put, hand.inside, hand.short)
    book.put[bettor] -= uncalled
    pots = divide(book.put, hand.inside, hand.short)
    if table.habits.returns:
        _end(hand, "return", seat=bettor, actor="house", person=hand.persons[bettor], amount=uncalled)
        return pots
    if pots[-1].seats != [bettor]:
        pots.append(Pot(0, [bettor]))  # the short seat below can win none of it
    pots[-1].uncalled = uncalled
    book.put[bettor] += uncalled
    return pots


def end_hand(table: TableOfPlay, hand: Hand) -> None:
    """Everything from the last act on; called again after a fault has changed what it follows from."""
    log = hand.log
    log.drop(hand.ending)
    hand.ending.clear()
    book = account(hand)
    pots = pots_of(table, hand, book)
    if len(hand.inside) > 1:
        _show(table, hand)
    first_rake = sum(row["amount"] for row in log.find("rake", label="first"))
    taken = rakes(table, pots, book.antes, first_rake)
    if table.habits.rake_before_pots:
        _write_rake(table, hand, taken)
    for number, pot in enumerate(pots):
        label = " ".join(map(str, pot.seats))
        _end(hand, "pot", number=number, amount=pot.whole, label=label)
    if not table.habits.rake_before_pots:
        _write_rake(table, hand, taken)
    stacks = {seat: stack - book.put[seat] for seat, stack in hand.start.items()}
    for number, pot in enumerate(pots):
        best = winners(hand, pot.seats)
        net = pot.whole - taken[number] - (first_rake if number == 0 else 0)
        for seat, share in zip(best, _shares(table, net, len(best)), strict=True):
            if share:
                _end(hand, "award", seat=seat, actor="house", person=hand.persons[seat], number=number, amount=share)
                stacks[seat] += share
    hand.stack = stacks
    close_hand(table, hand)


def _write_rake(table: TableOfPlay, hand: Hand, taken: list[int]) -> None:
    if not table.habits.rake_by_pot:
        _end(hand, "rake", actor="house", amount=sum(taken), label="pot")
        return
    for number, amount in enumerate(taken):
        _end(hand, "rake", actor="house", number=number, amount=amount, label="pot")


def close_hand(table: TableOfPlay, hand: Hand) -> None:
    """The cards into the box, the chips counted, and who goes home."""
    if table.habits.box:
        _end(hand, "box", actor="dealer")
    if table.habits.stacks:
        for seat, stack in hand.stack.items():
            _end(hand, "stack", seat=seat, actor="player", person=hand.persons[seat], amount=stack)
    for seat in sorted(hand.leaving):
        if not hand.log.find("leave", seat=seat):
            _end(hand, "leave", seat=seat, actor="player", person=hand.persons[seat])
    _end(hand, "hand_end")
