"""Strike packages in flight: the route, fighter sweeps, interception, air defences on the way (9.9.6)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from adjudication.engine.legality import Legality
from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air_battle.strike_flight import R, fly_package
from adjudication.systems.ows.sensing.air_picture import ENGAGED, engagements
from domain.errors import IllegalOrder
from domain.events import Event, PieceMoved
from tests.ows.skies import asked, dice_of, flies, fly, lost, radiate, rolled, skies
from tests.table import Table

HOLD, ONE, TWO, THREE = "0404", "0504", "0604", "0704"
"""Where the package waits, and the hexes of its route."""
ROUTE = [ONE, TWO]
FIRST = "hq9-1/hq9-aa/1"


@dataclass(frozen=True)
class Fly:
    """Fly a package: an order of these cases alone."""

    side: str
    package: str
    route: tuple[str, ...]


ARRIVED: list[list[str]] = []


def fly_it(umpire: Umpire, order: Fly) -> None:
    ARRIVED.append(fly_package(umpire, order.side, order.package, order.route))


def air_strike(**options: Any) -> Table:
    """Long-range strikes, Blue to act: a B-1 and a fighter wait as package Alpha."""
    table = fly(skies(options), HOLD, b1_1="strike/Alpha", f18_1="cap/Alpha")
    system = table.session.system
    legal = Legality(sides=lambda state: ("blue",))
    kind = OrderKind(
        "fly", Fly, fly_it, R["9.9.6.2a"], "fly a package", unlisted=("package", "route"), legality=(legal,)
    )
    table.session.system = replace(system, orders={**system.orders, "fly": kind})
    return table.phase("long-range strikes", side="blue")


def launch(
    table: Table, route: Iterable[str] = ROUTE, dice: Iterable[int] = (), answers: Iterable[Any] = ()
) -> list[Event]:
    return table.order("fly", package="Alpha", route=list(route), dice=dice, answers=answers)


def where(table: Table, *pieces: str) -> list[str]:
    return [table.state.pieces[piece].place for piece in pieces]


@pytest.mark.rule("ows 9.9.6.1b", "ows 9.9.6.2a", "ows 9.9.6.1a")
def test_a_package_flies_its_route_hex_by_hex_and_arrives() -> None:
    table = air_strike()
    events = launch(table)
    moves = [(event.piece, event.to) for event in events if isinstance(event, PieceMoved)]
    assert [to for _, to in moves] == [ONE, ONE, TWO, TWO]
    assert where(table, "b1-1", "f18-1") == [TWO, TWO]
    assert {*ARRIVED[-1]} == {"b1-1", "f18-1"}
    assert asked(table) == []


@pytest.mark.rule("ows 9.9.6.2a")
def test_a_route_must_go_from_hex_to_hex_within_fuel() -> None:
    table = air_strike()
    with pytest.raises(IllegalOrder, match=r"they do not touch. \(ows 9\.9\.6\.2a\)"):
        launch(table, [TWO])
    far = [ONE, TWO, THREE, "0804", "0904", "1004"]
    with pytest.raises(IllegalOrder, match=r"does not have the fuel .* \(ows 9\.9\.6\.2a\)"):
        launch(table, far)
    with pytest.raises(IllegalOrder, match=r"ows 9\.9\.6\.1a"):
        table.order("fly", package="Bravo", route=[ONE])
    assert where(table, "b1-1") == [HOLD]


@pytest.mark.rule("ows 9.9.6.2c")
def test_a_cap_in_the_hex_may_intercept_and_one_beside_it_needs_a_radar() -> None:
    table = fly(air_strike(), TWO, j16_1="cap")
    table.put("f18-1", "cvn-1").mark("f18-1", "mission", None)
    launch(table, dice=[5], answers=[["j16-1"], {"j16-1": "b1-1"}])
    assert asked(table)[0] == "red: Interception in 0604"
    assert lost(table, "b1-1")
    assert ARRIVED[-1] == []
    blind = fly(air_strike(), THREE, j16_1="cap")
    launch(blind, ROUTE, answers=[[]])
    assert not any("Interception" in line for line in asked(blind))
    led = radiate(fly(air_strike(), THREE, j16_1="cap", kj_1="aew"), "kj-1")
    launch(led, ROUTE, answers=[[], []])
    assert asked(led)[1:] == ["red: Interception in 0604"]


@pytest.mark.rule("ows 9.9.6.2c")
def test_other_missions_do_not_intercept_and_with_markers_only_dca_does() -> None:
    table = fly(air_strike(), TWO, j16_1="strike")
    launch(table, answers=[[]])
    assert not any("Interception" in line for line in asked(table))
    table = fly(air_strike(counter_air_markers=True), TWO, j16_1="oca", j16_2="dca")
    launch(table, answers=[[], []])
    (question,) = [question for question in table.people.asked if question.side == "red"]
    assert "j16-2" in str(vars(question.options))
    assert "j16-1" not in str(vars(question.options))


@pytest.mark.rule("ows 9.9.6.2c")
def test_a_stealth_package_must_be_detected_by_a_roll() -> None:
    for roll, found in ((7, False), (8, True)):
        table = fly(skies(), HOLD, f35_1="strike/Alpha")
        table.session.system = air_strike().session.system
        fly(table, ONE, j16_1="cap").phase("long-range strikes", side="blue")
        answers: list[Any] = [["j16-1"], {"j16-1": "f35-1"}] if found else [["j16-1"]]
        events = launch(table, [ONE], dice=[roll, 1, 1] if found else [roll], answers=answers)
        assert dice_of(events) == ([10, 10, 10] if found else [10])
        assert engagements(table.state, table.state.pieces["j16-1"]) == int(found)


@pytest.mark.rule("ows 9.9.6.2e")
def test_interceptors_take_the_escorts_first_and_only_the_excess_the_strike_aircraft() -> None:
    table = fly(air_strike(), ONE, j16_1="cap", j16_2="cap")
    events = launch(
        table,
        [ONE],
        dice=[2, 5, 3],
        answers=[[], ["j16-1", "j16-2"], {"j16-1": "f18-1", "j16-2": "b1-1"}],
    )
    assert dice_of(events) == [10, 10, 10]  # J-16 at the escort, J-16 at the B-1, the escort back
    assert flies(table, "f18-1", "b1-1") == [True, False]
    assert ARRIVED[-1] == ["f18-1"]
    alone = fly(air_strike(), ONE, j16_1="cap")
    launch(alone, [ONE], dice=[2, 3], answers=[[], ["j16-1"], {"j16-1": "f18-1"}])
    offered = str(vars(alone.people.asked[-1].options))
    assert "f18-1" in offered
    assert "b1-1" not in offered


@pytest.mark.rule("ows 9.9.6.2f")
@pytest.mark.parametrize(("attack", "beats"), [(6, True), (5, False)])
def test_an_interceptor_that_beats_its_escort_goes_on_to_the_strike_aircraft(
    attack: int, beats: bool
) -> None:
    table = fly(air_strike(), ONE, j16_1="cap")
    answers: list[Any] = [[], ["j16-1"], {"j16-1": "f18-1"}]
    events = launch(
        table,
        [ONE],
        dice=[attack, 2, 5] if beats else [attack, 2],
        answers=[*answers, {"j16-1": "b1-1"}] if beats else answers,
    )
    assert len(rolled(events)) == (3 if beats else 2)
    assert lost(table, "b1-1") is beats


@pytest.mark.rule("ows 9.9.6.2f")
def test_an_interceptor_that_is_shot_down_goes_nowhere() -> None:
    table = fly(air_strike(), ONE, j16_1="cap")
    launch(table, [ONE], dice=[6, 6], answers=[[], ["j16-1"], {"j16-1": "f18-1"}])
    assert flies(table, "f18-1", "j16-1", "b1-1") == [False, False, True]


@pytest.mark.rule("ows 9.9.6.2d")
@pytest.mark.parametrize(("times", "may"), [(0, True), (1, True), (2, False)])
def test_a_fighter_engages_twice_a_turn_at_most(times: int, may: bool) -> None:
    table = fly(air_strike(), ONE, j16_1="cap")
    if times:
        table.mark("j16-1", ENGAGED, times)
    launch(table, [ONE], answers=[[], []] if may else [[]])
    assert any(line.startswith("red") for line in asked(table)) is may


@pytest.mark.rule("ows 9.9.6.2d")
def test_a_fighter_that_was_engaged_intercepts_only_from_uncontested_airspace() -> None:
    table = fly(fly(air_strike(), ONE, j16_1="cap").mark("j16-1", ENGAGED, 1), ONE, f18_2="cap")
    launch(table, [ONE], answers=[[]])
    assert not any(line.startswith("red") for line in asked(table))
    fresh = fly(fly(air_strike(), ONE, j16_1="cap"), ONE, f18_2="cap")
    launch(fresh, [ONE], answers=[[], []])
    assert any(line.startswith("red") for line in asked(fresh))


@pytest.mark.rule("ows 9.9.6.2d")
def test_an_interception_counts_as_an_engagement() -> None:
    table = fly(air_strike(), ONE, j16_1="cap").mark("j16-1", ENGAGED, 1)
    launch(table, [ONE], dice=[2, 2], answers=[[], ["j16-1"], {"j16-1": "f18-1"}])
    state = table.state
    assert [engagements(state, state.pieces[id]) for id in ("j16-1", "f18-1", "b1-1")] == [2, 1, 0]


@pytest.mark.rule("ows 9.9.6.2b")
def test_escorts_sweep_ahead_and_fight_before_the_package_enters() -> None:
    table = fly(air_strike(), ONE, j16_1="cap")
    events = launch(table, [ONE], dice=[6, 2], answers=[["f18-1"], {"f18-1": "j16-1"}])
    moved = [(event.piece, event.to) for event in events if isinstance(event, PieceMoved)]
    assert moved == [("f18-1", ONE), ("j16-1", "regeneration-red"), ("b1-1", ONE)]
    assert {*ARRIVED[-1]} == {"f18-1", "b1-1"}


@pytest.mark.rule("ows 9.9.6.2b")
def test_an_escort_that_was_engaged_this_turn_does_not_sweep() -> None:
    table = fly(air_strike(), ONE, j16_1="cap").mark("f18-1", ENGAGED, 1)
    launch(table, [ONE], answers=[[]])
    assert asked(table) == ["red: Interception in 0504"]


@pytest.mark.rule("ows 9.9.6.2g")
def test_every_hex_may_bring_air_defences_and_the_package_ends_with_its_strike_aircraft() -> None:
    table = radiate(air_strike().put("hq9-1", TWO), "hq9-1")
    events = launch(table, dice=[4, 5], answers=[{FIRST: "b1-1"}, {FIRST: "b1-1"}])
    assert dice_of(events) == [10, 10]
    assert [line.split(":")[0] for line in asked(table)] == ["red", "red"]
    assert where(table, "f18-1") == [TWO]
    assert ARRIVED[-1] == ["f18-1"]
    table = radiate(air_strike().put("hq9-1", TWO), "hq9-1")
    launch(table, dice=[5], answers=[{FIRST: "b1-1"}])
    assert where(table, "f18-1") == [ONE]  # without strike aircraft it does not go on


@pytest.mark.rule("ows 9.9.6.2e", "ows 6.5.1.2")
def test_strike_aircraft_defend_themselves_with_a_demoted_die() -> None:
    table = fly(skies(), HOLD, f18_1="strike/Alpha")
    table.session.system = air_strike().session.system
    fly(table, ONE, j16_1="cap").phase("long-range strikes", side="blue")
    events = launch(table, [ONE], dice=[2, 6], answers=[["j16-1"], {"j16-1": "f18-1"}])
    assert dice_of(events) == [10, 8]
    assert lost(table, "j16-1")
