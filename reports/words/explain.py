"""An event explained: its whole derivation in plain words, from the order to the last modifier."""

from collections.abc import Iterable, Mapping

import msgspec

from domain.events import Event, LookedUp, Noted, OrderGiven, Ruled, TakenBack
from domain.events.strikes import struck
from domain.game.game import Game
from domain.game.replay import table_before, walk
from domain.game.rulings import ruled_answers
from domain.table.state import State
from domain.views.view import EventView
from reports.words.events import event_kind, in_words, view_in_words
from reports.words.names import Names, capital, one_line, spoken
from reports.words.phrases import phrases, unsaid
from reports.words.rulebook import RuleText, rule_text
from reports.words.then import lines_then


class Step(msgspec.Struct, frozen=True):
    """One event of a derivation, in words; `struck_by` is the event that put it out of force, or 0."""

    number: int
    kind: str
    words: str
    rule: str = ""
    by: str = ""
    struck_by: int = 0


class TableEntered(msgspec.Struct, frozen=True):
    """A table look-up: the keys, the row found, and the provenance of the table."""

    number: int
    table: str
    title: str
    keys: str
    row: int
    result: str
    provenance: str
    source: str


class Derivation(msgspec.Struct, frozen=True):
    """How an event came about.

    steps: what its order had recorded before it, with the rulings on that, and last the event itself; for an
    order everything it recorded.
    ordered: for an order, what its words leave out, such as the fields of an order sheet.
    rules: every rule cited on the way, in order. corrections: rulings, take-backs and notes that concern it.
    """

    number: int
    kind: str
    words: str
    time: str
    turn: int
    phase: str
    side: str
    order: Step | None
    rule: RuleText
    steps: tuple[Step, ...]
    tables: tuple[TableEntered, ...]
    rules: tuple[RuleText, ...]
    corrections: tuple[Step, ...]
    struck_by: int = 0
    date: str = ""
    ordered: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The derivation as lines of plain text."""
        return _lines(self)


def explain(game: Game, number: int) -> Derivation:
    """The derivation of the event with that number, even if it is no longer in force.

    Raises NotFound if the log has no such event.
    """
    event = game.event(number)
    system = game.state.opened.system if game.state.opened is not None else ""
    steps, tables = _steps(game, event)
    cited = dict.fromkeys(step.rule for step in steps if step.rule)
    state = table_before(game.log, number)
    own = next(step for step in steps if step.number == number)
    given = game.log[event.procedure - 1] if 1 <= event.procedure <= len(game.log) else None
    return Derivation(
        number=number,
        kind=own.kind,
        words=own.words,
        time=event.time,
        turn=state.turn,
        date=state.turn_name() if state.date().name else "",
        phase=state.phase,
        side=state.side,
        order=_step(game, given, table_before(game.log, given.number)) if given is not None else None,
        rule=rule_text(system, event.rule),
        steps=tuple(steps),
        tables=tuple(tables),
        rules=tuple(rule_text(system, rule) for rule in cited),
        corrections=tuple(_corrections(game, event)),
        struck_by=game.struck.get(number, 0),
        ordered=_ordered(event.order, event.arguments, Names(state)) if isinstance(event, OrderGiven) else (),
    )


def explain_seen(game: Game, number: int, views: Mapping[int, EventView], viewer: str) -> Derivation:
    """The derivation as far as a viewer may know it. views: what the viewer sees of each event, by the
    event's number, with the number or line by which the derivation names it."""
    told = explain(game, number)
    given = () if told.order is None else (told.order,)
    wanted = {step.number for step in (*given, *told.steps, *told.corrections)} & views.keys()
    words, entered, ordered = {}, {table.number: table for table in told.tables}, told.ordered
    for each, view, names in lines_then(game.log, [views[each] for each in sorted(wanted)], viewer):
        words[each] = view_in_words(view, names)
        if each == number and ordered:
            ordered = _ordered(view.fields["order"], view.fields["arguments"], names)
        if each in entered:
            keys, result = view.fields["keys"], view.fields["result"]
            entered[each] = msgspec.structs.replace(
                entered[each], number=_named(view), keys=names.pairs(keys), result=names.pairs(result)
            )

    def seen(steps: Iterable[Step]) -> tuple[Step, ...]:
        return tuple(
            msgspec.structs.replace(
                step,
                number=_named(views[step.number]),
                words=words[step.number],
                by=views[step.number].fields.get("by") or "",
                struck_by=_named(views[step.struck_by]) if step.struck_by in views else 0,
            )
            for step in steps
            if step.number in views
        )

    steps = seen(told.steps)
    cited = {step.rule for step in steps}
    return msgspec.structs.replace(
        told,
        number=_named(views[number]),
        words=words[number],
        order=next(iter(seen(given)), None),
        steps=steps,
        tables=tuple(table for each, table in entered.items() if each in views),
        rules=tuple(rule for rule in told.rules if rule.citation in cited),
        corrections=seen(told.corrections),
        struck_by=_named(views[told.struck_by]) if told.struck_by in views else 0,
        ordered=ordered,
    )


def _ordered(order: str, arguments: object, names: Names) -> tuple[str, ...]:
    """What the words of an order leave out, one line each."""
    phrase = phrases(names.system).orders.get(order, "")
    if not phrase or not isinstance(arguments, Mapping):
        return ()
    left = unsaid(phrase, arguments)
    return tuple(f"{capital(spoken(name))}: {names.thing(value)}" for name, value in left.items())


def _named(view: EventView) -> int:
    return view.number or view.line


def _step(game: Game, event: Event, state: State) -> Step:
    return Step(
        event.number,
        event_kind(event),
        in_words(event, state),
        event.rule,
        one_line(getattr(event, "by", "")),
        game.struck.get(event.number, 0),
    )


def _steps(game: Game, event: Event) -> tuple[list[Step], list[TableEntered]]:
    """What the event's order recorded up to it; for an order, everything to its end."""
    if not event.procedure:
        return [_step(game, event, table_before(game.log, event.number))], []
    end = event.number
    if isinstance(event, OrderGiven):
        end = game.struck.get(event.number, len(game.log) + 1) - 1
    # What was out of force by then, for example replaced by a ruling, is no part of the derivation.
    gone = struck(game.log[:end])
    held = ruled_answers(game.log[:end], gone).items()
    rulings = {each.number for number, each in held if game.log[number - 1].procedure == event.procedure}
    steps: list[Step] = []
    tables: list[TableEntered] = []
    for other, state in walk(game.log[:end], event.procedure):
        ruled = other.number in rulings
        if (other.procedure != event.procedure and not ruled) or other.number in gone:
            continue
        steps.append(_step(game, other, state))
        if isinstance(other, LookedUp):
            tables.append(_entered(other, state))
    return steps, tables


def _entered(event: LookedUp, state: State) -> TableEntered:
    names = Names(state)
    table = state.tables.get(event.table)
    return TableEntered(
        event.number,
        event.table,
        names.table(event.table),
        names.pairs(event.keys),
        event.row,
        names.pairs(event.result),
        one_line(table.data.provenance) if table is not None else "",
        one_line(table.data.source) if table is not None else "",
    )


def _corrections(game: Game, event: Event) -> list[Step]:
    """Rulings, take-backs and notes that concern the event or, for an order, anything it recorded."""
    touched = {event.number}
    if isinstance(event, OrderGiven):
        touched = {other.number for other in game.log if other.procedure == event.number}
    found = []
    for other, state in walk(game.log, event.number + 1):
        match other:
            case Ruled(concerns=concerns):
                touches = concerns in touched or _strikes(game, other, touched)
            case TakenBack():
                touches = _strikes(game, other, touched)
            case OrderGiven(order="hand-late-ruling"):
                touches = other.arguments.get("concerns") in touched
            case Noted(concerns=concerns, links=links):
                touches = not touched.isdisjoint((concerns, *links))
            case _:
                continue
        if touches:
            found.append(_step(game, other, state))
    return found


def _strikes(game: Game, correction: Event, touched: set[int]) -> bool:
    return any(game.struck.get(number) == correction.number for number in touched)


def _lines(told: Derivation) -> list[str]:
    lines = [f"Event {told.number}: {told.words}"]
    if told.struck_by:
        lines.append(f"  No longer in force: struck by event {told.struck_by}.")
    if told.turn:
        phase = f", {spoken(told.phase)}" if told.phase else ""
        lines.append(f"  When: turn {told.date or told.turn}{phase}.")
    if told.order is not None and told.order.number != told.number:
        said = f"({told.order.by}" in told.order.words  # if the person has a seat, the words name them
        by = f", given by {told.order.by}" if told.order.by and not said else ""
        lines.append(f"  Order {told.order.number}: {told.order.words}{by}.")
    if told.ordered:
        lines += ["  Also in the order:", *(f"    {line}" for line in told.ordered)]
    if len(told.steps) > 1:
        lines.append("  How it came about:")
        lines += [f"    {step.number:>5}  {step.words}" for step in told.steps]
    for table in told.tables:
        lines.append(f"  Table {table.title} ({table.provenance}), row {table.row}: {table.result}.")
        if table.source:
            lines.append(f"    Where it comes from: {table.source}")
    if told.rules:
        lines.append("  Rules:")
    for rule in told.rules:
        lines.append(f"    {rule.citation}  {rule.title}" if rule.title else f"    {rule.citation}")
        if rule.summary:
            lines.append(f"      {rule.summary}")
    if told.corrections:
        lines.append("  Corrections and notes:")
        lines += [f"    {step.number:>5}  {step.words}" for step in told.corrections]
    return lines
