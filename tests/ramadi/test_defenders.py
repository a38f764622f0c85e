"""ISIS defenders (6.3): drawn blind, hidden until executed, Attack counters set aside and replaced."""

import pytest

from domain.errors import IllegalOrder
from domain.events import CounterDrawn, Event, Modified, PieceKnown, PieceMoved
from domain.texts import code_of
from domain.views.view import see, see_log
from tests.ramadi.table import POOLS, SCENARIO, RamadiTable

IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST = IDS["Humaira West"], IDS["Humaira East"]
GATE, SECOND_GATE = IDS["Iskan South"], IDS["Humaira North"]
FIRST = ("ied-poor-1", "f-militia-1")
SECOND = ("ied-poor-2", "f-militia-2")


@pytest.fixture
def table() -> RamadiTable:
    """Two operations planned in turn 1; the next order draws the defenders."""
    table = RamadiTable()
    table.adopt_plain_tables()
    plan(table, 1)
    return table


def plan(table: RamadiTable, turn: int) -> None:
    table.put("cts-1", SOUTH)
    table.put("cts-2", SOUTH_EAST)
    table.put("inf-6", IDS["Tamim"])
    table.plan_turn(turn)
    table.order("plan", lead="cts-1", target=GATE)
    table.order("plan", lead="cts-2", target=SECOND_GATE)
    table.order("proceed")


def drawn(events: list[Event]) -> list[str]:
    return [event.piece for event in events if isinstance(event, CounterDrawn)]


def there(table: RamadiTable, hex: str) -> list[str]:
    return [piece.id for piece in table.state.pieces_at(hex) if piece.side == "isis"]


@pytest.mark.rule("ramadi 6.3a")
def test_every_target_gets_one_counter_of_each_pool(table: RamadiTable) -> None:
    counters = (*FIRST, "civilians-1", *SECOND, "emir-1")
    events = table.order("proceed", dice=table.draws(*counters))
    assert drawn(events) == list(counters)
    assert there(table, GATE) == [*FIRST, "civilians-1"]
    assert there(table, SECOND_GATE) == [*SECOND, "emir-1"]
    assert [len(table.state.at[pool]) for pool in POOLS] == [8, 8, 13]


@pytest.mark.rule("ramadi 6.3a")
@pytest.mark.parametrize("number", [1, 10])
def test_any_counter_of_a_pool_may_come_up(table: RamadiTable, number: int) -> None:
    """The draw is a number from 1 to what lies in the pool; both ends of it are counters."""
    pools = [list(table.state.at[pool]) for pool in POOLS]
    assert [len(pool) for pool in pools] == [10, 10, 15]
    asset = 1 if number == 1 else 15
    table.order("proceed", dice=[number, number, asset, 1, 1, 1])
    assert there(table, GATE) == [pools[0][number - 1], pools[1][number - 1], pools[2][asset - 1]]


@pytest.mark.rule("ramadi 6.3a", "ramadi 6.3b")
def test_what_is_drawn_lies_face_down(table: RamadiTable) -> None:
    events = table.order("proceed", dice=table.draws(*FIRST, "civilians-1", *SECOND, "emir-1"))
    for hex in (GATE, SECOND_GATE):
        seen = [piece for piece in see(table.state, "isf").pieces if piece.place == hex]
        assert [piece.known for piece in seen] == [False] * 3
    assert not [event for event in events if isinstance(event, PieceKnown)]
    told = str([view.fields for view in see_log(table.session.game.log, "isf")])
    assert "civilians-1" not in told
    assert "emir-1" not in told


@pytest.mark.rule("ramadi 6.3b", "ramadi 6.4a")
def test_executing_an_operation_reveals_its_counters_and_no_others(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "civilians-1", *SECOND, "emir-1"))
    events = table.order("execute", target=SECOND_GATE, dice=[6, 1, 1, 1])
    revealed = [event.piece for event in events if isinstance(event, PieceKnown) and event.sides is None]
    assert revealed == [*SECOND, "emir-1"]
    assert [table.state.pieces[id].known_to for id in there(table, GATE)] == [()] * 3


@pytest.mark.rule("ramadi 6.3b", "ramadi 6.5l")
def test_back_in_its_pool_a_counter_is_hidden_again(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "civilians-1", *SECOND, "emir-1"))
    table.order("execute", target=GATE, dice=[6, 1, 1])
    assert {(table.state.pieces[id].place, table.state.pieces[id].known_to) for id in FIRST} == {
        ("pool-ied", ()),
        ("pool-fighters", ()),
    }


@pytest.mark.rule("ramadi 3.2a")
def test_isis_counters_leave_the_map_with_their_operation(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "civilians-1", *SECOND, "emir-1"))
    table.order("execute", target=GATE, dice=[6, 1, 1])
    assert there(table, GATE) == []
    assert len(there(table, SECOND_GATE)) == 3
    table.order("execute", target=SECOND_GATE, dice=[3, 6, 1])
    on_map = [p for p in table.state.pieces.values() if p.side == "isis" and p.place in IDS.values()]
    assert on_map == []
    assert [len(table.state.at[pool]) for pool in POOLS] == [10, 10, 15]


@pytest.mark.rule("ramadi 3.2a")
def test_nothing_but_operations_brings_isis_onto_the_map(table: RamadiTable) -> None:
    """Reading of 3.2: there is no operation to defend an area; before the draw no counter is there."""
    assert there(table, GATE) == []
    with pytest.raises(IllegalOrder):
        table.order("execute", target=GATE)


@pytest.mark.rule("ramadi 6.3c", "ramadi 8.3i")
def test_an_attack_counter_is_set_aside_and_another_asset_defends(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "attack-1", *SECOND, "emir-1"))
    replacement = table.draws("vb-ied-1")
    events = table.order("execute", target=GATE, dice=[*replacement, 6, 1, 1])
    assert table.state.at["attack"] == ["attack-1"]
    assert drawn(events) == ["vb-ied-1"]
    defence = [
        event for event in events if isinstance(event, Modified) and code_of(event.sum) == "ISIS strength"
    ]
    assert defence[-1].total == 0 + 0 + 2 + 1
    assert table.state.pieces["vb-ied-1"].place == "pool-assets", "returned after the operation"


@pytest.mark.rule("ramadi 6.3c")
def test_an_attack_counter_is_not_known_before_its_operation_is_executed(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "attack-1", *SECOND, "attack-2"))
    assert there(table, GATE)[-1] == "attack-1"
    assert not table.state.at.get("attack")


@pytest.mark.rule("ramadi 6.3c", "ramadi 6.3d")
def test_a_replacement_that_is_an_attack_counter_too_goes_back_and_is_replaced(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "attack-1", *SECOND, "emir-1"))
    first = table.draws("attack-2")
    again = sorted(table.state.at["pool-assets"], key=table.state.at["pool-assets"].index)
    again.remove("attack-2")
    again.append("attack-2")  # put back, it lies last in the pool
    second = [again.index("sv-ied-1") + 1]
    events = table.order("execute", target=GATE, dice=[*first, *second, 6, 1, 1])
    assert drawn(events) == ["attack-2", "sv-ied-1"]
    assert table.state.at["attack"] == ["attack-1"]
    assert table.state.pieces["attack-2"].place == "pool-assets"
    assert table.state.pieces["attack-2"].known_to == ()


@pytest.mark.rule("ramadi 6.3d")
def test_a_further_attack_counter_goes_back_before_the_new_draw(table: RamadiTable) -> None:
    """Reading of 6.3: back first, mix, draw; so the very same counter may come up, and goes back again."""
    table.order("proceed", dice=table.draws(*FIRST, "attack-1", *SECOND, "attack-2"))
    table.order("execute", target=GATE, dice=[*table.draws("sv-ied-1"), 6, 1, 1])
    in_pool = len(table.state.at["pool-assets"])
    assert in_pool == 15 - 2
    last = in_pool + 1  # attack-2 lies last once it is back
    other = table.draws("vb-ied-1")
    events = table.order("execute", target=SECOND_GATE, dice=[last, *other, 6, 1, 1])
    assert drawn(events) == ["attack-2", "vb-ied-1"]
    assert table.state.at["attack"] == ["attack-1"], "one a turn"
    assert table.state.pieces["attack-2"].place == "pool-assets"


@pytest.mark.rule("ramadi 6.3d")
def test_the_attack_counter_set_aside_cannot_be_drawn(table: RamadiTable) -> None:
    table.order("proceed", dice=table.draws(*FIRST, "attack-1", *SECOND, "attack-2"))
    events = table.order("execute", target=GATE, dice=[*table.draws("sv-ied-1"), 6, 1, 1])
    moved = [(event.piece, event.to) for event in events if isinstance(event, PieceMoved)]
    assert ("attack-1", "attack") in moved
    assert "attack-1" not in table.state.at["pool-assets"]


@pytest.mark.rule("ramadi 6.3c", "ramadi 6.3d")
def test_each_turn_sets_its_own_attack_counter_aside(table: RamadiTable) -> None:
    for turn in (1, 2):
        if turn == 2:
            for unit in ("cts-1", "cts-2"):
                table.put(unit, "reserve")
            plan(table, 2)
        table.order("proceed", dice=table.draws(*FIRST, f"attack-{turn}", *SECOND, "emir-1"))
        table.order("execute", target=GATE, dice=[*table.draws("sv-ied-1"), 6, 1, 1])
        table.order("execute", target=SECOND_GATE, dice=[6, 1, 1, 1])
        assert table.state.at["attack"] == [f"attack-{turn}"]
        table.order("proceed", dice=[1, 1, 6])  # one of two units picked, and the attack beaten off
        assert table.state.at["attack"] == []


@pytest.mark.rule("ramadi 6.3c", "ramadi 8.3f", "ramadi 8.3g")
@pytest.mark.parametrize("asset", ["sv-ied-1", "vb-ied-1", "vb-ied-2"])
def test_suicide_and_vehicle_attacks_are_no_attack_counters(table: RamadiTable, asset: str) -> None:
    """Reading of 8.3: they defend."""
    table.order("proceed", dice=table.draws(*FIRST, asset, *SECOND, "emir-1"))
    events = table.order("execute", target=GATE, dice=[6, 1, 1])
    assert drawn(events) == []
    assert not table.state.at.get("attack")
