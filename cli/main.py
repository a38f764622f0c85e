"""The command `whitecell`: each command is imported only when it is the one that is called."""

import contextlib
import io
import os
import sys
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cli.options.command import text_as_it_is
from cli.terminal.terminal import ends, interrupted, nobody_reads, say
from domain.errors import NotFound

PANELS = {
    "Start": {
        "new": "cli.game.games",
        "begin": "cli.people.entropy",
        "games": "cli.game.games",
        "use": "cli.game.games",
        "run": "cli.console.prompt",
        "demo": "cli.game.demo",
        "play": "cli.game.demo",
    },
    "Look": {
        "status": "cli.game.looking",
        "map": "cli.game.board",
        "pieces": "cli.game.board",
        "kinds": "cli.white_cell.counters",
        "tables": "cli.white_cell.charts",
        "rules": "cli.game.rules",
        "log": "cli.game.looking",
        "explain": "cli.game.looking",
    },
    "Play": {
        "orders": "cli.game.playing",
        "order": "cli.game.playing",
        "answer": "cli.game.playing",
        "next": "cli.game.phases",
        "odds": "cli.review.odds",
        "submit": "cli.people.submitting",
        "open-orders": "cli.people.opening",
    },
    "White cell": {
        "change": "cli.white_cell.by_hand",
        "roll": "cli.white_cell.by_hand",
        "look-up": "cli.white_cell.by_hand",
        "draw": "cli.white_cell.by_hand",
        "argue": "cli.white_cell.arguing",
        "ruling": "cli.white_cell.ruling",
        "undo": "cli.white_cell.correcting",
        "correct": "cli.people.corrections",
        "add": "cli.white_cell.adding",
        "house-rule": "cli.white_cell.house",
        "option": "cli.white_cell.house",
        "inject": "cli.white_cell.injects",
        "close": "cli.white_cell.correcting",
    },
    "People": {
        "declare": "cli.people.declaring",
        "roster": "cli.people.roster",
        "brief": "cli.people.briefing",
        "message": "cli.people.messages",
    },
    "Time and notes": {
        "clock": "cli.people.timers",
        "note": "cli.people.noting",
    },
    "Review": {
        "aar": "cli.review.aar",
        "compare": "cli.review.compare",
        "turning-points": "cli.review.whatif",
        "luck": "cli.review.odds",
        "decisions": "cli.review.decisions",
        "what-if": "cli.review.whatif",
        "fork": "cli.review.whatif",
        "study": "cli.review.study",
        "read-model": "cli.review.read_model",
    },
    "Files": {
        "export": "cli.files.logs",
        "import": "cli.files.logs",
        "audit": "cli.files.logs",
    },
}
"""Every command under the heading that help gives it, in the order that help lists them, and its module."""

COMMANDS = {name: module for panel in PANELS.values() for name, module in panel.items()}

RENAMED = {
    "decide": "`answer`",
    "seal": "`submit`",
    "stir": "`begin promise`, `begin give` and `begin waive`; `begin show` shows the words",
    "seat": "`roster NAME`",
    "observation": "`note observation TEXT`",
    "insight": "`note insight TEXT`",
    "decision": "`note decision TEXT`",
    "question": "`note follow-up TEXT`",
    "notes": "`note` without a text, or `note insights` for one kind",
    "timer": "`clock start` and `clock stop`",
    "marking": "`declare --marking TEXT`",
    "messages": "`message` without a text",
    "injects": "`inject`; `inject --file FILE.csv` takes in a list",
    "adopt-table": "`tables TABLE --adopt FILE`",
    "adopt-counters": "`kinds --adopt FILE`",
    "move": '`change "PIECE to PLACE"`',
    "place": '`change "place KIND at PLACE"`',
    "remove": '`change "remove PIECE"`',
    "score": "`change TRACK+1`",
    "together": "`change` with several changes",
}
"""Commands of the last version that have another name now, and that name."""


@cache
def _commands_of(module: str) -> dict[str, Any]:
    """The commands of a module, read from their functions once: a console runs many, and help lists all."""
    return dict(get_group(import_module(module).app).commands)


class Commands(TyperGroup):
    """All commands, found by name."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, help among them."""
        return text_as_it_is(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words; `help COMMAND` is `COMMAND --help`."""
        return super().parse_args(ctx, [*args[1:2], "--help"] if args[:1] == ["help"] else args)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, its module imported for it."""
        if cmd_name not in COMMANDS:
            return None
        return _commands_of(COMMANDS[cmd_name])[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """All commands under their headings, each with the sentence that its help begins with."""
        longest = max(map(len, COMMANDS))
        for title, names in PANELS.items():
            rows = []
            for name in names:
                about = self.get_command(ctx, name).get_short_help_str(formatter.width)
                rows.append((name.ljust(longest), about))
            with formatter.section(title):
                formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names. Raises NotFound, with what may have been meant."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing and not args[0].startswith("-"):
            if args[0] in RENAMED:
                raise NotFound(f"`{args[0]}` is now {RENAMED[args[0]]}.")
            near = get_close_matches(args[0], COMMANDS, 1)
            meant = f"did you mean `{near[0]}`?" if near else "`whitecell --help` lists them."
            raise NotFound(f"There is no command {args[0][:40]!r}; {meant}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            raise typer.Exit(nobody_reads()) from None

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the command line; what goes wrong ends in one sentence and an exit code."""
        settings["standalone_mode"] = False
        sys.exit(ends(lambda: TyperGroup.main(self, *args, **settings)))


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback(invoke_without_command=True)
def whitecell(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The white cell's ledger for professional wargames.

    It runs and adjudicates a game, keeps every roll, move and ruling in one chained log, lets anyone audit
    it, and writes the after-action review. A first game: `whitecell demo`; one of your own:
    `whitecell new ramadi`, then `whitecell orders` and `whitecell order 1`.
    """
    if version:
        from domain.program import program

        say(program())
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        say(*ctx.get_help().split("\n"))


def run() -> None:
    """The entry point of the command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed; and no database may get its number
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="whitecell")
    except KeyboardInterrupt:
        sys.exit(interrupted())
