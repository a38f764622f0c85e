"""Parts of the engine by hand: forms of orders, recorded answers that are used again, salts, acts by hand."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.by_hand import acts
from adjudication.engine.by_hand.adding import AddSide, side
from adjudication.engine.by_hand.placing import placed
from adjudication.engine.choice_texts import answer_text, as_text, example_of, field_of, listed, read_text
from adjudication.engine.choices import Allotment, Blank, Subset
from adjudication.engine.games.scenario import load_scenario, opening
from adjudication.engine.legality import _fitting
from adjudication.engine.play.later_acts import _bare, _facts, _numbers
from adjudication.engine.play.running import _misnamed, _unknown, check_types, form
from adjudication.engine.recall import Answered, Recall, choice_key, die_key, draw_key, pick_key, shuffle_key
from adjudication.engine.refusals import shortened
from adjudication.engine.umpire.answering import only
from domain.errors import BadData, IllegalOrder
from domain.events import (
    BoardData,
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    GameOpened,
    OrderDone,
    OrderGiven,
    Picked,
    Ruled,
    Shuffled,
    TakenBack,
)
from domain.events.strikes import Strikes
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import SECRET
from tests.builders import opening as small_opening

# --- forms ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    at: str
    range: int = 1


@dataclass(frozen=True)
class Fire:
    side: str
    target: Target
    guns: tuple[str, ...]
    rounds: int = 2


def order(**arguments: Any) -> OrderGiven:
    return OrderGiven(number=9, side="blue", order="fire", arguments=arguments, rule="toy 2")


def filled(**arguments: Any) -> Any:
    return form(Fire, order(**arguments), rebuild(small_opening("0" * 32)))


def test_an_order_is_filled_into_its_form() -> None:
    assert filled(target={"at": "hill"}, guns=["a", "b"]) == Fire("blue", Target("hill"), ("a", "b"))
    assert filled(target={"at": "hill", "range": 3}, guns=[], rounds=1) == Fire(
        "blue", Target("hill", 3), (), 1
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"guns": []}, "it needs target."),
        ({"target": {"at": "hill"}}, "it needs guns."),
        ({"target": {"at": "hill"}, "guns": [], "speed": 1}, "it has no speed."),
        ({"target": {"at": "hill", "speed": 1}, "guns": []}, "it has no speed."),
        ({"target": {"at": 1}, "guns": []}, "Expected `str`, got `int`"),
    ],
)
def test_what_does_not_fit_the_form_is_refused(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        filled(**arguments)
    assert why in refused.value.message
    assert refused.value.message.startswith("fire does not take that: ")


def test_what_an_order_lacks_or_does_not_take_is_named() -> None:
    assert _misnamed(Fire, {"target": 1, "guns": 2}) == ""
    assert _misnamed(Fire, {"target": 1, "guns": 2, "side": "x"}) == ""
    assert _misnamed(Fire, {}) == "it needs target."

    @dataclass(frozen=True)
    class Bare:
        side: str

    assert _misnamed(Bare, {"x": 1}) == "it takes no argument, not x."
    assert _unknown({"a": [{"b": 1}]}, {"a": [{"b": 1}]}) == ""
    assert _unknown({"a": [{"b": 1}, {"c": 2}]}, {"a": [{"b": 1}, {"d": 2}]}) == "c"
    assert _unknown({"a": {"b": 1}}, {"a": {}}) == "b"
    assert _unknown([1], "x") == ""
    check_types(Fire, order(target={"at": "hill"}, guns=[]))
    with pytest.raises(IllegalOrder):
        check_types(Fire, order(target={"at": "hill"}, guns=[], rounds="2"))


# --- recorded answers ------------------------------------------------------------------------------


def log(*events: Event) -> list[Event]:
    return [replace(event, number=nth) for nth, event in enumerate(events, start=1)]


def rolled(purpose: str = "fire", **more: Any) -> DieRolled:
    return DieRolled(die=6, face=3, purpose=purpose, rule="toy 2", procedure=1, **more)


GIVEN = OrderGiven(side="blue", order="fire", procedure=1)
RULED = Ruled(concerns=2, value=5, by="", because="x")
DIE = die_key(6, "fire", "toy 2")


def recall(*events: Event, **more: Any) -> Recall | None:
    return Recall.of(log(GIVEN, *events), 1, **more)


def test_answers_are_used_again_once_each_where_something_was_ruled() -> None:
    assert recall(rolled(), rolled()) is None
    found = recall(rolled(), rolled(), rolled("move"), RULED)
    assert found is not None
    assert found.pooled
    assert found.has(DIE, lambda event: event.number == 3)
    assert not found.has(DIE, lambda event: event.number == 4)
    taken = [found.take(DIE) for _ in range(3)]
    assert [each and each.number for each in taken] == [2, 3, None]
    assert found.take(die_key(6, "move", "toy 2"), lambda event: event.number == 9) is None
    moved = found.take(die_key(6, "move", "toy 2"), lambda event: event.number == 4)
    assert moved is not None
    ruling = found.ruled(2)
    assert ruling is not None
    assert (ruling.value, found.ruled(3)) == (5, None)


def test_what_was_told_again_or_undone_or_came_later_is_no_answer() -> None:
    again = recall(rolled(), rolled(), RULED, rolled(again=3))
    assert again is not None
    assert [each and each.number for each in (again.take(DIE), again.take(DIE), again.take(DIE))] == [
        2,
        3,
        None,
    ]
    events = log(GIVEN, rolled(), RULED, TakenBack(first=1, by="", because="x"))
    assert Recall.of(events, 1) is None, "with the order its ruling was undone"
    answered = Answered(events, Strikes(events))
    assert Recall.at(answered, 1, 2) is None, "it was not ruled on yet"
    before = Recall.at(answered, 1, 3)
    assert before is not None
    assert before.take(DIE) is not None
    assert [event.number for event, _ in answered.of(1, 3)] == [2]
    assert answered.of(1, 4) == []
    assert answered.of(7, 4) == []


def test_whoever_trusts_a_log_takes_nothing_from_the_pool() -> None:
    trusting = recall(rolled(), RULED, trusting=True)
    assert trusting is not None
    assert not trusting.pooled
    assert trusting.take(DIE) is None
    events = log(GIVEN, rolled())
    everything = Recall(Answered(events, Strikes(events)), 1, 2, everything=True)
    assert everything.pooled
    assert everything.take(DIE) is not None


def test_each_kind_of_answer_is_told_by_what_was_asked() -> None:
    laid = small_opening("0" * 32, secret=None)
    events = [
        *laid,
        *(
            replace(event, number=nth)
            for nth, event in enumerate(
                (
                    replace(GIVEN, procedure=6),
                    CounterDrawn(cup="cup", piece="r1", to="a1", purpose="x", rule="toy 2", procedure=6),
                    Picked(purpose="who", options=("a", "b"), value="a", rule="toy 2", procedure=6),
                    Shuffled(place="cup", order=("r2",), rule="toy 2", procedure=6),
                    Chosen(side="blue", question="?", value=1, rule="toy 2", procedure=6),
                    Ruled(concerns=8, value="b", by="", because="x"),
                ),
                start=6,
            )
        ),
    ]
    keys = [key for _, key in Answered(events, Strikes(events)).of(6, 99)]
    assert keys == [
        draw_key("cup", "a1", "x", "toy 2", ["r1", "r2"]),
        pick_key(["a", "b"], "who", "toy 2"),
        shuffle_key("cup", "toy 2", ["r2"]),
        choice_key("blue", "?", "toy 2"),
    ]
    assert draw_key("cup", "a1", "x", "toy 2", ["r2", "r1"]) == keys[0]
    assert len({repr(key) for key in (*keys, DIE, draw_key("a1", "cup", "x", "toy 2", ["r1", "r2"]))}) == 6


def test_acts_are_the_same_but_for_where_they_stand() -> None:
    one = [rolled(time="a", number=4, chance=1), OrderDone(number=5, procedure=1)]
    other = [rolled(time="b", number=9, chance=3, again=4)]
    assert _facts(one) == _facts(other) != _facts([rolled("move")])
    assert _bare({"number": 1, "time": "", "blind": "", "chance": 1, "again": 0, "die": 6}) == {"die": 6}
    events = log(GIVEN, rolled(), replace(rolled(), procedure=3), replace(GIVEN, procedure=4))
    assert _numbers(events, [replace(GIVEN, number=1), replace(GIVEN, number=4)]) == {1, 2, 4}


# --- salts, acts, single options --------------------------------------------------------------------------


def test_names_are_salted_by_the_seal_else_by_the_game() -> None:
    scenario = load_scenario("ramadi", "historical")

    def opened(game: str, secret: str) -> GameOpened:
        how: dict[str, Any] = {"dice": "sealed", "program": "x", "time": "", "options": scenario.options}
        first = opening(scenario, game=game, name="x", secret=secret, **how)[0]
        assert isinstance(first, GameOpened)
        return first

    one, other = "1" * 32, "2" * 32
    assert opened(one, "").mixing != opened(other, "").mixing
    assert opened(one, SECRET).mixing == opened(other, SECRET).mixing != opened(one, "").mixing
    assert (bool(opened(one, SECRET).commitment), opened(one, "").commitment) == (True, "")


def test_an_act_by_hand_that_does_not_fit_its_form_is_refused() -> None:
    state = rebuild(small_opening("0" * 32))
    with pytest.raises(IllegalOrder, match="hand-look-up does not take that"):
        acts.contradictions(state, "hand-look-up", {"nonsense": 1})
    assert acts.contradictions(state, "hand-move", {"nonsense": 1}) == []


@pytest.mark.parametrize(
    ("act", "refused"),
    [
        (AddSide("green", "Green"), ""),
        (AddSide("green", "Green", "umpire"), ""),
        (AddSide("green", "Green", "nobody"), "played by a player or by the umpire"),
        (AddSide("green", "Green", player="ann"), "No side is held by a player 'ann'"),
        (AddSide("green", "Green", player="eve"), ""),
    ],
)
def test_a_side_that_joins_is_played_by_somebody_who_is_there(act: AddSide, refused: str) -> None:
    state = rebuild(small_opening("0" * 32))
    state.sides = {**state.sides, "red": replace(state.sides["red"], player="eve")}
    added: list[Any] = []
    umpire: Any = SimpleNamespace(state=state, add_side=lambda data, rule: added.append(data))
    hand: Any = SimpleNamespace(rule="house")
    if refused:
        with pytest.raises((BadData, IllegalOrder), match=refused):
            side(umpire, act, hand)
        assert added == []
    else:
        side(umpire, act, hand)
        assert [(each.id, each.played_by, each.player) for each in added] == [
            ("green", act.played_by, act.player)
        ]


def test_where_there_is_one_answer_it_is_given() -> None:
    assert only(["a"], "Which?") == "a"
    assert only(Subset(("a",), 1, 1), "Which?") == ["a"]
    nothing: list[Any] = [[], Allotment({"a": []}, every=True)]
    for none in nothing:
        with pytest.raises(ValueError, match=r"Which\?: there is nothing to choose from"):
            only(none, "Which?")


# --- answers as they are typed ------------------------------------------------------------------------------


def test_an_example_shows_how_an_allotment_is_typed() -> None:
    assert example_of(Allotment({"a": [], "b": ["hill"]})) == "b:hill"
    assert example_of(Allotment({"a": []})) == "item:target"
    assert example_of(Allotment({"gun/1": ["hill"], "gun/2": ["hill"]})) == "gun*2:hill"
    assert example_of(Allotment({"gun/1": [], "gun/2": ["hill"]})) == "gun/2:hill"
    assert example_of(Allotment({"gun/1": ["hill"]})) == "gun/1:hill"


def test_fields_are_typed_by_name() -> None:
    choices = Blank(Target, {"at": ["hill", "wood"], "range": [1, 2]})
    assert field_of(choices, "at=wood") == ("at", "wood")
    assert read_text(choices, "at=hill range=2") == {"at": "hill", "range": 2}
    for wrong in ("at", "speed=1"):
        with pytest.raises(BadData, match=f"Write the fields as at=, range=, not '{wrong}'"):
            field_of(choices, wrong)
    with pytest.raises(BadData, match="cannot be read"):
        read_text(choices, 'at="hill')
    assert read_text(choices, answer_text(choices, {"at": "wood", "range": 2})) == {"at": "wood", "range": 2}
    values: list[Any] = ["a", True, False, None, 3, ["a", 1], {"a": "b", "c": True}, [["a"]], {"a": ["b"]}]
    assert [as_text(value) for value in values] == [
        "a",
        "true",
        "false",
        "",
        "3",
        "a,1",
        "a:b,c:true",
        '[["a"]]',
        '{"a":["b"]}',
    ]


def test_what_can_be_said_is_listed_in_columns() -> None:
    assert listed([("a", "Alpha"), ("long", "")]) == ["  a     Alpha", "  long"]
    assert listed([]) == []


# --- lists and refusals ------------------------------------------------------------------------------


def test_values_are_those_that_every_check_allows_in_their_order() -> None:
    assert list(_fitting(["a", "b", "c"], [(True, {"a", "c"}), (False, {"a"})])) == ["c"]
    assert list(_fitting(("a", None, "b"), [(True, {"b"})])) == [None, "b"], "what is left out is no value"
    assert list(_fitting({"a": 1, "b": 2}, [(False, set())])) == ["a", "b"]
    assert list(_fitting(["a"], [(True, set())])) == []


def test_a_refusal_repeats_no_more_than_the_beginning_of_what_was_typed() -> None:
    fits, long = "x" * 60, "y" * 61
    assert shortened(fits) == fits
    assert shortened(long) == f"{'y' * 60}…"
    assert shortened({"a": [long]}) == {"a": [f"{'y' * 60}…"]}
    assert shortened((1, long)) == [1, f"{'y' * 60}…"]


def test_the_first_area_of_a_map_is_drawn_at_its_corner() -> None:
    state = State()
    state.lay_board(BoardData())
    assert placed(state, ()) == {"map": "", "column": 1, "row": 1}
    assert placed(state, (), (4, 5)) == {"map": "", "column": 4, "row": 5}
