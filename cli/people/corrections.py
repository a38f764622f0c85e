"""Corrections: what somebody wrote or was told is corrected or withdrawn, and stays in the log."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Viewer
from cli.terminal.pairs import pairs

if TYPE_CHECKING:
    pass

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
    from adjudication.engine.session import Outcome
    from adjudication.seminar.corrections import correcting, declaration_of, original
    from cli.dialogue.telling import Teller
    from cli.seat.seat import acts
    from domain.errors import BadData, Refused
    from domain.events import Event, MessageSent
    from domain.events.seen import held

    new, fields = " ".join(text or ()), pairs(field)
    if withdraw and (new or fields):
        raise BadData("Give the new text, or --withdraw, not both.")
    with where.seat(acts(by, viewer, eyes=viewer)) as seat:
        teller = Teller(seat, where.as_json)
        own = seat.me.own

        def act() -> Event:
            topic = ""
            if what.isascii() and what.isdigit():
                on = original(seat.game, seat.number(int(what)), int(what) if own else 0)
            else:
                if own:
                    raise Refused("Only the white cell corrects what was declared.")
                on, topic = declaration_of(seat.game, what), what
            side = next(iter(held(own))) if own else ""
            if own and isinstance(on, MessageSent) and on.side in held(own):
                side = on.side
            seat.check_speaks(side)
            said = seat.me.by
            return seat.session_without_dice().record(
                lambda number, time: correcting(
                    seat.game, number, time, on, because, said, side, new, fields, topic, withdraw
                )
            )

        corrected = seat.deciding_again(act, lambda: None)
        teller.go_on(Outcome([corrected], seat.session_without_dice().pending()), by)
