"""Resolving ground combat (ground.3.F, 10.15.9.1.6): results, choices of their owners, Delay, Fortified,
advance, opposed landings: numbered cases."""

from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.ows.ground.attacks.combat import fight
from adjudication.systems.ows.ground.attacks.combat_summary import combat_parts
from adjudication.systems.ows.ground.forces.combats import COMBAT, Combat
from adjudication.systems.ows.ground.forces.combats import declared as combats
from adjudication.systems.ows.ground.maneuver.retreats import routes
from adjudication.systems.ows.sequence import proceed_order
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import CONTROL, holder
from domain.errors import BadData, IllegalOrder
from domain.events import DieRolled, Event, Marked, Modified, PieceMoved
from domain.texts import Text, code_of
from domain.views.view import see
from reports.words.events import in_words
from reports.words.summaries import summaries
from tests.ows import umpiring
from tests.ows.ground.fields import HILL, NORTH_WEST, WEST, battle, cells, declared, field, harmless
from tests.table import Table
from tests.words import words_of


def place(table: Table, unit: str) -> str:
    return table.state.pieces[unit].place


def steps(table: Table, *units: str) -> list[int]:
    return [table.state.pieces[unit].steps for unit in units]


def rolled_at(events: list[Event]) -> list[dict[str, Any]]:
    """What the rolls of ground combats were for."""
    purposes = [event.purpose for event in events if isinstance(event, DieRolled)]
    return [each.arguments for each in purposes if isinstance(each, Text) and each.code == "ground combat"]


def strengths(events: list[Event]) -> list[tuple[int, int]]:
    """How many steps attacked how many, round by round."""
    return [(each["attacking"], each["defending"]) for each in rolled_at(events)]


def asked(table: Table) -> list[tuple[str, str]]:
    return [(question.side, words_of(question.text, "ows")) for question in table.people.asked]


def attack(*, marks: Any = (), **cell: int) -> Table:
    """Two brigades attack a tank regiment and a battery; every roll has that cell."""
    table = field(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL, msta_1=HILL)
    declared(table, HILL, abct_1=WEST, stryker_1=NORTH_WEST)
    for unit, mark, value in marks:
        table.mark(unit, mark, value)
    return cells(table, **cell)


def resolve(table: Table, *answers: Any) -> list[Event]:
    return battle(table, HILL, 5, answers, lead="abct-1")


# --- losses -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.9.1.6b", "ows 10.15.9")
def test_the_defender_says_which_of_its_units_lose_the_steps() -> None:
    table = attack(d=2)
    resolve(table, 0, "tank-12", "msta-1")
    assert steps(table, "tank-12", "msta-1") == [2, 0]
    assert place(table, "msta-1") == "attrition-red"
    assert [side for side, _ in asked(table)] == ["red"] * 3


@pytest.mark.rule("ows 10.15.9.1.6a")
def test_the_attacker_says_which_of_its_units_lose_the_steps() -> None:
    table = attack(a=1)
    resolve(table, "stryker-1")
    assert steps(table, "abct-1", "stryker-1") == [3, 2]
    assert asked(table) == [("blue", "Which unit loses a step?")]


@pytest.mark.rule("ows 10.15.9.1.6f")
def test_losses_beyond_the_first_may_be_taken_as_hexes_of_retreat() -> None:
    table = attack(d=3, dr=1)
    resolve(table, 2, "tank-12", {"tank-12": "f1004", "msta-1": "f1004"}, [])
    assert steps(table, "tank-12", "msta-1") == [2, 1]
    assert place(table, "tank-12") == "f1004"  # R1 and two hexes more
    table = attack(d=1)
    resolve(table, "tank-12")  # the first is never cancelled
    assert steps(table, "tank-12") == [2]


# --- retreat ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.9.1.6c")
def test_the_side_that_loses_steps_retreats_away_from_its_enemy_where_its_owner_says() -> None:
    table = attack(d=1, dr=1)
    before = {unit: table.state.board.range(place(table, unit), WEST) for unit in ("tank-12", "msta-1")}
    resolve(table, "tank-12", [], [])
    for unit in ("tank-12", "msta-1"):
        assert place(table, unit) == "f0804"
        assert (table.state.board.range("f0804", WEST) or 0) > (before[unit] or 0)


@pytest.mark.rule("ows 10.15.9.1.6c")
def test_the_attacker_retreats_away_from_the_hex_it_attacked() -> None:
    table = field(abct_1=WEST, tank_12=HILL)
    declared(table, HILL, abct_1=WEST).mark(WEST, "bridge", {"f0505": ["eng-b"]})
    resolve(cells(table, a=1, ar=1), [])
    assert table.state.board.range(place(table, "abct-1"), HILL) == 2


@pytest.mark.rule("ows 10.15.9.1.6c")
def test_a_unit_that_has_nowhere_to_retreat_to_loses_a_step_instead() -> None:
    """With the river behind it, and the enemy around."""
    table = field(abct_1=WEST, tank_12=HILL, rifle_1="f0603", rifle_2="f0605")
    declared(table, HILL, abct_1=WEST)
    resolve(cells(table, a=1, ar=1))
    assert (place(table, "abct-1"), steps(table, "abct-1")) == (WEST, [1])


@pytest.mark.rule("ows 10.15.9.1.6c")
def test_a_retreat_keeps_out_of_enemy_zones_of_control_and_full_hexes_where_it_can() -> None:
    table = field(abct_1=WEST, stryker_1="f0904", tank_12=HILL)
    declared(table, HILL, abct_1=WEST)
    cells(table, d=1, dr=1)
    resolve(table, [], ["abct-1"])
    assert place(table, "tank-12") == "f0703"  # f0803 and f0804 are beside the Stryker brigade
    full = field(abct_1=WEST, tank_12=HILL, rifle_1="f0804", rifle_2="f0804", bag_1="f0804", msta_1="f0804")
    declared(full, HILL, abct_1=WEST)
    cells(full, d=1, dr=1)
    resolve(full, [], "f0803", ["abct-1"])
    assert place(full, "tank-12") == "f0803"


@pytest.mark.rule("ows 10.15.9.1.6c")
def test_a_retreat_ends_on_ground_of_its_own_side_where_it_can() -> None:
    """An option: without it, as in logs of earlier versions, the owner may choose enemy ground too."""
    for option, taken, goals in (
        (True, (), ["f0703", "f0804", "f0803"]),
        (False, ("f0804",), ["f0703", "f0804", "f0803"]),
        (True, ("f0804",), ["f0703", "f0803"]),
        (True, ("f0703", "f0803", "f0804"), ["f0703", "f0804", "f0803"]),
    ):
        table = field(options={"retreat_to_own_ground": option}, abct_1=WEST, tank_12=HILL)
        for hex in ("f0703", "f0803", "f0804"):
            table.mark(hex, CONTROL, "blue" if hex in taken else "red")
        assert sorted(routes(table.state, "tank-12", 1, (WEST,))) == sorted(goals)


@pytest.mark.rule("ows 10.15.9.1.6e")
def test_each_unit_may_cancel_its_retreat_with_another_step() -> None:
    table = attack(d=1, dr=2)
    resolve(table, "tank-12", ["tank-12"], "f0904")
    assert (place(table, "tank-12"), steps(table, "tank-12")) == (HILL, [1])
    assert place(table, "msta-1") == "f0904"  # and others decide for themselves


@pytest.mark.rule("ows 10.15.9.1.6g", "ows 10.7a")
def test_a_fortified_unit_may_ignore_r1_and_no_more() -> None:
    marks = [
        ("tank-12", "fortified", 2),
        ("tank-12", "ground mission", {"mission": "defense", "since": [1, 1]}),
    ]
    table = attack(d=1, dr=1, marks=marks)
    resolve(table, "tank-12", ["tank-12"])
    assert (place(table, "tank-12"), steps(table, "tank-12")) == (HILL, [2])
    table = attack(d=1, dr=2, marks=marks)
    resolve(table, "tank-12", ["tank-12"], "f0904")
    assert (place(table, "tank-12"), steps(table, "tank-12")) == (HILL, [1])


@pytest.mark.rule("ows 10.6", "ows 10.15.9.1.6c")
def test_a_retreat_ends_a_defense_mission() -> None:
    marks = [
        ("tank-12", "fortified", 1),
        ("tank-12", "ground mission", {"mission": "defense", "since": [1, 1]}),
    ]
    table = attack(d=1, dr=1, marks=marks)
    resolve(table, "msta-1", [], [])
    assert (
        table.state.mark_named("tank-12", "fortified"),
        table.state.mark_named("tank-12", "ground mission"),
    ) == (
        None,
        None,
    )


# --- Delay ------------------------------------------------------------------------------------------------

DELAY = {"mission": "delay", "since": [1, 1]}


def delaying(**cell: int) -> Table:
    table = field(abct_1=WEST, tank_12=HILL).mark("tank-12", "ground mission", DELAY)
    return cells(declared(table, HILL, abct_1=WEST), **cell)


@pytest.mark.rule("ows 10.8c", "ows 10.8d")
@pytest.mark.parametrize(("losses", "left"), [(0, 3), (1, 3), (2, 2), (3, 2)])
def test_a_delaying_unit_ignores_one_loss_takes_one_of_more_and_retreats_always(
    losses: int, left: int
) -> None:
    table = delaying(d=losses)
    resolve(table, "f0804", [])
    assert (place(table, "tank-12"), steps(table, "tank-12")) == ("f0804", [left])
    assert table.state.mark_named("tank-12", "ground mission") == DELAY


@pytest.mark.rule("ows 10.8d")
def test_the_retreat_of_a_delaying_unit_is_the_larger_one_and_is_not_cancelled() -> None:
    table = delaying(d=1, dr=2)
    resolve(table, "f0904", [])
    assert (place(table, "tank-12"), steps(table, "tank-12")) == ("f0904", [3])


@pytest.mark.rule("ows 10.8d")
def test_a_delaying_unit_with_nowhere_to_go_stays_and_loses_a_step() -> None:
    table = field("red", tank_12=HILL, rifle_1="f0603", rifle_2="f0605", abct_1=WEST)
    table.mark("abct-1", "ground mission", DELAY)
    declared(table, WEST, tank_12=HILL)
    battle(harmless(table), WEST, 5, lead="tank-12")
    assert (place(table, "abct-1"), steps(table, "abct-1")) == (WEST, [2])


@pytest.mark.rule("ows 10.8.1")
@pytest.mark.parametrize("delays", [True, False])
def test_recon_that_is_attacked_may_go_over_to_delay_before_the_combat(delays: bool) -> None:
    table = field(abct_1=WEST, recon_r=HILL)
    table.mark("recon-r", "fortified", 1)
    table.mark("recon-r", "ground mission", {"mission": "defense", "since": [1, 1]})
    declared(table, HILL, abct_1=WEST)
    events = resolve(harmless(table), ["recon-r"] if delays else [], *(["f0804", []] if delays else []))
    assert asked(table)[0] == ("red", "Which reconnaissance units go over to a Delay mission?")
    assert place(table, "recon-r") == ("f0804" if delays else HILL)
    assert rolled_at(events)[0]["shield"] == (4 if delays else 5)  # no shield bonus in Delay


# --- what follows -----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.9")
def test_surviving_attackers_may_advance_into_the_hex_that_they_have_emptied() -> None:
    table = attack(d=1, dr=1)
    resolve(table, "tank-12", [], ["abct-1"])
    assert (place(table, "abct-1"), place(table, "stryker-1")) == (HILL, NORTH_WEST)
    assert table.state.mark_named(HILL, "control") == "blue"
    table = attack(d=1)
    resolve(table, "tank-12")
    assert place(table, "abct-1") == WEST


@pytest.mark.rule("ows 10.15.9")
def test_without_the_option_nobody_advances() -> None:
    table = field(options={"advance_after_combat": False}, abct_1=WEST, tank_12=HILL)
    resolve(cells(declared(table, HILL, abct_1=WEST), d=1, dr=1), [], "f0804")
    assert place(table, "abct-1") == WEST


@pytest.mark.rule("ows 10.15.9", "ows 10.9c")
def test_no_more_advance_than_can_stack() -> None:
    def won() -> Table:
        table = field(abct_1=WEST, eng_b=WEST, stryker_1=NORTH_WEST, ibct_1="f0603", tank_12=HILL)
        declared(table, HILL, abct_1=WEST, eng_b=WEST, stryker_1=NORTH_WEST, ibct_1="f0603")
        return cells(table, d=1, dr=1)

    everybody = ["abct-1", "eng-b", "stryker-1", "ibct-1"]
    with pytest.raises(BadData, match="They cannot all stack in f0704"):
        resolve(won(), [], everybody)
    table = won()
    resolve(table, [], ["abct-1", "stryker-1", "ibct-1"])
    assert [place(table, unit) for unit in everybody] == [HILL, WEST, HILL, HILL]


@pytest.mark.rule("ows 10.15.9.1.6d")
def test_exp_lets_the_attackers_exploit() -> None:
    table = attack(d=1, dr=1, exp=1)
    resolve(table, "tank-12", [], ["abct-1"])
    table.phase("exploitation", side="blue")
    movers = {order.arguments["unit"] for order in table.session.legal() if order.name == "exploit"}
    assert movers == {"abct-1", "stryker-1"}
    table = attack(d=1, dr=1)
    resolve(table, "tank-12", [], ["abct-1"])
    table.phase("exploitation", side="blue")
    assert not [order for order in table.session.legal() if order.name == "exploit"]


@pytest.mark.rule("ows ground.3.F")
def test_combats_are_resolved_in_the_order_that_the_attacker_picks() -> None:
    table = field(abct_1=WEST, tank_12=HILL, stryker_1="f0605", rifle_1="f0705")
    declared(table, HILL, abct_1=WEST)
    declared(table, "f0705", stryker_1="f0605")
    harmless(table)
    assert proceed_order(table.state) == Order("blue", "resolve", {"hex": HILL})
    battle(table, "f0705", 5, lead="stryker-1")
    assert combats(table.state) == (HILL,)
    with pytest.raises(IllegalOrder, match=r"No combat is declared.*ows ground\.3\.F"):
        battle(table, "f0705", 5)
    table.order("proceed", dice=[5])  # what is left is resolved as the impulse ends
    assert combats(table.state) == ()


@pytest.mark.rule("ows 10.15.9")
def test_whoever_fights_is_known_to_both_sides() -> None:
    table = field(abct_1=WEST, tank_12=HILL)
    for unit, side in (("abct-1", "blue"), ("tank-12", "red")):
        table.known(unit, side).mark(unit, "tacsit 1", None)
    resolve(harmless(declared(table, HILL, abct_1=WEST)))
    for side in ("blue", "red"):
        assert {piece.id for piece in see(table.state, side).pieces if piece.known} >= {"abct-1", "tank-12"}


@pytest.mark.rule("ows ground.3.E", "ows ground.3.F")
def test_attackers_that_are_gone_when_the_combat_is_fought_do_not_count() -> None:
    table = field(abct_1=WEST, stryker_1="f0602", tank_12=HILL)
    declared(table, HILL, abct_1=WEST, stryker_1=NORTH_WEST)
    events = resolve(harmless(table))
    assert strengths(events) == [(3, 3)]


def test_a_combat_has_a_line_with_odds_modifiers_roll_and_result() -> None:
    table = attack(d=1, dr=1)
    resolve(table, "tank-12", [], ["abct-1"])
    (line,) = summaries(table.session.game, "red").values()
    assert line == (
        "Attack by 1ABCT on 12th Tank Regiment in f0704, 6 steps against 3, at 2:1, shield 5; "
        "die: quality advantage of 1ABCT +1; D16 rolled 5: D1 R1; 12th Tank Regiment has 2 steps left; "
        "12th Tank Regiment and 1st Artillery Battalion retreated to f0804; "
        "1ABCT advanced to f0704"
    )


def test_of_several_losses_of_a_unit_the_line_tells_what_is_left_in_the_end() -> None:
    for lost, told in ((2, "12th Tank Regiment has 1 step left"), (3, "12th Tank Regiment destroyed")):
        table = cells(declared(field(abct_1=WEST, tank_12=HILL), HILL, abct_1=WEST), d=lost)
        resolve(table, 0, *([["abct-1"]] if lost == 3 else []))
        (line,) = summaries(table.session.game, "red").values()
        assert line.split(f"D{lost}; ")[1].split("; ")[0] == told
        assert line.count("12th Tank Regiment") == 2


def test_numbers_of_weapons_are_told_apart_from_their_names() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    weapon = sheet(table.state.pieces["pal-1"]).weapons[0]
    assert weapon.name[:1].isdigit()
    marked = Marked(number=1, time="", subject="pal-1", mark="spent", value={weapon.id: 2})
    assert f"2 x {weapon.name}" in in_words(marked, table.state)


# --- opposed landings -------------------------------------------------------------------------------------

BEACH = "f0208"


def landing(air: tuple[str, ...] = (), **cell: int) -> Table:
    """Blue marines land where a Red regiment stands; others wait in their ships or above."""
    table = field(mar_1=BEACH, abn_1=BEACH, rifle_2=BEACH, pal_1=BEACH)
    for unit, mark in (("mar-1", "amphibious assault"), ("abn-1", "airborne assault")):
        table.mark(unit, mark, 1)
    table.mark("pal-1", "amphibious assault", 1)
    attackers = dict.fromkeys(("mar-1", *air), BEACH)
    table.mark(BEACH, "combat", {"attackers": attackers, "river": False, "landing": True})
    return cells(table.phase("ground combat"), **cell)


@pytest.mark.rule("ows 10.15.8.3a", "ows 10.15.8.3b", "ows 10.15.8.3c")
def test_an_inconclusive_landing_has_a_second_round_that_others_may_join_and_then_a_stalemate() -> None:
    table = landing()
    events = table.order("resolve", hex=BEACH, lead="mar-1", dice=[3, 4], answers=[["abn-1"]])
    assert strengths(events) == [(1, 3), (2, 3)]
    assert [place(table, unit) for unit in ("mar-1", "abn-1", "rifle-2")] == [BEACH] * 3
    assert combats(table.state) == ()


@pytest.mark.rule("ows 10.15.8.3b", "ows 10.15.8.3c")
def test_the_line_of_a_landing_tells_its_second_round_and_who_goes_back_aboard() -> None:
    table = landing()
    events = table.order("resolve", hex=BEACH, lead="mar-1", dice=[3, 4], answers=[[]])
    (line,) = summaries(table.session.game, "white").values()
    assert "D10 rolled 3: no effect; second round: attack by 1/7 Marines on " in line
    aboard = [
        PieceMoved(piece=unit, origin=BEACH, to="lha-1", rule="ows 10.15.8.3c") for unit in ("mar-1", "abn-1")
    ]
    told = combat_parts([*events, *aboard])[-1]
    assert told.text.format(*told.things) == "mar-1 and abn-1 went back aboard lha-1"


@pytest.mark.rule("ows 10.15.8.4a")
def test_landing_artillery_adds_nothing() -> None:
    table = landing()
    state = table.state
    mark = {**state.marked(COMBAT)[BEACH], "attackers": {"mar-1": BEACH, "pal-1": BEACH}}
    table.mark(BEACH, "combat", mark)
    events = table.order("resolve", hex=BEACH, lead="mar-1", dice=[3, 4], answers=[[]])
    assert set(strengths(events)) == {(1, 3)}
    assert "supporting artillery" not in [
        code_of(event.label) for event in events if isinstance(event, Modified)
    ]


@pytest.mark.rule("ows 10.15.8.3b", "ows 10.15.8.2")
def test_a_wave_is_filled_up_to_six_steps() -> None:
    table = field(abct_1=BEACH, stryker_1=BEACH, ibct_1=BEACH, rifle_2=BEACH)
    for unit in ("abct-1", "stryker-1", "ibct-1"):
        table.mark(unit, "amphibious assault", 1)
    attackers = {"abct-1": BEACH, "stryker-1": BEACH}
    table.mark(BEACH, "combat", {"attackers": attackers, "river": False, "landing": True})
    table.phase("ground combat")
    cells(table, a=1)
    answers = ["abct-1", "abct-1", "abct-1"]
    table.order("resolve", hex=BEACH, lead="abct-1", dice=[5, 5], answers=answers)
    assert steps(table, "abct-1", "ibct-1") == [1, 3]  # three steps do not fit beside five


@pytest.mark.rule("ows 10.15.8.3b")
def test_a_landing_that_drives_the_defender_out_holds_the_hex() -> None:
    table = landing(d=1, dr=1)
    table.order("resolve", hex=BEACH, lead="mar-1", dice=[5], answers=[[], "f0308"])
    assert place(table, "rifle-2") == "f0308"
    assert table.state.mark_named(BEACH, "control") in (None, "blue")


@pytest.mark.rule("ows 10.15.8.3c")
def test_a_landing_force_without_ships_cannot_retreat() -> None:
    table = landing(a=1, ar=1)
    table.order("resolve", hex=BEACH, lead="mar-1", dice=[5])
    assert place(table, "mar-1") == "attrition-blue"


@pytest.mark.rule("ows 10.15.8.3c")
def test_the_fight_in_a_shared_hex_goes_on_from_either_side_without_a_hexside_limit() -> None:
    table = field(abct_1=BEACH, stryker_1=BEACH, rifle_2=BEACH)
    for unit in ("abct-1", "stryker-1"):
        table.mark(unit, "amphibious assault", 1)
    table.order("attack", hex=BEACH, units=["abct-1", "stryker-1"])
    cells(table.phase("ground combat"), d=1, dr=1)
    table.order("resolve", hex=BEACH, lead="abct-1", dice=[5], answers=[[], "f0308"])
    assert place(table, "rifle-2") == "f0308"
    table = field("red", mar_1=BEACH, rifle_2=BEACH).mark("mar-1", "amphibious assault", 1)
    table.order("attack", hex=BEACH, units=["rifle-2"])
    cells(table.phase("ground combat"), a=1, ar=1)
    table.order("resolve", hex=BEACH, lead="rifle-2", dice=[5], answers=[[], "f0308"])
    assert place(table, "rifle-2") == "f0308"  # only a landing force has no way back


@pytest.mark.rule("ows 10.8c", "ows 10.8d")
def test_in_a_stack_only_delaying_units_retreat_and_others_take_the_losses() -> None:
    table = field(abct_1=WEST, tank_12=HILL, light_r=HILL).mark("light-r", "ground mission", DELAY)
    cells(declared(table, HILL, abct_1=WEST), d=1)
    resolve(table, "f0804")
    assert (place(table, "light-r"), place(table, "tank-12")) == ("f0804", HILL)
    assert steps(table, "tank-12", "light-r") == [2, 1]


@pytest.mark.rule("ows 10.15.9", "ows ground.3.F")
def test_a_hex_that_fires_have_emptied_is_occupied_without_a_roll() -> None:
    table = field(abct_1=WEST, tank_12=HILL)
    declared(table, HILL, abct_1=WEST).put("tank-12", "attrition-red")
    events = table.order("resolve", hex=HILL, lead="abct-1", answers=[["abct-1"]])
    assert not [event for event in events if isinstance(event, DieRolled)]
    assert table.state.pieces["abct-1"].place == HILL
    assert holder(table.state, HILL) == "blue"


@pytest.mark.rule("ows 10.15.9", "ows ground.3.F")
def test_an_attack_of_which_fires_have_left_nobody_comes_to_nothing() -> None:
    table = field(abct_1=WEST, cav_1=WEST, tank_12=HILL)
    declared(table, HILL, abct_1=WEST).put("abct-1", "attrition-blue")
    umpiring.run(table, lambda umpire: fight(umpire, Combat(HILL, {"abct-1": WEST}, False, False)))
    assert table.state.pieces["tank-12"].place == HILL
    assert holder(table.state, HILL) == "red"
