"""Rule systems: what each must offer and what it may, and how one is found by its name.

A system is a package in `adjudication/systems` that has a `SYSTEM`, with a data folder of the same name in
`scenarios/`; adding one touches no other file. In what follows, a function *of public facts* must look at
nothing that is hidden from anybody: what it returns is shown to all.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from adjudication import systems as folder
from adjudication.engine.losses import LossesOf, usual
from adjudication.engine.orders import LegalOrders, Order, OrderKind
from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.engine.summary import Summary
from adjudication.engine.umpire import Umpire
from domain.errors import NotFound
from domain.events import Event, KindData
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import Said

FEW_ORDERS = 12
"""How many orders of a system a refusal lists."""


@dataclass(frozen=True)
class Rules:
    """What the rules say beside their orders: the course of play, and what binds the white cell."""

    phases: tuple[str, ...] = ()
    """The names of a turn's phases, in order. Without it any phase can be entered."""
    own_phases: bool = False
    """Whether a scenario may name the phases itself. Without it such a scenario is refused."""
    phases_played: Callable[[State], Sequence[str]] | None = None
    """Those of them that come up in this game, of public facts. Without it all do."""
    last_turn: Callable[[State], int] | None = None
    """The turn that ends the game at the latest, of public facts; 0 if open. Without it this is open."""
    fixed_sides: bool = False
    """Whether no side can join the game. Without it sides can be added."""
    judged: str = ""
    """What people judge that decides the game, as the end of a sentence; then forecasts are refused. Without
    it the rules decide."""
    objections: Callable[[State, Order], Sequence[tuple[str, Said]]] | None = None
    """What the rules have against a manual change (as an order) on the table before it, each as rule and
    reason; people may overrule it. Without it they have nothing against it."""
    settle: Callable[[Umpire], None] | None = None
    """A procedure that brings up to date what follows from a manual change. Without it nothing follows."""
    check_kinds: Callable[[Mapping[str, KindData]], None] | None = None
    """Raises BadData for adopted counters or cards that the rules cannot read. Without it all are taken."""
    contradictions: Callable[[State], Iterable[tuple[str, str]]] | None = None
    """What on the table does not follow from its position, each as rule and sentence, for the audit. Without
    it this is not checked."""


@dataclass(frozen=True)
class Words:
    """How orders and pieces are named, and what people read while they play."""

    reserved: tuple[str, ...] = ()
    """Words that orders take beside names, such as formations; no piece may be called so, since a hidden one
    would be masked in them. Without it there are none."""
    contacts: bool = False
    """Whether sides name pieces that they do not know by contacts. Without it they cannot name them."""
    left: Callable[[State, str], Sequence[str]] | None = None
    """What a side has still to do in this phase, in short lines, of what it may know. Without it this is not
    said."""
    heading: Callable[[State, str, str], str] | None = None
    """The heading of a piece in a side's list of orders, of what the side may know. Without it there are no
    headings."""
    summary: Summary | None = None
    """What came of an order in one line, as `Part`s, each told to those who may know of the events that it
    names. Without it the log has the events alone."""
    concludes: Callable[[Event], bool] | None = None
    """Whether an event concludes what was ordered, though the order goes on. Without it the summary stands at
    the order's end."""


@dataclass(frozen=True)
class OddsSettings:
    """What odds for a side suppose and show, and how much work they may take. Work is counted in changes of
    the table."""

    suppose: Callable[[State, str, Sequence[Order]], None] | None = None
    """On a table for odds of some orders, puts what a side supposes in place of secret marks. Without it odds
    that depend on them are withheld."""
    suppositions: Mapping[str, str] = field(default_factory=dict)
    """Order to the sentence that tells a side what its odds suppose. Without it nothing is said."""
    narrowed: Callable[[State], tuple[Sequence[str], Callable[[Piece], bool]]] | None = None
    """Pieces that by public facts can only be of some kinds, and whether a piece is of these. Without it they
    can be any."""
    marks: tuple[Mark[Any], ...] = ()
    """Marks of pieces that odds tell of, such as suppression. Without it they tell of none."""
    budget: int = 0
    """The work that exact odds may take before they are sampled, and twice as much for all answers to
    questions. Without it the general limit of 20,000 runs alone holds."""
    sampling_budget: int = 0
    """The work that samples may take. Without it half of `budget`."""
    alternatives: int = 0
    """The runs of the procedure up to which odds try other answers. Without it there is no limit."""


@dataclass(frozen=True)
class Players:
    """Who plays a side without people, and what helps `searching` to think ahead."""

    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Policies by name, beside `random` and `searching`. Without it these two."""
    proposed: Callable[[State, LegalOrders], Sequence[Order]] | None = None
    """Orders worth a thought, the most promising first, of public facts; none where the usual one will do.
    Without it any may be."""
    evaluate: Callable[[State, str], float | None] | None = None
    """About how likely a side is to win, 0 to 1, of public facts; None if unknown. Without it games are
    played out."""


@dataclass(frozen=True)
class Reports:
    """What maps, reviews and studies tell of a game that follows from the rules."""

    losses: LossesOf | None = None
    """What an event costs a side, given the table before it. Without it a counter that shows its `casualty`
    face, is removed or goes to an `eliminated` box is lost."""
    control: Callable[[State], Mapping[str, str]] | None = None
    """Space to the side that holds it, of public facts. Without it the side that stands there alone."""
    communications: Callable[[State], Mapping[str, Sequence[tuple[str, str]]]] | None = None
    """Side to its lines of supply, as pairs of spaces, the one nearer to the source second, of public facts.
    Without it none are drawn."""
    standing: Callable[[State], Mapping[str, int]] | None = None
    """Side to its points, where they are no tracks, for the white cell; nothing during setup. Without it the
    sides' tracks count."""
    open_standing: bool = False
    """Whether everybody can count these points. Without it the white cell alone reads them."""
    happened: Callable[[State], Mapping[str, int]] | None = None
    """What came up and how often, by names for people, for studies. Without it this is not counted."""


@dataclass(frozen=True)
class RuleSystem:
    """A published rule system as the white cell uses it. What has no default every system must have."""

    name: str
    """What people type, in lower case with hyphens: its package has underscores instead."""
    title: str
    """The title of the published rules."""
    begin: Callable[[Umpire], None]
    """The procedure that opens play once everything is laid on the table."""
    orders: Mapping[str, OrderKind]
    """The kinds of orders by name."""
    legal: Callable[[State], LegalOrders]
    """Every order that may be given now, of all sides: usually `Listing(kinds)`."""
    proceed: Callable[[State], Order | None]
    """The order that ends the phase, or None."""
    hint: Callable[[State], str]
    """What may be done next, in words."""
    default_scenario: str
    """The scenario that `new` opens when none is named."""
    rules: Rules = field(default_factory=Rules)
    words: Words = field(default_factory=Words)
    odds: OddsSettings = field(default_factory=OddsSettings)
    players: Players = field(default_factory=Players)
    reports: Reports = field(default_factory=Reports)

    def phases_in(self, state: State) -> tuple[str, ...]:
        """The names of a turn's phases in this game: those of its scenario, or those of the rules."""
        named = state.opened.phases if state.opened is not None else ()
        return tuple(phase.name for phase in named) or self.rules.phases

    def phases_to_come(self, state: State) -> tuple[str, ...]:
        """Those of them that come up in this game at all."""
        played = self.rules.phases_played
        return self.phases_in(state) if played is None else tuple(played(state))

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
        policies = {"random": RandomPolicy(), **self.players.policies}
        if name in policies:
            return policies[name]
        if name == SEARCHING and not self.rules.judged:
            found: Policy = import_module(OF_SEARCHING).searching(self)
            return found
        known = ", ".join((*policies, *(() if self.rules.judged else (SEARCHING,))))
        raise NotFound(f"{self.title} has no policy {name[:40]!r}; it has: {known}.")


SEARCHING, OF_SEARCHING = "searching", "adjudication.chances.searching"
"""The policy that plays games out, and the module that makes it: it lies above this one, and is imported
when it is asked for."""
_ADDED: dict[str, RuleSystem] = {}


def add(system: RuleSystem) -> RuleSystem:
    """Make a system known that is no package of `adjudication/systems`: a club's own, or a test's."""
    _ADDED[system.name] = system
    return system


def names() -> list[str]:
    """The names of all rule systems that can be played."""
    packages = [module.name.replace("_", "-") for module in iter_modules(folder.__path__) if module.ispkg]
    return sorted({*packages, *_ADDED})


def load(name: str) -> RuleSystem:
    """The rule system of that name. Raises NotFound; only packages of `adjudication/systems` are imported."""
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
        return load(system).reports.losses or usual
    except NotFound:
        return usual
