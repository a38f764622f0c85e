"""A table of any rule system, opened and set for a test.

    table = Table("ramadi", dice="scripted").put("inf-1", "0303").phase("operations", turn=2)
    events = table.order("execute", target="0304", dice=[4, 6], answers=["inf-1"])

What is put, marked, scored and set here follows no rule: it is how the case begins.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import repeat
from typing import Any, Self

from msgspec.structs import replace

from adjudication.engine.games.scenario import Scenario, load_scenario, opening
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, People, Question
from domain.events import (
    Event,
    Marked,
    PhaseEntered,
    PieceChanged,
    PieceKnown,
    PieceMoved,
    Scored,
    TableData,
    Value,
)
from domain.game.game import Game
from domain.table.dice import Dice, ScriptedDice, SealedDice, secret_from_seed
from domain.table.marks import Mark
from domain.table.state import State

TIME = "2026-01-01T00:00:00Z"
PROVING = {"ows": "proving-ground"}
"""The scenario that cases are set up in, where it is not the system's default one."""
GAME = "0" * 31 + "1"
CASES = {
    "nineveh": {
        "ad9": [4, 5, 6],
        "infantry": [5, 6],
        "federal-police": [5, 6],
        "erd": [4, 5, 6],
        "cts": [3, 4, 5, 6],
        "pmf": [5, 6],
        "militia": [5, 6],
        "ashbal": [5, 6],
    }
}
"""System -> kind -> the hit numbers that cases with scripted dice are written for, in its default scenario;
they keep their results when the reconstructed numbers are tuned."""


class ScriptedPeople:
    """Answers from a list, in order; a question more than that is an error of the test."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[Question] = []

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        assert self.answers, f"nobody answers: {question.text}"
        return Answer(self.answers.pop(0), "test", "scripted" if question.kind == "judgement" else "")


@cache
def _scenario(system: str, scenario: str) -> Scenario:
    """A scenario, read once."""
    return load_scenario(system, scenario)


@cache
def _for_cases(system: str) -> Scenario:
    """The scenario that cases of a system are set up in."""
    found = _scenario(system, PROVING.get(system) or load(system).default_scenario)
    values = CASES.get(system, {})
    kinds = {
        id: replace(kind, data={**kind.data, "values": values[id]}) if id in values else kind
        for id, kind in found.kinds.items()
    }
    pieces = (
        replace(piece, steps=len(values[piece.kind])) if piece.kind in values else piece
        for piece in found.pieces
    )
    return replace(found, kinds=kinds, pieces=tuple(pieces))


def laid(
    system: str,
    scenario: str = "",
    options: Mapping[str, Value] | None = None,
    *,
    secret: str = "",
    dice: str = "sealed",
    game: str = GAME,
    name: str = "test",
    time: str = TIME,
) -> Game:
    """A game with a scenario laid on the table, not begun. secret: the seal of its dice."""
    which = scenario or PROVING.get(system) or load(system).default_scenario
    found = _for_cases(system) if not scenario and dice == "scripted" else _scenario(system, which)
    events = opening(
        found,
        game=game,
        name=name,
        options={**found.options, **(options or {})},
        dice=dice,
        secret=secret,
        program="tests",
        time=time,
    )
    return Game.from_events(game, events)


class Table:
    """A game in the hands of a test; all that sets the table returns the table.

    seed: of sealed dice. dice: `sealed`, `scripted` (each order brings its own), or dice. people: who
    answers; by default, on scripted dice, the answers that an order brings, else nobody. begun: whether play
    has been opened.
    """

    def __init__(
        self,
        system: str,
        scenario: str = "",
        options: Mapping[str, Value] | None = None,
        *,
        seed: int = 1,
        dice: str | Dice = "sealed",
        people: People | None = None,
        begun: bool = True,
        game: str = GAME,
        name: str = "test",
        time: str = TIME,
    ) -> None:
        self.secret = secret_from_seed(seed) if dice == "sealed" else ""
        thrown: Dice
        if isinstance(dice, str):
            thrown = SealedDice(self.secret) if dice == "sealed" else ScriptedDice([])
        else:
            thrown = dice
        found = laid(
            system,
            scenario,
            options,
            secret=self.secret,
            dice=thrown.source,
            game=game,
            name=name,
            time=time,
        )
        self._scripted = dice == "scripted"
        self.people = ScriptedPeople()
        answering = people or (self.people if dice == "scripted" else None)
        self.session = Session(load(system), found, thrown, answering, clock=lambda: time)
        if begun:
            if self._scripted:  # decks are shuffled as play begins
                self.session.dice = ScriptedDice(repeat(1))
            self.session.begin()
            if self._scripted:
                self.session.dice = thrown

    @property
    def state(self) -> State:
        return self.session.state

    def put(self, piece: str, place: str) -> Self:
        """Put a piece somewhere."""
        origin = self.state.pieces[piece].place
        if origin != place:
            self.session.record(
                lambda n, t: PieceMoved(number=n, time=t, piece=piece, origin=origin, to=place)
            )
        return self

    def change(self, piece: str, **changes: Any) -> Self:
        """Set a piece's face, steps or side."""
        self.session.record(lambda n, t: PieceChanged(number=n, time=t, piece=piece, **changes))
        return self

    def known(self, piece: str, *sides: str) -> Self:
        """Let these sides alone know what a piece is; without any, everyone."""
        self.session.record(
            lambda n, t: PieceKnown(number=n, time=t, piece=piece, sides=sides or None, audience=())
        )
        return self

    def mark(self, subject: str, mark: Mark[Any] | str, value: Any = True) -> Self:
        """Put a mark down."""
        name = mark if isinstance(mark, str) else mark.name
        self.session.record(lambda n, t: Marked(number=n, time=t, subject=subject, mark=name, value=value))
        return self

    def track(self, track: str, value: int) -> Self:
        """Set a track."""
        change = value - self.state.track(track)
        self.session.record(lambda n, t: Scored(number=n, time=t, track=track, change=change, value=value))
        return self

    def phase(self, phase: str, turn: int = 0, side: str | None = None) -> Self:
        """Set the clock; turn and side stay as they are by default."""
        turn, side = turn or self.state.turn, self.state.side if side is None else side
        self.session.record(lambda n, t: PhaseEntered(number=n, time=t, turn=turn, phase=phase, side=side))
        return self

    def adopt(self, table: str, rows: Iterable[dict[str, Any]]) -> Self:
        """Play by other rows of a look-up table from now on."""
        old = self.state.tables[table].data
        new = TableData(title=old.title, keys=old.keys, rows=tuple(rows))
        self.session.adopt_table(table, new, because="a case needs it")
        return self

    def order(
        self,
        name: str,
        *,
        side: str | None = None,
        dice: Iterable[int] = (),
        answers: Iterable[Any] = (),
        **arguments: Any,
    ) -> list[Event]:
        """Give an order. On scripted dice `dice` are the numbers of rolls, draws and picks in the order they
        come; all dice and answers given must be used up. side: by default whose turn it is."""
        script: ScriptedDice | None = None
        if self._scripted:
            self.session.dice = script = ScriptedDice(iter(list(dice)))
        self.people.answers = list(answers)
        who = self.state.side if side is None else side
        outcome = self.session.order(Order(who, name, arguments))
        assert not self.people.answers, f"not asked: {self.people.answers}"
        left = next(script._numbers, None) if script is not None else None
        assert left is None, f"not rolled: {left}"
        return outcome.events
