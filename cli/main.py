"""The command `whitecell`: each command is imported only when it is the one that is called."""

import contextlib
import io
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cli.common.options import text_as_it_is
from cli.common.terminal import ends, interrupted, nobody_reads, say
from domain.errors import NotFound

COMMANDS = {
    "new": "cli.game.games",
    "stir": "cli.people.entropy",
    "begin": "cli.people.entropy",
    "games": "cli.game.games",
    "use": "cli.game.games",
    "status": "cli.game.looking",
    "map": "cli.game.board",
    "pieces": "cli.game.board",
    "orders": "cli.game.playing",
    "order": "cli.game.playing",
    "odds": "cli.review.odds",
    "decide": "cli.game.playing",
    "next": "cli.game.playing",
    "note": "cli.people.noting",
    "observation": "cli.people.noting",
    "insight": "cli.people.noting",
    "decision": "cli.people.noting",
    "question": "cli.people.noting",
    "notes": "cli.people.noting",
    "timer": "cli.people.timers",
    "clock": "cli.people.timers",
    "declare": "cli.people.declaring",
    "seat": "cli.people.roster",
    "roster": "cli.people.roster",
    "brief": "cli.people.briefing",
    "seal": "cli.people.secrets",
    "open-orders": "cli.people.secrets",
    "message": "cli.people.messages",
    "messages": "cli.people.messages",
    "injects": "cli.white_cell.injects",
    "inject": "cli.white_cell.injects",
    "marking": "cli.people.declaring",
    "roll": "cli.white_cell.by_hand",
    "look-up": "cli.white_cell.by_hand",
    "draw": "cli.white_cell.by_hand",
    "change": "cli.white_cell.by_hand",
    "ruling": "cli.white_cell.ruling",
    "argue": "cli.white_cell.arguing",
    "house-rule": "cli.white_cell.house",
    "option": "cli.white_cell.house",
    "undo": "cli.white_cell.correcting",
    "correct": "cli.people.corrections",
    "log": "cli.game.looking",
    "explain": "cli.game.looking",
    "tables": "cli.white_cell.charts",
    "adopt-table": "cli.white_cell.charts",
    "kinds": "cli.white_cell.counters",
    "adopt-counters": "cli.white_cell.counters",
    "close": "cli.white_cell.correcting",
    "luck": "cli.review.odds",
    "fork": "cli.review.whatif",
    "what-if": "cli.review.whatif",
    "turning-points": "cli.review.whatif",
    "aar": "cli.review.aar",
    "compare": "cli.review.compare",
    "audit": "cli.files.logs",
    "export": "cli.files.logs",
    "import": "cli.files.logs",
    "read-model": "cli.review.read_model",
    "rules": "cli.game.rules",
    "run": "cli.console.prompt",
    "play": "cli.game.demo",
    "demo": "cli.game.demo",
    "study": "cli.review.study",
}
"""Every command, in the order that help lists them, and the module it is in."""


class Commands(TyperGroup):
    """All commands, found by name."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, help among them."""
        return text_as_it_is(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, its module imported for it."""
        if cmd_name not in COMMANDS:
            return None
        return get_group(import_module(COMMANDS[cmd_name]).app).commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names. Raises NotFound, with what may have been meant."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing and not args[0].startswith("-"):
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="whitecell")
    except KeyboardInterrupt:
        sys.exit(interrupted())
