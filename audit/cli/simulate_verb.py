"""``audit simulate``: logs of lawful hands at any scale, and planted violations with their truth."""

import json
from pathlib import Path
from typing import Annotated

import typer

from audit.cli.guard import our_errors
from audit.cli.options import Json
from audit.cli.size import expect_little
from audit.errors import count
from audit.explain import terminal as show


def simulate(
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="pai_gow, five_card_poker, mahjong, mahjong_simplified.")
    ],
    hands: Annotated[
        int,
        typer.Option(
            "--hands", metavar="N", min=0, help="Hands in all, planted ones included; at least what the plants need."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="FILE.csv or FILE.parquet.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same bytes.")] = 1,
    plant: Annotated[
        list[str] | None, typer.Option("--plant", metavar="RULE[,RULE...]|all", help="Plant violations of these rules.")
    ] = None,
    per_rule: Annotated[int, typer.Option("--per-rule", metavar="K", min=1, help="Plants of each rule.")] = 1,
    as_json: Json = False,
) -> None:
    r"""Write a log of lawful hands, and with --plant violations in it whose truth is written beside it.

    Example:

    \b
      audit simulate --game pai_gow --hands 1000 --plant all --out night.csv
      audit run night.csv --out night

    """
    planted = [word.strip() for text in plant or [] for word in text.split(",") if word.strip()]
    with our_errors():
        expect_little()
        from audit.simulate import simulate as play

        made = play(game=game, hands=hands, seed=seed, plant=planted, per_rule=per_rule, out=out)
    if as_json:
        said = {
            "log": str(made.log),
            "truth": str(made.truth) if made.truth else None,
            "hands": made.hands,
            "rows": made.rows,
            "planted": made.planted,
        }
        typer.echo(json.dumps(said, ensure_ascii=False, sort_keys=True, indent=1))
        return
    typer.echo(f"{show.plain(str(made.log))}: {count(made.hands, 'hand')}, {count(made.rows, 'row')}")
    if made.truth:
        typer.echo(f"{show.plain(str(made.truth))}: {made.planted:,} planted")
