"""The footer of a Parquet file, read for what would harm: encrypted columns, and texts that unfold without bound.

Parquet's reader ends the whole process where it is asked about an encrypted column and has no key, so that it must
not be asked. The footer is a structure in Thrift's compact form; every byte of it is from outside.
"""

from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet as pq

from audit.errors import Fault, LogError, Place
from audit.logs.sources import Source

_FILE, _GROUP, _CHUNK, _OTHER = range(4)  # what a structure is: only the first three lead to columns
_LEADS_TO = {(_FILE, 4): _GROUP, (_GROUP, 1): _CHUNK}
_ENCRYPTED = (8, 9)  # fields of a column chunk: crypto_metadata, encrypted_column_metadata
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 11, 12
_WHOLE = (4, 5, 6)
_DEEPEST = 64
_TAIL = 8  # the footer's length and the mark


def names_encrypted_columns(path: Path) -> bool:
    """Whether a Parquet file has an encrypted column; ValueError where its footer does not read."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        tail = file.read(_TAIL)
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != b"PAR1" or length + _TAIL > size:
            return False  # Parquet's reader says what it is
        file.seek(size - _TAIL - length)
        return _Walk(file.read(length)).meets_encryption()


class _Walk:
    """A walk over a structure, on a stack of what is open: what it is, its last field or the items left, its kind."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

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
            if shift > 63:
                raise ValueError("a number in the footer is too long")

    def meets_encryption(self) -> bool:
        """Whether a column chunk bears a field of encryption."""
        stack: list[list[int]] = [[_FILE, 0, _STRUCT]]
        while stack:
            top = stack[-1]
            if top[2] == _STRUCT:
                head = self._byte()
                if head == 0:
                    stack.pop()
                    continue
                kind, step = head & 15, head >> 4
                top[1] = top[1] + step if step else self._field()
                if top[0] == _CHUNK and top[1] in _ENCRYPTED:
                    return True
                what = _LEADS_TO.get((top[0], top[1]), _OTHER)
                if kind in (_TRUE, _FALSE):
                    continue
            elif top[1] == 0:
                stack.pop()
                continue
            else:
                top[1] -= 1
                what, kind = top[0], top[3]
            self._value(kind, what, stack)
        return False

    def _field(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)

    def _value(self, kind: int, what: int, stack: list[list[int]]) -> None:
        """Pass a value, or put it on the stack where it holds others."""
        if kind == _STRUCT:
            stack.append([what, 0, _STRUCT])
        elif kind in (_LIST, _SET):
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._varint()
            if count > len(self._data):
                raise ValueError("a list in the footer is longer than the footer")
            stack.append([what, count, _LIST, head & 15])
        elif kind in _WHOLE:
            self._varint()
        elif kind in (_TRUE, _FALSE, _BYTE):
            self._at += 1
        elif kind == _DOUBLE:
            self._at += 8
        elif kind == _BINARY:
            length = self._varint()
            self._at += length
        else:
            raise ValueError(f"the footer holds a value of kind {kind}")
        if len(stack) > _DEEPEST:
            raise ValueError("the footer is nested too deep")


def undictionaried(source: Source, metadata: pq.FileMetaData, texts: Sequence[str]) -> set[str]:
    """The columns of texts with pages in an encoding that Parquet's reader cannot give as dictionaries.

    LogError where texts are told by what they share with those before them: a few bytes of that unfold without bound.
    """
    chunks = (
        metadata.row_group(group).column(place)
        for group in range(metadata.num_row_groups)
        for place in range(metadata.num_columns)
    )
    found = {(chunk.path_in_schema, name) for chunk in chunks for name in chunk.encodings}
    for column in sorted(column for column, name in found if name == "DELTA_BYTE_ARRAY" and column in texts):
        words = f"LOG-column-type: column {column} is written in the encoding DELTA_BYTE_ARRAY"
        raise LogError(Fault(Place(source.name), words, "write it plain or with a dictionary"))
    return {column for column, name in found if name == "DELTA_LENGTH_BYTE_ARRAY"}
