"""Logs for the bench: simulated hands, repeated as other tables until a log is as long as it shall be."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from audit.logs.writing import LogWriter
from audit.simulate import simulate

_HANDS = 5_000


def _again(table: pa.Table, number: int) -> pa.Table:
    """The same hands at other tables of the casino, under other ids."""
    for name in ("table_id", "hand_id"):
        at = table.schema.get_field_index(name)
        texts = pc.binary_join_element_wise(table[name], f"{number:04d}", "-")
        table = table.set_column(at, name, texts)
    return table


def _plain(table: pa.Table) -> pa.Table:
    """Words as words: a writer may have kept them as codes into a dictionary."""
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))


def long_log(game: str, rows: int, path: Path) -> int:
    """Write a Parquet log of at least so many rows; the rows that it has."""
    seed = path.with_name(f"{game}-seed.parquet")
    if not seed.exists():
        simulate(game=game, hands=_HANDS, seed=1, plant=[], per_rule=1, out=seed)
    table = _plain(pq.read_table(seed))
    written = number = 0
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        while written < rows:
            writer.write_table(_again(table, number), row_group_size=262_144)
            written, number = written + table.num_rows, number + 1
    return written


def as_csv(source: Path, path: Path) -> None:
    """The same log as CSV."""
    with LogWriter(path) as writer:
        for batch in pq.ParquetFile(source).iter_batches(262_144):
            writer.write(pa.Table.from_batches([batch]))
