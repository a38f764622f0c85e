"""What the rules say is said by codes, refusals too: no sentences in rule code, words for each code, none
unused."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from adjudication.engine.phrase import needed
from adjudication.engine.texts import ENGINE, UnknownText, _catalogue, catalogue, texts
from adjudication.systems import __path__ as systems

ROOT = Path(systems[0])
SAYS = {
    "allot": 1,
    "choose": 1,
    "choose_piece": 1,
    "choose_some": 1,
    "choose_together": 0,
    "conclude": 0,
    "declare": 1,
    "draw": 1,
    "draw_until": 1,
    "hear": 1,
    "judge": 0,
    "pick": 1,
    "plans": 1,
    "roll": 1,
    "roll_at_least": 2,
    "rolls": 2,
    "sum": 0,
    "tally": 2,
}
"""The verbs of the umpire that say something, and the place of the argument that says it."""
NAMED = ("because", "why")
"""Arguments of verbs that say something."""
SYSTEMS = [path.name for path in sorted(ROOT.iterdir()) if (path / "__init__.py").is_file()]


def sources(system: str) -> list[Path]:
    """The modules of a system, or of the engine."""
    return sorted((ROOT / system if system else ROOT.parent / "engine").rglob("*.py"))


@cache
def calls(path: Path) -> list[ast.Call]:
    """The calls that a module makes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def sentences(path: Path) -> Iterator[str]:
    """Where a module gives the umpire a sentence in place of a code."""
    for node in calls(path):
        if isinstance(node.func, ast.Attribute):
            said = [each.value for each in node.keywords if each.arg in NAMED]
            if node.func.attr in SAYS and _is_umpire(node.func.value):
                said += node.args[SAYS[node.func.attr] :][:1]
            for each in said:
                if any(_is_sentence(part) for part in ast.walk(each)):
                    yield f"{path.name}:{node.lineno}: {ast.unparse(each)}"


def _is_umpire(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "umpire"


def _is_sentence(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr)


REFUSES = {"only": 4, "never": 4, "insist": 3, "unless": 0, "Reason": 0, "IllegalOrder": 2}
"""What says why something is refused, and the place of the argument that says it."""


def reasons(path: Path) -> Iterator[ast.expr]:
    """What a module says against orders: what checks and refusals say, and what functions return that give a
    reason."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSES:
            yield from node.args[REFUSES[node.func.id] :][:1]
            yield from (each.value for each in node.keywords if each.arg == "why")
        elif isinstance(node, ast.FunctionDef) and _gives_reasons(node):
            returned = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
            yield from (each.value for each in returned if each.value is not None)


def _gives_reasons(function: ast.FunctionDef) -> bool:
    given = ast.walk(function.returns) if function.returns is not None else ()
    return any(isinstance(part, ast.Name) and part.id in ("Why", "Reason", "Text", "Said") for part in given)


def _outside(node: ast.AST) -> Iterator[ast.AST]:
    """An expression and its parts, but for the arguments of texts."""
    yield node
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "T"):
        for part in ast.iter_child_nodes(node):
            yield from _outside(part)


def unworded(path: Path, known: Mapping[str, str]) -> Iterator[str]:
    """Where a module refuses something by a sentence of its own, or by a code that has no words."""
    for reason in reasons(path):
        said = reason.body if isinstance(reason, ast.Lambda) else reason
        text = said.value if isinstance(said, ast.Constant) else ""
        if (isinstance(text, str) and text and text not in known) or any(map(_is_sentence, _outside(said))):
            yield f"{path.name}:{said.lineno}: {ast.unparse(said)}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_rule_code_refuses_by_codes_and_says_no_sentences(system: str) -> None:
    known = catalogue(system.replace("_", "-"))
    assert [found for path in sources(system) for found in unworded(path, known)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_check_says_is_no_sentence_of_a_function(system: str) -> None:
    """A function that says why gives a text: one that gives words is declared to give words."""
    given = {
        node.name: ast.unparse(node.returns) if node.returns is not None else ""
        for path in sources(system)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    named = {each.id for path in sources(system) for each in reasons(path) if isinstance(each, ast.Name)}
    assert {name for name in named if given.get(name) == "str"} == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_rule_code_gives_the_umpire_codes_and_no_sentences(system: str) -> None:
    assert [found for path in sources(system) for found in sentences(path)] == []


def said_in(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """The codes that a module says, and where."""
    for node in calls(path):
        if isinstance(node.func, ast.Name) and node.func.id == "T":
            code = node.args[0] if node.args else None
            if isinstance(code, ast.Constant):
                yield str(code.value), node


def constants(path: Path) -> set[str]:
    """All that stands in quotes in a module."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("system", [ENGINE, *SYSTEMS])
def test_the_catalogue_has_the_words_of_what_is_said_and_no_others(system: str) -> None:
    said = {code for path in sources(system) for code, _ in said_in(path)}
    written = {text for path in sources(system) for text in constants(path)}
    known = _catalogue(system.replace("_", "-"))
    assert said
    assert known.texts.keys() <= said <= known.texts.keys() | known.refusals.keys()
    assert known.refusals.keys() <= written
    assert not known.texts.keys() & known.refusals.keys()


@pytest.mark.parametrize("system", [ENGINE, *SYSTEMS])
def test_what_is_said_has_the_arguments_that_its_words_take(system: str) -> None:
    words, checked = texts(system.replace("_", "-")), 0
    for path in sources(system):
        for code, call in said_in(path):
            names = [each.arg for each in call.keywords if each.arg is not None]
            if len(names) == len(call.keywords):
                words.check(code, tuple(names))
                checked += 1
    assert checked


def test_a_code_without_words_and_other_arguments_than_its_words_take_are_noticed() -> None:
    words = texts("ramadi")
    with pytest.raises(UnknownText, match="no words"):
        words("units that never were")
    code = next(code for code, each in catalogue("ramadi").items() if needed(each))
    with pytest.raises(UnknownText, match="takes"):
        words(code, nobody="takes this")
    with pytest.raises(UnknownText, match="takes"):
        words.check(code, ())


@pytest.mark.parametrize("system", [ENGINE, *SYSTEMS])
def test_words_have_whole_gaps(system: str) -> None:
    for words in catalogue(system.replace("_", "-")).values():
        assert words.strip() == words
        assert words.count("{") == words.count("}"), words
        assert words.count("[") == words.count("]"), words
