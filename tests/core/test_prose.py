"""Names in what people typed: found however they are written, and looked for nowhere but there."""

import ast
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from adjudication.engine.by_hand.acts import audience_of, knows_named
from adjudication.engine.prose import names_in
from domain.events import CountersLaid, KindData, PieceData
from domain.game.game import Game
from domain.table.state import State
from tests.builders import opening
from tests.test_layers import SOURCES, imports

NAMES = ("b-17", "Boat 17", "KC-130J", "T.72 (old)", "Straße", "Île", "", "-")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("It is dark.", []),
        ("boat 17 dives", ["Boat 17"]),
        ("Where is BOAT_17?", ["Boat 17"]),
        ("(boat -  17)", ["Boat 17"]),
        ("a boat\n17 men strong", ["Boat 17"]),
        ("Boat 17, then b-17", ["b-17", "Boat 17"]),
        ("b 17", ["b-17"]),
        ("Boat 170", []),
        ("gunboat 17", []),
        ("Boat 17-2", []),
        ("Boat 17s", []),
        ("Boat. 17", []),
        ("boat17", []),
        ("the kc-130j squadron", ["KC-130J"]),
        ("a KC-130JX", []),
        ("a T.72 (old), burning", ["T.72 (old)"]),
        ("a Tx72 (old)", []),
        ("STRASSE or straße", ["Straße"]),
        ("the île", ["Île"]),
    ],
)
def test_a_name_is_found_as_whole_words_however_it_is_written(text: str, found: list[str]) -> None:
    assert names_in(text, NAMES) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("two boats", ["boat"]),
        ("a foot soldier", ["Foot Soldiers"]),
        ("foot-soldiers", ["Foot Soldiers"]),
        ("boating soldiers", []),
        ("boatss", []),
    ],
)
def test_the_name_of_a_kind_is_found_as_one_and_as_several(text: str, found: list[str]) -> None:
    assert names_in(text, ("boat", "Foot Soldiers"), plural=True) == found


def table() -> State:
    """Three boats of Red. Red alone knows what the first is, and that the second is there; all know the
    third, which is of the same kind as the first."""
    pieces = (
        PieceData("d-1", "diesel", "a1", "Mamba", known_to=("red",)),
        PieceData("n-1", "nuclear", "a1", "Cobra", seen_by=("red",)),
        PieceData("d-2", "diesel", "a1", "Viper"),
    )
    kinds = {id: KindData(f"{id} boat", "red", back="unknown") for id in ("diesel", "nuclear")}
    events = [
        replace(event, kinds=kinds) if isinstance(event, CountersLaid) else event
        for event in opening("0" * 32, secret=None, pieces=pieces)
    ]
    return Game.from_events("", events).state


@pytest.mark.parametrize(
    ("words", "readers"),
    [
        ("It is dark", None),
        ("Viper dives", None),
        ("mamba dives", ("red",)),
        ("D-1 dives", ("red",)),
        ("Cobra dives", ("red",)),
        ("n 1 dives", ("red",)),
        ("Viper follows Cobra", ("red",)),
        ("the nuclear boats dive", ("red",)),
        ("a diesel boat dives", None),
        ("something unknown dives", None),
    ],
)
def test_words_are_for_those_who_know_what_they_name(words: str, readers: tuple[str, ...] | None) -> None:
    assert knows_named(table(), {words}) == readers
    assert audience_of(table(), "hand-roll", {"purpose": words}) == readers
    assert audience_of(table(), "hand-roll", {"purpose": "fog"}, because=words) == readers


def test_a_kind_that_is_being_shown_may_be_named_and_no_hidden_piece_of_it() -> None:
    assert knows_named(table(), {"another nuclear boat"}, {"nuclear"}) is None
    assert knows_named(table(), {"another Cobra"}, {"nuclear"}) == ("red",)


# --- no search elsewhere ---------------------------------------------------------------------------

BUILDS_PATTERNS = {
    "adjudication.engine.prose": "names in what people typed",
    "adjudication.engine.choice_texts": "the sign of a pair that is typed",
    "cli.game.rules": "citations of a rule system, in logs",
    "reports.words.phrases": "how a rule system shortens designations",
}
"""The modules in which a pattern is no constant, and what they look for with it."""
READS_WHAT_IS_TYPED = {"adjudication.engine.by_hand.acts", "seats.seat.warning"}
"""The modules that look for names in what people typed."""
_COMPILES = {"compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"}


def patterns_built(source: str) -> Iterator[str]:
    """Every pattern in a source that is put together while the program runs."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module="re"):
                yield "import from re"
            case ast.Call(func=ast.Attribute(value=ast.Name("re"), attr=name), args=[pattern, *_]):
                if name == "escape" or (name in _COMPILES and not _constant(pattern)):
                    yield ast.unparse(node)


def _constant(pattern: ast.expr) -> bool:
    match pattern:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.BinOp(left=left, right=right):
            return _constant(left) and _constant(right)
        case ast.JoinedStr(values=values):
            return all(_constant(each) for each in values)
        case ast.FormattedValue(value=value):
            return _constant(value)
    return False


def test_a_pattern_that_is_put_together_is_recognised() -> None:
    source = """
import re
from re import search
A = re.compile("a" + _B, re.ASCII)
re.sub(rf"{A}s?", "", text)
re.search(name, text)
re.compile("|".join(names))
re.compile(f"{name}s?")
re.escape("a")
"""
    built = ["import from re", "re.search(name, text)", "re.compile('|'.join(names))"]
    assert sorted(patterns_built(source)) == sorted([*built, "re.compile(f'{name}s?')", "re.escape('a')"])


def test_patterns_of_names_are_built_nowhere_else() -> None:
    built = {module: list(patterns_built(source)) for module, source in SOURCES.items()}
    assert {module: found for module, found in built.items() if found and module not in BUILDS_PATTERNS} == {}
    assert [module for module in BUILDS_PATTERNS if not built[module]] == [], "a list without what is gone"


def test_names_are_looked_for_only_in_what_people_typed() -> None:
    wanted = "adjudication.engine.prose"
    assert {module for module, taken in imports().items() if wanted in taken} == READS_WHAT_IS_TYPED


def test_views_look_for_no_pattern() -> None:
    views = {module: taken for module, taken in imports().items() if module.startswith("domain.views")}
    assert "domain.views.masks" in views
    assert [module for module, taken in views.items() if "re" in taken] == []
