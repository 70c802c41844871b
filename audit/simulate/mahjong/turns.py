"""Faults of turns, of tiles from nowhere and of discards taken back (135/91/M arts. 3, 5 and 9)."""

from audit.simulate.mahjong.ending import exhausted
from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.plants import (
    Plant,
    chance,
    done,
    kinds,
    others,
    quiet_rounds,
    stage,
    untaken,
    won,
)
from audit.simulate.mahjong.scenes import honour_of, pick
from audit.simulate.mahjong.script import Script
from audit.simulate.mahjong.table import written

# Turns (甲三, 乙三).


def _skipped(script: Script) -> None:
    staged = stage(script, {})
    quiet_rounds(script)
    if script.hand.table.right_of(script.hand.turn) == staged.winner:
        raise LookupError("the winner would draw in the place of another")
    script.hand.turn = script.hand.table.right_of(script.hand.turn)
    script.quiet_turn()
    staged.end()


def _throws_out_of_turn(script: Script) -> None:
    hand = script.hand
    staged = stage(script, {})
    quiet_rounds(script)
    script.draw()
    holder = hand.turn
    other = hand.rng.choice(others(hand, holder, staged.winner))
    hand.turn = other
    script.throw()
    hand.turn = holder
    staged.go_on()


def _another_begins(script: Script) -> None:
    """Another than the dealer throws first; the dealer throws after him and play goes on from there."""
    hand = script.hand
    staged = stage(script, {})
    hand.turn = hand.rng.choice(others(hand, hand.dealer, staged.winner))
    script.throw()
    hand.turn = hand.dealer
    staged.go_on()


def _kong_out_of_turn(script: Script) -> None:
    hand = script.hand
    konger, kind = hand.rng.choice(hand.seats), honour_of(script)
    staged = stage(script, {konger: [kind] * 4})
    quiet_rounds(script)
    if hand.turn == konger:
        script.quiet_turn()
    script.draw()
    hand.turn = konger
    hand.kong_concealed(kind)
    script.draw(tail=True)
    staged.go_on()


def _win_too_late(script: Script) -> None:
    """The winner calls a discard after the next seat has drawn and thrown another tile."""
    hand = script.hand
    winner, giver = pick(script, 2)
    staged = stage(script, {giver: []})
    if staged.winner == hand.table.right_of(giver):
        raise LookupError("the winner would have drawn himself")
    winner = staged.winner
    script.feed(giver, staged.target.last)
    script.quiet_turn()
    hand.last_tile, hand.last_seat = staged.target.last, giver
    script.take(winner)
    if hand.outcome is None or hand.outcome.charged:
        raise LookupError("somebody is liable")


# Tiles from nowhere (甲三, 甲五(5)) and taken back (甲九(1)).


def _beyond_the_wall(script: Script) -> None:
    hand = script.hand
    script.start({})
    script.until_left(0)
    hand.log.add("draw", seat=hand.turn, pieces="?", label="wall")
    exhausted(hand)


def _drawn_when_exhausted(script: Script) -> None:
    hand = script.hand
    script.start({})
    script.until_left(0)
    exhausted(hand)
    hand.log.add("draw", seat=hand.turn, pieces="?", label="wall")


def _from_the_tail(hand: Hand) -> str:
    row = chance(hand, hand.log.find("draw", label="wall"))
    rows = hand.log.rows
    if hand.outcome and rows[hand.log.place(row) + 1]["event"] == "win":
        raise LookupError("the fan may rest on it")
    row["label"] = "tail"
    return "a tile was drawn from the tail without a kong"


def _thrown_from_nowhere(hand: Hand) -> str:
    outcome = won(hand)
    known = bytearray(34)
    rows = hand.log.rows
    end = hand.log.place(hand.log.one("win"))
    losers = [row for row in untaken(hand) if row["seat"] != outcome.winner and hand.log.place(row) < end - 8]
    row = chance(hand, losers[1:])
    came: set[int] = set()
    for before in rows[: hand.log.place(row)]:
        if before["event"] in ("deal", "draw"):
            for kind in kinds(before):
                known[kind] += 1
                if before["seat"] == row["seat"]:
                    came.add(kind)
    strange = [kind for kind in range(27) if kind not in came and known[kind] < 3]
    if not strange or kinds(row)[0] == outcome.tile:
        raise LookupError("every kind came to the seat")
    row["pieces"] = written([hand.rng.choice(strange)])
    return "a tile was thrown that the seat did not hold"


def _exhausted_too_early(script: Script) -> None:
    hand = script.hand
    script.start({})
    script.until_left(script.rng.randrange(2, 20))
    exhausted(hand)


def _taken_back(hand: Hand) -> str:
    row = chance(hand, untaken(hand))
    again = hand.log.put_after(row, "discard", seat=row["seat"], pieces=row["pieces"])
    hand.log.put_before(again, "take_back", seat=row["seat"], pieces=row["pieces"])
    return "a discard was taken back"


def _taken_back_for_another(script: Script) -> None:
    """A seat takes its discard back and throws another tile."""
    hand = script.hand
    staged = stage(script, {})
    quiet_rounds(script)
    if hand.turn == staged.winner:
        script.quiet_turn()
    script.draw()
    seat = hand.turn
    first = script.spare(seat)
    script.throw(first)
    hand.log.add("take_back", seat=seat, pieces=written([first]))
    hand.held[seat][first] += 1
    hand.visible[first] -= 1
    script.take_turn(seat)
    script.keep[seat][first] += 1
    staged.go_on()


_TURNS = (
    done("a seat is passed over", _skipped),
    done("a seat throws out of its turn", _throws_out_of_turn),
    done("a win is called when play has gone on", _win_too_late),
    done("a kong out of turn", _kong_out_of_turn),
    done("another than the dealer throws first", _another_begins),
)
_NOWHERE = (
    done("a tile is drawn beyond the wall", _beyond_the_wall),
    Plant("a tile from the tail without a kong", _from_the_tail, shows=("kong",)),
    Plant("a tile is thrown that was not held", _thrown_from_nowhere),
    done("a hand is called exhausted too early", _exhausted_too_early, kind="note"),
    done("a tile is drawn after the wall was exhausted", _drawn_when_exhausted),
)
_BACK = (
    Plant("a discard is taken back", _taken_back),
    done("a discard is taken back and another thrown", _taken_back_for_another),
)


TRADITIONAL: dict[str, tuple[Plant, ...]] = {"MT-3.3": _TURNS, "MT-5.7": _NOWHERE, "MT-9.1": _BACK}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {"MS-3.3": _TURNS, "MS-5.7": _NOWHERE, "MS-9.1": _BACK}
