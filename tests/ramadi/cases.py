"""Positions and questions that many numbered cases share."""

from collections.abc import Iterable, Sequence
from typing import Any

from adjudication.systems.ramadi.table.ground import network
from domain.events import DieRolled, Event, LookedUp, Modified, Picked, TableData
from domain.texts import code_of
from tests.ramadi.table import RamadiTable
from tests.words import words_of

RESULTS = TableData(
    "Results for tests",
    ("difference",),
    (
        {"difference": (None, -5), "winner": "isis", "automatic": 2, "casualty_on": None},
        {"difference": (-4, 0), "winner": "isis", "automatic": 0, "casualty_on": 4},
        {"difference": (1, 4), "winner": "isf", "automatic": 0, "casualty_on": 5},
        {"difference": (5, None), "winner": "isf", "automatic": 0, "casualty_on": None},
    ),
)
"""The printed results table is not at hand; the cases use one of their own, that no tuning moves."""

HIDDEN: tuple[str, ...] = ()

MARKERS = tuple(f"cleared-{number}" for number in range(1, 13))


class SameDice:
    """Every die and draw shows the same, as far as it goes: for what does not depend on it."""

    source = "scripted"

    def __init__(self, number: int) -> None:
        self._number = number

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        return min(self._number, sides)


def battlefield(**options: Any) -> RamadiTable:
    """Turn 1, operations: one unit far behind, so that the inter-phase has something to do."""
    table = RamadiTable(**options)
    table.session.adopt_table("operations_results", RESULTS, "a case")
    table.put("militia-3", "0310")
    table.phase("operations", 1)
    return table


def ready(
    table: RamadiTable,
    origin: str,
    target: str,
    lead: str,
    follow_up: str | None = None,
    *,
    ied: str = "ied-poor-1",
    fighters: str = "f-militia-1",
    asset: str = "air-defence-1",
    ground: str | None = None,
    air: str | None = None,
) -> None:
    """An operation that is planned, supported and defended, ready to be executed."""
    for unit in (lead, follow_up):
        if unit:
            table.put(unit, origin)
    for piece in (ied, fighters, asset, ground, air):
        if piece:
            table.put(piece, target)
    table.mark(
        target,
        "operation",
        {
            "lead": lead,
            "follow_up": follow_up,
            "origin": origin,
            "ground": ground,
            "box": f"zone-{network(table.state).zones[origin][0]}" if ground else None,
            "air": air,
        },
    )


def clear(table: RamadiTable, *hexes: str) -> None:
    """Cleared markers on these hexes."""
    for hex in hexes:
        table.put(stock(table)[0], hex)


def stock(table: RamadiTable) -> list[str]:
    """The Cleared markers that are left."""
    return [id for id in MARKERS if table.state.pieces[id].place == "markers"]


def scored(table: RamadiTable, points: int) -> None:
    """The ground now held is worth so many points, counted by hand."""
    table.track("isf_vp", points)


def attack_counter(table: RamadiTable) -> None:
    """An Attack counter was revealed this turn and lies set aside, open to all."""
    table.put("attack-1", "attack")


def weakest_defenders(table: RamadiTable) -> list[int]:
    """The three draws that give a hex defenders of no strength."""
    weakest = (("pool-ied", "ied-poor-3"), ("pool-fighters", "f-militia-3"), ("pool-assets", "air-defence-2"))
    return [table.state.at[pool].index(counter) + 1 for pool, counter in weakest]


def points(table: RamadiTable) -> tuple[int, int]:
    """Victory points of the ISF and of ISIS."""
    return table.state.track("isf_vp"), table.state.track("isis_vp")


def place(table: RamadiTable, piece: str) -> str:
    return table.state.pieces[piece].place


def face(table: RamadiTable, piece: str) -> str:
    return table.state.pieces[piece].face


def total(events: Iterable[Event], name: str) -> int:
    """What a sum came to."""
    totals = [event.total for event in events if isinstance(event, Modified) and code_of(event.sum) == name]
    return totals[-1] if totals else 0


def line(events: Iterable[Event], name: str, label: str) -> int | None:
    """The one modifier of a sum with that word in its label; None when there is none."""
    found = [
        e.amount
        for e in events
        if isinstance(e, Modified) and code_of(e.sum) == name and label in words_of(e.label, "ramadi")
    ]
    assert len(found) < 2
    return found[0] if found else None


def rolled(events: Iterable[Event]) -> list[str]:
    """What dice were rolled for, in order."""
    return [words_of(event.purpose, "ramadi") for event in events if isinstance(event, DieRolled)]


def picked(events: Iterable[Event]) -> list[Any]:
    """The candidates of each random pick, sorted."""
    return [sorted(event.options, key=str) for event in events if isinstance(event, Picked)]


def entered(events: Iterable[Event], table: str) -> list[dict[str, Any]]:
    """The keys that a table was entered with."""
    return [dict(event.keys) for event in events if isinstance(event, LookedUp) and event.table == table]


def offered(table: RamadiTable, name: str, **fixed: Any) -> set[Any]:
    """Of the legal orders of a name, whose other arguments are these: every value of the free one."""
    values = set()
    for order in table.session.legal():
        if order.name == name and fixed.items() <= order.arguments.items():
            values |= {str(value) for key, value in order.arguments.items() if key not in fixed}
    return values


def advance_to(table: RamadiTable, turn: int, phase: str, dice: int = 1) -> None:
    """Proceed, with nothing else ordered, up to that phase; what must be executed is refused."""
    table.session.dice = SameDice(dice)
    for _ in range(100):
        if (table.state.turn, table.state.phase) == (turn, phase):
            return
        assert table.state.verdict is None, f"the game ended before {phase} of turn {turn}"
        order = table.session.system.proceed(table.state)
        assert order is not None
        table.session.order(order)
    raise AssertionError(f"{phase} of turn {turn} never came")


def asked(table: RamadiTable) -> Sequence[str]:
    """The questions that were put, in order."""
    return [words_of(question.text, "ramadi") for question in table.people.asked]
