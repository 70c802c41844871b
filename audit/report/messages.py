"""What a finding says, in the reader's language."""

import json
from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any

from audit.report.clean import shorten
from audit.report.lawbook import in_language

_FACT_LIMIT = 80
_BETWEEN = "; "  # between several lawful values
_ALWAYS = ("observed", "expected", "money_effect", "currency", "person", "seat", "seq", "hand_id", "table_id", "casino")


def filled(template: str, named: Mapping[str, str]) -> str:
    """A message with its placeholders filled in; one without a value stays as it is, in sight.

    Names are looked up whole and never followed into values: a pack's text is data from outside.
    """
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return template
    return "".join(text + ("" if name is None else named.get(name, f"{{{name}}}")) for text, name, _, _ in parts)


def said(value: object, words: Mapping[str, Any], lang: str) -> str:
    """A value of a finding in a language: words of facts translated, also several in a row; the rest as it is."""
    if value is None:
        return "?"
    if isinstance(value, list | dict):
        return shorten(json.dumps(value, ensure_ascii=False, separators=(",", ":")), _FACT_LIMIT)
    if value is True or value is False:
        value = str(value).lower()
    if isinstance(value, str) and words:
        parts = [in_language(words[part], lang)[0] if part in words else part for part in value.split(_BETWEEN)]
        value = _BETWEEN.join(parts)
    return shorten(str(value), _FACT_LIMIT)


def _named(
    finding: Mapping[str, Any],
    facts: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    words: Mapping[str, Any],
    lang: str,
) -> dict[str, str]:
    named = {name: said(value, words, lang) for name, value in facts.items()}
    for name in _ALWAYS:
        named.setdefault(name, said(finding.get(name), words, lang))
    for step in steps:
        named[f"param.{step['name']}"] = said(step.get("value"), words, lang)
    return named


def _templates(rule: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The texts that a rule may speak with: those of its checks before its own."""
    for check in rule.get("checks") or []:
        if isinstance(check.get("message"), Mapping) and check["message"]:
            yield check["message"]
    if isinstance(rule.get("message"), Mapping):
        yield rule["message"]


def message_of(
    rule: Mapping[str, Any],
    finding: Mapping[str, Any],
    facts: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    words: Mapping[str, Any],
    lang: str,
) -> tuple[str, str]:
    """The finding's message and its language.

    A rule with several texts spoke with the one whose English is the stored message; where the language lacks that
    text, the stored English one is given.
    """
    stored = str(finding.get("message") or "")
    if lang == "en" and stored:
        return stored, "en"
    english = _named(finding, facts, steps, {}, "en")
    texts = list(_templates(rule))
    spoken = [text for text in texts if filled(str(text.get("en", "")), english) == stored] or texts[-1:]
    if not spoken or not spoken[0].get(lang):
        return stored, "en"
    return filled(str(spoken[0][lang]), _named(finding, facts, steps, words, lang)), lang
