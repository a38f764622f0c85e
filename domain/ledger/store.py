"""The ledger: games kept in an event store, SQLite by default, PostgreSQL by one setting.

One database holds many games, one stream each, and two more streams: the desk, which says which game is the
current one, and the register of all games opened here. The head of each stream is kept beside the streams.
The secrets of sealed dice are stored separately.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from secrets import token_hex
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from domain.errors import BadLog, GameMoved, NotFound, Refused
from domain.game.chain import GENESIS, Entry, broken_links, digest_of
from domain.game.game import Game
from domain.ledger.database import open_seals, open_store, plain_words, shown
from domain.ledger.desk import DESK, Desk, DeskEntry, GameInFront
from domain.ledger.register import REGISTER, LastKnown, Registered, RegisterEntry, enter, registered
from domain.wall_clock import now

_TRIES = 5
_WHAT_TO_DO = "`whitecell audit` gives details, and `whitecell import FILE` restores the game from an export."


class Ledger:
    """Games on disk. Every save is one transaction: all of an order's events, or none.

    seals: the file that holds the secrets of sealed dice; by default the one that belongs to the database.
    """

    def __init__(self, database: str, seals: str | None = None) -> None:
        self.database = database
        with plain_words(database):
            self._store = open_store(database)
        self._seals = open_seals(database, seals)
        self.told = (*self._store.told, *self._seals.narrow())
        """What was done with the files, or must be known about them: one sentence each."""
        self.warnings = tuple(warning for warning in (*self._store.warnings, self._seals.warning) if warning)
        """What somebody else has to do about the files: one sentence each."""

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written here."""
        return self._store.read_only

    def close(self) -> None:
        """Close the database."""
        with plain_words(self.database):
            self._store.close()

    def desk(self) -> Desk:
        """The desk as it is now. Raises BadLog if it cannot be read."""
        try:
            with plain_words(self.database):
                kept = {stream: self._store.rows.kept_head(stream) for stream in (DESK, REGISTER)}
                entries: list[DeskEntry] = list(self._store.events.get(DESK))  # type: ignore[arg-type]
                register: list[RegisterEntry] = list(self._store.events.get(REGISTER))  # type: ignore[arg-type]
        except BadLog as error:
            where = shown(self.database)
            raise BadLog(
                f"The list of games in {where} is damaged: {error.sentence}", error.number
            ) from error
        desk = Desk(entries, register, self._seals)
        for stream, found in ((DESK, desk.length), (REGISTER, len(register))):
            head = kept[stream]
            if head is not None and head[0] > found and not desk.register_fault:
                desk.register_fault = (
                    f"The last entries of the register of games are missing from {shown(self.database)}."
                )
        return desk

    def recorded(self, game: str, after: int = 0) -> list[Entry]:
        """A game's entries after that number as they are stored, damaged or not, for an audit.

        Raises BadLog if one cannot be read at all.
        """
        with plain_words(self.database):
            return list(self._store.events.get(_stream(game), gt=after or None))  # type: ignore[arg-type]

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """A game's entries after that number. Raises BadLog if one is missing or was changed."""
        before = max(after - 1, 0)
        try:
            kept = self._kept_head(game)
            found = self.recorded(game, before)
        except BadLog as error:
            raise BadLog(f"{error.sentence.rstrip('.')}; {_WHAT_TO_DO}", error.number) from error
        start = 1 if after else 0
        fault = _fault(found, before) or _tail_fault(found, kept, before)
        if fault is not None:
            raise fault
        return found[start:]

    def tail_fault(self, game: str, entries: Sequence[Entry]) -> BadLog | None:
        """What is wrong with the end of a game's log: it must contain the head that the last save kept."""
        try:
            return _tail_fault(entries, self._kept_head(game), 0)
        except BadLog as error:
            return error

    def unkept(self, game: str, entries: Sequence[Entry]) -> int:
        """How many events at the end of a game's log were written without this ledger, which keeps its
        head."""
        kept = self._kept_head(game)
        return len(entries) - kept[0] if kept is not None else 0

    def integrity(self) -> str:
        """What the database itself finds wrong with its file; empty if nothing."""
        with plain_words(self.database):
            return self._store.rows.integrity()

    def _kept_head(self, game: str) -> tuple[int, str] | None:
        """Number and digest of a game's last event, recorded when it was written.

        None for a game that is not here. Raises BadLog if the head is lost.
        """
        with plain_words(self.database):
            kept = self._store.rows.kept_head(_stream(game))
        if kept is None and self.desk().registered(game) is not None:
            raise BadLog("The record of where this game's log ends is missing from the database.")
        return kept

    def load(self, game: str) -> Game:
        """A game rebuilt from disk. Raises NotFound, or BadLog if an event is missing or damaged."""
        entries = self.entries(game)
        if not entries:
            raise NotFound("There is no such game in this database.")
        return self._blinded(Game.from_entries(game, entries))

    def _blinded(self, game: Game) -> Game:
        # Notes in a copy without its seal are blinded with a temporary secret.
        game.blind_with(lambda: self._seals.get(game.id) or token_hex(32))
        return game

    def start(
        self,
        game: Game,
        name: str,
        secret: str | None,
        bring_to_front: bool = True,
        forked: Game | None = None,
    ) -> None:
        """Save a new game and register it under `name` in one transaction, after storing its seal.

        forked: the game that it was forked from; the event that records the fork there is saved with it.
        Raises Refused if the name or the game is here already, GameMoved if others wrote to the forked game.
        """
        entries = game.unsaved()
        beside = forked.unsaved() if forked is not None else []
        how = "new" if game.opened.forked_from is None else "fork"
        self._take_in(game.id, entries, beside, name, secret, bring_to_front, how)
        game.mark_saved(entries)
        if forked is not None:
            forked.mark_saved(beside)

    def bring_in(self, entries: Sequence[Entry], name: str, of: int = 0, bring_to_front: bool = True) -> Game:
        """Import a game from a log file, byte for byte; its seal is elsewhere.

        of: the number of events that the file says it has, 0 if it does not say. Raises BadLog, naming the
        event, if the log is not whole; Refused if the game is here already.
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
        self._take_in(game.id, entries, (), name, None, bring_to_front, "import")
        return self._blinded(game)

    def _take_in(
        self,
        game: str,
        entries: Sequence[Entry],
        beside: Sequence[Entry],
        name: str,
        secret: str | None,
        bring_to_front: bool,
        how: str,
    ) -> None:
        _stream(game)

        def facts(desk: Desk) -> tuple[list[Registered], list[GameInFront]]:
            if name in desk.games:
                raise Refused(f"There is a game called {name!r} here already; choose another name.")
            if game in desk.games.values():
                raise Refused(f"This game is here already, as {desk.name_of(game)!r}.")
            if desk.register_fault:
                raise Refused(
                    f"{desk.register_fault} No game can be added to this database; use another with --db."
                )
            new = [registered(entries, name=name, how=how, time=now())]
            return new, [GameInFront(game)] if bring_to_front else []

        self._put_on_desk(facts, [*entries, *beside], (game, secret) if secret is not None else None)

    def bring_to_front(self, game: str) -> None:
        """Make a game the current one, which commands mean if none is named."""
        self._put_on_desk(lambda desk: ([], [] if desk.in_front == game else [GameInFront(game)]), ())

    def last_known(self, desk: Desk) -> list[LastKnown]:
        """How far the log of each registered game has come."""
        found = []
        for entry in desk.register:
            try:
                game = self.load(entry.said.game)
                found.append(LastKnown(events=len(game.log), head=game.head, closed=game.state.closed))
            except Refused as refused:
                found.append(LastKnown(fault=refused.sentence))
        return found

    def save(self, game: Game) -> None:
        """Append what is not on disk yet of a game, in one transaction.

        Raises GameMoved if another process appended first; then nothing of this save is written.
        """
        entries = game.unsaved()
        if not entries:
            return
        try:
            self._put(entries)
        except IntegrityError as error:
            raise GameMoved("Somebody else wrote to this game meanwhile; nothing was lost.") from error
        game.mark_saved(entries)

    def _put_on_desk(
        self,
        facts: Callable[[Desk], tuple[list[Registered], list[GameInFront]]],
        entries: Sequence[Entry],
        seal: tuple[str, str] | None = None,
    ) -> None:
        """Register games and add facts to the desk, together with a new game's entries; try again if the desk
        has changed. seal: a game and the secret of its dice, which is stored before anything of the game."""
        for attempt in range(_TRIES):
            desk = self.desk()
            games, more = facts(desk)
            if not (games or more or entries):
                return
            self._check_writable()
            if seal is not None:
                self._seals.keep(*seal)
                seal = None
            laid = [DeskEntry(desk.length + n, fact) for n, fact in enumerate(more, start=1)]
            try:
                self._put([*entries, *enter(games, desk.register), *laid])
                return
            except IntegrityError as error:
                if attempt == _TRIES - 1:
                    raise GameMoved("This database is being written to by others; try again.") from error

    def _put(self, entries: Sequence[Entry | RegisterEntry | DeskEntry]) -> None:
        self._check_writable()
        with plain_words(self.database):
            self._store.events.put(entries)  # type: ignore[arg-type]

    def _check_writable(self) -> None:
        if self.read_only:
            raise Refused(
                f"The database {shown(self.database)} is read-only here: its games can be read, audited and "
                "exported, not changed."
            )


def _stream(game: str) -> UUID:
    """The stream of a game. Raises NotFound for a text that cannot be the id of a game."""
    try:
        stream = UUID(hex=game)
    except ValueError:
        stream = DESK
    if stream in (DESK, REGISTER) or stream.hex != game:
        raise NotFound(f"{game[:40]!r} is not the id of a game.")
    return stream


def _fault(entries: Sequence[Entry], before: int) -> BadLog | None:
    """The first event that is missing, or at which the chain is broken. before: the number of events before
    these; if there are any, the first of these is taken as it is, for its digest."""
    head = entries[0].digest if before and entries else GENESIS
    first = 1 if before else 0
    for number, entry in enumerate(islice(entries, first, None), start=before + first + 1):
        if entry.number != number:
            return BadLog(f"Event {number} of this game is missing; {_WHAT_TO_DO}", number)
        head = digest_of(entry.wire_name, entry.body, head)
        if head != entry.digest or entry.event.number != number:
            return BadLog(
                f"Event {number} of this game, or one before it, is not what was recorded; {_WHAT_TO_DO}",
                number,
            )
    return None


def _tail_fault(entries: Sequence[Entry], kept: tuple[int, str] | None, before: int) -> BadLog | None:
    """What is wrong with the end of a log whose head was kept: it may be longer, but not shorter or
    different."""
    if kept is None:
        return None
    number, digest = kept
    last = entries[-1].number if entries else before
    if last < number:
        lost = f"Event {number}" if last + 1 == number else f"Events {last + 1} to {number}"
        verb = "is" if last + 1 == number else "are"
        return BadLog(f"{lost} of this game {verb} missing; {_WHAT_TO_DO}", last + 1)
    place = number - before - 1
    if 0 <= place < len(entries) and entries[place].digest != digest:
        return BadLog(f"Event {number} of this game is not the one that was recorded; {_WHAT_TO_DO}", number)
    return None
