"""Audits of long logs, and of logs with many take-backs: the cost grows with the log, not its square."""

from collections.abc import Sequence
from time import perf_counter

import msgspec

from adjudication.audits.audit import audit
from adjudication.engine.games.systems import add
from domain.events import Event, OrderGiven, TakenBack
from domain.game.chain import GENESIS, enter
from tests.bench import Measured, bench
from tests.bench.core import log
from tests.builders import SECRET, TOY
from tests.core.games import SECRET as TOY_SECRET
from tests.core.games import TIME
from tests.seminar.games import freeform

EVENTS = 100_000
TAKE_BACKS = 3_000


def _seconds(events: Sequence[Event], secret: str) -> float:
    """Seconds that an audit of these events takes; it must have no findings, or it stopped early."""
    entries = enter("game", events, GENESIS)
    begun = perf_counter()
    report = audit(entries, secret=secret)
    took = perf_counter() - begun
    assert report.findings == [], report.findings[:3]
    assert report.procedures >= TAKE_BACKS
    return took


@bench
def audit_of_a_hundred_thousand() -> Measured:
    add(TOY)
    took = _seconds(log(EVENTS), SECRET)
    return Measured(f"audit of {EVENTS} events", took, "s", at_most=20)


@bench
def audit_of_take_backs() -> Measured:
    """One manual change, made and undone again and again."""
    session = freeform()
    laid = list(session.game.log)
    session.by_hand("hand-score", {"track": "tension", "change": 1}, "Why")
    order = session.game.log[len(laid) :]
    for _ in range(TAKE_BACKS):
        first = len(laid) + 1
        for event in order:
            changed = {"number": len(laid) + 1, "procedure": first}
            laid.append(msgspec.structs.replace(event, **changed))
        laid.append(TakenBack(number=len(laid) + 1, time=TIME, first=first, by="Ada", because="A slip"))
    assert sum(isinstance(event, OrderGiven) for event in laid) == TAKE_BACKS + 1
    took = _seconds(laid, TOY_SECRET)
    return Measured(f"audit of {TAKE_BACKS} take-backs", took, "s", at_most=3)
