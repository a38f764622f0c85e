"""Readings that follow the words of the document, and what follows from the position alone: points, lines of
communication, hexes that revert."""

import random
from typing import Any

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.systems.ramadi.table.ground import held_hexes, network
from adjudication.systems.ramadi.table.holding import contradictions
from domain.errors import BadData, IllegalOrder, Objected
from domain.events import Event, Marked, PieceMoved, Scored
from domain.game.game import Game
from domain.table.board import Board
from tests.ramadi.cases import (
    advance_to,
    attack_counter,
    battlefield,
    clear,
    offered,
    place,
    points,
    ready,
    rolled,
    total,
)
from tests.ramadi.playing import READINGS, entries, new_game
from tests.ramadi.table import RamadiTable

SOUTH, GATE, BEHIND, STADIUM = "0810", "0809", "0808", "0708"
COMPLEX = "0806"


def cited(events: list[Event], mark: str) -> list[tuple[str, Any, str]]:
    """Subject, value and rule of each mark of that name."""
    return [(e.subject, e.value, e.rule) for e in events if isinstance(e, Marked) and e.mark == mark]


def by_hand(table: RamadiTable, piece: str, to: str) -> list[Event]:
    return table.session.by_hand("hand-move", {"piece": piece, "to": to}, "a case", "white cell").events


# --- points follow from the position (5.2) -----------------------------------------------------------


def stood() -> RamadiTable:
    """A unit on each of two hexes of a chain to the Stadium, which a marker holds."""
    table = battlefield()
    table.put("inf-1", GATE)
    table.hold(BEHIND, STADIUM)
    table.keep_score()
    assert points(table) == (7, 0)
    return table


@pytest.mark.rule("ramadi 5.2i", "ramadi 5.2j", "ramadi 5.2s")
def test_a_link_taken_away_by_hand_takes_its_points() -> None:
    table = stood()
    marker = next(piece.id for piece in table.state.pieces_at(BEHIND) if piece.kind_id == "cleared")
    events = by_hand(table, marker, "markers")
    assert points(table) == (1, 0)
    assert [table.state.track(track) for track in ("isf_objectives", "isf_urban")] == [0, 1]
    assert cited(events, "cut off") == [(STADIUM, True, "ramadi 5.2i")]
    events = by_hand(table, marker, BEHIND)
    assert points(table) == (7, 0)
    assert cited(events, "cut off") == [(STADIUM, None, "ramadi 5.2i")]
    assert not list(contradictions(table.state))


@pytest.mark.rule("ramadi 5.2a", "ramadi 5.2s", "ramadi 7.2a")
def test_a_unit_put_by_hand_scores_and_takes_the_government_complex() -> None:
    table = battlefield(variable_length=True)
    clear(table, GATE, BEHIND, "0807")
    table.track("isf_vp", 3)
    by_hand(table, "cts-1", COMPLEX)
    assert points(table) == (8, 0)
    assert table.state.mark_named("game", "government_complex_taken") == 1


@pytest.mark.rule("ramadi 5.2s")
def test_points_given_by_hand_stay_when_ground_changes() -> None:
    table = stood()
    table.session.by_hand("hand-score", {"track": "isf_vp", "change": 2}, "a case", "white cell")
    assert points(table) == (9, 0)
    by_hand(table, "inf-1", "transfer")
    assert points(table) == (2, 0)


@pytest.mark.rule("ramadi 5.2s", "ramadi 5.2g", "ramadi 5.2i")
@pytest.mark.parametrize(
    ("kind", "arguments", "rule", "why"),
    [
        ("hand-score", {"track": "isf_objectives", "change": -5}, "5.2s", "the map gives 5"),
        ("hand-score", {"track": "isf_urban", "change": 1}, "5.2s", "the map gives 2"),
        ("hand-change", {"subject": GATE, "mark": "ground", "value": "lost"}, "5.2g", "units and markers"),
        ("hand-change", {"subject": BEHIND, "mark": "cut off", "value": True}, "5.2i", "hexes held"),
    ],
)
def test_the_rules_object_to_a_manual_change_of_what_follows_from_the_position(
    kind: str, arguments: dict[str, Any], rule: str, why: str
) -> None:
    table = stood()
    with pytest.raises(Objected, match=rf"{why}.*\(ramadi {rule}\)"):
        table.session.by_hand(kind, arguments, "a case", "white cell")
    assert points(table) == (7, 0)


@pytest.mark.rule("ramadi 5.2s")
def test_points_given_for_other_reasons_meet_no_objection() -> None:
    table = stood()
    table.session.by_hand("hand-score", {"track": "isis_vp", "change": 1}, "a case", "white cell")
    table.session.by_hand(
        "hand-change", {"subject": GATE, "mark": "smoke", "value": True}, "a case", "white cell"
    )
    assert points(table) == (7, 1)


@pytest.mark.rule("ramadi 5.2s")
def test_an_undone_order_takes_its_points_back() -> None:
    session = new_game(3)
    policy = session.system.policy("sensible")
    session.people = PolicyPeople({}, policy, random.Random(3))
    won: list[Event] = []
    while not any(isinstance(event, Scored) and event.track == "isf_vp" for event in won):
        number = len(session.game.log) + 1
        won = session.order(policy.order(session.state, session.legal(), random.Random(3))).events
    assert session.state.track("isf_vp") > 0
    session.take_back(number, "a case", "white cell")
    assert session.state.track("isf_vp") == session.state.track("isf_urban") == 0
    assert not list(contradictions(session.state))


@pytest.mark.rule("ramadi 5.2s", "ramadi 5.2i")
def test_the_audit_names_a_track_that_does_not_follow_from_the_map() -> None:
    session = new_game(4)
    assert audit(entries(session)).findings == []
    session.record(lambda n, t: Scored(number=n, time=t, track="isf_urban", change=3, value=3))
    session.order(session.legal()[0])
    found = [finding for finding in audit(entries(session)).findings if finding.rule == "ramadi 5.2s"]
    assert "the map gives 0, the track says 3" in found[0].message


# --- told in the log ---------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2k")
def test_a_bridge_lost_with_its_unit_is_told() -> None:
    table = battlefield()
    table.put("militia-1", "0407")
    attack_counter(table)
    events = table.order("proceed", dice=[6, 1])
    assert cited(events, "ground") == [("0407", "lost", "ramadi 5.2k")]


@pytest.mark.rule("ramadi 5.2l", "ramadi 5.2o", "ramadi 5.2g")
def test_a_marker_destroyed_and_the_hex_retaken_are_told() -> None:
    table = battlefield()
    clear(table, GATE, BEHIND)
    table.track("isf_vp", 2)
    attack_counter(table)
    events = table.order("proceed")
    assert cited(events, "ground") == [(GATE, "lost", "ramadi 5.2l")]
    assert cited(events, "cut off") == [(BEHIND, True, "ramadi 5.2i")]
    table.phase("operations", 2)
    ready(table, SOUTH, GATE, "cts-1", "cts-2")
    events = table.order("execute", target=GATE, dice=[6, 1], answers=[["cts-1"]])
    assert cited(events, "ground") == [(GATE, "held", "ramadi 5.2o")]
    assert cited(events, "cut off") == [(BEHIND, None, "ramadi 5.2i")]


@pytest.mark.rule("ramadi 5.2m")
def test_the_hex_of_a_force_that_fell_is_told() -> None:
    table = battlefield()
    ready(table, GATE, BEHIND, "militia-1", ied="ied-complex-1", fighters="f-special-forces-1")
    events = table.order("execute", target=BEHIND, dice=[1, 6])
    assert cited(events, "ground") == [(GATE, "lost", "ramadi 5.2m")]


@pytest.mark.rule("ramadi 6.5f", "ramadi 5.2a")
def test_a_win_scores_the_hex_by_its_rule() -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "cts-1", "cts-2")
    events = table.order("execute", target=GATE, dice=[6, 1], answers=[["cts-1"]])
    scored = [(e.track, e.change, e.rule) for e in events if isinstance(e, Scored)]
    assert scored == [("isf_vp", 1, "ramadi 5.2b"), ("isf_urban", 1, "ramadi 6.5f")]


@pytest.mark.rule("ramadi 7.1b")
def test_a_guarded_hex_is_told_to_count_as_occupied() -> None:
    table = battlefield(drones=True)
    clear(table, GATE)
    table.phase("assets", 1)
    events = table.order("guard", drone="drone-1", hex=GATE)
    assert cited(events, "guarded") == [(GATE, "drone-1", "ramadi 7.1b")]


# --- ground assets of a force that was cut off (6.2) -------------------------------------------------


@pytest.mark.rule("ramadi 6.2d")
def test_a_force_cut_off_before_its_operation_gets_no_ground_support() -> None:
    table = battlefield()
    clear(table, GATE)
    ready(table, BEHIND, STADIUM, "cts-1", ground="tank-1")
    by_hand(table, next(p.id for p in table.state.pieces_at(GATE) if p.kind_id == "cleared"), "markers")
    events = table.order("execute", target=STADIUM, dice=[6, 1], answers=[False])
    assert [(e.to, e.rule) for e in events if isinstance(e, PieceMoved) and e.piece == "tank-1"] == [
        ("zone-south", "ramadi 6.2d")
    ]
    assert total(events, "ISF strength") == 4 - 3 + 6


@pytest.mark.rule("ramadi 6.3a")
def test_no_more_targets_than_the_pools_have_defenders_for() -> None:
    table = battlefield()
    for counter in list(table.state.at["pool-ied"])[:-1]:
        table.put(counter, "eliminated")
    table.plan_turn(operations=5)
    table.put("cts-1", SOUTH)
    table.put("inf-1", "0910")
    table.order("plan", lead="cts-1", target=GATE)
    with pytest.raises(IllegalOrder, match="counters for 1 target") as refused:
        table.order("plan", lead="inf-1", target="0909")
    assert refused.value.rule == "ramadi 6.3a"
    assert offered(table, "plan", lead="inf-1") == set()


# --- zones of units (5.2) ----------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2e", "ramadi 6.7a")
def test_a_unit_goes_to_another_zone_by_the_transfer_box_alone() -> None:
    table = battlefield()
    clear(table, "0409", "0509", "0609", "0710")  # west by the Tamim Bridge, south by the yards
    table.put("inf-1", "0308")
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to="0509")
    assert table.state.mark_named("inf-1", "zone") == "west"
    table.phase("movement", 3)
    reach = offered(table, "move", unit="inf-1")
    assert reach >= {"0308", "0710", "0409"}
    assert SOUTH not in reach
    with pytest.raises(IllegalOrder) as refused:
        table.order("move", unit="inf-1", to=SOUTH)
    assert (refused.value.code, refused.value.rule) == ("not-linked", "ramadi 5.2e")
    table.phase("transfers", 3)
    table.order("transfer", unit="inf-1", answers=[True])
    assert table.state.mark_named("inf-1", "zone") is None
    table.phase("deployment", 4)
    table.order("deploy", unit="inf-1", to="0509")
    assert table.state.mark_named("inf-1", "zone") == "west south", (
        "either, until it moves where only one leads"
    )
    table.phase("movement", 5)
    table.order("move", unit="inf-1", to=SOUTH)
    table.phase("movement", 6)
    table.order("move", unit="inf-1", to="0710")
    assert table.state.mark_named("inf-1", "zone") == "south"


# --- movement counts at its end (6.7) ----------------------------------------------------------------


def moving() -> RamadiTable:
    table = battlefield()
    table.phase("movement", 2)
    return table


@pytest.mark.rule("ramadi 6.7b")
def test_a_lone_unit_enters_a_full_hex_and_another_makes_room() -> None:
    table = moving()
    for unit, hex in (("cts-1", GATE), ("mech-1", SOUTH), ("mech-2", SOUTH)):
        table.put(unit, hex)
    table.order("move", unit="cts-1", to=SOUTH)
    with pytest.raises(IllegalOrder, match="more than two"):
        table.order("proceed")
    table.order("move", unit="mech-1", to=GATE)
    table.order("proceed")
    assert (place(table, "cts-1"), place(table, "mech-1")) == (SOUTH, GATE)


@pytest.mark.rule("ramadi 6.7b")
def test_two_lone_units_swap_with_no_marker_and_no_point_lost() -> None:
    table = moving()
    clear(table, *[hex for hex in table.state.board.spaces if hex in FAR_HEXES][:12])
    table.put("cts-1", GATE)
    table.put("inf-1", "0909")
    table.keep_score()
    before = points(table)
    for unit, to in (("cts-1", "0909"), ("inf-1", GATE)):
        events = table.order("move", unit=unit, to=to)
        assert not [event for event in events if isinstance(event, Scored)]
    table.order("proceed")
    assert (place(table, "cts-1"), place(table, "inf-1"), points(table)) == ("0909", GATE, before)


FAR_HEXES = (*(f"{column:02}{row:02}" for column in (11, 12) for row in range(3, 10)), "0603", "0802")


@pytest.mark.rule("ramadi 6.7b", "ramadi 5.2n")
def test_a_hex_left_without_a_marker_reverts_when_movement_ends() -> None:
    table = moving()
    clear(table, *[hex for hex in table.state.board.spaces if hex in FAR_HEXES][:12])
    table.put("cts-1", GATE)
    table.track("isf_vp", 1)
    table.order("move", unit="cts-1", to=SOUTH)
    assert GATE in held_hexes(table.state)
    events = table.order("proceed")
    assert GATE not in held_hexes(table.state)
    assert cited(events, "ground") == [(GATE, "lost", "ramadi 5.2n")]
    assert points(table) == (0, 0)


# --- what ISIS attacks first (6.6) -------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.6b", "ramadi 6.6c")
def test_a_marker_that_no_other_hex_hangs_on_is_not_attacked_before_a_unit() -> None:
    table = battlefield()
    clear(table, GATE, "0909")
    table.put("cts-1", BEHIND)
    table.put("militia-1", STADIUM)
    attack_counter(table)
    assert network(table.state).points == 8
    events = table.order("proceed", dice=[1, 6])
    assert rolled(events) == [
        "ISIS attack",
        "ISF defence",
    ]
    assert {GATE, "0909"} <= held_hexes(table.state)


# --- two outcomes (5.1) ------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.1d", "ramadi 6.5d")
def test_a_win_that_nobody_is_left_to_advance_from_is_a_defeat() -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "cts-1", asset="emir-1")
    events = table.order("execute", target=GATE, dice=[6, 1, 6])
    assert points(table) == (0, 2)
    assert [e.rule for e in events if isinstance(e, Scored) and e.track == "isis_vp"] == [
        "ramadi 5.2r",
        "ramadi 5.1d",
    ]
    assert "hunt for the Emir" not in rolled(events)


# --- the end of the game (7.2) -----------------------------------------------------------------------


@pytest.mark.rule("ramadi 7.2a", "ramadi 7.2b")
@pytest.mark.parametrize(("turn", "die", "over"), [(5, 5, False), (5, 6, True), (10, 1, True)])
def test_the_die_is_rolled_when_the_operations_of_the_turn_are_done(turn: int, die: int, over: bool) -> None:
    table = battlefield(variable_length=True)
    table.put("cts-1", COMPLEX)
    table.mark("game", "government_complex_taken", 3)
    table.phase("operations", turn)
    events = table.order("proceed", dice=[die])
    assert rolled(events) == [f"does the game end in turn {turn}"]
    assert total(events, "end of the game (more than 10)") == turn + die
    verdict = table.state.verdict
    assert (verdict is not None) is over
    assert verdict is None or verdict.rule == "ramadi 7.2b"


@pytest.mark.rule("ramadi 7.2a")
def test_the_last_turn_is_played_after_a_capture() -> None:
    table = battlefield(variable_length=True)
    table.put("cts-1", COMPLEX)
    table.mark("game", "government_complex_taken", 8)
    table.phase("operations", 9)
    table.order("proceed", dice=[1])
    advance_to(table, 10, "planning")
    assert table.state.verdict is None


# --- boards and logs of others -----------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2c")
def test_a_board_says_by_its_tags_which_hex_is_the_government_complex() -> None:
    from msgspec.structs import replace

    from adjudication.systems.ramadi.table.board import government_complex

    data = RamadiTable().state.board.data
    renamed = replace(data, spaces=tuple(replace(space, name=f"hex {space.id}") for space in data.spaces))
    assert government_complex(Board(renamed)) == COMPLEX
    bare = replace(renamed, spaces=tuple(replace(space, tags=()) for space in renamed.spaces))
    with pytest.raises(BadData, match="tags 0 hexes as government-complex"):
        government_complex(Board(bare))


@pytest.mark.rule("ramadi 5.2e", "ramadi 6.6b", "ramadi 6.7b", "ramadi 5.1d", "ramadi 7.2a")
def test_a_game_by_the_other_readings_is_played_and_audited() -> None:
    session = new_game(7, READINGS)
    policy = session.system.policy("sensible")
    session.people = PolicyPeople({}, policy, random.Random(7))
    while session.state.verdict is None:
        session.order(policy.order(session.state, session.legal(), random.Random(7)))
    assert audit(entries(session)).findings == []
    assert (
        Game.from_entries(session.game.id, entries(session)).state.tracks.keys()
        == session.state.tracks.keys()
    )
