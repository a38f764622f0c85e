"""Names that a side may not read are masked, however they are written, and whichever come and go."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events.seen import UNKNOWN
from domain.views.masks import Mask

words = st.text("aAbß17 _-()", min_size=1, max_size=7)


def in_one_pattern(names: set[str], text: str) -> str:
    """The same by one pattern of all names: slow, and plainly right."""
    if not names:
        return text
    spelled = [
        r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", name.strip(" _-")))) or re.escape(name)
        for name in sorted(names, key=lambda name: (-len(name), name))
    ]
    return re.sub(rf"(?<![\w-])(?:{'|'.join(spelled)})(?![\w-])", UNKNOWN, text, flags=re.IGNORECASE)


@settings(max_examples=300, deadline=None)
@given(st.lists(words, max_size=5), st.lists(words, max_size=3), st.lists(words, max_size=8))
def test_it_masks_what_one_pattern_of_all_names_masks(
    names: list[str], gone: list[str], said: list[str]
) -> None:
    mask = Mask([*names, *gone])
    mask.discard(*gone)
    for text in (" ".join(said), *names, " a ".join(names)):
        assert mask(text) == in_one_pattern({*names}, text)


@pytest.mark.parametrize("text", ["Boat 17", "boat-17", "BOAT_17", "the Boat  17.", "(boat 17)"])
def test_a_name_is_masked_however_it_is_written(text: str) -> None:
    assert UNKNOWN in Mask(["Boat 17"])(text)
    assert not re.search("boat", Mask(["Boat 17"])(text), re.IGNORECASE)


@pytest.mark.parametrize("text", ["Boat 170", "Boat 1 7", "aboat 17", "x-boat-17", "17 Boat"])
def test_other_names_are_left(text: str) -> None:
    assert Mask(["Boat 17"])(text) == text


def test_plain_data_is_masked_at_any_depth() -> None:
    assert Mask(["b-1"])({"b-1": ["x", ("b-1", 3)], "n": None}) == {UNKNOWN: ["x", [UNKNOWN, 3]], "n": None}


def test_a_name_that_two_pieces_have_stays_until_both_are_known() -> None:
    mask = Mask(["guard", "guard"])
    mask.discard("guard")
    assert mask("guard") == UNKNOWN
    mask.discard("guard")
    assert mask("guard") == "guard"


def test_a_name_that_is_around_a_masked_one_stays() -> None:
    """To mask the part would tell the reader which of the things that it does not know bears that name."""
    mask = Mask(["KC-130J", "Alpha"], lambda: ["KC-130J squadron", "Alpha"])
    assert mask("KC-130J of the kc-130j Squadron") == "? of the kc-130j Squadron"
    assert mask({"KC-130J squadron": ["KC-130J", "Alpha"]}) == {"KC-130J squadron": ["?", "?"]}
    assert mask.names_in("the KC 130J base") == ["KC-130J"]
