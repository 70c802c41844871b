"""Mutants of rules: each small change of a condition must change how some fixture comes out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from audit.errors import Fault, Place
from audit.games.game import Game
from audit.rulebook import expression as ex
from audit.rulebook.fixture_run import problems
from audit.rulebook.folders import Folder
from audit.rulebook.proof import Trial, game_of, trial_books, try_pack
from audit.rulebook.rule import GameBook, Rule, Rulebook
from audit.rulebook.selection import Selection
from audit.rulebook.toml_file import TomlFile
from audit.rulebook.writing import text_of

_TWINS = {
    ">=": ">", ">": ">=", "<=": "<", "<": "<=", "==": "!=", "!=": "==",
    "rate_down": "rate_up", "rate_up": "rate_down", "min": "max", "max": "min", "and": "or", "or": "and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A rule with one small change; ``name`` says which, as fixtures excuse it; ``place`` is the condition's."""

    rule: Rule
    name: str
    place: Place


@dataclass(frozen=True)
class MutationReport:
    """What became of a pack's mutants: how many there were, which no fixture notices, and faults of excuses."""

    folder: Folder
    mutants: int
    survivors: tuple[Mutant, ...]
    excused: tuple[str, ...]
    faults: tuple[Fault, ...]

    def all_faults(self) -> list[Fault]:
        """Every survivor and every faulty excuse as a fault."""
        told = "add a hand that tells them apart, or excuse it as [[equivalent]] with why"
        survived = [Fault(mutant.place, f"no hand notices: {mutant.name}", told) for mutant in self.survivors]
        return [*self.faults, *survived]


def mutants_of(rule: Rule, file: TomlFile) -> Iterator[Mutant]:
    """Every mutant of a rule, in the order of its text in its file."""
    for number, check in enumerate(rule.checks):
        where = f"check {number + 1} " if len(rule.checks) > 1 else ""
        for key, node in check.conditions():
            place = file.place(("check", number, key), of_value=True)
            for changed in _changes_of(node):
                name = f"{where}{key}: {text_of(node)} -> {text_of(changed)}"
                yield Mutant(_with(rule, number, key, changed), name, place)
            if key != "requires":
                yield Mutant(_with(rule, number, key, None), f"{where}{key}: dropped", place)
        for kind in check.explained_by:
            others = tuple(other for other in check.explained_by if other != kind)
            place = file.place(("check", number, "explained_by"), of_value=True)
            yield Mutant(_with(rule, number, "explained_by", others), f"{where}explained_by: {kind} dropped", place)


def _with(rule: Rule, number: int, key: str, value: ex.Node | tuple[str, ...] | None) -> Rule:
    changed: dict[str, Any] = {key: value}
    check = replace(rule.checks[number], **changed)
    return replace(rule, checks=(*rule.checks[:number], check, *rule.checks[number + 1 :]))


def _changes_of(node: ex.Node) -> Iterator[ex.Node]:
    """Every node that differs from a node in one small thing."""
    if isinstance(node, ex.Whole):
        yield ex.Whole(node.value + 1)
        yield ex.Whole(node.value - 1)
    elif isinstance(node, ex.Comparison):
        yield replace(node, operator=_TWINS[node.operator])
    elif isinstance(node, ex.Call) and node.name in _TWINS:
        yield replace(node, name=_TWINS[node.name])
    elif isinstance(node, ex.Not):
        yield node.part
    elif isinstance(node, ex.Junction):
        yield from _changes_of_junction(node)
    for child in ex.children(node):
        if isinstance(node, ex.Given) or (isinstance(node, ex.Lookup) and isinstance(child, ex.Word)):
            continue
        for changed in _changes_of(child):
            yield _exchanged(node, child, changed)


def _changes_of_junction(node: ex.Junction) -> Iterator[ex.Node]:
    yield replace(node, operator=_TWINS[node.operator])
    for index in range(len(node.parts)):
        rest = node.parts[:index] + node.parts[index + 1 :]
        yield rest[0] if len(rest) == 1 else replace(node, parts=rest)


def _exchanged(node: ex.Node, child: ex.Node, changed: ex.Node) -> ex.Node:
    """The node with the first child that is ``child`` exchanged."""
    done = False

    def change(part: ex.Node) -> ex.Node:
        nonlocal done
        if part is child and not done:
            done = True
            return changed
        return part

    return ex.rebuilt(node, change)


def mutate_packs(book: Rulebook, folders: Sequence[Folder], games: Mapping[str, Game]) -> list[MutationReport]:
    """Try every mutant of every active rule of the packs against their fixtures."""
    return [
        mutate_pack(one, pack, below, games[game_of(pack)]) for pack, below, one in trial_books(book, folders, games)
    ]


def mutate_pack(book: Rulebook, folder: Folder, folders: Sequence[Folder], game: Game) -> MutationReport:
    """Try every mutant of the rules of a pack; a fixture notices one when it no longer comes out as it says."""
    trial = try_pack(book, folder, folders, game)
    faults = list(trial.faults)
    texts = {file.data["id"]: file for file in folder.rules}
    survivors, excused, count = [], [], 0
    for rule in trial.rules:
        if not rule.runs:
            continue
        file = trial.files.get(rule.id)
        excuses = dict(file.equivalent) if file is not None else {}
        sound = _noticed_by(trial, book, rule)
        for mutant in mutants_of(rule, texts[rule.id]):
            count += 1
            if _noticed_by(trial, _changed_book(book, mutant.rule), rule) - sound:
                continue
            if mutant.name in excuses:
                excused.append(f"{rule.id} {mutant.name}")
                del excuses[mutant.name]
            else:
                survivors.append(mutant)
        for name, (_, place) in excuses.items():
            mend = "take the excuse out, or name the mutant as the run names it"
            faults.append(Fault(place, f"an excuse that excuses nothing: {name}", mend))
    return MutationReport(folder, count, tuple(survivors), tuple(excused), tuple(faults))


def _changed_book(book: Rulebook, changed: Rule) -> Rulebook:
    game: GameBook = book.books[changed.game]
    rules = tuple(changed if rule.id == changed.id else rule for rule in game.rules)
    return Rulebook({**book.books, changed.game: replace(game, rules=rules)})


def _noticed_by(trial: Trial, book: Rulebook, rule: Rule) -> set[int]:
    """The fixtures that do not come out as they say of this one rule."""
    noticed = set()
    for number, outcomes in trial.run.outcomes(Selection(frozenset({rule.id})), book).items():
        fixture = trial.run.fixtures[number]
        named = rule.id in fixture.also
        if fixture.rule == rule.id:
            outcomes.data.clear()
            wrong = bool(problems(replace(fixture, also=(rule.id,) if named else ()), outcomes))
        else:
            wrong = rule.status != "off" and bool(outcomes.came) != named
        if wrong:
            noticed.add(number)
    return noticed
