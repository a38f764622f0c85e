"""Corners of the rules of sea and information: what happens beside the usual case."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.information_operations.token_effects import return_strays
from adjudication.systems.ows.sea.landing import ashore
from adjudication.systems.ows.sea.modes import detect_emitters, has_sailed
from adjudication.systems.ows.sea.naval import fits, group_goes
from adjudication.systems.ows.space_and_cyber.cyber import Card, take_effect
from adjudication.systems.ows.strike_warfare.strikes import Strike, check
from adjudication.systems.ows.support.recovery import comes_back, repair
from adjudication.systems.ows.table.ladder import hits
from adjudication.systems.ows.table.status import ASW, CAVITATING, DETECTED, EMITTING, RETURNS, SILENT, lose
from adjudication.systems.ows.table.tokens import TokenEffect, effect_of, generate_tokens
from adjudication.systems.ows.turn.allocations import actions_left
from adjudication.systems.ows.turn.turns import finished, pass_action
from adjudication.systems.ows.undersea.torpedoes import hunters, submarines_near, targets
from domain.errors import IllegalOrder
from domain.events import DieRolled, PieceKnown
from tests.ows.fire import war
from tests.ows.skies import show
from tests.ows.umpiring import mark_of, marks, run
from tests.ows.undersea import asw_mode, detect, rolled, sea
from tests.table import Table

# --- the sea -----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 2.3.1a", "ows 8.5.2")
@pytest.mark.parametrize(("mark", "die"), [("", 8), ("ddg-1", 6), ("ssk-1", 10)])
def test_rsoi_of_either_counts_in_an_asw_attack(mark: str, die: int) -> None:
    table = asw_mode(sea(), "ddg-1").phase("local strikes", side="blue")
    detect(table, "ssk-1")
    if mark:
        table.mark(mark, "rsoi", 3)
    events = table.order("asw", unit="ddg-1", target="ssk-1", dice=[1], answers=[False])
    assert rolled(events) == [(die, 1)]


@pytest.mark.rule("ows 9.9.5.1", "ows 9.9.1d", "ows seq.6.B.2")
def test_a_submarine_that_fires_back_is_silent_no_more_and_the_next_side_acts() -> None:
    table = asw_mode(sea(), "ddg-1").phase("local strikes", side="blue")
    detect(table, "ssk-1")
    table.mark("game", "ready", ["red"])
    table.order("asw", unit="ddg-1", target="ssk-1", dice=[1, 1], answers=[True])
    state = table.state
    assert not state.mark("ssk-1", SILENT)
    assert mark_of(state, "ssk-1", "ran silent")
    assert mark_of(state, "ssk-1", "attacked")
    assert (state.side, mark_of(state, "game", "ready")) == ("red", None)
    quiet = asw_mode(sea(), "ddg-1").phase("local strikes", side="blue")
    detect(quiet, "ssk-1").order("asw", unit="ddg-1", target="ssk-1", dice=[1], answers=[False])
    assert quiet.state.mark("ssk-1", SILENT)


@pytest.mark.rule("ows 8.5.2", "ows 9.9.5")
def test_who_hunts_submarines_that_were_found_and_what_is_no_unit_has_no_targets() -> None:
    table = asw_mode(sea(), "ddg-1")
    assert hunters(table.state, "blue") == ()
    detect(table, "ssk-1").put("maya-1", "0405").put("p8-1", "0808")
    found = hunters(table.state, "blue")
    assert {"ddg-1", "maya-1"} <= set(found)
    assert {"cvn-1", "ssn-1", "patriot-1"}.isdisjoint(found)
    assert hunters(table.state, "red") == ()
    assert submarines_near(table.state, "blue", "ddg-1") == ("ssk-1",)
    assert submarines_near(table.state, "blue", "maya-1") == ()  # it is beside the hex, its weapon is not
    assert submarines_near(table.state, "blue", "cvn-1") == ()
    assert submarines_near(table.state, "blue", "nobody") == ()
    assert targets(table.state, "red", "nobody") == ()


@pytest.mark.rule("ows 2.1.5", "ows 2.2.3c")
@pytest.mark.parametrize(("unit", "shown"), [("ssn-1", True), ("oda-1", False), ("f35-1", False)])
def test_what_is_lost_for_good_lies_face_up_for_all_to_see(unit: str, shown: bool) -> None:
    table = Table("ows", dice="scripted")
    run(table, partial(lose, piece=unit, rule="ows 9.6a"))
    box = "attrition-blue" if shown else "regeneration-blue"
    assert table.state.pieces[unit].place == box
    assert (table.state.who_sees(unit) is None, table.state.who_knows(unit) is None) == (shown, shown)
    run(table, partial(lose, piece=unit, rule="ows 2.2.4c", for_good=True))
    assert table.state.pieces[unit].place == "attrition-blue"
    assert table.state.who_knows(unit) is None


@pytest.mark.rule("ows 6.4.3a", "ows 11.4b")
def test_who_goes_on_emitting_is_detected_and_nobody_else() -> None:
    table = Table("ows", dice="scripted")
    table.mark("ddg-1", EMITTING).mark("maya-1", EMITTING).mark("maya-1", DETECTED)
    events = run(table, detect_emitters)
    assert marks(events, DETECTED) == [("ddg-1", True, "ows 6.4.3a")]


@pytest.mark.rule("ows 6.4.2.2", "ows 6.4.4a", "ows 6.4.2.1c")
def test_what_a_move_does_to_modes() -> None:
    table = Table("ows", dice="scripted")
    for unit in ("ssn-1", "ddg-1"):
        table.mark(unit, "sailed", {"hexes": 3, "spent": 500_000}).mark(unit, ASW).mark(unit, SILENT)
    events = run(table, partial(has_sailed, unit="ssn-1")) + run(table, partial(has_sailed, unit="ddg-1"))
    assert marks(events, CAVITATING) == [("ssn-1", True, "ows 6.4.2.2")]
    assert ("ddg-1", None, "ows 6.4.4a") in marks(events, ASW)
    again = run(table, partial(has_sailed, unit="ssn-1"))
    assert marks(again, CAVITATING) == []


@pytest.mark.rule("ows 6.3a")
@pytest.mark.parametrize(
    ("way", "goes"),
    [
        (("0404", "0504"), True),
        (("0404", "0504", "0404"), False),  # through a hex twice
        (("0404", "0604"), False),  # not beside it
        (("0404", "0304", "0204", "0304"), False),
        (("0404", "0304", "0203"), False),  # land without a port
    ],
)
def test_which_way_a_ship_can_be_sent(way: tuple[str, ...], goes: bool) -> None:
    table = Table("ows", dice="scripted").put("port-b", "0204")
    assert fits(table.state, "ddg-1", way) is goes


@pytest.mark.rule("ows 6.3a")
def test_a_group_goes_a_given_way_if_it_has_ships_and_all_can_go() -> None:
    table = Table("ows", dice="scripted").phase("naval movement", turn=1, side="blue")
    ships = tuple(p.id for p in table.state.pieces_at("0404") if p.side == "blue")
    assert group_goes(table.state, "blue", "0404", "0504", (), ("0504",))
    assert not group_goes(table.state, "blue", "0404", "0504", (), ("0604",))
    assert not group_goes(table.state, "blue", "0404", "0504", ships, ("0504",))
    assert not group_goes(table.state, "blue", "0808", "0807", (), ("0807",))


@pytest.mark.rule("ows 6.4.6", "ows 2.3.4")
def test_who_is_ashore_are_units_and_not_their_ships() -> None:
    table = Table("ows", dice="scripted").put("lpd-1", "0905").put("marines-1", "0905")
    table.put("marines-2", "0905").put("light-r1", "0905")
    for id in ("lpd-1", "marines-1", "light-r1"):
        table.mark(id, "amphibious assault", 1)
    assert ashore(table.state, "blue", "0905") == ["marines-1"]
    assert ashore(table.state, "red", "0905") == ["light-r1"]


@pytest.mark.rule("ows 6.4.5.3", "ows 2.1.1.4")
@pytest.mark.parametrize("chance", [10, 50, 90])
def test_the_white_cell_says_a_chance_of_clearance_in_tens(chance: int) -> None:
    least = 11 - chance // 10
    for roll in (least - 1, least):
        table = Table("ows", dice="scripted").phase("naval movement", turn=1, side="blue")
        table.adopt("mine-warfare", [{"what": "laying", "value": 7}, {"what": "sweeping", "value": 0}])
        table.put("mcm-1", "0604")
        if roll < 1:
            continue
        events = table.order("sweep", ship="mcm-1", hex="0605", dice=[roll], answers=[chance])
        (question,) = table.people.asked
        assert question.options == (10, 20, 30, 40, 50, 60, 70, 80, 90)
        assert question.suggested == (50,)
        swept = roll >= least
        assert table.state.pieces["mines-2"].place == ("attrition-red" if swept else "0605")
        assert any(isinstance(e, PieceKnown) and e.piece == "mines-2" for e in events) is swept
        assert (table.state.who_sees("mines-2") is None) is swept


@pytest.mark.rule("ows 2.1.1.3")
@pytest.mark.parametrize(
    ("roll", "in_force", "printed", "scored"),
    [(4, 5, 5, 0), (5, 5, 5, 1), (10, 5, 5, 2), (20, 4, 4, 4), (3, 3, 5, 1), (1, 0, 0, 1), (12, 5, 4, 3)],
)
def test_hits_are_counted_by_the_printed_shield_and_one_at_least(
    roll: int, in_force: int, printed: int, scored: int
) -> None:
    assert hits(roll, in_force, printed) == scored


# --- cards and tokens ----------------------------------------------------------------------------------


@pytest.mark.rule("ows 7.3", "ows 7.2.1.1b", "ows 7.2.1.4b")
def test_what_a_cyber_card_does_adds_to_what_was_done_and_passes_countermeasures() -> None:
    table = (
        Table("ows", dice="scripted")
        .mark("ddg-1", "disrupted", 1)
        .mark("ddg-1", "countermeasures", "shield-b")
    )
    card = table.state.pieces["cyber-r-1"]
    disrupts = Card(groups=("ship",), does="disrupt")
    run(table, partial(take_effect, card=card, effect=disrupts, subject="ddg-1"))
    assert mark_of(table.state, "ddg-1", "disrupted") == 2
    hits_it = Card(groups=("ship",), does="hit", boxes=1)
    run(table, partial(take_effect, card=card, effect=hits_it, subject="ddg-1"))
    assert table.state.pieces["ddg-1"].steps == 1
    assert mark_of(table.state, "ddg-1", "countermeasures") == "shield-b"


@pytest.mark.rule("ows 4.2")
def test_a_decision_card_is_shown_as_it_is_played() -> None:
    table = Table("ows", dice="scripted").phase("planning", turn=1, side="blue")
    events = table.order("card", card="mobilization")
    shown = [e for e in events if isinstance(e, PieceKnown) and e.piece == "mobilization"]
    assert [(e.sides, e.rule) for e in shown] == [(None, "ows 4.2")]


@pytest.mark.rule("ows 7.2.1")
def test_what_is_printed_on_a_token() -> None:
    state = Table("ows").state
    assert effect_of(state.pieces["disrupt-b"]) == TokenEffect(die=8, shield=0, combat=False)
    assert effect_of(state.pieces["assure-b"]) == TokenEffect(die=0, shield=5, combat=False)


@pytest.mark.rule("ows 2.2.7.1")
def test_headquarters_alone_generate_tokens() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    hq, ship = table.state.pieces["hq-b1"], table.state.pieces["ddg-1"]
    effect = {"generates": ["sigint-emso", "countermeasures"]}
    hq.kind = replace(hq.kind, data={**hq.kind.data, "effect": effect})
    ship.kind = replace(ship.kind, data={**ship.kind.data, "effect": effect})
    before = set(table.state.pieces)
    run(table, generate_tokens)
    made = set(table.state.pieces) - before
    assert made == {"hq-b1-token-1", "hq-b1-token-2"}
    assert {table.state.pieces[id].place for id in made} == {"hand-blue"}


# --- what comes back, and whose turn it is -------------------------------------------------------------


@pytest.mark.rule("ows 11.6.1a", "ows 11.6.1b", "ows 2.1.7")
@pytest.mark.parametrize(
    ("holder", "engineers", "roll", "repaired"),
    [
        ("", False, 1, True),
        ("", False, 2, False),
        ("", True, 3, True),
        ("", True, 4, False),
        ("red", True, 2, False),
    ],
)
def test_whoever_holds_a_facility_repairs_it(holder: str, engineers: bool, roll: int, repaired: bool) -> None:
    table = Table("ows", dice="scripted").change("airfield-b", steps=2)
    table.put("engineers-1", "0203" if engineers else "0101")
    if holder:
        table.mark("0203", "control", holder)
    events = run(table, repair, [roll])
    assert table.state.pieces["airfield-b"].steps == 2 + repaired
    (die,) = [e for e in events if isinstance(e, DieRolled)]
    assert die.audience == (holder or "blue",)
    assert die.rule == ("ows 11.6.1b" if engineers and not holder else "ows 11.6.1a")


@pytest.mark.rule("ows 6.6.1.2", "ows 11.7")
def test_teams_come_back_in_secret_and_missions_in_the_open() -> None:
    table = Table("ows", dice="scripted")
    for id, secret in (("oda-1", True), ("f35-1", False)):
        piece = show(table.known(id), id).state.pieces[id]
        events = run(table, partial(comes_back, piece=piece, chance=50), [6])
        (die,) = [e for e in events if isinstance(e, DieRolled)]
        assert die.audience == (("blue",) if secret else None)
    assert table.state.mark("oda-1", RETURNS) is None


@pytest.mark.rule("ows 9.8a", "ows 9.9.3b")
@pytest.mark.parametrize(
    ("phase", "chits", "used"),
    [("long-range strikes", True, 1), ("long-range strikes", False, 0), ("local strikes", True, 0)],
)
def test_a_pass_loses_an_action_with_a_chit_alone(phase: str, chits: bool, used: int) -> None:
    table = war(phase=phase)
    if chits:
        table.mark("game", "chits", {"blue": 2, "red": 2})
    before = actions_left(table.state, "blue")
    run(table, partial(pass_action, side="blue"))
    assert mark_of(table.state, "game", "ready") == ["blue"]
    assert actions_left(table.state, "blue") == before - used
    run(table, partial(pass_action, side="red"))
    run(table, partial(pass_action, side="blue"))
    assert mark_of(table.state, "game", "ready") == ["red", "blue"]
    assert finished(table.state)


@pytest.mark.rule("ows 9.8a", "ows 9.9.2")
def test_long_range_strikes_are_over_when_each_side_has_passed_or_has_nothing_left() -> None:
    table = war().track("c2-red", 0)
    assert not finished(table.state)
    assert finished(table.mark("game", "ready", ["blue"]).state)
    table = war().track("c2-red", 0).track("c2-blue", 0)
    assert finished(table.state)


@pytest.mark.rule("ows 9.9.4", "ows 2.2.2.1a", "ows 9.8c", "ows 9.9")
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"hex": "0903"}, "ows 2.2.2.1a"),  # out of range
        ({"hex": "0807"}, "ows 9.9.4"),  # nothing is detected there
        ({"source": "0403"}, "ows 2.2.2.1a"),  # not from there
        ({}, "ows 9.8c"),
        ({"hex": "0903", "source": "0404"}, "ows 9.8c"),
    ],
)
def test_why_a_salvo_cannot_be_fired(given: dict[str, Any], rule: str) -> None:
    table = war(one_to_many=True)
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, Strike("blue", {"ddg-1/harpoon/1": "airfield-r"}, **given))
    assert refused.value.rule == rule
    with pytest.raises(IllegalOrder, match="without one-to-many"):
        check(war().state, Strike("blue", {"ddg-1/harpoon/1": "airfield-r"}, source="0404"))


@pytest.mark.rule("ows 7.1a", "ows 11.2a")
def test_tokens_of_what_is_lost_come_back_and_those_on_functions_and_units_stay() -> None:
    for subject, comes_back_to_hand in (("c2-red", False), ("ddg-1", False), ("type055-1", True)):
        table = Table("ows", dice="scripted").put("type055-1", "attrition-red")
        table.put("disrupt-b", "information").mark("disrupt-b", "on", subject)
        run(table, partial(return_strays, rule="ows 7.1a"))
        place = table.state.pieces["disrupt-b"].place
        assert place == ("hand-blue" if comes_back_to_hand else "information")
