"""What a side supposes of what it does not know, for odds before it commits itself: no event card is drawn,
face-down cards of the enemy do nothing, and the enemy has put down no marks that it has not seen. A hidden
block where both sides stand may be any of the enemy's blocks that it has not seen, on the map or off it;
those elsewhere only stand in the way, unless a card is used, which may be aimed at them."""

from collections.abc import Sequence

from adjudication.engine.orders import Order
from adjudication.systems.nineveh.card_play.events import TRIGGER
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import BLOCKS, DAESH, IED, ISF, UNIT, number, on_map, reserve
from domain.events import KindData, PieceData
from domain.events.seen import knows
from domain.table.state import Piece, State
from domain.views.view import sees_mark

SUPPOSITIONS = {
    "fight": "Assumed: no event card is drawn, face-down enemy cards have no effect, and a hidden block in "
    "the area may be any enemy block that has not been shown."
}
"""As odds say it to a side. The white cell's own odds take blocks, cards and the event deck as they are."""
CARD = "use"
BLANK = "blank"
"""A block elsewhere, of which nothing is supposed but that it is a unit."""


def suppose(state: State, viewer: str, orders: Sequence[Order]) -> None:
    """Put what a side supposes in the place of what it does not know, on a table of one's own."""
    for side in (ISF, DAESH):
        for card in state.pieces_at(f"cards-{side}"):
            if not knows(viewer, card.known_to):
                state.take_off(card.id)
                state.marks.pop(card.id, None)
    forget_marks(state, viewer)
    hidden = [
        piece
        for piece in state.pieces.values()
        if piece.kind.group in BLOCKS and on_map(state, piece) and not knows(viewer, piece.known_to)
    ]
    aimed = any(order.name == CARD for order in orders)  # at any area
    elsewhere = [piece for piece in hidden if not aimed and not _shared(state, piece.place)]
    gone_off = viewer == ISF and not alone(state)
    if gone_off:  # where ISF units stand, no IED is left
        for piece in state.pieces_at(reserve(DAESH)):
            if piece.kind.group == IED and not knows(viewer, piece.known_to):
                state.take_off(piece.id)
    for nth, piece in enumerate(sorted(elsewhere, key=_looks)):
        if gone_off and piece.kind.group == IED:
            continue
        pool = PieceData(
            id=f"{BLANK}-{nth}",
            kind=piece.kind_id,
            at=reserve(piece.side),
            name=piece.name,
            face=piece.face,
            steps=piece.steps,
            known_to=piece.known_to,
        )
        state.put(pool)
    for piece in elsewhere:
        piece.kind = KindData(
            name="Block",
            side=piece.side,
            group=UNIT,
            back=piece.kind.back,
            data={"values": [6], "combat": True},
        )
        piece.kind_id, piece.name, piece.face, piece.steps, piece.known_to = BLANK, "Block", "", 1, None
    state.bearers.clear()
    state.groups.clear()
    state.forget()
    state.forget_places()


def forget_marks(state: State, viewer: str) -> None:
    """Take off the event deck's number, and the marks that the viewer does not know."""
    for subject, marks in list(state.marks.items()):
        known = knows(viewer, state.who_sees_subject(subject))
        for mark in list(marks):
            if mark == TRIGGER.name or not (known and sees_mark(state, viewer, subject, mark)):
                del marks[mark]
                state.marks_for.pop((subject, mark), None)
                state.lapses.pop((subject, mark), None)
        if not marks:
            del state.marks[subject]


def _shared(state: State, area: str) -> bool:
    return bool(number(state, ISF, area) and number(state, DAESH, area))


def _looks(piece: Piece) -> tuple[str, str, int]:
    """What tells one block from another, whatever its id."""
    return piece.kind_id, piece.face, piece.steps
