"""What lies where on an evidence card: the pieces of each seat of a hand, by game, as the log has them.

Nothing is judged here. Rows may be faulty: what cannot be read is left out of the drawing and stays in the row.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from audit.pieces.notation import FOREIGN, TILES, read_pieces
from audit.report.model import Pieces, Place
from audit.report.words import Words

Row = Mapping[str, Any]
Groups = tuple[tuple[int, ...], ...]


# Simplified mahjong is played without winds and with the green dragon alone: another honour is none of its pieces.
_STRANGE = {
    "mahjong_simplified": frozenset(code for code, tile in enumerate(TILES) if tile.endswith("z") and tile != "6z")
}


def pieces_of_rows(game: str, rows: Sequence[Row]) -> list[Groups]:
    """The codes of each row's pieces, in the groups that a bar parts; no group where the text is no notation.

    A piece that the game does not have is ``FOREIGN`` as one that no notation knows is.
    """
    strange = _STRANGE.get(game, frozenset())
    column = read_pieces(game, pa.array([row["pieces"] for row in rows], pa.string()))
    groups: list[Groups] = []
    for number in range(len(rows)):
        codes = tuple(
            FOREIGN if code in strange else code
            for code in column.code[column.start[number] : column.start[number + 1]].tolist()
        )
        split = int(column.split[number])
        if not codes:
            groups.append(())
        elif split > 0:
            groups.append((codes[:split], codes[split:]))
        else:
            groups.append((codes,))
    return groups


class _Hand:
    """The rows of a hand with their pieces, asked by kind of event and seat."""

    def __init__(self, game: str, rows: Sequence[Row], groups: Sequence[Groups], words: Words) -> None:
        self.game, self.rows, self.groups, self.words = game, rows, groups, words

    def seat(self, role: str, seat: int) -> str:
        return self.words(role, seat=str(seat), word=self.words.known("seat_word", self.game))

    def each(self, seat: int | None, *events: str) -> list[tuple[Row, Groups]]:
        return [
            (row, groups)
            for row, groups in zip(self.rows, self.groups, strict=True)
            if row["event"] in events and row["seat"] == seat
        ]

    def codes(self, seat: int | None, *events: str) -> tuple[int, ...]:
        return tuple(code for _, groups in self.each(seat, *events) for group in groups for code in group)

    def seats(self, *events: str) -> list[int]:
        return sorted({row["seat"] for row in self.rows if row["event"] in events and row["seat"] is not None})


def _pai_gow_compared(hand: _Hand, seat: int) -> str:
    for row, _ in reversed(hand.each(seat, "compare")):
        parts = (row["label"] or "").split()
        if len(parts) == 3:
            front, rear, result = parts
            say = hand.words.known
            return hand.words(
                "card.compared", front=say("winner", front), rear=say("winner", rear), result=say("result", result)
            )
    return ""


def _pai_gow_groups(hand: _Hand, seat: int) -> list[Pieces]:
    groups: list[Pieces] = []
    settings = [parts for _, parts in hand.each(seat, "set")]
    for event in ("set", "arrange"):
        for row, parts in hand.each(seat, event)[-2:]:
            if event == "arrange" and parts in settings:
                continue  # laid out as it was set: drawn once
            names = [name.strip() for name in (row["label"] or "").split("|")]
            for place, codes in zip(("front", "rear"), parts if len(parts) == 2 else (), strict=False):
                logged = names[0 if place == "front" else 1] if len(names) == 2 else ""
                label = hand.words(f"card.{place}" if event == "set" else f"card.{place}_arranged")
                groups.append(Pieces(label, codes, logged))
    if not groups and (dealt := hand.codes(seat, "deal")):
        groups.append(Pieces(hand.words("card.dealt"), dealt))
    return groups


def _pai_gow(hand: _Hand, concerned: set[int]) -> list[Place]:
    banker = next((row["seat"] for row in hand.rows if row["event"] == "hand_start"), None)
    wanted = concerned - {banker} or set(hand.seats("set", "settle")) - {banker}
    if not wanted:
        wanted = set(hand.seats("deal")) - {banker}
    places = []
    for seat in [*sorted(wanted), *([banker] if banker is not None else [])]:
        role = "card.banker" if seat == banker else "card.player"
        groups = _pai_gow_groups(hand, seat)
        compared = _pai_gow_compared(hand, seat)
        label = hand.seat(role, seat) + (hand.words("format.colon") + compared if compared else "")
        if groups:
            places.append(Place(label, tuple(groups), seat in concerned))
    dice = hand.each(banker, "shake") or [pair for seat in hand.seats("shake") for pair in hand.each(seat, "shake")]
    if dice:
        row, parts = dice[-1]
        codes = tuple(code for group in parts for code in group)
        if codes:
            note = "" if row["number"] is None else hand.words("card.total", n=int(row["number"]))
            places.append(Place(hand.words("card.dice"), (Pieces("", codes, note),), False))
    return places


def _poker(hand: _Hand, concerned: set[int]) -> list[Place]:
    places = []
    for seat in sorted(hand.seats("deal", "show"), key=lambda seat: (seat not in concerned, seat)):
        dealt = hand.each(seat, "deal")
        up = tuple(code for row, parts in dealt if row["label"] != "down" for group in parts for code in group)
        down = tuple(code for row, parts in dealt if row["label"] == "down" for group in parts for code in group)
        shown = hand.each(seat, "show")
        groups = [Pieces(hand.words("card.hole"), down)] if down else []
        if up:
            groups.append(Pieces(hand.words("card.up"), up))
        for row, parts in shown[-1:]:
            codes = tuple(code for group in parts for code in group)
            if codes:
                groups.append(Pieces(hand.words("card.shown"), codes, hand.words.known("category", row["label"] or "")))
        out = hand.words("card.folded") if hand.each(seat, "fold") else ""
        label = hand.seat("card.seat", seat) + (hand.words("format.colon") + out if out else "")
        places.append(Place(label, tuple(groups), seat in concerned))
    return places


def _mahjong_melds(hand: _Hand, seat: int, held: Counter[int]) -> list[Pieces]:
    """The melds of a seat; their own tiles leave the hand, the claimed one was never in it."""
    melds: list[Pieces] = []
    for row, parts in hand.each(seat, "chow", "pung", "kong"):
        codes = tuple(code for group in parts for code in group)
        own = Counter(codes)
        if row["event"] == "kong" and row["label"] == "promoted":
            own = Counter(codes[:1])
            melds = [meld for meld in melds if set(meld.codes) != set(codes)]
        elif row["other_seat"] is not None and codes:
            discard = _discard_before(hand, row)
            own[discard if discard is not None and discard in own else codes[0]] -= 1
        held -= own
        melds.append(Pieces(hand.words.event(hand.game, row["event"]), codes))
    return melds


def _discard_before(hand: _Hand, claim: Row) -> int | None:
    found = None
    for row, parts in zip(hand.rows, hand.groups, strict=True):
        if row["seq"] >= claim["seq"]:
            break
        if row["event"] == "discard" and parts:
            found = parts[0][0]
    return found


def _mahjong_discards(hand: _Hand, seat: int) -> tuple[int, ...]:
    """What a seat has thrown and not taken back, in order."""
    thrown: list[int] = []
    for row, parts in hand.each(seat, "discard", "take_back"):
        for code in (code for group in parts for code in group):
            if row["event"] == "discard":
                thrown.append(code)
            elif code in thrown:
                del thrown[len(thrown) - 1 - thrown[::-1].index(code)]
    return tuple(thrown)


def _mahjong(hand: _Hand, concerned: set[int]) -> list[Place]:
    places = []
    for seat in sorted(hand.seats("deal", "draw", "discard"), key=lambda seat: (seat not in concerned, seat)):
        discards = _mahjong_discards(hand, seat)
        held = Counter(hand.codes(seat, "deal", "draw"))
        held -= Counter(discards)
        melds = _mahjong_melds(hand, seat, held)
        for row, parts in hand.each(seat, "win", "false_win"):
            if row["other_seat"] is None:  # self-drawn: the tile is in the hand, and is drawn apart from it
                held -= Counter(code for group in parts for code in group)
        groups = [Pieces(hand.words("card.held"), tuple(sorted(held.elements())))] if held else []
        groups += melds
        wins = [codes for event in ("win", "false_win") if (codes := hand.codes(seat, event))]
        groups += [Pieces(hand.words("card.winning_tile"), codes) for codes in wins]
        if discards:
            groups.append(Pieces(hand.words("card.discards"), discards))
        role = (
            "card.dealer"
            if any(row["seat"] == seat for row in hand.rows if row["event"] == "hand_start")
            else "card.seat"
        )
        places.append(Place(hand.seat(role, seat), tuple(groups), seat in concerned))
    return places


_PLACING: dict[str, Callable[[_Hand, set[int]], list[Place]]] = {
    "pai_gow": _pai_gow,
    "five_card_poker": _poker,
    "mahjong": _mahjong,
    "mahjong_simplified": _mahjong,
}


def places(
    game: str, rows: Sequence[Row], groups: Sequence[Groups], concerned: set[int], words: Words
) -> tuple[Place, ...]:
    """The pieces to draw for a hand, seats that the finding concerns marked; none for a game without a drawing."""
    placing = _PLACING.get(game)
    return tuple(placing(_Hand(game, rows, groups, words), concerned)) if placing else ()
