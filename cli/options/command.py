"""How a command reads what is typed behind it: text as it is, negative numbers, names behind commas."""

import re
from typing import Any

import typer
from typer.core import TyperCommand

from cli.seat.meanwhile import said

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
