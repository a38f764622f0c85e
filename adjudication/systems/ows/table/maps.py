"""Operational and tactical maps (2.1.2): which hexes lie on a tactical one."""

from domain.table.state import State

TACTICAL_KM = 50
"""Maps with hexes of up to 50 km are tactical (2.1.2.3: 10 to 20 km)."""
METRES = {"km": 1000, "nm": 1852}


def tactical(state: State, hex: str) -> bool:
    """Whether a hex lies on a tactical map."""
    space = state.board.spaces.get(hex)
    chart = state.board.data.maps.get(space.map) if space is not None else None
    return chart is not None and 0 < chart.scale * METRES.get(chart.unit, 1000) <= TACTICAL_KM * 1000
