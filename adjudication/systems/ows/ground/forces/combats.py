"""Declared ground combats (ground.3.C): the Combat markers on the map, and who attacks from where."""

from typing import NamedTuple, TypedDict

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)


class Declared(TypedDict):
    """A declared combat: each attacker with the hex that it attacks from. river: it is a River Assault
    (10.11.2a). landing: it is an opposed landing in that hex itself (10.15.8.3)."""

    attackers: dict[str, str]
    river: bool
    landing: bool


COMBAT = Mark[Declared]("combat")
"""Mark of a hex: a declared combat."""


class Combat(NamedTuple):
    """A declared combat."""

    hex: str
    attackers: dict[str, str]
    river: bool
    landing: bool


def combat_at(state: State, hex: str) -> Combat | None:
    """The combat that is declared against a hex."""
    mark = state.mark(hex, COMBAT)
    if not mark:
        return None
    return Combat(hex, dict(mark["attackers"]), bool(mark.get("river")), bool(mark.get("landing")))


def declared(state: State) -> tuple[str, ...]:
    """The hexes with a Combat marker, in the order in which they were marked."""
    return tuple(state.marked(COMBAT))


def attacking(state: State, unit: str) -> str:
    """The hex that a unit attacks; empty for none."""
    return next((hex for hex, mark in state.marked(COMBAT).items() if unit in mark["attackers"]), "")


def declare(umpire: Umpire, combat: Combat, *, rule: str) -> None:
    """Put a Combat marker on a hex, or change who attacks."""
    value = Declared(attackers=combat.attackers, river=combat.river, landing=combat.landing)
    umpire.mark(combat.hex, COMBAT, value, rule=rule)


def resolved(umpire: Umpire, hex: str, *, rule: str) -> None:
    """A combat was fought: its marker comes off."""
    umpire.mark(hex, COMBAT, None, rule=rule)


def clear_away(umpire: Umpire) -> None:
    """The action is over: no marker of it stays."""
    for hex in list(declared(umpire.state)):
        umpire.mark(hex, COMBAT, None, rule=R["ground.4"])
