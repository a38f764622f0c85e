"""What Military Council cards have Daesh do (10.2): blocks are moved unseen, none so that an area is
overstacked (10.2e), IEDs that move to attack are VBIEDs (10.2h), and what is not there is passed over
(10.3c). Where to is judged (10.0b); which of the blocks there is a matter of chance, since nobody looks."""

from collections.abc import Callable, Sequence
from typing import Any

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.movement import enter
from adjudication.systems.nineveh.solitaire import sheets
from adjudication.systems.nineveh.solitaire.defence import (
    because,
    chance_of_attack,
    pressure,
    targets,
    weakest,
    weakness,
    with_room,
)
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    DISRUPTED,
    HQ,
    IED,
    ISF,
    UNIT,
    VBIED,
    in_play,
    moves,
    number,
    reserve,
    room,
)
from adjudication.systems.nineveh.table.board import OLD_CITY, START, areas, closer, of_terrain, tagged
from adjudication.systems.nineveh.table.hits import COLLATERAL, disrupt, lose_step
from adjudication.systems.nineveh.table.phases import COMBAT
from domain.table.dice import D6
from domain.table.marks import NOBODY, Mark
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")

MOVED = Mark[int]("moved by the council", phase=COMBAT, seen_by=NOBODY)
"""Mark of an area: how many blocks cards have moved there in this phase, or found that they cannot move;
these stay. The white cell alone knows it (10.3a)."""
NOTHING = "nowhere"
"""The answer that no block moves."""
MORTAR = "mortar"


def carry_out(umpire: Umpire, action: sheets.Action) -> None:
    """Do one action of a card that is not of the vocabulary of other cards."""
    DEEDS[action.verb](umpire, getattr(action, action.verb))


# --- moving blocks unseen --------------------------------------------------------------------------


def reinforce(umpire: Umpire, said: sheets.Reinforce) -> None:
    """Blocks move to where the defence is weak, from areas that can spare one (10.0b)."""
    for _ in range(said.blocks):
        state = umpire.state
        best = {}
        for area in _open_to(state, said.where):
            sources = [each for each in state.board.neighbours[area] if can_spare(state, each, area)]
            if sources:
                best[area] = min(sources, key=lambda each: weakness(state, each))
        area = _judged(umpire, T("area that is reinforced"), list(best))
        if area == NOTHING:
            return
        move_one(umpire, best[area], area)


def fall_back(umpire: Umpire, said: sheets.FallBack) -> None:
    """Blocks leave areas that the enemy presses hard for one closer to the Old City."""
    for _ in range(said.blocks):
        state = umpire.state
        ways = {}
        for area in areas(state.board):
            if area in of_terrain(state.board, OLD_CITY) or not number(state, DAESH, area):
                continue
            if number(state, ISF, area) or pressure(state, area) < 3 * number(state, DAESH, area):
                continue
            found = [
                each
                for each in _open_to(state, "anywhere")
                if each in state.board.neighbours[area] and closer(state.board, area, each, OLD_CITY)
            ]
            if found:
                ways[area] = weakest(state, found)
        hardest = sorted(ways, key=lambda area: -pressure(state, area))
        suggested = hardest[0] if hardest else NOTHING
        chosen = _ask(
            umpire,
            T("area that a block leaves"),
            hardest,
            suggested,
            T("the enemy presses hardest there"),
        )
        if chosen == NOTHING:
            return
        move_one(umpire, chosen, ways[chosen])


def attack(umpire: Umpire, said: sheets.Attack) -> None:
    """Blocks move into areas with ISF blocks, to fight there in the Combat Phase."""
    for _ in range(said.areas):
        state = umpire.state
        places = [area for area in targets(state) if attackers(state, area)]
        good = bool(places) and chance_of_attack(state, places[0]) >= 0
        why = T("the attack is promising there") if good else T("the enemy is too strong everywhere")
        area = _ask(umpire, T("area that Daesh attacks"), places, places[0] if good else NOTHING, why)
        if area == NOTHING:
            return
        for _ in range(said.blocks):
            sources = attackers(umpire.state, area)
            if not sources:
                break
            move_one(umpire, sources[0], area, attacking=True)


def attackers(state: State, target: str) -> list[str]:
    """The areas beside a target from which a block can attack it; the Old City is never emptied. Those with
    the most blocks come first."""
    if not room(state, DAESH, target):
        return []
    old_city = of_terrain(state.board, OLD_CITY)
    found = [
        area
        for area in state.board.neighbours[target]
        if not number(state, ISF, area) and unmoved(state, area) > (area in old_city)
    ]
    return sorted(found, key=lambda area: -unmoved(state, area))


def can_spare(state: State, source: str, to: str) -> bool:
    """Whether an area can spare a block for one that needs it more."""
    if number(state, ISF, source) or not unmoved(state, source):
        return False
    if source in of_terrain(state.board, OLD_CITY) and number(state, DAESH, source) < 2:
        return False
    return weakness(state, to) > weakness(state, source) + 8


def unmoved(state: State, area: str) -> int:
    """How many Daesh blocks in an area no card has moved in this phase, seen from outside."""
    arrived = state.mark(area, MOVED, 0)
    return max(0, number(state, DAESH, area) - arrived)


def move_one(umpire: Umpire, source: str, to: str, *, attacking: bool = False) -> None:
    """A block moves, unseen, any that can; which one is a matter of chance (10.2f, 10.3a).

    Production units, Human Shields, the Leader and the Mortar stay where they are; IEDs move to attack alone,
    as VBIEDs.
    """
    state = umpire.state
    may = [piece.id for piece in state.pieces_at(source) if _may_move(piece, attacking)]
    if not may or not room(state, DAESH, to):
        umpire.mark(source, MOVED, number(state, DAESH, source), rule=R["10.2e"])
        return
    block = umpire.pick(may, T("the block that moves"), rule=R["10.2f"], audience=())
    if umpire.state.pieces[block].kind.group == IED:
        as_vbied(umpire, block)
    arrived = umpire.state.mark(to, MOVED, 0) + 1
    umpire.mark(to, MOVED, arrived, rule=R["10.2f"])
    enter(umpire, block, to, rule=R["10.2f"])


def _may_move(piece: Piece, attacking: bool) -> bool:
    if piece.side != DAESH or piece.kind_id == MORTAR or piece.kind.group == HQ:
        return False
    return moves(piece) or (attacking and piece.kind.group == IED)


def as_vbied(umpire: Umpire, block: str) -> None:
    """An IED that a card moves counts as a VBIED (10.2h)."""
    if umpire.state.pieces[block].face != VBIED:
        umpire.change(block, face=VBIED, rule=R["10.2h"])


# --- IEDs, mortars, production ---------------------------------------------------------------------


def ieds_attack(umpire: Umpire, said: sheets.IedsAttack) -> None:
    """IED blocks near ISF blocks drive there and go off; those against the most blocks first."""
    for _ in range(said.count):
        state = umpire.state
        found = []
        for block in in_play(state, DAESH, IED):
            target = most_crowded(state, block.place, said.reach, entering=True)
            if target:
                found.append((-number(state, ISF, target), block.id, target))
        if not found:
            return
        most = min(found)[0]
        block = umpire.pick(
            [id for count, id, _ in found if count == most],
            T("the IED that attacks"),
            rule=R["10.2h"],
            audience=(),
        )
        target = next(area for _, id, area in found if id == block)
        as_vbied(umpire, block)
        enter(umpire, block, target, rule=R["10.2h"])


def mortar_fires(umpire: Umpire, said: sheets.MortarFires) -> None:
    """Mortars fire at the ISF, as the cards alone say (10.2c); the owner says which of its units is hit."""
    for mortar in in_play(umpire.state, DAESH, UNIT):
        state = umpire.state
        target = most_crowded(state, mortar.place, said.reach)
        if mortar.kind_id != MORTAR or state.mark(mortar.id, DISRUPTED) or not target:
            continue
        face = umpire.roll(D6, T("mortar fire", area=target), rule=R["10.2c"])
        if face >= said.collateral:
            umpire.score(COLLATERAL, 1, why=T("mortar fire", area=target), rule=R["10.2c"])
        if face < said.disrupts and face < said.hits:
            continue
        units = [piece.id for piece in state.pieces_at(target) if piece.side == ISF]
        unit = umpire.choose_piece(ISF, T("unit that mortar fire hits", area=target), units, rule=R["10.2c"])
        if face >= said.hits:
            lose_step(umpire, unit, rule=R["10.2c"])
        else:
            disrupt(umpire, unit, rule=R["10.2c"])


def most_crowded(state: State, place: str, reach: int, *, entering: bool = False) -> str:
    """The area in reach with the most ISF blocks, starting areas left out; empty where there is none.
    entering: with room for a Daesh block (10.2e)."""
    board = state.board
    found = [
        area
        for area in board.within(place, reach)
        if number(state, ISF, area)
        and area not in tagged(board, START)
        and (room(state, DAESH, area) or not entering)
    ]
    return max(found, key=lambda area: number(state, ISF, area), default="")


def produce(umpire: Umpire, said: sheets.Produce) -> None:
    """Blocks that were set aside are put on the map, unseen; none where none is left or nothing fits
    (10.3b, 10.3c)."""
    for _ in range(said.count):
        state = umpire.state
        there = state.pieces_at(reserve(DAESH))
        left = umpire.mixed([piece.id for piece in there if piece.kind_id == said.kind], rule=R["10.3b"])
        places = _open_to(state, said.where)
        if not left or not places:
            return
        area = _judged(umpire, T("area of a new block"), places, nothing=False)
        if said.face and state.pieces[left[0]].face != said.face:
            umpire.change(left[0], face=said.face, rule=R["10.3c"])
        umpire.move(left[0], area, rule=R["10.3b"])


def _open_to(state: State, where: str) -> list[str]:
    """The areas without ISF blocks where a Daesh block fits; starting areas are left alone."""
    board = state.board
    among = of_terrain(board, OLD_CITY) if where == "old city" else areas(board)
    starts = tagged(board, START)
    found = [area for area in with_room(state, among) if not number(state, ISF, area) and area not in starts]
    if where == "near the enemy":
        return [area for area in found if any(number(state, ISF, each) for each in board.neighbours[area])]
    return found


MOST_OFFERED = 8
"""Of more places only the best are offered."""


def _judged(umpire: Umpire, question: Text, places: Sequence[str], *, nothing: bool = True) -> str:
    """Which of these areas needs a block most, as is judged; or none, where that may be."""
    state = umpire.state
    offered = sorted(places, key=lambda area: -weakness(state, area))[:MOST_OFFERED]
    if not offered:
        return NOTHING
    return _ask(umpire, question, offered, offered[0], because(state, offered[0]), nothing=nothing)


def _ask(
    umpire: Umpire, question: Text, places: Sequence[str], suggested: str, why: Text, *, nothing: bool = True
) -> str:
    options = [*places, NOTHING] if nothing else list(places)
    return str(
        asking.choose(umpire, DAESH, question, options, rule=R["10.0b"], suggest=suggested, because=why)
    )


DEEDS: dict[str, Callable[[Umpire, Any], None]] = {
    "reinforce": reinforce,
    "fall_back": fall_back,
    "attack": attack,
    "ieds_attack": ieds_attack,
    "mortar_fires": mortar_fires,
    "produce": produce,
}
