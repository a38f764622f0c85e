"""How many strategic moves a side has (3.4a): what the scenario allows by mode, less those made this turn."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.status import STRATEGIC
from domain.table.state import State

R = citations("ows", __file__)

TABLE = "strategic-moves"
"""The scenario's limits: rows {side, mode, steps}, with the mode `any` for all together. A side and mode
without a row has no limit but its transports."""
SEA, AIR, RAIL, ROAD, ANY = "sea", "air", "rail", "road", "any"


def left(state: State, side: str, mode: str) -> int | None:
    """The steps that a side may still move by a mode this turn; None for no limit."""
    rows: tuple[dict[str, Any], ...] = state.tables[TABLE].data.rows if TABLE in state.tables else ()
    made = state.mark(side, STRATEGIC, {})
    found = [
        int(row["steps"]) - (made.get(row["mode"], 0) if row["mode"] != ANY else sum(made.values()))
        for row in rows
        if row["side"] == side and row["mode"] in (mode, ANY)
    ]
    return max(0, min(found)) if found else None


def allows(state: State, side: str, mode: str, steps: int) -> bool:
    """Whether a side may move so many steps more by a mode this turn (3.4a)."""
    still = left(state, side, mode)
    return still is None or steps <= still


def use(umpire: Umpire, side: str, mode: str, steps: int) -> None:
    """A side has moved steps by a mode (3.4a)."""
    made = umpire.state.mark(side, STRATEGIC, {})
    umpire.mark(side, STRATEGIC, {**made, mode: made.get(mode, 0) + steps}, rule=R["3.4a"])
