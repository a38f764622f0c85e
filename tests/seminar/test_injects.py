"""Injects: taken in from CSV, offered when due, delivered, skipped, altered."""

from pathlib import Path

import pytest

from adjudication.seminar.injects import LARGEST_LIST, MOST_INJECTS, read_list
from domain.errors import BadData
from domain.events import InjectHandled, OrderGiven
from domain.table.state import State
from domain.time_zone import hour_here
from tests.cli.conftest import Cell
from tests.clock import CLOCK
from tests.seminar.three import NAME

LIST = """id,turn,phase,time,audience,text,changes
I1,1,planning,,blue,"The bridge, it is said, is down",Remove the bridge
I2,2,Planning,,"amber, coral",Reinforcements land,
I3,,planning,,all,It rains,
I4,,,10:45,white,The minister calls,
I5,3,,,all,Peace talks,
"""


@pytest.fixture
def game(empty: Cell) -> Cell:
    Path("events.csv").write_text(LIST)
    empty.done("new", NAME)
    empty.done("inject", "--file", "events.csv")
    return empty


def status_of(cell: Cell) -> dict[str, str]:
    return {row["id"]: row["status"] for row in cell.done("inject", "--json").json}


def next_turn(cell: Cell) -> str:
    cell.done("order", "next")
    return [cell.done("answer", "1", "--side", side).out for side in ("amber", "blue", "coral")][-1]


@pytest.fixture(autouse=True)
def morning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CLOCK, "2026-03-02T09:59:00+00:00")


def test_one_by_the_clock_is_called_when_its_hour_is_past(
    game: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("more.csv").write_text("id,time,text\nI6,9:59,Coffee\nI7,10:00,Cake\n")
    game.done("inject", "--file", "more.csv")
    said = "By the clock: inject I4 at 10:45, I6 at 9:59 (it is past that) and I7 at 10:00."
    assert said in game.done("status").out


@pytest.mark.parametrize(
    ("zone", "hour"),
    [("UTC", "21:59"), ("Etc/GMT+12", "09:59"), ("Pacific/Kiritimati", "11:59"), ("+05:30", "03:29")],
)
def test_the_hour_is_that_of_the_room(monkeypatch: pytest.MonkeyPatch, zone: str, hour: str) -> None:
    monkeypatch.setenv(CLOCK, "2026-03-01T21:59:00+00:00")
    monkeypatch.setenv("TZ", zone)
    assert hour_here() == hour


def test_due_injects_are_offered_at_their_turn_and_phase(game: Cell) -> None:
    assert status_of(game) == {"I1": "due", "I2": "waiting", "I3": "due", "I4": "waiting", "I5": "waiting"}
    told = game.done("status").out
    assert "Inject I1 is due, for Blue" in told
    assert "By the clock: inject I4 at 10:45." in told
    assert "I2" not in told
    assert "Inject I2 is due, for Amber and Coral" in next_turn(game)  # also that the late one is still due
    assert status_of(game)["I1"] == "due"
    assert "Inject I" not in game.done("status", "--as", "blue").out


def test_one_that_was_skipped_may_still_be_told(game: Cell) -> None:
    game.done("inject", "I1", "skip", "--because", "Too early")
    assert "has been skipped already" in game.refused("inject", "I1", "skip", "--because", "Again")
    told = game.done("inject", "I1", "deliver", "--json").json
    assert told["changes"] == "Remove the bridge"
    assert status_of(game)["I1"] == "delivered"
    assert "has been delivered already" in game.refused("inject", "I1", "skip", "--because", "Too late")
    assert game.done("audit", "--json").json["findings"] == []


def test_a_list_as_spreadsheets_write_it_where_the_comma_is_decimal(empty: Cell) -> None:
    Path("events.csv").write_text('id;turn;text\nI1;1;"Rain, then hail; thunder"\n')
    empty.done("new", NAME)
    assert "Inject I1 is due, for everyone" in empty.done("inject", "--file", "events.csv").out
    assert empty.done("inject", "--json").json[0]["text"] == "Rain, then hail; thunder"
    Path("latin.csv").write_bytes("id,text\nI2,Fähre\n".encode("latin-1"))
    assert (
        empty.refused("inject", "--file", "latin.csv") == "latin.csv is not in UTF-8; save it as CSV UTF-8."
    )


@pytest.mark.parametrize(
    ("system", "phase", "known"),
    [
        ("freeform", "lunch", "planning, discussion, assessment"),
        ("ramadi", "discussion", "set-up, planning, assets, operations, isis attack, movement"),
    ],
)
def test_a_phase_that_the_rules_do_not_have_is_refused(
    empty: Cell, system: str, phase: str, known: str
) -> None:
    empty.done("new", system)
    Path("events.csv").write_text(f"id,text,phase\nI1,Rain,Planning\nI2,Hail,{phase}\n")
    refused = empty.refused("inject", "--file", "events.csv")
    assert f"events.csv, line 3: there is no phase {phase!r}; there are: {known}" in refused


def test_a_phase_is_known_however_it_is_written(empty: Cell) -> None:
    empty.done("new", "ramadi")
    Path("events.csv").write_text("id,text,phase,time\nI1,Rain,SET_UP,09:30\n")
    assert "Inject I1 is due, at 09:30, for everyone" in empty.done("inject", "--file", "events.csv").out


def test_an_inject_is_told_to_its_audience_alone(game: Cell) -> None:
    told = game.done("inject", "I1", "deliver").out
    assert "Changes to make by hand: Remove the bridge" in told
    assert "The bridge, it is said, is down" in game.done("inject", "--as", "blue").out
    assert game.done("inject", "--as", "amber", "--json").json == []
    assert "bridge" not in game.done("log", "--as", "amber").out
    assert status_of(game)["I1"] == "delivered"
    assert "has been delivered already" in game.refused("inject", "I1", "deliver")
    assert "Inject I1 is due" not in game.done("status").out


def test_skipping_and_altering_need_a_reason(game: Cell) -> None:
    assert "--because" in game.refused("inject", "I3", "skip")
    assert "--because" in game.refused("inject", "I3", "alter", "--text", "It snows")
    assert "--text" in game.refused("inject", "I3", "alter", "--because", "x")
    assert "`alter`" in game.refused("inject", "I3", "deliver", "--text", "It snows")
    assert "deliver, skip, alter" in game.refused("inject", "I3", "shout")
    game.done("inject", "I3", "alter", "--text", "It snows", "--because", "It is January")
    handled = game.events()[-1]
    assert isinstance(handled, InjectHandled)
    assert (handled.how, handled.text, handled.audience) == ("altered", "It snows", None)
    told = game.done("log", "--as", "coral").out
    assert "Inject: It snows" in told
    assert "January" not in told
    assert "alter" not in told
    game.done("inject", "I2", "skip", "--because", "They know")
    assert "They know" not in game.done("log", "--as", "amber").out
    notices = game.done("audit", "--json").json["notices"]
    assert any("inject I3 was altered. Reason: It is January" in notice for notice in notices)
    assert any("inject I2 was skipped. Reason: They know" in notice for notice in notices)


def test_one_for_the_white_cell_is_told_to_no_side(game: Cell) -> None:
    game.done("inject", "I4", "deliver")
    for side in ("amber", "blue", "coral"):
        assert "minister" not in game.done("log", "--as", side, "--json").out


def test_taking_back_an_order_does_not_unsay_an_inject(game: Cell) -> None:
    game.done("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    game.done("inject", "I1", "deliver")
    game.done("undo", "--because", "A slip", "--yes")
    assert status_of(game)["I1"] == "delivered"
    assert "bridge" in game.done("inject", "--as", "blue").out


def test_a_second_list_adds_and_may_not_repeat(game: Cell) -> None:
    assert "line 2: there is an inject I1 already" in game.refused("inject", "--file", "events.csv")
    Path("more.csv").write_text("\ufeffID;TEXT\n".replace(";", ",") + "I9,More\n", encoding="utf-8")
    game.done("inject", "--file", "more.csv")
    assert "I9" in status_of(game)


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"id,text\n" + b"x" * LARGEST_LIST, "larger than"),
        (b"id,text\n" + b"".join(b"I%d,x\n" % n for n in range(MOST_INJECTS + 1)), "at most 1000"),
        (b"id,text\nI1," + b"x" * 10_001 + b"\n", "line 2: a text has at most"),
        (b'id,text\nI1,"open\n', "not readable"),
        (b"id,text,id\nI1,x,y\n", "twice"),
        (b"id,text\nI 1,x\n", "line 2: an id"),
        (b"id,text\n", "lists no injects"),
        (b"\xff\xfe", "not in UTF-8"),
        (b'id,text\nI1,"two\nlines"\nI2,\n', "line 4: inject I2 has no text"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_with_its_line(raw: bytes, part: str) -> None:
    with pytest.raises(BadData, match=part):
        read_list(raw, "events.csv", State())


# --- what an inject changes ------------------------------------------------------------------------


@pytest.fixture
def strait(empty: Cell) -> Cell:
    Path("events.csv").write_text(
        "id,audience,text,changes\n"
        'I1,all,The film is shown,"tension+1, ald-frigates to narrows"\n'
        "I2,all,Rain,tension+90\nI3,all,Snow,\nI4,all,Fog,nobody sails\n"
    )
    empty.done("new", "freeform")
    empty.done("inject", "--file", "events.csv")
    return empty


def changes_made(cell: Cell) -> list[OrderGiven]:
    return [e for e in cell.events() if isinstance(e, OrderGiven) and e.because.startswith("Inject")]


def test_the_changes_of_an_inject_are_one_act(strait: Cell) -> None:
    strait.done("inject", "I1", "--apply")
    assert status_of(strait)["I1"] == "delivered"
    [made] = changes_made(strait)
    assert (made.order, made.because) == ("hand-together", "Inject I1")
    assert strait.done("status", "--json").json["tracks"]["tension"] == 4
    assert "made already, in event" in strait.refused("inject", "I1", "--apply")
    strait.done("undo", "--because", "A slip", "--yes")
    strait.done("inject", "I1", "--apply")
    assert len(changes_made(strait)) == 2
    assert strait.done("audit").code == 0


def test_what_was_delivered_can_be_applied_later(strait: Cell) -> None:
    told = strait.done("inject", "I1").out
    assert "Changes to make: tension+1, ald-frigates to narrows (`inject I1 --apply` makes them)" in told
    assert not changes_made(strait)
    strait.done("inject", "I1", "--apply")
    assert len(changes_made(strait)) == 1


@pytest.mark.usefixtures("someone_there")
def test_at_a_terminal_the_changes_are_asked_about(strait: Cell) -> None:
    strait.done("inject", "I1", said="n\n")
    assert not changes_made(strait)
    strait.done("inject", "I1", "--apply")
    assert len(changes_made(strait)) == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("I2", "--apply"), "its maximum is 10"),
        (("I3", "--apply"), "has no changes to make"),
        (("I4", "--apply"), "'nobody sails' is not an effect"),
        (("I1", "skip", "--apply", "--because", "x"), "leave out --apply"),
        (("--apply",), "Say which inject"),
    ],
)
def test_changes_that_cannot_be_made_leave_the_inject_undelivered(
    strait: Cell, words: tuple[str, ...], part: str
) -> None:
    assert part in strait.refused("inject", *words)
    assert set(status_of(strait).values()) == {"waiting"}
