"""Torpedo attacks (9.9.5), step by step, and ASW attacks on detected submarines."""

from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.orders import Order
from adjudication.systems.ows import SYSTEM
from domain.errors import IllegalOrder
from domain.events import KindAdded, KindData, PieceData, PiecePlaced
from tests.ows.undersea import HEX, asw_mode, detect, offered, patrol, read_by, rolled, sea, seen_by, steps
from tests.table import Table


def fire(table: Table, target: str, submarine: str = "ssk-1", **given: Any) -> list[tuple[int, int]]:
    """Attack: the dice that were rolled."""
    return rolled(table.order("torpedo", submarine=submarine, target=target, **given))


@pytest.mark.rule("ows 9.9.5.1", "ows 6.4.2.1c", "ows 9.9.5")
def test_silent_running_ends_before_any_asw_roll() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2")
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=[1, 1])
    left = next(event for event in events if getattr(event, "mark", "") == "silent running")
    first = next(event for event in events if hasattr(event, "face"))
    assert left.number < first.number
    assert table.state.mark_named("ssk-1", "silent running") is None
    assert table.state.mark_named("ssk-1", "attacked") is True
    assert rolled(events)[0] == (10, 1)  # a D8 and one more asset: nothing is left of the demotion


@pytest.mark.rule("ows 9.9.5.4")
@pytest.mark.parametrize(("roll", "hits"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_one_torpedo_die_against_the_red_shield_alone(roll: int, hits: int) -> None:
    table = sea()  # the destroyer has grey shields; they do not apply
    assert fire(table, "ddg-1", dice=[roll], answers=["break off"] if hits else []) == [(10, roll)]
    assert steps(table, "ddg-1") == 2 - hits


@pytest.mark.rule("ows 9.9.5.4")
@pytest.mark.parametrize(("roll", "hits"), [(4, 0), (5, 1), (10, 2), (15, 3)])
def test_once_twice_three_times_the_shield_are_one_two_three_hits(roll: int, hits: int) -> None:
    table = sea("ssn-1")
    detect(table.put("type055-1", HEX), "type055-1").mark("type055-1", "sigint")
    table.phase("local strikes", side="blue")
    answers = [] if hits in (0, 3) else ["break off"]  # alone in the hex and sunk, it leaves no other target
    assert fire(table, "type055-1", "ssn-1", dice=[roll], answers=answers) == [(16, roll)]
    assert steps(table, "type055-1") == 3 - hits


@pytest.mark.rule("ows 9.9.5.2a", "ows 6.4.4.1", "ows 6.4.4.1a")
def test_a_screen_rolls_and_attacks_before_the_torpedo() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2")
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=[9, 5], answers=["ddg-1"])
    assert rolled(events) == [(10, 9), (8, 5)]  # no torpedo was fired
    assert table.state.pieces["ssk-1"].place == "attrition-red"
    assert steps(table, "cvn-1") == 4


@pytest.mark.rule("ows 6.4.4c")
@pytest.mark.parametrize(("granted", "die"), [(True, 16), (False, 12)])
def test_the_white_cell_may_grant_a_large_screen_a_d16(granted: bool, die: int) -> None:
    table = asw_mode(patrol(sea(d16_exception=True).put("takanami-1", HEX)), "ddg-1", "ddg-2", "takanami-1")
    assert fire(table, "cvn-1", dice=[1, 1], answers=[granted])[0] == (die, 1)


@pytest.mark.rule("ows 9.9.5.2b", "ows 6.4.4.1a")
def test_a_screened_submarine_that_survives_aborts() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2")
    assert fire(table, "cvn-1", dice=[9, 4], answers=["ddg-2"]) == [(10, 9), (8, 4)]
    assert table.state.pieces["ssk-1"].place == HEX
    assert table.state.mark_named("ssk-1", "tacsit 1")
    assert steps(table, "cvn-1") == 4


@pytest.mark.rule("ows 9.9.5.2b", "ows 9.9.5.3b")
def test_an_undetected_submarine_attacks_and_the_screened_target_gets_no_second_try() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2")
    assert fire(table, "ddg-1", dice=[8, 4]) == [(10, 8), (10, 4)]  # one detection roll, one torpedo
    assert table.state.mark_named("ssk-1", "tacsit 1") is None


@pytest.mark.rule("ows 9.9.5.2a")
def test_a_screen_needs_no_roll_for_a_submarine_detected_before() -> None:
    table = detect(asw_mode(sea(), "ddg-1", "ddg-2"), "ssk-1")
    assert fire(table, "cvn-1", dice=[4], answers=["ddg-1"]) == [(8, 4)]


@pytest.mark.rule("ows 9.9.5.3a")
def test_a_single_asset_and_the_torpedo_act_at_the_same_time() -> None:
    table = asw_mode(sea(), "ddg-1").mark("ssk-1", "cavitating")
    events = table.order("torpedo", submarine="ssk-1", target="ddg-1", dice=[9, 5, 10])
    assert rolled(events) == [(10, 9), (8, 5), (10, 10)]
    assert table.state.pieces["ssk-1"].place == "attrition-red"
    assert table.state.pieces["ddg-1"].place == "attrition-blue"  # both are rolled, and both are sunk


@pytest.mark.rule("ows 9.9.5.3a")
@pytest.mark.parametrize("marked", [(), ("ddg-1",)])
def test_assets_out_of_asw_mode_do_not_roll(marked: tuple[str, ...]) -> None:
    table = asw_mode(sea(), *marked)
    dice = [1] * len(marked) + [4]
    assert [die for die, _ in fire(table, "ddg-2", dice=dice)] == [8] * len(marked) + [10]


@pytest.mark.rule("ows 6.4.4.1", "ows 9.6.1a")
def test_a_suppressed_ship_is_no_part_of_a_screen() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2").mark("ddg-2", "suppressed")
    assert fire(table, "cvn-1", dice=[1, 1]) == [(8, 1), (10, 1)]


@pytest.mark.rule("ows 6.4.4.1")
@pytest.mark.parametrize(("silent", "die"), [(True, 12), (False, 8)])
def test_a_submarine_in_silent_running_counts_for_a_screen(silent: bool, die: int) -> None:
    table = asw_mode(sea(), "ddg-1", "ssn-1").put("ssn-1", HEX)
    if silent:
        table.mark("ssn-1", "silent running")
    assert fire(table, "cvn-1", dice=[1, 1])[0][0] == die  # the submarine brings a D12


@pytest.mark.rule("ows 6.4.4.1")
@pytest.mark.parametrize(("flies", "dice"), [("asw", [(12, 1), (10, 1)]), ("cap", [(8, 1), (10, 1)])])
def test_an_aircraft_on_an_asw_mission_counts_for_a_screen(flies: str, dice: list[tuple[int, int]]) -> None:
    table = patrol(asw_mode(sea(), "ddg-1"), flies=flies)
    assert fire(table, "cvn-1", dice=[1, 1]) == dice  # the aircraft brings a D10


@pytest.mark.rule("ows 9.9.5.5a", "ows 9.9.5.5c")
def test_a_hit_lets_the_submarine_attack_again_and_the_first_miss_ends_it() -> None:
    table = sea()
    for ship in ("ddg-1", "ddg-2", "cvn-1"):
        table.mark(ship, "disrupted")  # nobody can hunt it
    events = table.order(
        "torpedo", submarine="ssk-1", target="cvn-1", dice=[6, 5, 4], answers=["ddg-1", "ddg-2"]
    )
    assert rolled(events) == [(10, 6), (10, 5), (10, 4)]
    assert (steps(table, "cvn-1"), steps(table, "ddg-1"), steps(table, "ddg-2")) == (3, 1, 2)
    assert all(question.side == "red" and question.secret for question in table.people.asked)
    assert table.people.asked[0].options == ("ddg-1", "ddg-2", "cvn-1", "break off")


@pytest.mark.rule("ows 9.9.5.5b")
def test_asw_goes_first_against_re_attacks_with_all_that_is_capable_and_a_promotion_each() -> None:
    table = sea()  # nobody is in ASW mode, so that the first attack meets no ASW
    dice = [6, 1, 6, 1, 4]
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=dice, answers=["cvn-1", "cvn-1"])
    # two destroyers: D8, promoted for the second of them and for the re-attack; never above D12
    assert rolled(events) == [(10, 6), (12, 1), (10, 6), (12, 1), (10, 4)]


@pytest.mark.rule("ows 9.9.5.5b")
def test_the_promotion_of_a_re_attack_is_one_for_each() -> None:
    table = sea().put("ddg-2", "0405")
    dice = [6, 1, 6, 1, 6, 1, 4]
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=dice, answers=["cvn-1"] * 3)
    assert [die for die, _ in rolled(events)[1::2]] == [10, 12, 12]


@pytest.mark.rule("ows 9.9.5.5c")
def test_a_submarine_found_before_its_re_attack_aborts() -> None:
    table = sea()
    events = table.order(
        "torpedo", submarine="ssk-1", target="cvn-1", dice=[6, 9, 4], answers=["cvn-1", "ddg-2"]
    )
    assert rolled(events) == [(10, 6), (12, 9), (8, 4)]
    assert steps(table, "cvn-1") == 3
    assert [question.side for question in table.people.asked] == ["red", "blue"]


@pytest.mark.rule("ows 9.9.5.5c")
def test_a_submarine_has_one_engagement_a_turn() -> None:
    table = sea()
    fire(table, "ddg-1", dice=[1])
    assert table.state.side == "blue"
    table.order("proceed", side="blue")
    with pytest.raises(IllegalOrder, match=r"Boat 330 has attacked this turn"):
        fire(table, "ddg-1")
    assert offered(table, "torpedo", "red") == []


@pytest.mark.rule("ows 9.9.5.6")
def test_an_ssk_attacks_only_out_of_silent_running() -> None:
    table = sea(silent=False)
    with pytest.raises(
        IllegalOrder, match=r"did not begin the Combat Phase in Silent Running.* \(ows 9.9.5.6\)"
    ):
        fire(table, "ddg-1")
    assert offered(table, "torpedo", "red") == []
    table.mark("ssk-1", "ran silent")  # it has fired missiles since
    assert len(offered(table, "torpedo", "red")) == 3


@pytest.mark.rule("ows 9.9.5.6")
def test_a_nuclear_submarine_needs_no_silent_running() -> None:
    table = sea("ssn-1", silent=False)
    detect(table.put("type055-1", HEX), "type055-1")
    table.phase("local strikes", side="blue")
    assert fire(table, "type055-1", "ssn-1", dice=[1]) == [(12, 1)]


@pytest.mark.rule("ows 9.9.5")
def test_only_a_detected_ship_in_the_hex_is_attacked() -> None:
    table = sea().mark("ddg-2", "tacsit 1", None)
    assert {order.arguments["target"] for order in offered(table, "torpedo", "red")} == {"ddg-1", "cvn-1"}
    with pytest.raises(IllegalOrder, match=r"not a detected enemy ship or submarine in the hex"):
        fire(table, "ddg-2")


@pytest.mark.rule("ows 9.9.5")
def test_a_submarine_attacks_a_detected_submarine() -> None:
    table = sea("ssn-1")
    detect(table.put("ssk-1", HEX), "ssk-1").phase("local strikes", side="blue")
    assert fire(table, "ssk-1", "ssn-1", dice=[5]) == [(12, 5)]
    assert table.state.pieces["ssk-1"].place == "attrition-red"


@pytest.mark.rule("ows 9.9.5")
def test_the_enemy_reads_what_is_hit_and_not_by_whom() -> None:
    table = sea()
    before = len(table.session.game.log)
    fire(table, "ddg-1", dice=[5], answers=["break off"])
    new = len(table.session.game.log) - before
    read = read_by(table, "blue", new)
    assert "torpedo" in read
    assert "ddg-1" in read
    for told in ("ssk", "330", "silent", "die-rolled", "break off", "chosen"):
        assert told not in read, told
    assert not any("ssk" in name or "330" in name for name in seen_by(table, "blue"))


@pytest.mark.rule("ows 9.9.5")
def test_orders_of_the_attacker_do_not_depend_on_what_hunts_it() -> None:
    table = sea()
    before = offered(table, "torpedo", "red")
    asw_mode(table, "ddg-1", "ddg-2")
    assert offered(table, "torpedo", "red") == before


# --- ASW attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 8.5.2")
def test_a_unit_with_the_symbol_attacks_a_detected_submarine_without_asw_mode() -> None:
    table = detect(sea(), "ssk-1").mark("ssk-1", "attacked").phase("local strikes", side="blue")
    assert {order.arguments["unit"] for order in offered(table, "asw", "blue")} == {"ddg-1", "ddg-2"}
    assert rolled(table.order("asw", unit="ddg-1", target="ssk-1", dice=[5])) == [(8, 5)]
    assert table.state.pieces["ssk-1"].place == "attrition-red"


@pytest.mark.rule("ows 8.5.2")
def test_no_asw_attack_on_a_submarine_that_is_not_detected() -> None:
    table = sea().phase("local strikes", side="blue")
    assert offered(table, "asw", "blue") == []
    with pytest.raises(IllegalOrder, match=r"no piece or contact"):
        table.order("asw", unit="ddg-1", target="ssk-1")


@pytest.mark.rule("ows 9.9.1d")
@pytest.mark.parametrize("back", [True, False])
def test_a_submarine_fires_back_at_the_same_time(back: bool) -> None:
    table = detect(sea(), "ssk-1").phase("local strikes", side="blue")
    dice = [5, 10] if back else [5]
    events = table.order("asw", unit="ddg-1", target="ssk-1", dice=dice, answers=[back])
    assert rolled(events) == ([(8, 5), (10, 10)] if back else [(8, 5)])
    assert steps(table, "ddg-1") == (0 if back else 2)
    assert table.people.asked[0].side == "red"


@pytest.mark.rule("ows seq.6.B.2")
def test_sides_alternate_until_both_pass() -> None:
    table = sea("ssn-1")
    detect(table.put("type055-1", HEX), "type055-1")
    table.phase("local strikes", side="blue")
    fire(table, "type055-1", "ssn-1", dice=[1])
    assert (table.state.phase, table.state.side) == ("local strikes", "red")
    table.order("proceed", side="red")
    assert (table.state.phase, table.state.side) == ("local strikes", "blue")
    table.order("proceed", side="blue")
    assert table.state.phase != "local strikes"


@pytest.mark.rule("ows 9.5a", "ows 8.5.2")
def test_an_asw_weapon_with_salvos_is_crossed_off() -> None:
    asroc = {"id": "asroc", "name": "ASROC", "die": 8, "at": ["undersea"], "flight": "asw", "salvos": 1}
    frigate = KindData(
        name="Frigate",
        side="blue",
        group="ship",
        data={"type": "ffg", "moves": "surface combatant", "signature": 6, "defence": 4, "weapons": [asroc]},
    )
    table = detect(sea(), "ssk-1").mark("ssk-1", "attacked")
    table.session.record(lambda n, t: KindAdded(number=n, time=t, kind="frigate", data=frigate))
    ship = PieceData(id="ffg-1", kind="frigate", at=HEX, steps=1, known_to=("blue",))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=ship))
    table.phase("local strikes", side="blue")
    table.order("asw", unit="ffg-1", target="ssk-1", dice=[1])
    assert table.state.mark_named("ffg-1", "spent") == {"asroc": 1}
    table.mark("ffg-1", "attacked", None).phase("local strikes", side="blue")
    assert "ffg-1" not in [order.arguments["unit"] for order in offered(table, "asw", "blue")]


@pytest.mark.rule("ows 9.9.5")
def test_the_odds_of_an_engagement_are_exact() -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2")
    found = odds(
        SYSTEM, table.state, [Order("red", "torpedo", {"submarine": "ssk-1", "target": "cvn-1"})], "white"
    )
    assert found.exact
    undetected = 8 / 10  # a D10 against 9
    lost = sum(
        each.probability for each in found.outcomes if any(fate.piece == "cvn-1" for fate in each.fates)
    )
    assert lost == pytest.approx(undetected * 5 / 10)  # a D10 against 6
