"""What a type of event declares: all that other modules have to know of every type.

A module that treats each type in its own way asks the declaration, and has no list of types.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from domain.events.base import Event
from domain.events.rows import Row
from domain.events.seen import Seen

if TYPE_CHECKING:
    from domain.table.state import State


class Changes(Enum):
    """A part of the table that an event changes. Computing odds puts it back, and tells branches apart by it.

    An event names the part in its fields, which stand in backquotes here. A type that changes several parts
    lists them.
    """

    LAID = "what a game begins with; no order lays anything out"
    FORCE = "which events are in force: the table is rebuilt from those that are"
    PLACE = "the place of `piece`, from `origin` to `to`"
    SEQUENCE = "the sequence of the pieces at `place`"
    FACE = "the face, steps or side of `piece`"
    IDENTITY = "the sides that know what `piece` is"
    PRESENCE = "the sides that know that `piece` is there"
    COMES = "a new piece: `piece` is its data"
    GOES = "`piece` leaves the game from `origin`"
    TRACK = "the value of `track`"
    TRACK_PRESENCE = "the sides that know of `track`"
    MARK = "`mark` on `subject`"
    CLOCK = "turn, phase and side, and the scenario's date"
    ORDERS = "the orders that are not done yet"
    VERDICT = "who has won"
    TABLES = "the look-up tables"
    COUNTERS = "the kinds of pieces, and of which kind each piece is"
    ADDED = "the board, the sides, the tracks or the kinds of pieces that there are"
    BESIDE = "what is beside the table: seats, timers, options, words for the dice, the date, the close"
    OUTCOME = "nothing; yet games that differ in what it says are different outcomes"


class Says(NamedTuple):
    """An event that says something and changes nothing: it is for those who may know of its order, or fewer.
    Whoever does not know that something is there is told nothing that names it in one of these fields."""

    fields: tuple[str, ...]


class Audience(Enum):
    """Who may know of an event that an order records."""

    GIVEN = "those that whoever records it names"
    SEEING = "those that see what it touches, whoever is named"
    INSISTED = "the same; rule code that names others is at fault"
    NARROWED = "those named, as far as they see what it touches"


class Undo(Enum):
    """How an undo treats an event from its first event on."""

    STRUCK = "it is struck: it happened on the table"
    KEPT = "it stays: it was said or done beside the table"


class By(Enum):
    """What accounts for an event in an audit."""

    OPENING = "the opening"
    LAID = "what is laid out, once each, right after the opening"
    ORDER = "an order or manual change, whose number it bears"
    PEOPLE = "people, beside the orders"
    WORDS = "the words that sides give for the dice"
    CLOSING = "the closing"


class Speaks(Enum):
    """Who gives an event, which has to be somebody of the roster."""

    NOBODY = "nobody: it follows from another, or the roster does not ask"
    SIDE = "somebody of its `side` (empty or `white`: of the white cell)"
    WHITE_CELL = "somebody of the white cell"
    THEMSELVES = "anybody of the roster"


class Account(NamedTuple):
    """What accounts for an event in an audit, and who gives it.

    Of entries by people, public: it is for everyone, and nobody can keep it from some sides. cites: it may
    cite a rule. after_close: it may be entered in a closed game.
    """

    by: By
    speaks: Speaks
    public: bool
    cites: bool
    after_close: bool


def entry(speaks: Speaks, *, public: bool, cites: bool, after_close: bool) -> Account:
    """The account of an entry by people."""
    return Account(By.PEOPLE, speaks, public, cites, after_close)


def given(by: By, speaks: Speaks = Speaks.NOBODY) -> Account:
    """The account of an event that is no entry by people."""
    return Account(by, speaks, public=False, cites=False, after_close=False)


OF_AN_ORDER = given(By.ORDER)
"""The account of what an adjudication records."""


class EventKind(NamedTuple):
    """A type of event.

    wire_name: its name in a log. type: its class. mutator: what it does to a state. seen: what sides see of
    it. changes: the parts of the table that it changes. audience: who may know of it. undo: how an undo
    treats it. account: what accounts for it in an audit. rows: its tables in the read model, beside `events`;
    a name is that of a table which several types share, or whose rows take more than fields. words: its line
    in a log, with its fields as gaps (`adjudication/engine/phrase.py`); None where it takes more than that
    and `reports/words` has a function for it. since: the first log format that may have it.
    """

    wire_name: str
    type: type[Event]
    mutator: Callable[["State", Any], None]
    seen: Seen
    changes: tuple[Changes, ...]
    audience: Audience | Says
    undo: Undo
    account: Account
    rows: tuple[Row | str, ...]
    words: str | None
    since: int = 3

    @property
    def name(self) -> str:
        """Its wire name without the version: `die-rolled`."""
        return self.wire_name.partition(".")[0]


Mutator = TypeVar("Mutator", bound=Callable[..., None])
_SAY_WHAT_CHANGES: set[Callable[..., None]] = set()


def says_what_changes(mutator: Mutator) -> Mutator:
    """Declares that a mutator itself drops the derived values that it changes; behind any other mutator all
    derived values are dropped."""
    _SAY_WHAT_CHANGES.add(mutator)
    return mutator


def drops_derived(kind: EventKind) -> bool:
    """Whether all derived values have to be dropped behind an event of this type."""
    return kind.mutator not in _SAY_WHAT_CHANGES


@says_what_changes
def nothing(state: "State", event: Event) -> None:
    """The mutator of events that change nothing on the table."""
