"""Injects made up on the spot, with their effects, beside the planned ones."""

from pathlib import Path

import pytest

from domain.events import InjectHandled, OrderGiven
from tests.cli.conftest import Cell


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """A game of three sides with an inject listed."""
    Path("events.csv").write_text(
        "id,audience,text,changes\nI1,aldmark,Grain is short,\nI2,all,The crew is alive,tension-1\n"
        "I3,all,The sea is rough,boats may not sail\n"
    )
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    empty.done("inject", "--file", "events.csv")
    return empty


def injects(cell: Cell) -> list[InjectHandled]:
    return [event for event in cell.events() if isinstance(event, InjectHandled)]


def test_an_inject_on_the_spot_is_delivered_at_once_and_listed_as_unplanned(strait: Cell) -> None:
    told = strait.done("inject", "Television shows the crew", "--to", "aldmark", "--to", "verrin").out
    assert "Inject U1 delivered, unplanned: Television shows the crew" in told
    (handled,) = injects(strait)
    assert (handled.audience, handled.unplanned, handled.how) == (("aldmark", "verrin"), True, "delivered")
    assert "Television" in strait.done("inject", "--as", "verrin").out
    council = (
        strait.done("log", "--as", "council", "--json").out + strait.done("inject", "--as", "council").out
    )
    assert "Television" not in council
    side = strait.done("log", "--as", "verrin", "--json").json[-1]
    assert side["fields"] == {"how": "delivered", "text": "Television shows the crew"}
    rows = strait.done("inject", "--json").json
    assert [(row["id"], row["unplanned"], row["status"]) for row in rows][-1] == ("U1", True, "delivered")
    assert "U1: delivered, unplanned, turn 1" in strait.done("inject").out
    strait.done("inject", "Rain", "falls", "--to", "all")
    assert injects(strait)[-1].inject == "U2"
    assert injects(strait)[-1].audience is None
    report = strait.done("audit", "--json").json
    assert report["findings"] == []
    assert any("inject U1 was unplanned" in notice for notice in report["notices"])


def test_an_inject_and_its_effect_are_recorded_together_or_not_at_all(strait: Cell) -> None:
    before = len(strait.events())
    strait.done("inject", "Television shows the crew", "--to", "aldmark", "--effect", "tension-1")
    new = strait.events()[before:]
    assert isinstance(new[0], InjectHandled)
    assert isinstance(new[1], OrderGiven)
    assert new[1].because == "Inject U1", "who sees the track is not told what the inject says"
    assert "Television" not in strait.done("log", "--as", "council").out
    assert "no track" in strait.refused("inject", "It rains", "--to", "all", "--effect", "tensoin-1").lower()
    assert strait.done("audit", "--json").json["findings"] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Television", "shows", "it"], "--to"),
        (["It rains", "--to", "mars"], "There is no side"),
        (["", "--to", "all"], "needs a text"),
        (["x" * 10_001, "--to", "all"], "at most 10000 characters"),
        (["It rains", "--to", "all", "--text", "x"], "has its text before --to"),
        (["I1", "--effect", "tension-1"], "a planned one has --apply"),
        (["--effect", "tension-1"], "Say which inject"),
    ],
)
def test_what_is_no_inject_is_refused(strait: Cell, words: list[str], sentence: str) -> None:
    assert sentence in strait.refused("inject", *words)
