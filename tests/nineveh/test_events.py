"""Event cards (6.5, 9.3a), with cards of the cases' own."""

from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from domain.events import DieRolled, PieceMoved, Scored
from domain.views.view import see
from tests.nineveh.battle import URBAN, battle, event_card, firer, rolled, steps
from tests.nineveh.words import words_of
from tests.table import Table

HIT_THE_TOWN = [{"score": {"track": "collateral", "by": 1}}]
HARM_THE_ROLLER = [{"disrupt": {"of": {"side": "roller", "is": ["unit"], "at": "here", "count": "all"}}}]
KILL_ISF = [{"lose": {"of": {"side": "isf", "is": ["erd"], "at": "here", "count": "all"}, "steps": 3}}]


def fight(table: Table, *dice: int, answers: Any = ()) -> list[Any]:
    return table.order("fight", area=URBAN, dice=dice, answers=answers)


def one_on_one(**more: Any) -> Table:
    return battle(URBAN, ["erd-1"], ["militia-1"], **more)


# --- the deck ----------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.5a", "nineveh 2.3c")
def test_all_see_the_number_on_the_top_card_and_nobody_which_card_it_is() -> None:
    table = Table("nineveh")
    for side in ("isf", "daesh"):
        seen = see(table.state, side)
        deck = [piece for piece in seen.pieces if piece.place == "event-deck"]
        assert not any(piece.known for piece in deck)
    number = table.state.mark_named("game", "event trigger")
    cards = table.state.pieces_at("event-deck")
    assert number == (cards[0].kind.data["trigger"] if cards else None)


# --- the trigger -------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(
    ("trigger", "die", "drawn"), [(1, 1, True), (6, 6, True), (1, 6, False), (6, 1, False)]
)
def test_a_card_is_drawn_when_it_shows_the_number_rolled(trigger: int, die: int, drawn: bool) -> None:
    table = event_card(one_on_one(steps={"erd-1": 2}), "noise", trigger, HIT_THE_TOWN)
    fight(table, die, 3)
    assert (table.state.pieces["noise"].place == "event-discard") is drawn
    assert table.state.track("collateral") == int(drawn)


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_no_other_face_draws(die: int) -> None:
    table = event_card(one_on_one(), "noise", 1, HIT_THE_TOWN)
    fight(table, die, 3)
    assert table.state.pieces["noise"].place == "event-deck"


@pytest.mark.rule("nineveh 6.5a")
def test_dice_of_either_side_draw() -> None:
    table = event_card(event_card(one_on_one(), "noise", 1, HIT_THE_TOWN), "dust", 1, HIT_THE_TOWN)
    fight(table, 1, 1)
    assert table.state.track("collateral") == 2


@pytest.mark.rule("nineveh 6.31c", "nineveh 6.5a")
def test_example_the_natural_6_of_a_disrupted_unit_counts_for_the_event_and_5_for_the_hit() -> None:
    table = event_card(one_on_one(steps={"militia-1": 1}), "noise", 6, HIT_THE_TOWN)
    table.mark("militia-1", "disrupted")
    fight(table, 6, 3)
    assert (table.state.track("collateral"), steps(table, "erd-1")) == (1, [3])


@pytest.mark.rule("nineveh 6.5a")
def test_the_terrain_modifier_makes_no_6() -> None:
    table = event_card(battle("badush-road", ["ad9-1"], ["militia-1"]), "noise", 6, HIT_THE_TOWN)
    table.order("fight", area="badush-road", dice=[2, 5])
    assert table.state.track("collateral") == 0


@pytest.mark.rule("nineveh 6.5a")
def test_the_event_happens_before_the_next_die_and_before_the_hits() -> None:
    table = event_card(battle(URBAN, ["erd-1", "cts-1"], ["militia-1", "militia-2"]), "ambush", 1, KILL_ISF)
    events = fight(table, 1, 5, 1)
    happened = [type(event) for event in events if isinstance(event, DieRolled | PieceMoved)]
    assert happened[:4] == [DieRolled, PieceMoved, PieceMoved, DieRolled]
    assert steps(table, "erd-1", "cts-1") == [0, 3]


@pytest.mark.rule("nineveh 6.5a")
def test_hits_are_lost_where_an_event_leaves_nobody() -> None:
    table = event_card(one_on_one(), "ambush", 6, KILL_ISF)
    events = fight(table, 6)
    assert (steps(table, "erd-1"), len(rolled(events))) == ([0], 1)


@pytest.mark.rule("nineveh 6.5a")
def test_a_unit_that_an_event_removes_rolls_no_more() -> None:
    table = event_card(battle(URBAN, ["cts-1", "erd-1"], ["militia-1"]), "ambush", 1, KILL_ISF)
    events = fight(table, 3, 1)
    assert [firer(purpose) for purpose, _ in rolled(events)] == [
        "Militia 1",
        "Counter-Terrorism Service 1",
    ]


@pytest.mark.rule("nineveh 6.5a", "nineveh 6.2b")
def test_a_unit_that_an_event_disrupts_rolls_with_one_less() -> None:
    table = event_card(battle(URBAN, ["erd-1"], ["militia-1", "militia-2"]), "panic", 1, HARM_THE_ROLLER)
    events = fight(table, 1, 5, 3)
    assert [purpose.split(", ")[1] for purpose, _ in rolled(events)][:2] == ["hits on 5+", "hits on 6+"]
    assert steps(table, "erd-1") == [3]


@pytest.mark.rule("nineveh 6.5d")
def test_the_area_of_a_card_is_the_area_of_the_combat() -> None:
    table = event_card(one_on_one(), "panic", 1, HARM_THE_ROLLER).put("militia-2", "uruba")
    fight(table, 1, 3)
    assert [
        bool(table.state.mark_named(each, "disrupted")) for each in ("militia-1", "militia-2", "erd-1")
    ] == [
        True,
        False,
        False,
    ]


@pytest.mark.rule("nineveh 6.5b")
def test_an_event_is_carried_out_as_far_as_can_be() -> None:
    effects = [{"place": {"kind": "veteran", "count": 9, "at": "here", "by": "daesh"}}, *HIT_THE_TOWN]
    table = event_card(one_on_one(), "reserves", 1, effects)
    fight(table, 1, 3)
    there = [piece.id for piece in table.state.pieces.values() if piece.kind_id == "veteran"]
    come = [table.state.pieces[each] for each in there if table.state.pieces[each].place == URBAN]
    assert [piece.known_to for piece in come] == [None, None]
    assert table.state.track("collateral") == 1


@pytest.mark.rule("nineveh 6.5c")
def test_one_combat_phase_may_bring_several_events_and_an_empty_deck_none() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "militia-2", "militia-3"])
    table = event_card(event_card(table, "noise", 1, HIT_THE_TOWN), "dust", 6, HIT_THE_TOWN)
    fight(table, 1, 6, 1, 6)
    assert (table.state.track("collateral"), table.state.mark_named("game", "event trigger")) == (2, None)


@pytest.mark.rule("nineveh 6.5c")
@pytest.mark.parametrize(("reshuffle", "score"), [(False, 1), (True, 3)])
def test_by_option_an_empty_deck_is_made_of_the_discards_again(reshuffle: bool, score: int) -> None:
    table = battle(
        URBAN, ["erd-1"], ["militia-1", "militia-2"], options={"reshuffle_events": reshuffle}, dice="sealed"
    )
    table = event_card(table, "noise", 1, HIT_THE_TOWN)
    table.session.dice = Ones()
    table.order("fight", area=URBAN)
    assert table.state.track("collateral") == score


class Ones:
    """Every die shows 1."""

    source = "scripted"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        return 1


# --- other dice --------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.5e", "nineveh 4.1.3b")
@pytest.mark.parametrize("face", [1, 6])
def test_saving_rolls_draw_no_event(face: int) -> None:
    table = event_card(battle(URBAN, ["ad9-1"], ["militia-1"]), "noise", face, HIT_THE_TOWN)
    fight(table, 5, face, 3)
    assert table.state.pieces["noise"].place == "event-deck"


@pytest.mark.rule("nineveh 4.1.3b", "nineveh 6.5e")
def test_an_ied_that_goes_off_in_the_movement_phase_draws_no_event() -> None:
    table = event_card(battle(URBAN, [], ["ied-1"]).put("erd-1", "uruba"), "noise", 1, HIT_THE_TOWN)
    table.phase("movement")
    table.order("move", unit="erd-1", to=URBAN, dice=[1])
    assert table.state.pieces["noise"].place == "event-deck"


# --- more events -------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 9.3a")
@pytest.mark.parametrize(("die", "drawn"), [(1, True), (6, True), (5, False)])
def test_with_more_events_any_natural_1_or_6_draws(die: int, drawn: bool) -> None:
    table = event_card(one_on_one(options={"more_events": True}), "noise", 6, HIT_THE_TOWN)
    fight(table, die, 3)
    assert (table.state.pieces["noise"].place == "event-discard") is drawn


@pytest.mark.rule("nineveh 9.3a", "nineveh 6.5e")
def test_with_more_events_too_a_saving_roll_draws_none() -> None:
    table = battle(URBAN, ["ad9-1"], ["militia-1"], options={"more_events": True})
    fight(event_card(table, "noise", 6, HIT_THE_TOWN), 5, 6, 3)
    assert table.state.pieces["noise"].place == "event-deck"


# --- tracks ------------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 4.1.3c")
@pytest.mark.parametrize("attacker", ["isf", "daesh"])
def test_events_of_both_combat_phases_change_the_tracks(attacker: str) -> None:
    effects = [{"score": {"track": "casualties", "by": 1}}, *HIT_THE_TOWN]
    table = event_card(one_on_one(attacker=attacker), "noise", 1, effects)
    events = fight(table, 1, 3)
    assert [event.track for event in events if isinstance(event, Scored)] == ["casualties", "collateral"]


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(
    ("chosen", "first", "left"), [(["erd-1", "cts-1"], "Emergency", 1), (["cts-1", "erd-1"], "Counter", 2)]
)
def test_by_option_the_owner_says_who_fires_first(chosen: list[str], first: str, left: int) -> None:
    table = battle(URBAN, ["cts-1", "erd-1"], ["militia-1"], options={"firing_order": True})
    fight(event_card(table, "ambush", 1, KILL_ISF), 3, *([4, 1] if left == 1 else [1]), answers=[chosen])
    events = [event for event in table.session.game.log if isinstance(event, DieRolled)]
    assert firer(words_of(events[1].purpose)).startswith(first)
    assert steps(table, "militia-1") == [left]


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(("isf", "option"), [(["erd-1", "erd-2"], True), (["cts-1", "erd-1"], False)])
def test_the_order_of_equal_units_is_not_asked_nor_without_the_option(isf: list[str], option: bool) -> None:
    table = battle(URBAN, isf, ["militia-1"], options={"firing_order": option})
    fight(event_card(table, "noise", 6, HIT_THE_TOWN), 2, 2, 2)
    assert not any("which order" in words_of(question.text) for question in table.people.asked)


@pytest.mark.rule("nineveh 6.5a")
def test_odds_of_a_side_suppose_that_no_event_is_drawn_and_the_white_cell_sees_the_deck() -> None:
    table = event_card(one_on_one(), "noise", 1, HIT_THE_TOWN)
    for block in ("erd-1", "militia-1"):
        table.known(block)
    order = [Order("isf", "fight", {"area": URBAN})]
    of_side = odds(load("nineveh"), table.state, order, "isf", with_choices=False)
    assert of_side.exact
    assert "collateral" not in of_side.tracks
    of_white = odds(load("nineveh"), table.state, order, "white", with_choices=False)
    assert of_white.exact
    assert of_white.tracks["collateral"].values[1] == pytest.approx(1 - (5 / 6) ** 2)
