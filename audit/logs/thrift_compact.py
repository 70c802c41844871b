"""Structures in Thrift's compact form, as Parquet's footers are written: read within bounds, every byte from outside.

A form says which fields of a structure are wanted and what kind of value each must have: a kind alone, a kind with the
form of its structure, or a list with the kind of its items. Fields that no form names are passed over.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

TRUTH, FALSEHOOD, BYTE, SHORT, WHOLE, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
_BITS = {SHORT: 16, WHOLE: 32, LONG: 64}
_DEEPEST = 64
_LONGEST_VARINT = 63  # bits before its last byte
_MOST_FIELDS = 1 << 15  # other readers count in 16 bits, and take the 65,537th field for the first


class Many(NamedTuple):
    """The shape of a list: the kind of its items, and the form of each where they are structures."""

    kind: int
    form: Mapping[int, Any] | None = None


Form = Mapping[int, Any]  # by field: a kind, a form (of a structure) or Many


class CompactReader:
    """Reads structures one after the other; ValueError where the bytes are none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def struct(self, form: Form, deep: int = 0) -> dict[int, Any]:
        """The wanted fields of the structure that begins here, as far as it has them."""
        if deep > _DEEPEST:
            raise ValueError("the footer is nested too deep")
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            kind, step = head & 15, head >> 4
            field = field + step if step else _signed(self._varint())
            if not -_MOST_FIELDS <= field < _MOST_FIELDS:
                raise ValueError("a field of the footer has a number that is too large")
            shape = form.get(field)
            if shape is None:
                self._pass_field(kind, deep)
            elif field in found:
                raise ValueError(f"field {field} stands twice in one structure of the footer")
            else:
                found[field] = self._field(kind, shape, deep)
        return found

    def _byte(self) -> int:
        if self._at >= len(self._data):
            raise ValueError("the footer breaks off")
        self._at += 1
        return self._data[self._at - 1]

    def _varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > _LONGEST_VARINT:
                raise ValueError("a number in the footer is too long")

    def _number(self, kind: int) -> int:
        value = _signed(self._varint())
        if not -(1 << _BITS[kind] - 1) <= value < 1 << _BITS[kind] - 1:
            raise ValueError("a number in the footer is too large for its field")
        return value

    def _bytes(self) -> bytes:
        size = self._varint()
        if size > len(self._data) - self._at:
            raise ValueError("a text in the footer breaks off")
        self._at += size
        return self._data[self._at - size : self._at]

    def _head(self) -> tuple[int, int]:
        """The kind of a list's items, and how many there are."""
        head = self._byte()
        count = head >> 4 if head >> 4 < 15 else self._varint()
        if count > len(self._data) - self._at:
            raise ValueError("a list in the footer is longer than the footer")
        return head & 15, count

    def _field(self, kind: int, shape: Any, deep: int) -> Any:
        wanted = LIST if isinstance(shape, Many) else STRUCT if isinstance(shape, Mapping) else shape
        if kind != wanted and not (kind == FALSEHOOD and wanted == TRUTH):
            raise ValueError(f"a field of the footer is of kind {kind}, not {wanted}")
        if isinstance(shape, Mapping):
            return self.struct(shape, deep + 1)
        if isinstance(shape, Many):
            items, count = self._head()
            if count and items != shape.kind:
                raise ValueError(f"a list of the footer holds values of kind {items}, not {shape.kind}")
            read = self._reader(shape, deep)
            return [read() for _ in range(count)]
        if kind in (TRUTH, FALSEHOOD):
            return kind == TRUTH
        return self._bytes() if kind == BINARY else self._number(kind)

    def _reader(self, shape: Many, deep: int) -> Callable[[], Any]:
        form = shape.form
        if form is not None:
            return lambda: self.struct(form, deep + 1)
        return self._bytes if shape.kind == BINARY else lambda: self._number(shape.kind)

    def _pass_field(self, kind: int, deep: int) -> None:
        if kind not in (TRUTH, FALSEHOOD):  # they stand in the head of their field
            self._pass(kind, deep)

    def _pass(self, kind: int, deep: int) -> None:
        """Pass a value that nothing asks for."""
        if deep > _DEEPEST:
            raise ValueError("the footer is nested too deep")
        if kind in _BITS:
            self._varint()
        elif kind == BINARY:
            self._bytes()
        elif kind in (TRUTH, FALSEHOOD, BYTE):
            self._byte()
        elif kind == DOUBLE:
            self._at += 8
        elif kind == STRUCT:
            self.struct({}, deep + 1)
        elif kind in (LIST, SET):
            items, count = self._head()
            for _ in range(count):
                self._pass(items, deep + 1)
        else:
            raise ValueError(f"the footer holds a value of kind {kind}")


def _signed(value: int) -> int:
    """A number from its form in which the sign is the lowest bit."""
    return (value >> 1) ^ -(value & 1)
