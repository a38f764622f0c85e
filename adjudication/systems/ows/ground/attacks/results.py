"""What a cell of the Ground Combat Adjudication Table brings (10.15.9.1.6): step losses, retreats, what may
cancel them, and the advance of the attackers."""

from collections.abc import Sequence

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.engineers import bridged, can_cross, cross, river_between
from adjudication.systems.ows.ground.forces.postures import delaying, fortified
from adjudication.systems.ows.ground.forces.stacking import fits
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.ground.forces.ways import entry_cost
from adjudication.systems.ows.ground.maneuver.retreats import can_retreat, enter, retreat
from adjudication.systems.ows.table.damage import lose_steps
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import hexes
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")


def suffer(
    umpire: Umpire,
    units: Sequence[str],
    lead: str,
    losses: int,
    back: int,
    away_from: Sequence[str],
    *,
    rule: str,
) -> None:
    """A side applies its part of a result: so many step losses, and a retreat of so many hexes away from the
    enemy. Its owner chooses. Where its lead unit delays, the losses are those of a Delay mission (10.8c)."""
    delays = [unit for unit in units if delaying(umpire.state, unit)]
    fights = [unit for unit in units if unit not in delays]
    if lead in delays:
        delay(umpire, delays, losses, back, away_from)
        losses = 0
    else:
        delay(umpire, delays, 0, back, away_from)
    if not fights:
        return
    more = as_retreat(umpire, fights, losses, back, away_from)
    take_losses(umpire, fights, losses - more, rule=rule)
    fall_back(umpire, present(umpire.state, fights), back, more, away_from)


def present(state: State, units: Sequence[str]) -> list[str]:
    """The units that are still on the map."""
    places = hexes(state.board)
    return [unit for unit in units if unit in state.pieces and state.pieces[unit].place in places]


def as_retreat(umpire: Umpire, units: Sequence[str], losses: int, back: int, away_from: Sequence[str]) -> int:
    """How many of the losses beyond the first the owner takes as hexes of retreat instead (10.15.9.1.6f)."""
    state = umpire.state
    options = [0]
    for more in range(1, losses):
        if not any(can_retreat(state, unit, back + more, away_from) for unit in units):
            break
        options.append(more)
    side = state.pieces[units[0]].side
    taken = umpire.choose(
        side,
        T("losses taken as retreat", side=side, losses=losses),
        options,
        suggest=0,
        because=T("all losses are taken"),
        rule=R["10.15.9.1.6f"],
    )
    return int(taken)


def take_losses(umpire: Umpire, units: Sequence[str], losses: int, *, rule: str) -> None:
    """Step losses, each on a unit that the owner says (10.15.9.1.6b)."""
    for nth in range(1, losses + 1):
        left = [unit for unit in units if umpire.state.pieces[unit].steps]
        if not left:
            return
        question = T("unit that loses a step")
        if losses > 1:
            question = T("unit that loses one of several steps", nth=nth, losses=losses)
        side = umpire.state.pieces[left[0]].side
        lose_steps(umpire, umpire.choose_piece(side, question, left, rule=rule), 1, rule=rule)


def fall_back(umpire: Umpire, units: Sequence[str], back: int, more: int, away_from: Sequence[str]) -> None:
    """A forced retreat: a unit may stay for one more step loss, a Fortified one ignores a result of R1; one
    that has nowhere to go loses a step instead. Where losses were taken as hexes of retreat, `more` of them,
    nobody stays: that would give back the steps that the retreat has saved."""
    number = back + more
    if not units or not number:
        return
    state = umpire.state
    free = [unit for unit in units if back == 1 and not more and fortified(state, unit)]
    able = [unit for unit in units if can_retreat(state, unit, number, away_from)]
    may = [unit for unit in units if unit in free or (unit in able and state.pieces[unit].steps > 1)]
    if more:
        may = []
    stay = []
    if may:
        side = state.pieces[may[0]].side
        stay = umpire.choose_some(
            side,
            T("units that stay, Fortified ones among them") if free else T("units that stay"),
            may,
            suggest=free,
            because=T("Fortified units ignore R1") if free else T("the retreat is carried out"),
            rule=R["10.15.9.1.6g"] if free else R["10.15.9.1.6e"],
        )
    for unit in stay:
        if unit not in free:
            lose_steps(umpire, unit, 1, rule=R["10.15.9.1.6e"])
    going = [unit for unit in units if unit not in stay]
    retreat(umpire, going, number, away_from, rule=R["10.15.9.1.6c"])


def delay(umpire: Umpire, units: Sequence[str], losses: int, back: int, away_from: Sequence[str]) -> None:
    """Delaying units ignore the loss of one step; of more they take one, and retreat, whatever the result was
    (10.8c, 10.8d). One that has nowhere to go stays, and loses a step."""
    if losses > 1:
        take_losses(umpire, units, 1, rule=R["10.8c"])
    retreat(umpire, present(umpire.state, units), max(1, back), away_from, rule=R["10.8d"])


def advance(umpire: Umpire, units: Sequence[str], hex: str) -> None:
    """The surviving attackers may go into a hex that the combat has emptied, as many as can stack there
    (10.15.9), and over a bridge as many as it bears; none where the Movement Chart says NP, or over a major
    river without a bridge (10.10.1b, 10.11)."""
    state = umpire.state
    able = [
        unit
        for unit in units
        if state.pieces[unit].place != hex
        and entry_cost(state, unit, state.pieces[unit].place, hex) is not None
    ]
    if not able or not on(state, "advance_after_combat"):
        return

    def all_fit(chosen: list[str]) -> bool | Why:
        if not fits(state, chosen, hex):
            return T("they cannot all stack in the hex", hex=hex)
        return bears(state, chosen, hex) or T("the bridge does not bear them all", hex=hex)

    suggested: list[str] = []
    for unit in able:
        if all_fit([*suggested, unit]) is True:
            suggested.append(unit)
    chosen = umpire.choose_some(
        state.pieces[able[0]].side,
        T("units that advance", hex=hex),
        able,
        fits=all_fit,
        suggest=suggested,
        because=T("all that can stack there"),
        rule=R["10.15.9"],
    )
    for unit in chosen:
        here = umpire.state.pieces[unit].place
        if bridged(umpire.state, here, hex):
            cross(umpire, unit, here, hex)
        enter(umpire, unit, hex, rule=R["10.15.9"])


def bears(state: State, units: Sequence[str], hex: str) -> bool:
    """Whether the bridges between their hexes and another bear all these units this turn (10.11d)."""
    steps: dict[str, int] = {}
    for unit in map(state.pieces.__getitem__, units):
        steps[unit.place] = steps.get(unit.place, 0) + counted_steps(unit)
    return all(
        can_cross(state, here, hex, number)
        for here, number in steps.items()
        if river_between(state, here, hex)
    )
