"""Toy 9: a d66 table of events, some gated by the year and some that happen once."""

from collections.abc import Iterator

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, lay, table

NAME = "toy-events"
FIRST_YEAR, LAST_YEAR = 1980, 1988


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "events", rule=f"{NAME} 1")


def year(state: State) -> int:
    return FIRST_YEAR + (state.turn - 1) // 4


def came_up(event: str) -> Mark[int]:
    """The mark of an event that comes but once: the turn in which it came."""
    return Mark[int](f"event {event}")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("", "next", {})


def event(umpire: Umpire, order: Bare) -> None:
    """Tens and units are rolled apart; an event out of its years, or a second time, is no event."""
    state = umpire.state
    tens = umpire.roll(6, "event, tens", rule=f"{NAME} 2")
    number = 10 * tens + umpire.roll(6, "event, units", rule=f"{NAME} 2")
    drawn = umpire.look_up("events", roll=number, rule=f"{NAME} 2")
    gated = not drawn.first_year <= year(state) <= drawn.last_year
    if not gated and not (drawn.once and state.mark("game", came_up(drawn.event))):
        if drawn.once:
            umpire.mark("game", came_up(drawn.event), state.turn, rule=f"{NAME} 3")
        happen(umpire, drawn.event, drawn.amount)
    if year(state) == LAST_YEAR or state.track("will-iran") == 0 or state.track("will-iraq") == 0:
        lead = state.track("will-iran") - state.track("will-iraq")
        umpire.declare(("iran" if lead > 0 else "iraq") if lead else "", "will to fight", rule=f"{NAME} 5")
    else:
        umpire.enter_phase(state.turn + 1, "events", rule=f"{NAME} 1")


def happen(umpire: Umpire, name: str, amount: int) -> None:
    if name == "reinforcement":
        umpire.move("special-corps", "map", rule=f"{NAME} 4")
    elif name == "embargo":
        side = umpire.judge("Whom does the embargo hurt?", ["iran", "iraq"], rule=f"{NAME} 4")
        umpire.score(f"will-{side}", -amount, why=name, rule=f"{NAME} 4")
    elif name == "offensive":
        shift = umpire.sum("offensive")
        shift.add("event", amount, rule=f"{NAME} 4")
        shift.add("special corps", 1 if umpire.state.at.get("map") else 0, rule=f"{NAME} 4")
        umpire.score("will-iran", -shift.total, why=name, rule=f"{NAME} 4")
    elif name == "infighting":
        side = umpire.pick(["iran", "iraq"], "who quarrels", rule=f"{NAME} 4")
        umpire.score(f"will-{side}", -amount, why=name, rule=f"{NAME} 4")


def _row(
    low: int, high: int, event: str, amount: int, first: int, last: int, once: bool
) -> dict[str, object]:
    return {
        "roll": [low, high],
        "event": event,
        "amount": amount,
        "first_year": first,
        "last_year": last,
        "once": once,
    }


SCENARIO = lay(
    NAME,
    "Events",
    sides="iran iraq",
    board=areas("map", boxes="reserve"),
    kinds={"corps": KindData(name="Special corps", side="iraq")},
    pieces=[PieceData(id="special-corps", kind="corps", at="reserve")],
    tables={
        "events": table(
            "Events",
            "roll",
            _row(11, 16, "infighting", 1, 1980, 1988, False),
            _row(21, 26, "offensive", 1, 1980, 1984, False),
            _row(31, 34, "embargo", 2, 1982, 1988, True),
            _row(35, 46, "reinforcement", 0, 1983, 1988, True),
            _row(51, 56, "offensive", 2, 1985, 1988, False),
            _row(61, 66, "none", 0, 1980, 1988, False),
        )
    },
    tracks=[TrackData(id=f"will-{side}", value=8, highest=10, side=side) for side in ("iran", "iraq")],
)
SYSTEM = build(
    NAME,
    "Events",
    begin,
    [OrderKind("next", Bare, event, f"{NAME} 2", "Roll for the season's event.")],
    legal,
)
