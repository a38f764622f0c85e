"""What the game is for, and how it is to be handled."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json
from seats.dialogue.pairs import pairs

if TYPE_CHECKING:
    from adjudication.engine.by_hand.noting import Evidence
    from seats.seat.seat import Seat

app = commands()

LARGEST_DECLARATION = 500_000
"""Bytes that a file with a declaration may have."""


@app.command(cls=Command)
@grouped
def declare(
    purpose: Annotated[str, typer.Option("--purpose", metavar="TEXT", help="What the game is for.")] = "",
    question: Annotated[
        list[str] | None,
        typer.Option("--question", metavar="ID=TEXT", help="A research question; repeatable."),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option("--outcome", metavar="ID=TEXT", help="A learning outcome; repeatable."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="YAML with purpose, questions and outcomes."),
    ] = None,
    shared: Annotated[bool, typer.Option("--share", help="The sides may read it too.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what was declared before.")] = False,
    marking: Annotated[
        str | None,
        typer.Option("--marking", metavar="MARKING", help='How the game is to be handled; "" takes it off.'),
    ] = None,
    event: Annotated[
        int,
        typer.Option(
            "--event", metavar="N", help="Mark only that event, not the whole game.", show_default=False
        ),
    ] = 0,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Declare what the game is for and how it is marked, or show it.

    Notes and insights are then tagged with its questions and outcomes. It is for the white cell alone,
    unless it is shared. What is declared later adds to it.

    The marking stands on top and bottom of every page and export. A page that shows marked events has the
    highest marking of the scale UNCLASSIFIED, OFFICIAL, OFFICIAL-SENSITIVE, RESTRICTED, CONFIDENTIAL, SECRET,
    TOP SECRET; others stand beside it.

    \b
    Examples:
      whitecell declare --purpose "Who holds the strait?" --question RQ1="What does Red escalate over?"
      whitecell declare --outcome LO1="Staff a request for forces" --share
      whitecell declare --marking OFFICIAL
      whitecell declare --marking SECRET --event 57
      whitecell declare
    """
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting.declaring import declare as declare_it
    from seats.acting.declaring import mark
    from seats.seat.seat import leads, looks

    told: dict[str, Any] = {"purpose": "", "questions": {}, "outcomes": {}}
    if file is not None:
        told.update(_read(file))
    questions = {**told["questions"], **pairs(question)}
    outcomes = {**told["outcomes"], **pairs(outcome)}
    aim = purpose or told["purpose"]
    declares = bool(aim or questions or outcomes or shared or anew or file)
    if event and marking is None:
        raise BadData(f"Say how event {event} is to be handled: `declare --marking SECRET --event {event}`.")
    if marking is not None and declares:
        raise BadData("Give --marking in a command of its own.")
    with where.seat(leads(by) if declares or marking is not None else looks(by)) as seat:
        if marking is not None:
            show(mark(seat, marking, event, by), where.as_json, by)
            return
        if not declares:
            _show(seat, where.as_json)
            return
        acted = declare_it(seat, aim, questions, outcomes, by, shared, anew)
        show(acted, where.as_json, by)


def _read(path: Path) -> dict[str, Any]:
    from adjudication.engine.data_file import read_yaml
    from domain.errors import BadData

    if path.is_file() and path.stat().st_size > LARGEST_DECLARATION:
        raise BadData(f"{path.name} is larger than {LARGEST_DECLARATION} bytes.")
    data, _ = read_yaml(path)
    if not isinstance(data, dict) or not data or set(data) - {"purpose", "questions", "outcomes"}:
        raise BadData(f"{path.name} has purpose, questions and outcomes, and nothing else.")
    for name in ("questions", "outcomes"):
        topics = data.get(name, {})
        if not isinstance(topics, dict) or not all(
            isinstance(part, str) for pair in topics.items() for part in pair
        ):
            raise BadData(f"{path.name}: {name} are written ID: TEXT, one on a line.")
    if not isinstance(data.get("purpose", ""), str):
        raise BadData(f"{path.name}: the purpose is a text.")
    return data


def _evidence(found: "Evidence") -> str:
    """What there is on a topic, in brackets: `(2 insights and 1 other note, on 3 events)`."""
    from reports.words.names import joined, number_of

    told = [number_of(found.insights, "insight")] if found.insights else []
    if found.notes:
        told.append(number_of(found.notes, "other note" if told else "note"))
    on = f", on {number_of(found.events, 'event')}" if found.events else ""
    return f" ({joined(told)}{on})" if told else " (no evidence yet)"


def _show(seat: "Seat", as_json: bool) -> None:
    from adjudication.engine.by_hand.noting import evidence
    from adjudication.seminar.markings import marking_of
    from seats.looking.talk import declared as declared_of

    if as_json:
        show_json(declared_of(seat))
        return
    state = seat.game.state
    marking = marking_of(state)
    if seat.me.own:
        _show_shared(seat, marking)
        return
    declared = state.cell.declared
    events = {number: text for number, text in state.cell.markings.items() if number and text}
    with page(state, shown=events.values()):
        if declared is None:
            say("Nothing is declared yet; `whitecell declare --purpose TEXT` begins.")
        else:
            say(f"Purpose: {declared.purpose or 'not stated'}")
            found = {each.topic.id: each for each in evidence(seat.game)}
            for what, topics in (("question", declared.questions), ("outcome", declared.outcomes)):
                say(*(f"  {what} {topic.id}: {topic.text}{_evidence(found[topic.id])}" for topic in topics))
            say("The sides may read it." if declared.audience is None else "It is for the white cell alone.")
        if marking or events:
            say(f"Marking: {marking or 'none'}")
        say(*(f"  event {number}: {text}" for number, text in sorted(events.items())))


def _show_shared(seat: "Seat", marking: str) -> None:
    """What is declared to a side: nothing is said of evidence, which counts the white cell's notes, and of
    markings only those of lines in its own log."""
    from domain.events.seen import knows
    from seats.dialogue.eyes import views_of

    state, side = seat.game.state, seat.me.own
    declared = state.cell.declared
    if declared is not None and not knows(side, declared.audience):
        declared = None
    events = {view.line: view.marking for view in views_of(seat, side) if view.marking}
    with page(state, shown=events.values()):
        if declared is None:
            say("Nothing is declared to your side.")
        else:
            say(f"Purpose: {declared.purpose or 'not stated'}")
            for what, topics in (("question", declared.questions), ("outcome", declared.outcomes)):
                say(*(f"  {what} {topic.id}: {topic.text}" for topic in topics))
        if marking or events:
            say(f"Marking: {marking or 'none'}")
        say(*(f"  line {line}: {text}" for line, text in events.items()))
