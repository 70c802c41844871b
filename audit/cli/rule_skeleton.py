"""The files of a new rule of a house pack: every key in its place, what is to be said marked with three dots."""

import re
from pathlib import Path

from audit.errors import UsageError

_ID = re.compile(r"[A-Z]{2,4}-[0-9A-Za-z.]+\Z")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
BASE = "ordinary"  # the log that every built-in pack begins its own hands from
_THREE = 'en = "..."\nzh-Hant = "..."\npt = "..."\n'
_INLINE = '{ en = "...", "zh-Hant" = "...", pt = "..." }'

_PACK = """game = "{game}"
name = "{folder}"
title = {inline}

[[instrument]]
id = "house"
kind = "..."                # what paper it is: instruction, internal control, agreement
title = {inline}

[[clause]]
instrument = "house"
place = "{place}"
retold = {inline}
rules = ["{rule}"]
"""

_RULE = """id = "{rule}"
name = "{name}"
status = "active"           # active | off | retired
kind = "log"                # log | human
severity = "minor"          # critical | major | minor
citation = "house {place}"
needs = []                  # kinds of event without which it is indeterminate
why = {inline}   # what the clause protects

[[check]]
over = "{table}"            # one of: {tables}
applies = "..."             # which rows it speaks of; leave the line out for all
requires = "..."            # what must hold
observed = "..."            # the fact that a finding shows
expected = ["..."]          # what the law would have

[title]
{three}
[message]                   # names of facts in curly brackets
{three}"""

_HANDS = """[[hand]]
name = "lawful: ..."        # what is lawful about it, on the boundary
expect = "conforms"
from = "{base}"           # bases/{base}.csv of the pack {game}; or, in its place, rows = \"\"\"the rows of a log\"\"\"

[[hand]]
name = "broken: ..."        # the smallest breach
expect = "violates"
from = "{base}"
change = [{{event = "...", seat = 1, set = {{amount = "..."}}}}]   # which row, and what it then says
"""


def write_skeleton(rule: str, name: str, game: str, tables: tuple[str, ...], folder: Path) -> list[Path]:
    """Write the files of a new rule into the folder of a house pack, which is begun where there is none.

    UsageError where the id or the name has not the form of one, or where a file already stands there.
    """
    if not _ID.match(rule):
        raise UsageError(f"{rule}: an id is two to four capitals, a hyphen and a number, as HS-1.2")
    if not _NAME.match(name):
        raise UsageError(f"{name}: a name is the fault in small letters and hyphens, as commission-not-at-rate")
    if (folder / "regulation.toml").exists():
        raise UsageError(f"{folder}: holds the pack of a regulation; put rules of a house into a folder of their own")
    words = {
        "rule": rule,
        "name": name, "game": game, "folder": folder.resolve().name, "place": rule.partition("-")[2],
        "table": tables[0], "tables": ", ".join(tables), "three": _THREE, "inline": _INLINE, "base": BASE,
    }  # fmt: skip
    files = {folder / f"{rule}-{name}.toml": _RULE, folder / f"{rule}-{name}.hands.toml": _HANDS}
    if not (folder / "pack.toml").exists():
        files[folder / "pack.toml"] = _PACK
    standing = sorted(str(path) for path in files if path.exists())
    if standing:
        raise UsageError(f"{standing[0]}: stands there already")
    folder.mkdir(parents=True, exist_ok=True)
    for path, template in files.items():
        path.write_text(template.format(**words), encoding="utf-8", newline="\n")
    return sorted(files)
