"""What the program shows of a game: what may be done next, who holds what, and the lines of communication."""

import pytest

from adjudication.systems.ramadi.hints import hint
from adjudication.systems.ramadi.table.ground import communications, control
from tests.ramadi.cases import battlefield, clear, offered, ready
from tests.ramadi.table import RamadiTable

SOUTH, GATE, NEXT = "0810", "0809", "whitecell next"


def says(table: RamadiTable, *words: str) -> bool:
    return all(word in hint(table.state) for word in words)


@pytest.mark.rule("ramadi 4.0")
def test_counters_that_are_not_set_up_are_counted() -> None:
    table = RamadiTable()
    table.set_up_all()
    assert says(table, NEXT)
    table.put("inf-1", "reserve")
    assert says(table, "1 counter ", "deploy", "assign")
    assert not says(table, NEXT)
    table.put("tank-1", "reserve")
    assert says(table, "2 counters ")


@pytest.mark.rule("ramadi 6.1a")
def test_operations_left_to_plan_are_counted() -> None:
    table = battlefield()
    table.put("cts-1", SOUTH)
    table.plan_turn(operations=2)
    assert says(table, "2 operations ", "`plan`", NEXT)
    table.order("plan", lead="cts-1", target=GATE)
    assert says(table, "1 operation ", "`plan`", NEXT)
    table.mark("game", "operations", 1)
    assert says(table, NEXT)
    assert not says(table, "`plan`")


@pytest.mark.rule("ramadi 6.4a")
def test_operations_left_to_execute_are_counted() -> None:
    table = battlefield()
    assert says(table, NEXT)
    assert not says(table, "`execute`")
    ready(table, SOUTH, GATE, "cts-1")
    assert says(table, "1 planned operation ", "`execute`")
    assert not says(table, NEXT)


@pytest.mark.rule("ramadi 6.7b")
def test_a_crowded_hex_is_named_in_movement() -> None:
    table = battlefield()
    table.phase("movement", 2)
    assert says(table, "`move`", NEXT)
    for unit in ("inf-1", "inf-2", "inf-3"):
        table.put(unit, SOUTH)
    assert says(table, "`move`", SOUTH)
    assert not says(table, NEXT)


@pytest.mark.rule("ramadi 6.0")
@pytest.mark.parametrize(
    ("phase", "order"),
    [("assets", "support"), ("deployment", "deploy"), ("transfers", "transfer"), ("ground assets", "assign")],
)
def test_the_order_of_a_phase_is_named(phase: str, order: str) -> None:
    table = battlefield()
    table.phase(phase, 2)
    assert says(table, f"`{order}`", NEXT)


@pytest.mark.rule("ramadi 5.2i", "ramadi 5.2g")
def test_each_hex_with_a_line_is_shown_once_with_the_hex_before_it() -> None:
    """0808 lies behind two held hexes, of which one does; nothing leads to 0604."""
    table = battlefield()
    clear(table, GATE, "0909", "0808", "0604")
    shown = communications(table.state)["isf"]
    ways = dict(shown)
    assert sorted(hex for hex, _ in shown) == ["0808", GATE, "0909"]
    assert ways[GATE] in (SOUTH, "0910")
    assert ways["0909"] == "0910"
    assert ways["0808"] in (GATE, "0909")


@pytest.mark.rule("ramadi 5.2d", "ramadi 5.2f", "ramadi 5.2g")
def test_held_and_deployment_hexes_are_shown_as_the_isfs() -> None:
    table = battlefield()
    clear(table, GATE, "0604")
    shown = control(table.state)
    assert [shown[hex] for hex in (GATE, "0604", SOUTH, "0503", "0308", "0808")] == ["isf"] * 5 + ["isis"]
    assert "0406" not in shown, "water"


@pytest.mark.rule("ramadi 6.7b", "ramadi 5.2e")
def test_a_full_hex_is_open_while_a_unit_there_can_go_elsewhere() -> None:
    """0509 is linked to the West and the South. Its two units are of the West, where there is room, and
    cannot come to the South, from where the third unit comes."""
    table = battlefield()
    clear(table, "0409", "0609", "0710")
    for unit in ("cts-1", "cts-2"):
        table.put(unit, "0509")
        table.mark(unit, "zone", "west")
    table.put("inf-1", SOUTH)
    table.phase("movement", 2)
    assert SOUTH not in offered(table, "move", unit="cts-1")
    assert "0509" in offered(table, "move", unit="inf-1")
    for unit in ("cts-1", "cts-2"):
        table.mark(unit, "moved", 2)
    assert "0509" not in offered(table, "move", unit="inf-1")


@pytest.mark.rule("ramadi 6.7b", "ramadi 6.7a")
def test_where_all_is_full_units_can_only_change_places() -> None:
    table = battlefield()
    for unit, hex in {"cts-1": SOUTH, "cts-2": SOUTH, "inf-1": "0910", "inf-2": "0910"}.items():
        table.put(unit, hex)
    table.put("militia-3", "transfer")
    table.phase("movement", 2)
    assert offered(table, "move", unit="cts-1") == {"0910"}
    assert offered(table, "move", unit="inf-2") == {SOUTH}
    legal = table.session.legal()
    assert len(legal) == len(list(legal)) == 5, "four moves, and the end of the phase"
