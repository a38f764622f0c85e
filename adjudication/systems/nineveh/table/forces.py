"""Which blocks a side sets up (3.3d-3.3g, 3.3j): the core force, and what the cards it bought bring."""

from collections.abc import Mapping
from typing import Any

from adjudication.engine.register import citations
from adjudication.systems.nineveh.table.blocks import IED, LARGE, SMALL, UNITS, VBIED, reserve, sheet
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

CORE = "core-forces"
"""Table: the blocks that each side has without buying anything, unless core unit cards say so (3.1, 3.3)."""
FACES = (SMALL, LARGE, VBIED)
"""What IED blocks are called in lists of forces, in the order in which blocks are taken (7.5g)."""
ARMY, INTERIOR, CTS, PMF = "army", "interior", "cts", "pmf"
GROUPS = (ARMY, INTERIOR, CTS, PMF)
"""Groups that ISF sets up, each in one starting area (3.3b, 3.3g)."""
LEVEL = Mark[int]("level")
"""Mark of a card that is sold at two costs: which of its levels was bought (3.2c)."""


@derived
def due(state: State, side: str) -> dict[str, int]:
    """Kind of block, or face of an IED block, to how many a side sets up."""
    cards = state.pieces_at(f"cards-{side}")
    found: dict[str, int] = {}
    if not any(card.kind.data.get("core") for card in cards):
        rows = (row for row in state.tables[CORE].data.rows if row["side"] == side)
        found = {str(row["block"]): int(str(row["number"])) for row in rows}
    for card in cards:
        for name, number in brought(state, card).items():
            found[name] = found.get(name, 0) + number
    return found


def brought(state: State, card: Piece) -> Mapping[str, int]:
    """The blocks that a unit card brings, at the level that was bought (3.1, 3.2d)."""
    data: Mapping[str, Any] = card.kind.data
    levels = data.get("levels")
    if levels:
        data = levels[state.mark(card.id, LEVEL, 0)]
    brings: Mapping[str, int] = data.get("blocks", {})
    return dict(sorted(brings.items()))  # as any copy of the card has them


@derived
def force(state: State, side: str) -> dict[str, str]:
    """The blocks that a side sets up: id to kind, or to the face of an IED block."""
    found = {}
    own = [piece for piece in state.pieces.values() if piece.side == side]
    for name, number in due(state, side).items():
        if name not in FACES:
            found.update(dict.fromkeys([piece.id for piece in own if piece.kind_id == name][:number], name))
    spare = [block.id for block in own if block.kind.group == IED]
    for face in FACES:
        number = due(state, side).get(face, 0)
        found.update(dict.fromkeys(spare[:number], face))
        spare = spare[number:]
    return found


def waiting(state: State, side: str) -> list[str]:
    """The blocks that a side has still to set up."""
    return [block for block in force(state, side) if state.pieces[block].place == reserve(side)]


def of_group(state: State, side: str, group: str) -> list[str]:
    """The blocks of a group that a side sets up: an HQ and its formation, or the PMF."""
    pieces = (state.pieces[block] for block in force(state, side))
    return [piece.id for piece in pieces if piece.kind.group in UNITS and sheet(piece).formation == group]
