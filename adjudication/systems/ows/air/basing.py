"""Where squadrons are based (2.1.7.2a, 2.2.4a, 6.5.5), and expeditionary basing (6.5.13)."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import aloft, deck_capable, rotary
from adjudication.systems.ows.air.sorties import airfield_at, capacity, squadrons_at
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, SQUADRON, sheet
from adjudication.systems.ows.table.damage import FORTIFIED
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import HOME, hexes, holder
from adjudication.systems.ows.turn.turns import acting
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "air tasking"
EXPEDITIONARY = "expeditionary_basing"
"""The option by which squadrons may leave their airfields."""
DEFENSE, DUG_IN = 1, 2
ROUGH = ("mountain", "forest", "littoral", "deep sea")
"""Terrain from which nothing flies, at sea or for want of a clearing (6.5.13)."""
HIGHWAY = "highway"
"""Tag of a hex with a stretch of major highway that serves as a runway (6.5.13)."""


@dataclass(frozen=True, slots=True)
class Disperse:
    """Base a squadron outside an airfield, or at another airfield again (6.5.13)."""

    side: str
    squadron: Contact
    hex: str


@dataclass(frozen=True, slots=True)
class Fortify:
    """Engineers turn the Defense +1 marker of a squadron outside an airfield to Fortified +2 (6.5.13b)."""

    side: str
    squadron: Contact


# --- at the start ----------------------------------------------------------------------------------


def check_bases(state: State) -> None:
    """Raises BadData for a squadron base without an airfield, an airfield with too many, and aircraft aboard
    a ship that cannot fly from there."""
    places = hexes(state.board)
    for base in state.of_group(SQUADRON):
        if base.place not in places:
            continue
        field = airfield_at(state, base.side, base.place)
        if not field:
            if not (on(state, EXPEDITIONARY) and is_site(state, base, base.place)):
                raise BadData(f"{base.name} starts in {base.place}, where its side has no airfield (2.2.4a).")
            continue
        most, there = sheet(state.pieces[field]).squadrons, squadrons_at(state, state.pieces[field])
        if len(there) > most:
            raise BadData(
                f"{state.pieces[field].name} starts with {len(there)} squadrons; it bases {most} (2.1.7.2a)."
            )
    for mission in state.of_group(MISSION):
        carrier = state.pieces.get(mission.place)
        if carrier is not None and carrier.kind.group == SHIP and not deck_capable(sheet(mission)):
            raise BadData(f"{mission.name} starts aboard {carrier.name}, and cannot fly from a ship (6.5.5).")


# --- where a squadron may be based -----------------------------------------------------------------


@derived
def linked(state: State, base: str) -> tuple[str, ...]:
    """The air missions of a squadron base, of its own side."""
    side = state.pieces[base].side
    return tuple(
        id for id, home in state.marked(HOME).items() if home == base and state.pieces[id].side == side
    ) or tuple(piece.id for piece in state.aboard(base))


def is_site(state: State, base: Piece, hex: str) -> bool:
    """Whether a squadron can fly from a hex without an airfield: STOVL, rotary-wing and tilt-rotor aircraft
    from any but mountains and forests, fixed-wing aircraft from a highway (6.5.13)."""
    space = state.board.spaces[hex]
    if space.terrain in ROUGH or holder(state, hex) != base.side:
        return False
    short = all(
        sheet(state.pieces[id]).stovl or rotary(sheet(state.pieces[id])) for id in linked(state, base.id)
    )
    return short or HIGHWAY in space.tags


def has_room(state: State, side: str, hex: str) -> bool:
    """Whether the side's airfield in a hex can base another squadron (2.1.7.2a, 6.5.5b)."""
    field = airfield_at(state, side, hex)
    if not field:
        return False
    airfield = state.pieces[field]
    return len(squadrons_at(state, airfield)) < capacity(state, airfield)


@derived
def movable(state: State, side: str) -> tuple[str, ...]:
    """A side's squadron bases with all their missions on the ground."""
    places = hexes(state.board)
    return tuple(
        base.id
        for base in state.of_group(SQUADRON)
        if base.side == side
        and base.place in places
        and not any(aloft(state, state.pieces[id]) for id in linked(state, base.id))
    )


@derived
def sites(state: State, squadron: str) -> tuple[str, ...]:
    """The hexes to which a squadron can go: within the combat radius of its aircraft (6.5.2), at an airfield
    with room, or where its aircraft can do without."""
    base = state.pieces[squadron]
    radii = [sheet(state.pieces[id]).radius for id in linked(state, squadron)]
    far = min([radius for radius in radii if radius >= 0], default=0)
    return tuple(
        hex
        for hex in state.board.within(base.place, far)
        if hex != base.place and (has_room(state, base.side, hex) or _dispersal(state, base, hex))
    )


def _dispersal(state: State, base: Piece, hex: str) -> bool:
    return is_site(state, base, hex) and not airfield_at(state, base.side, hex)


def own_squadrons(state: State, side: str) -> tuple[str, ...]:
    """A side's squadron bases."""
    return tuple(base.id for base in state.of_group(SQUADRON) if base.side == side)


def disperse(umpire: Umpire, order: Disperse) -> None:
    """The squadron goes there with its missions. Outside an airfield it is not detected any longer, and dug
    in (6.5.13a, 6.5.13b)."""
    base, rule = order.squadron, R["6.5.13"]
    side = umpire.state.pieces[base].side
    umpire.hide(base, known_to=(side,), rule=R["6.5.13a"])
    umpire.conceal(base, seen_by=(side,), rule=R["6.5.13a"])
    umpire.move(base, order.hex, rule=rule)
    if airfield_at(umpire.state, side, order.hex):
        umpire.mark(base, FORTIFIED, None, rule=R["6.5.13b"])
        umpire.reveal(base, rule=R["8.3.1"])
    else:
        umpire.mark(base, FORTIFIED, DEFENSE, rule=R["6.5.13b"])
    umpire.expose(base, rule=R["6.5"])  # which does not tell the enemy what it is


def why_not_there(state: State, squadron: str, hex: str) -> Why:
    """Why a squadron cannot be based in a hex."""
    base = state.pieces[squadron]
    if hex not in state.board.spaces:
        return T("no such hex", hex=hex)
    field = airfield_at(state, base.side, hex)
    if field and not has_room(state, base.side, hex):
        most = capacity(state, state.pieces[field])
        return Reason(T("the airfield is full", airfield=field, most=most), R["6.5.5b"])
    if not field and not is_site(state, base, hex):
        why = T("cannot fly from there", squadron=squadron, hex=hex)
        return Reason(why, R["6.5.5"])
    return T("not within the radius of its aircraft", hex=hex, squadron=squadron)


ON = insist(
    lambda state: on(state, EXPEDITIONARY),
    "option",
    R["6.5.13"],
    "squadrons stay at their airfields",
)

DISPERSE = Legality(
    ON,
    only("squadron", own_squadrons, "squadron", R["2.2.4a"], "no squadron base of yours"),
    only(
        "squadron",
        movable,
        "flown",
        R["6.5.13"],
        "missions in the air",
    ),
    only("hex", sites, "site", R["6.5.2"], why_not_there),
    arguments={"squadron": movable, "hex": sites},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.1"],
)


@derived
def with_engineers(state: State, side: str) -> tuple[str, ...]:
    """A side's squadrons under a Defense +1 marker that have engineers in their hex (6.5.13b)."""
    return tuple(
        id
        for id, value in state.marked(FORTIFIED).items()
        if value == DEFENSE
        and state.pieces[id].side == side
        and state.pieces[id].kind.group == SQUADRON
        and any(
            each.side == side and each.kind.group == GROUND and sheet(each).engineer
            for each in state.pieces_at(state.pieces[id].place)
        )
    )


def fortify(umpire: Umpire, order: Fortify) -> None:
    """Defense +1 is flipped to Fortified +2 (6.5.13b)."""
    umpire.mark(order.squadron, FORTIFIED, DUG_IN, rule=R["6.5.13b"])


FORTIFY = Legality(
    only("squadron", own_squadrons, "squadron", R["2.2.4a"], "no squadron base of yours"),
    only(
        "squadron",
        with_engineers,
        "engineers",
        R["6.5.13b"],
        "no Defense marker and engineers",
    ),
    arguments={"squadron": with_engineers},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.1"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "disperse",
        Disperse,
        disperse,
        R["6.5.13"],
        "base a squadron outside an airfield",
        secret=True,
        legality=(DISPERSE,),
    ),
    OrderKind(
        "fortify",
        Fortify,
        fortify,
        R["6.5.13b"],
        "have engineers fortify a squadron",
        secret=True,
        legality=(FORTIFY,),
    ),
)
