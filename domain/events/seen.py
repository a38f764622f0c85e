"""What a side may see of an event."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.events.base import Event, Sides

if TYPE_CHECKING:
    from domain.table.state import State

WHITE = "white"
"""The white cell's view: everything."""
EVERYONE = "all"
"""Stands for everyone among the sides that may know of something."""

UNKNOWN = "?"
"""Shown in place of a piece or a place that the viewer does not know."""

OMIT = object()
"""The value of a field that is left out."""

Told = Callable[[Any, "State", str], Any]
"""The value of a field in a side's view, made from the event, the state before it and the viewer."""


class Player(str):
    """A viewer who holds several sides, by the id of the player; knows what any of them may know."""

    sides: tuple[str, ...] = ()

    @classmethod
    def of(cls, id: str, sides: tuple[str, ...]) -> "Player":
        """The player with that id, who holds these sides."""
        player = cls(id)
        player.sides = sides
        return player


def held(viewer: str) -> tuple[str, ...]:
    """The sides that a viewer holds: itself, or those of a player."""
    return viewer.sides if isinstance(viewer, Player) else (viewer,)


def own_of(viewer: str, sides: Collection[str]) -> tuple[str, ...]:
    """The sides among these that a viewer holds; the others are not shown to it."""
    return tuple(side for side in held(viewer) if side in sides)


def knows(viewer: str, known_to: Sides) -> bool:
    """Whether a viewer is among those who may know."""
    if viewer == WHITE or known_to is None or viewer in known_to:
        return True
    return isinstance(viewer, Player) and any(side in known_to for side in viewer.sides)


def both(one: Sides, other: Sides) -> Sides:
    """The sides that are in both sets."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(side for side in one if side in other)


def either(one: Sides, other: Sides) -> Sides:
    """The sides that are in either set."""
    if one is None or other is None:
        return None
    return (*one, *(side for side in other if side not in one))


class Seen(NamedTuple):
    """What sides see of an event, field by field; the white cell sees all. Fields not listed are hidden.

    audience: the fields that sides in the event's audience see. everyone: those that every side sees, in the
    audience or not. strangers: for an event about a piece, those that a side in the audience sees if it
    does not know the piece. Where one of these is None, those sides do not see the event at all.
    touches: the sides that can know of the event at all: those that know that the pieces, tracks and marks
    which it names are there. about: the sides that know what the piece is that the event is about.
    hidden_from: whether a viewer may not see the event for another reason.
    told: what a field shows instead of its own value, or the value of a field that only views have. lines:
    fields that hold numbers of events; a side reads line numbers of its own view instead. white: fields for
    the white cell alone. typed: people say, write down or agree on it in their own words, which are not
    masked: to mask a word that also names a hidden piece would reveal that it does.
    """

    audience: tuple[str, ...] | None = None
    everyone: tuple[str, ...] | None = None
    strangers: tuple[str, ...] | None = None
    touches: Callable[[Any, "State"], Sides] | None = None
    about: Callable[[Any, "State"], Sides] | None = None
    hidden_from: Callable[[Any, "State", str], bool] | None = None
    told: Mapping[str, Told] = {}
    lines: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    typed: bool = False

    def names(self, event: Event, state: "State", viewer: str) -> tuple[str, ...] | None:
        """The fields that a side sees of an event, given the state before it; None if it sees nothing."""
        if self.touches is not None and not knows(viewer, self.touches(event, state)):
            return None
        if self.hidden_from is not None and self.hidden_from(event, state, viewer):
            return None
        if not knows(viewer, event.audience):
            return self.everyone
        if self.about is not None and not knows(viewer, self.about(event, state)):
            return self.strangers
        return self.audience if self.audience is not None else self.everyone

    def fields(self, event: Event, state: "State", viewer: str) -> dict[str, Any] | None:
        """What a side sees of an event, given the state before it; None if it sees nothing."""
        names = self.names(event, state, viewer)
        if names is None:
            return None
        found: dict[str, Any] = {}
        for name in names:
            told = self.told.get(name)
            value = getattr(event, name) if told is None else told(event, state, viewer)
            if value is not OMIT:
                found[name] = value
        return found


def place_in(field: str) -> Told:
    """The place in a field, for viewers who know that there is such a place."""

    def told(event: Any, state: "State", viewer: str) -> str:
        place: str = getattr(event, field)
        return place if knows(viewer, state.who_sees_place(place)) else UNKNOWN

    return told


def secret_act(event: Event, state: "State", viewer: str) -> bool:
    """Whether an event belongs to a manual act that the white cell keeps from the viewer."""
    act = state.procedures.get(event.procedure)
    return act is not None and not act.side and not knows(viewer, act.audience)
