"""Every type of event declares all that other modules have to know of it; nothing is left to a default."""

from typing import Any

import msgspec
import pytest

from adjudication.audits.guards import Guards
from adjudication.chances.branching import _TOUCHES
from adjudication.chances.same_table import _SPOTS
from adjudication.engine.phrase import gaps, needed
from domain.events.kind import Audience, By, Changes, EventKind, Says, Speaks, Undo, drops_derived, nothing
from domain.events.registry import KIND_OF, KINDS, NAMED, ByKind
from domain.events.rows import Cell, Row
from domain.events.strikes import Strikes
from domain.table.journal import _BEFORE, _BEFORE_CHANGE
from reports.read_model.rows import ROWS_OF
from reports.read_model.schema import tables
from reports.words.events import TOLD

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.wire_name)
NO_ORDER_MAKES = {Changes.LAID, Changes.FORCE}
"""What changes only as a game is laid out, undone or ruled on."""


def test_nothing_but_the_format_has_a_default() -> None:
    assert EventKind._field_defaults == {"since": 3}


def test_a_declaration_that_leaves_something_out_is_an_error() -> None:
    whole = NAMED["die-rolled"]._asdict()
    for name in whole.keys() - {"since"}:
        with pytest.raises(TypeError, match=name):
            EventKind(**{field: value for field, value in whole.items() if field != name})


@every_kind
def test_its_words_are_a_phrase_or_a_function_and_not_both(kind: EventKind) -> None:
    assert (kind.words is None) == (kind.name in TOLD)


def test_no_words_are_left_of_a_type_that_is_gone() -> None:
    assert TOLD.keys() <= NAMED.keys()


@every_kind
def test_whoever_sees_it_sees_what_its_phrase_needs(kind: EventKind) -> None:
    if kind.words is None:
        return
    seen = kind.seen
    assert set(gaps(kind.words)) <= {*kind.type.__struct_fields__, *seen.told}
    for fields in (seen.audience, seen.everyone, seen.strangers):
        assert fields is None or needed(kind.words) <= set(fields)


@every_kind
def test_its_rows_can_be_written(kind: EventKind) -> None:
    there = {table.name for table in tables()}
    for row in kind.rows:
        if isinstance(row, Row):
            assert row.table in there
            assert {_field(cell) for cell in row.cells} <= {*kind.type.__struct_fields__, *kind.seen.told}
        else:
            assert row in ROWS_OF
            assert row in there


def _field(cell: Cell) -> str:
    return cell.field or cell.column.name


def test_a_table_is_declared_once_and_every_function_for_rows_is_used() -> None:
    rows = [row for kind in KINDS for row in kind.rows]
    declared = [row.table for row in rows if isinstance(row, Row)]
    assert len(declared) == len(set(declared))
    assert {row for row in rows if isinstance(row, str)} == set(ROWS_OF)


@every_kind
def test_odds_can_put_back_what_an_order_changes(kind: EventKind) -> None:
    if kind.account.by is not By.ORDER:
        return
    assert NO_ORDER_MAKES.isdisjoint(kind.changes)
    assert set(kind.changes) <= _BEFORE_CHANGE.keys()
    before, drops = _BEFORE[kind.type]
    assert callable(before)
    assert drops == drops_derived(kind)
    assert (_TOUCHES[kind.type] is None) == (kind.changes == ())


def test_every_part_of_the_table_is_changed_by_some_type_and_can_be_put_back() -> None:
    assert {part for kind in KINDS for part in kind.changes} == set(Changes)
    assert _BEFORE_CHANGE.keys() == set(Changes) - NO_ORDER_MAKES


@every_kind
def test_what_changes_nothing_has_no_mutator(kind: EventKind) -> None:
    """Chance alone is counted, which is no part of the table; an undo or ruling rebuilds it instead."""
    if not kind.changes:
        assert kind.mutator is nothing or "chance" in kind.type.__struct_fields__
    if kind.mutator is nothing:
        assert set(kind.changes) <= {Changes.FORCE, Changes.OUTCOME}


@every_kind
def test_the_fields_that_a_part_of_the_table_is_named_by_are_there(kind: EventKind) -> None:
    for part in kind.changes:
        for name in part.value.split("`")[1::2]:
            assert hasattr(kind.type, name), f"{part}: {name}"


@every_kind
def test_an_order_and_what_comes_of_it_are_struck_together(kind: EventKind) -> None:
    if kind.account.by in (By.ORDER, By.OPENING, By.LAID):
        assert kind.undo is Undo.STRUCK
    if kind.account.by in (By.WORDS, By.CLOSING):
        assert kind.undo is Undo.KEPT


@every_kind
def test_only_what_an_order_records_has_an_audience_that_follows_from_the_table(kind: EventKind) -> None:
    if isinstance(kind.audience, Says):
        assert not set(kind.changes) - {Changes.OUTCOME}
        assert set(kind.audience.fields) <= set(kind.type.__struct_fields__)
    elif kind.audience is not Audience.GIVEN:
        assert kind.seen.touches is not None
    if kind.account.by is not By.ORDER:
        assert kind.audience is Audience.GIVEN


@every_kind
def test_whoever_gives_it_is_named_in_it(kind: EventKind) -> None:
    fields = set(kind.type.__struct_fields__)
    if kind.account.speaks is not Speaks.NOBODY:
        assert fields & {"by", "sender"}
    if kind.account.speaks is Speaks.SIDE:
        assert "side" in fields


@every_kind
def test_what_only_entries_by_people_may_say_is_said_of_them_alone(kind: EventKind) -> None:
    account = kind.account
    if account.by is not By.PEOPLE:
        assert (account.public, account.cites, account.after_close) == (False, False, False)


CHECKED_TOGETHER = {
    "disclosed",
    "inject-handled",
    "injects-listed",
    "secret-order-dropped",
    "secret-orders-opened",
}
"""Entries that an audit holds against one another: `disclosures` and `seminar` in `adjudication/audits`."""


def test_an_audit_asks_of_every_entry_by_people_what_the_session_asked() -> None:
    asked = {KIND_OF[type].name for type in Guards([], Strikes([]), "freeform")._asked}
    assert asked == {kind.name for kind in KINDS if kind.account.by is By.PEOPLE} - CHECKED_TOGETHER


def test_what_follows_from_a_declaration_is_worked_out_once() -> None:
    asked: list[str] = []

    def name(kind: EventKind) -> str:
        asked.append(kind.name)
        return kind.name

    names = ByKind(name)
    die = NAMED["die-rolled"].type
    assert (names[die], names[die], asked) == ("die-rolled", "die-rolled", ["die-rolled"])
    with pytest.raises(KeyError):
        names[Unknown]
    assert Unknown not in KIND_OF


class Unknown(NAMED["noted"].type):  # type: ignore[misc]
    """A class of events that is not registered."""


def test_a_multiple_of_spots_is_all_of_them() -> None:
    kind = NAMED["piece-moved"]._replace(changes=(Changes.PLACE, Changes.CLOCK))
    moved: Any = msgspec.convert({"piece": "a", "origin": "x", "to": "y"}, kind.type)
    of = _SPOTS._of(kind)
    assert of is not None
    assert of(None, moved) == (("at", "x"), ("at", "y"), ("clock",))  # type: ignore[arg-type]
    assert _SPOTS._of(kind._replace(changes=(Changes.PLACE, Changes.TABLES))) is None
