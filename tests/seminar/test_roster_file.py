"""A roster from a file, and people with several roles."""

from pathlib import Path

import pytest

from domain.events import SeatTaken
from tests.cli.conftest import Cell

PEOPLE = """name,role,side
Mara,facilitator,
Mara,scribe,white
Åsa,Prime Minister,
Bo,Chief of Defence,aldmark
Bo,Press Officer,Aldmark
Vic,President,
Wim,President,sverland
"""


@pytest.fixture
def cables(empty: Cell) -> Cell:
    """A game whose scenario has roles."""
    empty.done("new", "freeform", "--scenario", "cables", "--seed", "3")
    Path("people.csv").write_text(PEOPLE)
    return empty


def seats(cell: Cell) -> list[SeatTaken]:
    return [event for event in cell.events() if isinstance(event, SeatTaken)]


@pytest.mark.parametrize("words", [["people.csv"], ["--file", "people.csv"]])
def test_a_file_seats_everybody_with_all_their_roles(cables: Cell, words: list[str]) -> None:
    cables.done("roster", *words)
    taken = {seat.name: (seat.side, seat.role, seat.also) for seat in seats(cables)}
    assert taken == {
        "Mara": ("", "facilitator", ("scribe",)),
        "Åsa": ("aldmark", "Prime Minister", ()),
        "Bo": ("aldmark", "Chief of Defence", ("Press Officer",)),
        "Vic": ("sverland", "President", ()),
        "Wim": ("sverland", "President", ()),
    }
    told = cables.done("roster").out
    assert "Bo: Chief of Defence, Press Officer" in told
    assert "Mara: facilitator, scribe" in told
    assert told.count(": President") == 2, "two people share a role"
    assert "nobody yet: Chief of Defence" not in told
    assert cables.done("audit", "--json").json["findings"] == []
    before = len(cables.events())
    assert "that seat already" in cables.done("roster", *words, "--by", "Mara").out
    assert len(cables.events()) == before


def test_one_more_role_is_added_to_a_seat(cables: Cell) -> None:
    cables.done("roster", "Mara", "--role", "facilitator")
    cables.done("roster", "Bo", "--role", "Chief of Defence", "--by", "Mara")
    cables.done("roster", "bo", "--role", "Prime Minister", "--also", "--by", "Mara")
    seat = seats(cables)[-1]
    assert (seat.name, seat.role, seat.also) == ("Bo", "Chief of Defence", ("Prime Minister",))
    vacant = [row["role"] for row in cables.done("roster", "--json").json if not row["name"]]
    assert "Prime Minister" not in vacant
    assert "as Chief of Defence and Prime Minister" in cables.done("log").out.replace("\n", " ")
    for words, sentence in (
        (["Bo", "--role", "President", "--also"], "one person sits at one side only"),
        (["Bo", "--role", "Prime Minister", "--also"], "has the role Prime Minister already"),
        (["Cy", "--role", "President", "--also"], "to somebody who has a seat"),
        (["Bo", "--leave", "--also"], "Whoever leaves"),
    ):
        assert sentence in cables.refused("roster", *words, "--by", "Mara")


def test_a_member_of_the_white_cell_with_several_jobs_is_still_the_default_speaker(cables: Cell) -> None:
    cables.done("roster", "Mara", "--role", "scribe", "--white")
    cables.done("roster", "Mara", "--role", "facilitator", "--also", "--by", "Mara")
    cables.done("roster", "Tom", "--role", "analyst", "--white", "--by", "Mara")
    cables.done("note", "Tea")
    assert cables.events()[-1].by == "Mara"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name,role,side\nBo,Cook,mars\n", "line 2: There is no side"),
        ("name,role\nBo,President\nBo,Prime Minister\n", "line 3: Bo has a seat at another side already"),
        ("name,role,email\nBo,President,b@x\n", "line 1: there is no column 'email'"),
        ("name,side\nBo,aldmark\n", "line 1: the column role is missing"),
        ("name,role\n,President\n", "line 2: A seat needs the name"),
        ("name,role\nBo,Presidnet\n", "Did you mean 'president'"),
        ("name,role\nBo,President,x\n", "line 2: it has more cells"),
        ("name,role\n", "lists nobody"),
        ("name,role\naldmark,President\n", "line 2: 'aldmark' names a side"),
    ],
)
def test_a_roster_with_a_fault_is_refused_with_its_line(cables: Cell, text: str, sentence: str) -> None:
    Path("people.csv").write_text(text)
    assert sentence.lower() in cables.refused("roster", "people.csv").lower()
