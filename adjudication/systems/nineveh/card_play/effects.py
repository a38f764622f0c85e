"""The effects of cards, carried out one after the other (2.3, 3.2, 6.2c, 6.5): `VERBS` is the vocabulary, a
function for each verb. What cannot be done is left out; as much is done as the table allows (6.5b)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.table.asking as asking
import adjudication.systems.nineveh.table.supply as supply
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play import on_the_move
from adjudication.systems.nineveh.cards import on_blocks, on_cards, strikes
from adjudication.systems.nineveh.cards.selecting import NOWHERE, aim, question_of, select, the_card
from adjudication.systems.nineveh.cards.sheets import (
    AreaSet,
    Blocks,
    Choose,
    Each,
    Effect,
    Grant,
    Modify,
    Rule,
    Score,
    Throw,
    When,
)
from adjudication.systems.nineveh.cards.targets import Context, holds, who
from domain.table.dice import D6
from domain.table.state import State
from domain.texts import Text, as_argument

T = texts("nineveh")


def carry_out(umpire: Umpire, effects: Sequence[Effect], context: Context) -> Context:
    """Carry out effects in their order. Returns the context as they leave it: where the target is."""
    for effect in effects:
        context = VERBS[effect.verb](umpire, getattr(effect, effect.verb), context)
    supply.show(umpire)
    return context


def target(umpire: Umpire, areas: str | AreaSet, context: Context) -> Context:
    """Say where: `here` for the effects that follow."""
    places, context = aim(umpire, areas, context)
    return replace(context, here=places[0] if places else NOWHERE)


def score(umpire: Umpire, what: Score, context: Context) -> Context:
    """A track moves; Time never back beyond the turn that is played."""
    umpire.score(what.track, what.by, why=the_card(umpire, context) or "", rule=context.rule)
    return context


def rolled_for(state: State, purpose: str, card: str) -> Text:
    """What a die is rolled for, with the card that has it rolled unless the purpose names it."""
    source = state.pieces.get(card)
    named = source is None or source.name.rsplit(maxsplit=1)[-1].lower() in purpose.lower()
    return T("roll of a card", purpose=as_argument(purpose), card=None if named else card)


def roll(umpire: Umpire, what: Throw, context: Context) -> Context:
    """A die, with what is added to it: the highest number met says what happens."""
    for_ = rolled_for(umpire.state, what.for_, context.card)
    added = [plus for plus in what.plus if holds(umpire.state, plus.if_, context)]
    face = umpire.roll(D6, for_, rule=context.rule)
    if added:
        total = umpire.sum(for_)
        total.add(T("die"), face, rule=context.rule)
        for plus in added:
            total.add(T("modifier of a card", why=as_argument(plus.why)), plus.by, rule=context.rule)
        face = total.total
    met = [least for least in what.at_least if face >= least]
    return carry_out(umpire, what.at_least[max(met)] if met else what.otherwise, context)


def choose(umpire: Umpire, what: Choose, context: Context) -> Context:
    """A side chooses what happens."""
    question = question_of(umpire, context, T("words of a card", words=as_argument(what.question)))
    options = sorted(what.options)  # as any copy of the card has them
    side = who(what.by, context)
    best = what.suggest or options[0]
    chosen = asking.choose(umpire, side, question, options, rule=context.rule, suggest=best)
    return carry_out(umpire, what.options[chosen], context)


def when(umpire: Umpire, what: When, context: Context) -> Context:
    """One thing or the other, as things stand."""
    return carry_out(umpire, what.then if holds(umpire.state, what.if_, context) else what.else_, context)


def each(umpire: Umpire, what: Each, context: Context) -> Context:
    """The same for each of some blocks, which is `it`."""
    blocks, context = select(umpire, what.of, context, T("which block is it?"), all=True)
    for block in blocks:
        carry_out(umpire, what.do, replace(context, it=block))
    return context


def modify(umpire: Umpire, what: Modify, context: Context) -> Context:
    """A modifier for a while."""
    it = context.it if what.of == "it" else ""
    of = what.of if isinstance(what.of, Blocks) else None
    rule = Rule(modify=what.roll, by=what.by, of=of, if_=what.if_)
    areas, context = aim(umpire, what.at, context) if what.at else (None, context)
    standing.hold(umpire, rule, what.until, context, areas, it)
    return context


def grant(umpire: Umpire, what: Grant, context: Context) -> Context:
    """A rule for a while."""
    rule = msgspec.structs.replace(what.rule, at="")
    areas, context = aim(umpire, what.rule.at, context) if what.rule.at else (None, context)
    standing.hold(umpire, rule, what.until, context, areas)
    return context


VERBS: dict[str, Callable[[Umpire, Any, Context], Context]] = {
    "aim": target,
    "score": score,
    "lose": on_blocks.lose,
    "recover": on_blocks.recover,
    "disrupt": on_blocks.disrupt,
    "rally": on_blocks.rally,
    "reveal": on_blocks.reveal,
    "remove": on_blocks.remove,
    "hide": on_blocks.hide,
    "place": on_the_move.place,
    "move": on_the_move.move,
    "stop": on_the_move.stop,
    "retreat": on_the_move.retreat,
    "strike": strikes.strike,
    "roll": roll,
    "choose": choose,
    "when": when,
    "each": each,
    "orders": on_cards.orders,
    "cards": on_cards.cards,
    "modify": modify,
    "grant": grant,
}
