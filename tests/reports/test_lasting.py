"""Marks that last are on the map and in the status."""

import pytest

from reports.maps.drawing import map_svg
from reports.maps.text import map_text
from reports.words.lasting import lasting, lasting_words
from tests.somalia.field import field
from tests.table import Table


@pytest.fixture
def terror() -> Table:
    case = field("un", purple_1a="jilib")
    return case.mark("jilib", "terrorised", True).mark("baidoa", "terrorised", True)


@pytest.mark.rule("somalia 8.5e")
def test_terror_markers_are_listed_by_zone(terror: Table) -> None:
    terror.mark("game", "US Intervention", 18).mark("game", "talks", "bandit")
    assert lasting_words(terror.state, "un") == [
        "US Intervention until the end of turn 18",
        "Peace talks with Bandits",
        "Terror marker (Baidoa, Jilib)",
    ]
    assert lasting(terror.state, "bandit")["jilib"] == ["Terror marker"]
    assert (
        lasting_words(terror.mark("jilib", "terrorised", None).state, "white")[-1] == "Terror marker (Baidoa)"
    )


@pytest.mark.rule("somalia 8.5e")
def test_both_maps_show_terror_markers(terror: Table) -> None:
    lines = [line.strip() for line in map_text(terror.state, "bandit").splitlines()]
    assert lines[next(n for n, line in enumerate(lines) if line.startswith("Baidoa")) + 1] == "Terror marker"
    assert "Terror marker; P12 Purple gang 1a" in lines
    assert map_svg(terror.state).count(">Terror marker<") == 2
    assert "Terror marker" not in map_text(field("un").state)


def test_marks_that_the_rules_keep_the_books_with_are_not_shown(terror: Table) -> None:
    assert lasting(terror.mark("jilib", "flushed", True).state, "white")["jilib"] == ["Terror marker"]
