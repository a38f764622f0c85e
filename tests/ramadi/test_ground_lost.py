"""Ground lost again (5.2), points from operations, and the zones it belongs to."""

import pytest

from adjudication.systems.ramadi.table.board import deployment_hexes
from adjudication.systems.ramadi.table.ground import held_hexes, network
from domain.errors import IllegalOrder
from domain.events import Chosen, CounterDrawn, Event
from tests.ramadi.table import SCENARIO, RamadiTable

IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST = IDS["Humaira West"], IDS["Humaira East"]
GATE, BEHIND = IDS["Iskan South"], IDS["Iskan"]
"""A way into the city: the gate beside the South zone and the quarter behind it."""
YARDS = IDS["Railway yards"]
WEAK = ("ied-poor-1", "f-militia-1", "sv-ied-1")
"""They defend with 1 and the die."""
STRONG = ("ied-complex-1", "f-special-forces-1", "foreign-fighters-1")
"""They defend with 9 and the die."""


@pytest.fixture
def table() -> RamadiTable:
    table = RamadiTable()
    table.adopt_plain_tables()
    return table


def isis_attacks(table: RamadiTable, *dice: int) -> list[Event]:
    """The ISIS attack of turn 3 with an Attack counter set aside."""
    table.put("attack-1", "attack")
    table.put("eb-2", IDS["Tamim"])  # so that there is something to move behind the attack
    table.phase("operations", 3)
    table.keep_score()
    return table.order("proceed", dice=dice)


@pytest.mark.rule("ramadi 5.2k", "ramadi 5.2r")
def test_a_hex_reverts_when_its_last_unit_falls_to_an_isis_attack(table: RamadiTable) -> None:
    table.put("inf-1", GATE)
    isis_attacks(table, 6, 1)  # 3+6 against 2+1
    assert table.state.pieces["inf-1"].place == "transfer"
    assert not held_hexes(table.state)
    assert len(table.state.at["markers"]) == 19, "no marker may save it"
    assert table.state.track("isf_vp") == 0
    assert table.state.track("isis_vp") == 1


@pytest.mark.rule("ramadi 5.2k")
def test_a_hex_stays_while_another_unit_holds_it(table: RamadiTable) -> None:
    table.put("inf-1", GATE)
    table.put("cts-1", GATE)
    isis_attacks(table, 6, 1)
    assert table.state.pieces["inf-1"].place == "transfer"
    assert GATE in held_hexes(table.state)
    assert table.state.track("isf_vp") == 1


@pytest.mark.rule("ramadi 5.2l", "ramadi 5.2n")
def test_a_hex_reverts_when_an_isis_attack_destroys_its_marker() -> None:
    table = RamadiTable(attacks_on_markers="points")
    table.hold(GATE)
    isis_attacks(table)
    assert not held_hexes(table.state)
    assert table.state.track("isf_vp") == 0
    assert len(table.state.at["markers"]) == 19, "the marker is in the stock again"


@pytest.mark.rule("ramadi 5.2m", "ramadi 5.2r")
def test_a_hex_reverts_when_all_that_attacked_from_it_fall(table: RamadiTable) -> None:
    table.prepare(BEHIND, *STRONG, lead="inf-1", follow_up="inf-2", origin=GATE)
    table.keep_score()
    events = table.order("execute", target=BEHIND, dice=[1, 6])  # 2+2-2+1 to 15: both fall, unrolled
    assert [table.state.pieces[unit].place for unit in ("inf-1", "inf-2")] == ["transfer", "transfer"]
    assert not [event for event in events if isinstance(event, Chosen)], "no marker is offered"
    assert not held_hexes(table.state)
    assert table.state.track("isf_vp") == 0
    assert table.state.track("isis_vp") == 2 + 1


@pytest.mark.rule("ramadi 5.2m")
def test_a_hex_reverts_when_a_lone_attacker_wins_and_falls(table: RamadiTable) -> None:
    """Reading of 6.5: nobody enters the target, and nobody is left behind."""
    table.prepare(BEHIND, *WEAK, lead="cts-1", origin=GATE)
    table.keep_score()
    table.order("execute", target=BEHIND, dice=[6, 1, 5])
    assert not held_hexes(table.state)
    assert table.state.track("isf_vp") == 0
    assert table.state.track("isis_vp") == 2, "the casualty, and the defeat: there is no third outcome"


@pytest.mark.rule("ramadi 5.2m")
def test_a_hex_stays_when_a_stack_mate_did_not_attack(table: RamadiTable) -> None:
    """Reading of 5.2: it reverts only when nobody is left."""
    table.put("militia-1", GATE)
    table.prepare(BEHIND, *STRONG, lead="inf-1", origin=GATE)
    table.order("execute", target=BEHIND, dice=[1, 6])
    assert table.state.pieces["inf-1"].place == "transfer"
    assert GATE in held_hexes(table.state)


@pytest.mark.rule("ramadi 5.2m", "ramadi 5.2d")
def test_a_deployment_hex_never_reverts(table: RamadiTable) -> None:
    table.prepare(GATE, *STRONG, lead="inf-1", origin=SOUTH)
    table.order("execute", target=GATE, dice=[1, 6])
    assert SOUTH in network(table.state).reach["south"]


@pytest.mark.rule("ramadi 5.2o", "ramadi 5.2m")
def test_a_lost_hex_is_retaken_by_an_operation_against_new_defenders() -> None:
    table = RamadiTable(attacks_on_markers="points")
    table.hold(GATE)
    table.put("cts-1", SOUTH)
    table.plan_turn(2)
    with pytest.raises(IllegalOrder) as refused:
        table.order("plan", lead="cts-1", target=GATE)
    assert refused.value.code == "held"
    isis_attacks(table)
    table.plan_turn(4)
    table.order("plan", lead="cts-1", target=GATE)
    table.order("proceed")
    events = table.order("proceed", dice=table.draws(*WEAK))
    assert [event.to for event in events if isinstance(event, CounterDrawn)] == [GATE] * 3
    table.order("execute", target=GATE, dice=[6, 1, 1])
    assert GATE in held_hexes(table.state)
    assert table.state.track("isf_vp") == 1


# --- points from operations --------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2p")
def test_an_isis_attack_beaten_off_scores_1(table: RamadiTable) -> None:
    table.put("cts-1", YARDS)
    isis_attacks(table, 1, 6)
    assert table.state.track("isf_vp") == 1
    assert table.state.track("isis_vp") == 0


@pytest.mark.rule("ramadi 5.2r", "ramadi 5.2s")
def test_each_of_the_four_reasons_gives_isis_1(table: RamadiTable) -> None:
    """A defeat, a casualty in it and a hurt civilian; then an aborted air attack."""
    table.prepare(GATE, "ied-complex-1", "f-special-forces-1", "civilians-1", lead="cts-1")
    table.order("execute", target=GATE, dice=[3, 3, 5, 3])  # 4-2+3 to 9: a defeat; 5: casualty; 3: hurt
    assert table.state.track("isis_vp") == 1 + 1 + 1
    table.prepare(YARDS, "ied-poor-1", "f-militia-1", "air-defence-1", lead="cts-2", air="drone-1")
    table.order("execute", target=YARDS, dice=[4, 6, 1, 1])
    assert table.state.track("isis_vp") == 4


# --- zones -------------------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2e")
def test_a_unit_does_not_move_from_zone_to_zone(table: RamadiTable) -> None:
    table.put("inf-1", SOUTH)
    table.phase("movement", 2)
    for hex in (table.hex("Tamim"), table.hex("Jazira")):
        with pytest.raises(IllegalOrder) as refused:
            table.order("move", unit="inf-1", to=hex)
        assert refused.value.code == "not-linked"
    table.order("move", unit="inf-1", to=SOUTH_EAST)


@pytest.mark.rule("ramadi 5.2e")
def test_a_unit_changes_zones_by_way_of_the_transfer_box(table: RamadiTable) -> None:
    table.put("inf-1", SOUTH)
    table.phase("transfers", 2)
    table.order("transfer", unit="inf-1")
    assert table.state.pieces["inf-1"].place == "transfer"
    table.phase("deployment", 3)
    table.order("deploy", unit="inf-1", to=table.hex("Jazira"))
    assert table.state.pieces["inf-1"].place == table.hex("Jazira")


@pytest.mark.rule("ramadi 5.2e")
def test_each_zone_is_tied_to_the_box_of_its_name(table: RamadiTable) -> None:
    boxes = {box.id for box in table.state.board.data.boxes}
    for zone, hexes in deployment_hexes(table.state.board).items():
        assert f"zone-{zone}" in boxes
        assert network(table.state).reach[zone].keys() == set(hexes)
