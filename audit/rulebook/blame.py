"""Why a row is indeterminate: the first unknown value that an expression hangs on, in words that reports translate."""

from typing import NamedTuple

from audit.rulebook import expression as ex
from audit.rulebook.evaluation import Evaluator
from audit.rulebook.threeway import NO, YES, Mask, conj, less, some

TOO_LARGE = "too-large"


class Suspects(NamedTuple):
    """The facts of a node, by name, the first of which to be unknown is to blame where the node is.

    So it is while each of ``parameters`` is known on every row.
    """

    facts: tuple[str, ...]
    parameters: tuple[str, ...]


def suspects(node: ex.Node) -> Suspects | None:
    """The suspects of a node; None where more must be looked at than which facts are known."""
    parts = node.parts if isinstance(node, ex.Junction) else (node,)
    facts: list[str] = []
    parameters: list[str] = []
    for leaf in (leaf for part in parts for leaf in _leaves(part)):
        if isinstance(leaf, ex.Fact):
            facts.append(leaf.name)
        elif isinstance(leaf, ex.Parameter):
            parameters.append(leaf.name)
        elif not isinstance(leaf, ex.Word | ex.Whole | ex.Truth | ex.Given):
            return None
    return Suspects(tuple(dict.fromkeys(facts)), tuple(dict.fromkeys(parameters)))


def _leaves(node: ex.Node) -> tuple[ex.Node, ...]:
    """What makes a node unknown as soon as it is itself unknown, in the order of the text; else the node."""
    if isinstance(node, ex.Not):
        return _leaves(node.part)
    if isinstance(node, ex.Comparison):
        return (node.left, node.right)
    if isinstance(node, ex.Junction):  # of parts that all hang on one fact
        parts = [_leaves(part) for part in node.parts]
        read = {tuple({leaf for leaf in part if isinstance(leaf, ex.Fact)}) for part in parts}
        if len(read) == 1 and len(*read) == 1:
            return tuple(leaf for part in parts for leaf in part)
    return (node,)


def arrest(evaluator: Evaluator, found: Suspects | None, rows: Mask) -> list[tuple[str, Mask]] | None:
    """Reasons as ``blame`` gives them, for ``rows`` of the evaluator on which a node with these suspects is unknown.

    None where they alone do not tell.
    """
    if found is None or not all(map(evaluator.always_known, found.parameters)):
        return None
    reasons: list[tuple[str, Mask]] = []
    doubtful = [(name, known) for name in found.facts if (known := evaluator.columns.raw(name).known) is not None]
    for name, known in doubtful[:-1]:
        guilty = less(rows, known)
        if some(guilty):
            reasons.append((f"unknown:{name}", guilty))
            rows = conj(rows, known)
            if not some(rows):
                return reasons
    return [*reasons, (f"unknown:{doubtful[-1][0]}", rows)] if doubtful else None


def blame(evaluator: Evaluator, node: ex.Node) -> list[tuple[str, Mask]]:
    """Reasons with the rows that each explains; each row of the evaluator, on all of which the node is open, gets one.

    The reasons are ``unknown:<fact>``, ``parameter:<name>``, ``key:<name>`` and ``too-large``, beyond 64 bits.
    """
    search = _Search(evaluator)
    search.follow(node, search.open)
    search.settle(TOO_LARGE, search.open)
    return search.reasons


class _Search:
    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.open: Mask = YES
        self.reasons: list[tuple[str, Mask]] = []

    def settle(self, reason: str, rows: Mask) -> None:
        rows = conj(rows, self.open)
        if some(rows):
            self.open = less(self.open, rows)
            self.reasons.append((reason, rows))

    def follow(self, node: ex.Node, rows: Mask) -> None:
        """Blame what makes a node unknown on some rows, down to the fact or the parameter."""
        rows = conj(rows, self.open)
        if some(rows):
            rows = conj(rows, self._unknown(node))
        if not some(rows):
            return
        if isinstance(node, ex.Fact):
            self.settle(f"unknown:{node.name}", rows)
        elif isinstance(node, ex.Parameter | ex.Item):
            self.settle(f"parameter:{node.name}", rows)
        elif isinstance(node, ex.Lookup):
            self._follow_lookup(node, rows)
        elif isinstance(node, ex.Has):
            self._follow_lookup(node.lookup, rows)
        elif isinstance(node, ex.Listed):
            self.follow(node.value, rows)
            self.settle(f"parameter:{node.name}", rows)
        else:
            for child in ex.children(node):
                self.follow(child, rows)
            self.settle(TOO_LARGE, rows)

    def _follow_lookup(self, node: ex.Lookup, rows: Mask) -> None:
        if not isinstance(node.key, ex.Word):
            self.follow(node.key, rows)
        self.settle(f"parameter:{node.name}", less(rows, self.evaluator.stated(node.name)))
        self.settle(f"key:{node.name}", rows)

    def _unknown(self, node: ex.Node) -> Mask:
        if isinstance(node, ex.Word | ex.Whole | ex.Truth | ex.Given):
            return NO
        if isinstance(node, ex.Comparison | ex.Junction | ex.Not | ex.Has | ex.Listed):
            return self.evaluator.truths(node).unknown()
        known = self.evaluator.numbers(node).known
        return NO if known is None else less(YES, known)
