"""The master events list: injects taken in, shown, delivered, altered, skipped."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.common.completion import injects as complete_injects
from cli.common.completion import sides as complete_sides
from cli.common.options import AsJson, Because, By, Command, Database, GameName, Viewer, commands
from cli.common.page import marked_row, page
from cli.common.terminal import say, show_json
from cli.white_cell.giving import Anyway, Effects

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cli.common.seat import Seat
    from domain.events import Event, InjectHandled

app = commands()


@app.command(cls=Command)
def inject(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID [deliver|skip|alter] | TEXT]",
            help="The inject and what to do with it; with --to, the text of an unplanned one.",
            autocompletion=complete_injects,
        ),
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option(
            "--to",
            metavar="SIDE|all",
            help="Deliver an unplanned inject to this side; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="What it says instead, to alter it.")
    ] = "",
    effect: Effects = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Make the changes that the list plans with it, too.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE.csv", help="A master events list to take in.")
    ] = None,
    because: Because = "",
    anyway: Anyway = False,
    viewer: Viewer = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Deliver an inject, planned or not, list them, or take in a file of them.

    Without an ID the injects are listed; --as lists what a side was told. An ID alone delivers that inject
    to its audience. Whoever it is for reads its text and nothing else: not that it was altered, nor why.
    One that was skipped may still be delivered. A text with --to is an unplanned inject: it is delivered at
    once, and listed beside the planned ones. --effect changes something with it, as `change` does.

    The first line of a file names its columns: id, turn, phase, time, audience, text, changes. Only id and
    text are needed. The audience is sides, `white` or `all`; `changes` says what changes with it: a reminder,
    or effects that --apply makes. Semicolons may separate the cells as commas do.

    \b
    Examples:
      whitecell inject --file events.csv
      whitecell inject
      whitecell inject I3
      whitecell inject I4 skip --because "Red found the bridge already"
      whitecell inject I5 alter --text "The ferry is late" --because "It fits their plan"
      whitecell inject "Television shows the crew" --to all --effect tension-1
    """
    from adjudication.seminar.injects import handling
    from cli.common.seat import open_seat
    from domain.errors import BadData
    from domain.views.view import WHITE

    said = words or []
    with open_seat(database, game) as seat:
        if file is not None:
            if said or viewer is not None or text or because or to or effect or apply:
                raise BadData("--file takes in a list, and goes with --by alone: `inject --file FILE.csv`.")
            _take_in(seat, file, by, as_json)
        elif not said:
            if text or because or to or effect or apply:
                raise BadData("Say which inject: `inject ID`; `whitecell inject` lists them.")
            _show(seat, seat.viewer(viewer or WHITE), as_json)
        elif viewer is not None:
            raise BadData("An inject goes to its audience; `inject --as SIDE` lists what a side was told.")
        elif to:
            if text or apply:
                raise BadData("An unplanned inject has its text before --to, and its changes in --effect.")
            wanted = _Wanted(because, by, tuple(effect or ()), anyway)
            _deliver(seat, lambda number, time: _unplanned(seat, number, time, said, to, by), wanted, as_json)
        else:
            id, how, *more = [*said, "deliver"] if len(said) == 1 else said
            if more:
                raise BadData(
                    "Say whom an unplanned inject is for with --to, or name a planned one: `inject ID`."
                )
            effects = [*(effect or ()), *(_planned(seat, id) if apply else ())]
            if how == "skip" and effects:
                raise BadData("An inject that is skipped has no effects.")
            wanted = _Wanted(because, by, tuple(effects), anyway)
            _deliver(
                seat,
                lambda number, time: handling(seat.game.state, number, time, id, how, text, because, by),
                wanted,
                as_json,
            )


class _Wanted(NamedTuple):
    """What was typed about an inject besides its text."""

    because: str
    by: str
    effects: tuple[str, ...]
    anyway: bool


def _unplanned(
    seat: "Seat", number: int, time: str, words: "Sequence[str]", to: "Sequence[str]", by: str
) -> "InjectHandled":
    from adjudication.engine.resolving import find
    from adjudication.seminar.injects import unplanned
    from domain.views.view import WHITE

    state = seat.game.state
    sides = [side if side in ("all", WHITE) else find(state, ("side",), side) for side in to]
    return unplanned(seat.game.state, number, time, " ".join(words), sides, by)


def _planned(seat: "Seat", id: str) -> list[str]:
    """The changes that the list plans with an inject. Raises BadData where there are none."""
    from domain.errors import BadData

    inject = seat.game.state.cell.injects.get(id)
    if inject is not None and not inject.changes:
        raise BadData(f"The list plans no changes with inject {id}; --effect names some.")
    return [inject.changes] if inject is not None else []


def _take_in(seat: "Seat", file: Path, by: str, as_json: bool) -> None:
    from adjudication.engine.session import Outcome
    from adjudication.seminar.injects import LARGEST_LIST, listing, read_list
    from cli.common.telling import Teller
    from cli.people.reminders import injects_due
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


def _deliver(
    seat: "Seat", make: "Callable[[int, str], InjectHandled]", wanted: _Wanted, as_json: bool
) -> None:
    """Record an inject with its effects, all or none. Their reason is not its text: others may see them."""
    from adjudication.engine.by_hand.effects import one_act
    from adjudication.engine.session import Outcome
    from cli.common.telling import Teller
    from cli.game.answers import Prepared
    from cli.white_cell.giving import acts_of
    from domain.errors import Objected, Refused
    from domain.events import InjectHandled
    from domain.views.view import WHITE

    def act() -> "list[Event]":
        acts = acts_of(seat, wanted.effects)
        people = Prepared((), wanted.by)
        session = seat.session(people) if acts else seat.session_without_dice()
        with session.at_once():
            handled = session.record(make)
            assert isinstance(handled, InjectHandled)
            done: list[Event] = [handled]
            if acts:
                kind, arguments = one_act(acts)
                reason = f"Inject {handled.inject}"
                done += session.by_hand(kind, arguments, reason, wanted.by, anyway=wanted.anyway).events
        return done

    try:
        events = seat.deciding_again(act, lambda: None)
    except Objected as objected:
        raise Refused(f"{objected.sentence} Add --anyway to go on.") from objected
    handled = events[0]
    assert isinstance(handled, InjectHandled)
    inject = seat.game.state.cell.injects[handled.inject]
    changes = inject.changes if handled.how != "skipped" and not wanted.effects else ""
    questions = seat.session_without_dice().pending()
    teller = Teller(seat, as_json, WHITE)
    if as_json:
        teller.tell(events)
        show_json({**teller.data(questions), "changes": changes})
        return
    if changes:
        say(f"Now to change by hand: {changes}")
    teller.go_on(Outcome(events, questions), wanted.by)


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
