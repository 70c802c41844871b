"""The report as plain data: what the templates set, and nothing left to reckon."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

Text = Mapping[str, str]


@dataclass(frozen=True)
class Outcomes:
    """How often a rule, or all rules, came to each result; counts of rows of facts."""

    not_applicable: int = 0
    conforms: int = 0
    violates: int = 0
    notes: int = 0
    yielded: int = 0
    indeterminate: int = 0
    error: int = 0

    @property
    def judged(self) -> int:
        """How often the rule applied and was decided."""
        return self.conforms + self.violates + self.notes + self.yielded

    @property
    def status(self) -> str:
        """One word for the row of a rule; a rule that applied to nothing is never called passed."""
        if self.error:
            return "error"
        if self.violates:
            return "violated"
        if self.judged:
            return "noted" if self.notes else "conforms"
        return "indeterminate" if self.indeterminate else "not_exercised"


@dataclass(frozen=True)
class Severities:
    """Violations by severity."""

    critical: int = 0
    major: int = 0
    minor: int = 0

    @property
    def total(self) -> int:
        """All violations."""
        return self.critical + self.major + self.minor


@dataclass(frozen=True)
class Rule:
    """One rule in the reader's language, with what became of it."""

    id: str
    game: str
    kind: str
    severity: str
    citation: str
    title: str
    title_lang: str
    outcomes: Outcomes
    evaluated: bool
    reasons: tuple[tuple[str, int], ...]  # reasons of the indeterminate in words, with counts
    versions: int  # how many texts of the rule the runs used


@dataclass(frozen=True)
class GameRules:
    """The rules of one game: those evaluated, those that need a human, and how much was played."""

    game: str
    hands: int
    tables: int
    rules: tuple[Rule, ...]
    human: tuple[Rule, ...]
    off: tuple[Rule, ...]


@dataclass(frozen=True)
class Population:
    """What was played at one casino's tables of one game."""

    casino: str
    game: str
    tables: int
    days: int
    hands: int
    rows: int


@dataclass(frozen=True)
class InputFile:
    """One file received, and where each of its rows went."""

    name: str
    sha256: str
    size: int
    rows_in: int
    replayed: int
    rejected: int
    duplicate: int
    out_of_scope: int
    reasons: tuple[tuple[str, int], ...]  # of the rows out of scope, in words
    notes: tuple[str, ...] = ()  # what else the reader noticed of the file, in words

    @property
    def accounted(self) -> bool:
        """Whether every row went somewhere."""
        return self.rows_in == self.replayed + self.rejected + self.duplicate + self.out_of_scope


@dataclass(frozen=True)
class Instrument:
    """One instrument of the law that rules rest on."""

    id: str
    kind: str
    signed: str
    published: str
    gazette: str
    certainty: str
    title: str
    note: str


@dataclass(frozen=True)
class ParameterStep:
    """One step of a dated value of the law; ``value`` is None where it is not known."""

    parameter: str
    unit: str
    first_day: str
    value: str | None
    citation: str
    certainty: str
    estimated: bool
    pack: str = ""  # the house pack that added the step to a value of the regulation's


@dataclass(frozen=True)
class Reading:
    """One open text and the reading taken of it; ``pack`` is the house pack that took another than ``shipped``."""

    id: str
    title: str
    words: str
    options: tuple[str, ...]
    taken: str
    why: str
    rules: tuple[str, ...]
    shipped: str = ""
    pack: str = ""


@dataclass(frozen=True)
class Clause:
    """One clause that no log can show, or that no rule judges."""

    citation: str
    retold: str
    untestable: str


@dataclass(frozen=True)
class Criteria:
    """What the hands of one game were held against."""

    game: str
    instruments: tuple[Instrument, ...]
    steps: tuple[ParameterStep, ...]
    readings: tuple[Reading, ...]
    untestable: tuple[Clause, ...]


@dataclass(frozen=True)
class Certainty:
    """Findings that rest on a value of the law which is not fully sure."""

    parameter: str
    first_day: str
    citation: str
    certainty: str
    estimated: bool
    findings: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One line of a summary: what it speaks of, violations by severity, notes."""

    name: str
    detail: str
    severities: Severities
    notes: int
    detail_lang: str = ""


@dataclass(frozen=True)
class Money:
    """What violations cost, in minor units of one currency; ``rule`` is empty for the currency's total."""

    currency: str
    rule: str
    title: str
    players_lost: int
    house_lost: int
    net: int
    known: int
    unknown: int


@dataclass(frozen=True)
class Finding:
    """One finding as a line of the list."""

    id: str
    rule_id: str
    title: str
    title_lang: str
    result: str
    severity: str
    citation: str
    casino: str
    table: str
    day: str
    game: str
    hand: str
    seq: int | None
    seat: int | None
    observed: str
    expected: str
    effect: int | None
    currency: str
    carded: bool
    file: int = 0  # the number of its file in the table of files, 0 where it is not among them
    row: int | None = None
    time: str = ""  # when the act was done by the log's own clock, or its hand began where the finding is of no act
    observed_name: str = ""  # the fact that was observed, where it is one


@dataclass(frozen=True)
class Pieces:
    """A few pieces side by side with what they are called."""

    label: str
    codes: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True)
class Place:
    """The pieces of one seat on an evidence card."""

    label: str
    groups: tuple[Pieces, ...]
    concerned: bool


@dataclass(frozen=True)
class HandRow:
    """One row of the log as it was played; money in minor units."""

    seq: int
    time: str
    event: str
    seat: str
    who: str
    person: str
    groups: tuple[tuple[int, ...], ...]
    pieces: str
    number: str
    amount: int | None
    payout: int | None
    fee: int | None
    label: str
    ref: str
    source_row: int | None
    here: bool
    street: str = ""  # the heading of the street that begins with it


@dataclass(frozen=True)
class Card:
    """The evidence of one finding."""

    finding: Finding
    person: str
    message: str
    message_lang: str
    why: str
    why_lang: str
    caution: str  # where the text is open, and what is taken of it
    caution_lang: str
    facts: tuple[tuple[str, str], ...]
    steps: tuple[ParameterStep, ...]
    occurrences: int  # findings of the same rule in the selection
    source_file: str
    source_sha256: str
    source_row: int | None
    rule_sha256: str
    places: tuple[Place, ...]
    rows: tuple[HandRow, ...]
    rows_in_hand: int
    same_hand_as: str  # id of an earlier card that prints the rows of this hand


@dataclass(frozen=True)
class Reject:
    """One rejected row of an input."""

    file: str
    row: str
    hand: str
    column: str
    code: str
    reason: str
    reason_lang: str


@dataclass(frozen=True)
class StoredFile:
    """A file of a stored run as the manifest names it."""

    name: str
    sha256: str
    size: int
    rows: int | None
    attached: str  # its name among the attachments, empty where it is not attached


@dataclass(frozen=True)
class RunRecord:
    """One stored run: its own hash, versions, packs and files."""

    number: int
    as_of: str
    manifest_sha256: str
    version: str
    packs: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    files: tuple[StoredFile, ...]


@dataclass(frozen=True)
class Totals:
    """The numbers that every part of the report repeats; none is counted twice."""

    hands: int
    incomplete: int
    rows_in: int
    replayed: int
    rejected: int
    duplicate: int
    out_of_scope: int
    tables: int
    days: int
    violations: Severities
    notes: int
    rules_evaluated: int
    rules_judged: int
    rules_conform: int
    rules_undecided: int  # that applied and never could be decided
    rules_not_exercised: int
    house_violations: int  # violations of rules of a house pack
    rules_human: int
    outcomes: Outcomes
    hands_with_findings: int


@dataclass(frozen=True)
class Report:
    """Everything that the report says."""

    lang: str
    number: str
    verdict: str  # incomplete, empty, violations, notes, clean
    as_of: datetime.date | None  # None where nothing was dated
    first: datetime.date | None
    last: datetime.date | None
    month: tuple[int, int] | None
    casino: str | None
    casinos: tuple[str, ...]
    games: tuple[str, ...]
    totals: Totals
    population: tuple[Population, ...]
    files: tuple[InputFile, ...]
    criteria: tuple[Criteria, ...]
    procedures: tuple[GameRules, ...]
    by_rule: tuple[Line, ...]
    by_table: tuple[Line, ...]
    by_day: tuple[Line, ...]
    money: tuple[Money, ...]
    money_by_rule: tuple[Money, ...]
    certainty: tuple[Certainty, ...]
    findings: tuple[Finding, ...]
    findings_total: int
    cards: tuple[Card, ...]
    rejects: tuple[Reject, ...]
    reject_codes: tuple[tuple[str, str, int], ...]  # code, what it says, rows
    runs: tuple[RunRecord, ...]
    table: str | None = None  # the one table, and the one gaming day, that the report was asked for
    day: datetime.date | None = None
    libraries: tuple[tuple[str, str], ...] = ()  # what set the report, by name and version
    charts: Mapping[str, str] = field(default_factory=dict)
