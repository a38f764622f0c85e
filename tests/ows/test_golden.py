"""What each side can see, and cannot: a transcript of the tutorial, and the hidden units in every view."""

import difflib

import pytest

from tests.ows.golden import GOLDEN, golden, hidden_from, played, text_of


def test_the_golden_tutorial_reads_as_it_was_approved() -> None:
    now = golden().splitlines()
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(approved, now, "approved", "now", lineterm="", n=1))
    assert difference == [], "\n".join(difference[:60])


@pytest.mark.rule("ows 2.1.4", "ows 7.2", "ows 8.4.1")
@pytest.mark.parametrize("viewer", ["blue", "red"])
def test_no_view_names_a_unit_token_or_card_that_the_side_may_not_know(viewer: str) -> None:
    checked = 0
    for session in played(11):
        text = text_of(session, viewer)
        hidden = hidden_from(session, viewer)
        checked += len(hidden)
        assert [name for name in hidden if name in text] == []
    assert checked > 100
