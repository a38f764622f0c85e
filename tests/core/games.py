"""Games of the tiny rule systems for the tests of the core: opened, played, stopped half-way, compared."""

import random
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec

from adjudication.audits.audit import AuditReport, audit
from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.games.systems import load
from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.engine.register import rules_digest
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, People, Question
from domain.events import AnswersOpened, Chosen, Event, Ruled, TakenBack, Value
from domain.events.entropy import words_digest
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.game.lineage import fork
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice, secret_from_seed
from domain.table.state import State
from tests.table import laid
from tests.toys import NAMES
from tests.words import words_of

SECRET, FORKED = secret_from_seed(20151222), secret_from_seed(2)
"""Seals of the dice of games, and of their forks."""
FORK = "f" * 32
TIME = "2026-01-01T00:00:00Z"
VARIANTS: tuple[tuple[str, dict[str, Value]], ...] = (
    *((name, {}) for name in NAMES),
    ("toy-options", {"duels": True, "turns": 3}),
)
"""Every toy, and the one with options a second time with others."""

Variant = tuple[str, dict[str, Value]]


def variant_id(variant: Variant) -> str:
    """What a test of a variant is called."""
    name, options = variant
    return "-".join([name, *options])


def new_game(variant: Variant, dice: str = "sealed") -> Game:
    """A game of a toy with all laid on the table and nothing played."""
    name, options = variant
    id = uuid5(NAMESPACE_URL, f"{variant_id(variant)} {dice}").hex
    game = laid(name, "toy", options, secret=SECRET, dice=dice, game=id, name=name)
    game.blind_with(lambda: SECRET)
    return game


def seat(
    game: Game, people: People | None = None, ledger: Ledger | None = None, secret: str = SECRET
) -> Session:
    """A session at a game, with its sealed dice and a clock that stands still."""
    save = None if ledger is None else ledger.save
    return Session(load(game.opened.system), game, SealedDice(secret), people, save, lambda: TIME)


def forked(game: Game, at: int, secret: str = FORKED, id: str = FORK) -> Game:
    """A game that goes on from an event of another."""
    return fork(
        enter(game.id, game.log, GENESIS),
        at,
        game=id,
        name="again",
        called="first",
        secret=secret,
        program="tests",
        rules_digest=rules_digest(game.opened.system),
        code_digest="c0de",
        time="2026-02-02T00:00:00Z",
    )


def stir(session: Session, seed: int) -> None:
    """The first side's own words in the sealed dice: each seed then has other faces."""
    side, words = next(iter(session.state.sides)), f"the seed is {seed}"
    session.promise(side, words_digest(side, words))
    session.stir(side, words)


class Listener(RandomPolicy):
    """Plays at random, and remembers every question with its answer."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, Any]] = []

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        value = super().answer(question, state, chance)
        self.asked.append((question, value))
        return value


def random_people(seed: int) -> PolicyPeople:
    """People who answer at random."""
    return PolicyPeople({}, Listener(), random.Random(seed))


def asked(session: Session) -> list[tuple[Question, Any]]:
    """What the random people of a session have been asked, and what they answered."""
    people = session.people
    assert isinstance(people, PolicyPeople)
    assert isinstance(people.otherwise, Listener)
    return people.otherwise.asked


def play_to_end(variant: Variant, seed: int, dice: str = "sealed", close: bool = True) -> Session:
    """A whole random game, closed with its seal revealed."""
    people = random_people(seed)
    session = seat(new_game(variant, dice), people)
    stir(session, seed)
    session.begin()
    play_out(session, people.otherwise, random.Random(seed))
    if close:
        session.close(SECRET)
    return session


def play_orders(session: Session, orders: int, chance: random.Random, policy: Policy | None = None) -> None:
    """So many orders by a policy, by default random ones; fewer when the game ends before."""
    policy = policy or Listener()
    session.people = PolicyPeople({}, policy, chance)
    for _ in range(orders):
        legal = session.legal()
        if not legal:
            return
        session.order(policy.order(session.state, legal, chance), "policy")


def answer_at_random(question: Question, chance: random.Random) -> Answer:
    """What the people of `play_out` would answer, for a question asked from outside."""
    if question.suggested:
        return Answer(question.suggested[0], "policy", words_of(question.because) or "suggested by the rules")
    value = RandomPolicy().answer(question, State(), chance)
    return Answer(value, "policy", "played by policy" if question.kind == "judgement" else "")


def findings(events: list[Event], secret: str | None = None) -> AuditReport:
    """The audit of these events, chained as whoever wrote them would have chained them."""
    return audit(enter("", events, GENESIS), secret=secret)


def table(state: State) -> dict[str, Any]:
    """All that lies on the table, without the count of events and of chances."""
    return {
        "options": state.options,
        "pieces": {
            id: (p.kind_id, p.name, p.side, p.place, p.face, p.steps, p.known_to)
            for id, p in state.pieces.items()
        },
        "at": {place: list(ids) for place, ids in state.at.items() if ids},
        "tracks": {id: track.value for id, track in state.tracks.items()},
        "marks": {subject: dict(marks) for subject, marks in state.marks.items()},
        "marks for": dict(state.marks_for),
        "tables": {name: found.data for name, found in state.tables.items()},
        "clock": (state.turn, state.phase, state.side),
        "waiting": list(state.procedures.items()),
        "verdict": state.verdict and (state.verdict.winner, state.verdict.reason, state.verdict.scores),
        "closed": state.closed,
    }


def check_conservation(state: State) -> None:
    """Each piece lies in exactly one place of the board or aboard another, and each track within its ends."""
    lying = [id for ids in state.at.values() for id in ids]
    assert sorted(lying) == sorted(state.pieces)
    for place, ids in state.at.items():
        assert place in state.board.spaces or place in state.pieces or not ids
        assert all(state.where(id) in state.board.spaces for id in ids)
        assert all(state.pieces[id].place == place for id in ids)
    for track in state.tracks.values():
        assert track.data.lowest <= track.value <= track.data.highest
    assert all(piece.steps >= 0 for piece in state.pieces.values())


def renumbered(events: list[Event]) -> list[Event]:
    """The events numbered by their places, with all that refers to a number following it."""
    place = {event.number: n for n, event in enumerate(events, start=1)}
    result: list[Event] = []
    for n, event in enumerate(events, start=1):
        changes: dict[str, Any] = {"number": n}
        if event.procedure:
            changes["procedure"] = place.get(event.procedure, event.procedure)
        if isinstance(event, Ruled):
            changes["concerns"] = place.get(event.concerns, event.concerns)
        if isinstance(event, TakenBack):
            changes["first"] = place.get(event.first, event.first)
        result.append(msgspec.structs.replace(event, **changes))
    return result


def together(events: list[Event]) -> set[int]:
    """Numbers of secret answers that were opened together: in which order they came says nothing."""
    questions = {event.question for event in events if isinstance(event, AnswersOpened)}
    return {e.number for e in events if isinstance(e, Chosen) and e.question in questions}


def altered(event: Event, **changes: Any) -> Event:
    """The event with other fields."""
    return msgspec.structs.replace(event, **changes)
