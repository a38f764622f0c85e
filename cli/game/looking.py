"""Looking at a game: where it stands, its log, and why something happened."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import By, Viewer
from cli.terminal.terminal import say, show_json
from domain.text import value_said

if TYPE_CHECKING:
    from adjudication.engine.games.systems import RuleSystem
    from domain.views.view import StateView
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
    from cli.dialogue.shown import note_questions
    from cli.dialogue.telling import Teller
    from cli.files.register import warn
    from cli.terminal.page import page
    from domain.views.view import see
    from reports.words.lapsing import lapsing_words
    from reports.words.lasting import lasting_words
    from reports.words.names import Names, number_of, wins
    from reports.words.timing import scenario_time
    from seats.dialogue.eyes import next_lines, views_of
    from seats.dialogue.strong import Strong
    from seats.dialogue.telling import written_down
    from seats.looking.status import status as status_of
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        warn(seat.ledger, seat.desk)
        side, questions = seat.me.own, seat.session_without_dice().pending()
        if where.as_json:
            if not side:
                note_questions(seat, questions)
            show_json(status_of(seat, questions))
            return
        state, opened = seat.game.state, seat.game.opened
        teller = Teller(seat)
        table = see(state, teller.viewer)
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
    from cli.terminal.page import page
    from reports.words.quiet import SKIPPED, worth_telling
    from seats.dialogue.telling import event_lines, summed_up
    from seats.looking.log import log as log_of
    from seats.looking.log import log_views
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        if where.as_json:
            show_json(log_of(seat, last, turn))
            return
        eyes, views = seat.me.eyes, log_views(seat, last, turn)
        summed = summed_up(seat, views, eyes)
        told = views if every else worth_telling(views, seat.game.opened.system, eyes)
        told = told if last is None else told[-last:]
        first, last_line = (told[0].line, told[-1].line) if told else (0, -1)
        skipped = len(told) < sum(first <= view.line <= last_line for view in views)
        with page(seat.game.state, shown=[view.marking for view in told]):
            say(*event_lines(seat, told, eyes, frozenset(), summed, each=every))
            if skipped:
                say(SKIPPED)


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
    from cli.terminal.page import page
    from seats.looking.log import derivation, markings_of
    from seats.looking.log import explain as explain_it
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        if where.as_json:
            show_json(explain_it(seat, number))
            return
        told = derivation(seat, number)
        with page(seat.game.state, shown=markings_of(seat, told)):
            say(*told.lines())
