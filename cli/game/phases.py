"""Ending a phase."""

from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import By, OrderSide, Rolls, Yes

app = commands()

Until = Annotated[
    str | None,
    typer.Option("--until", metavar="PHASE", help="Pass idle phases until that one begins."),
]


@app.command("next", cls=Command)
@grouped
def next_phase(
    side: OrderSide = None,
    until: Until = None,
    roll: Rolls = None,
    yes: Yes = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """End the phase and go on to the next.

    Where both sides act, or the last order typed was not of the side whose phase would end, --side says which
    side is done. With it the command is refused when another side is to act. While sealed orders are not
    opened it asks first, since the rules may refuse them in the next phase.

    --until passes phases in which nobody can give an order, up to the phase named. It stops where something
    is asked, where anybody can give an order, and where the game is decided.

    \b
    Examples:
      whitecell next
      whitecell next --side isf
      whitecell next --until assessment
    """
    from cli.dialogue.agreeing import agree
    from cli.dialogue.telling import show
    from seats.acting.phases import end_phase, ending
    from seats.seat.seat import acts

    with where.seat(acts(by, side)) as seat:
        how = ending(seat, side, until, bool(roll))
        agree(seat, how.order, by, yes)
        show(end_phase(seat, how, by, tuple(roll or ())), where.as_json, by)
