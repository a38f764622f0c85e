"""What single sentences of the rules fix, each in the one position in which it matters."""

import pytest

from adjudication.systems.ramadi.hints import hint
from adjudication.systems.ramadi.phases.interphase import overstacked
from adjudication.systems.ramadi.table.ground import held_hexes
from adjudication.systems.ramadi.table.holding import contradictions
from domain.errors import IllegalOrder
from domain.events import DieRolled, Event, PhaseEntered, PieceMoved, Scored
from tests.ramadi.cases import (
    advance_to,
    attack_counter,
    battlefield,
    clear,
    offered,
    place,
    points,
    ready,
    rolled,
    total,
)
from tests.ramadi.table import RamadiTable

SOUTH, SOUTH_EAST, GATE, BEHIND, STADIUM, COMPLEX = "0810", "0910", "0809", "0808", "0708", "0806"
STRONG = {"ied": "ied-complex-1", "fighters": "f-special-forces-1"}
"""They defend with 6 and the die."""


def scored(events: list[Event], track: str) -> list[tuple[int, str]]:
    """The changes of a track, each with its rule."""
    return [(e.change, e.rule) for e in events if isinstance(e, Scored) and e.track == track]


# --- ground (5.2) ------------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2a", "ramadi 5.2j")
def test_points_for_objectives_are_given_for_taking_and_taken_for_losing_them() -> None:
    table = battlefield()
    clear(table, GATE, BEHIND)
    table.track("isf_vp", 2)
    ready(table, BEHIND, STADIUM, "cts-1", "cts-2")
    events = table.order("execute", target=STADIUM, dice=[6, 1], answers=[["cts-1"]])
    assert scored(events, "isf_vp") == [(5, "ramadi 5.2a")]
    attack_counter(table)
    events = table.order("proceed")  # ISIS takes the gate, and with it the line of all behind it
    assert scored(events, "isf_vp") == [(-5, "ramadi 5.2j"), (-2, "ramadi 5.2j")]
    assert scored(events, "isf_objectives") == [(-5, "ramadi 5.2j")]
    assert scored(events, "isf_urban") == [(-2, "ramadi 5.2j")]


@pytest.mark.rule("ramadi 5.2e", "ramadi 6.7a")
def test_a_unit_of_either_of_two_zones_is_of_that_which_alone_leads_to_its_new_hex() -> None:
    """0509 is linked to the West by the Tamim Bridge and to the South by the yards, al-Hoz Bridge to the West
    alone."""
    table = battlefield()
    clear(table, "0409", "0509", "0609", "0710", "0407")
    table.put("inf-1", "transfer")
    table.phase("deployment", 2)
    table.order("deploy", unit="inf-1", to="0509")
    table.phase("movement", 3)
    assert {SOUTH, "0407", "0308"} <= offered(table, "move", unit="inf-1")
    table.order("move", unit="inf-1", to="0407")
    clear(table, "0508")  # now the bridge is linked to the South, too
    table.phase("movement", 4)
    reach = offered(table, "move", unit="inf-1")
    assert {"0308", "0508", "0710"} <= reach
    assert not {SOUTH, SOUTH_EAST} & reach


@pytest.mark.rule("ramadi 5.2e")
def test_on_a_deployment_hex_a_unit_is_of_its_zone_without_a_mark() -> None:
    table = battlefield()
    table.put("inf-1", GATE).mark("inf-1", "zone", "south")
    table.phase("movement", 2).order("move", unit="inf-1", to=SOUTH)
    assert table.state.mark_named("inf-1", "zone") is None
    assert {SOUTH_EAST, GATE} <= offered(table.phase("movement", 3), "move", unit="inf-1")


@pytest.mark.rule("ramadi 5.2e", "ramadi 6.7h")
def test_a_unit_that_fell_comes_back_in_any_zone() -> None:
    table = battlefield()
    clear(table, GATE)
    ready(table, GATE, BEHIND, "inf-1", **STRONG)
    table.put("inf-2", GATE)
    table.mark("inf-1", "zone", "south")
    table.order("execute", target=BEHIND, dice=[1, 6])
    advance_to(table, 2, "transfers")
    advance_to(table, 3, "deployment")
    clear(table, "0407")
    table.order("deploy", unit="inf-1", to="0407")
    advance_to(table, 4, "movement")
    reach = offered(table, "move", unit="inf-1")
    assert "0308" in reach
    assert SOUTH not in reach


@pytest.mark.rule("ramadi 7.2a", "ramadi 5.2o")
def test_the_audit_asks_for_the_turn_in_which_the_complex_was_taken() -> None:
    table = battlefield()
    clear(table, GATE)
    assert list(contradictions(table.state)) == []
    table.put("cts-1", COMPLEX)
    assert [rule for rule, _ in contradictions(table.state)] == ["ramadi 7.2a"]
    table.mark("game", "government_complex_taken", 1)
    assert list(contradictions(table.state)) == []


@pytest.mark.rule("ramadi 5.2m", "ramadi 5.2h")
def test_no_marker_is_offered_where_the_last_unit_won_and_fell() -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, GATE, BEHIND, "cts-1")
    table.order("execute", target=BEHIND, dice=[3, 1, 5])  # nobody is asked
    assert place(table, "cts-1") == "transfer"
    assert not held_hexes(table.state)
    assert table.state.track("isis_vp") == 1


# --- operations (6.1 to 6.5) -------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.1a")
def test_before_the_die_says_how_many_no_operation_is_planned() -> None:
    table = battlefield()
    table.put("cts-1", SOUTH)
    table.phase("planning", 2)
    assert offered(table, "plan", lead="cts-1") == set()
    with pytest.raises(IllegalOrder) as refused:
        table.order("plan", lead="cts-1", target=GATE)
    assert (refused.value.code, refused.value.rule) == ("too-many", "ramadi 6.1a")


@pytest.mark.rule("ramadi 6.3d", "ramadi 9.0b")
def test_a_second_attack_counter_goes_back_face_down_and_another_is_drawn() -> None:
    table = battlefield()
    attack_counter(table)
    ready(table, SOUTH, GATE, "cts-1", asset="attack-2")
    table.known("attack-2")
    drawn = table.draws("sv-ied-1")
    table.order("execute", target=GATE, dice=[*drawn, 6, 1])
    counter = table.state.pieces["attack-2"]
    assert (counter.place, counter.known_to) == ("pool-assets", ())
    assert table.state.at["attack"] == ["attack-1"]


@pytest.mark.rule("ramadi 6.5h")
def test_of_two_automatic_casualties_a_lone_unit_is_one() -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "militia-1", **STRONG)
    events = table.order("execute", target=GATE, dice=[1, 6])
    fell = [(e.piece, e.rule) for e in events if isinstance(e, PieceMoved) and e.to == "transfer"]
    assert fell == [("militia-1", "ramadi 6.5h")]
    assert (table.state.track("casualties"), points(table)) == (1, (0, 2))


@pytest.mark.rule("ramadi 5.1d", "ramadi 6.5j")
@pytest.mark.parametrize(("air", "roll"), [(None, 5), ("bomber-1", 1), ("drone-1", 3)])
@pytest.mark.parametrize(("die", "hurt"), [(2, 0), (3, 1)])
def test_civilians_are_in_the_way_where_nobody_is_left_to_advance(
    air: str | None, roll: int, die: int, hurt: int
) -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "cts-1", asset="civilians-1", air=air)
    events = table.order("execute", target=GATE, dice=[roll, 6, 6, die])  # 1 more than ISIS, and it falls
    assert rolled(events)[-1] == "civilians in the way"
    assert points(table) == (0, 2 + hurt)


@pytest.mark.rule("ramadi 8.3c", "ramadi 5.1d")
@pytest.mark.parametrize(("air", "roll", "caught"), [("bomber-1", 1, False), ("drone-1", 3, True)])
def test_by_option_an_emir_is_hunted_where_nobody_is_left_to_advance(
    air: str, roll: int, caught: bool
) -> None:
    table = battlefield(check_special_effects_always=True)
    ready(table, SOUTH, GATE, "cts-1", asset="emir-1", air=air)
    table.order("execute", target=GATE, dice=[roll, 3, 6, 2])
    assert points(table) == (int(caught), 2)
    assert (place(table, "emir-1") == "eliminated") is caught


@pytest.mark.rule("ramadi 6.4f", "ramadi 8.3h")
@pytest.mark.parametrize(("air", "factor"), [(None, 0), ("drone-1", 2)])
def test_where_no_isis_asset_lies_the_others_defend_alone(air: str | None, factor: int) -> None:
    """By hand it may have been taken away."""
    table = battlefield()
    ready(table, SOUTH, GATE, "cts-1", ied="ied-deep-1", asset="", air=air)
    events = table.order("execute", target=GATE, dice=[6, 1])
    assert total(events, "ISF strength") == 4 + factor - 2 + 6
    assert total(events, "ISIS strength") == 2 + 0 + 1


@pytest.mark.rule("ramadi 6.5e")
def test_no_emir_is_hunted_in_a_defeat() -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "militia-1", asset="emir-1", air="drone-1", **STRONG)
    events = table.order("execute", target=GATE, dice=[1, 1])
    assert points(table) == (0, 2)
    assert rolled(events) == ["ISF attack", "ISIS defence"]


# --- movement (6.7) ----------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7b")
def test_of_two_crowded_hexes_that_of_the_first_counter_is_cleared_first() -> None:
    """By hand two hexes may come to hold three units."""
    table = battlefield()
    for unit in ("np-1", "np-2", "np-3"):
        table.put(unit, SOUTH_EAST)
    for unit in ("cts-1", "cts-2", "cts-3"):
        table.put(unit, SOUTH)
    table.phase("movement", 2)
    assert overstacked(table.state) == SOUTH
    assert SOUTH in hint(table.state)
    assert {order.arguments["unit"] for order in table.session.legal()} == {"cts-1", "cts-2", "cts-3"}
    table.put("cts-3", "0503")
    assert overstacked(table.state) == SOUTH_EAST
    for unit in ("np-1", "np-2", "np-3"):
        table.put(unit, "0306")
    for unit in ("cts-1", "cts-2", "cts-3"):
        table.put(unit, SOUTH_EAST)
    table.put("np-1", "0306")
    assert overstacked(table.state) == SOUTH_EAST


def moving_one_by_one(**units: str) -> RamadiTable:
    """Turn 2, movement, by the reading that each move is complete."""
    table = battlefield(movement_at_once=False)
    for unit, hex in units.items():
        table.put(unit.replace("_", "-"), hex)
    table.keep_score()
    table.phase("movement", 2)
    return table


@pytest.mark.rule("ramadi 6.7b", "ramadi 5.2h", "ramadi 5.2j")
@pytest.mark.parametrize("marker", [True, False])
def test_where_each_move_is_complete_a_hex_is_kept_or_lost_as_its_last_unit_leaves(marker: bool) -> None:
    table = moving_one_by_one(cts_1=GATE, cts_2=GATE)
    assert points(table) == (1, 0)
    table.order("move", unit="cts-1", to=SOUTH)  # another stays, and nobody is asked
    events = table.order("move", unit="cts-2", to=SOUTH, answers=[marker])
    assert points(table) == (int(marker), 0)
    assert scored(events, "isf_urban") == ([] if marker else [(-1, "ramadi 5.2j")])
    assert (GATE in held_hexes(table.state)) is marker


@pytest.mark.rule("ramadi 6.7b")
@pytest.mark.parametrize("origin", ["0909", "0910"], ids=["cleared hex", "deployment hex"])
@pytest.mark.parametrize("company", [True, False])
def test_where_each_move_is_complete_who_leaves_ground_open_behind_may_enter_a_full_hex(
    origin: str, company: bool
) -> None:
    """The gate is full. Who comes from a cleared hex that is lost without it has no place to go back to."""
    table = moving_one_by_one(cts_1=GATE, cts_2=GATE, inf_1=origin, **({"inf_2": origin} if company else {}))
    assert (GATE in offered(table, "move", unit="inf-1")) is (company or origin == "0910")


@pytest.mark.rule("ramadi 6.7g", "ramadi 6.7f")
@pytest.mark.parametrize("turn", [1, 4])
def test_what_was_lost_or_spent_in_no_turn_that_is_known_comes_back_as_the_turn_ends(turn: int) -> None:
    """As the white cell may have put it there."""
    table = battlefield()
    table.put("inf-1", "transfer").change("inf-1", face="casualty")
    table.put("bomber-1", "air-expended")
    table.phase("ground assets", turn).order("proceed", dice=[1])
    assert (table.state.pieces["inf-1"].face, place(table, "bomber-1")) == ("", "air-available")


@pytest.mark.rule("ramadi 6.7h", "ramadi 6.7f")
def test_a_unit_that_came_back_and_an_asset_that_is_ready_bear_no_mark_of_the_loss() -> None:
    table = battlefield()
    table.put("inf-1", "transfer").mark("inf-1", "lost", 2)
    table.phase("deployment", 4).order("deploy", unit="inf-1", to=SOUTH)
    assert table.state.mark_named("inf-1", "lost") is None
    table.put("bomber-1", "air-expended").mark("bomber-1", "expended", 3)
    advance_to(table, 5, "planning")
    assert table.state.mark_named("bomber-1", "expended") is None


# --- the end of the game (7.2) -----------------------------------------------------------------------


@pytest.mark.rule("ramadi 7.2a", "ramadi 7.2b")
@pytest.mark.parametrize("reading", ["operations", "planning"])
def test_the_game_stops_at_once_when_turn_and_die_exceed_10(reading: str) -> None:
    table = battlefield(variable_length=True, game_end_roll=reading)
    table.put("cts-1", COMPLEX)
    table.mark("game", "government_complex_taken", 3)
    attack_counter(table)
    if reading == "operations":
        events = table.phase("operations", 6).order("proceed", dice=[5])
    else:
        table.put("attack-1", "pool-assets")
        events = table.phase("ground assets", 5).order("proceed", dice=[5])
    assert table.state.verdict is not None
    assert [e.purpose for e in events if isinstance(e, DieRolled)][1:] == []
    assert [e.phase for e in events if isinstance(e, PhaseEntered)] == ["planning"] * (reading == "planning")
    if reading == "operations":
        assert place(table, "attack-1") == "attack", "there is no ISIS attack any more"


# --- drones (7.1) ------------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 7.0")
@pytest.mark.parametrize("drones", [False, True])
def test_drones_guard_only_by_option(drones: bool) -> None:
    table = RamadiTable(drones=drones)
    clear(table, GATE)
    table.put("cts-1", SOUTH)
    table.phase("assets", 2)
    assert bool(offered(table, "guard", drone="drone-1")) is drones
    with pytest.raises(IllegalOrder) as refused:
        table.order("guard", drone="tank-1", hex=GATE)
    assert (refused.value.code, refused.value.rule) == ("no-such-piece", "ramadi 7.1a")
