"""Strike packages called in by a strike action (9.9.6.1), and what they fire when they arrive."""

import pytest

from domain.errors import IllegalOrder
from domain.events import PieceMoved
from tests.ows.fire import LOCAL, LONG, dice_of, steps, strike, war
from tests.ows.undersea import detect, offered
from tests.table import Table

WAITS = "0404"
"""Where the package waits."""


def package(*missions: str, hex: str = WAITS, phase: str = LONG, side: str = "blue") -> Table:
    """Missions that wait as a strike package; nobody can shoot at it, or at what it fires."""
    table = war(phase=phase, side=side)
    for piece in ("hq9-1", "type055-1", "type055-2", "houbei-1"):
        table.put(piece, "0108")
    for mission in missions:
        table.put(mission, hex).mark(
            mission, "mission", {"type": "strike", "package": "blue-1", "tanker": ""}
        )
    return table


def flown(events: list[object]) -> list[str]:
    """The hexes that a package entered."""
    return [event.to for event in events if isinstance(event, PieceMoved)]


@pytest.mark.rule("ows 9.9.6.1a", "ows 9.9.6.1b", "ows 9.9.6.2a", "ows 6.5.10.2")
def test_a_package_is_called_in_flies_to_its_launch_point_and_fires_from_there() -> None:
    table = package("f18-1")
    table.put("airfield-r2", "0704")
    events = strike(table, "0704", {"f18-1/slam/1": "airfield-r2"}, [3])
    assert flown(list(events)) == ["0504", "0603"]
    assert dice_of(events) == [8]
    assert steps(table, "airfield-r2") == 3
    assert table.state.mark_named("blue", "long-range actions") == 1
    assert table.state.mark_named("f18-1", "called in")


@pytest.mark.rule("ows 9.9.6.1a")
def test_a_package_is_called_in_once_a_turn() -> None:
    table = package("f18-1", "f18-2").put("airfield-r2", "0704")
    strike(table, "0704", {"f18-1/slam/1": "airfield-r2"}, [3])
    assert "f18-2/slam" not in repr(table.phase(LONG, side="blue").session.legal().parts[1:])
    with pytest.raises(IllegalOrder, match="f18-2/slam/1 cannot be chosen here; these can:"):
        strike(table, "0704", {"f18-2/slam/1": "airfield-r2"})


@pytest.mark.rule("ows 9.9.6.2a")
def test_the_player_may_show_another_route() -> None:
    table = package("f18-1").put("airfield-r2", "0704")
    fired = {"f18-1/slam/1": "airfield-r2"}
    with pytest.raises(IllegalOrder, match="do not touch"):
        strike(table, "0704", fired, routes={"blue-1": ["0604"]})
    with pytest.raises(IllegalOrder, match="ends out of range"):
        strike(table, "0704", fired, routes={"blue-1": ["0504"]})
    with pytest.raises(IllegalOrder, match="No salvo of package blue-2"):
        strike(table, "0704", fired, routes={"blue-2": ["0504"]})
    events = strike(table, "0704", fired, [2], routes={"blue-1": ["0504", "0505", "0604"]})
    assert flown(list(events)) == ["0504", "0505", "0604"]


@pytest.mark.rule("ows 9.9.6.1b", "ows 9.9.1c")
def test_a_package_that_drops_bombs_in_the_target_hex_is_a_local_strike() -> None:
    table = package("f18-1").put("airfield-r2", WAITS).put("ddg-1", "0101").put("ddg-2", "0101")
    local = table.phase(LOCAL, side="blue")
    assert WAITS in {line.arguments["hex"] for line in offered(local, "strike", "blue")}
    strike(local, WAITS, {"f18-1/slam/1": "airfield-r2"}, [2])
    assert local.state.mark_named("blue", "long-range actions") is None


@pytest.mark.rule("ows 9.9.6.1b", "ows 9.9.6.2g")
@pytest.mark.parametrize(("roll", "arrives"), [(6, False), (5, True)])
def test_a_mission_that_is_shot_down_fires_nothing(roll: int, arrives: bool) -> None:
    table = package("f18-1").put("airfield-r2", "0704").put("type055-1", "0504")
    detect(table, "type055-1").mark("type055-1", "emitting")
    answers = [{"type055-1/hhq9-aa/1": "f18-1"}]
    before = steps(table, "airfield-r2")
    dice = [roll, 3] if arrives else [roll]
    strike(table, "0704", {"f18-1/slam/1": "airfield-r2"}, dice, answers)
    assert steps(table, "airfield-r2") == before - arrives
    assert (table.state.pieces["f18-1"].place == "regeneration-blue") is not arrives
    assert table.state.mark_named("blue", "long-range actions") == 1


@pytest.mark.rule("ows 9.9.1c", "ows 9.9.2")
def test_a_package_that_fires_into_the_next_hex_is_long_range_as_ships_are_not() -> None:
    table = package("f18-1").put("houbei-1", "0504")
    detect(table, "houbei-1")
    strike(table, "0504", {"f18-1/slam/1": "houbei-1"}, [1])
    assert table.state.mark_named("blue", "long-range actions") == 1
