"""What came of an order in one line: in log, review and read model, as each viewer may know it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudication.engine.games import systems
from adjudication.engine.summary import Part
from domain.events import DieRolled, Event, Marked, OrderDone, OrderGiven
from domain.game.chain import Entry
from domain.table.dice import ScriptedDice
from domain.table.state import State
from reports.read_model.rows import Rows
from reports.read_model.seen import seen_by_side, seen_by_white
from reports.story.turns import story
from reports.words.summaries import summaries
from tests.cli.conftest import Cell
from tests.table import Table
from tests.toys import detection

SYSTEM, NAME = detection.SYSTEM, detection.NAME
MISSED, HIT = 1, 6


def hunted(given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]) -> list[Part]:
    """A search says how often it rolled, and what it found."""
    if given.order != "search":
        return []
    rolls = [event for event in events if isinstance(event, DieRolled)]
    found = [event for event in events if isinstance(event, Marked) and event.mark == "found" and event.value]
    return [
        Part("searched {} with {} die", (given.arguments["area"], len(rolls)), (given.number,)),
        *(Part("found {}", (event.subject,), (event.number,)) for event in found),
        *(Part("{} hidden", (id,)) for id, piece in state.pieces.items() if piece.known_to == ("wolf",)),
    ]


@pytest.fixture(autouse=True)
def _with_summaries(monkeypatch: pytest.MonkeyPatch) -> None:
    systems.add(SYSTEM)
    monkeypatch.setitem(systems._ADDED, NAME, replace(SYSTEM, words=replace(SYSTEM.words, summary=hunted)))


def searched(*dice: int) -> Table:
    table = Table(NAME, "toy", dice=ScriptedDice(dice))
    table.session.order(table.session.legal()[2])  # orca searches the deep, passively
    return table


def ends(table: Table) -> list[int]:
    return [event.number for event in table.session.game.log if isinstance(event, OrderDone)]


def test_each_viewer_reads_what_it_may_know() -> None:
    table = searched(HIT)
    game, number = table.session.game, ends(table)[-1]
    hidden = "The wolf diesel hidden"
    assert summaries(game) == {number: f"Searched Deep with 1 die; found The wolf nuclear; {hidden}"}
    assert summaries(game, "orca") == {
        number: "Searched Deep with 1 die; found The wolf nuclear; a hidden unknown hidden"
    }
    assert summaries(game, "wolf")[number].endswith(hidden)


def test_a_part_is_told_to_those_who_may_know_of_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    def secret(
        given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]
    ) -> list[Part]:
        return [Part("begun", (), (1,)), Part("given", (), (given.number,)), Part("never", (), (10_000,))]

    table = searched(MISSED)
    monkeypatch.setitem(systems._ADDED, NAME, replace(SYSTEM, words=replace(SYSTEM.words, summary=secret)))
    assert summaries(table.session.game, "orca")[ends(table)[-1]] in ("Given", "Begun; given")


def test_a_rule_system_without_summaries_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table = searched(HIT)
    monkeypatch.setitem(systems._ADDED, NAME, SYSTEM)
    assert summaries(table.session.game) == {}


def test_an_order_that_is_undone_has_no_summary() -> None:
    table = searched(HIT)
    given = next(event for event in reversed(table.session.game.log) if isinstance(event, OrderGiven))
    table.session.take_back(given.number, because="a slip", by="Mara")
    assert ends(table)[-1] not in summaries(table.session.game)
    table.session.dice = ScriptedDice([MISSED])
    table.session.order(table.session.legal()[2])
    found = summaries(table.session.game)
    assert [number for number in found if number in ends(table)] == [ends(table)[-1]]
    assert "found" not in found[ends(table)[-1]]


def test_the_review_tells_it_as_the_outcome_of_the_order() -> None:
    table = searched(HIT)
    for viewer in ("white", "orca", "wolf"):
        (told,) = (order for order in story(table.session.game, viewer).orders() if order.name == "search")
        (line,) = told.outcome()
        assert line.startswith("Searched Deep with 1 die; found The wolf nuclear")


def test_the_read_model_has_a_row_of_it() -> None:
    game = searched(HIT).session.game
    entries = [Entry(game.id, event.number, "", b"", "", event) for event in game.log]
    for seen in (seen_by_white(game, entries, 1), seen_by_side(game, "orca")):
        rows = Rows(1)
        for each in seen:
            rows.take(each)
        (row,) = rows.by_table["summaries"]
        assert row[-2] == "orca"
        assert row[-1].startswith("Searched Deep")


def test_the_log_tells_it_under_the_order(cell: Cell) -> None:
    cell.done("new", NAME, "--scenario", "toy", "--seed", "4")
    told = cell.done("order", "search", "area=deep", "active=false").out
    assert "       Searched Deep with 1 die" in told
    for viewer in ("white", "orca", "wolf"):
        log = cell.done("log", "--as", viewer).out.splitlines()
        (place,) = (n for n, line in enumerate(log) if line.startswith("       Searched Deep with 1 die"))
        assert "D6 for sonar in deep" in "\n".join(log[:place])
