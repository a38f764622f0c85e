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

from cli.options import text_as_it_is
from cli.terminal import ends, interrupted, nobody_reads, say
from domain.errors import NotFound

COMMANDS = {
    "new": "cli.games",
    "stir": "cli.entropy",
    "begin": "cli.entropy",
    "games": "cli.games",
    "use": "cli.games",
    "status": "cli.reading",
    "map": "cli.board",
    "pieces": "cli.board",
    "orders": "cli.playing",
    "order": "cli.playing",
    "odds": "cli.odds",
    "decide": "cli.playing",
    "next": "cli.playing",
    "note": "cli.noting",
    "observation": "cli.noting",
    "insight": "cli.noting",
    "decision": "cli.noting",
    "question": "cli.noting",
    "notes": "cli.noting",
    "timer": "cli.timing",
    "clock": "cli.timing",
    "declare": "cli.declaring",
    "seat": "cli.roster",
    "roster": "cli.roster",
    "brief": "cli.briefing",
    "seal": "cli.secrets",
    "open-orders": "cli.secrets",
    "message": "cli.messages",
    "messages": "cli.messages",
    "injects": "cli.injects",
    "inject": "cli.injects",
    "marking": "cli.declaring",
    "roll": "cli.by_hand",
    "look-up": "cli.by_hand",
    "draw": "cli.by_hand",
    "move": "cli.by_hand",
    "place": "cli.by_hand",
    "remove": "cli.by_hand",
    "change": "cli.by_hand",
    "score": "cli.by_hand",
    "together": "cli.by_hand",
    "ruling": "cli.ruling",
    "argue": "cli.arguing",
    "house-rule": "cli.house",
    "option": "cli.house",
    "undo": "cli.correcting",
    "log": "cli.reading",
    "explain": "cli.reading",
    "tables": "cli.charts",
    "adopt-table": "cli.charts",
    "close": "cli.correcting",
    "luck": "cli.odds",
    "fork": "cli.whatif",
    "what-if": "cli.whatif",
    "turning-points": "cli.whatif",
    "aar": "cli.aar",
    "compare": "cli.compare",
    "audit": "cli.files",
    "export": "cli.files",
    "import": "cli.files",
    "read-model": "cli.read_model",
    "rules": "cli.rules",
    "run": "cli.console",
    "play": "cli.demo",
    "demo": "cli.demo",
    "study": "cli.study",
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
