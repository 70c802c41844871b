"""Other common ways of writing pieces, and how the notation of a log writes them: ``10h`` is ``Th``."""

import re

from audit.pieces.notation import CARD_RANKS, CARD_SUITS, CARDS, DOMINOES, TILES

_LONGEST = 200  # characters of a field that are looked at
_APART = re.compile(r"[\s,;]+")
_SUITS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
_CARD = re.compile(r"(10|[2-9tjqka])-?([cdhs])", re.IGNORECASE)
_CARD_BY_SUIT = re.compile(r"([cdhs])-?(10|[2-9tjqka])", re.IGNORECASE)
_DOMINO = re.compile(r"[\[(]?([1-6])[:/|.,_–—-]?([1-6])[\])]?")
_TILE = re.compile(r"([1-9]+)([mpsz])", re.IGNORECASE)
_TILE_BY_SUIT = re.compile(r"([mpsz])([1-9]+)", re.IGNORECASE)
_CHINESE_TILE = re.compile(r"([1-9一二三四五六七八九])([萬万筒餅饼索條条])")
_CHINESE_SUITS = {"萬": "m", "万": "m", "筒": "p", "餅": "p", "饼": "p", "索": "s", "條": "s", "条": "s"}
_CHINESE_NUMBERS = "一二三四五六七八九"
_HONOURS = {
    "東": "1z", "东": "1z", "南": "2z", "西": "3z", "北": "4z", "白": "5z", "白板": "5z",
    "發": "6z", "发": "6z", "發財": "6z", "发财": "6z", "中": "7z", "紅中": "7z", "红中": "7z",
    "E": "1z", "S": "2z", "W": "3z", "N": "4z",
}  # fmt: skip


def advice(game: str, text: str) -> str:
    """How the notation writes a text that is none, where the text is another common way of writing the same pieces.

    Empty where the text says nothing that is known for sure; a way that two notations read differently is none.
    """
    if len(text) > _LONGEST:
        return ""
    write = {"pai_gow": _domino, "five_card_poker": _card}.get(game, _tiles)
    pieces = [part if part in ("|", "?") else write(part) for part in _APART.split(text.strip()) if part]
    return " ".join(pieces) if pieces and all(pieces) else ""


def _card(word: str) -> str:
    for sign, suit in _SUITS.items():
        word = word.replace(sign, suit)
    if found := _CARD.fullmatch(word):
        rank, suit = found.groups()
    elif found := _CARD_BY_SUIT.fullmatch(word):
        suit, rank = found.groups()
    else:
        return ""
    rank, suit = "T" if rank == "10" else rank.upper(), suit.lower()
    known = rank in CARD_RANKS and suit in CARD_SUITS
    return rank + suit if not known or rank + suit in CARDS else ""


def _domino(word: str) -> str:
    found = _DOMINO.fullmatch(word)
    if found is None:
        return ""
    low, high = sorted(found.groups())
    return f"{low}-{high}" if f"{low}-{high}" in DOMINOES else ""


def _tiles(word: str) -> str:
    if word in _HONOURS:
        return _HONOURS[word]
    if found := _CHINESE_TILE.fullmatch(word):
        number, suit = found.groups()
        digit = str(_CHINESE_NUMBERS.index(number) + 1) if number in _CHINESE_NUMBERS else number
        return digit + _CHINESE_SUITS[suit]
    if found := _TILE.fullmatch(word):
        digits, suit = found.groups()
    elif found := _TILE_BY_SUIT.fullmatch(word):
        suit, digits = found.groups()
    else:
        return ""
    tiles = [digit + suit.lower() for digit in digits]
    return " ".join(tiles) if all(tile in TILES for tile in tiles) else ""
