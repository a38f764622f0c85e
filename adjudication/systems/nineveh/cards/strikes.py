"""Strikes on an area by cards (3.2h): dice, step losses that the owner allots unseen, Collateral Damage."""

import adjudication.systems.nineveh.asking as asking
import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.hits as hits
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.blocks import ENEMY, IED, RUMOUR, is_unit
from adjudication.systems.nineveh.cards.on_blocks import take_step
from adjudication.systems.nineveh.cards.selecting import aim, best_of, name_of_card, question_of
from adjudication.systems.nineveh.cards.sheets import Strike
from adjudication.systems.nineveh.cards.targets import Context
from domain.table.dice import D6

R = citations("nineveh", __file__)


def strike(umpire: Umpire, what: Strike, context: Context) -> Context:
    """Dice on an area: step losses that the owner allots unseen, and Collateral Damage."""
    places, context = aim(umpire, what.at, context)
    for area in places:
        side, enemy = context.side, ENEMY[context.side]
        more = standing.modifiers(umpire.state, "strike", None, area, side)
        careful = standing.modifiers(umpire.state, "collateral", None, area, side)
        for each in (*more, *careful):
            standing.turn_up(umpire, each.card)
        needed = what.hits - sum(each.by for each in more)
        harm = what.collateral - sum(each.by for each in careful)
        name = umpire.state.board.spaces[area].name
        blow = f"{name_of_card(umpire, context) or 'strike'} on {name}"
        purpose = f"{blow}, {_numbers(needed, harm if what.collateral <= D6 else D6 + 1)}"
        labels = ", ".join(dict.fromkeys(each.label for each in (*more, *careful)))
        faces = umpire.rolls(what.dice, D6, f"{purpose} ({labels})" if labels else purpose, rule=context.rule)
        for _ in range(sum(face >= needed for face in faces)):
            allot_hit(umpire, enemy, area, context)
        damage = sum(face >= harm for face in faces) if what.collateral <= D6 else 0
        if damage:
            umpire.score(hits.COLLATERAL, damage, why=blow, rule=context.rule)
    return context


def _numbers(needed: int, harm: int) -> str:
    """From which numbers a die of a strike hits, and from which it does damage to the city."""
    hits_on = f"hits on {max(needed, 1)}+" if needed <= D6 else "cannot hit"
    return f"{hits_on}, Collateral Damage on {max(harm, 1)}+" if harm <= D6 else hits_on


def allot_hit(umpire: Umpire, side: str, area: str, context: Context) -> None:
    """A step loss on an area: the owner says which block takes it; nobody else learns which (7.4d)."""
    state = umpire.state
    could = [
        piece.id
        for piece in state.pieces_at(area)
        if piece.side == side and (is_unit(piece) or piece.kind.group in (IED, RUMOUR))
    ]
    if not could:
        return
    block = could[0]
    if len(could) > 1:
        block = asking.choose_piece(
            umpire,
            side,
            question_of(umpire, context, "which block takes the step loss?"),
            could,
            rule=R["7.4d"],
            suggest=best_of(state, could, True),
            open=False,
            audience=(side,),
        )
    take_step(umpire, block, rule=context.rule)
