"""The form of a planted mahjong fault, and what several faults share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from audit.pieces.notation import TILES
from audit.simulate.mahjong.ending import dues
from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.play import play_freely
from audit.simulate.mahjong.scenes import Scene, plain_target
from audit.simulate.mahjong.script import Script, Target
from audit.simulate.mahjong.table import TableOfPlay
from audit.simulate.rows import Row

Fault = Callable[[Hand], str]


def freely(script: Script) -> None:
    """A hand played freely."""
    play_freely(script.hand)


@dataclass(frozen=True)
class Plant:
    """One way to break a rule: how the hand is played, what is done to its rows, and how a finding of it is called."""

    about: str
    fault: Fault
    scene: Scene = freely
    also: tuple[str, ...] = ()
    kind: str = "violation"
    begin: Callable[[TableOfPlay], None] = TableOfPlay.begin
    after: str = ""  # how the hand before must have ended: dealer | other
    shows: tuple[str, ...] = ()  # kinds of event that the table must log, for their absence to tell anything
    habits: dict[str, Any] = field(default_factory=dict)


def done(about: str, scene: Scene, **more: Any) -> Plant:
    """A plant whose script itself holds the fault."""
    return Plant(about, lambda hand: about, scene, **more)


def kinds(row: Row) -> list[int]:
    """The tiles of a row."""
    return [TILES.index(tile) for tile in row["pieces"].split()]


def won(hand: Hand) -> Outcome:
    """The hand's win, which nobody is liable for and no limit binds; LookupError where there is none such."""
    outcome = hand.outcome
    if outcome is None or outcome.charged or paid(hand) != outcome.due:
        raise LookupError("no plain win")
    return outcome


def paid(hand: Hand) -> int:
    """The sum of all payments."""
    return sum(row["amount"] for row in hand.log.find("pay"))


def repay(hand: Hand, *, fan: int | None = None, charged: int = 0) -> None:
    """Pay the win anew: for another number of fan, or all by one seat."""
    outcome = hand.outcome
    if outcome is None:
        raise LookupError("nobody won")
    if fan is not None:
        outcome.fan = fan
    hand.log.drop(hand.log.find("pay"))
    rake = hand.log.one("rake")
    owed = dues(hand, outcome)
    if sum(owed.values()) > hand.log.one("money", seat=outcome.winner)["amount"]:
        raise LookupError("the winner's money would limit it")
    label = "liability" if charged else "win"
    for seat, amount in owed.items():
        hand.log.put_before(rake, "pay", seat=charged or seat, other_seat=outcome.winner, amount=amount, label=label)


def chance(hand: Hand, rows: Sequence[Row]) -> Row:
    """One of the rows; LookupError where there is none."""
    if not rows:
        raise LookupError("no such row")
    return hand.rng.choice(rows)


def untaken(hand: Hand) -> list[Row]:
    """Discards that nobody claimed: the next row is a draw from the wall."""
    rows = hand.log.rows
    return [row for row, after in pairwise(rows) if row["event"] == "discard" and after["event"] == "draw"]


def others(hand: Hand, *seats: int) -> list[int]:
    """The seats besides these."""
    return [seat for seat in hand.seats if seat not in seats]


@dataclass
class Staged:
    """A hand on its way to a plain win, with the seats that a fault is about to use."""

    script: Script
    winner: int
    target: Target

    def go_on(self) -> Outcome:
        """Let the seat whose turn it is throw a tile, and end the hand."""
        self.script.throw()
        return self.end()

    def end(self) -> Outcome:
        """Let the winner draw his tile."""
        outcome = self.script.win_by_draw(self.winner, self.target.last)
        if outcome.charged:
            raise LookupError("somebody is liable")
        return outcome


def stage(script: Script, given: dict[int, list[int]], later: Sequence[int] = ()) -> Staged:
    """Deal a plain hand to a seat that is given nothing else, and their tiles to the seats of the fault."""
    winner = script.rng.choice(others(script.hand, *given))
    target = plain_target(script)
    script.assemble(winner, target, given, [*later])
    return Staged(script, winner, target)


def quiet_rounds(script: Script) -> None:
    """A few turns in which nothing happens, until a seat is to draw."""
    for _ in range(script.rng.randrange(2, 6)):
        script.quiet_turn()
    script.until(script.hand.turn)
