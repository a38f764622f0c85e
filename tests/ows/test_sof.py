"""Special operations (6.6): insertion, missions, recovery."""

import pytest
from msgspec.structs import replace

import adjudication.systems.ows.special_operations.sof as special_operations
from adjudication.engine.orders import Order
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE, detection_shifts, sof_strike_shifts
from adjudication.systems.ows.special_operations.sof_missions import tasked
from adjudication.systems.ows.special_operations.sof_teams import MOVED, TASK, bases
from adjudication.systems.ows.table.status import DETECTED
from domain.errors import IllegalOrder
from domain.events import DieRolled, Modified
from domain.texts import Text
from domain.views.view import see
from tests.ows.sensing import dice_of, next_turn, proving, read_by, resolve, told
from tests.table import Table


def sof(side: str = "blue", **options: bool) -> Table:
    """The proving ground in its special operations step."""
    return proving(**options).phase("special operations", side=side)


def in_the_field(hex: str, target: str, mission: str) -> Table:
    """Blue's team is in a hex, and has a mission there."""
    table = sof().put("oda-1", hex)
    return give(table, mission, table.state.name_for("blue", target))


def give(table: Table, mission: str, target: str) -> Table:
    table.order("sof-mission", team="oda-1", mission=mission, target=target)
    return table


def adjudicate(table: Table, dice: list[int], answers: list[int] | None = None) -> list[int]:
    """Both sides have placed their teams; the dice that were rolled."""
    table.order("proceed")
    assert table.state.phase == "special operations"
    return dice_of(table.order("proceed", dice=dice, answers=[0] if answers is None else answers))


# --- insertion: 6.6 ------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.6", "ows 6.6a", "ows seq.3.C.1")
@pytest.mark.parametrize(("roll", "place"), [(7, "0904"), (8, "regeneration-blue")])
def test_a_team_is_detected_under_adversary_control_on_its_local_detection_value(
    roll: int, place: str
) -> None:
    table = sof()
    assert dice_of(table.order("insert", team="oda-1", hex="0904", dice=[roll], answers=[0])) == [8]
    assert table.state.pieces["oda-1"].place == place
    assert bool(table.state.mark("oda-1", DETECTED)) == (roll == 8)


@pytest.mark.rule("ows 6.6a")
def test_nobody_rolls_where_the_enemy_holds_nothing() -> None:
    table = sof()
    assert dice_of(table.order("insert", team="oda-1", hex="0604")) == []
    assert table.state.pieces["oda-1"].place == "0604"


@pytest.mark.rule("ows 6.6b")
@pytest.mark.parametrize(("net", "die"), [(2, 12), (-1, 6), (0, 8)])
def test_the_white_cell_says_how_the_insertion_die_is_shifted(net: int, die: int) -> None:
    table = sof().put("hq9-1", "0904")
    assert dice_of(table.order("insert", team="oda-1", hex="0904", dice=[1], answers=[net])) == [die]
    (asked,) = table.people.asked
    assert (asked.side, asked.suggested) == ("white", (0,))
    weighed = {"hex": "0904", "units": 1, "teams": 1, "terrain": "urban"}
    assert asked.because == Text("what the white cell weighs", weighed)


@pytest.mark.rule("ows 6.6")
def test_insertion_is_unseen_until_it_fails() -> None:
    table = sof()
    before = told(table, "red")
    table.order("insert", team="oda-1", hex="0904", dice=[3], answers=[0])
    assert "oda-1" not in {piece.id for piece in see(table.state, "red").pieces}
    assert told(table, "red") == before
    next_turn(table).phase("special operations", side="blue")
    table.order("insert", team="oda-1", hex="0903", dice=[8], answers=[0])
    assert "oda-1" in {piece.id for piece in see(table.state, "red").pieces}


@pytest.mark.rule("ows 6.6")
def test_a_team_is_placed_once_a_turn_and_never_at_home() -> None:
    table = sof()
    table.order("insert", team="oda-1", hex="0604")
    with pytest.raises(IllegalOrder, match="not a SOF team that you may place now"):
        table.order("insert", team="oda-1", hex="0605")
    next_turn(table).phase("special operations", side="blue")
    assert not table.state.mark("oda-1", MOVED)
    with pytest.raises(IllegalOrder, match="in 0604 already"):
        table.order("insert", team="oda-1", hex="0604")
    with pytest.raises(IllegalOrder, match="bring it home with recover"):
        table.order("insert", team="oda-1", hex="0203")


@pytest.mark.rule("ows 6.6c")
def test_the_means_of_insertion_is_declared_where_the_option_says_so() -> None:
    table = sof(sof_insertion_means=True)
    with pytest.raises(IllegalOrder, match="Declare the means of insertion"):
        table.order("insert", team="oda-1", hex="0904")
    rolled = table.order("insert", team="oda-1", hex="0904", means="submarine", dice=[6], answers=[0])
    assert dice_of(rolled) == [6]
    with pytest.raises(IllegalOrder, match="not a means of insertion now"):
        sof().order("insert", team="oda-1", hex="0904", means="submarine")


@pytest.mark.rule("ows 6.6")
def test_a_team_is_recovered_to_a_base_of_its_side() -> None:
    table = sof().put("oda-1", "0904")
    with pytest.raises(IllegalOrder, match="no airfield or port of yours"):
        table.order("recover", team="oda-1", hex="0101")
    assert dice_of(table.order("recover", team="oda-1", hex="0203")) == []
    assert table.state.pieces["oda-1"].place == "0203"


@pytest.mark.rule("ows 6.6.1.2", "ows 6.6")
@pytest.mark.parametrize(("turn", "back"), [(1, True), (2, False)])
def test_a_regenerated_team_is_placed_again_when_its_turn_has_come(turn: int, back: bool) -> None:
    table = sof().put("oda-1", "turn-track").mark("oda-1", "returns", turn)
    if not back:
        with pytest.raises(IllegalOrder, match="not a SOF team that you may place now"):
            table.order("insert", team="oda-1", hex="0604")
        return
    table.order("insert", team="oda-1", hex="0604")
    assert table.state.pieces["oda-1"].place == "0604"
    assert table.state.mark_named("oda-1", "returns") is None


# --- missions: 6.6.1 -----------------------------------------------------------------------------


@pytest.mark.rule("ows 6.6.1", "ows seq.3.C.2")
def test_missions_are_adjudicated_when_both_sides_have_placed_theirs() -> None:
    table = in_the_field("0904", "port-r", "direct action")
    assert table.state.mark("oda-1", TASK) == {"mission": "direct action", "target": "port-r"}
    assert adjudicate(table, [1, 3]) == [8, 8]
    assert table.state.pieces["port-r"].steps == 3


@pytest.mark.rule("ows 6.6.1.1", "ows 6.6a")
def test_a_team_that_is_compromised_does_not_attack() -> None:
    table = in_the_field("0904", "port-r", "direct action")
    assert adjudicate(table, [8]) == [8]
    assert table.state.pieces["oda-1"].place == "regeneration-blue"
    assert table.state.pieces["port-r"].steps == 4


@pytest.mark.rule("ows 6.6.1.1")
@pytest.mark.parametrize(("net", "die"), [(1, 10), (-2, 4)])
def test_the_white_cell_shifts_the_compromise_check(net: int, die: int) -> None:
    table = in_the_field("0904", "port-r", "direct action")
    assert adjudicate(table, [1, 1], [net])[0] == die


@pytest.mark.rule("ows 6.6.1.1b")
@pytest.mark.parametrize(("roll", "lost"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2)])
def test_direct_action_costs_one_step_and_two_at_twice_the_defence(roll: int, lost: int) -> None:
    table = in_the_field("0904", "port-r", "direct action")
    adjudicate(table, [7, roll])
    assert table.state.pieces["port-r"].steps == 4 - lost


@pytest.mark.rule("ows 6.6.1.1b")
def test_direct_action_never_costs_more_than_two_steps() -> None:
    table = in_the_field("0904", "port-r", "direct action").change("oda-1")
    table.adopt("sof-missions", [*table.state.tables["sof-missions"].data.rows])
    table.put("port-r", "0904")
    adjudicate(table, [7, 8])
    assert table.state.pieces["port-r"].steps == 2


@pytest.mark.rule("ows 6.6.1.1a")
@pytest.mark.parametrize(
    ("target", "hex", "attacked"),
    [
        ("airfield-r", "0903", True),
        ("sq-j16", "0903", True),
        ("hq9-1", "0903", True),
        ("artillery-1", "1002", True),
        ("df21-1", "1004", True),
        ("asp-r", "0904", True),
        ("type055-1", "0904", True),
        ("type055-1", "0704", False),
        ("type055-1", "0902", False),  # at an airfield, and in no port
        ("light-r1", "0905", False),
    ],
)
def test_direct_action_is_for_installations_air_units_and_missile_units(
    target: str, hex: str, attacked: bool
) -> None:
    table = sof()
    if target == "type055-1":
        table.put(target, hex)
    table.put("oda-1", hex)
    give(table, "direct action", table.state.name_for("blue", target))
    assert adjudicate(table, [1, 1] if attacked else [1]) == ([8, 8] if attacked else [8])


@pytest.mark.rule("ows 6.6.1")
def test_only_what_a_side_sees_in_the_hex_is_offered_as_a_target() -> None:
    table = sof().put("oda-1", "0904")
    offered = {order.arguments["target"] for order in table.session.legal() if order.name == "sof-mission"}
    assert {"port-r", "asp-r"} <= offered
    assert not offered & {"sof-r1", *table.state.contacts("blue", "0904")}  # the hidden team there
    with pytest.raises(IllegalOrder):
        give(table, "direct action", "sof-r1")


@pytest.mark.rule("ows 6.6.1")
def test_a_chart_with_another_mission_may_be_adopted() -> None:
    table = sof().put("oda-1", "0904")
    rows = [*table.state.tables["sof-missions"].data.rows]
    table.adopt("sof-missions", [*rows, {**rows[0], "mission": "sabotage", "check": 0, "most": 1}])
    give(table, "sabotage", "port-r")
    assert adjudicate(table, [8], []) == [8]
    assert table.state.pieces["port-r"].steps == 3


# --- reconnaissance: 8.5.1, 2.2.7.2 ----------------------------------------------------------------


@pytest.mark.rule("ows 8.5.1", "ows 8.5.1a")
def test_special_reconnaissance_promotes_the_detection_of_its_target_and_then_strikes_on_it() -> None:
    table = in_the_field("1002", "artillery-1", "special reconnaissance")
    assert adjudicate(table, [7]) == [8]
    target, other = table.state.pieces["artillery-1"], table.state.pieces["df21-1"]
    assert [shift.rungs for shift in detection_shifts(table.state, target)] == [1]
    assert detection_shifts(table.state, other) == []
    assert sof_strike_shifts(table.state, target) == []
    table.phase("theater isr", side="")
    table.order("survey", side="blue", hex="1002")
    assert dice_of(resolve(table, [7])) == [12]
    assert [shift.rungs for shift in sof_strike_shifts(table.state, target)] == [1]
    assert sof_strike_shifts(table.state, other) == []


@pytest.mark.rule("ows 8.5.1a")
def test_a_team_has_one_target_a_turn() -> None:
    table = in_the_field("1002", "artillery-1", "special reconnaissance")
    with pytest.raises(IllegalOrder, match="cannot be given a mission now"):
        give(table, "special reconnaissance", "airfield-r2")
    adjudicate(table, [1])
    next_turn(table).phase("special operations", side="blue")
    assert not table.state.mark("oda-1", RECONNAISSANCE)
    assert not table.state.mark("oda-1", TASK)


@pytest.mark.rule("ows 8.5.1a", "ows 6.6.1.1")
def test_special_reconnaissance_fails_when_the_team_is_compromised() -> None:
    table = in_the_field("1002", "artillery-1", "special reconnaissance")
    adjudicate(table, [8])
    assert table.state.pieces["oda-1"].place == "regeneration-blue"
    assert detection_shifts(table.state, table.state.pieces["artillery-1"]) == []


@pytest.mark.rule("ows 6.6.1")
def test_target_acquisition_promotes_strikes_on_what_is_detected() -> None:
    table = in_the_field("0904", "port-r", "target acquisition")
    adjudicate(table, [1])
    port = table.state.pieces["port-r"]
    assert [shift.rungs for shift in sof_strike_shifts(table.state, port)] == [1]
    assert detection_shifts(table.state, port) == []


@pytest.mark.rule("ows 6.6.1")
def test_what_a_team_does_is_its_own_sides_knowledge() -> None:
    table = sof().put("oda-1", "1002")
    before = told(table, "red")
    give(table, "special reconnaissance", table.state.name_for("blue", "artillery-1"))
    assert told(table, "red") == before
    table.order("proceed")
    start = len(read_by(table, "red"))
    table.order("proceed", dice=[1], answers=[0])
    new = read_by(table, "red")[start:]
    assert (new[0][0], new[-2][0]) == ("order-given", "phase-entered")
    assert not [line for line in new if "reconnaissance" in line[1] or "oda-1" in line[1]]


def test_the_order_of_a_team_that_a_side_does_not_see_is_refused_like_any_unknown_name() -> None:
    table = sof(side="red")
    with pytest.raises(IllegalOrder, match="no piece or contact"):
        table.session.order(Order("red", "insert", {"team": "oda-1", "hex": "0404"}))


def test_without_teams_in_the_game_nobody_waits_for_special_operations() -> None:
    """The order of battle of the river has none, that of the strait has; lost ones count."""
    assert not special_operations.needed(Table("ows", "river", seed=1, begun=False).state)
    strait = Table("ows", "strait", seed=1, begun=False)
    for team in ("team-blue", "team-red"):
        strait.put(team, "attrition-blue").change(team, steps=0)
    assert special_operations.needed(strait.state)


@pytest.mark.rule("ows 6.6", "ows 6.6.1")
def test_a_team_that_was_brought_home_rests_and_one_that_stayed_there_may_act() -> None:
    table = sof().put("oda-1", "0904")
    table.order("recover", team="oda-1", hex="0203")
    with pytest.raises(IllegalOrder, match="cannot be given a mission now"):
        give(table, "special reconnaissance", "port-r")
    assert "oda-1" in tasked(sof().state, "blue")
    away = sof()
    away.order("insert", team="oda-1", hex="0604")
    assert "oda-1" in tasked(away.state, "blue")


@pytest.mark.rule("ows 6.6a", "ows 6.6b")
def test_the_insertion_roll_is_one_rule_and_its_shift_by_the_white_cell_another() -> None:
    table = sof()
    events = table.order("insert", team="oda-1", hex="0904", dice=[1], answers=[1])
    assert [event.rule for event in events if isinstance(event, DieRolled)] == ["ows 6.6a"]
    assert [event.rule for event in events if isinstance(event, Modified)] == ["ows 6.6b"]
    assert [question.rule for question in table.people.asked] == ["ows 6.6b"]


@pytest.mark.rule("ows 6.6")
def test_a_team_that_is_placed_anew_is_not_detected_any_more() -> None:
    table = sof().mark("oda-1", DETECTED)
    table.order("insert", team="oda-1", hex="0604")
    assert table.state.mark("oda-1", DETECTED) is None


@pytest.mark.rule("ows 6.6.1.1b")
def test_a_team_without_an_attack_attacks_nothing() -> None:
    table = in_the_field("0904", "port-r", "direct action")
    team = table.state.pieces["oda-1"]
    team.kind = replace(team.kind, data={**team.kind.data, "weapons": []})
    assert adjudicate(table, [1]) == [8]
    assert table.state.pieces["port-r"].steps == 4


@pytest.mark.rule("ows 6.6")
def test_teams_come_home_to_airfields_and_ports_and_not_to_railheads() -> None:
    state = sof().state
    found = bases(state, "blue")
    assert {"0203", "0204", "0202"} <= set(found)
    assert not {"0103", "0106", "0903"} & set(found)  # two railheads, and an airfield of the enemy
