"""A hand played freely from the first row to the last: draws, claims and their priority, kongs, wins, exhaustion."""

from audit.simulate.mahjong.choices import Style, choose_discard, own_kong, wanted_chow, wants_pung
from audit.simulate.mahjong.ending import exhausted, win
from audit.simulate.mahjong.hand import Hand


def play_freely(hand: Hand) -> None:
    """Build, deal and play a hand to its end, every player by a style of his own."""
    hand.set_up()
    hand.build()
    hand.deal()
    play_on(hand)


def play_on(hand: Hand) -> None:
    """Play a hand on from a turn that has its tile."""
    styles = [Style.of(hand.rng, hand.held[seat]) for seat in range(5)]
    while not hand.over:
        if not act(hand, styles):
            continue
        answer(hand, styles)


def act(hand: Hand, styles: list[Style]) -> bool:
    """The seat that has a tile too many wins, lays kongs or discards; whether it discarded."""
    seat = hand.turn
    fresh_tile = hand.drawn[seat] >= 0
    if fresh_tile and hand.complete(seat):
        win(hand, seat)
        return False
    while (kong := own_kong(hand, seat)) and hand.rng.random() < styles[seat].kongs:
        if not lay_kong(hand, *kong):
            return False
    hand.discard(choose_discard(hand, seat, styles[seat]))
    return True


def lay_kong(hand: Hand, lies: str, kind: int) -> bool:
    """Lay a kong of own tiles and draw from the tail; false where the hand ended by it."""
    seat = hand.turn
    if lies == "concealed":
        hand.kong_concealed(kind)
        return replace(hand)
    hand.kong_promoted(kind)
    if robbers := hand.winners(kind):
        hand.drawn[seat] = kind
        for robber in robbers:
            hand.claim(robber, "win")
        win(hand, robbers[0], seat, robbed=True)
        return False
    return replace(hand)


def replace(hand: Hand) -> bool:
    """The replacement of a kong; false where the hand ended."""
    if not hand.tiles_left():
        exhausted(hand)
        return False
    hand.draw(tail=True)
    if hand.complete(hand.turn):
        win(hand, hand.turn)
        return False
    return True


def answer(hand: Hand, styles: list[Style]) -> None:
    """The others take the discard, best claim first, or the next seat draws (甲五(3)-(6))."""
    if winners := hand.winners():
        for seat in hand.rng.sample(winners, len(winners)) if len(winners) > 1 else winners:
            hand.claim(seat, "win")
        win(hand, winners[0], hand.last_seat)
        return
    if _take(hand, styles):
        return
    if not hand.tiles_left():
        exhausted(hand)
        return
    hand.draw()


def _take(hand: Hand, styles: list[Style]) -> bool:
    """Whether somebody took the discard into a kong, pung or chow."""
    giver, kind, held = hand.last_seat, hand.last_tile, hand.held
    pungs = [seat for seat in hand.seats if seat != giver and held[seat][kind] >= 2]
    taker = pungs[0] if pungs else 0
    konged = taker and held[taker][kind] == 3 and hand.rng.random() < styles[taker].kongs
    if hand.rules.simplified:
        if konged:
            hand.claim(taker, "kong")
            _kong(hand, taker)
        return bool(konged)
    follows = hand.table.right_of(giver)
    low = wanted_chow(hand, follows, styles[follows])
    takes = konged or (taker and wants_pung(hand, taker, styles[taker]))
    if takes and taker == follows:
        low = -1
    claims = [(follows, "chow")] * (low >= 0) + [(taker, "kong" if konged else "pung")] * bool(takes)
    for seat, what in claims:
        hand.claim(seat, what)
    if konged:
        _kong(hand, taker)
    elif takes:
        hand.pung(taker)
    elif low >= 0:
        hand.chow(follows, low)
    return bool(claims)


def _kong(hand: Hand, seat: int) -> None:
    hand.kong_of_discard(seat)
    replace(hand)
