"""The logs that are forged: small games of every system, with everything in them that people can do.

All are recorded here and now, with fixed seeds and a clock that counts minutes.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.register import rules_digest
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, Question
from adjudication.seminar import corrections, forms, house, injects, markings, secret_orders, timers
from adjudication.seminar.declaring import declaring
from adjudication.seminar.disclosing import disclosing
from domain.events import (
    DieRolled,
    GameDeclared,
    GameOpened,
    InjectHandled,
    OrderGiven,
    SealRevealed,
    SeatTaken,
)
from domain.events.base import Event
from domain.events.entropy import words_digest
from domain.events.people import InjectData
from domain.game.chain import GENESIS, Entry, enter
from domain.game.lineage import fork
from domain.ledger.logfile import to_lines
from domain.table.dice import SealedDice, secret_from_seed
from domain.table.state import State
from tests.core import games as toys
from tests.ramadi import playing as ramadi
from tests.seminar.games import act, freeform, go_on


@dataclass(frozen=True)
class Log:
    """A recorded game. secret: of its dice. origins: the logs that it was forked from."""

    name: str
    events: tuple[Event, ...]
    secret: str
    origins: dict[str, Sequence[Entry]] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    @cached_property
    def entries(self) -> list[Entry]:
        return enter("", self.events, GENESIS)

    @cached_property
    def lines(self) -> list[bytes]:
        return [line + b"\n" for line in to_lines(self.entries)]

    @cached_property
    def opened(self) -> GameOpened:
        opened = self.events[0]
        assert isinstance(opened, GameOpened)
        return opened

    @cached_property
    def closed(self) -> bool:
        return any(isinstance(event, SealRevealed) for event in self.events)


class Clock:
    """A minute later each time it is asked."""

    def __init__(self) -> None:
        self._minute = 0

    def __call__(self) -> str:
        self._minute += 1
        return f"2026-01-01T{9 + self._minute // 60:02}:{self._minute % 60:02}:00Z"


def clocked(session: Session, clock: Clock | None = None) -> Session:
    """The same session with a clock that goes."""
    return Session(session.system, session.game, session.dice, session.people, clock=clock or Clock())


def log_of(name: str, session: Session, secret: str = toys.SECRET) -> Log:
    return Log(name, tuple(session.game.log), secret)


# --- the toys, and Ramadi ----------------------------------------------------------------------------


def toy(variant: toys.Variant) -> Log:
    """A whole random game of a toy."""
    return log_of(toys.variant_id(variant), toys.play_to_end(variant, 1))


def ceremony() -> Log:
    """A whole game of cards: one side's words are given, the other's waived."""
    people = toys.random_people(3)
    session = clocked(toys.seat(toys.new_game(("toy-cards", {})), people))
    first, second = list(session.state.sides)[:2]
    session.promise(first, words_digest(first, "a red sky at night"), "Bo")
    session.promise(second, words_digest(second, "nothing"), "Cy")
    session.stir(first, "a red sky at night", "Bo")
    session.waive(second, "Cy has lost the slip of paper", "Ada")
    session.begin()
    play_out(session, people.otherwise, random.Random(3))
    session.close(toys.SECRET, "Ada")
    return log_of("ceremony", session)


def ramadi_game(close: bool = True) -> Log:
    """The first operations of Ramadi, with an order taken back, a ruling, a note and a table adopted."""
    secret = secret_from_seed(2015)
    session = clocked(ramadi.new_game(2015))
    policy, chance = session.system.policy("sensible"), random.Random(2015)
    session.people = PolicyPeople({}, policy, chance)
    done = 0
    while done < 3:
        number = len(session.game.log) + 1
        order = policy.order(session.state, session.legal(), chance)
        session.order(order, "Ash")
        if session.state.phase == "operations" and order.name == "execute":
            done += 1
            if done == 1:
                session.take_back(number, "The wrong hex was read out", "Ash", ["isf"], "Bey", ["isis"])
            elif done == 2:
                die = next(e for e in session.game.log[number:] if isinstance(e, DieRolled))
                session.rule(die.number, 6 if die.face < 6 else 1, "The die was cocked", "Ash")
                session.note("The die lay against the edge of the map.", "Ash", die.number)
    held = session.state.tables["isis_attack"].data
    session.adopt_table("isis_attack", held, "The club's own card", "Ash")
    if close:
        session.close(secret, "Ash")
    return log_of("ramadi" if close else "ramadi-open", session, secret)


def ramadi_fork() -> Log:
    """A game that goes on from the middle of another."""
    origin = ramadi_game(close=False)
    secret = secret_from_seed(2)
    orders = [event.number for event in origin.events if isinstance(event, OrderGiven)]
    game = fork(
        origin.entries,
        orders[-2] - 1,
        game="f" * 32,
        name="again",
        called="first",
        secret=secret,
        program="tests",
        rules_digest=rules_digest("ramadi"),
        code_digest=code_digest(load("ramadi")),
        time="2026-02-02T00:00:00Z",
    )
    session = Session(load("ramadi"), game, SealedDice(secret), clock=lambda: "2026-02-02T00:00:00Z")
    policy, chance = session.system.policy("sensible"), random.Random(3)
    session.people = PolicyPeople({}, policy, chance)
    for _ in range(3):
        session.order(policy.order(session.state, session.legal(), chance), "Ash")
    session.close(secret, "Ash")
    id = origin.opened.game
    return Log("ramadi-fork", tuple(game.log), secret, {id: origin.entries}, {id: origin.secret})


# --- the seminar -------------------------------------------------------------------------------------


class White:
    """The white cell: judges every action to succeed, and everything else as it is offered first."""

    def answer(self, question: Question, state: State) -> Answer:
        return Answer(question.options[0], "Ada", "The weather")


def seminar(name: str = "freeform", close: bool = True) -> Log:
    """A seminar in which everything happens that can happen around a table."""
    session = clocked(freeform(people=White()))
    sides = list(session.state.players())
    _seats(session, sides)
    _around_the_table(session, sides)
    _sealed_orders(session, sides)
    go_on(session)
    _covert_act(session, sides[-1], sides[:-1])
    act(session, sides[0], "Sail at dawn")
    act(session, sides[1], "Wait for the tide")
    _ruling(session)
    _by_hand(session)
    go_on(session)
    session.order(Order("", "proceed"), "Ada")
    session.take_back(session.orders_in_force()[-1].number, "Too early", "Ada", [sides[0]], "Bo", [sides[1]])
    if close:
        session.close(toys.SECRET, "Ada", "The evening is over")
        note = session.note("It was the tide.", "Ada", kind="insight", tags=("O1",))
        session.record(
            lambda number, time: corrections.correcting(
                session.game, number, time, note, "Spring tide", "Ada", text="It was the spring tide."
            )
        )
    return log_of(name, session)


def _seats(session: Session, sides: Sequence[str]) -> None:
    seated = [("Ada", ""), *zip(("Bo", "Cy", "Di", "Ed"), sides, strict=False)]
    for who, side in seated:
        session.record(
            lambda number, time, who=who, side=side: SeatTaken(  # type: ignore[misc]
                number=number, time=time, name=who, role="" if side else "facilitator", side=side, by="Ada"
            )
        )


def _around_the_table(session: Session, sides: Sequence[str]) -> None:
    state = session.state
    session.record(
        lambda number, time: declaring(
            state, number, time, "Who moves first?", {"Q1": "Who?"}, {"O1": "Trust"}, "Ada", shared=True
        )
    )
    session.record(lambda number, time: markings.marking(session.game, number, time, "EXERCISE", 0, "Ada"))
    listed = tuple(
        InjectData(id, text, audience=audience)
        for id, text, audience in (
            ("I1", "The bridge is down", (sides[0],)),
            ("I2", "It rains", ()),
            ("I3", "A strike", ()),
        )
    )
    session.record(lambda number, time: injects.listing(state, number, time, listed, "Ada"))
    for id, how, text, because in (
        ("I1", "deliver", "", ""),
        ("I2", "alter", "It snows", "Winter"),
        ("I3", "skip", "", "Too much"),
    ):
        session.record(partial(_handling, state, id, how, text, because))
    fields = forms.fill(forms.form("message"), {"text": "Hold the narrows"})
    session.record(
        lambda number, time: forms.sending(
            state, number, time, "message", fields, "Bo", sides[0], forms.addressees(state, [sides[1]])
        )
    )
    message = session.game.log[-1]
    session.record(
        lambda number, time: corrections.correcting(
            session.game, number, time, message, "Misspelt", "Bo", sides[0], "Hold the Narrows"
        )
    )
    session.record(
        lambda number, time: corrections.correcting(
            session.game, number, time, message, "Sent to the wrong side", "Ada", withdraw=True
        )
    )
    declared = next(e for e in session.game.log if isinstance(e, GameDeclared))
    session.record(
        lambda number, time: corrections.correcting(
            session.game, number, time, declared, "Sharper", "Ada", text="Who first?", topic="Q1"
        )
    )
    session.record(
        lambda number, time: injects.unplanned(state, number, time, "The radio is out", [sides[1]], "Ada")
    )
    timers.start(session, "planning", 600, "Ada")
    house.adopt_rule(session, "H1", "Night moves cost double.", "Agreed before play", "Ada")
    session.note("They look at the map a lot.", "Ada")


def _handling(
    state: State, id: str, how: str, text: str, because: str, number: int, time: str
) -> InjectHandled:
    return injects.handling(state, number, time, id, how, text, because, "Ada")


def _sealed_orders(session: Session, sides: Sequence[str]) -> None:
    state = session.state
    moves = {order.side: order for order in reversed(list(session.legal())) if order.name == "move"}
    for side, who in zip(sides, ("Bo", "Cy", "Di", "Ed"), strict=False):
        orders = [moves[side]] if side in moves else []
        session.record(
            lambda number, time, side=side, who=who, orders=orders: secret_orders.sealing(  # type: ignore[misc]
                number, time, side, orders, f"salt of {side}", who
            )
        )
    session.record_all(
        lambda number, time: secret_orders.opening(session.system, state, number, time, sides, "Ada", "")
    )
    first, *rest = secret_orders.to_give(session.game)
    session.order(first, "Ada")
    while secret_orders.to_give(session.game):
        session.record(
            lambda number, time: secret_orders.dropping(
                session.game, number, time, 1, (), "Ada", "They changed their minds"
            )
        )
    assert rest


def _covert_act(session: Session, side: str, others: Sequence[str]) -> None:
    """A covert act, of which one other side is told as it was, and the next in other words."""
    session.order(Order(side, "act", {"intent": "Cut the cable"}), "Ada", (side,))
    number = session.orders_in_force()[-1].number
    for told, text in zip(others, ("", "The cable is cut"), strict=False):
        session.record(
            lambda at, time, told=told, text=text: disclosing(  # type: ignore[misc]
                session.game, at, time, number, (told,), text, "Ada", "They found out"
            )
        )


def _ruling(session: Session) -> None:
    choice = next(e for e in reversed(session.game.log) if type(e).__name__ == "Chosen")
    session.rule(choice.number, "fails", "The tide was wrong", "Ada")


def _by_hand(session: Session) -> None:
    track = next(iter(session.state.tracks.values()))
    piece = next(iter(session.state.pieces.values()))
    session.by_hand("hand-score", {"track": track.data.id, "change": 1}, "A slip", "Ada")
    session.by_hand("hand-roll", {"dice": [6, 6], "purpose": "the weather"}, "Asked by the table", "Ada")
    session.by_hand("hand-chance", {"percent": 60, "subject": "The storm"}, "Sea", "Ada")
    space = next(s for s in session.state.board.spaces if s != piece.place)
    session.by_hand("hand-move", {"piece": piece.id, "to": space}, "Misread", "Ada")
    number = len(session.game.log) + 1
    session.by_hand("hand-score", {"track": track.data.id, "change": 2}, "A slip", "Ada")
    session.take_back(number, "A slip of the pen", "Ada")


MAKERS: dict[str, Callable[[], Log]] = {
    **{toys.variant_id(variant): partial(toy, variant) for variant in toys.VARIANTS},
    "typed": lambda: log_of("typed", toys.play_to_end(("toy-losses", {}), 1, "typed")),
    "ceremony": ceremony,
    "ramadi": ramadi_game,
    "ramadi-fork": ramadi_fork,
    "freeform": seminar,
    "freeform-open": lambda: seminar("freeform-open", close=False),
}


@cache
def log(name: str) -> Log:
    """The log of that name."""
    return MAKERS[name]()
