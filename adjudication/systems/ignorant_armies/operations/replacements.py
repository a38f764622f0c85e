"""Replacement points: income, RPs of events, and what they build. Costs are the base game's: whoever
builds says them."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.kuwait import open_to, settle, who
from adjudication.systems.ignorant_armies.table.sides import (
    ARRIVED,
    AVAILABLE,
    DEADPILE,
    INCOME,
    IRAN,
    IRAQ,
    MOVED_SF,
    ON_GROUND,
    ONE_RP_MORE,
    RP_IRAQ,
    RP_JOINT_ARAB,
    box,
    has_done,
    in_effect,
    in_turn,
    is_joint_arab,
    kind_of,
    note,
    units,
)
from adjudication.systems.ignorant_armies.table.turns import MOVEMENTS
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

SAVED = 3
"""Joint Arab RPs that may be saved from one game-turn to the next (ja.rp.cap)."""
MOST_COST = 9
MOST_STEPS = 4
"""Of a unit whose counter does not say its full strength."""


@dataclass(frozen=True, slots=True)
class Build:
    """Bring a unit on, or back from the deadpile, into a hex; or give one its steps back where it stands.
    steps: how many it has then, full strength if left out; cost: in RPs, one for each step if left out."""

    side: str
    unit: str
    to: str
    cost: int | None = None
    steps: int | None = None


def grant(umpire: Umpire, number: int, why: Text, *, rule: str) -> None:
    """RPs to Iraq on top of its income."""
    umpire.score(RP_IRAQ, number, why=why, rule=rule)


def income(umpire: Umpire) -> None:
    """At the start of the Iraqi player-turn: the normal income, six after the Extraordinary Congress, and
    what events add."""
    state = umpire.state
    normal = state.mark(IRAQ, INCOME, int(state.options["iraqi_income"] or 0))
    umpire.score(RP_IRAQ, normal, why=T("income"), rule=R["doc.scope"])
    if state.mark(IRAQ, ONE_RP_MORE):
        umpire.mark(IRAQ, ONE_RP_MORE, None, rule=R["event.62"])
        grant(umpire, 1, T("no reinforcement to bring forward"), rule=R["event.62"])
    if in_effect(state) and state.turn > state.mark("game", ARRIVED, 0):
        umpire.score(RP_JOINT_ARAB, 1, why=T("Joint Arab income"), rule=R["ja.rp.income"])


def cap(umpire: Umpire) -> None:
    """At the end of a game-turn: no more than three Joint Arab RPs are saved (ja.rp.cap)."""
    over = max(0, umpire.state.track(RP_JOINT_ARAB) - SAVED)
    umpire.score(RP_JOINT_ARAB, -over, why=T("three at most are saved"), rule=R["ja.rp.cap"])


def purse(unit: Piece) -> str:
    """The track of the RPs that pay for a unit (ja.rp.separate); empty for Iran, whose RPs are not
    tracked."""
    if unit.side == IRAN:
        return ""
    return RP_JOINT_ARAB if is_joint_arab(unit) else RP_IRAQ


def to_build(state: State, side: str) -> list[str]:
    """The units that a side may bring on, and those on the map that have lost steps."""
    off_map = [
        piece
        for place in (box(AVAILABLE, side), box(DEADPILE, side))
        for piece in state.pieces_at(place)
        if piece.kind.group in ON_GROUND and not (is_joint_arab(piece) and not in_effect(state))
    ]
    reduced = [unit for unit in units(state, side) if unit.steps < full(unit)]
    return [piece.id for piece in (*off_map, *reduced) if not has_done(state, piece.id, "built")]


def on_map(state: State, unit: Piece) -> bool:
    """Whether a unit is on the map."""
    return unit in units(state, unit.side)


def where(state: State, unit: str) -> list[str]:
    """Where a unit may come on: Joint Arab units at their entry hexes (ja.rp.rebuild), others where the
    base game lets them; one on the map where it stands."""
    piece = state.pieces[unit]
    if on_map(state, piece):
        return [piece.place]
    entry = piece.kind.data.get("entry")
    open_hexes = open_to(state, who(piece))
    return [hex for hex in entry if hex in open_hexes] if entry else open_hexes


def one_brigade(state: State, unit: str) -> bool:
    """Of the Special Forces brigades that event 33 releases one enters in a game-turn; the 1st is none of
    them."""
    piece = state.pieces[unit]
    if kind_of(piece) != "special forces" or piece.kind.data.get("first") or on_map(state, piece):
        return True
    return not state.mark(IRAQ, MOVED_SF)


def full(unit: Piece) -> int:
    """The steps of a unit at full strength; 0 where its counter does not say."""
    factors = unit.kind.data.get("factors")
    return len(factors) if factors else int(unit.kind.data.get("steps", 0))


def strength(unit: Piece, steps: int | None) -> int:
    """The steps that a unit comes on with."""
    return (full(unit) or 1) if steps is None else steps


def price(state: State, unit: str, cost: int | None, steps: int | None) -> int:
    """The RPs that a unit costs: as the builder says, else one for each step that it gains."""
    if cost is not None:
        return cost
    piece = state.pieces[unit]
    return strength(piece, steps) - (piece.steps if on_map(state, piece) else 0)


def affordable(state: State, unit: str, cost: int | None, steps: int | None) -> bool:
    """Whether the RPs are there."""
    track = purse(state.pieces[unit])
    return not track or price(state, unit, cost, steps) <= state.track(track)


def too_dear(state: State, unit: str, cost: int | None, steps: int | None) -> Why:
    """Why they are not."""
    piece = state.pieces[unit]
    track = state.tracks[purse(piece)]
    return T(
        "too dear", unit=unit, price=price(state, unit, cost, steps), track=track.data.name, left=track.value
    )


def paid_for(state: State, side: str) -> list[str]:
    """The units that a side may bring on, or back to full strength, and has the RPs for."""
    return [unit for unit in to_build(state, side) if affordable(state, unit, None, None)]


def has_steps(state: State, unit: str, steps: int | None) -> bool:
    """Whether a unit can have so many steps, and has fewer where it stands on the map."""
    piece = state.pieces[unit]
    least = piece.steps + 1 if on_map(state, piece) else 1
    return steps is None or least <= steps <= (full(piece) or MOST_STEPS)


def wrong_steps(state: State, unit: str) -> Why:
    """How many steps it can have."""
    piece = state.pieces[unit]
    most = full(piece) or MOST_STEPS
    if on_map(state, piece):
        return T("say how many steps it has afterwards", unit=unit, steps=piece.steps, most=most)
    return (
        T("not the steps that it can have", unit=unit, most=most)
        if most > 1
        else T("one step alone", unit=unit)
    )


def build(umpire: Umpire, order: Build) -> None:
    """Pay, and put the unit into its hex, or give it its steps back there (ja.rp.rebuild)."""
    state, unit = umpire.state, order.unit
    piece = state.pieces[unit]
    rule = R["ja.rp.rebuild"] if is_joint_arab(piece) else R["doc.scope"]
    track, cost = purse(piece), price(state, unit, order.cost, order.steps)
    there = on_map(state, piece)
    if track:
        umpire.score(track, -cost, why=T("price of a unit", unit=piece.id), rule=R["ja.rp.separate"])
    steps = strength(piece, order.steps)
    if piece.steps != steps:
        umpire.change(unit, steps=steps, rule=rule)
    if not there:
        umpire.move(unit, order.to, rule=rule)
    note(umpire, unit, "built")
    if not there and kind_of(piece) == "special forces" and not piece.kind.data.get("first"):
        umpire.mark(IRAQ, MOVED_SF, True, rule=R["event.33"])
    settle(umpire)


BUILD = Legality(
    only("side", in_turn, "turn", R["doc.scope"], "not its player-turn"),
    only("unit", to_build, "unit", R["doc.scope"], "not among the units that may be built"),
    insist(
        one_brigade,
        "one-brigade",
        R["event.33"],
        "one Special Forces brigade each game-turn",
    ),
    only("to", where, "place", R["ja.rp.rebuild"], "cannot come on there"),
    only(
        "cost",
        lambda state: range(MOST_COST + 1),
        "cost",
        R["doc.scope"],
        "a unit costs 0 to 9 RPs",
    ),
    insist(has_steps, "steps", R["ja.units.total"], wrong_steps),
    insist(affordable, "rps", R["ja.rp.separate"], too_dear),
    arguments={"unit": paid_for, "to": where},
    sides=in_turn,
    phases=MOVEMENTS,
    elsewhere=R["doc.scope"],
)
KINDS = (
    OrderKind(
        "build",
        Build,
        build,
        R["ja.rp.rebuild"],
        "bring a unit on for RPs, or give it steps back",
        legality=(BUILD,),
    ),
)
