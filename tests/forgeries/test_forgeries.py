"""Every kind of forgery comes to the verdict that it must, on logs of every system."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from adjudication.audits.findings import AuditReport
from tests.forgeries.kinds import KINDS, UNSEEN, VERIFIED
from tests.forgeries.logs import MAKERS, log
from tests.forgeries.trial import Trial, trials, verdict, word

GUIDE = Path(__file__).parents[2] / "docs" / "auditors-guide.md"
NOT_OF_LOGS = ("That a reconstructed or house table", "That nobody looked", "That the rule code reads")
"""What an audit cannot show beside forgeries."""


needs_verdicts = pytest.mark.skipif(
    "verdict" not in AuditReport.__struct_fields__, reason="this audit reaches no verdicts"
)


@cache
def tried(name: str) -> list[Trial]:
    """Every forgery of a log, audited once."""
    return list(trials(name))


@pytest.mark.parametrize("name", MAKERS)
def test_the_logs_themselves_are_verified(name: str) -> None:
    report = verdict(log(name), log(name).entries)
    assert (report.findings, word(report, report.notices)) == ([], VERIFIED)


@needs_verdicts
@pytest.mark.parametrize("name", MAKERS)
def test_no_forgery_passes_that_an_audit_can_see(name: str) -> None:
    assert [str(trial) for trial in tried(name) if not trial.as_expected] == []


@needs_verdicts
def test_every_kind_is_tried_and_those_that_pass_do_pass() -> None:
    """Else a kind tests nothing, or a mended gap is still called one."""
    tries: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for name in MAKERS:
        tries.update(trial.kind.name for trial in tried(name))
        passed.update(
            trial.kind.name for trial in tried(name) if trial.verdict < "n" or trial.verdict == VERIFIED
        )
    assert [name for name in KINDS if not tries[name]] == []
    assert [kind.name for kind in KINDS.values() if kind.passes and not passed[kind.name]] == []


@needs_verdicts
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
