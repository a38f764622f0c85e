"""The words of rule systems: phrases fit the orders and marks, and lines of a log read as plain English."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from adjudication.engine.games.scenario import load_scenario, scenario_names
from adjudication.engine.games.systems import load
from adjudication.engine.register import registers
from domain.errors import BadData
from domain.table.state import State
from domain.views.view import WHITE, EventView
from reports.story.turns import tell
from reports.words.events import sentence
from reports.words.names import Names, wins
from reports.words.phrases import Phrases, phrased, phrases, read_phrases
from reports.words.quiet import is_bookkeeping, worth_telling
from reports.words.seminar import order_words
from tests.seminar.golden import seminar
from tests.table import Table

SYSTEMS = registers()

UNTOLD = {
    ("ows", "strike"): {"local", "routes"},
    ("ows", "fire"): {"bombardment"},
    ("ows", "guidance"): set(load("ows").orders["guidance"].form.__annotations__) - {"guidance"},
}
"""What the words of an order leave out; `explain` shows it."""

TRANSLATED = (
    "is told",
    "of the white cell, on its behalf",
    "taken back",
    "asked of",
    "Asked of",
    ", because ",
    "is marked",
    "By hand",
    "Order of",
    "proceed",
    "how does it come out",
    " a hidden ",
)


def gaps(phrase: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)\}", phrase))


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_words_of_a_table_name_every_key_it_is_entered_with(name: str) -> None:
    scenarios = [load_scenario(name, each) for each in scenario_names(name)]
    tables = {id: table for scenario in scenarios for id, table in scenario.tables.items()}
    words = {id: phrase for id, phrase in phrases(name).tables.items() if phrase}
    assert {id: set(tables[id].keys) - gaps(phrase) for id, phrase in words.items()} == {
        id: set() for id in words
    }


def test_a_table_adopted_with_another_key_is_said_with_it() -> None:
    names = Names(Table("somalia", begun=False).state)
    fields = {"table": "raf", "keys": {"firepower": 5, "roll": 8}, "row": 3, "result": {"result": 2}}
    assert sentence("looked-up", fields, "", names) == "RAF Table, firepower 5, roll 8: result 2"
    night = {**fields, "keys": {"firepower": 5, "roll": 8, "night": True}}
    assert "night yes" in sentence("looked-up", night, "", names)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_order_has_words_that_fit_its_arguments(name: str) -> None:
    words, system = phrases(name), load(name)
    assert set(words.orders) | set(words.ends_phase) == set(system.orders)
    for order, phrase in words.orders.items():
        form = set(system.orders[order].form.__annotations__)
        assert gaps(phrase) <= form, order
        untold = {"side", *UNTOLD.get((name, order), ())}
        assert form - gaps(phrase) <= untold, f"{order} does not say all that was ordered"


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_mark_of_the_rules_has_words_or_is_bookkeeping(name: str) -> None:
    folder = Path(__file__).parents[2] / "adjudication" / "systems" / name.replace("-", "_")
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    marks = set(re.findall(r"umpire\.mark\(\s*[^,]+, \"([a-z_]+)\"", code))
    marks |= {"operation"} if name == "ramadi" else set()
    assert marks <= set(phrases(name).marks)


@cache
def named_in(folder: Path) -> tuple[set[str], tuple[str, ...]]:
    """The texts in the code of a folder, and the beginnings of those that are put together."""
    nodes = [node for path in folder.rglob("*.py") for node in ast.walk(ast.parse(path.read_bytes()))]
    whole = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    first = [node.values[0] for node in nodes if isinstance(node, ast.JoinedStr) and node.values]
    begun = {part.value for part in first if isinstance(part, ast.Constant) and len(str(part.value)) > 5}
    return whole, (*map(str, begun), *(text for text in whole if text.endswith(" of ")))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_mark_and_table_with_words_is_one_of_the_rules(name: str) -> None:
    code = Path(__file__).parents[2] / "adjudication"
    whole, begun = named_in(code / "systems" / name.replace("-", "_"))
    of_every_game = named_in(code / "engine")[0] | named_in(code / "seminar")[0]
    words = phrases(name)
    for mark in words.marks:
        assert mark in whole | of_every_game or mark.startswith(begun), f"no rule sets {mark!r}"
    assert set(words.tables) <= whole


def test_a_seminar_reads_as_plain_english() -> None:
    game, shown = seminar()
    for viewer in (WHITE, *game.state.players()):
        for line in tell(game, viewer):
            assert not [words for words in TRANSLATED if words in line.words], line.words
    said = "\n".join(line for line in shown.splitlines() if not re.match(r".*> ", line))
    assert "Phase ended (Mara)" in said
    assert "moved in turn" not in said, "a mark that keeps the books"


def test_brackets_are_left_out_where_nothing_fills_them() -> None:
    phrase = "attack {target}: lead {lead}[; follow-up {follow_up}]"
    assert phrased(phrase, {"target": "x", "lead": "a", "follow_up": None}, str) == "attack x: lead a"
    assert phrased(phrase, {"target": "x", "lead": "a", "follow_up": "b"}, str).endswith("; follow-up b")
    assert phrased(phrase, {"lead": "a"}, str) == "", "what is not told is not guessed"
    assert phrased("move {piece}", {"piece": "?"}, Names(State()).thing) == "move (hidden)"


def test_values_are_written_as_the_system_says() -> None:
    written = {"type": {"cap": "CAP"}}
    assert phrased("fly {type} to {hex}", {"type": "cap", "hex": "cap"}, str, written) == "fly CAP to cap"
    assert (
        phrased("{type}", {"type": {"a": "cap", "b": "strike"}}, str, written)
        == "{'a': 'CAP', 'b': 'strike'}"
    )


def test_an_order_without_words_is_told_by_its_arguments() -> None:
    names = Names(State())
    assert phrases("no-such-system") == Phrases()
    assert phrases("../etc") == Phrases()
    assert order_words("sail_on", {"to": "port"}, names) == "sail on, to port"


def test_bookkeeping_is_left_out_and_effects_are_said_once_to_the_white_cell() -> None:
    def view(event: str, **fields: object) -> EventView:
        return EventView(line=1, event=event, fields=dict(fields))

    score = view("order-given", order="hand-score", arguments={"track": "vp", "change": 1})
    views = [
        score,
        view("scored"),
        view("marked", mark="moved_in_turn"),
        view("marked", mark="fog"),
        view("scored"),
    ]
    assert worth_telling(views, "freeform", WHITE) == [score, view("marked", mark="fog"), view("scored")]
    assert [each.event for each in worth_telling(views, "freeform", "blue")].count("scored") == 2
    assert is_bookkeeping(view("order-done"), "ramadi")
    assert not is_bookkeeping(view("marked", mark="moved_in_turn"), "ramadi")
    both = view("order-given", order="hand-together", arguments={"acts": [{"act": "hand-score"}] * 2})
    assert worth_telling([both, view("scored"), view("scored"), view("scored")], "freeform", WHITE) == [
        both,
        view("scored"),
    ]


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ("Iraqi security forces", "Iraqi security forces win"),
        ("Daesh", "Daesh wins"),
        ("Council of the Straits", "Council of the Straits wins"),
    ],
)
def test_a_side_with_a_plural_name_wins_in_the_plural(winner: str, told: str) -> None:
    assert wins(winner) == told


def test_a_part_in_brackets_is_left_out_where_nothing_is_named() -> None:
    none_named: tuple[object, ...] = (None, "", [], (), {})
    for nothing in none_named:
        assert phrased("place a Convoy[, lift: {lift}]", {"lift": nothing}, str) == "place a Convoy"
    assert phrased("go[ {steps} steps]", {"steps": 0}, str) == "go 0 steps"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (b"", "words.json of ramadi cannot be read"),
        (b'{"order": {}}', "words.json of ramadi cannot be read: Object contains unknown field `order`"),
        (b'{"orders": {"mvoe": "go"}}', "names an order 'mvoe'"),
        (b'{"ends_phase": ["mvoe"]}', "names an order 'mvoe'"),
        (b'{"orders": {"move": "move {unitt} to {to}"}}', "order move have a gap {unitt}"),
        (b'{"orders": {"move": "move {unit.name}"}}', "order move have a gap {unit.name}"),
    ],
)
def test_words_that_no_order_has_are_refused_with_the_file(words: bytes, said: str) -> None:
    with pytest.raises(BadData) as refused:
        read_phrases("ramadi", words)
    assert said in refused.value.sentence
