"""The program's own packs with their proof on record: known by their hashes, read when a log holds their game."""

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from audit.errors import Fault, PackError, Place
from audit.games.game import Game
from audit.rulebook.folders import Folder, is_own, own_packs, read_folder, shown_path, sound_hash
from audit.rulebook.proof import digest_of, is_on_record
from audit.rulebook.rule import GameBook, Pack, Rulebook
from audit.schema import GAMES

_RULE_FILE = re.compile(r"([A-Z][A-Z0-9]*-[0-9]+(?:\.[0-9]+)*[a-z]?)-[a-z0-9-]+\.toml")


def proven_book(
    directories: Sequence[Path], games: Mapping[str, Game], read: Callable[[Folder], GameBook]
) -> Rulebook | None:
    """The rulebook of the program's own packs alone; None where one of them is not on record as proven.

    A proof holds for every byte of a pack and of what reads it, and is put on record only where there was no fault: so
    that such a pack may be read later, by ``read``, or never.
    """
    if not all(is_own(directory) for directory in directories):
        return None
    packs: dict[str, _Proven] = {}
    for directory in directories:
        for path in own_packs(directory):
            pack = _proven(path, directory)
            if pack is None or pack.pack.game in packs:
                return None
            packs[pack.pack.game] = pack
    ids = [rule_id for pack in packs.values() for rule_id in pack.pack.rules]
    if not packs or len(ids) > len(set(ids)):
        return None
    known = {game: packs[game] for game in GAMES if game in packs and game in games}
    return Rulebook(ProvenBooks(known, read), tuple(pack.pack for pack in known.values()))


@dataclass(frozen=True)
class _Proven:
    """A pack as its proof knows it, with the folder that it lies in."""

    path: Path
    pack: Pack


def _proven(path: Path, directory: Path) -> _Proven | None:
    game = path.name
    if game not in GAMES:
        return None
    try:
        sha256 = sound_hash(path)
        if sha256 is None or not is_on_record(path, digest_of(sha256, (), game)):
            return None
    except OSError:
        return None
    # The file of a rule bears its id, or it would be at fault.
    names = [_RULE_FILE.fullmatch(entry.name) for entry in sorted(path.iterdir())]
    rules = tuple(name[1] for name in names if name is not None)
    return _Proven(path, Pack(path.name, game, shown_path(path, directory), sha256, rules))


class ProvenBooks(Mapping[str, GameBook]):
    """Books by game, each read when it is first asked for; workers may ask at the same time."""

    def __init__(self, packs: Mapping[str, _Proven], read: Callable[[Folder], GameBook]) -> None:
        self._packs = packs
        self._read = read
        self._books: dict[str, GameBook] = {}
        self._turn = threading.Lock()

    def __getitem__(self, game: str) -> GameBook:
        with self._turn:
            if game not in self._books:
                self._books[game] = self._book(self._packs[game])
            return self._books[game]

    def __contains__(self, game: object) -> bool:
        return game in self._packs

    def __iter__(self) -> Iterator[str]:
        return iter(self._packs)

    def __len__(self) -> int:
        return len(self._packs)

    def _book(self, proven: _Proven) -> GameBook:
        faults: list[Fault] = []
        folder = read_folder(proven.path, proven.pack.shown, faults)
        if folder is None or folder.sha256 != proven.pack.sha256:
            faults.append(Fault(Place(proven.pack.shown), "a pack that changed during the run", "begin the run anew"))
        if faults or folder is None:
            raise PackError(faults)
        return self._read(folder)
