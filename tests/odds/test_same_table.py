"""What tells tables apart: changes since a table are enough, and leave out nothing that a table holds."""

import random

import pytest

from adjudication.chances.branches import RandomBranches
from adjudication.chances.branching import BranchingUmpire
from adjudication.chances.face_down import Urns
from adjudication.chances.odds import _Answers
from adjudication.chances.same_table import LOOK, SameTable, whole_table
from adjudication.engine.play.running import run
from domain.events import OrderGiven
from domain.table.journal import Journal
from domain.table.state import Piece, State
from domain.views.view import WHITE
from tests.core.games import VARIANTS, Variant, variant_id
from tests.odds.oracle import Last, situations

KEPT_IN_KEYS = {
    "at",
    "lapses",
    "marks",
    "marks_for",
    "phase",
    "pieces",
    "procedures",
    "side",
    "time",
    "tracks",
    "turn",
    "verdict",
}
THE_SAME_UNDER_ANY_ORDER = {
    "board",
    "cell",
    "chances",
    "closed",
    "entropy",
    "kinds",
    "number",
    "opened",
    "options",
    "sides",
    "tables",
    "unseen_places",
}
NAMES_ALONE = {"gone", "trail"}
"""What pieces are called, by a side that does not know them or when they have left the game: odds go by the
pieces."""
WORKED_OUT = {"bearers", "groups", "kept", "marked_alike", "standing", "unseen"}


def test_whatever_a_table_holds_is_in_the_keys_or_need_not_be() -> None:
    """A new attribute of the state belongs to one of these; into the keys, where orders can change it."""
    assert set(State.__slots__) == KEPT_IN_KEYS | THE_SAME_UNDER_ANY_ORDER | NAMES_ALONE | WORKED_OUT
    assert set(Piece.__slots__) == {*LOOK, "id", "kind", "name", "place"}


@pytest.mark.parametrize("seat", [0, -1, None])
@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_tables_are_told_apart_by_what_was_touched_as_by_all_that_lies_on_them(
    variant: Variant, seat: int | None
) -> None:
    """For the white cell, and for sides that do not know what lies face down."""
    chance, compared = random.Random(7), 0
    for system, state, given in situations(variant, seed=5):
        journal = Journal(state)
        urns = Urns(journal, WHITE if seat is None else list(state.sides)[seat])
        tables = SameTable(journal, urns)
        seen: list[tuple[object, object]] = []
        for _ in range(12):
            number = state.number + 1
            order = OrderGiven(
                number=number, procedure=number, side=given.side, order=given.order, arguments=given.arguments
            )
            journal.apply(order)
            before = tables.so_far()
            umpire = BranchingUmpire(journal, number, RandomBranches(chance), _Answers({}, Last()), urns)
            run(system, umpire, order)
            changed, done = tables.changed()
            assert done == journal.since(tables.mark)
            assert tables.changed(before) == (changed, done)
            whole = whole_table(state, urns)
            journal.back_to(tables.mark)
            seen.append((tables.key(changed), whole))
        for key, whole in seen:
            for other, other_whole in seen:
                assert (key == other) == (whole == other_whole)
                compared += key != other
    assert compared or variant == ("toy-options", {})  # its only dice end the game


def test_what_ends_as_it_began_is_no_change() -> None:
    _, state, _ = next(situations(("toy-volley", {}), 1))
    journal = Journal(state)
    urns = Urns(journal, WHITE)
    tables = SameTable(journal, urns)
    umpire = BranchingUmpire(journal, 0, RandomBranches(random.Random(1)), _Answers({}, Last()), urns)
    umpire.change("cts", steps=1, rule="x")
    umpire.move("mil-3", "base", rule="x")
    changed, _ = tables.changed()
    umpire.change("cts", steps=4, rule="x")
    umpire.move("mil-3", "mosque", rule="x")
    again, _ = tables.changed()
    umpire.conclude("x", "vote", "so be it", rule="x")
    said, _ = tables.changed()
    journal.back_to(tables.mark)
    assert tables.key(again) == tables.key({})
    assert tables.key(changed) != tables.key({})
    assert tables.key(said) != tables.key(again)  # of what is not known to change nothing, all it says counts
