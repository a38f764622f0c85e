"""Which areas and which blocks a card speaks of, and who chooses them (3.2, 6.5b). Where there are fewer
blocks than it asks for, it takes all of them."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards.sheets import AreaSet, Blocks
from adjudication.systems.nineveh.cards.targets import Context, areas_of, extreme, fits, found, strength, who
from adjudication.systems.nineveh.table.blocks import DAESH, ENEMY, ISF, number, on_map
from adjudication.systems.nineveh.table.board import OLD_CITY, terrain
from domain.table.state import Piece, State
from domain.texts import Text

T = texts("nineveh")

NOWHERE = "-"
"""The target of a card that found none: effects `here` do nothing."""


def aim(umpire: Umpire, areas: str | AreaSet, context: Context) -> tuple[list[str], Context]:
    """The areas that a card speaks of. Where a side chooses one of them, it is `here` from now on."""
    state = umpire.state
    if not isinstance(areas, AreaSet) or not areas.choose:
        return areas_of(state, areas, context), context
    if areas.choose == "random":
        options = areas_of(state, areas, context)
        chosen = umpire.pick(options, T("area at random"), rule=context.rule) if options else NOWHERE
    else:
        side = who(areas.choose, context)
        options = areas_of(state, areas, context, side)
        if context.at in options:
            chosen = context.at
        elif options:
            chosen = which_area(
                umpire, side, question_of(umpire, context, T("which area?")), options, context
            )
        else:
            chosen = NOWHERE
    return [chosen] if options else [], replace(context, here=chosen, at="")


def which_area(
    umpire: Umpire,
    side: str,
    question: Text,
    options: Sequence[str],
    context: Context,
    audience: tuple[str, ...] | None = None,
) -> str:
    """The area that a side chooses; best is the one with the most enemies, then in the Old City, then with
    the fewest blocks of its own."""
    state = umpire.state

    def worth(area: str) -> tuple[int, bool, int]:
        in_old_city = terrain(state.board, area) == OLD_CITY
        return number(state, ENEMY[side], area), in_old_city, -number(state, side, area)

    best = max(options, key=worth)
    return str(
        asking.choose(
            umpire, side, question, options, rule=context.rule, suggest=best, open=False, audience=audience
        )
    )


def select(
    umpire: Umpire,
    of: str | Blocks,
    context: Context,
    purpose: Text,
    *,
    chooser: str = "owner",
    all: bool = False,
) -> tuple[list[str], Context]:
    """The blocks that a card speaks of, chosen by whom it says. purpose: as the end of a question. Fewer than
    asked for are all there are."""
    state = umpire.state
    if not isinstance(of, Blocks):
        it = state.pieces.get(context.it)
        return [it.id] if it is not None and on_map(state, it) else [], context
    places, context = aim(umpire, of.at or ("here" if context.here else "anywhere"), context)
    chooser = of.chosen or chooser
    if of.side == "any" and chooser == "owner":
        both: list[str] = []
        for side in (ISF, DAESH):
            some = msgspec.structs.replace(of, side=side)
            both += _select(umpire, some, places, context, purpose, chooser, all)
        return both, context
    return _select(umpire, of, places, context, purpose, chooser, all), context


def _select(
    umpire: Umpire, of: Blocks, places: list[str], context: Context, purpose: Text, chooser: str, all: bool
) -> list[str]:
    """The blocks of one side, or of both where one side chooses or chance."""
    state = umpire.state
    by = (
        (who(of.side, context) if chooser == "owner" else who(chooser, context))
        if chooser != "random"
        else ""
    )
    left = [piece.id for piece in _at(state, of, places, context, by)]
    if of.count == "all" or (of.count is None and all):
        return [id for id in left if fits(state, state.pieces[id], of, context)]
    count = int(of.count or 1)
    chosen: list[str] = []
    while left and len(chosen) < count:
        if len(left) + len(chosen) <= count:
            chosen += left
            break
        secret = who_may_know(state, left)
        question = question_of(umpire, context, purpose)
        if not by:
            one = str(umpire.pick(left, purpose, rule=context.rule, audience=secret))
        else:
            own = all_of(state, left, by)
            best = best_of(state, left, own)
            audience = (by,) if own and secret is not None else None
            one = asking.choose_piece(
                umpire, by, question, left, rule=context.rule, suggest=best, open=False, audience=audience
            )
        left.remove(one)
        chosen.append(one)
    return [id for id in chosen if fits(state, state.pieces[id], of, context)]


def _at(state: State, of: Blocks, places: list[str], context: Context, viewer: str) -> list[Piece]:
    """The blocks in some areas that a card speaks of, as far as a side can tell."""
    any_of = msgspec.structs.replace(of, at="here", most="")
    blocks = [
        piece for place in places for piece in found(state, any_of, replace(context, here=place), viewer)
    ]
    return extreme(state, blocks, of.most, viewer)


def all_of(state: State, pieces: Sequence[str], side: str) -> bool:
    """Whether all these blocks are a side's own."""
    return all(state.pieces[id].side == side for id in pieces)


def who_may_know(state: State, pieces: Sequence[str]) -> tuple[str, ...] | None:
    """Who may know which of some blocks was taken: their owner alone where one of them is hidden."""
    if all(state.pieces[id].known_to is None for id in pieces):
        return None
    sides = {state.pieces[id].side for id in pieces}
    return (min(sides),) if len(sides) == 1 else ()


def best_of(state: State, pieces: Sequence[str], own: bool) -> str:
    """What a sensible player takes: of his own blocks the least, of the enemy's the one worth most."""
    if own:
        return min(pieces, key=lambda id: strength(state.pieces[id]))
    return max(
        pieces, key=lambda id: strength(state.pieces[id]) if state.pieces[id].known_to is None else (0, 1)
    )


def question_of(umpire: Umpire, context: Context, question: Text) -> Text:
    """A question with the card that asks it."""
    if context.card in umpire.state.pieces:
        return T("question of a card", card=context.card, question=question)
    return T("question", question=question)


def the_card(umpire: Umpire, context: Context) -> Text | None:
    """The card that is carried out; None where none is."""
    return T("card", card=context.card) if context.card in umpire.state.pieces else None
