"""Whose mission it is (6.0a)."""

from collections.abc import Callable

from adjudication.engine.legality import Check, only
from adjudication.engine.register import citations
from adjudication.systems.somalia.sides import UN
from domain.table.state import State

R = citations("somalia", __file__)

TO_ACT = "to act"
"""Mark of the game: the side that conducts the next mission, or passes (6.0a)."""


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

    def cited(state: State, side: str) -> str:
        return rule if side in acting(state) else R["6.0a"]

    def why(state: State, side: str) -> str:
        if side in acting(state):
            return f"Only {only_for} conducts this mission."
        names = {each: data.name for each, data in state.sides.items()}
        who = ", ".join(names[each] for each in acting(state)) or "nobody"
        return f"{names.get(side, side)} cannot act now. Next to act: {who}."

    return only("side", sides, "turn", cited, why)


IN_TURN = in_turn(acting)
UN_IN_TURN = in_turn(acting_un, R["6.1"], "the UN player")
BANDIT_IN_TURN = in_turn(acting_bandits, R["6.2"], "a Bandit player")
