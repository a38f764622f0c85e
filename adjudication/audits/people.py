"""What the audit says of what people did: manual changes, rulings, take-backs, tables, rules and options.

What followed the rules of its making is a notice, with who did it and why; what did not is a fault.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from adjudication.audits.provenance import (
    RECONSTRUCTED,
    SOURCES,
    kinds_told,
    map_told,
    rows_told,
    table_named,
    table_told,
)
from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.by_hand.estimates import target
from adjudication.engine.texts import ENGINE, worded
from adjudication.engine.umpire import show_option
from adjudication.seminar.consent import consent_words
from domain.events import (
    BoardLaid,
    CountersAdopted,
    CountersLaid,
    DieRolled,
    EntropyWaived,
    Event,
    GameForked,
    GameOpened,
    HouseRuleAdopted,
    LookedUp,
    OptionChanged,
    OrderGiven,
    Ruled,
    TableAdded,
    TableAdopted,
    TableData,
    TablesLaid,
    TakenBack,
)
from domain.events.strikes import Strikes
from domain.text import value_said


def notices(events: Sequence[Event]) -> Iterator[str]:
    """Everything that people changed, with its author and reason."""
    titles: dict[str, str] = {}
    system = next((event.system for event in events if isinstance(event, GameOpened)), ENGINE)
    for event in events:
        match event:
            case TablesLaid():
                titles.update({table: data.title for table, data in event.tables.items()})
                continue
            case TableAdded():
                titles[event.table] = event.data.title
                continue
            case Ruled():
                what = _ruled_words(event, events)
            case TakenBack():
                what = f"order {event.first} and everything after it was undone{consent_words(event)}"
            case TableAdopted():
                by_what = SOURCES.get(event.data.provenance, "another")
                what = f"{table_named(titles.get(event.table, event.table))} was replaced by {by_what}"
                titles[event.table] = event.data.title
            case CountersAdopted():
                by_what = _COUNTERS.get(event.provenance, "others")
                what = f"{_counted(event)} replaced by {by_what}"
            case GameForked():
                yield f"Event {event.number}: the game {event.name} was forked from event {event.at}."
                continue
            case EntropyWaived():
                what = f"play went on without the words that {event.side} had promised"
            case OrderGiven(order=by_hand.LATE):
                what = f"late ruling ({event.rule}) on {by_hand.in_short(event.order, event.arguments)}"
            case OrderGiven() if event.order in by_hand.KINDS:
                done = by_hand.in_short(event.order, event.arguments)
                if event.order != "hand-together":
                    done = f"{by_hand.KINDS[event.order].summary}, {done}"
                what = f"manual change ({event.rule}): {done}"
                if event.objections:
                    over = "; ".join(
                        f"{worded(had.why, system).rstrip('.')} ({had.rule})" for had in event.objections
                    )
                    what += f", overruling: {over}"
                if event.order == "hand-chance":
                    what += f", {_heard(event)}"
            case HouseRuleAdopted():
                instead = f" instead of {event.replaces}" if event.replaces else ""
                what = f"house rule {event.id} was adopted{instead}"
            case OptionChanged():
                what = f"option {event.option} was changed to {value_said(event.value)}"
            case _:
                continue
        by = f" ({event.by})" if event.by else ""
        yield f"Event {event.number}{by}: {what}. Reason: {event.because}"


_COUNTERS = {
    "document": "those that are said to be the published ones",
    "reconstructed": "reconstructions",
    "house": "house counters",
}


def _counted(event: CountersAdopted) -> str:
    """How many kinds and pieces were replaced, and of which names."""
    names = ", ".join(kind.name[:60] for kind in list(event.kinds.values())[:5])
    more = ", ..." if len(event.kinds) > 5 else ""
    count = len(event.kinds)
    kinds = f"{count} {'kind' if count == 1 else 'kinds'} of counters ({names}{more})" if count else ""
    count = len(event.pieces)
    pieces = f"the kind of {count} {'piece' if count == 1 else 'pieces'}" if count else ""
    one = len(event.kinds) + len(event.pieces) == 1 or not event.kinds
    return f"{' and '.join(part for part in (kinds, pieces) if part)} {'was' if one else 'were'}"


def laid_out(events: Sequence[Event]) -> Iterator[str]:
    """A map, and counters and cards, that are reconstructions."""
    for event in events:
        match event:
            case BoardLaid(board=board) if told := map_told(board):
                yield told
            case CountersLaid() if told := kinds_told(event.kinds.values()):
                yield told
            case CountersLaid() if event.provenance == RECONSTRUCTED:
                yield "The counters are reconstructions, not the published ones."


def tables_used(events: Sequence[Event]) -> Iterator[str]:
    """Every table entered in play that is not the published one."""
    tables: dict[str, TableData] = {}
    used: dict[tuple[str, str], None] = {}
    rows: dict[str, dict[int, None]] = {}
    for event in events:
        match event:
            case TablesLaid():
                tables.update(event.tables)
            case TableAdopted() | TableAdded():
                tables[event.table] = event.data
            case LookedUp():
                data = tables.get(event.table)
                if data is None:  # forged: the audit of the rules says so
                    continue
                used[data.title, data.provenance] = None
                told = data.row_provenance
                if 0 < event.row <= len(told) and told[event.row - 1] != "document":
                    rows.setdefault(data.title, {})[event.row] = None
    for title, source in used:
        if source == "document" and title in rows:
            yield rows_told(title, rows[title])
        if source != "document":
            yield table_told(title, source)


def _heard(event: OrderGiven) -> str:
    """Who estimated what, before the die."""
    percent, estimates = event.arguments.get("percent"), event.arguments.get("estimates") or {}
    told = ", ".join(f"{name} {estimate} %" for name, estimate in estimates.items())
    return f"{percent} % used" + (f", estimates: {told}" if told else "")


def _ruled_words(ruled: Ruled, events: Sequence[Event]) -> str:
    """What was ruled, and what was computed in its place."""
    on = events[ruled.concerns - 1] if 0 < ruled.concerns < ruled.number <= len(events) else None
    said: Any = on.face if isinstance(on, DieRolled) else getattr(on, "value", getattr(on, "result", None))
    if isinstance(said, Mapping) and isinstance(ruled.value, Mapping):
        said = {column: cell for column, cell in said.items() if column in ruled.value}
    computed = f" (recorded: {_shown(said)})" if on is not None else ""
    return f"event {ruled.concerns} was ruled {_shown(ruled.value)}{computed}"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{column} {show_option(cell)}" for column, cell in value.items())
    return show_option(value)


def ruling_faults(
    ruled: Ruled, events: Sequence[Event], strikes: Strikes, place: int, said: Sequence[int]
) -> Iterator[str]:
    """A ruling has a reason, rests on what changed nothing, and says what its die said, if it had one. said:
    the places of the rolls, look-ups and arguments by hand before it."""
    if not ruled.because.strip():
        yield "A ruling needs a reason."
    for at in reversed(said):
        since = events[at]
        if since.number <= ruled.concerns:
            break
        if since.number not in ruled.decided_by and strikes.in_force(at, place):
            yield f"It passes over event {since.number}, which was rolled, looked up or argued since."
    for number in ruled.decided_by:
        at = number - events[0].number
        order = events[at] if 0 <= at < place else None
        if not isinstance(order, OrderGiven) or order.order not in by_hand.SAID or number <= ruled.concerns:
            yield f"It rests on event {number}, which is not a roll, look-up or argument made since."
            continue
        if order.order == "hand-chance" and order.arguments.get("concerns") == ruled.concerns:
            yield from _chance_faults(ruled, order, islice(events, at, place))


def _chance_faults(ruled: Ruled, order: OrderGiven, since: Iterable[Event]) -> Iterator[str]:
    die = next((e for e in since if isinstance(e, DieRolled) and e.procedure == order.number), None)
    if die is None:
        return
    least = target(order.arguments["percent"], order.arguments.get("die", 10))
    said = order.arguments.get("yes" if die.face >= least else "no")
    last = max(ruled.decided_by)
    if said != ruled.value and order.number == last:
        yield f"The die of event {die.number} says {show_option(said)}, not {show_option(ruled.value)}."
