"""An event belongs to the formats that may have it, and to no other: by the audit and by the verifier."""

from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from adjudication.audits.audit import audit
from domain.events import GameOpened, Ruled, RuledAfresh
from domain.events.registry import KINDS
from domain.events.seen import EventKind
from domain.game.opening import FORMAT
from tests.forgeries.kinds import altered, behind, chained
from tests.forgeries.logs import Log, log
from tests.verifier.checking import check

FORMATS = range(1, FORMAT + 1)
FOREIGN = [(kind, format) for kind in KINDS for format in FORMATS if not kind.belongs_to(format)]
OF_FORMAT = {1: "ramadi-1", FORMAT: "ramadi"}


def in_format(format: int) -> Log:
    """A log of that format; that of another one says that it is of this."""
    known = OF_FORMAT.get(format)
    if known is not None:
        return log(known)
    of = log("ramadi")
    return Log(of.name, (altered(of.opened, format=format), *of.events[1:]), of.secret)


def made(kind: EventKind, of: Log) -> msgspec.Struct:
    """An event of that kind that says as little as it can."""
    empty = {str: "", int: 0, tuple: (), dict: {}}
    hints = get_type_hints(kind.type)
    required = [each for each in msgspec.structs.fields(kind.type) if each.required]
    fields: dict[str, Any] = {each.name: empty.get(hints[each.name], "") for each in required}
    return kind.type(**fields, time=of.events[-1].time)


def test_each_format_has_events_that_others_do_not() -> None:
    assert {kind.wire_name for kind, _ in FOREIGN} >= {"ruled.1", "entropy-promised.1"}
    assert {format for _, format in FOREIGN} >= {1, FORMAT}


@pytest.mark.parametrize(("kind", "format"), FOREIGN, ids=lambda each: getattr(each, "wire_name", each))
def test_an_event_of_another_format_is_a_finding(kind: EventKind, format: int, tmp_path: Path) -> None:
    of = in_format(format)
    forged = chained(behind(of, 8, made(kind, of)))  # type: ignore[arg-type]
    said = f"{kind.wire_name} does not belong in a log of format {format}."
    assert said in [each.message for each in audit(forged).findings if each.event == 9]
    found = check(tmp_path / "log", forged).findings
    assert (9, "accounting", f"Format {format} has no such event.") in found


def test_a_ruling_of_the_old_meaning_does_not_throw_the_dice_again() -> None:
    """`ruled.1` struck every later die; in a log of today it would roll until the dice suit."""
    of = log("ramadi")
    ruled = next(event for event in of.events if isinstance(event, Ruled))
    fields = {name: getattr(ruled, name) for name in ruled.__struct_fields__}
    forged = [RuledAfresh(**fields) if event is ruled else event for event in of.events]
    found = [each.message for each in audit(chained(forged)).findings if each.event == ruled.number]
    assert f"ruled.1 does not belong in a log of format {of.opened.format}." in found


def test_the_logs_are_of_the_formats_that_they_stand_for() -> None:
    for format in FORMATS:
        opened = in_format(format).events[0]
        assert isinstance(opened, GameOpened)
        assert opened.format == format
