"""Strike actions (9.8, 9.9): in what order, how many, what is fired from where at what."""

import random
from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import OpenOrder, Order
from adjudication.engine.policies import RandomPolicy
from adjudication.systems.ows.joint_fires.modifiers import strike_shifts
from adjudication.systems.ows.strike_warfare.strikes import many_to_one
from adjudication.systems.ows.table.counters import sheet
from domain.errors import BadData, IllegalOrder
from domain.events import Chosen, Concluded, PhaseEntered, Picked
from domain.table.dice import SampledDice
from tests.ows.fire import LOCAL, LONG, dice_of, salvos, shifts_of, steps, strike, war
from tests.ows.undersea import detect, offered, patrol
from tests.table import Table
from tests.words import words_of

TOMAHAWK = "ssgn-1/tomahawk"


def quiet(table: Table) -> Table:
    """Nobody is near who could shoot salvos down."""
    for piece in ("hq9-1", "type055-1", "type055-2"):
        table.put(piece, "1008")
    return table


def first_salvo(table: Table, hex: str, item: str, target: str, *dice: int, **more: Any) -> list[int]:
    return dice_of(strike(table, hex, {item: target}, list(dice), **more))


# --- whose action it is: 9.8a, 9.9.3 --------------------------------------------------------------


@pytest.mark.rule("ows 9.8a", "ows 9.9.3a", "ows seq.6.B.1", "ows seq.6.B")
def test_sides_take_strike_actions_in_turn() -> None:
    table = quiet(war("ddg-1"))
    first_salvo(table, "0903", f"{TOMAHAWK}/1", "airfield-r", 2)
    assert table.state.side == "red"
    first_salvo(table.put("df21-1", "0704"), "0404", "df21-1/df21/1", "ddg-1", 4)
    assert table.state.side == "blue"


@pytest.mark.rule("ows 9.8a")
def test_two_passes_in_a_row_end_the_long_range_part_and_an_action_between_keeps_it_going() -> None:
    table = quiet(war())
    table.order("proceed", side="blue")
    assert (table.state.phase, table.state.side) == (LONG, "red")
    table.put("df21-1", "0704")
    first_salvo(detect(table, "ddg-1"), "0404", "df21-1/df21/1", "ddg-1", 4)
    table.order("proceed", side="blue")
    assert table.state.phase == LONG
    table.order("proceed", side="red")
    assert table.state.phase == LOCAL


@pytest.mark.rule("ows 9.9.2", "ows 9.8b")
def test_six_boxes_of_c2_are_six_long_range_strikes() -> None:
    table = quiet(war()).track("c2-red", 0)
    assert table.state.track("c2-blue") == 6
    for n in range(1, 7):
        assert table.state.side == "blue"
        first_salvo(table, "0903", f"{TOMAHAWK}/{n}", "airfield-r", 2)
    assert offered(table, "strike", "blue") == []
    with pytest.raises(IllegalOrder, match="No long-range strike action is left"):
        first_salvo(table.phase(LONG, side="blue"), "0903", f"{TOMAHAWK}/7", "airfield-r", 2)


@pytest.mark.rule("ows 9.8b")
def test_a_scenario_may_set_another_number_of_actions() -> None:
    table = quiet(war(strike_actions=1)).track("c2-red", 0)
    first_salvo(table, "0903", f"{TOMAHAWK}/1", "airfield-r", 2)
    assert offered(table, "strike", "blue") == []


def begun(table: Table, *dice: int) -> list[Any]:
    """Long-range strikes begin as the phase before ends: its events."""
    table.phase("air combat", side="red").mark("game", "ready", ["blue"])
    return table.order("proceed", side="red", dice=dice)


@pytest.mark.rule("ows 9.9.3b", "ows 9.9.3a")
def test_chits_as_many_as_each_sides_c2_are_drawn_until_the_cup_is_empty() -> None:
    table = war(strike_order="chits").track("c2-blue", 1).track("c2-red", 2)
    events = begun(table, 3)
    (picked,) = [event for event in events if isinstance(event, Picked)]
    assert picked.options == ("blue 1", "red 1", "red 2")
    assert table.state.side == "red"
    table.order("proceed", side="red", dice=[1])  # a pass loses the action of the chit
    assert table.state.side == "blue"
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [2], [{}])  # one chit is left: nothing to draw
    assert (table.state.phase, table.state.side) == (LONG, "red")
    table.order("proceed", side="red")
    assert table.state.phase == LOCAL
    assert table.state.mark_named("game", "chits") is None


@pytest.mark.rule("ows 9.9.2", "ows 9.9.3b")
def test_allocations_spent_on_sead_are_no_chits() -> None:
    table = war(strike_order="chits").track("c2-blue", 2).track("c2-red", 1)
    table.mark("blue", "long-range actions", 1)
    (picked,) = [event for event in begun(table, 2) if isinstance(event, Picked)]
    assert picked.options == ("blue 1", "red 1")


@pytest.mark.rule("ows 9.8a")
def test_a_decision_card_may_set_the_order() -> None:
    table = quiet(war()).mark("game", "strike order", ["blue", "blue", "red"])
    for n in (1, 2):
        first_salvo(table, "0903", f"{TOMAHAWK}/{n}", "airfield-r", 2)
        assert table.state.side == "blue"
    first_salvo(table, "0903", f"{TOMAHAWK}/3", "airfield-r", 2)
    assert table.state.side == "red"


@pytest.mark.rule("ows 9.1", "ows 9.9.1a", "ows seq.6.B.1", "ows seq.6.B.2")
def test_long_range_strikes_come_after_air_combat_and_before_local_ones() -> None:
    table = war()
    events = begun(table.track("c2-red", 0))
    assert [event.phase for event in events if isinstance(event, PhaseEntered)] == [LONG]
    with pytest.raises(IllegalOrder, match=r"given in long-range strikes or local strikes.*|phase"):
        first_salvo(war(phase="air combat"), "0903", f"{TOMAHAWK}/1", "airfield-r")


# --- what is fired at what: 9.8c, 9.9, 9.9.4 ------------------------------------------------------


@pytest.mark.rule("ows 9.8c", "ows 9.2.1a", "ows 2.2.2.2", "ows 2.2.2", "ows 2.2.2.1")
def test_salvos_from_many_hexes_land_in_one_each_at_its_target() -> None:
    table = quiet(war())
    fired = {f"{TOMAHAWK}/1": "airfield-r", "ddg-1/tomahawk/1": "sq-j16", "ddg-1/tomahawk/2": "airfield-r"}
    strike(table.put("ddg-1", "0503").put("ssgn-1", "0403"), "0903", fired, [3, 3, 3])
    assert (steps(table, "airfield-r"), steps(table, "sq-j16")) == (2, 2)
    assert table.state.mark_named("ddg-1", "spent") == {"tomahawk": 2}
    assert table.state.mark_named("ssgn-1", "spent") == {"tomahawk": 1}


@pytest.mark.rule("ows 9.9", "ows 2.2.6a")
def test_an_ohio_fires_its_eighteen_tomahawks_at_many_targets_as_one_action() -> None:
    table = quiet(war(one_to_many=True))
    targets = ["airfield-r", "sq-j16", "sq-h6", "port-r", "asp-r", "airfield-r2"]
    fired = salvos(TOMAHAWK, *(targets[n % 6] for n in range(18)))
    assert len(fired) == 18
    table.order("strike", source="0403", salvos=fired, dice=[2] * 18)
    assert table.state.mark_named("blue", "long-range actions") == 1
    assert table.state.mark_named("ssgn-1", "spent") == {"tomahawk": 18}


@pytest.mark.rule("ows 9.9")
def test_one_to_many_is_an_option_and_has_one_source() -> None:
    with pytest.raises(IllegalOrder, match="played without one-to-many strikes"):
        war().order("strike", source="0403", salvos=salvos(TOMAHAWK, "airfield-r"))
    table = war(one_to_many=True)
    with pytest.raises(IllegalOrder, match="ddg-1/tomahawk/1 cannot be chosen here; these can:"):
        table.order("strike", source="0403", salvos={"ddg-1/tomahawk/1": "airfield-r"})
    with pytest.raises(IllegalOrder, match="Name the target hex"):
        table.order("strike", salvos=salvos(TOMAHAWK, "airfield-r"))


@pytest.mark.rule("ows 9.9.4", "ows 2.3.3")
def test_only_what_is_detected_may_be_struck() -> None:
    table = war(phase=LOCAL).put("houbei-1", "0504")
    assert offered(table, "strike", "blue") == []
    with pytest.raises(IllegalOrder, match="no salvo that can be fired there"):
        first_salvo(table, "0504", "ddg-1/harpoon/1", "houbei-1")
    detect(table, "houbei-1")
    (line,) = offered(table, "strike", "blue")
    assert isinstance(line, OpenOrder)
    assert line.arguments["hex"] == "0504"


@pytest.mark.rule("ows 9.9.4", "ows 9.9.7a")
def test_installations_are_always_targets() -> None:
    table = war()
    hexes = {order.arguments["hex"] for order in offered(table, "strike", "blue")}
    assert {"0903", "0904"} <= hexes
    assert Order("blue", "strike", {"hex": "0904", "salvos": salvos(TOMAHAWK, "port-r", "asp-r")}) in (
        table.session.legal()
    )


@pytest.mark.rule("ows 2.2.2a")
def test_silhouettes_say_what_a_salvo_may_engage() -> None:
    table = war("type055-1").put("type055-1", "0904")
    with pytest.raises(IllegalOrder, match="tomahawk/1 may be allotted to"):  # land only
        first_salvo(table, "0904", f"{TOMAHAWK}/1", "type055-1")


@pytest.mark.rule("ows 2.2.2.1a")
@pytest.mark.parametrize(("hex", "in_range"), [("0402", True), ("0301", False)])
def test_a_missile_reaches_as_many_hexes_as_printed(hex: str, in_range: bool) -> None:
    table = war().put("ssgn-1", "0101").put("ddg-1", hex).put("ddg-2", "0101")
    fired = {"ddg-1/tomahawk/1": "port-r"}
    listed = Order("blue", "strike", {"hex": "0904", "salvos": fired}) in table.session.legal()
    assert table.state.board.range(hex, "0904") == (5 if in_range else 6)
    assert listed is in_range


@pytest.mark.rule("ows 2.2.2.1", "ows 9.5a", "ows 9.5b")
def test_a_ship_with_three_symbols_fires_three_salvos_and_then_no_more() -> None:
    table = quiet(war()).put("ddg-1", "0503")
    fired = salvos("ddg-1/tomahawk", "airfield-r", "airfield-r", "sq-j16")
    assert dice_of(strike(table, "0903", fired, [2, 2, 2])) == [10, 10, 10]
    assert table.state.mark_named("ddg-1", "spent") == {"tomahawk": 3}
    with pytest.raises(IllegalOrder, match="ddg-1/tomahawk/1 cannot be chosen here; these can:"):
        first_salvo(table.phase(LONG, side="blue"), "0903", "ddg-1/tomahawk/1", "airfield-r")


@pytest.mark.rule("ows 9.9.4.2")
def test_a_ship_that_fires_a_missile_is_detected_and_a_submarine_is_not() -> None:
    table = quiet(war()).put("ddg-1", "0503")
    strike(table, "0903", {"ddg-1/tomahawk/1": "airfield-r", f"{TOMAHAWK}/1": "airfield-r"}, [2, 2])
    assert table.state.mark_named("ddg-1", "tacsit 1")
    assert table.state.who_knows("ddg-1") is None
    assert table.state.mark_named("ssgn-1", "tacsit 1") is None
    assert table.state.who_sees("ssgn-1") == ("blue",)


@pytest.mark.rule("ows 9.9.4.3a", "ows 9.9.4.3c", "ows 9.9.4.3b")
def test_a_submarines_launch_brings_asw_upon_it_and_flies_all_the_same() -> None:
    table = war("ddg-1", side="red", phase=LOCAL).put("ddg-1", "0605").put("ssk-1", "0605")
    for other in ("ssn-1", "ddg-2", "maya-1", "cvn-1"):
        table.put(other, "0101")
    patrol(table, "p8-1", "0605").mark("ssk-1", "silent running")
    events = strike(table, "0605", {"ssk-1/yj18/1": "ddg-1"}, [10, 5, 5], [["p8-1"], {}])
    assert dice_of(events) == [10, 10, 10]  # found, sunk, and its missile hits
    assert table.state.pieces["ssk-1"].place == "attrition-red"
    assert steps(table, "ddg-1") == 1
    assert table.state.mark_named("ssk-1", "silent running") is None


# --- local strikes: 9.9.1 -------------------------------------------------------------------------


@pytest.mark.rule("ows 9.9.1b", "ows 9.9.1c", "ows seq.6.B.2")
def test_local_strikes_use_no_c2_and_alternate() -> None:
    table = quiet(war("houbei-1", phase=LOCAL)).put("houbei-1", "0504").track("c2-blue", 0)
    first_salvo(table, "0504", "ddg-1/harpoon/1", "houbei-1", 2, answers=[{}])
    assert table.state.mark_named("blue", "long-range actions") is None
    assert table.state.side == "red"


@pytest.mark.rule("ows 9.9.1c", "ows 9.9.1a")
def test_only_local_strikes_in_the_local_phase_and_not_alone_before() -> None:
    table = quiet(war("houbei-1", phase=LOCAL)).put("houbei-1", "0504")
    assert {order.arguments["hex"] for order in offered(table, "strike", "blue")} == {"0504"}
    early = quiet(war("houbei-1")).put("houbei-1", "0504")
    assert "0504" not in {order.arguments["hex"] for order in offered(early, "strike", "blue")}


@pytest.mark.rule("ows 9.9.1b", "ows 9.9.1c")
def test_a_long_range_strike_is_refused_among_local_ones_and_nothing_is_recorded() -> None:
    table = quiet(war(phase=LOCAL)).put("ddg-1", "0804")
    before = len(table.session.game.log)
    with pytest.raises(IllegalOrder, match=r"strike, and these are over.*local=true.*ows 9\.9\.1b"):
        strike(table, "0904", {"ddg-1/tomahawk/1": "port-r"})
    assert len(table.session.game.log) == before


@pytest.mark.rule("ows 9.9.1b")
def test_local_strikes_alone_are_refused_among_long_range_ones() -> None:
    table = quiet(war("houbei-1")).put("houbei-1", "0504")
    with pytest.raises(IllegalOrder, match=r"declare them in the local strikes phase.*ows 9\.9\.1b"):
        strike(table, "0504", {"ddg-1/harpoon/1": "houbei-1"})
    with pytest.raises(IllegalOrder, match="give this order without local="):
        strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), local=True)


@pytest.mark.rule("ows 9.9.1c")
@pytest.mark.parametrize("believed", [True, False])
def test_the_white_cell_judges_whether_another_kill_chain_is_local(believed: bool) -> None:
    table = quiet(war(phase=LOCAL)).put("ddg-1", "0804")
    events = strike(
        table, "0904", {"ddg-1/tomahawk/1": "port-r"}, [3] if believed else [], [believed], local=True
    )
    assert steps(table, "port-r") == (3 if believed else 4)
    assert bool(dice_of(events)) is believed
    assert table.state.side == ("red" if believed else "blue")  # what is not believed costs no action


@pytest.mark.rule("ows 9.9.1d", "ows 9.6.1a")
def test_the_defender_of_a_local_strike_fires_back_at_the_same_time() -> None:
    table = war("type055-1", phase=LOCAL).put("type055-1", "0504").put("houbei-1", "1008")
    for other in ("maya-1", "ddg-2", "cvn-1"):
        table.put(other, "0101")
    answers = [{"type055-1/yj18/1": "ddg-1"}, {}, {}]
    events = strike(table, "0504", {"ddg-1/harpoon/1": "type055-1"}, [5, 5], answers)
    assert dice_of(events) == [8, 10]
    assert (steps(table, "type055-1"), steps(table, "ddg-1")) == (2, 1)
    assert table.state.mark_named("type055-1", "suppressed")
    assert table.state.mark_named("ddg-1", "suppressed")
    assert table.state.mark_named("ddg-1", "tacsit 1")  # by firing


@pytest.mark.rule("ows 9.9.1d")
def test_in_a_long_range_strike_nobody_fires_back() -> None:
    table = quiet(war("type055-1")).put("type055-1", "0904").put("ssgn-1", "0804")
    events = strike(table, "0904", {f"{TOMAHAWK}/1": "port-r"}, [2], [{}])  # the shot calculus alone
    assert dice_of(events) == [10]


@pytest.mark.rule("ows 9.6.1a", "ows 7.2.1.1b")
@pytest.mark.parametrize("mark", ["suppressed", "disrupted"])
def test_a_suppressed_or_disrupted_ship_fires_nothing(mark: str) -> None:
    table = quiet(war()).put("ddg-1", "0503").mark("ddg-1", mark)
    with pytest.raises(IllegalOrder, match="ddg-1/tomahawk/1 cannot be chosen here; these can:"):
        first_salvo(table, "0903", "ddg-1/tomahawk/1", "airfield-r")


# --- modifiers: 9.9.4.4 ---------------------------------------------------------------------------


@pytest.mark.rule("ows 2.1.1.1", "ows 9.9.4.4", "ows 2.2.2.2a")
def test_a_d8_with_one_promotion_is_a_d10() -> None:
    table = war("houbei-1", phase=LOCAL).put("houbei-1", "0504").mark("houbei-1", "sigint")
    assert first_salvo(table, "0504", "ddg-1/harpoon/1", "houbei-1", 2, answers=[{}]) == [10]


@pytest.mark.rule("ows 9.9.4.4")
@pytest.mark.parametrize(
    ("piece", "mark", "value", "amount", "rule"),
    [
        ("sq-j16", "sigint", True, 1, "ows 7.2.1.3"),
        ("sq-j16", "countermeasures", True, -1, "ows 7.2.1.4"),
        ("sq-j16", "rsoi", 2, 1, "ows 2.3.1a"),
        ("ssgn-1", "rsoi", 2, -1, "ows 2.3.1a"),
        ("sq-j16", "jammed", "ec37-1", 1, "ows 6.5.8"),
    ],
)
def test_each_line_of_the_chart_promotes_or_demotes(
    piece: str, mark: str, value: Any, amount: int, rule: str
) -> None:
    table = quiet(war()).mark(piece, mark, value)
    events = strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [2])
    assert [(each, cited) for _, each, cited in shifts_of(events)] == [(amount, rule)]
    assert dice_of(events) == [12 if amount > 0 else 8]


@pytest.mark.rule("ows 9.9.4.4", "ows 10.15.7d")
def test_suppressed_artillery_fires_with_a_demoted_die() -> None:
    table = war("marines-1", side="red", phase=LOCAL).put("marines-1", "1005").put("patriot-1", "0101")
    table.mark("rockets-1", "suppressed")
    assert dice_of(strike(table, "1005", {"rockets-1/phl16/1": "marines-1"}, [1])) == [8]


@pytest.mark.rule("ows 9.9.4.4", "ows 7.2.1.4a")
def test_sigint_and_countermeasures_cancel() -> None:
    table = quiet(war()).mark("sq-j16", "sigint").mark("sq-j16", "countermeasures")
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [2])) == [10]


@pytest.mark.rule("ows 9.9.4.4", "ows 7.5.2")
@pytest.mark.parametrize(("hex", "die"), [("0403", 8), ("0803", 10)])
def test_disrupted_pnt_demotes_strikes_beyond_one_hex(hex: str, die: int) -> None:
    table = quiet(war()).track("pnt-blue", 0).put("ssgn-1", hex)
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [2])) == [die]


@pytest.mark.rule("ows 9.9.4.4", "ows 8.5.1")
def test_sof_target_acquisition_promotes_a_strike_on_what_was_detected() -> None:
    table = quiet(war("sq-j16"))
    table.mark("oda-1", "special reconnaissance", {"target": "sq-j16", "detect": 1, "strike": 1})
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [2])) == [12]


@pytest.mark.rule("ows 9.9.4.4", "ows 2.1.1.4a")
def test_a_printed_chart_takes_the_place_of_ours() -> None:
    table = quiet(war()).mark("sq-j16", "sigint")
    rows = [
        {**row, "shift": 2 * int(str(row["shift"]))}
        for row in table.state.tables["missile-modifiers"].data.rows
    ]
    rows += [
        {"modifier": "subsonic at land targets", "flight": "subsonic", "target": "land", "shift": -1},
        {"modifier": "at ships", "flight": "any", "target": "sea", "shift": -3},
    ]
    events = strike(table.adopt("missile-modifiers", rows), "0903", salvos(TOMAHAWK, "sq-j16"), [2])
    assert [amount for _, amount, _ in shifts_of(events)] == [2, -1]
    assert dice_of(events) == [12]


@pytest.mark.rule("ows 2.1.1.1")
@pytest.mark.parametrize(("hidden", "die"), [(0, 10), (5, 4)])
def test_the_ladder_ends_at_d4(hidden: int, die: int) -> None:
    table = quiet(war())
    rows = list(table.state.tables["missile-modifiers"].data.rows)
    table.adopt("missile-modifiers", [*rows, {**rows[0], "modifier": "far away", "shift": -hidden}])
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [2])) == [die]


# --- play without people --------------------------------------------------------------------------


def test_odds_of_eighteen_salvos_are_exact_and_no_two_targets_are_mixed_up() -> None:
    table = war()
    targets = ["airfield-r", "sq-j16", "sq-h6"]
    fired = salvos(TOMAHAWK, *(targets[n % 3] for n in range(18)))
    found = odds(
        table.session.system,
        table.state,
        [Order("blue", "strike", {"hex": "0903", "salvos": fired})],
        "white",
    )
    assert found.exact
    assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)
    (choice,) = found.choices
    assert choice.of == 19**2  # two shields, each at one of eighteen salvos or at none
    (tried,) = choice.options  # the one that is suggested
    assert list(tried.answer) == ["hq9-1/hq9/1", "hq9-1/hq9/2"]
    met = sum(salvo.startswith("sq-j16/") for salvo in tried.answer.values())
    miss = 3 / 10  # a D10 against a red shield of 4; of six salvos so many meet a grey shield of 6
    none = miss ** (6 - met) * (1 - (1 - miss) * 5 / 10) ** met
    whole = found.probability(lambda outcome: not any(fate.piece == "sq-j16" for fate in outcome.fates))
    assert whole == pytest.approx(none)


def test_the_defender_is_told_what_is_sensible_and_may_answer_something_else() -> None:
    table = war()
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [3], [{}])
    (question,) = table.people.asked[-1:]
    assert question.suggested == ({"hq9-1/hq9/1": "airfield-r/tomahawk/1"},)
    (chosen,) = [event for event in table.session.game.log if isinstance(event, Chosen)][-1:]
    assert (chosen.value, chosen.suggested, chosen.audience) == ({}, question.suggested, ("red",))


def test_random_strikes_and_shot_calculus_are_legal() -> None:
    for seed in range(30):
        table = war("type055-1", "type055-2", "houbei-1", layered_shields=bool(seed % 2), one_to_many=True)
        table.put("type055-1", "0504").put("type055-2", "0903")
        chance = random.Random(seed)
        lines = offered(table, "strike", "blue")
        line = lines[chance.randrange(len(lines))]
        assert isinstance(line, OpenOrder)
        order = line.order(line.choices.sample(chance))
        assert order in table.session.legal()


@pytest.mark.rule("ows 9.2.1b")
@pytest.mark.parametrize("layered", [False, True])
def test_any_shot_calculus_of_random_pieces_is_taken(layered: bool) -> None:
    for seed in range(12):
        table = war(layered_shields=layered).put("type055-1", "0903")
        people = PolicyPeople({}, RandomPolicy(), random.Random(seed))
        table.session.people = people
        table.session.dice = SampledDice(seed)
        order = Order("blue", "strike", {"hex": "0903", "salvos": salvos(TOMAHAWK, *["airfield-r"] * 4)})
        outcome = table.session.order(order)
        assert outcome.questions == ()
        assert table.state.side == "red"


def test_an_answer_of_a_shield_that_is_not_there_is_refused() -> None:
    table = war()
    with pytest.raises(BadData, match="cannot be chosen here"):
        strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [3], [{"hq9-1/hq9/9": "airfield-r/tomahawk/1"}])


@pytest.mark.rule("ows 9.9.1c")
def test_a_kill_chain_that_is_not_believed_is_told_as_the_end_of_the_strike() -> None:
    table = quiet(war(phase=LOCAL)).put("ddg-1", "0804")
    events = strike(table, "0904", {"ddg-1/tomahawk/1": "port-r"}, [], [False], local=True)
    (told,) = [event for event in events if isinstance(event, Concluded)]
    texts = [words_of(each, "ows") for each in (told.subject, told.method, told.result)]
    assert texts == ["strike", "kill chain", "long range, not fired"]


@pytest.mark.rule("ows 9.9.1b", "ows 9.9.2")
def test_local_strikes_need_no_action_of_the_dashboard() -> None:
    table = (
        quiet(war("houbei-1", phase=LOCAL)).put("houbei-1", "0404").put("ddg-1", "0404").track("c2-blue", 0)
    )
    assert "strike" in {order.name for order in offered(table, "strike", "blue")}
    strike(table, "0404", {"ddg-1/harpoon/1": "houbei-1"}, [3], [{}])
    assert table.state.pieces["houbei-1"].place == "attrition-red"


@pytest.mark.rule("ows 9.9.4")
def test_a_salvo_into_a_hex_where_nothing_is_detected_is_refused_for_that() -> None:
    with pytest.raises(IllegalOrder) as refused:
        strike(quiet(war()), "0704", {"ddg-1/harpoon/1": "airfield-r"})
    assert refused.value.rule == "ows 9.9.4"


# --- what shifts the die of a missile: 9.9.4.4 --------------------------------------------------------------


def shifts_by_rule(table: Table, shooter: str, weapon: str, target: str) -> dict[str, int]:
    """How a strike is shifted, by the rules that shift it."""
    state = table.state
    attacker = state.pieces[shooter]
    fired = sheet(attacker).weapon(weapon)
    assert fired is not None
    found = strike_shifts(state, attacker.side, state.where(shooter), state.pieces[target], fired, attacker)
    return {shift.rule: shift.rungs for shift in found}


@pytest.mark.rule(
    "ows 9.9.4.4", "ows 2.3.1a", "ows 7.2.1.1b", "ows 10.15.7d", "ows 7.2.1.3", "ows 7.2.1.4", "ows 6.5.8"
)
@pytest.mark.parametrize(
    ("shooter", "weapon", "target", "marked", "mark", "found"),
    [
        ("f18-1", "slam", "type055-1", "", "", {}),
        ("f18-1", "slam", "type055-1", "type055-1", "rsoi", {"ows 2.3.1a": 1}),
        ("f18-1", "slam", "type055-1", "f18-1", "rsoi", {"ows 2.3.1a": -1}),
        ("f18-1", "slam", "type055-1", "f18-1", "disrupted", {"ows 7.2.1.1b": -1}),
        ("ddg-1", "harpoon", "type055-1", "ddg-1", "disrupted", {}),  # it cannot fire at all
        ("df21-1", "df21", "ddg-1", "df21-1", "disrupted", {}),
        ("df21-1", "df21", "ddg-1", "df21-1", "suppressed", {"ows 10.15.7d": -1}),
        ("f18-1", "slam", "type055-1", "f18-1", "suppressed", {}),
        ("ddg-1", "harpoon", "type055-1", "ddg-1", "suppressed", {}),
        ("f18-1", "slam", "type055-1", "type055-1", "sigint", {"ows 7.2.1.3": 1}),
        ("f18-1", "slam", "type055-1", "type055-1", "countermeasures", {"ows 7.2.1.4": -1}),
        ("f18-1", "slam", "type055-1", "type055-1", "jammed", {"ows 6.5.8": 1}),
        ("f18-1", "slam", "type055-1", "f18-1", "jammed", {}),
    ],
)
def test_what_shifts_the_die_of_a_missile(
    shooter: str, weapon: str, target: str, marked: str, mark: str, found: dict[str, int]
) -> None:
    table = war()
    table.put("f18-1", "0704") if shooter == "f18-1" else None
    if marked:
        table.mark(marked, mark, 1)
    assert shifts_by_rule(table, shooter, weapon, target) == found


@pytest.mark.rule("ows 7.5.2")
@pytest.mark.parametrize(
    ("hex", "pnt", "found"),
    [("0404", 0, {}), ("0504", 0, {}), ("0604", 0, {"ows 7.5.2": -1}), ("0604", 1, {})],
)
def test_without_pnt_strikes_beyond_one_hex_are_demoted(hex: str, pnt: int, found: dict[str, int]) -> None:
    table = war().track("pnt-blue", pnt).put("type055-1", hex)
    assert shifts_by_rule(table, "ddg-1", "tomahawk", "type055-1") == found


# --- what can be fired at what, worked out from counters and map ------------------------------------------


def by_the_rules(table: Table, side: str, hex: str) -> dict[str, set[str]]:
    """Each salvo that reaches a hex, with the detected units there that its silhouettes engage (2.2.2a,
    2.2.2.1a, 9.9.4): a ship is one on the sea, a submarine none, all else is on land."""
    state, enemy = table.state, {"blue": "red", "red": "blue"}[side]
    there = [
        piece
        for piece in state.pieces_at(hex)
        if piece.side == enemy
        and piece.kind.group in ("ship", "ground unit", "facility", "ammunition", "squadron")
        and (
            state.mark_named(piece.id, "tacsit 1")
            or piece.kind.group in ("facility", "ammunition", "squadron")
        )
    ]
    found: dict[str, set[str]] = {}
    for piece in state.pieces.values():
        shoots = piece.kind.group in ("ship", "submarine", "ground unit")
        if piece.side != side or not shoots or piece.place not in state.board.spaces:
            continue
        apart = state.board.range(piece.place, hex)
        for weapon in sheet(piece).weapons:
            if weapon.flight in ("torpedo", "asw", "air-to-air", "raid", "mine") or apart is None:
                continue
            at = {
                each.id
                for each in there
                if apart <= weapon.range and ("sea" if each.kind.group == "ship" else "land") in weapon.at
            }
            if at:
                found.update({f"{piece.id}/{weapon.id}/{n}": at for n in range(1, max(1, weapon.salvos) + 1)})
    return found


@pytest.mark.rule("ows 2.2.2a", "ows 2.2.2.1a", "ows 9.8c", "ows 9.9.4", "ows 8.3.1")
@pytest.mark.parametrize("side", ["blue", "red"])
@pytest.mark.parametrize("hex", ["0404", "0504", "0704", "0903", "0904", "0203", "0204", "1005"])
def test_what_can_be_fired_into_a_hex_follows_from_counters_and_map(side: str, hex: str) -> None:
    found = ("ddg-1", "cvn-1", "marines-1", "type055-1", "guns-1", "ssn-1", "houbei-1")
    table = war(*found, side=side).put("houbei-1", "0504").put("ddg-2", "0504").put("marines-1", "0504")
    may = many_to_one(table.state, side, hex).may
    assert {item: set(targets) for item, targets in may.items()} == by_the_rules(table, side, hex)


@pytest.mark.rule("ows 9.9.1d", "ows 9.5a", "ows 9.9.4.2")
def test_what_is_fired_back_is_crossed_off_and_reveals_who_fires_it() -> None:
    table = quiet(war("ddg-1", side="red", phase=LOCAL)).put("ddg-1", "0604").put("type055-1", "0604")
    for other in ("ddg-2", "maya-1", "cvn-1"):
        table.put(other, "0101")
    table.mark("ddg-1", "tacsit 1", None)
    detect(table, "ddg-1")
    answers = [{"ddg-1/harpoon/1": "type055-1"}, {}, {}]
    strike(table, "0604", {"type055-1/yj18/1": "ddg-1"}, [1, 1], answers)
    assert table.state.mark_named("ddg-1", "spent") == {"harpoon": 1}
    assert table.state.mark_named("type055-1", "spent") == {"yj18": 1}
    assert table.state.mark_named("type055-1", "tacsit 1")
