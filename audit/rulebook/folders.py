"""The folders of packs: which there are below a directory, and the files of each, read as hostile input."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from audit.errors import Fault, Place
from audit.places import rules_folder
from audit.rulebook.toml_file import TomlFile, is_inside, read_toml

REGULATION, HOUSE, WORDS, PROOF = "regulation.toml", "pack.toml", "words.toml", "proof.toml"
FIXTURES = ".hands.toml"
_DEEPEST = 4
_MOST_FILES = 2_000


@dataclass(frozen=True)
class Folder:
    """A pack as files: its head (``regulation.toml`` or ``pack.toml``), words, parameters, rules and fixtures.

    ``fixtures`` are keyed by the stem of the rule's file; they are parsed when they are run.
    """

    path: Path
    shown: str
    built_in: bool
    head: TomlFile
    words: TomlFile | None = None
    parameters: tuple[TomlFile, ...] = ()
    rules: tuple[TomlFile, ...] = ()
    fixtures: dict[str, Path] = field(default_factory=dict)
    sha256: str = ""

    @property
    def is_house(self) -> bool:
        """Whether it is a house pack, which adds to the rules of a regulation."""
        return Path(self.head.shown).name == HOUSE


def built_in_directories() -> list[Path]:
    """The directories of the packs that the program brings with it."""
    return [rules_folder() / "macau"]


def find_folders(directories: Sequence[Path], faults: list[Fault]) -> list[Folder]:
    """Every pack below some directories, regulations before house packs; a directory without any is a fault.

    Under the program's own rules folder house packs are examples and stay unread unless their directory is named.
    """
    found: dict[Path, Folder] = {}
    for directory in directories:
        paths = own_packs(directory) if is_own(directory) else _packs_below(directory, 0)
        if not paths:
            mend = f"name a folder that holds a pack ({REGULATION} or {HOUSE})"
            faults.append(Fault(Place(shown_path(directory, directory)), "no rule pack", mend))
        for path in paths:
            folder = read_folder(path, shown_path(path, directory), faults)
            if folder is not None:
                found.setdefault(path.resolve(), folder)
    return sorted(found.values(), key=lambda folder: folder.is_house)


def own_packs(directory: Path) -> list[Path]:
    """The packs of regulations below one of the program's own directories."""
    return [path for path in _packs_below(directory, 0) if (path / REGULATION).is_file()]


def is_own(directory: Path) -> bool:
    """Whether a directory is the program's own, so that house packs below it are examples."""
    own = rules_folder().resolve()
    return directory.resolve() in (own, own / "macau")


def shown_path(path: Path, directory: Path) -> str:
    """The path as messages show it: from the directory's own name on, so that it is the same on every machine."""
    return (Path(directory.resolve().name) / path.resolve().relative_to(directory.resolve())).as_posix()


def _packs_below(directory: Path, depth: int) -> list[Path]:
    if (directory / REGULATION).is_file() or (directory / HOUSE).is_file():
        return [directory]
    if depth >= _DEEPEST or not directory.is_dir():
        return []
    inner = sorted(path for path in directory.iterdir() if path.is_dir() and not path.is_symlink())
    return [pack for path in inner for pack in _packs_below(path, depth + 1)]


def read_folder(path: Path, shown: str, faults: list[Fault]) -> Folder | None:
    """The files of a pack, or None where it is none; every file that is refused is a fault."""
    names = sorted(entry for entry in path.iterdir() if entry.name.endswith(".toml") and entry.name != PROOF)
    if len(names) > _MOST_FILES:
        faults.append(Fault(Place(shown), f"a pack of {len(names)} files", f"a pack holds at most {_MOST_FILES}"))
        return None
    files: dict[str, TomlFile] = {}
    fixtures: dict[str, Path] = {}
    for entry in names:
        if entry.name.endswith(FIXTURES):
            fixtures[entry.name.removesuffix(FIXTURES)] = entry
            continue
        file = read_toml(entry, f"{shown}/{entry.name}", path)
        if isinstance(file, Fault):
            faults.append(file)
        else:
            files[entry.name] = file
    head = files.pop(REGULATION, None) or files.pop(HOUSE, None)
    if head is None:
        return None
    words = files.pop(WORDS, None)
    parameters = tuple(file for file in files.values() if "parameter" in file.data and "id" not in file.data)
    rules = tuple(file for file in files.values() if file not in parameters)
    return Folder(path, shown, inside_own(path), head, words, parameters, rules, fixtures, pack_hash(path))


def inside_own(path: Path) -> bool:
    """Whether a pack is one of the program's own."""
    return path.resolve().is_relative_to(rules_folder().resolve() / "macau")


def pack_hash(path: Path) -> str:
    """The hash of a pack: names and bytes of its TOML and CSV files, its proof left out."""
    return _hash_of(path, [entry for entry in _hashed(path) if is_inside(entry, path)])


def sound_hash(path: Path) -> str | None:
    """The hash of a pack; None where it holds a link, or what is called a TOML file and is none."""
    entries = _hashed(path)
    named = {entry for entry in path.iterdir() if entry.name.endswith(".toml") and entry.name != PROOF}
    if not named.issubset(entries) or any(entry.is_symlink() for entry in entries):
        return None
    return _hash_of(path, entries)


def _hashed(path: Path) -> list[Path]:
    below = (Path(folder, name) for folder, _, names in os.walk(path) for name in names if name != PROOF)
    return sorted(entry for entry in below if entry.suffix in (".toml", ".csv") and entry.is_file())


def _hash_of(path: Path, entries: Sequence[Path]) -> str:
    whole = hashlib.sha256()
    for entry in entries:
        name = entry.relative_to(path).as_posix()
        whole.update(f"{len(name)} {name} {hashlib.sha256(entry.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()
