"""What may be done next, in plain words."""

from adjudication.systems.ramadi.interphase import overstacked
from adjudication.systems.ramadi.planning import operations, operations_left
from adjudication.systems.ramadi.setup import left_to_set_up
from domain.table.state import State


def hint(state: State) -> str:
    """What may be done next, in plain words."""
    match state.phase:
        case "set-up":
            left = len(left_to_set_up(state))
            if left:
                counters = _counted(left, "counter")
                return f"Deploy units (deploy) and assign ground assets (assign): {counters} left."
            return "All counters are set up; proceed to turn 1."
        case "planning":
            return f"Plan up to {_counted(operations_left(state), 'more operation')} (plan), then proceed."
        case "assets":
            return "Allocate ground and air assets to operations (support), then proceed."
        case "operations":
            left = len(operations(state))
            if not left:
                return "Proceed to the ISIS attack."
            return f"Execute {_counted(left, 'planned operation')} (execute)."
        case "movement":
            crowded = overstacked(state)
            if crowded:
                return f"One unit must leave {crowded} (move)."
            return "Move units that did not advance (move), then proceed."
        case "deployment":
            return "Deploy available units from the transfer box (deploy), then proceed."
        case "transfers":
            return "Take units into the transfer box (transfer), then proceed."
        case "ground assets":
            return "Redeploy ground assets (assign), then proceed to the next turn."
    return ""


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
