"""The losses of the sides, and their strength on the map, turn by turn."""

from collections.abc import Mapping, Sequence

from reports.document.blocks import Block, Column, Facts, Figure, Paragraph, Section, Table, Words
from reports.figures.bars import bars_by_turn
from reports.figures.chart import line_chart
from reports.figures.style import NARROW
from reports.review.review import Review
from reports.review.standing import colour_of
from reports.story.forces import (
    Strength,
    exchange,
    in_all,
    losses_by_kind,
    losses_by_turn,
    strength_by_turn,
)
from reports.words.names import capital, joined

_COUNTED = (
    "A loss is a piece that was turned to its casualty side, removed, or taken out of the game. A piece that "
    "recovers can be lost again. Each loss is listed under Casualties."
)
_BY_THE_RULES = (
    "Losses are counted as the rules of this system count them, less what returned. Each loss is listed "
    "under Casualties."
)


def forces(review: Review) -> Section | None:
    """Losses by side, turn and kind, exchange ratios, and the strength of each side over time."""
    blocks = [*_losses(review), *_strength(review)]
    return Section("forces", "Losses and strength", tuple(blocks)) if blocks else None


def _losses(review: Review) -> list[Block]:
    losses = review.story.losses()
    if not losses:
        return []
    lost, system = in_all(losses), review.system()
    sides = [side for side in (*review.state.sides, "") if side in lost or (side and len(lost) == 1)]
    names = {side: capital(review.names.side(side)) if side else "No side" for side in sides}
    turns = [turn.turn for turn in review.story.turns]
    counted = losses_by_turn(losses)
    columns: dict[str, Sequence[int]] = {
        names[side]: [counted[turn][side] if turn in counted else 0 for turn in turns] for side in sides
    }
    blocks: list[Block] = [
        Paragraph(_COUNTED if system is None or system.reports.losses is None else _BY_THE_RULES, "soft"),
        Facts(tuple((capital(each), words) for each, words in exchange_words(lost, names))),
    ]
    if len(turns) > 1:
        told = [
            f"{name} lost {joined([said for said in _each('in', turns, counts) if said[:2] != '0 '])}"
            for name, counts in columns.items()
        ]
        colours = {names[side]: colour_of(review, side) for side in sides}
        wide, narrow = (bars_by_turn(turns, columns, colours, "losses", *width) for width in ((), (NARROW,)))
        caption = "Losses of each side, turn by turn"
        blocks.append(Figure(wide, f"{'; '.join(told)}.", caption, narrow=narrow))
    blocks.append(_by_kind(review, names))
    return [Section("losses", "Losses", tuple(blocks))]


def _each(when: str, turns: Sequence[int], counts: Sequence[int]) -> list[str]:
    """`3 in turn 4`, for each turn."""
    return [f"{count} {when} turn {turn}" for turn, count in zip(turns, counts, strict=True)]


def exchange_words(lost: Mapping[str, int], names: Mapping[str, str]) -> list[tuple[str, Words]]:
    """Each side with its losses, and the losses of others for each of its own."""
    found: list[tuple[str, Words]] = []
    for side, name in names.items():
        ratio = exchange(lost, side) if side else None
        count = lost.get(side, 0)
        told = f"{count} lost"
        if side and ratio is not None:
            told += f"; exchange ratio {ratio:.2f} (losses of the others for each of its own)"
        elif side and sum(lost.values()) > count:
            told += "; no exchange ratio"
        found.append((name, told))
    return found


def _by_kind(review: Review, names: Mapping[str, str]) -> Table:
    by_kind = losses_by_kind(review.game, review.story.losses(), review.viewer)
    rows: list[tuple[Words, ...]] = [
        (name, kind, str(count))
        for side, name in names.items()
        for kind, count in sorted(by_kind.get(side, {}).items(), key=lambda each: (-each[1], each[0]))
        if count
    ]
    columns = (Column("Side"), Column("Kind"), Column("Lost", number=True))
    return Table(columns, tuple(rows), "Losses by kind of piece", heads=True)


def _strength(review: Review) -> list[Block]:
    by_turn = strength_by_turn(review.game, review.viewer, review.system())
    by_turn = [each for each in by_turn if each.turn or len(by_turn) == 1 or _anything(each)]
    measures = {
        "Pieces on the map": [each.pieces for each in by_turn],
        "Steps on the map": [each.steps for each in by_turn],
        "Spaces held": [each.spaces for each in by_turn],
    }
    turns = [each.turn for each in by_turn]
    blocks: list[Block] = []
    for place, (measure, values) in enumerate(measures.items(), 1):
        sides = [side for side in review.state.sides if any(side in value for value in values)]
        if not sides or (len(turns) > 1 and all(_same(values, side) for side in sides)):
            continue
        lines = {capital(review.names.side(side)): [value.get(side, 0) for value in values] for side in sides}
        if len(turns) > 1:
            said = [f"{name} {joined(_each('after', turns, line))}" for name, line in lines.items()]
            svg = line_chart(turns, lines, measure, f"strength-{place}")
            blocks.append(
                Figure(svg, f"{measure}: {'; '.join(said)}.", f"{measure}, at the end of each turn")
            )
        else:
            told = joined([f"{name} {line[0]}" for name, line in lines.items()])
            blocks.append(Paragraph(f"{measure}: {told}."))
    if not blocks:
        return []
    note = "Pieces on the map at the end of each turn, without casualties, markers and pieces in boxes." + (
        "" if review.white else " Hidden pieces count as far as they were seen."
    )
    return [Section("strength", "Strength over time", (Paragraph(note, "soft"), *blocks))]


def _same(values: Sequence[Mapping[str, int]], side: str) -> bool:
    """Whether a side's number never changed, so that there is nothing to draw."""
    return len({value.get(side, 0) for value in values}) == 1


def _anything(strength: Strength) -> bool:
    return bool(strength.pieces or strength.steps or strength.spaces)
