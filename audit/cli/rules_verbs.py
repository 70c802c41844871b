"""``audit rules``: list, show and prove the rules of the packs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audit.cli.exits import CLEAN, USAGE
from audit.cli.guard import our_errors
from audit.cli.options import LANGUAGES, Json, Language, Rules, one_of
from audit.errors import UsageError
from audit.explain import terminal as show

if TYPE_CHECKING:
    from audit.dated import Dated
    from audit.rulebook import Rule, Rulebook

app = typer.Typer(help="List, show and prove the rules of the packs.", no_args_is_help=True, rich_markup_mode=None)


def load(rules: list[Path] | None) -> "Rulebook":
    """All packs, their own fixtures not run: looking at a rule does not depend on its proof."""
    from audit.games.registry import registered_games
    from audit.rulebook import built_in_directories, load_rulebook

    return load_rulebook([*built_in_directories(), *(rules or [])], registered_games(), prove=False)


def listed(
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only the rules of one game.")] = None,
    rules: Rules = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    r"""List the rules with their severity, status and citation.

    Example:

    \b
      audit rules list --game pai_gow --lang zh-Hant
    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        book = load(rules)
        if game is not None:
            one_of(game, book.games(), "--game")
    chosen = [rule for name in book.games() if game in (None, name) for rule in book.rules(name)]
    if as_json:
        names = ("id", "name", "game", "pack", "kind", "status", "severity", "citation", "sha256")
        said = [{name: getattr(rule, name) for name in names} | {"title": rule.title.get(lang, "")} for rule in chosen]
        typer.echo(json.dumps(said, ensure_ascii=False, sort_keys=True, indent=1))
        return
    rows = [[rule.id, rule.severity, _state(rule), rule.title.get(lang, rule.name), rule.citation] for rule in chosen]
    typer.echo("\n".join(show.table(("rule", "severity", "state", "title", "citation"), rows)))
    typer.echo(f"{len(chosen)} rules")


def _state(rule: "Rule") -> str:
    return "human" if rule.kind == "human" else rule.status


def shown(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a rule.")],
    rules: Rules = None,
    lang: Language = "en",
) -> None:
    r"""Show a rule: what it protects, what it compares, and the values of the law by date.

    Example:

    \b
      audit rules show PG-4.2a --lang pt
    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        book = load(rules)
        known = {rule.id: rule for rule in book.all_rules()}
        if rule_id not in known:
            from audit.rulebook.section import nearest

            raise UsageError(f"no pack has the rule {rule_id}; {nearest(rule_id, known)}")
        typer.echo("\n".join(_lines(book, known[rule_id], lang)))


def _lines(book: "Rulebook", rule: "Rule", lang: str) -> list[str]:
    lines = [f"{rule.id}  {rule.title.get(lang, rule.name)}", ""]
    lines += show.fields(
        [
            ("fault", rule.name),
            ("state", f"{_state(rule)}, {rule.severity}"),
            ("citation", rule.citation),
            *(("retold", clause.retold.get(lang, "")) for clause in book.register(rule.game).clauses_of(rule)),
            ("why", rule.why.get(lang, rule.why.get("en", ""))),
            ("caution", rule.caution.get(lang, rule.caution.get("en", ""))),
            ("readings", ", ".join(rule.readings)),
            ("needs", ", ".join(rule.needs)),
            ("yields to", ", ".join(rule.yields_to)),
            ("file", rule.path),
            ("SHA-256", rule.sha256),
        ]
    )
    for check in rule.checks:
        lines.append("")
        lines += show.fields(
            [("over", check.over)]
            + [(key, text if isinstance(text, str) else "; ".join(text)) for key, text in check.text.items()]
        )
    law = book.law(rule.game)
    for name in rule.parameters():
        lines += ["", *_parameter_lines(law.parameter(name), lang)]
    return lines


def _parameter_lines(dated: "Dated", lang: str) -> list[str]:
    from audit.findings.readable import day_text, law_value
    from audit.rulebook.forms import MONEY_UNITS

    lines = [f"{dated.name} ({dated.unit}): {dated.title.get(lang, '')}"]
    for step in dated.steps:
        value = law_value(step.value, money=dated.unit in MONEY_UNITS)
        said = "unknown" if value is None else json.dumps(value, ensure_ascii=False)
        lines += show.wrapped(f"  from {day_text(step.from_day)}  {said}  {step.citation} ({step.certainty})", "    ")
    return lines


def prove(
    pack: Annotated[
        list[Path] | None, typer.Argument(metavar="PACK", help="A folder of packs; else the built-in.")
    ] = None,
    as_json: Json = False,
) -> None:
    r"""Run the fixtures of rule packs: every hand must come out as it says.

    Ends with 2 where one does not.

    Example:

    \b
      audit rules test house/
    """
    with our_errors():
        from audit.games.registry import registered_games
        from audit.rulebook import built_in_directories
        from audit.rulebook.loading import read_packs
        from audit.rulebook.proof import game_of, prove_pack, trial_books

        games = registered_games()
        book, folders = read_packs([*built_in_directories(), *(pack or [])], games)
        proofs = [
            prove_pack(one, folder, below, games[game_of(folder)])
            for folder, below, one in trial_books(book, folders, games)
            if not pack or not folder.built_in
        ]
    rows = [(proof.folder.shown, len(proof.results), [str(fault) for fault in proof.all_faults()]) for proof in proofs]
    failed = any(faults for _, _, faults in rows)
    if as_json:
        said = [{"pack": name, "fixtures": count, "faults": faults} for name, count, faults in rows]
        typer.echo(json.dumps(said, ensure_ascii=False, sort_keys=True, indent=1))
    for name, count, faults in () if as_json else rows:
        for fault in faults:
            typer.echo(show.plain(fault))
        typer.echo(f"{name}: {count} fixtures, " + (f"{len(faults)} faults" if faults else "all as they say"))
    raise typer.Exit(USAGE if failed else CLEAN)
