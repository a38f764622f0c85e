"""HQ special orders (7.2): Rally, Maneuver and Leadership, and how orders are regained. An HQ is named by
what its block of orders is called (`army`, `interior`, `cts`, `leader`), so that no block is given away."""

from dataclasses import dataclass

import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.moving.movement as movement
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.movement import destinations, may_move, phasing, reach
from adjudication.systems.nineveh.table.blocks import DISRUPTED, HQ, ISF, UNITS, in_play, is_unit, sheet
from adjudication.systems.nineveh.table.hits import rally as take_marker_off
from adjudication.systems.nineveh.table.phases import MOVEMENT, SUPPORT
from adjudication.systems.nineveh.table.supply import in_supply
from domain.table.derived import derived
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")

COMMAND_RANGE = {"isf": 3, "daesh": 1}
"""Areas (7.2d, 7.2e)."""


@dataclass(frozen=True, slots=True)
class Rally:
    """Take the Disruption marker off a unit (7.21a)."""

    side: str
    hq: str
    unit: Contact


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Have a unit make an extra move (7.21b)."""

    side: str
    hq: str
    unit: Contact
    to: str


def track(hq: str) -> str:
    """The track of an HQ's special orders."""
    return f"orders-{hq}"


@derived
def headquarters(state: State, side: str) -> dict[str, str]:
    """A side's HQs on the map: what they are called to their blocks."""
    return {sheet(unit).hq: unit.id for unit in in_play(state, side, HQ)}


def able(state: State, side: str) -> list[str]:
    """The HQs of a side on the map with orders left, unless a card forbids them to give any (7.21e)."""
    return [
        hq
        for hq, block in headquarters(state, side).items()
        if state.track(track(hq)) and not standing.forbids(state, "orders", state.pieces[block])
    ]


def commands(state: State, side: str, hq: str) -> list[str]:
    """The units that an HQ may give an order to now: of its formation and within its range, itself too; while
    it is disrupted itself alone (7.2b-7.2e, 7.21f)."""
    block = state.pieces[headquarters(state, side)[hq]]
    if state.mark(block.id, DISRUPTED):
        return [block.id]
    return [unit for unit in of_formation(state, side, hq) if _near(state, side, block, state.pieces[unit])]


def of_formation(state: State, side: str, hq: str) -> list[str]:
    """The units of an HQ's formation on the map; of the Leader every Daesh unit (7.2b, 7.2e)."""
    formation = sheet(state.pieces[headquarters(state, side)[hq]]).formation
    return [unit.id for unit in in_play(state, side, *UNITS) if sheet(unit).formation == formation]


def _near(state: State, side: str, hq: Piece, unit: Piece) -> bool:
    far = state.board.range(hq.place, unit.place)
    return far is not None and far <= command_range(state, side, hq)


def command_range(state: State, side: str, hq: Piece) -> int:
    """How many areas away an HQ commands units, with what cards add (7.2d, 7.2e)."""
    more = standing.modifiers(state, "command range", hq, hq.place)
    return COMMAND_RANGE[side] + sum(each.by for each in more)


def may_lead(state: State, side: str, unit: str) -> list[str]:
    """The HQs that may order a Leadership reroll for a unit now: none that is disrupted (7.21c, 7.21f)."""
    return [
        hq
        for hq in able(state, side)
        if unit in commands(state, side, hq) and not state.mark(headquarters(state, side)[hq], DISRUPTED)
    ]


def spend(umpire: Umpire, hq: str, order: Text, *, rule: str = R["7.21e"]) -> None:
    """An HQ has given an order (7.21e)."""
    umpire.score(track(hq), -1, why=order, rule=rule)


def regain(umpire: Umpire, side: str) -> None:
    """Each ISF HQ in supply, and the Leader in any case, regains an order (7.21g, 7.21h)."""
    state = umpire.state
    for hq, block in headquarters(state, side).items():
        piece = state.pieces[block]
        if side != ISF or in_supply(state, piece):
            rule = R["7.21g"] if side == ISF else R["7.21h"]
            umpire.score(track(hq), 1, why=T("special order regained"), rule=rule)


# --- Rally -------------------------------------------------------------------------------------------


def rally(umpire: Umpire, order: Rally) -> None:
    """A unit is no longer disrupted, and who it was the enemy does not learn (7.21a)."""
    spend(umpire, order.hq, T("Rally"), rule=R["7.21a"])
    take_marker_off(umpire, order.unit, rule=R["7.21a"])


def disrupted(state: State, side: str, hq: str) -> list[str]:
    """The units that an HQ may rally now."""
    return [unit for unit in commands(state, side, hq) if state.mark(unit, DISRUPTED)]


def own_hqs(state: State, side: str) -> list[str]:
    """The HQs of a side on the map."""
    return list(headquarters(state, side))


def _no_hq(state: State, side: str, hq: str) -> Why:
    """What is wrong with an HQ that is named: it is none, or not on the map."""
    known = own_hqs(state, side)
    formation = next((each for each in known if headquarters(state, side)[each] == hq), "")
    if formation:
        return T("an HQ is called by its formation", hq=hq, formation=formation)
    if not known:
        return T("you have no HQ on the map")
    return T("not an HQ of yours on the map", hq=hq, known=known)


def _usual(state: State) -> bool:
    """Whether the side gives special orders: in the solitaire game the Leader acts by cards (10.2c)."""
    return state.side == ISF or not state.options["solitaire"]


def _out_of_command(state: State, side: str, hq: str, unit: str) -> Why:
    block, ordered = state.pieces[headquarters(state, side)[hq]], state.pieces[unit]
    if state.mark(block.id, DISRUPTED):
        return _must_rally(block)
    if unit not in of_formation(state, side, hq):
        alone = is_unit(ordered) and sheet(ordered).formation == "pmf"
        why = T("not a unit it commands", unit=ordered.id, hq=block.id)
        return Reason(why, R["7.2c"] if alone else R["7.2b"])
    far = command_range(state, side, block)
    why = T("out of command range", unit=ordered.id, areas=far, hq=block.id)
    return Reason(why, R["7.2d"] if side == ISF else R["7.2e"])


def _must_rally(hq: Piece) -> Reason:
    return Reason(T("must rally itself first", hq=hq.id), R["7.21f"])


IN_TURN = only("side", phasing, "turn", R["7.2a"], "no orders in the other side's turn")
BY_RULE = insist(_usual, "solitaire", R["10.2c"], "the Leader acts through cards alone")
ON_MAP = only("hq", own_hqs, "hq", R["7.2a"], _no_hq)
HAS_ORDERS = only("hq", able, "orders", R["7.21e"], "no special orders left")
OWN = only("unit", movement.own_blocks, "block", R["7.2a"], "not a block of yours on the map")
UNDER_COMMAND = only("unit", commands, "command", R["7.2b"], _out_of_command)

RALLY = Legality(
    IN_TURN,
    BY_RULE,
    ON_MAP,
    HAS_ORDERS,
    OWN,
    UNDER_COMMAND,
    only("unit", disrupted, "steady", R["7.21a"], "not disrupted"),
    arguments={"hq": able, "unit": disrupted},
    sides=phasing,
    phases=(SUPPORT,),
    elsewhere=R["7.21a"],
)

# --- Maneuver ----------------------------------------------------------------------------------------


def maneuver(umpire: Umpire, order: Maneuver) -> None:
    """A unit makes an extra move (7.21b)."""
    spend(umpire, order.hq, T("Maneuver"), rule=R["7.21b"])
    movement.make_move(umpire, order.unit, order.to, rule=R["7.21b"])


def mobile(state: State, side: str, hq: str) -> list[str]:
    """The units that an HQ may have make an extra move now: none that the enemy has stopped (5.0c)."""
    if state.mark(headquarters(state, side)[hq], DISRUPTED):
        return []
    return [unit for unit in commands(state, side, hq) if may_move(state, unit)]


def _held(state: State, side: str, hq: str, unit: str) -> Why:
    block = state.pieces[headquarters(state, side)[hq]]
    if state.mark(block.id, DISRUPTED):
        return _must_rally(block)
    return T("cannot move, or stays", unit=unit)


MANEUVER = Legality(
    IN_TURN,
    BY_RULE,
    ON_MAP,
    HAS_ORDERS,
    OWN,
    UNDER_COMMAND,
    only("unit", mobile, "held", R["5.0c"], _held),
    only("to", reach, "reach", R["5.0b"], movement.beyond),
    only("to", destinations, "full", R["5.2a"], movement.full),
    arguments={"hq": able, "unit": mobile, "to": destinations},
    sides=phasing,
    phases=(MOVEMENT,),
    elsewhere=R["7.21b"],
)

KINDS = (
    OrderKind("rally", Rally, rally, R["7.21a"], "rally a unit", secret=True, legality=(RALLY,)),
    OrderKind(
        "maneuver", Maneuver, maneuver, R["7.21b"], "have a unit make an extra move", legality=(MANEUVER,)
    ),
)
