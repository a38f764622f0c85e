"""Strikes on an area by cards (3.2h): dice, step losses that the owner allots unseen, Collateral Damage."""

import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.table.asking as asking
import adjudication.systems.nineveh.table.hits as hits
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.on_blocks import take_step
from adjudication.systems.nineveh.cards.selecting import aim, best_of, question_of, the_card
from adjudication.systems.nineveh.cards.sheets import Strike
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.table.blocks import ENEMY, IED, RUMOUR, is_unit
from domain.table.dice import D6

R = citations("nineveh", __file__)
T = texts("nineveh")


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
        blow = T("blow", by=the_card(umpire, context) or T("a strike"), area=area)
        purpose = T(
            "dice of a strike",
            blow=blow,
            hits=max(needed, 1) if needed <= D6 else None,
            cannot=None if needed <= D6 else T("cannot hit"),
            harm=max(harm, 1) if what.collateral <= D6 and harm <= D6 else None,
            labels=list(dict.fromkeys(each.label for each in (*more, *careful))),
        )
        faces = umpire.rolls(what.dice, D6, purpose, rule=context.rule)
        for _ in range(sum(face >= needed for face in faces)):
            allot_hit(umpire, enemy, area, context)
        damage = sum(face >= harm for face in faces) if what.collateral <= D6 else 0
        umpire.score(hits.COLLATERAL, damage, why=blow, rule=context.rule)
    return context


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
            question_of(umpire, context, T("which block takes the step loss?")),
            could,
            rule=R["7.4d"],
            suggest=best_of(state, could, True),
            open=False,
            audience=(side,),
        )
    take_step(umpire, block, rule=context.rule)
