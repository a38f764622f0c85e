"""What people type for manual changes: values, texts, data of counters, chances, each up to its limit."""

from typing import Any

import pytest

from adjudication.engine.by_hand.acts import LONGEST_TEXT, act
from adjudication.engine.by_hand.effects import plain_value
from adjudication.engine.house_counters import LARGEST_DATA, check_kind
from domain.errors import BadData, NotFound
from domain.events import KindData


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True),
        (" YES ", True),
        ("No", False),
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("999999999", 999_999_999),
        ("1234567890", "1234567890"),
        ("3.5", "3.5"),
        ("--3", "--3"),
        ("-", "-"),
        ("", ""),
        ("٣", "٣"),
        (" dug in ", "dug in"),
    ],
)
def test_a_value_is_a_whole_number_a_yes_or_no_or_the_text(text: str, value: object) -> None:
    found = plain_value(text)
    assert (type(found), found) == (type(value), value)


def test_an_act_has_a_kind_and_texts_of_some_length() -> None:
    with pytest.raises(NotFound, match=r"There is no manual change 'hand-wave'; there are: .*hand-score"):
        act("hand-wave", {})
    given = {"subject": "game", "mark": "x" * LONGEST_TEXT, "value": 1}
    assert act("hand-change", given) == given
    with pytest.raises(BadData, match=f"A text has at most {LONGEST_TEXT} characters"):
        act("hand-change", {**given, "mark": "x" * (LONGEST_TEXT + 1)})


def nested(deep: int) -> Any:
    """A number in so many lists."""
    value: Any = 1
    for _ in range(deep):
        value = [value]
    return value


@pytest.mark.parametrize(
    "data",
    [
        {"a": nested(19)},
        {"a": {"b": ({"c": nested(16)},)}},
        {"a": [0] * (LARGEST_DATA - 2)},
        {"a": {str(n): n for n in range(LARGEST_DATA - 2)}},
        {"a": None, "b": True, "c": "text"},
    ],
)
def test_data_of_a_counter_may_be_as_large_and_deep_as_this(data: dict[str, Any]) -> None:
    check_kind("gun", KindData("Gun", text="x" * LONGEST_TEXT, data=data))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"a": nested(20)}, "nested more than 20 deep"),
        ({"a": {"b": ({"c": nested(17)},)}}, "nested more than 20 deep"),
        ({"a": [0] * (LARGEST_DATA - 1)}, f"holds at most {LARGEST_DATA} values"),
        ({"a": {str(n): n for n in range(LARGEST_DATA - 1)}}, f"holds at most {LARGEST_DATA} values"),
    ],
)
def test_and_no_larger_or_deeper(data: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData, match=told):
        check_kind("gun", KindData("Gun", data=data))


def test_nor_may_its_text_be_longer() -> None:
    with pytest.raises(BadData, match=f"its text has at most {LONGEST_TEXT} characters"):
        check_kind("gun", KindData("Gun", text="x" * (LONGEST_TEXT + 1)))
