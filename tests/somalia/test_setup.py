"""Setting up (10) and the beginning of the game."""

import pytest

import adjudication.systems.somalia.between_turns.deployment as deployment
from domain.errors import IllegalOrder
from domain.events import Picked, PieceMoved
from tests.somalia.board import at, run, table, tracks
from tests.table import Table

LEADERS = ["leader-pink", "leader-orange", "leader-yellow", "leader-purple"]
GANGS = {
    colour: [f"{colour}-1{letter}" for letter in "abc"] for colour in ("pink", "orange", "yellow", "purple")
}


def new(scenario: str = "") -> Table:
    """A game that has begun; each draw gave the first in the cup."""
    return Table("somalia", scenario, dice="scripted")


def set_up(game: Table) -> None:
    """The Bandit player sets up each faction in a Zone of its own."""
    zones = ("guban", "berbera", "erigayo", "hardiyo")
    for (colour, gangs), zone in zip(GANGS.items(), zones, strict=True):
        game.order("deploy", side="bandit", units=[*gangs, f"leader-{colour}"], to=zone)


@pytest.mark.rule("somalia 10.0a")
def test_three_of_each_faction_are_drawn_at_random_and_the_leaders_wait_with_them() -> None:
    game = new()
    waiting = [piece.id for piece in game.state.pieces_at("deploying")]
    assert sorted(waiting) == sorted([*LEADERS, *(gang for gangs in GANGS.values() for gang in gangs)])
    picks = [event for event in game.session.game.log if isinstance(event, Picked)]
    assert [len(pick.options) for pick in picks] == [10, 9, 8] * 4
    assert game.state.phase == "deployment"
    assert game.state.side == "bandit"


@pytest.mark.rule("somalia 10.0a")
def test_a_leader_that_does_not_wait_yet_comes_to_the_set_up() -> None:
    case = table(leader_pink="deploying")
    events = run(case, deployment.begin, dice=[1] * 12)
    came = [event.piece for event in events if isinstance(event, PieceMoved)]
    assert sorted(piece for piece in came if piece in LEADERS) == sorted(LEADERS[1:])
    assert {at(case, leader) for leader in LEADERS} == {"deploying"}
    assert len(came) == 12 + 3
    factions = [case.state.pieces[piece].kind.data["faction"] for piece in came]
    assert factions == ["pink"] * 3 + ["orange"] * 4 + ["yellow"] * 4 + ["purple"] * 4


@pytest.mark.rule("somalia 10.0c")
def test_the_other_units_lie_in_their_cups() -> None:
    state = new().state
    assert len(state.pieces_at("bandit-cup")) == 28
    assert {piece.kind.group for piece in state.pieces_at("bandit-cup")} == {"gang"}
    assert len(state.pieces_at("un-cup")) == 18
    assert all(piece.kind.data.get("us") for piece in state.pieces_at("us-cup"))
    assert len(state.pieces_at("us-cup")) == 13


@pytest.mark.rule("somalia 10.0a")
def test_the_set_up_ends_when_all_stand_on_the_map() -> None:
    game = new()
    with pytest.raises(IllegalOrder, match="16 counters are still to be set up"):
        game.order("proceed", side="bandit")
    with pytest.raises(IllegalOrder, match="still to be set up, each once"):
        game.order("deploy", side="bandit", units=["pink-1a", "pink-1a"], to="guban")
    with pytest.raises(IllegalOrder, match="still to be set up, each once"):
        game.order("deploy", side="bandit", units=["pink-3a"], to="guban")
    with pytest.raises(IllegalOrder, match="markers is not a Zone"):
        game.order("deploy", side="bandit", units=["pink-1a"], to="markers")
    set_up(game)
    assert at(game, "leader-yellow") == "erigayo"


@pytest.mark.rule("somalia 8.41b", "somalia 10.0a")
def test_factions_keep_apart_in_the_set_up_unless_a_leader_of_one_is_there() -> None:
    game = new()
    game.order("deploy", side="bandit", units=["pink-1a"], to="jilib")
    with pytest.raises(IllegalOrder, match="unless a Leader of one") as refused:
        game.order("deploy", side="bandit", units=["orange-1a"], to="jilib")
    assert refused.value.rule == "somalia 8.41b"
    with pytest.raises(IllegalOrder, match="unless a Leader of one"):
        game.order("deploy", side="bandit", units=["orange-1a", "leader-yellow"], to="jilib")
    game.order("deploy", side="bandit", units=["orange-1a", "leader-orange"], to="jilib")
    game.order("deploy", side="bandit", units=["yellow-1a"], to="jilib")
    assert at(game, "yellow-1a") == "jilib"


@pytest.mark.rule("somalia 10.0b", "somalia 10.0d", "somalia 10.0e", "somalia 10.0f", "somalia 3.0b")
def test_the_un_has_a_unit_and_a_base_at_the_airport_and_turn_1_begins_with_logistics() -> None:
    game = new()
    set_up(game)
    phases = [
        (event.turn, event.phase)  # type: ignore[attr-defined]
        for event in game.order("proceed", side="bandit", dice=[3, 4, 5, 6], answers=[["pakistan"], "bandit"])
        if type(event).__name__ == "PhaseEntered"
    ]
    assert phases == [(1, "logistics"), (1, "operations")]
    unit = game.state.pieces["pakistan"]
    assert (unit.place, unit.value("firepower"), unit.value("contact")) == ("mogadishu-airport", 3, 2)
    assert at(game, "base-1") == "mogadishu-airport"
    blue = [piece.id for piece in game.state.of_group("military") if piece.place not in ("un-cup", "us-cup")]
    assert blue == ["pakistan"]
    assert tracks(game, "famine", "sp-un", "last-turn", "vp-un", "vp-bandit") == (7, 11, 24, 0, 0)


@pytest.mark.rule("somalia 6.21a")
@pytest.mark.parametrize(("answer", "guards"), [(["pakistan"], "base-1"), ([], None)])
def test_the_un_says_whether_its_unit_stands_with_the_base(answer: list[str], guards: str | None) -> None:
    game = new()
    set_up(game)
    game.order("proceed", side="bandit", dice=[3, 4, 5, 6], answers=[answer, "bandit"])
    assert game.state.mark_named("pakistan", "guards") == guards


@pytest.mark.rule("somalia 1.0b", "somalia 10.0f")
def test_the_calendar_has_24_turns_of_a_month_each() -> None:
    state = new().state
    assert [state.date(turn).name for turn in (1, 12, 24)] == [
        "December 1992",
        "November 1993",
        "November 1994",
    ]
    assert state.date(25).name == ""
    assert state.track("last-turn") == 24


@pytest.mark.rule("somalia 2.2b")
def test_supply_points_are_a_number_in_each_pool() -> None:
    state = new().state
    assert (state.track("sp-un"), state.track("sp-bandit")) == (0, 0)
    assert not [piece for piece in state.pieces.values() if piece.kind.group == "sp"]


@pytest.mark.rule("somalia 2.2c")
def test_each_bandit_is_of_one_of_four_colours_and_us_units_are_told_from_un_units() -> None:
    pieces = new().state.pieces.values()
    gangs = [piece for piece in pieces if piece.kind.group == "gang" and piece.side == "bandit"]
    colours = [piece.kind.data["faction"] for piece in gangs]
    assert {colour: colours.count(colour) for colour in GANGS} == dict.fromkeys(GANGS, 10)
    military = [piece for piece in pieces if piece.kind.group == "military"]
    assert {piece.place for piece in military if piece.kind.data.get("us")} == {"us-cup"}
    assert {piece.place for piece in military if not piece.kind.data.get("us")} == {
        "un-cup",
        "mogadishu-airport",
    }


@pytest.mark.rule("somalia 3.0c")
def test_missions_are_conducted_in_the_operations_phase() -> None:
    game = new()
    with pytest.raises(IllegalOrder, match="given in operations"):
        game.order("flush", side="un", zone="jilib", units=["pakistan"])
    set_up(game)
    game.order("proceed", side="bandit", dice=[3, 4, 5, 6], answers=[["pakistan"], "un"])
    game.order("flush", side="un", zone="jilib", units=["pakistan"], answers=["bandit"])
    assert game.state.mark_named("pakistan", "done") is True
