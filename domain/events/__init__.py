"""The events of a game: everything that can happen on any table, as immutable facts.

An event states what happened, never why it was allowed: all checking comes before an event is written,
so that replaying a log can never fail on a rule. Each event has a stable wire name (`die-rolled.1`) that is
not its class name; `WIRE_NAMES` is the closed list of them. Sides, pieces and spaces are named by their ids.
"""

from typing import Any

import msgspec

from domain.events.base import Event, Value
from domain.events.entropy import EntropyGiven, EntropyPromised, EntropyWaived
from domain.events.forks import GameForked, Origin
from domain.events.people import (
    Concluded,
    GameDeclared,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    TimerSet,
)

# --- what is laid on the table before play -------------------------------------------------------


class SideData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side: `played_by` is `player`, or `umpire` where the rules themselves play it."""

    id: str
    name: str
    played_by: str = "player"


class SpaceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex, area, zone or box. `column` and `row` place a hex (from 1) or an area's centre."""

    id: str
    name: str = ""
    kind: str = "hex"
    terrain: str = ""
    zone: str = ""
    column: int = 0
    row: int = 0
    map: str = ""
    tags: tuple[str, ...] = ()
    values: dict[str, Value] = {}


class HexLayout(msgspec.Struct, frozen=True, omit_defaults=True):
    """How hexes lie: flat or pointy tops; which columns (flat) or rows (pointy) are shoved half a hex."""

    kind: str = "hex"
    orientation: str = "flat"
    offset: str = "even"


class Adjacency(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pairs that data adds to (`join`) or takes from (`cut`) what the layout makes neighbours."""

    cut: tuple[tuple[str, str], ...] = ()
    join: tuple[tuple[str, str], ...] = ()


class BorderData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Terrain along the side that two spaces share: a river, a ridge, a road."""

    between: tuple[str, str]
    terrain: str


class BoardData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board as data; several maps of different scale are told apart by each space's `map`."""

    name: str = ""
    provenance: str = "house"
    source: str = ""
    layout: HexLayout | None = None
    impassable: tuple[str, ...] = ()
    spaces: tuple[SpaceData, ...] = ()
    boxes: tuple[SpaceData, ...] = ()
    borders: tuple[BorderData, ...] = ()
    adjacency: Adjacency = Adjacency()


class KindData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of counter, card or block: `values` are its printed numbers, `back` what its reverse shows."""

    name: str
    side: str = ""
    group: str = ""
    values: dict[str, Value] = {}
    symbol: str = ""
    back: str = ""
    rule: str = ""
    provenance: str = "document"


class PieceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One counter: where it starts (`at`), and which sides know what it is (`known_to`, None: all)."""

    id: str
    kind: str
    at: str
    name: str = ""
    face: str = ""
    steps: int = 0
    known_to: tuple[str, ...] | None = None


class TrackData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A track: a number between two ends."""

    id: str
    name: str = ""
    value: int = 0
    lowest: int = 0
    highest: int = 0
    side: str = ""


class RoleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A role that somebody is to take: at which side (empty: the white cell), in which cell."""

    role: str
    side: str = ""
    cell: str = ""


Cell = Value | tuple[int | None, int | None]
"""A key cell of a table row: one value, or a range whose open end is None."""


class TableData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A look-up table as literal rows: `keys` are the columns one enters with, the others are the result."""

    title: str
    keys: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    provenance: str = "house"
    source: str = ""


class GameOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The first event: what is played, by whom, under which rules and data, and how dice are made.

    timers: seconds to plan, by phase. roles: who is wanted around the table.
    forked_from: the game whose events it goes on from, None for one that began at its beginning.
    format: of the log; in format 2 the commitment covers the whole opening, not the secret alone.
    code_digest: of the rule code. seeded: the secret was made from a number that somebody gave.
    background: what is to be known beforehand, by who may know it: a side's id, `white` for the white cell
    alone, empty for everyone.
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
    format: int = 1
    code_digest: str = ""
    seeded: bool = False
    background: dict[str, str] = msgspec.field(default_factory=dict)


class BoardLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The board is laid out."""

    board: BoardData


class CountersLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Counters are put in their starting places."""

    kinds: dict[str, KindData]
    pieces: tuple[PieceData, ...]
    provenance: str = "document"


class TablesLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The look-up tables in force from the start."""

    tables: dict[str, TableData]


class TracksLaid(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The tracks and where their markers start."""

    tracks: tuple[TrackData, ...]


# --- orders, choices and chance ------------------------------------------------------------------


class OrderGiven(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side gives an order; the adjudication of it is the procedure of this event's number.

    What the white cell does by hand is an order too, of no side, and says why (`because`).
    """

    side: str
    order: str
    arguments: dict[str, Any] = msgspec.field(default_factory=dict)
    by: str = ""
    because: str = ""


class OrderDone(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The adjudication of an order has come to its end."""


class DieRolled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One die: `die` faces, the face shown, and what for. `chance` counts rolls, draws and picks from 1.

    again: the event that first recorded this very chance, when it is told anew after a ruling; else 0.
    """

    die: int
    face: int
    purpose: str
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0


class CounterDrawn(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A counter or card drawn blindly from a cup or deck and put down at `to`."""

    cup: str
    piece: str
    to: str
    purpose: str
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0


class Picked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One of several equal candidates taken at random."""

    purpose: str
    options: tuple[Value, ...]
    value: Value
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0


class Shuffled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The pieces at a place put into a new order, top first."""

    place: str
    order: tuple[str, ...]
    chance: int = 0
    source: str = "sealed"
    again: int = 0


class Chosen(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side, or the white cell, answers a question that the rules put to it.

    because: the reason, mandatory where the white cell judges.
    """

    side: str
    question: str
    value: Any
    by: str = ""
    because: str = ""
    again: int = 0


class AnswersOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Secret answers to one question are opened together: side to answer."""

    question: str
    answers: dict[str, Any]


class LookedUp(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A table entered: `keys` used, `row` found (from 1), and its result cells."""

    table: str
    keys: dict[str, Value]
    row: int
    result: dict[str, Value]


class Modified(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One modifier as it is applied: to which sum, by what, and the sum after it."""

    sum: str
    label: str
    amount: int
    total: int


# --- what changes on the table -------------------------------------------------------------------


class PieceMoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece goes from one place to another."""

    piece: str
    origin: str
    to: str


class PieceChanged(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece shows another face, has other steps, or changes side; what is None stays as it was."""

    piece: str
    face: str | None = None
    steps: int | None = None
    side: str | None = None


class PiecePlaced(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A new piece comes into the game."""

    piece: PieceData


class PieceRemoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece leaves the game for good."""

    piece: str
    origin: str


class PieceKnown(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who knows what a piece is: None is everyone, an empty list only the white cell."""

    piece: str
    sides: tuple[str, ...] | None = None


class Scored(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A track's marker moves by `change` to `value`."""

    track: str
    change: int
    value: int
    why: str = ""


class Marked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A mark is put on a space, a piece, a side or the game; value None takes it off."""

    subject: str
    mark: str
    value: Any = None


class PhaseEntered(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The clock: turn, phase, and the side whose turn it is (empty: both or none)."""

    turn: int
    phase: str
    side: str = ""


class VerdictReached(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The game is decided: the winning side (empty for a draw) and why."""

    winner: str
    reason: str
    scores: dict[str, int] = msgspec.field(default_factory=dict)


# --- what people do to the log -------------------------------------------------------------------


class Ruled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell replaces an answer (a roll, a look-up, a choice) in event `concerns` by `value`.

    The recorded answer stays on record. The order is adjudicated again from there with the ruled value; what
    it asks as before is answered as before. Only the order's own later events are struck. decided_by: the
    orders by hand, given since, that led to it (a die thrown for it, an argument).
    """

    concerns: int
    value: Any
    by: str
    because: str
    decided_by: tuple[int, ...] = ()


class RuledAfresh(Ruled, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A ruling of an earlier version: all that happened on the table since is struck, but for what is in
    `decided_by`, and rolled afresh."""


class TakenBack(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """All that happened on the table from event `first` on is taken back; it stays in the log, struck.

    asked_by: who asked for it. agreed: who agreed. overruled: the sides that had not, though they had seen
    some of it.
    """

    first: int
    by: str
    because: str
    agreed: tuple[str, ...] = ()
    asked_by: str = ""
    overruled: tuple[str, ...] = ()


class TableAdopted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A table put in the place of another, from now on."""

    table: str
    data: TableData
    by: str
    because: str


class SealRevealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The secret of the sealed dice, opened when the game is closed."""

    secret: str

    OF_THE_TABLE = False


class GameClosed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Play is over; nothing more is ordered."""

    by: str = ""
    because: str = ""

    OF_THE_TABLE = False


WIRE_NAMES: dict[str, type[Event]] = {
    "game-opened.1": GameOpened,
    "board-laid.1": BoardLaid,
    "counters-laid.1": CountersLaid,
    "tables-laid.1": TablesLaid,
    "tracks-laid.1": TracksLaid,
    "order-given.1": OrderGiven,
    "order-done.1": OrderDone,
    "die-rolled.1": DieRolled,
    "counter-drawn.1": CounterDrawn,
    "picked.1": Picked,
    "shuffled.1": Shuffled,
    "chosen.1": Chosen,
    "answers-opened.1": AnswersOpened,
    "looked-up.1": LookedUp,
    "modified.1": Modified,
    "piece-moved.1": PieceMoved,
    "piece-changed.1": PieceChanged,
    "piece-placed.1": PiecePlaced,
    "piece-removed.1": PieceRemoved,
    "piece-known.1": PieceKnown,
    "scored.1": Scored,
    "marked.1": Marked,
    "phase-entered.1": PhaseEntered,
    "verdict-reached.1": VerdictReached,
    "ruled.2": Ruled,
    "ruled.1": RuledAfresh,
    "taken-back.1": TakenBack,
    "table-adopted.1": TableAdopted,
    "noted.1": Noted,
    "game-declared.1": GameDeclared,
    "seat-taken.1": SeatTaken,
    "message-sent.1": MessageSent,
    "secret-order-sealed.1": SecretOrderSealed,
    "secret-orders-opened.1": SecretOrdersOpened,
    "secret-order-dropped.1": SecretOrderDropped,
    "injects-listed.1": InjectsListed,
    "inject-handled.1": InjectHandled,
    "house-rule-adopted.1": HouseRuleAdopted,
    "option-changed.1": OptionChanged,
    "concluded.1": Concluded,
    "marking-set.1": MarkingSet,
    "timer-set.1": TimerSet,
    "entropy-promised.1": EntropyPromised,
    "entropy-given.1": EntropyGiven,
    "entropy-waived.1": EntropyWaived,
    "seal-revealed.1": SealRevealed,
    "game-closed.1": GameClosed,
    "game-forked.1": GameForked,
}
"""The closed registry: a stored name outside it is refused, and nothing named in a log is imported."""

NAMES_ON_WIRE: dict[type[Event], str] = {kind: name for name, kind in WIRE_NAMES.items()}

__all__ = [
    "NAMES_ON_WIRE",
    "WIRE_NAMES",
    "Adjacency",
    "AnswersOpened",
    "BoardData",
    "BoardLaid",
    "BorderData",
    "Cell",
    "Chosen",
    "Concluded",
    "CounterDrawn",
    "CountersLaid",
    "DieRolled",
    "EntropyGiven",
    "EntropyPromised",
    "EntropyWaived",
    "Event",
    "GameClosed",
    "GameDeclared",
    "GameForked",
    "GameOpened",
    "HexLayout",
    "HouseRuleAdopted",
    "InjectHandled",
    "InjectsListed",
    "KindData",
    "LookedUp",
    "Marked",
    "MarkingSet",
    "MessageSent",
    "Modified",
    "Noted",
    "OptionChanged",
    "OrderDone",
    "OrderGiven",
    "Origin",
    "PhaseEntered",
    "Picked",
    "PieceChanged",
    "PieceData",
    "PieceKnown",
    "PieceMoved",
    "PiecePlaced",
    "PieceRemoved",
    "RoleData",
    "Ruled",
    "RuledAfresh",
    "Scored",
    "SealRevealed",
    "SeatTaken",
    "SecretOrderDropped",
    "SecretOrderSealed",
    "SecretOrdersOpened",
    "Shuffled",
    "SideData",
    "SpaceData",
    "TableAdopted",
    "TableData",
    "TablesLaid",
    "TakenBack",
    "TimerSet",
    "TrackData",
    "TracksLaid",
    "Value",
    "VerdictReached",
]
