"""Proof of a pack: every fixture comes out as it says, and every rule has the fixtures that it must have."""

import datetime
import hashlib
import os
import stat
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import audit
from audit.dated import EPOCH
from audit.errors import Fault, PackError, Place
from audit.games.game import Game
from audit.rulebook import expression as ex
from audit.rulebook.fixture_file import Fixture, FixtureFile, read_fixtures
from audit.rulebook.fixture_run import FixtureRun, Outcomes, problems
from audit.rulebook.folders import PROOF, Folder, inside_own
from audit.rulebook.rule import Rule, Rulebook
from audit.rulebook.selection import Selection
from audit.rulebook.toml_file import MOST_BYTES

_FOLDERS = {"mahjong_simplified": "mahjong"}  # games whose replay stands in another game's folder
_PROVING_ROOMS = ("dated.py", "schema.py", "kernel.py", "pieces", "logs", "rulebook")


@dataclass(frozen=True)
class FixtureResult:
    """One fixture and in what it came out otherwise than it says; nothing where it passed."""

    fixture: Fixture
    problems: tuple[str, ...]


@dataclass(frozen=True)
class PackProof:
    """What the fixtures of a pack came to: the results, and the faults of form and of missing fixtures."""

    folder: Folder
    results: tuple[FixtureResult, ...]
    faults: tuple[Fault, ...]

    def all_faults(self) -> list[Fault]:
        """Every fault, failed fixtures included."""
        failed = [
            Fault(result.fixture.place, f"the hand '{result.fixture.name}' of {result.fixture.rule}", problem)
            for result in self.results
            for problem in result.problems
        ]
        return [*self.faults, *failed]


@dataclass
class Trial:
    """A pack with its fixtures replayed, ready to be judged by its rules or by changed ones."""

    folder: Folder
    rules: tuple[Rule, ...]
    files: Mapping[str, FixtureFile]
    run: FixtureRun
    faults: list[Fault]

    def selections(self) -> Iterator[tuple[Selection, list[int]]]:
        """The active rules with all fixtures but those of rules that are off, then each of these with its own."""
        active = frozenset(rule.id for rule in self.run.book.all_rules() if rule.runs and rule.status == "active")
        off = {rule.id for rule in self.rules if rule.runs and rule.status == "off"}
        numbers = range(len(self.run.fixtures))
        yield Selection(active), [number for number in numbers if self.run.fixtures[number].rule not in off]
        for rule_id in sorted(off):
            yield (
                Selection(active | {rule_id}),
                [number for number in numbers if self.run.fixtures[number].rule == rule_id],
            )

    def outcomes(self) -> dict[int, Outcomes]:
        """What came of each fixture under the rules that run for it."""
        result: dict[int, Outcomes] = {}
        for selection, numbers in self.selections():
            if numbers:
                came = self.run.outcomes(selection)
                result.update({number: came[number] for number in numbers if number in came})
        return result


def try_pack(book: Rulebook, folder: Folder, folders: Sequence[Folder], game: Game) -> Trial:
    """Read and replay the fixtures of a pack under a book; it may use the base logs of ``folders``, too."""
    stems = {f"{rule.id}-{rule.name}": rule for rule in book.rules(game.name)}
    own = {file.data.get("id") for file in folder.rules}
    rules = tuple(rule for rule in book.rules(game.name) if rule.id in own)
    faults: list[Fault] = []
    files: dict[str, FixtureFile] = {}
    for stem, path in folder.fixtures.items():
        shown = f"{folder.shown}/{path.name}"
        if stem not in stems:
            faults.append(
                Fault(Place(shown, 1, 1), "fixtures without their rule", f"a rule {stem}.toml must stand beside")
            )
            continue
        files[stems[stem].id] = read_fixtures(path, shown, stems[stem].id, faults)
    fixtures = [fixture for file in files.values() for fixture in file.fixtures]
    run = FixtureRun(book, game, fixtures, _bases([*folders, folder], faults))
    return Trial(folder, rules, files, run, [*faults, *run.faults])


def _bases(folders: Sequence[Folder], faults: list[Fault]) -> dict[str, str]:
    """The base logs by name; those of a later pack hide those of an earlier one."""
    bases = {}
    for folder in folders:
        for path in sorted((folder.path / "bases").glob("*.csv")):
            inside = path.is_file() and path.resolve().is_relative_to(folder.path.resolve())
            if not inside or path.stat().st_size > MOST_BYTES:
                shown = f"{folder.shown}/bases/{path.name}"
                faults.append(
                    Fault(
                        Place(shown),
                        "a base log that is a link out of the pack, no file, or over one MiB",
                        "put a small file there",
                    )
                )
                continue
            bases[path.stem] = path.read_text(encoding="utf-8", errors="replace")
    return bases


def prove_pack(book: Rulebook, folder: Folder, folders: Sequence[Folder], game: Game) -> PackProof:
    """Run every fixture of a pack and check that each of its rules has the fixtures that it must have."""
    trial = try_pack(book, folder, folders, game)
    outcomes = trial.outcomes()
    results = tuple(
        FixtureResult(fixture, tuple(problems(fixture, outcomes[number])))
        for number, fixture in enumerate(trial.run.fixtures)
        if number in outcomes
    )
    lacking = [fault for rule in trial.rules for fault in _lacking(rule, trial, book)]
    return PackProof(folder, results, (*trial.faults, *lacking))


def _lacking(rule: Rule, trial: Trial, book: Rulebook) -> Iterator[Fault]:
    """The fixtures that a rule must have and has not."""
    if not rule.runs:
        return
    place = Place(trial.files[rule.id].shown if rule.id in trial.files else rule.path, 1, 1)
    numbers = [number for number, fixture in enumerate(trial.run.fixtures) if fixture.rule == rule.id]
    expects = {trial.run.fixtures[number].expect for number in numbers}
    if rule.id in trial.files and not trial.files[rule.id].fixtures:
        return  # its form is at fault, which is told already
    finding = "note" if all(check.requires == ex.Truth(True) for check in rule.checks) else "violates"
    needed = ["conforms", finding, *(["indeterminate"] if _may_be_unknown(rule) else [])]
    for expect in needed:
        if expect not in expects:
            yield Fault(place, f"{rule.id} has no hand that is {expect}", f'add [[hand]] with expect = "{expect}"')
    days = [day for number in numbers for day in trial.run.days.get(number, ())]
    for name in rule.parameters():
        dated = book.law(rule.game).parameter(name)
        starts = [step.from_day for step in dated.steps]
        for index, step in enumerate(starts):
            before = any(day < step and (index == 0 or day >= starts[index - 1]) for day in days)
            after = any(day >= step and (index + 1 == len(starts) or day < starts[index + 1]) for day in days)
            if not (before and after):
                yield _one_sided(rule, name, step, place, before=before)


def _one_sided(rule: Rule, name: str, step: int, place: Place, *, before: bool) -> Fault:
    day = EPOCH + datetime.timedelta(days=step)
    side = "from" if before else "before"
    found = f"{rule.id} has no hand {side} {day}, where param.{name} has a step"
    return Fault(place, found, "both sides of each step of its parameters are shown by a hand; use day = ...")


def _may_be_unknown(rule: Rule) -> bool:
    if rule.needs or any(check.explained_by for check in rule.checks):
        return True
    nodes = [node for check in rule.checks for _, node in check.conditions()]
    return any(fact.nullable for node in nodes for fact in ex.facts_read(node).values())


# -- the record of a proof -------------------------------------------------------------------------------------------


def engine_hash(game: str) -> str:
    """The hash of the program's own text that a proof of a game's pack rests on."""
    root = Path(audit.__file__).resolve().parent
    games = root / "games"
    rooms = [*(root / name for name in _PROVING_ROOMS), games / "game.py", games / _FOLDERS.get(game, game)]
    files = [path for room in rooms for path in ([room] if room.is_file() else sorted(room.rglob("*.py")))]
    whole = hashlib.sha256()
    for path in files:
        found = path.stat()
        digest = _text_hash(path, found.st_mtime_ns, found.st_size)
        whole.update(f"{path.relative_to(root).as_posix()} {digest}\n".encode())
    return whole.hexdigest()


@lru_cache(maxsize=4096)
def _text_hash(path: Path, _changed: int, _size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def proof_digest(folder: Folder, folders: Sequence[Folder], game: str) -> str:
    """What a proof of a pack holds for: the pack, the packs below it, and the program."""
    return digest_of(folder.sha256, [other.sha256 for other in folders], game)


def digest_of(pack: str, below: Sequence[str], game: str) -> str:
    """The digest of a proof, by the hashes of its packs."""
    return hashlib.sha256("\n".join([*sorted(below), pack, engine_hash(game)]).encode()).hexdigest()


def cache_folder() -> Path:
    """Where proofs of packs are kept for this user: a file by the digest's name, with nothing in it."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".cache"
    return base / "handaudit" / "proofs"


def is_proven(folder: Folder, digest: str) -> bool:
    """Whether a proof is on record: with a built-in pack, or in this user's own cache, writable by nobody else."""
    return is_recorded(folder, digest) or _is_cached(digest)


def is_on_record(path: Path, digest: str) -> bool:
    """Whether a proof of one of the program's own packs, that lies in ``path``, is on record."""
    return (inside_own(path) and _record_of(path) == digest) or _is_cached(digest)


def is_recorded(folder: Folder, digest: str) -> bool:
    """Whether a built-in pack bears the record of this proof."""
    return folder.built_in and _record_of(folder.path) == digest


def _is_cached(digest: str) -> bool:
    try:
        found = [cache_folder().lstat(), (cache_folder() / digest).lstat()]
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or all(entry.st_uid == os.getuid() for entry in found)
    return mine and not any(entry.st_mode & (stat.S_IWGRP | stat.S_IWOTH) for entry in found)


def _record_of(path: Path) -> str:
    try:
        return str(tomllib.loads((path / PROOF).read_text(encoding="utf-8")).get("digest", ""))
    except (OSError, ValueError):
        return ""


def record_proof(digest: str) -> None:
    """Keep a proof in this user's cache; where that cannot be written, the pack is proven anew next time."""
    try:
        for folder in (cache_folder().parent, cache_folder()):  # parents that are made on the way have no mode
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(cache_folder() / digest, os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600)
        os.close(descriptor)
    except OSError:
        return


def write_proof(folder: Folder, digest: str) -> None:
    """Write the record of a proof beside a built-in pack, so that its fixtures need not run where it is installed."""
    told = "# Written by `make proofs`: the digest of this pack and of the program that its fixtures passed with."
    text = f'{told}\ndigest = "{digest}"\n'
    (folder.path / PROOF).write_text(text, encoding="utf-8")


def prove_packs(book: Rulebook, folders: Sequence[Folder], games: Mapping[str, Game]) -> None:
    """Prove every pack that is not on record as proven; PackError with every failed fixture.

    Packs of a regulation are proven without any house pack, a house pack together with the regulation that it adds to.
    """
    faults: list[Fault] = []
    for pack, below, one in trial_books(book, folders, games):
        game = game_of(pack)
        digest = proof_digest(pack, below, game)
        if is_proven(pack, digest):
            continue
        wrong = prove_pack(one, pack, below, games[game]).all_faults()
        if not wrong:
            record_proof(digest)
        faults.extend(wrong)
    if faults:
        raise PackError(sorted(faults, key=lambda fault: (fault.place.path, fault.place.line, fault.place.column)))


def game_of(folder: Folder) -> str:
    """The game of a pack that has been loaded."""
    return str(folder.head.data["game"])


def trial_books(
    book: Rulebook, folders: Sequence[Folder], games: Mapping[str, Game]
) -> Iterator[tuple[Folder, list[Folder], Rulebook]]:
    """Every pack with the packs that lie below it and the book that it is proven by."""
    from audit.rulebook.loading import book_of  # noqa: PLC0415  loading proves what it has loaded

    houses = [folder for folder in folders if folder.is_house]
    for folder in folders:
        same = [other for other in folders if not other.is_house and game_of(other) == game_of(folder)]
        below = [other for other in same if other.path != folder.path]
        if not houses:
            yield folder, below, book
        elif folder.is_house:
            yield folder, below, book_of([*same, folder], games)
        else:
            yield folder, below, book_of(same, games)
