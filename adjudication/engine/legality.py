"""What orders are legal, written once: the list of legal orders and every refusal come from the same checks.

A check is about one argument of the order: `only` these values, or `never` those; `insist` is about the order
as a whole. An order is refused by the first check that it fails, in the order in which they are written. The
list has every combination of candidates that no check refuses.
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any, NamedTuple

from adjudication.engine.choices import show_option
from adjudication.engine.orders import LegalOrders, OrderChoice, OrderGrid, OrderGroup, OrderKind, Part
from adjudication.engine.phrase import gaps
from adjudication.engine.reasons import Why, rule_of, said_of
from adjudication.engine.refusals import told_to
from adjudication.engine.texts import ENGINE, refusal_of, texts
from domain.errors import IllegalOrder
from domain.events.seen import WHITE
from domain.table.state import State
from domain.texts import Text

T = texts(ENGINE)

Candidates = Callable[..., Collection[Any]]
"""Gives the values in the order of the list: a function of the state, and of arguments by their names."""
Words = str | Text | Callable[..., Why]
"""The code of a refusal whose words stand in `words.json`, where `{argument}` is a gap; or a function of the
state and of arguments, by their names, that gives the text. Where it is by another rule than the check's, it
gives a `Reason`, which brings its own."""


class Check(NamedTuple):
    """One thing that must hold of an order.

    about: the argument, empty for the order as a whole. finds: gives the values that are allowed (`allows`),
    or those that are not; of the order as a whole, whether it holds. needs: the arguments that it is given.
    """

    about: str
    finds: Callable[..., Any]
    needs: tuple[str, ...]
    allows: bool
    code: str
    rule: str
    why: Words

    def holds(self, state: State, arguments: Mapping[str, Any]) -> bool:
        """Whether an order with these arguments passes; one that leaves out the argument does."""
        if not self.about:
            return bool(self.finds(state, *[arguments.get(name) for name in self.needs]))
        value = arguments.get(self.about)
        if value is None:
            return True
        found = self.finds(state, *[arguments.get(name) for name in self.needs])
        return (value == found if type(found) is str else value in found) is self.allows

    def refusal(self, state: State, arguments: Mapping[str, Any]) -> IllegalOrder:
        """The refusal of an order that does not pass."""
        why = _why(self.why, state, arguments)
        return IllegalOrder(self.code, rule_of(why, self.rule), said_of(why))


def only(about: str, values: Callable[..., Container[Any]], code: str, rule: str, why: Words) -> Check:
    """An argument must be one of these values.

    values: a function of the state, and of arguments by their names. code: tells this refusal from others.
    why: the code of the refusal; an argument of the order stands in the gap `{argument}` of its words.
    """
    return _check(about, values, True, code, rule, why)


def never(about: str, values: Callable[..., Container[Any]], code: str, rule: str, why: Words) -> Check:
    """An argument may be none of these values (or not this one text)."""
    return _check(about, values, False, code, rule, why)


def insist(holds: Callable[..., Any], code: str, rule: str, why: Words) -> Check:
    """Something must hold: a function of the state, and of arguments by their names."""
    return _check("", holds, True, code, rule, why)


def unless(why: Callable[..., Why], code: str, rule: str) -> Check:
    """An order is refused where a function of the state, and of arguments by their names, gives a reason:
    what refuses it and what is said of it are the same.

    why: gives the reason, a `Reason` where its rule is another than `rule`; empty where nothing speaks
    against the order.
    """
    return Check("", lambda *told: not why(*told), _needs(why), True, code, rule, why)


def _check(about: str, finds: Callable[..., Any], allows: bool, code: str, rule: str, why: Words) -> Check:
    return Check(about, finds, _needs(finds), allows, code, rule, why)


class Legality:
    """When an order is legal.

    checks: in the order in which they refuse; those of arguments that are not listed concern orders as they
    are given, not the list. arguments: the arguments in the order of the list, each with its candidates: a
    function of the state and of arguments before it, None for leaving the argument out. sides: who gives such
    orders. phases: when; any, if there are none. elsewhere: the rule that refuses it in other phases. played:
    whether the game that is played has it, in a system of several games: a refusal in other phases names no
    phase of another game. quickly: gives the same list in less time, for play-outs by the thousand; to be
    held against the checks by a test. It may list choices of many (`OrderChoice`) too.
    """

    def __init__(
        self,
        *checks: Check,
        arguments: Mapping[str, Candidates] | None = None,
        sides: Callable[[State], Sequence[str]],
        phases: Sequence[str] = (),
        elsewhere: str = "",
        played: Callable[[State], bool] | None = None,
        quickly: Callable[[State], Sequence[Part]] | None = None,
    ) -> None:
        self.quickly = quickly
        self.checks = checks
        self.phases = tuple(phases)
        self.elsewhere = elsewhere
        self.played = played
        self.sides = sides
        names = ["side", *(arguments or {})]
        listed = {"side": sides, **(arguments or {})}
        self.looks_at = frozenset(names).union(*[(check.about, *check.needs) for check in checks])
        """The arguments that a check is about, or the list by the checks."""
        to_make = [
            check
            for check in checks
            if not (check.allows and listed.get(check.about) is check.finds)
            and all(name in names for name in (check.about, *check.needs) if name)
        ]
        self._whole = [check for check in to_make if _latest(check, names) <= 0]
        self._stages = [
            _Stage(name, candidates, [check for check in to_make if _latest(check, names) == place])
            for place, (name, candidates) in enumerate((arguments or {}).items(), start=1)
        ]

    def refusal(self, state: State, side: str, arguments: Mapping[str, Any]) -> IllegalOrder | None:
        """Why a side may not give an order with these arguments now; None where it may."""
        if self.phases and state.phase not in self.phases:
            return out_of_phase(self.phases, state, self.elsewhere)
        given = {**arguments, "side": side}
        for check in self.checks:
            if not check.holds(state, given):
                return check.refusal(state, given)
        sides = self.sides(state)
        if sides and side not in sides:
            return IllegalOrder(
                "side", self.elsewhere, T("not its order now", side=side or WHITE, others=sides)
            )
        return None

    def listed(self, state: State, name: str) -> Sequence[Part]:
        """All legal orders of that name; the phase is right."""
        return self.parts(state, name) if self.quickly is None else self.quickly(state)

    def parts(self, state: State, name: str) -> list[OrderGroup | OrderGrid]:
        """The same by the checks, by groups."""
        found: list[OrderGroup | OrderGrid] = []
        for side in self.sides(state):
            by = {"side": side}
            for check in self._whole:
                if not check.holds(state, by):
                    break
            else:
                part = self._part(state, side, name, by)
                if part is not None:
                    found.append(part)
        return found

    def _part(self, state: State, side: str, name: str, by: dict[str, Any]) -> OrderGroup | OrderGrid | None:
        if not self._stages:
            return OrderGroup(side, name, {})
        first, last = self._stages[0], self._stages[-1]
        if first is last:
            values, but = first.values(state, by)
            values = values if but is None else [value for value in values if value != but]
            return OrderGroup(side, name, {}, first.name, values) if values else None
        values, but = first.values(state, by)
        fixed = [{first.name: value} for value in values if but is None or value != but]
        for stage in self._stages[1:-1]:
            fixed = [
                {**before, stage.name: value}
                for before, (fitting, but) in zip(fixed, stage.values_of_each(state, by, fixed), strict=True)
                for value in fitting
                if but is None or value != but
            ]
        if not fixed:
            return None
        if last.alike:
            values, _ = last.values(state, by)
            return (
                OrderGrid(side, name, [_said(each) for each in fixed], last.name, [values])
                if values
                else None
            )
        grid: list[tuple[dict[str, Any], Sequence[Any], Any]] = [
            (_said(before), fitting, but)
            for before, (fitting, but) in zip(fixed, last.values_of_each(state, by, fixed), strict=True)
            if len(fitting) > (but is not None)
        ]
        if not grid:
            return None
        left_out = [but for _, _, but in grid]
        return OrderGrid(
            side,
            name,
            [before for before, _, _ in grid],
            last.name,
            [fitting for _, fitting, _ in grid],
            left_out if left_out.count(None) < len(left_out) else (),
        )


def _said(arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments without those that are left out."""
    return {name: value for name, value in arguments.items() if value is not None}


class _Stage:
    """One argument of the list: its candidates, and the checks that can be made once it is known."""

    def __init__(self, name: str, candidates: Candidates, checks: Sequence[Check]) -> None:
        self.name = name
        self.candidates = candidates
        self.needs = _needs(candidates)
        self.one_by_one = [check for check in checks if check.about != name or name in check.needs]
        in_sets = [check for check in checks if check not in self.one_by_one]
        self.shared = [check for check in in_sets if not check.needs]
        self.for_each = [(check.finds, check.needs, check.allows) for check in in_sets if check.needs]
        self.alike = not self.needs and not self.for_each and not self.one_by_one

    def values(self, state: State, by: dict[str, Any]) -> tuple[Sequence[Any], Any]:
        """The values that no check refuses, and one among them that is left out, None for nothing."""
        if self.alike:
            return _fitting(
                self.candidates(state), [(each.allows, each.finds(state)) for each in self.shared]
            ), None
        return self.values_of_each(state, by, [{}])[0]

    def values_of_each(
        self, state: State, by: dict[str, Any], fixed: Sequence[dict[str, Any]]
    ) -> list[tuple[Sequence[Any], Any]]:
        """The same for each of the arguments before it. Where candidates and checks give the same, so is the
        list."""
        for_all = [(each.allows, each.finds(state)) for each in self.shared]
        candidates: Collection[Any] = () if self.needs else self.candidates(state)
        known: dict[tuple[int, ...], tuple[Sequence[Any], Any]] = {}
        found: list[tuple[Sequence[Any], Any]] = []
        for before in fixed:
            given = {**by, **before}
            if self.needs:
                candidates = self.candidates(state, *[given[name] for name in self.needs])
            left_out = None
            sets = []
            key = [id(candidates)]
            for finds, needs, allows in self.for_each:
                values = finds(state, *[given[name] for name in needs])
                if type(values) is str:
                    if not allows and left_out is None:
                        left_out = values
                        continue
                    values = (values,)
                sets.append((allows, values))
                key.append(id(values))
            same = known.get(tuple(key))
            if same is None:
                fitting = _fitting(candidates, [*for_all, *sets])
                known[tuple(key)] = fitting, (candidates, sets)  # which nothing else has the ids of, then
            else:
                fitting = same[0]
            if self.one_by_one:
                fitting = [value for value in fitting if self._passes(state, given, value)]
            found.append((fitting, left_out if left_out is not None and left_out in fitting else None))
        return found

    def _passes(self, state: State, before: Mapping[str, Any], value: Any) -> bool:
        arguments = {**before, self.name: value}
        return all(check.holds(state, arguments) for check in self.one_by_one)


def _fitting(candidates: Collection[Any], sets: Sequence[tuple[bool, Any]]) -> Sequence[Any]:
    """The candidates that no check refuses; None is refused by none."""
    fitting = candidates
    for allows, values in sets:
        if allows:
            fitting = [value for value in fitting if value in values or value is None]
        elif values:
            fitting = [value for value in fitting if value not in values]
    return fitting if isinstance(fitting, list | tuple) else list(fitting)


class ListedWhenAsked(LegalOrders):
    """The legal orders of a table; those of each kind are listed when somebody first asks for them.

    They are asked for before the table changes. Raises RuntimeError later.
    """

    def __init__(self, state: State, kinds: Mapping[str, Sequence[Legality]]) -> None:
        self._state, self._number = state, state.number
        self._kinds = kinds
        self._listed: dict[str, list[Part]] = {}
        self._parts = self._counted = None

    @property
    def parts(self) -> Sequence[Part]:
        """All of them, kind by kind."""
        if self._parts is None:
            self._parts = [part for name in self._kinds for part in self.of_kind(name)]
        return self._parts

    def names(self) -> Sequence[str]:
        return list(self._kinds)

    def of_kind(self, name: str) -> Sequence[Part]:
        listed = self._listed.get(name)
        if listed is None:
            if self._state.number != self._number:
                raise RuntimeError(f"The orders of event {self._number} are asked for after another one.")
            listed = self._listed[name] = []
            for legality in self._kinds.get(name, ()):
                listed += legality.listed(self._state, name)
            for part in listed:
                if isinstance(part, OrderChoice):
                    part.choices.tell_by(told_to(self._state, part.side))
        return listed


class Listing:
    """All legal orders of these kinds: what `RuleSystem.legal` is. The list is in the order of the kinds."""

    def __init__(self, kinds: Iterable[OrderKind]) -> None:
        by_name = {kind.name: kind.legality for kind in kinds if kind.legality}
        named = {phase for legalities in by_name.values() for each in legalities for phase in each.phases}
        self._any = _given_in("", by_name)
        self._by_phase = {phase: _given_in(phase, by_name) for phase in named}

    def __call__(self, state: State) -> LegalOrders:
        """Every order that may be given now."""
        return ListedWhenAsked(state, self._by_phase.get(state.phase, self._any))


def _given_in(phase: str, by_name: Mapping[str, Sequence[Legality]]) -> dict[str, Sequence[Legality]]:
    """The kinds of orders that are given in a phase, each with when it is legal there."""
    found = {
        name: [each for each in legalities if not each.phases or phase in each.phases]
        for name, legalities in by_name.items()
    }
    return {name: legalities for name, legalities in found.items() if legalities}


def refusal(kind: OrderKind, state: State, side: str, arguments: Mapping[str, Any]) -> IllegalOrder | None:
    """Why an order of that kind is refused; None where it is legal, or where its procedure says so itself."""
    if not kind.legality:
        return None
    now = _in_phase(kind, state)
    return now[0].refusal(state, side, arguments) if now else elsewhere(kind, state)


def _in_phase(kind: OrderKind, state: State) -> list[Legality]:
    return [legality for legality in kind.legality if not legality.phases or state.phase in legality.phases]


def elsewhere(kind: OrderKind, state: State) -> IllegalOrder | None:
    """The refusal of an order that belongs to other phases, of those that this game has; None in its own."""
    if not kind.legality or _in_phase(kind, state):
        return None
    played = [legality for legality in kind.legality if legality.played is None or legality.played(state)]
    among = played or kind.legality
    phases = dict.fromkeys(phase for legality in among for phase in legality.phases)
    return out_of_phase(list(phases), state, among[-1].elsewhere)


def unchecked(kind: OrderKind, state: State, arguments: Mapping[str, Any]) -> set[str]:
    """Those arguments of an order that no check looks at, nor its procedure: the list alone has them."""
    legality = _in_phase(kind, state)
    looked_at = legality[0].looks_at if legality else frozenset[str]()
    return arguments.keys() - looked_at - set(kind.unlisted)


def out_of_phase(phases: Sequence[str], state: State, rule: str) -> IllegalOrder:
    """The refusal of an order that belongs to other phases."""
    return IllegalOrder(
        "phase", rule, f"This order is given in {' or '.join(phases)}; the phase is now {state.phase}."
    )


def _needs(function: Callable[..., Any]) -> tuple[str, ...]:
    """The arguments of an order that a function is given beside the state."""
    return tuple(signature(function).parameters)[1:]


def _latest(check: Check, names: Sequence[str]) -> int:
    """Up to which argument of the list a check looks; -1 for none."""
    return max((names.index(name) for name in (check.about, *check.needs) if name), default=-1)


def _why(words: Words, state: State, arguments: Mapping[str, Any]) -> Why:
    """What refuses an order with these arguments. A code that has no words says so itself."""
    if isinstance(words, Text):
        return words
    if not isinstance(words, str):
        return words(state, *[arguments.get(name) for name in _needs(words)])
    phrase = refusal_of(words, state.opened.system if state.opened is not None else ENGINE) or ""
    given = {**arguments, "phase": state.phase}
    return Text(words, {gap: _plain(given.get(gap)) for gap in sorted(set(gaps(phrase)))})


def _plain(value: Any) -> Any:
    """What was typed, as it stands among the arguments of a text: an object is none of our texts."""
    return show_option(value) if isinstance(value, Mapping) else value
