"""Information operations and cyber attacks (7.1 to 7.3), and what comes off the map again (11.2)."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.information_operations.information import begin, functions_for, units_for
from adjudication.systems.ows.information_operations.token_effects import take_back_tokens
from adjudication.systems.ows.space_and_cyber.cyber import card_of, targets_of
from adjudication.systems.ows.space_and_cyber.space import reset_dashboard
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.magazines import cannot_defend, holds_fire
from adjudication.systems.ows.table.status import COUNTERMEASURES, DISRUPTED, RSOI, SIGINT, detected
from adjudication.systems.ows.table.tokens import (
    IN_PLAY,
    LYING,
    ON,
    PLANNED,
    R,
    can_generate,
    disruption_shifts,
    effect_of,
    reach_in_hexes,
    token_shifts,
    within_radius,
)
from domain.errors import BadData, IllegalOrder
from domain.events import BoardLaid, DieRolled, Event, MapData, PieceData, PieceMoved, PiecePlaced, Scored
from domain.texts import Text, code_of
from domain.views.view import see, see_log
from tests.ows.umpiring import run
from tests.ows.undersea import detect
from tests.table import Table
from tests.words import words_of


def proving(**options: Any) -> Table:
    return Table("ows", "proving-ground", options, dice="scripted").phase("information", side="")


def influence(table: Table, token: str, target: str = "", function: str = "") -> None:
    """A side plans a token; targets are named by ids here and by what the side calls them in the order."""
    side = table.state.pieces[token].side
    table.order("influence", side=side, token=token, **aimed(table, side, target, function))


def cyber(table: Table, card: str, target: str = "", function: str = "") -> None:
    side = table.state.pieces[card].side
    table.order("cyber", side=side, card=card, **aimed(table, side, target, function))


def aimed(table: Table, side: str, target: str, function: str) -> dict[str, Any]:
    return {"target": table.state.name_for(side, target)} if target else {"function": function}


def done(table: Table, dice: Iterable[int] = ()) -> list[Event]:
    """Both sides are done, and what they planned is adjudicated."""
    table.order("proceed", side="blue")
    return table.order("proceed", side="red", dice=dice)


def rolls(events: Iterable[Event]) -> list[tuple[str, str, int]]:
    """Of each die: by which rule, for what, which face."""
    return [
        (each.rule, words_of(each.purpose, "ows"), each.face)
        for each in events
        if isinstance(each, DieRolled)
    ]


def in_hand(table: Table, piece: str) -> bool:
    unit = table.state.pieces[piece]
    return unit.place == f"hand-{unit.side}"


# --- the hand, and secret placement ------------------------------------------------------------------------


@pytest.mark.rule("ows 2.1.4")
def test_a_hand_is_hidden_from_the_other_side_to_the_last_card() -> None:
    state = proving().state
    assert {piece.place for piece in see(state, "red").pieces if piece.place.startswith("hand")} == {
        "hand-red"
    }
    assert "disrupt-b" in {piece.id for piece in see(state, "blue").pieces}


@pytest.mark.rule("ows 7.2", "ows seq.4.1")
def test_what_is_planned_is_known_to_nobody_else_until_both_are_done() -> None:
    table = proving()
    before = [line.fields for line in see_log(table.session.game.log, "red")]
    influence(table, "disrupt-b", "type055-1")
    cyber(table, "cyber-b-1", function="pnt")
    assert table.state.mark("disrupt-b", PLANNED) == "type055-1"
    assert in_hand(table, "disrupt-b")
    assert [line.fields for line in see_log(table.session.game.log, "red")] == before
    table.order("proceed", side="blue")
    assert in_hand(table, "disrupt-b")


@pytest.mark.rule("ows 7.2")
def test_a_token_lies_face_down_and_its_presence_is_seen() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "sigint-b", "type055-1")
    done(table)
    seen = [piece for piece in see(table.state, "red").pieces if piece.place == IN_PLAY]
    assert [(piece.back, piece.known) for piece in seen] == [("information token", False)] * 2
    assert table.state.mark("ddg-1", COUNTERMEASURES) == "shield-b"
    assert table.state.marks_for["ddg-1", COUNTERMEASURES.name] == ("blue",)


def lying(table: Table, side: str) -> dict[str, int]:
    """On what a side sees tokens lie, and how many."""
    return {
        what: marks[LYING.name] for what, marks in see(table.state, side).marks.items() if LYING.name in marks
    }


@pytest.mark.rule("ows 7.2")
def test_the_enemy_sees_on_which_known_units_tokens_lie_and_not_which_tokens() -> None:
    table = proving()
    detect(detect(table, "ddg-1"), "type055-1")
    influence(table, "shield-b", "ddg-1")
    influence(table, "hq-b-token-2", "ddg-1")
    influence(table, "sigint-b", "type055-1")
    influence(table, "disrupt-b", function="c2")
    done(table)
    seen = {"ddg-1": 2, "type055-1": 1}
    assert (lying(table, "red"), lying(table, "blue")) == (seen, seen)
    told = repr(see_log(table.session.game.log, "red"))
    assert "shield-b" not in told
    assert "sigint-b" not in told


@pytest.mark.rule("ows 7.2")
def test_on_what_is_face_down_or_unseen_the_enemy_sees_no_tokens() -> None:
    table = proving()
    influence(table, "shield-b", "ssn-1")
    influence(table, "hq-b-token-2", "ddg-1")
    influence(table, "sigint-b", "type055-1")
    done(table)
    assert lying(table, "red") == {"type055-1": 1}
    assert lying(table, "blue") == {"ddg-1": 1, "ssn-1": 1}


@pytest.mark.rule("ows 7.2")
def test_a_game_may_be_played_without_showing_where_tokens_lie() -> None:
    table = proving(tokens_shown=False)
    influence(table, "shield-b", "ddg-1")
    done(table)
    assert (lying(table, "red"), lying(table, "blue")) == ({}, {})


@pytest.mark.rule("ows 7.2", "ows 11.2a")
def test_tokens_that_come_off_are_no_longer_seen() -> None:
    table = proving()
    detect(table, "ddg-1")
    influence(table, "shield-b", "ddg-1")
    influence(table, "sigint-r", "ddg-1")
    done(table)
    assert lying(table, "red") == {"ddg-1": 2}
    table.people.answers = [["shield-b"]]
    run(table, take_back_tokens)
    assert lying(table, "red") == {"ddg-1": 1}


@pytest.mark.rule("ows 7.2")
def test_a_token_on_a_submarine_that_red_does_not_see_is_not_seen_either() -> None:
    table = proving()
    influence(table, "shield-b", "ssn-1")
    done(table)
    assert table.state.pieces["shield-b"].place == IN_PLAY
    assert not [piece for piece in see(table.state, "red").pieces if piece.place == IN_PLAY]


@pytest.mark.rule("ows 7.2")
def test_a_plan_may_be_changed_until_the_side_is_done() -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-1")
    with pytest.raises(IllegalOrder, match="no information token in your hand"):
        influence(table, "disrupt-b", "type055-2")
    table.order("withdraw", side="blue", token="disrupt-b")
    influence(table, "disrupt-b", "type055-2")
    assert table.state.mark("disrupt-b", PLANNED) == "type055-2"
    table.order("proceed", side="blue")
    with pytest.raises(IllegalOrder):
        table.order("withdraw", side="blue", token="disrupt-b")


@pytest.mark.rule("ows seq.4.1", "ows seq.4.2", "ows seq.4.3", "ows 7.5")
def test_everything_is_placed_then_units_are_adjudicated_and_space_functions_last() -> None:
    table = proving()
    influence(table, "disrupt-b", function="isr-pawns")
    cyber(table, "cyber-b-2", "type055-1")
    influence(table, "disrupt-r", "ddg-1")
    events = done(table, [5, 5])
    placed = [each.number for each in events if isinstance(each, PieceMoved) and each.to == IN_PLAY]
    rolled = [each.number for each in events if isinstance(each, DieRolled)]
    scored = [each.number for each in events if isinstance(each, Scored)]
    assert len(placed) == 3
    assert len(rolled) == 2
    assert len(scored) == 1
    assert max(placed) < min(rolled) <= max(rolled) < scored[0]


@pytest.mark.rule("ows 7.1", "ows 7.2.1")
def test_attacks_go_on_enemy_units_and_defences_on_ones_own() -> None:
    table = proving()
    for token, target in (("disrupt-b", "ddg-1"), ("sigint-b", "ddg-1")):
        with pytest.raises(IllegalOrder, match="an enemy unit that you see"):
            influence(table, token, target)
    for token in ("assure-b", "shield-b"):
        with pytest.raises(IllegalOrder, match="a unit of your own"):
            influence(table, token, "type055-1")
    with pytest.raises(IllegalOrder, match="c2, pnt, isr-die or isr-pawns"):
        influence(table, "sigint-b", function="c2")
    with pytest.raises(IllegalOrder, match="Name either a unit"):
        table.order("influence", side="blue", token="disrupt-b")


def test_a_submarine_that_blue_does_not_see_is_no_target() -> None:
    table = proving()
    offered = {order.arguments.get("target") for order in table.session.legal() if order.side == "blue"}
    assert table.state.name_for("blue", "ssk-1") not in offered
    assert table.state.name_for("blue", "type055-1") in offered


# --- Disrupt C2 and Assure C2 ------------------------------------------------------------------------------


@pytest.mark.rule("ows 7.2.1.1")
@pytest.mark.parametrize(("roll", "disrupted"), [(4, None), (5, 1), (8, 1)])
def test_disrupt_c2_meets_or_beats_the_red_shield(roll: int, disrupted: int | None) -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-1")
    events = done(table, [roll])
    assert rolls(events) == [("ows 7.2.1.1", "Disrupt C2 against type055-1", roll)]
    assert table.state.mark("type055-1", DISRUPTED) == disrupted


@pytest.mark.rule("ows 7.2.1.1a", "ows 7.2.1.2")
@pytest.mark.parametrize(
    ("dice", "disrupted"), [([4], None), ([5, 4], None), ([5, 5], 1)], ids=["held", "shield", "through"]
)
def test_assure_c2_is_a_layer_before_the_red_shield(dice: list[int], disrupted: int | None) -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-1")
    influence(table, "assure-r", "type055-1")
    events = done(table, dice)
    assert [rule for rule, *_ in rolls(events)] == ["ows 7.2.1.1a", "ows 7.2.1.1"][: len(dice)]
    assert table.state.mark("type055-1", DISRUPTED) == disrupted
    assert table.state.pieces["assure-r"].known_to is None


@pytest.mark.rule("ows 7.2.1.2", "ows 2.2.2.3.2")
def test_assure_c2_is_consumed_by_the_attack_that_it_meets() -> None:
    """Resolved as missile defence is: a second attack of the turn rolls against the red shield alone."""
    table = proving()
    other = PieceData("disrupt-b2", "disrupt-c2", "hand-blue", steps=1, side="blue", known_to=("blue",))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=other))
    influence(table, "disrupt-b", "type055-1")
    influence(table, "disrupt-b2", "type055-1")
    influence(table, "assure-r", "type055-1")
    done(table, [4, 5])
    assert table.state.mark("type055-1", DISRUPTED) == 1


@pytest.mark.rule("ows 7.2.1.2")
def test_assure_c2_that_nobody_attacks_does_nothing_and_stays_face_down() -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-2")
    influence(table, "assure-r", "type055-1")
    done(table, [5])
    assert table.state.pieces["assure-r"].known_to == ("red",)
    assert table.state.mark("type055-2", DISRUPTED) == 1


@pytest.mark.rule("ows 7.2.1.1b")
@pytest.mark.parametrize("unit", ["ddg-1", "patriot-1", "df21-1", "artillery-1"])
def test_units_with_disrupted_c2_neither_fire_nor_defend_with_grey_shields(unit: str) -> None:
    table = proving()
    piece = table.state.pieces[unit]
    assert not holds_fire(table.state, piece)
    assert not cannot_defend(table.state, piece)
    table.mark(unit, DISRUPTED, 1)
    assert code_of(holds_fire(table.state, piece)) == "its C2 is disrupted"
    assert cannot_defend(table.state, piece)
    assert not cannot_defend(proving(disrupted_units_defend=True).mark(unit, DISRUPTED, 1).state, piece)


@pytest.mark.rule("ows 7.2.1.1b")
def test_an_air_mission_with_disrupted_c2_is_demoted_and_not_grounded() -> None:
    table = proving().put("f35-1", "0304")
    piece = table.state.pieces["f35-1"]
    assert disruption_shifts(table.state, piece) == []
    table.mark("f35-1", DISRUPTED, 1)
    assert disruption_shifts(table.state, piece) == [Shift(Text("C2 disrupted"), -1, R["7.2.1.1b"])]
    assert not holds_fire(table.state, piece)
    assert disruption_shifts(table.mark("ddg-1", DISRUPTED, 1).state, table.state.pieces["ddg-1"]) == []


@pytest.mark.rule("ows 7.2.1.1b", "ows 2.2.7.1")
def test_a_headquarters_with_disrupted_c2_generates_no_tokens() -> None:
    table = proving()
    influence(table, "hq-b-token-2", "marines-1")
    table.order("withdraw", side="blue", token="hq-b-token-2")
    table.mark("hq-b", DISRUPTED, 1)
    assert not can_generate(table.state, table.state.pieces["hq-b-token-2"])
    with pytest.raises(IllegalOrder) as refused:
        influence(table, "hq-b-token-2", "marines-1")
    assert refused.value.rule == "ows 7.2.1.1b"
    influence(table, "shield-b", "marines-1")


@pytest.mark.rule("ows 2.2.7.1a")
def test_tokens_of_a_headquarters_reach_as_far_as_its_op_number() -> None:
    table = proving().put("ddg-1", "0404").put("ddg-2", "0504")
    assert sheet(table.state.pieces["hq-b"]).hq == (1, 2)
    influence(table, "hq-b-token-2", "ddg-1")
    table.order("withdraw", side="blue", token="hq-b-token-2")
    with pytest.raises(IllegalOrder, match="within the radius of Marine headquarters") as refused:
        influence(table, "hq-b-token-2", "ddg-2")
    assert refused.value.rule == "ows 2.2.7.1a"
    influence(table, "shield-b", "ddg-2")


# --- SIGINT & EMSO, countermeasures ----------------------------------------------------------------------


@pytest.mark.rule("ows 7.2.1.3")
def test_sigint_promotes_once_what_is_done_to_its_target() -> None:
    table = proving()
    influence(table, "sigint-b", "type055-1")
    done(table)
    assert table.state.mark("type055-1", SIGINT) == "sigint-b"
    assert token_shifts(table.state, "type055-1") == [Shift(Text("SIGINT & EMSO"), 1, R["7.2.1.3"])]


@pytest.mark.rule("ows 7.2.1.4")
def test_countermeasures_demote_once_what_is_done_to_their_unit() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "hq-b-token-2", "ddg-1")
    done(table)
    assert [(shift.rungs, shift.rule) for shift in token_shifts(table.state, "ddg-1")] == [(-1, R["7.2.1.4"])]


@pytest.mark.rule("ows 7.2.1.3a", "ows 7.2.1.4a")
def test_sigint_and_countermeasures_cancel_each_other_without_a_roll() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "sigint-r", "ddg-1")
    assert rolls(done(table)) == []
    assert token_shifts(table.state, "ddg-1") == []


@pytest.mark.rule("ows 7.2.1.4b")
def test_countermeasures_absorb_the_first_hit_of_fires_and_are_removed() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "sigint-r", "ddg-1")  # which cancels the demotion, not this
    done(table)
    run(table, lambda umpire: take_hits(umpire, "ddg-1", 1, rule="ows 9.2.1.1"))
    assert table.state.pieces["ddg-1"].steps == 2
    assert table.state.mark("ddg-1", COUNTERMEASURES) is None
    assert table.state.mark("shield-b", ON) is None
    assert table.state.pieces["shield-b"].known_to is None
    run(table, lambda umpire: take_hits(umpire, "ddg-1", 1, rule="ows 9.2.1.1"))
    assert table.state.pieces["ddg-1"].steps == 1


@pytest.mark.rule("ows 7.2.1.4b")
def test_countermeasures_absorb_nothing_in_ground_combat() -> None:
    table = proving()
    influence(table, "shield-b", "marines-1")
    done(table)
    run(table, lambda umpire: take_hits(umpire, "marines-1", 1, rule="ows 9.2.1.1", fires=False))
    assert table.state.pieces["marines-1"].steps == 2
    assert table.state.mark("marines-1", COUNTERMEASURES) == "shield-b"


@pytest.mark.rule("ows 7.2.1", "ows 7.2.1.3")
def test_sigint_is_placed_openly_in_the_combat_phase() -> None:
    table = proving().phase("long-range strikes", side="blue")
    table.order("support", token="sigint-b", target=table.state.name_for("blue", "type055-1"))
    assert token_shifts(table.state, "type055-1")
    assert table.state.pieces["sigint-b"].known_to is None
    assert table.state.side == "blue"
    with pytest.raises(IllegalOrder, match="may be placed in the Combat Phase"):
        table.order("support", token="shield-b", target="ddg-1")


# --- cyber cards --------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 7.3")
def test_each_side_chooses_its_cards_at_the_start_and_the_others_are_gone() -> None:
    table = Table("ows", "proving-ground", {"cyber_cards": 2}, dice="scripted", begun=False)
    table.people.answers = [["cyber-b-1", "cyber-b-3"], ["cyber-r-2", "cyber-r-3"]]
    table.session.begin()
    cards = [piece.id for piece in table.state.of_group("cyber card")]
    assert cards == ["cyber-b-1", "cyber-b-3", "cyber-r-2", "cyber-r-3"]
    told = [line for line in see_log(table.session.game.log, "red") if "cyber-b" in str(line.fields)]
    assert told == []


@pytest.mark.rule("ows 7.3")
def test_a_card_is_played_on_what_it_says() -> None:
    table = proving()
    for target, function in (("port-r", ""), ("", "c2")):
        with pytest.raises(IllegalOrder) as refused:
            cyber(table, "cyber-b-1", target, function)
        assert refused.value.rule == "ows 7.3"
    cyber(table, "cyber-b-1", function="pnt")
    cyber(table, "cyber-b-3", "port-r")
    with pytest.raises(IllegalOrder, match="no cyber card in your hand"):
        cyber(table, "cyber-b-1", function="pnt")


@pytest.mark.rule("ows 7.3", "ows 7.5")
@pytest.mark.parametrize(("roll", "pnt"), [(4, 1), (5, 0)])
def test_a_card_that_rolls_must_meet_its_number(roll: int, pnt: int) -> None:
    table = proving()
    cyber(table, "cyber-b-1", function="pnt")
    done(table, [roll])
    assert table.state.track("pnt-red") == pnt


@pytest.mark.rule("ows 7.3")
@pytest.mark.parametrize(("roll", "steps"), [(2, 4), (3, 3)])
def test_a_card_without_a_number_must_meet_the_red_shield(roll: int, steps: int) -> None:
    table = proving()
    cyber(table, "cyber-b-3", "port-r")
    done(table, [roll])
    assert table.state.pieces["port-r"].steps == steps


@pytest.mark.rule("ows 7.3")
def test_a_card_on_an_unknown_unit_of_another_sort_does_nothing() -> None:
    table = proving()
    cyber(table, "cyber-b-2", "df21-1")
    assert rolls(done(table)) == []
    assert table.state.mark("df21-1", DISRUPTED) is None


@pytest.mark.rule("ows 7.3")
@pytest.mark.parametrize(
    ("kind", "target", "roll"), [("cyber-intercept", "type055-1", 4), ("cyber-logistics", "df21-1", 4)]
)
def test_cards_that_detect_and_delay(kind: str, target: str, roll: int) -> None:
    table = proving()
    state = table.state
    state.pieces["cyber-b-1"].kind = state.kinds[kind]
    cyber(table, "cyber-b-1", target)
    done(table, [roll])
    unit = table.state.pieces[target]
    assert detected(table.state, unit) is (kind == "cyber-intercept")
    assert table.state.mark(target, RSOI) == (2 if kind == "cyber-logistics" else None)


def test_every_card_can_be_read_and_says_what_it_does() -> None:
    state = proving().state
    cards = {id: kind for id, kind in state.kinds.items() if kind.group == "cyber card"}
    assert len(cards) == 12
    piece = state.pieces["cyber-b-1"]
    for kind in cards.values():
        piece.kind = kind
        assert card_of(piece).functions or card_of(piece).groups
        assert kind.text


# --- the Regeneration Phase ---------------------------------------------------------------------------------


def regenerate(table: Table, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> list[Event]:
    table.people.answers = list(answers)

    def reset(umpire: Umpire) -> None:
        take_back_tokens(umpire)
        reset_dashboard(umpire)

    return run(table, reset, dice)


@pytest.mark.rule("ows 7.1a", "ows 11.2a")
def test_tokens_come_back_to_hand_and_their_effects_end() -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-1")
    influence(table, "sigint-b", "type055-2")
    done(table, [8])
    assert not in_hand(table, "disrupt-b")
    regenerate(table)
    assert in_hand(table, "disrupt-b")
    assert in_hand(table, "sigint-b")
    assert table.state.pieces["disrupt-b"].known_to == ("blue",)
    assert not table.state.marked(DISRUPTED)
    assert not table.state.marked(SIGINT)


@pytest.mark.rule("ows 7.1a", "ows 11.2c")
def test_a_cyber_card_is_used_once() -> None:
    table = proving()
    cyber(table, "cyber-b-2", "type055-1")
    done(table, [10])
    assert table.state.mark("type055-1", DISRUPTED) == 1
    regenerate(table)
    assert "cyber-b-2" not in table.state.pieces
    assert table.state.mark("type055-1", DISRUPTED) is None


@pytest.mark.rule("ows 11.2a", "ows 11.2c", "ows 11.3")
def test_an_effect_goes_on_until_the_enemy_recovers() -> None:
    table = proving()
    cyber(table, "cyber-b-1", function="pnt")
    done(table, [5])
    events = regenerate(table, [3])
    assert rolls(events) == [("ows 11.2c", "recovery from cyber-b-1", 3)]
    assert table.state.track("pnt-red") == 0
    regenerate(table, [4])
    assert table.state.track("pnt-red") == 1
    assert "cyber-b-1" not in table.state.pieces


@pytest.mark.rule("ows 11.2a")
def test_a_disruption_that_goes_on_outlasts_the_tokens() -> None:
    table = proving()
    cyber(table, "cyber-r-3", "patriot-1")
    influence(table, "disrupt-r", "patriot-1")
    done(table, [10, 8])
    assert table.state.mark("patriot-1", DISRUPTED) == 2
    regenerate(table, [1])
    assert table.state.mark("patriot-1", DISRUPTED) == 1
    regenerate(table, [6])
    assert table.state.mark("patriot-1", DISRUPTED) is None


@pytest.mark.rule("ows 11.2b")
def test_defensive_tokens_stay_where_their_side_says_so() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "assure-b", "ddg-2")
    done(table)
    regenerate(table, answers=[["shield-b"]])
    assert in_hand(table, "assure-b")
    assert table.state.mark("shield-b", ON) == "ddg-1"
    assert table.state.mark("ddg-1", COUNTERMEASURES) == "shield-b"
    assert table.state.pieces["shield-b"].known_to == ("blue",)
    regenerate(table, answers=[[]])
    assert in_hand(table, "shield-b")
    assert table.state.mark("ddg-1", COUNTERMEASURES) is None


@pytest.mark.rule("ows 11.2b")
def test_a_token_of_a_unit_that_is_lost_comes_back() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    done(table)
    table.put("ddg-1", "attrition-blue")
    regenerate(table)
    assert in_hand(table, "shield-b")
    assert table.state.mark("ddg-1", COUNTERMEASURES) is None


@pytest.mark.rule("ows 7.1a", "ows 7.2")
def test_a_token_that_was_placed_is_not_planned_any_more() -> None:
    table = proving()
    influence(table, "sigint-b", "type055-1")
    done(table)
    regenerate(table)
    done(table.phase("information", turn=2, side=""))
    assert in_hand(table, "sigint-b")
    influence(table.phase("information", turn=3, side=""), "sigint-b", "type055-2")
    with pytest.raises(IllegalOrder, match="is not planned"):
        table.order("withdraw", side="blue", token="disrupt-b")


@pytest.mark.rule("ows 7.2.1.2", "ows 11.2b")
def test_assure_c2_that_has_met_an_attack_and_stays_meets_one_in_the_next_turn() -> None:
    table = proving()
    influence(table, "disrupt-b", "type055-1")
    influence(table, "assure-r", "type055-1")
    done(table, [4])
    regenerate(table, answers=[["assure-r"]])
    table.phase("information", turn=2, side="")
    influence(table, "disrupt-b", "type055-1")
    assert [rule for rule, *_ in rolls(done(table, [4]))] == ["ows 7.2.1.1a"]
    assert table.state.mark("type055-1", DISRUPTED) is None


@pytest.mark.rule("ows 7.2.1.2", "ows 2.2.2.3.2")
def test_a_second_assure_c2_is_left_for_a_second_attack() -> None:
    """The first attack fails at the first token, so that the second meets the other."""
    table = proving()
    attack = PieceData("disrupt-b2", "disrupt-c2", "hand-blue", steps=1, side="blue", known_to=("blue",))
    assured = PieceData("assure-r2", "assure-c2", "hand-red", steps=1, side="red", known_to=("red",))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=attack))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=assured))
    for token in ("disrupt-b", "disrupt-b2", "assure-r", "assure-r2"):
        influence(table, token, "type055-1")
    assert [rule for rule, *_ in rolls(done(table, [4, 4]))] == ["ows 7.2.1.1a"] * 2
    assert table.state.mark("type055-1", DISRUPTED) is None


@pytest.mark.rule("ows 7.2.1.4b")
def test_each_countermeasures_token_absorbs_one_hit() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "hq-b-token-2", "ddg-1")
    done(table)
    left = []
    for _ in range(3):
        run(table, lambda umpire: take_hits(umpire, "ddg-1", 1, rule="ows 9.2.1.1"))
        left.append((table.state.pieces["ddg-1"].steps, bool(table.state.mark("ddg-1", COUNTERMEASURES))))
    assert left == [(2, True), (2, False), (1, False)]


@pytest.mark.rule("ows 2.2.7.1a", "ows 2.1.2.1", "ows 2.1.2.3")
@pytest.mark.parametrize(
    ("scale", "unit", "radius", "hexes"),
    [
        (20, "km", (1, 2), 5),  # a zone of 100 km is 5 hexes across
        (10, "km", (1, 2), 10),
        (20, "km", (3, 9), 15),
        (12, "km", (5, 9), 41),  # 500 km
        (200, "nm", (9, 2), 2),
        (100, "nm", (9, 2), 4),  # a regional map
        (70, "nm", (9, 1), 2),
        (67, "nm", (9, 1), 2),
        (0, "km", (9, 3), 3),  # a map without a scale: its hexes count
    ],
)
def test_a_command_radius_is_in_zones_on_a_tactical_map_and_in_operational_hexes_elsewhere(
    scale: int, unit: str, radius: tuple[int, int], hexes: int
) -> None:
    table = proving()
    board = table.state.board.data
    chart = MapData(name="A map", scale=scale, unit=unit)
    other = msgspec.structs.replace(board, maps={**board.maps, "theater": chart})
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    assert reach_in_hexes(table.state, "theater", radius) == hexes


@pytest.mark.rule("ows 7.2.1", "ows 7.2.1.1")
@pytest.mark.parametrize(("roll", "disrupted"), [(4, None), (5, 1)])
def test_a_disrupt_token_for_the_combat_phase_attacks_at_once(roll: int, disrupted: int | None) -> None:
    table = proving().phase("long-range strikes", side="blue")
    token = table.state.pieces["disrupt-b"]
    effect = {**token.kind.data["effect"], "combat": True}
    token.kind = msgspec.structs.replace(token.kind, data={**token.kind.data, "effect": effect})
    target = table.state.name_for("blue", "type055-1")
    events = table.order("support", token="disrupt-b", target=target, dice=[roll])
    assert [rule for rule, *_ in rolls(events)] == ["ows 7.2.1.1"]
    assert table.state.mark("type055-1", DISRUPTED) == disrupted


@pytest.mark.rule("ows 7.6", "ows 7.2.1.1", "ows 7.2.1.2")
@pytest.mark.parametrize(
    ("token", "on_space"),
    [
        ("disrupt-b", True),
        ("assure-b", True),
        ("sigint-b", False),
        ("shield-b", False),
        ("hq-b-token-2", False),
    ],
)
def test_disrupt_and_assure_c2_of_the_pool_alone_go_on_functions_of_the_dashboard(
    token: str, on_space: bool
) -> None:
    state = proving().state
    assert (None in units_for(state, "blue", token)) is on_space
    assert (tuple(functions_for(state, token, None)) != (None,)) is on_space
    assert tuple(functions_for(state, token, "ddg-1")) == (None,)


@pytest.mark.parametrize(
    ("piece", "effect", "words"),
    [
        ("disrupt-b", {"die": "large"}, "The effect of .* cannot be read"),
        ("cyber-b-1", {"die": "large"}, "The effect of .* cannot be read"),
        ("cyber-b-1", {"does": "demote", "functions": ["weather"]}, "does not say what it does"),
        ("cyber-b-1", {"does": "sing", "functions": ["c2"]}, "does not say what it does"),
        ("cyber-b-1", {"does": "demote"}, "does not say what it does"),
    ],
)
def test_a_token_or_card_that_cannot_be_read_is_refused_with_its_name(
    piece: str, effect: dict[str, Any], words: str
) -> None:
    found = proving().state.pieces[piece]
    found.kind = msgspec.structs.replace(found.kind, data={**found.kind.data, "effect": effect})
    with pytest.raises(BadData, match=words):
        card_of(found) if piece.startswith("cyber") else effect_of(found)


@pytest.mark.rule("ows 11.2a", "ows 11.2c")
def test_an_enduring_effect_without_a_recovery_roll_goes_on_for_good() -> None:
    table = proving()
    card = table.state.pieces["cyber-b-1"]
    effect = {**card.kind.data["effect"], "recovery": None}
    card.kind = msgspec.structs.replace(card.kind, data={**card.kind.data, "effect": effect})
    cyber(table, "cyber-b-1", function="pnt")
    done(table, [5])
    for _ in range(2):
        assert rolls(regenerate(table)) == []
        assert table.state.track("pnt-red") == 0


@pytest.mark.rule("ows 2.2.7.1a")
def test_a_headquarters_reaches_nothing_from_off_the_map_and_other_units_have_no_radius() -> None:
    table = proving()
    hq = table.state.pieces["hq-b"]
    assert within_radius(table.state, hq, hq.place)
    assert not within_radius(table.state, hq, "hand-blue")
    assert not within_radius(table.state, table.state.pieces["marines-1"], hq.place)
    table.put("hq-b", "regeneration-blue")
    assert not within_radius(table.state, table.state.pieces["hq-b"], "0204")


@pytest.mark.rule("ows 7.1a", "ows 11.2b")
def test_tokens_of_a_unit_that_was_lost_are_in_hand_as_the_next_tokens_are_planned() -> None:
    table = proving()
    influence(table, "shield-b", "ddg-1")
    influence(table, "assure-b", "ddg-2")
    done(table)
    table.put("ddg-1", "attrition-blue")
    run(table, begin)
    assert in_hand(table, "shield-b")
    assert not in_hand(table, "assure-b")
    assert table.state.mark("shield-b", ON) is None


@pytest.mark.rule("ows 7.3")
def test_a_card_may_be_played_on_known_units_of_its_sort_and_on_any_contact() -> None:
    table = proving().known("type055-1").known("df21-1")
    state = table.state
    found = targets_of(state, "blue", state.pieces["cyber-b-2"])  # a fleet network: ships
    assert "type055-1" in found
    assert "df21-1" not in found
    assert state.name_for("blue", "hq9-1") in found
    assert not {"port-r", "airfield-r"} & set(found)
    assert {"port-r"} <= set(targets_of(state, "blue", state.pieces["cyber-b-3"]))  # the cranes of a port
