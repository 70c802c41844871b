"""Steering a hand: chosen tiles are dealt and drawn, some seats follow a script, the others play quietly between."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from audit.simulate.mahjong.ending import win
from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.value import CHOW, CONCEALED, EXPOSED, PROMOTED, PUNG, Meld

_TURNS = 90


def tiles_of(lies: str, kind: int) -> list[int]:
    """The tiles of a meld; a kong has four."""
    if lies == CHOW:
        return [kind, kind + 1, kind + 2]
    return [kind] * (3 if lies == PUNG else 4)


@dataclass(frozen=True)
class Target:
    """A hand to be won: what stays concealed, the pair, the last tile, the melds laid before, tiles thrown early."""

    concealed: tuple[Meld, ...]
    pair: int
    last: int
    laid: tuple[Meld, ...] = ()
    early: tuple[int, ...] = ()


class Script:
    """A hand that follows a script; LookupError wherever chance does not let the script go on, to be begun anew."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rng = hand, hand.rng
        self.keep: dict[int, Counter[int]] = {seat: Counter() for seat in hand.seats}
        self.holding = True  # whether the seat whose turn it is has its tile

    def seat(self, offset: int) -> int:
        """The seat so many places to the dealer's right."""
        return self.hand.seats[offset % len(self.hand.seats)]

    def start(self, given: Mapping[int, Sequence[int]], later: Sequence[int] = ()) -> None:
        """Deal with the given tiles in the seats' hands; ``later`` tiles lie in the wall until they are asked for."""
        hand = self.hand
        if any(len(own) > hand.rules.size(seat == hand.dealer) for seat, own in given.items()):
            raise LookupError("the script wants more tiles than are dealt")
        hand.set_up()
        hand.build([*later, *(kind for own in given.values() for kind in own)])
        hand.deal(given)
        for seat, own in given.items():
            self.keep[seat].update(own)
        if hand.complete(hand.dealer) and hand.rules.size(True) > len(given.get(hand.dealer, ())):
            raise LookupError("the dealer was dealt a win")

    def draw(self, kind: int | None = None, *, tail: bool = False) -> int:
        """The seat whose turn it is draws; without a kind whatever comes, which is to be no win."""
        hand = self.hand
        if kind is None and not hand.wall:
            raise LookupError("only tiles of the script are left")
        tile = hand.draw(kind, tail=tail)
        self.holding = True
        if kind is None and hand.complete(hand.turn):
            raise LookupError("a quiet seat drew a win")
        return tile

    def feeds(self, kind: int) -> bool:
        """Whether somebody would win with a tile thrown now."""
        hand = self.hand
        return any(hand.wins_with(seat, kind) for seat in hand.seats if seat != hand.turn)

    def spare(self, seat: int) -> int:
        """A tile that a seat can throw: not of its script, of no triplet, and nobody's win; what it drew first."""
        hand = self.hand
        held = hand.held[seat]
        loose = [kind for kind in range(34) if held[kind] > self.keep[seat][kind] and held[kind] != 3]
        self.rng.shuffle(loose)
        loose.sort(key=lambda kind: kind != hand.drawn[seat])
        for kind in loose:
            if not self.feeds(kind):
                return kind
        raise LookupError("nothing to throw")

    def throw(self, kind: int | None = None) -> None:
        """The seat whose turn it is discards; without a kind a tile that nobody takes."""
        self.hand.discard(self.spare(self.hand.turn) if kind is None else kind)
        self.holding = False

    def quiet_turn(self) -> None:
        """Draw where a tile is due, and throw a tile that changes nothing."""
        if not self.holding:
            self.draw()
        self.throw()

    def until(self, seat: int) -> None:
        """Quiet turns until that seat is to draw."""
        for _ in range(_TURNS):
            if self.hand.turn == seat and not self.holding:
                return
            self.quiet_turn()
        raise LookupError("that seat has no turn")

    def until_left(self, tiles: int) -> None:
        """Quiet turns until so many tiles are left in the wall and a seat is to draw."""
        while self.holding or self.hand.tiles_left() > tiles:
            self.quiet_turn()

    def feed(self, giver: int, kind: int) -> None:
        """A seat draws a tile at its next turn and throws it."""
        self.until(giver)
        self.draw(kind)
        if self.hand.complete(giver):
            raise LookupError("the giver drew a win")
        if self.hand.held[giver][kind] == 3:
            raise LookupError("the giver would break a triplet")
        self.throw(kind)

    def lay(self, seat: int, lies: str, kind: int, giver: int = 0, taken: int | None = None) -> None:
        """A seat makes a meld of its script: claimed from a giver (the seat before it for chows) or of its own draw."""
        hand = self.hand
        own = Counter(tiles_of(lies, kind))
        if lies in (CHOW, PUNG, EXPOSED):
            tile = kind if taken is None else taken
            self.feed(giver or self._giver(seat, lies), tile)
            if hand.winners():
                raise LookupError("somebody would win with it")
            hand.claim(seat, {CHOW: "chow", PUNG: "pung"}.get(lies, "kong"))
            if lies == CHOW:
                hand.chow(seat, kind)
            elif lies == PUNG:
                hand.pung(seat)
            else:
                hand.kong_of_discard(seat)
            own[tile] -= 1
        else:
            self.until(seat)
            self.draw(kind)
            own = Counter({kind: 3 if lies == CONCEALED else 0})
            if lies == CONCEALED:
                hand.kong_concealed(kind)
            else:
                hand.kong_promoted(kind)
        self.keep[seat] -= own
        self.holding = True
        if lies in (EXPOSED, CONCEALED, PROMOTED):
            self.draw(tail=True)
        self.throw()

    def _giver(self, seat: int, lies: str) -> int:
        others = [other for other in self.hand.seats if other != seat]
        return self.before(seat) if lies == CHOW else self.rng.choice(others)

    def before(self, seat: int) -> int:
        """The seat to the left, whose discards a seat may chow."""
        return self.hand.table.right_of(seat, len(self.hand.seats) - 1)

    def needs(self, target: Target) -> tuple[list[int], list[int], list[int]]:
        """What a target is dealt, what it wants from the wall in all, and which tile each laid meld is claimed with."""
        own = Counter(kind for lies, low in target.concealed for kind in tiles_of(lies, low))
        own.update([target.pair, target.pair])
        own[target.last] -= 1
        wanted, taken = [*target.early, target.last], list[int]()
        for lies, low in target.laid:
            tile = low + self.rng.randrange(3) if lies == CHOW else low
            taken.append(tile)
            own.update(tiles_of(PUNG, low) if lies in (CONCEALED, PROMOTED) else tiles_of(lies, low))
            if lies != CONCEALED:
                own[tile] -= 1
            wanted.extend([low, low] if lies == PROMOTED else [tile])
        return list(own.elements()), wanted, taken

    def tiles_of_target(self, target: Target) -> list[int]:
        """What a target is dealt."""
        return self.needs(target)[0]

    def deal_target(
        self,
        seat: int,
        target: Target,
        others: Mapping[int, Sequence[int]] | None = None,
        later: Sequence[int] = (),
        *,
        last_is_dealt: bool = False,
    ) -> list[int]:
        """Deal a seat a target before its first meld; which tile each of its melds is to be claimed with.

        Where the last tile ``last_is_dealt`` to another seat, the wall does not hold it.
        """
        own, wanted, taken = self.needs(target)
        if last_is_dealt:
            wanted.remove(target.last)
        self.start({seat: own, **(others or {})}, [*wanted, *later])
        return taken

    def take_turn(self, seat: int) -> None:
        """A seat has the turn and a tile too many, which it did not draw."""
        self.hand.turn, self.holding, self.hand.drawn[seat] = seat, True, -1

    def throw_early(self, seat: int, target: Target) -> None:
        """Other seats throw the tiles that are to be seen before."""
        for kind in target.early:
            self.feed(self.rng.choice([other for other in self.hand.seats if other != seat]), kind)
            if self.hand.winners():
                raise LookupError("somebody would win with it")

    def lay_all(self, seat: int, target: Target, taken: Sequence[int]) -> None:
        """A seat lays the melds of its target one after the other."""
        for (lies, low), tile in zip(target.laid, taken, strict=True):
            if lies == PROMOTED:
                self.lay(seat, PUNG, low)
            self.lay(seat, lies, low, taken=tile if lies == CHOW else None)

    def assemble(
        self,
        seat: int,
        target: Target,
        others: Mapping[int, Sequence[int]] | None = None,
        later: Sequence[int] = (),
    ) -> None:
        """Deal a seat a hand that waits for the target's last tile, and let it lay the melds that it is to lay."""
        taken = self.deal_target(seat, target, others, later)
        self.throw_early(seat, target)
        self.lay_all(seat, target, taken)

    def win_by_draw(self, seat: int, last: int, *, quiet: int = 0) -> Outcome:
        """The seat draws its winning tile after so many quiet rounds."""
        for _ in range(quiet):
            self.until(seat)
            self.quiet_turn()
        self.until(seat)
        self.draw(last)
        if not self.hand.complete(seat):
            raise LookupError("the script does not win")
        return win(self.hand, seat)

    def win_by_discard(self, seat: int, giver: int, last: int) -> Outcome:
        """The giver draws the winning tile and throws it; the seat alone wins with it."""
        self.feed(giver, last)
        return self.take(seat)

    def take(self, seat: int) -> Outcome:
        """The seat alone wins with the last discard."""
        if self.hand.winners() != [seat]:
            raise LookupError("not that seat alone would win")
        self.hand.claim(seat, "win")
        return win(self.hand, seat, self.hand.last_seat)
