"""A command line to call, and databases with games that stand at every interesting point."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from cli.main import app
from domain.game.opening import commitment, opening_of
from domain.ledger.store import Ledger
from domain.table.dice import SealedDice, secret_from_seed
from seats.acting.starting import lay

SECRET = secret_from_seed(22)


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


@dataclass
class Cell:
    """A white cell at the command line, with a database of its own."""

    database: Path
    looks: bool = True
    """Whether somebody looks at the list, or the question, before they type a number."""

    def __call__(self, *words: str, said: str = "") -> Result:
        settings = {
            "WHITECELL_DB": str(self.database),
            "WHITECELL_DEBUG": None,
            "NO_COLOR": "1",
            "XDG_CACHE_HOME": str(self.database.parent / "cache"),
            "XDG_STATE_HOME": str(self.database.parent / "state"),
        }
        if self.looks:
            self._look(list(words), settings)
        result = CliRunner().invoke(app, list(words), input=said, env=settings, prog_name="whitecell")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Result(result.exit_code, result.stdout, result.stderr)

    def _look(self, words: list[str], settings: dict[str, str | None]) -> None:
        """Show the list or the question that a number is about to refer to."""
        if words[:1] == ["order"] and len(words) > 1 and words[1].isdigit():
            shows = ["orders", "--json"]
        elif words[:1] == ["answer"] and len(words) > 1:
            shows = ["answer", "--json"]
        else:
            return
        for option in ("--game", "--db"):
            if option in words[:-1]:
                shows += [option, words[words.index(option) + 1]]
        CliRunner().invoke(app, shows, env=settings, prog_name="whitecell")

    def done(self, *words: str, said: str = "") -> Result:
        """A command that must succeed."""
        result = self(*words, said=said)
        assert result.code == 0, f"{words}: {result.err}{result.out}"
        return result

    def refused(self, *words: str, said: str = "") -> str:
        """A command that must be refused in one sentence, with everything on disk as it was: the sentence."""
        before = self.everything()
        result = self(*words, said=said)
        assert result.code == 2, f"{words}: exit {result.code}: {result.err}{result.out}"
        told = [line for line in result.err.splitlines() if not line.startswith("Since your last command: ")]
        assert len(told) == 1
        assert len(told[0].split()) > 3
        assert "Traceback" not in result.err
        assert result.out == ""
        assert self.everything() == before
        return told[0].strip()

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table in the database, byte for byte."""
        if not self.database.is_file():
            return {}
        with closing(sqlite3.connect(self.database)) as database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {name: database.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}

    def entries(self, game: str) -> list[tuple[str, bytes]]:
        """Digest and bytes of each event of a game, as they are on disk."""
        ledger = Ledger(str(self.database))
        try:
            return [(each.digest, each.body) for each in ledger.entries(ledger.desk().game_id(game))]
        finally:
            ledger.close()

    def events(self, game: str | None = None) -> list[Any]:
        """The events of a game, as they are on disk."""
        ledger = Ledger(str(self.database))
        try:
            return [entry.event for entry in ledger.entries(ledger.desk().game_id(game))]
        finally:
            ledger.close()


def play(
    ledger: Ledger, name: str, system: str, until: Callable[[Session], bool], dice: str = "sealed"
) -> Session:
    """A game played by a policy until something holds, then kept in the ledger; nobody answers any more."""
    number = len(ledger.desk().games) + 1
    game = lay(system, None, {}, game=f"{number:032x}", name=name, secret=SECRET, dice=dice)
    policy = load(system).policy("sensible" if system == "ramadi" else "random")
    chance = random.Random(7)
    people = PolicyPeople({}, policy, chance)
    session = Session(load(system), game, SealedDice(SECRET), people, clock=lambda: game.opened.time)
    session.begin()
    while not until(session):
        session.order(policy.order(session.state, session.legal(), chance), "policy")
    assert game.opened.commitment == commitment(SECRET, opening_of(game.log))
    ledger.start(game, name, SECRET)
    return session


def _at_operations(session: Session) -> bool:
    return session.state.phase == "operations" and bool(session.legal())


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with games at their interesting points; `ramadi`, the current one, about to execute."""
    database = tmp_path_factory.mktemp("prepared") / "games.db"
    ledger = Ledger(str(database))
    play(ledger, "over", "ramadi", lambda session: session.state.verdict is not None)
    ended = play(ledger, "closed", "toy-cards", lambda session: session.state.verdict is not None)
    Session(ended.system, ended.game, SealedDice(SECRET), save=ledger.save).close(SECRET)
    play(ledger, "losses", "toy-losses", lambda session: True)
    play(ledger, "secret", "toy-sealed", lambda session: any(o.name == "next" for o in session.legal()))
    play(ledger, "typed", "ramadi", _at_operations, dice="typed")
    play(ledger, "ramadi", "ramadi", _at_operations)
    ledger.close()
    return database


@pytest.fixture
def cell(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A white cell with the prepared games."""
    for file in prepared.parent.glob("games.*"):
        shutil.copy(file, tmp_path / file.name)
    monkeypatch.chdir(tmp_path)
    return Cell(tmp_path / "games.db")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A white cell without any game, nor a database."""
    monkeypatch.chdir(tmp_path)
    return Cell(tmp_path / "games.db")


@pytest.fixture
def someone_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a person sat at the terminal; what they type is the input."""
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
