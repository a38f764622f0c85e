"""Acts by hand that came after an answer that is ruled on: whether they can stand as they are.

They stay in force. So they must be possible on the table that the new course leaves, come out as they did,
and leave the new course as it would be without them. An act that does not is in the way of the ruling.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.play.rerun import Run, run_again
from adjudication.engine.play.running import STUMBLES, run
from adjudication.engine.questions import Nobody, People, Remembering
from adjudication.engine.recall import Answered, Recall
from adjudication.engine.umpire import Diverged, Umpire, Unthrown
from domain.errors import Refused
from domain.events import Event, OrderDone, OrderGiven, Ruled
from domain.events.strikes import Strikes, struck
from domain.table.dice import Dice
from domain.table.mutators import MUTATORS
from domain.table.state import State


class InTheWay(Refused):
    """A later act by hand could not stand after a ruling; `act` is the order that gave it."""

    def __init__(self, act: OrderGiven, why: str) -> None:
        about = by_hand.in_short(act.order, act.arguments)
        what = f"{by_hand.KINDS[act.order].summary}, {about}"
        super().__init__(f"Event {act.number} ({what}) could not stand after this ruling: {why}")
        self.act = act
        self.why = why


def check(
    system: RuleSystem, log: Sequence[Event], given: OrderGiven, people: Remembering, dice: Dice
) -> None:
    """Raises InTheWay, or what the rules refuse, for the ruling that ends this log, on that order.

    people: they are asked here, and give the same answers once more afterwards.
    """
    ruled = log[-1]
    assert isinstance(ruled, Ruled)
    gone = struck(log)
    acts = [
        event
        for event in log[ruled.concerns :]
        if isinstance(event, OrderGiven)
        and event.number not in gone
        and event.order in by_hand.KINDS
        and event.order not in by_hand.SAID
    ]
    alone = run_again(system, log, gone, given, people, dice, without=_numbers(log, acts))
    trial = _Trial(system, log, gone, given, people, dice, alone)
    if acts and trial.fault(acts) is not None:
        for count, act in enumerate(acts, start=1):
            why = trial.fault(acts[:count], _numbers(log, acts[count:]))
            if why is not None:
                raise InTheWay(act, why)
    trial.check_others(ruled)


class _Trial:
    """A ruling tried with some of the acts that came after."""

    def __init__(
        self,
        system: RuleSystem,
        log: Sequence[Event],
        gone: Mapping[int, int],
        given: OrderGiven,
        people: Remembering,
        dice: Dice,
        alone: Run,
    ) -> None:
        self.system = system
        self.log = log
        self.gone = gone
        self.given = given
        self.people = people
        self.dice = dice
        self.alone = alone

    def fault(self, acts: Sequence[OrderGiven], without: Collection[int] = ()) -> str | None:
        """Why the last of these acts could not stand, in a sentence; None when all can."""
        order = f"order {self.given.number} ({self.given.order})"
        try:
            told = self._run(self.given, self.people.again(), without)
            for act in acts:
                again = self._run(act, Nobody(), without)
                if again.fresh or again.questions:
                    return f"it would not come out as it did before {order} went on."
        except (Diverged, *STUMBLES):
            return f"it rests on what {order} did before."
        except Refused as refused:
            return refused.sentence
        if _facts(told.fresh) != _facts(self.alone.fresh) or told.questions != self.alone.questions:
            return f"{order} would then come out otherwise."
        return self._fault_behind(acts, told.state)

    def _fault_behind(self, acts: Sequence[OrderGiven], left: State) -> str | None:
        """The acts, done on the table that the new course leaves without them, against what is recorded."""
        state = self.alone.state.copy()
        try:
            for act in acts:
                if _facts(self._redone(act, state)) != _facts(self._members(act)):
                    return "on the table that the ruling leaves it would do something else."
        except STUMBLES:
            return "on the table that the ruling leaves it is not possible."
        except Refused as refused:
            return refused.sentence
        if _table(state) != _table(left):
            return f"it changes what order {self.given.number} ({self.given.order}) changes too."
        return None

    def check_others(self, ruled: Ruled) -> None:
        """Raises Refused when another order that went on since could not be adjudicated as it was."""
        since = [e for e in self.log[ruled.concerns :] if e.number not in self.gone]
        for number in dict.fromkeys(event.procedure for event in since):
            given = self.log[number - 1] if number else None
            if not isinstance(given, OrderGiven) or number == self.given.number or number > ruled.concerns:
                continue
            try:
                again = self._run(given, Nobody(), ())
            except (Diverged, Refused, *STUMBLES):
                again = None
            if again is None or again.fresh:
                raise Refused(
                    f"Order {number} ({given.order}) went on since and would come out differently: "
                    "undo it first, or correct the table by hand."
                )

    def _run(self, given: OrderGiven, people: People, without: Collection[int]) -> Run:
        dice = self.dice if given.number == self.given.number else Unthrown()
        return run_again(self.system, self.log, self.gone, given, people, dice, without=without)

    def _members(self, act: OrderGiven) -> list[Event]:
        return [
            event
            for event in self.log[act.number :]
            if event.procedure == act.number and event.number not in self.gone
        ]

    def _redone(self, act: OrderGiven, state: State) -> list[Event]:
        """What an act tells on another table, with the same dice."""
        MUTATORS[OrderGiven](state, act)
        answered = Answered(self.log, Strikes(self.log))
        recall = Recall(answered, act.number, len(self.log), everything=True)
        umpire = Umpire(state, act.number, Unthrown(), Nobody(), recall=recall)
        run(self.system, umpire, act)
        return umpire.fresh


def _numbers(log: Sequence[Event], acts: Collection[OrderGiven]) -> frozenset[int]:
    """The events of these acts."""
    orders = {act.number for act in acts}
    return frozenset(event.number for event in log if event.procedure in orders)


def _facts(events: Sequence[Event]) -> list[Any]:
    """Events without what only says where in the log they stand."""
    told = [event for event in events if not isinstance(event, OrderDone)]
    return [(type(event), _bare(msgspec.structs.asdict(event))) for event in told]


def _bare(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in _PLACE}


_PLACE = frozenset(("number", "time", "blind", "chance", "again"))


def _table(state: State) -> Any:
    """All that lies on the table."""
    return (
        {id: (p.place, p.name, p.side, p.face, p.steps, p.known_to) for id, p in state.pieces.items()},
        {id: track.value for id, track in state.tracks.items()},
        state.marks,
        state.marks_for,
        (state.turn, state.phase, state.side, state.verdict),
    )
