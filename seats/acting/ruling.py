"""Rulings: the white cell's word in the place of an outcome, said outright or thrown for on a probability."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.engine.by_hand.estimates import target
from adjudication.engine.play.later_acts import InTheWay
from adjudication.engine.session import Outcome
from adjudication.seminar import late
from adjudication.seminar.consent import Missing, as_in_roster, missing_consent
from adjudication.seminar.foreseeing import Foreseen, Undo, foresee
from adjudication.seminar.late import Late
from adjudication.seminar.ruling import (
    Throw,
    answers_of,
    event_to_rule_on,
    foresee_throw,
    readings,
    rule,
    rule_by_chance,
)
from domain.errors import BadData, Refused
from domain.events import Event, OrderGiven
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.acting.by_hand import done
from seats.acting.effects import acts_of, carried_out, only_sides
from seats.dialogue.answers import Prepared
from seats.seat.seat import Seat

_SAID = ("die", "face", "options", "value", "result")
"""What an answer says, and may say, for programs."""


def answers_listed(seat: Seat, order: OrderGiven) -> list[dict[str, Any]]:
    """The answers of an order that can be ruled on. Raises NotFound where there is none."""
    from reports.words.events import event_kind
    from reports.words.then import words_then

    answers = answers_of(seat.game, order)
    if not answers:
        event_to_rule_on(seat.game, order.number)  # says that there is none
    views = [view for view in seat.seen(WHITE) if view.number in {event.number for event in answers}]
    told = words_then(seat.game.log, views, WHITE)
    return [
        {
            "number": event.number,
            "event": event_kind(event),
            "told": told[event.number],
            **{name: getattr(event, name) for name in _SAID if hasattr(event, name)},
        }
        for event in answers
    ]


class Ruling(NamedTuple):
    """A ruling in the place of an event: outright, or, with a `throw`, by a die. effects: what changes with
    it."""

    seat: Seat
    event: Event
    value: str
    throw: Throw | None = None
    effects: Sequence[str] = ()

    def check(self, faces: Sequence[int], asked: bool = False) -> None:
        """Raises BadData or Refused for what does not go together, and for a die on the table whose face is
        not said, or is none of its faces. asked: whether somebody is asked for it who did not say it."""
        die = self.throw.die if self.throw is not None else 0
        if die and self.seat.game.opened.dice == "typed":
            if not faces and not asked:
                raise Refused(f"The D{die} is a physical die: type its result with --roll.")
            if faces and not 1 <= faces[0] <= die:
                raise BadData(f"D{die} for the chance: answer one of 1, 2, ..., {die}, not {faces[0]}.")
        if self.effects and self.throw is not None:
            raise BadData("--effect says what follows from --value; of a chance say it with `change`.")
        acts_of(self.seat, self.effects)

    def foreseen(self, undo: int = 0) -> dict[str, Foreseen | None]:
        """What the ruling would do, by what the die says (`value`: outright). undo: an act by hand that is
        undone with it. Raises InTheWay for one that could not stand, and what ruling raises."""
        session = self.seat.session()
        if self.throw is None:
            values = readings(self.event, session.state, self.value)
            return {"value": foresee(session, self.event, values, undo)}
        target(self.throw.percent, self.throw.die)
        if not (self.throw.yes or self.throw.no):
            raise BadData("Say what is ruled when the chance comes off (--if-yes), or does not (--if-no).")
        return foresee_throw(session, self.event, self.throw, undo)

    def undone_for(self, act: InTheWay, agreed: Sequence[str], by: str) -> tuple[Undo, list[Missing]]:
        """The undo of what stands in the way, and the sides that have not agreed to it. Raises NotFound."""
        game, first = self.seat.game, act.act.number
        agreeing = as_in_roster(game, agreed)
        missing = missing_consent(game, first, "", [*agreeing, by])
        return Undo(first, tuple(agreeing), tuple(each.side for each in missing)), missing

    def preview(self, seen: Mapping[str, Foreseen | None]) -> dict[str, Any]:
        """What the ruling would do, for programs."""
        from reports.words.rulings import preview_data

        state = self.seat.game.state
        found = {name: preview_data(each, state) if each else None for name, each in seen.items()}
        return found["value"] or {} if self.throw is None else found

    def record(
        self,
        seen: Mapping[str, Foreseen | None],
        because: str,
        by: str = "",
        faces: Sequence[int] = (),
        undo: Undo | None = None,
        heard: Mapping[str, Any] | None = None,
    ) -> Acted:
        """Record it; its answer has the preview `seen`, and what was heard. Raises what the rules refuse,
        BadData without a reason."""
        if not because.strip():
            raise BadData("A ruling needs a reason: --because REASON.")
        outcome = self._record(because, by, faces, undo)
        return done(self.seat, outcome, preview=self.preview(seen), **({"heard": heard} if heard else {}))

    def _record(self, because: str, by: str, faces: Sequence[int], undo: Undo | None) -> Outcome:
        seat, people = self.seat, Prepared(faces, by)
        if self.throw is None:
            session = seat.session(people)
            with session.at_once():
                outcome = rule(session, self.event, self.value, because, by, undo)
                people.check_used(seat.game.opened.dice)
                order = self.event.procedure
                return carried_out(seat, session, outcome, self.effects, because, by, order)
        session = seat.session()
        with session.at_once():
            outcome = rule_by_chance(session, self.event, self.throw, because, by, people, undo)
            people.check_used(seat.game.opened.dice)
            return outcome


def not_recorded(preview: dict[str, Any]) -> dict[str, Any]:
    """A ruling that was only looked at, as an answer."""
    return {"preview": preview, "recorded": False}


class LateRuling(NamedTuple):
    """A late ruling that was tried: what it does, and who may know."""

    seat: Seat
    late: Late
    audience: tuple[str, ...] | None

    def preview(self) -> dict[str, Any]:
        """What it would do, for programs."""
        from reports.words.rulings import late_data

        return late_data(self.late, self.seat.game.state)

    def record(self, because: str, by: str, preview: dict[str, Any]) -> Acted:
        """Record it with its effects as one act; its answer has the preview. Raises BadData without a
        reason."""
        if not because.strip():
            raise BadData("A late ruling needs a reason: --because REASON.")
        session = self.seat.session_without_dice()
        outcome = late.record(session, self.late, because, by, self.audience)
        return done(self.seat, outcome, preview=preview)


def late_ruling(
    seat: Seat, event: Event, value: str, effects: Sequence[str], only: Sequence[str] | None, by: str
) -> LateRuling:
    """The late ruling that puts a value in the place of an outcome on which later orders rest: tried, not
    recorded. Raises what recording it would."""
    if not value:
        raise BadData(f"Say what is ruled in the place of event {event.number}: --value VALUE.")
    session = seat.session_without_dice()
    found = late.prepare(session, event, value, acts_of(seat, effects))
    audience = only_sides(seat, only)
    with session.on_trial():
        late.record(session, found, "tried", by, audience)
    return LateRuling(seat, found, audience)
