"""A whole war reads as it was approved, and everybody reads the same: nothing in it is hidden."""

import difflib

import msgspec
import pytest

from domain.views.view import see, see_log
from tests.ignorant_armies.golden import GOLDEN, VIEWERS, golden, played


def test_the_golden_war_reads_as_it_was_approved() -> None:
    now = golden().splitlines()
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(approved, now, "approved", "now", lineterm="", n=1))
    assert difference == [], "\n".join(difference[:60])


@pytest.mark.parametrize("seed", [4, 5])
def test_every_viewer_sees_the_same(seed: int) -> None:
    for turn, session in enumerate(played(seed)):
        if turn % 40 == 0 or session.state.verdict is not None:
            tables = {
                msgspec.json.encode(msgspec.structs.replace(see(session.state, viewer), viewer=""))
                for viewer in VIEWERS
            }
            assert len(tables) == 1
    logs = [
        [
            (view.event, view.rule, {name: value for name, value in view.fields.items() if value})
            for view in see_log(session.game.log, viewer)
        ]
        for viewer in VIEWERS
    ]
    assert logs[0] == logs[1]
    assert len(logs[0]) == len(logs[2]) > 200
