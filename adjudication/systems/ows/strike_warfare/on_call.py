"""Strike packages on call (9.9.6.1): what they can fire at a hex, and from which launch point. They fly there
when a strike action calls them in."""

from collections.abc import Mapping
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import STRIKE, in_the_air, mission_type, package, package_of
from adjudication.systems.ows.air_battle.strike_flight import check_route, fly_package, goes_all_the_way
from adjudication.systems.ows.joint_fires.targets import Source
from adjudication.systems.ows.table.magazines import strike_weapons
from domain.errors import IllegalOrder
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

CALLED = Mark[bool]("called in", turns=1, seen_by=OWNER)
"""Mark of an air mission whose strike package has been called in this turn."""


class OnCall(NamedTuple):
    """A strike package that waits to be called in: its missions that strike, and the ways that all of it can
    fly, as hex -> the route there from where it waits, without that hex."""

    name: str
    strikers: tuple[str, ...]
    routes: dict[str, tuple[str, ...]]


@derived
def on_call(state: State, side: str) -> tuple[OnCall, ...]:
    """A side's strike packages that have not been called in yet, by name in the order of their missions."""
    members: dict[str, list[str]] = {}
    for id in in_the_air(state, side):
        name = package_of(state, state.pieces[id])
        if name and not state.mark(id, CALLED):
            members.setdefault(name, []).append(id)
    found = []
    for name, ids in members.items():
        strikers = tuple(id for id in ids if mission_type(state, state.pieces[id]) == STRIKE)
        if strikers:
            found.append(OnCall(name, strikers, _routes(state, ids)))
    return tuple(found)


def _routes(state: State, members: list[str]) -> dict[str, tuple[str, ...]]:
    """The routes of a package to every hex that all its missions that strike have the fuel to fly to
    (9.9.6.2a)."""
    pieces = [state.pieces[id] for id in members]
    striking = [piece for piece in pieces if goes_all_the_way(state, piece)]
    within = [frozenset(reach(state, piece, mission_type(state, piece))) for piece in striking]
    ways = state.board.cheapest(
        pieces[0].place,
        lambda here, there: 1 if all(there in hexes for hexes in within) else None,
        over=state.board.touching,
    )
    return {hex: tuple(ways.path(hex)[1:]) for hex in ways.costs}


def launch_point(state: State, waiting: OnCall, hex: str, range: int) -> str:
    """The nearest hex from which a package can fire so far at a hex; empty for none."""
    near = [each for each in state.board.within(hex, range) if each in waiting.routes]
    return min(near, key=lambda each: len(waiting.routes[each]), default="")


@derived
def called_sources(state: State, side: str, hex: str) -> tuple[Source, ...]:
    """What the packages of a side can fire into a hex, each weapon from its launch point."""
    found = []
    for waiting in on_call(state, side):
        for id in waiting.strikers:
            for weapon, salvos in strike_weapons(state, state.pieces[id]):
                point = launch_point(state, waiting, hex, weapon.range)
                if point:
                    found.append(Source(id, weapon, point, salvos, ship=False))
    return tuple(found)


class Call(NamedTuple):
    """A package that a strike calls in, and the route to its launch point."""

    package: str
    route: tuple[str, ...]


def calls(
    state: State, side: str, hex: str, allotted: Mapping[str, str], routes: Mapping[str, tuple[str, ...]]
) -> list[Call]:
    """The packages that a strike on a hex calls in, each by the route that is shown, or else by the shortest
    one to where all that it fires is in range. Raises IllegalOrder for a route that it cannot fly, or that
    ends out of range."""
    found = []
    for waiting in on_call(state, side):
        ranges = [
            weapon.range
            for id in waiting.strikers
            for weapon, _ in strike_weapons(state, state.pieces[id])
            if any(item.startswith(f"{id}/{weapon.id}/") for item in allotted)
        ]
        if not ranges:
            continue
        shown = routes.get(waiting.name)
        if shown is None:
            point = launch_point(state, waiting, hex, min(ranges))
            found.append(Call(waiting.name, waiting.routes[point]))
            continue
        check_route(state, side, waiting.name, shown)
        waits = state.pieces[waiting.strikers[0]].place
        distance = state.board.range(shown[-1] if shown else waits, hex)
        if distance is None or distance > min(ranges):
            why = T("the route ends out of range", package=waiting.name, hex=hex)
            raise IllegalOrder("route", R["9.9.6.2a"], why)
        found.append(Call(waiting.name, shown))
    idle = [name for name in routes if name not in {call.package for call in found}]
    if idle:
        raise IllegalOrder("route", R["9.9.6.1a"], T("no salvo of the package is fired", package=idle[0]))
    return found


def call_in(umpire: Umpire, side: str, called: list[Call], allotted: dict[str, str]) -> dict[str, str]:
    """Fly the packages to their launch points (9.9.6.1b): what is fired, without the salvos of missions that
    do not arrive."""
    left = dict(allotted)
    for call in called:
        members = [piece.id for piece in package(umpire.state, side, call.package)]
        for id in members:
            umpire.mark(id, CALLED, True, rule=R["9.9.6.1a"])
        arrived = fly_package(umpire, side, call.package, call.route)
        gone = [id for id in members if id not in arrived]
        left = {item: target for item, target in left.items() if item.rsplit("/", 2)[0] not in gone}
    return left
