"""The register: every game that was opened in a database, chained, so that none is discarded unseen.

A game is registered in the transaction that saves it. Each entry's digest covers its bytes and the digest
before it. In an exported register each line also says how far the game's log has come; that part is valid at
the time of the export and not in the chain.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import msgspec

from domain.errors import BadLog
from domain.events import GameOpened
from domain.game.chain import Entry, digest_of

REGISTER = uuid5(NAMESPACE_URL, "whitecell register")
"""The stream of the register."""

GENESIS = sha256(b"whitecell register").hexdigest()
"""The digest before the first entry."""

WIRE_NAME = "game-registered.1"

LARGEST_REGISTER = 100_000_000
"""The most bytes that a register from outside may have."""


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it was when it came into the database.

    how: `new`, `fork` or `import`. opened: the time of
    its first event. registered: the time of this entry. events, head: the length of its log then, and the
    log's digest, which covers the opening. forked_from, at: the id of the game that it goes on from, and the
    event.
    """

    game: str
    name: str
    system: str
    scenario: str
    dice: str
    commitment: str
    how: str
    opened: str
    registered: str
    events: int
    head: str
    forked_from: str = ""
    at: int = 0


class RegisterEntry(msgspec.Struct, frozen=True):
    """One entry as it is stored: its bytes are what the digest covers."""

    number: int
    body: bytes
    digest: str
    said: Registered


class LastKnown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a game's log had come when the register was exported; `fault` if it could not be read."""

    events: int = 0
    head: str = ""
    closed: bool = False
    fault: str = ""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an exported register."""

    number: int
    of: int
    event: str
    body: msgspec.Raw
    digest: str
    last: LastKnown


_decode = msgspec.json.Decoder(_Line)


def read_body(body: bytes, number: int) -> Registered:
    """The entry in these bytes. Raises BadLog."""
    try:
        return msgspec.json.decode(body, type=Registered)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(f"Entry {number} of the register of games cannot be read: {error}.", number) from error


def enter(said: Iterable[Registered], before: Sequence[RegisterEntry]) -> list[RegisterEntry]:
    """New entries that follow those before them."""
    head = head_of(before)
    entries = []
    for number, each in enumerate(said, start=len(before) + 1):
        body = msgspec.json.encode(each)
        head = digest_of(WIRE_NAME, body, head)
        entries.append(RegisterEntry(number, body, head, each))
    return entries


def registered(entries: Sequence[Entry], *, name: str, how: str, time: str) -> Registered:
    """The registration of a game with these entries. Raises BadLog for a game without an opening."""
    opened = entries[0].event if entries else None
    if not isinstance(opened, GameOpened):
        raise BadLog("A log begins with the opening of its game.", 1)
    origin = opened.forked_from
    return Registered(
        game=opened.game,
        name=name,
        system=opened.system,
        scenario=opened.scenario,
        dice=opened.dice,
        commitment=opened.commitment,
        how=how,
        opened=opened.time,
        registered=time,
        events=len(entries),
        head=entries[-1].digest,
        forked_from=origin.game if origin is not None else "",
        at=origin.event if origin is not None else 0,
    )


def head_of(entries: Sequence[RegisterEntry]) -> str:
    """The head of the register's chain."""
    return entries[-1].digest if entries else GENESIS


def fault_of(entries: Iterable[RegisterEntry]) -> str:
    """What is wrong with a register, in one sentence; empty if its chain is whole."""
    head, games = GENESIS, set[str]()
    for expected, entry in enumerate(entries, start=1):
        if entry.number != expected:
            return f"Entry {expected} of the register of games is missing."
        head = digest_of(WIRE_NAME, entry.body, head)
        if head != entry.digest:
            return f"Entry {expected} of the register of games, or one before it, is not what was recorded."
        if entry.said.game in games:
            return f"Entry {expected} of the register of games names a game a second time."
        games.add(entry.said.game)
    return ""


def to_lines(entries: Sequence[RegisterEntry], last: Sequence[LastKnown]) -> Iterator[bytes]:
    """The lines of an exported register, without line ends. last: how far each game has come."""
    for entry, known in zip(entries, last, strict=True):
        yield _line(entry, len(entries), known)


def _line(entry: RegisterEntry, of: int, last: LastKnown) -> bytes:
    return msgspec.json.encode(
        _Line(entry.number, of, WIRE_NAME, msgspec.Raw(entry.body), entry.digest, last)
    )


class ExportedRegister(msgspec.Struct, frozen=True):
    """An exported register."""

    entries: tuple[RegisterEntry, ...]
    last: tuple[LastKnown, ...]
    fault: str
    """What is wrong with it, empty if it is whole."""

    @property
    def head(self) -> str:
        """The head of its chain."""
        return head_of(self.entries)

    def find(self, game: str) -> tuple[RegisterEntry, LastKnown] | None:
        """The entry of a game, and how far its log had come."""
        pairs = zip(self.entries, self.last, strict=True)
        return next((pair for pair in pairs if pair[0].said.game == game), None)


def read_register(path: Path) -> ExportedRegister:
    """An exported register from its file. Raises BadLog for any other file."""
    try:
        if not path.is_file():
            raise BadLog(f"There is no register {path}; `whitecell games --register FILE` writes one.")
        if path.stat().st_size > LARGEST_REGISTER:
            raise BadLog(f"{path.name} is larger than {LARGEST_REGISTER} bytes.")
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadLog(f"{path.name} cannot be read: {error.strerror}.") from error
    cut = lines.pop() != b""
    entries, last, of, strays = [], [], 0, ""
    for place, line in enumerate(lines, start=1):
        try:
            read = _decode.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadLog(f"Line {place} of {path.name} is no entry of a register: {error}.", place) from error
        body = bytes(read.body)
        said = read_body(body, place)
        entry = RegisterEntry(read.number, body, read.digest, said)
        if msgspec.json.encode(said) != body or _line(entry, read.of, read.last) != line:
            strays = strays or f"Entry {place} of the register of games is not in the canonical form."
        if of not in (0, read.of):
            strays = (
                strays or f"Entry {place} of the register of games counts otherwise than those before it."
            )
        of = read.of
        entries.append(entry)
        last.append(read.last)
    fault = fault_of(entries) or strays
    if not fault and (cut or of != len(entries)):
        fault = f"The register says that it has {of} entries; it has {len(entries)}."
    return ExportedRegister(tuple(entries), tuple(last), fault)
