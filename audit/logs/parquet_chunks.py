"""Record batches of a Parquet file to chunks: words over their lists, numbers exact or with their fault."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from audit.kernel import kernel
from audit.logs.canonical import money_array
from audit.logs.columns import COMPARED, Chunk, Numbers, Words
from audit.logs.flattening import filled, looked_up
from audit.logs.parquet_cells import Cells
from audit.logs.parquet_columns import Values
from audit.logs.parsing import FIRST_DAY, FIRST_INSTANT, LAST_DAY, LAST_INSTANT, MACAU_OFFSET, SEAT_NULL
from audit.schema import AMOUNT_LIMIT, LOG_COLUMNS, NULL, NULL_32

_NO_WORDS = pa.array([], pa.string())
_NOTHING = pa.null()
WORDS = tuple(column.name for column in LOG_COLUMNS if column.arrow == "string")
MONEY = ("amount", "payout", "fee")
_MOST_OFFSET = 14 * 60  # minutes
_MONEY_CODES = ("", "LOG-amount", "LOG-amount-size")


def chunk_of(
    number: int,
    batch: pa.RecordBatch | None,
    read: Mapping[str, Values],
    order: Sequence[str],
    before: int,
    lists: "WordLists",
) -> Chunk:
    """Rows of a file as a chunk: the columns of a record batch and others that were read; ``before`` went before them.

    There is a record batch of as many rows, or one column that was read. Cells are told in the order that is given.
    """
    size = batch.num_rows if batch is not None else len(next(iter(read.values())).value)
    words = {}
    for name in WORDS:
        words[name] = (
            lists.read_words(name, read[name]) if name in read else lists.words(name, _column(batch, name, size))
        )
    numbers = {}
    for name, (of_values, of_array, kind) in _NUMBERS.items():
        numbers[name] = of_values(read[name]) if name in read else of_array(_column(batch, name, size, kind))
    rows = _source_rows(batch, read.get("source_row"), before, size)
    cells = Cells(lambda: _record_batch(batch, read, order) if read else batch)
    return Chunk(number, rows, words, numbers, cells.raw, cells.found)


def _source_rows(batch: pa.RecordBatch | None, read: Values | None, before: int, size: int) -> NDArray[np.int64]:
    """The numbers of the rows where they were exported from, as far as they are given, else here."""
    rows = np.arange(before + 1, before + 1 + size, dtype=np.int64)
    if read is not None:
        return rows if read.empty else np.where(read.value == read.none, rows, read.value)
    if batch is not None and "source_row" in batch.schema.names and batch.column("source_row").null_count < size:
        logged = batch.column("source_row").cast(pa.int64())
        given = logged.is_valid().to_numpy(zero_copy_only=False)
        rows = np.where(given, logged.fill_null(0).to_numpy(), rows)
    return rows


def _record_batch(batch: pa.RecordBatch | None, read: Mapping[str, Values], order: Sequence[str]) -> pa.RecordBatch:
    """All columns of a chunk side by side."""
    columns = {} if batch is None else dict(zip(batch.schema.names, batch.columns, strict=True))
    columns |= {name: _array(values) for name, values in read.items()}
    return pa.RecordBatch.from_pydict({name: columns[name] for name in order})


def _array(values: Values) -> pa.Array:
    """Values that were read as Arrow has them."""
    if pa.types.is_decimal(values.type):
        return money_array(values.value)
    bare = pa.array(values.value, mask=values.value == values.none)
    return bare.cast(values.type) if values.texts is None else pa.DictionaryArray.from_arrays(bare, values.texts)


def _column(batch: pa.RecordBatch | None, name: str, size: int, kind: pa.DataType = _NOTHING) -> pa.Array:
    """A column of the batch, or nulls where the file has none."""
    if batch is None or name not in batch.schema.names or pa.types.is_null(batch.column(name).type):
        return pa.nulls(size, kind)
    return batch.column(name)


class _List(NamedTuple):
    """A list of words as the file has it and as it is used, with the place there of each of its words and of none."""

    raw: pa.Array
    values: pa.Array
    place: NDArray[np.int32] | None
    known: dict[Hashable, Any]


class WordLists:
    """The last list of words of every column: most record batches bear the same ones again."""

    def __init__(self) -> None:
        self._last: dict[str, _List] = {}

    def _listed(self, name: str, raw: pa.Array) -> _List:
        last = self._last.get(name)
        if last is None or (last.raw is not raw and not last.raw.equals(raw)):
            last = self._last[name] = _list(raw, name in COMPARED)
        return last

    def words(self, name: str, column: pa.Array) -> Words:
        """A dictionary column as words; the empty text is no word."""
        if pa.types.is_null(column.type):
            return Words(np.full(len(column), -1, np.int32), _NO_WORDS)
        if not pa.types.is_dictionary(column.type):
            column = column.dictionary_encode()
        last = self._listed(name, column.dictionary)
        code = filled(column.indices if column.indices.type == pa.int32() else column.indices.cast(pa.int32()), -1)
        if len(code) and not -1 <= int(code.min()) <= int(code.max()) < len(last.raw):
            raise pa.ArrowInvalid("a value points outside of its dictionary")  # the reader itself does not look
        return _words(code, last)

    def read_words(self, name: str, read: Values) -> Words:
        """Codes that were read as words; the empty text is no word."""
        return _words(read.value, self._listed(name, read.texts))


def _words(code: NDArray[np.int32], listed: _List) -> Words:
    return Words(code if listed.place is None else looked_up(listed.place, code), listed.values, listed.known)


def _list(raw: pa.Array, distinct: bool) -> _List:
    """A file's list of words, without the empty text and, where asked for, with each word once."""
    values = _readable(raw.cast(pa.string()))
    void = pc.or_kleene(pc.equal(values, ""), pc.is_null(values)).fill_null(True)
    place = None
    if void.true_count:
        place = np.append(np.arange(len(values), dtype=np.int32), np.int32(-1))
        place[:-1][void.to_numpy(zero_copy_only=False)] = -1
        values = values.fill_null("")
    if distinct and len((encoded := values.dictionary_encode()).dictionary) < len(values):
        first = np.append(encoded.indices.to_numpy(), np.int32(-1))
        place = first if place is None else first[place]
        values = encoded.dictionary
    return _List(raw, values, place, {})


def _readable(values: pa.Array) -> pa.Array:
    """The words, with the replacement character in place of each that is not UTF-8 (its rows are rejected for it)."""
    try:
        values.validate(full=True)
    except pa.ArrowInvalid:
        raw = [value or b"" for value in values.cast(pa.binary()).to_pylist()]
        return pa.array([text.decode("utf-8", "replace") for text in raw], pa.string())
    return values


def _whole(column: pa.Array, code: str, dtype: Any, null: int) -> Numbers:
    """Whole numbers in the column's own type; what the type cannot hold bears the code."""
    own = {np.int8: pa.int8(), np.int32: pa.int32()}[dtype]
    if column.type == own:
        value = filled(column, null)
        if column.null_count or not len(value):
            return Numbers(value)
        low, high = int(value.min()), int(value.max())
        wrong = value == null if low == null else None
        fault = None if wrong is None else wrong.astype(np.uint8)
        return Numbers(value, fault, ("", code), low, high, given=wrong is None)
    given = column.is_valid().to_numpy(zero_copy_only=False)
    return _narrow(column.fill_null(0).to_numpy(), given, code, dtype, null)


def _whole_read(read: Values, code: str, dtype: Any, null: int) -> Numbers:
    """As ``_whole``, of numbers that were read."""
    if read.value.dtype != dtype:
        return _narrow(read.value, read.value != read.none, code, dtype, null)
    return Numbers(read.value, None, ("", code), read.low, read.high, given=read.filled)


def _narrow(wide: NDArray[Any], given: NDArray[np.bool_], code: str, dtype: Any, null: int) -> Numbers:
    """Whole numbers of another type, those that are given."""
    inside = (wide > np.iinfo(dtype).min) & (wide <= np.iinfo(dtype).max)
    value = np.full(len(wide), null, dtype)
    value[given & inside] = wide[given & inside]
    wrong = given & ~inside
    return Numbers(value, wrong.astype(np.uint8) if wrong.any() else None, ("", code))


@kernel
def _low_words(
    pairs: NDArray[np.int64], given: NDArray[np.uint8], first: int, none: int, value: NDArray[np.int64]
) -> tuple[int, int]:
    """The low 64 bits of decimals of up to 18 digits, and the least and the greatest of those that are given.

    ``given`` is a bitmap, empty where all are; ``first`` the place of the first decimal in it and in the pairs.
    """
    low = high = 0
    everywhere = len(given) == 0
    for row in range(len(value)):
        at = first + row
        if everywhere or (given[at >> 3] >> (at & 7)) & 1:
            one = pairs[2 * at]
            value[row] = one
            low = min(low, one)
            high = max(high, one)
        else:
            value[row] = none
    return low, high


def _narrowed(column: pa.Array) -> pa.Array:
    """Amounts as decimal(18, 2) where all of them fit it exactly, else as they are."""
    if column.type == pa.decimal128(18, 2):
        return column
    try:
        return column.cast(pa.decimal128(38, 2)).cast(pa.decimal128(18, 2))
    except pa.ArrowInvalid:
        return column


def _money(column: pa.Array) -> Numbers:
    """Money as minor units, exact or a fault."""
    if column.null_count == len(column):
        return Numbers(np.full(len(column), NULL, np.int64))
    column = _narrowed(column)
    if pa.types.is_decimal128(column.type) and column.type.precision <= 18 and column.type.scale == 2:
        bits, data = column.buffers()
        given = np.zeros(0, np.uint8) if bits is None or not column.null_count else np.frombuffer(bits, np.uint8)
        value = np.empty(len(column), np.int64)
        low, high = _low_words(np.frombuffer(data, np.int64), given, column.offset, NULL, value)
        inside = low >= -AMOUNT_LIMIT and high <= AMOUNT_LIMIT
        return Numbers(value, low=low, high=high) if inside else _large(value)
    value = np.full(len(column), NULL, np.int64)
    fault = np.zeros(len(column), np.uint8)
    for row, amount in enumerate(column.to_pylist()):  # some amount is none: find out which
        if amount is None:
            continue
        minor = amount * 100
        if minor != int(minor):
            fault[row] = 1
        elif abs(minor) > AMOUNT_LIMIT:
            fault[row] = 2
        else:
            value[row] = int(minor)
    return Numbers(value, fault if fault.any() else None, _MONEY_CODES)


def _money_read(read: Values) -> Numbers:
    """As ``_money``, of decimals that were read."""
    inside = read.low >= -AMOUNT_LIMIT and read.high <= AMOUNT_LIMIT
    return Numbers(read.value, low=read.low, high=read.high) if inside or read.empty else _large(read.value)


def _large(value: NDArray[np.int64]) -> Numbers:
    """Minor units, of which some are too many."""
    large = (value > AMOUNT_LIMIT) | ((value < -AMOUNT_LIMIT) & (value != NULL))
    return Numbers(value, large.astype(np.uint8) * 2, _MONEY_CODES)


def _outside(value: NDArray[Any], null: int, first: int, last: int, code: str) -> Numbers:
    if len(value) and value.min() >= first and value.max() < last:
        return Numbers(value, low=first, high=last - 1, given=True)
    wrong = ((value < first) | (value >= last)) & (value != null)
    return Numbers(value, wrong.astype(np.uint8) if wrong.any() else None, ("", code))


def _within(read: Values, value: NDArray[Any], first: int, last: int, code: str) -> Numbers:
    """As ``_outside``, of numbers that were read; ``value`` are they, as the log has them."""
    if read.filled and read.low >= first and read.high < last:
        return Numbers(value, low=first, high=last - 1, given=True)
    return _outside(value, read.none, first, last, code)


def _day_read(read: Values) -> Numbers:
    return _within(read, read.value, FIRST_DAY, LAST_DAY, "LOG-day")


def _day(column: pa.Array) -> Numbers:
    days = column.cast(pa.date32(), safe=False).cast(pa.int32())
    return _outside(
        (days.fill_null(NULL_32) if days.null_count else days).to_numpy(), NULL_32, FIRST_DAY, LAST_DAY, "LOG-day"
    )


def _time(column: pa.Array) -> Numbers:
    """Times as UTC milliseconds; finer fractions are cut off."""
    per_milli = {"s": 0, "ms": 1, "us": 1_000, "ns": 1_000_000}[column.type.unit]
    ticks = column.cast(pa.int64())
    value = (ticks.fill_null(NULL) if ticks.null_count else ticks).to_numpy()
    if per_milli != 1:
        given = ticks.is_valid().to_numpy(zero_copy_only=False)
        if per_milli == 0:
            value = np.where(given, np.clip(value, -(10**15), 10**15) * 1000, NULL)
        else:
            value = np.where(given, value // per_milli, NULL)
    return _outside(value, NULL, FIRST_INSTANT, LAST_INSTANT, "LOG-time-range")


def _time_read(read: Values) -> Numbers:
    """As ``_time``, of times that were read."""
    if read.type.unit == "ms":
        return _within(read, read.value, FIRST_INSTANT, LAST_INSTANT, "LOG-time-range")
    value = np.where(read.value == read.none, NULL, read.value // 1_000)
    return _outside(value, NULL, FIRST_INSTANT, LAST_INSTANT, "LOG-time-range")


def _offset_read(read: Values) -> Numbers:
    """As ``_offset``, of offsets that were read."""
    wide = read.value if read.filled else np.where(read.value == read.none, MACAU_OFFSET, read.value)
    if wide.dtype == np.int16 and (read.empty or (read.low >= -_MOST_OFFSET and read.high <= _MOST_OFFSET)):
        return Numbers(wide)
    return _offsets(wide)


def _offset(column: pa.Array) -> Numbers:
    """Offsets in minutes, +480 where the file gives none."""
    if column.null_count == len(column):
        return Numbers(np.full(len(column), MACAU_OFFSET, np.int16))
    wide = (column if column.type == pa.int16() else column.cast(pa.int64())).fill_null(MACAU_OFFSET).to_numpy()
    return _offsets(wide)


def _offsets(wide: NDArray[Any]) -> Numbers:
    if wide.dtype == np.int16 and wide.min() >= -_MOST_OFFSET and wide.max() <= _MOST_OFFSET:
        return Numbers(wide)
    wrong = (wide < -_MOST_OFFSET) | (wide > _MOST_OFFSET)
    value = np.where(wrong, MACAU_OFFSET, wide).astype(np.int16)
    return Numbers(value, wrong.astype(np.uint8) if wrong.any() else None, ("", "LOG-offset"))


_Way = tuple[Callable[[Values], Numbers], Callable[[pa.Array], Numbers], pa.DataType]


def _as_whole(code: str, dtype: Any, null: int, kind: pa.DataType) -> _Way:
    return lambda read: _whole_read(read, code, dtype, null), lambda column: _whole(column, code, dtype, null), kind


# How a column of numbers is made, of values that were read and of Arrow's, and its type where the file has none.
_SEAT = _as_whole("LOG-seat", np.int8, SEAT_NULL, pa.int8())
_NUMBERS: dict[str, _Way] = {
    **dict.fromkeys(MONEY, (_money_read, _money, pa.decimal128(18, 2))),
    "seq": _as_whole("LOG-seq", np.int32, NULL_32, pa.int32()),
    "number": _as_whole("LOG-number", np.int32, NULL_32, pa.int32()),
    "seat": _SEAT,
    "other_seat": _SEAT,
    "utc_offset": (_offset_read, _offset, pa.int16()),
    "gaming_day": (_day_read, _day, pa.date32()),
    "time": (_time_read, _time, pa.timestamp("ms", "UTC")),
}
