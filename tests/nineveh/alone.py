"""A solitaire table for cases: the rules play Daesh, and whoever is asked takes what is suggested."""

from collections.abc import Iterable
from typing import Any

from adjudication.engine.umpire import Answer, Question, Umpire
from domain.table.dice import ScriptedDice
from domain.table.state import State
from tests.table import Table

START = {"army": "ghizlani", "interior": "harmat-road", "cts": "airport"}


class Suggested:
    """Takes what the rules suggest, and else the first answer; keeps the questions."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        if question.suggested:
            return Answer(question.suggested[0], "test", question.because or "as suggested")
        assert question.kind != "judgement", f"nothing is suggested: {question.text}"
        return Answer(question.options[0], "test", "")


def before(options: dict[str, Any] | None = None, seed: int = 1) -> tuple[Table, Suggested]:
    """Before anything is set up."""
    people = Suggested()
    return Table("nineveh", "solitaire", options, seed=seed, people=people), people


def begun(options: dict[str, Any] | None = None, seed: int = 1) -> tuple[Table, Suggested]:
    """The ISF has set up its groups; Daesh is placed when the phase ends."""
    table, people = before(options, seed)
    if "prepare" in table.session.system.orders:
        prepared(table)
    if table.state.phase == "preparation":
        table.order("proceed", side="isf")
    for group, area in START.items():
        table.order("deploy", side="isf", group=group, to=area)
    return table, people


def prepared(table: Table) -> None:
    """The ISF buys nothing."""
    table.order("prepare", side="isf", priority="casualties", cards=[])


def placed(options: dict[str, Any] | None = None, seed: int = 1) -> tuple[Table, Suggested]:
    """Daesh is on the map; turn 1 has not begun."""
    table, people = begun(options, seed)
    table.order("proceed", side="isf")
    people.asked.clear()
    return table, people


def field(options: dict[str, Any] | None = None) -> Table:
    """An empty map in turn 2 of the solitaire game, in the Daesh Movement Phase."""
    table = Table("nineveh", "solitaire", options, people=Suggested())
    table.put("militia-12", "maidan")
    return table.track("time", 2).phase("movement", turn=2, side="daesh")


def doing(table: Table, dice: Iterable[int] = ()) -> tuple[Umpire, Suggested]:
    """An umpire on a copy of the table, with these dice."""
    people = Suggested()
    return Umpire(table.state.copy(), 0, ScriptedDice(iter(list(dice))), people), people
