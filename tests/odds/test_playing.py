"""Games played by policies: who answers what, and when a game is held not to end."""

import gc
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances import playout as playing
from adjudication.chances import selfplay
from adjudication.chances.playout import Playout, luck_of, undisturbed
from adjudication.chances.selfplay import GameDoesNotEnd, PolicyPeople, play_out
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Pending, Question, Umpire
from domain.errors import IllegalOrder
from domain.events import OrderGiven
from domain.table.marks import Mark
from domain.table.mutators import rebuild
from domain.table.state import State
from domain.texts import Text
from tests.builders import TOY, new_game, opening, session

ORDERS = Mark[int]("orders")


class Says:
    """A policy that gives the first order, and always the same answer."""

    def __init__(self, answer: Any = "mine") -> None:
        self.said = answer
        self.ordered = 0

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        self.ordered += 1
        return legal[0]

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        return self.said


# --- who answers ---------------------------------------------------------------------------------------


def answered(question: Question) -> tuple[Any, ...] | None:
    people = PolicyPeople({"blue": Says()}, Says("another's"), random.Random(1))
    answer = people.answer(question, State())
    return None if answer is None else (answer.value, answer.by, answer.because)


def test_the_policy_of_a_side_answers_for_it() -> None:
    assert answered(Question("blue", "?", ("mine",), "x")) == ("mine", "policy", "")
    assert answered(Question("red", "?", ("another's",), "x")) == ("another's", "policy", "")


def test_what_the_rules_suggest_is_judged_so() -> None:
    def judged(kind: str = "judgement", because: str = "so it is") -> Any:
        return answered(Question("white", "?", (1, 2), "x", kind, suggested=(2,), because=because))

    assert judged() == (2, "policy", "so it is")
    assert judged(because="") == (2, "policy", Text("suggested by the rules"))
    assert judged(kind="choice") == ("another's", "policy", "")
    assert answered(Question("white", "?", (1, 2), "x", "judgement")) == (
        "another's",
        "policy",
        "played by policy",
    )


def test_what_is_left_open_is_answered_in_so_many_words_and_a_plan_stays() -> None:
    for kind in ("words", "judgement"):
        assert answered(Question("white", "?", (), "x", kind)) == (
            "played by policy",
            "policy",
            "played by policy",
        )
    assert answered(Question("blue", "?", (), "x", "choice")) == ("mine", "policy", "")
    assert answered(Question("blue", "?", ("mine",), "x", optional=True)) is None


def test_dice_thrown_on_the_table_are_fair() -> None:
    value, *_ = answered(Question("white", "?", (), "x", "dice", die=6, dice=40)) or ((),)
    assert isinstance(value, list)
    assert set(value) == {1, 2, 3, 4, 5, 6}


# --- games that do not end -------------------------------------------------------------------------------


def ending(after: int) -> RuleSystem:
    """The small game, decided by so many orders."""

    def advance(umpire: Umpire, order: Any) -> None:
        count = umpire.state.mark("game", ORDERS, 0) + 1
        umpire.mark("game", Mark[object]("orders"), count, rule="toy 2")
        if count == after:
            umpire.declare("blue", "enough", rule="toy 3")

    kind = TOY.orders["advance"]._replace(procedure=advance)
    return replace(TOY, orders={"advance": kind})


def begun(system: RuleSystem) -> Session:
    found = session(new_game())
    found.system = system
    found.begin()
    return found


def test_a_game_is_played_to_its_verdict_and_each_order_is_told() -> None:
    played, told = begun(ending(3)), list[int]()
    policy = Says()
    play_out(played, policy, random.Random(1), lambda events: told.append(len(events)))
    assert played.state.verdict is not None
    assert policy.ordered == 3
    assert told == [3, 3, 4]


def test_a_game_without_an_end_or_without_orders_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "LONGEST_GAME", 4)
    with pytest.raises(GameDoesNotEnd, match="not decided after 4 orders"):
        play_out(begun(ending(5)), Says(), random.Random(1))
    with pytest.raises(GameDoesNotEnd, match="No order is legal"):
        play_out(
            begun(replace(TOY, legal=lambda state: LegalOrders(()))), cast(Any, Says()), random.Random(1)
        )


def table() -> State:
    return rebuild(opening("0" * 32))


def playout(system: RuleSystem, state: State | None = None, **more: Any) -> Playout:
    dice, chance = luck_of(1)
    return Playout(system, state or table(), Says(), dice, chance, **more)


def test_a_play_out_ends_with_the_verdict_after_so_many_orders_or_when_it_is_told_to() -> None:
    one = playout(ending(3))
    one.begin()
    assert one.play(2).verdict is None
    assert one.state.mark_named("game", "orders") == 2
    assert one.play(5).mark_named("game", "orders") == 3
    assert one.state.verdict is not None
    assert one.play(1) is one.state, "nothing is ordered after the verdict"
    other = playout(ending(9))
    other.begin()
    other.play(until=lambda state: state.mark_named("game", "orders") == 4)
    assert other.state.mark_named("game", "orders") == 4


def test_a_play_out_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST_GAME", 4)
    long = playout(ending(9))
    long.begin()
    assert long.play(3).verdict is None
    with pytest.raises(GameDoesNotEnd, match="not decided after 4 orders"):
        long.play(4)
    just = playout(ending(4))
    just.begin()
    assert just.play(4).verdict is not None
    stuck = playout(replace(TOY, legal=lambda state: LegalOrders(())))
    stuck.begin()
    with pytest.raises(GameDoesNotEnd, match="No order is legal"):
        stuck.play(1)


def test_orders_of_a_play_out_are_numbered_on_and_watched() -> None:
    told: list[tuple[OrderGiven, list[str]]] = []
    one = playout(
        TOY, watch=lambda given, events: told.append((given, [type(event).__name__ for event in events]))
    )
    number = one.state.number
    one.begin()
    one.give(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    first, second = told
    assert (first[0].number, first[0].side, first[1]) == (number + 1, "", ["PhaseEntered", "OrderDone"])
    assert (second[0].number, second[0].procedure, second[0].order) == (number + 4, number + 4, "advance")
    assert second[1] == ["DieRolled", "LookedUp", "PieceMoved", "Marked", "OrderDone"]
    assert one.state.number == number + 9
    with pytest.raises(IllegalOrder):
        one.give(Order("blue", "advance", {"piece": "b1", "to": "c3"}))


def test_an_order_that_waits_for_people_cannot_be_played_out() -> None:
    def ask(umpire: Umpire, order: Any) -> None:
        umpire.choose("blue", "Which?", [1, 2], rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=ask)
    one = playout(replace(TOY, orders={"advance": kind}))
    one.begin()
    one._umpire._people = SimpleNamespace(answer=lambda question, state: None)
    with pytest.raises(Pending):
        one.give(Order("blue", "advance", {"piece": "b1", "to": "b1"}))


@pytest.mark.parametrize("looking", [True, False])
def test_garbage_is_looked_for_again_afterwards_if_it_was_before(looking: bool) -> None:
    was = gc.isenabled()
    (gc.enable if looking else gc.disable)()
    try:
        with undisturbed():
            assert not gc.isenabled()
        assert gc.isenabled() == looking
        with pytest.raises(ZeroDivisionError), undisturbed():
            raise ZeroDivisionError
        assert gc.isenabled() == looking
    finally:
        (gc.enable if was else gc.disable)()
