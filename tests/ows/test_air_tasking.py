"""The air tasking order (6.5): missions, fuel and radius, tankers, sorties, designation."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.systems.ows.air.air_tasking import begin, flying, mission_type
from adjudication.systems.ows.air.fuel import reach, support_left
from adjudication.systems.ows.air.sorties import sorties_left
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import DETECTED, EMITTING, HOME, SUPPRESSED, UNREADY
from domain.errors import IllegalOrder
from domain.views.view import see_log
from tests.ows.air import listed, run, seen_at, seen_of, send, tasking
from tests.table import Table


def refused(table: Table, code: str, rule: str, **arguments: Any) -> str:
    """That a task is refused, by that rule; in which words."""
    with pytest.raises(IllegalOrder) as refusal:
        table.order("task", **arguments)
    assert (refusal.value.code, refusal.value.rule) == (code, f"ows {rule}")
    return str(refusal.value)


def apart(table: Table, one: str, other: str) -> int:
    far = table.state.board.range(one, other)
    assert far is not None
    return far


@pytest.mark.rule("ows 6.5", "ows seq.3.B.1")
def test_a_mission_leaves_its_base_and_stands_face_down_in_its_hex() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    state = table.state
    assert state.pieces["f35-1"].place == "0304"
    assert [piece.id for piece in flying(state, "blue", "0304")] == ["f35-1"]
    assert mission_type(state, state.pieces["f35-1"]) == "cap"
    assert seen_at(table, "red", "0304").count("air contact") == 1
    assert seen_of(table, "red", ["f35-1"]) == []
    with pytest.raises(IllegalOrder, match=r"ows seq\.3\.B\.1"):
        table.phase("naval movement").order("task", mission="f18-1", type="cap", hex="0404")


def test_the_enemy_learns_neither_the_order_nor_the_base() -> None:
    table = tasking()
    before = len(see_log(table.session.game.log, "red"))
    send(table, "f35-1", "strike", "0304")
    told = list(see_log(table.session.game.log, "red"))[before:]
    words = " ".join(str(line) for line in told)
    assert [line.event for line in told] == ["presence-known"]
    for secret in ("f35", "strike", "sq-"):
        assert secret not in words


def test_a_strike_looks_to_the_enemy_as_a_patrol_does() -> None:
    told = []
    for order, arguments in (
        ("task", {"mission": "f35-1", "type": "cap", "hex": "0204"}),
        ("task", {"mission": "f35-1", "type": "strike", "hex": "0204"}),
        ("task", {"mission": "f35-1", "type": "interdiction", "hex": "0204"}),
        ("task", {"mission": "kc-1", "type": "tanker", "hex": "0204"}),
        ("package", {"missions": {"f35-1": "strike"}, "hex": "0204"}),
    ):
        table = tasking()
        before = len(see_log(table.session.game.log, "red"))
        table.session.order(Order("blue", order, arguments))
        lines = list(see_log(table.session.game.log, "red"))[before:]
        told.append([(line.event, line.rule) for line in lines])
    assert told[0] == [("presence-known", "ows 6.5")]
    assert all(lines == told[0] for lines in told)


@pytest.mark.rule("ows 2.2.4", "ows 2.2.4b")
def test_a_mission_flies_once_a_turn_and_only_for_its_own_side() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    refused(table, "flown", "2.2.4b", mission="f35-1", type="cap", hex="0303")
    said = refused(table, "mission", "6.5", mission="patriot-1", type="cap", hex="0303")
    assert "1st Patriot battery is no air mission of yours" in said


@pytest.mark.rule("ows 6.5.2")
def test_a_bomber_needs_a_fuel_source_and_no_more() -> None:
    table = tasking()
    base, radius = "0202", 6
    for hex in listed(table, "task", "hex", mission="b1-1", type="strike"):
        sources = ["0202", "0203", "0205", "0206", "0208"]
        assert min(apart(table, source, hex) for source in sources) <= radius
    far = next(hex for hex in ("1008", "1007") if apart(table, base, hex) > radius)
    table.put("farp-b", "0708")
    assert far in reach(table.state, table.state.pieces["b1-1"], "strike")
    table.put("farp-b", "0101")
    table.put("airfield-b3", "0101").put("airfield-b4", "0101")
    refused(table, "reach", "6.5.2", mission="b1-1", type="strike", hex="1008")


@pytest.mark.rule("ows 6.5.2", "ows 6.5.6b")
def test_a_carrier_fuels_its_own_missions_alone() -> None:
    table = tasking().put("cvn-1", "0604").put("lha-1", "0604")
    for field in ("airfield-b", "airfield-b2", "airfield-b3", "airfield-b4", "farp-b"):
        table.change(field, side="red")
    send(table, "f18-1", "cap", "0704")
    send(table, "e2d-1", "aew", "0504")
    assert "0604" not in reach(table.state, table.state.pieces["p8-1"], "asw")
    refused(table, "reach", "6.5.2", mission="v22-1", type="air assault", hex="0202")
    refused(table, "reach", "6.5.2", mission="p8-1", type="asw", hex="0604")


@pytest.mark.rule("ows 6.5.3")
@pytest.mark.parametrize(
    ("type", "radii"), [("strike", 3), ("sead", 3), ("cap", 2), ("sucap", 2), ("cas", 2), ("interdiction", 2)]
)
def test_fighters_fly_two_or_three_radii_with_a_tanker_and_one_without(type: str, radii: int) -> None:
    table = tasking().put("airfield-b2", "0101").put("airfield-b3", "0101").put("farp-b", "0101")
    send(table, "kc46-1", "tanker", "0703")
    state = table.state
    mission, base = state.pieces["f35-1"], "0203"
    alone = reach(state, mission, type)
    helped = reach(state, mission, type, "kc46-1")
    assert max(apart(table, base, hex) for hex in alone) == 3
    furthest = max(apart(table, base, hex) for hex in helped)
    assert furthest == min(3 * radii, 8)
    assert max(apart(table, "0703", hex) for hex in set(helped) - set(alone)) <= 3


@pytest.mark.rule("ows 6.5.3")
def test_beyond_the_maximum_radius_a_tanker_is_no_help() -> None:
    table = tasking()
    send(table, "kc46-1", "tanker", "0903")
    assert apart(table, "0203", "0903") == 7
    said = refused(table, "reach", "6.5.3", mission="f35-1", type="cap", hex="0903", tanker="kc46-1")
    assert "flies CAP up to 6 hexes away (2 times its combat radius of 3)" in said
    refused(table, "reach", "6.5.2", mission="f35-1", type="strike", hex="0903")
    send(table, "f35-1", "strike", "0903", "kc46-1")
    assert mission_type(table.state, table.state.pieces["f35-1"]) == "strike"


@pytest.mark.rule("ows 6.5.3")
def test_a_farp_extends_as_a_tanker_does_and_another_airfield_does_not() -> None:
    table = tasking().put("airfield-b4", "0603")
    assert apart(table, "0203", "0603") == 4
    assert "0603" not in reach(table.state, table.state.pieces["f35-1"], "cap")
    table.put("farp-b", "0603")
    assert "0603" in reach(table.state, table.state.pieces["f35-1"], "cap")


@pytest.mark.rule("ows 6.5.4")
@pytest.mark.parametrize(("tanker", "missions"), [("kc-1", 2), ("mq25-1", 1), ("kc130-1", 1)])
def test_example_of_tanker_capacity(tanker: str, missions: int) -> None:
    """6.5.4: a KC-135 supports two missions at the same time, an MQ-25 and a KC-130J one each."""
    table = tasking().put("cvn-1", "0404")
    send(table, tanker, "tanker", "0504")
    assert support_left(table.state, table.state.pieces[tanker]) == missions
    for mission in ("f18-1", "f18-2")[:missions]:
        send(table, mission, "strike", "0704", tanker)
    assert support_left(table.state, table.state.pieces[tanker]) == 0
    refused(table, "tanker", "6.5.4", mission="f35-1", type="strike", hex="0704", tanker=tanker)


@pytest.mark.rule("ows 6.5.4a")
def test_example_of_tanker_radius() -> None:
    """6.5.4a: a KC-46 at any distance; an MQ-25 no further than its printed radius from its fuel source."""
    table = tasking().put("airfield-b2", "0101").put("airfield-b4", "0101").put("farp-b", "0101")
    state = table.state
    theater = {space.id for space in state.board.data.spaces if space.map == "theater"}
    assert theater <= set(reach(state, state.pieces["kc46-1"], "tanker"))
    for hex in listed(table, "task", "hex", mission="mq25-1", type="tanker"):
        assert min(apart(table, source, hex) for source in ("0404", "0203", "0205", "0101")) <= 3
    refused(table, "reach", "6.5.2", mission="mq25-1", type="tanker", hex="0804")
    send(table, "kc46-1", "tanker", "1008")


@pytest.mark.rule("ows 6.5.6", "ows 2.2.4d")
def test_a_carrier_generates_a_mission_for_each_box_that_is_left() -> None:
    table = tasking().change("cvn-1", steps=1)
    send(table, "f18-1", "cap", "0404")
    said = refused(table, "type", "6.5.6", mission="f18-2", type="cap", hex="0404")
    assert "USS Charlie generates 1 mission with the boxes it has left, and no more" in said
    table = tasking().change("cvn-1", steps=2)
    send(table, "f18-1", "cap", "0404")
    send(table, "f18-2", "cap", "0404")


@pytest.mark.rule("ows 6.5.6a")
def test_support_missions_come_one_for_one_beside_them() -> None:
    table = tasking().change("cvn-1", steps=1)
    send(table, "f18-1", "cap", "0404")
    send(table, "e2d-1", "aew", "0404")
    refused(table, "type", "6.5.6a", mission="mq25-1", type="tanker", hex="0404")
    table = tasking().change("cvn-1", steps=2)
    send(table, "e2d-1", "aew", "0404")
    send(table, "mq25-1", "tanker", "0404")


def test_a_suppressed_carrier_flies_nothing() -> None:
    table = tasking().mark("cvn-1", SUPPRESSED)
    refused(table, "grounded", "9.6.1a", mission="f18-1", type="cap", hex="0404")
    assert not listed(table, "task", "hex", mission="f18-1", type="cap")


@pytest.mark.rule("ows 4.2")
@pytest.mark.parametrize("subject", ["f35-1", "sq-f35"])
def test_a_squadron_that_waits_for_a_decision_card_does_not_fly(subject: str) -> None:
    table = tasking().mark(subject, UNREADY)
    refused(table, "grounded", "4.2", mission="f35-1", type="cap", hex="0304")


@pytest.mark.rule("ows 2.1.7.2b", "ows 2.1.7.2a")
def test_a_damaged_airfield_generates_fewer_missions() -> None:
    table = tasking().change("airfield-b", steps=2)
    send(table, "f35-1", "cap", "0304")
    send(table, "e3-1", "aew", "0203")
    said = refused(table, "grounded", "9.9.7e", mission="kc-1", type="tanker", hex="0304")
    assert "West airfield generates 2 missions" in said
    table = tasking().change("airfield-b", steps=0)
    refused(table, "grounded", "9.9.7f", mission="f35-1", type="cap", hex="0304")


@pytest.mark.rule("ows 6.5.10", "ows 2.2.4e")
def test_missions_fly_what_their_counter_says() -> None:
    table = tasking()
    said = refused(table, "type", "6.5.10", mission="e3-1", type="strike", hex="0304")
    assert "E-3 flies AEW, not strike" in said
    refused(table, "type", "6.5.10", mission="f18-1", type="sead", hex="0304")
    for type in ("cap", "strike", "sucap", "cas", "interdiction"):
        assert listed(table, "task", "hex", mission="f18-1", type=type)


@pytest.mark.rule("ows 6.5.10")
def test_sead_is_for_counters_with_ew_or_anti_radiation_munitions() -> None:
    table = tasking()
    assert listed(table, "task", "hex", mission="f16-1", type="sead")
    assert not listed(table, "task", "hex", mission="f18-1", type="sead")


@pytest.mark.rule("ows 6.5.10.3", "ows 6.5.10.4")
@pytest.mark.parametrize(
    ("type", "hex", "rule", "words"),
    [
        ("cas", "0304", "6.5.10.3", "over a land hex"),
        ("interdiction", "0304", "6.5.10.4", "over a land hex"),
        ("sucap", "0204", "6.5.10.4", "over a sea hex"),
    ],
)
def test_where_cas_interdiction_and_sucap_are_flown(type: str, hex: str, rule: str, words: str) -> None:
    table = tasking()
    assert words in refused(table, "reach", rule, mission="f35-1", type=type, hex=hex)
    assert hex not in listed(table, "task", "hex", mission="f35-1", type=type)


@pytest.mark.rule("ows 6.5.10.4")
def test_interdiction_goes_in_a_kill_box_named_by_any_of_its_hexes() -> None:
    table = tasking("red")
    boxes = [
        hex for hex in listed(table, "task", "hex", mission="j16-1", type="interdiction") if hex[0] == "c"
    ]
    assert boxes == ["c11", "c31"]
    send(table, "j16-1", "interdiction", "c42")
    assert table.state.pieces["j16-1"].place == "c42"
    words = refused(table, "type", "6.5.10", mission="h6-1", type="cap", hex="c42")
    assert "flies strike, not CAP" in words
    table = tasking("red")
    words = refused(table, "reach", "6.5.10.4", mission="j16-1", type="cap", hex="c42")
    assert "name the hex of the operational map" in words


@pytest.mark.rule("ows 6.5.10.1a")
def test_oca_and_dca_markers_may_be_used_in_place_of_cap() -> None:
    table = tasking(counter_air_markers=True)
    refused(table, "type", "6.5.10", mission="f35-1", type="cap", hex="0304")
    send(table, "f35-1", "oca", "0304")
    send(table, "f18-1", "dca", "0304")
    refused(tasking(), "type", "6.5.10", mission="f35-1", type="oca", hex="0304")


@pytest.mark.rule("ows 6.5.7a")
def test_a_stealth_aircraft_flies_on_its_unknown_side_and_aew_face_up() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    send(table, "e3-1", "aew", "0303")
    assert seen_of(table, "red", ["f35-1", "e3-1"]) == ["e3-1"]
    state = table.state
    for mark in (EMITTING, DETECTED):
        assert state.mark("e3-1", mark)
        assert not state.mark("f35-1", mark)


@pytest.mark.rule("ows 6.5.4")
def test_a_tanker_at_its_base_supports_nobody() -> None:
    """The hex lies within the fighter's radius of the tanker's base, too far from its own."""
    table = tasking(turn=1)
    send(table, "kc-1", "tanker", "0303")
    send(table, "f16-1", "cap", "0303", "kc-1")
    table.phase("air tasking", 2, "blue")
    table.order("recall", mission="kc-1")
    assert table.state.mark_named("f16-1", "mission") is None
    assert table.state.pieces["f16-1"].place == "sq-f16"


@pytest.mark.rule("ows 6.5.2")
def test_a_mission_left_in_place_goes_home_when_its_fuel_is_gone() -> None:
    table = tasking(turn=1)
    send(table, "kc46-1", "tanker", "0604")
    send(table, "f18-1", "cap", "0704", "kc46-1")
    send(table, "f18-2", "cap", "0404")
    table.phase("air tasking", 2, "blue")
    table.order("recall", mission="kc46-1")
    state = table.state
    assert state.pieces["kc46-1"].place == "sq-kc46"
    assert state.pieces["f18-1"].place == "cvn-1"
    assert state.pieces["f18-2"].place == "0404"
    assert state.mark_named("f18-1", "mission") is None
    send(table, "f18-1", "cap", "0404")


def test_a_mission_on_an_air_battleboard_stays_there() -> None:
    table = tasking()
    for mission, place in (("f18-1", "air-center"), ("f35-1", "v11"), ("f18-2", "0904")):
        table.put(mission, place).mark(mission, "mission", {"type": "cap", "package": "", "since": 1})
    run(table, begin)
    places = [table.state.pieces[mission].place for mission in ("f18-1", "f35-1", "f18-2")]
    assert places == ["air-center", "v11", "cvn-1"]


def test_a_mission_of_this_turn_is_not_called_home() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    with pytest.raises(IllegalOrder, match=r"ows 11\.4b"):
        table.order("recall", mission="f35-1")


def test_the_enemy_loses_sight_of_a_mission_that_comes_home() -> None:
    table = tasking()
    send(table, "e3-1", "aew", "0303")
    table.phase("air tasking", 2, "blue")
    table.order("recall", mission="e3-1")
    assert seen_at(table, "red", "0303") == []
    assert not table.state.mark("e3-1", EMITTING)


def test_every_listed_task_is_legal_and_the_list_is_grouped_by_mission_and_type() -> None:
    table = tasking()
    send(table, "kc-1", "tanker", "0404")
    kind = load("ows").orders["task"]
    (legality,) = kind.legality
    groups = list(table.session.legal().named("task"))
    assert {group.vary for group in groups} == {"hex"}
    for group in groups:
        for hex in group.values:
            assert legality.refusal(table.state, "blue", {**group.fixed, "hex": hex}) is None
    assert any("tanker" in group.fixed for group in groups)


@pytest.mark.rule("ows 2.2.4b", "ows 6.5.6")
def test_a_mission_without_a_base_is_sent_out_by_nobody() -> None:
    table = tasking()
    mission = table.state.pieces["f18-1"]
    assert sorties_left(table.state, mission, "cap") > 0
    table.mark("f18-1", "home", None)
    assert sorties_left(table.state, mission, "cap") == 0


@pytest.mark.rule("ows 6.5", "ows 6.5.7")
@pytest.mark.parametrize(("unseen", "seen_by"), [(False, None), (True, ("blue",))])
def test_the_enemy_sees_that_aircraft_fly_but_for_those_whose_counter_is_not_on_the_map(
    unseen: bool, seen_by: tuple[str, ...] | None
) -> None:
    table = tasking()
    piece = table.state.pieces["f35-1"]
    piece.kind = replace(piece.kind, data={**piece.kind.data, "unseen": unseen})
    send(table, "f35-1", "cap", "0304")
    assert table.state.who_sees("f35-1") == seen_by
    assert table.state.who_knows("f35-1") == ("blue",)


# --- where a mission can fly, worked out from the rules hex by hex ------------------------------------------


def by_the_rules(table: Table, mission: str, type: str, tanker: str = "") -> set[str]:
    """The hexes within the combat radius of a fuel source: an airbase in action, a FARP, the tanker, the own
    carrier (6.5.2, 6.5.6b). A fighter flies to three radii from its base to strike and to two for all else,
    beyond the first with a tanker or FARP alone (6.5.3)."""
    state = table.state
    piece, board = state.pieces[mission], state.board
    counter, side = sheet(piece), piece.side
    ground = [each for each in state.of_group("facility") if each.side == side and each.steps]
    bases = {each.place for each in ground if sheet(each).type == "airfield"}
    farps = {each.place for each in ground if sheet(each).type == "farp"}
    home = state.pieces[state.marked(HOME)[mission] or piece.place]
    if home.kind.group == "ship":
        bases.add(home.place)
    helpers = farps | ({state.pieces[tanker].place} if tanker else set())
    theatre = [space.id for space in board.data.spaces if space.map == "theater"]

    def near(hex: str, sources: set[str], hexes: int) -> bool:
        return any((board.range(source, hex) or 0) <= hexes for source in sources)

    radius = counter.radius
    if radius < 0:
        return set(theatre)
    if counter.type not in ("fighter", "sead"):
        return {hex for hex in theatre if near(hex, bases | helpers, radius)}
    most = radius * (3 if type in ("strike", "sead") else 2)
    return {
        hex
        for hex in theatre
        if near(hex, {home.place}, most)
        and (near(hex, helpers, radius) or (near(hex, bases, radius) and near(hex, {home.place}, radius)))
    }


@pytest.mark.rule("ows 6.5.2", "ows 6.5.3", "ows 6.5.4", "ows 6.5.6b", "ows 9.9.7f")
@pytest.mark.parametrize(
    ("mission", "type"),
    [
        *(("f35-1", "strike"), ("f35-1", "cap"), ("f18-1", "strike"), ("f18-1", "cap"), ("f35b-1", "cas")),
        *(("b1-1", "strike"), ("e3-1", "aew"), ("p8-1", "asw"), ("c17-1", "transport")),
    ],
)
@pytest.mark.parametrize(
    ("tanker", "lost"), [("", ""), ("0503", ""), ("0305", "airfield-b2"), ("", "airfield-b")]
)
def test_where_a_mission_can_fly_is_what_the_rules_say_hex_by_hex(
    mission: str, type: str, tanker: str, lost: str
) -> None:
    table = tasking().put("cvn-1", "0404")
    if tanker:
        table.put("kc-1", tanker).mark("kc-1", "mission", {"type": "tanker", "package": "", "tanker": ""})
    if lost:
        table.change(lost, steps=0)
    helper = "kc-1" if tanker else ""
    found = set(reach(table.state, table.state.pieces[mission], type, helper))
    theatre = {space.id for space in table.state.board.data.spaces if space.map == "theater"}
    assert found & theatre == by_the_rules(table, mission, type, helper)
