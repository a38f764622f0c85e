"""The order of a turn (6.0) and planning its operations (6.1)."""

from typing import Any

import pytest

from adjudication.systems.ramadi.phases.planning import OPERATION
from adjudication.systems.ramadi.table.board import contested_hexes, targets_from
from domain.errors import IllegalOrder
from domain.events import DieRolled, Event, LookedUp, PhaseEntered
from tests.ramadi.table import SCENARIO, RamadiTable

IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST, TAMIM = IDS["Humaira West"], IDS["Humaira East"], IDS["Tamim"]
GATE, SECOND_GATE, BEHIND, STADIUM = IDS["Iskan South"], IDS["Humaira North"], IDS["Iskan"], IDS["Stadium"]
YARDS, BRIDGE = IDS["Railway yards"], IDS["al-Hoz Bridge"]
WEAK = ("ied-poor-1", "f-militia-1", "sv-ied-1")
OTHERS = ("ied-poor-2", "f-militia-2", "vb-ied-1")


@pytest.fixture
def table() -> RamadiTable:
    """The planning of turn 1: two forces in the South, one in the West."""
    table = RamadiTable()
    table.adopt_plain_tables()
    for unit, hex in {
        "cts-1": SOUTH,
        "inf-1": SOUTH,
        "cts-2": SOUTH_EAST,
        "militia-1": SOUTH_EAST,
        "cts-3": TAMIM,
    }.items():
        table.put(unit, hex)
    table.put("tank-1", "zone-south")
    table.put("artillery-1", "zone-south")
    table.put("advisors-1", "zone-west")
    table.put("advisors-2", "asset-transfer")
    table.plan_turn()
    return table


def refusal(table: RamadiTable, name: str, **arguments: Any) -> tuple[str, str]:
    """Code and rule of a refusal, which leaves the log as it was and is not among the listed orders."""
    length = len(table.session.game.log)
    with pytest.raises(IllegalOrder) as refused:
        table.order(name, **arguments)
    assert len(table.session.game.log) == length
    assert {"order": name, **arguments} not in [order.data() for order in table.session.legal()]
    return refused.value.code, refused.value.rule


# --- the order of a turn -----------------------------------------------------------------------------


def phases(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.turn, event.phase) for event in events if isinstance(event, PhaseEntered)]


@pytest.mark.rule("ramadi 6.0", "ramadi 6.3a", "ramadi 6.4a")
def test_a_turn_goes_through_its_phases_in_order(table: RamadiTable) -> None:
    table.put("inf-2", "transfer")
    passed: list[tuple[int, str]] = []
    table.order("plan", lead="cts-1", target=GATE)
    passed += phases(table.order("proceed"))
    passed += phases(table.order("proceed", dice=table.draws("ied-poor-1", "f-militia-1", "attack-1")))
    replacement = table.draws("sv-ied-1")
    passed += phases(table.order("execute", target=GATE, dice=[*replacement, 6, 1, 1]))
    passed += phases(table.order("proceed", dice=[1, 6]))  # ISIS attacks the unit in the gate
    for _ in range(3):
        passed += phases(table.order("proceed"))
    passed += phases(table.order("proceed", dice=[3]))
    assert passed == [
        (1, "assets"),
        (1, "operations"),
        (1, "isis attack"),
        (1, "movement"),
        (1, "deployment"),
        (1, "transfers"),
        (1, "ground assets"),
        (2, "planning"),
    ]


ORDERS: dict[str, dict[str, Any]] = {
    "plan": {"lead": "cts-1", "target": GATE},
    "support": {"asset": "tank-1", "target": GATE},
    "execute": {"target": GATE},
    "move": {"unit": "cts-1", "to": SOUTH_EAST},
    "deploy": {"unit": "inf-2", "to": TAMIM},
    "transfer": {"unit": "cts-1"},
    "assign": {"asset": "advisors-2", "box": "zone-west"},
}
BELONGS = {
    "plan": "planning",
    "support": "assets",
    "execute": "operations",
    "move": "movement",
    "deploy": "deployment",
    "transfer": "transfers",
    "assign": "ground assets",
}
PHASES = ("planning", "assets", "operations", "movement", "deployment", "transfers", "ground assets")


@pytest.mark.rule("ramadi 6.0", "ramadi 6.7i")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", ORDERS)
def test_an_order_is_taken_in_its_own_phase_alone(table: RamadiTable, name: str, phase: str) -> None:
    """Each would be taken but for the phase: that is what the table holds ready."""
    if name in ("support", "execute"):
        table.order("plan", lead="cts-1", target=GATE)
    table.put("inf-2", "transfer")
    table.put("cts-2", TAMIM)
    table.put("militia-1", "reserve")
    table.put("cts-2", "reserve")
    table.phase(phase, 1)
    if phase == BELONGS[name]:
        table.order(name, **ORDERS[name], dice=[1, 6, 5] if name == "execute" else [])
    else:
        assert refusal(table, name, **ORDERS[name])[0] == "phase"


@pytest.mark.rule("ramadi 6.0")
def test_a_turn_without_operations_has_no_assets_and_no_defenders(table: RamadiTable) -> None:
    assert phases(table.order("proceed")) == [(1, "movement")]
    assert len(table.state.at["pool-assets"]) == 15


@pytest.mark.rule("ramadi 6.0", "ramadi 6.4a")
def test_operations_planned_must_be_executed_before_the_turn_goes_on(table: RamadiTable) -> None:
    table.order("plan", lead="cts-1", target=GATE)
    table.order("proceed")
    table.order("proceed", dice=table.draws(*WEAK))
    assert refusal(table, "proceed")[0] == "not-executed"


# --- how many operations -----------------------------------------------------------------------------


ALLOWED = [
    {"die": die, "casualties": casualties, "operations": 10 * die + number}
    for die in range(1, 7)
    for number, casualties in enumerate([(0, 4), (5, None)])
]
"""A table that tells its row: tens for the die, a one for five casualties or more."""


@pytest.mark.rule("ramadi 6.1a")
@pytest.mark.parametrize(("die", "casualties", "allowed"), [(1, 0, 10), (6, 4, 60), (6, 5, 61), (2, 40, 21)])
def test_the_die_is_crossed_with_the_casualties_so_far(die: int, casualties: int, allowed: int) -> None:
    table = RamadiTable()
    table.adopt("operations", ALLOWED)
    table.set_up_all()
    table.track("casualties", casualties)
    events = table.order("proceed", dice=[die])
    assert [event.rule for event in events if isinstance(event, DieRolled)] == ["ramadi 6.1a"]
    assert table.state.mark_named("game", "operations") == allowed


@pytest.mark.rule("ramadi 6.1a")
def test_casualties_of_the_whole_game_count_though_all_units_are_back(table: RamadiTable) -> None:
    """Reading of 6.1: the level is the casualty track's, not the number of units away."""
    table.adopt("operations", ALLOWED)
    table.track("casualties", 5)
    assert not table.state.at.get("transfer")
    for _ in range(4):
        table.order("proceed")
        if table.state.phase == "ground assets":
            break
    events = table.order("proceed", dice=[3])
    (found,) = [event.keys for event in events if isinstance(event, LookedUp) and event.table == "operations"]
    assert found == {"die": 3, "casualties": 5}
    assert table.state.mark_named("game", "operations") == 31


@pytest.mark.rule("ramadi 6.1a", "ramadi 6.1b")
def test_operations_up_to_the_maximum_are_planned_and_no_more(table: RamadiTable) -> None:
    table.mark("game", "operations", 2)
    table.order("plan", lead="cts-1", target=GATE)
    table.order("plan", lead="cts-2", target=SECOND_GATE)
    assert refusal(table, "plan", lead="cts-3", target=BRIDGE) == ("too-many", "ramadi 6.1a")
    assert [order.name for order in table.session.legal()] == ["proceed"]


@pytest.mark.rule("ramadi 6.1a")
def test_fewer_operations_than_the_maximum_will_do(table: RamadiTable) -> None:
    table.mark("game", "operations", 5)
    table.order("plan", lead="cts-1", target=GATE)
    table.order("proceed")
    assert table.state.phase == "assets"


@pytest.mark.rule("ramadi 6.1a", "ramadi 6.1b")
def test_what_has_been_executed_makes_no_room_for_more(table: RamadiTable) -> None:
    table.mark("game", "operations", 1)
    table.order("plan", lead="cts-1", target=GATE)
    table.order("proceed")
    table.order("proceed", dice=table.draws(*WEAK))
    table.order("execute", target=GATE, dice=[6, 1, 1])
    assert refusal(table, "plan", lead="cts-2", target=SECOND_GATE)[0] == "phase"


@pytest.mark.rule("ramadi 6.1b")
def test_each_target_is_marked_until_its_operation_is_over(table: RamadiTable) -> None:
    table.order("plan", lead="cts-1", target=GATE)
    table.order("plan", lead="cts-2", target=SECOND_GATE)
    assert list(table.state.marked(OPERATION)) == [GATE, SECOND_GATE]
    table.order("proceed")
    table.order("proceed", dice=table.draws(*WEAK, *OTHERS))
    table.order("execute", target=SECOND_GATE, dice=[6, 1, 1])
    assert list(table.state.marked(OPERATION)) == [GATE]


@pytest.mark.rule("ramadi 6.1b", "ramadi 8.2h")
def test_ops_markers_run_out_without_limiting_operations(table: RamadiTable) -> None:
    """All twelve lie on the map as Cleared markers, and any token serves (reading of 8.2)."""
    targets = (GATE, SECOND_GATE, BRIDGE)
    far = [hex for hex in contested_hexes(table.state.board) if hex not in targets][:12]
    table.hold(*far)
    assert not [id for id in table.state.at["markers"] if id.startswith("cleared")]
    for lead, target in zip(("cts-1", "cts-2", "cts-3"), targets, strict=True):
        table.order("plan", lead=lead, target=target)
    assert len(table.state.marked(OPERATION)) == 3


# --- what makes an operation -------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.1c", "ramadi 4.2d")
def test_listed_operations_are_each_force_against_each_contested_neighbour(table: RamadiTable) -> None:
    table.hold(YARDS)
    listed = {
        (order.arguments["lead"], order.arguments.get("follow_up"), order.arguments["target"])
        for order in table.session.legal()
        if order.name == "plan"
    }
    beside = targets_from(table.state.board)
    south, south_east, west = beside[SOUTH], beside[SOUTH_EAST], beside[TAMIM]
    forces: list[tuple[str, str | None, tuple[str, ...]]] = [
        ("cts-1", None, south),
        ("inf-1", None, south),
        ("cts-1", "inf-1", south),
        ("inf-1", "cts-1", south),
        ("cts-2", None, south_east),
        ("militia-1", None, south_east),
        ("cts-2", "militia-1", south_east),
        ("militia-1", "cts-2", south_east),
        ("cts-3", None, west),
    ]
    assert listed == {
        (lead, follow_up, target)
        for lead, follow_up, targets in forces
        for target in targets
        if target != YARDS  # held already
    }


@pytest.mark.rule("ramadi 6.1c")
@pytest.mark.parametrize(
    ("target", "code"),
    [
        (BEHIND, "not-adjacent"),
        (BRIDGE, "not-adjacent"),
        (SOUTH_EAST, "target"),
        (IDS["Jazira"], "target"),
        ("zone-south", "target"),
        ("nowhere", "target"),
    ],
)
def test_only_an_adjacent_contested_hex_is_attacked(table: RamadiTable, target: str, code: str) -> None:
    assert refusal(table, "plan", lead="cts-1", target=target)[0] == code


@pytest.mark.rule("ramadi 6.1c")
def test_held_ground_is_no_target(table: RamadiTable) -> None:
    table.hold(GATE)
    table.put("inf-4", SECOND_GATE)
    assert refusal(table, "plan", lead="cts-1", target=GATE)[0] == "held"
    assert refusal(table, "plan", lead="cts-2", target=SECOND_GATE)[0] == "held"


@pytest.mark.rule("ramadi 6.1c")
def test_a_hex_is_the_target_of_one_operation_a_turn(table: RamadiTable) -> None:
    """Reading of 6.1: three ISIS counters go to each targeted hex."""
    table.order("plan", lead="cts-1", target=GATE)
    assert refusal(table, "plan", lead="cts-2", target=GATE)[0] == "planned"


@pytest.mark.rule("ramadi 6.1c")
def test_both_units_come_from_one_hex(table: RamadiTable) -> None:
    assert refusal(table, "plan", lead="cts-1", target=GATE, follow_up="cts-2")[0] == "not-stacked"
    assert refusal(table, "plan", lead="cts-1", target=GATE, follow_up="cts-1")[0] == "not-stacked"


@pytest.mark.rule("ramadi 6.1c")
@pytest.mark.parametrize("place", ["transfer", "reserve"])
def test_a_unit_off_the_map_attacks_nothing(table: RamadiTable, place: str) -> None:
    table.put("inf-1", place)
    assert refusal(table, "plan", lead="inf-1", target=GATE)[0] == "not-adjacent"
    assert refusal(table, "plan", lead="cts-1", target=GATE, follow_up="inf-1")[0] == "not-stacked"


@pytest.mark.rule("ramadi 6.1c")
@pytest.mark.parametrize("piece", ["tank-1", "bomber-1", "emir-1", "cleared-1", "nobody"])
def test_only_ground_units_attack(table: RamadiTable, piece: str) -> None:
    table.put("tank-1", SOUTH)
    assert refusal(table, "plan", lead=piece, target=GATE)[0] == "no-such-piece"
    assert refusal(table, "plan", lead="cts-1", target=GATE, follow_up=piece)[0] == "no-such-piece"


@pytest.mark.rule("ramadi 6.1c")
def test_a_force_without_a_line_may_still_attack(table: RamadiTable) -> None:
    """Reading of 6.7: cut off, a unit may neither move nor transfer, but may attack."""
    table.put("inf-4", STADIUM)
    table.order("plan", lead="inf-4", target=BEHIND)
    assert list(table.state.marked(OPERATION)) == [BEHIND]


@pytest.mark.rule("ramadi 6.1d")
@pytest.mark.parametrize(("lead", "follow_up"), [("cts-2", "militia-1"), ("militia-1", "cts-2")])
def test_the_player_names_the_lead_and_the_lead_bears_the_loss(
    table: RamadiTable, lead: str, follow_up: str
) -> None:
    table.order("plan", lead=lead, target=SECOND_GATE, follow_up=follow_up)
    table.order("proceed")
    table.order("proceed", dice=table.draws(*WEAK))
    table.order("execute", target=SECOND_GATE, dice=[6, 1, 5])
    assert table.state.pieces[lead].place == "transfer"
    assert table.state.pieces[follow_up].place == SECOND_GATE


@pytest.mark.rule("ramadi 6.1e")
def test_a_unit_takes_part_in_one_operation_a_turn(table: RamadiTable) -> None:
    table.order("plan", lead="cts-1", target=GATE, follow_up="inf-1")
    assert refusal(table, "plan", lead="cts-1", target=YARDS) == ("acted", "ramadi 6.1e")
    assert refusal(table, "plan", lead="inf-1", target=YARDS) == ("acted", "ramadi 6.1e")
    leads = {order.arguments.get("lead") for order in table.session.legal()}
    assert leads.isdisjoint(("cts-1", "inf-1"))


@pytest.mark.rule("ramadi 6.1e", "ramadi 6.1c")
def test_two_units_of_a_hex_may_each_make_an_operation(table: RamadiTable) -> None:
    table.order("plan", lead="cts-1", target=GATE)
    assert refusal(table, "plan", lead="inf-1", target=YARDS, follow_up="cts-1")[0] == "acted"
    table.order("plan", lead="inf-1", target=YARDS)
    assert len(table.state.marked(OPERATION)) == 2
