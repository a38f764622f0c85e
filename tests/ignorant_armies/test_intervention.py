"""Joint Arab intervention: conditions, rolls, arrival, forces, replacement points, losses, withdrawal."""

from typing import Any

import pytest

from adjudication.systems.ignorant_armies.foreign_powers.intervention import conditions
from adjudication.systems.ignorant_armies.lasting import left
from adjudication.systems.ignorant_armies.supply import sources
from adjudication.systems.ignorant_armies.table.sides import in_effect
from domain.errors import IllegalOrder
from tests.ignorant_armies.war import FIRST_TURN, War

JORDANIANS = ("jordan-armour", "jordan-mech")
BRIGADES = ("sng", "kuwait-armour", "kuwait-motorized")
FACTORS = {
    "jordan-armour": [[10, 8, 5], [7, 6, 5], [4, 4, 5], [2, 2, 5]],
    "jordan-mech": [[8, 11, 5], [5, 8, 5], [3, 5, 5], [1, 3, 5]],
    "gcc": [[4, 5, 5], [1, 2, 5]],
    "sng": [[2, 2, 5]],
    "kuwait-armour": [[3, 2, 5]],
    "kuwait-motorized": [[2, 3, 5]],
}


def arrived(turn: int = 2) -> War:
    """Intervention has come, at the start of the Iraqi player-turn."""
    war = War()
    war.mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(turn, answers=["2435"])
    return war


@pytest.mark.rule("ignorant-armies ja.option")
def test_without_the_option_nobody_intervenes() -> None:
    war = War(joint_arab=False)
    war.put("brigade-84", "1522")
    war.end_iranian_turn(1)
    assert war.state.mark_named("game", "joint arab intervention") is None


@pytest.mark.rule("ignorant-armies ja.intervention.conditions")
@pytest.mark.parametrize(
    ("unit", "hex", "holds"),
    [
        *(("brigade-84", "2334", True), ("brigade-84", "2335", False)),
        *(("brigade-84", "1521", True), ("brigade-84", "1721", True), ("brigade-84", "1821", False)),
        *(("brigade-84", "1513", True), ("brigade-84", "1413", True), ("brigade-84", "1216", True)),
        *(("brigade-84", "2530", False), ("brigade-84", "2431", True)),
    ],
)
def test_each_condition(unit: str, hex: str, holds: bool) -> None:
    war = War()
    assert conditions(war.state) == []
    for iraqi in ("mech-5", "sf-1", "corps-i", "guard-baghdad", "popular-1"):
        war.put(iraqi, "1125")
    war.put(unit, hex)
    assert bool(conditions(war.state)) is holds


@pytest.mark.rule("ignorant-armies ja.intervention.conditions")
def test_a_city_stays_iranian_until_an_iraqi_unit_enters_it() -> None:
    war = War()
    for iraqi in ("mech-5", "sf-1"):
        war.put(iraqi, "1125")
    war.iran_moves().order("move", unit="pasdaran-khorramshahr", to="2431")
    war.end_iranian_turn(2, dice=[1])
    war.iran_moves(turn=3).order("move", unit="pasdaran-khorramshahr", to="2531")
    assert conditions(war.state) == ["Iran controls Basra"]
    war.iraq_moves(turn=4).order("move", unit="mech-5", to="2431")
    assert conditions(war.state) == []


@pytest.mark.rule("ignorant-armies ja.intervention.roll")
@pytest.mark.parametrize(
    ("year", "die", "comes"),
    [(1980, 4, False), (1980, 5, True), (1984, 5, True), (1985, 5, False), (1985, 6, True)],
)
def test_the_roll_by_year(year: int, die: int, comes: bool) -> None:
    war = War()
    war.put("brigade-84", "1721")
    war.end_iranian_turn(FIRST_TURN[year], dice=[die])
    assert (war.state.mark_named("game", "joint arab intervention") == "coming") is comes


@pytest.mark.rule("ignorant-armies ja.intervention.roll", "ignorant-armies ja.once")
def test_no_roll_without_a_condition_and_none_after_a_success() -> None:
    war = War()
    war.end_iranian_turn(1)
    war.put("brigade-84", "1721")
    war.end_iranian_turn(2, dice=[6])
    war.mark("game", "joint arab intervention", "withdrawn")
    war.end_iranian_turn(3)  # no die
    assert war.state.mark_named("game", "joint arab intervention") == "withdrawn"


@pytest.mark.rule(
    "ignorant-armies ja.intervention.arrival",
    "ignorant-armies ja.intervention.vp",
    "ignorant-armies ja.entry-hexes",
    "ignorant-armies ja.units.air",
)
def test_all_arrive_at_their_hexes_and_the_index_moves_one() -> None:
    war = arrived()
    places = {unit: war.state.pieces[unit].place for unit in (*FACTORS, "ja-air")}
    assert places == {
        **dict.fromkeys(JORDANIANS, "1121"),
        "gcc": "2435",
        **dict.fromkeys(BRIGADES, "2435"),
        "ja-air": "air-iraq",
    }
    assert (war.index, in_effect(war.state)) == (-1, True)
    assert war.state.mark_named("game", "joint arab arrival") == 2


@pytest.mark.rule("ignorant-armies ja.intervention.arrival", "ignorant-armies ja.entry-hexes")
def test_gcc_may_enter_by_salman_and_who_is_blocked_waits() -> None:
    war = War()
    war.put("brigade-84", "1121").mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(2, answers=["1435"])
    assert war.state.pieces["gcc"].place == "1435"
    assert war.state.pieces["jordan-mech"].place == "joint-arab"
    war.put("brigade-84", "2020")
    war.begin_iraqi_turn(3)
    assert war.state.pieces["jordan-mech"].place == "1121"
    assert war.index == -1


@pytest.mark.rule(
    "ignorant-armies ja.units.total",
    "ignorant-armies ja.units.armor-superiority",
    "ignorant-armies ja.units.jordan-armor",
    "ignorant-armies ja.units.jordan-mech",
    "ignorant-armies ja.units.gcc",
    "ignorant-armies ja.units.sng",
    "ignorant-armies ja.units.kuwait-armor",
    "ignorant-armies ja.units.kuwait-motorized",
)
def test_the_counters() -> None:
    state = War().state
    for unit, factors in FACTORS.items():
        piece = state.pieces[unit]
        assert piece.kind.data["factors"] == factors
        assert piece.steps == len(factors)
        assert piece.kind.data["armour_superiority"] is True
    full = [factors[0] for factors in FACTORS.values()]
    assert (len(FACTORS), sum(len(factors) for factors in FACTORS.values())) == (6, 13)
    assert (sum(each[0] for each in full), sum(each[1] for each in full)) == (29, 31)
    assert {step[2] for factors in FACTORS.values() for step in factors} == {5}


@pytest.mark.rule("ignorant-armies ja.ops.kuwait-saudi-range", "ignorant-armies kuwait.ja-units")
@pytest.mark.parametrize(
    ("unit", "hex", "allowed"),
    [
        *(("sng", "2334", True), ("sng", "2130", True), ("sng", "2028", False), ("sng", "2530", False)),
        *(("kuwait-armour", "2028", False), ("gcc", "1918", True), ("jordan-mech", "2530", True)),
        *(("gcc", "2335", True), ("gcc", "2635", False)),
    ],
)
def test_where_joint_arab_units_may_go(unit: str, hex: str, allowed: bool) -> None:
    war = arrived()
    if allowed:
        war.order("move", unit=unit, to=hex)
        assert war.state.pieces[unit].place == hex
    else:
        with pytest.raises(IllegalOrder):
            war.order("move", unit=unit, to=hex)


@pytest.mark.rule("ignorant-armies ja.ops.as-iraqi")
def test_the_ban_on_iraqi_attacks_binds_joint_arab_units() -> None:
    war = arrived()
    war.put("gcc", "2024").put("brigade-84", "2124").mark("iraq", "no attacks").fights("iraq")
    with pytest.raises(IllegalOrder, match=r"event\.63"):
        war.order("attack", hex="2124", units=["gcc"])


@pytest.mark.rule("ignorant-armies ja.rp.income", "ignorant-armies ja.rp.cap")
def test_one_rp_a_turn_from_the_turn_after_and_three_are_saved() -> None:
    war = arrived()
    assert war.state.track("rp-joint-arab") == 0
    for turn in (3, 4, 5, 6):
        war.begin_iraqi_turn(turn)
    assert war.state.track("rp-joint-arab") == 4  # a fourth may be spent this turn
    war.put("brigade-84", "1721")
    war.end_iranian_turn(6)
    assert war.state.track("rp-joint-arab") == 3


@pytest.mark.rule("ignorant-armies ja.rp.separate", "ignorant-armies ja.rp.rebuild")
def test_rebuilt_units_come_on_at_their_hex_for_joint_arab_rps() -> None:
    war = arrived()
    war.put("sng", "deadpile-iraq").change("sng", steps=1).track("rp-iraq", 5).iraq_moves(turn=3)
    with pytest.raises(IllegalOrder, match=r"ja\.rp\.separate"):
        war.order("build", unit="sng", to="2435")
    war.track("rp-joint-arab", 1)
    with pytest.raises(IllegalOrder, match=r"ja\.rp\.rebuild"):
        war.order("build", unit="sng", to="1521")
    war.order("build", unit="sng", to="2435")
    assert (war.state.track("rp-iraq"), war.state.track("rp-joint-arab")) == (5, 0)


@pytest.mark.rule("ignorant-armies ja.rp.separate")
def test_joint_arab_rps_pay_for_nobody_else() -> None:
    war = arrived()
    war.put("infantry-2", "deadpile-iraq").track("rp-iraq", 0).track("rp-joint-arab", 3).iraq_moves(3)
    with pytest.raises(IllegalOrder, match=r"2nd Infantry Division costs 2: Iraqi RPs 0\..*ja\.rp\.separate"):
        war.order("build", unit="infantry-2", to="1521")
    war.order("build", unit="infantry-2", to="1521", cost=0)
    assert war.state.pieces["infantry-2"].place == "1521"


def test_a_unit_comes_on_at_full_strength_for_a_point_a_step_unless_the_builder_says_otherwise() -> None:
    cases: list[tuple[dict[str, Any], int, int]] = [({}, 2, 3), ({"steps": 1}, 1, 4), ({"cost": 3}, 2, 2)]
    for said, steps, rps in cases:
        war = War()
        war.put("infantry-2", "deadpile-iraq").change("infantry-2", steps=1)
        war.track("rp-iraq", 5).iraq_moves().order("build", unit="infantry-2", to="1521", **said)
        assert (war.state.pieces["infantry-2"].steps, war.state.track("rp-iraq")) == (steps, rps)
    war = War()
    war.put("infantry-2", "deadpile-iraq").track("rp-iraq", 5).iraq_moves()
    with pytest.raises(IllegalOrder, match="2nd Infantry Division has 1 to 2 steps"):
        war.order("build", unit="infantry-2", to="1521", steps=3)


@pytest.mark.rule("ignorant-armies ja.rp.rebuild", "ignorant-armies ja.rp.separate")
def test_reduced_units_get_steps_back_where_they_stand() -> None:
    war = arrived()
    war.put("jordan-mech", "1424").change("jordan-mech", steps=1).track("rp-iraq", 5)
    war.track("rp-joint-arab", 2).iraq_moves(turn=3)
    with pytest.raises(IllegalOrder, match=r"Jordanian Mechanized Division costs 3: Joint Arab RPs 2"):
        war.order("build", unit="jordan-mech", to="1424")
    with pytest.raises(IllegalOrder, match=r"has 1 of 4 steps; say how many it has afterwards"):
        war.order("build", unit="jordan-mech", to="1424", steps=1)
    with pytest.raises(IllegalOrder, match=r"ja\.rp\.rebuild"):
        war.order("build", unit="jordan-mech", to="1121", steps=3)
    war.order("build", unit="jordan-mech", to="1424", steps=3)
    unit = war.state.pieces["jordan-mech"]
    assert (unit.steps, unit.place, war.state.track("rp-joint-arab")) == (3, "1424", 0)
    assert war.state.track("rp-iraq") == 5
    with pytest.raises(IllegalOrder, match="not among the units"):
        war.order("build", unit="jordan-mech", to="1424", cost=0)
    war.change("infantry-2", steps=1).order(
        "build", unit="infantry-2", to=war.state.pieces["infantry-2"].place
    )
    assert (war.state.pieces["infantry-2"].steps, war.state.track("rp-iraq")) == (2, 4)


@pytest.mark.rule("ignorant-armies ja.intervention.arrival")
@pytest.mark.parametrize(
    ("now", "told"),
    [
        (None, "condition for Joint Arab intervention: Iran controls Basra"),
        ("coming", "Joint Arab forces arrive at the start of the next Iraqi player-turn"),
        ("in effect", "no Joint Arab withdrawal as long as Iran controls Basra"),
        ("withdrawn", "Joint Arab forces have withdrawn; Kuwait is closed to Iran"),
    ],
)
def test_the_status_says_where_intervention_stands(now: str | None, told: str) -> None:
    war = War()
    war.mark("2431", "control", "iran").put("mech-5", "1111").put("sf-1", "1111")
    war.mark("game", "joint arab intervention", now)
    lines = left(war.state, "iran")
    assert told in lines
    assert ("condition for Joint Arab intervention: Iran controls Basra" in lines) is (now is None)


@pytest.mark.rule("ignorant-armies ja.tanker-war")
def test_iranian_tanker_war_rolls_count_one_less_for_good() -> None:
    war = War()
    war.mark("game", "joint arab intervention", "coming").fights("iran", turn=FIRST_TURN[1987])
    war.order("tanker-war", dice=[5])
    assert not war.state.mark_named("game", "western naval intervention")
    war.mark("game", "joint arab intervention", "withdrawn").fights("iran", turn=FIRST_TURN[1987] + 1)
    war.order("tanker-war", dice=[5])
    assert not war.state.mark_named("game", "western naval intervention")
    war.fights("iraq", turn=FIRST_TURN[1987] + 2).order("tanker-war", dice=[5])
    assert war.state.mark_named("game", "western naval intervention")


@pytest.mark.rule("ignorant-armies ja.tanker-war")
def test_a_roll_below_the_table_is_its_lowest_line() -> None:
    war = War()
    war.mark("game", "joint arab intervention", "in effect").fights("iran", turn=FIRST_TURN[1987])
    events = war.order("tanker-war", dice=[1], adjustment=-3)
    assert "no effect" in str(events)


@pytest.mark.rule("ignorant-armies ja.losses-vp")
def test_every_third_step_is_a_vp_and_the_rest_is_carried() -> None:
    war = arrived()
    war.fights("iran")
    war.order("lose", side="iraq", unit="jordan-mech", steps=2)
    assert war.index == -1
    war.order("lose", side="iraq", unit="gcc", steps=2)
    assert (war.index, war.state.track("joint-arab-steps-lost")) == (0, 4)
    assert war.state.pieces["gcc"].place == "deadpile-iraq"
    war.order("lose", side="iraq", unit="jordan-armour", steps=3)
    assert war.index == 1


@pytest.mark.rule(
    "ignorant-armies ja.withdrawal.check",
    "ignorant-armies ja.withdrawal.not-same-turn",
    "ignorant-armies ja.withdrawal.roll",
)
def test_withdrawal_is_rolled_for_from_the_turn_after_without_conditions() -> None:
    war = arrived()
    war.end_iranian_turn(2)  # no roll in the turn of the arrival
    war.put("brigade-84", "1721")
    war.end_iranian_turn(3)  # a condition holds: no roll
    war.put("brigade-84", "2020")
    war.end_iranian_turn(4, dice=[4])
    assert in_effect(war.state)
    war.end_iranian_turn(5, dice=[5])
    assert not in_effect(war.state)


@pytest.mark.rule("ignorant-armies ja.withdrawal.effects", "ignorant-armies ja.withdrawal.rp")
def test_all_leave_their_rps_are_lost_and_iraq_gets_one() -> None:
    war = arrived()
    war.put("sng", "deadpile-iraq").track("rp-joint-arab", 2).track("rp-iraq", 0)
    index = war.index
    war.end_iranian_turn(3, dice=[6])
    assert {war.state.pieces[unit].place for unit in (*FACTORS, "ja-air")} == {"withdrawn"}
    assert (war.state.track("rp-joint-arab"), war.state.track("rp-iraq"), war.index) == (0, 1, index)
    war.begin_iraqi_turn(5)
    assert war.state.track("rp-joint-arab") == 0


@pytest.mark.rule("ignorant-armies ja.withdrawal.kuwait-closed")
def test_kuwait_is_closed_to_iran_after_withdrawal() -> None:
    war = War()
    war.iran_moves().order("move", unit="brigade-84", to="2234")
    war.end_iranian_turn(2, dice=[1])
    war.iran_moves(turn=3).order("move", unit="brigade-84", to="2020")
    war.end_iranian_turn(3)
    war.mark("game", "joint arab intervention", "withdrawn").iran_moves(turn=4)
    with pytest.raises(IllegalOrder, match=r"ja\.withdrawal\.kuwait-closed"):
        war.order("move", unit="brigade-84", to="2234")


@pytest.mark.rule(
    "ignorant-armies ja.supply.cities", "ignorant-armies ja.supply.entry-hexes", "ignorant-armies ja.ops.hqs"
)
def test_sources_of_supply_and_who_uses_headquarters() -> None:
    war = War()
    cities = {"1521", "2431"}
    assert cities <= set(sources(war.state, "iraq"))
    assert not {"1121", "2435", "1435"} & set(sources(war.state, "iraq"))
    war = arrived()
    assert cities | {"1121", "2435", "1435"} <= set(sources(war.state, "iraq"))
    told = " ".join(left(war.state, "iraq"))
    assert all(hq in told for hq in ("I Corps", "II Corps", "III Corps", "Kuwait road (2435)"))
    war.put("brigade-84", "1435")
    assert "1435" not in sources(war.state, "iraq")
    war.mark("game", "joint arab intervention", "withdrawn")
    assert "2435" not in sources(war.state, "iraq")
