"""Hidden characters: shown wherever text is printed, refused in names."""

import json
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import BadData
from domain.text import check_all_visible, check_names, check_visible, escaped_json, hidden_in, visible

HIDDEN = [
    *(chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n\v\f\r"),
    *map(chr, (0x61C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0xFEFF)),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
]


@pytest.mark.parametrize("char", HIDDEN, ids=[f"{ord(char):04x}" for char in HIDDEN])
def test_a_hidden_character_is_shown_and_refused(char: str) -> None:
    shown = visible(f"a{char}b")
    assert shown.isprintable()
    assert f"{ord(char):x}" in shown
    assert hidden_in(f"a{char}b") == shown[1:-1]
    with pytest.raises(BadData, match="The name has an invisible or control character"):
        check_visible(f"a{char}b", "The name")


def test_text_of_any_language_stays_as_it_is() -> None:
    for text in ("Zoë 王 Ülkü", "أحمد", "שלום", "☂ 🧭", "a “quote” – ½"):
        assert visible(text) == text
        assert hidden_in(text) == ""
    assert visible("no\u00a0break") == "no break"
    assert hidden_in("no\u00a0break") == ""


def test_line_ends_are_kept_only_where_they_may_stand() -> None:
    assert visible("a\nb\tc") == "a b c"
    assert visible("a\nb\x1b", keep="\n") == "a\nb\\x1b"
    assert hidden_in("a\nb") == "\\x0a"
    assert hidden_in("a\nb", keep="\n") == ""


@given(st.text())
def test_what_is_shown_is_printable_and_shown_again_is_the_same(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert visible(shown) == shown


@given(st.text())
def test_json_says_the_same_without_hidden_characters(text: str) -> None:
    written = escaped_json(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(written) == {"text": text}
    assert not {category(char) for char in written} & {"Cc", "Zl", "Zp"}
    assert not any(char in written for char in HIDDEN)


def test_names_anywhere_in_an_event_are_looked_at() -> None:
    check_names({"by": "Ann", "text": "calm \x1b[31mred", "topics": [{"id": "LO1", "text": "a\u202eb"}]})
    for data in (
        {"by": "A\u202e"},
        {"topics": [{"id": "LO\u200b1"}]},
        {"agreed": ("blue", "r\x1bed")},
    ):
        with pytest.raises(BadData, match="invisible or control"):
            check_names(data)


def test_keys_and_values_of_plain_data_are_looked_at() -> None:
    check_all_visible({"a": ["b\nc", 1, None, {"d": "e"}]}, "x.yaml")
    for data in ({"a\x07": 1}, {"a": [{"b": "\u2066"}]}):
        with pytest.raises(BadData, match=r"x\.yaml has"):
            check_all_visible(data, "x.yaml")
