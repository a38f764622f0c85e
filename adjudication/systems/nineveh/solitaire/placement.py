"""The preparation of the solitaire game (10.1): Daesh draws a priority unseen, its blocks are mixed in two
groups and put on the map, unseen, area by area."""

from collections.abc import Sequence

import adjudication.systems.nineveh.table.asking as asking
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.course.victory import hasty
from adjudication.systems.nineveh.solitaire.defence import because, weakest, with_room
from adjudication.systems.nineveh.table.blocks import BLOCKS, DAESH, ELIMINATED, ISF, number, reserve
from adjudication.systems.nineveh.table.board import (
    OLD_CITY,
    RING_ROAD,
    START,
    TIGRIS,
    URBAN,
    apart,
    areas,
    at_junctions,
    north_west_of_the_old_city,
    of_terrain,
    south_of_the_old_city,
    tagged,
)
from adjudication.systems.nineveh.table.hits import CASUALTIES, COLLATERAL
from domain.errors import BadData
from domain.table.dice import D6
from domain.table.state import State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")

OLD_CITY_GROUP, MOSUL_GROUP = "old-city-group", "mosul-group"
"""Boxes of the two groups while they are placed; what lies in them nobody sees (10.1h)."""
GROUPS = "solitaire-groups"
"""The chart of the groups: group, kind, face, number; `harder`: by the option more_blocks alone (10.4a)."""


def begin(umpire: Umpire) -> None:
    """The blocks of Daesh are put on the map (10.1)."""
    draw_priority(umpire)
    form_groups(umpire)
    for group in (OLD_CITY_GROUP, MOSUL_GROUP):
        umpire.shuffle(group, rule=R["10.1i"])
    if hasty(umpire.state):
        for block in umpire.state.at[MOSUL_GROUP][:2]:
            umpire.move(block, ELIMINATED, rule=R["10.1b"])
    place_all(umpire)


def head_start(umpire: Umpire) -> None:
    """By the option the tracks of Casualties and Collateral Damage begin at 1 (10.4c)."""
    if umpire.state.options["head_start"]:
        for track in (CASUALTIES, COLLATERAL):
            umpire.score(track, 1 - umpire.state.track(track), why=T("harder start"), rule=R["10.4c"])


def draw_priority(umpire: Umpire) -> None:
    """One of the three priorities of Daesh, which nobody sees before the end (10.1g)."""
    cards = [card.id for card in umpire.state.of_group("priority") if card.side == DAESH]
    for card in umpire.mixed(cards, rule=R["10.1g"]):
        umpire.hide(card, rule=R["10.1g"])
        umpire.move(card, "aside", rule=R["10.1g"])
    if cards:
        drawn = umpire.pick(cards, T("the priority of Daesh"), rule=R["10.1g"], audience=())
        umpire.move(drawn, f"priority-{DAESH}", rule=R["10.1g"])


def form_groups(umpire: Umpire) -> None:
    """Sort the blocks into the groups; all others are set aside. Raises BadData where one is missing."""
    for row in umpire.state.tables[GROUPS].data.rows:
        if row.get("harder") and not umpire.state.options["more_blocks"]:
            continue
        rule = R["10.4a"] if row.get("harder") else R["10.1h"]
        kind = str(row["kind"])
        there = umpire.state.pieces_at(reserve(DAESH))
        found = umpire.mixed([piece.id for piece in there if piece.kind_id == kind], rule=rule)
        wanted = int(str(row["number"]))
        if len(found) < wanted:
            raise BadData(f"The solitaire game needs {wanted} blocks {kind}; {len(found)} are there.")
        for block in found[:wanted]:
            if row.get("face") and umpire.state.pieces[block].face != row["face"]:
                umpire.change(block, face=str(row["face"]), rule=rule)
            umpire.move(block, str(row["group"]), rule=rule)


def place_all(umpire: Umpire) -> None:
    """The six steps of the placement."""
    board = umpire.state.board
    for area in of_terrain(board, OLD_CITY):
        _place(umpire, OLD_CITY_GROUP, area, rule=R["10.1k"])
    for area in tagged(board, RING_ROAD):
        if area in of_terrain(board, URBAN) and _left(umpire.state):
            face = umpire.roll(D6, T("number of blocks", area=area), rule=R["10.1l"])
            for _ in range(1 if face <= 4 else 2):
                _place(umpire, MOSUL_GROUP, area, rule=R["10.1l"])
    for area in tagged(board, TIGRIS):
        if _empty(umpire.state, area):
            _place(umpire, MOSUL_GROUP, area, rule=R["10.1m"])
    for area in at_junctions(board):
        if area not in of_terrain(board, URBAN) or not _empty(umpire.state, area) or not _left(umpire.state):
            continue
        if umpire.roll_at_least(5, D6, T("whether a block is placed", area=area), rule=R["10.1n"]):
            _place(umpire, MOSUL_GROUP, area, rule=R["10.1n"])
    faces = range(1, D6 + 1)
    while len(_left(umpire.state)) > 1 and any(eligible(umpire.state, face) for face in faces):
        places = eligible(umpire.state, umpire.roll(D6, T("where the next block goes"), rule=R["10.1o"]))
        if places:
            _place(umpire, MOSUL_GROUP, best(umpire, places, T("area of the next block")), rule=R["10.1o"])
    while _left(umpire.state):
        places = with_room(umpire.state, [area for area in areas(board) if area not in tagged(board, START)])
        area = best(umpire, places, T("area of the last block"))
        _place(umpire, MOSUL_GROUP, area, rule=R["10.1p"])


def eligible(state: State, face: int) -> list[str]:
    """The areas where a die of this face places a block (10.1o)."""
    board = state.board
    urban = [area for area in of_terrain(board, URBAN) if not number(state, ISF, area)]
    starts = tagged(board, START)
    match face:
        case 1:
            found: Sequence[str] = of_terrain(board, OLD_CITY)
        case 2:
            found = [area for area in urban if any(start in board.neighbours[area] for start in starts)]
        case 3:
            junctions = at_junctions(board)
            found = [area for area in with_room(state, junctions) if number(state, DAESH, area)]
            found = found or [area for area in urban if area in junctions and _empty(state, area)]
        case 4:
            found = [area for area in urban if number(state, DAESH, area) == 1]
        case 5:
            found = [
                area for area in urban if _empty(state, area) and north_west_of_the_old_city(board, area)
            ]
        case _:
            empty = [area for area in areas(board) if _empty(state, area) and area not in starts]
            found = nearest_to_the_southern_edge(state, empty)
    return with_room(state, found)


def nearest_to_the_southern_edge(state: State, places: Sequence[str]) -> list[str]:
    """Of these areas those that lie closest to the southern edge of the Old City."""
    board = state.board
    edge = south_of_the_old_city(board)
    gaps = {area: min(apart(board, area, each) for each in edge) for area in places}
    return [area for area in places if gaps[area] == min(gaps.values())]


def best(umpire: Umpire, places: Sequence[str], question: Text) -> str:
    """Of several eligible areas the one that strengthens the defence most, as is judged (10.1j)."""
    suggested = weakest(umpire.state, places)
    return str(
        asking.choose(
            umpire,
            DAESH,
            question,
            places,
            rule=R["10.1j"],
            suggest=suggested,
            because=because(umpire.state, suggested),
        )
    )


def _place(umpire: Umpire, group: str, area: str, *, rule: str) -> None:
    """Put the next block of a group into an area, where it fits."""
    left = umpire.state.at.get(group)
    if left and with_room(umpire.state, [area]):
        umpire.move(left[0], area, rule=rule)


def _left(state: State) -> list[str]:
    """The blocks of the Mosul group that are still to be placed."""
    return state.at.get(MOSUL_GROUP, [])


def _empty(state: State, area: str) -> bool:
    """Whether no block is in an area."""
    return not any(piece.kind.group in BLOCKS for piece in state.pieces_at(area))
