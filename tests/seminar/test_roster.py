"""Who sits where, and who may say what on whose behalf."""

import msgspec
import pytest

from adjudication.seminar.roster import check_place, role_named
from domain.errors import BadData
from domain.events import Noted, OrderGiven, RoleData, SeatTaken
from domain.table.state import State
from tests.cli.conftest import Cell
from tests.cli.test_help import complete
from tests.seminar.games import freeform
from tests.seminar.three import NAME


@pytest.fixture
def seated(empty: Cell) -> Cell:
    """A game with one facilitator and a player a side."""
    empty.done("new", NAME)
    empty.done("roster", "Ada", "--role", "facilitator")
    empty.done("roster", "Bo", "--role", "commander", "--side", "blue", "--cell", "Blue cell")
    empty.done("roster", "Al", "--side", "amber")
    return empty


def given(cell: Cell) -> list[OrderGiven]:
    return [event for event in cell.events() if isinstance(event, OrderGiven) and event.order != "begin"]


def test_without_a_roster_anybody_may_say_anything(empty: Cell) -> None:
    empty.done("new", NAME)
    empty.done("roster", "Bo", "--side", "blue")  # nobody of the white cell yet
    empty.done("order", "march", "piece=amber-guard", "to=hill", "--side", "amber", "--by", "Whoever")
    assert given(empty)[-1].by == "Whoever"


def test_the_roster_lists_people_by_their_side(seated: Cell) -> None:
    assert seated.done("roster", "--json").json == [
        {"name": "Ada", "role": "facilitator", "side": "white", "cell": ""},
        {"name": "Al", "role": "", "side": "amber", "cell": ""},
        {"name": "Bo", "role": "commander", "side": "blue", "cell": "Blue cell"},
    ]
    told = seated.done("roster").out.splitlines()
    assert told[:2] == ["The white cell", "  Ada: facilitator"]
    assert "  Bo: commander, Blue cell" in told


def test_a_person_has_one_seat_however_the_name_is_written(seated: Cell) -> None:
    seated.done("roster", "BO", "--side", "coral")
    assert [row["name"] for row in seated.done("roster", "--json").json] == ["Ada", "Al", "Bo"]
    assert {"name": "Bo", "role": "", "side": "coral", "cell": ""} in seated.done("roster", "--json").json


def test_the_roster_offers_the_roles_of_the_scenario_until_somebody_has_them(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait")
    told = empty.done("roster").out
    assert told.count("nobody yet") == 7
    assert 'whitecell roster NAME --role "facilitator"' in told
    asked = "whitecell roster Haldor --role Pri"
    assert complete(empty, asked) == ["Prime Minister"]
    empty.done("roster", "Ada", "--role", "facilitator")
    empty.done("roster", "Haldor", "--role", "prime minister")
    empty.done("roster", "Sirin", "--role", "President", "--side", "aldmark")  # whoever says a side means it
    rows = empty.done("roster", "--json").json
    assert {"name": "Haldor", "role": "Prime Minister", "side": "aldmark", "cell": ""} in rows
    assert [row["role"] for row in rows if not row["name"]] == [
        "Chief of Defence",
        "President",
        "Admiral of the Fleet",
        "Secretary-General",
        "Commander of the Pilot Service",
    ]


def test_an_order_says_who_gave_it_and_on_whose_behalf(seated: Cell) -> None:
    own = seated.done("order", "march", "piece=blue-guard", "to=hill", "--side", "blue", "--by", "bo").out
    assert given(seated)[-1].by == "Bo"  # as the roster has the name
    assert "Blue (Bo): march" in own
    behalf = seated.done("order", "march", "piece=amber-guard", "to=hill", "--side", "amber").out
    assert given(seated)[-1].by == "Ada"  # the only one of the white cell
    assert "Amber (entered by Ada): march" in behalf


def test_only_a_side_and_the_white_cell_may_order_for_it(seated: Cell) -> None:
    order = ("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    assert "Al sits at Amber and may not speak for Blue" in seated.refused(*order, "--by", "Al")
    assert "Cy is not in the roster, which has Ada, Bo, Al" in seated.refused(*order, "--by", "Cy")
    assert "may not speak for the white cell" in seated.refused("close", "--yes", "--by", "Bo")
    assert "may not speak for the white cell" in seated.refused(
        "declare", "--marking", "SECRET", "--by", "Bo"
    )
    assert "may not speak for Blue" in seated.refused("submit", "--as", "blue", "--none", "--by", "Al")
    seated.done(*order, "--by", "Bo")


def test_of_several_facilitators_one_must_be_named(seated: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    seated.done("roster", "Eve", "--role", "facilitator")
    order = ("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    assert "--by NAME" in seated.refused(*order)
    monkeypatch.setenv("WHITECELL_USER", "Eve")
    seated.done(*order)
    assert given(seated)[-1].by == "Eve"
    seated.done("note", "Seen")
    noted = seated.events()[-1]
    assert isinstance(noted, Noted)
    assert noted.by == "Eve"


def test_a_mistyped_role_seats_nobody(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait")
    said = empty.refused("roster", "Olga", "--role", "Presidnet")
    assert "no role 'Presidnet'; it has: Prime Minister, Chief of Defence, President, " in said
    assert "Did you mean 'President'?" in said
    assert "--white" in said
    empty.done("roster", "Olga", "--role", "president")
    empty.done("roster", "Tom", "--role", "scribe", "--white")
    empty.done("roster", "Uma", "--role", "press", "--side", "verrin")
    rows = {row["name"]: row["side"] for row in empty.done("roster", "--json").json if row["name"]}
    assert rows == {"Olga": "verrin", "Tom": "white", "Uma": "verrin"}


def test_a_role_of_several_sides_needs_the_side() -> None:
    roles = tuple(RoleData(role="Commander", side=side) for side in ("blue", "red"))
    opened = msgspec.structs.replace(freeform().game.opened, roles=roles)
    state = State()
    state.opened = opened
    assert role_named(state, "commander") is None
    with pytest.raises(BadData, match="Several sides have the role 'commander'"):
        check_place(state, "Olga", "commander")


def test_the_default_author_is_the_only_facilitator(seated: Cell) -> None:
    seated.done("roster", "Tom", "--role", "scribe", "--white")
    seated.done("roster", "Ann", "--role", "analyst", "--white")
    order = ("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    seated.done(*order)
    assert given(seated)[-1].by == "Ada"
    seated.done("note", "Seen")
    assert seated.events()[-1].by == "Ada"
    seated.done("roster", "Ada", "--leave")
    assert "Say who acts with --by NAME" in seated.refused("note", "Seen")
    seated.done("roster", "Ann", "--leave", "--by", "Tom")
    seated.done("note", "Seen")
    assert seated.events()[-1].by == "Tom"


def test_answers_too_are_signed(seated: Cell) -> None:
    seated.done("order", "next", "--by", "Ada")
    assert "may not speak for Amber" in seated.refused("answer", "1", "--side", "amber", "--by", "Bo")
    seated.done("answer", "1", "--side", "amber", "--by", "Al")
    seated.done("answer", "1", "--side", "blue")
    assert [event.by for event in seated.events()[-2:]] == ["Al", "Ada"]


def test_people_change_places_and_leave(seated: Cell) -> None:
    seated.done("roster", "Bo", "--side", "coral")
    assert {row["name"]: row["side"] for row in seated.done("roster", "--json").json}["Bo"] == "coral"
    seated.done("roster", "bo", "--leave")
    left = seated.events()[-1]
    assert isinstance(left, SeatTaken)
    assert (left.name, left.left, left.by) == ("Bo", True, "Ada")
    assert [row["name"] for row in seated.done("roster", "--json").json] == ["Ada", "Al"]


def test_taking_back_leaves_seats_as_they_are(seated: Cell) -> None:
    seated.done("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    seated.done("roster", "Cy", "--side", "coral")
    seated.done("undo", "--because", "A slip", "--yes", "--overrule")
    assert "Cy" in seated.done("roster").out


def test_people_are_completed(seated: Cell) -> None:
    from tests.cli.test_help import complete

    assert complete(seated, "whitecell order 1 --by ") == ["Ada", "Bo", "Al"]
