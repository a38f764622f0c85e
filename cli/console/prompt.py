"""The console: a facilitator's prompt over the same commands, one line each.

Nothing is held between two lines: each opens the ledger, does its work in one transaction and closes it, so
that a lost terminal, a killed process or a second console at the same database loses nothing.
"""

import io
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.shared import By, Database, GameName
from cli.terminal.terminal import NOBODY_READS, at_console, complain, console_user, say
from domain.errors import Refused

app = commands()

LEAVE = ("exit", "quit", "leave")
_DONE = (0, 1, 3)
"""Exit codes of commands that did what they were asked; 1 says that something was found, 3 that something
could not be checked."""
_CHANGES_GAME = ("new", "use", "import")


@app.command(cls=Command)
def run(
    strict: Annotated[
        bool, typer.Option("--strict", help="Stop at the first line that is refused, with its exit code.")
    ] = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
) -> None:
    """A prompt that takes one command a line.

    A bare number gives the order of that number, or answers the question that is open; `?` shows help,
    `exit` leaves. Lines can come from a file as well; those that begin with # are left out.

    \b
    Examples:
      whitecell run
      whitecell run --strict < seminar.txt
    """
    console = Console(database, game, by)
    code = console.talk() if sys.stdin.isatty() and sys.stdout.isatty() else console.read(sys.stdin, strict)
    if code:
        raise typer.Exit(code)


class Place(NamedTuple):
    """Where the game stands: the prompt that says so, whether a question is open, whether its answer wants a
    reason, how many events the game has, and the ids and names of its sides."""

    prompt: str
    asked: bool
    judged: bool = False
    game: str = ""
    events: int = 0
    sides: tuple[tuple[str, str], ...] = ()


class Console:
    """Does one line after the other. database, game, by: what each command gets unless it says otherwise."""

    def __init__(self, database: str, game: str | None = None, by: str = "") -> None:
        from typer.main import get_command

        from cli.main import COMMANDS, RENAMED
        from cli.main import app as whitecell

        self.database = database
        self.game = game
        self.by = by
        self.commands = COMMANDS
        self.first_words = COMMANDS.keys() | RENAMED.keys()
        self.group: Any = get_command(whitecell)
        self.reasoned = _Reasoned(self)

    def talk(self) -> int:
        """Take lines from the person at the keyboard until they leave."""
        from cli.terminal.memory import Memory, remembering

        with remembering(Memory()):
            return self._talk()

    def _talk(self) -> int:
        from cli.console.keyboard import Keyboard

        at_console.set(True)
        keyboard = Keyboard(self)
        say("One command a line; `?` helps, `exit` leaves. What is recorded is on disk at once.")
        if self.place().prompt != _NOWHERE:
            self.do("status")
        while True:
            try:
                place = self.place()
                line = keyboard.line(place.prompt)
                if line is None or line.strip().lower() in LEAVE:
                    return 0
                if self.do(line, place) == NOBODY_READS:
                    return NOBODY_READS
            except KeyboardInterrupt:
                continue
            except OSError:  # the terminal is gone; what was recorded is on disk
                return NOBODY_READS

    def read(self, lines: Iterable[str], strict: bool = False) -> int:
        """Take lines from a file or pipe, each shown behind the prompt that it answers."""
        from cli.terminal.memory import Memory, remembering

        with remembering(Memory(scripted=True)):
            return self._read(lines, strict)

    def _read(self, lines: Iterable[str], strict: bool) -> int:
        from cli.terminal.memory import begin_script

        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True)
        for number, line in enumerate(_lines(lines), start=1):
            if _says_nothing(line):
                continue
            place = self.place()
            begin_script(place.game, place.events)
            say(f"{place.prompt}{line.strip()}")
            if line.strip().lower() in LEAVE:
                return 0
            code = self.do(line, place)
            if code == NOBODY_READS:
                return code
            if strict and code not in _DONE:
                complain(f"Stopped at line {number}; what was recorded before is kept.")
                return code
        return 0

    def place(self) -> Place:
        """Where the game stands now; nowhere when there is none, or it cannot be read."""
        from cli.seat.opening import open_seat
        from reports.words.names import one_line, spoken
        from seats.seat.seat import looks

        try:
            with open_seat(self.database, self.game, looks(self.by)) as seat:
                state = seat.game.state
                questions = self._asked(seat) if state.procedures else ()
                judged = any(question.kind == "judgement" for question in questions)
                phase = f" {spoken(state.phase)}" if state.phase else ""
                clock = "closed" if state.closed else f"turn {state.turn}{phase}"
                asked = ", asked" if questions else ""
                prompt = f"{one_line(seat.name)}, {clock}{asked}> "
                sides = tuple((id, side.name) for id, side in state.sides.items())
                return Place(prompt, bool(questions), judged, seat.game.id, len(seat.game.log), sides)
        except Exception:  # the prompt must come whatever is wrong; the next command says what it is
            return Place(_NOWHERE, False)

    def _asked(self, seat: Any) -> Any:
        """The questions that are open, for a player those to the own side: that others are asked something
        may be a secret."""
        from domain.events.seen import held

        questions = seat.session_without_dice().pending()
        player = seat.me.player
        return [each for each in questions if each.side in held(player)] if player else questions

    def do(self, line: str, place: Place | None = None) -> int:
        """Do what a line says: its exit code. Whatever is wrong is said in one sentence.

        place: where the game stood at the prompt that the line answers: a number that was typed while a
        question was open is an answer, whatever others did meanwhile.
        """
        from cli.console.words import meant, split
        from cli.terminal.terminal import REFUSED

        text = line.strip()
        if _says_nothing(text):
            return 0
        if text.startswith("!"):
            complain("The console does nothing outside whitecell; leave it with `exit` for that.")
            return REFUSED
        if text.startswith("?"):
            return self._help(text[1:].split())
        place = place or self.place()
        words = self._for_side(text, place) or meant(
            text, self.first_words, place.asked, self.reasoned, place.judged
        )
        if words[0] == "help":
            return self._help(words[1:])
        if words[0] == "run":
            complain("This is the console already; `exit` leaves it.")
            return REFUSED
        answers = words[0] == "answer" and split(text)[0] != "answer"
        order = split(text)[0]
        named = order not in self.first_words and not order[:1].isdigit() and self._orders(order)
        if named and not place.asked:
            complain(f"`{order}` is an order: type `order {order} ...`, or its number in `orders`.")
            return REFUSED
        user = console_user.set(self.by)
        try:
            code = self.call(words)
        finally:
            console_user.reset(user)
        if answers and code == REFUSED and not text[0].isdigit():
            hint = f"`order {order} ...` gives that order" if named else "`?` lists the commands"
            complain(f"(What begins with no command is taken for the answer; {hint}.)")
        if code == 0 and words[0] in _CHANGES_GAME:
            self.game = None
        return code

    def _for_side(self, text: str, place: Place) -> list[str] | None:
        """The order that a line gives for the side before its colon; None where it says no side, or answers
        the question that is open."""
        from cli.console.words import for_side, order_of
        from domain.errors import NotFound
        from domain.resolving import resolve

        said = None if place.asked else for_side(text)
        if said is None:
            return None
        try:
            return order_of(resolve(place.sides, said[0], "side"), said[1], self.reasoned)
        except NotFound:
            return None

    def call(self, words: list[str]) -> int:
        """Run a command as the shell would: its exit code."""
        keyboard = sys.stdin
        if not keyboard.isatty():
            sys.stdin = io.TextIOWrapper(io.BytesIO())  # the lines to come are the console's, not a command's
        try:
            self.group([*self.with_defaults(words)], prog_name="whitecell")
        except SystemExit as ended:
            sys.stdout.flush()
            return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
        finally:
            sys.stdin = keyboard
        return 0

    def with_defaults(self, words: list[str]) -> list[str]:
        """The words with the console's database, game and person, where the command takes such."""
        if words[0] not in self.commands:
            return words
        command = self.group.get_command(None, words[0])
        takes = {parameter.name for parameter in command.params}
        given = {"database": ("--db", self.database), "game": ("--game", self.game), "by": ("--by", self.by)}
        options = [part for name, pair in given.items() if name in takes and pair[1] for part in pair]
        return [words[0], *map(str, options), *words[1:]]

    def _orders(self, kind: str) -> bool:
        """Whether the game has orders of that kind."""
        from cli.seat.opening import open_seat
        from seats.seat.seat import looks

        try:
            with open_seat(self.database, self.game, looks(self.by), quiet=True) as seat:
                return kind in seat.system.orders
        except Refused:
            return False

    def _help(self, about: list[str]) -> int:
        from cli.main import PANELS

        if about:
            kind = "" if about[0] in self.first_words else about[0]
            return self.call(["orders", "--how", kind] if self._orders(kind) else [about[0], "--help"])
        say(
            "  12            order 12 of `orders`; while a question is open, its answer",
            "  SIDE: ORDER   the order of that side; `SIDE: submit ORDER` submits it sealed",
            "  ANSWER        answers the question that is open; `ANSWER because REASON` says why",
            "  ... because REASON   behind a command that takes a reason: the same as --because",
            "  ? COMMAND     how a command is used; `? ORDER` how an order is typed",
            "  exit          leave; so does the end of the input",
            "A command is typed as in the shell, without `whitecell` before it:",
        )
        for title, names in PANELS.items():
            say(f"  {title + ':':<16}{', '.join(names)}")
        return 0


class _Reasoned:
    """The commands that take a reason."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __contains__(self, name: object) -> bool:
        if name not in self._console.commands:
            return False
        command = self._console.group.get_command(None, name)
        return any(parameter.name == "because" for parameter in command.params)


_NOWHERE = "whitecell> "


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text, those that are no text replaced: they are refused one by one, not all at once."""
    if isinstance(lines, io.TextIOWrapper):
        lines.reconfigure(errors="replace")
    yield from lines
