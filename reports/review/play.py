"""What happened, turn by turn: what was planned and decided, every order, and how it was adjudicated."""

from collections.abc import Iterable

from domain.views.view import WHITE
from reports.document.blocks import (
    Block,
    Facts,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Unfold,
    Words,
    event_link,
)
from reports.review.lines import UNTOLD, joined_words, marked, step, steps
from reports.review.review import Review
from reports.review.stakes import stakes
from reports.story.time_spent import TurnTime
from reports.story.turns import Line, OrderTold, PhaseTold, TurnTold
from reports.words.names import capital, joined, one_line, signed, spoken
from reports.words.seminar import lasting

_PLANS = frozenset(("message-sent", "secret-order-sealed", "secret-orders-opened"))
_FEW = 3
"""So many lines that belong to no order stand open."""
_LEAD = (
    "Expand an order to see how it was adjudicated, event by event, with the rule for each. What was undone "
    "or replaced by a ruling is struck through."
)
_WITHOUT_LUCK = (
    " Run ",
    Span("whitecell aar --with-luck", "code"),
    " to add the odds that each order had.",
)
_BESIDE = {
    "marking-set": "marking",
    "seat-taken": "roster entry",
    "game-declared": "declaration",
    "injects-listed": "list of injects",
    "timer-set": "timer",
    "inject-handled": "inject",
    "taken-back": "undo",
    "option-changed": "change of an option",
    "message-sent": "message",
    "secret-order-sealed": "sealed orders submitted",
    "secret-orders-opened": "sealed orders opened",
}
"""What an event that belongs to no order is called in short."""


def orders(review: Review) -> Section:
    """Every turn with its phases, and every order in them with its derivation."""
    odds_missing = review.white and review.luck is None and not review.judged
    lead: Words = (_LEAD, *(_WITHOUT_LUCK if odds_missing else ()))
    times = {turn.turn: turn for turn in review.clock.turns} if review.clock.seconds else {}
    blocks: list[Block] = [Paragraph(lead, "soft")]
    before = review.story.start
    for turn in review.story.turns:
        blocks.append(_turn(review, turn, before, times.get(turn.turn)))
        before = turn.tracks or before
    return Section("orders", "Detailed record", tuple(blocks))


def _turn(review: Review, turn: TurnTold, before: dict[str, int], time: TurnTime | None) -> Section:
    blocks: list[Block] = []
    facts = _in_short(review, turn, before, time)
    if facts:
        blocks.append(Facts(facts))
    told = [line for phase in turn.phases for order in phase.orders for line in order.lines]
    name = f"turn-{turn.turn}"
    plans = [line for line in told if line.kind in _PLANS]
    if plans:
        blocks.append(Section(f"{name}-plans", "Plans and messages", (steps(review, plans, here=True),)))
    decided = [line for line in told if _is_decision(line)]
    if decided:
        blocks.append(Section(f"{name}-decisions", "Decisions", (_decisions(review, decided),)))
    phases = [phase for phase in turn.phases if any(map(_has_more, phase.orders))]
    blocks += [_phase(review, phase, index) for index, phase in enumerate(phases, 1)]
    return Section(
        name, f"Turn {review.names.turn(turn.turn)}" if turn.turn else "Before the first turn", tuple(blocks)
    )


def _in_short(
    review: Review, turn: TurnTold, before: dict[str, int], time: TurnTime | None
) -> tuple[tuple[str, Words], ...]:
    """A turn in a few facts: how long it took, what the score came to, what was lost."""
    rows: list[tuple[str, Words]] = []
    if time is not None and time.seconds:
        waited = (
            f", of which {lasting(time.waiting)} waiting for answers" if time.waiting and review.white else ""
        )
        rows.append(("Time", f"{lasting(time.seconds)}{waited}"))
    moved = []
    for track, value in turn.tracks.items():
        change = value - before.get(track, value)
        if change:
            moved.append(f"{review.names.track(track)} {signed(change)}, now {value}")
    if moved:
        rows.append(("Tracks", "; ".join(moved)))
    if turn.losses:
        lost = [
            (f"{capital(loss.name)}, {loss.in_words()} (", event_link(loss.number), ")")
            for loss in turn.losses
        ]
        count = sum(loss.amount for loss in turn.losses)
        rows.append((f"Lost: {count}", joined_words(lost, "; ")))
    sides = dict.fromkeys(order.side for phase in turn.phases for order in phase.orders if order.counts())
    given = []
    for side in sides:
        count = sum(order.side == side for phase in turn.phases for order in phase.orders if order.counts())
        given.append(f"{review.names.side(side) or 'white cell'} {count}")
    if given:
        rows.append(("Orders", joined(given)))
    return tuple(rows)


def _is_decision(line: Line) -> bool:
    """Answers to what was asked, and decisions that were noted."""
    return line.kind == "chosen" or (line.kind == "noted" and line.fields.get("kind") == "decision")


def _is_judged(line: Line) -> bool:
    """Whether the white cell said how something comes out."""
    return line.kind == "chosen" and line.fields["side"] == WHITE


def _decisions(review: Review, lines: Iterable[Line]) -> Steps:
    return Steps(tuple(step(review, line, here=line.kind == "noted") for line in lines))


def _elsewhere(line: Line) -> bool:
    """Whether a line that belongs to no order stands above, with the plans or decisions of its turn."""
    return line.kind in _PLANS or (line.kind == "noted" and _is_decision(line))


def _has_more(told: OrderTold) -> bool:
    return bool(told.number) or not all(map(_elsewhere, told.lines))


def _phase(review: Review, phase: PhaseTold, index: int) -> Section:
    side = f", {review.names.side(phase.side)}" if phase.side else ""
    blocks: list[Block] = []
    idle: list[Step] = []
    for told in phase.orders:
        if told.number and told.idle():
            idle += _idle(review, told)
            continue
        if not _has_more(told):
            continue
        if not told.number and len(told.lines) <= _FEW:
            idle += [step(review, line, here=True) for line in told.lines if not _elsewhere(line)]
            continue
        if idle:
            blocks.append(Steps(tuple(idle)))
            idle = []
        blocks.append(_order(review, told))
    if idle:
        blocks.append(Steps(tuple(idle)))
    heading = f"{capital(spoken(phase.phase)) or 'Opening'}{side}"
    return Section(f"turn-{phase.turn}-{index}", heading, tuple(blocks))


def _idle(review: Review, told: OrderTold) -> list[Step]:
    """An order that did no more than move the clock on, and its lines."""
    own = Step(told.number, _heading(review, told), (), bool(told.struck_by), here=not told.continued)
    return [own, *(step(review, line, here=True) for line in told.lines if line.kind not in UNTOLD)]


def _order(review: Review, told: OrderTold) -> Unfold:
    lines = [line for line in told.lines if told.number or not _elsewhere(line)]
    anchor = f"e{told.number}" if told.number and not told.continued else ""
    blocks: list[Block] = [] if told.continued else [*_given(review, told), *stakes(review, told.number)]
    return Unfold(
        _heading(review, told),
        (*blocks, steps(review, lines, here=True)),
        "; ".join(told.outcome()) if told.number else _beside(lines),
        anchor=anchor,
        quiet=not (told.decisive() or any(map(_is_judged, told.lines))),
        struck=bool(told.struck_by),
    )


def _given(review: Review, told: OrderTold) -> list[Block]:
    """Under which rule an order was given, and by whom, where it was not always the same person."""
    parts = [f"rule {told.rule}"] if told.rule else []
    by = one_line(told.by)
    if by and by not in told.words and len(review.givers.get(told.side, ())) > 1:
        parts.append(f"given by {by}")
    return [Paragraph(capital(", ".join(parts)), "soft")] if parts else []


def _beside(lines: list[Line]) -> str:
    """What belongs to no order, by its kinds: `observation, roster entry x 7`."""
    counted: dict[str, int] = {}
    for line in lines:
        kind = (
            line.fields["kind"]
            if line.kind == "noted"
            else _BESIDE.get(line.kind, spoken(line.kind.replace("-", " ")))
        )
        counted[kind] = counted.get(kind, 0) + 1
    return ", ".join(kind if count == 1 else f"{kind} x {count}" for kind, count in counted.items())


def _heading(review: Review, told: OrderTold) -> Words:
    if told.continued:
        return f"{capital(spoken(told.name))} (order {told.number}), continued"
    if told.number:
        return (told.words, *marked(review, told.number))
    return Span("Between orders")
