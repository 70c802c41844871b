"""What a lawful hand is worth in fan: the names it shows and every number that a listed reading allows (甲六)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from audit.simulate.mahjong.shapes import EAST, RED, WHITE, is_orphans, whole_readings

CHOW, PUNG, EXPOSED, CONCEALED, PROMOTED = "chow", "pung", "exposed", "concealed", "promoted"
KONGS = (EXPOSED, CONCEALED, PROMOTED)
_DRAGONS = range(WHITE, RED + 1)
_WINDS = range(EAST, EAST + 4)

Meld = tuple[str, int]  # how it lies, its lowest kind


@dataclass(frozen=True)
class Way:
    """How a win came about: the winds of round and seat, where the tile came from, and in which moment."""

    seat_wind: int
    round_wind: int
    taken: bool = False
    robbed: bool = False
    replacement: bool = False
    kongs: int = 0  # kongs of the winner in the hand
    kongs_in_turn: int = 0
    left: int = 1  # tiles in the wall
    first_dealt: bool = False
    first_discard: bool = False
    melded_before: bool = False


@dataclass(frozen=True)
class Value:
    """A number of fan with the names that make it, and all numbers that some listed reading allows."""

    fan: int
    names: tuple[str, ...]
    lawful: frozenset[int]
    shown: frozenset[str]  # names that every reading gives


@dataclass
class _Names:
    sure: Counter[str] = field(default_factory=Counter)
    open: list[str] = field(default_factory=list)  # counted by one reading, not by another

    def put(self, name: str, sure: bool, possible: bool = False) -> None:
        if sure:
            self.sure[name] += 1
        elif possible:
            self.open.append(name)


def _of_the_way(way: Way, names: _Names) -> None:
    names.put("robbing_kong", way.robbed)
    names.put("kong_replacement", way.replacement)
    double = way.replacement and way.kongs >= 2
    names.put("double_kong", double and way.kongs_in_turn >= 2, double)
    plain_draw = not way.taken and not way.replacement
    names.put("last_tile", way.left == 0 and plain_draw, way.left == 0)
    names.put("heavenly", way.first_dealt)
    names.put("earthly", way.first_discard and not way.melded_before, way.first_discard)


def _of_the_tiles(tiles: set[int], chows: bool, names: _Names) -> None:
    """Names that rest on suits, ends and honours; ``tiles`` are the kinds of the whole hand."""
    suits = {kind // 9 for kind in tiles if kind < EAST}
    honours = any(kind >= EAST for kind in tiles)
    ends = not chows and all(kind >= EAST or kind % 9 in (0, 8) for kind in tiles)
    names.put("mixed_suit", len(suits) == 1 and honours)
    names.put("pure_suit", len(suits) == 1 and not honours)
    names.put("all_honours", not suits)
    names.put("pure_terminals", ends and not honours)
    names.put("mixed_terminals", ends and honours and bool(suits))


def _of_the_honours(pungs: set[int], pair: int, way: Way, names: _Names) -> None:
    dragons, winds = len(pungs & set(_DRAGONS)), len(pungs & set(_WINDS))
    if dragons:
        names.sure["dragon_pung"] = dragons
    names.put("round_wind_pung", way.round_wind in pungs)
    names.put("seat_wind_pung", way.seat_wind in pungs)
    names.put("big_dragons", dragons == 3)
    names.put("little_dragons", dragons == 2 and pair in _DRAGONS)
    names.put("big_winds", winds == 4)
    names.put("little_winds", winds == 3 and pair in _WINDS)


def _reading(
    reading: tuple[list[int], list[int], int], melds: list[Meld], held: bytearray, way: Way, orphans: bool
) -> _Names:
    """The names of one reading of the concealed tiles beside the melds that are laid."""
    names = _Names()
    _of_the_way(way, names)
    if orphans:
        names.put("thirteen_orphans", True)
        return names
    concealed_pungs, concealed_chows, pair = reading
    pungs = set(concealed_pungs) | {kind for lies, kind in melds if lies != CHOW}
    chows = concealed_chows + [kind for lies, kind in melds if lies == CHOW]
    tiles = {kind for kind in range(34) if held[kind]} | pungs | {kind + step for kind in chows for step in range(3)}
    _of_the_honours(pungs, pair, way, names)
    _of_the_tiles(tiles, bool(chows), names)
    if not chows:
        names.put("all_pungs", not names.sure["mixed_terminals"], possible=True)
        exposed = any(lies != CONCEALED for lies, _ in melds)
        names.put("four_concealed_pungs", not exposed and not melds and not way.taken, not exposed)
    if len(chows) == 4:
        names.put("all_chows", pair not in (*_DRAGONS, way.seat_wind, way.round_wind))
    return names


def value(held: bytearray, melds: list[Meld], way: Way, fan: Mapping[str, int], cap: int, generous: bool) -> Value:
    """The fan of concealed tiles (the winning one too) and melds that win; ``generous``: count what is open."""
    orphans = not melds and is_orphans(held)
    found = [_reading(reading, melds, held, way, orphans) for reading in whole_readings(held) or [([], [], -1)]]
    points = sorted({name for names in found for name in names.open})
    lawful: set[int] = set()
    chosen: tuple[int, Counter[str]] = (0, Counter())
    for counted in product((False, True), repeat=len(points)):
        taken = {name for name, yes in zip(points, counted, strict=True) if yes}
        sums = []
        for names in found:
            both = names.sure + Counter(name for name in names.open if name in taken)
            sums.append((sum(fan[name] * times for name, times in both.items()), sorted(both.elements()), both))
        total, _, best = max(sums, key=lambda each: each[:2])
        lawful.add(min(total, cap))
        if all(yes == generous for yes in counted):
            chosen = total, best
    shown = set.intersection(*(set(+names.sure) for names in found))
    named = tuple(chosen[1].elements()) or ("chicken",)
    return Value(min(chosen[0], cap), named, frozenset(lawful), frozenset(shown))
