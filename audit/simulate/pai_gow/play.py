"""A pai gow hand from the first row to the last, and the rows from the deal to the settlement."""

from audit.pieces.notation import DOMINOES
from audit.simulate.pai_gow.table import (
    RATE,
    RESULTS,
    SEATS,
    Hand,
    Plan,
    Setting,
    TableOfPlay,
    notation,
    right_of,
)
from audit.simulate.rows import HandLog, Row

_SIDES = {1: "player", 2: "banker"}
_DEALS = 2_000
_POINTS = 0  # the class of pairs that have no name of their own


def play(table: TableOfPlay, hand_id: str, plan: Plan | None = None) -> Hand:
    """The table's next hand, lawful in every row, as the plan wants it where it wants anything."""
    plan = plan or Plan()
    log = HandLog(table.casino, table.table_id, "pai_gow", table.day, hand_id, table.currency)
    hand = Hand(log, table.banker)
    table.take_the_bank(hand, plan)
    table.bet(hand, plan)
    table.cut_and_shake(hand, plan)
    _deal_as_planned(table, hand, plan)
    table.side_win = 0
    _write_deal(table, hand, plan)
    if not hand.void_deal:
        _write_settings(table, hand)
        if any(actor == "house" for actor, _, _ in hand.cobanks) and (plan.dispute or table.rng.random() < 0.05):
            _dispute(hand)
        _settle(table, hand)
    log.add("hand_end")
    table.remember(hand)
    return hand


def _deal_as_planned(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """Deal until the tiles are such as the plan wants; LookupError where they never are."""
    for _ in range(_DEALS):
        table.deal(hand)
        table.set_all(hand)
        if plan.deal is None or plan.deal(table, hand):
            return
    raise LookupError(f"no deal of {_DEALS} is as the plan wants it")


def _write_deal(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """Eight piles counter-clockwise; tiles that turn over by accident follow the pile (art. 2(2), 2(3))."""
    exposed = plan.exposed or table.rng.choices(("nothing", "one", "seat", "banker"), (100, 4, 2, 1))[0]
    shown = hand.banker if exposed == "banker" else table.rng.choice(sorted(hand.bets))
    for pile in range(SEATS):
        seat = right_of(hand.first, pile)
        seen = seat in hand.bets or seat == hand.banker
        pieces = " ".join(DOMINOES[kind] for kind in hand.tiles[seat]) if seen else "? ? ? ?"
        hand.log.add("deal", seat=seat, actor="dealer", pieces=pieces)
        if exposed != "nothing" and seat == shown:
            count = 1 if exposed == "one" else 2
            turned = " ".join(DOMINOES[kind] for kind in hand.tiles[seat][:count])
            hand.log.add("expose", seat=seat, actor="dealer", pieces=turned)
    if exposed == "seat":
        hand.log.add("void", seat=shown, label="exposed")
        hand.void.add(shown)
    elif exposed == "banker":
        hand.log.add("void", label="exposed")
        hand.void_deal = True


def pair_label(table: TableOfPlay, a: int, b: int) -> str:
    """What the table's terminal writes for a pair: its row of Table 2, its points, its name, or nothing."""
    ranking, page = table.ranking, table.page
    row = int(ranking.row[page, a, b])
    if table.habits.names == "row":
        return f"#{row}"
    if table.habits.names == "points" and int(ranking.kind_class[page, a, b]) == _POINTS:
        return str(int(ranking.points[page, a, b]))
    return table.names[row] if table.habits.names != "none" else ""


def set_label(table: TableOfPlay, setting: Setting) -> str | None:
    """The label of a ``set`` row, front and rear parted by a bar; None where the table writes no names."""
    if table.habits.names == "none":
        return None
    return f"{pair_label(table, *setting[:2])} | {pair_label(table, *setting[2:])}"


def add_set(table: TableOfPlay, hand: Hand, seat: int, actor: str, person: str) -> Row:
    """Write a ``set`` row for a seat's setting."""
    setting = hand.settings[seat]
    return hand.log.add(
        "set",
        seat=seat,
        actor=actor,
        person=person,
        pieces=notation(setting),
        label=set_label(table, setting),
        wait=6,
    )


def _write_settings(table: TableOfPlay, hand: Hand) -> None:
    """All players set, the banker turns his tiles and sets, the dealer turns and lays out the players' (art. 5, 8)."""
    log, habits = hand.log, table.habits
    seats = [seat for seat in _in_order(hand) if seat not in hand.void]
    for seat in seats:
        if habits.touch:
            log.add("touch", seat=seat, other_seat=seat, actor="player", person=hand.setter(seat))
        add_set(table, hand, seat, "player", hand.setter(seat))
        if habits.touch and table.rng.random() < 0.02:  # he may take his tiles back until the banker turns his own
            log.add("take_back", seat=seat, actor="player", person=hand.setter(seat))
            add_set(table, hand, seat, "player", hand.setter(seat))
    banker = {"seat": hand.banker, "actor": "banker", "person": table.person(hand.banker)}
    if habits.open:
        log.add("open", **banker)
    add_set(table, hand, hand.banker, "banker", table.person(hand.banker))
    for seat in seats:
        if habits.open:
            log.add("open", seat=seat, actor="dealer")
        if habits.arrange:
            log.add("arrange", seat=seat, actor="dealer", pieces=notation(hand.settings[seat]))
        if habits.compare:
            front, rear = (_SIDES[side] for side in hand.winners[seat])
            log.add("compare", seat=seat, actor="dealer", label=f"{front} {rear} {RESULTS[hand.results[seat]]}")


def _in_order(hand: Hand) -> list[int]:
    """The seats that bet, counter-clockwise from the seat dealt first."""
    return [seat for pile in range(SEATS) if (seat := right_of(hand.first, pile)) in hand.bets]


def _dispute(hand: Hand) -> None:
    """A doubt about the banker's tiles goes to the larger stake, the house's or the banker's (art. 3(4))."""
    house = sum(amount for actor, _, amount in hand.cobanks if actor == "house")
    hand.log.add("dispute", seat=hand.banker, label="house" if house > hand.bank else "banker")


def commission(table: TableOfPlay, payout: int) -> int:
    """Five per cent of a win, to the cent, rounded as the table does (art. 4(2))."""
    if payout <= 0:
        return 0
    return -(-payout * RATE // 10_000) if table.habits.round_up else payout * RATE // 10_000


def payouts(table: TableOfPlay, hand: Hand) -> list[tuple[int, int]]:
    """Seat and payout of every bet in order; the banking side never loses nor wins more than its stake (art. 4(5))."""
    limit = hand.bank + sum(amount for _, _, amount in hand.cobanks)
    bets = [(seat, bet) for seat in _in_order(hand) for bet in hand.bets[seat]]
    wanted = [0 if seat in hand.void else hand.results[seat] * bet[1] for seat, bet in bets]
    order = list(range(len(bets)))
    if table.habits.losers_first:
        order.sort(key=lambda at: wanted[at] >= 0)
    side = 0
    paid = [0] * len(bets)
    for at in order:
        paid[at] = min(wanted[at], limit + side) if wanted[at] > 0 else max(wanted[at], side - limit)
        side -= paid[at]
    return [(seat, paid[at]) for at, (seat, _) in enumerate(bets)]


def settlement(table: TableOfPlay, hand: Hand) -> list[Row]:
    """Each bet paid or taken, commission off the wins; then the banking side's own result (art. 4(2), 4(5), 6)."""
    bets = [(seat, bet) for seat in _in_order(hand) for bet in hand.bets[seat]]
    paid = payouts(table, hand)
    rows: list[Row] = []
    for (seat, (person, amount, _)), (_, payout) in zip(bets, paid, strict=True):
        label = "void" if seat in hand.void else RESULTS[hand.results[seat]]
        fee = commission(table, payout)
        rows.append({"seat": seat, "person": person, "amount": amount, "label": label, "payout": payout, "fee": fee})
    if table.habits.banker_settle and not hand.cobanks:
        rows.append(banker_settlement(table, hand, -sum(payout for _, payout in paid)))
    return rows


def banker_settlement(table: TableOfPlay, hand: Hand, net: int) -> Row:
    """The banking side's own row, for a banker who stakes alone."""
    return {
        "seat": hand.banker,
        "person": table.person(hand.banker),
        "amount": hand.bank,
        "label": "win" if net > 0 else ("lose" if net < 0 else "push"),
        "payout": net,
        "fee": commission(table, net),
    }


def _settle(table: TableOfPlay, hand: Hand) -> None:
    for row in settlement(table, hand):
        hand.log.add("settle", **row)
    net = -sum(payout for _, payout in payouts(table, hand))
    table.side_win = net - commission(table, net)


def recount(table: TableOfPlay, hand: Hand) -> None:
    """Write comparisons and settlements again after a fault has changed what they follow from."""
    log = hand.log
    for seat in hand.results:
        for row in log.find("compare", seat=seat):
            front, rear = (_SIDES[side] for side in hand.winners[seat])
            row["label"] = f"{front} {rear} {RESULTS[hand.results[seat]]}"
    log.drop(log.find("settle"))
    end = log.one("hand_end")
    for row in settlement(table, hand):
        log.put_before(end, "settle", **row)
