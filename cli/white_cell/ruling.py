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
from cli.white_cell.chances import Chance, Used, rule_on_no_event, show
from cli.white_cell.giving import Said, acts_of, carried_out, percent, tell
from cli.white_cell.late import rule_late
from domain.errors import BadData

if TYPE_CHECKING:
    from adjudication.engine.later_acts import InTheWay
    from adjudication.engine.session import Outcome
    from adjudication.seminar.foreseeing import Foreseen, Undo
    from adjudication.seminar.ruling import Throw
    from cli.seat.seat import Seat
    from domain.events import Event, OrderGiven

app = commands()

_SAID = ("die", "face", "options", "value", "result")
"""What an answer says, and may say, for programs."""


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
    from cli.seat.seat import leads

    value = ruled.said()
    chance.check(value)
    with where.seat(leads(by)) as seat:
        used = chance.used()
        if chance.no_die:
            show(used, where.as_json)
            return
        if used is not None and terminal.interactive() and not where.as_json:
            used = used.said()  # to be seen before a reason is asked for and a die thrown
        if ruled.number is not None:
            way = _Way(recorded, later, by, confirmed, where.as_json)
            _on_event(seat, ruled.number, value, chance, used, way)
            return
        if used is None:
            raise BadData("Say what is ruled on: the number of an event or an order.")
        if chance.if_yes or chance.if_no or value:
            raise BadData("A value is ruled in the place of an event: say its number.")
        said = Said(recorded.because, "house", by, recorded.only, recorded.roll)
        rule_on_no_event(seat, used, chance.about, said, where.as_json)


def _on_event(seat: "Seat", number: int, value: str, chance: Chance, used: Used | None, way: _Way) -> None:
    """Rule in the place of an event. Raises BadData, NotFound or Refused."""
    from adjudication.seminar.ruling import event_to_rule_on
    from domain.events import OrderGiven

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
        _Ruling(seat, event, value, None, way).record((), {})
        return
    throw = used.throw._replace(yes=chance.if_yes or value, no=chance.if_no)
    _Ruling(seat, event, value, throw, way).record(used.lines, used.data)


class _Ruling(NamedTuple):
    """A ruling in the place of an event: outright, or, with a `throw`, by a die."""

    seat: "Seat"
    event: "Event"
    value: str
    throw: "Throw | None"
    way: _Way

    def record(self, lines: Sequence[str], heard: dict[str, Any]) -> None:
        """Check all that was typed, show what the ruling does, ask, and record it."""
        self._check_faces()
        effects = self.way.later.effects()
        if effects and self.throw is not None:
            raise BadData("--effect says what follows from --value; of a chance say it with `change`.")
        acts_of(self.seat, effects)
        seen, undo = self._foreseen()
        because = reason(self.way.recorded.because, self.way.as_json)
        if not because.strip():
            raise BadData("A ruling needs a reason: --because REASON.")
        preview = self._preview(seen)
        if not self.way.as_json:
            say(*lines)
            for heading, found in preview.items():
                say(*([heading] if heading else []), *found)
        elif not self.way.confirmed:
            show_json({"preview": self._data(seen), "recorded": False})
        confirm("Record this ruling?", self.way.confirmed)
        outcome = self._do(because, undo)
        more = {"preview": self._data(seen), **({"heard": heard} if heard else {})}
        only = ("the event's",) if self.throw else None
        tell(self.seat, outcome, self.way.by, self.way.as_json, (), more, only)

    def _check_faces(self) -> None:
        """Raises Refused for a die thrown on the table whose face is not said, or is not one of its faces."""
        from domain.errors import Refused

        if self.throw is None or self.seat.game.opened.dice != "typed":
            return
        die, faces = self.throw.die, self.way.recorded.faces()
        if not faces and (self.way.as_json or not terminal.interactive()):
            raise Refused(f"The D{die} is a physical die: type its result with --roll.")
        if faces and not 1 <= faces[0] <= die:
            raise BadData(f"D{die} for the chance: answer one of 1, 2, ..., {die}, not {faces[0]}.")

    def _foreseen(self) -> "tuple[dict[str, Foreseen | None], Undo | None]":
        """What the ruling would do, by what the die says (`value`: outright), and what is undone for it."""
        from adjudication.engine.later_acts import InTheWay

        try:
            return self._tried(0), None
        except InTheWay as act:
            undo = self._undo(act)
            return self._tried(undo.first), undo

    def _tried(self, undo: int) -> "dict[str, Foreseen | None]":
        from adjudication.engine.by_hand.estimates import target
        from adjudication.seminar.foreseeing import foresee
        from adjudication.seminar.ruling import foresee_throw, readings

        session = self.seat.session()
        if self.throw is None:
            values = readings(self.event, session.state, self.value)
            return {"value": foresee(session, self.event, values, undo)}
        target(self.throw.percent, self.throw.die)
        if not (self.throw.yes or self.throw.no):
            raise BadData("Say what is ruled when the chance comes off (--if-yes), or does not (--if-no).")
        return foresee_throw(session, self.event, self.throw, undo)

    def _undo(self, act: "InTheWay") -> "Undo":
        """The take-back of what stands in the way, if that is meant. Raises Refused."""
        from adjudication.seminar.consent import as_in_roster, missing_consent
        from adjudication.seminar.foreseeing import Undo
        from cli.white_cell.correcting import insist_on
        from domain.errors import Refused

        first, game = act.act.number, self.seat.game
        if not self.way.later.undo_later and (self.way.as_json or not terminal.interactive()):
            raise Refused(f"{act.sentence} Say --undo-later to undo it with the ruling.")
        if not self.way.later.undo_later:
            confirm(f"{act.sentence} It would be undone with the ruling.", False)
        agreeing = as_in_roster(game, self.way.later.agreed or ())
        missing = missing_consent(game, first, "", [*agreeing, self.way.by])
        if missing:
            insist_on(self.seat, missing, self.way.later.overrule)
        return Undo(first, tuple(agreeing), tuple(each.side for each in missing))

    def _preview(self, seen: "Mapping[str, Foreseen | None]") -> dict[str, list[str]]:
        """Lines under their headings."""
        from reports.words.rulings import preview_lines

        state = self.seat.game.state
        headings = {"value": "", "yes": "If the chance comes off:", "no": "If it does not:"}
        return {
            headings[name]: preview_lines(each, state) if each else ["  The recorded answer stands."]
            for name, each in seen.items()
        }

    def _data(self, seen: "Mapping[str, Foreseen | None]") -> dict[str, Any]:
        from reports.words.rulings import preview_data

        state = self.seat.game.state
        found = {name: preview_data(each, state) if each else None for name, each in seen.items()}
        return found["value"] or {} if self.throw is None else found

    def _do(self, because: str, undo: "Undo | None") -> "Outcome":
        from adjudication.seminar.ruling import rule, rule_by_chance
        from cli.dialogue.answers import Prepared

        people, by = Prepared(self.way.recorded.faces(), self.way.by), self.way.by
        typed = self.seat.game.opened.dice == "typed"
        if self.throw is None:
            session = self.seat.session(people)
            effects, order = self.way.later.effects(), self.event.procedure
            with session.at_once():
                outcome = rule(session, self.event, self.value, because, by, undo)
                people.check_used(self.seat.game.opened.dice)
                return carried_out(self.seat, session, outcome, effects, because, by, order)
        if typed and not people.faces and terminal.interactive() and not self.way.as_json:
            people.faces.append(percent(ask(f"D{self.throw.die} for the chance? ") or ""))
        session = self.seat.session()
        with session.at_once():
            outcome = rule_by_chance(session, self.event, self.throw, because, by, people, undo)
            people.check_used(self.seat.game.opened.dice)
            return outcome


def _pick(seat: "Seat", order: "OrderGiven", as_json: bool) -> "tuple[Event, str] | None":
    """List the answers of an order; at a terminal ask which is ruled on, and what. None when only listed."""
    from adjudication.seminar.ruling import answers_of, event_to_rule_on
    from cli.dialogue.telling import event_lines
    from reports.words.events import event_kind
    from reports.words.then import words_then

    answers = answers_of(seat.game, order)
    if not answers:
        event_to_rule_on(seat.game, order.number)  # says that there is none
    views = [view for view in seat.seen("white") if view.number in {event.number for event in answers}]
    if as_json:
        told = words_then(seat.game.log, views, "white")
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
