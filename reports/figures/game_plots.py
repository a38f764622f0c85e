"""Plots of one game: chances, luck and losses over it. They take a page's own ink, so that they can be read
in the dark as well, and tell lines apart by dashes and names beside colours."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.figures.plots import INK, page_figure, page_svg
from reports.words.names import one_line

ON_BOTH = ("#0072B2", "#D55E00", "#00875F", "#B0588F", "#8F7A00", "#6D7580")
"""Colours that stand out from light paper and from dark, and are told apart by the colour blind."""
HATCHES = ("", "////", "....", "xxxx", "----", "\\\\\\\\")
_LONGEST_NAME = 40


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
