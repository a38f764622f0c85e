"""Plots of one game: chances, luck and losses over it. They take a page's own ink, so that they can be read
in the dark as well, and tell lines apart by dashes and names beside colours."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from reports.figures.plots import INK, page_figure, page_svg
from reports.words.names import one_line

ON_BOTH = ("#0072B2", "#D55E00", "#00875F", "#B0588F", "#8F7A00", "#6D7580")
"""Colours that stand out from light paper and from dark, and are told apart by the colour blind."""
DASHES = ("-", "--", "-.", ":", (0, (8, 2)), (0, (3, 1, 1, 1)))
HATCHES = ("", "////", "....", "xxxx", "----", "\\\\\\\\")
_LONGEST_NAME = 40


class Band(NamedTuple):
    """A line with an interval at each of its points."""

    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


class Mark(NamedTuple):
    """A point of a line to be marked: which line, which of its points, and by which sign."""

    name: str
    place: int
    sign: str


def curves(
    lines: Mapping[str, Band],
    turns: Sequence[int],
    axes_named: tuple[str, str],
    prefix: str,
    marks: Sequence[Mark] = (),
    limits: tuple[float, float] | None = None,
    plain: str = "",
) -> str:
    """Lines over the orders of a game, each with its interval as a pale band.

    turns: the turn of each point, the same for all lines; a new turn has a line down the plot. axes_named:
    what runs along the bottom and up the side. limits: the ends of the axis upwards. plain: the
    line that is nobody's, which takes the ink of the page.
    """
    with page_figure(3.4) as (figure, axes):
        places = range(len(turns))
        for index, (name, band) in enumerate(lines.items()):
            colour, dashes = ON_BOTH[index % len(ON_BOTH)], DASHES[index % len(DASHES)]
            colour = INK if name == plain else colour
            axes.fill_between(places, band.low, band.high, color=colour, alpha=0.18, linewidth=0)
            axes.plot(places, band.values, color=colour, linestyle=dashes, linewidth=1.8, label=_name(name))
        _mark(axes, lines, marks)
        _turn_lines(axes, turns)
        axes.set_xlabel(_name(axes_named[0]))
        axes.set_ylabel(_name(axes_named[1]))
        if limits is not None:
            axes.set_ylim(*limits)
        axes.margins(x=0.02)
        axes.grid(axis="y", alpha=0.3)
        _legend(figure, len(lines))
        return page_svg(figure, _name(axes_named[1]), prefix)


def _mark(axes: Any, lines: Mapping[str, Band], marks: Sequence[Mark]) -> None:
    """Dots on the lines; their signs stand above the plot, one higher where two would stand together."""
    close, before, higher = max(1, len(next(iter(lines.values())).values) // 40) if lines else 1, -999, False
    for mark in sorted(marks, key=lambda mark: mark.place):
        higher = mark.place - before <= close and not higher
        before = mark.place
        colour = ON_BOTH[list(lines).index(mark.name) % len(ON_BOTH)]
        axes.plot(mark.place, lines[mark.name].values[mark.place], "o", color=colour, markersize=7)
        axes.axvline(mark.place, color=INK, alpha=0.5, linewidth=0.8, linestyle=":")
        axes.annotate(
            mark.sign,
            (mark.place, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 13 if higher else 3),
            textcoords="offset points",
            ha="center",
            color=INK,
            weight="bold",
        )


def _turn_lines(axes: Any, turns: Sequence[int]) -> None:
    """A line where each turn begins; the bottom names the turns."""
    begins = [0, *(place for place, (one, other) in enumerate(pairwise(turns), 1) if one != other)]
    for place in begins[1:]:
        axes.axvline(place - 0.5, color=INK, alpha=0.15, linewidth=0.8)
    every = max(1, -(-len(begins) // 20))
    shown = begins[::every]
    axes.set_xticks(shown, [str(turns[place]) for place in shown] if turns else [])


def bars_by_turn(turns: Sequence[int], counts: Mapping[str, Sequence[int]], axis: str, prefix: str) -> str:
    """A group of bars for each turn, one bar for each name."""
    with page_figure(2.8) as (figure, axes):
        width = 0.8 / max(1, len(counts))
        for index, (name, values) in enumerate(counts.items()):
            places = [
                turn_place + (index - (len(counts) - 1) / 2) * width for turn_place in range(len(turns))
            ]
            axes.bar(
                places,
                values,
                width,
                color=ON_BOTH[index % len(ON_BOTH)],
                edgecolor=INK,
                linewidth=0.6,
                hatch=HATCHES[index % len(HATCHES)],
                label=_name(name),
            )
        axes.set_xticks(range(len(turns)), list(map(str, turns)))
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel("turn")
        axes.set_ylabel(_name(axis))
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
        _legend(figure, len(counts))
        return page_svg(figure, _name(axis), prefix)


def _legend(figure: Any, lines: int) -> None:
    """The names above the plot, where no line is."""
    if lines:
        legend = figure.legend(
            loc="outside upper left", ncols=min(3, lines), frameon=False, fontsize=9, handlelength=3
        )
        for text in legend.get_texts():
            text.set_color(INK)


def _name(text: str) -> str:
    line = one_line(text)
    shown = line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"
    return shown if not shown.startswith("_") else f" {shown}"  # a label with that is no label
