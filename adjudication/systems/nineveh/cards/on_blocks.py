"""What cards do to blocks where they stand: step losses and their recovery, disruption and rally; blocks are
shown, hidden or taken off the map."""

import msgspec

import adjudication.systems.nineveh.table.hits as hits
import adjudication.systems.nineveh.table.rumours as rumours
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.selecting import select
from adjudication.systems.nineveh.cards.sheets import MARKER, Blocks, Deed, Lose
from adjudication.systems.nineveh.cards.targets import Context, who
from adjudication.systems.nineveh.table.blocks import (
    ENEMY,
    IED,
    RUMOUR,
    is_unit,
    on_map,
    sheet,
    show,
    stand_up,
)

R = citations("nineveh", __file__)
T = texts("nineveh")

MARKERS = "markers"
"""Where markers lie that are not on the map."""


def lose(umpire: Umpire, what: Lose, context: Context) -> Context:
    """Blocks lose steps."""
    blocks, context = select(umpire, what.of, context, T("which block loses a step?"))
    for block in blocks:
        for _ in range(what.steps):
            if on_map(umpire.state, umpire.state.pieces[block]):
                take_step(umpire, block, rule=context.rule)
    return context


def take_step(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block takes a step loss: an IED is shown and goes, a Rumour goes unseen (7.4d, 7.5e), but for the
    solitaire game (10.2f)."""
    piece = umpire.state.pieces[block]
    if is_unit(piece):
        hits.lose_step(umpire, block, rule=rule)
    elif piece.kind.group == IED:
        show(umpire, block, rule=R["7.5e"])
        take_away(umpire, block, rule=rule)
    else:
        hits.show_loss(umpire, block)
        hits.remove(umpire, block, rule=rule)


def take_away(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block leaves the map by a card. An IED block may be used again (7.5g)."""
    piece = umpire.state.pieces[block]
    if piece.kind.group == MARKER:
        umpire.move(block, MARKERS, rule=rule)
    elif piece.kind.group == IED:
        hits.take_back(umpire, block, rule=rule)
    else:
        hits.remove(umpire, block, rule=rule)


def disrupt(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Units are disrupted (6.31a)."""
    blocks, context = select(umpire, what.of, context, T("which unit is disrupted?"))
    for block in blocks:
        if on_map(umpire.state, umpire.state.pieces[block]):
            hits.disrupt(umpire, block, rule=context.rule)
    return context


def recover(umpire: Umpire, what: Lose, context: Context) -> Context:
    """Units regain steps that they have lost, as many as they started with at most."""
    of = what.of
    if isinstance(of, Blocks):
        of = msgspec.structs.replace(of, is_=(*of.is_, "damaged"))
    blocks, context = select(umpire, of, context, T("which unit regains a step?"))
    for block in blocks:
        piece = umpire.state.pieces[block]
        steps = min(len(sheet(piece).values), piece.steps + what.steps) if is_unit(piece) else piece.steps
        if steps != piece.steps:
            umpire.change(block, steps=steps, rule=context.rule)
    return context


def rally(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Disruption markers are taken off."""
    if isinstance(what.of, Blocks):
        what = msgspec.structs.replace(what, of=msgspec.structs.replace(what.of, disrupted=True))
    blocks, context = select(umpire, what.of, context, T("which unit recovers from disruption?"))
    for block in blocks:
        hits.rally(umpire, block, rule=context.rule)
    return context


def reveal(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks are shown until the turn ends, IEDs too (7.5f); Rumours go (7.4b). The enemy of their owner says
    which, unless the card names somebody."""
    of = what.of
    if isinstance(of, Blocks) and "known" not in of.is_ and "hidden" not in of.is_:
        of = msgspec.structs.replace(of, is_=(*of.is_, "hidden"))
    chooser = "own"
    if isinstance(of, Blocks) and of.side != "any":
        chooser = ENEMY[who(of.side, context)]
    blocks, context = select(umpire, of, context, T("which block is revealed?"), chooser=chooser)
    for block in blocks:
        if umpire.state.pieces[block].kind.group == RUMOUR:
            rumours.expose(umpire, block, rule=context.rule)
        else:
            show(umpire, block, rule=context.rule)
    return context


def remove(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks leave the map."""
    blocks, context = select(umpire, what.of, context, T("which block is removed?"))
    for block in blocks:
        if on_map(umpire.state, umpire.state.pieces[block]):
            take_away(umpire, block, rule=context.rule)
    return context


def hide(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks stand up again."""
    of = what.of
    if isinstance(of, Blocks):
        of = msgspec.structs.replace(of, is_=(*of.is_, "known"))
    blocks, context = select(umpire, of, context, T("which block is hidden again?"))
    for block in blocks:
        if umpire.state.pieces[block].known_to is None:
            stand_up(umpire, umpire.state.pieces[block], rule=context.rule)
    return context
