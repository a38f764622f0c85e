"""What cards do with where blocks stand: those that come from the reserve, move, may not move or retreat."""

from collections.abc import Sequence

import adjudication.systems.nineveh.moving.movement as movement
import adjudication.systems.nineveh.moving.retreats as retreats
import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.on_blocks import MARKERS
from adjudication.systems.nineveh.cards.selecting import aim, question_of, select, which_area
from adjudication.systems.nineveh.cards.sheets import MARKER, Deed, Move, Place
from adjudication.systems.nineveh.cards.targets import Context, who
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    ELIMINATED,
    IED,
    ISF,
    LARGE,
    SMALL,
    VBIED,
    moves,
    on_map,
    reserve,
    stand_up,
)
from domain.table.state import Piece

R = citations("nineveh", __file__)
T = texts("nineveh")


def place(umpire: Umpire, what: Place, context: Context) -> Context:
    """Blocks come from the reserve where there is room for them; without a block or an area, nothing."""
    places, context = aim(umpire, what.at, context)
    for _ in range(what.count):
        state = umpire.state
        marker = [piece for piece in state.of_group(MARKER) if piece.kind_id == what.kind]
        if marker:
            places = place_marker(umpire, what, marker, places, context)
            continue
        waiting = [
            piece
            for side in (ISF, DAESH)
            for piece in state.pieces_at(reserve(side))
            if piece.kind_id == (IED if what.kind in (LARGE, VBIED) else what.kind)
        ]
        if what.again:
            waiting += [
                piece for piece in state.pieces_at(ELIMINATED) if piece.kind_id == what.kind and piece.side
            ]
        if not waiting:
            break
        block = waiting[0]
        free = [area for area in places if movement.may_enter(state, block, area)]
        if not free:
            break
        by = who(what.by, context) if what.by else block.side
        question = question_of(umpire, context, T("area where a block appears", kind=block.kind_id))
        only_owner = (block.side,) if by == block.side else None
        area = which_area(umpire, by, question, free, context, audience=only_owner)
        face = what.face or (what.kind if what.kind in (LARGE, VBIED) else SMALL)
        if block.kind.group == IED and block.face != face:
            umpire.change(block.id, face=face, rule=context.rule)
        stand_up(umpire, block, rule=context.rule)
        umpire.move(block.id, area, rule=context.rule)
    return context


def place_marker(
    umpire: Umpire, what: Place, markers: Sequence[Piece], places: list[str], context: Context
) -> list[str]:
    """A marker that is not on the map, or, `again`, one that is there, goes to an area. Returns the areas
    that are left for others."""
    ready = [piece for piece in markers if piece.place == MARKERS] or (list(markers) if what.again else [])
    if not ready or not places:
        return places
    by = who(what.by, context) if what.by else context.side
    question = question_of(umpire, context, T("area where a marker is placed", kind=ready[0].kind_id))
    area = which_area(umpire, by, question, places, context)
    umpire.move(ready[0].id, area, rule=context.rule)
    return [place for place in places if place != area]


def move(umpire: Umpire, what: Move, context: Context) -> Context:
    """Blocks make an extra move; their owner says where, or that one stays."""
    of = what.of
    blocks, context = select(umpire, of, context, T("which block makes an extra move?"))
    places, context = aim(umpire, what.to, context)
    for block in blocks:
        state = umpire.state
        piece = state.pieces[block]
        if not on_map(state, piece) or not moves(piece) or state.mark(block, movement.HALTED):
            continue
        near = (
            places if what.far else [area for area in state.board.neighbours[piece.place] if area in places]
        )
        free: list[str | None] = [
            area for area in near if area != piece.place and movement.may_enter(state, piece, area)
        ]
        if not free:
            continue
        options = [None, *free] if what.may else free
        question = question_of(umpire, context, T("area where a block moves", block=block))
        to = asking.choose(
            umpire, piece.side, question, options, rule=context.rule, suggest=options[0], open=False
        )
        if to is not None:
            movement.enter(umpire, block, to, rule=context.rule)
    return context


def stop(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks may not move in their next Movement Phase (5.0d)."""
    blocks, context = select(umpire, what.of, context, T("which block may not move?"))
    for block in blocks:
        piece = umpire.state.pieces[block]
        umpire.mark(block, movement.HALTED, True, audience=(piece.side,), rule=R["5.0d"])
    return context


def retreat(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Units retreat as after combat (6.4). In the solitaire game no card overstacks an area: a unit that
    would stays (10.3f)."""
    forced = not asking.alone(umpire.state)
    blocks, context = select(umpire, what.of, context, T("which unit retreats?"))
    for block in blocks:
        piece = umpire.state.pieces[block]
        if on_map(umpire.state, piece) and moves(piece):
            retreats.retreat(umpire, piece.side, [block], piece.place, forced)
    return context
