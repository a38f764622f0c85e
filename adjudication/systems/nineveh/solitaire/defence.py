"""What a sensible Daesh commander would do (10.0b, 10.1j, 10.3g), judged from what lies open: where blocks
stand, how many, which are disrupted. It never looks at a hidden block, so that what it suggests tells the
player nothing."""

from collections.abc import Sequence

from adjudication.engine.texts import texts
from adjudication.systems.nineveh.table.blocks import DAESH, DISRUPTED, ISF, number, room
from adjudication.systems.nineveh.table.board import (
    MOSQUE,
    OLD_CITY,
    RING_ROAD,
    START,
    SUPPLY,
    URBAN,
    areas,
    at_junctions,
    tagged,
    terrain,
)
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State
from domain.texts import Text

T = texts("nineveh")

NEAR, FAR = 2, 4
"""Areas at most so far away are near; nobody exerts pressure from FAR areas away."""


@derived
def worth(board: Board, area: str) -> int:
    """What holding an area is worth to the defence."""
    found = {OLD_CITY: 6, URBAN: 3}.get(terrain(board, area), 1)
    found += area in tagged(board, MOSQUE)
    found += 2 * (area in tagged(board, SUPPLY))
    found += area in tagged(board, RING_ROAD)
    return found + (area in at_junctions(board))


@derived
def pressure(state: State, area: str) -> int:
    """How hard the ISF press on an area: its blocks nearby count more; before it has moved in, where it
    starts."""
    sources = {each: number(state, ISF, each) for each in areas(state.board)}
    found = 0
    for each, blocks in sources.items():
        if blocks:
            apart = state.board.range(area, each)
            if apart is not None and apart < FAR:
                found += blocks * (FAR - apart)
    return found


@derived
def cover(state: State, area: str) -> int:
    """How well an area is defended: by its own blocks, and a fourth as well by those beside it."""
    beside = sum(number(state, DAESH, each) for each in state.board.neighbours[area])
    return 4 * number(state, DAESH, area) + beside


@derived
def weakness(state: State, area: str) -> int:
    """How much an area needs one more block."""
    return 3 * worth(state.board, area) + min(pressure(state, area), 20) - 2 * cover(state, area)


def weakest(state: State, places: Sequence[str]) -> str:
    """Of these areas the one where the defence is weakest; of equal ones the first."""
    return max(places, key=lambda area: weakness(state, area))


def with_room(state: State, places: Sequence[str]) -> list[str]:
    """Those of these areas where another Daesh block fits (10.2e, 10.3b)."""
    return [area for area in places if room(state, DAESH, area) > 0]


def because(state: State, area: str) -> Text:
    """Why an area is where a block serves best."""
    held = number(state, DAESH, area)
    near = any(number(state, ISF, each) for each in state.board.within(area, NEAR))
    if near:
        return T("defended near the enemy", blocks=held)
    return T("defended far from the enemy", blocks=held)


@derived
def chance_of_attack(state: State, target: str) -> int:
    """How promising an attack on an area is: Daesh blocks beside it, as many as fit, against the ISF blocks
    in it; a disrupted one counts half."""
    fit = room(state, DAESH, target)
    beside = sum(
        number(state, DAESH, each) for each in state.board.neighbours[target] if not number(state, ISF, each)
    )
    return 2 * min(fit, beside) - resistance(state, target)


def advantage(state: State, area: str) -> int:
    """How well a combat stands for Daesh, by the number of blocks."""
    return 2 * number(state, DAESH, area) - resistance(state, area)


def resistance(state: State, area: str) -> int:
    """Two for each ISF block in an area, one for a disrupted one."""
    return sum(
        1 if state.mark(piece.id, DISRUPTED) else 2 for piece in state.pieces_at(area) if piece.side == ISF
    )


@derived
def targets(state: State) -> tuple[str, ...]:
    """The areas with ISF blocks beside Daesh blocks, the most promising to attack first; where combat is
    already on, none is added."""
    found = [
        area
        for area in areas(state.board)
        if number(state, ISF, area)
        and room(state, DAESH, area)
        and area not in tagged(state.board, START)
        and any(
            number(state, DAESH, each) and not number(state, ISF, each)
            for each in state.board.neighbours[area]
        )
    ]
    return tuple(sorted(found, key=lambda area: -chance_of_attack(state, area)))
