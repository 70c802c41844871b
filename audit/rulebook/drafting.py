"""A new rule to fill in: its file and its hands, as texts in the forms of a pack."""

from audit.errors import UsageError
from audit.rulebook.rule import Rule, Rulebook
from audit.rulebook.rule_file import ID_FORM, NAME_FORM

_RULE = """id = "{id}"
name = "{name}"
status = "active"            # active, off (switched on by --enable), retired
kind = "log"                 # log, or human where no log can show it
severity = "major"           # critical, major, minor
citation = "{citation}"
readings = []
needs = []                   # kinds of event without which it is indeterminate
yields_to = []               # rules that explain the same fault better
why = "What the clause protects, in a sentence or two."
caution = ""

[[check]]
over = "{table}"
applies = "true"             # the rows that it speaks of
requires = "true"            # what the law asks of them; facts are named in docs/facts

[title]
en = "The fault in a few words"
zh-Hant = "The same in Traditional Chinese"
pt = "The same in Portuguese"

[message]                    # placeholders in curly brackets: facts, param.name, seat, observed, expected
en = "What is wrong, with its values."
zh-Hant = "The same in Traditional Chinese."
pt = "The same in Portuguese."
"""

_HANDS = """# One hand on either side of every boundary; see docs/rule_packs.md for the forms.

[[hand]]
name = "as the law asks"
expect = "conforms"
from = "{base}"

[[hand]]
name = "just beyond it"
expect = "violates"
from = "{base}"
change = [{{event = "settle", nth = 1, set = {{fee = "0.01"}}}}]

[[hand]]
name = "not told by the log"
expect = "indeterminate"
from = "{base}"
change = [{{event = "settle", nth = 1, set = {{fee = ""}}}}]
"""


def draft_rule(book: Rulebook, game: str, rule_id: str, name: str, *, table: str, base: str) -> dict[str, str]:
    """The texts of a new rule and of its hands, by file name; ``table`` is a table of facts, ``base`` a base log.

    UsageError where the id or the name has not its form, the id is taken, or no pack speaks of the game.
    """
    if not ID_FORM.fullmatch(rule_id):
        raise UsageError(f"{rule_id} is no id of a rule; write the game, article and letter: PG-4.2a")
    if not NAME_FORM.fullmatch(name):
        raise UsageError(f"{name} is no name of a rule; name the fault in small letters: commission-not-at-rate")
    if game not in book.games():
        raise UsageError(f"no pack speaks of {game}; there are: {', '.join(book.games())}")
    taken: dict[str, Rule] = {rule.id: rule for rule in book.all_rules()}
    if rule_id in taken:
        raise UsageError(f"{rule_id} is taken by {taken[rule_id].path}; an id is never used again")
    clauses = book.register(game).clauses
    citation = clauses[0].citation if clauses else ""
    stem = f"{rule_id}-{name}"
    return {
        f"{stem}.toml": _RULE.format(id=rule_id, name=name, citation=citation, table=table),
        f"{stem}.hands.toml": _HANDS.format(base=base),
    }
