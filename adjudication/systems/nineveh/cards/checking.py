"""Whether all cards of a scenario or a deck can be read, and name nothing that is not there."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from adjudication.engine.sheets import Sheets
from adjudication.systems.nineveh.cards.sheets import (
    CLASSES,
    FORMATIONS,
    MARKER,
    MUST,
    NAMED,
    SHEETS,
    Blocks,
    Card,
    CardDeed,
    Cond,
    Orders,
    Place,
    Word,
    read,
)
from adjudication.systems.nineveh.table.blocks import BLOCKS, LARGE, VBIED
from domain.errors import BadData
from domain.events.data import KindData

AREAS = ("at", "to", "aim", "among", "of", "here")
"""The fields that name areas."""


def check(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first card that cannot be read, or that names what is not there."""
    names = {id for id, kind in kinds.items() if kind.group in (*BLOCKS, MARKER)}
    words = (*CLASSES, *FORMATIONS, *MUST, LARGE, VBIED, *sorted(names))
    for kind in kinds.values():
        if kind.group in SHEETS:
            sheet = read(kind)
            if not kind.text.strip():
                raise BadData(f"The card {kind.name} has no text.")
            for wrong in unknown_names(NAMES_READ.of(kind), words, kinds):
                raise BadData(f"The card {kind.name} names {wrong}, which is not there.")
            counted = [sheet.blocks, *(level.blocks for level in sheet.levels)] if type(sheet) is Card else []
            for wrong in [
                each for blocks in counted for each in blocks if each not in (*names, LARGE, VBIED)
            ]:
                raise BadData(f"The card {kind.name} brings {wrong!r}, which is no kind of block.")


def names_on(word: Any) -> Iterator[tuple[str, str]]:
    """Names within a card's text, each with what it is the name of."""
    if isinstance(word, Word):
        if isinstance(word, Blocks):
            yield from (("block", each) for each in word.is_)
        if isinstance(word, Place):
            yield "place", word.kind
        if isinstance(word, (Cond, CardDeed)) and word.card:
            yield "card", word.card
        for name in word.__struct_fields__:
            part = getattr(word, name)
            if not isinstance(part, str):
                yield from names_on(part)
            elif name in AREAS and not (name == "of" and isinstance(word, (Orders, CardDeed))):
                yield "area", part
    elif isinstance(word, (tuple, dict)):
        for each in word.values() if isinstance(word, dict) else word:
            yield from names_on(each)


NAMES_READ = Sheets(lambda kind: tuple(names_on(read(kind))))


def unknown_names(
    names: Iterable[tuple[str, str]], words: Collection[str], kinds: Mapping[str, KindData]
) -> Iterator[str]:
    """Those of the names on a card that mean nothing."""
    for what, name in names:
        if what == "card":
            if name not in kinds:
                yield f"the card {name!r}"
        elif what == "area":
            if name not in (*NAMED, "", "it"):
                yield f"the area {name!r}"
        elif name not in words:
            yield repr(name)
