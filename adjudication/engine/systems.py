"""Rule systems: what each must offer, and how one is found by its name.

A system is a package in this folder that has a `SYSTEM`, with a data folder of the same name in
`scenarios/`; adding one touches no other file.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol

from adjudication import systems as folder
from adjudication.engine.losses import LossesOf, usual
from adjudication.engine.orders import LegalOrders, Order, OrderGroup, OrderKind
from adjudication.engine.summary import Summary
from adjudication.engine.umpire import Question, Umpire
from domain.errors import NotFound
from domain.events import Event, KindData
from domain.table.state import Piece, State
from domain.texts import Said

FEW_ORDERS = 12
"""How many orders of a system a refusal lists."""


class Policy(Protocol):
    """Somebody who plays a side by itself: picks among legal orders, and answers questions."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """One of the legal orders."""
        ...

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """One of the question's options."""
        ...


class RandomPolicy:
    """Takes any legal order, and gives any answer, with equal chances. but: orders that only take another one
    back, so that play by chance would give and take without end; it leaves these out."""

    but: frozenset[str] = frozenset()

    def __init__(self, but: Sequence[str] = ()) -> None:
        self.but = frozenset(but)

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        parts = [part for part in legal.parts if part.name not in self.but] if self.but else ()
        return (LegalOrders(parts) if parts else legal).sample(chance)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        if question.kind == "dice":
            return [1 + int(chance.random() * question.die) for _ in range(question.dice)]
        return question.sample(chance)


class RandomByKind(RandomPolicy):
    """Takes any kind of order with equal chances, then any order of that kind; a kind is listed when it is
    drawn. Where some kinds have a hundred times the orders of others its games are shorter and more varied.
    """

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        names = list(legal.names())
        for few in ([name for name in names if name not in self.but], [*self.but]):
            while few:
                found = LegalOrders(legal.of_kind(few.pop(int(chance.random() * len(few)))))
                if found.size:
                    return found.sample(chance)
        raise IndexError("no order may be given")


@dataclass(frozen=True)
class RuleSystem:
    """A published rule system as the white cell uses it.

    begin: the procedure that opens play once everything is laid on the table. orders: by name.
    legal: every order that may be given now, of all sides. proceed: the order that ends the phase, or
    None. hint: what may be done next, in plain words. phases: their names in order, where they are known
    beforehand. control: space -> the side that holds it, of public facts alone; without it a space is held
    by whoever stands there. communications: side -> its lines of communication or supply as pairs of
    spaces, the one nearer to the source second, of public facts alone. judged: what people judge in it that
    decides the game, as the end of a sentence; empty where the rules decide. What people judge no policy
    foretells: forecasts of such a system are refused. losses: what an event costs a side, given the table
    before it; without it a counter is lost that becomes a casualty or leaves the game. objections: what the
    rules have against an act by hand (its kind and arguments as an order), each with its rule, given the
    table before it; people may overrule them. contacts: whether sides name pieces that they do not know, by
    their contacts. words: what orders take beside names of things, such as formations; no piece may be called
    so, since a hidden piece of that name would be masked in them.
    own_phases: whether a scenario may name the phases of a turn itself.
    fixed_sides: whether the rules fix who plays, so that no side can join.
    standing: side -> its points on this table, where they are no tracks, nothing as long as the table is
    being set up; for the white cell alone, since it may look at all that is hidden; open_standing: everybody
    can count them, too. summary: what came of an order in one line, part by part, for log and review.
    concludes: whether an event concludes what was ordered, though the order goes on to what follows: the log
    has the line there, otherwise at the end of the order. left: what a side has still to do in this phase,
    in short lines, of what that side may know.
    supposed: on a table for odds of some orders, puts what a side supposes in the place of the secret marks
    that it does not know; without it marks are taken as they are. supposes: what odds of an order tell a side
    of that, by the order's name: a sentence. narrowed: for such odds, the pieces that by public facts can
    only be of some kinds, and whether a piece is of one of these. odds_budget: the deeds on the table that
    exact odds of an order may cost, and twice as many all answers to its questions together; 0 for any.
    sampling_budget: those that samples may cost where exact odds cost more; 0 for half of that.
    odds_alternatives: the runs of rule code up to which odds try other answers to what is asked under way, as
    far as can be told beforehand; 0 for any number.
    odds_marks: marks of pieces that odds tell of, such as suppression, where all may know them.
    groups: under which heading a list of a side's orders has a piece, of what that side may know; empty for
    none. happened: what came up in a game so far and how often, by names for people, such as random events;
    for studies. phases_played: which of the phases come up in this game at all, of public facts; without it
    all do.
    turns: with which turn the game ends at the latest, of public facts; 0 where that is open.
    For policies that think ahead, both of public facts alone. proposed: the orders that are worth a thought,
    those that promise most first, none where the usual one will do; without it any may be. stands: about how
    likely a side is to win, 0 to 1, None as long as it cannot be told; without it games are played out.
    """

    name: str
    title: str
    begin: Callable[[Umpire], None]
    orders: Mapping[str, OrderKind]
    legal: Callable[[State], LegalOrders]
    proceed: Callable[[State], Order | None]
    hint: Callable[[State], str]
    default_scenario: str
    policies: Mapping[str, Policy] = field(default_factory=dict)
    phases: tuple[str, ...] = ()
    control: Callable[[State], Mapping[str, str]] | None = None
    communications: Callable[[State], Mapping[str, Sequence[tuple[str, str]]]] | None = None
    judged: str = ""
    losses: LossesOf | None = None
    objections: Callable[[State, Order], Sequence[tuple[str, Said]]] | None = None
    contacts: bool = False
    words: tuple[str, ...] = ()
    own_phases: bool = False
    fixed_sides: bool = False
    summary: Summary | None = None
    concludes: Callable[[Event], bool] | None = None
    left: Callable[[State, str], Sequence[str]] | None = None
    supposed: Callable[[State, str, Sequence[Order]], None] | None = None
    narrowed: Callable[[State], tuple[Sequence[str], Callable[[Piece], bool]]] | None = None
    odds_budget: int = 0
    odds_alternatives: int = 0
    odds_marks: tuple[str, ...] = ()
    sampling_budget: int = 0
    supposes: Mapping[str, str] = field(default_factory=dict)
    standing: Callable[[State], Mapping[str, int]] | None = None
    open_standing: bool = False
    groups: Callable[[State, str, str], str] | None = None
    phases_played: Callable[[State], Sequence[str]] | None = None
    turns: Callable[[State], int] | None = None
    proposed: Callable[[State, LegalOrders], Sequence[Order]] | None = None
    stands: Callable[[State, str], float | None] | None = None
    happened: Callable[[State], Mapping[str, int]] | None = None
    readable: Callable[[Mapping[str, KindData]], None] | None = None
    settle: Callable[[Umpire], None] | None = None
    contradictions: Callable[[State], Iterable[tuple[str, str]]] | None = None

    def phases_in(self, state: State) -> tuple[str, ...]:
        """The names of a turn's phases in this game: those of its scenario, or those of the rules."""
        named = state.opened.phases if state.opened is not None else ()
        return tuple(phase.name for phase in named) or self.phases

    def phases_to_come(self, state: State) -> tuple[str, ...]:
        """Those of them that come up in this game at all."""
        possible = self.phases_in(state)
        return possible if self.phases_played is None else tuple(self.phases_played(state))

    def kind(self, name: str) -> OrderKind:
        """The order kind of that name. Raises NotFound."""
        kind = self.orders.get(name)
        if kind is None:
            raise NotFound(f"{self.title} has no order {name[:60]!r}{self._meant(name)}")
        return kind

    def _meant(self, name: str) -> str:
        """What orders there are: all of a few, of many those whose names are nearest."""
        if len(self.orders) <= FEW_ORDERS:
            return f"; it has: {', '.join(self.orders)}."
        typed = name[:60].casefold()
        alike = get_close_matches(typed, self.orders, n=3)
        alike.sort(key=lambda name: sorted(name) != sorted(typed))  # letters that changed places come first
        doing = [kind.name for kind in self.orders.values() if typed in kind.summary.casefold().split()]
        near = list(dict.fromkeys((*alike, *doing)))[:4]
        likely = f"; perhaps {' or '.join(near)}" if near else ""
        return f"{likely}. `whitecell orders` lists those that may be given now."

    def legal_now(self, state: State) -> LegalOrders:
        """Every order that may be given on this table: none when play is over; while an order waits for an
        answer those that may stand beside it."""
        if state.closed or state.verdict is not None:
            return LegalOrders([])
        if not state.procedures:
            return self.legal(state)
        beside = [name for name, kind in self.orders.items() if kind.stands_beside(state.phase)]
        if not beside:
            return LegalOrders([])
        legal = self.legal(state)
        return LegalOrders([part for name in beside for part in legal.of_kind(name)])

    def policy(self, name: str) -> Policy:
        """The policy of that name; every system has `random`, and `searching` unless people judge. Raises
        NotFound."""
        policies = {"random": RandomPolicy(), **self.policies}
        if name in policies:
            return policies[name]
        if name == SEARCHING and not self.judged:
            found: Policy = import_module(OF_SEARCHING).searching(self)
            return found
        known = ", ".join((*policies, *(() if self.judged else (SEARCHING,))))
        raise NotFound(f"{self.title} has no policy {name[:40]!r}; it has: {known}.")


SEARCHING, OF_SEARCHING = "searching", "adjudication.chances.searching"
"""The policy that plays games out, and the module that makes it: it lies above this one, and is imported
when it is asked for."""
_ADDED: dict[str, RuleSystem] = {}


def add(system: RuleSystem) -> RuleSystem:
    """Make a system known that is not a package of this folder: a club's own, or a test's."""
    _ADDED[system.name] = system
    return system


def names() -> list[str]:
    """The names of all rule systems that can be played."""
    packages = [module.name.replace("_", "-") for module in iter_modules(folder.__path__) if module.ispkg]
    return sorted({*packages, *_ADDED})


def load(name: str) -> RuleSystem:
    """The rule system of that name. Raises NotFound; only packages of this folder are imported."""
    return _ADDED[name] if name in _ADDED else _of_folder(name)


@cache
def _of_folder(name: str) -> RuleSystem:
    if not re.fullmatch(r"[a-z][a-z-]*", name) or name not in names():
        raise NotFound(f"There is no rule system {name[:40]!r}; there are: {', '.join(names())}.")
    system: RuleSystem = import_module(f"adjudication.systems.{name.replace('-', '_')}").SYSTEM
    return system


def losses_in(system: str) -> LossesOf:
    """What counts as a loss in a rule system; the usual where it says nothing, or is not at hand."""
    try:
        return load(system).losses or usual
    except NotFound:
        return usual


__all__ = [
    "LegalOrders",
    "Order",
    "OrderGroup",
    "OrderKind",
    "Policy",
    "RandomPolicy",
    "RuleSystem",
    "add",
    "load",
    "losses_in",
    "names",
]
