"""Pieces that are set up together come in an order that does not hang on what they are.

Two hidden pieces that were set up together change identities, and the rules are run again in that other
world. Where they do what the log says, in its order, nobody who does not know the pieces can tell.
"""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.umpire import Umpire
from domain.events import CounterDrawn, Picked, PieceMoved, Shuffled
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.table import contacts
from domain.table.contacts import contact_name
from domain.table.state import State
from tests.table import Table
from tests.worlds.games import GAMES, LARGE, before_turn, played
from tests.worlds.rearranging import Log, _data_of, _renamed, _renaming, may_know

WITH_SET_UP = [name for name in GAMES if name not in LARGE and not name.startswith("ows proving")]


def set_up_together(log: Log) -> Iterator[tuple[str, tuple[str, str]]]:
    """A side, and two pieces that look alike to it and that one order took to the same place, hidden from it
    all the while, without leaving anything to chance."""
    state = Game.from_events("", log).state
    by_chance = {
        piece
        for event in log
        for piece in (
            (event.piece,)
            if isinstance(event, CounterDrawn)
            else event.order
            if isinstance(event, Shuffled)
            else event.options
            if isinstance(event, Picked)
            else ()
        )
    }
    moved: dict[tuple[int, str, str], list[str]] = {}
    for event in log:
        if isinstance(event, PieceMoved) and event.piece not in by_chance and event.procedure:
            moved.setdefault((event.procedure, event.origin, event.to), []).append(event.piece)
    for (_, origin, _), together in moved.items():
        for side in state.sides:
            if not may_know(side, state.who_sees_place(origin)):
                continue  # it does not see who comes from there
            hidden = [id for id in dict.fromkeys(together) if _hidden(state, side, id)]
            hidden = [id for id in hidden if not state.pieces[id].face]  # faces are turned behind its back
            looks = {id: (state.pieces[id].side, state.pieces[id].kind.back) for id in hidden}
            for one, other in pairwise(hidden):
                if looks[one] == looks[other] and state.pieces[one].kind_id != state.pieces[other].kind_id:
                    yield side, (one, other)


def _hidden(state: State, side: str, id: str) -> bool:
    return not may_know(side, state.pieces[id].known_to)


def told_apart(log: Log, side: str, pair: tuple[str, str], patch: pytest.MonkeyPatch) -> list[str]:
    """What the rules would have done otherwise, had the two pieces been each other."""
    ids = dict(zip(pair, reversed(pair), strict=True))
    rename, data = _renaming(ids), _data_of(log)
    other = [_renamed(event, rename, ids, data, side) for event in log]

    def name(salt: str, whose: str, id: str, spell: str) -> str:
        return contact_name(salt, whose, ids.get(id, id), spell)

    with patch.context() as patched:
        patched.setattr(contacts, "contact_name", name)
        report = audit(enter("", other, GENESIS))
    return [each.message for each in report.findings if each.message.startswith("Replaying order")]


def together_in(log: Log, most: int = 4) -> list[tuple[str, tuple[str, str]]]:
    """A few of the pairs, the same ones in every run."""
    found = list(set_up_together(log))
    return random.Random(len(log)).sample(found, min(most, len(found)))


@pytest.mark.parametrize("name", WITH_SET_UP)
def test_the_order_of_the_set_up_does_not_hang_on_what_is_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = list(before_turn(list(played(name, 1)), 1))
    pairs = together_in(log)
    assert pairs or not (name.startswith("nineveh") and "alone" not in name)
    for side, pair in pairs:
        assert told_apart(log, side, pair, monkeypatch) == [], f"{side} tells {' and '.join(pair)} apart"


def test_an_order_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that take the pieces of a group as they are listed, HQ first: the test above fails on them."""
    monkeypatch.setattr(Umpire, "mixed", lambda umpire, pieces, *, rule: list(dict.fromkeys(pieces)))
    table = Table("nineveh").phase("deployment", 0, "isf")
    for group, area in (("army", "airport"), ("interior", "ghizlani"), ("cts", "harmat-road")):
        table.order("deploy", group=group, to=area)
    log = table.session.game.log
    assert any(told_apart(log, side, pair, monkeypatch) for side, pair in together_in(log, 10))
