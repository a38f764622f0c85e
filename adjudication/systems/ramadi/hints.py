"""What may be done next, in plain words."""

from adjudication.systems.ramadi.phases.interphase import overstacked
from adjudication.systems.ramadi.phases.planning import operations, operations_left
from adjudication.systems.ramadi.phases.setup import left_to_set_up
from domain.table.state import State

NEXT = "`whitecell next`"
ENDS = f"{NEXT} ends the phase."


def hint(state: State) -> str:
    """What may be done next, in plain words."""
    match state.phase:
        case "set-up":
            left = len(left_to_set_up(state))
            if left:
                counters = _counted(left, "counter")
                return f"{counters} left to set up: `deploy` units, `assign` ground assets."
            return f"All counters are set up. {NEXT} starts turn 1."
        case "planning":
            left = operations_left(state)
            if not left:
                return f"All operations are planned. {NEXT} goes on to the assets."
            return f"{_counted(left, 'operation')} left to plan (`plan`). {ENDS}"
        case "assets":
            return f"Allocate ground and air assets to operations (`support`). {ENDS}"
        case "operations":
            left = len(operations(state))
            if not left:
                return f"All operations are executed. {NEXT} goes on to the ISIS attack."
            return f"{_counted(left, 'planned operation')} left to execute (`execute`)."
        case "movement":
            crowded = overstacked(state)
            if crowded:
                return f"Too many units in {crowded}: move one out (`move`)."
            return f"Move units that did not advance (`move`). {ENDS}"
        case "deployment":
            return f"Deploy available units from the transfer box (`deploy`). {ENDS}"
        case "transfers":
            return f"Move units to the transfer box (`transfer`). {ENDS}"
        case "ground assets":
            return f"Redeploy ground assets (`assign`). {NEXT} starts the next turn."
    return ""


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
