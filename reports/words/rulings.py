"""The effects of a ruling in words, before it is recorded: what stays, what is rolled or asked again, what
changes."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.umpire import Question
from adjudication.seminar.foreseeing import Foreseen, changes_the_table
from adjudication.seminar.late import Late
from domain.events import Chosen, CounterDrawn, DieRolled, Event, LookedUp, Picked, Shuffled
from domain.game.rulings import origin
from domain.table.state import State
from reports.words.by_hand import act_words
from reports.words.events import in_words
from reports.words.names import Names, joined, number_of
from reports.words.questions import asked

_CALLED = (
    (DieRolled, "die", "dice"),
    (CounterDrawn, "draw", "draws"),
    (Picked, "random pick", "random picks"),
    (Shuffled, "shuffle", "shuffles"),
    (Chosen, "choice", "choices"),
)


def preview_lines(seen: Foreseen, state: State) -> list[str]:
    """A ruling before it is recorded."""
    names = Names(state)
    held = f"; current ruling: {names.thing(seen.held.value)}" if seen.held is not None else ""
    recorded = f"recorded: {_recorded(seen, names)}{held}"
    lines = [
        f"Ruling on event {seen.event.number}: {names.thing(seen.value)} ({recorded}).",
        f"  Unchanged: {_counted(seen.stays)}.",
        f"  New: {_asked(seen.asked, names)}",
    ]
    if seen.left:
        lines.append(f"  Not known yet: whether the ruling still uses {_counted(seen.left)}.")
    if seen.dropped:
        lines.append("  No longer used:")
        lines += [f"    {_line(event, state)}" for event in seen.dropped]
    if seen.gone or seen.new:
        lines.append("  Changes (- before, + after):")
        lines += [f"  - {_line(event, state)}" for event in seen.gone]
        lines += [f"  + {in_words(event, state, then=False)}" for event in seen.new]
    elif not (seen.asked or seen.dropped):
        lines.append("  Nothing else changes.")
    kept = [order for order in seen.kept if changes_the_table(order)]
    if kept:
        lines.append(f"  Later manual changes are kept: {_numbers(kept)}.")
    if seen.undone:
        lines.append("  Also undone by the ruling:")
        lines += [f"    {_line(order, state)}" for order in seen.undone]
    return lines


def preview_data(seen: Foreseen, state: State) -> dict[str, Any]:
    """The same for programs."""
    names = Names(state)
    return {
        "event": seen.event.number,
        "value": seen.value,
        "stays": [_data(event, state) for event in seen.stays],
        "new": [
            {"side": q.side, "kind": q.kind, "text": names.text(q.text), "rule": q.rule} for q in seen.asked
        ],
        "more_may_follow": bool(seen.asked),
        "not_known_yet": [_data(event, state) for event in seen.left],
        "dropped": [_data(event, state) for event in seen.dropped],
        "until_now": [in_words(event, state, then=False) for event in seen.gone],
        "from_now_on": [in_words(event, state, then=False) for event in seen.new],
        "later_changes_kept": [order.number for order in seen.kept if changes_the_table(order)],
        "undone": [order.number for order in seen.undone],
    }


def late_lines(late: Late, state: State) -> list[str]:
    """A late ruling before it is recorded."""
    names = Names(state)
    was, value = (
        names.pairs(each) if isinstance(each, Mapping) else names.thing(each)
        for each in (late.was, late.value)
    )
    lines = [
        f"Late ruling on event {late.event.number}, “{names.text(late.about)}”: {value} (until now: {was})."
    ]
    seen = late.by_the_rules
    if seen is not None and (seen.gone or seen.new):
        lines.append("  By the rules, the outcome would have changed at the time (- as it was, + as ruled):")
        lines += [f"  - {_line(event, state)}" for event in seen.gone]
        lines += [f"  + {in_words(event, state, then=False)}" for event in seen.new]
    told = [act_words(act, names) for act in late.acts]
    effects = "; ".join(told) if told else "none; add --effect for what changes now"
    lines.append(f"  Effects now: {effects}.")
    if late.built_on:
        lines.append("  Later orders that used what the old outcome changed; they stand:")
        for order, ids in late.built_on:
            lines.append(f"    {_line(order, state)} ({joined([names.thing(id) for id in ids])})")
    lines.append("  No die is rolled again, and all later orders stand.")
    return lines


def late_data(late: Late, state: State) -> dict[str, Any]:
    """The same for programs."""
    seen = late.by_the_rules
    return {
        "event": late.event.number,
        "value": late.value,
        "was": late.was,
        "effects": list(late.acts),
        "until_now": [in_words(event, state, then=False) for event in seen.gone] if seen is not None else [],
        "by_the_rules": [in_words(event, state, then=False) for event in seen.new]
        if seen is not None
        else [],
        "built_on": [{"order": order.number, "used": list(ids)} for order, ids in late.built_on],
    }


def _recorded(seen: Foreseen, names: Names) -> str:
    """What the event itself recorded."""
    match seen.event:
        case DieRolled(face=face):
            return str(face)
        case LookedUp(result=result):
            cells = {name: result[name] for name in seen.value if name in result}
            return names.pairs(cells) or "nothing"
        case Picked(value=value) | Chosen(value=value):
            return names.thing(value)
    return "what is recorded"


def _counted(events: Sequence[Event]) -> str:
    """`2 dice and 1 choice (events 14, 15 and 17)`."""
    counts = [
        number_of(sum(isinstance(event, kind) for event in events), one, many)
        for kind, one, many in _CALLED
        if any(isinstance(event, kind) for event in events)
    ]
    if not counts:
        return "no later dice or choices"
    return f"{joined(counts)} ({_numbers(events)})"


def _numbers(events: Sequence[Event]) -> str:
    which = sorted(origin(event) for event in events)
    return f"{'event' if len(which) == 1 else 'events'} {joined([str(number) for number in which])}"


def _asked(questions: Sequence[Question], names: Names) -> str:
    if not questions:
        return "no dice or questions."
    told = []
    for question in questions:
        if question.kind == "chance":
            told.append(f"rolled by the program: {names.text(question.text)}")
        elif question.kind == "die":
            told.append(f"die to type in: {names.text(question.text)}")
        else:
            told.append(asked(question, names))
    told_all = "; ".join(told)
    stop = "" if told_all.endswith(("?", ".")) else "."
    return f"{told_all}{stop} More may follow, depending on the result."


def _line(event: Event, state: State) -> str:
    return f"{origin(event)}: {in_words(event, state, then=False)}"


def _data(event: Event, state: State) -> dict[str, Any]:
    return {"event": origin(event), "told": in_words(event, state, then=False)}
