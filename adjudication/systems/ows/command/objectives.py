"""Scenario objectives: what each side is to achieve and what it scores. A chart that people may replace.

The chart `objectives` has a row for each aim of a side: `what` it is, its `subject`, and the `points` that
one of it scores:

- `steps destroyed`: each step that the enemy has lost of a group of counters (`ship`, `submarine`, ...), or
  of a type of counter (`cvn`), or `any`;
- `facilities hit`: each box crossed off the enemy's facilities of a type (`port`, `airfield`, ...), or `any`;
- `hexes controlled`: a hex that the side holds, by its id, or `any` of those that the map gives the enemy;
- `units delivered`: each step of its ground units in a hex, or in `any` of those that the map gives the
  enemy;
- `steps left`: each step that the side has left of a group or type.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.table.charts import ANY, cell, rows
from adjudication.systems.ows.table.counters import FACILITY, GROUND, MISSION, SHEETLESS, sheet
from adjudication.systems.ows.table.status import enemy_of, hexes, holder, sides
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.state import Piece, State
from domain.texts import Text, as_argument

R = citations("ows", __file__)
T = texts("ows")

CHART = "objectives"


class Score(NamedTuple):
    """What a side scores for an objective."""

    label: Text
    points: int


def scored(state: State, side: str) -> list[Score]:
    """What a side scores for each of its objectives now, in the order of the chart."""
    found = []
    for row in rows(state, CHART):
        if row["side"] == side:
            what, subject = str(row["what"]), str(row["subject"])
            number = COUNTS[what](state, side, subject)
            about = None if subject == ANY else _said(state, subject)
            label = T("objective", what=what, subject=about, number=number)
            found.append(Score(label, number * cell(row, "points", 0)))
    return found


def _said(state: State, subject: str) -> Any:
    """A subject as a text names it: a hex by its id; a group or type of counters by its word, which may be
    the id of a kind as well."""
    return subject if subject in state.board.spaces else as_argument(subject)


def total(state: State, side: str) -> int:
    """All points of a side now."""
    return sum(score.points for score in scored(state, side))


def standing(state: State) -> dict[str, int]:
    """The points of each side now; nothing without a chart of objectives."""
    if not rows(state, CHART):
        return {}
    return {side: total(state, side) for side in sorted(sides(state))}


def leading(state: State) -> str:
    """The side with more points; empty while they are equal."""
    one, other = sides(state)
    ahead = total(state, one) - total(state, other)
    return one if ahead > 0 else other if ahead < 0 else ""


def check(state: State) -> None:
    """Raises BadData for a chart of objectives that cannot be worked out."""
    for number, row in enumerate(rows(state, CHART), start=1):
        if row.get("what") not in COUNTS:
            raise BadData(f"Objectives, row {number}: {row.get('what')!r} is none of {', '.join(COUNTS)}.")
        if row.get("side") not in sides(state):
            raise BadData(f"Objectives, row {number}: there is no side {row.get('side')!r}.")


def _of_sort(piece: Piece, subject: str) -> bool:
    return piece.kind.group not in SHEETLESS and subject in (ANY, piece.kind.group, sheet(piece).type)


def _units(state: State, side: str, subject: str) -> list[Piece]:
    """A side's units of a group or type; facilities and munitions are none."""
    return [
        piece
        for piece in state.pieces.values()
        if piece.side == side and piece.kind.group in UNITS and _of_sort(piece, subject)
    ]


UNITS = ("ship", "submarine", "squadron", MISSION, GROUND, "special operations")


def _steps_destroyed(state: State, side: str, subject: str) -> int:
    enemy = enemy_of(state, side)
    return sum(sheet(unit).steps - unit.steps for unit in _units(state, enemy, subject))


def _steps_left(state: State, side: str, subject: str) -> int:
    return sum(unit.steps for unit in _units(state, side, subject))


def _facilities_hit(state: State, side: str, subject: str) -> int:
    enemy = enemy_of(state, side)
    return sum(
        sheet(facility).steps - facility.steps
        for facility in state.of_group(FACILITY)
        if facility.side == enemy and subject in (ANY, sheet(facility).type)
    )


@derived
def _hexes_of(state: State, side: str) -> tuple[str, ...]:
    """The hexes that the map gives a side."""
    return tuple(space.id for space in state.board.data.spaces if space.values.get("holder", "") == side)


def _hexes_named(state: State, side: str, subject: str) -> tuple[str, ...]:
    return _hexes_of(state, enemy_of(state, side)) if subject == ANY else (subject,)


def _hexes_controlled(state: State, side: str, subject: str) -> int:
    return sum(holder(state, hex) == side for hex in _hexes_named(state, side, subject))


def _units_delivered(state: State, side: str, subject: str) -> int:
    places = _hexes_named(state, side, subject)
    on_the_map = hexes(state.board)
    return sum(
        unit.steps
        for unit in state.of_group(GROUND)
        if unit.side == side and unit.place in places and unit.place in on_the_map
    )


COUNTS: dict[str, Callable[[State, str, str], int]] = {
    "steps destroyed": _steps_destroyed,
    "facilities hit": _facilities_hit,
    "hexes controlled": _hexes_controlled,
    "units delivered": _units_delivered,
    "steps left": _steps_left,
}
