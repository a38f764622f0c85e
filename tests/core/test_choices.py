"""Answers that are too many to list: counted, checked, drawn, listed where few, built piece by piece."""

import random
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.engine.choice_texts import answer_text, read_text
from adjudication.engine.choices import Allotment, Blank, Choices, Subset
from domain.errors import BadData

SHIELDS = [f"shield-{n}" for n in range(6)]
SALVOES = [f"salvo-{n}" for n in range(6)]


@given(st.integers(0, 6), st.integers(0, 7), st.integers(0, 7))
def test_a_subset_lists_every_subset_of_its_sizes_once(items: int, least: int, most: int) -> None:
    names = SALVOES[:items]
    subset = Subset(names, least, most)
    expected = [
        list(each) for size in range(least, min(most, items) + 1) for each in combinations(names, size)
    ]
    assert list(subset) == expected
    assert subset.size == len(expected)
    assert all(each in subset for each in expected)
    outside = [list(each) for size in range(items + 1) for each in combinations(names, size)]
    assert [each for each in outside if each in subset] == expected


@given(st.lists(st.integers(0, 3), max_size=4), st.booleans())
def test_an_allotment_lists_every_allotment_once(targets: list[int], every: bool) -> None:
    may = {SHIELDS[n]: SALVOES[:count] for n, count in enumerate(targets)}
    allotment = Allotment(may, every)
    ways = [([] if every else [None]) + list(to) for to in may.values()]
    expected = [
        {item: to for item, to in zip(may, each, strict=True) if to is not None} for each in product(*ways)
    ]
    assert list(allotment) == expected
    assert allotment.size == len(expected)
    assert all(each in allotment for each in expected)


def test_six_shields_onto_six_salvoes_are_never_listed() -> None:
    asked = 0

    def fits(allotted: dict[str, str]) -> bool:
        nonlocal asked
        asked += 1
        return len(allotted) < 7

    allotment = Allotment(dict.fromkeys(SHIELDS, SALVOES), fits=fits)
    assert allotment.size == 117_649
    assert {"shield-0": "salvo-3", "shield-5": "salvo-3"} in allotment
    assert allotment.sample(random.Random(1)) in allotment
    assert allotment.few(12) is None
    assert allotment.first() == {}
    assert asked < 10


def test_eighteen_items_each_to_another_target_are_found() -> None:
    """So few fit that none is met by chance: an answer is built."""
    items, targets = [f"i{n}" for n in range(18)], [f"t{n}" for n in range(18)]

    def fits(allotted: dict[str, str]) -> str:
        return "" if len(set(allotted.values())) == len(allotted) else "Each target takes one item."

    allotment = Allotment(dict.fromkeys(items, targets), fits=fits)
    found = [allotment.sample(random.Random(seed)) for seed in range(3)]
    assert all(each in allotment for each in found)
    assert len({repr(each) for each in found}) == 3
    assert allotment.refusal({"i0": "t1", "i1": "t1"}) == "Each target takes one item."


def chi_square(counts: Counter[str], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[key] - expected) ** 2 / expected for key in counts) + expected * (cells - len(counts))


@pytest.mark.parametrize(
    "choices",
    [
        Subset(SALVOES, 1, 3),
        Subset(SALVOES, 0, 6, fits=lambda chosen: "salvo-0" not in chosen),
        Allotment({"a": ["x", "y"], "b": ["x"], "c": ["x", "y", "z"]}),
    ],
)
def test_samples_are_uniform(choices: Choices) -> None:
    listed = list(choices)
    chance = random.Random(7)
    counts = Counter(repr(choices.sample(chance)) for _ in range(200 * len(listed)))
    assert set(counts) == {repr(each) for each in listed}
    degrees = len(listed) - 1
    assert chi_square(counts, len(listed)) < degrees + 4 * (2 * degrees) ** 0.5


def test_what_fits_is_worked_out_once_for_several_samples() -> None:
    asked: list[Any] = []

    def even(each: list[str]) -> bool:
        asked.append(each)
        return len(each) % 2 == 0

    subset, chance = Subset(SALVOES, fits=even), random.Random(1)
    found = list(islice(subset.samples(chance), 5))
    assert len(asked) == subset.size
    again = random.Random(1)
    assert found == [subset.sample(again) for _ in range(5)]


def test_samples_of_many_restricted_answers_are_uniform() -> None:
    """Beyond what is listed: rejection leaves each answer its chance."""
    subset = Subset([f"s{n}" for n in range(16)], fits=lambda chosen: len(chosen) == 2 and "s0" in chosen)
    odd = Subset([f"s{n}" for n in range(16)], fits=lambda chosen: len(chosen) % 2 == 1)
    chance = random.Random(3)
    assert all(len(subset.sample(chance)) == 2 for _ in range(20))
    sizes = Counter(len(odd.sample(chance)) for _ in range(4_000))
    assert set(sizes) <= set(range(1, 16, 2))
    assert abs(sizes[7] / 4_000 - 11_440 / 32_768) < 0.03


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (
            ["salvo-9"],
            "salvo-9 cannot be chosen here; these can: salvo-0, salvo-1, salvo-2, salvo-3, salvo-4, salvo-5.",
        ),
        (["salvo-1", "salvo-1"], "salvo-1 is named twice."),
        ([], "Choose 1 to 2, not none."),
        (["salvo-1", "salvo-2", "salvo-3"], "Choose 1 to 2, not 3."),
        ("salvo-1", "Choose some of salvo-0, salvo-1, salvo-2, salvo-3, salvo-4, salvo-5, not salvo-1."),
        (["salvo-0"], "Not the first alone."),
    ],
)
def test_a_subset_that_may_not_be_given_is_refused_in_a_sentence(answer: Any, refusal: str) -> None:
    subset = Subset(SALVOES, 1, 2, fits=lambda each: "Not the first alone." if each == ["salvo-0"] else True)
    assert subset.refusal(answer) == refusal
    assert answer not in subset


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        ({"x": "a"}, "x cannot be chosen here; these can: one, two."),
        ({"one": "c", "two": "b"}, "one may be allotted to one of a, b, not c."),
        ({"one": "a"}, "two must be allotted to one of b."),
        (["one"], "Allot each of one, two as item:target, not one."),
    ],
)
def test_an_allotment_that_may_not_be_given_is_refused_in_a_sentence(answer: Any, refusal: str) -> None:
    assert Allotment({"one": ["a", "b"], "two": ["b"]}, every=True).refusal(answer) == refusal


def test_an_answer_is_taken_as_it_was_offered() -> None:
    assert Subset([1, 2, 3]).take((3, True)) == [1, 3]
    assert type(Subset([1, 2, 3]).take([True])[0]) is int
    allotment = Allotment({"a": ["x"], "b": ["y"]})
    assert list(allotment.take({"b": "y", "a": "x"})) == ["a", "b"]
    assert allotment.take({"b": None}) == {}


def test_a_predicate_may_say_no_without_words() -> None:
    assert Subset(SALVOES, fits=lambda each: False).refusal([]) == "The rules do not allow that."
    assert Subset(SALVOES, fits=lambda each: None).refusal([]) == ""
    with pytest.raises(ValueError, match="no answer"):
        Subset(SALVOES, fits=lambda each: False).sample(random.Random(1))
    with pytest.raises(ValueError, match="twice"):
        Subset(["a", "a"])


def test_what_can_be_added_leads_to_an_answer() -> None:
    """Two ships cannot both fire: with one chosen the other is not offered."""
    subset = Subset(["a", "b", "c"], 2, 2, fits=lambda each: not {"a", "b"} <= set(each))
    assert subset.additions([]) == ["a", "b", "c"]
    assert subset.additions(["a"]) == ["c"]
    assert subset.additions(["a", "c"]) == []
    assert subset.unfinished(["a"]) == "Choose 2, not 1."
    allotment = Allotment({"x": ["s", "t"], "y": ["s"]}, fits=lambda each: list(each.values()).count("s") < 2)
    assert allotment.additions({"x": "s"}) == []
    assert allotment.additions({}) == [["x", "s"], ["x", "t"], ["y", "s"]]


@dataclass(frozen=True)
class Salvo:
    ship: str
    missiles: int


@dataclass(frozen=True)
class Plan:
    salvoes: tuple[Salvo, ...]
    shields: dict[str, str]
    posture: str = "hold"


def blank(**more: Any) -> Blank:
    salvoes = [{"ship": "ddg-1", "missiles": 2}, {"ship": "ddg-2", "missiles": 4}]
    return Blank(
        Plan,
        {
            "salvoes": Subset(salvoes, 1),
            "shields": Allotment({"sm-6": ["high", "low"]}),
            "posture": ("hold", "press"),
        },
        **more,
    )


def test_a_form_is_filled_in_field_by_field() -> None:
    form = blank(fits=lambda plan: len(plan.salvoes) < 2 or plan.posture == "press")
    assert form.size == 3 * 3 * 2
    assert all(each in form for each in form)
    assert len(list(form)) == 3 * 3 * 2 - 3
    answer = {"salvoes": [{"ship": "ddg-2", "missiles": 4}], "shields": {}}
    assert form.take(answer) == {**answer, "posture": "hold"}
    assert form.of_rules(form.take(answer)) == Plan((Salvo("ddg-2", 4),), {}, "hold")
    assert form.refusal({"posture": "run"}) == "Still to fill in: salvoes."
    assert form.refusal({**answer, "posture": "run"}) == "posture is one of hold, press, not run."
    assert form.refusal({**answer, "salvoes": []}) == "salvoes: Choose at least 1, not none."
    assert (
        form.refusal({**answer, "depth": 1})
        == "There is no field depth; there are: salvoes, shields, posture."
    )
    with pytest.raises(ValueError, match="say what each may be"):
        Blank(Plan, {"salvoes": Subset([])})


def test_a_form_is_filled_in_at_random() -> None:
    form = blank(fits=lambda plan: plan.posture == "press")
    chance = random.Random(2)
    drawn = {repr(form.sample(chance)) for _ in range(200)}
    assert drawn == {repr(each) for each in form}


@pytest.mark.parametrize(
    ("choices", "text", "answer"),
    [
        (Subset(SALVOES), "salvo-2,salvo-0", ["salvo-0", "salvo-2"]),
        (Subset(SALVOES), "salvo-2+salvo-0", ["salvo-0", "salvo-2"]),
        (Subset(SALVOES), "1, 3", ["salvo-0", "salvo-2"]),
        (Subset(SALVOES), "none", []),
        (Subset(SALVOES), '["salvo-5"]', ["salvo-5"]),
        (Subset([3, 1, 2]), "1,2", [1, 2]),
        (Subset(["a, b", "c"]), "a, b", ["a, b"]),
        (Allotment(dict.fromkeys(SHIELDS, SALVOES)), "shield-1:salvo-2,2:1", {"shield-1": "salvo-0"}),
        (Allotment(dict.fromkeys(SHIELDS, SALVOES)), "shield-1:none", {}),
        (Allotment({"a:1": ["x:1"]}), "a:1:x:1", {"a:1": "x:1"}),
        (
            blank(),
            "posture=press salvoes=2 shields=sm-6:low",
            {
                "salvoes": [{"ship": "ddg-2", "missiles": 4}],
                "shields": {"sm-6": "low"},
                "posture": "press",
            },
        ),
    ],
)
def test_answers_are_read_from_text(choices: Choices, text: str, answer: Any) -> None:
    assert read_text(choices, text) == answer


def test_every_answer_can_be_typed() -> None:
    for choices in (Subset(SALVOES[:3]), Allotment({"a": ["x", "y"], "b": ["x"]}), blank()):
        for answer in choices:
            assert read_text(choices, answer_text(choices, answer)) == answer


def test_names_are_understood() -> None:
    called = {"salvo-0": "First salvo"}
    assert read_text(Subset(SALVOES), "first salvo, salvo-1", lambda each: called.get(each, str(each))) == [
        "salvo-0",
        "salvo-1",
    ]
    with pytest.raises(BadData, match="'salvo-7' cannot be chosen here; these can: salvo-0"):
        read_text(Subset(SALVOES), "salvo-7")
    with pytest.raises(BadData, match="Write item:target, such as shield-0:salvo-0"):
        read_text(Allotment(dict.fromkeys(SHIELDS, SALVOES)), "shield-1")


def test_several_items_without_commas_are_answered_with_how_to_type_them() -> None:
    subset = Subset(SALVOES, 0, 6)
    for typed, commas in (("1 2 3", "1,2,3"), ("salvo-0 salvo-4", "salvo-0,salvo-4")):
        with pytest.raises(BadData, match=f"Put commas between several: {commas}"):
            read_text(subset, typed)
    assert read_text(subset, "salvo-0,salvo-4") == ["salvo-0", "salvo-4"]
    with pytest.raises(BadData, match="cannot be chosen here"):
        read_text(subset, "1 tank")
