"""The form of a parameter as expressions see it: one value, a list or a table, and of which kind its values are."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from audit.dated import Dated, Value
from audit.schema import Kind

MONEY_UNITS = ("minor units", "minor_units", "money")


@dataclass(frozen=True)
class Form:
    """What an expression may do with a parameter.

    ``shape`` is ``value``, ``list``, ``table``, ``unknown`` (no step speaks) or ``other`` (for the replay alone).
    ``keys`` are the keys of all steps of a table, ``words`` all texts among the values.
    """

    shape: str
    kind: Kind
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def form_of(dated: Dated) -> Form:
    """The form that all steps of a parameter share; ``other`` where they share none or nest."""
    values = [step.value for step in dated.steps if step.value is not None]
    shapes = {_shape(value) for value in values}
    number = Kind.MONEY if dated.unit in MONEY_UNITS else Kind.WHOLE
    if len(shapes) != 1:
        return Form("other" if shapes else "unknown", number)
    shape = shapes.pop()
    leaves = list(_leaves(values))
    keys = tuple(dict.fromkeys(key for value in values if isinstance(value, dict) for key in value))
    if all(isinstance(leaf, int) for leaf in leaves):
        return Form(shape, number, keys)
    if all(isinstance(leaf, str) for leaf in leaves):
        return Form(shape, Kind.WORD, keys, tuple(dict.fromkeys(str(leaf) for leaf in leaves)))
    return Form("other", number, keys)


def _shape(value: Value) -> str:
    if isinstance(value, tuple):
        return "list"
    return "table" if isinstance(value, dict) else "value"


def _leaves(values: Iterable[Value]) -> Iterator[Value]:
    for value in values:
        if isinstance(value, tuple):
            yield from value
        elif isinstance(value, dict):
            yield from value.values()
        else:
            yield value
