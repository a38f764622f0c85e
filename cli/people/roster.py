"""The roster: who sits where, in which role."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import roles as complete_roles
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import By
from cli.terminal.page import marked_row, page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from cli.seat.seat import Seat

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
    _seat(name, role, side, white, cell, also, leave, by, where)


def _take_in(file: Path, by: str, where: Where) -> None:
    """Seat everybody in a file, all or none; who has that very seat already is passed over."""
    import msgspec

    from adjudication.engine.resolving import find
    from adjudication.engine.session import Outcome
    from adjudication.seminar.roster_file import LARGEST_ROSTER, read_roster
    from cli.dialogue.telling import Teller
    from cli.seat.seat import leads
    from domain.errors import NotFound
    from domain.events import Event

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_ROSTER + 1)
    with where.seat(leads(by)) as at:

        def act() -> list[Event]:
            state = at.game.state
            said = at.me.by
            seats = read_roster(raw, file.name, state, lambda side: find(state, ("side",), side))
            before = {
                name: msgspec.structs.replace(seat, number=0, time="", blind="", by="")
                for name, seat in state.cell.seats.items()
            }
            fresh = [seat for seat in seats if before.get(seat.name) != seat]
            return at.session_without_dice().record_all(
                lambda number, time: [
                    msgspec.structs.replace(seat, number=number + place, time=time, by=said)
                    for place, seat in enumerate(fresh)
                ]
            )

        taken = at.deciding_again(act, lambda: None)
        if not taken and not where.as_json:
            say("Everybody in the file has that seat already.")
        Teller(at, where.as_json).go_on(Outcome(taken, at.session_without_dice().pending()), by)


def _seat(
    name: str,
    role: str,
    side: str,
    white: bool,
    cell: str,
    also: bool,
    leave: bool,
    by: str,
    where: Where,
) -> None:
    import msgspec

    from adjudication.engine.session import Outcome
    from adjudication.seminar.roster import (
        as_seated,
        check_leaving,
        check_place,
        check_seat,
        role_named,
    )
    from adjudication.seminar.roster_file import fault_of_more, with_role
    from cli.dialogue.telling import Teller
    from cli.seat.seat import leads
    from domain.errors import BadData
    from domain.events import Event, SeatTaken

    with where.seat(leads(by)) as at:

        def act() -> Event:
            state = at.game.state
            said = at.me.by
            if leave:
                if role or cell or side or white or also:
                    raise BadData("Whoever leaves takes no role, side or cell along: `roster NAME --leave`.")
                who = check_leaving(state, name)
                return at.session_without_dice().record(
                    lambda number, time: SeatTaken(number=number, time=time, name=who, left=True, by=said)
                )
            if white and side:
                raise BadData("A person sits at a side or in the white cell: --side or --white, not both.")
            check_seat(state, name, role, "", cell)
            wanted = role_named(state, role) if not (side or white) else None
            if wanted is None and not (side or white):
                check_place(state, name, role)
            place = wanted.side if wanted is not None else at.side(side)
            called, room = (wanted.role, cell or wanted.cell) if wanted is not None else (role, cell)
            check_seat(state, name, called, place, room)
            who = as_seated(state, name) or name
            if also:
                seat = state.cell.seats.get(who)
                if seat is None or not called:
                    raise BadData(
                        "--also gives one more role to somebody who has a seat: "
                        "`roster NAME --role ROLE --also`."
                    )
                fault = fault_of_more(state, seat, place)
                if fault:
                    raise BadData(f"{fault}; without --also they change places.")
                more = with_role(seat, called, room)
                if more == seat:
                    raise BadData(f"{who} has the role {called} already.")
                return at.session_without_dice().record(
                    lambda number, time: msgspec.structs.replace(more, number=number, time=time, by=said)
                )
            return at.session_without_dice().record(
                lambda number, time: SeatTaken(
                    number=number, time=time, name=who, role=called, side=place, cell=room, by=said
                )
            )

        taken = at.deciding_again(act, lambda: None)
        Teller(at, where.as_json).go_on(Outcome([taken], at.session_without_dice().pending()), by)


def _list(by: str, where: Where) -> None:
    from cli.seat.seat import looks

    with where.seat(looks(by)) as at:
        rows = _rows(at)
        with page(at.game.state, where.as_json):
            if where.as_json:
                show_json([marked_row(at.game.state, row) for row in rows])
            elif not rows:
                say("Nobody is seated yet; `whitecell roster NAME --side SIDE` seats somebody.")
            else:
                say(*_lines(at, rows))


def _rows(at: "Seat") -> list[dict[str, Any]]:
    """People, then roles that nobody has, whose name is empty; the white cell first, then side by side."""
    from adjudication.seminar.roster import vacant
    from domain.views.view import WHITE

    state = at.game.state
    places = [WHITE, *state.sides]
    seats = [(seat.name, seat.role, seat.side, seat.cell, seat.also) for seat in state.cell.seats.values()]
    seats += [("", each.role, each.side, each.cell, ()) for each in vacant(state)]
    return [
        {"name": name, "role": role, "side": side or WHITE, "cell": cell, **({"also": also} if also else {})}
        for name, role, side, cell, also in sorted(seats, key=lambda seat: _place(places, seat[2] or WHITE))
    ]


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


def _place(places: Sequence[str], side: str) -> int:
    """Where a side stands in a list; last of all one whose joining was undone."""
    return places.index(side) if side in places else len(places)
