"""Rulings: the white cell's word in the place of an outcome, said outright or thrown for on a probability."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import terminal
from cli.hands import Hear, Only, Said, estimates, give, percent, tell
from cli.options import AsJson, Because, By, Command, Database, GameName, Rolls, commands
from cli.terminal import ask, reason, say, show_json
from domain.errors import BadData

if TYPE_CHECKING:
    from adjudication.seminar.ruling import Throw
    from cli.seat import Seat
    from domain.events import Event, OrderGiven

app = commands()

_SAID = ("die", "face", "options", "value", "result")
"""What an answer says, and may say, for programs."""


@app.command(cls=Command)
def ruling(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[EVENT | ORDER]", help="The answer ruled on, or the order it belongs to."),
    ] = None,
    value: Annotated[
        str, typer.Option("--value", metavar="VALUE", help="What is ruled; of a look-up COLUMN=VALUE.")
    ] = "",
    chance: Annotated[
        str, typer.Option("--chance", metavar="PERCENT", help="Rule by a die, with this chance.")
    ] = "",
    hear: Hear = None,
    die: Annotated[
        int, typer.Option("--die", metavar="10|100", help="The die of a chance.", show_default=False)
    ] = 0,
    yes: Annotated[
        str, typer.Option("--yes", metavar="VALUE", help="What is ruled when the chance comes off.")
    ] = "",
    no: Annotated[str, typer.Option("--no", metavar="VALUE", help="What is ruled when it does not.")] = "",
    about: Annotated[
        str, typer.Option("--about", metavar="TEXT", help="What a chance is about that is on no event.")
    ] = "",
    no_die: Annotated[
        bool, typer.Option("--no-die", help="Only show what the estimates come to; nothing is written.")
    ] = False,
    because: Because = "",
    only: Only = None,
    roll: Rolls = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Rule on an outcome, outright or by a die.

    What was rolled, looked up or chosen stays on record; the order goes on from there with what was ruled.
    Of an order without --value its answers are listed. Without --chance the median of the estimates is
    used, rounded to the die; 50% is 6 or more on a D10. --no-die shows first how far they lie apart.

    \b
    Examples:
      whitecell ruling 57 --value 6 --because "The smoke hid them"
      whitecell ruling 57 --hear Ash=40% --hear Bey=70% --yes 6 --because "Two experts were heard"
      whitecell ruling --chance 60% --about "Does the dam hold?" --because "The rules are silent"
    """
    from adjudication.seminar.ruling import Throw, event_to_rule_on
    from cli.seat import open_seat
    from domain.events import OrderGiven

    by_die = bool(chance or hear)
    if not by_die and (die or yes or no or about):
        raise BadData("--die, --yes, --no and --about belong to a ruling by probability: --chance or --hear.")
    if by_die and value and yes:
        raise BadData("--value and --yes say the same: what is ruled when the chance comes off.")
    with open_seat(database, game) as seat:
        throw, lines, heard = _throw(estimates(hear), chance, die) if by_die else (None, [], {})
        if no_die:
            if not by_die:
                raise BadData("--no-die shows what estimates come to: --hear NAME=PERCENT.")
            if as_json:
                show_json({"heard": heard})
            else:
                say(*lines)
            return
        if lines and terminal.interactive() and not as_json:
            say(*lines)  # to be seen before a reason is asked for and a die thrown
            lines = []
        if number is None:
            if throw is None:
                raise BadData("Say what is ruled on: the number of an event or an order.")
            if yes or no or value:
                raise BadData("A value is ruled in the place of an event: say its number.")
            _on_no_event(seat, throw, about, Said(because, "house", by, only, roll), lines, heard, as_json)
            return
        if about.strip():
            raise BadData("--about is for a chance on no event; leave it out, or the number.")
        if only:
            raise BadData(
                "--only is for a chance on no event; a ruling is told to those who may know the event."
            )
        on = seat.game.event(number)
        if isinstance(on, OrderGiven) and not value and throw is None:
            picked = _pick(seat, on, as_json)
            if picked is None:
                return
            on, value = picked
        event = event_to_rule_on(seat.game, on.number)
        because = reason(because, as_json) if value or throw is not None else because
        if throw is not None:
            throw = Throw(throw.percent, throw.die, throw.estimates, yes or value, no)
            _by_die(seat, event, throw, because, by, roll, lines, heard, as_json)
            return
        if not value:
            raise BadData(f"Say what is ruled in the place of event {number}: --value VALUE.")
        _outright(seat, event, value, because, by, roll, as_json)


def _throw(heard: dict[str, int], chance: str, die: int) -> "tuple[Throw, list[str], dict[str, Any]]":
    """The chance used and its die; what to say of the estimates, in lines and for programs."""
    from adjudication.seminar.estimates import DICE, fitted, spread, target
    from adjudication.seminar.ruling import Throw
    from reports.hand_words import spread_data, spread_words

    if die not in (0, *DICE):
        raise BadData(f"A chance is thrown on a D10 or a D100, not on a D{die}.")
    found = spread(heard)
    if chance:
        used = percent(chance)
        die = die or (10 if used % 10 == 0 else 100)
    else:
        assert found is not None
        die = die or 10
        used = fitted(found.median, die)
    least = target(used, die)
    lines = []
    data: dict[str, Any] = {"percent": used, "die": die, "least": least, "estimates": heard}
    if found is not None:
        told = ", ".join(f"{name} {each} %" for name, each in heard.items())
        lines.append(f"Heard: {told}; {spread_words(found)}.")
        data.update(spread_data(found, heard))
    lines.append(f"Used: {used} %, which is {least} or more on a D{die}.")
    return Throw(used, die, heard), lines, data


def _on_no_event(
    seat: "Seat",
    throw: "Throw",
    about: str,
    said: Said,
    lines: Sequence[str],
    heard: dict[str, Any],
    as_json: bool,
) -> None:
    if not about.strip():
        raise BadData("Say what the chance is about: the number of an event, or --about TEXT.")
    arguments = {
        "subject": about,
        "percent": throw.percent,
        "die": throw.die,
        "estimates": dict(throw.estimates) or None,
    }
    outcome = give(seat, lambda _: ("hand-chance", arguments), said, not as_json)
    tell(seat, outcome, said.by, as_json, lines, {"heard": heard}, said.only)


def _by_die(
    seat: "Seat",
    event: "Event",
    throw: "Throw",
    because: str,
    by: str,
    roll: Sequence[int] | None,
    lines: Sequence[str],
    heard: dict[str, Any],
    as_json: bool,
) -> None:
    from adjudication.seminar.ruling import rule_by_chance
    from cli.answers import Prepared

    if not because.strip():
        raise BadData("A ruling needs a reason: --because REASON.")
    people = Prepared(tuple(roll or ()), by)
    session = seat.session()
    if seat.game.opened.dice == "typed" and not people.faces and terminal.interactive() and not as_json:
        people.faces.append(percent(ask(f"D{throw.die} for the chance? ") or ""))
    outcome = rule_by_chance(session, event, throw, because, by, people)
    tell(seat, outcome, by, as_json, lines, {"heard": heard}, ("the event's",))


def _outright(
    seat: "Seat", event: "Event", value: str, because: str, by: str, roll: Sequence[int] | None, as_json: bool
) -> None:
    from adjudication.seminar.ruling import rule
    from cli.answers import Prepared

    if not because.strip():
        raise BadData("A ruling needs a reason: --because REASON.")
    people = Prepared(tuple(roll or ()), by)
    outcome = rule(seat.session(people), event, value, because, by)
    tell(seat, outcome, by, as_json)


def _pick(seat: "Seat", order: "OrderGiven", as_json: bool) -> "tuple[Event, str] | None":
    """List the answers of an order; at a terminal ask which is ruled on, and what. None when only listed."""
    from adjudication.seminar.ruling import answers_of, event_to_rule_on
    from cli.telling import event_lines, words_of
    from reports.words import event_kind

    answers = answers_of(seat.game, order)
    if not answers:
        event_to_rule_on(seat.game, order.number)  # says that there is none
    views = [view for view in seat.seen("white") if view.number in {event.number for event in answers}]
    if as_json:
        told = words_of(seat, views, "white")
        listed = [
            {
                "number": event.number,
                "event": event_kind(event),
                "told": told[event.number],
                **{name: getattr(event, name) for name in _SAID if hasattr(event, name)},
            }
            for event in answers
        ]
        show_json(listed)
        return None
    say(f"Answers of order {order.number} ({order.order}):", *event_lines(seat, views, "white"))
    if not terminal.interactive():
        say("`whitecell ruling EVENT --value VALUE --because REASON` rules on one.")
        return None
    text = ask("Rule on which event? ") or ""
    event = next((each for each in answers if str(each.number) == text), None)
    if event is None:
        raise BadData(f"{text[:40]!r} is none of these events; nothing was ruled.")
    return event, ask("What is ruled? ") or ""
