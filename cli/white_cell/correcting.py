"""What people do to the log: undoing, and the end of the game."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import people
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Agreed, Because, By, Overrule, Yes
from cli.terminal import terminal
from cli.terminal.terminal import confirm, reason, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudication.seminar.consent import Missing
    from domain.events import OrderGiven
    from seats.seat.seat import Seat

app = commands()

_MOST_SHOWN = 12


@app.command(cls=Command)
@grouped
def undo(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[N]", help="The order to undo; by default what you did or judged last."),
    ] = None,
    because: Because = "",
    asked_by: Annotated[
        str,
        typer.Option("--asked-by", metavar="PERSON", help="Who asked for it.", autocompletion=people),
    ] = "",
    agreed: Agreed = None,
    consent_of: Annotated[
        list[str] | None,
        typer.Option(
            "--consent-of",
            metavar="SIDE",
            help="A side that must agree, whatever it has seen; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    overrule: Overrule = False,
    by: By = "",
    yes: Yes = False,
    *,
    where: Where,
) -> None:
    """Undo an order and all that happened since.

    It first shows what would be undone. All of it stays in the log, struck. It asks when dice were rolled
    or hidden counters seen since, which cannot be unseen, and when later orders would go without having been
    named. Where people sit in the roster, each side that has seen some of it must agree, or be overruled,
    which the log says.

    \b
    Examples:
      whitecell undo --because "The wrong unit was named"
      whitecell undo --asked-by Anna --agreed Omar --because "A slip of the pen"
    """
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting.correcting import undo as undo_it
    from seats.acting.correcting import undoing
    from seats.seat.seat import looks

    with where.seat(looks(by)) as seat:
        what = undoing(
            seat,
            number,
            asked_by=asked_by,
            agreed=agreed or (),
            consent_of=consent_of or (),
            by=by,
        )
        number, seen = what.number, what.seen
        if what.further:
            confirm(f"The last order was undone already. This undoes order {number} as well.", yes)
        asked = terminal.interactive()
        if (where.as_json or not asked) and not because.strip():
            raise BadData("An undo needs a reason: --because REASON.")
        if asked and not where.as_json:
            say(*_would_go(seat, what.gone))
        if what.missing:
            insist_on(seat, what.missing, overrule or yes)
        if (seen or what.others) and not (asked and what.missing):
            confirm(
                f"Since order {number}, {seen}." if seen else "Later orders would be undone as well.", yes
            )
        if not asked and not where.as_json:
            say(*_would_go(seat, what.gone))
        show(undo_it(what, reason(because, where.as_json), by), where.as_json, by)


def _would_go(seat: "Seat", gone: "Sequence[OrderGiven]") -> list[str]:
    """What an undo would undo, in words: the orders of which those at this screen may know."""
    from seats.dialogue.telling import event_lines

    first = gone[0].number
    last = max(event.number for event in seat.game.log if event.number not in seat.game.struck)
    viewer, numbers = seat.me.eyes, {order.number for order in gone}
    lines = event_lines(seat, [view for view in seat.seen(viewer, first) if view.number in numbers], viewer)
    more = len(lines) - _MOST_SHOWN
    return [
        f"This undoes event {first}:" if last == first else f"This undoes events {first}-{last}:",
        *lines[:_MOST_SHOWN],
        *([f"       and {more} later orders"] if more > 0 else []),
    ]


@app.command(cls=Command)
@grouped
def close(
    because: Because = "",
    by: By = "",
    yes: Yes = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although forks of it are open, whose hidden draws it reveals.")
    ] = False,
    *,
    where: Where,
) -> None:
    """Close the game for good and reveal its dice seed.

    Anyone can then derive every roll again, also what was drawn face down. A fork of this game that is
    still open has the draws up to the fork in common with it: close it first, or say --anyway.

    \b
    Example:
      whitecell close --yes
    """
    from cli.dialogue.telling import Teller, show
    from seats.acting.correcting import check_closing
    from seats.acting.correcting import close as close_it
    from seats.dialogue.telling import written_down
    from seats.seat.seat import leads

    with where.seat(leads(by)) as seat:
        check_closing(seat, anyway)
        undecided = "" if seat.game.state.verdict is not None else " It is not decided yet."
        confirm(f"Nothing can be ordered in {seat.name} once it is closed.{undecided}", yes)
        acted = close_it(seat, because, by)
        if where.as_json:
            show(acted, where.as_json)
            return
        teller = Teller(seat)
        teller.tell(acted.events)
        say(f"Write this down. {written_down(seat.game)}")
        teller.finish(())


def insist_on(seat: "Seat", missing: "Sequence[Missing]", overruled: bool) -> None:
    """Go on only with the consent that is missing, or over it. Raises Refused."""
    from domain.errors import Refused
    from reports.words.names import Names, joined, one_line

    names = Names(seat.game.state)
    whose = joined(
        [
            names.side(each.side) + (f" ({joined(list(map(one_line, each.people)))})" if each.people else "")
            for each in missing
        ]
    )
    sentence = f"{whose} {'has' if len(missing) == 1 else 'have'} not agreed."
    if overruled:
        return
    if not terminal.interactive():
        raise Refused(f"{sentence} Add --agreed NAME, or --overrule.")
    if not terminal.agrees(f"{sentence} Overrule?"):
        raise Refused("Nothing was undone.")
