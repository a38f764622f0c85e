"""What the words of a card mean on this table: sides, blocks, areas, conditions.

Whoever chooses among blocks or areas is offered what may fit as far as that side can tell: a block that it
does not know may be of any kind. `viewer` is that side; without one the table itself is looked at.
"""

from dataclasses import dataclass

from adjudication.engine.register import citations
from adjudication.systems.nineveh.cards.sheets import (
    CAPABILITY,
    MARKER,
    MUST,
    UNIT_CARD,
    AreaSet,
    Blocks,
    Cond,
    card,
)
from adjudication.systems.nineveh.table.blocks import (
    BLOCKS,
    DAESH,
    DISRUPTED,
    ENEMY,
    IED,
    ISF,
    is_combat_unit,
    is_unit,
    on_map,
    sheet,
)
from adjudication.systems.nineveh.table.blocks import control as controlled
from adjudication.systems.nineveh.table.board import MOSQUE, OLD_CITY, areas, is_area, tagged
from adjudication.systems.nineveh.table.supply import daesh_in_supply
from domain.events.seen import knows
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

CARDS = (CAPABILITY, UNIT_CARD)


@dataclass(frozen=True, slots=True)
class Context:
    """How effects are carried out. side: that plays the card. here: the area of the combat, or the target,
    empty for none. roller: the side whose die drew an event. it: the block of `each`. card: the card, by its
    id. at: the area that was named as the card was used; it answers the first choice of an area."""

    side: str
    here: str
    rule: str
    roller: str = ""
    it: str = ""
    card: str = ""
    at: str = ""


def who(word: str, context: Context) -> str:
    """The side that a card means."""
    match word:
        case "own":
            return context.side
        case "enemy":
            return ENEMY[context.side]
        case "roller":
            return context.roller or context.side
        case "other":
            return ENEMY[context.roller or context.side]
    return word


def box(side: str) -> str:
    """Where the cards of a side lie that are in play."""
    return f"cards-{side}"


def in_play(state: State, side: str) -> list[Piece]:
    """The unit cards and capability cards of a side that are in play, face down or not."""
    return [piece for piece in state.pieces_at(box(side)) if piece.kind.group in CARDS]


def has(state: State, card: str) -> bool:
    """Whether a card, by the id of its kind, is in play."""
    return any(piece.kind_id == card for side in (ISF, DAESH) for piece in in_play(state, side))


def known(state: State, piece: Piece, viewer: str) -> bool:
    """Whether a side knows what a block is; of the table itself, always."""
    return not viewer or knows(viewer, state.who_knows(piece.id))


def in_words(piece: Piece, words: tuple[str, ...]) -> bool:
    """Whether a block is any of these kinds or classes."""
    if not words:
        return True
    sorts = [piece.kind_id, piece.kind.group, "block"]
    if is_unit(piece):
        sorts += ["unit", sheet(piece).formation]
        sorts += ["combat unit"] if is_combat_unit(piece) or piece.side == ISF else []
    elif piece.kind.group == IED:
        sorts.append(piece.face)
    return any(word in words for word in sorts)


def fits(state: State, piece: Piece, wanted: Blocks, context: Context, viewer: str = "") -> bool:
    """Whether a block is one of those that a card speaks of, wherever it is."""
    side = wanted.side
    if piece.kind.group == MARKER:
        return side == "any" and piece.kind_id in wanted.is_
    if piece.kind.group not in BLOCKS or (side != "any" and piece.side != who(side, context)):
        return False
    shown = piece.known_to is None
    if ("known" in wanted.is_ and not shown) or ("hidden" in wanted.is_ and shown):
        return False
    if wanted.disrupted is not None and bool(state.mark(piece.id, DISRUPTED)) != wanted.disrupted:
        return False
    if wanted.is_ and all(_is_marker(state, word) for word in wanted.is_):
        return False
    if not known(state, piece, viewer):
        return True
    if "whole" in wanted.is_ or "damaged" in wanted.is_:
        whole = not is_unit(piece) or piece.steps == len(sheet(piece).values)
        if whole != ("whole" in wanted.is_):
            return False
    return in_words(piece, tuple(word for word in wanted.is_ if word not in MUST))


def _is_marker(state: State, word: str) -> bool:
    return word in state.kinds and state.kinds[word].group == MARKER


def found(state: State, wanted: Blocks, context: Context, viewer: str = "") -> list[Piece]:
    """The blocks on the map that a card speaks of, area by area."""
    places = areas_of(state, wanted.at or ("here" if context.here else "anywhere"), context, viewer)
    blocks = [
        piece
        for place in places
        for piece in state.pieces_at(place)
        if fits(state, piece, wanted, context, viewer)
    ]
    return extreme(state, blocks, wanted.most, viewer)


def extreme(state: State, blocks: list[Piece], most: str, viewer: str) -> list[Piece]:
    """The weakest or strongest of some blocks, where the side that looks knows them all; else all."""
    if not most or not blocks or not all(known(state, piece, viewer) for piece in blocks):
        return blocks
    best = (min if most == "weakest" else max)(strength(piece) for piece in blocks)
    return [piece for piece in blocks if strength(piece) == best]


def strength(piece: Piece) -> tuple[int, int]:
    """How strong a block is: units before others, by the chance to hit with all their steps."""
    if not is_unit(piece):
        return 0, 0
    return 1, sum(7 - number for number in sheet(piece).values[-piece.steps :])


def areas_of(state: State, wanted: str | AreaSet, context: Context, viewer: str = "") -> list[str]:
    """The areas that a card speaks of, in the order of the board; of a choice, those among which it is."""
    board, here = state.board, context.here if is_area(state.board, context.here) else ""
    if isinstance(wanted, AreaSet):
        return _fitting(state, wanted, context, viewer)
    match wanted:
        case "here":
            return [here] if here else []
        case "adjacent":
            return [area for area in areas(board) if here and area in board.neighbours[here]]
        case "near":
            return [area for area in areas(board) if here in (area, *board.neighbours[area])]
        case "old city":
            return [area for area in areas(board) if board.spaces[area].terrain == OLD_CITY]
        case "mosque":
            return list(tagged(board, MOSQUE))
        case "near mosque":
            middles = tagged(board, MOSQUE)
            return [
                area
                for area in areas(board)
                if area in middles or any(area in board.neighbours[middle] for middle in middles)
            ]
        case "combat":
            return [
                area
                for area in areas(board)
                if {ISF, DAESH} <= {piece.side for piece in state.pieces_at(area)}
            ]
        case "its area":
            it = state.pieces.get(context.it)
            return [it.place] if it is not None and on_map(state, it) else []
    return list(areas(board))


def _fitting(state: State, wanted: AreaSet, context: Context, viewer: str) -> list[str]:
    """Those areas of a set that fit all it says."""
    board = state.board
    found_areas = areas_of(state, wanted.among, context, viewer)
    terrains = (wanted.terrain,) if isinstance(wanted.terrain, str) else wanted.terrain
    if wanted.tag:
        found_areas = [area for area in found_areas if wanted.tag in board.spaces[area].tags]
    if terrains:
        found_areas = [area for area in found_areas if board.spaces[area].terrain in terrains]
    if wanted.within is not None:
        middles = areas_of(state, wanted.of, context, viewer)
        near = {area for middle in middles for area in board.within(middle, wanted.within)}
        found_areas = [area for area in found_areas if area in near]
    if wanted.control:
        side = who(wanted.control, context)
        found_areas = [area for area in found_areas if controlled(state).get(area) == side]
    for blocks, there in ((wanted.holding, True), (wanted.without, False)):
        if blocks is not None:
            found_areas = [
                area
                for area in found_areas
                if any(fits(state, piece, blocks, context, viewer) for piece in state.pieces_at(area))
                is there
            ]
    return found_areas


def holds(state: State, cond: Cond | None, context: Context, viewer: str = "") -> bool:
    """Whether a condition holds."""
    if cond is None:
        return True
    least = 1 if cond.at_least is None else cond.at_least
    most = 99 if cond.at_most is None else cond.at_most
    if cond.card:
        return has(state, cond.card)
    if cond.category:
        return any(
            card(piece).category == cond.category for side in (ISF, DAESH) for piece in in_play(state, side)
        )
    if cond.roller:
        return (context.roller or context.side) == who(cond.roller, context)
    if cond.supply:
        return daesh_in_supply(state)
    if cond.track:
        return (0 if cond.at_least is None else least) <= state.track(cond.track) <= most
    if cond.present is not None:
        least = 0 if cond.at_least is None and cond.at_most is not None else least
        return least <= len(found(state, cond.present, context, viewer)) <= most
    if cond.terrain:
        return is_area(state.board, context.here) and state.board.spaces[context.here].terrain == cond.terrain
    if cond.here:
        return context.here in areas_of(state, cond.here, context, viewer)
    if cond.attacker:
        return state.side == who(cond.attacker, context)
    if cond.turn is not None:
        return cond.turn.at_least <= state.turn <= cond.turn.at_most
    if cond.option:
        return bool(state.options.get(cond.option))
    if cond.phase:
        return state.phase == cond.phase
    if cond.all:
        return all(holds(state, each, context, viewer) for each in cond.all)
    if cond.any:
        return any(holds(state, each, context, viewer) for each in cond.any)
    return not holds(state, cond.not_, context, viewer)
