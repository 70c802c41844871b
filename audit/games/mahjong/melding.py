"""Claims, chows, pungs and kongs: what a seat laid open, and whether it had what the meld needs (甲四, 甲五; 乙五)."""

import numpy as np
from numpy.typing import NDArray

from audit.games.mahjong.fan import CHOW, CONCEALED_KONG, EXPOSED_KONG, PROMOTED_KONG, PUNG
from audit.games.mahjong.holding import (
    answers_last,
    begin_tiles,
    copies_now,
    doubt,
    lacks,
    lose_hands,
    miscount,
    mislead,
    next_seat,
    open_play,
    settle_doubt,
    settle_kong,
    settle_take_back,
    surplus_now,
    tiles_not_held,
    unsettle,
)
from audit.games.mahjong.laying import put_down, take_tiles
from audit.games.mahjong.layout import (
    A_CLAIMED,
    A_EVENT,
    A_OTHER,
    A_SEAT,
    A_SHOWN,
    A_TILES,
    A_WHAT,
    ANY_CLAIMED,
    AT_LOOKS,
    AT_MELDS,
    BROKEN,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIM_WIN,
    DOUBTED,
    DRAWN_SINCE,
    END_OPEN,
    ENDED_BY,
    FIRST_LOOK,
    FOLLOW_DUE,
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
    M_MISSING,
    M_NEXT,
    M_NOT_HELD,
    M_OPEN,
    M_PUNG,
    M_REPLACED,
    M_SEQUENCE,
    M_SURPLUS,
    M_TILES,
    M_WAY,
    M_WIN_CLAIM,
    MELDED,
    NONE,
    NONE_CLAIMED,
    ON_REPLACEMENT,
    PLAY_OPEN,
    REPLACE_DUE,
    REPLACE_KONG,
    ROB_SEAT,
    ROB_TILE,
    SIMPLIFIED,
    TILES_BEFORE,
    TOOK_BACK,
    TURN_KONGS,
    TURN_SOUND,
    Play,
)
from audit.games.mahjong.shapes import FOREIGN_KIND
from audit.kernel import inner_kernel

_CLAIM, _DRAW, _DISCARD = KIND["claim"], KIND["draw"], KIND["discard"]
_CHOW_EVENT, _PUNG_EVENT, _KONG_EVENT = KIND["chow"], KIND["pung"], KIND["kong"]


@inner_kernel
def _form(play: Play, rows: NDArray[np.int32], fact: int) -> None:
    """Whether the tiles are equal, and whether they are three in sequence of one suit."""
    tiles, size = play.tiles, play.act[A_TILES]
    unknown = 0
    equal, sequence = True, size == 3
    least = 99
    for place in range(size):
        tile = tiles[place]
        unknown += tile < 0 or tile == FOREIGN_KIND
        equal = equal and tile == tiles[0]
        least = min(least, tile)
    if sequence:
        seen = 0
        for place in range(size):
            step = tiles[place] - least
            seen |= 1 << step if 0 <= step < 3 else 8
        sequence = seen == 7 and 0 <= least < 27 and least % 9 < 7
    rows[M_TILES, fact] = size if play.act[A_SHOWN] else NONE
    rows[M_EQUAL, fact] = NONE if unknown else int(equal)
    rows[M_SEQUENCE, fact] = NONE if unknown else int(sequence)


@inner_kernel
def _others_claims(play: Play, seat: int) -> int:
    """What the other seats claimed of the discard, as bits; NONE where the table does not log claims or discards."""
    if lacks(play, _CLAIM) or lacks(play, _DISCARD) or play.now[BROKEN]:
        return NONE
    claims = 0
    for other in range(1, 5):
        if other != seat:
            claims |= play.claims[other]
    return claims


@inner_kernel
def _from_hand(play: Play, seat: int) -> int:
    """How many tiles of a chow, the claimed one left out, the hand held; NONE where it may have held more."""
    if not play.sound[seat]:
        return NONE
    tiles, size, rest = play.tiles, play.act[A_TILES], play.counts
    for kind in range(35):
        rest[kind] = play.held[seat, kind]
    found, left_out, unknown = 0, False, 0
    for place in range(size):
        tile = tiles[place]
        if tile >= 0 and tile == play.act[A_CLAIMED] and not left_out:
            left_out = True
        elif tile < 0 or tile == FOREIGN_KIND:
            unknown += 1
        elif rest[tile] > 0:
            rest[tile] -= 1
            found += 1
    if found < 2 <= found + unknown + play.hidden[seat]:
        return NONE
    return found


@inner_kernel
def _held_of(play: Play, seat: int, kind: int, wanted: int) -> int:
    """How many of a kind the hand held; NONE where unknown tiles of it may make up what is wanted."""
    if kind < 0 or kind >= 34 or not play.sound[seat]:
        return NONE
    held = play.held[seat, kind]
    return NONE if held < wanted <= held + play.hidden[seat] else int(held)


@inner_kernel
def _way_of(play: Play) -> int:
    """How a kong was made: 1 exposed, 2 concealed, 3 promoted; by its label, else by what lies before the seat."""
    act = play.act
    if act[A_WHAT] >= 0:
        return int(act[A_WHAT])
    if act[A_OTHER] > 0:
        return 1
    tile, now = _known_tile(play), play.now
    if answers_last(play, act[A_SEAT]) and now[HOLDER] == 0 and (tile < 0 or tile == now[LAST_TILE]):
        return 1
    return 3 if _laid_pung(play, act[A_SEAT], tile) != -1 else 2


@inner_kernel
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


@inner_kernel
def _known_tile(play: Play) -> int:
    """The row's first tile that the log knows, -1 where it knows none."""
    for place in range(play.act[A_TILES]):
        if 0 <= play.tiles[place] < FOREIGN_KIND:
            return int(play.tiles[place])
    return -1


@inner_kernel
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


@inner_kernel
def _plainly_wrong(play: Play, size: int) -> bool:
    """Whether a meld is a fault by its number of tiles or by the game alone; one after a win that is none is open."""
    now, act = play.now, play.act
    if now[ENDED_BY] and now[PLAY_OPEN]:
        lose_hands(play)
    if now[SIMPLIFIED]:
        return bool(act[A_EVENT] != _KONG_EVENT)
    return bool(act[A_SHOWN] and act[A_TILES] != size)


@inner_kernel
def claimed_meld(play: Play, rows: NDArray[np.int32]) -> bool:
    """A chow, a pung, or a kong of a discard; false where it is at odds with the hand or with the play."""
    now, act, seat, size = play.now, play.act, play.act[A_SEAT], play.act[A_TILES]
    tiles = play.tiles
    fact = play.at[AT_MELDS]
    play.at[AT_MELDS] += 1
    if seat == 0:
        lose_hands(play)
    if now[TOOK_BACK]:
        settle_take_back(play)
    lies = CHOW if act[A_EVENT] == _CHOW_EVENT else PUNG if act[A_EVENT] == _PUNG_EVENT else EXPOSED_KONG
    holder = now[HOLDER]
    if _plainly_wrong(play, 4 if lies == EXPOSED_KONG else 3):
        now[REPLACE_DUE] = now[FOLLOW_DUE] = 0
    settle_kong(play, rows)
    column = rows
    column[M_MELD, fact] = min(lies, 3) - 1
    column[M_WAY, fact] = 1 if lies == EXPOSED_KONG else 0
    _form(play, rows, fact)
    last, among, unknown = now[LAST_TILE], False, now[LAST_TILE] == -1
    for place in range(size):
        among = among or (last >= 0 and tiles[place] == last)
        unknown = unknown or tiles[place] in (-1, FOREIGN_KIND)
    whole = size == (4 if lies == EXPOSED_KONG else 3)
    drew = (
        not now[LIVE] and now[HOLDER] == seat and now[DRAWN_SINCE] == 1 and among and now[LAST_SEAT] != seat and whole
    )
    open_discard = answers_last(play, seat) and now[ENDED_BY] in (0, 3)
    told = now[TURN_SOUND] and not now[BROKEN] and not lacks(play, _DISCARD)
    answers = NONE if not told or drew or (open_discard and unknown and not among) else int(open_discard and among)
    column[M_ANSWERS, fact] = answers
    column[M_DREW, fact] = int(drew) if told else NONE
    column[M_NEXT, fact] = next_seat(play, now[LAST_SEAT]) if told and now[LAST_SEAT] > 0 else NONE
    column[M_DUE, fact] = seat if seat > 0 else NONE
    act[A_CLAIMED] = last if among else ANY_CLAIMED if last < 0 or not told else -1
    wanted = lies if lies != CHOW else 2
    kind = last if among else _known_tile(play)
    held = _from_hand(play, seat) if lies == CHOW else _held_of(play, seat, kind, wanted)
    column[M_HELD, fact] = held
    column[M_PUNG, fact] = 0
    column[M_OPEN, fact] = int(act[A_WHAT] != 2)
    claims = _others_claims(play, seat)
    better = lies == CHOW and claims & (CLAIM_PUNG | CLAIM_KONG) != 0
    column[M_BETTER, fact] = int(better) if claims != NONE else NONE
    column[M_WIN_CLAIM, fact] = int(claims & CLAIM_WIN != 0) if claims != NONE else NONE
    wrong = column[M_ANSWERS, fact] == 0 or (held != NONE and held < wanted)
    wrong = wrong or column[M_SEQUENCE if lies == CHOW else M_EQUAL, fact] == 0
    wrong_seat = lies == CHOW and column[M_NEXT, fact] not in (NONE, seat)
    odd = wrong or wrong_seat or not whole
    odd = odd or (now[SIMPLIFIED] and lies != EXPOSED_KONG)  # that game knows no such meld
    _close_meld(play, rows, fact, odd)
    if odd or drew:
        play.sized[seat] = 0
        if lies != EXPOSED_KONG and not now[ENDED_BY]:
            play.wrong[seat], play.wrong_discards[seat] = (fact if wrong else play.wrong[seat]), 0
    least = 99
    for place in range(size):
        least = min(least, tiles[place])
    if odd:  # it may be any; no kong is promoted where no pungs are made
        _lay(play, seat, CHOW if now[SIMPLIFIED] else PUNG, -1)
    else:
        _lay(play, seat, lies, least if lies == CHOW and size else kind)
    if lies == EXPOSED_KONG:
        _await_replacement(play, rows, seat, fact, now[TURN_SOUND] == 1)
    else:
        now[HOLDER_BY_CHOW] = int(lies == CHOW)
        column[M_REPLACED, fact] = 0
        column[M_FOLLOWED, fact] = 0
    if odd:
        column[M_COPIES, fact] = column[M_SURPLUS, fact] = NONE
        doubt(play, seat, holder if holder > 0 or answers != 0 else now[LAST_SEAT], whole and act[A_SHOWN] == 1)
        if open_discard and answers == 0:  # it may be the discard that is logged wrong
            now[TILES_BEFORE] = 0
    elif drew:
        miscount(play, seat)
    return not odd


@inner_kernel
def _close_meld(play: Play, rows: NDArray[np.int32], fact: int, odd: bool) -> None:
    """Move the tiles of a claimed meld and give the turn to its seat; of one at odds it is not told which they were."""
    now, seat = play.now, play.act[A_SEAT]
    for other in range(1, 5):  # a pung claimed by a seat that neither made it nor lost the tile to another
        if other != seat:
            play.claims[other] = 0
    begin_tiles(play)
    answered = rows[M_ANSWERS, fact] != 0
    if not answered:
        play.act[A_CLAIMED] = NONE_CLAIMED
    missing, rows[M_MISSING, fact] = 0, 0 if play.sound[seat] else NONE
    if odd:
        missing, rows[M_MISSING, fact] = tiles_not_held(play, seat)
        play.act[A_CLAIMED] = ANY_CLAIMED
    missing += take_tiles(play, seat)
    rows[M_NOT_HELD, fact] = missing if play.sound[seat] else NONE
    rows[M_FOREIGN, fact] = now[FOREIGN_NEW]
    rows[M_CLEARED, fact] = 0
    if missing and not odd:
        unsettle(play, seat)
    if not answered or seat == 0:
        now[TURN_SOUND] = 0
        play.sized[seat] = 0
    elif rows[M_ANSWERS, fact] == 1:
        now[TURN_SOUND] = 1 - now[PLAY_OPEN]
    now[HOLDER] = seat
    now[LIVE] = 0
    now[ON_REPLACEMENT], now[TURN_KONGS] = 0, 0
    now[ROB_SEAT] = 0
    now[MELDED] += 1
    play.claims[seat] = 0
    play.gain[seat] = -2
    rows[M_COPIES, fact] = copies_now(play) if missing == 0 and answered else NONE
    rows[M_SURPLUS, fact] = surplus_now(play, rows[M_COPIES, fact])


@inner_kernel
def _await_replacement(play: Play, rows: NDArray[np.int32], seat: int, fact: int, told: bool) -> None:
    """A kong was made: a tile of the tail is due, and after it an act of the seat; open where the turn is not told."""
    now = play.now
    rows[M_REPLACED, fact] = NONE
    rows[M_FOLLOWED, fact] = NONE
    now[HOLDER], now[HOLDER_BY_CHOW] = seat, 0
    now[TURN_KONGS] += 1
    play.kongs[seat] += 1
    if lacks(play, _DRAW):
        miscount(play, seat)
        told = False
    if told and not now[BROKEN]:
        now[REPLACE_DUE], now[REPLACE_KONG] = seat, fact
    else:
        now[END_OPEN] = 1


@inner_kernel
def own_kong(play: Play, rows: NDArray[np.int32], way: int) -> bool:
    """A kong of four tiles in hand, or of an open pung and the fourth tile; false where hand or turn are at odds."""
    now, seat = play.now, play.act[A_SEAT]
    fact = play.at[AT_MELDS]
    play.at[AT_MELDS] += 1
    if seat == 0:
        lose_hands(play)
    elif now[HOLDER] != seat and lacks(play, _DRAW):
        open_play(play)
    if now[TOOK_BACK]:
        settle_take_back(play)
    if _plainly_wrong(play, 4):
        now[REPLACE_DUE] = now[FOLLOW_DUE] = 0
    blamed = settle_kong(play, rows)
    column = rows
    column[M_MELD, fact], column[M_WAY, fact] = 2, way
    _form(play, rows, fact)
    tile = _known_tile(play)
    holder = now[HOLDER]
    own = seat > 0 and play.act[A_OTHER] == 0
    whole = play.act[A_SHOWN] == 1 and play.act[A_TILES] == 4
    formed = column[M_EQUAL, fact] != 0 and play.act[A_TILES] == 4  # what is no kong is judged as such
    due = holder if now[TURN_SOUND] and not blamed and own and formed else NONE
    column[M_DUE, fact] = due
    if due not in (NONE, seat):
        mislead(play, seat, due)
    column[M_ANSWERS, fact], column[M_DREW, fact] = 1, 0
    column[M_NEXT, fact] = NONE
    column[M_OPEN, fact] = 1
    column[M_BETTER, fact], column[M_WIN_CLAIM, fact], column[M_MISSING, fact] = 0, 0, 0
    laid = _laid_pung(play, seat, tile)
    column[M_HELD, fact] = _held_of(play, seat, tile, 4 if way == 2 else 1)
    column[M_PUNG, fact] = int(laid >= 0) if play.sound[seat] and laid != -2 else NONE
    odd = column[M_EQUAL, fact] == 0 or play.act[A_TILES] != 4 or (way == 3 and column[M_PUNG, fact] == 0)
    odd = odd or (column[M_HELD, fact] != NONE and column[M_HELD, fact] < (4 if way == 2 else 1))
    begin_tiles(play)
    promoted = way == 3 and laid != -1
    if promoted:
        for place in range(play.act[A_TILES]):
            if play.tiles[place] == FOREIGN_KIND:
                now[FOREIGN_NEW] += 1
                unsettle(play, seat)
        play.act[A_TILES] = min(1, play.act[A_TILES])
        play.tiles[0] = tile
    missing = put_down(play, seat, odd)
    column[M_NOT_HELD, fact] = missing if play.sound[seat] else NONE
    column[M_COPIES, fact] = copies_now(play) if missing == 0 else NONE
    column[M_SURPLUS, fact] = surplus_now(play, column[M_COPIES, fact])
    column[M_FOREIGN, fact] = now[FOREIGN_NEW]
    column[M_CLEARED, fact] = 0
    if missing and not odd:
        unsettle(play, seat)
    if way == 3 and not promoted:
        play.sized[seat] = 0
    if promoted:
        for meld in range(play.laid_count[seat]):
            if play.laid[seat, meld, 0] == 2 and (meld == laid or (laid == -2 and play.laid[seat, meld, 1] < 0)):
                play.laid[seat, meld, 0], play.laid[seat, meld, 1] = PROMOTED_KONG, tile
                break
    else:
        _lay(play, seat, CONCEALED_KONG if way == 2 else PROMOTED_KONG, -1 if odd else tile)
    now[LIVE] = 0
    now[MELDED] += 1
    play.claims[:] = 0
    _await_replacement(play, rows, seat, fact, due == seat)
    guessed = play.act[A_WHAT] < 0 and not play.sound[seat]  # a promoted kong of a pung that the log may have lost
    now[ROB_SEAT], now[ROB_TILE] = (seat, tile) if way == 3 or guessed else (0, -2)
    if odd:
        column[M_COPIES, fact] = column[M_SURPLUS, fact] = NONE
        doubt(play, seat, holder, whole)
    return not odd and due in (NONE, seat)


@inner_kernel
def kong(play: Play, rows: NDArray[np.int32]) -> None:
    """Any kong; a look by the seat earlier in the hand learns of it."""
    seat, way = play.act[A_SEAT], _way_of(play)
    sound = claimed_meld(play, rows) if way == 1 else own_kong(play, rows, way)
    for look in range(play.now[FIRST_LOOK], play.at[AT_LOOKS]):
        if rows[2, look] == seat and seat > 0:
            rows[1, look] = 1 if sound or rows[1, look] == 1 else NONE


@inner_kernel
def correct(play: Play, rows: NDArray[np.int32], seat: int) -> None:
    """A wrong meld put right: it is cleared where the round had not passed; what the seat holds is open from now on."""
    now = play.now
    if play.wrong[seat] >= 0 and play.wrong_discards[seat] < 2:
        rows[M_CLEARED, play.wrong[seat]] = 1
    play.wrong[seat] = -1
    if play.now[DOUBTED] == seat and seat > 0:
        settle_doubt(play)
    else:
        unsettle(play, seat)
    if seat == 0:
        lose_hands(play)
    now[TURN_SOUND] = 0
    now[HOLDER] = 0
