"""Ground movement (10.10): how units go their way.

A way is worked out from what the mover's side knows (`ways`); the march itself is walked hex by hex, and
stops early where the enemy turns out to be.
"""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air_battle.interdiction import pass_under
from adjudication.systems.ows.ground.forces.contact import contacts, meet
from adjudication.systems.ows.ground.forces.engineers import bridged, cross
from adjudication.systems.ows.ground.forces.logistics import fuel_for
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.ground.forces.stacking import counts, room
from adjudication.systems.ows.ground.forces.units import ground_units_at
from adjudication.systems.ows.ground.forces.ways import (
    Mover,
    allowance,
    entry_cost,
    extra,
    goes_on,
    hex_cost,
    marched,
    mover,
    reachable,
    this_phase,
)
from adjudication.systems.ows.ground.forces.zones import enemy_zoc, ground_hexes, has_zones
from adjudication.systems.ows.table.status import (
    CONTROL,
    DETECTED,
    MARCHED,
    Marching,
    detect,
    enemy_of,
    holder,
)
from domain.table.state import State

R = citations("ows", __file__)

__all__ = [
    "MARCHED",
    "allowance",
    "entry_cost",
    "marched",
    "reachable",
    "take",
    "walk",
    "walk_together",
]


def walk(umpire: Umpire, unit: str, path: Sequence[str], points: int, *, rule: str, mode: str = "") -> str:
    """A unit goes its way hex by hex, until it is there or has to stop. path: with both ends. Gives the place
    in which it ends."""
    walk_together(umpire, [unit], path, {unit: points}, rule=rule, mode=mode)
    return umpire.state.pieces[unit].place


def walk_together(
    umpire: Umpire,
    units: Sequence[str],
    path: Sequence[str],
    points: dict[str, int],
    *,
    rule: str,
    mode: str = "",
) -> None:
    """Units of a hex go the same way together, each with its points."""
    March(umpire, units, path, points, rule, mode).run()


class March:
    """A march under way. What does not come of it is told to nobody: units are moved where they end, or where
    the enemy meets or attacks them, or where they take a hex."""

    def __init__(
        self,
        umpire: Umpire,
        units: Sequence[str],
        path: Sequence[str],
        points: dict[str, int],
        rule: str,
        mode: str,
    ) -> None:
        self.umpire = umpire
        self.units = list(units)
        self.path = path
        self.points = points
        self.rule = rule
        state = umpire.state
        self.side = state.pieces[self.units[0]].side
        self.who: dict[str, Mover] = {unit: mover(state, unit, points[unit], mode) for unit in units}
        self.before = {unit: marched(state, unit) for unit in units}
        self.spent = dict.fromkeys(units, 0)
        self.far = dict.fromkeys(units, 0)
        self.holding: list[str] = []

    def run(self) -> None:
        """Go on until nobody is left to do so. Fuel is consumed before anybody moves (ground.3.B)."""
        for unit in self.units:
            fuel_for(self.umpire, unit)
        for nth in range(1, len(self.path)):
            self.stay_behind(nth)
            if not self.units:
                return
            self.enter(nth)

    def stay_behind(self, nth: int) -> None:
        """Whoever cannot enter the next hex stops before it: for want of points (10.10.1c), or because an
        enemy is there whom nobody has seen."""
        here, there = self.path[nth - 1], self.path[nth]
        state = self.umpire.state
        hidden = ground_units_at(state, there, enemy_of(state, self.side))
        for enemy in hidden:
            if not state.mark(enemy.id, DETECTED):
                detect(self.umpire, enemy.id, rule=R["8.5"])
        for unit in list(self.units):
            cost = self.cost(unit, here, there)
            short = cost is None or self.spent[unit] + cost > self.points[unit]
            if hidden or (short and not (cost is not None and nth == 1 and self.who[unit].free)):
                self.halt(unit, nth - 1, stopped=bool(hidden))

    def cost(self, unit: str, here: str, there: str) -> int | None:
        """What the next hex costs a unit, the zones of control that it did not know of among it."""
        state = self.umpire.state
        cost = hex_cost(state, self.who[unit], here, there)
        if cost is None:
            return None
        return cost + extra(state, self.who[unit].began, here, there, enemy_zoc(state, self.side))

    def enter(self, nth: int) -> None:
        """Enter the next hex: who flies over it attacks, who is near is met, and the hex is taken."""
        umpire, here, there = self.umpire, self.path[nth - 1], self.path[nth]
        for unit in list(self.units):
            cost = self.cost(unit, here, there)
            if cost is None:  # a bridge that others of the march have used up
                self.halt(unit, nth - 1, stopped=False)
                continue
            self.spent[unit] += cost
            self.far[unit] += 1
            if bridged(umpire.state, here, there):
                cross(umpire, unit, here, there)
        if not self.units:
            return
        stopped = pass_under(umpire, self.units, there, self.holding, lambda: self.place(there))
        self.units = [unit for unit in self.units if umpire.state.pieces[unit].steps]
        if not self.units:
            return
        if takes(umpire.state, self.side, there):
            self.place(there)
            take(umpire, self.side, there)
        if any(contacts(umpire.state, umpire.state.pieces[unit], there) for unit in self.units):
            self.place(there)
            for unit in self.units:
                meet(umpire, unit)
        zoc = enemy_zoc(umpire.state, self.side)
        friends = self.friends(there)
        for unit in list(self.units):
            stops = unit in stopped or not goes_on(self.who[unit].began, here, there, zoc, friends)
            if stops or nth == len(self.path) - 1:
                self.halt(unit, nth, stopped=stops)

    def friends(self, hex: str) -> frozenset[str]:
        """The hex, if others of the side hold it."""
        here = ground_units_at(self.umpire.state, hex, self.side)
        return frozenset([hex]) if any(each.id not in self.who for each in here) else frozenset()

    def place(self, hex: str) -> None:
        """All who go on are now in a hex."""
        for unit in self.units:
            go_to(self.umpire, unit, hex, self.rule)

    def halt(self, unit: str, nth: int, *, stopped: bool) -> None:
        """A unit ends its march, in the last hex of its way that has room for it (10.9c)."""
        umpire = self.umpire
        while nth and not self.has_room(unit, self.path[nth]):
            nth -= 1
        go_to(umpire, unit, self.path[nth], self.rule)
        self.units.remove(unit)
        if not self.far[unit] or not umpire.state.pieces[unit].steps:
            return
        before = self.before[unit]
        mark: Marching = {
            "phase": this_phase(umpire.state),
            "in": umpire.state.phase,
            "points": before.points + self.spent[unit],
            "hexes": before.hexes + self.far[unit],
            "from": before.start or self.path[0],
            "stopped": stopped,
            "all": before.all + self.far[unit],
        }
        umpire.mark(unit, MARCHED, mark, rule=R["10.10.1a"])

    def has_room(self, unit: str, hex: str) -> bool:
        """Whether a unit may end its march in a hex; those that go on with it do not count."""
        state = self.umpire.state
        passing = [state.pieces[each] for each in self.units if each != unit]
        leaving = sum(counts(state, each, hex) for each in passing if each.place == hex)
        piece = state.pieces[unit]
        coming = counts(state, piece, hex)
        held = coming if piece.place == hex else 0
        return not coming or coming <= room(state, self.side, hex) + leaving + held


def go_to(umpire: Umpire, unit: str, hex: str, rule: str) -> None:
    """A unit enters a hex; its mission is over with that (10.6)."""
    if umpire.state.pieces[unit].place != hex:
        umpire.move(unit, hex, rule=rule)
        moved(umpire, unit, rule=R["10.6"])


# --- control of hexes -------------------------------------------------------------------------------------


def takes(state: State, side: str, hex: str) -> bool:
    """Whether a ground unit of a side that enters a hex takes it: another side or nobody holds it, and no
    enemy ground units are there."""
    return (
        has_zones(state.board, hex)
        and holder(state, hex) != side
        and hex not in ground_hexes(state, enemy_of(state, side))
    )


def take(umpire: Umpire, side: str, hex: str) -> None:
    """A side holds a hex from now on that its ground units have entered."""
    if takes(umpire.state, side, hex):
        umpire.mark(hex, CONTROL, side, rule=R["10.10.1a"])
