"""Who is liable for a whole win, told from what every seat held (甲十, 乙十)."""

from audit.simulate.mahjong.hand import Hand
from audit.simulate.mahjong.shapes import EAST, GREEN, RED, WHITE, is_ready
from audit.simulate.mahjong.value import CHOW, CONCEALED, KONGS, Value

YES, EITHER, OPEN = "yes", "either", "open"  # EITHER: charged or not, both are lawful; OPEN: outside the plain shapes
_DRAGONS = range(WHITE, RED + 1)
_WINDS = range(EAST, EAST + 4)


def _nine_exposed(hand: Hand, seat: int, robbed: bool, value: Value) -> str:
    """甲十(1): nine tiles or more of the suit lay open."""
    suited = [lies for lies, kind in hand.melds[seat] if kind < EAST]
    if "pure_suit" not in value.shown or len(suited) < 3:
        return ""
    return YES if len([lies for lies in suited if lies != CONCEALED]) >= 3 and not robbed else OPEN


def _twelfth_tile(hand: Hand, seat: int, value: Value) -> str:
    """甲十(2): the fourth exposed meld was fed, and the next draw won."""
    melds = hand.melds[seat]
    if "pure_suit" not in value.shown or len(melds) < 4 or not hand.fed[seat] or hand.fed_draws[seat] != 1:
        return ""
    concealed = any(lies == CONCEALED for lies, _ in melds)
    return OPEN if concealed or hand.on_replacement else YES


def _third_honour(hand: Hand, seat: int, tile: int, robbed: bool, value: Value) -> str:
    """甲十(3): the discard was the dragon or wind that was missing to open ones."""
    for kinds, needed, name in ((_DRAGONS, 2, "big_dragons"), (_WINDS, 3, "big_winds")):
        laid = [lies for lies, kind in hand.melds[seat] if kind in kinds and lies != CHOW]
        if name in value.shown and len(laid) >= needed:
            if tile in kinds and len(laid) == needed and CONCEALED not in laid and not robbed:
                return YES if hand.was_visible else EITHER
            return OPEN
    return ""


def _kept_last_honour(hand: Hand, giver: int, tile: int) -> str:
    """甲十(4), 乙十(1): an honour kept of which the other three lie on the table."""
    kinds = (GREEN,) if hand.rules.simplified else (*_DRAGONS, hand.seat_wind(giver))
    kept = [kind for kind in kinds if kind != tile and hand.held[giver][kind] and hand.visible[kind] == 3]
    own = {kind for _, kind in hand.melds[giver]}
    return "" if not kept else YES if set(kept) - own else OPEN


def broken_triplet(hand: Hand, giver: int, tile: int) -> str:
    """甲十(5): the discard broke a concealed triplet; OPEN of a seat ready before or after, or just drawn."""
    held = hand.held[giver]
    if held[tile] != 2:
        return ""
    before = bytearray(hand.last_before)
    orphans = not hand.rules.simplified
    ready = is_ready(held, hand.rules.kinds, orphans=orphans)
    ready = ready or (bool(before) and is_ready(before, hand.rules.kinds, orphans=orphans))
    return OPEN if ready or (bool(before) and before[tile] == 2) else YES


def grounds(hand: Hand, seat: int, giver: int, tile: int, robbed: bool, value: Value) -> dict[str, str]:
    """Every ground of liability for a win of ``seat``: its name, and how sure it is. ``giver``: 0 where self-drawn."""
    if giver == 0:
        found = {"twelfth": _twelfth_tile(hand, seat, value)}
    else:
        found = {
            "nine": _nine_exposed(hand, seat, robbed, value),
            "third": _third_honour(hand, seat, tile, robbed, value),
        }
        if not robbed:
            found["kept"] = _kept_last_honour(hand, giver, tile)
            found["broke"] = broken_triplet(hand, giver, tile)
            found["passed"] = YES if hand.wins_with(giver, tile) else ""
    if hand.rules.simplified:
        kept, passed, broke = (found.get(name, "") for name in ("kept", "passed", "broke"))
        found = {"kept": kept, "passed": YES if passed and broke else ""}
    return {name: sure for name, sure in found.items() if sure}


def exempt(value: Value) -> bool:
    """甲十(9): all honours and pure terminals free everybody."""
    return bool({"all_honours", "pure_terminals"} & value.shown)


def fresh(hand: Hand, seat: int, giver: int, tile: int) -> bool:
    """甲十(10), 乙十(4): a dragon or a seat's wind of which none lay on the table."""
    winds = (hand.seat_wind(seat), hand.seat_wind(giver))
    honour = tile == GREEN if hand.rules.simplified else tile in _DRAGONS or tile in winds
    return honour and hand.was_visible == 0


def konged(hand: Hand, seat: int) -> bool:
    """Whether a seat has made a kong."""
    return any(lies in KONGS for lies, _ in hand.melds[seat])
