"""A Ramadi table for tests: put counters where a case needs them, give orders, script dice and answers."""

import random
from collections.abc import Iterable
from typing import Any

from adjudication.engine.orders import Order
from adjudication.engine.scenario import Scenario, load_scenario, opening
from adjudication.engine.session import Session
from adjudication.engine.systems import load
from adjudication.engine.umpire import Answer, Question
from adjudication.systems.ramadi.ground import deployment_hexes, network, targets_from
from domain.events import Event, Marked, PhaseEntered, PieceChanged, PieceMoved, Scored, TableData, Value
from domain.game.game import Game
from domain.table.dice import ScriptedDice
from domain.table.state import State

SCENARIO: Scenario = load_scenario("ramadi", "historical")
GAME_ID = "0" * 31 + "1"
POOLS = ("pool-ied", "pool-fighters", "pool-assets")

PLAIN_TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "operations_results": (
        {"difference": (None, -5), "winner": "isis", "automatic": 2, "casualty_on": None},
        {"difference": (-4, 0), "winner": "isis", "automatic": 0, "casualty_on": 5},
        {"difference": (1, None), "winner": "isf", "automatic": 0, "casualty_on": 5},
    ),
    "isis_attack": (
        {"difference": (None, -1), "result": "casualty"},
        {"difference": (0, None), "result": "repelled"},
    ),
}
"""Short tables for the cases that only need some result of the kind that the text names: they keep their
results when the reconstructed tables are tuned."""


class ScriptedPeople:
    """Answers from a list, in order; a question more than that is an error of the test."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[Question] = []

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        assert self.answers, f"nobody answers: {question.text}"
        return Answer(self.answers.pop(0), "test")


class RamadiTable:
    """A game of Ramadi that begins at set-up with all counters in reserve."""

    def __init__(self, **options: Value) -> None:
        events = opening(
            SCENARIO,
            game=GAME_ID,
            name="test",
            options={**SCENARIO.options, **options},
            dice="scripted",
            program="test",
            time="",
        )
        self.people = ScriptedPeople()
        self.session = Session(
            load("ramadi"), Game.from_events(GAME_ID, events), ScriptedDice([]), self.people, clock=str
        )
        self.session.begin()
        self._points = 0

    @property
    def state(self) -> State:
        return self.session.state

    def _record(self, make: Any) -> None:
        self.session.record(make)

    def put(self, piece: str, place: str) -> None:
        """Put a counter down anywhere, without any rule."""
        origin = self.state.pieces[piece].place
        if origin != place:
            self._record(lambda n, t: PieceMoved(number=n, time=t, piece=piece, origin=origin, to=place))

    def face(self, piece: str, face: str) -> None:
        """Turn a counter."""
        self._record(lambda n, t: PieceChanged(number=n, time=t, piece=piece, face=face))

    def mark(self, subject: str, mark: str, value: Any) -> None:
        """Put a mark down."""
        self._record(lambda n, t: Marked(number=n, time=t, subject=subject, mark=mark, value=value))

    def track(self, track: str, value: int) -> None:
        """Set a track."""
        change = value - self.state.track(track)
        self._record(lambda n, t: Scored(number=n, time=t, track=track, change=change, value=value))

    def clock(self, turn: int, phase: str) -> None:
        """Set turn and phase."""
        self._record(lambda n, t: PhaseEntered(number=n, time=t, turn=turn, phase=phase, side="isf"))

    def hex(self, name: str) -> str:
        """The only hex of that name."""
        (hex,) = [space.id for space in self.state.board.data.spaces if space.name == name]
        return hex

    def adopt(self, table: str, rows: Iterable[dict[str, Any]]) -> None:
        """Play by other rows of a table from now on."""
        old = self.state.tables[table].data
        new = TableData(title=old.title, keys=old.keys, rows=tuple(rows))
        self.session.adopt_table(table, new, because="a case needs it")

    def adopt_plain_tables(self) -> None:
        """Play by the short tables: results below 1 are ISIS's, below -4 with two automatic casualties,
        a casualty needs a 5; an ISIS attack that is not beaten off is a casualty."""
        for table, rows in PLAIN_TABLES.items():
            self.adopt(table, rows)

    def hold(self, *hexes: str) -> None:
        """Lay a Cleared marker of the stock into each hex, and keep the score."""
        for hex in hexes:
            self.put(next(id for id in self.state.at["markers"] if id.startswith("cleared")), hex)
        self.keep_score()

    def keep_score(self) -> None:
        """Bring the tracks of held ground up to what lies on the map."""
        points = network(self.state).points
        self.track("isf_vp", self.state.track("isf_vp") + points - self._points)
        self._points = points

    def plan_turn(self, turn: int = 1, operations: int = 7) -> None:
        """Open the planning of a turn with that many operations."""
        self.clock(turn, "planning")
        self.mark("game", "operations", operations)

    def draws(self, *counters: str) -> list[int]:
        """The numbers that draw these counters from the ISIS pools, in this order."""
        pools = {pool: list(self.state.at[pool]) for pool in POOLS}
        numbers = []
        for counter in counters:
            (pool,) = [pool for pool, inside in pools.items() if counter in inside]
            numbers.append(pools[pool].index(counter) + 1)
            pools[pool].remove(counter)
        return numbers

    def beside(self, target: str) -> str:
        """A deployment hex from which that hex may be attacked."""
        attacks = targets_from(self.state.board)
        zones = deployment_hexes(self.state.board).values()
        return next(hex for hexes in zones for hex in hexes if target in attacks[hex])

    def prepare(
        self,
        target: str,
        *isis: str,
        lead: str = "inf-1",
        follow_up: str = "",
        origin: str = "",
        ground: str = "",
        air: str = "",
        turn: int = 1,
    ) -> str:
        """Plan and support one operation and draw those counters against it; only the die is left to cast.

        The force stands on a deployment hex unless an origin is given; the ground asset waits in the box
        of a zone that the force belongs to. Returns the hex that the force attacks from.
        """
        origin = origin or self.beside(target)
        self.plan_turn(turn)
        for unit in (lead, follow_up):
            if unit:
                self.put(unit, origin)
        force: dict[str, Any] = {"lead": lead, **({"follow_up": follow_up} if follow_up else {})}
        self.order("plan", target=target, **force)
        self.order("proceed")
        if ground:
            self.put(ground, f"zone-{network(self.state).zones[origin][0]}")
        for asset in (ground, air):
            if asset:
                self.order("support", asset=asset, target=target)
        self.order("proceed", dice=self.draws(*isis))
        return origin

    def set_up_all(self, seed: int = 1) -> None:
        """Everything in reserve to random legal places, without proceeding."""
        chance = random.Random(seed)
        while self.state.at["reserve"]:
            legal = self.session.legal()
            self.session.order(legal[chance.randrange(len(legal))])

    def order(
        self, name: str, *, dice: Iterable[int] = (), answers: Iterable[Any] = (), **arguments: Any
    ) -> list[Event]:
        """Give an order; `dice` are the numbers of rolls, draws and picks in the order they come.

        All dice and answers given must be used up.
        """
        numbers = list(dice)
        script = ScriptedDice(iter(numbers))
        self.session.dice = script
        self.people.answers = list(answers)
        outcome = self.session.order(Order("isf", name, arguments))
        assert not self.people.answers, f"not asked: {self.people.answers}"
        left = next(script._numbers, None)
        assert left is None, f"not rolled: {left}"
        return outcome.events
