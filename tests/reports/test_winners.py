"""That a side wins, in words."""

import pytest

from reports.words.names import wins


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("Blue", "Blue wins"),
        ("Iraqi Security Forces", "Iraqi Security Forces win"),
        ("United Nations", "United Nations wins"),
        ("Pink and Orange", "Pink and Orange win"),
    ],
)
def test_the_verb_agrees_with_the_side(side: str, told: str) -> None:
    assert wins(side) == told
