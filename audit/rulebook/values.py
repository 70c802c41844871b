"""Raw values of facts as JSON and as plain text: exact, in notation and words of the log, in every language alike."""

from collections.abc import Sequence

from audit.pieces.notation import packed_text
from audit.rulebook import expression as ex
from audit.schema import NULL, Kind

Readable = int | str | bool | None


def money_text(minor: int) -> str:
    """Minor units with two decimals and no separators: ``-12.50``."""
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def seats_text(seats: int) -> str:
    """The seats of a set in their order, parted by blanks: ``1 3 6``."""
    return " ".join(str(seat) for seat in range(1, seats.bit_length()) if seats >> seat & 1)


def readable(kind: Kind, raw: int, *, words: Sequence[str], persons: Sequence[str], game: str) -> Readable:
    """A known raw value by its kind, as JSON holds it; for a code that its list does not have, None or no person.

    ``words`` is the vocabulary of a fact of words, ``persons`` the batch's list of persons.
    """
    if kind is Kind.MONEY:
        return money_text(raw)
    if kind is Kind.TRUTH:
        return bool(raw)
    if kind is Kind.WORD:
        return words[raw] if 0 <= raw < len(words) else None
    if kind is Kind.PERSON:
        return persons[raw] if 0 <= raw < len(persons) else ""
    if kind is Kind.SEATS:
        return seats_text(raw)
    if kind is Kind.PIECES:
        return packed_text(game, raw)
    return raw


def text(value: Readable) -> str | None:
    """A readable value as the text of a cell or of a message."""
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain_text(kind: Kind, raw: int, *, words: Sequence[str] = (), persons: Sequence[str] = (), game: str = "") -> str:
    """A raw value by its kind; empty where it is unknown, and for a code that its list does not have."""
    return "" if raw == NULL else text(readable(kind, raw, words=words, persons=persons, game=game)) or ""


def described_kind(node: ex.Node, beside: ex.Node | None = None) -> tuple[Kind, tuple[str, ...]]:
    """The kind and words by which the value of an expression is shown; a constant is shown as what it stands beside."""
    kind = ex.kind_of(node)
    words = node.words if isinstance(node, ex.Fact) else ()
    if beside is not None:
        other = ex.kind_of(beside)
        if other is Kind.MONEY and kind is Kind.WHOLE:
            kind = other
        if kind is Kind.WORD and isinstance(beside, ex.Fact):
            words = beside.words
    return kind, words
