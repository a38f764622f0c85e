import contextlib
import hashlib
import re
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import BadData, BadLog
from domain.events import NAMES_ON_WIRE, WIRE_NAMES, Chosen, DieRolled, Event, GameOpened, Marked, Noted
from domain.events.opening import FORMAT
from domain.events.registry import KIND_OF
from domain.game.chain import (
    GENESIS,
    LARGEST_EVENT,
    Entry,
    broken_links,
    enter,
    read_event,
)
from tests.builders import new_game, note, numbered
from tests.domain import wire

# --- on the wire and back ------------------------------------------------------------------------


@pytest.mark.parametrize("name", WIRE_NAMES)
def test_every_event_comes_back_as_it_was_sent(name: str) -> None:
    """Equal, of the same type, and the same bytes when it is sent again."""

    @settings(max_examples=25, deadline=None)
    @given(wire.instances(WIRE_NAMES[name]))
    def there_and_back(event: Event) -> None:
        if isinstance(event, GameOpened):
            event = msgspec.structs.replace(event, format=FORMAT)  # no other is read
        [entry] = enter("g", [event], GENESIS)
        assert entry.wire_name == name
        back = read_event(name, entry.body, event.number)
        assert type(back) is type(event)
        assert back == event
        [again] = enter("g", [back], GENESIS)
        assert again.body == entry.body
        assert again.digest == entry.digest

    there_and_back()


def test_the_registry_is_closed_and_whole() -> None:
    kinds = {
        kind
        for kind in vars(sys.modules["domain.events"]).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert set(WIRE_NAMES.values()) == kinds == set(KIND_OF)
    assert len(NAMES_ON_WIRE) == len(WIRE_NAMES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*\.[1-9]", name) for name in WIRE_NAMES)


def test_bytes_do_not_depend_on_the_order_in_which_a_dictionary_was_filled() -> None:
    one = Marked(number=1, subject="s", mark="m", value={"b": 1, "a": {"d": 2, "c": 3}})
    other = Marked(number=1, subject="s", mark="m", value={"a": {"c": 3, "d": 2}, "b": 1})
    assert enter("g", [one], GENESIS)[0].body == enter("g", [other], GENESIS)[0].body


def test_what_is_left_at_its_default_is_not_stored() -> None:
    [entry] = enter("g", [Noted(number=1, text="x")], GENESIS)
    assert entry.body == b'{"number":1,"text":"x"}'


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["", "os.system", "domain.events:Noted", "noted", "noted.2", "Noted", "é" * 99]
)
def test_an_unknown_wire_name_is_refused_by_its_number(name: str) -> None:
    with pytest.raises(BadLog, match="Event 17: there is no event called") as refusal:
        read_event(name, b"{}", 17)
    assert refusal.value.number == 17
    assert len(refusal.value.sentence) < 120


def test_nothing_that_a_log_names_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text("raise SystemExit('imported by a log')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("planted", "planted:Noted", "planted.Noted", "planted#Noted", "tests.planted"):
        with pytest.raises(BadLog):
            read_event(name, b'{"number":1,"text":"x"}', 1)
    event = read_event(
        "marked.1", b'{"number":1,"subject":"s","mark":"m","value":{"__reduce__":"planted"}}', 1
    )
    assert isinstance(event, Marked)
    assert "planted" not in sys.modules


def test_an_event_that_is_too_large_is_refused_both_ways() -> None:
    body = b'{"number":3,"text":"' + b"x" * LARGEST_EVENT + b'"}'
    with pytest.raises(BadLog, match=r"Event 3 is larger than \d+ bytes"):
        read_event("noted.1", body, 3)
    with pytest.raises(BadData, match=r"Event 3 \(noted.1\) is larger than"):
        enter("g", [Noted(number=3, text="x" * LARGEST_EVENT)], GENESIS)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Noted(number=4, text="half a sign: \udcff"), "surrogates"),
        (Chosen(number=4, side="blue", question="?", value=object()), "object"),
        (Marked(number=4, subject="s", mark="m", value={(1, 2): 3}), ""),
    ],
)
def test_what_could_not_be_read_again_is_not_recorded(event: Event, said: str) -> None:
    with pytest.raises(BadData, match=r"Event 4 \(.+\) cannot be recorded: .*" + said):
        enter("g", [event], GENESIS)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"{}",
        b'{"number":"1","text":"x"}',
        b'{"number":1.5,"text":"x"}',
        b'{"number":1,"text":null}',
        b'{"number":1,"text":"x","audience":[1]}',
        b'{"number":1,"text":"\xff"}',
        b'{"number":1,"text":"\\ud800"}',
        b'{"number":1,"text":"x"}{"number":2}',
        b"[" * 200_000,
        b'{"number":1,"text":"x","more":' + b"[" * 200_000,
    ],
)
def test_bytes_that_are_no_event_are_refused_with_a_sentence(body: bytes) -> None:
    with pytest.raises(BadLog, match="Event 9 cannot be read: ") as refusal:
        read_event("noted.1", body, 9)
    assert refusal.value.number == 9
    assert "\n" not in refusal.value.sentence
    assert len(refusal.value.sentence) < 300


some_bytes = st.one_of(st.binary(max_size=60), wire.plain.map(msgspec.json.encode))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(list(WIRE_NAMES)), some_bytes)
def test_any_bytes_are_an_event_or_refused(name: str, body: bytes) -> None:
    """Nothing but BadLog is raised, whatever the bytes."""
    with contextlib.suppress(BadLog):
        assert type(read_event(name, body, 1)) is WIRE_NAMES[name]


# --- the chain -----------------------------------------------------------------------------------


def log(length: int) -> list[Entry]:
    game = new_game()
    events = [
        *game.log,
        *(numbered(note(f"note {number}"), number) for number in range(6, length + 1)),
    ]
    return enter(game.id, events[:length], GENESIS)


LONG = log(24)
places = st.integers(0, len(LONG) - 1)


def faults(entries: list[Entry]) -> list[int]:
    return [number for number, _ in broken_links(entries)]


def test_a_whole_log_has_no_fault() -> None:
    assert faults(LONG) == []
    assert faults([]) == []
    assert faults(LONG[:7]) == []


def test_a_digest_is_the_plain_hash_of_what_is_stored() -> None:
    """Anyone can check a log with the shell: sha256 of the digest before, the name, a line end, the body."""
    before = hashlib.sha256(b"whitecell log").hexdigest()
    for entry in LONG:
        before = hashlib.sha256(before.encode() + entry.wire_name.encode() + b"\n" + entry.body).hexdigest()
        assert entry.digest == before


def test_the_chain_goes_on_from_where_it_was_left() -> None:
    events = [entry.event for entry in LONG]
    first = enter("g", events[:10], GENESIS)
    rest = enter("g", events[10:], first[-1].digest)
    assert [entry.digest for entry in first + rest] == [entry.digest for entry in LONG]


@given(places, st.data())
def test_one_altered_byte_is_found_and_named(place: int, data: st.DataObject) -> None:
    entry = LONG[place]
    at = data.draw(st.integers(0, len(entry.body) - 1))
    bit = data.draw(st.integers(0, 7))
    body = bytearray(entry.body)
    body[at] ^= 1 << bit
    altered = msgspec.structs.replace(entry, body=bytes(body))
    assert faults([*LONG[:place], altered, *LONG[place + 1 :]]) == [entry.number]


@given(places, st.integers(0, 63))
def test_an_altered_digest_is_found_and_named(place: int, at: int) -> None:
    digest = LONG[place].digest
    other = digest[:at] + ("0" if digest[at] != "0" else "1") + digest[at + 1 :]
    found = faults([*LONG[:place], msgspec.structs.replace(LONG[place], digest=other), *LONG[place + 1 :]])
    assert found == [number for number in (place + 1, place + 2) if number <= len(LONG)]


@given(places)
def test_another_name_over_the_same_bytes_is_found(place: int) -> None:
    renamed = msgspec.structs.replace(LONG[place], wire_name="game-closed.1")
    assert faults([*LONG[:place], renamed, *LONG[place + 1 :]]) == [place + 1]


@given(st.integers(0, len(LONG) - 2))
def test_a_dropped_event_is_found_and_named(place: int) -> None:
    found = list(broken_links([*LONG[:place], *LONG[place + 1 :]]))
    assert {number for number, _ in found} == {place + 2}
    assert found[0] == (place + 2, f"event {place + 1} should stand here, not event {place + 2}")


@given(places, places)
def test_swapped_events_are_found_and_named(one: int, other: int) -> None:
    swapped = list(LONG)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    found = faults(swapped)
    assert found == [] if one == other else {one + 1, other + 1} <= set(found)


@given(places, places)
def test_an_event_inserted_a_second_time_is_found_and_named(place: int, copied: int) -> None:
    entries = [*LONG[:place], LONG[copied], *LONG[place:]]
    found = faults(entries)
    assert copied + 1 in found or place + 1 in found
    if copied != place:
        assert copied + 1 in found


@given(places)
def test_a_forged_event_that_renumbers_the_rest_is_found_and_named(place: int) -> None:
    """The forger chains his own event on, and moves all that follow up by one, with their old digests."""
    before = LONG[place - 1].digest if place else GENESIS
    forged = enter("g", [numbered(note("forged"), place + 1)], before)
    moved = [
        msgspec.structs.replace(entry, number=entry.number + 1, event=numbered(entry.event, entry.number + 1))
        for entry in LONG[place:]
    ]
    assert faults([*LONG[:place], *forged, *moved])[0] == place + 2


@given(places)
def test_an_event_that_calls_itself_by_another_number_is_found(place: int) -> None:
    """Even when the forger has made the whole chain anew behind it."""
    events = [entry.event for entry in LONG]
    events[place] = numbered(events[place], place + 100)
    entries = [
        msgspec.structs.replace(entry, number=number)
        for number, entry in enumerate(enter("g", events, GENESIS), start=1)
    ]
    assert list(broken_links(entries)) == [(place + 1, f"it calls itself event {place + 100}")]


def test_a_face_altered_on_disk_is_not_the_face_recorded() -> None:
    rolled = DieRolled(number=1, die=6, face=2, purpose="attack")
    [entry] = enter("g", [rolled], GENESIS)
    altered = msgspec.structs.replace(entry, body=entry.body.replace(b'"face":2', b'"face":6'))
    assert altered.body != entry.body
    assert faults([altered]) == [1]
