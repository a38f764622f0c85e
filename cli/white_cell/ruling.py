"""Rulings: the white cell's word in the place of an outcome, said outright or thrown for on a probability."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import (
    Agreed,
    Because,
    By,
    Effects,
    Only,
    Overrule,
    Rolls,
    Yes,
)
from cli.terminal import terminal
from cli.terminal.terminal import ask, confirm, reason, say, show_json
from cli.white_cell.chances import Chance, rule_on_no_event, show
from cli.white_cell.giving import tell
from cli.white_cell.late import rule_late
from domain.errors import BadData
from seats.dialogue.amounts import percent

if TYPE_CHECKING:
    from adjudication.seminar.foreseeing import Foreseen, Undo
    from domain.events import Event, OrderGiven
    from seats.acting.chances import Used
    from seats.acting.ruling import Ruling
    from seats.seat.seat import Seat

app = commands()


class Ruled(NamedTuple):
    """What is ruled on, and what is ruled in its place."""

    number: Annotated[
        int | None,
        typer.Argument(metavar="[EVENT | ORDER]", help="The answer ruled on, or the order it belongs to."),
    ] = None
    ruled: Annotated[
        list[str] | None,
        typer.Argument(metavar="[VALUE]", help="What is ruled; of a look-up COLUMN=VALUE."),
    ] = None
    value: Annotated[
        str, typer.Option("--value", metavar="VALUE", help="What is ruled; the same as VALUE.")
    ] = ""

    def said(self) -> str:
        """What is ruled; empty where nothing was said. Raises BadData where it was said twice."""
        if self.ruled and self.value:
            raise BadData("Give the ruled value once: behind the number, or with --value.")
        return self.value or " ".join(self.ruled or ())


class Recorded(NamedTuple):
    """With what it is recorded: why, who alone may know, which dice were thrown."""

    because: Because = ""
    only: Only = None
    roll: Rolls = None

    def faces(self) -> tuple[int, ...]:
        """The faces of the dice."""
        return tuple(self.roll or ())


class Later(NamedTuple):
    """What becomes of what happened later, and what changes now; whether later manual changes may be undone,
    and with whose consent."""

    late: Annotated[
        bool, typer.Option("--late", help="Correct the outcome although later orders rest on it; they stand.")
    ] = False
    effect: Effects = None
    undo_later: Annotated[
        bool,
        typer.Option("--undo-later", help="Undo later manual changes that could not stand with the ruling."),
    ] = False
    agreed: Agreed = None
    overrule: Overrule = False

    def effects(self) -> Sequence[str]:
        """What changes now."""
        return self.effect or ()


class _Way(NamedTuple):
    """How a ruling is made, whatever is ruled: all else that was typed."""

    recorded: Recorded
    later: Later
    by: str
    confirmed: bool
    as_json: bool


@app.command(cls=Command)
@grouped
def ruling(
    *,
    ruled: Ruled,
    chance: Chance,
    recorded: Recorded,
    later: Later,
    by: By = "",
    confirmed: Yes = False,
    where: Where,
) -> None:
    """Rule on an outcome, outright or by a die.

    What was rolled, looked up or chosen stays on record; the order goes on from there with the ruled value.
    No recorded die is rolled again. A preview shows what stays, what is rolled or asked anew and what
    changes, before anything is recorded. For an order without a value its answers are listed. Without
    --chance the median of the estimates is used, rounded to the die; 50% is 6 or more on a D10. --no-die
    only shows how far the estimates lie apart.

    Once later orders rest on an outcome, --late corrects it: --effect says what changes now, nothing is
    rolled again, and the later orders stand.

    \b
    Examples:
      whitecell ruling 57 6 --because "The smoke hid them"
      whitecell ruling 57 --hear Ash=40% --hear Bey=70% --if-yes 6 --because "Two experts were heard"
      whitecell ruling --chance 60% --about "Does the dam hold?" --because "The rules are silent"
      whitecell ruling 57 6 --late --effect "cts-1 to 0407, isf_vp+1" --because "On appeal"
    """
    from seats.acting.by_hand import Said
    from seats.seat.seat import leads

    value = ruled.said()
    chance.check(value)
    with where.seat(leads(by)) as seat:
        used = chance.used()
        if chance.no_die:
            show(used, where.as_json)
            return
        lines = used.lines if used is not None else []
        if terminal.interactive() and not where.as_json:
            say(*lines)  # to be seen before a reason is asked for and a die thrown
            lines = []
        if ruled.number is not None:
            way = _Way(recorded, later, by, confirmed, where.as_json)
            _on_event(seat, ruled.number, value, chance, used, lines, way)
            return
        if used is None:
            raise BadData("Say what is ruled on: the number of an event or an order.")
        if chance.if_yes or chance.if_no or value:
            raise BadData("A value is ruled in the place of an event: say its number.")
        said = Said(recorded.because, "house", by, recorded.only, recorded.roll)
        rule_on_no_event(seat, used, chance.about, said, where.as_json, lines)


def _on_event(
    seat: "Seat",
    number: int,
    value: str,
    chance: Chance,
    used: "Used | None",
    lines: Sequence[str],
    way: _Way,
) -> None:
    """Rule in the place of an event. Raises BadData, NotFound or Refused. lines: what is still to be said of
    the chance."""
    from adjudication.seminar.ruling import event_to_rule_on
    from domain.events import OrderGiven
    from seats.acting.by_hand import Said
    from seats.acting.ruling import Ruling

    if chance.about.strip():
        raise BadData("--about is for a chance on no event; leave it out, or the number.")
    if way.recorded.only and not way.later.late:
        raise BadData("--only is for a chance on no event; a ruling is told to those who may know the event.")
    on = seat.game.event(number)
    if isinstance(on, OrderGiven) and not value and used is None:
        picked = _pick(seat, on, way.as_json)
        if picked is None:
            return
        on, value = picked
    event = event_to_rule_on(seat.game, on.number)
    if way.later.late:
        if used is not None:
            raise BadData("A late ruling states its outcome: --value VALUE.")
        said = Said(way.recorded.because, "", way.by, way.recorded.only)
        rule_late(seat, event, value, way.later.effects(), said, way.confirmed, way.as_json)
        return
    if used is None:
        if not value:
            raise BadData(f"Say what is ruled in the place of event {number}: --value VALUE.")
        _record(Ruling(seat, event, value, None, way.later.effects()), way)
        return
    throw = used.throw._replace(yes=chance.if_yes or value, no=chance.if_no)
    _record(Ruling(seat, event, value, throw, way.later.effects()), way, lines, used.data)


def _record(
    ruling: "Ruling", way: _Way, lines: Sequence[str] = (), heard: Mapping[str, Any] | None = None
) -> None:
    """Check all that was typed, show what a ruling does, ask, and record it."""
    from seats.acting.ruling import not_recorded

    faces = way.recorded.faces()
    asking = terminal.interactive() and not way.as_json
    ruling.check(faces, asking)
    seen, undo = _foreseen(ruling, way)
    because = reason(way.recorded.because, way.as_json)
    if not because.strip():
        raise BadData("A ruling needs a reason: --because REASON.")
    if not way.as_json:
        say(*lines)
        for heading, found in _preview(ruling, seen).items():
            say(*([heading] if heading else []), *found)
    elif not way.confirmed:
        show_json(not_recorded(ruling.preview(seen)))
    confirm("Record this ruling?", way.confirmed)
    if ruling.throw is not None and ruling.seat.game.opened.dice == "typed" and not faces and asking:
        faces = (percent(ask(f"D{ruling.throw.die} for the chance? ") or ""),)
    acted = ruling.record(seen, because, way.by, faces, undo, heard)
    tell(acted, way.by, way.as_json, (), ("the event's",) if ruling.throw else None)


def _foreseen(ruling: "Ruling", way: _Way) -> "tuple[dict[str, Foreseen | None], Undo | None]":
    """What the ruling would do, by what the die says (`value`: outright), and what is undone for it, if that
    is meant. Raises Refused."""
    from adjudication.engine.play.later_acts import InTheWay
    from cli.white_cell.correcting import insist_on
    from domain.errors import Refused

    try:
        return ruling.foreseen(), None
    except InTheWay as act:
        if not way.later.undo_later and (way.as_json or not terminal.interactive()):
            raise Refused(f"{act.sentence} Say --undo-later to undo it with the ruling.") from act
        if not way.later.undo_later:
            confirm(f"{act.sentence} It would be undone with the ruling.", False)
        undo, missing = ruling.undone_for(act, way.later.agreed or (), way.by)
        if missing:
            insist_on(ruling.seat, missing, way.later.overrule)
        return ruling.foreseen(undo.first), undo


def _preview(ruling: "Ruling", seen: "Mapping[str, Foreseen | None]") -> dict[str, list[str]]:
    """Lines under their headings."""
    from reports.words.rulings import preview_lines

    state = ruling.seat.game.state
    headings = {"value": "", "yes": "If the chance comes off:", "no": "If it does not:"}
    return {
        headings[name]: preview_lines(each, state) if each else ["  The recorded answer stands."]
        for name, each in seen.items()
    }


def _pick(seat: "Seat", order: "OrderGiven", as_json: bool) -> "tuple[Event, str] | None":
    """List the answers of an order; at a terminal ask which is ruled on, and what. None when only listed."""
    from adjudication.seminar.ruling import answers_of
    from domain.views.view import WHITE
    from seats.acting.ruling import answers_listed
    from seats.dialogue.telling import event_lines

    listed = answers_listed(seat, order)
    if as_json:
        show_json(listed)
        return None
    numbers = {row["number"] for row in listed}
    views = [view for view in seat.seen(WHITE) if view.number in numbers]
    say(f"Answers of order {order.number} ({order.order}):", *event_lines(seat, views, WHITE))
    if not terminal.interactive():
        say("`whitecell ruling EVENT --value VALUE --because REASON` rules on one.")
        return None
    text = ask("Rule on which event? ") or ""
    event = next((each for each in answers_of(seat.game, order) if str(each.number) == text), None)
    if event is None:
        raise BadData(f"{text[:40]!r} is none of these events; nothing was ruled.")
    return event, ask("What is ruled? ") or ""
