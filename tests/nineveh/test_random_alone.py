"""Random-legal solitaire games: they end, every listed order is taken, the audit passes, and words.json
has words for all orders and marks."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from domain.events import Marked, OrderGiven
from reports.words.phrases import phrases
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
    words = phrases("nineveh")
    log = table.session.game.log
    assert {event.mark for event in log if isinstance(event, Marked)} <= words.marks.keys()
    orders = {event.order for event in log if isinstance(event, OrderGiven)} - {"begin"}
    assert orders <= {*words.orders, *words.ends_phase}
