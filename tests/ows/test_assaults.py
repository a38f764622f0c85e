"""Assaults from the air (6.5.11, 6.5.12): who goes where with which transports, and what goes with them."""

from typing import Any

import pytest

from adjudication.engine.choices import Subset
from adjudication.systems.ows.air.assaults import assault_units, land, paratroops, under_way
from adjudication.systems.ows.air.missions import mission_type
from adjudication.systems.ows.ground.forces.numbers import CHART, NUMBERS
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.rsoi import STACKED
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, CLEARED, LIFTED, RSOI
from domain.errors import IllegalOrder
from domain.texts import Text
from tests.ows.air import listed, run, send, tasking
from tests.table import Table


def refused(table: Table, rule: str, order: str, **arguments: Any) -> str:
    with pytest.raises(IllegalOrder) as refusal:
        table.order(order, **arguments)
    assert refusal.value.rule == f"ows {rule}"
    return str(refusal.value)


def with_two() -> Table:
    """Air tasking, with two transports alone."""
    table = tasking()
    for piece in table.state.of_group("air mission"):
        others = "transport" in piece.kind.data["roles"] and piece.id not in ("c17-1", "c17-2")
        if piece.side == "blue" and others:
            table.put(piece.id, "regeneration-blue")
    return table


def shot_down(table: Table, mission: str) -> None:
    run(table, lambda umpire: take_hits(umpire, mission, 1, rule="ows 9.7.4"))


@pytest.mark.rule("ows 6.5.11", "ows seq.3.B.3", "ows 2.3.4")
def test_an_airborne_unit_goes_to_a_land_hex_with_a_transport_for_each_step() -> None:
    table = with_two()
    table.order("jump", unit="para-1", hex="0103")
    state = table.state
    assert state.pieces["para-1"].place == "0103"
    for transport in ("c17-1", "c17-2"):
        assert state.pieces[transport].place == "0103"
        assert mission_type(state, state.pieces[transport]) == "transport"
    assert state.mark("para-1", AIRBORNE)
    assert state.mark("0103", AIRBORNE) == "blue"
    assert state.marks_for.get(("0103", AIRBORNE.name)) is None
    assert {AIRBORNE, LIFTED} <= set(CLEARED)
    for hex in listed(with_two(), "jump", "hex", unit="para-1"):
        assert state.board.spaces[hex].terrain not in ("littoral", "deep sea")


@pytest.mark.rule("ows 10.15.8.1c")
def test_no_more_steps_land_in_a_hex_than_may_in_a_turn() -> None:
    table = with_two().put("marines-2", "0103").mark("marines-2", AMPHIBIOUS, 1)
    fewer = {**NUMBERS, "landing": 2}
    table.adopt(CHART, [{"number": name, "value": value} for name, value in fewer.items()])
    said = refused(table, "6.5.11", "jump", unit="para-1", hex="0103")
    assert "At most 2 steps land in 0103 in a turn" in said


@pytest.mark.rule("ows 6.5.11")
def test_too_few_transports_carry_nothing_and_a_mechanized_step_takes_two() -> None:
    table = with_two()
    send(table, "c17-1", "transport", "0103")
    said = refused(table, "6.5.11", "jump", unit="para-1", hex="0103")
    assert "1st Airborne needs 2 transports; 1 can fly" in said
    refused(table, "6.5.11", "jump", unit="para-2", hex="0103")
    table = with_two()
    table.order("jump", unit="para-2", hex="0103")
    assert table.state.mark("para-2", STACKED) == [{"by": ["c17-1", "c17-2"], "steps": 1}]


@pytest.mark.rule("ows 6.5.11")
def test_only_airborne_units_that_began_the_turn_at_an_airfield_jump() -> None:
    said = refused(with_two(), "6.5.11", "jump", unit="marines-1", hex="0103")
    assert "7th Marines cannot jump" in said
    refused(with_two().put("para-1", "0207"), "6.5.11", "jump", unit="para-1", hex="0103")
    refused(with_two().mark("para-1", RSOI, 1), "6.5.11", "jump", unit="para-1", hex="0103")
    refused(with_two(), "6.5.11", "jump", unit="para-1", hex="0304")


@pytest.mark.rule("ows 6.5.11a")
def test_a_step_is_lost_with_its_transport_and_the_other_lands() -> None:
    table = with_two()
    table.order("jump", unit="para-1", hex="0103")
    shot_down(table, "c17-1")
    assert table.state.pieces["c17-1"].place == "regeneration-blue"
    assert table.state.pieces["para-1"].steps == 1
    run(table, land)
    state = table.state
    assert state.pieces["c17-2"].place == "sq-c17"
    assert state.pieces["para-1"].place == "0103"
    assert state.mark("para-1", STACKED) is None
    shot_down(table, "c17-2")
    assert table.state.pieces["para-1"].steps == 1


@pytest.mark.rule("ows 6.5.11a")
@pytest.mark.parametrize("transport", ["c17-1", "c17-2"])
def test_a_mechanized_step_is_lost_with_either_of_its_transports(transport: str) -> None:
    table = with_two()
    table.order("jump", unit="para-2", hex="0103")
    shot_down(table, transport)
    assert table.state.pieces["para-2"].place == "attrition-blue"


@pytest.mark.rule("ows 6.5.11a", "ows 6.5.12a")
def test_the_transports_go_home_when_air_combat_ends() -> None:
    table = with_two()
    table.order("jump", unit="para-1", hex="0103")
    table.put("v22-1", "lha-1").put("v22-2", "lha-1")
    table.order("lift", unit="landing-1", hex="0204")
    table.people.answers = ["blue"] * 9
    while table.state.phase not in ("long-range strikes", "regeneration", "planning"):
        order = table.session.system.proceed(table.state)
        assert order is not None
        table.session.order(order)
    state = table.state
    assert state.pieces["c17-1"].place == "sq-c17"
    assert state.pieces["v22-1"].place == "lha-1"
    assert state.pieces["para-1"].place == "0103"
    assert state.pieces["landing-1"].place == "0204"


@pytest.mark.rule("ows 6.5.12")
def test_an_air_assault_starts_from_a_deck_with_the_transports_that_are_there() -> None:
    table = tasking()
    table.order("lift", unit="landing-1", hex="0204")
    state = table.state
    assert state.pieces["landing-1"].place == "0204"
    assert [state.pieces[id].place for id in ("v22-1", "v22-2")] == ["0204", "0204"]
    assert state.mark("0204", LIFTED) == "blue"
    assert state.mark("landing-1", STACKED) == [{"by": ["v22-1"], "steps": 1}, {"by": ["v22-2"], "steps": 1}]
    table = tasking().put("v22-1", "cvn-1").mark("v22-1", "home", "cvn-1").put("cvn-1", "0504")
    said = refused(table, "6.5.12", "lift", unit="landing-1", hex="0204")
    assert "needs 2 transports; 1 can fly with it" in said


@pytest.mark.rule("ows 6.5.11")
def test_the_owner_says_which_transports_carry_a_unit() -> None:
    table = tasking()
    table.order("jump", unit="para-1", hex="0103", answers=[["c17-1", "c17-2"]])
    (question,) = table.people.asked
    assert question.text == Text("transports of an assault", {"unit": "para-1", "hex": "0103"})
    assert isinstance(question.options, Subset)
    assert len(question.options.pieces()) > 2
    assert question.options.refusal(["c17-1"])
    assert table.state.pieces["c17-2"].place == "0103"


@pytest.mark.rule("ows 6.5.12")
def test_an_air_assault_starts_at_an_airfield_or_aboard_an_lhd_or_lha() -> None:
    refused(tasking().put("landing-1", "lsd-1"), "6.5.12", "lift", unit="landing-1", hex="0204")
    refused(tasking().put("landing-1", "0207"), "6.5.12", "lift", unit="landing-1", hex="0204")
    refused(tasking(), "6.5.12", "lift", unit="para-1", hex="0204")
    refused(tasking(), "6.5.12", "lift", unit="landing-1", hex="0304")


@pytest.mark.rule("ows 6.5.12a")
def test_a_lifted_step_is_lost_with_its_transport() -> None:
    table = tasking()
    table.order("lift", unit="landing-1", hex="0204")
    shot_down(table, "v22-1")
    assert table.state.pieces["landing-1"].steps == 1
    shot_down(table, "v22-2")
    assert table.state.pieces["landing-1"].place == "attrition-blue"


@pytest.mark.rule("ows 6.5.6", "ows 6.5.12")
def test_a_damaged_deck_sends_fewer_transports() -> None:
    table = tasking().change("lha-1", steps=1)
    said = refused(table, "6.5.12", "lift", unit="landing-1", hex="0204")
    assert "needs 2 transports; 1 can fly with it" in said


@pytest.mark.rule("ows 6.5.11", "ows 6.5.12")
@pytest.mark.parametrize(
    ("place", "jumps", "flies"),
    [
        ("0206", True, True),
        ("0404", False, False),
        ("lha-1", False, True),
        ("regeneration-blue", False, False),
    ],
)
def test_airborne_units_start_at_airfields_and_air_assault_units_from_decks_too(
    place: str, jumps: bool, flies: bool
) -> None:
    table = Table("ows", dice="scripted").phase("air tasking", side="blue")
    table.put("para-1", place).put("landing-1", place)
    assert ("para-1" in paratroops(table.state, "blue")) is jumps
    assert ("landing-1" in assault_units(table.state, "blue")) is flies


@pytest.mark.rule("ows 6.5.11", "ows seq.6.A")
def test_an_assault_is_under_way_while_its_marker_lies_in_a_hex() -> None:
    table = Table("ows", dice="scripted").phase("air combat", side="blue")
    assert not under_way(table.state)
    assert not under_way(table.mark("para-1", AIRBORNE).state)
    assert under_way(table.mark("0904", AIRBORNE, "blue").state)
