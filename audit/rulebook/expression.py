"""The nodes of the expression language, after parsing and type check: plain values that compare by what they say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from audit.schema import Kind

NUMBERS = (Kind.WHOLE, Kind.MONEY)
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
FUNCTIONS = {"abs": (1, 1), "min": (2, 9), "max": (2, 9), "rate_down": (3, 3), "rate_up": (3, 3)}


@dataclass(frozen=True)
class Whole:
    """A whole number; money where what it stands beside is money."""

    value: int


@dataclass(frozen=True)
class Truth:
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True)
class Word:
    """Quoted text: a word of some column's vocabulary."""

    text: str


@dataclass(frozen=True)
class Fact:
    """A column of the table that the rule speaks of; ``words`` is its vocabulary."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    nullable: bool = False


@dataclass(frozen=True)
class Parameter:
    """A dated value of the law, the same for all rows of a day."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Lookup:
    """A value of a dated table, by a key that may differ from row to row."""

    name: str
    kind: Kind
    key: "Node"


@dataclass(frozen=True)
class Item:
    """An entry of a dated list by its place, counted from 0; unknown where the list of that day is shorter."""

    name: str
    kind: Kind
    place: int


@dataclass(frozen=True)
class Listed:
    """Whether a value stands in a dated list."""

    value: "Node"
    name: str
    kind: Kind


@dataclass(frozen=True)
class Arithmetic:
    """``+``, ``-`` or ``*`` of two numbers."""

    operator: str
    left: "Node"
    right: "Node"
    kind: Kind


@dataclass(frozen=True)
class Call:
    """One of the functions of numbers."""

    name: str
    arguments: tuple["Node", ...]
    kind: Kind


@dataclass(frozen=True)
class Comparison:
    """A comparison of two values of one kind."""

    operator: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True)
class Junction:
    """``and`` or ``or`` of two or more truths."""

    operator: str
    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Not:
    """The contrary of a truth; of unknown, unknown."""

    part: "Node"


@dataclass(frozen=True)
class Given:
    """Whether a fact is known; never itself unknown."""

    fact: Fact


@dataclass(frozen=True)
class Has:
    """Whether a dated table has a key; unknown where the key or the table of that day is."""

    lookup: Lookup


Node = (
    Whole
    | Truth
    | Word
    | Fact
    | Parameter
    | Lookup
    | Item
    | Listed
    | Arithmetic
    | Call
    | Comparison
    | Junction
    | Not
    | Given
    | Has
)

NODES = (
    Whole, Truth, Word, Fact, Parameter, Lookup, Item, Listed, Arithmetic, Call, Comparison, Junction, Not, Given, Has,
)  # fmt: skip


def kind_of(node: Node) -> Kind:
    """The kind of a node's value."""
    if isinstance(node, Fact | Parameter | Lookup | Item | Arithmetic | Call):
        return node.kind
    if isinstance(node, Whole):
        return Kind.WHOLE
    if isinstance(node, Word):
        return Kind.WORD
    return Kind.TRUTH


def children(node: Node) -> tuple[Node, ...]:
    """The nodes that a node is made of."""
    if isinstance(node, Arithmetic | Comparison):
        return (node.left, node.right)
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Junction):
        return node.parts
    if isinstance(node, Not):
        return (node.part,)
    if isinstance(node, Lookup):
        return (node.key,)
    if isinstance(node, Listed):
        return (node.value,)
    if isinstance(node, Given):
        return (node.fact,)
    if isinstance(node, Has):
        return (node.lookup,)
    return ()


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The same node over changed children."""
    fields: dict[str, Any] = {}
    for name, value in vars(node).items():
        if isinstance(value, NODES):
            fields[name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], NODES):
            fields[name] = tuple(change(part) for part in value)
        else:
            fields[name] = value
    make: Callable[..., Node] = type(node)
    return make(**fields)


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order of the text."""
    yield node
    for child in children(node):
        yield from walk(child)


def facts_read(node: Node) -> dict[str, Fact]:
    """The facts that a node reads, by name, in the order of the text."""
    return {part.name: part for part in walk(node) if isinstance(part, Fact)}


def parameters_read(node: Node) -> list[str]:
    """The names of the parameters that a node reads, in the order of the text."""
    names = [part.name for part in walk(node) if isinstance(part, Parameter | Lookup | Item | Listed)]
    return list(dict.fromkeys(names))
