"""An option means the same at every command, and the examples in the help can be typed as they stand."""

import ast
import re
import shlex
from collections import defaultdict
from typing import Annotated, Any, NamedTuple

import pytest
import typer
from typer.main import get_command, get_group

from cli.main import COMMANDS, app
from cli.options.command import commands
from cli.options.grouped import grouped
from tests.cli.conftest import Cell
from tests.test_layers import SOURCES

ONE_MEANING = (
    *(
        "--as",
        "--by",
        "--because",
        "--only",
        "--to",
        "--games",
        "--db",
        "--json",
        "--yes",
        "--force",
    ),
    *("--agreed", "--overrule", "--rule", "--workers", "--no-cache", "--piece"),
)


def parameters() -> dict[str, dict[tuple[str, str], list[str]]]:
    """Every option, with each help text and metavar it has, and the commands that have it so."""
    group: Any = get_group(app)
    found: dict[str, dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in COMMANDS:
        for parameter in group.get_command(None, name).params:
            for option in parameter.opts:
                if option.startswith("--") and "--side" not in parameter.opts:
                    found[option][getattr(parameter, "help", ""), parameter.metavar or ""].append(name)
    return found


@pytest.mark.parametrize("option", ONE_MEANING)
def test_an_option_has_one_help_text_at_all_commands(option: str) -> None:
    meanings = parameters()[option]
    assert len(meanings) == 1, dict(meanings)


def test_there_is_one_name_for_a_number_of_games() -> None:
    assert "--playouts" not in parameters()
    assert {"aar", "decisions", "turning-points", "what-if", "study"} == {
        name for names in parameters()["--games"].values() for name in names
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_the_options_of_every_example_are_taken(cell: Cell, command: str) -> None:
    """Each example is parsed as the command line parses it; nothing is done."""
    group: Any = get_group(app)
    known = group.get_command(None, command)
    told = cell.done(command, "--help").out
    examples = re.search(r"Examples?:\n((?: {4}whitecell .+\n)+)", told)
    assert examples is not None
    for line in examples[1].splitlines():
        words = shlex.split(line.partition(" < ")[0])[2:]
        known.make_context(command, words, resilient_parsing=False, **group.context_settings)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_negative_number_is_an_argument_of_every_command_that_has_one(command: str) -> None:
    """A question that offers -3 to 3 is answered with `answer -1`."""
    group: Any = get_group(app)
    known = group.get_command(None, command)
    for number in ("-1", "-.5", "-2 rain"):
        parser = known.make_parser(typer.Context(known, **group.context_settings))
        values, left, _ = parser.parse_args([number])
        assert number in (*left, *values.values()) or (number,) in values.values()


def test_an_empty_value_is_called_none_and_typed_so(empty: Cell) -> None:
    listed = empty.done("new", "ows", "--options").out
    assert "fixed_quality: none (one of none, blue, red)" in listed.splitlines()
    empty.done("new", "ows", "--option", "fixed_quality=red")
    assert "fixed_quality: red (one of none, blue, red)" in empty.done("option").out.splitlines()
    told = empty.done("option", "fixed_quality", "none", "--because", "Both may differ").out
    assert "Option “fixed quality” set to none" in told
    assert all(not line.endswith(":") for line in empty.done("option").out.splitlines())
    assert "Options changed: fixed_quality none" in empty.done("status").out
    assert empty.done("option", "--json").json["fixed_quality"] == ""
    assert "is none already" in empty.refused("option", "fixed_quality", "none", "--because", "Again")


def test_an_option_switched_off_in_play_is_off_in_the_status(empty: Cell) -> None:
    empty.done("new", "ramadi", "--option", "drones=on")
    empty.done("option", "drones", "off", "--because", "Fog")
    assert "Options changed: drones off" in empty.done("status").out


def test_an_option_that_commands_share_is_declared_once() -> None:
    declared: dict[str, list[str]] = defaultdict(list)
    for module, source in SOURCES.items():
        for node in ast.walk(ast.parse(source)) if module.startswith("cli.") else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("typer.Option", "typer.Argument"):
                said = {each.arg: ast.unparse(each.value) for each in node.keywords}
                said.pop("autocompletion", "")
                declared[f"{[ast.unparse(each) for each in node.args]} {said}"].append(module)
    assert len(declared) > 100
    assert not {each: modules for each, modules in declared.items() if len(modules) > 1}


class Shot(NamedTuple):
    """A group of options."""

    face: Annotated[int, typer.Option("--face")]
    why: Annotated[str, typer.Option("--why")] = "none"


def test_a_group_of_options_reaches_a_command_as_one_object() -> None:
    fired: list[tuple[str, Shot, bool]] = []

    def fire(unit: str, *, shot: Shot, again: bool = False) -> None:
        fired.append((unit, shot, again))

    shooting = commands()
    shooting.command()(grouped(fire))
    command: Any = get_command(shooting)
    assert [each.name for each in command.params] == ["unit", "face", "why", "again"]
    command(["isf-1", "--face", "4", "--again"], standalone_mode=False)
    assert fired == [("isf-1", Shot(4, "none"), True)]
