"""Conforming hands at any scale and seed, and planted violations with their truth: for tests, benches and teaching."""

import importlib
from collections.abc import Sequence
from pathlib import Path

from audit.errors import UsageError
from audit.games.registry import registered_games
from audit.places import rules_folder
from audit.rulebook import load_rulebook
from audit.simulate.driving import CASINO, FIRST_DAY, Simulated, drive
from audit.simulate.planting import Simulation

__all__ = ["SIMULATED_GAMES", "Simulated", "simulate", "simulation"]

# Game -> the module and class that play it; a class takes the law, the first gaming day and the casino.
_PLAYERS = {
    "pai_gow": ("audit.simulate.pai_gow", "PaiGow"),
    "mahjong": ("audit.simulate.mahjong", "Mahjong"),
    "mahjong_simplified": ("audit.simulate.mahjong", "SimplifiedMahjong"),
    "five_card_poker": ("audit.simulate.five_card_poker", "FiveCardPoker"),
}
SIMULATED_GAMES = tuple(_PLAYERS)


def simulation(game: str) -> Simulation:
    """How a game is played and broken, under the built-in rules; UsageError for a game that cannot be simulated."""
    if game not in _PLAYERS:
        raise UsageError(f"cannot simulate {game!r}; these games can be: {', '.join(SIMULATED_GAMES)}")
    module, name = _PLAYERS[game]
    games = {game: registered_games()[game]}
    law = load_rulebook([rules_folder() / "macau" / game], games, prove=False).law(game)
    made: Simulation = getattr(importlib.import_module(module), name)(law, FIRST_DAY, CASINO)
    return made


def simulate(*, game: str, hands: int, seed: int, plant: Sequence[str], per_rule: int, out: Path) -> Simulated:
    """Write a simulated log, and where something is planted its truth beside it (FILE.truth.csv).

    ``plant`` holds rule ids, or the one word ``all``; the planted hands count among ``hands``, which grow where they
    must. UsageError for a game, a rule or a form of file that there is none of.
    """
    return drive(simulation(game), hands, seed, plant, per_rule, out)
