"""What the log format says of all events: what a field that is left out means, and what no undo strikes."""

from typing import Any

import msgspec
import pytest

import domain.events
from domain.events.data import Adjacency
from domain.events.kind import Undo
from domain.events.registry import KINDS

NOT_EMPTY = {
    ("CounterDrawn", "source"): "sealed",
    ("DieRolled", "source"): "sealed",
    ("Picked", "source"): "sealed",
    ("Shuffled", "source"): "sealed",
    ("BoardData", "provenance"): "house",
    ("BoardData", "adjacency"): Adjacency(),
    ("HexLayout", "kind"): "hex",
    ("HexLayout", "orientation"): "flat",
    ("HexLayout", "offset"): "even",
    ("KindData", "provenance"): "document",
    ("SideData", "played_by"): "player",
    ("SpaceData", "kind"): "hex",
    ("TableData", "provenance"): "house",
    ("CountersAdopted", "provenance"): "house",
    ("CountersLaid", "provenance"): "document",
    ("GameOpened", "dice"): "sealed",
    ("Noted", "kind"): "note",
}
"""Section 4: the fields with a default of their own."""
BESIDE = [
    "noted.1",
    "game-declared.1",
    "seat-taken.1",
    "message-sent.1",
    "entry-corrected.1",
    "secret-order-sealed.1",
    "secret-orders-opened.1",
    "secret-order-dropped.1",
    "disclosed.1",
    "injects-listed.1",
    "inject-handled.1",
    "marking-set.1",
    "timer-set.1",
    "clock-paused.1",
    "clock-resumed.1",
    "entropy-promised.1",
    "entropy-given.1",
    "entropy-waived.1",
    "seal-revealed.1",
    "game-closed.1",
    "game-forked.1",
]
"""Section 4: what happens beside the table."""
RECORDS = sorted(
    (
        each
        for each in vars(domain.events).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct)
    ),
    key=lambda record: record.__name__,
)


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_field_that_is_left_out_is_empty_unless_it_has_a_default_of_its_own(
    record: type[msgspec.Struct],
) -> None:
    for field in msgspec.structs.fields(record):
        default = default_of(field)
        expected = NOT_EMPTY.get((record.__name__, field.name))
        if expected is not None:
            assert default == expected, field.name
        elif default is not msgspec.NODEFAULT:
            assert default is None or default in ("", 0, False, (), {}), field.name


def test_no_undo_strikes_what_happens_beside_the_table() -> None:
    assert sorted(kind.wire_name for kind in KINDS if kind.undo is Undo.KEPT) == sorted(BESIDE)


def test_every_default_of_its_own_is_that_of_a_field() -> None:
    fields = {(each.__name__, field.name) for each in RECORDS for field in msgspec.structs.fields(each)}
    assert NOT_EMPTY.keys() <= fields
