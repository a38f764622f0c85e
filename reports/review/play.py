"""What happened, turn by turn: what was planned and decided, every order, and how it was adjudicated."""

from collections.abc import Iterable

from domain.views.view import WHITE
from reports.document.blocks import (
    Block,
    Column,
    Facts,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Unfold,
    Words,
    event_link,
)
from reports.review.course import told_fights
from reports.review.lines import UNTOLD, joined_words, marked, step, steps
from reports.review.review import Review
from reports.review.stakes import stakes, strip
from reports.story.fights import InALine
from reports.story.time_spent import TurnTime
from reports.story.turns import Line, OrderTold, PhaseTold, TurnTold
from reports.words.names import capital, joined, number_of, one_line, signed, spoken
from reports.words.phrases import phrases
from reports.words.seminar import lasting

_PLANS = frozenset(("message-sent", "secret-order-sealed", "secret-orders-opened"))
_PLACED = frozenset(("piece-moved", "piece-placed"))
_FEW = 3
"""The most lines outside any order that are not folded."""
_LEAD = (
    "Every order that is not listed above, turn by turn, with each event and its rule. A rule holds until "
    "the next one. What was undone or replaced by a ruling is struck through. Ends of phases and bookkeeping "
    "are left out."
)
_ALL_EVENTS = (" ", Span("whitecell log --all", "code"), " lists every event.")
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
"""Short names of events that belong to no order."""


def fights(review: Review) -> Section | None:
    """The orders that decided the game, one line each, with odds and luck if they were computed; each
    expands to its derivation. None for a game without any."""
    blocks: list[Block] = []
    elsewhere = told_fights(review)
    for turn in review.story.turns:
        told = review.fights.get(turn.turn, ())
        if told:
            lines = tuple(_fight(review, each, elsewhere) for each in told)
            blocks.append(Section(f"fights-{turn.turn}", _turn_name(review, turn), lines))
    if not blocks:
        return None
    heading = "Actions and outcomes" if review.judged else "Fights"
    return Section("fights", heading, tuple(blocks))


def _fight(review: Review, told: InALine, elsewhere: frozenset[int]) -> Unfold:
    order, once = told.order, told.order.lines[0].number in elsewhere
    lines = [line for line in order.lines if line.kind != "phase-entered"]
    came: list[Words] = [told.came] if told.came and not once else []
    came += strip(review, told.number)
    parts = tuple(f" · {part}" for part in told.parts)
    words = (Span(told.named(), "strong"), *parts, *marked(review, told.number))
    return Unfold(
        words,
        (
            Paragraph(order.words, "soft"),
            *_given(review, order),
            *stakes(review, told.number),
            steps(review, lines, here=True, brief=True),
        ),
        joined_words(came, " · "),
        anchor=review.anchor(order),
        quiet=True,
        struck=bool(order.struck_by),
        derivation=True,
        told=once,
    )


def _turn_name(review: Review, turn: TurnTold) -> str:
    return f"Turn {review.names.turn(turn.turn)}" if turn.turn else "Before the first turn"


def orders(review: Review) -> Section:
    """Everything else that happened: the set-up as a table, then each turn with its phases and every order
    in them; a turn expands. Ends of phases and bookkeeping are left out."""
    lead: Words = (_LEAD, *(_ALL_EVENTS if review.white else ()))
    times = {turn.turn: turn for turn in review.clock.turns} if review.clock.seconds else {}
    blocks: list[Block] = [Paragraph(lead, "soft")]
    table = _set_up(review)
    if table is not None:
        blocks.append(Unfold("Set-up", (table,), anchor="set-up", quiet=True))
    before = review.story.start
    for turn in review.story.turns:
        told = _turn(review, turn, before, times.get(turn.turn))
        if told is not None:
            blocks.append(told)
        before = turn.tracks or before
    return Section("orders", "Detailed record", tuple(blocks), annex=True)


def _set_up(review: Review) -> Table | None:
    """What was set up before the first turn: the pieces, their places, events and rules."""
    rows: list[tuple[Words, ...]] = []
    names = []
    for told in _placings(review):
        placed = [line for line in told.lines if line.kind in _PLACED]
        for line in placed:
            fields = line.fields
            where = review.names.space(fields["to"]) if "to" in fields else ""
            id = fields.get("piece")
            piece = review.names_in(line).piece(id) if isinstance(id, str) else ""
            side = review.names.brief(told.side)
            rows.append((str(line.number), side, piece or line.words, where, line.rule))
            names.append(f"e{told.number if line is placed[0] else line.number}")
    columns = (
        Column("Event", number=True),
        Column("Side"),
        Column("Piece"),
        Column("Set up in"),
        Column("Rule"),
    )
    caption = "Pieces set up before the first turn"
    return Table(columns, tuple(rows), caption, anchors=tuple(names)) if rows else None


def _placings(review: Review) -> list[OrderTold]:
    """The orders before the first turn that only put pieces on the table."""
    return [
        told
        for turn in review.story.turns
        if not turn.turn
        for phase in turn.phases
        for told in phase.orders
        if _only_places(told)
    ]


def _only_places(told: OrderTold) -> bool:
    kinds = {line.kind for line in told.lines if not line.quiet}
    return bool(told.number and not told.struck_by and kinds & _PLACED and kinds <= _PLACED | set(UNTOLD))


def _turn(review: Review, turn: TurnTold, before: dict[str, int], time: TurnTime | None) -> Unfold | None:
    """A turn, folded, with a short summary outside."""
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
    phases = [_phase(review, phase, index) for index, phase in enumerate(turn.phases, 1)]
    blocks += [phase for phase in phases if phase is not None]
    if not blocks:
        return None
    return Unfold(_turn_name(review, turn), tuple(blocks), _counted(turn), anchor=name)


def _counted(turn: TurnTold) -> str:
    """The number of folded orders: `22 orders`."""
    count = sum(order.counts() for phase in turn.phases for order in phase.orders)
    return number_of(count, "order") if count else ""


def _in_short(
    review: Review, turn: TurnTold, before: dict[str, int], time: TurnTime | None
) -> tuple[tuple[str, Words], ...]:
    """A turn in a few facts: its length, the score, the losses."""
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
    """Decisions of the white cell, and decisions that were noted; sides answered within their orders."""
    return _is_judged(line) or (line.kind == "noted" and line.fields.get("kind") == "decision")


def _is_judged(line: Line) -> bool:
    """Whether the white cell judged an outcome."""
    return line.kind == "chosen" and line.fields["side"] == WHITE


def _decisions(review: Review, lines: Iterable[Line]) -> Steps:
    return Steps(tuple(step(review, line, here=line.kind == "noted") for line in lines))


def _elsewhere(line: Line) -> bool:
    """Whether a line outside any order is shown above, with the plans or decisions of its turn."""
    return line.kind in _PLANS or (line.kind == "noted" and _is_decision(line))


def _has_more(told: OrderTold) -> bool:
    return bool(told.number) or not all(map(_elsewhere, told.lines))


def _phase(review: Review, phase: PhaseTold, index: int) -> Section | None:
    """The orders of a phase that have no line of their own among the fights; None if there are none."""
    blocks: list[Block] = []
    idle: list[Step] = []
    for told in phase.orders:
        if told.number and (_in_fights(review, told) or (not phase.turn and _only_places(told))):
            continue
        if told.number and told.idle() and not told.struck_by:
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
        blocks.append(_order(review, told, phase))
    if idle:
        blocks.append(Steps(tuple(idle)))
    if not blocks:
        return None
    side = f", {review.names.side(phase.side)}" if phase.side else ""
    heading = f"{capital(spoken(phase.phase)) or 'Opening'}{side}"
    return Section(f"turn-{phase.turn}-{index}", heading, tuple(blocks))


def _in_fights(review: Review, told: OrderTold) -> bool:
    """Whether the order, or its result in this phase, is among the fights."""
    return told.lines[0].number in review.in_fights


def _idle(review: Review, told: OrderTold) -> list[Step]:
    """What remains of an order that only advanced the clock: nothing, except its marking."""
    return [
        step(review, line, here=True)
        for line in told.lines
        if line.number in review.markings and line.kind not in UNTOLD
    ]


def _order(review: Review, told: OrderTold, phase: PhaseTold) -> Unfold:
    lines = [line for line in told.lines if told.number or not _elsewhere(line)]
    lines = [line for line in lines if line.kind != "phase-entered"]
    blocks: list[Block] = [] if told.continued else [*_given(review, told), *stakes(review, told.number)]
    outcome = "; ".join(told.outcome()) if told.number else _beside(lines)
    return Unfold(
        _heading(review, told, phase),
        (*blocks, steps(review, lines, here=True, brief=True)),
        "" if told.number and not told.decisive() else outcome,
        anchor=review.anchor(told),
        quiet=not (told.decisive() or any(map(_is_judged, told.lines))),
        struck=bool(told.struck_by),
    )


def _given(review: Review, told: OrderTold) -> list[Block]:
    """The rule under which an order was given, and the person, if it was not always the same."""
    parts = [f"rule {told.rule}"] if told.rule else []
    by = one_line(told.by)
    if by and by not in told.words and len(review.givers.get(told.side, ())) > 1:
        parts.append(f"given by {by}")
    return [Paragraph(capital(", ".join(parts)), "soft")] if parts else []


def _beside(lines: list[Line]) -> str:
    """Lines outside any order, by kind: `observation, roster entry x 7`."""
    counted: dict[str, int] = {}
    for line in lines:
        kind = (
            line.fields["kind"]
            if line.kind == "noted"
            else _BESIDE.get(line.kind, spoken(line.kind.replace("-", " ")))
        )
        counted[kind] = counted.get(kind, 0) + 1
    return ", ".join(kind if count == 1 else f"{kind} x {count}" for kind, count in counted.items())


def _heading(review: Review, told: OrderTold, phase: PhaseTold) -> Words:
    """What was ordered; with the side if it is not the side whose phase it is."""
    ends = told.name in phrases(review.opened.system).ending
    if told.continued:
        begins = f"Start of {spoken(phase.phase)}" if phase.phase else "Start of the phase"
        return begins if ends else f"{capital(spoken(told.name))} (order {told.number}), continued"
    if not told.number:
        return Span("Between orders")
    words = told.words
    if phase.side and told.side == phase.side:
        words = capital(words.removeprefix(f"{review.names.first(told.side)}: "))
    return (words, *marked(review, told.number))
