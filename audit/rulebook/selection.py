"""Which rules run: active ones, those switched on, less those ignored; an id that no pack has is a usage error."""

from collections.abc import Iterable
from dataclasses import dataclass

from audit.errors import UsageError
from audit.rulebook.rule import Rule, Rulebook
from audit.rulebook.section import nearest


@dataclass(frozen=True)
class Selection:
    """The ids of the rules whose outcomes are wanted; None for all that are active."""

    ids: frozenset[str] | None = None

    def takes(self, rule: Rule) -> bool:
        """Whether a rule's outcomes are wanted."""
        return (rule.runs and rule.status == "active") if self.ids is None else rule.id in self.ids


def select(
    book: Rulebook, *, only: Iterable[str] = (), ignore: Iterable[str] = (), enable: Iterable[str] = ()
) -> Selection:
    """The rules of a run: ``only`` some or all active ones, with those of status off that ``enable`` names.

    Naming a rule of status off in ``only`` does not switch it on. UsageError where an id is in no pack, is
    retired or needs a human and therefore cannot be switched on, or where nothing is left.
    """
    only, ignore, enable = (list(dict.fromkeys(ids)) for ids in (only, ignore, enable))
    if not (only or ignore or enable):
        return Selection()
    rules = {rule.id: rule for rule in book.all_rules()}
    for option, ids in (("--select", only), ("--ignore", ignore), ("--enable", enable)):
        for rule_id in ids:
            if rule_id not in rules:
                raise UsageError(f"{option} {rule_id}: no pack has this rule; {nearest(rule_id, rules)}")
    for rule_id in enable:
        if not rules[rule_id].runs:
            state = "retired" if rules[rule_id].status == "retired" else "for a human to judge"
            raise UsageError(f"--enable {rule_id}: this rule is {state} and cannot be switched on")
    running = {
        rule.id
        for rule in rules.values()
        if rule.runs and (rule.status == "active" or rule.id in enable) and (not only or rule.id in only)
    }
    wanted = frozenset(running.difference(ignore))
    for rule_id in only:
        if rules[rule_id].runs and rules[rule_id].status == "off" and rule_id not in enable:
            raise UsageError(f"--select {rule_id}: this rule is off; add --enable {rule_id}")
    return Selection(wanted)
