"""Sealed plans of two sides at the command line."""

import pytest

import cli.terminal.terminal
from domain.events import AnswersOpened, Chosen
from tests.cli.conftest import Cell


@pytest.fixture
def plans(cell: Cell) -> Cell:
    cell.done("new", "toy-plans", "--scenario", "toy", "--name", "plans", "--seed", "3")
    cell.done("next")
    return cell


def test_a_form_is_shown_typed_changed_and_made_final(plans: Cell) -> None:
    told = plans.done("answer", "--side", "north").out
    assert "North to plan in secret: Plan of the day (toy-plans 2)" in told
    assert "wings=\n" in told
    assert "Choose 1 to 3 of 5:" in told
    assert "target= one of bridge, depot, radar" in told
    assert "low= one of no, yes" in told
    told = plans.done("answer", "wings=1,2 target=depot", "--side", "north").out
    assert "North submitted a sealed plan for “Plan of the day” (digest " in told
    assert "South to plan in secret: Plan of the day" in told
    assert "North may still change the sealed plan for “Plan of the day”." in told
    plans.done("answer", "wings=wing-4 target=radar low=yes", "--side", "north")
    assert "has sealed already" in plans.refused("answer", "wings=4 target=radar low=yes", "--side", "north")
    plans.done("answer", "--final", "--side", "north")
    assert "Nothing is asked of 'north'" in plans.refused("answer", "wings=1 target=depot", "--side", "north")
    south = plans.done("log", "--as", "south").out
    assert "North submitted a sealed plan" in south
    assert "radar" not in south.lower()
    plans.done("answer", '{"guns": {"gun-2": "radar"}}')
    (opened,) = [event for event in plans.events() if isinstance(event, AnswersOpened)]
    assert opened.answers["north"] == {"wings": ["wing-4"], "target": "radar", "low": True}
    assert "Sealed plans for “Plan of the day” opened" in plans.done("log", "--as", "south").out
    assert "Audit passed" in plans.done("audit").out


def test_each_side_sees_its_own_plan_alone(plans: Cell) -> None:
    plans.done("answer", "wings=1,2 target=depot", "--side", "north")
    north, south = plans.done("status", "--as", "north").out, plans.done("status", "--as", "south").out
    assert "Your sealed plan for “Plan of the day”: wings Wing 1 and Wing 2" in north
    assert "You can change it with `whitecell answer --side north`" in north
    assert "Waiting for answers." in north
    assert "South to plan in secret: Plan of the day" in south
    assert "Wing" not in south
    pending = plans.done("status", "--as", "north", "--json").json["pending"]
    assert [(each["optional"], each["given"]["target"]) for each in pending] == [(True, "depot")]
    assert "not sealed a plan" in plans.refused("answer", "--final", "--side", "south")


def test_a_plan_is_built_field_by_field(plans: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.terminal.terminal, "interactive", lambda: True)
    said = ["wings=1,2,3 low=yes", "done", "target=depot", "done", "wings=1,2", "remove low", "undo", "done"]
    told = plans("answer", "--side", "north", said="\n".join([*said, "guns=1:depot", "done", ""]))
    plan, watch = (event.value for event in plans.events() if isinstance(event, Chosen))
    assert plan == {"wings": ["wing-1", "wing-2"], "target": "depot", "low": True}
    assert watch == {"guns": {"gun-1": "depot"}}
    assert "Still to fill in: target." in told.err
    assert "Only two wings can fly low." in told.err
