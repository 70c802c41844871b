"""Packs to a rulebook: every file read, every mistake told at once, and the whole proven by its fixtures."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from audit.errors import Fault, PackError, Place
from audit.games.game import Game
from audit.rulebook.folders import Folder, find_folders
from audit.rulebook.forms import form_of
from audit.rulebook.parameters import Parameters
from audit.rulebook.proof import game_of, prove_packs
from audit.rulebook.proven import proven_book
from audit.rulebook.regulation import RegisterReader, read_words
from audit.rulebook.rule import GameBook, GameLaw, Pack, Rule, Rulebook, Translations
from audit.rulebook.rule_file import RuleReader
from audit.rulebook.section import Section, nearest
from audit.rulebook.yielding import cycle
from audit.schema import GAMES


def load_rulebook(directories: Sequence[Path], games: Mapping[str, Game], *, prove: bool = True) -> Rulebook:
    """Load every pack below some directories for the given games, and prove each pack by its fixtures.

    Packs of games that are not given are left out; the program's own that are proven are read when they are asked for.
    PackError carries every fault of every pack, with its place.
    """
    if prove:
        proven = proven_book(directories, games, lambda folder: book_of([folder], games).books[game_of(folder)])
        if proven is not None:
            return proven
    book, folders = read_packs(directories, games)
    if prove:
        prove_packs(book, folders, games)
    return book


def read_packs(directories: Sequence[Path], games: Mapping[str, Game]) -> tuple[Rulebook, list[Folder]]:
    """The rulebook of some directories, not yet proven, and the folders that it was read from."""
    faults: list[Fault] = []
    folders = find_folders(directories, faults)
    by_game = _by_game(folders, games, faults)
    books = {game: _Loading(games[game], own, faults).book() for game, own in by_game.items()}
    _ids_once(books, faults)
    if faults:
        raise PackError(sorted(faults, key=lambda fault: (fault.place.path, fault.place.line, fault.place.column)))
    return Rulebook(books), [folder for own in by_game.values() for folder in own]


def book_of(folders: Sequence[Folder], games: Mapping[str, Game]) -> Rulebook:
    """The rulebook of some folders that were read; PackError where they make none together."""
    faults: list[Fault] = []
    by_game = _by_game(folders, games, faults)
    books = {game: _Loading(games[game], own, faults).book() for game, own in by_game.items()}
    if faults:
        raise PackError(faults)
    return Rulebook(books)


def _by_game(folders: Sequence[Folder], games: Mapping[str, Game], faults: list[Fault]) -> dict[str, list[Folder]]:
    found: dict[str, list[Folder]] = {}
    for folder in folders:
        found.setdefault(_game_of(folder, games, faults), []).append(folder)
    order = [*GAMES, *sorted(set(found) - set(GAMES))]
    return {game: found[game] for game in order if game in found and game in games}


def _game_of(folder: Folder, games: Mapping[str, Game], faults: list[Fault]) -> str:
    section = Section(folder.head, (), folder.head.data, faults)
    game = section.text("game")
    known = {*GAMES, *games}
    if game and game not in known:
        section.fault("game", f"'{game}' is no game", nearest(game, known), of_value=True)
    return game


def _ids_once(books: Mapping[str, GameBook], faults: list[Fault]) -> None:
    seen: dict[str, Rule] = {}
    for book in books.values():
        for rule in book.rules:
            if rule.id in seen and seen[rule.id].game != rule.game:
                place = Place(rule.path, 1, 1)
                faults.append(Fault(place, f"the id {rule.id} a second time", f"{seen[rule.id].path} has it"))
            seen.setdefault(rule.id, rule)


def natural(rule_id: str) -> list[tuple[int, int, str]]:
    """A key that puts PG-2.1 before PG-10.1."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", rule_id) if part]


class _Loading:
    """The packs of one game on their way to its book."""

    def __init__(self, game: Game, folders: Sequence[Folder], faults: list[Fault]) -> None:
        self.game = game.name
        self.tables = game.tables
        self.folders = folders
        self.faults = faults
        self.parameters = Parameters(faults)
        self.register = RegisterReader(faults, game.switches)
        self.words: dict[str, Translations] = {}
        self.rules: dict[str, tuple[Rule, Section]] = {}

    def book(self) -> GameBook:
        """Read all folders, then check what they say of one another."""
        for folder in self.folders:
            self._head(folder)
        for folder in self.folders:
            for file in folder.parameters:
                self.parameters.read(file, folder.path.name if folder.is_house else "")
            if folder.words is not None:
                self.words.update(read_words(folder.words, self.faults, self.words))
        packs = self._read_rules()
        self._check_rules()
        self._check_clauses()
        self._check_citations()
        law = GameLaw(
            self.parameters.by_name, {name: reading.taken for name, reading in self.register.readings.items()}
        )
        rules = tuple(sorted((rule for rule, _ in self.rules.values()), key=lambda rule: natural(rule.id)))
        return GameBook(self.game, rules, self.register.register(), law, self.words, tuple(packs))

    def _head(self, folder: Folder) -> None:
        section = Section(folder.head, (), folder.head.data, self.faults)
        section.text("game")
        if folder.is_house:
            name = section.text("name")
            if name and name != folder.path.name:
                section.fault(
                    "name", f"the name '{name}'", f"a pack has its folder's name, {folder.path.name}", of_value=True
                )
            section.languages("title")
        self.register.read(section)
        if folder.is_house:
            chosen = section.section("readings")
            if chosen is not None:
                self.register.take(chosen, folder.path.name)
        section.close()

    def _read_rules(self) -> list[Pack]:
        forms = {name: form_of(dated) for name, dated in self.parameters.by_name.items()}
        reader = RuleReader(self.game, self.tables, forms, self.faults)
        packs = []
        for folder in self.folders:
            ids = []
            for file in folder.rules:
                rule, section = reader.read(file, folder.path.name)
                ids.append(rule.id)
                if rule.id in self.rules:
                    there = self.rules[rule.id][0].path
                    section.fault("id", f"the id {rule.id} a second time", f"{there} has it", of_value=True)
                elif rule.id:
                    self.rules[rule.id] = (rule, section)
            packs.append(Pack(folder.path.name, self.game, folder.shown, folder.sha256, tuple(ids)))
        return packs

    def _check_rules(self) -> None:
        for rule, section in self.rules.values():
            for part in self.register.unknown_parts(rule.citation) if rule.citation else ():
                mend = nearest(part, self.register.clauses)
                section.fault("citation", f"no clause '{part}' is in the register", mend, of_value=True)
            for index, name in enumerate(rule.readings):
                if name not in self.register.readings:
                    mend = nearest(name, self.register.readings)
                    section.fault_at(("readings", index), f"no reading '{name}' is listed", mend)
            for index, name in enumerate(rule.yields_to):
                if name not in self.rules:
                    section.fault_at(
                        ("yields_to", index), f"no rule '{name}' is in the packs", nearest(name, self.rules)
                    )
        circle = cycle([rule for rule, _ in self.rules.values()])
        if circle:
            section = self.rules[circle[0]][1]
            around = " -> ".join([*circle, circle[0]])
            section.fault("yields_to", f"rules that yield in a circle: {around}", "the stronger one yields to nobody")

    def _check_clauses(self) -> None:
        named = {name for clause in self.register.clauses.values() for name in clause.rules}
        for clause in self.register.clauses.values():
            for index, name in enumerate(clause.rules):
                if name not in self.rules:
                    section = self.register.sections[clause.citation]
                    section.fault_at(("rules", index), f"no rule '{name}' is in the packs", nearest(name, self.rules))
        for rule, section in self.rules.values():
            if rule.id not in named:
                section.fault("id", f"no clause names {rule.id}", f"add it to the rules of the clause {rule.citation}")

    def _check_citations(self) -> None:
        for part, citation in self.parameters.citations:
            if citation and self.register.instrument_of(citation) is None:
                mend = nearest(citation.split(" ")[0], self.register.instruments)
                part.fault("citation", f"'{citation}' begins with no listed instrument", mend, of_value=True)
