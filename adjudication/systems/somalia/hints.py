"""What is to be done in each phase, by whom, and what ends it, in plain words; what a side has still
to do."""

import adjudication.systems.somalia.between_turns.deployment as deployment
import adjudication.systems.somalia.between_turns.terrorism as terrorism
import adjudication.systems.somalia.later.telling as later
import adjudication.systems.somalia.missions.convoys as convoys
import adjudication.systems.somalia.missions.development as development
import adjudication.systems.somalia.missions.flush as flush
import adjudication.systems.somalia.optional_rules.talks as talks
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.refusals import in_words
from adjudication.systems.somalia.missions.critical import is_confined
from adjudication.systems.somalia.table.forces import BASE as BASES
from adjudication.systems.somalia.table.forces import (
    CONVOY,
    GANG,
    LEADER,
    MILITARY,
    MILITIA,
    faction,
    has_acted,
    is_us,
    on_map,
)
from adjudication.systems.somalia.table.phases import DEPLOYMENT, OPERATIONS, TERRORISM
from adjudication.systems.somalia.table.sides import BASE, UN, game
from adjudication.systems.somalia.table.turns import PASSED, acting
from adjudication.systems.somalia.table.zones import is_zone
from domain.table.state import Piece, State

TERRORISE = "extort the people of a Zone (terrorise). `next` ends the Terrorism."


def hint(state: State) -> str:
    """Who acts, what there is to do, and what ends the phase."""
    if game(state) != BASE:
        return later.hint(state)
    match state.phase:
        case phase if phase == DEPLOYMENT:
            waits = deployment.waits(state)
            if not waits:
                return f"{_name(state)}: all counters are set up; `next` ends the set-up."
            left = in_words(waits, state, state.side)
            return f"{_name(state)}: set up counters in Zones (deploy). {left}"
        case phase if phase == TERRORISM:
            return f"{_name(state)}: {TERRORISE}"
        case phase if phase == OPERATIONS:
            return " ".join(_operations(state, side) for side in acting(state))
    return ""


def _name(state: State) -> str:
    return state.sides[state.side].name


def _operations(state: State, side: str) -> str:
    if side != UN:
        passed = UN in state.mark("game", PASSED, [])
        return (
            f"{state.sides[side].name}: raid (raid), move (move) or `pass`.{owing(state) if passed else ''}"
        )
    missions = [
        said
        for said, possible in (
            ("place a Convoy (convoy)", convoys.possible(state)),
            ("flush a Zone (flush)", flush.possible(state)),
            ("conduct a Development (develop)", development.possible(state)),
        )
        if possible
    ]
    return f"{state.sides[side].name}: {', '.join([*missions, '`pass`'])}.{owing(state)}"


def owing(state: State) -> str:
    """What the UN should know before it passes: Convoys that are owed (8.8d). Empty where none is."""
    number = len(famine.owed(state))
    if not number:
        return ""
    owed, them = ("1 Convoy is", "it") if number == 1 else (f"{number} Convoys are", "them")
    return f" {owed} owed: if the phase ends without {them}, the UN forfeits the game."


def left(state: State, side: str) -> list[str]:
    """What a side has still to do in this phase, or may still do."""
    if game(state) != BASE:
        return later.left(state, side)
    if state.phase == TERRORISM and side == state.side:
        return _some(
            len(terrorism.candidates(state, side)),
            "Zone for Terrorism",
            "Zones for Terrorism",
        )
    if state.phase == OPERATIONS:
        return _in_operations(state, side)
    return []


def _in_operations(state: State, side: str) -> list[str]:
    units = [unit for unit in on_map(state, MILITARY, GANG) if unit.side == side]
    found = _some(
        len([unit for unit in units if not has_acted(state, unit)]),
        "unit without a mission this turn",
        "units without a mission this turn",
    )
    if side != UN:
        return found
    owed = [state.board.spaces[zone].name for zone in famine.owed(state)]
    if owed:
        convoys = "a Convoy" if len(owed) == 1 else "Convoys"
        found.append(f"{convoys} owed to {', '.join(owed)}")
    if is_confined(state):
        found.append("confined to base: no Flush, no Development")
    if talks.on(state):
        found.append("peace talks: no Flush")
    return found


def _some(number: int, one: str, many: str) -> list[str]:
    return [f"{number} {one if number == 1 else many}"] if number else []


HEADINGS = {MILITIA: "Government Militia", BASES: "Bases", CONVOY: "Supply Convoys"}


def heading(state: State, side: str, id: str) -> str:
    """The heading under which a list of orders has a counter: the Zone where it is, else its force."""
    piece = state.pieces[id]
    if is_zone(state.board, piece.place):
        return state.board.spaces[piece.place].name
    return _force(piece) if game(state) == BASE else later.force(state, piece)


def _force(piece: Piece) -> str:
    if piece.kind.group in (GANG, LEADER):
        return f"{faction(piece).capitalize()} faction"
    if piece.kind.group == MILITARY:
        return "US units" if is_us(piece) else "UN units"
    return HEADINGS.get(piece.kind.group, "")
