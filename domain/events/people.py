"""Events of the seminar around the table: what people say, declare, are told and conclude.

None of them changes a counter; what a conclusion changes on the table is told by table events of its own.
"""

from typing import Any

import msgspec

from domain.events.base import Event, Value


class Noted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Something worth keeping: a note, or, by its `kind`, an observation, insight, decision or question.

    concerns: the event it is on, 0 for none. links: further events. turns, sides: those it is about. tags:
    the learning outcomes and research questions it belongs to, by their ids. rating: from 1 to 5, 0 for none.
    Without an audience everyone may read it; white cells keep theirs to themselves by an empty one.
    """

    text: str
    by: str = ""
    concerns: int = 0
    kind: str = "note"
    links: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    rating: int = 0

    OF_THE_TABLE = False


class Topic(msgspec.Struct, frozen=True, omit_defaults=True):
    """A research question or learning outcome that the game is played for."""

    id: str
    text: str


class GameDeclared(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the game is for; a later declaration takes the place of the earlier."""

    purpose: str = ""
    questions: tuple[Topic, ...] = ()
    outcomes: tuple[Topic, ...] = ()
    by: str = ""

    OF_THE_TABLE = False


class SeatTaken(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A person takes a seat: a role in a cell of a side (empty: the white cell). `left` frees it."""

    name: str
    role: str = ""
    side: str = ""
    cell: str = ""
    left: bool = False
    by: str = ""

    OF_THE_TABLE = False


class MessageSent(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A message or structured order: a form's fields, from whom and on behalf of which side (empty: the
    white cell), to which sides (none: the white cell alone), in which turn and phase."""

    form: str
    fields: dict[str, Any]
    sender: str
    side: str = ""
    to: tuple[str, ...] = ()
    turn: int = 0
    phase: str = ""

    OF_THE_TABLE = False


class SecretOrderSealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side's orders handed in sealed: everyone may see the digest, only the side what it covers.

    They take the place of what that side had handed in and is not opened yet.
    """

    side: str
    digest: str
    salt: str
    orders: tuple[dict[str, Any], ...]
    by: str = ""

    OF_THE_TABLE = False


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's sealed orders, opened, with the salt that makes their digest again."""

    side: str
    salt: str
    orders: tuple[dict[str, Any], ...]


class SecretOrdersOpened(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Sealed orders opened together, each by the number of the event that sealed them.

    because: why it was not waited for a side that has sealed nothing.
    """

    opened: dict[str, Opened]
    by: str = ""
    because: str = ""

    OF_THE_TABLE = False


class SecretOrderDropped(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An order that was opened is not given: the rules refuse it, or the white cell does."""

    side: str
    order: dict[str, Any]
    by: str
    because: str

    OF_THE_TABLE = False


class InjectData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a master events list: when it is due, for whom (none named: for everyone), what it says,
    and what the facilitator then changes by hand. Turn 0 is any turn, an empty phase any phase."""

    id: str
    text: str
    turn: int = 0
    phase: str = ""
    time: str = ""
    audience: tuple[str, ...] = ()
    changes: str = ""


class InjectsListed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Injects taken into the game's master events list."""

    injects: tuple[InjectData, ...]
    by: str = ""

    OF_THE_TABLE = False


class InjectHandled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An inject is `delivered`, `altered` (delivered with another text) or `skipped`, and why.

    Whoever it is for is told its text, and neither that it was altered nor why.
    """

    inject: str
    how: str
    text: str = ""
    because: str = ""
    by: str = ""

    OF_THE_TABLE = False


class HouseRuleAdopted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A house rule holds from now on; `replaces` is the rule it takes the place of, if any."""

    id: str
    text: str
    by: str
    because: str
    replaces: str = ""


class OptionChanged(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An option of the game is changed in play."""

    option: str
    value: Value
    by: str
    because: str


class Concluded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What an argument, estimate or vote came to: the subject, the result and how it is told."""

    subject: str
    method: str
    result: str
    narration: str = ""


class MarkingSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A handling marking for the game, or for event `concerns` alone."""

    marking: str
    concerns: int = 0
    by: str = ""

    OF_THE_TABLE = False


class TimerSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A planning timer: so many seconds for a purpose, from this event's time on; 0 seconds stops it."""

    purpose: str
    seconds: int
    turn: int = 0
    phase: str = ""
    by: str = ""

    OF_THE_TABLE = False
