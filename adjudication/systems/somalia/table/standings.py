"""Who is ahead: Victory Points of the UN and of the Bandit players (2.1c, 9.0b, 11.22f)."""

from adjudication.systems.somalia.table.sides import UN, bandits, vp
from domain.table.state import State


def score(state: State) -> int:
    """The Victory Points of the UN less those of all Bandit players, or of the best of them (option; 9.0b,
    11.22f)."""
    others = [state.track(vp(side)) for side in bandits(state)]
    against = max(others) if state.options.get("un_against_best_bandit") else sum(others)
    return state.track(vp(UN)) - against


def leading(state: State) -> tuple[str, ...]:
    """The Bandit players with the most Victory Points: several where they are level (11.22f)."""
    most = max(state.track(vp(side)) for side in bandits(state))
    return tuple(side for side in bandits(state) if state.track(vp(side)) == most)


def standing(state: State) -> dict[str, int]:
    """The Victory Points of each side."""
    return {side: state.track(vp(side)) for side in state.sides}
