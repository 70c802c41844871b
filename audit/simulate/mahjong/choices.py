"""How simulated players choose: what to discard, what to claim, when to lay a kong."""

from dataclasses import dataclass
from random import Random

from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.shapes import EAST, GROUPS, cheapest, worth
from audit.simulate.mahjong.value import PUNG

_HONOURS = 3  # place of the group of honours


@dataclass(frozen=True)
class Style:
    """What a player is after in a hand: pungs alone or any melds, one suit above the others, how eager to claim."""

    pungs_only: bool
    bias: tuple[float, float, float, float]  # added to the loss of a discard from each group
    pungs: float
    chows: float
    kongs: float

    @classmethod
    def of(cls, rng: Random, held: bytearray) -> "Style":
        """A style for a dealt hand, chosen by chance."""
        bias = [rng.random() for _ in GROUPS]
        goal = rng.random()
        if goal < 0.25:
            suits = [sum(held[first:last]) for first, last in GROUPS[:3]]
            bias[suits.index(max(suits))] += 60
            bias[_HONOURS] += 20
        return cls(0.25 <= goal < 0.45, (bias[0], bias[1], bias[2], bias[3]), 0.75, 0.4, 0.8)


def choose_discard(hand: Hand, seat: int, style: Style) -> int:
    """The tile whose loss hurts least."""
    held, best, chosen = hand.held[seat], 1e9, -1
    for (first, last), bias in zip(GROUPS, style.bias, strict=True):
        key = bytes(held[first:last])
        if any(key):
            loss, place = cheapest(key, style.pungs_only)
            if loss + bias < best:
                best, chosen = loss + bias, first + place
    return chosen


def wants_pung(hand: Hand, seat: int, style: Style) -> bool:
    """Whether a seat that holds the pair would pung the last discard."""
    kind = hand.last_tile
    gain = 0.2 if kind >= EAST or style.pungs_only else 0.0
    return hand.held[seat][kind] >= 2 and hand.rng.random() < style.pungs + gain


def wanted_chow(hand: Hand, seat: int, style: Style) -> int:
    """The lowest tile of the chow that a seat would make of the last discard, -1 for none."""
    kind, held = hand.last_tile, hand.held[seat]
    if kind >= EAST or style.pungs_only or hand.rng.random() > style.chows:
        return -1
    first = kind - kind % 9
    best, chosen = 9, -1
    key = bytes(held[first : first + 9])
    whole = worth(key, False)
    for low in range(max(first, kind - 2), min(first + 6, kind) + 1):
        own = [tile for tile in (low, low + 1, low + 2) if tile != kind]
        if all(held[tile] for tile in own):
            rest = bytearray(key)
            for tile in own:
                rest[tile - first] -= 1
            gain = worth(bytes(rest), False) + 24 - whole
            if gain > best:
                best, chosen = gain, low
    return chosen


def own_kong(hand: Hand, seat: int) -> tuple[str, int] | None:
    """A kong that the seat to act can lay of its own tiles: how it lies and its kind; None for none."""
    held = hand.held[seat]
    if 4 in held:
        return "concealed", held.index(4)
    for lies, kind in hand.melds[seat]:
        if lies == PUNG and held[kind]:
            return "promoted", kind
    return None
