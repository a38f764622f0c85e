"""The ledger: games kept in an event store, SQLite by default, PostgreSQL by one setting.

One database holds many games, a stream each, and one more stream, the desk: which games there are, which
one is in front of the facilitator, and the secrets of sealed dice, which never enter a log or an export.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    IntegrityError,
    Mapper,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.utils import Environment, EnvType

from domain.chain import Entry, read_event
from domain.errors import BadLog, GameMoved, NotFound, Refused
from domain.game import Game

_DESK = uuid5(NAMESPACE_URL, "whitecell desk")
_DIGEST_LENGTH = 64
_TRIES = 5


class GameListed(msgspec.Struct, frozen=True, tag="game-listed.1"):
    """A game lies in this database under a name of its own."""

    game: str
    name: str


class GameInFront(msgspec.Struct, frozen=True, tag="game-in-front.1"):
    """The game that commands speak of when none is named."""

    game: str


class SealKept(msgspec.Struct, frozen=True, tag="seal-kept.1"):
    """The secret of a game's sealed dice, until it is revealed in the log."""

    game: str
    secret: str


DeskFact = GameListed | GameInFront | SealKept


class DeskEntry(msgspec.Struct, frozen=True):
    """One fact on the desk and its place there, from 1."""

    number: int
    fact: DeskFact


class Desk:
    """What lies on the facilitator's desk: games by name, the one in front, and the seals."""

    def __init__(self, entries: Sequence[DeskEntry]) -> None:
        self.length = len(entries)
        self.games: dict[str, str] = {}
        self.in_front: str | None = None
        self._seals: dict[str, str] = {}
        for entry in entries:
            match entry.fact:
                case GameListed(game, name):
                    self.games[name] = game
                case GameInFront(game):
                    self.in_front = game
                case SealKept(game, secret):
                    self._seals[game] = secret

    def seal(self, game: str) -> str | None:
        """The secret of a game's dice, or None when this desk never had it."""
        return self._seals.get(game)

    def name_of(self, game: str) -> str:
        """The name under which a game lies here."""
        return next((name for name, id in self.games.items() if id == game), game)

    def game_id(self, name: str | None) -> str:
        """The id of the game of that name, or of the one in front. Raises NotFound."""
        if name is None:
            if self.in_front is None:
                raise NotFound("There is no game here yet; `whitecell new SYSTEM` starts one.")
            return self.in_front
        if name not in self.games:
            known = ", ".join(sorted(self.games)) or "none"
            raise NotFound(f"There is no game called {name!r} here; there are: {known}.")
        return self.games[name]


class _EntryMapper(Mapper[UUID]):
    """Stored bytes are the digest and the event's own bytes; names come from a closed registry."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        match domain_event:
            case Entry(game, number, wire_name, body, digest):
                return StoredEvent(UUID(game), number, wire_name, digest.encode() + body)
            case DeskEntry(number, fact):
                return StoredEvent(_DESK, number, "desk-fact.1", msgspec.json.encode(fact))
        raise TypeError(f"not an entry: {type(domain_event).__name__}")

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        number = stored_event.originator_version
        state = bytes(stored_event.state)
        if stored_event.originator_id == _DESK:
            return DeskEntry(number, msgspec.json.decode(state, type=DeskFact))
        body = state[_DIGEST_LENGTH:]
        digest = state[:_DIGEST_LENGTH].decode("ascii", "replace")
        event = read_event(stored_event.topic, body, number)
        game = str(stored_event.originator_id).replace("-", "")
        return Entry(game, number, stored_event.topic, body, digest, event)


def database_settings(database: str) -> dict[str, str]:
    """The event store's settings for a file path or a `postgresql://` address.

    Raises Refused when the address cannot be read.
    """
    if not database.startswith(("postgresql://", "postgres://")):
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": database}
    try:
        parts = urlsplit(database)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        port = parts.port
    except ValueError as error:
        raise Refused(f"The database address cannot be read: {error}.") from error
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": unquote(parts.path.lstrip("/")) or "postgres",
        "POSTGRES_HOST": unquote(parts.hostname or "") or query.get("host", "localhost"),
        "POSTGRES_PORT": str(port or query.get("port", "5432")),
        "POSTGRES_USER": unquote(parts.username or "") or query.get("user", "postgres"),
        "POSTGRES_PASSWORD": unquote(parts.password or "") or query.get("password", ""),
    }


class _Store(Application[UUID]):
    """The event store of whitecell; settings are passed to it, never taken from the environment."""

    name = "whitecell"

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        return Environment(name, dict(env or {}))

    def construct_mapper(self) -> Mapper[UUID]:
        return _EntryMapper(self.construct_transcoder())


class Ledger:
    """Games on disk. Every save is one transaction: all of an order's events, or none."""

    def __init__(self, database: str) -> None:
        self.database = database
        with _plain_words(database):
            self._store = _Store(env=database_settings(database))

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def desk(self) -> Desk:
        """What lies on the desk now."""
        with _plain_words(self.database):
            return Desk(list(self._store.events.get(_DESK)))  # type: ignore[arg-type]

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """A game's entries after that number. Raises BadLog for one that cannot be read."""
        with _plain_words(self.database):
            return list(self._store.events.get(UUID(game), gt=after or None))  # type: ignore[arg-type]

    def load(self, game: str) -> Game:
        """A game rebuilt from disk. Raises NotFound."""
        entries = self.entries(game)
        if not entries:
            raise NotFound("There is no such game in this database.")
        return Game.from_entries(game, entries)

    def start(self, game: Game, name: str, secret: str | None, bring_to_front: bool = True) -> None:
        """Save a new game, list it under `name` and keep its seal, all in one transaction.

        Raises Refused when the name or the game is here already.
        """

        def facts(desk: Desk) -> list[DeskFact]:
            if name in desk.games:
                raise Refused(f"There is a game called {name!r} here already; choose another name.")
            if game.id in desk.games.values():
                raise Refused(f"This game is here already, as {desk.name_of(game.id)!r}.")
            new: list[DeskFact] = [GameListed(game.id, name)]
            if secret is not None:
                new.append(SealKept(game.id, secret))
            if bring_to_front:
                new.append(GameInFront(game.id))
            return new

        entries = game.unsaved()
        self._put_on_desk(facts, entries)
        game.mark_saved(entries)

    def bring_to_front(self, game: str) -> None:
        """Make a game the one that commands speak of when none is named."""
        self._put_on_desk(lambda desk: [] if desk.in_front == game else [GameInFront(game)], ())

    def save(self, game: Game) -> None:
        """Append what a game has that is not on disk yet, in one transaction.

        Raises GameMoved when another process appended first; nothing of this save is then written.
        """
        entries = game.unsaved()
        if not entries:
            return
        try:
            self._put(entries)
        except IntegrityError as error:
            raise GameMoved("Somebody else wrote to this game meanwhile; nothing was lost.") from error
        game.mark_saved(entries)

    def _put_on_desk(self, facts: Callable[[Desk], list[DeskFact]], entries: Sequence[Entry]) -> None:
        """Lay facts on the desk, with a new game's entries; look again when the desk has changed."""
        for attempt in range(_TRIES):
            desk = self.desk()
            new = [DeskEntry(desk.length + n, fact) for n, fact in enumerate(facts(desk), start=1)]
            if not new and not entries:
                return
            try:
                self._put([*entries, *new])
                return
            except IntegrityError as error:
                if attempt == _TRIES - 1:
                    raise GameMoved("This database is being written to by others; try again.") from error
                time.sleep(0.02 * (attempt + 1))

    def _put(self, entries: Sequence[Entry | DeskEntry]) -> None:
        with _plain_words(self.database):
            self._store.events.put(entries)  # type: ignore[arg-type]


@contextlib.contextmanager
def _plain_words(database: str) -> Iterator[None]:
    """Turn what the event store raises into one sentence; a version conflict passes as it is."""
    try:
        yield
    except (IntegrityError, Refused):
        raise
    except OperationalError as error:
        if "locked" in str(error):
            raise GameMoved("The database is held by another process; try again.") from error
        raise Refused(f"The database {_shown(database)} cannot be used: {error}.") from error
    except (PersistenceError, ImportError) as error:
        raise Refused(f"The database {_shown(database)} cannot be used: {error}.") from error
    except msgspec.DecodeError as error:
        raise BadLog(f"The desk of {_shown(database)} cannot be read: {error}.") from error


def _shown(database: str) -> str:
    """The address without a password in it."""
    if "://" not in database:
        return database
    parts = urlsplit(database)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
