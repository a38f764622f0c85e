"""Kinds of counters and cards: what is printed on them, and putting others in their place."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import kinds as complete_kinds
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from domain.events import KindData
    from seats.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def kinds(
    id: Annotated[
        str | None, typer.Argument(metavar="[KIND]", help="A kind to show.", autocompletion=complete_kinds)
    ] = None,
    adopt: Annotated[
        Path | None,
        typer.Option("--adopt", metavar="FILE", help="Replace kinds by those of a YAML file, from now on."),
    ] = None,
    because: Because = "",
    by: By = "",
    *,
    where: Where,
) -> None:
    """List the kinds of counters and cards, or replace some.

    What is printed on them, and what the rules read of them; that a kind exists is no secret.

    --adopt puts a printed deck that you own in the place of a reconstructed one. A kind keeps its side, group
    and back, and has the numbers and data that the rules read; its name, its text and what the numbers are is
    yours. The number of pieces stays.

    \b
    The file is YAML:
      provenance: document      # or reconstructed, or house
      source: The cards of the second edition
      kinds:
        defector: {name: Defector, back: card, text: "Reveal a block.", data: {dice: [6]}}
      pieces:                   # which cards are of which kind, where that changes
        card-07: defector

    \b
    Examples:
      whitecell kinds
      whitecell kinds attack
      whitecell kinds --adopt deck.yaml --because "The printed deck"
    """
    from domain.errors import BadData
    from seats.seat.seat import leads, looks

    if adopt is None and because:
        raise BadData("--because belongs to --adopt FILE.")
    if adopt is not None and id is not None:
        raise BadData("The file names the kinds that it replaces: `kinds --adopt FILE`.")
    with where.seat(looks(by) if adopt is None else leads(by)) as seat:
        if adopt is not None:
            _adopt(seat, adopt, because, by, where.as_json)
        else:
            _show(seat, id, where.as_json)


def _show(seat: "Seat", id: str | None, as_json: bool) -> None:
    from adjudication.engine.resolving import find
    from reports.words.kinds import kind_lines
    from seats.looking.board import kind as kind_of
    from seats.looking.board import kinds as kinds_of

    if as_json:
        show_json(kinds_of(seat) if id is None else kind_of(seat, id))
        return
    state = seat.game.state
    if id is not None:
        id = find(state, ("kind",), id)
    found = state.kinds if id is None else {id: state.kinds[id]}
    with page(state):
        if id is not None:
            say(*kind_lines(id, found[id], seat.game.opened.system))
            return
        for each, kind in found.items():
            say(f"{each}: {kind.name}{_in_short(kind, state.sides)}")
        if not found:
            say("This game has no counters.")


def _in_short(kind: "KindData", sides: Any) -> str:
    """Whose it is, and the beginning of what is printed on it."""
    side = f" ({sides[kind.side].name})" if kind.side in sides else ""
    text = " ".join(kind.text.split())
    return side + (f" - {text if len(text) <= 60 else f'{text[:59]}…'}" if text else "")


def _adopt(seat: "Seat", file: Path, because: str, by: str, as_json: bool) -> None:
    from cli.dialogue.asking import reason_for
    from cli.dialogue.telling import show
    from cli.white_cell.counters_files import read_counters
    from seats.acting import house

    read = read_counters(file, seat.game.state)
    what = house.counters(read.kinds, read.pieces, read.provenance, read.source, by)
    because = reason_for(seat, what.adopt, because, as_json)
    show(house.adopt(seat, what, because), as_json, by)
