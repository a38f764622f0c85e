"""Events that are drawn where a case needs them: a die falls, without the combat around it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.events import DECK, TRIGGER, check
from adjudication.systems.nineveh.table.blocks import DISRUPTED
from domain.events import Event
from tests.nineveh.adding import with_orders
from tests.nineveh.battle import Sensible
from tests.table import Table

HERE, BESIDE, FAR = "abar", "thawra", "airport"
"""An urban area, an urban area beside it, and an open area far away."""


@dataclass(frozen=True)
class Roll:
    """A to-hit die of a side falls in an area."""

    side: str
    face: int
    area: str


def roll(umpire: Umpire, order: Roll) -> None:
    """The event deck is consulted."""
    check(umpire, order.face, order.area, order.side)


WITH_ROLL = with_orders(OrderKind("roll", Roll, roll, "nineveh 6.5a", "roll"))


def field(*cards: str, options: dict[str, Any] | None = None, turn: int = 3, **places: str) -> Table:
    """The combat phase of an ISF turn; these blocks in these areas, these cards in play."""
    table = Table("nineveh", options=options, dice="scripted")
    table.put("ashbal-7", "maidan").track("time", turn).phase("combat", turn, "isf")
    table.session.system = WITH_ROLL
    for block, area in places.items():
        table.put(block.replace("_", "-"), area)
    for card in cards:
        table.put(card, f"cards-{table.state.pieces[card].side}")
    return table


def on_top(table: Table, card: str) -> int:
    """Have an event card alone in the deck; its number."""
    for piece in table.state.pieces_at(DECK):
        if piece.id != card:
            table.put(piece.id, "aside")
    table.put(card, DECK)
    number = int(table.state.pieces[card].kind.data["trigger"])
    table.mark("game", TRIGGER, number)
    return number


def draw(
    table: Table,
    card: str,
    roller: str,
    area: str = HERE,
    *,
    dice: Iterable[int] = (),
    answers: Iterable[Any] = (),
) -> list[Event]:
    """A side rolls the number of an event in an area."""
    number = on_top(table, card)
    return table.order("roll", side=roller, face=number, area=area, dice=dice, answers=answers)


def sensible(table: Table) -> Table:
    """Let the sides answer as the rules suggest."""
    table.session.people = table.people = Sensible()
    return table


def disrupted(table: Table) -> list[str]:
    """The units that are disrupted, in the order of their ids."""
    return sorted(table.state.marked(DISRUPTED))
