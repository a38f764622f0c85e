"""Prep and defensive fires (ground.3.A, ground.3.E, 10.15.2 to 10.15.5)."""

import pytest
from msgspec.structs import replace

from adjudication.engine.refusals import in_words
from adjudication.systems.ows.ground.fires.fire import fires
from adjudication.systems.ows.ground.fires.fire_missions import FIRES, missions_left, tubes, why_silent
from adjudication.systems.ows.ground.fires.zone_of_action import FIRED_ON
from adjudication.systems.ows.kill_chain import summary
from adjudication.systems.ows.strike_warfare.on_call import CALLED
from adjudication.systems.ows.support.reset import reset_fires
from adjudication.systems.ows.table.counters import LOADED
from adjudication.systems.ows.table.status import (
    CLEARED,
    DETECTED,
    DISRUPTED,
    EXPENDED,
    MAIN_EFFORT,
    MISSION_FLOWN,
    RESERVE,
    SUPPRESSED,
)
from domain.errors import IllegalOrder
from domain.events import OrderGiven
from domain.views.view import see_log
from tests.ows import umpiring
from tests.ows.fire import dice_of, shifts_of, steps
from tests.ows.ground.fires import done, field, flying, offered, orders
from tests.table import Table


def left(table: Table, battery: str) -> int:
    return missions_left(table.state, table.state.pieces[battery])


def may_fire(table: Table, hex: str, side: str = "blue") -> list[str]:
    """What a side may fire into a hex."""
    ways = fires(table.state, side).get(hex)
    return list(ways.all) if ways is not None else []


@pytest.mark.rule("ows ground.3.A", "ows 10.15.2b", "ows 10.15.5a", "ows 10.15.5d", "ows 2.2.7.3a")
def test_fires_are_declared_first_and_adjudicated_as_the_impulse_ends() -> None:
    table = field("tank-12", "rifle-1").put("himars-1", "f0403")
    for hex, target in (("f0604", "tank-12"), ("f0603", "rifle-1")):
        with pytest.raises(IllegalOrder, match="f0101"):
            table.order("fire", hex="f0101", missions={"himars-1": target})
        assert "himars-1" in may_fire(table, hex)
    declared = table.order("fire", hex="f0604", missions={"himars-1": "tank-12"})
    assert dice_of(declared) == []
    assert left(table, "himars-1") == 0
    with pytest.raises(IllegalOrder, match="can fire at a detected"):
        table.order("fire", hex="f0603", missions={"himars-1": "rifle-1"})
    events = done(table, 4, 5)
    assert dice_of(events) == [12, 12]
    state = table.state
    assert state.mark("tank-12", SUPPRESSED)
    assert state.mark("himars-1", EXPENDED)
    assert state.mark("blue", FIRES) is None
    assert steps(table, "tank-12") == 3


@pytest.mark.rule("ows 10.15.4", "ows 10.15.7a")
def test_hits_of_one_action_are_added_up_and_read_on_the_table_for_its_terrain() -> None:
    table = field("tank-12").put("pal-1", "f0504").put("pal-2", "f0504").put("tank-12", "f0604")
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12", "pal-2": "tank-12"})
    done(table, 5, 5, 5, 1)
    assert steps(table, "tank-12") == 2  # hills: 3 hits cost armour a step
    table = field("tank-12").put("pal-1", "f0504").put("pal-2", "f0504").put("tank-12", "f0604")
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    table.order("fire", hex="f0604", missions={"pal-2": "tank-12"})
    done(table, 5, 5, 5, 1)
    assert steps(table, "tank-12") == 3  # two actions, each read by itself


@pytest.mark.rule("ows 10.15.4", "ows 10.15.7a")
def test_forest_protects_better_than_open_ground() -> None:
    def struck(hex: str) -> bool:
        table = field("tank-12").put("tank-12", hex).put("himars-1", "f0503")
        table.order("fire", hex=hex, missions={"himars-1": "tank-12"})
        done(table, 5, 1)
        return bool(table.state.mark("tank-12", SUPPRESSED))

    assert struck("f0704")
    assert not struck("f0703")


@pytest.mark.rule("ows 10.15.2a")
def test_fires_belong_to_the_actioning_unit_and_its_battlespace() -> None:
    table = field("tank-12").put("pal-1", "f0504")
    assert "pal-1" in may_fire(table, "f0604")
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b2"]})
    assert may_fire(table, "f0604") == []
    far = field("tank-12").put("pal-1", "f1005").put("tank-12", "f1004").put("hq-b1", "f0104")
    assert "pal-1" in may_fire(far, "f1004")  # nine hexes of 20 km are within three zones
    assert far.state.board.range("f0104", "f1004") == 9


@pytest.mark.rule("ows 10.15.2a")
def test_beyond_the_command_radius_of_its_headquarters_a_battery_does_not_fire() -> None:
    near = field("abct-1", side="red").put("msta-1", "f0504")
    assert "msta-1" in may_fire(near, "f0404", "red")
    near.put("hq-r1", "f1008").put("msta-1", "f0101").put("abct-1", "f0102")
    beyond = near.state.board.range("f1008", "f0102")
    assert beyond is not None
    assert beyond > 10  # two zones of 100 km
    assert may_fire(near, "f0102", "red") == []
    assert "msta-1" in may_fire(near.put("hq-r1", "attrition-red"), "f0102", "red")


@pytest.mark.rule("ows 10.15.2a", "ows ground.3.A")
def test_undetected_units_are_no_targets_and_the_enemy_does_not_read_who_fires() -> None:
    table = field("tank-12").put("pal-1", "f0504").put("recon-r", "f0604")
    (choice,) = (part for part in orders(table, "fire") if part.fixed == {"hex": "f0604"})
    assert "recon-r" not in str(choice.choices.data())
    assert may_fire(table, "f0705") == []
    with pytest.raises(IllegalOrder, match="detected"):
        table.order("fire", hex="f0604", missions={"pal-1": "recon-r"})
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    told = str(list(see_log(table.session.game.log, "red"))[-3:])
    assert "f0604" in told
    assert "pal-1" not in told
    assert "tubes" not in told


@pytest.mark.rule("ows 10.15.3")
def test_two_battalions_or_one_artillery_group_fire_together() -> None:
    table = field("tank-12").put("pal-1", "f0504").put("pal-2", "f0504").put("himars-1", "f0503")
    three = {"pal-1": "tank-12", "pal-2": "tank-12", "himars-1": "tank-12"}
    with pytest.raises(IllegalOrder, match="up to 2 artillery or rocket battalions"):
        table.order("fire", hex="f0604", missions=three)
    wide = field("tank-12", fires_span=3).put("pal-1", "f0504").put("pal-2", "f0504")
    wide.put("himars-1", "f0503").order("fire", hex="f0604", missions=three)
    table = field("abct-1", side="red").put("bag-1", "f0504").put("msta-1", "f0504").put("abct-1", "f0404")
    with pytest.raises(IllegalOrder, match="fires by itself"):
        table.order("fire", hex="f0404", missions={"bag-1": "abct-1", "msta-1": "abct-1"})
    table.order("fire", hex="f0404", missions={"bag-1": "abct-1"})
    assert dice_of(done(table, 1, 1, 1, 1)) == [8, 8, 8, 8]


def massed(**marks: object) -> Table:
    table = field("tank-12", bombardment=True).put("pal-1", "f0504").put("pal-2", "f0504")
    table.put("himars-1", "f0503").put("abn-1", "f0101")
    for unit, value in marks.items():
        table.mark(unit.replace("_", "-"), MAIN_EFFORT, value)
    return table


@pytest.mark.rule("ows 10.15.3.1")
def test_a_bombardment_spends_the_main_effort_to_mass_four_units() -> None:
    three = {"pal-1": "tank-12", "pal-2": "tank-12", "himars-1": "tank-12"}
    with pytest.raises(IllegalOrder, match="No bombardment"):
        massed().order("fire", hex="f0604", missions=three, bombardment=True)
    with pytest.raises(IllegalOrder, match="No bombardment"):  # meant in planning, not placed
        massed(pal_1=True).order("fire", hex="f0604", missions=three, bombardment=True)
    table = massed(pal_1="b1")
    assert offered(table, "fire", "f0604", bombardment=True)
    table.order("fire", hex="f0604", missions=three, bombardment=True)
    assert table.state.mark("pal-1", MAIN_EFFORT) is None
    assert len(dice_of(done(table, 5, 5, 5, 5, 5, 5))) == 6
    assert steps(table, "tank-12") == 1
    lost = massed(pal_1="b1").put("hq-b1", "attrition-blue")
    assert not offered(lost, "fire", "f0604", bombardment=True)
    plain = field("tank-12").put("pal-1", "f0504").mark("pal-1", MAIN_EFFORT, "b1")
    assert not offered(plain, "fire", "f0604", bombardment=True)


@pytest.mark.rule("ows 10.15.5a", "ows 10.15.5b", "ows 10.15.5c", "ows 2.2.7.3b")
def test_missions_are_fired_at_once_or_split_and_each_once_a_turn() -> None:
    table = field("tank-12").put("pal-1", "f0504")
    with pytest.raises(IllegalOrder, match="cannot fire"):
        table.order("fire", hex="f0604", missions={"pal-1/tubes/1": "tank-12"})
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    done(table, 1, 1)
    assert table.state.mark_named("pal-1", "spent") == {"tubes": 2}
    table = field("tank-12", split_missions=True).put("pal-1", "f0504")
    table.order("fire", hex="f0604", missions={"pal-1/tubes/1": "tank-12"})
    assert left(table, "pal-1") == 1
    done(table, 1)
    assert table.state.mark_named("pal-1", "spent") == {"tubes": 1}
    assert not table.state.mark("pal-1", EXPENDED)
    table.phase("prep fires", side="blue")
    table.order("fire", hex="f0604", missions={"pal-1/tubes/1": "tank-12"})
    done(table, 1)
    assert table.state.mark("pal-1", EXPENDED)
    table.phase("prep fires", side="blue")
    assert "pal-1" not in str(may_fire(table, "f0604"))
    assert EXPENDED in CLEARED
    umpiring.run(table, reset_fires)
    table.mark("pal-1", EXPENDED, None)
    assert left(table, "pal-1") == 2


@pytest.mark.rule("ows 10.15.5d", "ows 2.2.7.3b")
def test_missions_at_a_unit_that_is_gone_are_fired_in_vain() -> None:
    table = field("recon-r").put("recon-r", "f0704").put("himars-1", "f0503").put("pal-1", "f0604")
    table.order("fire", hex="f0704", missions={"himars-1": "recon-r"})
    table.order("fire", hex="f0704", missions={"pal-1": "recon-r"})
    done(table, 12, 12)
    assert table.state.pieces["recon-r"].place == "attrition-red"
    assert table.state.mark_named("pal-1", "spent") == {"tubes": 2}
    assert table.state.mark("pal-1", EXPENDED)


@pytest.mark.rule("ows ground.3.E", "ows 10.15.2a")
def test_defensive_fires_strike_fires_and_maneuver_units_alone() -> None:
    table = field("abct-1", "hq-b1", "pal-1", "eng-b", phase="defensive fires")
    for piece in ("hq-b1", "pal-1", "eng-b"):
        table.put(piece, "f0404")
    table.put("msta-1", "f0504")
    assert may_fire(table, "f0404", "red") == ["msta-1"]
    (choice,) = (part for part in orders(table, "fire") if part.fixed == {"hex": "f0404"})
    assert "eng-b" not in str(choice.choices.data())
    with pytest.raises(IllegalOrder, match="no detected target 1st Division HQ"):
        table.order("fire", hex="f0404", missions={"msta-1": "hq-b1"})
    table.order("fire", hex="f0404", missions={"msta-1": "abct-1"})
    events = done(table, 6, 1, 1)
    assert dice_of(events) == [8, 8, 8]
    assert table.state.mark("abct-1", SUPPRESSED)  # at once: before combat is resolved
    prep = field("hq-r1").put("hq-r1", "f0604").put("pal-1", "f0504")
    assert "pal-1" in may_fire(prep, "f0604")


@pytest.mark.rule("ows ground.3.E")
def test_only_the_zone_of_action_fires_defensively() -> None:
    table = field(phase="defensive fires").put("grad-1", "f0703").put("mar-1", "f0503")
    assert may_fire(table, "f0503", "red") == []  # nobody was detected
    table.mark("mar-1", DETECTED).known("mar-1")
    assert "grad-1" in may_fire(table, "f0503", "red")
    far = field("mar-1", phase="defensive fires").put("grad-1", "f0703").put("mar-1", "f0503")
    assert "grad-1" in may_fire(far.mark("game", "fired on", ["f1008"]), "f0503", "red")


@pytest.mark.rule("ows 10.15.7d")
def test_suppressed_artillery_fires_with_a_demotion() -> None:
    table = field("tank-12").put("pal-1", "f0504").mark("pal-1", SUPPRESSED)
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    events = done(table, 5, 5)
    assert dice_of(events) == [8, 8]
    assert [(label, amount) for label, amount, _ in shifts_of(events)] == [("suppressed", -1)]


@pytest.mark.rule("ows 10.4.1b")
def test_reserve_artillery_and_disrupted_artillery_does_not_fire() -> None:
    for mark in (RESERVE, DISRUPTED, EXPENDED):
        table = field("tank-12").put("pal-1", "f0504").mark("pal-1", mark)
        assert "pal-1" not in may_fire(table, "f0604"), mark


@pytest.mark.rule("ows ground.3.A", "ows 9.9.6.1b")
def test_a_tactical_headquarters_directs_air_strikes_as_local_actions() -> None:
    table = flying(field("tank-12"), "av8b-1", "strike", "f0604")
    assert may_fire(table, "f0604") == ["himars-1", "av8b-1/bombs/1", "av8b-1/bombs/2"]
    before = table.state.mark_named("blue", "long-range actions")
    table.order("fire", hex="f0604", missions={"av8b-1/bombs/1": "tank-12"})
    assert dice_of(done(table, 6)) == [8]
    assert table.state.mark("tank-12", SUPPRESSED)
    assert table.state.mark_named("blue", "long-range actions") == before
    for hq in ("hq-b1", "hq-b2"):
        table = flying(field("tank-12"), "av8b-1", "strike", "f0604").put(hq, "attrition-blue")
        assert "av8b-1/bombs/1" in may_fire(table, "f0604")
        table.mark("hq-b1" if hq == "hq-b2" else "hq-b2", DISRUPTED)
        assert may_fire(table, "f0604") == ["himars-1"]
    mixed = flying(field("tank-12").put("pal-1", "f0504"), "av8b-1", "strike", "f0604")
    with pytest.raises(IllegalOrder, match="action of its own"):
        mixed.order("fire", hex="f0604", missions={"av8b-1/bombs/1": "tank-12", "pal-1": "tank-12"})


@pytest.mark.rule("ows 10.15.4.1")
@pytest.mark.parametrize(("hex", "promoted"), [("f0604", True), ("f0703", False)])
def test_attack_helicopters_and_guided_munitions_are_promoted_where_the_table_says(
    hex: str, promoted: bool
) -> None:
    table = flying(field("tank-12").put("tank-12", hex), "ah1z-1", "cas", hex)
    table.order("fire", hex=hex, missions={"ah1z-1/hellfire/1": "tank-12"})
    assert dice_of(done(table, 1)) == [10 if promoted else 8]
    assert table.state.mark("ah1z-1", EXPENDED)  # it supports no combat this turn
    table = flying(field("tank-12").put("tank-12", hex), "av8b-1", "strike", hex)
    table.mark("av8b-1", LOADED, {"counter": "gbu31-1", "salvos": 2, "room": 0})
    table.order("fire", hex=hex, missions={"av8b-1/gbu31/1": "tank-12"})
    assert dice_of(done(table, 1)) == [10 if promoted else 8]
    table = flying(field("tank-12").put("tank-12", hex), "av8b-1", "strike", hex)
    table.order("fire", hex=hex, missions={"av8b-1/bombs/1": "tank-12"})
    assert dice_of(done(table, 1)) == [8]  # organic bombs are not guided
    table = field("tank-12").put("tank-12", hex).put("pal-1", "f0704")
    table.order("fire", hex=hex, missions={"pal-1": "tank-12"})
    assert dice_of(done(table, 1, 1)) == [10, 10]  # nor is artillery


@pytest.mark.rule("ows 10.15.4")
def test_what_fires_came_to_is_told_in_a_line() -> None:
    table = field("tank-12", "msta-1").put("pal-1", "f0504").put("pal-2", "f0504").put("msta-1", "f0604")
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12", "pal-2": "msta-1"})
    table.order("fire", hex="f0604", missions={"himars-1": "tank-12"})
    events = done(table, 5, 5, 8, 1, 12, 6)
    given = next(event for event in table.session.game.log if getattr(event, "order", "") == "proceed")
    assert isinstance(given, OrderGiven)
    parts = summary(given, events, table.state, ())
    assert [part.things for part in parts] == [
        ("tank-12", "2 hits, suppressed"),
        ("msta-1", "2 hits, suppressed, destroyed"),
        ("tank-12", "3 hits, 2 steps left"),
    ]


@pytest.mark.rule("ows ground.3.A", "ows 9.9.6.1a", "ows 9.9.6.1b")
def test_prep_fires_call_in_a_package_that_waits_and_it_flies_there_as_they_are_adjudicated() -> None:
    table = field("tank-12")
    flown = {"type": "strike", "package": "blue-1", "tanker": ""}
    for mission in ("av8b-1", "av8b-2"):
        table.put(mission, "f0404").mark(mission, MISSION_FLOWN, flown)
    salvos = ["av8b-1/bombs/1", "av8b-1/bombs/2", "av8b-2/bombs/1", "av8b-2/bombs/2"]
    assert may_fire(table, "f0604") == ["himars-1", *salvos]
    table.order("fire", hex="f0604", missions=dict.fromkeys(salvos[1:3], "tank-12"))
    assert {table.state.pieces[mission].place for mission in ("av8b-1", "av8b-2")} == {"f0404"}
    events = done(table, 6, 6)
    assert dice_of(events) == [8, 8]
    assert {table.state.pieces[mission].place for mission in ("av8b-1", "av8b-2")} == {"f0604"}
    assert table.state.mark("tank-12", SUPPRESSED)
    again = field("tank-12").put("av8b-1", "f0404").mark("av8b-1", MISSION_FLOWN, flown)
    assert may_fire(again.mark("av8b-1", CALLED), "f0604") == ["himars-1"]


@pytest.mark.rule("ows ground.3.E")
def test_a_battery_outside_the_zone_of_action_is_refused_by_that_rule() -> None:
    table = field("mar-1", phase="defensive fires").put("grad-1", "f0703").put("mar-1", "f0503")
    table.put("msta-1", "f1008")
    with pytest.raises(IllegalOrder, match=r"not in the zone of action.*ows ground\.3\.E"):
        table.order("fire", hex="f0503", missions={"msta-1": "mar-1"})


@pytest.mark.rule("ows ground.3.E", "ows ground.4")
def test_what_was_fired_on_is_the_zone_of_action_until_the_action_is_over() -> None:
    table = field("tank-12").put("pal-1", "f0504")
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    done(table, 1, 1)
    assert table.state.mark("game", FIRED_ON) == ["f0604"]
    while table.state.phase != "exploitation":
        table.order("proceed")
    assert table.state.mark("game", FIRED_ON) == ["f0604"]
    table.order("proceed")
    assert table.state.mark("game", FIRED_ON) is None


@pytest.mark.rule("ows 10.15.5a", "ows 2.2.2a")
def test_fire_missions_are_tubes_and_rockets_against_targets_on_land() -> None:
    table = field("tank-12")
    piece = table.state.pieces["pal-1"]
    (tube,) = piece.kind.data["weapons"]
    others = [
        {**tube, "id": "atacms", "flight": "ballistic"},
        {**tube, "id": "coastal", "at": ["sea"]},
        {**tube, "id": "rockets", "flight": "rocket"},
    ]
    piece.kind = replace(piece.kind, data={**piece.kind.data, "weapons": [tube, *others]})
    assert [weapon.id for weapon in tubes(table.state, piece)] == [tube["id"], "rockets"]


@pytest.mark.rule("ows 10.15.2a", "ows 10.4.1b", "ows 10.15.5c", "ows 2.2.7.3")
@pytest.mark.parametrize(
    ("mark", "hex", "why"),
    [
        ("", "f0404", ""),
        (RESERVE, "f0404", "is in Reserve and does not fire"),
        (EXPENDED, "f0404", "has no fire mission left"),
        ("", "f0101", "f0101 is not in range"),
        ("", "f0102", "f0102 is not in the battlespace of the headquarters"),
    ],
)
def test_why_a_battery_does_not_fire_into_a_hex(mark: str, hex: str, why: str) -> None:
    table = field("abct-1", side="red").put("msta-1", "f0504")
    if mark:
        table.mark("msta-1", mark)
    if "battlespace" in why:
        table.put("hq-r1", "f1008").put("msta-1", "f0202")
    assert why in in_words(why_silent(table.state, "msta-1", hex, False), table.state, "")
    assert bool(why_silent(table.state, "msta-1", hex, False)) is bool(why)


@pytest.mark.rule("ows ground.3.E", "ows 10.4.1b")
@pytest.mark.parametrize(
    ("hex", "reserve", "fires"), [("f0703", False, True), ("f0703", True, False), ("f1008", False, False)]
)
def test_who_fires_defensively_is_in_the_zone_of_action_and_not_in_reserve(
    hex: str, reserve: bool, fires: bool
) -> None:
    table = field("mar-1", phase="defensive fires").put("grad-1", hex).put("mar-1", "f0503")
    if reserve:
        table.mark("grad-1", RESERVE)
    assert ("grad-1" in may_fire(table, "f0503", "red")) is fires
