"""What each side can see, and cannot: a whole transcript, and what is hidden in every view of it."""

import difflib

import msgspec
import pytest

from domain.events.seen import knows
from domain.views.view import see
from tests.nineveh.golden import GOLDEN, golden, played


def test_the_golden_game_reads_as_it_was_approved() -> None:
    now = golden().splitlines()
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(approved, now, "approved", "now", lineterm="", n=1))
    assert difference == [], "\n".join(difference[:60])


@pytest.mark.rule("nineveh 2.1g", "nineveh 3.2b")
def test_no_view_names_a_hidden_piece() -> None:
    checked, turn = 0, -1
    for session in played():
        state = session.state
        if state.turn == turn:
            continue
        turn = state.turn
        for viewer in ("isf", "daesh"):
            text = msgspec.json.encode(see(state, viewer)).decode()
            hidden = [piece for piece in state.pieces.values() if not knows(viewer, piece.known_to)]
            checked += len(hidden)
            for piece in hidden:
                assert f'"{piece.id}"' not in text
                assert piece.name == piece.kind.name or f'"{piece.name}"' not in text
    assert checked > 100
