"""Hands of the traditional game to steer for: one maker for every kind of fan, each with chances of its own."""

from collections.abc import Callable
from random import Random

from audit.simulate.mahjong.script import Target
from audit.simulate.mahjong.shapes import EAST, GREEN, ORPHANS, RED, WHITE
from audit.simulate.mahjong.value import CHOW, CONCEALED, EXPOSED, PROMOTED, PUNG, Meld

Maker = Callable[[Random], Target]
DRAGONS = (WHITE, GREEN, RED)
WINDS = (EAST, EAST + 1, EAST + 2, EAST + 3)
ENDS = tuple(kind for kind in ORPHANS if kind < EAST)
_LIES = (PUNG, PUNG, EXPOSED, CONCEALED, PROMOTED)


def chow_of(rng: Random, suit: int | None = None) -> Meld:
    """Some chow, of a suit where one is asked for."""
    return CHOW, 9 * (rng.randrange(3) if suit is None else suit) + rng.randrange(7)


def laid_as(rng: Random, kind: int) -> Meld:
    """A pung or kong of a kind, however it lies."""
    return rng.choice(_LIES), kind


def third_dragon(rng: Random) -> Target:
    """Two dragons laid open, the third wins and has been seen before."""
    first, second, third = rng.sample(DRAGONS, 3)
    return Target(
        ((PUNG, third), chow_of(rng, 0)), 9 + rng.randrange(9), third, ((PUNG, first), (PUNG, second)), (third,)
    )


def fresh_dragon(rng: Random) -> Target:
    """Two dragons laid open, the third wins and is fresh."""
    first, second, third = rng.sample(DRAGONS, 3)
    return Target(((PUNG, third), chow_of(rng, 0)), 9 + rng.randrange(9), third, ((PUNG, first), (PUNG, second)))


def big_dragons(rng: Random) -> Target:
    """Three dragons in any lie, another tile wins."""
    kinds = rng.sample(DRAGONS, 3)
    low = chow_of(rng, 1)
    open_ones = rng.randrange(4)
    laid = tuple(laid_as(rng, kind) for kind in kinds[:open_ones])
    concealed = (*((PUNG, kind) for kind in kinds[open_ones:]), low)
    return Target(concealed, rng.randrange(9), low[1], laid)


def little_dragons(rng: Random) -> Target:
    """Two dragons and a pair of the third."""
    first, second, third = rng.sample(DRAGONS, 3)
    laid = (laid_as(rng, first), laid_as(rng, second))[: rng.randrange(3)]
    concealed = [(PUNG, kind) for kind in (first, second)[len(laid) :]]
    return Target((*concealed, chow_of(rng, 0), chow_of(rng, 1)), third, third, laid)


def fourth_wind(rng: Random) -> Target:
    """Three winds laid open, the fourth wins and has been seen before."""
    *three, fourth = rng.sample(WINDS, 4)
    laid = tuple((PUNG, kind) for kind in three)
    return Target(((PUNG, fourth),), rng.randrange(27), fourth, laid, (fourth,))


def big_winds(rng: Random) -> Target:
    """Four winds, some laid, another tile wins."""
    *three, fourth = rng.sample(WINDS, 4)
    pair = rng.randrange(27)
    laid = tuple(laid_as(rng, kind) for kind in three[: rng.randrange(1, 4)])
    concealed = tuple((PUNG, kind) for kind in (*three[len(laid) :], fourth))
    return Target(concealed, pair, pair, laid)


def little_winds(rng: Random) -> Target:
    """Three winds and a pair of the fourth."""
    *three, fourth = rng.sample(WINDS, 4)
    laid = tuple(laid_as(rng, kind) for kind in three[: rng.randrange(4)])
    low = chow_of(rng)
    concealed = (*((PUNG, kind) for kind in three[len(laid) :]), low)
    return Target(concealed, fourth, rng.choice((fourth, low[1])), laid)


def _all_pungs_of(rng: Random, kinds: list[int], most_laid: int, lies: tuple[str, ...]) -> Target:
    """Four pungs and a pair of five kinds."""
    *pungs, pair = kinds
    laid = tuple((rng.choice(lies), kind) for kind in pungs[: rng.randrange(most_laid + 1)])
    concealed = tuple((PUNG, kind) for kind in pungs[len(laid) :])
    last = pair if not concealed else rng.choice((pair, concealed[-1][1]))
    return Target(concealed, pair, last, laid)


def all_honours(rng: Random) -> Target:
    """Pungs of honours alone; often with the dragons or winds that would make somebody liable."""
    return _all_pungs_of(rng, rng.sample((*WINDS, *DRAGONS), 5), 4, _LIES)


def exempt_third(rng: Random) -> Target:
    """All honours with the third dragon thrown to two open ones: nobody is liable."""
    first, second, third = rng.sample(DRAGONS, 3)
    wind, pair = rng.sample(WINDS, 2)
    return Target(((PUNG, third),), pair, third, ((PUNG, first), (PUNG, second), (PUNG, wind)), (third,))


def pure_terminals(rng: Random) -> Target:
    """Pungs of ones and nines alone."""
    return _all_pungs_of(rng, rng.sample(ENDS, 5), 4, _LIES)


def mixed_terminals(rng: Random) -> Target:
    """Pungs of ends and honours."""
    kinds = [*rng.sample(ENDS, 3), *rng.sample((*WINDS, *DRAGONS), 2)]
    rng.shuffle(kinds)
    return _all_pungs_of(rng, kinds, 4, _LIES)


def all_pungs(rng: Random) -> Target:
    """Four pungs of any kinds."""
    return _all_pungs_of(rng, rng.sample(range(34), 5), 4, _LIES)


def four_concealed(rng: Random) -> Target:
    """Four concealed pungs, at times one of them a concealed kong."""
    return _all_pungs_of(rng, rng.sample(range(34), 5), 1, (CONCEALED,))


def _suit_shape(rng: Random, first: int, chows: int) -> tuple[list[Meld], int]:
    """Four melds and a pair of one suit, so many of them chows."""
    while True:
        melds = [(CHOW, first + rng.randrange(7)) for _ in range(chows)]
        melds += [(PUNG, first + place) for place in rng.sample(range(9), 4 - chows)]
        pair = first + rng.randrange(9)
        counts = [0] * 34
        counts[pair] += 2
        for lies, low in melds:
            for kind in (low, low + 1, low + 2) if lies == CHOW else (low, low, low):
                counts[kind] += 1
        if max(counts) <= 4:
            rng.shuffle(melds)
            return melds, pair


def pure_suit(rng: Random) -> Target:
    """One suit alone, some melds laid."""
    melds, pair = _suit_shape(rng, 9 * rng.randrange(3), rng.randrange(5))
    laid = tuple(melds[: rng.randrange(3)])
    concealed = tuple(melds[len(laid) :])
    return Target(concealed, pair, rng.choice((pair, concealed[0][1])), laid)


def nine_exposed(rng: Random) -> Target:
    """Three melds of a suit laid open before a tile makes it a pure suit."""
    melds, pair = _suit_shape(rng, 9 * rng.randrange(3), rng.randrange(2, 5))
    return Target((melds[3],), pair, rng.choice((pair, melds[3][1])), tuple(melds[:3]))


def twelve_exposed(rng: Random) -> Target:
    """Four melds of a suit laid open, and the pair to be made."""
    melds, pair = _suit_shape(rng, 9 * rng.randrange(3), rng.randrange(2, 5))
    return Target((), pair, pair, tuple(melds))


def mixed_suit(rng: Random) -> Target:
    """One suit and honours; at times all chows besides."""
    first = 9 * rng.randrange(3)
    melds, _ = _suit_shape(rng, first, rng.choice((4, 4, 2)))
    honour = rng.choice((*WINDS, *DRAGONS))
    if rng.random() < 0.5:
        return Target(tuple(melds), honour, melds[0][1], ())
    return Target(tuple(melds[:3]), honour, honour, (melds[3],))


def all_chows(rng: Random) -> Target:
    """Four chows; with a pair of winds or dragons a chicken hand."""
    chows = tuple(chow_of(rng, suit) for suit in (0, 1, 2, rng.randrange(3)))
    pair = rng.choice((rng.randrange(27), rng.choice(WINDS), rng.choice(DRAGONS)))
    laid = chows[: rng.randrange(4)]
    concealed = chows[len(laid) :]
    return Target(concealed, pair, rng.choice((pair, concealed[0][1])), laid)


def simple(rng: Random) -> Target:
    """A hand without a fan of its own: a pung of a plain kind and chows of three suits, all concealed."""
    chows = tuple(chow_of(rng, suit) for suit in range(3))
    plain = 9 * rng.randrange(3) + rng.randrange(1, 8)
    pair = 9 * rng.randrange(3) + rng.randrange(1, 8)
    return Target(((PUNG, plain), *chows), pair, pair)


MAKERS: tuple[Maker, ...] = (
    third_dragon,
    fresh_dragon,
    big_dragons,
    little_dragons,
    fourth_wind,
    big_winds,
    little_winds,
    all_honours,
    exempt_third,
    pure_terminals,
    mixed_terminals,
    all_pungs,
    four_concealed,
    pure_suit,
    nine_exposed,
    twelve_exposed,
    mixed_suit,
    all_chows,
)
