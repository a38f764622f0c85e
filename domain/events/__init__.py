"""The events of a game: everything that can happen on any table, as immutable facts.

An event states what happened, never why it was allowed: all checking comes before an event is written,
so that replaying a log can never fail on a rule. Each event has a stable wire name (`die-rolled.1`) that is
not its class name. Sides, pieces and spaces are named by their ids.

Each module holds the events of one job. Beside each event is what it does to the state and what sides see of
it; the module's `KINDS` lists the three together, and `registry` lists the kinds of all modules.
"""

from domain.events.additions import KindAdded, SideAdded, SpaceAdded, SpacesLinked, TableAdded, TrackAdded
from domain.events.base import Event, Sides, Value
from domain.events.chance import CHANCE, CounterDrawn, DieRolled, LookedUp, Modified, Picked, Shuffled
from domain.events.clock import ClockPaused, ClockResumed, DateSet, PhaseEntered, TimerSet
from domain.events.closing import GameClosed, SealRevealed, VerdictReached
from domain.events.corrections import Ruled, TakenBack
from domain.events.data import (
    Adjacency,
    AskData,
    BoardData,
    BorderData,
    Cell,
    HexLayout,
    KindData,
    LineData,
    MapData,
    PhaseData,
    PieceData,
    Point,
    RoleData,
    SideData,
    SpaceData,
    TableData,
    TerrainStyle,
    TrackData,
    TurnData,
)
from domain.events.entropy import EntropyGiven, EntropyPromised, EntropyWaived
from domain.events.forks import GameForked, Origin
from domain.events.house import CountersAdopted, HouseRuleAdopted, OptionChanged, TableAdopted
from domain.events.marks import Lapse, Marked, Scored, TrackKnown
from domain.events.opening import BoardLaid, CountersLaid, GameOpened, TablesLaid, TracksLaid
from domain.events.orders import AnswersOpened, Chosen, Objection, OrderDone, OrderGiven
from domain.events.people import (
    Concluded,
    EntryCorrected,
    GameDeclared,
    InjectData,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    Noted,
    SeatTaken,
    Topic,
)
from domain.events.pieces import (
    PieceChanged,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    PresenceKnown,
)
from domain.events.registry import NAMES_ON_WIRE, WIRE_NAMES
from domain.events.secret_orders import (
    Disclosed,
    Opened,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
)

__all__ = [
    "CHANCE",
    "NAMES_ON_WIRE",
    "WIRE_NAMES",
    "Adjacency",
    "AnswersOpened",
    "AskData",
    "BoardData",
    "BoardLaid",
    "BorderData",
    "Cell",
    "Chosen",
    "ClockPaused",
    "ClockResumed",
    "Concluded",
    "CounterDrawn",
    "CountersAdopted",
    "CountersLaid",
    "DateSet",
    "DieRolled",
    "Disclosed",
    "EntropyGiven",
    "EntropyPromised",
    "EntropyWaived",
    "EntryCorrected",
    "Event",
    "GameClosed",
    "GameDeclared",
    "GameForked",
    "GameOpened",
    "HexLayout",
    "HouseRuleAdopted",
    "InjectData",
    "InjectHandled",
    "InjectsListed",
    "KindAdded",
    "KindData",
    "Lapse",
    "LineData",
    "LookedUp",
    "MapData",
    "Marked",
    "MarkingSet",
    "MessageSent",
    "Modified",
    "Noted",
    "Objection",
    "Opened",
    "OptionChanged",
    "OrderDone",
    "OrderGiven",
    "Origin",
    "PhaseData",
    "PhaseEntered",
    "Picked",
    "PieceChanged",
    "PieceData",
    "PieceKnown",
    "PieceMoved",
    "PiecePlaced",
    "PieceRemoved",
    "Point",
    "PresenceKnown",
    "RoleData",
    "Ruled",
    "Scored",
    "SealRevealed",
    "SeatTaken",
    "SecretOrderDropped",
    "SecretOrderSealed",
    "SecretOrdersOpened",
    "Shuffled",
    "SideAdded",
    "SideData",
    "Sides",
    "SpaceAdded",
    "SpaceData",
    "SpacesLinked",
    "TableAdded",
    "TableAdopted",
    "TableData",
    "TablesLaid",
    "TakenBack",
    "TerrainStyle",
    "TimerSet",
    "Topic",
    "TrackAdded",
    "TrackData",
    "TrackKnown",
    "TracksLaid",
    "TurnData",
    "Value",
    "VerdictReached",
]
