"""Somebody else writes to the game between our reading and our writing."""

import random
from collections.abc import Callable

import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.systems import load
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import GameMoved
from domain.events import Chosen, Noted, OrderGiven, TakenBack
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice
from tests.cli.conftest import SECRET, Cell

Meanwhile = Callable[[Callable[[Session], object]], None]


@pytest.fixture
def meanwhile(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Lets somebody else do something to the current game just before our first save."""
    save = Ledger.save

    def arrange(act: Callable[[Session], object]) -> None:
        waiting = [act]

        def late(ours: Ledger, game: Game) -> None:
            if waiting:
                acting = waiting.pop()
                theirs = Ledger(str(cell.database))
                here = theirs.load(theirs.desk().game_id(None))
                acting(
                    Session(
                        load(here.opened.system), here, SealedDice(SECRET), None, lambda g: save(theirs, g)
                    )
                )
                theirs.close()
            save(ours, game)

        monkeypatch.setattr(Ledger, "save", late)

    return arrange


def test_an_order_is_decided_again_behind_a_note(cell: Cell, meanwhile: Meanwhile) -> None:
    before = len(cell.events())
    meanwhile(lambda session: session.note("I was first"))
    cell.done("order", "1")
    noted, given, *_ = cell.events()[before:]
    assert isinstance(noted, Noted)
    assert isinstance(given, OrderGiven)
    assert cell.done("audit").code == 0


def test_a_note_is_tried_again_as_long_as_others_are_first(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, first = Ledger.save, [8]

    def late(ours: Ledger, game: Game) -> None:
        if first[0]:
            first[0] -= 1
            raise GameMoved("Somebody else wrote to this game meanwhile; nothing was lost.")
        save(ours, game)

    monkeypatch.setattr(Ledger, "save", late)
    cell.done("note", "Patience")
    assert isinstance(cell.events()[-1], Noted)
    first[0] = 10**6
    monkeypatch.setattr("seats.seat.seat.PATIENCE", 0.2)
    before = cell.events()
    assert "Somebody else wrote" in cell.refused("note", "Never")
    assert cell.events() == before


def test_an_order_that_somebody_else_gave_first_is_refused_by_its_rule(
    cell: Cell, meanwhile: Meanwhile
) -> None:
    order = cell.done("orders", "--json").json[0]["order"]
    before = len(cell.events())
    meanwhile(lambda session: session.order(session.legal()[0]))
    result = cell("order", "execute", f"target={order['target']}")
    assert result.code == 2
    assert result.err.count("\n") == 1
    given = [event for event in cell.events()[before:] if isinstance(event, OrderGiven)]
    assert len(given) == 1


def test_an_order_for_a_phase_that_is_over_is_refused(cell: Cell, meanwhile: Meanwhile) -> None:
    cell.done("new", "toy-magazines", "--name", "quick", "--seed", "22")

    def play_past_the_phase(session: Session) -> None:
        session.people = PolicyPeople({}, RandomPolicy(), random.Random(1))
        clock = (session.state.turn, session.state.phase, session.state.side)
        while (session.state.turn, session.state.phase, session.state.side) == clock:
            proceed = session.system.proceed(session.state)
            session.order(proceed or session.legal()[0])

    before = len(cell.events())
    meanwhile(play_past_the_phase)
    result = cell("order", "1")
    assert result.code == 2
    assert "ended the phase" in result.err
    assert sum(isinstance(event, OrderGiven) for event in cell.events()[before:]) >= 1


def test_an_answer_does_not_slip_to_the_next_question(cell: Cell, meanwhile: Meanwhile) -> None:
    cell.done("use", "secret")
    cell.done("order", "next")
    meanwhile(lambda session: session.decide(["feint", "ford"], "them", side="north"))
    result = cell("answer", "1", "--side", "north", "--by", "us")
    assert result.code == 2
    assert "answered meanwhile" in result.err
    assert [event.by for event in cell.events() if isinstance(event, Chosen)][-1] == "them"


def test_an_answer_follows_a_note(cell: Cell, meanwhile: Meanwhile) -> None:
    cell.done("use", "secret")
    cell.done("order", "next")
    meanwhile(lambda session: session.note("They take their time"))
    cell.done("answer", "1", "--side", "north", "--by", "us")
    assert [event.by for event in cell.events() if isinstance(event, Chosen)][-1] == "us"


def test_an_order_is_not_taken_back_unseen(cell: Cell, meanwhile: Meanwhile) -> None:
    cell.done("order", "1", "--game", "losses")
    cell.done("use", "losses")
    meanwhile(lambda session: session.note("Wait"))
    result = cell("undo", "--because", "Slip", "--yes")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert not any(isinstance(event, TakenBack) for event in cell.events())
