"""The codes that the reader gives."""

OTHER_GAMES = {"stud_poker": "Stud Poker"}


def explain(code: str, found: str) -> str:
    """The reason of a code in a case."""
    return f"{code}: {found}"
