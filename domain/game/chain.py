"""The chain: each event's digest covers its wire name, its stored bytes and the digest before it."""

import hashlib
import re
from collections.abc import Iterable

import msgspec

from domain.errors import BadData, BadLog
from domain.events import NAMES_ON_WIRE, WIRE_NAMES, Event, GameOpened
from domain.events.opening import FORMAT

GENESIS = hashlib.sha256(b"whitecell log").hexdigest()
"""The digest before the first event."""

LARGEST_EVENT = 4_000_000
"""The most bytes that one event may have; a log from outside with a larger one is refused."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_decoders: dict[type[Event], msgspec.json.Decoder[Event]] = {}


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event as it is stored: its bytes are what the digest covers, never a second encoding."""

    game: str
    number: int
    wire_name: str
    body: bytes
    digest: str
    event: Event


def digest_of(wire_name: str, body: bytes, before: str) -> str:
    """SHA-256, hexadecimal, of an event's stored form and the digest before it."""
    hashed = hashlib.sha256(before.encode())
    hashed.update(wire_name.encode())
    hashed.update(b"\n")
    hashed.update(body)
    return hashed.hexdigest()


def body_of(event: Event) -> bytes:
    """An event's canonical bytes, as a log stores them."""
    return _encode(event)


def short(digest: str) -> str:
    """The first 16 digits of a digest in groups of four, for writing down by hand."""
    return "-".join(digest[place : place + 4] for place in range(0, 16, 4))


def enter(game: str, events: Iterable[Event], head: str) -> list[Entry]:
    """The entries of new events, chained on to `head`.

    Raises BadData for an event that could not be read again.
    """
    entries = []
    for event in events:
        wire_name = NAMES_ON_WIRE[type(event)]
        try:
            body = _encode(event)
        except (ValueError, TypeError) as error:
            raise BadData(f"Event {event.number} ({wire_name}) cannot be recorded: {error}.") from error
        if len(body) > LARGEST_EVENT:
            raise BadData(f"Event {event.number} ({wire_name}) is larger than {LARGEST_EVENT} bytes.")
        head = digest_of(wire_name, body, head)
        entries.append(Entry(game, event.number, wire_name, body, head, event))
    return entries


def misfit(event: Event) -> str:
    """Why an event could not be read back unchanged; empty if it could. A log holds texts, whole numbers,
    flags, lists and objects."""
    wire_name = NAMES_ON_WIRE[type(event)]
    try:
        body = _encode(event)
        if read_event(wire_name, body, event.number) != event:
            return "a log holds lists and objects with texts for keys, and nothing else of several parts"
    except UnicodeEncodeError:
        return "a text in it is not valid Unicode"
    except (BadLog, ValueError, TypeError, RecursionError) as error:
        return str(error).removeprefix(f"Event {event.number} cannot be read: ").rstrip(".")
    if _PERHAPS_A_FLOAT.search(body) and _has_float(msgspec.to_builtins(event)):
        return "a log holds whole numbers, not 0.5 or 1.0"
    return ""


_PERHAPS_A_FLOAT = re.compile(rb"[0-9][.eE]")


def _has_float(value: object) -> bool:
    """Whether plain data contains a number that is not whole."""
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list | tuple) else isinstance(value, float)


def read_event(wire_name: str, body: bytes, number: int) -> Event:
    """The event in stored bytes.

    Raises BadLog for an unknown wire name, bytes that are no event of that name, or a log of another format.
    """
    kind = WIRE_NAMES.get(wire_name)
    if kind is None:
        raise BadLog(f"Event {number}: there is no event called {wire_name[:40]!r}.", number)
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    if len(body) > LARGEST_EVENT:
        raise BadLog(f"Event {number} is larger than {LARGEST_EVENT} bytes.", number)
    try:
        event = decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(f"Event {number} cannot be read: {error}.", number) from error
    if isinstance(event, GameOpened) and event.format != FORMAT:
        raise BadLog(f"The log is in format {event.format}; this program reads format {FORMAT}.", number)
    return event


def broken_links(entries: Iterable[Entry]) -> Iterable[tuple[int, str]]:
    """Each event at which the chain is broken, with what is wrong there."""
    head = GENESIS
    expected = 1
    for entry in entries:
        if entry.number != expected:
            yield entry.number, f"event {expected} should stand here, not event {entry.number}"
            expected = entry.number
        if entry.event.number != expected:
            yield entry.number, f"it calls itself event {entry.event.number}"
        if digest_of(entry.wire_name, entry.body, head) != entry.digest:
            yield entry.number, "its bytes, or an event before it, are not those that were recorded"
        head = entry.digest
        expected += 1
