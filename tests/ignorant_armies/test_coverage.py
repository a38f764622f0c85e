"""Every enforced rule of Ignorant Armies has a case, and calendars end."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.games.systems import load
from adjudication.engine.register import coverage
from cli.game import rules
from domain.table.dice import secret_from_seed
from tests.table import Table
from tests.thinned import thinned


def test_every_rule_has_a_case() -> None:
    folder = rules.tests_folder()
    assert folder is not None
    assert coverage("ignorant-armies", rules.tested_rules(folder))["untested"] == []


@pytest.mark.parametrize(
    ("policy", "seed"),
    thinned(
        [
            *(("calendar", seed) for seed in range(100)),
            *(("offensives", seed) for seed in range(100, 200)),
            *(("random", seed) for seed in range(200, 202)),
        ],
        5,
        several=True,
    ),
)
def test_a_war_ends_and_passes_the_audit(policy: str, seed: int) -> None:
    options = {
        "joint_arab": bool(seed % 3),
        "holy_sites": bool(seed % 2),
        "first_player": ("iraq", "iran")[seed % 5 == 0],
    }
    table = Table("ignorant-armies", options=options, seed=seed)
    play_out(table.session, load("ignorant-armies").policy(policy), random.Random(seed))
    table.session.close(secret_from_seed(seed))
    assert table.state.verdict is not None
    if seed % 10 == 0:
        assert audit(table.session.game.unsaved()).findings == []
