"""A room in which one game is played: its database, its command line, and the game as it is on disk."""

import contextlib
import itertools
import random
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import pytest
from typer.testing import CliRunner

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.systems import load
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from cli.main import app
from domain.events import SeatTaken
from domain.game.chain import Entry
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice, secret_from_seed
from seats.acting.starting import lay

FACILITATOR = "Ada"
FAULT = 70
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Command(NamedTuple):
    """What is typed: the words behind `whitecell`, and what the input says."""

    words: tuple[str, ...]
    said: str = ""

    def line(self) -> str:
        """The same for a shell."""
        typed = shlex.join(("whitecell", *self.words))
        return f"printf %s {shlex.quote(self.said)} | {typed}" if self.said else typed


class Start(NamedTuple):
    """How a history begins: which game, by which dice, how many orders a policy gives first, and whether
    people have their seats."""

    system: str
    scenario: str = ""
    seed: int = 1
    orders: int = 0
    seated: bool = False
    options: tuple[tuple[str, str], ...] = ()
    dice: str = "sealed"

    def lines(self) -> list[str]:
        """The same in words."""
        scenario = f" --scenario {self.scenario}" if self.scenario else ""
        options = "".join(f" --option {name}={value}" for name, value in self.options)
        dice = " --dice typed" if self.dice == "typed" else ""
        first = [f"whitecell new {self.system}{scenario} --seed {self.seed}{options}{dice}"]
        if self.seated:
            first.append(f"# {FACILITATOR} is the facilitator; P-SIDE and O-SIDE sit at each side")
        if self.orders:
            first.append(f"# {self.orders} orders of the random policy, by random.Random({self.seed})")
        return first


@dataclass
class Said:
    """How a command ended; fault: what it raised, where that was no refusal."""

    command: Command
    code: int
    out: str
    err: str
    fault: BaseException | None = None


@dataclass
class Room:
    """A database with a game, and what is typed there."""

    folder: Path
    start: Start
    name: str = "game"
    live: Game | None = None
    """The game as the last command that wrote to it held it."""
    told: set[int] = field(default_factory=set)
    """The events of commands with which the white cell itself said who may know."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.database = self.folder / "games.db"
        self.settings = {
            "WHITECELL_DB": str(self.database),
            "WHITECELL_DEBUG": None,
            "WHITECELL_USER": None,
            "NO_COLOR": "1",
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_STATE_HOME": str(self.folder / "state"),
        }

    def _lay(self) -> None:
        """Lay the game on the table, seat the people, and let a policy give the first orders."""
        start = self.start
        secret = secret_from_seed(start.seed)
        game = lay(
            start.system,
            start.scenario or None,
            dict(start.options),
            game=f"{start.seed:032x}",
            name=self.name,
            secret=secret,
            seeded=True,
            dice=start.dice,
        )
        system, chance = load(start.system), random.Random(start.seed)
        session = Session(system, game, SealedDice(secret), PolicyPeople({}, RandomPolicy(), chance))
        if start.seated:
            people = [(FACILITATOR, "", "facilitator")]
            people += [(f"{kind}-{side}", side, role) for side in game.state.sides for kind, role in _SEATS]
            for name, side, role in people:
                session.record(
                    lambda n, t, name=name, side=side, role=role: SeatTaken(  # type: ignore[misc]
                        number=n, time=t, name=name, side=side, role=role, by=FACILITATOR
                    )
                )
        session.begin()
        for _ in range(start.orders):
            legal = session.legal()
            if session.state.verdict is not None or not legal:
                break
            by = FACILITATOR if start.seated else ""
            session.order(RandomPolicy().order(session.state, legal, chance), by)
        ledger = Ledger(str(self.database))
        ledger.start(game, self.name, secret)
        ledger.close()

    def type(self, command: Command, debug: bool = False) -> Said:
        """What comes of a command line."""
        settings = {**self.settings, "WHITECELL_DEBUG": "1"} if debug else self.settings
        with contextlib.chdir(self.folder):
            result = CliRunner().invoke(
                app, list(command.words), input=command.said, env=settings, prog_name="whitecell"
            )
        fault = result.exception
        if isinstance(fault, SystemExit):
            fault = None
        said = Said(command, result.exit_code, result.stdout, result.stderr, fault)
        if said.code == FAULT and not debug:
            again = self.type(command, debug=True)
            said.fault = again.fault
        return said

    def log(self) -> list[Entry]:
        """The game's log as it is on disk."""
        ledger = Ledger(str(self.database))
        try:
            return ledger.entries(ledger.desk().game_id(self.name))
        finally:
            ledger.close()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Lay the game on the table; as long as it lasts the clock goes on by a second each time that it is
        read, ids follow each other, and whatever is saved is kept in sight."""
        save, count, seconds = Ledger.save, itertools.count(1), itertools.count()

        def remembering(ledger: Ledger, game: Game) -> None:
            save(ledger, game)
            self.live = game

        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", "UTC")
            patch.setattr("domain.wall_clock.read", lambda: BEGAN + timedelta(seconds=next(seconds)))
            patch.setattr(Ledger, "save", remembering)
            patch.setattr("uuid.uuid4", lambda: UUID(int=next(count) << 64))
            patch.setattr("secrets.token_hex", lambda length=32: f"{next(count):0{2 * length}x}")
            self._lay()
            yield


_SEATS = (("P", ""), ("O", "observer"))


def shell(commands: Sequence[Command]) -> list[str]:
    """The commands as lines of a shell."""
    return [command.line() for command in commands]
