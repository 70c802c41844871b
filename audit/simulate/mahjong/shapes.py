"""Winning shapes and the worth of tiles as a player sees them; told suit by suit, apart from the product's own tables.

A hand is 34 counts in the order of ``audit.pieces.notation.TILES``; a *group* is one suit (nine counts) or the honours.
"""

from functools import cache

GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
EAST, WHITE, GREEN, RED = 27, 31, 32, 33
ORPHANS = tuple(kind for kind in range(34) if kind >= EAST or kind % 9 in (0, 8))
_HONOURS = 7  # counts of the group of honours
_TRIPLET_KEPT = 1_000  # a concealed triplet is not broken in ordinary play

# Pungs and chows by their lowest place in the group, and the pair's place, -1 for none.
Reading = tuple[tuple[int, ...], tuple[int, ...], int]


def _less(key: bytes, *places: int) -> bytes:
    counts = bytearray(key)
    for place in places:
        counts[place] -= 1
    return bytes(counts)


@cache
def readings(key: bytes) -> tuple[Reading, ...]:
    """Every way to read a group as melds, and a pair where its size leaves two over; none where there is no way."""
    if sum(key) % 3 == 1:
        return ()
    first = next((place for place, count in enumerate(key) if count), -1)
    if first < 0:
        return (((), (), -1),)
    found: set[Reading] = set()
    if sum(key) % 3 == 2 and key[first] >= 2:
        rest = readings(_less(key, first, first))
        found |= {(pungs, chows, first) for pungs, chows, _ in rest}
    if key[first] >= 3:
        rest = readings(_less(key, first, first, first))
        found |= {(tuple(sorted((first, *pungs))), chows, pair) for pungs, chows, pair in rest}
    if len(key) > _HONOURS and first < 7 and key[first + 1] and key[first + 2]:
        rest = readings(_less(key, first, first + 1, first + 2))
        found |= {(pungs, tuple(sorted((first, *chows))), pair) for pungs, chows, pair in rest}
    return tuple(sorted(found))


@cache
def _complete(key: bytes) -> bool:
    return bool(readings(key))


def is_orphans(held: bytearray) -> bool:
    """Thirteen orphans: one of each end and honour, and one of them twice."""
    return sum(held) == 14 and all(held[kind] for kind in ORPHANS) and sum(held[kind] for kind in ORPHANS) == 14


def is_win(held: bytearray, *, orphans: bool) -> bool:
    """Whether concealed tiles, two more than whole melds, are melds and a pair; or thirteen orphans where known."""
    keys = [bytes(held[first:last]) for first, last in GROUPS]
    over = [sum(key) % 3 for key in keys]
    if sorted(over) == [0, 0, 0, 2] and all(map(_complete, keys)):
        return True
    return orphans and held[0] > 0 and held[33] > 0 and is_orphans(held)


def whole_readings(held: bytearray) -> list[tuple[list[int], list[int], int]]:
    """Every reading of a winning hand's concealed tiles: kinds of the pungs, lowest kinds of the chows, the pair."""
    found: list[tuple[list[int], list[int], int]] = [([], [], -1)]
    for first, last in GROUPS:
        found = [
            (
                pungs + [first + place for place in more_pungs],
                chows + [first + place for place in more_chows],
                first + place_of_pair if place_of_pair >= 0 else pair,
            )
            for pungs, chows, pair in found
            for more_pungs, more_chows, place_of_pair in readings(bytes(held[first:last]))
        ]
    return found


def is_ready(held: bytearray, kinds: tuple[int, ...], *, orphans: bool) -> bool:
    """Whether one tile more of some kind would win; a kind held four times is not waited for."""
    for kind in kinds:
        if held[kind] < 4:
            held[kind] += 1
            won = is_win(held, orphans=orphans)
            held[kind] -= 1
            if won:
                return True
    return False


@cache
def _worth(key: bytes, pungs_only: bool) -> int:
    """What a group is worth towards melds: the best of all ways to split it into melds, pairs, beginnings, singles."""
    first = next((place for place, count in enumerate(key) if count), -1)
    if first < 0:
        return 0
    suited = len(key) > _HONOURS
    best = (min(first, 8 - first, 2) if suited and not pungs_only else 0) + _worth(_less(key, first), pungs_only)
    if key[first] >= 2:
        best = max(best, 9 + _worth(_less(key, first, first), pungs_only))
    if key[first] >= 3:
        best = max(best, 24 + _worth(_less(key, first, first, first), pungs_only))
    if suited and not pungs_only:
        if first < 8 and key[first + 1]:
            side = 8 if 0 < first < 7 else 6
            best = max(best, side + _worth(_less(key, first, first + 1), pungs_only))
            if first < 7 and key[first + 2]:
                best = max(best, 24 + _worth(_less(key, first, first + 1, first + 2), pungs_only))
        if first < 7 and key[first + 2]:
            best = max(best, 6 + _worth(_less(key, first, first + 2), pungs_only))
    return best


def worth(key: bytes, pungs_only: bool) -> int:
    """What a group is worth to a player who wants melds (or pungs alone)."""
    return _worth(key, pungs_only)


@cache
def cheapest(key: bytes, pungs_only: bool) -> tuple[int, int]:
    """What the least loss of a discard from this group is, and the place of the tile; triplets are kept."""
    whole = _worth(key, pungs_only)
    return min(
        (whole - _worth(_less(key, place), pungs_only) + (_TRIPLET_KEPT if count == 3 else 0), place)
        for place, count in enumerate(key)
        if count
    )
