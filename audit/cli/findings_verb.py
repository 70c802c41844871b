"""``audit findings``: the findings of a stored run in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from audit.cli.guard import our_errors
from audit.cli.options import LANGUAGES, Language, day, one_of, stored, words
from audit.cli.size import expect_little


def findings(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a stored run.")],
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="IDS", help="Only of these rules (commas, or repeated).")
    ] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="ID", help="Only of one table.")] = None,
    on: Annotated[str | None, typer.Option("--day", metavar="DATE", help="Only of one gaming day.")] = None,
    casino: Annotated[str | None, typer.Option("--casino", metavar="ID", help="Only of one casino.")] = None,
    lang: Language = "en",
) -> None:
    r"""List the findings of a stored run: which rule, which hand, what was seen, what is lawful, what it cost.

    All columns of them stand in findings.csv; audit explain tells one of them with its hand.

    Example:

    \b
      audit findings october --table PG07 --day 2026-10-03

    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        expect_little()
        from audit.explain.listing import Wanted, finding_lines

        wanted = Wanted(words(rule), table, casino, day(on, "--day"))
        for line in finding_lines(stored(directory), wanted, lang):
            typer.echo(line)
