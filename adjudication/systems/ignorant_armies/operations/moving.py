"""Moves, advances and retreats as people make them by the base game, recorded and checked against what the
supplement forbids; and steps that units lose."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, never, only, unless
from adjudication.engine.orders import OrderGrid, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.kuwait import barred, land, open_to, settle, who
from adjudication.systems.ignorant_armies.table.index import points
from adjudication.systems.ignorant_armies.table.sides import (
    CONTROL,
    DEADPILE,
    ENEMY,
    IRAN,
    IRAQ,
    STEPS_LOST,
    box,
    has_done,
    in_turn,
    is_joint_arab,
    note,
    places,
    units,
)
from adjudication.systems.ignorant_armies.table.turns import COMBATS, MOVEMENTS
from domain.table.state import State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

TOWNS = ("city", "town")


@dataclass(frozen=True, slots=True)
class Move:
    """A unit moves to a hex: by movement, advance or retreat, as the base game allows."""

    side: str
    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Lose:
    """A unit loses steps."""

    side: str
    unit: str
    steps: int = 1


def move(umpire: Umpire, order: Move) -> None:
    """Move the unit; an enemy town that it enters changes hands."""
    note(umpire, order.unit, umpire.state.phase)
    umpire.move(order.unit, order.to, rule=R["doc.scope"])
    take(umpire, order.side, order.to)
    settle(umpire)


def take(umpire: Umpire, side: str, hex: str) -> None:
    """A city or town belongs to whoever entered it last (ja.intervention.conditions)."""
    space = umpire.state.board.spaces[hex]
    if set(TOWNS) & set(space.tags) and umpire.state.mark(hex, CONTROL) != side:
        umpire.mark(hex, CONTROL, side, rule=R["ja.intervention.conditions"])


def lose(umpire: Umpire, order: Lose) -> None:
    """A unit loses steps; with the last it goes to the deadpile. Every third Joint Arab step is a VP to
    Iran (ja.losses-vp)."""
    unit = umpire.state.pieces[order.unit]
    left = unit.steps - order.steps
    if left:
        umpire.change(order.unit, steps=left, rule=R["doc.scope"])
    else:
        umpire.move(order.unit, box(DEADPILE, unit.side), rule=R["doc.scope"])
    if is_joint_arab(unit):
        for _ in range(order.steps):
            umpire.score(STEPS_LOST, 1, why=T("steps of a unit", unit=unit.id), rule=R["ja.losses-vp"])
            if umpire.state.track(STEPS_LOST) % 3 == 0:
                points(umpire, IRAN, 1, T("three Joint Arab steps lost"), rule=R["ja.losses-vp"])
    settle(umpire)


def movers(state: State) -> tuple[str, ...]:
    """Who moves: the side whose player-turn it is; in its combat phase the other side retreats."""
    if state.phase in COMBATS and state.side:
        return (state.side, ENEMY[state.side])
    return in_turn(state)


def on_map(state: State, side: str) -> list[str]:
    """A side's units on the map."""
    return [unit.id for unit in units(state, side)]


def still_to_move(state: State, side: str) -> list[str]:
    """A side's units on the map that have not moved in this phase, or have been attacked since."""
    return [unit.id for unit in units(state, side) if not has_done(state, unit.id, state.phase)]


def hexes(state: State) -> tuple[str, ...]:
    """All hexes of land."""
    return land(state.board)


def all_moves(state: State) -> list[OrderGrid]:
    """Each unit that has not moved in this phase, into each hex that is open to it."""
    found = []
    for side in movers(state):
        moving = [state.pieces[unit] for unit in still_to_move(state, side)]
        fixed = [{"unit": unit.id} for unit in moving]
        goals = [open_to(state, who(unit)) for unit in moving]
        # A unit that was put by hand where it may not go is in none of its goals.
        but = [unit.place if unit.place in to else None for unit, to in zip(moving, goals, strict=True)]
        if moving:
            found.append(OrderGrid(side, "move", fixed, "to", goals, but))
    return found


def enemies(state: State, side: str) -> frozenset[str]:
    """Where enemy units stand."""
    return places(state, ENEMY[side])


def why_not(state: State, unit: str, to: str) -> Why:
    """Why the supplement keeps a unit out of a hex; empty where it does not."""
    return barred(state, who(state.pieces[unit]), to) or ""


def own_hex(state: State, unit: str) -> str:
    """Where a unit stands."""
    return state.pieces[unit].place


def to_lose(state: State, unit: str) -> range:
    """How many steps a unit may lose."""
    return range(1, state.pieces[unit].steps + 1)


def whoever(state: State) -> tuple[str, ...]:
    """Both sides lose steps, in either player-turn."""
    return (IRAQ, IRAN) if state.side else ()


MOVE = Legality(
    only(
        "side",
        movers,
        "turn",
        R["doc.scope"],
        "not its player-turn, retreats apart",
    ),
    only("unit", on_map, "unit", R["doc.scope"], "no unit of yours on the map"),
    only(
        "unit",
        still_to_move,
        "moved",
        R["doc.scope"],
        "moved in this phase",
    ),
    only("to", hexes, "hex", R["doc.scope"], "not a hex of land"),
    never("to", own_hex, "there", R["doc.scope"], "stands there already"),
    unless(why_not, "barred", R["doc.scope"]),
    never("to", enemies, "enemy", R["doc.scope"], "enemy units stand there"),
    arguments={"unit": still_to_move, "to": hexes},
    sides=movers,
    phases=(*MOVEMENTS, *COMBATS),
    elsewhere=R["doc.scope"],
    quickly=all_moves,
)


def not_of_side(state: State, side: str, unit: str) -> Why:
    """Why a side loses no steps of a unit, and whose it is."""
    piece = state.pieces.get(unit)
    if piece is None or unit not in on_map(state, piece.side):
        return T("no unit on the map", unit=unit)
    return T("not a unit of that side", unit=unit, side=side, owner=piece.side)


LOSE = Legality(
    only("unit", on_map, "unit", R["doc.scope"], not_of_side),
    only("steps", to_lose, "steps", R["ja.losses-vp"], "does not have steps to lose"),
    arguments={"unit": on_map, "steps": to_lose},
    sides=whoever,
    phases=(*MOVEMENTS, *COMBATS),
    elsewhere=R["doc.scope"],
)
KINDS = (
    OrderKind("move", Move, move, R["doc.scope"], "record a move of the base game", legality=(MOVE,)),
    OrderKind("lose", Lose, lose, R["ja.losses-vp"], "record steps that a unit loses", legality=(LOSE,)),
)
