"""What people decided: rulings with what they replaced, arguments, what was undone."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.by_hand.acts import LATE
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
from reports.review.lines import joined_words, step, steps
from reports.review.review import Review
from reports.story.turns import Line, OrderTold
from reports.words.by_hand import act_words
from reports.words.names import capital, joined, one_line, signed

_ARGUED = ("hand-argue", "hand-chance")
_COMPUTED = ("face", "value", "result")
"""For each kind of event, the field with the answer on which one can rule."""


def rulings(review: Review) -> Section | None:
    """Every ruling: the outcome that it replaced, the ruling, the person and the reason."""
    rows = []
    for line in review.lines:
        if line.kind == "order-given" and line.fields["order"] == LATE:
            rows.append(_late(review, line))
        if line.kind != "ruled":
            continue
        fields = line.fields
        instead = review.by_number.get(fields["concerns"])
        by_hand = [event_link(number) for number in fields.get("decided_by") or ()]
        because: tuple[str | Span, ...] = (one_line(fields["because"]),)
        if by_hand:
            because = (*because, ", after ", *joined_words(by_hand, ", "))
        ruled = review.names_in(line).thing(fields["value"])
        rows.append(
            (
                event_link(line.number, str(line.number)),
                one_line(fields["by"]) or "the white cell",
                _concerned(instead),
                _computed(review, instead),
                Span(ruled, "struck" if line.struck_by else "strong"),
                because,
            )
        )
    if not rows:
        return None
    columns = (
        Column("Event", number=True),
        Column("By"),
        Column("On"),
        Column("Replaced"),
        Column("Ruling"),
        Column("Reason"),
    )
    lead = Paragraph(
        "The outcome that a ruling replaced, of the rules, the dice or a person, stays on record.", "soft"
    )
    return Section("rulings", "Rulings", (lead, Table(columns, tuple(rows), "All rulings")))


def _late(review: Review, line: Line) -> tuple[Words, ...]:
    """The row of a late ruling, with its effects in the reason's column."""
    fields: Mapping[str, Any] = line.fields
    late: Mapping[str, Any] = fields["arguments"]
    on = review.by_number.get(late.get("concerns", 0))
    about = f"“{review.names.text(late.get('about', ''))}”"
    names = review.names_in(line)
    effects = [told for act in late.get("acts") or () if (told := act_words(act, names))]
    because = f"Late ruling: {one_line(fields.get('because') or '')}"
    return (
        event_link(line.number, str(line.number)),
        one_line(fields.get("by") or "") or "the white cell",
        _concerned(on) if on is not None else about,
        names.thing(late.get("was")),
        Span(names.thing(late.get("value")), "struck" if line.struck_by else "strong"),
        f"{because}. Effects: {'; '.join(effects)}" if effects else because,
    )


def _concerned(line: Line | None) -> Words:
    if line is None:
        return "not shown here"
    return (event_link(line.number), f": {line.words}")


def _computed(review: Review, line: Line | None) -> str:
    for name in _COMPUTED:
        if line is not None and name in line.fields:
            return review.names_in(line).thing(line.fields[name])
    return ""


def arguments(review: Review) -> Section | None:
    """Arguments and estimated chances: what was said, the method, and the result."""
    told = [
        _argument(review, order) for order in review.story.orders() if order.name in _ARGUED and order.number
    ]
    found = [each for each in told if each is not None]
    return Section("arguments", "Arguments and estimates", tuple(found)) if found else None


def _argument(review: Review, order: OrderTold) -> Unfold | None:
    given = next((line for line in order.lines if line.kind == "order-given"), None)
    if given is None:
        return None
    said: Mapping[str, Any] = given.fields["arguments"]
    method: Mapping[str, Any] = said.get("method") or {}
    actor = f"{capital(review.names.side(said['actor']))}: " if said.get("actor") else ""
    concluded = next((line for line in order.lines if line.kind == "concluded"), None)
    rows: list[tuple[str, Words]] = []
    if method:
        how = f": {one_line(method['how'])}" if method.get("how") else ""
        rows.append(("Method", f"{capital(one_line(method.get('title', '')))}{how}"))
    if said.get("percent") is not None:
        rows.append(("Chance", f"{one_line(said['percent'])} %"))
    if said.get("estimates"):
        rows.append(("Estimates", _of_each(said["estimates"], " %")))
    if said.get("votes"):
        rows.append(("Votes", _of_each(said["votes"])))
    if given.fields.get("because"):
        rows.append(("Reason", one_line(given.fields["because"])))
    came = ""
    if concluded is not None:
        came = capital(concluded.texts["result"])
        rows.append(("Result", Span(came, "strong")))
        if concluded.fields["narration"]:
            rows.append(("Narration", one_line(concluded.fields["narration"])))
    rows.append(("In the log", event_link(order.number)))
    blocks: list[Block] = [Facts(tuple(rows))]
    if said.get("arguments"):
        blocks.append(_said(said["arguments"], method.get("strengths") or {}))
    chance = [line for line in order.lines if line.kind in ("die-rolled", "modified")]
    if chance:
        blocks.append(steps(review, chance))
    subject = one_line(said.get("action") or said.get("subject") or order.words)
    return Unfold(
        capital(f"{actor}{subject}"),
        tuple(blocks),
        came or "No result yet",
        struck=bool(order.struck_by),
    )


def _of_each(values: Mapping[str, Any], unit: str = "") -> str:
    return joined([f"{one_line(name)} {one_line(value)}{unit}" for name, value in values.items()])


def _said(said: Sequence[Mapping[str, Any]], strengths: Mapping[str, Any]) -> Table:
    rows = []
    for each in said:
        strength = one_line(each.get("strength") or "")
        weight = strengths.get(strength)
        counted = ""
        if isinstance(weight, int) and weight:
            counted = f" ({signed(weight if each['stance'] == 'for' else -weight)})"
        rows.append(
            (
                capital(one_line(each["stance"])),
                f"{strength}{counted}",
                one_line(each["text"]),
                one_line(each.get("who") or ""),
            )
        )
    columns = (Column("Stance"), Column("Strength"), Column("Argument"), Column("Made by"))
    return Table(columns, tuple(rows), "Arguments")


def corrections(review: Review) -> Section | None:
    """What was undone, by whom and why, with the orders concerned; the words that the sides gave for the
    dice."""
    struck: dict[int, list[Step]] = {}
    for line in review.lines:
        if line.kind == "order-given" and line.struck_by > 0:
            words = (Span(capital(line.words), "struck"),)
            struck.setdefault(line.struck_by, []).append(Step(line.number, words))
    blocks: list[Block] = []
    taken = [line for line in review.lines if line.kind == "taken-back"]
    for line in taken:
        blocks.append(Steps((step(review, line), *struck.get(line.number, ()))))
    count = sum(bool(line.struck_by) for line in review.lines)
    if count:
        are = "event is" if count == 1 else "events are"
        told = f"{count} {are} no longer in force because of undos and rulings. The log keeps them."
        blocks.append(Paragraph(told, "soft"))
    stirred = [line for line in review.lines if line.kind == "entropy-given"]
    if stirred:
        blocks.append(Section("stirred", "Words added to the dice seed", (steps(review, stirred),)))
    return Section("corrections", "Undone", tuple(blocks)) if blocks else None
