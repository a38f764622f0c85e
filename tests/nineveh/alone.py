"""A solitaire table for cases: the rules play Daesh, and whoever is asked takes what is suggested."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from adjudication.engine.umpire import Answer, Question, Umpire
from adjudication.systems.nineveh.solitaire import council
from adjudication.systems.nineveh.table.blocks import BLOCKS, DAESH, on_map
from domain.table.dice import ScriptedDice
from domain.table.state import Piece, State
from tests.nineveh.words import words_of
from tests.table import Table

START = {"army": "ghizlani", "interior": "harmat-road", "cts": "airport"}


class Suggested:
    """Takes what the rules suggest, and else the first answer; keeps the questions."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        if question.suggested:
            return Answer(question.suggested[0], "test", words_of(question.because) or "as suggested")
        assert question.kind != "judgement", f"nothing is suggested: {words_of(question.text)}"
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


def act(table: Table, card: str, phase: str, dice: list[int] | None = None) -> Umpire:
    """What a Military Council card does in a phase."""
    table.mark("game", council.CARDS, [f"council-{card}"])
    umpire, _ = doing(table, dice if dice is not None else [1] * 60)
    council.act(umpire, phase)
    return umpire


def daesh_blocks(state: State) -> list[Piece]:
    """The Daesh blocks on the map."""
    blocks = [piece for group in BLOCKS for piece in state.of_group(group)]
    return [piece for piece in blocks if piece.side == DAESH and on_map(state, piece)]


def kinds(state: State) -> Counter[str]:
    """How many of each kind these are."""
    return Counter(piece.kind_id for piece in daesh_blocks(state))


def cut_off(table: Table) -> None:
    """The ISF holds the junction beside the Old City."""
    for unit, area in (("cts-1", "mushahada"), ("cts-2", "bab-sinjar"), ("cts-3", "abi-tamam")):
        for block in table.state.pieces_at(area):
            table.put(block.id, "eliminated")
        table.put(unit, area)
