"""The notation of pieces: text of a log to codes in one pass over the column's bytes, and codes back to text.

Codes: 0-20 domino kinds in the order of ``DOMINOES``, 0-39 cards in the order of ``CARDS``, 0-33 mahjong tiles in the
order of ``TILES``, ``DIE + n`` a die (or any lone digit) that shows n, ``UNKNOWN`` a piece that the log does not know,
``FOREIGN`` a well-written piece that the game's set does not hold.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from audit.kernel import kernel

UNKNOWN = -1
DIE = 64
FOREIGN = 120

# The 21 kinds of domino: eleven that the set holds twice, then ten that it holds once.
DOMINOES = tuple("6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 4-5 3-6 3-5 2-6 3-4 2-5 2-4 1-4 2-3 1-2".split())
DOMINO_COPIES = (2,) * 11 + (1,) * 10
CARD_RANKS = "56789TJQKA"
CARD_SUITS = "cdhs"
CARDS = tuple(rank + suit for suit in CARD_SUITS for rank in CARD_RANKS)
TILES = tuple(str(n) + suit for suit in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))

_RANKS_OF_52 = "23456789TJQKA"

_MOST_PIECES = 40


class PieceColumn(NamedTuple):
    """The pieces of a column of N texts, ragged.

    ``start`` has N + 1 entries; ``split`` counts the pieces before the first bar: -1 without one, -2 for two bars;
    ``bad`` marks texts that are no notation at all, whose pieces are none.
    """

    start: NDArray[np.int64]
    code: NDArray[np.int8]
    split: NDArray[np.int8]
    bad: NDArray[np.bool_]


def _two_character_codes(game: str) -> NDArray[np.int8]:
    """Code of every pair of bytes as a token of two characters, -128 where it is no token of the game."""
    table = np.full((256, 256), -128, np.int8)
    if game == "five_card_poker":
        for rank in _RANKS_OF_52:
            for suit in CARD_SUITS:
                code = CARDS.index(rank + suit) if rank + suit in CARDS else FOREIGN
                table[ord(rank), ord(suit)] = code
    elif game != "pai_gow":
        for digit in "0123456789":
            for suit in "mpszf":
                table[ord(digit), ord(suit)] = TILES.index(digit + suit) if digit + suit in TILES else FOREIGN
    return table


def _domino_codes() -> NDArray[np.int8]:
    """Code of every pair of halves 0-9, either half first; FOREIGN where no such tile is in the set."""
    table = np.full((10, 10), FOREIGN, np.int8)
    for code, name in enumerate(DOMINOES):
        low, high = int(name[0]), int(name[2])
        table[low, high] = table[high, low] = code
    return table


@kernel
def _read(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    pairs: NDArray[np.int8],
    dominoes: NDArray[np.int8],
    domino_game: bool,
    start: NDArray[np.int64],
    code: NDArray[np.int8],
    split: NDArray[np.int8],
    bad: NDArray[np.bool_],
) -> int:
    count = 0
    for row in range(len(offsets) - 1):
        first = count
        groups = -1
        wrong = False
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            byte = data[at]
            if byte == 32:
                at += 1
                continue
            # A domino is read at once, and so is a token of two characters: nearly all pieces are either.
            token = -128
            stop = at + 1
            if domino_game and at + 3 <= end and data[at + 1] == 45 and (at + 3 == end or data[at + 3] == 32):
                low, high = int(byte) - 48, int(data[at + 2]) - 48
                stop = at + 3
                if 0 <= low <= 9 and 0 <= high <= 9:
                    token = int(dominoes[low, high])
            elif at + 2 <= end and data[at + 1] != 32 and (at + 2 == end or data[at + 2] == 32):
                token = int(pairs[byte, data[at + 1]])
                stop = at + 2
            else:
                while stop < end and data[stop] != 32:
                    stop += 1
                if byte == 124 and stop - at == 1:  # the bar between groups
                    groups = -2 if groups != -1 else count - first
                    at = stop + 1
                    continue
                if stop - at == 1 and byte == 63:  # ?
                    token = -1
                elif stop - at == 1 and 48 <= byte <= 57:
                    token = int(byte) + 16  # DIE + n
            if token == -128 or count - first >= _MOST_PIECES:
                wrong = True
                break
            code[count] = token
            count += 1
            at = stop + 1
        start[row] = first
        split[row] = -1 if wrong else groups
        bad[row] = wrong
        if wrong:
            count = first
    start[len(offsets) - 1] = count
    return count


def read_pieces(game: str, texts: pa.Array) -> PieceColumn:
    """Codes of a string column's pieces in a game; empty and null texts hold none, a text of over 40 pieces is bad."""
    column = texts.cast(pa.large_string()).fill_null("")
    buffers = column.buffers()
    offsets = np.frombuffer(buffers[1], np.int64)[column.offset : column.offset + len(column) + 1]
    data = np.frombuffer(buffers[2], np.uint8) if buffers[2] is not None else np.zeros(0, np.uint8)
    size = int(offsets[-1] - offsets[0]) if len(offsets) else 0
    start = np.zeros(len(column) + 1, np.int64)
    code = np.empty(size // 2 + len(column) + 1, np.int8)
    split = np.empty(len(column), np.int8)
    bad = np.zeros(len(column), np.bool_)
    count = _read(
        offsets, data, _two_character_codes(game), _domino_codes(), game == "pai_gow", start, code, split, bad
    )
    return PieceColumn(start, code[:count].copy(), split, bad)


def join_pieces(parts: Sequence[PieceColumn]) -> PieceColumn:
    """Columns of pieces one after the other."""
    sizes = np.concatenate([np.diff(part.start) for part in parts])
    start = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=start[1:])
    code, split, bad = (np.concatenate([part[place] for part in parts]) for place in (1, 2, 3))
    return PieceColumn(start, code, split, bad)


def piece_text(game: str, code: int) -> str:
    """The canonical notation of a code in a game; FOREIGN has none of its own and reads ``!``."""
    if code == UNKNOWN:
        return "?"
    if DIE <= code < DIE + 10:
        return str(code - DIE)
    names = {"pai_gow": DOMINOES, "five_card_poker": CARDS}.get(game, TILES)
    return names[code] if 0 <= code < len(names) else "!"


@kernel
def pack(pieces: NDArray[np.int8], first: int, end: int) -> int:
    """Up to eight pieces in one whole number: a byte a piece, the first lowest, code + 2, 0 for none.

    NULL of ``int64`` (unknown as a fact) where there are more than eight. Equal pieces in order are equal numbers.
    """
    if end - first > 8:
        return -9223372036854775808
    packed = 0
    for place in range(end - first):
        packed |= (int(pieces[first + place]) + 2) << (8 * place)
    return packed


def packed_text(game: str, packed: int) -> str:
    """The notation of packed pieces, space-separated; empty for none."""
    codes = (packed >> (8 * place) & 0xFF for place in range(8))
    return " ".join(piece_text(game, code - 2) for code in codes if code)
