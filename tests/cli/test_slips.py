"""Slips of the hand: asked about, refused, or taken as they are meant; nothing is recorded unasked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudication.engine.data_file import read_yaml
from adjudication.engine.games.systems import load
from adjudication.engine.json_data import read_json
from adjudication.engine.orders import Order
from adjudication.engine.questions import as_offered
from adjudication.systems.somalia.operations import what_passing_risks
from adjudication.systems.somalia.optional_rules.talks import what_it_costs
from cli.console.words import meant, order_of
from cli.seat.opening import open_seat
from cli.terminal.terminal import shortened
from domain.errors import BadData, Refused
from domain.events import Noted, OrderGiven, TakenBack
from domain.table.state import State
from seats.acting.phases import of_side
from seats.dialogue.order_names import by_name
from seats.seat.seat import acts
from tests.cli.conftest import Cell
from tests.seminar.three import NAME


@pytest.fixture
def seminar(empty: Cell) -> Cell:
    empty.done("new", NAME)
    return empty


@pytest.mark.parametrize("name", [".", "", "/", "./", "..", "../"])
def test_a_folder_is_no_file_to_export_to(cell: Cell, name: str) -> None:
    assert "is a folder; name a file" in cell.refused("export", name, "--force")
    assert "is a folder; name a file" in cell.refused("export", name)


@pytest.mark.parametrize(
    "line",
    [("export", "-"), ("map", "--svg", "-"), ("aar", "--out", "-"), ("read-model", "-"), ("export", "./-")],
)
def test_a_minus_is_no_file_to_write_to(cell: Cell, line: tuple[str, ...]) -> None:
    assert cell.refused(*line) == "`-` is no file: say the name of one."


def test_a_number_names_an_order_of_the_side_that_is_said(cell: Cell) -> None:
    cell.done("orders")
    assert "is an order of" in cell.refused("odds", "1", "--side", "isis")
    assert "nobody-such" in cell.refused("odds", "1", "--side", "nobody-such")


def test_a_page_that_there_is_not_is_refused(cell: Cell) -> None:
    assert cell.refused("orders", "--page", "999").startswith("There is no page 999; the list has ")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_stops_no_command(cell: Cell, closed: str) -> None:
    settings = {**os.environ, "WHITECELL_DB": str(cell.database)}
    command = f"{Path(sys.executable).parent}/whitecell note Heard {closed}"
    ended = subprocess.run(["bash", "-c", command], env=settings, check=False)
    assert ended.returncode == 0
    assert isinstance(cell.events()[-1], Noted)
    assert cell.done("audit").code == 0


def test_a_key_that_stands_twice_is_refused_in_every_file(cell: Cell) -> None:
    Path("twice.yaml").write_text("title: One\npieces: {a: 1, b: 2}\ntitle: Two\n")
    with pytest.raises(BadData, match=r"twice\.yaml .*the key 'title' stands twice.*line 3"):
        read_yaml(Path("twice.yaml"))
    Path("within.yaml").write_text("pieces:\n  - {id: a, id: b}\n")
    with pytest.raises(BadData, match="the key 'id' stands twice"):
        read_yaml(Path("within.yaml"))
    with pytest.raises(BadData, match="The key 'unit' stands twice"):
        read_json('{"order": "move", "unit": "a", "unit": "b"}')
    Path("order.json").write_text('{"order": "execute", "target": "0405", "target": "0406"}')
    assert "The key 'target' stands twice" in cell.refused("order", "--file", "order.json")


def test_what_was_typed_at_length_is_not_repeated_at_length(cell: Cell) -> None:
    long = "x" * 5_000
    for command in (("note", "--nonsense", long), ("explain", long), ("order", long), ("note", f"--{long}")):
        assert len(cell(*command).err) < 600
    assert shortened("There is no piece 'a'.") == "There is no piece 'a'."
    assert len(shortened("many words " * 2_000)) < 2_500


def test_next_for_a_side_ends_no_other_sides_phase(cell: Cell) -> None:
    with open_seat(str(cell.database), None, acts("")) as seat:
        proceed = Order("isf", "proceed")
        assert of_side(seat, proceed, "isf") == proceed
        for other in ("isis", ""):
            with pytest.raises(Refused, match="ends this phase, not"):
                of_side(seat, proceed, other)


def test_next_asks_which_side_is_done_where_both_act(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")
    empty.done("order", "card", "--side", "red", "card=card-red")
    told = empty.refused("next")
    assert told == (
        "Meridia and Torvia each end this phase for themselves; say which side is done: "
        "`next --side blue` or `next --side red`."
    )
    empty.done("next", "--side", "red")
    assert "Meridia: done with planning" in empty.done("next").out


def test_next_asks_which_side_is_done_after_an_order_of_the_other(empty: Cell) -> None:
    empty.done("new", "ignorant-armies", "--seed", "1")
    empty.done("next")
    lost = next(
        order["order"]["unit"]
        for order in empty.done("orders", "--kind", "lose", "--all", "--json").json
        if order["side"] == "iran"
    )
    empty.done("order", "lose", lost, "--side", "iran")
    assert empty.refused("next") == (
        "The last order was that of Iran, and `next` would end the phase for Iraq; if you mean that, "
        "say `next --side iraq`."
    )
    phase = empty.done("status", "--json").json["phase"]
    empty.done("next", "--side", "iraq")
    assert empty.done("status", "--json").json["phase"] != phase


def test_the_only_argument_that_an_order_needs_is_typed_without_its_key(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")
    assert "needs" not in empty.refused("order", "card", "nothing-like-it", "--side", "red")
    empty.done("order", "card", "card-red", "--side", "red")
    assert [event.arguments for event in empty.events() if isinstance(event, OrderGiven)][-1] == {
        "card": "card-red"
    }
    empty.done("next", "--side", "red")


def test_phases_in_which_nobody_can_order_anything_are_passed_at_once(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")
    assert "nobody can give an order" in empty.refused("next", "--until", "assessment")
    passing(empty, "local strikes")
    for other in (["--side", "blue"], ["--roll", "4"]):
        assert "without --side or --roll" in empty.refused("next", "--until", "planning", *other)
    assert "phase" in empty.refused("next", "--until", "breakfast")
    before = len(empty.events())
    told = empty.done("next", "--until", "planning").out
    assert "Meridia: passes" in told
    assert "Torvia: passes" in told
    given = [event for event in empty.events()[before:] if isinstance(event, OrderGiven)]
    assert {event.order for event in given} == {"proceed"}
    assert len(given) > 1
    assert empty.done("audit", "--json").json["findings"] == []


def passing(cell: Cell, phase: str) -> None:
    """Nobody orders anything until a phase; what is asked gets the first answer."""
    while cell.done("status", "--json").json["phase"] != phase:
        if cell("next").code and cell("next", "--side", "blue").code:
            cell.done("answer", "1")


def test_next_behind_a_side_and_a_colon_is_the_command() -> None:
    assert order_of("blue", "next") == ["next", "--side", "blue"]
    assert order_of("blue", "next --yes") == ["next", "--side", "blue", "--yes"]


@pytest.mark.parametrize(
    ("line", "reason", "options"),
    [
        ("undo because They ran off --yes", "They ran off", ["--yes"]),
        ("undo because They ran --yes --overrule", "They ran", ["--yes", "--overrule"]),
        ("undo because They ran --by Ann", "They ran", ["--by", "Ann"]),
        ("undo because They ran - all of them", "They ran - all of them", []),
        ('undo because "They ran" --yes', "They ran", ["--yes"]),
    ],
)
def test_options_behind_a_reason_are_options(line: str, reason: str, options: list[str]) -> None:
    assert meant(line, ["undo"], False, ["undo"]) == ["undo", "--because", reason, *options]


def test_a_die_that_is_awaited_is_asked_for_in_whole_sentences(empty: Cell) -> None:
    empty.done("new", "ramadi", "--dice", "typed", "--seed", "7")
    while empty.done("orders", "--json").json[0]["order"]["order"] != "proceed":
        empty.done("order", "1")
    empty.done("next")
    assert empty.refused("next") == (
        "An answer is awaited. Die to roll: D6: number of operations. `whitecell answer RESULT` records it."
    )


def test_an_undo_says_how_many_dice_it_undoes_in_a_sentence(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    empty.done("roll", "2d6", "--for", "fog", "--because", "x")
    assert "Since order 9, 2 dice were rolled. Say --yes" in empty.refused("undo", "--because", "x")
    assert empty.refused("undo", "999", "--because", "x") == "There is no event 999; the log has 12 events."


def test_a_second_undo_without_a_number_is_asked_about(cell: Cell) -> None:
    for _ in range(2):
        cell.done("roll", "d6", "--because", "Weather")
    cell.done("undo", "--because", "A slip", "--yes")
    assert "The last order was undone already. This undoes order" in cell.refused(
        "undo", "--because", "A slip"
    )
    cell.done("undo", "--because", "Both were slips", "--yes")
    assert sum(isinstance(event, TakenBack) for event in cell.events()) == 2


def test_an_order_that_costs_its_side_something_is_asked_about(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def costs(state: State, order: Order) -> str:
        return "It costs 3 Victory Points."

    orders = load("ramadi").orders
    monkeypatch.setitem(orders, "execute", orders["execute"]._replace(costs=costs))
    before = len(cell.events())
    assert cell.refused("order", "1") == "It costs 3 Victory Points. Say --yes to go on."
    cell.done("order", "1", "--yes")
    assert isinstance(cell.events()[before], OrderGiven)


def test_what_ends_talks_or_forfeits_the_game_in_somalia_says_so() -> None:
    from tests.somalia.test_talks import open_talks

    state = open_talks().state
    un, bandit = Order("un", "break-off-talks"), Order("bandit", "break-off-talks")
    assert what_it_costs(state, un).endswith("breaks off the talks and loses a die of Victory Points.")
    assert what_it_costs(state, bandit).endswith("breaks off the talks.")
    assert what_passing_risks(state, Order("un", "pass")) == ""


def test_words_that_are_typed_for_others_are_taken(seminar: Cell) -> None:
    seminar.done("submit", "none", "--as", "blue")
    seminar.done("new", "ows", "strait", "--name", "positional")
    refused = seminar.refused("new", "ows", "strait", "--scenario", "river")
    assert refused == "Name one scenario: strait or --scenario river."
    told = seminar.refused("order", "move", "unit=x")
    assert "no order 'move'; perhaps" in told
    assert "sail" in told


def test_a_side_that_has_ended_the_phase_is_told_so(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")
    empty.done("next", "--side", "blue")
    told = empty.refused("next", "--side", "blue")
    assert told == "Meridia has ended this phase already; now Torvia is to end it."
    empty.done("undo", "--because", "Not yet")
    assert "done with planning" in empty.done("next", "--side", "blue").out


def test_a_card_that_a_side_does_not_have_is_refused_by_what_is_wrong_with_it(
    empty: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "1")

    def card(side: str, name: str) -> str:
        return empty.refused("order", "card", "--side", side, f"card={name}")

    assert "perhaps card-blue (" in card("blue", "crd-blue")
    other = card("red", "card-blue")
    assert other.startswith("card: card: Torvia does not know the piece card-blue (")
    typo = card("red", "card-blux")
    assert "There is no piece or contact 'card-blux'" in typo
    assert "card-blue" not in typo, "of what the other side holds nothing is suggested"
    empty.done("order", "card", "--side", "red", "card=card-red")
    assert "The piece card-red (" in (played := card("red", "card-red"))
    assert "is no longer in the game" in played
    assert "no longer" not in card("red", "card-rid")
    empty.done("roster", "Ada", "--white")
    empty.done("roster", "Rita", "--side", "red")
    with monkeypatch.context() as person:
        person.setenv("WHITECELL_USER", "Rita")
        own = card("red", "card-blue")
    assert own.replace("'card-blue'", "'card-blux'") == typo, "a player reads the same of it as of no card"


def test_names_are_understood_where_no_order_of_the_kind_may_be_given(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "river", "--seed", "3")
    with open_seat(str(empty.database), None, acts("")) as seat:
        kind = seat.system.kind("airlift")
        texts = {"unit": "12th rifle Regiment", "to": "0407", "transports": "1st Recon, none"}
        read = by_name(seat, kind, texts, "red")
        assert read == {"unit": "rifle-12", "to": "0407", "transports": "recon-1,none"}
        assert by_name(seat, kind, {"unit": "no such unit"}, "red") == {"unit": "no such unit"}


def test_words_with_a_slip_are_answered_with_what_is_like_them(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "river", "--seed", "3")
    for seat in ([], ["--as", "red"]):
        told = empty.done("orders", "rifel-12", *seat).out
        assert "No such order may be given now. Perhaps you mean rifle-12 (12th Rifle Regiment)" in told
        assert "perhaps rifle-12 (12th Rifle" in empty.refused("pieces", "--piece", "rifel-12", *seat)
        assert "perhaps rifle-12 (12th Rifle" in empty.refused("pieces", "rifel-12", *seat)
    assert "card-r1" not in empty.refused("pieces", "card-r", "--as", "blue")


def test_the_orders_of_a_side_are_listed_by_its_name(empty: Cell) -> None:
    empty.done("new", "ramadi", "--seed", "3")
    listed = empty.done("orders", "isf", "--json").json
    assert listed == empty.done("orders", "--json").json
    assert empty.done("orders", "isis", "--json").json == []
    assert "Perhaps you mean isf (Iraqi Security Forces)." in empty.done("orders", "isff").out


def test_pieces_are_narrowed_by_piece_place_and_words_as_orders_are(empty: Cell) -> None:
    empty.done("new", "ows", "--scenario", "river", "--seed", "3")
    every = empty.done("pieces", "--json").json
    (one,) = empty.done("pieces", "rifle-12", "--json").json
    assert one["id"] == "rifle-12"
    assert empty.done("pieces", "12th", "Rifle", "Regiment", "--json").json == [one]
    there = empty.done("pieces", one["place"], "--json").json
    assert there == [each for each in every if each["place"] == one["place"]]
    assert there == empty.done("pieces", "--at", one["place"], "--json").json
    rifles = empty.done("pieces", "rifle", "--json").json
    assert one in rifles
    assert all("rifle" in f"{each['id']} {each['name']}".lower() for each in rifles)


@pytest.mark.parametrize("question", ["Which side goes first?", "Outcome"])
def test_what_is_said_of_a_question_follows_it_with_one_mark(question: str) -> None:
    with pytest.raises(BadData, match=r"^(Which side goes first\?|Outcome:) answer one of blue, red\.$"):
        as_offered(("blue", "red"), "green", question)
