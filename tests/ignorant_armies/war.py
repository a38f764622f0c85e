"""A table of the Gulf war: events at a turn, units where a case needs them."""

from collections.abc import Iterable
from typing import Any

from adjudication.systems.ignorant_armies.random_events.events import EVENT
from domain.events import Event, Value
from domain.table.dice import ScriptedDice
from tests.table import Table

FIRST_TURN = {1980: 1, 1981: 2, 1982: 6, 1983: 10, 1984: 14, 1985: 18, 1986: 22, 1987: 26, 1988: 30}
"""The first game-turn of each year."""
NOTHING = (2, 4)
"""An event that is void in 1980 (24)."""


class War(Table):
    """A war on scripted dice; first: the event of turn 1, by default none."""

    def __init__(
        self, first: tuple[int, int] = NOTHING, answers: Iterable[Any] = (), **options: Value
    ) -> None:
        super().__init__("ignorant-armies", options=options, dice="scripted", begun=False)
        self.session.dice = ScriptedDice(iter(first))
        self.people.answers = list(answers)
        self.session.begin()

    def event(
        self, result: int, turn: int = 2, dice: Iterable[int] = (), answers: Iterable[Any] = ()
    ) -> list[Event]:
        """The turn before ends, and the event of this one is rolled. dice: what is rolled after it."""
        self.phase("Iranian combat", turn=turn - 1, side="iran")
        return self.order("proceed", dice=[*divmod(result, 10), *dice], answers=answers)

    def void(self) -> str:
        """Why the event of this turn is void; empty where it is not."""
        event = self.state.mark("game", EVENT)
        return event.get("void", "") if event else ""

    def iran_moves(self, turn: int = 2) -> "War":
        """It is the Iranian movement phase."""
        self.phase("Iranian operational movement", turn=turn, side="iran")
        return self

    def iraq_moves(self, turn: int = 2) -> "War":
        """It is the Iraqi movement phase."""
        self.phase("Iraqi operational movement", turn=turn, side="iraq")
        return self

    def fights(self, side: str, turn: int = 2) -> "War":
        """It is a side's combat phase."""
        self.phase({"iraq": "Iraqi combat", "iran": "Iranian combat"}[side], turn=turn, side=side)
        return self

    def end_iranian_turn(self, turn: int, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> None:
        """The Iranian player-turn ends, and the next game-turn begins with event 15."""
        self.fights("iran", turn)
        self.order("proceed", dice=[*dice, 1, 5], answers=answers)

    def begin_iraqi_turn(self, turn: int, answers: Iterable[Any] = ()) -> None:
        """The Iraqi player-turn begins."""
        self.phase("random event", turn=turn, side="")
        self.order("proceed", side="iraq", answers=answers)

    @property
    def index(self) -> int:
        """The victory index: above zero Iran's."""
        return self.state.track("index")
