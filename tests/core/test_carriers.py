"""Pieces aboard others: where they are, who sees them, what happens to them; and names that are nothing's."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody, RuleCodeFault, Umpire
from domain.errors import BadData, NotFound, Refused
from domain.events import PieceData, PieceMoved
from domain.game.game import Game
from domain.table.derived import derived
from domain.table.dice import ScriptedDice
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.state import State
from domain.views.view import WHITE, see, see_log
from reports.maps.arrows import arrows_of
from reports.maps.drawing import in_words, map_svg
from reports.maps.text import map_text
from reports.story.control import held
from reports.story.turns import tell
from tests.core.games import SECRET, TIME, findings, new_game, play_orders, random_people, seat, table
from tests.toys import landing
from tests.toys.kit import Bare

RULE = "house"


def laid() -> State:
    """The landing as it is laid out, both companies ashore in the port beside two ships."""
    return new_game((landing.NAME, {})).state


def umpire_on(state: State) -> Umpire:
    """An umpire for whatever a test tells."""
    return Umpire(state, 1, ScriptedDice([1] * 20), Nobody(), TIME)


def loaded() -> State:
    """A Company aboard LST 1."""
    state = laid()
    umpire_on(state).load("coy-a", "lst-1", rule=RULE)
    return state


# --- where things are ----------------------------------------------------------------------------


def test_cargo_is_where_its_carrier_is() -> None:
    state = loaded()
    assert [piece.id for piece in state.aboard("lst-1")] == ["coy-a"]
    assert [piece.id for piece in state.pieces_at("s11")] == ["lst-1", "lst-2", "coy-b"]
    umpire = umpire_on(state)
    umpire.move("lst-1", "s22", rule=RULE)
    assert state.where("coy-a") == state.where("lst-1") == "s22"
    assert state.pieces["coy-a"].place == "lst-1"
    assert [event.piece for event in umpire.fresh if isinstance(event, PieceMoved)] == ["lst-1"]
    umpire.unload("coy-a", rule=RULE)
    assert state.pieces["coy-a"].place == "s22"
    assert state.aboard("lst-1") == []


def test_carriers_go_aboard_carriers() -> None:
    state = loaded()
    umpire = umpire_on(state)
    umpire.load("lst-1", "lst-2", rule=RULE)
    umpire.load("coy-b", "coy-a", rule=RULE)
    umpire.move("lst-2", "s33", rule=RULE)
    assert {id: state.where(id) for id in ("lst-1", "coy-a", "coy-b")} == dict.fromkeys(
        ("lst-1", "coy-a", "coy-b"), "s33"
    )
    assert [piece.id for piece in state.aboard("lst-2")] == ["lst-1"]
    assert [piece.id for piece in state.aboard("lst-2", deep=True)] == ["lst-1", "coy-a", "coy-b"]
    for carrier in ("coy-b", "coy-a", "lst-1", "lst-2"):
        with pytest.raises(RuleCodeFault, match="which lst-2 carries or is"):
            umpire.load("lst-2", carrier, rule=RULE)
    assert state.where("lst-2") == "s33"


def test_what_was_worked_out_from_places_is_forgotten_when_a_carrier_moves() -> None:
    state = loaded()

    @derived
    def where(state: State) -> list[str]:
        return [state.where(each.id) for each in state.of_group("company") if each.side == "blue"]

    @derived
    def coast(state: State) -> frozenset[str]:
        return frozenset(state.where(each.id) for each in state.of_group("company"))

    assert (where(state), coast(state) >= {"s11"}) == (["s11", "s11"], True)
    umpire_on(state).move("lst-1", "s12", rule=RULE)
    assert (where(state), coast(state) >= {"s12"}) == (["s12", "s11"], True)


def test_a_journal_puts_cargo_back() -> None:
    state = laid()
    before = table(state), state.unseen
    journal = Journal(state)
    mark = journal.mark()
    for number, (piece, origin, to) in enumerate(
        [("coy-a", "s11", "lst-1"), ("lst-1", "s11", "s12"), ("coy-a", "lst-1", "c12")], start=9
    ):
        journal.apply(PieceMoved(number=number, piece=piece, origin=origin, to=to))
    assert state.where("coy-a") == "c12"
    journal.back_to(mark)
    assert (table(state), state.unseen) == before
    assert state.aboard("lst-1") == []


# --- nobody is lost silently ---------------------------------------------------------------------


def test_no_carrier_leaves_the_game_with_its_cargo() -> None:
    state = loaded()
    umpire = umpire_on(state)
    says = "lst-1 leaves the game with coy-a aboard; unload or remove these first"
    with pytest.raises(RuleCodeFault, match=says):
        umpire.move("lst-1", "lost", rule=RULE)
    with pytest.raises(RuleCodeFault, match=says):
        umpire.remove("lst-1", rule=RULE)
    assert not umpire.fresh
    umpire.unload("coy-a", "lost", rule=RULE)
    umpire.move("lst-1", "lost", rule=RULE)
    umpire.remove("lst-1", rule=RULE)
    assert "lst-1" not in state.pieces
    assert state.pieces["coy-a"].place == "lost"


def test_what_is_aboard_nothing_is_not_unloaded() -> None:
    with pytest.raises(RuleCodeFault, match="it unloads coy-a, which is aboard nothing"):
        umpire_on(laid()).unload("coy-a", rule=RULE)


# --- who sees it ---------------------------------------------------------------------------------


def test_cargo_of_a_hidden_carrier_is_hidden() -> None:
    state = loaded()
    assert "coy-a" in {piece.id for piece in see(state, "blue").pieces}
    red = see(state, "red")
    assert "coy-a" not in {piece.id for piece in red.pieces}
    assert {piece.carries for piece in red.pieces} == {()}
    umpire_on(state).reveal("lst-1", rule=RULE)
    shown = {piece.id: piece for piece in see(state, "red").pieces}
    assert (shown["coy-a"].place, shown["coy-a"].aboard) == ("s11", "lst-1")
    assert shown["lst-1"].carries == ("A Company",)
    umpire_on(state).hide("coy-a", known_to=("blue",), rule=RULE)
    (carrier,) = (piece for piece in see(state, "red").pieces if piece.id == "lst-1")
    assert carrier.carries == ("hidden piece",)


def played(*orders: Order) -> Session:
    """The landing with these orders given."""
    session = Session(landing.SYSTEM, new_game((landing.NAME, {})), ScriptedDice([6] * 30))
    session.begin()
    for order in orders:
        session.order(order)
    return session


LOADED = (Order("blue", "load", {"company": "coy-a", "ship": "lst-1"}), Order("red", "pass"))
SAILED = (*LOADED, Order("blue", "sail", {"piece": "lst-1", "to": "s21"}), Order("red", "pass"))
LANDED = (
    *SAILED,
    Order("blue", "sail", {"piece": "lst-1", "to": "s32"}),
    Order("red", "pass"),
    Order("blue", "land", {"company": "coy-a"}),
)


def told(session: Session, viewer: str) -> list[str]:
    """The moves of a game in the words of a viewer's log."""
    return [line.words for line in tell(session.game, viewer) if line.kind == "piece-moved"]


def test_loading_and_landing_in_words() -> None:
    session = played(*LANDED)
    assert told(session, WHITE)[0] == "A Company: loaded aboard LST 1 at s11"
    assert told(session, "blue")[-1] == "A Company: unloaded from LST 1 to c12"
    red = told(session, "red")
    assert red[0] == "A Company: s11 to an unknown place"
    assert red[-1] == "A Company: from an unknown place to c12"
    assert "LST" not in " ".join(red)


def test_a_log_hides_what_is_aboard_until_it_lands() -> None:
    at_sea = played(*SAILED)
    umpire_on(at_sea.state).mark("coy-a", Mark[object]("seasick"), True, rule=RULE)
    assert "coy-a" not in see(at_sea.state, "red").marks
    lines = [str(line.fields) for line in see_log(at_sea.game.log, "red") if line.event != "board-laid"]
    assert sum("coy-a" in line for line in lines) == 1, "the loading alone"
    assert sum("coy-a" in str(line.fields) for line in see_log(at_sea.game.log, "blue")) > 1


def test_maps_tell_of_cargo_with_its_carrier() -> None:
    state = played(*LOADED).state
    for told in (map_svg(state), map_text(state), in_words(state, WHITE, {})):
        assert "carrying A Company" in " ".join(told.split())
    assert ">+1</text>" in map_svg(state)
    assert "A Company" not in map_svg(state, "red")
    assert "A Company" not in map_text(state, "red")
    assert held(state, WHITE)["s11"] == "blue"


def test_no_arrow_is_drawn_for_loading_and_landing_shows_one() -> None:
    session = played(*LANDED)
    lines = tell(session.game, "blue")
    laid_out = see(laid(), "blue")
    loading = [line for line in lines if ": loaded" in line.words]
    assert arrows_of(loading, laid_out, session.state.board) == ()
    landing_lines = [line for line in lines if ": unloaded" in line.words]
    at_sea = see(played(*LANDED[:-1]).state, "blue")
    (arrow,) = arrows_of(landing_lines, at_sea, session.state.board)
    assert (arrow.kind, arrow.origin, arrow.to) == ("move", "s32", "c12")


# --- in all uses ---------------------------------------------------------------------------------


def test_a_lost_ship_takes_down_who_cannot_swim() -> None:
    session = played(*SAILED)
    session.dice = ScriptedDice([1, 3])
    session.order(Order("blue", "sail", {"piece": "lst-1", "to": "s32"}))
    assert {session.state.pieces[id].place for id in ("lst-1", "coy-a")} == {"lost"}
    assert session.state.track("losses-blue") == 2


def test_the_odds_of_a_voyage_count_the_cargo() -> None:
    session = played(*SAILED)
    sail = Order("blue", "sail", {"piece": "lst-1", "to": "s32"})
    found = odds(session.system, session.state, [sail], WHITE)
    assert found.exact
    lost = sum(
        outcome.probability
        for outcome in found.outcomes
        if any(fate.piece == "coy-a" and fate.place == "lost" for fate in outcome.fates)
    )
    assert float(lost) == pytest.approx(1 / 6 * 1 / 2)


def test_a_game_with_cargo_is_audited_and_undone() -> None:
    session = seat(new_game((landing.NAME, {})), random_people(2))
    session.begin()
    session.order(LOADED[0])
    session.order(Order("red", "pass"))
    session.order(Order("blue", "sail", {"piece": "lst-1", "to": "s21"}))
    first = session.game.log[-1].procedure
    session.take_back(first, "Zoe", "the wrong ship")
    assert session.state.where("coy-a") == "s11"
    play_orders(session, 6, random.Random(3))
    session.close(SECRET)
    assert not findings(session.game.log).findings


# --- by hand -------------------------------------------------------------------------------------


def by_hand(session: Session, kind: str, **arguments: Any) -> None:
    session.by_hand(f"hand-{kind}", arguments, "the umpire says so", "Zoe")


def test_by_hand_a_piece_goes_aboard_and_ashore() -> None:
    session = played()
    by_hand(session, "move", piece="coy-b", to="lst-2")
    by_hand(session, "move", piece="lst-2", to="s33")
    assert session.state.where("coy-b") == "s33"
    by_hand(session, "move", piece="coy-b", to="c12")
    assert session.state.pieces["coy-b"].place == "c12"
    assert not findings(session.game.log).findings


@pytest.mark.parametrize(
    ("kind", "arguments", "says"),
    [
        ("move", {"piece": "lst-1", "to": "coy-a"}, "lst-1 cannot go aboard coy-a"),
        ("move", {"piece": "lst-1", "to": "lst-1"}, "lst-1 cannot go aboard lst-1"),
        ("move", {"piece": "coy-a", "to": "lst-1"}, "coy-a is aboard lst-1 already"),
        ("move", {"piece": "lst-1", "to": "lost"}, "lst-1 carries coy-a; move these first"),
        ("remove", {"piece": "lst-1"}, "lst-1 carries coy-a; move these first"),
        ("move", {"piece": "coy-a", "to": "atlantis"}, "There is no space 'atlantis'"),
        ("move", {"piece": "nobody", "to": "s11"}, "There is no piece 'nobody'"),
        ("score", {"track": "mood", "change": 1}, "There is no track 'mood'"),
        ("change", {"subject": "nobody", "mark": "lost", "value": True}, "no piece, space or side 'nobody'"),
        ("look-up", {"table": "fate", "keys": {}}, "no table 'fate'"),
        ("change", {"subject": "coy-a", "owner": "green"}, "There is no side 'green'"),
    ],
)
def test_by_hand_what_cannot_be_is_refused(kind: str, arguments: dict[str, Any], says: str) -> None:
    session = played(*LOADED)
    before = list(session.game.log)
    with pytest.raises((BadData, NotFound), match=says) as refused:
        by_hand(session, kind, **arguments)
    assert not isinstance(refused.value, RuleCodeFault)
    assert session.game.log == before


# --- what rule code may not name -----------------------------------------------------------------

FAULTS: list[tuple[str, Callable[[Umpire], Any], str]] = [
    ("move where", lambda u: u.move("coy-a", "atlantis", rule=RULE), "a space 'atlantis' that is not on the"),
    ("move what", lambda u: u.move("nobody", "s11", rule=RULE), "a piece 'nobody' that is not in the game"),
    ("move aboard", lambda u: u.move("coy-a", "lst-1", rule=RULE), "'lst-1' is a piece, not a space; to put"),
    ("load what", lambda u: u.load("nobody", "lst-1", rule=RULE), "a piece 'nobody'"),
    ("load where", lambda u: u.load("coy-a", "s12", rule=RULE), "a piece 's12' that is not in the game"),
    ("unload what", lambda u: u.unload("nobody", rule=RULE), "a piece 'nobody'"),
    ("change", lambda u: u.change("nobody", steps=1, rule=RULE), "a piece 'nobody'"),
    ("change side", lambda u: u.change("coy-a", side="green", rule=RULE), "a side 'green'; the sides are"),
    ("place twice", lambda u: u.place(PieceData("s11", "rifles", "s12"), rule=RULE), "which is a space or"),
    ("place kind", lambda u: u.place(PieceData("x", "tank", "s12"), rule=RULE), "a kind 'tank' that is unkn"),
    ("place where", lambda u: u.place(PieceData("x", "rifles", "mars"), rule=RULE), "a space 'mars'"),
    ("remove", lambda u: u.remove("nobody", rule=RULE), "a piece 'nobody'"),
    ("reveal", lambda u: u.reveal("nobody", rule=RULE), "a piece 'nobody'"),
    ("hide", lambda u: u.hide("coy-a", known_to=("green",), rule=RULE), "a side 'green'"),
    ("score", lambda u: u.score("mood", 1, rule=RULE), "a track 'mood' that this scenario does not have"),
    (
        "mark",
        lambda u: u.mark("mood", Mark[object]("bad"), True, rule=RULE),
        "it marks 'mood', which is no space, piece",
    ),
    ("audience", lambda u: u.move("coy-a", "s12", rule=RULE, audience=("green",)), "a side 'green'"),
    ("phase", lambda u: u.enter_phase(1, "x", side="green", rule=RULE), "a side 'green'"),
    ("declare", lambda u: u.declare("green", "x", rule=RULE), "a side 'green'"),
    ("draw from", lambda u: u.draw("cup", "x", to="s11", rule=RULE), "a space 'cup'"),
    ("draw to", lambda u: u.draw("s11", "x", to="mars", rule=RULE), "a space 'mars'"),
    ("shuffle", lambda u: u.shuffle("deck", rule=RULE), "a space 'deck'"),
    ("look up", lambda u: u.look_up("fate", rule=RULE), "it looks up a table 'fate'"),
    ("choose", lambda u: u.choose("green", "x?", [1, 2], rule=RULE), "a side 'green'"),
    ("together", lambda u: u.choose_together("x?", {"green": [1, 2]}, rule=RULE), "a side 'green'"),
]


@pytest.mark.parametrize(("what", "does", "says"), FAULTS, ids=[what for what, _, _ in FAULTS])
def test_rule_code_that_names_what_is_not_there_has_a_fault(
    what: str, does: Callable[[Umpire], Any], says: str
) -> None:
    umpire = umpire_on(laid())
    before = table(umpire.state)
    with pytest.raises(RuleCodeFault) as fault:
        does(umpire)
    assert isinstance(fault.value, Refused), "a command shows it in one sentence"
    sentence = fault.value.sentence
    assert says in sentence
    assert sentence.startswith("The rule code of toy-landing has a fault: ")
    assert f"({RULE})" in sentence
    assert not umpire.fresh
    assert table(umpire.state) == before


@pytest.mark.parametrize(("what", "does", "says"), FAULTS, ids=[what for what, _, _ in FAULTS])
def test_a_fault_shows_in_play_and_in_odds_and_leaves_the_log_as_it_was(
    what: str, does: Callable[[Umpire], Any], says: str
) -> None:
    def faulty(umpire: Umpire, order: Bare) -> None:
        umpire.roll(6, "something first", rule=RULE)
        does(umpire)

    kind = OrderKind("pass", Bare, faulty, RULE, "A fault.")
    system = RuleSystem(**{**vars(landing.SYSTEM), "orders": {"pass": kind}})
    game = new_game((landing.NAME, {}))
    session = Session(system, game, ScriptedDice([6] * 9))
    session.begin()
    before = list(game.log)
    with pytest.raises(RuleCodeFault, match="have a fault"):
        session.order(Order("blue", "pass"))
    assert game.log == before
    assert Game.from_events(game.id, before).state.number == session.state.number
    if what != "audience":  # who may know is no matter of odds
        with pytest.raises(Refused, match="have a fault"):
            odds(system, session.state, [Order("blue", "pass")], WHITE)
