"""Planning and readiness decisions (4): written orders, decision cards, main effort and reserve."""

from dataclasses import asdict, dataclass

import adjudication.systems.ows.cards as cards
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.counters import GROUND, MISSION, SHIP, SOF, SUBMARINE
from adjudication.systems.ows.settings import on
from adjudication.systems.ows.status import on_map, own
from adjudication.systems.ows.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)

ORDERS = "orders"
"""Mark of a side: its order sheet of this turn; its own knowledge (4.3)."""
MAIN_EFFORT, RESERVE = "main effort", "reserve"
"""Marks of units: what their commander means them for; their owner's knowledge (seq.1.3)."""
REQUIREMENTS = 3
"""PIRs and FFIRs on the sheet."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """The order sheet of a turn, with the fields of the sample (4.3).

    guidance: commander's guidance, the intent (purpose, method, end state) or an operational directive for
    the next days. pir, ffir: priority intelligence and friendly force information requirements.
    """

    side: str
    guidance: str = ""
    pir: tuple[str, ...] = ()
    ffir: tuple[str, ...] = ()
    objectives: str = ""
    decisions: str = ""
    intent: str = ""
    tasks: str = ""
    priority_targets: str = ""
    priority_iw_effects: str = ""


@dataclass(frozen=True, slots=True)
class MainEffort:
    """Designate the main effort (seq.1.3)."""

    side: str
    unit: Contact


@dataclass(frozen=True, slots=True)
class Reserve:
    """Designate the reserve, in the place of the one before (seq.1.3)."""

    side: str
    units: tuple[Contact, ...]


def begin(umpire: Umpire) -> None:
    """What cards of earlier turns said of this turn happens."""
    cards.run_timers(umpire)


def end(umpire: Umpire) -> None:
    """Nothing is left open: no card and no sheet must be played or written but where the game says so."""


def needed(state: State) -> bool:
    """Every turn is planned."""
    return True


def guidance(umpire: Umpire, order: Guidance) -> None:
    """Hand in an order sheet, or another in its place; the enemy learns nothing of it."""
    sheet = {name: value for name, value in asdict(order).items() if value and name != "side"}
    umpire.mark(
        order.side, ORDERS, {"move": umpire.state.turn, **sheet}, rule=R["4.3"], audience=(order.side,)
    )


def main_effort(umpire: Umpire, order: MainEffort) -> None:
    """One unit of a side is the main effort."""
    for unit in designated(umpire.state, order.side, MAIN_EFFORT):
        own(umpire, unit, MAIN_EFFORT, None, rule=R["seq.1.3"])
    own(umpire, order.unit, MAIN_EFFORT, True, rule=R["seq.1.3"])


def reserve(umpire: Umpire, order: Reserve) -> None:
    """These units of a side are its reserve, and no others."""
    for unit in designated(umpire.state, order.side, RESERVE):
        if unit not in order.units:
            own(umpire, unit, RESERVE, None, rule=R["seq.1.3"])
    for unit in order.units:
        own(umpire, unit, RESERVE, True, rule=R["seq.1.3"])


def designated(state: State, side: str, mark: str) -> list[str]:
    """The units of a side with a designation."""
    return [unit for unit in state.marked(mark) if state.pieces[unit].side == side]


def orders_are_in(state: State, side: str) -> bool:
    """Whether a side may end its planning: where written orders are required its sheet is in (4.1, 4.3)."""
    if state.phase != "planning" or not on(state, "written_orders"):
        return True
    sheet = state.mark(side, ORDERS)
    return bool(sheet) and sheet["move"] == state.turn


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def units_of(state: State, side: str) -> tuple[str, ...]:
    """The units of a side on the map that can be designated."""
    groups = (SHIP, SUBMARINE, GROUND, SOF, MISSION)
    return tuple(id for id in on_map(state, side) if state.pieces[id].kind.group in groups)


def not_yet(state: State, side: str) -> list[str]:
    """The units of a side that are not the main effort."""
    return [unit for unit in units_of(state, side) if not state.mark(unit, MAIN_EFFORT)]


def something_written(
    state: State,
    guidance: str | None,
    pir: tuple[str, ...] | None,
    ffir: tuple[str, ...] | None,
    objectives: str | None,
    decisions: str | None,
    intent: str | None,
    tasks: str | None,
    priority_targets: str | None,
    priority_iw_effects: str | None,
) -> bool:
    """Whether a sheet says anything at all."""
    texts = (guidance, objectives, decisions, intent, tasks, priority_targets, priority_iw_effects)
    return any(text and text.strip() for text in texts) or bool(pir) or bool(ffir)


def few_requirements(state: State, pir: tuple[str, ...] | None, ffir: tuple[str, ...] | None) -> bool:
    """Whether there are no more PIRs and FFIRs than the sheet has lines for."""
    return len(pir or ()) <= REQUIREMENTS and len(ffir or ()) <= REQUIREMENTS


def sheets_wanted(state: State) -> tuple[str, ...]:
    """The sides that still have to hand in their order sheets."""
    return tuple(side for side in acting(state) if not orders_are_in(state, side))


def to_reserve(state: State) -> list[OrderChoice]:
    """Any units of a side are its reserve."""
    return [
        OrderChoice(side, "reserve", {}, "units", units_of(state, side))
        for side in acting(state)
        if units_of(state, side)
    ]


GUIDANCE = Legality(
    IN_TURN,
    insist(something_written, "empty", R["4.3"], "The order sheet is empty: fill in one field at least."),
    insist(
        few_requirements,
        "requirements",
        R["4.3"],
        f"The order sheet has room for {REQUIREMENTS} PIRs and {REQUIREMENTS} FFIRs.",
    ),
    arguments={"guidance": lambda state: ("As briefed.",)},
    sides=sheets_wanted,
    phases=("planning",),
    elsewhere=R["4.3"],
)
MAIN = Legality(
    IN_TURN,
    only("unit", not_yet, "unit", R["seq.1.3"], "{unit} is no unit of yours on the map, or it is already."),
    arguments={"unit": not_yet},
    sides=acting,
    phases=("planning",),
    elsewhere=R["seq.1.3"],
)
RESERVES = Legality(
    IN_TURN,
    insist(
        lambda state, side, units: all(each in units_of(state, side) for each in units or ()),
        "unit",
        R["seq.1.3"],
        "Name units of yours on the map.",
    ),
    sides=acting,
    phases=("planning",),
    elsewhere=R["seq.1.3"],
    quickly=to_reserve,
)
KINDS = (
    OrderKind(
        "guidance",
        Guidance,
        guidance,
        R["4.3"],
        "hand in the order sheet of this turn",
        secret=True,
        legality=(GUIDANCE,),
        text="guidance",
    ),
    *cards.KINDS,
    OrderKind(
        "main-effort",
        MainEffort,
        main_effort,
        R["seq.1.3"],
        "designate the main effort",
        secret=True,
        legality=(MAIN,),
    ),
    OrderKind(
        "reserve", Reserve, reserve, R["seq.1.3"], "designate the reserve", secret=True, legality=(RESERVES,)
    ),
)
