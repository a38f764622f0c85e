"""Aircraft and air defences set over the proving ground, and the air combat of a hex."""

from collections.abc import Iterable
from typing import Any

from domain.events import DieRolled, Event, PresenceKnown
from tests.table import Table
from tests.words import words_of

HEX, NEXT, FAR = "0504", "0604", "0804"
"""Deep sea: a hex, the one beside it, and one three hexes away."""


def skies(options: dict[str, Any] | None = None) -> Table:
    """Air combat on the proving ground, with empty skies; ships and air defences are silent."""
    table = Table("ows", dice="scripted", options=options or None)
    return table.phase("air combat", side="blue")


def fly(table: Table, hex: str, **missions: str) -> Table:
    """Let missions fly in a hex, face down: their ids with `_` for `-`, and what they fly, with a package
    behind a slash."""
    for name, flies in missions.items():
        id = name.replace("_", "-")
        type, _, package = flies.partition("/")
        flown = {"type": type, "package": package, "tanker": "", "since": 1}
        show(table.put(id, hex), id).mark(id, "mission", flown)
        if type == "aew":
            radiate(table, id)
    return table


def show(table: Table, piece: str) -> Table:
    """Let both sides see that a piece is there."""
    table.session.record(lambda n, t: PresenceKnown(number=n, time=t, piece=piece, sides=None, audience=()))
    return table


def find(table: Table, *pieces: str) -> Table:
    """Set units as the enemy sees those that it has detected."""
    for piece in pieces:
        show(table, piece).known(piece).mark(piece, "tacsit 1")
    return table


def radiate(table: Table, *pieces: str) -> Table:
    """Let units radiate: they are detected by it."""
    for piece in pieces:
        find(table.mark(piece, "emitting"), piece)
    return table


def fight(table: Table, hex: str = HEX, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> list[Event]:
    """The air combat of a hex."""
    return table.order("fight", hex=hex, dice=dice, answers=answers)


def rolled(events: Iterable[Event]) -> list[tuple[int, str]]:
    """The dice of an order: how many sides, and of what."""
    return [(event.die, words_of(event.purpose, "ows")) for event in events if isinstance(event, DieRolled)]


def dice_of(events: Iterable[Event]) -> list[int]:
    """How many sides each die of an order had."""
    return [die for die, _ in rolled(events)]


def flies(table: Table, *pieces: str) -> list[bool]:
    """Whether each of these missions still flies."""
    places = [space.id for space in table.state.board.data.spaces]
    return [table.state.pieces[piece].place in places for piece in pieces]


def lost(table: Table, piece: str) -> bool:
    """Whether a mission is in the Regeneration Box."""
    return table.state.pieces[piece].place.startswith("regeneration-")


def asked(table: Table) -> list[str]:
    """What people were asked, in short: the side, and the question up to its first colon or stop."""
    return [
        f"{question.side}: {words_of(question.text, 'ows').split(':')[0]}" for question in table.people.asked
    ]
