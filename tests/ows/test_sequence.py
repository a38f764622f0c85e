"""The sequence of play (3, seq): phases and their steps, who acts in each, and what is set up."""

from typing import Any

import msgspec
import pytest

from adjudication.engine.orders import Order
from adjudication.systems.ows import KINDS
from adjudication.systems.ows.sequence import ALTERNATING, FACILITATED, STEPS, phases_played
from adjudication.systems.ows.setup import set_up
from adjudication.systems.ows.table.rsoi import turns
from adjudication.systems.ows.turn.turns import TOGETHER, acting
from domain.errors import BadData, IllegalOrder
from domain.events import BoardLaid, TurnData
from tests.ows import umpiring
from tests.ows.undersea import detect
from tests.table import Table

PLACE = {step.name: number for number, step in enumerate(STEPS)}
ACTS = {step.name: step.acts for step in STEPS}


def table(**options: Any) -> Table:
    return Table("ows", dice="scripted", options=options or None)


def before(*phases: str) -> bool:
    """Whether the phases come in this order."""
    return [PLACE[phase] for phase in phases] == sorted(PLACE[phase] for phase in phases)


def given_in(order: str) -> set[str]:
    """The phases in which an order is given."""
    return {phase for legality in KINDS[order].legality for phase in legality.phases}


@pytest.mark.rule("ows seq")
def test_the_phases_of_a_turn_and_their_steps() -> None:
    assert list(PLACE) == [
        "planning",
        "strategic movement",
        *("naval movement", "air tasking", "special operations"),
        "information",
        *("theater isr", "strike plans"),
        *("air combat", "long-range strikes", "local strikes"),
        *("ground organization", "ground activation"),
        *("prep fires", "ground movement", "supporting fires", "defensive fires"),
        *("ground combat", "exploitation", "exploitation combat", "rear area"),
        "regeneration",
        "assessment",
    ]


@pytest.mark.rule("ows 3.1")
@pytest.mark.parametrize(("hours", "lasts"), [(24, 3), (48, 2), (72, 1)])
def test_the_length_of_a_turn_is_the_scenarios(hours: int, lasts: int) -> None:
    assert turns(table(turn_hours=hours).state, 3) == lasts


@pytest.mark.rule("ows 3.1a")
def test_each_phase_is_simultaneous_in_turn_or_alternating() -> None:
    assert {name for name, acts in ACTS.items() if acts == TOGETHER} == {
        *("planning", "information", "theater isr", "strike plans", "regeneration", "assessment"),
        *("ground organization", "rear area"),
    }
    assert {name for name, acts in ACTS.items() if acts == ALTERNATING} == {
        "long-range strikes",
        "local strikes",
    }


@pytest.mark.rule("ows 3.1a")
def test_in_a_simultaneous_phase_both_act_until_each_is_done() -> None:
    game = table().phase("planning", side="")
    assert acting(game.state) == ("blue", "red")
    game.order("proceed", side="red")
    assert acting(game.state) == ("blue",)
    with pytest.raises(IllegalOrder, match=r"\(ows 3.1a\)"):
        game.order("proceed", side="red")
    game.order("proceed", side="blue")
    assert game.state.phase != "planning"


@pytest.mark.rule("ows 3.1a")
def test_in_turn_the_other_side_acts_when_one_is_done() -> None:
    game = table().phase("naval movement", side="red")
    game.order("proceed", side="red")
    assert (game.state.phase, game.state.side) == ("naval movement", "blue")
    with pytest.raises(IllegalOrder, match=r"Red may not act now; Blue may.*\(ows 3.1a\)"):
        game.order("proceed", side="red")


@pytest.mark.rule("ows 3.1a")
@pytest.mark.parametrize("name", ["torpedo", "asw"])
def test_nobody_acts_out_of_turn(name: str) -> None:
    game = detect(table().put("ssk-1", "0404"), "ddg-1").mark("ssk-1", "silent running")
    game.phase("local strikes", side="blue")
    arguments = (
        {"submarine": "ssk-1", "target": "ddg-1"}
        if name == "torpedo"
        else {"unit": "type055-1", "target": "ddg-1"}
    )
    if name == "asw":
        arguments["target"] = "type055-2"
    with pytest.raises(IllegalOrder, match=r"Red may not act now"):
        game.session.order(Order("red", name, arguments))


@pytest.mark.rule("ows 3.3", "ows seq.1.1", "ows seq.1.2")
def test_a_turn_begins_with_planning() -> None:
    assert STEPS[0].name == "planning"
    assert ACTS["planning"] == TOGETHER
    assert given_in("guidance") == {"planning"}


@pytest.mark.rule("ows seq.1.3")
def test_main_effort_and_reserve_are_designated_in_planning() -> None:
    assert given_in("main-effort") == given_in("reserve") == {"planning", "ground organization"}


@pytest.mark.rule("ows 3.4", "ows seq.2.1")
def test_strategic_movement_comes_second() -> None:
    assert STEPS[1].name == "strategic movement"
    for order in ("embark", "offload", "airlift", "rail", "road"):
        assert "strategic movement" in given_in(order), order


@pytest.mark.rule("ows 3.5", "ows seq.3.A.1", "ows seq.3.B.1", "ows seq.3.C.1")
@pytest.mark.parametrize(
    ("phase", "previous"),
    [
        ("naval movement", "strategic movement"),
        ("air tasking", "naval movement"),
        ("special operations", "air tasking"),
    ],
)
def test_the_side_with_the_initiative_says_anew_who_goes_first(phase: str, previous: str) -> None:
    for first in ("blue", "red"):
        game = table(initiative="red").phase(previous, side="red")
        game.order("proceed", side="red")
        game.order("proceed", side="blue", answers=[first])
        assert (game.state.phase, game.state.side) == (phase, first)
        (question,) = game.people.asked
        assert question.side == "red"


@pytest.mark.rule("ows seq.3.A.2")
def test_amphibious_assaults_start_in_naval_movement() -> None:
    assert given_in("land") == {"naval movement"}


@pytest.mark.rule("ows 3.6", "ows seq.4.1")
def test_both_place_tokens_and_cards_in_secret_before_any_is_adjudicated() -> None:
    assert before("special operations", "information", "theater isr")
    assert ACTS["information"] == TOGETHER
    for order in ("influence", "cyber"):
        assert KINDS[order].secret
    assert given_in("cyber") == {"information"}
    assert given_in("influence") == {"information", "ground organization"}  # of headquarters in the field


@pytest.mark.rule("ows 3.7")
def test_detection_comes_after_information_and_before_combat() -> None:
    assert before("information", "theater isr", "strike plans", "air combat")


@pytest.mark.rule("ows 3.8", "ows seq.6.A", "ows seq.6.B")
def test_combat_is_in_the_air_first_then_by_strikes() -> None:
    assert before("air combat", "long-range strikes", "local strikes", "regeneration")
    assert ACTS["air combat"] == FACILITATED
    assert ACTS["long-range strikes"] == ACTS["local strikes"] == ALTERNATING


@pytest.mark.rule("ows 3.8a", "ows seq.6.B.1")
def test_strikes_go_by_turns_the_initiative_first_or_by_chits() -> None:
    for initiative in ("blue", "red"):
        game = table(initiative=initiative).phase("air combat", side="blue")
        game.order("proceed", side="blue")
        assert (game.state.phase, game.state.side) == ("long-range strikes", initiative)
    game = table(strike_order="chits", initiative="blue").phase("air combat", side="blue")
    game.order("proceed", side="blue", dice=[12])
    assert (game.state.phase, game.state.side) == ("long-range strikes", "red")  # the last of 6 and 6 chits


@pytest.mark.rule("ows 3.9")
def test_regeneration_comes_after_combat() -> None:
    assert before("local strikes", "regeneration", "assessment")
    assert given_in("keep") == given_in("resupply") == {"regeneration"}


@pytest.mark.rule("ows 3.2")
def test_a_scenario_must_be_complete() -> None:
    game = Table("ows", dice="scripted", begun=False).change("ddg-1", steps=3)
    with pytest.raises(BadData, match="USS Alpha starts with 3 steps; its counter has 2"):
        game.session.begin()


@pytest.mark.rule("ows seq.7.B")
def test_attack_tokens_come_back_as_regeneration_begins() -> None:
    game = table().put("disrupt-b", "information").mark("disrupt-b", "on", "type055-1")
    game.mark("type055-1", "disrupted", 1).phase("local strikes", side="blue")
    game.order("proceed", side="blue")
    game.order("proceed", side="red")
    assert game.state.pieces["disrupt-b"].place == "hand-blue"
    assert game.state.mark_named("type055-1", "disrupted") is None


@pytest.mark.rule("ows seq.7.C", "ows 11.3")
def test_the_dashboard_is_reset_as_regeneration_begins() -> None:
    game = table()
    normal = game.state.track("c2-blue")
    game.track("c2-blue", normal - 2).phase("local strikes", side="blue")
    game.order("proceed", side="blue")
    game.order("proceed", side="red")
    assert game.state.track("c2-blue") == normal


@pytest.mark.rule("ows 1.1")
@pytest.mark.parametrize(("year", "noted"), [(2031, None), (2035, None), (2040, 2040), (1990, 1990)])
def test_a_scenario_outside_the_years_of_the_series_is_noted(year: int, noted: int | None) -> None:
    game = Table("ows", dice="scripted", begun=False)
    assert game.state.opened is not None
    game.state.opened = msgspec.structs.replace(game.state.opened, calendar=(TurnData(1, year=year),))
    game.session.begin()
    assert game.state.mark_named("game", "year") == noted


@pytest.mark.rule("ows seq.1.1", "ows seq.8")
def test_each_step_begins_and_ends_by_the_procedures_of_its_module() -> None:
    for step in STEPS:
        assert step.begins.__name__ == "begin"
        assert step.ends.__name__ in ("end", "end_air_combat")
    table = Table("ows", dice="scripted")
    assert [step.name for step in STEPS if step.name in phases_played(table.state)] == list(
        phases_played(table.state)
    )


@pytest.mark.rule("ows 3.2")
@pytest.mark.parametrize(
    ("box", "words"), [("attrition-blue", "no box attrition-blue"), ("information", "and no box information")]
)
def test_a_scenario_without_a_box_that_play_needs_is_refused(box: str, words: str) -> None:
    table = Table("ows", dice="scripted", begun=False)
    board = table.state.board.data
    left = tuple(each for each in board.boxes if each.id != box)
    other = msgspec.structs.replace(board, boxes=left)
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    with pytest.raises(BadData, match=words):
        set_up_on(table)


@pytest.mark.rule("ows 3.2", "ows 2.1.3")
def test_a_scenario_without_a_track_of_the_dashboard_is_refused() -> None:
    table = Table("ows", dice="scripted", begun=False)
    table.state.tracks.pop("pnt-red")
    with pytest.raises(BadData, match="no track pnt-red"):
        set_up_on(table)


def set_up_on(table: Table) -> None:
    """Everything is looked at as the game begins."""
    umpiring.run(table, set_up)


@pytest.mark.rule("ows 2.2.3")
@pytest.mark.parametrize("steps", [0, 3])
def test_a_counter_that_starts_with_other_steps_than_it_has_is_refused(steps: int) -> None:
    table = Table("ows", dice="scripted", begun=False).change("ddg-1", steps=steps)
    with pytest.raises(BadData, match=f"USS Alpha starts with {steps} steps; its counter has 2"):
        set_up_on(table)
