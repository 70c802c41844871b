"""Faults of chows, pungs and kongs (135/91/M arts. 4 and 5)."""

from audit.simulate.mahjong.plants import Plant, Staged, done, quiet_rounds, stage
from audit.simulate.mahjong.scenes import Scene, honour_of, lay_wrongly, pick
from audit.simulate.mahjong.script import Script
from audit.simulate.mahjong.shapes import EAST, GREEN
from audit.simulate.mahjong.table import written
from audit.simulate.mahjong.value import CONCEALED, EXPOSED, PROMOTED

_ONE = (0, 9, 18)  # the one of each suit


# Melds of no kind (甲四(1)) and wrong chows (甲五(3)).


def _fed(script: Script, given: list[int], kind: int, *, steps: int = 0) -> tuple[Staged, int]:
    """A hand in which a tile is thrown to a seat that was given tiles; so many places to the right of the giver."""
    hand = script.hand
    seat = hand.rng.choice(hand.seats)
    staged = stage(script, {seat: given}, [kind])
    places = len(hand.seats) - (steps or hand.rng.randrange(1, len(hand.seats)))
    script.feed(hand.table.right_of(seat, places), kind)
    if hand.winners():
        raise LookupError("somebody would win with it")
    return staged, seat


def _suit_tile(script: Script, low: int = 0, high: int = 8) -> int:
    return script.rng.choice(_ONE) + script.rng.randrange(low, high + 1)


def _odd_pung(script: Script) -> None:
    kind = _suit_tile(script, 2, 6)
    staged, seat = _fed(script, [kind, kind, kind + 2], kind)
    lay_wrongly(script, seat, "pung", [kind, kind, kind + 2])
    staged.go_on()


def _odd_kong(script: Script) -> None:
    kind = _suit_tile(script, 2, 6)
    staged, seat = _fed(script, [kind, kind, kind, kind + 2], kind)
    lay_wrongly(script, seat, "kong", [kind, kind, kind, kind + 2], EXPOSED)
    script.draw(tail=True)
    staged.go_on()


def _pung_of_four(script: Script) -> None:
    kind = _suit_tile(script, 2, 6)
    staged, seat = _fed(script, [kind, kind, kind], kind)
    lay_wrongly(script, seat, "pung", [kind] * 4)
    staged.go_on()


def _odd_concealed_kong(script: Script) -> None:
    hand = script.hand
    kind = _suit_tile(script, 2, 6)
    seat = hand.rng.choice(hand.seats)
    staged = stage(script, {seat: [kind] * 4 + [kind + 2]})
    script.until(seat)
    script.draw()
    row = hand.kong_concealed(kind)
    row["pieces"] = written([kind, kind, kind, kind + 2])
    hand.held[seat][kind] += 1
    hand.held[seat][kind + 2] -= 1
    script.keep[seat][kind + 2] -= 1
    script.draw(tail=True)
    staged.go_on()


def _chow_from(steps: int) -> Scene:
    def scene(script: Script) -> None:
        kind = _suit_tile(script, 0, 6)
        staged, seat = _fed(script, [kind + 1, kind + 2], kind, steps=steps)
        lay_wrongly(script, seat, "chow", [kind, kind + 1, kind + 2])
        staged.go_on()

    return scene


def _bad_chow(given: tuple[int, ...], laid: tuple[int, ...], label: str | None = None) -> Scene:
    """A chow by the right seat whose tiles are wrong; offsets from the tile that is thrown."""

    def scene(script: Script) -> None:
        kind = _suit_tile(script, 1, 3)
        staged, seat = _fed(script, [kind + step for step in given], kind, steps=1)
        if any(script.hand.held[seat][kind + step] for step in laid if step and step not in given):
            raise LookupError("the seat came to hold what it should lack")
        lay_wrongly(script, seat, "chow", [kind + step for step in laid], label)
        staged.go_on()

    return scene


def _chow_of_winds(script: Script) -> None:
    staged, seat = _fed(script, [EAST + 1, EAST + 2], EAST, steps=1)
    lay_wrongly(script, seat, "chow", [EAST, EAST + 1, EAST + 2])
    staged.go_on()


def _chow_of_two_suits(script: Script) -> None:
    number = script.rng.randrange(0, 7)
    staged, seat = _fed(script, [number + 1, 9 + number + 2], number, steps=1)
    lay_wrongly(script, seat, "chow", [number, number + 1, 9 + number + 2])
    staged.go_on()


def _chow_of_an_old_tile(script: Script) -> None:
    kind = _suit_tile(script, 0, 6)
    staged, seat = _fed(script, [kind + 1, kind + 2], kind, steps=2)
    script.quiet_turn()
    if script.hand.last_tile == kind:
        raise LookupError("the same tile was thrown again")
    lay_wrongly(script, seat, "chow", [kind, kind + 1, kind + 2])
    script.hand.visible[kind] -= 1
    staged.go_on()


def _chow_before(what: str, copies: int) -> Scene:
    """A chow is given the discard that another seat claims for a pung or a kong."""

    def scene(script: Script) -> None:
        hand = script.hand
        kind = _suit_tile(script, 0, 6)
        seat, other = pick(script, 2)
        giver = script.before(seat)
        if other == giver:
            raise LookupError("the giver cannot claim")
        staged = stage(script, {seat: [kind + 1, kind + 2], other: [kind] * copies}, [kind])
        script.feed(giver, kind)
        if hand.winners():
            raise LookupError("somebody would win with it")
        hand.claim(other, what)
        lay_wrongly(script, seat, "chow", [kind, kind + 1, kind + 2])
        staged.go_on()

    return scene


def _chow_and_draw(script: Script) -> None:
    kind = _suit_tile(script, 0, 6)
    staged, seat = _fed(script, [kind + 1, kind + 2], kind, steps=1)
    lay_wrongly(script, seat, "chow", [kind, kind + 1, kind + 2])
    script.draw()
    staged.go_on()


def _draw_and_chow(script: Script) -> None:
    kind = _suit_tile(script, 0, 6)
    staged, seat = _fed(script, [kind + 1, kind + 2], kind, steps=1)
    script.draw()
    lay_wrongly(script, seat, "chow", [kind, kind + 1, kind + 2])
    staged.go_on()


# Pungs and kongs (甲五(4), 甲五(5), 乙五(4)).


def _pung_without_pair(script: Script) -> None:
    kind = _suit_tile(script)
    staged, seat = _fed(script, [kind], kind)
    if script.hand.held[seat][kind] != 1:
        raise LookupError("the seat came to hold the pair")
    lay_wrongly(script, seat, "pung", [kind] * 3)
    staged.go_on()


def _pung_of_an_old_tile(script: Script) -> None:
    kind = _suit_tile(script)
    staged, seat = _fed(script, [kind, kind], kind, steps=2)
    script.quiet_turn()
    if script.hand.last_tile == kind:
        raise LookupError("the same tile was thrown again")
    lay_wrongly(script, seat, "pung", [kind] * 3)
    staged.go_on()


def _kong_without_three(script: Script) -> None:
    kind = _suit_tile(script)
    staged, seat = _fed(script, [kind, kind], kind)
    if script.hand.held[seat][kind] != 2:
        raise LookupError("the seat came to hold three")
    lay_wrongly(script, seat, "kong", [kind] * 4, EXPOSED)
    script.draw(tail=True)
    staged.go_on()


def _own_kong(way: str, copies: int) -> Scene:
    """A kong of own tiles that the seat has not: three for a concealed one, one and no open pung for a promoted one."""

    def scene(script: Script) -> None:
        hand = script.hand
        kind = _suit_tile(script)
        seat = hand.rng.choice(hand.seats)
        staged = stage(script, {seat: [kind] * copies})
        quiet_rounds(script)
        script.until(seat)
        script.draw()
        if hand.held[seat][kind] != copies:
            raise LookupError("the seat came to hold another tile of the kind")
        hand.log.add("kong", seat=seat, pieces=written([kind] * 4), label=way)
        script.keep[seat][kind] = 0
        hand.held[seat][kind] = 0
        script.draw(tail=True)
        staged.go_on()

    return scene


def _promoted_without_tile(script: Script) -> None:
    hand = script.hand
    kind = _suit_tile(script)
    staged, seat = _fed(script, [kind, kind], kind)
    hand.claim(seat, "pung")
    hand.pung(seat)
    script.keep[seat][kind] = 0
    script.holding = True
    script.throw()
    script.until(seat)
    script.draw()
    if hand.held[seat][kind]:
        raise LookupError("the seat came to hold the fourth tile")
    hand.log.add("kong", seat=seat, pieces=written([kind] * 4), label=PROMOTED)
    script.draw(tail=True)
    staged.go_on()


def _concealed(script: Script) -> tuple[Staged, int]:
    """A lawful concealed kong, its replacement not yet drawn."""
    hand = script.hand
    kind = honour_of(script)
    seat = hand.rng.choice(hand.seats)
    staged = stage(script, {seat: [kind] * 3}, [kind])
    script.until(seat)
    script.draw(kind)
    hand.kong_concealed(kind)
    script.keep[seat][kind] = 0
    return staged, seat


def _not_replaced(script: Script) -> None:
    staged, _ = _concealed(script)
    staged.go_on()


def _replaced_from_the_wall(script: Script) -> None:
    staged, _ = _concealed(script)
    script.draw()
    script.hand.log.rows[-1]["label"] = "wall"
    staged.go_on()


def _nothing_thrown(script: Script) -> None:
    staged, seat = _concealed(script)
    script.draw(tail=True)
    if script.hand.table.right_of(seat) == staged.winner:
        raise LookupError("the winner would draw")
    script.hand.turn, script.holding = script.hand.table.right_of(seat), False
    script.quiet_turn()
    staged.end()


def _two_drawn(script: Script) -> None:
    hand = script.hand
    staged = stage(script, {})
    quiet_rounds(script)
    if hand.turn == staged.winner:
        script.quiet_turn()
    script.draw()
    second = hand.take()
    hand.held[hand.turn][second] += 1
    hand.log.rows[-1]["pieces"] += " " + written([second])
    if hand.complete(hand.turn):
        raise LookupError("the seat drew a win")
    staged.go_on()


# The simplified game takes no discard but to win or for a kong (乙五(3)).


def _simple_meld(event: str) -> Scene:
    def scene(script: Script) -> None:
        kind = _suit_tile(script, 0, 6)
        own = [kind, kind] if event == "pung" else [kind + 1, kind + 2]
        staged, seat = _fed(script, own, kind, steps=1)
        lay_wrongly(script, seat, event, [kind, *own])
        staged.go_on()

    return scene


def _simple_promotion(script: Script) -> None:
    """A kong said to be promoted, from tiles in hand."""
    hand = script.hand
    seat = hand.rng.choice(hand.seats)
    staged = stage(script, {seat: [GREEN] * 3}, [GREEN])
    script.until(seat)
    script.draw(GREEN)
    hand.kong_concealed(GREEN)["label"] = PROMOTED
    script.keep[seat][GREEN] = 0
    script.draw(tail=True)
    staged.go_on()


_KONGS_UNMADE = (
    done("a kong is not replaced", _not_replaced),
    done("a kong is replaced from the wall", _replaced_from_the_wall),
    done("nothing is thrown after a kong", _nothing_thrown),
    done("two tiles are drawn at once", _two_drawn),
)

TRADITIONAL: dict[str, tuple[Plant, ...]] = {
    "MT-4.2": (
        done("a pung with an odd tile", _odd_pung),
        done("a kong with an odd tile", _odd_kong),
        done("a pung of four tiles", _pung_of_four),
        done("a concealed kong with an odd tile", _odd_concealed_kong),
    ),
    "MT-5.3a": (
        done("a chow by the seat opposite", _chow_from(2)),
        done("a chow by the seat on the left", _chow_from(3)),
    ),
    "MT-5.3b": (
        done("a chow that is no sequence", _bad_chow((1, 3), (0, 1, 3))),
        done("a chow of a tile that is not held", _bad_chow((1,), (0, 1, 2))),
        done("a chow of winds", _chow_of_winds),
        done("a chow of a tile thrown before", _chow_of_an_old_tile),
        done("a chow of two suits", _chow_of_two_suits),
        done("a chow not laid open", _bad_chow((1, 2), (0, 1, 2), CONCEALED)),
    ),
    "MT-5.3c": (
        done("a chow before a pung", _chow_before("pung", 2)),
        done("a chow before a kong", _chow_before("kong", 3)),
        done("a draw after a chow", _chow_and_draw),
        done("a chow after a draw", _draw_and_chow),
    ),
    "MT-5.4": (
        done("a pung without the pair", _pung_without_pair),
        done("a pung of a tile thrown before", _pung_of_an_old_tile),
    ),
    "MT-5.5a": (
        done("a kong of a discard with two tiles", _kong_without_three),
        done("a concealed kong of three tiles", _own_kong(CONCEALED, 3)),
        done("a promoted kong without an open pung", _own_kong(PROMOTED, 1)),
        done("a promoted kong without the fourth tile", _promoted_without_tile),
    ),
    "MT-5.5b": _KONGS_UNMADE,
}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {
    "MS-5.3": (
        done("a chow is made", _simple_meld("chow")),
        done("a pung is made", _simple_meld("pung")),
        done("a kong is promoted", _simple_promotion),
    ),
    "MS-5.4": (
        done("a kong of a discard with two tiles", _kong_without_three),
        done("a concealed kong of three tiles", _own_kong(CONCEALED, 3)),
        *_KONGS_UNMADE,
    ),
}
