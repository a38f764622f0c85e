"""Logs as files: JSON Lines, one event a line, each with its digest, and never the secret of the dice."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import msgspec

from domain.errors import BadLog
from domain.events import GameOpened
from domain.game.chain import LARGEST_EVENT, Entry, read_event
from domain.ledger.files import write_whole

LARGEST_LOG = 500_000_000
"""The most bytes that a log file from outside may have."""

MOST_EVENTS = 999_999_999
"""The most events that a log file may say it has."""


class _Line(msgspec.Struct, frozen=True):
    """One line: `of` is how many events the file has, so that a lost tail is found too."""

    number: int
    of: int
    event: str
    body: msgspec.Raw
    digest: str


_decode = msgspec.json.Decoder(_Line)


def to_lines(entries: Sequence[Entry]) -> Iterator[bytes]:
    """The lines of a log file, without line ends."""
    for entry in entries:
        yield _line(entry, len(entries))


def _line(entry: Entry, of: int) -> bytes:
    return msgspec.json.encode(
        _Line(entry.number, of, entry.wire_name, msgspec.Raw(entry.body), entry.digest)
    )


def write_log(path: Path, entries: Sequence[Entry], replace: bool = True) -> None:
    """Write a log file completely or not at all. replace: whether to replace an existing file.

    Raises Refused if it cannot be written there.
    """

    def write(part: Path) -> None:
        with part.open("wb") as file:
            file.writelines(line + b"\n" for line in to_lines(entries))

    write_whole(path, write, replace)


def read_log(path: Path) -> tuple[list[Entry], int]:
    """The entries of a log file, unchanged, and the number that it says it has.

    Raises BadLog, naming the event if possible, if the file is too large or a line cannot be read.
    """
    try:
        if not path.is_file():
            raise BadLog(f"There is no log file {path}.")
        if path.stat().st_size > LARGEST_LOG:
            raise BadLog(f"{path.name} is larger than {LARGEST_LOG} bytes.")
        with path.open("rb") as file:
            return from_lines(file)
    except OSError as error:
        raise BadLog(f"{path.name} cannot be read: {error.strerror}.") from error


def from_lines(lines: Iterable[bytes]) -> tuple[list[Entry], int]:
    """The entries in these lines, and how many there should be. Raises BadLog."""
    entries: list[Entry] = []
    game, of = "", 0
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if len(line) > LARGEST_EVENT + 1000:
            raise BadLog(f"Line {place} is longer than {LARGEST_EVENT} bytes.", place)
        try:
            read = _decode.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadLog(f"Line {place} is not an event of a log: {error}.", place) from error
        if not 0 < read.of <= MOST_EVENTS:
            raise BadLog(f"Line {place} does not say how many events the log has.", place)
        body = bytes(read.body)
        event = read_event(read.event, body, read.number)
        if isinstance(event, GameOpened) and not game:
            game = event.game
        of = max(of, read.of)
        entries.append(Entry(game, read.number, read.event, body, read.digest, event))
    if not entries:
        raise BadLog("The log is empty.")
    return entries, of


def odd_line(path: Path, entries: Sequence[Entry], of: int) -> int:
    """The first line of a log file, from 1, that differs in a byte from what writing these entries gives; 0
    if none does. Raises BadLog."""
    try:
        with path.open("rb") as file:
            return odd_among(file, entries, of)
    except OSError as error:
        raise BadLog(f"{path.name} cannot be read: {error.strerror}.") from error


def odd_among(lines: Iterable[bytes], entries: Sequence[Entry], of: int) -> int:
    """The same for the lines themselves, each with its line end."""
    wanted = (_line(entry, of) + b"\n" for entry in entries)
    for place, (line, expected) in enumerate(zip_longest(lines, wanted), start=1):
        if line != expected:
            return place
    return 0
