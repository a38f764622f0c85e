"""A probed program does what it does without probes, and tells which lines ran."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.mutate.probes import Block, probed

FILE = Path("rules.py")
SOURCE = '''\
from __future__ import annotations

LIMIT = 3


class Fight:
    """A fight."""

    def odds(self, steps):
        """The odds."""
        if steps > LIMIT:
            return 1
        elif steps == 0:
            raise ValueError
        return 0

    @property
    def rolls(self):
        for each in (1, 2):
            yield each
        yield 3


def result(die):
    match die:
        case 1 | 2:
            return "miss"
        case _:
            later = lambda: "hit"
    try:
        return later()
    finally:
        die = 0


def later():
    return lambda: (
        4
    )
'''


@pytest.fixture
def program() -> tuple[dict[str, Any], Callable[[], dict[str, list[int]]]]:
    """The program, and what says which lines of which functions ran since it was asked last."""
    blocks: list[Block] = []
    ran: set[int] = set()
    names: dict[str, Any] = {"__reached__": ran.add, "__name__": "rules"}
    exec(compile(probed(FILE, SOURCE.encode(), blocks), FILE, "exec"), names)

    def lines() -> dict[str, list[int]]:
        found: dict[str, set[int]] = {}
        for each in ran:
            found.setdefault(blocks[each].function, set()).update(blocks[each].lines)
        ran.clear()
        return {name: sorted(each) for name, each in found.items()}

    return names, lines


@pytest.mark.parametrize(
    ("call", "value", "ran"),
    [
        ("Fight().odds(4)", 1, {"Fight.odds": [2, 3]}),
        ("Fight().odds(2)", 0, {"Fight.odds": [2, 4, 6]}),
        ("list(Fight().rolls)", [1, 2, 3], {"Fight.rolls": [2, 3, 4]}),
        ("result(1)", "miss", {"result": [1, 3]}),
        ("result(5)", "hit", {"result": [1, 5, 6, 7, 9]}),
        ("later()()", 4, {"later": [1, 2, 3]}),
        ("Fight.__doc__, Fight.odds.__doc__", ("A fight.", "The odds."), {}),
    ],
)
def test_the_lines_that_run_are_told(
    program: tuple[dict[str, Any], Callable[[], dict[str, list[int]]]],
    call: str,
    value: object,
    ran: dict[str, list[int]],
) -> None:
    names, lines = program
    assert lines() == {}
    assert eval(call, names) == value
    assert lines() == ran


def test_what_is_raised_is_raised_at_its_line(
    program: tuple[dict[str, Any], Callable[[], dict[str, list[int]]]],
) -> None:
    names, lines = program
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        names["Fight"]().odds(0)
    assert raised.traceback[-1].lineno + 1 == SOURCE.split("\n").index("            raise ValueError") + 1
    assert lines() == {"Fight.odds": [2, 4, 5]}
