"""Ignorant Armies: what is in effect, which events have come up, where intervention stands."""

from collections.abc import Iterable, Mapping

from adjudication.systems.ignorant_armies.random_events.events import EVENT
from tests.cases.model import Position
from tests.cases.runner import Bench, lays, reads
from tests.ignorant_armies.war import War
from tests.table import Table

EFFECTS = {
    "Popular Army +1": ("game", "popular army +1"),
    "human waves +1": ("game", "human waves +1"),
    "no Iraqi attacks": ("iraq", "no attacks"),
    "no Iranian attacks": ("iran", "no attacks"),
    "Iraqi chemical weapons": ("iraq", "chemical weapons"),
    "Iranian chemical weapons": ("iran", "chemical weapons"),
    "IR HQs upgraded": ("iran", "headquarters upgraded"),
    "satellite intelligence": ("iraq", "satellite intelligence"),
    "shift for Engineer divisions": ("iran", "engineer divisions"),
    "Western Naval Intervention": ("game", "western naval intervention"),
    "Western Naval Intervention once": ("game", "western naval intervention ever"),
    "Iran in Kuwait": ("game", "iran in kuwait"),
    "both holy sites taken": ("game", "holy sites held"),
}
"""What a case calls an effect that lasts, and its mark."""


def _open(position: Position) -> War:
    return War(**position.options)


def _effects(table: Table, names: Iterable[str]) -> None:
    for name in names:
        table.mark(*EFFECTS[name])


def _came_up(table: Table, events: Mapping[str, int]) -> None:
    """How often each event has come up so far, and was not void."""
    table.mark("game", "came up", {f"ignorant-armies {event}": times for event, times in events.items()})


def _void(table: Table) -> bool:
    """Whether the event of this turn is void."""
    return "void" in table.state.marked(EVENT)["game"]


BENCH = Bench(
    open=_open,
    lay={
        "in effect": _effects,
        "came up": _came_up,
        "controlled by": lays("control"),
        "joint arab intervention": lambda table, stage: table.mark("game", "joint arab intervention", stage),
        "joint arab arrival in turn": lambda table, turn: table.mark("game", "joint arab arrival", turn),
        "iranian missile limit": lambda table, limit: table.mark("iran", "missile limit", limit),
        "one iranian missile more": lambda table, more: table.mark("iran", "one missile more", more),
    },
    read={
        "in effect": lambda table, name: bool(table.state.mark_named(*EFFECTS[name])),
        "void": _void,
        "missiles delivered": reads("missiles delivered"),
        "joint arab intervention": lambda table: table.state.mark_named("game", "joint arab intervention"),
        "iranian missile limit": lambda table: table.state.mark_named("iran", "missile limit"),
    },
)
