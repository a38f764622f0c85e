"""The board and what stands on it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import pieces_and_places
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Force, PieceId, Viewer
from cli.terminal.page import marked_row, marking_line, page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from domain.table.state import State
    from domain.views.view import PieceView

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

    from cli.seat.seat import looks
    from domain.errors import BadData

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
                marking = marking_line(state)
                show_json({"game": seat.name, "viewer": eyes, "svg": str(svg), "marking": marking})
            else:
                say(f"The map is in {svg}.")
                missing = len(undrawn(kind.symbol for kind in state.kinds.values() if kind.symbol))
                if missing:
                    say(f"{number_of(missing, 'unit symbol')} cannot be drawn. To get more: {HOW}")
            return
        from adjudication.audits.provenance import map_told
        from reports.maps.text import columns_needed, map_rich, map_text

        with page(state, where.as_json) as marking:
            if where.as_json:
                told = map_text(state, eyes, legend=legend, system=seat.system)
                show_json({"game": seat.name, "viewer": eyes, "map": told, "marking": marking})
                return
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
    import msgspec

    from cli.dialogue.naming import piece_named, place_named
    from cli.seat.seat import looks
    from domain.errors import NotFound
    from domain.views.view import see
    from reports.words.names import Names

    with where.seat(looks(by, viewer)) as seat:
        state, eyes = seat.game.state, seat.me.eyes
        at = None if at is None else place_named(state, eyes, at)
        piece = None if piece is None else piece_named(state, eyes, piece)
        found = [
            each
            for each in see(state, eyes).pieces
            if (at is None or each.place == at) and piece in (None, each.id or each.contact)
        ]
        if words:
            found = _that_fit(state, eyes, words, found)
        if piece is not None and not found:
            raise NotFound(
                f"There is no piece {piece[:60]!r} to be seen there; `whitecell pieces` lists them."
            )
        if where.as_json:
            show_json([marked_row(state, msgspec.to_builtins(each)) for each in found])
            return
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


def _that_fit(state: "State", eyes: str, words: list[str], pieces: "list[PieceView]") -> "list[PieceView]":
    """Those of the pieces that words fit: each is a piece or place by its id or name, or a part of one.

    Raises NotFound, with what may be meant, where none does.
    """
    from cli.dialogue.listing import exactly, things_seen
    from domain.errors import NotFound
    from domain.resolving import fold, likely
    from reports.words.names import Names

    names, known = Names(state, eyes), things_seen(state, eyes)
    whole = " ".join(words)
    asked = [whole] if len(words) > 1 and exactly(known, whole) else words

    def fits(piece: "PieceView", word: str) -> bool:
        own = [piece.id, piece.name, piece.contact] if piece.known else [piece.contact]
        meant = exactly(known, word)
        if meant:
            return meant in (piece.id, piece.contact, piece.place, piece.aboard)
        return any(fold(word) in fold(text) for text in (*own, piece.place, names.space(piece.place)))

    found = [piece for piece in pieces if all(fits(piece, word) for word in asked)]
    if not found:
        near = next(filter(None, (likely(known, text) for text in dict.fromkeys([whole, *words]))), "")
        told = f"perhaps {near}" if near and not exactly(known, whole) else "`whitecell pieces` lists all"
        raise NotFound(f"No piece to be seen fits {whole[:60]!r}; {told}.")
    return found
