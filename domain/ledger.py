"""The ledger: games kept in an event store, SQLite by default, PostgreSQL by one setting.

One database holds many games, a stream each, and one more stream, the desk: which games there are, which
one is in front of the facilitator, and the secrets of sealed dice, which never enter a log or an export.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    InternalError,
    Mapper,
    OperationalError,
    PersistenceError,
    ProgrammingError,
    StoredEvent,
    TrackingRecorder,
)
from eventsourcing.utils import Environment, EnvType

from domain.chain import Entry, broken_links, read_event
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
        stream = stored_event.originator_id
        game = stream.hex if isinstance(stream, UUID) else stream
        return Entry(game, number, stored_event.topic, body, digest, event)


def _is_postgres(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))


def _address(database: str) -> dict[str, str]:
    """The parameters in a `postgresql://` address, read by libpq's own rules. Raises Refused.

    What libpq says of an address quotes it, password and all, and is not passed on.
    """
    try:
        from psycopg import ProgrammingError as Unreadable
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        raise Refused("PostgreSQL needs `pip install 'whitecell[postgres]'`.") from error
    unreadable = Refused(
        "The database address cannot be read; it is postgresql://USER:PASSWORD@HOST:PORT/NAME, and signs "
        "such as / @ : # % in a password are percent-encoded."
    )
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(database).items()}
    except Unreadable:
        raise unreadable from None
    # A password with a slash in it is torn apart: its head is read as a port, its tail as a name.
    if not parts.get("port", "").replace(",", "").isdigit() and "port" in parts:
        raise unreadable
    if any(sign in parts.get("dbname", "") for sign in "/@"):
        raise unreadable
    return parts


def database_settings(database: str) -> dict[str, str]:
    """The event store's settings for a file path or a `postgresql://` address.

    What an address leaves out is left to libpq, as `psql` would. Raises Refused when it cannot be read.
    """
    if not database.strip() or "\0" in database:
        raise Refused("No database is named; give a file or a postgresql:// address.")
    if not _is_postgres(database):
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": database}
    parts = _address(database)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.get("dbname", ""),
        "POSTGRES_HOST": parts.get("host", ""),
        "POSTGRES_PORT": parts.get("port", ""),
        "POSTGRES_USER": parts.get("user", ""),
        "POSTGRES_PASSWORD": parts.get("password", ""),
        "POSTGRES_CONNECT_TIMEOUT": "5",
        "POSTGRES_POOL_SIZE": "1",
    }


class _Store(Application[UUID]):
    """The event store of whitecell; settings are passed to it, never taken from the environment."""

    name = "whitecell"

    def __init__(self, database: str) -> None:
        self._database = database
        super().__init__(env=database_settings(database))

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        return Environment(name, dict(env or {}))

    def construct_factory(self, env: Environment) -> InfrastructureFactory[TrackingRecorder]:
        factory = super().construct_factory(env)
        if _is_postgres(self._database):
            # The library passes five parameters on; an address may say more (sslmode, port by default).
            pool = factory.datastore.pool  # type: ignore[attr-defined]
            pool.kwargs = {"row_factory": pool.kwargs["row_factory"], **_address(self._database)}
        return factory

    def construct_mapper(self) -> Mapper[UUID]:
        return _EntryMapper(self.construct_transcoder())


class Ledger:
    """Games on disk. Every save is one transaction: all of an order's events, or none."""

    def __init__(self, database: str) -> None:
        self.database = database
        with _plain_words(database):
            self._store = _open(database)

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
            return list(self._store.events.get(_stream(game), gt=after or None))  # type: ignore[arg-type]

    def load(self, game: str) -> Game:
        """A game rebuilt from disk. Raises NotFound, or BadLog when an event is missing or unreadable."""
        entries = self.entries(game)
        if not entries:
            raise NotFound("There is no such game in this database.")
        if entries[-1].number != len(entries):
            lost = next(n for n, entry in enumerate(entries, start=1) if entry.number != n)
            raise BadLog(f"Event {lost} of this game is missing; `whitecell audit` says more.", lost)
        return Game.from_entries(game, entries)

    def start(
        self,
        game: Game,
        name: str,
        secret: str | None,
        bring_to_front: bool = True,
        forked: Game | None = None,
    ) -> None:
        """Save a new game, list it under `name` and keep its seal, all in one transaction.

        forked: the game that it was forked from; what its log says of that is saved along with it. Raises
        Refused when the name or the game is here already, GameMoved when others wrote to the forked one.
        """
        entries = game.unsaved()
        beside = forked.unsaved() if forked is not None else []
        self._take_in(game.id, [*entries, *beside], name, secret, bring_to_front)
        game.mark_saved(entries)
        if forked is not None:
            forked.mark_saved(beside)

    def bring_in(self, entries: Sequence[Entry], name: str, of: int = 0, bring_to_front: bool = True) -> Game:
        """Take in a game from a log file, byte for byte as it stands there; its seal is elsewhere.

        of: how many events the file says it has, 0 when it does not. Raises BadLog, naming the event,
        when the log is not whole; Refused when it is here already.
        """
        for number, fault in broken_links(entries):
            raise BadLog(f"The log is broken at event {number}: {fault}.", number)
        if of not in (0, len(entries)):
            raise BadLog(
                f"The log says that it has {of} events; it has {len(entries)}.", min(of, len(entries)) + 1
            )
        game = Game.from_entries(entries[0].game if entries else "", entries)
        if game.state.opened is None or game.state.opened.game != game.id:
            raise BadLog("A log begins with the opening of its game.", 1)
        self._take_in(game.id, entries, name, None, bring_to_front)
        return game

    def _take_in(
        self, game: str, entries: Sequence[Entry], name: str, secret: str | None, bring_to_front: bool
    ) -> None:
        _stream(game)

        def facts(desk: Desk) -> list[DeskFact]:
            if name in desk.games:
                raise Refused(f"There is a game called {name!r} here already; choose another name.")
            if game in desk.games.values():
                raise Refused(f"This game is here already, as {desk.name_of(game)!r}.")
            new: list[DeskFact] = [GameListed(game, name)]
            if secret is not None:
                new.append(SealKept(game, secret))
            if bring_to_front:
                new.append(GameInFront(game))
            return new

        self._put_on_desk(facts, entries)

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


def _stream(game: str) -> UUID:
    """The stream of a game. Raises NotFound for what cannot be the id of one."""
    try:
        stream = UUID(hex=game)
    except ValueError:
        stream = _DESK
    if stream == _DESK or stream.hex != game:
        raise NotFound(f"{game[:40]!r} is not the id of a game.")
    return stream


def _open(database: str) -> _Store:
    """The event store, its table made if need be.

    Of several processes that open a new database at once, all but one may be refused: they try again.
    """
    if _is_postgres(database):
        _greet(database)
    for attempt in range(_TRIES):
        try:
            return _Store(database)
        except (IntegrityError, InternalError, ProgrammingError) as error:
            if attempt == _TRIES - 1:
                raise Refused(f"The database {_shown(database)} cannot be used: {_line(error)}.") from error
        except (OperationalError, sqlite3.OperationalError) as error:
            if attempt == _TRIES - 1 or "locked" not in str(error):
                raise
        time.sleep(0.05 * (attempt + 1))
    raise AssertionError("the last try returns or raises")


def _greet(database: str) -> None:
    """Connect once, for a plain word at once: the event store's pool waits, and never says for what."""
    address = _address(database)
    import psycopg

    try:
        psycopg.connect(**{"connect_timeout": 5, **address}).close()  # type: ignore[arg-type]
    except psycopg.Error as error:
        raise Refused(f"The database {_shown(database)} cannot be used: {_line(error)}.") from error


@contextlib.contextmanager
def _plain_words(database: str) -> Iterator[None]:
    """Turn what the event store raises into one sentence; a version conflict passes as it is."""
    try:
        yield
    except (IntegrityError, Refused):
        raise
    except (PersistenceError, sqlite3.Error, OSError, ImportError) as error:
        if isinstance(error, OperationalError | sqlite3.OperationalError) and "locked" in str(error):
            raise GameMoved("The database is held by another process; try again.") from error
        raise Refused(f"The database {_shown(database)} cannot be used: {_line(error)}.") from error
    except msgspec.DecodeError as error:
        raise BadLog(f"The desk of {_shown(database)} cannot be read: {error}.") from error


def _line(error: Exception) -> str:
    """The first line of what a database says, without its full stop."""
    return str(error).partition("\n")[0].rstrip(". ")


def _shown(database: str) -> str:
    """The address without a password in it."""
    if not _is_postgres(database):
        return database
    parts = _address(database)
    return f"postgresql://{parts.get('host', '')}/{parts.get('dbname', '')}"
