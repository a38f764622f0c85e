"""What joins a game in play: sides, places, links between places, tracks, tables, kinds of pieces."""

from typing import TYPE_CHECKING

import msgspec

from domain.events.base import Event
from domain.events.data import KindData, SideData, SpaceData, TableData, TrackData
from domain.events.kind import OF_AN_ORDER, Audience, Changes, EventKind, Undo
from domain.events.seen import Seen, own_of

if TYPE_CHECKING:
    from domain.table.state import State


class SideAdded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side joins the game."""

    side: SideData


def _side(state: "State", event: SideAdded) -> None:
    state.sides = {**state.sides, event.side.id: event.side}


class SpaceAdded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A space joins the map, adjacent to those named; or, with `box`, a box beside the map."""

    space: SpaceData
    beside: tuple[str, ...] = ()
    box: bool = False


def _space(state: "State", event: SpaceAdded) -> None:
    state.add_space(event.space, event.beside, event.box)


def _own_space(event: SpaceAdded, state: "State", viewer: str) -> SpaceData:
    """The space without the sides that know of it: a side does not learn who else does."""
    seen_by = event.space.seen_by
    return msgspec.structs.replace(event.space, seen_by=seen_by and own_of(viewer, seen_by))


class SpacesLinked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Two spaces are adjacent from now on."""

    one: str
    other: str


def _linked(state: "State", event: SpacesLinked) -> None:
    state.join(event.one, event.other)


class TrackAdded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A track joins the game."""

    track: TrackData


def _track(state: "State", event: TrackAdded) -> None:
    state.lay_track(event.track)


def _own_track(event: TrackAdded, state: "State", viewer: str) -> TrackData:
    """The track without the sides that know of it: a side does not learn who else does."""
    known_to = event.track.known_to
    return msgspec.structs.replace(event.track, known_to=known_to and own_of(viewer, known_to))


class TableAdded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A look-up table joins those in force."""

    table: str
    data: TableData


def _table(state: "State", event: TableAdded) -> None:
    state.lay_table(event.table, event.data)


class KindAdded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A kind of piece joins the game."""

    kind: str
    data: KindData


def _kind(state: "State", event: KindAdded) -> None:
    state.kinds = {**state.kinds, event.kind: event.data}


KINDS = (
    EventKind(
        "side-added.1",
        SideAdded,
        _side,
        Seen(everyone=("side",)),
        changes=(Changes.ADDED,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("sides",),
        words=None,
    ),
    EventKind(
        "space-added.1",
        SpaceAdded,
        _space,
        Seen(
            ("space", "beside", "box"),
            touches=lambda event, state: event.space.seen_by,
            told={"space": _own_space},
        ),
        changes=(Changes.ADDED,),
        audience=Audience.NARROWED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "spaces-linked.1",
        SpacesLinked,
        _linked,
        Seen(everyone=("one", "other")),
        changes=(Changes.ADDED,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words="{one:capital} and {other} are neighbours now",
    ),
    EventKind(
        "track-added.1",
        TrackAdded,
        _track,
        Seen(("track",), touches=lambda event, state: event.track.known_to, told={"track": _own_track}),
        changes=(Changes.ADDED,),
        audience=Audience.NARROWED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "table-added.1",
        TableAdded,
        _table,
        Seen(everyone=("table", "data")),
        changes=(Changes.TABLES,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "kind-added.1",
        KindAdded,
        _kind,
        Seen(everyone=("kind", "data")),
        changes=(Changes.ADDED,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
)
