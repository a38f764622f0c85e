"""Items that are alike: typed, shown and chosen by their number."""

from typing import Any

import pytest

from adjudication.engine.alike import ALL, called_so, counted, sort_of
from adjudication.engine.choice_texts import read_text, shortest
from adjudication.engine.choices import Allotment, Subset
from domain.errors import BadData, NotFound
from domain.table.state import State
from reports.words.names import Names
from seats.dialogue.choices import Building, choice_lines, example, in_short

SALVOS = Allotment(
    {
        "ddg-1/harpoon/1": ["cruiser", "frigate"],
        "ddg-1/harpoon/2": ["cruiser", "frigate"],
        "ddg-1/harpoon/3": ["cruiser", "frigate"],
        "ddg-1/sm6/1": ["cruiser"],
        "ddg-2/harpoon/1": ["cruiser", "frigate"],
        "boats": ["frigate"],
    }
)
NAMES = {"ddg-1": "USS Alpha", "ddg-2": "USS Bravo", "cruiser": "Nanchang"}


def called(item: Any) -> str:
    return NAMES.get(item, str(item))


def read(text: str) -> Any:
    return read_text(SALVOS, text, called)


@pytest.mark.parametrize(
    ("item", "sort"),
    [("ddg-1/harpoon/2", "ddg-1/harpoon"), ("ddg-1/harpoon", ""), ("/1", ""), ("a/b", ""), (3, "")],
)
def test_items_are_alike_that_differ_in_a_number_behind_a_slash(item: Any, sort: str) -> None:
    assert sort_of(item) == sort


@pytest.mark.parametrize(
    ("text", "found"),
    [("a*2", ("a", 2)), (" a * 2 ", ("a", 2)), ("a×3", ("a", 3)), ("a*all", ("a", ALL)), ("a", ("a", None))],
)
def test_a_count_stands_behind_a_star(text: str, found: tuple[str, int | None]) -> None:
    assert counted(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "ddg-1/harpoon*2: cruiser, ddg-2/harpoon: frigate",
        "ddg-1/harpoon*2:cruiser,ddg-2/harpoon*1:frigate",
        "ddg-1/harpoon:cruiser, ddg-1/harpoon: cruiser, ddg-2/harpoon/1:frigate",
        "ddg-1/harpoon/1+ddg-1/harpoon/2: Nanchang, 3: 2",
        "USS Alpha harpoon*2: nanchang, bravo: frigate",
    ],
)
def test_a_strike_is_typed_on_one_line(text: str) -> None:
    assert read(text) == {
        "ddg-1/harpoon/1": "cruiser",
        "ddg-1/harpoon/2": "cruiser",
        "ddg-2/harpoon/1": "frigate",
    }


def test_several_shooters_go_to_one_target_and_all_is_all_that_are_left() -> None:
    assert read("ddg-1/harpoon*all+ddg-2/harpoon: cruiser") == {
        item: "cruiser" for item in SALVOS.may if "harpoon" in item
    }
    assert read("ddg-1/harpoon/2: frigate, ddg-1/harpoon*all: cruiser") == {
        "ddg-1/harpoon/1": "cruiser",
        "ddg-1/harpoon/2": "frigate",
        "ddg-1/harpoon/3": "cruiser",
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ddg-1/harpoon*4: cruiser", "ddg-1/harpoon: 3 left for cruiser, not 4"),
        ("ddg-1/harpoon*2: cruiser, ddg-1/harpoon*2: frigate", "ddg-1/harpoon: 1 left for frigate, not 2"),
        ("ddg-1/harpoon*0: cruiser", "ddg-1/harpoon: 3 left for cruiser, not none"),
        ("ddg-1/sm6: frigate", "'frigate' cannot be chosen here; these can: cruiser"),
        (
            "ddg-3/harpoon: cruiser",
            "'ddg-3/harpoon' cannot be chosen here; these can: ddg-1/harpoon, ddg-1/sm6",
        ),
        ("ddg-1/harpoon*2", "Write item:target, such as ddg-1/harpoon\\*2:cruiser"),
        ("boats*2: frigate", "boats: 1 left for frigate, not 2"),
    ],
)
def test_what_there_is_not_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadData, match=why):
        read(text)


def test_what_may_be_several_sorts_is_refused() -> None:
    with pytest.raises(NotFound, match="may mean ddg-1/harpoon"):
        read("alpha: cruiser")


@pytest.mark.parametrize(
    "text", ["ddg-1/harpoon*2+ddg-2/harpoon: cruiser, ddg-1/harpoon: frigate", "boats: frigate", "none"]
)
def test_an_answer_is_shown_as_short_as_it_is_typed(text: str) -> None:
    answer = read(text)
    assert shortest(SALVOS, answer) == text
    assert read(shortest(SALVOS, answer)) == answer


def test_an_answer_that_a_number_would_not_say_is_shown_whole() -> None:
    answer = read("ddg-1/harpoon/2: cruiser")
    assert shortest(SALVOS, answer) == "ddg-1/harpoon/2:cruiser"


def test_some_of_items_that_are_alike() -> None:
    some = Subset(["ddg-1/sm2/1", "ddg-1/sm2/2", "ddg-1/sm2/3", "ciws"], most=3)
    answer = read_text(some, "ddg-1/sm2*2, ciws")
    assert answer == ["ddg-1/sm2/1", "ddg-1/sm2/2", "ciws"]
    assert shortest(some, answer) == "ddg-1/sm2*2, ciws"
    with pytest.raises(BadData, match="ddg-1/sm2: 3 left, not 5"):
        read_text(some, "ddg-1/sm2*5")


def test_choices_are_told_by_sorts() -> None:
    assert choice_lines(SALVOS, called) == [
        "  Allot 6 items, each to one target or to none:",
        "     1  ddg-1/harpoon (USS Alpha harpoon) (3): cruiser, frigate",
        "     2  ddg-1/sm6 (USS Alpha sm6) (1): cruiser",
        "     3  ddg-2/harpoon (USS Bravo harpoon) (1): cruiser, frigate",
        "     4  boats: frigate",
    ]
    assert in_short(SALVOS).startswith("any of: ddg-1/harpoon*3 to cruiser or frigate; ddg-1/sm6 to cruiser;")
    assert example(SALVOS) == "ddg-1/harpoon*2:cruiser"
    many = Allotment({f"ddg-{n}/harpoon/{m}": ["cruiser"] for n in range(1, 9) for m in (1, 2)})
    assert in_short(many) == "any of 16 items of 8 sorts, to 1 target"
    assert called_so("ddg-1/harpoon", called) == "USS Alpha harpoon"


def test_a_strike_is_built_target_by_target() -> None:
    building = Building(SALVOS, called)
    assert building.lines() == [
        "Chosen: none.",
        "   1  cruiser (Nanchang)",
        "   2  frigate",
        "`done` gives this answer.",
    ]
    assert not building.do("1")
    assert building.lines()[1:3] == [
        "To cruiser (Nanchang):",
        "   1  ddg-1/harpoon (USS Alpha harpoon): 3 left",
    ]
    assert not building.do("1*2, 3")
    assert building.lines()[0] == "Chosen: ddg-1/harpoon*2+ddg-2/harpoon: cruiser."
    assert "   1  ddg-1/harpoon (USS Alpha harpoon): 1 left" in building.lines()
    with pytest.raises(BadData, match="1 left for cruiser, not 2"):
        building.do("1*2")
    building.do("back")
    building.do("frigate")
    building.do("1")
    assert building.answer["ddg-1/harpoon/3"] == "frigate"
    building.do("undo")
    building.do("remove ddg-1/harpoon")
    building.do("add boats: frigate")
    assert building.do("done")
    assert building.answer == {"ddg-2/harpoon/1": "cruiser", "boats": "frigate"}


def test_a_strike_is_typed_whole_at_the_prompt() -> None:
    building = Building(SALVOS, called)
    assert building.do("ddg-1/harpoon*3: cruiser")
    assert len(building.answer) == 3


def test_a_log_tells_items_that_are_alike_by_their_number() -> None:
    names = Names(State())
    assert names.thing(read("ddg-1/harpoon*2+ddg-2/harpoon: cruiser")) == (
        "2 x ddg-1 harpoon and ddg-2 harpoon to cruiser"
    )
    assert names.thing(["ddg-1/sm2/1", "ddg-1/sm2/2", "ciws"]) == "2 x ddg-1 sm2 and ciws"
    met = {"ddg-1/sm2/1": "port/kh/1", "ddg-1/sm2/2": "port/kh/2", "ddg-2/sm2/1": "depot"}
    assert names.thing(met) == "2 x ddg-1 sm2 to port kh and ddg-2 sm2 to depot"


SHIELDS = Allotment(
    {
        f"{ship}/{number}": ["port/kh/1", "port/kh/2", "port/kh/3", "depot"]
        for ship in ("ddg-1/sm2", "ddg-2/sm2")
        for number in (1, 2)
    }
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ddg-1/sm2*2: port/kh", {"ddg-1/sm2/1": "port/kh/1", "ddg-1/sm2/2": "port/kh/2"}),
        (
            "ddg-1/sm2*2+ddg-2/sm2*2: port/kh",
            {
                "ddg-1/sm2/1": "port/kh/1",
                "ddg-1/sm2/2": "port/kh/2",
                "ddg-2/sm2/1": "port/kh/3",
                "ddg-2/sm2/2": "port/kh/1",
            },
        ),
        (
            "ddg-1/sm2*2: port/kh/3, 2: 2",
            {"ddg-1/sm2/1": "port/kh/3", "ddg-1/sm2/2": "port/kh/3", "ddg-2/sm2/1": "depot"},
        ),
    ],
)
def test_targets_that_are_alike_are_met_one_each(text: str, found: dict[str, str]) -> None:
    answer = read_text(SHIELDS, text, called)
    assert answer == found
    assert read_text(SHIELDS, shortest(SHIELDS, answer)) == answer


def test_targets_that_are_alike_are_told_and_picked_by_their_sort() -> None:
    assert choice_lines(SHIELDS)[1] == "     1  ddg-1/sm2 (2): port/kh*3, depot"
    assert shortest(SHIELDS, read_text(SHIELDS, "1*2: port/kh")) == "ddg-1/sm2*2: port/kh"
    building = Building(SHIELDS)
    assert building.lines()[1:3] == ["   1  port/kh", "   2  depot"]
    building.do("1")
    assert "   2  ddg-2/sm2: 2 left" in building.lines()
    building.do("1*2, 2")
    assert sorted(building.answer.values()) == ["port/kh/1", "port/kh/2", "port/kh/3"]


def test_what_is_named_several_times_in_a_row_is_counted_and_numbers_are_not() -> None:
    names = Names(State())
    assert names.thing(["0705", "0705", "0804"]) == "2 x 0705 and 0804"
    assert names.thing(["0705", "0804", "0705"]) == "0705, 0804 and 0705"
    assert names.thing([3, 3, 1]) == "3, 3 and 1"
    assert names.thing([True, 1]) == "yes and 1"
