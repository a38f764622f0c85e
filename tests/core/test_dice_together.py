"""Dice thrown together: one question where dice lie on the table, an event for each die."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody, Pending, Question, Umpire
from domain.errors import BadData
from domain.events import DieRolled, Event
from domain.table.dice import ScriptedDice
from seats.dialogue.answers import Prepared, read_answer
from tests.core.games import SECRET, findings, new_game, seat
from tests.toys import salvoes
from tests.words import words_of


def asked_for_dice() -> Session:
    """Three Red ships search, on a table where dice are thrown."""
    session = seat(new_game((salvoes.NAME, {}), "typed"))
    session.begin()
    session.order(Order("red", "search", {"ship": "cvn"}))
    return session


def faces(events: Sequence[Event]) -> list[int]:
    return [event.face for event in events if isinstance(event, DieRolled)]


def test_all_are_one_question_and_each_an_event() -> None:
    session = asked_for_dice()
    (question,) = session.pending()
    assert (question.kind, words_of(question.text), question.die, question.dice) == (
        "dice",
        "3D6: search",
        6,
        3,
    )
    events = session.decide([2, 5, 1], "Ada").events
    rolled = [event for event in events if isinstance(event, DieRolled)]
    assert [(event.face, event.source, event.by) for event in rolled] == [
        (2, "typed", "Ada"),
        (5, "typed", "Ada"),
        (1, "typed", "Ada"),
    ]
    assert [event.chance for event in rolled] == [1, 2, 3]
    assert session.state.mark_named("cvn", "found") is True  # by the highest, whichever came first
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.parametrize(
    "said", [4, [4, 6], [4, 6, 1, 2], [4, 6, 7], [4, 0, 1], ["4", "6", "1"], [True, 2, 3], "461", None]
)
def test_too_few_too_many_and_what_is_no_face_are_refused(said: Any) -> None:
    session = asked_for_dice()
    before = len(session.game.log)
    with pytest.raises(BadData, match=r"3D6: search: type 3 faces of a D6 \(1 to 6\), such as 1 2 3; not"):
        session.decide(said)
    assert len(session.game.log) == before
    assert session.pending()[0].kind == "dice"


def test_a_ruling_on_one_of_them_leaves_the_others() -> None:
    session = asked_for_dice()
    rolled = [event for event in session.decide([1, 2, 1]).events if isinstance(event, DieRolled)]
    assert session.state.mark_named("cvn", "found") is None
    session.rule(rolled[1].number, 6, "The die was read upside down", "Ada")
    assert session.state.mark_named("cvn", "found") is True
    in_force = [event for event in session.game.log if event.number not in session.game.struck]
    assert sorted(faces(in_force)) == [1, 1, 2]
    assert findings(session.game.log, SECRET).findings == []


def test_a_single_die_is_asked_for_as_ever() -> None:
    umpire = Umpire(asked_for_dice().state, 0, ScriptedDice([]), Nobody())
    for throw in (lambda: umpire.rolls(1, 6, "search", rule="x"), lambda: umpire.roll(6, "search", rule="x")):
        with pytest.raises(Pending) as pending:
            throw()
        (question,) = pending.value.questions
        assert question._replace(text=words_of(question.text)) == Question(
            "white", "D6: search", (1, 2, 3, 4, 5, 6), "x", "die", 6
        )
    assert umpire.rolls(0, 6, "search", rule="x") == []


@pytest.mark.parametrize("text", ["4 6 1", "4,6,1", " 4  6 1 ", "4+6+1", "4, 6, 1"])
def test_faces_are_typed_on_one_line(text: str) -> None:
    (question,) = asked_for_dice().pending()
    assert read_answer(question, text) == [4, 6, 1]


@pytest.mark.parametrize("text", ["", "4 6", "4 6 1 1", "4 6 x", "461", "4 6 -1", "4 6 1.0", "9" * 20])
def test_a_line_that_is_no_throw_says_what_would_be(text: str) -> None:
    (question,) = asked_for_dice().pending()
    with pytest.raises(BadData, match="type 3 faces of a D6"):
        read_answer(question, text)


def test_faces_said_with_the_order_are_taken_as_they_are_asked_for() -> None:
    session = seat(new_game((salvoes.NAME, {}), "typed"))
    session.begin()
    session.people = Prepared([4, 6, 1, 3], "Ada")
    assert faces(session.order(Order("red", "search", {"ship": "cvn"})).events) == [4, 6, 1]
    with pytest.raises(BadData, match="No die was asked for these faces: 3"):
        session.people.check_used("typed")
    session.people = Prepared([4, 6], "Ada")
    session.order(Order("blue", "pass"))
    with pytest.raises(BadData, match=r"type 3 faces of a D6 .* not '4 6'"):
        session.order(Order("red", "search", {"ship": "ddg"}))
