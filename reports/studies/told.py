"""The basis of the sections of a study's report: its games and figures, its charts."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudication.chances.study import BatchPlayed, GamePlayed, Study
from reports.document.blocks import (
    Block,
    Column,
    Figure,
    Paragraph,
    Section,
    Words,
)
from reports.figures.effects import Axis, Change, Point, points
from reports.figures.ridges import MOST, Parts, Ridge, ridges
from reports.figures.style import NARROW, side_colour
from reports.studies import words as said
from reports.studies.figures import Figures, Spread
from reports.studies.folder import RunRecord
from reports.studies.words import mean
from reports.words.names import capital, one_line

FOUND, PLAYED, METHOD = "Findings", "How games went", "Method"


class Told(NamedTuple):
    """The data of a report."""

    study: Study
    parts: Sequence[BatchPlayed]
    figures: Figures
    record: RunRecord

    @property
    def scenario(self) -> str:
        titles = dict.fromkeys(
            str(getattr(variant.opening[0], "title", "")) for variant in self.study.variants
        )
        return ", ".join(titles)

    @property
    def labels(self) -> dict[str, str]:
        return said.labels_of(self.study)

    @property
    def several(self) -> bool:
        return len(self.figures.variants) > 1

    def label(self, variant: str) -> str:
        """The label of a variant; empty in a study with one variant."""
        return self.labels.get(variant) or ("All games" if not self.several else one_line(variant))

    def of_side(self, variant: str, side: str) -> str:
        """The label of a row about a side: with its variant if there are several."""
        return capital(f"{self.label(variant)}, {side}") if self.several else capital(side)

    def games(self, variant: str) -> list[GamePlayed]:
        """The games of a variant that reached a verdict."""
        return [
            game for part in self.parts if part.variant == variant for game in part.games if not game.fault
        ]

    def colour(self, side: str) -> str:
        return side_colour(list(self.figures.sides), side)

    def other(self, side: str) -> str:
        """The only other side; empty if there are several."""
        others = [each for each in self.figures.sides if each != side]
        return others[0] if len(others) == 1 else ""


def section(
    anchor: str, heading: str, group: str, blocks: Iterable[Block | None], annex: bool = False
) -> Section | None:
    """A section; None if it has no blocks."""
    kept = tuple(block for block in blocks if block is not None)
    return Section(anchor, heading, kept, group, annex) if kept else None


def soft(words: Words) -> Paragraph:
    """A paragraph of minor importance."""
    return Paragraph(words, "soft")


def columns(*names: str, numbers: int = 0) -> tuple[Column, ...]:
    """Columns; all after the first `numbers` hold numbers, and none if it is 0."""
    return tuple(Column(name, bool(numbers) and place >= numbers) for place, name in enumerate(names))


def chart(draw: Callable[..., str], rows: Sequence[Point | Change], axis: Axis) -> Figure:
    """A plot of named values, for wide screens and narrow ones."""
    spoken_rows = "; ".join(f"{row.name}: {row.said}" for row in rows)
    name = capital(axis.name)
    told = f"{name}. {spoken_rows}."
    return Figure(draw(rows, axis, name), told, narrow=draw(rows, axis, name, width=NARROW))


def spread_block(
    it: Told,
    spreads: dict[str, Spread],
    value: Callable[[GamePlayed], int],
    axis: str,
    parts: Parts | None = None,
) -> Block:
    """A distribution of each variant on one axis; a sentence if every game has the same value, and only
    the means if there are very many variants."""
    same = said.constant(spreads.values())
    if same is not None:
        return Paragraph(f"{capital(axis)}: {same} in every game.")
    caption = f"{capital(axis)} in each game"
    if len(spreads) > MOST:
        rows = [
            Point(
                capital(it.label(name)),
                spread.mean,
                spread.mean - spread.error,
                spread.mean + spread.error,
                mean(spread),
            )
            for name, spread in spreads.items()
        ]
        about = 0.0 if parts is not None else None
        return chart(points, rows, Axis(f"mean {axis}, with 95 % intervals", about=about))
    ridge = [
        Ridge(
            capital(it.label(name)),
            [value(game) for game in it.games(name)],
            spread.mean,
            _mean_words(spread, parts),
        )
        for name, spread in spreads.items()
    ]
    told = "; ".join(
        f"{capital(it.label(name))}: mean {mean(spread)}, "
        f"eight games in ten {spread.tenths[0]} to {spread.tenths[8]}"
        for name, spread in spreads.items()
    )
    bottom = f"{axis} (height: share of games)"
    return Figure(
        ridges(ridge, bottom, caption, parts),
        f"{caption}. {told}.",
        narrow=ridges(ridge, bottom, caption, parts, width=NARROW),
    )


def _mean_words(spread: Spread, parts: Parts | None) -> str:
    if parts is None:
        return f"mean {mean(spread)}"
    return f"mean {said.signed(spread.mean, 2)} ± {spread.error:.2f}"
