"""Every kind of forgery comes to the verdict that it must, on logs of every system."""

import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from domain.events.registry import WIRE_NAMES
from tests.forgeries.kinds import KINDS, NOTICED, UNSEEN, VERIFIED
from tests.forgeries.logs import MAKERS, log
from tests.forgeries.trial import forgeries, trials, verdict, word
from tests.forgeries.unseen import LISTED, in_the_guide

GUIDE = Path(__file__).parents[2] / "docs" / "auditors-guide.md"
NOT_OF_LOGS = (
    "That a reconstructed or house table",
    "That nobody looked",
    "That nobody knew the dice in advance",
    "That the rule code interprets",
    "That this is the only game",
)
"""What an audit cannot show beside forgeries."""


@pytest.mark.parametrize("name", MAKERS)
def test_the_logs_themselves_are_verified(name: str) -> None:
    report = verdict(log(name))
    assert report.findings == []
    assert word(report, report.notices) == VERIFIED


@cache
def tried_on(kind: str) -> list[str]:
    """Logs that a kind can be tried on: the first two that there are, for each kind from another one on."""
    place = list(KINDS).index(kind) * 7
    names = list(MAKERS)
    turned = (*names[place % len(names) :], *names[: place % len(names)])
    found = (name for name in turned if next(forgeries(log(name), KINDS[kind]), None) is not None)
    return list(islice(found, 2))


@pytest.mark.parametrize("name", MAKERS)
def test_no_forgery_passes_that_an_audit_can_see(name: str) -> None:
    """Each kind on one event of two logs; the logs are shared out among the kinds."""
    kinds = [kind for kind in KINDS.values() if name in tried_on(kind.name)]
    assert [str(trial) for trial in trials(name, kinds, 1) if not trial.as_expected] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_no_forgery_passes_on_several_events_of_a_log(name: str) -> None:
    """In `make test` every kind is tried on two logs: `test_no_forgery_passes_that_an_audit_can_see`."""
    assert [str(trial) for trial in trials(name) if not trial.as_expected] == []


def test_every_kind_is_tried() -> None:
    untried = [
        k.name for k in KINDS.values() if not any(next(forgeries(log(name), k), None) for name in MAKERS)
    ]
    assert untried == []


@pytest.mark.parametrize("name", [kind.name for kind in KINDS.values() if kind.passes])
def test_what_is_said_to_pass_does_pass(name: str) -> None:
    """Else a gap that was closed would still be listed as one."""
    every = (trial for log in MAKERS for trial in trials(log, [KINDS[name]]))
    assert any(trial.verdict in (VERIFIED, NOTICED) for trial in every)


def test_whoever_wrote_down_the_head_finds_what_no_audit_can_see() -> None:
    """The head covers every event, whatever an audit makes of them."""
    for name in ("freeform", "ramadi", "toy-cards", "typed"):
        head = log(name).entries[-1].digest
        hot_wash = KINDS["a note after the close"]  # may be added: the head of the close still holds
        for kind in (kind for kind in KINDS.values() if kind.passes and kind is not hot_wash):
            for number, file in forgeries(log(name), kind):
                assert file is not None
                report = verdict(log(name), file, head)
                assert report.findings, f"{kind.name}, event {number} of {name}"


def test_the_head_of_the_close_holds_when_notes_are_added_and_not_when_one_is_altered() -> None:
    """What is written after the close leaves the log up to the close as it was."""
    closed = log("ramadi")
    head = closed.entries[-1].digest
    _, added = next(forgeries(closed, KINDS["a note after the close"]))
    assert added is not None
    report = verdict(closed, added, head)
    assert not report.findings
    assert any("After that 1 entry was added" in notice for notice in report.notices)
    number, altered = next(forgeries(closed, KINDS["another reason for the close"]))
    assert altered is not None
    assert [finding.event for finding in verdict(closed, altered, head).findings] == [number]


def test_the_guide_says_why_a_forgery_can_pass() -> None:
    section = GUIDE.read_text(encoding="utf-8").partition("## What an audit cannot show")[2]
    bullets = [
        " ".join(found.split()) for found in re.findall(r"^- (That .*?)(?=^- |\n\n|\Z)", section, re.M | re.S)
    ]
    for reason in UNSEEN.values():
        assert [bullet for bullet in bullets if bullet.startswith(reason)], reason
    known = (*UNSEEN.values(), *NOT_OF_LOGS)
    assert [bullet for bullet in bullets if not bullet.startswith(known)] == []
    assert {kind.passes for kind in KINDS.values()} - {""} <= set(UNSEEN)


def test_the_guide_lists_what_mutations_may_alter() -> None:
    """Word for word, and nothing else."""
    section = GUIDE.read_text(encoding="utf-8").partition("## What an audit cannot show")[2]
    section = section.partition("\n## ")[0]
    assert "".join(re.findall(r"^  - .*\n", section, re.M)) == in_the_guide()


def test_every_listed_field_is_one_that_an_event_has() -> None:
    """A list that names what is not there hides nothing, and misleads."""
    for each in LISTED:
        for name, fields in each.fields.items():
            kinds = WIRE_NAMES.values() if name == "*" else [WIRE_NAMES[name.partition(" ")[0]]]
            known = {field for kind in kinds for field in kind.__struct_fields__}
            assert set(fields.split()) <= known, (each.what, name)
