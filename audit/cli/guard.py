"""Errors at the command line: ours in one clear line with their exit code, others short, with a trace on demand."""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from audit.cli.exits import ENGINE
from audit.errors import HandauditError

INTERRUPTED = 130
_debug = [False]


def debugging() -> bool:
    """Whether the user asked for traces of unexpected errors."""
    return _debug[0]


def fail(message: str, code: int) -> NoReturn:
    """Say what is wrong on the error stream and end with a code."""
    typer.echo(f"audit: {message}", err=True)
    raise typer.Exit(code)


@contextmanager
def our_errors() -> Iterator[None]:
    """Turn an error that we raise on purpose into its message and its exit code."""
    try:
        yield
    except HandauditError as error:
        fail(str(error), error.exit_code)


def run_guarded(app: Callable[[], None]) -> NoReturn:
    """Run the command line to its end; ``--debug`` anywhere on it shows the trace of an unexpected error."""
    _debug[0] = "--debug" in sys.argv[1:]
    sys.argv[1:] = [word for word in sys.argv[1:] if word != "--debug"]
    try:
        app()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does; there is nobody left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        if debugging():
            traceback.print_exc()
        hint = "" if debugging() else " (--debug shows where)"
        print(f"audit: unexpected error: {type(error).__name__}: {error}{hint}", file=sys.stderr)
        sys.exit(ENGINE)
    sys.exit(0)
