"""What is to be done in the ground segment, by whom, and what is still open."""

import pytest

from adjudication.systems.ows.hints import hint, left
from tests.ows.ground.fires import attacked
from tests.ows.ground.fires import field as impulse
from tests.ows.ground.organizing import done, field


def number(told: list[str], what: str) -> int:
    """How many of something are left."""
    return next((int(line.split()[0]) for line in told if what in line), 0)


@pytest.mark.rule("ows 10.3")
def test_the_hint_names_the_actioning_formation_and_who_defends() -> None:
    table = field(ground_initiative="formation", reaction_moves=True)
    assert hint(table.state).startswith("Blue and Red: Play decision cards (card)")
    done(table)
    assert hint(table.state).startswith("Blue: Say which formation acts next (activate).")
    assert left(table.state, "blue") == ["2 formations still to act"]
    assert left(table.state, "red") == []
    table.order("activate", formation="b2")
    assert hint(table.state).startswith("Blue (2nd Division): Fire shaping missions")
    table.order("proceed")
    assert hint(table.state).startswith("Blue (2nd Division): Move ground units")
    table.order("proceed")
    told = hint(table.state)
    assert told.startswith("Red: Blue (2nd Division) acts.")
    assert "(react)" in told


def test_what_is_left_to_plan() -> None:
    table = field("planning", ground_initiative="planned", action_points=True)
    assert left(table.state, "blue") == ["7 action points", "an activation order to plan"]
    table.order("activation-order", side="blue", formations=["b2", "b1"])
    table.order("issue", side="blue", units=["abct-1"])
    assert left(table.state, "blue") == ["6 action points"]


def test_what_is_left_to_organize() -> None:
    table = field()
    before = number(left(table.state, "blue"), "Main Effort")
    assert before == 2
    table.order("main-effort", side="blue", unit="abct-1")
    assert left(table.state, "blue")[0] == "1 Main Effort to name"
    table.mark("hq-b2", "disrupted", 1)
    assert number(left(table.state, "blue"), "Main Effort") == 0


def test_what_is_left_of_fires_movement_and_combat() -> None:
    table = impulse("tank-12")
    able = number(left(table.state, "blue"), "can fire")
    table.order("fire", hex="f0604", missions={"himars-1": "tank-12"})
    told = left(table.state, "blue")
    assert number(told, "can fire") == able - 1
    assert "1 fires action declared" in told
    table = impulse("tank-12", phase="ground movement")
    movers = number(left(table.state, "blue"), "to move")
    assert movers > 5
    table.order("march", unit="ibct-1", to="f0407")
    assert number(left(table.state, "blue"), "to move") == movers - 1
    table = attacked(impulse("tank-12", phase="ground combat"), "f0604", abct_1="f0504")
    assert left(table.state, "blue") == ["1 attack to resolve"]
