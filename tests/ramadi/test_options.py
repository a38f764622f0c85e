"""The optional rules (7.1 to 7.3), each by itself, and the readings that are options."""

from typing import Any

import pytest

from adjudication.systems.ramadi.table.ground import held_hexes
from domain.errors import IllegalOrder
from domain.events import Chosen, DieRolled, Event, VerdictReached
from tests.ramadi.cases import (
    advance_to,
    asked,
    attack_counter,
    battlefield,
    clear,
    line,
    offered,
    picked,
    place,
    points,
    ready,
    rolled,
    scored,
    stock,
    total,
)
from tests.ramadi.table import RamadiTable

NEAR, BEYOND = "0809", "0808"
COMPLEX = "0806"
CLOSING = "does the game end"


# --- 7.0: each option by itself ------------------------------------------------------------------


@pytest.mark.rule("ramadi 7.0")
@pytest.mark.parametrize("drones", [True, False])
def test_drones_guard_only_by_option(drones: bool) -> None:
    table = battlefield(drones=drones, variable_length=not drones, close_air_support=not drones)
    clear(table, NEAR)
    table.phase("assets", 1)
    assert offered(table, "guard", drone="drone-1") == ({NEAR} if drones else set())
    if drones:
        table.order("guard", drone="drone-1", hex=NEAR)
    else:
        with pytest.raises(IllegalOrder) as refused:
            table.order("guard", drone="drone-1", hex=NEAR)
        assert (refused.value.code, refused.value.rule) == ("option", "ramadi 7.0")


@pytest.mark.rule("ramadi 7.0")
@pytest.mark.parametrize("support", [True, False])
def test_air_support_is_called_only_by_option(support: bool) -> None:
    table = battlefield(close_air_support=support, drones=not support, variable_length=not support)
    table.put("cts-1", NEAR)
    attack_counter(table)
    table.order("proceed", dice=[1, 6], answers=["none"] if support else [])
    assert len(asked(table)) == support


@pytest.mark.rule("ramadi 7.0")
@pytest.mark.parametrize("variable", [True, False])
def test_the_length_varies_only_by_option(variable: bool) -> None:
    table = battlefield(
        variable_length=variable,
        drones=not variable,
        close_air_support=not variable,
        game_end_roll="planning",
    )
    table.mark("game", "government_complex_taken", 1)
    events = end_of_turn(table, 1, [1, 1] if variable else [1])
    assert (CLOSING in rolled(events)[0]) is variable


def end_of_turn(table: RamadiTable, turn: int, dice: list[int]) -> list[Event]:
    """The events of the step from one turn to the next."""
    table.phase("ground assets", turn)
    return table.order("proceed", dice=dice)


# --- 7.1: drones ---------------------------------------------------------------------------------


def guarded(*hexes: str, **options: Any) -> RamadiTable:
    """Drones over cleared hexes, and an Attack counter set aside."""
    table = battlefield(drones=True, **options)
    clear(table, *hexes)
    table.phase("assets", 1)
    for number, hex in enumerate(hexes, start=1):
        table.order("guard", drone=f"drone-{number}", hex=hex)
    table.order("proceed")
    attack_counter(table)
    return table


@pytest.mark.rule("ramadi 7.1a")
def test_a_drone_from_available_guards_a_hex_that_only_a_marker_holds() -> None:
    table = battlefield(drones=True)
    clear(table, NEAR, "0604")
    table.put("cts-1", BEYOND)
    table.put("drone-2", "air-expended")
    table.phase("assets", 1)
    assert offered(table, "guard", drone="drone-1") == {NEAR, "0604"}
    assert offered(table, "guard", drone="drone-2") == set()
    assert offered(table, "guard", drone="bomber-1") == set()
    for drone, hex in (
        ("drone-1", BEYOND),  # a unit holds it
        ("drone-1", "0710"),  # ISIS holds it
        ("drone-1", "0810"),  # a deployment hex
        ("drone-2", NEAR),
        ("bomber-1", NEAR),
    ):
        with pytest.raises(IllegalOrder) as refused:
            table.order("guard", drone=drone, hex=hex)
        assert refused.value.rule == "ramadi 7.1a"
    table.order("guard", drone="drone-1", hex=NEAR)
    assert place(table, "drone-1") == NEAR


@pytest.mark.rule("ramadi 7.1a")
@pytest.mark.parametrize("phase", ["planning", "operations", "movement"])
def test_drones_go_out_with_the_other_assets(phase: str) -> None:
    table = battlefield(drones=True)
    clear(table, NEAR)
    table.phase(phase, 1)
    with pytest.raises(IllegalOrder) as refused:
        table.order("guard", drone="drone-1", hex=NEAR)
    assert refused.value.code == "phase"


@pytest.mark.rule("ramadi 7.1a", "ramadi 6.2b")
def test_a_drone_guards_or_flies_but_not_both() -> None:
    table = battlefield(drones=True)
    clear(table, NEAR)
    ready(table, "0810", "0710", "cts-1")
    table.phase("assets", 1)
    table.order("guard", drone="drone-1", hex=NEAR)
    assert offered(table, "support", asset="drone-1") == set()
    table.order("support", asset="drone-2", target="0710")
    assert offered(table, "guard", drone="drone-2") == set()


@pytest.mark.rule("ramadi 7.1b", "ramadi 7.1c")
def test_a_guarded_hex_is_no_first_target_but_its_drone_may_be_the_weakest() -> None:
    table = guarded(NEAR)
    table.put("cts-1", BEYOND)
    scored(table, 2)
    events = table.order("proceed", dice=[1, 2])
    assert picked(events) == []
    assert line(events, "ISF defence", "drone-1") == 2
    assert total(events, "ISF defence") == 2 + 2
    assert total(events, "ISIS attack") == 3 + 1


@pytest.mark.rule("ramadi 7.1b", "ramadi 6.6c")
@pytest.mark.parametrize(
    ("unit", "candidates"), [("eb-1", []), ("np-1", [["drone-1", "np-1"]]), ("mech-1", [])]
)
def test_units_weaker_than_the_drone_come_before_it(unit: str, candidates: list[list[str]]) -> None:
    table = guarded(NEAR)
    table.put(unit, BEYOND)
    scored(table, 2)
    events = table.order("proceed", dice=[*([1] if candidates else []), 6, 1])
    assert picked(events) == candidates
    assert (place(table, "eb-1") == "transfer") is (unit == "eb-1")
    assert (NEAR in held_hexes(table.state)) is (unit == "eb-1")


@pytest.mark.rule("ramadi 7.1b")
def test_reading_an_unguarded_marker_is_still_the_first_target() -> None:
    table = guarded(NEAR, attacks_on_markers="points")
    clear(table, BEYOND)
    scored(table, 2)
    events = table.order("proceed")
    assert rolled(events) == []
    assert set(held_hexes(table.state)) == {NEAR}
    assert points(table) == (1, 0)


@pytest.mark.rule("ramadi 7.1c", "ramadi 5.2p")
@pytest.mark.parametrize(("dice", "repelled"), [((1, 2), True), ((2, 2), False), ((6, 6), False)])
def test_reading_a_drone_that_fails_costs_the_marker_and_no_casualty(
    dice: tuple[int, int], repelled: bool
) -> None:
    table = guarded(NEAR)
    table.put("cts-1", BEYOND)
    scored(table, 2)
    table.order("proceed", dice=dice)
    assert (NEAR in held_hexes(table.state)) is repelled
    assert len(stock(table)) == (11 if repelled else 12)
    assert table.state.track("casualties") == 0
    assert points(table) == (3, 0) if repelled else (0, 0)
    assert place(table, "attack-1") == "pool-assets"


@pytest.mark.rule("ramadi 7.1d", "ramadi 6.7f")
@pytest.mark.parametrize("attacked", [True, False])
def test_the_drone_comes_home_expended_attacked_or_not(attacked: bool) -> None:
    table = guarded(NEAR)
    if attacked:
        table.order("proceed", dice=[1, 6])
    else:
        table.put("attack-1", "pool-assets")
        table.order("proceed")
    assert place(table, "drone-1") == NEAR  # to the end of the turn
    advance_to(table, 2, "planning")
    assert place(table, "drone-1") == "air-expended"
    advance_to(table, 3, "planning")
    assert place(table, "drone-1") == "air-available"


@pytest.mark.rule("ramadi 7.1e")
def test_both_drones_may_guard_two_different_hexes() -> None:
    table = battlefield(drones=True)
    clear(table, NEAR, BEYOND)
    table.phase("assets", 1)
    table.order("guard", drone="drone-1", hex=NEAR)
    assert offered(table, "guard", drone="drone-2") == {BEYOND}
    with pytest.raises(IllegalOrder) as refused:
        table.order("guard", drone="drone-2", hex=NEAR)
    assert refused.value.rule == "ramadi 7.1e"
    table.order("guard", drone="drone-2", hex=BEYOND)
    assert (place(table, "drone-1"), place(table, "drone-2")) == (NEAR, BEYOND)


# --- 7.2: variable length, rolled at the start of a turn (a reading) ---------------------------


@pytest.mark.rule("ramadi 7.2a")
def test_the_die_is_first_rolled_in_the_turn_after_the_capture() -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    ready(table, "0906", COMPLEX, "cts-1", "cts-2")
    table.put("inf-1", "0906")
    table.phase("operations", 4)
    events = table.order("execute", target=COMPLEX, dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert not any(CLOSING in purpose for purpose in rolled(events))
    events = end_of_turn(table, 4, [5, 1])
    assert [purpose for purpose in rolled(events) if CLOSING in purpose] == [f"{CLOSING} in turn 5"]
    assert table.state.verdict is None  # 5 and 5 do not exceed 10


@pytest.mark.rule("ramadi 7.2a")
def test_without_the_complex_nothing_is_rolled() -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    for turn in range(1, 10):
        assert not any(CLOSING in purpose for purpose in rolled(end_of_turn(table, turn, [1])))
    assert table.state.turn == 10


@pytest.mark.rule("ramadi 7.2a")
def test_reading_a_complex_lost_again_keeps_the_die_rolling() -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    table.mark("game", "government_complex_taken", 2)
    assert COMPLEX not in held_hexes(table.state)
    for turn in (3, 4, 5):
        events = end_of_turn(table, turn, [1, 1])
        assert rolled(events)[0] == f"{CLOSING} in turn {turn + 1}"


@pytest.mark.rule("ramadi 7.2b")
@pytest.mark.parametrize(
    ("turn", "die", "over"),
    [(4, 6, False), (5, 5, False), (5, 6, True), (8, 2, False), (8, 3, True), (9, 1, False), (9, 2, True)],
)
def test_the_game_is_over_when_turn_and_die_exceed_ten(turn: int, die: int, over: bool) -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    table.put("cts-1", COMPLEX)
    table.mark("game", "government_complex_taken", 3)
    table.track("isf_vp", 9)
    table.track("isis_vp", 8)
    end_of_turn(table, turn - 1, [die] if over else [die, 1])
    verdict = table.state.verdict
    assert (verdict is not None) is over
    assert table.state.turn == turn
    if verdict is not None:
        assert (verdict.winner, verdict.rule) == ("isf", "ramadi 7.2b")
        assert list(table.session.legal()) == []


@pytest.mark.rule("ramadi 7.2b", "ramadi 5.2c", "ramadi 5.2t")
@pytest.mark.parametrize(
    ("holder", "isf", "isis", "winner"),
    [("cts-1", 5, 4, "isf"), ("cts-1", 4, 4, "isis"), (None, 30, 4, "isis")],
)
def test_an_early_end_is_judged_like_any_other(holder: str | None, isf: int, isis: int, winner: str) -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    if holder:
        table.put(holder, COMPLEX)
    table.mark("game", "government_complex_taken", 3)
    table.track("isf_vp", isf)
    table.track("isis_vp", isis)
    events = end_of_turn(table, 4, [6])
    assert [event.winner for event in events if isinstance(event, VerdictReached)] == [winner]


@pytest.mark.rule("ramadi 7.2b", "ramadi 5.1a")
def test_turn_ten_ends_the_game_whatever_the_die() -> None:
    table = battlefield(variable_length=True, game_end_roll="planning")
    table.mark("game", "government_complex_taken", 9)
    end_of_turn(table, 9, [1])  # 10 and 1 exceed 10
    assert table.state.verdict is not None


# --- 7.3: close air support ----------------------------------------------------------------------


def hit(unit: str = "np-1", **options: bool) -> RamadiTable:
    """An ISIS attack is about to fall on one unit."""
    table = battlefield(close_air_support=True, **options)
    table.put(unit, NEAR)
    scored(table, 1)
    attack_counter(table)
    return table


@pytest.mark.rule("ramadi 7.3a", "ramadi 7.3b", "ramadi 6.6e")
@pytest.mark.parametrize(("die", "comes"), [(3, False), (4, True), (6, True)])
def test_a_bomber_comes_on_four_or_more_and_adds_its_factor(die: int, comes: bool) -> None:
    table = hit()
    events = table.order("proceed", dice=[die, 5, 2], answers=["bomber-1"])
    assert total(events, "ISF defence") == 2 + (4 if comes else 0) + 2
    assert place(table, "bomber-1") == ("air-expended" if comes else "air-available")
    assert place(table, "np-1") == (NEAR if comes else "transfer")  # 8 against 8, or 4 against 8
    assert points(table) == ((2, 0) if comes else (0, 1))


@pytest.mark.rule("ramadi 7.3a")
def test_the_player_may_do_without() -> None:
    table = hit()
    events = table.order("proceed", dice=[1, 6], answers=["none"])
    assert rolled(events) == ["ISIS attack", "ISF defence"]
    assert place(table, "bomber-1") == "air-available"


@pytest.mark.rule("ramadi 7.3a")
def test_reading_the_call_comes_before_the_dice_of_the_attack() -> None:
    table = hit()
    events = table.order("proceed", dice=[4, 1, 6], answers=["bomber-1"])
    told = [event for event in events if isinstance(event, Chosen | DieRolled)]
    assert isinstance(told[0], Chosen)
    assert rolled(told) == ["close air support", "ISIS attack", "ISF defence"]


@pytest.mark.rule("ramadi 7.3a")
def test_reading_only_available_bombers_can_be_called_and_only_once() -> None:
    table = hit()
    table.put("bomber-1", "air-expended")
    table.order("proceed", dice=[1, 6, 1], answers=["bomber-2"])
    assert [question.options for question in table.people.asked] == [("bomber-2", "none")]
    assert place(table, "np-1") == "transfer"  # 3 + 6 against 2 + 1, after one call in vain


@pytest.mark.rule("ramadi 7.3a")
def test_reading_drones_fly_no_close_air_support() -> None:
    table = hit()
    for bomber in ("bomber-1", "bomber-2"):
        table.put(bomber, "air-expended")
    table.order("proceed", dice=[1, 6])
    assert asked(table) == []


@pytest.mark.rule("ramadi 7.3a")
def test_a_marker_cannot_call_air_support() -> None:
    table = battlefield(close_air_support=True, attacks_on_markers="points")
    clear(table, NEAR)
    scored(table, 1)
    attack_counter(table)
    table.order("proceed")
    assert asked(table) == []
    assert NEAR not in held_hexes(table.state)


@pytest.mark.rule("ramadi 7.3b", "ramadi 6.7f")
def test_a_bomber_that_came_is_expended_this_turn() -> None:
    table = hit()
    table.order("proceed", dice=[6, 1, 1], answers=["bomber-1"])
    assert place(table, "bomber-1") == "air-expended"
    advance_to(table, 2, "planning")
    assert place(table, "bomber-1") == "air-expended"
    advance_to(table, 3, "planning")
    assert place(table, "bomber-1") == "air-available"


@pytest.mark.rule("ramadi 7.3c")
def test_both_rules_together_but_no_air_support_for_a_drone() -> None:
    table = guarded(NEAR, close_air_support=True)
    table.put("cts-1", BEYOND)
    scored(table, 2)
    table.order("proceed", dice=[1, 6])  # the drone is the weakest
    assert asked(table) == []
    assert place(table, "bomber-1") == "air-available"

    table = guarded(NEAR, close_air_support=True)
    table.put("eb-1", BEYOND)
    scored(table, 2)
    table.order("proceed", dice=[6, 1, 6], answers=["bomber-1"])  # now the unit is
    assert place(table, "bomber-1") == "air-expended"


# --- readings that are options -------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2c")
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("holder", ["cts-1", "cleared-1"])
@pytest.mark.parametrize("linked", [True, False])
def test_reading_what_holds_the_government_complex(strict: bool, holder: str, linked: bool) -> None:
    table = battlefield(strict_government_complex=strict)
    table.put(holder, COMPLEX)
    if linked:
        for number, hex in enumerate((NEAR, BEYOND, "0807"), start=2):
            table.put(f"cleared-{number}", hex)
    table.track("isf_vp", 40)
    end_of_turn(table, 10, [])
    assert table.state.verdict is not None
    won = holder == "cts-1" or not strict
    assert table.state.verdict.winner == ("isf" if won else "isis")


@pytest.mark.rule("ramadi 6.5e", "ramadi 8.3c")
@pytest.mark.parametrize("always", [True, False])
@pytest.mark.parametrize(("die", "found"), [(3, False), (4, True)])
def test_reading_an_emir_may_be_caught_in_defeat_too(always: bool, die: int, found: bool) -> None:
    table = battlefield(check_special_effects_always=always)
    ready(table, "0810", NEAR, "cts-1", asset="emir-1")
    table.order("execute", target=NEAR, dice=[1, 3, 1, *([die] if always else [])])  # 3 against 6
    assert place(table, "emir-1") == ("eliminated" if always and found else "pool-assets")
    assert points(table) == (int(always and found), 1)


@pytest.mark.rule("ramadi 6.5j", "ramadi 8.3e")
@pytest.mark.parametrize("always", [True, False])
@pytest.mark.parametrize(("die", "hurt"), [(2, False), (3, True)])
def test_reading_civilians_may_be_hurt_in_victory_too(always: bool, die: int, hurt: bool) -> None:
    table = battlefield(check_special_effects_always=always)
    ready(table, "0810", NEAR, "cts-1", "cts-2", asset="civilians-1")
    dice = [6, 1, *([die] if always else [])]
    table.order("execute", target=NEAR, dice=dice, answers=[["cts-1", "cts-2"]])
    assert points(table) == (1, int(always and hurt))


@pytest.mark.rule("ramadi 6.5e", "ramadi 6.5j")
def test_the_option_does_not_ask_for_a_second_roll() -> None:
    table = battlefield(check_special_effects_always=True)
    ready(table, "0810", NEAR, "cts-1", "cts-2", asset="emir-1")
    events = table.order("execute", target=NEAR, dice=[6, 1, 1], answers=[["cts-1", "cts-2"]])
    assert rolled(events).count("hunt for the Emir") == 1
