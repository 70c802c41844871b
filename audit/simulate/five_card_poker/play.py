"""A hand from the first row to the last, and the dealing of its cards (arts. 2, 8, 10(a), 11(d), 11(e))."""

from audit.pieces.notation import CARDS
from audit.simulate.five_card_poker.betting import first_seats, play_round
from audit.simulate.five_card_poker.cards import ACE, DECK, RANKS, turns_on_low_ace
from audit.simulate.five_card_poker.ending import close_hand, end_hand
from audit.simulate.five_card_poker.table import Hand, Plan, TableOfPlay, around
from audit.simulate.rows import HandLog

_DEALS = 2_000
_WISH_TO_LEAVE = 0.04
_INTERRUPTED = 0.001


def play(table: TableOfPlay, hand_id: str, plan: Plan | None = None) -> Hand:
    """The table's next hand, lawful in every row, as the plan wants it where it wants anything."""
    plan = plan or Plan()
    table.change_ante()
    log = HandLog(table.casino, table.table_id, "five_card_poker", table.day, hand_id, table.currency)
    hand = Hand(log, table.habits.ante)
    _open(table, hand, plan)
    _deal_as_planned(table, hand, plan)
    _first_two(table, hand, plan)
    if not plan.calm and table.rng.random() < _INTERRUPTED:
        _break_off(table, hand)
    else:
        _play_rounds(table, hand, plan)
    table.remember(hand)
    if plan.wanted is not None and not plan.wanted(table, hand):
        raise LookupError("the hand is not as the plan wants it")
    return hand


def _play_rounds(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    for number in range(1, 5):
        if number > 1:
            _next_card(table, hand, number + 1, plan)
        play_round(table, hand, number, plan)
        if len(hand.inside) < 2:
            break
    if not plan.calm:
        _go_home(table, hand)
    end_hand(table, hand)


def _break_off(table: TableOfPlay, hand: Hand) -> None:
    """The whole hand is void, for a cause that the log names, and the antes go back."""
    hand.log.add("void", actor="dealer", label="interrupted")
    for seat in hand.inside:
        hand.log.add("refund", seat=seat, actor="house", person=hand.persons[seat], amount=hand.ante)
        hand.pay(seat, -hand.ante)
    close_hand(table, hand)


def _open(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """Everything before the first card: chips, deck, antes, first rake, the burned card."""
    rng, log, habits = table.rng, hand.log, table.habits
    deck = table.take_deck(plan)
    start = log.add("hand_start", ref=deck.ref, number=deck.served)
    if habits.ante_in_start:
        start["amount"] = habits.ante
    table.seat_players(hand, plan)
    if habits.stacks:
        for seat, stack in hand.stack.items():
            log.add("stack", seat=seat, actor="player", person=hand.persons[seat], amount=stack)
    if deck.served == 1 or habits.shuffle_always:
        log.add("shuffle", actor="dealer", wait=15)
    cutters = rng.choice((0, 1, 1, 2)) if plan.cutters is None else plan.cutters
    if not habits.cut_behind_burn:
        _cut(table, hand, cutters)
    for seat in hand.inside:
        log.add("ante", seat=seat, actor="player", person=hand.persons[seat], amount=hand.ante)
    for seat in list(hand.inside):
        hand.pay(seat, hand.ante)
    log.add("rake", actor="house", amount=table.level.first_rake, label="first")
    log.add("burn", actor="dealer")
    if habits.cut_behind_burn:
        _cut(table, hand, cutters)


def _cut(table: TableOfPlay, hand: Hand, cutters: int) -> None:
    for seat in table.rng.sample(hand.inside, min(cutters, len(hand.inside))):
        cards = table.rng.randrange(6, DECK - 6)
        columns = {"seat": seat, "actor": "player", "person": hand.persons[seat]}
        hand.log.add("cut", **columns, number=cards, label="one_hand")


def _deal_as_planned(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """Deal until the cards are such as the plan wants; LookupError where they never are."""
    for _ in range(_DEALS):
        _shuffled(table, hand, plan)
        if plan.cards is not None and not plan.cards(hand, table.rng):
            continue
        # Who wins must not turn on the one hand that art. 5 ranks in two ways: the audit would note it.
        if plan.cards is not None or not turns_on_low_ace(list(hand.cards.values())):
            break
    else:
        raise LookupError(f"no deal of {_DEALS} is as the plan wants it")
    hand.log.one("burn")["pieces"] = CARDS[hand.burned] if table.habits.burn_seen else "?"


def _shuffled(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """Five cards for every seat and one to burn; who folds will not see all of his."""
    deck = table.rng.sample(range(DECK), min(5 * len(hand.inside) + 1, DECK))  # with eight seats one gets no fifth
    hand.burned = deck.pop()
    hand.cards = {seat: deck[5 * place : 5 * place + 5] for place, seat in enumerate(hand.inside)}
    if table.rng.random() < 0.03 if plan.stacked is None else plan.stacked:
        _rare(table, hand)


def _rare(table: TableOfPlay, hand: Hand) -> None:
    """Hands that chance deals too seldom: two that tie, or one of the high categories."""
    rng = table.rng
    first, second = rng.sample(hand.inside, 2)
    if rng.random() < 0.6:
        cards = [rank + RANKS * rng.randrange(4) for rank in rng.sample(range(RANKS), 5)]
        if rng.random() < 0.5:
            cards[1] = (cards[0] + RANKS) % DECK
        given = {first: cards, second: [(card + 2 * RANKS) % DECK for card in cards]}
        if cards[1] != (cards[0] + RANKS) % DECK and len(hand.inside) > 2:
            third = next(seat for seat in hand.inside if seat not in given)
            given[third] = [(card + RANKS) % DECK for card in cards]
        _give(table, hand, given)
        return
    suit, low = RANKS * rng.randrange(4), rng.randrange(ACE - 3)
    made = rng.choice((range(low, low + 5), [low, low + RANKS, low + 2 * RANKS, low + 3 * RANKS, ACE]))
    cards = [(card + suit) % DECK for card in made]
    rng.shuffle(cards)
    _give(table, hand, {first: cards})


def _give(table: TableOfPlay, hand: Hand, given: dict[int, list[int]]) -> None:
    """Give some seats these cards, and the others what is left of the deck."""
    gone = {card for cards in given.values() for card in cards}
    left = [card for card in range(DECK) if card not in gone]
    table.rng.shuffle(left)
    hand.burned = left.pop()
    for seat in hand.inside:
        hand.cards[seat] = given[seat] if seat in given else [left.pop() for _ in range(5)]


def _deal(hand: Hand, seat: int, card: int) -> None:
    label = "down" if card == 2 else "up"
    hand.log.add("deal", seat=seat, actor="dealer", pieces=CARDS[hand.cards[seat][card - 1]], label=label)


def _first_two(table: TableOfPlay, hand: Hand, plan: Plan) -> None:
    """The first card face up and the second face down, from the dealer's right (art. 10(a))."""
    rng, exposed = table.rng, 0
    wanted = (rng.random() < 0.01 and not plan.calm) if plan.exposed is None else plan.exposed
    if wanted and len(hand.inside) > 2:
        exposed = rng.choice(hand.inside)
    for card in (1, 2):
        for seat in list(hand.inside):
            _misdeal(table, hand, seat, card, plan)
            _deal(hand, seat, card)
            if card == 2 and seat == exposed:
                hand.log.add("expose", seat=seat, actor="dealer", pieces=CARDS[hand.cards[seat][1]])
                if rng.random() < 0.5:
                    _void(hand, seat)
    if exposed in hand.inside:
        _void(hand, exposed)
    hand.street = 2


def _void(hand: Hand, seat: int) -> None:
    """The hand with the exposed hole card is void, and its ante goes back (art. 11(d))."""
    hand.log.add("void", seat=seat, actor="dealer", label="exposed")
    hand.log.add("refund", seat=seat, actor="house", person=hand.persons[seat], amount=hand.ante)
    hand.pay(seat, -hand.ante)
    hand.leave_play(seat)


def _misdeal(table: TableOfPlay, hand: Hand, seat: int, card: int, plan: Plan) -> None:
    """At times a card goes astray and is taken back (art. 11(e)): to another seat, or two at once."""
    if plan.misdealt:
        if card != 1 or seat != hand.inside[-1]:
            return
    elif plan.calm or table.rng.random() > 0.0006:
        return
    log, pieces = hand.log, CARDS[hand.cards[seat][card - 1]]
    wrong = table.rng.choice(hand.inside)
    log.add("misdeal", seat=wrong, actor="dealer")
    log.add("deal", seat=wrong, actor="dealer", pieces=pieces, label="down" if card == 2 else "up")
    log.add("correct", seat=wrong, actor="dealer")


def _next_card(table: TableOfPlay, hand: Hand, card: int, plan: Plan) -> None:
    """A further up card, from the seat that had the first word, or if it is out from the next highest."""
    if hand.played and hand.opener in hand.inside:
        first = hand.opener
    else:
        first = table.rng.choice(first_seats(table, hand, hand.inside))
    for seat in around(hand.inside, first):
        _misdeal(table, hand, seat, card, plan)
        _deal(hand, seat, card)
    hand.street = card


def _go_home(table: TableOfPlay, hand: Hand) -> None:
    """Some leave when the hand is over, the table's fewest players stay."""
    staying = [seat for seat in hand.inside if seat not in hand.leaving]
    if len(table.players) - len(hand.leaving) > table.habits.fewest and staying:
        seat = table.rng.choice(staying)
        rich = hand.stack[seat] > 10 * table.level.buy_in
        if table.rng.random() < (0.5 if rich else _WISH_TO_LEAVE):
            hand.leaving.add(seat)
