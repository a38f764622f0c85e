"""What is to be done in each phase of the later scenarios, who holds which area, what counts as a loss."""

from adjudication.systems.somalia.later.phases import ENTRY, MISSIONS, PURCHASES, SETTING_UP
from adjudication.systems.somalia.later.season import crossing
from adjudication.systems.somalia.later.units import (
    TRANSITIONAL,
    UNITS,
    at,
    courts_2006,
    held,
    home,
    in_play,
    players,
    ready,
)
from adjudication.systems.somalia.table.forces import faction
from adjudication.systems.somalia.table.sides import COURTS, sp
from adjudication.systems.somalia.table.turns import acting
from domain.table.state import Piece, State

FORCES = {"brown": "ICU", "green": "Ethiopia", "blue": "Puntland", "tan": "Transitional Government"}
"""Colour -> whose units they are."""


def hint(state: State) -> str:
    """Who acts, what there is to do, and what ends the phase."""
    name = state.sides[state.side].name if state.side else ""
    match state.phase:
        case phase if phase == SETTING_UP:
            return "Set up the scenario (set-up, or `next`)."
        case phase if phase == MISSIONS:
            who = ", ".join(state.sides[side].name for side in acting(state))
            return f"{who}: conduct a Raid (raid) or a Flush (flush), move units (move), or `pass`."
        case phase if phase == PURCHASES:
            upgrade = ", upgrade a unit (upgrade)" if courts_2006(state) and state.side != COURTS else ""
            return f"{name}: buy units (buy){upgrade}. `pass` ends the purchases."
        case phase if phase == ENTRY:
            return f"{name}: bring units into Baidoa (enter). `pass` ends the entry."
    return ""


def left(state: State, side: str) -> list[str]:
    """What a side has still to do in this phase, or may still do."""
    if side not in players(state):
        return []
    if state.phase == MISSIONS:
        units = [id for id in ready(state, side) if state.pieces[id].kind.group in UNITS]
        return _some(len(units), "unit without a mission this turn", "units without a mission this turn")
    if state.phase == PURCHASES and side == state.side:
        return _some(state.track(sp(side)), "Supply Point to spend", "Supply Points to spend")
    if state.phase == ENTRY and side == state.side:
        return _some(len(crossing(state)), "unit that may try to enter", "units that may try to enter")
    return []


def _some(number: int, one: str, many: str) -> list[str]:
    return [f"{number} {one if number == 1 else many}"] if number else []


def control(state: State) -> dict[str, str]:
    """Area -> the side that holds it."""
    found = {zone: side for side in players(state) for zone in held(state, side)}
    if courts_2006(state):
        for zone in in_play(state):
            if zone not in found and at(state, zone, TRANSITIONAL) and not at(state, zone, *players(state)):
                found[zone] = TRANSITIONAL
    return found


def standing(state: State) -> dict[str, int]:
    """The areas that each side holds, once they are set up: there are no Victory Points."""
    if state.phase in ("", SETTING_UP):
        return {}
    return {side: len(held(state, side)) for side in state.sides}


def is_lost(piece: Piece, to: str) -> bool:
    """Whether a unit that leaves the map for there is lost."""
    return piece.kind.group in UNITS and to == home(piece)


def force(state: State, piece: Piece) -> str:
    """Whose unit it is, as a heading."""
    colour = faction(piece)
    if colour == "blue" and courts_2006(state):
        return "Transitional Government"
    return FORCES.get(colour, f"{colour.capitalize()} faction")
