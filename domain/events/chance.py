"""Chance, look-ups and sums: what a rule asks of dice, cups, decks and tables."""

from typing import TYPE_CHECKING, Any

from domain.events.base import Event, Sides, Value
from domain.events.kind import (
    OF_AN_ORDER,
    Audience,
    Changes,
    EventKind,
    Says,
    Undo,
    nothing,
    says_what_changes,
)
from domain.events.rows import AGAIN, BY, Cell, Column, Row
from domain.events.seen import OMIT, Seen, both, either, knows, place_in, secret_act
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


class DieRolled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One die: `die` faces, the face shown, and its purpose. `chance` counts rolls, draws and picks from 1.

    again: the event that first recorded this same chance, when it is recorded again after a ruling; else 0.
    """

    die: int
    face: int
    purpose: Said
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0


class Picked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One of several equal candidates taken at random."""

    purpose: Said
    options: tuple[Value, ...]
    value: Value
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0


@says_what_changes
def _chance(state: "State", event: DieRolled | Picked) -> None:
    if not event.again:  # a repeated chance was counted when it was first recorded
        state.chances = event.chance


class CounterDrawn(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A counter or card drawn blindly from a cup or deck and put down at `to`."""

    cup: str
    piece: str
    to: str
    purpose: Said
    chance: int = 0
    source: str = "sealed"
    by: str = ""
    again: int = 0

    @property
    def origin(self) -> str:
        """The place that the piece leaves, as of any move: the cup."""
        return self.cup


@says_what_changes
def _drawn(state: "State", event: CounterDrawn) -> None:
    if not event.again:
        state.chances = event.chance
    state.mix(event.cup)
    state.move(event.piece, event.to)


def _known_to(event: CounterDrawn, state: "State") -> Sides:
    return state.pieces[event.piece].known_to


def _who_sees_draw(event: CounterDrawn, state: "State") -> Sides:
    places = either(state.who_sees_place(event.cup), state.who_sees_place(event.to))
    return both(state.pieces[event.piece].seen_by, places)


def _piece(event: CounterDrawn, state: "State", viewer: str) -> Any:
    return event.piece if knows(viewer, _known_to(event, state)) else OMIT


def _back(event: CounterDrawn, state: "State", viewer: str) -> Any:
    piece = state.pieces[event.piece]
    return OMIT if knows(viewer, piece.known_to) else piece.kind.back


def _purpose(event: CounterDrawn, state: "State", viewer: str) -> Any:
    """The purpose of a draw; a secret draw of the white cell shows that a counter was drawn, not why."""
    return OMIT if secret_act(event, state, viewer) else event.purpose


class Shuffled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The pieces at a place put into a new order, top first."""

    place: str
    order: tuple[str, ...]
    chance: int = 0
    source: str = "sealed"
    again: int = 0


def _shuffled(state: "State", event: Shuffled) -> None:
    if not event.again:
        state.chances = event.chance
    state.at[event.place] = list(event.order)
    state.mix(event.place)


CHANCE = (DieRolled, CounterDrawn, Picked, Shuffled)
"""The kinds of events that use up a chance of the dice."""


class LookedUp(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A table look-up: the `keys`, the `row` found (from 1), and its result cells."""

    table: str
    keys: dict[str, Value]
    row: int
    result: dict[str, Value]


def _adopted(event: LookedUp, state: "State", viewer: str) -> Any:
    return True if event.table in state.tables and state.tables[event.table].adopted else OMIT


class Modified(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One modifier as it is applied: the sum, the source of the modifier, and the sum after it."""

    sum: Said
    label: Said
    amount: int
    total: int


ROLLS = Row(
    "rolls",
    "A die that was rolled.",
    (
        Cell(Column("die", int, "How many faces the die has.")),
        Cell(Column("face", int, "The face that it showed; what was ruled instead is in `rulings`.")),
        Cell(Column("purpose", str, "What it was for."), said=True),
        Cell(Column("source", str, "`sealed`, `typed` for a physical die, or `scripted`.")),
        Cell(Column("chance", int, "Which of the game's rolls, draws and picks it is, from 1.")),
        Cell(BY),
        Cell(AGAIN, event=True),
    ),
)
MODIFIERS = Row(
    "modifiers",
    "A modifier, as it was applied.",
    (
        Cell(Column("sum_of", str, "The sum that it was applied to."), "sum", said=True),
        Cell(Column("label", str, "What it was for."), said=True),
        Cell(Column("amount", int, "By how much.")),
        Cell(Column("total", int, "The sum after it.")),
    ),
)

KINDS = (
    EventKind(
        "die-rolled.1",
        DieRolled,
        _chance,
        Seen(("die", "face", "purpose", "source", "by", "again"), lines=("again",), white=("chance",)),
        changes=(),
        audience=Says(("purpose",)),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(ROLLS,),
        words=None,
    ),
    EventKind(
        "counter-drawn.1",
        CounterDrawn,
        _drawn,
        Seen(
            audience=("cup", "piece", "to", "purpose", "source", "by", "again"),
            strangers=("cup", "to", "purpose", "back"),
            everyone=("cup", "piece", "to", "purpose", "back"),
            touches=_who_sees_draw,
            about=_known_to,
            told={
                "cup": place_in("cup"),
                "piece": _piece,
                "to": place_in("to"),
                "purpose": _purpose,
                "back": _back,
            },
            lines=("again",),
            white=("chance",),
        ),
        changes=(Changes.PLACE,),
        audience=Audience.NARROWED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("moves", "draws"),
        words=None,
    ),
    EventKind(
        "picked.1",
        Picked,
        _chance,
        Seen(("purpose", "options", "value", "source", "by", "again"), lines=("again",), white=("chance",)),
        changes=(),
        audience=Says(("purpose", "options")),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("draws",),
        words=None,
    ),
    EventKind(
        "shuffled.1",
        Shuffled,
        _shuffled,
        Seen(
            audience=("place", "order", "source", "again"),
            everyone=("place",),
            touches=lambda event, state: state.who_sees_place(event.place),
            lines=("again",),
            white=("chance",),
        ),
        changes=(Changes.SEQUENCE,),
        audience=Audience.NARROWED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "looked-up.1",
        LookedUp,
        nothing,
        Seen(("table", "keys", "row", "result", "adopted"), told={"adopted": _adopted}),
        changes=(),
        audience=Says(("keys",)),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("look_ups",),
        words=None,
    ),
    EventKind(
        "modified.1",
        Modified,
        nothing,
        Seen(("sum", "label", "amount", "total")),
        changes=(),
        audience=Says(("sum", "label")),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(MODIFIERS,),
        words=None,
    ),
)
