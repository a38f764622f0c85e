"""Replacement points: income, RPs of events, and what they build. Costs are the base game's: whoever
builds says them."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.kuwait import open_to, settle, who
from adjudication.systems.ignorant_armies.sides import (
    ARRIVED,
    AVAILABLE,
    DEADPILE,
    DONE,
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
    is_joint_arab,
    kind_of,
)
from adjudication.systems.ignorant_armies.turns import MOVEMENTS
from domain.table.state import Piece, State

R = citations("ignorant-armies", __file__)

SAVED = 3
"""Joint Arab RPs that may be saved from one game-turn to the next (ja.rp.cap)."""
MOST_COST = 9


@dataclass(frozen=True, slots=True)
class Build:
    """Bring a unit on, or back from the deadpile: into a hex, for so many RPs and with so many steps."""

    side: str
    unit: str
    to: str
    cost: int = 1
    steps: int = 1


def grant(umpire: Umpire, number: int, why: str, *, rule: str) -> None:
    """RPs to Iraq on top of its income."""
    umpire.score(RP_IRAQ, number, why=why, rule=rule)


def income(umpire: Umpire) -> None:
    """At the start of the Iraqi player-turn: the normal income, six after the Extraordinary Congress, and
    what events add."""
    state = umpire.state
    normal = int(state.mark(IRAQ, INCOME, state.options["iraqi_income"]))
    umpire.score(RP_IRAQ, normal, why="income", rule=R["doc.scope"])
    if state.mark(IRAQ, ONE_RP_MORE):
        umpire.mark(IRAQ, ONE_RP_MORE, None, rule=R["event.62"])
        grant(umpire, 1, "no reinforcement to bring forward", rule=R["event.62"])
    if in_effect(state) and state.turn > int(state.mark("game", ARRIVED)):
        umpire.score(RP_JOINT_ARAB, 1, why="Joint Arab income", rule=R["ja.rp.income"])


def cap(umpire: Umpire) -> None:
    """At the end of a game-turn: no more than three Joint Arab RPs are saved (ja.rp.cap)."""
    over = umpire.state.track(RP_JOINT_ARAB) - SAVED
    if over > 0:
        umpire.score(RP_JOINT_ARAB, -over, why="three at most are saved", rule=R["ja.rp.cap"])


def purse(unit: Piece) -> str:
    """The track of the RPs that pay for a unit (ja.rp.separate); empty for Iran, whose RPs are not
    tracked."""
    if unit.side == IRAN:
        return ""
    return RP_JOINT_ARAB if is_joint_arab(unit) else RP_IRAQ


def to_build(state: State, side: str) -> list[str]:
    """The units that a side may bring on."""
    return [
        piece.id
        for place in (box(AVAILABLE, side), box(DEADPILE, side))
        for piece in state.pieces_at(place)
        if piece.kind.group in ON_GROUND and not (is_joint_arab(piece) and not in_effect(state))
        if not has_done(state, piece.id, "built")
    ]


def where(state: State, unit: str) -> list[str]:
    """Where a unit may come on: Joint Arab units at their entry hexes (ja.rp.rebuild), others where the
    base game lets them."""
    piece = state.pieces[unit]
    entry = piece.kind.data.get("entry")
    open_hexes = open_to(state, who(piece))
    return [hex for hex in entry if hex in open_hexes] if entry else open_hexes


def one_brigade(state: State, unit: str) -> bool:
    """Of the Special Forces brigades that event 33 releases one enters in a game-turn; the 1st is none of
    them."""
    if kind_of(state.pieces[unit]) != "special forces" or state.pieces[unit].kind.data.get("first"):
        return True
    return not state.mark(IRAQ, MOVED_SF)


def affordable(state: State, unit: str, cost: int | None) -> bool:
    """Whether the RPs are there; a cost that is left out is 1."""
    track = purse(state.pieces[unit])
    return not track or (1 if cost is None else cost) <= state.track(track)


def paid_for(state: State, side: str) -> list[str]:
    """The units that a side may bring on and has an RP for."""
    return [unit for unit in to_build(state, side) if affordable(state, unit, None)]


def has_steps(state: State, unit: str, steps: int | None) -> bool:
    """Whether a unit can have so many steps; left out they are 1."""
    return steps is None or 1 <= steps <= full(state.pieces[unit])


def full(unit: Piece) -> int:
    """The steps of a unit at full strength."""
    factors = unit.kind.data.get("factors")
    return len(factors) if factors else int(unit.kind.data.get("steps", 4))


def build(umpire: Umpire, order: Build) -> None:
    """Pay, and put the unit into its hex."""
    piece = umpire.state.pieces[order.unit]
    rule = R["ja.rp.rebuild"] if is_joint_arab(piece) else R["doc.scope"]
    track = purse(piece)
    if track and order.cost:
        umpire.score(track, -order.cost, why=piece.name, rule=R["ja.rp.separate"])
    if piece.steps != order.steps:
        umpire.change(order.unit, steps=order.steps, rule=rule)
    umpire.move(order.unit, order.to, rule=rule)
    umpire.mark(order.unit, DONE, ["built"], until=umpire.state.turn + 1, rule=R["doc.scope"])
    if kind_of(piece) == "special forces" and not piece.kind.data.get("first"):
        umpire.mark(IRAQ, MOVED_SF, True, until=umpire.state.turn + 1, rule=R["event.33"])
    settle(umpire)


def movers(state: State) -> tuple[str, ...]:
    """The side whose player-turn it is."""
    return (state.side,) if state.side else ()


BUILD = Legality(
    only("side", movers, "turn", R["doc.scope"], "It is not the player-turn of {side}."),
    only("unit", to_build, "unit", R["doc.scope"], "{unit} is not among the units that may be built."),
    insist(
        one_brigade,
        "one-brigade",
        R["event.33"],
        "A Special Forces brigade has entered this game-turn; one may enter each game-turn.",
    ),
    only("to", where, "place", R["ja.rp.rebuild"], "{unit} cannot come on at {to}."),
    only(
        "cost",
        lambda state: range(MOST_COST + 1),
        "cost",
        R["doc.scope"],
        "A unit costs 0 to 9 RPs, not {cost}.",
    ),
    only("unit", paid_for, "rps", R["ja.rp.separate"], "There are no RPs for {unit}."),
    insist(affordable, "rps", R["ja.rp.separate"], "There are not enough RPs for {unit}."),
    insist(has_steps, "steps", R["ja.units.total"], "{unit} does not have so many steps."),
    arguments={"unit": paid_for, "to": where},
    sides=movers,
    phases=MOVEMENTS,
)
KINDS = (OrderKind("build", Build, build, R["ja.rp.rebuild"], "bring a unit on for RPs", legality=(BUILD,)),)
