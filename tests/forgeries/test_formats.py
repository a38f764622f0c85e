"""An event belongs to the formats that may have it, and to no earlier one."""

import pytest

from adjudication.audits.audit import audit
from domain.events import Event, Noted
from domain.events.kind import EventKind
from domain.events.opening import FORMAT
from domain.events.registry import KIND_OF, KINDS
from tests.forgeries.kinds import behind, chained
from tests.forgeries.logs import log


def test_a_log_of_today_may_have_every_event_of_today() -> None:
    assert {kind.wire_name for kind in KINDS if kind.since > FORMAT} == set()


def test_an_event_of_a_later_format_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    of = log("ramadi")
    later: dict[type[Event], EventKind] = {**KIND_OF, Noted: KIND_OF[Noted]._replace(since=FORMAT + 1)}
    monkeypatch.setattr("adjudication.audits.accounting.KIND_OF", later)
    forged = chained(behind(of, 8, Noted(number=0, text="From next year")))
    said = f"noted.1 does not belong in a log of format {FORMAT}."
    assert said in [each.message for each in audit(forged).findings if each.event == 9]
