"""Pieces as pictures: own vector drawings for paper and screen, Unicode signs for the terminal, words for the ear.

A drawing is self-contained SVG without text: characters on cards and tiles are outlines of the report's own font, so it
looks the same wherever it stands. Codes are those of ``audit.pieces.notation``.
"""

from dataclasses import dataclass
from functools import lru_cache

from audit.pieces.naming import SEPARATOR, name_piece
from audit.pieces.notation import CARD_RANKS, CARD_SUITS, CARDS, DIE, DOMINOES, FOREIGN, TILES, UNKNOWN
from audit.pieces.outlines import outline

_INK, _RED, _GREEN, _BLUE = "#14181f", "#c8202c", "#1f7a46", "#1f3f7a"
_IVORY, _BONE, _WHITE, _EDGE = "#fbf8ec", "#e9e3cd", "#ffffff", "#8a8f98"

# Where the pips of a face stand, in units of a square half of 40 by 40.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((20, 20),),
    2: ((20, 12), (20, 28)),
    3: ((12, 12), (20, 20), (28, 28)),
    4: ((12, 12), (28, 12), (12, 28), (28, 28)),
    5: ((12, 12), (28, 12), (20, 20), (12, 28), (28, 28)),
    6: ((12, 9), (28, 9), (12, 20), (28, 20), (12, 31), (28, 31)),
}

# Circles and bamboos of a mahjong tile's face: centre and colour, on a face of 44 by 60.
_CIRCLES: dict[int, tuple[tuple[float, float, str], ...]] = {
    1: ((22, 29, _RED),),
    2: ((22, 17, _GREEN), (22, 41, _BLUE)),
    3: ((11, 14, _BLUE), (22, 29, _RED), (33, 44, _GREEN)),
    4: ((13, 17, _BLUE), (31, 17, _GREEN), (13, 41, _GREEN), (31, 41, _BLUE)),
    5: ((12, 15, _BLUE), (32, 15, _GREEN), (22, 29, _RED), (12, 43, _GREEN), (32, 43, _BLUE)),
    6: ((13, 14, _GREEN), (31, 14, _GREEN), (13, 31, _RED), (31, 31, _RED), (13, 45, _RED), (31, 45, _RED)),
    7: (
        (10, 10, _GREEN), (22, 15, _GREEN), (34, 20, _GREEN),
        (14, 33, _RED), (30, 33, _RED), (14, 46, _RED), (30, 46, _RED),
    ),
    8: tuple((x, y, _BLUE) for y in (10.0, 22.5, 35.0, 47.5) for x in (14.0, 30.0)),
    9: tuple((x, y, c) for y, c in ((13.0, _GREEN), (29.0, _RED), (45.0, _BLUE)) for x in (9.5, 22.0, 34.5)),
}  # fmt: skip
_BAMBOOS: dict[int, tuple[tuple[float, float, str], ...]] = {
    1: ((22, 29, _GREEN),),
    2: ((22, 17, _GREEN), (22, 41, _GREEN)),
    3: ((22, 17, _GREEN), (13, 41, _GREEN), (31, 41, _GREEN)),
    4: ((13, 17, _GREEN), (31, 17, _GREEN), (13, 41, _GREEN), (31, 41, _GREEN)),
    5: ((11, 17, _GREEN), (33, 17, _GREEN), (22, 29, _RED), (11, 41, _GREEN), (33, 41, _GREEN)),
    6: tuple((x, y, _GREEN) for y in (17.0, 41.0) for x in (10.0, 22.0, 34.0)),
    7: ((22, 11, _RED), *((x, y, _GREEN) for y in (29.0, 46.0) for x in (10.0, 22.0, 34.0))),
    8: tuple((x, y, _GREEN) for y in (17.0, 41.0) for x in (7.5, 17.2, 26.8, 36.5)),
    9: tuple((x, y, c) for y in (12.0, 29.0, 46.0) for x, c in ((10.0, _GREEN), (22.0, _RED), (34.0, _GREEN))),
}

_NUMERALS = "一二三四五六七八九"
_HONOURS = (("東", _INK), ("南", _INK), ("西", _INK), ("北", _INK), ("", _BLUE), ("發", _GREEN), ("中", _RED))

# A suit's sign in a square of 20 by 20.
_SUITS = {
    "s": "M10 1C11 5 18.5 8.6 18.5 13a4.2 4.2 0 0 1-7.4 2.6Q11.4 18 13 19.4H7Q8.6 18 8.9 15.6A4.2 4.2 0 0 1 1.5 13"
    "C1.5 8.6 9 5 10 1Z",
    "h": "M10 18.6C8.6 14.4 1 11.4 1 6.2a4.6 4.6 0 0 1 9-1.5 4.6 4.6 0 0 1 9 1.5C19 11.4 11.4 14.4 10 18.6Z",
    "d": "M10 .8Q13 6 17 10 13 14 10 19.2 7 14 3 10 7 6 10 .8Z",
    "c": "M10 1.2a4.3 4.3 0 0 1 3.3 7 4.3 4.3 0 1 1-2.2 7.4Q11.4 18 13 19.4H7Q8.6 18 8.9 15.6a4.3 4.3 0 1 1-2.2-7.4"
    "A4.3 4.3 0 0 1 10 1.2Z",
}
_CARD_GLYPHS = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
_CARD_PLACE = dict(zip("A23456789TJQK", (*range(1, 12), 13, 14), strict=True))


@dataclass(frozen=True)
class Drawing:
    """One piece as SVG: its key (unique over all games), its size in user units and what stands inside."""

    key: str
    width: int
    height: int
    body: str


def _circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _box(width: float, height: float, radius: float, fill: str, stroke: str) -> str:
    return (
        f'<rect x="0.75" y="0.75" width="{width - 1.5:g}" height="{height - 1.5:g}" rx="{radius:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"/>'
    )


def _sign(character: str, x: float, y: float, size: float, fill: str) -> str:
    """A character's outline centred on x, its square of ``size`` centred on y."""
    path, advance = outline(character)
    scale = size / 1000
    left, base = x - advance * scale / 2, y + size * 0.38
    return (
        f'<path fill="{fill}" transform="translate({left:.2f} {base:.2f}) scale({scale:.4f} -{scale:.4f})" d="{path}"/>'
    )


def _half(value: int, top: int, double_six: bool) -> str:
    """One half of a domino: one and four are red, and the six of the double six is half red."""
    pips = []
    for x, y in _PIPS[value]:
        red = value in (1, 4) or (double_six and (x < 20) == (top == 0))
        radius = 6.2 if value == 1 else 4.3
        pips.append(_circle(x, top + y, radius, "#ef3d47" if red else _WHITE))
    return "".join(pips)


def _domino(code: int) -> Drawing:
    low, high = (int(half) for half in DOMINOES[code].split("-"))
    body = _box(40, 80, 5, _INK, "#454b55") + _half(low, 0, code == 0) + _half(high, 40, code == 0)
    return Drawing(f"domino-{low}{high}", 40, 80, body)


def _card(rank: str, suit: str) -> Drawing:
    colour = _RED if suit in "hd" else _INK
    body = [_box(50, 70, 5, _WHITE, _EDGE)]
    if rank == "T":
        body += [_sign("1", 7.4, 13, 19, colour), _sign("0", 17, 13, 19, colour)]
    else:
        body.append(_sign(rank, 11.5, 13, 20, colour))
    body.append(f'<path fill="{colour}" transform="translate(6 25) scale(0.55)" d="{_SUITS[suit]}"/>')
    body.append(f'<path fill="{colour}" transform="translate(17 33) scale(1.45)" d="{_SUITS[suit]}"/>')
    return Drawing(f"card-{rank}{suit}", 50, 70, "".join(body))


def _ring(x: float, y: float, colour: str, size: float) -> str:
    return _circle(x, y, size, colour) + _circle(x, y, size * 0.62, _IVORY) + _circle(x, y, size * 0.36, colour)


def _bamboo(x: float, y: float, colour: str, length: float) -> str:
    half = length / 2
    return (
        f'<rect x="{x - 2.4:g}" y="{y - half:g}" width="4.8" height="{half - 0.7:g}" rx="2.2" fill="{colour}"/>'
        f'<rect x="{x - 2.4:g}" y="{y + 0.7:g}" width="4.8" height="{half - 0.7:g}" rx="2.2" fill="{colour}"/>'
    )


def _tile_face(name: str) -> str:
    value, suit = int(name[0]), name[1]
    if suit == "m":
        return _sign(_NUMERALS[value - 1], 22, 16, 22, _INK) + _sign("萬", 22, 42, 24, _RED)
    if suit == "p":
        size = {1: 14.0, 2: 9.0}.get(value, 5.6 if value in (7, 8, 9) else 6.8)
        return "".join(_ring(x, y, colour, size) for x, y, colour in _CIRCLES[value])
    if suit == "s":
        length = {1: 40.0}.get(value, 14.0 if value in (7, 9) else 20.0)
        return "".join(_bamboo(x, y, colour, length) for x, y, colour in _BAMBOOS[value])
    character, colour = _HONOURS[value - 1]
    if not character:  # the white dragon shows an empty frame
        return f'<rect x="9" y="11" width="26" height="37" rx="2" fill="none" stroke="{colour}" stroke-width="2.6"/>'
    return _sign(character, 22, 29, 32, colour)


def _tile_body(face: str) -> str:
    back = (
        f'<rect x="0.75" y="5" width="42.5" height="58.25" rx="5" fill="{_GREEN}" stroke="#155733" stroke-width="1.5"/>'
    )
    front = _box(44, 60, 5, _IVORY, "#b9b294")
    return back + front + face


def _die(value: int) -> Drawing:
    body = _box(40, 40, 7, _WHITE, _EDGE)
    if value in range(1, 7):
        for x, y in _PIPS[value]:
            body += _circle(x, y, 6.4 if value == 1 else 4, _RED if value in (1, 4) else _INK)
    else:
        body += _sign(str(value), 20, 20, 26, _RED)
    return Drawing(f"die-{value}", 40, 40, body)


def _faceless(game: str, sign: str) -> Drawing:
    """A piece of the game's shape that the log does not know, or that the set does not hold."""
    stroke, ink = (_EDGE, _EDGE) if sign == "?" else (_RED, _RED)
    kind = "unknown" if sign == "?" else "foreign"
    shape, width, height = {"pai_gow": ("domino", 40, 80), "five_card_poker": ("card", 50, 70)}.get(
        game, ("tile", 44, 64)
    )
    body = (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="5" fill="{_BONE}" stroke="{stroke}" '
        f'stroke-width="1.5" stroke-dasharray="4 3"/>' + _sign(sign, width / 2, height / 2, 28, ink)
    )
    return Drawing(f"{shape}-{kind}", width, height, body)


@lru_cache(maxsize=512)
def drawing(game: str, code: int) -> Drawing:
    """The drawing of a code of a game; a code that is no piece of it is drawn as foreign."""
    if DIE <= code < DIE + 10:
        return _die(code - DIE)
    if code == UNKNOWN:
        return _faceless(game, "?")
    if game == "pai_gow" and 0 <= code < len(DOMINOES):
        return _domino(code)
    if game == "five_card_poker" and 0 <= code < len(CARDS):
        return _card(*CARDS[code])
    if game in ("mahjong", "mahjong_simplified") and 0 <= code < len(TILES):
        return Drawing(f"tile-{TILES[code]}", 44, 64, _tile_body(_tile_face(TILES[code])))
    return _faceless(game, "!")


def svg(game: str, code: int, lang: str) -> str:
    """A whole SVG document of a piece, its words in a language as the title."""
    piece = drawing(game, code)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {piece.width} {piece.height}" '
        f'width="{piece.width}" height="{piece.height}"><title>{name_piece(game, code, lang)}</title>{piece.body}</svg>'
    )


def name_pieces(game: str, codes: list[int], lang: str) -> str:
    """The words of several pieces, one after the other, as a language lists them."""
    return SEPARATOR[lang].join(name_piece(game, code, lang) for code in codes)


def sign(game: str, code: int) -> str:
    """The Unicode character of a piece for a terminal; ``?`` unknown, ``!`` no piece of the set."""
    if DIE < code <= DIE + 6:
        return chr(0x2680 + code - DIE - 1)
    if DIE <= code < DIE + 10:
        return str(code - DIE)
    if code == UNKNOWN:
        return "?"
    if game == "pai_gow" and 0 <= code < len(DOMINOES):
        low, high = (int(half) for half in DOMINOES[code].split("-"))
        return chr(0x1F063 + 7 * low + high)
    if game == "five_card_poker" and 0 <= code < len(CARDS):
        return chr(_CARD_GLYPHS[CARDS[code][1]] + _CARD_PLACE[CARDS[code][0]])
    if game in ("mahjong", "mahjong_simplified") and 0 <= code < len(TILES):
        value, suit = int(TILES[code][0]), TILES[code][1]
        base = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
        if suit in base:
            return chr(base[suit] + value - 1)
        return chr(0x1F000 + (0, 1, 2, 3, 6, 5, 4)[value - 1]) + ("\ufe0e" if value == 7 else "")
    return "!"


def every_code(game: str) -> tuple[int, ...]:
    """All codes that a log of a game can hold: its pieces, the ten digits of dice, unknown and foreign."""
    count = {"pai_gow": len(DOMINOES), "five_card_poker": len(CARD_RANKS) * len(CARD_SUITS)}.get(game, len(TILES))
    return (*range(count), *range(DIE, DIE + 10), UNKNOWN, FOREIGN)
