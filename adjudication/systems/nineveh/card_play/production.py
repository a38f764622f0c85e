"""Production units (7.3): in the Daesh Support Phase an Arms Cache, IED Factory or Media Centre tries one of
the operations that its card lists. The enemy sees what appears on the table, and nothing else (2.1f)."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards import standing
from adjudication.systems.nineveh.cards.sheets import Operation, card
from adjudication.systems.nineveh.cards.targets import Context, holds
from adjudication.systems.nineveh.cards.targets import in_play as cards_in_play
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import DAESH, PRODUCTION, in_play
from adjudication.systems.nineveh.table.phases import SUPPORT
from adjudication.systems.nineveh.table.supply import daesh_in_supply
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")

PRODUCED = Mark[str]("produced", turns=1, seen_by=OWNER)
"""Mark of a production unit: the operation that it has tried this turn."""
IN_SUPPLY = 1
"""Added to the die while Daesh is in supply (7.3c)."""


@dataclass(frozen=True, slots=True)
class Produce:
    """Have a production unit try an operation (7.3b)."""

    side: str
    unit: Contact
    operation: str


def produce(umpire: Umpire, order: Produce) -> None:
    """Roll a die, one more in supply; on the number on the card or more the operation succeeds (7.3c)."""
    state, own = umpire.state, (DAESH,)
    unit = state.pieces[order.unit]
    operation = operations(state, unit.kind_id)[order.operation]
    umpire.mark(unit.id, PRODUCED, order.operation, rule=R["7.3b"])
    total = umpire.sum(T("production", unit=unit.id), audience=own)
    purpose = T("production that succeeds", unit=unit.id, at_least=operation.at_least)
    total.add(T("die"), umpire.roll(D6, purpose, rule=R["7.3c"], audience=own), rule=R["7.3c"])
    if daesh_in_supply(umpire.state):
        total.add(T("Daesh in supply"), IN_SUPPLY, rule=R["7.3c"])
    found = standing.modifiers(umpire.state, "production", unit, unit.place)
    standing.add(umpire, total, found, rule=R["7.3c"])
    if total.total >= operation.at_least:
        carry_out(umpire, operation.effects, Context(DAESH, unit.place, R["7.3b"], it=unit.id))


# --- what may be produced ----------------------------------------------------------------------------


@derived
def operations(state: State, kind: str) -> Mapping[str, Operation]:
    """What a kind of production unit may try, by the cards in play."""
    return {
        name: operation
        for piece in cards_in_play(state, DAESH)
        for name, operation in card(piece).operations.items()
        if kind in brought(piece)
    }


def brought(piece: Piece) -> set[str]:
    """The kinds of blocks that a card brings, at any cost."""
    sheet = card(piece)
    return set(sheet.blocks).union(*(level.blocks for level in sheet.levels))


def phasing(state: State) -> tuple[str, ...]:
    """Daesh, in its own player-turn."""
    return (DAESH,) if state.side == DAESH else ()


def units(state: State, side: str) -> list[str]:
    """The production units of Daesh on the map."""
    return [unit.id for unit in in_play(state, DAESH, PRODUCTION)] if side == DAESH else []


def ready(state: State, side: str) -> list[str]:
    """Those that have not tried an operation this turn."""
    return [unit for unit in units(state, side) if state.mark(unit, PRODUCED) is None]


def on_card(state: State, unit: str) -> list[str]:
    """The operations on the card of a unit."""
    return list(operations(state, state.pieces[unit].kind_id))


def possible(state: State, unit: str) -> list[str]:
    """Those that can be tried now."""
    piece = state.pieces[unit]
    context = Context(DAESH, piece.place, R["7.3b"], it=piece.id)
    return [
        name
        for name, operation in operations(state, piece.kind_id).items()
        if holds(state, operation.needs, context)
    ]


def _listed(state: State, unit: str) -> Why:
    if not (listed := on_card(state, unit)):
        return T("no operation on its card", unit=unit)
    return T("not on its card", unit=unit, operations=listed)


def _only_forbidden(state: State, side: str) -> list[str]:
    """Those whose production no card forbids."""
    return [
        unit for unit in ready(state, side) if not standing.forbids(state, "production", state.pieces[unit])
    ]


PRODUCE = Legality(
    only("side", phasing, "turn", R["7.3b"], "production units act in the Daesh Support Phase"),
    insist(
        lambda state: not alone(state),
        "solitaire",
        R["10.1f"],
        "production by Military Council cards alone",
    ),
    only("unit", units, "unit", R["7.3b"], "not a production unit of yours on the map"),
    only(
        "unit",
        ready,
        "produced",
        R["7.3b"],
        "tried its operation this turn",
    ),
    only("unit", _only_forbidden, "forbidden", R["7.3b"], "a card forbids production"),
    only("operation", on_card, "operation", R["7.3b"], _listed),
    only("operation", possible, "needs", R["7.3b"], "what it needs is not there"),
    arguments={"unit": _only_forbidden, "operation": possible},
    sides=phasing,
    phases=(SUPPORT,),
    elsewhere=R["7.3b"],
)

KINDS = (
    OrderKind(
        "produce",
        Produce,
        produce,
        R["7.3b"],
        "have a production unit try an operation",
        secret=True,
        legality=(PRODUCE,),
    ),
)
