"""One fault, one finding: a rule yields where a stronger one has a finding on the same hand and seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audit.rulebook.rule import Rule


@dataclass(frozen=True)
class Sighting:
    """Hands and seats on which a rule has findings; seat 0 for the whole hand, ``note`` where it is only noted."""

    hand: NDArray[np.int32]
    seat: NDArray[np.int8]
    note: NDArray[np.bool_]

    def violations(self) -> "Sighting":
        """Those that are no notes."""
        return Sighting(self.hand[~self.note], self.seat[~self.note], self.note[~self.note])


def stronger(rule: Rule, rules: Sequence[Rule]) -> list[str]:
    """All rules that a rule yields to, those that they yield to included, in the order of the packs' words."""
    by_id = {other.id: other for other in rules}
    reached: dict[str, None] = {}
    ahead = list(rule.yields_to)
    while ahead:
        name = ahead.pop(0)
        if name not in reached and name != rule.id and name in by_id:
            reached[name] = None
            ahead.extend(by_id[name].yields_to)
    return list(reached)


def order_of(rules: Sequence[Rule]) -> list[int]:
    """Indices of rules, each after those that it yields to; ``cycle`` tells beforehand that there is such an order."""
    index = {rule.id: place for place, rule in enumerate(rules)}
    done: dict[int, None] = {}

    def visit(place: int, above: frozenset[int]) -> None:
        if place in done or place in above:
            return
        for name in rules[place].yields_to:
            if name in index:
                visit(index[name], above | {place})
        done[place] = None

    for place in range(len(rules)):
        visit(place, frozenset())
    return list(done)


def cycle(rules: Sequence[Rule]) -> list[str]:
    """The ids along a circle of rules that yield to one another, empty where there is none."""
    by_id = {rule.id: rule for rule in rules}
    cleared: set[str] = set()

    def search(name: str, path: list[str]) -> list[str]:
        if name in path:
            return path[path.index(name) :]
        if name in cleared or name not in by_id:
            return []
        for other in by_id[name].yields_to:
            found = search(other, [*path, name])
            if found:
                return found
        cleared.add(name)
        return []

    for rule in rules:
        found = search(rule.id, [])
        if found:
            return found
    return []


def yielded(
    rule: Rule,
    rules: Sequence[Rule],
    sightings: Mapping[str, Sequence[Sighting]],
    found: Sighting,
) -> NDArray[np.bool_]:
    """The findings on whose hand and seat (or the whole hand, for one of the two) a stronger rule has one.

    A violation never yields to a note: what is only noted would hide what is forbidden.
    """
    gone = np.zeros(len(found.hand), np.bool_)
    for name in stronger(rule, rules) if rule.yields_to else ():
        for sighting in sightings.get(name, ()):
            gone |= _meets(found, sighting.violations()) | (found.note & _meets(found, sighting))
    return gone


def _meets(found: Sighting, other: Sighting) -> NDArray[np.bool_]:
    exact = np.isin(_key(found.hand, found.seat), _key(other.hand, other.seat))
    theirs_whole = np.isin(found.hand, other.hand[other.seat == 0])
    ours_whole = (found.seat == 0) & np.isin(found.hand, other.hand)
    meets: NDArray[np.bool_] = exact | theirs_whole | ours_whole
    return meets


def _key(hand: NDArray[np.int32], seat: NDArray[np.int8]) -> NDArray[np.int64]:
    return hand.astype(np.int64) * 256 + seat
