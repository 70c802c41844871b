"""What every pair is worth, a row of numbers a pair, and how the kernels compare pairs by it."""

import numpy as np
from numpy.typing import NDArray

from audit.dated import Law
from audit.games.pai_gow.play import Codes
from audit.games.pai_gow.ranking import CLASSES, KINDS, NO_KIND, Ranking, Rankings
from audit.kernel import inner_kernel

_SLOTS = KINDS + 1
_ROWS_OF_TABLE_2 = 107
_NAMED_POINTS = 10  # the points of a row of Table 2 whose pair has a name of its own

# Columns of a table of worth, a row a pair (``pair_at``): strength by the better value of a Gee Joon tile and by every
# tile's own, 0 unknown, and the lower of its two; whether the pair is unnamed and has no points, by the better value
# and by any; its points and its row of Table 2, and both by the other value; which value makes it lower (0 neither,
# 1 its own, 2 the switched). -1 is unknown.
(
    STRENGTH, PLAIN, LEAST, ZERO, EMPTY, POINTS, OTHER_POINTS, ROW, OTHER_ROW, LOWER,
) = range(10)  # fmt: skip


def worth_of(ranking: Ranking) -> tuple[Codes, NDArray[np.int16]]:
    """The worth of every pair of every page, shape (K * 484, 10), and the points of every row of Table 2, (K, 107)."""
    pages = len(ranking.strength)
    strength_row = np.zeros((pages, int(ranking.strength.max()) + 2), np.int16)
    row_points = np.full((pages, _ROWS_OF_TABLE_2), -1, np.int16)
    named = np.flatnonzero(np.array(CLASSES) != "points")
    for page in range(1, pages):
        row, strength = ranking.row[page, :KINDS, :KINDS], ranking.strength[page, :KINDS, :KINDS]
        has_row = row > 0
        strength_row[page, strength[has_row]] = row[has_row]
        points = np.where(
            np.isin(ranking.kind_class[page, :KINDS, :KINDS], named),
            _NAMED_POINTS,
            ranking.points[page, :KINDS, :KINDS],
        )
        row_points[page, row[has_row]] = points[has_row]
    known = ranking.strength > 0
    turns = (ranking.switched != 0) & (ranking.switched != ranking.plain) & known
    lower = np.where(turns, np.where(ranking.plain < ranking.switched, 1, 2), 0)
    least = np.where(ranking.switched > 0, np.minimum(ranking.plain, ranking.switched), ranking.plain)
    row = np.where(ranking.row > 0, ranking.row, -1)
    other_row = strength_row[np.arange(pages)[:, None, None], np.minimum(ranking.plain, ranking.switched)]
    other_points = np.where(lower == 1, ranking.points_plain, ranking.points_switched)
    empty = (ranking.kind_class == 0) & ((ranking.points_plain == 0) | (ranking.points == 0))
    columns = (
        ranking.strength,
        ranking.plain,
        least,
        ranking.zero,
        empty,
        np.where(known, ranking.points, -1),
        np.where(turns, other_points, np.where(known, ranking.points, -1)),
        row,
        np.where(turns & (other_row > 0), other_row, row),
        np.where(known, lower, -1),
    )
    return np.stack([column.astype(np.int16).ravel() for column in columns], axis=1), row_points


class Worth:
    """The worth of pairs on the days that were asked for last, kept as long as days and law are the same."""

    def __init__(self) -> None:
        self._rankings = Rankings()
        self._last: tuple[Law, bytes, tuple[Codes, Codes, NDArray[np.int64]]] | None = None

    def of(self, law: Law, days: NDArray[np.int32]) -> tuple[Codes, Codes, NDArray[np.int64]]:
        """``worth_of`` the ranking of the days (days since 1970-01-01), and the page of each entry."""
        of_days, place = np.unique(days, return_inverse=True)
        key, last = of_days.tobytes(), self._last
        if last is None or last[0] is not law or last[1] != key:
            ranking, page = self._rankings.of(law, of_days)
            last = self._last = law, key, (*worth_of(ranking), page)
        worth, row_points, page = last[2]
        return worth, row_points, page[place]


@inner_kernel
def pair_at(page: int, one: int, other: int) -> int:
    """The row of a pair of kinds in a table of worth; one that knows nothing where either is no domino of the set."""
    first = one if 0 <= one < NO_KIND else NO_KIND
    second = other if 0 <= other < NO_KIND else NO_KIND
    return (page * _SLOTS + first) * _SLOTS + second
