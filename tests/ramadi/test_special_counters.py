"""What the special counters do (8.2, 8.3), and what stays hidden of them (9.0)."""

import pytest

from adjudication.systems.ramadi.player.appraisal import defence_spread
from domain.errors import IllegalOrder
from domain.events import DieRolled, Event, Modified
from domain.texts import code_of
from domain.views.view import see
from tests.ramadi.table import RamadiTable

WEAK = ("ied-poor-1", "f-militia-1")


def total(events: list[Event], of: str) -> int:
    """What a strength came to."""
    return [event.total for event in events if isinstance(event, Modified) and code_of(event.sum) == of][-1]


def rolls(events: list[Event]) -> list[str]:
    return [event.rule for event in events if isinstance(event, DieRolled)]


@pytest.fixture
def table() -> RamadiTable:
    table = RamadiTable()
    table.adopt_plain_tables()
    return table


@pytest.mark.rule("ramadi 8.2a", "ramadi 8.2d", "ramadi 8.2f", "ramadi 8.2g")
@pytest.mark.parametrize(
    ("ground", "air", "factor"),
    [("tank-1", "", 3), ("artillery-1", "", 4), ("", "bomber-1", 4), ("", "drone-1", 2)],
)
def test_assets_add_their_factor_and_nothing_else(
    table: RamadiTable, ground: str, air: str, factor: int
) -> None:
    target = table.hex("Iskan South")
    table.prepare(target, "ied-deep-1", "f-militia-1", "sv-ied-1", ground=ground, air=air)
    events = table.order("execute", target=target, dice=[3, 1, 1])
    assert total(events, "ISF strength") == 2 + factor - 2 + 3
    assert total(events, "ISIS strength") == 2 + 0 + 1 + 1


@pytest.mark.rule("ramadi 8.2b")
@pytest.mark.parametrize(("first", "second"), [(2, 5), (5, 2), (5, 5)])
def test_advisors_let_the_better_of_two_dice_count(table: RamadiTable, first: int, second: int) -> None:
    target = table.hex("Iskan South")
    table.prepare(target, *WEAK, "sv-ied-1", ground="advisors-1")
    events = table.order("execute", target=target, dice=[first, second, 1, 1])
    assert total(events, "ISF strength") == 2 + 0 - 2 + 5


@pytest.mark.rule("ramadi 8.2c")
@pytest.mark.parametrize("crossing", ["al-Hoz Bridge", "Warrar Dam", "Ramadi Barrage"])
def test_bridging_engineers_make_the_ied_value_0(table: RamadiTable, crossing: str) -> None:
    target = table.hex(crossing)
    table.prepare(target, "ied-complex-1", "f-adversity-1", "sv-ied-1", ground="bridging-1")
    events = table.order("execute", target=target, dice=[6, 2, 1])
    assert total(events, "ISIS strength") == 0 + 1 + 1 + 2
    assert total(events, "ISF strength") == 2 + 0 - 1 + 6


@pytest.mark.rule("ramadi 8.2c")
@pytest.mark.parametrize("place", ["Iskan South", "Railway yards"])
def test_bridging_engineers_work_only_against_crossings(table: RamadiTable, place: str) -> None:
    target = table.hex(place)
    with pytest.raises(IllegalOrder) as refused:
        table.prepare(target, ground="bridging-1")
    assert refused.value.code == "bridging"
    assert not [order for order in table.session.legal() if order.arguments.get("asset") == "bridging-1"]


@pytest.mark.rule("ramadi 8.2e")
def test_ied_clearance_makes_the_ied_value_0(table: RamadiTable) -> None:
    target = table.hex("Iskan South")
    table.prepare(target, "ied-complex-1", "f-adversity-1", "sv-ied-1", ground="ied-clearance-1")
    events = table.order("execute", target=target, dice=[6, 2, 1])
    assert total(events, "ISIS strength") == 0 + 1 + 1 + 2


@pytest.mark.rule("ramadi 8.2e")
@pytest.mark.parametrize("crossing", ["al-Hoz Bridge", "Warrar Dam", "Ramadi Barrage"])
def test_ied_clearance_does_not_work_against_crossings(table: RamadiTable, crossing: str) -> None:
    """Reading of 6.4: dam and barrage are bridges here too."""
    with pytest.raises(IllegalOrder) as refused:
        table.prepare(table.hex(crossing), ground="ied-clearance-1")
    assert refused.value.code == "clearance"
    assert not [order for order in table.session.legal() if order.arguments.get("asset") == "ied-clearance-1"]


@pytest.mark.rule("ramadi 8.2h", "ramadi 5.2h")
def test_the_cleared_back_keeps_a_vacated_hex_and_yields_to_a_unit(table: RamadiTable) -> None:
    hex = table.hex("Iskan South")
    table.put("inf-1", hex)
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=table.hex("Humaira West"))
    table.order("proceed", answers=[True])
    (marker,) = table.state.pieces_at(hex)
    assert marker.kind_id == "cleared"
    table.phase("movement", 3)
    table.order("move", unit="inf-1", to=hex)
    assert [piece.id for piece in table.state.pieces_at(hex)] == ["inf-1"]
    assert marker.id in table.state.at["markers"]


@pytest.mark.rule("ramadi 8.3c", "ramadi 5.2p")
@pytest.mark.parametrize(
    ("air", "die", "caught"),
    [("", 3, False), ("", 4, True), ("bomber-1", 3, False), ("drone-1", 1, False), ("drone-1", 2, True)],
)
def test_an_emir_is_caught_on_4_or_with_a_drone_on_2(
    table: RamadiTable, air: str, die: int, caught: bool
) -> None:
    target = table.hex("Railway yards")  # open ground: no points of its own
    table.prepare(target, *WEAK, "emir-1", lead="cts-1", air=air)
    table.order("execute", target=target, dice=[6, 1, 1, die])
    assert table.state.track("isf_vp") == int(caught)
    assert table.state.pieces["emir-1"].place == ("eliminated" if caught else "pool-assets")


@pytest.mark.rule("ramadi 8.3c")
def test_a_caught_emir_is_never_drawn_again_and_the_other_stays(table: RamadiTable) -> None:
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, "emir-1", lead="cts-1")
    table.order("execute", target=target, dice=[6, 1, 1, 6])
    assert "emir-1" not in table.state.at["pool-assets"]
    assert "emir-2" in table.state.at["pool-assets"]
    assert len(table.state.at["pool-assets"]) == 14


@pytest.mark.rule("ramadi 8.3e", "ramadi 5.2r")
@pytest.mark.parametrize(("die", "hurt"), [(2, 0), (3, 1)])
def test_civilians_are_hurt_on_3(table: RamadiTable, die: int, hurt: int) -> None:
    target = table.hex("Iskan South")
    table.prepare(target, "ied-complex-1", "f-adversity-1", "civilians-1")
    table.order("execute", target=target, dice=[4, 1, 1, die])  # 4 to 5: ISIS wins, no casualty
    assert table.state.track("isis_vp") == 1 + hurt
    assert table.state.pieces["civilians-1"].place == "pool-assets"


@pytest.mark.rule("ramadi 8.3d", "ramadi 8.3f", "ramadi 8.3g")
@pytest.mark.parametrize(
    ("asset", "factor"), [("foreign-fighters-1", 3), ("sv-ied-1", 1), ("vb-ied-1", 2), ("vb-ied-2", 2)]
)
def test_other_assets_add_to_the_defence_only(table: RamadiTable, asset: str, factor: int) -> None:
    """Suicide vest and vehicle-borne attacks defend; they are no Attack counters (reading of 8.3)."""
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, asset, lead="cts-1")
    events = table.order("execute", target=target, dice=[6, 1, 1])
    assert total(events, "ISIS strength") == factor + 1
    assert table.state.pieces[asset].place == "pool-assets"
    assert not table.state.at.get("attack")


@pytest.mark.rule("ramadi 8.3h", "ramadi 5.2r")
@pytest.mark.parametrize("air", ["bomber-1", "drone-1"])
def test_air_defence_aborts_an_air_attack_on_4(table: RamadiTable, air: str) -> None:
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, "air-defence-1", lead="cts-1", air=air)
    events = table.order("execute", target=target, dice=[4, 6, 1, 1])
    assert total(events, "ISF strength") == 4 + 6
    assert table.state.track("isis_vp") == 1
    assert table.state.pieces[air].place == "air-expended"


@pytest.mark.rule("ramadi 8.3h")
def test_air_defence_lets_an_air_attack_through_on_3(table: RamadiTable) -> None:
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, "air-defence-1", lead="cts-1", air="bomber-1")
    events = table.order("execute", target=target, dice=[3, 6, 1, 1])
    assert total(events, "ISF strength") == 4 + 4 + 6
    assert total(events, "ISIS strength") == 0 + 0 + 0 + 1
    assert table.state.track("isis_vp") == 0


@pytest.mark.rule("ramadi 8.3h")
def test_air_defence_does_nothing_to_an_operation_without_air_support(table: RamadiTable) -> None:
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, "air-defence-1", lead="cts-1", ground="tank-1")
    events = table.order("execute", target=target, dice=[6, 1, 1])
    assert "ramadi 8.3h" not in rolls(events)


@pytest.mark.rule("ramadi 8.3i", "ramadi 3.2d")
def test_an_attack_counter_never_defends(table: RamadiTable) -> None:
    target = table.hex("Railway yards")
    table.prepare(target, *WEAK, "attack-1", lead="cts-1")
    replacement = table.draws("sv-ied-1")
    events = table.order("execute", target=target, dice=[*replacement, 6, 1, 1])
    assert total(events, "ISIS strength") == 0 + 0 + 1 + 1
    assert table.state.at["attack"] == ["attack-1"]


@pytest.mark.rule("ramadi 9.0b")
def test_what_is_drawn_against_an_operation_stays_hidden_until_it_is_executed(table: RamadiTable) -> None:
    target = table.hex("Iskan South")
    table.prepare(target, "ied-complex-1", "f-specialists-1", "civilians-1")
    seen = [piece for piece in see(table.state, "isf").pieces if piece.place == target]
    assert sorted(piece.back for piece in seen) == ["ISIS IED", "ISIS asset", "ISIS fighters"]
    assert not any(piece.known or piece.id or piece.kind or piece.name or piece.values for piece in seen)


@pytest.mark.rule("ramadi 9.0b")
def test_chances_shown_to_the_player_do_not_depend_on_what_was_drawn() -> None:
    found = set()
    for isis in (("ied-complex-1", "f-special-forces-1", "emir-1"), (*WEAK, "civilians-1")):
        table = RamadiTable()
        table.prepare(table.hex("Iskan South"), *isis)
        found.add(defence_spread(table.state))
    assert len(found) == 1
