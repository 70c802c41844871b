"""Columns on their way from a file to a batch: words as codes, numbers with their faults, rows as flat arrays."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.logs.batch import TableKey
from audit.logs.escaping import shortened
from audit.pieces.notation import PieceColumn, join_pieces, read_pieces
from audit.schema import GAMES

T = TypeVar("T")

_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
WORD_COLUMNS = ("hand_id", "person", "label", "ref", "pieces")
COMPARED = ("person", "label", "ref")  # those whose codes a replay compares: each of their words is listed once
_MOST_SHOWN = 4_096  # words that are kept as they are shown
_PIECES = "pieces"  # names, with a game, what is known of a list as pieces
ARRAYS: dict[str, Any] = {
    "table": np.int32,
    "game": np.int8,
    "day": np.int32,
    "hash": np.uint64,
    "seq": np.int32,
    "time": np.int64,
    "offset": np.int16,
    "event": np.int8,
    "seat": np.int8,
    "actor": np.int8,
    "other_seat": np.int8,
    "number": np.int32,
    "amount": np.int64,
    "payout": np.int64,
    "fee": np.int64,
    "currency": np.int16,
    "source": np.int32,
    "source_row": np.int64,
}


@dataclass(frozen=True, slots=True)
class Words:
    """A column of words: N codes (-1 where empty) into a list of distinct or nearly distinct texts.

    ``known`` keeps what has been worked out about the list, by a name: all columns over one list share it.
    """

    code: NDArray[np.int32]
    values: pa.Array
    known: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    def __len__(self) -> int:
        return len(self.code)

    def text(self, row: int) -> str | None:
        """The word of a row, None where it is empty."""
        code = int(self.code[row])
        return None if code < 0 else str(self.values[code].as_py())

    def shown(self, row: int) -> str | None:
        """The word of a row as a rejected row tells it, None where it is empty."""
        code = int(self.code[row])
        if code < 0:
            return None
        shown: dict[int, str] = self.once("shown", lambda _: {})
        if code not in shown:
            if len(shown) >= _MOST_SHOWN:
                shown.clear()
            shown[code] = shortened(str(self.values[code].as_py()))
        return shown[code]

    def once(self, name: Hashable, work: Callable[[pa.Array], T]) -> T:
        """What some work makes of the list, done once for it."""
        if name not in self.known:
            self.known[name] = work(self.values)
        return cast(T, self.known[name])

    def pieces(self, game: str) -> PieceColumn:
        """The pieces of the listed texts in a game."""
        return self.once((_PIECES, game), lambda values: read_pieces(game, values))

    def take(self, index: NDArray[Any] | slice) -> "Words":
        """The words at an index (array, mask or slice), over the same list."""
        return Words(self.code[index], self.values, self.known)

    def compact(self) -> "Words":
        """The same column over the words that it uses, each once."""
        size = len(self.values)
        used = np.zeros(size + 1, np.bool_)
        used[self.code] = True
        count = int(np.count_nonzero(used[:size]))
        number = np.full(size + 1, -1, np.int32)
        number[:size][used[:size]] = np.arange(count, dtype=np.int32)
        values = self.values if count == size else self.values.filter(pa.array(used[:size]))
        encoded = values.dictionary_encode()
        if len(encoded.dictionary) < count:
            number[:size][used[:size]] = encoded.indices.to_numpy()
            values = encoded.dictionary
        elif count == size:
            return self
        return Words(number[self.code], values)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column of numbers: N values and, where something does not read, an index into ``codes`` (0: no fault).

    ``low`` and ``high`` bound what is given and ``given`` says that every row has a number, where that is known.
    """

    value: NDArray[Any]
    fault: NDArray[np.uint8] | None = None
    codes: tuple[str, ...] = ()
    low: int = _LEAST
    high: int = _MOST
    given: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows of one file as read, before any check of what they say.

    ``raw(i)`` gives the exact bytes of row i and their offset in the (decompressed) file, -1 where the file has no
    text; ``found(column, i)`` gives what stands in a column of row i, for messages.
    """

    source: int
    source_row: NDArray[np.int64]
    words: Mapping[str, Words]
    numbers: Mapping[str, Numbers]
    raw: Callable[[int], tuple[bytes, int]]
    found: Callable[[str, int], str]

    def __len__(self) -> int:
        return len(self.source_row)


@dataclass
class Places:
    """Numbers for tables, casinos and currencies, the same for a whole reading."""

    tables: list[TableKey] = field(default_factory=list)
    casinos: list[str] = field(default_factory=list)
    currencies: list[str] = field(default_factory=list)
    _table: dict[TableKey, int] = field(default_factory=dict)
    _casino: dict[str, int] = field(default_factory=dict)
    _currency: dict[str, int] = field(default_factory=dict)

    def table(self, casino: str, table_id: str) -> int:
        """The number of a table."""
        key = TableKey(casino, table_id)
        number = self._table.setdefault(key, len(self.tables))
        if number == len(self.tables):
            self.tables.append(key)
        return number

    def casino(self, word: str) -> int:
        """The number of a casino, which only those have that a row without its table names."""
        number = self._casino.setdefault(word, len(self.casinos))
        if number == len(self.casinos):
            self.casinos.append(word)
        return number

    def casino_of(self, table: int) -> int:
        """The number of a table's casino, -1 where it has none."""
        return self._casino.get(self.tables[table].casino, -1)

    def currency(self, word: str) -> int:
        """The number of a currency."""
        number = self._currency.setdefault(word, len(self.currencies))
        if number == len(self.currencies):
            self.currencies.append(word)
        return number


@dataclass(frozen=True, slots=True)
class Rows:
    """Good rows as flat arrays (``ARRAYS``) and words (``WORD_COLUMNS``), all of one length."""

    arrays: dict[str, NDArray[Any]]
    words: dict[str, Words]

    def __len__(self) -> int:
        return len(self.arrays["seq"])

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.arrays[name]

    def take(self, index: NDArray[Any] | slice) -> "Rows":
        """The rows at an index (array, mask or slice), words not yet compacted."""
        return Rows(
            {name: array[index] for name, array in self.arrays.items()},
            {name: words.take(index) for name, words in self.words.items()},
        )

    def compact(self, beside: "Rows | None" = None) -> "Rows":
        """The same rows over the words that they use, each word once; but over a list that others have as it is."""
        shared = () if beside is None else [name for name in self.words if _same_list(self, beside, name)]
        return Rows(
            self.arrays, {name: words if name in shared else words.compact() for name, words in self.words.items()}
        )


def _same_list(one: Rows, two: Rows, name: str) -> bool:
    return one.words[name].values is two.words[name].values


def join_words(parts: Sequence[Words]) -> Words:
    """Columns of words one after the other, over one list; a word of several lists then stands in it more than once.

    The longest list comes first in the joint one, so that the codes of its column stay as they are.
    """
    begin: dict[int, int] = {}
    lists: list[Words] = []
    size = 0
    for part in sorted(parts, key=lambda part: -len(part.values)):
        if id(part.values) not in begin:
            begin[id(part.values)] = size
            lists.append(part)
            size += len(part.values)
    codes = [_shifted(part.code, begin[id(part.values)]) for part in parts]
    if len(lists) == 1:
        return Words(np.concatenate(codes), lists[0].values, lists[0].known)
    read = {game for game in GAMES if any((_PIECES, game) in part.known for part in lists)}
    pieces: dict[Hashable, Any] = {(_PIECES, game): join_pieces([part.pieces(game) for part in lists]) for game in read}
    return Words(np.concatenate(codes), pa.concat_arrays([part.values for part in lists]), pieces)


def _shifted(code: NDArray[np.int32], offset: int) -> NDArray[np.int32]:
    return np.where(code >= 0, code + np.int32(offset), np.int32(-1)) if offset else code


def unite_words(parts: Sequence[Words]) -> Words:
    """As ``join_words``, but every word stands in the joint list once, if it does so in those of the parts."""
    longest = max(parts, key=lambda part: len(part.values))
    values = longest.values
    codes = []
    for part in parts:
        if part.values is longest.values:
            codes.append(part.code)
            continue
        place = pc.index_in(part.values, values)
        missing = part.values.filter(place.is_null())
        if len(missing):
            values = pa.concat_arrays([values, missing])
            place = pc.index_in(part.values, values)
        codes.append(np.append(place.to_numpy(), np.int32(-1))[part.code])
    if values is longest.values:
        return Words(np.concatenate(codes), values, longest.known)
    return Words(np.concatenate(codes), values)


def join_rows(parts: Sequence[Rows]) -> Rows:
    """Rows one after the other."""
    if len(parts) == 1:
        return parts[0]
    return Rows(
        {name: np.concatenate([part.arrays[name] for part in parts]) for name in ARRAYS},
        {
            name: (unite_words if name in COMPARED else join_words)([part.words[name] for part in parts])
            for name in WORD_COLUMNS
        },
    )
