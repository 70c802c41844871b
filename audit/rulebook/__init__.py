"""Rule packs: loading, the expression language, judging facts, fixtures and their proof."""

from audit.rulebook.folders import built_in_directories
from audit.rulebook.judging import Evaluation, Found, Outcome, evaluate
from audit.rulebook.loading import load_rulebook
from audit.rulebook.rule import Check, Rule, Rulebook
from audit.rulebook.selection import Selection, select

__all__ = [
    "Check",
    "Evaluation",
    "Found",
    "Outcome",
    "Rule",
    "Rulebook",
    "Selection",
    "built_in_directories",
    "evaluate",
    "load_rulebook",
    "select",
]
