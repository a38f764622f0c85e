"""The opening of a game: what is played, and what is laid on the table before play."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event, Value
from domain.events.data import (
    BoardData,
    KindData,
    PhaseData,
    PieceData,
    RoleData,
    SideData,
    SpaceData,
    TableData,
    TrackData,
    TurnData,
)
from domain.events.forks import Origin
from domain.events.kind import Audience, By, Changes, EventKind, Undo, given
from domain.events.seen import OMIT, Seen, held, knows

if TYPE_CHECKING:
    from domain.table.state import State


FORMAT = 3
"""The log format of new games, and the only one so far that is read."""


class GameOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The first event: what is played, by whom, under which rules and data, and how dice are made.

    timers: seconds to plan, by phase. roles: the roles that people are to take.
    forked_from: the game that this one goes on from; None for a game that was not forked.
    format: the log format; no log lacks it.
    code_digest: digest of the rule code. seeded: the secret was made from a number that somebody gave.
    background: what people are to know beforehand, by who may know it: a side's id, `SIDE/ROLE` for one role,
    `white` for the white cell alone, empty for everyone.
    calendar: the names of turns. one_of: the values that options can take.
    salt: the names of contacts are derived from it, where the rules use contacts.
    mixing: when rules take several hidden pieces at once, their order is derived from it.
    phases: the phases of a turn, where the scenario names its own.
    date: the scenario's date when play begins (`2031-06-06T04:00`, or a day).
    turn_lasts: minutes of the scenario's time from one turn to the next.
    zone: the time zone of the room, `Europe/Oslo` or `+02:00`; empty for UTC. Times of events are always UTC.
    """

    game: str
    name: str
    system: str
    scenario: str
    title: str
    sides: tuple[SideData, ...]
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    dice: str = "sealed"
    commitment: str = ""
    program: str = ""
    rules_digest: str = ""
    scenario_digest: str = ""
    timers: dict[str, int] = msgspec.field(default_factory=dict)
    roles: tuple[RoleData, ...] = ()
    forked_from: Origin | None = None
    format: int
    code_digest: str = ""
    seeded: bool = False
    background: dict[str, str] = msgspec.field(default_factory=dict)
    calendar: tuple[TurnData, ...] = ()
    one_of: dict[str, tuple[Value, ...]] = msgspec.field(default_factory=dict)
    salt: str = ""
    phases: tuple[PhaseData, ...] = ()
    date: str = ""
    turn_lasts: int = 0
    zone: str = ""
    mixing: str = ""


def _opened(state: "State", event: GameOpened) -> None:
    state.opened = event
    state.options = dict(event.options)
    state.start_clock(event.date)
    state.sides = {side.id: side for side in event.sides}


def _background(event: GameOpened, state: "State", viewer: str) -> dict[str, str]:
    return {who: text for who, text in event.background.items() if who in ("", *held(viewer))}


def _no_digest(event: GameOpened, state: "State", viewer: str) -> str:
    """The digest also covers what starts hidden: with it, a side could test guesses of what is hidden."""
    return ""


def _names_of_origin(event: GameOpened, state: "State", viewer: str) -> Any:
    """Names only: numbers would count what a side did not see."""
    origin = event.forked_from
    return OMIT if origin is None else {"game": origin.game, "name": origin.name}


class BoardLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The board is laid out."""

    board: BoardData


def _board_laid(state: "State", event: BoardLaid) -> None:
    state.lay_board(event.board)


class CountersLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Counters are put in their starting places."""

    kinds: dict[str, KindData]
    pieces: tuple[PieceData, ...]
    provenance: str = "document"


def _counters_laid(state: "State", event: CountersLaid) -> None:
    state.kinds = {**state.kinds, **event.kinds}
    for piece in event.pieces:
        state.put(piece)


class TablesLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The look-up tables in force from the start."""

    tables: dict[str, TableData]


def _tables_laid(state: "State", event: TablesLaid) -> None:
    for name, data in event.tables.items():
        state.lay_table(name, data)


class TracksLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The tracks and where their markers start."""

    tracks: tuple[TrackData, ...]


def _tracks_laid(state: "State", event: TracksLaid) -> None:
    for track in event.tracks:
        state.lay_track(track)


def _board(event: BoardLaid, state: "State", viewer: str) -> BoardData:
    """The board without the places that are hidden from the viewer."""
    board = event.board
    places = (*board.spaces, *board.boxes)
    unseen = {space.id for space in places if not knows(viewer, space.seen_by)}
    if all(space.seen_by is None for space in places):
        return board
    return msgspec.structs.replace(
        board,
        spaces=tuple(_space(space, unseen) for space in board.spaces if space.id not in unseen),
        boxes=tuple(_space(space, unseen) for space in board.boxes if space.id not in unseen),
        borders=tuple(border for border in board.borders if unseen.isdisjoint(border.between)),
        lines=tuple(line for line in board.lines if unseen.isdisjoint(line.through)),
        adjacency=msgspec.structs.replace(
            board.adjacency,
            cut=tuple(pair for pair in board.adjacency.cut if unseen.isdisjoint(pair)),
            join=tuple(pair for pair in board.adjacency.join if unseen.isdisjoint(pair)),
        ),
    )


def _space(space: SpaceData, unseen: Collection[str]) -> SpaceData:
    """The space as a side sees it: not which other sides know of it, nor which unseen place it is part of."""
    lies_in = "" if space.lies_in in unseen else space.lies_in
    return msgspec.structs.replace(space, seen_by=None, lies_in=lies_in)


def _tracks(event: TracksLaid, state: "State", viewer: str) -> tuple[TrackData, ...]:
    known = (track for track in event.tracks if knows(viewer, track.known_to))
    return tuple(
        track if track.known_to is None else msgspec.structs.replace(track, known_to=None) for track in known
    )


KINDS = (
    EventKind(
        "game-opened.1",
        GameOpened,
        _opened,
        Seen(
            everyone=(
                "game",
                "name",
                "system",
                "scenario",
                "title",
                "sides",
                "options",
                "dice",
                "commitment",
                "program",
                "rules_digest",
                "scenario_digest",
                "timers",
                "roles",
                "forked_from",
                "format",
                "code_digest",
                "seeded",
                "background",
                "calendar",
                "one_of",
                "phases",
                "date",
                "turn_lasts",
                "zone",
            ),
            told={
                "scenario_digest": _no_digest,
                "forked_from": _names_of_origin,
                "background": _background,
            },
            white=("salt", "mixing"),
        ),
        changes=(Changes.LAID,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.OPENING),
        rows=("sides",),
        words=None,
    ),
    EventKind(
        "board-laid.1",
        BoardLaid,
        _board_laid,
        Seen(everyone=("board",), told={"board": _board}),
        changes=(Changes.LAID,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.LAID),
        rows=(),
        words=None,
    ),
    EventKind(
        "counters-laid.1",
        CountersLaid,
        _counters_laid,
        Seen(everyone=("kinds",), white=("pieces", "provenance")),
        changes=(Changes.LAID,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.LAID),
        rows=(),
        words=None,
    ),
    EventKind(
        "tables-laid.1",
        TablesLaid,
        _tables_laid,
        Seen(everyone=("tables",)),
        changes=(Changes.LAID,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.LAID),
        rows=(),
        words=None,
    ),
    EventKind(
        "tracks-laid.1",
        TracksLaid,
        _tracks_laid,
        Seen(everyone=("tracks",), told={"tracks": _tracks}),
        changes=(Changes.LAID,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=given(By.LAID),
        rows=(),
        words=None,
    ),
)
