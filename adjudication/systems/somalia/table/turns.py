"""Whose mission it is (6.0a)."""

from collections.abc import Callable
from dataclasses import dataclass

from adjudication.engine.legality import Check, only
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.sides import UN
from domain.events import Event, Marked
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

TO_ACT = Mark[str]("to act")
"""Mark of the game: the side that conducts the next mission, or passes (6.0a)."""

PASSED = Mark[list[str]]("passed")
"""Mark of the game: the sides that have passed since the last mission, in turn (6.0b)."""
CONDUCTED = Mark[int]("missions conducted", turns=1)
"""Mark of the game: how many missions were conducted this turn. What came of one is known when it changes."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Conduct no mission now (6.0b)."""

    side: str


def conducted(umpire: Umpire) -> None:
    """A mission is over, and with it the passes before it (6.0b)."""
    number = umpire.state.mark("game", CONDUCTED, 0)
    umpire.mark("game", CONDUCTED, number + 1, rule=R["6.0b"])
    umpire.mark("game", PASSED, None, rule=R["6.0b"])


def concludes(event: Event) -> bool:
    """Whether an event concludes a mission, though its order goes on to who is next, or to the next phase."""
    return isinstance(event, Marked) and event.mark == CONDUCTED.name and event.value is not None


def offered_again(state: State, chooser: str) -> tuple[str, ...]:
    """The side that has just passed: whoever decides who acts next may name it once more (6.0a)."""
    passed = state.mark("game", PASSED, [])
    if not passed or passed[-1] == chooser or passed.count(passed[-1]) > 1:
        return ()
    return (passed[-1],)


def acting(state: State) -> tuple[str, ...]:
    """Who conducts the next mission."""
    side = state.mark("game", TO_ACT)
    return (side,) if side else ()


def acting_un(state: State) -> tuple[str, ...]:
    """The UN, if it conducts the next mission."""
    return tuple(side for side in acting(state) if side == UN)


def acting_bandits(state: State) -> tuple[str, ...]:
    """The Bandit player who conducts the next mission, if one does."""
    return tuple(side for side in acting(state) if side != UN)


def in_turn(sides: Callable[[State], tuple[str, ...]], rule: str = R["6.0a"], only_for: str = "") -> Check:
    """That the side is the one to act, of those that conduct such missions. rule, only_for: which rule says
    who conducts them, and who that is, for a refusal."""

    def why(state: State, side: str) -> Why:
        if side in acting(state):
            return Reason(T("another conducts this mission", who=only_for), rule)
        return T("not next to act", side=side, next=list(acting(state)) or "nobody")

    return only("side", sides, "turn", R["6.0a"], why)


IN_TURN = in_turn(acting)
UN_IN_TURN = in_turn(acting_un, R["6.1"], "the UN player")
BANDIT_IN_TURN = in_turn(acting_bandits, R["6.2"], "a Bandit player")
