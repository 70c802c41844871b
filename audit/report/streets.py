"""The streets of a poker hand on an evidence card: before which rows of the log each of them begins."""

from collections.abc import Mapping, Sequence
from typing import Any

_ACTS = ("bet", "call", "raise", "check", "fold")
_PAYS = ("pot", "rake", "award")
_FIRST_CARDS, _CARDS = 2, 5


def street_words(rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """The places of the rows of a poker hand with which a street begins, and the word of each: ``card_3``, ``round_2``.

    Told by the rows alone: the first two cards come before the first betting, one before each of the others, also
    where all are short and nobody bets. Past the fifth card nothing has a heading.
    """
    events = [row["event"] for row in rows]
    moves = [place for place, event in enumerate(events) if event == "deal" or event in _ACTS]
    found = {**_cards_before_the_betting(rows), **_later_streets(rows, moves)}
    for word, kinds in (("showdown", ("show",)), ("paid", _PAYS)):
        after = range(moves[-1] + 1, len(events)) if moves else range(0)
        place = next((place for place in after if events[place] in kinds), None)
        if place is not None:
            found[place] = word
    return found


def _later_streets(rows: Sequence[Mapping[str, Any]], moves: Sequence[int]) -> dict[int, str]:
    """Where each round of betting begins, and each card from the third on: after betting, or at a seat's next card."""
    found: dict[int, str] = {}
    card, served, last = 2, set[int](), ""
    for place in moves:
        event, seat = rows[place]["event"], rows[place]["seat"]
        if event in _ACTS and last == "deal":
            found[place] = f"round_{card - 1}"
        elif event == "deal" and (last in _ACTS or (card > _FIRST_CARDS and seat in served)):
            card += 1
            if card > _CARDS:
                return found
            found[place] = f"card_{card}"
            served.clear()
        served.add(seat)
        last = event
    return found


def _cards_before_the_betting(rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Where the first and the second card begin: the second with the first deal after every seat had its first."""
    first_act = next((place for place, row in enumerate(rows) if row["event"] in _ACTS), len(rows))
    deals = [place for place in range(first_act) if rows[place]["event"] == "deal"]
    if not deals:
        return {}
    seats = [rows[place]["seat"] for place in deals]
    newcomer = max(seats.index(seat) for seat in set(seats))
    found = {deals[0]: "card_1"}
    if newcomer + 1 < len(deals):
        found[deals[newcomer + 1]] = "card_2"
    return found
