"""Setup (3.2): the scenario's order of battle is checked, each air mission is tied to its base (2.2.4), and
cyber cards are chosen (7.3)."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.basing import check_bases
from adjudication.systems.ows.command.cards import hold_back
from adjudication.systems.ows.ground.forces import formations
from adjudication.systems.ows.space_and_cyber.cyber import select_cards
from adjudication.systems.ows.space_and_cyber.space import FUNCTIONS, boxes
from adjudication.systems.ows.table.counters import CYBER, MISSION, SHEETLESS, TOKEN, sheet
from adjudication.systems.ows.table.status import ATTRITION, HOME, REGENERATION, sides
from adjudication.systems.ows.table.tokens import IN_PLAY, generate_tokens
from domain.errors import BadData

R = citations("ows", __file__)


def set_up(umpire: Umpire) -> None:
    """Raises BadData where a counter sheet cannot be read, its steps are wrong, or a box is missing."""
    state = umpire.state
    for side in sides(state):
        for box in (ATTRITION, REGENERATION):
            if f"{box}-{side}" not in state.board.spaces:
                raise BadData(f"This scenario has no box {box}-{side}.")
        for function in FUNCTIONS:
            if f"{function}-{side}" not in state.tracks:
                raise BadData(f"This scenario has no track {function}-{side}.")
            boxes(state, side, function)
    if IN_PLAY not in state.board.spaces and (state.of_group(TOKEN) or state.of_group(CYBER)):
        raise BadData(f"This scenario has information tokens or cyber cards, and no box {IN_PLAY}.")
    check_bases(state)
    for piece in list(state.pieces.values()):
        if piece.kind.group in SHEETLESS:
            continue
        steps = sheet(piece).steps
        if not 0 < piece.steps <= steps:
            raise BadData(f"{piece.name} starts with {piece.steps} steps; its counter has {steps}.")
        if piece.kind.group == MISSION and state.is_piece(piece.place):
            umpire.mark(piece.id, HOME, piece.place, rule=R["2.2.4b"])
            umpire.hide(piece.id, known_to=(piece.side,), rule=R["2.2.4b"])
            umpire.conceal(piece.id, seen_by=(piece.side,), rule=R["2.2.4b"])
    formations.set_up(umpire)
    generate_tokens(umpire)
    select_cards(umpire)
    hold_back(umpire)
