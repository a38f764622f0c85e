"""The master events list: injects taken in, shown, delivered, altered, skipped."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import injects as complete_injects
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Effects, To, Viewer
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from domain.events import Event
    from seats.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def inject(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID [deliver|skip|alter] | TEXT]",
            help="The inject and what to do with it; with --to, the text of an unplanned one.",
            autocompletion=complete_injects,
        ),
    ] = None,
    to: To = None,
    effect: Effects = None,
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="What it says instead, to alter it.")
    ] = "",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE.csv", help="A master events list to take in.")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Make its changes as well, as one manual change.")
    ] = False,
    because: Because = "",
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Deliver an inject, list them, or take in a file of them.

    Without an ID the injects are listed; --as lists what a side was told. An ID alone delivers that inject
    to its audience. Whoever it is for reads its text and nothing else: not that it was altered, nor why.
    One that was skipped may still be delivered. A text with --to is an unplanned inject: it is delivered at
    once, and listed beside the planned ones; --effect changes something with it.

    The first line of a file names its columns: id, turn, phase, time, audience, text, changes. Only id and
    text are needed. The audience is sides, `white` or `all`. `changes` says what the inject changes, as
    `change` takes it (tension+1, cts-1 to 0407): --apply makes these changes; or you make them by hand.
    Semicolons may part the cells as commas do.

    \b
    Examples:
      whitecell inject events.csv
      whitecell inject
      whitecell inject I3 --apply
      whitecell inject I4 skip --because "Red found the bridge already"
      whitecell inject I5 alter --text "The ferry is late" --because "It fits their plan"
      whitecell inject "Television shows the crew" --to all --effect tension-1
    """
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from domain.views.view import WHITE
    from seats.acting.injects import improvise
    from seats.seat.seat import leads, looks

    said = words or []
    if file is None and len(said) == 1 and not to and said[0].lower().endswith(".csv"):
        file, said = Path(said[0]), []
    id, how, more = said[0] if said else None, said[1] if said[1:] else "deliver", said[2:]
    with where.seat(leads(by) if file is not None or said else looks(by, viewer)) as seat:
        if file is not None:
            if id is not None or to or effect or viewer is not None or text or because or apply:
                raise BadData("--file takes in a list, and goes with --by alone: `inject --file FILE.csv`.")
            _take_in(seat, file, by, where.as_json)
        elif id is None:
            if text or because or apply or to or effect:
                raise BadData("Say which inject: `inject ID`; `whitecell inject` lists them.")
            _show(seat, seat.me.own or WHITE, where.as_json)
        elif viewer is not None:
            raise BadData("An inject goes to its audience; `inject --as SIDE` lists what a side was told.")
        elif to:
            if text or apply:
                raise BadData("An unplanned inject has its text before --to, and its changes in --effect.")
            show(improvise(seat, " ".join(said), to, effect or (), by), where.as_json, by)
        elif more:
            raise BadData(
                "Say whom an unplanned inject is for with --to, or name a planned one: `inject ID`."
            )
        elif effect:
            raise BadData("--effect goes with an unplanned inject (--to); a planned one has --apply.")
        else:
            _handle(seat, id, how, text, because, by, where.as_json, apply)


def _take_in(seat: "Seat", file: Path, by: str, as_json: bool) -> None:
    from adjudication.seminar.injects import LARGEST_LIST
    from cli.dialogue.telling import show
    from domain.errors import NotFound
    from seats.acting.injects import take_in
    from seats.dialogue.reminders import injects_due

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_LIST + 1)
    show(take_in(seat, raw, file.name, by), as_json, by)
    if not as_json:
        say(*injects_due(seat))


def _handle(
    seat: "Seat", id: str, how: str, text: str, because: str, by: str, as_json: bool, apply: bool
) -> None:
    from cli.dialogue.telling import Teller, show
    from cli.terminal import terminal
    from domain.views.view import WHITE
    from seats.acting.acted import Acted
    from seats.acting.injects import changes_made, handle

    acted = handle(seat, id, how, text, because, by, apply)
    changes = acted.more["changes"]
    if as_json or apply or not changes:
        show(acted, as_json, by)
        return
    teller = Teller(seat, WHITE)
    teller.tell(acted.events)
    events: list[Event] = []
    readable = _readable(seat, changes)
    if readable and terminal.agrees(f"Make its changes ({changes})?"):
        session = seat.session_without_dice()
        with session.at_once():
            events = changes_made(seat, session, id, by)
    elif readable:
        say(f"Changes to make: {changes} (`inject {id} --apply` makes them)")
    else:
        say(f"Changes to make by hand: {changes}")
    teller.finish(teller.answered(Acted(seat, events, acted.questions), by))


def _readable(seat: "Seat", changes: str) -> bool:
    """Whether the changes of an inject are effects, not words for people."""
    from domain.errors import Refused
    from seats.acting.effects import acts_of

    try:
        return bool(acts_of(seat, [changes]))
    except Refused:
        return False


def _show(seat: "Seat", viewer: str, as_json: bool) -> None:
    from domain.views.view import WHITE
    from seats.looking.talk import inject_markings, inject_rows
    from seats.looking.talk import injects as injects_of

    if as_json:
        show_json(injects_of(seat))
        return
    if viewer != WHITE:
        _show_told(seat, viewer)
        return
    rows = inject_rows(seat)
    with page(seat.game.state, shown=[text for texts in inject_markings(seat).values() for text in texts]):
        if not rows:
            say("No injects are listed; `whitecell inject --file FILE.csv` takes some in.")
        else:
            say(*(line for row in rows for line in _lines(seat, row)))


def _show_told(seat: "Seat", viewer: str) -> None:
    """What a side was told, in the order it was told it."""
    from domain.views.view import see_log
    from reports.words.corrections import amended, first_said, now

    views = see_log(seat.game.log, viewer)
    changes = amended(views)
    told = [view for view in views if view.event == "inject-handled"]
    with page(seat.game.state, shown=[view.marking for view in told]):
        if told:
            say(
                *(
                    f"{view.line:>5}  {'(withdrawn) ' if view.amended == 'withdrawn' else ''}"
                    f"{now(view, changes).fields['text']}"
                    f"{first_said(view.fields['text'], changes.get(view.line))}"
                    for view in told
                )
            )
        else:
            say("No inject was delivered.")


def _lines(seat: "Seat", row: dict[str, Any]) -> list[str]:
    from reports.words.names import Names, joined, one_line

    names = Names(seat.game.state)
    when = [f"turn {row['turn']}" if row["turn"] else "", row["phase"], row["time"]]
    audience = joined([names.side(side) for side in row["audience"]]) if row["audience"] else "everyone"
    unplanned = "unplanned" if row["unplanned"] else ""
    head = ", ".join(part for part in [row["status"], unplanned, *when, f"for {audience}"] if part)
    changes = [f"      changes: {one_line(row['changes'])}"] if row["changes"] else []
    return [f"{row['id']}: {one_line(head)}", f"      {one_line(row['text'])}", *changes]
