"""Strike packages (6.5.1) and what their aircraft carry (6.5.1.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_tasking import PHASE, own_missions, ready, types
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import (
    AEW,
    COUNTER_AIR,
    ISR,
    SEAD,
    STRIKE,
    TANKER,
    at_base,
    base_hex,
    empty_racks,
    in_the_air,
    launch,
    package_of,
    types_of,
    written,
)
from adjudication.systems.ows.air.sorties import too_many
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    LOAD,
    LOADED,
    SPENT,
    Loaded,
    Weapon,
    sheet,
    spent,
)
from adjudication.systems.ows.table.settings import number, on
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PACKAGED = (*COUNTER_AIR, STRIKE, SEAD, TANKER, AEW, ISR)
"""What flies in a strike package (6.5.1)."""
LOADS = "munition-loads"
"""The table of salvos that aircraft carry (6.5.1.1)."""
MUNITIONS = "munitions"
"""`munitions-SIDE`: the box of a side's munitions counters."""


@dataclass(frozen=True, slots=True)
class Load:
    """Load an air mission with a munitions counter, or, without one, take off what it carries (6.5.1b)."""

    side: str
    mission: Contact
    munitions: Contact | None = None


@dataclass(frozen=True, slots=True)
class Package:
    """Put missions together as a strike package, each with what it flies, in a hex near a base of theirs
    (6.5.1)."""

    side: str
    hex: str
    missions: dict[str, str]


# --- loads: 6.5.1b, 6.5.1.1 ------------------------------------------------------------------------


def load(umpire: Umpire, order: Load) -> None:
    """What it carries comes off, and it is loaded as full as it may be; from the stocks of its base where the
    scenario counts them (6.5.1.1)."""
    state = umpire.state
    mission = state.pieces[order.mission]
    empty_racks(umpire, mission)
    if order.munitions is None:
        return
    weapon = carried(state.pieces[order.munitions])
    salvos = full_load(umpire.state, mission, weapon)
    room = capacity(state, mission) - salvos
    said = Loaded(counter=order.munitions, salvos=salvos, room=room)
    if on(state, "loads_from_stocks"):
        stock = stocks(umpire.state, mission, weapon)[0]
        said["stock"] = stock
        drawn = dict(umpire.state.mark(stock, SPENT, {}))
        drawn[weapon.name] = drawn.get(weapon.name, 0) + salvos
        umpire.mark(stock, SPENT, drawn, rule=R["2.2.2.6"])
    umpire.mark(mission.id, LOADED, said, rule=R["6.5.1.1"])


def carried(counter: Piece) -> Weapon:
    """The weapon of a munitions counter."""
    (weapon,) = sheet(counter).weapons
    return weapon


def capacity(state: State, mission: Piece) -> int:
    """The strike salvos that an aircraft carries: a fighter 2, a bomber 6 (6.5.1.1)."""
    kind = sheet(mission).type
    try:
        _, row = state.tables[LOADS].look_up({"aircraft": kind})
    except (BadData, KeyError):
        return 0
    most = row["salvos"]
    assert isinstance(most, int)
    return most


def full_load(state: State, mission: Piece, weapon: Weapon) -> int:
    """The salvos that it is loaded with: no more than it carries, than the counter shows, and than are in
    stock."""
    most = min(capacity(state, mission), weapon.salvos)
    if on(state, "loads_from_stocks"):
        points = stocks(state, mission, weapon)
        return min(most, in_stock(state, state.pieces[points[0]], weapon)) if points else 0
    return most


def in_stock(state: State, point: Piece, weapon: Weapon) -> int:
    """The salvos of a weapon that an ammunition point has left (2.2.2.6)."""
    return sheet(point).holds.get(weapon.name, 0) - spent(state, point, weapon.name)


def stocks(state: State, mission: Piece, weapon: Weapon) -> list[str]:
    """The ammunition points at a mission's base that have salvos of a weapon left."""
    return [
        piece.id
        for piece in state.pieces_at(base_hex(state, mission))
        if piece.kind.group == AMMUNITION
        and piece.side == mission.side
        and piece.steps > 0
        and in_stock(state, piece, weapon) > 0
    ]


@derived
def may_carry(state: State, side: str) -> tuple[str, ...]:
    """A side's missions at their bases that fly strike or SEAD, and carry munitions."""
    return tuple(
        id
        for id in own_missions(state, side)
        if at_base(state, state.pieces[id])
        and capacity(state, state.pieces[id])
        and (STRIKE in sheet(state.pieces[id]).roles or SEAD in sheet(state.pieces[id]).roles)
    )


def counters(state: State, side: str) -> tuple[str, ...]:
    """A side's munitions counters."""
    there = state.pieces_at(f"{MUNITIONS}-{side}")
    return tuple(piece.id for piece in there if piece.kind.group == LOAD)


def loads_listed(state: State, side: str, mission: str) -> tuple[str | None, ...]:
    """The munitions that a mission can be loaded with now, None to take off what it carries."""
    piece = state.pieces[mission]
    now = state.mark(mission, LOADED)
    found = [
        id
        for id in counters(state, side)
        if not (now and now["counter"] == id) and full_load(state, piece, carried(state.pieces[id]))
    ]
    return (None, *found) if now else tuple(found)


def in_stock_for(state: State, mission: str, munitions: str | None) -> bool:
    """Whether there are salvos of a counter for a mission."""
    return munitions is None or full_load(state, state.pieces[mission], carried(state.pieces[munitions])) > 0


LOAD_UP = Legality(
    only("mission", own_missions, "mission", R["6.5"], "no air mission of yours"),
    insist(
        lambda state, mission: at_base(state, state.pieces[mission]),
        "flown",
        R["6.5.1"],
        "not at its base, where it is loaded",
    ),
    insist(
        lambda state, mission, munitions: munitions is not None or state.mark(mission, LOADED),
        "empty",
        R["6.5.1b"],
        "carries nothing to take off",
    ),
    only(
        "mission",
        may_carry,
        "load",
        R["6.5.1.1"],
        "carries no munitions counter",
    ),
    only("munitions", counters, "munitions", R["6.5.1.1"], "no munitions counter of yours"),
    insist(
        in_stock_for,
        "stock",
        R["2.2.2.6"],
        "no salvos left at its base",
    ),
    arguments={"mission": may_carry, "munitions": loads_listed},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.2"],
)


# --- packages: 6.5.1 -------------------------------------------------------------------------------


def build(umpire: Umpire, order: Package) -> None:
    """All members stand in one stack in the holding area; neither target nor launch point is fixed (6.5.1a).
    The owner says whom the tankers support, where they cannot support all."""
    state = umpire.state
    name = next_name(state, order.side)
    escorted = [id for id, type in order.missions.items() if type != TANKER]
    by: dict[str, str] = {}
    for tanker in (id for id, type in order.missions.items() if type == TANKER):
        open_ones = [id for id in escorted if id not in by]
        most = sheet(state.pieces[tanker]).refuels
        if len(open_ones) > most:
            question = T("missions that a tanker supports", tanker=tanker)
            open_ones = umpire.choose_some(
                order.side, question, open_ones, most, most, rule=R["6.5.4"], audience=(order.side,)
            )
        by.update(dict.fromkeys(open_ones, tanker))
    for id, type in order.missions.items():
        launch(umpire, id, type, order.hex, rule=R["6.5.1"], package=name, tanker=by.get(id, ""))


def next_name(state: State, side: str) -> str:
    """The name of a side's next package: its side and the first number that is free."""
    taken = {package_of(state, state.pieces[id]) for id in in_the_air(state, side)}
    number = 1
    while f"{side}-{number}" in taken:
        number += 1
    return f"{side}-{number}"


def members_for(state: State, side: str, hex: str) -> dict[str, list[str]]:
    """The missions that can wait in a hex, each with what it may fly in a package."""
    found: dict[str, list[str]] = {}
    for id in ready(state, side):
        able = packaged(state, id)
        if able and hex in holding(state, id):
            found[id] = able
    return found


def packaged(state: State, mission: str) -> list[str]:
    """What a mission may fly in a package now."""
    return [type for type in types(state, mission) if type in PACKAGED]


@derived
def holding(state: State, mission: str) -> frozenset[str]:
    """The hexes in which a mission can wait on its own fuel."""
    piece = state.pieces[mission]
    able = packaged(state, mission)
    return frozenset(reach(state, piece, able[0])) if able else frozenset()


@derived
def near_bases(state: State, side: str) -> tuple[str, ...]:
    """The hexes in the vicinity of the bases of a side's missions that strike."""
    board, near = state.board, number(state, "package_vicinity")
    bases = [
        base_hex(state, state.pieces[id])
        for id in ready(state, side)
        if any(type in (STRIKE, SEAD) for type in packaged(state, id))
    ]
    return tuple(dict.fromkeys(hex for base in bases for hex in board.within(base, near)))


def misfit(state: State, side: str, hex: str, missions: dict[str, str] | None) -> Why:
    """Why these missions are no strike package in a hex; empty where they are one."""
    if not isinstance(missions, dict):
        return Reason(T("name the missions of a strike package"), R["6.5.1"])
    for id, type in missions.items():
        if id not in own_missions(state, side):
            return Reason(T("no air mission of yours", mission=id), R["6.5"])
        piece = state.pieces[id]
        if id not in ready(state, side):
            return Reason(T("at no base that sends it out", mission=id), R["2.2.4b"])
        if type not in PACKAGED:
            why = T(
                "no mission of a strike package",
                flown=written(type),
                types=[written(each) for each in PACKAGED],
            )
            return Reason(why, R["6.5.1"])
        if type not in types_of(state, piece):
            return Reason(T("does not fly that mission", mission=id, flown=written(type)), R["6.5.10"])
        if hex not in state.board.spaces or hex not in holding(state, id):
            why = T("not within the radius from a fuel source", hex=hex, mission=id)
            return Reason(why, R["6.5.2"])
    if not any(type in (STRIKE, SEAD) for type in missions.values()):
        return Reason(T("at least one strike or SEAD mission"), R["6.5.1"])
    bases = [base_hex(state, state.pieces[id]) for id in missions]
    near = number(state, "package_vicinity")
    if all((state.board.range(base, hex) or 0) > near for base in bases):
        why = T("a package waits near a base", near=near)
        return Reason(why, R["6.5.1a"])
    return too_many(state, missions)


def fits(state: State, side: str, hex: str, missions: dict[str, str] | None) -> bool:
    """Whether these missions are a strike package."""
    return not misfit(state, side, hex, missions)


def packages_listed(state: State) -> Sequence[OrderChoice]:
    """A choice for each holding area: which missions, and what each flies."""
    found: list[OrderChoice] = []
    for side in acting(state):
        for hex in near_bases(state, side):
            members = members_for(state, side, hex)
            if not any(type in (STRIKE, SEAD) for able in members.values() for type in able):
                continue

            def suits(missions: dict[str, str], side: str = side, hex: str = hex) -> Why:
                return misfit(state, side, hex, missions)

            choice = OrderChoice(side, "package", {"hex": hex}, "missions", members, fits=suits)
            alone = ({id: type} for id, able in members.items() for type in able if type in (STRIKE, SEAD))
            if any(fits(state, side, hex, each) for each in alone) or choice.choices.any_fits():
                found.append(choice)
    return found


PACKAGE = Legality(
    IN_TURN,
    unless(misfit, "package", R["6.5.1"]),
    arguments={"hex": near_bases, "missions": lambda state: ()},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.2"],
    quickly=packages_listed,
)


KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "load", Load, load, R["6.5.1b"], "load a mission with munitions", secret=True, legality=(LOAD_UP,)
    ),
    OrderKind(
        "package", Package, build, R["6.5.1"], "build a strike package", secret=True, legality=(PACKAGE,)
    ),
)
