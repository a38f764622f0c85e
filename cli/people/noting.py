"""Notes, observations, insights, decisions and follow-ups, typed while people talk, and the list of them."""

from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.completion import topics as complete_topics
from cli.options.grouped import Where, grouped
from cli.options.shared import By, To, Viewer
from cli.terminal.terminal import say, show_json

app = commands()

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[KIND] [TEXT]",
        help="observation (obs), insight (ins), decision or follow-up (fu); then the text.",
    ),
]
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
Sides = Annotated[
    list[str] | None,
    typer.Option(
        "--about", metavar="SIDE", help="A side that it is about; repeatable.", autocompletion=complete_sides
    ),
]
Rating = Annotated[
    int, typer.Option("--rate", metavar="1..5", help="How much it matters.", show_default=False)
]


@app.command(cls=Command)
@grouped
def note(
    words: Words = None,
    concerns: On = 0,
    link: Links = None,
    turn: Turns = None,
    tag: Tags = None,
    about: Sides = None,
    rating: Rating = 0,
    to: To = None,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Write a note, or list the notes.

    A note is for the white cell alone, unless --to shares it. Where it begins with a kind, it is of that
    kind: an observation (what was seen around the table), an insight (what was learned), a decision (what
    somebody decided, and why), or a follow-up (what to come back to). Put the whole text in quotes to write
    a note that only begins with such a word.

    A declared topic may stand in the text as #ID, which is the same as --tag ID.

    Without a text the notes are listed; a kind, --tag and --as list only some.

    \b
    Examples:
      whitecell note Both sides asked about the dam --on 57
      whitecell note insight The bridge decided it --on 143 --tag LO1 --rate 4
      whitecell note follow-up Who may close the strait? #RQ2
      whitecell note
      whitecell note insights --tag LO1
    """
    from adjudication.engine.by_hand.noting import kind_of_words
    from domain.errors import BadData

    kind, text = kind_of_words(words or [])
    about_it = {
        "--on": concerns,
        "--link": link,
        "--turn": turn,
        "--about": about,
        "--rate": rating,
        "--to": to,
    }
    if text is None:
        given = [name for name, value in about_it.items() if value]
        if given:
            raise BadData(f"{given[0]} belongs to a note that is written: `note TEXT {given[0]} ...`.")
        _list(kind, tag or [], viewer, by, where)
        return
    if viewer is not None:
        raise BadData("--as lists what a side may read; a note is the white cell's. --to SIDE shares it.")
    from cli.dialogue.telling import Teller, show
    from domain.events import Noted
    from domain.views.view import WHITE
    from reports.words.names import Names, joined
    from seats.acting.noting import note as write
    from seats.dialogue.reminders import insights_wanted
    from seats.seat.seat import leads

    with where.seat(leads(by)) as seat:
        acted = write(
            seat,
            text,
            kind or "note",
            concerns=concerns,
            links=link or (),
            turns=turn or (),
            tags=tag or (),
            about=about or (),
            rating=rating,
            to=to or (),
            by=by,
        )
        if where.as_json:
            show(acted, where.as_json)
            return
        Teller(seat, WHITE).tell(acted.events)
        (written,) = acted.events
        assert isinstance(written, Noted)
        if written.audience != ():
            names, audience = Names(seat.game.state), written.audience
            say(
                f"Shared with {'all sides' if audience is None else joined(list(map(names.side, audience)))}."
            )
        if kind == "insight":
            say(*insights_wanted(seat))


def _list(kind: str | None, tags: list[str], viewer: str | None, by: str, where: Where) -> None:
    from cli.terminal.page import page
    from domain.views.view import WHITE
    from reports.words.notes import note_lines
    from seats.looking.talk import notes, notes_found
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        if where.as_json:
            show_json(notes(seat, kind, tags))
            return
        found, own = notes_found(seat, kind, tags)
        with page(seat.game.state, shown=[own.get(note.number, "") for note in found]):
            say(
                *(
                    note_lines(seat.game, found, seat.me.own or WHITE)
                    or ["No notes of that kind or topic yet." if kind or tags else "No notes yet."]
                )
            )
