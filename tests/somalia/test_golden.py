"""The golden season of Somalia, and that nothing in it is hidden from anybody."""

import difflib

from domain.views.view import see, see_log
from tests.somalia.golden import GOLDEN, golden, played


def test_the_golden_season_reads_as_it_was_approved() -> None:
    now = golden().splitlines()
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(approved, now, "approved", "now", lineterm="", n=1))
    assert difference == [], "\n".join(difference[:60])


def test_everybody_sees_the_same() -> None:
    """All counters, draws and rolls are public: so worlds that a side could not tell apart do not exist."""
    (*_, session) = played()
    state, log = session.state, session.game.log
    views = [see(state, viewer) for viewer in ("un", "bandit", "white")]
    assert views[0].pieces == views[1].pieces == views[2].pieces
    assert views[0].tracks == views[1].tracks == views[2].tracks
    lines = [[(line.number, line.fields) for line in see_log(log, viewer)] for viewer in ("un", "bandit")]
    assert lines[0] == lines[1]
