"""Facts of comparisons: who won which pair by the log and by the tiles, and what another split would have brought."""

from audit.games.pai_gow import play as p
from audit.games.pai_gow import worth as w
from audit.games.pai_gow.labels import FRONT_WINNER, REAR_WINNER, RESULT
from audit.games.pai_gow.play import Codes, Matrix, Pieces, U, Vector, add
from audit.games.pai_gow.ranking import SPLITS
from audit.games.pai_gow.settings import packed_pair
from audit.games.pai_gow.worth import pair_at
from audit.kernel import inlined_kernel, inner_kernel, uncounted_kernel

_PLAYER, _BANKER = 0, 1
_SPLITS: tuple[tuple[int, ...], ...] = tuple(tuple(split) for split in SPLITS.tolist())

Four = tuple[int, int, int, int]


@inner_kernel
def _four(now: Vector, at: int) -> Four:
    return int(now[at]), int(now[at + 1]), int(now[at + 2]), int(now[at + 3])


@inner_kernel
def _winners(worth: Codes, page: int, player: Four, banker: Four, part: int) -> tuple[int, int, int]:
    """Winner of a pair, the other side where a lawful value of a Gee Joon tile lets it win, and fronts of zero."""
    one = pair_at(page, player[2 * part], player[2 * part + 1])
    two = pair_at(page, banker[2 * part], banker[2 * part + 1])
    mine, theirs = int(worth[one, w.STRENGTH]), int(worth[two, w.STRENGTH])
    if mine == 0 or theirs == 0:
        return U, U, U if part == 0 else 0
    zeros = 1 if part == 0 and worth[one, w.ZERO] == 1 and worth[two, w.ZERO] == 1 else 0
    winner = _PLAYER if mine > theirs and zeros == 0 else _BANKER
    other = winner
    if winner == _PLAYER:
        empty = part == 0 and worth[one, w.EMPTY] == 1 and worth[two, w.EMPTY] == 1
        other = _BANKER if worth[one, w.PLAIN] <= theirs or empty else _PLAYER
    elif zeros == 0 and mine > worth[two, w.PLAIN]:
        other = _PLAYER
    return winner, other, zeros


@inlined_kernel
def _agrees(worth: Codes, page: int, player: Four, banker: Four, front: int, rear: int) -> bool:
    """Whether two logged winners are those of two settings as they are given."""
    one = _winners(worth, page, player, banker, 0)
    other = _winners(worth, page, player, banker, 1)
    return (front == one[0] or front == one[1]) and (rear == other[0] or rear == other[1])


@inner_kernel
def logged_winners(log: Matrix, names: Codes, row: int) -> tuple[int, int, int]:
    """Front winner, rear winner and result (win, lose, push) of a compare row."""
    label = log[row, p.LABEL]
    front, rear, result = int(names[label, FRONT_WINNER]), int(names[label, REAR_WINNER]), int(names[label, RESULT])
    word = p.WIN if result == 1 else (p.LOSE if result == -1 else (p.PUSH if result == 0 else U))
    return front - 1 if front > 0 else U, rear - 1 if rear > 0 else U, word


@inner_kernel
def pairs_result(front: int, rear: int) -> int:
    """Result that two winners make."""
    if U in (front, rear):
        return U
    return p.PUSH if front != rear else (p.WIN if front == _PLAYER else p.LOSE)


@inner_kernel
def _fits(now: Vector, log: Matrix, names: Codes, worth: Codes, seat: int, order: tuple[int, int]) -> int:
    """Whether a seat's logged winners are those of its pairs and the banker's, each as they lay (0) or sorted (1)."""
    front, rear, _ = logged_winners(log, names, now[p.LAST_COMPARE + seat])
    if U in (front, rear):
        return U
    player = _four(now, (p.SORTED if order[0] == 1 else p.LAID) + 4 * seat)
    banker = _four(now, (p.SORTED if order[1] == 1 else p.LAID) + 4 * now[p.BANKING])
    return 1 if _agrees(worth, now[p.PAGE], player, banker, front, rear) else 0


@inner_kernel
def _laid_as_may_be(now: Vector, seat: int) -> bool:
    """Whether the dealer laid a seat's pairs out in an order that is right by some value of a Gee Joon tile."""
    return bool(now[p.FRONT_ABOVE + seat] == 2 and now[p.LAST_ARRANGE + seat] >= 0)


@inlined_kernel
def _banker_order(now: Vector, log: Matrix, names: Codes, worth: Codes) -> None:
    """In which order most comparisons took the banker's pairs, where that can be told."""
    banking = now[p.BANKING]
    above, known = now[p.FRONT_ABOVE + banking], 0
    if above not in (1, 2) or _laid_as_may_be(now, banking):
        return
    sorted_fits = laid_fits = sorted_right = laid_right = 0
    for seat in range(1, 9):
        if seat == banking or now[p.LAST_COMPARE + seat] < 0:
            continue
        known += 1 if _fits(now, log, names, worth, seat, (0, 0)) != U else 0
        other = 1 if now[p.FRONT_ABOVE + seat] in (1, 2) and not _laid_as_may_be(now, seat) else 0
        of_sorted = _fits(now, log, names, worth, seat, (other, 1)) == 1
        of_laid = _fits(now, log, names, worth, seat, (other, 0)) == 1
        sorted_right += 1 if of_sorted else 0
        laid_right += 1 if of_laid else 0
        sorted_fits += 1 if of_sorted or _fits(now, log, names, worth, seat, (0, 1)) == 1 else 0
        laid_fits += 1 if of_laid or _fits(now, log, names, worth, seat, (0, 0)) == 1 else 0
    if known == 0:
        return
    if above == 2:
        better = sorted_right > laid_right or (sorted_right == laid_right and sorted_fits > laid_fits)
        now[p.TAKEN_SORTED + banking] = 1 if better else 0
        return
    now[p.TAKEN_SORTED + banking] = 1 if sorted_fits > laid_fits or sorted_fits == known else 0
    in_order = 1 if now[p.TAKEN_SORTED + banking] == 1 else (0 if laid_fits > sorted_fits else U)
    now[p.IN_ORDER + banking] = in_order


@inlined_kernel
def orders(now: Vector, log: Matrix, names: Codes, worth: Codes) -> None:
    """Whether each seat was compared with its lower pair in front, by what its compare row logs."""
    banking = now[p.BANKING]
    for seat in range(1, 9):
        now[p.IN_ORDER + seat] = 1 if now[p.FRONT_ABOVE + seat] in (0, 2) else U
    if banking == 0 or now[p.WHOLE] == 0:
        return
    _banker_order(now, log, names, worth)
    of_banker = int(now[p.TAKEN_SORTED + banking])
    for seat in range(1, 9):
        above = now[p.FRONT_ABOVE + seat]
        if seat == banking or now[p.LAST_COMPARE + seat] < 0 or above not in (1, 2) or _laid_as_may_be(now, seat):
            continue
        laid = _fits(now, log, names, worth, seat, (0, of_banker))
        right = _fits(now, log, names, worth, seat, (1, of_banker))
        if right == 0 and now[p.FRONT_ABOVE + banking] == 2:
            right = _fits(now, log, names, worth, seat, (1, 1 - of_banker))
        if above == 1 and right != U:
            now[p.IN_ORDER + seat] = 1 if right == 1 else (0 if laid == 1 else U)
        if right == 1 and (above == 1 or laid != 1):
            now[p.TAKEN_SORTED + seat] = 1


@inner_kernel
def _borne_out(now: Vector, log: Matrix, names: Codes, worth: Codes, row: int) -> bool:
    """Whether the tiles of a compare row's seat and the banker's, in any order of the pairs, give its winners."""
    front, rear, _ = logged_winners(log, names, row)
    seat, banking = log[row, p.SEAT], now[p.BANKING]
    if U in (front, rear):
        return False
    for order in range(4):
        player = _four(now, (p.SORTED if order & 1 else p.LAID) + 4 * seat)
        banker = _four(now, (p.SORTED if order & 2 else p.LAID) + 4 * banking)
        if _agrees(worth, now[p.PAGE], player, banker, front, rear):
            return True
    return False


@inner_kernel
def as_compared(now: Vector, seat: int) -> Four:
    """A seat's pairs as they were compared: sorted where the log's comparison took them so, else as they lay."""
    return _four(now, (p.SORTED if now[p.TAKEN_SORTED + seat] == 1 else p.LAID) + 4 * seat)


@inner_kernel
def settled_by_tiles(now: Vector, log: Matrix, names: Codes, worth: Codes, row: int, label: int) -> bool:
    """Whether a compare row is not what its tiles are as compared, and a settlement's result is."""
    seat, banking = log[row, p.SEAT], now[p.BANKING]
    front, rear, _ = logged_winners(log, names, row)
    if U in (front, rear) or banking == 0 or now[p.LAID + 4 * seat] < 0 or now[p.LAID + 4 * banking] < 0:
        return False
    player, banker = as_compared(now, seat), as_compared(now, banking)
    if _agrees(worth, now[p.PAGE], player, banker, front, rear):
        return False
    fronts = _winners(worth, now[p.PAGE], player, banker, 0)
    rears = _winners(worth, now[p.PAGE], player, banker, 1)
    for one in fronts[:2]:
        for other in rears[:2]:
            if pairs_result(one, other) == label:
                return True
    return False


@inner_kernel
def count_comparisons(now: Vector, log: Matrix, names: Codes, worth: Codes) -> None:
    """Of several compare rows of a seat let the last count that its tiles bear out, where there is one."""
    if now[p.BANKING] == 0:
        return
    for seat in range(1, 9):
        counted = -1
        for row in range(now[p.LAST]):
            if log[row, p.EVENT] == p.COMPARE and log[row, p.SEAT] == seat:
                counted = row if _borne_out(now, log, names, worth, row) else counted
        if counted >= 0:
            now[p.LAST_COMPARE + seat] = counted


@inner_kernel
def one_fault_of_banker(now: Vector, log: Matrix, out: Vector, names: Codes, worth: Codes, first: int) -> None:
    """Whether several comparisons are wrong by the banker's pairs, and all right by another split of his tiles.

    Then his tiles were set otherwise than they are logged, or taken otherwise: one fault, not one a seat. ``first`` is
    where the hand's rows of ``pair_comparisons`` begin.
    """
    banking = now[p.BANKING]
    if banking == 0 or now[p.LAID + 4 * banking] < 0:
        return
    laid = _four(now, p.LAID + 4 * banking), _four(now, p.SORTED + 4 * banking)
    a, b, c, d = laid[0]
    for split in ((a, c, b, d), (a, d, b, c)):
        for place in range(4):
            now[p.LAID + 4 * banking + place] = split[place]
            now[p.SORTED + 4 * banking + place] = split[(place + 2) % 4]
        right = True
        for seat in range(1, 9):
            row = now[p.LAST_COMPARE + seat]
            if seat != banking and row >= 0 and now[p.LAID + 4 * seat] >= 0:
                right = right and _borne_out(now, log, names, worth, row)
        now[p.BANKER_OTHERWISE] = 1 if right else now[p.BANKER_OTHERWISE]
    for place in range(4):
        now[p.LAID + 4 * banking + place] = laid[0][place]
        now[p.SORTED + 4 * banking + place] = laid[1][place]
    if now[p.BANKER_OTHERWISE] == 1:  # then nothing tells in which order any pairs were taken
        now[p.FRONT_ABOVE + banking] = U
        for seat in range(1, 9):
            now[p.IN_ORDER + seat] = U if now[p.FRONT_ABOVE + seat] == 1 else now[p.IN_ORDER + seat]
        told = False
        for k in range(first, out[2 * p.T_PAIR_COMPARISONS], out[2 * p.T_PAIR_COMPARISONS + 1]):
            logged, winner, other = out[k + 6], out[k + 7], out[k + 8]
            out[k + 10] = 1 if told else out[k + 10]
            told = told or (U not in (logged, winner) and logged not in (winner, other))


@inner_kernel
def comparison(now: Vector, log: Matrix, out: Vector, names: Codes, worth: Codes, row: int, logged: bool) -> None:
    """A row of ``comparisons`` and its two of ``pair_comparisons``; what was logged is unknown for a settle row."""
    seat, banking = log[row, p.SEAT], now[p.BANKING]
    n = add(now, out, p.T_COMPARISONS, row, seat)
    winners = logged_winners(log, names, row) if logged else (U, U, U)
    front, rear, result = winners
    due = pairs_result(front, rear)
    out[n + 3], out[n + 4], out[n + 5], out[n + 6] = front, rear, result, due
    told = False
    nothing = (-1, -1, -1, -1)
    player = as_compared(now, seat) if seat > 0 else nothing
    banker = as_compared(now, banking) if banking > 0 else nothing
    for part in range(2):
        k = add(now, out, p.T_PAIR_COMPARISONS, row, seat)
        winner, other, zeros = _winners(worth, now[p.PAGE], player, banker, part)
        out[k + 3], out[k + 4], out[k + 5] = part, packed_pair(player, part), packed_pair(banker, part)
        logged_winner = front if part == 0 else rear
        out[k + 6], out[k + 7], out[k + 8], out[k + 9] = logged_winner, winner, other, zeros
        out[k + 10] = 1 if told else 0
        told = told or (U not in (logged_winner, winner) and logged_winner not in (winner, other))
    now[p.WRONG] += 1 if told else 0


@inner_kernel
def _lost(worth: Codes, one: int, two: int, front: bool) -> int:
    """Whether a player's pair loses to a banker's by the better values; -1 unknown."""
    mine, theirs = worth[one, w.STRENGTH], worth[two, w.STRENGTH]
    if mine == 0 or theirs == 0:
        return -1
    zeros = front and worth[one, w.ZERO] == 1 and worth[two, w.ZERO] == 1
    return 0 if mine > theirs and not zeros else 1


@uncounted_kernel
def result_of(worth: Codes, page: int, player: Four, banker: Four) -> int:
    """Result of a player's two pairs, the lower as the front, against a banker's, front pair first (art. 6(3)-(4)).

    2 is won, 1 pushed, 0 lost, -1 unknown.
    """
    one, two = pair_at(page, player[0], player[1]), pair_at(page, player[2], player[3])
    if worth[one, w.STRENGTH] > worth[two, w.STRENGTH]:
        one, two = two, one
    front = _lost(worth, one, pair_at(page, banker[0], banker[1]), True)
    rear = _lost(worth, two, pair_at(page, banker[2], banker[3]), False)
    return -1 if front < 0 or rear < 0 else 2 - front - rear


@inlined_kernel
def better_split(now: Vector, log: Matrix, pieces: Pieces, out: Vector, worth: Codes, row: int, n: int) -> None:
    """Fill in a row of ``sets`` the best result that another split would have brought, and that split."""
    page, banking, result = now[p.PAGE], now[p.BANKING], out[n + 15]
    shown = log[row, p.SIZE] == p.TILES and log[row, p.SPLIT] == 2 and log[row, p.RIGHT] != 0
    if result == U or banking == 0 or not shown:
        out[n + 16] = U
        return
    if result not in (2, 3):
        return
    first, banker = log[row, p.START], as_compared(now, banking)
    best = 0 if result == 2 else 1
    for split in range(3):
        a, b = int(pieces[first + _SPLITS[split][0]]), int(pieces[first + _SPLITS[split][1]])
        c, d = int(pieces[first + _SPLITS[split][2]]), int(pieces[first + _SPLITS[split][3]])
        came = result_of(worth, page, (a, b, c, d), banker)
        if came < 0:
            out[n + 16], out[n + 18] = U, U
            return
        if came > best:
            best = came
            if worth[pair_at(page, a, b), w.STRENGTH] > worth[pair_at(page, c, d), w.STRENGTH]:
                a, b, c, d = c, d, a, b
            out[n + 16] = best
            out[n + 18] = (a + 2) | ((b + 2) << 8) | ((c + 2) << 16) | ((d + 2) << 24)
