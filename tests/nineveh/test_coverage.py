"""Every rule of We Are Coming, Nineveh! that is enforced or asked has a case."""

from adjudication.engine.register import coverage
from cli.game import rules


def test_every_rule_has_a_case() -> None:
    folder = rules.tests_folder()
    assert folder is not None
    assert coverage("nineveh", rules.tested_rules(folder))["untested"] == []
