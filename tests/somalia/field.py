"""Tables of Somalia that many cases share."""

from typing import Any

from adjudication.engine.choices import Subset
from adjudication.engine.umpire import Answer, Question
from domain.events import DieRolled, Event
from domain.table.state import State
from domain.texts import code_of
from tests.table import ScriptedPeople, Table
from tests.words import words_of

NEXT_TURN = (4, 6, 1, 1)
"""The dice of the turn that follows: a dust storm, which does nothing here, and an income of 2."""
NEXT = "who conducts the next mission"


class Players(ScriptedPeople):
    """They answer from a list; who is next they answer as it is suggested, unless the case says `asked`."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked_who = asked

    def answer(self, question: Question, state: State) -> Answer:
        if code_of(question.text) == NEXT and not self.asked_who:
            return Answer(question.suggested[0], "test", "")
        return super().answer(question, state)


def field(
    to_act: str = "un",
    turn: int = 1,
    scenario: str = "",
    options: Any = None,
    who: bool = False,
    **places: str,
) -> Table:
    """A table in the Operations Phase with a side to act and these counters in these Zones
    (`pink_1a="jilib"`); nothing else on the map but the first Base and the Pakistani infantry at Mogadishu
    Airport, and a purple gang in Guban that keeps out of everything. The UN has 20 Supply Points. who:
    whether the case answers who is next. The dice are scripted."""
    players = Players(who)
    table = Table("somalia", scenario, options, dice="scripted", people=players)
    table.people = players
    for piece in table.state.pieces.values():
        if piece.place == "deploying":
            table.put(piece.id, "bandit-cup" if piece.kind.group == "gang" else "removed")
    table.put("purple-1e", "guban").track("sp-un", 20)
    for id, place in places.items():
        table.put(id.replace("_", "-"), place)
    return table.mark("game", "to act", to_act).phase("operations", turn, "")


def at(table: Table, piece: str) -> str:
    """Where a counter is."""
    return table.state.pieces[piece].place


def dice(events: list[Event]) -> list[tuple[str, int]]:
    """What was rolled for, and the faces."""
    return [
        (words_of(event.purpose, "somalia"), event.face) for event in events if isinstance(event, DieRolled)
    ]


def listed(table: Table, name: str, **fixed: Any) -> list[Any]:
    """The listed orders of a name with these arguments."""
    return [
        order
        for order in table.session.legal()
        if order.name == name and all(order.arguments.get(key) == value for key, value in fixed.items())
    ]


def tracks(table: Table, *names: str) -> tuple[int, ...]:
    """What some tracks say."""
    return tuple(table.state.track(name) for name in names)


def offered(table: Table, index: int) -> list[Any]:
    """What could be chosen of at a question that was asked: of several items each."""
    options = table.people.asked[index].options
    assert isinstance(options, Subset)
    return list(options.items)
