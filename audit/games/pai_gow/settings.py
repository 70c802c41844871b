"""Facts of settings: splits of a seat's tiles, what pairs are called, and how they lay when they were compared."""

from audit.games.pai_gow import play as p
from audit.games.pai_gow import worth as w
from audit.games.pai_gow.labels import OTHER_ROW, PAIR_POINTS, ROW
from audit.games.pai_gow.play import Codes, Matrix, Pieces, U, Vector, add, pack_two, packed
from audit.games.pai_gow.ranking import KINDS
from audit.games.pai_gow.worth import pair_at
from audit.kernel import inlined_kernel, inner_kernel
from audit.pieces.notation import DOMINO_COPIES


@inner_kernel
def two_pairs(log: Matrix, row: int) -> bool:
    """Whether a row shows two tiles, a bar, and two tiles."""
    return bool(log[row, p.SPLIT] == 2 and log[row, p.SIZE] == 4)


@inner_kernel
def _tally(pieces: Pieces, first: int) -> int:
    """How often each kind stands among four tiles, three bits a kind; 0 where one is no domino of the set."""
    tally = 0
    for at in range(first, first + 4):
        kind = int(pieces[at])
        if kind < 0 or kind >= KINDS:
            return 0
        tally += 1 << (3 * kind)
    return tally


@inlined_kernel
def _beyond_the_set(now: Vector, pieces: Pieces, begin: int, end: int) -> bool:
    """Whether a pile holds a tile of which the hand has more than there are, so that it may be the wrong one."""
    for at in range(begin, end):
        kind = int(pieces[at])
        if kind >= KINDS or (kind >= 0 and now[p.COPIES + kind] > DOMINO_COPIES[kind]):
            return True
    return False


@inner_kernel
def split_right(now: Vector, log: Matrix, pieces: Pieces, row: int, seat: int) -> int:
    """Whether a setting is a split of a seat's pile."""
    size = log[row, p.SIZE]
    if size == 0 or (log[row, p.SPLIT] == -1 and size == 4):
        return U
    if not two_pairs(log, row):
        return 0
    if seat == 0 or now[p.PILE_COUNT + seat] != 1 or now[p.PILE_ROW + seat] >= now[p.GAP]:
        return U
    pile = now[p.PILE_ROW + seat]
    begin, end, first = log[pile, p.START], log[pile, p.START] + log[pile, p.SIZE], log[row, p.START]
    if end - begin != 4:
        return U
    if _tally(pieces, begin) == _tally(pieces, first) != 0:
        return 1
    unknown_in_pile = unknown_in_set = 0
    for at in range(begin, end):
        unknown_in_pile += 1 if pieces[at] == -1 else 0
    lacking = 0
    for at in range(first, first + 4):
        kind = pieces[at]
        if kind == -1:
            unknown_in_set += 1
            continue
        wanted = held = 0
        for other in range(first, at + 1):
            wanted += 1 if pieces[other] == kind else 0
        for other in range(begin, end):
            held += 1 if pieces[other] == kind else 0
        lacking += 1 if wanted > held else 0
    if lacking > unknown_in_pile:
        return U if _beyond_the_set(now, pieces, begin, end) else 0
    if unknown_in_pile > 0 or unknown_in_set > 0:
        return U
    return 1


@inner_kernel
def _changed(log: Matrix, pieces: Pieces, row: int, before: int) -> int:
    """Whether two settings are of other pairs; unknown where one is not two pairs or not known."""
    if not two_pairs(log, row) or not two_pairs(log, before):
        return U
    a, b = log[row, p.START], log[before, p.START]
    for at in range(4):
        if pieces[a + at] == -1 or pieces[b + at] == -1:
            return U
    one = _pair_key(pieces, a), _pair_key(pieces, a + 2)
    other = _pair_key(pieces, b), _pair_key(pieces, b + 2)
    return 0 if one == other or one == (other[1], other[0]) else 1


@inner_kernel
def _pair_key(pieces: Pieces, at: int) -> int:
    one, other = int(pieces[at]) + 2, int(pieces[at + 1]) + 2
    return min(one, other) * 256 + max(one, other)


@inlined_kernel
def _seats_before(now: Vector, lists: Matrix, log: Matrix, row: int) -> int:
    """At a person's first setting of a player seat: other player seats that he set before."""
    seat, person, banking = log[row, p.SEAT], log[row, p.PERSON], now[p.BANKING]
    if (seat == banking and seat > 0) or log[row, p.ACTOR] >= 3:  # art. 7(5) speaks of players, not dealer or house
        return 0
    if log[row, p.RIGHT] == 0:
        return 0  # other tiles than the seat's own are art. 5(1)'s matter, and tell nothing of whose seat was set
    if person < 0 or seat == 0 or banking == 0:
        return U
    count, seen, unnamed = 0, 0, row >= now[p.GAP]
    for place in range(now[p.SETS]):
        other = lists[p.SET_AT, place]
        if other >= row:
            break
        there = log[other, p.SEAT]
        if there == banking or log[other, p.RIGHT] == 0:
            continue
        if log[other, p.PERSON] < 0 or there == 0:
            unnamed = unnamed or there != seat
        elif log[other, p.PERSON] == person:
            if there == seat:
                return 0
            count += 0 if seen & (1 << there) else 1
            seen |= 1 << there
    return U if unnamed and count == 0 else count


@inner_kernel
def opened_before(now: Vector, row: int) -> int:
    """Whether a tile of the banker's was turned before a row."""
    if row >= now[p.GAP]:
        return U
    if 0 <= now[p.OPENING] < row:
        return 1
    return U if 0 <= now[p.OPENING_DOUBT] < row or now[p.BANKING] == 0 else 0


@inlined_kernel
def sets_elsewhere(now: Vector, lists: Matrix, log: Matrix, row: int) -> bool:
    """Whether a set row's person sets another player seat too, which is art. 7(5)'s matter."""
    seat, person = log[row, p.SEAT], log[row, p.PERSON]
    for place in range(now[p.SETS]):
        other = lists[p.SET_AT, place]
        elsewhere = log[other, p.SEAT] not in (0, seat, now[p.BANKING]) and log[other, p.RIGHT] != 0
        if log[other, p.PERSON] == person and elsewhere:
            return bool(person >= 0)
    return False


@inlined_kernel
def set_row(
    now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, out: Vector, row: int, result: int, compensated: int
) -> int:
    """A row of ``sets`` but for what another split would have brought; its number."""
    seat = log[row, p.SEAT]
    n = add(now, out, p.T_SETS, row, seat)
    whole, torn = now[p.WHOLE] == 1, row >= now[p.GAP]
    before = now[p.PREVIOUS_SET + seat] if seat > 0 else -1
    none_before = U if torn or seat == 0 else 0
    now[p.PREVIOUS_SET + seat] = row
    has_pile = seat > 0 and now[p.PILE_COUNT + seat] == 1
    out[n + 3] = U if 0 in (seat, now[p.BANKING]) else (1 if seat == now[p.BANKING] else 0)
    out[n + 4] = packed(log, pieces, row)
    out[n + 5] = packed(log, pieces, now[p.PILE_ROW + seat]) if has_pile else U
    out[n + 6] = log[row, p.RIGHT]
    merged = now[p.MERGED + seat] == 1 and now[p.BET_ROWS + seat] > 1
    sure = now[p.BETS_SURE] == 1 and seat > 0
    out[n + 7] = _others_bet(now, lists, seat, log[row, p.PERSON], merged) if sure else U
    his = _setter_bet(now, lists, seat, log[row, p.PERSON]) if sure and log[row, p.RIGHT] != 0 else U
    highest = now[p.HIGHEST + seat] if sure and not merged else U
    out[n + 8] = U if his < highest and sets_elsewhere(now, lists, log, row) else his
    out[n + 9] = highest
    out[n + 10] = _seats_before(now, lists, log, row)
    out[n + 11] = opened_before(now, row)
    out[n + 12] = 1 if before >= 0 else none_before
    out[n + 13] = _changed(log, pieces, row, before) if before >= 0 else none_before
    last = now[p.LAST_SET + seat] == row
    out[n + 14] = 0 if not last else (1 if whole else U)
    out[n + 15], out[n + 16], out[n + 17], out[n + 18] = result, 0, compensated, U
    out[n + 19] = out[n + 20] = 0
    if log[row, p.RIGHT] == 0:
        out[n + 19] = _exchanged_with(now, lists, log, pieces, row)
        out[n + 20] = _told_before(now, lists, log, pieces, row)
    return n


@inner_kernel
def _exchanged(now: Vector, log: Matrix, pieces: Pieces, row: int, other: int) -> bool:
    """Whether two settings split each the pile of the other's seat."""
    seat, there = log[row, p.SEAT], log[other, p.SEAT]
    if log[other, p.RIGHT] != 0 or seat == there or 0 in (seat, there):
        return False
    return split_right(now, log, pieces, row, there) == 1 == split_right(now, log, pieces, other, seat)


@inner_kernel
def _exchanged_with(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, row: int) -> int:
    """The seat with which a setting's tiles are exchanged, 0 for none."""
    for place in range(now[p.SETS]):
        if _exchanged(now, log, pieces, row, lists[p.SET_AT, place]):
            return int(log[lists[p.SET_AT, place], p.SEAT])
    return 0


@inner_kernel
def _told_before(now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, row: int) -> int:
    """Whether an earlier setting shows the same fault: of the same tiles at this seat, or of this seat's at another."""
    tally = _tally(pieces, log[row, p.START]) if log[row, p.SIZE] == p.TILES else 0
    for place in range(now[p.SETS]):
        other = lists[p.SET_AT, place]
        if other >= row:
            return 0
        same = log[other, p.SEAT] == log[row, p.SEAT] and log[other, p.RIGHT] == 0 and log[other, p.SIZE] == p.TILES
        if same and tally == _tally(pieces, log[other, p.START]) != 0:
            return 1
        if _exchanged(now, log, pieces, row, other):
            return 1
    return 0


@inlined_kernel
def _others_bet(now: Vector, lists: Matrix, seat: int, person: int, merged: bool) -> int:
    """Whether others than the setter bet on a seat; a piggyback bet that is the setter's own and only one is none."""
    if now[p.BETTORS + seat] > 1:
        return 1
    if now[p.PIGGYBACK + seat] == 1:
        alone = person >= 0 and now[p.MERGED + seat] == 0 and now[p.BETTORS + seat] == 1
        return 0 if alone and _setter_bet(now, lists, seat, person) != 0 else 1
    return U if merged else 0


@inlined_kernel
def _setter_bet(now: Vector, lists: Matrix, seat: int, person: int) -> int:
    if person < 0 or now[p.MERGED + seat] == 1:
        return U
    for at in range(now[p.WAGERS]):
        if lists[p.W_SEAT, at] == seat and lists[p.W_PERSON, at] == person:
            return int(lists[p.W_BET, at])
    return 0


@inlined_kernel
def pairs(
    now: Vector, log: Matrix, pieces: Pieces, out: Vector, names: Codes, worth: Codes, row_points: Codes, row: int
) -> None:
    """The rows of ``pairs`` of a set row that shows two pairs."""
    if not two_pairs(log, row):
        return
    split = log[row, p.RIGHT]
    otherwise = named_otherwise(now, log, pieces, names, worth, row) in (1, 2) and split != 0
    for part in range(2):
        n = add(now, out, p.T_PAIRS, row, log[row, p.SEAT])
        at = log[row, p.START] + 2 * part
        one, other = int(pieces[at]), int(pieces[at + 1])
        pair = pair_at(now[p.PAGE], one, other)
        out[n + 3] = part
        out[n + 4] = (one + 2) | ((other + 2) << 8)
        out[n + 5] = U if now[p.BANKING] == 0 else (1 if log[row, p.SEAT] == now[p.BANKING] else 0)
        for place in range(5):
            value = int(worth[pair, w.POINTS + place])
            out[n + 9 + place] = value if value >= 0 and split != 0 else U
        logged = _logged(names, worth, row_points, now[p.PAGE], log[row, p.LABEL], part, pair)
        out[n + 6], out[n + 7], out[n + 8] = logged
        out[n + 14] = 1 if part == 1 and otherwise else 0


@inlined_kernel
def _logged(
    names: Codes, worth: Codes, row_points: Codes, page: int, label: int, part: int, pair: int
) -> tuple[int, int, int]:
    """How a label names a pair (0 not, 1 points, 2 row or name), with its points and its row."""
    row, points = int(names[label, ROW + part]), int(names[label, PAIR_POINTS + part])
    if row < 0:
        return U, U, U
    if row == 0:
        return (1, points, 0) if points >= 0 else (0, U, U)
    second = int(names[label, OTHER_ROW + part])
    own, by_other = worth[pair, w.ROW], worth[pair, w.OTHER_ROW]
    if second > 0 and second in (own, by_other) and row not in (own, by_other):
        row = second
    found = int(row_points[page, row])
    return 2, found if found >= 0 else U, row


@inner_kernel
def _is_called(names: Codes, worth: Codes, label: int, part: int, pair: int) -> bool:
    """Whether a label's front or rear name is one of a pair's, by any value of a Gee Joon tile."""
    row, points = int(names[label, ROW + part]), int(names[label, PAIR_POINTS + part])
    if row > 0:
        second = int(names[label, OTHER_ROW + part])
        own, by_other = worth[pair, w.ROW], worth[pair, w.OTHER_ROW]
        return bool(row in (own, by_other) or (second > 0 and (second in (own, by_other))))
    return bool(points >= 0 and (points == worth[pair, w.POINTS] or points == worth[pair, w.OTHER_POINTS]))


@inner_kernel
def named_otherwise(now: Vector, log: Matrix, pieces: Pieces, names: Codes, worth: Codes, row: int) -> int:
    """Whether the names of a setting are not those of its pairs, but those of its four tiles paired otherwise.

    0 not, 1 neither fits and both fit the same pairs the other way round, 2 neither fits and both fit another split,
    3 one fits and both fit another split.
    """
    label, page = log[row, p.LABEL], now[p.PAGE]
    if not two_pairs(log, row) or (names[label, ROW] <= 0 and names[label, PAIR_POINTS] < 0):
        return 0
    if names[label, ROW + 1] <= 0 and names[label, PAIR_POINTS + 1] < 0:
        return 0
    at = log[row, p.START]
    front = pair_at(page, int(pieces[at]), int(pieces[at + 1]))
    rear = pair_at(page, int(pieces[at + 2]), int(pieces[at + 3]))
    if worth[front, w.STRENGTH] == 0 or worth[rear, w.STRENGTH] == 0:
        return 0
    fitting = _is_called(names, worth, label, 0, front) + _is_called(names, worth, label, 1, rear)
    if fitting == 2:
        return 0
    if fitting == 0 and _is_called(names, worth, label, 0, rear) and _is_called(names, worth, label, 1, front):
        return 1
    for beside in range(2, 4):  # the tile that lies with the first
        one = pair_at(page, int(pieces[at]), int(pieces[at + beside]))
        other = pair_at(page, int(pieces[at + 1]), int(pieces[at + 5 - beside]))
        if _is_called(names, worth, label, 0, one) and _is_called(names, worth, label, 1, other):
            return 2 + fitting
        if _is_called(names, worth, label, 0, other) and _is_called(names, worth, label, 1, one):
            return 2 + fitting
    return 0


@inlined_kernel
def _above(now: Vector, worth: Codes, seat: int) -> int:
    """Whether a seat's front pair ranks above its rear: 0 not, 1 by every value of a Gee Joon tile, 2 by some alone."""
    at, page = p.LAID + 4 * seat, now[p.PAGE]
    front, rear = pair_at(page, now[at], now[at + 1]), pair_at(page, now[at + 2], now[at + 3])
    if worth[front, w.STRENGTH] == 0 or worth[rear, w.STRENGTH] == 0:
        return U
    if worth[front, w.LEAST] > worth[rear, w.STRENGTH]:
        return 1
    return 2 if worth[front, w.STRENGTH] > worth[rear, w.LEAST] else 0


@inlined_kernel
def _contradicted(now: Vector, log: Matrix, pieces: Pieces, names: Codes, worth: Codes, seat: int) -> bool:
    """Whether what lay at a seat cannot be told.

    Other pairs were laid out than were set, or what was set is no split of its own tiles or bears the names of another.
    """
    arranged, made = now[p.LAST_ARRANGE + seat], now[p.LAST_SET + seat]
    if arranged >= 0 and made >= 0:
        return _changed(log, pieces, arranged, made) == 1
    if arranged >= 0 or made < 0:
        return False
    return log[made, p.RIGHT] == 0 or named_otherwise(now, log, pieces, names, worth, made) >= 2


@inlined_kernel
def lay(now: Vector, log: Matrix, pieces: Pieces, names: Codes, worth: Codes) -> None:
    """What lay at every seat: its pairs as laid out or set, the same in right order, and whether the front is above."""
    for seat in range(1, 9):
        row = now[p.LAST_ARRANGE + seat]
        if row < 0:
            row = now[p.LAST_SET + seat]
        laid, in_order = p.LAID + 4 * seat, p.SORTED + 4 * seat
        known = (
            row >= 0
            and two_pairs(log, row)
            and now[p.WHOLE] == 1
            and not _contradicted(now, log, pieces, names, worth, seat)
        )
        for at in range(4):
            kind = int(pieces[log[row, p.START] + at]) if known else -1
            now[laid + at] = now[in_order + at] = kind if 0 <= kind <= 20 else -1
        above = _above(now, worth, seat) if known else U
        now[p.FRONT_ABOVE + seat] = above
        if above in (1, 2):
            for at in range(4):
                now[in_order + at] = now[laid + (at + 2) % 4]


@inner_kernel
def _laid_as_set(
    now: Vector, lists: Matrix, log: Matrix, pieces: Pieces, names: Codes, worth: Codes, seat: int, arranged: int
) -> int:
    """Whether what the dealer laid out at a seat are the two pairs of one of its settings."""
    if now[p.WHOLE] == 0 or now[p.BANKING] == 0:
        return U
    if seat == now[p.BANKING] and (now[p.KINDS] & (1 << p.DISPUTE) or not now[p.CARRIED] & (1 << p.DISPUTE)):
        return U  # a doubt about the banker's setting is decided by others than he (art. 3(4))
    if _changed(log, pieces, arranged, now[p.LAST_SET + seat]) == 0:
        return 1
    found, sure = U, True
    for place in range(now[p.SETS]):
        made = lists[p.SET_AT, place]
        if log[made, p.SEAT] != seat:
            continue
        if log[made, p.RIGHT] == 0 or named_otherwise(now, log, pieces, names, worth, made) > 0:
            return U  # the setting itself is wrong (art. 5(1)) or called otherwise (art. 5(3), 5(4))
        changed = _changed(log, pieces, arranged, made)
        if changed == 0:
            return 1
        sure, found = sure and changed == 1, 0
    return found if sure else U


@inner_kernel
def layouts(
    now: Vector,
    lists: Matrix,
    log: Matrix,
    pieces: Pieces,
    out: Vector,
    names: Codes,
    worth: Codes,
    first_compare: int,
) -> None:
    """The rows of ``layouts``."""
    for seat in range(1, 9):
        arranged = now[p.LAST_ARRANGE + seat]
        if arranged < 0 and now[p.LAST_SET + seat] < 0:
            continue
        row = arranged
        if row < 0:
            row = first_compare if seat == now[p.BANKING] else now[p.LAST_COMPARE + seat]
        n = add(now, out, p.T_LAYOUTS, row, seat)
        out[n + 3] = 0 if arranged >= 0 else 1
        above = now[p.FRONT_ABOVE + seat]
        out[n + 4] = 0 if above == 2 else above
        out[n + 5] = now[p.IN_ORDER + seat]
        for part in range(2):
            at = p.LAID + 4 * seat + 2 * part
            found = int(worth[pair_at(now[p.PAGE], now[at], now[at + 1]), w.ROW])
            out[n + 6 + part] = found if found > 0 else U
        made = now[p.LAST_SET + seat]
        same = U
        if arranged >= 0 and made >= 0:
            same = _laid_as_set(now, lists, log, pieces, names, worth, seat, arranged)
        out[n + 8] = packed(log, pieces, arranged) if same == 0 else U
        out[n + 9] = packed(log, pieces, made) if same == 0 else U
        out[n + 10] = same


@inner_kernel
def packed_pair(kinds: tuple[int, int, int, int], part: int) -> int:
    """The front or the rear pair of four kinds as one number."""
    return pack_two(kinds[2 * part], kinds[2 * part + 1])
