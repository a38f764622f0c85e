"""Security Zones, Partisans and Diversants (10.15.10, ground.5, ground.6)."""

from typing import Any

import pytest

from adjudication.systems.ows.ground.forces.security import (
    CARD,
    DISRUPTS,
    PAID,
    disrupted,
    disrupted_hexes,
    zone,
)
from adjudication.systems.ows.ground.forces.suppression import HELD_DOWN
from adjudication.systems.ows.ground.forces.ways import entry_cost
from adjudication.systems.ows.ground.rear import rear_area
from adjudication.systems.ows.ground.rear.rear_forces import returns_to
from adjudication.systems.ows.ground.rear.rear_summary import rear_parts
from adjudication.systems.ows.hints import hint
from adjudication.systems.ows.support.supply import line
from adjudication.systems.ows.table.status import MARCHED, MISSION_FLOWN, SUPPRESSED
from domain.errors import IllegalOrder
from domain.events import Event, Modified, PiecePlaced
from domain.texts import code_of
from domain.views.view import see, see_log
from tests.ows import umpiring
from tests.ows.fire import dice_of, shifts_of, steps
from tests.ows.ground.fires import orders
from tests.table import Table
from tests.words import words_of

WEST = ("field", "north-west")


def rear(side: str = "red", **options: Any) -> Table:
    """Strategic movement with the rear area rules."""
    table = Table("ows", "proving-field", {"rear_area": True, **options}, dice="scripted")
    return table.phase("strategic movement", turn=1, side=side)


def infiltrated(*units: str, hex: str = "f0203", guard: str = "") -> Table:
    """Red's Diversants are in the north-western zone, where most of Blue's 1st Division is; guard: the hex of
    a Security Zone of Blue there."""
    table = rear()
    table.order("partisans", hex=hex, units=list(units or ("rifle-1",)))
    if guard:
        table.phase("strategic movement", side="blue")
        table.order("security-zone", hex=guard, units=["ibct-1"])
    return table


def settle(table: Table, *dice: int, answers: Any = (False,)) -> list[Event]:
    """The rear area step begins. By default the Partisans do not attack where they control the zone."""
    table.people.answers = list(answers)
    events = umpiring.run(table, rear_area.begin, dice)
    assert not table.people.answers
    return events


def totals(events: list[Event]) -> list[str]:
    """What counted in a battle for control, line by line."""
    return [
        f"{words_of(event.label, 'ows')} {event.amount}"
        for event in events
        if isinstance(event, Modified)
        and code_of(event.sum) in ("Security Zone in a battle", "Partisans in a battle")
    ]


# --- set up -------------------------------------------------------------------------------------------------


def placed(side: str, hex: str, unit: str) -> PiecePlaced:
    events = rear(side).order("security-zone", hex=hex, units=[unit])
    return next(event for event in events if isinstance(event, PiecePlaced))


def test_the_markers_of_both_sides_have_different_names() -> None:
    assert placed("blue", "f0203", "ibct-1").piece.name == "Blue Security Zone 1"
    assert placed("red", "f0907", "rifle-1").piece.name == "Red Security Zone 1"


@pytest.mark.rule("ows 10.15.10.1a", "ows seq.2.2", "ows 3.4c", "ows 5.1a")
def test_three_steps_of_maneuver_units_pay_for_a_security_zone() -> None:
    table = rear("blue")
    for units, why in (
        (["abn-1"], "costs 3 steps of ground combat units, not 1"),
        (["pal-1"], "Name combat arms maneuver units"),
        (["hq-b1"], "Name combat arms maneuver units"),
        (["abct-1", "ibct-1"], "not 6"),
    ):
        with pytest.raises(IllegalOrder, match=why):
            table.order("security-zone", hex="f0203", units=units)
    with pytest.raises(IllegalOrder, match="f0703 is no land hex in a zone"):
        table.order("security-zone", hex="f0703", units=["ibct-1"])
    table.order("security-zone", hex="f0203", units=["abn-1", "mar-1", "cav-1"])
    state = table.state
    assert {state.pieces[unit].place for unit in ("abn-1", "mar-1", "cav-1")} == {"security-blue"}
    assert state.pieces["security-blue-1"].place == "f0203"
    assert "security-blue-1" in {piece.id for piece in see(state, "red").pieces}
    with pytest.raises(IllegalOrder, match="strategic movement"):
        table.phase("naval movement").order("security-zone", hex="f0203", units=["ibct-1"])


@pytest.mark.rule("ows 10.15.10.2a", "ows 10.15.10.2b", "ows 5.1a", "ows seq.2.2")
def test_partisans_are_placed_in_secret_in_any_zone() -> None:
    table = rear()
    before = {piece.id for piece in see(table.state, "blue").pieces}
    told = len(list(see_log(table.session.game.log, "blue")))
    table.order("partisans", hex="f0203", units=["rifle-1"])
    state = table.state
    assert state.pieces["rifle-1"].place == "partisans-red"
    assert state.pieces["partisans-red-1"].name == "Red Diversants 1"
    assert {piece.id for piece in see(state, "blue").pieces} <= before
    assert "f0203" not in str(list(see_log(table.session.game.log, "blue"))[told:])
    settle(table, answers=[False])
    assert "partisans-red-1" in {piece.id for piece in see(table.state, "blue").pieces}


@pytest.mark.rule("ows 10.15.10")
def test_without_the_option_there_is_no_rear_area() -> None:
    table = rear(rear_area=False)
    assert not orders(table, "partisans")
    with pytest.raises(IllegalOrder, match="without the rules for the rear area"):
        table.order("partisans", hex="f0203", units=["rifle-1"])
    assert orders(rear(), "partisans")
    assert orders(rear("blue"), "security-zone")
    assert settle(table.phase("rear area"), answers=[]) == []


@pytest.mark.rule("ows 10.15.10.1a", "ows 10.15.10.2a")
def test_a_marker_that_is_disbanded_gives_its_units_back() -> None:
    table = infiltrated("light-r", "recon-r", "atgm-r")
    assert "f0904" in returns_to(table.state, "red")
    with pytest.raises(IllegalOrder, match="from an earlier turn"):
        table.order("disband", marker="partisans-red-1", to="f0904")
    table.phase("strategic movement", turn=2)
    with pytest.raises(IllegalOrder, match="not to f0203"):
        table.order("disband", marker="partisans-red-1", to="f0203")
    table.order("disband", marker="partisans-red-1", to="f0904")
    state = table.state
    assert {state.pieces[unit].place for unit in ("light-r", "recon-r", "atgm-r")} == {"f0904"}
    assert "partisans-red-1" not in state.pieces
    assert state.mark("partisans-red-1", PAID) is None
    with pytest.raises(IllegalOrder, match="no marker of yours"):
        table.order("disband", marker="hq-r1", to="f0904")


# --- battles for control -----------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.10.3a", "ows ground.5", "ows 10.15.10.4a", "ows 10.15.10.1b")
def test_uncontested_partisans_disrupt_their_zone() -> None:
    table = infiltrated()
    assert disrupted(table.state, "blue") == ()
    assert dice_of(settle(table)) == []
    assert disrupted(table.state, "blue") == (WEST,)
    assert disrupted(table.state, "red") == ()
    other = infiltrated(guard="f0405")  # a Security Zone in another zone is of no use
    assert zone(other.state.board, "f0405") != WEST
    assert dice_of(settle(other)) == []
    assert disrupted(other.state, "blue") == (WEST,)


@pytest.mark.rule("ows 10.15.10.3b", "ows 10.15.10.4a", "ows 10.15.10.3d")
@pytest.mark.parametrize(
    ("security", "partisans", "outcome"),
    [(5, 5, "disrupted"), (4, 9, "disrupted"), (9, 4, "holds"), (10, 1, "holds")],
)
def test_both_roll_for_control_and_partisans_win_ties(security: int, partisans: int, outcome: str) -> None:
    table = infiltrated(guard="f0203")
    events = settle(table, security, partisans, answers=[None, None, *[False] * (outcome == "disrupted")])
    assert dice_of(events) == [10, 10]
    assert bool(table.state.mark("partisans-red-1", DISRUPTS)) is (outcome == "disrupted")


@pytest.mark.parametrize(
    ("security", "partisans", "came"),
    [
        (5, 5, "the Partisans disrupt the zone"),
        (10, 1, "the Security Zone holds, and the Partisans stay"),
    ],
)
def test_a_battle_is_summed_up(security: int, partisans: int, came: str) -> None:
    table = infiltrated(guard="f0203")
    events = settle(table, security, partisans, answers=[None, None, *[False] * (partisans >= security)])
    (part,) = rear_parts(events)
    assert part.text.format(*part.things).endswith(
        f": Security Zone {security}, Partisans {partisans}: {came}"
    )


@pytest.mark.parametrize("scenario", ["river", "littoral"])
def test_the_scenarios_of_the_ground_war_have_the_cards_of_the_rear_area(scenario: str) -> None:
    boxes = {box.id for box in Table("ows", scenario).state.board.data.boxes}
    assert {f"{card}-{side}" for card in CARD.values() for side in ("blue", "red")} <= boxes
    table = Table("ows", "river", {"rear_area": True}, dice="scripted").phase(
        "strategic movement", side="red"
    )
    with pytest.raises(IllegalOrder, match="costs 3 steps of ground combat units, not 2"):
        table.order("partisans", hex="0101", units=["recon-1", "recon-5"])
    table.order("partisans", hex="0101", units=["recon-1", "recon-5", "airborne-5"])
    assert table.state.pieces["recon-1"].place == "partisans-red"


def strong(security: int, partisans: int) -> Table:
    """A Security Zone with four supporting units beats off Diversants with an antitank unit."""
    table = infiltrated("light-r", "recon-r", "atgm-r", guard="f0203")
    for unit in ("stryker-1", "abn-1", "mar-1"):
        table.put(unit, "f0203")
    table.put("ah1z-1", "f0203").mark("ah1z-1", MISSION_FLOWN, {"type": "cas", "package": ""})
    won = security + 4 <= partisans + 1
    destroyed = security + 4 >= 14 and security + 4 >= 2 * (partisans + 1)
    asked = [] if destroyed else [False, *[False] * won]
    settle(table, security, partisans, answers=[None, None, *asked])
    return table


@pytest.mark.rule("ows 10.15.10.3d", "ows 10.15.10.5a")
@pytest.mark.parametrize(
    ("security", "partisans", "destroyed"), [(10, 6, True), (10, 7, False), (9, 1, False)]
)
def test_partisans_are_destroyed_by_14_and_double(security: int, partisans: int, destroyed: bool) -> None:
    state = strong(security, partisans).state
    assert ("partisans-red-1" not in state.pieces) is destroyed
    places = {state.pieces[unit].place for unit in ("light-r", "recon-r", "atgm-r")}
    assert (places == {"attrition-red"}) is destroyed
    assert disrupted(state, "blue") == ()


@pytest.mark.rule("ows 10.15.10.3c")
def test_supporting_units_tokens_and_markers_count() -> None:
    table = infiltrated("light-r", "recon-r", "atgm-r", guard="f0203")
    table.put("stryker-1", "f0203").put("cav-1", "f0203").put("pal-1", "f0203").put("abn-1", "f0204")
    table.put("ah1z-1", "f0203").mark("ah1z-1", MISSION_FLOWN, {"type": "cas", "package": ""})
    events = settle(table, 8, 7, answers=[None, "sigint-b", False])
    assert dice_of(events)[:2] == [12, 10]
    assert totals(events) == ["die 8", "stryker-1 1", "ah1z-1 1", "die 7", "atgm-r 1"]
    assert table.state.pieces["sigint-b"].place == "information"
    assert table.state.pieces["sigint-b"].known_to is None
    two = infiltrated("rifle-1")
    two.order("partisans", hex="f0302", units=["rifle-2"])
    two.phase("strategic movement", side="blue").order("security-zone", hex="f0203", units=["ibct-1"])
    events = settle(two, 5, 11, answers=[None, None, False])
    assert dice_of(events) == [10, 12]
    assert [label for label, _, _ in shifts_of(events)] == ["another marker in the zone"]


@pytest.mark.rule("ows 10.15.10.4a")
def test_a_zone_stays_disrupted_until_the_next_battle() -> None:
    table = infiltrated(guard="f0203")
    settle(table, 1, 5, answers=[None, None, False])
    assert disrupted(table.state, "blue") == (WEST,)
    settle(table, 9, 5, answers=[None, None])
    assert disrupted(table.state, "blue") == ()
    assert "partisans-red-1" in table.state.pieces


# --- what a disrupted zone costs ------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.10.4b")
def test_a_disrupted_zone_costs_two_points_a_hex_and_cuts_supply() -> None:
    table = infiltrated().put("rifle-2", "f0908").put("tank-12", "f0907")
    table.put("recon-r", "f0906").put("atgm-r", "f0906")
    before = entry_cost(table.state, "stryker-1", "f0204", "f0203")
    assert line(table.state, "blue", "f0401", "f0204")
    settle(table)
    after = entry_cost(table.state, "stryker-1", "f0204", "f0203")
    assert before is not None
    assert after == before + 2
    assert entry_cost(table.state, "rifle-2", "f0204", "f0203") is not None
    assert "f0203" in disrupted_hexes(table.state, "blue")
    assert not disrupted_hexes(table.state, "red")
    assert not line(table.state, "blue", "f0401", "f0204")


@pytest.mark.rule("ows 10.15.10.4c", "ows 10.15.10.4d", "ows ground.6")
@pytest.mark.parametrize(
    ("target", "dice", "lost"),
    [
        ("abct-1", (3, 3, 3), True),  # alone in its hex: 3 or more
        ("abct-1", (4, 4, 2), False),
        ("pal-1", (4, 4, 3), False),  # beside other combat units: 4
        ("himars-1", (3, 3, 3), True),
    ],
)
def test_partisans_attack_one_unit_in_their_zone(target: str, dice: tuple[int, ...], lost: bool) -> None:
    table = infiltrated()
    before = steps(table, target)
    name = table.state.name_for("red", target)
    events = settle(table, *dice, answers=[True, name])
    assert dice_of(events) == [4, 4, 4]
    assert steps(table, target) == before - lost
    suppressed = table.state.mark(target, SUPPRESSED)
    assert bool(suppressed) is not lost
    assert (table.state.mark(target, HELD_DOWN) == 2) is not lost


@pytest.mark.rule("ows 10.15.10.4c")
def test_partisans_reach_their_own_zone_alone_and_headquarters_too() -> None:
    table = infiltrated()
    table.people.answers = [True, table.state.name_for("red", "hq-b1")]
    umpiring.run(table, rear_area.begin, [4, 1, 1])
    offered = table.people.asked[-1].options
    outside = {table.state.name_for("red", unit) for unit in ("ibct-1", "hq-b2", "mar-1")}
    assert not outside & set(offered)
    assert table.state.mark("hq-b1", SUPPRESSED)


# --- ambushes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.10.5a", "ows 10.15.10.5b", "ows 10.15.10.2a")
def test_an_antitank_unit_with_partisans_ambushes_and_is_fired_back_at_once() -> None:
    table = infiltrated("light-r", "recon-r", "atgm-r")
    state = table.state
    assert state.where("atgm-r") == "f0203"
    assert state.pieces["light-r"].place == state.pieces["recon-r"].place == "partisans-red"
    assert "atgm-r" not in {piece.id for piece in see(state, "blue").pieces}
    name = state.name_for("red", "abct-1")
    events = settle(table, 12, 8, answers=[True, name, False])
    assert dice_of(events) == [12, 10]  # unmodified; 1ABCT's D12 demoted
    assert steps(table, "abct-1") == 1  # 12 is twice 6: two hits
    assert table.state.pieces["atgm-r"].place == "attrition-red"


@pytest.mark.rule("ows 10.15.10.5b")
def test_an_ambush_on_a_support_unit_that_was_not_known_comes_to_nothing() -> None:
    table = infiltrated("light-r", "recon-r", "atgm-r")
    events = settle(table, answers=[True, table.state.name_for("red", "css-b"), False])
    assert dice_of(events) == []
    seen = infiltrated("light-r", "recon-r", "atgm-r").known("css-b")
    settle(seen, answers=[False, False])
    assert "css-b" not in str(seen.people.asked)


@pytest.mark.rule("ows ground.5", "ows seq.6.C.4")
def test_the_step_settles_the_rear_area_as_it_begins() -> None:
    table = infiltrated().phase("exploitation combat", side="red")
    table.mark("game", "actioning unit", {"side": "red", "formations": ["r1", "r2"]})
    table.mark("game", "actioned", ["b1", "b2"])
    table.order("proceed", answers=[False])
    assert table.state.phase == "rear area"
    assert disrupted(table.state, "blue") == (WEST,)


@pytest.mark.rule("ows 3.4c")
def test_strategic_movement_says_that_the_rear_area_is_set_up() -> None:
    assert "security-zone" in hint(rear().state)
    assert "security-zone" not in hint(rear(rear_area=False).state)


def alone(side: str, **steps: int) -> Table:
    """Of a side's ground units these alone are on the map, with so many steps."""
    table = rear(side)
    kept = {unit.replace("_", "-"): left for unit, left in steps.items()}
    for piece in list(table.state.of_group("ground unit")):
        if piece.side == side and piece.id not in kept:
            table.put(piece.id, f"attrition-{side}")
    for unit, left in kept.items():
        table.change(unit, steps=left)
    return table


@pytest.mark.rule("ows 10.15.10.1a")
@pytest.mark.parametrize(
    ("steps", "listed"),
    [
        ({"rifle_1": 3}, True),
        ({"rifle_1": 2, "recon_r": 1}, True),
        ({"rifle_1": 2, "rifle_2": 1}, True),
        ({"rifle_1": 2, "rifle_2": 2}, False),  # 2 or 4, and never 3
        ({"rifle_1": 2}, False),
        ({"rifle_1": 1, "rifle_2": 1, "tank_12": 1}, True),
    ],
)
def test_markers_are_listed_where_units_add_up_to_three_steps(steps: dict[str, int], listed: bool) -> None:
    assert bool(orders(alone("red", **steps), "security-zone")) is listed


@pytest.mark.rule("ows 10.15.10.1a")
def test_units_come_back_to_headquarters_support_units_and_airfields_alone() -> None:
    places = returns_to(rear().state, "red")
    assert set(places) == {"f0904", "f0907"}  # two headquarters, a support unit beside the first


@pytest.mark.rule("ows 10.15.10.4c")
def test_to_attack_is_what_partisans_are_advised_to_do() -> None:
    table = infiltrated()
    table.people.answers = [False]
    umpiring.run(table, rear_area.begin)
    assert table.people.asked[-1].suggested == (True,)


@pytest.mark.rule("ows 10.15.10.2a", "ows 10.15.10.4a")
def test_new_partisans_disrupt_nothing_before_they_control_a_zone() -> None:
    table = infiltrated()
    settle(table)
    assert disrupted(table.state, "blue") == (WEST,)
    table.phase("strategic movement", turn=2).order("disband", marker="partisans-red-1", to="f0904")
    table.order("partisans", hex="f0203", units=["rifle-1"])
    assert "partisans-red-1" in table.state.pieces
    assert disrupted(table.state, "blue") == ()


@pytest.mark.rule("ows 10.15.10.4b")
def test_each_hex_of_a_march_through_a_disrupted_zone_costs_two_points_more() -> None:
    for disturbed in (False, True):
        table = infiltrated()
        table.put("stryker-1", "f0204")
        if disturbed:
            settle(table)
        table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1", "b2"]})
        table.phase("ground movement", side="blue")
        alone = entry_cost(table.state, "stryker-1", "f0204", "f0203")
        assert alone is not None
        table.order("march", unit="stryker-1", to="f0202", by=["f0203"])
        assert table.state.marked(MARCHED)["stryker-1"]["points"] == (8 if disturbed else 4)
