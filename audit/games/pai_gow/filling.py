"""Facts on their way from the kernels to columns: rows of 64-bit numbers, moved block by block to narrow columns.

``out`` begins with two numbers a table: where its next row goes, and how many numbers a row has (hand, row, seat and
the columns of the table); room for some rows of every table follows. A block stays in the processor's cache, and every
cell of the columns is written once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audit.games.game import FactTable
from audit.games.pai_gow import play as p
from audit.games.pai_gow.facts import TABLES
from audit.games.pai_gow.play import U, Vector
from audit.kernel import inlined_kernel, inner_kernel
from audit.schema import Column, Kind

_LEAD = 3  # hand, row and seat stand before the columns of a table
_BLOCK = 128  # rows of a table that are moved at once
_NARROW, _MIDDLE, _WIDE = range(3)
_SIZE = {
    Kind.TRUTH: _NARROW,
    Kind.WORD: _NARROW,
    Kind.WHOLE: _MIDDLE,  # counts, seats, totals of dice as logged: all are 32 bits wide in the log, or less
    Kind.MONEY: _WIDE,
    Kind.PIECES: _WIDE,
}
_LEAST_8, _LEAST_32 = -128, -2147483648

# Columns of ``Filling.tables`` and of ``Filling.columns``.
_BASE, _WIDTH, _FULL, _DONE, _FIRST, _END = range(6)
_PLACE, _KIND, _TO = range(3)


class Filling(NamedTuple):
    """The columns of all tables of facts of a batch, behind one another by size, and where each begins.

    ``tables`` (20, 6): where a table's block begins in ``out``, its width, where it is full enough to be moved, rows
    moved so far, and its first and last ``columns`` (N, 3): place in a row, size, and first cell.
    """

    out: Vector
    tables: NDArray[np.int64]
    columns: NDArray[np.int64]
    narrow: NDArray[np.int8]
    middle: NDArray[np.int32]
    wide: NDArray[np.int64]


def room(event: NDArray[np.int8], hands: int) -> list[int]:
    """The most rows that each table of facts of a batch can have."""
    n = np.bincount(event, minlength=len(p.KIND))
    k = {name: int(n[code]) for name, code in p.KIND.items()}
    bets = k["bet"] + k["bet_change"] + k["bet_move"]
    compared = k["compare"] + k["settle"]
    rooms = {
        "hands": hands,
        "shuffles": k["shuffle"],
        "shakes": k["shake"],
        "cuts": k["cut"],
        "stakes": k["bank"] + k["cobank"],
        "bets": bets,
        "wagers": bets + k["bet_move"] + k["settle"],
        "piles": k["deal"],
        "voids": k["void"] + k["settle"],
        "seats": k["bet"] + k["expose"] + k["set"] + k["settle"],
        "sets": k["set"],
        "pairs": 2 * k["set"],
        "layouts": k["set"] + k["arrange"],
        "comparisons": compared,
        "pair_comparisons": 2 * compared,
        "settlements": k["settle"],
        "openings": k["open"] + k["arrange"],
        "handlings": k["touch"] + k["speak"] + k["take_back"] + k["remove_tile"],
        "disputes": k["dispute"],
        "compensations": k["compensate"],
    }
    return [rooms[table.name] for table in TABLES]


def _sizes(columns: tuple[Column, ...]) -> list[int]:
    """How wide hand, row, seat and the columns of a table are."""
    return [_MIDDLE, _WIDE, _NARROW, *(_SIZE[column.kind] for column in columns)]


_WIDTHS = np.array([_LEAD + len(table.columns) for table in TABLES], np.int64)
_ENDS = np.cumsum(_WIDTHS)
_TABLE_OF_COLUMN = np.repeat(np.arange(len(TABLES)), _WIDTHS)
_PLACE_OF_COLUMN = np.arange(_ENDS[-1]) - (_ENDS - _WIDTHS)[_TABLE_OF_COLUMN]
_SIZE_OF_COLUMN = np.array([size for table in TABLES for size in _sizes(table.columns)], np.int64)


def new_filling(rooms: list[int], longest: int) -> Filling:
    """Room for so many rows of every table, in hands of up to ``longest`` rows."""
    counts = np.array(rooms, np.int64)[_TABLE_OF_COLUMN]
    first_cell = np.zeros(len(counts), np.int64)
    cells = [0, 0, 0]
    for size in (_NARROW, _MIDDLE, _WIDE):
        of_size = size == _SIZE_OF_COLUMN
        ends = np.cumsum(counts[of_size])
        first_cell[of_size], cells[size] = ends - counts[of_size], int(ends[-1])
    # No table gets more rows from one hand: two for a move of a bet, for a set, a settle row.
    blocks = np.cumsum((_BLOCK + 2 * longest + 16) * _WIDTHS)
    bases = 2 * len(TABLES) + np.concatenate([[0], blocks[:-1]])
    out = np.empty(2 * len(TABLES) + int(blocks[-1]), np.int64)
    out[0 : 2 * len(TABLES) : 2] = bases
    out[1 : 2 * len(TABLES) : 2] = _WIDTHS
    return Filling(
        out,
        np.stack(
            [bases, _WIDTHS, bases + _BLOCK * _WIDTHS, np.zeros(len(TABLES), np.int64), _ENDS - _WIDTHS, _ENDS], axis=1
        ),
        np.stack([_PLACE_OF_COLUMN, _SIZE_OF_COLUMN, first_cell], axis=1),
        np.empty(cells[_NARROW], np.int8),
        np.empty(cells[_MIDDLE], np.int32),
        np.empty(cells[_WIDE], np.int64),
    )


@inner_kernel
def move(filling: Filling, everything: bool) -> None:
    """Move the rows of the tables whose block is full, or of all, to their columns."""
    out, tables = filling.out, filling.tables
    for table in range(len(tables)):
        end, base = out[2 * table], tables[table, _BASE]
        if end > base and (everything or end >= tables[table, _FULL]):
            count = (end - base) // tables[table, _WIDTH]
            _move_table(filling, table, count)
            tables[table, _DONE] += count
            out[2 * table] = base


@inlined_kernel
def _move_table(filling: Filling, table: int, count: int) -> None:
    out, tables, columns = filling.out, filling.tables, filling.columns
    narrow, middle, wide = filling.narrow, filling.middle, filling.wide
    # An index without a sign needs no look whether it counts from the end.
    base, width, rows = np.uint64(tables[table, _BASE]), np.uint64(tables[table, _WIDTH]), np.uint64(count)
    for column in range(tables[table, _FIRST], tables[table, _END]):
        at = base + np.uint64(columns[column, _PLACE])
        to = np.uint64(columns[column, _TO] + tables[table, _DONE])
        if columns[column, _KIND] == _NARROW:
            for row in range(rows):
                value = out[at + np.uint64(row) * width]
                narrow[to + np.uint64(row)] = _LEAST_8 if value == U else value
        elif columns[column, _KIND] == _MIDDLE:
            for row in range(rows):
                value = out[at + np.uint64(row) * width]
                middle[to + np.uint64(row)] = _LEAST_32 if value == U else value
        else:
            for row in range(rows):
                wide[to + np.uint64(row)] = out[at + np.uint64(row) * width]


def fact_tables(filling: Filling) -> dict[str, FactTable]:
    """The tables of facts, by name, once everything is moved."""
    by_size: tuple[NDArray[np.int8] | NDArray[np.int32] | NDArray[np.int64], ...] = filling[3:]
    made = {}
    for table, (_, _, _, count, first, end) in zip(TABLES, filling.tables.tolist(), strict=True):
        cut = [by_size[size][to : to + count] for _, size, to in filling.columns[first:end].tolist()]
        names = [column.name for column in table.columns]
        made[table.name] = FactTable(table, cut[0], cut[1], cut[2], dict(zip(names, cut[_LEAD:], strict=True)))
    return made
