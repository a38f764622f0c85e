"""Amphibious, airborne and air assaults in the ground segment (10.15.8): landing forces come ashore, assault
the enemy in their hex, or advance by one hex."""

from adjudication.engine.choices import Subset
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.acting import actioning_side, acts_now
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.combats import Combat, combat_at, declare
from adjudication.systems.ows.ground.forces.contact import meet
from adjudication.systems.ows.ground.forces.designations import attacked
from adjudication.systems.ows.ground.forces.landed import AIR, SEA, landed, wave_of
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.stacking import fits, room
from adjudication.systems.ows.ground.forces.units import counted_steps, ground_units_at
from adjudication.systems.ows.ground.forces.ways import hex_cost, marched, mover
from adjudication.systems.ows.ground.forces.zones import on_the_map, seen_hexes
from adjudication.systems.ows.ground.maneuver.movement import take, walk
from adjudication.systems.ows.table.rsoi import STACKED
from adjudication.systems.ows.table.status import enemy_of
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


@derived
def landing_forces(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The units of a side that land this turn and have not advanced, by their hexes."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in on_the_map(state, side):
        if landed(state, unit.id) and not marched(state, unit.id).all:
            found[unit.place] = (*found.get(unit.place, ()), unit.id)
    return found


# --- coming ashore: 10.15.8a ------------------------------------------------------------------------------


def come_ashore(umpire: Umpire) -> None:
    """The landing forces of the actioning unit are in their target hexes: they hold them (10.15.8.1a), or
    assault the enemy there (10.15.8.3a)."""
    side = actioning_side(umpire.state)
    for hex, force in list(landing_forces(umpire.state, side).items()):
        acting = [unit for unit in force if acts_now(umpire.state, unit) and may_act(umpire.state, unit)]
        if not acting:
            continue
        for unit in acting:
            meet(umpire, unit)
        if not ground_units_at(umpire.state, hex, enemy_of(umpire.state, side)):
            take(umpire, side, hex)
        elif combat_at(umpire.state, hex) is None:
            wave = [*assault_wave(umpire, hex, acting, SEA), *assault_wave(umpire, hex, acting, AIR)]
            declare(umpire, Combat(hex, dict.fromkeys(wave, hex), False, True), rule=R["10.15.8.3a"])
            attacked(umpire, hex, enemy_of(umpire.state, side))


def assault_wave(umpire: Umpire, hex: str, force: list[str], wave: str) -> list[str]:
    """The units of a landing force that assault in a wave: up to six steps (10.15.8.2). Its side says which
    where there are more; the others may join a second round (10.15.8.3b)."""
    state = umpire.state
    units = [unit for unit in force if wave_of(state, unit) == wave]
    most = figure(state, "assault wave")
    if sum(counted_steps(state.pieces[unit]) for unit in units) <= most:
        return units
    side = state.pieces[units[0]].side

    def within(chosen: list[str]) -> bool | Why:
        steps = sum(counted_steps(state.pieces[unit]) for unit in chosen)
        return steps <= most or T("a wave has too many steps", most=most, steps=steps)

    question = T("units that assault in a wave", hex=hex, wave=wave, most=most)
    chosen = umpire.choose(
        side, question, Subset(units, 1, len(units), within), rule=R["10.15.8.2"], audience=(side,)
    )
    return list(chosen)


# --- advancing: 10.15.8.1 ---------------------------------------------------------------------------------


@derived
def advances(state: State, unit: str) -> tuple[str, ...]:
    """The hexes to which a unit that has landed may advance: one hex, in any direction, without enemies
    (10.15.8.1c)."""
    piece = state.pieces[unit]
    if marched(state, unit).all or ground_units_at(state, piece.place, enemy_of(state, piece.side)):
        return ()
    who = mover(state, unit, 0)
    return tuple(
        hex
        for hex in state.board.neighbours[piece.place]
        if hex not in seen_hexes(state, piece.side)
        and hex_cost(state, who, piece.place, hex) is not None
        and fits(state, [unit], hex)
    )


def leave_beachhead(umpire: Umpire, unit: str) -> None:
    """A unit has advanced from where it landed: what happens to its transport does not happen to it any
    more."""
    if umpire.state.mark(unit, STACKED):
        umpire.mark(unit, STACKED, None, rule=R["10.15.8.1c"])


def make_room(umpire: Umpire) -> None:
    """Where more steps have landed than may stack, units of the landing force advance until the rest fits;
    their side says which, and where to (10.15.8.1c)."""
    side = actioning_side(umpire.state)
    for hex in list(landing_forces(umpire.state, side)):
        while room(umpire.state, side, hex) < 0:
            state = umpire.state
            able = {
                unit: advances(state, unit)
                for unit in landing_forces(state, side).get(hex, ())
                if acts_now(state, unit) and adds(state, unit) and advances(state, unit)
            }
            if not able:
                break
            which = T("landed unit that advances", hex=hex)
            unit = umpire.choose_piece(side, which, list(able), rule=R["10.15.8.1c"], audience=(side,))
            where = T("hex that a landed unit advances to", unit=unit)
            to = umpire.choose(side, where, list(able[unit]), rule=R["10.15.8.1c"], audience=(side,))
            walk(umpire, unit, (hex, to), 0, rule=R["10.15.8.1c"])
            leave_beachhead(umpire, unit)


def adds(state: State, unit: str) -> bool:
    """Whether a unit takes up room in its hex."""
    piece: Piece = state.pieces[unit]
    return counted_steps(piece) > 0
