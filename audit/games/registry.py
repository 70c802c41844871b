"""The register of games: the one place that knows them by name, and imports a game only when a log holds it."""

import importlib
import importlib.util
from collections.abc import Iterator, Mapping

from audit.games.game import Game

# Name in the log -> the module that holds it, and what it is called there.
_MODULES = {
    "pai_gow": ("audit.games.pai_gow", "GAME"),
    "five_card_poker": ("audit.games.five_card_poker", "GAME"),
    "mahjong": ("audit.games.mahjong", "GAME"),
    "mahjong_simplified": ("audit.games.mahjong", "SIMPLIFIED"),
}


class _Register(Mapping[str, Game]):
    """Games by name; iterating names imports none of them."""

    def __init__(self) -> None:
        found = {name: importlib.util.find_spec(module) for name, (module, _) in _MODULES.items()}
        self._names = tuple(name for name, spec in found.items() if spec is not None and spec.origin)

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
