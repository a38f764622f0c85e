"""Contacts: what a side calls pieces that it sees and does not know, in views, orders, answers, refusals."""

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.engine import texts
from adjudication.engine.contacts import naming
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.engine.session import Session
from domain.errors import BadData, IllegalOrder
from domain.events import Chosen, CountersLaid, Event, OrderGiven, PieceKnown, SeatTaken
from domain.events.seen import Player
from domain.game.game import Game
from domain.table.contacts import PREFIX
from domain.table.dice import ScriptedDice
from domain.texts import Text
from domain.views.view import WHITE, see_log
from tests.cli.conftest import Cell
from tests.core.games import SECRET, findings, new_game, random_people, seat
from tests.toys.hunt import Strike
from tests.worlds.rearranging import renumbered
from tests.worlds.test_commands import kept


def hunt(*faces: int) -> Session:
    """A hunt that has begun; faces: what is rolled, where dice are scripted."""
    game = new_game(("toy-hunt", {}), "scripted" if faces else "sealed")
    session = Session(load("toy-hunt"), game, ScriptedDice(list(faces))) if faces else seat(game)
    session.begin()
    return session


def called(session: Session, boat: str, side: str = "hunter") -> str:
    return session.state.name_for(side, boat)


def contacts(session: Session) -> dict[str, list[str]]:
    return {area: session.state.contacts("hunter", area) for area in ("bay", "shelf", "deep")}


def give(session: Session, side: str, name: str, **arguments: Any) -> None:
    session.order(Order(side, name, arguments))


def test_only_what_is_seen_and_not_known_has_a_contact() -> None:
    session = hunt()
    assert [len(names) for names in contacts(session).values()] == [0, 2, 2]
    assert all(session.state.contacts("quarry", area) == [] for area in ("bay", "shelf", "deep"))
    assert called(session, "frigate-1") == "frigate-1"
    assert called(session, "boat-1", "quarry") == "boat-1"
    names = [name for found in contacts(session).values() for name in found]
    assert len(set(names)) == 4
    assert all(re.fullmatch(f"{PREFIX}[b-z2-9]{{6}}", name) for name in names)
    assert {session.state.called("hunter", name) for name in names} == {f"boat-{n}" for n in range(1, 5)}
    assert session.state.called("hunter", "boat-1") is None
    assert session.state.called("quarry", names[0]) is None


def test_what_was_seen_of_a_log_is_kept_for_that_viewer_and_that_log_alone() -> None:
    session = hunt()
    give(session, "hunter", "pass")
    give(session, "quarry", "sail", boat="boat-2", to="bay")
    before = {side: see_log(session.game.log, side) for side in (WHITE, "hunter", "quarry")}
    assert before["hunter"] != before["quarry"] != before[WHITE]
    assert see_log(list(session.game.log), "hunter") == before["hunter"]
    assert see_log(session.game.log, Player.of("hunter", ("hunter", "quarry"))) != before["hunter"]
    seen = len(before["hunter"])
    before["hunter"].clear()
    assert len(see_log(session.game.log, "hunter")) == seen
    give(session, "hunter", "pass")
    assert len(see_log(session.game.log, "hunter")) > seen


def test_a_contact_stays_while_it_is_followed() -> None:
    session = hunt()
    before = called(session, "boat-2")
    give(session, "hunter", "pass")
    give(session, "quarry", "sail", boat="boat-2", to="bay")
    assert contacts(session)["bay"] == [before]
    moved = next(view for view in see_log(session.game.log, "hunter") if view.event == "piece-moved")
    assert moved.fields == {"origin": "shelf", "to": "bay", "back": "contact", "contact": before}


def test_pieces_that_were_mixed_have_other_contacts_and_no_others() -> None:
    session = hunt()
    give(session, "hunter", "pass")
    before = contacts(session)
    give(session, "quarry", "cross", area="deep")
    after = contacts(session)
    assert set(after["deep"]).isdisjoint(before["deep"])
    assert after["shelf"] == before["shelf"]
    give(session, "hunter", "pass")
    give(session, "quarry", "sail", boat="boat-1", to="shelf")
    assert set(contacts(session)["shelf"]) - set(after["shelf"]) < set(after["deep"])


def missed() -> tuple[Session, str]:
    """A game in which a strike missed, so that the hunter is asked what is pinged; and the target."""
    session = hunt(1, 1)
    give(session, "hunter", "strike", target=called(session, "boat-1"))
    return session, "boat-1"


def test_a_piece_that_was_shown_and_hidden_again_has_another_contact() -> None:
    session, boat = missed()
    before = called(session, boat)
    session.decide(before)
    assert called(session, boat) == boat
    session.decide("frigate-1", side="quarry")
    give(session, "quarry", "pass")
    again = called(session, boat)
    assert again.startswith(PREFIX)
    assert again != before
    known = [view for view in see_log(session.game.log, "hunter") if view.event == "piece-known"]
    assert known[0].fields == {"piece": boat, "sides": None, "contact": before}


def test_taking_back_gives_the_contact_back() -> None:
    session = hunt()
    give(session, "hunter", "pass")
    before = contacts(session)
    give(session, "quarry", "cross", area="deep")
    order = next(event for event in reversed(session.game.log) if isinstance(event, OrderGiven))
    session.take_back(order.number, "A slip")
    assert contacts(session) == before


def test_contacts_do_not_hang_on_the_order_in_which_a_scenario_lists_its_pieces() -> None:
    one, other = new_game(("toy-hunt", {})), new_game(("toy-hunt", {}))
    place = next(n for n, event in enumerate(other.log) if isinstance(event, CountersLaid))
    laid = other.log[place]
    assert isinstance(laid, CountersLaid)
    events: list[Event] = list(other.log)
    events[place] = msgspec.structs.replace(laid, pieces=tuple(reversed(laid.pieces)))
    turned = Game.from_events(other.id, events)
    assert list(turned.state.pieces) == list(reversed(one.state.pieces))
    for area in ("shelf", "deep"):
        assert turned.state.contacts("hunter", area) == one.state.contacts("hunter", area)


def test_the_salt_is_told_to_no_side_and_other_games_have_other_contacts() -> None:
    session = hunt()
    salt = session.game.opened.salt
    assert len(salt) == 32
    for side, knows in (("hunter", False), ("quarry", False), (WHITE, True)):
        assert (salt in msgspec.json.encode(see_log(session.game.log, side)).decode()) is knows
    assert new_game(("toy-blocks", {})).opened.salt == ""


def test_an_order_is_given_by_a_contact_recorded_by_an_id_and_told_to_each_side_in_its_own_words() -> None:
    session, boat = missed()
    orders = (event for event in session.game.log if isinstance(event, OrderGiven))
    given = next(event for event in orders if event.order == "strike")
    assert given.arguments == {"target": boat}
    assert given.contacts == ("target",)
    for side, name in (("hunter", called(session, boat)), ("quarry", boat), (WHITE, boat)):
        view = next(v for v in see_log(session.game.log, side) if v.fields.get("order") == "strike")
        assert view.fields["arguments"] == {"target": name}
        rolled = next(v for v in see_log(session.game.log, side) if v.event == "die-rolled")
        assert rolled.fields["purpose"] == Text("strike", {"target": name})
    assert naming(Strike).keys() == {"target"}


def test_legal_orders_name_contacts_in_an_order_that_tells_nothing() -> None:
    session = hunt()
    targets = [order.arguments["target"] for order in session.legal() if order.name == "strike"]
    by_area = contacts(session)
    assert targets == [*sorted(by_area["shelf"]), *sorted(by_area["deep"])]


@pytest.mark.parametrize("name", ["boat-1", "boat-9", "contact-bbbbbb", "contact", ""])
def test_a_name_that_the_side_does_not_see_is_refused_whether_it_is_one_or_not(name: str) -> None:
    session = hunt()
    before = list(session.game.log)
    with pytest.raises(IllegalOrder) as refused:
        give(session, "hunter", "strike", target=name)
    assert refused.value.sentence == f"There is no piece or contact {name!r} to be seen now. (toy-hunt 2)"
    assert session.game.log == before


def test_a_contact_of_another_side_or_of_the_past_is_refused() -> None:
    session = hunt()
    give(session, "hunter", "pass")
    old = contacts(session)["deep"][0]
    give(session, "quarry", "cross", area="deep")
    with pytest.raises(IllegalOrder, match="no piece or contact"):
        give(session, "hunter", "strike", target=old)


def test_refusals_speak_in_contacts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule refuses a target by its id; the side reads its own names, and what it typed as typed."""
    words = texts._Catalogue(
        refusals={"apart": "{one} is not where {other} is, nor {third:quoted}, nor {fourth}."}
    )
    monkeypatch.setattr(texts, "_catalogue", lambda system: words)
    session = hunt(6)
    name = called(session, "frigate-1", "hunter")
    with pytest.raises(IllegalOrder) as refused:
        give(session, "hunter", "strike", target=name)
    assert refused.value.sentence == "frigate-1 is no boat of theirs. (toy-hunt 2)"
    boats = {"one": "boat-1", "other": "boat-2", "third": "boat-3", "fourth": "boat-3"}
    told = in_words(Text("apart", boats), session.state, "hunter", {"target": "boat-3"})
    contact_1, contact_2 = called(session, "boat-1"), called(session, "boat-2")
    assert told == f"{contact_1} is not where {contact_2} is, nor 'boat-3', nor boat-3."
    own = in_words(Text("apart", boats), session.state, "quarry", {})
    names = [session.state.pieces[f"boat-{number}"].name for number in (1, 2, 3)]
    assert own == f"{names[0]} is not where {names[1]} is, nor 'boat-3', nor {names[2]}."


def test_a_piece_is_chosen_by_its_contact_and_recorded_by_its_id() -> None:
    session, boat = missed()
    (question,) = session.pending()
    assert question.side == "hunter"
    assert list(question.options) == sorted(question.options)
    assert set(question.options) == set(contacts(session)[session.state.pieces[boat].place])
    for name in ("boat-9", "contact-bbbbbb", "contact"):
        with pytest.raises(BadData, match="Which one is pinged"):
            session.decide(name)
    session.decide(called(session, boat))
    chosen = next(event for event in session.game.log if isinstance(event, Chosen))
    assert chosen.value == boat
    (ships,) = session.pending()
    assert ships.options == ("frigate-1", "frigate-2")


def test_what_a_choice_of_a_piece_is_told_as() -> None:
    session, boat = missed()
    name = called(session, boat)
    session.decide(name)
    for side, told in (("hunter", name), ("quarry", boat), (WHITE, boat)):
        view = next(v for v in see_log(session.game.log, side) if v.event == "chosen")
        assert view.fields["value"] == told


@pytest.mark.parametrize("by_id", [True, False])
def test_a_ruling_on_a_choice_of_a_piece_names_it_by_id_or_by_contact(by_id: bool) -> None:
    session, boat = missed()
    place = session.state.pieces[boat].place
    first, second = (session.state.called("hunter", name) for name in contacts(session)[place])
    names = {id: called(session, str(id)) for id in (first, second)}
    session.decide(names[first])
    chosen = next(event for event in session.game.log if isinstance(event, Chosen))
    assert chosen.value == first
    session.rule(chosen.number, second if by_id else names[second], "The other was meant")
    shown = {
        event.piece
        for event in session.game.log
        if isinstance(event, PieceKnown)
        if event.number not in session.game.struck
    }
    assert shown == {second}


def test_whole_games_are_audited_and_a_forged_contact_is_found() -> None:
    for seed in range(6):
        session = seat(new_game(("toy-hunt", {})), random_people(seed))
        session.begin()
        chance = random.Random(seed)
        while session.state.verdict is None:
            legal = session.legal()
            session.order(legal[chance.randrange(len(legal))], "policy")
        session.close(SECRET)
        log = session.game.log
        assert findings(log).findings == []
        strikes = [event for event in log if isinstance(event, OrderGiven) and event.contacts]
        assert strikes or seed
        for strike in strikes[:1]:
            forged = [msgspec.structs.replace(e, contacts=()) if e is strike else e for e in log]
            told = [found for found in findings(forged).findings if found.event == strike.number]
            assert "does not say which of its arguments name contacts" in told[0].message


# --- at the command line ---------------------------------------------------------------------------


@pytest.fixture
def cell(tmp_path: Path) -> Cell:
    """The hunt with Ada in the white cell, and a player for each side."""
    session = hunt()
    laid = [event for event in session.game.log if event.number <= 5]
    people = [
        SeatTaken(number=-1, name="Ada", role="facilitator"),
        SeatTaken(number=-2, name="Bo", side="hunter"),
        SeatTaken(number=-3, name="Cy", side="quarry"),
    ]
    return kept(renumbered([*laid, *people, *session.game.log[len(laid) :]]), tmp_path / "games")


def test_a_side_lists_names_and_strikes_contacts(cell: Cell) -> None:
    pieces = cell.done("pieces", "--as", "hunter").out
    names = re.findall(f"{PREFIX}[b-z2-9]+", pieces)
    assert len(names) == 4
    assert "2 hidden: contact (contact-" in pieces
    data = cell.done("pieces", "--as", "hunter", "--json").json
    assert {each["contact"] for each in data if "contact" in each} == set(names)
    listed = cell.done("orders", "--as", "hunter").out
    assert re.findall(f"target=({PREFIX}[b-z2-9]+)", listed) == names
    assert "boat-" not in listed
    assert names[0] in cell.done("pieces", "--as", "hunter", "--piece", names[0], "--json").out
    told = cell.done("order", "strike", f"target={names[0]}", "--side", "hunter", "--by", "Bo").out
    assert f"strike, target {names[0]}" in told
    assert "boat-" not in told
    white = cell.done("log", "--as", "white", "--last", "4").out
    assert "boat-" in white or "Barracuda" in white or "Decoy" in white


def test_a_player_answers_by_contact_and_an_id_is_as_good_as_a_word(cell: Cell) -> None:
    names = re.findall(f"{PREFIX}[b-z2-9]+", cell.done("pieces", "--as", "hunter").out)
    for name in names:
        cell.done("order", "strike", f"target={name}", "--side", "hunter", "--by", "Bo")
        pending = cell.done("status", "--as", "hunter", "--json").json["pending"]
        if pending:
            break
        cell.done("undo", "--because", "It hit", "--by", "Ada", "--yes", "--overrule")
    asked = pending[0]
    assert set(asked["options"]) <= set(names)
    hidden, ghost = (cell.refused("answer", name, "--by", "Bo") for name in ("boat-1", "boat-7"))
    assert hidden == ghost.replace("boat-7", "boat-1")
    cell.done("answer", asked["options"][0], "--by", "Bo")


def test_an_id_that_a_player_types_is_refused_like_one_that_is_not_there(cell: Cell) -> None:
    order = ("--side", "hunter", "--by", "Bo")
    hidden, ghost = (cell.refused("order", "strike", f"target=boat-{n}", *order) for n in (1, 7))
    assert hidden == ghost.replace("boat-7", "boat-1")


def test_the_white_cell_reads_what_a_contact_is(cell: Cell) -> None:
    listed = cell.done("orders", "--as", "white").out
    assert re.search(f"target={PREFIX}[b-z2-9]+ .The Barracuda.", listed)
