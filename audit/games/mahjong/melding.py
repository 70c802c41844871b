"""Claims, chows, pungs and kongs: what a seat laid open, and whether it had what the meld needs (甲四, 甲五; 乙五)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import CHOW, CONCEALED_KONG, EXPOSED_KONG, PROMOTED_KONG, PUNG
from audit.games.mahjong.holding import (
    answers_last,
    begin_tiles,
    copies_now,
    kind_of,
    learn,
    lose,
    next_seat,
    settle_kong,
    unsettle,
)
from audit.games.mahjong.layout import (
    AT_MELDS,
    BROKEN,
    CARRIED,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIM_WIN,
    DRAWN_SINCE,
    FIRST_LOOK,
    FOREIGN_NEW,
    HOLDER,
    HOLDER_BY_CHOW,
    KIND,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    M_ANSWERS,
    M_BETTER,
    M_CLEARED,
    M_COPIES,
    M_DREW,
    M_DUE,
    M_EQUAL,
    M_FOLLOWED,
    M_FOREIGN,
    M_HELD,
    M_MELD,
    M_NEXT,
    M_NOT_HELD,
    M_OPEN,
    M_PUNG,
    M_REPLACED,
    M_SEQUENCE,
    M_TILES,
    M_WAY,
    M_WIN_CLAIM,
    MELDED,
    NONE,
    ON_REPLACEMENT,
    REPLACE_DUE,
    REPLACE_KONG,
    RIVER_HIDDEN,
    ROB_SEAT,
    ROB_TILE,
    TURN_KONGS,
    TURN_SOUND,
    Facts,
    Log,
    Play,
    Rules,
)
from audit.kernel import kernel

_CLAIM = KIND["claim"]
_CHOW_EVENT, _PUNG_EVENT = KIND["chow"], KIND["pung"]


@kernel
def _form(tiles: NDArray[np.int64], facts: Facts, fact: int) -> None:
    """Whether the tiles are equal, and whether they are three in sequence of one suit."""
    size = len(tiles)
    unknown = 0
    equal, sequence = True, size == 3
    least = 99
    for place in range(size):
        tile = tiles[place]
        unknown += tile < 0
        equal = equal and tile == tiles[0] and tile < 34
        least = min(least, tile)
    if sequence:
        seen = 0
        for place in range(size):
            step = tiles[place] - least
            seen |= 1 << step if 0 <= step < 3 else 8
        sequence = seen == 7 and 0 <= least < 27 and least % 9 < 7
    facts.melds[M_TILES, fact] = size
    facts.melds[M_EQUAL, fact] = NONE if unknown else int(equal)
    facts.melds[M_SEQUENCE, fact] = NONE if unknown else int(sequence)


@kernel
def _others_claimed(play: Play, seat: int, bits: int) -> int:
    """Whether another seat claimed the discard so; NONE where the table does not log claims."""
    if not play.now[CARRIED] >> _CLAIM & 1 or play.now[BROKEN]:
        return NONE
    for other in range(1, 5):
        if other != seat and play.claims[other] & bits:
            return 1
    return 0


@kernel
def _from_hand(play: Play, seat: int, tiles: NDArray[np.int64], claimed: int) -> int:
    """How many tiles of a chow, the claimed one left out, the hand held; NONE where it may have held more."""
    if not play.sound[seat]:
        return NONE
    rest = play.held[seat].copy()
    found, left_out, unknown = 0, False, 0
    for place in range(len(tiles)):
        tile = tiles[place]
        if claimed >= 0 and tile == claimed and not left_out:
            left_out = True
        elif tile < 0:
            unknown += 1
        elif rest[tile] > 0:
            rest[tile] -= 1
            found += 1
    if found < 2 and (play.hidden[seat] > 0 or unknown):
        return NONE
    return found


@kernel
def _held_of(play: Play, seat: int, kind: int, wanted: int) -> int:
    """How many of a kind the hand held; NONE where unknown tiles may be of it."""
    if kind < 0 or kind >= 34 or not play.sound[seat]:
        return NONE
    held = play.held[seat, kind]
    return NONE if held < wanted and play.hidden[seat] > 0 else int(held)


@kernel
def _way_of(play: Play, log: Log, row: int, tile: int) -> int:
    """How a kong was made: 1 exposed, 2 concealed, 3 promoted; by its label, else by what lies before the seat."""
    if log.what[row] >= 0:
        return int(log.what[row])
    if log.other[row] > 0:
        return 1
    return 3 if _laid_pung(play, int(log.seat[row]), tile) != -1 else 2


@kernel
def _laid_pung(play: Play, seat: int, tile: int) -> int:
    """The seat's open pung of a kind; -2 where one of a kind that the log does not know may be it, -1 for none."""
    found = -1
    for meld in range(play.laid_count[seat]):
        if play.laid[seat, meld, 0] == 2:
            if play.laid[seat, meld, 1] == tile and tile >= 0:
                return meld
            if play.laid[seat, meld, 1] < 0 or tile < 0:
                found = -2
    return found


@kernel
def _known_tile(tiles: NDArray[np.int64]) -> int:
    """The first tile that the log knows, -1 where it knows none."""
    for place in range(len(tiles)):
        if tiles[place] >= 0:
            return int(tiles[place])
    return -1


@kernel
def _take_tiles(play: Play, seat: int, tiles: NDArray[np.int64], claimed: int, skip: bool) -> int:
    """Move a meld's tiles from the hand to the table, the claimed one left out; how many the hand did not hold.

    ``claimed``: its kind, -1 where it is one of the tiles that the log does not know, -2 where it may be any of them.
    """
    missing, unknown = 0, 0
    if skip and claimed == -2:
        unknown = max(0, len(tiles) - 1)
    else:
        for place in range(len(tiles)):
            tile = tiles[place]
            if skip and tile == claimed:
                skip = False
            elif tile < 0:
                unknown += 1
            else:
                missing += lose(play, seat, tile) == 0
                if tile < 34:
                    play.visible[tile] += 1
    for _ in range(unknown):  # after the known ones: it is not told which tiles they were
        lose(play, seat, -1)
        play.now[RIVER_HIDDEN] += 1
    return missing


@kernel
def _lay(play: Play, seat: int, lies: int, tile: int) -> None:
    """A meld lies before the seat; the fourth exposed one of a suit remembers who fed it."""
    place = play.laid_count[seat]
    if place >= 4:
        unsettle(play, seat)
        return
    play.laid[seat, place, 0] = lies
    play.laid[seat, place, 1] = tile
    play.laid_count[seat] = place + 1
    if place == 3 and lies != 4:
        play.fed[seat] = play.now[LAST_SEAT]
        play.fed_draws[seat] = 0


@kernel
def claimed_meld(play: Play, log: Log, facts: Facts, rules: Rules, row: int) -> None:
    """A chow, a pung, or a kong of a discard."""
    now, seat = play.now, int(log.seat[row])
    fact = play.at[AT_MELDS]
    play.at[AT_MELDS] += 1
    tiles = np.empty(log.pieces_start[row + 1] - log.pieces_start[row], np.int64)
    for place in range(len(tiles)):
        tiles[place] = kind_of(log.pieces[log.pieces_start[row] + place], rules)
    event = int(log.event[row])
    lies = CHOW if event == _CHOW_EVENT else PUNG if event == _PUNG_EVENT else EXPOSED_KONG
    settle_kong(play, facts, seat, lies == EXPOSED_KONG)
    column = facts.melds
    column[M_MELD, fact] = min(lies, 3) - 1
    column[M_WAY, fact] = 1 if lies == EXPOSED_KONG else 0
    _form(tiles, facts, fact)
    last, among, unknown = now[LAST_TILE], False, now[LAST_TILE] == -1
    for place in range(len(tiles)):
        among = among or (last >= 0 and tiles[place] == last)
        unknown = unknown or tiles[place] == -1
    drew = not now[LIVE] and now[HOLDER] == seat and now[DRAWN_SINCE] == 1 and among and now[LAST_SEAT] != seat
    open_discard = answers_last(play, seat)
    answers = NONE if now[BROKEN] or drew or (open_discard and unknown and not among) else int(open_discard and among)
    column[M_ANSWERS, fact] = answers
    column[M_DREW, fact] = NONE if now[BROKEN] else int(drew)
    column[M_NEXT, fact] = NONE if now[BROKEN] or now[LAST_SEAT] == 0 else next_seat(play, now[LAST_SEAT])
    column[M_DUE, fact] = seat if seat > 0 else NONE
    claimed = last if among else -2 if last < 0 else -1
    wanted = lies if lies != CHOW else 2
    kind = last if among else _known_tile(tiles)
    held = _from_hand(play, seat, tiles, claimed) if lies == CHOW else _held_of(play, seat, kind, wanted)
    column[M_HELD, fact] = held
    column[M_PUNG, fact] = 0
    column[M_OPEN, fact] = int(log.what[row] != 2)
    better = CLAIM_PUNG | CLAIM_KONG if lies == CHOW else 0
    column[M_BETTER, fact] = _others_claimed(play, seat, better)
    column[M_WIN_CLAIM, fact] = _others_claimed(play, seat, CLAIM_WIN)
    wrong = column[M_ANSWERS, fact] == 0 or (held != NONE and held < wanted)
    wrong = wrong or column[M_SEQUENCE if lies == CHOW else M_EQUAL, fact] == 0
    _close_meld(play, log, facts, row, tiles, claimed, fact)
    if wrong or drew or len(tiles) != (4 if lies == EXPOSED_KONG else 3):
        play.sized[seat] = 0
        if lies != EXPOSED_KONG:
            play.wrong[seat], play.wrong_discards[seat] = (fact if wrong else play.wrong[seat]), 0
    least = 99
    for place in range(len(tiles)):
        least = min(least, tiles[place])
    _lay(play, seat, lies, least if lies == CHOW and len(tiles) else kind)
    if lies == EXPOSED_KONG:
        _await_replacement(play, facts, seat, fact)
    else:
        now[HOLDER_BY_CHOW] = int(lies == CHOW)
        column[M_REPLACED, fact] = 0
        column[M_FOLLOWED, fact] = 0


@kernel
def _close_meld(
    play: Play, log: Log, facts: Facts, row: int, tiles: NDArray[np.int64], claimed: int, fact: int
) -> None:
    """Move the tiles of a claimed meld and give the turn to its seat."""
    now, seat = play.now, int(log.seat[row])
    for other in range(1, 5):  # a pung claimed by a seat that neither made it nor lost the tile to another
        if other != seat:
            play.claims[other] = 0
    begin_tiles(play)
    answered = facts.melds[M_ANSWERS, fact] != 0
    missing = _take_tiles(play, seat, tiles, claimed, answered)
    facts.melds[M_NOT_HELD, fact] = missing if play.sound[seat] else NONE
    facts.melds[M_COPIES, fact] = copies_now(play) if missing == 0 else NONE
    facts.melds[M_FOREIGN, fact] = now[FOREIGN_NEW]
    facts.melds[M_CLEARED, fact] = 0
    if missing:
        unsettle(play, seat)
    if not answered or seat == 0:
        now[TURN_SOUND] = 0
        play.sized[seat] = 0
    elif not now[BROKEN]:
        now[TURN_SOUND] = 1
    now[HOLDER] = seat
    now[LIVE] = 0
    now[ON_REPLACEMENT], now[TURN_KONGS] = 0, 0
    now[ROB_SEAT] = 0
    now[MELDED] += 1
    play.claims[seat] = 0
    play.gain[seat] = -2


@kernel
def _await_replacement(play: Play, facts: Facts, seat: int, fact: int) -> None:
    """A kong was made: a tile of the tail is due, and after it an act of the same seat."""
    now = play.now
    facts.melds[M_REPLACED, fact] = NONE
    facts.melds[M_FOLLOWED, fact] = NONE
    now[HOLDER], now[HOLDER_BY_CHOW] = seat, 0
    now[TURN_KONGS] += 1
    play.kongs[seat] += 1
    if not now[BROKEN]:
        now[REPLACE_DUE], now[REPLACE_KONG] = seat, fact


@kernel
def own_kong(play: Play, log: Log, facts: Facts, rules: Rules, row: int, way: int) -> None:
    """A kong of four tiles in hand, or of a pung laid open and the fourth tile."""
    now, seat = play.now, int(log.seat[row])
    fact = play.at[AT_MELDS]
    play.at[AT_MELDS] += 1
    tiles = np.empty(log.pieces_start[row + 1] - log.pieces_start[row], np.int64)
    for place in range(len(tiles)):
        tiles[place] = kind_of(log.pieces[log.pieces_start[row] + place], rules)
    blamed = settle_kong(play, facts, seat, True)
    column = facts.melds
    column[M_MELD, fact], column[M_WAY, fact] = 2, way
    _form(tiles, facts, fact)
    tile = _known_tile(tiles)
    holder = now[HOLDER]
    due = holder if now[TURN_SOUND] and not blamed and seat > 0 else NONE
    column[M_DUE, fact] = due
    column[M_ANSWERS, fact], column[M_DREW, fact] = 1, 0
    column[M_NEXT, fact] = NONE
    column[M_OPEN, fact] = 1
    column[M_BETTER, fact], column[M_WIN_CLAIM, fact] = 0, 0
    laid = _laid_pung(play, seat, tile)
    column[M_HELD, fact] = _held_of(play, seat, tile, 4 if way == 2 else 1)
    column[M_PUNG, fact] = int(laid >= 0) if play.sound[seat] and laid != -2 else NONE
    begin_tiles(play)
    promoted = way == 3 and laid != -1
    if promoted:
        tiles = tiles[:1]
        tiles[:] = tile
    missing = _take_tiles(play, seat, tiles, -1, False)
    column[M_NOT_HELD, fact] = missing if play.sound[seat] else NONE
    column[M_COPIES, fact] = copies_now(play) if missing == 0 else NONE
    column[M_FOREIGN, fact] = now[FOREIGN_NEW]
    column[M_CLEARED, fact] = 0
    if missing:
        unsettle(play, seat)
    if due not in (NONE, seat):
        play.sized[seat] = 0
        play.sized[holder] = 0
        now[TURN_SOUND] = 0
    if way == 3 and not promoted:
        play.sized[seat] = 0
    if promoted:
        for meld in range(play.laid_count[seat]):
            if play.laid[seat, meld, 0] == 2 and (meld == laid or (laid == -2 and play.laid[seat, meld, 1] < 0)):
                play.laid[seat, meld, 0], play.laid[seat, meld, 1] = PROMOTED_KONG, tile
                break
    else:
        _lay(play, seat, CONCEALED_KONG if way == 2 else PROMOTED_KONG, tile)
    now[LIVE] = 0
    now[MELDED] += 1
    play.claims[:] = 0
    _await_replacement(play, facts, seat, fact)
    now[ROB_SEAT], now[ROB_TILE] = (seat, tile) if way == 3 else (0, -2)


@kernel
def kong(play: Play, log: Log, facts: Facts, rules: Rules, row: int) -> None:
    """Any kong; a look by the seat earlier in the hand learns of it."""
    tile = -1
    for piece in range(log.pieces_start[row], log.pieces_start[row + 1]):
        tile = max(tile, kind_of(log.pieces[piece], rules))
    way = _way_of(play, log, row, tile)
    if way == 1:
        claimed_meld(play, log, facts, rules, row)
    else:
        own_kong(play, log, facts, rules, row, way)
    for look in range(play.now[FIRST_LOOK], play.at[7]):
        if facts.looks[2, look] == log.seat[row]:
            facts.looks[1, look] = 1


@kernel
def correct(play: Play, facts: Facts, seat: int) -> None:
    """A wrong meld put right: it is cleared where the round had not passed; what the seat holds is open from now on."""
    now = play.now
    if play.wrong[seat] >= 0 and play.wrong_discards[seat] < 2:
        facts.melds[M_CLEARED, play.wrong[seat]] = 1
    play.wrong[seat] = -1
    unsettle(play, seat)
    learn(play, -1)
    now[TURN_SOUND] = 0
    now[HOLDER] = 0
