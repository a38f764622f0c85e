"""Orders and answers too many to list: listed in a line, typed, completed, built piece by piece."""

from typing import Any

import pytest
import typer

import cli.terminal.terminal
from adjudication.engine.choices import Allotment, Subset
from cli.options.completion import answers, order_words
from domain.errors import BadData
from domain.events import Chosen, OrderGiven
from seats.dialogue.choices import Building, choice_lines
from tests.cli.conftest import Cell


@pytest.fixture
def salvoes(cell: Cell) -> Cell:
    """A game of the salvoes in front, with the shields posted and Blue to strike."""
    cell.done("new", "toy-strikes", "--scenario", "toy", "--name", "salvoes", "--seed", "3")
    cell.done("order", "screen", "posts=1,3,5")
    cell.done("answer", "none", "--side", "blue")
    cell.done("answer", "none", "--side", "red")
    return cell


def last(cell: Cell, kind: Any) -> Any:
    return [event for event in cell.events() if isinstance(event, kind)][-1]


def test_the_list_has_one_line_for_all_of_them(salvoes: Cell) -> None:
    told = salvoes.done("orders").out
    lights = ", ".join(f"light-{n}" for n in range(1, 7))
    assert f"1  salvoes=... (1 to 4 of {lights}, heavy-1, heavy-2, heavy-3)" in told
    assert told.count("salvoes=...") == 2
    listed = salvoes.done("orders", "--json").json
    assert [each["number"] for each in listed] == [1, 2, 3]
    assert listed[0]["choices"]["salvoes"]["most"] == 4
    assert listed[0]["order"]["salvoes"] == ["light-1"]
    assert "salvoes=... (1 to 4 of light-1" in salvoes.done("orders", "--as", "blue").out
    assert "choices" in salvoes.done("orders", "--as", "blue", "--json").json[0]
    assert len(salvoes.done("orders", "--piece", "heavy-3", "--json").json) == 2
    assert salvoes.done("orders", "--piece", "shield-1", "--json").json == []


@pytest.mark.parametrize(
    "words",
    [
        ["strike", "target=port", "salvoes=light-2,heavy-1"],
        ["strike", "target=port", "salvoes=heavy-1+light-2"],
        ["strike", "target=port", "salvoes=7,2"],
    ],
)
def test_a_strike_is_typed_on_one_line(salvoes: Cell, words: list[str]) -> None:
    salvoes.done("order", *words)
    assert last(salvoes, OrderGiven).arguments == {"target": "port", "salvoes": ["light-2", "heavy-1"]}


def test_a_strike_comes_as_json(salvoes: Cell) -> None:
    order = '{"order": "strike", "target": "port", "salvoes": ["heavy-1", "light-2"]}'
    salvoes.done("order", "--file", "-", said=order)
    assert last(salvoes, OrderGiven).arguments["salvoes"] == ["light-2", "heavy-1"]
    listed = salvoes.done("orders", "--json").json
    assert listed == []


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["1"], "strike: say salvoes=..., 1 to 4 of light-1"),
        (["strike", "target=port"], "for example salvoes=light-1"),
        (
            ["strike", "target=port", "salvoes=7,8,9"],
            "strike: salvoes: These salvoes weigh 9; a wave carries 6.",
        ),
        (
            ["strike", "target=port", "salvoes=shield-1"],
            "'shield-1' cannot be chosen here; these can: light-1",
        ),
    ],
)
def test_what_may_not_be_chosen_is_refused(salvoes: Cell, words: list[str], refusal: str) -> None:
    assert refusal in salvoes.refused("order", *words)


def test_an_allotment_is_shown_and_typed(salvoes: Cell) -> None:
    salvoes.done("order", "strike", "target=port", "salvoes=1,2")
    told = salvoes.done("answer").out
    assert "Red to choose: Which salvo does each shield meet? (target port)" in told
    assert "Allot 3 items, each to one target or to none:" in told
    assert "   1  shield-1 (Shield 1): light-1, light-2" in told
    (question,) = salvoes.done("answer", "--json").json["pending"]
    assert question["options"] == []
    assert question["choices"]["allot"]["shield-1"] == ["light-1", "light-2"]
    assert "shield-9" in salvoes.refused("answer", "shield-9:light-1")
    assert "Only two shields can meet light-2." in salvoes.refused("answer", "1:2,2:2,3:2")
    salvoes.done("answer", "shield-1:light-1,2:2")
    assert last(salvoes, Chosen).value == {"shield-1": "light-1", "shield-2": "light-2"}
    assert "Audit passed" in salvoes.done("audit").out


def test_an_allotment_is_given_as_json(salvoes: Cell) -> None:
    salvoes.done("order", "strike", "target=port", "salvoes=1,2")
    salvoes.done("answer", '{"shield-2": "light-2"}')
    assert last(salvoes, Chosen).value == {"shield-2": "light-2"}


def test_odds_take_them_typed(salvoes: Cell) -> None:
    told = salvoes.done(
        "odds", "strike", "target=port", "salvoes=1", "--answer",
        "Which salvo does each shield meet? (target port)=shield-1:light-1", "--all",
    ).out  # fmt: skip
    assert "Damage" in told or "damage" in told
    free = salvoes.done("odds", "strike", "target=port", "salvoes=1,2").out
    assert "(12 of 27 answers tried)" in free
    assert "say salvoes=" in salvoes.refused("odds", "1")


def test_an_order_is_built_piece_by_piece(salvoes: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.terminal, "interactive", lambda: True)
    said = ["add heavy-1, heavy-2", "add light-1", "done", "undo", "show", "add 8", "add 1", "remove heavy-2"]
    answer = ["shield-1:light-1"]
    shields = ["none"] * 2
    lines = "\n".join([*said, "add heavy-9", "done", *answer, *shields, ""])
    told = salvoes("order", "strike", "target=port", said=lines)
    assert last(salvoes, OrderGiven).arguments["salvoes"] == ["light-1", "heavy-1"]
    assert "Chosen: heavy-1,heavy-2." in told.out
    assert "`done` gives this answer." in told.out
    assert "heavy-2 is chosen already." in told.err
    assert "'heavy-9' cannot be chosen here; these can: light-1" in told.err
    assert "These salvoes weigh 7; a wave carries 6." in told.err


def test_the_odds_are_shown_before_the_order_is_given(salvoes: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.terminal, "interactive", lambda: True)
    before = len(salvoes.events())
    told = salvoes("order", "strike", "target=port", said="odds\nadd light-1\nodds\ncancel\n")
    assert "`odds` shows the odds of the order as it stands." in told.out
    assert "Choose 1 to 4, not none." in told.err
    assert "Odds of strike target=port salvoes=light-1: exact" in told.out
    assert len(salvoes.events()) == before


def test_nothing_is_ordered_when_the_building_is_left(salvoes: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.terminal, "interactive", lambda: True)
    before = salvoes.events()
    left = salvoes("order", "1", said="add 1\ncancel\n")
    assert left.code == 2
    assert "nothing was ordered" in left.err
    assert salvoes.events() == before


def test_what_is_being_built_shows_what_can_follow() -> None:
    building = Building(Subset(["a", "b", "c"], 2, 2, fits=lambda each: not {"a", "b"} <= set(each)))
    assert building.lines() == ["Chosen: none.", "Can be added: a, b, c.", "Choose 2, not none."]
    assert not building.do("add a")
    assert building.lines() == ["Chosen: a.", "Can be added: c.", "Choose 2, not 1."]
    with pytest.raises(BadData, match="a is chosen already"):
        building.do("add c,a")
    assert building.answer == ["a"]
    assert not building.do("add c")
    assert building.lines() == ["Chosen: a,c.", "`done` gives this answer."]
    assert building.do("done")
    allotting = Building(Allotment({"x": ["s", "t"], "y": ["s"]}))
    assert not allotting.do("add x:s,y:s")
    assert not allotting.do("remove x")
    assert not allotting.do("undo")
    assert allotting.answer == {"x": "s", "y": "s"}
    assert allotting.do("x:t")
    assert allotting.answer == {"x": "t"}


def completed(
    cell: Cell, complete: Any, incomplete: str, monkeypatch: pytest.MonkeyPatch, **params: Any
) -> list[str]:
    monkeypatch.setenv("WHITECELL_DB", str(cell.database))
    context = typer.Context(typer.core.TyperCommand("answer"))
    context.params.update(params)
    return list(complete(context, incomplete))


def test_the_next_piece_is_completed(salvoes: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["strike", "target=port"]
    told = completed(salvoes, order_words, "salvoes=heavy-1,heavy-2", monkeypatch, words=words)
    assert told == ["salvoes=heavy-1,heavy-2"]
    told = completed(salvoes, order_words, "salvoes=heavy-1,heavy-2,", monkeypatch, words=words)
    assert told == []
    told = completed(salvoes, order_words, "salvoes=heavy-1,", monkeypatch, words=words)
    assert "salvoes=heavy-1,light-1" in told
    assert "salvoes=heavy-1,heavy-1" not in told
    salvoes.done("order", "strike", "target=port", "salvoes=1,2")
    told = completed(salvoes, answers, "shield-1:light-1,", monkeypatch, side=None)
    assert "shield-1:light-1,shield-2:light-2" in told
    assert not [word for word in told if word.count("shield-1") > 1]


@pytest.mark.parametrize(
    ("items", "told"), [(["a"], "Choose this one, or none:"), (["a", "b"], "Choose any of these 2, or none:")]
)
def test_a_free_choice_says_that_nothing_is_an_answer_too(items: list[str], told: str) -> None:
    assert choice_lines(Subset(items), str)[0].strip() == told
