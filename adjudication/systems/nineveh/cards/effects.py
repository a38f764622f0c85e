"""The effects of cards, carried out one after the other (2.3, 3.2, 6.2c, 6.5): a verb of the vocabulary is a
function of that name. What cannot be done is left out; as much is done as the table allows (6.5b)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

import adjudication.systems.nineveh.asking as asking
import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.hits as hits
import adjudication.systems.nineveh.movement as movement
import adjudication.systems.nineveh.retreats as retreats
import adjudication.systems.nineveh.rumours as rumours
import adjudication.systems.nineveh.supply as supply
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.blocks import (
    DAESH,
    DISRUPTED,
    ELIMINATED,
    ENEMY,
    IED,
    ISF,
    LARGE,
    RUMOUR,
    SMALL,
    VBIED,
    is_unit,
    moves,
    number,
    on_map,
    reserve,
    sheet,
    show,
    stand_up,
)
from adjudication.systems.nineveh.board import OLD_CITY, terrain
from adjudication.systems.nineveh.cards.sheets import (
    MARKER,
    AreaSet,
    Blocks,
    CardDeed,
    Choose,
    Deed,
    Each,
    Effect,
    Grant,
    Lose,
    Modify,
    Move,
    Orders,
    Place,
    Rule,
    Score,
    Strike,
    Throw,
    When,
    card,
)
from adjudication.systems.nineveh.cards.targets import (
    Context,
    areas_of,
    extreme,
    fits,
    found,
    holds,
    in_play,
    strength,
    who,
)
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

NOWHERE = "-"
"""The target of a card that found none: effects `here` do nothing."""
MARKERS = "markers"
"""Where markers lie that are not on the map."""
USED = "used-cards"
"""Where cards lie that are out of play (3.2f)."""
TAPPED = "tapped"
"""Mark of a card that was used this turn (3.2e)."""
HQS = ("army", "interior", "cts", "leader")


def carry_out(umpire: Umpire, effects: Sequence[Effect], context: Context) -> Context:
    """Carry out effects in their order. Returns the context as they leave it: where the target is."""
    for effect in effects:
        context = VERBS[effect.verb](umpire, getattr(effect, effect.verb), context)
    supply.show(umpire)
    return context


# --- where, and which blocks ---------------------------------------------------------------------------


def aim(umpire: Umpire, areas: str | AreaSet, context: Context) -> tuple[list[str], Context]:
    """The areas that a card speaks of. Where a side chooses one of them, it is `here` from now on."""
    state = umpire.state
    if not isinstance(areas, AreaSet) or not areas.choose:
        return areas_of(state, areas, context), context
    if areas.choose == "random":
        options = areas_of(state, areas, context)
        chosen = umpire.pick(options, "which area", rule=context.rule) if options else NOWHERE
    else:
        side = who(areas.choose, context)
        options = areas_of(state, areas, context, side)
        if context.at in options:
            chosen = context.at
        elif options:
            chosen = which_area(umpire, side, _question(umpire, context, "which area?"), options, context)
        else:
            chosen = NOWHERE
    return [chosen] if options else [], replace(context, here=chosen, at="")


def which_area(
    umpire: Umpire,
    side: str,
    question: str,
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
    purpose: str,
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
    umpire: Umpire, of: Blocks, places: list[str], context: Context, purpose: str, chooser: str, all: bool
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
        secret = _secret(state, left)
        question = _question(umpire, context, purpose)
        if not by:
            one = str(umpire.pick(left, purpose, rule=context.rule, audience=secret))
        else:
            own = all_of(state, left, by)
            best = _best(state, left, own)
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


def _secret(state: State, pieces: Sequence[str]) -> tuple[str, ...] | None:
    """Who may know which of some blocks was taken: their owner alone where one of them is hidden."""
    if all(state.pieces[id].known_to is None for id in pieces):
        return None
    sides = {state.pieces[id].side for id in pieces}
    return (min(sides),) if len(sides) == 1 else ()


def _best(state: State, pieces: Sequence[str], own: bool) -> str:
    """What a sensible player takes: of his own blocks the least, of the enemy's the one worth most."""
    if own:
        return min(pieces, key=lambda id: strength(state.pieces[id]))
    return max(
        pieces, key=lambda id: strength(state.pieces[id]) if state.pieces[id].known_to is None else (0, 1)
    )


def _question(umpire: Umpire, context: Context, rest: str) -> str:
    """A question with the name of the card that asks it."""
    source = umpire.state.pieces.get(context.card)
    return f"{source.name}: {rest}" if source is not None else rest[:1].upper() + rest[1:]


def _why(umpire: Umpire, context: Context) -> str:
    source = umpire.state.pieces.get(context.card)
    return source.name if source is not None else ""


# --- the verbs -----------------------------------------------------------------------------------------


def target(umpire: Umpire, areas: str | AreaSet, context: Context) -> Context:
    """Say where: `here` for the effects that follow."""
    places, context = aim(umpire, areas, context)
    return replace(context, here=places[0] if places else NOWHERE)


def score(umpire: Umpire, what: Score, context: Context) -> Context:
    """A track moves; Time never back beyond the turn that is played."""
    umpire.score(what.track, what.by, why=_why(umpire, context), rule=context.rule)
    return context


def lose(umpire: Umpire, what: Lose, context: Context) -> Context:
    """Blocks lose steps."""
    blocks, context = select(umpire, what.of, context, "which block loses a step?")
    for block in blocks:
        for _ in range(what.steps):
            if on_map(umpire.state, umpire.state.pieces[block]):
                take_step(umpire, block, rule=context.rule)
    return context


def take_step(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block takes a step loss: an IED is shown and goes, a Rumour goes unseen (7.4d, 7.5e)."""
    piece = umpire.state.pieces[block]
    if is_unit(piece):
        hits.lose_step(umpire, block, rule=rule)
    elif piece.kind.group == IED:
        show(umpire, block, rule=R["7.5e"])
        take_away(umpire, block, rule=rule)
    else:
        hits.remove(umpire, block, rule=rule)


def take_away(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block leaves the map by a card. An IED block may be used again (7.5g)."""
    piece = umpire.state.pieces[block]
    if piece.kind.group == MARKER:
        umpire.move(block, MARKERS, rule=rule)
    elif piece.kind.group == IED:
        hits.take_back(umpire, block, rule=rule)
        stand_up(umpire, piece, rule=rule)
    else:
        hits.remove(umpire, block, rule=rule)


def disrupt(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Units are disrupted (6.31a)."""
    blocks, context = select(umpire, what.of, context, "which unit is disrupted?")
    for block in blocks:
        if on_map(umpire.state, umpire.state.pieces[block]):
            hits.disrupt(umpire, block, rule=context.rule)
    return context


def recover(umpire: Umpire, what: Lose, context: Context) -> Context:
    """Units regain steps that they have lost, as many as they started with at most."""
    of = what.of
    if isinstance(of, Blocks):
        of = msgspec.structs.replace(of, is_=(*of.is_, "damaged"))
    blocks, context = select(umpire, of, context, "which unit regains a step?")
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
    blocks, context = select(umpire, what.of, context, "which unit recovers from disruption?")
    for block in blocks:
        if umpire.state.mark(block, DISRUPTED):
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
    blocks, context = select(umpire, of, context, "which block is revealed?", chooser=chooser)
    for block in blocks:
        if umpire.state.pieces[block].kind.group == RUMOUR:
            rumours.expose(umpire, block, rule=context.rule)
        else:
            show(umpire, block, rule=context.rule)
    return context


def remove(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks leave the map."""
    blocks, context = select(umpire, what.of, context, "which block is removed?")
    for block in blocks:
        if on_map(umpire.state, umpire.state.pieces[block]):
            take_away(umpire, block, rule=context.rule)
    return context


def hide(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks stand up again."""
    of = what.of
    if isinstance(of, Blocks):
        of = msgspec.structs.replace(of, is_=(*of.is_, "known"))
    blocks, context = select(umpire, of, context, "which block is hidden again?")
    for block in blocks:
        if umpire.state.pieces[block].known_to is None:
            stand_up(umpire, umpire.state.pieces[block], rule=context.rule)
    return context


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
        question = _question(umpire, context, f"where does {block.kind.name} appear?")
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
    question = _question(umpire, context, f"where does {ready[0].kind.name} lie?")
    area = which_area(umpire, by, question, places, context)
    umpire.move(ready[0].id, area, rule=context.rule)
    return [place for place in places if place != area]


def move(umpire: Umpire, what: Move, context: Context) -> Context:
    """Blocks make an extra move; their owner says where, or that one stays."""
    of = what.of
    blocks, context = select(umpire, of, context, "which block makes an extra move?")
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
        question = _question(umpire, context, f"where does {state.name_for(piece.side, block)} move?")
        to = asking.choose(
            umpire, piece.side, question, options, rule=context.rule, suggest=options[0], open=False
        )
        if to is not None:
            movement.enter(umpire, block, to, rule=context.rule)
    return context


def stop(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Blocks may not move in their next Movement Phase (5.0d)."""
    blocks, context = select(umpire, what.of, context, "which block may not move?")
    for block in blocks:
        piece = umpire.state.pieces[block]
        umpire.mark(block, movement.HALTED, True, audience=(piece.side,), rule=R["5.0d"])
    return context


def retreat(umpire: Umpire, what: Deed, context: Context) -> Context:
    """Units retreat as after combat (6.4). In the solitaire game no card overstacks an area: a unit that
    would stays (10.3f)."""
    forced = not asking.alone(umpire.state)
    blocks, context = select(umpire, what.of, context, "which unit retreats?")
    for block in blocks:
        piece = umpire.state.pieces[block]
        if on_map(umpire.state, piece) and moves(piece):
            retreats.retreat(umpire, piece.side, [block], piece.place, forced)
    return context


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
        label = ", ".join(f"{each.label} {each.by:+}" for each in (*more, *careful))
        name = umpire.state.board.spaces[area].name
        purpose = f"{_why(umpire, context) or 'strike'} on {name}{f' ({label})' if label else ''}"
        faces = umpire.rolls(what.dice, D6, purpose, rule=context.rule)
        for _ in range(sum(face >= needed for face in faces)):
            allot_hit(umpire, enemy, area, context)
        damage = sum(face >= harm for face in faces) if what.collateral <= D6 else 0
        if damage:
            umpire.score(hits.COLLATERAL, damage, why=purpose, rule=context.rule)
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
            _question(umpire, context, "which block takes the step loss?"),
            could,
            rule=R["7.4d"],
            suggest=_best(state, could, True),
            open=False,
            audience=(side,),
        )
    take_step(umpire, block, rule=context.rule)


def roll(umpire: Umpire, what: Throw, context: Context) -> Context:
    """A die, with what is added to it: the highest number met says what happens."""
    for_ = f"{_why(umpire, context)}: {what.for_}" if _why(umpire, context) else what.for_
    added = [plus for plus in what.plus if holds(umpire.state, plus.if_, context)]
    face = umpire.roll(D6, for_, rule=context.rule)
    if added:
        total = umpire.sum(for_)
        total.add("die", face, rule=context.rule)
        for plus in added:
            total.add(plus.why, plus.by, rule=context.rule)
        face = total.total
    met = [least for least in what.at_least if face >= least]
    return carry_out(umpire, what.at_least[max(met)] if met else what.otherwise, context)


def choose(umpire: Umpire, what: Choose, context: Context) -> Context:
    """A side chooses what happens."""
    question = _question(umpire, context, what.question)
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
    blocks, context = select(umpire, what.of, context, "which block is it?", all=True)
    for block in blocks:
        carry_out(umpire, what.do, replace(context, it=block))
    return context


def orders(umpire: Umpire, what: Orders, context: Context) -> Context:
    """An HQ has special orders more or fewer (7.21)."""
    state, side = umpire.state, who(what.of, context)
    if what.hq != "any":
        hq = what.hq
    else:
        may = [
            hq
            for hq in HQS
            if (hq == "leader") == (side == DAESH)
            and (state.track(f"orders-{hq}") > 0 if what.by < 0 else state.track(f"orders-{hq}") < 3)
        ]
        if not may:
            return context
        question = _question(umpire, context, "which HQ?")
        hq = asking.choose(umpire, side, question, may, rule=context.rule, suggest=may[0])
    umpire.score(f"orders-{hq}", what.by, why=_why(umpire, context), rule=context.rule)
    return context


def cards(umpire: Umpire, what: CardDeed, context: Context) -> Context:
    """Cards in play are shown, discarded, tapped or untapped."""
    state, side = umpire.state, who(what.of, context)
    if what.chosen == "this":
        could = [context.card] if context.card in state.pieces else []
    else:
        could = [
            piece.id
            for piece in in_play(state, side)
            if what.card in ("", piece.kind_id) and _may(state, piece, what)
        ]
    count = len(could) if what.count == "all" else what.count
    for _ in range(min(count, len(could))):
        if count >= len(could) or len(could) == 1:
            one = could[0]
        elif what.chosen == "random":
            one = str(umpire.pick(could, "which card", rule=context.rule, audience=_secret(state, could)))
        else:
            by = who(what.chosen, context)
            audience = (by,) if by == side and _secret(state, could) is not None else None
            one = asking.choose_piece(
                umpire,
                by,
                _question(umpire, context, "which card?"),
                could,
                rule=context.rule,
                suggest=could[0],
                open=False,
                audience=audience,
            )
        could.remove(one)
        count -= 1
        CARD_DEEDS[what.do](umpire, one, context.rule)
    return context


def _may(state: State, piece: Piece, what: CardDeed) -> bool:
    """Whether that can be done to a card."""
    sheet = card(piece)
    if sheet.core or (what.category and sheet.category != what.category):
        return False
    match what.do:
        case "expose":
            return piece.known_to is not None
        case "tap":
            return sheet.use == "tap" and not state.mark(piece.id, TAPPED)
        case "untap":
            return bool(state.mark(piece.id, TAPPED))
    return True


def expose_card(umpire: Umpire, one: str, rule: str) -> None:
    """A face-down card is shown to all."""
    umpire.reveal(one, rule=rule)


def discard(umpire: Umpire, one: str, rule: str) -> None:
    """A card leaves play, shown."""
    umpire.discard(one, to=USED, rule=rule)


def tap(umpire: Umpire, one: str, rule: str) -> None:
    """A card is used for this turn, at the end of which it is untapped (3.2e, 4.1.4b)."""
    umpire.mark(one, TAPPED, True, rule=rule, until=umpire.state.turn + 1)


def untap(umpire: Umpire, one: str, rule: str) -> None:
    """A card may be used again."""
    umpire.mark(one, TAPPED, None, rule=rule)


CARD_DEEDS: dict[str, Callable[[Umpire, str, str], None]] = {
    "expose": expose_card,
    "discard": discard,
    "tap": tap,
    "untap": untap,
}


def modify(umpire: Umpire, what: Modify, context: Context) -> Context:
    """A modifier for a while."""
    it = context.it if what.of == "it" else ""
    of = what.of if isinstance(what.of, Blocks) else None
    rule = Rule(modify=what.roll, by=what.by, of=of, if_=what.if_)
    areas, context = aim(umpire, what.at, context) if what.at else (None, context)
    standing.hold(umpire, rule, what.until, context, _why(umpire, context) or "card", areas, it)
    return context


def grant(umpire: Umpire, what: Grant, context: Context) -> Context:
    """A rule for a while."""
    rule = msgspec.structs.replace(what.rule, at="")
    areas, context = aim(umpire, what.rule.at, context) if what.rule.at else (None, context)
    standing.hold(umpire, rule, what.until, context, _why(umpire, context) or "card", areas)
    return context


VERBS: dict[str, Callable[[Umpire, Any, Context], Context]] = {
    "aim": target,
    "score": score,
    "lose": lose,
    "recover": recover,
    "disrupt": disrupt,
    "rally": rally,
    "reveal": reveal,
    "remove": remove,
    "hide": hide,
    "place": place,
    "move": move,
    "stop": stop,
    "retreat": retreat,
    "strike": strike,
    "roll": roll,
    "choose": choose,
    "when": when,
    "each": each,
    "orders": orders,
    "cards": cards,
    "modify": modify,
    "grant": grant,
}
