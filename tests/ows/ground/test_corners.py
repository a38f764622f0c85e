"""Corners of the ground war: what happens beside the usual case."""

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudication.engine.choices import Subset
from adjudication.engine.orders import OrderChoice
from adjudication.engine.refusals import in_words
from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.attacks.combat_summary import together
from adjudication.systems.ows.ground.attacks.gcat import quality_points
from adjudication.systems.ows.ground.attacks.results import take_losses
from adjudication.systems.ows.ground.fires.fire import misfit
from adjudication.systems.ows.ground.fires.fire_missions import missions
from adjudication.systems.ows.ground.fires.support import allot, factors
from adjudication.systems.ows.ground.forces.action_points import orders_left, points_of, short_of, with_orders
from adjudication.systems.ows.ground.forces.combats import clear_away, declared
from adjudication.systems.ows.ground.forces.designations import meant_before
from adjudication.systems.ows.ground.forces.formations import heading
from adjudication.systems.ows.ground.forces.logistics import (
    charge,
    draw,
    fuel_rate,
    in_reach,
    radius_at,
    stocks,
)
from adjudication.systems.ows.ground.forces.ways import entry_cost
from adjudication.systems.ows.ground.maneuver.assault_landings import assault_wave
from adjudication.systems.ows.ground.maneuver.engineering import (
    bridgers,
    builders,
    on_site,
    points_left,
    sites,
    to_clear,
    why_no_bridge,
)
from adjudication.systems.ows.ground.maneuver.exploitation import force
from adjudication.systems.ows.ground.maneuver.march import why_not_now
from adjudication.systems.ows.ground.maneuver.movement import marched, walk_together
from adjudication.systems.ows.support.reset import reset_fires
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import SUPPORT
from domain.events import BoardLaid, MapData, Marked, PieceChanged
from tests.ows.ground.fields import field
from tests.ows.ground.scattering import SIDES, acting, acts, controlled, scattered, seen, units
from tests.ows.umpiring import mark_of, run
from tests.table import Table

FORMATIONS = "formations"


def with_efforts(table: Table, number: int) -> Table:
    """Each headquarters may name so many main efforts."""
    rows = table.state.tables[FORMATIONS].data.rows
    return table.adopt(FORMATIONS, [{**row, "main_efforts": number} for row in rows])


@pytest.mark.rule("ows seq.1.3", "ows 10.5a")
@pytest.mark.parametrize(
    ("number", "meant", "gone"),
    [
        (0, ["abct-1"], ["abct-1"]),
        (1, ["abct-1"], ["abct-1"]),
        (1, [], []),
        (2, [], []),
        (2, ["abct-1"], []),
        (2, ["abct-1", "pal-1"], ["abct-1"]),
        (2, ["abct-1", "pal-1", "pal-2"], ["abct-1", "pal-1"]),
    ],
)
def test_as_many_are_meant_as_a_headquarters_may_name(number: int, meant: list[str], gone: list[str]) -> None:
    table = with_efforts(field(phase="planning", abct_1="f0404", stryker_1="f0404"), number)
    for unit in meant:
        table.mark(unit, "main effort", True)
    assert meant_before(table.state, "blue", "stryker-1") == gone


@pytest.mark.rule("ows ground.3.G")
def test_the_other_side_exploits_nothing() -> None:
    table = scattered(2, "exploitation")
    enemy = {"blue": "red", "red": "blue"}[acting(table)]
    assert force(table.state, acting(table))
    assert force(table.state, enemy) == ()
    table.mark("game", "actioning unit", None)
    assert force(table.state, acting(scattered(2))) == ()


@pytest.mark.rule("ows 10.15.2b", "ows ground.3.A", "ows 10.15.3", "ows 10.15.3.1")
@pytest.mark.parametrize(
    ("items", "bombards", "why"),
    [
        ([], False, "at least one mission"),
        (["pal-1"], False, ""),
        (["av8b-1/bombs/1", "av8b-1/bombs/2"], False, ""),
        (["pal-1", "av8b-1/bombs/1"], False, "an action of its own"),
        (["pal-1", "pal-2", "himars-1"], False, "up to 2"),
        (["pal-1", "pal-2", "himars-1"], True, ""),  # pal-1 is the Main Effort of its division
        (["pal-2", "himars-1"], True, "Main Effort"),
    ],
)
def test_what_fires_together_in_one_action(items: list[str], bombards: bool, why: str) -> None:
    table = field(options={"bombardment": True}, pal_1="f0304", pal_2="f0304", hq_b1="f0304", tank_12="f0404")
    table.mark("pal-1", "main effort", "b1")
    found = misfit(table.state, "blue", dict.fromkeys(items, "tank-12"), bombards)
    assert bool(found) is bool(why)
    assert why.lower() in in_words(found, table.state, "").lower()


MORE = {"tubes": 2, "more": 3}


@pytest.mark.rule("ows 10.13.2.2a", "ows 10.15.5a")
@pytest.mark.parametrize(
    ("rounds", "found"),
    [
        (0, {}),
        (1, {"tubes": 1}),
        (2, {"tubes": 2}),
        (3, {"tubes": 2, "more": 1}),
        (9, {"tubes": 2, "more": 3}),
    ],
)
def test_two_weapons_share_the_ammunition_in_reach(rounds: int, found: dict[str, int]) -> None:
    table = field(options={"logistics": True}, pal_1="f0304", css_b="f0304")
    piece = table.state.pieces["pal-1"]
    (tube,) = piece.kind.data["weapons"]
    more = {**tube, "id": "more", "salvos": 3}
    piece.kind = replace(piece.kind, data={**piece.kind.data, "weapons": [tube, more]})
    table.mark("css-b", "spent", {"Artillery": 8 - rounds})
    assert missions(table.state, piece) == found


@pytest.mark.rule("ows 10.13.2.2a", "ows 10.15.5d")
def test_what_one_weapon_has_fired_leaves_the_ammunition_to_the_other() -> None:
    table = field(options={"logistics": True}, pal_1="f0304", css_b="f0304")
    piece = table.state.pieces["pal-1"]
    (tube,) = piece.kind.data["weapons"]
    more = {**tube, "id": "more", "salvos": 3}
    piece.kind = replace(piece.kind, data={**piece.kind.data, "weapons": [tube, more]})
    table.mark("css-b", "spent", {"Artillery": 6}).mark("pal-1", "spent", {"tubes": 2})
    assert missions(table.state, piece) == {"more": 2}


@pytest.mark.rule("ows 10.13.2.2a", "ows 10.15.5b")
def test_missions_without_ammunition_are_not_fired() -> None:
    """Two steps of ammunition: one for the first battery, and one of two for the other."""
    options = {"logistics": True, "split_missions": True}
    table = field(
        phase="prep fires", options=options, pal_1="f0504", pal_2="f0504", css_b="f0504", tank_12="f0604"
    )
    table.put("hq-b1", "f0504").mark("tank-12", "tacsit 1").mark("css-b", "spent", {"Artillery": 6})
    items = ("pal-1/tubes/1", "pal-2/tubes/1", "pal-2/tubes/2")
    table.order("fire", hex="f0604", missions=dict.fromkeys(items, "tank-12"))
    (action,) = mark_of(table.state, "blue", "fires declared")
    assert action == {"hex": "f0604", "missions": dict.fromkeys(items[:2], "tank-12")}
    assert mark_of(table.state, "css-b", "spent") == {"Artillery": 8}


@pytest.mark.rule("ows 10.2.3")
def test_orders_are_listed_under_the_formation_of_a_unit_that_one_knows() -> None:
    table = field(abct_1="f0404", tank_12="f0704")
    assert heading(table.state, "blue", "abct-1") == "1st Division"
    assert heading(table.state, "red", "tank-12") == "20th Division"
    assert heading(table.state, "red", "abct-1") == heading(table.state, "blue", "tank-12") == ""
    assert heading(table.state, "blue", "ddg-1") == ""


@pytest.mark.rule("ows 10.13.2.4a", "ows 10.13.2.3", "ows 10.13.2.4c")
def test_supplies_are_drawn_from_the_nearest_and_from_tactical_units_before_depots() -> None:
    table = field(options={"logistics": True}, css_b="f0304", depot_b="f0304", abct_1="f0404")
    state = table.state
    assert stocks(state, "blue") == ("css-b", "depot-b", "dump-b")
    assert [radius_at(state, "blue", hex) for hex in ("f0304", "f0201", "f0404")] == [6, 0, 0]
    assert [point.id for point in in_reach(state, "blue", "f0404")] == ["css-b", "depot-b"]
    assert [point.id for point in in_reach(state, "blue", "f0201")] == ["dump-b", "css-b", "depot-b"]
    fuel = partial(draw, side="blue", hex="f0404", goods="Fuel", rule="ows ground.3.B")
    events = run(table, partial(fuel, number=2))
    assert {e.subject for e in events if isinstance(e, Marked)} == {"css-b"}
    table.mark("css-b", "spent", {"Fuel": 6})
    events = run(table, partial(fuel, number=2))
    assert {e.subject for e in events if isinstance(e, Marked)} == {"depot-b"}
    table.mark("css-b", "spent", {"Fuel": 5}).mark("depot-b", "issued", {"Fuel": 2})
    drawn: list[int] = []
    run(table, lambda umpire: drawn.append(fuel(umpire, number=5)))
    assert drawn == [2]  # one that is left, and one of three that the depot may issue in a turn


@pytest.mark.rule("ows 10.13.2.1b", "ows 10.13.2.1c")
def test_what_the_chart_of_rates_does_not_list_needs_no_fuel() -> None:
    table = field(
        options={"logistics": True}, abct_1="f0404", stryker_1="f0404", cav_1="f0404", ibct_1="f0404"
    )
    state = table.state
    rate = {id: fuel_rate(state, state.pieces[id]) for id in ("abct-1", "stryker-1", "cav-1", "ibct-1")}
    assert rate == {"abct-1": 2, "stryker-1": 1, "cav-1": 0, "ibct-1": 0}
    assert charge(state, ["abct-1", "stryker-1", "cav-1", "ibct-1"]) == {"abct-1": 2, "stryker-1": 1}
    table.mark("blue", "fuelled", ["stryker-1"])
    assert charge(table.state, ["stryker-1", "cav-1"]) == {}
    ibct = table.state.pieces["ibct-1"]
    ibct.kind = replace(ibct.kind, data={**ibct.kind.data, "fuel": "steam"})
    assert fuel_rate(table.state, ibct) == 0
    rows = table.state.tables["fuel-rates"].data.rows
    table.adopt("fuel-rates", [{**row, "points": 0} for row in rows])
    assert [fuel_rate(table.state, table.state.pieces[id]) for id in rate] == [0, 0, 0, 0]


@pytest.mark.rule("ows 2.1.2.3", "ows ground.3.C", "ows 2.3.1", "ows 10.10.3.1")
def test_why_a_unit_does_not_march_from_where_it_is() -> None:
    def said(table: Table, unit: str) -> str:
        return in_words(why_not_now(table.state, "blue", unit), table.state, "")

    table = field(abct_1="t22", stryker_1="f0404")
    assert "no hex to go to" in said(table, "abct-1")
    went = {
        "phase": 1,
        "in": "ground movement",
        "points": 2,
        "hexes": 1,
        "from": "t21",
        "stopped": True,
        "all": 1,
    }
    assert "has had to stop" in said(table.mark("abct-1", "marched", went), "abct-1")
    assert "RSO&I" in said(table.mark("abct-1", "rsoi", 3), "abct-1")
    board = table.state.board.data
    wide = MapData(name="Ten", scale=200, unit="nm")
    other = msgspec.structs.replace(board, maps={**board.maps, "ten": wide})
    table.mark("abct-1", "rsoi", None)
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    assert "tactical map" in said(table, "abct-1")


@pytest.mark.rule("ows 10.11d", "ows 10.10.1a")
def test_who_finds_the_bridge_used_up_stays_before_it() -> None:
    table = field(abct_1="f0504", stryker_1="f0504", eng_b="f0504")
    table.mark("f0504", "bridge", {"f0604": ["eng-b"]}).mark("f0504", "crossed", {"f0604": [5]})
    points = {"abct-1": 10, "stryker-1": 15}
    way = ("f0504", "f0604")
    run(
        table,
        partial(walk_together, units=["abct-1", "stryker-1"], path=way, points=points, rule="ows 10.10.1a"),
    )
    assert [table.state.pieces[id].place for id in points] == ["f0604", "f0504"]
    assert mark_of(table.state, "f0504", "crossed") == {"f0604": [8]}
    assert marched(table.state, "abct-1").hexes == 1
    assert mark_of(table.state, "stryker-1", "marched") is None
    table = field(abct_1="f0503", stryker_1="f0503", eng_b="f0504")
    table.mark("f0504", "bridge", {"f0604": ["eng-b"]}).mark("f0504", "crossed", {"f0604": [5]})
    longer = ("f0503", "f0504", "f0604")
    run(table, partial(walk_together, units=list(points), path=longer, points=points, rule="ows 10.10.1a"))
    assert [table.state.pieces[id].place for id in points] == ["f0604", "f0504"]
    went = marched(table.state, "stryker-1")
    assert (went.hexes, went.points, went.stopped) == (1, 2, False)


@pytest.mark.rule("ows 10.11d", "ows 10.10.1a")
def test_a_highway_does_not_lead_over_a_river_and_a_bridge_costs_two_points() -> None:
    table = field(stryker_1="f0604", abct_1="f0504", eng_b="f0504")
    assert entry_cost(table.state, "stryker-1", "f0604", "f0504") is None
    table.mark("f0504", "bridge", {"f0604": ["eng-b"]})
    cost = entry_cost(table.state, "stryker-1", "f0604", "f0504")
    open_ground = entry_cost(table.state, "stryker-1", "f0604", "f0605")
    assert open_ground is not None
    assert cost == open_ground + 2
    assert entry_cost(table.state, "stryker-1", "f0604", "f0704") == 1  # along the highway


@pytest.mark.rule("ows 10.15.9.1.2", "ows 10.15.6", "ows 2.2.7.3b")
def test_a_ship_supports_with_one_gun_and_artillery_with_all_its_missions() -> None:
    table = field(phase="supporting fires", pal_1="f0504", abct_1="f0504", tank_12="f0503").put(
        "ddg-1", "f0503"
    )
    table.put("av8b-1", "f0503").mark("av8b-1", "mission", {"type": "cas", "package": ""})
    run(table, partial(allot, hex="f0503", chosen=["pal-1", "ddg-1", "av8b-1"], rule="ows ground.3.D"))
    given = {id: table.state.mark(id, SUPPORT) for id in ("pal-1", "ddg-1", "av8b-1")}
    assert given == {
        "pal-1": {"hex": "f0503", "missions": {"tubes": 2}},
        "ddg-1": {"hex": "f0503", "missions": {"gun": 1}},
        "av8b-1": {"hex": "f0503", "missions": {}},
    }
    assert [factors(table.state, table.state.pieces[id]) for id in given] == [2, 1, 1]


@pytest.mark.rule("ows 10.15.8.2", "ows 10.15.8.3a")
def test_a_wave_of_more_than_six_steps_is_chosen_by_its_side() -> None:
    table = field(abct_1="f0702", stryker_1="f0702", ibct_1="f0702", mar_1="f0702", tank_12="f0702")
    force = ["abct-1", "stryker-1", "ibct-1", "mar-1"]
    for unit in force:
        table.mark(unit, "amphibious assault", 1)
    chosen: list[Any] = []

    def wave(umpire: Any, units: list[str], by: str) -> None:
        chosen.append(assault_wave(umpire, "f0702", units, by))

    run(table, partial(wave, units=force[:2], by="sea"))
    run(table, partial(wave, units=force, by="air"))
    assert chosen == [["abct-1", "stryker-1"], []]
    assert table.people.asked == []
    table.people.answers = [["abct-1", "mar-1"]]
    run(table, partial(wave, units=force, by="sea"))
    assert chosen[-1] == ["abct-1", "mar-1"]
    (question,) = table.people.asked
    options = question.options
    assert isinstance(options, Subset)
    assert (options.least, options.most) == (1, 4)
    assert not options.refusal(["abct-1", "stryker-1"])
    assert options.refusal(["abct-1", "stryker-1", "mar-1"])
    assert options.refusal([])


@pytest.mark.rule("ows ground.4")
def test_no_combat_marker_stays_when_the_action_is_over() -> None:
    table = field(abct_1="f0604", tank_12="f0704")
    combat = {"attackers": {"abct-1": "f0604"}, "river": False, "landing": False}
    table.mark("f0704", "combat", combat).mark("f0703", "combat", combat)
    assert declared(table.state) == ("f0704", "f0703")
    events = run(table, clear_away)
    assert [(e.subject, e.value, e.rule) for e in events if isinstance(e, Marked)] == [
        ("f0704", None, "ows ground.4"),
        ("f0703", None, "ows ground.4"),
    ]
    assert declared(table.state) == ()


# --- losses, resets ------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.9.1.6b")
def test_each_of_several_losses_is_asked_for_by_its_number_until_nothing_is_left() -> None:
    table = field(cav_1="f0404", mar_1="f0404", eng_b="f0404")
    table.people.answers = ["cav-1"]
    events = run(table, partial(take_losses, units=["cav-1", "mar-1"], losses=5, rule="ows 10.15.9.1.6b"))
    assert [e.piece for e in events if isinstance(e, PieceChanged)] == ["cav-1", "mar-1"]
    assert len(table.people.asked) == 1  # the other one is the last that is left


@pytest.mark.rule("ows 11.8a", "ows 2.2.2.4")
@pytest.mark.parametrize(
    ("way", "dice", "left"),
    [
        ("printed", [], {"pal-1": {}, "ddg-1": {"gun": 1}, "himars-1": {"x": 1}}),
        ("all", [], {"pal-1": {}, "ddg-1": {"gun": 1}, "himars-1": {}}),
        ("none", [], {"pal-1": {"tubes": 2}, "ddg-1": {"gun": 1}, "himars-1": {"rockets": 1, "x": 1}}),
        ("roll", [6, 5], {"pal-1": {}, "ddg-1": {"gun": 1}, "himars-1": {"rockets": 1, "x": 1}}),
    ],
)
def test_what_is_reset_as_the_turn_ends(way: str, dice: list[int], left: dict[str, dict[str, int]]) -> None:
    table = field(options={"fires_reset": way}, pal_1="f0404", himars_1="f0404")
    table.mark("pal-1", "spent", {"tubes": 2}).mark("ddg-1", "spent", {"gun": 1})
    table.mark("himars-1", "spent", {"rockets": 1, "x": 1}).mark("dump-b", "spent", {"Fuel": 2})
    events = run(table, reset_fires, dice)
    assert {id: mark_of(table.state, id, "spent") or {} for id in left} == left
    assert mark_of(table.state, "dump-b", "spent") == {"Fuel": 2}
    changed = {e.subject: e.rule for e in events if isinstance(e, Marked)}
    before = {"pal-1": {"tubes": 2}, "ddg-1": {"gun": 1}, "himars-1": {"rockets": 1, "x": 1}}
    assert changed == {id: "ows 11.8a" for id in left if left[id] != before[id]}


# --- action points: 10.14 ------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.14.1", "ows 10.14.2a", "ows 10.14.2b")
def test_orders_cost_a_point_of_the_formation_each() -> None:
    table = field(phase="planning", options={"action_points": True}, abct_1="f0404")
    state = table.state
    assert (points_of(state, "blue"), points_of(state, "red")) == (7, 7)
    four = ["abct-1", "stryker-1", "cav-1", "pal-1"]
    assert short_of(state, four) == ""
    assert short_of(state, [*four, "pal-2"]) == "b1"
    assert short_of(state, [*four, "ibct-1", "abn-1", "mar-1"]) == ""
    assert short_of(state, ["ibct-1", "abn-1", "mar-1", "hq-b2"]) == "b2"
    table.mark("abct-1", "orders marker").mark("cav-1", "orders marker").mark("cav-1", "feint")
    table.mark("tank-12", "orders marker")
    assert with_orders(table.state, "blue") == ("abct-1",)
    assert (orders_left(table.state, "blue"), orders_left(table.state, "red")) == (6, 6)


@pytest.mark.rule("ows 10.14.2a", "ows 10.14.1")
def test_listed_orders_are_those_that_the_points_suffice_for() -> None:
    table = Table("ows", "proving-field", {"action_points": True}, dice="scripted").phase("planning", side="")
    parts = table.session.legal().parts
    (choices,) = [
        each.choices
        for each in parts
        if isinstance(each, OrderChoice) and (each.name, each.side) == ("issue", "blue")
    ]
    assert isinstance(choices, Subset)
    five = ["abct-1", "stryker-1", "cav-1", "pal-1", "pal-2"]
    assert not choices.refusal(five[:4])
    assert choices.refusal(five)
    assert (choices.least, choices.most) == (0, 7)


# --- engineers: 10.11, 10.12 ---------------------------------------------------------------------------


@pytest.mark.rule("ows 10.11b", "ows 10.11.1", "ows 10.11.3", "ows 10.11.2a", "ows 10.12a", "ows 10.12b")
@pytest.mark.parametrize("seed", range(1, 11))
def test_which_engineers_may_build_what(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    went = {"phase": 1, "in": "ground movement", "points": 9, "hexes": 1, "from": "f0404", "stopped": False}
    for id in ("eng-b", "eng-r"):
        place = "f0504" if id == "eng-b" else "f0605"
        table.put(id, place).mark(id, "suppressed", None)
        if seed % 4 == 1:
            table.mark(id, "marched", {**went, "all": 1})
        if seed % 4 == 2:
            table.mark(
                place, "bridge", {"f0604" if id == "eng-b" else "f0505": [id] * state.pieces[id].steps}
            )
        if seed % 5 == 3:
            table.mark(place, "obstacle", state.pieces[id].side)
        if seed % 7 == 4:
            table.mark(id, "rsoi", 3)
    for side in SIDES:
        enemies = {u.place for u in units(table, {"blue": "red", "red": "blue"}[side]) if seen(u)}
        zoc = controlled(table, {"blue": "red", "red": "blue"}[side], known=True)
        mine = [u for u in units(table, side) if sheet(u).engineer]
        able = [u for u in mine if acts(table, u) and seed % 7 != 4]
        assert list(builders(state, side)) == [u.id for u in able]
        for unit in mine:
            points = 5 if mark_of(state, unit.id, "reserve") else 10
            left = points - (9 if seed % 4 == 1 else 0)
            assert points_left(state, unit.id) == left
            open_banks = {
                hex
                for hex in state.board.neighbours[unit.place]
                if state.board.border(unit.place, hex) == "major river" and hex not in enemies
            }
            free = seed % 4 != 2 and left >= 2 and unit.place not in zoc
            assert set(sites(state, unit.id)) == (open_banks if free else set())
            assert (unit.id in bridgers(state, side)) is bool(unit in able and free and open_banks)
            why = in_words(why_no_bridge(state, side, unit.id), state, "") if unit in able else ""
            if unit in able and seed % 4 == 2:
                assert "as many bridges on the map as it has steps" in why
            elif unit in able and unit.place in zoc:
                assert "River Assault" in why
            elif unit in able and left < 2:
                assert "movement points" in why
        stays = [u.id for u in able if seed % 4 != 1 and seed % 5 != 3]
        assert list(on_site(state, side)) == stays
    removable = {hex for hex in ("f0504", "f0605") if mark_of(state, hex, "obstacle")}
    for side in SIDES:
        building = {
            u.place for u in units(table, side) if sheet(u).engineer and acts(table, u) and seed % 7 != 4
        }
        standing = {u.place for u in units(table, side) if acts(table, u)}
        expected = {
            hex
            for hex in removable
            if (hex in building if mark_of(state, hex, "obstacle") == side else hex in standing)
            and (
                mark_of(state, hex, "obstacle") == side
                or state.board.spaces[hex].values.get("holder") == side
            )
        }
        assert set(to_clear(state, side)) == expected


@pytest.mark.rule("ows 10.15.9.1.3")
@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        ((10,), (10,), (0, 0)),
        ((), (), (0, 0)),
        ((10,), (), (1, 0)),
        ((), (8, 8), (0, 2)),
        ((12, 10, 8), (10, 10, 10), (1, 1)),
        ((12, 12, 12, 12), (10, 10, 10), (3, 0)),
    ],
)
def test_quality_is_counted_die_by_die(
    one: tuple[int, ...], other: tuple[int, ...], points: tuple[int, int]
) -> None:
    assert quality_points(one, other) == points


def test_losses_of_several_units_are_no_move_together() -> None:
    parts = [Part("{} lost near {}", (unit, "f0704"), (nth,)) for nth, unit in enumerate(("one", "two"))]
    assert together(parts) == parts
