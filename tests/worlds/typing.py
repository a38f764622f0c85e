"""All that somebody can type: every command of the program, every argument and option of it, and every word
that completion is asked for.

It is made from the commands themselves, so that a new one is tried without being named.
"""

import contextlib
import io
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from cli.console.keyboard import Completing
from cli.console.prompt import Console
from cli.main import COMMANDS, app
from domain.game.chain import short
from domain.game.game import Game
from domain.ledger.store import Ledger
from tests.core.games import SECRET, TIME
from tests.worlds.rearranging import Log, recommitted

WITHOUT_A_GAME = {
    "demo": "plays a game of its own",
    "import": "takes a log in",
    "new": "starts a game",
    "play": "plays a game of its own",
    "rules": "shows rules, which are the same in every game",
    "run": "is the console, whose lines are these commands",
    "study": "plays games of its own",
    "use": "names a game, and looks at none",
}
"""Commands that open no game that was played, and why."""


class Words(NamedTuple):
    """What can be named in a game."""

    own: str
    other: str
    hidden: Sequence[str]
    known: Sequence[str]
    space: str
    last: int
    orders: Sequence[str]


def typed(words: Words, folder: Path) -> Iterator[list[str]]:
    """Every command line: each command with each value of its arguments, and with each of each option."""
    group: Any = get_command(app)
    for name in COMMANDS:
        if name in WITHOUT_A_GAME:
            continue
        command = group.get_command(None, name)
        arguments = [each for each in command.params if each.param_type_name == "argument"]
        options = [each for each in command.params if each.param_type_name == "option"]
        firsts = words_behind(name, arguments, words, folder)
        least = firsts[0]
        yield from ([name, *first] for first in firsts)
        for option in options:
            flag = max(option.opts, key=len)
            if flag in ("--by", "--db", "--game", "--help"):
                continue
            for value in [[]] if option.is_flag else [[each] for each in words_for(option, words, folder)]:
                yield [name, *least, flag, *value]
                if flag in ("--side", "--as", "--json", "--because") and len(firsts) > 1:
                    yield from ([name, *first, flag, *value] for first in firsts[1:])


def words_behind(name: str, arguments: Sequence[Any], words: Words, folder: Path) -> list[list[str]]:
    """What may stand behind a command."""
    numbers = [str(words.last), str(words.last - 2), "999"]
    orders = [each.split() for each in (*words.orders, "nonsense", "1", "999999")]
    many: dict[str, list[list[str]]] = {
        "order": orders,
        "odds": orders,
        "orders": [[], ["move"], *([each] for each in words.hidden)],
        "submit": [[" ".join(each)] for each in orders],
        "answer": [[], ["1"], ["yes"], ["nonsense"], *([each] for each in words.hidden)],
        "next": [[]],
        "change": [[each, "to", words.space] for each in (*words.hidden, *words.known[:1])] + [["x+1"]],
        "explain": [[each] for each in numbers],
        "ruling": [[each, "1"] for each in numbers],
        "undo": [[], *([each] for each in numbers)],
        "correct": [[each, "x"] for each in numbers],
        "note": [[], ["z"], ["insights"]],
        "message": [[], ["hello"], ["request-for-information"], *([each] for each in words.hidden)],
        "inject": [[], ["I1"], ["I1", "skip"]],
        "clock": [[], ["start", "5m"], ["stop"], ["pause"], ["advance", "6h"]],
        "begin": [[], ["show"], ["promise"], ["give", "x" * 20], ["waive"]],
        "compare": [["game", "game"]],
        "roll": [["2d6"], ["d8", "4+"]],
        "look-up": [["matrix"], ["x", "a=1"]],
        "open-orders": [[], ["1"]],
        "argue": [["A storm"], []],
        "roster": [[], ["Q"], ["P-" + words.other]],
        "brief": [[words.own], [words.other], []],
        "audit": [[]],
        "aar": [[]],
        "add": [["track", "Leverage"], ["piece", words.known[0]]],
    }
    if name in many:
        return many[name]
    values = {each.name: words_for(each, words, folder) for each in arguments}
    needed = [values[each.name][0] for each in arguments if each.required]
    optional = [[*needed, value] for each in arguments if not each.required for value in values[each.name]]
    return [needed, *optional]


def words_for(parameter: Any, words: Words, folder: Path) -> list[str]:
    """Values of an argument or option, by what its help calls them."""
    metavar = (parameter.metavar or "").strip("[].").split("|")[0].split()[0:1]
    called = metavar[0] if metavar else ""
    kind = str(parameter.type_descriptor.annotation)
    if called in ("SIDE", "[SIDE]"):
        return [words.own, words.other, "white", "nobody-such"]
    if called in ("PIECE", "CUP", "ID"):
        return [*words.hidden[:2], *words.known[:1]]
    if called in ("SPACE", "PLACE"):
        return [words.space]
    if "FILE" in called or "FOLDER" in called or ("NAME" in called and "Path" in kind):
        ending = {"FILE.db": ".db"}.get(called, ".html" if "--out" in parameter.opts else ".json")
        return [str(folder / f"written{ending}")]
    if called in ("ORDER", "WORDS"):
        return ["move"]
    if called == "DIE" or "--die" in parameter.opts:
        return ["6"]
    if "INT" in kind.upper():
        return [str(words.last), "1", "999"]
    if called == "SIDE,SIDE":
        return [words.own]
    return ["x"]


class Desk:
    """A database with one game, which is as it was after each command, and what the commands say."""

    def __init__(self, log: Log, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        events = recommitted(log)
        game = Game.from_events(events[0].game, events)  # type: ignore[attr-defined]
        ledger = Ledger(str(folder / "games.db"))
        ledger.start(game, "game", SECRET)
        entry = ledger.desk().registered(game.id)
        assert entry is not None
        self.registered = entry.digest  # covers the blinded log, whatever is hidden in it
        ledger.close()
        self.commitment = events[0].commitment  # type: ignore[attr-defined]
        self._kept = {each.name: each.read_bytes() for each in folder.iterdir()}
        self.settings = {
            "WHITECELL_DB": str(folder / "games.db"),
            "WHITECELL_DEBUG": None,
            "NO_COLOR": "1",
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        for name, raw in (("written.json", b'{"side": "SIDE", "order": {"order": "move"}}'),):
            (folder / name).write_bytes(raw)
            self._kept[name] = raw

    def says(self, person: str, line: Sequence[str], as_option: bool) -> tuple[int, str]:
        """How a command line of that person ends, what it prints, and what it writes into files."""
        here = [each.replace("{folder}", str(self.folder)) for each in line]
        me = {"WHITECELL_USER": person} if not as_option else {"WHITECELL_USER": None}
        words = [*here, "--by", person] if as_option else here
        with contextlib.chdir(self.folder):
            result = CliRunner().invoke(app, words, env={**self.settings, **me}, prog_name="whitecell")
        told = [str(result.exit_code), result.stdout, result.stderr]
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            told.append(repr(result.exception))
        told += self._restored()
        return result.exit_code, self._bare("\n".join(told))

    def completes(self, person: str, said: Sequence[str], incomplete: str = "") -> str:
        """What completion offers that person, at the prompt and in the shell."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.settings.items():
                if value is not None:
                    patch.setenv(name, value)
            told = []
            for by in (person, ""):
                patch.setenv("WHITECELL_USER", person)
                console = Console(str(self.folder / "games.db"), None, by)
                told.append(" ".join(Completing(console).words(list(said), incomplete)))
        return self._bare("\n".join(told))

    def prompts(self, person: str, line: str) -> str:
        """What the console of that person shows: its prompt, and what it answers a line."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self.settings.items():
                if value is not None:
                    patch.setenv(name, value)
            patch.chdir(self.folder)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                Console(str(self.folder / "games.db"), None, person).read([line])
        self._restored()
        return self._bare(out.getvalue() + err.getvalue())

    def _restored(self) -> list[str]:
        """Put everything on disk as it was; what text was written."""
        written = []
        for each in sorted(self.folder.iterdir()):
            if each.name in self._kept:
                if each.read_bytes() != self._kept[each.name]:
                    each.write_bytes(self._kept[each.name])
            elif each.is_dir():
                if each.name != "cache":
                    shutil.rmtree(each)
            else:
                if each.suffix in (".html", ".md", ".svg", ".txt", ".json", ".jsonl", ".csv"):
                    written.append(f"{each.name}: {each.read_text(errors='replace')}")
                each.unlink()
        return written

    def _bare(self, text: str) -> str:
        for word, instead in (
            (str(self.folder), ""),
            (self.commitment, "C"),
            (short(self.commitment), "C"),
            (self.registered, "R"),
            (short(self.registered), "R"),
        ):
            text = text.replace(word, instead)
        return text


def completions(words: Words) -> Iterator[list[str]]:
    """Every place where completion is asked for: behind each command, and each option that takes a value."""
    group: Any = get_command(app)
    for name in COMMANDS:
        command = group.get_command(None, name)
        yield [name]
        for option in command.params:
            if option.param_type_name == "option" and not option.is_flag:
                yield [name, max(option.opts, key=len)]
        for flag in ("--side", "--as"):
            if any(flag in each.opts for each in command.params):
                for side in (words.own, words.other):
                    yield [name, flag, side]
                    yield from ([name, flag, side, order.split()[0]] for order in words.orders)
    yield from (["order", order.split()[0]] for order in words.orders)


@contextlib.contextmanager
def at_one_time() -> Iterator[None]:
    """The clock stands, and what is drawn at random is always the same."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("domain.wall_clock", "domain.ledger.store", "adjudication.engine.session.keeping"):
            patch.setattr(f"{module}.now", lambda: TIME)
        patch.setattr("secrets.token_hex", lambda length=32: "5a" * length)
        yield
