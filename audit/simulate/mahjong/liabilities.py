"""Full liability due and not charged, charged to another, or charged where nobody is liable (甲十, 乙十)."""

from random import Random

from audit.simulate.mahjong.ending import win
from audit.simulate.mahjong.hand import Hand, Outcome
from audit.simulate.mahjong.liability import OPEN, YES, exempt, fresh, grounds
from audit.simulate.mahjong.liability import broken_triplet as broken
from audit.simulate.mahjong.plants import Fault, Plant, done, others, repay, stage
from audit.simulate.mahjong.scenes import (
    Scene,
    broken_triplet,
    kept_green,
    kept_honour,
    passed_triplet,
    passed_win,
    pick,
    steer,
)
from audit.simulate.mahjong.script import Script, Target
from audit.simulate.mahjong.shapes import GREEN
from audit.simulate.mahjong.targets import (
    DRAGONS,
    Maker,
    all_honours,
    big_dragons,
    chow_of,
    exempt_third,
    fourth_wind,
    nine_exposed,
    pure_terminals,
    third_dragon,
    twelve_exposed,
)
from audit.simulate.mahjong.value import CONCEALED, EXPOSED, PUNG


def _by(maker: Maker, *, draw: bool = False) -> Scene:
    return lambda script: steer(script, maker(script.rng), draw=draw)


def _alone(hand: Hand, ground: str, sure: str) -> Outcome:
    """The hand's win, for which that ground and no other makes a seat liable."""
    outcome = hand.outcome
    if outcome is None or exempt(outcome.value) or {"mixed_terminals", "thirteen_orphans"} & outcome.value.shown:
        raise LookupError("nobody need be liable")
    reasons = _reasons(hand, outcome)
    if reasons != {ground: sure}:
        raise LookupError(f"the grounds are {reasons}")
    return outcome


def _reasons(hand: Hand, outcome: Outcome) -> dict[str, str]:
    return grounds(hand, outcome.winner, outcome.discarder, outcome.tile, outcome.robbed, outcome.value)


def _not_charged(ground: str, sure: str = YES) -> Fault:
    """All pay where one is liable for all."""

    def fault(hand: Hand) -> str:
        _alone(hand, ground, sure)
        repay(hand)
        return f"a seat was liable ({ground}, {sure}) and all paid"

    return fault


def _another_charged(ground: str) -> Fault:
    """Another loser is charged than the one who is liable."""

    def fault(hand: Hand) -> str:
        outcome = _alone(hand, ground, YES)
        liable = outcome.discarder or hand.fed[outcome.winner]
        repay(hand, charged=hand.rng.choice(others(hand, outcome.winner, liable)))
        return f"a seat was liable ({ground}) and another was charged"

    return fault


def _charged(hand: Hand) -> str:
    """The discarder is charged with an all-honours or all-terminals hand."""
    outcome = hand.outcome
    if outcome is None or not exempt(outcome.value) or not outcome.discarder:
        raise LookupError("not a hand that frees the discarder")
    repay(hand, charged=outcome.discarder)
    return "the discarder was charged though the hand frees everybody"


def _charged_for_fresh(hand: Hand) -> str:
    """The discarder is charged for a fresh honour."""
    outcome = hand.outcome
    if outcome is None or outcome.charged or exempt(outcome.value) or _reasons(hand, outcome):
        raise LookupError("not a win that nobody is liable for")
    if not outcome.discarder or not fresh(hand, outcome.winner, outcome.discarder, outcome.tile):
        raise LookupError("the discard was not a fresh honour")
    repay(hand, charged=outcome.discarder)
    return "the discarder was charged for a fresh honour"


def _concealed_among(maker: Maker) -> Maker:
    """The same target with its first pung laid as a concealed kong."""

    def made(rng: Random) -> Target:
        target = maker(rng)
        for place, (lies, kind) in enumerate(target.laid):
            if lies == PUNG:
                laid = (*target.laid[:place], (CONCEALED, kind), *target.laid[place + 1 :])
                return Target(target.concealed, target.pair, target.last, laid)
        raise LookupError("no pung to conceal")

    return made


def _kong_twelfth(rng: Random) -> Target:
    """Four melds of a suit laid open, the last a kong of a discard whose replacement wins."""
    target = twelve_exposed(rng)
    pungs = [meld for meld in target.laid if meld[0] == PUNG]
    if not pungs:
        raise LookupError("no pung to make a kong of")
    rest = [meld for meld in target.laid if meld != pungs[0]]
    return Target((), target.pair, target.last, (*rest, (EXPOSED, pungs[0][1])))


def _won_on_replacement(script: Script) -> None:
    """The fourth exposed meld is a kong, and its replacement wins."""
    hand = script.hand
    winner, giver = pick(script, 2)
    target = _kong_twelfth(script.rng)
    taken = script.deal_target(winner, target)
    script.lay_all(winner, Target((), target.pair, target.last, target.laid[:3]), taken[:3])
    kind = target.laid[3][1]
    script.feed(giver, kind)
    if hand.winners():
        raise LookupError("somebody would win with it")
    hand.claim(winner, "kong")
    hand.kong_of_discard(winner)
    script.draw(target.last, tail=True)
    if not hand.complete(winner):
        raise LookupError("the script does not win")
    win(hand, winner)


def _broken_for_nothing(script: Script) -> None:
    """A seat that is not ready breaks a triplet, and nobody wins by it."""
    hand = script.hand
    seat = script.rng.choice(hand.seats)
    kind = 9 * script.rng.randrange(3) + script.rng.randrange(9)
    staged = stage(script, {seat: [kind] * 3})
    script.until(seat)
    script.draw()
    if hand.held[seat][kind] != 3 or script.feeds(kind):
        raise LookupError("no triplet to break for nothing")
    script.throw(kind)
    if broken(hand, seat, kind) != YES:
        raise LookupError("the seat was ready")
    script.keep[seat].clear()
    staged.end()


def _broken_by_ready(script: Script) -> None:
    broken_triplet(script, ready=True)


def _kept_of_own(script: Script) -> None:
    kept_honour(script, own=True)


def _fresh_pair(rng: Random) -> Target:
    """Chows that wait for a dragon to make the pair."""
    pair = rng.choice(DRAGONS)
    return Target((chow_of(rng, 0), chow_of(rng, 1), chow_of(rng, 2), chow_of(rng, 0)), pair, pair)


def _fresh_pung(rng: Random) -> Target:
    """Chows and a pair of dragons that becomes a pung."""
    kind = rng.choice(DRAGONS)
    return Target((chow_of(rng, 0), chow_of(rng, 1), chow_of(rng, 2), (PUNG, kind)), 18 + rng.randrange(9), kind)


def _fresh_green(script: Script) -> None:
    """The simplified game: a chow that waits for a green dragon to make the pair."""
    steer(script, Target((chow_of(script.rng),), GREEN, GREEN), draw=False)


TRADITIONAL: dict[str, tuple[Plant, ...]] = {
    "MT-10.1": (
        Plant("nine exposed, and all pay", _not_charged("nine"), _by(nine_exposed)),
        Plant("nine exposed, and another is charged", _another_charged("nine"), _by(nine_exposed)),
        Plant(
            "nine laid, a concealed kong among them, and all pay",
            _not_charged("nine", OPEN),
            _by(_concealed_among(nine_exposed)),
            kind="note",
        ),
    ),
    "MT-10.2": (
        Plant("the twelfth tile fed, and all pay", _not_charged("twelfth"), _by(twelve_exposed, draw=True)),
        Plant(
            "the twelfth tile fed, and another is charged", _another_charged("twelfth"), _by(twelve_exposed, draw=True)
        ),
        Plant(
            "the twelfth tile fed for a kong, and all pay",
            _not_charged("twelfth", OPEN),
            _won_on_replacement,
            kind="note",
        ),
    ),
    "MT-10.3": (
        Plant("the third dragon fed, and all pay", _not_charged("third"), _by(third_dragon)),
        Plant("the fourth wind fed, and all pay", _not_charged("third"), _by(fourth_wind)),
        Plant("the third dragon fed, and another is charged", _another_charged("third"), _by(third_dragon)),
        Plant(
            "big dragons by another discard, and all pay", _not_charged("third", OPEN), _by(big_dragons), kind="note"
        ),
    ),
    "MT-10.4": (
        Plant("the last honour kept, and all pay", _not_charged("kept"), kept_honour),
        Plant("the last honour kept, and another is charged", _another_charged("kept"), kept_honour),
        Plant("the fourth of an own pung kept, and all pay", _not_charged("kept", OPEN), _kept_of_own, kind="note"),
    ),
    "MT-10.5": (
        Plant("a triplet broken and fed, and all pay", _not_charged("broke"), broken_triplet),
        Plant("a triplet broken and fed, and another is charged", _another_charged("broke"), broken_triplet),
        Plant(
            "a triplet broken by a ready seat, and all pay", _not_charged("broke", OPEN), _broken_by_ready, kind="note"
        ),
        done("a triplet broken for nothing", _broken_for_nothing, kind="note"),
    ),
    "MT-10.6": (
        Plant("a win passed and fed, and all pay", _not_charged("passed"), passed_win),
        Plant("a win passed and fed, and another is charged", _another_charged("passed"), passed_win),
    ),
    "MT-10.9": (
        Plant("all honours, and the discarder is charged", _charged, _by(all_honours)),
        Plant("pure terminals, and the discarder is charged", _charged, _by(pure_terminals)),
        Plant("all honours with the third dragon, and the discarder is charged", _charged, _by(exempt_third)),
    ),
    "MT-10.10": (
        Plant("a fresh dragon to a pair, and the discarder is charged", _charged_for_fresh, _by(_fresh_pair)),
        Plant("a fresh dragon to a pung, and the discarder is charged", _charged_for_fresh, _by(_fresh_pung)),
    ),
}
SIMPLIFIED: dict[str, tuple[Plant, ...]] = {
    "MS-10.1": (
        Plant("the last green dragon kept, and all pay", _not_charged("kept"), kept_green),
        Plant("the last green dragon kept, and another is charged", _another_charged("kept"), kept_green),
    ),
    "MS-10.2": (
        Plant("a win passed and a triplet broken, and all pay", _not_charged("passed"), passed_triplet),
        Plant("a win passed and a triplet broken, and another is charged", _another_charged("passed"), passed_triplet),
    ),
    "MS-10.4": (Plant("a fresh green dragon, and the discarder is charged", _charged_for_fresh, _fresh_green),),
}  # fmt: skip
