"""Hand-outs: what one side may know, as a page to print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Force
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from cli.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def brief(
    side: Annotated[
        str, typer.Argument(metavar="[SIDE]", help="Whose brief.", autocompletion=complete_sides)
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="The briefs of all sides.")] = False,
    roles: Annotated[bool, typer.Option("--roles", help="One brief for each role of the side.")] = False,
    format: Annotated[
        str,
        typer.Option("--format", metavar="html|pdf|docx|md", help="By default what --out ends in, or html."),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; by default brief-SIDE.html.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="A folder for all files; made if need be."),
    ] = None,
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="N", help="Tell changes since event N, not since the last brief."),
    ] = None,
    force: Force = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Write the hand-out of a side, or of all sides.

    It has what the side may know, and nothing else: its mission, what changed since its last brief, the
    timetable, messages and injects, the map, own forces with pictures, what is known of others, orders and
    forms. The marking is on top and bottom of every page. With --roles each role has a brief of its own, with
    what the scenario tells that role alone.

    \b
    Examples:
      whitecell brief isf --out isf.html
      whitecell brief --all --format pdf --folder briefs
      whitecell brief isf --roles --format docx
    """
    from cli.seat.seat import leads, looks
    from cli.terminal.memory import memory
    from cli.terminal.writing import targets, warning_of_missing_letters
    from domain.errors import BadData, NotFound
    from reports.briefs import document, gather
    from reports.document import FORMATS
    from reports.words.names import joined

    wanted = format or (out.suffix.lower().removeprefix(".") if out is not None else "") or "html"
    if wanted not in FORMATS:
        raise BadData(f"A brief is written as {joined(list(FORMATS), 'or')}, not {wanted[:40]!r}.")
    if bool(side) == every:
        raise BadData("Name the side, or say --all for the briefs of all sides.")
    if out is not None and (every or roles or to is not None):
        raise BadData("--out names one file; several briefs go into a folder: --folder FOLDER.")
    with where.seat(looks(by, side or None) if not every else leads(by)) as seat:
        log = seat.game.log
        if since and seat.me.player:
            since = seat.number(since)
        if since is not None and not 0 <= since <= len(log):
            raise NotFound(f"There is no event {since}; the log has {len(log)} events.")
        listed = _listed(seat, side, every, roles)
        if to is not None:
            _make(to)
        folder, kept = to or Path(), memory()
        shown = kept.get(seat.game.id)
        turn = f"-turn-{seat.game.state.turn}" if to is not None and seat.game.state.turn else ""
        files = [out if out is not None else folder / f"brief-{each.name}{turn}.{wanted}" for each in listed]
        places = targets(files, force, "--out NAME" if to is None else "--folder FOLDER", where.database)
        told: list[dict[str, Any]] = []
        briefs = dict(shown.briefs)
        with warning_of_missing_letters():
            for each, place in zip(listed, places, strict=True):
                before = since if since is not None else _last(shown.briefs.get(each.side), len(log))
                made = gather(seat.game, seat.game.state.viewer(each.side), before, each.role)
                place.write(FORMATS[wanted](document(made)))
                briefs[each.side] = (len(log), before or 0)
                row = {"side": each.side, "format": wanted, "file": str(place.path), "marking": made.marking}
                told.append({**row, "role": each.role} if each.role else row)
        import msgspec

        kept.put(seat.game.id, msgspec.structs.replace(shown, briefs=briefs))
        if where.as_json:
            show_json(told if every or roles else told[0])
        else:
            names = [f"{row['file']}" for row in told]
            whose = made.side if not every and not roles else f"{len(told)} briefs"
            say(f"The brief of {whose} is in {names[0]}." if len(told) == 1 else f"{whose}: {joined(names)}.")


class _Listed(NamedTuple):
    """A brief to write: of which side, for which role, and what its file is called."""

    side: str
    role: str
    name: str


def _listed(seat: "Seat", side: str, every: bool, roles: bool) -> list[_Listed]:
    """The briefs to write. Raises NotFound for an unknown side, BadData for one without roles."""
    from adjudication.seminar.roster import roles as all_roles
    from adjudication.seminar.roster import roles_of
    from domain.errors import BadData
    from domain.events.seen import held

    state = seat.game.state
    if side:
        players = dict.fromkeys(each.player for each in state.sides.values() if each.player)
        side = state.side_named(side, *players)
    found = []
    for one in state.players() if every else [side]:
        sides = held(state.viewer(one))
        called = [each.role for each in all_roles(state) if each.side in sides]
        called += [
            role for each in state.cell.seats.values() if each.side in sides for role in roles_of(each)
        ]
        wanted = list(dict.fromkeys(called)) if roles else [""]
        found += [_Listed(one, role, "-".join([one, *([_plain(role)] if role else [])])) for role in wanted]
    if not found:
        raise BadData("No role is known: the scenario has none there, and nobody is seated in one.")
    return found


def _plain(role: str) -> str:
    """A role as part of a file's name."""
    import re

    return re.sub(r"[^\w]+", "-", role.casefold()).strip("-") or "role"


def _last(before: tuple[int, int] | None, events: int) -> int | None:
    """From which event changes are told: that of the last brief. One that is written again tells the same."""
    if before is None or before[0] > events:
        return None
    at, since = before
    return (since or None) if at == events else at


def _make(folder: Path) -> None:
    from domain.errors import Refused

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"The folder {folder} cannot be made: {error.strerror or error}.") from error
