"""The page on the log's format, made from the schema and the reader's codes."""

from collections.abc import Iterable

from audit.logs.assembling import MOST_HAND_ROWS
from audit.logs.codes import CODES, OTHER_GAMES
from audit.logs.csv_scanning import RECORD_LIMIT
from audit.logs.escaping import LONGEST_SHOWN
from audit.logs.escaping import __doc__ as _escape_text
from audit.logs.parquet_footer import FOOTER_LIMIT
from audit.logs.parquet_pages import DATA_PAGE_LIMIT, DICTIONARY_LIMIT, GROUP_LIMIT, TEXT_AT_ONCE
from audit.logs.validating import LONGEST_TEXT
from audit.schema import ACTORS, AMOUNT_LIMIT, EVENTS, GAMES, LOG_COLUMNS, SEATS

_HEAD = """# The format of hand logs

One row is one event of one hand. The same columns serve CSV (UTF-8, with or without a byte order mark, RFC 4180, a
header row, LF or CR LF) and Parquet; `.csv.gz` and `.csv.zst` are read as they are decompressed. The order of the
columns is free. Columns that are not listed here are noted and not read; a column that may be empty may be missing.
"""

_NUMBERS = f"""## How values are written

* Money: digits, and a point with at most two more, such as `1480`, `1480.5` or `-1480.50`; no separators, no sign `+`,
  no exponent; up to {AMOUNT_LIMIT // 100:,} either way. In Parquet an exact decimal (or a whole number), never a float.
* Times in CSV: `2026-10-03T21:14:05.250+08:00`, with `Z`, `+08:00` or `+0800`, from 1985 to 2100; what is finer than
  a millisecond is cut off. In Parquet a timestamp with a time zone; the offset stands in `utc_offset`.
* Days: `2026-10-03`. Seats and numbers: digits alone.
* An empty field and a null are the same: there is no value.
* `source_row` of a CSV row is the line on which it begins, the header being line 1; in Parquet it is the column of that
  name, or the number of the row in the file, counted from 1, where that is empty.
"""

_HANDS = """## Hands

* A hand is known by its casino and hand id. Its rows are numbered by `seq` from 1 without a gap; it begins with
  `hand_start` and ends with `hand_end`.
* Files may come in any order, tables may interleave, a hand may go on in another file. Where the rows of a hand do not
  stand in the order of `seq`, or the hands of a table in that of their first times (equal times: of their ids), the
  log is sorted on disk first. The findings are the same.
* Rows that repeat another of the same hand and `seq` word for word are duplicates, and the copy in the first file (by
  name) and place is the one that counts. Where such rows differ none can be told to be true: all are rejected.
* A hand id that two hands of a casino bear (other table, game or gaming day) stays with the hand that began first, then
  by table, game and day; the rows of the other are rejected, and the id is a finding.
* A rejected row leaves a gap: from its `seq` on, or from the hand's first row where its `seq` does not read, what needs
  the rows before it is unknown. The same holds from a missing `seq` on.
* A hand of which no row is replayed is lost. What a table carries from hand to hand (turns at the bank, decks, stacks,
  the dealer) is then unknown in the next hand of its table, until the game makes it known again. Rejected rows tell of
  a lost hand: by their table and time; without a time by where they stand in the files, where the hands of the table
  stand there in order, else by their gaming day (every hand of that day and the first after it), and without that they
  leave every hand of the table in doubt. A row that does not tell its table speaks of every table of its casino, one
  without its casino of all. So do hands of another game at the same table, the rows of a hand that contradict each
  other in every `seq`, and a hand whose id is that of another. Rows that are not in the files at all tell of nothing.
* Every row of every file ends in one bucket: replayed, rejected, duplicate, or out of scope (a game that is not judged
  here). Blank lines are no rows. A file that is byte for byte another is a duplicate as a whole.
"""

_RECORDS = f"""## Records that are broken

A broken record never takes its neighbours with it. Lines are joined for the sake of an open quote only where the whole
gives exactly the header's number of fields, none of the swallowed lines would be a good record by itself, and the
record is no longer than {RECORD_LIMIT // 1024:,} KiB; else the line that opened the quote is rejected alone. Rejected
rows are kept whole, without their line end, in the column `raw` of `rejects.csv`, those of a Parquet file as JSON. A
row that is too long is kept to its first {RECORD_LIMIT // 1024:,} KiB; of a longer text in a Parquet row the first
{LONGEST_SHOWN:,} characters and the length are told.
"""

_BOUNDS = f"""## What may be held in memory

A log is hostile input: a few kilobytes may unfold to gigabytes. Whatever exceeds these bounds is refused before it is
unfolded, with its file, row group and column.

* A text: {LONGEST_TEXT >> 10} KiB; its row is rejected. A CSV record: {RECORD_LIMIT >> 10:,} KiB; it is rejected.
  A hand: {MOST_HAND_ROWS:,} rows.
* A data page of a Parquet file: {DATA_PAGE_LIMIT >> 20} MiB unfolded; a dictionary: {DICTIONARY_LIMIT >> 20} MiB; the
  largest page and the dictionary of every column of a row group: {GROUP_LIMIT >> 20} MiB together. Texts are read
  {TEXT_AT_ONCE >> 20} MiB at a time. The footer: {FOOTER_LIMIT >> 20} MiB.
* The footer and the heads of the pages must agree with each other and with the file: rows, values, sizes, places. No
  two columns may lie in the same bytes, and nothing behind the last page of a column.
* Texts must not be written as `DELTA_BYTE_ARRAY`, of which a few bytes say gigabytes.
"""


def _rows(cells: Iterable[tuple[str, ...]]) -> list[str]:
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]


def _table(head: tuple[str, ...], cells: Iterable[tuple[str, ...]]) -> str:
    return "\n".join([*_rows([head]), "|" + " --- |" * len(head), *_rows(cells)])


def _columns() -> str:
    rows = [(f"`{c.name}`", c.arrow, "yes" if c.nullable else "no", c.doc) for c in LOG_COLUMNS]
    return "## Columns\n\n" + _table(("column", "type in Parquet", "may be empty", "meaning"), rows) + "\n"


def _events() -> str:
    rows = [(f"`{game}`", f"1-{SEATS[game]}", " ".join(f"`{event}`" for event in EVENTS[game])) for game in GAMES]
    others = ", ".join(f"`{word}`" for word in sorted(OTHER_GAMES))
    actors = ", ".join(f"`{actor}`" for actor in ACTORS if actor)
    return (
        "## Games, seats and events\n\n"
        + _table(("game", "seats", "events"), rows)
        + f"\n\nActors: {actors}. Other games, such as {others}, are out of scope and counted by their word.\n"
    )


def _codes() -> str:
    parts = ["## Codes of the reader\n"]
    for about, title in (("file", "Files"), ("row", "Rows"), ("hand", "Hands")):
        rows = [
            (f"`{code.code}`", code.sentence["en"], code.sentence["zh-Hant"], code.sentence["pt"])
            for code in CODES.values()
            if code.about == about
        ]
        parts.append(f"### {title}\n\n" + _table(("code", "English", "中文", "português"), rows) + "\n")
    return "\n".join(parts)


def _escape() -> str:
    return "## The escape of raw rows\n\n" + (_escape_text or "").strip() + "\n"


def log_format_page() -> str:
    """The page ``docs/log_format.md``."""
    return "\n".join([_HEAD, _columns(), _events(), _NUMBERS, _HANDS, _RECORDS, _escape(), _BOUNDS, _codes()])
