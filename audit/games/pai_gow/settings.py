"""Facts of settings: splits of a seat's tiles, what pairs are called, and how they lay when they were compared."""

from audit.games.pai_gow import play as p
from audit.games.pai_gow.play import Log, Names, Out, Play, Tables, U, add, pack_two, packed
from audit.games.pai_gow.ranking import Ranking, slot
from audit.kernel import uncounted_kernel

_NO_NAME_POINTS = 10  # the points of a row of Table 2 whose pair has a name of its own


@uncounted_kernel
def two_pairs(log: Log, row: int) -> bool:
    """Whether a row shows two tiles, a bar, and two tiles."""
    return bool(log.split[row] == 2 and log.start[row + 1] - log.start[row] == 4)


@uncounted_kernel
def _split_right(play: Play, log: Log, row: int) -> int:
    seat = log.seat[row]
    size = log.start[row + 1] - log.start[row]
    if size == 0 or (log.split[row] == -1 and size == 4):
        return U
    if not two_pairs(log, row):
        return 0
    if seat == 0 or play.seat[p.PILE_COUNT, seat] != 1 or play.seat[p.PILE_ROW, seat] >= play.now[p.GAP]:
        return U
    pile = play.seat[p.PILE_ROW, seat]
    begin, end, first = log.start[pile], log.start[pile + 1], log.start[row]
    unknown_in_pile = unknown_in_set = 0
    for at in range(begin, end):
        unknown_in_pile += 1 if log.pieces[at] == -1 else 0
    lacking = 0
    for at in range(first, first + 4):
        kind = log.pieces[at]
        if kind == -1:
            unknown_in_set += 1
            continue
        wanted = held = 0
        for other in range(first, at + 1):
            wanted += 1 if log.pieces[other] == kind else 0
        for other in range(begin, end):
            held += 1 if log.pieces[other] == kind else 0
        lacking += 1 if wanted > held else 0
    if lacking > unknown_in_pile:
        return 0
    if unknown_in_pile > 0 or unknown_in_set > 0:
        return U
    return 1 if end - begin == 4 else 0


@uncounted_kernel
def _changed(log: Log, row: int, before: int) -> int:
    """Whether two settings are of other pairs; unknown where one is not two pairs or not known."""
    if not two_pairs(log, row) or not two_pairs(log, before):
        return U
    a, b = log.start[row], log.start[before]
    for at in range(4):
        if log.pieces[a + at] == -1 or log.pieces[b + at] == -1:
            return U
    one = _pair_key(log, a), _pair_key(log, a + 2)
    other = _pair_key(log, b), _pair_key(log, b + 2)
    return 0 if one == other or one == (other[1], other[0]) else 1


@uncounted_kernel
def _pair_key(log: Log, at: int) -> int:
    one, other = int(log.pieces[at]) + 2, int(log.pieces[at + 1]) + 2
    return min(one, other) * 256 + max(one, other)


@uncounted_kernel
def _seats_before(play: Play, log: Log, row: int) -> int:
    """At a person's first setting of a player seat: other player seats that he set before."""
    seat, person, banking = log.seat[row], log.person[row], play.now[p.BANKING]
    if seat == banking and seat > 0:
        return 0
    if person < 0 or seat == 0 or banking == 0:
        return U
    count, seen, unnamed = 0, 0, row >= play.now[p.GAP]
    for place in range(play.now[p.SETS]):
        other = play.sets[place]
        if other >= row:
            break
        there = log.seat[other]
        if there == banking:
            continue
        if log.person[other] < 0 or there == 0:
            unnamed = unnamed or there != seat
        elif log.person[other] == person:
            if there == seat:
                return 0
            count += 0 if seen & (1 << there) else 1
            seen |= 1 << there
    return U if unnamed and count == 0 else count


@uncounted_kernel
def opened_before(play: Play, row: int) -> int:
    """Whether a tile of the banker's was turned before a row."""
    now = play.now
    if row >= now[p.GAP]:
        return U
    if 0 <= now[p.OPENING] < row:
        return 1
    return U if 0 <= now[p.OPENING_DOUBT] < row or now[p.BANKING] == 0 else 0


@uncounted_kernel
def set_row(play: Play, log: Log, out: Out, row: int, result: int, compensated: int) -> int:
    """A row of ``sets`` but for what another split would have brought; its number."""
    now, t, seat = play.now, out.sets, log.seat[row]
    n = add(t, out.filled, p.T_SETS, now[p.HAND], row, seat)
    whole, torn = now[p.WHOLE] == 1, row >= now[p.GAP]
    before = play.seat[p.PREVIOUS_SET, seat]
    play.seat[p.PREVIOUS_SET, seat] = row
    has_pile = seat > 0 and play.seat[p.PILE_COUNT, seat] == 1
    t[3, n] = U if now[p.BANKING] == 0 else (1 if seat == now[p.BANKING] else 0)
    t[4, n] = packed(log, row)
    t[5, n] = packed(log, play.seat[p.PILE_ROW, seat]) if has_pile else U
    t[6, n] = _split_right(play, log, row)
    merged = play.seat[p.MERGED, seat] == 1 and play.seat[p.BET_ROWS, seat] > 1
    along = play.seat[p.PIGGYBACK, seat] == 1 or play.seat[p.BETTORS, seat] > 1
    t[7, n] = 1 if along else (U if merged or not whole or seat == 0 else 0)
    t[8, n] = _setter_bet(play, seat, log.person[row]) if whole else U
    t[9, n] = U if merged or not whole else play.seat[p.HIGHEST, seat]
    t[10, n] = _seats_before(play, log, row)
    t[11, n] = opened_before(play, row)
    t[12, n] = 1 if before >= 0 else (U if torn else 0)
    t[13, n] = _changed(log, row, before) if before >= 0 else (U if torn else 0)
    last = play.seat[p.LAST_SET, seat] == row
    t[14, n] = 0 if not last else (1 if whole else U)
    t[15, n], t[16, n], t[17, n], t[18, n] = result, 0, compensated, U
    return n


@uncounted_kernel
def _setter_bet(play: Play, seat: int, person: int) -> int:
    if person < 0 or play.seat[p.MERGED, seat] == 1:
        return U
    for at in range(play.now[p.WAGERS]):
        if play.wager[p.W_SEAT, at] == seat and play.wager[p.W_PERSON, at] == person:
            return int(play.wager[p.W_BET, at])
    return 0


@uncounted_kernel
def pairs(play: Play, log: Log, out: Out, tables: Tables, names: Names, row: int) -> None:
    """The rows of ``pairs`` of a set row that shows two pairs."""
    if not two_pairs(log, row):
        return
    now, t = play.now, out.pairs
    for part in range(2):
        n = add(t, out.filled, p.T_PAIRS, now[p.HAND], row, log.seat[row])
        at = log.start[row] + 2 * part
        one, other = int(log.pieces[at]), int(log.pieces[at + 1])
        t[3, n] = part
        t[4, n] = (one + 2) | ((other + 2) << 8)
        t[5, n] = U if now[p.BANKING] == 0 else (1 if log.seat[row] == now[p.BANKING] else 0)
        worth = _worth(tables, now[p.PAGE], one, other)
        for place in range(5):
            t[9 + place, n] = worth[place]
        logged = _logged(tables, names, now[p.PAGE], log.label[row], part, worth)
        t[6, n], t[7, n], t[8, n] = logged


@uncounted_kernel
def _worth(tables: Tables, page: int, one: int, other: int) -> tuple[int, int, int, int, int]:
    """Points, points by the other value, row, row by the other value, and which value makes the pair lower."""
    ranking = tables.ranking
    a, b = slot(one), slot(other)
    best = int(ranking.strength[page, a, b])
    if best == 0:
        return U, U, U, U, U
    plain, switched = int(ranking.plain[page, a, b]), int(ranking.switched[page, a, b])
    points, row = int(ranking.points[page, a, b]), int(ranking.row[page, a, b])
    table_row = row if row > 0 else U
    if not switched or switched == plain:
        return points, points, table_row, table_row, 0
    lower = 1 if plain < switched else 2
    other_points = int(ranking.points_plain[page, a, b] if lower == 1 else ranking.points_switched[page, a, b])
    other_row = int(tables.strength_row[page, min(plain, switched)])
    return points, other_points, table_row, other_row if other_row > 0 else table_row, lower


@uncounted_kernel
def _logged(
    tables: Tables, names: Names, page: int, label: int, part: int, worth: tuple[int, int, int, int, int]
) -> tuple[int, int, int]:
    """How a label names a pair (0 not, 1 points, 2 row or name), with its points and its row."""
    row, points = int(names.row[label, part]), int(names.points[label, part])
    if row < 0:
        return U, U, U
    if row == 0:
        return (1, points, 0) if points >= 0 else (0, U, U)
    second = int(names.other_row[label, part])
    if second > 0 and worth[2] != row and (worth[2] == second or worth[3] == second) and worth[3] != row:
        row = second
    found = int(tables.row_points[page, row])
    return 2, found if found >= 0 else U, row


@uncounted_kernel
def _above(ranking: Ranking, page: int, kinds: tuple[int, int, int, int]) -> int:
    """Whether the front pair ranks above the rear by every value of a Gee Joon tile."""
    a, b, c, d = slot(kinds[0]), slot(kinds[1]), slot(kinds[2]), slot(kinds[3])
    front, rear = int(ranking.plain[page, a, b]), int(ranking.strength[page, c, d])
    if front == 0 or rear == 0:
        return U
    switched = int(ranking.switched[page, a, b])
    lowest = min(front, switched) if switched > 0 else front
    return 1 if lowest > rear else 0


@uncounted_kernel
def lay(play: Play, log: Log, tables: Tables) -> None:
    """What lay at every seat: its pairs as laid out or set, the same in right order, and whether the front is above."""
    now = play.now
    for seat in range(1, 9):
        row = play.seat[p.LAST_ARRANGE, seat]
        if row < 0:
            row = play.seat[p.LAST_SET, seat]
        known = row >= 0 and two_pairs(log, row) and now[p.WHOLE] == 1
        for at in range(4):
            kind = int(log.pieces[log.start[row] + at]) if known else -1
            play.laid[seat, at] = play.sorted[seat, at] = kind if 0 <= kind <= 20 else -1
        kinds = (play.laid[seat, 0], play.laid[seat, 1], play.laid[seat, 2], play.laid[seat, 3])
        above = _above(tables.ranking, now[p.PAGE], kinds)
        play.seat[p.FRONT_ABOVE, seat] = above
        if above == 1:
            play.sorted[seat, 0], play.sorted[seat, 1], play.sorted[seat, 2], play.sorted[seat, 3] = (
                kinds[2],
                kinds[3],
                kinds[0],
                kinds[1],
            )


@uncounted_kernel
def layouts(play: Play, log: Log, out: Out, tables: Tables, first_compare: int) -> None:
    """The rows of ``layouts``."""
    now, t, ranking = play.now, out.layouts, tables.ranking
    for seat in range(1, 9):
        arranged = play.seat[p.LAST_ARRANGE, seat]
        if arranged < 0 and play.seat[p.LAST_SET, seat] < 0:
            continue
        row = arranged
        if row < 0:
            row = first_compare if seat == now[p.BANKING] else play.seat[p.LAST_COMPARE, seat]
        n = add(t, out.filled, p.T_LAYOUTS, now[p.HAND], row, seat)
        a, b, c, d = (
            slot(play.laid[seat, 0]),
            slot(play.laid[seat, 1]),
            slot(play.laid[seat, 2]),
            slot(play.laid[seat, 3]),
        )
        front, rear = int(ranking.row[now[p.PAGE], a, b]), int(ranking.row[now[p.PAGE], c, d])
        t[3, n] = 0 if arranged >= 0 else 1
        t[4, n] = play.seat[p.FRONT_ABOVE, seat]
        t[5, n] = play.seat[p.IN_ORDER, seat]
        t[6, n] = front if front > 0 else U
        t[7, n] = rear if rear > 0 else U


@uncounted_kernel
def packed_pair(kinds: tuple[int, int, int, int], part: int) -> int:
    """The front or the rear pair of four kinds as one number."""
    return pack_two(kinds[2 * part], kinds[2 * part + 1])
