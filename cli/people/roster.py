"""The roster: who sits where, in which role."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import roles as complete_roles
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from seats.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def roster(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The person, as the log is to call them.")
    ] = None,
    role: Annotated[
        str,
        typer.Option(
            "--role",
            metavar="ROLE",
            help="What they do; one of the scenario's roles says the side too.",
            autocompletion=complete_roles,
        ),
    ] = "",
    side: Annotated[
        str,
        typer.Option(
            "--side",
            metavar="SIDE",
            help="Whose side they are on; by default that of the role.",
            autocompletion=complete_sides,
        ),
    ] = "",
    white: Annotated[bool, typer.Option("--white", help="They sit in the white cell, in any role.")] = False,
    cell: Annotated[str, typer.Option("--cell", metavar="CELL", help="The cell they sit in.")] = "",
    also: Annotated[bool, typer.Option("--also", help="One more role for somebody who has a seat.")] = False,
    leave: Annotated[bool, typer.Option("--leave", help="They leave their seat.")] = False,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE.csv", help="Seat everybody whom a file lists.")
    ] = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """List who sits where, or seat people.

    Without a name it lists the people, and the roles of the scenario that nobody plays yet. With a name
    that person takes a seat; seated again, they change places. Any role that is not the scenario's needs
    --side or --white. Once somebody sits in the white cell, only people of the roster may give orders and
    answers: for a side those who sit there, and the white cell on its behalf.

    One person may have several roles at one side or in the white cell (--also), and people may share a role.
    The first line of a file names its columns: name, role, side, cell. Only name and role are needed, and a
    person may have several lines.

    \b
    Examples:
      whitecell roster
      whitecell roster --file people.csv
      whitecell roster Bo --role "Chief of Staff" --also
      whitecell roster Ada --role facilitator
      whitecell roster Bo --role commander --side isf --cell "Blue cell"
      whitecell roster Cy --role "Prime Minister"
      whitecell roster Bo --leave
    """
    from domain.errors import BadData

    if file is None and name is not None and name.lower().endswith(".csv"):
        file, name = Path(name), None
    if file is not None:
        if name is not None or role or side or white or cell or leave or also:
            raise BadData("--file seats those whom the file lists, and goes with --by alone.")
        _take_in(file, by, where)
        return
    if name is None:
        if also or role or side or white or cell or leave:
            raise BadData("Say who it is: `roster NAME --role ROLE`.")
        _list(by, where)
        return
    from cli.dialogue.telling import show
    from seats.acting.roster import take_seat
    from seats.seat.seat import leads

    with where.seat(leads(by)) as at:
        acted = take_seat(at, name, role=role, side=side, white=white, cell=cell, also=also, leave=leave)
        show(acted, where.as_json, by)


def _take_in(file: Path, by: str, where: Where) -> None:
    """Seat everybody in a file, all or none; who has that very seat already is passed over."""
    from adjudication.seminar.roster_file import LARGEST_ROSTER
    from cli.dialogue.telling import show
    from domain.errors import NotFound
    from seats.acting.roster import take_in
    from seats.seat.seat import leads

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_ROSTER + 1)
    with where.seat(leads(by)) as at:
        acted = take_in(at, raw, file.name)
        if not acted.events and not where.as_json:
            say("Everybody in the file has that seat already.")
        show(acted, where.as_json, by)


def _list(by: str, where: Where) -> None:
    from seats.looking.talk import roster as roster_of
    from seats.looking.talk import roster_rows
    from seats.seat.seat import looks

    with where.seat(looks(by)) as at:
        if where.as_json:
            show_json(roster_of(at))
            return
        rows = roster_rows(at)
        with page(at.game.state):
            if not rows:
                say("Nobody is seated yet; `whitecell roster NAME --side SIDE` seats somebody.")
            else:
                say(*_lines(at, rows))


def _lines(at: "Seat", rows: list[dict[str, Any]]) -> list[str]:
    from itertools import groupby

    from reports.words.names import Names, capital

    names = Names(at.game.state)
    lines = []
    for side, people in groupby(rows, key=lambda row: row["side"]):
        lines.append(capital(names.side(side)))
        for row in people:
            facts = ", ".join(fact for fact in (row["role"], *row.get("also", ()), row["cell"]) if fact)
            lines.append(f"  {row['name'] or 'nobody yet'}{f': {facts}' if facts else ''}")
    wanted = next((row["role"] for row in rows if not row["name"]), "")
    return [*lines, f'`whitecell roster NAME --role "{wanted}"` seats somebody.'] if wanted else lines
