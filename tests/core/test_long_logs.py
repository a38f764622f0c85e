"""The work of an audit, of loading and of listing rulings grows with the rulings, not with their square."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from adjudication.audits.audit import audit
from adjudication.audits.rulings import effects
from domain.events import Event
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.game.rulings import ruled_answers
from tests.core.many_rulings import GAMES

FEW = 40


def _audited(events: list[Event]) -> None:
    report = audit(enter("", events, GENESIS))
    assert report.findings == []


def _loaded(events: list[Event]) -> None:
    Game.from_entries("", enter("", events, GENESIS))


def _listed(events: list[Event]) -> None:
    ruled_answers(events, {})
    list(effects(events))


def lines(do: Callable[[list[Event]], None], events: list[Event]) -> int:
    """How many lines of Python are run; turns of a comprehension count."""
    count = 0

    def line(frame: FrameType, what: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        do(events)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("do", [_audited, _loaded, _listed])
@pytest.mark.parametrize("game", GAMES)
def test_work_grows_with_the_rulings(
    game: Callable[[int], list[Event]], do: Callable[[list[Event]], None]
) -> None:
    do(game(FEW))  # what is worked out once for all logs is not counted
    few, some, many = (lines(do, game(FEW * times)) for times in (1, 2, 4))
    assert many - some <= 2.2 * (some - few), (few, some, many)
