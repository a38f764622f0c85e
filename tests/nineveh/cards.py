"""A table on which every card can do something, and effects that are carried out on it one by one."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from adjudication.engine.data_file import read_yaml
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Answer, Question, Umpire
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards import sheets, standing
from adjudication.systems.nineveh.cards.sheets import SHEETS, Effect
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.table.supply import IN_SUPPLY
from domain.events import Event, KindData, Marked, PieceChanged, PieceKnown, PieceMoved, Scored
from domain.table.state import State
from tests.nineveh.adding import with_orders
from tests.nineveh.board import at
from tests.table import Table

R = citations("nineveh", __file__)
CHANGES = (Marked, PieceChanged, PieceKnown, PieceMoved, Scored)
HERES = ("faruq", "sikak", "albu-saif", "bab-tob", "danadan", "airport", "shahwan")
STANDING = {
    "faruq": "cts-1 erd-1 federal-police-1 infantry-1 veteran-1 militia-1 leader-1 ied-1 rumour-1",
    "sikak": "ad9-1 pmf-1 cts-2 ashbal-1 veteran-2 ied-2 rumour-2 arms-cache-1 human-shields-2",
    "albu-saif": "ad9-2 army-hq interior-hq cts-hq mortar militia-2 technical-1 ied-3 rumour-3",
    "bab-tob": "cts-3 militia-3",
    "danadan": "erd-2 militia-4 ied-4",
    "airport": "federal-police-2 ad9-3 rumour-4",
    "grand-mosque": "cts-5 militia-5 ied-5",
    "shahwan": "militia-6",
    "thawra": "militia-7 media-centre",
    "rifai": "ied-factory-1",
    "nabi-sheet": "cts-4 infantry-2",
    "khazraj": "erd-3",
    "tayaran": "ad9-4 pmf-2",
}
DAMAGED = ("cts-1", "erd-1", "ad9-1", "ad9-2", "veteran-1", "ashbal-1", "militia-2", "militia-5", "erd-3")
DISRUPTED = ("cts-1", "federal-police-1", "militia-1", "ad9-1", "veteran-2", "ad9-2", "militia-2", "erd-3")
SHOWN = (
    "veteran-1",
    "ashbal-1",
    "ied-1",
    "ied-3",
    "cts-1",
    "ad9-1",
    "ad9-2",
    "militia-3",
    "technical-1",
)


@cache
def cards() -> dict[str, KindData]:
    """Every card of every file, by its id."""
    found: dict[str, KindData] = {}
    for path in sorted(files("scenarios").joinpath("nineveh").iterdir(), key=lambda each: each.name):
        if path.name.endswith(".yaml"):
            data, _ = read_yaml(path)
            for id, kind in (data.get("kinds") or {}).items():
                read = msgspec.convert(kind, KindData)
                if read.group in SHEETS:
                    assert id not in found, f"two cards are called {id}"
                    found[id] = read
    return found


class Anybody:
    """Answers every question with any option, never the same way."""

    def __init__(self) -> None:
        self.chance = random.Random(5)
        self.asked: list[Question] = []

    def answer(self, question: Question, state: State) -> Answer:
        self.asked.append(question)
        return Answer(question.sample(self.chance), "test", "a case")


@dataclass(frozen=True)
class Try:
    """Carry out effects of a card."""

    side: str
    effects: tuple[dict[str, Any], ...]
    here: str = ""
    it: str = ""
    card: str = ""
    roller: str = ""


def try_out(umpire: Umpire, order: Try) -> None:
    """What stands on the card, as data."""
    effects = msgspec.convert(order.effects, tuple[Effect, ...], str_keys=True)
    rule = R["6.2c"]
    carry_out(umpire, effects, Context(order.side, order.here, rule, order.roller, order.it, order.card))


@dataclass(frozen=True)
class Over:
    """A combat is over."""

    side: str


def over(umpire: Umpire, order: Over) -> None:
    """What held for one combat is over."""
    standing.combat_ends(umpire)


TRYING = with_orders(
    OrderKind("try", Try, try_out, R["6.2c"], "try a card"),
    OrderKind("over", Over, over, R["6.2c"], "end a combat"),
)


def trying(table: Table) -> Table:
    """A table on which effects can be tried."""
    table.session.system = TRYING
    return table


def everything(side: str = "isf", phase: str = "combat", people: Any = None) -> Table:
    """A table in the midst of battle, with something of every sort on it, where the cards of both sides are
    in play."""
    table = trying(Table("nineveh", people=people or Anybody()))
    for area, blocks in STANDING.items():
        for block in blocks.split():
            table.put(block, area)
    for block in DAMAGED:
        table.change(block, steps=1 if block in ("ashbal-1", "militia-2", "militia-5", "erd-3") else 2)
    for block in ("ied-1", "ied-2", "ied-3", "ied-4", "ied-5"):
        table.change(block, face={"ied-2": "large", "ied-4": "vbied"}.get(block, "ied"))
    for block in DISRUPTED:
        table.mark(block, "disrupted")
    for block in SHOWN:
        table.known(block)
    for track, value in {"orders-army": 1, "orders-interior": 2, "orders-cts": 1, "orders-leader": 2}.items():
        table.track(track, value)
    table.track("collateral", 4).track("casualties", 5).track("time", 5)
    table.put("tunnel-1", "bab-tob").put("rumour-9", "eliminated").put("call-of-jihad", "thawra")
    for piece in list(table.state.pieces.values()):
        if piece.kind.group in (sheets.CAPABILITY, sheets.UNIT_CARD) and not sheets.card(piece).hasty:
            table.put(piece.id, f"cards-{piece.side}")
            if sheets.card(piece).use == "tap" and len(piece.id) % 2:
                table.mark(piece.id, "tapped")
    return table.phase(phase, turn=5, side=side)


def changed(events: Sequence[Event]) -> list[Event]:
    """What an order changed on the table."""
    return [
        event
        for event in events
        if isinstance(event, CHANGES) and not (isinstance(event, Marked) and event.mark == IN_SUPPLY.name)
    ]


def leaves(value: Any) -> Iterator[dict[str, Any]]:
    """The effects within plain data that have no effects within them, and each `each` whole."""
    if isinstance(value, dict):
        verbs = [verb for verb in value if verb in Effect.__struct_fields__]
        if len(value) == 1 and verbs and isinstance(value[verbs[0]], (dict, str)):
            inner = [] if verbs[0] == "each" else list(leaves(value[verbs[0]]))
            yield from inner or [value]
            return
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from leaves(part)


def effects_in(kind: KindData) -> list[dict[str, Any]]:
    """The effects of a card, in play, of its operations, in the solitaire game."""
    data = kind.data
    parts = [
        data.get("effects"),
        data.get("operations"),
        data.get("menu"),
        data.get("solitaire", {}).get("effects"),
    ]
    return [leaf for part in parts if part for leaf in leaves(part)]


__all__ = ["Anybody", "at"]
