"""Late rulings: an outcome is corrected after others have built on it.

The corrected outcome and its effects are recorded as one act by hand. Nothing is rolled again, nothing is
struck, and what was ordered since stands.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.by_hand.acts import HOUSE, LATE
from adjudication.engine.session import Outcome, Session
from adjudication.engine.umpire import Nobody, Unthrown
from adjudication.seminar.foreseeing import Foreseen, foresee
from adjudication.seminar.ruling import readings, subject_of
from domain.errors import BadData, NotFound, Refused
from domain.events import Chosen, DieRolled, Event, LookedUp, Marked, Noted, OrderGiven, Picked
from domain.game.game import Game
from domain.game.rulings import ruled_answers
from domain.texts import strings_in


class Late(NamedTuple):
    """A late ruling before it is recorded.

    was: the outcome until now. by_the_rules: what the rules would have made of the ruled outcome at the time,
    None where that cannot be said. built_on: later orders that used what the outcome had changed, each with
    the ids in question.
    """

    event: Event
    about: str
    was: Any
    value: Any
    acts: tuple[Mapping[str, Any], ...]
    by_the_rules: Foreseen | None
    built_on: tuple[tuple[OrderGiven, tuple[str, ...]], ...]

    def arguments(self) -> dict[str, Any]:
        """The arguments of the act by hand that records it."""
        told = {"concerns": self.event.number, "about": self.about, "was": self.was, "value": self.value}
        return {**told, "acts": list(self.acts)}


def prepare(session: Session, event: Event, text: str, acts: Sequence[Mapping[str, Any]]) -> Late:
    """The late ruling that puts what a text says in the place of an answer. Nothing is recorded.

    Raises BadData for an event that is no answer in force, and for what its order could not be answered.
    """
    session.answer_in_force(event.number)
    values = readings(event, session.state, text)
    seen = _at_the_time(session, event, values)
    value = seen.value if seen is not None else values[0]
    was = value_now(session.game.log, event, session.game.struck)
    if isinstance(value, Mapping) and isinstance(was, Mapping) and isinstance(event, LookedUp):
        was = {column: was.get(column) for column in value}
    if value == was:
        raise BadData(f"The outcome of event {event.number} is that already.")
    about = subject_of(event, session.state)
    return Late(event, about, was, value, tuple(acts), seen, tuple(built_on(session, event, seen)))


def record(
    session: Session,
    late: Late,
    because: str,
    by: str = "",
    audience: tuple[str, ...] | None = None,
    anyway: bool = False,
) -> Outcome:
    """Record a late ruling and its effects as one act by hand, for those who may know of the outcome.

    Raises what `Session.by_hand` raises, for example where an effect is not possible on the table as it is.
    """
    rule = _citable(session, late.event.rule)
    on = late.event.procedure
    return session.by_hand(
        LATE, late.arguments(), because, by, rule, audience, anyway, on, late.event.audience
    )


def _citable(session: Session, rule: str) -> str:
    """The rule of an outcome, or the house where the register does not have it."""
    try:
        return by_hand.cited(session.system.name, rule, session.state) if rule else HOUSE
    except NotFound:
        return HOUSE


def value_now(log: Sequence[Event], event: Event, struck: Mapping[int, int]) -> Any:
    """The outcome of an answer as it stands: recorded, ruled, or corrected late."""
    ruled = ruled_answers(log, struck).get(event.number)
    late = [each.arguments.get("value") for each in late_rulings(log, event.number, struck)]
    return outcome(event, [ruled.value, *late] if ruled is not None else late)


def outcome(event: Event, said: Sequence[Any]) -> Any:
    """The outcome of an answer in whose place values were said, one after the other. Raises BadData for an
    event that is no answer."""
    return reduce(put, said, _recorded(event))


def late_rulings(log: Sequence[Event], concerns: int, struck: Mapping[int, int]) -> list[OrderGiven]:
    """The late rulings in force on an event, in their order."""
    return [
        event
        for event in log[concerns:]
        if isinstance(event, OrderGiven)
        and event.order == LATE
        and event.arguments.get("concerns") == concerns
        and event.number not in struck
    ]


def _recorded(event: Event) -> Any:
    match event:
        case DieRolled():
            return event.face
        case LookedUp():
            return event.result
        case Chosen() | Picked():
            return event.value
    raise BadData(f"Event {event.number} is no outcome.")


def put(before: Any, value: Any) -> Any:
    """A ruled value in the place of another; of a look-up only some columns are ruled."""
    if isinstance(before, Mapping) and isinstance(value, Mapping):
        return {**before, **value}
    return value


def _at_the_time(session: Session, event: Event, values: Sequence[Any]) -> Foreseen | None:
    """The ruling as it would have gone before any later order of the rules; None where that cannot be said.

    Raises BadData for values that the order could not have been answered.
    """
    game = session.game
    since = (o for o in session.orders_in_force() if o.number > event.number and o.order not in by_hand.KINDS)
    cut = next((order.number - 1 for order in since), len(game.log))
    then = Game(game.id)
    then.take_in(game.log[:cut])
    then.forget_after(cut)
    try:
        return foresee(Session(session.system, then, Unthrown(), Nobody()), event, values)
    except BadData:
        raise
    except Refused:
        return None


def built_on(
    session: Session, event: Event, seen: Foreseen | None = None
) -> list[tuple[OrderGiven, tuple[str, ...]]]:
    """The later orders in force that used what the outcome changed, or would have changed as it is ruled
    (`seen`): each with the ids of what they used."""
    game = session.game
    told = [each for each in game.procedure(event.procedure) if each.number > event.number]
    if seen is not None:
        told += [*seen.gone, *seen.new]
    changed = {id for each in told for id in _touched(each)}
    used: dict[int, dict[str, None]] = {}
    for later in game.log[event.number :]:
        if later.number in game.struck or later.procedure in (0, event.procedure):
            continue
        named = strings_in(later.arguments) if isinstance(later, OrderGiven) else _touched(later)
        used.setdefault(later.procedure, {}).update(dict.fromkeys(sorted(named & changed)))
    found = []
    for number, ids in used.items():
        order = game.log[number - 1]
        if ids and number > event.number and isinstance(order, OrderGiven):
            found.append((order, tuple(ids)))
    return found


def _touched(event: Event) -> set[str]:
    """What an event changes or reads: pieces, tracks, and what is marked."""
    if isinstance(event, Noted):
        return set()
    named = [getattr(event, name, "") for name in ("piece", "track")]
    found = {getattr(each, "id", each) for each in named if each}
    if isinstance(event, Marked):
        found.add(event.subject)
    return {id for id in found if isinstance(id, str)}
