"""Air missions (2.2.4, 6.5.10): what they fly, where they are based, how they take off and come home."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.logistics import fuel_for
from adjudication.systems.ows.table.counters import LOADED, MISSION, SPENT, SQUADRON, Sheet, sheet, spent
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import (
    ATTACK_MISSION,
    ATTRITION,
    DETECTED,
    EMITTING,
    EXPENDED,
    HOME,
    MISSION_FLOWN,
    REGENERATION,
    Flown,
    MissionMarker,
    detect,
)
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

CAP, OCA, DCA = "cap", "oca", "dca"
STRIKE, SEAD, SUCAP, CAS, INTERDICTION = "strike", "sead", "sucap", "cas", "interdiction"
AEW, TANKER, PATROL, TRANSPORT, ISR = "aew", "tanker", "asw", "transport", "isr"
AIR_ASSAULT = "air assault"
MISSIONS = (
    *(CAP, OCA, DCA, STRIKE, SEAD, SUCAP, CAS, INTERDICTION),
    *(AEW, TANKER, PATROL, TRANSPORT, AIR_ASSAULT, ISR),
)
"""What an air mission may fly (2.2.4e, 6.5)."""
ABBREVIATED = (CAP, OCA, DCA, SEAD, SUCAP, CAS, AEW, PATROL, ISR)
"""Missions that are called by their initials."""
COUNTER_AIR = (CAP, OCA, DCA)
ATTACKS = (STRIKE, SEAD, CAS, INTERDICTION, SUCAP)
"""The attack missions, which only defend themselves in air-to-air combat (6.5.1.2)."""
LIFTS = (TRANSPORT, AIR_ASSAULT)
SUPPORT = (TANKER, AEW)
"""What a carrier flies beside its sorties, one for one (6.5.6a)."""
WITH_MARKER = (SUCAP, CAS, INTERDICTION)
"""What is flown with the strike side face up and a marker of the mission on the counter (6.5.10)."""
STAYS = (CAP, DCA, OCA, CAS, SUCAP, INTERDICTION)
"""What may be left in place for the next turn (11.4b)."""

FIGHTER, BOMBER = "fighter", "bomber"
FIGHTERS = (FIGHTER, SEAD)
"""Types of aircraft that are bound to a maximum radius (6.5.3): fighters, and SEAD aircraft made of them."""
EW = "ew"
"""The role of electronic warfare aircraft, which fly EW/SEAD missions (6.5.8)."""
HELICOPTER, TILT_ROTOR = "helicopter", "tilt-rotor"
"""Types of aircraft, as their counters say."""


def written(type: str) -> str:
    """A mission as people write it: CAP, strike."""
    return type.upper() if type in ABBREVIATED else type


def mission_type(state: State, piece: Piece) -> str:
    """What an air mission flies now, one of MISSIONS; empty at its base."""
    flown = state.mark(piece.id, MISSION_FLOWN)
    return str(flown["type"]) if flown else ""


def package_of(state: State, piece: Piece) -> str:
    """The strike package that an air mission flies in; empty for none (6.5.1)."""
    flown = state.mark(piece.id, MISSION_FLOWN)
    return str(flown["package"]) if flown else ""


def tanker_of(state: State, piece: Piece) -> str:
    """The tanker mission that supports an air mission; empty for none, and for one that no longer flies
    (6.5.4)."""
    flown = state.mark(piece.id, MISSION_FLOWN)
    tanker = state.pieces.get(flown.get("tanker", "")) if flown else None
    flies = tanker is not None and aloft(state, tanker) and mission_type(state, tanker) == TANKER
    return tanker.id if tanker is not None and flies else ""


def aloft(state: State, piece: Piece) -> bool:
    """Whether an air mission flies: it is neither at a base nor lost."""
    place, side = piece.place, piece.side
    return (
        state.mark(piece.id, MISSION_FLOWN) is not None
        and place not in (f"{REGENERATION}-{side}", f"{ATTRITION}-{side}")
        and not state.is_piece(place)
    )


@derived
def in_the_air(state: State, side: str) -> tuple[str, ...]:
    """A side's air missions that fly, wherever they are."""
    missions = state.of_group(MISSION)
    return tuple(piece.id for piece in missions if piece.side == side and aloft(state, piece))


def flying(state: State, side: str, hex: str) -> list[Piece]:
    """A side's air missions that fly in a hex, or stand in a box of an Air Battleboard."""
    flown = state.marked(MISSION_FLOWN)
    return [
        piece
        for piece in state.pieces_at(hex)
        if piece.kind.group == MISSION and piece.side == side and piece.id in flown
    ]


def package(state: State, side: str, name: str) -> list[Piece]:
    """The air missions of a strike package that still fly, in the order of the scenario."""
    members = [state.pieces[id] for id in in_the_air(state, side)]
    return [piece for piece in members if package_of(state, piece) == name]


def base_of(state: State, piece: Piece) -> Piece | None:
    """The squadron base or the ship that an air mission belongs to (2.2.4)."""
    home = state.mark(piece.id, HOME)
    return state.pieces.get(home) if home else None


def base_hex(state: State, piece: Piece) -> str:
    """The hex of its base."""
    base = base_of(state, piece)
    return air_hex(state.board, state.where(base.id if base is not None else piece.id))


def air_hex(board: Board, space: str) -> str:
    """The hex of the largest map that a space lies in: aircraft fly there."""
    while board.spaces[space].lies_in:
        space = board.spaces[space].lies_in
    return space


BATTLEBOARD = Mark[str]("battleboard", turns=1, seen_by=OWNER)
"""Mark of an air defence unit: the box of the Air Battleboard in which it is arrayed this turn (9.7.5b)."""


def sky(state: State, piece: Piece) -> str:
    """The hex, or the box of an Air Battleboard, in which a unit counts for air combat and air search: where
    it was arrayed on the Battleboard, else the hex of the largest map that it stands in."""
    box = state.mark(piece.id, BATTLEBOARD)
    return str(box) if box else air_hex(state.board, state.where(piece.id))


def types_of(state: State, piece: Piece) -> tuple[str, ...]:
    """The missions that it may fly (2.2.4e). With OCA and DCA markers a fighter flies these in place of CAP
    (6.5.10.1a); SEAD is for those that the counter says, or that carry anti-radiation munitions."""
    counter = sheet(piece)
    roles = [role for role in MISSIONS if role in counter.roles]
    if CAP in roles and on(state, "counter_air_markers"):
        roles = [OCA, DCA, *(role for role in roles if role not in COUNTER_AIR)]
    if (counter.ew or EW in counter.roles) and SEAD not in roles:
        roles.append(SEAD)
    load = state.mark(piece.id, LOADED)
    if not load:
        return tuple(roles)
    (carried,) = sheet(state.pieces[load["counter"]]).weapons
    armed = [role for role in roles if role in (STRIKE, SEAD)]
    if carried.anti_radiation and SEAD not in armed:
        armed.append(SEAD)
    return tuple(armed)


def at_base(state: State, piece: Piece) -> bool:
    """Whether an air mission is at its base and may fly."""
    home = state.mark(piece.id, HOME)
    return home is not None and piece.place == home


def launch(
    umpire: Umpire,
    piece: str,
    type: str,
    hex: str,
    *,
    rule: str,
    package: str = "",
    tanker: str = "",
    leave: bool = False,
) -> None:
    """An air mission leaves its base and is put down in a hex, face down: the enemy sees that aircraft fly
    there, not whose. AEW radiates, so that everyone sees what it is (6.4.3). With the option
    `attack_missions_shown` SUCAP, CAS and interdiction lie face up with their marker (6.5.10), which is no
    detection; stealth aircraft do not, they are on their unknown side (6.5.7). leave: the facilitator lets it
    go beyond its fuel this turn (6.5.3a)."""
    state = umpire.state
    mission = state.pieces[piece]
    umpire.hide(piece, known_to=(mission.side,), rule=R["6.5"])
    umpire.conceal(piece, seen_by=(mission.side,), rule=R["6.5"])
    base = base_of(state, mission)
    if base is not None and base.kind.group == SQUADRON:
        fuel_for(umpire, base.id)
    flown = Flown(type=type, package=package, tanker=tanker, since=state.turn, leave=leave)
    umpire.mark(piece, MISSION_FLOWN, flown, rule=rule)
    umpire.unload(piece, at=hex, rule=rule)
    if type == AEW:
        umpire.mark(piece, EMITTING, True, rule=R["6.4.3"])
        detect(umpire, piece, rule=R["6.4.3a"])
    elif not sheet(mission).unseen:
        umpire.expose(piece, rule=R["6.5"])  # which says nothing of what it flies
        if type in WITH_MARKER and on(state, "attack_missions_shown") and not sheet(mission).low_signature:
            umpire.reveal(piece, rule=R["6.5.10"])
            umpire.mark(piece, ATTACK_MISSION, MissionMarker(type=type), rule=R["6.5.10"])


MADE_IN_FLIGHT: tuple[Mark[Any], ...] = (MISSION_FLOWN, ATTACK_MISSION, DETECTED, EXPENDED, LOADED)


def return_home(umpire: Umpire, piece: str, rule: str) -> None:
    """An air mission goes back to its base (11.4a), with all that was said of its flight; the enemy loses
    sight of it. One without a base stays where it is."""
    state = umpire.state
    mission = state.pieces[piece]
    base = base_of(state, mission)
    if base is None or mission.place == base.id:
        return
    empty_racks(umpire, mission)
    for mark in (*MADE_IN_FLIGHT, EMITTING):
        if state.mark(piece, mark) is not None:
            umpire.mark(piece, mark, None, rule=rule, audience=state.marks_for.get((piece, mark.name)))
    umpire.hide(piece, known_to=(mission.side,), rule=rule)
    umpire.conceal(piece, seen_by=(mission.side,), rule=rule)
    umpire.load(piece, into=base.id, rule=rule)


def empty_racks(umpire: Umpire, mission: Piece) -> None:
    """What a mission carries comes off, and unspent salvos go back to the ammunition point that they are
    of."""
    state = umpire.state
    load = state.mark(mission.id, LOADED)
    if not load:
        return
    (carried,) = sheet(state.pieces[load["counter"]]).weapons
    fired = spent(state, mission, carried.id)
    stock = load.get("stock")
    if stock and stock in state.pieces and load["salvos"] > fired:
        drawn = dict(state.mark(stock, SPENT, {}))
        drawn[carried.name] = drawn.get(carried.name, 0) - (load["salvos"] - fired)
        umpire.mark(stock, SPENT, drawn, rule=R["6.5.1.1"])
    umpire.mark(mission.id, LOADED, None, rule=R["6.5.1.1"])
    if fired:
        left = {id: used for id, used in state.mark(mission.id, SPENT, {}).items() if id != carried.id}
        umpire.mark(mission.id, SPENT, left or None, rule=R["6.5.1.1"])


def rotary(counter: Sheet) -> bool:
    """Whether it is a helicopter or a tilt-rotor; all else is fixed-wing."""
    return counter.type in (HELICOPTER, TILT_ROTOR)


def deck_capable(counter: Sheet) -> bool:
    """Whether it operates from ships: carrier capable, STOVL and rotary-wing aircraft (6.5.2, 6.5.5)."""
    return counter.carrier_capable or counter.stovl or rotary(counter)


def flown_from(state: State, base: str) -> list[Piece]:
    """The air missions of a base that fly now. Which base an enemy mission belongs to is not looked at."""
    homes, side = state.marked(HOME), state.pieces[base].side
    missions = [piece for piece in state.of_group(MISSION) if piece.side == side]
    return [piece for piece in missions if homes.get(piece.id) == base and aloft(state, piece)]
