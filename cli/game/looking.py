"""Looking at a game: where it stands, its log, and why something happened."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Viewer
from cli.terminal.terminal import say, show_json
from domain.text import value_said

if TYPE_CHECKING:
    from adjudication.engine.systems import RuleSystem
    from cli.seat.seat import Seat
    from domain.views.view import EventView, StateView
    from reports.words.explain import Derivation
    from reports.words.names import Names

app = commands()


@app.command(cls=Command)
@grouped
def status(
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Where the game stands, and what may be done next.

    \b
    Example:
      whitecell status
    """
    from adjudication.audits.provenance import in_short
    from cli.dialogue.answers import question_data
    from cli.dialogue.eyes import next_lines, views_of
    from cli.dialogue.shown import note_questions
    from cli.dialogue.telling import Teller, written_down
    from cli.files.register import short_register, warn
    from cli.seat.seat import looks
    from cli.terminal.page import marking_line, page
    from cli.terminal.terminal import Strong
    from domain.views.view import see
    from reports.words.lapsing import lapsing_data, lapsing_words
    from reports.words.lasting import lasting_words
    from reports.words.names import Names, number_of, wins
    from reports.words.timing import scenario_time

    with where.seat(looks(by, viewer)) as seat:
        warn(seat.ledger, seat.desk)
        state, opened = seat.game.state, seat.game.opened
        teller = Teller(seat, where.as_json)
        table = see(state, teller.viewer)
        questions = seat.session_without_dice().pending()
        side = seat.me.own
        if side and where.as_json:
            from cli.dialogue.eyes import status_data

            show_json(status_data(seat, side, questions, marking_line(state)))
            return
        if where.as_json:
            note_questions(seat, questions)
            show_json(
                {
                    "game": seat.name,
                    "id": seat.game.id,
                    "system": opened.system,
                    "scenario": opened.scenario,
                    "title": opened.title,
                    "options": state.options,
                    "dice": opened.dice,
                    "commitment": opened.commitment,
                    "seeded": opened.seeded,
                    "events": len(seat.game.log),
                    "head": seat.game.head,
                    "register": short_register(seat.desk),
                    "viewer": teller.viewer,
                    "turn": table.turn,
                    "phase": table.phase,
                    "side": table.side,
                    "date": state.date(),
                    "scenario_time": state.time.now,
                    "tracks": table.tracks,
                    "lapsing": lapsing_data(state, teller.viewer),
                    "verdict": teller.verdict(),
                    "closed": state.closed,
                    "pending": [question_data(question) for question in teller.as_read(questions)],
                    "next": teller.next_lines(()) if not questions else [],
                    "reminders": teller.reminders(),
                    "marking": marking_line(state),
                    "since": seat.since_last,
                }
            )
            return
        names = Names(state, teller.viewer)
        with page(state):
            say(f"{seat.name}: {seat.system.title}, {opened.title}")
            say(Strong(_where(names, table, seat.system)))
            say(*scenario_time(state))
            tracks = [f"{names.track(id)} {value}" for id, value in table.tracks.items()]
            say(*([" · ".join(tracks)] if tracks else []))
            lasting = lasting_words(state, teller.viewer)
            say(*([f"In force: {' · '.join(lasting)}"] if lasting else []))
            lapsing = lapsing_words(state, teller.viewer)
            if lapsing:
                say("Marks that end by themselves:", *(f"  {line}" for line in lapsing))
            if state.verdict is not None:
                winner = wins(names.side(state.verdict.winner)) if state.verdict.winner else "a draw"
                say(Strong(f"Verdict: {winner}: {names.text(state.verdict.reason)}"))
            if side:
                say(*next_lines(seat, side, questions))
            else:
                teller.finish(questions, remind=True)
            changed = [
                f"{name} {value_said(value)}"
                for name, value in state.options.items()
                if value != opened.options.get(name)
            ]
            if changed:
                say(f"Options changed: {', '.join(changed)}")
            if opened.seeded:
                say("The dice come from a seed: anyone who knows the number knows every roll.")
            say(*filter(None, [in_short(state)]))
            count = number_of(len(views_of(seat, side)) if side else len(seat.game.log), "event")
            say(f"{count}." if side else f"{count}. {written_down(seat.game)}")


def _where(names: "Names", table: "StateView", system: "RuleSystem") -> str:
    """`Turn 1 of 10 · Planning · Iraqi Security Forces`."""
    from reports.words.names import capital, spoken

    if not table.phase:
        return "Before play"
    ends = system.rules.last_turn
    last = ends(names.state) if ends is not None else 0
    number, space, called = names.turn(table.turn).partition(" ")
    of = f" of {last}" if last >= table.turn > 0 else ""
    side = [names.side(table.side)] if table.side else []
    return " · ".join([f"Turn {number}{of}{space}{called}", capital(spoken(table.phase)), *side])


@app.command(cls=Command)
@grouped
def log(
    last: Annotated[int | None, typer.Option("--last", metavar="N", help="Only the last N events.")] = None,
    turn: Annotated[int | None, typer.Option("--turn", metavar="T", help="Only that turn.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every event, bookkeeping too.")] = False,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """The log in plain words.

    `--as SIDE` gives what may be handed to that side, numbered for it alone.

    \b
    Example:
      whitecell log --last 20
    """
    import msgspec

    from cli.dialogue.telling import event_lines, summed_up
    from cli.seat.seat import looks
    from cli.terminal.page import page
    from domain.errors import BadData
    from domain.views.view import see_log
    from reports.words.quiet import SKIPPED, worth_telling

    if last is not None and last < 1:
        raise BadData("--last takes a whole number from 1.")
    with where.seat(looks(by, viewer)) as seat:
        eyes = seat.me.eyes
        views = see_log(seat.game.log, eyes) if seat.me.own else seat.seen(eyes)
        if turn is not None:
            views = _of_turn(views, turn)
        told = views
        summed = {} if where.as_json else summed_up(seat, views, eyes)
        if not where.as_json and not every:
            told = worth_telling(views, seat.game.opened.system, eyes)
        told = told if last is None else told[-last:]
        first, last_line = (told[0].line, told[-1].line) if told else (0, -1)
        skipped = len(told) < sum(first <= view.line <= last_line for view in views)
        views = told
        marking = [view.marking for view in views]
        if where.as_json:
            show_json([{**msgspec.to_builtins(view), **_marked(seat, view)} for view in views])
        else:
            with page(seat.game.state, shown=marking):
                say(*event_lines(seat, views, eyes, frozenset(), summed, each=every))
                if skipped:
                    say(SKIPPED)


def _marked(seat: "Seat", view: "EventView") -> dict[str, str]:
    """How an event's line is to be handled, where it is."""
    from cli.terminal.page import marking_line

    marking = marking_line(seat.game.state, [view.marking])
    return {"marking": marking} if marking else {}


def _of_turn(views: Any, turn: int) -> list[Any]:
    """The lines between the first event of a turn and that of another, as often as it was played."""
    found = []
    now = 0
    for view in views:
        if view.event == "phase-entered":
            now = view.fields["turn"]
        if now == turn:
            found.append(view)
    return found


@app.command(cls=Command)
@grouped
def explain(
    number: Annotated[int, typer.Argument(metavar="N", help="An event's number, as plain `log` shows it.")],
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Why an event happened.

    Its order and rule, each modifier, table row and die. With `--as SIDE` the number is that of a line in
    the side's own log.

    \b
    Example:
      whitecell explain 57
    """
    import msgspec

    from cli.dialogue.eyes import explained, views_of
    from cli.seat.seat import looks
    from cli.terminal.page import page
    from domain.views.view import WHITE

    with where.seat(looks(by, viewer)) as seat:
        side = seat.me.own
        told = explained(seat, side, number) if side else _derivation(seat, number, seat.me.eyes)
        views = views_of(seat, side) if side else seat.seen(WHITE)
        shown = {step.number for step in (*told.steps, *told.corrections)}
        markings = [view.marking for view in views if (view.number or view.line) in shown]
        with page(seat.game.state, where.as_json, markings) as marking:
            if where.as_json:
                show_json({**msgspec.to_builtins(told), **({"marking": marking} if marking else {})})
            else:
                say(*told.lines())


def _derivation(seat: "Seat", number: int, viewer: str) -> "Derivation":
    """The derivation of an event as far as the viewer may know it. Raises NotFound for a hidden one."""
    from domain.errors import NotFound
    from domain.views.view import WHITE
    from reports.words.explain import explain as derive
    from reports.words.explain import explain_seen

    if viewer == WHITE:
        return derive(seat.game, number)
    views = {view.number: view for view in seat.seen(viewer)}
    if number not in views:  # whether it is hidden or not there is not told
        raise NotFound(f"There is no event {number} that {viewer} sees; `--as white` explains any event.")
    return explain_seen(seat.game, number, views, viewer)
