"""How many missions a base sends out: carriers by their boxes (6.5.6), airfields by what is left of them
(2.1.7.2, 9.9.7)."""

from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.air.fuel import AIRFIELD, friendly
from adjudication.systems.ows.air.missions import SUPPORT, base_of, flown_from, mission_type
from adjudication.systems.ows.ground.forces.logistics import can_fuel, can_fuel_all
from adjudication.systems.ows.table.counters import FACILITY, SHIP, boxes_lost, missions_left, sheet
from adjudication.systems.ows.table.status import SUPPRESSED, is_ready
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


@derived
def airfield_at(state: State, side: str, hex: str) -> str:
    """A side's airfield in a hex; empty for none."""
    for piece in state.pieces_at(hex):
        if piece.kind.group == FACILITY and sheet(piece).type == AIRFIELD and friendly(state, piece, side):
            return piece.id
    return ""


def capacity(state: State, airfield: Piece) -> int:
    """The air units that an airfield can base, and the missions that it generates: the number printed, less
    its damage (2.1.7.2a, 9.9.7e); none with its last box (9.9.7f)."""
    return max(0, sheet(airfield).squadrons - boxes_lost(airfield)) if airfield.steps else 0


def flown_from_field(state: State, airfield: Piece) -> int:
    """The missions that fly from the squadrons at an airfield."""
    return sum(len(flown_from(state, base.id)) for base in squadrons_at(state, airfield))


def squadrons_at(state: State, airfield: Piece) -> list[Piece]:
    """The squadron bases at an airfield."""
    here = state.pieces_at(airfield.place)
    return [piece for piece in here if sheet_type(piece) == "squadron base" and piece.side == airfield.side]


def sheet_type(piece: Piece) -> str:
    """The type of a piece that has a sheet; empty without one."""
    return str(piece.kind.data.get("type", ""))


def may_fly(state: State, piece: Piece) -> bool:
    """Whether its base sends a mission out at all."""
    return not why_grounded(state, piece)


def why_grounded(state: State, piece: Piece) -> Why:
    """Why its base sends no mission out; empty where it does."""
    base = base_of(state, piece)
    if base is None:
        return Reason(T("has no base", mission=piece.id), R["2.2.4c"])
    if not (is_ready(state, piece.id) and is_ready(state, base.id)):
        return Reason(T("not ready", mission=piece.id), R["4.2"])
    if base.kind.group == SHIP:
        if not state.mark(base.id, SUPPRESSED):
            return ""
        return Reason(T("its base is suppressed", base=base.id), R["9.6.1a"])
    field = airfield_at(state, piece.side, state.where(base.id))
    if field and flown_from_field(state, state.pieces[field]) >= capacity(state, state.pieces[field]):
        return no_more_from(state, state.pieces[field])
    if not can_fuel(state, base.id):
        return Reason(T("no fuel in reach to fly", base=base.id), R["10.13.2.1a"])
    return ""


def no_more_from(state: State, airfield: Piece) -> Reason:
    """That an airfield sends out no more missions, with the damage that it has."""
    most = capacity(state, airfield)
    why = T("no more can fly from it", airfield=airfield.id, missions=most)
    return Reason(why, R["9.9.7e"] if most else R["9.9.7f"])


def sorties_left(state: State, piece: Piece, type: str) -> int:
    """How many more missions of a type its base sends out. A carrier generates one for each aircraft in its
    boxes that are left, and as many tankers and AEW in all beside (6.5.6, 6.5.6a)."""
    base = base_of(state, piece)
    if base is None:
        return 0
    if base.kind.group != SHIP:
        return 1
    flown = [mission_type(state, other) in SUPPORT for other in flown_from(state, base.id)]
    return max(0, missions_left(base) - flown.count(type in SUPPORT))


def why_none_left(state: State, piece: Piece, type: str) -> Why:
    """Why a carrier sends no more missions of a type out."""
    base = base_of(state, piece)
    assert base is not None
    most = missions_left(base)
    if type in SUPPORT:
        return Reason(T("no more tankers or AEW from its boxes", base=base.id, missions=most), R["6.5.6a"])
    return Reason(T("no more missions from its boxes", base=base.id, missions=most), R["6.5.6"])


def too_many(state: State, missions: dict[str, str]) -> Why:
    """Why bases do not send out all these missions at once, each with what it flies; empty where they do."""
    from_ship: dict[tuple[str, bool], list[str]] = {}
    from_field: dict[str, list[str]] = {}
    for id, type in missions.items():
        piece = state.pieces[id]
        base = base_of(state, piece)
        if base is None:
            return why_grounded(state, piece)
        if base.kind.group == SHIP:
            from_ship.setdefault((base.id, type in SUPPORT), []).append(id)
        elif field := airfield_at(state, piece.side, state.where(base.id)):
            from_field.setdefault(field, []).append(id)
    for ids in from_ship.values():
        piece = state.pieces[ids[0]]
        if len(ids) > sorties_left(state, piece, missions[ids[0]]):
            return why_none_left(state, piece, missions[ids[0]])
    for ids in from_field.values():
        bases = [base.id for id in ids if (base := base_of(state, state.pieces[id])) is not None]
        if not can_fuel_all(state, list(dict.fromkeys(bases))):
            return Reason(T("not enough fuel for all these squadrons"), R["10.13.2.1a"])
    for id, ids in from_field.items():
        field_piece = state.pieces[id]
        if flown_from_field(state, field_piece) + len(ids) > capacity(state, field_piece):
            return no_more_from(state, field_piece)
    return ""


def can_send(state: State, missions: tuple[str, ...], type: str) -> int:
    """How many of these missions their bases can send out at once to fly missions of a type."""
    by_base: dict[str, list[Piece]] = {}
    for id in missions:
        piece = state.pieces[id]
        base = base_of(state, piece)
        if base is not None:
            at = base.id if base.kind.group == SHIP else airfield_at(state, piece.side, state.where(base.id))
            by_base.setdefault(at, []).append(piece)
    found = 0
    for at, pieces in by_base.items():
        if not at:
            found += len(pieces)
        elif state.pieces[at].kind.group == SHIP:
            found += min(len(pieces), sorties_left(state, pieces[0], type))
        else:
            field = state.pieces[at]
            found += min(len(pieces), capacity(state, field) - flown_from_field(state, field))
    return found
