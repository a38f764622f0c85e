"""The board and what stands on it."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import pieces_and_places
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Force, PieceId, Viewer
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

app = commands()


@app.command("map", cls=Command)
@grouped
def draw_map(
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the map as SVG instead.")
    ] = None,
    legend: Annotated[
        bool, typer.Option("--legend", help="Also what signs and codes mean, and the names of places.")
    ] = False,
    force: Force = False,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Draw the board with what stands where, or write it as SVG.

    \b
    Examples:
      whitecell map
      whitecell map --svg map.svg --as isf
    """
    import sys

    from domain.errors import BadData
    from seats.looking.board import board_map, map_written
    from seats.seat.seat import looks

    if force and svg is None:
        raise BadData("--force replaces a file: --svg FILE names it.")
    with where.seat(looks(by, viewer)) as seat:
        state, eyes = seat.game.state, seat.me.eyes
        if svg is not None:
            from cli.terminal.writing import target
            from reports.maps.drawing import map_of
            from reports.maps.symbols import HOW, undrawn
            from reports.words.names import number_of

            target(svg, force, "--svg NAME", where.database).write(map_of(seat.game, eyes).encode())
            if where.as_json:
                show_json(map_written(seat, str(svg)))
            else:
                say(f"The map is in {svg}.")
                missing = len(undrawn(kind.symbol for kind in state.kinds.values() if kind.symbol))
                if missing:
                    say(f"{number_of(missing, 'unit symbol')} cannot be drawn. To get more: {HOW}")
            return
        from adjudication.audits.provenance import map_told
        from reports.maps.text import columns_needed, map_rich, map_text

        if where.as_json:
            show_json(board_map(seat, legend))
            return
        with page(state):
            if sys.stdout.isatty():
                from rich.console import Console

                console = Console()
                drawing = map_rich(state, eyes, width=console.width, legend=legend, system=seat.system)
                console.print(drawing, soft_wrap=True)
                needed = columns_needed(state.board)
                if needed > console.width:
                    say(
                        f"This terminal has {console.width} columns, the map {needed}: "
                        "widen it to have it drawn, or use --svg FILE."
                    )
            else:
                say(*map_text(state, eyes, legend=legend, system=seat.system).split("\n"))
            say(*filter(None, [map_told(state.board.data)]))
            if not legend:
                say("`whitecell map --legend` says what signs and codes mean, `--svg FILE` draws a picture.")


@app.command(cls=Command)
@grouped
def pieces(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PIECE | PLACE | WORDS]...",
            help="Only this piece, what stands at this place, or what these words fit.",
            autocompletion=pieces_and_places,
        ),
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="SPACE", help="Only what stands there.")] = None,
    piece: PieceId = None,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """List the pieces, place by place.

    Of hidden ones it only says that they are there.

    \b
    Examples:
      whitecell pieces cts-1
      whitecell pieces Tamim battalion
      whitecell pieces --at 0407
    """
    from reports.words.names import Names
    from seats.looking.board import pieces as pieces_of
    from seats.looking.board import pieces_found
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        if where.as_json:
            show_json(pieces_of(seat, words or (), at, piece))
            return
        state, eyes = seat.game.state, seat.me.eyes
        found = pieces_found(seat, words or (), at, piece)
        names = Names(state, eyes)
        places: dict[str, list[str]] = {}
        hidden: dict[tuple[str, str], int] = {}
        contacts: dict[tuple[str, str], list[str]] = {}
        for each in found:
            lines = places.setdefault(each.place, [])
            if not each.known:
                hidden[each.place, each.back] = hidden.get((each.place, each.back), 0) + 1
                contacts.setdefault((each.place, each.back), []).extend(filter(None, [each.contact]))
                continue
            name = f"  {each.name}" if each.name != each.id else ""
            facts = [each.face, f"{each.steps} step{'s' * (each.steps > 1)}" if each.steps else ""]
            facts += [
                f"{key} {value}"
                for key, value in each.values.items()
                if value is not None and value is not False and value != ""
            ]
            facts.append(f"aboard {names.piece(each.aboard)}" if each.aboard else "")
            told = ", ".join(fact for fact in facts if fact)
            lines.append(f"  {each.id:<14}{name}{f' ({told})' if told else ''}")
        for (place, back), count in hidden.items():
            called = f" ({', '.join(contacts[place, back])})" if contacts[place, back] else ""
            places[place].append(f"  {count} hidden: {back or 'counter'}{called}")
        with page(state):
            for place, lines in places.items():
                say(names.space(place) or "nowhere", *lines)
