"""Pieces in words, in three languages: what a screen reader says and a legend prints; no ranks."""

from audit.pieces.notation import CARDS, DIE, DOMINOES, TILES, UNKNOWN

SEPARATOR = {"en": ", ", "zh-Hant": "、", "pt": ", "}

# In the order of ``DOMINOES``; Chinese names as in Tables 1 and 2 of the pai gow regulation, in traditional characters.
_DOMINO_NAMES = {
    "en": (
        "Heaven|Earth|Man|Goose|Plum flower|Long three|Bench|Tiger head|Red-head ten|Long-leg seven|Ling lam six|"
        "Mixed nine|Mixed nine|Mixed eight|Mixed eight|Mixed seven|Mixed seven|Gee Joon six|Mixed five|Mixed five|"
        "Gee Joon three"
    ).split("|"),
    "zh-Hant": (
        "天牌|地牌|人牌|鵝牌|梅牌|長三|板櫈|虎頭|紅頭十|高腳七|拎冧六|雜九|雜九|雜八|雜八|雜七|雜七|至尊六|雜五|雜五|至尊三"
    ).split("|"),
    "pt": (
        "Céu|Terra|Homem|Ganso|Flor de ameixeira|Três comprido|Banco|Cabeça de tigre|Dez de cabeça vermelha|"
        "Sete de pernas altas|Seis ling lam|Nove misto|Nove misto|Oito misto|Oito misto|Sete misto|Sete misto|"
        "Seis Gee Joon|Cinco misto|Cinco misto|Três Gee Joon"
    ).split("|"),
}
_DIGITS = {
    "en": "zero one two three four five six seven eight nine ten".split(),
    "zh-Hant": tuple("零一二三四五六七八九十"),
    "pt": "zero um dois três quatro cinco seis sete oito nove dez".split(),
}
_HIGH_CARDS = {
    "en": {"J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "zh-Hant": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "pt": {"J": "valete", "Q": "dama", "K": "rei", "A": "ás"},
}
_SUITS = {
    "en": {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"},
    "zh-Hant": {"c": "梅花", "d": "方塊", "h": "紅心", "s": "黑桃"},
    "pt": {"c": "paus", "d": "ouros", "h": "copas", "s": "espadas"},
}
_TILE_SUITS = {
    "en": {"m": "characters", "p": "circles", "s": "bamboos"},
    "zh-Hant": {"m": "萬", "p": "筒", "s": "索"},
    "pt": {"m": "caracteres", "p": "círculos", "s": "bambus"},
}
_HONOURS = {
    "en": "east wind|south wind|west wind|north wind|white dragon|green dragon|red dragon".split("|"),
    "zh-Hant": "東風|南風|西風|北風|白板|發財|紅中".split("|"),
    "pt": "vento leste|vento sul|vento oeste|vento norte|dragão branco|dragão verde|dragão vermelho".split("|"),
}
_DIE = {"en": "die showing {}", "zh-Hant": "骰子{}點", "pt": "dado com {}"}
_UNKNOWN = {"en": "unknown piece", "zh-Hant": "未知的牌", "pt": "peça desconhecida"}
_FOREIGN = {"en": "piece that is not of the set", "zh-Hant": "不屬該副牌的牌", "pt": "peça que não é do jogo"}


def _name_domino(code: int, lang: str) -> str:
    low, high = (int(half) for half in DOMINOES[code].split("-"))
    name, digits = _DOMINO_NAMES[lang][code], _DIGITS[lang]
    if lang == "zh-Hant":
        return f"{name}（{digits[low]}{digits[high]}）"
    return f"{name} ({digits[low]}-{digits[high]})"


def _name_card(code: int, lang: str) -> str:
    rank, suit = CARDS[code][0], CARDS[code][1]
    if rank in _HIGH_CARDS[lang]:
        number = _HIGH_CARDS[lang][rank]
    elif lang == "zh-Hant":
        number = "10" if rank == "T" else rank
    else:
        number = _DIGITS[lang][10 if rank == "T" else int(rank)]
    joined = {"en": "{number} of {suit}", "zh-Hant": "{suit}{number}", "pt": "{number} de {suit}"}
    return joined[lang].format(number=number, suit=_SUITS[lang][suit])


def _name_tile(code: int, lang: str) -> str:
    value, suit = int(TILES[code][0]), TILES[code][1]
    if suit == "z":
        return _HONOURS[lang][value - 1]
    joined = {"en": "{number} of {suit}", "zh-Hant": "{number}{suit}", "pt": "{number} de {suit}"}
    return joined[lang].format(number=_DIGITS[lang][value], suit=_TILE_SUITS[lang][suit])


def name_piece(game: str, code: int, lang: str) -> str:
    """A piece of a game in the words of a language (en, zh-Hant, pt); KeyError for another language."""
    if DIE <= code < DIE + 10:
        return _DIE[lang].format(_DIGITS[lang][code - DIE])
    if code == UNKNOWN:
        return _UNKNOWN[lang]
    if game == "pai_gow" and 0 <= code < len(DOMINOES):
        return _name_domino(code, lang)
    if game == "five_card_poker" and 0 <= code < len(CARDS):
        return _name_card(code, lang)
    if game in ("mahjong", "mahjong_simplified") and 0 <= code < len(TILES):
        return _name_tile(code, lang)
    return _FOREIGN[lang]
