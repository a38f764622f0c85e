"""What the white cell adds to a game in play: sides, areas and boxes, links, tracks, tables, kinds of pieces.

Sides, areas, links, tables and kinds are known to everyone. A track, a box and a piece may be kept for some
sides.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudication.engine.by_hand.kinds import Hand, insist
from adjudication.engine.house_counters import check_kind
from adjudication.engine.umpire import Umpire
from adjudication.engine.umpire.names import GAME
from domain.errors import BadData, NotFound
from domain.events import (
    Event,
    KindAdded,
    KindData,
    SideAdded,
    SideData,
    Sides,
    SpaceAdded,
    SpaceData,
    SpacesLinked,
    TableAdded,
    TableData,
    TrackData,
    Value,
)
from domain.events.seen import WHITE
from domain.table.board import Board, with_space
from domain.table.fitting import faults_of
from domain.table.state import State
from domain.table.tables import Table
from domain.text import slug

MOST_SIDES = 30
MOST_SPACES = 2_000
MOST_TRACKS = 500
MOST_TABLES = 500
MOST_KINDS = 2_000
FARTHEST = 1_000_000
"""How far from nought the ends of a track are at most."""
LONGEST_NAME = 100

_TAKEN = ("", "all", "everyone", "none", WHITE, GAME, "sides", "house")
"""Names that mean something else wherever a side or place is named."""


@dataclass(frozen=True)
class AddSide:
    """A new side; `player` is who holds it, where one player holds several."""

    id: str
    name: str
    played_by: str = "player"
    player: str = ""


@dataclass(frozen=True)
class AddSpace:
    """A new area beside others, or, as `box`, a box beside the map. owner: the side whose it is. column, row,
    outline: where it is drawn.
    seen_by: of a box, the sides that know that it is there, None for everyone."""

    id: str
    name: str
    kind: str = "area"
    beside: tuple[str, ...] = ()
    box: bool = False
    terrain: str = ""
    zone: str = ""
    owner: str = ""
    map: str = ""
    column: int = 0
    row: int = 0
    outline: tuple[tuple[int, int], ...] = ()
    seen_by: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Link:
    """Two spaces that lie beside each other from now on."""

    one: str
    other: str


@dataclass(frozen=True)
class AddTrack:
    """A new track with its ends and where its marker stands. known_to: the sides that know of it, None for
    everyone."""

    id: str
    name: str
    value: int
    lowest: int
    highest: int
    owner: str = ""
    known_to: tuple[str, ...] | None = None


@dataclass(frozen=True)
class AddTable:
    """A new look-up table, in literal rows."""

    table: str
    title: str
    keys: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    provenance: str = "house"
    source: str = ""


@dataclass(frozen=True)
class AddKind:
    """A new kind of piece; owner: the side that its pieces belong to."""

    id: str
    name: str
    owner: str = ""
    group: str = ""
    back: str = ""
    symbol: str = ""
    text: str = ""
    values: dict[str, Value] | None = None


def side(umpire: Umpire, act: AddSide, hand: Hand) -> None:
    """Let a side join."""
    state = umpire.state
    _few(state.sides, MOST_SIDES, "sides")
    _free(state, act.id, act.name)
    insist(act.played_by in ("player", "umpire"), "A side is played by a player or by the umpire.")
    insist(
        not act.player or any(each.player == act.player for each in state.sides.values()),
        f"No side is held by a player {act.player[:40]!r}.",
    )
    umpire.add_side(SideData(act.id, act.name, act.played_by, act.player), rule=hand.rule)


def space(umpire: Umpire, act: AddSpace, hand: Hand) -> None:
    """Let an area or box join."""
    state = umpire.state
    _few(state.board.spaces, MOST_SPACES, "spaces and boxes")
    _free(state, act.id, act.name)
    if act.owner:
        state.check_side(act.owner)
    if act.seen_by is not None:
        insist(act.box, "An area of the map is seen by everyone; a box (`add box`) can be kept from sides.")
        for each in act.seen_by:
            state.check_side(each)
    insist(not (act.box and act.beside), "A box lies beside the map, and beside no area of it.")
    for other in act.beside:
        check_area(state, other)
    insist(len(set(act.beside)) == len(act.beside), "Name each area beside it once.")
    data = SpaceData(
        act.id,
        act.name,
        act.kind,
        act.terrain,
        act.zone,
        act.column,
        act.row,
        act.map,
        outline=tuple((x, y) for x, y in act.outline),
        side=act.owner,
        seen_by=None if act.seen_by is None else tuple(act.seen_by),
    )
    beside = tuple(act.beside)
    for fault in faults_of(with_space(state.board.data, data, beside, act.box)):
        raise BadData(f"{act.name} does not fit on the map: {fault.message}.")
    umpire.add_space(data, rule=hand.rule, beside=beside, box=act.box)


def link(umpire: Umpire, act: Link, hand: Hand) -> None:
    """Let two areas lie beside each other."""
    state = umpire.state
    for each in (act.one, act.other):
        check_area(state, each)
    insist(act.one != act.other, f"{act.one} does not lie beside itself.")
    joined = act.other in state.board.neighbours[act.one]
    insist(not joined, f"{act.one} and {act.other} are neighbours already.")
    umpire.link(act.one, act.other, rule=hand.rule)


def track(umpire: Umpire, act: AddTrack, hand: Hand) -> None:
    """Let a track join."""
    state = umpire.state
    _few(state.tracks, MOST_TRACKS, "tracks")
    _free(state, act.id, act.name)
    if act.owner:
        state.check_side(act.owner)
    for each in act.known_to or ():
        state.check_side(each)
    insist(-FARTHEST <= act.lowest < act.highest <= FARTHEST, "A track's lower end is below its upper end.")
    insist(
        act.lowest <= act.value <= act.highest,
        f"{act.name} cannot start at {act.value}: its ends are {act.lowest} and {act.highest}.",
    )
    known = None if act.known_to is None else tuple(act.known_to)
    data = TrackData(act.id, act.name, act.value, act.lowest, act.highest, act.owner, known)
    umpire.add_track(data, rule=hand.rule)


def table(umpire: Umpire, act: AddTable, hand: Hand) -> None:
    """Let a look-up table join."""
    state = umpire.state
    _few(state.tables, MOST_TABLES, "tables")
    insist(
        act.table not in state.tables,
        f"There is a table {act.table} already; `whitecell tables {act.table} --adopt FILE` replaces it.",
    )
    insist(act.table == slug(act.table) and act.table, "A table's id has small letters, digits, - and _.")
    insist(act.rows, f"Table {act.table} has no rows.")
    raw = {
        "title": act.title,
        "keys": list(act.keys),
        "rows": [dict(row) for row in act.rows],
        "provenance": act.provenance,
        "source": act.source,
    }
    try:
        data = msgspec.convert(raw, TableData)
    except msgspec.ValidationError as error:
        raise BadData(f"Table {act.table}: {error}.") from error
    Table(act.table, data)
    umpire.add_table(act.table, data, rule=hand.rule)


def kind(umpire: Umpire, act: AddKind, hand: Hand) -> None:
    """Let a kind of piece join."""
    state = umpire.state
    _few(state.kinds, MOST_KINDS, "kinds of pieces")
    insist(act.id not in state.kinds, f"There is a kind of piece {act.id} already.")
    insist(act.id == slug(act.id) and act.id, "A kind's id has small letters, digits, - and _.")
    _named(act.name)
    if act.owner:
        state.check_side(act.owner)
    data = KindData(
        act.name,
        act.owner,
        act.group,
        dict(act.values or {}),
        act.symbol,
        act.back,
        provenance="house",
        text=act.text,
    )
    check_kind(act.id, data)
    umpire.add_kind(act.id, data, rule=hand.rule)


def check_area(state: State, id: str) -> None:
    """Raises NotFound for what is no area of the map."""
    board: Board = state.board
    areas = [space.id for space in board.data.spaces]
    if id not in areas:
        raise NotFound(f"There is no area {id[:60]!r} on the map; there are: {', '.join(areas[:30])}.")


def taken(state: State, id: str) -> bool:
    """Whether an id is something else's already."""
    return (
        id in _TAKEN
        or id in state.sides
        or id in state.tracks
        or id in state.pieces
        or id in state.board.spaces
        or any(each.player == id for each in state.sides.values())
    )


def _free(state: State, id: str, name: str) -> None:
    insist(id == slug(id) and 0 < len(id) <= 60, "An id has 1 to 60 small letters, digits, - and _.")
    insist(not taken(state, id), f"{id} is the name of something else already; give another with --id.")
    _named(name)


def _named(name: str) -> None:
    insist(
        name == " ".join(name.split()) and 0 < len(name) <= LONGEST_NAME,
        f"A name is one line of 1 to {LONGEST_NAME} characters.",
    )


def _few(there: Collection[str], most: int, what: str) -> None:
    insist(len(there) < most, f"A game has at most {most} {what}.")


ACTS: tuple[tuple[str, type[Any], Callable[..., None], str], ...] = (
    ("add-side", AddSide, side, "let a side join"),
    ("add-space", AddSpace, space, "add an area or box"),
    ("link", Link, link, "let two areas lie beside each other"),
    ("add-track", AddTrack, track, "add a track"),
    ("add-table", AddTable, table, "add a table"),
    ("add-kind", AddKind, kind, "add a kind of piece"),
)
"""Each kind of addition: its name, its arguments, its procedure, what it does."""


def knowing(arguments: Mapping[str, Any]) -> Sides:
    """The sides that may know what an addition adds; None for everyone."""
    for name in ("known_to", "seen_by"):
        if arguments.get(name) is not None:
            return tuple(arguments[name])
    return None


def for_everyone(event: Event) -> str:
    """What of an addition cannot be kept from anyone, in a word; empty where it can."""
    if isinstance(event, SpaceAdded) and not event.box:
        return "A new area"
    words = {
        SideAdded: "A new side",
        SpacesLinked: "A link between areas",
        TableAdded: "A new table",
        KindAdded: "A new kind of piece",
    }
    return words.get(type(event), "")
