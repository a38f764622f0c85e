"""Random-legal solitaire games: they end, every listed order is taken, and the audit passes."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from tests.table import Table

HARDER = {"more_blocks": True, "second_card": True, "head_start": True}


@pytest.mark.rule("nineveh 10.0a", "nineveh 10.4d")
@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"trust_suggestions": True}), (3, {**HARDER, "trust_suggestions": True})],
)
def test_a_random_game_ends_and_passes_the_audit(seed: int, options: dict[str, bool]) -> None:
    table = Table("nineveh", "solitaire", options, seed=seed)
    play_out(table.session, table.session.system.policy("random"), random.Random(seed))
    table.session.close(table.secret)
    assert table.state.verdict is not None
    assert audit(table.session.game.unsaved()).findings == []
