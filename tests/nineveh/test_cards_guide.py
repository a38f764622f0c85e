"""docs/nineveh-cards.md says of each word of the vocabulary of cards what the interpreter takes it for."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from adjudication.systems.nineveh.card_play.effects import VERBS
from adjudication.systems.nineveh.cards import sheets

PAGE = (Path(__file__).parents[2] / "docs" / "nineveh-cards.md").read_text(encoding="utf-8")


def verb_rows() -> list[str]:
    """A row for each verb: what it takes, and what it does in the words of the function that does it."""
    kinds = {name: _struct(hint) for name, hint in get_type_hints(sheets.Effect).items()}
    return [
        f"| `{verb}` | {_fields(kinds[verb])} | {' '.join((function.__doc__ or '').split())} |"
        for verb, function in VERBS.items()
    ]


def _struct(hint: Any) -> Any:
    kinds = [each for each in get_args(hint) if isinstance(each, type)]
    return next(each for each in kinds if issubclass(each, sheets.Word))


def _fields(kind: Any) -> str:
    if kind is sheets.AreaSet:
        return "areas"
    found = msgspec.structs.fields(kind)
    return ", ".join(f"`{each.encode_name}`{'' if each.required else '?'}" for each in found)


def test_each_verb_has_its_row() -> None:
    section = PAGE.split("## The verbs\n")[1].split("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("| `")] == verb_rows()


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("Blocks", (*sheets.CLASSES, *sheets.MUST, *sheets.FORMATIONS)),
        ("Areas", sheets.NAMED),
        ("Rolls", get_args(sheets.Roll)),
        ("Allowed", get_args(sheets.Allowed)),
        ("Forbidden", get_args(sheets.Forbidden)),
        ("Conditions", tuple(each.encode_name for each in msgspec.structs.fields(sheets.Cond))),
        ("Sides", get_args(sheets.Who)),
        ("Until", get_args(sheets.Until)),
    ],
)
def test_each_list_of_words_is_whole(head: str, words: tuple[str, ...]) -> None:
    (line,) = [each for each in PAGE.splitlines() if each.startswith(f"- **{head}**")]
    assert line.split(": ")[1].split(". ")[0].rstrip(".") == ", ".join(f"`{word}`" for word in words)
