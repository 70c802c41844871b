"""Facts of comparisons: who won which pair by the log and by the tiles, and what another split would have brought."""

import numpy as np
from numpy.typing import NDArray

from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import Log, Names, Out, Play, Tables, U, add
from audit.games.pai_gow.ranking import SPLITS, Ranking, slot
from audit.games.pai_gow.settings import packed_pair
from audit.kernel import uncounted_kernel

_PLAYER, _BANKER = 0, 1
_SPLITS: NDArray[np.int64] = SPLITS

Four = tuple[int, int, int, int]


@uncounted_kernel
def _four(kinds: NDArray[np.int64], seat: int) -> Four:
    return int(kinds[seat, 0]), int(kinds[seat, 1]), int(kinds[seat, 2]), int(kinds[seat, 3])


@uncounted_kernel
def _winners(ranking: Ranking, page: int, player: Four, banker: Four, part: int) -> tuple[int, int, int]:
    """Winner of a pair, the other side where a lawful value of a Gee Joon tile lets it win, and fronts of zero."""
    a, b = slot(player[2 * part]), slot(player[2 * part + 1])
    c, d = slot(banker[2 * part]), slot(banker[2 * part + 1])
    mine, theirs = int(ranking.strength[page, a, b]), int(ranking.strength[page, c, d])
    if mine == 0 or theirs == 0:
        return U, U, U if part == 0 else 0
    zeros = 1 if part == 0 and ranking.zero[page, a, b] and ranking.zero[page, c, d] else 0
    winner = _PLAYER if mine > theirs and zeros == 0 else _BANKER
    mine_least, theirs_least = int(ranking.plain[page, a, b]), int(ranking.plain[page, c, d])
    other = winner
    if winner == _PLAYER:
        empty = part == 0 and _empty(ranking, page, a, b) and _empty(ranking, page, c, d)
        other = _BANKER if mine_least <= theirs or empty else _PLAYER
    elif zeros == 0 and mine > theirs_least:
        other = _PLAYER
    return winner, other, zeros


@uncounted_kernel
def _empty(ranking: Ranking, page: int, a: int, b: int) -> bool:
    """Whether an unnamed pair has no points by its tiles' own values or by the better ones."""
    if ranking.kind_class[page, a, b] != 0:
        return False
    return bool(ranking.points_plain[page, a, b] == 0 or ranking.points[page, a, b] == 0)


@uncounted_kernel
def _agrees(ranking: Ranking, page: int, player: Four, banker: Four, front: int, rear: int) -> bool:
    """Whether two logged winners are those of two settings as they are given."""
    one = _winners(ranking, page, player, banker, 0)
    other = _winners(ranking, page, player, banker, 1)
    return (front == one[0] or front == one[1]) and (rear == other[0] or rear == other[1])


@uncounted_kernel
def logged_winners(log: Log, names: Names, row: int) -> tuple[int, int, int]:
    """Front winner, rear winner and result (win, lose, push) of a compare row."""
    label = log.label[row]
    front, rear, result = int(names.front[label]), int(names.rear[label]), int(names.result[label])
    word = p.WIN if result == 1 else (p.LOSE if result == -1 else (p.PUSH if result == 0 else U))
    return front - 1 if front > 0 else U, rear - 1 if rear > 0 else U, word


@uncounted_kernel
def orders(play: Play, log: Log, names: Names, tables: Tables) -> None:
    """Whether each seat was compared with its lower pair in front, by what its compare row logs."""
    now, page, banking = play.now, play.now[p.PAGE], play.now[p.BANKING]
    all_right, some_laid = True, False
    compared = 0
    for seat in range(1, 9):
        above, row = play.seat[p.FRONT_ABOVE, seat], play.seat[p.LAST_COMPARE, seat]
        play.seat[p.IN_ORDER, seat] = 1 if above == 0 else U
        if seat == banking or row < 0 or banking == 0 or now[p.WHOLE] == 0:
            continue
        front, rear, _ = logged_winners(log, names, row)
        right = _agrees(tables.ranking, page, _four(play.sorted, seat), _four(play.sorted, banking), front, rear)
        laid = _agrees(tables.ranking, page, _four(play.laid, seat), _four(play.laid, banking), front, rear)
        known = U not in (front, rear)
        compared += 1
        all_right = all_right and known and right
        some_laid = some_laid or (known and laid and not right)
        if above == 1 and known:
            play.seat[p.IN_ORDER, seat] = 1 if right else (0 if laid else U)
    if banking > 0 and play.seat[p.FRONT_ABOVE, banking] == 1 and compared > 0:
        play.seat[p.IN_ORDER, banking] = 1 if all_right else (0 if some_laid else U)


@uncounted_kernel
def as_compared(play: Play, seat: int) -> Four:
    """A seat's pairs as they were compared: as they lay, of a set that was compared rightly in right order."""
    set_only = play.seat[p.LAST_ARRANGE, seat] < 0
    if set_only and play.seat[p.FRONT_ABOVE, seat] == 1 and play.seat[p.IN_ORDER, seat] == 1:
        return _four(play.sorted, seat)
    return _four(play.laid, seat)


@uncounted_kernel
def comparison(play: Play, log: Log, out: Out, tables: Tables, names: Names, row: int, logged: bool) -> None:
    """A row of ``comparisons`` and its two of ``pair_comparisons``; what was logged is unknown for a settle row."""
    now, seat, banking = play.now, log.seat[row], play.now[p.BANKING]
    t, pair = out.comparisons, out.pair_comparisons
    n = add(t, out.filled, p.T_COMPARISONS, now[p.HAND], row, seat)
    winners = logged_winners(log, names, row) if logged else (U, U, U)
    front, rear, result = winners
    due = U
    if U not in (front, rear):
        due = p.PUSH if front != rear else (p.WIN if front == _PLAYER else p.LOSE)
    t[3, n], t[4, n], t[5, n], t[6, n] = front, rear, result, due
    nothing = (-1, -1, -1, -1)
    player = as_compared(play, seat) if seat > 0 else nothing
    banker = as_compared(play, banking) if banking > 0 else nothing
    for part in range(2):
        k = add(pair, out.filled, p.T_PAIR_COMPARISONS, now[p.HAND], row, seat)
        winner, other, zeros = _winners(tables.ranking, now[p.PAGE], player, banker, part)
        pair[3, k], pair[4, k], pair[5, k] = part, packed_pair(player, part), packed_pair(banker, part)
        pair[6, k], pair[7, k], pair[8, k], pair[9, k] = (front if part == 0 else rear), winner, other, zeros


@uncounted_kernel
def _result(ranking: Ranking, page: int, player: Four, banker: Four) -> int:
    """Result of a split by its better values, 2 won, 1 pushed, 0 lost; -1 unknown."""
    front = _winners(ranking, page, player, banker, 0)[0]
    rear = _winners(ranking, page, player, banker, 1)[0]
    if U in (front, rear):
        return -1
    return 2 - front - rear


@uncounted_kernel
def better_split(play: Play, log: Log, out: Out, tables: Tables, row: int, n: int) -> None:
    """Fill in a row of ``sets`` the best result that another split would have brought, and that split."""
    t, page, banking = out.sets, play.now[p.PAGE], play.now[p.BANKING]
    result = t[15, n]
    if result == U or banking == 0 or log.start[row + 1] - log.start[row] != 4 or log.split[row] != 2:
        t[16, n] = U
        return
    if result not in (2, 3):
        return
    ranking, first = tables.ranking, log.start[row]
    banker = as_compared(play, banking)
    best, best_four = (0 if result == 2 else 1), (-1, -1, -1, -1)
    for split in range(3):
        a, b = int(log.pieces[first + _SPLITS[split, 0]]), int(log.pieces[first + _SPLITS[split, 1]])
        c, d = int(log.pieces[first + _SPLITS[split, 2]]), int(log.pieces[first + _SPLITS[split, 3]])
        if ranking.strength[page, slot(a), slot(b)] > ranking.strength[page, slot(c), slot(d)]:
            a, b, c, d = c, d, a, b
        came = _result(ranking, page, (a, b, c, d), banker)
        if came < 0:
            t[16, n] = U
            return
        if came > best:
            best, best_four = came, (a, b, c, d)
    if best_four[0] >= 0:
        t[16, n] = best
        t[18, n] = (
            (best_four[0] + 2) | ((best_four[1] + 2) << 8) | ((best_four[2] + 2) << 16) | ((best_four[3] + 2) << 24)
        )
