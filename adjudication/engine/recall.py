"""What an order was answered before: a ruling rolls nothing again.

Once there is a ruling on an order, its recorded answers are a pool. Whatever the order asks as it asked
before, in whatever course, is answered from the pool: each answer once, the earliest first. Only what was
never asked before is rolled, or asked of people. So no series of rulings rolls the same die twice.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from adjudication.engine.former_words import asked, rolled_for
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    Picked,
    Ruled,
    RuledAfresh,
    Shuffled,
    TakenBack,
)
from domain.events.mutators import MUTATORS, rebuild, struck
from domain.game.rulings import Rulings, looked_up
from domain.table.state import State

ANSWERS = (DieRolled, CounterDrawn, Picked, Shuffled, Chosen)
"""The kinds of events that are answers of dice or people; what is looked up follows from the table."""


class Recall:
    """The recorded answers of one order and the rulings on it, for one run of its procedure.

    pooled: whether recorded answers are used again; they are not by a ruling of an earlier version.

    log: as far as it counts. out_of_force: what of it is struck, each with the event that struck it.
    trusting: believe what a recorded event says of itself, and answer nothing else from the pool: for what
    might have been, where an answer is altered on purpose and later ones are left to chance. everything:
    answer from the pool although nothing was ruled.
    """

    def __init__(
        self,
        log: Sequence[Event],
        order: int,
        out_of_force: Mapping[int, int],
        trusting: bool = False,
        everything: bool = False,
    ) -> None:
        self.trusting = trusting
        self._rulings = Rulings(log, order, out_of_force)
        self._looked_up: dict[Hashable, int] = {}
        self._pool: dict[Hashable, list[Event]] = {}
        ruled = any(type(each) is Ruled for each in self._rulings.all)
        self.pooled = everything or (ruled and not trusting)
        if self.pooled:
            for event, key in _recorded(log, order, out_of_force):
                self._pool.setdefault(key, []).append(event)

    @classmethod
    def of(
        cls, log: Sequence[Event], order: int, out_of_force: Mapping[int, int], trusting: bool = False
    ) -> "Recall | None":
        """The same for an order that was ruled on, None for any other."""
        if not any(isinstance(event, Ruled) for event in log):
            return None
        found = cls(log, order, out_of_force, trusting)
        return found if found._rulings.all else None

    def take(self, key: Hashable, fits: Callable[[Event], bool] | None = None) -> Event | None:
        """The recorded answer that is due for what is asked now; None when it is asked for the first time."""
        known = self._pool.get(key)
        for place, event in enumerate(known or ()):
            if fits is None or fits(event):
                assert known is not None
                return known.pop(place)
        return None

    def has(self, key: Hashable, fits: Callable[[Event], bool]) -> bool:
        """Whether a recorded answer is due for what is asked now."""
        return any(map(fits, self._pool.get(key, ())))

    def ruled(self, number: int) -> Ruled | None:
        """The ruling on the answer that this event first recorded."""
        return self._rulings.on_answer(number)

    def ruled_look_up(self, table: str, keys: Mapping[str, object], rule: str) -> Ruled | None:
        """The ruling on the look-up that is being made."""
        what = looked_up(table, keys, rule)
        before = self._looked_up.get(what, 0)
        self._looked_up[what] = before + 1
        return self._rulings.on_look_up(what, before)


# --- what is asked as before -----------------------------------------------------------------------


def die_key(die: int, purpose: str, rule: str) -> Hashable:
    """A roll is the same for the same die, purpose and rule."""
    return "die", die, rolled_for(purpose, rule), rule


def draw_key(cup: str, to: str, purpose: str, rule: str, inside: Collection[str]) -> Hashable:
    """A draw is the same when the same pieces lie in the cup."""
    return "draw", cup, to, purpose, rule, frozenset(inside)


def pick_key(options: Sequence[object], purpose: str, rule: str) -> Hashable:
    """A pick is the same among the same candidates."""
    return "pick", purpose, rule, tuple(options)


def shuffle_key(place: str, rule: str, pieces: Collection[str]) -> Hashable:
    """A shuffle is the same of the same pieces."""
    return "shuffle", place, rule, frozenset(pieces)


def choice_key(side: str, question: str, rule: str) -> Hashable:
    """A choice is the same by the same side on the same question under the same rule."""
    return "choice", side, asked(question, rule), rule


def _recorded(
    log: Sequence[Event], order: int, out_of_force: Mapping[int, int]
) -> list[tuple[Event, Hashable]]:
    """Every answer that an order ever had, with what was asked: in every course that it took but those taken
    back, and those that a ruling of an earlier version struck."""
    firsts = [(each.number, each.first) for each in log if isinstance(each, TakenBack)]
    own = [
        event
        for event in log[order:]
        if event.procedure == order
        and isinstance(event, ANSWERS)
        and not event.again
        and not any(first <= event.number < number for number, first in firsts)
        and not isinstance(_striker(log, out_of_force, event), RuledAfresh)
    ]
    cups = _in_cups(log, [event for event in own if isinstance(event, CounterDrawn)])
    return [(event, _key(event, cups)) for event in own]


def _striker(log: Sequence[Event], out_of_force: Mapping[int, int], event: Event) -> Event | None:
    by = out_of_force.get(event.number)
    return log[by - 1] if by is not None and 0 < by <= len(log) else None


def _key(event: Event, cups: Mapping[int, frozenset[str]]) -> Hashable:
    match event:
        case DieRolled():
            return die_key(event.die, event.purpose, event.rule)
        case CounterDrawn():
            return draw_key(event.cup, event.to, event.purpose, event.rule, cups[event.number])
        case Picked():
            return pick_key(event.options, event.purpose, event.rule)
        case Shuffled():
            return shuffle_key(event.place, event.rule, event.order)
        case Chosen():
            return choice_key(event.side, event.question, event.rule)
    raise AssertionError("no answer of dice or people")


def _in_cups(log: Sequence[Event], draws: Sequence[CounterDrawn]) -> dict[int, frozenset[str]]:
    """What lay in the cup at each of these draws, as the table was then."""
    wanted = {draw.number: draw.cup for draw in draws}
    found: dict[int, frozenset[str]] = {}
    if not wanted:
        return found
    state = State()
    for place, event in enumerate(log[: max(wanted)]):
        if event.number in wanted:
            found[event.number] = frozenset(state.at.get(wanted[event.number], ()))
        if isinstance(event, TakenBack | Ruled):
            so_far = log[: place + 1]
            state = rebuild(so_far, struck(so_far))
        else:
            MUTATORS[type(event)](state, event)
    return found
