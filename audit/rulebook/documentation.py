"""The documentation of rule packs: their files and the language on one page, and one page of rules a game."""

import datetime
import json
import string
from collections.abc import Iterator
from pathlib import Path

from audit.dated import EPOCH, Dated, Step, Value
from audit.rulebook import expression as ex
from audit.rulebook.fixture_file import EXPECTATIONS
from audit.rulebook.forms import MONEY_UNITS
from audit.rulebook.parameters import CERTAINTIES, DAY_IS
from audit.rulebook.parsing import DEEPEST, GREATEST, MOST_LETTERS
from audit.rulebook.rule import KINDS, SEVERITIES, STATUSES, Check, Clause, Reading, Rule, Rulebook
from audit.rulebook.section import LANGUAGES
from audit.rulebook.toml_file import MOST_BYTES
from audit.rulebook.values import money_text

_LANGUAGE_NAMES = {"en": "English", "zh-Hant": "Traditional Chinese", "pt": "Portuguese"}


def rule_packs_page() -> str:
    """How to write a pack: every file of it by example, and the whole expression language."""
    text = (Path(__file__).parent / "rule_packs.md").read_text(encoding="utf-8")
    return string.Template(text).substitute(
        languages=", ".join(f"`{language}`" for language in LANGUAGES),
        money_units=" or ".join(f"`{unit}`" for unit in MONEY_UNITS),
        certainties=", ".join(CERTAINTIES),
        day_is=", ".join(DAY_IS),
        statuses=", ".join(STATUSES),
        kinds=", ".join(KINDS),
        severities=", ".join(SEVERITIES),
        expectations=", ".join(EXPECTATIONS),
        comparisons=" ".join(f"`{sign}`" for sign in ex.COMPARISONS),
        bytes=f"{MOST_BYTES:,}",
        letters=f"{MOST_LETTERS:,}",
        deepest=DEEPEST,
        greatest=f"{GREATEST:,}",
    )


def rules_page(book: Rulebook, game: str) -> str:
    """The rules of a game: what each asks, on what it rests and what it compares."""
    lines = [f"# Rules of {game}", "", "| rule | fault | severity | clause |", "|---|---|---|---|"]
    lines += [
        f"| [{rule.id}](#{_anchor(rule)}) | {rule.name} | {_state(rule)} | {rule.citation} |"
        for rule in book.rules(game)
    ]
    lines.append("")
    for rule in book.rules(game):
        lines += _rule_section(book, rule)
    lines += [
        "## Readings",
        "",
        *(line for reading in book.register(game).readings for line in _reading_lines(reading)),
    ]
    lines += ["## Clauses", "", "| clause | asks | watched by |", "|---|---|---|"]
    lines += [_clause_line(clause) for clause in book.register(game).clauses]
    return "\n".join(lines)


def _anchor(rule: Rule) -> str:
    return f"{rule.id}-{rule.name}".lower().replace(".", "")


def _state(rule: Rule) -> str:
    if rule.kind == "human":
        return f"{rule.severity}, for a human"
    return rule.severity if rule.status == "active" else f"{rule.severity}, {rule.status}"


def _rule_section(book: Rulebook, rule: Rule) -> Iterator[str]:
    yield f"## {rule.id} {rule.name}"
    yield ""
    yield f"*{_state(rule)}* · {rule.citation}"
    yield ""
    for language in LANGUAGES:
        if language in rule.title:
            yield f"- {_LANGUAGE_NAMES[language]}: {rule.title[language]}"
    yield ""
    for clause in book.register(rule.game).clauses_of(rule):
        yield f"{clause.citation}: {clause.retold['en']}"
        yield ""
    for text in (rule.why.get("en"), rule.caution.get("en")):
        if text:
            yield " ".join(text.split())
            yield ""
    for label, ids in (("Readings", rule.readings), ("Needs", rule.needs), ("Yields to", rule.yields_to)):
        if ids:
            yield f"{label}: {', '.join(f'`{name}`' for name in ids)}."
            yield ""
    for check in rule.checks:
        yield from _check_lines(check)
    for name in rule.parameters():
        yield from _parameter_lines(book.law(rule.game).parameter(name))


def _check_lines(check: Check) -> Iterator[str]:
    yield f"Over `{check.over}`:"
    yield ""
    yield "```"
    for key, text in check.text.items():
        for part in (text,) if isinstance(text, str) else text:
            yield f"{key}: {' '.join(part.split())}"
    yield "```"
    yield ""


def _parameter_lines(dated: Dated) -> Iterator[str]:
    yield f"`param.{dated.name}` ({dated.unit}), {dated.title.get('en', '')}:"
    yield ""
    for step in dated.steps:
        day = (EPOCH + datetime.timedelta(days=step.from_day)).isoformat()
        yield f"- from {day} ({step.day_is}): {_value(dated, step)}; {step.citation}, certainty {step.certainty}"
    yield ""


def _value(dated: Dated, step: Step) -> str:
    if step.value is None:
        return "unknown"
    if isinstance(step.value, int):
        return money_text(step.value) if dated.unit in MONEY_UNITS else str(step.value)
    text = json.dumps(_plain(step.value), ensure_ascii=False)
    return (
        f"`{text}`"
        if len(text) <= 400
        else f"a {'list' if isinstance(step.value, tuple) else 'table'} of {len(step.value)}"
    )


def _plain(value: Value) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _reading_lines(reading: Reading) -> Iterator[str]:
    yield f"### {reading.id}"
    yield ""
    yield f"{reading.title['en']} (“{reading.words}”)."
    options = ", ".join(
        f"{option} ({words['en']})" if (words := reading.option_words.get(option)) else option
        for option in reading.options
    )
    chosen = "; a house pack may take another" if reading.switch else ""
    yield f"Options: {options}; taken: **{reading.taken}**{chosen}."
    yield reading.why["en"]
    yield ""


def _clause_line(clause: Clause) -> str:
    watched = ", ".join(clause.rules) or f"nothing: {clause.untestable.get('en', '')}"
    return (
        "| " + " | ".join(part.replace("|", "\\|") for part in (clause.citation, clause.retold["en"], watched)) + " |"
    )
