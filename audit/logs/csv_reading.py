"""CSV to chunks."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.csv as pv

from audit.logs.columns import Chunk, Numbers, Words
from audit.logs.parsing import read_day, read_money, read_seat, read_time, read_whole
from audit.logs.sources import Source
from audit.schema import LOG_COLUMNS

_PLAIN = ("seq", "time", "number", "amount", "payout", "fee")
_COLUMNS = tuple(column.name for column in LOG_COLUMNS if column.name not in ("utc_offset", "source_row"))


def read_csv(source: Source, number: int, batch_rows: int) -> Iterator[Chunk]:
    types = {name: pa.string() if name in _PLAIN else pa.dictionary(pa.int32(), pa.string()) for name in _COLUMNS}
    table = pv.read_csv(
        source.path,
        read_options=pv.ReadOptions(block_size=1 << 30),
        parse_options=pv.ParseOptions(newlines_in_values=True),
        convert_options=pv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""]),
    )
    done = 0
    for batch in table.to_batches(batch_rows):
        yield _chunk(number, batch, done)
        done += batch.num_rows


def _chunk(number: int, batch: pa.RecordBatch, before: int) -> Chunk:
    size = batch.num_rows

    def plain(name):
        return batch.column(name) if name in batch.schema.names else pa.nulls(size, pa.string())

    def words(name):
        if name not in batch.schema.names:
            return Words(np.full(size, -1, np.int32), pa.array([], pa.string()))
        column = batch.column(name)
        return Words(column.indices.fill_null(-1).to_numpy(), column.dictionary)

    time, offset = read_time(plain("time"))
    numbers = {
        "gaming_day": read_day(words("gaming_day")),
        "seq": read_whole(plain("seq"), "LOG-seq"),
        "time": time,
        "utc_offset": Numbers(offset),
        "seat": read_seat(words("seat")),
        "other_seat": read_seat(words("other_seat")),
        "number": read_whole(plain("number"), "LOG-number"),
        **{name: read_money(plain(name)) for name in ("amount", "payout", "fee")},
    }
    names = [c.name for c in LOG_COLUMNS if c.arrow == "string"]
    return Chunk(
        number,
        np.arange(before + 2, before + 2 + size, dtype=np.int64),
        {n: words(n) for n in names},
        numbers,
        lambda row: (b"", -1),
        lambda column, row: str(batch.column(column)[row].as_py()),
    )
