"""What an order was answered before: a ruling rolls nothing again.

Once there is a ruling on an order, its recorded answers are a pool. Whatever the order asks as it asked
before, in whatever course, is answered from the pool: each answer once, the earliest first. Only what was
never asked before is rolled, or asked of people. So no series of rulings rolls the same die twice.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property

from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    Picked,
    Ruled,
    Shuffled,
    TakenBack,
)
from domain.events.strikes import Strikes
from domain.game.rulings import Rulings, looked_up
from domain.game.timeline import Timeline
from domain.texts import Said

ANSWERS = (DieRolled, CounterDrawn, Picked, Shuffled, Chosen)
"""The kinds of events that are answers of dice or people; what is looked up follows from the table."""


class Answered:
    """Every answer that the orders of a log ever had: found in one pass, for as many recalls as there are."""

    def __init__(self, log: Sequence[Event], strikes: Strikes) -> None:
        self.log = log
        self.strikes = strikes
        self.rulings = Rulings(log, strikes)
        self._in_cup: dict[int, frozenset[str]] = {}
        self._reached = 0

    @cached_property
    def _timeline(self) -> Timeline:
        return Timeline(self.log, self.strikes)

    @cached_property
    def _answers(self) -> dict[int, list[int]]:
        """The places of the answers of each order, but for those told again."""
        found: dict[int, list[int]] = {}
        for place, event in enumerate(self.log):
            if isinstance(event, ANSWERS) and not event.again:
                found.setdefault(event.procedure, []).append(place)
        return found

    @cached_property
    def _taken_back(self) -> dict[int, int]:
        """The places of answers that were taken back, in force or not by then, each with the place where."""
        found: dict[int, int] = {}
        standing: list[int] = []
        for place, event in enumerate(self.log):
            if isinstance(event, TakenBack):
                while standing and self.log[standing[-1]].number >= event.first:
                    found[standing.pop()] = place
            elif isinstance(event, ANSWERS) and not event.again:
                standing.append(place)
        return found

    def of(self, order: int, until: int) -> list[tuple[Event, Hashable]]:
        """Every answer of an order before place `until`, with what was asked: in every course that it took
        but those taken back."""
        found = []
        for place in self._answers.get(order, ()):
            if place >= until:
                break
            if self._taken_back.get(place, until) >= until:
                found.append((self.log[place], self._key(place)))
        return found

    def _key(self, place: int) -> Hashable:
        event = self.log[place]
        match event:
            case DieRolled():
                return die_key(event.die, event.purpose, event.rule)
            case CounterDrawn():
                return draw_key(event.cup, event.to, event.purpose, event.rule, self._inside(place))
            case Picked():
                return pick_key(event.options, event.purpose, event.rule)
            case Shuffled():
                return shuffle_key(event.place, event.rule, event.order)
            case Chosen():
                return choice_key(event.side, event.question, event.rule)
        raise AssertionError("no answer of dice or people")

    def _inside(self, place: int) -> frozenset[str]:
        """What lay in the cup at the draw at that place, as the table was then."""
        while self._reached <= place:
            event = self.log[self._reached]
            if isinstance(event, CounterDrawn) and event.procedure in self.rulings.of_order:
                self._in_cup[self._reached] = frozenset(self._timeline.state.at.get(event.cup, ()))
            self._timeline.take(self._reached)
            self._reached += 1
        return self._in_cup[place]


class Recall:
    """The recorded answers of one order and the rulings on it, for one run of its procedure.

    pooled: whether recorded answers are used again.

    until: the place up to which the log counts. trusting: believe what a recorded event says of itself, and
    answer nothing else from the pool: for what might have been, where an answer is altered on purpose and
    later ones are left to chance. everything: answer from the pool although nothing was ruled.
    """

    def __init__(
        self,
        answered: Answered,
        order: int,
        until: int,
        trusting: bool = False,
        everything: bool = False,
    ) -> None:
        self.trusting = trusting
        self._order, self._until = order, until
        self._rulings = answered.rulings
        self._strikes = answered.strikes
        self._looked_up: dict[Hashable, int] = {}
        self._pool: dict[Hashable, list[Event]] = {}
        ruled = any(map(self._standing, self._rulings.of_order.get(order, ())))
        self.pooled = everything or (ruled and not trusting)
        if self.pooled:
            for event, key in answered.of(order, until):
                self._pool.setdefault(key, []).append(event)

    @classmethod
    def of(cls, log: Sequence[Event], order: int, trusting: bool = False) -> "Recall | None":
        """The same at the end of a log for an order that was ruled on, None for any other."""
        if not any(isinstance(event, Ruled) for event in log):
            return None
        return cls.at(Answered(log, Strikes(log)), order, len(log), trusting)

    @classmethod
    def at(cls, answered: Answered, order: int, until: int, trusting: bool = False) -> "Recall | None":
        """The same as it was before place `until` was written."""
        strikes = answered.strikes
        rulings = answered.rulings.of_order.get(order, ())
        if not any(place < until and strikes.in_force(place, until) for place in rulings):
            return None
        return cls(answered, order, until, trusting)

    def _standing(self, place: int) -> bool:
        return place < self._until and self._strikes.in_force(place, self._until)

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
        return self._rulings.on((self._order, None, number), self._standing)

    def ruled_look_up(self, table: str, keys: Mapping[str, object], rule: str) -> Ruled | None:
        """The ruling on the look-up that is being made."""
        what = looked_up(table, keys, rule)
        before = self._looked_up.get(what, 0)
        self._looked_up[what] = before + 1
        return self._rulings.on((self._order, what, before), self._standing)


# --- what is asked as before -----------------------------------------------------------------------


def die_key(die: int, purpose: Said, rule: str) -> Hashable:
    """A roll is the same for the same die, purpose and rule."""
    return "die", die, purpose, rule


def draw_key(cup: str, to: str, purpose: Said, rule: str, inside: Collection[str]) -> Hashable:
    """A draw is the same when the same pieces lie in the cup."""
    return "draw", cup, to, purpose, rule, frozenset(inside)


def pick_key(options: Sequence[object], purpose: Said, rule: str) -> Hashable:
    """A pick is the same among the same candidates."""
    return "pick", purpose, rule, tuple(options)


def shuffle_key(place: str, rule: str, pieces: Collection[str]) -> Hashable:
    """A shuffle is the same of the same pieces."""
    return "shuffle", place, rule, frozenset(pieces)


def choice_key(side: str, question: Said, rule: str) -> Hashable:
    """A choice is the same by the same side on the same question under the same rule."""
    return "choice", side, question, rule
