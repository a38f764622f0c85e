"""Help, JSON and tab completion of every command."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import COMMANDS, PANELS, RENAMED, app
from tests.cli.conftest import Cell

JSON = {
    "new": ["ramadi"],
    "games": [],
    "use": ["over"],
    "status": [],
    "map": [],
    "pieces": [],
    "orders": [],
    "order": ["1"],
    "odds": ["1"],
    "answer": ["1", "--game", "typed"],
    "next": ["--game", "moving"],
    "note": ["Seen"],
    "clock": ["start", "planning", "10m"],
    "declare": ["--purpose", "To learn"],
    "roster": ["Ada", "--white"],
    "brief": ["isf"],
    "submit": ["--as", "north", "--none", "--game", "secret"],
    "open-orders": ["--anyway", "--because", "x", "--game", "secret"],
    "begin": ["promise", "--side", "isf", "--digest", "c0de" * 16, "--game", "waiting"],
    "message": ["Hello", "--to", "isf"],
    "inject": ["--file", "events.csv"],
    "roll": ["2d6", "--for", "Morale", "--because", "x"],
    "look-up": ["operations", "die=3", "--because", "x"],
    "draw": ["pool-ied", "--at", "reserve", "--for", "x", "--because", "x"],
    "add": ["track", "Morale", "--because", "x"],
    "change": ["isf_vp+1, casualties+1", "--because", "x"],
    "ruling": ["--chance", "60%", "--about", "the dam", "--because", "x"],
    "argue": ["The dam holds", "--because", "x"],
    "house-rule": [],
    "option": [],
    "decisions": ["--games", "1", "--game", "closed"],
    "luck": [],
    "correct": ["RQ1", "Why not?", "--because", "x"],
    "undo": ["--because", "x", "--game", "moving", "--yes"],
    "log": [],
    "explain": ["9"],
    "tables": ["combat", "--adopt", "chart.csv", "--because", "x", "--game", "losses"],
    "kinds": ["--adopt", "deck.yaml", "--because", "x", "--game", "losses"],
    "close": ["--yes"],
    "fork": ["--at", "9"],
    "what-if": ["--at", "140", "--games", "2", "--workers", "1"],
    "turning-points": ["--games", "1", "--workers", "1", "--game", "closed"],
    "aar": [],
    "compare": ["ramadi", "typed"],
    "audit": [],
    "export": ["log.jsonl"],
    "import": ["other.jsonl"],
    "read-model": ["games-read.db"],
    "rules": ["ramadi"],
    "play": ["ramadi", "--policy", "random"],
    "demo": [],
    "study": ["ramadi", "--games", "2", "--policy", "random", "--workers", "1", "--out", "study"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_names_the_command(cell: Cell, command: str) -> None:
    told = cell.done(command, "--help").out
    examples = re.search(r"Examples?:\n((?: {4}whitecell .+\n)+)", told)
    assert examples is not None
    for example in examples[1].splitlines():
        words = shlex.split(example)
        assert words[:2] == ["whitecell", command]
        options = [word for word in words if word.startswith("--")]
        assert all(option in told for option in options)
    assert cell.done(command, "-h").out == told


def test_help_lists_every_command_with_a_whole_sentence(cell: Cell) -> None:
    told = cell.done("--help").out
    assert cell.done().out == told
    for command in COMMANDS:
        line = re.search(rf"^  {command} +(.+)$", told, re.MULTILINE)
        assert line is not None
        assert line[1].endswith(".")
        assert not line[1].endswith("...")


def test_help_lists_commands_under_headings(cell: Cell) -> None:
    told = cell.done("--help").out
    assert [told.index(f"\n{title}:\n") for title in PANELS] == sorted(
        told.index(f"\n{title}:\n") for title in PANELS
    )
    assert not COMMANDS.keys() & RENAMED.keys()


def test_version(cell: Cell) -> None:
    assert re.fullmatch(r"whitecell \d+\.\d+\.\d+\n", cell.done("--version").out)


FOR_PEOPLE = {"run"}
"""Commands that talk with a person; what they are told to do speaks JSON itself."""


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - FOR_PEOPLE))
def test_every_command_speaks_json(cell: Cell, tmp_path: Path, command: str) -> None:
    _prepare(cell, tmp_path, command)
    result = cell(command, *JSON[command], "--json")
    assert result.code == 0, result.err
    json.loads(result.out)
    assert "--json" in cell.done(command, "--help").out


LISTS: dict[str, list[list[str]]] = {
    "note": [[], ["insights"]],
    "clock": [[]],
    "roster": [[]],
    "begin": [["show"]],
    "message": [[], ["--forms"]],
    "inject": [[]],
    "tables": [[], ["operations_results"]],
    "kinds": [[]],
    "declare": [[]],
}
"""What commands that also write show when they are given nothing to write."""


@pytest.mark.parametrize(("command", "words"), [(name, words) for name in LISTS for words in LISTS[name]])
def test_a_command_without_anything_to_write_shows(cell: Cell, command: str, words: list[str]) -> None:
    before = cell.everything()
    json.loads(cell.done(command, *words, "--json").out)
    assert cell.done(command, *words).out
    assert cell.everything() == before


@pytest.mark.parametrize("old", RENAMED)
def test_a_command_with_a_new_name_says_it(cell: Cell, old: str) -> None:
    before = cell.everything()
    said = cell.refused(old)
    new = re.search(r"`([a-z-]+)", said.partition(" is now ")[2])
    assert new is not None
    assert new[1] in COMMANDS
    assert cell("run", said=f"{old} x\n").err == f"{said}\n"
    assert cell.everything() == before


def _prepare(cell: Cell, tmp_path: Path, command: str) -> None:
    if command == "answer":
        cell.done("order", "1", "--game", "typed")
    elif command in ("next", "undo"):
        cell.done("new", "toy-blocks", "--name", "moving")
        if command == "undo":
            cell.done("order", "1", "--game", "moving")
    elif command == "correct":
        cell.done("declare", "--question", "RQ1=Why?")
    elif command == "tables":
        Path("chart.csv").write_text("score,attacker,defender\n..5,1,0\n6..9,1,1\n10..,0,3\n")
    elif command == "kinds":
        Path("deck.yaml").write_text("kinds: {blue: {name: Brigade, side: blue}}\n")
    elif command == "inject":
        Path("events.csv").write_text("id,text\nI1,A drone is lost\n")
    elif command == "open-orders":
        cell.done("submit", "--as", "north", "--none", "--game", "secret")
    elif command == "begin":
        cell.done("new", "ramadi", "--name", "waiting", "--await-words")
    elif command == "import":
        other = Cell(tmp_path / "other.db")
        other.done("new", "ramadi")
        other.done("export", "other.jsonl")


def test_json_and_words_need_the_same_options(cell: Cell) -> None:
    assert JSON.keys() == COMMANDS.keys() - FOR_PEOPLE


# --- completion ------------------------------------------------------------------------------------


def complete(cell: Cell, line: str) -> list[str]:
    """What bash would offer at the end of this line."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    environment = {
        "WHITECELL_DB": str(cell.database),
        "_WHITECELL_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    result = CliRunner().invoke(app, [], env=environment, prog_name="whitecell")
    assert result.exit_code == 0, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stderr == ""
    return result.stdout.split("\n")[:-1] if result.stdout.strip() else []


def test_commands_games_sides_and_systems_are_completed(cell: Cell) -> None:
    assert complete(cell, "whitecell or") == ["orders", "order"]
    assert complete(cell, "whitecell use ") == ["over", "closed", "losses", "secret", "typed", "ramadi"]
    assert complete(cell, "whitecell status --game t") == ["typed"]
    assert complete(cell, "whitecell log --as i") == ["isf", "isis"]
    assert complete(cell, "whitecell new ram") == ["ramadi"]


def test_orders_are_completed_word_by_word(cell: Cell) -> None:
    assert complete(cell, "whitecell order ex") == ["execute"]
    targets = complete(cell, "whitecell order execute ")
    legal = cell.done("orders", "--json").json
    assert targets == [f"target={each['order']['target']}" for each in legal]
    assert complete(cell, "whitecell orders --kind ") == ["execute"]


def test_pieces_tables_and_rules_are_completed(cell: Cell) -> None:
    found = complete(cell, "whitecell pieces --piece mech-")
    assert found
    assert all(id.startswith("mech-") for id in found)
    hidden = [piece["id"] for piece in cell.done("pieces", "--as", "white", "--json").json]
    assert set(complete(cell, "whitecell pieces --piece ")) < set(hidden)
    assert "6.5b" in complete(cell, "whitecell rules show ramadi 6.5")
    assert complete(cell, "whitecell rules sh") == ["show"]
    assert complete(cell, "whitecell tables --game losses com") == ["combat"]


@pytest.mark.parametrize(
    "line",
    [
        "whitecell use ",
        "whitecell order ",
        "whitecell order nonsense =",
        "whitecell pieces --piece ",
        "whitecell log --game nowhere --as ",
        "whitecell rules show nowhere ",
        "whitecell tables ",
    ],
)
def test_completion_never_fails(empty: Cell, line: str) -> None:
    complete(empty, line)
    assert not empty.database.exists()
    empty.database.write_text("no database\n" * 200)
    complete(empty, line)


def test_the_shell_can_be_told_how_to_complete(cell: Cell) -> None:
    environment = {"_WHITECELL_COMPLETE": "source_bash"}
    result = CliRunner().invoke(app, [], env=environment, prog_name="whitecell")
    assert result.exit_code == 0
    assert "complete_bash" in result.stdout
    assert "--install-completion" in cell.done("--help").out


def test_help_is_shown_for_the_word_too(cell: Cell) -> None:
    assert cell.done("help").out == cell.done("--help").out
    assert cell.done("help", "map").out == cell.done("map", "--help").out
    assert "no command" in cell.refused("help", "mapp")
