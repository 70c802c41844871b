"""Text of a rule to typed nodes: Python's own parser under a default-deny walk, checked before any data is read."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from audit.rulebook import expression as ex
from audit.rulebook.forms import Form
from audit.rulebook.section import nearest
from audit.schema import Column, Kind, Table

MOST_LETTERS = 2_000
DEEPEST = 40
GREATEST = 10**15
MOST_ENTRIES = 100  # places of a list that an expression may name

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Div: ("division", "multiply the other side instead"),
    ast.FloorDiv: ("division", "multiply the other side, or use rate_down or rate_up"),
    ast.Mod: ("a remainder", "ask for a fact that holds it"),
    ast.Pow: ("a power", "write the number out"),
    ast.IfExp: ("a choice by if and else", "use 'and' and 'or', or a second check"),
    ast.Lambda: ("a function", "the language has none of its own"),
    ast.JoinedStr: ("formatted text", "quote plain words"),
    ast.Attribute: ("a dot", "only param.name has one"),
    ast.Subscript: ("square brackets", "only param.name[key] has them"),
    ast.List: ("a list", "write values in round brackets: (1, 2)"),
    ast.Set: ("a set", "write values in round brackets: (1, 2)"),
    ast.NamedExpr: ("an assignment", "say the value where it is needed"),
    ast.Starred: ("a star", "name each value"),
}

IMPLICIT_SEAT = Column("seat", Kind.WHOLE, "The seat that the row is about, 0 for none.", words=())


@dataclass(frozen=True)
class Mistake:
    """What is wrong in an expression: at which letter of its text (from 0), what was found, what would be right."""

    letter: int
    found: str
    mend: str


class _RefusedError(Exception):
    """Ends the walk of the part of an expression that holds a mistake."""


@dataclass
class Scope:
    """What an expression may speak of: the columns of one table of facts and the parameters of the packs.

    ``used_parameters`` collects the names that were asked for.
    """

    table: Table
    parameters: Mapping[str, Form]
    used_parameters: set[str] = field(default_factory=set)

    def column(self, name: str) -> Column | None:
        """The column of that name, ``seat`` included; None where there is none."""
        if name in self.table:
            return self.table.column(name)
        return IMPLICIT_SEAT if name == "seat" else None

    def names(self) -> list[str]:
        """All names that facts have here."""
        return sorted({column.name for column in self.table.columns} | {"seat"})


def parse(text: str, scope: Scope, wanted: "Wanted") -> tuple[ex.Node | None, list[Mistake]]:
    """The typed node of a text, or every mistake in it; one part's mistake does not hide another's."""
    parser = _Parser(text, scope)
    node = parser.read(wanted)
    return (None if parser.mistakes else node), parser.mistakes


@dataclass(frozen=True)
class Wanted:
    """The kind that an expression must have; None: any. ``beside`` gives its quoted words their vocabulary."""

    kind: Kind | None = None
    beside: ex.Node | None = None


class _Parser:
    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.mistakes: list[Mistake] = []
        self._line = ""
        self._lead = 0

    # -- the text ---------------------------------------------------------------------------------------------------

    def read(self, wanted: Wanted) -> ex.Node | None:
        try:
            tree = self._tree()
            node = self._node(tree, 0)
            self._fits(tree, node, wanted)
        except _RefusedError:
            return None
        return node

    def _tree(self) -> ast.expr:
        if len(self.text) > MOST_LETTERS:
            self._refuse(0, "an expression of over two thousand letters", "split it, or ask for a fact")
        self._plain_letters()
        line = self.text.replace("\n", " ").replace("\t", " ")
        self._line = line.lstrip(" ")
        self._lead = len(line) - len(self._line)
        if not self._line:
            self._refuse(0, "an empty expression", "say what is required, or leave the key out")
        try:
            return ast.parse(self._line, mode="eval").body
        except SyntaxError as error:
            letter = self._lead + max((error.offset or 1) - 1, 0)
            self._refuse(min(letter, len(self.text)), f"not an expression ({error.msg})", "see the language of rules")
        except (ValueError, MemoryError, RecursionError):
            self._refuse(0, "an expression that is nested too deep", "split it, or ask for a fact")

    def _plain_letters(self) -> None:
        """Outside quotes only plain letters may stand: others could look like what they are not, or hide the rest."""
        quote, depth = "", 0
        for at, letter in enumerate(self.text):
            if quote:
                quote = "" if letter == quote else quote
                if letter == "\\":
                    self._refuse(at, "a backslash", "quoted words need none")
            elif letter in "'\"":
                quote = letter
            elif letter in "#\\;@`" or not (letter.isascii() and (letter.isprintable() or letter in "\n\t")):
                self._refuse(at, f"the letter {letter!r}", "outside quotes use plain letters, digits and operators")
            elif letter in "([":
                depth += 1
                if depth > DEEPEST // 2:
                    self._refuse(at, "brackets nested too deep", "split it, or ask for a fact")
            elif letter in ")]":
                depth -= 1

    def _refuse(self, letter: int, found: str, mend: str) -> NoReturn:
        self.mistakes.append(Mistake(letter, found, mend))
        raise _RefusedError

    def _letter(self, tree: ast.expr | ast.keyword) -> int:
        within = self._line.encode()[: tree.col_offset].decode(errors="ignore")
        return self._lead + len(within)

    def _no(self, tree: ast.expr | ast.keyword, found: str, mend: str) -> NoReturn:
        self._refuse(self._letter(tree), found, mend)

    # -- the walk ---------------------------------------------------------------------------------------------------

    def _node(self, tree: ast.expr, depth: int) -> ex.Node:
        if depth > DEEPEST:
            self._no(tree, "an expression that is nested too deep", "split it, or ask for a fact")
        readers: dict[type[ast.expr], Callable[[Any, int], ex.Node]] = {
            ast.Constant: self._constant,
            ast.Name: self._name,
            ast.Attribute: self._parameter,
            ast.Subscript: self._lookup,
            ast.UnaryOp: self._unary,
            ast.BinOp: self._arithmetic,
            ast.BoolOp: self._junction,
            ast.Compare: self._comparisons,
            ast.Call: self._call,
        }
        reader = readers.get(type(tree))
        if reader is None:
            found, mend = _REFUSED.get(type(tree), (f"{type(tree).__name__.lower()}", "the language does not have it"))
            self._no(tree, found, mend)
        return reader(tree, depth)

    def _all(self, trees: list[ast.expr], depth: int) -> list[ex.Node]:
        """Every part's node; the mistakes of all parts are noted before the walk ends."""
        nodes, refused = [], False
        for tree in trees:
            try:
                nodes.append(self._node(tree, depth))
            except _RefusedError:
                refused = True
        if refused:
            raise _RefusedError
        return nodes

    def _constant(self, tree: ast.Constant, _depth: int) -> ex.Node:
        value = tree.value
        if isinstance(value, bool) or value is None:
            self._no(tree, f"'{value}'", "write true or false in small letters")
        if isinstance(value, int):
            if abs(value) > GREATEST:
                self._no(tree, "a number of over fifteen digits", "no amount or count is so large")
            return ex.Whole(value)
        if isinstance(value, str):
            return ex.Word(value)
        if value is ...:
            return self._no(tree, "three dots", "they mark what is still to be written; see docs/rule_packs.md")
        return self._no(tree, f"the value {value!r}", "use whole numbers; money is in whole minor units")

    def _name(self, tree: ast.Name, _depth: int) -> ex.Node:
        if tree.id in ("true", "false"):
            return ex.Truth(tree.id == "true")
        column = self.scope.column(tree.id)
        if column is None:
            if tree.id == "param" or tree.id in ex.FUNCTIONS or tree.id in ("given", "has"):
                self._no(tree, f"'{tree.id}' alone", "param needs a name after a dot, a function its brackets")
            self._no(
                tree,
                f"'{tree.id}' is no fact of the table '{self.scope.table.name}'",
                nearest(tree.id, self.scope.names()),
            )
        return ex.Fact(column.name, column.kind, column.words, column.nullable)

    def _form(self, tree: ast.expr) -> tuple[str, Form]:
        if not (isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name) and tree.value.id == "param"):
            found, mend = _REFUSED.get(type(tree), _REFUSED[ast.Attribute])
            self._no(tree, found, mend)
        form = self.scope.parameters.get(tree.attr)
        if form is None:
            self._no(tree, f"'{tree.attr}' is no parameter of the packs", nearest(tree.attr, self.scope.parameters))
        self.scope.used_parameters.add(tree.attr)
        if form.shape == "other":
            self._no(
                tree, f"param.{tree.attr} has values of several forms", "rules read numbers, words, lists and tables"
            )
        return tree.attr, form

    def _parameter(self, tree: ast.Attribute, _depth: int) -> ex.Node:
        name, form = self._form(tree)
        if form.shape == "table":
            self._no(tree, f"param.{name} is a table", f"write param.{name}[key]")
        if form.shape == "list":
            self._no(
                tree, f"param.{name} is a list", f"write fact in param.{name}, or param.{name}[0] for its first entry"
            )
        return ex.Parameter(name, form.kind)

    def _lookup(self, tree: ast.Subscript, depth: int) -> ex.Lookup | ex.Item:
        name, form = self._form(tree.value)
        if form.shape == "list":
            return self._item(tree, name, form)
        if form.shape not in ("table", "unknown"):
            self._no(tree.value, f"param.{name} is no table", f"write param.{name} without a key")
        key = self._node(tree.slice, depth + 1)
        kind = ex.kind_of(key)
        if kind in ex.NUMBERS:
            if not all(entry.lstrip("-").isdecimal() for entry in form.keys):
                self._no(tree.slice, f"the keys of param.{name} are words", "look them up by a fact of words")
        elif isinstance(key, ex.Fact) and kind is Kind.WORD:
            if form.keys and not set(form.keys) & set(key.words):
                self._no(
                    tree.slice, f"no word of '{key.name}' is a key of param.{name}", nearest(form.keys[0], key.words)
                )
        elif isinstance(key, ex.Word):
            if form.keys and key.text not in form.keys:
                self._no(tree.slice, f"'{key.text}' is no key of param.{name}", nearest(key.text, form.keys))
        else:
            self._no(tree.slice, f"a key of the kind {kind.value}", "keys are numbers or words")
        return ex.Lookup(name, form.kind, key)

    def _item(self, tree: ast.Subscript, name: str, form: Form) -> ex.Item:
        place = tree.slice.value if isinstance(tree.slice, ast.Constant) else None
        if type(place) is not int or place >= MOST_ENTRIES:
            self._no(tree.slice, f"no place in the list param.{name}", f"write a number: param.{name}[0] is its first")
        return ex.Item(name, form.kind, place)

    def _unary(self, tree: ast.UnaryOp, depth: int) -> ex.Node:
        part = self._node(tree.operand, depth + 1)
        if isinstance(tree.op, ast.Not):
            self._must(tree.operand, part, (Kind.TRUTH,), "'not' stands before a truth")
            return ex.Not(part)
        if isinstance(tree.op, ast.USub):
            self._must(tree.operand, part, ex.NUMBERS, "'-' stands before a number")
            if isinstance(part, ex.Whole):
                return ex.Whole(-part.value)
            return ex.Arithmetic("-", ex.Whole(0), part, ex.kind_of(part))
        return self._no(tree, "an operator that the language does not have", "use 'not' and '-'")

    def _arithmetic(self, tree: ast.BinOp, depth: int) -> ex.Node:
        operator = _OPERATORS.get(type(tree.op))
        if operator is None:
            found, mend = _REFUSED.get(type(tree.op), ("an operator of bits", "the language has + - and *"))
            self._no(tree, found, mend)
        left, right = self._all([tree.left, tree.right], depth + 1)
        for side, node in ((tree.left, left), (tree.right, right)):
            self._must(side, node, ex.NUMBERS, f"'{operator}' joins numbers")
        kinds = (ex.kind_of(left), ex.kind_of(right))
        if operator == "*":
            if kinds == (Kind.MONEY, Kind.MONEY):
                self._no(tree, "money times money", "multiply money by a plain number")
            kind = Kind.MONEY if Kind.MONEY in kinds else Kind.WHOLE
        else:
            kind = self._same_number(tree, left, right)
        return ex.Arithmetic(operator, left, right, kind)

    def _same_number(self, tree: ast.expr, *nodes: ex.Node) -> Kind:
        """The kind that numbers share: constants go with money, a plain fact or parameter does not."""
        kinds = {ex.kind_of(node) for node in nodes if not _constant(node)}
        if len(kinds) > 1:
            self._no(tree, "money beside a plain number", "only constants may stand beside money (in minor units)")
        return kinds.pop() if kinds else Kind.WHOLE

    def _junction(self, tree: ast.BoolOp, depth: int) -> ex.Node:
        operator = "and" if isinstance(tree.op, ast.And) else "or"
        parts = self._all(tree.values, depth + 1)
        for side, node in zip(tree.values, parts, strict=True):
            self._must(side, node, (Kind.TRUTH,), f"'{operator}' joins truths")
        return ex.Junction(operator, tuple(parts))

    # -- comparisons ------------------------------------------------------------------------------------------------

    def _comparisons(self, tree: ast.Compare, depth: int) -> ex.Node:
        sides = [tree.left, *tree.comparators]
        parts = [self._comparison(tree.ops[i], sides[i], sides[i + 1], depth + 1) for i in range(len(tree.ops))]
        return parts[0] if len(parts) == 1 else ex.Junction("and", tuple(parts))

    def _comparison(self, operator: ast.cmpop, left: ast.expr, right: ast.expr, depth: int) -> ex.Node:
        if isinstance(operator, ast.In):
            return self._membership(left, right, depth)
        if isinstance(operator, ast.NotIn):
            return ex.Not(self._membership(left, right, depth))
        sign = _COMPARISONS.get(type(operator))
        if sign is None:
            self._no(right, "'is'", "compare with == and !=")
        one, other = self._all([left, right], depth)
        return self._compared(sign, left, one, right, other)

    def _compared(self, sign: str, left: ast.expr, one: ex.Node, right: ast.expr, other: ex.Node) -> ex.Comparison:
        kinds = {ex.kind_of(one), ex.kind_of(other)}
        if kinds <= set(ex.NUMBERS):
            self._same_number(right, one, other)
            return ex.Comparison(sign, one, other)
        if len(kinds) > 1:
            names = f"{ex.kind_of(one).value} beside {ex.kind_of(other).value}"
            self._no(right, names, "compare values of one kind")
        if sign not in ("==", "!="):
            self._no(left, f"an order of the kind {ex.kind_of(one).value}", "only numbers have one; use == or !=")
        if Kind.WORD in kinds:
            self._words(left, one, right, other)
        return ex.Comparison(sign, one, other)

    def _words(self, left: ast.expr, one: ex.Node, right: ast.expr, other: ex.Node) -> None:
        """A word is compared with a fact that knows it; a misspelt one would never hold and never be seen."""
        if not isinstance(one, ex.Fact) and not isinstance(other, ex.Fact):
            self._no(left, "two words without a fact", "one side must be a fact")
        for fact, tree, node in ((one, right, other), (other, left, one)):
            if isinstance(fact, ex.Fact):
                self._known_word(fact, tree, node)

    def _known_word(self, fact: ex.Fact, tree: ast.expr, node: ex.Node) -> None:
        if isinstance(node, ex.Word) and node.text not in fact.words:
            self._no(tree, f"'{node.text}' is no word of '{fact.name}'", nearest(node.text, fact.words))
        if isinstance(node, ex.Fact) and not set(node.words) & set(fact.words):
            self._no(tree, f"'{node.name}' and '{fact.name}' share no word", "compare facts of one vocabulary")
        if isinstance(node, ex.Parameter | ex.Lookup | ex.Item):
            for word in self.scope.parameters[node.name].words:
                if word not in fact.words:
                    self._no(
                        tree, f"param.{node.name} says '{word}', no word of '{fact.name}'", nearest(word, fact.words)
                    )

    def _membership(self, left: ast.expr, right: ast.expr, depth: int) -> ex.Node:
        if isinstance(right, ast.Attribute):
            return self._in_list(left, right, depth)
        if not isinstance(right, ast.Tuple):
            self._no(right, "'in' before a single value", "write the values in round brackets: (1, 2), one as (1,)")
        if not right.elts:
            self._no(right, "empty brackets", "name the values")
        value, *choices = self._all([left, *right.elts], depth)
        parts = [
            self._compared("==", left, value, tree, choice) for tree, choice in zip(right.elts, choices, strict=True)
        ]
        return parts[0] if len(parts) == 1 else ex.Junction("or", tuple(parts))

    def _in_list(self, left: ast.expr, right: ast.Attribute, depth: int) -> ex.Node:
        name, form = self._form(right)
        if form.shape not in ("list", "unknown"):
            self._no(right, f"param.{name} is no list", f"compare with param.{name} by ==")
        value = self._node(left, depth)
        kind = ex.kind_of(value)
        if kind is Kind.WORD and isinstance(value, ex.Fact):
            for word in form.words:
                if word not in value.words:
                    self._no(
                        right, f"param.{name} says '{word}', no word of '{value.name}'", nearest(word, value.words)
                    )
        elif kind not in ex.NUMBERS:
            self._no(left, f"the kind {kind.value} in a list", "lists hold numbers, or words of a fact")
        if form.shape == "list" and not _constant(value) and form.kind is not kind:
            self._no(right, f"param.{name} holds {form.kind.value}, not {kind.value}", "compare values of one kind")
        return ex.Listed(value, name, form.kind)

    # -- functions --------------------------------------------------------------------------------------------------

    def _call(self, tree: ast.Call, depth: int) -> ex.Node:
        if not isinstance(tree.func, ast.Name):
            self._no(tree, "a call of something that is no function of the language", "see the language of rules")
        name = tree.func.id
        if tree.keywords:
            self._no(tree.keywords[0], f"'{tree.keywords[0].arg}='", "give the values in order, without names")
        if name == "given":
            return self._given(tree)
        if name == "has":
            return self._has(tree, depth)
        if name not in ex.FUNCTIONS:
            self._no(tree, f"'{name}' is no function of the language", nearest(name, [*ex.FUNCTIONS, "given", "has"]))
        least, most = ex.FUNCTIONS[name]
        if not least <= len(tree.args) <= most:
            span = str(least) if least == most else f"{least} to {most}"
            self._no(tree, f"{name} with {len(tree.args)} values", f"it takes {span}")
        arguments = self._all(tree.args, depth + 1)
        for side, node in zip(tree.args, arguments, strict=True):
            self._must(side, node, ex.NUMBERS, f"{name} takes numbers")
        if name in ("rate_down", "rate_up"):
            if ex.kind_of(arguments[1]) is not Kind.WHOLE:
                self._no(tree.args[1], "a rate in money", "the rate is a plain number of basis points")
            kind = self._same_number(tree, arguments[0], arguments[2])
        else:
            kind = self._same_number(tree, *arguments)
        return ex.Call(name, tuple(arguments), kind)

    def _given(self, tree: ast.Call) -> ex.Node:
        if len(tree.args) != 1 or not isinstance(tree.args[0], ast.Name):
            self._no(tree, "given() of something that is no fact", "write given(fact)")
        fact = self._name(tree.args[0], 0)
        if not isinstance(fact, ex.Fact):
            self._no(tree, "given() of something that is no fact", "write given(fact)")
        return ex.Given(fact)

    def _has(self, tree: ast.Call, depth: int) -> ex.Node:
        if len(tree.args) != 1 or not isinstance(tree.args[0], ast.Subscript):
            self._no(tree, "has() of something that is no entry of a table", "write has(param.name[key])")
        lookup = self._lookup(tree.args[0], depth + 1)
        if isinstance(lookup, ex.Item):
            self._no(tree, "has() of an entry of a list", "a list is asked by 'in'")
        return ex.Has(lookup)

    # -- kinds ------------------------------------------------------------------------------------------------------

    def _must(self, tree: ast.expr, node: ex.Node, kinds: tuple[Kind, ...], rule: str) -> None:
        if ex.kind_of(node) not in kinds:
            self._no(tree, f"the kind {ex.kind_of(node).value}", rule)

    def _fits(self, tree: ast.expr, node: ex.Node, wanted: Wanted) -> None:
        kind = ex.kind_of(node)
        if wanted.beside is not None:
            self._compared("==", tree, wanted.beside, tree, node)
        elif wanted.kind is Kind.MONEY:
            if kind is not Kind.MONEY and not _constant(node):
                self._no(tree, f"the kind {kind.value}", "this must be money")
        elif wanted.kind is not None and kind is not wanted.kind:
            self._no(tree, f"the kind {kind.value}", f"this must be a {wanted.kind.value}")
        elif wanted.kind is None and isinstance(node, ex.Word):
            self._no(tree, "a word alone", "name a fact")


def _constant(node: ex.Node) -> bool:
    """Whether a node is made of whole numbers alone, so that it goes beside money as well as beside numbers."""
    return all(isinstance(part, ex.Whole | ex.Arithmetic | ex.Call) for part in ex.walk(node))
