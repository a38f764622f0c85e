"""The options that commands share, each declared once."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.options.completion import (
    audience,
    citations,
    effects,
    games,
    people,
    pieces,
    scenario_options,
    sides,
    systems,
)

Database = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="WHITECELL_DB",
        metavar="DATABASE",
        help="Where the games are: a file, or a postgresql:// address.",
    ),
]
GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="Another game than the current one.", autocompletion=games),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
_AS: Any = typer.Option(
    "--as",
    metavar="SIDE",
    help="As that side sees it, or on its behalf; `white` is the white cell.",
    autocompletion=sides,
)
Viewer = Annotated[str | None, _AS]
OfSide = Annotated[str, _AS]
By = Annotated[
    str,
    typer.Option(
        "--by",
        envvar="WHITECELL_USER",
        metavar="PERSON",
        help="Who says so, for the log.",
        autocompletion=people,
    ),
]
Because = Annotated[str, typer.Option("--because", metavar="REASON", help="The reason, for the log.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def _faces(text: str) -> list[int]:
    """The faces in a text: `4 6` or `4,6`. Raises BadData."""
    from domain.errors import BadData

    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise BadData(f'Dice results are whole numbers, as in --roll 4 or --roll "4 6", not {text[:40]!r}.')
    return [int(word) for word in words]


def _in_a_row(values: list[list[int]] | None) -> list[int]:
    return [face for faces in values or () for face in faces]


Rolls = Annotated[
    list[int] | None,
    typer.Option(
        "--roll",
        metavar="FACES",
        help='Physical dice, in the order asked: 4, or "4 6"; repeatable.',
        parser=_faces,
        callback=_in_a_row,
    ),
]
OrderSide = Annotated[
    str | None,
    typer.Option("--side", metavar="SIDE", help="Whose order or answer it is.", autocompletion=sides),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="SIDE",
        help="Who alone may know: a side, `white` (no side) or `all` (everyone); repeatable.",
        autocompletion=audience,
    ),
]
To = Annotated[
    list[str] | None,
    typer.Option(
        "--to",
        metavar="SIDE",
        help="Who reads it: a side, `white` or `all`; repeatable.",
        autocompletion=audience,
    ),
]
PieceId = Annotated[
    str | None,
    typer.Option("--piece", metavar="PIECE", help="Only of this piece.", autocompletion=pieces),
]
SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="A rule system.", autocompletion=systems)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the scenario; repeatable.",
        autocompletion=scenario_options,
    ),
]
Scenario = Annotated[
    str | None,
    typer.Option("--scenario", metavar="NAME|FILE", help="One of the system's, or a YAML file."),
]
CalledHere = Annotated[str | None, typer.Option("--name", metavar="NAME", help="What to call the game here.")]
LogFile = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="An exported log; without it, a game of the database."),
]
OrderFile = Annotated[
    str | None,
    typer.Option("--file", metavar="FILE", help="The order as JSON; `-` reads it from the input."),
]
Agreed = Annotated[
    list[str] | None,
    typer.Option(
        "--agreed",
        metavar="PERSON|SIDE",
        help="Who agreed to the undo; repeatable.",
        autocompletion=people,
    ),
]
Overrule = Annotated[bool, typer.Option("--overrule", help="Undo without the consent that is missing.")]
Rule = Annotated[
    str,
    typer.Option(
        "--rule",
        metavar="RULE",
        help="The rule it follows: of the register, or `house ID`.",
        autocompletion=citations,
    ),
]
Anyway = Annotated[
    bool, typer.Option("--anyway", help="Although the rules object; the log says what was overruled.")
]
Hear = Annotated[
    list[str] | None,
    typer.Option("--hear", metavar="NAME=PERCENT", help="An expert's estimate; repeatable."),
]
Effects = Annotated[
    list[str] | None,
    typer.Option(
        "--effect",
        metavar="EFFECT",
        help="What changes with it, as `change` takes it: tension+1, cts-1 to 0407; repeatable.",
        autocompletion=effects,
    ),
]
