"""Positions: a game as it stood behind one of its events, to be played on from there, again and again."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.chances.playout import Playout, luck_of, mix_unknown
from adjudication.chances.selfplay import GameDoesNotEnd, PolicyPeople
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.engine.play.running import run
from adjudication.engine.policies import Policy
from adjudication.engine.recall import Recall
from adjudication.engine.umpire import Pending, People, Umpire
from domain.errors import NotFound, Refused
from domain.events import Event, OrderGiven
from domain.events.seen import held
from domain.events.strikes import struck
from domain.table.dice import Dice
from domain.table.mutators import rebuild
from domain.table.state import State
from domain.views.view import leave_out_unseen


class Waiting(NamedTuple):
    """An order that was being adjudicated: the table it was given on, and what had come of it by then, of the
    log and of what was struck in it."""

    given: OrderGiven
    state: State
    recorded: tuple[Event, ...]
    log: Sequence[Event]
    out_of_force: Mapping[int, int]


class Position(NamedTuple):
    """A table to play on from; `waiting`: orders to be brought to their end first, the latest first.

    order: one to be given then, before the policy takes over.
    """

    state: State
    waiting: tuple[Waiting, ...] = ()
    order: Order | None = None


class Ending(NamedTuple):
    """How a play-out ended: the winner (empty: a draw; None: it did not end), and the tracks."""

    winner: str | None
    tracks: Mapping[str, int]


def position_at(log: Sequence[Event], number: int, order: Order | None = None) -> Position:
    """The game as it stood behind the event of that number. Raises NotFound."""
    if not 1 <= number <= len(log):
        raise NotFound(f"There is no event {number}; the log has {len(log)} events.")
    events = log[:number]
    out_of_force = struck(events)
    in_force = [event for event in events if event.number not in out_of_force]
    state = rebuild(events, out_of_force)
    waiting = tuple(
        Waiting(
            given,
            rebuild(events[: given.number], out_of_force),
            tuple(event for event in in_force if event.number > given.number),
            events,
            out_of_force,
        )
        for given in (state.procedures[number] for number in sorted(state.procedures, reverse=True))
    )
    return Position(state, waiting, order)


def play_on(system: RuleSystem, position: Position, policy: Policy, viewer: str, seed: int) -> Ending:
    """Play a position to its end once; the same seed, the same luck.

    What the viewer did not know of the table then is dealt anew each time; an order of another side, which
    does know it, is adjudicated before. Raises Refused when the order to be given first is illegal, or waits
    for what no policy can answer.
    """
    dice, chance = luck_of(seed)
    deal = random.Random(f"unknown {seed}")
    people = PolicyPeople({}, policy, chance)
    state = position.state
    told: tuple[Event, ...] = ()
    for nth, order in enumerate(position.waiting, start=1):
        state = order.state.copy()
        last = nth == len(position.waiting)
        told = _finish(system, state, order, told, dice, people, viewer if last else None, deal)
    given = position.order
    if not position.waiting:
        state = state.copy()
    playout = Playout(system, state, policy, dice, chance)
    try:
        if given is not None and not position.waiting and given.side not in held(viewer):
            playout.give(given)
            given = None
        if position.waiting:
            leave_out_unseen(state, viewer)
            state.forget()
        else:
            mix_unknown(state, viewer, deal)
        if given is not None:
            playout.give(given)
        playout.play()
    except GameDoesNotEnd:
        return Ending(None, _tracks(state))
    return Ending("" if state.verdict is None else state.verdict.winner, _tracks(state))


def _tracks(state: State) -> dict[str, int]:
    return {id: track.value for id, track in state.tracks.items()}


def _finish(
    system: RuleSystem,
    state: State,
    order: Waiting,
    told: tuple[Event, ...],
    dice: Dice,
    people: People,
    viewer: str | None,
    deal: random.Random,
) -> tuple[Event, ...]:
    """Adjudicate an order to its end, from what had come of it: what was told behind the position."""
    recorded = (*order.recorded, *told)
    umpire = _GoingOn(state, order, recorded, dice, people, viewer, deal)
    waiting = run(system, umpire, order.given)
    if waiting:
        raise Pending(*waiting)
    return (*told, *umpire.fresh)


class _GoingOn(Umpire):
    """Retraces what was recorded, and deals what the viewer does not know before it goes on live."""

    def __init__(
        self,
        state: State,
        order: Waiting,
        recorded: Sequence[Event],
        dice: Dice,
        people: People,
        viewer: str | None,
        deal: random.Random,
    ) -> None:
        self._viewer = viewer
        self._deal = deal
        last = recorded[-1].number if recorded else order.given.number
        super().__init__(
            state,
            order.given.number,
            dice,
            people,
            recorded=recorded,
            recall=Recall.of(order.log, order.given.number, trusting=True),
            next_number=last + 1,
            chances=max((getattr(event, "chance", 0) for event in recorded), default=0),
        )
        self._typed = False  # a play-out throws no dice on the table
        if not recorded:
            self._mix()

    def _pass_others(self) -> None:
        super()._pass_others()
        if not self._retracing:
            self._mix()

    def _mix(self) -> None:
        viewer, self._viewer = self._viewer, None
        if viewer is not None:
            mix_unknown(self.state, viewer, self._deal, midway=True)


def check_playable(system: RuleSystem, position: Position, policy: Policy, viewer: str) -> None:
    """Raises Refused, in one sentence, when a position cannot be played on by this policy."""
    try:
        play_on(system, position, policy, viewer, 0)
    except Pending as pending:
        asked = pending.questions[0]
        raise Refused(f"No policy can answer what is asked then: {asked.text}") from pending


def replaced(log: Sequence[Event], number: int, **changes: Any) -> list[Event]:
    """The log up to that event, with that event otherwise."""
    import msgspec

    return [*log[: number - 1], msgspec.structs.replace(log[number - 1], **changes)]
