"""The page of the commands, made from the help texts so that it cannot say anything else."""

from typing import Any

import typer.main

from audit.cli.app import app


def commands_page() -> str:
    """All verbs with their arguments, options and examples, as Markdown."""
    command: Any = typer.main.get_command(app)
    lines = ["# Commands", "", "What `--help` says of every verb.", ""]
    for path, one in _commands("audit", command):
        context = one.make_context(path, [], resilient_parsing=True, max_content_width=80, terminal_width=80)
        lines += [f"## `{path}`", "", "```text", one.get_help(context).rstrip(), "```", ""]
    return "\n".join(lines)


def _commands(path: str, command: Any) -> list[tuple[str, Any]]:
    found = [(path, command)]
    for name, inner in getattr(command, "commands", {}).items():
        found += _commands(f"{path} {name}", inner)
    return found
