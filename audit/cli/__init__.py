"""The command line: the only room that prints, exits, or catches our own errors."""

from audit.cli.app import main

__all__ = ["main"]
