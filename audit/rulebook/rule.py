"""What packs hold once they are loaded: rules with their checks, the register of instruments, clauses and readings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from audit.dated import Dated
from audit.rulebook.expression import Node

SEVERITIES = ("critical", "major", "minor")
STATUSES = ("active", "off", "retired")
KINDS = ("log", "human")

Translations = Mapping[str, str]


@dataclass(frozen=True)
class Check:
    """One comparison over one table of facts; ``applies`` None speaks of all rows.

    ``explained_by`` names kinds of event that could explain a fault away: at a table whose log has shown none of one
    of them, what fails is indeterminate. ``text`` holds each expression as it stands in the file, ``message`` its own
    message where it has one, ``note_message`` that of its notes, ``parameters`` the names of the dated values
    that it reads.
    """

    over: str
    requires: Node
    applies: Node | None = None
    note_if: Node | None = None
    observed: Node | None = None
    expected: tuple[Node, ...] = ()
    money_effect: Node | None = None
    explained_by: tuple[str, ...] = ()
    text: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    message: Translations = field(default_factory=dict)
    note_message: Translations = field(default_factory=dict)
    parameters: tuple[str, ...] = ()

    def says(self, rule: "Rule", *, note: bool) -> Translations:
        """What a finding of it says: its own message, that of notes for a note, else the rule's."""
        return (self.note_message if note else {}) or self.message or rule.message

    def conditions(self) -> Iterator[tuple[str, Node]]:
        """The expressions that decide, by their keys in the file."""
        for key in ("applies", "requires", "note_if"):
            node = getattr(self, key)
            if node is not None:
                yield key, node

    def values(self) -> Iterator[tuple[str, Node]]:
        """The expressions that only describe a finding, by their keys in the file."""
        if self.observed is not None:
            yield "observed", self.observed
        for index, node in enumerate(self.expected):
            yield f"expected[{index}]", node
        if self.money_effect is not None:
            yield "money_effect", self.money_effect


@dataclass(frozen=True)
class Rule:
    """A rule of a pack; ``sha256`` is the hash of its file, ``path`` the file as messages show it."""

    id: str
    name: str
    game: str
    pack: str
    status: str
    kind: str
    severity: str
    citation: str
    title: Translations
    message: Translations
    why: Translations
    caution: Translations
    readings: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    path: str = ""
    sha256: str = ""

    @property
    def runs(self) -> bool:
        """Whether a log can decide it, unless it is switched off."""
        return self.kind == "log" and self.status != "retired"

    def parameters(self) -> tuple[str, ...]:
        """The dated values that its checks read."""
        return tuple(dict.fromkeys(name for check in self.checks for name in check.parameters))


@dataclass(frozen=True)
class Instrument:
    """A regulation, or a house's own paper, that rules cite; days are days since 1970-01-01, None where not known."""

    id: str
    kind: str
    title: Translations
    signed: int | None = None
    published: int | None = None
    gazette: str = ""
    certainty: str = "A"
    note: Translations = field(default_factory=dict)


@dataclass(frozen=True)
class Clause:
    """A place of an instrument: the rules that watch it, or why no log can show it."""

    instrument: str
    place: str
    retold: Translations
    rules: tuple[str, ...] = ()
    untestable: Translations = field(default_factory=dict)

    @property
    def citation(self) -> str:
        """How rules cite it."""
        return f"{self.instrument} {self.place}"


@dataclass(frozen=True)
class Reading:
    """An open text: its words, the readings that are possible, the one taken and why.

    ``shipped`` is the one that the pack takes which lists the reading; ``taken_by`` the house pack that chose for it.
    ``switch`` says that the replay knows every option, so that a house pack may choose.
    """

    id: str
    words: str
    options: tuple[str, ...]
    taken: str
    why: Translations
    title: Translations
    option_words: Mapping[str, Translations] = field(default_factory=dict)
    shipped: str = ""
    taken_by: str = ""
    switch: bool = False

    def said(self, option: str, lang: str) -> str:
        """An option in the words of a language; the option itself where the pack gives it none."""
        return self.option_words.get(option, {}).get(lang) or option


@dataclass(frozen=True)
class Register:
    """What a game's packs say of the law itself."""

    instruments: tuple[Instrument, ...] = ()
    clauses: tuple[Clause, ...] = ()
    readings: tuple[Reading, ...] = ()

    def clauses_of(self, rule: Rule) -> tuple[Clause, ...]:
        """The clauses that name a rule."""
        return tuple(clause for clause in self.clauses if rule.id in clause.rules)


@dataclass(frozen=True)
class Pack:
    """A folder of rules of one game; ``sha256`` covers every file of it but its proof."""

    name: str
    game: str
    shown: str
    sha256: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class GameLaw:
    """The dated values and readings of one game, as its replay asks for them (``audit.dated.Law``)."""

    parameters: Mapping[str, Dated]
    readings: Mapping[str, str]

    def parameter(self, name: str) -> Dated:
        """The dated value of that name; KeyError where the packs define none."""
        return self.parameters[name]

    def reading(self, name: str) -> str:
        """The option taken for an open reading; KeyError where the packs list none."""
        return self.readings[name]


@dataclass(frozen=True)
class GameBook:
    """All that the packs hold of one game; rules stand in the natural order of their ids."""

    game: str
    rules: tuple[Rule, ...]
    register: Register
    law: GameLaw
    words: Mapping[str, Translations]
    packs: tuple[Pack, ...]


@dataclass(frozen=True)
class Rulebook:
    """The rules in force in this run, by game; ``known_packs`` are their packs where books are read when needed."""

    books: Mapping[str, GameBook]
    known_packs: tuple[Pack, ...] = ()
    _plans: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {"books": dict(self.books), "known_packs": self.known_packs, "_plans": {}}

    def games(self) -> tuple[str, ...]:
        """The games that the packs speak of."""
        return tuple(self.books)

    def rules(self, game: str) -> tuple[Rule, ...]:
        """All rules of a game in the natural order of their ids, those that do not run included."""
        return self.books[game].rules if game in self.books else ()

    def all_rules(self) -> tuple[Rule, ...]:
        """All rules of all games."""
        return tuple(rule for book in self.books.values() for rule in book.rules)

    def rule(self, rule_id: str) -> Rule:
        """The rule of an id; KeyError where there is none."""
        for rule in self.all_rules():
            if rule.id == rule_id:
                return rule
        raise KeyError(rule_id)

    def law(self, game: str) -> GameLaw:
        """The dated values and readings of a game."""
        return self.books[game].law

    def register(self, game: str) -> Register:
        """The instruments, clauses and readings of a game."""
        return self.books[game].register

    def words(self, game: str) -> Mapping[str, Translations]:
        """The words of a game's facts in the three languages."""
        return self.books[game].words

    def packs(self) -> tuple[Pack, ...]:
        """Every pack with its hash."""
        return self.known_packs or tuple(pack for book in self.books.values() for pack in book.packs)
