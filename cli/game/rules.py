"""The rule registers: lists, single rules, and what the tests cover."""

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import rule_words
from cli.options.shared import AsJson, Force
from cli.terminal.terminal import complain, say, show_json

if TYPE_CHECKING:
    from adjudication.engine.register import Register

app = commands()

WHAT = ("list", "show", "coverage", "register")


@app.command(cls=Command)
def rules(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[list | show | coverage | register FILE] SYSTEM [RULE]",
            help="A rule system, and a rule's number to show it.",
            autocompletion=rule_words,
        ),
    ],
    new: Annotated[
        bool, typer.Option("--new", help="Make the folder of a rule system that is not there yet.")
    ] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """List or show rules, count their tests, or make a register.

    `coverage` exits 1 when a rule that code enforces or asks lacks a test, when a clause of a rule does,
    or when a test names what the register does not have. It also lists the enforced procedures that no
    event of a recorded game (tests/games) cites.

    `register` makes `scenarios/SYSTEM/rules.jsonl` and `readings.jsonl` from an inventory, a YAML file:

    \b
      rules:
        - id: "4.2"             # the document's own number
          title: Assault
          kind: procedure       # definition and guidance need no code
          option: basic         # basic, optional or advanced
          must: What it demands, in your own words.
          handled: asked        # enforced, asked or reference; left out: by kind
          clauses: [a hit, a tie]   # where it says several things; a test names each
      ambiguous:                # may be left out
        - rule: "4.2"
          question: What the document leaves open.
          reading: The reading that you take.
          option: strict        # the option that changes it, if there is one

    \b
    Examples:
      whitecell rules list ramadi
      whitecell rules show ramadi 6.5b
      whitecell rules coverage ramadi --json
      whitecell rules register inventory.yaml ford --new
    """
    from adjudication.engine.register import register
    from domain.errors import BadData

    what, *said = words if words[0] in WHAT else ["", *words]
    if what == "register":
        if len(said) != 2:
            raise BadData("Say `rules register INVENTORY.yaml SYSTEM`.")
        _make(Path(said[0]), said[1], new, force, as_json)
        return
    if new:
        raise BadData("--new belongs to `rules register`.")
    if what == "show" and len(said) == 1:
        raise BadData(_which_system(said[0]))
    if not said or len(said) > (2 if what in ("", "show") else 1):
        raise BadData(
            "Say `rules list SYSTEM`, `rules show SYSTEM RULE`, `rules coverage SYSTEM` or "
            "`rules register INVENTORY.yaml SYSTEM`."
        )
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
        if _with_rule(system):
            raise NotFound(_which_system(system))
        raise NotFound(
            f"There is no rule system {system[:40]!r} with a register; there are: {', '.join(known)}."
        )
    return system


def _with_rule(id: str) -> "list[str]":
    """The systems that have a rule of that number."""
    from adjudication.engine.register import register, registers

    return [system for system in registers() if id in register(system).rules]


def _which_system(id: str) -> str:
    """What to say where a rule is named without its system."""
    from adjudication.engine.register import registers

    if id in registers():
        return f"Which rule of {id}? Say `rules show {id} RULE`; `whitecell rules list {id}` lists them."
    found = _with_rule(id)
    if not found:
        return f"No system has a rule {id[:40]!r}. Say `rules show SYSTEM RULE`."
    return f"Rule {id} of which system? Say {' or '.join(f'`rules show {system} {id}`' for system in found)}."


def _list(known: "Register", as_json: bool) -> None:
    from seats.looking.rules import rules as rules_of

    if as_json:
        show_json(rules_of(known))
        return
    say(*(f"{rule.id:<8} {rule.handled:<10} {rule.option:<9} {rule.title}" for rule in known.rules.values()))


def _show(known: "Register", id: str, as_json: bool) -> None:
    import textwrap

    from seats.looking.rules import rule as rule_of

    if as_json:
        show_json(rule_of(known, id))
        return
    rule = known.rule(id)
    say(f"{known.cite(rule.id)}: {rule.title} ({rule.option}, {rule.kind}, {rule.handled})")
    say(*textwrap.wrap(rule.summary, 100))
    if rule.clauses:
        say("Clauses with a test each:", *(f"  {clause}" for clause in rule.clauses))
    for reading in (each for each in known.readings if each.rule == rule.id):
        say("", *textwrap.wrap(f"Open in the document: {reading.question}", 100))
        say(*textwrap.wrap(f"Reading taken: {reading.reading}", 100))
        if reading.option:
            say(f"Option: {reading.option}")


def _coverage(system: str, as_json: bool) -> None:
    from adjudication.engine.register import HANDLED
    from seats.looking.rules import counted as count

    tests = tests_folder()
    if tests is None:
        complain("The tests are not here, so which rules lack one is not known; it is counted in a checkout.")
        counted = count(system, None)
    else:
        counted = count(system, tested_rules(tests), uncited_procedures(tests / "games", system))
    if as_json:
        show_json(counted)
    else:
        parts = ", ".join(f"{counted[handled]} {handled}" for handled in HANDLED)
        several = f"; {counted['clauses']} clauses" if counted["clauses"] else ""
        say(f"{counted['rules']} rules of {system}: {parts}{several}.")
        if tests is not None:
            _say_missing("Without a test", counted["untested"])
            if counted["clauses"]:
                _say_clauses("Clauses without a test", counted["untested_clauses"])
            if counted["unknown"]:
                _say_clauses("Named by tests, but not in the register", counted["unknown"])
        if counted["uncited"] is not None:
            _say_missing("Procedures that no event of a recorded game cites", counted["uncited"])
    if counted["untested"] or counted["untested_clauses"] or counted["unknown"]:
        raise typer.Exit(1)


def _say_clauses(what: str, clauses: "list[str]") -> None:
    say(f"{what}: {len(clauses) or 'none'}.", *(f"  {clause}" for clause in clauses))


def _say_missing(what: str, untested: "list[str]") -> None:
    """The rules that lack something, a paragraph a chapter."""
    import textwrap

    from adjudication.engine.register import by_chapter

    if not untested:
        say(f"{what}: none.")
        return
    say(f"{what}: {len(untested)}.")
    for chapter, ids in by_chapter(untested).items():
        lines = textwrap.wrap("  ".join(ids), 88, break_long_words=False, break_on_hyphens=False)
        say(f"  {chapter:<8}  {lines[0]}", *(f"{'':12}{line}" for line in lines[1:]))


def _make(path: Path, system: str, new: bool, force: bool, as_json: bool) -> None:
    """Make the register of a system from an inventory file. The folder of a new one lies among the data of
    the program itself, and is made only where that is asked for."""
    from adjudication.engine.inventory import as_lines, read_inventory
    from adjudication.engine.register import HANDLED, folder, register, registers
    from cli.terminal.writing import targets
    from domain.errors import BadData
    from reports.words.names import number_of

    if path.suffix not in (".yaml", ".yml"):
        raise BadData(f"An inventory is a YAML file, not {path.name}.")
    before = register(system) if system in registers() else None
    made = read_inventory(path, system, before)
    place = Path(str(folder(system)))
    if not (new or place.is_dir()):
        raise BadData(f"There is no rule system {system!r} yet; --new makes its folder, {place}.")
    places = targets([place / "rules.jsonl", place / "readings.jsonl"], force, "name another system")
    place.mkdir(exist_ok=True)
    rules = list(made.register.rules.values())
    for target, content in zip(places, (as_lines(rules), as_lines(made.register.readings)), strict=True):
        target.write(content)
    register.cache_clear()
    counts = {handled: sum(rule.handled == handled for rule in rules) for handled in HANDLED}
    if as_json:
        show_json(
            {
                "system": system,
                "rules": len(rules),
                **counts,
                "readings": len(made.register.readings),
                "kept": made.kept,
                "unknown": made.unknown,
                "files": [str(target.path) for target in places],
            }
        )
        return
    parts = ", ".join(f"{count} {handled}" for handled, count in counts.items())
    readings = number_of(len(made.register.readings), "reading")
    say(f"{number_of(len(rules), 'rule')} of {system}: {parts}; {readings}.")
    if made.kept:
        say(f"{made.kept} are handled as in the register before; `handled` in the inventory changes that.")
    if made.unknown:
        shown = ", ".join(made.unknown[:10]) + (", ..." if len(made.unknown) > 10 else "")
        say(f"Rules refer to {len(made.unknown)} that are not listed: {shown}.")
    say(f"The register is in {', '.join(str(target.path) for target in places)}.")


def tests_folder() -> Path | None:
    """The tests of this checkout; None when the program was installed without them."""
    checkout = Path(__file__).resolve().parents[2]
    tests = checkout / "tests"
    return tests if tests.is_dir() and (checkout / "pyproject.toml").is_file() else None


PROCEDURES = ("procedure", "modifier", "sequence", "victory")
"""Kinds of rules that something is done by in play."""


def uncited_procedures(games: Path, system: str) -> "list[str] | None":
    """Of the rules that code enforces and that something is done by, those that no event of a recorded game
    cites; None where no game of the system is recorded."""
    import re

    from adjudication.engine.register import register

    known = register(system)
    pattern = re.compile(rf'"rule":"({re.escape(system)} [^"]+)"')
    logs = [path.read_text(encoding="utf-8") for path in sorted(games.glob("*.jsonl"))]
    mine = [log for log in logs if f'"system":"{system}"' in log.partition("\n")[0]]
    if not mine:
        return None
    cited = {rule for log in mine for rule in pattern.findall(log)}
    return [
        id
        for id, rule in known.rules.items()
        if rule.handled == "enforced" and rule.kind in PROCEDURES and known.cite(id) not in cited
    ]


def tested_rules(tests: Path) -> set[str]:
    """The citations that test functions carry as `@pytest.mark.rule("ramadi 6.5b", "ramadi 6.4e: a tie")`,
    and those of the conformance cases (tests/cases/README.md)."""
    cited = {each for path in sorted(tests.rglob("test_*.py")) for each in _cited(path.read_bytes(), path)}
    return cited | {each for path in sorted(tests.glob("cases/*/*.yaml")) for each in _cited_by_cases(path)}


def _cited_by_cases(path: Path) -> "list[str]":
    """The citations of the cases in a file; the folder is named after the system's package."""
    from adjudication.engine.data_file import read_yaml

    system = path.parent.name.replace("_", "-")
    cases = read_yaml(path)[0].get("cases", ())
    return [f"{system} {rule}" for case in cases for rule in case["rules"]]


@cache
def _cited(module: bytes, path: Path) -> frozenset[str]:
    """The citations in a module of tests with this content."""
    cited: set[str] = set()
    if b".rule(" not in module:
        return frozenset()
    for node in ast.walk(ast.parse(module, str(path))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args):
                for each in args:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        cited.add(each.value)
    return frozenset(cited)
