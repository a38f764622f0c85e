"""What is to be done in each step of the ground segment, by whom, and what is still open."""

from collections.abc import Callable

from adjudication.systems.ows.air.allotments import not_allotted
from adjudication.systems.ows.ground.attacks import declare
from adjudication.systems.ows.ground.fires import fire, support
from adjudication.systems.ows.ground.fires.fire_missions import FIRES, unit_of
from adjudication.systems.ows.ground.forces.acting import BY_SIDE, actioning
from adjudication.systems.ows.ground.forces.action_points import orders_left
from adjudication.systems.ows.ground.forces.combats import declared
from adjudication.systems.ows.ground.forces.designations import for_free_marker, may_name, open_to_change
from adjudication.systems.ows.ground.forces.formations import formation, ground_war
from adjudication.systems.ows.ground.maneuver import exploitation, march, reaction
from adjudication.systems.ows.ground.segment.initiative import PLAN, left_of
from adjudication.systems.ows.information_operations.information import (
    grounded,
    of_ground_hqs,
    planned_on_land,
)
from adjudication.systems.ows.table.settings import choice, on
from adjudication.systems.ows.table.status import name_of_side
from domain.table.state import State

TO_DO = {
    "ground organization": "Play decision cards (card), place units in Reserve (reserve), confirm the task "
    "organization (organize), name Main Efforts (main-effort), plan tokens of headquarters (influence), give "
    "missions to units (defend, delay, entrench) and to aircraft (allot).",
    "ground activation": "Say which formation acts next (activate).",
    "prep fires": "Fire shaping missions with artillery and assigned aircraft (fire).",
    "ground movement": "Move ground units (march, march-stack), bridge rivers (bridge), emplace Obstacles "
    "(obstacle), declare attacks (attack).",
    "supporting fires": "Allot artillery, close air support and naval gunfire to the attacks declared "
    "(support-attack).",
    "defensive fires": "Fire defensive missions (fire), allot supporting fires to the defence "
    "(support-defence).",
    "ground combat": "Resolve the attacks declared, in any order (resolve).",
    "exploitation": "Move reserves and units that may exploit (exploit), declare their attacks (attack).",
    "exploitation combat": "Allot fires that are not expended (support-attack), resolve the attacks of the "
    "exploitation force (resolve).",
    "rear area": "Battles and partisan attacks in the rear area are settled; there is nothing to order.",
}
ACTIONS = (
    *("prep fires", "ground movement", "supporting fires", "ground combat"),
    *("exploitation", "exploitation combat"),
)
"""The steps in which the actioning unit itself acts."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 mission at base`, `3 missions at base`; nothing of none."""
    return f"{number} {one if number == 1 else many or f'{one}s'}" if number else ""


def who(state: State) -> str:
    """Whose action it is, in a step of one: `Blue (1st Division)`; empty elsewhere."""
    now = actioning(state)
    if now is None or state.phase not in ACTIONS:
        return ""
    return acting_unit(state)


def acting_unit(state: State) -> str:
    """The actioning unit: its side, and its formation where not the whole side acts."""
    now = actioning(state)
    if now is None:
        return ""
    name = name_of_side(state, now.side)
    if choice(state, "ground_initiative") == BY_SIDE:
        return name
    return f"{name} ({', '.join(formation(state, each).name for each in now.formations)})"


def to_do(state: State) -> str:
    """What there is to do in a step of the ground segment."""
    said = TO_DO[state.phase]
    if state.phase == "ground combat" and not declared(state):
        said = "All attacks are resolved."
    if state.phase == "defensive fires":
        said = f"{acting_unit(state)} acts. {said}"
        if on(state, "reaction_moves"):
            said = f"{said} Formations under attack may bring up reserves (react)."
    return said


# --- what is left ------------------------------------------------------------------------------------------


def planning(state: State, side: str) -> list[str]:
    """What is left to plan for the ground war."""
    if not ground_war(state):
        return []
    told = []
    if on(state, "action_points"):
        told.append(counted(orders_left(state, side), "action point"))
    if choice(state, "ground_initiative") == "planned" and not state.mark(side, PLAN):
        told.append("an activation order to plan")
    return told


def _organization(state: State, side: str) -> list[str]:
    held = grounded(state, side)
    tokens = [token for token in of_ground_hqs(state, side) if token not in held]
    free = for_free_marker(state, side) if open_to_change(state, side) else ()
    hqs = {each for unit in free for each in may_name(state, unit)}
    return [
        counted(len(hqs), "Main Effort to name", "Main Efforts to name"),
        counted(len(tokens), "token of a headquarters in hand", "tokens of headquarters in hand"),
        counted(len(planned_on_land(state, side)), "token planned", "tokens planned"),
        counted(len(not_allotted(state, side)), "air mission to allot", "air missions to allot"),
    ]


def _activation(state: State, side: str) -> list[str]:
    return [counted(len(left_of(state, side)), "formation still to act", "formations still to act")]


def _fires(state: State, side: str) -> list[str]:
    able = {unit_of(item) for ways in fire.fires(state, side).values() for item in ways.all}
    fired = len(state.mark(side, FIRES, []))
    return [
        counted(len(able), "unit that can fire", "units that can fire"),
        counted(fired, "fires action declared", "fires actions declared"),
    ]


def _movement(state: State, side: str) -> list[str]:
    return [
        counted(len(march.marchers(state, side)), "ground unit to move", "ground units to move"),
        *_attacks(state, side),
    ]


def _attacks(state: State, side: str) -> list[str]:
    return [
        counted(
            len(declare.open_to_attack(state, side)), "hex that can be attacked", "hexes that can be attacked"
        ),
        counted(len(declared(state)), "attack declared", "attacks declared"),
    ]


def _support(state: State, side: str) -> list[str]:
    able = {unit_of(item) for hex in declared(state) for item in support.available(state, side, hex)}
    return [counted(len(able), "unit that can support", "units that can support")]


def _defence(state: State, side: str) -> list[str]:
    able = reaction.able_to_react(state, side)
    return [
        *_fires(state, side),
        *_support(state, side),
        counted(len(able), "formation that may react", "formations that may react"),
    ]


def _combat(state: State, side: str) -> list[str]:
    return [counted(len(declared(state)), "attack to resolve", "attacks to resolve")]


def _exploitation(state: State, side: str) -> list[str]:
    able = [unit for unit in exploitation.force(state, side) if exploitation.goals(state, unit)]
    return [
        counted(len(able), "unit that can exploit", "units that can exploit"),
        *_attacks(state, side),
    ]


LEFT: dict[str, Callable[[State, str], list[str]]] = {
    "ground organization": _organization,
    "ground activation": _activation,
    "prep fires": _fires,
    "ground movement": _movement,
    "supporting fires": _support,
    "defensive fires": _defence,
    "ground combat": _combat,
    "exploitation": _exploitation,
    "exploitation combat": _combat,
}
