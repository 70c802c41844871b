"""The register of games: the one place that knows them by name, and imports a game only when a log holds it."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping

from audit.games.game import Game
from audit.places import rules_folder

# Name in the log -> the module that holds it, and what it is called there.
_MODULES = {
    "pai_gow": ("audit.games.pai_gow", "GAME"),
    "five_card_poker": ("audit.games.five_card_poker", "GAME"),
    "mahjong": ("audit.games.mahjong", "GAME"),
    "mahjong_simplified": ("audit.games.mahjong", "SIMPLIFIED"),
}


class _Register(Mapping[str, Game]):
    """Games by name, those whose replay and whose rule pack stand; iterating names imports none of them."""

    def __init__(self) -> None:
        law = rules_folder() / "macau"
        self._names = tuple(
            name
            for name, (module, _) in _MODULES.items()
            if importlib.util.find_spec(module) and (law / name / "regulation.toml").is_file()
        )

    def __getitem__(self, name: str) -> Game:
        if name not in self._names:
            raise KeyError(name)
        module, attribute = _MODULES[name]
        game: Game = getattr(importlib.import_module(module), attribute)
        return game

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def registered_games() -> Mapping[str, Game]:
    """The games that this program can replay, by the name that a log calls them."""
    return _Register()
