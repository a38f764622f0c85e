"""The marks of every rule system: declared once, with words, and what games hold is of the type declared."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec
import pytest

from domain.events import Event, Marked
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.table.marks import Mark
from reports.words.phrases import phrases
from tests.contract.plays import PACKAGES, PLAYS, every_game, game
from tests.record import FOLDER

LOGS = sorted(FOLDER.glob("*.jsonl"))


@cache
def declared(system: str) -> tuple[Mark[Any], ...]:
    """Every mark that the modules of a rule system declare, each once, however many import it."""
    package = import_module(f"adjudication.systems.{system.replace('-', '_')}")
    modules = [import_module(each.name) for each in walk_packages(package.__path__, f"{package.__name__}.")]
    found = {id(mark): mark for module in (package, *modules) for mark in marks_in(vars(module).values())}
    return tuple(found.values())


def marks_in(values: Iterable[object]) -> Iterator[Mark[Any]]:
    """The marks among some values, and in their lists and mappings."""
    for value in values:
        if isinstance(value, Mark):
            yield value
        elif isinstance(value, dict):
            yield from marks_in([*value.keys(), *value.values()])
        elif isinstance(value, tuple):
            yield from marks_in(value)


@pytest.mark.parametrize("system", PACKAGES)
def test_no_two_marks_of_a_system_share_a_name(system: str) -> None:
    names = Counter(mark.name for mark in declared(system))
    assert names
    assert [name for name, number in names.items() if number > 1] == []


@pytest.mark.parametrize("system", PACKAGES)
def test_every_mark_has_words_or_is_said_to_be_bookkeeping(system: str) -> None:
    assert {mark.name for mark in declared(system)} == set(phrases(system).marks)


def misfits(system: str, log: Iterable[Event]) -> dict[tuple[str, str], Any]:
    """The marks of a game whose value is not what JSON of the declared type is, by name and value."""
    types = {mark.name: mark.type for mark in declared(system)}
    found = {}
    for event in log:
        if isinstance(event, Marked) and event.value is not None:
            try:
                same = msgspec.convert(event.value, types[event.mark], strict=True) == event.value
            except msgspec.ValidationError as error:
                found[event.mark, repr(event.value)] = str(error)
            else:
                if not same:
                    found[event.mark, repr(event.value)] = "It holds more than is declared."
    return found


@every_game
def test_what_a_mark_holds_in_random_play_is_of_its_type(name: str) -> None:
    system = PLAYS[name][0]
    if system in PACKAGES:
        assert misfits(system, game(name).whole) == {}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_what_a_mark_holds_in_a_recorded_game_is_of_its_type(path: Path) -> None:
    entries, _ = read_log(path)
    found = Game.from_entries(entries[0].game, entries)
    assert misfits(found.opened.system, found.log) == {}


@pytest.mark.parametrize(
    ("type", "value"),
    [(bool, 1), (int, True), (int, "1"), (list[str], ["a", 1]), (dict[str, int], {"a": "b"})],
)
def test_a_value_of_another_type_would_be_found(type: Any, value: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(value, type, strict=True)
