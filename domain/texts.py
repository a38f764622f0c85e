"""Texts as they are recorded: a code and its arguments, put into words when somebody reads them.

What the rules say (a question, what a die is for, a modifier) is a `Text`. What people typed stays the plain
`str` that it is, and is shown as it was typed.
"""

from collections.abc import Mapping
from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A code of a rule system's catalogue, with the values that fill the gaps of its words.

    arguments: ids, numbers and other plain data; another text stands among them as `as_argument` gives it.
    """

    code: str
    arguments: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash((self.code, *self.arguments))

    def __str__(self) -> str:
        """The code and its arguments, for those who look for a fault: nobody else reads a text unworded."""
        told = ", ".join(f"{name} {value}" for name, value in self.arguments.items())
        return f"{self.code} ({told})" if told else self.code

    def as_argument(self) -> dict[str, Any]:
        """The text as plain data, as it stands among the arguments of another."""
        return {"code": self.code, "arguments": self.arguments} if self.arguments else {"code": self.code}


Said = str | Text
"""What people typed, or what the rules say."""


def as_argument(said: Said) -> dict[str, Any]:
    """What is said as plain data, as it stands among the arguments of a text; what people typed is marked as
    such, so that nobody takes it for an id."""
    return said.as_argument() if isinstance(said, Text) else {"typed": said}


def said_in(value: Any) -> Said | None:
    """What plain data among the arguments of a text say; None for other data."""
    if isinstance(value, dict):
        arguments = value.get("arguments", {})
        if (
            type(value.get("code")) is str
            and type(arguments) is dict
            and value.keys() <= {"code", "arguments"}
        ):
            return Text(value["code"], arguments)
        if type(value.get("typed")) is str and len(value) == 1:
            return str(value["typed"])
    return value if isinstance(value, Text) else None


def strings_in(value: Any) -> set[str]:
    """Every text in plain data; of what the rules say, that in its arguments."""
    if isinstance(value, str):
        return {value}
    said = said_in(value)
    if said is not None:
        return strings_in(said.arguments) if isinstance(said, Text) else set()
    if isinstance(value, Mapping):
        return {text for pair in value.items() for text in (*strings_in(pair[0]), *strings_in(pair[1]))}
    return {text for part in value for text in strings_in(part)} if isinstance(value, list | tuple) else set()


def stripped(said: Said) -> Said:
    """What is said without white space around what people typed; empty where they typed nothing else."""
    return said if isinstance(said, Text) else said.strip()


def code_of(said: Said) -> str:
    """The code of what the rules say; of what people typed the words themselves."""
    return said.code if isinstance(said, Text) else said
