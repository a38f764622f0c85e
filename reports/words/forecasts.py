"""Forecasts in words: chances with their intervals, margins, and what changed them."""

from collections.abc import Mapping, Sequence

import msgspec

from adjudication.chances.forecast import (
    Estimate,
    PlayedOut,
    chance_of,
    change_of_chance,
    change_of_margin,
    mean_margin,
    spread_of_margins,
)
from adjudication.chances.turning_points import Forecast, Point
from domain.table.state import State
from domain.views.view import WHITE
from reports.words.names import Names, joined

DRAW = ""
"""The winner if the game is drawn."""


class Margin(msgspec.Struct, frozen=True):
    """A side's margin over the best of the others: its mean, and how often each value occurred."""

    mean: Estimate
    values: dict[int, int]


class Chances(msgspec.Struct, frozen=True):
    """The results of play-outs from one position. chances: side -> chance of winning. undecided: play-outs
    that did not end. margins: only if the sides have scores."""

    games: int
    chances: dict[str, Estimate]
    draw: Estimate
    undecided: int
    margins: dict[str, Margin]


class Change(msgspec.Struct, frozen=True):
    """The differences in chances and mean margins between two positions."""

    chances: dict[str, Estimate]
    draw: Estimate
    margins: dict[str, Estimate]


def chances_of(played: PlayedOut, state: State) -> Chances:
    """The chances of each side, for programs and for people."""
    return Chances(
        len(played.winners),
        {side: chance_of(played, side) for side in state.sides},
        chance_of(played, DRAW),
        played.winners.count(None),
        {
            side: Margin(mean_margin(played, side), dict(spread_of_margins(played, side)))
            for side in played.margins
        },
    )


def change_of(before: PlayedOut, after: PlayedOut, state: State) -> Change:
    """The differences, side by side."""
    return Change(
        {side: change_of_chance(before, after, side) for side in state.sides},
        change_of_chance(before, after, DRAW),
        {side: change_of_margin(before, after, side) for side in before.margins},
    )


def percent(estimate: Estimate) -> str:
    """A chance with its interval: `41.0 % (38.2 to 43.9)`; without one if it is exact: `41 %`."""
    if estimate.low == estimate.high:
        return f"{estimate.value:.0%}".replace("%", " %")
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def points(estimate: Estimate) -> str:
    """A change of a chance in percentage points, with its interval; without one if it is exact."""
    if estimate.low == estimate.high:
        return f"{100 * estimate.value:+.1f}"
    return f"{100 * estimate.value:+.1f} ({100 * estimate.low:+.1f} to {100 * estimate.high:+.1f})"


def number(estimate: Estimate) -> str:
    """A margin, or a change of one, with its interval if it has one."""
    if estimate.low == estimate.high:
        return f"{estimate.value:+.1f}"
    return f"{estimate.value:+.1f} ({estimate.low:+.1f} to {estimate.high:+.1f})"


def comparison_lines(
    state: State, before: Chances, after: Chances | None, change: Change | None, heads: Sequence[str]
) -> list[str]:
    """The two positions beside each other, a line for each side; one alone has one column."""
    names = Names(state)
    rows = [["", *heads, *(["change"] if after is not None else [])]]

    def row(what: str, told: Sequence[str]) -> None:
        rows.append([what, *told])

    def cells(one: str, other: str | None, changed: str | None) -> list[str]:
        return [cell for cell in (one, other, changed) if cell is not None]

    for side in state.sides:
        row(
            f"won by {names.side(side)}",
            cells(
                percent(before.chances[side]),
                percent(after.chances[side]) if after else None,
                points(change.chances[side]) if change else None,
            ),
        )
    if before.draw.value or (after and after.draw.value):
        row(
            "a draw",
            cells(
                percent(before.draw),
                percent(after.draw) if after else None,
                points(change.draw) if change else None,
            ),
        )
    for side in before.margins:
        row(
            f"margin of {names.side(side)}",
            cells(
                number(before.margins[side].mean),
                number(after.margins[side].mean) if after else None,
                number(change.margins[side]) if change else None,
            ),
        )
    if before.undecided or (after and after.undecided):
        row("did not end", cells(str(before.undecided), str(after.undecided) if after else None, None))
    return table_lines(rows)


def unscored(state: State) -> list[str]:
    """The tracks that are no side's score, so that no margin includes them."""
    return [id for id, track in state.tracks.items() if not track.data.side]


def not_counted(state: State, viewer: str = WHITE) -> list[str]:
    """One sentence about the tracks that chances and margins do not include; empty if they include all."""
    tracks = [Names(state, viewer).track(id) for id in unscored(state)]
    if not tracks:
        return []
    return [f"Margins count the sides' scores alone, without {joined(tracks)}."]


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with aligned columns."""
    widths = [
        max(len(row[column]) for row in rows if column < len(row)) for column in range(max(map(len, rows)))
    ]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]


def turning_lines(
    state: State, forecast: Forecast, shown: Sequence[Point], told: Mapping[int, str]
) -> list[str]:
    """The chances at the beginning and at the end, and the orders shown, with what they rolled.

    told: events in words, by their numbers; a roll that is not in it is not for the viewer.
    """
    names = Names(state, forecast.viewer)
    start, end = forecast.points[0], forecast.points[-1]
    rows = [["", "at the start", "at the end" if forecast.decided else f"after event {end.number}"]]
    for side in state.sides:
        chances = (point.chances.sides[side] for point in (start, end))
        rows.append([f"won by {names.side(side)}", *map(percent, chances)])
    if start.chances.draw.value or end.chances.draw.value:
        rows.append(["a draw", percent(start.chances.draw), percent(end.chances.draw)])
    lines = table_lines(rows)
    if not shown:
        return [*lines, "No order changed a chance of winning."]
    lines.append("Orders that changed the chances most:")
    for place, point in enumerate(shown, start=1):
        assert point.change is not None
        lines.append(
            f"{place:>3}. Turn {point.turn}, event {point.order}: {told.get(point.order, point.phase)}"
        )
        noise = "" if point.beyond_noise() else "; within sampling error"
        lines += [
            f"       {names.side(side)}: {points(change)}, now {percent(point.chances.sides[side])}{noise}"
            for side, change in point.change.sides.items()
            if change.value
        ]
        if len(point.orders) > 1:
            lines.append(f"       includes the orders before it, from event {point.orders[0]}")
        lines += [f"       {told[roll]}" for roll in point.rolls if roll in told]
    return lines
