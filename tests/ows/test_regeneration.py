"""Regeneration and logistics (11): timers, markers, repair, regeneration, aviation, reset, the next turn."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.table.status import (
    ATTACKED,
    CAVITATING,
    DETECTED,
    KEPT,
    MISSION_FLOWN,
    SUPPRESSED,
)
from domain.errors import IllegalOrder
from domain.events import Event, PhaseEntered, PieceChanged, PieceData, PiecePlaced, TableAdded, TableData
from tests.ows.undersea import detect, offered, rolled
from tests.table import Table


def turn(**options: Any) -> Table:
    """The last local strike is over; nobody is done."""
    return Table("ows", dice="scripted", options=options or None).phase("local strikes", side="blue")


def chart(table: Table, name: str, keys: tuple[str, ...], *rows: dict[str, Any]) -> Table:
    """Add a chart, or play by other rows of it."""
    if name in table.state.tables:
        return table.adopt(name, rows)
    data = TableData(title=name, keys=keys, rows=rows)
    table.session.record(lambda n, t: TableAdded(number=n, time=t, table=name, data=data))
    return table


def chances(table: Table, *changed: dict[str, Any]) -> Table:
    """Play by other chances of regeneration: rows that replace those of the same country and type, or come
    before them."""
    old = {(row["country"], row["type"]): row for row in table.state.tables["regeneration"].data.rows}
    new = {(row["country"], row["type"]): {"damaged": row["chance"], **row} for row in changed}
    return table.adopt(
        "regeneration",
        [dict(row) for row in {**new, **{key: row for key, row in old.items() if key not in new}}.values()],
    )


def begin(table: Table, *dice: int, answers: tuple[Any, ...] = ()) -> list[Event]:
    """Both pass their local strikes: the Regeneration Phase begins."""
    table.order("proceed", side="blue")
    events = table.order("proceed", side="red", dice=dice, answers=answers)
    assert table.state.phase == "regeneration"
    return events


def finish(table: Table, *dice: int, answers: tuple[Any, ...] = ()) -> list[Event]:
    """Both are done: the turn ends. The last die is that of the weather."""
    table.order("proceed", side="blue")
    return table.order("proceed", side="red", dice=[*dice, 1], answers=answers)


def place(table: Table, piece: str) -> str:
    return table.state.pieces[piece].place


# --- timers and markers -----------------------------------------------------------------------------------


@pytest.mark.rule("ows 11.5", "ows seq.7.E", "ows 2.3.1b")
def test_countdowns_go_down_by_one_and_come_off_at_zero() -> None:
    table = turn().mark("ddg-1", "readiness", 2).mark("ddg-2", "readiness", 1)
    table.mark("marines-1", "rsoi", 1).mark("patriot-1", "rsoi", 2)
    begin(table)
    marks = [table.state.mark_named(id, "readiness") for id in ("ddg-1", "ddg-2")]
    assert marks == [1, None]
    assert [table.state.mark_named(id, "rsoi") for id in ("marines-1", "patriot-1")] == [None, 2]


@pytest.mark.rule("ows 11.6", "ows seq.7.F", "ows 2.3.2")
def test_status_markers_come_off() -> None:
    table = turn()
    for unit, mark in (("ddg-1", "suppressed"), ("ssn-1", "cavitating"), ("ssk-1", "attacked")):
        table.mark(unit, mark)
    table.mark("ssn-1", "silent running").mark("ddg-1", "asw")
    begin(table)
    for cleared in (SUPPRESSED, CAVITATING, ATTACKED):
        assert table.state.marked(cleared) == {}
    assert table.state.mark_named("ssn-1", "silent running")  # it has its own rules
    assert table.state.mark_named("ddg-1", "asw")


@pytest.mark.rule("ows 11.6", "ows 2.3.3")
def test_detections_lapse() -> None:
    table = detect(detect(turn(), "ddg-1"), "ssn-1")
    begin(table)
    assert table.state.marked(DETECTED) == {}
    assert table.state.who_knows("ddg-1") == ("blue",)
    assert table.state.who_sees("ddg-1") is None
    assert table.state.who_sees("ssn-1") == ("blue",)  # its counter leaves the map


@pytest.mark.rule("ows 11.6", "ows 6.4.3a")
def test_what_goes_on_radiating_stays_detected() -> None:
    table = detect(turn(), "ddg-1").mark("ddg-1", "emitting")
    begin(table)
    assert table.state.mark_named("ddg-1", "tacsit 1")


# --- repair -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 11.6.1a", "ows seq.7.G")
@pytest.mark.parametrize(("die", "steps"), [(1, 3), (2, 2)])
def test_a_one_repairs_a_step(die: int, steps: int) -> None:
    table = turn().change("port-b", steps=2)
    assert rolled(begin(table, die)) == [(6, die)]
    assert table.state.pieces["port-b"].steps == steps


@pytest.mark.rule("ows 11.6.1b")
@pytest.mark.parametrize(("die", "steps"), [(3, 1), (4, 0)])
def test_engineers_repair_up_to_three(die: int, steps: int) -> None:
    table = turn().change("port-b", steps=0).put("engineers-1", "0204")
    begin(table, die)
    assert table.state.pieces["port-b"].steps == steps


@pytest.mark.rule("ows 11.6.1a")
def test_each_damaged_facility_has_one_roll() -> None:
    table = turn().change("port-b", steps=1).change("airfield-b", steps=1)
    assert len(rolled(begin(table, 1, 6))) == 2
    assert (table.state.pieces["port-b"].steps, table.state.pieces["airfield-b"].steps) == (1, 2)


# --- regeneration -----------------------------------------------------------------------------------------


def lost(table: Table, *missions: str) -> Table:
    for mission in missions:
        side = table.state.pieces[mission].side
        table.change(mission, steps=0).put(mission, f"regeneration-{side}")
    return table


@pytest.mark.rule("ows 11.7", "ows seq.7.H", "ows 2.1.6")
@pytest.mark.parametrize(
    ("mission", "die", "back"),
    [("f35-1", 5, False), ("f35-1", 6, True), ("j16-1", 6, False), ("j16-1", 7, True)],
)
def test_a_us_mission_returns_on_six_and_a_prc_mission_on_seven(mission: str, die: int, back: bool) -> None:
    table = lost(turn(), mission)
    side = table.state.pieces[mission].side
    assert rolled(begin(table, die)) == [(10, die)]
    base = table.state.mark_named(mission, "home")
    assert place(table, mission) == (base if back else f"regeneration-{side}")
    assert table.state.pieces[mission].steps == int(back)


@pytest.mark.rule("ows 11.7")
def test_the_chances_are_a_chart_by_country_and_type() -> None:
    table = lost(turn(), "f35-1", "e3-1")
    none, most = {"country": "us", "type": "aew", "chance": 0}, {"country": "us", "type": "any", "chance": 90}
    chances(table, none, most)
    assert rolled(begin(table, 2)) == [(10, 2)]  # no die where there is no chance
    assert (place(table, "f35-1"), place(table, "e3-1")) == ("sq-f35", "regeneration-blue")


def from_australia(table: Table, *missions: str) -> Table:
    """Air missions of a country that the chart of chances does not have."""
    ids = [table.state.pieces[mission].kind_id for mission in missions]
    kinds = {id: table.state.kinds[id] for id in ids}
    abroad = {id: replace(kind, data={**kind.data, "country": "au"}) for id, kind in kinds.items()}
    table.session.adopt_counters(abroad, {}, "allies take part")
    return table


@pytest.mark.rule("ows 11.7")
@pytest.mark.parametrize(("chance", "dice", "back"), [(30, [8], True), (30, [7], False), (0, [], False)])
def test_the_white_cell_says_the_chance_of_a_country_that_has_none(
    chance: int, dice: list[int], back: bool
) -> None:
    table = from_australia(lost(turn(), "f35-1"), "f35-1")
    assert rolled(begin(table, *dice, answers=(chance,))) == [(10, die) for die in dice]
    (asked,) = table.people.asked
    assert (asked.side, asked.rule) == ("white", "ows 11.7")
    assert place(table, "f35-1") == ("sq-f35" if back else "regeneration-blue")


@pytest.mark.rule("ows 11.7")
def test_the_chance_of_a_country_is_asked_once_for_all_its_missions() -> None:
    table = from_australia(lost(turn(), "f35-1", "e3-1", "j16-1"), "f35-1", "e3-1")
    assert rolled(begin(table, 3, 2, 6, answers=(80,))) == [(10, 3), (10, 2), (10, 6)]
    assert (place(table, "f35-1"), place(table, "e3-1")) == ("sq-f35", "regeneration-blue")


@pytest.mark.rule("ows 9.6.1b", "ows 11.7")
def test_the_wing_of_a_damaged_carrier_is_rolled_for() -> None:
    table = (
        turn().change("cvn-1", steps=3).put("f18-1", "regeneration-blue").put("f18-2", "regeneration-blue")
    )
    chances(table, {"country": "us", "type": "any", "chance": 90, "damaged": 20})
    begin(table, 9, 8)
    assert (place(table, "f18-1"), place(table, "f18-2")) == ("cvn-1", "regeneration-blue")


@pytest.mark.rule("ows 6.6.1.2")
def test_special_operations_teams_return_by_1d4_and_the_turn_track() -> None:
    table = lost(turn(), "oda-1")
    assert rolled(begin(table, 3, 2)) == [(4, 3), (4, 2)]
    assert place(table, "oda-1") == "turn-track"
    assert table.state.mark_named("oda-1", "returns") == 3  # usable two turns from now
    assert table.state.who_sees("oda-1") == ("blue",)
    assert table.state.pieces["oda-1"].steps == 1


@pytest.mark.rule("ows 6.6.1.2")
def test_the_owner_says_which_teams_return() -> None:
    table = turn()
    second = PieceData(id="oda-2", kind="oda", at="0204", steps=1, known_to=("blue",), seen_by=("blue",))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=second))
    lost(table, "oda-1", "oda-2")
    begin(table, 1, 1, answers=(["oda-2"],))
    assert (place(table, "oda-1"), place(table, "oda-2")) == ("regeneration-blue", "turn-track")
    assert table.people.asked[0].side == "blue"


@pytest.mark.rule("ows 6.6.1.2a")
def test_the_dice_are_the_scenarios() -> None:
    table = lost(turn(sof_number_die=6, sof_turns_die=8), "oda-1")
    assert rolled(begin(table, 5, 7)) == [(6, 5), (8, 7)]
    assert table.state.mark_named("oda-1", "returns") == 8


@pytest.mark.rule("ows 6.6.1.2", "ows 11.7")
def test_a_chance_of_the_scenario_replaces_the_method_for_teams() -> None:
    table = lost(turn(), "oda-1")
    chances(table, {"country": "us", "type": "sof", "chance": 50})
    assert rolled(begin(table, 6)) == [(10, 6)]
    assert table.state.mark_named("oda-1", "returns") == 2


# --- aviation ---------------------------------------------------------------------------------------------


def flown(table: Table, mission: str, type: str, hex: str = "0404", tanker: str = "") -> Table:
    mark = {"type": type, "package": "", "tanker": tanker, "since": 1}
    return table.put(mission, hex).mark(mission, "mission", mark)


@pytest.mark.rule("ows 11.4a", "ows seq.7.D")
def test_aviation_returns_to_its_bases() -> None:
    table = flown(flown(turn(), "f35-1", "cap"), "f18-1", "strike")
    begin(table)
    finish(table)
    assert (place(table, "f35-1"), place(table, "f18-1")) == ("sq-f35", "cvn-1")
    assert table.state.marked(MISSION_FLOWN) == {}


@pytest.mark.rule("ows 11.4b")
def test_missions_stay_with_their_tankers() -> None:
    table = flown(flown(turn(), "f35-1", "cap", tanker="kc-1"), "kc-1", "tanker")
    flown(table, "f18-1", "cap")
    begin(table)
    table.order("keep", side="blue", mission="f35-1")
    finish(table)
    assert [place(table, id) for id in ("f35-1", "kc-1", "f18-1")] == ["0404", "0404", "cvn-1"]
    assert table.state.marked(KEPT) == {}  # next turn it is to be said again


@pytest.mark.rule("ows 11.4b")
def test_a_tanker_without_a_mission_to_support_returns() -> None:
    table = flown(flown(turn(), "f35-1", "cap"), "kc-1", "tanker")
    begin(table)
    table.order("keep", side="blue")
    finish(table)
    assert (place(table, "f35-1"), place(table, "kc-1")) == ("0404", "sq-kc")


@pytest.mark.rule("ows 11.4b")
@pytest.mark.parametrize("type", ["strike", "aew", "asw", "sead"])
def test_other_missions_may_not_stay(type: str) -> None:
    table = flown(turn(), "f35-1", type)
    begin(table)
    assert offered(table, "keep", "blue") == []
    with pytest.raises(IllegalOrder, match=r"only CAP, DCA, OCA, CAS, SUCAP and interdiction missions can"):
        table.order("keep", side="blue", mission="f35-1")


@pytest.mark.rule("ows 11.4b")
def test_to_keep_all_is_one_order() -> None:
    table = flown(flown(turn(), "f35-1", "cap"), "f18-1", "sucap")
    begin(table)
    assert [order.arguments for order in offered(table, "keep", "blue")] == [
        {},
        {"mission": "f35-1"},
        {"mission": "f18-1"},
    ]
    table.order("keep", side="blue")
    assert offered(table, "keep", "blue") == []


# --- reset ------------------------------------------------------------------------------------------------


def fired(table: Table) -> Table:
    """A battery with the curved arrow, a destroyer without, and a missile brigade."""
    table.mark("patriot-1", "spent", {"pac": 1, "pac2": 1})
    table.mark("df21-1", "spent", {"df21": 2})
    return table.mark("ddg-1", "spent", {"sm2": 2, "tomahawk": 1})


@pytest.mark.rule("ows 11.8b", "ows seq.7.I", "ows 2.2.2.4")
def test_what_has_the_curved_arrow_is_reset_and_the_rest_stays_spent() -> None:
    table = fired(turn())
    begin(table)
    finish(table)
    assert table.state.mark_named("patriot-1", "spent") is None
    assert table.state.mark_named("ddg-1", "spent") == {"sm2": 2, "tomahawk": 1}
    assert table.state.mark_named("df21-1", "spent") == {"df21": 2}


@pytest.mark.rule("ows 11.8a")
@pytest.mark.parametrize(
    ("way", "dice", "left"),
    [("all", (), None), ("none", (), {"pac": 1}), ("roll", (5,), {"pac": 1}), ("roll", (6,), None)],
)
def test_the_scenario_says_whether_fires_and_air_defence_are_reset(
    way: str, dice: tuple[int, ...], left: dict[str, int] | None
) -> None:
    table = turn(fires_reset=way).mark("patriot-1", "spent", {"pac": 1})
    begin(table)
    finish(table, *dice)
    assert table.state.mark_named("patriot-1", "spent") == left


# --- the next turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 11.10", "ows seq.7.J")
def test_the_turn_marker_moves_on() -> None:
    table = turn()
    begin(table)
    events = finish(table)
    assert table.state.turn == 2
    entered = [event.phase for event in events if isinstance(event, PhaseEntered)]
    assert entered[0] == "assessment"


@pytest.mark.rule("ows seq.7.J", "ows 11.10")
def test_reinforcements_arrive_in_their_turn() -> None:
    table = turn().put("marines-1", "reinforcements-blue").put("css-1", "reinforcements-blue")
    rows = [{"piece": "marines-1", "turn": 2, "at": "0204"}, {"piece": "css-1", "turn": 3, "at": "0204"}]
    chart(table, "reinforcements", ("piece",), *rows)
    begin(table)
    finish(table)
    assert (place(table, "marines-1"), place(table, "css-1")) == ("0204", "reinforcements-blue")


@pytest.mark.rule("ows seq.7.J", "ows 2.3.5")
def test_the_weather_is_rolled_as_the_turn_ends() -> None:
    table = turn()
    begin(table)
    table.order("proceed", side="blue")
    table.order("proceed", side="red", dice=[5])
    assert table.state.mark_named("game", "weather") == {"everywhere": "rough"}


@pytest.mark.rule("ows 3.9", "ows seq")
def test_the_board_is_made_ready_in_the_order_of_the_turn_sequence() -> None:
    table = (
        lost(turn(), "f35-1")
        .change("port-b", steps=1)
        .mark("ddg-1", "suppressed")
        .mark("ddg-1", "readiness", 1)
    )
    events = begin(table, 1, 6)
    cited = [event.rule.removeprefix("ows ") for event in events if event.rule.startswith("ows 11")]
    firsts = [
        next(n for n, rule in enumerate(cited) if rule.startswith(step))
        for step in ("11.5", "11.6", "11.6.1", "11.7")
    ]
    assert firsts == sorted(firsts)


@pytest.mark.rule("ows 2.1.1.4a", "ows 11.6.1a")
def test_the_numbers_of_repair_are_a_chart() -> None:
    table = turn().change("port-b", steps=1)
    table.adopt("repair", [{"engineers": False, "up_to": 4}, {"engineers": True, "up_to": 6}])
    begin(table, 4)
    assert table.state.pieces["port-b"].steps == 2


@pytest.mark.rule("ows 11.7", "ows 6.6.1.2")
@pytest.mark.parametrize("rows", [(), ({"country": "ca", "type": "any", "chance": 50, "damaged": 50},)])
def test_a_chance_for_aircraft_is_none_for_special_forces(rows: tuple[dict[str, Any], ...]) -> None:
    """They come back as 6.6.1.2 says, by a D4 for how many and another one each for when."""
    table = turn()
    table.adopt("regeneration", [*table.state.tables["regeneration"].data.rows, *rows])
    team = table.state.pieces["oda-1"]
    team.kind = replace(team.kind, data={**team.kind.data, "country": "ca"})
    lost(table, "oda-1")
    assert [die for die, _ in rolled(begin(table, 1, 2))] == [4, 4]
    assert place(table, "oda-1") == "turn-track"


@pytest.mark.rule("ows 6.6.1.2", "ows seq.7.J")
@pytest.mark.parametrize(("due", "back"), [(2, True), (3, False)])
def test_a_team_that_is_due_comes_back_to_a_base_of_its_side(due: int, back: bool) -> None:
    table = turn().put("oda-1", "turn-track").mark("oda-1", "returns", due)
    begin(table)
    finish(table)
    where = place(table, "oda-1")
    bases = {place(table, base) for base in ("airfield-b", "airfield-b2", "airfield-b3", "port-b")}
    assert (where in bases) is back
    assert (where == "turn-track") is not back
    assert table.state.mark_named("oda-1", "returns") == (None if back else due)


@pytest.mark.rule("ows 6.6.1.2")
def test_a_team_without_a_base_on_the_map_waits() -> None:
    table = turn().put("oda-1", "turn-track").mark("oda-1", "returns", 2)
    for piece in list(table.state.of_group("facility")):
        if piece.side == "blue":
            table.put(piece.id, "attrition-blue")
    begin(table)
    finish(table)
    assert place(table, "oda-1") == "turn-track"


@pytest.mark.rule("ows 11.6.1a", "ows 11.6.1b")
@pytest.mark.parametrize(("engineers", "die", "steps"), [(0, 1, 3), (0, 2, 2), (1, 3, 3), (1, 4, 2)])
def test_without_a_chart_of_repair_the_numbers_of_the_text_hold(engineers: int, die: int, steps: int) -> None:
    table = turn().change("port-b", steps=2)
    if engineers:
        table.put("engineers-1", "0204")
    table.state.tables.pop("repair", None)
    table.state.forget()
    begin(table, die)
    assert table.state.pieces["port-b"].steps == steps


@pytest.mark.rule("ows 11.8a")
@pytest.mark.parametrize(("way", "left"), [("all", {}), ("none", {"hq9": 1}), ("printed", {})])
def test_the_ways_of_resupply_are_for_artillery_and_air_defence_units_alone(
    way: str, left: dict[str, int]
) -> None:
    """The HQ-9 battery has the curved arrow; the cruiser, a ship, keeps what it has not got back by it."""
    table = turn(fires_reset=way).mark("hq9-1", "spent", {"hq9": 1}).mark("type055-1", "spent", {"yj18": 1})
    begin(table)
    finish(table)
    assert (table.state.mark_named("hq9-1", "spent") or {}) == left
    assert table.state.mark_named("type055-1", "spent") == {"yj18": 1}


@pytest.mark.rule("ows 11.7", "ows 9.6.1b")
@pytest.mark.parametrize(("steps", "mended"), [(0, 1), (1, 0)])
def test_a_mission_that_was_not_hit_comes_back_as_it_is(steps: int, mended: int) -> None:
    """Missions of a damaged carrier lie in the box with their step."""
    table = turn().change("f35-1", steps=steps).put("f35-1", "regeneration-blue")
    events = begin(table, 10)
    assert sum(isinstance(each, PieceChanged) and each.piece == "f35-1" for each in events) == mended
    assert table.state.pieces["f35-1"].steps == 1


@pytest.mark.rule("ows 2.3.1b", "ows 11.5")
def test_units_out_of_rsoi_are_no_longer_bound_to_their_transports() -> None:
    table = turn().mark("marines-1", "rsoi", 1).mark("patriot-1", "rsoi", 2)
    for unit in ("marines-1", "patriot-1"):
        table.mark(unit, "stacked with", [{"by": ["lmsr-1"], "steps": 99}])
    begin(table)
    assert table.state.mark_named("marines-1", "stacked with") is None
    assert table.state.mark_named("patriot-1", "stacked with")
