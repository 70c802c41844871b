"""How each language writes numbers and amounts of money."""

import re

SPACE = "\u00a0"  # no-break space
MINUS = "\u2212"
THOUSANDS = {"en": ",", "zh-Hant": ",", "pt": SPACE}
POINT = {"en": ".", "zh-Hant": ".", "pt": ","}
_AMOUNT = re.compile(r"(-?)(\d+)\.(\d\d)")


def whole_text(value: int, lang: str) -> str:
    """A whole number with the language's mark for thousands."""
    return f"{abs(value):,}".replace(",", THOUSANDS[lang]).join((MINUS if value < 0 else "", ""))


def seconds_text(milliseconds: int, lang: str) -> str:
    """A time in seconds, with the parts of one that it has: ``124.25``."""
    whole, parts = divmod(abs(milliseconds), 1000)
    after = f"{POINT[lang]}{parts:03}".rstrip("0") if parts else ""
    return f"{MINUS if milliseconds < 0 else ''}{whole_text(whole, lang)}{after}"


def amount_text(text: str, lang: str) -> str:
    """An amount of money as the results hold it (``-1234.50``), as the language writes it; another text as it is.

    Only money is stored with a point and two digits, so that nothing else is taken for it.
    """
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return text
    return f"{MINUS if found[1] else ''}{whole_text(int(found[2]), lang)}{POINT[lang]}{found[3]}"
