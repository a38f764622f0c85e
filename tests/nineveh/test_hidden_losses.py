"""What leaves the map unseen: the enemy's review must not tell a unit from a Rumour."""

import pytest

from adjudication.systems.nineveh.losses import losses
from reports.story.turns import costs_seen
from tests.table import Table


def removed(block: str, *, known: bool = False) -> Table:
    """A Daesh block that leaves the map."""
    table = Table("nineveh").put(block, "faruq")
    if known:
        table.known(block)
    return table.put(block, "eliminated")


@pytest.mark.rule("nineveh 6.3b", "nineveh 7.4d")
def test_a_unit_and_a_rumour_that_leave_hidden_read_the_same() -> None:
    told = {
        block: [
            len(costs_seen(removed(block).session.game, viewer, losses))
            for viewer in ("isf", "daesh", "white")
        ]
        for block in ("militia-1", "rumour-1")
    }
    assert told == {"militia-1": [0, 1, 1], "rumour-1": [0, 0, 0]}


@pytest.mark.rule("nineveh 6.3b")
def test_a_unit_that_was_shown_is_a_loss_for_everybody() -> None:
    game = removed("militia-1", known=True).session.game
    assert [len(costs_seen(game, viewer, losses)) for viewer in ("isf", "daesh", "white")] == [1, 1, 1]
