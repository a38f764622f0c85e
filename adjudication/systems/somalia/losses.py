"""What counts as a loss, and what the rules have against a manual change."""

import adjudication.systems.somalia.later.telling as later
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.engine.reasons import said_of
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.somalia.table.factions import against_entry
from adjudication.systems.somalia.table.forces import BASE, GANG, LEADER, MILITIA, base_in
from adjudication.systems.somalia.table.sides import BASE as GAME
from adjudication.systems.somalia.table.sides import game
from adjudication.systems.somalia.table.zones import BANDIT_CUP, MILITIA_BOX, REMOVED, is_zone
from domain.events import Event, PieceMoved
from domain.table.state import Piece, State
from domain.texts import Said

R = citations("somalia", __file__)
T = texts("somalia")

LOST = "eliminated"
OFF = {GANG: BANDIT_CUP, LEADER: REMOVED, MILITIA: MILITIA_BOX}
"""Where counters of a group go from the map when they are lost. UN units are never eliminated (6.0f)."""


def losses(event: Event, state: State) -> Loss | None:
    """Bandit units, Leaders and Militia that leave the map. Those that come from a cup are reinforcements,
    which are no loss made good; UN units that go home are none."""
    if not isinstance(event, PieceMoved):
        return None
    piece = state.pieces[event.piece]
    goes = event.to == OFF.get(piece.kind.group)
    if game(state) != GAME:
        goes = later.is_lost(piece, event.to) or event.to == REMOVED
    return Loss(piece.id, piece.side, LOST) if goes and is_zone(state.board, event.origin) else None


def objections(state: State, act: Order) -> list[tuple[str, Said]]:
    """What the rules have against a counter that is moved by hand."""
    piece = state.pieces.get(act.arguments.get("piece", ""))
    if act.name != "hand-move" or piece is None or game(state) != GAME:
        return []
    return against_move(state, piece, act.arguments["to"])


def against_move(state: State, piece: Piece, to: str) -> list[tuple[str, Said]]:
    """Why that counter should not go there."""
    if not is_zone(state.board, to):
        return []
    found: list[tuple[str, Said]] = []
    if piece.kind.group == LEADER and piece.place == REMOVED:
        found.append((R["8.61d"], T("a Leader does not come back", piece=piece.id)))
    if piece.kind.group == MILITIA and is_zone(state.board, piece.place) and piece.place != to:
        found.append((R["8.2b"], T("Militia may not move", piece=piece.id)))
    if piece.kind.group == BASE and base_in(state, to) is not None:
        found.append((R["5.2a"], T("the Zone has a Base", zone=to)))
    mixed = against_entry(state, to, [piece.id]) if piece.kind.group in (GANG, LEADER) else ""
    if mixed:
        found.append((R["8.41b"], said_of(mixed)))
    return found
