"""What two tiles are worth: Tables 1 and 2 as lookup arrays by kind codes, made from the dated law alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law, Value
from audit.errors import Fault, PackError, Place
from audit.pieces.notation import DOMINOES

KINDS = len(DOMINOES)
NO_KIND = KINDS  # the row and column of every code that is no domino of the set
TABLES = ("single_tiles", "named_pairs", "points_zero_at", "switched_points", "table_2")
SWITCHED_TILE_RANK = "switched-tile-rank"
CLASSES = ("points", "gee_joon", "pair", "nine_king", "gong")
SPLITS = np.array([[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]], np.int64)

PLAYER, BANKER = 1, 2


class Ranking(NamedTuple):
    """Worth of two tiles, ``[page, kind, kind]`` of shape (K, 22, 22); page 0 and kind 21 know nothing.

    ``strength`` orders pairs, higher is better, 0 is unknown: the better of ``plain`` (every tile as itself) and
    ``switched`` (a Gee Joon tile taken as 3 or 6; 0 where none can be). ``points`` and the points of both ways of
    counting are 0-9, -1 where unknown. ``kind_class`` indexes ``CLASSES``, -1 unknown. ``row`` is the row of
    Table 2, 0 where it has none (art. 5, Tables 1 and 2). ``zero`` tells an unnamed pair of no points (art. 6(2)).
    """

    strength: NDArray[np.int16]
    plain: NDArray[np.int16]
    switched: NDArray[np.int16]
    points: NDArray[np.int8]
    points_plain: NDArray[np.int8]
    points_switched: NDArray[np.int8]
    kind_class: NDArray[np.int8]
    row: NDArray[np.int16]
    zero: NDArray[np.bool_]


@dataclass(frozen=True)
class _Tables:
    """One day's tables in plain numbers: per kind its rank (0 is the highest), pips and switched points."""

    rank: tuple[int, ...]
    pips: tuple[int, ...]
    switched: Mapping[int, int]
    named: Mapping[frozenset[int], tuple[int, str]]
    zero_at: tuple[int, ...]
    rows: tuple[frozenset[int], ...]
    switched_rank: Mapping[int, int]

    def reduced(self, total: int) -> int:
        """The points of a sum: the greatest of 10 and 20 that it reaches is taken off (art. 5(4))."""
        return total - max((zero for zero in self.zero_at if zero <= total), default=0)

    def worth(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        """Strength and points of an unnamed pair of (points, rank) tiles: points first, then the higher tile."""
        points = self.reduced(one[0] + other[0])
        return 1 + points * KINDS + KINDS - 1 - min(one[1], other[1]), points


def _malformed(name: str, found: object) -> PackError:
    fault = Fault(Place(f"parameter {name}"), f"found {found!r}", "see tables.toml of the pai gow pack for the form")
    return PackError([fault])


def _items(name: str, value: Value) -> Sequence[Value]:
    if not isinstance(value, list | tuple):
        raise _malformed(name, value)
    return value


def _kind(name: str, value: Value) -> int:
    if not isinstance(value, str) or value not in DOMINOES:
        raise _malformed(name, value)
    return DOMINOES.index(value)


def _field(name: str, value: Value, key: str) -> Value:
    if not isinstance(value, Mapping) or key not in value:
        raise _malformed(name, value)
    return value[key]


def _whole(name: str, value: Value) -> int:
    if not isinstance(value, int):
        raise _malformed(name, value)
    return value


def _ranks(value: Value) -> tuple[int, ...]:
    rank = dict.fromkeys(range(KINDS), -1)
    for place, kinds in enumerate(_items("single_tiles", value)):
        for kind in _items("single_tiles", kinds):
            rank[_kind("single_tiles", kind)] = place
    if -1 in rank.values():
        raise _malformed("single_tiles", value)
    return tuple(rank[kind] for kind in range(KINDS))


def _named(value: Value) -> dict[frozenset[int], tuple[int, str]]:
    """Place from the top and class of every named pair of kinds."""
    named: dict[frozenset[int], tuple[int, str]] = {}
    for place, entry in enumerate(_items("named_pairs", value)):
        kind_class = _field("named_pairs", entry, "class")
        if kind_class not in CLASSES:
            raise _malformed("named_pairs", entry)
        for one in _items("named_pairs", _field("named_pairs", entry, "one")):
            for other in _items("named_pairs", _field("named_pairs", entry, "other")):
                pair = frozenset((_kind("named_pairs", one), _kind("named_pairs", other)))
                named[pair] = (place, str(kind_class))
    return named


def _rows(value: Value) -> tuple[frozenset[int], ...]:
    rows = []
    for place, entry in enumerate(_items("table_2", value)):
        tiles = str(_field("table_2", entry, "tiles")).split()
        if _field("table_2", entry, "row") != place + 1 or len(tiles) != 2:
            raise _malformed("table_2", entry)
        rows.append(frozenset(_kind("table_2", tile) for tile in tiles))
    return tuple(rows)


def _switched(value: Value) -> dict[int, int]:
    if not isinstance(value, Mapping):
        raise _malformed("switched_points", value)
    return {_kind("switched_points", tile): _whole("switched_points", points) for tile, points in value.items()}


def _tables(values: Mapping[str, Value], takes_rank_of_other: bool) -> _Tables:
    """The tables of one day; a switched tile has the rank of the tile with those pips, or keeps its own."""
    rank = _ranks(values["single_tiles"])
    pips = tuple(int(name[0]) + int(name[2]) for name in DOMINOES)
    switched = _switched(values["switched_points"])
    stands_for = {kind: next((k for k in switched if pips[k] == points), kind) for kind, points in switched.items()}
    return _Tables(
        rank=rank,
        pips=pips,
        switched=switched,
        named=_named(values["named_pairs"]),
        zero_at=tuple(_whole("points_zero_at", zero) for zero in _items("points_zero_at", values["points_zero_at"])),
        rows=_rows(values["table_2"]),
        switched_rank={kind: rank[other if takes_rank_of_other else kind] for kind, other in stands_for.items()},
    )


def _blank() -> Ranking:
    """A page on which nothing is known, without the axis of pages."""
    shape = (KINDS + 1, KINDS + 1)
    return Ranking(
        strength=np.zeros(shape, np.int16),
        plain=np.zeros(shape, np.int16),
        switched=np.zeros(shape, np.int16),
        points=np.full(shape, -1, np.int8),
        points_plain=np.full(shape, -1, np.int8),
        points_switched=np.full(shape, -1, np.int8),
        kind_class=np.full(shape, -1, np.int8),
        row=np.zeros(shape, np.int16),
        zero=np.zeros(shape, np.bool_),
    )


def _fill_pair(ranking: Ranking, tables: _Tables, a: int, b: int) -> None:
    at = (a, b)
    plain = tables.worth((tables.pips[a], tables.rank[a]), (tables.pips[b], tables.rank[b]))
    ranking.points_plain[at] = plain[1]
    place, kind_class = tables.named.get(frozenset((a, b)), (-1, "points"))
    ranking.kind_class[at] = CLASSES.index(kind_class)
    if place >= 0:
        named = 1 + 10 * KINDS + len(tables.named) - place
        ranking.strength[at] = ranking.plain[at] = named
        ranking.points[at] = plain[1]
        return
    ranking.plain[at] = plain[0]
    best = plain
    for one, other in ((a, b), (b, a)):
        if one in tables.switched and one != other:
            tile = (tables.switched[one], tables.switched_rank[one])
            switched = tables.worth(tile, (tables.pips[other], tables.rank[other]))
            ranking.switched[at], ranking.points_switched[at] = switched
            best = max(best, switched)
    ranking.strength[at], ranking.points[at] = best
    ranking.zero[at] = best[1] == 0


def _page(tables: _Tables) -> Ranking:
    """One day's worth of every pair, without the axis of pages."""
    ranking = _blank()
    for a in range(KINDS):
        for b in range(KINDS):
            _fill_pair(ranking, tables, a, b)
    row_of: dict[int, int] = {}
    for number, kinds in enumerate(tables.rows, 1):
        pair = sorted(kinds)
        row_of.setdefault(int(ranking.strength[pair[0], pair[-1]]), number)
    for a in range(KINDS):
        for b in range(KINDS):
            ranking.row[a, b] = row_of.get(int(ranking.strength[a, b]), 0)
    return ranking


class Rankings:
    """The rankings of the days that were asked for, kept as long as the law is the same."""

    def __init__(self) -> None:
        self._law: list[object] = []
        self._known: dict[tuple[int, ...], Ranking] = {}

    def of(self, law: Law, days: NDArray[np.int32]) -> tuple[Ranking, NDArray[np.int64]]:
        """The ranking of every day in ``days`` (days since 1970-01-01) and, per entry, its page.

        A day before the first step of a table, or in an unknown one, has page 0, where every pair is unknown. Raises
        PackError where a table of the law is malformed.
        """
        takes_rank_of_other = law.reading(SWITCHED_TILE_RANK) == "other"
        dated = [law.parameter(name) for name in TABLES]
        basis = [takes_rank_of_other, *dated]
        if len(basis) != len(self._law) or any(one is not other for one, other in zip(basis, self._law, strict=True)):
            self._law, self._known = basis, {}
        pages: dict[tuple[int, ...], int] = {}
        page_of_day = np.zeros(len(days), np.int64)
        for day in np.unique(days):
            steps = [parameter.at(int(day)) for parameter in dated]
            values = {
                name: step.value for name, step in zip(TABLES, steps, strict=True) if step and step.value is not None
            }
            if len(values) < len(TABLES):
                continue
            key = tuple(step.from_day for step in steps if step)
            if key not in self._known:
                self._known[key] = _page(_tables(values, takes_rank_of_other))
            page_of_day[days == day] = pages.setdefault(key, len(pages) + 1)
        every = [_blank(), *(self._known[key] for key in pages)]
        return Ranking(*(np.stack(parts) for parts in zip(*every, strict=True))), page_of_day


def rankings(law: Law, days: NDArray[np.int32]) -> tuple[Ranking, NDArray[np.int64]]:
    """As ``Rankings.of``, with nothing kept."""
    return Rankings().of(law, days)


def pair_winner(player: int, banker: int, both_zero_fronts: bool) -> int:
    """Who wins one comparison of two strengths, ``PLAYER`` or ``BANKER``; 0 where a strength is unknown (art. 6(1)).

    Equal strengths are the banker's, and so are two front pairs of zero points (art. 6(2)).
    """
    if player == 0 or banker == 0:
        return 0
    return BANKER if both_zero_fronts or player <= banker else PLAYER
