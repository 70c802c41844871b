"""Errors at the command line: ours in one clear line with their exit code, others short, with a trace on demand."""

import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import typer

from audit.cli.exits import ENGINE, INTERRUPTED, PIPE_CLOSED, TERMINATED
from audit.errors import HandauditError, visible
from audit.explain.terminal import wrapped

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM)
_debug = [False]


def debugging() -> bool:
    """Whether the user asked for traces of unexpected errors."""
    return _debug[0]


def fail(message: str, code: int) -> NoReturn:
    """Say what is wrong on the error stream and end with a code."""
    lines = ("audit: " + "\n".join(visible(line) for line in message.split("\n"))).split("\n")
    if sys.stderr.isatty():  # what reads it out of a pipe wants an error in one line
        lines = [part for line in lines for part in wrapped(line, "  ")]
    typer.echo("\n".join(lines), err=True)
    raise typer.Exit(code)


@contextmanager
def our_errors() -> Iterator[None]:
    """Turn an error that we raise on purpose into its message and its exit code."""
    try:
        yield
    except HandauditError as error:
        fail(str(error), error.exit_code)


def _flushed(app: Callable[[], None]) -> None:
    """Run the command line and send off all that it said; BrokenPipeError where nobody reads it any more."""
    try:
        app()
    except SystemExit as end:
        # The library of the command line ends a broken pipe with 1 by itself.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        sys.stdout.flush()
        raise
    sys.stdout.flush()


class _TerminatedError(BaseException):
    """The process was asked to end; no Exception, so that nothing takes it for a failure and goes on."""


def _terminate(_: int, __: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # asked twice it ends at once
    raise _TerminatedError


def _room(error: Exception) -> str:
    """What to do about an error where a file cannot be written; empty for another."""
    ours = isinstance(error, OSError) and (error.errno in _NO_ROOM or "No usable temporary directory" in str(error))
    if ours or os.strerror(errno.ENOSPC) in str(error):  # of DuckDB the text alone tells it
        return "make room where --out lies and in the folder for temporary files (TMPDIR), and have both writable"
    return ""


def run_guarded(app: Callable[[], None]) -> NoReturn:
    """Run the command line to its end; ``--debug`` anywhere on it shows the trace of an unexpected error."""
    _debug[0] = "--debug" in sys.argv[1:]
    sys.argv[1:] = [word for word in sys.argv[1:] if word != "--debug"]
    signal.signal(signal.SIGTERM, _terminate)
    try:
        _flushed(app)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does; there is nobody left to tell
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno() if sys.__stdout__ else 1)
        sys.exit(PIPE_CLOSED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except _TerminatedError:
        sys.exit(TERMINATED)
    except Exception as error:
        if debugging():
            traceback.print_exc()
        if room := _room(error):
            print(f"audit: a file cannot be written: {visible(str(error))}; {room}", file=sys.stderr)
            sys.exit(ENGINE)
        hint = "" if debugging() else " (--debug shows where)"
        print(f"audit: unexpected error: {type(error).__name__}: {visible(str(error))}{hint}", file=sys.stderr)
        sys.exit(ENGINE)
    sys.exit(0)
