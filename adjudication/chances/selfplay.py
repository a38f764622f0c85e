"""Whole games played by policies: for demonstrations, tests, benchmarks and studies."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.engine.questions import SUGGESTED
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, Question
from domain.errors import Refused
from domain.events import Event
from domain.table.state import State

LONGEST_GAME = 100_000
"""Orders after which a game is held not to end."""


class GameDoesNotEnd(Refused):
    """A game that offers no legal order although it is open, or never reaches a verdict."""


class PolicyPeople:
    """Policies that answer at once: side -> policy; a side without one is asked of `otherwise`."""

    def __init__(self, policies: Mapping[str, Policy], otherwise: Policy, chance: random.Random) -> None:
        self.policies = policies
        self.otherwise = otherwise
        self.chance = chance

    def answer(self, question: Question, state: State) -> Answer | None:
        """What the rules suggest that the white cell judge, else the policy's answer; a plan that is in it
        does not change."""
        if question.optional:
            return None
        if question.suggested and question.kind == "judgement":
            return Answer(question.suggested[0], "policy", question.because or SUGGESTED)
        policy = self.policies.get(question.side, self.otherwise)
        if question.kind == "dice":
            policy = RandomPolicy()
        if question.kind in ("words", "judgement") and not question.how_many():
            return Answer("played by policy", "policy", "played by policy")
        value: Any = policy.answer(question, state, self.chance)
        return Answer(value, "policy", "played by policy" if question.kind == "judgement" else "")


def play_out(
    session: Session,
    policy: Policy,
    chance: random.Random,
    watch: Callable[[list[Event]], None] | None = None,
) -> None:
    """Play a game from where it stands to its verdict, every order taken from `policy`.

    watch: given each order's new events as it is done. Raises GameDoesNotEnd.
    """
    session.people = PolicyPeople({}, policy, chance)
    while session.game.open_procedure() is not None:
        session.proceed_with(session.people)
    for _ in range(LONGEST_GAME):
        state = session.state
        if state.verdict is not None:
            return
        legal = session.legal()
        if not legal:
            raise GameDoesNotEnd("No order is legal although the game is not decided.")
        outcome = session.order(policy.order(state, legal, chance), "policy")
        if watch is not None:
            watch(outcome.events)
    raise GameDoesNotEnd(f"The game is not decided after {LONGEST_GAME} orders.")
