"""Structures in Thrift's compact form, as Parquet's footers are written: read within bounds, every byte from outside.

A form says which fields of a structure are wanted and what kind of value each must have: a kind alone, a kind with the
form of its structure, or a list with the kind of its items. Fields that no form names are passed over.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

TRUTH, FALSEHOOD, BYTE, SHORT, WHOLE, LONG, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
_BITS = {SHORT: 16, WHOLE: 32, LONG: 64}
_IN_THE_HEAD = (TRUTH, FALSEHOOD)  # values that stand in the head of their field
_DEEPEST = 64
_LONGEST_VARINT = 63  # bits before its last byte
_MOST_FIELDS = 1 << 15  # other readers count in 16 bits, and take the 65,537th field for the first


class Many(NamedTuple):
    """The shape of a list: the kind of its items, and the form of each where they are structures."""

    kind: int
    form: Mapping[int, Any] | None = None


Form = Mapping[int, Any]  # by field: a kind, a form (of a structure) or Many
_NOTHING: Form = {}


class CompactReader:
    """Reads structures one after the other; ValueError where the bytes are none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def struct(self, form: Form) -> dict[int, Any]:
        """The wanted fields of the structure that begins here, as far as it has them."""
        try:
            return self._struct(form, 0)
        except IndexError:  # the only bounds of a byte are those of all bytes
            raise ValueError("the footer breaks off") from None

    def _struct(self, form: Form, deep: int) -> dict[int, Any]:
        if deep > _DEEPEST:
            raise ValueError("the footer is nested too deep")
        data = self._data
        found: dict[int, Any] = {}
        field = 0
        while head := data[self._at]:
            self._at += 1
            kind, step = head & 15, head >> 4
            field = field + step if step else _signed(self._varint())
            if not -_MOST_FIELDS <= field < _MOST_FIELDS:
                raise ValueError("a field of the footer has a number that is too large")
            if field not in form:
                if kind not in _IN_THE_HEAD:
                    self._pass(kind, deep)
            elif field in found:
                raise ValueError(f"field {field} stands twice in one structure of the footer")
            else:
                found[field] = self._field(kind, form[field], deep)
        self._at += 1
        return found

    def _varint(self) -> int:
        data, at = self._data, self._at
        value = data[at]
        shift = 0  # at which the last byte stands in the value
        while value >> shift >= 128:
            shift += 7
            if shift > _LONGEST_VARINT:
                raise ValueError("a number in the footer is too long")
            at += 1
            value += (data[at] - 1) << shift  # less the mark of the byte before that this one follows
        self._at = at + 1
        return value

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
        head = self._data[self._at]
        self._at += 1
        count = head >> 4 if head >> 4 < 15 else self._varint()
        if count > len(self._data) - self._at:
            raise ValueError("a list in the footer is longer than the footer")
        return head & 15, count

    def _field(self, kind: int, shape: Any, deep: int) -> Any:
        if isinstance(shape, int):
            _require(kind, shape)
            if kind == BINARY:
                return self._bytes()
            return kind == TRUTH if kind in _IN_THE_HEAD else self._number(kind)
        if isinstance(shape, Many):
            _require(kind, LIST)
            return self._items(shape, deep)
        _require(kind, STRUCT)
        return self._struct(shape, deep + 1)

    def _items(self, shape: Many, deep: int) -> list[Any]:
        items, count = self._head()
        if count and items != shape.kind:
            raise ValueError(f"a list of the footer holds values of kind {items}, not {shape.kind}")
        if shape.form is not None:
            return [self._struct(shape.form, deep + 1) for _ in range(count)]
        if items == BINARY:
            return [self._bytes() for _ in range(count)]
        return [self._number(items) for _ in range(count)]

    def _pass(self, kind: int, deep: int) -> None:
        """Pass a value that nothing asks for."""
        if kind in _BITS:
            self._varint()
        elif kind == BINARY:
            self._bytes()
        elif kind == STRUCT:
            self._struct(_NOTHING, deep + 1)
        elif kind in (LIST, SET):
            items, count = self._head()
            if deep >= _DEEPEST:
                raise ValueError("the footer is nested too deep")
            for _ in range(count):
                self._pass(items, deep + 1)
        elif kind in (TRUTH, FALSEHOOD, BYTE):
            self._at += 1
        elif kind == DOUBLE:
            self._at += 8
        else:
            raise ValueError(f"the footer holds a value of kind {kind}")


def _require(kind: int, wanted: int) -> None:
    if kind != wanted and not (kind == FALSEHOOD and wanted == TRUTH):
        raise ValueError(f"a field of the footer is of kind {kind}, not {wanted}")


def _signed(value: int) -> int:
    """A number from its form in which the sign is the lowest bit."""
    return (value >> 1) ^ -(value & 1)
