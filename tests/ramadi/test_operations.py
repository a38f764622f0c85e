"""Executing operations (6.4) and applying their results (6.5)."""

import pytest

from adjudication.systems.ramadi.table.ground import held_hexes
from domain.errors import IllegalOrder
from domain.events import Scored
from tests.ramadi.cases import (
    HIDDEN,
    asked,
    battlefield,
    clear,
    entered,
    face,
    line,
    place,
    points,
    ready,
    rolled,
    scored,
    stock,
    total,
)
from tests.ramadi.table import RamadiTable

SOUTH, URBAN, ANOTHER = "0810", "0809", "0710"
"""Humaira West, Iskan South (urban) and the Railway yards (open), all three next to each other."""


# --- 6.4: strengths ------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.4a")
@pytest.mark.parametrize("order", [(URBAN, ANOTHER), (ANOTHER, URBAN)])
def test_operations_are_executed_in_any_order_each_resolved_before_the_next(order: tuple[str, str]) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1")
    ready(
        table,
        SOUTH,
        ANOTHER,
        "cts-2",
        ied="ied-poor-2",
        fighters="f-militia-2",
        asset="sv-ied-1",
    )
    first, second = order
    table.order("execute", target=first, dice=[6, 1])
    assert place(table, "ied-poor-1" if first == URBAN else "ied-poor-2") == "pool-ied"
    assert place(table, "ied-poor-2" if first == URBAN else "ied-poor-1") == second
    assert first in held_hexes(table.state)
    assert second not in held_hexes(table.state)
    table.order("execute", target=second, dice=[6, 1])
    assert set(held_hexes(table.state)) == {first, second}


@pytest.mark.rule("ramadi 6.4a")
def test_every_planned_operation_is_executed_before_the_isis_attack() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1")
    with pytest.raises(IllegalOrder) as refused:
        table.order("proceed")
    assert refused.value.rule == "ramadi 6.4a"
    table.order("execute", target=URBAN, dice=[6, 1])
    table.order("proceed")
    assert table.state.phase == "movement"


@pytest.mark.rule("ramadi 6.4a")
def test_an_operation_is_executed_once() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1")
    table.order("execute", target=URBAN, dice=[6, 1])
    with pytest.raises(IllegalOrder) as refused:
        table.order("execute", target=URBAN)
    assert refused.value.code == "no-operation"


@pytest.mark.rule("ramadi 6.4a", "ramadi 6.0")
@pytest.mark.parametrize("phase", ["planning", "assets", "movement", "ground assets"])
def test_nothing_is_executed_outside_the_operations_phase(phase: str) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1")
    table.phase(phase, 1)
    with pytest.raises(IllegalOrder) as refused:
        table.order("execute", target=URBAN)
    assert refused.value.code == "phase"


@pytest.mark.rule("ramadi 6.4b")
@pytest.mark.parametrize(
    ("lead", "follow_up", "units"),
    [
        ("cts-1", None, 4),
        ("cts-1", "cts-2", 8),
        ("cts-1", "mech-1", 7),
        ("mech-1", "cts-1", 6),
        ("inf-1", "np-1", 4),
        ("np-1", "cts-1", 4),
        ("militia-1", "cts-1", 2),
        ("eb-1", "militia-1", 2),
    ],
)
def test_the_follow_up_adds_no_more_than_the_lead(lead: str, follow_up: str | None, units: int) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, lead, follow_up, ied="ied-complex-1", fighters="f-special-forces-1")
    events = table.order("execute", target=URBAN, dice=[1, 6])  # at best 8 - 2 + 1 against 6 + 6
    assert total(events, "ISF strength") == units - 2 + 1


@pytest.mark.rule("ramadi 6.4c", "ramadi 8.2a", "ramadi 8.2d", "ramadi 8.2f", "ramadi 8.2g")
@pytest.mark.parametrize(
    ("ground", "air", "factor"),
    [
        ("tank-1", None, 3),
        ("artillery-1", None, 4),
        (None, "bomber-2", 4),
        (None, "drone-1", 2),
        ("artillery-1", "bomber-1", 8),
        ("ied-clearance-1", None, 0),
    ],
)
def test_assets_add_their_combat_factors(ground: str | None, air: str | None, factor: int) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", asset="vb-ied-1", ground=ground, air=air)
    events = table.order(
        "execute", target=URBAN, dice=[5, 1, *([1] if factor < 1 else [])]
    )  # 4 - 2 + 5 against 2 + 1: without an asset the ISF wins by 4 and rolls for casualties
    assert total(events, "ISF strength") == 4 - 2 + 5 + factor


@pytest.mark.rule("ramadi 6.4c", "ramadi 6.4e", "ramadi 8.2b")
@pytest.mark.parametrize(("dice", "counts"), [((2, 5), 5), ((6, 1), 6), ((4, 4), 4)])
def test_with_advisors_the_better_of_two_dice_counts(dice: tuple[int, int], counts: int) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "mech-1", ground="advisors-1")
    events = table.order("execute", target=URBAN, answers=[["cts-1", "mech-1"]], dice=[*dice, 1])
    assert line(events, "ISF strength", "die") == counts
    assert total(events, "ISF strength") == 4 + 3 - 2 + counts


@pytest.mark.rule("ramadi 6.4c", "ramadi 6.4f", "ramadi 8.2c", "ramadi 8.2e")
@pytest.mark.parametrize(
    ("origin", "target", "asset"),
    [
        ("0307", "0407", "bridging-1"),
        ("0306", "0405", "bridging-1"),
        ("0602", "0603", "bridging-1"),
        (SOUTH, URBAN, "ied-clearance-1"),
    ],
)
def test_engineers_reduce_the_ied_value_to_nothing(origin: str, target: str, asset: str) -> None:
    without, with_it = battlefield(), battlefield()
    for table, ground in ((without, None), (with_it, asset)):
        ready(
            table,
            origin,
            target,
            "militia-1",
            ied="ied-complex-2",
            fighters="f-adversity-1",
            ground=ground,
        )
    assert total(without.order("execute", target=target, dice=[1, 5]), "ISIS strength") == 3 + 1 + 5
    events = with_it.order("execute", target=target, dice=[1, 5])
    assert total(events, "ISIS strength") == 1 + 5


@pytest.mark.rule("ramadi 6.4d")
@pytest.mark.parametrize(
    ("target", "terrain"),
    [
        ("0407", -1),  # bridge
        ("0405", -1),  # barrage
        ("0603", -1),  # dam
        ("0604", -1),  # palm grove
        (URBAN, -2),
        ("0806", -3),  # objective: it replaces urban
        ("0608", -3),
        (ANOTHER, None),  # terrain that the list does not have
    ],
)
def test_one_terrain_effect_of_the_target_hex(target: str, terrain: int | None) -> None:
    table = battlefield()
    ready(table, SOUTH, target, "cts-1", asset="foreign-fighters-1")
    events = table.order("execute", target=target, dice=[1, 6, *([1] if terrain is None else [])])
    assert line(events, "ISF strength", "terrain") == terrain
    assert total(events, "ISF strength") == 4 + (terrain or 0) + 1


@pytest.mark.rule("ramadi 6.4e", "ramadi 6.4f", "ramadi 6.4g")
@pytest.mark.parametrize("isf_die", [1, 6])
@pytest.mark.parametrize("isis_die", [1, 6])
def test_both_sides_add_a_die_and_the_difference_is_looked_up(isf_die: int, isis_die: int) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "mech-1", ied="ied-prepared-1", fighters="f-specialists-1", asset="vb-ied-1")
    difference = (3 - 2 + isf_die) - (1 + 2 + 2 + isis_die)
    casualty_die = [1] if -5 < difference < 5 else []
    events = table.order("execute", target=URBAN, dice=[isf_die, isis_die, *casualty_die])
    assert entered(events, "operations_results") == [{"difference": difference}]


@pytest.mark.rule("ramadi 6.4f", "ramadi 8.3a", "ramadi 8.3b", "ramadi 8.3d", "ramadi 8.3f", "ramadi 8.3g")
@pytest.mark.parametrize(
    ("ied", "fighters", "asset", "strength"),
    [
        ("ied-poor-1", "f-militia-1", "air-defence-1", 0),
        ("ied-prepared-1", "f-adversity-1", "sv-ied-1", 1 + 1 + 1),
        ("ied-deep-1", "f-specialists-1", "vb-ied-1", 2 + 2 + 2),
        ("ied-complex-1", "f-special-forces-1", "foreign-fighters-1", 3 + 3 + 3),
        ("ied-complex-1", "f-special-forces-1", "emir-1", 3 + 3 + 3),
    ],
)
def test_isis_adds_ied_state_fighters_and_asset(ied: str, fighters: str, asset: str, strength: int) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "militia-1", ied=ied, fighters=fighters, asset=asset)
    casualty_die = [1] if 1 - 2 + 1 - strength - 4 > -5 else []
    events = table.order("execute", target=URBAN, dice=[1, 4, *casualty_die])
    assert total(events, "ISIS strength") == strength + 4


@pytest.mark.rule("ramadi 6.4c", "ramadi 8.3h", "ramadi 5.2r")
@pytest.mark.parametrize(("die", "aborted"), [(3, False), (4, True), (6, True)])
@pytest.mark.parametrize(("air", "factor"), [("bomber-1", 4), ("drone-1", 2)])
def test_air_defence_aborts_the_air_attack_on_four_or_more(
    air: str, factor: int, die: int, aborted: bool
) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", air=air)
    events = table.order("execute", target=URBAN, answers=[["cts-1", "cts-2"]], dice=[die, 3, 1])
    assert total(events, "ISF strength") == 8 - 2 + 3 + (0 if aborted else factor)
    assert points(table) == (1, 1 if aborted else 0)
    assert place(table, air) == "air-expended"


@pytest.mark.rule("ramadi 8.3h")
def test_air_defence_without_aircraft_rolls_nothing() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2")
    events = table.order("execute", target=URBAN, answers=[["cts-1", "cts-2"]], dice=[3, 1])
    assert rolled(events) == ["ISF attack", "ISIS defence"]
    assert points(table) == (1, 0)


# --- 6.5: the ISF wins ---------------------------------------------------------------------------


def narrow_win(target: str = URBAN, **more: str) -> RamadiTable:
    """Mechanized and infantry, so that dice of 6 and 1 win an urban or objective hex in a row whose
    target number is 5, whatever asset of factor 3 defends."""
    table = battlefield()
    ready(table, SOUTH, target, "mech-1", "inf-1", **{"asset": "foreign-fighters-1", **more})
    return table


@pytest.mark.rule("ramadi 6.5a", "ramadi 6.5c", "ramadi 5.2r", "ramadi 6.5m")
@pytest.mark.parametrize(("die", "casualties"), [(4, 0), (5, 1), (6, 1)])
def test_after_a_win_the_casualty_die_meets_the_target_number(die: int, casualties: int) -> None:
    table = narrow_win()  # 3 + 2 - 2 + 5 against 3 + 1: by 4
    answers = [] if casualties else [["mech-1", "inf-1"]]
    events = table.order("execute", target=URBAN, dice=[5, 1, die], answers=answers)
    assert entered(events, "operations_results") == [{"difference": 4}]
    assert table.state.track("casualties") == casualties
    assert points(table) == (1, casualties)


@pytest.mark.rule("ramadi 6.5a")
def test_a_row_without_a_target_number_costs_no_roll() -> None:
    table = narrow_win()
    events = table.order("execute", target=URBAN, dice=[6, 1], answers=[["mech-1", "inf-1"]])
    assert entered(events, "operations_results") == [{"difference": 5}]
    assert rolled(events) == ["ISF attack", "ISIS defence"]
    assert table.state.track("casualties") == 0


@pytest.mark.rule("ramadi 6.5b")
@pytest.mark.parametrize(
    ("target", "die", "casualties"),
    [
        ("0708", 1, 0),  # 1 + 3 is less than 5
        ("0708", 2, 1),  # 2 + 3 is 5
        ("0608", 2, 1),
        (URBAN, 4, 0),  # a 1-point urban hex is no victory point hex
        ("0604", 4, 0),
    ],
)
def test_objectives_are_booby_trapped(target: str, die: int, casualties: int) -> None:
    table = narrow_win(target)
    answers = [] if casualties else [["mech-1", "inf-1"]]
    events = table.order("execute", target=target, dice=[5, 3, die], answers=answers)
    assert 1 <= entered(events, "operations_results")[0]["difference"] <= 4
    assert table.state.track("casualties") == casualties


@pytest.mark.rule("ramadi 6.5c", "ramadi 6.5d")
def test_the_lead_is_the_casualty_and_the_follow_up_advances() -> None:
    table = narrow_win()
    table.order("execute", target=URBAN, dice=[4, 1, 6])
    assert (place(table, "mech-1"), face(table, "mech-1")) == ("transfer", "casualty")
    assert (place(table, "inf-1"), face(table, "inf-1")) == (URBAN, "")
    assert asked(table) == []
    assert table.state.track("casualties") == 1
    assert points(table) == (1, 1)


@pytest.mark.rule("ramadi 6.5d", "ramadi 5.2g")
@pytest.mark.parametrize("advancing", [["mech-1", "inf-1"], ["mech-1"], ["inf-1"]])
def test_the_player_advances_one_survivor_or_both(advancing: list[str]) -> None:
    table = narrow_win()
    table.order("execute", target=URBAN, dice=[6, 1], answers=[advancing])
    assert [id for id in ("mech-1", "inf-1") if place(table, id) == URBAN] == advancing
    assert URBAN in held_hexes(table.state)
    assert all(len(option) >= 1 for option in table.people.asked[0].options)


@pytest.mark.rule("ramadi 6.5d")
def test_an_advance_of_nobody_is_not_offered() -> None:
    table = narrow_win()
    with pytest.raises(Exception, match="answer one of"):
        table.order("execute", target=URBAN, dice=[6, 1], answers=[[]])


@pytest.mark.rule("ramadi 6.5d", "ramadi 5.1d")
def test_reading_a_lone_winner_lost_to_casualties_clears_nothing() -> None:
    table = battlefield(nobody_advances="neither")
    clear(table, URBAN)
    table.put("cts-1", URBAN)
    table.put(next(p.id for p in table.state.pieces_at(URBAN) if p.kind_id == "cleared"), "markers")
    scored(table, 1)
    ready(table, URBAN, "0808", "cts-1", asset="vb-ied-1")
    table.order("execute", target="0808", dice=[4, 1, 6])  # 4 - 2 + 4 against 2 + 1: won by 3
    assert place(table, "cts-1") == "transfer"
    assert "0808" not in held_hexes(table.state)
    assert URBAN not in held_hexes(table.state)
    assert points(table) == (0, 1)  # the casualty, but no operation defeated
    assert asked(table) == []


@pytest.mark.rule("ramadi 6.5d", "ramadi 5.2h")
@pytest.mark.parametrize("marker", [True, False])
def test_the_last_unit_that_advances_may_leave_a_marker(marker: bool) -> None:
    table = battlefield()
    ready(table, URBAN, "0808", "cts-1")
    scored(table, 1)
    table.order("execute", target="0808", dice=[6, 1], answers=[marker])
    assert place(table, "cts-1") == "0808"
    assert (URBAN in held_hexes(table.state)) is marker
    assert len(stock(table)) == (11 if marker else 12)
    assert points(table) == (2 if marker else 0, 0)  # without URBAN nothing is linked


@pytest.mark.rule("ramadi 6.5d", "ramadi 5.2n")
def test_no_marker_is_left_when_all_twelve_are_in_use() -> None:
    table = battlefield()
    clear(table, *[f"{column:02}05" for column in range(6, 13)], "0906", "0907", "1006", "1007", "1106")
    assert stock(table) == []
    ready(table, URBAN, "0808", "cts-1")
    table.order("execute", target="0808", dice=[6, 1])
    assert asked(table) == []
    assert URBAN not in held_hexes(table.state)


@pytest.mark.rule("ramadi 6.5d", "ramadi 6.7a")
def test_only_units_that_advanced_may_not_move() -> None:
    table = narrow_win()
    table.order("execute", target=URBAN, dice=[6, 1], answers=[["inf-1"]])
    table.order("proceed")
    movers = {order.arguments.get("unit") for order in table.session.legal()}
    assert "mech-1" in movers
    assert "inf-1" not in movers


@pytest.mark.rule("ramadi 6.5e", "ramadi 8.3c", "ramadi 5.2p")
@pytest.mark.parametrize(
    ("air", "die", "eliminated"),
    [
        (None, 3, False),
        (None, 4, True),
        ("bomber-1", 3, False),
        ("drone-1", 1, False),
        ("drone-1", 2, True),
    ],
)
def test_an_emir_is_hunted_when_the_isf_wins(air: str | None, die: int, eliminated: bool) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", asset="emir-2", air=air)
    table.order("execute", target=URBAN, dice=[6, 1, die], answers=[["cts-1", "cts-2"]])
    assert place(table, "emir-2") == ("eliminated" if eliminated else "pool-assets")
    assert points(table) == (1 + eliminated, 0)


@pytest.mark.rule("ramadi 6.5e")
def test_the_emir_is_not_hunted_when_isis_wins() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "militia-1", asset="emir-1")
    events = table.order("execute", target=URBAN, dice=[1, 6])
    assert "hunt for the Emir" not in rolled(events)
    assert place(table, "emir-1") == "pool-assets"


@pytest.mark.rule("ramadi 6.5f", "ramadi 5.2j")
@pytest.mark.parametrize(
    ("waiting", "gained"),
    [
        ((), 1),
        (("0808",), 1 + 1),
        (("0808", "0708"), 1 + 1 + 5),
        (("0708",), 1),  # the Stadium is not next to the hex taken
        (("0604", "0808"), 1 + 1),  # a palm grove far away gives nothing
    ],
)
def test_a_hex_taken_scores_with_all_that_it_links(waiting: tuple[str, ...], gained: int) -> None:
    table = battlefield()
    clear(table, *waiting)
    ready(table, SOUTH, URBAN, "cts-1", "cts-2")
    table.order("execute", target=URBAN, dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert points(table) == (gained, 0)


@pytest.mark.rule("ramadi 6.5f", "ramadi 5.2a")
def test_an_objective_taken_scores_five_and_not_also_as_urban() -> None:
    table = battlefield()
    clear(table, URBAN, "0808")
    scored(table, 2)
    ready(table, "0808", "0708", "cts-1", "cts-2")
    table.order("execute", target="0708", dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert points(table) == (7, 0)


# --- 6.5: ISIS wins ------------------------------------------------------------------------------


def defeat(lead: str = "mech-1", follow_up: str | None = "inf-1", **more: str) -> RamadiTable:
    """Dice of 1 and 1 lose by 4 (6.5i), dice of 1 and 2 or more by 5 or more (6.5h)."""
    table = battlefield()
    ready(
        table,
        SOUTH,
        URBAN,
        lead,
        follow_up,
        **{"ied": "ied-complex-1", "fighters": "f-specialists-1", "asset": "vb-ied-1", **more},
    )
    return table


@pytest.mark.rule("ramadi 6.5h", "ramadi 6.5k", "ramadi 5.2r")
def test_two_automatic_casualties_take_the_whole_force_without_a_roll() -> None:
    table = defeat()
    events = table.order("execute", target=URBAN, dice=[1, 2])
    assert entered(events, "operations_results") == [{"difference": -5}]
    assert rolled(events) == ["ISF attack", "ISIS defence"]
    for unit in ("mech-1", "inf-1"):
        assert (place(table, unit), face(table, unit)) == ("transfer", "casualty")
    assert table.state.track("casualties") == 2
    assert points(table) == (0, 2 + 1)


@pytest.mark.rule("ramadi 6.5h")
def test_reading_a_single_unit_is_one_automatic_casualty() -> None:
    table = defeat("cts-1", None)
    table.order("execute", target=URBAN, dice=[1, 6])
    assert place(table, "cts-1") == "transfer"
    assert table.state.track("casualties") == 1
    assert points(table) == (0, 1 + 1)


@pytest.mark.rule("ramadi 6.5i", "ramadi 6.5k", "ramadi 5.2r")
@pytest.mark.parametrize(("die", "lost"), [(3, False), (4, True)])
def test_a_narrower_defeat_costs_the_lead_on_the_target_number(die: int, lost: bool) -> None:
    table = defeat()
    events = table.order("execute", target=URBAN, dice=[1, 1, die])
    assert entered(events, "operations_results") == [{"difference": -4}]
    assert place(table, "mech-1") == ("transfer" if lost else SOUTH)
    assert face(table, "mech-1") == ("casualty" if lost else "")
    assert place(table, "inf-1") == SOUTH
    assert table.state.track("casualties") == lost
    assert points(table) == (0, 1 + lost)


@pytest.mark.rule("ramadi 6.5b", "ramadi 6.5i")
@pytest.mark.parametrize(("die", "lost"), [(3, False), (4, True)])
def test_reading_no_booby_trap_where_nobody_enters(die: int, lost: bool) -> None:
    table = battlefield()
    ready(table, "0808", "0708", "mech-1", ied="ied-complex-1")
    table.order("execute", target="0708", dice=[1, 1, die])  # 3 - 3 + 1 against 3 + 1
    assert (place(table, "mech-1") == "transfer") is lost


@pytest.mark.rule("ramadi 6.5j", "ramadi 8.3e", "ramadi 5.2r")
@pytest.mark.parametrize(("die", "hurt"), [(2, 0), (3, 1), (6, 1)])
def test_civilians_may_be_hurt_when_isis_wins(die: int, hurt: int) -> None:
    table = defeat(asset="civilians-1")
    table.order("execute", target=URBAN, dice=[1, 1, 1, die])  # 3 + 2 - 2 + 1 against 3 + 2 + 1
    assert points(table) == (0, 1 + hurt)
    assert place(table, "civilians-1") == "pool-assets"


@pytest.mark.rule("ramadi 6.5j")
def test_civilians_are_safe_when_the_isf_wins() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", asset="civilians-2")
    events = table.order("execute", target=URBAN, dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert "civilians in the way" not in rolled(events)
    assert points(table) == (1, 0)


@pytest.mark.rule("ramadi 6.5k", "ramadi 5.1d")
def test_every_operation_is_either_won_or_defeated() -> None:
    for isis_die in range(1, 7):
        table = defeat("cts-1", None, ied="ied-poor-1", fighters="f-militia-1")
        die = [1] if 4 - 2 + 3 - 2 - isis_die > -5 else []
        table.order("execute", target=URBAN, dice=[3, isis_die, *die])
        won = URBAN in held_hexes(table.state)
        assert won is (2 + isis_die < 4 - 2 + 3)
        assert points(table) == ((1, 0) if won else (0, 1))


@pytest.mark.rule("ramadi 6.5l", "ramadi 3.2a")
@pytest.mark.parametrize(
    ("dice", "answers"),
    [([6, 1], [["cts-1", "cts-2"]]), ([1, 6, 1], [])],
    ids=["the ISF won", "ISIS won"],
)
def test_isis_counters_go_back_face_down_whoever_won(dice: list[int], answers: list[list[str]]) -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", ied="ied-deep-1", fighters="f-adversity-1", asset="sv-ied-1")
    table.order("execute", target=URBAN, dice=dice, answers=answers)
    for piece, pool in (
        ("ied-deep-1", "pool-ied"),
        ("f-adversity-1", "pool-fighters"),
        ("sv-ied-1", "pool-assets"),
    ):
        assert place(table, piece) == pool
        assert table.state.pieces[piece].known_to == HIDDEN


@pytest.mark.rule("ramadi 6.5l", "ramadi 6.3c", "ramadi 8.3i")
def test_the_attack_counter_stays_aside_when_the_others_go_back() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", asset="attack-2")
    position = table.state.at["pool-assets"].index("sv-ied-1") + 1
    events = table.order("execute", target=URBAN, dice=[position, 6, 1], answers=[["cts-1", "cts-2"]])
    assert total(events, "ISIS strength") == 1 + 1  # the replacement defends, the Attack counter does not
    assert place(table, "attack-2") == "attack"
    assert place(table, "sv-ied-1") == "pool-assets"


@pytest.mark.rule("ramadi 6.5l", "ramadi 3.1b", "ramadi 3.1c")
def test_assets_go_back_to_the_operations_board() -> None:
    table = battlefield()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", asset="vb-ied-1", ground="tank-1", air="bomber-1")
    table.order("execute", target=URBAN, dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert place(table, "tank-1") == "zone-south"
    assert place(table, "bomber-1") == "air-expended"
    assert table.state.mark_named(URBAN, "operation") is None


@pytest.mark.rule("ramadi 5.2m", "ramadi 6.5h")
def test_reading_a_hex_with_a_stack_mate_that_did_not_attack_stays_cleared() -> None:
    table = battlefield()
    ready(table, URBAN, "0808", "militia-1", ied="ied-complex-1", fighters="f-special-forces-1")
    table.put("np-1", URBAN)
    scored(table, 1)
    table.order("execute", target="0808", dice=[1, 6])
    assert place(table, "militia-1") == "transfer"
    assert URBAN in held_hexes(table.state)
    assert points(table) == (1, 1 + 1)


@pytest.mark.rule("ramadi 6.5k", "ramadi 5.2s")
def test_every_point_is_scored_when_it_falls_and_says_why() -> None:
    table = defeat(asset="civilians-1")
    events = table.order("execute", target=URBAN, dice=[1, 1, 6, 6])
    scores = [(e.rule, e.change) for e in events if isinstance(e, Scored) and e.track == "isis_vp"]
    assert sorted(scores) == [("ramadi 5.2r", 1), ("ramadi 6.5k", 1), ("ramadi 8.3e", 1)]
    assert points(table) == (0, 3)
