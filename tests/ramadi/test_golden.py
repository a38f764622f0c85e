"""What the player can see, and cannot: a whole transcript, and the face-down counters in every view."""

import difflib
import random
from collections.abc import Iterator

import msgspec
import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.session import Session
from domain.events import Event
from domain.table.state import Piece, State
from domain.views.view import see, see_log
from tests.ramadi.cases import RESULTS, battlefield
from tests.ramadi.golden import GOLDEN, Script, event_line, transcript
from tests.ramadi.playing import combination, new_game
from tests.ramadi.table import RamadiTable

ISIS_GROUPS = ("ied", "fighters", "isis asset")


def test_the_golden_game_reads_as_it_was_approved() -> None:
    now = transcript().splitlines()
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(approved, now, "approved", "now", lineterm="", n=1))
    assert difference == [], "\n".join(difference[:60])


def face_down(state: State) -> list[Piece]:
    """The ISIS counters that the player may not know."""
    return [
        piece for piece in state.pieces.values() if piece.kind.group in ISIS_GROUPS and piece.known_to == ()
    ]


def check_state_view(state: State, viewer: str) -> None:
    """No id or name of a face-down counter is anywhere in a side's view; nor is its kind in its place."""
    view = see(state, viewer)
    hidden = face_down(state)
    text = msgspec.json.encode(view).decode()
    for piece in hidden:
        assert f'"{piece.id}"' not in text
        assert f'"{piece.name}"' not in text
    unknown = [piece for piece in view.pieces if not piece.known]
    assert len(unknown) == len(hidden)
    for piece_view in unknown:
        told = {name for name, value in msgspec.to_builtins(piece_view).items() if value not in ("", {}, 0)}
        assert told == {"place", "side", "back"}
        assert piece_view.back in ("ISIS IED", "ISIS fighters", "ISIS asset")


def check_log_lines(session: Session, before: int, hidden: set[str], viewer: str) -> int:
    """New lines name no counter that stayed face down all through the order; how many lines there are."""
    lines = see_log(session.game.log, viewer)
    text = "\n".join(event_line(line) for line in lines[before:])
    for name in hidden:
        assert f"{name} " not in f"{text} ".replace("\n", " "), f"{name} shows in the log of {viewer}"
    return len(lines)


def stayed_hidden(before: State, events: list[Event], after: State) -> set[str]:
    """Ids and names of counters that were face down before and after an order, and never turned up in it."""
    turned = {getattr(event, "piece", None) for event in events if getattr(event, "sides", ()) is None}
    return {
        name
        for piece in face_down(after)
        if before.pieces[piece.id].known_to == () and piece.id not in turned
        for name in (piece.id, piece.name)
    }


@pytest.mark.rule("ramadi 9.0b", "ramadi 6.3b")
@pytest.mark.parametrize(("policy", "seed"), [("random", 3), ("sensible", 4)])
@pytest.mark.parametrize("viewer", ["isf", "isis"])
def test_no_view_names_a_face_down_counter(policy: str, seed: int, viewer: str) -> None:
    session = new_game(seed, combination(31 - 2))
    chance = random.Random(seed)
    player = session.system.policy(policy)
    session.people = PolicyPeople({}, player, chance)
    checked = lines = 0
    while session.state.verdict is None and session.state.turn < 4:
        before = session.state.copy()
        events = session.order(player.order(session.state, session.legal(), chance)).events
        check_state_view(session.state, viewer)
        if before.phase in ("assets", "operations"):
            hidden = stayed_hidden(before, events, session.state)
            checked += len(hidden)
            lines = check_log_lines(session, lines, hidden, viewer)
    assert checked > 100


@pytest.mark.rule("ramadi 9.0b", "ramadi 6.3b", "ramadi 6.3c", "ramadi 6.3d")
def test_nothing_shows_in_the_golden_game() -> None:
    script = Script()
    session = script.table.session
    lines = len(see_log(session.game.log, "isf"))
    before, length = session.state.copy(), len(session.game.log)
    for _ in script.play():
        check_state_view(session.state, "isf")
        hidden = stayed_hidden(before, session.game.log[length:], session.state)
        lines = check_log_lines(session, lines, hidden, "isf")
        before, length = session.state.copy(), len(session.game.log)


def as_seen(table: RamadiTable, viewer: str = "isf") -> tuple[bytes, bytes]:
    """A side's whole view of table and log, as it would be sent."""
    state, log = table.state, table.session.game.log
    return msgspec.json.encode(see(state, viewer)), msgspec.json.encode(see_log(log, viewer))


def drawn_differently() -> Iterator[list[str]]:
    yield ["ied-poor-1", "f-militia-1", "civilians-1"]
    yield ["ied-complex-2", "f-special-forces-2", "emir-1"]
    yield ["ied-deep-1", "f-adversity-3", "attack-4"]


@pytest.mark.rule("ramadi 6.3b", "ramadi 9.0b")
def test_whatever_was_drawn_the_player_sees_the_same() -> None:
    views = []
    for counters in drawn_differently():
        table = battlefield()
        table.plan_turn()
        table.put("cts-1", "0810")
        table.order("plan", lead="cts-1", target="0809")
        table.order("proceed")
        table.order("proceed", dice=table.draws(*counters))
        views.append(as_seen(table))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("ramadi 6.3b", "ramadi 6.3d", "ramadi 9.0b")
def test_a_counter_that_went_back_and_is_drawn_again_cannot_be_told() -> None:
    """An Attack counter that all have seen goes back to the pool; what is drawn next may be it, or not."""
    views = []
    for second in ("attack-3", "emir-2", "sv-ied-1"):
        table = battlefield()
        table.put("attack-1", "attack")
        table.session.adopt_table("operations_results", RESULTS, "a case")
        table.plan_turn()
        for lead, target in (("cts-1", "0809"), ("cts-2", "0710")):
            table.put(lead, "0810")
            table.order("plan", lead=lead, target=target)
        table.order("proceed")
        defenders = ("ied-poor-1", "f-militia-1", "attack-3", "ied-poor-2", "f-militia-2", "vb-ied-1")
        table.order("proceed", dice=table.draws(*defenders))
        table.order("execute", target="0809", dice=[table.draws("air-defence-1")[0], 6, 1])
        table.order("execute", target="0710", dice=[6, 1])
        table.put("attack-1", "pool-assets")
        table.order("proceed")
        table.plan_turn(2)
        table.put("mech-1", "0910")
        table.order("plan", lead="mech-1", target="0909")
        table.order("proceed")
        table.order("proceed", dice=table.draws("ied-poor-3", "f-militia-3", second))
        views.append(as_seen(table))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("ramadi 6.3c", "ramadi 6.3b")
def test_the_replacement_is_turned_up_and_nothing_else_is() -> None:
    table = battlefield()
    table.plan_turn()
    for lead, target in (("cts-1", "0809"), ("cts-2", "0710")):
        table.put(lead, "0810")
        table.order("plan", lead=lead, target=target)
    table.order("proceed")
    defenders = ("ied-poor-1", "f-militia-1", "attack-3", "ied-deep-2", "f-specialists-2", "emir-2")
    table.order("proceed", dice=table.draws(*defenders))
    hidden_before = {piece.id for piece in face_down(table.state)}
    table.order("execute", target="0809", dice=[*table.draws("vb-ied-1"), 6, 1])
    assert table.state.pieces["attack-3"].known_to is None
    assert {piece.id for piece in face_down(table.state)} == hidden_before - {"attack-3"}
    for waiting in ("ied-deep-2", "f-specialists-2", "emir-2"):
        assert table.state.pieces[waiting].known_to == ()
