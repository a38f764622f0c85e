"""The games of OWS that the contract asks about."""

import random

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import Policy, RandomByKind, RandomPolicy
from adjudication.engine.session import Session
from adjudication.systems.ows import TAKE_BACK
from adjudication.systems.ows.table.counters import CYBER, DECISION, SHEETLESS
from domain.table.state import State
from tests.contract.held import Held, Play
from tests.ows.playing import Books, combination, new_game


class Tasking(RandomPolicy):
    """Orders of air tasking, each kind with the same chance, rare ones more often; half-way the other side's
    turn comes."""

    RARE = frozenset(("jump", "lift", "disperse", "fortify", "package", "load", "recall"))
    HALF = 30

    def __init__(self) -> None:
        super().__init__()
        self.given = 0

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        self.given += 1
        names = sorted({part.name for part in legal.parts} - {"proceed"})
        if not names or self.given == self.HALF:
            return Order(state.side, "proceed")
        rare = [name for name in names if name in self.RARE]
        name = chance.choice(rare if rare and chance.random() < 0.6 else names)
        return LegalOrders(legal.of_kind(name)).sample(chance)


def tasking(seed: int) -> Session:
    """A game in which air missions are given next."""
    session = begun("proving-ground", seed, written_orders=False)
    while session.state.phase != "air tasking":
        order = session.system.proceed(session.state)
        assert order is not None
        session.order(order)
    return session


def begun(scenario: str, seed: int, **options: bool) -> Session:
    """A game with a combination of the options, whose people answer by chance."""
    session = new_game(scenario, seed, {**combination(seed * 2654435761 >> 7), **options})
    session.people = PolicyPeople({}, RandomPolicy(), random.Random(seed))
    session.begin()
    return session


def by_turns(seed: int) -> Policy:
    """Every other game takes the kinds of orders with equal chances."""
    return RandomPolicy() if seed % 2 else RandomByKind(TAKE_BACK)


def play(
    scenario: str, *, seeds: int = 4, before_turn: int = 0, slow: bool = False, brief: bool = False
) -> Play:
    """A game of a scenario."""
    return Play(
        f"ows {scenario}",
        lambda seed: begun(scenario, seed),
        by_turns,
        before_turn=before_turn,
        seeds=seeds,
        slow=slow,
        brief=brief,
        hides=not brief,
    )


COME_AND_GO = (*SHEETLESS, CYBER, DECISION, "rear area")
"""Markers, cards that are played, and forces of the rear area."""
SELDOM = frozenset(
    (
        *("activate", "asw", "clear-obstacle", "disband", "disperse", "entrench", "feint", "issue", "land"),
        *("level", "partisans", "react", "replenish", "resolve", "resupply", "security-zone"),
        *("support-attack", "support-defence", "take-up-bridge"),
    )
)
"""Kinds of orders that take options, or a ground war that has gone on for a while."""

HELD = Held(
    plays=(
        play("proving-ground", seeds=20),
        play("tutorial", seeds=100),
        play("proving-field", seeds=100),
        play("river", before_turn=2, slow=True),
        play("littoral", before_turn=2, slow=True),
        play("strait", before_turn=3, seeds=100, brief=True),
        Play("ows air tasking", tasking, lambda seed: Tasking(), orders=55, seeds=6, brief=True, hides=False),
    ),
    books=Books,
    come_and_go=lambda piece: piece.kind.group in COME_AND_GO,
    not_listed={
        "array": "by chance no air defence that reaches a hex comes under the Air Battleboard",
        "exceed": "the means are the player's own words, which no list has",
        "fortify": "by chance no engineers come to a squadron under a Defense +1 marker",
    },
    seldom=SELDOM,
    beyond_the_list={
        "activation-order": "formations that it does not name come last",
        "guidance": "the words of a written order are free",
        "resolve": "the lead unit is asked for where it is not said",
        "task": "the list has one hex of a kill box, tankers where needed, no missions without object",
        "package": "the list has only the holding areas near bases of missions that strike",
        "keep": "without a mission it means all that may stay, be it one",
    },
)
