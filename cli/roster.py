"""The roster: who sits where, in which role."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.completion import sides as complete_sides
from cli.options import AsJson, By, Command, Database, GameName, commands
from cli.page import page
from cli.terminal import say, show_json

if TYPE_CHECKING:
    from cli.seat import Seat

app = commands()


@app.command(cls=Command)
def seat(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person, as the log is to call them.")],
    role: Annotated[str, typer.Option("--role", metavar="ROLE", help="What they do.")] = "",
    side: Annotated[
        str,
        typer.Option(
            "--side",
            metavar="SIDE",
            help="Whose side they are on; `white`, the default, is the white cell.",
            autocompletion=complete_sides,
        ),
    ] = "white",
    cell: Annotated[str, typer.Option("--cell", metavar="CELL", help="The cell they sit in.")] = "",
    leave: Annotated[bool, typer.Option("--leave", help="They leave their seat.")] = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Seat somebody at a side or in the white cell.

    Once somebody sits in the white cell, only people of the roster may give orders and answers: for a side
    those who sit there, and the white cell on its behalf. Seated again, they change places.

    \b
    Examples:
      whitecell seat Ada --role facilitator
      whitecell seat Bo --role commander --side isf --cell "Blue cell"
      whitecell seat Bo --leave
    """
    from adjudication.roster import check_leaving, check_seat, facilitators, speaker
    from adjudication.session import Outcome
    from cli.seat import open_seat
    from cli.telling import Teller
    from domain.errors import BadData, Refused
    from domain.events import Event, SeatTaken

    with open_seat(database, game) as at:

        def act() -> Event:
            state = at.game.state
            if state.closed:
                raise Refused("This game is closed; it can be read and audited, not changed.")
            said = speaker(state, by) if facilitators(state) else by
            if leave:
                if role or cell:
                    raise BadData("Whoever leaves takes no role or cell along: `seat NAME --leave`.")
                who = check_leaving(state, name)
                return at.session_without_dice().record(
                    lambda number, time: SeatTaken(number=number, time=time, name=who, left=True, by=said)
                )
            place = at.side(side)
            check_seat(state, name, role, place, cell)
            return at.session_without_dice().record(
                lambda number, time: SeatTaken(
                    number=number, time=time, name=name, role=role, side=place, cell=cell, by=said
                )
            )

        taken = at.deciding_again(act, lambda: None)
        Teller(at, as_json).go_on(Outcome([taken], at.session_without_dice().pending()), by)


@app.command(cls=Command)
def roster(game: GameName = None, database: Database = "whitecell.db", as_json: AsJson = False) -> None:
    """Who sits where.

    \b
    Example:
      whitecell roster
    """
    from cli.seat import open_seat

    with open_seat(database, game) as at:
        rows = _rows(at)
        with page(at.game.state, as_json):
            if as_json:
                show_json(rows)
            elif not rows:
                say("Nobody is seated; `whitecell seat NAME --side SIDE` begins a roster.")
            else:
                say(*_lines(at, rows))


def _rows(at: "Seat") -> list[dict[str, Any]]:
    from domain.view import WHITE

    places = [WHITE, *at.game.state.sides]
    seats = sorted(at.game.state.cell.seats.values(), key=lambda seat: places.index(seat.side or WHITE))
    return [
        {"name": seat.name, "role": seat.role, "side": seat.side or WHITE, "cell": seat.cell}
        for seat in seats
    ]


def _lines(at: "Seat", rows: list[dict[str, Any]]) -> list[str]:
    from itertools import groupby

    from reports.names import Names, capital

    names = Names(at.game.state)
    lines = []
    for side, people in groupby(rows, key=lambda row: row["side"]):
        lines.append(capital(names.side(side)))
        for row in people:
            facts = ", ".join(fact for fact in (row["role"], row["cell"]) if fact)
            lines.append(f"  {row['name']}{f': {facts}' if facts else ''}")
    return lines
