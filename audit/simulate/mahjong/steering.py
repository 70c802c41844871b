"""Lawful hands as a table plays them: most played freely, some steered towards what comes up seldom."""

from contextlib import suppress

from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.play import play_freely
from audit.simulate.mahjong.scenes import SIMPLIFIED, TRADITIONAL, Scene
from audit.simulate.mahjong.script import Script
from audit.simulate.mahjong.table import TableOfPlay

_STEERED = 0.2  # of the lawful hands
_LOOKS = 0.02
_HESITATIONS = 0.01
_TRIES = 8


def lawful_hand(table: TableOfPlay, hand_id: str) -> Hand:
    """A hand played freely, or one in five by a script; at times somebody looks where he should not."""
    scenes = SIMPLIFIED if table.rules.simplified else TRADITIONAL
    hand = None
    if table.rng.random() < _STEERED:
        hand = steered(table, hand_id, table.rng.choices(list(scenes), list(scenes.values()))[0], _TRIES)
    if hand is None:
        hand = Hand(table, hand_id)
        play_freely(hand)
    if table.rng.random() < _LOOKS:
        look_by_accident(hand)
    if table.rng.random() < _HESITATIONS:
        hesitate(hand)
    return hand


def hesitate(hand: Hand) -> None:
    """Somebody takes a tile back before one of his lies on the table; none thrown is taken back (甲九(1), 乙九(1))."""
    first = next(iter(hand.log.find("discard")), None)
    if first is not None:
        hand.log.put_before(first, "take_back", seat=first["seat"], pieces=first["pieces"])


def steered(table: TableOfPlay, hand_id: str, scene: Scene, tries: int) -> Hand | None:
    """A hand by a script, begun anew while chance does not let it end; None where it never does."""
    for _ in range(tries):
        hand = Hand(table, hand_id)
        with suppress(LookupError):
            scene(Script(hand))
            return hand
    return None


def look_by_accident(hand: Hand) -> None:
    """Somebody sees another's tiles, and lays no kong in the hand (甲九(3), 乙九(2))."""
    acts = hand.log.find("discard")
    kongers = {row["seat"] for row in hand.log.find("kong")}
    lookers = [seat for seat in hand.seats if seat not in kongers]
    if acts and lookers:
        seat = hand.rng.choice(lookers)
        other = hand.table.right_of(seat, hand.rng.randrange(1, len(hand.seats)))
        hand.log.put_after(hand.rng.choice(acts), "look", seat=seat, other_seat=other, label="accident")
