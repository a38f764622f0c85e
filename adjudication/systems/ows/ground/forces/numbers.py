"""The numbers of the ground war that the document gives (10). A scenario changes them with the chart
`ground-numbers` (2.1.1.4a)."""

from adjudication.engine.register import citations
from adjudication.systems.ows.table.charts import cell, row_for
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)

CHART = "ground-numbers"
NUMBERS: dict[str, int] = {
    "wheeled points": 15,
    "tracked points": 10,
    "ski points": 4,
    "foot points": 2,
    "bypass": 2,
    "disengaging": 2,
    "disrupted zone": 2,
    "placing a bridge": 2,
    "crossing a bridge": 2,
    "steps over a bridge": 10,
    "small hexes": 15,
    "stacking": 9,
    "stacking in small hexes": 5,
    "zone of control": 2,
    "zone of control in small hexes": 1,
    "light zone of control in small hexes": 2,
    "landing": 12,
    "assault wave": 6,
    "hexside": 3,
}
"""What holds where the scenario does not say. `small hexes` are those less than so many kilometres across
(10.9)."""


@derived
def figures(state: State) -> dict[str, int]:
    """All numbers of the ground war in this game."""
    return {name: cell(row_for(state, CHART, number=name), "value", value) for name, value in NUMBERS.items()}


def figure(state: State, name: str) -> int:
    """A number of the ground war in this game."""
    return figures(state)[name]
