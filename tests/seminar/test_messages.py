"""Forms and messages: filled in, addressed, kept with their audience."""

from pathlib import Path

import pytest

from adjudication.seminar.forms import LONGEST_TEXT, fill, form, forms
from domain.errors import BadData
from domain.events import MessageSent
from tests.cli.conftest import Cell
from tests.seminar.three import NAME


@pytest.fixture
def game(empty: Cell) -> Cell:
    empty.done("new", NAME)
    return empty


def test_the_commanders_guidance_form_has_the_fields_of_the_rule() -> None:
    guidance = form("commanders-guidance")
    assert guidance.rule == "ows 4.3"
    names = [field.name for field in guidance.fields]
    wanted = [
        "move",
        "guidance",
        "pir",
        "ffir",
        "objectives",
        "decisions",
        "intent",
        "tasks",
        "targets",
        "information_effects",
    ]
    assert [name for name in names if name in wanted] == wanted
    assert {field.name: field.most for field in guidance.fields if field.name in ("pir", "ffir")} == {
        "pir": 3,
        "ffir": 3,
    }
    with pytest.raises(BadData, match="at most 3 entries"):
        fill(guidance, {"move": 1, "guidance": "Hold", "pir": ["a", "b", "c", "d"]})


@pytest.mark.parametrize("name", forms())
def test_every_form_is_whole_and_can_be_filled_in(name: str) -> None:
    each = form(name)
    assert all(field.help.endswith(".") and field.label for field in each.fields)
    assert any(field.required for field in each.fields)
    values = {"text": "words", "list": ["one", "two"], "number": "7"}
    raw = {field.name: field.options[0] if field.options else values[field.type] for field in each.fields}
    filled = fill(each, raw)
    assert list(filled) == [field.name for field in each.fields]
    needed = next(field.name for field in each.fields if field.required)
    with pytest.raises(BadData, match=f"still wanted: .*{needed}"):
        fill(each, {name: value for name, value in raw.items() if name != needed})


@pytest.mark.parametrize(
    "raw", [{"text": "x" * (LONGEST_TEXT + 1)}, {"text": ["a"]}, {"text": {}}, {"text": "  "}]
)
def test_a_field_that_cannot_be_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(BadData, match="Message"):
        fill(form("message"), raw)


def test_a_message_is_stamped_and_kept_for_whom_it_is(game: Cell) -> None:
    game.done("message", "--as", "blue", "--by", "Bo", "--to", "amber", "--field", "text=Peace = now?")
    sent = game.events()[-1]
    assert isinstance(sent, MessageSent)
    assert (sent.turn, sent.phase, sent.sender, sent.side, sent.to) == (
        1,
        "planning",
        "Bo",
        "blue",
        ("amber",),
    )
    assert sent.audience == ("blue", "amber")
    assert "Peace = now?" in game.done("message", "--as", "amber").out
    assert game.done("message", "--as", "coral").out == "No messages.\n"
    assert game.done("message", "--as", "coral", "--json").json == []


def test_one_to_all_and_one_to_the_white_cell_alone(game: Cell) -> None:
    game.done("message", "--to", "all", "--field", "text=Lunch")
    game.done(
        "message",
        "--form",
        "request-for-information",
        "--as",
        "blue",
        "--to",
        "white",
        "--field",
        "question=When?",
    )
    assert [len(game.done("message", "--as", side, "--json").json) for side in ("amber", "blue")] == [1, 2]
    assert len(game.done("message", "--json").json) == 2
    assert len(game.done("message", "--form", "message", "--json").json) == 1
    assert game.done("message", "--turn", "3", "--json").json == []


def test_a_form_from_a_file_lists_and_all(game: Cell) -> None:
    Path("frago.yaml").write_text(
        "situation: The bridge is down.\nmission: Blue holds the hill.\nexecution: [Dig in, Wait]\n"
    )
    game.done(
        "message",
        "--form",
        "fragmentary-order",
        "--to",
        "blue",
        "--file",
        "frago.yaml",
        "--field",
        "effective=At once",
    )
    told = game.done("message").out
    assert "Fragmentary order, turn 1, planning: the white cell to Blue" in told
    assert told.index("Situation: ") < told.index("- Dig in") < told.index("Effective: At once")


def test_at_the_terminal_each_field_is_asked_for(game: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    said = "\nWho holds the hill?\n\nTurn 2\nnow\nimmediate\n"
    told = game.done("message", "--form", "request-for-information", "--to", "blue", said=said)
    assert "This field is needed." in told.err
    assert "Why (may be left empty): The decision that waits" in told.out
    assert "one of routine, priority, immediate" in told.err
    fields = game.done("message", "--json").json[0]["fields"]
    assert fields == {"question": "Who holds the hill?", "by_when": "Turn 2", "priority": "immediate"}


def test_whoever_sits_at_a_side_writes_on_its_behalf(game: Cell) -> None:
    game.done("roster", "Ada", "--white")
    game.done("roster", "Bo", "--side", "blue")
    game.done("message", "--by", "Bo", "--to", "white", "--field", "text=Hello")
    assert game.events()[-1].side == "blue"
    assert "may not speak for Amber" in game.refused(
        "message", "--by", "Bo", "--as", "amber", "--to", "blue", "--field", "text=We yield"
    )


def test_control_characters_in_a_message_do_not_reach_the_terminal(game: Cell) -> None:
    game.done("message", "--to", "blue", "--field", "text=\x1b[31mred\nsecond line")
    told = game.done("message").out
    assert "\x1b" not in told
    assert "- second line" in told
