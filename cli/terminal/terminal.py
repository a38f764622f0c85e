"""The terminal: what is said, what is asked, and how a command ends. No traceback reaches a user."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import typer
from typer.exceptions import TyperException

from domain.errors import Refused
from domain.text import escaped_json, visible
from seats.dialogue.strong import Strong

if TYPE_CHECKING:
    from adjudication.seminar.door import Admitted

REFUSED, INTERRUPTED, NOBODY_READS, FAULT = 2, 130, 141, 70
"""Exit codes: refused with a sentence; Ctrl-C; the reader of a pipe left; a fault of the program."""


_BEGIN = re.compile(r" *(?:\d+ {2,}|\d+\.? )?")
"""What stands before the words of a line: spaces, the number of an event."""


def say(*lines: str) -> None:
    """Print lines, each on one line of its own; hidden characters in names and notes are shown as escapes.

    At a terminal words are wrapped whole, under the words of the first line.
    """
    if not sys.stdout.isatty():
        for line in lines:
            print(visible(line, keep="\t"))
        return
    width = shutil.get_terminal_size().columns
    for line in lines:
        text = visible(line, keep="\t")
        told = "\n".join(_wrapped(text, width)) if len(text) > width else text
        bold = isinstance(line, Strong) and not os.environ.get("NO_COLOR")
        print(f"\x1b[1m{told}\x1b[0m" if bold else told)


def _wrapped(text: str, width: int) -> list[str]:
    """A line as lines of that width, cut between words where that can be."""
    from textwrap import wrap

    begin = _BEGIN.match(text)
    under = len(begin[0]) if begin is not None else 0
    under = under if under < width // 2 else 0
    return wrap(text, width, subsequent_indent=" " * under, drop_whitespace=True, break_on_hyphens=False)


def complain(sentence: str) -> None:
    """Print one sentence where errors go."""
    print(visible(shortened(" ".join(sentence.split()))), file=sys.stderr)


_LONG_WORD = re.compile(r"\S{301,}")
_LONGEST = 3_000


def shortened(sentence: str) -> str:
    """A sentence without the middle of very long words and texts that it repeats."""
    told = _LONG_WORD.sub(lambda found: f"{found[0][:100]}...{found[0][-20:]}", sentence)
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST // 2]} ... {told[-_LONGEST // 4 :]}"


def show_json(data: Any) -> None:
    """Print one JSON value, and nothing else."""
    import msgspec

    # A player who holds several sides is a text of its own kind.
    encoded = msgspec.json.encode(data, enc_hook=str)
    print(escaped_json(msgspec.json.format(encoded, indent=2).decode()))


def interactive() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


console_user: ContextVar[str | None] = ContextVar("console_user", default=None)
"""Whose console does the command, empty where it names nobody; None where no console does it."""


def reader() -> str | None:
    """Who reads what is shown here, where that is known: of this console, or WHITECELL_USER; empty at a
    console of nobody's, which is the white cell's."""
    named = console_user.get()
    return named if named is not None else os.environ.get("WHITECELL_USER") or None


admitted: "ContextVar[list[Admitted] | None]" = ContextVar("admitted", default=None)
"""Whom doors let in during this command, as which."""


def let_in(me: "Admitted") -> "Admitted":
    """Remember whom a door let in."""
    found = admitted.get()
    if found is not None:
        found.append(me)
    return me


at_console: ContextVar[bool] = ContextVar("at_console", default=False)
"""Whether a console waits for the next line: it takes answers itself, so that no command asks for them."""


def reason(because: str, as_json: bool) -> str:
    """The reason that was said, or else what the person at the keyboard says now; empty when nobody does."""
    if because.strip() or as_json or not interactive():
        return because
    return ask("Because? ") or ""


def ask(prompt: str) -> str | None:
    """One line from the person at the keyboard; None when there is no more."""
    try:
        return input(visible(prompt)).strip()
    except EOFError:
        print()
        return None


def ask_unseen(prompt: str) -> str:
    """One line from the person at the keyboard that is not shown; empty when there is no more."""
    from getpass import getpass

    try:
        return getpass(visible(prompt)).strip()
    except EOFError:
        print()
        return ""


def agrees(question: str) -> bool | None:
    """Whether the person at the keyboard says yes; None when nobody is there to be asked."""
    if not interactive():
        return None
    return (ask(f"{question} [y/N] ") or "").lower() in ("y", "yes")


def confirm(question: str, yes: bool) -> None:
    """Go on only if the person agrees, or said `--yes` already. Raises Refused."""
    if yes:
        return
    agreed = agrees(f"{question} Go on?")
    if agreed is None:
        raise Refused(f"{question} Say --yes to go on.")
    if not agreed:
        raise Refused("Nothing was done.")


def ends(act: Callable[[], Any]) -> int:
    """Do a command and give its exit code; whatever it raises becomes one sentence. Its detail, which may
    hold what is hidden, is for the white cell alone, with WHITECELL_DEBUG=1: for whom no door gave a seat of
    a side or its eyes."""
    came: list[Admitted] = []
    token = admitted.set(came)
    try:
        return _ends(act, came)
    finally:
        admitted.reset(token)


def _debug(came: "list[Admitted]") -> bool:
    """Whether the detail of a fault is wanted, and who reads it may read all: somebody whom a door let in as
    the white cell; and before any door, at a console of nobody's."""
    white = not any(me.player or me.own for me in came) if came else not reader()
    return white and os.environ.get("WHITECELL_DEBUG") == "1"


def _ends(act: Callable[[], Any], came: "list[Admitted]") -> int:
    try:
        code = act()
        sys.stdout.flush()
    except TyperException as error:
        complain(_usage(error))
        return REFUSED
    except (KeyboardInterrupt, typer.Abort):
        return interrupted()
    except Refused as error:
        if _debug(came):
            raise
        complain(error.sentence)
        return REFUSED
    except OSError as error:
        if _debug(came):
            raise
        complain(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.")
        return REFUSED
    except Exception as error:
        if _debug(came):
            raise
        complain(
            f"This is a fault of whitecell ({type(error).__name__}), what was recorded is safe; please "
            "report it with what the white cell reads of the same command with WHITECELL_DEBUG=1."
        )
        return FAULT
    if code == INTERRUPTED:
        return interrupted()
    return code if type(code) is int else 0


def interrupted() -> int:
    """Say that Ctrl-C was understood, on a line of its own; the exit code."""
    if sys.stderr.isatty():
        print(file=sys.stderr)  # the terminal shows ^C behind whatever stands there
    complain("Interrupted; what was recorded before is kept.")
    return INTERRUPTED


def nobody_reads() -> int:
    """The reader of our output has left: be quiet, also when Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOBODY_READS


_PLAINLY = re.compile(r"Invalid value for '?\[?([^:]+?)\]?'?: Input should be a valid integer[^;]*")
"""How the library that reads values says that one is no whole number."""


def _usage(error: TyperException) -> str:
    message = _PLAINLY.sub(r"\1 takes a whole number", error.format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{message}; `{context.command_path} --help` shows how." if context is not None else f"{message}."
