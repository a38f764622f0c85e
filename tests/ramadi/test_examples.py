"""The worked examples of the rules, to the letter."""

import pytest

from adjudication.systems.ramadi.table.board import contested_hexes
from adjudication.systems.ramadi.table.ground import held_hexes, network_of
from domain.errors import IllegalOrder
from domain.events import PhaseEntered
from tests.ramadi.cases import (
    advance_to,
    attack_counter,
    battlefield,
    clear,
    face,
    line,
    offered,
    place,
    points,
    ready,
    rolled,
    scored,
    stock,
    total,
    weakest_defenders,
)
from tests.ramadi.table import SCENARIO


@pytest.mark.rule("ramadi 4.1a", "ramadi 5.2d")
def test_example_deployment_hexes_counted_by_zone() -> None:
    counts = {
        zone: sum(space.zone == zone for space in SCENARIO.board.spaces)
        for zone in ("north", "west", "south")
    }
    assert counts == {"north": 4, "west": 5, "south": 2}


@pytest.mark.rule("ramadi 6.2a", "ramadi 6.2d")
def test_example_an_asset_of_the_north_box_supports_only_the_north() -> None:
    table = battlefield()
    table.phase("planning", 1)
    table.mark("game", "operations", 6)
    table.put("artillery-1", "zone-north")
    for unit, hex, target in (
        ("cts-1", "0602", "0603"),
        ("cts-2", "0307", "0407"),
        ("cts-3", "0810", "0809"),
    ):
        table.put(unit, hex)
        table.order("plan", lead=unit, target=target)
    table.order("proceed")
    assert offered(table, "support", asset="artillery-1") == {"0603"}
    for target in ("0407", "0809"):
        with pytest.raises(IllegalOrder) as refused:
            table.order("support", asset="artillery-1", target=target)
        assert refused.value.rule == "ramadi 6.2d"
    table.order("support", asset="artillery-1", target="0603")


@pytest.mark.rule("ramadi 6.2d")
@pytest.mark.parametrize("broken", [False, True])
def test_example_a_cut_off_unit_gets_no_ground_asset(broken: bool) -> None:
    table = battlefield()
    table.phase("planning", 1)
    table.mark("game", "operations", 1)
    table.put("artillery-1", "zone-south")
    table.put("cts-1", "0807")
    clear(table, "0809", *([] if broken else ["0808"]))
    table.order("plan", lead="cts-1", target="0806")
    table.order("proceed")
    assert offered(table, "support", asset="artillery-1") == (set() if broken else {"0806"})
    assert offered(table, "support", asset="bomber-1") == {"0806"}  # aircraft need no line (6.2b)


@pytest.mark.rule("ramadi 6.4b")
def test_example_a_cts_unit_behind_a_unit_of_one_adds_one() -> None:
    table = battlefield()
    ready(table, "0810", "0809", "militia-1", "cts-1", fighters="f-special-forces-1")
    events = table.order("execute", target="0809", dice=[1, 6])
    assert line(events, "ISF strength", "lead") == 1
    assert line(events, "ISF strength", "follow-up") == 1
    assert total(events, "ISF strength") == 2 - 2 + 1


@pytest.mark.rule("ramadi 6.5b")
@pytest.mark.parametrize(("die", "lost"), [(1, False), (2, True)])
def test_example_the_hospital_is_a_building_bomb(die: int, lost: bool) -> None:
    table = battlefield()
    ready(table, "0607", "0608", "cts-1")
    table.put("cts-4", "0607")
    table.order("execute", target="0608", dice=[4, 1, die])  # 4 - 3 + 4 against 1, target number 5
    assert (place(table, "cts-1") == "transfer") is lost


@pytest.mark.rule("ramadi 6.5g")
def test_example_a_casualty_is_away_for_one_complete_turn() -> None:
    table = battlefield()
    table.phase("operations", 6)
    ready(table, "0810", "0809", "cts-1", ied="ied-complex-1", fighters="f-special-forces-1")
    table.order("execute", target="0809", dice=[1, 6])
    for phase in ("planning", "movement", "transfers"):
        advance_to(table, 7, phase)
        assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "casualty")
    advance_to(table, 8, "planning")
    assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "")


@pytest.mark.rule("ramadi 6.5k")
def test_example_a_defeat_without_casualties_is_one_point() -> None:
    table = battlefield()
    ready(table, "0810", "0809", "cts-1", fighters="f-special-forces-1")
    table.order("execute", target="0809", dice=[1, 2, 1])
    assert table.state.track("casualties") == 0
    assert points(table) == (0, 1)


@pytest.mark.rule("ramadi 6.6a")
def test_example_ten_turns_with_an_attack_counter_are_ten_attacks() -> None:
    """Each turn one operation draws an Attack counter, wins, and goes back to be taken again."""
    table = battlefield()
    table.put("cts-1", "0810")
    table.put("mech-1", "0710")
    attacks = 0
    for turn in range(1, 11):
        table.phase("planning", turn)
        table.mark("game", "operations", 1)
        table.order("plan", lead="cts-1", target="0809")
        table.order("proceed")
        counter = table.state.at["pool-assets"].index(f"attack-{1 + turn % 4}") + 1
        ied, fighters, _ = weakest_defenders(table)
        table.order("proceed", dice=[ied, fighters, counter])
        replacement = table.state.at["pool-assets"].index("air-defence-2") + 1
        table.order("execute", target="0809", dice=[replacement, 6, 1])
        events = table.order("proceed", dice=[1, 6])  # on the Mechanized unit: repelled
        attacks += sum(isinstance(e, PhaseEntered) and e.phase == "isis attack" for e in events)
        assert rolled(events) == ["ISIS attack", "ISF defence"]
        table.put("cts-1", "0810")
        scored(table, 0)
    assert attacks == 10


@pytest.mark.rule("ramadi 6.6d")
def test_example_the_only_link_of_two_scoring_hexes_is_destroyed() -> None:
    table = battlefield()
    clear(table, "0809")
    table.put("cts-1", "0808")
    table.put("cts-2", "0708")
    scored(table, 1 + 1 + 5)
    attack_counter(table)
    events = table.order("proceed")
    assert rolled(events) == []
    assert len(stock(table)) == 12
    assert "0809" not in held_hexes(table.state)
    assert points(table) == (0, 0)


@pytest.mark.rule("ramadi 6.7f")
def test_example_an_air_asset_of_turn_1() -> None:
    table = battlefield()
    ready(table, "0810", "0710", "cts-1", asset="vb-ied-1", air="drone-1")
    table.order("execute", target="0710", dice=[6, 1])
    assert place(table, "drone-1") == "air-expended"
    advance_to(table, 2, "planning")
    assert place(table, "drone-1") == "air-expended"
    advance_to(table, 2, "transfers")
    assert place(table, "drone-1") == "air-expended"
    advance_to(table, 3, "planning")
    assert place(table, "drone-1") == "air-available"


@pytest.mark.rule("ramadi 6.7h")
@pytest.mark.parametrize(
    ("turn", "phase", "where", "side"),
    [
        (2, "movement", "transfer", "casualty"),
        (3, "planning", "transfer", "casualty"),
        (3, "transfers", "transfer", "casualty"),
        (4, "planning", "transfer", ""),
        (4, "deployment", "transfer", ""),
    ],
)
def test_example_the_stations_of_a_casualty_of_turn_2(turn: int, phase: str, where: str, side: str) -> None:
    table = battlefield()
    table.phase("operations", 2)
    table.put("np-1", "0809")
    attack_counter(table)
    table.order("proceed", dice=[6, 1])
    advance_to(table, turn, phase)
    assert (place(table, "np-1"), face(table, "np-1")) == (where, side)


@pytest.mark.rule("ramadi 6.7d")
def test_example_a_unit_in_the_transfer_box_misses_one_round() -> None:
    table = battlefield()
    table.put("inf-1", "0810")
    table.phase("transfers", 3)
    table.order("transfer", unit="inf-1")
    advance_to(table, 4, "planning")
    assert place(table, "inf-1") == "transfer"
    advance_to(table, 4, "deployment")
    table.order("deploy", unit="inf-1", to="0310")
    assert place(table, "inf-1") == "0310"


@pytest.mark.rule("ramadi 5.2q", "ramadi 5.2a", "ramadi 5.2b", "ramadi 5.2p")
def test_example_the_maximum_of_seventy_four() -> None:
    table = battlefield()
    board = table.state.board
    everything = network_of(board, frozenset(contested_hexes(board)))
    assert everything.points == 6 * 5 + 32
    table.track("isf_vp", everything.points)
    table.put("cts-1", "0710")  # railway yards, worth nothing
    for emir in ("emir-1", "emir-2"):
        ready(table, "0810", "1010", "cts-2", asset=emir)  # nor is the desert road
        table.order("execute", target="1010", dice=[6, 1, 4])
        table.put("cts-2", "0810")
    assert points(table) == (62 + 2, 0)
    for _ in range(10):
        attack_counter(table)
        table.phase("operations", 1)
        table.order("proceed", dice=[1, 6])
    assert points(table) == (74, 0)


@pytest.mark.rule("ramadi 5.2t", "ramadi 5.2c")
def test_example_ahead_on_points_without_the_government_complex() -> None:
    table = battlefield()
    table.track("isf_vp", 60)
    table.track("isis_vp", 10)
    table.phase("ground assets", 10)
    table.order("proceed")
    assert table.state.verdict is not None
    assert table.state.verdict.winner == "isis"


@pytest.mark.rule("ramadi 5.2m", "ramadi 5.2o")
def test_example_both_attackers_lost_and_the_hex_reverts() -> None:
    table = battlefield()
    ready(table, "0809", "0808", "np-1", "np-2", ied="ied-complex-1", fighters="f-special-forces-1")
    table.put("cts-1", "0810")
    scored(table, 1)
    table.order("execute", target="0808", dice=[1, 6])
    assert "0809" not in held_hexes(table.state)
    assert len(stock(table)) == 12
    assert table.people.asked == []
    assert points(table) == (0, 2 + 1)
    table.phase("planning", 2)
    table.mark("game", "operations", 1)
    assert "0809" in offered(table, "plan", lead="cts-1")  # to be assaulted again
    table.phase("movement", 2)
    assert "0809" not in offered(table, "move", unit="cts-1")


@pytest.mark.rule("ramadi 7.1e")
def test_example_both_drones_guard_in_one_turn() -> None:
    table = battlefield(drones=True)
    clear(table, "0809", "0710")
    table.phase("assets", 1)
    table.order("guard", drone="drone-1", hex="0809")
    table.order("guard", drone="drone-2", hex="0710")
    table.order("proceed")
    assert (place(table, "drone-1"), place(table, "drone-2")) == ("0809", "0710")
