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
    Hear,
    Only,
    Overrule,
    Rolls,
    Yes,
)
from cli.terminal import terminal
from cli.terminal.terminal import ask, confirm, reason, say, show_json
from cli.white_cell.giving import Said, acts_of, awaiting_action, carried_out, estimates, give, percent, tell
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


@app.command(cls=Command)
@grouped
def ruling(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[EVENT | ORDER]", help="The answer ruled on, or the order it belongs to."),
    ] = None,
    ruled: Annotated[
        list[str] | None,
        typer.Argument(metavar="[VALUE]", help="What is ruled; of a look-up COLUMN=VALUE."),
    ] = None,
    value: Annotated[
        str, typer.Option("--value", metavar="VALUE", help="What is ruled; the same as VALUE.")
    ] = "",
    chance: Annotated[
        str, typer.Option("--chance", metavar="PERCENT", help="Rule by a die, with this chance.")
    ] = "",
    hear: Hear = None,
    die: Annotated[
        int, typer.Option("--die", metavar="10|100", help="The die of a chance.", show_default=False)
    ] = 0,
    if_yes: Annotated[
        str, typer.Option("--if-yes", metavar="VALUE", help="What is ruled when the chance comes off.")
    ] = "",
    if_no: Annotated[
        str, typer.Option("--if-no", metavar="VALUE", help="What is ruled when it does not.")
    ] = "",
    about: Annotated[
        str,
        typer.Option(
            "--about", metavar="TEXT", help="What a chance is about; by default the action to be judged."
        ),
    ] = "",
    no_die: Annotated[
        bool, typer.Option("--no-die", help="Only show what the estimates come to; nothing is written.")
    ] = False,
    because: Because = "",
    only: Only = None,
    roll: Rolls = None,
    late: Annotated[
        bool, typer.Option("--late", help="Correct the outcome although later orders rest on it; they stand.")
    ] = False,
    effect: Effects = None,
    undo_later: Annotated[
        bool,
        typer.Option("--undo-later", help="Undo later manual changes that could not stand with the ruling."),
    ] = False,
    agreed: Agreed = None,
    overrule: Overrule = False,
    by: By = "",
    confirmed: Yes = False,
    *,
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
    from adjudication.seminar.ruling import Throw, event_to_rule_on
    from cli.seat.seat import leads
    from domain.events import OrderGiven

    if ruled and value:
        raise BadData("Give the ruled value once: behind the number, or with --value.")
    value = value or " ".join(ruled or ())
    by_die = bool(chance or hear)
    if not by_die and (die or if_yes or if_no or about):
        raise BadData(
            "--die, --if-yes, --if-no and --about belong to a ruling by probability: --chance or --hear."
        )
    if by_die and value and if_yes:
        raise BadData("--value and --if-yes say the same: what is ruled when the chance comes off.")
    with where.seat(leads(by)) as seat:
        throw, lines, heard = _throw(estimates(hear), chance, die) if by_die else (None, [], {})
        if no_die:
            if not by_die:
                raise BadData("--no-die shows what estimates come to: --hear NAME=PERCENT.")
            if where.as_json:
                show_json({"heard": heard})
            else:
                say(*lines)
            return
        if lines and terminal.interactive() and not where.as_json:
            say(*lines)  # to be seen before a reason is asked for and a die thrown
            lines = []
        if number is None:
            if throw is None:
                raise BadData("Say what is ruled on: the number of an event or an order.")
            if if_yes or if_no or value:
                raise BadData("A value is ruled in the place of an event: say its number.")
            _on_no_event(
                seat, throw, about, Said(because, "house", by, only, roll), lines, heard, where.as_json
            )
            return
        if about.strip():
            raise BadData("--about is for a chance on no event; leave it out, or the number.")
        if only and not late:
            raise BadData(
                "--only is for a chance on no event; a ruling is told to those who may know the event."
            )
        on = seat.game.event(number)
        if isinstance(on, OrderGiven) and not value and throw is None:
            picked = _pick(seat, on, where.as_json)
            if picked is None:
                return
            on, value = picked
        event = event_to_rule_on(seat.game, on.number)
        if late:
            if throw is not None:
                raise BadData("A late ruling states its outcome: --value VALUE.")
            rule_late(seat, event, value, effect or (), Said(because, "", by, only), confirmed, where.as_json)
            return
        if throw is None and not value:
            raise BadData(f"Say what is ruled in the place of event {number}: --value VALUE.")
        if throw is not None:
            throw = Throw(throw.percent, throw.die, throw.estimates, if_yes or value, if_no)
        undone = _Undoing(undo_later, tuple(agreed or ()), overrule)
        ruling = _Ruling(
            seat,
            event,
            value,
            throw,
            because,
            by,
            tuple(roll or ()),
            undone,
            where.as_json,
            confirmed,
            effect or (),
        )
        ruling.record(lines, heard)


def _throw(heard: dict[str, int], chance: str, die: int) -> "tuple[Throw, list[str], dict[str, Any]]":
    """The chance used and its die; what to say of the estimates, in lines and for programs."""
    from adjudication.engine.by_hand.estimates import DICE, fitted, spread, target
    from adjudication.seminar.ruling import Throw
    from reports.words.by_hand import spread_data, spread_words

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
    awaiting = None if about.strip() else awaiting_action(seat)
    if awaiting is not None:
        about, said = awaiting.action, said._replace(only=said.only or awaiting.only)
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


class _Undoing(NamedTuple):
    """Whether later manual changes may be undone with the ruling, and with whose consent."""

    meant: bool
    agreed: tuple[str, ...]
    overrule: bool


class _Ruling(NamedTuple):
    """A ruling as it was typed: outright, or, with a `throw`, by a die."""

    seat: "Seat"
    event: "Event"
    value: str
    throw: "Throw | None"
    because: str
    by: str
    faces: tuple[int, ...]
    undoing: _Undoing
    as_json: bool
    confirmed: bool
    effects: Sequence[str] = ()

    def record(self, lines: Sequence[str], heard: dict[str, Any]) -> None:
        """Check all that was typed, show what the ruling does, ask, and record it."""
        self._check_faces()
        if self.effects and self.throw is not None:
            raise BadData("--effect says what follows from --value; of a chance say it with `change`.")
        acts_of(self.seat, self.effects)
        seen, undo = self._foreseen()
        because = reason(self.because, self.as_json)
        if not because.strip():
            raise BadData("A ruling needs a reason: --because REASON.")
        preview = self._preview(seen)
        if not self.as_json:
            say(*lines)
            for heading, found in preview.items():
                say(*([heading] if heading else []), *found)
        elif not self.confirmed:
            show_json({"preview": self._data(seen), "recorded": False})
        confirm("Record this ruling?", self.confirmed)
        outcome = self._do(because, undo)
        more = {"preview": self._data(seen), **({"heard": heard} if heard else {})}
        tell(self.seat, outcome, self.by, self.as_json, (), more, ("the event's",) if self.throw else None)

    def _check_faces(self) -> None:
        """Raises Refused for a die thrown on the table whose face is not said, or is not one of its faces."""
        from domain.errors import Refused

        if self.throw is None or self.seat.game.opened.dice != "typed":
            return
        die = self.throw.die
        if not self.faces and (self.as_json or not terminal.interactive()):
            raise Refused(f"The D{die} is a physical die: type its result with --roll.")
        if self.faces and not 1 <= self.faces[0] <= die:
            raise BadData(f"D{die} for the chance: answer one of 1, 2, ..., {die}, not {self.faces[0]}.")

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
        if not self.undoing.meant and (self.as_json or not terminal.interactive()):
            raise Refused(f"{act.sentence} Say --undo-later to undo it with the ruling.")
        if not self.undoing.meant:
            confirm(f"{act.sentence} It would be undone with the ruling.", False)
        agreeing = as_in_roster(game, self.undoing.agreed)
        missing = missing_consent(game, first, "", [*agreeing, self.by])
        if missing:
            insist_on(self.seat, missing, self.undoing.overrule)
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

        people = Prepared(self.faces, self.by)
        if self.throw is None:
            session = self.seat.session(people)
            with session.at_once():
                outcome = rule(session, self.event, self.value, because, self.by, undo)
                people.check_used(self.seat.game.opened.dice)
                return carried_out(
                    self.seat, session, outcome, self.effects, because, self.by, self.event.procedure
                )
        if (
            self.seat.game.opened.dice == "typed"
            and not people.faces
            and terminal.interactive()
            and not self.as_json
        ):
            people.faces.append(percent(ask(f"D{self.throw.die} for the chance? ") or ""))
        session = self.seat.session()
        with session.at_once():
            outcome = rule_by_chance(session, self.event, self.throw, because, self.by, people, undo)
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
