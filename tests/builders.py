"""Small things that tests are built from: a table as events, a game, a rule system of one order."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import msgspec

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order, OrderGroup, OrderKind
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import IllegalOrder
from domain.events import (
    BoardData,
    BoardLaid,
    CountersLaid,
    Event,
    GameOpened,
    HexLayout,
    KindData,
    Noted,
    PieceData,
    SideData,
    SpaceData,
    TableData,
    TablesLaid,
    TrackData,
    TracksLaid,
)
from domain.events.opening import FORMAT
from domain.game.game import Game
from domain.game.opening import committed
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice, secret_from_seed
from domain.table.marks import Mark
from domain.table.state import Piece, State

SECRET = secret_from_seed(1)
TIME = "2024-05-01T10:00:00Z"

SIDES = (SideData("blue", "Blue"), SideData("red", "Red"))

KINDS = {
    "company": KindData("Company", side="blue", values={"strength": 4}),
    "cell": KindData("Cell", side="red", values={"strength": 2}, back="?"),
}

PIECES = (
    PieceData("b1", "company", "a1", steps=2),
    PieceData("b2", "company", "a1", steps=2),
    PieceData("r1", "cell", "cup", known_to=("red",)),
    PieceData("r2", "cell", "cup", known_to=("red",)),
    PieceData("r3", "cell", "c3", known_to=("red",)),
)

TRACKS = (TrackData("vp", "Victory points", 5, 0, 10), TrackData("alert", value=1, highest=3))

TABLES = {
    "results": TableData(
        "Results",
        ("roll",),
        ({"roll": (None, 2), "loss": 1}, {"roll": (3, 4), "loss": 0}, {"roll": (5, None), "loss": 2}),
    )
}


LOSSES = Mark[int]("losses")


def hexes(columns: int, rows: int, chart: str = "", terrain: str = "open") -> tuple[SpaceData, ...]:
    """A full rectangle of hexes: `a1` is column 1, row 1; those of a second map bear its name before."""
    return tuple(
        SpaceData(
            f"{chart}{chr(96 + column)}{row}",
            terrain=terrain,
            column=column,
            row=row,
            map=chart,
        )
        for column in range(1, columns + 1)
        for row in range(1, rows + 1)
    )


def board() -> BoardData:
    """Three by three flat-topped hexes, a cup and a box for what is lost."""
    return BoardData(
        name="Field",
        layout=HexLayout(),
        spaces=hexes(3, 3),
        boxes=(SpaceData("cup", kind="cup"), SpaceData("lost", kind="box")),
    )


def opening(
    game: str,
    *,
    name: str = "test",
    secret: str | None = SECRET,
    pieces: Sequence[PieceData] = PIECES,
    layout: BoardData | None = None,
) -> list[Event]:
    """The first five events of a game: opened, and board, counters, tables and tracks laid."""
    events = [
        GameOpened(
            number=1,
            time=TIME,
            game=game,
            name=name,
            system="toy",
            scenario="field",
            title="A field",
            sides=SIDES,
            format=FORMAT,
        ),
        BoardLaid(number=2, time=TIME, board=layout or board()),
        CountersLaid(number=3, time=TIME, kinds=KINDS, pieces=tuple(pieces), audience=()),
        TablesLaid(number=4, time=TIME, tables=TABLES),
        TracksLaid(number=5, time=TIME, tracks=TRACKS),
    ]
    return committed(events, secret) if secret else events


def new_game(*events: Event, name: str = "test", secret: str | None = SECRET) -> Game:
    """A game that is laid on the table and not saved yet, and what `events` made of it."""
    id = uuid4().hex
    game = Game.from_events(id, opening(id, name=name, secret=secret))
    if secret:
        game.blind_with(lambda: secret)
    add(game, *events)
    return game


def add(game: Game, *events: Event) -> None:
    """Append events, each numbered for its place; an order's event is made its own procedure by hand."""
    for event in events:
        game.append(numbered(event, len(game.log) + 1))


def numbered(event: Event, number: int) -> Event:
    """The same event with another number."""
    return msgspec.structs.replace(event, number=number)


def note(text: str, by: str = "") -> Noted:
    """A note that `add` numbers."""
    return Noted(number=0, time=TIME, text=text, by=by)


def notes(events: Iterable[Event]) -> list[str]:
    """The texts of all notes, in order."""
    return [event.text for event in events if isinstance(event, Noted)]


def started(ledger: Ledger, name: str = "test", secret: str = SECRET) -> Game:
    """A new game, saved and listed."""
    game = new_game(name=name, secret=secret)
    ledger.start(game, name, secret)
    return game


# --- a rule system of one order ------------------------------------------------------------------


@dataclass(frozen=True)
class Advance:
    """The arguments of the order `advance`."""

    piece: str
    to: str


def _begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "advance", rule="toy 1")


def _advance(umpire: Umpire, order: Advance) -> None:
    """Roll a die, move next door, lose what the table says, and count it."""
    piece = umpire.state.pieces[order.piece]
    if order.to not in umpire.state.board.neighbours[piece.place]:
        raise IllegalOrder("not-beside", "toy 2", f"{order.to} does not lie beside {piece.place}.")
    face = umpire.roll(6, "advance", rule="toy 2")
    row = umpire.look_up("results", roll=face, rule="toy 3")
    umpire.move(piece.id, order.to, rule="toy 2")
    umpire.mark("game", LOSSES, umpire.state.mark("game", LOSSES, 0) + int(row.loss), rule="toy 3")


def _legal(state: State) -> LegalOrders:
    beside, pieces = state.board.neighbours, state.pieces
    return LegalOrders(
        [OrderGroup("blue", "advance", {"piece": id}, "to", beside[pieces[id].place]) for id in ("b1", "b2")]
    )


TOY = RuleSystem(
    name="toy",
    title="Toy",
    begin=_begin,
    orders={"advance": OrderKind("advance", Advance, _advance, "toy 2", "Move next door.")},
    legal=_legal,
    proceed=lambda state: None,
    hint=lambda state: "Advance.",
    default_scenario="field",
)


def session(game: Game, ledger: Ledger | None = None) -> Session:
    """The game in the hands of a white cell that saves to `ledger` after every change."""
    save = ledger.save if ledger is not None else None
    return Session(TOY, game, SealedDice(SECRET), save=save, clock=lambda: TIME)


def any_order(state: State, pick: int) -> Order:
    """One of the orders that may be given now."""
    legal = _legal(state)
    return legal[pick % len(legal)]


# --- looking at a state --------------------------------------------------------------------------


def table(state: State) -> dict[str, Any]:
    """Everything that a state says, as plain data of its own, to be compared."""
    return {
        "number": state.number,
        "opened": state.opened,
        "options": dict(state.options),
        "sides": dict(state.sides),
        "board": state.board.data,
        "kinds": dict(state.kinds),
        "pieces": {
            id: tuple(getattr(piece, slot) for slot in Piece.__slots__) for id, piece in state.pieces.items()
        },
        "at": {place: tuple(ids) for place, ids in state.at.items() if ids},
        "tables": {name: found.data for name, found in state.tables.items()},
        "tracks": {id: (track.data, track.value) for id, track in state.tracks.items()},
        "marks": deepcopy(state.marks),
        "clock": (state.turn, state.phase, state.side),
        "chances": state.chances,
        "entropy": state.entropy,
        "procedures": dict(state.procedures),
        "verdict": state.verdict,
        "closed": state.closed,
    }


def check_conservation(state: State) -> None:
    """Each piece lies in exactly one place, and both books agree; markers are inside their tracks."""
    lying = sorted(id for ids in state.at.values() for id in ids)
    assert lying == sorted(state.pieces), "a piece lies nowhere, or twice"
    for id, piece in state.pieces.items():
        assert id in state.at[piece.place], f"{id} does not lie at {piece.place}"
    for id, track in state.tracks.items():
        assert track.data.lowest <= track.value <= track.data.highest, f"{id} is off its track"
