"""What single checks of the audit are tried on: a few events behind a small opening."""

from typing import Any

from msgspec.structs import replace

from adjudication.audits.chances import derive
from adjudication.audits.findings import AuditReport
from domain.events import (
    DieRolled,
    Event,
    OrderDone,
    OrderGiven,
    Ruled,
    TakenBack,
)
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import SECRET, opening

TIME = "2024-05-01T10:00:00Z"
GAME = "0" * 32


def report() -> AuditReport:
    return AuditReport("", "", 0, findings=[], notices=[], checked=[], unchecked=[], rolls={})


def log(*more: Event, secret: str | None = None) -> list[Event]:
    """The five events of a small opening, and these, numbered for their places."""
    events = opening(GAME, secret=secret)
    return [*events, *(replace(event, number=nth) for nth, event in enumerate(more, start=6))]


def given(order: str = "advance", side: str = "blue", procedure: int = 0, **more: Any) -> OrderGiven:
    return OrderGiven(side=side, order=order, procedure=procedure, **more)


def said(found: AuditReport) -> list[str]:
    return [finding.message for finding in found.findings]


DONE = OrderDone(procedure=6)

BEGUN = (given("begin", "", 6), DONE)

KEY = bytes.fromhex(SECRET)


def rolled(chance: int, face: int | None = None, **more: Any) -> DieRolled:
    right = derive(KEY, chance, 6)
    return DieRolled(die=6, face=right if face is None else face, purpose="x", chance=chance, **more)


def table() -> State:
    return rebuild(opening(GAME))


ORDER = (given("begin", "", 6), OrderDone(procedure=6), given(procedure=8), rolled(1, 3, procedure=8))
"""Play opened, and order 8 with its die, event 9."""

RULED = Ruled(concerns=9, value=4, by="Zoe", because="x")

BACK = TakenBack(first=8, by="Zoe", because="x")
