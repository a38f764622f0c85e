"""Planning and readiness decisions (4): written orders, decision cards; main effort and reserve are those of
`ground.designations`."""

from dataclasses import asdict, dataclass

import adjudication.systems.ows.command.cards as cards
from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces import designations
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

ORDERS = Mark[dict[str, int | str | list[str]]]("orders", seen_by=OWNER)
"""Mark of a side: its order sheet of this turn (4.3)."""
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
    umpire.mark(order.side, ORDERS, {"move": umpire.state.turn, **sheet}, rule=R["4.3"])


def orders_are_in(state: State, side: str) -> bool:
    """Whether a side may end its planning: where written orders are required its sheet is in (4.1, 4.3)."""
    if state.phase != "planning" or not on(state, "written_orders"):
        return True
    sheet = state.mark(side, ORDERS)
    return sheet is not None and sheet["move"] == state.turn


# --- what is legal ---------------------------------------------------------------------------------------


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


GUIDANCE = Legality(
    IN_TURN,
    insist(something_written, "empty", R["4.3"], "the order sheet is empty"),
    insist(
        few_requirements,
        "requirements",
        R["4.3"],
        T("too many PIRs or FFIRs", most=REQUIREMENTS),
    ),
    arguments={"guidance": lambda state: ("As briefed.",)},
    sides=sheets_wanted,
    phases=("planning",),
    elsewhere=R["4.3"],
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
    *designations.KINDS,
)
