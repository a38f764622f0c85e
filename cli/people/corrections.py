"""Corrections: what somebody wrote or was told is corrected or withdrawn, and stays in the log."""

from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Viewer
from seats.dialogue.pairs import pairs

app = commands()


@app.command(cls=Command)
@grouped
def correct(
    what: Annotated[
        str,
        typer.Argument(
            metavar="N|TOPIC", help="The event of the note, inject or message, or a declared topic's id."
        ),
    ],
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]", help="What it says instead; it needs no quotes.")
    ] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Withdraw it instead.")] = False,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="NAME=VALUE", help="A field of a message; repeatable."),
    ] = None,
    because: Because = "",
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Correct or withdraw a note, message, inject or declared topic.

    The original stays in the log, marked as corrected or withdrawn. Whoever may read the original is told of
    the correction; the reason is for the white cell alone. The white cell corrects anything, the sender of a
    message that message: with --as SIDE the number is a line of that side's log. Works after the close too.

    \b
    Examples:
      whitecell correct 57 "Two cables, not three" --because "Misheard"
      whitecell correct 61 --withdraw --because "Sent to the wrong side"
      whitecell correct RQ1 "Who decides to repair first?" --because "Sharper"
    """
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting.correcting import correct as correct_it
    from seats.seat.seat import acts

    new, fields = " ".join(text or ()), pairs(field)
    if withdraw and (new or fields):
        raise BadData("Give the new text, or --withdraw, not both.")
    with where.seat(acts(by, viewer, eyes=viewer)) as seat:
        show(correct_it(seat, what, new, fields, withdraw=withdraw, because=because), where.as_json, by)
