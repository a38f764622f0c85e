"""The cable crisis, four sides and eight roles: as it was approved, with its secrets kept, quick to type."""

import difflib
import html
import re

import pytest

from domain.events import (
    Chosen,
    ClockPaused,
    EntryCorrected,
    GameClosed,
    OrderGiven,
    Ruled,
    SeatTaken,
    SecretOrdersOpened,
    TableAdopted,
    TakenBack,
    VerdictReached,
)
from domain.game.game import Game
from tests.seminar.cable import (
    BEFORE,
    GOLDEN,
    SCRIPT,
    SIDES,
    VIEWS,
    Played,
    crisis,
    keystrokes,
    transcript,
    typed,
)

SECRETS = {
    "aldmark": ("Boat 4", "one sea area at a time", "Guns stay covered"),
    "sverland": ("Kalan", "Deniability", "Cable 10: cut", "The cables are the lever", "Fishermen saw lights"),
    "hald": ("you have not yet said so",),
    "borealis": ("Survey Team Nord", "Credit of Borealis", "not for acts of war"),
    "white": ("The relay on Cable 12 was cut", "Nobody in the Cabinet", "only Berg asked"),
}
"""Words that one side alone may read, or nobody but the white cell."""

TYPED_BEFORE = 5647
MOST = 0.60
"""How much of what was typed before may have to be typed now."""


@pytest.fixture(name="crisis")
def whole_crisis() -> tuple[Game, Played]:
    return crisis()


def test_the_crisis_reads_as_it_was_approved() -> None:
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(
        difflib.unified_diff(approved, transcript().splitlines(), "approved", "now", n=1, lineterm="")
    )
    assert difference == [], "\n".join(difference[:60])


def test_nothing_reasonable_is_refused(crisis: tuple[Game, Played]) -> None:
    assert crisis[1].refused == []
    assert "fault of whitecell" not in crisis[1].shown


def test_the_audit_passes(crisis: tuple[Game, Played]) -> None:
    assert re.search(r"Audit passed: [0-9]+ events, no discrepancies", crisis[1].shown)


def test_it_takes_at_most_six_tenths_of_the_keystrokes() -> None:
    before, now = (file.read_text(encoding="utf-8") for file in (BEFORE, SCRIPT))
    assert keystrokes(before) == TYPED_BEFORE
    assert keystrokes(now) <= MOST * TYPED_BEFORE
    assert len(typed(now)) < len(typed(before))


@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_reads_has_nothing_of_the_others(crisis: tuple[Game, Played], side: str) -> None:
    """All that is shown for a side: its table, its log, its messages, injects and notes, its brief."""
    shown = crisis[1].shown
    views = [
        shown.split(f"> {line}\n")[1].split("\nMara, hald, ")[0]
        for line in VIEWS
        if line.endswith(f" {side}")
    ]
    assert len(views) == 6
    views.append(html.unescape(crisis[1].briefs[side]))
    for owner, words in SECRETS.items():
        for word in words:
            found = any(word in view for view in views)
            assert found == (owner == side), (owner, word)


def test_the_story_is_the_whole_of_it(crisis: tuple[Game, Played]) -> None:
    kinds = [type(event) for event in crisis[0].log]
    for kind in (EntryCorrected, ClockPaused, Ruled, SecretOrdersOpened, TakenBack, TableAdopted, GameClosed):
        assert kind in kinds
    orders = [event for event in crisis[0].log if isinstance(event, OrderGiven)]
    assert sum(order.order == "hand-argue" for order in orders) == 2
    assert [order.side for order in orders if order.order == "act" and order.audience is not None] == [
        "sverland"
    ]
    assert {seat.side for seat in crisis[0].log if isinstance(seat, SeatTaken)} == {"", *SIDES}


def test_the_verdict_does_not_tell_a_secret_score(crisis: tuple[Game, Played]) -> None:
    [verdict] = [event for event in crisis[0].log if isinstance(event, VerdictReached)]
    assert set(verdict.scores) == {"aldmark", "hald"}


def test_after_a_ruling_its_reason_holds(crisis: tuple[Game, Played]) -> None:
    [first] = [event for event in crisis[0].log if type(event) is Ruled]
    then = next(event for event in crisis[0].log if isinstance(event, Chosen) and event.number > first.number)
    assert then.because == first.because == "Hald granted it this morning"
