"""Strike packages in flight (9.9.6.1, 9.9.6.2): hex by hex to the launch point, through interceptors and air
defences."""

from collections.abc import Sequence

import adjudication.systems.ows.air_battle.air_defence as air_defence
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import (
    COUNTER_AIR,
    DCA,
    SEAD,
    STRIKE,
    mission_type,
    package,
    package_of,
    sky,
)
from adjudication.systems.ows.air_battle.air_to_air import Shot, declare, defences, resolve, taken, took_part
from adjudication.systems.ows.sensing.air_picture import (
    all_aloft,
    counter_air,
    engagements,
    missile,
    reaches,
    rule_of_sight,
    turn_down,
    uncontested,
    unengaged,
)
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.sensors import radars_on, search_die, sees_air, stealthy
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import DETECTED, MISSION_FLOWN, detect, detected, enemy_of
from domain.errors import IllegalOrder
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

MOST_ENGAGEMENTS = 2
"""In one turn, air combat included (9.9.6.2d)."""


def check_route(state: State, side: str, name: str, route: Sequence[str]) -> None:
    """Raises IllegalOrder for a route that does not lead from hex to hex from where the package waits, or
    that is beyond the fuel of one of its missions that strike (9.9.6.2a)."""
    members = package(state, side, name)
    if not members:
        raise IllegalOrder("package", R["9.9.6.1a"], T("no such package flies", package=name))
    here = sky(state, members[0])
    for hex in route:
        if hex not in state.board.touching.get(here, ()):
            raise IllegalOrder("route", R["9.9.6.2a"], T("the route does not go on", here=here, hex=hex))
        here = hex
    for piece in members:
        if not goes_all_the_way(state, piece):
            continue
        within = reach(state, piece, mission_type(state, piece))
        beyond = [hex for hex in route if hex not in within]
        if beyond:
            raise IllegalOrder(
                "fuel", R["9.9.6.2a"], T("no fuel to fly through", mission=piece.id, hex=beyond[0])
            )


def goes_all_the_way(state: State, piece: Piece) -> bool:
    """Whether a mission of a package goes to the launch point. Escorts and tankers stay behind where their
    own fuel ends (6.5.3, 9.9.6.2b)."""
    return mission_type(state, piece) in (STRIKE, SEAD)


def fly_package(umpire: Umpire, side: str, package: str, route: Sequence[str]) -> list[str]:
    """Fly a package along a route to its launch point, the last hex of it: the missions that arrive there
    (9.9.6.1b). The route is without the hex where the package waits; where it is empty the package is at its
    launch point. Raises IllegalOrder before anything is told."""
    check_route(umpire.state, side, package, route)
    sweepers = sweep_ahead(umpire, side, package, route)
    for hex in route:
        umpire.step(sweep, side, package, hex, tuple(sweepers))
        if not umpire.step(enter, side, package, hex):
            break
    turn_down(umpire)
    return [piece.id for piece in flown_in(umpire.state, side, package)]


def flown_in(state: State, side: str, name: str) -> list[Piece]:
    """The missions of a package that fly."""
    return package(state, side, name)


def strike_aircraft(members: Sequence[Piece], state: State) -> list[Piece]:
    """All of a package but its escorts."""
    return [piece for piece in members if not counter_air(state, piece)]


def enter(umpire: Umpire, side: str, name: str, hex: str) -> bool:
    """The package enters a hex, and meets interceptors and air defences there: whether strike aircraft are
    left to go on (9.9.6.2g)."""
    leave_behind(umpire, side, name, hex)
    for piece in flown_in(umpire.state, side, name):
        umpire.move(piece.id, hex, rule=R["9.9.6.2a"])
    be_seen(umpire, side, name)
    intercept(umpire, side, name, hex)
    state = umpire.state
    enemy = enemy_of(state, side)
    members = flown_in(state, side, name)
    offered = {enemy: air_defence.salvos_at(state, enemy, members, lambda unit, target: True)}
    air_defence.fire_at(
        umpire,
        offered,
        R["9.9.6.2g"],
        T("strike package in a hex", side=side, hex=hex),
    )
    return bool(strike_aircraft(flown_in(umpire.state, side, name), umpire.state))


def leave_behind(umpire: Umpire, side: str, name: str, hex: str) -> None:
    """Escorts and tankers without the fuel to enter a hex leave the package, and stay where they are."""
    state = umpire.state
    for piece in flown_in(state, side, name):
        type = mission_type(state, piece)
        if not goes_all_the_way(state, piece) and hex not in reach(state, piece, type):
            alone = state.marked(MISSION_FLOWN)[piece.id].copy()
            alone["package"] = ""
            umpire.mark(piece.id, MISSION_FLOWN, alone, rule=R["9.9.6.2b"])


def be_seen(umpire: Umpire, side: str, name: str) -> None:
    """Radars and aircraft see what is not stealthy (6.5.9.5b, 8.3.2a)."""
    state = umpire.state
    for piece in flown_in(state, side, name):
        if not state.mark(piece.id, DETECTED) and sees_air(state, enemy_of(state, side), piece):
            detect(umpire, piece.id, rule=rule_of_sight(state, enemy_of(state, side), piece))


# --- fighter sweep: 9.9.6.2b -------------------------------------------------------------------------


def sweep_ahead(umpire: Umpire, side: str, name: str, route: Sequence[str]) -> list[str]:
    """Ask which escorts fly ahead of the package, of those that were not engaged this turn; nothing where no
    enemy aircraft are seen near the route."""
    state = umpire.state
    escorts = [
        piece.id
        for piece in flown_in(state, side, name)
        if counter_air(state, piece) and unengaged(state, piece)
    ]
    enemies = [piece for piece in all_aloft(state, enemy_of(state, side)) if piece.seen_by is None]
    near = {close for hex in route for close in state.board.within(hex, 1)}
    if not escorts or not any(sky(state, piece) in near for piece in enemies):
        return []
    return umpire.choose_some(
        side,
        T("escorts that sweep ahead"),
        escorts,
        rule=R["9.9.6.2b"],
    )


def sweep(umpire: Umpire, side: str, name: str, hex: str, sweepers: tuple[str, ...]) -> None:
    """Sweeping escorts enter the next hex before the package, and fight the enemy fighters there, once."""
    state = umpire.state
    ahead = [
        piece
        for piece in flown_in(state, side, name)
        if piece.id in sweepers
        and unengaged(state, piece)
        and hex in reach(state, piece, mission_type(state, piece))
    ]
    for piece in ahead:
        umpire.move(piece.id, hex, rule=R["9.9.6.2b"])
    be_seen(umpire, side, name)
    enemy = enemy_of(state, side)
    found = [
        piece for piece in all_aloft(state, enemy) if counter_air(state, piece) and sky(state, piece) == hex
    ]
    for piece in found if ahead else ():
        if not state.mark(piece.id, DETECTED) and sees_air(state, side, piece):
            detect(umpire, piece.id, rule=R["8.3.2a"])
    meet(umpire, side, ahead, found, T("fighter sweep", hex=hex), R["9.9.6.2b"])


# --- interception: 9.9.6.2c-f ------------------------------------------------------------------------


def intercept(umpire: Umpire, side: str, name: str, hex: str) -> None:
    """Defensive CAP in range may intercept: fighters against escorts, those that are more than the escorts
    against the strike aircraft, then those that beat their escort."""
    state = umpire.state
    enemy = enemy_of(state, side)
    members = tuple(piece.id for piece in flown_in(state, side, name))
    seen = [piece for piece in flown_in(state, side, name) if piece.seen_by is None]
    aloft = all_aloft(state, enemy)
    able = [
        piece.id
        for piece in umpire.those_with(aloft, lambda piece: may_intercept(state, piece, members, hex))
    ]
    if not seen or not able:
        return
    where = T("interception of a package", hex=hex)
    chosen = umpire.choose_some(
        enemy,
        T("fighters that intercept", where=where, side=enemy, seen=len(seen)),
        able,
        rule=R["9.9.6.2c"],
    )
    if not chosen:
        return
    find_stealthy(umpire, side, name, chosen)
    state = umpire.state
    fighters = [state.pieces[id] for id in chosen]
    flown = flown_in(state, side, name)
    escorts = [piece for piece in flown if counter_air(state, piece)]
    shots = meet(umpire, enemy, fighters, flown, where, R["9.9.6.2e"], against=escorts)
    state = umpire.state
    flying = {piece.id for piece in all_aloft(state, enemy)}
    escorting = {piece.id for piece in flown_in(state, side, name)}
    through = [
        state.pieces[shot.shooter]
        for shot in shots
        if shot.shooter in flying
        and shot.target not in escorting
        and shot.target in {piece.id for piece in escorts}
    ]
    press_on(umpire, enemy, through, strike_aircraft(flown_in(state, side, name), state), where)


def may_intercept(state: State, piece: Piece, members: tuple[str, ...], hex: str) -> bool:
    """Whether a fighter on defensive CAP may try to intercept what flies in a hex: in range, with a radar
    that covers it or in the same hex (9.9.6.2c); one that was engaged once only where no enemy fighter is
    left about it (9.9.6.2d)."""
    wanted = (DCA,) if on(state, "counter_air_markers") else COUNTER_AIR
    weapon = missile(piece)
    if weapon is None or mission_type(state, piece) not in wanted or package_of(state, piece):
        return False
    apart = state.board.range(sky(state, piece), hex)
    if apart is None or apart > weapon.range or (apart and not radars_on(state, piece.side, hex)):
        return False
    if unengaged(state, piece):
        return True
    escorts = tuple(id for id in members if unengaged(state, state.pieces[id]))
    return engagements(state, piece) < MOST_ENGAGEMENTS and uncontested(
        state, piece.side, sky(state, piece), but=escorts
    )


def find_stealthy(umpire: Umpire, side: str, name: str, interceptors: Sequence[str]) -> None:
    """A local detection roll for each aircraft that no radar sees without one (6.5.7, 6.5.9.5b): by the
    interceptors and the radars that cover the hex together (8.5.3)."""
    for piece in flown_in(umpire.state, side, name):
        state = umpire.state
        if detected(state, piece) or not stealthy(state, piece):
            continue
        radars = radars_on(state, enemy_of(state, side), sky(state, piece))
        searching = dict.fromkeys((*interceptors, *radars))
        sensors = [search_die(state, state.pieces[id], piece) for id in searching]
        found = [sensor for sensor in sensors if sensor is not None]
        search(umpire, piece.id, found, T("interception"), [], rule=R["6.5.9.5b"])


def meet(
    umpire: Umpire,
    side: str,
    fighters: Sequence[Piece],
    enemies: Sequence[Piece],
    where: Text,
    rule: str,
    against: Sequence[Piece] | None = None,
) -> list[Shot]:
    """Fighters engage aircraft: they declare, enemy fighters that nobody engages answer, all roll together.
    against: the enemy fighters among them (all, by default). Gives what the first side declared."""
    state = umpire.state
    facing = enemies if against is None else against
    seen = [piece for piece in facing if sees_air(state, side, piece)]
    may = in_reach(state, fighters, enemies)
    shots = declare(umpire, side, may, max(0, len(fighters) - len(seen)), where, rule)
    if not shots:
        return []
    attacked = {shot.target for shot in shots}
    other = enemy_of(state, side)
    free = [piece for piece in facing if piece.id not in attacked and unengaged(state, piece)]
    answering = in_reach(state, free, fighters)
    surplus = max(0, len(facing) - len(fighters))
    more = declare(umpire, other, answering, surplus, where, rule, taken(state, shots))
    fired = [*shots, *more]
    fired += defences(umpire, fired)
    took_part(umpire, fired, again=True)
    resolve(umpire, fired, rule)
    return shots


def in_reach(state: State, fighters: Sequence[Piece], targets: Sequence[Piece]) -> dict[str, list[str]]:
    """Fighter -> what of these it may fire at, without those that reach nothing."""
    found = {
        fighter.id: [target.id for target in targets if reaches(state, fighter, target)]
        for fighter in fighters
    }
    return {id: reached for id, reached in found.items() if reached}


def press_on(
    umpire: Umpire, side: str, fighters: Sequence[Piece], targets: Sequence[Piece], where: Text
) -> None:
    """Interceptors that shot down their escort may go on to the strike aircraft (9.9.6.2f)."""
    state = umpire.state
    may = in_reach(state, fighters, targets)
    past = T("past the escorts", where=where)
    shots = declare(umpire, side, may, len(may), past, R["9.9.6.2f"])
    fired = [*shots, *defences(umpire, shots)]
    resolve(umpire, fired, R["9.9.6.2f"])
