"""Steered lawful hands of both games: ways to win, to be liable, to go wrong and put it right."""

from collections.abc import Callable

from audit.simulate.mahjong.ending import exhausted, false_win, win
from audit.simulate.mahjong.hand import Outcome
from audit.simulate.mahjong.play import play_on
from audit.simulate.mahjong.script import Script, Target
from audit.simulate.mahjong.shapes import GREEN, ORPHANS
from audit.simulate.mahjong.table import written
from audit.simulate.mahjong.targets import DRAGONS, MAKERS, chow_of
from audit.simulate.mahjong.value import CHOW, EXPOSED, PUNG, Meld

Scene = Callable[[Script], object]


def pick(script: Script, count: int) -> list[int]:
    """So many different seats; LookupError at a table that has not so many."""
    if count > len(script.hand.seats):
        raise LookupError("not so many players")
    return script.rng.sample(script.hand.seats, count)


def honour_of(script: Script) -> int:
    """Some dragon of the game's set."""
    return GREEN if script.hand.rules.simplified else script.rng.choice(DRAGONS)


def steer(script: Script, target: Target, *, draw: bool | None = None) -> Outcome:
    """Win a target by an own draw or by a discard, by chance where neither is asked for."""
    winner, giver = pick(script, 2)
    script.assemble(winner, target)
    if script.rng.random() < 0.5 if draw is None else draw:
        return script.win_by_draw(winner, target.last)
    return script.win_by_discard(winner, giver, target.last)


def any_target(script: Script) -> Outcome:
    """One of the hands that are worth steering for."""
    return steer(script, script.rng.choice(MAKERS)(script.rng))


def orphans(script: Script) -> Outcome:
    """Thirteen orphans."""
    rng = script.rng
    winner, giver = pick(script, 2)
    missing, twice = rng.sample(ORPHANS, 2)
    script.start({winner: [*(kind for kind in ORPHANS if kind != missing), twice]}, [missing])
    if rng.random() < 0.5:
        return script.win_by_draw(winner, missing)
    return script.win_by_discard(winner, giver, missing)


def plain_target(script: Script, last: int | None = None) -> Target:
    """Chows and a pair (one chow in the simplified game) that wait for a tile inside a chow."""
    rng = script.rng
    last = 9 * rng.randrange(3) + rng.randrange(1, 8) if last is None else last
    suit = last // 9
    waiting: Meld = (CHOW, last - 1)
    if script.hand.rules.simplified:
        return Target((waiting,), 9 * ((suit + 1) % 3) + rng.randrange(9), last)
    rest = (chow_of(rng, (suit + 1) % 3), chow_of(rng, (suit + 2) % 3), chow_of(rng, (suit + 1) % 3))
    return Target((waiting, *rest), 9 * ((suit + 2) % 3) + rng.randrange(9), last)


def heavenly(script: Script) -> Outcome:
    """The dealer wins on his dealt tiles."""
    target = plain_target(script)
    script.start({script.hand.dealer: [*script.tiles_of_target(target), target.last]})
    return win(script.hand, script.hand.dealer)


def earthly(script: Script, *, kong: bool | None = None) -> Outcome:
    """Another wins on the dealer's first discard, at times after a kong of the dealer."""
    rng, hand = script.rng, script.hand
    target = plain_target(script)
    kong = rng.random() < 0.3 if kong is None else kong
    honour = honour_of(script)
    winner = script.seat(rng.randrange(1, len(hand.seats)))
    script.start({winner: script.tiles_of_target(target), hand.dealer: [target.last] + [honour] * 4 * kong})
    if kong:
        hand.kong_concealed(honour)
        script.draw(tail=True)
    script.throw(target.last)
    return script.take(winner)


def kong_win(script: Script, *, double: bool | None = None) -> Outcome:
    """A win on the replacement of a kong, or of two in a row."""
    rng, hand = script.rng, script.hand
    double = rng.random() < 0.4 if double is None else double
    first, second, pair = rng.sample([*range(27), GREEN], 3)
    low = chow_of(rng)
    last = rng.choice((pair, low[1]))
    target = Target(((PUNG, first), (PUNG, second), low, chow_of(rng)), pair, last)
    if hand.rules.simplified:
        double, last = False, pair
        target = Target(((PUNG, first),), pair, last)
    winner = rng.choice(hand.seats)
    script.assemble(winner, target, later=[first, *[second] * double])
    script.until(winner)
    script.draw(first)
    if hand.complete(winner):
        raise LookupError("the kong's own tile wins")
    hand.kong_concealed(first)
    if double:
        script.draw(second, tail=True)
        hand.kong_concealed(second)
    script.draw(last, tail=True)
    if not hand.complete(winner):
        raise LookupError("the script does not win")
    return win(hand, winner)


def fed_kong(script: Script) -> Outcome:
    """A kong of a discard, and the win by its replacement or later."""
    rng, hand = script.rng, script.hand
    winner, giver = pick(script, 2)
    kind, pair = rng.sample([*range(27), GREEN], 2)
    target = Target((), pair, pair, ((EXPOSED, kind),))
    if not hand.rules.simplified:
        target = Target((chow_of(rng), chow_of(rng), chow_of(rng)), pair, pair, ((EXPOSED, kind),))
    script.assemble(winner, target)
    return script.win_by_draw(winner, pair) if rng.random() < 0.5 else script.win_by_discard(winner, giver, pair)


def robbed(script: Script) -> Outcome:
    """A fourth tile added to an open pung is robbed; the winner waits for it only since his last meld."""
    rng, hand = script.rng, script.hand
    winner, konger = pick(script, 2)
    kind = 9 * rng.randrange(3) + rng.randrange(1, 8)
    target = plain_target(script, kind)
    honour = rng.choice(DRAGONS)
    target = Target(target.concealed[:3], target.pair, kind, ((PUNG, honour),))
    taken = script.deal_target(winner, target, {konger: [kind, kind]}, [kind, kind], last_is_dealt=True)
    script.lay(konger, PUNG, kind)
    script.lay_all(winner, target, taken)
    script.until(konger)
    script.draw(kind)
    hand.kong_promoted(kind)
    if hand.winners(kind) != [winner]:
        raise LookupError("not that seat alone would rob it")
    hand.claim(winner, "win")
    return win(hand, winner, konger, robbed=True)


def last_draw(script: Script) -> Outcome:
    """The last tile of the wall wins, drawn."""
    target = plain_target(script)
    winner = script.seat(_wall_of(script))
    script.assemble(winner, target)
    script.until_left(1)
    return script.win_by_draw(winner, target.last)


def last_discard(script: Script) -> Outcome:
    """The last tile of the wall wins, thrown."""
    hand = script.hand
    target = plain_target(script)
    giver = script.seat(_wall_of(script))
    winner = script.rng.choice([seat for seat in hand.seats if seat != giver])
    script.assemble(winner, target)
    script.until_left(1)
    return script.win_by_discard(winner, giver, target.last)


def last_kong(script: Script, *, spent: bool | None = None) -> None:
    """A kong with the last tile, which nothing can replace, or with the last but one, whose replacement wins."""
    rng, hand = script.rng, script.hand
    spent = rng.random() < 0.5 if spent is None else spent
    kind = honour_of(script)
    pair = rng.randrange(27)
    chows = () if hand.rules.simplified else (chow_of(rng), chow_of(rng), chow_of(rng))
    target = Target(((PUNG, kind), *chows), pair, pair)
    left = _wall_of(script)
    seat = script.seat(left if spent else left - 1)
    if spent:
        script.start({seat: [kind] * 3}, [kind])
    else:
        script.deal_target(seat, target, later=[kind])
    script.until_left(1 if spent else 2)
    script.draw(kind)
    hand.kong_concealed(kind)
    if spent:
        exhausted(hand)
        return
    script.draw(pair, tail=True)
    win(hand, seat)


def _wall_of(script: Script) -> int:
    """Tiles in the wall after the deal: the seat so many places from the dealer draws the last of them."""
    hand = script.hand
    return 4 * len(hand.rules.kinds) - sum(hand.rules.size(seat == hand.dealer) for seat in hand.seats)


def several(script: Script) -> Outcome:
    """Two wait for the same tile; the nearer on the discarder's right wins."""
    hand = script.hand
    one, other, giver = pick(script, 3)
    target = plain_target(script)
    second = plain_target(script, target.last)
    script.assemble(one, target, {other: script.tiles_of_target(second)})
    script.feed(giver, target.last)
    winners = hand.winners()
    if len(winners) < 2:
        raise LookupError("only one would win")
    for seat in winners:
        hand.claim(seat, "win")
    return win(hand, winners[0], giver)


def kept_honour(script: Script, *, own: bool = False) -> Outcome:
    """The discarder keeps a dragon of which three lie on the table, and feeds with another tile."""
    winner, giver, third = pick(script, 3)
    honour = script.rng.choice(DRAGONS)
    owner = giver if own else third
    target = plain_target(script)
    kept = {giver: [honour] * 3} if own else {giver: [honour], third: [honour, honour]}
    script.assemble(winner, target, kept, [honour])
    script.lay(owner, PUNG, honour)
    return script.win_by_discard(winner, giver, target.last)


def broken_triplet(script: Script, *, ready: bool = False) -> Outcome:
    """A seat breaks a concealed triplet and feeds by it; not ready, or ready."""
    winner, giver = pick(script, 2)
    target = plain_target(script)
    own = [target.last] * 3
    if ready:
        first = 9 * ((target.last // 9 + 1) % 3)
        own += [first, first + 1, first + 2, 32, 32, 32, 33, 33, 31, 31]
    script.deal_target(winner, target, {giver: own}, last_is_dealt=True)
    script.until(giver)
    if script.draw() == target.last:
        raise LookupError("the triplet became four")
    script.throw(target.last)
    return script.take(winner)


def passed_win(script: Script) -> Outcome:
    """A seat draws a win, keeps silent, throws the tile and feeds another's win."""
    winner, giver = pick(script, 2)
    target = plain_target(script)
    second = plain_target(script, target.last)
    script.assemble(winner, target, {giver: script.tiles_of_target(second)})
    script.until(giver)
    script.draw(target.last)
    script.throw(target.last)
    return script.take(winner)


def kept_green(script: Script) -> Outcome:
    """The simplified game: the discarder keeps the last green dragon, three were thrown, and feeds another win."""
    hand = script.hand
    winner, giver = pick(script, 2)
    target = plain_target(script)
    target = Target(target.concealed, target.pair, target.last, (), (GREEN, GREEN, GREEN))
    script.deal_target(winner, target, {giver: [GREEN]})
    for _ in range(3):
        script.feed(script.rng.choice(hand.seats), GREEN)
    return script.win_by_discard(winner, giver, target.last)


def passed_triplet(script: Script) -> Outcome:
    """The simplified game: a seat draws a win, keeps silent, breaks its triplet and feeds another's win by it."""
    hand = script.hand
    winner, giver = pick(script, 2)
    target = plain_target(script)
    other = 9 * ((target.last // 9 + 1) % 3) + script.rng.randrange(9)
    script.deal_target(winner, target, {giver: [*[target.last] * 3, other]}, [other], last_is_dealt=True)
    script.until(giver)
    script.draw(other)
    if not hand.complete(giver):
        raise LookupError("the giver has no win to pass")
    script.throw(target.last)
    return script.take(winner)


def called_falsely(script: Script, *, of_dealer: bool | None = None) -> None:
    """A seat calls a win that is none, by an own draw or on a discard, and pays."""
    rng, hand = script.rng, script.hand
    of_dealer = rng.random() < 0.4 if of_dealer is None else of_dealer
    seat = hand.dealer if of_dealer else script.seat(rng.randrange(1, len(hand.seats)))
    script.start({})
    for _ in range(rng.randrange(1, 4)):
        script.until(seat)
        script.draw()
        if rng.random() < 0.3:
            false_win(hand, seat)
            return
        script.throw()
    giver = script.before(seat)
    script.until(giver)
    script.quiet_turn()
    hand.claim(seat, "win")
    false_win(hand, seat, giver)


def lay_wrongly(script: Script, seat: int, event: str, tiles: list[int], label: str | None = None) -> None:
    """A seat claims the last discard and lays it with other tiles, as a meld that may be none."""
    hand = script.hand
    hand.claim(seat, event)
    columns = {"label": label} if label else {}
    hand.log.add(event, seat=seat, other_seat=hand.last_seat, pieces=written(tiles), **columns)
    own = list(tiles)
    if hand.last_tile in own:
        own.remove(hand.last_tile)
    for tile in own:
        if hand.held[seat][tile]:
            hand.held[seat][tile] -= 1
        script.keep[seat][tile] -= 1
    hand.melds[seat].append((CHOW, min(tiles)))
    script.take_turn(seat)


def wrong_chow(script: Script) -> int:
    """A seat chows tiles that are no sequence, and throws; the seat. Its tiles lie so until somebody minds."""
    rng, hand = script.rng, script.hand
    seat = rng.choice(hand.seats)
    kind = 9 * rng.randrange(3) + rng.randrange(1, 6)
    pair = [kind + 1, kind + 3]
    script.start({seat: pair}, [kind])
    script.feed(script.before(seat), kind)
    if hand.winners():
        raise LookupError("somebody would win with it")
    lay_wrongly(script, seat, "chow", [kind, *pair])
    return seat


def wrong_chow_won(script: Script) -> None:
    """A wrong chow that was not put right, then a win: it is false and is paid as such."""
    hand = script.hand
    seat = wrong_chow(script)
    script.throw()
    script.until(seat)
    script.draw()
    false_win(hand, seat)


def wrong_chow_mended(script: Script) -> None:
    """A wrong chow put right at once; the seat draws instead, and the hand goes on."""
    hand = script.hand
    seat = wrong_chow(script)
    hand.log.add("correct", seat=seat)
    for tile in (kind for kind in hand.log.rows[-2]["pieces"].split()[1:]):
        kind = 9 * "mps".index(tile[1]) + int(tile[0]) - 1
        hand.held[seat][kind] += 1
    hand.melds[seat].clear()
    hand.draw()
    play_on(hand)


# Scene: how often, among steered hands.
TRADITIONAL: dict[Scene, int] = {
    any_target: 45,
    orphans: 4,
    heavenly: 3,
    earthly: 4,
    kong_win: 6,
    fed_kong: 2,
    robbed: 5,
    last_draw: 3,
    last_discard: 3,
    last_kong: 3,
    several: 5,
    kept_honour: 5,
    broken_triplet: 4,
    passed_win: 4,
    called_falsely: 5,
    wrong_chow_won: 2,
    wrong_chow_mended: 1,
}
SIMPLIFIED: dict[Scene, int] = {
    heavenly: 3,
    earthly: 4,
    kong_win: 8,
    fed_kong: 8,
    last_draw: 2,
    last_discard: 2,
    last_kong: 2,
    several: 5,
    kept_green: 4,
    passed_triplet: 5,
    called_falsely: 6,
}
