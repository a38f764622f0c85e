"""The rule registers: lists, single rules, and what the tests cover."""

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.common.completion import rule_words
from cli.common.options import AsJson, Command, commands
from cli.common.terminal import complain, say, show_json

if TYPE_CHECKING:
    from adjudication.engine.register import Register

app = commands()


@app.command(cls=Command)
def rules(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[list | show | coverage] SYSTEM [RULE]",
            help="A rule system, and a rule's number to show it.",
            autocompletion=rule_words,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """List or show the rules of a system, or count tests.

    `coverage` exits 1 when a rule that code enforces or asks lacks a test.

    \b
    Examples:
      whitecell rules list ramadi
      whitecell rules show ramadi 6.5b
      whitecell rules coverage ramadi --json
    """
    from adjudication.engine.register import register
    from domain.errors import BadData

    what, *said = words if words[0] in ("list", "show", "coverage") else ["", *words]
    if not said or len(said) > (2 if what in ("", "show") else 1) or (what == "show" and len(said) < 2):
        raise BadData("Say `rules list SYSTEM`, `rules show SYSTEM RULE` or `rules coverage SYSTEM`.")
    known = register(_known(said[0]))
    if what == "coverage":
        _coverage(known.system, as_json)
    elif len(said) == 2:
        _show(known, said[1], as_json)
    else:
        _list(known, as_json)


def _known(system: str) -> str:
    """The system, if it has a register: its rules can be read before they can be played."""
    from adjudication.engine.register import registers
    from domain.errors import NotFound

    known = registers()
    if system not in known:
        raise NotFound(
            f"There is no rule system {system[:40]!r} with a register; there are: {', '.join(known)}."
        )
    return system


def _list(known: "Register", as_json: bool) -> None:
    if as_json:
        show_json(list(known.rules.values()))
        return
    say(*(f"{rule.id:<8} {rule.handled:<10} {rule.option:<9} {rule.title}" for rule in known.rules.values()))


def _show(known: "Register", id: str, as_json: bool) -> None:
    import textwrap

    import msgspec

    rule = known.rule(id)
    readings = [reading for reading in known.readings if reading.rule == rule.id]
    if as_json:
        show_json({**msgspec.to_builtins(rule), "readings": readings})
        return
    say(f"{known.cite(rule.id)}: {rule.title} ({rule.option}, {rule.kind}, {rule.handled})")
    say(*textwrap.wrap(rule.summary, 100))
    for reading in readings:
        say("", *textwrap.wrap(f"Open in the document: {reading.question}", 100))
        say(*textwrap.wrap(f"Reading taken: {reading.reading}", 100))
        if reading.option:
            say(f"Option: {reading.option}")


def _coverage(system: str, as_json: bool) -> None:
    from adjudication.engine.register import HANDLED, coverage

    tests = tests_folder()
    counted: dict[str, Any] = dict(coverage(system, tested_rules(tests) if tests is not None else ()))
    if tests is None:
        counted["untested"] = None
        complain("The tests are not here, so which rules lack one is not known; it is counted in a checkout.")
    untested = counted["untested"]
    if as_json:
        show_json(counted)
    else:
        parts = ", ".join(f"{counted[handled]} {handled}" for handled in HANDLED)
        say(f"{counted['rules']} rules of {system}: {parts}.")
        if untested is not None:
            say(f"Without a test: {', '.join(untested) or 'none'}.")
    if untested:
        raise typer.Exit(1)


def tests_folder() -> Path | None:
    """The tests of this checkout; None when the program was installed without them."""
    checkout = Path(__file__).resolve().parents[2]
    tests = checkout / "tests"
    return tests if tests.is_dir() and (checkout / "pyproject.toml").is_file() else None


def tested_rules(tests: Path) -> set[str]:
    """The citations that test functions carry as `@pytest.mark.rule("ramadi 6.5b", ...)`."""
    cited: set[str] = set()
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_bytes(), str(path))
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args):
                    for each in args:
                        if isinstance(each, ast.Constant) and isinstance(each.value, str):
                            cited.add(each.value)
    return cited
