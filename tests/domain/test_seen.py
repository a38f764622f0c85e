"""Every kind of event says, field by field, what sides see of it; what it does not list is hidden."""

from typing import Any

import msgspec
import pytest

from domain.events import WIRE_NAMES, Event, Marked, PieceKnown, PresenceKnown
from domain.events.kind import EventKind
from domain.events.registry import KIND_OF, KINDS, SEEN
from domain.events.seen import OMIT, WHITE, Seen, knows
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import opening

ENVELOPE = {"number", "time", "procedure", "rule", "audience", "blind"}


def listed(seen: Seen) -> set[str]:
    """All fields that some side may see."""
    return {name for names in (seen.audience, seen.everyone, seen.strangers) for name in names or ()}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.wire_name)
def test_every_field_is_listed_for_sides_or_for_the_white_cell_alone(kind: EventKind) -> None:
    """A new field fails here until somebody has decided who sees it; until then no side does."""
    seen, own = kind.seen, set(kind.type.__struct_fields__) - ENVELOPE
    assert own == (listed(seen) | set(seen.white)) & own
    assert listed(seen) - own <= seen.told.keys(), "what is no field of the event must be made by `told`"
    assert not listed(seen) & set(seen.white)
    assert set(seen.white) | set(seen.lines) <= own
    assert seen.told.keys() <= listed(seen)
    assert set(seen.lines) <= listed(seen)
    assert seen.strangers is None or seen.about is not None


def test_a_kind_is_listed_once() -> None:
    assert len({kind.wire_name for kind in KINDS}) == len(KINDS) == len({kind.type for kind in KINDS})
    assert set(KIND_OF) == set(WIRE_NAMES.values())


def test_fields_that_are_not_listed_are_hidden() -> None:
    event = Marked(number=1, subject="s", mark="m", value=7)
    assert Seen(("subject",)).fields(event, State(), "blue") == {"subject": "s"}
    assert Seen().fields(event, State(), "blue") is None
    assert Seen(()).fields(event, State(), "blue") == {}


def for_blue(**changes: Any) -> Event:
    return msgspec.structs.replace(Marked(number=1, subject="s", mark="m", audience=("blue",)), **changes)


def test_who_is_in_the_audience_who_is_not_and_who_does_not_know_the_piece() -> None:
    seen = Seen(audience=("subject", "mark"), everyone=("mark",))
    assert seen.names(for_blue(), State(), "blue") == ("subject", "mark")
    assert seen.names(for_blue(), State(), "red") == ("mark",)
    assert seen.names(for_blue(audience=None), State(), "red") == ("subject", "mark")
    about = Seen(audience=("subject", "mark"), strangers=("mark",), about=lambda event, state: ("red",))
    assert about.names(for_blue(), State(), "blue") == ("mark",)
    assert about.names(for_blue(), State(), "red") is None
    assert about.names(for_blue(audience=None), State(), "red") == ("subject", "mark")
    never = Seen(("subject",), hidden_from=lambda event, state, viewer: viewer == "blue")
    assert never.names(for_blue(), State(), "blue") is None


def test_a_field_may_be_told_otherwise_or_left_out() -> None:
    seen = Seen(
        ("subject", "mark", "whose"),
        told={"mark": lambda event, state, viewer: OMIT, "whose": lambda event, state, viewer: viewer},
    )
    assert seen.fields(for_blue(), State(), "blue") == {"subject": "s", "whose": "blue"}


def test_the_white_cell_knows_all() -> None:
    assert knows(WHITE, ())
    assert knows("blue", None)
    assert not knows("blue", ("red",))


NOBODY: tuple[str, ...] = ()
BLUE, BOTH = ("blue",), ("blue", "red")


@pytest.mark.parametrize(
    ("before", "now", "blue", "red"),
    [
        (None, BLUE, True, True),  # blue sees that it is hidden from others, red that it no longer sees it
        (BLUE, None, True, True),
        (None, NOBODY, True, True),
        (BLUE, BOTH, False, True),  # to whom else it is shown is not told
        (BOTH, BLUE, False, True),
        (BLUE, BLUE, False, False),
        (NOBODY, BLUE, True, False),
        (BLUE, NOBODY, True, False),
        (NOBODY, NOBODY, False, False),
    ],
)
@pytest.mark.parametrize("kind", [PieceKnown, PresenceKnown])
def test_a_side_learns_of_its_own_knowledge_and_of_what_becomes_or_was_public(
    kind: type[PieceKnown] | type[PresenceKnown],
    before: tuple[str, ...] | None,
    now: tuple[str, ...] | None,
    blue: bool,
    red: bool,
) -> None:
    state = rebuild(opening("0" * 32))
    if kind is PieceKnown:
        state.let_know("b1", before)
    else:
        state.conceal("b1", before)
    event = kind(number=6, piece="b1", sides=now)
    assert [SEEN[kind].names(event, state, side) is not None for side in ("blue", "red")] == [blue, red]
