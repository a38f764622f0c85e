"""Movement of any distance from area to area, and Ambushes on the way (6.22, 6.23)."""

from collections.abc import Sequence
from itertools import pairwise

import adjudication.systems.somalia.later.combat as combat
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.units import UNITS, at, closed, courts_2006, enemies
from adjudication.systems.somalia.table.forces import act, faction, firepower, has_acted
from adjudication.systems.somalia.table.hits import AMBUSHED as AMBUSHING
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

AMBUSHED = Mark[list[str]]("ambushed in", turns=1)
"""Mark of a unit: the areas in which it was ambushed this turn (6.22e)."""
DANGER = 100
"""What an area that may hold an Ambush costs on the way: any way round it is taken."""


@derived
def ambushers(state: State, zone: str, side: str) -> list[str]:
    """A side's units in an area that can ambush now (6.22a, 6.22e, war2006.missions.c)."""
    return [
        unit.id
        for unit in at(state, zone, side)
        if not state.mark(unit.id, AMBUSHING)
        and not (state.options["ambush_uses_mission"] and has_acted(state, unit))
        and not only_flushes(state, unit)
    ]


def only_flushes(state: State, unit: Piece) -> bool:
    """Whether a unit is Ethiopian where these conduct Flushes alone (war2006.missions.c)."""
    return bool(state.options.get("ethiopians_flush_only")) and faction(unit) == "green"


@derived
def ways(state: State, side: str, start: str) -> dict[str, tuple[str, ...]]:
    """Where a side's units can go from an area, and by which way: round every area that may hold an Ambush if
    there is a way round, and through none that another faction holds (icu2006.special.c)."""
    foes = enemies(state, side)

    def cost(here: str, there: str) -> int | None:
        if closed(state, side, there):
            return None
        return 1 + DANGER * any(ambushers(state, there, foe) for foe in foes)

    found = state.board.cheapest(start, cost, stops=lambda zone: halts(state, side, zone))
    return {to: found.path(to) for to in found.costs}


def halts(state: State, side: str, zone: str) -> bool:
    """Whether a side's units go no further than an area that they enter: another faction stands there, which
    means a fight (icu2006.special.c)."""
    return courts_2006(state) and bool(at(state, zone, *enemies(state, side)))


def way(state: State, side: str, start: str, to: str, via: Sequence[str]) -> tuple[str, ...]:
    """The way to an area through others, in that order; empty where none leads there."""
    whole: tuple[str, ...] = (start,)
    for stop in (*via, to):
        on = ways(state, side, whole[-1]).get(stop, ())
        if not on or (len(whole) > 1 and halts(state, side, whole[-1])):
            return ()
        whole += on[1:]
    return whole


def march(umpire: Umpire, units: Sequence[str], to: str, via: Sequence[str], *, rule: str) -> dict[str, str]:
    """Units go to an area, those of one area together: each that arrives from elsewhere, with the area from
    which it entered. Those already there arrive as well, from nowhere."""
    state = umpire.state
    arrived: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(state.pieces[unit].place, []).append(unit)
    for start, group in groups.items():
        path = way(state, state.pieces[group[0]].side, start, to, via)
        for here, there in pairwise(path):
            group = step(umpire, group, here, there, rule=rule)
        arrived.update({unit: path[-2] if len(path) > 1 else "" for unit in group})
    return arrived


def step(umpire: Umpire, group: list[str], here: str, there: str, *, rule: str) -> list[str]:
    """A group leaves an area and enters the next one; in both it may be ambushed (6.22a): who goes on."""
    group = ambushes(umpire, group, here)
    for unit in group:
        umpire.move(unit, there, rule=rule)
    return ambushes(umpire, group, there)


def ambushes(umpire: Umpire, group: list[str], zone: str) -> list[str]:
    """Each enemy in an area may ambush a group, once in that area (6.22a, 6.22e): who is left."""
    state = umpire.state
    fighting = [id for id in group if state.pieces[id].kind.group in UNITS]
    if not fighting or any(zone in state.mark(unit, AMBUSHED, []) for unit in fighting):
        return group
    for foe in enemies(state, state.pieces[group[0]].side):
        if there := [id for id in group if state.pieces[id].place == zone]:
            ambush(umpire, there, zone, foe)
    return [id for id in group if state.pieces[id].place == zone]


def ambush(umpire: Umpire, group: list[str], zone: str, foe: str) -> None:
    """Units of one colour may fire at a group, which fires back at half its Firepower (6.22b to 6.22d,
    war2006.missions.b)."""
    state = umpire.state
    able = ambushers(state, zone, foe)
    fighting = [id for id in group if state.pieces[id].kind.group in UNITS]
    if not able or not fighting:
        return
    side = state.pieces[group[0]].side
    chosen = umpire.choose_some(
        foe,
        T("units that ambush", side=side, zone=zone),
        able,
        fits=lambda units: _one_colour(state, units),
        suggest=_best(state, able),
        because=T("they fire first"),
        rule=R["6.22a"],
    )
    if not chosen:
        return
    for unit in chosen:
        umpire.mark(unit, AMBUSHING, True, rule=R["6.22e"])
    if state.options["ambush_uses_mission"]:
        act(umpire, chosen, rule=R["6.22e"])
    for unit in fighting:
        before = state.mark(unit, AMBUSHED, [])
        umpire.mark(unit, AMBUSHED, [*before, zone], rule=R["6.22e"])
    fight = combat.Fight(zone, foe, chosen, fighting)
    number = combat.fire(umpire, fight, attack=True, rule=R["6.22b"])
    combat.lose(umpire, zone, fighting, number, rule=R["6.22c"])
    number = combat.fire(umpire, fight, attack=False, halved=True, rule=R["6.22d"])
    combat.lose(umpire, zone, chosen, number, rule=R["6.22d"])


def _one_colour(state: State, units: Sequence[str]) -> bool | Why:
    colours = {faction(state.pieces[unit]) for unit in units}
    return len(colours) < 2 or T("one colour ambushes")


def _best(state: State, able: Sequence[str]) -> list[str]:
    """All units of the colour with the most Firepower."""
    by_colour: dict[str, list[str]] = {}
    for unit in able:
        by_colour.setdefault(faction(state.pieces[unit]), []).append(unit)
    return max(by_colour.values(), key=lambda units: firepower([state.pieces[unit] for unit in units]))
