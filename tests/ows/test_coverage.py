"""Every rule of the operational game has a case; those of the ground war come with its chapter (10)."""

from adjudication.engine.register import coverage
from cli.game import rules

GROUND_WAR = ("10.", "ground", "seq.6.C.", "seq.2.2", "3.4c", "5.1a", "2.2.7.3", "11.1.3b")
"""What rules of the ground war begin with: not built yet, so that they have no case."""


def test_every_rule_but_those_of_the_ground_war_has_a_case() -> None:
    folder = rules.tests_folder()
    assert folder is not None
    untested = coverage("ows", rules.tested_rules(folder))["untested"]
    assert isinstance(untested, list)
    assert [id for id in untested if not id.startswith(GROUND_WAR)] == []
