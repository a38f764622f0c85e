"""What happened, turn by turn: every order, and how it was adjudicated."""

from reports.aar.lines import UNTOLD, marked, step, steps
from reports.aar.review import Review
from reports.document.blocks import Block, Paragraph, Section, Step, Steps, Unfold, Words
from reports.names import capital, spoken
from reports.turns import OrderTold, PhaseTold, TurnTold


def orders(review: Review) -> Section:
    """Every turn with its phases, and every order in them with its derivation."""
    lead = Paragraph(
        "Unfold an order to read how it was adjudicated, event by event, each with its rule. What was taken "
        "back or ruled otherwise stays here, struck through.",
        "soft",
    )
    turns = tuple(_turn(review, turn) for turn in review.story.turns)
    return Section("orders", "What happened, and why", (lead, *turns))


def _turn(review: Review, turn: TurnTold) -> Section:
    phases = [phase for phase in turn.phases if phase.orders]
    blocks = tuple(_phase(review, phase, index) for index, phase in enumerate(phases, 1))
    return Section(f"turn-{turn.turn}", f"Turn {turn.turn}", blocks)


def _phase(review: Review, phase: PhaseTold, index: int) -> Section:
    side = f", {review.names.side(phase.side)}" if phase.side else ""
    blocks: list[Block] = []
    idle: list[Step] = []
    for told in phase.orders:
        if told.number and told.idle():
            idle += _idle(review, told)
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
    own = Step(
        told.number,
        _heading(review, told),
        struck=bool(told.struck_by),
        here=not told.continued,
    )
    return [own, *(step(review, line, here=True) for line in told.lines if line.kind not in UNTOLD)]


def _order(review: Review, told: OrderTold) -> Unfold:
    return Unfold(
        _heading(review, told),
        (steps(review, told.lines, here=True),),
        "; ".join(told.outcome()),
        anchor=f"e{told.number}" if told.number and not told.continued else "",
        quiet=not told.decisive(),
        struck=bool(told.struck_by),
    )


def _heading(review: Review, told: OrderTold) -> Words:
    if told.continued:
        return f"{capital(spoken(told.name))} goes on (order {told.number})"
    return (told.words, *marked(review, told.number)) if told.number else "Beside the orders"
