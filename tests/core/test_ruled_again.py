"""After a ruling all that an order asks as before is answered as before, and nothing is rolled anew."""

from dataclasses import replace
from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, Umpire
from domain.errors import BadData, Refused
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    OrderDone,
    OrderGiven,
    Picked,
    Ruled,
    Shuffled,
)
from domain.table.marks import Mark
from tests.builders import TOY, new_game, session

CAME = Mark[list[Any]]("came")

ANSWERS = (DieRolled, CounterDrawn, Picked, Shuffled, Chosen)


class Says:
    """Answers the last option, or in words."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def answer(self, question: Any, state: Any) -> Answer:
        self.asked.append(str(question.text))
        return Answer(question.options[-1] if question.options else "by the book", "Zoe", "so it is")


def everything(umpire: Umpire, order: Any) -> None:
    """One of each that can be asked; the sum of the die and the choice is marked."""
    face = umpire.roll(6, "first", rule="toy 2")
    second = umpire.roll(6, "second", rule="toy 2")
    drawn = umpire.draw("cup", "a cell", to="lost", rule="toy 2")
    who = umpire.pick(["a", "b", "c"], "who", rule="toy 2")
    umpire.shuffle("cup", rule="toy 2")
    many = umpire.choose("blue", "How many?", [1, 2], rule="toy 2")
    why = umpire.judge("Why?", [], rule="toy 2")
    row = umpire.look_up("results", roll=face, rule="toy 3")
    umpire.mark("game", Mark[object]("came"), [face, second, drawn, who, many, why, row.loss], rule="toy 2")


def played(procedure: Any = everything) -> tuple[Session, Says]:
    found, says = session(new_game()), Says()
    found.system = replace(TOY, orders={"advance": TOY.orders["advance"]._replace(procedure=procedure)})
    found.people = says
    found.begin()
    found.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    return found, says


def first(found: Session, kind: type[Event], nth: int = 0) -> Any:
    return [event for event in found.game.log if isinstance(event, kind)][nth]


def came(found: Session) -> list[Any]:
    return found.state.marked(CAME)["game"]


@pytest.mark.parametrize(
    ("kind", "value", "changed"),
    [
        (DieRolled, None, 0),
        (Picked, None, 3),
        (Chosen, 1, 4),
        (LookedUp, {"loss": 7}, 6),
    ],
)
def test_what_is_asked_as_before_is_answered_as_before(kind: type[Event], value: Any, changed: int) -> None:
    found, says = played()
    before, asked = came(found), list(says.asked)
    ruled = first(found, kind)
    if value is None:
        options = range(1, 7) if kind is DieRolled else ["a", "b", "c"]
        value = next(option for option in options if option != before[changed])
    count = len(found.game.log)
    found.rule(ruled.number, value, "The table was nudged.")
    after = came(found)
    told = value["loss"] if isinstance(value, dict) else value
    assert after[changed] == told
    same = [nth for nth in range(7) if nth not in ((0, 6) if changed == 0 else (changed,))]
    assert [after[nth] for nth in same] == [before[nth] for nth in same]
    assert says.asked == asked, "nobody is asked again"
    new = [event for event in found.game.log[count:] if isinstance(event, ANSWERS)]
    assert all(event.again for event in new), "nothing is rolled, drawn or asked anew"
    originals = {event.number: event for event in found.game.log}
    for event in new:
        assert type(originals[event.again]) is type(event)
        assert getattr(event, "chance", 0) == getattr(originals[event.again], "chance", 0)


def test_what_nobody_could_list_may_be_ruled_to_be_anything() -> None:
    found, _ = played()
    judged = first(found, Chosen, 1)
    found.rule(judged.number, "by the other book", "A slip.")
    assert came(found)[5] == "by the other book"


def test_an_outcome_that_cannot_be_is_refused_and_changes_nothing() -> None:
    found, _ = played()
    count = len(found.game.log)
    wrong: Any = (
        (DieRolled, 7),
        (DieRolled, True),
        (Picked, "d"),
        (Chosen, 3),
        (Chosen, True),
        (LookedUp, {"speed": 1}),
    )
    for kind, value in wrong:
        with pytest.raises((BadData, Refused)):
            found.rule(first(found, kind).number, value, "x")
    assert len(found.game.log) == count


def test_a_second_ruling_on_an_answer_takes_the_place_of_the_first() -> None:
    found, _ = played()
    die = first(found, DieRolled)
    faces = [face for face in range(1, 7) if face != die.face]
    for face in faces[:2]:
        found.rule(die.number, face, "x")
        assert came(found)[0] == face
    assert sum(isinstance(event, Ruled) for event in found.game.log) == 2


def test_what_is_new_behind_a_ruling_is_rolled_once() -> None:
    """A high first die brings a second one, that was never rolled before."""

    def more(umpire: Umpire, order: Any) -> None:
        total = umpire.roll(6, "first", rule="toy 2")
        if total > 3:
            total += umpire.roll(6, "bonus", rule="toy 2")
        umpire.mark("game", Mark[object]("came"), [total], rule="toy 2")

    found, _ = played(more)
    die = first(found, DieRolled)
    low, high = (2, 5) if die.face != 2 else (1, 5)
    found.rule(die.number, low, "x")
    chances = found.state.chances
    found.rule(die.number, high, "x")
    bonus = [event for event in found.game.log if isinstance(event, DieRolled) and event.purpose == "bonus"]
    assert came(found) == [high + bonus[-1].face]
    found.rule(die.number, low, "x")
    found.rule(die.number, 6, "x")
    assert came(found) == [6 + bonus[-1].face], "it is the same die again"
    assert found.state.chances <= chances + 1


def test_what_a_secret_order_shows_is_recorded_and_that_of_an_open_one_is_not() -> None:
    for secret, shown in ((True, ("to",)), (False, ())):
        kind = TOY.orders["advance"]._replace(secret=secret, shown=("to",))
        found = session(new_game())
        found.system = replace(TOY, orders={"advance": kind})
        found.begin()
        found.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
        given = first(found, OrderGiven, 1)
        assert given.shown == shown
        assert given.audience == (("blue",) if secret else None)
        assert isinstance(found.game.log[-1], OrderDone)
        assert not any(isinstance(event, Marked) and event.value is None for event in found.game.log)


def test_a_system_says_nothing_of_budgets_unless_it_has_some() -> None:
    assert (TOY.odds.budget, TOY.odds.sampling_budget, TOY.odds.alternatives) == (0, 0, 0)
    assert (TOY.rules.own_phases, TOY.rules.fixed_sides, TOY.rules.judged) == (False, False, "")
    assert not TOY.words.contacts
