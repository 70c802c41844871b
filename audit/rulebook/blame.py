"""Why a row is indeterminate: the first unknown value that its expressions hang on, in words that reports translate."""

from collections.abc import Sequence

from audit.rulebook import expression as ex
from audit.rulebook.evaluation import Evaluator
from audit.rulebook.threeway import NO, YES, Mask, conj, less, some

TOO_LARGE = "too-large"


def blame(evaluator: Evaluator, conditions: Sequence[ex.Node]) -> list[tuple[str, Mask]]:
    """Reasons with the rows that each explains; every row of the evaluator, all indeterminate, gets exactly one.

    The reasons are ``unknown:<fact>``, ``parameter:<name>``, ``key:<name>`` and ``too-large``, beyond 64 bits.
    """
    search = _Search(evaluator)
    for node in conditions:
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
