"""A combat about to be fought: blocks of both sides in one area, and the phase set."""

from collections.abc import Iterable, Mapping
from typing import Any

from adjudication.engine.choices import Choices
from adjudication.engine.umpire import Answer, Question
from domain.errors import BadData
from domain.events import DieRolled, Event, KindAdded, KindData, PieceData, PiecePlaced
from domain.table.state import State
from tests.nineveh.words import words_of
from tests.table import ScriptedPeople, Table

HOLDING_OUT = "militia-12"
"""A Daesh combat unit far from the fight, without which the game would be over (4.2a)."""
OLD_CITY, URBAN, OPEN = "grand-mosque", "abar", "badush-road"


class Sensible(ScriptedPeople):
    """Gives the answers of the case in their order, each to the first question that it fits; to all other
    questions what is suggested, else the first option."""

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        if self.answers and _fits(question, self.answers[0]):
            value = self.answers.pop(0)
        else:
            value = question.suggested[0] if question.suggested else question.listed(1000)[0]  # type: ignore[index]
        return Answer(value, "test", "as suggested")


def _fits(question: Question, answer: Any) -> bool:
    if not isinstance(question.options, Choices):
        return answer in question.options
    try:
        question.options.take(answer)
    except BadData:
        return False
    return True


def battle(
    area: str,
    isf: Iterable[str] = (),
    daesh: Iterable[str] = (),
    *,
    attacker: str = "isf",
    options: Mapping[str, Any] | None = None,
    steps: Mapping[str, int] | None = None,
    dice: str = "scripted",
    seed: int = 1,
) -> Table:
    """Turn 3, the combat phase of the attacker, with these blocks in an area. steps: of those that have lost
    some."""
    table = Table("nineveh", options=options, dice=dice, seed=seed)
    table.session.people = table.people = Sensible()
    without_events(table)
    table.put(HOLDING_OUT, "qulayat")
    for block in (*isf, *daesh):
        table.put(block, area)
    for block, left in (steps or {}).items():
        table.change(block, steps=left)
    table.track("time", 3)
    return table.phase("combat", turn=3, side=attacker)


def without_events(table: Table) -> Table:
    """Put the event deck aside."""
    for card in table.state.pieces_at("event-deck"):
        table.put(card.id, "aside")
    return table.mark("game", "event trigger", None)


def event_card(table: Table, id: str, trigger: int, effects: Iterable[Mapping[str, Any]] = ()) -> Table:
    """Put an event card of a kind of its own under the event deck."""
    kind = KindData(
        name=id, group="event", back=f"Event {trigger}", data={"trigger": trigger, "effects": list(effects)}
    )
    piece = PieceData(id=id, kind=f"{id}-kind", at="event-deck", name=id, known_to=())
    table.session.record(lambda n, t: KindAdded(number=n, time=t, kind=piece.kind, data=kind))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=piece))
    if not table.state.mark_named("game", "event trigger"):
        table.mark("game", "event trigger", trigger)
    return table


def steps(table: Table, *blocks: str) -> list[int]:
    """The steps left to blocks; 0 for one that is eliminated."""
    pieces = [table.state.pieces[block] for block in blocks]
    return [0 if piece.place == "eliminated" else piece.steps for piece in pieces]


def rolled(events: Iterable[Event]) -> list[tuple[str, int]]:
    """What was rolled for, and the faces."""
    return [(words_of(event.purpose), event.face) for event in events if isinstance(event, DieRolled)]


def firer(purpose: str) -> str:
    """Who fires, by what a die is rolled for."""
    return purpose.removeprefix("fire by ").partition(" in ")[0]
