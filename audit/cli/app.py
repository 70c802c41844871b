"""The verbs of the command ``audit``, each in a module of its own."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, NoReturn

import typer

from audit import __version__
from audit.cli import findings_verb, look_verbs, rules_verbs, run_verb, simulate_verb
from audit.cli.guard import run_guarded

app = typer.Typer(
    name="audit",
    help="Audit casino hand logs, article by article.\n\nEvery verb answers --help with an example.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"handaudit {__version__}")
        raise typer.Exit


@app.callback()
def everything(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the trace of an unexpected error.")] = False,
) -> None:
    """What every verb knows; ``--debug`` is taken off the line before it is read."""


def _verb(parent: typer.Typer, name: str, function: Callable[..., Any]) -> None:
    # A docstring keeps the mark of lines that are not to be rewrapped as two characters; the terminal's help wants one.
    parent.command(name, help=inspect.cleandoc(function.__doc__ or "").replace("\\b", "\b"))(function)


_verb(app, "run", run_verb.run)
_verb(app, "report", look_verbs.report)
_verb(app, "findings", findings_verb.findings)
_verb(app, "explain", look_verbs.explain)
_verb(app, "check", look_verbs.check)
_verb(rules_verbs.app, "list", rules_verbs.listed)
_verb(rules_verbs.app, "show", rules_verbs.shown)
_verb(rules_verbs.app, "test", rules_verbs.prove)
_verb(rules_verbs.app, "coverage", rules_verbs.clauses)
_verb(rules_verbs.app, "new", rules_verbs.begin)
app.add_typer(rules_verbs.app, name="rules")
_verb(app, "simulate", simulate_verb.simulate)
_verb(app, "verify", look_verbs.verify)


def main() -> NoReturn:
    """The entry point of the command."""
    run_guarded(app)
