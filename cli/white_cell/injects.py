"""The master events list: injects taken in, shown, delivered, altered, skipped."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import injects as complete_injects
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Effects, To, Viewer
from cli.terminal.page import marked_row, page
from cli.terminal.terminal import say, show_json
from cli.white_cell.giving import acts_of

if TYPE_CHECKING:
    from adjudication.engine.session import Session
    from cli.seat.seat import Seat
    from domain.events import Event

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
    from cli.seat.seat import leads, looks
    from domain.errors import BadData
    from domain.views.view import WHITE

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
            _improvise(seat, " ".join(said), to, effect or [], by, where.as_json)
        elif more:
            raise BadData(
                "Say whom an unplanned inject is for with --to, or name a planned one: `inject ID`."
            )
        elif effect:
            raise BadData("--effect goes with an unplanned inject (--to); a planned one has --apply.")
        else:
            _handle(seat, id, how, text, because, by, where.as_json, apply)


def _take_in(seat: "Seat", file: Path, by: str, as_json: bool) -> None:
    from adjudication.engine.session import Outcome
    from adjudication.seminar.injects import LARGEST_LIST, listing, read_list
    from cli.dialogue.reminders import injects_due
    from cli.dialogue.telling import Teller
    from domain.errors import NotFound
    from domain.views.view import WHITE

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_LIST + 1)
    listed = seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: listing(
                seat.game.state,
                number,
                time,
                read_list(raw, file.name, seat.game.state, seat.system.phases_in(seat.game.state)),
                by,
            )
        ),
        lambda: None,
    )
    teller = Teller(seat, as_json, WHITE)
    teller.go_on(Outcome([listed], seat.session_without_dice().pending()), by)
    if not as_json:
        say(*injects_due(seat))


def _improvise(seat: "Seat", text: str, to: list[str], effects: list[str], by: str, as_json: bool) -> None:
    """Deliver an unplanned inject with what it changes, all or none.

    The reason of the change is not the text, because more sides may see it.
    """
    from adjudication.engine.by_hand.effects import one_act
    from adjudication.engine.session import Outcome
    from adjudication.seminar.injects import reason_of, unplanned
    from cli.dialogue.telling import Teller
    from domain.events import InjectHandled
    from domain.views.view import WHITE

    def do() -> "list[Event]":
        state, session = seat.game.state, seat.session_without_dice()
        acts = acts_of(seat, effects)
        with session.at_once():
            told = session.record(lambda number, time: unplanned(state, number, time, text, to, by))
            assert isinstance(told, InjectHandled)
            if not acts:
                return [told]
            kind, arguments = one_act(acts)
            return [told, *session.by_hand(kind, arguments, reason_of(told.inject), by).events]

    events = seat.deciding_again(do, lambda: None)
    Teller(seat, as_json, WHITE).go_on(Outcome(events, seat.session_without_dice().pending()), by)


def _handle(
    seat: "Seat", id: str, how: str, text: str, because: str, by: str, as_json: bool, apply: bool
) -> None:
    from adjudication.engine.session import Outcome
    from adjudication.seminar.injects import applied, handling
    from cli.dialogue.telling import Teller
    from cli.terminal import terminal
    from domain.errors import BadData
    from domain.views.view import WHITE

    def do() -> "list[Event]":
        state, session = seat.game.state, seat.session_without_dice()
        with session.at_once():
            found: list[Event] = []
            if not (apply and how == "deliver" and state.cell.handled.get(id) in ("delivered", "altered")):
                found.append(
                    session.record(
                        lambda number, time: handling(state, number, time, id, how, text, because, by)
                    )
                )
            if apply:
                applied(seat.game, id)
                found += _changes(seat, session, id, by)
            return found

    if apply and how == "skip":
        raise BadData("A skipped inject changes nothing: leave out --apply.")
    events = seat.deciding_again(do, lambda: None)
    changes = seat.game.state.cell.injects[id].changes if how != "skip" else ""
    questions = seat.session_without_dice().pending()
    teller = Teller(seat, as_json, WHITE)
    if as_json:
        teller.tell(events)
        show_json({**teller.data(questions), "changes": changes})
        return
    if changes and not apply:
        teller.tell(events)
        events = []
        readable = _readable(seat, changes)
        if readable and terminal.agrees(f"Make its changes ({changes})?"):
            session = seat.session_without_dice()
            with session.at_once():
                events = _changes(seat, session, id, by)
        elif readable:
            say(f"Changes to make: {changes} (`inject {id} --apply` makes them)")
        else:
            say(f"Changes to make by hand: {changes}")
    teller.go_on(Outcome(events, questions), by)


def _changes(seat: "Seat", session: "Session", id: str, by: str) -> "list[Event]":
    """Make the changes of an inject as one act by hand."""
    from adjudication.engine.by_hand.effects import one_act
    from adjudication.seminar.injects import reason_of
    from domain.errors import BadData

    changes = seat.game.state.cell.injects[id].changes
    if not changes.strip():
        raise BadData(f"Inject {id} has no changes to make.")
    kind, arguments = one_act(acts_of(seat, [changes]))
    return session.by_hand(kind, arguments, reason_of(id), by).events


def _readable(seat: "Seat", changes: str) -> bool:
    """Whether the changes of an inject are effects, not words for people."""
    from domain.errors import Refused

    try:
        return bool(acts_of(seat, [changes]))
    except Refused:
        return False


def _show(seat: "Seat", viewer: str, as_json: bool) -> None:
    from adjudication.seminar.markings import highest
    from domain.views.view import WHITE

    if viewer != WHITE:
        _show_told(seat, viewer, as_json)
        return
    rows = _rows(seat)
    own = _markings(seat)
    with page(seat.game.state, as_json, [text for texts in own.values() for text in texts]):
        if as_json:
            show_json([marked_row(seat.game.state, row, highest(own[row["id"]])) for row in rows])
        elif not rows:
            say("No injects are listed; `whitecell inject --file FILE.csv` takes some in.")
        else:
            say(*(line for row in rows for line in _lines(seat, row)))


def _show_told(seat: "Seat", viewer: str, as_json: bool) -> None:
    """What a side was told, in the order it was told it."""
    from domain.views.view import see_log
    from reports.words.corrections import amended, first_said, now

    views = see_log(seat.game.log, viewer)
    changes = amended(views)
    told = [view for view in views if view.event == "inject-handled"]
    with page(seat.game.state, as_json, [view.marking for view in told]):
        if as_json:
            rows = [
                {
                    "line": view.line,
                    "time": view.time,
                    "text": now(view, changes).fields["text"],
                    **({"amended": view.amended} if view.amended else {}),
                }
                for view in told
            ]
            markings = [view.marking for view in told]
            show_json([marked_row(seat.game.state, *each) for each in zip(rows, markings, strict=True)])
        elif told:
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


def _markings(seat: "Seat") -> dict[str, list[str]]:
    """Each inject's own markings: of the event that listed it, and of those that handled it."""
    from domain.events import InjectHandled, InjectsListed

    markings = seat.game.state.cell.markings
    found: dict[str, list[str]] = {id: [] for id in seat.game.state.cell.injects}
    for event in seat.game.log:
        own = markings.get(event.number)
        if own and isinstance(event, InjectsListed):
            for inject in event.injects:
                found[inject.id].append(own)
        elif own and isinstance(event, InjectHandled):
            found[event.inject].append(own)
    return found


def _rows(seat: "Seat") -> list[dict[str, Any]]:
    import msgspec

    from adjudication.seminar.injects import due
    from domain.events import InjectHandled

    cell = seat.game.state.cell
    now = {inject.id for inject in due(seat.game)}
    unplanned = {
        event.inject for event in seat.game.log if isinstance(event, InjectHandled) and event.unplanned
    }
    return [
        {
            **msgspec.structs.asdict(inject),
            "unplanned": id in unplanned,
            "status": cell.handled.get(id) or ("due" if id in now else "waiting"),
        }
        for id, inject in cell.injects.items()
    ]


def _lines(seat: "Seat", row: dict[str, Any]) -> list[str]:
    from reports.words.names import Names, joined, one_line

    names = Names(seat.game.state)
    when = [f"turn {row['turn']}" if row["turn"] else "", row["phase"], row["time"]]
    audience = joined([names.side(side) for side in row["audience"]]) if row["audience"] else "everyone"
    unplanned = "unplanned" if row["unplanned"] else ""
    head = ", ".join(part for part in [row["status"], unplanned, *when, f"for {audience}"] if part)
    changes = [f"      changes: {one_line(row['changes'])}"] if row["changes"] else []
    return [f"{row['id']}: {one_line(head)}", f"      {one_line(row['text'])}", *changes]
