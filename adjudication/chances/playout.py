"""Play-outs: games played on from any state by policies, with nothing recorded; for studies and forecasts."""

import gc
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from adjudication.chances.face_down import IDENTITY, identity, order_unknown
from adjudication.chances.selfplay import LONGEST_GAME, GameDoesNotEnd, PolicyPeople
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.engine.play.running import BEGIN, run
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Pending, Umpire
from domain.events import Event, OrderGiven
from domain.table.dice import Dice, SampledDice
from domain.table.mutators import MUTATORS
from domain.table.state import Piece, State
from domain.views.view import WHITE, leave_out_unseen, sees_mark

Watch = Callable[[OrderGiven, Sequence[Event]], None]
"""Told of each order and what came of it, in studies that count rules and rows."""


class Playout:
    """Plays one state on, in place: `policy` orders for all sides, `dice` and `chance` are its luck."""

    def __init__(
        self,
        system: RuleSystem,
        state: State,
        policy: Policy,
        dice: Dice,
        chance: random.Random,
        watch: Watch | None = None,
    ) -> None:
        if state.opened is not None and state.opened.dice == "typed":
            state.opened = structs.replace(state.opened, dice=dice.source)  # nobody throws dice for it
        self.system = system
        self.state = state
        self.policy = policy
        self.chance = chance
        self._umpire = Umpire(state, 0, dice, PolicyPeople({}, policy, chance))
        self._watch = watch

    def begin(self) -> None:
        """Open play on a table that has just been laid."""
        self.give(Order("", BEGIN))

    def give(self, order: Order, listed: bool = False) -> None:
        """Give one order and adjudicate it to its end. Raises Refused when it is illegal. listed: it was
        taken from the list of legal orders."""
        state = self.state
        number = state.number + 1
        given = OrderGiven(
            number=number,
            procedure=number,
            side=order.side,
            order=order.name,
            arguments=order.arguments,
        )
        MUTATORS[OrderGiven](state, given)
        state.number = number
        umpire = self._umpire
        umpire.take_up(number)
        waiting = run(self.system, umpire, given, listed)
        if waiting:
            raise Pending(*waiting)
        if self._watch is not None:
            self._watch(given, umpire.fresh)

    def play(self, orders: int = LONGEST_GAME, until: Callable[[State], bool] | None = None) -> State:
        """Play to the verdict, so many orders on, or until that holds of the table between two orders. Raises
        GameDoesNotEnd."""
        with undisturbed():
            return self._play(orders, until)

    def _play(self, orders: int, until: Callable[[State], bool] | None) -> State:
        state, policy, legal_now, chance = self.state, self.policy, self.system.legal, self.chance
        for _ in range(orders):
            if state.verdict is not None or (until is not None and until(state)):
                return state
            legal = legal_now(state)
            if not legal:
                raise GameDoesNotEnd("No order is legal although the game is not decided.")
            self.give(policy.order(state, legal, chance), listed=True)
        if state.verdict is None and orders == LONGEST_GAME:
            raise GameDoesNotEnd(f"The game is not decided after {orders} orders.")
        return state


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Python look for garbage in cycles afterwards, not meanwhile: what a game makes lives in few, and
    each look goes through all that policies keep of other games."""
    looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looking:
            gc.enable()


def luck_of(seed: int) -> tuple[Dice, random.Random]:
    """The dice and the policy's chance of a play-out, both made again by its seed.

    Two generators: of one alone, what a policy picks would tell what the dice show.
    """
    return SampledDice(seed), random.Random(f"policy {seed}")


def mix_unknown(state: State, viewer: str, chance: random.Random, midway: bool = False) -> None:
    """Let every piece that the viewer does not know be any of those that look like it, at random.

    So a play-out of a side's prospects does not count on what lies face down: the same chance deals the same
    pieces, whichever lay where, and whichever the scenario named first. midway: an order is being adjudicated
    that may be about what the viewer does not see; that stays until it is done.
    """
    if viewer == WHITE:
        return
    if not midway:
        leave_out_unseen(state, viewer)
    unknown = order_unknown(state, viewer)
    groups: dict[tuple[str, str], list[Piece]] = {}
    for piece in unknown:
        groups.setdefault((piece.side, piece.kind.back), []).append(piece)
    pieces: list[Piece] = []
    dealt: list[Piece] = []
    for key in sorted(groups):
        alike = sorted(groups[key], key=lambda piece: (*identity(state, piece), piece.name, piece.id))
        chance.shuffle(alike)
        pieces += groups[key]
        dealt += alike
    _deal(state, viewer, pieces, dealt)
    state.forget()


def _deal(state: State, viewer: str, pieces: Sequence[Piece], dealt: Sequence[Piece]) -> None:
    """Let each of these pieces be what the other in its place was. Marks belong to what a piece is, and so do
    those secret ones that name it; a mark that the viewer may know names what lies there."""
    identities = [[getattr(piece, name) for name in IDENTITY] for piece in dealt]
    for piece, values in zip(pieces, identities, strict=True):
        for name, value in zip(IDENTITY, values, strict=True):
            setattr(piece, name, value)
    ids = {was.id: now.id for was, now in zip(dealt, pieces, strict=True)}
    for subject, marks in state.marks.items():
        for mark, value in marks.items():
            if subject in ids or not sees_mark(state, viewer, subject, mark):
                marks[mark] = _renamed(value, ids)
    if not ids.keys().isdisjoint(state.marks):
        state.marks = {ids.get(subject, subject): marks for subject, marks in state.marks.items()}
        state.marks_for = {(ids.get(s, s), mark): sides for (s, mark), sides in state.marks_for.items()}
        state.lapses = {(ids.get(s, s), mark): lapse for (s, mark), lapse in state.lapses.items()}


def _renamed(value: Any, ids: Mapping[str, str]) -> Any:
    """Plain data with other ids in the place of these."""
    if isinstance(value, dict):
        return {_renamed(key, ids): _renamed(part, ids) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(part, ids) for part in value]
    return ids.get(value, value) if isinstance(value, str) else value
