"""Nodes back to the text of the language, for messages, mutants and documentation."""

from audit.rulebook import expression as ex

_STRENGTH = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6}


def text_of(node: ex.Node) -> str:
    """The text that parses to a node, with as few brackets as it needs."""
    return _text(node, 0)


def _text(node: ex.Node, around: int) -> str:
    if isinstance(node, ex.Junction):
        return _joined(f" {node.operator} ", node.parts, _STRENGTH[node.operator], around)
    if isinstance(node, ex.Not):
        return _bracketed(f"not {_text(node.part, _STRENGTH['not'])}", _STRENGTH["not"], around)
    if isinstance(node, ex.Comparison):
        sides = (_text(side, _STRENGTH["compare"] + 1) for side in (node.left, node.right))
        return _bracketed(f" {node.operator} ".join(sides), _STRENGTH["compare"], around)
    if isinstance(node, ex.Listed):
        text = f"{_text(node.value, _STRENGTH['compare'] + 1)} in param.{node.name}"
        return _bracketed(text, _STRENGTH["compare"], around)
    if isinstance(node, ex.Arithmetic):
        strength = _STRENGTH[node.operator]
        text = f"{_text(node.left, strength)} {node.operator} {_text(node.right, strength + 1)}"
        return _bracketed(text, strength, around)
    return _plain(node)


def _plain(node: ex.Node) -> str:
    if isinstance(node, ex.Whole):
        return str(node.value)
    if isinstance(node, ex.Truth):
        return "true" if node.value else "false"
    if isinstance(node, ex.Word):
        return f"'{node.text}'"
    if isinstance(node, ex.Fact):
        return node.name
    if isinstance(node, ex.Parameter):
        return f"param.{node.name}"
    if isinstance(node, ex.Lookup):
        return f"param.{node.name}[{_text(node.key, 0)}]"
    if isinstance(node, ex.Item):
        return f"param.{node.name}[{node.place}]"
    if isinstance(node, ex.Given):
        return f"given({node.fact.name})"
    if isinstance(node, ex.Has):
        return f"has({_plain(node.lookup)})"
    if isinstance(node, ex.Call):
        return f"{node.name}({', '.join(_text(argument, 0) for argument in node.arguments)})"
    raise TypeError(f"no text for a node of the type {type(node).__name__}")


def _joined(between: str, parts: tuple[ex.Node, ...], strength: int, around: int) -> str:
    return _bracketed(between.join(_text(part, strength + 1) for part in parts), strength, around)


def _bracketed(text: str, strength: int, around: int) -> str:
    return f"({text})" if strength < around else text
