"""Hand-outs: what one side may know, as a page to print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Force
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    pass

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
    import msgspec

    from cli.terminal.memory import memory
    from cli.terminal.writing import targets, warning_of_missing_letters
    from domain.errors import BadData
    from reports.words.names import joined
    from seats.looking.briefs import brief as brief_data
    from seats.looking.briefs import briefs, briefs_listed, check_format, first_event, made
    from seats.seat.seat import leads, looks

    wanted = format or (out.suffix.lower().removeprefix(".") if out is not None else "") or "html"
    check_format(wanted)
    if bool(side) == every:
        raise BadData("Name the side, or say --all for the briefs of all sides.")
    if out is not None and (every or roles or to is not None):
        raise BadData("--out names one file; several briefs go into a folder: --folder FOLDER.")
    with where.seat(looks(by, side or None) if not every else leads(by)) as seat:
        log, since = seat.game.log, first_event(seat, since)
        listed = briefs_listed(seat, side, every, roles)
        if to is not None:
            _make(to)
        folder, kept = to or Path(), memory()
        shown = kept.get(seat.game.id)
        turn = f"-turn-{seat.game.state.turn}" if to is not None and seat.game.state.turn else ""
        files = [out if out is not None else folder / f"brief-{each.name}{turn}.{wanted}" for each in listed]
        places = targets(files, force, "--out NAME" if to is None else "--folder FOLDER", where.database)
        rows = []
        told = dict(shown.briefs)
        with warning_of_missing_letters():
            for each, place in zip(listed, places, strict=True):
                before = since if since is not None else _last(shown.briefs.get(each.side), len(log))
                found = made(seat, each, wanted, before)
                place.write(found.content)
                told[each.side] = (len(log), before or 0)
                rows.append(brief_data(found, str(place.path)))
        kept.put(seat.game.id, msgspec.structs.replace(shown, briefs=told))
        if where.as_json:
            show_json(briefs(rows, every or roles))
        else:
            files_told = [row["file"] for row in rows]
            whose = found.called if not every and not roles else f"{len(rows)} briefs"
            one = f"The brief of {whose} is in {files_told[0]}."
            say(one if len(rows) == 1 else f"{whose}: {joined(files_told)}.")


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
