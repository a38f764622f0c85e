"""Whatever is done to a game, and in whatever order, everything of it can be read, and what is read holds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudication.engine.games.systems import names
from tests.histories.games import GAMES, start_of
from tests.histories.looks import CHECKS, LOOKS, Fault
from tests.histories.machine import Pace, run, shrunk, steps_of
from tests.histories.room import Room, Start
from tests.histories.steps import STEPS, At

QUICK = Pace(cheap=2, dear=1, checks=1, in_the_end=False)
FULL = Pace(cheap=4, dear=1, checks=2)


def holds(name: str, seed: int, many: int, pace: Pace, folder: Path) -> None:
    failure, _ = run(start_of(name, seed), steps_of(seed, many), folder / "room", pace)
    if failure is not None:
        pytest.fail(f"{shrunk(failure, folder / 'again')}")


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_done_everything_can_be_read(name: str, tmp_path: Path) -> None:
    holds(name, 1 + list(GAMES).index(name), 4, QUICK, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [21, 22])
@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_done_everything_can_be_read_for_long(name: str, seed: int, tmp_path: Path) -> None:
    holds(name, seed, 40, FULL, tmp_path)


def test_every_system_has_histories() -> None:
    assert {system for system, *_ in GAMES.values()} == {*names()} - {
        name for name in names() if name.startswith("toy-")
    }


def test_every_kind_of_step_and_look_comes() -> None:
    kinds = {step.kind for seed in range(30) for step in steps_of(seed, 40)}
    assert kinds == {*STEPS}
    assert len(LOOKS) > 25


def test_a_fault_is_found_and_its_history_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that comes once something was undone: of thirty steps one is left."""

    def nothing_undone(room: Room, at: At) -> Iterator[Fault]:
        if at.game.struck:
            yield Fault("audit", "struck", "something was undone")

    monkeypatch.setitem(CHECKS, "audited", nothing_undone)
    start = Start("freeform", "strait", 3)
    failure, _ = run(start, steps_of(3, 30), tmp_path / "room", Pace(cheap=0, dear=0, checks=4))
    assert failure is not None
    assert len(failure.steps) > 1
    short = shrunk(failure, tmp_path / "again")
    assert len(short.steps) <= 2
    assert any(command.words[0] == "undo" for command in short.commands)
    assert "whitecell new freeform --scenario strait --seed 3" in str(short)
