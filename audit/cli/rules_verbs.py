"""``audit rules``: list, show and prove the rules of the packs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from audit.cli.exits import CLEAN, USAGE
from audit.cli.guard import our_errors
from audit.cli.options import LANGUAGES, Json, Language, Rules, one_of
from audit.cli.size import expect_little
from audit.errors import UsageError, count
from audit.explain import terminal as show

if TYPE_CHECKING:
    from audit.rulebook import Rule, Rulebook

app = typer.Typer(help="List, show and prove the rules of the packs.", no_args_is_help=True, rich_markup_mode=None)


def load(rules: list[Path] | None) -> "Rulebook":
    """All packs, their own fixtures not run: looking at a rule does not depend on its proof."""
    expect_little()
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
    from audit.explain.citing import cited

    size = max((len(rule.id) for rule in chosen), default=4)
    for rule in chosen:
        head = f"{rule.id:<{size}}  {rule.severity:<8}  {_state(rule):<6}  "
        text = f"{head}{rule.title.get(lang, rule.name)}  [{cited(rule.citation, lang)}]"
        typer.echo("\n".join(show.wrapped(text, " " * len(head))))
    typer.echo(count(len(chosen), "rule"))


def _state(rule: "Rule") -> str:
    return "human" if rule.kind == "human" else rule.status


def shown(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a rule.")],
    rules: Rules = None,
    lang: Language = "en",
) -> None:
    r"""Show a rule in a language: what it protects, what it compares, its readings, and the values of the law by date.

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
        from audit.explain.ruling import rule_lines

        typer.echo("\n".join(rule_lines(book, known[rule_id], lang)))


def prove(
    packs: Annotated[
        list[str] | None,
        typer.Argument(metavar="PACK", help="Folders of packs, or names of built-in ones; else all built-in."),
    ] = None,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Also change every condition a little: some hand must notice.")
    ] = False,
    as_json: Json = False,
) -> None:
    r"""Run the fixtures of rule packs: every hand must come out as it says.

    Ends with 2 where one does not, or where no hand notices a changed rule.

    Example:

    \b
      audit rules test --mutate pai_gow
      audit rules test house/
    """
    with our_errors():
        rows = _proofs(packs or [], mutate=mutate)
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, sort_keys=True, indent=1))
    for row in () if as_json else rows:
        for fault in row["faults"]:
            typer.echo(show.plain(fault))
        changed = f", {count(row['mutants'], 'mutant')}" if mutate else ""
        end = count(len(row["faults"]), "fault") if row["faults"] else "all as they say"
        typer.echo(f"{row['pack']}: {count(row['fixtures'], 'fixture')}{changed}, {end}")
    raise typer.Exit(USAGE if any(row["faults"] for row in rows) else CLEAN)


def _proofs(packs: list[str], *, mutate: bool) -> list[dict[str, Any]]:
    """What the fixtures, and the mutants where asked for, of the chosen packs come to."""
    expect_little()
    from audit.games.registry import registered_games
    from audit.rulebook import built_in_directories
    from audit.rulebook.loading import read_packs
    from audit.rulebook.mutation import mutate_pack
    from audit.rulebook.proof import game_of, prove_pack, trial_books

    games = registered_games()
    places = [Path(text).resolve() for text in packs if Path(text).is_dir()]
    names = {text for text in packs if not Path(text).is_dir()}
    book, folders = read_packs([*built_in_directories(), *places], games)
    unknown = sorted(names - {folder.path.name for folder in folders})
    if unknown:
        raise UsageError(f"no folder and no built-in pack is called {unknown[0]}")
    rows = []
    for folder, below, one in trial_books(book, folders, games):
        inside = any(folder.path.resolve().is_relative_to(place) for place in places)
        if packs and not inside and folder.path.name not in names:
            continue
        game = games[game_of(folder)]
        proof = prove_pack(one, folder, below, game)
        row = {"pack": folder.shown, "fixtures": len(proof.results), "faults": [str(f) for f in proof.all_faults()]}
        if mutate and not row["faults"]:
            report = mutate_pack(one, folder, below, game)
            row["faults"] = [str(fault) for fault in report.all_faults()]
            row["mutants"] = report.mutants
        elif mutate:
            row["mutants"] = 0
        rows.append(row)
    return rows


def clauses(
    rules: Rules = None,
    lang: Language = "en",
    check: Annotated[bool, typer.Option("--check", help="Only tell the clauses that nothing covers.")] = False,
    as_json: Json = False,
) -> None:
    r"""Show clause by clause which rules watch it, or why no log can show it.

    Of a rule that runs only where it is switched on, its caution says why. Ends with 2 where a clause has neither.

    Example:

    \b
      audit rules coverage --lang pt
    """
    with our_errors():
        one_of(lang, LANGUAGES, "--lang")
        book = load(rules)
    said: list[dict[str, Any]] = [
        {
            "game": game,
            "citation": clause.citation,
            "retold": clause.retold.get(lang, ""),
            "rules": list(clause.rules),
            "untestable": clause.untestable.get(lang, ""),
            "off": {rule.id: rule.caution.get(lang, "") for rule in book.rules(game) if _is_off(rule, clause.rules)},
        }
        for game in book.games()
        for clause in book.register(game).clauses
    ]
    bare = [entry for entry in said if not entry["rules"] and not entry["untestable"]]
    if as_json:
        typer.echo(json.dumps(bare if check else said, ensure_ascii=False, sort_keys=True, indent=1))
    else:
        for entry in bare if check else said:
            named = [f"{rule} ({off[rule]})" if rule in (off := entry["off"]) else rule for rule in entry["rules"]]
            by = ", ".join(named) or entry["untestable"] or "NOTHING"
            typer.echo("\n".join(show.fields([(str(entry["citation"]), f"{entry['retold']} -> {by}")])))
        covered = sum(1 for entry in said if entry["rules"])
        unseen = len(said) - covered - len(bare)
        typer.echo(f"{count(len(said), 'clause')}: {covered} by rules, {unseen} no log can show, {len(bare)} bare")
    raise typer.Exit(USAGE if bare else CLEAN)


def _is_off(rule: "Rule", named: Sequence[str]) -> bool:
    return rule.id in named and rule.status == "off"


def begin(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="The id of the new rule, as HS-1.2.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The fault, as commission-not-at-rate.")] = "new-rule",
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="The game that it is of.")] = "pai_gow",
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="The folder of the house pack.")] = Path("house"),
) -> None:
    r"""Begin a rule of a house pack: its file, its hands and, where there is none, the pack.

    What is to be filled in is marked with three dots; audit rules test tells what is still amiss.

    Example:

    \b
      audit rules new HS-1.2 tip-taken-from-the-pot --game pai_gow --into house
      audit rules test house
    """
    with our_errors():
        expect_little()
        from audit.cli.rule_skeleton import write_skeleton
        from audit.games.registry import registered_games

        games = registered_games()
        one_of(game, tuple(games), "--game")
        for path in write_skeleton(rule_id, name, game, tuple(table.name for table in games[game].tables), into):
            typer.echo(show.plain(str(path)))
