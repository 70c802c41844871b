"""Tiles of a meld that leave the hand for the table (甲五; 乙五)."""

from audit.games.mahjong.holding import lose, lose_unknown, tiles_not_held
from audit.games.mahjong.layout import A_CLAIMED, A_TILES, ANY_CLAIMED, NONE_CLAIMED, RIVER_HIDDEN, Play
from audit.kernel import inner_kernel


@inner_kernel
def take_tiles(play: Play, seat: int) -> int:
    """Move a meld's tiles from the hand to the table, the claimed one left out; how many the hand did not hold.

    That one is -1 where it is one of the tiles that the log does not know.
    """
    missing, unknown, tiles, size = 0, 0, play.tiles, play.act[A_TILES]
    claimed = play.act[A_CLAIMED]
    skip = claimed != NONE_CLAIMED
    if claimed == ANY_CLAIMED:
        unknown = max(0, size - 1)
    else:
        for place in range(size):
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
        lose_unknown(play, seat)
        play.now[RIVER_HIDDEN] += 1
    return missing


@inner_kernel
def put_down(play: Play, seat: int, odd: bool) -> int:
    """Move the tiles of a seat's own kong to the table; of one at odds with the hand it is not told which they were."""
    play.act[A_CLAIMED] = NONE_CLAIMED
    missing = 0
    if odd:
        missing, _ = tiles_not_held(play, seat)
        for place in range(play.act[A_TILES]):
            play.tiles[place] = -1
    return int(missing + take_tiles(play, seat))
