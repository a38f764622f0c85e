"""Answers too many to list, and lists of orders: how many, in which order, built, taken apart, refused."""

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.engine.choices import (
    Allotment,
    Blank,
    Choices,
    Subset,
    _listed,
    _short,
    as_data,
    filled,
    show_option,
)
from adjudication.engine.orders import (
    LegalOrders,
    OpenOrder,
    Order,
    OrderChoice,
    OrderGrid,
    OrderGroup,
    OrderKind,
    _whole,
    found_in,
    plain,
)
from adjudication.engine.reasons import Why
from domain.errors import BadData


@dataclass(frozen=True)
class Fire:
    target: str
    guns: list[str] = field(default_factory=list)
    rounds: int = 2


def blank(fits: Any = None) -> Blank:
    return Blank(Fire, {"target": ["hill", "wood"], "guns": Subset(("a", "b"), 0, 1), "rounds": [1, 2]}, fits)


# --- how answers are shown ------------------------------------------------------------------------


def test_options_are_shown_as_people_say_them() -> None:
    options: list[Any] = [None, True, False, 3, "a", (), [1, (2, 3)], {}]
    assert [show_option(each) for each in options] == [
        "none",
        "yes",
        "no",
        "3",
        "a",
        "none",
        "1+2+3",
        "none",
    ]
    assert show_option({"a": 1, "b": [2, 3]}) == "a: 1, b: 2+3"


def test_what_is_long_is_cut_and_many_are_not_all_listed() -> None:
    assert _short("x" * 60) == "x" * 60
    assert _short("x" * 61) == "x" * 59 + "…"
    assert _listed(range(20)) == ", ".join(map(str, range(20)))
    assert _listed(range(21)) == ", ".join(map(str, range(20))) + ", ..."


def test_plain_data_has_lists_and_sorted_keys() -> None:
    assert as_data({"b": (1, 2), "a": [Fire("x")]}) == {
        "a": [{"target": "x", "guns": [], "rounds": 2}],
        "b": [1, 2],
    }
    assert list(as_data({"b": 1, "a": 2})) == ["a", "b"]


# --- some of several ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (2, 2, "2"),
        (0, None, "any number"),
        (1, None, "at least 1"),
        (0, 2, "at most 2"),
        (1, 2, "1 to 2"),
        (-3, 9, "any number"),
    ],
)
def test_how_many_may_be_chosen_is_said(least: int, most: int | None, said: str) -> None:
    assert Subset("abc", least, most).how_many() == said


def test_a_subset_comes_by_size_and_in_the_order_of_the_items() -> None:
    assert list(Subset("abc", 1, 2)) == [["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"]]
    assert list(Subset("ab")) == [[], ["a"], ["b"], ["a", "b"]]
    with pytest.raises(ValueError, match="offered twice"):
        Subset("aba")


def test_a_subset_is_built_item_by_item() -> None:
    choices = Subset("abc", 1, 2)
    assert choices.empty() == []
    assert choices.with_piece(["c"], "a") == ["a", "c"]
    assert choices.without(["a", "c"], "a") == ["c"]
    assert choices.pieces() == ["a", "b", "c"]
    assert choices.additions([]) == ["a", "b", "c"]
    assert choices.additions(["b"]) == ["a", "c"]
    assert choices.additions(["a", "c"]) == []
    assert choices.unfinished([]) == "Choose 1 to 2, not none."
    assert choices.data() == {"some_of": ["a", "b", "c"], "least": 1, "most": 2}
    upper = choices.altered(str.upper)
    assert (upper.items, upper.least, upper.most, upper.size) == (["A", "B", "C"], 1, 2, 6)
    assert upper.nth(3) == ["A", "B"]


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (["c", "a"], ""),
        ("a", "Choose some of a, b, c, not a."),
        (["d"], "d cannot be chosen here; these can: a, b, c."),
        (["a", "a"], "a is named twice."),
        ([], "Choose 1 to 2, not none."),
        (["a", "b", "c"], "Choose 1 to 2, not 3."),
    ],
)
def test_a_subset_says_what_it_refuses(answer: Any, refusal: str) -> None:
    assert Subset("abc", 1, 2).refusal(answer) == refusal
    assert (answer in Subset("abc", 1, 2)) is not bool(refusal)
    assert Subset(()).refusal(["d"]) == "d cannot be chosen here; nothing can now."


# --- items to targets -----------------------------------------------------------------------------


def test_an_allotment_begins_with_nothing_and_the_last_item_varies_fastest() -> None:
    some = Allotment({"a": [1, 2], "b": [3]})
    assert list(some) == [{}, {"b": 3}, {"a": 1}, {"a": 1, "b": 3}, {"a": 2}, {"a": 2, "b": 3}]
    every = Allotment({"a": [1, 2], "b": [3]}, every=True)
    assert list(every) == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
    assert (some.size, every.size) == (6, 2)


def test_an_allotment_is_built_pair_by_pair() -> None:
    choices = Allotment({"a": [1, 2], "b": [3]}, every=True)
    assert choices.pieces() == [["a", 1], ["a", 2], ["b", 3]]
    assert list(choices.with_piece({"b": 3}, ["a", 1])) == ["a", "b"]
    assert choices.with_piece({"a": 2}, ["a", 1]) == {"a": 1}
    assert choices.without({"a": 1, "b": 3}, ["a", 1]) == choices.without({"a": 1, "b": 3}, "a") == {"b": 3}
    assert choices.additions({"a": 1}) == [["b", 3]]
    assert choices.data() == {"allot": {"a": [1, 2], "b": [3]}, "every": True}
    other = choices.altered(lambda each: f"<{each}>")
    assert (other.data(), other.size) == (
        {"allot": {"<a>": ["<1>", "<2>"], "<b>": ["<3>"]}, "every": True},
        2,
    )


@pytest.mark.parametrize(
    ("answer", "every", "refusal"),
    [
        ({"b": 3}, False, ""),
        ({"a": None}, False, ""),
        ({"b": 3}, True, "a must be allotted to one of 1, 2."),
        ({"c": 1}, False, "c cannot be chosen here; these can: a, b, d."),
        ({"a": 3}, False, "a may be allotted to one of 1, 2, not 3."),
        ({"d": 3}, False, "d may be allotted to nothing, not 3."),
        ([1], False, "Allot each of a, b, d as item:target, not 1."),
    ],
)
def test_an_allotment_says_what_it_refuses(answer: Any, every: bool, refusal: str) -> None:
    assert Allotment({"a": [1, 2], "b": [3], "d": []}, every).refusal(answer) == refusal
    assert Allotment({}).refusal({"d": 3}) == "d cannot be chosen here; nothing can now."


def test_nothing_may_be_a_target() -> None:
    choices = Allotment({"a": [None, 1]}, every=True)
    assert choices.take({"a": None}) == {"a": None}
    assert choices.refusal({}) == "a must be allotted to one of none, 1."


# --- forms ----------------------------------------------------------------------------------------


def test_a_form_has_every_combination_of_its_fields() -> None:
    found = list(blank())
    assert len(found) == blank().size == 2 * 3 * 2
    assert found[:3] == [
        {"target": "hill", "guns": [], "rounds": 1},
        {"target": "hill", "guns": [], "rounds": 2},
        {"target": "hill", "guns": ["a"], "rounds": 1},
    ]
    assert found[-1] == {"target": "wood", "guns": ["b"], "rounds": 2}
    with pytest.raises(ValueError, match="Fire has the fields target, guns, rounds"):
        Blank(Fire, {"target": ["hill"]})


def test_a_form_is_built_field_by_field() -> None:
    choices = blank()
    assert choices.defaults() == {"guns": [], "rounds": 2}
    assert choices.pieces() == [
        ["target", "hill"],
        ["target", "wood"],
        ["guns", "a"],
        ["guns", "b"],
        ["rounds", 1],
        ["rounds", 2],
    ]
    assert choices.empty() == {}
    assert list(choices.with_piece({"rounds": 1}, ["target", "hill"])) == ["target", "rounds"]
    assert choices.with_piece({"guns": []}, ["guns", "b"]) == {"guns": ["b"]}
    assert choices.with_piece({}, ["guns", "b"]) == {"guns": ["b"]}
    full = {"target": "hill", "guns": ["b"], "rounds": 1}
    assert choices.without(full, ["guns", "b"]) == {"target": "hill", "guns": [], "rounds": 1}
    assert (
        choices.without(full, "guns") == choices.without(full, ["guns"][0]) == {"target": "hill", "rounds": 1}
    )
    assert choices.without(full, ["rounds", 1]) == {"target": "hill", "guns": ["b"]}
    assert choices.without({"target": "hill"}, ["guns", "b"]) == {"target": "hill"}
    assert choices._next({"target": "hill"}) == [["guns", "a"], ["guns", "b"], ["rounds", 1], ["rounds", 2]]
    assert choices._next(full) == []
    assert choices.additions({"guns": ["a"]})[:2] == [["target", "hill"], ["target", "wood"]]


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ({"target": "hill"}, ""),
        ({"target": "hill", "guns": ["a"], "rounds": 1}, ""),
        ({}, "Still to fill in: target."),
        ({"target": "sea"}, "target is one of hill, wood, not sea."),
        ({"target": "hill", "guns": ["a", "b"]}, "guns: Choose at most 1, not 2."),
        ({"target": "hill", "speed": 1}, "There is no field speed; there are: target, guns, rounds."),
        ("hill", "Fill in target, guns, rounds, not hill."),
    ],
)
def test_a_form_says_what_it_refuses(answer: Any, refusal: str) -> None:
    assert blank().refusal(answer) == refusal


def test_a_form_is_whole_for_the_rules() -> None:
    assert blank().take({"target": "wood"}) == {"target": "wood", "guns": [], "rounds": 2}
    assert blank().of_rules({"target": "wood"}) == Fire("wood")
    few = blank(lambda fire: fire.rounds == 1 or "Only once.")
    assert few.refusal({"target": "wood"}) == "Only once."
    assert few.refusal({"target": "wood", "rounds": 1}) == ""
    assert (blank().exact, few.exact) == (True, False)
    inner = Blank(
        Fire, {"target": ["hill"], "guns": Subset("ab", fits=lambda guns: guns != ["a"]), "rounds": [1]}
    )
    assert not inner.exact
    assert (
        inner.refusal({"target": "hill", "guns": ["a"], "rounds": 1}) == "guns: The rules do not allow that."
    )
    assert [each["guns"] for each in inner] == [[], ["b"], ["a", "b"]]
    with pytest.raises(BadData, match="That does not fit the form Fire"):
        filled(Fire, {"target": 1})


def test_a_form_may_be_masked_for_a_viewer() -> None:
    other = blank().altered(lambda each: f"<{each}>")
    assert other.data() == {
        "fields": {
            "target": ["<hill>", "<wood>"],
            "guns": {"some_of": ["<a>", "<b>"], "least": 0, "most": 1},
            "rounds": ["<1>", "<2>"],
        }
    }
    assert other.size == 12


# --- those that fit -------------------------------------------------------------------------------


def odd(answer: list[str]) -> bool:
    return len(answer) % 2 == 1


def test_only_what_fits_is_listed_and_counted() -> None:
    choices = Subset("abc", fits=odd)
    assert list(choices) == [["a"], ["b"], ["c"], ["a", "b", "c"]]
    assert (choices.size, choices.exact, bool(choices)) == (8, False, True)
    assert [choices[nth] for nth in range(4)] == list(choices)
    with pytest.raises(IndexError):
        choices[4]
    with pytest.raises(IndexError):
        Subset("abc")[8]
    with pytest.raises(IndexError):
        Subset("abc")[-1]
    assert choices.few(4) == list(choices)
    assert choices.few(3) is None
    assert choices.first() == ["a"]
    assert choices.any_fits()
    assert not Subset("abc", fits=lambda answer: False).any_fits()
    assert Subset("abc") == Subset("abc")
    assert Subset("abc") != Subset("abd")
    assert Subset("abc") != Allotment({"a": [1]})
    assert len({Subset("abc"), Subset("abc")}) == 1


def test_answers_are_listed_up_to_a_thousand() -> None:
    ten, nine = Subset("abcdefghij"), Subset("abcdefghi")
    assert ten.few(1_023) is None
    listed = ten.few(1_024)
    assert listed is not None
    assert len(listed) == 1_024
    found = nine.few(1_000)
    assert found is not None
    assert len(found) == 512


def test_where_few_fit_they_are_built() -> None:
    """One subset of twenty items fits: it is not met by chance."""
    items = [f"u{n:02}" for n in range(20)]
    choices = Subset(items, fits=lambda answer: answer == items or f"{len(answer)} are too few.")
    assert choices.sample(random.Random(1)) == items
    assert choices.first() == items
    none = Subset(items, fits=lambda answer: False)
    with pytest.raises(ValueError, match="no answer"):
        none.sample(random.Random(1))
    with pytest.raises(ValueError, match="no answer fits"):
        Subset("ab", fits=lambda answer: False).sample(random.Random(1))
    with pytest.raises(ValueError, match="there is no answer"):
        Allotment({"a": []}, every=True).sample(random.Random(1))


def test_what_can_be_added_leads_to_an_answer_or_cannot_be_told() -> None:
    pairs = Subset("abcd", fits=lambda answer: answer in (["a", "b"], ["c"]))
    assert pairs.additions([]) == ["a", "b", "c"]
    assert pairs.additions(["a"]) == ["b"]
    assert pairs.additions(["d"]) == []
    many = Subset([f"u{n:02}" for n in range(12)], fits=lambda answer: len(answer) == 12 and False)
    assert len(many.additions([])) == 12, "it is not looked at to the end"


@given(st.integers(0, 5), st.booleans(), st.data())
def test_every_answer_can_be_built_and_taken_apart(count: int, some: bool, data: st.DataObject) -> None:
    choices: Any = Subset(range(count)) if some else Allotment({f"i{n}": range(n) for n in range(count)})
    answer = choices.nth(data.draw(st.integers(0, choices.size - 1)))
    assert choices.take(answer) == answer
    of_it = list(answer) if some else [list(pair) for pair in answer.items()]
    built = choices.empty()
    for piece in data.draw(st.permutations(of_it)):
        built = choices.with_piece(built, piece)
    assert built == answer
    for piece in of_it:
        built = choices.without(built, piece)
    assert built == choices.empty()


# --- lists of orders ------------------------------------------------------------------------------


GRID = OrderGrid("blue", "move", [{"unit": "a"}, {"unit": "b"}, {"unit": "c"}], "to", [["x", "y"]])


def orders(part: Any) -> list[str]:
    return ["".join(str(value) for value in order.arguments.values()) for order in LegalOrders([part])]


@pytest.mark.parametrize(
    ("values", "but", "listed"),
    [
        ([["x", "y"]], (), ["ax", "ay", "bx", "by", "cx", "cy"]),
        ([["x", "y"]], ("y", None, "x"), ["ax", "bx", "by", "cy"]),
        ([["x"], [], ["y", "z"]], (), ["ax", "cy", "cz"]),
        ([["x"], ["x", "y"], ["y"]], ("x", "y", None), ["bx", "cy"]),
        ([["x", "y", "z"]], ("y", "y", "y"), ["ax", "az", "bx", "bz", "cx", "cz"]),
    ],
)
def test_a_grid_is_its_orders(
    values: list[list[str]], but: tuple[str | None, ...], listed: list[str]
) -> None:
    grid = OrderGrid("blue", "move", GRID.fixed, "to", values, but)
    assert len(grid) == len(listed)
    assert orders(grid) == listed
    legal = LegalOrders([grid])
    assert ["".join(grid.order(nth).arguments.values()) for nth in range(len(grid))] == listed
    assert ["".join(legal.at(nth).arguments.values()) for nth in range(len(listed))] == listed
    assert all(order in legal for order in legal)
    assert Order("red", "move", {"unit": "a", "to": "x"}) not in legal
    assert Order("blue", "fire", {"unit": "a", "to": "x"}) not in legal
    with pytest.raises(IndexError):
        legal.at(len(listed))
    assert all(group.values for group in grid.groups())


def test_a_group_leaves_out_an_argument_that_is_none() -> None:
    group = OrderGroup("blue", "move", {"unit": "a"}, "to", ("x", None))
    assert [order.arguments for order in LegalOrders([group])] == [{"unit": "a", "to": "x"}, {"unit": "a"}]
    assert Order("blue", "move", {"unit": "a", "to": "x"}) in LegalOrders([group])
    assert Order("blue", "move", {"unit": "a"}) in LegalOrders([group])
    assert Order("blue", "move", {"unit": "b"}) not in LegalOrders([group])
    only = LegalOrders([OrderGroup("blue", "pass", {"why": 1})])
    assert Order("blue", "pass", {"why": 1}) in only
    assert Order("blue", "pass", {"why": 2}) not in only


def test_a_list_is_read_from_both_ends() -> None:
    legal = LegalOrders([GRID, OrderGroup("red", "pass", {})])
    assert (len(legal), legal.size) == (7, 7)
    assert legal[-1] == Order("red", "pass", {})
    assert legal[0] == legal[-7]
    assert legal[5:] == [legal[5], legal[6]]
    assert legal[::3] == [legal[0], legal[3], legal[6]]
    with pytest.raises(IndexError):
        legal[-8]
    with pytest.raises(IndexError):
        legal[7]
    assert legal.names() == ["move", "pass"]
    assert [legal.may_order(side) for side in ("blue", "red", "green")] == [True, True, False]
    assert bool(legal)
    assert not LegalOrders([])
    assert not LegalOrders([OrderGroup("blue", "move", {}, "to", ())])
    assert [group.fixed for group in legal.groups] == [{"unit": "a"}, {"unit": "b"}, {"unit": "c"}, {}]
    assert [group.fixed for group in legal.named("move")] == [{"unit": "a"}, {"unit": "b"}, {"unit": "c"}]
    assert legal.group("move", {"unit": "b"}) == OrderGroup("blue", "move", {"unit": "b"}, "to", ["x", "y"])
    assert legal.group("move", {"unit": "d"}) is None
    assert legal.group("pass", {}) == OrderGroup("red", "pass", {})


def test_each_order_has_its_share_of_chance() -> None:
    legal = LegalOrders([GRID, OrderGroup("red", "pass", {})])
    drawn = [
        legal.sample(cast(random.Random, SimpleNamespace(random=lambda nth=nth: (nth + 0.5) / 7)))
        for nth in range(7)
    ]
    assert drawn == list(legal)
    with pytest.raises(IndexError):
        LegalOrders([]).sample(random.Random(1))


def test_an_open_order_stands_for_all_its_orders() -> None:
    choice = OrderChoice("blue", "fire", {"at": "hill"}, "guns", "abc", least=1)
    line = choice.order()
    assert isinstance(line, OpenOrder)
    assert (line.arguments, line.fixed()) == ({"at": "hill", "guns": ["a"]}, {"at": "hill"})
    assert line.order(["c", "a"]) == Order("blue", "fire", {"at": "hill", "guns": ["a", "c"]})
    assert (len(choice), len(OrderChoice("blue", "fire", {}, "guns", (), least=1))) == (1, 0)
    assert choice.refusal({"at": "hill", "guns": ["b"]}) == ""
    assert choice.refusal({"at": "hill"}) == "Choose at least 1, not none."
    assert choice.refusal({"at": "wood", "guns": ["b"]}) is None
    assert isinstance(OrderChoice("blue", "fire", {}, "guns", {"a": [1]}).choices, Allotment)
    given_: Choices = Subset("ab")
    assert OrderChoice("blue", "fire", {}, "guns", given_).choices is given_
    legal = LegalOrders([choice])
    assert legal.refusal(Order("blue", "fire", {"at": "hill"})) == "Choose at least 1, not none."
    assert legal.refusal(Order("blue", "fire", {"at": "wood"})) is None
    assert legal.refusal(Order("red", "fire", {"at": "hill", "guns": ["a"]})) is None
    assert list(legal.choices("fire")) == [choice]
    assert legal.groups == []


@dataclass(frozen=True)
class Move:
    side: str
    unit: str
    to: str = "x"
    note: str = ""


KIND = OrderKind("move", Move, lambda umpire, order: None, "toy 1", "Move.")


def test_an_argument_that_is_left_out_is_its_default() -> None:
    legal = LegalOrders([GRID])

    def found(**arguments: Any) -> Why | None:
        return found_in(legal, KIND, "blue", arguments)

    assert found(unit="a", to="y") == ""
    assert found(unit="a") == "", "the default is x"
    assert found(unit="a", to="z") is None
    assert found(unit="a", to="y", note="now") is None
    assert found_in(legal, KIND, "blue", {"unit": "a", "to": "y", "note": "now"}, but=("note",)) == ""
    assert found_in(legal, KIND, "blue", {"unit": "a", "to": "z"}, but=("to",)) == ""
    assert found_in(legal, KIND, "red", {"unit": "a", "to": "y"}) is None
    bare = LegalOrders([OrderGroup("blue", "move", {"unit": "a"})])
    assert found_in(bare, KIND, "blue", {"unit": "a", "to": "x"}) == ""
    assert found_in(bare, KIND, "blue", {"unit": "a", "to": "y"}) is None
    choice = LegalOrders([OrderChoice("blue", "move", {"unit": "a"}, "to", "xy", least=1)])
    assert found_in(choice, KIND, "blue", {"unit": "a", "to": ["z"]}) is not None
    assert _whole({"a": (1,), "b": 2}, {"c": 3, "b": 4}, ("a",)) == {"b": 2, "c": 3}


def test_a_kind_is_told_by_phase_and_may_stand_beside_another() -> None:
    kind = KIND._replace(told={"night": ("Creep.", "toy 2")}, beside=True, during=("day",))
    assert (kind.about("night"), kind.about("day")) == ("Creep. (toy 2)", "Move. (toy 1)")
    assert [kind.stands_beside(phase) for phase in ("day", "night")] == [True, False]
    assert kind._replace(during=()).stands_beside("night")
    assert not kind._replace(beside=False).stands_beside("day")
    assert Order("blue", "move", {"to": "x"}).data() == {"order": "move", "to": "x"}
    assert [plain(each) for each in ("a", 1, True, None, [1])] == ["a", 1, True, None, "[1]"]
