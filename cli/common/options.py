"""The options that commands share, and how their values are read."""

import re
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from cli.common.completion import audience, games, people, pieces, scenario_options, sides, systems
from cli.common.meanwhile import said

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
Viewer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="As that side sees it, or on its behalf; `white` is the white cell.",
        autocompletion=sides,
    ),
]
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
OfSide = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="As that side sees it, or on its behalf; `white` is the white cell.",
        autocompletion=sides,
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


NAMES = frozenset(
    {"--about", "--agreed", "--consent-of", "--first", "--hear", "--of", "--only", "--tag", "--to", "--vote"}
)
"""Options that take several names, each with the option or separated by commas: `--agreed Anna,Omar`."""


def commands() -> typer.Typer:
    """An empty set of commands, to which a module adds its own."""
    return typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)


_NUMBER = re.compile(r"-[0-9.]")
"""No option begins so."""


class Command(TyperCommand):
    """A command that takes text as it is, and negative numbers as arguments."""

    def make_parser(self, ctx: Any) -> Any:
        """What reads the words of the command."""
        parser = super().make_parser(ctx)
        options = parser._process_opts

        def option_or_number(word: str, state: Any) -> None:
            if _NUMBER.match(word):
                state.largs.append(word)
            else:
                options(word, state)

        parser._process_opts = option_or_number  # type: ignore[method-assign,assignment]
        return parser

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, help among them."""
        return text_as_it_is(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it, while it is known what it was said with."""
        token = said.set(ctx.params)
        try:
            return super().invoke(ctx)
        finally:
            said.reset(token)


def text_as_it_is(parameters: list[Any]) -> list[Any]:
    """Typer has pydantic look at every value, also at text and at what was not given, and importing it
    takes longer than an order does: these parameters ask it only about numbers and paths."""
    for parameter in parameters:
        if "process_value" not in vars(parameter):
            parameter.process_value = _reader(parameter, parameter.process_value)
    return parameters


def _reader(parameter: Any, usual: Any) -> Any:
    named = parameter.multiple and not NAMES.isdisjoint(parameter.opts)

    def read(context: Any, value: Any) -> Any:
        kind = parameter.type_descriptor.annotation
        if named and value:  # a comma with a space behind it is part of a name
            value = tuple(part for text in value for part in re.split(r",(?!\s)", text))
        if value is None and not parameter.required:
            value = () if parameter.multiple or parameter.nargs == -1 else None
        elif not ((isinstance(kind, type) and isinstance(value, kind)) or (kind == list[str] and value)):
            return usual(context, value)
        return value if parameter.callback is None else parameter.callback(context, parameter, value)

    return read
