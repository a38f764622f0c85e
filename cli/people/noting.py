"""Notes, observations, insights, decisions and questions, typed while people talk, and the list of them."""

from typing import Annotated, Any

import typer

from cli.common.completion import sides as complete_sides
from cli.common.completion import topics as complete_topics
from cli.common.options import AsJson, By, Command, Database, GameName, Viewer, commands
from cli.common.terminal import say, show_json

app = commands()

Text = Annotated[list[str], typer.Argument(metavar="TEXT", help="What to write; it needs no quotes.")]
On = Annotated[int, typer.Option("--on", metavar="N", help="The event that it is about.", show_default=False)]
Links = Annotated[list[int] | None, typer.Option("--link", metavar="N", help="A further event; repeatable.")]
Turns = Annotated[
    list[int] | None, typer.Option("--turn", metavar="T", help="A turn that it is about; repeatable.")
]
Tags = Annotated[
    list[str] | None,
    typer.Option(
        "--tag",
        metavar="ID",
        help="A declared learning outcome or research question; repeatable.",
        autocompletion=complete_topics,
    ),
]
About = Annotated[
    list[str] | None,
    typer.Option(
        "--about", metavar="SIDE", help="A side that it is about; repeatable.", autocompletion=complete_sides
    ),
]
Rating = Annotated[
    int, typer.Option("--rate", metavar="1..5", help="How much it matters.", show_default=False)
]
To = Annotated[
    list[str] | None,
    typer.Option(
        "--to",
        metavar="SIDE|all",
        help="Who may read it besides the white cell; repeatable.",
        autocompletion=complete_sides,
    ),
]


def _noting(kind: str, about: str, example: str) -> None:
    """A command for one kind of note; they differ in nothing else."""

    def write(
        text: Text,
        concerns: On = 0,
        link: Links = None,
        turn: Turns = None,
        tag: Tags = None,
        about: About = None,
        rating: Rating = 0,
        to: To = None,
        by: By = "",
        game: GameName = None,
        database: Database = "whitecell.db",
        as_json: AsJson = False,
    ) -> None:
        said = {"links": link, "turns": turn, "tags": tag, "sides": about}
        more: dict[str, Any] = {name: tuple(dict.fromkeys(values or ())) for name, values in said.items()}
        _write(kind, " ".join(text), concerns, {**more, "rating": rating}, to, by, game, database, as_json)

    shared = "For the white cell alone, unless --to shares it."
    told = f"{about}\n\n{shared}\n\n\b\nExample:\n  whitecell {example}"
    app.command(kind, cls=Command, help=told)(write)


_noting("note", "Write a note beside the game.", "note Both sides asked about the dam --on 57")
_noting(
    "observation",
    "Note what was seen around the table.",
    "observation Red never looked at the map --about red --turn 2",
)
_noting(
    "insight",
    "Note what was learned.",
    "insight The bridge decided it --on 143 --link 150 --tag LO1 --rate 4",
)
_noting(
    "decision", "Note what somebody decided, and why.", "decision Blue holds the port to keep its airlift"
)
_noting("question", "Note a question to come back to.", "question Who may close the strait? --tag RQ2")


def _write(
    kind: str,
    text: str,
    concerns: int,
    more: dict[str, Any],
    to: list[str] | None,
    by: str,
    game: str | None,
    database: str,
    as_json: bool,
) -> None:
    from adjudication.engine.session import Outcome
    from cli.common.seat import open_seat
    from cli.common.telling import Teller
    from domain.views.view import WHITE

    with open_seat(database, game) as seat:
        audience = None if "all" in (to or ()) else tuple(dict.fromkeys(to or ()))
        if audience is not None:
            audience = tuple(side for side in audience if side != WHITE)
        written = seat.deciding_again(
            lambda: seat.session_without_dice().note(text, by, concerns, audience, kind=kind, **more),
            lambda: None,
        )
        teller = Teller(seat, as_json, WHITE)
        teller.go_on(Outcome([written], seat.session_without_dice().pending()), by)


@app.command(cls=Command)
def notes(
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="Only insights, decisions, questions and so on."),
    ] = None,
    tag: Annotated[
        str | None,
        typer.Option(
            "--tag",
            metavar="ID",
            help="Only of this outcome or question.",
            autocompletion=complete_topics,
        ),
    ] = None,
    viewer: Viewer = None,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """List what was noted, of one kind or on one topic.

    \b
    Examples:
      whitecell notes --kind insight --tag LO1
      whitecell notes --as blue
    """
    import msgspec

    from adjudication.engine.by_hand.noting import singular
    from cli.common.page import marked_row, page
    from cli.common.seat import open_seat
    from domain.views.view import WHITE, see_log
    from reports.words.notes import note_lines, notes_told

    with open_seat(database, game) as seat:
        eyes = WHITE if viewer is None else seat.viewer(viewer)
        views = seat.seen(eyes) if eyes == WHITE else see_log(seat.game.log, eyes)
        found = notes_told(seat.game, views, eyes, singular(kind), tag)
        own = {view.number or view.line: view.marking for view in views if view.marking}
        if as_json:
            rows = [msgspec.to_builtins(note) for note in found]
            show_json([marked_row(seat.game.state, row, own.get(row["number"], "")) for row in rows])
            return
        with page(seat.game.state, shown=[own.get(note.number, "") for note in found]):
            say(*(note_lines(seat.game, found, eyes) or ["Nothing of the kind was noted."]))
