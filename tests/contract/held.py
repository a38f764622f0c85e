"""What a rule system says of itself to the contract: its games, and what may never change in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.engine.session import Session
from domain.events import Event, OrderDone
from domain.table.mutators import apply, rebuild
from domain.table.state import Piece, State
from tests.core.games import check_conservation


class Books(Protocol):
    """What a system keeps count of along a game, beside the table."""

    def see(self, event: Event, state: State) -> None:
        """An event, and the table after it; fails where what may never change has changed."""
        ...


@dataclass(frozen=True)
class Play:
    """A random game.

    start: a session at it for a seed, play begun. policy: who plays. orders: how many are given; 0: to the
    verdict. before_turn: only what comes before that turn is asked about in full; 0: everything. seeds: of
    the games that are played, of which the first alone is not slow. slow: nor is that one quick. brief: where
    slow tests are left out, it is played and its books are kept, and no more is asked. hides: in some of its
    games something is hidden from a side, so that `tests/worlds` looks at it.
    """

    name: str
    start: Callable[[int], Session]
    policy: Callable[[int], Policy] = lambda seed: RandomPolicy()
    orders: int = 0
    before_turn: int = 0
    seeds: int = 4
    slow: bool = False
    brief: bool = False
    hides: bool = True


def never(piece: Piece) -> bool:
    """Counters neither come nor go."""
    return False


@dataclass(frozen=True)
class Held:
    """What a system declares beside its name.

    plays: its games. books: made for the table on which play begins. come_and_go: the counters that are added
    and removed in play. beyond_the_list: orders that are legal beside those of the list, and why. not_listed:
    orders that no game here has in its list, and why. seldom: those that the first games alone do not have.
    shown: rules that its games cite, so that the books hold something against them.
    """

    plays: tuple[Play, ...]
    books: Callable[[State], Books] | None = None
    come_and_go: Callable[[Piece], bool] = never
    beyond_the_list: Mapping[str, str] = field(default_factory=dict)
    not_listed: Mapping[str, str] = field(default_factory=dict)
    seldom: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()


class Following:
    """Books of a game, kept on a table of their own."""

    def __init__(self, log: Sequence[Event], books: Callable[[State], Books]) -> None:
        self.state = rebuild(log)
        self.books = books(self.state)

    def see(self, events: Iterable[Event]) -> None:
        """Take in what has happened since."""
        for event in events:
            apply(self.state, event)
            self.books.see(event, self.state)


def keep_books(log: Sequence[Event], of: Held) -> State:
    """Follow a game: pieces, tracks, the mix of counters, and what its system counts; the last table."""
    state, books = State(), None
    mix = Counter[str]()
    for event in log:
        apply(state, event)
        if books is not None:
            books.see(event, state)
        if not isinstance(event, OrderDone):
            continue
        check_conservation(state)
        now = Counter(piece.kind_id for piece in state.pieces.values() if not of.come_and_go(piece))
        assert now == mix or not mix, f"counters have come or gone: {mix - now}, {now - mix}"
        mix = now
        if books is None and of.books is not None:
            books = of.books(state)
    return state
