"""Parquet files taken apart, changed and put together again: footers and pages that say what no writer would."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STRUCT, LIST, SET, BINARY, DOUBLE, BYTE = 12, 9, 10, 8, 7, 3
WHOLE = (4, 5, 6)
TRUTH = (1, 2)
EXTREMES = (0, -1, 1, 2, 8, 127, 255, 65_536, 2**31 - 1, -(2**31), 2**31, 2**40, 2**62, 2**63 - 1, -(2**63))

Fields = list[list[Any]]  # of a structure: number, kind, value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def _varint_bytes(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in TRUTH:
        return kind == 1, at
    if kind in WHOLE:
        number, at = _varint(data, at)
        return (number >> 1) ^ -(number & 1), at
    if kind == BINARY:
        size, at = _varint(data, at)
        return data[at : at + size], at + size
    if kind in (BYTE, DOUBLE):
        size = 1 if kind == BYTE else 8
        return data[at : at + size], at + size
    if kind == STRUCT:
        return take_apart(data, at)
    head = data[at]
    count, at = (head >> 4, at + 1) if head >> 4 < 15 else _varint(data, at + 1)
    items = []
    for _ in range(count):
        item, at = (data[at] == 1, at + 1) if head & 15 in TRUTH else _value(data, at, head & 15)
        items.append(item)
    return [head & 15, items], at


def take_apart(data: bytes, at: int) -> tuple[Fields, int]:
    """The fields of the structure at a place, and the place after it."""
    fields: Fields = []
    number = 0
    while data[at]:
        head = data[at]
        step, at = (head >> 4, at + 1) if head >> 4 else ((_varint(data, at + 1)[0] >> 1) - number, at + 2)
        number += step
        value, at = _value(data, at, head & 15)
        fields.append([number, head & 15, value])
    return fields, at + 1


def _value_bytes(value: Any, kind: int) -> bytes:
    if kind in WHOLE:
        return _varint_bytes((value << 1) ^ (value >> 63))
    if kind == BINARY:
        return _varint_bytes(len(value)) + value
    if kind in (BYTE, DOUBLE):
        return bytes(value)
    if kind == STRUCT:
        return put_together(value)
    items, count = value[1], value[2] if len(value) > 2 else len(value[1])
    head = bytes([0xF0 | value[0]]) + _varint_bytes(count)
    truths = value[0] in TRUTH
    return head + b"".join(bytes([1 if item else 2]) if truths else _value_bytes(item, value[0]) for item in items)


def put_together(fields: Fields) -> bytes:
    """The bytes of a structure."""
    out = b""
    for number, kind, value in fields:
        kind = (1 if value else 2) if kind in TRUTH else kind  # noqa: PLW2901
        out += bytes([kind]) + _varint_bytes(number << 1) + (b"" if kind in TRUTH else _value_bytes(value, kind))
    return out + b"\0"


def get(fields: Fields, number: int) -> Any:
    """The value of a field; None where there is none."""
    return next((value for own, _, value in fields if own == number), None)


def put(fields: Fields, number: int, value: Any, kind: int = 6) -> None:
    """Give a field a value."""
    for field in fields:
        if field[0] == number:
            field[2] = value
            return
    fields.append([number, kind, value])
    fields.sort(key=lambda field: field[0])


@dataclass
class Forgery:
    """A Parquet file in parts: the bytes before the footer, and the footer's fields."""

    data: bytes
    footer: Fields

    @staticmethod
    def of(whole: bytes) -> "Forgery":
        """The parts of a file."""
        first = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
        return Forgery(whole[:first], take_apart(whole, first)[0])

    def groups(self) -> list[Fields]:
        """The row groups."""
        return list(get(self.footer, 4)[1])

    def chunk(self, column: str, group: int = 0) -> Fields:
        """What the footer says of a column of a row group."""
        chunks = [get(chunk, 3) for chunk in get(self.groups()[group], 1)[1]]
        return next(meta for meta in chunks if get(meta, 3)[1] == [column.encode()])

    def pages(self, meta: Fields) -> list[tuple[Fields, bytes]]:
        """The headers and bytes of the pages of a column of a row group."""
        first = get(meta, 9)
        at = min(first, get(meta, 11) or first)
        end, found = at + get(meta, 7), []
        while at < end:
            header, at = take_apart(self.data, at)
            found.append((header, self.data[at : at + get(header, 3)]))
            at += get(header, 3)
        return found

    def replace(self, meta: Fields, pages: list[tuple[Fields, bytes]]) -> None:
        """Give a column of a row group other pages, which go behind the others."""
        first = len(self.data)
        begins = []
        for header, body in pages:
            begins += [len(self.data)] if get(header, 1) != 2 else []
            self.data += put_together(header) + body
        put(meta, 9, [*begins, first][0])
        if get(meta, 11):
            put(meta, 11, first)
        put(meta, 7, len(self.data) - first)

    def whole(self) -> bytes:
        """The file."""
        footer = put_together(self.footer)
        return self.data + footer + len(footer).to_bytes(4, "little") + b"PAR1"

    def save(self, path: Path) -> str:
        """Write the file; its path as the reader takes it."""
        path.write_bytes(self.whole())
        return str(path)


def every_field(fields: Fields, path: tuple[int, ...] = ()) -> list[tuple[Fields, list[Any], tuple[int, ...]]]:
    """All fields of a structure and of those in it, each with the structure that it stands in and its path."""
    found = []
    for field in fields:
        here = (*path, field[0])
        found.append((fields, field, here))
        inner = [field[2]] if field[1] == STRUCT else field[2][1] if field[1] == LIST and field[2][0] == STRUCT else []
        for one in inner:
            found += every_field(one, here)
    return found


def spoil(fields: Fields, dice: random.Random) -> None:
    """Change one field, chosen by its path first, so that rare ones have their turn."""
    paths: dict[tuple[int, ...], list[tuple[Fields, list[Any]]]] = {}
    for parent, field, path in every_field(fields):
        paths.setdefault(path, []).append((parent, field))
    parent, field = dice.choice(paths[dice.choice(list(paths))])
    how = dice.randrange(8)
    if how == 0:
        parent.remove(field)
    elif how == 1:
        parent.insert(dice.randrange(len(parent) + 1), [dice.choice([field[0], dice.randrange(1, 40)]), *field[1:]])
    elif how == 2:
        field[0] = dice.randrange(1, 20)
    elif field[1] in TRUTH:
        field[2] = not field[2]
    elif field[1] in WHOLE:
        field[2] = dice.choice([dice.choice(EXTREMES), field[2] + dice.choice([-1, 1, 8]), field[2] // 2, -field[2]])
    elif field[1] == BINARY:
        text = field[2]
        field[2] = dice.choice([b"", text + b"\0", text[:-1], b"x" * 70_000, dice.randbytes(len(text) or 3)])
    elif field[1] == LIST:
        _spoil_list(field[2], dice)
    elif field[1] == STRUCT:
        field[2] = dice.choice([[], field[2][:-1], [*field[2], [dice.randrange(1, 15), 5, dice.choice(EXTREMES)]]])


def _spoil_list(items: list[Any], dice: random.Random) -> None:
    how = dice.randrange(5)
    if how == 0:
        items[1] = []
    elif how == 1:
        items[1] = items[1] * 2
    elif how == 2:
        items[1] = items[1][:-1]
    elif how == 3:
        items[1] = items[1][::-1]
    else:
        items[2:] = [dice.choice([0, 1, len(items[1]) + 1, 100_000, 2**31 - 1, 2**40])]
