"""How the ISF stands once the operations of a turn are over: for policies that think ahead.

A logistic function of what decides most games: the way to the Government Complex, the lead, and casualties,
which cost operations. Fitted to 3,000 games of `sensible`, in two thirds of which the first turns were played
partly by chance; it holds for the scenario's own tables, and is a rule of thumb for any others.
"""

from math import exp

from adjudication.systems.ramadi.phases.interphase import MOVEMENT
from adjudication.systems.ramadi.player.appraisal import FAR, distances
from adjudication.systems.ramadi.table.board import government_complex, objectives
from adjudication.systems.ramadi.table.counters import ISF
from adjudication.systems.ramadi.table.ground import holds_government_complex, network
from adjudication.systems.ramadi.table.turns import LAST_TURN
from domain.table.state import State

FARTHEST = 6
"""Steps to the Government Complex beyond which it makes no difference."""
WEIGHTS = {
    "constant": (6.45, 0.62, -0.666),
    "held": (2.48, 2.70, 0.034),
    "steps": (-1.70, -1.25, 0.191),
    "lead": (0.045, 0.002, 0.0033),
    "lead while held": (0.222, 0.385, -0.0099),
    "two casualties": (-0.25, -2.23, -0.013),
    "four casualties": (-3.91, 0.26, 0.279),
    "six casualties": (-0.44, 0.35, 0.033),
}
"""Of what counts: its weight, what is added to it by the turns to come (divided by them, and times
them)."""


def evaluate(state: State, side: str) -> float | None:
    """The chance that a side wins, 0 to 1, once this turn's operations are over and more are to come."""
    left = LAST_TURN - state.turn
    if state.phase != MOVEMENT or left < 1:
        return None
    lead, casualties = state.track("isf_vp") - state.track("isis_vp"), state.track("casualties")
    held = holds_government_complex(state)
    counts = {
        "constant": 1,
        "held": held,
        "steps": _steps_to_the_complex(state),
        "lead": lead,
        "lead while held": lead * held,
        "two casualties": casualties >= 2,
        "four casualties": casualties >= 4,
        "six casualties": casualties >= 6,
    }
    total = sum(
        counts[name] * (fixed + late / left + early * left) for name, (fixed, late, early) in WEIGHTS.items()
    )
    chance = 1 / (1 + exp(-total))
    return chance if side == ISF else 1 - chance


def _steps_to_the_complex(state: State) -> int:
    """The hexes to enter on the shortest way to the Government Complex."""
    nth = objectives(state.board).index(government_complex(state.board))
    steps = distances(state.board)
    return min(FARTHEST, *(steps[hex][nth] for hex in network(state).zones), FAR)
