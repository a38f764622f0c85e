"""Tables of Somalia for cases outside the Operations Phase: what is set here follows no rule."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from adjudication.engine.legality import Legality
from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia import SYSTEM
from adjudication.systems.somalia.table.turns import Pass
from domain.events import Event, Modified
from tests.table import Table
from tests.words import words_of

QUIET = {"": "purple-3a", "two-bandits": "purple-3a", "three-bandits": "yellow-3a"}
"""The gang that stands far away in Hardiyo, so that the game goes on."""


def table(
    phase: str = "operations",
    turn: int = 2,
    side: str = "",
    scenario: str = "",
    options: Any = None,
    **places: str,
) -> Table:
    """A table in a phase, with these counters in these Zones (`pink_1a="jilib"`), the first Base and the
    Pakistani infantry at Mogadishu Airport, and one gang in Hardiyo; no Leader. The dice are scripted."""
    found = Table("somalia", scenario, options, dice="scripted")
    for piece in found.state.pieces.values():
        if piece.place == "deploying":
            found.put(piece.id, "bandit-cup" if piece.kind.group == "gang" else "removed")
    found.put(QUIET[scenario], "hardiyo")
    for piece_id, place in places.items():
        found.put(piece_id.replace("_", "-"), place)
    return found.phase(phase, turn, side)


def run(
    case: Table,
    procedure: Callable[[Umpire], Any],
    *,
    dice: Iterable[int] = (),
    answers: Iterable[Any] = (),
) -> list[Event]:
    """Carry out a part of the rules as an order of its own, of the first side: the events of it."""
    side = next(iter(case.state.sides))
    kind = OrderKind(
        "case",
        Pass,
        lambda umpire, order: procedure(umpire),
        "somalia 3.0i",
        "a case",
        legality=(Legality(sides=lambda state: (side,)),),
    )
    case.session.system = replace(SYSTEM, orders={**SYSTEM.orders, "case": kind})
    return case.order("case", side=side, dice=dice, answers=answers)


def at(case: Table, piece: str) -> str:
    """Where a counter is."""
    return case.state.pieces[piece].place


def there(case: Table, zone: str) -> list[str]:
    """What stands in a Zone, sorted."""
    return sorted(piece.id for piece in case.state.pieces_at(zone))


def added(events: Iterable[Event], name: str) -> dict[str, int]:
    """The lines of a sum, by their labels."""
    return {
        words_of(event.label, "somalia"): event.amount
        for event in events
        if isinstance(event, Modified) and words_of(event.sum, "somalia") == name
    }


def tracks(case: Table, *names: str) -> tuple[int, ...]:
    """What some tracks say."""
    return tuple(case.state.track(name) for name in names)
