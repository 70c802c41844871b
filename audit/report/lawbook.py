"""The rules and the law of all runs together, in the reader's language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from audit.explain.citing import cited
from audit.explain.numbers import amount_text
from audit.explain.vocabulary import fact_name
from audit.findings.readable import MILLISECONDS
from audit.report.model import Clause, Criteria, Instrument, ParameterStep, Reading
from audit.report.stored import StoredRun
from audit.report.words import Words
from audit.schema import Kind

Texts = Mapping[str, Any]
_ENTRIES = 16  # of a table of the law that is told whole
_PLAIN = re.compile(r"[^_]{1,40}")  # what readers can read: no identifier
_LINE_END = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_CHINESE_LINE_END = re.compile(r"(?<=[\u2e80-\u9fff\uff00-\uffef])\n(?=[\u2e80-\u9fff\uff00-\uffef])")


def in_language(texts: object, lang: str) -> tuple[str, str]:
    """A text in the language, or else in English, with the language that it is in; empty where there is none."""
    if isinstance(texts, str):
        return _one_line(texts), "en"
    if isinstance(texts, Mapping):
        for choice in (lang, "en", *sorted(texts)):
            if texts.get(choice):
                return _one_line(str(texts[choice])), choice
    return "", lang


def _one_line(text: str) -> str:
    """A pack's text may run over several lines of its file; in Chinese no blank stands where a line ended."""
    text = _LINE_END.sub("\n", text.strip())
    return _CHINESE_LINE_END.sub("", text).replace("\n", " ")


class Lawbook:
    """What the rules.json of the runs say; where two differ, the later one speaks and the difference is counted."""

    def __init__(self, runs: Sequence[StoredRun], words: Words) -> None:
        self.words = words
        self.games: dict[str, dict[str, Any]] = {}
        self._rules: dict[str, tuple[str, Texts]] = {}
        self._texts: dict[str, set[str]] = {}
        self._per_run: list[dict[str, Texts]] = []
        for run in runs:
            own: dict[str, Texts] = {}
            for game, law in run.rules["games"].items():
                self.games[game] = law
                for rule in law["rules"]:
                    own[rule["id"]] = rule
                    self._rules[rule["id"]] = (game, rule)
                    self._texts.setdefault(rule["id"], set()).add(rule["sha256"])
            for rule in run.rules.get("log_rules", []):
                own[rule["id"]] = rule
                self._rules[rule["id"]] = ("log", rule)
                self._texts.setdefault(rule["id"], set()).add("")
            self._per_run.append(own)

    def rule(self, rule_id: str, run: int | None = None) -> Texts:
        """A rule as the given run had it, or else as the last run had it; an empty one where no run knows it."""
        if run is not None and rule_id in self._per_run[run]:
            return self._per_run[run][rule_id]
        return self._rules.get(rule_id, ("", {}))[1]

    def game_of(self, rule_id: str) -> str:
        """The game of a rule, ``log`` for a fault of the data."""
        return self._rules.get(rule_id, ("log", {}))[0]

    def of_the_house(self, rule_id: str) -> bool:
        """Whether a rule comes from a house pack, which adds to those of the game's regulation."""
        game, rule = self._rules.get(rule_id, ("log", {}))
        return game != "log" and str(rule.get("pack") or game) != game

    def cited(self, citation: object) -> str:
        """A citation as the language writes it."""
        return cited(str(citation or ""), self.words.lang)

    def fact_name(self, rule_id: str, fact: str, run: int | None = None) -> str:
        """The short name of a fact that a rule speaks of."""
        over = [str(check.get("over", "")) for check in self.rule(rule_id, run).get("checks") or []]
        return fact_name(self.game_of(rule_id), fact, self.words.lang, over[0] if len(set(over)) == 1 else "")

    def rule_ids(self, game: str) -> list[str]:
        """The ids of a game's rules, in the order of its articles."""
        return sorted((rule_id for rule_id, (of, _) in self._rules.items() if of == game), key=article_order)

    def versions(self, rule_id: str) -> int:
        """How many different texts of a rule the runs used."""
        return len(self._texts.get(rule_id, ()))

    def title(self, rule_id: str, run: int | None = None) -> tuple[str, str]:
        """A rule's title and its language; the id where no run has a title."""
        text, lang = in_language(self.rule(rule_id, run).get("title"), self.words.lang)
        return (text, lang) if text else (rule_id, "en")

    def criterion(self, rule_id: str, run: int | None = None) -> tuple[str, str]:
        """What the rule's clauses ask, retold in the language; else why there is such a rule, in its own language."""
        clauses = self.games.get(self.game_of(rule_id), {}).get("clauses", [])
        retold = [
            in_language(clause.get("retold"), self.words.lang)
            for clause in clauses
            if rule_id in clause.get("rules", ())
        ]
        texts = dict.fromkeys(text for text, lang in retold if text and lang == self.words.lang)
        if texts:
            return ("" if self.words.lang == "zh-Hant" else " ").join(texts), self.words.lang
        return in_language(self.rule(rule_id, run).get("why"), self.words.lang)

    def reason(self, reason: str, game: str) -> str:
        """Why something could not be judged, in words."""
        kind, _, name = reason.partition(":")
        if kind == "no-event":
            return self.words("reason.no_event", event=self.words.event(game, name))
        if kind == "parameter":
            return self.words("reason.parameter", name=self.parameter_title(game, name))
        key = kind.replace("-", "_")
        if kind == "key":
            name = self.parameter_title(game, name)
        if kind == "unknown":
            name = fact_name(game, name, self.words.lang)
        known = self.words.table["reason"]
        return self.words(f"reason.{key}", name=name) if key in known else reason

    def fact_words(self, game: str) -> Mapping[str, Any]:
        """The words that facts of a game are made of, each in all languages; true and false among them."""
        words: dict[str, Any] = dict(self.games.get(game, {}).get("words", {}))
        words.setdefault("true", {self.words.lang: self.words("card.yes")})
        words.setdefault("false", {self.words.lang: self.words("card.no")})
        return words

    def times(self, game: str) -> frozenset[str]:
        """The facts of a game that are told in milliseconds."""
        tables = self.games.get(game, {}).get("facts", {}).values()
        return frozenset(
            column["name"] for table in tables for column in table["columns"] if column.get("unit") == MILLISECONDS
        )

    def parameter_title(self, game: str, name: str) -> str:
        """A parameter's title in the language, its name where it has none."""
        for parameter in self.games.get(game, {}).get("parameters", []):
            if parameter["name"] == name:
                return in_language(parameter.get("title"), self.words.lang)[0] or name
        return name

    def parameter_unit(self, game: str, name: str) -> str:
        """A parameter's unit as the pack writes it."""
        for parameter in self.games.get(game, {}).get("parameters", []):
            if parameter["name"] == name:
                return str(parameter.get("unit", ""))
        return ""

    def criteria(self, game: str) -> Criteria:
        """The instruments, dated values, readings and clauses without a rule of one game."""
        law = self.games[game]
        return Criteria(
            game,
            tuple(self._instruments(law)),
            tuple(self._steps(game, law)),
            tuple(self._readings(game, law)),
            tuple(self._untestable(law)),
        )

    def _text(self, texts: object) -> str:
        return in_language(texts, self.words.lang)[0]

    def _instruments(self, law: Texts) -> Iterator[Instrument]:
        for entry in law.get("instruments", []):
            names = ("id", "kind", "signed", "published", "gazette", "certainty")
            said = {name: str(entry.get(name) or "") for name in names}
            said["kind"] = self.words.known("instrument_kind", said["kind"])
            yield Instrument(**said, title=self._text(entry.get("title")), note=self._text(entry.get("note")))

    def _steps(self, game: str, law: Texts) -> Iterator[ParameterStep]:
        for parameter in law.get("parameters", []):
            for step in parameter["steps"]:
                yield self.step(game, {"name": parameter["name"], **step})

    def step(self, game: str, step: Texts) -> ParameterStep:
        """A step of a parameter as rules.json or a finding writes it."""
        unit = self.parameter_unit(game, step["name"])
        value = self._value(game, step["name"], step.get("value"), unit)
        return ParameterStep(
            self.parameter_title(game, step["name"]),
            unit,
            str(step.get("from") or ""),
            value,
            self.cited(step.get("citation")),
            str(step.get("certainty", "")),
            self._known(game, step, "day_is", "stated") != "stated",
            self._known(game, step, "pack", ""),
        )

    def _known(self, game: str, step: Texts, name: str, otherwise: str) -> str:
        """What is known of a step by a name; a finding's own steps leave that to the rules of the run."""
        if name in step:
            return str(step[name])
        for parameter in self.games.get(game, {}).get("parameters", []):
            for known in parameter["steps"]:
                if (parameter["name"], known.get("from")) == (step["name"], step.get("from")):
                    return str(known.get(name, otherwise))
        return otherwise

    def _value(self, game: str, name: str, value: object, unit: str) -> str | None:
        """A parameter's value in a few words; long and nested tables only by how many entries they have."""
        if value is None or value == "unknown":
            return None
        if isinstance(value, Mapping | list):
            told = self._entries(game, name, value)
            return self.words("criteria.entries", n=len(value)) if told is None else told
        if type(value) is int and unit in ("bp", "basis points", "basis_points"):
            return self.words("criteria.percent", share=self.words.money(value).removesuffix("00").rstrip(".,"))
        if type(value) is int:
            return self.words("criteria.seconds", n=value) if unit == "seconds" else self.words.number(value)
        return amount_text(str(value), self.words.lang)

    def _entries(self, game: str, name: str, value: Mapping[str, object] | list[object]) -> str | None:
        """The entries of a short table of plain values; None of another, or of one with words that readers lack."""
        if len(value) > _ENTRIES:
            return None
        known = self.fact_words(game)

        def said(entry: object) -> str | None:
            text = amount_text(str(entry), self.words.lang)
            word = in_language(known[text], self.words.lang)[0] if text in known else text
            return word if isinstance(entry, str | int) and _PLAIN.fullmatch(word) else None

        if isinstance(value, list):
            parts = [said(entry) for entry in value]
        else:
            in_money = self._keyed_by_money(game, name)
            keys = sorted(value, key=article_order)
            named = [self.words.money(int(key)) if in_money and key.isdecimal() else said(key) for key in keys]
            told = [said(value[key]) for key in keys]
            parts = [
                f"{key}{self.words('format.colon')}{entry}" if key and entry else None
                for key, entry in zip(named, told, strict=True)
            ]
        return self.words("format.semicolon").join(part or "" for part in parts) if all(parts) else None

    def _keyed_by_money(self, game: str, name: str) -> bool:
        """Whether the rules look a table up by an amount of money, so that its keys are minor units."""
        law = self.games.get(game, {})
        kinds = {
            column["name"]: column["kind"] for table in law.get("facts", {}).values() for column in table["columns"]
        }
        texts = (str(check) for rule in law.get("rules", []) for check in rule.get("checks") or [])
        return any(
            kinds.get(fact) == Kind.MONEY.value
            for text in texts
            for fact in re.findall(rf"param\.{re.escape(name)}\[(\w+)\]", text)
        )

    def _readings(self, game: str, law: Texts) -> Iterator[Reading]:
        for entry in law.get("readings", []):
            rules = [
                rule_id for rule_id in self.rule_ids(game) if entry["id"] in self.rule(rule_id).get("readings", [])
            ]
            taken, shipped = str(entry.get("taken", "")), str(entry.get("shipped") or entry.get("taken", ""))
            yield Reading(
                entry["id"],
                self._text(entry.get("title")) or entry["id"],
                str(entry.get("words", "")),
                tuple(self._option(entry, str(option)) for option in entry.get("options", [])),
                self._option(entry, taken),
                self._text(entry.get("why")),
                tuple(rules),
                self._option(entry, shipped),
                str(entry.get("taken_by", "")) if taken != shipped else "",
            )

    def _option(self, reading: Texts, option: str) -> str:
        """An option of a reading in words; itself where the pack that the run used gave it none."""
        return self._text(reading.get("option_words", {}).get(option)) or option

    def _untestable(self, law: Texts) -> Iterator[Clause]:
        for entry in law.get("clauses", []):
            if entry.get("untestable"):
                citation = self.cited(f"{entry['instrument']} {entry['place']}")
                yield Clause(citation, self._text(entry.get("retold")), self._text(entry["untestable"]))


def article_order(rule_id: str) -> tuple[tuple[int, str], ...]:
    """The key that sorts rules as a reader counts: PG-2.1e before PG-10."""
    parts: list[tuple[int, str]] = []
    digits = ""
    for character in rule_id + " ":
        if character.isascii() and character.isdigit():
            digits += character
            continue
        if digits:
            parts.append((int(digits[:9]), ""))
            digits = ""
        parts.append((-1, character))
    return tuple(parts)
