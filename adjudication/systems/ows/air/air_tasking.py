"""The air tasking order (6.5): each side sends its air missions out, within reach of their fuel."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only, unless
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.fuel import fuelled, kill_box, reach, supported, tankers, times
from adjudication.systems.ows.air.missions import (
    CAS,
    INTERDICTION,
    LIFTS,
    SEAD,
    STRIKE,
    SUCAP,
    at_base,
    base_hex,
    flying,
    in_the_air,
    launch,
    mission_type,
    return_home,
    types_of,
    written,
)
from adjudication.systems.ows.air.sorties import may_fly, sorties_left, why_grounded, why_none_left
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.table.counters import LOADED, MISSION, sheet
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import MISSION_FLOWN, sides
from adjudication.systems.ows.turn.turns import acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "air tasking"
WATER = ("littoral", "deep sea")
"""Terrain of sea hexes (2.1.8, 2.1.9); all else is land."""


@dataclass(frozen=True, slots=True)
class Task:
    """Send an air mission to a hex to fly a mission of a type there, refuelled by a tanker or not (6.5)."""

    side: str
    mission: Contact
    type: str
    hex: str
    tanker: Contact | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """Call an air mission home that was left in place, to fly another one (11.4b)."""

    side: str
    mission: Contact


def begin(umpire: Umpire) -> None:
    """Missions left in place that have no fuel there any longer go home: their carrier has sailed, their
    airfield or their tanker is lost (6.5.2)."""
    for side in sides(umpire.state):
        send_home_the_dry(umpire, side)


def end(umpire: Umpire) -> None:
    """What happens as the phase ends."""


def needed(state: State) -> bool:
    """Whether there are air missions in the game at all."""
    return bool(state.of_group(MISSION))


def send_home_the_dry(umpire: Umpire, side: str) -> None:
    """Missions without fuel go home, then those that a tanker among them supported."""
    while True:
        state = umpire.state
        dry = [id for id in in_the_air(state, side) if not fuelled(state, state.pieces[id])]
        if not dry:
            return
        for id in dry:
            return_home(umpire, id, R["6.5.2"])


def task(umpire: Umpire, order: Task) -> None:
    """The mission leaves its base and is put down face down in its hex (6.5.10)."""
    launch(
        umpire, order.mission, order.type, order.hex, tanker=order.tanker or "", rule=rule_of_type(order.type)
    )


def recall(umpire: Umpire, order: Recall) -> None:
    """A mission comes home, and with a tanker those that cannot stay without it."""
    dependent = supported(umpire.state, umpire.state.pieces[order.mission])
    return_home(umpire, order.mission, R["6.5"])
    if dependent:
        send_home_the_dry(umpire, order.side)


def rule_of_type(type: str) -> str:
    """The rule of a fighter's mission, and of all others that of the air tasking order."""
    return {STRIKE: R["6.5.10.2"], CAS: R["6.5.10.3"]}.get(
        type, R["6.5.10.4"] if type in (SUCAP, INTERDICTION) else R["6.5.10"]
    )


@derived
def own_missions(state: State, side: str) -> tuple[str, ...]:
    """A side's air missions, wherever they are."""
    return tuple(piece.id for piece in state.of_group(MISSION) if piece.side == side)


@derived
def ready(state: State, side: str) -> tuple[str, ...]:
    """A side's air missions that are at their base and may fly."""
    missions = [state.pieces[id] for id in own_missions(state, side)]
    return tuple(piece.id for piece in missions if at_base(state, piece) and may_fly(state, piece))


@derived
def left_in_place(state: State, side: str) -> tuple[str, ...]:
    """A side's missions that have flown since an earlier turn (11.4b)."""
    flown = state.marked(MISSION_FLOWN)
    return tuple(id for id in in_the_air(state, side) if flown[id].get("since", state.turn) < state.turn)


@derived
def types(state: State, mission: str) -> tuple[str, ...]:
    """What a mission may fly now: what its counter says, and its base still sends out."""
    piece = state.pieces[mission]
    return tuple(type for type in types_of(state, piece) if sorties_left(state, piece, type))


@derived
def types_listed(state: State, mission: str) -> tuple[str, ...]:
    """The same without what has no object by itself: transports fly with whom they carry (airlift, jump,
    lift), and CAS and interdiction are for a war on land, which tactical maps or formations are there for."""
    on_land = ground_war(state) or any(tactical(state, space.id) for space in state.board.data.spaces)
    idle = LIFTS if on_land else (*LIFTS, CAS, INTERDICTION)
    return tuple(type for type in types(state, mission) if type not in idle)


def hexes_for(state: State, mission: str, type: str, tanker: str | None) -> tuple[str, ...]:
    """The hexes to which a mission may fly, with that tanker."""
    return suited(state, reach(state, state.pieces[mission], type, tanker or ""), type)


@derived
def suited(state: State, hexes: tuple[str, ...], type: str) -> tuple[str, ...]:
    """Those of some hexes in which a mission can be flown."""
    return tuple(hex for hex in hexes if suits(state, type, hex))


def hexes_listed(state: State, mission: str, type: str, tanker: str | None) -> tuple[str, ...]:
    """The same, one hex for each kill box; with a tanker only those that need it."""
    spots = one_of_each_box(state, hexes_for(state, mission, type, tanker))
    if not tanker:
        return spots
    alone = frozenset(hexes_for(state, mission, type, None))
    return tuple(hex for hex in spots if hex not in alone)


@derived
def one_of_each_box(state: State, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes, of those in kill boxes the first of each."""
    first: dict[tuple[str, str], str] = {}
    for hex in hexes:
        box = kill_box(state, hex)
        first.setdefault((state.board.spaces[hex].map, box) if box else (hex, ""), hex)
    return tuple(first.values())


OVER_LAND = (STRIKE, SEAD, CAS, INTERDICTION)
"""What is flown in kill boxes of tactical maps (6.5.10.4, 9.7.3.step5)."""


def suits(state: State, type: str, hex: str) -> bool:
    """Whether a mission can be flown in a hex: interdiction in a kill box or over land, SUCAP in a kill box
    or over water, CAS over land (6.5.10.3, 6.5.10.4)."""
    if kill_box(state, hex):
        return type in OVER_LAND or type == SUCAP
    wet = state.board.spaces[hex].terrain in WATER
    return wet if type == SUCAP else not (wet and type in (CAS, INTERDICTION))


def tankers_or_none(state: State, side: str, mission: str) -> tuple[str | None, ...]:
    """No tanker, or one that can support another mission."""
    return (None, *(id for id in tankers(state, side) if id != mission))


def other_tankers(state: State, side: str, mission: str) -> tuple[str, ...]:
    """The tankers that fly, and can support another mission."""
    return tuple(id for id in tankers(state, side) if id != mission)


def too_far(state: State, mission: str, type: str, hex: str, tanker: str | None) -> bool:
    """Whether a hex lies beyond a fighter's maximum radius, whatever its fuel (6.5.3)."""
    piece = state.pieces[mission]
    radius = sheet(piece).radius
    far = state.board.range(base_hex(state, piece), hex)
    most = times(state, piece, type)
    return radius >= 0 and most > 0 and (far is None or far > most * radius)


def why_not_there(state: State, mission: str, type: str, hex: str, tanker: str | None) -> Why:
    """Why a mission cannot fly in a hex, and what would be accepted."""
    piece = state.pieces[mission]
    if hex not in state.board.spaces or hex not in reach(state, piece, type, tanker or ""):
        return _out_of_reach(state, piece, type, hex, tanker)
    if type == SUCAP:
        why = T("SUCAP over a sea hex")
    elif kill_box(state, hex):
        why = T("not flown in a kill box", flown=written(type))
    else:
        why = (
            T("flown over a land hex or in a kill box", flown=written(type))
            if type == INTERDICTION
            else T("flown over a land hex", flown=written(type))
        )
    return Reason(why, R["6.5.10.3"] if type == CAS else R["6.5.10.4"])


def _out_of_reach(state: State, piece: Piece, type: str, hex: str, tanker: str | None) -> Why:
    if hex not in state.board.spaces:
        return Reason(T("no such hex", hex=hex), R["6.5.2"])
    radius, base = sheet(piece).radius, base_hex(state, piece)
    far = state.board.range(base, hex)
    if too_far(state, piece.id, type, hex, tanker):
        most = times(state, piece, type)
        why = T(
            "too far for that mission",
            hex=hex,
            far=far,
            base=base,
            mission=piece.id,
            flown=written(type),
            away=most * radius,
            most=most,
            radius=radius,
        )
        return Reason(why, R["6.5.3"])
    why = T("not within its combat radius", tanker=tanker or "", hex=hex, radius=radius, mission=piece.id)
    return Reason(why, R["6.5.2"])


def why_not_that(state: State, mission: str, type: str) -> Why:
    """Why a mission does not fly missions of a type, and which it flies."""
    piece = state.pieces[mission]
    able = types_of(state, piece)
    if type in able:
        return why_none_left(state, piece, type)
    load = state.mark(mission, LOADED)
    if load and type in sheet(piece).roles:
        why = T("carries strike munitions", mission=mission, counter=load["counter"])
        return Reason(why, R["6.5.1b"])
    return T(
        "does not fly such missions",
        mission=mission,
        flies=[written(each) for each in able] or "no mission",
        flown=written(type),
    )


MISSION_CHECKS = (
    only("mission", own_missions, "mission", R["6.5"], "no air mission of yours"),
    insist(
        lambda state, mission: at_base(state, state.pieces[mission]),
        "flown",
        R["2.2.4b"],
        "not at its base, from which it flies",
    ),
    unless(lambda state, mission: why_grounded(state, state.pieces[mission]), "grounded", R["9.9.7e"]),
)

TASK = Legality(
    *MISSION_CHECKS,
    only("type", types, "type", R["6.5.10"], why_not_that),
    only(
        "tanker",
        other_tankers,
        "tanker",
        R["6.5.4"],
        "no tanker of yours in the air",
    ),
    only("hex", hexes_for, "reach", R["6.5.2"], why_not_there),
    arguments={"mission": ready, "type": types_listed, "tanker": tankers_or_none, "hex": hexes_listed},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.1"],
)
RECALL = Legality(
    only("mission", own_missions, "mission", R["6.5"], "no air mission of yours"),
    only(
        "mission",
        left_in_place,
        "recall",
        R["11.4b"],
        "not left in place from an earlier turn",
    ),
    arguments={"mission": left_in_place},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.1"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind("task", Task, task, R["6.5"], "send an air mission out", secret=True, legality=(TASK,)),
    OrderKind("recall", Recall, recall, R["11.4b"], "call a mission home", secret=True, legality=(RECALL,)),
)

__all__ = ["KINDS", "flying", "mission_type", "return_home"]
