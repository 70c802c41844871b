"""One rule of a pack: its file to a ``Rule``, every key, expression and placeholder checked."""

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from audit.errors import Fault
from audit.rulebook import expression as ex
from audit.rulebook.forms import Form
from audit.rulebook.parsing import Mistake, Scope, Wanted, parse
from audit.rulebook.rule import KINDS, SEVERITIES, STATUSES, Check, Rule
from audit.rulebook.section import Section, nearest
from audit.rulebook.toml_file import KeyPath, TomlFile
from audit.schema import EVENTS, Kind, Table

_ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+(?:\.[0-9]+)*[a-z]?")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ALWAYS = ("seat", "observed", "expected", "money_effect", "currency", "rule", "citation")
_TRUTH = Wanted(Kind.TRUTH)
_MONEY = Wanted(Kind.MONEY)
_ANY = Wanted()
_EXPRESSIONS = {"applies": _TRUTH, "requires": _TRUTH, "note_if": _TRUTH, "observed": _ANY, "money_effect": _MONEY}


@dataclass
class RuleReader:
    """Reads the rules of one game against its tables of facts and the parameters of its packs.

    ``used`` collects the parameters that some rule reads; nodes that say the same are made one.
    """

    game: str
    tables: Sequence[Table]
    parameters: Mapping[str, Form]
    faults: list[Fault]
    used: set[str] = field(default_factory=set)
    _pool: dict[tuple[str, ex.Node], ex.Node] = field(default_factory=dict)

    def read(self, file: TomlFile, pack: str) -> tuple[Rule, Section]:
        """A rule, and the table of its file for faults that only the whole pack can show."""
        section = Section(file, (), file.data, self.faults)
        rule_id, name = section.text("id"), section.text("name")
        self._names(section, rule_id, name)
        kind = section.choice("kind", KINDS, "log")
        entries = self._checks(section, kind)
        checks = tuple(check for check in entries if check is not None)
        rule = Rule(
            id=rule_id,
            name=name,
            game=self.game,
            pack=pack,
            status=section.choice("status", STATUSES),
            kind=kind,
            severity=section.choice("severity", SEVERITIES),
            citation=section.text("citation"),
            readings=section.texts("readings"),
            needs=self._kinds(section, "needs"),
            yields_to=section.texts("yields_to"),
            why=section.languages("why"),
            caution=section.languages("caution", required=False),
            title=section.languages("title"),
            message=self._message(section, checks, required=kind == "log", named=len(checks) == len(entries)),
            checks=checks,
            path=file.shown,
            sha256=file.sha256,
        )
        section.close()
        return rule, section

    def _names(self, section: Section, rule_id: str, name: str) -> None:
        if rule_id and not _ID.fullmatch(rule_id):
            section.fault("id", f"the id '{rule_id}'", "write the game, article and letter: PG-4.2a", of_value=True)
        if name and not _NAME.fullmatch(name):
            section.fault(
                "name", f"the name '{name}'", "name the fault in small letters: commission-not-at-rate", of_value=True
            )
        wanted = f"{rule_id}-{name}.toml"
        if rule_id and name and Path(section.file.shown).name != wanted:
            section.fault(
                "id", f"a file that is not called {wanted}", "id and name are those of the file's name", of_value=True
            )

    def _kinds(self, section: Section, key: str) -> tuple[str, ...]:
        """Kinds of event that a key lists."""
        kinds = section.texts(key)
        for index, kind in enumerate(kinds):
            if kind not in EVENTS.get(self.game, ()):
                mend = nearest(kind, EVENTS.get(self.game, ()))
                section.fault_at((key, index), f"'{kind}' is no kind of event of {self.game}", mend)
        return tuple(kind for kind in kinds if kind in EVENTS.get(self.game, ()))

    # -- checks ------------------------------------------------------------------------------------------------------

    def _checks(self, section: Section, kind: str) -> list[Check | None]:
        """The checks of a rule, None for one that is refused."""
        checks = [self._check(entry) for entry in section.sections("check")]
        if kind == "log" and "check" not in section:
            section.fault(None, "a rule without [[check]]", 'add one, or write kind = "human"')
        if kind == "human" and "check" in section:
            section.fault("check", "a rule for humans with a check", 'take it out, or write kind = "log"')
        return checks

    def _check(self, entry: Section) -> Check | None:
        """A check; None where its table or one of its expressions is refused."""
        table = self._table(entry)
        text: dict[str, Any] = {key: entry.text(key, required=False) for key in _EXPRESSIONS if key in entry}
        text["expected"] = entry.texts("expected")
        explained_by = self._kinds(entry, "explained_by")
        if explained_by:
            text["explained_by"] = explained_by
        if "requires" not in entry:
            entry.fault(None, "'requires' is missing", 'add requires = "..."')
        nodes = None if table is None else self._nodes(entry, text, table)
        if table is None or nodes is None:
            _pass_over_messages(entry)
            return None
        read = [nodes["requires"], *(nodes[key] for key in nodes if key not in ("requires", "expected"))]
        parameters = dict.fromkeys(name for node in (*read, *nodes["expected"]) for name in ex.parameters_read(node))
        check = Check(table.name, **nodes, explained_by=explained_by, text=text, parameters=tuple(parameters))
        message = self._message(entry, (check,), required=False)
        note_message = self._message(entry, (check,), "note_message", required=False)
        if note_message and check.note_if is None:
            entry.fault(
                "note_message", "a message of notes in a check without 'note_if'", "add note_if, or take it out"
            )
        entry.close()
        return replace(check, message=message, note_message=note_message)

    def _table(self, entry: Section) -> Table | None:
        """The table of facts that a check is over; None where there is none of that name."""
        over = entry.text("over")
        tables = {table.name: table for table in self.tables}
        if over and over not in tables:
            mend = nearest(over, tables)
            entry.fault("over", f"'{over}' is no table of facts of {self.game}", mend, of_value=True)
        return tables.get(over)

    def _nodes(self, entry: Section, text: Mapping[str, Any], table: Table) -> dict[str, Any] | None:
        """The expressions of a check by their keys, ``expected`` as a tuple; None where one is refused or missing."""
        scope = Scope(table, self.parameters)
        nodes: dict[str, Any] = {
            key: self._expression(entry, (key,), text[key], scope, wanted)
            for key, wanted in _EXPRESSIONS.items()
            if key in text
        }
        beside = nodes.get("observed")
        expected = tuple(
            self._expression(entry, ("expected", index), words, scope, Wanted(beside=beside) if beside else _ANY)
            for index, words in enumerate(text["expected"])
        )
        if "requires" not in nodes or None in nodes.values() or None in expected:
            return None
        self.used |= scope.used_parameters
        return nodes | {"expected": expected}

    def _expression(self, entry: Section, path: KeyPath, text: str, scope: Scope, wanted: Wanted) -> ex.Node | None:
        if not text.strip():
            entry.fault_at(path, "an empty expression", "say what is meant, or leave the key out")
            return None
        node, mistakes = parse(text, scope, wanted)
        for mistake in mistakes:
            self._mistake(entry, path, mistake)
        return None if node is None else self._interned(scope.table.name, node)

    def _mistake(self, entry: Section, path: KeyPath, mistake: Mistake) -> None:
        place = entry.file.place((*entry.path, *path), of_value=True, letter=mistake.letter)
        self.faults.append(Fault(place, mistake.found, mistake.mend))

    def _interned(self, table: str, node: ex.Node) -> ex.Node:
        """The one node of a table that says this, so that it is computed once however many rules say it."""
        fresh = ex.rebuilt(node, lambda part: self._interned(table, part))
        return self._pool.setdefault((table, fresh), fresh)

    # -- messages ----------------------------------------------------------------------------------------------------

    def _message(
        self, section: Section, checks: Sequence[Check], key: str = "message", *, required: bool, named: bool = True
    ) -> dict[str, str]:
        """A message by language; what its placeholders name is looked at where the facts of all checks are known."""
        message = section.languages(key, required=required)
        tables = [table for table in self.tables if any(check.over == table.name for check in checks)]
        for language, text in message.items():
            for name in self._placeholders(section, (key, language), text):
                known = [set(_ALWAYS) | {column.name for column in table.columns} for table in tables]
                allowed = (set.intersection(*known) if known else set(_ALWAYS)) | {
                    f"param.{n}" for n in self.parameters
                }
                if named and name not in allowed:
                    self._unknown_placeholder(section, (key, language), name, allowed)
        return message

    def _unknown_placeholder(self, section: Section, at: tuple[str, str], name: str, allowed: set[str]) -> None:
        text = section.data[at[0]][at[1]]
        place = section.file.place((*section.path, *at), of_value=True, letter=text.find("{" + name))
        self.faults.append(Fault(place, f"the placeholder {{{name}}} is no fact of the check", nearest(name, allowed)))

    def _placeholders(self, section: Section, at: tuple[str, str], text: str) -> list[str]:
        try:
            parts = list(string.Formatter().parse(text))
        except ValueError:
            section.fault_at(at, "a curly bracket without its partner", "write {fact}, or {{ for a bracket")
            return []
        for _, name, form, conversion in parts:
            if name is not None and (form or conversion):
                section.fault_at(at, f"a form in {{{name}}}", "write the name alone; forms follow the kind")
        return [name for _, name, _, _ in parts if name is not None]


def _pass_over_messages(entry: Section) -> None:
    """Close a check that is refused already; its messages cannot be read without its facts."""
    entry.value("message")
    entry.value("note_message")
    entry.close()
