"""What a field of a rejected row is to say instead, where what stands there leaves no doubt."""

import re
import unicodedata

from audit.pieces.advice import advice
from audit.schema import ACTORS, EVENTS, SEATS

MENDED = ("LOG-pieces", "LOG-event", "LOG-actor", "LOG-seat", "LOG-seq", "LOG-number", "LOG-amount")
_LONGEST = 60
_APART = re.compile(r"[\s_-]+")
_WHOLE = re.compile(r"([0-9]{1,9})(?:[.,]0+)?")
_PLAIN = re.compile(r"-?[0-9]+(\.[0-9]{1,2})?")
_CURRENCY = re.compile(r"^(HK\$|MOP\$|US\$|HKD|MOP|\$)\s*|\s*(HKD|MOP)$")
_ENGLISH = re.compile(r"-?[0-9]{1,3}(,[0-9]{3})+\.[0-9]{1,2}|-?[0-9]{1,3}(,[0-9]{3}){2,}")
_PORTUGUESE = re.compile(r"-?[0-9]{1,3}([. ][0-9]{3})+,[0-9]{1,2}|-?[0-9]+,[0-9]{1,2}|-?[0-9]{1,3}(\.[0-9]{3}){2,}")


def right_text(code: str, game: str, text: str) -> str:
    """What a field that was rejected for ``code`` means for sure, as the log writes it; empty where that is in doubt.

    ``1,480`` and ``1.480`` stay in doubt: the one is a thousand or one and a half, by where it was written.
    """
    if code == "LOG-pieces":
        return advice(game, text)
    if len(text) > _LONGEST:
        return ""
    if code in ("LOG-event", "LOG-actor"):
        word = _APART.sub("_", text.strip().lower())
        return word if word in (EVENTS.get(game, ()) if code == "LOG-event" else ACTORS) else ""
    return _amount(text) if code == "LOG-amount" else _whole(text, SEATS.get(game, 0) if code == "LOG-seat" else None)


def _narrow(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def _whole(text: str, most: int | None) -> str:
    found = _WHOLE.fullmatch(_narrow(text))
    number = int(found[1]) if found else 0
    return str(number) if number and (most is None or number <= most) else ""


def _amount(text: str) -> str:
    bare = _CURRENCY.sub("", _narrow(text), count=1)
    if _PLAIN.fullmatch(bare):
        return bare
    if _ENGLISH.fullmatch(bare):
        return bare.replace(",", "")
    if _PORTUGUESE.fullmatch(bare):
        return bare.replace(".", "").replace(" ", "").replace(",", ".")
    return ""
